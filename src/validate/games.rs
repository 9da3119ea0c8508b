//! Cuts a stream of bytes into blocks of whole lines and, if possible, whole games, from one header to the next. A
//! thread judges one block at a time.

use std::io::Read;
use std::sync::Arc;

use memchr::{memchr, memchr_iter, memmem, memrchr};

use crate::wire::{LINE_LIMIT, is_header};

/// The size of a block of short games, in bytes.
pub const BLOCK: usize = 1 << 18;
/// The largest block, in bytes; a longer game is cut into several.
pub const BLOCK_MOST: usize = 1 << 22;

/// The size of the pieces in which the last header is searched for, in bytes.
const PIECE: usize = 1 << 14;

/// What every header contains.
const HEADER_KEY: &[u8] = b"\"referee\"";

/// A piece of a source; see the module.
#[allow(clippy::struct_excessive_bools, reason = "each of them is independent of the others")]
#[derive(Debug, Default)]
pub struct Block {
    /// The lines. The last one may have no line end.
    pub bytes: Vec<u8>,
    /// The name of the source.
    pub source: Arc<str>,
    /// Whether the source is a folder with nothing to judge.
    pub is_folder: bool,
    /// The number of the first line in the source, from 1.
    pub line: u64,
    /// The offset of the first byte in the source, after decompression.
    pub byte: u64,
    /// The number of bytes of the last line that were left out because it is too long.
    pub left_out: u64,
    /// Whether the source begins here.
    pub first: bool,
    /// Whether the source ends here.
    pub last: bool,
    /// Whether the block ends with a whole game.
    pub whole: bool,
    /// Why the source cannot be read beyond this block.
    pub error: Option<String>,
}

/// Cuts the bytes of a reader into blocks.
pub struct Cutter<R> {
    reader: R,
    /// Bytes read beyond the last block.
    held: Vec<u8>,
    line: u64,
    byte: u64,
    first: bool,
    /// Whether the reader has ended or failed.
    drained: bool,
    /// The error, if it failed.
    error: Option<String>,
    /// Whether the last block was returned.
    ended: bool,
}

impl<R: Read> Cutter<R> {
    /// A cutter at the beginning of a source.
    pub fn new(reader: R) -> Cutter<R> {
        Cutter { reader, held: Vec::new(), line: 1, byte: 0, first: true, drained: false, error: None, ended: false }
    }

    /// Reads the next block into `block`, reusing its memory, except for `source`; `false` after the last one.
    pub fn next(&mut self, block: &mut Block) -> bool {
        if self.ended {
            return false;
        }
        block.bytes.clear();
        block.bytes.append(&mut self.held);
        block.bytes.shrink_to(BLOCK_MOST);
        (block.line, block.byte, block.left_out, block.error) = (self.line, self.byte, 0, None);
        block.first = std::mem::take(&mut self.first);
        let mut size = BLOCK;
        let cut = loop {
            self.ended = !self.fill(&mut block.bytes, size);
            block.whole = true;
            if self.ended {
                break block.bytes.len();
            }
            if let Some(cut) = last_header(&block.bytes) {
                break cut;
            }
            if size < BLOCK_MOST {
                size *= 2;
                continue;
            }
            block.whole = false;
            if let Some(end) = memrchr(b'\n', &block.bytes) {
                break end + 1;
            }
            self.leave_out(block);
            break block.bytes.len();
        };
        self.held.extend_from_slice(&block.bytes[cut..]);
        block.bytes.truncate(cut);
        block.last = self.ended;
        block.error = self.error.take_if(|_| self.ended);
        block.whole |= self.ended;
        self.line += memchr_iter(b'\n', &block.bytes).count() as u64 + u64::from(block.left_out > 0);
        self.byte += cut as u64 + block.left_out;
        true
    }

    /// Reads until there are `size` bytes; `false` if the source ends before that or cannot be read any further.
    fn fill(&mut self, bytes: &mut Vec<u8>, size: usize) -> bool {
        if self.drained {
            return false;
        }
        let missing = size.saturating_sub(bytes.len());
        bytes.reserve_exact(missing);
        let read = self.reader.by_ref().take(missing as u64).read_to_end(bytes);
        self.drained = !read.as_ref().is_ok_and(|read| *read == missing);
        self.error = read.err().map(|error| error.to_string());
        !self.drained
    }

    /// Handles a block that is a single line without an end: keeps just enough of it to show that it is too long.
    fn leave_out(&mut self, block: &mut Block) {
        let mut length = block.bytes.len() as u64;
        block.bytes.truncate(LINE_LIMIT + 2);
        let mut rest = Vec::with_capacity(BLOCK);
        loop {
            rest.clear();
            self.ended = !self.fill(&mut rest, BLOCK);
            if let Some(end) = memchr(b'\n', &rest) {
                length += end as u64 + 1;
                self.held.extend_from_slice(&rest[end + 1..]);
                // Held bytes must become a block before the source may end.
                self.ended &= self.held.is_empty();
                break;
            }
            length += rest.len() as u64;
            if self.ended {
                break;
            }
        }
        block.left_out = length - block.bytes.len() as u64;
    }
}

/// Where the last header begins, if it is not the first line.
fn last_header(bytes: &[u8]) -> Option<usize> {
    let mut end = memrchr(b'\n', bytes)?;
    while end > 0 {
        // Searching backward is many times slower, so pieces are searched forward, the last piece first.
        let from = end.saturating_sub(PIECE);
        let piece = &bytes[from..bytes.len().min(end + HEADER_KEY.len() - 1)];
        let hits: Vec<usize> = memmem::find_iter(piece, HEADER_KEY).map(|hit| from + hit).collect();
        for hit in hits.into_iter().rev() {
            if hit >= end {
                continue;
            }
            let start = memrchr(b'\n', &bytes[..hit])? + 1;
            let stop = memchr(b'\n', &bytes[hit..]).map_or(bytes.len(), |at| hit + at);
            let line = &bytes[start..stop];
            if line.len() <= LINE_LIMIT && is_header(line) {
                return Some(start);
            }
            end = start - 1;
        }
        end = end.min(from);
    }
    None
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    const HEADER: &[u8] = b"{\"referee\":1,\"game\":\"wigwam\"}\n";

    /// All blocks of a source, with the offsets checked.
    fn blocks(bytes: &[u8]) -> Vec<Block> {
        let mut cutter = Cutter::new(bytes);
        let mut all: Vec<Block> = Vec::new();
        let (mut line, mut byte) = (1, 0);
        loop {
            let mut block = Block::default();
            if !cutter.next(&mut block) {
                break;
            }
            assert_eq!((block.line, block.byte), (line, byte));
            let end = byte as usize + block.bytes.len() + block.left_out as usize;
            line += memchr_iter(b'\n', &bytes[byte as usize..end]).count() as u64;
            byte = end as u64;
            all.push(block);
        }
        assert_eq!(byte, bytes.len() as u64);
        assert!(
            all.iter().enumerate().all(|(at, block)| block.first == (at == 0) && block.last == (at + 1 == all.len()))
        );
        all
    }

    #[test]
    fn the_last_header_is_found_wherever_it_stands() {
        for rest in (0..3).flat_map(|pieces| (0..80).map(move |more| pieces * PIECE + more)) {
            let broken = &b"{\"referee\":1,\n"[..];
            let line = [&b"{".repeat(rest), &b"\n"[..]].concat();
            // A header that cannot be read ends the game before it, too.
            for (behind, last) in [
                (line.clone(), None),
                ([broken, &line].concat(), Some(0)),
                ([&line[..], broken].concat(), Some(line.len())),
            ] {
                let two = [HEADER, HEADER, &behind].concat();
                assert_eq!(last_header(&two), Some(last.map_or(HEADER.len(), |at| 2 * HEADER.len() + at)), "{rest}");
                let one = [HEADER, &behind].concat();
                assert_eq!(last_header(&one), last.map(|at| HEADER.len() + at), "{rest}");
            }
        }
    }

    #[test]
    fn games_stay_whole_and_long_ones_are_cut_at_lines() {
        let game = |lines: usize| [HEADER, &b"{\"by\":\"referee\"}\n".repeat(lines)].concat();
        let short = game(100).repeat(1000);
        let cut = blocks(&short);
        assert!(cut.len() > 4 && cut.iter().all(|block| block.whole && block.bytes.starts_with(HEADER)));
        let long = [game(1_000_000), game(1)].concat();
        let cut = blocks(&long);
        let whole: Vec<bool> = cut.iter().map(|block| block.whole).collect();
        assert!(whole.len() > 3 && whole.ends_with(&[false, true]) || whole.ends_with(&[true, true]), "{whole:?}");
        assert!(cut.iter().all(|block| block.bytes.ends_with(b"\n") && block.bytes.len() <= BLOCK_MOST));
        assert_eq!(blocks(b"").len(), 1);
    }

    #[test]
    fn what_cannot_be_read_is_told_where_it_is() {
        struct Cut<'a>(&'a [u8]);
        impl Read for Cut<'_> {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                match self.0.read(buffer)? {
                    0 => Err(io::Error::other("cut short")),
                    read => Ok(read),
                }
            }
        }
        let game = b"{\"referee\":1,\"game\":\"wigwam\"}\n{\"by\":\"referee\"}\n";
        let bytes = [&game[..], &b"x".repeat(2 * BLOCK_MOST), b"\n", game, b"{\"b"].concat();
        let mut cutter = Cutter::new(Cut(&bytes));
        let mut block = Block::default();
        let (mut read, mut errors) = (0, Vec::new());
        while cutter.next(&mut block) {
            read += block.bytes.len() + block.left_out as usize;
            errors.extend(block.error.take().map(|error| (error, block.last, block.bytes.ends_with(b"{\"b"))));
        }
        assert_eq!((read, errors), (bytes.len(), vec![("cut short".to_owned(), true, true)]));
    }

    #[test]
    fn of_an_endless_line_little_is_kept() {
        let bytes = [HEADER, &b"x".repeat(3 * BLOCK_MOST), b"\n", HEADER, b"end"].concat();
        let cut = blocks(&bytes);
        let long = cut.iter().find(|block| block.left_out > 0).expect("a line is too long");
        assert_eq!(long.bytes.len(), LINE_LIMIT + 2);
        assert!(cut.last().expect("a block").bytes.ends_with(b"end"));
        let all = b"x".repeat(2 * BLOCK_MOST);
        let cut = blocks(&all);
        assert!(cut[0].whole, "nothing comes after the end");
        assert_eq!((cut.len(), cut[0].left_out), (1, (2 * BLOCK_MOST - LINE_LIMIT - 2) as u64));
    }
}
