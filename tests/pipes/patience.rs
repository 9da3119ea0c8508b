//! For tests that depend on a clock. A busy machine may stop a bot, or the test itself, for longer than a clock
//! allows; only that is a reason to try again. An attempt reports its result and asserts nothing. The assertions
//! apply to the first attempt that was in time.

use std::fmt::Debug;
use std::fs::read_to_string;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The number of attempts.
const TRIES: usize = 3;

/// How long an attempt waits for a quieter machine.
const QUIET_WITHIN: Duration = Duration::from_mins(2);

/// The time that all processors were idle and that they counted at all, in ticks. `None` where the kernel does not tell.
fn processors() -> Option<(u64, u64)> {
    let stat = read_to_string("/proc/stat").ok()?;
    let ticks: Vec<u64> = stat.lines().next()?.split_whitespace().skip(1).map_while(|word| word.parse().ok()).collect();
    // The first eight are apart from each other: user, nice, system, idle, waiting for a disk, two interrupts, stolen.
    let idle = ticks.get(3)? + ticks.get(4)?;
    Some((idle, ticks.iter().take(8).sum()))
}

/// Waits until half of the processors' time is idle, because an attempt on a busy machine is late again.
fn wait_for_quiet() {
    let until = Instant::now() + QUIET_WITHIN;
    while let Some((idle, all)) = processors() {
        sleep(Duration::from_millis(500));
        let quiet = processors().is_none_or(|(now, total)| 2 * (now - idle) >= total - all);
        if quiet || Instant::now() > until {
            break;
        }
    }
}

/// The result of the first of three attempts that was in time, or else of the last. An attempt after the first waits
/// until the machine is quieter.
#[allow(clippy::print_stderr, reason = "it explains why a test took long")]
pub(crate) fn in_time<T: Debug>(mut attempt: impl FnMut() -> T, is_late: impl Fn(&T) -> bool) -> T {
    let mut came_to = attempt();
    for _ in 1..TRIES {
        if !is_late(&came_to) {
            break;
        }
        eprintln!("once more, because this was late: {came_to:?}");
        wait_for_quiet();
        came_to = attempt();
    }
    came_to
}
