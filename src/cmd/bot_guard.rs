//! `referee bot-guard`: waits until the judge has ended, then ends what it left behind. Hidden, because only `match`
//! calls it. A killed judge cannot clean up, and a bot's death signal does not reach the bot's children.

use std::path::Path;

use anyhow::Result;
use clap::Args;

use super::Exit;

/// Arguments of `bot-guard`.
#[derive(Args)]
pub(crate) struct BotGuardArgs {}

/// Waits for the judge's end and cleans up.
pub(crate) fn run(_: &BotGuardArgs) -> Result<Exit> {
    referee::bots::watch::hide()?;
    // The common beginning of the marks of the judge's bots, and the control group that was delegated to it, if any. The judge
    // keeps the pipe open and writes nothing more.
    let told = std::io::read_to_string(std::io::stdin().lock())?;
    let mut lines = told.lines().filter(|line| !line.is_empty());
    let Some(session) = lines.next() else { return Ok(Exit::Valid) };
    let home = lines.next();
    // It ends everything in it, marked or not.
    home.map(Path::new).map(referee::bots::group::give_back);
    referee::bots::watch::sweep(session, std::time::Duration::from_secs(5));
    Ok(Exit::Valid)
}
