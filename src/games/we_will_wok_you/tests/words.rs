//! What people are told of We Will Wok You.

use std::collections::BTreeSet;

use super::super::ROWS_EMPTY;
use super::super::cards::Ingredient;
use super::*;

#[test]
fn actions_are_told_as_one_says_them() {
    for (written, told) in [
        (r#"{"take_coin":{"line":3}}"#, "take a coin from line 3"),
        (r#"{"buy":{"row":"A1"}}"#, "buy row A1"),
        (
            r#"{"lay":{"cards":["broccoli:cookie+cookie","carrot:cookie","octopus:cookie+star"]}}"#,
            "pay with a broccoli with 2 cookies, a carrot with a cookie, an octopus with a cookie and a star",
        ),
        (
            r#"{"lay":{"cards":["tuna:star","tuna:star","prawn:chopsticks+chopsticks"]}}"#,
            "pay with 2 tunas with a star each, a prawn with 2 chopsticks",
        ),
        (r#"{"lay":{"cards":[]}}"#, "pay with nothing"),
        (r#"{"take_wok":{"wok":"W09"}}"#, "take W09"),
        (r#"{"take_wok":{"wok":"W20"}}"#, "take W20, a concert"),
        (r#"{"take_wok":{"wok":"W22"}}"#, "take W22, a double-wok man"),
        (r#"{"take_wok":{"wok":"W24"}}"#, "take W24, the almighty man"),
        (r#"{"take_wok":{"wok":"W25"}}"#, "take W25, the changing man"),
        (r#""pass""#, "pass"),
        (r#"{"score":{"woks":[]}}"#, "declare nothing"),
        (
            r#"{"score":{"woks":[{"wok":"W04"},{"wok":"W05","cooks":["W24"]},
                {"wok":"W06","cooks":["W25"],"swap":{"from":"carrot","to":"chicken"},
                 "cards":["chicken","chicken","chicken:cookie+cookie"]}]}}"#,
            "declare W04 empty; W05 with W24; W06 with W25, chicken in place of carrot: 2 chickens without symbol, a chicken \
             with 2 cookies",
        ),
        (
            r#"{"score":{"woks":[{"wok":"W17","cooks":["W22","W23"],"mirror":true,"left":["tuna:bowl"],
                "right":["prawn","prawn:star"]},{"wok":"W18","right":["tuna"]}]}}"#,
            "declare W17 with W22 and W23, values exchanged: on the left a tuna with a bowl, on the right a prawn without \
             symbol, a prawn with a star; W18: on the right a tuna without symbol",
        ),
    ] {
        assert_eq!(WeWillWokYou::action_in_words(&action(written)), told);
    }
}

#[test]
fn draws_and_the_end_are_told_as_one_says_them() {
    for (face, told) in [
        ("octopus:star", "an octopus with a star"),
        ("carrot", "a carrot without symbol"),
        ("tuna:spoon+chopsticks", "a tuna with a spoon and chopsticks"),
        ("chicken:star+star", "a chicken with 2 stars"),
    ] {
        let drawn = Chance::Ingredient(Face::parse(face).expect(face));
        assert_eq!(WeWillWokYou::chance_in_words(&drawn), told);
    }
    assert_eq!(WeWillWokYou::chance_in_words(&Chance::Wok(wok("W09"))), "wok card W09");
    assert_eq!(WeWillWokYou::chance_in_words(&Chance::Wok(wok("W25"))), "wok card W25, the changing man");
    let end = WeWillWokYou::reason_in_words(ROWS_EMPTY);
    assert_eq!(end, "the ingredients beside a line of coins are sold out");
}

#[test]
fn every_card_is_told_differently() {
    let told: BTreeSet<String> = Face::all().map(Face::in_words).collect();
    assert_eq!(told.len(), Face::all().count());
}

#[test]
fn a_wok_card_names_its_ingredients_in_whole_words() {
    let game = game();
    let mut named = 0;
    for wok in Wok::all() {
        let card = game.wok(wok);
        let drawn: Vec<&str> = card.inner.iter().flat_map(|one| one.label.split(' ')).collect();
        for one in Ingredient::ALL.iter().filter(|one| card.label.contains(one.name())) {
            assert!(drawn.contains(&one.name()), "{} is cut: {drawn:?}", one.name());
            named += 1;
        }
    }
    assert!(named > 12, "{named}");
}
