//! How a game ends: by its rules, by forfeits, or because it was called off.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::Table;
use crate::game::{Game, Outcome, Player};

/// The reason of the outcome when all players but one have forfeited.
#[doc(hidden)]
pub const FORFEIT: &str = "forfeit";
/// The reason of an outcome when a game was called off and decided.
#[doc(hidden)]
pub const ADJUDICATED: &str = "adjudicated";

/// How a game that is called off is decided nevertheless.
///
/// ```
/// use referee::judge::Emit;
/// use referee::stream::{Asked, Stream};
///
/// let mut stream = Stream::new(Asked { game: Some("tectonic".into()), ..Asked::default() }, Emit::NONE);
/// let call_off = br#"{"abort":{"cause":"max_turns","adjudicate":"draw"}}"#;
/// stream.line(Some(call_off), &mut Vec::new())?;
/// let outcome = stream.look().and_then(|game| game.outcome()).expect("it is decided nevertheless");
/// assert_eq!((outcome.places, outcome.reason), (vec![1, 1], "adjudicated"));
/// # Ok::<(), referee::stream::Usage>(())
/// ```
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
    /// The result; `None` while the game goes on and after it was called off.
    pub fn outcome(&self) -> Option<Outcome> {
        let players = usize::from(self.players);
        let cut_short = |places, reason| Outcome { places, scores: None, reason };
        let mut outcome = match self.now.cut_short {
            Some(CutShort::Abort) => return None,
            Some(CutShort::Forfeit) => cut_short(vec![1; players], FORFEIT),
            Some(CutShort::Adjudication(Adjudication::Draw)) => cut_short(vec![1; players], ADJUDICATED),
            Some(CutShort::Adjudication(Adjudication::Standing)) => {
                let keys = self.game.standing(&self.now.state).unwrap_or_default();
                cut_short(Outcome::places(&keys.0[..players]), ADJUDICATED)
            }
            None => self.game.outcome(&self.now.state)?,
        };
        // Players who forfeited rank below all others; the first to forfeit ranks last.
        let forfeited = |player: Player| self.now.forfeited.iter().rev().position(|other| *other == player);
        let rank = |player: Player| forfeited(player).map_or(0, |later| later + 1);
        let keys = Player::all(self.players).map(|player| Reverse((rank(player), outcome.places[player.index()])));
        outcome.places = Outcome::places(&keys.collect::<Vec<_>>());
        Some(outcome)
    }
}
