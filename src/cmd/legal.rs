//! `referee legal`: what may be done at the end of each game of a stream.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use referee::judge::Emit;
use referee::stream::{Purpose, Stream};

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
    let mut stream = Stream::new(args.game.asked(args.seed)?, Emit::NONE, Purpose::List);
    let mut faults = Faults::default();
    feed(&mut stream, args.file.as_deref(), &mut output, |stream| {
        faults.take(stream);
        false
    })?;
    stream.end(&mut output.buffer)?;
    faults.take(&mut stream);
    faults.tell_rest(faults.position());
    output.flush()?;
    Ok(Exit::of(&stream))
}
