//! Small and long inputs, and failures around the program: all output can be read again, and every failure has its
//! own exit code.

use std::fs::File;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::beside::has_python;
use crate::pipes::{HEADER, MOVE, command, play, referee};

const LIMIT: usize = 1 << 20;

/// Plays lines under every kind of `--emit` and reads the output back: no line is overlong or malformed.
#[track_caller]
fn reads_back(lines: &[&str]) {
    for emit in ["state", "view:0", "legal", "digest", "none"] {
        let written = play(lines, emit);
        for line in written.out.lines() {
            assert!(line.len() <= LIMIT, "{} bytes with {emit}: {}", line.len(), &line[..200]);
        }
        let input: Vec<&str> = written.out.lines().filter(|line| !line.starts_with("{\"malformed\"")).collect();
        let again = play(&input, emit);
        let fault = again.out.lines().find(|line| line.starts_with("{\"malformed\""));
        assert_eq!(fault, None, "read again with {emit}");
    }
}

/// A line of a given length; `with` gets the filler.
fn filled(length: usize, with: impl Fn(&str) -> String) -> String {
    let bare = with("").len();
    with(&"x".repeat(length - bare))
}

#[test]
fn no_line_is_longer_than_it_could_be_read() {
    let note = filled(LIMIT, |text| format!(r#"{{"query":"legal","note":"{text}"}}"#));
    let ran = play(&[HEADER, &note], "none").ends(0);
    assert_eq!(ran.answers()[1].cut, Some(vec!["note".to_owned()]), "what is cut is said");
    assert!(ran.answers()[1].legal.is_some());
    reads_back(&[HEADER, &note, MOVE]);
    let digest = filled(LIMIT, |text| format!(r#"{{"query":"state","digest":"{text}"}}"#));
    let answer = play(&[HEADER, &digest], "none").ends(1).answers().remove(1);
    assert_eq!((answer.contradicted, answer.cut), (None, Some(vec!["contradicted".to_owned()])), "and so is the fault");
    reads_back(&[HEADER, &digest]);
    let about = filled(LIMIT, |text| format!(r#"{{"referee":1,"game":"tectonic","about":{{"x":"{text}"}}}}"#));
    assert_eq!(play(&[&about], "none").ends(0).answers()[0].cut, Some(vec!["about".to_owned()]));
    reads_back(&[&about, MOVE]);
}

#[test]
fn a_position_to_start_from_is_never_cut() {
    // The length that the answer to a header adds, and the length reserved in a line.
    let more = play(&[HEADER], "none").out.find(",\"next\"").expect("what comes after") - HEADER.len() + 1;
    let with = |state: &str| {
        let length = LIMIT - 8192 - more + state.len() / 2;
        filled(length, |text| format!(r#"{{"referee":1,"game":"tectonic","about":{{"x":"{text}"}}{state}}}"#))
    };
    let position = |at: &str| format!(r#","state":{{"turn":"white","white":{{"mounts":["b5","{at}"]}}}}"#);
    let refused = format!(r#"{{"referee":1,"game":"tectonic"{}}}"#, position("b5"));
    assert!(play(&[&refused], "none").ends(1).answers()[0].violations.is_some());
    for state in [position("b6"), position("b5")] {
        let ran = play(&[&with(&state), MOVE], "none").ends(3);
        assert!(ran.answers()[0].fault().contains("position to start from is too long"), "{:?}", ran.answers()[0]);
        reads_back(&[&with(&state), MOVE]);
    }
    // The usual start need not be written.
    let ran = play(&[&with("")], "state").ends(0);
    assert_eq!((&ran.answers()[0].state, &ran.answers()[0].cut), (&None, &None));
    reads_back(&[&with(""), MOVE]);
    let cut = r#"{"referee":1,"game":"tectonic","next":{"player":0},"cut":["state"]}"#;
    assert!(play(&[cut, MOVE], "none").ends(3).answers()[0].fault().contains("was cut"));
}

#[test]
fn claims_are_nested_no_deeper_than_they_can_be_written() {
    let deep =
        |levels: usize| format!(r#"{{"query":{{"view":0}},"view":{}{}}}"#, "[".repeat(levels), "]".repeat(levels));
    reads_back(&[HEADER, &deep(64)]);
    assert!(play(&[HEADER, &deep(65)], "none").ends(3).answers()[1].fault().contains("at most 64 deep"));
    let found = |levels: usize, key: &str| {
        let value = ["[".repeat(levels), "]".repeat(levels)].concat();
        let [claimed, actual] = if key == "claimed" { [value.as_str(), "1"] } else { ["1", &value] };
        format!(r#"{{"query":"legal","contradicted":[{{"claim":"legal","claimed":{claimed},"actual":{actual}}}]}}"#)
    };
    let committed = |levels: usize| {
        let value = ["[".repeat(levels), "]".repeat(levels)].concat();
        let nonce = "0".repeat(32);
        format!(r#"{{"referee":1,"game":"tectonic","seed":1,"match":{{"nonce":"{nonce}","commitment":{value}}}}}"#)
    };
    for key in ["claimed", "actual"] {
        reads_back(&[HEADER, &found(64, key)]);
        assert!(play(&[HEADER, &found(65, key)], "none").ends(3).answers()[1].fault().contains("at most 64 deep"));
    }
    reads_back(&[&committed(64)]);
    assert!(play(&[&committed(65)], "none").ends(3).answers()[0].fault().contains("at most 64 deep"));
    let outcome = format!(r#"{{"outcome":{{"places":{}{}}}}}"#, "[".repeat(63), "]".repeat(63));
    reads_back(&[HEADER, &outcome]);
    reads_back(&[&format!(r#"{{"referee":1,"game":"tectonic","view":{}{}}}"#, "[".repeat(64), "]".repeat(64))]);
}

#[test]
fn many_broken_rules_fit_into_a_line() {
    let cards: Vec<String> = (0..63).map(|_| r#""carrot:bowl""#.to_owned()).collect();
    let header = r#"{"referee":1,"game":"we-will-wok-you","seed":1}"#;
    let bare = (2..=25).map(|wok| format!(r#"{{"wok":"W{wok:02}"}}"#));
    let named: Vec<String> =
        bare.chain([format!(r#"{{"wok":"W01","cooks":["W22"],"cards":[{}]}}"#, cards.join(","))]).collect();
    let declare = format!(r#"{{"action":{{"score":{{"woks":[{}]}}}}}}"#, named.join(","));
    let answers = play(&[header, &declare], "none").ends(1).answers();
    let broken = answers.iter().filter_map(|answer| answer.violations.as_ref().map(Vec::len)).sum::<usize>();
    assert!(broken > 20, "only {broken} rules are broken");
    reads_back(&[header, &declare]);
}

#[test]
fn a_line_ends_a_game_if_it_has_the_key_of_a_header() {
    for line in [
        r#"x{"referee":1,"game":"tectonic"}"#,
        r#"{"referee":"#,
        r#"{"action":"pass","referee":1}"#,
        r#"{"referee":1,"game":"tectonic","option":{}}"#,
        r#"{"referee":7,"game":"tectonic"}"#,
        r#"{"referee":1,"game":"chess"}"#,
    ] {
        let answers = play(&[HEADER, line, MOVE], "none").ends(3).answers();
        assert!(answers[1].truncated.is_some() && answers[2].malformed.is_some(), "{line}: {answers:?}");
        assert!(answers[3].fault().starts_with("no game"), "{line}: {answers:?}");
    }
    for line in [r#"{"action":{"referee":1}}"#, r#"{"note":"{\"referee\":1}"}"#, r#""referee":1"#, r#"["referee"]"#] {
        let answers = play(&[HEADER, line, MOVE], "none").ends(3).answers();
        assert!(answers[1].malformed.is_some() && answers[2].n == Some(1), "{line}: {answers:?}");
    }
    let over = r#"{"abort":{"cause":"max_turns"}}"#;
    let ran = play(&[HEADER, over, r#"{"referee":1,"game":"tectonic","option":{}}"#, MOVE, MOVE], "none").ends(3);
    assert!(ran.answers()[3].fault().starts_with("no game"), "a finished game takes no lines of the next: {ran:?}");
    assert_eq!(ran.answers().len(), 5, "each is answered");
}

#[test]
fn what_is_not_a_header_is_named() {
    for (line, what) in [
        ("{", "several lines"),
        ("{'referee':1}", "double quotes"),
        ("// a game", "comments"),
        (r#"{"game":"tectonic"}"#, "a header says `\"referee\":1`"),
        ("\u{feff}", "byte order mark"),
        ("{\0\"\0", "UTF-16"),
    ] {
        let answers = play(&[line, MOVE, MOVE, HEADER], "none").ends(3).answers();
        assert!(answers[0].fault().contains(what), "{line}: {answers:?}");
        assert_eq!(answers.len(), 5, "{answers:?}");
    }
}

#[test]
fn a_malformed_action_is_told_how_one_is_written() {
    let fault = |line: &str| play(&[HEADER, line], "none").ends(3).answers().remove(1).fault().to_owned();
    let said = fault(r#"{"action":{"move":"c1"}}"#);
    assert!(said.contains(r#"a legal action now: {"action":{"move":{"from":"#), "{said}");
    assert!(!fault(r#"{"player":1,"action":{"move":"c1"}}"#).contains("legal action now"), "it is not their turn");
    assert!(fault(r#"{"move":{"from":"c1","to":"c5"}}"#).contains(r#"{"action":...}"#));
}

#[test]
fn what_was_not_judged_is_not_all_valid() {
    let seen = referee(&["random", "--game", "wangdo", "--seed", "1", "--emit", "view:0"], "").ends(0).out;
    referee(&["play", "--emit", "none"], &seen).ends(0);
    referee(&["play", "--emit", "none", "--strict"], &seen).ends(6);
    let header = r#"{"referee":1,"game":"wangdo","state":null}"#;
    let ran = play(&[HEADER, MOVE, header, r#"{"chance":{"token":"bear"}}"#], "none").ends(0);
    assert!(ran.out.contains(r#""state":null,"redacted":{"line":3}}"#), "{ran:?}");
    let again = referee(&["play", "--emit", "none"], &ran.out).ends(0);
    assert_eq!(
        again.answers().iter().filter_map(|line| line.redacted.clone()).map(|line| line.line).collect::<Vec<_>>(),
        [4, 5],
        "{again:?}"
    );
    referee(&["play"], r#"{"referee":1,"game":"tectonic","redacted":{}}"#).ends(3);
}

#[test]
fn claims_that_say_nothing_are_refused() {
    let nothing = r#"{"query":"undo","undone":0,"violations":[{"rule":"table.nothing-to-undo"}]}"#;
    play(&[HEADER, nothing], "none").ends(0);
    let answers = play(&[HEADER, MOVE, nothing, r#"{"query":"undo"}"#], "none").ends(1).answers();
    assert_eq!((answers[2].false_claims(), answers[2].undone), (vec!["violations"], Some(0)), "there was something");
    assert_eq!(answers[3].undone, Some(1), "and it is still there");
    let ran = play(&[HEADER, MOVE, r#"{"query":"undo","undone":3}"#], "none").ends(1);
    assert_eq!((ran.answers()[2].rules(), ran.answers()[2].undone), (vec!["table.nothing-to-undo"], Some(3)));
    assert_eq!(
        referee(&["play", "--strict", "--emit", "none"], &ran.out).ends(0).out,
        ran.out,
        "there is one, not three"
    );
    assert!(play(&[HEADER, r#"{"query":"state","viewer":0}"#], "none").ends(3).out.contains("belongs to a view"));
    play(&[r#"{"referee":1,"game":"tectonic","viewer":0}"#], "none").ends(3);
}

#[test]
fn a_line_of_exactly_the_limit_is_read_with_either_end() {
    let line = filled(LIMIT, |text| format!(r#"{{"query":"legal","note":"{text}"}}"#));
    for end in ["\n", "\r\n"] {
        referee(&["play", "--emit", "none"], format!("{HEADER}{end}{line}{end}")).ends(0);
        referee(&["play", "--emit", "none"], format!("{HEADER}{end}{line} {end}")).ends(3);
    }
}

#[test]
fn an_output_that_cannot_be_written_is_no_verdict() {
    let Ok(full) = File::options().write(true).open("/dev/full") else { return };
    for args in [&["--help"][..], &["play", "--help"], &["games"], &["--version"]] {
        let full = full.try_clone().expect("a handle");
        let run = command(env!("CARGO_BIN_EXE_referee")).args(args).stdout(full).stderr(Stdio::piped()).output();
        let run = run.expect("the program starts");
        assert_eq!(run.status.code(), Some(74), "{args:?}");
        assert!(String::from_utf8_lossy(&run.stderr).contains("cannot write the output"), "{args:?}: {run:?}");
    }
    let readable = File::open(env!("CARGO_MANIFEST_PATH")).expect("a file");
    let run = command(env!("CARGO_BIN_EXE_referee")).arg("games").stdout(readable).output().expect("an end");
    assert_eq!(run.status.code(), Some(74), "an output that can only be read: {run:?}");
    let folder = File::open(env!("CARGO_MANIFEST_DIR")).expect("a folder");
    let run = command(env!("CARGO_BIN_EXE_referee")).arg("play").stdin(folder).output().expect("an end");
    assert_eq!(run.status.code(), Some(74));
    assert!(String::from_utf8_lossy(&run.stderr).contains("cannot read the input"), "{run:?}");
}

#[test]
fn how_a_rule_is_kept_is_told_to_those_who_ask() {
    for args in [&["rules", "tectonic"][..], &["rules", "tectonic", "--json"]] {
        let kept = referee(&[args, &["--kept"]].concat(), "").ends(0).out;
        let bare = referee(args, "").ends(0).out;
        assert!(kept.contains("unit test") && !bare.contains("unit test"));
    }
}

#[test]
fn the_faults_of_an_edition_are_bounded() {
    let text = referee(&["edition", "tectonic"], "").ends(0).out;
    let mut edition: Value = serde_json::from_str(&text).expect("JSON");
    edition["id"] = json!("x".repeat(201));
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("long-id.json");
    std::fs::write(&path, edition.to_string()).expect("a file");
    let ran = referee(&["play", "--edition", path.to_str().expect("a path")], HEADER).ends(2);
    assert!(ran.err.contains("at most 200 bytes"), "{ran:?}");
    let mut edition: Value = serde_json::from_str(&referee(&["edition", "wangdo"], "").ends(0).out).expect("JSON");
    edition["id"] = json!("many");
    edition["board"]["paths"]["part_a"] = json!(vec![["V01", "V01"]; 5000]);
    std::fs::write(&path, edition.to_string()).expect("a file");
    let ran = referee(&["play", "--edition", path.to_str().expect("a path")], HEADER).ends(2);
    assert!(ran.err.lines().count() < 60 && ran.err.contains(" more"), "{ran:?}");
}

#[test]
fn completions_complete_what_is_known() {
    let script = referee(&["completions", "bash"], "").ends(0).out;
    for known in ["we-will-wok-you", "setup=S3", "view:4", "tectonic.mount-range", "wongar.R24", "wigwam/options"] {
        assert!(script.contains(known), "{known}");
    }
    let help = referee(&["explain", "--help"], "").ends(0).out;
    assert!(!help.contains("wongar.R24"), "a list of hundreds is no help");
}

#[test]
fn a_seed_that_was_not_given_is_drawn_from_all() {
    let seed = |_| referee(&["random", "--game", "tectonic", "--emit", "none"], "").ends(0).answers().remove(0).seed;
    let large = (0..4).map(seed).any(|seed| seed.is_some_and(|seed| seed.is_string()));
    assert!(large, "of 64 bits hardly any seed is small enough to be a number");
    assert!(referee(&["random", "--seed", "-1"], "").ends(2).err.contains("a seed is a whole number from 0"));
    let ran = referee(&["play", "--seed", "x"], "").ends(2);
    assert!(ran.err.contains("a whole number from 0 to 18446744073709551615"), "{ran:?}");
}

#[test]
fn at_a_terminal_the_header_comes_first() {
    if !has_python() {
        return;
    }
    let script = r#"
import os, pty, subprocess, sys
here, there = pty.openpty()
run = subprocess.Popen([sys.argv[1], "play", "--game", "wangdo", "--emit", "none"], stdin=there,
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
os.close(there)
print(run.stdout.readline(), end="")
print(run.stderr.readline(), end="")
os.write(here, b"\x04")
run.wait()
"#;
    let run =
        command("python3").args(["-c", script, env!("CARGO_BIN_EXE_referee")]).output().expect("python3 is there");
    let out = String::from_utf8_lossy(&run.stdout);
    assert!(out.starts_with(r#"{"referee":1,"game":"wangdo""#) && out.contains("hint: without a seed"), "{run:?}");
}

#[test]
fn numbers_come_back_as_they_were_written() {
    let header = |number: &str| format!(r#"{{"referee":1,"game":"tectonic","match":{{"x":[{number}]}}}}"#);
    for number in ["0", "-9223372036854775808", "18446744073709551615", "\"1.50\""] {
        let ran = play(&[&header(number)], "none").ends(0);
        assert!(ran.out.contains(&format!(r#""match":{{"x":[{number}]}}"#)), "{ran:?}");
    }
    for number in ["1.50", "1e3", "-0", "18446744073709551616"] {
        assert!(play(&[&header(number)], "none").ends(3).answers()[0].fault().contains("whole number"), "{number}");
    }
}
