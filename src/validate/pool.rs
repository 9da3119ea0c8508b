//! Judges with several threads. The threads take turns at the input: one cuts off a block, then releases the input and
//! judges the block. Reports are passed on in the order of the input.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::check::Checker;
use super::games::Block;
use super::verdict::Verdict;
use crate::registry::EditionFile;

/// How many blocks each thread may be ahead of the next block to report.
const AHEAD: u64 = 8;

/// The most threads.
pub const MOST_JOBS: usize = 1 << 10;

/// The most bytes of verdicts of a block that are kept before they are passed on.
const VERDICTS_MOST: usize = 1 << 18;

/// Where blocks come from.
pub trait Feed: Send {
    /// Reads the next block; `false` if there is none. `block` lends its memory.
    fn next(&mut self, block: &mut Block) -> bool;
}

/// The result of a block, or of a part of it: a block with many verdicts has several reports.
#[derive(Debug)]
pub struct Judged {
    /// The name of the block's source.
    pub source: Arc<str>,
    /// Whether the source is a folder with nothing to judge.
    pub is_folder: bool,
    /// The verdicts on the games that ended in it; see [`Checker::check`].
    pub verdicts: Vec<Verdict>,
    /// The number of bytes of the block; 0 in all but its first report.
    pub bytes: u64,
    /// Whether its source ends with it.
    pub last: bool,
}

/// The order of reports.
struct Order<S> {
    /// The number of the next block to report.
    next: u64,
    /// Reports that came too early.
    early: BTreeMap<u64, Judged>,
    /// Whether to stop.
    stopped: bool,
    sink: S,
}

struct Shared<F, S> {
    /// The input, and the number of the next block.
    input: Mutex<(F, u64)>,
    order: Mutex<Order<S>>,
    /// Notified after every report.
    moved: Condvar,
}

/// Locks a mutex. If a thread panicked while holding it, the data are still fine: the others only stop.
fn hold<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What verdicts contain besides the usual.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct More {
    /// What was exercised.
    pub coverage: bool,
    /// The faults after the first one.
    pub all_faults: bool,
    /// Digests of what was played.
    pub traces: bool,
}

/// Judges all blocks of a feed with `jobs` threads, at most [`MOST_JOBS`]. `sink` gets the reports in order and returns
/// whether to continue.
pub fn run<F: Feed, S: FnMut(Judged) -> ControlFlow<()> + Send>(
    feed: F,
    jobs: usize,
    editions: &[EditionFile],
    more: More,
    sink: S,
) {
    let order = Order { next: 0, early: BTreeMap::new(), stopped: false, sink };
    let shared = Shared { input: Mutex::new((feed, 0)), order: Mutex::new(order), moved: Condvar::new() };
    let ahead = AHEAD * jobs as u64;
    let checker = || Checker::new(editions, more.coverage).with_all_faults(more.all_faults).with_traces(more.traces);
    let work = || shared.work(checker(), ahead);
    thread::scope(|scope| {
        for _ in 1..jobs.min(MOST_JOBS) {
            // If the system allows no more threads, the existing ones do the work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}

impl<F: Feed, S: FnMut(Judged) -> ControlFlow<()> + Send> Shared<F, S> {
    /// The work of each thread.
    fn work(&self, mut checker: Checker, ahead: u64) {
        let _alarm = Alarm(self);
        let mut block = Block::default();
        loop {
            let mut input = hold(&self.input);
            let number = loop {
                let stopped = hold(&self.order).stopped;
                if stopped || !input.0.next(&mut block) {
                    return;
                }
                let number = input.1;
                input.1 += 1;
                if block.whole {
                    break number;
                }
                // The next block continues the same game, so this thread judges it too.
                self.judge(&mut checker, &block, number, ahead);
            };
            drop(input);
            self.judge(&mut checker, &block, number, ahead);
        }
    }

    /// Judges a block and passes on all reports that are due.
    fn judge(&self, checker: &mut Checker, block: &Block, number: u64, ahead: u64) {
        let mut bytes = block.bytes.len() as u64 + block.left_out;
        let (mut verdicts, mut weight) = (Vec::new(), 0);
        let (source, is_folder) = (&block.source, block.is_folder);
        let report = |verdicts, bytes, last| Judged { source: Arc::clone(source), is_folder, verdicts, bytes, last };
        checker.check(block, &mut |verdict| {
            weight += verdict.weight();
            verdicts.push(verdict);
            if weight > VERDICTS_MOST {
                self.hand_on(report(std::mem::take(&mut verdicts), std::mem::take(&mut bytes), false), number);
                weight = 0;
            }
        });
        let report = report(verdicts, bytes, block.last);
        let mut order = hold(&self.order);
        // The thread with the next block never waits here, so there is no deadlock.
        while number > order.next + ahead && !order.stopped {
            order = self.moved.wait(order).unwrap_or_else(PoisonError::into_inner);
        }
        order.early.insert(number, report);
        while !order.stopped
            && let next = order.next
            && let Some(report) = order.early.remove(&next)
        {
            order.next += 1;
            order.stopped = (order.sink)(report).is_break();
        }
        self.moved.notify_all();
    }

    /// Passes on a first part of a block's verdicts as soon as it is that block's turn.
    fn hand_on(&self, report: Judged, number: u64) {
        let mut order = hold(&self.order);
        while number > order.next && !order.stopped {
            order = self.moved.wait(order).unwrap_or_else(PoisonError::into_inner);
        }
        if !order.stopped {
            order.stopped = (order.sink)(report).is_break();
        }
    }
}

/// Stops the other threads when one panics; otherwise they would wait for its report for ever.
struct Alarm<'a, F: Feed, S: FnMut(Judged) -> ControlFlow<()> + Send>(&'a Shared<F, S>);

impl<F: Feed, S: FnMut(Judged) -> ControlFlow<()> + Send> Drop for Alarm<'_, F, S> {
    fn drop(&mut self) {
        if thread::panicking() {
            hold(&self.0.order).stopped = true;
            self.0.moved.notify_all();
        }
    }
}
