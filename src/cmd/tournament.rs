//! `referee tournament`: competitions between bots. This file covers planning, rating and standings, which play no
//! games; [`run`] and [`play`] do.
//!
//! `plan` and `rate` are filters, so any tool that maps lines can spread a competition over machines. `plan` writes a
//! line for each game, a player of games turns each into a line with its result, and `rate` reads the results in any
//! order. [`referee::contest::record`] specifies both lines; `Planned::blank_result` begins a result from a
//! planned game, and `record::Planner` plans the games of a block.

pub(crate) mod config;
pub(crate) mod extend;
#[cfg(target_os = "linux")]
pub(crate) mod game;
pub(crate) mod ingest;
pub(crate) mod legality;
#[cfg(target_os = "linux")]
pub(crate) mod play;
pub(crate) mod replays;
#[cfg(target_os = "linux")]
pub(crate) mod run;
#[cfg(not(target_os = "linux"))]
pub(crate) use super::linux_only::{self as play, self as run};
#[cfg(target_os = "linux")]
pub(crate) mod transcripts;
pub(crate) mod verify;
#[cfg(target_os = "linux")]
pub(crate) mod watch;

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::{Args, Subcommand, ValueEnum};
use referee::commitment::Bits128;
use referee::contest::config::Hypotheses;
use referee::contest::journal::{FULL, JournalFault, JournalLine, Ledger};
use referee::contest::page::{Links, html};
use referee::contest::ratings::RESAMPLES;
use referee::contest::record::{PlannedLine, Planner, tournament};
use referee::contest::report::{Anchor, NoReport, Report, Wanted, of_journal, of_sources};
use referee::contest::schedule;
use referee::contest::sources::ResultSources;
use referee::contest::standings::TieBreak;
use referee::lines::RawLine;
use referee::stream::Usage;
use referee::strict;

use self::config::{Flags, Organised};
use super::numbers::{seed, whole};
use super::{Exit, NOT_HERE, Output, Unreadable, open_lines, positions, remark, secret, terminal_width};

/// Arguments of `tournament`.
#[derive(Args)]
#[command(after_help = format!(r#"Examples:
  referee tournament plan fixtures/tournaments/example.toml
  referee tournament standings fixtures/tournaments/simulated.jsonl
  grep '^{{"result"' fixtures/tournaments/simulated.jsonl | referee tournament rate{NOT_HERE}"#))]
pub(crate) struct TournamentArgs {
    #[command(subcommand)]
    command: What,
}

/// What to do.
#[derive(Subcommand)]
enum What {
    /// Play or resume a tournament, with a journal
    #[cfg_attr(not(target_os = "linux"), command(hide = true))]
    Run(run::RunArgs),
    /// Read planned games, play them and write their results
    #[cfg_attr(not(target_os = "linux"), command(hide = true))]
    Play(play::PlayPlannedArgs),
    /// Add blocks, rounds or bots to a tournament that has begun
    Extend(extend::ExtendArgs),
    /// Write a line for each game, or with a journal for each game that is due
    Plan(PlanArgs),
    /// Add results of games that were played elsewhere to a journal
    Ingest(ingest::IngestArgs),
    /// Read the results of games and write standings
    Rate(RateArgs),
    /// Write the standings of a journal
    Standings(StandingsArgs),
    /// Count the answers of bots that were taken, and those that were not
    Legality(legality::LegalityArgs),
    /// Check a journal against its schedule, its secret and its transcripts
    Verify(verify::VerifyArgs),
}

/// Arguments of `tournament plan`.
#[derive(Args)]
#[command(after_help = "\
Each line holds everything needed to play the game, including the seed: it is for the organiser, not for bots. The \
lines of a block share one seed. Without a `seed` in the file, the operating system supplies a new one at every run.

With --journal only the games that are due are planned: all that are missing of a round-robin or gauntlet, and of the \
other formats those of the round that follows from the results so far. `tournament ingest` adds their results.

Examples:
  referee tournament plan fixtures/tournaments/example.toml
  referee tournament plan fixtures/tournaments/four.toml")]
struct PlanArgs {
    /// The tournament, in TOML; `referee schema wire/tournament-config` describes it
    config: PathBuf,
    /// Plan the games that are due by this journal, which is created if it is missing
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    #[command(flatten)]
    flags: Flags,
}

/// Arguments of `tournament rate`.
#[derive(Args)]
#[command(after_help = "\
Results may come in any order. If a game has two results, the first counts, and the second is reported; if they \
contradict each other, the exit code is 1. Nothing is written if a line cannot be read. The report counts blocks \
with missing games; only --plan shows everything that is missing.

Examples:
  grep '^{\"result\"' fixtures/tournaments/simulated.jsonl | referee tournament rate
  referee tournament rate fixtures/tournaments/simulated.jsonl --format csv")]
struct RateArgs {
    /// Result lines or journals, of one competition or of several, which are rated together [default: standard input]
    files: Vec<PathBuf>,
    /// The planned games: check every result against its plan, and report how many games are missing (then the exit
    /// code is 1)
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,
    /// A tie-break for bots of equal score; may be repeated [default: head-to-head, buchholz, sonneborn-berger, wins]
    #[arg(long = "tie-break", value_name = "NAME", value_parser = tie_break)]
    tie_breaks: Vec<TieBreak>,
    #[command(flatten)]
    form: Form,
}

/// Arguments of `tournament standings`.
#[derive(Args)]
#[command(after_help = "\
The standings follow from the journal alone. You may read the journal of a running tournament: a line that is still \
being written is skipped.

Examples:
  referee tournament standings fixtures/tournaments/simulated.jsonl
  referee tournament standings fixtures/tournaments/simulated.jsonl --format html")]
struct StandingsArgs {
    /// The journal
    journal: PathBuf,
    #[command(flatten)]
    form: Form,
}

/// The format of standings.
#[derive(Args)]
struct Form {
    /// The format of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Where the page finds the transcripts, such as `../games` or a URL; replaces their folder (with --format html)
    /// [default: the paths in the journal, relative to the run's working directory]
    #[arg(long, value_name = "PREFIX")]
    transcripts_url: Option<String>,
    /// Link to replays that open where a game was decided: PREFIX/NAME.html for the transcript NAME.jsonl, as `referee
    /// replay` writes them (with --format html)
    #[arg(long, value_name = "PREFIX")]
    replays_url: Option<String>,
    /// Write a replay of each transcript into this folder and link to it; replays that are there stay (with --format html)
    #[arg(long, value_name = "DIR")]
    replays: Option<PathBuf>,
    /// How many repetitions the 95 % intervals use
    #[arg(long, value_name = "N", default_value_t = RESAMPLES, value_parser = whole::<usize>(100..=100_000), allow_negative_numbers = true)]
    resamples: usize,
    /// The seed of the repetitions
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// Test two bots, the first in the tournament's file against the second [default: the tournament's test]
    #[arg(long, value_name = "ELO0,ELO1,ALPHA,BETA", allow_hyphen_values = true)]
    sprt: Option<Hypotheses>,
    /// Rate beside a bot whose rating is set, instead of a mean of 1500
    #[arg(long, value_name = "NAME=ELO")]
    anchor: Option<Anchor>,
    /// Compare each bot with each other, with the likelihood of superiority; JSON and the page always do
    #[arg(long)]
    matrix: bool,
    /// The bots to test: whether the first is stronger; required if there are more than two
    #[arg(long, value_name = "NEW,BASE", value_parser = two_bots)]
    sprt_bots: Option<[String; 2]>,
}

/// The output formats.
#[derive(Copy, Clone, ValueEnum)]
enum Format {
    /// A table for people
    Text,
    /// One JSON object
    Json,
    /// The standings with a header line
    Csv,
    /// A page to publish
    Html,
}

fn tie_break(text: &str) -> Result<TieBreak, String> {
    strict::from_value(&text.into()).map_err(|malformed| malformed.message)
}

/// Parses two names without commas.
fn two_bots(text: &str) -> Result<[String; 2], String> {
    let names: Vec<&str> = text.split(',').collect();
    match names[..] {
        [new, base] if new != base && !new.is_empty() && !base.is_empty() => Ok([new.to_owned(), base.to_owned()]),
        _ => Err("expected the names of two bots, separated by a comma".to_owned()),
    }
}

/// Runs a tournament command.
pub(crate) fn run(args: &TournamentArgs) -> Result<Exit> {
    match &args.command {
        What::Run(args) => run::run(args),
        What::Play(args) => play::run(args),
        What::Ingest(args) => ingest::run(args),
        What::Extend(args) => extend::run(args),
        What::Plan(args) => run_plan(args),
        What::Rate(args) => run_rate(args),
        What::Standings(args) => run_standings(args),
        What::Legality(args) => legality::run(args),
        What::Verify(args) => verify::run(args),
    }
}

fn run_plan(args: &PlanArgs) -> Result<Exit> {
    let organised = Organised::read(&args.config, &args.flags)?;
    if let Some(journal) = &args.journal {
        return ingest::plan_due(&organised, journal);
    }
    let config = &organised.config;
    if !config.format.is_fixed() {
        let message = "the pairings of this format depend on results, so they cannot be planned in advance; plan round by round \
                       with --journal";
        return Err(Usage(format!("{}: {message}", args.config.display())).into());
    }
    let secret = match config.seed {
        Some(typed) => Bits128::typed(typed),
        None => secret()?,
    };
    let name = tournament(&config.digest(), secret);
    let (positions, _) = positions::read(config)?;
    let games_of = Planner { config, name, secret, positions: &positions };
    let mut output = Output::open();
    for block in schedule::fixed(config) {
        for planned in games_of.games(&block) {
            output.json(&PlannedLine { planned });
        }
        output.relieve()?;
    }
    output.end(Exit::Valid)
}

/// What a line says, or why it cannot be read; `None` for a blank one.
pub(crate) fn read_line<T: serde::de::DeserializeOwned>(line: &RawLine<'_>) -> Option<Result<T, String>> {
    match line {
        RawLine::TooLong(_) => Some(Err("the line is too long".to_owned())),
        RawLine::Whole(bytes) if bytes.trim_ascii().is_empty() => None,
        RawLine::Whole(bytes) => Some(strict::from_slice(bytes).map_err(|wrong| wrong.to_string())),
    }
}

/// Reads a file of lines of one kind, up to a wrong one; an [`Unreadable`] error then begins with `name`. `take` is told if
/// the last line has no line end.
pub(crate) fn read_lines<T: serde::de::DeserializeOwned>(
    file: Option<&Path>,
    name: &str,
    mut take: impl FnMut(Result<T, String>, bool) -> Result<(), String>,
) -> Result<()> {
    let mut lines = open_lines(file)?;
    let mut number = 0_u64;
    while let Some(line) = lines.next_line().context("cannot read the input")? {
        number += 1;
        let Some(read) = read_line(&line) else { continue };
        take(read, lines.is_torn()).map_err(|message| Unreadable(format!("{name}line {number}: {message}")))?;
    }
    Ok(())
}

/// Reads files, or standard input if there are none. `read` also gets how messages begin.
pub(crate) fn read_files(files: &[PathBuf], mut read: impl FnMut(Option<&Path>, &str) -> Result<()>) -> Result<()> {
    match files {
        [] => read(None, ""),
        [file] => read(Some(file), ""),
        several => several.iter().try_for_each(|file| read(Some(file), &format!("{}: ", file.display()))),
    }
}

/// What is wrong with a journal that should have begun.
pub(crate) const NO_FIRST_LINE: &str = "the journal has no first line";

fn run_rate(args: &RateArgs) -> Result<Exit> {
    if let Some(twice) = TieBreak::twice(&args.tie_breaks) {
        return Err(Usage(format!("--tie-break: `{}` is listed twice", twice.name())).into());
    }
    let mut sources = ResultSources::default();
    if let Some(path) = &args.plan {
        sources.begin_plan();
        let name = format!("{}: ", path.display());
        read_lines(Some(path), &name, |line: Result<PlannedLine, _>, _| sources.plan(line?.planned))?;
    }
    read_files(&args.files, |file, name| {
        sources.begin_file();
        read_lines(file, name, |line: Result<JournalLine, String>, torn| match line {
            // A journal in use may end with an incomplete line.
            Err(_) if torn && sources.in_journal() => Ok(()),
            line => sources.add(line?),
        })
    })?;
    let tie_breaks = if args.tie_breaks.is_empty() { TieBreak::usual() } else { args.tie_breaks.clone() };
    let report = of_sources(sources, &tie_breaks, &args.form.wanted()?);
    let missing = report.as_ref().ok().and_then(Report::missing);
    let exit = write(report, &args.form)?;
    // CSV has no room for remarks, and a program may not read them.
    if let Some(missing) = missing {
        remark(&missing);
        return Ok(if args.plan.is_some() { Exit::Fault } else { exit });
    }
    Ok(exit)
}

fn run_standings(args: &StandingsArgs) -> Result<Exit> {
    let mut reader = reader(&args.journal)?;
    // What cannot be read is told below.
    let is_json = reader.fill_buf().is_ok_and(|start| start.trim_ascii_start().starts_with(b"{"));
    let read = Ledger::read(&mut reader);
    if !is_json && matches!(read, Err(JournalFault::Line(1, _))) {
        let other = "this is no journal; is it the configuration? `tournament run` keeps the journal in the file that \
                     --journal names";
        return Err(Unreadable(format!("{}: {other}", args.journal.display())).into());
    }
    let ledger = opened(&args.journal, read)?;
    write(of_journal(&ledger, &args.form.wanted()?), &args.form)
}

/// What came of reading or opening a journal.
pub(crate) fn opened<T>(path: &Path, read: Result<T, JournalFault>) -> Result<T> {
    let name = path.display();
    read.map_err(|fault| match fault {
        JournalFault::Line(..) => Unreadable(format!("{name}: {fault}")).into(),
        JournalFault::Locked | JournalFault::OtherConfig { .. } => Usage(format!("{name}: {fault}")).into(),
        JournalFault::Io(..) => journal_failed(fault).context(name.to_string()),
    })
}

fn reader(path: &Path) -> Result<BufReader<File>> {
    let file = File::open(path).map_err(|error| Usage(format!("{}: {error}", path.display())))?;
    Ok(BufReader::new(file))
}

/// Reads a journal that another command may be writing.
pub(crate) fn recorded(path: &Path) -> Result<Ledger> {
    opened(path, Ledger::read(&mut reader(path)?))
}

/// The error for a journal that cannot be read or written (input and output), or whose lines are wrong.
pub(crate) fn journal_failed(fault: JournalFault) -> anyhow::Error {
    match fault {
        JournalFault::Io(what, error) if error.kind() == std::io::ErrorKind::StorageFull => {
            anyhow::Error::new(error).context(format!("{what}: {FULL}"))
        }
        JournalFault::Io(what, error) => anyhow::Error::new(error).context(what),
        fault => fault.into(),
    }
}

impl Form {
    fn wanted(&self) -> Result<Wanted> {
        let all = matches!(self.format, Format::Html | Format::Json);
        let of_page = [
            ("--replays", self.replays.is_some()),
            ("--transcripts-url", self.transcripts_url.is_some()),
            ("--replays-url", self.replays_url.is_some()),
        ];
        let is_page = matches!(self.format, Format::Html);
        if let Some((name, _)) = of_page.iter().find(|(_, is_given)| *is_given && !is_page) {
            return Err(Usage(format!("{name} needs --format html")).into());
        }
        let (sprt, sprt_bots) = (self.sprt, self.sprt_bots.clone());
        let (matrix, anchor) = (all || self.matrix, self.anchor.clone());
        Ok(Wanted { resamples: self.resamples, seed: self.seed, sprt, sprt_bots, transcripts: all, matrix, anchor })
    }
}

/// Writes a report. If none could be made, the games are at fault.
fn write(report: Result<Report, NoReport>, form: &Form) -> Result<Exit> {
    let report = match report {
        Ok(report) => report,
        Err(NoReport::Anchor(message)) => return Err(Usage(format!("--anchor: {message}")).into()),
        Err(NoReport::Test(message)) => return Err(Usage(format!("--sprt: {message}")).into()),
        Err(NoReport::Games(message)) => return Err(Unreadable(message).into()),
    };
    let mut output = Output::open();
    match form.format {
        Format::Text => output.text(&report.text(terminal_width())),
        Format::Json => output.json(&report),
        Format::Csv => output.text(&report.csv()),
        Format::Html => {
            let folder = form.replays.as_ref().map(|folder| folder.to_string_lossy());
            if let Some(folder) = &form.replays {
                replays::write(&report, folder)?;
            }
            let (transcripts, replays) =
                (form.transcripts_url.as_deref(), form.replays_url.as_deref().or(folder.as_deref()));
            output.text(&html(&report, Links { transcripts, replays }));
        }
    }
    output.flush()?;
    if let Some(contradiction) = report.contradiction() {
        remark(&contradiction);
        return Ok(Exit::Fault);
    }
    Ok(Exit::Valid)
}
