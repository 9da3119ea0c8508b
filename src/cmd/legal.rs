//! `referee legal`: what may be done at the end of each game of a stream.

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
For each game of the stream one line: what the game waits for and the legal actions, or the possible draws with their \
weights. A list has at most 4096 actions and says by exhaustive whether these are all. Lines of the stream that are refused \
change nothing; standard error says what is wrong with the first of them, and how many there are.

Examples:
  echo '{\"referee\":1,\"game\":\"tectonic\"}' | referee legal
  referee legal --game tectonic --option setup=S3 < /dev/null
  referee legal fixtures/tectonic/play/first-game.jsonl")]
pub(crate) struct LegalArgs {
    /// The stream; - or nothing is standard input
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The seed of the draws, for streams whose header has none
    #[arg(long, value_name = "SEED", value_parser = super::numbers::seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

/// Lists what is legal.
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
    Ok(Exit::of(&stream))
}

/// Writes what is legal at the end of a game. Where a list cannot be given, what is hidden stands in its place.
fn list(answer: &Answer<'_>, out: &mut Vec<u8>) {
    if answer.fate.redacted {
        Scribe::default().write(answer, out);
    }
    if let (Some(About::Left), Some(game)) = (answer.told(None).map(|told| told.about), answer.game) {
        let mut object = Object::open(out);
        object.field("next", &game.next());
        game.write_listing(&mut object);
        object.end_line();
    }
}
