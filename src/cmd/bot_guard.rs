//! `referee bot-guard`: waits until the judge is gone and ends what it left behind. Hidden, because only `match` calls it:
//! a judge that is killed cannot clean up, and the death signal of a bot does not reach what the bot has started.

use anyhow::Result;
use clap::Args;

use super::Exit;

/// Arguments of `bot-guard`.
#[derive(Args)]
pub(crate) struct BotGuardArgs {}

/// Waits and ends them.
pub(crate) fn run(_: &BotGuardArgs) -> Result<Exit> {
    referee::bots::watch::hide()?;
    // How the marks of the judge's bots begin. The judge holds the other end as long as it runs and writes nothing more.
    let session = std::io::read_to_string(std::io::stdin().lock())?;
    let Some(session) = session.lines().next().filter(|session| !session.is_empty()) else { return Ok(Exit::Valid) };
    let _ = referee::bots::watch::sweep(session, std::time::Duration::from_secs(5));
    Ok(Exit::Valid)
}
