//! A person in a browser at the table of a judge: they are asked like a bot, and have all the time they want.

use std::sync::Arc;

use referee::bots::run::Person;
use referee::game::Player;
use referee::judge::seats::{Briefing, News, Reply};

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
        id: u64,
        told: Briefing,
        meanwhile: &mut dyn FnMut() -> bool,
        typed: &mut Vec<String>,
    ) -> Option<Reply> {
        let why = match told.news.last() {
            Some(News::Malformed(why)) => why.clone(),
            _ => String::new(),
        };
        self.guest.ask(Some(Question { id, after: self.table.told(), why }));
        self.bell.ring();
        loop {
            if let Some(answer) = self.guest.answered() {
                typed.push(String::from_utf8_lossy(&answer).into_owned());
                return Some(Reply::Line(answer));
            }
            if !meanwhile() {
                return None;
            }
        }
    }

    fn end(&mut self, _told: Briefing) {}
}
