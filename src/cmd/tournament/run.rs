//! `referee tournament run`: plays the games of a competition. It keeps a journal and may be killed at any instant.

mod playing;

use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::Result;
use clap::Args;
use referee::bots::group::home;
use referee::bots::watch::become_judge;
use referee::contest::config::{BotTerms, Config};
use referee::contest::events::TournamentEvent;
use referee::contest::journal::{JournalFault, Ledger};
use referee::contest::report::{Report, Wanted, of_journal};
use referee::matches::planned::runner;
use referee::stream::Usage;
use referee::text::count;

use self::playing::{Programme, play_all};
use crate::cmd::live::LiveArgs;
use crate::cmd::matches::{stop_on_signals, stopped};
use crate::cmd::tournament::config::{Flags, Organised};
use crate::cmd::tournament::game::HouseArgs;
use crate::cmd::tournament::ingest::journal_of;
use crate::cmd::tournament::transcripts::{self, Untold};
use crate::cmd::tournament::watch::{ReportArgs, Reporter};
use crate::cmd::{Exit, Output, Unreadable, positions, read_edition, remark, terminal_width};

/// Arguments of `tournament run`.
#[derive(Args)]
#[command(after_help = "\
The journal has a line for each game, which is on the disk before the next begins. To resume after an interruption \
of any kind, run the same command again: games already played are not played again. The standings follow from the \
journal alone, at the end or at any time with `tournament standings`.

Transcripts hold the seed of their games as soon as no game of that seed is left to play.

Examples:
  referee tournament run fixtures/tournaments/example.toml --journal \"$(mktemp)\"
  referee tournament run fixtures/tournaments/four.toml --journal \"$(mktemp)\"")]
pub(crate) struct RunArgs {
    /// The tournament, in TOML; `referee schema wire/tournament-config` describes it
    config: PathBuf,
    /// The journal; created if missing, otherwise resumed
    #[arg(long, value_name = "FILE")]
    journal: PathBuf,
    /// Play on although the program of a bot has changed since the last games
    #[arg(long)]
    changed_bots: bool,
    #[command(flatten)]
    flags: Flags,
    #[command(flatten)]
    house: HouseArgs,
    #[command(flatten)]
    watch: ReportArgs,
    #[command(flatten)]
    live: LiveArgs,
}

/// Runs or resumes a tournament.
pub(crate) fn run(args: &RunArgs) -> Result<Exit> {
    let organised = Organised::read(&args.config, &args.flags)?;
    let config = &organised.config;
    if args.watch.replays.is_some() && config.transcripts.is_none() {
        return Err(Usage("--replays needs a folder of `transcripts` in the tournament's file".to_owned()).into());
    }
    config.doubts().iter().for_each(|doubt| remark(doubt));
    try_runners(&organised)?;
    let _locked = folder_of_transcripts(&organised, &args.journal)?;
    let (positions, _) = positions::read(config)?;
    let opened = journal_of(&args.journal, config);
    if let Some(report) = opened.as_ref().err().and_then(|error| finished(error, &args.journal, config)) {
        remark("all games have been played; the journal cannot be written, and need not be");
        write(&report)?;
        return Ok(Exit::Valid);
    }
    let mut journal = opened?;
    let played = tell_resumed(journal.ledger());
    let stop = stop_on_signals()?;
    // The organiser's command must not be in the control group that is taken over, and no child of the judge.
    let _ = home();
    let edition = config.edition.as_ref().map(|path| read_edition(Path::new(path))).transpose()?;
    let live = args.live.open(edition.as_slice(), &[])?;
    let hide = vec![args.journal.clone(), args.config.clone()];
    let house = HouseArgs { hide, live: live.clone(), ..args.house.clone() };
    let mut watch = Reporter::begin(&args.watch, live.clone(), &stop)?;
    become_judge()?;
    watch.tell(|| TournamentEvent::Begin { tournament: journal.ledger().name, played });
    let mut untold = Untold::default();
    let course = Programme { args, config, positions: &positions, house: &house, stop: &stop };
    let done = play_all(&course, &mut journal, &mut watch, &mut untold);
    let watched = watch.end(journal.ledger());
    if let Some(live) = live {
        live.close();
    }
    let untold = untold.remarks();
    for said in &untold {
        remark(said);
    }
    let failed_bot = matches!(done, Ok(true));
    done.and(watched).map_err(|error| broken_off(error, &args.journal))?;
    let is_stopped = stop.load(Ordering::Relaxed);
    if is_stopped {
        remark("stopped; to resume, run the same command again");
    }
    match of_journal(journal.ledger(), &Wanted::default()) {
        Ok(report) => write(&report)?,
        Err(none) => remark(&none.to_string()),
    }
    Ok(match (failed_bot, is_stopped) {
        (true, _) => Exit::BotFault,
        (false, true) => stopped(),
        // A transcript is gone that the journal names.
        (false, false) if !untold.is_empty() => Exit::Io,
        (false, false) => Exit::Valid,
    })
}

/// Tries out what runs the bots, each way once.
fn try_runners(organised: &Organised) -> Result<()> {
    let config = &organised.config;
    let mut tried: Vec<BotTerms> = Vec::new();
    for bot in config.bots.iter().filter(|bot| !bot.command.starts_with('@')) {
        let terms = config.terms(bot);
        if tried.iter().any(|other| (&other.wrap, &other.read) == (&terms.wrap, &terms.read)) {
            continue;
        }
        if let Err(error) = runner(&terms, &[]).try_out() {
            return Err(organised.refuse(if terms.read.is_some() { "sandbox" } else { "wrap" }, &error));
        }
        tried.push(terms);
    }
    Ok(())
}

/// Makes and locks the folder of transcripts, if there is one. It must not hold those of another tournament.
fn folder_of_transcripts(organised: &Organised, journal: &Path) -> Result<Option<File>> {
    let Some(folder) = organised.config.transcripts.as_ref().map(Path::new) else { return Ok(None) };
    let there = fs::create_dir_all(folder).and_then(|()| transcripts::occupied(folder));
    let there = there.map_err(|error| organised.refuse("transcripts", &error))?;
    let begun = fs::metadata(journal).is_ok_and(|file| file.len() > 0);
    if let Some(game) = there.filter(|_| !begun) {
        let message = "already holds a transcript of another tournament; use another folder for this one";
        return Err(organised.refuse("transcripts", &format!("{} {message} ({game})", folder.display())));
    }
    transcripts::locked(folder).map(Some)
}

/// Says what the journal holds already. Returns the number of games.
fn tell_resumed(ledger: &Ledger) -> usize {
    if ledger.torn {
        remark("dropped a torn line; if it was a game's result, the game is played again");
    }
    let played = ledger.games.len();
    if played > 0 {
        let have = if played == 1 { "has" } else { "have" };
        remark(&format!("{} {have} been played already", count(played, "game")));
    }
    played
}

/// The report of a tournament that is over, if its journal can be read but not written.
fn finished(error: &anyhow::Error, path: &Path, config: &Config) -> Option<Report> {
    error.downcast_ref::<std::io::Error>()?;
    // A pipe would be waited for.
    fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let ledger = Ledger::read(&mut BufReader::new(File::open(path).ok()?)).ok()?;
    ledger.config().filter(|there| there.digest() == config.digest())?;
    of_journal(&ledger, &Wanted::default()).ok().filter(|report| report.complete == Some(true))
}

/// The error of a tournament that an error between games has stopped.
fn broken_off(error: anyhow::Error, journal: &Path) -> anyhow::Error {
    // A fault in the journal does not go away when the command is repeated.
    if let Some(fault @ JournalFault::Line(..)) = error.downcast_ref() {
        return Unreadable(format!("{}: {fault}", journal.display())).into();
    }
    error.context("the tournament stopped; all results so far are safe; to resume, run the same command again")
}

fn write(report: &Report) -> Result<()> {
    let mut output = Output::open();
    output.text(&report.text(terminal_width()));
    output.flush()
}
