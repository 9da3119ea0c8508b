//! `referee completions`: shell completions.

use anyhow::Result;
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::{Cli, Exit, Output};

/// Arguments of `completions`.
#[derive(Args)]
#[command(after_help = "\
In bash and zsh games, options, values of `--emit` and ids of rules are completed; in fish what follows an option is; in \
elvish and PowerShell the names of commands and options are.

Examples:
  referee completions bash
  referee completions fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

/// Prints completions.
pub(crate) fn run(args: &CompletionsArgs) -> Result<Exit> {
    let mut output = Output::open();
    clap_complete::generate(args.shell, &mut Cli::command(), "referee", &mut output.buffer);
    output.flush()?;
    Ok(Exit::Valid)
}
