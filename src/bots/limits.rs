//! The limits that the organiser of a match sets for bots.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cause::OnIllegal;
use super::clock::Clock;
use crate::judge::seats::{LIST_LIMIT, Lists, Telling};
use crate::wire::AttemptFault;

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
    /// What an illegal action costs.
    pub on_illegal: OnIllegal,
    /// What an answer costs that cannot be read, or is none; `None`: what an illegal action costs, of which it is one.
    pub on_unreadable: Option<OnIllegal>,
    /// How much bots are told of what is legal.
    pub lists: Lists,
    /// Whether questions are put in words as well.
    pub ask_text: bool,
    /// The number of actions and draws after which a game is called off; `None`: never.
    pub max_turns: Option<u64>,
    /// A loss on time is void if the judge itself was stopped for this many milliseconds meanwhile; `None`: never.
    pub void_lag_ms: Option<u64>,
    /// A loss on time is void if the judge waited this many milliseconds for a processor meanwhile; `None`: never.
    pub void_wait_ms: Option<u64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            clock: Clock::default(),
            start_ms: 10_000,
            margin_ms: 50,
            memory: 1 << 30,
            idle_cpu_ms: 5_000,
            pondering: true,
            on_illegal: OnIllegal::default(),
            on_unreadable: None,
            lists: Lists::Full,
            ask_text: false,
            max_turns: Some(20_000),
            void_lag_ms: None,
            void_wait_ms: None,
        }
    }
}

impl Limits {
    /// What a bot is told with a question; `full`: it wants the lists of legal actions.
    #[must_use]
    pub fn telling(&self, full: bool) -> Telling {
        let lists = if self.lists == Lists::Full && !full { Lists::Number } else { self.lists };
        Telling { lists, longest: LIST_LIMIT, text: self.ask_text }
    }

    /// What an answer costs that was not taken.
    #[must_use]
    pub fn cost(&self, fault: AttemptFault) -> OnIllegal {
        match fault {
            AttemptFault::Illegal => self.on_illegal,
            _ => self.on_unreadable.unwrap_or(self.on_illegal),
        }
    }
}

/// How many more answers to a question are forgiven.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Patience {
    illegal: u32,
    /// `None`: they count as illegal actions do.
    unreadable: Option<u32>,
}

impl Patience {
    /// That for a new question.
    #[must_use]
    pub fn of(limits: &Limits) -> Patience {
        let retries = |cost: OnIllegal| if let OnIllegal::Retry(attempts) = cost { attempts } else { 0 };
        Patience { illegal: retries(limits.on_illegal), unreadable: limits.on_unreadable.map(retries) }
    }

    /// Forgives an answer; `false`: there is no patience left.
    pub fn forgive(&mut self, fault: AttemptFault) -> bool {
        let left = match (fault, &mut self.unreadable) {
            (AttemptFault::Illegal, _) | (_, None) => &mut self.illegal,
            (_, Some(left)) => left,
        };
        let rest = left.checked_sub(1);
        *left = rest.unwrap_or_default();
        rest.is_some()
    }

    /// How many more illegal actions are forgiven, and how many that cannot be read if that is counted apart.
    #[must_use]
    pub fn left(self) -> (u32, Option<u32>) {
        (self.illegal, self.unreadable)
    }
}
