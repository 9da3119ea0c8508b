//! The transcripts of a tournament: files that are on the disk before the journal names them, that tell the seed once no
//! game of it is left to play, and that no other tournament writes over.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use referee::commitment::Luck;
use referee::contest::journal::sync_name;
use referee::contest::schedule::GameId;
use referee::stream::Usage;
use serde_json::{Map, Value, json};

/// The game of which a folder holds a transcript already, if it does.
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

/// Writes a transcript, with the seed only if it may be told. When this returns it is on the disk as a whole, under its own
/// name. What the same game left there before is replaced; another game's stays, and is an error.
pub(crate) fn write(folder: &Path, id: GameId, luck: &Luck, record: &[u8], told: bool) -> Result<PathBuf> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {}", folder.display()))?;
    let path = folder.join(format!("{id}.jsonl"));
    if let Ok(header) = header(&path)
        && header.get("match").is_none_or(|told| told["commitment"] != luck.commitment())
    {
        let name = path.display();
        let message = format!("{name} is of another tournament; each has a folder of its own for its transcripts");
        return Err(Usage(message).into());
    }
    let end = memchr::memchr(b'\n', record).unwrap_or(record.len());
    let mut header: Map<String, Value> = serde_json::from_slice(&record[..end])?;
    if !told {
        header.shift_remove("seed");
        if let Some(about) = header.get_mut("match").and_then(Value::as_object_mut) {
            about.shift_remove("nonce");
        }
    }
    replace(&path, &header, &record[end..]).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// What came of telling a seed.
pub(crate) enum Told {
    /// It stands there now, or did already.
    Yes,
    /// There is no such file.
    Missing,
    /// Its header cannot be read.
    Damaged,
}

/// Tells the seed in the header of a transcript that was written without it.
pub(crate) fn tell(path: &Path, luck: &Luck) -> Result<Told> {
    let header = match header(path) {
        Ok(header) if header.contains_key("seed") => return Ok(Told::Yes),
        Ok(header) => header,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Told::Missing),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => return Ok(Told::Damaged),
        Err(error) => return Err(error).with_context(|| path.display().to_string()),
    };
    let mut with_seed = Map::new();
    for (key, mut value) in header {
        if let ("match", Some(about)) = (&*key, value.as_object_mut()) {
            about.insert("nonce".to_owned(), json!(luck.nonce));
        }
        // The order of keys is that of every header.
        if key == "draws" {
            with_seed.insert("seed".to_owned(), json!(luck.seed));
        }
        with_seed.insert(key, value);
    }
    let retold = fs::read(path).and_then(|text| {
        let end = memchr::memchr(b'\n', &text).unwrap_or(text.len());
        replace(path, &with_seed, &text[end..])
    });
    retold.with_context(|| path.display().to_string())?;
    Ok(Told::Yes)
}

/// The first line of a transcript; that it is no header is `InvalidData`.
fn header(path: &Path) -> io::Result<Map<String, Value>> {
    let mut line = Vec::new();
    BufReader::new(File::open(path)?).read_until(b'\n', &mut line)?;
    serde_json::from_slice(&line).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Puts a file in place of another: whatever happens, one of the two is there as a whole, and the new one from here on.
fn replace(path: &Path, header: &Map<String, Value>, rest: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    let mut file = File::create(&new)?;
    file.write_all(&serde_json::to_vec(header)?)?;
    file.write_all(rest)?;
    file.sync_all()?;
    fs::rename(&new, path)?;
    sync_name(path);
    Ok(())
}

/// Transcripts that could not be told their seed: said once, however many they are.
#[derive(Default)]
pub(crate) struct Untold {
    missing: (usize, String),
    damaged: (usize, String),
}

impl Untold {
    /// Tells the seed in a transcript, or counts it.
    pub(crate) fn tell(&mut self, path: &str, luck: &Luck) -> Result<()> {
        let count = match tell(Path::new(path), luck)? {
            Told::Yes => return Ok(()),
            Told::Missing => &mut self.missing,
            Told::Damaged => &mut self.damaged,
        };
        if count.0 == 0 {
            path.clone_into(&mut count.1);
        }
        count.0 += 1;
        Ok(())
    }

    /// What to say of them.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let said = |(count, first): &(usize, String), one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("{first} {one}")),
            _ => Some(format!("{count} transcripts {many}, {first} among them")),
        };
        let missing = said(&self.missing, "is not there any more", "are not there any more");
        let damaged = said(
            &self.damaged,
            "is damaged; its seed stands in the journal alone",
            "are damaged; their seeds stand in the journal alone",
        );
        missing.into_iter().chain(damaged).collect()
    }
}
