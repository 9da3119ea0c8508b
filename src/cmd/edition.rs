//! `referee edition`: the data a game is played with, to copy and change.

use anyhow::Result;
use clap::Args;

use super::{Exit, Output, game, known};

/// Arguments of `edition`.
#[derive(Args)]
#[command(after_help = "\
What is printed is the built-in edition, byte for byte. Copy it, give it an id of its own, change it, and play with \
--edition FILE; every fault of it is named.

Examples:
  referee edition tectonic")]
pub(crate) struct EditionArgs {
    /// The game
    #[arg(value_parser = known::GAME, hide_possible_values = true)]
    pub(crate) game: String,
}

/// Prints an edition.
pub(crate) fn run(args: &EditionArgs) -> Result<Exit> {
    let mut output = Output::open();
    output.text(game(&args.game)?.edition());
    output.flush()?;
    Ok(Exit::Valid)
}
