//! Judging a record without answering it: a line that is right costs its reading, its check and its carrying out, and
//! nothing is written. Lines that are no more than an event are read where they stand, one after another. Only a line at
//! fault is put to the whole judge, whose answer says what is wrong.

use std::collections::{BTreeMap, BTreeSet};

use super::{Bench, Drawer, Judge as _, Verdict};
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
        if n.is_some_and(|n| n != self.table.n() + 1) {
            return false;
        }
        let event = match body {
            Body::Action(action) => Event::Action(player.or(self.on_turn()).unwrap_or_default(), action),
            // Whose draw it is need not be said, but what is said is verified.
            Body::Chance(chance) if player.is_none() || player == self.table.drawer() => Event::Chance(chance),
            _ => return false,
        };
        self.accept(event, false, |bench| next.is_none_or(|next| next == bench.table.next()))
    }

    /// Judges a line; see [`super::Judge::confirm`].
    pub(super) fn confirmed(&mut self, bytes: &[u8], number: u64, out: &mut Vec<u8>) -> Verdict {
        if self.told && !self.ending.is_empty() && bytes == self.ending {
            return Verdict::default();
        }
        // What comes now may end the game in another way.
        self.ending.clear();
        let (start, turn) = (out.len(), self.on_turn());
        let (mut sender, mut ruled) = (None, None);
        // An outcome changes nothing, so it need not be read twice.
        let read = if bytes.starts_with(b"{\"outcome\":") { None } else { strict::from_slice::<Line<G>>(bytes).ok() };
        if let Some(mut line) = read {
            let body = std::mem::replace(&mut line.body, Body::Remark);
            match body {
                Body::Action(action) => {
                    self.drawer = None;
                    sender = Some(line.player.or(turn).unwrap_or_default());
                    let event = Event::Action(sender.unwrap_or_default(), action);
                    if self.accept(event, line.by.is_some(), |bench| bench.verify(&line, bench.table.n()).is_empty()) {
                        return Verdict::default();
                    }
                }
                Body::Chance(chance) => {
                    self.drawer = Some(Drawer(self.table.drawer()));
                    if self
                        .accept(Event::Chance(chance), false, |bench| bench.verify(&line, bench.table.n()).is_empty())
                    {
                        return Verdict::default();
                    }
                }
                Body::Pick(pick) => {
                    sender = line.player.or(turn);
                    ruled = Some(Body::Pick(pick));
                }
                ruling => ruled = Some(ruling),
            }
        }
        let mut verdict = self.line(bytes, number, out);
        if verdict.malformed || verdict.refused || verdict.contradicted || verdict.redacted {
            return verdict;
        }
        out.truncate(start);
        // What the line broke it said itself.
        if !self.broken.is_empty() && !verdict.skipped {
            self.account.refusals += 1;
            let ids: BTreeSet<_> = self.broken.iter().map(|broken| broken.clause().id).collect();
            for id in ids {
                *self.account.confirmed.entry(id).or_default() += 1;
            }
            self.account.refused = sender.or(self.account.refused);
            return verdict;
        }
        match ruled {
            Some(Body::Forfeit(forfeit)) => {
                let shown = self.account.refused == Some(forfeit.player);
                verdict.unfounded = forfeit.cause == ForfeitCause::IllegalAction && !shown;
                // Those that were taken back are forgotten, so that there are never more than players.
                self.account
                    .forfeits
                    .retain(|(player, _)| *player != forfeit.player && self.table.forfeited().contains(player));
                self.account.forfeits.push((forfeit.player, forfeit.cause));
            }
            Some(Body::Pick(_) | Body::Query(Query::Undo)) => self.account.refused = None,
            Some(Body::Abort(abort)) => self.account.abort = Some(abort.cause),
            _ => {}
        }
        verdict
    }

    /// Performs an event that breaks no rule if then `is_right`. Otherwise nothing changes.
    fn accept(&mut self, mut event: EventOf<G>, substitute: bool, is_right: impl FnOnce(&mut Self) -> bool) -> bool {
        self.broken.clear();
        match &mut event {
            Event::Action(player, action) => {
                if self.on_turn().is_some() && player.0 < self.table.players() {
                    self.table.game().canonical(self.table.state(), *player, action);
                }
                self.table.check(*player, substitute, action, &mut self.broken);
            }
            Event::Chance(chance) => self.table.check_chance(chance, &mut self.broken),
        }
        if !self.broken.is_empty() {
            return false;
        }
        self.table.perform(event, substitute);
        if !is_right(self) {
            // Taking the event back, for once, costs less than keeping each one for the answer that is hardly ever given.
            let taken_back = self.table.undo(None);
            debug_assert!(taken_back.is_ok(), "an event that was a line can be taken back");
            return false;
        }
        self.account.refused = None;
        self.ending.clear();
        if self.table.draws() == Draws::Referee {
            while let Some(due) = self.table.due() {
                self.table.settle(due);
            }
        }
        if self.table.next() == Next::Over {
            // In a record the outcome comes next, most likely in the same bytes.
            let mut ending = std::mem::take(&mut self.ending);
            self.end(&mut ending);
            ending.pop();
            self.ending = ending;
        }
        true
    }

    /// What the record told; see [`super::Judge::account`].
    pub(super) fn accounted(&self) -> Account {
        let mut account = self.account.clone();
        // Rulings can be taken back.
        account.forfeits.retain(|(player, _)| self.table.forfeited().contains(player));
        account.abort = account.abort.filter(|_| self.table.next() == Next::Over && self.table.outcome().is_none());
        account
    }
}
