//! Texts about We Will Wok You for people: actions, draws and the end of a game, as people say them.

use std::sync::LazyLock;

use super::cards::{Cards, Face, Ingredient};
use super::declaration::{Declaration, Filled, Swap};
use super::market::Line;
use super::woks::{WOKS, Wok};
use super::{Action, Chance, ROWS_EMPTY};
use crate::game::DrawKind;
use crate::spoken::Spoken;
use crate::text::{a, count};

/// In which order the legal actions are listed.
pub(super) const LEGAL_ORDER: &str = "\
    coins (line three before two), rows A1, A2, B1, B2, payments, `\"pass\"`. Payments by symbol, then by faces in \
    the order of section 12, more copies of the first face first; one that pays in several symbols is listed with \
    the first. Wok cards by id. Of all declarations at the end only a best one is listed.";

/// The kinds of draw.
pub(super) const DRAWS: &[DrawKind] = &[
    DrawKind {
        kind: "ingredient",
        source: "0",
        order: "by ingredient; without symbol, star, the single symbols, the pairs; symbols as cookie, spoon, bowl, chopsticks, in pairs the star last",
        weight: "cards in the pile",
    },
    DrawKind { kind: "wok", source: "1", order: "by id", weight: "1" },
];

/// An action as an instruction.
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

/// A draw.
pub(super) fn chance(chance: Chance) -> String {
    match chance {
        Chance::Ingredient(face) => copies(face, 1),
        Chance::Wok(wok) => format!("wok card {}", card(wok)),
    }
}

/// Why a game is over, from the name of the reason in JSON; other names stay unchanged.
pub(super) fn reason(name: &'static str) -> &'static str {
    if name == ROWS_EMPTY { "the ingredients beside a line of coins are sold out" } else { name }
}

/// A wok card with what its id tells about it; the rest depends on the edition.
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

/// A red card with everything put on it.
fn filled(filled: &Filled) -> String {
    let Filled { wok, cooks, cards, right, .. } = filled;
    let mut told = wok.to_string();
    if !cooks.is_empty() {
        let cooks: Vec<&str> = cooks.iter().map(|cook| cook.id()).collect();
        told = format!("{told} with {}", cooks.join(" and "));
    }
    told += &chosen(filled);
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

/// What the player has chosen for the cooks on a red card, each after a comma.
pub(super) fn chosen(filled: &Filled) -> String {
    let swap = filled.swap.map(|swap| format!(", {} in place of {}", swap.to, swap.from));
    swap.unwrap_or_default() + if filled.mirror { ", values exchanged" } else { "" }
}

/// Cards, each with its article or number.
fn several(cards: &Cards) -> String {
    let runs: Vec<String> = cards.runs().map(|(face, number)| copies(face, number)).collect();
    if runs.is_empty() { "nothing".to_owned() } else { runs.join(", ") }
}

/// Cards with the same face, such as `a tuna with a star` or `2 chickens with 2 cookies each`.
fn copies(face: Face, number: u8) -> String {
    // Every draw may be of any face, and a page lists them at every draw.
    static ONE: LazyLock<Vec<String>> = LazyLock::new(|| Face::all().map(|face| a(face.in_words())).collect());
    if number == 1 {
        return ONE[face.index()].clone();
    }
    let each = if face.is_plain() { "" } else { " each" };
    format!("{} {}{each}", count(number, face.ingredient().name()), face.symbols_in_words())
}

/// How actions are written in words: every kind and every form.
pub(super) const NOTATION: &[&str] = &[
    "take a coin from line 2",
    "buy row A2",
    "pay with 2 chickens with a cookie each, a tuna without symbol",
    "take W07",
    "pass",
    "declare nothing",
    "declare W01: a carrot with 2 cookies, a prawn with a star; W05 empty",
];

/// Reads an action in words.
pub(super) fn read(said: &mut Spoken<'_>) -> Option<Action> {
    if said.says("take coin") {
        said.may_say(&["from", "line"]);
        let number: u8 = said.number()?;
        let line = Line::ALL.into_iter().find(|line| line.number() == number)?;
        return Some(Action::TakeCoin { line });
    }
    if said.says("buy") {
        said.may_say(&["row"]);
        return Some(Action::Buy { row: said.name()? });
    }
    if said.says("pay") {
        said.may_say(&["with"]);
        let cards = if said.says("nothing") { Cards::NONE } else { read_several(said)? };
        return Some(Action::Lay { cards: Box::new(cards) });
    }
    if said.says("take") {
        said.may_say(&["wok", "card"]);
        let wok = said.name()?;
        said.may_say(&["almighty", "changing", "double", "wok", "man", "concert"]);
        return Some(Action::TakeWok { wok });
    }
    if said.says("pass") {
        return Some(Action::Pass);
    }
    if !said.says("declare") {
        return None;
    }
    let mut woks = Vec::new();
    if !said.says("nothing") {
        while !said.is_read() {
            // No declaration names a card twice.
            woks.push(read_filled(said).filter(|_| woks.len() < WOKS)?);
        }
    }
    Some(Action::Score(Declaration { woks }))
}

/// Reads a red card with everything put on it.
fn read_filled(said: &mut Spoken<'_>) -> Option<Filled> {
    let wok: Wok = said.name()?;
    let mut filled = Filled::empty(wok);
    if said.says("with") {
        let cook = |said: &mut Spoken<'_>| said.name().filter(|wok: &Wok| wok.is_cook());
        filled.cooks.extend(std::iter::from_fn(|| said.attempt(cook)).take(WOKS));
    }
    filled.swap = said.attempt(|said| {
        let to = said.name()?;
        said.says("in place of").then_some(())?;
        Some(Swap { from: said.name()?, to })
    });
    filled.mirror = said.says("value exchanged");
    if said.says("empty") {
        return Some(filled);
    }
    if wok.is_concert() {
        for (side, cards) in [("on left", &mut filled.cards), ("on right", &mut filled.right)] {
            if said.says(side) {
                *cards = read_several(said)?;
            }
        }
    } else {
        filled.cards = said.attempt(read_several).unwrap_or_default();
    }
    Some(filled)
}

/// Reads one or more cards.
fn read_several(said: &mut Spoken<'_>) -> Option<Cards> {
    let mut cards = Cards::NONE;
    while let Some((number, face)) = said.attempt(read_copies) {
        for _ in 0..number {
            cards.insert(face).then_some(())?;
        }
    }
    (!cards.is_empty()).then_some(cards)
}

/// Reads cards with the same face.
fn read_copies(said: &mut Spoken<'_>) -> Option<(u8, Face)> {
    let number = said.number().unwrap_or(1);
    let ingredient: Ingredient = said.name()?;
    if said.says("without") {
        said.may_say(&["symbol"]);
        return Some((number, Face::new(ingredient, &[])?));
    }
    said.may_say(&["with"]);
    let mut symbols = Vec::new();
    while let Some((number, symbol)) = said.attempt(|said| {
        let number = said.number().unwrap_or(1);
        Some((number, said.one_of(Face::symbol_names())?))
    }) {
        symbols.extend(std::iter::repeat_n(symbol, usize::min(number, 3)));
    }
    said.may_say(&["each"]);
    Some((number, Face::new(ingredient, &symbols)?))
}
