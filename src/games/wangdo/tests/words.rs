//! Texts for people: an example of every kind of action, draw and reason, and that no two in a list are equal.

use std::collections::BTreeSet;

use super::*;
use crate::game::Turn;
use crate::games::wangdo::{Chance, Reason};

#[test]
fn every_kind_of_action_is_told() {
    let told = [
        (r#"{"take":{"steles":["white","orange"]}}"#, "take a white and an orange stele from the temples"),
        (r#"{"take":{"steles":["white","blue","white"]}}"#, "take 2 white and a blue stele from the temples"),
        (r#"{"take":{"steles":[]}}"#, "take no steles from the temples"),
        (r#""draw""#, "draw steles from the bag"),
        (r#"{"place":{"village":"V25","stele":"black"}}"#, "place a black stele on V25"),
        (r#"{"pay":{"stele":"white"}}"#, "pay a white stele"),
        (r#"{"ritual":{"take":"orange"}}"#, "take an orange stele in the ritual"),
        (r#"{"ritual":{"take":null}}"#, "take no stele in the ritual"),
        (r#"{"return":{"steles":["white","white","white"]}}"#, "return 3 white steles to the bag"),
        (
            r#"{"return":{"steles":["orange","black","white","white","blue","blue"]}}"#,
            "return 2 white, an orange, a black and 2 blue steles to the bag",
        ),
        (r#""pass""#, "pass"),
        (r#""end_turn""#, "end the turn"),
        (r#"{"seal":{"card":"three_seals"}}"#, "play Three Seals"),
        (r#"{"seal":{"card":"extra_action"}}"#, "play Extra Action"),
        (r#"{"seal":{"card":"board_swap","villages":["V01","V03"]}}"#, "play Board Swap on V01 and V03"),
        (
            r#"{"seal":{"card":"player_swap","with":0,"give":["white"],"take":["orange"]}}"#,
            "play Player Swap with player 0: give a white stele for an orange stele",
        ),
        (
            r#"{"seal":{"card":"player_swap","with":2,"give":["white","white"],"take":["blue","black"]}}"#,
            "play Player Swap with player 2: give 2 white steles for a black and a blue stele",
        ),
        (r#"{"seal":{"card":"draw_three"}}"#, "play Draw Three"),
        (r#"{"seal":{"card":"discount"}}"#, "play Discount"),
        (r#"{"seal":{"card":"same_colour"}}"#, "play Same Colour"),
        (r#"{"seal":{"card":"temple_three"}}"#, "play Temple Three"),
    ];
    for (wire, words) in told {
        assert_eq!(Wangdo::action_in_words(&action(wire)), words);
    }
}

#[test]
fn every_kind_of_draw_and_reason_is_told() {
    let draws = [
        (Chance::Token(Token::Trade), "a token of trade"),
        (Chance::Token(Token::EducationSeal), "a token of education with a Dragon Seal"),
        (Chance::Token(Token::Bear), "a bear token"),
        (Chance::Stele(Orange), "an orange stele"),
        (Chance::SealCard(Card::BoardSwap), "the seal card Board Swap"),
    ];
    for (chance, words) in draws {
        assert_eq!(Wangdo::chance_in_words(&chance), words);
    }
    let reasons = ["a player board is full", "no player can ever gain a token again", "the last round is over"];
    assert_eq!(Reason::ALL.map(|reason| Wangdo::reason_in_words(reason.name())), reasons);
}

/// A player who chooses from a list must be able to tell the choices apart.
#[test]
fn no_two_choices_read_alike() {
    let game = game();
    let mut told = BTreeSet::new();
    for seed in 0..12 {
        let mut dice = crate::dice::Dice::new(seed);
        let mut state = game.start(2 + (seed % 3) as u8);
        loop {
            let (mut legal, mut chances) = (Vec::new(), Vec::new());
            let words: Vec<String> = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let source = game.chances(&state, &mut chances);
                    let at = dice.peek_weighted(source, &chances);
                    dice.advance(source);
                    game.apply_chance(&mut state, &chances[at].0);
                    chances.iter().map(|(chance, _)| Wangdo::chance_in_words(chance)).collect()
                }
                Turn::Player(player) => {
                    game.legal(&state, &mut legal);
                    let at = dice.draw(crate::dice::RANDOM_PLAYER, legal.len() as u64) as usize;
                    game.apply(&mut state, player, &legal[at]);
                    legal.iter().map(Wangdo::action_in_words).collect()
                }
            };
            let different: BTreeSet<&String> = words.iter().collect();
            assert_eq!(different.len(), words.len(), "{words:?}");
            told.extend(words);
        }
    }
    assert!(told.iter().all(|words| !words.contains(['_', '{'])), "{told:?}");
    assert!(told.iter().any(|words| words.starts_with("play Player Swap")), "the games come to the seal cards");
}
