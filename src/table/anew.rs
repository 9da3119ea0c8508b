//! Playing the same game again: a record holds game after game that differ in their luck alone, and to sit down anew for
//! each would cost as much as a short game.

use super::{Moment, Table, waits_for};
use crate::dice::Dice;
use crate::game::Game;

impl<G: Game> Table<G> {
    /// Begins the game anew from its usual start, with another seed. Nothing of the last game is left.
    pub fn begin_anew(&mut self, seed: u64) {
        let state = self.game.start(self.players);
        self.now = Moment { state, n: 0, dice: Some(Dice::new(seed)), forfeited: Vec::new(), cut_short: None };
        self.base = self.now.clone();
        self.log.clear();
        self.halfway = None;
        (self.kept, self.undoable, self.countable) = (0, 0, 0);
        self.look_anew();
    }

    /// Forgets what was found out about the position that was, and asks what the present one waits for.
    pub(super) fn look_anew(&mut self) {
        self.next = waits_for(&self.game, &self.now);
        if let Some((draws, _)) = self.drawable.take() {
            self.spare_draws.set(draws);
        }
        if let Some((actions, _)) = self.listed.take() {
            self.spare_actions.set(actions);
        }
        self.details.take();
    }
}
