//! A digest of what was played, without luck and names. It recognises games with identical play. Two bots without
//! randomness repeat one game, and counting every repetition makes statistics look too certain.

use sha2::{Digest as _, Sha256};

use super::super::answer::{About, HeaderSaid};
use crate::commitment::Bits128;
use crate::wire::write_json;

/// The first 16 bytes of the SHA-256 of these lines: for each action and draw in order, the JSON text of `[player, action,
/// chance]` with `null` for missing parts. Refused actions are left out. If the game did not begin as usual, the JSON text of
/// its first `state` is the first line.
#[derive(Clone, Default)]
pub struct PlayDigest {
    lines: Sha256,
    line: Vec<u8>,
}

impl PlayDigest {
    /// Adds a line, which is written without its end.
    pub fn line(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.line.clear();
        write(&mut self.line);
        self.line.push(b'\n');
        self.lines.update(&self.line);
    }

    /// Adds how the game begins.
    pub(super) fn begin(&mut self, said: HeaderSaid<'_>) {
        if let Some(Some(start)) = said.start(None) {
            self.line(|line| start.write(line));
        }
    }

    /// Adds an action or a draw.
    pub(super) fn happened(&mut self, about: &About<'_>) {
        let About::Event { player, event, .. } = about else { return };
        self.line(|line| {
            line.push(b'[');
            write_json(line, player);
            for key in ["action", "chance"] {
                line.push(b',');
                if event.key() == key { event.write(None, line) } else { line.extend_from_slice(b"null") }
            }
            line.push(b']');
        });
    }

    /// The digest of all that was added.
    pub fn finish(&self) -> Bits128 {
        let mut first = [0; 16];
        first.copy_from_slice(&self.lines.clone().finalize()[..16]);
        Bits128(first)
    }
}
