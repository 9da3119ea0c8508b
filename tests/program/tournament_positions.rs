//! Tournaments whose games begin from given positions.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::beside::has_python;
use crate::pipes::referee;
use crate::tournament::{file, fresh};

/// A position by its state, and one by the moves that lead to it.
const OPENINGS: &str = r#"{"referee":1,"game":"tectonic","state":{"turn":"white","white":{"mounts":["b5","b7"]},"black":{"peaks":["f6"],"mounts":["j9"]}}}

{"referee":1,"game":"tectonic"}
{"action":{"move":{"from":"c1","to":"c5"}}}
"#;

fn tournament(openings: &str, more: &str) -> String {
    format!(
        "game = \"tectonic\"\nformat = \"round-robin\"\nblocks = 4\nseed = 1\npositions = {openings:?}\n{more}\n\
         [[bots]]\nname = \"first\"\ncommand = \"python3 tests/hostile/first.py\"\n\
         [[bots]]\nname = \"search\"\ncommand = \"@mcts:3\"\n"
    )
}

#[test]
fn games_begin_from_the_positions_of_the_file() {
    if !has_python() {
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("openings-games");
    let _ = fs::remove_dir_all(&folder);
    let openings = file("openings.jsonl", OPENINGS);
    let text = tournament(&openings, &format!("transcripts = {:?}", folder.to_string_lossy()));
    let config = file("openings.toml", &text);
    let plan = referee(&["tournament", "plan", &config], "").ends(0).out;
    let starts: Vec<Value> = plan
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["planned"]["start"].clone())
        .collect();
    let numbers: Vec<u64> = starts.iter().map(|start| start["number"].as_u64().expect("a number")).collect();
    assert_eq!(numbers, [1, 1, 2, 2, 1, 1, 2, 2]);
    assert_eq!(starts[2]["state"]["white"]["mounts"].as_array().map(Vec::len), Some(2), "{}", starts[2]);
    assert_eq!(starts[2]["state"]["turn"], "black");
    if !cfg!(target_os = "linux") {
        return;
    }
    let journal = fresh("openings-journal.jsonl").to_string_lossy().into_owned();
    referee(&["tournament", "run", &config, "--journal", &journal], "").ends(0);
    for (id, number) in [("r1t1b1g1", 1), ("r1t1b2g2", 2), ("r1t1b3g1", 1)] {
        let text = fs::read_to_string(folder.join(format!("{id}.jsonl"))).expect("a transcript");
        let header: Value = serde_json::from_str(text.lines().next().expect("a header")).expect("JSON");
        assert_eq!(
            (&header["match"]["position"], &header["state"]),
            (&number.into(), &starts[2 * number - 2]["state"]),
            "{id}"
        );
        referee(&["play", "--strict", "--emit", "none"], &text).ends(0);
    }
    let verified = referee(&["tournament", "verify", &journal], "").ends(0).out;
    assert_eq!(verified, "8 results, 8 transcripts checked, 0 without a transcript, 0 faults.\n");
    // The file belongs to the tournament: with another one neither resuming nor verifying works.
    fs::write(&openings, OPENINGS.replace("c5", "c4")).expect("can write");
    let ran = referee(&["tournament", "run", &config, "--journal", &journal], "").ends(2);
    assert!(ran.err.contains("the positions file has SHA-256"), "{ran:?}");
    let verified = referee(&["tournament", "verify", &journal], "").ends(1).out;
    assert!(verified.contains("the file of positions is not that of the tournament"), "{verified}");
    assert!(verified.contains("r1t1b2g1: `state` of the transcript is"), "{verified}");
}

#[test]
fn a_wrong_position_is_named_by_its_line() {
    if !has_python() {
        return;
    }
    let refused = |openings: &str, because: &str| {
        let name = format!("wrong-openings-{}.jsonl", because.len());
        let config = file(&format!("{name}.toml"), &tournament(&file(&name, openings), ""));
        let ran = referee(&["tournament", "plan", &config], "").ends(2);
        assert!(ran.err.contains("line 5: `positions`: ") && ran.err.contains(because), "{ran:?}");
    };
    refused("\n", "there is no position in it");
    refused("{\"action\":\"pass\"}\n", "line 1 does not follow the protocol: ");
    refused(
        &OPENINGS.replace("\"c1\",\"to\":\"c5\"", "\"c1\",\"to\":\"c9\""),
        "line 4 is refused: a mount moves at most",
    );
    refused(&OPENINGS.replace("[\"b5\",\"b7\"]", "[\"b5\",\"b5\"]"), "line 1 ");
    refused(
        &OPENINGS.replace("\"game\":\"tectonic\"}", "\"game\":\"wigwam\"}"),
        "line 3: `game` is \"wigwam\", but the tournament has \"tectonic\"",
    );
    let gone = file("gone.toml", &tournament("no-such-file", ""));
    assert!(referee(&["tournament", "plan", &gone], "").ends(2).err.contains("`positions`: no-such-file: "));
}
