//! A seal card as it is played (R22, D23), and what every play of one must meet.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Value, json};

use super::breach::Breach;
use super::counts::Steles;
use super::names::{Card, Village};
use super::{Action, Check};
use crate::game::Player;

/// A seal card as played, with its details. Written as `{"card":"board_swap","villages":["V02","V31"]}`.
///
/// ```
/// use referee::games::wangdo::names::Card;
/// use referee::games::wangdo::seal::Seal;
///
/// let swap: Seal = serde_json::from_str(r#"{"card":"board_swap","villages":["V02","V31"]}"#).expect("it is one");
/// assert_eq!(swap.card(), Card::BoardSwap);
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Seal {
    /// Cannot be played; it can be written only so that it can be refused.
    ThreeSeals,
    /// One more standard action in this turn.
    ExtraAction,
    /// Exchanges the steles on two villages.
    BoardSwap {
        /// The villages, by number.
        villages: [Village; 2],
    },
    /// Exchanges steles of the player's reserve with another player.
    PlayerSwap {
        /// The other player.
        with: Player,
        /// What they are given.
        give: Steles,
        /// What is taken from them.
        take: Steles,
    },
    /// Three steles from the bag.
    DrawThree,
    /// Alters a placement: one stele less is paid.
    Discount,
    /// Alters a placement: colours may touch.
    SameColour,
    /// Alters taking from the temples: three steles.
    TempleThree,
}

/// The plays that need no details, in the order of the deck.
const PLAIN: [Seal; 6] =
    [Seal::ThreeSeals, Seal::ExtraAction, Seal::DrawThree, Seal::Discount, Seal::SameColour, Seal::TempleThree];

impl Seal {
    /// The play of a card that needs no details; `None` if it needs some.
    pub(super) fn plain(card: Card) -> Option<Seal> {
        PLAIN.into_iter().find(|seal| seal.card() == card)
    }

    /// The card that is played.
    pub fn card(&self) -> Card {
        match self {
            Seal::ThreeSeals => Card::ThreeSeals,
            Seal::ExtraAction => Card::ExtraAction,
            Seal::BoardSwap { .. } => Card::BoardSwap,
            Seal::PlayerSwap { .. } => Card::PlayerSwap,
            Seal::DrawThree => Card::DrawThree,
            Seal::Discount => Card::Discount,
            Seal::SameColour => Card::SameColour,
            Seal::TempleThree => Card::TempleThree,
        }
    }
}

/// A card with its fields, as read and written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `card` and what the card needs")]
struct Fields {
    card: Card,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    villages: Option<[Village; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    with: Option<Player>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    give: Option<Steles>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    take: Option<Steles>,
}

impl Serialize for Seal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = Fields { card: self.card(), villages: None, with: None, give: None, take: None };
        match *self {
            Seal::BoardSwap { villages } => fields.villages = Some(villages),
            Seal::PlayerSwap { with, give, take } => {
                (fields.with, fields.give, fields.take) = (Some(with), Some(give), Some(take));
            }
            _ => {}
        }
        fields.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Seal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seal, D::Error> {
        let Fields { card, villages, with, give, take } = Fields::deserialize(deserializer)?;
        let seal = match (card, villages, with, give, take) {
            (_, None, None, None, None) => Seal::plain(card),
            (Card::BoardSwap, Some(villages), None, None, None) => Some(Seal::BoardSwap { villages }),
            (Card::PlayerSwap, None, Some(with), Some(give), Some(take)) => Some(Seal::PlayerSwap { with, give, take }),
            _ => None,
        };
        seal.ok_or_else(|| {
            let needs = match card {
                Card::BoardSwap => "`villages`",
                Card::PlayerSwap => "`with`, `give`, `take`",
                _ => "none",
            };
            D::Error::custom(format_args!("the card `{card}` has, besides `card`, exactly the fields: {needs}"))
        })
    }
}

impl JsonSchema for Seal {
    fn schema_name() -> Cow<'static, str> {
        "Seal".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let plain = PLAIN.map(|seal| seal.card());
        let village = generator.subschema_for::<Village>();
        let player = generator.subschema_for::<Player>();
        let steles = generator.subschema_for::<Steles>();
        // All properties are required.
        let object = |properties: Value| {
            let required: Vec<_> = properties.as_object().into_iter().flat_map(|all| all.keys()).collect();
            json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
        };
        let villages = json!({"type": "array", "items": village, "minItems": 2, "maxItems": 2});
        schemars::json_schema!({
            "description": "A seal card as played, with the fields that its design needs.",
            "oneOf": [
                object(json!({"card": {"enum": plain}})),
                object(json!({"card": {"const": "board_swap"}, "villages": villages})),
                object(json!({"card": {"const": "player_swap"}, "with": player, "give": steles, "take": steles})),
            ],
        })
    }
}

/// The card must be in the hand of the player who plays it.
pub(super) const CARD_NOT_HELD: Check = Check::new("wangdo.card-not-held", &[], |_, state, player, action, broken| {
    let Action::Seal(seal) = action else { return };
    let card = seal.card();
    if state.seat(player).cards[card] == 0 {
        broken.push(Breach::CardNotHeld { card });
    }
});

/// The card must have been there before this turn.
pub(super) const CARD_NEW: Check =
    Check::new("wangdo.card-new", &["wangdo.card-not-held"], |_, state, player, action, broken| {
        let Action::Seal(seal) = action else { return };
        let card = seal.card();
        if state.playable(player)[card] == 0 {
            broken.push(Breach::CardNew { card });
        }
    });
