//! Where the games of a match are watched, and where people sit down to play.

use std::sync::Arc;

use anyhow::Result;
use referee::bots::run::{Onlooker, Person};
use referee::matches::entrants::{Contender, Entrant, Runner};
use referee::matches::worker::{Host, Party, Plan, Setting};
use referee::stream::Usage;

use crate::cmd::human::{self, Human};
use crate::cmd::live::{Guest, House, Shown, Visit, onlooker};

/// A person who plays.
#[derive(Clone)]
pub(crate) enum Attendee {
    /// At the terminal.
    Human,
    /// In a browser.
    Guest(Arc<Guest>),
}

/// The place; see the module.
#[derive(Default)]
pub(crate) struct Hall {
    /// Where the games can be watched.
    pub(crate) house: Option<Arc<House>>,
    /// For each entrant the person, if it is one.
    pub(crate) people: Vec<Option<Attendee>>,
}

impl Host for Hall {
    fn begin<'a>(&'a self, setting: &'a Setting<'_>, plan: &'a Plan, players: &'a [&Entrant]) -> Party<'a> {
        let people: Vec<Option<&Attendee>> =
            plan.seats.iter().map(|entrant| self.people.get(*entrant)?.as_ref()).collect();
        // What a person waits for must arrive.
        let waits = people.iter().any(|person| matches!(person, Some(Attendee::Guest(_))));
        let begin = move |house: &Arc<House>| {
            // A bot may look at the page, too.
            let shown = if setting.anonymous {
                Shown::Veiled(players.len())
            } else {
                Shown::Named(players.iter().map(|entrant| entrant.name.clone()).collect())
            };
            house.begin(&plan.id, setting.game.title(), shown, waits)
        };
        let house = self.house.as_ref();
        let spectator = house.filter(|house| waits || house.take_room()).map(begin);
        let sits = |(seat, person): (usize, Option<&Attendee>)| -> Option<Box<dyn Person>> {
            match person? {
                Attendee::Human => Some(Box::new(Human::new(setting.game))),
                Attendee::Guest(guest) => Some(Box::new(Visit::new(guest, spectator.as_ref()?, seat))),
            }
        };
        let people = people.iter().copied().enumerate().map(sits).collect();
        let onlooker = house.map(|house| -> Onlooker<'a> { Box::new(onlooker(spectator, move || begin(house))) });
        Party { onlooker, people }
    }

    fn goes_on(&self) -> bool {
        !human::has_left()
    }
}

/// Reads a player of a match: a person, a built-in player or a bot's command.
pub(crate) fn player(text: &str, runner: &Runner) -> Result<(Entrant, Option<Attendee>)> {
    let person = |name: &str| Entrant { name: name.to_owned(), longer: None, who: Contender::Person };
    if text == "@human" {
        return Ok((person("human"), Some(Attendee::Human)));
    }
    let Some(name) = text.strip_prefix("@browser") else {
        return Ok((referee::matches::entrants::entrant(text, runner)?, None));
    };
    let name = match name.strip_prefix(':') {
        None if name.is_empty() => "browser",
        Some(name) if !name.is_empty() && !name.chars().any(char::is_control) => name,
        _ => return Err(Usage(format!("`{text}`: write @browser or @browser:NAME")).into()),
    };
    Ok((person(name), Some(Attendee::Guest(Arc::new(Guest::new()?)))))
}
