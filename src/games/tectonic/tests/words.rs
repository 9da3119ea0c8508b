//! What people are told of TecTonic.

use super::super::{Action, Reason, TecTonic};
use crate::game::Game;
use crate::strict;

#[test]
fn actions_are_told_as_one_says_them() {
    for (written, told) in [
        (r#"{"move":{"from":"c1","to":"c5"}}"#, "move c1 to c5"),
        (r#"{"move":{"from":"c1","to":"c5","flip":"d5"}}"#, "move c1 to c5 and turn d5"),
        (r#""pass""#, "pass"),
    ] {
        let action: Action = strict::from_slice(written.as_bytes()).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(TecTonic::action_in_words(&action), told);
    }
}

#[test]
fn ends_are_told_as_one_says_them() {
    let told = Reason::ALL.map(|reason| (reason.name(), TecTonic::reason_in_words(reason.name())));
    let expected = [
        ("trio", "a hill, a peak and a mount stand in one enemy region"),
        ("all-red", "all pieces of one side show red"),
        ("no-move", "a player cannot move"),
        ("repetition", "the same position has occurred too often"),
        ("no-flip", "too many moves in a row have turned no piece"),
        ("ply-limit", "the game has lasted too long"),
    ];
    assert_eq!(told, expected);
}
