//! SHA-256 of what bots are made of: each file that a command names. Journals and transcripts keep them, so that a program
//! that was replaced is found.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use sha2::{Digest as _, Sha256};

use super::NotPlayed;
use crate::text::hex;

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
    let (mut digest, mut file) = (Sha256::new(), BufReader::with_capacity(1 << 16, File::open(path)?));
    while !file.fill_buf()?.is_empty() {
        let read = file.buffer().len();
        digest.update(file.buffer());
        file.consume(read);
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
pub fn of(words: &[String], directory: Option<&Path>) -> Result<Vec<(String, String)>, NotPlayed> {
    let of = |path: PathBuf| {
        let digest = sha256(&path).map_err(NotPlayed::at(path.display()))?;
        Ok((path.to_string_lossy().into_owned(), digest))
    };
    files(words, directory).into_iter().map(of).collect()
}
