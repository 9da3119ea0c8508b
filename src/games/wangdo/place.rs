//! Gaining a token: a stele is placed on a village, its token taken, and a price paid for all steles around (R13 to R17).

use super::breach::Breach;
use super::counts::Steles;
use super::names::{Colour, Knowledge, Token, Village, Villages};
use super::turn::Standard;
use super::{Action, Declared, Payment, Phase, State, Wangdo, slots};
use crate::game::Player;

/// The altered rules of the placement to come: the discounts, and whether colours may touch.
fn altered(state: &State) -> (u8, bool) {
    match state.phase {
        Phase::Declared(Declared::Place { discounts, same_colour }) => (discounts, same_colour),
        _ => (0, false),
    }
}

impl Wangdo {
    /// Appends every rule that placing this stele would break.
    pub(super) fn check_place(
        &self,
        state: &State,
        player: Player,
        village: Village,
        stele: Colour,
        broken: &mut Vec<Breach>,
    ) {
        Standard::Place.check_time(self, state, broken);
        let players = state.players;
        let seat = state.seat(player);
        let held = seat.reserve[stele] > 0;
        if !held {
            broken.push(Breach::SteleNotHeld { stele });
        }
        if !Wangdo::villages(players).has(village) {
            return broken.push(Breach::NoSuchVillage { village, players, data: self.sources.paths });
        }
        if let Some(stele) = state.stele(village) {
            // What is around matters only where something can be placed.
            return broken.push(Breach::VillageTaken { village, stele });
        }
        let slots = slots(players);
        if let Some(knowledge) = state.token(village).and_then(Token::knowledge)
            && seat.of(knowledge) >= slots
        {
            broken.push(Breach::ColumnFull { village, knowledge, slots });
        }
        let (discounts, same_colour) = altered(state);
        let beside = self.near(players, village).and(state.steles[stele as usize]);
        if !same_colour && !beside.is_empty() {
            let data = self.sources.paths;
            broken.push(Breach::SameColour { village, stele, beside: beside.into_iter().collect(), data });
        }
        let price = self.price(state, village);
        if price.is_empty() {
            return broken.push(Breach::NoNeighbour { village, data: self.sources.paths });
        }
        // The placed stele does not help to pay (D5); one that is not there takes nothing away.
        let mut reserve = seat.reserve;
        reserve[stele] -= u8::from(held);
        let payment = Payment::of(price, discounts);
        if !self.payable(payment, reserve, state.temples) {
            let (left, data) = (payment.left, self.payment_source(payment));
            // Only because gained steles lie apart, or anyway?
            broken.push(if self.payable_if(true, payment, reserve, state.temples) {
                Breach::PriceUnpayableApart { village, price, left, reserve, data }
            } else {
                Breach::PriceUnpayable { village, price, left, reserve, data }
            });
        }
    }

    /// Calls `with` for every legal placement, by village and then by colour, until it says `false`.
    fn each_place(
        &self,
        state: &State,
        player: Player,
        altered: (u8, bool),
        mut with: impl FnMut(Village, Colour) -> bool,
    ) {
        let (discounts, same_colour) = altered;
        let seat = state.seat(player);
        let slots = slots(state.players);
        let mut open = Villages::NONE;
        for knowledge in Knowledge::ALL {
            if seat.of(knowledge) < slots {
                open = open.or(state.tokens[knowledge as usize]);
            }
        }
        let occupied = state.occupied();
        for village in open {
            if self.near(state.players, village).and(occupied).is_empty() {
                continue;
            }
            let price = self.price(state, village);
            let payment = Payment::of(price, discounts);
            for stele in Colour::ALL {
                if seat.reserve[stele] == 0 || (!same_colour && price[stele] > 0) {
                    continue;
                }
                let mut reserve = seat.reserve;
                reserve[stele] -= 1;
                if self.payable(payment, reserve, state.temples) && !with(village, stele) {
                    return;
                }
            }
        }
    }

    /// Appends every legal placement.
    pub(super) fn list_places(&self, state: &State, player: Player, out: &mut Vec<Action>) {
        self.each_place(state, player, altered(state), |village, stele| {
            out.push(Action::Place { village, stele });
            true
        });
    }

    /// Whether any placement is legal with so many discounts and perhaps beside its own colour.
    pub(super) fn can_place(&self, state: &State, player: Player, altered: (u8, bool)) -> bool {
        let mut can = false;
        self.each_place(state, player, altered, |_, _| {
            can = true;
            false
        });
        can
    }

    /// Places a stele and takes the token; what follows is the card for a full column (P1), then the payment.
    pub(super) fn place(&self, state: &mut State, player: Player, village: Village, stele: Colour) {
        let (discounts, _) = altered(state);
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
        let mut complete = false;
        if let Some(token) = token
            && let Some(knowledge) = token.knowledge()
        {
            seat.tokens[token as usize] += 1;
            complete = seat.of(knowledge) == slots;
        }
        if complete {
            state.phase = Phase::Card(payment);
        } else {
            self.pay_on(state, player, payment);
        }
    }
}

impl Payment {
    /// The payment of a price with so many discounts (P11).
    pub(super) fn of(price: Steles, discounts: u8) -> Payment {
        Payment::rest(price, price.total().saturating_sub(discounts), Steles::NONE)
    }

    /// What is left of a payment. When nothing is left to pay, nothing is due, so that equal payments are equal values.
    pub(super) fn rest(due: Steles, left: u8, aside: Steles) -> Payment {
        Payment { due: if left == 0 { Steles::NONE } else { due }, left, aside }
    }
}
