//! Every action that can ever be legal, numbered by its place in this list: by kind of action, as `Action` declares them, then by
//! its fields in order. Territories come in the board's reading order.

use super::names::{Figure, Kind, Name as _, RitualCard};
use super::{Action, OneOrTwo, Wongar};
use crate::game::{Game as _, Player};

/// One of them, or with a double card also two.
fn lists<T: Copy>(all: &[T], card: RitualCard) -> Vec<OneOrTwo<T>> {
    let mut lists: Vec<OneOrTwo<T>> = all.iter().copied().map(OneOrTwo::One).collect();
    if card == RitualCard::Double {
        for (at, first) in all.iter().enumerate() {
            lists.extend(all[at..].iter().map(|second| OneOrTwo::Two(*first, *second)));
        }
    }
    lists
}

/// The list.
pub(super) fn action(game: &Wongar) -> Vec<Action> {
    let territories = game.board.order;
    let mut all: Vec<Action> = territories.map(|territory| Action::Take { territory }).to_vec();
    all.extend(Figure::ALL.iter().map(|card| Action::PlayOwn { card: *card }));
    for kind in Kind::ALL {
        all.extend(territories.map(|territory| Action::Place { kind: *kind, territory }));
    }
    all.push(Action::Draw);
    all.extend(Kind::ALL.iter().map(|kind| Action::Choose { kind: *kind }));
    all.extend(game.options.triple_may_place_fewer.then_some(Action::Stop));
    for figure in Figure::ALL {
        all.extend(territories.map(|to| Action::Move { figure: *figure, to }));
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
    let with = |list: &mut dyn FnMut(RitualCard, Kind)| played.iter().for_each(|(card, kind)| list(*card, *kind));
    with(&mut |card, kind| {
        all.extend(lists(&players, card).into_iter().map(|owners| Action::Remove { card, kind, owners }));
    });
    with(&mut |card, kind| {
        all.extend(lists(&territories, card).into_iter().map(|to| Action::MoveOut { card, kind, to }));
    });
    with(&mut |card, kind| {
        all.extend(lists(&territories, card).into_iter().map(|from| Action::MoveIn { card, kind, from }));
    });
    all.push(Action::Pass);
    all
}
