//! `referee man`: the manual pages.

use anyhow::Result;
use clap::{Args, Command, CommandFactory as _};
use referee::stream::Usage;
use referee::strict::{hint, near_miss};

use super::{Cli, Exit, Output};

/// Arguments of `man`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  referee man
  referee man play")]
pub(crate) struct ManArgs {
    /// The command; nothing is the program as a whole
    pub(crate) command: Option<String>,
}

/// Prints a manual page.
pub(crate) fn run(args: &ManArgs) -> Result<Exit> {
    let mut output = Output::open();
    let mut command = Cli::command();
    command.build();
    if let Some(name) = &args.command {
        let found = command.find_subcommand(name).cloned();
        command = found.ok_or_else(|| {
            let near = near_miss(name, command.get_subcommands().map(Command::get_name));
            let hint = hint(near, || "; see `referee --help`".to_owned());
            Usage(format!("there is no command `{name}`{hint}"))
        })?;
        command = command.display_name(format!("referee-{name}"));
    }
    clap_mangen::Man::new(command).render(&mut output.buffer)?;
    output.flush()?;
    Ok(Exit::Valid)
}
