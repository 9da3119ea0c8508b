//! What comes next, as answers say it: what the game waits for, or that no game is on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::Player;
use crate::table::Next;

/// What comes next.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Next")]
pub enum Awaited {
    /// A decision of this player.
    Player(Player),
    /// A draw.
    Chance,
    /// Nothing: the game is over.
    Over,
    /// A header: no game is on.
    Header,
}

impl From<Option<Next>> for Awaited {
    /// `None`: no game is on.
    fn from(next: Option<Next>) -> Awaited {
        match next {
            Some(Next::Player(player)) => Awaited::Player(player),
            Some(Next::Chance) => Awaited::Chance,
            Some(Next::Over) => Awaited::Over,
            None => Awaited::Header,
        }
    }
}

impl PartialEq<Next> for Awaited {
    fn eq(&self, next: &Next) -> bool {
        *self == Awaited::from(Some(*next))
    }
}
