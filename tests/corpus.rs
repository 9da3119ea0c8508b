//! Replays the inputs that the fuzzers found or started from, through the same functions; see `fuzz/`.

#[allow(unreachable_pub, reason = "for the fuzzers it is a library")]
#[path = "../fuzz/src/lib.rs"]
mod targets;

mod support;

use std::fs;

use support::{entries, name};

/// Replays a folder of inputs.
fn replay(target: &str, run: fn(&[u8])) {
    let inputs = entries(format!("fuzz/{target}"));
    assert!(inputs.len() >= 10, "a corpus for {target}");
    for path in inputs {
        let bytes = fs::read(&path).expect("an input");
        let run = std::panic::catch_unwind(|| run(&bytes));
        assert!(run.is_ok(), "{target}/{} fails", name(&path));
    }
}

#[test]
fn streams() {
    replay("stream", targets::stream);
}

#[test]
fn actions() {
    replay("action", targets::action);
}

#[test]
fn positions() {
    replay("position", targets::position);
}
