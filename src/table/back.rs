//! Taking steps back. Where the game stood some way back is copied from time to time, and the steps since then are carried
//! out again.

use super::{Entry, Table, TableBreach, UNDO_LIMIT, perform};
use crate::game::Game;

/// As long as no more events than these have happened, the state is copied every [`UNDO_LIMIT`] lines, which costs less than
/// carrying out every step a second time. A state may remember every position that there was: beyond this, copying it
/// again and again could cost more.
const COPIED: u64 = 1 << 13;

impl<G: Game> Table<G> {
    /// Takes back the last line of input and everything the referee added after it, or exactly `steps` steps when a
    /// record says so. Returns the number of steps taken back.
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
        self.halfway.take_if(|(at, _)| *at > self.log.len());
        let (at, from) = self.halfway.as_ref().map_or((0, &self.base), |(at, moment)| (*at, moment));
        self.now = from.clone();
        for entry in self.log.range(at..) {
            perform(&self.game, self.players, &mut self.now, &entry.step);
        }
        self.look_anew();
        Ok(steps)
    }

    /// Moves the base forward; as many lines of input are kept as may be taken back.
    pub(super) fn forget(&mut self) {
        if let Some((at, moment)) = self.halfway.take() {
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

    /// Writes down where the game stands, unless it has gone on for too long.
    pub(super) fn write_down(&mut self) {
        if self.now.n < COPIED {
            self.halfway = Some((self.log.len(), self.now.clone()));
        }
    }
}
