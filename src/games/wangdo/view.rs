//! What one player knows. Everything is open except seal cards: a player knows their own, the numbers that the others
//! hold, and every card played. A view is built from what its owner may know; it never removes parts of the whole
//! state.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::breach::Breach;
use super::counts::Cards;
use super::names::{Card, Token, Village};
use super::position::{Numbers, Owner, Position, Site, Waiting, sites_of, tokens_of};
use super::restore::{read_declared, restore};
use super::{Phase, State, Wangdo};
use crate::game::{Draw, Game, Player, described};

/// What one player knows; see the module. Its fields are those of a position, with numbers for hidden cards.
///
/// ```
/// use referee::game::Player;
/// use referee::games::wangdo::Wangdo;
/// use referee::{Session, Setup};
///
/// let session = Session::<Wangdo>::open(&Setup::new().seed(1))?;
/// let view = session.view(Some(Player(0)));
/// // Nobody has drawn a seal card yet, so all 16 are somewhere in the pile.
/// assert_eq!((view.players.len(), view.unseen.len()), (2, 16));
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The player on turn; at the end, the last player.
    pub turn: Player,
    /// The round, from 1.
    pub round: u32,
    /// Standard actions still to be done in this turn, without the one in progress.
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
    /// The seal cards that the viewer has not seen: the pile and the other hands.
    pub unseen: Vec<Card>,
}

/// What is known of one player.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// The steles.
    pub reserve: Numbers,
    /// The tokens on the board.
    pub tokens: Vec<Token>,
    /// The seal cards held before this turn.
    pub cards: Held,
    /// The seal cards gained in this turn.
    pub new_cards: Held,
}

/// Seal cards in a hand.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
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

/// Deals the unseen cards randomly to the hidden hands.
pub(super) fn determinize(game: &Wangdo, view: &View, draw: &mut dyn Draw) -> Result<State, Vec<Breach>> {
    // A view from outside may name cards that do not exist.
    let mut unseen = view.unseen.iter().copied().collect::<Cards>().common(game.deck);
    let declared = declarer_hand(game, view, unseen, draw)?;
    unseen = unseen.minus(declared.unwrap_or(Cards::NONE));
    let mut deal = |held: &Held| match held {
        Held::Known(cards) => cards.clone(),
        Held::Hidden(count) => (0..*count).filter_map(|_| take_one(&mut unseen, draw)).collect(),
    };
    let mut owner = |(at, shown): (usize, &Shown)| {
        let cards = match declared {
            Some(hand) if at == view.turn.index() => hand.each().collect(),
            _ => deal(&shown.cards),
        };
        Owner { reserve: shown.reserve, tokens: shown.tokens.clone(), cards, new_cards: deal(&shown.new_cards) }
    };
    let players = view.players.iter().enumerate().map(&mut owner).collect();
    read(game, view, view.phase.clone(), players)
}

/// Takes one of the remaining cards, each equally likely.
fn take_one(unseen: &mut Cards, draw: &mut dyn Draw) -> Option<Card> {
    let total = u32::from(unseen.total());
    if total == 0 {
        return None;
    }
    let card = unseen.each().nth(draw.below(total) as usize)?;
    unseen[card] -= 1;
    Some(card)
}

/// A hidden hand for a player who has declared a card. The card may have helped only together with others, so not
/// every hand is possible. The possible hands keep their relative likelihoods. `None`: no hand is possible.
fn declarer_hand(game: &Wangdo, view: &View, unseen: Cards, draw: &mut dyn Draw) -> Result<Option<Cards>, Vec<Breach>> {
    let hand = view.players.get(view.turn.index()).map(|shown| &shown.cards);
    let (Waiting::Declared(cards), Some(&Held::Hidden(count))) = (&view.phase, hand) else { return Ok(None) };
    let Some(declared) = read_declared(cards) else { return Ok(None) };
    // What has been declared and what can be placed do not depend on hidden cards, so any cards serve to find out.
    let mut left = view.unseen.iter().copied();
    let mut any = |held: &Held| match held {
        Held::Known(cards) => cards.clone(),
        Held::Hidden(count) => left.by_ref().take(usize::from(*count)).collect(),
    };
    let mut owner = |shown: &Shown| Owner {
        reserve: shown.reserve,
        tokens: shown.tokens.clone(),
        cards: any(&shown.cards),
        new_cards: any(&shown.new_cards),
    };
    let state = read(game, view, Waiting::Act, view.players.iter().map(&mut owner).collect())?;
    let mut hands = Vec::new();
    unseen.choices(count, |hand, ways| {
        if game.leads_on(&state, view.turn, declared, hand) {
            hands.push((hand, ways));
        }
    });
    let mut at = draw.below(hands.iter().map(|(_, ways)| ways).sum::<u32>().max(1));
    Ok(hands.into_iter().find_map(|(hand, ways)| {
        let here = at < ways;
        at = at.saturating_sub(ways);
        here.then_some(hand)
    }))
}

/// The state shown by a view, with these hands.
fn read(game: &Wangdo, view: &View, phase: Waiting, players: Vec<Owner>) -> Result<State, Vec<Breach>> {
    let seats = described(view.players.len(), &Wangdo::PLAYERS);
    let position = Position {
        turn: view.turn,
        round: view.round,
        owed: Some(view.owed),
        phase,
        villages: view.villages.clone(),
        temples: view.temples,
        bag: Some(view.bag),
        players,
        played: view.played.clone(),
    };
    restore(game, seats, &position)
}
