//! A match between a program and a built-in player, with the results as data. Programs are started by the program
//! `referee`.
//!
//! `cargo run --example a_match -- target/debug/referee 'python3 fixtures/clients/five_lines.py'`

#![allow(clippy::print_stdout, reason = "it shows what happens")]

#[cfg(target_os = "linux")]
use referee::matches::{Limits, Match, MatchReport, NotPlayed};

/// Lets the bot play two games of Wangdo against `@random`, with half a minute for each of its games.
#[cfg(target_os = "linux")]
pub(crate) fn play(referee: &str, bot: &str) -> Result<MatchReport, NotPlayed> {
    let clock = "30".parse()?;
    let limits = Limits { clock, ..Limits::default() };
    Match::new("wangdo")?.bot(bot).bot("@random").games(2).seed(1).limits(limits).program(referee).play()
}

#[cfg(target_os = "linux")]
fn main() -> Result<(), NotPlayed> {
    let mut args = std::env::args().skip(1);
    let (Some(referee), Some(bot)) = (args.next(), args.next()) else {
        return Err(NotPlayed::Unfit("give the file of `referee` and the command of a bot".to_owned()));
    };
    let report = play(&referee, &bot)?;
    for game in &report.games {
        println!("{}: {:?} came in as {:?} by {}", game.game_id, game.bots, game.places, game.reason);
    }
    for total in &report.summary.bots {
        println!("{}: {} first places, faults: {:?}", total.name, total.first, total.faults);
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("programs play on Linux only");
}
