//! Capturing: one figure jumps over one or more enemy fighters. Effect and listing follow the same steps as the
//! checks, jump by jump.

use std::fmt;
use std::ops::Deref;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::board::{Base, Bases};
use super::figures::{Board, Figure, Side};
use super::options::{Chain, ChiefChain, WarriorChain};
use super::{Action, Wigwam};
use crate::game::lists;

/// The most jumps of one turn: seven warriors, then the chief.
#[doc(hidden)]
pub const MOST_JUMPS: usize = 8;

/// One jump of a capture.
///
/// ```
/// use referee::games::wigwam::captures::Jump;
///
/// let jump: Jump = serde_json::from_str(r#"{"over":"D4","to":"E4"}"#).expect("it is one");
/// // From its start the figure lands straight behind its victim.
/// let from = "C3".parse().expect("a base");
/// assert_eq!(jump.over.behind(from).map(|base| base.name()), Some("E4"));
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Jump {
    /// The victim's base.
    pub over: Base,
    /// The base the jump ends on.
    pub to: Base,
}

/// The jumps of a capture, one to eight, in the order in which they are made.
///
/// ```
/// use referee::games::wigwam::captures::{Jump, Jumps};
///
/// let base = |name: &str| name.parse().expect("a base");
/// let chain = [Jump { over: base("D4"), to: base("E4") }, Jump { over: base("F4"), to: base("G4") }];
/// let jumps = Jumps::new(&chain).expect("there are no more than eight");
/// assert_eq!(jumps.last(), Some(&chain[1]));
/// // A capture takes at least one figure.
/// assert_eq!(Jumps::new(&[]), None);
/// ```
#[derive(Copy, Clone, Eq, PartialEq)]
pub struct Jumps {
    len: u8,
    /// Entries beyond `len` are fillers, so that equal captures are equal values.
    jumps: [Jump; MOST_JUMPS],
}

impl Jumps {
    const FILLER: Jump = Jump { over: Base::FIRST, to: Base::FIRST };
    const NONE: Jumps = Jumps { len: 0, jumps: [Jumps::FILLER; MOST_JUMPS] };

    /// These jumps; `None` if there are none or more than eight.
    pub fn new(jumps: &[Jump]) -> Option<Jumps> {
        let mut all = Jumps::NONE;
        all.jumps.get_mut(..jumps.len()).filter(|_| !jumps.is_empty())?.copy_from_slice(jumps);
        all.len = jumps.len() as u8;
        Some(all)
    }

    /// Adds a jump; there is room, because every jump takes one of at most eight fighters.
    fn push(&mut self, jump: Jump) {
        self.jumps[usize::from(self.len)] = jump;
        self.len += 1;
    }

    fn pop(&mut self) {
        self.len -= 1;
        self.jumps[usize::from(self.len)] = Jumps::FILLER;
    }
}

impl Deref for Jumps {
    type Target = [Jump];
    fn deref(&self) -> &[Jump] {
        &self.jumps[..usize::from(self.len)]
    }
}

impl fmt::Debug for Jumps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.deref().fmt(f)
    }
}

impl Serialize for Jumps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Jumps {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Jumps, D::Error> {
        lists::read(deserializer, "a list of 1 to 8 jumps", 1..=MOST_JUMPS, Jumps::NONE, Jumps::push)
    }
}

impl JsonSchema for Jumps {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Jumps".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "type": "array",
            "items": generator.subschema_for::<Jump>(),
            "minItems": 1,
            "maxItems": MOST_JUMPS,
            "description": "The jumps in the order in which they are made.",
        })
    }
}

impl Board {
    /// The figures of a side that can capture something (R15, R16, R23 to R25).
    pub fn able(&self, side: Side) -> Bases {
        let prey = self.fighters(side.other());
        let free = Bases::ALL.without(self.occupied());
        let warriors = self.of(side, Figure::Warrior);
        let mut able = Bases::NONE;
        for direction in 0..6 {
            let landings = warriors.step(direction).and(prey).step(direction).and(free);
            able = able.or(landings.step(direction + 3).step(direction + 3));
        }
        match self.of(side, Figure::Chief).first() {
            Some(chief) if chief_can_take(chief, prey, free) => able.or(Bases::of(chief)),
            _ => able,
        }
    }

    /// Whether a side's chief could capture any figure on these bases.
    pub(super) fn chief_threatens(&self, side: Side, targets: Bases) -> bool {
        let free = Bases::ALL.without(self.occupied());
        self.of(side, Figure::Chief).first().is_some_and(|chief| chief_can_take(chief, targets, free))
    }
}

fn chief_can_take(chief: Base, prey: Bases, free: Bases) -> bool {
    chief.near().and(prey).into_iter().any(|over| !over.beyond(chief).and(free).is_empty())
}

/// A figure in the middle of a capturing turn. It has left its base, and its victims have left the board (D5).
#[derive(Copy, Clone)]
pub(super) struct Walk {
    /// The type of the figure; `None` if there is none. A figure that cannot capture is followed as if it could land
    /// and turn anywhere.
    pub(super) figure: Option<Figure>,
    /// Whether it may turn anywhere between two jumps (D2, D3).
    any_turn: bool,
    /// Where it stands.
    pub(super) at: Base,
    /// The base of its last victim; `None` before the first jump.
    last: Option<Base>,
    /// The bases of all other figures.
    pub(super) occupied: Bases,
    /// The remaining enemy fighters.
    pub(super) prey: Bases,
}

impl Walk {
    /// What it may jump over next, regardless of the landing.
    fn victims(&self) -> Bases {
        let near = match self.last {
            Some(last) if !self.any_turn => self.at.beyond(last),
            _ => self.at.near(),
        };
        near.and(self.prey)
    }

    /// Where it may land behind a victim, whether or not the base is empty (R16, R24).
    pub(super) fn behind(&self, over: Base) -> Bases {
        match self.figure {
            Some(Figure::Warrior) => over.behind(self.at).map_or(Bases::NONE, Bases::of),
            Some(Figure::Chief) => over.beyond(self.at),
            Some(Figure::Tent) | None => Bases::ALL,
        }
    }

    /// Whether it could make this jump.
    pub(super) fn can(&self, jump: Jump) -> bool {
        self.victims().has(jump.over) && self.landings(jump.over).has(jump.to)
    }

    /// Whether it is a figure that stands on this base itself.
    pub(super) fn stands_on(&self, base: Base) -> bool {
        self.figure.is_some() && self.at == base
    }

    /// The base of its last victim, if it cannot turn from there towards the next victim (R19).
    pub(super) fn wrong_turn(&self, over: Base) -> Option<Base> {
        self.last.filter(|last| !self.any_turn && !self.at.beyond(*last).has(over))
    }

    /// Where it can land behind a victim.
    fn landings(&self, over: Base) -> Bases {
        self.behind(over).without(self.occupied)
    }

    /// The victims it can jump over now.
    pub(super) fn choices(&self) -> impl Iterator<Item = Base> {
        self.victims().into_iter().filter(|over| !self.landings(*over).is_empty())
    }

    /// The figure after a jump.
    pub(super) fn after(&self, jump: Jump) -> Walk {
        let victim = Bases::of(jump.over);
        Walk {
            at: jump.to,
            last: Some(jump.over),
            occupied: self.occupied.without(victim),
            prey: self.prey.without(victim),
            ..*self
        }
    }
}

impl Wigwam {
    /// The figure on a base, about to capture for a side.
    pub(super) fn walk(&self, board: &Board, side: Side, from: Base) -> Walk {
        let figure = board.at(from).map(|(_, figure)| figure);
        Walk {
            figure,
            any_turn: match figure {
                Some(Figure::Chief) => self.options.chief_chain == ChiefChain::Any,
                Some(Figure::Warrior) => self.options.warrior_chain == WarriorChain::Any,
                Some(Figure::Tent) | None => true,
            },
            at: from,
            last: None,
            occupied: board.occupied().without(Bases::of(from)),
            prey: board.fighters(side.other()),
        }
    }

    /// Removes the victims and puts the figure where the last jump ends.
    pub(super) fn jump(board: &mut Board, side: Side, from: Base, jumps: &Jumps) {
        for jump in jumps.iter() {
            board.take(side.other(), jump.over);
        }
        if let Some(last) = jumps.last() {
            board.step(side, from, last.to);
        }
    }

    /// Appends every legal capture of a side's figure: by victim, then by landing, each in board order, a capture
    /// before its continuations. Stops when the list has more than `most` actions.
    pub(super) fn list_captures_of(&self, board: &Board, side: Side, from: Base, most: usize, out: &mut Vec<Action>) {
        let chief = board.of(side.other(), Figure::Chief);
        self.list_jumps(self.walk(board, side, from), chief, from, &mut Jumps::NONE.clone(), most, out);
    }

    fn list_jumps(&self, walk: Walk, chief: Bases, from: Base, jumps: &mut Jumps, most: usize, out: &mut Vec<Action>) {
        for over in walk.victims() {
            for to in walk.landings(over) {
                if out.len() > most {
                    return;
                }
                let jump = Jump { over, to };
                let next = walk.after(jump);
                jumps.push(jump);
                let goes_on = !chief.has(over) && next.choices().next().is_some();
                if !goes_on || self.options.chain == Chain::Optional {
                    out.push(Action::Capture { from, jumps: *jumps });
                }
                if goes_on {
                    self.list_jumps(next, chief, from, jumps, most, out);
                }
                jumps.pop();
            }
        }
    }
}
