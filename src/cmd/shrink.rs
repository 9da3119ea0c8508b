//! `referee shrink`: the shortest stream that shows the same fault.

use std::fs::File;
use std::io::{self, Read};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;
use referee::lines::{Lines, RawLine};
use referee::stream::Usage;
use referee::validate::shrink::{Symptom, shrink};
use referee::wire::{LINE_LIMIT, is_header};

use super::sources::decompressed;
use super::{Exit, Output, read_edition, remark};

/// The longest game that is taken into memory, in bytes.
const GAME_MOST: usize = 1 << 28;

/// Arguments of `shrink`.
#[derive(Args)]
#[command(after_help = "\
The first game with a fault, as `validate` finds it, is cut down by starting later, from a state, and by leaving out
lines and claims, as long as the same rules are broken or the same claims are false. What is written shows it.

Examples:
  referee random --game tectonic --seed 1 | head -n 9 | referee shrink
  head -n 30 fixtures/wongar/play/worked-example.jsonl | referee shrink")]
pub(crate) struct ShrinkArgs {
    /// The stream; - or nothing is standard input
    pub(crate) file: Option<PathBuf>,
    /// Take this game of the stream, from 1, instead of the first with a fault
    #[arg(long, value_name = "N")]
    pub(crate) game: Option<NonZeroU64>,
    /// An edition file to play with instead of the built-in one; may be given several times
    #[arg(long = "edition", value_name = "FILE")]
    pub(crate) editions: Vec<PathBuf>,
}

/// Shrinks.
pub(crate) fn run(args: &ShrinkArgs) -> Result<Exit> {
    let editions = args.editions.iter().map(|path| read_edition(path)).collect::<Result<Vec<_>>>()?;
    let reader: Box<dyn Read + Send> = match args.file.as_deref() {
        Some(path) if path != Path::new("-") => {
            Box::new(File::open(path).map_err(|error| Usage(format!("{}: {error}", path.display())))?)
        }
        _ => Box::new(io::stdin()),
    };
    let mut lines = Lines::new(decompressed(reader).context("cannot read the input")?, LINE_LIMIT);
    let mut game: Vec<Vec<u8>> = Vec::new();
    let (mut size, mut number) = (0, 0);
    let found = loop {
        let line = match lines.next_line().context("cannot read the input")? {
            None => None,
            Some(RawLine::Whole(line)) => Some(line.to_vec()),
            // What it said is gone; that it was too long can be shown all the same.
            Some(RawLine::TooLong) => Some(vec![b'x'; LINE_LIMIT + 2]),
        };
        if line.as_ref().is_none_or(|line| is_header(line)) && !game.is_empty() {
            let headed = is_header(&game[0]);
            number += u64::from(headed);
            let meant = args.game.is_none_or(|meant| headed && meant.get() == number);
            if let Some(symptom) = Symptom::of(&game, &editions).filter(|_| meant) {
                break Some((std::mem::take(&mut game), symptom));
            }
            game.clear();
            size = 0;
        }
        let Some(line) = line else { break None };
        size += line.len();
        if size > GAME_MOST {
            return Err(Usage(format!("a game is longer than {GAME_MOST} bytes")).into());
        }
        if !line.trim_ascii().is_empty() {
            game.push(line);
        }
    };
    let Some((game, symptom)) = found else {
        return Err(Usage("there is no fault in it".to_owned()).into());
    };
    let before = game.len();
    let short = shrink(game, &symptom, &editions);
    remark(&format!("{symptom}: {} of {before} lines", short.len()));
    let mut output = Output::open();
    for line in &short {
        output.buffer.extend_from_slice(line);
        output.buffer.push(b'\n');
    }
    output.flush()?;
    Ok(Exit::Valid)
}
