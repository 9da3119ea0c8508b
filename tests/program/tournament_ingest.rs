//! Tournaments whose games are played elsewhere, round by round.

use serde_json::Value;

use crate::beside::has_python;
use crate::pipes::referee;
use crate::tournament::{REPEATABLE, file, fresh, timeless};

/// Two rounds of a Swiss tournament, then the same by hand: each step is done twice, and half of the results of each round
/// is lost at first.
#[test]
fn rounds_are_planned_played_and_ingested() {
    if !has_python() {
        return;
    }
    let swiss = REPEATABLE.replace("\"round-robin\"", "\"swiss\"\nrounds = 2");
    let config = file("by-rounds.toml", &swiss);
    let [whole, journal] =
        ["by-rounds-whole.jsonl", "by-rounds.jsonl"].map(|name| fresh(name).to_string_lossy().into_owned());
    referee(&["tournament", "run", &config, "--journal", &whole], "").ends(0);
    let due = || referee(&["tournament", "plan", &config, "--journal", &journal], "").ends(0);
    let play = |lines: &[&str]| referee(&["tournament", "play"], lines.join("\n")).ends(0).out;
    let ingest = |results: &str| referee(&["tournament", "ingest", "--journal", &journal], results);
    let mut rounds = 0;
    loop {
        let planned = due();
        if planned.out.is_empty() {
            assert!(planned.err.contains("everything has been played"), "{planned:?}");
            break;
        }
        rounds += 1;
        assert_eq!(due().out, planned.out, "planning twice is planning once");
        let lines: Vec<&str> = planned.out.lines().collect();
        // Three bots: one table of two blocks.
        assert_eq!(lines.len(), 4);
        let results = play(&lines[..1]) + &play(&lines[2..3]);
        assert_eq!(ingest(&results).ends(0).out, "2 results added, 0 known already, 2 games missing\n");
        assert_eq!(ingest(&results).ends(0).out, "0 results added, 2 known already, 2 games missing\n");
        let rest: Vec<&str> = vec![lines[1], lines[3]];
        assert_eq!(due().out.lines().collect::<Vec<_>>(), rest, "only what is missing");
        assert_eq!(
            ingest(&play(&rest)).ends(0).out,
            "2 results added, 2 known already\n".replace("2 known", "0 known")
        );
        // A result that contradicts is left out, and told.
        let mut other: Value = serde_json::from_str(results.lines().next().expect("a result")).expect("JSON");
        other["result"]["reason"] = "over".into();
        let places = if other["result"]["places"] == serde_json::json!([1, 2]) { [2, 1] } else { [1, 2] };
        other["result"]["places"] = places.to_vec().into();
        assert!(ingest(&other.to_string()).ends(1).err.contains("1 result contradicts the journal"));
    }
    assert_eq!(rounds, 2);
    assert_eq!(timeless(&journal), timeless(&whole));
    referee(&["tournament", "verify", &journal], "").ends(0);
    let known = "0 results added, 8 known already\n";
    let lines = |path: &str| std::fs::read_to_string(path).expect("there");
    let results: String =
        lines(&whole).lines().filter(|line| line.starts_with("{\"result\"")).map(|line| format!("{line}\n")).collect();
    assert_eq!(ingest(&results).ends(0).out, known, "those of the run are the same");
    ingest("{\"result\":{}}").ends(3);
    assert!(ingest(&results.replace("\"r1t1b1g1\"", "\"r9t1b1g1\"")).ends(3).err.contains("there is no game r9t1b1g1"));
}

#[test]
fn a_step_that_plays_gives_signs_of_life() {
    if !has_python() {
        return;
    }
    let slow = file(
        "slow-heart.py",
        "import json, sys, time\nfor text in sys.stdin:\n    line = json.loads(text)\n    if 'ask' in line:\n        \
         time.sleep(2.5)\n        print(json.dumps({'ask': line['ask']['id'], 'pick': 0}), flush=True)\n",
    );
    let one = REPEATABLE.replace("python3 tests/hostile/first.py", &format!("python3 {slow}"));
    let config = file("heart.toml", &one.replace("blocks = 2", "max_turns = 43"));
    let plan = referee(&["tournament", "plan", &config], "").ends(0).out;
    let games = plan.lines().count();
    let ran = referee(&["tournament", "play", "--report-every", "2"], &plan).ends(0);
    let told: Vec<&str> = ran.err.lines().filter(|line| line.ends_with(" played")).collect();
    assert_eq!(told.len(), games / 2, "{ran:?}");
    assert!(told[0].ends_with("2 games played"), "{ran:?}");
    // While the first game goes on, nothing has been played yet.
    let slow_first = plan.lines().find(|line| line.contains("\"seats\":[{\"name\":\"first\"")).expect("a game");
    let ran = referee(&["tournament", "play", "--report-every", "1s"], slow_first).ends(0);
    assert!(ran.err.lines().any(|line| line.ends_with("0 games played")), "{ran:?}");
}
