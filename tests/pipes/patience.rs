//! Tests of what depends on a clock. A machine that is busy may stop a bot, or this test, for longer than a clock runs. Only
//! that is a reason to try again: a try says what it came to and asserts nothing, so that all that is claimed of it is claimed
//! once, of the first try that was in time.

use std::fmt::Debug;

/// How often something is tried.
const TRIES: usize = 3;

/// What the first of three tries that was in time came to, or the last.
#[allow(clippy::print_stderr, reason = "it is read by whoever asks why a test took long")]
pub(crate) fn in_time<T: Debug>(mut attempt: impl FnMut() -> T, is_late: impl Fn(&T) -> bool) -> T {
    let mut came_to = attempt();
    for _ in 1..TRIES {
        if !is_late(&came_to) {
            break;
        }
        eprintln!("once more, because this was late: {came_to:?}");
        came_to = attempt();
    }
    came_to
}
