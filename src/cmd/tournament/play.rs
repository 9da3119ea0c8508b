//! `referee tournament play`: turns planned lines into result lines.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};

use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use referee::bots::cause::Cause;
use referee::bots::watch::become_judge;
use referee::contest::record::{GameResult, Planned, PlannedLine, ResultLine};
use referee::lines::Lines;
use referee::matches::crew::crew;

use crate::cmd::matches::{stop_on_signals, stopped};
use crate::cmd::numbers::whole;
use crate::cmd::processors;
use crate::cmd::tournament::game::{HouseArgs, Tried, Venue};
use crate::cmd::tournament::read_line;
use crate::cmd::tournament::watch::{Every, Heartbeat, LOOK};
use crate::cmd::{Exit, Output, Unreadable, open_lines, remark};

/// Arguments of `tournament play`.
#[derive(Args)]
#[command(after_help = "\
Reads lines that `tournament plan` wrote, plays their games, and writes a line with the result of each, in the same \
order. Any tool that distributes lines over machines can spread a competition.

Examples:
  referee tournament plan fixtures/tournaments/example.toml | head -n 2 | referee tournament play")]
pub(crate) struct PlayPlannedArgs {
    /// The planned games, a line each [default: standard input]
    file: Option<PathBuf>,
    /// How many games run at the same time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole::<u16>(1..=256), allow_negative_numbers = true)]
    concurrency: u16,
    /// Write a line to standard error after so many games (`100`) or so much time (`30s`, `5m`, `1h`), also while a game goes
    /// on: a heartbeat [default: never]
    #[arg(long, value_name = "N|TIME")]
    report_every: Option<Every>,
    /// Include the seeds in results and transcripts; not while games of the same block are being played elsewhere
    #[arg(long)]
    reveal: bool,
    #[command(flatten)]
    house: HouseArgs,
}

/// What came of a line: its number among those that are not blank, and the result, or why the line cannot be read.
type Done = Result<(u64, Result<GameResult, String>)>;

/// Turns planned lines into results.
pub(crate) fn run(args: &PlayPlannedArgs) -> Result<Exit> {
    become_judge()?;
    let house = HouseArgs { hide: args.file.iter().cloned().collect(), ..args.house.clone() };
    let stop = stop_on_signals()?;
    let games = Mutex::new(PlannedGames { line: 0, number: 0, lines: open_lines(args.file.as_deref())? });
    let processors = processors::shared_out(house.cpus.as_ref(), args.concurrency.into())?;
    let tried = Tried::default();
    let next = || games.lock().map_err(|_| anyhow!("a game failed"))?.next();
    let work = |own| {
        let venue = Venue { house: &house, tried: Some(&tried), processors: own, reveal: args.reveal, stop: &stop };
        let play = move |(number, planned): (u64, Result<Planned, String>)| match planned {
            Ok(planned) => Ok((number, Ok(venue.play(&planned)?))),
            Err(message) => Ok((number, Err(message))),
        };
        std::iter::from_fn(move || {
            if venue.stop.load(Ordering::Relaxed) {
                return None;
            }
            let done: Done = next().transpose()?.and_then(play);
            venue.stop.fetch_or(!matches!(done, Ok((_, Ok(_)))), Ordering::Relaxed);
            Some(done)
        })
    };
    let written = crew(processors.iter().map(Vec::as_slice), work, |results| {
        write(&results, Heartbeat::begin(args.report_every))
    });
    if let Some(message) = written.inspect_err(|_| stop.store(true, Ordering::Relaxed))? {
        return Err(Unreadable(message).into());
    }
    if stop.load(Ordering::Relaxed) {
        remark("stopped before the last game");
        return Ok(stopped());
    }
    Ok(Exit::Valid)
}

/// The planned games of an input.
struct PlannedGames {
    /// How many lines have been read; messages name them.
    line: u64,
    /// How many of them were not blank; the results are in their order.
    number: u64,
    lines: Lines<Box<dyn Read + Send>>,
}

impl PlannedGames {
    /// The next line that is not blank, with its number: a game, or why it cannot be read.
    fn next(&mut self) -> Result<Option<(u64, Result<Planned, String>)>> {
        loop {
            let Some(line) = self.lines.next_line().context("cannot read the input")? else { return Ok(None) };
            self.line += 1;
            let Some(read) = read_line::<PlannedLine>(&line) else { continue };
            let planned = read.and_then(|line| line.planned.check().map(|()| line.planned));
            self.number += 1;
            return Ok(Some((self.number, planned.map_err(|message| format!("line {}: {message}", self.line)))));
        }
    }
}

/// Writes the results in the order of the lines. Returns why a line cannot be read, if one cannot.
fn write(results: &Receiver<Done>, mut heartbeat: Heartbeat) -> Result<Option<String>> {
    let mut output = Output::open();
    let (mut early, mut due, mut malformed) = (BTreeMap::new(), 1, None);
    loop {
        heartbeat.look(due - 1);
        let (number, result) = match results.recv_timeout(LOOK) {
            Ok(done) => done?,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(malformed),
        };
        early.insert(number, result);
        while let Some(result) = early.remove(&due) {
            due += 1;
            match result {
                Ok(result) if result.causes.contains(&Cause::OrganiserAbort) => {}
                Ok(result) => output.json(&ResultLine { result }),
                Err(message) => malformed = malformed.take().or(Some(message)),
            }
        }
        output.flush()?;
    }
}
