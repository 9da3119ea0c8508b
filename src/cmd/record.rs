//! Judging a stream for those who look at its games: `show` and `replay`. Every answer is looked at as it comes, with the game
//! as it then stands, and nothing of it is kept.

use std::path::Path;

use anyhow::{Context as _, Result};
use referee::judge::answer::{About, Answer};
use referee::judge::{Emit, Memory};
use referee::lines::RawLine;
use referee::stream::{Asked, Stream};
use referee::wire::Viewer;

use super::faults::{Faults, sentence};
use super::{Exit, open_lines, remark};

/// How a stream ended.
pub(crate) struct Judged {
    /// The stream, at its end.
    pub(crate) stream: Stream,
    /// What it came to.
    pub(crate) exit: Exit,
}

/// Judges a stream; `look` sees every answer. The first fault and the number of others are reported on standard error, as far
/// as the viewer may know them; `None`: to those who have the stream. `last`: only the last game is looked at.
pub(crate) fn judged(
    asked: &Asked,
    file: Option<&Path>,
    viewer: Option<Viewer>,
    last: bool,
    mut look: impl FnMut(&Answer<'_>) -> Result<()>,
) -> Result<Judged> {
    let mut stream = Stream::new(asked.clone(), Emit::NONE);
    stream.watch(Memory::Events);
    let mut faults = Faults::default();
    let mut source = open_lines(file)?;
    let (mut number, mut looked) = (0, Ok(()));
    loop {
        let line = source.next_line().context("cannot read the input")?;
        number += 1;
        let mut hear = |answer: &Answer<'_>| {
            if let Some(said) = fault(&format!("line {number}"), answer, viewer) {
                faults.add(&said);
            }
            if looked.is_ok() {
                looked = look(answer);
            }
        };
        match line {
            Some(RawLine::Whole(bytes)) => stream.put(Some(bytes), &mut hear)?,
            Some(RawLine::TooLong) => stream.put(None, &mut hear)?,
            // There may be a game of the command line.
            None => stream.open_own(&mut hear)?,
        }
        std::mem::replace(&mut looked, Ok(()))?;
        faults.reach(&stream);
        if line.is_none() {
            break;
        }
    }
    let exit = Exit::of(&stream);
    if faults.any() {
        // What is withheld from a viewer is not to be looked up elsewhere.
        let validate = || viewer.is_none().then(|| "`referee validate` tells the first fault of every game".to_owned());
        faults.tell_rest(if last { faults.position() } else { validate() });
    } else if exit != Exit::Valid {
        remark("something is at fault; what it is is withheld from this viewer");
    }
    Ok(Judged { stream, exit })
}

/// What an answer says is wrong, as far as the viewer may know it; `None`: nothing.
fn fault(line: &str, answer: &Answer<'_>, viewer: Option<Viewer>) -> Option<String> {
    if !answer.fate.is_fault() {
        return None;
    }
    match answer.told(viewer) {
        Some(told) => sentence(line, &told, viewer),
        // A header that cannot be read began no game, so there are no secrets of one.
        None if answer.game.is_none() && answer.fate.malformed => {
            answer.told(None).and_then(|told| sentence(line, &told, None))
        }
        None => Some(format!("{line} is at fault; why is withheld from this viewer")),
    }
}

/// Whether an answer says that the game cannot be followed any further, because something is hidden.
pub(crate) fn is_redacted(answer: &Answer<'_>) -> bool {
    answer.told(None).is_some_and(|told| matches!(told.about, About::Redacted))
}
