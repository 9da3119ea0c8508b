//! `referee tournament legality`: how many answers of the bots were taken, by game, by rule and by turn.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use referee::contest::legality::Legality;

use crate::cmd::tournament::recorded;
use crate::cmd::{Exit, Output, terminal_width};

/// Arguments of `tournament legality`.
#[derive(Args)]
#[command(after_help = "\
An answer is taken if it is a legal action, in time. The others are counted apart: illegal actions with the rules that they \
broke, what could not be read, what was no answer, and what came too late. Journals of different games go together.

Examples:
  referee tournament legality fixtures/tournaments/simulated.jsonl
  referee tournament legality fixtures/tournaments/simulated.jsonl --json")]
pub(crate) struct LegalityArgs {
    /// The journals, of any games
    #[arg(required = true)]
    journals: Vec<PathBuf>,
    /// Write one JSON object; `referee schema wire/tournament-legality` describes it
    #[arg(long)]
    json: bool,
}

/// Counts.
pub(crate) fn run(args: &LegalityArgs) -> Result<Exit> {
    let records = args.journals.iter().map(|path| recorded(path)).collect::<Result<Vec<_>>>()?;
    let legality = Legality::of(&records);
    let mut output = Output::open();
    if args.json {
        output.json(&legality);
    } else {
        output.text(&legality.text(terminal_width()));
    }
    output.end(Exit::Valid)
}
