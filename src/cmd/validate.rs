//! `referee validate`: judges every game in any number of records.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::num::{NonZeroU64, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use referee::text::{columns, count, escaped};
use referee::validate::pool::{self, Judged, MOST_JOBS, More};
use referee::validate::repeats::{Place, Repeats};
use referee::validate::summary::Summary;
use referee::validate::verdict::{Kind, Verdict};
use serde_json::{Value, json};

use super::numbers::{POSITIVE, whole};
use super::sources::{NO_RECORDS, Sources};
use super::unpack::MostBytes;
use super::{Exit, Output, read_edition};

mod coverage;

use self::coverage::Coverage;

/// The most disputed verdicts kept to be listed at the end, in bytes.
const APART_MOST: usize = 1 << 20;

/// Arguments of `validate`.
#[derive(Args)]
#[command(after_help = "\
Files may be plain, .gz or .zst; of a folder, the files *.jsonl, *.jsonl.gz and *.jsonl.zst are read, and links are \
not followed; the summary counts what is passed over. Only the first fault of each game is reported, with its place; \
the rest of the game is skipped. With --all-faults a game is judged on after a fault, as `play` does: refused lines \
change nothing, and up to 64 kB of faults are kept for each game. \
With --repeats a game that repeats an earlier one is named with it, which is no fault: what was played is compared, up to 65,536 \
steps, not seeds, names, notes and claims. Up to 917,504 games and 1,835,008 beginnings of games are compared, in some 300 MB. Of more, \
one in two is compared, then one in four, and so on, chosen by what was played; the summary says one in how many. \
Unfinished games, games with hidden parts, files without a game and folders without such files count as faults.

Examples:
  referee random --game tectonic --seed 1 --games 20 --emit none | referee validate
  referee validate fixtures/wangdo/play/random-3-players.jsonl
  referee random --game wigwam --seed 1 --games 3 | referee validate --each -")]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct ValidateArgs {
    /// Files, folders, or - for standard input, which is also the default
    pub(crate) paths: Vec<PathBuf>,
    /// How many threads judge, at most 1024 [default: one per processor]
    #[arg(long, short, value_name = "N", value_parser = whole::<usize>(1..=MOST_JOBS as u64), allow_negative_numbers = true)]
    pub(crate) jobs: Option<usize>,
    /// Write JSON: a line for each fault (and, with --repeats, each repetition), then one with the summary
    #[arg(long)]
    pub(crate) json: bool,
    /// Write one line of JSON for each game, without a summary; with --coverage, each says what it tested
    #[arg(long, conflicts_with_all = ["json", "time", "quiet", "strict_sources"])]
    pub(crate) each: bool,
    /// Name the games that repeat an earlier one: the same play, its beginning, or its beginning and more
    #[arg(long, conflicts_with = "quiet")]
    pub(crate) repeats: bool,
    /// Report the later faults of each game, too, up to 64 kB of them
    #[arg(long)]
    pub(crate) all_faults: bool,
    /// Write nothing; only the exit code tells
    #[arg(long, short, conflicts_with_all = ["json", "coverage", "time"])]
    pub(crate) quiet: bool,
    /// Stop after this many faults
    #[arg(long, value_name = "N", value_parser = whole::<NonZeroU64>(POSITIVE), allow_negative_numbers = true)]
    pub(crate) max_errors: Option<NonZeroU64>,
    /// List verdicts that rest only on reconstructed rules or data at the end, up to 1 MB of them; all are marked
    #[arg(long)]
    pub(crate) strict_sources: bool,
    /// Add which rules and options the games tested, and which they never did
    #[arg(long)]
    pub(crate) coverage: bool,
    /// The longest time that a file may take, in seconds; what was not judged by then is unreadable. Whether it is over is asked
    /// whenever something was read: a pipe that sends nothing is waited for
    #[arg(long, value_name = "S", value_parser = whole::<u64>(POSITIVE), allow_negative_numbers = true)]
    pub(crate) most_seconds: Option<u64>,
    /// Write a line of JSON to standard error every so many seconds and at the end: how far the run has come
    #[arg(long, value_name = "S", value_parser = whole::<u64>(POSITIVE), allow_negative_numbers = true)]
    pub(crate) progress: Option<u64>,
    /// Add the time taken; without it, the same input always gives the same report
    #[arg(long)]
    pub(crate) time: bool,
    /// An edition file to play with instead of the built-in one; may be repeated
    #[arg(long = "edition", value_name = "FILE")]
    pub(crate) editions: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) most: MostBytes,
}

/// The output while reports come in.
struct Listing<'a> {
    args: &'a ValidateArgs,
    summary: Summary,
    coverage: Coverage,
    buffer: Vec<u8>,
    /// Disputed verdicts, to be written at the end.
    apart: Vec<u8>,
    /// The number of disputed verdicts without room there, which were listed among the others.
    among: u64,
    /// The number of the last game in the current file.
    game: u64,
    /// Whether a part of that file has been reported.
    begun: bool,
    /// Whether the report has mentioned that file.
    spoken_of: bool,
    failed: Result<()>,
    bar: ProgressBar,
    read: Arc<AtomicU64>,
    /// The bytes to read, if they are known.
    total: Option<u64>,
    /// When the last line of `--progress` was written.
    told: Instant,
    repeats: Repeats,
}

/// Validates the records.
pub(crate) fn run(args: &ValidateArgs) -> Result<Exit> {
    let editions = args.editions.iter().map(|path| read_edition(path)).collect::<Result<Vec<_>>>()?;
    let paths = if args.paths.is_empty() { vec![PathBuf::from("-")] } else { args.paths.clone() };
    let processors = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let jobs = args.jobs.unwrap_or_else(processors);
    let read = Arc::new(AtomicU64::new(0));
    let started = Instant::now();
    let mut listing = Listing {
        args,
        summary: Summary::new(),
        coverage: Coverage::default(),
        buffer: Vec::new(),
        apart: Vec::new(),
        among: 0,
        game: 0,
        begun: false,
        spoken_of: false,
        failed: Ok(()),
        bar: if args.quiet || args.progress.is_some() { ProgressBar::hidden() } else { progress(&paths) },
        read: Arc::clone(&read),
        total: length_of(&paths),
        told: started,
        repeats: Repeats::default(),
    };
    let sources = Sources::new(paths, read, args.most, args.most_seconds);
    let passed = sources.passed();
    let more = More { coverage: args.coverage, all_faults: args.all_faults, traces: args.repeats };
    pool::run(sources, jobs, &editions, more, |report| listing.report(report));
    listing.bar.finish_and_clear();
    if args.progress.is_some() {
        listing.tell_progress();
    }
    listing.summary.passed_over = passed.told();
    listing.summary.compared_one_in = args.repeats.then(|| listing.repeats.one_in());
    listing.failed?;
    if !listing.apart.is_empty() && !args.json {
        listing.buffer.extend_from_slice(b"disputed, because they rest only on reconstructed rules or data:\n");
    }
    listing.buffer.append(&mut listing.apart);
    let mut output = Output::open();
    output.buffer = listing.buffer;
    let (among, summary) = (listing.among, &listing.summary);
    let seconds = args.time.then(|| started.elapsed().as_secs_f64());
    let coverage = args.coverage.then(|| listing.coverage.told());
    if args.json {
        let mut last = json!({"summary": summary});
        if let Some(seconds) = seconds {
            last["time"] = time(summary, seconds);
        }
        if let Some(coverage) = coverage {
            last["coverage"] = coverage;
        }
        output.json(&last);
    } else if !args.each && !args.quiet {
        if among > 0 {
            output.text(&format!("and {}, marked so above\n", count(among, "more verdict")));
        }
        output.text(&table(summary));
        if let Some(seconds) = seconds {
            let time = time(summary, seconds);
            output.text(&format!(
                "time          {seconds:.3} s: {} games, {} plies, {} MB a second\n",
                time["games_per_second"], time["plies_per_second"], time["megabytes_per_second"]
            ));
        }
        if let Some(coverage) = coverage {
            output.text(&coverage::text(&coverage));
        }
    }
    output.flush()?;
    Ok(match summary {
        summary if [Kind::Malformed, Kind::Unreadable].iter().any(|kind| summary.faults.contains_key(kind)) => {
            Exit::Malformed
        }
        summary if summary.faulty() > 0 => Exit::Fault,
        _ => Exit::Valid,
    })
}

/// A progress bar on a terminal's standard error, and none elsewhere.
fn progress(paths: &[PathBuf]) -> ProgressBar {
    let (bar, template) = match length_of(paths) {
        Some(total) => (ProgressBar::new(total), "{wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {msg} {eta}"),
        None => (ProgressBar::new_spinner(), "{spinner} {bytes} {bytes_per_sec} {msg}"),
    };
    bar.with_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The length of some files; `None`: it is not known.
fn length_of(paths: &[PathBuf]) -> Option<u64> {
    let sizes = paths.iter().map(|path| std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file));
    sizes.map(|size| size.map(|metadata| metadata.len())).sum()
}

impl Listing<'_> {
    /// Writes how far the run has come.
    fn tell_progress(&mut self) {
        self.told = Instant::now();
        let Summary { files, games, bytes, .. } = self.summary;
        let mut line = json!({"files": files, "games": games, "faults": self.summary.faulty(), "bytes": bytes});
        line["read"] = json!(self.read.load(Ordering::Relaxed));
        if let Some(total) = self.total {
            line["of"] = json!(total);
        }
        // If standard error is closed, nobody wants to know.
        let _ = writeln!(std::io::stderr(), "{}", json!({"progress": line}));
    }

    /// Takes a report and says whether to go on.
    fn report(&mut self, report: Judged) -> ControlFlow<()> {
        self.summary.bytes += report.bytes;
        self.summary.files += u64::from(!self.begun && !report.is_folder);
        self.begun = !report.last;
        self.bar.set_position(self.read.load(Ordering::Relaxed));
        if self.args.progress.is_some_and(|seconds| self.told.elapsed().as_secs() >= seconds) {
            self.tell_progress();
        }
        for mut verdict in report.verdicts {
            self.spoken_of = true;
            if let Some(game) = &mut verdict.game {
                self.game += 1;
                *game = self.game;
            }
            self.tell(&report.source, verdict)?;
        }
        if report.last {
            self.game = 0;
            if !std::mem::take(&mut self.spoken_of) {
                let why = if report.is_folder { NO_RECORDS } else { "there is no game in it" };
                self.tell(&report.source, Verdict::of_file(Kind::Empty, 1, 0, why))?;
            }
        }
        if self.buffer.len() < 1 << 16 { ControlFlow::Continue(()) } else { self.write() }
    }

    /// Counts a verdict, and lists it if requested.
    fn tell(&mut self, file: &str, mut verdict: Verdict) -> ControlFlow<()> {
        file.clone_into(&mut verdict.file);
        if let (Some(game), true) = (verdict.game, self.args.repeats) {
            verdict.repeats = self.repeats.add(Place { file: file.to_owned(), game }, &verdict.traced);
        }
        self.summary.add(&verdict);
        self.coverage.add(&verdict);
        if !self.args.each {
            verdict.exercised = None;
        }
        let is_fault = verdict.fault.is_some();
        let disputed = self.args.strict_sources && verdict.is_disputed();
        let apart = disputed && self.apart.len() < APART_MOST;
        self.among += u64::from(disputed && !apart);
        if self.args.each || verdict.repeats.is_some() || (is_fault && !self.args.quiet) {
            let buffer = if apart { &mut self.apart } else { &mut self.buffer };
            if self.args.each || self.args.json {
                // Answers are written as text only by the library; writing to memory cannot fail.
                let written = serde_json::to_writer(&mut *buffer, &verdict);
                debug_assert!(written.is_ok(), "{written:?}");
                buffer.push(b'\n');
            } else {
                buffer.extend_from_slice(line(&verdict).as_bytes());
            }
        }
        if is_fault {
            let faults = self.summary.faulty();
            self.bar.set_message(count(faults, "fault"));
            if self.args.max_errors.is_some_and(|most| faults >= most.get()) {
                self.summary.stopped = true;
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Writes the buffer. Any thread may call this, so standard output is locked only for this moment.
    fn write(&mut self) -> ControlFlow<()> {
        let mut output = Output::open();
        std::mem::swap(&mut output.buffer, &mut self.buffer);
        self.failed = self.bar.suspend(|| output.flush());
        std::mem::swap(&mut output.buffer, &mut self.buffer);
        if self.failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// The faults of a game, each as a line for people.
fn line(verdict: &Verdict) -> String {
    let mut text = String::new();
    for (kind, fault) in verdict.faults() {
        let _ = write!(text, "{}:{}: byte {}", escaped(&verdict.file), fault.line, fault.byte);
        if let Some(game) = verdict.game {
            let _ = write!(text, ", game {game}, ply {}", fault.ply);
        }
        let _ = write!(text, ": {}", kind.name());
        if fault.disputed {
            text.push_str(", disputed");
        }
        let _ = writeln!(text, ": {}", escaped(&fault.message));
    }
    let skipped = (verdict.skipped > 0).then(|| format!("skipped {}", count(verdict.skipped, "line")));
    let left_out: u64 = verdict.later_left_out.values().sum();
    let left_out = (left_out > 0).then(|| format!("{} left out", count(left_out, "more fault")));
    let rest: Vec<String> = skipped.into_iter().chain(left_out).collect();
    if !rest.is_empty() {
        text.truncate(text.trim_end_matches('\n').len());
        let _ = writeln!(text, " ({})", rest.join(", "));
    }
    if let Some(repeat) = &verdict.repeats {
        let (Verdict { line, byte, .. }, Place { file, game }) = (verdict, repeat.place());
        let _ = write!(text, "{}:{line}: byte {byte}", escaped(&verdict.file));
        let _ = writeln!(
            text,
            ", game {}: {} game {game} of {}",
            verdict.game.unwrap_or_default(),
            repeat.words(),
            escaped(file)
        );
    }
    text
}

/// A row of a table for people: a name in several parts, and its number at the right.
fn row(indent: usize, name: &[&str], count: impl fmt::Display) -> String {
    let name = escaped(&name.concat()).to_string();
    let gap = 46_usize.saturating_sub(indent + columns(&name));
    format!("{:indent$}{name}{:gap$}{:>12}\n", "", "", count.to_string())
}

/// Counts by name below their sum; nothing if there are none.
fn listed<K>(heading: &str, counts: &BTreeMap<K, u64>, name: impl Fn(&K) -> String) -> String {
    let rows: String = counts.iter().map(|(key, count)| row(2, &[&name(key)], count)).collect();
    if rows.is_empty() { rows } else { row(0, &[heading], counts.values().sum::<u64>()) + &rows }
}

/// The summary for people.
fn table(summary: &Summary) -> String {
    let Summary { files, games, plies, bytes, disputed, skipped, refusals, .. } = *summary;
    let of_kind = |kind: &Kind| kind.name().to_owned();
    let spaced = |name: &String| name.replace('_', " ");
    let mut text = String::new();
    for (name, count) in [("files", files), ("games", games), ("plies", plies), ("bytes", bytes)] {
        text += &row(0, &[name], count);
    }
    for (kind, count) in summary.verdicts.iter().filter(|(kind, count)| **count > 0 || **kind == Kind::Valid) {
        text += &row(0, &[kind.name()], count);
    }
    if summary.faults.values().sum::<u64>() > summary.faulty() {
        text += &listed("faults", &summary.faults, of_kind);
        text += &row(2, &["not listed, and not counted by rule"], summary.faults_left_out);
    }
    text += &listed("broken rules", &summary.rules, String::clone);
    text += &listed("false claims", &summary.claims, String::clone);
    let remarkable = [
        ("disputed: they rest only on reconstructions", disputed),
        ("lines skipped after a fault", skipped),
        ("refusals that the records contain", refusals),
    ];
    for (name, count) in remarkable.into_iter().filter(|(_, count)| *count > 0) {
        text += &row(0, &[name], count);
    }
    text += &listed("games that repeat an earlier one", &summary.repeats, spaced);
    for (name, one_in) in ["as a whole", "with beginnings"].into_iter().zip(summary.compared_one_in.unwrap_or([1, 1])) {
        if one_in > 1 {
            text += &row(0, &["compared ", name, ": one game in"], one_in);
        }
    }
    text += &listed("passed over in folders", &summary.passed_over, spaced);
    text.extend(summary.ends.iter().map(|(game, ends)| listed(game, ends, String::clone)));
    text += &listed("forfeits (as stated)", &summary.forfeits, String::clone);
    text += &listed("called off (as stated)", &summary.aborts, String::clone);
    if summary.stopped {
        text.push_str("stopped: --max-errors was reached\n");
    }
    text
}

/// The speed of the run.
fn time(summary: &Summary, seconds: f64) -> Value {
    #[allow(clippy::cast_precision_loss, reason = "a rate is not exact")]
    let rate = |count: u64, unit: f64| (count as f64 / unit / seconds.max(1e-9)).round();
    json!({
        "seconds": seconds,
        "games_per_second": rate(summary.games, 1.0),
        "plies_per_second": rate(summary.plies, 1.0),
        "megabytes_per_second": rate(summary.bytes, 1e6),
    })
}
