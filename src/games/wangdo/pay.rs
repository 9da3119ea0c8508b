//! Paying a price, with the rituals that may interrupt it (R17 to R20), and the question behind every placement: can
//! the price be paid at all?
//!
//! With enough steles in the reserve it can, whatever rituals come. Otherwise steles gained in rituals must replace
//! the missing ones, and a search tries every order of payments and every choice in rituals. The search is small.
//! Discounts are settled first. Then every stele that does not fill its temple is paid at once: that loses nothing,
//! since it only adds a stele that a ritual may take. What remains is which temple to fill next and what to take for
//! it.

use super::breach::Breach;
use super::counts::Steles;
use super::names::{Card, Colour};
use super::turn::{DECLARED_DUE, PAYMENT_DUE, RETURN_DUE, RITUAL_DUE};
use super::{Action, Check, Payment, Phase, State, Wangdo};
use crate::game::{Player, Provenance};

/// A choice in a ritual: a stele or nothing.
type Pick = Option<Colour>;

/// All of them, in the order of their listing.
const PICKS: [Pick; 5] = [Some(Colour::White), Some(Colour::Orange), Some(Colour::Black), Some(Colour::Blue), None];

pub(super) static PAY: [Check; 7] = [
    Check::new("wangdo.nothing-to-pay", &[], |_, state, _, _, broken| {
        if state.payment().is_none() {
            broken.push(Breach::NothingToPay {});
        }
    }),
    RITUAL_DUE,
    RETURN_DUE,
    DECLARED_DUE,
    Check::new("wangdo.pay-not-due", &["wangdo.nothing-to-pay"], |_, state, _, action, broken| {
        let (Action::Pay { stele }, Some(payment)) = (action, state.payment()) else { return };
        if payment.due[*stele] == 0 {
            broken.push(Breach::PayNotDue { stele: *stele, due: payment.due });
        }
    }),
    Check::new("wangdo.pay-not-held", &[], |_, state, player, action, broken| {
        let Action::Pay { stele } = *action else { return };
        if state.seat(player).reserve[stele] == 0 {
            broken.push(Breach::PayNotHeld { stele });
        }
    }),
    // This asks what is left after the payment, so the payment must be possible.
    Check::new(
        "wangdo.pay-dead-end",
        &["wangdo.nothing-to-pay", "wangdo.ritual-due", "wangdo.pay-not-due", "wangdo.pay-not-held"],
        |game, state, player, action, broken| {
            let (Action::Pay { stele }, Some(payment)) = (action, state.payment()) else { return };
            if !game.can_pay(state, player, payment, *stele) {
                broken.push(Breach::PayDeadEnd { stele: *stele, data: game.payment_source(payment) });
            }
        },
    ),
];

pub(super) static RITUAL: [Check; 7] = [
    Check::new("wangdo.no-ritual", &[], |_, state, _, _, broken| {
        if !matches!(state.phase, Phase::Ritual(..)) {
            broken.push(Breach::NoRitual {});
        }
    }),
    PAYMENT_DUE,
    RETURN_DUE,
    DECLARED_DUE,
    Check::new("wangdo.ritual-same-temple", &["wangdo.no-ritual"], |_, state, _, action, broken| {
        let (Action::Ritual { take }, Phase::Ritual(_, temple)) = (action, state.phase) else { return };
        if *take == Some(temple) {
            broken.push(Breach::RitualSameTemple { temple });
        }
    }),
    // The filled temple is always empty: its own ritual has emptied it.
    Check::new("wangdo.ritual-temple-empty", &["wangdo.ritual-same-temple"], |_, state, _, action, broken| {
        let Action::Ritual { take: Some(temple) } = *action else { return };
        if state.temples[temple] == 0 {
            broken.push(Breach::RitualTempleEmpty { temple });
        }
    }),
    // This asks what is left after the choice, so the choice must be possible.
    Check::new(
        "wangdo.ritual-dead-end",
        &["wangdo.no-ritual", "wangdo.ritual-same-temple", "wangdo.ritual-temple-empty"],
        |game, state, player, action, broken| {
            let (Action::Ritual { take }, Phase::Ritual(payment, temple)) = (action, state.phase) else { return };
            if !game.can_pick(payment, temple, state.seat(player).reserve, state.temples, *take) {
                let data = game.payment_source(payment);
                broken.push(Breach::RitualDeadEnd { take: *take, due: payment.due, data });
            }
        },
    ),
];

impl Wangdo {
    /// Whether the rest of a payment can be paid from this reserve, in some order and with some choices in rituals.
    pub fn payable(&self, payment: Payment, reserve: Steles, temples: Steles) -> bool {
        self.payable_if(self.options.ritual_pays, payment, reserve, temples)
    }

    /// The same, depending on whether steles gained in rituals help to pay.
    pub(super) fn payable_if(&self, ritual_pays: bool, payment: Payment, reserve: Steles, temples: Steles) -> bool {
        let Payment { due, left, .. } = payment;
        if due.common(reserve).total() >= left {
            return true;
        }
        // The stele that brings the first ritual must come from the reserve.
        let first = Colour::ALL.into_iter().any(|c| temples[c] + due[c].min(reserve[c]) >= self.altars);
        ritual_pays && first && self.search(due, left, reserve, temples)
    }

    /// How well founded the basis of a payment is. Only discounts can leave fewer steles to pay than are due.
    pub(super) fn payment_source(&self, payment: Payment) -> Provenance {
        let discount = (payment.left < payment.due.total()).then(|| self.card_source(Card::Discount));
        discount.map_or(self.sources.payment, |card| card.max(self.sources.payment))
    }

    fn search(&self, mut due: Steles, left: u8, mut reserve: Steles, mut temples: Steles) -> bool {
        if due.total() > left {
            return Colour::ALL.into_iter().filter(|colour| due[*colour] > 0).any(|colour| {
                let mut due = due;
                due[colour] -= 1;
                self.search(due, left, reserve, temples)
            });
        }
        for colour in Colour::ALL {
            let room = self.altars - 1 - temples[colour];
            let paid = due[colour].min(reserve[colour]).min(room);
            due[colour] -= paid;
            reserve[colour] -= paid;
            temples[colour] += paid;
        }
        if reserve.cover(due) {
            return true;
        }
        let left = due.total();
        for colour in Colour::ALL {
            if due[colour] == 0 || reserve[colour] == 0 {
                continue;
            }
            // Its temple has one altar left: otherwise the stele would have been paid above.
            let (mut due, mut reserve, mut temples) = (due, reserve, temples);
            due[colour] -= 1;
            reserve[colour] -= 1;
            temples[colour] = 0;
            for pick in PICKS {
                let (mut reserve, mut temples) = (reserve, temples);
                if let Some(pick) = pick {
                    if temples[pick] == 0 {
                        continue;
                    }
                    temples[pick] -= 1;
                    reserve[pick] += 1;
                }
                if self.search(due, left - 1, reserve, temples) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether this stele can be paid now and the rest after it.
    fn can_pay(&self, state: &State, player: Player, mut payment: Payment, stele: Colour) -> bool {
        let (mut reserve, mut temples) = (state.seat(player).reserve, state.temples);
        if payment.due[stele] == 0 || reserve[stele] == 0 {
            return false;
        }
        payment.due[stele] -= 1;
        payment.left -= 1;
        reserve[stele] -= 1;
        temples[stele] += 1;
        if temples[stele] < self.altars {
            return self.payable(payment, reserve, temples);
        }
        temples[stele] = 0;
        PICKS.into_iter().any(|pick| self.can_pick(payment, stele, reserve, temples, pick))
    }

    /// Whether this can be taken in the ritual of `temple` and the rest still be paid after it.
    fn can_pick(&self, payment: Payment, temple: Colour, mut reserve: Steles, mut temples: Steles, pick: Pick) -> bool {
        if let Some(pick) = pick {
            if pick == temple || temples[pick] == 0 {
                return false;
            }
            temples[pick] -= 1;
            // A stele that lies apart until the price is paid does not help to pay it (P10).
            reserve[pick] += u8::from(self.options.ritual_pays);
        }
        self.payable(payment, reserve, temples)
    }

    /// The steles that can be paid now.
    pub(super) fn pays(&self, state: &State, player: Player, payment: Payment) -> impl Iterator<Item = Colour> {
        Colour::ALL.into_iter().filter(move |stele| self.can_pay(state, player, payment, *stele))
    }

    /// The possible choices in the ritual of `temple`; taking nothing comes last.
    pub(super) fn picks(
        &self,
        state: &State,
        player: Player,
        payment: Payment,
        temple: Colour,
    ) -> impl Iterator<Item = Pick> {
        let (reserve, temples) = (state.seat(player).reserve, state.temples);
        PICKS.into_iter().filter(move |pick| self.can_pick(payment, temple, reserve, temples, *pick))
    }

    pub(super) fn pay(&self, state: &mut State, player: Player, stele: Colour) {
        if let Phase::Pay(payment) = state.phase {
            self.pay_one(state, player, payment, stele);
        }
    }

    pub(super) fn ritual(&self, state: &mut State, player: Player, take: Pick) {
        if let Phase::Ritual(payment, _) = state.phase {
            self.pick(state, player, payment, take);
        }
    }

    /// Whether all steles due must be paid and fill no temple: then they are paid automatically (P8).
    fn pays_itself(&self, state: &State, payment: Payment) -> bool {
        let Payment { due, left, .. } = payment;
        left == due.total() && Colour::ALL.into_iter().all(|colour| state.temples[colour] + due[colour] < self.altars)
    }

    /// Whether a payment leaves a choice, so that the player must decide.
    pub(super) fn pay_is_asked(&self, state: &State, player: Player, payment: Payment) -> bool {
        !self.pays_itself(state, payment) && self.pays(state, player, payment).count() > 1
    }

    /// Continues a payment until there is a choice or all is paid (P8).
    pub(super) fn pay_on(&self, state: &mut State, player: Player, mut payment: Payment) {
        let Payment { due, aside, .. } = payment;
        if self.pays_itself(state, payment) {
            state.temples = state.temples.plus(due);
            let seat = state.seat_mut(player);
            seat.reserve = seat.reserve.minus(due);
            payment = Payment::rest(Steles::NONE, 0, aside);
        }
        if payment.left == 0 {
            let seat = state.seat_mut(player);
            seat.reserve = seat.reserve.plus(aside);
            return self.settle(state);
        }
        match sole(self.pays(state, player, payment)) {
            Some(stele) => self.pay_one(state, player, payment, stele),
            None => state.phase = Phase::Pay(payment),
        }
    }

    /// Pays one stele, begins the ritual that it triggers, if any, and continues.
    fn pay_one(&self, state: &mut State, player: Player, payment: Payment, stele: Colour) {
        let mut due = payment.due;
        due[stele] -= 1;
        let payment = Payment::rest(due, payment.left - 1, payment.aside);
        state.seat_mut(player).reserve[stele] -= 1;
        state.temples[stele] += 1;
        if state.temples[stele] < self.altars {
            return self.pay_on(state, player, payment);
        }
        state.bag[stele] += state.temples[stele];
        state.temples[stele] = 0;
        match sole(self.picks(state, player, payment, stele)) {
            Some(take) => self.pick(state, player, payment, take),
            None => state.phase = Phase::Ritual(payment, stele),
        }
    }

    /// Takes a stele in a ritual and continues the payment.
    fn pick(&self, state: &mut State, player: Player, mut payment: Payment, take: Pick) {
        if let Some(take) = take {
            state.temples[take] -= 1;
            if self.options.ritual_pays {
                state.seat_mut(player).reserve[take] += 1;
            } else {
                payment.aside[take] += 1;
            }
        }
        self.pay_on(state, player, payment);
    }
}

/// The only one of these choices; `None` if there are none or several.
fn sole<T>(mut choices: impl Iterator<Item = T>) -> Option<T> {
    let first = choices.next();
    first.filter(|_| choices.next().is_none())
}
