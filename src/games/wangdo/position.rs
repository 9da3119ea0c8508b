//! The state as JSON, made for people to read and write: the content of each village by name, everything else as
//! numbers and lists of names.
//!
//! ```json
//! {"turn":0,"round":3,"owed":1,"phase":"act",
//!  "villages":{"V01":"trade+seal","V02":"orange","V03":"religion"},
//!  "temples":{"white":1,"orange":1,"black":2,"blue":0},
//!  "bag":{"white":18,"orange":17,"black":18,"blue":19},
//!  "players":[{"reserve":{"white":2,"orange":0,"black":1,"blue":1},"tokens":["trade"],"cards":[]}],
//!  "played":[]}
//! ```
//!
//! (The example is shortened: after the set-up every village holds a token or a stele.) Zero counters and empty lists
//! may be left out. So may the bag, which holds all other steles; if given, it must be right. `owed` counts the
//! standard actions still to be done in this turn, without the one in progress. Absent, it is 1 if the player must
//! choose an action and otherwise 0. `cards` are the seal cards that a player held before this turn, `new_cards`
//! those gained in it, and `played` all that were played.
//!
//! `phase` is what the position waits for: `"setup"`, `"act"` (the default), `{"declared":["discount"]}` (the cards
//! that alter the next action), `{"draw":{"left":2}}`, `{"seal_card":{"due":["black"],"left":1}}` (a card is drawn,
//! then this is paid), `{"pay":{"due":["black","blue"],"left":2}}`,
//! `{"ritual":{"temple":"black","due":["blue"],"left":1}}`, `"return"`, `{"over":"board-full"}`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::counts::Steles;
use super::names::{Card, Colour, Token, Village};
use super::{Declared, Payment, Phase, Reason, Seat, State, Wangdo};
use crate::game::Player;
use crate::short_text;

/// A position as JSON; see the module.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The player on turn; at the end, the last player.
    #[serde(default)]
    pub turn: Player,
    /// The round, from 1.
    #[serde(default = "first")]
    pub round: u32,
    /// Standard actions still to be done in this turn, without the one in progress. Absent: 1 if the player must
    /// choose an action, otherwise 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owed: Option<u8>,
    /// What the position waits for.
    #[serde(default)]
    pub phase: Waiting,
    /// What lies on each village: a token or a stele. In the set-up, villages without a token yet are absent.
    pub villages: BTreeMap<Village, Site>,
    /// Steles on the altars of each temple.
    pub temples: Numbers,
    /// Steles in the bag. Absent: all that are nowhere else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bag: Option<Numbers>,
    /// The players, in seat order.
    pub players: Vec<Owner>,
    /// The seal cards that were played.
    #[serde(default)]
    pub played: Vec<Card>,
}

fn first() -> u32 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn steles_absent(steles: &Steles) -> bool {
    steles.is_empty()
}

/// What a position waits for.
#[derive(Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Waiting {
    /// A draw of the set-up.
    Setup,
    /// A standard action, a card or the end of the turn.
    #[default]
    Act,
    /// The action that these cards alter.
    Declared(Vec<Card>),
    /// A draw from the bag.
    Draw {
        /// Steles still to be drawn.
        left: u8,
    },
    /// A draw of a seal card; then a price is paid.
    SealCard {
        /// The price.
        #[serde(default)]
        due: Steles,
        /// Steles to be paid of it; absent: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<u8>,
    },
    /// The choice of a stele to pay.
    Pay {
        /// What may still be paid.
        due: Steles,
        /// Steles still to be paid of it; absent: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<u8>,
        /// Steles gained in rituals that lie apart until the price is paid.
        #[serde(default, skip_serializing_if = "steles_absent")]
        aside: Steles,
    },
    /// The choice of a stele from another temple than this one.
    Ritual {
        /// The temple that was filled.
        temple: Colour,
        /// What may still be paid.
        #[serde(default)]
        due: Steles,
        /// Steles still to be paid of it; absent: all.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<u8>,
        /// Steles gained in rituals that lie apart until the price is paid.
        #[serde(default, skip_serializing_if = "steles_absent")]
        aside: Steles,
    },
    /// Steles to be returned.
    Return,
    /// Nothing: the game is over.
    Over(Reason),
}

impl Waiting {
    pub(super) fn of(phase: Phase) -> Waiting {
        match phase {
            Phase::Setup => Waiting::Setup,
            Phase::Act => Waiting::Act,
            Phase::Declared(Declared::Take) => Waiting::Declared(vec![Card::TempleThree]),
            Phase::Declared(Declared::Place { discounts, same_colour }) => {
                let mut cards = vec![Card::Discount; discounts.into()];
                cards.extend(same_colour.then_some(Card::SameColour));
                Waiting::Declared(cards)
            }
            Phase::Draw(left) => Waiting::Draw { left },
            Phase::Card(Payment { due, left, .. }) => Waiting::SealCard { due, left: Some(left) },
            Phase::Pay(Payment { due, left, aside }) => Waiting::Pay { due, left: Some(left), aside },
            Phase::Ritual(Payment { due, left, aside }, temple) => {
                Waiting::Ritual { temple, due, left: Some(left), aside }
            }
            Phase::Return => Waiting::Return,
            Phase::Over(reason) => Waiting::Over(reason),
        }
    }
}

/// Numbers of steles by colour.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default, expecting = "an object with numbers of steles by colour")]
#[allow(missing_docs, reason = "they say it themselves")]
pub struct Numbers {
    pub white: u8,
    pub orange: u8,
    pub black: u8,
    pub blue: u8,
}

impl From<Steles> for Numbers {
    fn from(Steles([white, orange, black, blue]): Steles) -> Numbers {
        Numbers { white, orange, black, blue }
    }
}

impl From<Numbers> for Steles {
    fn from(Numbers { white, orange, black, blue }: Numbers) -> Steles {
        Steles([white, orange, black, blue])
    }
}

/// One player's things.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Owner {
    /// The steles.
    #[serde(default)]
    pub reserve: Numbers,
    /// The tokens on the board.
    #[serde(default)]
    pub tokens: Vec<Token>,
    /// The seal cards held before this turn.
    #[serde(default)]
    pub cards: Vec<Card>,
    /// The seal cards gained in this turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub new_cards: Vec<Card>,
}

/// The tokens of a player, in order.
pub(super) fn tokens_of(seat: &Seat) -> Vec<Token> {
    let counted = Token::ALL.into_iter().zip(seat.tokens);
    counted.flat_map(|(token, count)| std::iter::repeat_n(token, count.into())).collect()
}

/// What lies on the villages that are not empty.
pub(super) fn sites_of(state: &State) -> BTreeMap<Village, Site> {
    Wangdo::villages(state.players)
        .into_iter()
        .filter_map(|village| {
            let token = state.token(village).map(Site::Token);
            Some((village, token.or_else(|| state.stele(village).map(Site::Stele))?))
        })
        .collect()
}

impl Position {
    /// Converts a state.
    pub fn of(state: &State) -> Position {
        let owner = |player: Player| {
            let seat = state.seat(player);
            let old = state.playable(player);
            Owner {
                reserve: seat.reserve.into(),
                tokens: tokens_of(seat),
                cards: old.each().collect(),
                new_cards: seat.cards.minus(old).each().collect(),
            }
        };
        Position {
            turn: state.turn,
            round: state.round,
            owed: Some(state.owed),
            phase: Waiting::of(state.phase),
            villages: sites_of(state),
            temples: state.temples.into(),
            bag: Some(state.bag.into()),
            players: Player::all(state.players).map(owner).collect(),
            played: state.discarded.each().collect(),
        }
    }
}

/// What lies on a village.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Site {
    /// A token.
    Token(Token),
    /// A stele.
    Stele(Colour),
}

impl Site {
    fn name(self) -> &'static str {
        match self {
            Site::Token(token) => token.name(),
            Site::Stele(colour) => colour.name(),
        }
    }

    fn all() -> impl Iterator<Item = Site> {
        Token::ALL.into_iter().map(Site::Token).chain(Colour::ALL.into_iter().map(Site::Stele))
    }

    fn parse(name: &str) -> Option<Site> {
        Site::all().find(|site| site.name() == name)
    }
}

short_text! {
    Site: "a token such as `trade+seal` or the colour of a stele", |site| site.name(),
    {
        "enum": Site::all().map(Site::name).collect::<Vec<_>>(),
        "description": "The content of a village: a token, or a stele by its colour.",
    }
}
