//! What seal cards do (R22 to R26, D23 to D30). Some alter the next standard action and are declared before it. Others
//! grant something of their own, before or after a standard action. A played card is discarded at once.

use super::breach::Breach;
use super::declare::{DECLARE, declare};
use super::names::Card;
use super::seal::{CARD_NEW, CARD_NOT_HELD, Seal};
use super::swaps::{BOARD_SWAP, PLAYER_SWAP, list_player_swaps};
use super::turn::{CARD_IN_PAYMENT, DECLARED_DUE, RETURN_DUE};
use super::{Action, Check, DRAWN, Phase, State, Wangdo};
use crate::game::{Player, Provenance};

static THREE_SEALS: [Check; 6] = [
    CARD_IN_PAYMENT,
    RETURN_DUE,
    DECLARED_DUE,
    CARD_NOT_HELD,
    CARD_NEW,
    Check::new("wangdo.card-not-playable", &[], |game, _, _, _, broken| {
        let card = Card::ThreeSeals;
        broken.push(Breach::CardNotPlayable { card, data: game.card_source(card) });
    }),
];

static EXTRA_ACTION: [Check; 6] = [
    CARD_IN_PAYMENT,
    RETURN_DUE,
    DECLARED_DUE,
    CARD_NOT_HELD,
    CARD_NEW,
    // What can be done after a payment is unknown until it ends.
    Check::new("wangdo.no-action-possible", &["wangdo.card-in-payment"], |game, state, player, _, broken| {
        if !game.can_act(state, player) {
            let data = game.card_source(Card::ExtraAction).max(game.sources.payment);
            broken.push(Breach::NoActionPossible { data });
        }
    }),
];

static DRAW_THREE: [Check; 6] = [
    CARD_IN_PAYMENT,
    RETURN_DUE,
    DECLARED_DUE,
    CARD_NOT_HELD,
    CARD_NEW,
    Check::new("wangdo.bag-empty", &[], |game, state, _, _, broken| {
        if state.bag.is_empty() {
            broken.push(Breach::BagEmpty { data: Some(game.card_source(Card::DrawThree)) });
        }
    }),
];

pub(super) fn checks(seal: &Seal) -> &'static [Check] {
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
            let plain = match card {
                Card::ExtraAction => !declared && self.can_act(state, player),
                Card::DrawThree => !declared && !state.bag.is_empty(),
                Card::Discount | Card::SameColour | Card::TempleThree => self.can_declare(state, player, card),
                Card::ThreeSeals | Card::BoardSwap | Card::PlayerSwap => false,
            };
            match card {
                Card::BoardSwap if !declared => self.list_board_swaps(state, out),
                Card::PlayerSwap if !declared => list_player_swaps(state, player, out),
                _ => out.extend(Seal::plain(card).filter(|_| plain).map(Action::Seal)),
            }
        }
    }

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
                state.phase = Phase::Declared(declare(state, card));
            }
        }
    }
}
