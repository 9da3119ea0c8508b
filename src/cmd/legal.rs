//! `referee legal`: the legal actions at the end of each game of a stream.

use std::cell::RefCell;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use referee::judge::answer::{About, Answer};
use referee::judge::{Emit, Scribe};
use referee::stream::Stream;
use referee::wire::Object;

use super::faults::Faults;
use super::{Exit, GameArgs, Output, feed};

/// Arguments of `legal`.
#[derive(Args)]
#[command(after_help = "\
Writes one line for each game of the stream: what the game waits for, and the legal actions, or the possible draws \
with their weights. A list has at most 4096 actions; `exhaustive` tells whether these are all. Refused lines of the \
stream change nothing; standard error describes the first one and counts the others.

Examples:
  echo '{\"referee\":1,\"game\":\"tectonic\"}' | referee legal
  referee legal --game tectonic --option setup=S3 < /dev/null
  referee legal fixtures/tectonic/play/first-game.jsonl")]
pub(crate) struct LegalArgs {
    /// The stream; by default or with -, standard input
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The seed of the draws, for streams whose header has none
    #[arg(long, value_name = "SEED", value_parser = super::numbers::seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

/// Lists the legal actions.
pub(crate) fn run(args: &LegalArgs) -> Result<Exit> {
    let mut output = Output::open();
    let mut stream = Stream::new(args.game.asked(args.seed)?, Emit::NONE);
    let faults = RefCell::new(Faults::default());
    let hear = |answer: &Answer<'_>, out: &mut Vec<u8>| {
        faults.borrow_mut().hear(answer);
        list(answer, out);
    };
    feed(&mut stream, args.file.as_deref(), &mut output, hear, |stream| {
        faults.borrow_mut().reach(stream);
        false
    })?;
    stream.close(&mut |answer| hear(answer, &mut output.buffer))?;
    let faults = faults.into_inner();
    faults.tell_rest(faults.position());
    output.flush()?;
    Ok(Exit::of(stream.tally))
}

/// Writes what is legal at the end of a game. If the list cannot be given, what is hidden stands in its place.
fn list(answer: &Answer<'_>, out: &mut Vec<u8>) {
    if answer.fate.redacted {
        Scribe::default().write(answer, out);
    }
    if let (Some(About::Left), Some(game)) = (answer.told(None).map(|told| told.about), answer.game) {
        let mut object = Object::open(out);
        object.field("next", &game.next());
        game.write_listing(Emit::LEGAL, &mut object);
        object.end_line();
    }
}
