//! A game between bots: one table, one record, and a stream of its own for every seat.
//!
//! # For authors of bots
//!
//! A bot is any program that reads lines and writes lines. It reads the stream that `referee play --emit view:SEAT`
//! writes for its seat (see [`crate::wire`]) and answers the lines that carry `ask`; no other line wants an answer. The
//! smallest bot:
//!
//! ```python
//! import json, random, sys
//! for text in sys.stdin:
//!     line = json.loads(text)
//!     if "ask" in line:
//!         print(json.dumps({"ask": line["ask"]["id"], "pick": random.randrange(line["legal_n"])}), flush=True)
//! ```
//!
//! What it reads, one JSON object a line:
//!
//! * **A header** begins a game: `game`, `players`, `options`, `edition`, `names` (`player 0`, `player 1` and so on where the
//!   organiser wants no bot to know whom it meets), and `match` with `game_id`, `seat`
//!   (the number of the player it is), `commitment`, `clock`, `limits` and `on_illegal`. After the end of a game another
//!   header may follow; the end of its input is the end of its work.
//! * **Events** follow, as far as its seat may see them: `action` with the `player` who acts, `chance` for a draw with the
//!   `player` whose draw it is (absent for draws of no player), and `forfeit`, `abort`. The referee makes every draw; a bot
//!   never sends one. Events are handed over together with the next question, so they may arrive some time after they
//!   happened.
//! * **A question** is the last line before it is to act, whatever that line is (the header, an event, a refusal). It
//!   has `view` (all that the seat may know) with `viewer`, `legal` (every legal action) with `legal_n` and
//!   `exhaustive`, and `"ask":{"id":7,"bank_ms":48210,"move_ms":5000}`. Of a list longer than 64 KiB only its length
//!   `legal_n` is there, with `"legal_cut":true`; `pick` works all the same. With `"exhaustive":false` the list was cut
//!   at 4096 actions, and any other legal action is accepted, too.
//! * **A refusal** repeats what it sent, with `violations` (or has `malformed` if that was no answer). It carries `ask`
//!   again only if the match allows another attempt; `left` then says how many are left after this one, and the deadline
//!   stays what it was.
//! * **The outcome**: `{"outcome":{"places":[1,2],"scores":[2,0],"reason":"trio"},"next":"over"}`.
//!
//! What it writes, one JSON object a line, at most 64 KiB long, and nothing else on standard output. Blank lines are
//! ignored. Standard error is free; the organiser may keep its beginning and end.
//!
//! * `{"ask":7,"pick":3}`: the action at place 3, from 0, of the legal list, or
//!   `{"ask":7,"action":{"move":{"from":"c1","to":"c5"}}}`: an action. `ask` is the `id` of the question; `player`, if it
//!   is there, is its own seat; of a `note` the record keeps the first 1000 bytes, and no player is told it.
//! * `{"hello":{"name":"redbot","version":"0.3","legal":false}}`, if it likes, before its first answer: who it is, in at
//!   most 100 bytes each, and whether it wants the lists of legal actions (`false`: only their length), in this game and
//!   all that the process plays. `referee schema wire/hello` describes it.
//!
//! What it can rely on: ids grow by at least one from question to question for the life of the process, over games too. An
//! answer to an older question is logged and passed over. There is never more than one open question, and each wants an
//! answer. Nothing that it sends besides (a claim, a query, a draw) is answered; it is a fault (`bad_message`).
//!
//! # Time
//!
//! `clock` in the header has `bank_ms` for the whole game, `inc_ms` that is added to the bank after every move, and
//! `move_ms` for one move; `null` where there is no such limit. The time of a move is from the moment at which the question
//! is handed over to the one at which the line end of the answer is read.
//!
//! * A process that has not written anything yet has `start_ms` of `limits`, counted from its first question, until its
//!   first line, whatever that line is; its clock stands until then. A bot that needs long to begin says `hello` first.
//! * `margin_ms` of `limits` is granted on top of every limit of the clock, each move anew, for the way of the messages. So
//!   what is answered within the margin never loses, even with an empty bank; what it took of the margin is not owed.
//! * While the judge itself is stopped no clock runs.
//! * Where `pondering` of `limits` is `false`, a process that has written its first line is stopped (SIGSTOP) whenever it is not
//!   its turn, and goes on with its question.
//!
//! # Limits and faults
//!
//! Every game ends for each player with one cause. A fault costs the game, except where `on_illegal` forgives it (`retry:N`
//! asks again so often; `random` lets a random action stand for an illegal answer and for one that exceeds `move_ms`); the
//! process is then killed, and the next game begins with a new one.
//!
//! * `normal`: the game came to its end.
//! * `illegal_action`: the action breaks a rule, or there is no such place in the list.
//! * `bad_json`, `bad_message`: a line is not JSON, or JSON that is no answer.
//! * `line_too_long`, `output_limit`: more than 64 KiB in a line, or 1 MiB after a question and before the next one.
//! * `time_move`, `time_bank`, `start_timeout`: see above.
//! * `exit`, `signal`: the process ended or closed its output, or a signal ended it. What it wrote before still counts. A
//!   sandbox that ends with a code from 129 to 192 says by it that signal 1 to 64 ended what ran inside.
//! * `memory_limit`: its processes together use more than `memory` bytes; what they share counts once, files of
//!   `memfd_create` count.
//! * `cpu_limit`: it used more than `idle_cpu_ms` of processor time in a game while it was not its turn.
//! * `max_turns`, `organiser_abort`, `referee_fault`: the game was called off (`max_turns` of `limits`, 0 for none, counts
//!   actions and draws). No bot loses by these.
//!
//! # Processes
//!
//! A process has a session of its own and of the judge's environment PATH, HOME, LANG and TMPDIR alone; `env NAME=VALUE` before
//! the command, or `env` of a tournament's bot, gives it more. It can neither signal nor trace what it has not started. In the
//! sandbox (`--sandbox`) it sees programs of the system and its own folder, read-only; it may write to `/tmp` and `/dev/shm`,
//! which count as its memory, has no network, no `memfd_create` and no namespaces, and plays one game.
//!
//! A process plays one game at a time and several one after another; at the end of its input it has a tenth of a second to
//! end. With `--concurrency K` each bot has K processes, of which the first plays the games 0, K, 2K ..., the second 1, K+1
//! and so on: time does not decide which one plays a game, unless a fault puts a new process in the place of an old one.
//!
//! # The commitment
//!
//! `commitment` is `sha256:` and, in lower-case hexadecimal digits, the SHA-256 of 24 bytes: the seed of the game's draws, 8
//! bytes with the lowest first, and a nonce of 16. Both are told in the `seed` and `match.nonce` of the transcript when no
//! game of that seed is left to play, so that anybody can verify that the draws were settled before the first move.

mod said;

use serde::Serialize;
use serde_json::{Map, Value};

use self::said::read;
pub use self::said::{Hello, Introduction};
use super::answer::{About, Answer as Said, Audience, HeaderSaid, Seen};
use super::scene::{Look as _, Memory, Scene};
use super::{Act, Due, Emit, Scribe, violations};
use crate::dice::{Dice, RANDOM_PLAYER};
use crate::game::picture::Picture;
use crate::game::{Event, EventOf, Game, Outcome, Player};
use crate::search::{Bot, BuiltIn};
use crate::table::{Broken, Next, Refusal, Table, TableBreach};
use crate::wire::{Abort, Body, By, Forfeit, Header, Object, Viewer, write_json};

/// The longest line that a bot may write, in bytes.
pub const ANSWER_LIMIT: usize = 1 << 16;
/// The longest list of legal actions that is sent to a bot, in bytes.
pub const LIST_LIMIT: usize = 1 << 16;

/// A question, as it is written in `ask`.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize)]
pub struct Ask {
    /// Its number, to be repeated in the answer.
    pub id: u64,
    /// What is left for the rest of the game, in milliseconds; absent without a bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_ms: Option<u64>,
    /// What this answer may take, in milliseconds; absent where only the bank limits it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
    /// How many more attempts there are after this one; absent on the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
}

/// What became of a line that a bot sent.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Answer {
    /// Its action was performed.
    Done,
    /// Its action breaks rules, or there is no such place in the list: the rules' ids, each with what is wrong.
    Refused(Vec<String>),
    /// It answers another question than the one that is open.
    Stale,
    /// It introduced itself.
    Hello(Hello),
    /// It is not JSON; why.
    BadJson(String),
    /// It is JSON, but no answer; why.
    BadMessage(String),
}

/// What sits at a seat.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Chair {
    /// Somebody who reads the stream of the seat and answers it.
    Stream,
    /// One of our own players, with its seed.
    BuiltIn(BuiltIn, u64),
}

/// A game between bots with its type erased. Lines gather in buffers, which the caller who runs the game empties.
pub trait Seats {
    /// Begins: writes the headers and whatever happens before the first decision. `asks` are the questions that each
    /// seat would be asked if it were to act next, here and below.
    fn begin(&mut self, asks: &[Ask]);
    /// What the game waits for: the decision of a player who has not forfeited, or nothing any more.
    fn next(&self) -> Next;
    /// How many actions and draws have been accepted.
    fn plies(&self) -> u64;
    /// Takes a line from the seat on turn, to whom the question with this id is open. `ms`: how long they took.
    fn answer(&mut self, line: &[u8], id: u64, ms: u64, asks: &[Ask]) -> Answer;
    /// Takes a line from a seat to whom no question is open: it can only be passed over or be a fault.
    fn aside(&self, line: &[u8]) -> Answer;
    /// Asks the seat on turn again after a refusal.
    fn ask_again(&mut self, ask: Ask);
    /// The player on turn performs a legal action chosen by these dice, as `why` says in the record.
    fn act_at_random(&mut self, dice: &mut Dice, why: &str, asks: &[Ask]);
    /// A player of ours who is on turn acts.
    fn think(&mut self, seat: Player, asks: &[Ask]);
    /// Tells a seat that it sent what is no answer.
    fn malformed(&mut self, seat: Player, message: &str);
    /// A player loses by a ruling.
    fn forfeit(&mut self, forfeit: &Forfeit, asks: &[Ask]);
    /// The game is called off. A question that has not been taken away is not put any more.
    fn abort(&mut self, abort: &Abort);
    /// The result; `None` while the game goes on and after it was called off.
    fn outcome(&self) -> Option<Outcome>;
    /// What has been recorded and not yet been taken away.
    fn record(&mut self) -> &mut Vec<u8>;
    /// What a seat is to be sent and has not been taken away, which is done now; nothing for a player of ours.
    fn lines(&mut self, seat: Player) -> &mut Vec<u8>;
    /// From now on remembers what happened last, so that pictures can show it, and tells a seat what happens.
    fn watch(&mut self, seat: Player);
    /// What has happened since this was asked last, in words, as far as a seat that watches may know.
    fn happened(&mut self, seat: Player) -> Vec<String>;
    /// What a seat may see of the position.
    fn picture(&self, seat: Player) -> Picture;
    /// The longest list of legal actions that a seat wants, in bytes; 0: none. [`LIST_LIMIT`] unless something is said.
    fn want_lists(&mut self, seat: Player, longest: usize);
}

/// Somebody for whom the game is written.
struct Feed {
    scribe: Scribe,
    lines: Vec<u8>,
    /// The longest list of legal actions that is wanted, in bytes.
    longest: usize,
    /// Where the question begins that ends the lines; `None`: none does, or it has been taken away with them.
    question: Option<usize>,
}

/// A game between bots; see the module.
pub struct Tables<G: Game> {
    scene: Scene<G>,
    /// What the headers of the seats say in `match`.
    shown: Map<String, Value>,
    record: Vec<u8>,
    /// The feeds of the seats; `None` for those who do not read.
    feeds: Vec<Option<Feed>>,
    /// Our own players.
    built_in: Vec<Option<Bot<G>>>,
    broken: Refusal<G>,
    list: Vec<u8>,
    /// What the seats that watch have not been told yet; `None`: they do not watch.
    happened: Vec<Option<Vec<String>>>,
}

impl<G: Game> Tables<G> {
    /// A game about to begin. `header` is complete and is the record's, with everything that no bot may know; `shown` is
    /// what the seats are told in `match`.
    pub fn new(table: Table<G>, header: Header, shown: Map<String, Value>, chairs: &[Chair]) -> Tables<G> {
        let players = table.players();
        let feed = |(seat, chair): (Player, &Chair)| {
            let reads = *chair == Chair::Stream;
            reads.then(|| Feed {
                scribe: Scribe::new(Emit::view(Viewer::Player(seat))),
                lines: Vec::new(),
                longest: LIST_LIMIT,
                question: None,
            })
        };
        let bot = |(seat, chair): (Player, &Chair)| match chair {
            Chair::BuiltIn(kind, seed) => Some(Bot::new(table.game(), players, seat, *kind, *seed)),
            Chair::Stream => None,
        };
        let feeds = Player::all(players).zip(chairs).map(feed).collect();
        let built_in = Player::all(players).zip(chairs).map(bot).collect();
        let (record, broken, list) = (Vec::new(), Vec::new(), Vec::new());
        let happened = vec![None; players.into()];
        let scene = Scene { table, header, watch: None };
        Tables { scene, shown, record, feeds, built_in, broken, list, happened }
    }

    /// An event happens, and everybody is told.
    fn happen(&mut self, event: EventOf<G>, by: Option<By>, ms: Option<u64>, note: Option<&str>, asks: &[Ask]) {
        let due = Due::of(&self.scene, &event, by);
        self.scene.turn_page(false);
        self.scene.table.perform_unchecked(event, by.is_some());
        self.scene.remember(None);
        self.tell(due, ms, note, asks);
        self.settle(asks);
    }

    /// Tells everybody what has just happened.
    fn tell(&mut self, due: Due, ms: Option<u64>, note: Option<&str>, asks: &[Ask]) {
        let Tables { scene, record, feeds, list, happened, .. } = self;
        let asked = asked(scene);
        due.say(scene, |about| {
            let said = Said { ms, note, own: Audience::ORGANISER, ..Said::new(about, 0, Some(scene)) };
            Scribe::default().write(&said, record);
            for (seat, feed) in feeds.iter_mut().enumerate() {
                let Some(feed) = feed else { continue };
                feed.tell(&said, asked.filter(|player| player.index() == seat).map(|_| &asks[seat]), scene, list);
            }
        });
        for (seat, happened) in Player::all(scene.table.players()).zip(happened) {
            if let Some(happened) = happened {
                happened.push(scene.picture(Some(seat)).last);
            }
        }
    }

    /// Tells everybody the same.
    fn announce(&mut self, about: About<'_>, asks: &[Ask]) {
        let Tables { scene, record, feeds, list, .. } = self;
        let asked = asked(scene);
        let said = Said::new(about, 0, Some(scene));
        Scribe::default().write(&said, record);
        for (seat, feed) in feeds.iter_mut().enumerate() {
            let Some(feed) = feed else { continue };
            feed.tell(&said, asked.filter(|player| player.index() == seat).and_then(|_| asks.get(seat)), scene, list);
        }
    }

    /// Draws, actions for players who forfeited, and the outcome.
    fn settle(&mut self, asks: &[Ask]) {
        while let Some(said) = Due::settle(&mut self.scene) {
            self.tell(said, None, None, asks);
        }
        if self.scene.next() == Next::Over {
            self.announce(About::End, asks);
        }
    }

    /// Writes a refusal for the record and for who sent it.
    fn refuse(&mut self, player: Player, about: About<'_>, ms: u64) -> Answer {
        let said = Said { violations: violations(&self.broken), ..Said::new(about, 0, Some(&self.scene)) };
        if let Some(feed) = &mut self.feeds[player.index()]
            && let Some(told) = said.told(feed.scribe.emit.viewer)
        {
            // The seat's line is closed with the decision whether it is asked again.
            feed.scribe.begin(&said, &told, &mut feed.lines);
        }
        Scribe::default().write(&Said { ms: Some(ms), ..said }, &mut self.record);
        Answer::Refused(self.broken.iter().map(|broken| format!("{}: {broken}", broken.clause().id)).collect())
    }

    /// Takes back the questions that have not been handed over: no answer is wanted any more.
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
            question(&self.scene, feed.scribe, (feed.longest, &mut self.list), ask, &mut object);
        }
        object.end_line();
    }
}

/// The player who is to be asked; `None`: none, or the referee acts.
fn asked<G: Game>(scene: &Scene<G>) -> Option<Player> {
    match scene.next() {
        Next::Player(player) if !scene.table.has_forfeited(player) => Some(player),
        _ => None,
    }
}

/// What is said as a game begins, with this header.
fn opening<'a, G: Game>(scene: &'a Scene<G>, header: &'a Header) -> Said<'a> {
    let said = HeaderSaid { header, start: None, secrets: G::HAS_SECRETS };
    Said::new(About::Header(said), 0, Some(scene))
}

impl Feed {
    /// Tells the seat something, and asks it.
    fn tell<G: Game>(&mut self, said: &Said<'_>, ask: Option<&Ask>, scene: &Scene<G>, list: &mut Vec<u8>) {
        self.question = None;
        if matches!(said.about, About::End) {
            return self.scribe.write(said, &mut self.lines);
        }
        let Some(told) = said.told(self.scribe.emit.viewer) else { return };
        let mut object = self.scribe.begin(said, &told, &mut self.lines);
        if let Some(ask) = ask {
            self.question = Some(object.position());
            question(scene, self.scribe, (self.longest, list), ask, &mut object);
        }
        object.end_line();
    }
}

/// Writes all that stands together where a seat is to act. A list is written if it is at most so long.
fn question<G: Game>(
    scene: &Scene<G>,
    scribe: Scribe,
    (longest, list): (usize, &mut Vec<u8>),
    ask: &Ask,
    object: &mut Object<'_>,
) {
    scribe.accompany(None, scene, object);
    let (legal, exhaustive) = scene.table.legal();
    if longest > 0 {
        list.clear();
        write_json(list, legal);
        if list.len() <= longest {
            object.key("legal").extend_from_slice(list);
        } else {
            object.field("legal_cut", &true);
        }
    }
    object.field("legal_n", &legal.len());
    object.field("exhaustive", &exhaustive);
    object.field("ask", ask);
}

impl<G: Game> Seats for Tables<G> {
    fn begin(&mut self, asks: &[Ask]) {
        let Tables { scene, shown, record, feeds, list, .. } = self;
        let asked = asked(scene);
        Scribe::default().write(&opening(scene, &scene.header), record);
        // Where the seats are told other names, the record alone has the true ones.
        let names = shown.shift_remove("names").and_then(|names| serde_json::from_value(names).ok());
        let names = names.or_else(|| scene.header.names.clone());
        for (seat, feed) in feeds.iter_mut().enumerate() {
            let Some(feed) = feed else { continue };
            let mut about = shown.clone();
            about.insert("seat".to_owned(), Value::from(seat));
            let header = Header { match_: Some(about), names: names.clone(), ..scene.header.clone() };
            feed.tell(
                &opening(scene, &header),
                asked.filter(|player| player.index() == seat).map(|_| &asks[seat]),
                scene,
                list,
            );
        }
        self.settle(asks);
    }

    fn next(&self) -> Next {
        self.scene.next()
    }

    fn plies(&self) -> u64 {
        self.scene.n()
    }

    fn answer(&mut self, line: &[u8], id: u64, ms: u64, asks: &[Ask]) -> Answer {
        let Some(turn) = asked(&self.scene) else { return self.aside(line) };
        let sent = match read::<G>(line) {
            Ok(sent) if sent.id == id => sent,
            Ok(_) => return Answer::Stale,
            Err(answer) => return answer,
        };
        self.broken.clear();
        if let Some(player) = sent.player.filter(|player| *player != turn) {
            self.broken.push(Broken::Table(TableBreach::NotYourTurn { player, turn }));
        }
        let (n, player, by) = (self.scene.n() + 1, Some(turn), None);
        let mut action = match sent.body {
            Body::Action(action) => action,
            Body::Pick(pick) => match self.scene.table.pick(turn, false, pick.0, &mut self.broken) {
                Some(action) => action,
                None => return self.refuse(turn, About::Pick { n, player, by, pick }, ms),
            },
            _ => return Answer::BadMessage("an answer has an `action` or a `pick`".to_owned()),
        };
        let table = &mut self.scene.table;
        table.game().canonical(table.state(), turn, &mut action);
        table.check(turn, false, &action, &mut self.broken);
        if !self.broken.is_empty() {
            let act = Act::<G>(&action);
            let event = Seen::new(&act, Audience::ALL);
            return self.refuse(turn, About::Event { n, player, by, event }, ms);
        }
        self.happen(Event::Action(turn, action), None, Some(ms), sent.note.as_deref(), asks);
        Answer::Done
    }

    fn aside(&self, line: &[u8]) -> Answer {
        read::<G>(line).map_or_else(|answer| answer, |_| Answer::Stale)
    }

    fn ask_again(&mut self, ask: Ask) {
        if let Some(player) = asked(&self.scene) {
            self.close_refusal(player, Some(&ask));
        }
    }

    fn act_at_random(&mut self, dice: &mut Dice, why: &str, asks: &[Ask]) {
        let Some(player) = asked(&self.scene) else { return };
        self.close_refusal(player, None);
        let (legal, _) = self.scene.table.legal();
        let action = legal[dice.draw(RANDOM_PLAYER, legal.len() as u64) as usize].clone();
        self.happen(Event::Action(player, action), None, None, Some(why), asks);
    }

    fn think(&mut self, seat: Player, asks: &[Ask]) {
        let Some(bot) = &mut self.built_in[seat.index()] else { return };
        let action = bot.choose(&self.scene.table.game().view(self.scene.table.state(), Some(seat)));
        self.happen(Event::Action(seat, action), None, None, None, asks);
    }

    fn malformed(&mut self, seat: Player, message: &str) {
        let next = self.scene.next();
        let Some(feed) = &mut self.feeds[seat.index()] else { return };
        let mut object = Object::open(&mut feed.lines);
        let mut inner = Object::open(object.key("malformed"));
        inner.field("message", message);
        inner.end();
        object.field("next", &next);
        // The line is closed with the decision whether the seat is asked again.
    }

    fn forfeit(&mut self, forfeit: &Forfeit, asks: &[Ask]) {
        self.close_refusal(forfeit.player, None);
        self.withdraw();
        if self.scene.table.forfeit(forfeit.player).is_err() {
            return;
        }
        self.announce(About::Forfeit(forfeit), asks);
        self.settle(asks);
    }

    fn abort(&mut self, abort: &Abort) {
        for player in Player::all(self.scene.players()) {
            self.close_refusal(player, None);
        }
        self.withdraw();
        if self.scene.table.abort().is_err() {
            return;
        }
        self.announce(About::Abort(abort), &[]);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.scene.outcome()
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
        &mut feed.lines
    }

    fn watch(&mut self, seat: Player) {
        self.scene.watch(Memory::Events);
        self.happened[seat.index()] = Some(Vec::new());
    }

    fn happened(&mut self, seat: Player) -> Vec<String> {
        self.happened[seat.index()].as_mut().map(std::mem::take).unwrap_or_default()
    }

    fn picture(&self, seat: Player) -> Picture {
        self.scene.picture(Some(seat))
    }

    fn want_lists(&mut self, seat: Player, longest: usize) {
        if let Some(feed) = &mut self.feeds[seat.index()] {
            feed.longest = longest;
        }
    }
}
