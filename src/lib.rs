//! A scriptable rules referee for five board games: it checks every move, names the rules that the move breaks and
//! where they are written, and tells each player only what they may know.
//!
//! ```
//! use referee::{AnySession, Setup};
//! use serde_json::json;
//!
//! let mut session = AnySession::open("tectonic", &Setup::new())?;
//! let refused = session.play(&json!({"move": {"from": "c1", "to": "c10"}})).unwrap_err();
//! assert_eq!(refused.violations()[0].rule, "tectonic.mount-range");
//! assert_eq!(refused.violations()[0].refs, ["R15"]);
//!
//! session.play(&json!({"move": {"from": "c1", "to": "c5"}}))?;
//! println!("{}", referee::render::text::text(&session.picture(None), Default::default()));
//! # Ok::<(), referee::Refused>(())
//! ```
//!
//! * [`Session`] plays a game with its own Rust types, [`AnySession`] plays a game by its name; `examples/` has a
//!   program for each, and one for a game of your own.
//! * [`table::Table`] is what a session plays on, without JSON.
//! * [`stream::Stream`] judges lines of the protocol that [`wire`] specifies, and returns each
//!   [`judge::answer::Answer`] as a value.
//! * [`game`] is the contract for a game, [`games`] has the five games, and [`breach`] declares the ways to break
//!   rules.
//! * [`mod@matches`] plays bots against each other, programs and built-in ones, with results as data.
//! * [`render`] draws pictures as text and as images, [`dice`] specifies the seeded chance.
//!
//! What is documented here is stable within a minor version; the protocol has its own version. What is public but not
//! documented serves the program `referee` and can change at any time. `default-features = false` leaves out the
//! command line and the code that runs processes.
//!
//! # For those who read the source
//!
//! The modules in reading order, from the rules outwards: [`game`], [`breach`], [`games`], `guard` (the result of a
//! panic), `text` (short texts and their grammar), `spoken` (reads actions typed in words), [`dice`], `commitment`
//! (seeds that are fixed before they are revealed), [`table`] (one game in progress), `perft`, `search` (the built-in
//! bots), `strict` (reads JSON strictly), [`wire`], [`judge`] (one game in progress, as lines), `bots` (runs other
//! people's programs against each other), `setup`, `session` (a game played by calls), `registry` (the games with their
//! types erased), `by_name`, `schema`, [`stream`] and `lines`, `rulebook`, [`render`], `contest` (plans and scores competitions; plays no games itself),
//! [`mod@matches`] (plays them), `validate` (a verdict on every game of any number of records).

#[cfg(feature = "judging")]
#[doc(hidden)]
pub mod bots;
pub mod breach;
mod by_name;
#[doc(hidden)]
pub mod commitment;
#[cfg(feature = "judging")]
#[doc(hidden)]
pub mod contest;
pub mod dice;
pub mod game;
pub mod games;
#[doc(hidden)]
pub mod guard;
pub mod judge;
#[doc(hidden)]
pub mod lines;
#[cfg(all(feature = "judging", target_os = "linux"))]
pub mod matches;
#[doc(hidden)]
pub mod perft;
#[doc(hidden)]
pub mod registry;
pub mod render;
#[doc(hidden)]
pub mod rulebook;
#[doc(hidden)]
pub mod schema;
#[doc(hidden)]
pub mod search;
mod session;
mod setup;
#[doc(hidden)]
pub mod spoken;
pub mod stream;
#[doc(hidden)]
pub mod strict;
pub mod table;
#[doc(hidden)]
pub mod text;
#[doc(hidden)]
pub mod validate;
pub mod wire;

pub use crate::registry::{Entry, Referee};
pub use crate::session::{AnySession, Refused, Session};
pub use crate::setup::Setup;
pub use crate::strict::Malformed;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
#[path = "../tests/sample/mod.rs"]
mod sample;
