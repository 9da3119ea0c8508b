//! Reads lines of bounded length. A line that is wholly in the read buffer is lent from it without copying. Memory is
//! bounded, whatever the input.

use std::io::{BufRead, BufReader, Read, Result};

use crate::wire::BEGINNING;

/// A line without its end.
#[derive(Debug, PartialEq, Eq)]
pub enum RawLine<'a> {
    /// A line within the limit.
    Whole(&'a [u8]),
    /// A line over the limit; it has been skipped, but for its beginning.
    TooLong(&'a [u8]),
}

/// A reader of lines; see the module.
pub struct Lines<R> {
    reader: BufReader<R>,
    limit: usize,
    /// A line that did not fit into the rest of the read buffer.
    long: Vec<u8>,
    /// The number of bytes of the read buffer that the last lent line uses.
    taken: usize,
    /// Where the next line ends in the read buffer, if that was looked up.
    end: Option<usize>,
    /// Whether the last lent line has no line end, because the input ended.
    torn: bool,
}

impl<R: Read> Lines<R> {
    /// Reads lines of at most `limit` bytes.
    pub fn new(reader: R, limit: usize) -> Lines<R> {
        let reader = BufReader::with_capacity(1 << 16, reader);
        Lines { reader, limit, long: Vec::new(), taken: 0, end: None, torn: false }
    }

    /// Whether reading the next line may have to wait: the read buffer holds no whole line.
    pub fn must_wait(&mut self) -> bool {
        self.reader.consume(std::mem::take(&mut self.taken));
        self.end = memchr::memchr(b'\n', self.reader.buffer());
        self.end.is_none()
    }

    /// Whether the last lent line has no line end, because the input ended.
    pub fn is_torn(&self) -> bool {
        self.torn
    }

    /// The next line, without `\n` or `\r\n`; `None` at the end.
    pub fn next_line(&mut self) -> Result<Option<RawLine<'_>>> {
        self.reader.consume(std::mem::take(&mut self.taken));
        if let Some(end) = self.end.take().or_else(|| memchr::memchr(b'\n', self.reader.buffer())) {
            self.taken = end + 1;
            let line = &self.reader.buffer()[..end];
            return Ok(Some(within(self.limit, line)));
        }
        self.long.clear();
        self.long.shrink_to(1 << 16);
        self.torn = true;
        let mut any = false;
        let mut too_long = false;
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                break;
            }
            any = true;
            let end = memchr::memchr(b'\n', chunk);
            let part = &chunk[..end.unwrap_or(chunk.len())];
            // One extra byte is allowed: it may be the `\r` of `\r\n`.
            if too_long || self.long.len() + part.len() > self.limit + 1 {
                too_long = true;
                self.long.extend(part.iter().take(BEGINNING));
                self.long.truncate(BEGINNING);
            } else {
                self.long.extend_from_slice(part);
            }
            let read = end.map_or(chunk.len(), |end| end + 1);
            self.reader.consume(read);
            if end.is_some() {
                self.torn = false;
                break;
            }
        }
        Ok(match (any, too_long) {
            (false, _) => None,
            (true, true) => Some(RawLine::TooLong(&self.long)),
            (true, false) => Some(within(self.limit, &self.long)),
        })
    }
}

/// A line without its `\r`, if it is not too long.
fn within(limit: usize, line: &[u8]) -> RawLine<'_> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    if line.len() > limit { RawLine::TooLong(&line[..line.len().min(BEGINNING)]) } else { RawLine::Whole(line) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns its bytes a few at a time, like a pipe.
    struct Drip<'a>(&'a [u8], usize);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
            let n = self.1.min(self.0.len()).min(buffer.len());
            buffer[..n].copy_from_slice(&self.0[..n]);
            self.0 = &self.0[n..];
            Ok(n)
        }
    }

    #[track_caller]
    fn reads(input: &[u8], lines: &[Option<&str>]) {
        for step in [1, 2, 3, 7, 1000] {
            let mut reader = Lines::new(Drip(input, step), 8);
            for expected in lines {
                let line = reader.next_line().expect("reading memory").expect("another line");
                match expected {
                    Some(text) => assert_eq!(line, RawLine::Whole(text.as_bytes())),
                    None => assert!(
                        matches!(line, RawLine::TooLong(told) if told.starts_with(b"123456789") && told.len() <= BEGINNING)
                    ),
                }
            }
            assert_eq!(reader.next_line().expect("reading memory"), None);
        }
    }

    #[test]
    fn lines_come_whole_however_they_arrive() {
        reads(b"", &[]);
        reads(b"a\nbc\r\n\nlast", &[Some("a"), Some("bc"), Some(""), Some("last")]);
        reads(b"12345678\n123456789\nok\n", &[Some("12345678"), None, Some("ok")]);
        reads(b"12345678\r\n123456789\r\n12345678\r", &[Some("12345678"), None, Some("12345678")]);
        reads(b"1234567890123456789012345\nok", &[None, Some("ok")]);
        reads(b"1234567890123456789012345", &[None]);
        reads(format!("1234567890{}\nok", "x".repeat(5000)).as_bytes(), &[None, Some("ok")]);
    }
}
