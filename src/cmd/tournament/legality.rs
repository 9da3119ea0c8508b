//! `referee tournament legality`: how many answers of the bots were taken, by game, by rule and by turn.

use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use referee::contest::journal::{JournalFault, Record};
use referee::contest::legality::Legality;
use referee::stream::Usage;

use crate::cmd::tournament::journal_failed;
use crate::cmd::{Exit, Output, remark, terminal_width};

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
    let mut records = Vec::new();
    for path in &args.journals {
        let name = path.display();
        let file = File::open(path).map_err(|error| Usage(format!("{name}: {error}")))?;
        match Record::read(&mut BufReader::new(file)) {
            Ok(record) => records.push(record),
            Err(fault @ JournalFault::Line(..)) => {
                remark(&format!("{name}: {fault}"));
                return Ok(Exit::Malformed);
            }
            Err(fault) => return Err(journal_failed(fault).context(name.to_string())),
        }
    }
    let legality = Legality::of(&records);
    let mut output = Output::open();
    if args.json {
        output.json(&legality);
    } else {
        output.text(&legality.text(terminal_width()));
    }
    output.flush()?;
    Ok(Exit::Valid)
}
