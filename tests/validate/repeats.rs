//! Games that repeat an earlier one are found by what was played, and named only if that was asked for.

use serde_json::{Value, json};

use crate::pipes::referee;
use crate::planted::{games, tables};
use crate::{file, folder, text};

/// The lines of a game without its header, and the header with other names and another note.
fn renamed(game: &str) -> String {
    let (header, lines) = game.split_once('\n').expect("lines");
    let mut header: Value = serde_json::from_str(header).expect("JSON");
    let players = header["players"].as_u64().expect("a number");
    header["names"] = (0..players).map(|player| format!("somebody {player}")).collect();
    header["note"] = json!("again");
    format!("{header}\n{}", lines.replacen("{\"n\":1,", "{\"note\":\"first\",\"n\":1,", 1))
}

/// The first lines of a game.
fn beginning(game: &str, lines: usize) -> String {
    game.lines().take(lines).map(|line| format!("{line}\n")).collect()
}

/// The seed is no part of what was played; without it, draws are given.
fn seedless(game: &str) -> String {
    let (header, lines) = game.split_once('\n').expect("lines");
    let mut header: Value = serde_json::from_str(header).expect("JSON");
    header.as_object_mut().expect("an object").remove("seed");
    format!("{header}\n{lines}")
}

#[test]
fn repeated_games_are_named_with_the_first() {
    for (game, players) in tables() {
        let all = games(game, &players, 7, 3);
        let [first, second, third] = &all[..] else { panic!("{all:?}") };
        let undone = r#"{"query":"undo"}"#;
        // A short game is cut in its middle.
        let cut = |game: &str, at: usize| at.min(game.lines().count() / 2);
        let at = cut(second, 12);
        let (before, after) = (beginning(second, at), second.lines().skip(at - 1).collect::<Vec<_>>().join("\n"));
        let dir = folder(&format!("repeats-{game}"));
        let one = file(&dir, "one.jsonl", [&**first, &*beginning(third, cut(third, 9))].concat());
        // The last line is taken back and sent again.
        let again = format!("{before}{undone}\n{after}\n");
        let input =
            [&*renamed(first), &**second, &*again, third, &*beginning(second, cut(second, 7)), &*seedless(first)];
        let two = file(&dir, "two.jsonl", input.concat());
        let ask = |args: &[&str], code: i32| {
            let paths = [text(&one), text(&two)];
            referee(&[&["validate"], args, &paths].concat(), "").ends(code).out
        };
        let place = |file: &str, game: u64| json!({"file": dir.join(file), "game": game});
        let expected = [
            Value::Null,
            Value::Null,
            json!({"same_as": place("one.jsonl", 1)}),
            Value::Null,
            json!({"same_as": place("two.jsonl", 2)}),
            json!({"continues": place("one.jsonl", 2)}),
            json!({"beginning_of": place("two.jsonl", 2)}),
            json!({"same_as": place("one.jsonl", 1)}),
        ];
        for jobs in ["1", "3"] {
            let out = ask(&["--repeats", "--each", "--jobs", jobs], 1);
            let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            let found: Vec<Value> = lines.iter().map(|line| line["repeats"].clone()).collect();
            assert_eq!(found, expected, "{game}");
        }
        let without = ask(&["--each"], 1);
        assert!(!without.contains("\"repeats\":") && without.lines().count() == expected.len(), "{without}");
        let out = ask(&["--repeats", "--json"], 1);
        let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let (summary, listed) = lines.split_last().expect("lines");
        let summary = &summary["summary"];
        assert_eq!(summary["repeats"], json!({"same_as": 3, "beginning_of": 1, "continues": 1}), "{game}");
        assert_eq!(summary["compared_one_in"], json!([1, 1]));
        // Besides faults, what repeats a game is listed: the two unfinished games, of which one repeats, and four more.
        assert_eq!(listed.len(), 6, "{listed:?}");
        let out = ask(&["--repeats"], 1);
        let said = format!("two.jsonl:1: byte 0, game 1: the same play as game 1 of {}\n", text(&one));
        assert!(out.contains(&said), "{out}");
        assert!(out.contains(&format!("{:<46}{:>12}", "games that repeat an earlier one", 5)), "{out}");
        assert!(!out.contains("one in"), "{out}");
    }
}

#[test]
fn what_differs_is_no_repetition() {
    let ply_limit = |limit: u64| format!(r#"{{"referee":1,"game":"tectonic","options":{{"ply_limit":{limit}}}}}"#);
    let lines = [r#"{"action":{"move":{"from":"c1","to":"c5"}}}"#, r#"{"abort":{"cause":"max_turns"}}"#].join("\n");
    let by = |text: &str| lines.replace(r#"{"abort":{"cause":"max_turns"}}"#, text);
    let forfeit = |player: u64| by(&format!(r#"{{"forfeit":{{"player":{player},"cause":"exit"}}}}"#));
    let input = [ply_limit(40), lines.clone(), ply_limit(42), lines.clone(), ply_limit(40), forfeit(0)];
    let more = [ply_limit(40), forfeit(1), ply_limit(40), by(r#"{"abort":{"cause":"max_turns","adjudicate":"draw"}}"#)];
    let out = referee(&["validate", "--repeats", "--each"], [&input[..], &more[..]].concat().join("\n")).ends(0).out;
    assert!(out.lines().count() == 5 && !out.contains("repeats"), "{out}");
}
