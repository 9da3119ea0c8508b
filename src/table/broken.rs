//! A broken rule of the table or of the game, so that answers can treat both alike.

use std::fmt;

use serde::Serialize;

use super::TableBreach;
use crate::breach::{Breach, Clause};
use crate::game::Provenance;

/// A broken rule of the table or of the game.
///
/// ```
/// use referee::game::{Game as _, Player};
/// use referee::games::tectonic::{Action, Options, TecTonic};
/// use referee::table::{Broken, Table};
///
/// let edition = serde_json::from_str(TecTonic::EDITION).expect("it is the built-in one");
/// let game = TecTonic::open(&edition, &Options::default()).expect("both are right");
/// let start = game.start(2);
/// let mut broken = Vec::new();
/// Table::new(game, 2, start).check(Player(1), false, &Action::Pass, &mut broken);
/// // It is not Black's turn, and White could move.
/// assert!(matches!(broken[..], [Broken::Table(_), ..]));
/// assert_eq!(broken[0].clause().id, "table.not-your-turn");
/// ```
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Broken<B> {
    /// A rule that holds in every game.
    Table(TableBreach),
    /// A rule of the game.
    Game(B),
}

impl<B: Breach> Broken<B> {
    /// The clause that was broken.
    pub fn clause(&self) -> &'static Clause {
        match self {
            Broken::Table(breach) => breach.clause(),
            Broken::Game(breach) => breach.clause(),
        }
    }

    /// The weakest mark among the edition data that it depends on; `None` if it depends on none.
    pub fn data(&self) -> Option<Provenance> {
        match self {
            Broken::Table(breach) => breach.data(),
            Broken::Game(breach) => breach.data(),
        }
    }
}

impl<B: fmt::Display> fmt::Display for Broken<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Table(breach) => breach.fmt(f),
            Broken::Game(breach) => breach.fmt(f),
        }
    }
}
