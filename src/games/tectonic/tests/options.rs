//! The options, one by one, and what is wrong with options (D1, D9, D10, P1, P2, P4, P5, P6).

use serde_json::{Value, json};

use super::super::board::{Square, Squares};
use super::super::{Colour, Options, RegionsName, SetupName};
use super::{becomes, breaks, case, ends, goes, open};
use crate::game::Game;
use crate::strict;

#[test]
fn flips_may_be_optional() {
    goes("flip=optional white: Mb5 pf6 hj10", "b5", "b1 b2 b3 b4 a5 c5 d5 e5 f5 f5*f6 b6 b7 b8 b9");
    becomes("flip=optional white: Mb5 pf6 hj10", "b5-f5", "black: Mf5 pf6 hj10");
    becomes("flip=optional white: Mb5 pf6 hj10", "b5-f5*f6", "black: Mf5 pf6' hj10");
    breaks("flip=optional white: Mb5 pf6 hj10", "b5-e5*f6", "flip-not-beside");
    breaks("flip=optional white: Mb5 Pa1 Pc1 Pe1 pf6' hj10", "b5-f5*f6", "flip-no-reserve");
}

#[test]
fn flips_are_named_even_if_there_is_no_choice() {
    breaks("white: Mb5 pf6 hj10", "b5-f5", "flip-missing");
}

#[test]
fn peaks_may_retreat_diagonally() {
    goes("peak_back=diagonal white: Pe5 hj10", "e5", "d6 c7 b8 f6 g7 h8 d4 c3 b2 f4 g3 h2");
    goes("peak_back=diagonal black: pe5 Hj10", "e5", "d6 c7 b8 f6 g7 h8 d4 c3 b2 f4 g3 h2");
    breaks("peak_back=diagonal white: Pe5 hj10", "e5-e4", "peak-retreat");
    breaks("white: Pe5 hj10", "e5-d4", "peak-retreat");
}

/// P8: a piece that stood beside a red one before its move does not turn it, and need not.
#[test]
fn newcomers_may_be_asked_for() {
    // The hill moves around the corner of a red piece of its owner's, or of the opponent's.
    for red in ["Pe4'", "pe4'"] {
        let position = format!("recovery=newcomer white: Hd4 {red} hj10");
        goes(&position, "d4", "c3 d3 e3 c4 c5 d5 e5");
        breaks(&position, "d4-e5*e4", "flip-not-new");
        breaks(&position, "d4-e5", "");
        let position = format!("white: Hd4 {red} hj10");
        goes(&position, "d4", "c3 d3 e3*e4 c4 c5 d5 e5*e4");
        breaks(&position, "d4-e5", "flip-missing");
    }
    // Another piece turns it, and so does the same piece when it comes back.
    goes("recovery=newcomer white: Hc4 Pe4' hj10", "c4", "b3 b4 b5 c3 c5 d3 d4*e4 d5");
    becomes("recovery=newcomer white: Hd4 Pe4' hj10", "d4-c4 j10-j9 c4-d4*e4", "black: Hd4 Pe4 hj9");
    // An enemy piece is still turned red.
    goes("recovery=newcomer white: Hd4 pe4 hj10", "d4", "c3 d3 e3*e4 c4 c5 d5 e5*e4");
    // A piece that stays red is no choice.
    breaks("recovery=newcomer white: Hd4 Pe4' me6 hj10", "d4-e5*e4", "flip-not-new");
    breaks("recovery=newcomer white: Hd4 Pe4' me6 hj10", "d4-e5", "flip-missing");
    goes("recovery=newcomer flip=optional white: Hd4 Pe4' me6 hj10", "d4", "c3 d3 e3 c4 c5 d5 e5 e5*e6");
}

#[test]
fn a_trio_by_flip_may_have_to_wait() {
    let position = "trio_by_conversion=false white: Ha10 Pb9' Md10 Pe1 hj4";
    ends("white: Ha10 Pb9' Md10 Pe1 hj4", "d10-b10*b9", "trio white");
    ends(position, "d10-b10*b9", "goes on");
    // Any move of White's wins, if the trio still stands.
    ends(position, "d10-b10*b9 j4-j5 e1-d2", "trio white");
    ends(position, "d10-b10*b9 j4-j5 b10-c10", "trio white");
    ends(position, "d10-b10*b9 j4-j5 b10-d10", "goes on");
    ends(position, "d10-b10*b9 j4-j5 b10-d10 j5-j6 d10-c10", "trio white");
    // The opponent may break it.
    ends("trio_by_conversion=false white: Ha10 Pb9' Md10 hb7", "d10-b10*b9 b7-b8*b9 b10-c10", "goes on");
}

#[test]
fn a_trio_by_the_move_itself_wins_whatever_is_turned() {
    ends("trio_by_conversion=false white: Ha10 Pb10 Mg10 hc9 hj1", "g10-c10*c9", "trio white");
    // Completed by the flip of this very move, beside an old one: the old one counts.
    ends("trio_by_conversion=false white: Ha10 Pb10 Mc10 Me5 pe7 hj4", "e5-e6*e7", "trio white");
}

#[test]
fn who_cannot_move_may_lose_draw_or_pass() {
    ends("black: Pb10 hb9' me5", "e5-e6", "no-move black");
    ends("no_move=draw black: Pb10 hb9' me5", "e5-e6", "no-move draw");
    ends("no_move=pass black: Pb10 hb9' me5", "e5-e6", "goes on");
    assert_eq!(case("no_move=pass black: Pb10 hb9' me5").play("e5-e6").legal(), ["pass"]);
    becomes("no_move=pass black: Pb10 hb9' me5", "e5-e6 pass", "black: Pb10 hb9' me6");
}

#[test]
fn passing_is_for_those_who_cannot_move() {
    breaks("start", "pass", "pass-not-offered");
    breaks("start no_move=draw", "pass", "pass-not-offered");
    breaks("start no_move=pass", "pass", "pass-with-moves");
    breaks("no_move=pass white: Pb10 hb9' me5", "pass", "");
}

#[test]
fn two_passes_in_a_row_draw() {
    let blocked = "no_move=pass black: Pb10 hb9' pe1 He2'";
    ends(blocked, "pass", "goes on");
    ends(blocked, "pass pass", "no-move draw");
    // A move between two passes separates them.
    ends("no_move=pass black: Pb10 hb9' me5", "e5-e6 pass e6-e5 pass", "goes on");
    assert_eq!(case("no_move=pass black: Pb10 hb9' me5").play("e5-e6 pass").state.passes, 1);
    assert_eq!(case("no_move=pass black: Pb10 hb9' me5").play("e5-e6 pass e6-e5").state.passes, 0);
}

#[test]
fn a_pass_is_a_ply_and_its_position_counts() {
    ends("no_move=pass no_flip_plies=2 black: Pb10 hb9' me5", "e5-e6 pass", "no-flip draw");
    ends("no_move=pass black: Pb10 hb9' me5", &"e5-e6 pass e6-e5 pass ".repeat(2), "repetition draw");
    ends("no_move=pass repetition=2 black: Pb10 hb9' me5", "e5-e6 pass e6-e5 pass", "repetition draw");
    // The second pass ends the game before the house rules are tested.
    ends("no_move=pass no_flip_plies=2 black: Pb10 hb9' pe1 He2'", "pass pass", "no-move draw");
}

#[test]
fn after_a_pass_nothing_else_is_tested() {
    // White's trio, completed by a flip, stands in its corner and cannot move: White's pass does not win with it.
    let position = "trio_by_conversion=false white: Ha10 Pb10 Ma9 hb9' pa8' me5 quiet=1";
    ends(&format!("no_move=pass {position}"), "pass", "goes on");
    ends(&format!("no_move=pass {position}"), "pass e5-e6 pass", "goes on");
    ends(position, "", "no-move black");
}

#[test]
fn the_house_rules_can_be_changed_and_switched_off() {
    let round = "a1-a2 j10-j9 a2-a1 j9-j10 ";
    ends("start repetition=2", round, "repetition draw");
    ends("start repetition=4", &round.repeat(2), "goes on");
    ends("start repetition=4", &round.repeat(3), "repetition draw");
    ends("start repetition=0 no_flip_plies=0", &round.repeat(40), "goes on");
    ends("start repetition=0 no_flip_plies=0", &round.repeat(125), "ply-limit draw");
    ends("start repetition=0 no_flip_plies=0 ply_limit=0", &round.repeat(126), "goes on");
    ends("start repetition=0 ply_limit=9", &round.repeat(2), "goes on");
    ends("start repetition=0", &round.repeat(25), "no-flip draw");
    let case = case("start repetition=0").play(round);
    assert_eq!((case.state.memory.moves().len(), case.game.occurrence(&case.state)), (0, None));
}

#[test]
fn every_shape_of_regions_goes_with_every_set_up() {
    for regions in ["triangle", "rectangle"] {
        for setup in ["S1", "S2", "S3", "S4"] {
            let case = case(&format!("start regions={regions} setup={setup}"));
            let board = &case.state.board;
            assert_eq!(board.coloured[1], board.coloured[0].turned(), "{setup}");
            assert_eq!(board.occupied().len(), 12);
            assert_eq!(case.reserves(), [1; 6]);
            assert!(board.kinds.iter().all(|kind| kind.len() == 4 && *kind == kind.turned()));
            let [white, black] = case.game.goals;
            assert_eq!(white.map(Squares::turned), black);
            assert!(white.iter().chain(&black).all(|region| region.len() == 6));
            assert!(white[0].or(white[1]).and(black[0].or(black[1])).is_empty());
            assert!(white.into_iter().all(|region| region.into_iter().all(|square| square.rank() >= 7)));
        }
    }
}

#[test]
fn the_shape_of_the_regions_matters() {
    ends("white: Ha10 Pb10 Mc8 hj4", "c8-c9", "goes on");
    ends("regions=rectangle white: Ha10 Pb10 Mc8 hj4", "c8-c9", "trio white");
    ends("regions=rectangle white: Hb10 Pc10 Ma7 hj4", "a7-a8", "goes on");
    ends("white: Hb10 Pc10 Ma7 hj4", "a7-a8", "trio white");
}

#[test]
fn the_set_ups_are_where_the_rules_put_them() {
    let white = |setup| {
        let case = case(&format!("start setup={setup}"));
        let board = &case.state.board;
        board.kinds.map(|kind| {
            kind.and(board.coloured[Colour::White as usize]).into_iter().map(Square::name).collect::<Vec<_>>().join(" ")
        })
    };
    assert_eq!(white("S1"), ["a1 j1", "b1 i1", "c1 h1"]);
    assert_eq!(white("S2"), ["a3 j3", "b2 i2", "c1 h1"]);
    assert_eq!(white("S3"), ["a2 j2", "b1 i1", "a1 j1"]);
    assert_eq!(white("S4"), ["a2 j2", "b2 i2", "c2 h2"]);
}

#[test]
fn the_defaults() {
    let options = Options::default();
    assert_eq!((options.regions, options.setup), (RegionsName::Triangle, SetupName::S1));
    let text = r#"{"regions":"triangle","setup":"S1","peak_back":"straight","flip":"compulsory","trio_by_conversion":true,"recovery":"arrival","no_move":"lose","repetition":3,"no_flip_plies":100,"ply_limit":500}"#;
    assert_eq!(serde_json::to_string(&options).unwrap(), text);
}

#[test]
fn options_with_faults() {
    let faults = |options: Value| {
        let faults = open(options.as_object().unwrap().clone()).err().unwrap_or_default();
        faults.iter().map(|fault| fault.at.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(faults(json!({"repetition": 1})), "options.repetition");
    for right in ["repetition", "no_flip_plies", "ply_limit"].map(|option| json!({option: 0})).into_iter().chain([
        json!({"repetition": 2}),
        json!({"no_flip_plies": 1}),
        json!({"ply_limit": 1}),
    ]) {
        assert_eq!(faults(right), "");
    }
}

#[track_caller]
fn unreadable(options: &str, because: &str) {
    let wrong = strict::from_slice::<Options>(options.as_bytes()).expect_err(options);
    assert!(wrong.message.contains(because), "{options}: {wrong}");
}

#[test]
fn options_that_cannot_be_read() {
    unreadable(r#"{"setup":"S5"}"#, "unknown name `S5`");
    unreadable(r#"{"setup":"s1"}"#, "did you mean `S1`?");
    unreadable(r#"{"regions":"custom"}"#, "unknown name `custom`");
    unreadable(r#"{"flip":true}"#, "this value is not possible here");
    unreadable(r#"{"recovery":"new"}"#, "unknown name `new`");
    unreadable(r#"{"flip_count":"all"}"#, "unknown field `flip_count`");
    unreadable(r#"{"trio_by_conversion":"yes"}"#, "the string");
    unreadable(r#"{"trio_by_conversion":1}"#, "the number");
    unreadable(r#"{"no_move":null}"#, "this value is not possible here");
    unreadable(r#"{"repetition":-1}"#, "is not possible here");
    unreadable(r#"{"repetition":2.0}"#, "floating point");
    unreadable(r#"{"repetition":"off"}"#, "the string");
    unreadable(r#"{"no_flip_plies":4294967296}"#, "is not possible here");
    unreadable(r#"{"ply_limit":-1}"#, "is not possible here");
}
