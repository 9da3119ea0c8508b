//! Verifying a journal: results against their transcripts, transcripts against the rules and their seeds, and
//! pairings against the results before them.

use std::fs;
use std::path::{Path, PathBuf};

use referee::contest::config::Config;
use serde_json::Value;

use crate::beside::has_python;
use crate::pipes::referee;
use crate::tournament::{JOURNAL, REPEATABLE, file, fresh, read, simulate};

/// A journal in a file of this test's own, since tests run at the same time.
fn journal(text: &str) -> String {
    let own = std::thread::current().name().unwrap_or_default().replace("::", "-");
    file(&format!("{own}.jsonl"), text)
}

/// The output about a wrong journal.
#[track_caller]
fn faulty(text: &str) -> String {
    referee(&["tournament", "verify", &journal(text)], "").ends(1).out
}

#[test]
fn a_journal_without_transcripts_is_taken_on_trust() {
    let out = referee(&["tournament", "verify", JOURNAL], "").ends(0).out;
    assert_eq!(out, "144 results, 0 transcripts checked, 144 without a transcript, 0 faults.\n");
    referee(&["tournament", "verify", "no-such-file"], "").ends(2);
    let other = read(JOURNAL).replacen("\"commitment\":\"sha256:", "\"commitment\":\"sha256:0", 1);
    referee(&["tournament", "verify", &journal(&other)], "").ends(3);
}

#[test]
fn a_pairing_that_does_not_follow_is_found() {
    let knockout = read("fixtures/tournaments/simulated.toml")
        .replace("\"round-robin\"", "\"knockout\"")
        .replace("blocks = 12", "blocks = 1");
    let path = fresh("verified-knockout.jsonl");
    simulate(&Config::read(&knockout).expect("it is right"), &path, usize::MAX);
    let text = fs::read_to_string(&path).expect("there");
    let verify = |path: &Path| referee(&["tournament", "verify", &path.to_string_lossy()], "");
    verify(&path).ends(0);
    // The winners of the first decided table of the first round are swapped, so that another pairing would have
    // followed.
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let second = lines.iter().position(|line| line.starts_with("{\"round\":{\"number\":2")).expect("a second round");
    let swapped = lines.iter().enumerate().map(|(at, line)| {
        let turned = line.replace("\"places\":[1,2]", "\"places\":[X]").replace("\"places\":[2,1]", "\"places\":[1,2]");
        if at < second { turned.replace("\"places\":[X]", "\"places\":[2,1]") } else { line.clone() }
    });
    let said = faulty(&(swapped.collect::<Vec<_>>().join("\n") + "\n"));
    assert!(said.contains("round 2: its pairing does not follow from the earlier results"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_is_held_to_its_transcript() {
    if !has_python() {
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("verified-transcripts");
    let _ = fs::remove_dir_all(&folder);
    let moved = folder.with_file_name("verified-elsewhere");
    let _ = fs::remove_dir_all(&moved);
    let text = REPEATABLE
        .replace("python3 tests/hostile/first.py", "sh -c 'read line; exit 2'")
        .replace("seed = 5", &format!("seed = 5\ntranscripts = {:?}", folder.to_string_lossy()));
    let journal = fresh("verified-run.jsonl").to_string_lossy().into_owned();
    referee(&["tournament", "run", &file("verified.toml", &text), "--journal", &journal], "").ends(0);
    let verify = |more: &[&str]| referee(&[&["tournament", "verify", &journal][..], more].concat(), "");
    assert_eq!(verify(&[]).ends(0).out, "12 results, 12 transcripts checked, 0 without a transcript, 0 faults.\n");
    let text = fs::read_to_string(&journal).expect("there");
    let change = |line: &str, change: &dyn Fn(&mut Value)| {
        let mut result: Value = serde_json::from_str(line).expect("JSON");
        change(&mut result["result"]);
        text.replace(line, &result.to_string())
    };
    let won =
        text.lines().find(|line| line.contains("\"places\":[1,2]") && !line.contains("\"exit\"")).expect("a game");
    let said = faulty(&change(won, &|result| {
        result["places"] = serde_json::json!([2, 1]);
        result["scores"] = Value::Null;
        result.as_object_mut().expect("a result").shift_remove("scores");
    }));
    assert!(said.contains("`places` is [2,1] in the journal, [1,2] in the transcript"), "{said}");
    assert!(said.contains("r1t1b") && said.ends_with(", 1 fault.\n"), "{said}");
    let lost = text.lines().find(|line| line.contains("\"exit\"")).expect("the bot that does not answer loses");
    let said = faulty(&change(lost, &|result| {
        for cause in result["causes"].as_array_mut().expect("causes") {
            *cause = "normal".into();
        }
        result.as_object_mut().expect("a result").shift_remove("why");
    }));
    assert!(said.contains("first lost by null in the journal, by \"exit\""), "{said}");
    // A transcript cut short, one with a changed action, one with another seed, and a missing one.
    let path =
        serde_json::from_str::<Value>(won).expect("JSON")["result"]["transcript"].as_str().expect("a path").to_owned();
    let game = fs::read_to_string(&path).expect("there");
    let with = |text: &str, because: &str| {
        fs::write(&path, text).expect("can write");
        let said = verify(&[]).ends(1).out;
        assert!(said.contains(because) && said.ends_with(", 1 fault.\n"), "{said}");
    };
    let lines: Vec<&str> = game.lines().collect();
    with(&(lines[..lines.len() - 3].join("\n") + "\n"), "the transcript is truncated");
    with(&format!("{game}{game}"), "the transcript holds 2 games, not one");
    with(&game.replacen("\"names\":[\"", "\"names\":[\"x", 1), "`names` of the transcript is");
    let header: Value = serde_json::from_str(lines[0]).expect("JSON");
    let seed = header["seed"].to_string();
    with(&game.replacen(&seed, "\"1\"", 1), "the transcript is ");
    fs::remove_file(&path).expect("it was there");
    assert!(verify(&[]).ends(1).out.contains("No such file"));
    fs::write(&path, &game).expect("can write");
    fs::rename(&folder, &moved).expect("can be moved");
    assert!(verify(&[]).ends(1).out.contains("12 faults"));
    verify(&["--transcripts", &moved.to_string_lossy()]).ends(0);
}
