//! `referee bot-exec`: limits this process and becomes a bot. Hidden, because only `match` calls it: what must be done
//! between the birth of a process and the start of another program cannot be done from outside without unsafe code.

use anyhow::Result;
use clap::Args;

use super::Exit;

/// Arguments of `bot-exec`.
#[derive(Args)]
pub(crate) struct BotExecArgs {
    /// The process that starts it
    judge: u32,
    /// The program and its arguments
    #[arg(last = true, required = true)]
    command: Vec<String>,
}

/// Becomes the program.
pub(crate) fn run(args: &BotExecArgs) -> Result<Exit> {
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    use rustix::process::{Resource, Rlimit, Signal, getppid, set_parent_process_death_signal, setrlimit};

    // If the judge is killed, its bots end with it.
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // It may have been killed before that took effect.
    if getppid().is_none_or(|parent| parent.as_raw_nonzero().get().unsigned_abs() != args.judge) {
        return Ok(Exit::Failed);
    }
    // A crash leaves no memory image in the bot's folder.
    setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
    let (program, rest) = args.command.split_first().unwrap_or_else(|| unreachable!("clap demands a command"));
    let error = Command::new(program).args(rest).exec();
    super::remark(&format!("cannot start `{program}`: {error}"));
    Ok(Exit::NotStarted)
}
