//! `referee`, the program: arguments in, exit code out.

mod cmd;

use std::panic::catch_unwind;
use std::process::ExitCode;

use clap::Parser as _;

use crate::cmd::{Cli, Command, Exit};

fn main() -> ExitCode {
    guarded(run).into()
}

/// A panic must never look like a verdict, so it gets the code of a failed referee.
fn guarded(run: fn() -> Exit) -> Exit {
    catch_unwind(run).unwrap_or(Exit::Failed)
}

fn run() -> Exit {
    let done = match Cli::parse().command {
        Command::Play(args) => cmd::play::run(&args),
        Command::Legal(args) => cmd::legal::run(&args),
        Command::Random(args) => cmd::random::run(&args),
        Command::Perft(args) => cmd::perft::run(&args),
        Command::Games(args) => cmd::games::run(&args),
        Command::Rules(args) => cmd::rules::run(&args),
        Command::Explain(args) => cmd::explain::run(&args),
        Command::Schema(args) => cmd::schema::run(&args),
        Command::Edition(args) => cmd::edition::run(&args),
        Command::Completions(args) => cmd::completions::run(&args),
        Command::Man(args) => cmd::man::run(&args),
    };
    done.unwrap_or_else(|error| cmd::report(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_the_referees_failure() {
        assert_eq!(guarded(|| panic!("on purpose")), Exit::Failed);
        assert_eq!(guarded(|| Exit::Fault), Exit::Fault);
        assert_eq!(Exit::Failed as u8, 70);
    }
}
