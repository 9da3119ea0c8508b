//! A turn as a whole: what may be done when, how it ends, the return of steles to the bag, and the end of the game.

use super::breach::Breach;
use super::counts::{Cards, Steles};
use super::names::{Card, Colour, Knowledge};
use super::{Action, Check, MOST_STELES, Phase, Reason, Seat, State, Wangdo, declare, slots};
use crate::game::{Outcome, Player};

// Anything begun must be finished first. Each phase begins something different, so at most one of these checks fails.
// Each applies only to actions that do not finish what is due.

/// A payment.
pub(super) const PAYMENT_DUE: Check = Check::new("wangdo.payment-due", &[], |_, state, _, _, broken| {
    if let Phase::Pay(payment) = state.phase {
        broken.push(Breach::PaymentDue { due: payment.due, left: payment.left, payment });
    }
});

/// A choice in a ritual.
pub(super) const RITUAL_DUE: Check = Check::new("wangdo.ritual-due", &[], |_, state, _, _, broken| {
    if let Phase::Ritual(_, temple) = state.phase {
        broken.push(Breach::RitualDue { temple });
    }
});

/// A payment or a ritual, for cards: whether a card may interrupt them is a separate rule (P15b).
pub(super) const CARD_IN_PAYMENT: Check = Check::new("wangdo.card-in-payment", &[], |_, state, _, action, broken| {
    let Action::Seal(seal) = action else { return };
    let (payment, ritual) = match state.phase {
        Phase::Pay(payment) => (payment, None),
        Phase::Ritual(payment, temple) => (payment, Some(temple)),
        _ => return,
    };
    broken.push(Breach::CardInPayment { card: seal.card(), left: payment.left, ritual });
});

/// The return at the end of a turn.
pub(super) const RETURN_DUE: Check = Check::new("wangdo.return-due", &[], |_, state, _, _, broken| {
    if state.phase == Phase::Return {
        broken.push(Breach::ReturnDue { excess: excess(state.seat(state.turn)) });
    }
});

/// The standard action for which a card was declared, or a further card for it.
pub(super) const DECLARED_DUE: Check =
    Check::new("wangdo.declared-action-due", &[], |game, state, _, action, broken| {
        if let Phase::Declared(declared) = state.phase
            && altered_kind(action) != Some(declared.action())
        {
            broken.push(Breach::DeclaredActionDue { action: declared.action(), data: game.declared_source(declared) });
        }
    });

/// The kind of this standard action, or of the one that this card alters.
fn altered_kind(action: &Action) -> Option<&'static str> {
    match action {
        Action::Take { .. } => Some("take"),
        Action::Place { .. } => Some("place"),
        Action::Seal(seal) => declare::alters(seal.card()),
        _ => None,
    }
}

/// A standard action, or a card that alters one, needs an action that is still owed.
pub(super) const NO_ACTION_OWED: Check = Check::new("wangdo.no-action-owed", &[], |_, state, _, _, broken| {
    if state.owed == 0 {
        broken.push(Breach::NoActionOwed {});
    }
});

pub(super) static RETURN: [Check; 6] = [
    Check::new("wangdo.nothing-to-return", &[], |_, state, _, _, broken| {
        if state.phase != Phase::Return {
            broken.push(Breach::NothingToReturn {});
        }
    }),
    PAYMENT_DUE,
    RITUAL_DUE,
    DECLARED_DUE,
    // Before the end of the turn there is no excess.
    Check::new("wangdo.return-count", &["wangdo.nothing-to-return"], |_, state, player, action, broken| {
        let Action::Return { steles } = action else { return };
        let (named, excess) = (steles.total(), excess(state.seat(player)));
        if named != excess {
            broken.push(Breach::ReturnCount { named, excess });
        }
    }),
    Check::new("wangdo.return-not-held", &[], |_, state, player, action, broken| {
        let Action::Return { steles } = action else { return };
        let lacking = steles.beyond(state.seat(player).reserve);
        broken.extend(lacking.map(|(colour, named, held)| Breach::ReturnNotHeld { colour, named, held }));
    }),
];

pub(super) static PASS: [Check; 6] = [
    PAYMENT_DUE,
    RITUAL_DUE,
    RETURN_DUE,
    DECLARED_DUE,
    NO_ACTION_OWED,
    // Without an owed action a pass skips none; and what can be done after a payment is unknown until it ends.
    Check::new(
        "wangdo.pass-with-actions",
        &["wangdo.no-action-owed", "wangdo.payment-due", "wangdo.ritual-due"],
        |game, state, player, _, broken| {
            if game.can_act(state, player) {
                broken.push(Breach::PassWithActions {});
            }
        },
    ),
];

pub(super) static END_TURN: [Check; 5] = [
    PAYMENT_DUE,
    RITUAL_DUE,
    RETURN_DUE,
    DECLARED_DUE,
    Check::new("wangdo.action-owed", &[], |_, state, _, _, broken| {
        if state.owed > 0 {
            broken.push(Breach::ActionOwed { owed: state.owed });
        }
    }),
];

/// Steles beyond the ten that a player may keep (R12).
pub(super) fn excess(seat: &Seat) -> u8 {
    seat.reserve.total().saturating_sub(MOST_STELES)
}

/// Appends every way to return the excess.
pub(super) fn list_returns(state: &State, player: Player, out: &mut Vec<Action>) {
    let seat = state.seat(player);
    seat.reserve.choices(excess(seat), |steles| out.push(Action::Return { steles }));
}

impl Wangdo {
    /// Whether any standard action is legal without a card that alters it.
    pub(super) fn can_act(&self, state: &State, player: Player) -> bool {
        !state.temples.is_empty() || !state.bag.is_empty() || self.can_place(state, player, (0, false))
    }

    /// After each step of a turn: the turn goes on while an action is owed or the player still holds a card from
    /// before it; otherwise it ends (P16).
    pub(super) fn settle(&self, state: &mut State) {
        state.phase = Phase::Act;
        if state.owed == 0 && state.playable(state.turn) == Cards::NONE {
            self.end_turn(state);
        }
    }

    /// Ends the playing of cards: the excess over ten is returned, chosen by the player if there is a choice.
    pub(super) fn end_turn(&self, state: &mut State) {
        let seat = state.seat(state.turn);
        let (reserve, excess) = (seat.reserve, excess(seat));
        if excess == 0 {
            return self.next_turn(state);
        }
        match Colour::ALL.into_iter().find(|colour| reserve[*colour] == reserve.total()) {
            // All of one colour: no choice.
            Some(colour) => {
                let steles = std::iter::repeat_n(colour, excess.into()).collect();
                self.give_back(state, state.turn, steles);
            }
            None => state.phase = Phase::Return,
        }
    }

    pub(super) fn give_back(&self, state: &mut State, player: Player, steles: Steles) {
        let seat = state.seat_mut(player);
        seat.reserve = seat.reserve.minus(steles);
        state.bag = state.bag.plus(steles);
        self.next_turn(state);
    }

    /// Ends the game if this turn ends it (P7), otherwise begins the next turn.
    fn next_turn(&self, state: &mut State) {
        state.fresh = Cards::NONE;
        let last = state.turn.0 + 1 == state.players;
        let full = state.any_full();
        let limit = self.options.max_rounds;
        let over = if full {
            last.then_some(Reason::BoardFull)
        } else if self.stalemate(state) {
            Some(Reason::Stalemate)
        } else {
            (last && limit > 0 && state.round >= limit).then_some(Reason::RoundLimit)
        };
        if let Some(reason) = over {
            state.phase = Phase::Over(reason);
            return;
        }
        state.round = state.round.saturating_add(u32::from(last));
        state.turn = state.turn.next(state.players);
        state.owed = 1;
        state.phase = Phase::Act;
    }

    /// Whether all players can see that none of them can ever gain a token again (P6). It uses only the numbers of
    /// cards held, not which, so that it reveals nothing about hidden cards.
    pub fn stalemate(&self, state: &State) -> bool {
        if !self.options.stalemate {
            return false;
        }
        let held = state.taken().iter().any(|seat| seat.cards.total() > 0);
        let may_be_held = |card: Card| held && state.discarded[card] < self.deck[card];
        let ignore_colours = may_be_held(Card::SameColour);
        let slots = slots(state.players);
        let occupied = state.occupied();
        for knowledge in Knowledge::ALL {
            let room = |seat: &&Seat| seat.of(knowledge) < slots;
            let Some(most_cards) = state.taken().iter().filter(room).map(|seat| seat.cards.total()).max() else {
                // No player has room for this type.
                continue;
            };
            for village in state.tokens[knowledge as usize] {
                let near = self.near(state.players, village);
                if near.and(occupied).is_empty() {
                    continue;
                }
                let closed = state.steles.iter().all(|steles| !near.and(*steles).is_empty());
                if !closed || (ignore_colours && most_cards > 0) {
                    return false;
                }
            }
        }
        !may_be_held(Card::BoardSwap)
    }

    /// Dragon Seals of a player on tokens and unused cards (R29).
    pub fn seals(&self, seat: &Seat) -> u8 {
        let extra = self.options.three_seals - 1;
        seat.sealed() + seat.cards.total() + extra * seat.cards[Card::ThreeSeals]
    }

    /// The result of a finished game. Only full boards compete, by seals (R28, R29); without any, all compete, by
    /// tokens and then by seals (P7). The rules rank only the winners.
    pub(super) fn result(&self, state: &State) -> Option<Outcome> {
        let Phase::Over(reason) = state.phase else { return None };
        let merit = |seat: &Seat| match reason {
            Reason::BoardFull if !state.is_full(seat) => None,
            Reason::BoardFull => Some((0, self.seals(seat))),
            Reason::Stalemate | Reason::RoundLimit => Some((seat.count(), self.seals(seat))),
        };
        let merits: Vec<_> = state.taken().iter().map(merit).collect();
        let best = merits.iter().max();
        let won: Vec<bool> = merits.iter().map(|merit| Some(merit) == best).collect();
        let scores = state.taken().iter().map(|seat| i32::from(seat.count())).collect();
        Some(Outcome::ranked(&won, scores, reason.name()))
    }
}
