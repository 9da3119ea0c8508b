//! Everything before the first round: cards face up, pieces from the bag, hands, markers. If the players place their
//! own pieces, they do so before they see any cards: cards face up, markers, placement, hands (P17).

use super::names::{ByTerritory, Figures, Kind, Pieces, RitualCard, RitualCards, Territory};
use super::position::Players;
use super::turn::put;
use super::{Chance, DEALT, EACH_AT_START, Phase, Pile, STARTS, State, Wongar};
use crate::game::{ByPlayer, Player, Source};

/// The bag of pieces.
const BAG: Source = Source(10);
/// The score markers.
const MARKERS: Source = Source(12);

impl Wongar {
    /// The layout before the first draw.
    pub(super) fn set_out(&self, players: u8) -> State {
        let mut state = State {
            players,
            phase: Phase::SetupTerritories,
            turn: Player(0),
            boomerang: Player(0),
            ancestor_pawn: Player(0),
            elder_pawn: Player(0),
            figures: STARTS,
            time: 1,
            end: None,
            scores: ByPlayer::default(),
            unverified: Players::default(),
            piles: ByTerritory::default(),
            pieces: ByTerritory::default(),
            supply: ByPlayer::default(),
            bag: ByPlayer::default(),
            hands: ByPlayer::default(),
            taken: ByPlayer::default(),
            own: ByPlayer::default(),
            deck: self.ritual.deck,
            discards: RitualCards::default(),
            aside: 0,
        };
        for territory in self.board.order {
            state.piles[territory] = Pile { shows: None, cards: self.cards.pile, under: 0 };
        }
        for player in Player::all(players) {
            state.supply[player] = Pieces::of(self.pieces.each.0.map(|each| each - EACH_AT_START));
            state.bag[player] = Pieces::of([EACH_AT_START; 3]);
            state.hands[player][RitualCard::Double] = u8::from(self.options.own_doubles);
            if self.options.own_figures {
                state.own[player] = Figures::of([1; 2]);
            }
        }
        state
    }

    /// How many pieces a territory gets from the bag (R11).
    pub(super) fn room(territory: Territory, players: u8) -> u32 {
        u32::from(players) * if STARTS.contains(&territory) { 2 } else { 1 }
    }

    /// How many cards a player holds once the deal is over.
    pub(super) fn dealt(&self) -> u32 {
        u32::from(DEALT + u8::from(self.options.own_doubles))
    }

    /// The player who is dealt the next card: both cards of player 0 come first (P16).
    pub(super) fn receiver(&self, state: &State) -> Player {
        let waiting = |player: &Player| state.hands[*player].total() < self.dealt();
        state.seats().find(waiting).unwrap_or_default()
    }

    /// Continues with the next part of the set-up when one is finished.
    pub(super) fn step_setup(&self, state: &mut State) -> bool {
        let free = self.options.free_placement;
        let is_over = match state.phase {
            Phase::SetupTerritories => self.due(state).is_none(),
            Phase::SetupPieces => state.seats().all(|player| state.bag[player].is_empty()),
            Phase::SetupPlacement => state.bag[state.turn].is_empty(),
            Phase::SetupHands => state.seats().all(|player| state.hands[player].total() >= self.dealt()),
            _ => false,
        };
        if is_over {
            state.phase = match state.phase {
                Phase::SetupTerritories if !free => Phase::SetupPieces,
                Phase::SetupPieces | Phase::SetupPlacement => Phase::SetupHands,
                Phase::SetupHands if free => Phase::Privilege,
                _ => Phase::SetupFirst,
            };
        }
        is_over
    }

    /// The territory that gets the next piece from the bag: the first that is not full (R11).
    pub(super) fn unfilled(&self, state: &State) -> Option<Territory> {
        let full = |territory: Territory| {
            let there: u32 = state.pieces[territory].0.iter().map(Pieces::total).sum();
            there >= Wongar::room(territory, state.players)
        };
        self.board.order.into_iter().find(|territory| !full(*territory))
    }

    /// Lays out a piece from the bag.
    pub(super) fn fill(&self, state: &mut State, player: Player, kind: Kind) {
        if let Some(territory) = self.unfilled(state) {
            put(state, player, kind, territory);
        }
    }

    /// Deals a card (R12).
    pub(super) fn deal(&self, state: &mut State, card: RitualCard) {
        let receiver = self.receiver(state);
        state.deck[card] -= 1;
        state.hands[receiver][card] += 1;
    }

    /// Draws a marker: the first names the first player, the second the elder's holder (R14, R15).
    pub(super) fn marker(&self, state: &mut State, player: Player) {
        if state.phase == Phase::SetupFirst {
            (state.turn, state.boomerang, state.ancestor_pawn) = (player, player, player);
            state.phase = Phase::SetupElder;
        } else {
            state.elder_pawn = player;
            state.phase = if self.options.free_placement { Phase::SetupPlacement } else { Phase::Privilege };
        }
    }
}

/// Appends the draws of pieces, dealt cards and markers.
pub(super) fn chances(state: &State, out: &mut Vec<(Chance, u32)>) -> Source {
    let players = state.seats();
    match state.phase {
        Phase::SetupPieces => {
            for player in players {
                let kinds = state.bag[player].each();
                out.extend(kinds.map(|(kind, count)| (Chance::Piece { player, kind }, count.into())));
            }
            BAG
        }
        Phase::SetupHands => {
            // The scorpions are not yet in the deck (R12), and the players' own doubles never are.
            let cards = state.deck.each().filter(|(card, _)| *card != RitualCard::Scorpion);
            out.extend(cards.map(|(card, count)| (Chance::RitualCard(card), count.into())));
            super::round::RITUAL_DECK
        }
        _ => {
            let drawn = |player: &Player| state.phase == Phase::SetupElder && *player == state.boomerang;
            out.extend(players.filter(|player| !drawn(player)).map(|player| (Chance::Marker(player), 1)));
            MARKERS
        }
    }
}
