//! The report of `validate`: its content, places and order, and that no input can forge it.

use serde_json::{Value, json};

use crate::pipes::{HEADER, referee};
use crate::planted::{PLANTS, games, plant, tables};
use crate::{each, file, folder, text, verdict};
use referee::dice::Dice;

#[test]
fn reports_say_what_was_asked() {
    let all = games("tectonic", "2", 3, 30);
    let mut spoilt = all.clone();
    for at in [4, 9, 20] {
        spoilt[at] = spoilt[at].lines().take(6).map(|line| format!("{line}\n")).collect();
    }
    let out = referee(&["validate", "--max-errors", "2"], spoilt.concat()).ends(1).out;
    assert!(out.contains("-:") && out.contains("game 5, ply 5: truncated") && out.contains("game 10,"), "{out}");
    assert!(!out.contains("game 21") && out.contains("stopped:"), "{out}");
    assert!(out.contains(&format!("{:<46}{:>12}", "files", 1)), "{out}");
    let ran = referee(&["validate", "--quiet"], spoilt.concat()).ends(1);
    assert!(ran.out.is_empty() && ran.err.is_empty(), "{ran:?}");
    let out = referee(&["validate", "--json", "--coverage", "--time"], spoilt.concat()).ends(1).out;
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 4);
    let summary = &lines[3]["summary"];
    assert_eq!(summary["verdicts"]["valid"], 27);
    assert_eq!(summary["verdicts"]["truncated"], 3);
    assert_eq!(summary["games"], 30);
    assert_eq!(summary["bytes"], spoilt.concat().len());
    let ends: u64 = summary["ends"]["tectonic"].as_object().expect("ends").values().filter_map(Value::as_u64).sum();
    assert_eq!(ends, 27);
    assert!(lines[3]["time"]["seconds"].as_f64() > Some(0.0));
    let played = &lines[3]["coverage"]["tectonic"];
    assert_eq!(played["games"], 30);
    assert!(played["never"]["rules"].as_array().expect("rules").len() > 5);
    let refused = r#"{"action":{"move":{"from":"c1","to":"c10"}},"violations":[{"rule":"tectonic.mount-range"},{"rule":"tectonic.occupied"}]}"#;
    let input = [HEADER, refused, r#"{"abort":{"cause":"max_turns"}}"#].join("\n");
    let out = referee(&["validate", "--coverage"], &input).ends(0).out;
    assert!(out.contains("  tectonic.mount-range ") && out.contains("setup=S2"), "{out}");
    let coverage = referee(&["validate", "--coverage", "--json"], &input).ends(0).out;
    let coverage: Value = serde_json::from_str(&coverage).expect("JSON");
    assert_eq!(coverage["coverage"]["tectonic"]["rules"]["tectonic.mount-range"], 1);
    assert!(
        coverage["coverage"]["tectonic"]["never"]["options"]["setup"]
            .as_array()
            .is_some_and(|unused| !unused.is_empty())
    );
}

/// Every number of a summary is the sum over the verdicts, of whole games and of games with every kind of fault.
#[test]
fn a_summary_adds_up_the_verdicts() {
    let mut dice = Dice::new(4);
    let mut input = String::new();
    for (game, players) in tables() {
        for (at, text) in games(game, &players, 5, 12).into_iter().enumerate() {
            input += &if at % 2 == 0 { plant(&text, PLANTS[at / 2 % PLANTS.len()], &mut dice) } else { text };
        }
    }
    let refused = r#"{"action":{"move":{"from":"c1","to":"c10"}},"violations":[{"rule":"tectonic.mount-range"},{"rule":"tectonic.occupied"}]}"#;
    for end in [r#"{"abort":{"cause":"max_turns"}}"#, r#"{"forfeit":{"player":1,"cause":"exit"}}"#] {
        input += &[HEADER, refused, end, ""].join("\n");
    }
    let read = |args: &[&str]| -> Vec<Value> {
        let out = referee(args, &input).out;
        out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let verdicts = read(&["validate", "--each"]);
    let report = read(&["validate", "--json"]);
    let summary = &report.last().expect("a line")["summary"];
    let number = |value: &Value| value.as_u64().unwrap_or_default();
    for key in ["plies", "refusals", "skipped"] {
        let sum: u64 = verdicts.iter().map(|verdict| number(&verdict[key])).sum();
        assert!(sum > 1 && number(&summary[key]) == sum, "{key}: {sum} in {summary}");
    }
    assert_eq!(number(&summary["games"]), verdicts.len() as u64);
    let disputed = verdicts.iter().filter(|verdict| verdict["fault"]["disputed"] == true).count();
    assert_eq!(number(&summary["disputed"]), disputed as u64);
    // How often each name occurs in one part of the verdicts.
    let counts = |names: &dyn Fn(&Value) -> Vec<String>| {
        let mut counts = serde_json::Map::new();
        for name in verdicts.iter().flat_map(names) {
            let count = counts.get(&name).map_or(0, number);
            counts.insert(name, json!(count + 1));
        }
        assert!(!counts.is_empty());
        Value::Object(counts)
    };
    let texts = |value: &Value| -> Vec<String> {
        let all = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
        all.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    };
    for (key, of) in [("rules", "rules"), ("claims", "claims")] {
        assert_eq!(summary[key], counts(&|verdict| texts(&verdict["fault"][of])), "{key}");
    }
    for (key, of) in [("forfeits", "forfeits"), ("aborts", "abort")] {
        assert_eq!(summary[key], counts(&|verdict| texts(&verdict[of])), "{key}");
    }
    for (game, ends) in summary["ends"].as_object().expect("games") {
        assert_eq!(*ends, counts(&|verdict| if verdict["plays"] == **game { texts(&verdict["end"]) } else { vec![] }));
    }
    let kinds = counts(&|verdict| texts(&verdict["verdict"]));
    for (kind, count) in summary["verdicts"].as_object().expect("kinds") {
        assert_eq!(number(count), kinds.get(kind).map_or(0, number), "{kind}");
    }
}

#[test]
fn what_rests_on_reconstructions_is_listed_apart() {
    // Find a clause that depends on a reconstruction by what the games refuse at random.
    let mut disputed = None;
    let mut dice = Dice::new(9);
    'search: for (game, players) in tables() {
        for text in games(game, &players, 77, 30) {
            let planted = plant(&text, PLANTS[0], &mut dice);
            let found = &each(&planted, referee(&["validate", "-q"], &planted).code.expect("a code"))[0];
            if found["fault"]["disputed"] == true {
                disputed = Some(planted);
                break 'search;
            }
        }
    }
    let disputed = disputed.expect("a game whose refusal rests on reconstructed data");
    let after = format!("{disputed}{HEADER}\n");
    let told = |more: &[&str]| {
        let out = referee(&[&["validate"], more].concat(), &after).ends(1).out;
        let at = |what: &str| out.find(what).unwrap_or_else(|| panic!("{what}: {out}"));
        at(", disputed:") < at("truncated:")
    };
    assert!(told(&[]) && !told(&["--strict-sources"]));
    let apart = referee(&["validate", "--strict-sources"], &after).ends(1).out;
    let heading = apart.lines().position(|line| line.starts_with("disputed, because")).expect("a heading");
    assert!(apart.lines().nth(heading + 1).is_some_and(|line| line.contains(", disputed:")), "{apart}");
    // There is room for this many of them at the end; the others appear in their places, and none is missing.
    let many = disputed.repeat(2 + (1 << 20) / disputed.len().min(600));
    let faults = |more: &[&str]| referee(&[&["validate", "--json"], more].concat(), &many).ends(1).out.lines().count();
    assert_eq!(faults(&["--strict-sources"]), faults(&[]));
    let apart = referee(&["validate", "--strict-sources"], &many).ends(1).out;
    assert_eq!(apart.matches(", disputed:").count() + 1, faults(&[]));
}

#[test]
fn a_position_that_is_refused_as_the_record_says_is_a_game_that_was_not_played() {
    let header = r#"{"referee":1,"game":"tectonic","state":{"turn":"white"},"violations":[]}"#;
    let answer = referee(&["play"], header).out;
    let answer: Value = serde_json::from_str(answer.lines().next().expect("an answer")).expect("JSON");
    let rules: Vec<Value> = answer["violations"].as_array().expect("violations").clone();
    let told = header.replace("[]", &Value::Array(rules).to_string());
    let found = verdict(&[&told], 1);
    let said = found["fault"]["message"].as_str().unwrap_or_default();
    assert!(said.starts_with("the position to start from is refused, as the record says"), "{found}");
    assert_eq!((found["verdict"].as_str(), found["refusals"].as_u64()), (Some("truncated"), Some(1)), "{found}");
    assert!(found["fault"].get("disputed").is_none(), "{found}");
}

#[test]
fn every_rule_is_exercised_by_the_fixtures() {
    let mut folders: Vec<String> = tables().iter().map(|(game, _)| format!("fixtures/{game}/rules")).collect();
    // Records have one table.
    let of_table =
        std::fs::read_dir("fixtures/table/rules").expect("a folder").map(|entry| entry.expect("a file").path());
    let of_table = of_table.map(|path| path.to_string_lossy().into_owned());
    folders.extend(of_table.filter(|path| !path.contains("too-many-tables")));
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    let out = referee(&[&["validate", "--json", "--coverage"], &folders[..]].concat(), "").ends(1).out;
    let last: Value = serde_json::from_str(out.lines().last().expect("a summary")).expect("JSON");
    let coverage = last["coverage"].as_object().expect("an object");
    assert_eq!(coverage.len(), tables().len() + 1);
    for (owner, part) in coverage {
        // There is a fixture for every id, and a game refused with its header counts like any other.
        assert_eq!(part["never"]["rules"], json!([]), "{owner}");
    }
    for rule in last["summary"]["rules"].as_object().expect("an object").keys() {
        let owner = rule.split('.').next().expect("a name");
        assert!(coverage[owner]["rules"][rule].as_u64() > Some(0), "{rule} is counted and not covered");
    }
}

#[test]
fn options_with_many_values_are_listed_up_to_a_bound() {
    let abort = r#"{"abort":{"cause":"max_turns"}}"#;
    let game =
        |value: u32| format!("{{\"referee\":1,\"game\":\"wigwam\",\"options\":{{\"repetition\":{value}}}}}\n{abort}\n");
    let input: String = (2..1002).map(game).collect();
    let out = referee(&["validate", "--coverage"], &input).ends(0).out;
    let of_option: Vec<&str> = out.lines().filter_map(|line| line.strip_prefix("  repetition")).collect();
    assert_eq!(of_option.len(), 65, "{out}");
    assert!(of_option[0].starts_with("=2 ") && of_option[8].starts_with("=10 "), "numbers come in their order: {out}");
    assert!(of_option[64].starts_with(": other values ") && of_option[64].ends_with(" 936"), "{out}");
    assert!(!out.contains("coverage of tectonic"), "only what occurs is listed: {out}");
    let widths = out.lines().filter(|line| !line.starts_with("coverage of")).map(str::len);
    assert!(widths.clone().all(|width| Some(width) == widths.clone().next()), "the numbers stand in a column: {out}");
}

#[test]
fn foreign_text_cannot_write_in_a_report() {
    let folder = folder("forged");
    let name = "a\n-:1: valid\u{1b}[2J\u{202e}.jsonl";
    let path = file(&folder, name, r#"{"referee":1,"game":"x\ny\u001b[2J\u202e"}"#);
    let shown = r"a\n-:1: valid\u{1b}[2J\u{202e}.jsonl:1: byte 0, game 1, ply 0: malformed: unknown game `x\ny\u{1b}[2J\u{202e}`";
    let clean = |said: &str| {
        let foreign = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        assert!(!said.contains(foreign) && !said.lines().any(|line| line.starts_with("-:1: valid")), "{said}");
    };
    let out = referee(&["validate", text(&path)], "").ends(3).out;
    assert!(out.contains(shown), "{out}");
    clean(&out);
    for command in ["play", "shrink", "legal", "show", "replay"] {
        clean(&referee(&[command, "no\n-:1: valid\u{1b}[2J"], "").err);
    }
    clean(&referee(&["legal", text(&path)], "").err);
    clean(&referee(&["play", "--edition", text(&path)], "").err);
}

#[test]
fn a_line_of_the_report_tells_the_place() {
    let far = r#"{"n":1,"action":{"move":{"from":"c1","to":"c10"}}}"#;
    let out = referee(&["validate"], [HEADER, far, far].join("\n")).ends(1).out;
    let place = "-:2: byte 32, game 1, ply 0: refused: tectonic.mount-range: ";
    assert!(
        out.starts_with(place) && out.lines().next().is_some_and(|line| line.ends_with(" (skipped 1 line)")),
        "{out}"
    );
}

#[test]
fn a_false_claim_is_told_by_where_it_differs() {
    let args = ["random", "--game", "wongar", "--players", "4", "--seed", "3", "--emit", "state"];
    let record = referee(&args, "").ends(0).out;
    let lines: Vec<&str> = record.lines().collect();
    let at =
        lines.iter().rposition(|line| line.contains("\"action\":") && line.contains("\"state\":")).expect("a state");
    let mut line: Value = serde_json::from_str(lines[at]).expect("JSON");
    let state = line["state"].as_object_mut().expect("an object");
    let (key, was) = state.iter().find(|(_, value)| value.is_u64()).expect("a number");
    let (key, was) = (key.clone(), was.as_u64().expect("a number"));
    state[&key] = json!(was + 1);
    let line = line.to_string();
    let found = verdict(&[&lines[..at], &[&line]].concat(), 1);
    assert_eq!(found["fault"]["message"], format!("state/{key} is claimed to be {}, but it is {was}", was + 1));
    let mark = r#"{"referee":1,"game":"tectonic","edition":{"id":"mine","sha256":"00"}}"#;
    let message = verdict(&[mark], 1)["fault"]["message"].to_string();
    assert!(
        message.contains("mine") && message.contains("reconstructed-1") && message.contains("--edition"),
        "{message}"
    );
}

#[test]
fn what_is_not_there_is_said_and_the_rest_is_judged() {
    let folder = folder("absent");
    let good = file(&folder, "good.jsonl", games("wigwam", "2", 1, 2).concat());
    let out = referee(&["validate", "--each", text(&good), "no-such-file"], "").ends(3).out;
    let verdicts: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let kinds: Vec<&Value> = verdicts.iter().map(|verdict| &verdict["verdict"]).collect();
    assert_eq!(kinds, ["valid", "valid", "unreadable"]);
    let bare = folder.join("bare");
    std::fs::create_dir_all(bare.join("within")).expect("folders");
    file(&bare, "notes.txt", "no record");
    let out = referee(&["validate", text(&bare), text(&good)], "").ends(1).out;
    assert!(
        out.contains("bare:1: byte 0: empty: there is no record in it: records are files called *.jsonl,"),
        "{out}"
    );
    assert!(out.contains(&format!("{:<46}{:>12}", "files", 1)), "a folder is no file: {out}");
}

#[test]
#[cfg(target_os = "linux")]
fn files_whose_names_are_no_text_are_told_apart() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = folder("names");
    for byte in [0xfe, 0xff] {
        let name = [b"a", &[byte][..], b".jsonl"].concat();
        std::fs::write(folder.join(std::ffi::OsStr::from_bytes(&name)), HEADER).expect("a file");
    }
    let out = referee(&["validate", text(&folder)], "").ends(1).out;
    assert!(out.contains(r"a\xfe.jsonl:1:") && out.contains(r"a\xff.jsonl:1:"), "{out}");
    let bare = folder.join(std::ffi::OsStr::from_bytes(b"bare\xff"));
    std::fs::create_dir(&bare).expect("a folder");
    let ran =
        crate::pipes::command(env!("CARGO_BIN_EXE_referee")).arg("validate").arg(&bare).output().expect("it runs");
    let out = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert!(out.contains("there is no record in it") && out.contains(&format!("{:<46}{:>12}", "files", 0)), "{out}");
    assert_eq!(each(HEADER, 1)[0]["file"], "-");
}
