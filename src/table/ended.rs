//! How a game ends: by its rules, by forfeits, or because it was called off.

use serde::{Deserialize, Serialize};

use super::Table;
use crate::game::{Game, Outcome, Player};

/// The reason of the outcome when all players but one have forfeited.
pub const FORFEIT: &str = "forfeit";
/// The reason of an outcome when a game was called off and decided.
pub const ADJUDICATED: &str = "adjudicated";

/// How a game that is called off is decided nevertheless.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Adjudication {
    /// As the rules rank the players in this position; a draw if they define no such order.
    Standing,
    /// As a draw.
    Draw,
}

/// How a game ended other than by its rules.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum CutShort {
    /// All players but one have forfeited.
    Forfeit,
    /// A judge called the game off.
    Abort,
    /// A judge called the game off and decided it.
    Adjudication(Adjudication),
}

impl<G: Game> Table<G> {
    /// The places by the standing of the present position.
    fn standing(&self) -> Vec<u8> {
        let keys = self.game.standing(&self.now.state).unwrap_or_default();
        let all = || Player::all(self.players).map(|player| keys[player]);
        all().map(|key| 1 + all().filter(|other| *other > key).count() as u8).collect()
    }

    /// The result; `None` while the game goes on and after it was called off.
    pub fn outcome(&self) -> Option<Outcome> {
        let forfeited = &self.now.forfeited;
        let mut outcome = match self.now.cut_short {
            Some(CutShort::Abort) => return None,
            Some(CutShort::Forfeit) => {
                Outcome { places: vec![1; usize::from(self.players)], scores: None, reason: FORFEIT }
            }
            Some(CutShort::Adjudication(how)) => {
                let places = match how {
                    Adjudication::Standing => self.standing(),
                    Adjudication::Draw => vec![1; usize::from(self.players)],
                };
                Outcome { places, scores: None, reason: ADJUDICATED }
            }
            None => self.game.outcome(&self.now.state)?,
        };
        // Players who forfeited rank below all others; the first to forfeit ranks last.
        let rank = |player: Player| forfeited.iter().rev().position(|f| *f == player).map_or(0, |later| later + 1);
        let keys: Vec<(usize, u8)> =
            Player::all(self.players).map(|player| (rank(player), outcome.places[player.index()])).collect();
        outcome.places = keys.iter().map(|key| 1 + keys.iter().filter(|other| *other < key).count() as u8).collect();
        Some(outcome)
    }
}
