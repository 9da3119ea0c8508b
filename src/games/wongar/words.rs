//! Texts about actions, draws and ends of a game, in the rulebook's language. People read these instead of JSON keys.

use super::Reason;
use super::action::{Action, Chance, OneOrTwo};
use super::names::{Kind, Name as _, RitualCard, Territory, Trigger};
use crate::breach::Listed;
use crate::game::{DrawKind, Player};
use crate::spoken::Spoken;
use crate::text::{a, count, plural};

/// In which order the legal actions are listed.
pub(super) const LEGAL_ORDER: &str = "\
    territories in reading order; kinds disc, cube, cylinder; cards as in section 12. Taken cards by territory, then \
    own figure cards (ancestor, elder). Placements by kind and territory, then `\"draw\"` or `\"stop\"`. In a \
    ceremony by card and kind: `remove` (one owner, then two), `move_out` (one, then two), `move_in` (one, then \
    two); then `\"pass\"`.";

/// The kinds of draw.
pub(super) const DRAWS: &[DrawKind] = &[
    DrawKind {
        kind: "territory_card",
        source: "0 to 9, the territory's place in reading order",
        order: "disc, cube, cylinder, triple, ancestor, elder, both, draw_four, scorpion; the scorpions under a pile once nothing else is left",
        weight: "cards in the pile",
    },
    DrawKind {
        kind: "piece",
        source: "10",
        order: "by player, then disc, cube, cylinder",
        weight: "pieces in the bag",
    },
    DrawKind {
        kind: "ritual_card",
        source: "11",
        order: "disc, cube, cylinder, double, scorpion",
        weight: "cards in the deck",
    },
    DrawKind { kind: "marker", source: "12", order: "by player", weight: "1" },
];

/// An action as an instruction.
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

/// The pieces removed, such as "remove a disc of player 1 and one of player 2".
fn removal(kind: Kind, owners: OneOrTwo<Player>) -> String {
    match owners {
        OneOrTwo::One(owner) => format!("remove {} of {owner}", a(kind)),
        OneOrTwo::Two(one, other) if one == other => format!("remove {} of {one}", count(2, kind.name())),
        OneOrTwo::Two(one, other) => format!("remove {} of {one} and one of {other}", a(kind)),
    }
}

/// The pieces moved, such as "2 cubes in from west" or "a cube out to west and one to foot".
fn way<T: Copy + Eq + std::fmt::Display>(kind: Kind, way: &str, ends: OneOrTwo<T>) -> String {
    match ends {
        OneOrTwo::One(end) => format!("{} {way} {end}", a(kind)),
        OneOrTwo::Two(one, other) if one == other => format!("{} {way} {one}", count(2, kind.name())),
        OneOrTwo::Two(one, other) => {
            format!("{} {way} {}", plural(kind.name()), [one, other].into_iter().collect::<Listed<T>>())
        }
    }
}

/// A draw. The first marker is drawn for the first player, who gets the boomerang, the next for the elder pawn.
pub(super) fn chance(chance: Chance) -> String {
    match chance {
        Chance::TerritoryCard(card) => format!("a territory card \"{}\"", card.title()),
        Chance::Piece { player, kind } => format!("{} of {player}", a(kind)),
        Chance::RitualCard(card) => format!("a ritual card \"{}\"", card.title()),
        Chance::Marker(player) => format!("the score marker of {player}"),
    }
}

/// The event that triggered the end; the round is still played to its end.
pub(super) fn ending(reason: Reason) -> &'static str {
    match reason {
        Reason::ScorpionAtX => "the time marker has reached X",
        Reason::PileExhausted => "a territory has run out of cards",
    }
}

/// A ceremony by its cause, such as "the ceremony of both figures".
pub(super) fn ceremony(cause: Trigger) -> &'static str {
    match cause {
        Trigger::Ancestor => "the ceremony of the ancestor",
        Trigger::Elder => "the ceremony of the elder",
        Trigger::Both => "the ceremony of both figures",
    }
}

/// How actions are written in words: every kind and every form.
pub(super) const NOTATION: &[&str] = &[
    "take the card of west",
    "play your own ancestor card",
    "place a cube on west",
    "draw ritual cards instead of placing",
    "choose cubes",
    "place no more pieces",
    "move the ancestor to west",
    "choose a cube card from the ritual pile",
    "play a cube card: remove a cube of player 1",
    "play a cube card: move a cube out to west",
    "play a cube card: move a cube in from west",
    "pass",
];

/// Reads an action in words.
pub(super) fn read(said: &mut Spoken<'_>) -> Option<Action> {
    if said.says("take") {
        said.may_say(&["card", "of", "from"]);
        return Some(Action::Take { territory: said.name()? });
    }
    if said.says("place no more") || said.says("stop") {
        said.may_say(&["piece"]);
        return Some(Action::Stop);
    }
    if said.says("place") {
        let kind = said.name()?;
        said.may_say(&["on"]);
        return Some(Action::Place { kind, territory: said.name()? });
    }
    if said.says("draw") {
        said.may_say(&["ritual", "card", "instead", "of", "placing"]);
        return Some(Action::Draw);
    }
    if said.says("choose") {
        let card = said.attempt(|said| {
            let card = said.name()?;
            said.says("card").then_some(card)
        });
        if let Some(card) = card {
            said.may_say(&["from", "ritual", "pile"]);
            return Some(Action::ChooseCard { card });
        }
        return Some(Action::Choose { kind: said.name()? });
    }
    if said.says("move") {
        let figure = said.name()?;
        said.may_say(&["to"]);
        return Some(Action::Move { figure, to: said.name()? });
    }
    if said.says("pass") {
        return Some(Action::Pass);
    }
    if !said.says("play") {
        return None;
    }
    let own = said.attempt(|said| {
        said.may_say(&["your", "my"]);
        said.says("own").then(|| said.name())?
    });
    if let Some(card) = own {
        said.may_say(&["card"]);
        return Some(Action::PlayOwn { card });
    }
    let card = said.name()?;
    said.may_say(&["card"]);
    if said.says("remove") {
        let (number, kind) = (said.number(), said.name()?);
        said.may_say(&["of"]);
        let first = Player(said.player()?);
        let second = said.attempt(|said| {
            said.may_say(&["one", "of"]);
            said.player().map(Player)
        });
        return Some(Action::Remove { card, kind, owners: one_or_two(number, first, second)? });
    }
    if !said.says("move") {
        return None;
    }
    let (number, kind) = (said.number(), said.name()?);
    if said.says("out") {
        said.may_say(&["to"]);
        return Some(Action::MoveOut { card, kind, to: read_ends(said, number)? });
    }
    if said.says("in") {
        said.may_say(&["from"]);
        return Some(Action::MoveIn { card, kind, from: read_ends(said, number)? });
    }
    None
}

/// Reads where one or two pieces go, or where they come from.
fn read_ends(said: &mut Spoken<'_>, number: Option<u8>) -> Option<OneOrTwo<Territory>> {
    let (first, second) = (said.name()?, said.name());
    one_or_two(number, first, second)
}

/// One thing or two; a thing that occurs twice is named once, with the number.
fn one_or_two<T: Copy>(number: Option<u8>, first: T, second: Option<T>) -> Option<OneOrTwo<T>> {
    match (number, second) {
        (None | Some(2), Some(second)) => Some(OneOrTwo::Two(first, second)),
        (None | Some(1), None) => Some(OneOrTwo::One(first)),
        (Some(2), None) => Some(OneOrTwo::Two(first, first)),
        _ => None,
    }
}
