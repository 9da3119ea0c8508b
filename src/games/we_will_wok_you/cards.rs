//! Ingredient cards by their faces, and multisets of them. Cards with equal faces are interchangeable, so the game
//! never names a single card: a hand, a row or a payment is a list of faces in deck order.
//!
//! The faces are a fixed set: each of six ingredients with every combination of up to two symbols, 126 in all. An
//! edition gives the number of each.

use std::fmt::{self, Debug, Display};
use std::sync::LazyLock;

use crate::game::lists;
use crate::game::picture::Icon;
use crate::names;
use crate::short_text;
use crate::text::{a, plural};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

names! {
    /// A type of ingredient (R3), in deck order.
    ///
    /// ```
    /// use referee::games::we_will_wok_you::cards::{Face, Ingredient};
    ///
    /// let prawns = || Face::all().filter(|face| face.ingredient() == Ingredient::Prawn);
    /// assert!(prawns().all(|face| face.name().starts_with("prawn")));
    /// assert_eq!(prawns().filter(|face| face.is_plain()).count(), 1);
    /// ```
    pub enum Ingredient {
        /// Freddie Broccoli.
        Broccoli = "broccoli",
        /// Chick'n Jagger.
        Chicken = "chicken",
        /// Mariah Carrot.
        Carrot = "carrot",
        /// Tina Tuna.
        Tuna = "tuna",
        /// Ozzy Octopus.
        Octopus = "octopus",
        /// Elvis the King Prawn.
        Prawn = "prawn",
    }
}

/// How many types of ingredient there are.
#[doc(hidden)]
pub const INGREDIENTS: usize = 6;

names! {
    /// A symbol that can be presented to pay for a wok card; a star stands for any of them (R5, R6).
    #[doc(hidden)]
    pub enum Symbol {
        /// Fortune cookie.
        Cookie = "cookie",
        /// Spoon.
        Spoon = "spoon",
        /// Bowl.
        Bowl = "bowl",
        /// Chopsticks.
        Chopsticks = "chopsticks",
    }
}

const NAMES: [&str; 5] = ["cookie", "spoon", "bowl", CHOPSTICKS, "star"];
/// The symbol whose name is a plural.
const CHOPSTICKS: &str = "chopsticks";
const STAR: u8 = 4;
/// No symbol: a card shows fewer than two.
const NO: u8 = 5;

/// How many combinations of up to two symbols there are.
const COMBINATIONS: u8 = 21;

/// The combinations of symbols in deck order: none; star; the other singles; pairs in symbol order, the star last.
const SYMBOLS: [[u8; 2]; COMBINATIONS as usize] = [
    [NO, NO],
    [STAR, NO],
    [0, NO],
    [1, NO],
    [2, NO],
    [3, NO],
    [0, 0],
    [0, 1],
    [0, 2],
    [0, 3],
    [0, STAR],
    [1, 1],
    [1, 2],
    [1, 3],
    [1, STAR],
    [2, 2],
    [2, 3],
    [2, STAR],
    [3, 3],
    [3, STAR],
    [STAR, STAR],
];

/// How often each combination shows each symbol except the star; stars count for all.
const SHOWN: [[u8; 4]; COMBINATIONS as usize] = {
    let mut shown = [[0; 4]; COMBINATIONS as usize];
    let mut at = 0;
    while at < 4 * COMBINATIONS as usize {
        let (combination, symbol) = (at / 4, at % 4);
        let [first, second] = SYMBOLS[combination];
        shown[combination][symbol] = (first == symbol as u8 || first == STAR) as u8;
        shown[combination][symbol] += (second == symbol as u8 || second == STAR) as u8;
        at += 1;
    }
    shown
};

/// How many faces there are.
#[doc(hidden)]
pub const FACES: usize = INGREDIENTS * COMBINATIONS as usize;

/// The face of an ingredient card: an ingredient and up to two symbols, numbered 0 to 125 in deck order.
///
/// ```
/// use referee::games::we_will_wok_you::cards::Face;
///
/// let face: Face = "chicken:cookie+cookie".parse()?;
/// assert_eq!((face.in_words().as_str(), face.is_plain()), ("chicken with 2 cookies", false));
/// # Ok::<(), referee::Malformed>(())
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Default)]
pub struct Face(u8);

impl Face {
    /// All faces in deck order.
    pub fn all() -> impl Iterator<Item = Face> {
        (0..FACES as u8).map(Face)
    }

    /// The faces whose bits are set in a number, in deck order.
    pub(super) fn of_bits(mut bits: u128) -> impl Iterator<Item = Face> {
        std::iter::from_fn(move || {
            (bits != 0).then(|| {
                let first = bits.trailing_zeros() as u8;
                bits &= bits - 1;
                Face(first)
            })
        })
    }

    /// The face's number, 0 to 125.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The ingredient on the card.
    pub fn ingredient(self) -> Ingredient {
        Ingredient::ALL[usize::from(self.0 / COMBINATIONS)]
    }

    fn symbols(self) -> [u8; 2] {
        SYMBOLS[usize::from(self.0 % COMBINATIONS)]
    }

    /// Whether the card shows no symbol; a star is one (R57).
    pub fn is_plain(self) -> bool {
        self.0.is_multiple_of(COMBINATIONS)
    }

    /// How many of each symbol except the star the card can present, in order.
    fn shown(self) -> [u8; 4] {
        SHOWN[usize::from(self.0 % COMBINATIONS)]
    }

    /// How many symbols of one kind the card can present, stars included, 0 to 2 (R33).
    pub fn shows(self, symbol: Symbol) -> u8 {
        self.shown()[symbol as usize]
    }

    /// The name in JSON, such as `tuna`, `tuna:star` or `tuna:cookie+bowl` (symbols in order).
    pub fn name(self) -> &'static str {
        static NAMES_OF_FACES: LazyLock<Vec<String>> = LazyLock::new(|| {
            let name = |face: Face| match face.symbols().map(|symbol| NAMES.get(usize::from(symbol))) {
                [Some(first), Some(second)] => format!("{}:{first}+{second}", face.ingredient()),
                [Some(symbol), None] => format!("{}:{symbol}", face.ingredient()),
                _ => face.ingredient().to_string(),
            };
            Face::all().map(name).collect()
        });
        &NAMES_OF_FACES[self.index()]
    }

    /// The card in words, such as `tuna with a star`, `chicken with 2 cookies` or `carrot without symbol`.
    pub fn in_words(self) -> String {
        format!("{} {}", self.ingredient(), self.symbols_in_words())
    }

    /// The symbols in words: `with ...`, or that there is none.
    pub(super) fn symbols_in_words(self) -> String {
        let one = |symbol: &str| if symbol == CHOPSTICKS { symbol.to_owned() } else { a(symbol) };
        match self.symbols().map(|symbol| NAMES.get(usize::from(symbol))) {
            [Some(first), Some(second)] if first == second => format!("with {}", two(first)),
            [Some(first), Some(second)] => format!("with {} and {}", one(first), one(second)),
            [Some(symbol), None] => format!("with {}", one(symbol)),
            _ => "without symbol".to_owned(),
        }
    }

    /// All symbols including the star, for [`Face::new`].
    pub(super) fn symbol_names() -> impl Iterator<Item = (u8, String)> {
        (0..).zip(NAMES).map(|(symbol, name)| (symbol, name.to_owned()))
    }

    /// The face of an ingredient with these symbols, in any order; `None` if there is no such card.
    pub(super) fn new(ingredient: Ingredient, symbols: &[u8]) -> Option<Face> {
        let mut shown = [NO; 2];
        shown.get_mut(..symbols.len())?.copy_from_slice(symbols);
        shown.sort_unstable();
        Face::showing(ingredient as u8, shown)
    }

    /// The face of an ingredient with these symbols in order.
    fn showing(ingredient: u8, shown: [u8; 2]) -> Option<Face> {
        let combination = SYMBOLS.iter().position(|symbols| *symbols == shown)? as u8;
        Some(Face(ingredient * COMBINATIONS + combination))
    }

    /// The symbols in short form, such as `star`, `2 cookies` or `cookie+bowl`; empty without symbols.
    pub(super) fn symbols_in_brief(self) -> String {
        match self.symbols().map(|symbol| NAMES.get(usize::from(symbol))) {
            [Some(first), Some(second)] if first == second => two(first),
            [Some(first), Some(second)] => format!("{first}+{second}"),
            [Some(symbol), None] => (*symbol).to_owned(),
            _ => String::new(),
        }
    }

    /// The symbols as signs.
    pub(super) fn icons(self) -> impl Iterator<Item = Icon> {
        const ICONS: [Icon; NAMES.len()] = [Icon::Cookie, Icon::Spoon, Icon::Bowl, Icon::Chopsticks, Icon::Star];
        self.symbols().into_iter().filter_map(|symbol| ICONS.get(usize::from(symbol)).copied())
    }

    /// The face of this name.
    pub fn parse(name: &str) -> Option<Face> {
        let (ingredient, rest) = cut(name, &Ingredient::NAMES)?;
        let (symbols, rest) = match rest.strip_prefix(':') {
            None => ([NO, NO], rest),
            Some(rest) => {
                let (first, rest) = cut(rest, &NAMES)?;
                match rest.strip_prefix('+') {
                    None => ([first, NO], rest),
                    Some(rest) => cut(rest, &NAMES).map(|(second, rest)| ([first, second], rest))?,
                }
            }
        };
        if rest.is_empty() { Face::showing(ingredient, symbols) } else { None }
    }
}

/// Splits a text into the name that it begins with, by its index, and the rest. No name may begin another.
#[inline]
fn cut<'a>(text: &'a str, names: &[&str]) -> Option<(u8, &'a str)> {
    (0..).zip(names).find_map(|(at, name)| Some((at, text.strip_prefix(name)?)))
}

/// A symbol that a card shows twice.
fn two(symbol: &str) -> String {
    if symbol == CHOPSTICKS { format!("2 {symbol}") } else { format!("2 {}", plural(symbol)) }
}

/// Why a name is not a card, if there is more to say: its symbols are in the wrong order.
pub(super) fn misspelt(name: &str) -> Option<String> {
    let (ingredient, symbols) = name.split_once(':')?;
    let (first, second) = symbols.split_once('+')?;
    let face = Face::parse(&format!("{ingredient}:{second}+{first}"))?;
    Some(format!("the symbols of a card have the order {}: `{face}`", NAMES.join(", ")))
}

impl Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

short_text! {
    Face: "a card such as `tuna`, `tuna:star` or `tuna:cookie+bowl`" because misspelt, |face| face.name(),
    {
        "type": "string",
        "enum": Face::all().map(Face::name).collect::<Vec<_>>(),
        "description": "An ingredient card: its ingredient, then its symbols, if any.",
    }
}

/// The number of ingredient cards (R2), and so the longest list of them.
#[doc(hidden)]
pub const DECK: usize = 63;

/// A multiset of ingredient cards, kept and written in deck order.
///
/// ```
/// use referee::games::we_will_wok_you::cards::Cards;
///
/// let hand: Cards = serde_json::from_str(r#"["tuna:star","carrot","tuna:star"]"#).expect("a list of cards");
/// assert_eq!((hand.len(), hand.count("tuna:star".parse().expect("a card"))), (3, 2));
/// // They are written in the order of the deck.
/// assert_eq!(serde_json::json!(hand), serde_json::json!(["carrot", "tuna:star", "tuna:star"]));
/// ```
#[derive(Copy, Clone, Eq, PartialEq)]
pub struct Cards {
    len: u8,
    /// The faces in deck order. Unused entries have the default value, so that equal multisets are equal values.
    faces: [Face; DECK],
}

impl Cards {
    /// No card.
    pub const NONE: Cards = Cards { len: 0, faces: [Face(0); DECK] };

    /// How many cards there are, 0 to 63.
    pub fn len(&self) -> u8 {
        self.len
    }

    /// Whether there is no card.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The cards in deck order.
    pub fn faces(&self) -> &[Face] {
        &self.faces[..usize::from(self.len)]
    }

    /// Each different face once, in deck order, with its number of copies.
    pub fn runs(&self) -> impl Iterator<Item = (Face, u8)> {
        self.faces().chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u8))
    }

    /// The number of copies of a face.
    pub fn count(&self, face: Face) -> u8 {
        self.faces().iter().map(|other| u8::from(*other == face)).sum()
    }

    /// Adds a card; false (and no change) if there are 63 already.
    pub fn insert(&mut self, face: Face) -> bool {
        let len = usize::from(self.len);
        if len == DECK {
            return false;
        }
        // Most lists are short, and most cards are added in order.
        let mut at = len;
        while at > 0 && self.faces[at - 1] > face {
            self.faces[at] = self.faces[at - 1];
            at -= 1;
        }
        self.faces[at] = face;
        self.len += 1;
        true
    }

    /// Removes a card; false (and no change) if there is none like it.
    pub fn remove(&mut self, face: Face) -> bool {
        let len = usize::from(self.len);
        let at = self.faces().partition_point(|other| *other < face);
        if self.faces().get(at) != Some(&face) {
            return false;
        }
        self.faces.copy_within(at + 1..len, at);
        self.faces[len - 1] = Face::default();
        self.len -= 1;
        true
    }

    /// How many cards of each ingredient there are.
    pub fn by_ingredient(&self) -> [u8; INGREDIENTS] {
        let mut counts = [0; INGREDIENTS];
        for face in self.faces() {
            counts[face.ingredient() as usize] += 1;
        }
        counts
    }

    /// How many of each symbol except the star all cards together can present, in order; at most two per card.
    pub fn shown(&self) -> [u8; 4] {
        let mut sums = [0; 4];
        for face in self.faces() {
            for (sum, shown) in sums.iter_mut().zip(face.shown()) {
                *sum += shown;
            }
        }
        sums
    }

    /// How many symbols of one kind all cards together can present.
    pub fn shows(&self, symbol: Symbol) -> u8 {
        self.shown()[symbol as usize]
    }
}

impl Default for Cards {
    fn default() -> Cards {
        Cards::NONE
    }
}

impl Extend<Face> for Cards {
    fn extend<I: IntoIterator<Item = Face>>(&mut self, faces: I) {
        for face in faces {
            self.insert(face);
        }
    }
}

impl FromIterator<Face> for Cards {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> Cards {
        let mut cards = Cards::NONE;
        cards.extend(faces);
        cards
    }
}

impl Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.faces()).finish()
    }
}

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.faces())
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        lists::read(deserializer, "a list of at most 63 cards", 0..=DECK, Cards::NONE, |cards, face| {
            cards.insert(face);
        })
    }
}

impl JsonSchema for Cards {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Cards".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "type": "array",
            "items": generator.subschema_for::<Face>(),
            "maxItems": DECK,
            "description": "Ingredient cards, in any order; written in deck order.",
        })
    }
}
