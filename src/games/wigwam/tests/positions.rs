//! Reading and writing: the faults of positions from outside, views, and actions as JSON.

use super::*;
use crate::dice::{Dice, Supply};
use crate::game::{Event, Sight, Source};
use crate::games::wigwam::options::{Capture, Placement};
use crate::games::wigwam::view::View;

fn read(text: &str) -> Position {
    strict::from_slice(text.as_bytes()).unwrap_or_else(|malformed| panic!("{text}: {malformed}"))
}

#[track_caller]
fn faulty(game: &Wigwam, text: &str, expected: &[&str]) {
    let faults = game.restore(2, &read(text)).expect_err(text);
    let ids: Vec<&str> = faults.iter().map(|fault| fault.clause().id.strip_prefix("wigwam.").unwrap()).collect();
    assert_eq!(ids, expected, "{text}: {faults:?}");
}

const L: &str = r#""light":{"chief":"A1","warriors":["C3"],"tents":["B1"]}"#;
const D: &str = r#""dark":{"chief":"G1","warriors":["D4"]}"#;

#[test]
fn faults_of_positions() {
    let game_ = plain();
    let twice = r#""dark":{"chief":"A1","warriors":["D4","D4"]}"#;
    faulty(&game_, &format!(r#"{{"turn":"light",{L},{twice}}}"#), &["position-base-twice"; 2]);
    let four = r#""dark":{"chief":"G1","tents":["D4","D5","D6","D7"]}"#;
    faulty(&game_, &format!(r#"{{"turn":"light",{L},{four}}}"#), &["position-too-many"]);
    let headless = r#""dark":{"warriors":["D4"]}"#;
    faulty(&game_, &format!(r#"{{"turn":"light",{L},{headless}}}"#), &["position-no-chief"]);
    faulty(&game_, &format!(r#"{{"turn":"dark",{L},{headless},"quiet":2}}"#), &["position-no-chief"]);
    faulty(&game_, r#"{"turn":"dark","light":{},"dark":{}}"#, &["position-no-chief"; 2]);
    let captured = game_.restore(2, &read(&format!(r#"{{"turn":"dark",{L},{headless}}}"#))).unwrap();
    ended(&game_, &captured, "chief-captured", [2, 0]);
    faulty(&game_, &format!(r#"{{"turn":"dark",{L},{D},"quiet":101}}"#), &["position-quiet"]);
    faulty(&game_, &format!(r#"{{"turn":"dark",{L},{D},"over":"blocked"}}"#), &["position-not-over"]);
    faulty(&game_, &format!(r#"{{"turn":"dark",{L},{D},"huff":"removed"}}"#), &["position-huff-strict"]);
    for wrong in [r#""turn":"dark""#.to_owned(), format!(r#""turn":"light",{L}"#), format!(r#""turn":"light",{D}"#)] {
        faulty(&game_, &format!("{{{wrong}}}"), &["position-set-up"]);
    }
    faulty(&game_, r#"{"turn":"light","quiet":1}"#, &["position-set-up"]);
    let light = r#""light":{"chief":"B1","warriors":["C3"],"tents":["A1"]}"#;
    let counts = ["arrange-count", "arrange-count", "arrange-outside"];
    faulty(&game_, &format!(r#"{{"turn":"dark",{light}}}"#), &counts);
    let thrice =
        r#""light":{"chief":"B1","warriors":["B5","C1","C2","C3","C5","C6","C6","C6"],"tents":["B2","B2","B2"]}"#;
    let twice = ["arrange-base-twice", "arrange-base-twice", "arrange-count"];
    faulty(&game_, &format!(r#"{{"turn":"dark",{thrice}}}"#), &twice);
    let crowd =
        r#""light":{"chief":"A1","warriors":["A2","A3","A4","B1","B2","B3","B4","B5"],"tents":["C1","C2","C3","C4"]}"#;
    let many = ["position-too-many", "position-too-many", "position-no-chief", "position-quiet"];
    faulty(&game_, &format!(r#"{{"turn":"light",{crowd},"dark":{{"warriors":["G1"]}},"quiet":1000}}"#), &many);
    let both = ["position-base-twice", "position-quiet"];
    let inside = r#""light":{"chief":"A1","tents":["B1","B1"]},"dark":{"chief":"G1","tents":["B1"]}"#;
    faulty(&game_, &format!(r#"{{"turn":"light",{inside},"quiet":1000}}"#), &both);
    let figures = read(&format!(r#"{{"turn":"dark",{thrice}}}"#));
    assert_eq!(read(&serde_json::to_string(&figures).unwrap()), figures);
}

#[test]
fn positions_that_were_decided_before() {
    let game_ = plain();
    let bare = r#""dark":{"chief":"G1"}"#;
    let line = |turn: &str, quiet: u32| format!(r#"{{"turn":"{turn}",{L},{bare},"quiet":{quiet}}}"#);
    // After a capture of dark's it is light's turn and nothing is decided; after a move it would be.
    assert_eq!(game_.restore(2, &read(&line("light", 0))).unwrap().over, None);
    faulty(&game_, &line("light", 1), &["position-decided"]);
    ended(&game_, &game_.restore(2, &read(&line("dark", 1))).unwrap(), "warriors-gone", [1, 0]);
    faulty(&game_, &line("dark", 2), &["position-decided"]);
    // The chief cannot have captured if no victim is missing or he had no room.
    let full = r#""light":{"chief":"A1","warriors":["C1","C2","C3","C4","C5","C6","D3"]}"#;
    faulty(&game_, &format!(r#"{{"turn":"light",{full},{bare}}}"#), &["position-decided"]);
    let walled = r#""dark":{"chief":"G1","tents":["F1","F2","G2"]}"#;
    faulty(&game_, &format!(r#"{{"turn":"light",{L},{walled}}}"#), &["position-decided"]);
}

#[test]
fn huffed_positions_that_were_decided_before() {
    let game_ = game(&Options { capture: Capture::Huff, ..Options::default() });
    let line = |turn: &str, light: &str, dark: &str, rest: &str| {
        format!(r#"{{"turn":"{turn}","light":{{{light}}},"dark":{{{dark}}},{rest}}}"#)
    };
    let warrior = r#""chief":"G1","warriors":["D7"]"#;
    for quiet in [1, 2, 50] {
        let text = line("dark", r#""chief":"A1""#, warrior, &format!(r#""quiet":{quiet}"#));
        faulty(&game_, &text, &["position-decided"]);
    }
    // Two chiefs, and no capture was omitted: R34 waits for one ply after a removal, but no longer.
    let chiefs = |quiet: u32| line("dark", r#""chief":"A1""#, r#""chief":"G1""#, &format!(r#""quiet":{quiet}"#));
    ended(&game_, &game_.restore(2, &read(&chiefs(1))).unwrap(), "two-chiefs", [0, 0]);
    faulty(&game_, &chiefs(2), &["position-decided"]);
    // The light chief could take the dark one, but dark had won before.
    let (near, far) = (r#""chief":"C4","warriors":["G4"]"#, r#""chief":"C4","warriors":["C2"]"#);
    let forced = r#""huff":{"forced":"C3"},"quiet":3"#;
    faulty(&game_, &line("light", r#""chief":"C3""#, near, forced), &["position-decided"]);
    game_.restore(2, &read(&line("light", r#""chief":"C3""#, far, forced))).unwrap();
    let open = r#""huff":{"open":{"from":"C3","to":"A1"}},"quiet":3"#;
    faulty(&game_, &line("dark", r#""chief":"A1""#, near, open), &["position-decided"]);
    game_.restore(2, &read(&line("dark", r#""chief":"A1""#, far, open))).unwrap();
}

#[test]
fn faults_of_huffs() {
    let huff = game(&Options { capture: Capture::Huff, ..Options::default() });
    let line = |turn: &str, rest: &str| format!(r#"{{"turn":"{turn}",{L},{D},{rest}}}"#);
    let open = |from, to| format!(r#""huff":{{"open":{{"from":"{from}","to":"{to}"}}}},"quiet":1"#);
    for (from, to) in [("B2", "D5"), ("C2", "D4"), ("B1", "B1"), ("E1", "B1"), ("A2", "B1")] {
        faulty(&huff, &line("dark", &open(from, to)), &["position-huff-open"]);
    }
    huff.restore(2, &read(&line("dark", &open("C1", "B1")))).unwrap();
    faulty(&huff, &line("dark", r#""huff":{"open":{"from":"C1","to":"B1"}}"#), &["position-huff-open"]);
    faulty(&huff, &line("dark", r#""huff":{"forced":"A1"}"#), &["position-huff-forced"]);
    faulty(&huff, &line("dark", r#""huff":"removed","quiet":1"#), &["position-huff-removed"]);
    huff.restore(2, &read(&line("dark", r#""huff":"removed""#))).unwrap();
    // The ply that was undone, or for which a figure was removed, had not ended the game.
    let late = |quiet: u32| line("light", &format!(r#""huff":{{"forced":"C3"}},"quiet":{quiet}"#));
    huff.restore(2, &read(&late(98))).unwrap();
    faulty(&huff, &late(99), &["position-quiet"]);
    let hasty = game(&Options { capture: Capture::Huff, no_capture_plies: 1, ..Options::default() });
    faulty(&hasty, &line("dark", r#""huff":"removed""#), &["position-quiet"]);
    faulty(&hasty, &line("light", r#""huff":{"forced":"C3"}"#), &["position-quiet"]);
    let seen = r#""huff":{"forced":"C3"},"seen":{"light A1 C3 B1 G1 D4 -":1}"#;
    faulty(&huff, &line("light", seen), &["position-memory"]);
}

#[test]
fn faults_of_memory() {
    let game_ = plain();
    let line = |quiet: u32, seen: &str| format!(r#"{{"turn":"light",{L},{D},"quiet":{quiet},"seen":{{{seen}}}}}"#);
    let now = r#""light A1 C3 B1 G1 D4 -""#;
    let then = r#""dark A1 C3 C1 G1 D4 -""#;
    game_.restore(2, &read(&line(4, &format!("{now}:2,{then}:1")))).unwrap();
    for (quiet, seen) in [
        (9, format!("{then}:1")),
        (9, format!("{now}:1,{then}:3")),
        (9, format!("{now}:0")),
        (9, format!("{now}:4")),
        (3, format!("{now}:2,{then}:1")),
        (4, format!("{now}:1,{then}:2")),
        // In three plies each side is on turn twice.
        (3, format!(r#"{now}:1,"light A1 C3 B1 G1 D5 -":1,"light A1 C3 B1 G1 D6 -":1"#)),
        (9, format!(r#"{now}:1,"dark A1 - C1 G1 D4 -":1"#)),
        (9, format!(r#"{now}:1,"dark A1 C3 C1 G1 D4 - B1-C1":1"#)),
    ] {
        faulty(&game_, &line(quiet, &seen), &["position-memory"]);
    }
    let off = game(&Options { repetition: 0, ..Options::default() });
    faulty(&off, &line(9, &format!("{now}:1")), &["position-memory"]);
    // Not all wrong entries are reported, if there are many.
    let bases = |row: &str, count: u8| (1..=count).map(|n| format!("{row}{n}")).collect::<Vec<_>>();
    let (light, dark) = (bases("C", 6), bases("D", 7));
    let wrong = light.iter().flat_map(|l| dark.iter().map(move |d| format!(r#""light A1 {l} B1 G1 {d} -":99"#)));
    faulty(&game_, &line(9, &wrong.collect::<Vec<_>>().join(",")), &["position-memory"; 20]);
    let said = format!(r#"{{"turn":"light",{L},{D},"quiet":8,"over":"repetition"}}"#);
    ended(&game_, &game_.restore(2, &read(&said)).unwrap(), "repetition", [0, 0]);
    let too_soon = format!(r#"{{"turn":"light",{L},{D},"quiet":7,"over":"repetition"}}"#);
    faulty(&game_, &too_soon, &["position-not-over"]);
}

#[test]
fn keys_are_written_in_one_way() {
    for right in ["light A1 C3 B1 G1 D4 -", "dark B3 C1C2 - - - A1A2A3 C1-D1", "light - - - - - -"] {
        let key: Key = serde_json::from_value(right.into()).unwrap();
        assert_eq!(key.to_string(), right);
    }
    for wrong in [
        "light A1 C3 B1 G1 D4",
        "light A1 C3 B1 G1 D4 - ",
        "light A1 C3B1 - G1 D4 -",
        "light A1 C3C3 - G1 D4 -",
        "light A1 A1 - G1 D4 -",
        "light A1 C3 B1 G1 D4 - C3",
        "light A1 C B1 G1 D4 -",
        "light A1 é1 B1 G1 D4 -",
        "white A1 C3 B1 G1 D4 -",
    ] {
        assert!(serde_json::from_value::<Key>(wrong.into()).is_err(), "{wrong}");
    }
}

#[test]
fn arrangements_stay_secret_until_both_are_in() {
    for (placement, hidden) in [(Placement::Secret, true), (Placement::Open, false)] {
        let game = game(&Options { placement, ..Options::default() });
        let mut state = game.start(2);
        let mut actions = Vec::new();
        game.legal(&state, &mut actions);
        let event = Event::Action(Player(0), actions[7].clone());
        let sight = if hidden { Sight::Kind } else { Sight::Full };
        assert_eq!(game.sees(&state, &event, Some(Player(0))), Sight::Full);
        assert_eq!(game.sees(&state, &event, Some(Player(1))), sight);
        assert_eq!(game.sees(&state, &event, None), sight);
        game.apply(&mut state, Player(0), &actions[7]);
        for viewer in [Some(Player(1)), None] {
            let view = game.view(&state, viewer);
            assert_eq!(matches!(view, View::Secret { .. }), hidden);
            if hidden {
                assert_eq!(serde_json::to_string(&view).unwrap(), r#"{"turn":"dark","hidden":"light"}"#);
            }
        }
        assert!(matches!(game.view(&state, Some(Player(0))), View::Open(_)));
        let twin = game
            .determinize(&game.view(&state, Some(Player(1))), &mut Supply(&mut Dice::new(5), Source(0)))
            .expect("a view");
        assert_eq!(twin.board.side(Side::Light), game.camp(Side::Light));
        actions.clear();
        game.legal(&state, &mut actions);
        let event = Event::Action(Player(1), actions[7].clone());
        assert_eq!(game.sees(&state, &event, Some(Player(0))), Sight::Full);
        game.apply(&mut state, Player(1), &actions[7]);
        assert!(matches!(game.view(&state, None), View::Open(_)));
    }
}

#[test]
fn actions_on_the_wire() {
    let arrange =
        r#"{"arrange":{"chief":"B3","tents":["B2","B4","C4"],"warriors":["B1","B5","C1","C2","C3","C5","C6"]}}"#;
    let capture = r#"{"capture":{"from":"C3","jumps":[{"over":"D4","to":"E4"},{"over":"E5","to":"E6"}]}}"#;
    let others = [r#"{"move":{"from":"C3","to":"D3"}}"#, r#"{"huff":{"force":"C3"}}"#, r#"{"huff":{"remove":"E4"}}"#];
    for text in [arrange, capture].into_iter().chain(others) {
        let action: Action = strict::from_slice(text.as_bytes()).unwrap();
        assert_eq!(serde_json::to_string(&action).unwrap(), text);
    }
    let mixed = arrange.replace(r#""B2","B4","C4""#, r#""C4","B2","B4""#);
    let action: Action = strict::from_slice(mixed.as_bytes()).unwrap();
    assert_eq!(serde_json::to_string(&action).unwrap(), arrange);
    let doubled = arrange.replace(r#""B2","B4","C4""#, r#""B2","B2","C4""#);
    let action: Action = strict::from_slice(doubled.as_bytes()).unwrap();
    assert_eq!(serde_json::to_string(&action).unwrap(), doubled, "what is wrong is written as it was");
    let nine = capture.replace(r#"{"over":"E5","to":"E6"}"#, &[r#"{"over":"E5","to":"E6"}"#; 8].join(","));
    for malformed in [r#"{"capture":{"from":"C3","jumps":[]}}"#, &nine, r#"{"huff":"force"}"#, r#"{"huff":{}}"#] {
        assert!(strict::from_slice::<Action>(malformed.as_bytes()).is_err(), "{malformed}");
    }
}

#[test]
fn a_list_of_captures_stops_at_its_bound() {
    let game = plain();
    let state = state(&game, "light D5 - - G1 B3C4C5D4D6E4E5 -");
    let mut listed = Vec::new();
    assert!(!game.legal(&state, &mut listed), "the chief has more ways than are listed");
    assert_eq!(listed.len(), crate::game::MOST_LISTED);
    // Actions that are not listed are still accepted.
    let unfolded = |captures: &[Action]| -> BTreeSet<String> { captures.iter().map(notation).collect() };
    let known = unfolded(&listed);
    assert_eq!(known.len(), listed.len());
    let mut all = Vec::new();
    game.list_captures_of(&state.board, Side::Light, base("D5"), usize::MAX, &mut all);
    assert!(all.len() > listed.len());
    let missing = all.iter().find(|action| !known.contains(&notation(action))).expect("there are more");
    assert_eq!(broken(&game, &state, &notation(missing)), [""; 0]);
    let mut appended = vec![Action::Huff(Huff::Force(Base::FIRST)); 3];
    assert!(!game.legal(&state, &mut appended));
    assert_eq!(appended.len(), 3 + listed.len());
}

#[test]
fn a_view_leaves_the_memory_of_earlier_positions_out() {
    let game = plain();
    let mut state = state(&game, "light A1 A4 - G1 G4 -");
    play(&game, &mut state, "A1-A2 G1-G2 A2-A1 G2-G1");
    assert_eq!((state.seen.len(), game.occurrence(&state)), (4, Some(2)));
    let View::Open(seen) = game.view(&state, None) else { panic!("nothing is hidden") };
    assert!(seen.seen.is_empty());
    let twin = game.determinize(&View::Open(seen), &mut Supply(&mut Dice::new(1), Source(0))).expect("a view");
    assert_eq!((twin.board, twin.quiet, game.occurrence(&twin)), (state.board, 4, Some(1)));
}
