//! `referee match` where it cannot be: limits, groups and watching of processes are Linux's.

use anyhow::Result;
use clap::Args;

use super::Exit;

/// Arguments of `match`: whatever they are.
#[derive(Args)]
pub(crate) struct MatchArgs {
    /// What would be played
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
}

/// Says that it cannot be done here.
pub(crate) fn run(_: &MatchArgs) -> Result<Exit> {
    Err(referee::stream::Usage("bots can be run on Linux only".to_owned()).into())
}
