//! SHA-256 of what bots are made of: each file that a command names. Journals and transcripts keep them, so that a program
//! that was replaced is found.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result};
use referee::contest::config::Config;
use referee::contest::journal::{BotFile, Journal};
use referee::stream::Usage;
use referee::text::hex;
use sha2::{Digest as _, Sha256};

use super::matches::entrants::split;
use super::{remark, tournament::journal_failed};

/// What tells one state of a file from another: its place, its length and when it changed.
type State = (u64, u64, u64, i64, i64);

/// The SHA-256 of a file. A file that has not changed since the last time is not read again.
fn sha256(path: &Path) -> io::Result<String> {
    static KNOWN: Mutex<BTreeMap<State, String>> = Mutex::new(BTreeMap::new());
    let about = fs::metadata(path)?;
    let state = (about.dev(), about.ino(), about.len(), about.ctime(), about.ctime_nsec());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(digest) = known.get(&state) {
        return Ok(digest.clone());
    }
    let (mut digest, mut file, mut part) = (Sha256::new(), File::open(path)?, vec![0; 1 << 16]);
    loop {
        match file.read(&mut part)? {
            0 => break,
            read => digest.update(&part[..read]),
        }
    }
    let digest = hex(&digest.finalize());
    known.insert(state, digest.clone());
    Ok(digest)
}

/// The files of a command that starts in a folder: its program, and every other word that names a file.
fn files(words: &[String], directory: Option<&Path>) -> Vec<PathBuf> {
    let from = directory.unwrap_or(Path::new(""));
    let is_found = |path: &PathBuf| path.is_file();
    let program = words.first().filter(|word| !word.contains('/')).and_then(|word| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).map(|folder| folder.join(word)).find(is_found)
    });
    let named = words.iter().map(|word| from.join(word)).filter(is_found);
    program.into_iter().chain(named).collect()
}

/// The fingerprints of a command.
pub(crate) fn of(words: &[String], directory: Option<&Path>) -> Result<Vec<(String, String)>> {
    let of = |path: PathBuf| {
        let digest = sha256(&path).with_context(|| path.display().to_string())?;
        Ok((path.to_string_lossy().into_owned(), digest))
    };
    files(words, directory).into_iter().map(of).collect()
}

/// The fingerprints of all bots of a tournament; built-in ones have none.
fn of_bots(config: &Config) -> Result<Vec<BotFile>> {
    let mut all = Vec::new();
    for bot in (0..config.bots.len()).map(|bot| config.seated(bot)).filter(|bot| !bot.command.starts_with('@')) {
        let words = split(&bot.command).map_err(Usage)?;
        let files = of(&words, bot.directory.or(config.place()).as_ref().map(Path::new))?;
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
    let before = journal.record().files.clone();
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
