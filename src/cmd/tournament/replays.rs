//! Replays of the games of a tournament: a page for each transcript, for standings to link to.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use clap::Parser;
use referee::contest::report::Report;

use crate::cmd::{Exit, remark, replay};

/// `replay` as it is called without options.
#[derive(Parser)]
struct Usual {
    #[command(flatten)]
    args: replay::ReplayArgs,
}

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
        let mut words = vec!["replay".to_owned(), game.transcript.clone(), "-o".to_owned()];
        words.push(new.to_string_lossy().into_owned());
        words.extend(edition.iter().flat_map(|edition| ["--edition".to_owned(), edition.clone()]));
        let shown = replay::run(&Usual::try_parse_from(words)?.args);
        match shown {
            Ok(Exit::Valid) => fs::rename(&new, &to).with_context(|| to.display().to_string())?,
            Ok(_) => remark(&format!("{}: no replay, since the transcript has a fault", game.transcript)),
            Err(error) => remark(&format!("{}: no replay: {error:#}", game.transcript)),
        }
    }
    Ok(())
}
