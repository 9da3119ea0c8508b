//! Measures how long the judge itself did not run. It may be stopped (Ctrl-Z), frozen with its container or blocked
//! on a disk while a bot's clock runs; that time must not count against the bot. Between two looks at the pipes, time
//! passes in the requested wait and in the judge's own work, which its processor time measures. In the rest it did
//! not run.
//!
//! Time spent waiting for a processor is counted separately. A bot can cause it with many busy threads, so it must
//! never stop a clock. The same holds for the judge's own work, which a bot can prolong by writing a lot.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// Shorter gaps are timer inaccuracy and within every margin.
const NOISE: Duration = Duration::from_millis(10);
/// The maximum age of the last queue reading.
const FRESH: Duration = Duration::from_millis(100);

/// How long the judge did not run although it was due to run.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Gap {
    /// Because it was stopped, frozen or blocked.
    pub stopped: Duration,
    /// Because it waited for a processor.
    pub queued: Duration,
}

impl Gap {
    /// Splits missed time, given how long the thread has waited for a processor since the last look.
    fn of(missed: Duration, queued: Duration) -> Gap {
        let queued = queued.min(missed);
        Gap { stopped: missed.saturating_sub(queued), queued }
    }

    /// The maximum of each part.
    #[must_use]
    pub fn max(self, other: Gap) -> Gap {
        Gap { stopped: self.stopped.max(other.stopped), queued: self.queued.max(other.queued) }
    }
}

/// The judge's own time, measured in the thread that created it.
#[derive(Debug)]
pub struct Pulse {
    at: Instant,
    cpu: Duration,
    queued: Duration,
    read: Instant,
    /// The file that shows how long this thread waited for a processor; `None`: the system has none.
    schedstat: Option<File>,
}

impl Pulse {
    /// Begins now.
    pub fn new() -> Pulse {
        let now = Instant::now();
        let schedstat = File::open("/proc/thread-self/schedstat").ok();
        let mut pulse = Pulse { at: now, cpu: cpu(), queued: Duration::ZERO, read: now, schedstat };
        pulse.queued = pulse.queue();
        pulse
    }

    /// Begins again now, and returns the time.
    pub fn restart(&mut self) -> Instant {
        self.beat(Duration::MAX);
        self.at
    }

    /// The time since the last call, beyond a wait of at most this length and the judge's own work.
    pub fn beat(&mut self, wait: Duration) -> Gap {
        let (at, cpu) = (Instant::now(), cpu());
        let missed = unexplained(at - self.at, wait, cpu.saturating_sub(self.cpu));
        (self.at, self.cpu) = (at, cpu);
        if missed.is_none() && at - self.read < FRESH {
            return Gap::default();
        }
        let before = self.queued;
        self.queued = self.queue();
        self.read = at;
        missed.map_or_else(Gap::default, |missed| Gap::of(missed, self.queued.saturating_sub(before)))
    }

    /// How long the thread has waited for a processor in total.
    fn queue(&self) -> Duration {
        let mut buffer = [0; 64];
        let read = self.schedstat.as_ref().and_then(|file| file.read_at(&mut buffer, 0).ok()).unwrap_or_default();
        let text = std::str::from_utf8(&buffer[..read]).unwrap_or_default();
        let nanoseconds = text.split_whitespace().nth(1).and_then(|number| number.parse().ok());
        Duration::from_nanos(nanoseconds.unwrap_or_default())
    }
}

impl Default for Pulse {
    fn default() -> Pulse {
        Pulse::new()
    }
}

/// What is left of the time that passed; `None` if it is within timer inaccuracy.
fn unexplained(passed: Duration, wait: Duration, worked: Duration) -> Option<Duration> {
    Some(passed.saturating_sub(wait).saturating_sub(worked)).filter(|missed| *missed >= NOISE)
}

/// The processor time of this thread.
fn cpu() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_and_work_are_explained_and_a_stop_is_not() {
        let ms = Duration::from_millis;
        assert_eq!(unexplained(ms(40), ms(60), ms(0)), None, "as long as requested");
        assert_eq!(unexplained(ms(60), ms(0), ms(60)), None, "work");
        assert_eq!(unexplained(ms(69), ms(40), ms(20)), None, "no timer is exact");
        assert_eq!(unexplained(ms(90), ms(40), ms(20)), Some(ms(30)));
        assert_eq!(Gap::of(ms(30), ms(10)), Gap { stopped: ms(20), queued: ms(10) });
        assert_eq!(Gap::of(ms(30), ms(50)), Gap { stopped: ms(0), queued: ms(30) }, "partly before the last look");
    }

    #[test]
    fn sleep_is_not_mistaken_for_work() {
        let mut pulse = Pulse::new();
        std::thread::sleep(Duration::from_millis(80));
        let gap = pulse.beat(Duration::from_millis(20));
        // The split depends on what else the machine does.
        assert!(gap.stopped + gap.queued >= Duration::from_millis(40), "{gap:?}");
    }
}
