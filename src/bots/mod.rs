//! Running programs of strangers: a bot is a process behind three pipes, and whatever it does, the game goes on in
//! bounded time and memory and nothing of the process stays behind.
//!
//! * [`clock`]: how long a bot may think; pure.
//! * [`limits`]: what bots may use.
//! * [`cause`]: how a game ended for each player; a closed list.
//! * [`contain`]: what holds every bot, without any tool.
//! * [`process`]: one bot as a process.
//! * [`log`]: what was said.
//! * [`pulse`]: whether the judge itself ran.
//! * [`sandbox`]: what hides the host from a bot.
//! * [`told`]: what is told of a match.
//! * [`watch`]: what the system says of processes.
//! * [`run`]: one game between bots.
//!
//! Without a sandbox the judge survives faulty and greedy bots. A malicious one runs under the same user id and can read
//! what that user can read; for that there is `--sandbox`.

pub mod cause;
pub mod clock;
#[cfg(target_os = "linux")]
pub mod contain;
pub mod limits;
pub mod log;
#[cfg(target_os = "linux")]
pub mod process;
#[cfg(target_os = "linux")]
pub mod pulse;
#[cfg(target_os = "linux")]
pub mod run;
#[cfg(target_os = "linux")]
pub mod sandbox;
pub mod told;
#[cfg(target_os = "linux")]
pub mod watch;
