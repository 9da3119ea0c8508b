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
#[doc(hidden)]
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
///
/// ```
/// use referee::games::wigwam::arrange::Arrangement;
///
/// let written = r#"{"chief":"B1","tents":["B2","B3","B4"],"warriors":["B5","C1","C2","C3","C4","C5","C6"]}"#;
/// let arrangement: Arrangement = serde_json::from_str(written).expect("it is one");
/// assert_eq!((arrangement.chief.name(), arrangement.tents.bases.len()), ("B1", 3));
/// // Lists are written in the order of the board, however they are read.
/// assert_eq!(serde_json::to_string(&arrangement).expect("it is data"), written);
/// ```
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

impl Arrangement {
    /// The figures as in a position.
    pub(super) fn figures(self) -> Figures {
        Figures { chief: Some(self.chief), tents: self.tents, warriors: self.warriors }
    }
}

/// A side's figures by type.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Figures {
    /// The chief's base. Absent: captured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chief: Option<Base>,
    /// The warriors' bases.
    #[serde(skip_serializing_if = "Placed::is_empty")]
    pub warriors: Placed,
    /// The tents' bases.
    #[serde(skip_serializing_if = "Placed::is_empty")]
    pub tents: Placed,
}

impl Figures {
    pub(super) fn of(board: &Board, side: Side) -> Figures {
        Figures {
            chief: board.of(side, Figure::Chief).first(),
            warriors: board.of(side, Figure::Warrior).into(),
            tents: board.of(side, Figure::Tent).into(),
        }
    }

    /// The bases of the figures of a type.
    pub(super) fn of_kind(&self, figure: Figure) -> Bases {
        match figure {
            Figure::Chief => self.chief.map_or(Bases::NONE, Bases::of),
            Figure::Warrior => self.warriors.bases,
            Figure::Tent => self.tents.bases,
        }
    }

    /// The bases of all figures.
    pub(super) fn all(&self) -> Bases {
        self.of_kind(Figure::Chief).or(self.warriors.bases).or(self.tents.bases)
    }

    /// The bases named more than once.
    pub(super) fn twice(&self) -> Bases {
        let [chief, warriors, tents] = Figure::ALL.map(|figure| self.of_kind(figure));
        let across = chief.and(tents).or(chief.and(warriors)).or(tents.and(warriors));
        self.warriors.twice.or(self.tents.twice).or(across)
    }
}

impl Board {
    /// Puts a side's figures on the board.
    pub(super) fn place(&mut self, side: Side, figures: &Figures) {
        for figure in Figure::ALL {
            *self.of_mut(side, figure) = figures.of_kind(figure);
        }
    }
}

/// Appends every base that is named more than once.
pub(super) fn find_base_twice(set_up: &Figures, broken: &mut Vec<Breach>) {
    broken.extend(set_up.twice().into_iter().map(|base| Breach::ArrangeBaseTwice { base }));
}

/// Appends every type of figure with a wrong number.
pub(super) fn find_count(set_up: &Figures, broken: &mut Vec<Breach>) {
    for (figure, placed) in [(Figure::Warrior, set_up.warriors), (Figure::Tent, set_up.tents)] {
        let (count, needed) = (placed.entries, figure.each());
        if count != needed {
            broken.push(Breach::ArrangeCount { figure, count, needed });
        }
    }
}

impl Wigwam {
    /// Appends every base that is not one of the side's start bases. With the right numbers, no base twice and none
    /// outside, every start base is taken.
    pub(super) fn find_outside(&self, side: Side, set_up: &Figures, broken: &mut Vec<Breach>) {
        let outside = set_up.all().without(self.camps[side as usize]);
        let (layout, data) = (self.options.layout, self.layout_source);
        broken.extend(outside.into_iter().map(|base| Breach::ArrangeOutside { base, layout, data }));
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
