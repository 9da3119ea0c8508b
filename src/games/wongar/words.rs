//! What players do, what is drawn and how a game ends, in the rulebook's language: players and onlookers read this
//! instead of the keys of the wire.

use super::Reason;
use super::action::{Action, Chance, OneOrTwo};
use super::names::{Kind, Name as _, RitualCard, Trigger};
use crate::breach::Listed;
use crate::game::Player;
use crate::text::{a, count, plural};

/// An action, as one asks somebody to do it.
pub(super) fn action(action: Action) -> String {
    match action {
        Action::Take { territory } => format!("take the card of {territory}"),
        Action::PlayOwn { card } => format!("play your own {card} card"),
        Action::Place { kind, territory } => format!("place {} on {territory}", a(kind)),
        Action::Draw => "draw ritual cards instead of placing".to_owned(),
        Action::Choose { kind } => format!("choose {}", plural(kind.name())),
        Action::Stop => "place no more pieces".to_owned(),
        Action::Move { figure, to } => format!("move the {figure} to {to}"),
        Action::ChooseCard { card } => format!("choose {} card from the ritual pile", a(card)),
        Action::Remove { card, kind, owners } => format!("play {}: {}", ritual(card), removal(kind, owners)),
        Action::MoveOut { card, kind, to } => format!("play {}: move {}", ritual(card), way(kind, "out to", to)),
        Action::MoveIn { card, kind, from } => format!("play {}: move {}", ritual(card), way(kind, "in from", from)),
        Action::Pass => "pass".to_owned(),
    }
}

fn ritual(card: RitualCard) -> String {
    a(format_args!("{card} card"))
}

/// Whose pieces are removed, such as "remove a disc of player 1 and one of player 2".
fn removal(kind: Kind, owners: OneOrTwo<Player>) -> String {
    match owners {
        OneOrTwo::One(owner) => format!("remove {} of {owner}", a(kind)),
        OneOrTwo::Two(one, other) if one == other => format!("remove {} of {one}", count(2, kind.name())),
        OneOrTwo::Two(one, other) => format!("remove {} of {one} and one of {other}", a(kind)),
    }
}

/// Which pieces go which way, such as "2 cubes in from west" or "a cube out to west and one to foot".
fn way<T: Copy + Eq + std::fmt::Display>(kind: Kind, way: &str, ends: OneOrTwo<T>) -> String {
    match ends {
        OneOrTwo::One(end) => format!("{} {way} {end}", a(kind)),
        OneOrTwo::Two(one, other) if one == other => format!("{} {way} {one}", count(2, kind.name())),
        OneOrTwo::Two(one, other) => {
            format!("{} {way} {}", plural(kind.name()), [one, other].into_iter().collect::<Listed<T>>())
        }
    }
}

/// What is drawn. One marker is drawn for the first player, who gets the boomerang, the next for the elder pawn.
pub(super) fn chance(chance: Chance) -> String {
    match chance {
        Chance::TerritoryCard(card) => format!("a territory card \"{}\"", card.title()),
        Chance::Piece { player, kind } => format!("{} of {player}", a(kind)),
        Chance::RitualCard(card) => format!("a ritual card \"{}\"", card.title()),
        Chance::Marker(player) => format!("the score marker of {player}"),
    }
}

/// Which event brought the end of the game near; the round is played to its end.
pub(super) fn ending(reason: Reason) -> &'static str {
    match reason {
        Reason::ScorpionAtX => "the time marker has reached X",
        Reason::PileExhausted => "a territory has run out of cards",
    }
}

/// A ceremony by what caused it, such as "the ceremony of both figures".
pub(super) fn ceremony(cause: Trigger) -> &'static str {
    match cause {
        Trigger::Ancestor => "the ceremony of the ancestor",
        Trigger::Elder => "the ceremony of the elder",
        Trigger::Both => "the ceremony of both figures",
    }
}
