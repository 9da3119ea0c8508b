//! Tests that depend on clocks. A machine that is busy may stop a bot, or this test, for longer than a clock runs: what is
//! true holds at the second or third try, and what does not is false.

use std::fmt::Debug;
use std::panic::{RefUnwindSafe, UnwindSafe, catch_unwind, resume_unwind};

/// How often something is tried.
pub(crate) const TRIES: usize = 3;

/// The first of three tries that goes well, or the last.
#[allow(clippy::print_stderr, reason = "it is read by whoever asks why a test took long")]
pub(crate) fn patiently<T, E: Debug>(mut attempt: impl FnMut() -> Result<T, E>) -> Result<T, E> {
    for _ in 1..TRIES {
        match attempt() {
            Err(wrong) => eprintln!("once more, because of {wrong:?}"),
            well => return well,
        }
    }
    attempt()
}

/// Makes a test of assertions, of which one try of three must go well.
#[track_caller]
pub(crate) fn holds(test: impl Fn() + UnwindSafe + RefUnwindSafe) {
    patiently(|| catch_unwind(&test)).unwrap_or_else(|wrong| resume_unwind(wrong));
}
