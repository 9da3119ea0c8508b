//! The standard action of taking steles (R11): from the temples by choice, or from the bag at random.

use super::breach::Breach;
use super::counts::Steles;
use super::names::Card;
use super::turn::{DECLARED_DUE, NO_ACTION_OWED, PAYMENT_DUE, RETURN_DUE, RITUAL_DUE};
use super::{Action, Check, DRAWN, Declared, Phase, State, Wangdo};
use crate::game::Player;

/// How many steles must be taken from the temples: the usual number, or all there are (D11).
fn needed(state: &State) -> u8 {
    let asked = if state.declared() == Some(Declared::Take) { 3 } else { 2 };
    asked.min(state.temples.total())
}

pub(super) static TAKE: [Check; 8] = [
    PAYMENT_DUE,
    RITUAL_DUE,
    RETURN_DUE,
    DECLARED_DUE,
    NO_ACTION_OWED,
    Check::new("wangdo.temples-empty", &[], |_, state, _, _, broken| {
        if state.temples.is_empty() {
            broken.push(Breach::TemplesEmpty {});
        }
    }),
    // If the temples are empty, no number of steles is right.
    Check::new("wangdo.take-count", &["wangdo.temples-empty"], |game, state, _, action, broken| {
        let Action::Take { steles } = action else { return };
        let (named, needed) = (steles.total(), needed(state));
        if named != needed {
            let data = (state.declared() == Some(Declared::Take)).then(|| game.card_source(Card::TempleThree));
            broken.push(Breach::TakeCount { named, needed, data });
        }
    }),
    Check::new("wangdo.temple-short", &[], |_, state, _, action, broken| {
        let Action::Take { steles } = action else { return };
        let short = steles.beyond(state.temples);
        broken.extend(short.map(|(temple, named, held)| Breach::TempleShort { temple, named, held }));
    }),
];

pub(super) static DRAW: [Check; 6] = [
    PAYMENT_DUE,
    RITUAL_DUE,
    RETURN_DUE,
    DECLARED_DUE,
    NO_ACTION_OWED,
    Check::new("wangdo.bag-empty", &[], |_, state, _, _, broken| {
        if state.bag.is_empty() {
            broken.push(Breach::BagEmpty { data: None });
        }
    }),
];

/// Appends every way to take steles from the temples.
pub(super) fn list_takes(state: &State, out: &mut Vec<Action>) {
    if !state.temples.is_empty() {
        state.temples.choices(needed(state), |steles| out.push(Action::Take { steles }));
    }
}

/// Begins a draw of three steles, or of what is left (D12).
pub(super) fn draw(state: &mut State) {
    state.owed -= 1;
    state.phase = Phase::Draw(DRAWN.min(state.bag.total()));
}

impl Wangdo {
    pub(super) fn take(&self, state: &mut State, player: Player, steles: Steles) {
        state.temples = state.temples.minus(steles);
        let seat = state.seat_mut(player);
        seat.reserve = seat.reserve.plus(steles);
        state.owed -= 1;
        self.settle(state);
    }
}
