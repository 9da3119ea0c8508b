//! `referee tournament run` and `play`: play the games of a competition. `run` keeps a journal and may be killed at
//! any instant; `play` turns planned lines into result lines.

use std::collections::{BTreeSet, VecDeque};
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use referee::bots::cause::Cause;
use referee::bots::group::home;
use referee::bots::watch::become_judge;
use referee::commitment::Bits128;
use referee::contest::config::{Bot, Config, OnFailure, Sharing, Terms};
use referee::contest::events::Event;
use referee::contest::extension::Extension;
use referee::contest::journal::{Journal, JournalFault, Pairing, Record};
use referee::contest::record::{GameResult, Planned, PlannedLine, Positions, ResultLine, plan, record};
use referee::contest::report::{Report, Wanted, of_journal};
use referee::contest::schedule::{self, Block, BlockId, Scheduler, Step};
use referee::contest::sprt::{Decision, Sequence};
use referee::lines::RawLine;
use referee::matches::planned::runner;
use referee::stream::Usage;
use referee::strict;
use referee::text::count;

use crate::cmd::live::LiveArgs;
use crate::cmd::matches::{stop_on_signals, stopped};
use crate::cmd::numbers::whole;
use crate::cmd::processors;
use crate::cmd::tournament::config::{Flags, Organised};
use crate::cmd::tournament::game::{HouseArgs, Tried, play_planned, try_bots};
use crate::cmd::tournament::ingest::journal_of;
use crate::cmd::tournament::journal_failed;
use crate::cmd::tournament::transcripts::{self as transcripts, Untold};
use crate::cmd::tournament::watch::{Every, Heartbeat, Watch, WatchArgs};
use crate::cmd::{Exit, Output, fingerprints, open_lines, positions, progress, read_edition, remark, terminal_width};

/// How long to wait for a game's end before looking whether a report is due.
const LOOK: Duration = Duration::from_millis(500);

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
    watch: WatchArgs,
    #[command(flatten)]
    live: LiveArgs,
}

/// Arguments of `tournament play`.
#[derive(Args)]
#[command(after_help = "\
Reads lines that `tournament plan` wrote, plays their games, and writes a line with the result of each, in the same \
order. Any tool that distributes lines over machines can spread a competition.

Examples:
  referee tournament plan fixtures/tournaments/example.toml | head -n 2 | referee tournament play")]
pub(crate) struct PlayArgs {
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

/// Reveals the seeds of a block whose games have all ended.
fn reveal_block(journal: &Journal, config: &Config, seed: Bits128, block: BlockId, untold: &mut Untold) -> Result<()> {
    let ended = journal.record().games.range(Block::ids(block));
    let told = ended.filter_map(|(id, game)| Some((*id, game.transcript.as_ref()?)));
    told.into_iter().try_for_each(|(id, path)| untold.tell(path, &config.luck.luck(seed, id)))
}

/// Runs or resumes a tournament.
pub(crate) fn run(args: &RunArgs) -> Result<Exit> {
    let organised = Organised::read(&args.config, &args.flags)?;
    let config = &organised.config;
    if args.watch.replays.is_some() && config.transcripts.is_none() {
        return Err(Usage("--replays needs a folder of `transcripts` in the tournament's file".to_owned()).into());
    }
    config.doubts().iter().for_each(|doubt| remark(doubt));
    let mut tried: Vec<Terms> = Vec::new();
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
    let house = HouseArgs { hide: vec![args.journal.clone(), args.config.clone()], ..args.house.clone() };
    if let Some(folder) = config.transcripts.as_ref().map(Path::new) {
        let there = fs::create_dir_all(folder).and_then(|()| transcripts::occupied(folder));
        let there = there.map_err(|error| organised.refuse("transcripts", &error))?;
        let begun = fs::metadata(&args.journal).is_ok_and(|file| file.len() > 0);
        if let Some(game) = there.filter(|_| !begun) {
            let message = "already holds a transcript of another tournament; use another folder for this one";
            return Err(organised.refuse("transcripts", &format!("{} {message} ({game})", folder.display())));
        }
    }
    let _locked = config.transcripts.as_ref().map(|folder| transcripts::locked(Path::new(folder))).transpose()?;
    let (positions, _) = positions::read(config)?;
    let opened = journal_of(&args.journal, config);
    if let Some(report) = opened.as_ref().err().and_then(|error| finished(error, &args.journal, config)) {
        return told(&report);
    }
    let mut journal = match opened? {
        Ok(journal) => journal,
        Err(exit) => return Ok(exit),
    };
    if journal.record().torn {
        remark("dropped a torn line; if it was a game's result, the game is played again");
    }
    let played = journal.record().games.len();
    if played > 0 {
        let have = if played == 1 { "has" } else { "have" };
        remark(&format!("{} {have} been played already", count(played, "game")));
    }
    let stop = stop_on_signals()?;
    // The organiser's command must not be in the control group that is taken over, and no child of the judge.
    let _ = home();
    let edition = config.edition.as_ref().map(|path| read_edition(Path::new(path))).transpose()?;
    let live = args.live.open(edition.as_slice(), &[])?;
    let house = HouseArgs { live: live.clone(), ..house };
    let mut watch = Watch::begin(&args.watch, live.clone(), &stop)?;
    become_judge()?;
    watch.tell(|| Event::Begin { tournament: journal.record().name, played });
    let mut untold = Untold::default();
    let done = play_all(config, &positions, &mut journal, (args, &house), &stop, &mut untold, &mut watch);
    let watched = watch.end(journal.record());
    if let Some(live) = live {
        live.close();
    }
    let untold = untold.remarks();
    for said in &untold {
        remark(said);
    }
    let failed_bot = matches!(done, Ok(true));
    if let Err(error) = done.and(watched) {
        // A fault in the journal does not go away when the command is repeated.
        if let Some(fault @ JournalFault::Line(..)) = error.downcast_ref() {
            remark(&format!("{}: {fault}", args.journal.display()));
            return Ok(Exit::Malformed);
        }
        let error =
            error.context("the tournament stopped; all results so far are safe; to resume, run the same command again");
        return Err(error);
    }
    let is_stopped = stop.load(Ordering::Relaxed);
    if is_stopped {
        remark("stopped; to resume, run the same command again");
    }
    let wanted = Wanted::default();
    let mut output = Output::open();
    match of_journal(journal.record(), &wanted) {
        Ok(report) => output.text(&report.text(terminal_width())),
        Err(none) => remark(&none.to_string()),
    }
    output.flush()?;
    Ok(match (failed_bot, is_stopped) {
        (true, _) => Exit::BotFault,
        (false, true) => stopped(),
        // A transcript is gone that the journal names.
        (false, false) if !untold.is_empty() => Exit::Io,
        (false, false) => Exit::Valid,
    })
}

/// The report of a tournament that is over, if its journal can be read but not written.
fn finished(error: &anyhow::Error, path: &Path, config: &Config) -> Option<Report> {
    error.downcast_ref::<std::io::Error>()?;
    // A pipe would be waited for.
    fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let record = Record::read(&mut BufReader::new(File::open(path).ok()?)).ok()?;
    record.config().filter(|there| there.digest() == config.digest())?;
    of_journal(&record, &Wanted::default()).ok().filter(|report| report.complete == Some(true))
}

fn told(report: &Report) -> Result<Exit> {
    remark("all games have been played; the journal cannot be written, and need not be");
    let mut output = Output::open();
    output.text(&report.text(terminal_width()));
    output.flush()?;
    Ok(Exit::Valid)
}

/// The bots that still play and have lost so many games by their own faults.
fn failing(record: &Record, games: u64) -> BTreeSet<usize> {
    let Some(config) = record.config() else { return BTreeSet::new() };
    let mut lost = vec![0; config.bots.len()];
    for game in record.games.values() {
        for (name, _) in game.bots.iter().zip(&game.causes).filter(|(_, cause)| cause.is_fault()) {
            config.number(name).into_iter().for_each(|bot| lost[bot] += 1);
        }
    }
    (0..lost.len()).filter(|bot| lost[*bot] >= games && config.is_active(*bot)).collect()
}

/// Lets the bots that fail too often leave the tournament.
fn withdraw(journal: &mut Journal, games: u64, watch: &mut Watch) -> Result<bool> {
    let bots = failing(journal.record(), games);
    let Some(config) = journal.record().config().filter(|_| !bots.is_empty()) else { return Ok(false) };
    let extension = Extension::withdrawing(config, &bots);
    let names = extension.withdrawn.clone();
    journal.extend(extension).map_err(journal_failed)?;
    remark(&format!("after {} lost by faults of their own, these leave: {}", count(games, "game"), names.join(", ")));
    watch.tell(|| Event::Withdrawn { bots: names });
    Ok(true)
}

/// Plays the remaining games of a tournament. Returns whether it stopped because of a bot's fault.
fn play_all(
    config: &Config,
    positions: &Positions,
    journal: &mut Journal,
    (args, house): (&RunArgs, &HouseArgs),
    stop: &AtomicBool,
    untold: &mut Untold,
    watch: &mut Watch,
) -> Result<bool> {
    let seed = journal.seed().context("the journal has no first line")?;
    let names = config.names();
    let players = usize::from(config.players);
    if let OnFailure::Withdraw(games) = config.on_failure {
        withdraw(journal, games, watch)?;
    }
    let mut failed_bot = false;
    let stages = journal.record().stages.clone().context("the journal has no first line")?;
    let mut scheduler = Scheduler::new(&stages, seed);
    let mut queue: VecDeque<Planned> = VecDeque::new();
    let (mut nothing_more, mut tried) = (false, false);
    let mut test = config.sprt.map(|hypotheses| Sequence::new(hypotheses, &config.bots[0].name));
    // A test may decide early, and a knockout's length is not known in advance.
    let bar = progress(schedule::most_games(config), false);
    bar.set_position(journal.record().games.len() as u64);
    bar.reset_eta();
    let processors = processors::shared_out(house.cpus.as_ref(), config.concurrency as usize)?;
    let (jobs, work) = mpsc::channel::<Planned>();
    let work = Mutex::new(work);
    thread::scope(|scope| -> Result<()> {
        let jobs = jobs;
        let (sender, results) = mpsc::channel();
        for own in &processors {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || {
                loop {
                    let planned = work.lock().map(|work| work.recv());
                    let Ok(Ok(planned)) = planned else { return };
                    let ended = play_planned(&planned, house, None, own, false, stop);
                    if sender.send((planned, ended)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut playing = 0;
        loop {
            // A sequential test may have decided.
            let decided =
                test.as_mut().is_some_and(|test| test.look(&journal.record().games).decision != Decision::Open);
            let stopping = decided || stop.load(Ordering::Relaxed);
            while !stopping && !nothing_more && playing + queue.len() < config.concurrency as usize {
                match scheduler.next(&journal.record().games) {
                    Step::Round(number, round) => {
                        journal.begin_round(number, &round, &names).map_err(journal_failed)?;
                        if let Some(Pairing { number, tables, byes }) = journal.record().rounds.last().cloned() {
                            watch.tell(|| Event::Round { number, tables, byes });
                        }
                    }
                    Step::Block(block) => {
                        let planned: Vec<Planned> =
                            plan(config, journal.record().name, seed, positions, &block).collect();
                        let whole = planned.iter().all(|one| journal.record().games.contains_key(&one.game_id));
                        if whole {
                            reveal_block(journal, config, seed, block.id, untold)?;
                        }
                        let left = |one: &Planned| !journal.record().games.contains_key(&one.game_id);
                        queue.extend(planned.into_iter().filter(left));
                    }
                    Step::Wait => break,
                    Step::Over => nothing_more = true,
                }
            }
            if stopping {
                queue.clear();
            }
            if playing == 0 && !queue.is_empty() && !std::mem::replace(&mut tried, true) {
                try_bots(config, house)?;
                fingerprints::note(journal, config, args.changed_bots)?;
            }
            while playing < config.concurrency as usize
                && let Some(planned) = queue.pop_front()
            {
                playing += 1;
                let bots = || planned.seats.iter().map(|bot| bot.name.clone()).collect();
                watch.tell(|| Event::GameBegun { game_id: planned.game_id, bots: bots() });
                jobs.send(planned).map_err(|_| anyhow!("all players have stopped"))?;
            }
            if playing == 0 {
                break;
            }
            let (planned, ended) = loop {
                match results.recv_timeout(LOOK) {
                    Ok(ended) => break ended,
                    Err(RecvTimeoutError::Timeout) => watch.look(journal.record(), &bar),
                    Err(RecvTimeoutError::Disconnected) => return Err(anyhow!("all players have stopped")),
                }
            };
            playing -= 1;
            let ended = match ended {
                Ok(ended) => ended,
                Err(error) => {
                    // Give up the other running games; they are played again later.
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            };
            // Interrupted games are played again later.
            if ended.causes.contains(&Cause::OrganiserAbort) {
                continue;
            }
            let block = planned.game_id.block;
            let last = journal.record().ended(block) + 1 == players;
            let reveal = last || config.luck == Sharing::Fresh;
            let result = record(&planned, ended, reveal);
            journal.add_result(result.clone()).map_err(journal_failed)?;
            journal.is_still_at(&args.journal).map_err(journal_failed)?;
            for event in Event::of_result(&result) {
                watch.tell(|| event);
            }
            let fault = result.causes.iter().position(|cause| cause.is_fault());
            match (config.on_failure, fault) {
                (OnFailure::Stop, Some(seat)) => {
                    let (bot, cause) = (&result.bots[seat], result.causes[seat]);
                    remark(&format!("{bot} lost {} by {}, so the tournament stops", result.game_id, cause.name()));
                    failed_bot = true;
                    stop.store(true, Ordering::Relaxed);
                }
                (OnFailure::Withdraw(games), Some(_)) => {
                    if withdraw(journal, games, watch)?
                        && let Some(stages) = &journal.record().stages
                    {
                        scheduler.withdraw(stages);
                        // Rounds that have begun are played to their end.
                        let now = stages.latest();
                        let plays = |bot: &Bot| now.number(&bot.name).is_some_and(|bot| now.is_active(bot));
                        queue.retain(|planned| !now.format.is_fixed() || planned.seats.iter().all(plays));
                    }
                }
                _ => {}
            }
            watch.game_ended();
            watch.look(journal.record(), &bar);
            if reveal {
                reveal_block(journal, config, seed, block, untold)?;
                if let Some(live) = &house.live {
                    live.reveal(
                        journal.record().games.range(Block::ids(block)).map(|(id, _)| id.to_string()).collect(),
                    );
                }
            }
            bar.inc(1);
        }
        drop(jobs);
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(failed_bot)
}

/// Turns planned lines into results.
pub(crate) fn play(args: &PlayArgs) -> Result<Exit> {
    become_judge()?;
    let house = HouseArgs { hide: args.file.iter().cloned().collect(), ..args.house.clone() };
    let stop = stop_on_signals()?;
    // Messages count all lines; the order of the results counts only lines that are not blank.
    let lines = Mutex::new((0_u64, 0_u64, open_lines(args.file.as_deref())?));
    let next = || -> Result<Option<(u64, Result<Planned, String>)>> {
        let mut lines = lines.lock().map_err(|_| anyhow!("a game failed"))?;
        let (line_number, number, lines) = &mut *lines;
        loop {
            let Some(line) = lines.next_line().context("cannot read the input")? else { return Ok(None) };
            *line_number += 1;
            let planned = match line {
                RawLine::TooLong(_) => Err("the line is too long".to_owned()),
                RawLine::Whole(bytes) if bytes.trim_ascii().is_empty() => continue,
                RawLine::Whole(bytes) => strict::from_slice::<PlannedLine>(bytes)
                    .map_err(|malformed| malformed.to_string())
                    .and_then(|line| line.planned.check().map(|()| line.planned)),
            };
            *number += 1;
            return Ok(Some((*number, planned.map_err(|message| format!("line {line_number}: {message}")))));
        }
    };
    let processors = processors::shared_out(house.cpus.as_ref(), args.concurrency.into())?;
    let tried = Tried::default();
    let mut output = Output::open();
    let mut malformed = None;
    thread::scope(|scope| -> Result<()> {
        let (sender, results) = mpsc::channel::<Result<(u64, Result<GameResult, String>)>>();
        for own in &processors {
            let (sender, next, stop, house, tried) = (sender.clone(), &next, &*stop, &house, &tried);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let played = match next() {
                        Ok(None) => return,
                        Err(error) => Err(error),
                        Ok(Some((number, Err(message)))) => Ok((number, Err(message))),
                        Ok(Some((number, Ok(planned)))) => {
                            play_planned(&planned, house, Some(tried), own, args.reveal, stop)
                                .map(|ended| (number, Ok(record(&planned, ended, args.reveal))))
                        }
                    };
                    let wrong = !matches!(played, Ok((_, Ok(_))));
                    if sender.send(played).is_err() || wrong {
                        stop.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = std::collections::BTreeMap::new();
        let mut due = 1;
        let mut heartbeat = Heartbeat::begin(args.report_every);
        loop {
            heartbeat.look(due - 1);
            let (number, result) = match results.recv_timeout(LOOK) {
                Ok(played) => played?,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
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
        Ok(())
    })?;
    if let Some(message) = malformed {
        remark(&message);
        return Ok(Exit::Malformed);
    }
    if stop.load(Ordering::Relaxed) {
        remark("stopped before the last game");
        return Ok(stopped());
    }
    Ok(Exit::Valid)
}
