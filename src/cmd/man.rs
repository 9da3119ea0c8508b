//! `referee man`: the manual pages, printed one by one or written to a folder together with the completions.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::{Args, Command, CommandFactory as _, ValueEnum as _};
use clap_complete::Shell;
use clap_mangen::Man;
use referee::stream::Usage;
use referee::strict::{hint, near_miss};

use super::{Cli, Exit, Output, completions, known};

/// Arguments of `man`.
#[derive(Args)]
#[command(after_help = "\
--into writes every page and the completions of every shell below a folder such as /usr/local/share, where systems \
look for them: man/man1, bash-completion/completions, zsh/site-functions, fish/vendor_completions.d. Those for \
elvish and PowerShell are in `referee`; load them from there.

Examples:
  referee man
  referee man play
  referee man tournament standings")]
pub(crate) struct ManArgs {
    /// A command and its subcommand; by default, the whole program
    #[arg(value_name = "COMMAND", value_parser = known::COMMAND, hide_possible_values = true)]
    pub(crate) commands: Vec<String>,
    /// Write all pages, and completions for all shells, into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "commands")]
    pub(crate) into: Option<PathBuf>,
}

/// Prints a manual page, or writes all.
pub(crate) fn run(args: &ManArgs) -> Result<Exit> {
    let mut output = Output::open();
    let mut command = Cli::command();
    // The page on `help` would say less than this one.
    command = command.disable_help_subcommand(true);
    command.build();
    if let Some(folder) = &args.into {
        for path in write_all(&command, folder)? {
            output.text(&format!("{}\n", path.display()));
        }
        return output.end(Exit::Valid);
    }
    for name in &args.commands {
        let found = command.find_subcommand(name).cloned();
        command = found.ok_or_else(|| {
            let near = near_miss(name, command.get_subcommands().map(Command::get_name));
            let hint = hint(near, || "; see `referee --help`".to_owned());
            Usage(format!("there is no command `{name}`{hint}"))
        })?;
    }
    page(command).render(&mut output.buffer)?;
    output.end(Exit::Valid)
}

/// The page of a command.
fn page(command: Command) -> Man {
    Man::new(command).source(concat!("referee ", env!("CARGO_PKG_VERSION"))).manual("referee")
}

/// Writes all pages and completions into a folder, and returns their paths.
fn write_all(command: &Command, folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    pages(command, &mut files)?;
    for shell in Shell::value_variants() {
        let place = match shell {
            Shell::Bash => "bash-completion/completions/referee",
            Shell::Zsh => "zsh/site-functions/_referee",
            Shell::Fish => "fish/vendor_completions.d/referee.fish",
            Shell::Elvish => "referee/referee.elv",
            Shell::PowerShell => "referee/referee.ps1",
            _ => continue,
        };
        files.push((place.to_owned(), completions::script(*shell).into_bytes()));
    }
    let mut written = Vec::new();
    for (place, bytes) in files {
        let path = folder.join(place);
        let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, bytes));
        made.with_context(|| format!("cannot write {}", path.display()))?;
        written.push(path);
    }
    Ok(written)
}

/// The pages of a command and all its subcommands, with their paths.
fn pages(command: &Command, files: &mut Vec<(String, Vec<u8>)>) -> Result<()> {
    let page = page(command.clone());
    let mut bytes = Vec::new();
    page.render(&mut bytes)?;
    files.push((format!("man/man1/{}", page.get_filename()), bytes));
    command.get_subcommands().filter(|below| !below.is_hide_set()).try_for_each(|below| pages(below, files))
}
