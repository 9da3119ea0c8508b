//! Taking a wok card: laying the payment, then choosing the card.
//!
//! A payment is presented for one symbol; every card contributes its symbols of that kind, including stars. The
//! player names cards only, so a payment is right if it is right for any symbol (D6).

use std::cmp::Reverse;

use super::breach::Breach;
use super::cards::{Cards, DECK, Face, Symbol};
use super::market::{DECLARATION_DUE, WOK_DUE};
use super::woks::Wok;
use super::{Action, Check, Payment, State, WeWillWokYou};
use crate::game::Player;

/// How many identical symbols a wok card costs (R32).
pub const PRICE: u8 = 4;

/// The checks for a payment: that there is something to pay for, that the cards can be laid, and their symbols.
pub(super) static LAY: [Check; 8] = [
    DECLARATION_DUE,
    WOK_DUE,
    Check::new("we-will-wok-you.no-wok-left", &[], |_, state, _, _, broken| {
        if state.market.is_empty() {
            broken.push(Breach::NoWokLeft {});
        }
    }),
    Check::new("we-will-wok-you.not-in-hand", &[], |_, state, player, action, broken| {
        let seat = state.seat(player);
        for (card, named) in laid(action).runs() {
            let hand = seat.hand.count(card);
            if named > hand + seat.laid.count(card) {
                broken.push(Breach::NotInHand { card, named, hand });
            }
        }
    }),
    Check::new("we-will-wok-you.already-laid", &[], |_, state, player, action, broken| {
        let seat = state.seat(player);
        for (card, named) in laid(action).runs() {
            let (hand, laid) = (seat.hand.count(card), seat.laid.count(card));
            if named > hand && laid > 0 {
                broken.push(Breach::AlreadyLaid { card, named, hand, laid });
            }
        }
    }),
    Check::new("we-will-wok-you.symbols-short", &[], |_, _, _, action, broken| {
        let shown = laid(action).shown().into_iter().max().unwrap_or(0);
        if shown < PRICE {
            broken.push(Breach::SymbolsShort { shown });
        }
    }),
    Check::new("we-will-wok-you.card-idle", &[], |game, _, _, action, broken| {
        let cards = laid(action);
        let presented = game.presented(cards);
        // Too few symbols may be too few of any symbol that all cards show.
        let common = |symbol: &Symbol| cards.faces().iter().all(|face| face.shows(*symbol) > 0);
        if presented.is_none() && Symbol::ALL.iter().any(common) {
            return;
        }
        let symbol = presented.map_or_else(|| most_shown(cards), |(symbol, _)| symbol);
        for card in cards.runs().map(|(card, _)| card).filter(|card| card.shows(symbol) == 0) {
            let none_at_all = presented.is_none() && card.is_plain();
            broken.push(Breach::CardIdle { card, symbol: (!none_at_all).then_some(symbol) });
        }
    }),
    Check::new("we-will-wok-you.symbols-more", &[], |game, _, _, action, broken| {
        let cards = laid(action);
        if let Some((symbol, shown)) = game.presented(cards).filter(|(_, shown)| game.is_too_much(*shown)) {
            let stars = cards.faces().iter().all(|face| Symbol::ALL.iter().all(|symbol| face.shows(*symbol) > 0));
            broken.push(Breach::SymbolsMore { shown, symbol: (!stars).then_some(symbol) });
        }
    }),
];

/// The checks for taking a wok card.
pub(super) static TAKE_WOK: [Check; 3] = [
    DECLARATION_DUE,
    Check::new("we-will-wok-you.wok-unpaid", &[], |_, state, _, _, broken| {
        if !state.taking {
            broken.push(Breach::WokUnpaid {});
        }
    }),
    Check::new("we-will-wok-you.wok-not-offered", &[], |_, state, _, action, broken| {
        let Action::TakeWok { wok } = *action else { return };
        if !state.market.has(wok) {
            broken.push(Breach::WokNotOffered { wok });
        }
    }),
];

/// The symbol shown most often; of equals, the one that the fewest cards lack.
fn most_shown(cards: &Cards) -> Symbol {
    let merit = |symbol: &Symbol| (cards.shows(*symbol), Reverse((idle(cards, *symbol), *symbol as u8)));
    Symbol::ALL.into_iter().max_by_key(merit).unwrap_or(Symbol::Cookie)
}

/// How many cards do not show a symbol.
fn idle(cards: &Cards, symbol: Symbol) -> usize {
    cards.faces().iter().filter(|face| face.shows(symbol) == 0).count()
}

/// The cards of a payment.
fn laid(action: &Action) -> &Cards {
    match action {
        Action::Lay { cards } => cards,
        _ => &Cards::NONE,
    }
}

impl WeWillWokYou {
    /// Whether a hand can pay at all: a hand with four or more symbols of a kind can show exactly four (D7).
    pub(super) fn can_pay(hand: &Cards) -> bool {
        hand.shown().iter().any(|shown| *shown >= PRICE)
    }

    /// Whether the cards are a payment presented for one symbol.
    fn pays(&self, cards: &Cards, symbol: Symbol) -> bool {
        let shown = cards.shows(symbol);
        shown >= PRICE && !self.is_too_much(shown) && idle(cards, symbol) == 0
    }

    /// The symbol that a payment presents, and how often it shows it: of the symbols shown four times or more, the
    /// one that breaks the fewest rules; of equals, the one shown most often, then the one that the fewest cards
    /// lack. `None`: no symbol is shown that often.
    fn presented(&self, cards: &Cards) -> Option<(Symbol, u8)> {
        let merit = |(symbol, shown): &(Symbol, u8)| {
            let idle = idle(cards, *symbol);
            let faults = u8::from(idle > 0) + u8::from(self.is_too_much(*shown));
            (Reverse(faults), *shown, Reverse((idle, *symbol as u8)))
        };
        let shown = Symbol::ALL.into_iter().zip(cards.shown());
        shown.filter(|(_, shown)| *shown >= PRICE).max_by_key(merit)
    }

    /// Whether a payment may not show a symbol this often (D7).
    fn is_too_much(&self, shown: u8) -> bool {
        shown > PRICE && self.options.payment == Payment::ExactlyFour
    }

    /// Lays a payment. If only one wok card is left, it is taken too (P1).
    pub(super) fn lay(state: &mut State, player: Player, cards: &Cards) {
        let seat = state.seat_mut(player);
        for face in cards.faces() {
            seat.hand.remove(*face);
            seat.laid.insert(*face);
        }
        state.taking = true;
        if let Some(wok) = state.market.first().filter(|_| state.market.len() == 1) {
            Self::take_wok(state, player, wok);
        }
    }

    /// Appends every payment from a hand, until `out` holds `most` actions: by symbol, then by the faces in deck
    /// order, more copies of the first face first. A payment that is right for several symbols is listed with the
    /// first. Returns whether the list is complete.
    pub(super) fn list_payments(&self, hand: &Cards, most: usize, out: &mut Vec<Action>) -> bool {
        Symbol::ALL.into_iter().filter(|symbol| hand.shows(*symbol) >= PRICE).all(|symbol| {
            let mut showing = [(Face::default(), 0); DECK];
            let mut len = 0;
            for run in hand.runs().filter(|(face, _)| face.shows(symbol) > 0) {
                showing[len] = run;
                len += 1;
            }
            let mut chosen = Cards::NONE;
            self.list_from(symbol, &showing[..len], &mut chosen, 0, most, out)
        })
    }

    /// Extends `chosen`, which shows `shown` symbols, by copies of the faces in `rest` in every way that pays. Stops
    /// and returns `false` if there would be more than `most`. Payments already listed under an earlier symbol are
    /// skipped; there are at most `most` of them, so they do not prevent stopping.
    fn list_from(
        &self,
        symbol: Symbol,
        rest: &[(Face, u8)],
        chosen: &mut Cards,
        shown: u8,
        most: usize,
        out: &mut Vec<Action>,
    ) -> bool {
        let exactly = self.options.payment == Payment::ExactlyFour;
        let Some(((face, copies), rest)) = rest.split_first().filter(|_| !(exactly && shown == PRICE)) else {
            let earlier = || Symbol::ALL.into_iter().take_while(|s| *s != symbol).any(|s| self.pays(chosen, s));
            if shown < PRICE || earlier() {
                return true;
            }
            let room = out.len() < most;
            if room {
                out.push(Action::Lay { cards: Box::new(*chosen) });
            }
            return room;
        };
        let each = face.shows(symbol);
        let copies = if exactly { (*copies).min((PRICE - shown) / each) } else { *copies };
        for _ in 0..copies {
            chosen.insert(*face);
        }
        for count in (0..=copies).rev() {
            if !self.list_from(symbol, rest, chosen, shown + count * each, most, out) {
                return false;
            }
            if count > 0 {
                chosen.remove(*face);
            }
        }
        true
    }

    pub(super) fn take_wok(state: &mut State, player: Player, wok: Wok) {
        state.market.remove(wok);
        state.seat_mut(player).woks.insert(wok);
        state.taking = false;
        state.end_turn();
    }

    /// Whether laid cards can be the payments for this many wok cards.
    ///
    /// A card presented for one symbol shows it once or twice. So if the sum for a symbol is a multiple of four, the
    /// cards fall into payments of exactly four (single symbols come in an even number and pair up). It is enough to
    /// assign each card to a symbol that it shows, such that all four sums are multiples of four and add up to `4 ×
    /// woks`.
    pub(super) fn are_payments(&self, laid: &Cards, woks: u8) -> bool {
        if self.options.payment == Payment::AtLeastFour {
            return are_large_payments(laid, woks);
        }
        // For each combination of the four sums modulo four (two bits per symbol), a set of the possible total sums,
        // one bit each. 63 cards show at most 126.
        let mut ways = [0u128; 256];
        ways[0] = 1;
        for face in laid.faces() {
            let mut next = [0u128; 256];
            for (sums, totals) in ways.iter().enumerate().filter(|(_, totals)| **totals != 0) {
                for symbol in Symbol::ALL {
                    let shown = face.shows(symbol);
                    if shown > 0 {
                        let at = 2 * symbol as usize;
                        let sum = ((sums >> at & 3) + usize::from(shown)) & 3;
                        next[sums & !(3 << at) | sum << at] |= totals << shown;
                    }
                }
            }
            ways = next;
        }
        ways[0] >> (PRICE * woks) & 1 == 1
    }
}

/// Whether laid cards can be this many payments of four symbols or more.
///
/// Again, each card is assigned to a symbol that it shows. A sum of four or more can be any number of payments from
/// one to its number of fours, since payments can be joined. So each symbol used needs at least four; there must be
/// at most as many symbols as payments; and all sums together must contain at least as many fours as payments.
fn are_large_payments(laid: &Cards, woks: u8) -> bool {
    // For each state of the sums, the most fours in them. A sum has three bits: itself below eight, then four plus
    // the remainder.
    let mut ways = vec![None; 1 << 12];
    ways[0] = Some(0u8);
    for face in laid.faces() {
        let mut next = vec![None; 1 << 12];
        for (sums, fours) in ways.iter().enumerate().filter_map(|(sums, fours)| Some((sums, (*fours)?))) {
            for symbol in Symbol::ALL.into_iter().filter(|symbol| face.shows(*symbol) > 0) {
                let at = 3 * symbol as usize;
                let before = sums >> at & 7;
                let sum = before + usize::from(face.shows(symbol));
                let more = u8::from(sum / 4 > before / 4);
                let left = if sum < 8 { sum } else { sum - 4 };
                let way = &mut next[sums & !(7 << at) | left << at];
                *way = (*way).max(Some(fours + more));
            }
        }
        ways = next;
    }
    ways.iter().enumerate().any(|(sums, fours)| {
        let sums = [0, 3, 6, 9].map(|at| sums >> at & 7);
        let used = sums.iter().filter(|sum| **sum > 0).count();
        fours.is_some_and(|fours| fours >= woks)
            && used <= usize::from(woks)
            && sums.iter().all(|sum| *sum == 0 || *sum >= usize::from(PRICE))
    })
}
