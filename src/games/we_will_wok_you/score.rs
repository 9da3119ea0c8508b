//! Counting the points of a final declaration. It is scored as it is made: the referee never improves it. What it is
//! checked for stands in `judging`; what the best one would have been is found in [`super::optimum`].

use super::declaration::{Declaration, Filled};
use super::woks::{Red, Wok, Woks};
use super::{Score, Seat, WeWillWokYou};

impl WeWillWokYou {
    /// Counts a legal declaration: the points, and the cards that are left over.
    #[must_use]
    pub fn count(&self, seat: &Seat, declaration: &Declaration) -> Score {
        let points: u16 = declaration.woks.iter().map(|filled| self.points(filled)).sum();
        let placed: u8 = declaration.woks.iter().map(|filled| filled.cards.len() + filled.right.len()).sum();
        // A red card that is left out has nothing on it; only a covered one scores all the same (P9).
        let named: Woks = declaration.woks.iter().map(|filled| filled.wok).collect();
        let silent = seat.woks.red().iter().filter(|wok| !named.has(*wok));
        let more: u16 = silent.map(|wok| self.points(&Filled::empty(wok))).sum();
        Score { points: points + more, unused: seat.cards() - placed }
    }

    /// Whether a score is within what any declaration of these cards gives, the best aside: ingredients are placed only
    /// where a red card is not covered, and what is covered gives its points unless the almighty man replaces them.
    pub(super) fn may_score(&self, seat: &Seat, score: Score) -> bool {
        let red = seat.woks.red();
        let open = red.iter().any(|wok| !matches!(self.woks.printed(wok), Some(Red::Covered { .. })));
        let fits = if open { score.unused <= seat.cards() } else { score.unused == seat.cards() };
        let covered: u16 = red.iter().map(|wok| self.points(&Filled::empty(wok))).sum();
        fits && (score.points >= covered || seat.woks.has(Wok::ALMIGHTY_MAN))
    }

    /// The points of one red card of a legal declaration.
    #[must_use]
    pub fn points(&self, filled: &Filled) -> u16 {
        self.woks.cooked(filled).map_or(0, |red| red.points(&filled.cards, &filled.right))
    }
}
