//! Programs of others that some tests run beside ours: bots and second opinions in Python, a sandbox, a compiler. Rust is all
//! that `cargo test` needs, so a test for which one is missing says that it is left out and passes. Where everything is
//! tested (`REFEREE_THOROUGH`), all of them have to be there.

#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use std::io::Write as _;
use std::process::{Command, Stdio};

/// Whether Python is there.
pub(crate) fn has_python() -> bool {
    has("python3", &["--version"])
}

/// Whether what the bots of the shipped tournaments need is there: Python, and on Linux a sandbox.
pub(crate) fn has_example_bots() -> bool {
    let sandbox = ["--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "true"];
    has_python() && (cfg!(not(target_os = "linux")) || has("bwrap", &sandbox))
}

/// Whether a program runs with these words here.
pub(crate) fn has(program: &str, words: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let there = command.status().is_ok_and(|status| status.success());
    if !there {
        assert!(std::env::var_os("REFEREE_THOROUGH").is_none(), "{program} is missing, or does not work here");
        let thread = std::thread::current();
        let test = thread.name().unwrap_or("a test");
        // The test harness drops what a passing test prints. It does not see what is written to the stream itself.
        let _ = writeln!(std::io::stderr(), "left out, for want of {program}: {test}");
    }
    there
}
