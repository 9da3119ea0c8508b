//! A league as a whole: twelve bots, built in, in Python and failing ones, over a Swiss tournament that is killed in each phase,
//! extended, and joined late by a bot. It ends as one that nothing disturbed, in every form of its standings.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::beside::has_python;
use crate::pipes::{referee, spawn};
use crate::tournament::{file, fresh};

const BEFORE: usize = 11;

/// The configuration: in the second phase there are more rounds and one more bot.
fn league(second: bool) -> String {
    let python = |what: &str| {
        format!("python3 -c \"import json, sys\nfor text in sys.stdin:\n  line = json.loads(text)\n  {what}\"")
    };
    let answers = |answer: &str| python(&format!("if 'ask' in line: print(json.dumps({answer}), flush=True)"));
    let pick = |place: &str| answers(&format!("{{'ask': line['ask']['id'], 'pick': {place}}}"));
    let commands = [
        "@mcts:4".to_owned(),
        "@mcts:2".to_owned(),
        "@random".to_owned(),
        "python3 tests/hostile/first.py".to_owned(),
        pick("line['legal_n'] - 1"),
        pick("line['legal_n'] // 2"),
        pick("line['ask']['id'] * 7 % line['legal_n']"),
        // Those that fail: an action that is not there, no JSON, a program that ends, and one that resigns.
        pick("line['legal_n']"),
        answers("'pass'"),
        python("if 'ask' in line: sys.exit(3)"),
        answers("{'ask': line['ask']['id'], 'resign': True}"),
        "@mcts:3".to_owned(),
    ];
    let bots = commands.iter().zip(0..).take(if second { BEFORE + 1 } else { BEFORE });
    let bots: String =
        bots.map(|(command, at)| format!("[[bots]]\nname = \"bot {at}\"\ncommand = {}\n", json!(command))).collect();
    let rounds = if second { 4 } else { 2 };
    format!(
        "title = \"A league\"\ngame = \"wangdo\"\nformat = \"swiss\"\nrounds = {rounds}\nseed = 4\nconcurrency = 2\nresign = true\n{bots}"
    )
}

/// How many results a journal has.
fn results(journal: &str) -> usize {
    fs::read_to_string(journal).unwrap_or_default().lines().filter(|line| line.starts_with("{\"result\"")).count()
}

/// Plays a phase; `killed`: the program is killed once after some games.
fn play(config: &str, journal: &str, killed: bool) {
    if killed {
        let (before, until) = (results(journal), Instant::now() + Duration::from_mins(2));
        let mut child = spawn(&["tournament", "run", config, "--journal", journal]);
        while results(journal) < before + 3 {
            assert!(Instant::now() < until && child.try_wait().expect("a child").is_none(), "it plays");
            sleep(Duration::from_millis(2));
        }
        child.kill().expect("a kill");
        child.wait().expect("an end");
    }
    referee(&["tournament", "run", config, "--journal", journal], "").ends(0);
}

/// The same journal without what depends on the clock.
fn timeless(journal: &str, name: &str) -> String {
    let text = fs::read_to_string(journal).expect("a journal");
    let line = |line: &str| {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        if let Some(result) = line.get_mut("result").and_then(Value::as_object_mut) {
            for key in ["ended", "lag_ms", "queued_ms"] {
                result.shift_remove(key);
            }
            result["think_us"] = json!([0, 0]);
        }
        format!("{line}\n")
    };
    let path = fresh(name);
    fs::write(&path, text.lines().map(line).collect::<String>()).expect("can write");
    path.to_string_lossy().into_owned()
}

#[test]
fn a_league_that_is_killed_extended_and_joined_ends_as_if_undisturbed() {
    if !has_python() {
        return;
    }
    let [first, second] = [false, true].map(|second| file(&format!("league-{second}.toml"), &league(second)));
    let [whole, disturbed] =
        ["league-whole.jsonl", "league-disturbed.jsonl"].map(|name| fresh(name).to_string_lossy().into_owned());
    for (journal, killed) in [(&whole, false), (&disturbed, true)] {
        play(&first, journal, killed);
        assert_eq!(results(journal), 20, "five tables in each of two rounds");
        referee(&["tournament", "extend", &second, "--journal", journal], "").ends(0);
        play(&second, journal, killed);
        assert_eq!(results(journal), 44);
        referee(&["tournament", "verify", journal], "").ends(0);
    }
    let journals =
        [timeless(&whole, "league-whole-timeless.jsonl"), timeless(&disturbed, "league-disturbed-timeless.jsonl")];
    for form in ["text", "json", "csv", "html"] {
        let [one, other] = journals
            .each_ref()
            .map(|journal| referee(&["tournament", "standings", journal, "--format", form], "").ends(0).out);
        assert_eq!(one, other, "{form}");
    }
    // What it came to: the failing ones lost by what they did, and the late bot is there.
    let out = referee(&["tournament", "standings", &disturbed, "--format", "json"], "").ends(0).out;
    let report: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&report["complete"], &report["games"]), (&json!(true), &json!(44)));
    assert_eq!(report["declared"]["title"], "A league");
    let causes: Vec<&str> =
        report["faults"].as_array().expect("faults").iter().filter_map(|fault| fault["cause"].as_str()).collect();
    for cause in ["illegal_action", "bad_message", "exit"] {
        assert!(causes.contains(&cause), "{causes:?}");
    }
    let late =
        report["standings"].as_array().expect("rows").iter().find(|row| row["bot"] == "bot 11").expect("the late bot");
    assert_eq!(late["missed_games"], 4);
    // The ratings over time end with those of the table.
    let last = report["history"].as_array().expect("moments").last().expect("the last one");
    assert_eq!(last["games"], 44);
    for (row, elo) in report["standings"].as_array().expect("rows").iter().zip(last["elo"].as_array().expect("ratings"))
    {
        assert_eq!(&row["elo"], elo);
    }
}
