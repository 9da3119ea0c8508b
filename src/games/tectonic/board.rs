//! The board: squares by name, sets of squares, and the rays along which pieces move. The tables are computed once, at
//! compile time, from the coordinates.

use crate::bit_set;
use crate::short_text;

/// Files and ranks of the board.
#[doc(hidden)]
pub const SIDE: u8 = 10;
/// Squares of the board (R2).
#[doc(hidden)]
pub const SQUARES: usize = 100;

/// A square, `a1` to `j10`, numbered 0 to 99 rank by rank from White's side: a1 b1 ... j1 a2 ... j10.
///
/// ```
/// use referee::games::tectonic::board::Square;
///
/// let corner: Square = "a10".parse()?;
/// assert_eq!((corner.file(), corner.rank(), corner.turned().name()), (0, 9, "j1"));
/// assert_eq!(Square::at(10, 0), None);
/// # Ok::<(), referee::Malformed>(())
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Square(pub(super) u8);

impl Square {
    /// The square's number, 0 to 99.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The file, 0 (a) to 9 (j).
    pub fn file(self) -> i8 {
        (self.0 % SIDE) as i8
    }

    /// The rank, 0 to 9 (written 1 to 10).
    pub fn rank(self) -> i8 {
        (self.0 / SIDE) as i8
    }

    /// The square with this number, 0 to 99.
    pub fn from_index(index: usize) -> Square {
        debug_assert!(index < SQUARES, "squares are numbered 0 to 99");
        Square(index as u8)
    }

    /// The square at a file and rank, both 0 to 9; `None` off the board.
    pub fn at(file: i8, rank: i8) -> Option<Square> {
        let side = SIDE as i8;
        ((0..side).contains(&file) && (0..side).contains(&rank)).then_some(Square((rank * side + file) as u8))
    }

    /// The square turned by 180 degrees: a1 becomes j10.
    #[must_use]
    pub fn turned(self) -> Square {
        Square(SQUARES as u8 - 1 - self.0)
    }

    /// The name, `a1` to `j10`.
    pub fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// Reads a name.
    pub fn parse(name: &str) -> Option<Square> {
        let file = match name.as_bytes().first()? {
            letter @ b'a'..=b'j' => letter - b'a',
            _ => return None,
        };
        let rank = match &name.as_bytes()[1..] {
            [digit @ b'1'..=b'9'] => digit - b'1',
            b"10" => 9,
            _ => return None,
        };
        Some(Square(rank * SIDE + file))
    }
}

short_text! {
    Square: "a square from a1 to j10", |square| square.name(),
    {
        "type": "string",
        "pattern": "^[a-j]([1-9]|10)$",
        "description": "A square: file a to j (left to right seen by White), rank 1 to 10 (from White's side).",
    }
}

bit_set! {
    /// A set of squares.
    #[doc(hidden)]
    pub struct Squares(u128) of Square, |square| square.0, |number| Square(number)
}

impl Squares {
    /// The set turned by 180 degrees.
    #[must_use]
    pub fn turned(self) -> Squares {
        Squares(self.0.reverse_bits() >> (128 - SQUARES))
    }
}

/// The four directions along ranks and files, then the four diagonals, as steps of file and rank.
#[doc(hidden)]
pub const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (-1, 1), (1, 1), (1, -1), (-1, -1)];
/// The farthest any piece moves (R15).
#[doc(hidden)]
pub const REACH: usize = 4;
/// Ends a ray at the edge of the board.
#[doc(hidden)]
pub const OFF: u8 = u8::MAX;

/// `RAYS[direction][square]`: the numbers of the squares passed in that direction, up to [`REACH`], then [`OFF`].
#[doc(hidden)]
pub static RAYS: [[[u8; REACH]; SQUARES]; 8] = rays();
/// The orthogonal neighbours of every square, as sets.
#[doc(hidden)]
pub static BESIDE: [Squares; SQUARES] = beside();

static NAMES: [&str; SQUARES] = [
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "j1", //
    "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "i2", "j2", //
    "a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3", "i3", "j3", //
    "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "i4", "j4", //
    "a5", "b5", "c5", "d5", "e5", "f5", "g5", "h5", "i5", "j5", //
    "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "i6", "j6", //
    "a7", "b7", "c7", "d7", "e7", "f7", "g7", "h7", "i7", "j7", //
    "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8", "i8", "j8", //
    "a9", "b9", "c9", "d9", "e9", "f9", "g9", "h9", "i9", "j9", //
    "a10", "b10", "c10", "d10", "e10", "f10", "g10", "h10", "i10", "j10",
];

const fn rays() -> [[[u8; REACH]; SQUARES]; 8] {
    let side = SIDE as i8;
    let mut rays = [[[OFF; REACH]; SQUARES]; 8];
    let mut direction = 0;
    while direction < 8 {
        let (df, dr) = DIRECTIONS[direction];
        let mut square = 0;
        while square < SQUARES {
            let (mut file, mut rank) = ((square % SIDE as usize) as i8 + df, (square / SIDE as usize) as i8 + dr);
            let mut step = 0;
            while step < REACH && file >= 0 && file < side && rank >= 0 && rank < side {
                rays[direction][square][step] = (rank * side + file) as u8;
                file += df;
                rank += dr;
                step += 1;
            }
            square += 1;
        }
        direction += 1;
    }
    rays
}

const fn beside() -> [Squares; SQUARES] {
    let rays = rays();
    let mut beside = [Squares::NONE; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut direction = 0;
        while direction < 4 {
            let neighbour = rays[direction][square][0];
            if neighbour != OFF {
                beside[square].0 |= 1 << neighbour;
            }
            direction += 1;
        }
        square += 1;
    }
    beside
}
