//! Texts for people: an example of every kind of action, draw and reason, and that no two in a list are equal.

use std::collections::BTreeSet;

use super::*;
use crate::games::wongar::Reason;

#[test]
fn every_kind_of_action_is_told() {
    let told = [
        (r#"{"take":{"territory":"kangaroo"}}"#, "take the card of kangaroo"),
        (r#"{"play_own":{"card":"elder"}}"#, "play your own elder card"),
        (r#"{"place":{"kind":"cube","territory":"south3"}}"#, "place a cube on south3"),
        (r#""draw""#, "draw ritual cards instead of placing"),
        (r#"{"choose":{"kind":"cylinder"}}"#, "choose cylinders"),
        (r#""stop""#, "place no more pieces"),
        (r#"{"move":{"figure":"ancestor","to":"hand"}}"#, "move the ancestor to hand"),
        (r#"{"choose_card":{"card":"double"}}"#, "choose a double card from the ritual pile"),
        (r#"{"remove":{"card":"disc","kind":"disc","owners":[1]}}"#, "play a disc card: remove a disc of player 1"),
        (
            r#"{"remove":{"card":"double","kind":"disc","owners":[1,1]}}"#,
            "play a double card: remove 2 discs of player 1",
        ),
        (
            r#"{"remove":{"card":"double","kind":"disc","owners":[1,2]}}"#,
            "play a double card: remove a disc of player 1 and one of player 2",
        ),
        (
            r#"{"move_out":{"card":"double","kind":"disc","to":["west","foot"]}}"#,
            "play a double card: move discs out to west and foot",
        ),
        (
            r#"{"move_out":{"card":"cylinder","kind":"cylinder","to":["west"]}}"#,
            "play a cylinder card: move a cylinder out to west",
        ),
        (
            r#"{"move_in":{"card":"cube","kind":"cube","from":["kangaroo"]}}"#,
            "play a cube card: move a cube in from kangaroo",
        ),
        (
            r#"{"move_in":{"card":"double","kind":"cube","from":["hand","hand"]}}"#,
            "play a double card: move 2 cubes in from hand",
        ),
        (r#""pass""#, "pass"),
    ];
    for (wire, words) in told {
        assert_eq!(Wongar::action_in_words(&strict::from_slice(wire.as_bytes()).unwrap()), words);
    }
}

#[test]
fn every_kind_of_draw_and_reason_is_told() {
    let draws = [
        (Chance::TerritoryCard(TerritoryCard::DrawFour), "a territory card \"draw four\""),
        (Chance::TerritoryCard(TerritoryCard::Disc), "a territory card \"disc\""),
        (Chance::RitualCard(RitualCard::Disc), "a ritual card \"disc\""),
        (Chance::Piece { player: Player(1), kind: Kind::Disc }, "a disc of player 1"),
        (Chance::Marker(Player(0)), "the score marker of player 0"),
    ];
    for (chance, words) in draws {
        assert_eq!(Wongar::chance_in_words(&chance), words);
    }
    let reasons = ["the time marker has reached X", "a territory has run out of cards"];
    assert_eq!(Reason::ALL.map(|reason| Wongar::reason_in_words(reason.name())), reasons);
}

/// A player who chooses from a list must be able to tell the choices apart.
#[test]
fn no_two_choices_read_alike() {
    let advanced = r#"{"own_figures":true,"own_doubles":true,"free_placement":true,"choose_ritual_cards":true}"#;
    let one_or_two = r#"{"board":"G2","double_may_act_on_one":true,"triple_may_place_fewer":true}"#;
    let mut told = BTreeSet::new();
    for (seed, played) in (0..6).zip(["{}", advanced, one_or_two].into_iter().cycle()) {
        let game = open(&options(played));
        let mut dice = crate::dice::Dice::new(u64::from(seed));
        let mut supply = crate::dice::Supply(&mut dice, crate::game::Source(0));
        random_game(&game, 3 + seed % 3, &mut supply, |state| {
            let (mut legal, mut chances) = (Vec::new(), Vec::new());
            let words: Vec<String> = match game.turn(state) {
                Turn::Over => return,
                Turn::Chance => {
                    game.chances(state, &mut chances);
                    chances.iter().map(|(chance, _)| Wongar::chance_in_words(chance)).collect()
                }
                Turn::Player(_) => {
                    game.legal(state, &mut legal);
                    legal.iter().map(Wongar::action_in_words).collect()
                }
            };
            let different: BTreeSet<&String> = words.iter().collect();
            assert_eq!(different.len(), words.len(), "{words:?}");
            told.extend(words);
        });
    }
    assert!(told.iter().all(|words| !words.contains(['_', '{'])), "{told:?}");
    assert!(told.iter().any(|words| words.starts_with("play a double card")), "the games come to double cards");
}
