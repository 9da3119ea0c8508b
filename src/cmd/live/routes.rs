//! What is served where. While a game is on, a visitor sees what the public sees, whatever they ask.
//!
//! ```text
//! /                 the list of games            /events            its changes
//! /now              the newest game              /now/events        its steps, then those of the next one
//! /games/ID         a game                       /games/ID/events   its steps
//! /games/ID/whole   everything, once it is over
//! /seats/TOKEN      what a player sees       /seats/TOKEN/events   its steps, and the player's questions
//!                                            /seats/TOKEN/answer/ID  takes answers, the only thing that is sent here
//! ```

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use referee::render::page::{self, Live};
use referee::render::svg::STYLE;
use referee::wire::Viewer;
use serde_json::json;

use super::guest::Guest;
use super::house::House;
use super::http::{Client, Counted, Request, Status};
use super::pages::Looked;
use super::table::{Stage, Table};

const LIST: &str = include_str!("list.html");
const LOOK: &str = include_str!("list.css");
const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";
/// How many watch at the same time; other clients than watchers have room beside them.
const VIEWERS: usize = 200;
/// How often a stream of events says that it is alive.
const ALIVE: Duration = Duration::from_secs(15);
/// The shortest time between two lists.
const LISTS: Duration = Duration::from_millis(500);
/// How long the end of a game stays before the next one follows.
const PAUSE: Duration = Duration::from_secs(3);

const NOT_FOUND: Status = Status(404, "There is no such page.");
const GONE: Status = Status(404, "This game is not known here, or no longer kept.");
const READ_ONLY: Status = Status(405, "This can only be read.");
const NOBODY: Status = Status(403, "No player has this token.");
const FULL: Status = Status(503, "Too many watch already; try again later.");

/// Which game a page shows.
enum Which {
    One(Arc<Table>),
    Newest,
    /// The game of a player, as they see it.
    Seat(Arc<Guest>),
}

impl Which {
    /// The game to show now, and to whom.
    fn wanted(&self, house: &House) -> Option<(Arc<Table>, Viewer)> {
        match self {
            Which::One(table) => Some((Arc::clone(table), Viewer::Public)),
            Which::Newest => house.newest().map(|table| (table, Viewer::Public)),
            Which::Seat(guest) => guest.table().map(|(table, player)| (table, Viewer::Player(player))),
        }
    }

    /// Whether to stay with a game of which this was told at that time.
    fn stays(&self, (stage, since): (Stage, Instant), closing: bool) -> bool {
        match self {
            Which::One(_) => true,
            Which::Newest => stage == Stage::On || (since.elapsed() < PAUSE && !closing),
            // Their page keeps the end until they go on.
            Which::Seat(_) => stage != Stage::Open,
        }
    }
}

/// Answers a request.
pub(super) fn serve(house: &Arc<House>, request: &Request, client: &mut Client) -> io::Result<()> {
    let path = request.path.split('?').next().unwrap_or_default();
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    if let ["seats", token, rest @ ..] = &*parts {
        let Some(guest) = house.guest(token) else { return client.refuse(NOBODY) };
        return match (request.method.as_str(), rest) {
            ("POST", ["answer", game]) => match guest.take(game, &request.body) {
                Ok(()) => client.answer(204, JSON, b""),
                Err(status) => client.refuse(status),
            },
            ("GET", []) => client.answer(200, HTML, page_of(&guest.path(), true).as_bytes()),
            ("GET", ["events"]) => steps(house, &Which::Seat(guest), request, client),
            ("GET", _) => client.refuse(NOT_FOUND),
            _ => client.refuse(READ_ONLY),
        };
    }
    if request.method != "GET" {
        return client.refuse(READ_ONLY);
    }
    match *parts {
        [""] => client.answer(200, HTML, page::framed("Games", page::SERVED, &[STYLE, LOOK], LIST).as_bytes()),
        ["events"] => list(house, client),
        ["now"] => client.answer(200, HTML, page_of("now", false).as_bytes()),
        ["now", "events"] => steps(house, &Which::Newest, request, client),
        ["games", id] | ["games", id, "events" | "whole"] => {
            let Some(table) = house.table(id) else { return client.refuse(GONE) };
            match parts.get(2) {
                None => client.answer(200, HTML, page_of(&format!("games/{id}"), false).as_bytes()),
                Some(&"events") => steps(house, &Which::One(table), request, client),
                Some(_) => match house.pages.whole(&table) {
                    Ok(whole) => client.answer(200, JSON, whole.as_bytes()),
                    Err(status) => client.refuse(status),
                },
            }
        }
        _ => client.refuse(NOT_FOUND),
    }
}

/// A page whose events come from below a path.
fn page_of(path: &str, plays: bool) -> String {
    page::live("referee", &Live { events: format!("/{path}/events"), plays, list: "/".to_owned() })
}

/// Sends the list of games whenever it changes.
fn list(house: &House, client: &mut Client) -> io::Result<()> {
    let Some(_counted) = Counted::one(&house.viewers, VIEWERS) else { return client.refuse(FULL) };
    client.begin_events()?;
    let mut sent = String::new();
    loop {
        let (times, closing) = (house.bell.times(), house.is_closing());
        let list = house.list().to_string();
        if list != sent {
            client.send(format!("event: games\ndata: {list}\n\n").as_bytes())?;
            sent = list;
        }
        if closing {
            return client.send(b"event: bye\ndata: {}\n\n");
        }
        thread::sleep(LISTS);
        if !house.bell.wait(times, ALIVE) {
            client.send(b":\n\n")?;
        }
    }
}

/// What came of sending what is new.
enum Sent {
    /// Something was sent, and there may be more.
    Some,
    /// It is still being made.
    Behind,
    /// All there is has been sent.
    All,
}

/// A game that is being shown to one viewer.
struct Showing {
    table: Arc<Table>,
    looked: Looked,
    /// How many parts have been sent.
    sent: usize,
    /// The stage that has been told, and since when.
    told: (Stage, Instant),
    /// The question that has been told.
    asked: Option<u64>,
}

impl Showing {
    fn new(house: &Arc<House>, table: Arc<Table>, viewer: Viewer, last_event: &str) -> Showing {
        let looked = house.pages.looked_at(&table, viewer);
        // Who has seen the beginning goes on after it.
        let last = last_event.split_once('-').filter(|(name, _)| *name == looked.channel().name);
        let sent = last.and_then(|(_, place)| place.parse().ok()).unwrap_or_default();
        // It may have paused while it was not looked at.
        house.bell.ring();
        Showing { table, looked, sent, told: (Stage::On, Instant::now()), asked: None }
    }

    /// Sends what is new.
    fn send(&mut self, which: &Which, client: &mut Client) -> io::Result<Sent> {
        let (stage, length, cut) = self.table.at();
        // Who comes when everything may be told needs nothing else.
        let late = stage == Stage::Open && self.sent == 0 && !cut;
        if !late {
            let channel = self.looked.channel();
            let (part, reached) = channel.part(self.sent);
            if let Some(part) = part {
                self.sent += 1;
                let head = format!("id: {}-{}\nevent: steps\ndata: ", channel.name, self.sent);
                client.send(head.as_bytes())?;
                client.send(part.as_bytes())?;
                client.send(b"\n\n")?;
                return Ok(Sent::Some);
            }
            if let Which::Seat(guest) = which
                && let Some(question) = guest.asked(&self.table).filter(|question| question.after <= reached || cut)
                && self.asked != Some(question.id)
            {
                self.asked = Some(question.id);
                let told = question.told(guest, &self.table);
                client.send(format!("event: ask\ndata: {told}\n\n").as_bytes())?;
            }
            if reached < length {
                return Ok(Sent::Behind);
            }
        }
        if self.told.0 != stage {
            self.told = (stage, Instant::now());
            let whole = (stage == Stage::Open && !cut).then(|| format!("/games/{}/whole", self.table.id));
            let why = match stage {
                _ if cut => "Not all of this game is shown here: it was too long, or too fast.",
                Stage::Open => "The game is over. Everything is shown now.",
                _ => "The record ends here. What is hidden stays hidden until all of it may be told.",
            };
            let over = json!({"whole": whole, "why": why});
            client.send(format!("event: over\ndata: {over}\n\n").as_bytes())?;
        }
        Ok(Sent::All)
    }
}

/// Sends the steps of a game as they come.
fn steps(house: &Arc<House>, which: &Which, request: &Request, client: &mut Client) -> io::Result<()> {
    // Players find a place however many watch.
    let most = if matches!(which, Which::Seat(_)) { usize::MAX } else { VIEWERS };
    let Some(_counted) = Counted::one(&house.viewers, most) else { return client.refuse(FULL) };
    client.begin_events()?;
    let mut showing: Option<Showing> = None;
    let mut waits = false;
    loop {
        let (times, closing) = (house.bell.times(), house.is_closing());
        let stays = showing.as_ref().is_some_and(|showing| which.stays(showing.told, closing));
        let shown = |table: &Arc<Table>| showing.as_ref().is_some_and(|showing| Arc::ptr_eq(&showing.table, table));
        if let Some((table, viewer)) = which.wanted(house).filter(|(table, _)| !stays && !shown(table)) {
            let last = if showing.is_none() { request.last_event.as_str() } else { "" };
            showing = Some(Showing::new(house, table, viewer, last));
        }
        let sent = if let Some(showing) = &mut showing {
            showing.send(which, client)?
        } else {
            if !std::mem::replace(&mut waits, true) {
                client.send(b"event: wait\ndata: {\"why\":\"No game has begun yet.\"}\n\n")?;
            }
            Sent::All
        };
        let most = match sent {
            Sent::Some => continue,
            Sent::All if closing => return client.send(b"event: bye\ndata: {}\n\n"),
            // The next game may have begun already.
            Sent::All if matches!(which, Which::Newest) => PAUSE,
            _ => ALIVE,
        };
        if !house.bell.wait(times, most) {
            client.send(b":\n\n")?;
        }
    }
}
