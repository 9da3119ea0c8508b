//! The edition: its required content, and every fault of a wrong one.

use super::super::cards::{Ingredient, Symbol};
use super::super::woks::Red;
use super::*;
use crate::game::Provenance;

/// The faults of the default edition with some of its text replaced.
fn faults(changes: &[(&str, &str)]) -> Vec<String> {
    let mut text = WeWillWokYou::EDITION.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    let edition: Edition = strict::from_slice(text.as_bytes()).unwrap();
    let faults = WeWillWokYou::open(&edition, &Options::default()).map(|_| ()).unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

#[test]
fn the_deck_is_what_the_rules_page_says() {
    let game = game();
    assert_eq!(game.deck.len(), 63);
    assert_eq!(game.deck.by_ingredient(), [14, 13, 11, 10, 8, 7]);
    assert_eq!(game.deck.faces().iter().filter(|face| face.is_plain()).count(), 9);
    let stars = Ingredient::ALL.map(|i| game.deck.count(Face::parse(&format!("{i}:star")).unwrap()));
    assert_eq!(stars, [1; 6]);
    for symbol in Symbol::ALL {
        assert_eq!(game.deck.shows(symbol), 20 + 6, "{symbol}");
    }
}

#[test]
fn the_wok_cards_are_what_the_rules_page_says() {
    let game = game();
    let points = |id: &str| match game.woks.printed(wok(id)).unwrap() {
        Red::Covered { points } | Red::Group { points, .. } | Red::Hard { points, .. } => *points,
        Red::Each { each, .. } => *each,
        Red::Concert([left, right]) => 10 * left.each + right.each,
    };
    let all: Vec<u8> = Wok::all().filter(|wok| !wok.is_cook()).map(|wok| points(&wok.to_string())).collect();
    assert_eq!(all, [7, 8, 9, 10, 20, 20, 20, 12, 12, 12, 6, 12, 1, 2, 3, 21, 12, 12, 21, 21, 21]);
    let reconstructed: Vec<String> = Wok::all()
        .filter(|wok| game.woks.source(*wok) == Provenance::Reconstructed)
        .map(|wok| wok.to_string())
        .collect();
    // `printed` marks what the source itself says: its scoring example and its descriptions, but not what players
    // report.
    let printed: Vec<String> =
        Wok::all().map(|wok| wok.to_string()).filter(|wok| !reconstructed.contains(wok)).collect();
    assert_eq!(printed, ["W01", "W08", "W11", "W13", "W14", "W15", "W22", "W24", "W25"]);
    assert!(game.deck_source.iter().all(|source| *source == Provenance::Reconstructed));
    // Every ingredient is on exactly two concerts, once worth 2 and once worth 1.
    for ingredient in Ingredient::ALL {
        let mut values: Vec<u8> = Wok::all()
            .filter_map(|wok| match game.woks.printed(wok) {
                Some(Red::Concert(sides)) => Some(*sides),
                _ => None,
            })
            .flatten()
            .filter(|side| side.ingredient == ingredient)
            .map(|side| side.each)
            .collect();
        values.sort_unstable();
        assert_eq!(values, [1, 2], "{ingredient}");
    }
}

#[test]
fn every_fault_is_named() {
    assert_eq!(
        faults(&[("\"broccoli:star\", ", ""), ("\"printed\": 10", "\"printed\": 9"), ("\"tuna:star\"", "\"tofu\"")]),
        [
            "ingredients[0].count.printed: the printed number is 14, but 13 cards are listed (R4)",
            "ingredients[3].count.printed: the printed number is 9, but 10 cards are listed (R4)",
            "ingredients[3].cards.faces[1]: `tofu` is not a card: an ingredient, then up to two symbols in order, such as `tuna:cookie+bowl`",
            "ingredients: there are 63 ingredient cards (R2), not 62",
        ]
    );
    assert_eq!(
        faults(&[("\"tuna:star\"", "\"tuna:star+bowl\"")]),
        [
            "ingredients[3].cards.faces[1]: `tuna:star+bowl` is not a card: the symbols of a card have the order cookie, spoon, bowl, chopsticks, star: `tuna:bowl+star`"
        ]
    );
    assert_eq!(faults(&[("\"id\": \"reconstructed-1\"", "\"id\": \"\"")]), ["id: an edition needs an id"]);
    assert_eq!(
        faults(&[("\"ingredient\": \"tuna\"", "\"ingredient\": \"tofu\""), ("\"chicken:star\"", "\"prawn:star\"")]),
        [
            "ingredients[1].cards.faces[2]: prawn:star is not a chicken card",
            "ingredients[3].ingredient: unknown ingredient `tofu`; the ingredients are broccoli, chicken, carrot, tuna, octopus, prawn",
            "ingredients: tuna is missing (R3)",
        ]
    );
    assert_eq!(
        faults(&[
            ("\"ingredient\": \"tuna\"", "\"ingredient\": \"prawn\""),
            ("\"W02\"", "\"W01\""),
            ("\"W03\"", "\"W99\""),
            ("{\"points\": 10}", "{\"points\": 51}"),
        ])[10..],
        [
            "ingredients[5].ingredient: prawn is listed twice",
            "ingredients: tuna is missing (R3)",
            "woks[1].id: W01 is listed twice",
            "woks[2].id: `W99` is not a wok card from W01 to W25",
            "woks[3].card.covered.points: is at most 50, not 51",
            "woks: W02 is missing (R2)",
            "woks: W03 is missing (R2)",
        ]
    );
    assert_eq!(
        faults(&[
            ("{\"broccoli\": 4, \"prawn\": 3}", "{\"broccoli\": 0, \"rice\": 0}"),
            ("\"size\": 3", "\"size\": 1"),
            ("\"changing_man\"", "{\"covered\": {\"points\": 3}}"),
            ("{\"ingredient\": \"chicken\", \"each\": 2}", "{\"ingredient\": \"duck\", \"each\": 99}"),
        ]),
        [
            "woks[4].card.group.needs.broccoli: each needed ingredient is needed at least once",
            "woks[4].card.group.needs.rice: unknown ingredient `rice`; the ingredients are broccoli, chicken, carrot, tuna, octopus, prawn",
            "woks[4].card.group.needs.rice: each needed ingredient is needed at least once",
            "woks[4].card.group.needs: a combination has 1 to 63 cards, not 0",
            "woks[10].card.hard.size: a set has 2 to 14 cards, not 1",
            "woks[15].card.concert.left.each: is at most 50, not 99",
            "woks[15].card.concert.left.ingredient: unknown ingredient `duck`; the ingredients are broccoli, chicken, carrot, tuna, octopus, prawn",
            "woks[24].card: W25 is the changing man",
        ]
    );
}

#[test]
fn a_corrected_line_is_played_with() {
    let text = WeWillWokYou::EDITION.replacen("{\"points\": 8}", "{\"points\": 11}", 1).replacen(
        "\"broccoli:cookie\"",
        "\"broccoli:spoon+bowl\"",
        1,
    );
    let edition: Edition = strict::from_slice(text.as_bytes()).unwrap();
    let game = WeWillWokYou::open(&edition, &Options::default()).unwrap();
    assert_eq!(game.woks.printed(wok("W02")), Some(&Red::Covered { points: 11 }));
    assert_eq!(game.deck.count(Face::parse("broccoli:spoon+bowl").unwrap()), 1);
}
