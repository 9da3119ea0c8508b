//! The board: 37 bases in a hexagon, named row by row from light's edge, and the basic sets of its geometry.
//!
//! ```text
//! G        G1  G2  G3  G4            dark's side
//! F      F1  F2  F3  F4  F5
//! E    E1  E2  E3  E4  E5  E6
//! D  D1  D2  D3  D4  D5  D6  D7
//! C    C1  C2  C3  C4  C5  C6
//! B      B1  B2  B3  B4  B5
//! A        A1  A2  A3  A4            light's side
//! ```
//!
//! Internally, a base is a cell of a slanted grid with eight cells per row. A set of bases is then one `u64`, and a
//! step in one of the six directions is the same shift everywhere. The cells between the rows are never on the board,
//! so a shift that leaves the board ends on one of them and is masked off. Cells in rising order are bases in board
//! order.

use crate::bit_set;
use crate::short_text;

/// Cells of the grid from the first base to the last.
const CELLS: usize = 55;

/// A base, `A1` to `G4`.
///
/// ```
/// use referee::games::wigwam::board::Base;
///
/// let [corner, far]: [Base; 2] = ["A1", "G4"].map(|name| name.parse().expect("a base"));
/// assert_eq!((corner.turned(), corner.distance(far)), (far, 6));
/// assert!(corner.near().has("B1".parse().expect("a base")));
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Base(u8);

impl Base {
    /// The first base in board order.
    pub const FIRST: Base = Base(0);

    /// The cell of the grid, 0 (A1) to 54 (G4).
    pub fn cell(self) -> usize {
        usize::from(self.0)
    }

    /// The base on a cell; `None` off the board.
    pub fn at_cell(cell: usize) -> Option<Base> {
        (cell < CELLS && Bases::ALL.0 >> cell & 1 == 1).then_some(Base(cell as u8))
    }

    /// The base turned by 180 degrees: A1 becomes G4.
    #[must_use]
    pub fn turned(self) -> Base {
        Base(CELLS as u8 - 1 - self.0)
    }

    /// The bases that a line joins to this one (D1).
    pub fn near(self) -> Bases {
        NEAR[self.cell()]
    }

    /// The bases to which a way from `from` to `self` can continue, straight or at an obtuse angle: the neighbours of
    /// `self` that are not neighbours of `from`. `from` must be a neighbour.
    pub fn beyond(self, from: Base) -> Bases {
        self.near().without(from.near()).without(Bases::of(from))
    }

    /// The base straight behind `self`, seen from its neighbour `from`; `None` at the edge of the board.
    pub fn behind(self, from: Base) -> Option<Base> {
        (2 * self.cell()).checked_sub(from.cell()).and_then(Base::at_cell)
    }

    /// The number of steps between two bases.
    pub fn distance(self, other: Base) -> u8 {
        let rows = i32::from(self.0 / 8) - i32::from(other.0 / 8);
        let columns = i32::from(self.0 % 8) - i32::from(other.0 % 8);
        // North-east and south-west steps change row and column together, so they count once.
        rows.abs().max(columns.abs()).max((rows - columns).abs()) as u8
    }

    /// The name, `A1` to `G4`.
    pub fn name(self) -> &'static str {
        NAMES[self.cell()]
    }

    /// Reads a name.
    pub fn parse(name: &str) -> Option<Base> {
        let [row @ b'A'..=b'G', number @ b'1'..=b'7'] = name.as_bytes() else { return None };
        let row = usize::from(row - b'A');
        // From row E on, each row begins one cell further right.
        let column = usize::from(number - b'1') + row.saturating_sub(3);
        Base::at_cell(8 * row + column).filter(|_| column < 7)
    }
}

/// The pattern of a base's name, for schemas.
pub(super) const NAME_PATTERN: &str = "(A[1-4]|B[1-5]|C[1-6]|D[1-7]|E[1-6]|F[1-5]|G[1-4])";

short_text! {
    Base: "a base from A1 to G4", |base| base.name(),
    {
        "type": "string",
        "pattern": format!("^{NAME_PATTERN}$"),
        "description": "A base: row A (light's edge) to G (dark's edge), numbered from light's left.",
    }
}

bit_set! {
    /// A set of bases.
    #[doc(hidden)]
    pub struct Bases(u64) of Base, |base| base.0, |number| Base(number)
}

impl Bases {
    /// The whole board.
    pub const ALL: Bases = Bases(board());

    /// One bit per cell, for packing.
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    /// The bases among these bits.
    pub(super) fn from_bits(bits: u64) -> Bases {
        Bases(bits & Bases::ALL.0)
    }

    /// The bases of the set that come after this one in board order.
    #[must_use]
    pub fn after(self, base: Base) -> Bases {
        Bases(self.0 & (u64::MAX << base.0 << 1))
    }

    /// The set turned by 180 degrees.
    #[must_use]
    pub fn turned(self) -> Bases {
        Bases(self.0.reverse_bits() >> (64 - CELLS))
    }

    /// Every base of the set moved one step in a direction (0 to 5), if it stays on the board.
    #[must_use]
    pub const fn step(self, direction: usize) -> Bases {
        let shift = STEPS[direction % 6];
        let bits = if shift > 0 { self.0 << shift } else { self.0 >> -shift };
        Bases(bits & Bases::ALL.0)
    }

    /// All neighbours of the set's bases.
    #[must_use]
    pub const fn around(self) -> Bases {
        let mut around = 0;
        let mut direction = 0;
        while direction < 6 {
            around |= self.step(direction).0;
            direction += 1;
        }
        Bases(around)
    }
}

/// The six directions as steps between cells, each 60 degrees further: E, NE, NW, W, SW, SE.
const STEPS: [i8; 6] = [1, 9, 8, -1, -9, -8];

/// The neighbours of every base, by cell.
static NEAR: [Bases; CELLS] = near();

#[rustfmt::skip]
static NAMES: [&str; CELLS] = [
    "A1", "A2", "A3", "A4", "",   "",   "",   "",
    "B1", "B2", "B3", "B4", "B5", "",   "",   "",
    "C1", "C2", "C3", "C4", "C5", "C6", "",   "",
    "D1", "D2", "D3", "D4", "D5", "D6", "D7", "",
    "",   "E1", "E2", "E3", "E4", "E5", "E6", "",
    "",   "",   "F1", "F2", "F3", "F4", "F5", "",
    "",   "",   "",   "G1", "G2", "G3", "G4",
];

/// The cells that are bases: row A has four, and each row up to D one more; from E on, rows begin one cell further
/// right.
const fn board() -> u64 {
    let mut bits = 0;
    let mut row = 0;
    while row < 7 {
        let (first, last) = if row <= 3 { (0, row + 3) } else { (row - 3, 6) };
        let mut column = first;
        while column <= last {
            bits |= 1 << (8 * row + column);
            column += 1;
        }
        row += 1;
    }
    bits
}

const fn near() -> [Bases; CELLS] {
    let mut near = [Bases::NONE; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        if Bases::ALL.0 >> cell & 1 == 1 {
            near[cell] = Bases(1 << cell).around();
        }
        cell += 1;
    }
    near
}
