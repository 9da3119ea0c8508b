//! The games. Adding one is a folder here and one line in each of the two lists below.

use crate::registry::{Entry, Referee};

pub mod tectonic;
pub mod wongar;

/// Every game, in the order in which `referee games` lists them.
pub const GAMES: &[&dyn Referee] = &[
    &Entry::<tectonic::TecTonic>::NEW, //
    &Entry::<wongar::Wongar>::NEW,
];
