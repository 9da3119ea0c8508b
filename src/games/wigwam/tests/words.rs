//! What people are told of Wigwam.

use super::*;

#[test]
fn actions_are_told_as_one_says_them() {
    let set_up = r#"{"arrange":{"chief":"B1","tents":["B2","B4","B3"],"warriors":["C1","C2"]}}"#;
    let bare = r#"{"arrange":{"chief":"B1","tents":[],"warriors":["C2","C2","C1"]}}"#;
    for (written, told) in [
        (set_up, "set up the chief on B1, tents on B2, B3, B4 and warriors on C1, C2"),
        (bare, "set up the chief on B1, no tents and warriors on C1, C2, C2"),
        (r#"{"move":{"from":"E3","to":"E4"}}"#, "move E3 to E4"),
        (r#"{"capture":{"from":"C3","jumps":[{"over":"D4","to":"E4"}]}}"#, "capture from C3 over D4 to E4"),
        (
            r#"{"capture":{"from":"C3","jumps":[{"over":"D4","to":"E4"},{"over":"F4","to":"G4"}]}}"#,
            "capture from C3 over D4 to E4, then over F4 to G4",
        ),
        (r#"{"huff":{"force":"E3"}}"#, "huff by forcing the figure on E3 to capture"),
        (r#"{"huff":{"remove":"E3"}}"#, "huff by removing the figure on E3"),
    ] {
        let action: Action = strict::from_slice(written.as_bytes()).unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(Wigwam::action_in_words(&action), told);
    }
}

#[test]
fn ends_are_told_as_one_says_them() {
    let told = Reason::ALL.map(|reason| (reason.name(), Wigwam::reason_in_words(reason.name())));
    let expected = [
        ("chief-captured", "a side has lost its chief"),
        ("blocked", "the fighters of one side can neither move nor capture"),
        ("warriors-gone", "one side has lost all its warriors, and those of the other are safe"),
        ("two-chiefs", "both sides have lost all their warriors"),
        ("repetition", "the same position has occurred too often"),
        ("no-capture", "nothing has been captured for too long"),
    ];
    assert_eq!(told, expected);
}
