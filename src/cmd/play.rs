//! `referee play`: judges a stream as it arrives.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use referee::judge::Emit;
use referee::stream::{Purpose, Stream};

use super::{Exit, GameArgs, Output, emit, feed, remark};

/// Arguments of `play`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  referee play fixtures/tectonic/play/first-game.jsonl
  echo '{\"action\":{\"move\":{\"from\":\"c1\",\"to\":\"c5\"}}}' | referee play --game tectonic
  echo '{\"query\":\"legal\"}' | referee play --game tectonic --option setup=S2 --emit none")]
pub(crate) struct PlayArgs {
    /// The stream; - or nothing is standard input
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The seed of the draws, for streams whose header has none
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,
    /// What accompanies every line at which a player is to act: state, view:N, legal, digest or none; with view:N
    /// nothing is written that player N may not know
    #[arg(long, value_name = "WHAT", default_value = "state", value_parser = emit)]
    pub(crate) emit: Emit,
    /// Stop at the first line that is refused, contradicted or malformed
    #[arg(long)]
    pub(crate) strict: bool,
}

/// Judges a stream.
pub(crate) fn run(args: &PlayArgs) -> Result<Exit> {
    let mut output = Output::open();
    let mut stream = Stream::new(args.game.asked(args.seed)?, args.emit, Purpose::Judge);
    let to_the_end =
        feed(&mut stream, args.file.as_deref(), &mut output, |stream| args.strict && !stream.tally.is_clean());
    // What was answered before a fault of the command line is still an answer.
    if !matches!(to_the_end, Ok(true)) {
        output.flush()?;
    }
    if to_the_end? {
        stream.end(&mut output.buffer)?;
        output.flush()?;
    }
    let plural = |count| if count == 1 { "" } else { "s" };
    let tally = stream.tally;
    if tally.skipped > 0 {
        remark(&format!("skipped {} remark{} of an earlier run", tally.skipped, plural(tally.skipped)));
    }
    if tally.redacted > 0 {
        remark(&format!(
            "{} game{} could not be judged to the end because something is hidden; {} line{} left unjudged",
            tally.redacted,
            plural(tally.redacted),
            tally.unjudged,
            plural(tally.unjudged)
        ));
    }
    Ok(Exit::of(&stream))
}
