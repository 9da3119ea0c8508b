//! Judges a stream for `show` and `replay`. They see every answer as it comes, with the game at that moment; nothing
//! is kept.

use std::ops::ControlFlow;
use std::path::Path;

use anyhow::{Context as _, Result};
use referee::judge::answer::{About, Answer};
use referee::judge::{Emit, Memory};
use referee::lines::RawLine;
use referee::stream::{Asked, Stream};
use referee::wire::Viewer;

use super::faults::{Faults, has_sentence, sentence};
use super::{Exit, open_lines, remark};

/// The last game of a stream.
#[derive(Copy, Clone)]
pub(crate) struct Last {
    /// The event after which it is of no interest.
    pub(crate) at: Option<u64>,
}

/// Judges a stream; `look` sees every answer, and breaks off once it wants no pictures of further games. Standard error
/// gets the first fault and the number of others, as far as the viewer may know them; `None` may know everything.
/// Nothing there tells whether a guess about hidden things was right. `last`: only the last game is of interest; where
/// it cannot be judged, it is followed. Returns the stream, at its end, and the exit code.
pub(crate) fn judged(
    asked: &Asked,
    file: Option<&Path>,
    viewer: Option<Viewer>,
    last: Option<Last>,
    mut look: impl FnMut(&Answer<'_>) -> Result<ControlFlow<()>>,
) -> Result<(Stream, Exit)> {
    let mut stream = Stream::new(asked.clone(), Emit::NONE);
    stream.watch(Memory::Events);
    if let (Some(Last { at }), Some(viewer)) = (last, viewer) {
        stream.follow(viewer, at);
    }
    let mut faults = Faults::default();
    let mut source = open_lines(file)?;
    let (mut number, mut looked) = (0, Ok(ControlFlow::Continue(())));
    // The first line whose answer the viewer may not know.
    let mut withheld = None;
    loop {
        let line = source.next_line().context("cannot read the input")?;
        number += 1;
        let mut hear = |answer: &Answer<'_>| {
            // A header that cannot be read began no game, so it has no secrets.
            let viewer = viewer.filter(|_| answer.game.is_some() || !answer.fate.malformed);
            match answer.told(viewer) {
                Some(told) if answer.fate.is_fault() && has_sentence(&told) => {
                    faults.add(|| sentence(&format!("line {number}"), &told, viewer).unwrap_or_default());
                }
                Some(_) => {}
                None => withheld = withheld.or(Some(number)),
            }
            if looked.is_ok() {
                looked = look(answer);
            }
        };
        match line {
            Some(RawLine::Whole(bytes)) => stream.put(Some(bytes), &mut hear)?,
            Some(RawLine::TooLong(beginning)) => stream.too_long(beginning, &mut hear)?,
            // The command line may have begun a game.
            None => stream.open_own(&mut hear)?,
        }
        if std::mem::replace(&mut looked, Ok(ControlFlow::Continue(())))?.is_break() {
            stream.unwatch();
        }
        faults.reach(&stream);
        if line.is_none() {
            break;
        }
    }
    let exit = Exit::of(stream.tally);
    if faults.any() {
        // Do not suggest another way to see what this viewer must not know.
        let validate = || viewer.is_none().then(|| "`referee validate` tells the first fault of every game".to_owned());
        faults.tell_rest(if last.is_some() { faults.position() } else { validate() });
    }
    if let Some(line) = withheld {
        remark(&format!("line {line} has an answer that this viewer may not see"));
    }
    Ok((stream, exit))
}

/// Whether an answer says that something hidden makes the rest of the game impossible to follow.
pub(crate) fn is_redacted(answer: &Answer<'_>) -> bool {
    answer.fate.redacted && answer.told(None).is_some_and(|told| matches!(told.about(), About::Redacted))
}
