//! What the organiser sees and hears of a running tournament: interim reports on standard error, a page that is
//! rewritten, and a command that gets each event.

use std::fs::{self, File};
use std::io::{self, IsTerminal as _, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};
use clap::Args;
use indicatif::ProgressBar;
use referee::contest::events::TournamentEvent;
use referee::contest::journal::Ledger;
use referee::contest::page::{Links, html};
use referee::contest::report::{Report, Wanted, of_journal};
use referee::matches::entrants::{split, startable};
use referee::stream::Usage;
use referee::text::{count, harmless};

use crate::cmd::live::{House, Notice};
use crate::cmd::remark;
use crate::cmd::tournament::replays;

/// How long to wait for a game's end before looking whether a report is due.
pub(crate) const LOOK: Duration = Duration::from_millis(500);
/// How many events may wait for a command that reads slowly.
const WAITING: usize = 1 << 16;
/// How many repetitions the intervals of interim reports use.
const RESAMPLES: usize = 200;
/// How often the table on the pages that show it is renewed, if no reports are asked for.
const LIVE: Every = Every::Time(Duration::from_secs(5));
/// How long the judge waits for the command to read the last events.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often to report.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Every {
    Games(u64),
    Time(Duration),
}

impl Every {
    /// Whether it is time, after so many games and since then.
    fn is_due(self, games: u64, since: Instant) -> bool {
        match self {
            Every::Games(most) => games >= most,
            Every::Time(time) => since.elapsed() >= time,
        }
    }
}

impl FromStr for Every {
    type Err = String;
    fn from_str(text: &str) -> Result<Every, String> {
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let number: u32 = digits.parse().ok().filter(|number| *number > 0).unwrap_or_default();
        let seconds = |each: u64| Every::Time(Duration::from_secs(u64::from(number) * each));
        match &text[digits.len()..] {
            _ if number == 0 => {
                Err("expected a number of games such as 100, or a time such as 30s, 5m or 1h".to_owned())
            }
            "" => Ok(Every::Games(number.into())),
            "s" => Ok(seconds(1)),
            "m" => Ok(seconds(60)),
            "h" => Ok(seconds(3600)),
            other => Err(format!("`{other}` is not s, m or h")),
        }
    }
}

/// What to report of a running tournament.
#[derive(Args, Clone, Default)]
pub(crate) struct ReportArgs {
    /// Report after so many games (`100`) or so much time (`30s`, `5m`, `1h`): on a terminal the table so far, elsewhere
    /// a line [default: 10s on a terminal, elsewhere never; 1m for --page]
    #[arg(long, value_name = "N|TIME")]
    report_every: Option<Every>,
    /// Write the standings as a web page into this file with every report and at the end
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Write a replay of each transcript into this folder when all games are over, and link to them on the page of --page;
    /// replays that are there stay. They show everything, also what bots noted and their last words
    #[arg(long, value_name = "DIR", requires = "page")]
    pub(crate) replays: Option<PathBuf>,
    /// A command that reads each event as a line of JSON; if it ends before the tournament, the tournament stops. It
    /// is started once and without a shell. `referee schema wire/tournament-event` describes the lines
    #[arg(long, value_name = "CMD")]
    on_event: Option<String>,
}

/// A sign of life of a step that plays games: a line after so many games, or after so much time also while a game goes on.
pub(crate) struct Heartbeat {
    every: Option<Every>,
    since: Instant,
    told: u64,
}

impl Heartbeat {
    pub(crate) fn begin(every: Option<Every>) -> Heartbeat {
        Heartbeat { every, since: Instant::now(), told: 0 }
    }

    /// Writes a line if it is time; so many games have been played.
    pub(crate) fn look(&mut self, played: u64) {
        if self.every.is_some_and(|every| every.is_due(played - self.told, self.since)) {
            remark(&format!("{} played", count(played, "game")));
            (self.since, self.told) = (Instant::now(), played);
        }
    }
}

/// Reports on a running tournament.
pub(crate) struct Reporter {
    every: Option<Every>,
    on_terminal: bool,
    page: Option<PathBuf>,
    replays: Option<PathBuf>,
    events: Option<Events>,
    reported: Instant,
    games: u64,
    /// The pages that show the table.
    live: Option<Arc<House>>,
    /// Whether reports are wanted besides the table on those pages.
    told: bool,
    /// How long the last report took: reports take at most a twentieth of the time.
    took: Duration,
}

impl Reporter {
    /// Begins to watch; call it before the process becomes a judge, so that the command is none of its bots. `stop` is
    /// set if the command ends.
    pub(crate) fn begin(args: &ReportArgs, live: Option<Arc<House>>, stop: &Arc<AtomicBool>) -> Result<Reporter> {
        let on_terminal = io::stderr().is_terminal();
        let usual = match (on_terminal, &args.page) {
            (true, _) => Some(Every::Time(Duration::from_secs(10))),
            (false, Some(_)) => Some(Every::Time(Duration::from_mins(1))),
            (false, None) => None,
        };
        let told = args.report_every.or(usual);
        Ok(Reporter {
            every: told.or(live.as_ref().map(|_| LIVE)),
            told: told.is_some(),
            live,
            on_terminal,
            page: args.page.clone(),
            replays: args.replays.clone(),
            events: args.on_event.as_ref().map(|command| Events::begin(command, Arc::clone(stop))).transpose()?,
            reported: Instant::now(),
            games: 0,
            took: Duration::ZERO,
        })
    }

    /// Passes an event on.
    pub(crate) fn tell(&mut self, event: impl FnOnce() -> TournamentEvent) {
        if let Some(events) = &mut self.events {
            events.tell(&event());
        }
    }

    /// Counts a game that has ended.
    pub(crate) fn game_ended(&mut self) {
        self.games += 1;
    }

    /// Reports if it is time.
    pub(crate) fn look(&mut self, ledger: &Ledger, bar: &ProgressBar) {
        let due = self.every.is_some_and(|every| every.is_due(self.games, self.reported));
        if !due || self.games == 0 || self.reported.elapsed() < 20 * self.took {
            return;
        }
        let begun = Instant::now();
        if let Ok(report) = of_journal(ledger, &self.wanted()) {
            if let Some(live) = &self.live {
                live.notice(noticed(&report));
            }
            if self.on_terminal {
                let width = terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| width.0);
                bar.suspend(|| drop(write!(io::stderr(), "{}", harmless(&report.interim(width)))));
            } else if self.told {
                remark(&report.status());
            }
            if let Err(error) = self.write_page(&report, None) {
                // The games matter more; the last page is tried again.
                remark(&format!("{error:#}"));
                self.took = Duration::MAX / 20;
                return;
            }
        }
        (self.reported, self.games, self.took) = (Instant::now(), 0, begun.elapsed());
    }

    fn wanted(&self) -> Wanted {
        Wanted { resamples: RESAMPLES, transcripts: self.page.is_some(), ..Wanted::default() }
    }

    /// Writes the page, so that at any moment either the old or the new one is there as a whole. `replays` is where it links to.
    fn write_page(&self, report: &Report, replays: Option<&str>) -> Result<()> {
        let Some(path) = &self.page else { return Ok(()) };
        let mut new = path.clone().into_os_string();
        new.push(".new");
        let write = |new: &Path| {
            File::create(new)?.write_all(html(report, Links { replays, ..Links::default() }).as_bytes())?;
            fs::rename(new, path)
        };
        write(Path::new(&new)).with_context(|| format!("cannot write the page {}", path.display()))
    }

    /// Writes the last page and passes the last event on.
    pub(crate) fn end(mut self, ledger: &Ledger) -> Result<()> {
        let report = of_journal(ledger, &Wanted { resamples: Wanted::default().resamples, ..self.wanted() });
        let complete = report.as_ref().is_ok_and(|report| report.complete == Some(true));
        self.tell(|| TournamentEvent::End { complete, games: ledger.games.len() });
        if let Ok(report) = report {
            if let Some(live) = &self.live {
                live.notice(noticed(&report));
            }
            // Before that, a replay would show the luck of games that are still to be played.
            let replays = self.replays.as_deref().filter(|_| complete);
            let linked = replays.map(|folder| -> Result<String> {
                replays::write(&report, folder)?;
                self.linked(folder)
            });
            self.write_page(&report, linked.transpose()?.as_deref())?;
        }
        if let Some(events) = self.events.take() {
            events.end();
        }
        Ok(())
    }

    /// A folder as the page links to it: relative to the page if it lies below the page's folder.
    fn linked(&self, folder: &Path) -> Result<String> {
        let whole = |path: &Path| fs::canonicalize(path).with_context(|| path.display().to_string());
        let beside = self.page.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        let beside = whole(if beside == Path::new("") { Path::new(".") } else { beside })?;
        let folder = whole(folder)?;
        Ok(folder.strip_prefix(&beside).unwrap_or(&folder).to_string_lossy().into_owned())
    }
}

/// The command that gets each event.
struct Events {
    lines: SyncSender<Vec<u8>>,
    writer: JoinHandle<()>,
    /// How many events were left out, because the command reads too slowly.
    left_out: u64,
}

impl Events {
    fn begin(command: &str, stop: Arc<AtomicBool>) -> Result<Events> {
        let failed = |why: String| Usage(format!("--on-event: {why}"));
        let words = split(command).map_err(failed)?;
        let program = words.first().ok_or_else(|| failed("it needs a command".to_owned()))?;
        startable(program, Path::new(""), None).map_err(failed)?;
        // A shell starts the command and ends, so that the command is no child of the judge, which ends all children
        // that its bots leave. It has a group of its own, so that an interruption at the terminal reaches it through its input.
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", "exec 3<&0; \"$@\" <&3 3<&- &", "sh"]).args(&words).process_group(0).stdin(Stdio::piped());
        let told = io::stderr().as_fd().try_clone_to_owned().context("cannot start the command of --on-event")?;
        let mut shell = shell.stdout(Stdio::from(told)).spawn().context("cannot start the command of --on-event")?;
        let input = shell.stdin.take().context("the command of --on-event has no input")?;
        shell.wait()?;
        let (lines, queue) = sync_channel::<Vec<u8>>(WAITING);
        let writer = thread::spawn(move || {
            let mut input = input;
            for line in queue {
                if input.write_all(&line).is_err() {
                    if !stop.swap(true, Ordering::Relaxed) {
                        remark("the command of --on-event has ended, so the tournament stops");
                    }
                    return;
                }
            }
        });
        Ok(Events { lines, writer, left_out: 0 })
    }

    fn tell(&mut self, event: &TournamentEvent) {
        let Ok(mut line) = serde_json::to_vec(event) else { return };
        line.push(b'\n');
        // If the command has ended, the writer has set the flag.
        if matches!(self.lines.try_send(line), Err(TrySendError::Full(_))) {
            self.left_out += 1;
        }
    }

    /// Closes the command's input once it has read everything.
    fn end(self) {
        drop(self.lines);
        let until = Instant::now() + PATIENCE;
        while !self.writer.is_finished() && Instant::now() < until {
            thread::sleep(Duration::from_millis(5));
        }
        if self.left_out > 0 || !self.writer.is_finished() {
            let more = if self.writer.is_finished() { String::new() } else { " and the last ones".to_owned() };
            remark(&format!("the command of --on-event read too slowly: {} events{more} were left out", self.left_out));
        }
    }
}

/// The table for those who watch.
fn noticed(report: &Report) -> Notice {
    let (heads, cells) = report.in_cells();
    let heads = heads.into_iter().map(str::to_owned).collect();
    let cells = cells.into_iter().map(|row| row.iter().map(|cell| harmless(cell)).collect());
    let below = harmless(&(report.left_out() + &report.status()));
    Notice { rows: std::iter::once(heads).chain(cells).collect(), below }
}
