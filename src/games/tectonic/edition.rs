//! The edition of TecTonic: regions and start squares. The source's diagrams are missing, so everything here is
//! reconstructed; a user who knows better can replace it. All squares are given for White; Black's are White's turned
//! by 180 degrees. Pieces not on the board at the start are in reserve.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::board::{Square, Squares};
use super::{Kind, SetupName};
use crate::game::{Fault, Provenance};

/// All data of TecTonic.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edition {
    /// Always `tectonic`.
    pub game: String,
    /// The name of the edition.
    pub id: String,
    /// The regions (R4, R5), one entry for each value of the option `regions`.
    pub regions: RegionTables,
    /// The start squares (R6), one entry for each value of the option `setup`.
    pub setups: SetupTables,
}

/// The shapes of the regions.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegionTables {
    /// Triangles 3 + 2 + 1.
    pub triangle: Regions,
    /// Rectangles 3 wide and 2 deep.
    pub rectangle: Regions,
}

/// The two regions on White's side.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Regions {
    /// How well the shape is founded.
    pub source: Provenance,
    /// Two regions of six squares each.
    pub white: [Vec<Square>; 2],
}

/// The start squares by name of the set-up.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "UPPERCASE")]
pub struct SetupTables {
    /// On the back rank, from the corner inwards hill, peak, mount.
    pub s1: Setup,
    /// On the long side of the triangle.
    pub s2: Setup,
    /// In the corner.
    pub s3: Setup,
    /// On the second rank.
    pub s4: Setup,
}

/// White's start squares.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How well the squares are founded.
    pub source: Provenance,
    /// Squares of the hills, one to three.
    pub hills: Vec<Square>,
    /// Squares of the peaks, one to three.
    pub peaks: Vec<Square>,
    /// Squares of the mounts, one to three.
    pub mounts: Vec<Square>,
}

impl Setup {
    /// The squares of one kind of piece.
    pub(super) fn of(&self, kind: Kind) -> &[Square] {
        [&self.hills, &self.peaks, &self.mounts][kind as usize]
    }
}

impl Edition {
    pub(super) fn setup(&self, name: SetupName) -> &Setup {
        [&self.setups.s1, &self.setups.s2, &self.setups.s3, &self.setups.s4][name as usize]
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        for (name, regions) in [("triangle", &self.regions.triangle), ("rectangle", &self.regions.rectangle)] {
            let mut all = Squares::NONE;
            for (i, squares) in regions.white.iter().enumerate() {
                let at = format!("regions.{name}.white[{i}]");
                if squares.len() != 6 {
                    faults.push(Fault::new(&at, format!("a region has 6 squares (R4), not {}", squares.len())));
                }
                square_faults(squares, &mut all, &at, " (R5)", faults);
            }
        }
        for name in [SetupName::S1, SetupName::S2, SetupName::S3, SetupName::S4] {
            let mut all = Squares::NONE;
            for kind in Kind::ALL {
                let squares = self.setup(name).of(kind);
                let at = format!("setups.{name:?}.{kind}s");
                if !(1..=3).contains(&squares.len()) {
                    faults.push(Fault::new(&at, format!("1 to 3 {kind}s start on the board, not {}", squares.len())));
                }
                square_faults(squares, &mut all, &at, "", faults);
            }
        }
    }
}

/// Every square must be on White's side, by a rule that the message names, and in none of the lists before.
fn square_faults(squares: &[Square], before: &mut Squares, at: &str, rule: &str, faults: &mut Vec<Fault>) {
    for square in squares {
        if before.has(*square) {
            faults.push(Fault::new(at, format!("{square} is named twice")));
        }
        if square.rank() >= 5 {
            faults.push(Fault::new(at, format!("{square} is not on White's side{rule}")));
        }
        before.insert(*square);
    }
}
