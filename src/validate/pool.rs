//! Judging with several threads. The threads take turns at the input: the one that holds it cuts off a block and lets the next
//! one have it while judging. Reports are handed on in the order of the input, not in that in which they are ready.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::check::Checker;
use super::games::Block;
use super::verdict::Verdict;
use crate::registry::EditionFile;

/// How many blocks may be judged before the next one to report, for each thread.
const AHEAD: u64 = 8;

/// The most threads that judge.
pub const MOST_JOBS: usize = 1 << 10;

/// How much of what became of a block is kept before it is handed on, in bytes.
const VERDICTS_MOST: usize = 1 << 18;

/// Where blocks come from.
pub trait Feed: Send {
    /// Reads the next block; `false` if there is none. `block` lends its memory.
    fn next(&mut self, block: &mut Block) -> bool;
}

/// What became of a block, or of a part of it: where there is much to say of a block it is said in several reports.
#[derive(Debug)]
pub struct Report {
    /// The name of the block's source.
    pub source: Arc<str>,
    /// As the block says.
    pub is_folder: bool,
    /// What is said of the games that ended in it; see [`Checker::check`].
    pub verdicts: Vec<Verdict>,
    /// How many bytes it has; 0 in all but the first report of a block.
    pub bytes: u64,
    /// Whether its source ends with it.
    pub last: bool,
}

/// The order of reports.
struct Order<S> {
    /// The number of the next block to report.
    next: u64,
    /// Reports that came too early.
    early: BTreeMap<u64, Report>,
    /// Whether no more is wanted.
    stopped: bool,
    sink: S,
}

struct Shared<F, S> {
    /// The input, and the number of the next block.
    input: Mutex<(F, u64)>,
    order: Mutex<Order<S>>,
    /// Told whenever something was reported.
    moved: Condvar,
}

/// A thread that panics leaves its data as they are; the others only need to know that it is over.
fn hold<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Judges all blocks of a feed with `jobs` threads, at most [`MOST_JOBS`]. `sink` is given the reports in order and says
/// whether to go on.
pub fn run<F: Feed, S: FnMut(Report) -> ControlFlow<()> + Send>(
    feed: F,
    jobs: usize,
    editions: &[EditionFile],
    coverage: bool,
    sink: S,
) {
    let order = Order { next: 0, early: BTreeMap::new(), stopped: false, sink };
    let shared = Shared { input: Mutex::new((feed, 0)), order: Mutex::new(order), moved: Condvar::new() };
    let ahead = AHEAD * jobs as u64;
    let work = || shared.work(Checker::new(editions, coverage), ahead);
    thread::scope(|scope| {
        for _ in 1..jobs.min(MOST_JOBS) {
            // Where the system allows no more threads, those that there are do the work.
            if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
}

impl<F: Feed, S: FnMut(Report) -> ControlFlow<()> + Send> Shared<F, S> {
    /// What each thread does.
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
                // The next block goes on with the same game, so it is for this thread, too.
                self.judge(&mut checker, &block, number, ahead);
            };
            drop(input);
            self.judge(&mut checker, &block, number, ahead);
        }
    }

    /// Judges a block and hands on what can be handed on.
    fn judge(&self, checker: &mut Checker, block: &Block, number: u64, ahead: u64) {
        let mut bytes = block.bytes.len() as u64 + block.left_out;
        let (mut verdicts, mut weight) = (Vec::new(), 0);
        let (source, is_folder) = (&block.source, block.is_folder);
        let report = |verdicts, bytes, last| Report { source: Arc::clone(source), is_folder, verdicts, bytes, last };
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
        // The thread that has the next block never waits here, so all get on.
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

    /// Hands on the first part of what became of a block, as soon as it is that block's turn.
    fn hand_on(&self, report: Report, number: u64) {
        let mut order = hold(&self.order);
        while number > order.next && !order.stopped {
            order = self.moved.wait(order).unwrap_or_else(PoisonError::into_inner);
        }
        if !order.stopped {
            order.stopped = (order.sink)(report).is_break();
        }
    }
}

/// Stops the other threads when one panics: they would wait for its report for ever.
struct Alarm<'a, F: Feed, S: FnMut(Report) -> ControlFlow<()> + Send>(&'a Shared<F, S>);

impl<F: Feed, S: FnMut(Report) -> ControlFlow<()> + Send> Drop for Alarm<'_, F, S> {
    fn drop(&mut self) {
        if thread::panicking() {
            hold(&self.0.order).stopped = true;
            self.0.moved.notify_all();
        }
    }
}
