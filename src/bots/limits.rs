//! The limits that the organiser of a match sets for bots.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cause::OnIllegal;
use super::clock::Clock;

/// Whether a bot may run while it is not its turn.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pondering {
    /// It may.
    On,
    /// It is stopped then.
    Off,
}

impl FromStr for Pondering {
    type Err = String;
    fn from_str(text: &str) -> Result<Pondering, String> {
        match text {
            "on" => Ok(Pondering::On),
            "off" => Ok(Pondering::Off),
            _ => Err(format!("`{text}` is neither on nor off")),
        }
    }
}

/// The limits of bots.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How long they may think.
    pub clock: Clock,
    /// How long a process may take to write its first line, in milliseconds.
    pub start_ms: u64,
    /// The allowance added to every time limit for the transfer of messages, in milliseconds.
    pub margin_ms: u64,
    /// Resident memory of all processes of a bot, in bytes. Shared memory counts once.
    pub memory: u64,
    /// Processor time that a bot may use in a game while it is not its turn, in milliseconds.
    pub idle_cpu_ms: u64,
    /// Whether a bot may run while it is not its turn.
    pub pondering: bool,
    /// What an illegal or missing answer costs.
    pub on_illegal: OnIllegal,
    /// The number of actions and draws after which a game is called off; `None`: never.
    pub max_turns: Option<u64>,
    /// A loss on time is void if the judge itself was held up for this many milliseconds meanwhile; `None`: never.
    pub void_lag_ms: Option<u64>,
}
