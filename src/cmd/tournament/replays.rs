//! Replays of the games of a tournament: a page for each transcript, for standings to link to.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use referee::contest::report::Report;

use crate::cmd::replay::{self, LISTED, ReplayArgs};
use crate::cmd::{Exit, GameArgs, remark};

/// Writes a replay of each transcript that a report names, unless it is there. A transcript that cannot be shown is told.
pub(crate) fn write(report: &Report, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let edition = report.declared.as_ref().and_then(|declared| declared.edition.clone());
    for game in &report.transcripts {
        let name = game.transcript.rsplit('/').next().unwrap_or_default();
        let to = folder.join(format!("{}.html", name.split(".jsonl").next().unwrap_or_default()));
        if to.exists() {
            continue;
        }
        // Only a whole replay gets its name.
        let new = to.with_extension("new");
        let args = ReplayArgs {
            file: Some(game.transcript.clone().into()),
            game: GameArgs { editions: edition.iter().map(Into::into).collect(), ..GameArgs::default() },
            seed: None,
            output: Some(new.clone()),
            viewer: None,
            legal: LISTED,
        };
        match replay::run(&args) {
            Ok(Exit::Valid) => fs::rename(&new, &to).with_context(|| to.display().to_string())?,
            Ok(_) => remark(&format!("{}: no replay, since the transcript has a fault", game.transcript)),
            Err(error) => remark(&format!("{}: no replay: {error:#}", game.transcript)),
        }
    }
    Ok(())
}
