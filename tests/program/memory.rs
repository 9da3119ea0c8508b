//! No command keeps what it does not need: 64 MiB are enough for any stream of a megabyte.

use crate::pipes::{HEADER, command, referee};
use crate::sample::sample;

/// All memory that a command may ask for, in KiB; the kernel counts it.
const MOST: usize = 64 << 10;

#[test]
fn no_command_keeps_a_stream() {
    let wigwam = r#"{"referee":1,"game":"wigwam"}"#;
    let wongar = r#"{"referee":1,"game":"wongar","seed":1}"#;
    let legal = r#"{"query":"legal"}"#;
    let listed = r#"{"query":"legal","legal":[]}"#;
    let refused = r#"{"action":{"move":{"from":"c1","to":"c10"}}}"#;
    let recorded = r#"{"query":"undo","undone":0,"violations":[{"rule":"table.nothing-to-undo"}]}"#;
    let malformed = r#"{"action":{"x":1}}"#;
    // What comes first, and what is repeated.
    let streams = [
        ("", HEADER),
        ("", wongar),
        (wigwam, legal),
        (wigwam, listed),
        (wigwam, malformed),
        (HEADER, refused),
        (HEADER, recorded),
        (HEADER, "x"),
        ("", "x"),
        ("", ""),
    ];
    let commands = ["play --emit none", "legal", "show", "replay", "perft --depth 1 -", "validate --jobs 1", "shrink"];
    let dir = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    for (at, (first, line)) in streams.into_iter().enumerate() {
        // A list of a thousand actions is long, and written for every line. What keeps answers needs too much long before a
        // megabyte: ten thousand lists are more than a gigabyte.
        let length = if first == wigwam { sample(2000, 20_000) } else { sample(20_000, 100_000) };
        let path = dir.join(format!("kept-{at}.jsonl"));
        let text = format!("{first}\n{}", format!("{line}\n").repeat(length / (line.len() + 1)));
        std::fs::write(&path, text).expect("a file");
        for name in commands {
            // Each of its games is drawn anew.
            if name == "replay" && line == wongar && sample(0, 1) == 0 {
                continue;
            }
            let program = env!("CARGO_BIN_EXE_referee");
            let line = format!("ulimit -d {MOST}; exec {program} {name} < {} > /dev/null", path.display());
            let run = command("bash").args(["-c", &line]).output().expect("a shell");
            // 6 is the last code of a verdict; without memory it aborts.
            let code = run.status.code();
            let said = String::from_utf8_lossy(&run.stderr);
            assert!(code.is_some_and(|code| code <= 6), "{name}: {first} {line}: {code:?}: {said}");
        }
        std::fs::remove_file(path).expect("it can go");
    }
}

#[test]
fn a_page_says_what_it_does_not_show() {
    let undo = r#"{"query":"undo"}"#;
    let step = r#"{"action":{"move":{"from":"c1","to":"c5"}}}"#;
    let pair = format!("{step}\n{undo}\n");
    let run = |pairs: usize| referee(&["replay", "--for", "public"], format!("{HEADER}\n{}", pair.repeat(pairs)));
    let (all, cut) = (run(20).ends(0), run(2049).ends(0));
    assert!(!all.err.contains("not in it"), "{}", all.err);
    assert!(cut.err.contains("the page shows the first 4096 steps; 3 more steps are not in it"), "{}", cut.err);
}
