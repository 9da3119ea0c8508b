//! `shrink`: its result is short, shows the same fault, and nothing can be left out of it.

use serde_json::{Map, Value};

use crate::pipes::{HEADER, MOVE, referee};
use crate::planted::{PLANTS, games, plant, tables};
use crate::{each, file, folder, text};
use referee::dice::Dice;

#[test]
fn shrunk_streams_are_short_and_show_the_same_fault() {
    let mut dice = Dice::new(1);
    for (game, players) in tables() {
        for (turn, text) in games(game, &players, 300, 5).iter().enumerate() {
            let planted = plant(text, PLANTS[turn % PLANTS.len()], &mut dice);
            let before = each(&planted, referee(&["validate", "-q"], &planted).code.expect("a code")).remove(0);
            if before["verdict"] == "valid" {
                referee(&["shrink"], &planted).ends(2);
                continue;
            }
            let ran = referee(&["shrink"], &planted).ends(0);
            let code = referee(&["validate", "-q"], &ran.out).code.expect("a code");
            let after = each(&ran.out, code).remove(0);
            assert_eq!(before["verdict"], after["verdict"], "{game}: {}", ran.out);
            let sorted = |verdict: &Value, key: &str| {
                let mut names: Vec<String> =
                    verdict["fault"][key].as_array().into_iter().flatten().map(Value::to_string).collect();
                names.sort();
                names
            };
            for key in ["rules", "claims"] {
                assert_eq!(sorted(&before, key), sorted(&after, key), "{game}: {}", ran.out);
            }
            let lines = ran.out.lines().count();
            // The seed's draws depend on all earlier draws.
            let of_seed = before["fault"]["rules"].to_string().contains("contradicts-seed");
            let same = |key: &str| before["fault"][key] == after["fault"][key];
            if of_seed {
                assert!(same("ply") && same("message"), "{game}: {}", ran.out);
                continue;
            }
            if !after["fault"]["claims"].to_string().contains("\"n\"") && before["verdict"] != "malformed" {
                assert!(same("message"), "{game}: {before} {after}");
            }
            assert!(lines <= 3, "{game}: {lines} of {} lines: {}", planted.lines().count(), ran.err);
        }
    }
    let ran = referee(&["shrink"], [HEADER, MOVE, HEADER, MOVE].join("\n")).ends(0);
    assert_eq!(ran.out, format!("{HEADER}\n"));
    let ran = referee(&["shrink", "--game", "3"], [HEADER, MOVE, HEADER, MOVE].join("\n")).ends(2);
    assert!(ran.err.contains("there is no game 3 in the stream, only 2 games"), "{}", ran.err);
    referee(&["shrink", "no-such-file"], "").ends(2);
}

/// The claims of the position and of the outcome are as false as before, and no more.
#[test]
fn a_false_claim_is_false_about_the_same_thing() {
    for (game, seed, from, to) in
        [("wigwam", "7", r#""scores":["#, r#""scores":[1"#), ("wangdo", "6", r#""round":18"#, r#""round":19"#)]
    {
        let record = referee(&["random", "--game", game, "--seed", seed], "").ends(0).out;
        let at = record.rfind(from).expect("the claim");
        let planted = [&record[..at], to, &record[at + from.len()..]].concat();
        let ran = referee(&["shrink"], &planted).ends(0);
        assert_eq!(each(&planted, 1)[0]["fault"]["message"], each(&ran.out, 1)[0]["fault"]["message"], "{}", ran.out);
        // Restored, it is true.
        let mended = ran.out.replace(to, from);
        assert!(
            referee(&["validate", "--each"], &mended).out.contains("\"truncated\"") || game == "wigwam",
            "{mended}"
        );
    }
}

/// The verdict on a stream with one fault, without places.
fn fault(input: &str, more: &[&str]) -> Value {
    let out = referee(&[&["validate", "--each"], more].concat(), input).out;
    let verdicts: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let [verdict] = &verdicts[..] else { panic!("one verdict: {verdicts:?}") };
    let fault = &verdict["fault"];
    let claims = fault["claims"].as_array().map_or(&[][..], |claims| claims);
    let numbered =
        claims.iter().any(|claim| claim.as_str().is_some_and(|claim| claim.trim_start_matches("contradicted.") == "n"));
    let said = match &fault["answer"]["malformed"]["message"] {
        // Numbers of events and what a game waits for change in one that begins later.
        Value::Null if numbered || verdict["verdict"] == "truncated" => &Value::Null,
        Value::Null => &fault["message"],
        said => said,
    };
    serde_json::json!([verdict["verdict"], fault["rules"], fault["claims"], said])
}

#[test]
fn a_fault_in_how_a_line_is_written_is_kept() {
    let undo = format!("{MOVE}\n{}\n", r#"{"query":"undo"}"#);
    // Rewritten, each of these would be an ordinary line.
    for wrong in [
        r#"{"n":1,"player":0,"player":0,"action":{"move":{"from":"c1","to":"c5"}}}"#,
        r#"{"n":1,"n":1,"action":{"move":{"from":"c1","to":"c5"}}}"#,
        r#"{"n":1,"player":0,"ms":3,"action":{"move":{"from":"c1","to":"c5"}}"#,
        r#"{"n":1,"action":{"move":{"from":"c1","to":"c5","from":"c1"}},"note":"x"}"#,
    ] {
        let input = format!("{HEADER}\n{}{wrong}\n{MOVE}\n", undo.repeat(1500));
        let ran = referee(&["shrink"], &input).ends(0);
        assert_eq!(ran.out.lines().count(), 2, "{wrong}: {}", ran.out);
        assert_eq!(fault(&input, &[]), fault(&ran.out, &[]), "{}", ran.out);
        assert!(!ran.out.contains("note") && !ran.out.contains("\"ms\""), "{}", ran.out);
    }
}

#[test]
fn nothing_can_be_left_out_of_what_is_left() {
    let mut dice = Dice::new(5);
    for (game, players) in tables() {
        for (turn, text) in games(game, &players, 900, 3).iter().enumerate() {
            let planted = plant(text, PLANTS[turn % PLANTS.len()], &mut dice);
            if referee(&["validate", "-q"], &planted).code == Some(0) {
                continue;
            }
            let ran = referee(&["shrink"], &planted).ends(0);
            let lines: Vec<&str> = ran.out.lines().collect();
            let shown = fault(&ran.out, &[]);
            for at in 0..lines.len() {
                let line: Map<String, Value> = serde_json::from_str(lines[at]).expect("an object");
                for key in line.keys() {
                    let mut fewer = line.clone();
                    fewer.shift_remove(key);
                    let fewer = Value::Object(fewer).to_string();
                    let shorter = [&lines[..at], &[&fewer], &lines[at + 1..]].concat().join("\n");
                    let verdicts = referee(&["validate", "--each"], &shorter).out;
                    let same = verdicts.lines().count() == 1 && fault(&shorter, &[]) == shown;
                    assert!(!same, "{game}: `{key}` can be left out of {}", ran.out);
                }
            }
        }
    }
}

#[test]
fn the_edition_stays_where_it_matters() {
    let folder = folder("edition");
    let built_in = referee(&["edition", "wigwam"], "").ends(0).out;
    let own = file(&folder, "own.json", built_in.replace("reconstructed-1", "my-own"));
    let record = referee(&["random", "--game", "wigwam", "--seed", "4", "--edition", text(&own), "--emit", "none"], "")
        .ends(0)
        .out;
    let input: String = record.lines().take(9).map(|line| format!("{line}\n")).collect::<String>() + MOVE + "\n";
    let with = ["--edition", text(&own)];
    let ran = referee(&[&["shrink"], &with[..]].concat(), &input).ends(0);
    assert_eq!(fault(&input, &with), fault(&ran.out, &with));
    assert!(ran.out.lines().next().is_some_and(|header| header.contains("\"my-own\"")), "{}", ran.out);
    // A missing game is reported as such, not as something else.
    assert_eq!(each(&ran.out, 1)[0]["fault"]["claims"], serde_json::json!(["edition"]));
}

#[test]
fn what_has_no_end_or_no_game_shrinks_to_what_shows_it() {
    let ran = referee(&["shrink"], [HEADER, MOVE].join("\n")).ends(0);
    assert!(
        ran.out == format!("{HEADER}\n") && ran.err.contains("every unfinished game is reported as truncated"),
        "{ran:?}"
    );
    for empty in ["", "\n\n", r#"{"malformed":{"line":1,"message":"x"}}"#] {
        let ran = referee(&["shrink"], empty).ends(0);
        assert!(ran.out.is_empty() && ran.err.contains("empty:"), "{ran:?}");
    }
    let broken = r#"{"referee":1,"gam":2}"#;
    let ran = referee(&["shrink"], [HEADER, r#"{"abort":{"cause":"max_turns"}}"#, broken, MOVE].join("\n")).ends(0);
    assert_eq!(ran.out.lines().last(), Some(broken), "a header that cannot be read is shown with nothing behind it");
}

/// Every text that a JSON value leaves out one part of: a member of an object, or an entry of a list.
fn without_one_part(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    match value {
        Value::Object(fields) => {
            for (key, inner) in fields {
                let mut fewer = fields.clone();
                fewer.shift_remove(key);
                all.push(Value::Object(fewer));
                all.extend(without_one_part(inner).into_iter().map(|inner| {
                    let mut fields = fields.clone();
                    fields[key] = inner;
                    Value::Object(fields)
                }));
            }
        }
        Value::Array(entries) => {
            for (at, inner) in entries.iter().enumerate() {
                let mut fewer = entries.clone();
                fewer.remove(at);
                all.push(Value::Array(fewer));
                all.extend(without_one_part(inner).into_iter().map(|inner| {
                    let mut entries = entries.clone();
                    entries[at] = inner;
                    Value::Array(entries)
                }));
            }
        }
        _ => {}
    }
    all
}

#[test]
fn no_part_of_a_state_and_no_option_can_be_left_out() {
    let mut dice = Dice::new(9);
    for (game, players) in tables() {
        let text = games(game, &players, 700, 1).concat();
        // The full answers of `play`: states, lists and every option in the header.
        let full = referee(&["play", "--emit", "state,legal"], &text).ends(0).out;
        let planted = (0..).map(|_| plant(&full, PLANTS[0], &mut dice));
        let planted =
            planted.take(20).find(|text| referee(&["validate", "-q"], text).code != Some(0)).expect("a fault");
        let ran = referee(&["shrink"], &planted).ends(0);
        assert!(!ran.err.contains("stopped"), "{}", ran.err);
        let lines: Vec<&str> = ran.out.lines().collect();
        let shown = |input: &str| {
            let verdicts = referee(&["validate", "--each"], input).out;
            let verdicts: Vec<Value> = verdicts.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            let fault = |one: &Value| {
                let fault = &one["fault"];
                serde_json::json!([one["verdict"], fault["message"], fault["answer"]["contradicted"]])
            };
            verdicts.iter().map(fault).collect::<Vec<_>>()
        };
        let before = shown(&ran.out);
        let line = |at: usize| serde_json::from_str::<Value>(lines[at]).expect("JSON");
        let trials =
            (0..lines.len()).flat_map(|at| without_one_part(&line(at)).into_iter().map(move |fewer| (at, fewer)));
        let trials: Vec<(usize, Value)> = trials.collect();
        // A hundred of them are enough for each game.
        for (at, fewer) in trials.iter().step_by(trials.len().div_ceil(100)) {
            let shorter = [&lines[..*at], &[&fewer.to_string()], &lines[at + 1..]].concat().join("\n");
            assert_ne!(shown(&shorter), before, "{game}: {fewer} is enough of {}", ran.out);
        }
    }
}

#[test]
fn a_fault_late_in_a_long_game_is_found_from_every_start() {
    // Only the 70 undone moves before the fault make it what it is: more than a power of two, and no other start will do.
    let undo = r#"{"query":"undo"}"#;
    let pair = format!("{MOVE}\n{undo}\n");
    let quiet = format!("{HEADER}\n{}{MOVE}\n{}\n", pair.repeat(200), r#"{"query":"undo","undone":7}"#);
    let ran = referee(&["shrink"], &quiet).ends(0);
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
    assert!(!ran.err.contains("stopped"), "{}", ran.err);
}

#[test]
fn the_search_ends_where_it_says() {
    // One key 40,000 times, and a line of as many objects.
    let many = format!("{HEADER}\n{{{}\"n\":1}}\n", "\"n\":1,".repeat(40_000));
    let ran = referee(&["shrink"], &many).ends(0);
    assert_eq!((ran.out.len() < 100, ran.err.contains("stopped")), (true, false), "{}", ran.err);
    let nested = format!("{HEADER}\n{{\"query\":\"x\",\"note\":[{}0]}}\n", "[0],".repeat(100_000));
    let ran = referee(&["shrink"], &nested).ends(0);
    assert!(ran.out.len() < 100, "{}", ran.out);
}

#[test]
fn no_byte_can_be_left_out_of_a_line_that_is_no_json() {
    for wrong in [r#"{"n":1,"occurrence""#, r#"{"n":1,"next":"chanc"#, "thinking about it ..."] {
        let ran = referee(&["shrink"], format!("{HEADER}\n{wrong}\n")).ends(0);
        let shown = fault(&ran.out, &[]);
        let (header, left) = ran.out.trim_end().split_once('\n').expect("two lines");
        assert!(left.len() < wrong.len(), "{left}");
        for at in 0..left.len() {
            let shorter = format!("{header}\n{}{}\n", &left[..at], &left[at + 1..]);
            let same = referee(&["validate", "-q"], &shorter).code == Some(3) && fault(&shorter, &[]) == shown;
            assert!(!same, "byte {at} can be left out of {left}");
        }
    }
}
