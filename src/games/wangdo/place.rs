//! Gaining a token: a stele is placed on a village, its token taken, and a price paid for all steles around (R13 to R17).

use super::breach::Breach;
use super::counts::Steles;
use super::names::{Colour, Knowledge, Token, Village, Villages};
use super::turn::{DECLARED_DUE, NO_ACTION_OWED, PAYMENT_DUE, RETURN_DUE, RITUAL_DUE};
use super::{Action, Check, Payment, Phase, State, Wangdo, slots};
use crate::game::Player;

pub(super) static PLACE: [Check; 13] = [
    PAYMENT_DUE,
    RITUAL_DUE,
    RETURN_DUE,
    DECLARED_DUE,
    NO_ACTION_OWED,
    Check::new("wangdo.stele-not-held", &[], |_, state, player, action, broken| {
        let Action::Place { stele, .. } = *action else { return };
        if state.seat(player).reserve[stele] == 0 {
            broken.push(Breach::SteleNotHeld { stele });
        }
    }),
    Check::new("wangdo.no-such-village", &[], |game, state, _, action, broken| {
        let Action::Place { village, .. } = *action else { return };
        let players = state.players;
        if !Wangdo::villages(players).has(village) {
            broken.push(Breach::NoSuchVillage { village, players, data: game.sources.paths });
        }
    }),
    Check::new("wangdo.village-taken", &[], |_, state, _, action, broken| {
        let Action::Place { village, .. } = *action else { return };
        if let Some(stele) = state.stele(village) {
            broken.push(Breach::VillageTaken { village, stele });
        }
    }),
    Check::new("wangdo.column-full", &[], |_, state, player, action, broken| {
        let Action::Place { village, .. } = *action else { return };
        let slots = slots(state.players);
        if let Some(knowledge) = state.token(village).and_then(Token::knowledge)
            && state.seat(player).of(knowledge) >= slots
        {
            broken.push(Breach::ColumnFull { village, knowledge, slots });
        }
    }),
    Check::new("wangdo.same-colour", &[], |game, state, _, action, broken| {
        let Action::Place { village, stele } = *action else { return };
        let (_, same_colour) = state.altered();
        let beside = game.near(state.players, village).and(state.steles[stele as usize]);
        if !same_colour && !beside.is_empty() {
            let data = game.sources.paths;
            broken.push(Breach::SameColour { village, stele, beside: beside.into_iter().collect(), data });
        }
    }),
    // A village that is not on the board has no paths.
    Check::new("wangdo.no-neighbour", &["wangdo.no-such-village"], |game, state, _, action, broken| {
        let Action::Place { village, .. } = *action else { return };
        if game.near(state.players, village).and(state.occupied()).is_empty() {
            broken.push(Breach::NoNeighbour { village, data: game.sources.paths });
        }
    }),
    // Even steles gained in rituals do not help.
    Check::new("wangdo.price-unpayable", &BETWEEN_PAYMENTS, |game, state, player, action, broken| {
        let Action::Place { village, stele } = *action else { return };
        let (payment, reserve) = price(game, state, player, village, stele);
        if !game.payable_if(true, payment, reserve, state.temples) {
            let (price, left, data) = (game.price(state, village), payment.left, game.payment_source(payment));
            broken.push(Breach::PriceUnpayable { village, price, left, reserve, payment, data });
        }
    }),
    // They would help if they did not lie apart.
    Check::new("wangdo.price-unpayable-apart", &BETWEEN_PAYMENTS, |game, state, player, action, broken| {
        let Action::Place { village, stele } = *action else { return };
        let (payment, reserve) = price(game, state, player, village, stele);
        let can = |ritual_pays| game.payable_if(ritual_pays, payment, reserve, state.temples);
        if !game.options.ritual_pays && can(true) && !can(false) {
            let (price, left, data) = (game.price(state, village), payment.left, game.payment_source(payment));
            broken.push(Breach::PriceUnpayableApart { village, price, left, reserve, payment, data });
        }
    }),
];

/// While another price is being paid, the later reserve is unknown.
const BETWEEN_PAYMENTS: [&str; 2] = ["wangdo.payment-due", "wangdo.ritual-due"];

/// The price of a placement and the reserve that pays it.
fn price(game: &Wangdo, state: &State, player: Player, village: Village, stele: Colour) -> (Payment, Steles) {
    let (discounts, _) = state.altered();
    // The placed stele does not help to pay (D5); a stele that the player lacks reduces nothing.
    let mut reserve = state.seat(player).reserve;
    reserve[stele] = reserve[stele].saturating_sub(1);
    (Payment::of(game.price(state, village), discounts), reserve)
}

impl Wangdo {
    /// Every legal placement, by village and then by colour, with these discounts and perhaps beside its own colour.
    fn places(
        &self,
        state: &State,
        player: Player,
        (discounts, same_colour): (u8, bool),
    ) -> impl Iterator<Item = (Village, Colour)> {
        let (seat, occupied) = (state.seat(player), state.occupied());
        let room = Knowledge::ALL.into_iter().filter(|knowledge| seat.of(*knowledge) < slots(state.players));
        let open = room.fold(Villages::NONE, |open, knowledge| open.or(state.tokens[knowledge as usize]));
        let joined =
            open.into_iter().filter(move |village| !self.near(state.players, *village).and(occupied).is_empty());
        joined.flat_map(move |village| {
            let price = self.price(state, village);
            let payment = Payment::of(price, discounts);
            let fits = move |stele: &Colour| {
                let mut reserve = seat.reserve;
                if reserve[*stele] == 0 || (!same_colour && price[*stele] > 0) {
                    return false;
                }
                reserve[*stele] -= 1;
                self.payable(payment, reserve, state.temples)
            };
            Colour::ALL.into_iter().filter(fits).map(move |stele| (village, stele))
        })
    }

    pub(super) fn list_places(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        let places = self.places(state, player, state.altered());
        places.for_each(|(village, stele)| out.push(Action::Place { village, stele }));
    }

    /// Whether any placement is legal with this many discounts and, if allowed, beside its own colour.
    pub(super) fn can_place(&self, state: &State, player: Player, altered: (u8, bool)) -> bool {
        self.places(state, player, altered).next().is_some()
    }

    /// Places a stele and takes the token. The card for a full column (P1) and the payment follow.
    pub(super) fn place(&self, state: &mut State, player: Player, village: Village, stele: Colour) {
        let (discounts, _) = state.altered();
        let payment = Payment::of(self.price(state, village), discounts);
        let token = state.token(village);
        state.steles[stele as usize].insert(village);
        for tokens in &mut state.tokens {
            tokens.remove(village);
        }
        state.sealed.remove(village);
        state.owed -= 1;
        let slots = slots(state.players);
        let seat = state.seat_mut(player);
        seat.reserve[stele] -= 1;
        if let Some(token) = token
            && let Some(knowledge) = token.knowledge()
        {
            seat.tokens[token as usize] += 1;
            if seat.of(knowledge) == slots {
                state.phase = Phase::Card(payment);
                return;
            }
        }
        self.pay_on(state, player, payment);
    }
}

impl Payment {
    /// The payment of a price with this many discounts (P11).
    pub(super) fn of(price: Steles, discounts: u8) -> Payment {
        Payment::rest(price, price.total().saturating_sub(discounts), Steles::NONE)
    }

    /// The rest of a payment. If nothing is left to pay, nothing is due, so that equal payments are equal values.
    pub(super) fn rest(due: Steles, left: u8, aside: Steles) -> Payment {
        Payment { due: if left == 0 { Steles::NONE } else { due }, left, aside }
    }
}
