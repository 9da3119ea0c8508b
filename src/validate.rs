//! Validates records by the million: judges every game of every file, in parallel, and gives each a verdict.
//!
//! * [`games`] cuts bytes into blocks of whole games.
//! * [`check`] judges a block; `finding` keeps the part of a fault that a report shows.
//! * [`pool`] does so with several threads and passes on the reports in the order of the input.
//! * [`shrink`] reduces a game with a fault to the lines that show it.
//! * [`repeats`] finds games that were played before.
//! * [`verdict`] is the result for one game; [`summary`] adds up the results.
//!
//! Memory does not depend on the length of the input, the length of a game or the number of faults: one thread judges a
//! game longer than [`games::BLOCK_MOST`] as it is read, while the others wait. The exception is a game whose options
//! count repetitions without a limit on plies: it must remember every position.

pub mod check;
mod finding;
pub mod games;
pub mod pool;
pub mod repeats;
pub mod shrink;
pub mod summary;
pub mod verdict;

use schemars::Schema;

use crate::schema;

/// The schemas of this module's output, by name.
pub fn schemas() -> Vec<(&'static str, Schema)> {
    vec![("wire/verdict", schema::of::<verdict::Verdict>()), ("wire/summary", schema::written::<summary::Summary>())]
}
