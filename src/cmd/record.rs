//! The record of a stream, line by line as the referee answers it: what `show` and `replay` look at. In the record every
//! draw is a line of its own, whoever made it.

use std::path::Path;

use anyhow::{Context as _, Result};
use referee::judge::Emit;
use referee::lines::RawLine;
use referee::stream::{Asked, Purpose, Stream, Tally};
use referee::wire::{Viewer, is_header};
use serde_json::{Map, Value};

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

/// Judges a stream. With somebody to `tell`, the record holds just its last game, and what is wrong is reported on standard
/// error as far as they may know it.
pub(crate) fn record(asked: &Asked, file: Option<&Path>, tell: Option<Viewer>) -> Result<Record> {
    let mut stream = Stream::new(asked.clone(), Emit::NONE, Purpose::Judge);
    let mut reporter = tell.map(|viewer| Reporter::new(asked, viewer));
    let (mut lines, mut answers) = (Vec::new(), Vec::new());
    let mut source = open_lines(file)?;
    loop {
        let before = stream.tally;
        let line = source.next_line().context("cannot read the input")?.map(|line| match line {
            RawLine::Whole(bytes) => Some(bytes),
            RawLine::TooLong => None,
        });
        match line {
            Some(bytes) => stream.line(bytes, &mut answers),
            None => stream.begin(&mut answers),
        }?;
        if let Some(reporter) = &mut reporter {
            reporter.line(line, faults(stream.tally) > faults(before));
        }
        for line in answers.split_inclusive(|byte| *byte == b'\n') {
            if tell.is_some() && is_header(line) {
                lines.clear();
            }
            lines.extend_from_slice(line);
        }
        answers.clear();
        if line.is_none() {
            break;
        }
    }
    let exit = Exit::of(&stream);
    if exit != Exit::Valid && reporter.is_none_or(|reporter| !reporter.told) {
        remark("there are lines at fault; `referee play` answers each of them");
    }
    let editions = Asked { editions: asked.editions.clone(), ..Asked::default() };
    let again = Stream::new(editions, Emit::NONE, Purpose::Reach);
    Ok(Record { lines, exit, again })
}

fn faults(tally: Tally) -> u64 {
    tally.malformed + tally.refused + tally.contradicted
}

/// Reports what is wrong with a stream to somebody who may not know all of it. The same lines are judged once more, with
/// answers that are fit for them: what may be told is decided in one place.
struct Reporter {
    fit: Stream,
    answers: Vec<u8>,
    /// Whether anything was reported.
    told: bool,
}

impl Reporter {
    fn new(asked: &Asked, viewer: Viewer) -> Reporter {
        let fit = Stream::new(asked.clone(), Emit::view(viewer), Purpose::Judge);
        Reporter { fit, answers: Vec::new(), told: false }
    }

    /// Takes the next line; the outer `None` is the end, the inner one a line that was too long.
    fn line(&mut self, line: Option<Option<&[u8]>>, at_fault: bool) {
        self.answers.clear();
        let answered = match line {
            Some(bytes) => self.fit.line(bytes, &mut self.answers),
            None => self.fit.begin(&mut self.answers),
        };
        // A game at which they do not sit has nobody to tell of it.
        if answered.is_err() || !at_fault {
            return;
        }
        for answer in self.answers.split_inclusive(|byte| *byte == b'\n') {
            let Ok(mut answer) = serde_json::from_slice::<Map<String, Value>>(answer) else { continue };
            if let Some(number) = answer.get("withheld").map(|withheld| &withheld["line"]) {
                remark(&format!("line {number} is at fault; why is withheld from this viewer"));
                self.told = true;
            } else if ["malformed", "violations", "contradicted"].iter().any(|key| answer.contains_key(*key)) {
                answer.shift_remove("view");
                answer.shift_remove("viewer");
                remark(&Value::Object(answer).to_string());
                self.told = true;
            }
        }
    }
}

/// Whether a line of a record says that the game cannot be followed any further, because something is hidden.
pub(crate) fn is_redacted(line: &[u8]) -> bool {
    line.starts_with(b"{\"redacted\"")
}
