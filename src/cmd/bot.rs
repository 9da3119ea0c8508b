//! `referee bot`: a random bot as a separate program, to test judges that speak this protocol.

use anyhow::{Context as _, Result};
use clap::Args;
use referee::dice::{Dice, RANDOM_PLAYER};
use referee::lines::RawLine;
use serde::Deserialize;
use serde_json::json;

use super::{Exit, Output, open_lines, seed_or_new};

/// Arguments of `bot`.
#[derive(Args)]
#[command(after_help = "\
It reads the stream of its seat on standard input and answers every question with a random legal action, all equally \
likely. `referee match --bot @random` does the same without a process.

Examples:
  referee match --game wangdo --games 2 --bot 'referee bot' --bot 'referee bot --seed 7'
  echo '{\"ask\":{\"id\":1},\"legal_n\":28}' | referee bot --seed 1")]
pub(crate) struct BotArgs {
    /// The seed of its choices; by default the operating system supplies one
    #[arg(long, value_name = "SEED", value_parser = super::numbers::seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

/// The fields of a line that it reads.
#[derive(Deserialize)]
struct Question {
    ask: Option<Ask>,
    legal_n: Option<u64>,
}

#[derive(Deserialize)]
struct Ask {
    id: u64,
}

/// Plays until the input ends.
pub(crate) fn run(args: &BotArgs) -> Result<Exit> {
    let (mut dice, mut output) = (Dice::new(seed_or_new(args.seed)?), Output::open());
    let mut input = open_lines(None)?;
    output.json(&json!({"hello": {"name": "random", "version": env!("CARGO_PKG_VERSION"), "legal": false}}));
    output.flush()?;
    while let Some(line) = input.next_line().context("cannot read the input")? {
        let RawLine::Whole(line) = line else { continue };
        let Ok(Question { ask: Some(Ask { id }), legal_n: Some(legal @ 1..) }) = serde_json::from_slice(line) else {
            continue;
        };
        output.json(&json!({"ask": id, "pick": dice.draw(RANDOM_PLAYER, legal)}));
        output.flush()?;
    }
    Ok(Exit::Valid)
}
