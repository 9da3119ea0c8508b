//! Bots that cannot be run: the organiser's mistake, found before the first game.

use std::fs;

use crate::beside::has_python;
use crate::hostile::has_bubblewrap;
use crate::pipes::referee;
use crate::tournament::{file, fresh};

/// A tournament between @random and a bot with this command.
fn between(command: &str) -> String {
    format!(
        "game = \"tectonic\"\nformat = \"round-robin\"\nseed = 1\n[[bots]]\nname = \"ours\"\ncommand = \"@random\"\n\
         [[bots]]\nname = \"theirs\"\ncommand = {command:?}\n"
    )
}

#[test]
fn a_bot_that_ends_at_once_is_found_before_the_first_game() {
    if !has_python() {
        return;
    }
    let broken = file("broken-bot.py", "import sys\nprint('no such model', file=sys.stderr)\nsys.exit(3)\n");
    let command = format!("python3 {broken}");
    let other = format!("python3 {}", file("other-bot.py", "import sys\nfor line in sys.stdin: pass\n"));
    let told = |err: &str, name: &str| {
        let found = format!("`{name}` ends as soon as it is started");
        let ended = "with code 3, so no game was played";
        assert!(err.contains(&found) && err.contains(ended) && err.contains("no such model"), "{err}");
    };
    let sandboxes: &[&[&str]] = if has_bubblewrap() { &[&[], &["--sandbox"]] } else { &[&[]] };
    for sandbox in sandboxes {
        let args = [&["match", "--game", "tectonic", "--bot", &other, "--bot", &command], *sandbox].concat();
        let ran = referee(&args, "").ends(2);
        assert_eq!(ran.out, "");
        told(&ran.err, "broken-bot");
    }
    let (config, journal) = (file("broken.toml", &between(&command)), fresh("broken.jsonl"));
    let ran = referee(&["tournament", "run", &config, "--journal", &journal.to_string_lossy()], "").ends(2);
    told(&ran.err, "theirs");
    assert_eq!(fs::read_to_string(&journal).expect("a journal").lines().count(), 1, "no result");
    let planned = referee(&["tournament", "plan", &config], "").ends(0).out;
    let ran = referee(&["tournament", "play"], planned).ends(2);
    assert!(ran.out.is_empty() && ran.err.contains("r1t1b1g1"), "{ran:?}");
    told(&ran.err, "theirs");
}

#[test]
fn a_program_that_is_missing_inside_a_wrapper_is_named() {
    let args = ["match", "--game", "tectonic", "--wrap", "env", "--bot", "@random", "--bot", "no-such-program"];
    let ran = referee(&args, "").ends(2);
    assert!(ran.err.contains("`no-such-program` ends as soon as it is started, with code 127"), "{ran:?}");
}
