//! What a bot writes to standard error, of which a flood must not fill the judge's memory.

use std::collections::VecDeque;

/// How much of standard error is kept, in bytes: this much of its beginning and of its end.
const ERRORS_KEPT: usize = 4 << 10;
/// Standard error is shown to people in full up to this many bytes; otherwise only its beginning and end.
const ERRORS_TOLD: usize = 1000;
/// How much of a longer one is shown, in bytes: this much of its beginning and of its end.
const ERRORS_ENDS: usize = 200;

/// The beginning and the end of what a bot wrote to standard error.
#[derive(Default)]
pub struct Errors {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    lost: u64,
}

impl Errors {
    /// Takes in what it wrote.
    pub fn push(&mut self, bytes: &[u8]) {
        let (first, rest) = bytes.split_at(bytes.len().min(ERRORS_KEPT - self.head.len()));
        self.head.extend_from_slice(first);
        self.tail.extend(rest);
        let over = self.tail.len().saturating_sub(ERRORS_KEPT);
        self.tail.drain(..over);
        self.lost += over as u64;
    }

    /// All that is kept.
    pub fn text(&self) -> String {
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        let [head, tail] = [&self.head, &tail].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        if self.lost == 0 { head + &tail } else { format!("{head}\n[{} bytes left out]\n{tail}", self.lost) }
    }

    /// A shorter form for a person at a terminal.
    pub fn brief(&self) -> String {
        let kept: Vec<u8> = self.head.iter().chain(&self.tail).copied().collect();
        if self.lost == 0 && kept.len() <= ERRORS_TOLD {
            return String::from_utf8_lossy(&kept).into_owned();
        }
        let all = kept.len() as u64 + self.lost;
        let [head, tail] = [&kept[..ERRORS_ENDS], &kept[kept.len() - ERRORS_ENDS..]].map(String::from_utf8_lossy);
        format!("{head}\n[{all} bytes in all; the middle is left out]\n{tail}")
    }
}
