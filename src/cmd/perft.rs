//! `referee perft`: counts action sequences.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use referee::judge::Emit;
use referee::stream::{Stream, Usage};
use serde_json::json;

use super::{Exit, GameArgs, Output, feed};

/// Arguments of `perft`.
#[derive(Args)]
#[command(after_help = "\
Writes one line for each depth from 1: the depth, and the number of sequences of exactly that many actions. Finished \
games are not continued. Draws follow --seed and do not count as depth; with --all-chance every distinct draw is \
followed instead.

Examples:
  referee perft --game tectonic --depth 2
  referee perft --game tectonic --depth 1 fixtures/tectonic/play/two-faults.jsonl")]
pub(crate) struct PerftArgs {
    /// A stream: count from the end of its last game instead of from the start
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The greatest depth
    #[arg(long, value_name = "D", default_value_t = 3, value_parser = super::numbers::whole::<u32>(1..=64), allow_negative_numbers = true)]
    pub(crate) depth: u32,
    /// The seed that draws follow [default: the header's, or 0]
    #[arg(long, value_name = "SEED", value_parser = super::numbers::seed, allow_negative_numbers = true, conflicts_with = "all_chance")]
    pub(crate) seed: Option<u64>,
    /// Follow every distinct draw
    #[arg(long)]
    pub(crate) all_chance: bool,
    /// Write JSON lines
    #[arg(long)]
    pub(crate) json: bool,
}

/// Counts the sequences.
pub(crate) fn run(args: &PerftArgs) -> Result<Exit> {
    let mut output = Output::open();
    let mut stream = Stream::new(args.game.asked(None)?, Emit::NONE);
    if args.file.is_some() {
        let faults = feed(&mut stream, args.file.as_deref(), &mut output, |_, _| ())?;
        faults.tell_rest(faults.position());
    }
    stream.open_own(&mut |_| {})?;
    let exit = Exit::of(stream.tally);
    let (hidden, faulty) = (stream.is_redacted(), !stream.tally.is_clean());
    let Some(judge) = stream.judge() else {
        let why = match (hidden, faulty) {
            (true, _) => "the stream hides the position of its last game, so nothing can be counted",
            // The fault has already been reported.
            (false, true) => return Ok(exit),
            (false, false) => "there is no game to count; name one with --game or give a stream",
        };
        return Err(Usage(why.to_owned()).into());
    };
    if let (Some(asked), Some(given)) = (args.seed, judge.seed())
        && asked != given
    {
        return Err(Usage(format!("--seed {asked} contradicts the header, which says {given}")).into());
    }
    let seed = (!args.all_chance).then_some(args.seed.unwrap_or(0));
    for (depth, count) in (1..).zip(judge.perft(seed, args.depth)) {
        if args.json {
            output.json(&json!({"depth": depth, "sequences": count}));
        } else {
            output.text(&format!("{depth} {count}\n"));
        }
    }
    output.end(exit)
}
