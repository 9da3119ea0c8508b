//! What a game remembers to count how often a position has occurred (D18 H1). Every move can be undone by later
//! moves, because a turned piece can be turned back; so nothing is ever forgotten (P3).
//!
//! The memory has two forms: the positions, which are looked up at every ply; and the moves between them, which hold
//! the same information in a seventh of the space.

use std::fmt::{self, Display, Write as _};
use std::hash::{Hash, Hasher};

use foldhash::HashMap;

use super::board::{SQUARES, Square};
use super::{Action, Board, Colour, EACH, TecTonic};
use crate::short_text;

/// All positions since the memory begins, and the moves between them. Empty with `repetition: 0`.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Memory {
    /// How often each position has occurred.
    positions: HashMap<Spot, u32>,
    moves: Vec<Ply>,
}

impl TecTonic {
    /// The memory of a game that begins or continues with this position.
    pub(super) fn remembering(&self, board: &Board, turn: Colour) -> Memory {
        let mut memory = Memory::default();
        if self.options.repetition > 0 {
            memory.positions.reserve(SHORT);
            memory.positions.insert(Spot::of(board, turn), 1);
        }
        memory
    }
}

/// How many positions a new memory has room for.
const SHORT: usize = 100;

impl Memory {
    /// Adds a move and the position after it; returns how often that position has occurred.
    pub fn add(&mut self, ply: Ply, board: &Board, turn: Colour) -> u32 {
        self.moves.push(ply);
        let count = self.positions.entry(Spot::of(board, turn)).or_insert(0);
        *count += 1;
        *count
    }

    /// How often a position has occurred.
    pub fn count(&self, board: &Board, turn: Colour) -> u32 {
        self.positions.get(&Spot::of(board, turn)).copied().unwrap_or(0)
    }

    /// The moves, from the first to the last.
    pub fn moves(&self) -> &[Ply] {
        &self.moves
    }
}

/// A position as it is remembered: exact, and in a few sets, since every ply is looked up.
///
/// The first two sets say of each square which type of piece stands there (hills in the first, peaks in the second, mounts
/// in both), the other two which face the piece shows: black or white in the third (for a red piece: whose it is), red in
/// the fourth. The bit above the board in the third is the side to move.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
struct Spot([u128; 4]);

/// Hashes whole numbers. The derived implementation would hash bytes, which costs twice as much.
impl Hash for Spot {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for set in self.0 {
            hasher.write_u128(set);
        }
    }
}

impl Spot {
    fn of(board: &Board, turn: Colour) -> Spot {
        let [hills, peaks, mounts] = board.kinds;
        let [white, black] = board.red;
        let dark = board.coloured[Colour::Black as usize].or(black);
        Spot([hills.or(mounts).0, peaks.or(mounts).0, dark.0 | (turn as u128) << SQUARES, white.or(black).0])
    }
}

/// What a move turned (R20 to R23).
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Turned {
    /// The piece on this square shows its other face.
    Over(Square),
    /// The piece on this square was exchanged for one from the reserve.
    Exchanged(Square),
}

/// A move as remembered, with enough to undo it. Written as `b5f5`, as `b5f5*f6` if it turned the piece on f6 over,
/// as `b5f5+f6` if it exchanged that piece, or as `pass`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Ply {
    /// A piece moved.
    Move {
        /// The square it left.
        from: Square,
        /// The square it arrived on.
        to: Square,
        /// The piece turned, if any.
        turned: Option<Turned>,
    },
    /// A player without a legal move passed.
    Pass,
}

impl Ply {
    /// Whether it turned a piece.
    pub fn turns(self) -> bool {
        matches!(self, Ply::Move { turned: Some(_), .. })
    }

    /// The action of this ply.
    pub fn action(self) -> Action {
        match self {
            Ply::Move { from, to, turned } => {
                let flip = turned.map(|(Turned::Over(square) | Turned::Exchanged(square))| square);
                Action::Move { from, to, flip }
            }
            Ply::Pass => Action::Pass,
        }
    }

    /// Undoes a move by `mover`; false if no such move can have led to this board.
    pub fn take_back(self, board: &mut Board, mover: Colour) -> bool {
        let Ply::Move { from, to, turned } = self else { return true };
        let (own, enemy) = (mover as usize, mover.other() as usize);
        match turned {
            None => {}
            Some(Turned::Over(square)) if board.red[enemy].has(square) => {
                board.red[enemy].remove(square);
                board.coloured[enemy].insert(square);
            }
            Some(Turned::Over(square)) if board.coloured[own].has(square) && square != to => {
                board.coloured[own].remove(square);
                board.red[own].insert(square);
            }
            Some(Turned::Exchanged(square))
                if board.coloured[own].has(square)
                    && square != to
                    && board.count(mover.other(), board.kind(square)) < EACH =>
            {
                board.coloured[own].remove(square);
                board.red[enemy].insert(square);
            }
            Some(_) => return false,
        }
        let possible = board.coloured[own].has(to) && !board.occupied().has(from);
        if possible {
            board.step(mover, to, from);
        }
        possible
    }

    fn parse(text: &str) -> Option<Ply> {
        if text == "pass" {
            return Some(Ply::Pass);
        }
        let (from, rest) = square(text)?;
        let (to, rest) = square(rest)?;
        let turned = match rest.as_bytes() {
            [] => None,
            [b'*', ..] => Some(Turned::Over(Square::parse(&rest[1..])?)),
            [b'+', ..] => Some(Turned::Exchanged(Square::parse(&rest[1..])?)),
            _ => return None,
        };
        Some(Ply::Move { from, to, turned })
    }
}

/// Reads the name of a square and returns the rest of the text.
fn square(text: &str) -> Option<(Square, &str)> {
    let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let (name, rest) = text.split_at_checked(1 + digits)?;
    Some((Square::parse(name)?, rest))
}

impl Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ply::Move { from, to, turned } = self else { return f.write_str("pass") };
        f.write_str(from.name())?;
        f.write_str(to.name())?;
        let (sign, square) = match turned {
            None => return Ok(()),
            Some(Turned::Over(square)) => ('*', square),
            Some(Turned::Exchanged(square)) => ('+', square),
        };
        f.write_char(sign)?;
        f.write_str(square.name())
    }
}

/// Moves as text, separated by blanks: `c1c5 h10h6 c5f5*f6`.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Moves(pub Vec<Ply>);

impl Moves {
    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn parse(text: &str) -> Option<Moves> {
        text.split(' ').map(Ply::parse).collect::<Option<_>>().map(Moves)
    }
}

impl Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, ply) in self.0.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { " " })?;
            ply.fmt(f)?;
        }
        Ok(())
    }
}

/// The pattern of a ply, for schemas.
const PLY: &str = "(pass|([a-j]([1-9]|10)){2}([*+][a-j]([1-9]|10))?)";

short_text! {
    Moves: "a list of moves such as `c1c5 h10h6 c5f5*f6`",
    {
        "type": "string",
        "pattern": format!("^{PLY}( {PLY})*$"),
        "description": "Moves, separated by blanks: the square left and the square reached; then `*` and the square of a piece that was turned over, or `+` and that of one that was exchanged. Or `pass`.",
    }
}
