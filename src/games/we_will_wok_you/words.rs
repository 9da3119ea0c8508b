//! We Will Wok You told to people: what somebody does, what is drawn and why a game is over, as one says it rather than as
//! it is written.

use super::cards::{Cards, Face};
use super::declaration::{Filled, Swap};
use super::woks::Wok;
use super::{Action, Chance, ROWS_EMPTY};
use crate::text::{a, count};

/// What somebody is asked to do.
pub(super) fn action(action: &Action) -> String {
    match action {
        Action::TakeCoin { line } => format!("take a coin from {line}"),
        Action::Buy { row } => format!("buy row {row}"),
        Action::Lay { cards } => format!("pay with {}", several(cards)),
        Action::TakeWok { wok } => format!("take {}", card(*wok)),
        Action::Pass => "pass".to_owned(),
        Action::Score(declaration) if declaration.woks.is_empty() => "declare nothing".to_owned(),
        Action::Score(declaration) => {
            let woks: Vec<String> = declaration.woks.iter().map(filled).collect();
            format!("declare {}", woks.join("; "))
        }
    }
}

/// What is drawn.
pub(super) fn chance(chance: Chance) -> String {
    match chance {
        Chance::Ingredient(face) => copies(face, 1),
        Chance::Wok(wok) => format!("wok card {}", card(wok)),
    }
}

/// Why a game is over, by the name that the reason has on the wire; another name stays as it is.
pub(super) fn reason(name: &'static str) -> &'static str {
    if name == ROWS_EMPTY { "the ingredients beside a line of coins are sold out" } else { name }
}

/// A wok card with what its id alone says of it; the rest is a matter of the edition.
fn card(wok: Wok) -> String {
    let kind = match wok {
        Wok::ALMIGHTY_MAN => ", the almighty man",
        Wok::CHANGING_MAN => ", the changing man",
        _ if wok.is_double_man() => ", a double-wok man",
        _ if wok.is_concert() => ", a concert",
        _ => "",
    };
    format!("{wok}{kind}")
}

/// A red card with what is put on it.
fn filled(filled: &Filled) -> String {
    let Filled { wok, cooks, swap, mirror, cards, right } = filled;
    let mut told = wok.to_string();
    if !cooks.is_empty() {
        let cooks: Vec<&str> = cooks.iter().map(|cook| cook.id()).collect();
        told = format!("{told} with {}", cooks.join(" and "));
    }
    if let Some(swap) = swap {
        told = format!("{told}, {}", replaced(*swap));
    }
    if *mirror {
        told.push_str(", values exchanged");
    }
    let mut laid = Vec::new();
    for (cards, side) in [(cards, "on the left "), (right, "on the right ")] {
        if !cards.is_empty() {
            let side = if wok.is_concert() { side } else { "" };
            laid.push(format!("{side}{}", several(cards)));
        }
    }
    if !laid.is_empty() {
        format!("{told}: {}", laid.join(", "))
    } else if told == wok.id() {
        format!("{told} empty")
    } else {
        told
    }
}

/// What the changing man does.
pub(super) fn replaced(swap: Swap) -> String {
    format!("{} in place of {}", swap.to, swap.from)
}

/// Cards, each with its article or number.
fn several(cards: &Cards) -> String {
    let runs: Vec<String> = cards.runs().map(|(face, number)| copies(face, number)).collect();
    if runs.is_empty() { "nothing".to_owned() } else { runs.join(", ") }
}

/// So many cards with the same face, such as `a tuna with a star` or `2 chickens with 2 cookies each`.
fn copies(face: Face, number: u8) -> String {
    if number == 1 {
        return a(face.in_words());
    }
    let each = if face.is_plain() { "" } else { " each" };
    format!("{} {}{each}", count(number, face.ingredient().name()), face.symbols_in_words())
}
