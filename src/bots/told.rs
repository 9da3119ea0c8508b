//! What is told of a match, as lines of JSON: one for each game, in order, and one for all.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::cause::Cause;

/// What stands in the account of a fault before what the bot wrote to standard error.
pub const ON_STANDARD_ERROR: &str = "; on standard error: ";

/// A line of `match --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum MatchLine {
    /// A game.
    Game(Box<GameLine>),
    /// The last line.
    Summary {
        /// What all games came to.
        summary: Summary,
    },
}

/// A game. Lists have an entry for each seat.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameLine {
    /// Its name, which is that of its transcript and its log.
    pub game_id: String,
    /// Who sat where.
    pub bots: Vec<String>,
    /// What the bots were shown of its seed.
    pub commitment: String,
    /// The places from 1; absent: the game was called off.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<u8>")]
    pub places: Option<Vec<u8>>,
    /// The game's own points; absent: it has none, or it ended by a ruling.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<i32>")]
    pub scores: Option<Vec<i32>>,
    /// How the game says that it ended; `forfeit` or `called-off` where it did not.
    pub reason: String,
    /// How it ended for each.
    pub causes: Vec<Cause>,
    /// What happened, in words; empty unless a bot was at fault.
    pub why: Vec<String>,
    /// How many actions and draws there were.
    pub plies: u64,
    /// How many answers were accepted.
    pub moves: Vec<u64>,
    /// How many actions were chosen at random in a bot's place, under `--on-illegal random`. Each is a fault.
    pub replaced: Vec<u64>,
    /// How long the accepted answers took together, in microseconds.
    pub think_us: Vec<u64>,
    /// How many lines answered another question than the open one.
    pub stale: Vec<u64>,
    /// The longest that the judge itself was stopped during a turn, in milliseconds.
    pub lag_ms: u64,
    /// Where the transcript is; absent: none was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub transcript: Option<String>,
}

/// What all games came to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Summary {
    /// How many were played.
    pub games: u64,
    /// How many of them were called off.
    pub called_off: u64,
    /// What each bot achieved, in the order of the command line.
    pub bots: Vec<Total>,
}

/// What a bot achieved in all games.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Total {
    /// Its name.
    pub name: String,
    /// How many games had an outcome.
    pub games: u64,
    /// How many first places it had, shared ones among them.
    pub first: u64,
    /// The first places, a shared one divided.
    pub share: f64,
    /// The sum of its places.
    pub place: f64,
    /// How many answers were accepted.
    pub moves: u64,
    /// How long they took together, in microseconds.
    pub think_us: u64,
    /// What it was at fault with, and how often.
    pub faults: BTreeMap<Cause, u64>,
}
