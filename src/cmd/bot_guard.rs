//! `referee bot-guard`: waits until the judge is gone and ends what it left behind. Hidden, because only `match` calls it:
//! a judge that is killed cannot clean up, and the death signal of a bot does not reach what the bot has started.

use anyhow::Result;
use clap::Args;

use super::Exit;

/// Arguments of `bot-guard`.
#[derive(Args)]
pub(crate) struct BotGuardArgs {
    /// How the marks of the judge's bots begin
    session: String,
}

/// Waits and ends them.
pub(crate) fn run(args: &BotGuardArgs) -> Result<Exit> {
    // The judge holds the other end as long as it runs and writes nothing.
    std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink())?;
    let _ = referee::bots::watch::sweep(&args.session, std::time::Duration::from_secs(5));
    Ok(Exit::Valid)
}
