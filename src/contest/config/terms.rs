//! The short texts of a configuration: clocks, what an illegal action costs, and the hypotheses of a test. Files and
//! journals keep them exactly as on the command line.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::bots::cause::OnIllegal;
pub use crate::bots::clock::Clock;
use crate::commitment::{Bits128, Luck};
use crate::contest::schedule::GameId;
use crate::strict::Malformed;

crate::as_text!(Hypotheses OnFailure);

/// How to pair the first round of a Swiss tournament, before any results.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FirstRound {
    /// The best of the upper half of the file meets the best of the lower half, and so on.
    #[default]
    Halves,
    /// The same, after the order was drawn by lot from the tournament's secret.
    Random,
    /// Neighbours in the file meet.
    Neighbours,
}

/// Whether the games of a block share their luck.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sharing {
    /// They have one seed, so that luck cancels out over the seats. A bot that can remember a game knows the draws of the
    /// next one.
    #[default]
    Shared,
    /// Every game has a seed of its own.
    Fresh,
}

impl Sharing {
    /// The luck of a game. Its commitment is its own, so bots cannot see which games share a seed.
    pub fn luck(self, secret: Bits128, id: GameId) -> Luck {
        let own = secret.block(&id.to_string());
        match self {
            Sharing::Shared => Luck { seed: secret.block(&id.block.to_string()).seed, ..own },
            Sharing::Fresh => own,
        }
    }
}

/// What becomes of a bot that loses games by its own faults: `play-on`, `stop` or `withdraw:N`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub enum OnFailure {
    /// It loses them and plays on.
    #[default]
    PlayOn,
    /// The tournament stops at the first such game, until it is run again.
    Stop,
    /// The bot leaves after so many such games, as if the organiser had withdrawn it.
    Withdraw(u64),
}

impl FromStr for OnFailure {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<OnFailure, Malformed> {
        let games = text.strip_prefix("withdraw:").and_then(|games| games.parse().ok()).filter(|games| *games > 0);
        match (text, games) {
            ("play-on", _) => Ok(OnFailure::PlayOn),
            ("stop", _) => Ok(OnFailure::Stop),
            (_, Some(games)) => Ok(OnFailure::Withdraw(games)),
            _ => Err(Malformed::new(format!(
                "`{text}` is not `play-on`, `stop` or `withdraw:N` with a number of games from 1 on"
            ))),
        }
    }
}

impl fmt::Display for OnFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OnFailure::PlayOn => f.write_str("play-on"),
            OnFailure::Stop => f.write_str("stop"),
            OnFailure::Withdraw(games) => write!(f, "withdraw:{games}"),
        }
    }
}

/// What a sequential test decides between: `ELO0,ELO1,ALPHA,BETA`. The first bot is stronger than the second by at
/// most `elo0` (wrongly accepted with probability `beta`) or by at least `elo1` (wrongly accepted with probability
/// `alpha`).
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Hypotheses {
    /// The lower strength, in Elo.
    pub elo0: f64,
    /// The higher strength, in Elo.
    pub elo1: f64,
    /// How often the test may accept the higher strength when the lower is true; above 0, below a half.
    pub alpha: f64,
    /// How often the test may accept the lower strength when the higher is true; above 0, below a half.
    pub beta: f64,
}

impl FromStr for Hypotheses {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<Hypotheses, Malformed> {
        let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
        let Some(&[elo0, elo1, alpha, beta]) = numbers.as_deref() else {
            return Err(Malformed::new(format!("`{text}` is not four numbers, ELO0,ELO1,ALPHA,BETA")));
        };
        if !(elo0 < elo1 && elo0 >= -2000.0 && elo1 <= 2000.0) {
            return Err(Malformed::new("ELO0 is below ELO1, and both are between -2000 and 2000"));
        }
        let chance = |p: f64| (1e-6..0.5).contains(&p);
        if !(chance(alpha) && chance(beta)) {
            return Err(Malformed::new("ALPHA and BETA are at least 0.000001 and below 0.5"));
        }
        Ok(Hypotheses { elo0, elo1, alpha, beta })
    }
}

impl fmt::Display for Hypotheses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}
