//! Ceremonies: the participants, their order, the effects of cards, the scoring.

use super::*;
use crate::games::wongar::names::RitualCard::{Cube, Cylinder, Disc, Double};

const AT: Territory = Territory::North2;

/// Player 0 is about to move the ancestor; the board is empty.
fn empty(players: u8, options: &Options) -> Play {
    let mut play = Play::ready(players, options);
    play.show(Territory::East, TerritoryCard::Ancestor).clear_all();
    play
}

/// Brings the ancestor to north2.
#[track_caller]
fn begin(play: &mut Play) -> &mut Play {
    play.sound();
    play.act(0, r#"{"take":{"territory":"east"}}"#).act(0, r#"{"move":{"figure":"ancestor","to":"north2"}}"#)
}

#[test]
fn the_holder_of_the_pawn_begins_and_then_the_left() {
    let mut play = empty(4, &Options::default());
    play.give(0, &[Disc]).give(1, &[Disc]).give(2, &[Disc]).give(3, &[Disc]);
    for player in 0..4 {
        play.stand(player, AT, 1, 1, 1);
    }
    begin(&mut play).act(0, r#""pass""#).act(1, r#""pass""#).act(2, r#""pass""#).act(3, r#""pass""#);
    assert_eq!(play.scores(), [12, 0, 0, 0], "all are level, and player 0 holds the pawn");
    assert_eq!(play.state.turn, Player(1));
}

#[test]
fn who_is_absent_or_without_cards_is_not_asked_but_may_score() {
    let mut play = empty(4, &Options::default());
    play.stand(1, AT, 2, 0, 0).stand(3, AT, 0, 1, 0).give(0, &[Disc]).give(3, &[Disc]);
    begin(&mut play);
    assert_eq!(play.refusal(0, r#""pass""#), ["not-present"], "the pawn's holder has no piece there");
    play.act(3, r#""pass""#);
    assert_eq!(play.scores(), [0, 4, 0, 4]);
}

#[test]
fn ties_go_clockwise_from_the_pawn_even_if_its_holder_is_absent() {
    let mut play = empty(5, &Options::default());
    play.stand(2, AT, 1, 0, 3).stand(4, AT, 1, 2, 2);
    begin(&mut play);
    assert_eq!(play.scores(), [0, 0, 8, 0, 4]);
}

#[test]
fn the_last_participant_plays_card_after_card() {
    let mut play = empty(3, &Options::default());
    play.stand(0, AT, 1, 0, 0).stand(1, AT, 2, 0, 0).give(0, &[Disc, Disc, Disc]).give(1, &[Cube]);
    begin(&mut play);
    play.act(0, r#"{"remove":{"card":"disc","kind":"disc","owners":[1]}}"#).act(1, r#""pass""#);
    play.act(0, r#"{"remove":{"card":"disc","kind":"disc","owners":[1]}}"#);
    assert_eq!(play.state.supply[Player(1)][Kind::Disc], 18);
    assert_eq!(play.refusal(0, r#"{"remove":{"card":"disc","kind":"disc","owners":[1]}}"#), ["remove-none"]);
    play.act(0, r#"{"move_out":{"card":"disc","kind":"disc","to":["hand"]}}"#);
    assert_eq!((play.scores(), play.state.turn), (vec![0; 3], Player(1)), "everybody has left");
}

#[test]
fn moving_the_last_piece_out_excludes_for_good() {
    let mut play = empty(3, &Options::default());
    play.stand(0, AT, 1, 0, 0).stand(1, AT, 1, 0, 0).give(0, &[Disc, Disc]).give(1, &[Disc]);
    begin(&mut play).act(0, r#"{"move_out":{"card":"disc","kind":"disc","to":["kangaroo"]}}"#);
    assert_eq!(play.refusal(0, r#"{"move_in":{"card":"disc","kind":"disc","from":["kangaroo"]}}"#), ["not-present"]);
    play.act(1, r#""pass""#);
    assert_eq!(play.scores(), [0, 4, 0]);
}

#[test]
fn passing_is_always_asked_of_who_has_cards() {
    let mut play = empty(3, &Options::default());
    play.stand(0, AT, 1, 0, 0).give(0, &[Cylinder]);
    begin(&mut play);
    assert_eq!(play.legal(), [Action::Pass]);
}

#[test]
fn single_cards_act_on_one_piece_of_their_kind() {
    let mut play = empty(4, &Options::default());
    play.stand(0, AT, 2, 1, 0).stand(1, AT, 2, 1, 0).stand(0, Territory::Kangaroo, 1, 0, 0).give(0, &[Disc]);
    begin(&mut play);
    let cases: &[(&str, &[&str])] = &[
        (r#"{"remove":{"card":"cube","kind":"cube","owners":[1]}}"#, &["not-in-hand"]),
        (r#"{"remove":{"card":"disc","kind":"cube","owners":[1]}}"#, &["card-kind"]),
        (r#"{"remove":{"card":"disc","kind":"disc","owners":[1,1]}}"#, &["card-count"]),
        (r#"{"remove":{"card":"disc","kind":"disc","owners":[0]}}"#, &["remove-own"]),
        (r#"{"remove":{"card":"disc","kind":"disc","owners":[2]}}"#, &["remove-none"]),
        (r#"{"remove":{"card":"disc","kind":"disc","owners":[4]}}"#, &["no-such-owner"]),
        (r#"{"remove":{"card":"disc","kind":"disc","owners":[255]}}"#, &["no-such-owner"]),
        (r#"{"move_out":{"card":"disc","kind":"disc","to":["east"]}}"#, &["not-adjacent"]),
        (r#"{"move_out":{"card":"disc","kind":"disc","to":["north2"]}}"#, &["not-adjacent"]),
        (r#"{"move_out":{"card":"disc","kind":"disc","to":["north4"]}}"#, &["no-such-territory"]),
        (r#"{"move_out":{"card":"disc","kind":"disc","to":["hand","hand"]}}"#, &["card-count"]),
        (r#"{"move_in":{"card":"disc","kind":"disc","from":["hand"]}}"#, &["move-in-none"]),
        (r#"{"move_in":{"card":"disc","kind":"disc","from":["south1"]}}"#, &["not-adjacent", "move-in-none"]),
        (r#"{"move_in":{"card":"scorpion","kind":"disc","from":["kangaroo"]}}"#, &["not-in-hand", "card-kind"]),
        (
            r#"{"move_out":{"card":"cube","kind":"cylinder","to":["east"]}}"#,
            &["not-in-hand", "card-kind", "move-out-none", "not-adjacent"],
        ),
        (r#"{"move_in":{"card":"disc","kind":"disc","from":["north3"]}}"#, &["move-in-none"]),
        (r#"{"move_in":{"card":"disc","kind":"disc","from":["south4"]}}"#, &["no-such-territory"]),
        (r#"{"remove":{"card":"disc","kind":"cylinder","owners":[0]}}"#, &["card-kind", "remove-own", "remove-none"]),
        (r#"{"take":{"territory":"south3"}}"#, &["ceremony-due"]),
        (r#""draw""#, &["ceremony-due"]),
    ];
    for (action, rules) in cases {
        assert_eq!(play.refusal(0, action), *rules, "{action}");
    }
    play.act(0, r#"{"move_in":{"card":"disc","kind":"disc","from":["kangaroo"]}}"#);
    assert_eq!(
        (play.there(0, AT), play.state.discards),
        (Pieces::of([3, 1, 0]), super::super::names::RitualCards::of([1, 0, 0, 0, 0]))
    );
}

/// Player 0 has doubles and discs about; player 1 has two discs and a cube in the ceremony, player 2 a disc.
fn doubles(options: &Options) -> Play {
    let mut play = empty(3, options);
    play.stand(0, AT, 2, 1, 0).stand(1, AT, 2, 1, 0).stand(2, AT, 1, 0, 0);
    play.stand(0, Territory::Kangaroo, 1, 0, 0).stand(0, Territory::Hand, 2, 0, 0).stand(0, Territory::Foot, 1, 0, 0);
    if !options.own_doubles {
        play.give(0, &[Double, Double]);
    }
    begin(&mut play);
    play
}

#[test]
fn double_cards_act_on_two_where_there_are_two() {
    let play = doubles(&Options::default());
    let cases: &[(&str, &[&str])] = &[
        (r#"{"remove":{"card":"double","kind":"disc","owners":[1]}}"#, &["double-two"]),
        (r#"{"remove":{"card":"double","kind":"disc","owners":[1,1]}}"#, &[]),
        (r#"{"remove":{"card":"double","kind":"disc","owners":[2,1]}}"#, &[]),
        (r#"{"remove":{"card":"double","kind":"disc","owners":[2,2]}}"#, &["remove-none"]),
        (r#"{"remove":{"card":"double","kind":"cube","owners":[1]}}"#, &[]),
        (r#"{"remove":{"card":"double","kind":"cube","owners":[1,2]}}"#, &["remove-none"]),
        (r#"{"remove":{"card":"double","kind":"disc","owners":[0,1]}}"#, &["remove-own"]),
        (r#"{"move_out":{"card":"double","kind":"disc","to":["hand"]}}"#, &["double-two"]),
        (r#"{"move_out":{"card":"double","kind":"disc","to":["hand","hand"]}}"#, &[]),
        (r#"{"move_out":{"card":"double","kind":"disc","to":["hand","north3"]}}"#, &[]),
        (r#"{"move_out":{"card":"double","kind":"cube","to":["hand"]}}"#, &[]),
        (r#"{"move_out":{"card":"double","kind":"cube","to":["hand","foot"]}}"#, &["move-out-none"]),
        (r#"{"move_in":{"card":"double","kind":"disc","from":["kangaroo"]}}"#, &[]),
        (r#"{"move_in":{"card":"double","kind":"disc","from":["foot","kangaroo"]}}"#, &[]),
        (r#"{"move_in":{"card":"double","kind":"disc","from":["hand"]}}"#, &["double-two"]),
        (r#"{"move_in":{"card":"double","kind":"disc","from":["hand","hand"]}}"#, &[]),
        (r#"{"move_in":{"card":"double","kind":"disc","from":["kangaroo","kangaroo"]}}"#, &["move-in-none"]),
        (r#"{"move_in":{"card":"double","kind":"disc","from":["hand","east"]}}"#, &["not-adjacent", "move-in-none"]),
        (r#"{"remove":{"card":"double","kind":"disc","owners":[0]}}"#, &["remove-own", "double-two"]),
    ];
    for (action, rules) in cases {
        assert_eq!(play.refusal(0, action), *rules, "{action}");
    }
    let liberal = doubles(&options(r#"{"double_may_act_on_one":true}"#));
    for (action, rules) in cases {
        let rules: Vec<&str> = rules.iter().copied().filter(|rule| *rule != "double-two").collect();
        assert_eq!(liberal.refusal(0, action), rules, "{action}");
    }
}

#[test]
fn a_double_of_ones_own_leaves_the_game() {
    let mut play = doubles(&options(r#"{"own_doubles":true}"#));
    play.act(0, r#"{"remove":{"card":"double","kind":"disc","owners":[1,2]}}"#);
    assert!(play.state.discards.is_empty());
    play.sound();
    let mut play = doubles(&Options::default());
    play.act(0, r#"{"remove":{"card":"double","kind":"disc","owners":[1,2]}}"#);
    assert_eq!(play.state.discards[Double], 1);
}
