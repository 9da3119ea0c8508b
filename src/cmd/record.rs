//! The record of a stream, line by line as the referee answers it: what `show` and `replay` look at. In the record every
//! draw is a line of its own, whoever made it.

use std::path::Path;

use anyhow::{Context as _, Result};
use referee::judge::Emit;
use referee::lines::RawLine;
use referee::stream::{Asked, Purpose, Stream, Tally, Usage};
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
        let line = source.next_line().context("cannot read the input")?;
        judge(&mut stream, line.as_ref(), &mut answers)?;
        if let Some(reporter) = &mut reporter {
            let at_fault = faults(stream.tally) > faults(before);
            reporter.line(line.as_ref(), at_fault.then_some(&answers), stream.judge().is_none());
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

/// Judges the next line; `None`: there is none, but there may be a game of the command line.
fn judge(stream: &mut Stream, line: Option<&RawLine<'_>>, answers: &mut Vec<u8>) -> Result<(), Usage> {
    match line {
        Some(RawLine::Whole(bytes)) => stream.line(Some(bytes), answers),
        Some(RawLine::TooLong) => stream.line(None, answers),
        None => stream.begin(answers),
    }
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

    /// Takes the next line, as [`judge`] does, and says what is wrong with it. `whole`: the answer to it if it is at fault;
    /// `idle`: no game is on after it.
    fn line(&mut self, line: Option<&RawLine<'_>>, whole: Option<&Vec<u8>>, idle: bool) {
        self.answers.clear();
        let answered = judge(&mut self.fit, line, &mut self.answers);
        // A game at which they do not sit has nobody to tell of it.
        let Some(whole) = whole.filter(|_| answered.is_ok()) else { return };
        for mut answer in objects(&self.answers) {
            if let Some(number) = answer.get("withheld").map(|withheld| &withheld["line"]) {
                // A header that cannot be read began no game, so there are no secrets of one.
                match objects(whole).find(|answer| idle && answer.contains_key("malformed")) {
                    Some(whole) => remark(&Value::Object(whole).to_string()),
                    None => remark(&format!("line {number} is at fault; why is withheld from this viewer")),
                }
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

fn objects(lines: &[u8]) -> impl Iterator<Item = Map<String, Value>> {
    lines.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok())
}

/// Whether a line of a record says that the game cannot be followed any further, because something is hidden.
pub(crate) fn is_redacted(line: &[u8]) -> bool {
    line.starts_with(b"{\"redacted\"")
}
