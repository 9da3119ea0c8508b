//! Moving without a capture: where figures can go, and the listing.

use super::board::Bases;
use super::figures::{Board, Figure, Side};
use super::{Action, Wigwam};

impl Board {
    /// Where a chief can move without capturing (R20 to R22): to a neighbour, or one step further over an empty base
    /// or one of his own side. The second step never leads back, so every base two steps away lies straight ahead or
    /// at an obtuse angle.
    pub(super) fn chief_reach(&self, side: Side, chief: Bases) -> Bases {
        let near = chief.around();
        let passable = near.without(self.side(side.other()));
        near.or(passable.around()).without(self.occupied())
    }

    /// Where any of these tents or warriors can step (R10, R14).
    pub(super) fn steps(&self, from: Bases) -> Bases {
        from.around().without(self.occupied())
    }
}

impl Wigwam {
    /// Appends every legal move without capture: by the base left, then the base reached, each in board order.
    pub(super) fn list_moves(board: &Board, side: Side, out: &mut Vec<Action>) {
        let chief = board.of(side, Figure::Chief);
        let free = Bases::ALL.without(board.occupied());
        for from in board.side(side) {
            let reach = if chief.has(from) { board.chief_reach(side, chief) } else { from.near().and(free) };
            out.extend(reach.into_iter().map(|to| Action::Move { from, to }));
        }
    }
}
