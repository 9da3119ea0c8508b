//! Whose fault it is: what the judge or the machine did, and what a bot did.

use std::fs;
use std::time::Instant;

use serde_json::{Value, json};

use crate::beside::has_python;
use crate::hostile::{bot, has_bubblewrap, meet_while};
use crate::pipes::patience::in_time;
use crate::pipes::{command, referee};
use crate::tournament::{file, fresh};

/// Stops every bot of this kind in the matches of this test.
fn stop_from_outside(how: &str) {
    let word = format!("HOSTILE={how}-{}-", std::process::id());
    for entry in fs::read_dir("/proc").expect("/proc").flatten() {
        let read =
            |name: &str| String::from_utf8_lossy(&fs::read(entry.path().join(name)).unwrap_or_default()).into_owned();
        let is_one = read("cmdline").ends_with(&format!("bot.py\0{how}\0"));
        if is_one && read("environ").split('\0').any(|variable| variable.starts_with(&word)) {
            let pid = entry.file_name();
            assert!(command("kill").arg("-STOP").arg(pid).status().expect("kill").success());
        }
    }
}

#[test]
fn a_bot_that_is_stopped_from_outside_is_not_at_fault() {
    if !has_python() || !has_bubblewrap() {
        return;
    }
    // It thinks for longer than it takes to stop it. Without the sandbox it could have stopped itself.
    for (runner, causes) in
        [(&["--sandbox"][..], json!(["referee_fault", "referee_fault"])), (&[], json!(["time_move", "normal"]))]
    {
        let (begun, mut stopped) = (Instant::now(), false);
        let line = meet_while("slow", "honest", &[runner, &["--clock", "/3"]].concat(), |_| {
            if begun.elapsed().as_secs() >= 2 && !std::mem::replace(&mut stopped, true) {
                stop_from_outside("slow");
            }
        })
        .line;
        assert_eq!(line["causes"], causes, "{line}");
        let told = line["why"][0].as_str().expect("why").contains("it was stopped by a signal for some");
        assert_eq!(told, runner.is_empty(), "{line}");
    }
}

/// A tournament between a bot that never moves and an honest one, with these settings.
fn tournament(name: &str, settings: &str) -> (String, Vec<Value>) {
    let bots = ["silent", "honest"]
        .map(|how| format!("[[bots]]\nname = \"{how}\"\ncommand = \"{}\"\n", bot(how, "A=b")))
        .concat();
    let head = "game = \"tectonic\"\nformat = \"round-robin\"\nseed = 1\nmax_turns = 24\nclock = \"/0.3\"\n";
    let config = file(&format!("{name}.toml"), &format!("{head}{settings}\n{bots}"));
    let journal = fresh(&format!("{name}.jsonl"));
    let ran = referee(&["tournament", "run", &config, "--journal", &journal.to_string_lossy()], "").ends(0);
    let lines = fs::read_to_string(&journal).expect("a journal");
    let lines = lines.lines().filter(|line| !line.starts_with("{\"bots\""));
    (ran.out, lines.map(|line| serde_json::from_str(line).expect("JSON")).collect())
}

#[test]
fn delays_of_the_judge_make_losses_void_in_tournaments_too() {
    if !has_python() {
        return;
    }
    for setting in ["void_lag = 0", "void_wait = 0"] {
        let (out, lines) = tournament(&setting.replace(' ', ""), setting);
        assert!(out.contains("2 games were called off and do not count."), "{out}");
        for result in &lines[1..] {
            assert_eq!(result["result"]["causes"], json!(["referee_fault", "referee_fault"]), "{result}");
        }
    }
    let (out, lines) = tournament("void-never", "void_lag = 30000\nvoid_wait = 30000");
    assert_eq!(lines[1]["result"]["causes"], json!(["time_move", "normal"]), "{out}");
}

#[test]
fn delays_of_the_judge_are_told() {
    if !has_python() {
        return;
    }
    // 48 busy loops keep the judge from a processor, even where there are many.
    let attempt = || {
        let (one, two) = (bot("burns_on_turn", "A=b"), bot("honest", "A=b"));
        let args = ["match", "--game", "tectonic", "--clock", "/1", "--max-turns", "24", "--bot", &one, "--bot", &two];
        let line = referee(&[&args[..], &["--json"]].concat(), "").ends(0).out;
        serde_json::from_str::<Value>(line.lines().next().expect("a line")).expect("JSON")
    };
    let line = in_time(attempt, |line| line["queued_ms"] == 0);
    assert!(line["queued_ms"].as_u64().expect("a number") > 0, "{line}");
}

#[test]
fn shared_luck_that_could_be_remembered_is_told() {
    if !has_python() {
        return;
    }
    let shared = "The games of a block share their luck, which a bot could remember";
    let seeds = |lines: &[Value], games: &str| -> Vec<Value> {
        let seed = |id: &str| {
            let record = fs::read_to_string(format!("{games}/{id}.jsonl")).expect("a transcript");
            serde_json::from_str::<Value>(record.lines().next().expect("a header")).expect("JSON")["seed"].clone()
        };
        lines[1..].iter().map(|line| seed(line["result"]["game_id"].as_str().expect("an id"))).collect()
    };
    for (name, settings, remembered, same) in [
        ("luck-shared", "", true, true),
        ("luck-fresh", "luck = \"fresh\"", false, false),
        ("luck-sandbox", "sandbox = true", false, true),
    ] {
        if name == "luck-sandbox" && !has_bubblewrap() {
            continue;
        }
        let games = fresh(name).with_extension("games").to_string_lossy().into_owned();
        let _ = fs::remove_dir_all(&games);
        let (out, lines) = tournament(name, &format!("{settings}\ntranscripts = {games:?}"));
        assert_eq!(out.contains(shared), remembered, "{out}");
        assert_eq!(lines[0]["tournament"]["luck_can_be_remembered"] == true, remembered, "{}", lines[0]);
        let seeds = seeds(&lines, &games);
        assert!(seeds[0].is_string() && (seeds[0] == seeds[1]) == same, "{seeds:?}");
        assert_ne!(lines[1]["result"]["commitment"], lines[2]["result"]["commitment"], "it names no block");
        let journal = fresh("x").with_file_name(format!("{name}.jsonl"));
        referee(&["tournament", "verify", &journal.to_string_lossy()], "").ends(0);
    }
}

#[test]
fn what_cannot_be_read_is_called_by_its_name_and_quoted_as_it_came() {
    let half = "this string has half a character";
    let large = "this number is too large for a place";
    for (said, cause, why) in [
        (r#"{"ask":1,"note":"\ud800","pick":0}"#, "bad_json", half),
        (r#"{"ask":1,"note":"\ud800x","pick":0}"#, "bad_json", half),
        (r#"{"ask":1,"note":"\ud800\u0041","pick":0}"#, "bad_json", half),
        (r#"{"ask":1,"note":"\udc00","pick":0}"#, "bad_json", half),
        (r#"{"ask":1,"note":"\x","pick":0}"#, "bad_json", "a backslash before a character that JSON does not allow"),
        (r#"{"ask":1,"pick":18446744073709551616}"#, "bad_message", large),
        (r#"{"ask":1,"pick":18446744073709551615}"#, "bad_message", large),
        (r#"{"ask":1,"pick":-9223372036854775809}"#, "bad_message", large),
        (r#"{"ask":1,"pick":9223372036854775807}"#, "illegal_action", "there is no place 9223372036854775807 in"),
    ] {
        let file = file("said.json", &format!("{said}\n"));
        let bot = format!("sh -c 'while read -r line; do case $line in *ask*) cat {file};; esac; done'");
        let args = ["match", "--game", "tectonic", "--seed", "1", "--json", "--bot", &bot, "--bot", "@random"];
        let ran = referee(&args, "").ends(0);
        let line: Value = serde_json::from_str(ran.out.lines().next().expect("a line")).expect("JSON");
        assert_eq!(line["causes"][0], cause, "{said}: {line}");
        let told = line["why"][0].as_str().expect("why");
        assert!(told.contains(why), "{said}: {told}");
        assert!(cause == "illegal_action" || told.ends_with(&format!("it wrote: {said}")), "{said}: {told}");
    }
}
