//! What bots may use, as the organiser of a match sets it.

use super::cause::OnIllegal;
use super::clock::Clock;

/// What bots may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How long they may think.
    pub clock: Clock,
    /// How long a process may take until its first line, in milliseconds.
    pub start_ms: u64,
    /// What is added to every limit for the way of the messages, in milliseconds.
    pub margin_ms: u64,
    /// Resident memory of all processes of a bot, in bytes. What they share counts once.
    pub memory: u64,
    /// Processor time that a bot may use in a game while it is not its turn, in milliseconds.
    pub idle_cpu_ms: u64,
    /// What an illegal or missing answer costs.
    pub on_illegal: OnIllegal,
    /// After how many actions and draws a game is called off; `None`: never.
    pub max_turns: Option<u64>,
    /// A loss on time during which the judge itself was held up for so long is void, in milliseconds; `None`: never.
    pub void_lag_ms: Option<u64>,
}
