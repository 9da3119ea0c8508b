//! `referee --version --json`: describes this program to other programs.

use anyhow::{Result, anyhow};
use referee::games::GAMES;
use referee::wire::VERSION;
use serde_json::{Value, json};

use super::{Exit, Output};

/// Prints one line: the versions of program and protocol, and the games with their built-in editions.
pub(crate) fn run() -> Result<Exit> {
    let mut games: Vec<Value> = Vec::new();
    for game in GAMES {
        let edition = game.read_edition(game.edition()).map_err(|faults| anyhow!("{}: {faults:?}", game.name()))?;
        games.push(json!({"game": game.name(), "title": game.title(), "edition": edition.mark}));
    }
    let mut output = Output::open();
    output.json(&json!({"version": env!("CARGO_PKG_VERSION"), "protocol": VERSION, "games": games}));
    output.end(Exit::Valid)
}
