//! One game in progress: reads a line, applies it to the table, and returns what to say about it as a value
//! ([`Answer`]). [`crate::wire`] specifies the lines, the table and the game decide what is allowed, and the [`Scribe`]
//! writes the answers.

pub mod answer;
mod attempt;
mod audience;
mod bounded;
mod broken;
mod claims;
mod confirm;
mod due;
mod followed;
mod header;
mod json;
mod no_start;
mod redacted;
mod scene;
mod scribe;
pub mod seats;

use std::cell::{Cell, OnceCell};

use serde_json::Value;

use self::answer::{About, Answer, Audience, Falsehood, Fate, HeaderSaid, Json, Seen};
use self::due::{Due, Told};
use self::header::write_header;
use self::scene::Scene;
use crate::dice::{Dice, RANDOM_PLAYER};
use crate::game::{Event, EventOf, Game, Player};
use crate::perft::perft;
use crate::strict;
use crate::table::{Broken, Next, Refusal, Table, TableBreach};
use crate::wire::fast::{Frame, read_event};
use crate::wire::{
    Body, Claim, Claims, Contradiction, EVENT_LIMIT, Header, Kinds, Line, Pick, Picture, Query, Seed, Shallow, Viewer,
    Violation, names_table,
};

pub use self::broken::violation;
use self::broken::violations;
pub use self::claims::verify_violations;
pub use self::confirm::{Account, Confirmed, Passed};
use self::followed::Followed;
pub use self::followed::{FalseView, Follow, Unseen};
pub use self::no_start::NoStart;
pub(crate) use self::scene::say_next;
pub use self::scene::{Listing, Look, Memory};
pub use self::scribe::Scribe;
pub use crate::wire::Emit;

/// Takes answers, one after the other.
pub type Hear<'h> = dyn FnMut(&Answer<'_>) + 'h;

/// A game in progress with its type erased. It passes on each answer while the game is in the state that it describes.
#[doc(hidden)]
pub trait Judge {
    /// From now on only these listeners, and the organiser, hear answers. Until then everybody may.
    fn listen(&mut self, listeners: Audience);
    /// Answers the header, makes the referee's moves that are due before the first line, and states the outcome of a
    /// game that is already over. `number` is the header's line in the stream, from 1.
    fn open(&mut self, number: u64, hear: &mut Hear<'_>) -> Fate;
    /// A line was read, whatever it is. If it was the last of the record with which the game is resumed, makes the referee's moves
    /// that are due.
    fn passed_by(&mut self, number: u64, hear: &mut Hear<'_>);
    /// Ends the record with which the game is resumed, if it has not ended yet.
    fn go_on(&mut self, number: u64, hear: &mut Hear<'_>);
    /// Answers a line that cannot be read.
    fn unread(&mut self, malformed: &strict::Malformed, number: u64, hear: &mut Hear<'_>) -> Fate;
    /// Answers a line if it is [`Plain`](crate::wire::fast::Plain), so that it cannot be a header; `None`: it is not plain, and
    /// nothing has happened.
    fn event(&mut self, bytes: &[u8], number: u64, hear: &mut Hear<'_>) -> Option<Fate>;
    /// Answers a line that is not a header.
    fn line(&mut self, bytes: &[u8], number: u64, hear: &mut Hear<'_>) -> Fate {
        self.line_here(bytes, number, false, hear).unwrap_or_default()
    }
    /// The same. `None`: the line names a table and was left alone, because `leaves` is set.
    fn line_here(&mut self, bytes: &[u8], number: u64, leaves: bool, hear: &mut Hear<'_>) -> Option<Fate>;
    /// Judges the lines of a text as [`Judge::line`] does, up to the first that is not `Plain` or not right.
    fn pass(&mut self, text: &str) -> Passed;
    /// Judges a line as [`Judge::line`] does, but answers only if it is at fault.
    fn confirm(&mut self, bytes: &[u8], number: u64, hear: &mut Hear<'_>) -> Confirmed;
    /// Begins a game whose header differs from the last one only in its seed, without answering it. The last header
    /// must have claimed nothing false. Returns `false` if more than the seed differs; then drop this judge.
    fn open_anew(&mut self, seed: u64) -> bool;
    /// What the lines confirmed so far say besides their events.
    fn account(&self) -> Account;
    /// From now on digests what is played. To be called before [`Judge::open`].
    fn trace(&mut self);
    /// The digests after each of the first [`TRACED`](crate::table::TRACED) steps.
    fn traced(&self) -> &[u64];
    /// The game as it stands.
    fn look(&self) -> &dyn Look;
    /// From now on remembers the state before the last line, so that pictures can show what changed.
    fn watch(&mut self, memory: Memory);
    /// The same game for what follows a stream that it cannot judge.
    fn follower(&mut self) -> &mut dyn Follow;
    /// The position as a header has it, with its memory of earlier positions.
    fn position(&self) -> Value;
    /// Plays random legal actions, chosen by the dice, until the game ends or `hear` returns `false`.
    fn play_at_random(&mut self, dice: &mut Dice, hear: &mut dyn FnMut(&Answer<'_>) -> bool);
    /// The seed of the draws; `None` if the stream gives the draws.
    fn seed(&self) -> Option<u64>;
    /// Counts the sequences of 1, 2, ... `depth` actions. With a seed, the draws come from the game's own dice in their
    /// current state, or from new dice with that seed if the game has none; without, every distinct draw is counted.
    fn perft(&mut self, seed: Option<u64>, depth: u32) -> Vec<u64>;
}

/// The player whose draw it is; `None`: no player's.
#[derive(Copy, Clone)]
struct Drawer(Option<Player>);

/// A line that is about to be answered.
struct Incoming<'a, G: Game> {
    /// The line; its body may have been taken out.
    line: &'a Line<G>,
    /// Whether it claims nothing but its number, whose it is, and what is next.
    plain: bool,
    /// Its number in the stream, from 1.
    number: u64,
    /// Who may hear what it claims.
    own: Audience,
    /// Who may read its note and its evaluation.
    noted: Audience,
    /// Whose draw it is; `None`: it is no draw.
    drawer: Option<Drawer>,
}

/// A game in progress.
#[doc(hidden)]
pub struct GameJudge<G: Game> {
    scene: Scene<G>,
    /// What the header claims.
    header_claims: Claims<G>,
    /// Whether the header gives a start position other than the usual one.
    from_position: bool,
    /// False claims that were found before the game began.
    found: Vec<Contradiction>,
    /// Whether the outcome has been stated.
    told: bool,
    broken: Refusal<G>,
    account: Account,
    /// The outcome as it is written, if the last confirmed event ended the game.
    ending: Vec<u8>,
    /// The number of the last line of the record with which the game is resumed.
    recorded: u64,
    /// What the events of the game are called, once a line that cannot be read asks for it.
    kinds: OnceCell<Kinds>,
    /// What is followed because it cannot be judged.
    followed: Option<Box<Followed<G>>>,
    /// The line of the last plain event.
    frame: Option<Frame<G>>,
}

impl<G: Game> GameJudge<G> {
    /// A game about to begin. `header` is complete: options resolved, players and edition named. `found` are false
    /// claims in the header that the caller has noticed.
    pub fn new(table: Table<G>, mut header: Header, claims: Claims<G>, found: Vec<Contradiction>) -> Self {
        // A transcript's header also gives the usual start position; that is no special start.
        let from_position = header.state.take().is_some() && *table.state() != table.game().start(table.players());
        GameJudge {
            scene: Scene { table, header, watch: None, listeners: Audience::ALL },
            header_claims: claims,
            from_position,
            found,
            told: false,
            broken: Vec::new(),
            account: Account::default(),
            ending: Vec::new(),
            recorded: 0,
            kinds: OnceCell::new(),
            followed: None,
            frame: None,
        }
    }

    /// Whether the start position fits into the answer to the header; otherwise the game cannot begin.
    pub fn start_fits(&self) -> bool {
        !self.from_position || scribe::start_fits(&self.scene.header, &self.position_of_start())
    }

    fn position_of_start(&self) -> G::Position {
        self.scene.table.game().position(self.scene.table.state(), true)
    }

    /// The player to act, if any.
    fn on_turn(&self) -> Option<Player> {
        match self.scene.table.next() {
            Next::Player(player) => Some(player),
            _ => None,
        }
    }

    fn action(&mut self, asked: &Incoming<'_, G>, mut action: G::Action, hear: &mut Hear<'_>) -> Fate {
        let turn = self.on_turn();
        let (player, by) = (asked.line.player.or(turn), asked.line.by);
        let sender = player.unwrap_or_default();
        let table = &mut self.scene.table;
        let seated = turn.is_some() && sender.0 < table.players();
        if seated {
            table.game().canonical(table.state(), sender, &mut action);
        }
        self.broken.clear();
        table.check(sender, by.is_some(), &action, &mut self.broken);
        if self.broken.is_empty() {
            return self.happen(asked, Event::Action(sender, action), hear);
        }
        self.scene.remember(seated.then_some((sender, &action)));
        let open = self.scene.onlookers(player, Some(&action), false);
        let (n, act) = (self.scene.table.n() + 1, Told::action::<G>(&action));
        self.refuse(asked, About::Event { n, player, by, event: Seen::new(&act, Audience::ALL) }, open, hear)
    }

    fn chance(&mut self, asked: &Incoming<'_, G>, chance: G::Chance, hear: &mut Hear<'_>) -> Fate {
        self.broken.clear();
        self.scene.table.check_chance(&chance, &mut self.broken);
        if self.broken.is_empty() {
            return self.happen(asked, Event::Chance(chance), hear);
        }
        self.scene.remember(None);
        let player = asked.drawer.and_then(|Drawer(drawer)| drawer);
        let open = self.scene.onlookers(player, None, false);
        let (n, draw) = (self.scene.table.n() + 1, Told::chance::<G>(&chance));
        self.refuse(asked, About::Event { n, player, by: None, event: Seen::new(&draw, Audience::ALL) }, open, hear)
    }

    /// Performs an event that breaks no rule, and answers.
    fn happen(&mut self, asked: &Incoming<'_, G>, event: EventOf<G>, hear: &mut Hear<'_>) -> Fate {
        let by = asked.line.by;
        let due = Due::of(&self.scene, &event, by);
        self.scene.table.perform_unchecked(event, by.is_some());
        self.scene.remember(None);
        due.say(&self.scene, |about| {
            let mut answer = Answer::new(about, asked.number, Some(&self.scene));
            answer.accompanied = true;
            self.finish(asked, &mut answer, hear)
        })
    }

    /// Performs the action that a number names, as if the action itself had been sent.
    fn pick(&mut self, asked: &Incoming<'_, G>, pick: Pick, hear: &mut Hear<'_>) -> Fate {
        self.broken.clear();
        let (player, by) = (asked.line.player.or(self.on_turn()), asked.line.by);
        let action = self.scene.picked(player.unwrap_or_default(), by.is_some(), pick, &mut self.broken);
        if let Some(action) = action {
            return self.action(asked, action, hear);
        }
        self.scene.remember(None);
        let open = self.scene.onlookers(player, None, matches!(pick, Pick::Place(_)));
        let n = self.scene.table.n() + 1;
        self.refuse(asked, About::Pick { n, player, by, pick }, open, hear)
    }

    fn ruling(&mut self, asked: &Incoming<'_, G>, body: &Body<G::Action, G::Chance>, hear: &mut Hear<'_>) -> Fate {
        self.broken.clear();
        let table = &mut self.scene.table;
        let (about, ruled) = match body {
            Body::Forfeit(forfeit) => (About::Forfeit(forfeit), table.forfeit(forfeit.player)),
            Body::Abort(abort) => (About::Abort(abort), table.abort(abort.adjudicate).map_err(|breach| vec![breach])),
            _ => return Fate::default(),
        };
        self.broken.extend(ruled.err().into_iter().flatten().map(Broken::Table));
        self.scene.remember(None);
        let violations = violations(&self.broken);
        self.finish(asked, &mut self.accepted(asked, about, &violations), hear)
    }

    fn query(&mut self, asked: &Incoming<'_, G>, query: Query, hear: &mut Hear<'_>) -> Fate {
        self.broken.clear();
        let to = self.may_hear(query);
        let mut about = About::Query(query);
        match query {
            Query::Undo => about = self.undo(asked.line.undone),
            Query::LegalIds if self.scene.table.numbers().is_none() => {
                self.broken.push(Broken::Table(TableBreach::NoNumbers {}));
            }
            Query::View(Viewer::Player(player))
            | Query::Picture(Picture { viewer: Some(Viewer::Player(player)), .. })
                if player.0 >= self.scene.table.players() =>
            {
                let players = self.scene.table.players();
                self.broken.push(Broken::Table(TableBreach::NoSuchPlayer { player, players }));
            }
            _ => {}
        }
        self.scene.remember(None);
        let violations = violations(&self.broken);
        let accepted = self.accepted(asked, about, &violations);
        let accompanied = accepted.accompanied && query == Query::Undo;
        self.finish(asked, &mut Answer { to, accompanied, ..accepted }, hear)
    }

    /// Takes steps back.
    fn undo(&mut self, undone: Option<usize>) -> About<'static> {
        let table = &mut self.scene.table;
        match table.undo(undone) {
            Ok(steps) => {
                self.told = table.next() == Next::Over;
                About::Undo { undone: steps, n: Some(table.n()) }
            }
            Err(breach) => {
                self.broken.push(Broken::Table(breach));
                // When this answer is read back, the draws before the first line are lines too and can be taken back.
                // So the answer gives a number of steps that is refused there as well.
                let something = table.undo(Some(0)).is_ok();
                let beyond = undone.map(|steps| steps.max(table.steps() + 1));
                About::Undo { undone: beyond.filter(|_| something).unwrap_or_default(), n: None }
            }
        }
    }

    /// Compares a stated outcome with the true one.
    fn outcome(&mut self, asked: &Incoming<'_, G>, claimed: &Value, hear: &mut Hear<'_>) -> Fate {
        self.broken.clear();
        self.scene.remember(None);
        let table = &self.scene.table;
        let mut found: Vec<Falsehood<'_>> = Vec::new();
        let actual = table.outcome().value();
        if *claimed != actual {
            found.push(Falsehood::new(Claim::Outcome.into(), claimed.clone(), actual));
        }
        if let Some(Shallow(claimed)) = &asked.line.claims.details {
            let details = table.details().value();
            if *claimed != details {
                found.push(Falsehood::new(Claim::Details.into(), claimed.clone(), details));
            }
        }
        self.address(&mut found, asked.own);
        found.extend(self.verify(asked, table.n()));
        let fate = Fate { contradicted: !found.is_empty(), ..Fate::default() };
        if fate.contradicted {
            let answer = Answer::new(About::Stated, asked.number, Some(&self.scene));
            hear(&Answer { fate, contradicted: found, ..answer });
        }
        fate
    }

    /// The answer to a line that was performed, or refused because of these violations. Everybody may read it.
    fn accepted<'a>(&'a self, asked: &Incoming<'_, G>, about: About<'a>, violations: &'a [Violation]) -> Answer<'a> {
        let mut answer = Answer::new(about, asked.number, Some(&self.scene));
        answer.violations = violations;
        answer.accompanied = violations.is_empty();
        if !answer.accompanied {
            answer.open = self.scene.onlookers(None, None, false);
        }
        answer
    }

    /// Answers an event that broke rules. `open`: who may see in replays that it was tried. If the violations reveal
    /// the seed, only the organiser gets the answer.
    fn refuse(&self, asked: &Incoming<'_, G>, about: About<'_>, open: Audience, hear: &mut Hear<'_>) -> Fate {
        let (to, open) = if self.tells_seed() { (Audience::ORGANISER, Audience::ORGANISER) } else { (asked.own, open) };
        let violations = violations(&self.broken);
        let answer = Answer::new(about, asked.number, Some(&self.scene));
        self.finish(asked, &mut Answer { to, violations: &violations, open, ..answer }, hear)
    }

    /// Answers a line that was read; its body was taken out, but for a query. `plain`: it is
    /// [`Plain`](crate::wire::fast::Plain).
    fn answer(
        &mut self,
        line: &Line<G>,
        body: Body<G::Action, G::Chance>,
        plain: bool,
        number: u64,
        hear: &mut Hear<'_>,
    ) -> Fate {
        if self.scene.table.repeats() && number > self.recorded {
            // What is due comes first, as it did when the record was written.
            self.settle(number, hear);
        }
        let (own, noted) = (self.heard_by(line.player, &body), self.noted_by(line.player, &body));
        if matches!(body, Body::Remark) {
            return Fate { skipped: true, ..Fate::default() };
        }
        let drawer = matches!(body, Body::Chance(_)).then(|| Drawer(self.scene.table.drawer()));
        let asked = Incoming { line, plain, number, own, noted, drawer };
        self.scene.turn_page(false);
        let fate = match body {
            Body::Action(action) => self.action(&asked, action, hear),
            Body::Pick(pick) => self.pick(&asked, pick, hear),
            Body::Chance(chance) => self.chance(&asked, chance, hear),
            Body::Query(query) => self.query(&asked, query, hear),
            Body::Outcome(claimed) => self.outcome(&asked, &claimed, hear),
            Body::Attempt(attempt) => self.attempt(&asked, &attempt, hear),
            Body::Redacted => self.remarked(&asked, hear),
            ruling => self.ruling(&asked, &ruling, hear),
        };
        self.settle(number, hear);
        fate
    }

    /// Adds what every answer contains, and passes it on.
    fn finish<'a>(&'a self, asked: &'a Incoming<'_, G>, answer: &mut Answer<'a>, hear: &mut Hear<'_>) -> Fate {
        let refused = !answer.violations.is_empty();
        // The answer to a refused event has the number that the event would have had.
        let would_be = matches!(answer.about, About::Event { .. } | About::Pick { .. } | About::NotRedacted);
        let n = self.scene.table.n() + u64::from(refused && would_be);
        // Nearly always.
        if !(asked.plain && self.holds(asked, n)) {
            answer.contradicted = self.verify(asked, n);
        }
        answer.fate.refused = refused && asked.line.claims.violations.is_none();
        answer.fate.contradicted = !answer.contradicted.is_empty();
        answer.ms = asked.line.ms;
        answer.note = asked.line.note.as_deref();
        answer.eval = asked.line.eval.as_ref();
        answer.own = asked.noted;
        hear(answer);
        answer.fate
    }

    /// Whether the violations name what the seed determines.
    fn tells_seed(&self) -> bool {
        use TableBreach::{ActionContradictsSeed, ChanceContradictsSeed};
        let of_seed = |broken: &Broken<G::Breach>| {
            matches!(broken, Broken::Table(ChanceContradictsSeed { .. } | ActionContradictsSeed { .. }))
        };
        self.broken.iter().any(of_seed)
    }

    /// Performs and passes on what happens without a line: draws, actions for players who forfeited, the outcome.
    fn settle(&mut self, number: u64, hear: &mut Hear<'_>) {
        if self.scene.table.repeats() && number >= self.recorded {
            self.scene.table.go_on();
        }
        while let Some(said) = Due::settle(&mut self.scene) {
            said.say(&self.scene, |about| {
                hear(&Answer { accompanied: true, ..Answer::new(about, number, Some(&self.scene)) });
            });
        }
        if !self.told && self.scene.table.next() == Next::Over {
            self.told = true;
            hear(&Answer::new(About::End, number, Some(&self.scene)));
        }
    }
}

impl<G: Game> Judge for GameJudge<G> {
    fn listen(&mut self, listeners: Audience) {
        self.scene.listeners = listeners;
    }

    fn open(&mut self, number: u64, hear: &mut Hear<'_>) -> Fate {
        self.recorded = self.scene.header.resume.map_or(0, |lines| number.saturating_add(lines));
        let claims = std::mem::take(&mut self.header_claims);
        let mut found: Vec<Falsehood<'_>> = std::mem::take(&mut self.found).into_iter().map(Falsehood::from).collect();
        if let Some(claimed) = &claims.violations {
            verify_violations(claimed, std::iter::empty(), &mut found);
        }
        self.verify_position(&claims, claims.viewer, false, &mut found);
        for earlier in claims.contradicted.iter().flat_map(|found| &found.0) {
            self.verify_earlier(earlier, None, (0, claims.viewer), &mut found);
        }
        self.address(&mut found, Audience::ALL);
        let start = self.from_position.then(|| self.position_of_start());
        let header = &self.scene.header;
        let said =
            HeaderSaid { header, start: start.as_ref().map(|start| start as &dyn Json), secrets: G::HAS_SECRETS };
        let mut answer = Answer::of_header(About::Header(said), said, number, Some(&self.scene));
        let fate = Fate { contradicted: !found.is_empty(), ..Fate::default() };
        (answer.accompanied, answer.fate, answer.contradicted) = (true, fate, found);
        hear(&answer);
        drop(answer);
        self.settle(number, hear);
        fate
    }

    fn open_anew(&mut self, seed: u64) -> bool {
        let Scene { table, header, watch, .. } = &mut self.scene;
        // A commitment in `match` fits one seed only, and a special start position is not kept.
        let is_special = header.match_.is_some() || header.resume.is_some() || self.from_position;
        if header.seed.is_none() || is_special || watch.is_some() {
            return false;
        }
        header.seed = Some(Seed(seed));
        table.begin_anew(seed);
        self.ending.clear();
        self.account = Account::default();
        self.carry_on();
        self.told = self.scene.table.next() == Next::Over;
        true
    }

    fn passed_by(&mut self, number: u64, hear: &mut Hear<'_>) {
        if self.scene.table.repeats() {
            self.settle(number, hear);
        }
    }

    fn go_on(&mut self, number: u64, hear: &mut Hear<'_>) {
        if self.scene.table.repeats() {
            self.recorded = 0;
            self.settle(number, hear);
        }
    }

    fn unread(&mut self, malformed: &strict::Malformed, number: u64, hear: &mut Hear<'_>) -> Fate {
        self.malformed(malformed.into(), number, (None, Audience::ORGANISER), self.scene.hearers(None), hear)
    }

    fn event(&mut self, bytes: &[u8], number: u64, hear: &mut Hear<'_>) -> Option<Fate> {
        if bytes.len() > EVENT_LIMIT {
            return None;
        }
        let plain = read_event(bytes)?;
        let mut frame = self.frame.take().unwrap_or_default();
        let (line, body) = frame.line(plain);
        let fate = self.answer(line, body, true, number, hear);
        self.frame = Some(frame);
        Some(fate)
    }

    fn line_here(&mut self, bytes: &[u8], number: u64, leaves: bool, hear: &mut Hear<'_>) -> Option<Fate> {
        let mut line = match strict::from_slice::<Line<G>>(bytes) {
            Ok(line) => line,
            Err(_) if leaves && names_table(bytes) => return None,
            Err(malformed) => return Some(self.unreadable(bytes, &malformed, number, hear)),
        };
        if bytes.len() > EVENT_LIMIT && line.body.event_length() > EVENT_LIMIT {
            let message = format!("an action or a draw is at most {EVENT_LIMIT} bytes long");
            return Some(self.unread(&strict::Malformed::new(message), number, hear));
        }
        let body = std::mem::replace(&mut line.body, Body::Remark);
        if let Body::Query(query) = body {
            // Verifying its claims needs the query.
            line.body = Body::Query(query);
        }
        Some(self.answer(&line, body, false, number, hear))
    }

    fn pass(&mut self, text: &str) -> Passed {
        self.passed(text)
    }

    fn confirm(&mut self, bytes: &[u8], number: u64, hear: &mut Hear<'_>) -> Confirmed {
        self.confirmed(bytes, number, hear)
    }

    fn account(&self) -> Account {
        self.accounted()
    }

    fn trace(&mut self) {
        self.trace_steps();
    }

    fn traced(&self) -> &[u64] {
        self.scene.table.traced()
    }

    fn look(&self) -> &dyn Look {
        &self.scene
    }

    fn watch(&mut self, memory: Memory) {
        self.scene.watch(memory);
    }

    fn follower(&mut self) -> &mut dyn Follow {
        self
    }

    fn position(&self) -> Value {
        self.position_of_start().value()
    }

    fn play_at_random(&mut self, dice: &mut Dice, hear: &mut dyn FnMut(&Answer<'_>) -> bool) {
        let goes_on = Cell::new(true);
        let hear: &mut Hear<'_> = &mut |answer| goes_on.set(hear(answer));
        self.open(1, hear);
        while goes_on.get()
            && let Next::Player(player) = self.scene.table.next()
        {
            let (legal, _) = self.scene.table.legal();
            let action = legal[dice.draw(RANDOM_PLAYER, legal.len() as u64) as usize].clone();
            let event = Event::Action(player, action);
            let said = Due::of(&self.scene, &event, None);
            self.scene.table.perform_unchecked(event, false);
            said.say(&self.scene, |about| {
                hear(&Answer { accompanied: true, ..Answer::new(about, 0, Some(&self.scene)) });
            });
            self.settle(0, hear);
        }
    }

    fn seed(&self) -> Option<u64> {
        self.scene.table.dice().map(Dice::seed)
    }

    fn perft(&mut self, seed: Option<u64>, depth: u32) -> Vec<u64> {
        let table = &self.scene.table;
        if table.next() == Next::Over {
            return vec![0; depth as usize];
        }
        let dice = seed.map(|seed| table.dice().cloned().unwrap_or_else(|| Dice::new(seed)));
        perft(table.game(), table.state(), dice.as_ref(), depth)
    }
}
