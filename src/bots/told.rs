//! The JSON report of a match: one line for each game, in order, and one for the whole match.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::attempts::Attempts;
use super::cause::Cause;

/// The words before a bot's standard error in the description of its fault.
pub const ON_STANDARD_ERROR: &str = "; on standard error: ";

/// How long the judge itself was held up in the worst turn, in milliseconds, as a sentence; `None`: not for long.
pub fn held_up([lag_ms, queued_ms]: [u64; 2]) -> Option<String> {
    let stopped = (lag_ms >= TOLD).then(|| format!("was stopped for up to {lag_ms} ms"));
    let waited = (queued_ms >= TOLD).then(|| format!("waited up to {queued_ms} ms for a processor"));
    let told: Vec<String> = stopped.into_iter().chain(waited).collect();
    (!told.is_empty()).then(|| format!("During a turn the judge itself {}.", told.join(" and ")))
}

/// Shorter delays are within the usual margin.
const TOLD: u64 = 50;

/// A line of `match --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum MatchLine {
    /// A game.
    Game(Box<GameLine>),
    /// The last line.
    Summary {
        /// The results of all games.
        summary: MatchSummary,
    },
}

/// A game. Lists have an entry for each seat.
///
/// ```
/// use referee::matches::{Cause, Match, NotPlayed};
///
/// let report = Match::new("wigwam")?.bot("@random").bot("@random").seed(1).play()?;
/// let game = &report.games[0];
/// // Nobody failed, and each move of each bot was counted.
/// assert_eq!(game.causes, [Cause::Normal; 2]);
/// assert_eq!(game.moves.iter().sum::<u64>(), game.plies);
/// # Ok::<(), NotPlayed>(())
/// ```
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameLine {
    /// Its id, which also names its transcript and log.
    pub game_id: String,
    /// The bots by seat.
    pub bots: Vec<String>,
    /// The commitment to its seed that the bots received.
    pub commitment: String,
    /// The places from 1; absent if the game was called off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<u8>>,
    /// The game's own points; absent if it has none or ended by a ruling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<i32>>,
    /// Why the game ended, in its own words; `forfeit` or `called-off` if it did not end by its rules.
    pub reason: String,
    /// How the game ended for each seat.
    pub causes: Vec<Cause>,
    /// Descriptions of faults; empty for a bot without fault.
    pub why: Vec<String>,
    /// How many actions and draws there were.
    pub plies: u64,
    /// How many answers were accepted.
    pub moves: Vec<u64>,
    /// How many answers were not taken, and why.
    pub attempts: Vec<Attempts>,
    /// How many random actions replaced a bot's own, under `--on-illegal random`. Each is a fault.
    pub replaced: Vec<u64>,
    /// The total thinking time for the accepted answers, in microseconds.
    pub think_us: Vec<u64>,
    /// How many lines answered a question other than the open one.
    pub stale: Vec<u64>,
    /// The longest time for which the judge itself was stopped during a turn, in milliseconds.
    pub lag_ms: u64,
    /// The longest time for which it waited for a processor then, in milliseconds.
    pub queued_ms: u64,
    /// The path of the transcript; absent if none was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transcript: Option<String>,
}

/// The results of all games.
///
/// ```
/// use referee::matches::{Match, NotPlayed};
///
/// let report = Match::new("wigwam")?.bot("@random").bot("@random").games(2).seed(1).play()?;
/// assert_eq!((report.summary.games, report.summary.called_off), (2, 0));
/// assert_eq!(report.summary.bots.len(), 2);
/// # Ok::<(), NotPlayed>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Summary")]
pub struct MatchSummary {
    /// How many were played.
    pub games: u64,
    /// How many of them were called off.
    pub called_off: u64,
    /// The results of each bot, in the order of the command line.
    pub bots: Vec<Total>,
}

/// The results of a bot in all games.
///
/// ```
/// use referee::matches::{Match, NotPlayed};
///
/// let report = Match::new("wigwam")?.bot("@random").bot("@random").games(2).seed(1).play()?;
/// let [one, other] = &report.summary.bots[..] else { unreachable!("two play") };
/// // In two games there are two first places to share.
/// assert!((one.share + other.share - 2.0).abs() < 1e-9);
/// assert!(one.faults.is_empty() && one.legality == Some(1.0));
/// # Ok::<(), NotPlayed>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Total {
    /// Its name.
    pub name: String,
    /// How many games had an outcome.
    pub games: u64,
    /// How many first places it had, including shared ones.
    pub first: u64,
    /// Its first places, with each shared one divided.
    pub share: f64,
    /// The sum of its places.
    pub place: f64,
    /// How many answers were accepted.
    pub moves: u64,
    /// How many were not, and why.
    pub attempts: Attempts,
    /// The share of all answers that were accepted, 0 to 1; absent: there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legality: Option<f64>,
    /// The total thinking time for them, in microseconds.
    pub think_us: u64,
    /// Its faults, by cause, and how many.
    pub faults: BTreeMap<Cause, u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_delays_of_the_judge_are_told() {
        assert_eq!(held_up([49, 49]), None);
        assert_eq!(held_up([50, 0]).as_deref(), Some("During a turn the judge itself was stopped for up to 50 ms."));
        let both =
            "During a turn the judge itself was stopped for up to 50 ms and waited up to 140 ms for a processor.";
        assert_eq!(held_up([50, 140]).as_deref(), Some(both));
    }
}
