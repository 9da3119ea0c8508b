//! How a game ended for each player.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::strict::Malformed;
use crate::wire::{AbortCause, ForfeitCause};

/// How a game ended for a player: exactly one cause each. The last three never count as the player's loss.
///
/// ```
/// use referee::matches::Cause;
///
/// // Giving up loses the game, but is no fault of a program.
/// assert!(Cause::Resignation.is_loss() && !Cause::Resignation.is_fault());
/// assert_eq!((Cause::TimeMove.name(), Cause::TimeMove.words()), ("time_move".into(), "it took too long for a move"));
/// ```
#[derive(Copy, Clone, Default, Eq, PartialEq, Ord, PartialOrd, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The game ended by its rules.
    #[default]
    Normal,
    /// It chose an action that breaks a rule.
    IllegalAction,
    /// A move took too long.
    TimeMove,
    /// All its moves together took too long.
    TimeBank,
    /// It wrote nothing within the time for its start.
    StartTimeout,
    /// Its program ended, or closed its output.
    Exit,
    /// A signal ended its program.
    Signal,
    /// It wrote a line that is not JSON.
    BadJson,
    /// It wrote JSON that is not an answer.
    BadMessage,
    /// It wrote a line that is too long.
    LineTooLong,
    /// It wrote too much.
    OutputLimit,
    /// It used too much memory.
    MemoryLimit,
    /// It used too much processor time while it was not its turn.
    CpuLimit,
    /// It gave the game up.
    Resignation,
    /// The game exceeded the organiser's limit on its length.
    MaxTurns,
    /// The organiser called it off.
    OrganiserAbort,
    /// The judge or the machine failed.
    RefereeFault,
}

impl Cause {
    /// Whether the player is at fault.
    pub fn is_fault(self) -> bool {
        self.is_loss() && self != Cause::Resignation
    }

    /// Whether the player lost by a ruling.
    pub fn is_loss(self) -> bool {
        !matches!(self, Cause::Normal | Cause::MaxTurns | Cause::OrganiserAbort | Cause::RefereeFault)
    }

    /// The cause in words, as what a bot did.
    pub fn words(self) -> &'static str {
        match self {
            Cause::Normal => "the game came to its end",
            Cause::IllegalAction => "it chose an action that breaks a rule",
            Cause::TimeMove => "it took too long for a move",
            Cause::TimeBank => "it used up its time for the game",
            Cause::StartTimeout => "it said nothing within the time for its start",
            Cause::Exit => "its program ended, or closed its output",
            Cause::Signal => "a signal ended its program",
            Cause::BadJson => "it wrote a line that is not JSON",
            Cause::BadMessage => "it wrote JSON that is not an answer",
            Cause::LineTooLong => "it wrote a line that is too long",
            Cause::OutputLimit => "it wrote too much",
            Cause::MemoryLimit => "it used too much memory",
            Cause::CpuLimit => "it used too much processor time while it was not its turn",
            Cause::Resignation => "it gave the game up",
            Cause::MaxTurns => "the game exceeded the organiser's limit on its length",
            Cause::OrganiserAbort => "the organiser stopped the game",
            Cause::RefereeFault => "the judge or the machine failed",
        }
    }

    /// The name in JSON.
    pub fn name(self) -> String {
        serde_json::to_value(self).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
    }
}

impl From<ForfeitCause> for Cause {
    fn from(cause: ForfeitCause) -> Cause {
        match cause {
            ForfeitCause::IllegalAction => Cause::IllegalAction,
            ForfeitCause::TimeMove => Cause::TimeMove,
            ForfeitCause::TimeBank => Cause::TimeBank,
            ForfeitCause::StartTimeout => Cause::StartTimeout,
            ForfeitCause::Exit => Cause::Exit,
            ForfeitCause::Signal => Cause::Signal,
            ForfeitCause::BadJson => Cause::BadJson,
            ForfeitCause::BadMessage => Cause::BadMessage,
            ForfeitCause::LineTooLong => Cause::LineTooLong,
            ForfeitCause::OutputLimit => Cause::OutputLimit,
            ForfeitCause::MemoryLimit => Cause::MemoryLimit,
            ForfeitCause::CpuLimit => Cause::CpuLimit,
            ForfeitCause::Resignation => Cause::Resignation,
        }
    }
}

impl From<AbortCause> for Cause {
    fn from(cause: AbortCause) -> Cause {
        match cause {
            AbortCause::MaxTurns => Cause::MaxTurns,
            AbortCause::OrganiserAbort => Cause::OrganiserAbort,
            AbortCause::RefereeFault => Cause::RefereeFault,
        }
    }
}

/// What an illegal or missing answer costs.
///
/// ```
/// use referee::matches::{Limits, OnIllegal};
///
/// // As on the command line: three more attempts, then the game.
/// let on_illegal: OnIllegal = "retry:3".parse()?;
/// let limits = Limits { on_illegal, ..Limits::default() };
/// assert_eq!(limits.on_illegal, OnIllegal::Retry(3));
/// # Ok::<(), referee::Malformed>(())
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub enum OnIllegal {
    /// The game.
    #[default]
    Forfeit,
    /// This many more attempts in the same time; then the game. A missing answer costs the game at once.
    Retry(u32),
    /// The move: a random legal action replaces it, also when the time for one move is over.
    Random,
}

crate::as_text!(OnIllegal);

impl std::str::FromStr for OnIllegal {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<OnIllegal, Malformed> {
        match text {
            "forfeit" => Ok(OnIllegal::Forfeit),
            "random" => Ok(OnIllegal::Random),
            _ => text
                .strip_prefix("retry:")
                .and_then(|attempts| attempts.parse().ok())
                .filter(|attempts| (1..=100).contains(attempts))
                .map(OnIllegal::Retry)
                .ok_or_else(|| Malformed::new(format!("`{text}` is not forfeit, retry:N (N from 1 to 100) or random"))),
        }
    }
}

impl std::fmt::Display for OnIllegal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OnIllegal::Forfeit => f.write_str("forfeit"),
            OnIllegal::Retry(attempts) => write!(f, "retry:{attempts}"),
            OnIllegal::Random => f.write_str("random"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};

    use super::*;

    /// The causes by name. The last three are nobody's loss, the one before them nobody's fault.
    const NAMES: &str = "illegal_action time_move time_bank start_timeout exit signal bad_json bad_message \
                         line_too_long output_limit memory_limit cpu_limit resignation \
                         normal max_turns organiser_abort referee_fault";

    fn read<T: serde::de::DeserializeOwned>(name: &str) -> Option<T> {
        serde_json::from_value(Value::from(name)).ok()
    }

    #[test]
    fn who_loses_by_a_ruling_and_who_is_at_fault() {
        for (at, name) in NAMES.split_whitespace().enumerate() {
            let cause: Cause = read(name).expect(name);
            assert_eq!((cause.name().as_str(), cause.is_loss(), cause.is_fault()), (name, at < 13, at < 12));
            let forfeited: Option<ForfeitCause> = read(name);
            let aborted: Option<AbortCause> = read(name);
            assert_eq!((forfeited.is_some(), aborted.is_some()), (at < 13, at > 13), "{name}");
            let ruled = forfeited.map(Cause::from).or(aborted.map(Cause::from));
            assert_eq!(ruled.unwrap_or(Cause::Normal), cause, "a ruling keeps its name");
        }
        let words: BTreeSet<&str> = NAMES.split_whitespace().filter_map(read).map(Cause::words).collect();
        assert_eq!(words.len(), 17, "each has words of its own");
    }

    #[test]
    fn what_an_illegal_answer_costs_is_read_as_it_is_written() {
        let all = [
            ("forfeit", OnIllegal::Forfeit),
            ("random", OnIllegal::Random),
            ("retry:1", OnIllegal::Retry(1)),
            ("retry:100", OnIllegal::Retry(100)),
        ];
        for (text, cost) in all {
            assert_eq!((text.parse(), json!(cost)), (Ok(cost), json!(text)));
        }
        for wrong in ["", "retry", "retry:", "retry:0", "retry:101", "retry:-1", "Forfeit"] {
            assert!(wrong.parse::<OnIllegal>().is_err(), "{wrong}");
        }
    }
}
