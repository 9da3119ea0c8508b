//! The parts of a round around the turns: bare territories get a card, the elder's privilege, ritual draws,
//! scorpions, and the end of the round.

use super::names::{RitualCard, RitualCards, Territory, TerritoryCard};
use super::{Chance, MOST_POINTS, Phase, Pile, Reason, State, Wongar};
use crate::game::{Player, Source};

/// The ritual deck.
pub(super) const RITUAL_DECK: Source = Source(11);

impl Wongar {
    /// The next territory whose top card is turned up: the first in reading order without a face-up card but with a
    /// pile (D7).
    pub(super) fn due(&self, state: &State) -> Option<Territory> {
        let bare = |pile: &Pile| pile.shows.is_none() && !pile.is_used_up();
        self.board.order.into_iter().find(|territory| bare(&state.piles[*territory]))
    }

    /// Appends the cards that may lie on top of that pile. Scorpions put under it come last (P20).
    pub(super) fn territory_chances(&self, state: &State, out: &mut Vec<(Chance, u32)>) -> Source {
        let Some(territory) = self.due(state) else { return Source(0) };
        let pile = &state.piles[territory];
        if pile.cards.is_empty() {
            out.push((Chance::TerritoryCard(TerritoryCard::Scorpion), pile.under.into()));
        }
        out.extend(pile.cards.each().map(|(card, count)| (Chance::TerritoryCard(card), count.into())));
        Source(self.board.place(territory))
    }

    /// Turns a card up. At set-up a scorpion goes under the pile (D6); later the first player keeps it and is stung
    /// (D9).
    pub(super) fn turn_up(&self, state: &mut State, card: TerritoryCard) {
        let Some(territory) = self.due(state) else { return };
        let pile = &mut state.piles[territory];
        if pile.cards.is_empty() {
            pile.under -= 1;
        } else {
            pile.cards[card] -= 1;
        }
        if card != TerritoryCard::Scorpion {
            pile.shows = Some(card);
            return;
        }
        if state.phase == Phase::SetupTerritories {
            pile.under += 1;
            return;
        }
        let exhausted = pile.is_used_up();
        let first = state.boomerang;
        state.taken[first][TerritoryCard::Scorpion] += 1;
        self.pass_time(state);
        self.sting(state, first);
        if exhausted {
            state.end.get_or_insert(Reason::PileExhausted);
        }
    }

    /// Phase 1 is over when nothing is left to turn up.
    pub(super) fn step_reveal(&self, state: &mut State) -> bool {
        let over = self.due(state).is_none();
        if over {
            state.phase = Phase::Privilege;
        }
        over
    }

    /// Moves the time marker, never past the last square (R52, D10).
    fn pass_time(&self, state: &mut State) {
        if state.time < self.x_square.value {
            state.time += 1;
            if state.time == self.x_square.value {
                state.end.get_or_insert(Reason::ScorpionAtX);
            }
        }
    }

    /// Subtracts one point for each player behind (R56, D8). This number depends on all players' points, so one
    /// reconstructed number among them makes the loss depend on it too.
    fn sting(&self, state: &mut State, player: Player) {
        if self.options.harmless_scorpions {
            return;
        }
        let points = state.scores[player];
        let behind = state.seats().filter(|other| state.scores[*other] < points).count();
        state.scores[player] = (points - behind as i32).max(-MOST_POINTS);
        if !state.unverified.is_empty() {
            state.unverified.insert(player);
        }
    }

    /// Prepares the pile for a draw; false if no card can be drawn, so that the draw is forfeited (D16, D17, P4 to
    /// P6).
    fn ready(&self, state: &mut State) -> bool {
        let choosable = others(state.deck);
        if choosable == 0 && others(state.discards) == 0 {
            return false;
        }
        if state.deck.is_empty() || self.options.choose_ritual_cards && choosable == 0 {
            state.deck.absorb(&mut state.discards);
        }
        true
    }

    /// Forfeits an impossible draw, ends drawing, and takes the last card that can be chosen (P2). All players can
    /// work out how many can be chosen but not which, so a player must choose even among equal cards.
    pub(super) fn step_draw(&self, state: &mut State) -> bool {
        if state.phase == (Phase::Draw { left: 0 }) || !self.ready(state) {
            drawing_is_over(state);
            return true;
        }
        if !self.options.choose_ritual_cards || others(state.deck) > 1 {
            return false;
        }
        if let Some(last) = choices(state.deck).next() {
            choose_card(state, last);
        }
        true
    }

    /// A ritual card is drawn. A scorpion moves time, renews the deck if it is the second, and stings; another card
    /// replaces it (D14, D15).
    pub(super) fn drawn(&self, state: &mut State, card: RitualCard) {
        if card != RitualCard::Scorpion {
            return choose_card(state, card);
        }
        state.deck[card] -= 1;
        self.pass_time(state);
        state.aside += 1;
        if state.aside == 2 {
            state.aside = 0;
            state.deck[card] += 2;
            state.deck.absorb(&mut state.discards);
        }
        let drawer = state.drawer();
        self.sting(state, drawer);
    }
}

/// A card comes into the drawer's hand.
pub(super) fn choose_card(state: &mut State, card: RitualCard) {
    let drawer = state.drawer();
    state.deck[card] -= 1;
    state.hands[drawer][card] += 1;
    if let Phase::Draw { left } = &mut state.phase {
        *left -= 1;
    } else {
        drawing_is_over(state);
    }
}

/// The privilege or a card's draws are over.
fn drawing_is_over(state: &mut State) {
    if state.phase == Phase::Privilege {
        state.phase = Phase::Take;
    } else {
        end_turn(state);
    }
}

/// A turn is over: the next player takes a card, or the round ends (R27, R30).
pub(super) fn end_turn(state: &mut State) {
    state.turn = state.turn.next(state.players);
    if state.turn != state.boomerang {
        state.phase = Phase::Take;
    } else if state.end.is_some() {
        state.phase = Phase::Over;
    } else {
        // The first player changes every round (R21, D12).
        if state.ancestor_pawn == state.boomerang {
            state.ancestor_pawn = state.boomerang.next(state.players);
        }
        state.boomerang = state.ancestor_pawn;
        state.turn = state.boomerang;
        state.phase = Phase::Reveal;
    }
}

/// Appends the draws from the ritual deck.
pub(super) fn ritual_chances(state: &State, out: &mut Vec<(Chance, u32)>) -> Source {
    out.extend(state.deck.each().map(|(card, count)| (Chance::RitualCard(card), count.into())));
    RITUAL_DECK
}

/// The cards that can be chosen from a pile.
pub(super) fn choices(deck: RitualCards) -> impl Iterator<Item = RitualCard> {
    deck.each().map(|(card, _)| card).filter(|card| *card != RitualCard::Scorpion)
}

/// The number of cards that are not scorpions. It is public, even in the draw pile.
fn others(cards: RitualCards) -> u32 {
    cards.total() - u32::from(cards[RitualCard::Scorpion])
}
