//! Counts the points of a final declaration as it was made; the referee never improves it. `judging` checks it, and
//! [`super::optimum`] finds the best possible one.

use super::declaration::{Declaration, Filled};
use super::woks::{Red, Wok, Woks};
use super::{Score, Seat, WeWillWokYou};

impl WeWillWokYou {
    /// Counts a legal declaration: the points, and the unused cards.
    pub fn count(&self, seat: &Seat, declaration: &Declaration) -> Score {
        let points = self.each_counted(seat, declaration).map(|(_, points)| points).sum();
        let placed: u8 = declaration.woks.iter().map(|filled| filled.cards.len() + filled.right.len()).sum();
        Score { points, unused: seat.cards() - placed }
    }

    /// The points of each red card. One that is left out has nothing on it; only a covered one still scores (P9).
    pub(super) fn each_counted(&self, seat: &Seat, declaration: &Declaration) -> impl Iterator<Item = (Wok, u16)> {
        let named: Woks = declaration.woks.iter().map(|filled| filled.wok).collect();
        let silent = seat.woks.red().iter().filter(move |wok| !named.has(*wok));
        let silent = silent.map(|wok| (wok, self.points(&Filled::empty(wok))));
        declaration.woks.iter().map(|filled| (filled.wok, self.points(filled))).chain(silent)
    }

    /// Whether any declaration of these cards could give this score, apart from the limit of the best one.
    /// Ingredients go only on red cards that are not covered, and a covered card gives its points unless the almighty
    /// man replaces them.
    pub(super) fn may_score(&self, seat: &Seat, score: Score) -> bool {
        let red = seat.woks.red();
        let open = red.iter().any(|wok| !matches!(self.woks.printed(wok), Some(Red::Covered { .. })));
        let fits = if open { score.unused <= seat.cards() } else { score.unused == seat.cards() };
        let covered: u16 = red.iter().map(|wok| self.points(&Filled::empty(wok))).sum();
        fits && (score.points >= covered || seat.woks.has(Wok::ALMIGHTY_MAN))
    }

    /// The points of one red card of a legal declaration.
    pub fn points(&self, filled: &Filled) -> u16 {
        self.woks.cooked(filled).map_or(0, |red| red.points(&filled.cards, &filled.right))
    }
}
