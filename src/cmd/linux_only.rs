//! What runs bots, on systems where they cannot be run: limits, groups and watching of processes are Linux's. The commands
//! are there, so that who types one is told why it cannot be.

use anyhow::Result;
use clap::Args;

use super::Exit;

/// Arguments of a command that needs Linux: whatever they are.
#[derive(Args)]
#[command(after_help = "This command runs bots, which needs Linux. Here it does nothing and ends with code 2.")]
pub(crate) struct LinuxOnlyArgs {
    /// What would be played
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
}

pub(crate) type MatchArgs = LinuxOnlyArgs;
pub(crate) type CheckBotArgs = LinuxOnlyArgs;
pub(crate) type RunArgs = LinuxOnlyArgs;
pub(crate) type PlayArgs = LinuxOnlyArgs;

/// Says that it cannot be done here.
pub(crate) fn run(_: &LinuxOnlyArgs) -> Result<Exit> {
    Err(referee::stream::Usage("bots can be run on Linux only".to_owned()).into())
}

pub(crate) use run as play;
