//! A turn as a whole: what may be done when, how it ends, what is returned to the bag, and how the game ends.

use super::breach::Breach;
use super::counts::{Cards, Steles};
use super::names::{Card, Colour, Knowledge};
use super::{Action, Declared, MOST_STELES, Phase, Reason, Seat, State, Wangdo, slots};
use crate::game::{Outcome, Player};

/// The standard actions.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(super) enum Standard {
    Take,
    Draw,
    Place,
}

impl Standard {
    /// Appends why it is not the time for this standard action.
    pub(super) fn check_time(self, game: &Wangdo, state: &State, broken: &mut Vec<Breach>) {
        let due = if Some(self) == altered(state) { unfinished(state) } else { game.due(state) };
        if let Some(due) = due {
            broken.push(due);
        } else if state.owed == 0 {
            broken.push(Breach::NoActionOwed {});
        }
    }
}

/// The action that was declared.
fn altered(state: &State) -> Option<Standard> {
    match state.phase {
        Phase::Declared(Declared::Take) => Some(Standard::Take),
        Phase::Declared(Declared::Place { .. }) => Some(Standard::Place),
        _ => None,
    }
}

/// The name of the action that was declared.
pub(super) fn declared(state: &State) -> Option<&'static str> {
    altered(state).map(|action| if action == Standard::Take { "take" } else { "place" })
}

/// What has been begun and must be finished before any action or card; `None`: nothing.
pub(super) fn unfinished(state: &State) -> Option<Breach> {
    match state.phase {
        Phase::Pay(payment) => Some(Breach::PaymentDue { due: payment.due, left: payment.left }),
        Phase::Ritual(_, temple) => Some(Breach::RitualDue { temple }),
        Phase::Return => Some(Breach::ReturnDue { excess: excess(state.seat(state.turn)) }),
        _ => None,
    }
}

/// Steles above the ten a player may keep (R12).
pub(super) fn excess(seat: &Seat) -> u8 {
    seat.reserve.total().saturating_sub(MOST_STELES)
}

/// Appends every rule that returning these steles would break.
pub(super) fn check_return(game: &Wangdo, state: &State, player: Player, steles: Steles, broken: &mut Vec<Breach>) {
    if state.phase != Phase::Return {
        broken.push(Breach::NothingToReturn {});
        return broken.extend(game.due(state));
    }
    let seat = state.seat(player);
    let (named, excess) = (steles.total(), excess(seat));
    if named != excess {
        broken.push(Breach::ReturnCount { named, excess });
    }
    for colour in Colour::ALL {
        let (named, held) = (steles[colour], seat.reserve[colour]);
        if named > held {
            broken.push(Breach::ReturnNotHeld { colour, named, held });
        }
    }
}

/// Appends every way to return the excess.
pub(super) fn list_returns(state: &State, player: Player, out: &mut Vec<Action>) {
    let seat = state.seat(player);
    seat.reserve.choices(excess(seat), |steles| out.push(Action::Return { steles }));
}

impl Wangdo {
    /// What must be done before anything else: what has been begun, or the action that was declared; `None`: nothing.
    pub(super) fn due(&self, state: &State) -> Option<Breach> {
        unfinished(state).or_else(|| self.declared_due(state))
    }

    /// The action that was declared and must follow, as a refusal of anything else; `None`: nothing was declared.
    pub(super) fn declared_due(&self, state: &State) -> Option<Breach> {
        let action = declared(state)?;
        let cards = match state.phase {
            Phase::Declared(Declared::Place { discounts, same_colour }) => {
                [(discounts > 0).then_some(Card::Discount), same_colour.then_some(Card::SameColour)]
            }
            _ => [Some(Card::TempleThree), None],
        };
        let data = cards.into_iter().flatten().map(|card| self.card_source(card)).max();
        Some(Breach::DeclaredActionDue { action, data })
    }

    /// Appends every rule that ending the turn would break.
    pub(super) fn check_end_turn(&self, state: &State, broken: &mut Vec<Breach>) {
        if let Some(due) = self.due(state) {
            return broken.push(due);
        }
        if state.owed > 0 {
            broken.push(Breach::ActionOwed { owed: state.owed });
        }
    }

    /// Whether any standard action is legal without a card that alters it.
    pub(super) fn can_act(&self, state: &State, player: Player) -> bool {
        !state.temples.is_empty() || !state.bag.is_empty() || self.can_place(state, player, (0, false))
    }

    /// Appends every rule that passing would break.
    pub(super) fn check_pass(&self, state: &State, player: Player, broken: &mut Vec<Breach>) {
        if let Some(due) = self.due(state) {
            return broken.push(due);
        }
        if state.owed == 0 {
            broken.push(Breach::NoActionOwed {});
        } else if self.can_act(state, player) {
            broken.push(Breach::PassWithActions {});
        }
    }

    /// After anything done in a turn: the turn goes on while an action is owed or a card from before it is left, and
    /// ends by itself otherwise (P16).
    pub(super) fn settle(&self, state: &mut State) {
        state.phase = Phase::Act;
        if state.owed == 0 && state.playable(state.turn) == Cards::NONE {
            self.end_turn(state);
        }
    }

    /// Ends the playing of cards: what is above ten is returned, by choice if there is any.
    pub(super) fn end_turn(&self, state: &mut State) {
        let seat = state.seat(state.turn);
        let (reserve, excess) = (seat.reserve, excess(seat));
        if excess == 0 {
            return self.next_turn(state);
        }
        match Colour::ALL.into_iter().find(|colour| reserve[*colour] == reserve.total()) {
            // All of one colour: nothing to choose.
            Some(colour) => {
                let mut steles = Steles::NONE;
                steles[colour] = excess;
                self.give_back(state, state.turn, steles);
            }
            None => state.phase = Phase::Return,
        }
    }

    /// Returns steles to the bag.
    pub(super) fn give_back(&self, state: &mut State, player: Player, steles: Steles) {
        let seat = state.seat_mut(player);
        seat.reserve = seat.reserve.minus(steles);
        state.bag = state.bag.plus(steles);
        self.next_turn(state);
    }

    /// Ends the game if it ends with this turn (P7), otherwise begins the next one.
    fn next_turn(&self, state: &mut State) {
        state.fresh = Cards::NONE;
        let last = state.turn.0 + 1 == state.players;
        let full = any_full(state);
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

    /// Whether nobody can ever gain a token again (P6).
    #[must_use]
    pub fn stalemate(&self, state: &State) -> bool {
        let slots = slots(state.players);
        let holds = |card: Card| state.taken().iter().any(|seat| seat.cards[card] > 0);
        let occupied = state.occupied();
        // A type is wanted while somebody has room for it.
        let wanted =
            Knowledge::ALL.into_iter().filter(|knowledge| state.taken().iter().any(|seat| seat.of(*knowledge) < slots));
        for knowledge in wanted {
            for village in state.tokens[knowledge as usize] {
                let near = self.near(state.players, village);
                if near.and(occupied).is_empty() {
                    continue;
                }
                let closed = state.steles.iter().all(|steles| !near.and(*steles).is_empty());
                let room = |seat: &Seat| seat.cards[Card::SameColour] > 0 && seat.of(knowledge) < slots;
                if !closed || state.taken().iter().any(room) {
                    return false;
                }
            }
        }
        !holds(Card::BoardSwap)
    }
}

/// Whether a player has filled his board.
pub(super) fn any_full(state: &State) -> bool {
    let slots = slots(state.players);
    state.taken().iter().any(|seat| seat.columns(slots) == 4)
}

/// The result of a finished game: only full boards compete, by seals (R28, R29); without any, all compete, by tokens and
/// then by seals (P7). The rules rank only the winners.
pub(super) fn outcome(state: &State) -> Option<Outcome> {
    let Phase::Over(reason) = state.phase else { return None };
    let slots = slots(state.players);
    let merit = |seat: &Seat| match reason {
        Reason::BoardFull if seat.columns(slots) < 4 => None,
        Reason::BoardFull => Some((0, seat.seals())),
        Reason::Stalemate | Reason::RoundLimit => Some((seat.count(), seat.seals())),
    };
    let merits: Vec<_> = state.taken().iter().map(merit).collect();
    let best = merits.iter().max();
    let won: Vec<bool> = merits.iter().map(|merit| Some(merit) == best).collect();
    let scores = state.taken().iter().map(|seat| i32::from(seat.count())).collect();
    Some(Outcome::ranked(&won, scores, reason.name()))
}
