//! A scriptable rules referee for five board games.
//!
//! The modules in reading order, from the rules outwards:
//!
//! * [`game`]: the contract every game fulfils, and the words it is written in.
//! * [`breach`]: broken rules, each declared in one place.
//! * [`games`]: the games.
//! * [`guard`]: what a panic comes to.
//! * [`text`]: values written as one short text, and the grammar of messages.
//! * [`spoken`]: what people say, read.
//! * [`dice`]: seeded chance that anybody can reproduce.
//! * [`commitment`]: seeds that are fixed before they are told.
//! * [`table`]: one game in progress.
//! * [`perft`]: counting sequences of actions.
//! * [`search`]: the built-in bots.
//! * [`strict`]: reading JSON without leniency.
//! * [`wire`]: the protocol, specified.
//! * [`judge`]: one game in progress, spoken to in lines.
//! * [`bots`]: programs of strangers, run against each other.
//! * [`registry`]: the games with their types erased.
//! * [`schema`]: the JSON Schemas of all of it.
//! * [`stream`]: a stream of lines with one game after another; [`lines`] reads them.
//! * [`rulebook`]: rulebooks from which a person can play; [`render`] draws them and all pictures.
//! * [`contest`]: competitions, without playing a game.
//! * [`validate`]: the verdict on every game of any number of records.

pub mod bots;
pub mod breach;
pub mod commitment;
pub mod contest;
pub mod dice;
pub mod game;
pub mod games;
pub mod guard;
pub mod judge;
pub mod lines;
pub mod perft;
pub mod registry;
pub mod render;
pub mod rulebook;
pub mod schema;
pub mod search;
pub mod spoken;
pub mod stream;
pub mod strict;
pub mod table;
pub mod text;
pub mod validate;
pub mod wire;

#[cfg(test)]
#[path = "../tests/sample/mod.rs"]
mod sample;
