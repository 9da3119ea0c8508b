//! The record of a stream, line by line as the referee answers it: what `show` and `replay` look at. In the record every
//! draw is a line of its own, whoever made it.

use std::path::Path;

use anyhow::{Context as _, Result};
use referee::judge::Emit;
use referee::lines::RawLine;
use referee::stream::{Asked, Purpose, Stream, Tally, Usage};
use referee::wire::{Viewer, is_header};
use serde_json::{Map, Value};

use super::faults::{Faults, sentence};
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

/// Judges a stream. The record holds all games or just the `last`. The first fault and the number of others are reported on
/// standard error, as far as the viewer may know them; `None`: to whoever has the stream.
pub(crate) fn record(asked: &Asked, file: Option<&Path>, last: bool, viewer: Option<Viewer>) -> Result<Record> {
    let mut stream = Stream::new(asked.clone(), Emit::NONE, Purpose::Judge);
    let mut reporter = Reporter::new(asked, viewer);
    let (mut lines, mut answers) = (Vec::new(), Vec::new());
    let mut source = open_lines(file)?;
    loop {
        let before = stream.tally;
        let line = source.next_line().context("cannot read the input")?;
        judge(&mut stream, line.as_ref(), &mut answers)?;
        let at_fault = faults(stream.tally) > faults(before);
        reporter.line(line.as_ref(), at_fault.then_some(&answers), stream.judge().is_none());
        reporter.faults.reach(&mut stream);
        for line in answers.split_inclusive(|byte| *byte == b'\n') {
            if last && is_header(line) {
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
    let Reporter { faults, .. } = reporter;
    if faults.any() {
        // What is withheld from a viewer is not to be looked up elsewhere.
        let validate = || viewer.is_none().then(|| "`referee validate` tells the first fault of every game".to_owned());
        faults.tell_rest(if last { faults.position() } else { validate() });
    } else if exit != Exit::Valid {
        remark("something is at fault; what it is is withheld from this viewer");
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

/// Reports what is wrong with a stream. To somebody who may not know all of it, the same lines are judged once more, with
/// answers that are fit for them: what may be told is decided in one place.
struct Reporter {
    fit: Option<Stream>,
    answers: Vec<u8>,
    /// The number of the last line, from 1.
    number: u64,
    faults: Faults,
}

impl Reporter {
    fn new(asked: &Asked, viewer: Option<Viewer>) -> Reporter {
        let fit = viewer.map(|viewer| Stream::new(asked.clone(), Emit::view(viewer), Purpose::Judge));
        Reporter { fit, answers: Vec::new(), number: 0, faults: Faults::default() }
    }

    /// Takes the next line, as [`judge`] does, and says what is wrong with it. `whole`: the answer to it if it is at fault;
    /// `idle`: no game is on after it.
    fn line(&mut self, line: Option<&RawLine<'_>>, whole: Option<&Vec<u8>>, idle: bool) {
        self.number += 1;
        let name = format!("line {}", self.number);
        let told = |answers: &[u8]| objects(answers).find_map(|answer| sentence(&name, &answer));
        let Some(fit) = &mut self.fit else {
            if let Some(said) = whole.and_then(|answers| told(answers)) {
                self.faults.add(&said);
            }
            return;
        };
        self.answers.clear();
        let answered = judge(fit, line, &mut self.answers);
        // A game at which they do not sit has nobody to tell of it.
        let Some(whole) = whole.filter(|_| answered.is_ok()) else { return };
        let withheld = objects(&self.answers).any(|answer| answer.contains_key("withheld"));
        // A header that cannot be read began no game, so there are no secrets of one.
        let unread = idle && objects(whole).any(|answer| answer.contains_key("malformed"));
        let said = match told(&self.answers) {
            None if withheld && unread => told(whole),
            None if withheld => Some(format!("{name} is at fault; why is withheld from this viewer")),
            said => said,
        };
        if let Some(said) = said {
            self.faults.add(&said);
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
