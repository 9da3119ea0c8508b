//! Helpers for tests that walk through `fixtures/`: finding files, playing them through the library, and reporting
//! all faults at once.

#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};

use referee::judge::Emit;
use referee::stream::{Asked, Room, Tally};
use serde_json::Value;

/// A path below `fixtures/`.
pub(crate) fn fixture(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(path)
}

/// All entries of a folder below `fixtures/`, sorted; empty if there is no such folder.
pub(crate) fn entries(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let Ok(listing) = fs::read_dir(fixture(folder)) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = listing.map(|entry| entry.expect("a folder can be read").path()).collect();
    paths.sort();
    paths
}

/// The existing files `fixtures/*/…` at this place, each with its game's name.
pub(crate) fn in_every_game(place: &str) -> Vec<(String, PathBuf)> {
    entries("").into_iter().map(|game| (name(&game), game.join(place))).filter(|(_, path)| path.exists()).collect()
}

/// The last part of a path.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A path relative to the project.
pub(crate) fn shown(path: &Path) -> String {
    path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path).display().to_string()
}

/// The text of a file.
pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", shown(path)))
}

/// A line of a stream and its answers.
pub(crate) struct Exchange {
    /// The number of the line, from 1.
    pub number: usize,
    /// The line.
    pub line: String,
    /// The output before the next line was read.
    pub answers: Vec<Value>,
}

impl Exchange {
    /// The line as JSON; null if it is not JSON.
    pub(crate) fn said(&self) -> Value {
        serde_json::from_str(&self.line).unwrap_or_default()
    }
}

/// Plays a stream line by line. The last exchange is the end of the stream and has no line.
pub(crate) fn converse(text: &str) -> (Vec<Exchange>, Tally) {
    let mut room = Room::new(Asked::default(), Emit::NONE);
    let mut exchanges = Vec::new();
    let mut answer = |line: Option<&str>, number: usize, exchanges: &mut Vec<Exchange>| {
        let mut out = Vec::new();
        match line {
            Some(line) => room.line(line.as_bytes(), &mut out),
            None => room.end(&mut out),
        }
        .expect("no command line contradicts the stream");
        let answers = String::from_utf8(out).expect("answers are UTF-8");
        let answers = answers.lines().map(|line| serde_json::from_str(line).expect("answers are JSON")).collect();
        exchanges.push(Exchange { number, line: line.unwrap_or_default().to_owned(), answers });
        room.tally()
    };
    for (number, line) in (1..).zip(text.lines()) {
        answer(Some(line), number, &mut exchanges);
    }
    let tally = answer(None, text.lines().count() + 1, &mut exchanges);
    (exchanges, tally)
}

/// Fails with all faults, if there are any.
#[track_caller]
pub(crate) fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
