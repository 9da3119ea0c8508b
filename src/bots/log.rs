//! A log of what a bot received and wrote, with times: JSON lines that show its author why it lost.
//!
//! `{"ms":12,"seat":0,"sent":"…"}`, `{"ms":14,"seat":0,"said":"…"}`, `{"ms":14,"seat":0,"took":2,"lag":0}`,
//! `{"ms":15,"seat":0,"lost":"exit","why":"…"}`, `{"ms":20,"seat":0,"errors":"…"}`, and
//! `{"ms":0,"seat":1,"built_in":true}` for a bot that is part of the program and reads and writes no lines. `ms` counts from the start of the
//! game. `took` is the length of a turn, and `lag` is the longest time for which the judge itself was stopped during
//! it. `errors` is the beginning and the end of what the bot wrote to standard error during the game. A quotation is
//! cut at [`QUOTED`] bytes; `bytes` then gives the full length. After [`MOST`] bytes nothing more is kept; the last line is then
//! `{"cut":true}`.

use std::io::Write;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

/// The longest quotation of a line, in bytes.
pub const QUOTED: usize = 4 << 10;
/// The longest log of one game, in bytes, so that a talkative bot cannot fill the disk.
pub const MOST: usize = 64 << 20;

/// The last line of a log that is longer.
const CUT: &[u8] = b"{\"cut\":true}\n";

/// The log of one game. A write error does not stop the game; it is reported at the end.
pub struct Log {
    to: Option<Box<dyn Write>>,
    begun: Instant,
    room: usize,
    /// The first write error.
    pub failed: Option<std::io::Error>,
}

impl Log {
    /// Begins a log; without a writer it keeps nothing.
    pub fn new(to: Option<Box<dyn Write>>) -> Log {
        Log { to, begun: Instant::now(), room: MOST, failed: None }
    }

    /// Adds a line about a seat.
    fn note(&mut self, seat: usize, facts: impl IntoIterator<Item = (&'static str, Value)>) {
        let Some(to) = &mut self.to else { return };
        let ms = self.begun.elapsed().as_millis() as u64;
        let mut line = Map::from_iter([("ms".to_owned(), json!(ms)), ("seat".to_owned(), json!(seat))]);
        line.extend(facts.into_iter().map(|(name, value)| (name.to_owned(), value)));
        let mut text = Vec::new();
        crate::wire::write_json(&mut text, &line);
        text.push(b'\n');
        match self.room.checked_sub(text.len() + CUT.len()) {
            Some(room) => self.room = room + CUT.len(),
            None if self.room == 0 => return,
            None => {
                self.room = 0;
                text = CUT.to_vec();
            }
        }
        if let Err(error) = to.write_all(&text) {
            self.failed = Some(error);
            self.to = None;
        }
    }

    /// Adds a line that quotes one, at most its beginning.
    fn quote(&mut self, seat: usize, what: &'static str, line: &[u8]) {
        if self.to.is_some() {
            let text = String::from_utf8_lossy(&line[..line.len().min(QUOTED)]);
            let bytes = (line.len() > QUOTED).then(|| ("bytes", json!(line.len())));
            self.note(seat, [(what, json!(text))].into_iter().chain(bytes));
        }
    }

    /// Logs that a bot is built in: nothing is sent to it, and it says nothing.
    pub fn built_in(&mut self, seat: usize) {
        self.note(seat, [("built_in", json!(true))]);
    }

    /// Logs whole lines sent to a bot.
    pub fn sent(&mut self, seat: usize, lines: &[u8]) {
        if self.to.is_some() {
            let lines = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
            lines.for_each(|line| self.quote(seat, "sent", line));
        }
    }

    /// Logs a line that a bot wrote or a person typed.
    pub fn said(&mut self, seat: usize, line: &[u8]) {
        self.quote(seat, "said", line);
    }

    /// Logs the length of a turn in milliseconds, and how long the judge itself was held up.
    pub fn took(&mut self, seat: usize, ms: u64, lag: Duration) {
        self.note(seat, [("took", json!(ms)), ("lag", json!(lag.as_millis() as u64))]);
    }

    /// Logs that a bot lost, and why.
    pub fn lost(&mut self, seat: usize, cause: &str, why: &str) {
        self.note(seat, [("lost", json!(cause)), ("why", json!(why))]);
    }

    /// Logs what a bot wrote to standard error, if anything.
    pub fn errors(&mut self, seat: usize, text: &str) {
        if !text.is_empty() {
            self.note(seat, [("errors", json!(text))]);
        }
    }

    /// Flushes the log; returns the first error, if any.
    pub fn finish(mut self) -> Option<std::io::Error> {
        let flushed = self.to.as_mut().and_then(|to| to.flush().err());
        self.failed.or(flushed)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::io;
    use std::rc::Rc;

    use super::*;

    #[derive(Clone, Default)]
    struct Kept(Rc<RefCell<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_log_has_its_length_and_says_when_it_is_cut() {
        let kept = Kept::default();
        let mut log = Log::new(Some(Box::new(kept.clone())));
        for _ in 0..MOST / QUOTED + 10 {
            log.said(0, &[b'x'; 2 * QUOTED]);
        }
        assert!(log.finish().is_none());
        let kept = kept.0.borrow();
        assert!((MOST - 2 * QUOTED..=MOST).contains(&kept.len()), "{}", kept.len());
        assert!(kept.ends_with(b"}\n{\"cut\":true}\n"));
    }
}
