//! The record of a game that can be watched, how far the game is, and the bell that tells of changes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The longest record that is shown, in bytes. Longer ones are for `referee replay`.
const MOST_RECORD: usize = 16 << 20;

pub(super) fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Wakes all who wait for something new.
#[derive(Default)]
pub(super) struct Bell {
    rung: Mutex<u64>,
    news: Condvar,
}

impl Bell {
    pub(super) fn ring(&self) {
        *locked(&self.rung) += 1;
        self.news.notify_all();
    }

    /// How often it has been rung.
    pub(super) fn times(&self) -> u64 {
        *locked(&self.rung)
    }

    /// Waits until it has been rung more often, at most so long. Returns whether it has.
    pub(super) fn wait(&self, times: u64, most: Duration) -> bool {
        let rung = locked(&self.rung);
        let (rung, _) =
            self.news.wait_timeout_while(rung, most, |rung| *rung == times).unwrap_or_else(PoisonError::into_inner);
        *rung != times
    }
}

/// A game.
pub(crate) struct Table {
    /// Its name in links.
    pub(super) id: String,
    /// The game and the players, for lists.
    pub(super) title: String,
    pub(super) names: Vec<String>,
    /// Whether the names in the record are not shown.
    pub(super) veiled: bool,
    kept: Mutex<Kept>,
    /// What has been told since the record was last kept. The judge adds to it, and never waits for those who read the record.
    told: Mutex<Vec<u8>>,
    /// How much has been told in all, in bytes.
    length: AtomicUsize,
}

/// What is kept of a game.
#[derive(Default)]
struct Kept {
    record: Vec<u8>,
    stage: Stage,
    /// Whether parts of the record are missing.
    cut: bool,
}

/// How far a game is.
#[derive(Copy, Clone, Default, Eq, PartialEq, Debug)]
pub(crate) enum Stage {
    /// It is being played.
    #[default]
    On,
    /// It has ended, but what was hidden must not be told yet.
    Closed,
    /// It is over, and everything may be told.
    Open,
}

impl Table {
    /// A game that is about to begin.
    pub(super) fn new(id: &str, title: &str, names: Vec<String>, veiled: bool) -> Table {
        let (kept, told, length) = (Mutex::default(), Mutex::default(), AtomicUsize::new(0));
        Table { id: id.to_owned(), title: title.to_owned(), names, veiled, kept, told, length }
    }

    /// Takes the next part of the record.
    pub(super) fn tell(&self, part: &[u8]) {
        locked(&self.told).extend_from_slice(part);
        self.length.fetch_add(part.len(), Ordering::Relaxed);
    }

    /// Keeps what has been told. Returns how many bytes that is.
    pub(super) fn keep(&self) -> usize {
        let part = std::mem::take(&mut *locked(&self.told));
        let bytes = part.len();
        if bytes > 0 {
            self.extend(part);
        }
        bytes
    }

    /// How much of the record has been told, in bytes.
    pub(super) fn told(&self) -> usize {
        self.length.load(Ordering::Relaxed)
    }

    /// How far it is, how long its record is, and whether parts of it are missing.
    pub(super) fn at(&self) -> (Stage, usize, bool) {
        let kept = locked(&self.kept);
        (kept.stage, kept.record.len(), kept.cut)
    }

    /// The record from a byte on.
    pub(super) fn since(&self, first: usize) -> Vec<u8> {
        locked(&self.kept).record.get(first..).unwrap_or_default().to_vec()
    }

    /// Adds to the record.
    fn extend(&self, part: Vec<u8>) {
        let mut kept = locked(&self.kept);
        kept.cut |= kept.record.len() + part.len() > MOST_RECORD;
        if kept.cut {
            return;
        }
        // A short game is told at once, and its record need not be copied.
        if kept.record.is_empty() {
            kept.record = part;
        } else {
            kept.record.extend_from_slice(&part);
        }
    }

    /// Goes on to a stage; what was opened stays so. `cut`: parts of the record are missing.
    pub(super) fn advance(&self, stage: Stage, cut: bool) {
        let mut kept = locked(&self.kept);
        if kept.stage != Stage::Open {
            kept.stage = stage;
        }
        kept.cut |= cut;
    }
}
