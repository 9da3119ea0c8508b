//! One game in progress, spoken to in lines: reads a line, puts it to the table, and writes the answer. What the lines
//! mean is specified in [`crate::wire`]; what is allowed is the table's and the game's affair.

mod claims;
mod redacted;
mod secrets;

use std::str::FromStr;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::breach::Breach;
use crate::dice::{Dice, RANDOM_PLAYER};
use crate::game::{Event, Game, Player};
use crate::perft::perft;
use crate::strict;
use crate::table::{Broken, Next, Refusal, Table, TableBreach};
use crate::wire::{Body, By, Claims, Contradiction, Header, Line, Object, Query, Violation, WeightedDraw, write_json};

pub use self::claims::verify_violations;
pub use self::redacted::write_redacted;
pub use self::secrets::write_withheld;
use self::secrets::{keep_secrets, write_event};

/// What accompanies every line at which a player is to act, and the last one.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub enum Emit {
    /// The state.
    #[default]
    State,
    /// What one player may know; and all that is written is what he may know.
    View(Player),
    /// The legal actions.
    Legal,
    /// The digest of the state.
    Digest,
    /// Nothing.
    None,
}

impl FromStr for Emit {
    type Err = String;
    fn from_str(text: &str) -> Result<Emit, String> {
        match text {
            "state" => Ok(Emit::State),
            "legal" => Ok(Emit::Legal),
            "digest" => Ok(Emit::Digest),
            "none" => Ok(Emit::None),
            _ => text
                .strip_prefix("view:")
                .and_then(|player| player.parse().ok())
                .map(|player| Emit::View(Player(player)))
                .ok_or_else(|| "expected state, view:N (a player's number), legal, digest or none".to_owned()),
        }
    }
}

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
}

/// A game in progress with its type erased.
pub trait Judge {
    /// Writes the header, whatever the referee does before the first line, and the outcome of a game that is over.
    fn open(&mut self, out: &mut Vec<u8>) -> Verdict;
    /// Answers a line that cannot be read at all. `number` as below.
    fn unread(&mut self, malformed: &strict::Malformed, number: u64, out: &mut Vec<u8>) -> Verdict;
    /// Answers a line that is not a header. `number` is the line's number in the stream, from 1.
    fn line(&mut self, bytes: &[u8], number: u64, out: &mut Vec<u8>) -> Verdict;
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

/// A game in progress.
pub struct Bench<G: Game> {
    table: Table<G>,
    emit: Emit,
    /// The header as it is to be written.
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
    scratch: Vec<u8>,
    /// The number of the line that is being answered.
    number: u64,
    /// Whether what that line says and claims may be repeated to the viewer.
    own: bool,
}

impl<G: Game> Bench<G> {
    /// A game about to begin. `header` is complete: options resolved, players and edition named. `found` are false claims
    /// of the header that the caller has noticed.
    pub fn new(table: Table<G>, mut header: Header, claims: Claims<G>, emit: Emit, found: Vec<Contradiction>) -> Self {
        // A transcript's header shows the start, too. To begin there is to begin as usual.
        let from_position = header.state.take().is_some() && *table.state() != table.game().start(table.players());
        if matches!(emit, Emit::View(_)) {
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
            scratch: Vec::new(),
            number: 0,
            own: true,
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
        let mut object = Object::open(out);
        object.field("n", &(self.table.n() + 1));
        if !self.broken.is_empty() {
            object.maybe("player", player.as_ref());
            object.field("action", &action);
            object.maybe("by", line.by.as_ref());
            return self.finish(object, line, true, self.table.n() + 1);
        }
        let event = Event::Action(sender, action);
        write_event::<G>(&mut object, &event, self.sight(&event));
        object.maybe("by", line.by.as_ref());
        self.table.perform(event, line.by.is_some());
        self.finish(object, line, false, self.table.n())
    }

    fn chance(&mut self, line: &Line<G>, chance: G::Chance, out: &mut Vec<u8>) -> Verdict {
        self.broken.clear();
        self.table.check_chance(&chance, &mut self.broken);
        let refused = !self.broken.is_empty();
        if refused && (!self.own || self.tells_seed()) {
            return self.withhold_refusal(line, out);
        }
        let mut object = Object::open(out);
        object.field("n", &(self.table.n() + 1));
        if refused {
            object.field("chance", &chance);
            return self.finish(object, line, true, self.table.n() + 1);
        }
        let event = Event::Chance(chance);
        write_event::<G>(&mut object, &event, self.sight(&event));
        self.table.perform(event, false);
        self.finish(object, line, false, self.table.n())
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
                self.table.abort()
            }
            _ => Ok(()),
        };
        self.broken.extend(ruled.err().map(Broken::Table));
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
                        // A record holds lines that the referee had added here; without this they could be taken back.
                        object.field("undone", &0);
                    }
                }
                let refused = !self.broken.is_empty();
                if !refused {
                    object.field("n", &self.table.n());
                }
                return self.finish(object, line, refused, self.table.n());
            }
            Query::Legal => self.write_listing(&mut object),
            Query::State => {
                let position = self.table.game().position(self.table.state(), true);
                object.field("state", &position);
                object.maybe("occurrence", self.table.game().occurrence(self.table.state()).as_ref());
            }
            Query::View(player) if player.0 >= self.table.players() => {
                let players = self.table.players();
                self.broken.push(Broken::Table(TableBreach::NoSuchPlayer { player, players }));
            }
            Query::View(player) => {
                let view = self.table.game().view(self.table.state(), Some(player));
                object.field("view", &view);
                object.field("player", &player);
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
        object.field("contradicted", &found);
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
            object.field("violations", &violations(&self.broken));
        }
        let found = self.verify(line, n);
        verdict.refused = refused && line.claims.violations.is_none();
        if !found.is_empty() {
            verdict.contradicted = true;
            verdict.refused = refused;
            self.write_contradicted(found, &mut object);
        }
        object.field("next", &self.table.next());
        if accompany {
            self.accompany(&mut object, true);
        }
        object.maybe("ms", line.ms.as_ref());
        object.maybe("note", line.note.as_ref());
        object.end_line();
        verdict
    }

    /// Does and writes whatever happens without a line: draws, actions for players who forfeited, the outcome.
    fn settle(&mut self, out: &mut Vec<u8>) {
        while let Some(due) = self.table.due() {
            let mut object = Object::open(out);
            object.field("n", &(self.table.n() + 1));
            write_event::<G>(&mut object, &due.event, self.sight(&due.event));
            if matches!(due.event, Event::Action(..)) {
                object.field("by", &By::Referee);
            }
            self.table.settle(due);
            object.field("next", &self.table.next());
            self.accompany(&mut object, true);
            object.end_line();
        }
        if self.told || self.table.next() != Next::Over {
            return;
        }
        self.told = true;
        if let Some(outcome) = self.table.outcome() {
            let mut object = Object::open(out);
            object.field("outcome", &outcome);
            object.maybe("details", self.table.details().as_ref());
            object.field("next", &Next::Over);
            object.end_line();
        }
    }

    /// Writes what `--emit` asks for, unless a draw is due.
    fn accompany(&mut self, object: &mut Object<'_>, with_state: bool) {
        if self.table.next() == Next::Chance {
            return;
        }
        match self.emit {
            Emit::State => {
                if with_state {
                    object.field("state", &self.table.game().position(self.table.state(), false));
                }
                object.maybe("occurrence", self.table.game().occurrence(self.table.state()).as_ref());
            }
            Emit::View(player) => {
                object.field("view", &self.table.game().view(self.table.state(), Some(player)));
                object.field("viewer", &player);
            }
            Emit::Legal => self.write_listing(object),
            Emit::Digest => {
                let digest = self.digest();
                object.field("digest", &digest);
            }
            Emit::None => {}
        }
    }

    fn digest(&mut self) -> String {
        self.scratch.clear();
        write_json(&mut self.scratch, &self.table.game().position(self.table.state(), false));
        hex(&Sha256::digest(&self.scratch))
    }

    fn write_listing(&mut self, object: &mut Object<'_>) {
        if self.table.next() == Next::Chance {
            let draws: Vec<_> = self.weighted_draws();
            return object.field("draws", &draws);
        }
        let (legal, exhaustive) = self.table.legal();
        object.field("legal", legal);
        object.field("legal_n", &legal.len());
        object.field("exhaustive", &exhaustive);
    }

    fn weighted_draws(&mut self) -> Vec<WeightedDraw<G::Chance>> {
        let draws = if self.table.next() == Next::Chance { self.table.chances() } else { &[] };
        draws.iter().map(|(chance, weight)| WeightedDraw { chance: chance.clone(), weight: *weight }).collect()
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

/// Lower-case hexadecimal.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    let digit = |n: u8| char::from_digit(n.into(), 16).unwrap_or('?');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
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
        let mut object = header_object(&self.header, out);
        if self.from_position && self.header.state.is_none() {
            object.field("state", &self.table.game().position(self.table.state(), true));
        }
        let contradicted = !found.is_empty();
        self.write_contradicted(found, &mut object);
        object.field("next", &self.table.next());
        self.accompany(&mut object, !self.from_position);
        object.maybe("ms", self.header.ms.as_ref());
        object.maybe("note", self.header.note.as_ref());
        object.end_line();
        self.settle(out);
        Verdict { contradicted, ..Verdict::default() }
    }

    fn unread(&mut self, malformed: &strict::Malformed, number: u64, out: &mut Vec<u8>) -> Verdict {
        self.number = number;
        self.own = self.may_hear(None);
        self.malformed(malformed, out)
    }

    fn line(&mut self, bytes: &[u8], number: u64, out: &mut Vec<u8>) -> Verdict {
        self.number = number;
        let mut line = match strict::from_slice::<Line<G>>(bytes) {
            Ok(line) => line,
            Err(malformed) => return self.unreadable(bytes, &malformed, out),
        };
        self.own = self.is_own(&line);
        if !self.own {
            line.note = None;
        }
        let body = std::mem::replace(&mut line.body, Body::Remark);
        let verdict = match body {
            Body::Action(action) => self.action(&line, action, out),
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
        verdict
    }

    fn next(&self) -> Next {
        self.table.next()
    }

    fn list(&mut self, out: &mut Vec<u8>) {
        let mut object = Object::open(out);
        object.field("next", &self.table.next());
        self.write_listing(&mut object);
        object.end_line();
    }

    fn play_at_random(&mut self, dice: &mut Dice, sink: &mut dyn FnMut(&mut Vec<u8>) -> bool) {
        let mut out = Vec::new();
        self.open(&mut out);
        while let Next::Player(player) = self.table.next() {
            let (legal, _) = self.table.legal();
            let action = legal[dice.draw(RANDOM_PLAYER, legal.len() as u64) as usize].clone();
            let mut object = Object::open(&mut out);
            object.field("n", &(self.table.n() + 1));
            let event = Event::Action(player, action);
            write_event::<G>(&mut object, &event, self.sight(&event));
            self.table.perform(event, false);
            object.field("next", &self.table.next());
            self.accompany(&mut object, true);
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

/// Begins the answer to a header.
pub fn header_object<'a>(header: &Header, out: &'a mut Vec<u8>) -> Object<'a> {
    let mut object = Object::open(out);
    object.field("referee", &header.referee);
    object.field("game", &header.game);
    object.maybe("players", header.players.as_ref());
    object.maybe("seed", header.seed.as_ref());
    object.maybe("draws", header.draws.as_ref());
    object.maybe("options", header.options.as_ref());
    object.maybe("edition", header.edition.as_ref());
    object.maybe("names", header.names.as_ref());
    object.maybe("about", header.about.as_ref());
    object.maybe("match", header.match_.as_ref());
    object.maybe("state", header.state.as_ref());
    object
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
