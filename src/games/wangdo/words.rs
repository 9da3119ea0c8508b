//! Texts about actions, draws and ends of a game, in the rulebook's language. People read these instead of JSON keys.

use super::counts::{STELES, Steles};
use super::names::{Card, Colour, Token};
use super::seal::Seal;
use super::state::Reason;
use super::{Action, Chance};
use crate::breach::Listed;
use crate::game::{DrawKind, Player};
use crate::spoken::Spoken;
use crate::text::{a, count};

/// In which order the legal actions are listed.
pub(super) const LEGAL_ORDER: &str = "\
    `take`, `\"draw\"`, `place` by village and colour, `\"pass\"` if none of these is legal; then `seal` cards in \
    the order of section 12; `\"end_turn\"`. Steles white, orange, black, blue; sets with more of the earlier \
    colours first. A board swap is listed by its villages; a swap with a player by the player, one stele before two, \
    the steles given, the steles taken. In a ritual taking nothing comes last.";

/// The kinds of draw.
pub(super) const DRAWS: &[DrawKind] = &[
    DrawKind {
        kind: "token",
        source: "0",
        order: "religion, education, military, trade, each without seal and then with it; bear",
        weight: "tokens left",
    },
    DrawKind { kind: "stele", source: "1", order: "white, orange, black, blue", weight: "steles in the bag" },
    DrawKind {
        kind: "seal_card",
        source: "2",
        order: "three_seals, extra_action, board_swap, player_swap, draw_three, discount, same_colour, temple_three",
        weight: "cards in the pile",
    },
];

/// An action as an instruction.
pub(super) fn action(action: &Action) -> String {
    match action {
        Action::Take { steles } => format!("take {} from the temples", these(*steles)),
        // Usually three; the bag may hold fewer.
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

/// The details of a seal card, after its name.
fn details(seal: &Seal) -> String {
    match seal {
        Seal::BoardSwap { villages: [first, second] } => format!(" on {first} and {second}"),
        Seal::PlayerSwap { with, give, take } => format!(" with {with}: give {} for {}", these(*give), these(*take)),
        _ => String::new(),
    }
}

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

/// Why the game is over. The number of rounds is an option, so the text names none.
pub(super) fn ending(reason: Reason) -> &'static str {
    match reason {
        Reason::BoardFull => "a player board is full",
        Reason::Stalemate => "no player can ever gain a token again",
        Reason::RoundLimit => "the last round is over",
    }
}

/// A kind of standard action that cards alter, as a phrase.
pub(super) fn doing(action: &str) -> &'static str {
    if action == "take" { "taking from the temples" } else { "placing a stele" }
}

fn one(stele: Colour) -> String {
    a(format_args!("{stele} stele"))
}

/// Several steles, such as "2 white, a black and 2 blue steles": the noun comes once and agrees with the last number.
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

/// How actions are written in words: every kind and every form.
pub(super) const NOTATION: &[&str] = &[
    "place a blue stele on V12",
    "take a white and a black stele from the temples",
    "draw steles from the bag",
    "pay an orange stele",
    "take an orange stele in the ritual",
    "take no stele in the ritual",
    "play Draw Three",
    "play Board Swap on V12 and V20",
    "play Player Swap with player 1: give a black stele for an orange stele",
    "return a white stele to the bag",
    "pass",
    "end the turn",
];

/// Reads an action in words.
pub(super) fn read(said: &mut Spoken<'_>) -> Option<Action> {
    if said.says("take") {
        let steles = read_these(said)?;
        if said.says("in ritual") {
            let take = steles.each().next();
            return (steles.total() < 2).then_some(Action::Ritual { take });
        }
        said.may_say(&["from", "temple"]);
        return Some(Action::Take { steles });
    }
    if said.says("draw") {
        said.may_say(&["3", "three", "stele", "from", "bag"]);
        return Some(Action::Draw);
    }
    if said.says("place") {
        let stele = read_one(said)?;
        said.may_say(&["on", "village"]);
        return Some(Action::Place { village: said.name()?, stele });
    }
    if said.says("pay") {
        return Some(Action::Pay { stele: read_one(said)? });
    }
    if said.says("play") {
        return Some(Action::Seal(read_seal(said)?));
    }
    if said.says("return") {
        let steles = read_these(said)?;
        said.may_say(&["to", "bag"]);
        return Some(Action::Return { steles });
    }
    if said.says("pass") {
        return Some(Action::Pass);
    }
    if said.says("end") {
        said.may_say(&["turn"]);
        return Some(Action::EndTurn);
    }
    None
}

fn read_seal(said: &mut Spoken<'_>) -> Option<Seal> {
    Some(match said.one_of(Card::ALL.map(|card| (card, card.title().to_owned())))? {
        Card::BoardSwap => {
            said.may_say(&["on"]);
            Seal::BoardSwap { villages: [said.name()?, said.name()?] }
        }
        Card::PlayerSwap => {
            said.may_say(&["with"]);
            let with = Player(said.player()?);
            said.may_say(&["give"]);
            let give = read_these(said)?;
            said.may_say(&["for"]);
            Seal::PlayerSwap { with, give, take: read_these(said)? }
        }
        card => Seal::plain(card)?,
    })
}

fn read_one(said: &mut Spoken<'_>) -> Option<Colour> {
    let colour = said.name()?;
    said.may_say(&["stele"]);
    Some(colour)
}

/// Reads several steles: each colour with its number, or one without a number.
fn read_these(said: &mut Spoken<'_>) -> Option<Steles> {
    if said.says("no stele") || said.says("nothing") {
        return Some(Steles::NONE);
    }
    let mut all = Steles::NONE;
    while let Some((number, colour)) = said.attempt(|said| Some((said.number().unwrap_or(1), read_one(said)?))) {
        all[colour] = all[colour].checked_add(number)?;
        let total: u16 = all.0.iter().copied().map(u16::from).sum();
        (total <= STELES.into()).then_some(())?;
    }
    (!all.is_empty()).then_some(all)
}
