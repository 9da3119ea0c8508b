//! A game between bots: one table, one record, and a separate stream for every seat.
//!
//! `seats/protocol.md` tells authors of bots what a bot reads and writes.

#![doc(hidden)]

mod ask;
mod feed;
mod person;
mod played;
mod said;
mod terms;
mod words;

use std::ops::RangeInclusive;

use serde_json::{Map, Number, Value};

pub use self::ask::{Ask, Put};
use self::feed::{Feed, question};
pub use self::feed::{LIST_LIMIT, Lists, Telling};
use self::person::Unheard;
pub use self::person::{Briefing, News, Reply};
pub use self::played::PlayDigest;
use self::said::{Choice, NO_LISTS, NOTE_LIMIT, Sent, read};
pub use self::said::{Hello, Introduction, answer_schema};
pub use self::terms::{ClockTerms, LimitTerms, SeatTerms, Terms};
use super::answer::{About, Answer, Audience, HeaderSaid, Json, Seen};
use super::due::{Due, Told};
use super::scene::{Look as _, Memory, Scene};
use super::{Emit, Scribe, violations};
use crate::commitment::Bits128;
use crate::dice::{Dice, RANDOM_PLAYER};
use crate::game::{Event, EventOf, Game, Outcome, Player};
use crate::search::{Bot, BuiltIn};
use crate::strict;
use crate::table::{Broken, Next, Refusal, Table, TableBreach};
use crate::text::clipped;
use crate::wire::{Abort, Attempt, By, Forfeit, Header, MalformedRemark, Object, Pick, Viewer, Whole};

/// The longest line that a bot may write, in bytes.
pub const ANSWER_LIMIT: usize = 1 << 16;
/// The result of a line that a bot sent.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Taken {
    /// Its action was performed.
    Done,
    /// Its action breaks rules, or the picked place does not exist: the rules' ids, each with what is wrong.
    Refused(Vec<String>),
    /// It does not answer the open question.
    Stale,
    /// It resigns, which is for the caller to allow.
    Resigned,
    /// It introduced itself.
    Hello(Hello),
    /// It is not JSON; why.
    BadJson(String),
    /// It is JSON but not an answer; why.
    BadMessage(String),
}

/// Who plays at a seat.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Chair {
    /// A program or person who reads the stream of the seat and answers it.
    Stream,
    /// A built-in player, with its seed.
    BuiltIn(BuiltIn, u64),
}

/// A game between bots with its type erased. Lines are collected in buffers, which the caller empties.
pub trait Seats {
    /// Begins the game: writes the headers and the events before the first decision. Here and below, `asks` has for
    /// each seat the question that it would be asked if it were to act next.
    fn begin(&mut self, asks: &[Ask]);
    /// What the game waits for: the decision of a player who has not forfeited, or nothing if it is over.
    fn next(&self) -> Next;
    /// The number of accepted actions and draws.
    fn plies(&self) -> u64;
    /// Takes a line from the seat whose turn it is; its open question was asked with these ids, and `ms` is the time it took.
    fn answer(&mut self, line: &[u8], ids: &RangeInclusive<u64>, ms: u64, asks: &[Ask]) -> Taken;
    /// Takes the reply of a person to the question with this id.
    fn reply(&mut self, reply: Reply, id: u64, asks: &[Ask]) -> Taken;
    /// Takes a line from a seat without an open question. The line is stale, an introduction or a fault.
    fn aside(&self, line: &[u8]) -> Taken;
    /// Asks the seat on turn again after a refusal; without a question it is told of the refusal alone.
    fn ask_again(&mut self, ask: Option<Ask>);
    /// Performs a legal action chosen by these dice for the player whose turn it is; the record notes `why`.
    fn act_at_random(&mut self, dice: &mut Dice, why: &str, asks: &[Ask]);
    /// Lets a built-in player act, whose turn it is, and returns its action; `None` if the seat has no such player.
    fn think(&mut self, seat: Player, asks: &[Ask]) -> Option<Box<dyn Json>>;
    /// Tells a seat that it sent something that is not an answer.
    fn malformed(&mut self, seat: Player, message: &str);
    /// Keeps in the record what a seat said in vain.
    fn attempt(&mut self, attempt: &Attempt);
    /// A player loses by a ruling; the record notes `why`, unless it is empty.
    fn forfeit(&mut self, forfeit: &Forfeit, why: &str, asks: &[Ask]);
    /// The game is called off. Questions that are still in the buffers are withdrawn.
    fn abort(&mut self, abort: &Abort);
    /// The result; `None` while the game goes on and after it was called off.
    fn outcome(&self) -> Option<Outcome>;
    /// The first line of the record without the seed and the nonce, before the game begins.
    fn sealed(&self) -> Vec<u8>;
    /// Keeps the digest of play. Called before the game begins.
    fn digest_play(&mut self);
    /// The digest of what was played so far; `None` if it is not kept.
    fn played(&self) -> Option<Bits128>;
    /// The buffer with the new part of the record.
    fn record(&mut self) -> &mut Vec<u8>;
    /// The buffer with the lines for a seat, which the caller now sends and empties; empty for a built-in player.
    fn lines(&mut self, seat: Player) -> &mut Vec<u8>;
    /// From now on remembers what happened last, for pictures, and collects what is new for a seat.
    fn watch(&mut self, seat: Player);
    /// All that a watching seat may know, with what is new since the last briefing.
    fn brief(&mut self, seat: Player) -> Briefing;
    /// The legal actions of the player on turn in words, in the order of the list.
    fn legal_in_words(&self) -> Vec<String>;
    /// What a seat is told with its questions; all of it but words unless something is said.
    fn want(&mut self, seat: Player, telling: Telling);
}

/// A game between bots; see the module.
pub struct SeatedGame<G: Game> {
    scene: Scene<G>,
    /// What the headers of the seats say in `match`.
    shown: Map<String, Value>,
    record: Vec<u8>,
    /// What was played, if that is asked for.
    played: Option<PlayDigest>,
    /// The feeds of the seats; `None` for built-in players.
    feeds: Vec<Option<Feed>>,
    /// The built-in players.
    built_in: Vec<Option<Bot<G>>>,
    broken: Refusal<G>,
    /// What was wrong with the last answer, for words.
    wrong: Vec<String>,
    list: Vec<u8>,
}

impl<G: Game> SeatedGame<G> {
    /// A game about to begin. `header` is the complete header for the record, secrets included; `shown` is what the
    /// seats are told in `match`.
    pub fn new(table: Table<G>, header: Header, shown: Map<String, Value>, chairs: &[Chair]) -> SeatedGame<G> {
        let players = table.players();
        let feed = |(seat, chair): (Player, &Chair)| {
            let reads = *chair == Chair::Stream;
            reads.then(|| Feed {
                scribe: Scribe::new(Emit::view(Viewer::Player(seat))),
                lines: Vec::new(),
                telling: Telling::default(),
                question: None,
                unheard: None,
            })
        };
        let bot = |(seat, chair): (Player, &Chair)| match chair {
            Chair::BuiltIn(kind, seed) => Some(Bot::new(table.game(), players, seat, *kind, *seed)),
            Chair::Stream => None,
        };
        let feeds = Player::all(players).zip(chairs).map(feed).collect();
        let built_in = Player::all(players).zip(chairs).map(bot).collect();
        let (record, broken, wrong, list) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let scene = Scene { table, header, watch: None, listeners: Audience::ALL };
        SeatedGame { scene, shown, record, played: None, feeds, built_in, broken, wrong, list }
    }

    /// Performs an event and tells everybody.
    fn happen(&mut self, event: EventOf<G>, by: Option<By>, ms: Option<u64>, noted: Noted<'_>, asks: &[Ask]) {
        let due = Due::of(&self.scene, &event, by);
        self.scene.turn_page(false);
        self.scene.table.perform_unchecked(event, by.is_some());
        self.scene.remember(None);
        self.tell(due, ms, noted, asks);
        self.settle(asks);
    }

    /// Tells everybody what has just happened.
    fn tell(&mut self, due: Due, ms: Option<u64>, noted: Noted<'_>, asks: &[Ask]) {
        for (seat, feed) in Player::all(self.scene.table.players()).zip(&mut self.feeds) {
            if let Some(unheard) = feed.as_mut().and_then(|feed| feed.unheard.as_mut()) {
                unheard.happened.extend(self.scene.picture(Some(seat)).story());
            }
        }
        let asked = asked(&self.scene);
        let text = self.in_words(asked, asks);
        let SeatedGame { scene, record, played, feeds, list, .. } = self;
        let Noted { note, eval } = noted;
        due.say(scene, |about| {
            if let Some(played) = played {
                played.happened(&about);
            }
            let said = Answer { ms, note, eval, own: Audience::ORGANISER, ..Answer::new(about, 0, Some(scene)) };
            Scribe::default().write(&said, record);
            for (seat, feed) in feeds.iter_mut().enumerate() {
                let Some(feed) = feed else { continue };
                feed.tell(&said, put(asked, seat, asks, text.as_deref()), scene, list);
            }
        });
    }

    /// Announces something to everybody; the note is for the record alone.
    fn announce(&mut self, about: About<'_>, note: &str, asks: &[Ask]) {
        let asked = asked(&self.scene);
        let text = self.in_words(asked, asks);
        let SeatedGame { scene, record, feeds, list, .. } = self;
        let note = Some(note).filter(|note| !note.is_empty());
        let said = Answer { note, own: Audience::ORGANISER, ..Answer::new(about, 0, Some(scene)) };
        Scribe::default().write(&said, record);
        for (seat, feed) in feeds.iter_mut().enumerate() {
            let Some(feed) = feed else { continue };
            feed.tell(&said, put(asked, seat, asks, text.as_deref()), scene, list);
        }
    }

    /// Performs draws and actions for players who forfeited, and announces the outcome.
    fn settle(&mut self, asks: &[Ask]) {
        while let Some(said) = Due::settle(&mut self.scene) {
            self.tell(said, None, Noted::default(), asks);
        }
        if self.scene.next() == Next::Over {
            self.announce(About::End, "", asks);
        }
    }

    /// Takes what the player on turn chose.
    fn take(&mut self, sent: Sent<G>, ms: u64, asks: &[Ask]) -> Taken {
        let Some(turn) = asked(&self.scene) else { return Taken::Stale };
        self.broken.clear();
        if let Some(player) = sent.player.filter(|player| *player != turn) {
            self.broken.push(Broken::Table(TableBreach::NotYourTurn { player, turn }));
        }
        let (n, player, by) = (self.scene.n() + 1, Some(turn), None);
        let mut action = match sent.choice {
            Choice::Action(action) => action,
            Choice::Pick(Pick::Place(_)) if self.lists(turn) == Lists::None => {
                return Taken::BadMessage(NO_LISTS.to_owned());
            }
            Choice::Pick(pick) => match self.scene.picked(turn, false, pick, &mut self.broken) {
                Some(action) => action,
                None => return self.refuse(turn, About::Pick { n, player, by, pick }, ms),
            },
            Choice::Words(words) => match words::meant(&self.scene, &words) {
                Ok(action) => action,
                Err(why) => return Taken::BadMessage(why),
            },
            Choice::Resign => return Taken::Resigned,
        };
        let table = &mut self.scene.table;
        table.game().canonical(table.state(), turn, &mut action);
        table.check(turn, false, &action, &mut self.broken);
        if !self.broken.is_empty() {
            let act = Told::action::<G>(&action);
            let event = Seen::new(&act, Audience::ALL);
            return self.refuse(turn, About::Event { n, player, by, event }, ms);
        }
        let noted = Noted { note: sent.note.as_deref(), eval: sent.eval.as_ref() };
        self.happen(Event::Action(turn, action), None, Some(ms), noted, asks);
        Taken::Done
    }

    /// Writes a refusal for the record and for the sender.
    fn refuse(&mut self, player: Player, about: About<'_>, ms: u64) -> Taken {
        let violations = violations(&self.broken);
        let said = Answer { violations: &violations, ..Answer::new(about, 0, Some(&self.scene)) };
        if let Some(feed) = &mut self.feeds[player.index()]
            && let Some(told) = said.told(feed.scribe.emit.viewer)
        {
            // The seat's line stays open until it is decided whether to ask again.
            feed.hear(&told);
            feed.scribe.begin(&said, &told, &mut feed.lines);
        }
        Scribe::default().write(&Answer { ms: Some(ms), ..said }, &mut self.record);
        self.wrong = self.broken.iter().map(words::refusal).collect();
        Taken::Refused(self.broken.iter().map(|broken| format!("{}: {broken}", broken.clause().id)).collect())
    }

    /// The question to the player who is asked, in words, if they want it so.
    fn in_words(&self, asked: Option<Player>, asks: &[Ask]) -> Option<String> {
        let player = asked?;
        let (feed, ask) = (self.feeds[player.index()].as_ref()?, asks.get(player.index())?);
        let happened = || feed.unheard.as_ref().map_or(&[][..], |unheard| &unheard.happened);
        feed.telling.text.then(|| words::question(&self.scene, player, happened(), ask))
    }

    /// How much a seat is told of what is legal.
    fn lists(&self, seat: Player) -> Lists {
        self.feeds[seat.index()].as_ref().map_or(Lists::Full, |feed| feed.telling.lists)
    }

    /// Takes back the questions that have not been sent.
    fn withdraw(&mut self) {
        for feed in self.feeds.iter_mut().flatten() {
            if let Some(question) = feed.question.take() {
                feed.lines.truncate(question);
                Object::resume(&mut feed.lines).end_line();
            }
        }
    }

    /// Closes the seat's line of a refusal, if one is open.
    fn close_refusal(&mut self, player: Player, ask: Option<&Ask>) {
        let Some(feed) = &mut self.feeds[player.index()] else { return };
        if feed.lines.last().is_none_or(|byte| *byte == b'\n') {
            return;
        }
        let mut object = Object::resume(&mut feed.lines);
        if let Some(ask) = ask {
            let text = feed.telling.text.then(|| words::again::<G>(&self.wrong, ask));
            let put = Put { ask, text: text.as_deref() };
            question(&self.scene, feed.scribe, (feed.telling, &mut self.list), put, &mut object);
        }
        object.end_line();
    }
}

/// The player to ask; `None`: no player, or the referee acts.
fn asked<G: Game>(scene: &Scene<G>) -> Option<Player> {
    match scene.next() {
        Next::Player(player) if !scene.table.has_forfeited(player) => Some(player),
        _ => None,
    }
}

/// The question to a seat, if it is the one that is asked.
fn put<'a>(asked: Option<Player>, seat: usize, asks: &'a [Ask], text: Option<&'a str>) -> Option<Put<'a>> {
    let ask = asked.filter(|player| player.index() == seat).and_then(|_| asks.get(seat))?;
    Some(Put { ask, text })
}

/// What a player notes about an action, for the record alone.
#[derive(Copy, Clone, Default)]
struct Noted<'a> {
    note: Option<&'a str>,
    eval: Option<&'a Number>,
}

/// What is said when a game begins with this header.
fn opening<'a, G: Game>(scene: &'a Scene<G>, header: &'a Header) -> Answer<'a> {
    Answer::new(About::Header(HeaderSaid::of(header, G::HAS_SECRETS)), 0, Some(scene))
}

impl<G: Game> Seats for SeatedGame<G> {
    fn begin(&mut self, asks: &[Ask]) {
        Scribe::default().write(&opening(&self.scene, &self.scene.header), &mut self.record);
        if let Some(played) = &mut self.played {
            played.begin(HeaderSaid::of(&self.scene.header, G::HAS_SECRETS));
        }
        // If `shown` has other names for the seats, only the record has the true ones.
        let names = self.shown.shift_remove("names").and_then(|names| serde_json::from_value(names).ok());
        self.scene.header.names = names.or(self.scene.header.names.take());
        let asked = asked(&self.scene);
        let text = self.in_words(asked, asks);
        let SeatedGame { scene, shown, feeds, list, .. } = self;
        for (seat, feed) in feeds.iter_mut().enumerate() {
            let Some(feed) = feed else { continue };
            let mut about = shown.clone();
            about.insert("seat".to_owned(), Value::from(seat));
            let header = Header { match_: Some(about), ..scene.header.clone() };
            feed.tell(&opening(scene, &header), put(asked, seat, asks, text.as_deref()), scene, list);
        }
        self.settle(asks);
    }

    fn next(&self) -> Next {
        self.scene.next()
    }

    fn plies(&self) -> u64 {
        self.scene.n()
    }

    fn answer(&mut self, line: &[u8], ids: &RangeInclusive<u64>, ms: u64, asks: &[Ask]) -> Taken {
        match read::<G>(line) {
            Ok(sent) if ids.contains(&sent.id) => self.take(sent, ms, asks),
            Ok(_) => Taken::Stale,
            Err(answer) => answer,
        }
    }

    fn reply(&mut self, reply: Reply, id: u64, asks: &[Ask]) -> Taken {
        let choice = match reply {
            Reply::Line(line) => return self.answer(&line, &(id..=id), 0, asks),
            Reply::Pick(place) => Choice::Pick(Pick::Place(Whole(place as i64))),
            Reply::Words(words) => Choice::Words(words),
            Reply::Json(text) => match strict::from_slice(text.as_bytes()) {
                Ok(action) => Choice::Action(action),
                Err(malformed) => return Taken::BadMessage(malformed.to_string()),
            },
        };
        self.take(Sent { id, player: None, choice, note: None, eval: None }, 0, asks)
    }

    fn aside(&self, line: &[u8]) -> Taken {
        read::<G>(line).map_or_else(|answer| answer, |_| Taken::Stale)
    }

    fn ask_again(&mut self, ask: Option<Ask>) {
        if let Some(player) = asked(&self.scene) {
            self.close_refusal(player, ask.as_ref());
        }
    }

    fn act_at_random(&mut self, dice: &mut Dice, why: &str, asks: &[Ask]) {
        let Some(player) = asked(&self.scene) else { return };
        self.close_refusal(player, None);
        let (legal, _) = self.scene.table.legal();
        let action = legal[dice.draw(RANDOM_PLAYER, legal.len() as u64) as usize].clone();
        self.happen(Event::Action(player, action), None, None, Noted { note: Some(why), eval: None }, asks);
    }

    fn think(&mut self, seat: Player, asks: &[Ask]) -> Option<Box<dyn Json>> {
        let bot = self.built_in[seat.index()].as_mut()?;
        let action = bot.choose(&self.scene.table.game().view(self.scene.table.state(), Some(seat)));
        self.happen(Event::Action(seat, action.clone()), None, None, Noted::default(), asks);
        Some(Box::new(action))
    }

    fn malformed(&mut self, seat: Player, message: &str) {
        let next = self.scene.next();
        self.wrong = vec![message.to_owned()];
        let Some(feed) = &mut self.feeds[seat.index()] else { return };
        if let Some(unheard) = &mut feed.unheard {
            unheard.news.push(News::Malformed(message.to_owned()));
        }
        let mut object = Object::open(&mut feed.lines);
        object.field("malformed", &MalformedRemark { line: None, column: None, message });
        object.field("next", &next);
        // The line stays open until it is decided whether to ask again.
    }

    fn attempt(&mut self, attempt: &Attempt) {
        let said = Answer::new(About::Attempt(attempt), 0, Some(&self.scene));
        Scribe::default().write(&said, &mut self.record);
    }

    fn forfeit(&mut self, forfeit: &Forfeit, why: &str, asks: &[Ask]) {
        self.close_refusal(forfeit.player, None);
        self.withdraw();
        if self.scene.table.forfeit(forfeit.player).is_err() {
            return;
        }
        let why = clipped(why, NOTE_LIMIT);
        self.announce(About::Forfeit(forfeit), &why, asks);
        self.settle(asks);
    }

    fn abort(&mut self, abort: &Abort) {
        for player in Player::all(self.scene.players()) {
            self.close_refusal(player, None);
        }
        self.withdraw();
        if self.scene.table.abort(abort.adjudicate).is_err() {
            return;
        }
        self.announce(About::Abort(abort), "", &[]);
        if self.scene.outcome().is_some() {
            self.announce(About::End, "", &[]);
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.scene.outcome()
    }

    fn sealed(&self) -> Vec<u8> {
        let mut header = Header { seed: None, ..self.scene.header.clone() };
        if let Some(about) = &mut header.match_ {
            about.shift_remove("nonce");
        }
        let mut line = Vec::new();
        Scribe::default().write(&opening(&self.scene, &header), &mut line);
        line
    }

    fn digest_play(&mut self) {
        self.played = Some(PlayDigest::default());
    }

    fn played(&self) -> Option<Bits128> {
        self.played.as_ref().map(PlayDigest::finish)
    }

    fn record(&mut self) -> &mut Vec<u8> {
        &mut self.record
    }

    fn lines(&mut self, seat: Player) -> &mut Vec<u8> {
        let Some(feed) = &mut self.feeds[seat.index()] else {
            self.list.clear();
            return &mut self.list;
        };
        feed.question = None;
        // What is handed over has been told.
        if let Some(unheard) = feed.unheard.as_mut().filter(|_| feed.telling.text) {
            *unheard = Unheard::default();
        }
        &mut feed.lines
    }

    fn watch(&mut self, seat: Player) {
        self.scene.watch(Memory::Events);
        if let Some(feed) = &mut self.feeds[seat.index()] {
            feed.unheard = Some(Unheard::default());
        }
    }

    fn brief(&mut self, seat: Player) -> Briefing {
        let unheard = self.feeds[seat.index()].as_mut().and_then(|feed| feed.unheard.as_mut());
        let Unheard { news, happened } = unheard.map(std::mem::take).unwrap_or_default();
        let acts = asked(&self.scene) == Some(seat);
        let legal = if acts { self.legal_in_words() } else { Vec::new() };
        let first = self.scene.table.legal().0.first().filter(|_| acts);
        let example = first.and_then(|action| serde_json::to_string(action).ok());
        Briefing { news, happened, picture: self.scene.picture(Some(seat)), legal, example }
    }

    fn legal_in_words(&self) -> Vec<String> {
        self.scene.table.legal().0.iter().map(G::action_in_words).collect()
    }

    fn want(&mut self, seat: Player, telling: Telling) {
        if let Some(feed) = &mut self.feeds[seat.index()] {
            feed.telling = telling;
        }
    }
}
