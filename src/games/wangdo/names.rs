//! The named things of the game: colours of steles, tokens, seal cards and villages. The sets of names are fixed; an
//! edition changes values and paths only.

use std::fmt::{self, Display};

use crate::bit_set;
use crate::names;
use crate::short_text;

names! {
    /// The colour of a stele, and of the temple that takes steles of this colour.
    ///
    /// ```
    /// use referee::games::wangdo::names::Colour;
    ///
    /// assert_eq!("orange".parse(), Ok(Colour::Orange));
    /// assert_eq!(Colour::NAMES, ["white", "orange", "black", "blue"]);
    /// ```
    #[allow(missing_docs, reason = "they say it themselves")]
    pub enum Colour {
        White = "white",
        Orange = "orange",
        Black = "black",
        Blue = "blue",
    }
}

names! {
    /// A type of knowledge; each has a column on every player board (R2).
    #[doc(hidden)]
    #[allow(missing_docs, reason = "they say it themselves")]
    pub enum Knowledge {
        Religion = "religion",
        Education = "education",
        Military = "military",
        Trade = "trade",
    }
}

names! {
    /// A token as it lies on a village: a type of knowledge with or without a Dragon Seal, or a bear.
    ///
    /// ```
    /// use referee::games::wangdo::names::Token;
    ///
    /// let token: Token = "trade+seal".parse()?;
    /// assert!(token.sealed() && token.knowledge() == Token::Trade.knowledge());
    /// // The bear has no type of knowledge.
    /// assert_eq!(Token::Bear.knowledge(), None);
    /// # Ok::<(), referee::Malformed>(())
    /// ```
    #[allow(missing_docs, reason = "they say it themselves")]
    pub enum Token {
        Religion = "religion",
        ReligionSeal = "religion+seal",
        Education = "education",
        EducationSeal = "education+seal",
        Military = "military",
        MilitarySeal = "military+seal",
        Trade = "trade",
        TradeSeal = "trade+seal",
        Bear = "bear",
    }
}

impl Token {
    /// The token of a type, with or without a seal.
    pub fn of(knowledge: Knowledge, sealed: bool) -> Token {
        Token::ALL[2 * knowledge as usize + usize::from(sealed)]
    }

    /// The type; `None` for the bear.
    pub fn knowledge(self) -> Option<Knowledge> {
        Knowledge::ALL.get(self as usize / 2).copied()
    }

    /// Whether the token carries a Dragon Seal.
    pub fn sealed(self) -> bool {
        self as usize % 2 == 1
    }
}

names! {
    /// A design of seal card (D23 to D30).
    ///
    /// ```
    /// use referee::games::wangdo::names::Card;
    ///
    /// // There are eight designs; only one of them cannot be played.
    /// assert_eq!(Card::ALL.len(), 8);
    /// assert_eq!("three_seals".parse(), Ok(Card::ThreeSeals));
    /// ```
    pub enum Card {
        /// Cannot be played; counts more than one seal at the end.
        ThreeSeals = "three_seals",
        /// One more standard action.
        ExtraAction = "extra_action",
        /// Exchanges two steles on the board.
        BoardSwap = "board_swap",
        /// Exchanges steles with another player.
        PlayerSwap = "player_swap",
        /// Three steles from the bag.
        DrawThree = "draw_three",
        /// One stele less to pay.
        Discount = "discount",
        /// A placement beside its own colour.
        SameColour = "same_colour",
        /// Three steles from the temples instead of two.
        TempleThree = "temple_three",
    }
}

/// Villages of the whole board.
#[doc(hidden)]
pub const VILLAGES: usize = 40;

/// A village, `V01` to `V40`.
///
/// ```
/// use referee::games::wangdo::Wangdo;
/// use referee::games::wangdo::names::Village;
///
/// let village: Village = "V17".parse()?;
/// // Eight of the villages are for four players only.
/// assert!(!Wangdo::villages(3).has(village) && Wangdo::villages(4).has(village));
/// # Ok::<(), referee::Malformed>(())
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Village(u8);

impl Village {
    /// The village's index in tables, 0 to 39.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The village with this index in tables, 0 to 39.
    pub fn from_index(index: usize) -> Village {
        debug_assert!(index < VILLAGES, "there are 40 villages");
        Village(index as u8)
    }

    /// All villages, in order.
    pub fn all() -> impl Iterator<Item = Village> {
        (0..VILLAGES).map(Village::from_index)
    }

    /// Reads a name.
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

short_text! {
    Village: "a village from V01 to V40",
    {
        "type": "string",
        "pattern": "^V(0[1-9]|[1-3][0-9]|40)$",
        "description": "A village, V01 to V40; V17 to V24 are there with four players only.",
    }
}

bit_set! {
    /// A set of villages.
    #[doc(hidden)]
    pub struct Villages(u64) of Village, |village| village.0, |number| Village(number)
}

impl Villages {
    /// The whole board.
    pub const ALL: Villages = Villages((1 << VILLAGES) - 1);
    /// The part that is left out with two or three players (R1): V17 to V24.
    pub const PART_P: Villages = Villages(0xff << 16);
}
