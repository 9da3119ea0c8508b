//! Seal cards (R22 to R26, D23 to D30). Some alter the next standard action and are declared before it. Others grant
//! something of their own, before or after a standard action. A played card is discarded at once.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::breach::Breach;
use super::counts::Steles;
use super::declare::{DECLARE, declare};
use super::names::{Card, Village};
use super::swaps::{BOARD_SWAP, PLAYER_SWAP, list_player_swaps};
use super::turn::{CARD_IN_PAYMENT, DECLARED_DUE, RETURN_DUE};
use super::{Action, DRAWN, Phase, State, Wangdo};
use crate::game::{Check, Player, Provenance};

/// A seal card as played, with its details. Written as `{"card":"board_swap","villages":["V02","V31"]}`.
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

impl Seal {
    /// The card that is played.
    #[must_use]
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
        let wrong = |needs: &str| {
            serde::de::Error::custom(format_args!("the card `{card}` has, besides `card`, exactly the fields: {needs}"))
        };
        let bare = villages.is_none() && with.is_none() && give.is_none() && take.is_none();
        let plain = |seal| if bare { Ok(seal) } else { Err(wrong("none")) };
        match card {
            Card::ThreeSeals => plain(Seal::ThreeSeals),
            Card::ExtraAction => plain(Seal::ExtraAction),
            Card::BoardSwap => match (villages, with, give, take) {
                (Some(villages), None, None, None) => Ok(Seal::BoardSwap { villages }),
                _ => Err(wrong("`villages`")),
            },
            Card::PlayerSwap => match (villages, with, give, take) {
                (None, Some(with), Some(give), Some(take)) => Ok(Seal::PlayerSwap { with, give, take }),
                _ => Err(wrong("`with`, `give`, `take`")),
            },
            Card::DrawThree => plain(Seal::DrawThree),
            Card::Discount => plain(Seal::Discount),
            Card::SameColour => plain(Seal::SameColour),
            Card::TempleThree => plain(Seal::TempleThree),
        }
    }
}

impl JsonSchema for Seal {
    fn schema_name() -> Cow<'static, str> {
        "Seal".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let plain = ["three_seals", "extra_action", "draw_three", "discount", "same_colour", "temple_three"];
        let village = generator.subschema_for::<Village>();
        let player = generator.subschema_for::<Player>();
        let steles = generator.subschema_for::<Steles>();
        schemars::json_schema!({
            "description": "A seal card as played, with the fields that its design needs.",
            "oneOf": [
                {
                    "type": "object",
                    "properties": {"card": {"enum": plain}},
                    "required": ["card"],
                    "additionalProperties": false,
                },
                {
                    "type": "object",
                    "properties": {
                        "card": {"const": "board_swap"},
                        "villages": {"type": "array", "items": village, "minItems": 2, "maxItems": 2},
                    },
                    "required": ["card", "villages"],
                    "additionalProperties": false,
                },
                {
                    "type": "object",
                    "properties": {
                        "card": {"const": "player_swap"},
                        "with": player,
                        "give": steles,
                        "take": steles,
                    },
                    "required": ["card", "with", "give", "take"],
                    "additionalProperties": false,
                },
            ],
        })
    }
}

/// The card must be in the hand of the player who plays it.
pub(super) const CARD_NOT_HELD: Check<Wangdo> = Check {
    finds: "wangdo.card-not-held",
    after: &[],
    find: |_, state, player, action, broken| {
        let Action::Seal(seal) = action else { return };
        let card = seal.card();
        if state.seat(player).cards[card] == 0 {
            broken.push(Breach::CardNotHeld { card });
        }
    },
};

/// The card must have been there before this turn.
pub(super) const CARD_NEW: Check<Wangdo> = Check {
    finds: "wangdo.card-new",
    after: &["wangdo.card-not-held"],
    find: |_, state, player, action, broken| {
        let Action::Seal(seal) = action else { return };
        let card = seal.card();
        if state.playable(player)[card] == 0 {
            broken.push(Breach::CardNew { card });
        }
    },
};

static THREE_SEALS: [Check<Wangdo>; 6] = [
    CARD_IN_PAYMENT,
    RETURN_DUE,
    DECLARED_DUE,
    CARD_NOT_HELD,
    CARD_NEW,
    Check {
        finds: "wangdo.card-not-playable",
        after: &[],
        find: |game, _, _, _, broken| {
            let card = Card::ThreeSeals;
            broken.push(Breach::CardNotPlayable { card, data: game.card_source(card) });
        },
    },
];

static EXTRA_ACTION: [Check<Wangdo>; 6] = [
    CARD_IN_PAYMENT,
    RETURN_DUE,
    DECLARED_DUE,
    CARD_NOT_HELD,
    CARD_NEW,
    Check {
        finds: "wangdo.no-action-possible",
        // What can be done after a payment is unknown until it ends.
        after: &["wangdo.card-in-payment"],
        find: |game, state, player, _, broken| {
            if !game.can_act(state, player) {
                let data = game.card_source(Card::ExtraAction).max(game.sources.payment);
                broken.push(Breach::NoActionPossible { data });
            }
        },
    },
];

static DRAW_THREE: [Check<Wangdo>; 6] = [
    CARD_IN_PAYMENT,
    RETURN_DUE,
    DECLARED_DUE,
    CARD_NOT_HELD,
    CARD_NEW,
    Check {
        finds: "wangdo.bag-empty",
        after: &[],
        find: |game, state, _, _, broken| {
            if state.bag.is_empty() {
                broken.push(Breach::BagEmpty { data: Some(game.card_source(Card::DrawThree)) });
            }
        },
    },
];

/// The checks for playing a card.
pub(super) fn checks(seal: &Seal) -> &'static [Check<Wangdo>] {
    match seal {
        Seal::ThreeSeals => &THREE_SEALS,
        Seal::ExtraAction => &EXTRA_ACTION,
        Seal::BoardSwap { .. } => &BOARD_SWAP,
        Seal::PlayerSwap { .. } => &PLAYER_SWAP,
        Seal::DrawThree => &DRAW_THREE,
        Seal::Discount | Seal::SameColour | Seal::TempleThree => &DECLARE,
    }
}

impl Wangdo {
    /// How well a card is founded: its effect and its number of copies.
    pub(super) fn card_source(&self, card: Card) -> Provenance {
        self.sources.cards[card as usize]
    }

    /// Appends every card that the player can play now, in the order of the deck, each with all its possible details.
    pub(super) fn list_seals(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        let playable = state.playable(player);
        let declared = state.declared().is_some();
        for card in Card::ALL.into_iter().filter(|card| playable[*card] > 0) {
            let seal = match card {
                Card::ExtraAction if !declared && self.can_act(state, player) => Seal::ExtraAction,
                Card::DrawThree if !declared && !state.bag.is_empty() => Seal::DrawThree,
                Card::BoardSwap if !declared => {
                    self.list_board_swaps(state, out);
                    continue;
                }
                Card::PlayerSwap if !declared => {
                    list_player_swaps(state, player, out);
                    continue;
                }
                Card::Discount if self.can_declare(state, player, card) => Seal::Discount,
                Card::SameColour if self.can_declare(state, player, card) => Seal::SameColour,
                Card::TempleThree if self.can_declare(state, player, card) => Seal::TempleThree,
                _ => continue,
            };
            out.push(Action::Seal(seal));
        }
    }

    /// Plays a card.
    pub(super) fn seal(&self, state: &mut State, player: Player, seal: &Seal) {
        let card = seal.card();
        state.seat_mut(player).cards[card] -= 1;
        state.discarded[card] += 1;
        match *seal {
            Seal::ThreeSeals => {}
            Seal::ExtraAction => {
                state.owed += 1;
                self.settle(state);
            }
            Seal::BoardSwap { villages: [one, other] } => {
                if let (Some(here), Some(there)) = (state.stele(one), state.stele(other)) {
                    for (village, old, new) in [(one, here, there), (other, there, here)] {
                        state.steles[old as usize].remove(village);
                        state.steles[new as usize].insert(village);
                    }
                }
                self.settle(state);
            }
            Seal::PlayerSwap { with, give, take } => {
                let own = &mut state.seat_mut(player).reserve;
                *own = own.minus(give).plus(take);
                let other = &mut state.seat_mut(with).reserve;
                *other = other.minus(take).plus(give);
                self.settle(state);
            }
            Seal::DrawThree => state.phase = Phase::Draw(DRAWN.min(state.bag.total())),
            Seal::Discount | Seal::SameColour | Seal::TempleThree => {
                state.phase = Phase::Declared(declare(state.phase, card));
            }
        }
    }
}
