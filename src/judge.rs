//! One game in progress, spoken to in lines: reads a line, puts it to the table, and writes the answer. What the lines
//! mean is specified in [`crate::wire`]; what is allowed is the table's and the game's affair.

mod bounded;
mod claims;
mod confirm;
mod emit;
mod header;
mod pictures;
mod redacted;
mod scribe;
pub mod seats;
mod secrets;

use serde_json::Value;

use crate::breach::Breach;
use crate::dice::{Dice, RANDOM_PLAYER};
use crate::game::{Event, Game, Outcome, Player};
use crate::perft::perft;
use crate::strict;
use crate::table::{Broken, Next, Refusal, Table, TableBreach};
use crate::wire::{
    Body, By, Claims, Contradiction, EVENT_LIMIT, Header, Line, Object, Pick, Plain, Query, Seed, Viewer, Violation,
};

pub use self::bounded::{write_found, write_violations};
pub use self::claims::verify_violations;
pub use self::confirm::{Account, Passed};
pub use self::emit::Emit;
pub use self::header::header_object;
use self::pictures::Watch;
pub(crate) use self::pictures::line_in_words;
pub use self::pictures::{Listing, Look};
pub use self::redacted::write_redacted_header;
use self::scribe::{write_listing, write_outcome};
use self::secrets::keep_secrets;
pub use self::secrets::write_withheld;

/// What became of a line.
#[allow(clippy::struct_excessive_bools, reason = "each of them is independent of the others")]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Verdict {
    /// It is not of the protocol.
    pub malformed: bool,
    /// It broke a rule, and did not claim to.
    pub refused: bool,
    /// It claims something false.
    pub contradicted: bool,
    /// It is a remark of an earlier run.
    pub skipped: bool,
    /// What it says is hidden, so that the game cannot be judged any further.
    pub redacted: bool,
    /// It is a forfeit for an illegal action that the record does not show. Only [`Judge::confirm`] says so.
    pub unfounded: bool,
}

/// A game in progress with its type erased.
pub trait Judge: Look {
    /// Writes the header, whatever the referee does before the first line, and the outcome of a game that is over.
    fn open(&mut self, out: &mut Vec<u8>) -> Verdict;
    /// Answers a line that cannot be read at all. `number` as below.
    fn unread(&mut self, malformed: &strict::Malformed, number: u64, out: &mut Vec<u8>) -> Verdict;
    /// Answers a line that is not a header. `number` is the line's number in the stream, from 1.
    fn line(&mut self, bytes: &[u8], number: u64, out: &mut Vec<u8>) -> Verdict;
    /// Judges lines as [`Judge::line`] does from the beginning of a text on, as long as each is written as a [`Plain`] one is
    /// and nothing is wrong with it. What comes then is as if it had not been looked at.
    fn pass(&mut self, text: &str) -> Passed;
    /// Judges a line as [`Judge::line`] does, and writes the answer only if something is wrong with it.
    fn confirm(&mut self, bytes: &[u8], number: u64, out: &mut Vec<u8>) -> Verdict;
    /// Begins a game whose header differs from that of the last one in its seed alone, and goes on as [`Judge::open`] does.
    /// The header of the last one claimed nothing false. Returns `false`, and nothing is to be asked any more, where more
    /// than the seed would have to be different.
    fn open_anew(&mut self, seed: u64, out: &mut Vec<u8>) -> bool;
    /// What the lines confirmed so far tell beside their events.
    fn account(&self) -> Account;
    /// The header as it is written: options resolved, players and edition named.
    fn header(&self) -> &Header;
    /// The result; `None` while the game goes on and after it was called off.
    fn outcome(&self) -> Option<Outcome>;
    /// What the game waits for.
    fn next(&self) -> Next;
    /// Writes the answer to the question what is legal, as a line.
    fn list(&mut self, out: &mut Vec<u8>);
    /// Plays random legal actions to the end, chosen by the dice. The lines are handed to `sink` from time to time; it
    /// empties the buffer and says whether to go on.
    fn play_at_random(&mut self, dice: &mut Dice, sink: &mut dyn FnMut(&mut Vec<u8>) -> bool);
    /// The seed of the draws; `None` where they are given and can be anything.
    fn seed(&self) -> Option<u64>;
    /// Counts sequences of 1, 2, ... `depth` actions. With a seed the draws follow it, or the game's own dice as they
    /// stand; without, every distinct draw is counted.
    fn perft(&mut self, seed: Option<u64>, depth: u32) -> Vec<u64>;
}

/// Whose a draw is; `None`: nobody's.
#[derive(Copy, Clone)]
struct Drawer(Option<Player>);

/// A game in progress.
pub struct Bench<G: Game> {
    table: Table<G>,
    emit: Emit,
    /// The header as it is to be written. If it says its `line`, so does whatever else is at fault.
    header: Header,
    /// What the header claims.
    header_claims: Claims<G>,
    /// Whether the header gives a position to start from that is not the usual one.
    from_position: bool,
    /// False claims that were found before the game began.
    found: Vec<Contradiction>,
    /// Whether the outcome has been written.
    told: bool,
    broken: Refusal<G>,
    /// The number of the line that is being answered.
    number: u64,
    /// Whose draw that line is; `None`: it is no draw.
    drawer: Option<Drawer>,
    /// Whether what that line says and claims may be repeated to the viewer.
    own: bool,
    account: Account,
    /// The outcome as it was written, if the last event that was confirmed ended the game.
    ending: Vec<u8>,
    /// What pictures are to show of the last line; `None`: nobody asked for pictures.
    watch: Option<Watch<G>>,
}

impl<G: Game> Bench<G> {
    /// A game about to begin. `header` is complete: options resolved, players and edition named. `found` are false claims
    /// of the header that the caller has noticed.
    pub fn new(table: Table<G>, mut header: Header, claims: Claims<G>, emit: Emit, found: Vec<Contradiction>) -> Self {
        // A transcript's header shows the start, too. To begin there is to begin as usual.
        let from_position = header.state.take().is_some() && *table.state() != table.game().start(table.players());
        if emit.viewer.is_some() {
            keep_secrets::<G>(&mut header, from_position);
        }
        Bench {
            table,
            emit,
            header,
            header_claims: claims,
            from_position,
            found,
            told: false,
            broken: Vec::new(),
            number: 0,
            drawer: None,
            own: true,
            account: Account::default(),
            ending: Vec::new(),
            watch: None,
        }
    }

    /// The player to act, if one is.
    fn on_turn(&self) -> Option<Player> {
        match self.table.next() {
            Next::Player(player) => Some(player),
            _ => None,
        }
    }

    fn action(&mut self, line: &Line<G>, mut action: G::Action, out: &mut Vec<u8>) -> Verdict {
        let turn = self.on_turn();
        let player = line.player.or(turn);
        let sender = player.unwrap_or_default();
        if turn.is_some() && sender.0 < self.table.players() {
            self.table.game().canonical(self.table.state(), sender, &mut action);
        }
        self.broken.clear();
        self.table.check(sender, line.by.is_some(), &action, &mut self.broken);
        if !self.broken.is_empty() && (!self.own || self.tells_seed()) {
            return self.withhold_refusal(line, out);
        }
        if !self.broken.is_empty() {
            let mut object = Object::open(out);
            object.field("n", &(self.table.n() + 1));
            object.maybe("player", player.as_ref());
            object.field("action", &action);
            object.maybe("by", line.by.as_ref());
            return self.finish(object, line, true, self.table.n() + 1);
        }
        let event = Event::Action(sender, action);
        let object = self.emit.event(&self.table, &event, line.by, out);
        self.table.perform(event, line.by.is_some());
        self.finish(object, line, false, self.table.n())
    }

    fn chance(&mut self, line: &Line<G>, chance: G::Chance, out: &mut Vec<u8>) -> Verdict {
        self.broken.clear();
        let drawer = self.table.drawer();
        self.drawer = Some(Drawer(drawer));
        self.table.check_chance(&chance, &mut self.broken);
        let refused = !self.broken.is_empty();
        if refused && (!self.own || self.tells_seed()) {
            return self.withhold_refusal(line, out);
        }
        if refused {
            let mut object = Object::open(out);
            object.field("n", &(self.table.n() + 1));
            object.maybe("player", drawer.as_ref());
            object.field("chance", &chance);
            return self.finish(object, line, true, self.table.n() + 1);
        }
        let event = Event::Chance(chance);
        let object = self.emit.event(&self.table, &event, None, out);
        self.table.perform(event, false);
        self.finish(object, line, false, self.table.n())
    }

    /// Performs what stands at a place of the legal list, as if the action itself had been sent.
    fn pick(&mut self, line: &Line<G>, pick: Pick, out: &mut Vec<u8>) -> Verdict {
        self.broken.clear();
        let player = line.player.or(self.on_turn());
        let action = self.table.pick(player.unwrap_or_default(), line.by.is_some(), pick.0, &mut self.broken);
        if let Some(action) = action {
            return self.action(line, action, out);
        }
        if !self.own {
            return self.withhold_refusal(line, out);
        }
        let mut object = Object::open(out);
        object.field("n", &(self.table.n() + 1));
        object.maybe("player", player.as_ref());
        object.field("pick", &pick);
        object.maybe("by", line.by.as_ref());
        self.finish(object, line, true, self.table.n() + 1)
    }

    fn ruling(&mut self, line: &Line<G>, out: &mut Vec<u8>) -> Verdict {
        self.broken.clear();
        let mut object = Object::open(out);
        let ruled = match &line.body {
            Body::Forfeit(forfeit) => {
                object.field("forfeit", forfeit);
                self.table.forfeit(forfeit.player)
            }
            Body::Abort(abort) => {
                object.field("abort", abort);
                self.table.abort().map_err(|breach| vec![breach])
            }
            _ => Ok(()),
        };
        self.broken.extend(ruled.err().into_iter().flatten().map(Broken::Table));
        let refused = !self.broken.is_empty();
        self.finish(object, line, refused, self.table.n())
    }

    fn query(&mut self, line: &Line<G>, query: Query, out: &mut Vec<u8>) -> Verdict {
        self.broken.clear();
        if !self.may_ask(query) {
            let found = self.verify(line, self.table.n());
            write_withheld(self.number, Some(self.table.next()), out);
            return Verdict { contradicted: !found.is_empty(), ..Verdict::default() };
        }
        let mut object = Object::open(out);
        object.field("query", &query);
        match query {
            Query::Undo => {
                match self.table.undo(line.undone) {
                    Ok(steps) => {
                        self.told = self.table.next() == Next::Over;
                        object.field("undone", &steps);
                    }
                    Err(breach) => {
                        self.broken.push(Broken::Table(breach));
                        // A record also holds the draws before the first line of this game, and there they could be taken back.
                        // So what is refused says what is refused there as well.
                        let something = self.table.undo(Some(0)).is_ok();
                        let beyond = line.undone.map(|steps| steps.max(self.table.steps() + 1));
                        object.field("undone", &beyond.filter(|_| something).unwrap_or_default());
                    }
                }
                let refused = !self.broken.is_empty();
                if !refused {
                    object.field("n", &self.table.n());
                }
                return self.finish(object, line, refused, self.table.n());
            }
            Query::Legal => write_listing(&mut self.table, &mut object),
            Query::State => {
                let position = self.table.game().position(self.table.state(), true);
                object.spare("state", &position);
                object.maybe("occurrence", self.table.game().occurrence(self.table.state()).as_ref());
            }
            Query::View(Viewer::Player(player)) if player.0 >= self.table.players() => {
                let players = self.table.players();
                self.broken.push(Broken::Table(TableBreach::NoSuchPlayer { player, players }));
            }
            Query::View(viewer) => {
                object.spare("view", &self.table.game().view(self.table.state(), viewer.player()));
                match viewer {
                    Viewer::Player(player) => object.field("player", &player),
                    Viewer::Public => object.field("viewer", &viewer),
                }
            }
        }
        let refused = !self.broken.is_empty();
        self.tail(object, line, refused, self.table.n(), false)
    }

    /// Compares a stated outcome with the one that has been written.
    fn outcome(&mut self, line: &Line<G>, claimed: &Value, out: &mut Vec<u8>) -> Verdict {
        let actual = serde_json::to_value(self.table.outcome()).unwrap_or_default();
        let details = serde_json::to_value(self.table.details()).unwrap_or_default();
        let mut found = Vec::new();
        self.broken.clear();
        if *claimed != actual {
            found.push(Contradiction { claim: "outcome".into(), claimed: claimed.clone(), actual: actual.clone() });
        }
        if let Some(claimed) = line.claims.details.as_ref().filter(|claimed| **claimed != details) {
            found.push(Contradiction { claim: "details".into(), claimed: claimed.clone(), actual: details });
        }
        found.extend(self.verify(line, self.table.n()));
        let verdict = Verdict { contradicted: !found.is_empty(), ..Verdict::default() };
        self.keep_told(&mut found);
        if found.is_empty() {
            return verdict;
        }
        let mut object = Object::open(out);
        if !actual.is_null() {
            object.field("outcome", &actual);
        }
        write_found(&found, &mut object);
        object.maybe("line", self.header.line.map(|_| self.number).as_ref());
        object.field("next", &self.table.next());
        object.end_line();
        Verdict { contradicted: true, ..Verdict::default() }
    }

    /// Ends an answer, then does and writes what follows from it.
    fn finish(&mut self, object: Object<'_>, line: &Line<G>, refused: bool, n: u64) -> Verdict {
        self.tail(object, line, refused, n, !refused)
    }

    /// Writes the end of an answer: violations, false claims, what is next, and what was asked to accompany it.
    fn tail(&mut self, mut object: Object<'_>, line: &Line<G>, refused: bool, n: u64, accompany: bool) -> Verdict {
        let mut verdict = Verdict::default();
        if refused {
            write_violations(violations(&self.broken), &mut object);
        }
        let found = self.verify(line, n);
        verdict.refused = refused && line.claims.violations.is_none();
        let mut at_fault = verdict.refused;
        if !found.is_empty() {
            verdict.contradicted = true;
            at_fault |= self.write_contradicted(found, &mut object);
        }
        if at_fault {
            object.maybe("line", self.header.line.map(|_| self.number).as_ref());
        }
        object.field("next", &self.table.next());
        if accompany {
            self.emit.accompany(&mut self.table, &mut object, true);
        }
        object.maybe("ms", line.ms.as_ref());
        if let Some(note) = &line.note {
            object.spare("note", note);
        }
        object.end_line();
        verdict
    }

    /// Does and writes whatever happens without a line: draws, actions for players who forfeited, the outcome.
    fn settle(&mut self, out: &mut Vec<u8>) {
        while let Some(due) = self.table.due() {
            let by = matches!(due.event, Event::Action(..)).then_some(By::Referee);
            let mut object = self.emit.event(&self.table, &due.event, by, out);
            self.table.settle(due);
            object.field("next", &self.table.next());
            self.emit.accompany(&mut self.table, &mut object, true);
            object.end_line();
        }
        self.end(out);
    }

    /// Writes the outcome of a game that is over, once.
    fn end(&mut self, out: &mut Vec<u8>) {
        if !self.told && self.table.next() == Next::Over {
            self.told = true;
            write_outcome(&self.table, out);
        }
    }
}

fn violations<B: Breach>(broken: &[Broken<B>]) -> Vec<Violation> {
    broken.iter().map(|broken| violation(broken.clause(), broken, broken.data())).collect()
}

/// A broken rule as it is written.
pub fn violation<B: serde::Serialize + std::fmt::Display>(
    clause: &'static crate::breach::Clause,
    breach: &B,
    data: Option<crate::game::Provenance>,
) -> Violation {
    Violation {
        rule: clause.id,
        refs: clause.refs,
        source: clause.source,
        statement: clause.statement,
        message: breach.to_string(),
        facts: serde_json::to_value(breach).unwrap_or_default(),
        data,
    }
}

impl<G: Game> Judge for Bench<G> {
    fn open(&mut self, out: &mut Vec<u8>) -> Verdict {
        let claims = std::mem::take(&mut self.header_claims);
        let mut found = std::mem::take(&mut self.found);
        if let Some(claimed) = &claims.violations {
            verify_violations(claimed, std::iter::empty(), &mut found);
        }
        self.verify_position(&claims, claims.viewer, false, &mut found);
        for earlier in claims.contradicted.iter().flat_map(|found| &found.0) {
            self.verify_contradiction(earlier, 0, claims.viewer, &mut found);
        }
        let (mut object, _) = self.begin_header(out);
        let contradicted = !found.is_empty();
        if self.write_contradicted(found, &mut object) {
            object.maybe("line", self.header.line.as_ref());
        }
        object.field("next", &self.table.next());
        // The usual start goes without saying: a header that says that its state was cut begins no game when it is read.
        if self.emit.state && !self.from_position && self.table.next() != Next::Chance {
            object.fit("state", &self.table.game().position(self.table.state(), false));
        }
        self.emit.accompany(&mut self.table, &mut object, false);
        object.maybe("ms", self.header.ms.as_ref());
        if let Some(note) = &self.header.note {
            object.spare("note", note);
        }
        object.end_line();
        self.settle(out);
        Verdict { contradicted, ..Verdict::default() }
    }

    fn open_anew(&mut self, seed: u64, out: &mut Vec<u8>) -> bool {
        // A commitment is to one seed, and no other start than the usual one is kept.
        if self.header.seed.is_none() || self.header.match_.is_some() || self.from_position || self.watch.is_some() {
            return false;
        }
        self.header.seed = Some(Seed(seed));
        self.table.begin_anew(seed);
        (self.told, self.own) = (false, true);
        self.ending.clear();
        self.account = Account::default();
        self.settle(out);
        true
    }

    fn unread(&mut self, malformed: &strict::Malformed, number: u64, out: &mut Vec<u8>) -> Verdict {
        self.number = number;
        self.own = self.may_hear(None);
        self.malformed(malformed, out)
    }

    fn line(&mut self, bytes: &[u8], number: u64, out: &mut Vec<u8>) -> Verdict {
        self.number = number;
        let mut line = match std::str::from_utf8(bytes).ok().and_then(Plain::read) {
            Some(plain) => Line::from(plain),
            None => match strict::from_slice::<Line<G>>(bytes) {
                Ok(line) => line,
                Err(malformed) => return self.unreadable(bytes, &malformed, out),
            },
        };
        if bytes.len() > EVENT_LIMIT && line.body.event_length() > EVENT_LIMIT {
            self.own = self.may_hear(None);
            let message = format!("an action or a draw is at most {EVENT_LIMIT} bytes long");
            return self.malformed(&strict::Malformed::new(message), out);
        }
        self.own = self.is_own(&line);
        if !self.own {
            line.note = None;
        }
        let body = std::mem::replace(&mut line.body, Body::Remark);
        self.drawer = None;
        let before = self.before_line();
        let tried = self.tried(&line, &body);
        let verdict = match body {
            Body::Action(action) => self.action(&line, action, out),
            Body::Pick(pick) => self.pick(&line, pick, out),
            Body::Chance(chance) => self.chance(&line, chance, out),
            Body::Query(query) => {
                line.body = Body::Query(query);
                self.query(&line, query, out)
            }
            Body::Outcome(claimed) => self.outcome(&line, &claimed, out),
            Body::Remark => Verdict { skipped: true, ..Verdict::default() },
            Body::Redacted => self.remarked(&line, out),
            ruling => {
                line.body = ruling;
                self.ruling(&line, out)
            }
        };
        self.settle(out);
        self.after_line(before, tried);
        verdict
    }

    fn pass(&mut self, text: &str) -> Passed {
        self.passed(text)
    }

    fn confirm(&mut self, bytes: &[u8], number: u64, out: &mut Vec<u8>) -> Verdict {
        self.confirmed(bytes, number, out)
    }

    fn account(&self) -> Account {
        self.accounted()
    }

    fn header(&self) -> &Header {
        &self.header
    }

    fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    fn next(&self) -> Next {
        self.table.next()
    }

    fn list(&mut self, out: &mut Vec<u8>) {
        let mut object = Object::open(out);
        object.field("next", &self.table.next());
        write_listing(&mut self.table, &mut object);
        object.end_line();
    }

    fn play_at_random(&mut self, dice: &mut Dice, sink: &mut dyn FnMut(&mut Vec<u8>) -> bool) {
        let mut out = Vec::new();
        self.open(&mut out);
        while let Next::Player(player) = self.table.next() {
            let (legal, _) = self.table.legal();
            let action = legal[dice.draw(RANDOM_PLAYER, legal.len() as u64) as usize].clone();
            let event = Event::Action(player, action);
            let mut object = self.emit.event(&self.table, &event, None, &mut out);
            self.table.perform(event, false);
            object.field("next", &self.table.next());
            self.emit.accompany(&mut self.table, &mut object, true);
            object.end_line();
            self.settle(&mut out);
            if out.len() > 1 << 16 && !sink(&mut out) {
                return;
            }
        }
        sink(&mut out);
    }

    fn seed(&self) -> Option<u64> {
        self.table.dice().map(Dice::seed)
    }

    fn perft(&mut self, seed: Option<u64>, depth: u32) -> Vec<u64> {
        if self.table.next() == Next::Over {
            return vec![0; depth as usize];
        }
        let dice = seed.map(|seed| self.table.dice().cloned().unwrap_or_else(|| Dice::new(seed)));
        perft(self.table.game(), self.table.state(), dice.as_ref(), depth)
    }
}

/// Writes the answer to a line that is not of the protocol.
pub fn write_malformed(malformed: &strict::Malformed, number: u64, next: Option<Next>, out: &mut Vec<u8>) {
    let mut object = Object::open(out);
    let mut inner = Object::open(object.key("malformed"));
    inner.field("line", &number);
    inner.maybe("column", malformed.column.as_ref());
    inner.field("message", &malformed.message);
    inner.end();
    object.maybe("next", next.as_ref());
    object.end_line();
}
