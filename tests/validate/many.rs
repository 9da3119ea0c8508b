//! `validate` for whoever has millions of records: all faults, what was tested, what was passed over, limits, and how far it is.

#[cfg(unix)]
use std::fs;

use serde_json::{Value, json};

use crate::pipes::{HEADER, MOVE, referee};
#[cfg(unix)]
use crate::planted::games;
use crate::{file, folder, text};

const FAR: &str = r#"{"action":{"move":{"from":"c1","to":"c10"}}}"#;
const END: &str = r#"{"abort":{"cause":"max_turns"}}"#;

#[track_caller]
fn lines(args: &[&str], input: &str, code: i32) -> Vec<Value> {
    let out = referee(&[&["validate"], args].concat(), input).ends(code).out;
    out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn all_faults_of_a_game_are_those_that_play_answers() {
    let claims = r#"{"query":"legal","legal_n":1}"#;
    let input = [HEADER, FAR, MOVE, claims, "{", FAR, "", MOVE, HEADER, END].join("\n");
    let all = lines(&["--each", "--all-faults"], &input, 3);
    assert_eq!(all.len(), 2);
    let later = all[0]["later"].as_array().expect("later faults");
    let told = |verdict: &Value, fault: &Value| json!([verdict, fault["line"], fault["ply"]]);
    let found: Vec<Value> = std::iter::once(told(&all[0]["verdict"], &all[0]["fault"]))
        .chain(later.iter().map(|one| told(&one["verdict"], &one["fault"])))
        .collect();
    let due = [
        json!(["refused", 2, 0]),
        json!(["contradicted", 4, 1]),
        json!(["malformed", 5, 1]),
        json!(["refused", 6, 1]),
        json!(["refused", 8, 1]),
    ];
    assert_eq!(found, due);
    assert_eq!((&all[0]["plies"], all[0].get("skipped"), all[0].get("end")), (&json!(1), None, None));
    assert_eq!((&all[1]["verdict"], all[1].get("later")), (&json!("valid"), None));
    // The answers are those of `play`.
    let played = referee(&["play", "--emit", "none"], &input).ends(3).out;
    let faults =
        played.lines().filter(|line| ["violations", "contradicted", "malformed"].iter().any(|key| line.contains(key)));
    let answers: Vec<Value> = faults.map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), due.len());
    for (answer, one) in answers.iter().skip(1).zip(later) {
        for key in ["violations", "malformed"] {
            let (answer, fault) = (answer.get(key), one["fault"]["answer"].get(key));
            assert_eq!(answer.is_some(), fault.is_some(), "{one}");
        }
    }
    // Without it, everything is as before.
    let first = lines(&["--each"], &input, 1);
    assert_eq!((first[0].get("later"), &first[0]["skipped"]), (None, &json!(5)));
    // For people, each fault is a line, and the summary counts them by verdict and by rule.
    let out = referee(&["validate", "--all-faults"], &input).ends(3).out;
    assert_eq!(out.lines().filter(|line| line.starts_with("-:")).count(), 5, "{out}");
    assert!(out.contains("-:8: byte "), "{out}");
    let summary = lines(&["--json", "--all-faults"], &input, 3).pop().expect("a summary");
    let summary = &summary["summary"];
    assert_eq!(summary["faults"], json!({"refused": 3, "contradicted": 1, "malformed": 1}));
    assert_eq!((&summary["verdicts"]["refused"], &summary["verdicts"]["malformed"]), (&json!(1), &json!(0)));
    let rules = ["mount-range", "no-piece"].map(|rule| &summary["rules"][format!("tectonic.{rule}")]);
    assert_eq!(rules, [&json!(1), &json!(2)]);
    assert_eq!(summary["claims"]["legal_n"], 1);
}

#[test]
fn faults_without_end_are_counted() {
    let input = format!("{HEADER}\n{}{END}\n", format!("{FAR}\n").repeat(3000));
    let found = lines(&["--each", "--all-faults"], &input, 1).remove(0);
    let (later, left_out) =
        (found["later"].as_array().expect("faults").len(), found["later_left_out"]["refused"].as_u64());
    assert_eq!(left_out.map(|left_out| left_out as usize + later), Some(2999));
    assert!(later > 10 && found.to_string().len() < 80 << 10, "{later}");
    let summary = lines(&["--json", "--all-faults"], &input, 1).pop().expect("a summary");
    assert_eq!(summary["summary"]["faults_left_out"], json!(left_out));
    assert_eq!(summary["summary"]["faults"], json!({"refused": 3000}));
    let hidden = r#"{"action":{"arrange":null}}"#;
    let input = [r#"{"referee":1,"game":"wigwam"}"#, "{", hidden, "{"].join("\n");
    let found = lines(&["--each", "--all-faults"], &input, 3).remove(0);
    assert_eq!(
        (&found["later"][0]["verdict"], &found["skipped"]),
        (&json!("redacted"), &json!(1)),
        "nothing is judged then"
    );
}

#[test]
fn each_game_says_what_it_tested() {
    let refused = r#"{"action":{"move":{"from":"c1","to":"c10"}},"violations":[{"rule":"tectonic.mount-range"},{"rule":"tectonic.occupied"}]}"#;
    let other = r#"{"referee":1,"game":"tectonic","options":{"setup":"S2"}}"#;
    let input = [HEADER, refused, refused, END, other, END].join("\n");
    let all = lines(&["--each", "--coverage"], &input, 0);
    let rules = json!({"tectonic.mount-range": 2, "tectonic.occupied": 2});
    assert_eq!((&all[0]["exercised"]["rules"], &all[0]["exercised"]["options"]["setup"]), (&rules, &json!("S1")));
    assert_eq!((&all[1]["exercised"]["rules"], &all[1]["exercised"]["options"]["setup"]), (&json!({}), &json!("S2")));
    assert_eq!(lines(&["--each"], &input, 0)[0].get("exercised"), None);
}

#[test]
#[cfg(unix)]
fn what_is_passed_over_in_folders_is_counted() {
    let folder = folder("passed");
    file(&folder, "a.jsonl", games("tectonic", "2", 1, 1).concat());
    file(&folder, "b.JSONL", "no name of a record");
    fs::create_dir_all(folder.join("c")).expect("a folder");
    file(&folder.join("c"), "notes.txt", "");
    std::os::unix::fs::symlink(folder.join("a.jsonl"), folder.join("d.jsonl")).expect("a link");
    let mut due = json!({"link": 1, "other_name": 2});
    if crate::pipes::command("mkfifo").arg(folder.join("e.jsonl")).status().is_ok_and(|status| status.success()) {
        due["special_file"] = json!(1);
    }
    let summary = lines(&["--json", text(&folder)], "", 0).pop().expect("a summary");
    assert_eq!(summary["summary"]["passed_over"], due);
    let out = referee(&["validate", text(&folder)], "").ends(0).out;
    assert!(out.contains(&format!("  {:<44}{:>12}\n", "other name", 2)), "{out}");
    let out = referee(&["validate", text(&folder.join("a.jsonl"))], "").ends(0).out;
    assert!(!out.contains("passed over"), "{out}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_may_take_only_so_long() {
    use std::io::Write as _;
    let game = games("tectonic", "2", 1, 1).concat();
    let mut child = crate::pipes::spawn(&["validate", "--each", "--most-seconds", "1"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(game.as_bytes()).expect("it reads");
    // However long it takes in truth, it is more than a second.
    std::thread::sleep(std::time::Duration::from_millis(2500));
    let _ = stdin.write_all(game.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(3), "{out}");
    assert!(out.contains("it took longer than the 1 s of --most-seconds"), "{out}");
    assert_eq!(lines(&["--each", "--most-seconds", "1000"], &game, 0).len(), 1);
}

#[test]
fn progress_is_a_line_for_programs() {
    let input = [HEADER, END, HEADER, FAR].join("\n");
    let ran = referee(&["validate", "--each", "--progress", "1000"], &input).ends(1);
    let told: Value = serde_json::from_str(ran.err.trim_end()).expect("one line");
    let bytes = input.len();
    assert_eq!(told, json!({"progress": {"files": 1, "games": 2, "faults": 1, "bytes": bytes, "read": bytes}}));
    let path = file(&folder("progress"), "a.jsonl", &input);
    let ran = referee(&["validate", "--quiet", "--progress", "1000", text(&path)], "").ends(1);
    assert!(ran.out.is_empty() && ran.err.contains(&format!("\"of\":{bytes}")), "{ran:?}");
    let ran = referee(&["validate"], &input).ends(1);
    assert!(ran.err.is_empty(), "{ran:?}");
}
