//! Matches that are stopped or killed leave no process behind.

use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::beside::has_python;
use crate::hostile::{PATIENCE, bot, carrying, has_bubblewrap};
use crate::pipes::{command, referee};
use crate::tournament::{file, fresh};

/// Starts a long match and waits until its bots play.
fn long_match(word: &str) -> Child {
    long_match_with("daemon", word, &[])
}

fn long_match_with(how: &str, word: &str, more: &[&str]) -> Child {
    let mut child = command(env!("CARGO_BIN_EXE_referee"));
    let [one, two] = [how, "ignores_sigterm"].map(|how| bot(how, &format!("HOSTILE={word}")));
    child.args(["match", "--game", "tectonic", "--games", "100000", "--bot", &one, "--bot", &two]).args(more);
    let child = child.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let begun = Instant::now();
    // Two bots and a daemon.
    while carrying(&format!("HOSTILE={word}")).len() < 3 {
        assert!(begun.elapsed() < PATIENCE, "the match does not begin");
        thread::sleep(Duration::from_millis(10));
    }
    child
}

fn send(signal: &str, child: &Child) {
    assert!(command("kill").args([signal, &child.id().to_string()]).status().expect("kill").success());
}

#[test]
fn a_match_that_is_stopped_leaves_nothing_behind() {
    if !has_python() {
        return;
    }
    for (signal, code) in [("-INT", 1), ("-TERM", 143), ("-HUP", 1)] {
        let word = format!("stopped{signal}-{}", std::process::id());
        let mut child = long_match(&word);
        send(signal, &child);
        assert_eq!(child.wait().expect("a child").code(), Some(code), "{signal}");
        assert_eq!(carrying(&format!("HOSTILE={word}")), [""; 0]);
    }
}

#[test]
fn a_tournament_that_is_stopped_keeps_its_games() {
    if !has_python() {
        return;
    }
    let bots =
        ["honest", "brisk"].map(|how| format!("[[bots]]\nname = \"{how}\"\ncommand = \"{}\"\n", bot(how, "A=b")));
    let head = "game = \"tectonic\"\nformat = \"round-robin\"\nblocks = 4\nseed = 1\nmax_turns = 24\n";
    let config = file("stopped-tournament.toml", &(head.to_owned() + &bots.concat()));
    let journal = fresh("stopped-tournament.jsonl").to_string_lossy().into_owned();
    let args = ["tournament", "run", &config, "--journal", &journal];
    let games = || fs::read_to_string(&journal).unwrap_or_default().matches("{\"result\"").count();
    let mut child = command(env!("CARGO_BIN_EXE_referee"));
    child.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = child.spawn().expect("it starts");
    let begun = Instant::now();
    while games() < 2 {
        assert!(begun.elapsed() < PATIENCE, "no game ends");
        thread::sleep(Duration::from_millis(5));
    }
    // A cluster's scheduler can tell this from a failure.
    send("-TERM", &child);
    assert_eq!(child.wait().expect("an end").code(), Some(143));
    let kept = games();
    assert!((2..8).contains(&kept), "{kept}");
    let ran = referee(&args, "").ends(0);
    assert!(ran.err.contains(&format!("{kept} games have been played already")), "{ran:?}");
    assert_eq!(games(), 8);
}

#[test]
fn bots_end_with_a_judge_that_is_killed() {
    if !has_python() {
        return;
    }
    // The daemon has left its group and its parent, and in the sandbox it has wiped its mark, too.
    let mut ways: Vec<(&str, &[&str])> = vec![("daemon", &[])];
    ways.extend(has_bubblewrap().then_some(("hidden_daemon", &["--sandbox"][..])));
    for (how, more) in ways {
        let word = format!("killed-{how}-{}", std::process::id());
        let mut child = long_match_with(how, &word, more);
        send("-KILL", &child);
        child.wait().expect("a child");
        let begun = Instant::now();
        let left = || carrying(&format!("HOSTILE={word}"));
        while !left().is_empty() {
            assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", left());
            thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
fn a_match_that_is_stopped_twice_leaves_nothing_behind() {
    if !has_python() {
        return;
    }
    let word = format!("twice-{}", std::process::id());
    let mut child = long_match(&word);
    send("-INT", &child);
    thread::sleep(Duration::from_millis(10));
    send("-INT", &child);
    let code = child.wait().expect("a child").code();
    assert!([Some(130), Some(1)].contains(&code), "{code:?}");
    assert_eq!(carrying(&format!("HOSTILE={word}")), [""; 0]);
}
