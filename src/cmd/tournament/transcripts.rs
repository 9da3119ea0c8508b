//! The transcripts of a tournament. Each file is on the disk before the journal names it. It gets the seed once all
//! games with that seed have ended. No other tournament may overwrite it.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result};
use referee::commitment::Luck;
use referee::contest::journal::{lock, sync_name};
use referee::contest::record::Planned;
use referee::contest::schedule::GameId;
use referee::matches::planned::Transcript;
use referee::stream::Usage;
use serde_json::{Map, Value, json};

/// The first game of which a folder already holds a transcript, if any.
pub(crate) fn occupied(folder: &Path) -> io::Result<Option<GameId>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let game = path.file_stem().and_then(|name| name.to_str()).and_then(|name| name.parse().ok());
        if let Some(game) = game.filter(|_| path.extension().is_some_and(|end| end == "jsonl")) {
            return Ok(Some(game));
        }
    }
    Ok(None)
}

/// Locks a folder for one run, which must keep what this returns: two runs would replace each other's files.
pub(crate) fn locked(folder: &Path) -> Result<File> {
    let open = File::open(folder).with_context(|| folder.display().to_string())?;
    match lock(&open) {
        Ok(()) => Ok(open),
        Err(TryLockError::WouldBlock) => {
            Err(Usage(format!("{}: another run writes its transcripts here", folder.display())).into())
        }
        Err(TryLockError::Error(error)) => Err(error).with_context(|| folder.display().to_string()),
    }
}

/// Writes a transcript, with the seed only if it may be revealed. On return, the whole file is on the disk under its
/// own name. It replaces an earlier file of the same game; a file of another game is kept and causes an error.
pub(crate) fn write(folder: &Path, planned: &Planned, record: &Transcript, told: bool) -> Result<String> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
    let path = folder.join(format!("{}.jsonl", planned.game_id));
    if let Ok(header) = header(&path)
        && header.get("match").is_none_or(|told| told["commitment"] != planned.luck.commitment())
    {
        let name = path.display();
        let message = format!("{name} belongs to another tournament; use one folder for each tournament's transcripts");
        return Err(Usage(message).into());
    }
    let (header, rest) = parts(&record.whole);
    replace(&path, if told { header } else { &record.sealed }, rest)
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path.to_string_lossy().into_owned())
}

/// Adds the seed to the header of a transcript written without it.
fn tell(path: &Path, luck: &Luck) -> io::Result<()> {
    let header = header(path)?;
    if header.contains_key("seed") {
        return Ok(());
    }
    let mut with_seed = Map::new();
    for (key, mut value) in header {
        if let ("match", Some(about)) = (&*key, value.as_object_mut()) {
            about.insert("nonce".to_owned(), json!(luck.nonce));
        }
        // Keep the usual order of a header's keys.
        if key == "draws" {
            with_seed.insert("seed".to_owned(), json!(luck.seed));
        }
        with_seed.insert(key, value);
    }
    let header = [serde_json::to_vec(&with_seed)?, b"\n".to_vec()].concat();
    replace(path, &header, parts(&fs::read(path)?).1)
}

/// The header of a transcript; a first line that is not a header gives `InvalidData`.
fn header(path: &Path) -> io::Result<Map<String, Value>> {
    let mut line = Vec::new();
    BufReader::new(File::open(path)?).read_until(b'\n', &mut line)?;
    serde_json::from_slice(&line).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// The first line of a transcript, with its end, and the rest.
fn parts(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(memchr::memchr(b'\n', text).map_or(text.len(), |end| end + 1))
}

/// Replaces a file: at any moment either the old or the new one is there as a whole; on return, the new one.
fn replace(path: &Path, header: &[u8], rest: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    let mut file = File::create(&new)?;
    file.write_all(header)?;
    file.write_all(rest)?;
    file.sync_all()?;
    fs::rename(&new, path)?;
    sync_name(path);
    Ok(())
}

/// Transcripts whose seed could not be added, for one remark each on all that are missing or damaged.
#[derive(Default)]
pub(crate) struct Untold {
    missing: (usize, String),
    damaged: (usize, String),
}

impl Untold {
    /// Adds the seed to a transcript, or counts the failure.
    pub(crate) fn tell(&mut self, path: &str, luck: &Luck) -> Result<()> {
        let Err(error) = tell(Path::new(path), luck) else { return Ok(()) };
        let count = match error.kind() {
            io::ErrorKind::NotFound => &mut self.missing,
            io::ErrorKind::InvalidData => &mut self.damaged,
            _ => return Err(error).with_context(|| path.to_owned()),
        };
        if count.0 == 0 {
            path.clone_into(&mut count.1);
        }
        count.0 += 1;
        Ok(())
    }

    /// The remarks on failures.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let said = |(count, first): &(usize, String), one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("{first} {one}")),
            _ => Some(format!("{count} transcripts {many}, {first} among them")),
        };
        let missing = said(&self.missing, "no longer exists", "no longer exist");
        let damaged = said(
            &self.damaged,
            "is damaged; its seed is only in the journal",
            "are damaged; their seeds are only in the journal",
        );
        missing.into_iter().chain(damaged).collect()
    }
}
