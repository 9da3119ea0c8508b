//! Moving a piece and turning a neighbour: the check, the effect and the listing side by side, so that they can be read
//! against each other.

use super::board::{BESIDE, DIRECTIONS, OFF, RAYS, Square, Squares};
use super::breach::Breach;
use super::{Action, Board, Colour, Flip, Kind, PeakBack, TecTonic};
use crate::breach::Listed;

/// Directions (indices of [`DIRECTIONS`]) and how far a piece goes that way.
type Ways = &'static [(usize, u8)];

const HILL: Ways = &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)];
const MOUNT: Ways = &[(0, 4), (1, 4), (2, 4), (3, 4)];
/// Diagonally forward and straight back, White then Black (R14).
const PEAK: [Ways; 2] = [&[(4, 3), (5, 3), (2, 3)], &[(6, 3), (7, 3), (0, 3)]];
/// Diagonally forward and diagonally back: the same for both sides.
const PEAK_DIAGONAL: Ways = &[(4, 3), (5, 3), (6, 3), (7, 3)];

impl Board {
    /// Moves a piece that shows `mover`'s colour.
    pub(super) fn step(&mut self, mover: Colour, from: Square, to: Square) {
        let kind = self.kind(from) as usize;
        self.coloured[mover as usize].remove(from);
        self.coloured[mover as usize].insert(to);
        self.kinds[kind].remove(from);
        self.kinds[kind].insert(to);
    }

    /// Turns a piece beside the moved one (R20 to R23). A red piece of the opponent's is exchanged for one of the mover's
    /// from the reserve; reserves follow from what is on the board.
    pub(super) fn flip(&mut self, mover: Colour, square: Square) {
        let (own, enemy) = (mover as usize, mover.other() as usize);
        if self.coloured[enemy].has(square) {
            self.coloured[enemy].remove(square);
            self.red[enemy].insert(square);
        } else {
            self.red[own].remove(square);
            self.red[enemy].remove(square);
            self.coloured[own].insert(square);
        }
    }

    /// Everything that a piece of `mover`'s, coming beside it, could turn (D3).
    pub(super) fn turnable(&self, mover: Colour) -> Squares {
        let (own, enemy) = (mover as usize, mover.other() as usize);
        let mut turnable = self.coloured[enemy].or(self.red[own]);
        if !self.red[enemy].is_empty() {
            for kind in Kind::ALL {
                if self.in_reserve(mover, kind) {
                    turnable = turnable.or(self.red[enemy].and(self.kinds[kind as usize]));
                }
            }
        }
        turnable
    }
}

impl TecTonic {
    fn ways(&self, kind: Kind, colour: Colour) -> Ways {
        match kind {
            Kind::Hill => HILL,
            Kind::Mount => MOUNT,
            Kind::Peak if self.options.peak_back == PeakBack::Diagonal => PEAK_DIAGONAL,
            Kind::Peak => PEAK[colour as usize],
        }
    }

    /// Appends every rule a move would break: first those about the piece, then about its way, then about the flip.
    pub(super) fn check_move(
        &self,
        board: &Board,
        mover: Colour,
        from: Square,
        to: Square,
        flip: Option<Square>,
        broken: &mut Vec<Breach>,
    ) {
        if !board.occupied().has(from) {
            return broken.push(Breach::NoPiece { from });
        }
        let enemy = mover.other();
        if board.red[0].or(board.red[1]).has(from) {
            return broken.push(Breach::RedPiece { from });
        }
        if board.coloured[enemy as usize].has(from) {
            return broken.push(Breach::EnemyPiece { from, colour: enemy });
        }
        if from == to {
            return broken.push(Breach::NullMove { from });
        }
        self.check_way(board, mover, from, to, broken);
        if board.occupied().has(to) {
            // Nothing can be beside a piece that cannot arrive.
            return broken.push(Breach::Occupied { to });
        }
        self.check_flip(board, mover, from, to, flip, broken);
    }

    fn check_way(&self, board: &Board, mover: Colour, from: Square, to: Square, broken: &mut Vec<Breach>) {
        let kind = board.kind(from);
        let (df, dr) = (to.file() - from.file(), to.rank() - from.rank());
        let distance = df.abs().max(dr.abs());
        let straight = df == 0 || dr == 0 || df.abs() == dr.abs();
        let way = self
            .ways(kind, mover)
            .iter()
            .find(|(direction, _)| straight && DIRECTIONS[*direction] == (df.signum(), dr.signum()));
        let distance_fact = distance as u8;
        match (kind, way) {
            (Kind::Hill, Some((_, reach))) if *reach >= distance_fact => {}
            // For a hill, direction and distance are one rule: the neighbouring squares.
            (Kind::Hill, _) => return broken.push(Breach::HillStep { from, to }),
            // How a peak retreats is a decision, that it moves along these lines at all is printed.
            (Kind::Peak, None) if straight && dr.signum() == mover.backward() => {
                return broken.push(Breach::PeakRetreat { from, to });
            }
            (Kind::Peak, None) => return broken.push(Breach::PeakLine { from, to }),
            (Kind::Mount, None) => return broken.push(Breach::MountLine { from, to }),
            (_, Some((_, reach))) if *reach >= distance_fact => {}
            (Kind::Peak, _) => broken.push(Breach::PeakRange { from, to, distance: distance_fact }),
            (Kind::Mount, _) => broken.push(Breach::MountRange { from, to, distance: distance_fact }),
        }
        let occupied = board.occupied();
        let on_the_way = (1..distance)
            .filter_map(|step| Square::at(from.file() + df.signum() * step, from.rank() + dr.signum() * step));
        if let Some(over) = on_the_way.into_iter().find(|square| occupied.has(*square)) {
            broken.push(Breach::NoJumping { from, to, over });
        }
    }

    fn check_flip(
        &self,
        board: &Board,
        mover: Colour,
        from: Square,
        to: Square,
        flip: Option<Square>,
        broken: &mut Vec<Breach>,
    ) {
        let beside = BESIDE[to.index()];
        let Some(flip) = flip else {
            let choices = beside.and(board.turnable(mover));
            if self.options.flip == Flip::Compulsory && !choices.is_empty() {
                broken.push(Breach::FlipMissing { to, choices: Listed::from_iter(choices) });
            }
            return;
        };
        if !beside.has(flip) {
            broken.push(Breach::FlipNotBeside { to, flip });
        }
        let own = board.coloured[mover as usize];
        if flip == from || (flip != to && !board.occupied().has(flip)) {
            broken.push(Breach::FlipEmpty { flip });
        } else if own.has(flip) {
            broken.push(Breach::FlipOwn { flip });
        } else if board.red[mover.other() as usize].has(flip) && !board.in_reserve(mover, board.kind(flip)) {
            broken.push(Breach::FlipNoReserve { flip, kind: board.kind(flip) });
        }
    }

    /// Where a piece can go, flips aside.
    pub(super) fn reach(&self, kind: Kind, colour: Colour, from: Square, occupied: Squares) -> Squares {
        let mut reach = 0;
        for &(direction, steps) in self.ways(kind, colour) {
            for &square in &RAYS[direction][from.index()][..usize::from(steps)] {
                if square == OFF || occupied.0 >> square & 1 == 1 {
                    break;
                }
                reach |= 1 << square;
            }
        }
        Squares(reach)
    }

    /// Whether a side can move at all (D9). What must be turned never prevents a move.
    pub(super) fn can_move(&self, board: &Board, colour: Colour) -> bool {
        let occupied = board.occupied();
        board.coloured[colour as usize]
            .into_iter()
            .any(|from| !self.reach(board.kind(from), colour, from, occupied).is_empty())
    }

    /// Appends every legal move: by the square left, the square reached, and the piece turned, each in board order; with
    /// optional flips the move without one comes first.
    pub(super) fn list_moves(&self, board: &Board, mover: Colour, out: &mut Vec<Action>) {
        let occupied = board.occupied();
        let turnable = board.turnable(mover);
        for from in board.coloured[mover as usize] {
            for to in self.reach(board.kind(from), mover, from, occupied) {
                let choices = BESIDE[to.index()].and(turnable);
                if choices.is_empty() || self.options.flip == Flip::Optional {
                    out.push(Action::Move { from, to, flip: None });
                }
                out.extend(choices.into_iter().map(|flip| Action::Move { from, to, flip: Some(flip) }));
            }
        }
    }
}
