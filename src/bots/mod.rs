//! Runs untrusted programs. A bot is a process behind three pipes. Whatever it does, the game goes on in bounded time
//! and memory, and no trace of the process remains.
//!
//! * [`attempts`]: answers that were not taken, counted.
//! * [`clock`]: how long a bot may think; pure.
//! * [`limits`]: the limits of bots.
//! * [`cause`]: how a game ended for each player; a closed list.
//! * [`contain`]: what confines every bot, without any tool.
//! * [`errors`]: what a bot writes to standard error.
//! * [`group`]: control groups, where the system delegates one.
//! * [`process`]: one bot as a process.
//! * [`layer`]: the names of what confines a bot.
//! * [`log`]: what a bot received and wrote.
//! * [`meter`]: how much processor time a bot uses.
//! * [`program`]: the program that starts bots.
//! * [`pulse`]: how long the judge itself was held up.
//! * [`ready`]: whether bots that were just started are ready.
//! * [`sandbox`]: what hides the host from a bot.
//! * [`told`]: the JSON report of a match.
//! * [`watch`]: what the system reports about processes.
//! * [`run`]: one game between bots.
//!
//! Without a sandbox, the judge survives faulty and greedy bots. A malicious bot runs under the same user id and can
//! read everything that this user can read. `--sandbox` prevents that.

pub mod attempts;
pub mod cause;
pub mod clock;
#[cfg(target_os = "linux")]
pub mod contain;
pub mod errors;
#[cfg(target_os = "linux")]
pub mod group;
#[cfg(target_os = "linux")]
pub mod layer;
pub mod limits;
pub mod log;
#[cfg(target_os = "linux")]
pub mod meter;
#[cfg(target_os = "linux")]
pub mod process;
#[cfg(target_os = "linux")]
pub mod program;
#[cfg(target_os = "linux")]
pub mod pulse;
#[cfg(target_os = "linux")]
pub mod ready;
#[cfg(target_os = "linux")]
pub mod run;
#[cfg(target_os = "linux")]
pub mod sandbox;
pub mod told;
#[cfg(target_os = "linux")]
pub mod watch;
