//! The edition of Wigwam: the start bases. The sources say that the board marks them but not which they are, so all
//! layouts are reconstructed. An owner of the board can replace one by the real bases.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::LayoutName;
use super::board::{Base, Bases};
use super::figures::Side;
use crate::game::{Fault, Provenance};

/// The number of a side's figures, and so of its start bases: a chief, seven warriors and three tents (R1).
pub const CAMP: u8 = 11;

/// All data of Wigwam.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edition {
    /// Always `wigwam`.
    pub game: String,
    /// The name of the edition.
    pub id: String,
    /// The start bases (R4), one entry for each value of the option `layout`.
    pub layouts: LayoutTables,
}

/// The start bases by name of the layout.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "UPPERCASE")]
pub struct LayoutTables {
    /// The second and third row of each side.
    pub l0: Layout,
    /// The two rows at the edge and the middle of the third.
    pub l1: Layout,
    /// The two rows at the edge and the ends of the third.
    pub l2: Layout,
    /// The two rows at the edge and the bases next to the ends of the third.
    pub l3: Layout,
    /// Around two opposite corners.
    pub l4: Layout,
}

/// The start bases of both sides.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// How well the bases are founded.
    pub source: Provenance,
    /// What people call the layout.
    pub name: String,
    /// Light's eleven bases.
    pub light: Vec<Base>,
    /// Dark's eleven bases.
    pub dark: Vec<Base>,
}

impl Edition {
    pub(super) fn layout(&self, name: LayoutName) -> &Layout {
        let LayoutTables { l0, l1, l2, l3, l4 } = &self.layouts;
        [l0, l1, l2, l3, l4][name as usize]
    }

    pub(super) fn faults(&self, faults: &mut Vec<Fault>) {
        for name in LayoutName::ALL {
            let layout = self.layout(name);
            let mut all = Bases::NONE;
            for (side, bases) in [(Side::Light, &layout.light), (Side::Dark, &layout.dark)] {
                let at = format!("layouts.{name}.{side}");
                if bases.len() != usize::from(CAMP) {
                    faults.push(Fault::new(&at, format!("a side starts on {CAMP} bases (R4), not {}", bases.len())));
                }
                for base in bases {
                    if all.has(*base) {
                        faults.push(Fault::new(&at, format!("{base} is named twice")));
                    }
                    all.insert(*base);
                }
            }
        }
    }
}
