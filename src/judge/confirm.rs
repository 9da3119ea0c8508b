//! Judging a record without answering it: a line that is right costs its reading, its check and its carrying out, and
//! nothing is written. Lines that are no more than an event are read where they stand, one after another. Only a line at
//! fault is put to the whole judge, whose answer says what is wrong.

use std::collections::{BTreeMap, BTreeSet};

use super::answer::{About, Answer, Audience, Fate};
use super::scribe::Scribe;
use super::{Asked, Bench, Drawer, Hear, Judge as _};
use crate::game::{Event, EventOf, Game, Player};
use crate::strict::{self, Written};
use crate::table::{Draws, Next};
use crate::wire::{AbortCause, Body, EVENT_LIMIT, ForfeitCause, Line, Plain, Query};

/// How far a text was judged, line by line, and found right.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Passed {
    /// How many lines.
    pub lines: u64,
    /// Where the last of them begins, in bytes; 0 if there is none.
    pub last: usize,
    /// How many bytes they have, line ends included.
    pub bytes: usize,
}

/// What became of a line that was to be confirmed.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Confirmed {
    /// As for any line.
    pub fate: Fate,
    /// It is a forfeit for an illegal action that the record does not show.
    pub unfounded: bool,
}

/// What a record tells beside its events.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// Why each of the players who forfeited did so. The consequences have been checked; this is testimony.
    pub forfeits: Vec<(Player, ForfeitCause)>,
    /// Why the game was called off, if it was; testimony, too.
    pub abort: Option<AbortCause>,
    /// The rules broken by lines that say themselves that they were refused, with the number of such lines.
    pub confirmed: BTreeMap<&'static str, u64>,
    /// How many such lines there are.
    pub refusals: u64,
    /// The player whose refused action came last, if nothing has happened since.
    refused: Option<Player>,
}

impl<G: Game> Bench<G> {
    /// Judges the lines that a text begins with; see [`super::Judge::pass`].
    pub(super) fn passed(&mut self, text: &str) -> Passed {
        let mut written = Written::new(text);
        let mut passed = Passed::default();
        while let Some(plain) = Plain::<G>::read_first(&mut written) {
            let line = passed.bytes..written.at();
            if line.len() > EVENT_LIMIT || !self.accept_plain(plain) {
                break;
            }
            passed = Passed { lines: passed.lines + 1, last: line.start, bytes: line.end };
        }
        passed
    }

    /// Performs the event of a line, if it and all that the line says is right. Otherwise nothing changes.
    fn accept_plain(&mut self, Plain { n, player, body, next, .. }: Plain<G>) -> bool {
        if n.is_some_and(|n| n != self.scene.table.n() + 1) {
            return false;
        }
        let event = match body {
            Body::Action(action) => Event::Action(player.or(self.on_turn()).unwrap_or_default(), action),
            // Whose draw it is need not be said, but what is said is verified.
            Body::Chance(chance) if player.is_none() || player == self.scene.table.drawer() => Event::Chance(chance),
            _ => return false,
        };
        self.accept(event, false, |bench| next.is_none_or(|next| next == bench.scene.table.next()))
    }

    /// Judges a line; see [`super::Judge::confirm`].
    pub(super) fn confirmed(&mut self, bytes: &[u8], number: u64, hear: &mut Hear<'_>) -> Confirmed {
        if self.told && !self.ending.is_empty() && bytes == self.ending {
            return Confirmed::default();
        }
        // What comes now may end the game in another way.
        self.ending.clear();
        let turn = self.on_turn();
        let (mut sender, mut ruled) = (None, None);
        // An outcome changes nothing, so it need not be read twice.
        let read = if bytes.starts_with(b"{\"outcome\":") { None } else { strict::from_slice::<Line<G>>(bytes).ok() };
        if let Some(mut line) = read {
            let body = std::mem::replace(&mut line.body, Body::Remark);
            let event = match body {
                Body::Action(action) => {
                    sender = Some(line.player.or(turn).unwrap_or_default());
                    Some(Event::Action(sender.unwrap_or_default(), action))
                }
                Body::Chance(chance) => Some(Event::Chance(chance)),
                Body::Pick(_) => {
                    sender = line.player.or(turn);
                    ruled = Some(body);
                    None
                }
                _ => {
                    ruled = Some(body);
                    None
                }
            };
            if let Some(event) = event {
                let drawer = matches!(event, Event::Chance(_)).then(|| Drawer(self.scene.table.drawer()));
                let asked = Asked { line: &line, number, own: Audience::ALL, drawer };
                let right = |bench: &Self| bench.verify(&asked, bench.scene.table.n()).is_empty();
                if self.accept(event, line.by.is_some(), right) {
                    return Confirmed::default();
                }
            }
        }
        let mut broken = false;
        let fate = self.line(bytes, number, &mut |answer| {
            broken |= !answer.violations.is_empty();
            if answer.fate != Fate::default() {
                hear(answer);
            }
        });
        let mut confirmed = Confirmed { fate, unfounded: false };
        if fate.is_fault() || fate.redacted || fate.skipped {
            return confirmed;
        }
        // What the line broke it said itself.
        if broken {
            self.account.refusals += 1;
            let ids: BTreeSet<_> = self.broken.iter().map(|broken| broken.clause().id).collect();
            for id in ids {
                *self.account.confirmed.entry(id).or_default() += 1;
            }
            self.account.refused = sender.or(self.account.refused);
            return confirmed;
        }
        match ruled {
            Some(Body::Forfeit(forfeit)) => {
                let shown = self.account.refused == Some(forfeit.player);
                confirmed.unfounded = forfeit.cause == ForfeitCause::IllegalAction && !shown;
                // Those that were taken back are forgotten, so that there are never more than players.
                let forfeited = self.scene.table.forfeited();
                self.account.forfeits.retain(|(player, _)| *player != forfeit.player && forfeited.contains(player));
                self.account.forfeits.push((forfeit.player, forfeit.cause));
            }
            Some(Body::Pick(_) | Body::Query(Query::Undo)) => self.account.refused = None,
            Some(Body::Abort(abort)) => self.account.abort = Some(abort.cause),
            _ => {}
        }
        confirmed
    }

    /// Performs an event that breaks no rule if then `is_right`. Otherwise nothing changes.
    fn accept(&mut self, mut event: EventOf<G>, substitute: bool, is_right: impl FnOnce(&Self) -> bool) -> bool {
        self.broken.clear();
        match &mut event {
            Event::Action(player, action) => {
                let table = &self.scene.table;
                if self.on_turn().is_some() && player.0 < table.players() {
                    table.game().canonical(table.state(), *player, action);
                }
                self.scene.table.check(*player, substitute, action, &mut self.broken);
            }
            Event::Chance(chance) => self.scene.table.check_chance(chance, &mut self.broken),
        }
        if !self.broken.is_empty() {
            return false;
        }
        self.scene.table.perform_unchecked(event, substitute);
        if !is_right(self) {
            // Taking the event back, for once, costs less than keeping each one for the answer that is hardly ever given.
            let taken_back = self.scene.table.undo(None);
            debug_assert!(taken_back.is_ok(), "an event that was a line can be taken back");
            return false;
        }
        self.account.refused = None;
        self.ending.clear();
        self.carry_on();
        if self.scene.table.next() == Next::Over && !std::mem::replace(&mut self.told, true) {
            // In a record the outcome comes next, most likely in the same bytes.
            let mut ending = std::mem::take(&mut self.ending);
            Scribe::default().write(&Answer::new(About::End, 0, Some(&self.scene)), &mut ending);
            ending.pop();
            self.ending = ending;
        }
        true
    }

    /// Does what happens without a line and says nothing.
    pub(super) fn carry_on(&mut self) {
        if self.scene.table.draws() == Draws::Referee {
            while let Some(due) = self.scene.table.due() {
                self.scene.table.settle(due);
            }
        }
    }

    /// What the record told; see [`super::Judge::account`].
    pub(super) fn accounted(&self) -> Account {
        let mut account = self.account.clone();
        // Rulings can be taken back.
        account.forfeits.retain(|(player, _)| self.scene.table.forfeited().contains(player));
        account.abort =
            account.abort.filter(|_| self.scene.table.next() == Next::Over && self.scene.table.outcome().is_none());
        account
    }
}
