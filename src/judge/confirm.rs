//! Judges a record without answering it: a line that is right is read, checked and performed, and nothing is written.
//! Plain lines are read straight from the text, one after another. Only a line that is not right goes through the full
//! judge, whose answer says what is wrong.

use std::collections::{BTreeMap, BTreeSet};

use super::answer::{About, Answer, Audience, Fate};
use super::scribe::Scribe;
use super::{Drawer, GameJudge, Hear, Incoming, Judge as _};
use crate::game::{Event, EventOf, Game, Player};
use crate::strict;
use crate::table::{Draws, Next};
use crate::wire::fast::{Events, Plain};
use crate::wire::{AbortCause, Body, EVENT_LIMIT, ForfeitCause, Header, Line, Query};

/// How much of a text was judged and found right.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Passed {
    /// The number of lines.
    pub lines: u64,
    /// The byte offset at which the last of them begins; 0 if there is none.
    pub last: usize,
    /// Their length in bytes, line ends included.
    pub bytes: usize,
}

/// The result of confirming a line.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Confirmed {
    /// As for any line.
    pub fate: Fate,
    /// Whether it is a forfeit for an illegal action that the record does not show.
    pub unfounded: bool,
}

/// What a record says besides its events.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Account {
    /// The players who forfeited, with the causes. The causes are the record's word; only the consequences have been
    /// checked.
    pub forfeits: Vec<(Player, ForfeitCause)>,
    /// Why the game was called off, if it was; also the record's word.
    pub abort: Option<AbortCause>,
    /// The rules broken by lines that are recorded as refused, each with the number of such lines.
    pub confirmed: BTreeMap<&'static str, u64>,
    /// The number of such lines.
    pub refusals: u64,
    /// The player whose refused action came last, if nothing has happened since.
    refused: Option<Player>,
}

impl<G: Game> GameJudge<G> {
    /// Judges the first lines of a text; see [`super::Judge::pass`].
    pub(super) fn passed(&mut self, text: &str) -> Passed {
        let mut events = Events::of(text);
        let mut passed = Passed::default();
        while let Some((plain, line)) = events.read::<G>() {
            if line.len() > EVENT_LIMIT || !self.accept_plain(plain) {
                break;
            }
            passed = Passed { lines: passed.lines + 1, last: line.start, bytes: line.end };
        }
        passed
    }

    /// Performs the event of a line if the event is legal and all claims of the line are true. Otherwise nothing
    /// changes.
    fn accept_plain(&mut self, Plain { n, player, body, next, .. }: Plain<G>) -> bool {
        if n.is_some_and(|n| n != self.scene.table.n() + 1) {
            return false;
        }
        let event = match body {
            Body::Action(action) => Event::Action(player.or(self.on_turn()).unwrap_or_default(), action),
            // `player` may be left out on a draw; if it is there, it is verified.
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
        // The game may now end in another way.
        self.ending.clear();
        let turn = self.on_turn();
        let (mut sender, mut ruled) = (None, None);
        // An outcome changes nothing, so `self.line` below reads it.
        let read = if bytes.starts_with(b"{\"outcome\":") { None } else { strict::read::<Line<G>>(bytes) };
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
                let asked =
                    Incoming { line: &line, plain: false, number, own: Audience::ALL, noted: Audience::ALL, drawer };
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
        // The line itself says what it broke.
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
                // Drop rulings that were taken back, so that the list is never longer than the number of players.
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

    /// Performs an event if it breaks no rule and `is_right` holds afterwards. Otherwise nothing changes.
    fn accept(&mut self, mut event: EventOf<G>, substitute: bool, is_right: impl FnOnce(&Self) -> bool) -> bool {
        if self.scene.table.repeats() {
            // The referee's own steps cannot be taken back one by one.
            return false;
        }
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
            // This is rare, so undoing the event costs less than keeping a copy of every event.
            let taken_back = self.scene.table.undo(None);
            debug_assert!(taken_back.is_ok(), "an event that was a line can be taken back");
            return false;
        }
        self.account.refused = None;
        self.ending.clear();
        self.carry_on();
        if self.scene.table.next() == Next::Over && !std::mem::replace(&mut self.told, true) {
            // In a record the outcome line comes next, usually with exactly these bytes.
            let mut ending = std::mem::take(&mut self.ending);
            Scribe::default().write(&Answer::new(About::End, 0, Some(&self.scene)), &mut ending);
            ending.pop();
            self.ending = ending;
        }
        true
    }

    /// Digests the steps from now on; see [`super::Judge::trace`]. Games with the same rules and the same start are played alike if
    /// their steps are the same, whatever their seeds, names and notes.
    pub(super) fn trace_steps(&mut self) {
        let Header { game, players, options, edition, .. } = &self.scene.header;
        let start = self.from_position.then(|| self.position_of_start());
        let begun = serde_json::to_vec(&(game, players, options, edition, start)).unwrap_or_default();
        self.scene.table.trace(&begun);
    }

    /// Performs what happens without a line, silently.
    pub(super) fn carry_on(&mut self) {
        if self.scene.table.draws() == Draws::Referee {
            while let Some(due) = self.scene.table.due() {
                self.scene.table.settle(due);
            }
        }
    }

    /// What the record says; see [`super::Judge::account`].
    pub(super) fn accounted(&self) -> Account {
        let mut account = self.account.clone();
        // Rulings can be taken back.
        account.forfeits.retain(|(player, _)| self.scene.table.forfeited().contains(player));
        account.abort =
            account.abort.filter(|_| self.scene.table.next() == Next::Over && self.scene.table.outcome().is_none());
        account
    }
}
