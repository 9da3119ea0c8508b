//! Moving without a capture: the check and the listing side by side, so that they can be read against each other.

use super::board::{Base, Bases};
use super::breach::Breach;
use super::figures::{Board, Figure, Side};
use super::{Action, State, Wigwam};
use crate::breach::Listed;

impl Board {
    /// Where a chief can move without capturing (R20 to R22): next to him, or one step further over an empty base or one
    /// of his own side. The second step never leads back, so whatever is two bases away lies straight or at an obtuse
    /// angle.
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
    /// Appends every rule a move without capture would break: first those about the figure, then about what is due, then
    /// about its way, then R27.
    pub(super) fn check_move(&self, state: &State, side: Side, from: Base, to: Base, broken: &mut Vec<Breach>) {
        let figure = Wigwam::check_mover(state, side, from, broken);
        if state.arranging() {
            return;
        }
        self.check_due(state, side, None, broken);
        if from == to {
            // A figure that stays needs no way.
            broken.extend(figure.map(|_| Breach::NullMove { from }));
        } else if let Some(figure) = figure {
            Wigwam::check_way(&state.board, side, figure, (from, to), broken);
        }
        if !self.huffing() && state.turn == side {
            let able = state.board.able(side);
            if !able.is_empty() {
                broken.push(Breach::CaptureMandatory { figures: Listed::from_iter(able) });
            }
        }
    }

    /// Appends every rule a figure's way to another base would break.
    fn check_way(board: &Board, side: Side, figure: Figure, (from, to): (Base, Base), broken: &mut Vec<Breach>) {
        let distance = from.distance(to);
        match figure {
            Figure::Tent if distance > 1 => broken.push(Breach::TentStep { from, to }),
            Figure::Warrior if distance > 1 => broken.push(Breach::WarriorStep { from, to }),
            Figure::Chief if distance > 2 => broken.push(Breach::ChiefRange { from, to, distance }),
            Figure::Chief if distance == 2 => {
                let between = from.near().and(to.near());
                let enemies = between.and(board.side(side.other()));
                if between.without(enemies).is_empty() {
                    broken.push(Breach::ChiefPath { from, to, enemies: Listed::from_iter(enemies) });
                }
            }
            _ => {}
        }
        if board.occupied().has(to) {
            broken.push(Breach::Occupied { to });
        }
    }

    /// The figure a turn starts with; what is not there, or not the player's, can do nothing.
    pub(super) fn check_mover(state: &State, side: Side, from: Base, broken: &mut Vec<Breach>) -> Option<Figure> {
        if state.arranging() {
            broken.push(Breach::SetUpUnfinished {});
            return None;
        }
        match state.board.at(from) {
            None => broken.push(Breach::NoFigure { from }),
            Some((owner, figure)) if owner != side => broken.push(Breach::EnemyFigure { from, figure }),
            Some((_, figure)) => return Some(figure),
        }
        None
    }

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
