//! Validating records by the million: every game of every file is judged, in parallel, and each gets a verdict.
//!
//! * [`games`] cuts bytes into blocks of whole games.
//! * [`check`] judges a block; `finding` keeps of a fault what a report shows.
//! * [`pool`] does so with several threads and hands the reports on in the order of the input.
//! * [`shrink`] reduces a game with a fault to what shows it.
//! * [`verdict`] is what is said of a game; [`summary`] adds it up.
//!
//! Memory depends neither on the length of the input, nor on that of a game, nor on the number of faults: a game longer
//! than [`games::BLOCK_MOST`] is judged as it comes in, by one thread, while the others wait. The exception is a game
//! whose options count repetitions and switch the limits on plies off: it has to remember every position.

pub mod check;
mod finding;
pub mod games;
pub mod pool;
pub mod shrink;
pub mod summary;
pub mod verdict;

use schemars::Schema;

use crate::schema;

/// The schemas of what is written here, by name.
#[must_use]
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![("wire/verdict", schema::of::<verdict::Verdict>()), ("wire/summary", schema::written::<summary::Summary>())]
}
