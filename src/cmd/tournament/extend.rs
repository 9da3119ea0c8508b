//! `referee tournament extend`: adds to a tournament that has begun what its file now says beyond the journal.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use referee::contest::extension::Extension;
use referee::contest::journal::Journal;
use referee::stream::Usage;

use crate::cmd::tournament::config::{Flags, Organised};
use crate::cmd::tournament::{NO_FIRST_LINE, journal_failed, opened};
use crate::cmd::{Exit, Output};

/// Arguments of `tournament extend`.
#[derive(Args)]
#[command(after_help = "\
Edit the tournament's file, then run this command once and `tournament run` again. A tournament can get more `blocks`, \
`rounds` or `budget`, and bots can join (behind the others in the file), be replaced by new versions (a new bot with \
`replaces = \"NAME\"`) or leave (`withdrawn = true`). Nothing else may change. The journal gets a line; the games \
played so far stay valid.

In a Swiss tournament a bot that joins starts without points, and a round that it missed counts as lost. A new version \
is paired as its predecessor would be, but makes points of its own.

Examples:
  t=fixtures/tournaments/simulated; referee tournament extend $t.toml --journal $t.jsonl")]
pub(crate) struct ExtendArgs {
    /// The tournament, in TOML, with what is new
    config: PathBuf,
    /// The journal of the tournament, which no other command may be using
    #[arg(long, value_name = "FILE")]
    journal: PathBuf,
    #[command(flatten)]
    flags: Flags,
}

/// Extends a tournament.
pub(crate) fn run(args: &ExtendArgs) -> Result<Exit> {
    let organised = Organised::read(&args.config, &args.flags)?;
    let mut journal = opened(&args.journal, Journal::reopen(&args.journal))?;
    let now = journal.ledger().config().context(NO_FIRST_LINE)?;
    let mut output = Output::open();
    let extension = match Extension::between(now, &organised.config) {
        Ok(Some(extension)) => extension,
        Ok(None) => {
            output.text("nothing to add: the journal has all of this already\n");
            return output.end(Exit::Valid);
        }
        Err(differences) => {
            let message = "this is no extension of the tournament in the journal";
            return Err(Usage(format!("{}: {message}: {}", args.config.display(), differences.join("; "))).into());
        }
    };
    let words = extension.words();
    journal.extend(extension).map_err(|fault| journal_failed(fault).context(args.journal.display().to_string()))?;
    output.text(&format!("{words}\n"));
    output.end(Exit::Valid)
}
