//! The program `referee`: arguments in, exit code out.
#![cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "some helpers serve only what runs bots"))]

mod cmd;

use std::process::ExitCode;

use clap::Parser as _;
use clap::error::ErrorKind;
use referee::guard::guarded;

use crate::cmd::{Cli, Command, Exit};

/// That of musl takes several times as long for each piece of memory.
#[cfg(target_env = "musl")]
#[global_allocator]
static MEMORY: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    guarded(run, Exit::Failed).into()
}

fn run() -> Exit {
    #[cfg(target_os = "linux")]
    referee::bots::program::is_this();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(said) if said.kind() == ErrorKind::DisplayVersion && std::env::args_os().any(|arg| arg == "--json") => {
            return cmd::version::run().unwrap_or_else(|error| cmd::report(&error));
        }
        Err(said) => return cmd::say(&said),
    };
    let done = match cli.command {
        Command::Play(args) => cmd::play::run(&args),
        Command::Validate(args) => cmd::validate::run(&args),
        Command::Shrink(args) => cmd::shrink::run(&args),
        Command::Show(args) => cmd::show::run(&args),
        Command::Replay(args) => cmd::replay::run(&args),
        Command::Watch(args) => cmd::watch::run(&args),
        Command::Legal(args) => cmd::legal::run(&args),
        Command::Actions(args) => cmd::actions::run(&args),
        Command::Random(args) => cmd::random::run(&args),
        Command::Sit(args) => cmd::sit::run(&args),
        Command::Match(args) => cmd::matches::run(&args),
        Command::CheckBot(args) => cmd::check_bot::run(&args),
        Command::Bot(args) => cmd::bot::run(&args),
        Command::Protocol(args) => cmd::protocol::run(&args),
        #[cfg(target_os = "linux")]
        Command::BotExec(args) => cmd::bot_exec::run(&args),
        #[cfg(target_os = "linux")]
        Command::BotGuard(args) => cmd::bot_guard::run(&args),
        Command::Perft(args) => cmd::perft::run(&args),
        Command::Games(args) => cmd::games::run(&args),
        Command::Rules(args) => cmd::rules::run(&args),
        Command::Explain(args) => cmd::explain::run(&args),
        Command::Schema(args) => cmd::schema::run(&args),
        Command::Edition(args) => cmd::edition::run(&args),
        Command::Tournament(args) => cmd::tournament::run(&args),
        Command::Completions(args) => cmd::completions::run(&args),
        Command::Man(args) => cmd::man::run(&args),
    };
    done.unwrap_or_else(|error| cmd::report(&error))
}
