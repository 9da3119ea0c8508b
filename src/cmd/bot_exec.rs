//! `referee bot-exec`: limits this process and becomes a bot. Hidden, because only `match` calls it. Setting limits
//! between the fork and the start of another program would need unsafe code.

use anyhow::Result;
use clap::Args;

use super::Exit;

/// Arguments of `bot-exec`.
#[derive(Args)]
#[allow(clippy::struct_excessive_bools, reason = "each of them is independent of the others")]
pub(crate) struct BotExecArgs {
    /// Report what confines this process, and start nothing
    #[arg(long)]
    probe: bool,
    /// The program is a sandbox
    #[arg(long)]
    wrapped: bool,
    /// It must stay on the processors that it is given
    #[arg(long)]
    pinned: bool,
    /// This process already runs inside the sandbox
    #[arg(long)]
    inside: bool,
    /// The process that starts it
    #[arg(required_unless_present_any = ["probe", "inside"])]
    judge: Option<u32>,
    /// The process that started this one
    #[arg(last = true, required_unless_present = "probe")]
    command: Vec<String>,
}

/// Becomes the program.
pub(crate) fn run(args: &BotExecArgs) -> Result<Exit> {
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    use referee::bots::contain::{hold, hold_inside, stay};
    use referee::bots::process::GO;
    use rustix::process::{Resource, Rlimit, Signal, getppid, set_parent_process_death_signal, setrlimit};

    if args.probe {
        let mut output = super::Output::open();
        output.json(&hold(args.wrapped));
        return output.end(Exit::Valid);
    }
    if args.inside {
        // Without what the sandbox relies on, do not start the bot.
        hold_inside()?;
    } else {
        // If the judge is killed, its bots end with it.
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // The judge may have been killed before that took effect.
        if getppid().map(|parent| parent.as_raw_nonzero().get().unsigned_abs()) != args.judge {
            return Ok(Exit::Failed);
        }
        // A crash must not leave a core dump in the bot's folder.
        setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
        let _ = hold(args.wrapped);
        if args.pinned {
            stay()?;
        }
        // No byte more: the rest is for the bot.
        if rustix::io::read(std::io::stdin(), &mut [0; GO.len()])? < GO.len() {
            return Ok(Exit::Failed);
        }
    }
    let (program, rest) = args.command.split_first().unwrap_or_else(|| unreachable!("clap demands a command"));
    let error = Command::new(program).args(rest).exec();
    super::remark(&format!("cannot start `{program}`: {error}"));
    Ok(Exit::NotStarted)
}
