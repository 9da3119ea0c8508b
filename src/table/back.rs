//! Undo. The table copies the game from time to time and replays the steps since then.

use super::{Entry, Table, TableBreach, UNDO_LIMIT, perform};
use crate::game::Game;

/// Up to this number of events, the state is copied every [`UNDO_LIMIT`] lines, which costs less than performing every
/// step twice. Beyond it, copying could cost more, since a state may remember every earlier position.
const COPIED: u64 = 1 << 13;

impl<G: Game> Table<G> {
    /// Takes back the last line of input and everything the referee added after it, or exactly `steps` steps if given.
    /// Returns the number of steps taken back.
    pub fn undo(&mut self, steps: Option<usize>) -> Result<usize, TableBreach> {
        let last = || self.log.iter().rposition(|entry| entry.input).map(|at| self.log.len() - at);
        let counted = |steps| self.log.iter().rev().take(steps).filter(|entry| entry.counts()).count();
        let steps = match steps {
            // `undone: 0` records a refused undo. If an undo is possible, the claim is false and nothing changes.
            Some(0) if self.undoable > 0 && self.countable > 0 => return Ok(0),
            Some(steps) => {
                let kept = |steps: &usize| (1..=self.log.len()).contains(steps) && counted(*steps) <= self.countable;
                Some(steps).filter(kept)
            }
            None if self.undoable > 0 => last(),
            None => None,
        };
        let steps = steps.ok_or(TableBreach::NothingToUndo {})?;
        for entry in self.log.drain(self.log.len() - steps..) {
            self.kept -= usize::from(entry.counts());
            self.undoable = self.undoable.saturating_sub(usize::from(entry.input));
            self.countable = self.countable.saturating_sub(usize::from(entry.counts()));
        }
        self.halfway.take_if(|halfway| halfway.0 > self.log.len());
        let (at, from) = self.halfway.as_deref().map_or((0, &self.base), |(at, moment)| (*at, moment));
        self.now = from.clone();
        for entry in self.log.range(at..) {
            perform(&self.game, self.players, &mut self.now, &entry.step);
        }
        if let Some(trace) = &mut self.trace {
            trace.back(steps);
        }
        self.look_anew();
        Ok(steps)
    }

    /// Moves the base forward, keeping as many lines of input as can be taken back.
    pub(super) fn forget(&mut self) {
        if let Some((at, moment)) = self.halfway.take().map(|halfway| *halfway) {
            self.base = moment;
            self.kept -= self.log.drain(..at).filter(Entry::counts).count();
        }
        while self.kept > UNDO_LIMIT || self.log.front().is_some_and(|entry| !entry.input) {
            let Some(entry) = self.log.pop_front() else { break };
            perform(&self.game, self.players, &mut self.base, &entry.step);
            self.kept -= usize::from(entry.counts());
        }
        self.write_down();
    }

    /// Copies the present state of the game, unless the game is already too long.
    pub(super) fn write_down(&mut self) {
        if self.now.n < COPIED {
            self.halfway = Some(Box::new((self.log.len(), self.now.clone())));
        }
    }
}
