//! No command keeps what it does not need: 64 MiB are enough for any stream of a megabyte.

use std::os::unix::process::ExitStatusExt as _;

use crate::megabytes::streams;
use crate::pipes::{HEADER, command, referee};
use crate::sample::{is_thorough, sample};

/// All memory that a command may ask for, in KiB; the kernel counts it.
const MOST: usize = 64 << 10;

#[test]
fn no_command_keeps_a_stream() {
    let commands = ["play --emit none", "legal", "show", "replay", "perft --depth 1 -", "validate --jobs 1", "shrink"];
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept.jsonl");
    for (at, stream) in streams().iter().enumerate().step_by(sample(3, 1)) {
        // A list of a thousand actions is long, and written for every line. What keeps answers needs too much long before a
        // megabyte: ten thousand lists are more than a gigabyte.
        std::fs::write(&path, stream.text(sample(10_000, 1_000_000))).expect("a file");
        for name in sample(&commands[at % commands.len()..][..1], &commands) {
            let program = env!("CARGO_BIN_EXE_referee");
            // A minute is enough to keep too much.
            let line = format!("ulimit -d {MOST} -t 60; exec {program} {name} < {} > /dev/null", path.display());
            let run = command("bash").args(["-c", &line]).output().expect("a shell");
            // 6 is the last code of a verdict; without memory it aborts.
            let said = String::from_utf8_lossy(&run.stderr);
            let stopped = matches!(run.status.signal(), Some(9 | 24));
            assert!(
                stopped || run.status.code().is_some_and(|code| code <= 6),
                "{name}: {}: {:?}: {said}",
                stream.name,
                run.status
            );
        }
    }
    std::fs::remove_file(path).expect("it can go");
}

#[test]
fn a_page_says_what_it_does_not_show() {
    let undo = r#"{"query":"undo"}"#;
    let step = r#"{"action":{"move":{"from":"c1","to":"c5"}}}"#;
    let pair = format!("{step}\n{undo}\n");
    let run = |pairs: usize| referee(&["replay", "--for", "public"], format!("{HEADER}\n{}", pair.repeat(pairs)));
    let all = run(20).ends(0);
    assert!(!all.err.contains("not in it"), "{}", all.err);
    // Thousands of pictures are slow unless they are optimised; the page for everybody is as large.
    if !is_thorough() {
        return;
    }
    let cut = run(2049).ends(0);
    assert!(cut.err.contains("the page shows the first 4096 steps; 3 more steps are not in it"), "{}", cut.err);
}

#[test]
fn a_page_for_everybody_has_fewer_steps() {
    // Four see a game of two: both players, the public, and all together.
    let header = r#"{"referee":1,"game":"wangdo","seed":1}"#;
    let pair = format!("{}\n{}\n", r#"{"pick":0}"#, r#"{"query":"undo"}"#);
    let ran = referee(&["replay"], format!("{header}\n{}", pair.repeat(620))).ends(0);
    assert!(ran.err.contains("the page shows the first 1024 steps; "), "{}", ran.err);
}
