//! Texts about Pouch for people: the toy has all the texts of a real game.

use referee::breach::Listed;
use referee::game::Player;
use referee::spoken::Spoken;
use referee::text::{a, count};

use super::{Action, Chance, Tile};

pub(super) fn action(action: &Action) -> String {
    match action {
        Action::Spend { tiles } => {
            let of = |tile: Tile| tiles.iter().filter(|other| **other == tile).count();
            let there = Tile::ALL.into_iter().filter(|tile| of(*tile) > 0);
            let each = there.map(|tile| match of(tile) {
                1 => tile_of(tile),
                more => count(more, &format!("{tile} tile")),
            });
            format!("spend {}", each.collect::<Listed<_>>())
        }
        Action::Bid { amount } => format!("bid {amount}"),
        Action::Name { next } => format!("let {next} be the next"),
    }
}

pub(super) fn chance(chance: Chance) -> String {
    match chance {
        Chance::Tile(tile) => tile_of(tile),
        Chance::Die(die) => format!("a {die} on the die"),
    }
}

pub(super) fn read(said: &mut Spoken<'_>) -> Option<Action> {
    if said.says("spend") {
        let mut tiles = Vec::new();
        while let Some((number, tile)) = said.attempt(|said| Some((said.number().unwrap_or(1), said.name::<Tile>()?))) {
            said.may_say(&["tile"]);
            tiles.extend(std::iter::repeat_n(tile, number));
        }
        said.may_say(&["nothing"]);
        return Some(Action::Spend { tiles });
    }
    if said.says("bid") {
        return Some(Action::Bid { amount: said.number()? });
    }
    let next = said.says("let").then(|| said.player())??;
    said.may_say(&["be", "next"]);
    Some(Action::Name { next: Player(next) })
}

/// The points needed to be rich and the number of turns are options.
pub(super) fn reason(reason: &'static str) -> &'static str {
    match reason {
        "rich" => "somebody is rich",
        "turns" => "the last turn is over",
        other => other,
    }
}

fn tile_of(tile: Tile) -> String {
    a(format_args!("{tile} tile"))
}

#[test]
fn everything_is_told() {
    let (red, blue) = (Tile::Red, Tile::Blue);
    let told = [
        (Action::Spend { tiles: vec![red, blue, blue] }, "spend a red tile and 2 blue tiles"),
        (Action::Bid { amount: 12 }, "bid 12"),
        (Action::Name { next: Player(2) }, "let player 2 be the next"),
    ];
    assert!(told.iter().all(|(done, words)| action(done) == *words));
    assert_eq!([chance(Chance::Tile(blue)), chance(Chance::Die(3))], ["a blue tile", "a 3 on the die"]);
    assert_eq!(["rich", "turns"].map(reason), ["somebody is rich", "the last turn is over"]);
}
