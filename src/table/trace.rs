//! What was played, as a chain of digests: one for each step, of the digest before it and the step. Games with the same digest were
//! played alike so far. Nothing is digested until somebody asks for it.

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::{Step, Table};
use crate::game::Game;

/// The most steps that are digested; what comes later makes no difference.
#[doc(hidden)]
pub const TRACED: usize = 1 << 16;

/// The digests so far.
pub(super) struct Trace {
    /// The digest of what the game began with.
    start: u64,
    /// The digests after the first steps, 64 bits of SHA-256 each.
    marks: Vec<u64>,
    /// The number of steps.
    steps: usize,
    /// The step that is being digested.
    text: Vec<u8>,
}

impl Trace {
    pub(super) fn add<G: Game>(&mut self, step: &Step<G>) {
        self.steps += 1;
        if self.marks.len() >= TRACED {
            return;
        }
        self.text.clear();
        self.text.extend_from_slice(&self.marks.last().unwrap_or(&self.start).to_le_bytes());
        match step {
            Step::Act { player, action, .. } => self.write(&(player, action)),
            Step::Draw(chance, _) => self.write(&[chance]),
            Step::Forfeit(player) => self.write(player),
            Step::Abort(how) => self.write(&("abort", how)),
        }
        self.marks.push(digest(&self.text));
    }

    pub(super) fn back(&mut self, steps: usize) {
        self.steps = self.steps.saturating_sub(steps);
        self.marks.truncate(self.steps);
    }

    pub(super) fn clear(&mut self) {
        self.marks.clear();
        self.steps = 0;
    }

    fn write(&mut self, step: &impl Serialize) {
        // Actions can always be written, and writing to memory cannot fail.
        let written = serde_json::to_writer(&mut self.text, step);
        debug_assert!(written.is_ok(), "{written:?}");
    }
}

/// 64 bits of the SHA-256 of a text.
fn digest(text: &[u8]) -> u64 {
    let digest: [u8; 32] = Sha256::digest(text).into();
    digest.first_chunk().map_or(0, |first| u64::from_le_bytes(*first))
}

impl<G: Game> Table<G> {
    /// From now on digests the steps; `start` is the text of everything that the game begins with.
    #[doc(hidden)]
    pub fn trace(&mut self, start: &[u8]) {
        self.trace = Some(Box::new(Trace { start: digest(start), marks: Vec::new(), steps: 0, text: Vec::new() }));
    }

    /// The digests after the first [`TRACED`] steps; empty if nobody asked for them.
    #[doc(hidden)]
    pub fn traced(&self) -> &[u64] {
        self.trace.as_ref().map_or(&[], |trace| &trace.marks)
    }
}
