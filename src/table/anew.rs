//! Starts the same game again with another seed. A record can hold many games that differ only in their seed, and
//! building a new table for each would cost as much as a short game.

use super::{Moment, Table, waits_for};
use crate::dice::Dice;
use crate::game::Game;

impl<G: Game> Table<G> {
    /// Begins the game again from its usual start, with another seed. Nothing of the last game remains.
    #[doc(hidden)]
    pub fn begin_anew(&mut self, seed: u64) {
        let state = self.game.start(self.players);
        self.now = Moment { state, n: 0, dice: Some(Dice::new(seed)), forfeited: Vec::new(), cut_short: None };
        if let Some(trace) = &mut self.trace {
            trace.clear();
        }
        self.begin_here();
    }

    /// Puts another state on the table, as if `n` events had led to it. Nothing can be taken back.
    pub(crate) fn imagine(&mut self, players: u8, state: G::State, n: u64) {
        self.players = players;
        (self.now.state, self.now.n, self.now.dice) = (state, n, None);
        self.begin_here();
    }

    /// Lets the game begin at the present moment: nothing can be taken back.
    fn begin_here(&mut self) {
        self.base = self.now.clone();
        self.log.clear();
        self.halfway = None;
        (self.kept, self.undoable, self.countable) = (0, 0, 0);
        self.look_anew();
    }

    /// Drops what was cached about the previous position, and finds what the present one waits for.
    pub(super) fn look_anew(&mut self) {
        self.next = waits_for(&self.game, &self.now);
        if let Some((draws, _)) = self.drawable.take() {
            self.spare_draws.set(draws);
        }
        if let Some((actions, _)) = self.listed.take() {
            self.spare_actions.set(actions);
        }
        self.details.take();
        self.views.take();
        self.shown.take();
    }
}
