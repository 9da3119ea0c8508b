//! A scriptable rules referee for five board games: it checks every move, says which rules it breaks and where they are written, and
//! tells each player no more than they may know.
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
//! * [`Session`] plays a game with its own types, [`AnySession`] one that is known by name; `examples/` has a program of each,
//!   and one for a game of your own.
//! * [`stream::Stream`] judges lines of the protocol that [`wire`] specifies, and lets each [`judge::answer::Answer`] be heard
//!   as a value.
//! * [`game`] is the contract that a game fulfils, [`games`] the five that do, [`breach`] how they declare broken rules.
//! * [`render`] draws pictures as text and as images, [`dice`] specifies the seeded chance.
//!
//! These modules and the names above are what a program may rely on within a minor version; the protocol has a version of its
//! own. The modules that are not listed serve the program `referee` and change with it. Without the default features there is
//! neither a command line nor process code: `default-features = false`.
//!
//! # For those who read the source
//!
//! The modules in reading order, from the rules outwards: [`game`], [`breach`], [`games`], `guard` (what a panic comes to),
//! `text` (values written as one short text), `spoken` (what people
//! say, read), [`dice`], `commitment` (seeds that are fixed before they are told), [`table`] (one
//! game in progress), `perft`, `search` (the built-in bots), `strict` (reading JSON without leniency), [`wire`], [`judge`] (one
//! game in progress, spoken to in lines), `bots` (programs of strangers, run against each other), `registry` (the games with
//! their types erased), `schema`, [`stream`] and `lines`, `session`, `rulebook`, [`render`], `contest` (competitions, without
//! playing a game), `validate` (the verdict on every game of any number of records).

#[cfg(feature = "judging")]
#[doc(hidden)]
pub mod bots;
pub mod breach;
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
pub use crate::session::{AnySession, Refused, Session, Setup};
pub use crate::strict::Malformed;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
#[path = "../tests/sample/mod.rs"]
mod sample;
