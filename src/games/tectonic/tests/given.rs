//! Positions from outside: which are accepted, which are over (P7), and how every fault is named.

use serde_json::{Value, json};

use super::{case, faulty, open, read};
use crate::breach::Breach as _;
use crate::game::Game;
use crate::strict;

#[track_caller]
fn over(position: &str, expected: &str) {
    assert_eq!(case(position).end(), expected, "{position}");
}

#[test]
fn decided_by_the_last_move() {
    over("white: ha1 pb1 mc1 Hj5", "trio black");
    over("black: Ha10 Pb10 Mc10 hj5", "trio white");
    over("white: ha1 pb1 mc1", "trio black");
    over("white: hj5 Ha1'", "all-red black");
    over("white: hj5", "all-red black");
    over("white: Pb10 hb9' me5", "no-move black");
    over("no_move=draw white: Pb10 hb9' me5", "no-move draw");
    over("no_move=pass white: Pb10 hb9' me5", "goes on");
    over("white: Ha1 hj10 quiet=100", "no-flip draw");
    over("no_flip_plies=0 white: Ha1 hj10 quiet=1000", "goes on");
    over("white: Ha1 hj10 over=repetition quiet=8", "repetition draw");
    over("white: Ha1 hj10 plies=500", "ply-limit draw");
    over("ply_limit=0 white: Ha1 hj10 plies=501", "goes on");
}

#[test]
fn decided_before_the_last_move() {
    faulty("white: Ha10 Pb10 Mc10 hj5", "decided");
    faulty("black: ha1 pb1 mc1 Hj5", "decided");
    faulty("white: Ha10 Pb10 Mc10 ha1 pb1 mc1", "decided");
    faulty("white: Hj5", "decided");
    faulty("white: Hj5 ha1'", "decided");
    faulty("white: Ha1 hj10 quiet=101", "quiet");
    faulty("no_flip_plies=10 white: Ha1 hj10 quiet=11", "quiet");
    faulty("white: Ha1 hj10 plies=501", "plies");
}

#[test]
fn what_decided_it_too_early() {
    let fact = |text| serde_json::to_value(&read(text).err().unwrap()[0]).unwrap();
    let trio = fact("white: Ha10 Pb10 Mc10 hj5");
    assert_eq!((&trio["reason"], &trio["winner"]), (&json!("trio"), &json!("white")));
    let red = fact("black: hj5 Ha1'");
    assert_eq!((&red["reason"], &red["winner"]), (&json!("all-red"), &json!("black")));
    // Where the regions lie is reconstructed, so only the first verdict rests on data.
    let data = |text| read(text).err().unwrap()[0].data();
    assert_eq!(data("white: Ha10 Pb10 Mc10 hj5"), Some(crate::game::Provenance::Reconstructed));
    assert_eq!(data("black: hj5 Ha1'"), None);
    // The message says what can be seen, not what was done.
    let says = |text| read(text).err().unwrap()[0].to_string();
    let trio = "a hill, a peak and a mount of white stand in one enemy region, so white has won and cannot be on turn";
    assert_eq!(says("white: Ha10 Pb10 Mc10 hj5"), trio);
    assert_eq!(says("black: hj5 Ha1'"), "no piece shows white, so black has won and cannot be on turn");
}

#[test]
fn a_trio_by_flip_that_has_to_wait() {
    let given = |rest: &str| format!("trio_by_conversion=false {rest}");
    // The last move turned a piece: the position must say whether that completed the trio.
    over(&given("black: Ha10 Pb10 Mc10 hj5"), "goes on");
    over(&given("black: Ha10 Pb10 Mc10 hj5 over=trio"), "trio white");
    // It turned nothing: the trio was there when it was tested.
    over(&given("black: Ha10 Pb10 Mc10 hj5 quiet=1"), "trio white");
    // The owner's last move may have turned a piece, or cannot have.
    over(&given("white: Ha10 Pb10 Mc10 hj5 quiet=1"), "goes on");
    faulty(&given("white: Ha10 Pb10 Mc10 hj5 quiet=2"), "decided");
    over(&given("no_move=pass white: Ha10 Pb10 Mc10 hj5 quiet=2"), "goes on");
}

#[test]
fn said_to_be_over() {
    faulty("white: Ha1 hj10 over=trio", "not-over");
    faulty("white: Ha1 hj10 over=all-red", "not-over");
    faulty("white: Ha1 hj10 over=no-move", "not-over");
    faulty("white: Ha1 hj10 quiet=99 over=no-flip", "not-over");
    faulty("white: Ha1 hj10 plies=499 over=ply-limit", "not-over");
    faulty("white: ha1 pb1 mc1 Hj5 over=all-red", "not-over");
    faulty("repetition=0 white: Ha1 hj10 over=repetition", "not-over");
    over("white: ha1 pb1 mc1 Hj5 over=trio", "trio black");
    over("white: hj5 over=all-red", "all-red black");
    over("white: Ha1 hj10 quiet=100 over=no-flip", "no-flip draw");
}

#[test]
fn passes_that_were_possible() {
    over("no_move=pass black: Pb10 hb9' me5 passes=1 quiet=1", "goes on");
    over("no_move=pass black: Pb10 hb9' pe1 He2' passes=2 quiet=2", "no-move draw");
    faulty("no_move=pass black: Pb10 hb9' me5 passes=1", "passes");
    faulty("no_move=pass black: Pb10 hb9' me5 passes=2 quiet=5", "passes");
    faulty("no_move=pass white: Pb10 hb9' me5 passes=1 quiet=5", "passes");
    faulty("no_move=pass black: Pb10 hb9' pe1 He2' passes=3 quiet=5", "passes");
    faulty("black: Ha1 hj10 passes=1 quiet=1", "passes");
}

#[test]
fn wrong_pieces() {
    faulty("white: Ha1 Pa1 hj10", "square-twice");
    faulty("white: Ha1 Ha1 hj10", "square-twice");
    faulty("white: Ha1 ha1' hj10", "square-twice");
    faulty("white: Ha1 Hb1 Hc1 Hd1 hj10", "too-many");
    faulty("white: Ha1 Hb1 Hc1' Hd1' hj10", "too-many");
    faulty("white: Ha1 Hb1 Hc1' hj10", "");
}

#[test]
fn every_fault_is_named() {
    faulty("white: Ha1 Pa1 hj10 pj10", "square-twice square-twice");
    faulty("white: Ha1 Hb1 Hc1 Hd1 mj10 mi10 mh10 mg10'", "too-many too-many");
    faulty("white: Ha1 Pa1 hj10 quiet=500 passes=3", "square-twice quiet passes");
    faulty("white: Ha1 Hb1 Hc1 Hd1 mj10 quiet=500", "too-many quiet");
    faulty("white: Ha1 Ha1 Hb1 Hc1 Hd1 He1 mj10", "square-twice too-many");
    faulty("white: Ha10 Pb10 Mc10 quiet=101 passes=1 over=no-move", "decided decided quiet passes not-over");
}

#[track_caller]
fn restored(position: &Value, expected: &str) {
    let game = open(serde_json::Map::new()).unwrap();
    let read = strict::from_value(position).unwrap_or_else(|wrong| panic!("{wrong}"));
    let faults = game.restore(2, &read).err().unwrap_or_default();
    let ids: Vec<&str> =
        faults.iter().map(|fault| fault.clause().id.strip_prefix("tectonic.position-").unwrap()).collect();
    assert_eq!(ids.join(" "), expected, "{position}: {faults:?}");
}

#[test]
fn reserves_that_do_not_fit() {
    let given = |white: [u8; 3], black: [u8; 3]| {
        let counts = |n: [u8; 3]| json!({"hills": n[0], "peaks": n[1], "mounts": n[2]});
        json!({"turn": "white", "white": {"hills": ["a1"]}, "black": {"mounts": ["j10"]}, "red": {"black": {"peaks": ["e5"]}},
               "reserve": {"white": counts(white), "black": counts(black)}})
    };
    restored(&given([2, 3, 3], [3, 2, 2]), "");
    restored(&given([3, 3, 3], [3, 2, 2]), "reserve");
    restored(&given([2, 3, 3], [3, 3, 2]), "reserve");
    restored(&given([0, 0, 0], [0, 0, 0]), "reserve reserve reserve reserve reserve reserve");
}

#[test]
fn moves_that_led_here() {
    over("white: Ha1 hj10 quiet=4 plies=4 moves=a1a2,j10j9,a2a1,j9j10", "goes on");
    // What they lead to need not be stated, but cannot be denied.
    let twice = "a1a2,j10j9,a2a1,j9j10,a1a2,j10j9,a2a1,j9j10";
    over(&format!("white: Ha1 hj10 quiet=8 plies=8 moves={twice}"), "repetition draw");
    over(&format!("white: Ha1 hj10 quiet=8 plies=8 moves={twice} over=repetition"), "repetition draw");
    over(&format!("repetition=4 white: Ha1 hj10 quiet=8 plies=8 moves={twice}"), "goes on");
    // Earlier counts continue.
    over("white: Ha1 hj10 quiet=98 plies=300 moves=a1a2,j10j9,a2a1,j9j10", "goes on");
    over("no_move=pass black: Pb10 hb9' me5 quiet=4 plies=4 passes=1 moves=e5e6,pass,e6e5,pass", "goes on");
    over("no_move=pass black: Pb10 hb9' pe1 He2' quiet=2 plies=2 passes=2 moves=pass", "no-move draw");
    // A trio completed by a flip wins later, if it still stands; the moves show how it was completed.
    let flip = "trio_by_conversion=false black: Ha10 Pb9 Mb10 Pe1 hj4 plies=1 moves=d10b10*b9";
    over(flip, "goes on");
    faulty(&format!("{flip} over=trio"), "not-over");
}

#[test]
fn every_way_to_turn_is_taken_back() {
    over("black: Md6 me6' hj10 plies=1 moves=d4d6*e6", "goes on");
    over("black: Md6 Pe6 Hb1 hj10 plies=1 moves=d4d6*e6", "goes on");
    over("black: Md6 Pe6 Hb1 hj10 plies=1 moves=d4d6+e6", "goes on");
    // With all three peaks of Black's elsewhere there was none to exchange.
    faulty("black: Md6 Pe6 pa1 pb1 pc1 hj10 plies=1 moves=d4d6+e6", "memory");
}

#[test]
fn moves_that_did_not_lead_here() {
    let given = |moves: &str| format!("white: Ha1 Me4 hj10 me6' quiet=2 plies=9 moves={moves}");
    faulty(&given("a2a1,j9j10"), "");
    for (moves, why) in [
        ("a1a2,j9j10", "from a square that is occupied now"),
        ("a2b1,j9j10", "to a square that is empty now"),
        ("j9j10,a2a1", "by the other side"),
        ("a2a1,a1a2", "by the other side, and nothing on the way"),
        ("a3a1,j9j10", "too far"),
        ("e9e4,j9j10", "too far for a mount"),
        ("e7e4,j9j10", "over a piece"),
        ("e3e4*e6,j9j10", "turning what is not beside"),
        ("a2a1*e6,j9j10", "turning what is not beside, which is red now"),
        ("a2a1,j9j10*e4", "turning a piece that shows the other colour"),
        ("a2a1+e6,j9j10", "exchanging a piece that is red now"),
        ("a2a1*a1,j9j10", "turning itself"),
        ("a2a1,pass", "passing where no player may"),
    ] {
        let faults = read(&given(moves)).err().unwrap_or_default();
        assert_eq!(super::ids(&faults), "tectonic.position-memory".replace("tectonic.", ""), "{why}: {faults:?}");
    }
    faulty("white: Ha1 Md6 hj10 me6 quiet=2 plies=9 moves=d4d6,j9j10", "memory");
    faulty("repetition=0 white: Ha1 hj10 quiet=2 plies=2 moves=a2a1,j9j10", "memory");
    faulty("white: Ha1 hj10 quiet=2 plies=1 moves=a2a1,j9j10", "memory");
    faulty("white: Ha1 hj10 quiet=1 plies=2 moves=a2a1,j9j10", "memory");
    faulty("black: Md6 me6' hj10 quiet=1 plies=1 moves=d4d6*e6", "memory");
    faulty("no_move=pass white: Pb10 hb9' me5 quiet=2 plies=2 passes=0 moves=pass,e6e5", "");
    faulty("no_move=pass black: Pb10 hb9' me5 quiet=2 plies=2 passes=0 moves=e6e5,pass", "memory");
}

#[test]
fn moves_after_the_end() {
    let round = "a1a2,j10j9,a2a1,j9j10,";
    faulty(&format!("white: Ha1 hj10 quiet=12 plies=12 moves={round}{round}a1a2,j10j9,a2a1,j9j10"), "memory");
    faulty("no_flip_plies=2 white: Ha1 hj10 quiet=2 plies=4 moves=a1a2,j10j9,a2a1,j9j10", "memory");
    faulty("ply_limit=3 white: Ha1 hj10 quiet=4 plies=4 moves=a1a2,j10j9,a2a1,j9j10", "plies");
    faulty("white: Ha10 Pb10 Md9 hj4 quiet=2 plies=2 moves=c9d9,j5j4", "");
    faulty("white: Ha10 Pb10 Md9 hj4 quiet=3 plies=3 moves=j4j5,c9d9,j5j4", "");
    faulty("white: Ha10 Pb10 Md9 hj5 quiet=4 plies=4 moves=d9c9,j4j5,c9d9,j4j5", "memory");
}

#[test]
fn positions_that_cannot_be_read() {
    for (text, because) in [
        (r#"{"white":{"hills":["a1"]}}"#, "missing field `turn`"),
        (r#"{"turn":"white","white":{"hills":["a11"]}}"#, "`a11` is not a square"),
        (r#"{"turn":"white","white":["a1"]}"#, "found a list"),
        (r#"{"turn":"white","white":{"hill":["a1"]}}"#, "did you mean `hills`?"),
        (r#"{"turn":"white","red":{"hills":["a1"]}}"#, "unknown field `hills`"),
        (r#"{"turn":"white","reserve":{"white":{}}}"#, "missing field `black`"),
        (r#"{"turn":"white","quiet":-1}"#, "is not possible here"),
        (r#"{"turn":"white","quiet":null}"#, "null"),
        (r#"{"turn":"white","over":"boredom"}"#, "unknown name `boredom`"),
        (r#"{"turn":"white","plies":-1}"#, "is not possible here"),
        (r#"{"turn":"white","moves":["a1a2"]}"#, "found a list"),
        (r#"{"turn":"white","moves":""}"#, "is not a list of moves such as"),
        (r#"{"turn":"white","moves":"a1"}"#, "is not a list of moves such as"),
        (r#"{"turn":"white","moves":"a1-a2"}"#, "is not a list of moves such as"),
        (r#"{"turn":"white","moves":"a1a2 "}"#, "is not a list of moves such as"),
        (r#"{"turn":"white","moves":"a1a2  j1j2"}"#, "is not a list of moves such as"),
        (r#"{"turn":"white","moves":"a1a2*"}"#, "is not a list of moves such as"),
        (r#"{"turn":"white","moves":"a1a11"}"#, "is not a list of moves such as"),
        (r#"{"turn":"white","moves":"a1a2passa1"}"#, "is not a list of moves such as"),
        (r#"{"turn":"white","moves":"é1a2"}"#, "is not a list of moves such as"),
    ] {
        let wrong = strict::from_slice::<super::Position>(text.as_bytes()).expect_err(text);
        assert!(wrong.message.contains(because), "{text}: {wrong}");
    }
}
