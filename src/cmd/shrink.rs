//! `referee shrink`: the shortest stream with the same fault.

use std::num::NonZeroU64;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use referee::lines::{Lines, RawLine};
use referee::stream::Usage;
use referee::text::count;
use referee::validate::check::Checker;
use referee::validate::games::Block;
use referee::validate::shrink::{Symptom, shrink};
use referee::validate::verdict::Kind;
use referee::wire::LINE_LIMIT;

use super::numbers::{POSITIVE, whole};
use super::unpack::{MostBytes, decompressed};
use super::{Exit, Output, open_input, read_edition, remark};

/// The longest game that is read into memory, in bytes.
const GAME_MOST: usize = 1 << 28;

/// Arguments of `shrink`.
#[derive(Args)]
#[command(after_help = "\
Shortens the first game with a fault, as `validate` finds it: starts later, from a state, and leaves out lines, keys \
and parts of states and options, as long as what `validate` says stays the same, and of a false claim also the part that its message leaves out. The result still shows the fault, \
and no line, no key and no entry of a list can be left out of it. The search ends after 256 MiB of trials; standard \
error says if it did, and then more might be left out. Of an unfinished game only the header remains. If a line is not what the seed gives, every event \
before it stays, because the seed's draws depend on their number. With --edition, the header says which edition is \
used. A game is kept in memory and may have 256 MiB.

Examples:
  referee random --game tectonic --seed 1 | head -n 9 | referee shrink
  head -n 30 fixtures/wongar/play/worked-example.jsonl | referee shrink")]
pub(crate) struct ShrinkArgs {
    /// The stream; by default or with -, standard input
    pub(crate) file: Option<PathBuf>,
    /// Shrink this game of the stream, counted from 1, instead of the first with a fault
    #[arg(long, value_name = "N", value_parser = whole::<NonZeroU64>(POSITIVE), allow_negative_numbers = true)]
    pub(crate) game: Option<NonZeroU64>,
    /// An edition file to play with instead of the built-in one; may be repeated
    #[arg(long = "edition", value_name = "FILE")]
    pub(crate) editions: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) most: MostBytes,
}

/// Shrinks the game.
pub(crate) fn run(args: &ShrinkArgs) -> Result<Exit> {
    let editions = args.editions.iter().map(|path| read_edition(path)).collect::<Result<Vec<_>>>()?;
    let mut lines = Lines::new(
        decompressed(open_input(args.file.as_deref(), "")?, args.most).context("cannot read the input")?,
        LINE_LIMIT,
    );
    let mut game: Vec<Vec<u8>> = Vec::new();
    let (mut size, mut number, mut read, mut before) = (0, 0, 0, 0);
    // The judge finds where games end, line by line.
    let mut checker = Checker::new(&editions, false);
    let mut block = Block::default();
    let mut empty = true;
    let found = loop {
        let line = match lines.next_line().context("cannot read the input")? {
            None => None,
            Some(RawLine::Whole(line)) => Some(line.to_vec()),
            // Most of the line is gone, but its length is the fault to show.
            Some(RawLine::TooLong(beginning)) => {
                let mut line = beginning.to_vec();
                line.resize(LINE_LIMIT + 2, b'x');
                Some(line)
            }
        };
        read += 1;
        let ended_input = line.is_none();
        block.bytes.clear();
        block.bytes.extend(line.iter().flatten());
        block.bytes.push(b'\n');
        (block.line, block.whole) = (read, ended_input);
        let mut ended = None;
        let is_after = checker.is_at_fault();
        checker.check(&block, &mut |verdict| ended = Some(verdict));
        if let Some(verdict) = ended {
            empty = false;
            number += u64::from(verdict.game.is_some());
            let meant = args.game.is_none_or(|meant| verdict.game.is_some() && meant.get() == number);
            if let Some(symptom) = Symptom::of(&verdict).filter(|_| meant) {
                break Some(symptom);
            }
            game.clear();
            (size, before) = (0, 0);
        }
        let Some(line) = line.filter(|line| !line.trim_ascii().is_empty()) else {
            if ended_input {
                break None;
            }
            continue;
        };
        before += 1;
        // What comes after the fault does not matter.
        if is_after && checker.is_at_fault() {
            continue;
        }
        size += line.len();
        if size > GAME_MOST {
            return Err(Usage(format!("a game is longer than {GAME_MOST} bytes")).into());
        }
        game.push(line);
    };
    let Some(symptom) = found else {
        if let Some(meant) = args.game.filter(|meant| meant.get() > number) {
            return Err(Usage(format!("there is no game {meant} in the stream, only {}", count(number, "game"))).into());
        }
        if empty && args.game.is_none() {
            remark("the stream is empty: there is nothing to shrink");
            return Ok(Exit::Valid);
        }
        let it = if args.game.is_some() { "that game" } else { "the stream" };
        return Err(Usage(format!("there is no fault in {it}")).into());
    };
    let short = shrink(game, &symptom, &editions);
    let unended = symptom.kind == Kind::Truncated && symptom.rules.is_empty();
    let why = if unended { "; every unfinished game is reported as truncated" } else { "" };
    let stopped = if short.is_least { "" } else { "; the search stopped at its limit, so more might be left out" };
    remark(&format!("{symptom}: {} of {}{why}{stopped}", short.lines.len(), count(before, "line")));
    let mut output = Output::open();
    for line in &short.lines {
        output.buffer.extend_from_slice(line);
        output.buffer.push(b'\n');
    }
    output.end(Exit::Valid)
}
