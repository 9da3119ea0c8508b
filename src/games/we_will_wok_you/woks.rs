//! Wok cards: their ids, sets of them, and the effect of each kind of card. The edition says what is printed on a
//! card. The ids fix only what decides how a declaration is written: W01 to W15 show one wok, W16 to W21 two, and W22
//! to W25 are the cooks.

use std::fmt::{self, Debug, Display};

use super::cards::{Cards, INGREDIENTS, Ingredient};
use super::declaration::{Filled, Swap};
use crate::bit_set;
use crate::game::Provenance;
use crate::game::set::InOrder;
use crate::short_text;

/// How many wok cards there are (R2).
#[doc(hidden)]
pub const WOKS: usize = 25;

/// The id of a wok card, `W01` to `W25`.
///
/// ```
/// use referee::games::we_will_wok_you::woks::Wok;
///
/// let wok: Wok = "W22".parse()?;
/// // A cook scores only together with a red card.
/// assert!(wok.is_cook() && wok == Wok::DOUBLE_MAN);
/// assert_eq!(Wok::all().filter(|wok| wok.is_concert()).count(), 6);
/// # Ok::<(), referee::Malformed>(())
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd)]
pub struct Wok(u8);

impl Wok {
    /// The first double-wok man.
    pub const DOUBLE_MAN: Wok = Wok(21);
    /// The second double-wok man.
    pub const OTHER_DOUBLE_MAN: Wok = Wok(22);
    /// The almighty wok man.
    pub const ALMIGHTY_MAN: Wok = Wok(23);
    /// The changing wok man.
    pub const CHANGING_MAN: Wok = Wok(24);

    /// All wok cards, in id order.
    pub fn all() -> impl Iterator<Item = Wok> {
        (0..WOKS as u8).map(Wok)
    }

    /// The card's number, 0 (W01) to 24 (W25).
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether the card is a concert: it shows two woks (R58).
    pub fn is_concert(self) -> bool {
        (15..21).contains(&self.0)
    }

    /// Whether the card has a blue border: it shows a cook, who works only together with a red card (R38).
    pub fn is_cook(self) -> bool {
        self.0 >= 21
    }

    /// Whether the card is one of the two double-wok men (R60).
    pub fn is_double_man(self) -> bool {
        self == Wok::DOUBLE_MAN || self == Wok::OTHER_DOUBLE_MAN
    }

    /// The id in JSON.
    pub fn id(self) -> &'static str {
        [
            "W01", "W02", "W03", "W04", "W05", "W06", "W07", "W08", "W09", "W10", "W11", "W12", "W13", "W14", "W15",
            "W16", "W17", "W18", "W19", "W20", "W21", "W22", "W23", "W24", "W25",
        ][self.index()]
    }

    /// The card of this id.
    pub fn parse(id: &str) -> Option<Wok> {
        let digits = id.strip_prefix('W').filter(|digits| digits.len() == 2)?;
        let number = digits.bytes().try_fold(0, |n, d| d.is_ascii_digit().then(|| 10 * n + (d - b'0')))?;
        (1..=WOKS as u8).contains(&number).then(|| Wok(number - 1))
    }
}

impl Debug for Wok {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

short_text! {
    Wok: "a wok card, `W01` to `W25`", |wok| wok.id(),
    { "type": "string", "enum": Wok::all().map(Wok::id).collect::<Vec<_>>(), "description": "A wok card." }
}

bit_set! {
    /// A set of wok cards.
    #[doc(hidden)]
    pub struct Woks(u32) of Wok, |wok| wok.0, |number| Wok(number)
}

impl Woks {
    /// All cards.
    pub const ALL: Woks = Woks((1 << WOKS) - 1);

    /// The cards not in the set.
    #[must_use]
    pub fn others(self) -> Woks {
        Woks::ALL.without(self)
    }

    /// The cards with a red border: those that show woks.
    #[must_use]
    pub fn red(self) -> Woks {
        Woks(self.0 & ((1 << 21) - 1))
    }

    /// The cards with a blue border: the cooks.
    #[must_use]
    pub fn cooks(self) -> Woks {
        Woks(self.0 & !((1 << 21) - 1))
    }

    /// The cards in id order.
    pub fn iter(self) -> InOrder<Woks> {
        self.into_iter()
    }
}

/// The cards that are named more than once, each when it is named again.
pub(super) fn repeated(woks: impl Iterator<Item = Wok>) -> impl Iterator<Item = Wok> {
    let (mut before, mut told) = (Woks::NONE, Woks::NONE);
    woks.filter(move |wok| {
        let again = before.has(*wok) && !told.has(*wok);
        if again {
            told.insert(*wok);
        }
        before.insert(*wok);
        again
    })
}

/// What one side of a concert takes, and what it pays for each card.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Side {
    /// The ingredient.
    pub ingredient: Ingredient,
    /// Points for each card.
    pub each: u8,
}

/// Which cards a wok that pays per card takes.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Of {
    /// All cards (R55).
    Any,
    /// Cards that are still in hand at the end (R56).
    Hand,
    /// Cards without a symbol (R57).
    Plain,
}

/// The effect of a red card at the end, as printed or as changed by its cooks.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Red {
    /// Takes nothing and gives its points (R50).
    Covered {
        /// The points.
        points: u8,
    },
    /// Takes any number of complete combinations (R51, R52).
    Group {
        /// How many cards of each ingredient a combination needs.
        needs: [u8; INGREDIENTS],
        /// Points for each combination.
        points: u8,
    },
    /// Takes any number of sets of identical ingredients (R53, R54).
    Hard {
        /// How many cards a set has.
        size: u8,
        /// Points for each set.
        points: u8,
    },
    /// Takes any number of certain cards.
    Each {
        /// Which cards.
        of: Of,
        /// Points for each card.
        each: u8,
    },
    /// Takes any number of one ingredient on its left and of another on its right wok (R58, R59).
    Concert([Side; 2]),
}

impl Red {
    /// The types of ingredient printed on the card; none if it asks for no specific one (R62).
    pub fn asks_for(&self) -> [bool; INGREDIENTS] {
        let mut asks = [false; INGREDIENTS];
        match self {
            Red::Group { needs, .. } => asks = needs.map(|need| need > 0),
            Red::Concert(sides) => sides.iter().for_each(|side| asks[side.ingredient as usize] = true),
            _ => {}
        }
        asks
    }

    /// The card with one type of ingredient replaced by another throughout (R63, D18).
    #[must_use]
    pub fn swapped(mut self, from: Ingredient, to: Ingredient) -> Red {
        match &mut self {
            Red::Group { needs, .. } if from != to => {
                needs[to as usize] += needs[from as usize];
                needs[from as usize] = 0;
            }
            Red::Concert(sides) => {
                for side in sides.iter_mut().filter(|side| side.ingredient == from) {
                    side.ingredient = to;
                }
            }
            _ => {}
        }
        self
    }

    /// The card with the points of a concert replaced (R60).
    #[must_use]
    pub fn doubled(mut self, [left, right]: [u8; 2]) -> Red {
        if let Red::Concert(sides) = &mut self {
            sides[0].each = left;
            sides[1].each = right;
        }
        self
    }

    /// The points for the cards on it; `right` is empty except on a concert.
    pub fn points(&self, cards: &Cards, right: &Cards) -> u16 {
        match self {
            Red::Covered { points } => u16::from(*points),
            Red::Group { needs, points } => {
                let size: u8 = needs.iter().sum();
                u16::from(cards.len().checked_div(size).unwrap_or(0)) * u16::from(*points)
            }
            Red::Hard { size, points } => {
                let sets: u8 = cards.by_ingredient().iter().map(|n| n.checked_div(*size).unwrap_or(0)).sum();
                u16::from(sets) * u16::from(*points)
            }
            Red::Each { each, .. } => u16::from(cards.len()) * u16::from(*each),
            Red::Concert([l, r]) => {
                u16::from(cards.len()) * u16::from(l.each) + u16::from(right.len()) * u16::from(r.each)
            }
        }
    }
}

/// A datum of the edition with its provenance.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Marked<T> {
    /// The datum.
    pub is: T,
    /// How well it is founded.
    pub source: Provenance,
}

/// All wok cards of an edition.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct WokCards {
    /// The red cards W01 to W21.
    pub red: [Marked<Red>; 21],
    /// Left and right points of the double-wok men W22 and W23.
    pub double_men: [Marked<[u8; 2]>; 2],
    /// The points of a card with the almighty man W24 (R61).
    pub almighty: Marked<u8>,
    /// How well the changing man W25 is founded.
    pub changing: Provenance,
}

impl WokCards {
    /// What is printed on a red card; `None` for a cook.
    pub fn printed(&self, wok: Wok) -> Option<&Red> {
        self.red.get(wok.index()).map(|card| &card.is)
    }

    /// How well a card is founded.
    pub fn source(&self, wok: Wok) -> Provenance {
        match wok.index() {
            at @ 0..21 => self.red[at].source,
            at @ 21..23 => self.double_men[at - 21].source,
            23 => self.almighty.source,
            _ => self.changing,
        }
    }

    /// Whether a cook may be given to a red card, as printed (R60 to R62, P8).
    pub fn suits(&self, cook: Wok, wok: Wok) -> bool {
        let Some(printed) = self.printed(wok) else { return false };
        if cook.is_double_man() {
            matches!(printed, Red::Concert(_))
        } else if cook == Wok::CHANGING_MAN {
            printed.asks_for().contains(&true)
        } else {
            cook == Wok::ALMIGHTY_MAN
        }
    }

    /// The left and right points of a double-wok man, exchanged if he is mirrored (D17).
    pub fn double_values(&self, man: Wok, mirror: bool) -> [u8; 2] {
        let [left, right] = self.double_men[usize::from(man == Wok::OTHER_DOUBLE_MAN)].is;
        if mirror { [right, left] } else { [left, right] }
    }

    /// The effect of a red card with its cooks (D14 to D16, D18d): the almighty man overrules everything, the last
    /// double man listed counts, and a swap comes with the changing man. `None` for a cook.
    pub fn cooked(&self, filled: &Filled) -> Option<Red> {
        let covered = filled.cooks.contains(&Wok::ALMIGHTY_MAN);
        let swap = filled.swap.filter(|_| filled.cooks.contains(&Wok::CHANGING_MAN));
        let man = filled.cooks.iter().rev().find(|cook| cook.is_double_man());
        self.changed(filled.wok, covered, swap, man.map(|man| (*man, filled.mirror)))
    }

    /// The effect of a red card that the almighty man covers, or with the swap of the changing man and the values of a
    /// double man, exchanged if he is mirrored.
    pub(super) fn changed(&self, wok: Wok, covered: bool, swap: Option<Swap>, man: Option<(Wok, bool)>) -> Option<Red> {
        let mut red = *self.printed(wok)?;
        if covered {
            return Some(Red::Covered { points: self.almighty.is });
        }
        if let Some(swap) = swap {
            red = red.swapped(swap.from, swap.to);
        }
        if let Some((man, mirror)) = man {
            red = red.doubled(self.double_values(man, mirror));
        }
        Some(red)
    }
}
