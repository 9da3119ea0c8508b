//! Every action that can ever be legal, numbered by its place in this list: by kind of action, as `Action` declares them, then by
//! its fields in order. Territories come in the board's reading order.

use super::ceremony::lists;
use super::names::{Figure, Kind, RitualCard, Territory};
use super::{Action, OneOrTwo, Wongar};
use crate::game::{Game as _, Player};

/// One of them, or with a double card also two.
fn any<T: Copy>(all: &[T], card: RitualCard) -> impl Iterator<Item = OneOrTwo<T>> {
    lists(all.iter().map(|one| (*one, 2)), |_| true, card == RitualCard::Double)
}

/// The list.
pub(super) fn action(game: &Wongar) -> Vec<Action> {
    let territories = game.board.order;
    let mut all: Vec<Action> = territories.map(|territory| Action::Take { territory }).to_vec();
    all.extend(Figure::ALL.iter().map(|card| Action::PlayOwn { card: *card }));
    for kind in Kind::ALL {
        all.extend(territories.map(|territory| Action::Place { kind, territory }));
    }
    all.push(Action::Draw);
    all.extend(Kind::ALL.iter().map(|kind| Action::Choose { kind: *kind }));
    all.extend(game.options.triple_may_place_fewer.then_some(Action::Stop));
    for figure in Figure::ALL {
        all.extend(territories.map(|to| Action::Move { figure, to }));
    }
    let cards = RitualCard::ALL.iter().copied().filter(|card| *card != RitualCard::Scorpion);
    if game.options.choose_ritual_cards {
        all.extend(cards.clone().map(|card| Action::ChooseCard { card }));
    }
    // A card acts on pieces of its own kind, a double one on any.
    let played: Vec<(RitualCard, Kind)> = cards
        .flat_map(|card| Kind::ALL.iter().map(move |kind| (card, *kind)))
        .filter(|(card, kind)| *card == RitualCard::Double || card.name() == kind.name())
        .collect();
    let players: Vec<Player> = Player::all(*Wongar::PLAYERS.end()).collect();
    for &(card, kind) in &played {
        all.extend(any(&players, card).map(|owners| Action::Remove { card, kind, owners }));
    }
    for &(card, kind) in &played {
        all.extend(any(&territories, card).map(|to| Action::MoveOut { card, kind, to }));
    }
    for &(card, kind) in &played {
        all.extend(any(&territories, card).map(|from| Action::MoveIn { card, kind, from }));
    }
    all.push(Action::Pass);
    all
}

/// A number that no two actions share: the kind of action and its fields.
pub(super) fn key(action: Action) -> u32 {
    const NONE: u8 = u8::MAX;
    fn two<T: Copy>(list: OneOrTwo<T>, number: impl Fn(T) -> u8) -> [u8; 2] {
        match list {
            OneOrTwo::One(one) => [number(one), NONE],
            OneOrTwo::Two(one, other) => [number(one), number(other)],
        }
    }
    let played = |card: RitualCard, kind: Kind| ((card as u8) << 4) | kind as u8;
    let at = |territory: Territory| territory as u8;
    let (tag, first, [second, third]) = match action {
        Action::Take { territory } => (0, at(territory), [NONE; 2]),
        Action::PlayOwn { card } => (1, card as u8, [NONE; 2]),
        Action::Place { kind, territory } => (2, kind as u8, [at(territory), NONE]),
        Action::Draw => (3, NONE, [NONE; 2]),
        Action::Choose { kind } => (4, kind as u8, [NONE; 2]),
        Action::Stop => (5, NONE, [NONE; 2]),
        Action::Move { figure, to } => (6, figure as u8, [at(to), NONE]),
        Action::ChooseCard { card } => (7, card as u8, [NONE; 2]),
        Action::Remove { card, kind, owners } => (8, played(card, kind), two(owners, |owner| owner.0)),
        Action::MoveOut { card, kind, to } => (9, played(card, kind), two(to, at)),
        Action::MoveIn { card, kind, from } => (10, played(card, kind), two(from, at)),
        Action::Pass => (11, NONE, [NONE; 2]),
    };
    u32::from_be_bytes([tag, first, second, third])
}
