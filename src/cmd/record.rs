//! The record of a stream, line by line as the referee answers it: what `show` and `replay` look at. In the record every
//! draw is a line of its own, whoever made it.

use std::path::Path;

use anyhow::{Context as _, Result};
use referee::judge::Emit;
use referee::lines::RawLine;
use referee::stream::{Asked, Purpose, Stream, Tally};
use referee::wire::is_header;

use super::{Exit, open_lines, remark};

/// The record of a stream.
pub(crate) struct Record {
    /// Its lines.
    pub(crate) lines: Vec<u8>,
    /// How the stream ended.
    pub(crate) exit: Exit,
    /// The stream for whoever reads the record again, with the same editions on offer.
    pub(crate) again: Stream,
}

/// Judges a stream. With `last_only` the record holds just its last game, and what was refused is reported on standard
/// error.
pub(crate) fn record(asked: &Asked, file: Option<&Path>, last_only: bool) -> Result<Record> {
    let mut stream = Stream::new(asked.clone(), Emit::NONE, Purpose::Judge);
    let (mut lines, mut answers) = (Vec::new(), Vec::new());
    let mut source = open_lines(file)?;
    loop {
        let before = stream.tally;
        let ended = match source.next_line().context("cannot read the input")? {
            Some(RawLine::Whole(bytes)) => stream.line(Some(bytes), &mut answers).map(|()| false),
            Some(RawLine::TooLong) => stream.line(None, &mut answers).map(|()| false),
            None => stream.begin(&mut answers).map(|()| true),
        }?;
        if last_only && faults(stream.tally) > faults(before) {
            remark(String::from_utf8_lossy(&answers).trim_end());
        }
        for line in answers.split_inclusive(|byte| *byte == b'\n') {
            if last_only && is_header(line) {
                lines.clear();
            }
            lines.extend_from_slice(line);
        }
        answers.clear();
        if ended {
            break;
        }
    }
    let editions = Asked { editions: asked.editions.clone(), ..Asked::default() };
    let again = Stream::new(editions, Emit::NONE, Purpose::Reach);
    Ok(Record { lines, exit: Exit::of(&stream), again })
}

fn faults(tally: Tally) -> u64 {
    tally.malformed + tally.refused + tally.contradicted
}

/// Whether a line of a record says that the game cannot be followed any further, because something is hidden.
pub(crate) fn is_redacted(line: &[u8]) -> bool {
    line.starts_with(b"{\"redacted\"")
}
