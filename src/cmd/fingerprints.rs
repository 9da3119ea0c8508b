//! SHA-256 of what bots are made of: each file that a command names. Journals and transcripts keep them, so that a program
//! that was replaced is found.

use std::path::Path;

use anyhow::Result;
use referee::contest::config::Config;
use referee::contest::journal::{BotFile, Journal};
use referee::matches::entrants::split;
use referee::matches::fingerprints;
use referee::stream::Usage;

use super::matches::failed;
use super::{remark, tournament::journal_failed};

/// The fingerprints of all bots of a tournament; built-in ones have none.
fn of_bots(config: &Config) -> Result<Vec<BotFile>> {
    let mut all = Vec::new();
    for bot in (0..config.bots.len()).map(|bot| config.seated(bot)).filter(|bot| !bot.command.starts_with('@')) {
        let words = split(&bot.command).map_err(Usage)?;
        let files =
            fingerprints::of(&words, bot.directory.or(config.place()).as_ref().map(Path::new)).map_err(failed)?;
        // The journal may be resumed from elsewhere.
        let here = |path: String| {
            if words.contains(&path) {
                return path;
            }
            Path::new(&path)
                .strip_prefix(&config.folder)
                .map(|path| path.to_string_lossy().into_owned())
                .unwrap_or(path)
        };
        all.extend(files.into_iter().map(|(path, sha256)| BotFile { bot: bot.name.clone(), path: here(path), sha256 }));
    }
    Ok(all)
}

/// Notes in a journal what its bots are made of. If that has changed since the last run, this is an error unless it `may`.
/// Files are named as seen from the folder of the configuration.
pub(crate) fn note(journal: &mut Journal, config: &Config, may: bool) -> Result<()> {
    let now = of_bots(config)?;
    let before = journal.ledger().files.clone();
    let earlier = before.unwrap_or_default();
    if earlier == now {
        return Ok(());
    }
    // Bots may have been added, or have left.
    let differs =
        |file: &&BotFile, there: &[BotFile]| !there.contains(file) && there.iter().any(|other| other.bot == file.bot);
    let changed = now.iter().find(|file| differs(file, &earlier));
    let changed = changed.or_else(|| earlier.iter().find(|file| differs(file, &now)));
    if let Some(BotFile { bot, path, .. }) = changed {
        let told = format!("{path} of the bot `{bot}` is not what it was when the last games were played");
        if !may {
            return Err(Usage(format!("{told}; --changed-bots plays on all the same")).into());
        }
        remark(&told);
    }
    journal.note_files(now).map_err(journal_failed)
}
