//! Going on with a saved game. While its record is repeated, draws and actions for players who forfeited are lines, but count as
//! the referee's own steps. So the table is the same afterwards as it was when the record was written, also for undo.

use super::{Draws, Table};
use crate::game::Game;

impl<G: Game> Table<G> {
    /// From now on a record is repeated, until [`Table::go_on`].
    #[doc(hidden)]
    pub fn repeat(&mut self) {
        self.draws = Draws::Recorded;
        self.repeats = true;
    }

    /// Whether a record is being repeated.
    #[doc(hidden)]
    pub fn repeats(&self) -> bool {
        self.repeats
    }

    /// Ends the record: from now on the referee makes the draws, if there is a seed.
    #[doc(hidden)]
    pub fn go_on(&mut self) {
        self.repeats = false;
        if self.now.dice.is_some() {
            self.draws = Draws::Referee;
        }
    }
}
