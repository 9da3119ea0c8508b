//! How much processor time a bot uses with everything that it starts, and how much of it while it is not its turn.
//!
//! Where the kernel permits it, the kernel counts: the clock of a control group, or a counter that every descendant inherits
//! (`perf_event_open`), sees all of it, however short a process lives and whether or not its parent waits for it. Otherwise
//! the times in `/proc` are added up. Then a process that begins and ends between two looks counts only if its parent waits for it.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::sync::OnceLock;
use std::time::Duration;

use perf_event::events::Software;
use perf_event::{Builder, Counter};
use rustix::process::{Pid, getpid};

use super::group::{self, Group};

/// What `/proc` says about a process, in clock ticks.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Spent {
    /// When it began. Process numbers are reused.
    pub born: u64,
    /// What it has used itself.
    pub own: u64,
    /// What ended children have used for which it has waited.
    pub waited: u64,
}

impl Spent {
    /// That of a running process.
    fn of(pid: i32) -> Option<Spent> {
        let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name in parentheses may hold anything. The third field follows it.
        let fields: Vec<u64> =
            text.rsplit_once(')')?.1.split_whitespace().map(|field| field.parse().unwrap_or_default()).collect();
        let field = |number: usize| fields.get(number - 3).copied();
        Some(Spent { born: field(22)?, own: field(14)? + field(15)?, waited: field(16)? + field(17)? })
    }
}

/// What the kernel counts with.
#[derive(Debug)]
enum Kernel {
    /// The clock of the bot's control group.
    Group(File),
    /// A counter that descendants inherit.
    Counter(Counter),
}

impl Kernel {
    fn read(&mut self) -> Option<Duration> {
        match self {
            Kernel::Group(clock) => group::used(clock),
            Kernel::Counter(counter) => counter.read().ok().map(Duration::from_nanos),
        }
    }
}

/// The processor time of a bot.
#[derive(Debug)]
pub struct Meter {
    /// What the kernel counts with, if it does.
    kernel: Option<Kernel>,
    /// The processes at the last look. Without a counter only.
    known: BTreeMap<i32, Spent>,
    /// What was added up, in clock ticks. Without a counter only.
    ticks: u64,
    /// What it has used since the game began while it was not its turn.
    idle: Duration,
    /// What it had used in all when that was last added up; `None`: it is its turn.
    since: Option<Duration>,
    /// Whether processes may have begun during its turn that have not been seen yet.
    unsure: bool,
}

/// The kernel's counter of a process and all that it will start.
fn counter(pid: Pid) -> Option<Counter> {
    let mut builder = Builder::new(Software::TASK_CLOCK);
    // Time in the kernel counts too: this event ignores the restriction that unprivileged users must set.
    builder.observe_pid(pid.as_raw_nonzero().get()).any_cpu().inherit(true).enabled(true);
    builder.build().ok()
}

impl Meter {
    /// Begins with a process that has not started any other yet, in a control group if there is one.
    pub fn of(pid: Pid, group: Option<&Group>) -> Meter {
        let clock = group.and_then(Group::clock).map(Kernel::Group);
        let kernel = clock.or_else(|| counter(pid).map(Kernel::Counter));
        let pid = pid.as_raw_nonzero().get();
        let known = if kernel.is_none() {
            Spent::of(pid).map(|spent| (pid, spent)).into_iter().collect()
        } else {
            BTreeMap::new()
        };
        Meter { kernel, known, ticks: 0, idle: Duration::ZERO, since: None, unsure: true }
    }

    /// Whether the kernel counts on this machine.
    pub fn is_exact() -> bool {
        static EXACT: OnceLock<bool> = OnceLock::new();
        let counts = || counter(getpid()).is_some_and(|mut counter| counter.read().is_ok());
        group::home().is_some() || *EXACT.get_or_init(counts)
    }

    /// A game begins, and it is not its turn.
    pub fn begin(&mut self) {
        (self.idle, self.since) = (Duration::ZERO, None);
        self.rest();
    }

    /// Its turn is over.
    pub fn rest(&mut self) {
        self.unsure = true;
        self.since = Some(self.total(None));
    }

    /// Its turn begins; returns what it has used in this game while it was not its turn.
    pub fn wake(&mut self) -> Duration {
        let total = self.total(None);
        let idle = self.charge(total);
        self.since = None;
        idle
    }

    /// The same at a look at its processes, which does not end its rest.
    pub fn look(&mut self, processes: impl FnOnce() -> BTreeMap<i32, Spent>) -> Duration {
        let total = self.used(processes);
        self.charge(total)
    }

    /// What it has used in all, at a look at its processes.
    pub fn used(&mut self, processes: impl FnOnce() -> BTreeMap<i32, Spent>) -> Duration {
        let processes = if self.kernel.is_none() { Some(processes()) } else { None };
        self.total(processes)
    }

    fn charge(&mut self, total: Duration) -> Duration {
        if let Some(since) = &mut self.since {
            self.idle += total.saturating_sub(*since);
            *since = total;
        }
        self.idle
    }

    /// What it has used in all. `processes` are all of its processes; `None`: read those that are known.
    fn total(&mut self, processes: Option<BTreeMap<i32, Spent>>) -> Duration {
        if let Some(kernel) = &mut self.kernel {
            return kernel.read().unwrap_or_default();
        }
        let strangers = processes.is_some() && !std::mem::take(&mut self.unsure);
        let processes =
            processes.unwrap_or_else(|| self.known.keys().filter_map(|pid| Some((*pid, Spent::of(*pid)?))).collect());
        self.ticks += spent_between(&self.known, &processes, strangers);
        self.known = processes;
        Duration::from_millis(self.ticks * 1000 / procfs::ticks_per_second())
    }
}

/// The processor time that was used between two looks, in clock ticks. `strangers`: what processes that were not there at
/// the first one have used counts, since it was used since then. The result is never too large.
fn spent_between(before: &BTreeMap<i32, Spent>, now: &BTreeMap<i32, Spent>, strangers: bool) -> u64 {
    let same = |pid: &i32, spent: &Spent, in_: &BTreeMap<i32, Spent>| {
        in_.get(pid).copied().filter(|other| other.born == spent.born)
    };
    // A parent that waits for a process gets all its time, of which this was counted already.
    let ended = before.iter().filter(|(pid, spent)| same(pid, spent, now).is_none());
    let counted: u64 = ended.map(|(_, spent)| spent.own + spent.waited).sum();
    let (mut own, mut waited) = (0, 0);
    for (pid, spent) in now {
        let nothing = Spent { own: 0, waited: 0, ..*spent };
        let stranger = if strangers { nothing } else { *spent };
        let earlier = same(pid, spent, before).unwrap_or(stranger);
        own += spent.own.saturating_sub(earlier.own);
        waited += spent.waited.saturating_sub(earlier.waited);
    }
    own + waited.saturating_sub(counted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(processes: &[(i32, u64, u64)]) -> BTreeMap<i32, Spent> {
        processes.iter().map(|(pid, own, waited)| (*pid, Spent { born: 1, own: *own, waited: *waited })).collect()
    }

    #[test]
    fn what_is_seen_counts_once() {
        let before = all(&[(1, 10, 0), (2, 5, 0)]);
        assert_eq!(spent_between(&before, &all(&[(1, 12, 0), (2, 9, 0)]), true), 6);
        assert_eq!(
            spent_between(&before, &all(&[(1, 10, 8)]), true),
            3,
            "a child that was waited for had used 5 before"
        );
        assert_eq!(spent_between(&before, &all(&[(1, 10, 0)]), true), 0, "nobody has waited for it");
        let more = all(&[(1, 10, 0), (2, 5, 0), (3, 7, 0)]);
        assert_eq!(spent_between(&before, &more, true), 7);
        assert_eq!(spent_between(&before, &more, false), 0, "it may have used it earlier");
        let reused = BTreeMap::from([(1, Spent { born: 2, own: 3, waited: 0 }), (2, before[&2])]);
        assert_eq!(spent_between(&before, &reused, true), 3, "another process with the same number");
    }

    #[test]
    fn our_own_times_are_read() {
        let own = std::process::id().cast_signed();
        let begun = Spent::of(own).expect("we run");
        while Spent::of(own).expect("we run").own < begun.own + 2 {}
        assert_eq!(Spent::of(own).expect("we run").born, begun.born);
    }
}
