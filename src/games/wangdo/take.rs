//! Taking steles: from the temples or from the bag (R11).

use super::breach::Breach;
use super::counts::Steles;
use super::names::{Card, Colour};
use super::turn::Standard;
use super::{Action, DRAWN, Declared, Phase, State, Wangdo};
use crate::game::{Player, Provenance};

/// How well the card is founded that asks for three steles; `None`: no card asks.
fn card_source(game: &Wangdo, state: &State) -> Option<Provenance> {
    (state.phase == Phase::Declared(Declared::Take)).then(|| game.card_source(Card::TempleThree))
}

/// How many steles must be taken from the temples: what is asked for, or what is there (D11).
fn needed(state: &State) -> u8 {
    let asked = if state.phase == Phase::Declared(Declared::Take) { 3 } else { 2 };
    asked.min(state.temples.total())
}

/// Appends every rule that taking these steles from the temples would break.
pub(super) fn check_take(game: &Wangdo, state: &State, steles: Steles, broken: &mut Vec<Breach>) {
    Standard::Take.check_time(game, state, broken);
    if state.temples.is_empty() {
        return broken.push(Breach::TemplesEmpty {});
    }
    let (named, needed) = (steles.total(), needed(state));
    if named != needed {
        broken.push(Breach::TakeCount { named, needed, data: card_source(game, state) });
    }
    for temple in Colour::ALL {
        let (named, held) = (steles[temple], state.temples[temple]);
        if named > held {
            broken.push(Breach::TempleShort { temple, named, held });
        }
    }
}

/// Appends every way to take steles from the temples.
pub(super) fn list_takes(state: &State, out: &mut Vec<Action>) {
    if !state.temples.is_empty() {
        state.temples.choices(needed(state), |steles| out.push(Action::Take { steles }));
    }
}

/// Appends every rule that drawing from the bag would break.
pub(super) fn check_draw(game: &Wangdo, state: &State, broken: &mut Vec<Breach>) {
    Standard::Draw.check_time(game, state, broken);
    if state.bag.is_empty() {
        broken.push(Breach::BagEmpty { data: None });
    }
}

/// Appends the draw, if it is legal.
pub(super) fn list_draw(state: &State, out: &mut Vec<Action>) {
    if !state.bag.is_empty() {
        out.push(Action::Draw);
    }
}

/// Begins to draw three steles, or what is left (D12).
pub(super) fn draw(state: &mut State) {
    state.owed -= 1;
    state.phase = Phase::Draw(DRAWN.min(state.bag.total()));
}

impl Wangdo {
    /// Takes steles from the temples.
    pub(super) fn take(&self, state: &mut State, player: Player, steles: Steles) {
        state.temples = state.temples.minus(steles);
        let seat = state.seat_mut(player);
        seat.reserve = seat.reserve.plus(steles);
        state.owed -= 1;
        self.settle(state);
    }
}
