//! For tests that depend on a clock. A busy machine may stop a bot, or the test itself, for longer than a clock
//! allows; only that is a reason to try again. An attempt reports its result and asserts nothing. The assertions
//! apply to the first attempt that was in time.

use std::fmt::Debug;

/// The number of attempts.
const TRIES: usize = 3;

/// The result of the first of three attempts that was in time, or else of the last.
#[allow(clippy::print_stderr, reason = "it explains why a test took long")]
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
