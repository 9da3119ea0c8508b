//! The commands that run bots, on systems without the Linux features they need: limits, process groups and process
//! watching. The commands exist, so that a user learns why they do not work.

use anyhow::Result;
use clap::Args;

use super::Exit;

/// Any arguments of a command that needs Linux.
#[derive(Args)]
#[command(after_help = "This command runs bots, which needs Linux. Here it does nothing and ends with code 2.")]
pub(crate) struct LinuxOnlyArgs {
    /// The arguments on Linux
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
}

pub(crate) type MatchArgs = LinuxOnlyArgs;
pub(crate) type CheckBotArgs = LinuxOnlyArgs;
pub(crate) type RunArgs = LinuxOnlyArgs;
pub(crate) type PlayPlannedArgs = LinuxOnlyArgs;

/// Reports that bots need Linux.
pub(crate) fn run(_: &LinuxOnlyArgs) -> Result<Exit> {
    Err(referee::stream::Usage("bots run on Linux only".to_owned()).into())
}
