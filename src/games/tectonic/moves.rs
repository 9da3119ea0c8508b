//! Moving a piece and turning a neighbour. Checks, effect and listing are in one file so that they can be compared.

use super::board::{BESIDE, DIRECTIONS, OFF, RAYS, SIDE, SQUARES, Square, Squares};
use super::breach::Breach;
use super::memory::Turned;
use super::{Action, Board, Check, Colour, Flip, Kind, NoMove, Options, PeakBack, Recovery, State, TecTonic};
use crate::breach::Listed;

/// Directions (indices of [`DIRECTIONS`]) and how far a piece goes that way.
type Ways = &'static [(usize, u8)];

const HILL: Ways = &[(0, 1), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)];
/// How far a peak goes (R12, R13), and a mount (R15).
const PEAK_RANGE: u8 = 3;
const MOUNT_RANGE: u8 = 4;
const MOUNT: Ways = &[(0, MOUNT_RANGE), (1, MOUNT_RANGE), (2, MOUNT_RANGE), (3, MOUNT_RANGE)];
/// Diagonally forward and straight back, for White and for Black (R14).
const PEAK: [Ways; 2] =
    [&[(4, PEAK_RANGE), (5, PEAK_RANGE), (2, PEAK_RANGE)], &[(6, PEAK_RANGE), (7, PEAK_RANGE), (0, PEAK_RANGE)]];
/// Diagonally forward and diagonally back: the same for both sides.
const PEAK_DIAGONAL: Ways = &[(4, PEAK_RANGE), (5, PEAK_RANGE), (6, PEAK_RANGE), (7, PEAK_RANGE)];

impl Board {
    /// Moves a piece that shows `mover`'s colour.
    pub(super) fn step(&mut self, mover: Colour, from: Square, to: Square) {
        let kind = self.kind(from) as usize;
        self.coloured[mover as usize].remove(from);
        self.coloured[mover as usize].insert(to);
        self.kinds[kind].remove(from);
        self.kinds[kind].insert(to);
    }

    /// Turns a piece beside the moved one (R20 to R23). A red piece of the opponent's is exchanged for one of the
    /// mover's from the reserve. Reserves follow from the pieces on the board.
    pub(super) fn flip(&mut self, mover: Colour, square: Square) -> Turned {
        let (own, enemy) = (mover as usize, mover.other() as usize);
        if self.coloured[enemy].has(square) {
            self.coloured[enemy].remove(square);
            self.red[enemy].insert(square);
            return Turned::Over(square);
        }
        self.coloured[own].insert(square);
        if self.red[own].has(square) {
            self.red[own].remove(square);
            return Turned::Over(square);
        }
        self.red[enemy].remove(square);
        Turned::Exchanged(square)
    }

    /// All pieces that a piece of `mover`'s could turn by arriving beside them (D3).
    pub(super) fn turnable(&self, mover: Colour) -> Squares {
        let (own, enemy) = (mover as usize, mover.other() as usize);
        let mut turnable = self.coloured[enemy].or(self.red[own]);
        if !self.red[enemy].is_empty() {
            for kind in Kind::ALL {
                let red = self.red[enemy].and(self.kinds[kind as usize]);
                if !red.is_empty() && self.in_reserve(mover, kind) {
                    turnable = turnable.or(red);
                }
            }
        }
        turnable
    }
}

/// The checks for a move: first its piece, then its way, then what it turns.
pub(super) static MOVE: [Check; 18] = [
    Check::new("tectonic.no-piece", &[], |_, state, _, action, broken| {
        let Action::Move { from, .. } = *action else { return };
        if !state.board.occupied().has(from) {
            broken.push(Breach::NoPiece { from });
        }
    }),
    Check::new("tectonic.red-piece", &[], |_, state, _, action, broken| {
        let Action::Move { from, .. } = *action else { return };
        if state.board.all_red().has(from) {
            broken.push(Breach::RedPiece { from });
        }
    }),
    Check::new("tectonic.enemy-piece", &[], |_, state, player, action, broken| {
        let Action::Move { from, .. } = *action else { return };
        let colour = Colour::of(player).other();
        if state.board.coloured[colour as usize].has(from) {
            broken.push(Breach::EnemyPiece { from, colour });
        }
    }),
    Check::new("tectonic.null-move", &["tectonic.no-piece"], |_, _, _, action, broken| {
        let Action::Move { from, to, .. } = *action else { return };
        if from == to {
            broken.push(Breach::NullMove { from });
        }
    }),
    // For a hill, direction and distance are one rule: the neighbouring squares.
    Check::new("tectonic.hill-step", &WAY, |_, state, _, action, broken| {
        let Some((from, to)) = way(state, action, Kind::Hill) else { return };
        if distance(from, to) != 1 {
            broken.push(Breach::HillStep { from, to });
        }
    }),
    Check::new("tectonic.peak-line", &WAY, |game, state, _, action, broken| {
        let Some((from, to)) = way(state, action, Kind::Peak) else { return };
        if peak_strays(game, state, from, to) == Some(false) {
            broken.push(Breach::PeakLine { from, to });
        }
    }),
    Check::new("tectonic.peak-retreat", &WAY, |game, state, _, action, broken| {
        let Some((from, to)) = way(state, action, Kind::Peak) else { return };
        if peak_strays(game, state, from, to) == Some(true) {
            broken.push(Breach::PeakRetreat { from, to });
        }
    }),
    Check::new("tectonic.peak-range", &WAY, |_, state, _, action, broken| {
        let Some((from, to)) = way(state, action, Kind::Peak) else { return };
        if let Some(distance) = farther(from, to, PEAK_RANGE) {
            broken.push(Breach::PeakRange { from, to, distance });
        }
    }),
    Check::new("tectonic.mount-line", &WAY, |_, state, _, action, broken| {
        let Some((from, to)) = way(state, action, Kind::Mount) else { return };
        if from.file() != to.file() && from.rank() != to.rank() {
            broken.push(Breach::MountLine { from, to });
        }
    }),
    Check::new("tectonic.mount-range", &WAY, |_, state, _, action, broken| {
        let Some((from, to)) = way(state, action, Kind::Mount) else { return };
        if let Some(distance) = farther(from, to, MOUNT_RANGE) {
            broken.push(Breach::MountRange { from, to, distance });
        }
    }),
    Check::new("tectonic.no-jumping", &["tectonic.no-piece"], |_, state, _, action, broken| {
        let Action::Move { from, to, .. } = *action else { return };
        let Some(line) = Way::between(from, to) else { return };
        let occupied = state.board.occupied();
        let over: Listed<Square> = line.inside().filter(|square| occupied.has(*square)).collect();
        if !over.0.is_empty() {
            broken.push(Breach::NoJumping { from, to, over });
        }
    }),
    // A piece that is not there or does not move arrives nowhere.
    Check::new("tectonic.occupied", &["tectonic.no-piece", "tectonic.null-move"], |_, state, _, action, broken| {
        let Action::Move { to, .. } = *action else { return };
        if state.board.occupied().has(to) {
            broken.push(Breach::Occupied { to });
        }
    }),
    // A piece must be turned only beside a piece of the mover's that has arrived.
    Check::new(
        "tectonic.flip-missing",
        &["tectonic.no-piece", "tectonic.red-piece", "tectonic.enemy-piece", "tectonic.null-move", "tectonic.occupied"],
        |game, state, player, action, broken| {
            let Action::Move { from, to, flip: None } = *action else { return };
            let (beside, board) = (BESIDE[to.index()], &state.board);
            if game.options.flip == Flip::Optional || beside.and(board.occupied()).is_empty() {
                return;
            }
            let choices = beside.and(game.turnable_from(board, board.turnable(Colour::of(player)), from));
            if !choices.is_empty() {
                broken.push(Breach::FlipMissing { to, choices: choices.into_iter().collect() });
            }
        },
    ),
    Check::new("tectonic.flip-not-beside", &["tectonic.no-piece"], |_, _, _, action, broken| {
        let Action::Move { to, flip: Some(flip), .. } = *action else { return };
        if !BESIDE[to.index()].has(flip) {
            broken.push(Breach::FlipNotBeside { to, flip });
        }
    }),
    Check::new("tectonic.flip-empty", &[], |_, state, _, action, broken| {
        let Action::Move { from, to, flip: Some(flip) } = *action else { return };
        // The moved piece has left one square and stands on the other.
        if flip != to && (flip == from || !state.board.occupied().has(flip)) {
            broken.push(Breach::FlipEmpty { flip });
        }
    }),
    Check::new("tectonic.flip-own", &[], |_, state, player, action, broken| {
        let Action::Move { from, flip: Some(flip), .. } = *action else { return };
        if flip != from && state.board.coloured[Colour::of(player) as usize].has(flip) {
            broken.push(Breach::FlipOwn { flip });
        }
    }),
    Check::new("tectonic.flip-no-reserve", &[], |_, state, player, action, broken| {
        let Action::Move { flip: Some(flip), .. } = *action else { return };
        let (mover, board) = (Colour::of(player), &state.board);
        if board.red[mover.other() as usize].has(flip) && !board.in_reserve(mover, board.kind(flip)) {
            broken.push(Breach::FlipNoReserve { flip, kind: board.kind(flip) });
        }
    }),
    Check::new("tectonic.flip-not-new", &["tectonic.no-piece"], |game, state, _, action, broken| {
        let Action::Move { from, flip: Some(flip), .. } = *action else { return };
        let stood_beside = BESIDE[from.index()].and(state.board.all_red()).has(flip);
        if game.options.recovery == Recovery::Newcomer && stood_beside {
            broken.push(Breach::FlipNotNew { from, flip });
        }
    }),
];

/// The checks for a move that turns nothing.
pub(super) static QUIET_MOVE: &[Check] = MOVE.split_at(MOVE.len() - TURNING).0;

/// How many checks at the end of [`MOVE`] concern what is turned.
const TURNING: usize = 5;

pub(super) static PASS: [Check; 2] = [
    Check::new("tectonic.pass-not-offered", &[], |game, _, _, _, broken| {
        if game.options.no_move != NoMove::Pass {
            broken.push(Breach::PassNotOffered {});
        }
    }),
    // Whether this player may pass matters only if passing is possible at all.
    Check::new("tectonic.pass-with-moves", &["tectonic.pass-not-offered"], |game, state, player, _, broken| {
        if game.can_move(&state.board, Colour::of(player)) {
            broken.push(Breach::PassWithMoves {});
        }
    }),
];

/// A way needs a piece that leaves its square. A red piece shows no colour, so it has no forward direction.
const WAY: [&str; 3] = ["tectonic.no-piece", "tectonic.red-piece", "tectonic.null-move"];

/// The two ends of a move, if the piece is of this type.
fn way(state: &State, action: &Action, kind: Kind) -> Option<(Square, Square)> {
    let Action::Move { from, to, .. } = *action else { return None };
    state.board.kinds[kind as usize].has(from).then_some((from, to))
}

/// Whether a peak cannot go that way, and if so whether it would retreat. The retreat is a decision; that it moves
/// along these lines is printed. Forward and backward depend on the colour that it shows.
fn peak_strays(game: &TecTonic, state: &State, from: Square, to: Square) -> Option<bool> {
    let owner = if state.board.coloured[Colour::White as usize].has(from) { Colour::White } else { Colour::Black };
    let Some(Way { direction, .. }) = Way::between(from, to) else { return Some(false) };
    let goes = game.ways(Kind::Peak, owner).iter().any(|(way, _)| DIRECTIONS[*way] == direction);
    (!goes).then_some(direction.1 == owner.backward())
}

/// The distance from one square to another, if it is more than `most`. Distances are counted along lines; off all
/// lines there is none.
fn farther(from: Square, to: Square, most: u8) -> Option<u8> {
    Way::between(from, to).map(|line| line.distance).filter(|distance| *distance > most)
}

/// How many king's steps it is from one square to another.
fn distance(from: Square, to: Square) -> u8 {
    (to.file() - from.file()).unsigned_abs().max((to.rank() - from.rank()).unsigned_abs())
}

/// The way between two different squares along a rank, a file or a diagonal.
struct Way {
    from: Square,
    direction: (i8, i8),
    distance: u8,
}

impl Way {
    fn between(from: Square, to: Square) -> Option<Way> {
        let (df, dr) = (to.file() - from.file(), to.rank() - from.rank());
        let straight = from != to && (df == 0 || dr == 0 || df.abs() == dr.abs());
        straight.then_some(Way { from, direction: (df.signum(), dr.signum()), distance: distance(from, to) })
    }

    /// The squares strictly between the two.
    fn inside(self) -> impl Iterator<Item = Square> {
        let Way { from, direction: (df, dr), distance } = self;
        // Between two squares of the board a line does not leave it.
        let step = dr * SIDE as i8 + df;
        (1..distance as i8).map(move |steps| Square(from.0.wrapping_add_signed(step * steps)))
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

    /// Which of the turnable pieces a piece that comes from `from` could turn by arriving beside them (D3, P8).
    fn turnable_from(&self, board: &Board, turnable: Squares, from: Square) -> Squares {
        match self.options.recovery {
            Recovery::Arrival => turnable,
            Recovery::Newcomer => turnable.without(board.all_red().and(BESIDE[from.index()])),
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

    /// Whether a side can move at all (D9). A compulsory turn never prevents a move.
    pub(super) fn can_move(&self, board: &Board, colour: Colour) -> bool {
        let occupied = board.occupied();
        // The first square of a way decides whether a piece can go that way.
        let free = |from: Square, direction: usize| match RAYS[direction][from.index()][0] {
            OFF => false,
            square => occupied.0 >> square & 1 == 0,
        };
        board.coloured[colour as usize]
            .into_iter()
            .any(|from| self.ways(board.kind(from), colour).iter().any(|(direction, _)| free(from, *direction)))
    }

    /// Appends every legal move: by the square left, the square reached and the piece turned, each in board order.
    /// With optional flips, the move without a flip comes first.
    pub(super) fn list_moves(&self, board: &Board, mover: Colour, out: &mut Vec<Action>) {
        let (occupied, turnable) = (board.occupied(), board.turnable(mover));
        for from in board.coloured[mover as usize] {
            let turnable = self.turnable_from(board, turnable, from);
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

/// Every action that can ever be legal under these options: moves by the square left, the square reached and the piece
/// turned, then the pass.
pub(super) fn every_action(options: &Options) -> Vec<Action> {
    // How far any piece moves: the first four directions are straight, the others diagonal.
    let range = |direction| usize::from(if direction < 4 { MOUNT_RANGE } else { PEAK_RANGE });
    let mut all = Vec::new();
    for from in (0..SQUARES).map(Square::from_index) {
        let rays = RAYS.iter().enumerate().flat_map(|(direction, rays)| &rays[from.index()][..range(direction)]);
        let reached: Squares = rays.filter(|square| **square != OFF).map(|square| Square(*square)).collect();
        for to in reached {
            all.push(Action::Move { from, to, flip: None });
            // The square that the piece left is empty.
            let beside = BESIDE[to.index()].into_iter().filter(|flip| *flip != from);
            all.extend(beside.map(|flip| Action::Move { from, to, flip: Some(flip) }));
        }
    }
    all.extend((options.no_move == NoMove::Pass).then_some(Action::Pass));
    all
}

/// A number that no two actions share: the squares.
pub(super) fn key(action: &Action) -> u32 {
    match action {
        Action::Move { from, to, flip } => u32::from_be_bytes([0, from.0, to.0, flip.map_or(OFF, |flip| flip.0)]),
        Action::Pass => u32::MAX,
    }
}
