//! Going on with a saved game. While its record is repeated, draws and actions for players who forfeited are lines, but count as
//! the referee's own steps. So the table is the same afterwards as it was when the record was written, also for undo.

use super::{Draws, Table};
use crate::game::Game;

impl<G: Game> Table<G> {
    /// The table, at which a record is repeated until [`Table::go_on`].
    #[must_use]
    pub fn repeating(self) -> Table<G> {
        Table { draws: Draws::Recorded, repeats: true, ..self }
    }

    /// Whether a record is being repeated.
    pub fn repeats(&self) -> bool {
        self.repeats
    }

    /// Ends the record: from now on the referee makes the draws, if there is a seed.
    pub fn go_on(&mut self) {
        self.repeats = false;
        if self.now.dice.is_some() {
            self.draws = Draws::Referee;
        }
    }
}
