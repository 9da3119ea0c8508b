//! What one player knows. Everything lies open but the seal cards: a player knows his own, how many the others hold, and
//! every card that was played. A view is built from what its owner may know, never cut out of the whole.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::counts::Cards;
use super::names::{Card, Token, Village};
use super::position::{Numbers, Owner, Position, Site, Waiting, sites_of, tokens_of};
use super::restore::restore;
use super::{Phase, State, Wangdo};
use crate::game::{Draw, Game, Player};

/// What one player knows; see the module. The fields are those of a position, with numbers for hidden cards.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, JsonSchema)]
pub struct View {
    /// The player on turn; at the end, who played last.
    pub turn: Player,
    /// The round, from 1.
    pub round: u32,
    /// Standard actions still to be done in this turn, the one under way not included.
    pub owed: u8,
    /// What the position waits for.
    pub phase: Waiting,
    /// What lies on each village.
    pub villages: BTreeMap<Village, Site>,
    /// Steles on the altars of each temple.
    pub temples: Numbers,
    /// Steles in the bag.
    pub bag: Numbers,
    /// The players, in seat order.
    pub players: Vec<Shown>,
    /// The seal cards that were played.
    pub played: Vec<Card>,
    /// The seal cards the viewer has not seen: the pile and what the others hold.
    pub unseen: Vec<Card>,
}

/// What is known of one player.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Shown {
    /// His steles.
    pub reserve: Numbers,
    /// The tokens on his board.
    pub tokens: Vec<Token>,
    /// The seal cards he held before this turn.
    pub cards: Held,
    /// The seal cards he gained in this turn.
    pub new_cards: Held,
}

/// Seal cards in a hand.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Held {
    /// Which ones.
    Known(Vec<Card>),
    /// How many.
    Hidden(u8),
}

impl View {
    pub(super) fn of(game: &Wangdo, state: &State, viewer: Option<Player>) -> View {
        let over = matches!(state.phase, Phase::Over(_));
        let mut unseen = game.deck.minus(state.discarded);
        let mut shown = |player: Player| {
            let seat = state.seat(player);
            let known = over || viewer == Some(player);
            if known {
                unseen = unseen.minus(seat.cards);
            }
            let held =
                |cards: Cards| if known { Held::Known(cards.each().collect()) } else { Held::Hidden(cards.total()) };
            let old = state.playable(player);
            Shown {
                reserve: seat.reserve.into(),
                tokens: tokens_of(seat),
                cards: held(old),
                new_cards: held(seat.cards.minus(old)),
            }
        };
        let players = Player::all(state.players).map(&mut shown).collect();
        View {
            turn: state.turn,
            round: state.round,
            owed: state.owed,
            phase: Waiting::of(state.phase),
            villages: sites_of(state),
            temples: state.temples.into(),
            bag: state.bag.into(),
            players,
            played: state.discarded.each().collect(),
            unseen: unseen.each().collect(),
        }
    }
}

/// Deals the unseen cards anew to the hidden hands.
pub(super) fn determinize(game: &Wangdo, view: &View, draw: &mut dyn Draw) -> State {
    let mut unseen = view.unseen.clone();
    let mut deal = |held: &Held| match held {
        Held::Known(cards) => cards.clone(),
        Held::Hidden(count) => (0..*count)
            .map_while(|_| {
                let total = u32::try_from(unseen.len()).ok().filter(|total| *total > 0)?;
                Some(unseen.swap_remove(draw.below(total) as usize))
            })
            .collect(),
    };
    let mut owner = |shown: &Shown| Owner {
        reserve: shown.reserve,
        tokens: shown.tokens.clone(),
        cards: deal(&shown.cards),
        new_cards: deal(&shown.new_cards),
    };
    let position = Position {
        turn: view.turn,
        round: view.round,
        owed: Some(view.owed),
        phase: view.phase.clone(),
        villages: view.villages.clone(),
        temples: view.temples,
        bag: Some(view.bag),
        players: view.players.iter().map(&mut owner).collect(),
        played: view.played.clone(),
    };
    let players = view.players.len() as u8;
    restore(game, players, &position).unwrap_or_else(|broken| {
        debug_assert!(broken.is_empty(), "a view must be readable: {broken:?}");
        game.start(players)
    })
}
