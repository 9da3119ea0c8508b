//! The games that can be watched. The judge copies each new part of a record once, without waiting; one thread keeps the records;
//! pages are made from them only while they are looked at. So watchers cost the judge nothing but that copy.
//!
//! What a page may know follows from the record alone, by the same code that writes replays: the public view, or that of a
//! player who holds the token of a seat, and everything once the game is over and its luck may be told.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use referee::stream::Asked;
use referee::text::escaped;
use serde::Serialize;
use serde_json::{Value, json};

use super::guest::Guest;
use super::pages::Pages;
use super::table::{Bell, Stage, Table, locked};

/// How many beginnings and ends of games may wait to be kept, and how many bytes of records.
const WAITING: usize = 1 << 14;
const WAITING_BYTES: usize = 64 << 20;
/// How often they are kept, and how often pages change.
const PACE: Duration = Duration::from_millis(50);
/// How many finished games are kept, and how long their records may be in all, in bytes.
const KEPT_GAMES: usize = 200;
const KEPT_BYTES: usize = 64 << 20;
/// How many games may begin at once and all be shown, and how many more in the time of [`PACE`]. So the list changes no faster than
/// people read, and thousands of games of a moment cost the judge little.
const AT_ONCE: usize = 50;
const NEW_GAMES: usize = 5;
/// How long pages get the last events when the games are over.
const FAREWELL: Duration = Duration::from_secs(8);
/// How long it must be quiet before the server goes.
const QUIET: Duration = Duration::from_secs(2);

/// Something that the judge tells.
enum Piece {
    Begin(Arc<Table>),
    End(Arc<Table>, Stage, bool),
    /// Everything of these games may be told.
    Open(Vec<String>),
    /// The results so far.
    Notice(Notice),
    /// All has been told; the sender waits for an answer.
    Last(SyncSender<()>),
}

/// What can be watched, and who watches.
pub(crate) struct House {
    pieces: SyncSender<Piece>,
    /// How many bytes of records wait to be kept.
    waiting: AtomicUsize,
    /// How many more games are shown from their beginning. The keeper adds some whenever it looks.
    room: AtomicUsize,
    /// Tells of changes.
    pub(super) bell: Arc<Bell>,
    pub(super) pages: Arc<Pages>,
    tables: Mutex<VecDeque<Arc<Table>>>,
    guests: Mutex<Vec<Arc<Guest>>>,
    notice: Mutex<Notice>,
    pub(super) clients: Arc<AtomicUsize>,
    pub(super) viewers: Arc<AtomicUsize>,
    closing: AtomicBool,
    /// Where it is.
    place: OnceLock<SocketAddr>,
    /// When something was last told or asked for.
    busy: Mutex<Instant>,
}

/// The results so far: a table, which begins with its headings, and what there is to say below it.
#[derive(Default, Serialize)]
pub(crate) struct Notice {
    pub(crate) rows: Vec<Vec<String>>,
    pub(crate) below: String,
}

/// Which names a page shows.
pub(crate) enum Shown {
    /// These.
    Named(Vec<String>),
    /// None, but so many players by number.
    Veiled(usize),
}

/// The judge's end of a game that can be watched.
pub(crate) struct Spectator {
    house: Arc<House>,
    table: Arc<Table>,
    stage: Stage,
    waits: bool,
    /// Whether a part of the record was left out.
    cut: bool,
}

impl House {
    /// Keeps games from now on.
    pub(super) fn new(asked: Asked) -> Arc<House> {
        let (pieces, queue) = sync_channel(WAITING);
        let bell = Arc::<Bell>::default();
        let house = Arc::new(House {
            pieces,
            waiting: AtomicUsize::new(0),
            room: AtomicUsize::new(AT_ONCE),
            pages: Pages::new(asked, &bell),
            bell,
            tables: Mutex::default(),
            guests: Mutex::default(),
            notice: Mutex::default(),
            clients: Arc::default(),
            viewers: Arc::default(),
            closing: AtomicBool::new(false),
            place: OnceLock::new(),
            busy: Mutex::new(Instant::now()),
        });
        let keeper = Arc::clone(&house);
        thread::spawn(move || keeper.keep(&queue));
        house
    }

    /// Says where it is served.
    pub(super) fn is_at(&self, place: SocketAddr) {
        let _ = self.place.set(place);
    }

    /// The link to the list of games.
    pub(crate) fn link(&self) -> String {
        self.place.get().map(|place| format!("http://{place}/")).unwrap_or_default()
    }

    /// For how long nothing has been told or asked for.
    pub(crate) fn quiet(&self) -> Duration {
        let mut busy = locked(&self.busy);
        if self.clients.load(Ordering::Relaxed) > 0 {
            *busy = Instant::now();
        }
        busy.elapsed()
    }

    /// Begins a game. `waits`: no part of it may be left out, so telling it may have to wait.
    pub(crate) fn begin(self: &Arc<House>, id: &str, title: &str, shown: Shown, waits: bool) -> Spectator {
        let (names, veiled) = match shown {
            Shown::Named(names) => (names, false),
            Shown::Veiled(players) => ((0..players).map(|seat| format!("player {seat}")).collect(), true),
        };
        let table = Arc::new(Table::new(id, title, names, veiled));
        self.tell(Piece::Begin(Arc::clone(&table)));
        Spectator { house: Arc::clone(self), table, stage: Stage::Closed, waits, cut: false }
    }

    /// Takes the room of a game that is shown from its beginning, and says whether there was some.
    pub(crate) fn take_room(&self) -> bool {
        self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |room| room.checked_sub(1)).is_ok()
    }

    /// Everything of these games may be told from now on.
    pub(crate) fn reveal(&self, ids: Vec<String>) {
        self.tell(Piece::Open(ids));
    }

    /// Tells the results so far.
    pub(crate) fn notice(&self, notice: Notice) {
        self.tell(Piece::Notice(notice));
    }

    /// Waits only if the keeper is behind by thousands of games.
    fn tell(&self, piece: Piece) {
        let _ = self.pieces.send(piece);
    }

    /// Keeps what the judge tells. It looks from time to time instead of waiting to be woken: then the judge need not wake it.
    fn keep(&self, pieces: &Receiver<Piece>) {
        // The games that have ended and of which not everything may be told yet: few, while thousands may have ended.
        let mut closed = Vec::new();
        loop {
            let mut any = false;
            let more = |room: usize| Some((room + NEW_GAMES).min(AT_ONCE));
            let _ = self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
            for piece in pieces.try_iter().take(WAITING) {
                any = true;
                self.take(piece, &mut closed);
            }
            let tables: Vec<Arc<Table>> = locked(&self.tables).iter().cloned().collect();
            for table in tables {
                any |= self.keep_of(&table);
            }
            if any {
                self.retire();
                // What only this list holds has been let go of.
                closed.retain(|table| Arc::strong_count(table) > 1);
                *locked(&self.busy) = Instant::now();
                self.bell.ring();
            }
            thread::sleep(PACE);
        }
    }

    /// Keeps what has been told of a game. Returns whether there was anything.
    fn keep_of(&self, table: &Table) -> bool {
        let bytes = table.keep();
        self.waiting.fetch_sub(bytes, Ordering::Relaxed);
        bytes > 0
    }

    fn take(&self, piece: Piece, closed: &mut Vec<Arc<Table>>) {
        match piece {
            Piece::Begin(table) => locked(&self.tables).push_back(table),
            Piece::End(table, stage, cut) => {
                self.keep_of(&table);
                table.advance(stage, cut);
                if stage == Stage::Closed {
                    closed.push(table);
                }
            }
            Piece::Open(ids) => {
                let now = closed.extract_if(.., |table| ids.contains(&table.id));
                now.for_each(|table| table.advance(Stage::Open, false));
            }
            Piece::Notice(notice) => *locked(&self.notice) = notice,
            Piece::Last(done) => drop(done.send(())),
        }
    }

    /// Lets go of the oldest finished games.
    fn retire(&self) {
        let mut tables = locked(&self.tables);
        let (mut games, mut bytes) = (0, 0);
        let mut stays: VecDeque<Arc<Table>> = VecDeque::new();
        for table in tables.drain(..).rev() {
            let (stage, length, _) = table.at();
            let finished = stage != Stage::On;
            if finished {
                (games, bytes) = (games + 1, bytes + length);
            }
            if !finished || (games <= KEPT_GAMES && bytes <= KEPT_BYTES) {
                stays.push_front(table);
            }
        }
        *tables = stays;
    }

    /// Lets a person in who plays here.
    pub(super) fn admit(&self, guest: &Arc<Guest>) {
        locked(&self.guests).push(Arc::clone(guest));
    }

    /// The person with this token.
    pub(super) fn guest(&self, token: &str) -> Option<Arc<Guest>> {
        locked(&self.guests).iter().find(|guest| guest.is_named(token)).cloned()
    }

    /// The newest game of this name.
    pub(super) fn table(&self, id: &str) -> Option<Arc<Table>> {
        locked(&self.tables).iter().rev().find(|table| table.id == id).cloned()
    }

    /// The newest game that is being played, or if there is none, the newest.
    pub(super) fn newest(&self) -> Option<Arc<Table>> {
        let tables = locked(&self.tables);
        tables.iter().rev().find(|table| table.at().0 == Stage::On).or_else(|| tables.back()).cloned()
    }

    /// All games and the results so far, for the list.
    pub(super) fn list(&self) -> Value {
        let one = |table: &Arc<Table>| {
            let names: Vec<String> = table.names.iter().map(|name| escaped(name).to_string()).collect();
            let on = table.at().0 == Stage::On;
            json!({"id": table.id, "title": table.title, "names": names, "on": on, "result": table.result()})
        };
        let games: Vec<Value> = locked(&self.tables).iter().rev().map(one).collect();
        json!({"games": games, "notice": *locked(&self.notice)})
    }

    pub(super) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Gives those who watch the last events, and tells them that nothing more comes.
    pub(crate) fn close(&self) {
        let (done, kept) = sync_channel(1);
        self.tell(Piece::Last(done));
        let _ = kept.recv_timeout(FAREWELL);
        let until = Instant::now() + FAREWELL;
        if self.clients.load(Ordering::Relaxed) == 0 {
            return;
        }
        self.closing.store(true, Ordering::Relaxed);
        let mut quiet = Instant::now();
        while Instant::now() < until && quiet.elapsed() < QUIET {
            self.bell.ring();
            if self.clients.load(Ordering::Relaxed) > 0 {
                quiet = Instant::now();
            }
            thread::sleep(PACE);
        }
    }
}

/// Shows a record as it grows. One that no spectator has at first may be that of a game of a moment, one of thousands: it is told in
/// two parts, its beginning and the rest, and shown only if there is a third.
pub(crate) fn onlooker(mut spectator: Option<Spectator>, begin: impl Fn() -> Spectator) -> impl FnMut(&[u8], usize) {
    let mut parts = 0;
    move |record, new| {
        parts += 1;
        match &mut spectator {
            Some(spectator) => spectator.tell(&record[new..]),
            None if parts > 2 => spectator.insert(begin()).tell(record),
            None => {}
        }
    }
}

impl Spectator {
    /// Tells the next part of the record.
    pub(crate) fn tell(&mut self, part: &[u8]) {
        let waiting = &self.house.waiting;
        while self.waits && waiting.load(Ordering::Relaxed) > WAITING_BYTES {
            thread::sleep(PACE);
        }
        self.cut |= waiting.load(Ordering::Relaxed) > WAITING_BYTES;
        if !self.cut {
            waiting.fetch_add(part.len(), Ordering::Relaxed);
            self.table.tell(part);
        }
    }

    /// The game, and what tells those who watch of changes.
    pub(super) fn place(&self) -> (Arc<Table>, Arc<Bell>) {
        (Arc::clone(&self.table), Arc::clone(&self.house.bell))
    }

    /// Everything of the game may be told from now on.
    pub(crate) fn reveal(&mut self) {
        if self.stage != Stage::Open {
            self.stage = Stage::Open;
            self.end();
        }
    }

    fn end(&self) {
        self.house.tell(Piece::End(Arc::clone(&self.table), self.stage, self.cut));
    }
}

impl Drop for Spectator {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use referee::stream::Asked;

    use super::{House, Shown, onlooker};

    #[test]
    fn of_thousands_of_games_the_first_are_listed_and_any_that_lasts() {
        let house = House::new(Asked::default());
        // Closing waits until all has been kept.
        let newest = || {
            house.close();
            house.newest().map(|table| (table.id.clone(), table.told()))
        };
        let begin = |number: usize| house.begin(&number.to_string(), "Game", Shown::Veiled(2), false);
        let game = |number: usize| onlooker(house.take_room().then(|| begin(number)), move || begin(number));
        let mut last = None;
        // The keeper makes room for a few now and then.
        for number in 0..2000 {
            let mut tell = game(number);
            tell(b"1\n", 0);
            tell(b"1\n2\n", 2);
            if number == 30 {
                assert_eq!(newest(), Some(("30".to_owned(), 4)));
            }
            last = Some(tell);
        }
        assert_ne!(newest(), Some(("1999".to_owned(), 4)));
        let mut tell = last.expect("the last game");
        tell(b"1\n2\n3\n", 4);
        assert_eq!(newest(), Some(("1999".to_owned(), 6)), "nothing of it is missing");
    }
}
