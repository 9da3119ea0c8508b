//! `referee edition`: a game's edition (its data), to copy and change.

use anyhow::Result;
use clap::Args;

use super::{Exit, Output, game, known};

/// Arguments of `edition`.
#[derive(Args)]
#[command(after_help = "\
Prints the built-in edition, byte for byte. Copy it, give it a new id, change it, and play with \
--edition FILE, which reports every fault in it.

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
    output.end(Exit::Valid)
}
