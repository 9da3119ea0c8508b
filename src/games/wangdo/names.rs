//! The named things of the game: colours of steles, tokens, seal cards and villages. The sets of names are fixed; an
//! edition changes values and paths only.

use std::fmt::{self, Display};

use crate::read_from_text;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize, Serializer};

/// The colour of a stele, and of the temple that takes steles of this colour.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "they say it themselves")]
pub enum Colour {
    White,
    Orange,
    Black,
    Blue,
}

impl Colour {
    /// All colours, in the order in which steles are listed (P4).
    pub const ALL: [Colour; 4] = [Colour::White, Colour::Orange, Colour::Black, Colour::Blue];

    /// The name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["white", "orange", "black", "blue"][self as usize]
    }
}

impl Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A type of knowledge; each has a column on every player board (R2).
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "they say it themselves")]
pub enum Knowledge {
    Religion,
    Education,
    Military,
    Trade,
}

impl Knowledge {
    /// All types, in order.
    pub const ALL: [Knowledge; 4] = [Knowledge::Religion, Knowledge::Education, Knowledge::Military, Knowledge::Trade];
}

impl Display for Knowledge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Token::of(*self, false).name())
    }
}

/// A token as it lies on a village: a type of knowledge with or without a Dragon Seal, or a bear.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "they say it themselves")]
pub enum Token {
    Religion,
    #[serde(rename = "religion+seal")]
    ReligionSeal,
    Education,
    #[serde(rename = "education+seal")]
    EducationSeal,
    Military,
    #[serde(rename = "military+seal")]
    MilitarySeal,
    Trade,
    #[serde(rename = "trade+seal")]
    TradeSeal,
    Bear,
}

impl Token {
    /// All tokens, in order: by type, without seal before with seal, the bear last.
    pub const ALL: [Token; 9] = [
        Token::Religion,
        Token::ReligionSeal,
        Token::Education,
        Token::EducationSeal,
        Token::Military,
        Token::MilitarySeal,
        Token::Trade,
        Token::TradeSeal,
        Token::Bear,
    ];

    /// The token of a type, with or without a seal.
    #[must_use]
    pub fn of(knowledge: Knowledge, sealed: bool) -> Token {
        Token::ALL[2 * knowledge as usize + usize::from(sealed)]
    }

    /// The type; `None` for the bear.
    #[must_use]
    pub fn knowledge(self) -> Option<Knowledge> {
        Knowledge::ALL.get(self as usize / 2).copied()
    }

    /// Whether the token carries a Dragon Seal.
    #[must_use]
    pub fn sealed(self) -> bool {
        self as usize % 2 == 1
    }

    /// The name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        [
            "religion",
            "religion+seal",
            "education",
            "education+seal",
            "military",
            "military+seal",
            "trade",
            "trade+seal",
            "bear",
        ][self as usize]
    }
}

impl Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A design of seal card (D23 to D30).
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Card {
    /// Cannot be played; counts more than one seal at the end.
    ThreeSeals,
    /// One more standard action.
    ExtraAction,
    /// Exchanges two steles on the board.
    BoardSwap,
    /// Exchanges steles with another player.
    PlayerSwap,
    /// Three steles from the bag.
    DrawThree,
    /// One stele less to pay.
    Discount,
    /// A placement beside its own colour.
    SameColour,
    /// Three steles from the temples instead of two.
    TempleThree,
}

impl Card {
    /// All designs, in order.
    pub const ALL: [Card; 8] = [
        Card::ThreeSeals,
        Card::ExtraAction,
        Card::BoardSwap,
        Card::PlayerSwap,
        Card::DrawThree,
        Card::Discount,
        Card::SameColour,
        Card::TempleThree,
    ];

    /// The name in JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        [
            "three_seals",
            "extra_action",
            "board_swap",
            "player_swap",
            "draw_three",
            "discount",
            "same_colour",
            "temple_three",
        ][self as usize]
    }
}

impl Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Villages of the whole board.
pub const VILLAGES: usize = 40;

/// A village, `V01` to `V40`.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Village(u8);

impl Village {
    /// The village's index in tables, 0 to 39.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The village with this index in tables, 0 to 39.
    #[must_use]
    pub fn from_index(index: usize) -> Village {
        debug_assert!(index < VILLAGES, "there are 40 villages");
        Village(index as u8)
    }

    /// All villages, in order.
    pub fn all() -> impl Iterator<Item = Village> {
        (0..VILLAGES).map(Village::from_index)
    }

    /// Reads a name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Village> {
        match name.as_bytes() {
            [b'V', tens @ b'0'..=b'4', ones @ b'0'..=b'9'] => {
                let number = 10 * (tens - b'0') + (ones - b'0');
                (1..=VILLAGES as u8).contains(&number).then(|| Village(number - 1))
            }
            _ => None,
        }
    }
}

impl Display for Village {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "V{:02}", self.0 + 1)
    }
}

impl Serialize for Village {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

read_from_text!(Village, "a village from V01 to V40");

impl JsonSchema for Village {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Village".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "type": "string",
            "pattern": "^V(0[1-9]|[1-3][0-9]|40)$",
            "description": "A village, V01 to V40; V17 to V24 are there with four players only.",
        })
    }
}

/// A set of villages.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Villages(pub u64);

impl Villages {
    /// No village.
    pub const NONE: Villages = Villages(0);
    /// The whole board.
    pub const ALL: Villages = Villages((1 << VILLAGES) - 1);
    /// The part that is left out with two or three players (R1): V17 to V24.
    pub const PART_P: Villages = Villages(0xff << 16);

    /// Just this village.
    #[must_use]
    pub fn of(village: Village) -> Villages {
        Villages(1 << village.0)
    }

    /// Whether the village is in the set.
    #[must_use]
    pub fn has(self, village: Village) -> bool {
        self.0 >> village.0 & 1 == 1
    }

    /// Adds a village.
    pub fn insert(&mut self, village: Village) {
        self.0 |= 1 << village.0;
    }

    /// Removes a village.
    pub fn remove(&mut self, village: Village) {
        self.0 &= !(1 << village.0);
    }

    /// The villages in both sets.
    #[must_use]
    pub fn and(self, other: Villages) -> Villages {
        Villages(self.0 & other.0)
    }

    /// The villages in either set.
    #[must_use]
    pub fn or(self, other: Villages) -> Villages {
        Villages(self.0 | other.0)
    }

    /// The villages in this set and not in the other.
    #[must_use]
    pub fn without(self, other: Villages) -> Villages {
        Villages(self.0 & !other.0)
    }

    /// The number of villages.
    #[must_use]
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Removes and returns the village with the lowest number.
    pub fn pop(&mut self) -> Option<Village> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }

    /// The village with the lowest number.
    #[must_use]
    pub fn first(self) -> Option<Village> {
        (self.0 != 0).then(|| Village(self.0.trailing_zeros() as u8))
    }
}

/// The villages of a set, in order.
#[derive(Clone, Debug)]
pub struct InOrder(Villages);

impl Iterator for InOrder {
    type Item = Village;
    fn next(&mut self) -> Option<Village> {
        self.0.pop()
    }
}

impl IntoIterator for Villages {
    type Item = Village;
    type IntoIter = InOrder;
    fn into_iter(self) -> InOrder {
        InOrder(self)
    }
}

impl FromIterator<Village> for Villages {
    fn from_iter<I: IntoIterator<Item = Village>>(villages: I) -> Villages {
        villages.into_iter().fold(Villages::NONE, |all, village| all.or(Villages::of(village)))
    }
}
