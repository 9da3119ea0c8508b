//! A person in a browser at the table of a judge: they are asked like a bot, and have all the time they want.

use std::sync::Arc;

use referee::bots::run::Person;
use referee::game::Player;
use referee::game::picture::Picture;
use serde_json::Value;

use super::guest::{Guest, Question};
use super::house::Spectator;
use super::table::{Bell, Table};

/// A person at a table.
pub(crate) struct Visit {
    guest: Arc<Guest>,
    table: Arc<Table>,
    bell: Arc<Bell>,
}

impl Visit {
    /// Sits down.
    pub(crate) fn new(guest: &Arc<Guest>, spectator: &Spectator, seat: usize) -> Visit {
        let (table, bell) = spectator.place();
        guest.sit(&table, Player(seat as u8));
        Visit { guest: Arc::clone(guest), table, bell }
    }
}

impl Drop for Visit {
    /// Nothing is asked any more; the page still shows the game.
    fn drop(&mut self) {
        self.guest.ask(None);
    }
}

impl Person for Visit {
    fn answer(
        &mut self,
        lines: &[u8],
        _picture: &Picture,
        _happened: &[String],
        meanwhile: &mut dyn FnMut() -> bool,
        typed: &mut Vec<String>,
    ) -> Option<Vec<u8>> {
        let last = lines.split(|byte| *byte == b'\n').rfind(|line| !line.is_empty())?;
        let last: Value = serde_json::from_slice(last).ok()?;
        let why = last["malformed"]["message"].as_str().unwrap_or_default().to_owned();
        self.guest.ask(Some(Question { id: last["ask"]["id"].as_u64()?, after: self.table.told(), why }));
        self.bell.ring();
        loop {
            if let Some(answer) = self.guest.answered() {
                typed.push(String::from_utf8_lossy(&answer).into_owned());
                return Some(answer);
            }
            if !meanwhile() {
                return None;
            }
        }
    }

    fn end(&mut self, _lines: &[u8], _picture: &Picture, _happened: &[String]) {}
}
