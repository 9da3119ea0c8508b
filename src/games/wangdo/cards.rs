//! Seal cards (R22 to R26, D23 to D30). Some alter the standard action that is done next: they are declared before it.
//! The others grant something of their own, before or after a standard action. A played card is discarded at once.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::breach::Breach;
use super::counts::Steles;
use super::names::{Card, Colour, Village};
use super::turn::{declared, unfinished};
use super::{Action, DRAWN, Declared, Phase, State, Wangdo};
use crate::game::{Player, Provenance};

/// A seal card as it is played, with what it needs to know. Written as `{"card":"board_swap","villages":["V02","V31"]}`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Seal {
    /// Cannot be played; it can be written so that it can be refused.
    ThreeSeals,
    /// One more standard action in this turn.
    ExtraAction,
    /// Exchanges the steles on two villages.
    BoardSwap {
        /// The villages, by number.
        villages: [Village; 2],
    },
    /// Exchanges steles of one's reserve with another player.
    PlayerSwap {
        /// The other player.
        with: Player,
        /// What he is given.
        give: Steles,
        /// What is taken from him.
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
            serde::de::Error::custom(format_args!("the card `{card}` has, beside `card`, exactly the fields: {needs}"))
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
            "description": "A seal card as it is played, with the fields its design needs.",
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

/// How a declaration would stand after one more card that alters an action; `None`: it is for another action, or twice.
fn declare(phase: Phase, card: Card) -> Option<Declared> {
    let declared = match phase {
        Phase::Declared(declared) => Some(declared),
        _ => None,
    };
    let (discounts, same_colour) = match declared {
        Some(Declared::Place { discounts, same_colour }) => (discounts, same_colour),
        Some(Declared::Take) => return None,
        None => (0, false),
    };
    match card {
        Card::Discount => Some(Declared::Place { discounts: discounts + 1, same_colour }),
        Card::SameColour if !same_colour => Some(Declared::Place { discounts, same_colour: true }),
        Card::TempleThree if declared.is_none() => Some(Declared::Take),
        _ => None,
    }
}

impl Wangdo {
    /// How well a card is founded: what it does and how many there are.
    pub(super) fn card_source(&self, card: Card) -> Provenance {
        self.sources.cards[card as usize]
    }

    /// Appends every rule that playing this card would break.
    pub(super) fn check_seal(&self, state: &State, player: Player, seal: &Seal, broken: &mut Vec<Breach>) {
        let card = seal.card();
        let data = self.card_source(card);
        let alters = matches!(seal, Seal::Discount | Seal::SameColour | Seal::TempleThree);
        let due = if alters { unfinished(state) } else { self.due(state) };
        let in_time = due.is_none();
        broken.extend(due);
        if state.seat(player).cards[card] == 0 {
            broken.push(Breach::CardNotHeld { card });
        } else if state.playable(player)[card] == 0 {
            broken.push(Breach::CardNew { card });
        }
        match *seal {
            Seal::ThreeSeals => broken.push(Breach::CardNotPlayable { card, data }),
            Seal::BoardSwap { villages } => self.check_board_swap(state, villages, broken),
            Seal::PlayerSwap { with, give, take } => self.check_player_swap(state, player, (with, give, take), broken),
            Seal::DrawThree if state.bag.is_empty() => broken.push(Breach::BagEmpty { data: Some(data) }),
            Seal::ExtraAction if in_time && !self.can_act(state, player) => {
                broken.push(Breach::NoActionPossible { data: data.max(self.sources.payment) });
            }
            _ if alters && in_time => self.check_declaration(state, player, card, broken),
            _ => {}
        }
    }

    fn check_declaration(&self, state: &State, player: Player, card: Card, broken: &mut Vec<Breach>) {
        let data = self.card_source(card);
        let action = if card == Card::TempleThree { "take" } else { "place" };
        if declared(state).is_some_and(|other| other != action) {
            return broken.extend(self.declared_due(state));
        }
        if state.owed == 0 {
            return broken.push(Breach::NoActionOwed {});
        }
        match declare(state.phase, card) {
            None => broken.push(Breach::CardTwice { card, data }),
            Some(declared) if !self.can_do(state, player, declared) => {
                let data = if action == "place" { data.max(self.sources.payment) } else { data };
                broken.push(Breach::AlteredActionImpossible { card, action, data });
            }
            Some(_) => {}
        }
    }

    /// Whether an action so altered is legal (P15).
    pub(super) fn can_do(&self, state: &State, player: Player, declared: Declared) -> bool {
        match declared {
            Declared::Place { discounts, same_colour } => self.can_place(state, player, (discounts, same_colour)),
            Declared::Take => !state.temples.is_empty(),
        }
    }

    fn check_board_swap(&self, state: &State, villages: [Village; 2], broken: &mut Vec<Breach>) {
        let [one, other] = villages;
        let players = state.players;
        let data = self.card_source(Card::BoardSwap);
        if one == other {
            broken.push(Breach::SwapOneVillage { village: one, data });
        }
        let named = if one == other { &villages[..1] } else { &villages[..] };
        for village in named.iter().copied() {
            if !Wangdo::villages(players).has(village) {
                broken.push(Breach::NoSuchVillage { village, players, data: self.sources.paths });
            } else if state.stele(village).is_none() {
                broken.push(Breach::SwapNoStele { village, data });
            }
        }
        if one == other {
            return;
        }
        let (Some(here), Some(there)) = (state.stele(one), state.stele(other)) else { return };
        if here == there {
            return broken.push(Breach::SwapEqualColours { colour: here, data });
        }
        for (village, stele, from) in [(one, there, other), (other, here, one)] {
            let mut beside = self.near(players, village).and(state.steles[stele as usize]);
            beside.remove(from);
            if !beside.is_empty() {
                let data = data.max(self.sources.paths);
                let beside = beside.into_iter().collect();
                broken.push(Breach::SwapSameColour { village, stele, beside, data });
            }
        }
    }

    fn check_player_swap(
        &self,
        state: &State,
        player: Player,
        (with, give, take): (Player, Steles, Steles),
        broken: &mut Vec<Breach>,
    ) {
        let players = state.players;
        let data = self.card_source(Card::PlayerSwap);
        if with == player {
            broken.push(Breach::SwapWithSelf { with, data });
        } else if with.0 >= players {
            broken.push(Breach::SwapNoSuchPlayer { with, players, data });
        }
        if give.total() != take.total() || !(1..=2).contains(&give.total()) {
            broken.push(Breach::SwapSize { give: give.total(), take: take.total(), data });
        }
        let both = give.common(take);
        if !both.is_empty() {
            let colours = Colour::ALL.into_iter().filter(|colour| both[*colour] > 0).collect();
            broken.push(Breach::SwapCommonColour { colours, data });
        }
        let other = (with != player && with.0 < players).then_some((with, take));
        for (owner, steles) in [(player, give)].into_iter().chain(other) {
            for colour in Colour::ALL {
                let (named, held) = (steles[colour], state.seat(owner).reserve[colour]);
                if named > held {
                    broken.push(Breach::SwapNotHeld { player: owner, colour, named, held, data });
                }
            }
        }
    }

    /// Appends every card the player can play now, in the order of the deck, each with all it can be played for.
    pub(super) fn list_seals(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        let playable = state.playable(player);
        if playable.total() == 0 {
            return;
        }
        let declared = matches!(state.phase, Phase::Declared(_));
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
                Card::Discount | Card::SameColour | Card::TempleThree if state.owed > 0 => {
                    let legal = declare(state.phase, card).is_some_and(|altered| self.can_do(state, player, altered));
                    match (card, legal) {
                        (_, false) => continue,
                        (Card::Discount, _) => Seal::Discount,
                        (Card::SameColour, _) => Seal::SameColour,
                        _ => Seal::TempleThree,
                    }
                }
                _ => continue,
            };
            out.push(Action::Seal(seal));
        }
    }

    fn list_board_swaps(&self, state: &State, out: &mut Vec<Action>) {
        let near = &self.near[usize::from(state.players == 4)];
        let mut later = state.occupied();
        while let Some(one) = later.pop() {
            let around = near[one.index()];
            let Some(here) = state.stele(one) else { continue };
            for other in later {
                let Some(there) = state.stele(other) else { continue };
                if here == there {
                    continue;
                }
                let mut beside_one = around.and(state.steles[there as usize]);
                beside_one.remove(other);
                let mut beside_other = near[other.index()].and(state.steles[here as usize]);
                beside_other.remove(one);
                if beside_one.is_empty() && beside_other.is_empty() {
                    out.push(Action::Seal(Seal::BoardSwap { villages: [one, other] }));
                }
            }
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
                if let Some(declared) = declare(state.phase, card) {
                    state.phase = Phase::Declared(declared);
                }
            }
        }
    }
}

/// By the other player, then one stele before two, then by what is given and taken.
fn list_player_swaps(state: &State, player: Player, out: &mut Vec<Action>) {
    let own = state.seat(player).reserve;
    for with in Player::all(state.players).filter(|with| *with != player) {
        let others = state.seat(with).reserve;
        for count in 1..=2 {
            own.choices(count, |give| {
                others.choices(count, |take| {
                    if give.common(take).is_empty() {
                        out.push(Action::Seal(Seal::PlayerSwap { with, give, take }));
                    }
                });
            });
        }
    }
}
