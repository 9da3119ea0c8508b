//! What each player knows (P23). The ritual cards in hands are secret, and so is the exact content of the ritual
//! pile. The numbers of cards, of scorpions in the pile, the discards, and an unplayed double of a player's own are
//! public. The content of a shuffled territory pile follows from the cards seen, so all players know it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::breach::Breach;
use super::names::{RitualCard, RitualCards};
use super::position::Writing;
use super::restore::restore;
use super::{Phase, State, Wongar};
use crate::game::{Draw, Game as _, Player, described};

/// What one player may know.
///
/// ```
/// use referee::game::Player;
/// use referee::games::wongar::Wongar;
/// use referee::games::wongar::view::HandView;
/// use referee::{Session, Setup};
///
/// let view = Session::<Wongar>::open(&Setup::new().seed(1))?.view(Some(Player(0)));
/// let hands = view.players.iter().map(|seat| matches!(seat.hand, HandView::Known(_)));
/// assert_eq!(hands.collect::<Vec<_>>(), [true, false, false]);
/// # Ok::<(), referee::Refused>(())
/// ```
pub type View = Writing<HandView, DeckView>;

/// A hand as a viewer sees it.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum HandView {
    /// The viewer's own; all hands when the game is over.
    Known(RitualCards),
    /// Another player's.
    Hidden {
        /// How many cards.
        cards: u8,
        /// How many of them are doubles; given under `own_doubles`, where it is public.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        double: Option<u8>,
    },
}

/// The ritual pile as a viewer sees it.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum DeckView {
    /// While choosing from it (R95), and for all players when the game is over.
    Known(RitualCards),
    /// Otherwise.
    Hidden {
        /// How many cards.
        cards: u8,
        /// How many of them are scorpions.
        scorpion: u8,
    },
}

impl View {
    /// What a viewer may know of a state; `None` is the public.
    pub(super) fn of(game: &Wongar, state: &State, viewer: Option<Player>) -> View {
        let over = state.phase == Phase::Over;
        let hand = |player: Player| {
            let hand = state.hands[player];
            if over || viewer == Some(player) {
                return HandView::Known(hand);
            }
            let double = game.options.own_doubles.then_some(hand[RitualCard::Double]);
            HandView::Hidden { cards: hand.total() as u8, double }
        };
        let choosing = game.shows_hidden(state) && viewer == Some(state.drawer());
        let deck = if over || choosing {
            DeckView::Known(state.deck)
        } else {
            DeckView::Hidden { cards: state.deck.total() as u8, scorpion: state.deck[RitualCard::Scorpion] }
        };
        Writing::with(game, state, hand, deck)
    }
}

/// A state that the viewer cannot tell from the true one: hidden hands are dealt from the cards that the viewer has
/// not seen, and the rest is the pile.
pub(super) fn determinize(game: &Wongar, view: &View, draw: &mut dyn Draw) -> Result<State, Vec<Breach>> {
    let mut unseen = game.ritual.deck;
    let mut see = |cards: RitualCards| {
        cards.each().for_each(|(card, seen)| unseen[card] = unseen[card].saturating_sub(seen));
    };
    // Scorpions are never hidden in a hand; the players' own doubles are counted separately.
    see(RitualCards::of([0, 0, 0, 0, u8::MAX]));
    see(view.discards);
    if let DeckView::Known(deck) = &view.deck {
        see(*deck);
    }
    for seat in &view.players {
        if let HandView::Known(hand) = &seat.hand {
            see(*hand);
        }
    }
    let mut deal = |hand: &HandView| match hand {
        HandView::Known(hand) => *hand,
        HandView::Hidden { cards, double } => {
            let mut dealt = RitualCards::default();
            dealt[RitualCard::Double] = double.unwrap_or(0);
            for _ in double.unwrap_or(0)..*cards {
                if unseen.is_empty() {
                    break;
                }
                let card = pick(unseen, draw);
                unseen[card] -= 1;
                dealt[card] += 1;
            }
            dealt
        }
    };
    let hands: Vec<RitualCards> = view.players.iter().map(|seat| deal(&seat.hand)).collect();
    let deck = match &view.deck {
        DeckView::Known(deck) => *deck,
        DeckView::Hidden { scorpion, .. } => {
            unseen[RitualCard::Scorpion] = *scorpion;
            unseen
        }
    };
    let players = described(view.players.len(), &Wongar::PLAYERS);
    restore(game, players, view, |player| hands[player.index()], deck)
}

/// A card from a multiset that is not empty, each equally likely.
fn pick(cards: RitualCards, draw: &mut dyn Draw) -> RitualCard {
    let index = draw.below(cards.total()) as usize;
    let mut all = cards.each().flat_map(|(card, count)| std::iter::repeat_n(card, count.into()));
    all.nth(index).unwrap_or(RitualCard::Disc)
}
