//! What players do, what is drawn and how a game ends, in the rulebook's language: players and onlookers read this
//! instead of the keys of the wire.

use super::cards::Seal;
use super::counts::Steles;
use super::names::{Card, Colour, Token};
use super::state::Reason;
use super::{Action, Chance};
use crate::breach::Listed;
use crate::text::{a, count};

/// An action, as one asks somebody to do it.
pub(super) fn action(action: &Action) -> String {
    match action {
        Action::Take { steles } => format!("take {} from the temples", these(*steles)),
        // Mostly three; the bag may hold fewer.
        Action::Draw => "draw steles from the bag".to_owned(),
        Action::Place { village, stele } => format!("place {} on {village}", one(*stele)),
        Action::Pay { stele } => format!("pay {}", one(*stele)),
        Action::Ritual { take } => format!("take {} in the ritual", take.map_or("no stele".to_owned(), one)),
        Action::Seal(seal) => format!("play {}{}", seal.card().title(), details(seal)),
        Action::Return { steles } => format!("return {} to the bag", these(*steles)),
        Action::Pass => "pass".to_owned(),
        Action::EndTurn => "end the turn".to_owned(),
    }
}

/// What is chosen with a seal card, after its name.
fn details(seal: &Seal) -> String {
    match seal {
        Seal::BoardSwap { villages: [first, second] } => format!(" on {first} and {second}"),
        Seal::PlayerSwap { with, give, take } => format!(" with {with}: give {} for {}", these(*give), these(*take)),
        _ => String::new(),
    }
}

/// What is drawn.
pub(super) fn chance(chance: Chance) -> String {
    match chance {
        Chance::Token(lies) => a(token(lies)),
        Chance::Stele(stele) => one(stele),
        Chance::SealCard(card) => format!("the seal card {}", card.title()),
    }
}

/// A token, such as "token of trade with a Dragon Seal".
pub(super) fn token(token: Token) -> String {
    let seal = if token.sealed() { " with a Dragon Seal" } else { "" };
    token.knowledge().map_or("bear token".to_owned(), |knowledge| format!("token of {knowledge}{seal}"))
}

/// Why the game is over. How many rounds are played is an option, so no number is said.
pub(super) fn ending(reason: Reason) -> &'static str {
    match reason {
        Reason::BoardFull => "a player board is full",
        Reason::Stalemate => "no player can ever gain a token again",
        Reason::RoundLimit => "the last round is over",
    }
}

/// A kind of standard action that cards alter, as something that is done.
pub(super) fn doing(action: &str) -> &'static str {
    if action == "take" { "taking from the temples" } else { "placing a stele" }
}

fn one(stele: Colour) -> String {
    a(format_args!("{stele} stele"))
}

/// Several steles, such as "2 white, a black and 2 blue steles": the noun stands once and goes with the last number.
fn these(steles: Steles) -> String {
    let mut there = Colour::ALL.into_iter().filter(|colour| steles[*colour] > 0).rev();
    let Some(last) = there.next() else { return "no steles".to_owned() };
    let others =
        there.rev().map(|colour| if steles[colour] == 1 { a(colour) } else { format!("{} {colour}", steles[colour]) });
    let last = if steles[last] == 1 { one(last) } else { count(steles[last], &format!("{last} stele")) };
    others.chain([last]).collect::<Listed<String>>().to_string()
}

impl Card {
    /// The name for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Card::ThreeSeals => "Three Seals",
            Card::ExtraAction => "Extra Action",
            Card::BoardSwap => "Board Swap",
            Card::PlayerSwap => "Player Swap",
            Card::DrawThree => "Draw Three",
            Card::Discount => "Discount",
            Card::SameColour => "Same Colour",
            Card::TempleThree => "Temple Three",
        }
    }
}
