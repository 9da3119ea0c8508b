//! All draws: tokens in the set-up, steles from the bag, seal cards. Sources: 0 tokens, 1 the bag, 2 seal cards.
//! Outcomes are listed in the order of their names: tokens by type, without seal before with seal, the bear last;
//! steles white, orange, black, blue; cards in the order of the deck. The weight of an outcome is the number of
//! copies left.

use super::counts::Cards;
use super::names::{Card, Colour, Knowledge, Token, Village, Villages};
use super::{Chance, DRAWN, Phase, State, Wangdo};
use crate::game::{Event, EventOf, Player, Sight, Source};

const TOKENS: Source = Source(0);
const BAG: Source = Source(1);
const SEAL_CARDS: Source = Source(2);

/// The next step of the set-up: tokens on all villages, then steles for bears, then three steles for each player
/// (D15).
enum Step {
    Token(Village),
    Bear(Village),
    Stele(Player),
}

/// The villages that are still empty.
pub(super) fn empty(state: &State) -> Villages {
    Wangdo::villages(state.players).without(state.free().or(state.bears).or(state.occupied()))
}

fn step(state: &State) -> Option<Step> {
    let short = || Player::all(state.players).find(|player| state.seat(*player).reserve.total() < DRAWN);
    let token = empty(state).first().map(Step::Token);
    token.or_else(|| state.bears.first().map(Step::Bear)).or_else(|| short().map(Step::Stele))
}

/// The player who draws, if any: in the set-up only the players' first steles have one (R6); later it is the player
/// on turn (R11, R21).
pub(super) fn drawer(state: &State) -> Option<Player> {
    match state.phase {
        Phase::Setup => step(state).and_then(|step| if let Step::Stele(player) = step { Some(player) } else { None }),
        _ => Some(state.turn),
    }
}

/// What the draw is for: a village, a reserve or, for a seal card, a hand.
pub(super) fn purpose(state: &State) -> String {
    match (state.phase, step(state)) {
        (Phase::Setup, Some(Step::Token(village))) => format!("for {village}"),
        (Phase::Setup, Some(Step::Bear(village))) => format!("for the bear on {village}"),
        (Phase::Card(_), _) => "for the hand".to_owned(),
        _ => "for the reserve".to_owned(),
    }
}

/// Appends everything of which something is left, with what is left as its weight.
fn list<T, const N: usize>(all: [T; N], left: [u8; N], chance: fn(T) -> Chance, out: &mut Vec<(Chance, u32)>) {
    let there = all.into_iter().zip(left).filter(|(_, left)| *left > 0);
    out.extend(there.map(|(one, left)| (chance(one), left.into())));
}

impl Wangdo {
    /// The tokens that have not been laid out yet, by [`Token`].
    fn hidden_tokens(&self, state: &State) -> [u8; 9] {
        let mut left = *self.tokens(state.players);
        for knowledge in Knowledge::ALL {
            let all = state.tokens[knowledge as usize];
            let sealed = all.and(state.sealed).len();
            left[Token::of(knowledge, false) as usize] -= all.len() - sealed;
            left[Token::of(knowledge, true) as usize] -= sealed;
        }
        left[Token::Bear as usize] -= state.bears.len();
        left
    }

    pub(super) fn pile(&self, state: &State) -> Cards {
        state.taken().iter().fold(self.deck.minus(state.discarded), |left, seat| left.minus(seat.cards))
    }

    pub(super) fn list_draws(&self, state: &State, out: &mut Vec<(Chance, u32)>) -> Source {
        match state.phase {
            Phase::Setup if !empty(state).is_empty() => {
                list(Token::ALL, self.hidden_tokens(state), Chance::Token, out);
                TOKENS
            }
            Phase::Card(_) => {
                list(Card::ALL, self.pile(state).0, Chance::SealCard, out);
                SEAL_CARDS
            }
            _ => {
                list(Colour::ALL, state.bag.0, Chance::Stele, out);
                BAG
            }
        }
    }

    /// Places a drawn item and continues.
    pub(super) fn drawn(&self, state: &mut State, chance: Chance) {
        match (state.phase, chance) {
            (Phase::Setup, _) => {
                match (step(state), chance) {
                    (Some(Step::Token(village)), Chance::Token(token)) => state.lay(village, token),
                    (Some(Step::Bear(village)), Chance::Stele(stele)) => {
                        state.bag[stele] -= 1;
                        state.bears.remove(village);
                        state.steles[stele as usize].insert(village);
                    }
                    (Some(Step::Stele(player)), Chance::Stele(stele)) => {
                        state.bag[stele] -= 1;
                        state.seat_mut(player).reserve[stele] += 1;
                    }
                    _ => {}
                }
                if step(state).is_none() {
                    state.phase = Phase::Act;
                }
            }
            (Phase::Draw(left), Chance::Stele(stele)) => {
                state.bag[stele] -= 1;
                state.seat_mut(state.turn).reserve[stele] += 1;
                state.phase = Phase::Draw(left - 1);
                if left == 1 {
                    self.settle(state);
                }
            }
            (Phase::Card(payment), Chance::SealCard(card)) => {
                state.seat_mut(state.turn).cards[card] += 1;
                state.fresh[card] += 1;
                self.pay_on(state, state.turn, payment);
            }
            _ => {}
        }
    }

    /// Only its owner sees a seal card (P24), except a card with which the game ends: then everything is shown.
    pub(super) fn sight(&self, before: &State, event: &EventOf<Wangdo>, viewer: Option<Player>) -> Sight {
        let Event::Chance(chance @ Chance::SealCard(_)) = event else { return Sight::Full };
        if viewer == Some(before.turn) {
            return Sight::Full;
        }
        let mut after = before.clone();
        self.drawn(&mut after, *chance);
        if matches!(after.phase, Phase::Over(_)) { Sight::Full } else { Sight::Kind }
    }
}
