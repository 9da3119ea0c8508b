//! Setting up: a side puts all its figures on its start bases in one action. This file has the faults, the effect and
//! the listing.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::board::{Base, Bases};
use super::breach::Breach;
use super::figures::{Board, Figure, Side};
use super::{Action, Wigwam};
use crate::game::lists;

/// A list of bases. Written in board order; read in any order. A base named twice is kept, so that it can be reported
/// with all other faults.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Placed {
    /// The bases named.
    pub bases: Bases,
    /// Those named more than once.
    pub twice: Bases,
    /// The number of entries, at most 255.
    pub entries: u8,
}

impl From<Bases> for Placed {
    fn from(bases: Bases) -> Placed {
        Placed { bases, twice: Bases::NONE, entries: bases.len() }
    }
}

impl FromIterator<Base> for Placed {
    fn from_iter<I: IntoIterator<Item = Base>>(bases: I) -> Placed {
        let mut placed = Placed::default();
        bases.into_iter().for_each(|base| placed.add(base));
        placed
    }
}

impl Placed {
    /// Adds an entry.
    fn add(&mut self, base: Base) {
        if self.bases.has(base) {
            self.twice.insert(base);
        }
        self.bases.insert(base);
        self.entries = self.entries.saturating_add(1);
    }

    /// Whether no base is named.
    pub fn is_empty(&self) -> bool {
        self.bases.is_empty()
    }

    /// The entries in board order; a base named twice appears twice.
    pub(super) fn named(&self) -> impl Iterator<Item = Base> {
        // Of several bases named more than twice, the first gets all the remaining entries.
        let more = usize::from(self.entries.saturating_sub(self.bases.len() + self.twice.len()));
        let twice = self.twice;
        let times = move |base| match twice.first() {
            Some(first) if first == base => 2 + more,
            _ => 1 + usize::from(twice.has(base)),
        };
        self.bases.into_iter().flat_map(move |base| std::iter::repeat_n(base, times(base)))
    }
}

impl Serialize for Placed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.named())
    }
}

impl<'de> Deserialize<'de> for Placed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Placed, D::Error> {
        lists::read(deserializer, "a list of bases", 0..=usize::MAX, Placed::default(), Placed::add)
    }
}

impl JsonSchema for Placed {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Bases".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Base>::json_schema(generator)
    }
}

/// A side's whole set-up (R4, R5).
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arrangement {
    /// The chief's base.
    pub chief: Base,
    /// The tents' bases.
    pub tents: Placed,
    /// The warriors' bases.
    pub warriors: Placed,
}

/// A side's set-up for the checks; in a position from outside the chief may be missing.
pub(super) struct SetUp {
    pub chief: Bases,
    pub tents: Placed,
    pub warriors: Placed,
}

impl From<&Arrangement> for SetUp {
    fn from(Arrangement { chief, tents, warriors }: &Arrangement) -> SetUp {
        SetUp { chief: Bases::of(*chief), tents: *tents, warriors: *warriors }
    }
}

impl SetUp {
    /// Appends every base that is named more than once.
    pub(super) fn find_base_twice(&self, broken: &mut Vec<Breach>) {
        let SetUp { chief, tents, warriors } = self;
        let across = chief.and(tents.bases).or(chief.and(warriors.bases)).or(tents.bases.and(warriors.bases));
        let twice = tents.twice.or(warriors.twice).or(across);
        broken.extend(twice.into_iter().map(|base| Breach::ArrangeBaseTwice { base }));
    }

    /// Appends every type of figure with a wrong number.
    pub(super) fn find_count(&self, broken: &mut Vec<Breach>) {
        for (figure, count) in [(Figure::Warrior, self.warriors.entries), (Figure::Tent, self.tents.entries)] {
            let needed = figure.each();
            if count != needed {
                broken.push(Breach::ArrangeCount { figure, count, needed });
            }
        }
    }
}

impl Wigwam {
    /// Appends every base that is not one of the side's start bases. With the right numbers, no base twice and none
    /// outside, every start base is taken.
    pub(super) fn find_outside(&self, side: Side, set_up: &SetUp, broken: &mut Vec<Breach>) {
        let SetUp { chief, tents, warriors } = set_up;
        let outside = chief.or(tents.bases).or(warriors.bases).without(self.camps[side as usize]);
        let (layout, data) = (self.options.layout, self.layout_source);
        broken.extend(outside.into_iter().map(|base| Breach::ArrangeOutside { base, layout, data }));
    }

    /// Puts the figures on the board.
    pub(super) fn place(board: &mut Board, side: Side, set_up: &SetUp) {
        *board.of_mut(side, Figure::Chief) = set_up.chief;
        *board.of_mut(side, Figure::Tent) = set_up.tents.bases;
        *board.of_mut(side, Figure::Warrior) = set_up.warriors.bases;
    }

    /// Appends all 1,320 arrangements: by the chief's base, then by the bases of the tents, each in board order.
    pub(super) fn list_arrangements(&self, side: Side, out: &mut Vec<Action>) {
        let camp = self.camps[side as usize];
        for chief in camp {
            let rest = camp.without(Bases::of(chief));
            for first in rest {
                for second in rest.after(first) {
                    for third in rest.after(second) {
                        let tents: Bases = [first, second, third].into_iter().collect();
                        let (tents, warriors) = (tents.into(), rest.without(tents).into());
                        out.push(Action::Arrange(Arrangement { chief, tents, warriors }));
                    }
                }
            }
        }
    }
}
