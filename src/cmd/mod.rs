//! The commands, and what they share. Each command has its own file with its arguments, help text and code.

pub(crate) mod actions;
pub(crate) mod bot;
#[cfg(target_os = "linux")]
pub(crate) mod bot_exec;
#[cfg(target_os = "linux")]
pub(crate) mod bot_guard;
#[cfg(target_os = "linux")]
pub(crate) mod check_bot;
pub(crate) mod completions;
pub(crate) mod edition;
pub(crate) mod explain;
pub(crate) mod faults;
#[cfg(target_os = "linux")]
pub(crate) mod fingerprints;
pub(crate) mod games;
#[cfg(target_os = "linux")]
pub(crate) mod human;
pub(crate) mod known;
pub(crate) mod legal;
#[cfg(not(target_os = "linux"))]
pub(crate) mod linux_only;
pub(crate) mod live;
pub(crate) mod man;
#[cfg(target_os = "linux")]
pub(crate) mod matches;
pub(crate) mod numbers;
pub(crate) mod perft;
pub(crate) mod play;
mod positions;
#[cfg(target_os = "linux")]
pub(crate) mod processors;
pub(crate) mod protocol;
pub(crate) mod random;
pub(crate) mod record;
pub(crate) mod replay;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod show;
pub(crate) mod shrink;
pub(crate) mod sit;
pub(crate) mod sources;
pub(crate) mod steps;
pub(crate) mod tournament;
pub(crate) mod unpack;
pub(crate) mod validate;
pub(crate) mod version;
pub(crate) mod watch;

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::builder::TypedValueParser as _;
use clap::{Args, Parser, Subcommand};
#[cfg(not(target_os = "linux"))]
pub(crate) use linux_only::{self as check_bot, self as matches};
use rand::TryRng as _;
use rand::rngs::SysRng;
use referee::games::GAMES;
use referee::judge::Hear;
use referee::judge::answer::Answer;
use referee::lines::{Lines, RawLine};
use referee::registry::{EditionFile, NoGame, Referee, find};
use referee::stream::{self, Asked, Stream, Tally, Usage};
use referee::strict::hint;
use referee::text::escaped;
use referee::wire::{LINE_LIMIT, is_header};
use serde_json::{Map, Value};

use self::faults::Faults;

/// What `--help` says about commands missing on this system.
#[cfg(target_os = "linux")]
const NOT_HERE: &str = "";
#[cfg(not(target_os = "linux"))]
const NOT_HERE: &str = "

Bots run on Linux only: on this system `match`, `check-bot`, `tournament run` and `tournament play` only say so and end \
with code 2.";

/// A rules referee for board games: it checks every move and says why.
///
/// Pipe in a header and actions as JSON lines; every line is answered with the new state, or with every rule that it broke
/// and where it is written.
#[derive(Parser)]
#[command(
    name = "referee",
    version,
    max_term_width = 100,
    after_help = format!("\
Exit codes:
  0  nothing that could be judged was at fault; with --strict every line was judged
  1  something was refused or contradicted
  2  the command line does not fit the program, the game or the stream, or names a
     file that cannot be opened
  3  something was malformed
  4  a bot was at fault (with --fail-on-bot-fault)
  5  the output was closed early
  6  with --strict: nothing was at fault, but not everything could be judged: it is
     hidden, or a claim of a refused header
  70 referee itself failed
  74 reading the input or writing the output failed
  143 games were stopped by SIGTERM; what was played is kept

Examples:
  referee games
  referee play fixtures/tectonic/play/first-game.jsonl
  referee explain tectonic.mount-range{NOT_HERE}")
)]
pub(crate) struct Cli {
    /// With --version: write one line of JSON, with the version of the protocol, the games and their editions
    #[arg(long = "json", requires = "version")]
    _json: bool,
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Judge a stream of actions line by line, as it arrives
    Play(play::PlayArgs),
    /// Validate recorded games by the million
    Validate(validate::ValidateArgs),
    /// Reduce a stream to the shortest one with the same fault
    Shrink(shrink::ShrinkArgs),
    /// Draw the position that a stream reaches
    Show(show::ShowArgs),
    /// Write a page to look at games step by step
    Replay(replay::ReplayArgs),
    /// Serve pages on which a growing game can be watched in a browser
    Watch(watch::WatchArgs),
    /// List the legal actions at the end of each game of a stream
    Legal(legal::LegalArgs),
    /// List the actions of a game with their numbers, or the parts that they are made of
    Actions(actions::ActionsArgs),
    /// Play random legal actions and write the games
    Random(random::RandomArgs),
    /// Play one seat of a game by lines, against built-in players
    Sit(sit::SitArgs),
    /// Play bots against each other
    #[cfg_attr(not(target_os = "linux"), command(hide = true))]
    Match(matches::MatchArgs),
    /// Let a bot play a little and explain its faults
    #[cfg_attr(not(target_os = "linux"), command(hide = true))]
    CheckBot(check_bot::CheckBotArgs),
    /// Answer a judge's questions with random legal actions
    Bot(bot::BotArgs),
    /// Print the specification of the stream, for authors of bots
    Protocol(protocol::ProtocolArgs),
    /// Count action sequences, to check a rules engine
    Perft(perft::PerftArgs),
    /// List the games with their options
    Games(games::GamesArgs),
    /// Print the rulebook of a game
    Rules(rules::RulesArgs),
    /// Explain one rule
    Explain(explain::ExplainArgs),
    /// Print a JSON Schema
    Schema(schema::SchemaArgs),
    /// Print a game's edition, to copy and change
    Edition(edition::EditionArgs),
    /// Plan, run and rate competitions between bots
    Tournament(tournament::TournamentArgs),
    /// Print shell completions
    Completions(completions::CompletionsArgs),
    /// Print a manual page
    Man(man::ManArgs),
    /// Become a bot
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    BotExec(bot_exec::BotExecArgs),
    /// Clean up after a judge
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    BotGuard(bot_guard::BotGuardArgs),
}

/// The exit code of the program.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub(crate) enum Exit {
    /// Everything was valid.
    Valid = 0,
    /// Something was refused or contradicted.
    Fault = 1,
    /// The command line does not fit the program, the game or the stream.
    Usage = 2,
    /// Something was malformed.
    Malformed = 3,
    /// A bot was at fault.
    BotFault = 4,
    /// The output was closed early.
    Closed = 5,
    /// Nothing was at fault, but not everything could be judged.
    Unjudged = 6,
    /// The referee itself failed.
    Failed = 70,
    /// A program could not be started.
    NotStarted = 127,
    /// The input could not be read, or the output could not be written.
    Io = 74,
    /// SIGTERM asked it to end early.
    Terminated = 143,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

impl Exit {
    /// The exit code for a stream.
    pub(crate) fn of(tally: Tally) -> Exit {
        match tally {
            _ if tally.malformed > 0 => Exit::Malformed,
            _ if tally.is_clean() => Exit::Valid,
            _ => Exit::Fault,
        }
    }

    /// The exit code for a stream that had to be valid from end to end.
    pub(crate) fn strictly_of(tally: Tally) -> Exit {
        match Exit::of(tally) {
            Exit::Valid if tally.redacted + tally.passed_over > 0 => Exit::Unjudged,
            exit => exit,
        }
    }
}

/// A message on input that cannot be read, as an error of a command.
#[derive(Debug)]
pub(crate) struct Unreadable(pub(crate) String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

/// Reports an error and returns the exit code.
pub(crate) fn report(error: &anyhow::Error) -> Exit {
    let io = error.downcast_ref::<io::Error>();
    // The reader of the output went away. Reading never fails this way.
    if io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe) {
        return Exit::Closed;
    }
    remark(&format!("{error:#}"));
    match io {
        Some(_) => Exit::Io,
        None if error.is::<Usage>() => Exit::Usage,
        None if error.is::<Unreadable>() => Exit::Malformed,
        None => Exit::Failed,
    }
}

/// Prints clap's output: help, the version, or what is wrong with the arguments.
pub(crate) fn say(said: &clap::Error) -> Exit {
    match said.print().context("cannot write the output") {
        Err(error) => report(&error),
        Ok(()) if said.use_stderr() => Exit::Usage,
        Ok(()) => Exit::Valid,
    }
}

/// Writes a remark for the person at the terminal. Messages may quote foreign text. Only our own lists contain line
/// ends, and their items are indented.
pub(crate) fn remark(message: &str) {
    let lines: Vec<String> = message.split("\n  ").map(|line| escaped(line).to_string()).collect();
    // If standard error is closed, there is no reader left.
    let _ = writeln!(io::stderr(), "referee: {}", lines.join("\n  "));
}

/// Raw standard output. The standard library's own silently ignores a closed descriptor.
#[cfg(unix)]
fn stdout() -> Box<dyn Write> {
    use std::os::fd::AsFd as _;
    match io::stdout().as_fd().try_clone_to_owned() {
        Ok(own) => Box::new(File::from(own)),
        Err(_) => Box::new(io::stdout().lock()),
    }
}

#[cfg(not(unix))]
fn stdout() -> Box<dyn Write> {
    Box::new(io::stdout().lock())
}

/// Standard output, written when the buffer is full or a reader waits.
pub(crate) struct Output {
    stdout: Box<dyn Write>,
    /// The buffered output.
    pub(crate) buffer: Vec<u8>,
}

impl Output {
    /// Standard output.
    pub(crate) fn open() -> Output {
        Output { stdout: stdout(), buffer: Vec::with_capacity(1 << 17) }
    }

    /// A file that is created or replaced; `None` and `-` mean standard output.
    pub(crate) fn to(path: Option<&Path>) -> Result<Output> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else { return Ok(Output::open()) };
        let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Output { stdout: Box::new(file), ..Output::open() })
    }

    /// Writes the buffer.
    pub(crate) fn flush(&mut self) -> Result<()> {
        let written = self.stdout.write_all(&self.buffer).and_then(|()| self.stdout.flush());
        self.buffer.clear();
        written.context("cannot write the output")
    }

    /// Writes the buffer at the end of a command, which ends with this code.
    pub(crate) fn end(mut self, exit: Exit) -> Result<Exit> {
        self.flush()?;
        Ok(exit)
    }

    /// Writes the buffer if it is large.
    pub(crate) fn relieve(&mut self) -> Result<()> {
        if self.buffer.len() < 1 << 16 { Ok(()) } else { self.flush() }
    }

    /// Appends text.
    pub(crate) fn text(&mut self, text: &str) {
        self.buffer.extend_from_slice(text.as_bytes());
    }

    /// Appends a value as one line of JSON.
    pub(crate) fn json<T: serde::Serialize + ?Sized>(&mut self, value: &T) {
        referee::wire::write_json(&mut self.buffer, value);
        self.buffer.push(b'\n');
    }
}

/// The game to play, and how.
#[derive(Args, Clone, Default)]
pub(crate) struct GameArgs {
    /// The game, for streams without a header
    #[arg(long, value_name = "NAME", value_parser = known::GAME, hide_possible_values = true)]
    pub(crate) game: Option<String>,
    /// The number of players [default: the smallest that can play]
    #[arg(long, value_name = "N", value_parser = numbers::players, allow_negative_numbers = true)]
    pub(crate) players: Option<u8>,
    /// A rule option, such as setup=S2; may be repeated
    #[arg(long = "option", value_name = "K=V", value_parser = known::OPTION.try_map(|text| key_value(&text)), hide_possible_values = true)]
    pub(crate) options: Vec<(String, Value)>,
    /// An edition file to play with instead of the built-in one; may be repeated
    #[arg(long = "edition", value_name = "FILE")]
    pub(crate) editions: Vec<PathBuf>,
}

fn key_value(text: &str) -> Result<(String, Value), String> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE")?;
    let value = match serde_json::from_str(value) {
        Ok(value @ (Value::Number(_) | Value::Bool(_))) => value,
        _ => Value::String(value.to_owned()),
    };
    Ok((key.to_owned(), value))
}

impl GameArgs {
    /// The game, which must be named, and the same for the stream.
    pub(crate) fn chosen(&self, seed: Option<u64>) -> Result<(&'static dyn Referee, Asked)> {
        let asked = self.asked(seed)?;
        let none = || Usage("choose a game with --game; see `referee games`".to_owned());
        Ok((game(asked.game.as_ref().ok_or_else(none)?)?, asked))
    }

    /// The same for the stream.
    pub(crate) fn asked(&self, seed: Option<u64>) -> Result<Asked> {
        let mut options = Map::new();
        for (key, value) in &self.options {
            if options.insert(key.clone(), value.clone()).is_some_and(|earlier| earlier != *value) {
                return Err(Usage(format!("--option {key} is given twice")).into());
            }
        }
        if let Some(name) = &self.game {
            game(name)?;
        }
        let game = self.game.as_deref();
        let editions = self.editions.iter().map(|path| edition_of(game, path)).collect::<Result<_>>()?;
        let (game, players) = (self.game.clone(), self.players);
        Ok(Asked { game, players, seed, options, editions, ..Asked::default() })
    }
}

pub(crate) fn read_edition(path: &Path) -> Result<EditionFile> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| Usage(format!("{name}: {error}")))?;
    Ok(stream::read_edition(&name, &text)?)
}

/// An edition file, which must be of this game if one is named.
pub(crate) fn edition_of(game: Option<&str>, path: &Path) -> Result<EditionFile> {
    let edition = read_edition(path)?;
    match game.filter(|game| *game != edition.game) {
        None => Ok(edition),
        Some(game) => Err(Usage(format!("{} is an edition of {}, not of {game}", path.display(), edition.game)).into()),
    }
}

/// Says why no game can begin, of which the command line says the game and its options.
pub(crate) fn unfit(no_game: NoGame) -> Usage {
    match no_game {
        NoGame::Malformed(malformed) => Usage(malformed.message),
        other => Usage(other.to_string()),
    }
}

/// The game of this name.
pub(crate) fn game(name: &str) -> Result<&'static dyn Referee> {
    find(GAMES, name).map_err(|wrong| Usage::from(wrong).into())
}

/// A file, or standard input without a file or with `-`. An error ends with `meant`.
pub(crate) fn open_input(file: Option<&Path>, meant: &str) -> Result<unpack::Reader> {
    let Some(path) = file.filter(|path| *path != Path::new("-")) else { return Ok(Box::new(io::stdin())) };
    let unfit = |error: io::Error| Usage(format!("{}: {error}{meant}", path.display()));
    if std::fs::metadata(path).map_err(unfit)?.is_dir() {
        return Err(unfit(io::ErrorKind::IsADirectory.into()).into());
    }
    Ok(Box::new(File::open(path).map_err(unfit)?))
}

/// The lines of a file, or of standard input without a file or with `-`.
pub(crate) fn open_lines(file: Option<&Path>) -> Result<Lines<unpack::Reader>> {
    let game = GAMES.iter().map(|game| game.name()).find(|name| file == Some(Path::new(name)));
    let meant = hint(game.map(|name| format!("--game {name}")).as_deref(), String::new);
    Ok(Lines::new(open_input(file, &meant)?, LINE_LIMIT))
}

/// Passes on the lines of a file or of standard input. `take` gets each line and the output, which is flushed before
/// waiting for the next line, and says whether to stop. Returns whether the end was reached.
pub(crate) fn read_lines(
    file: Option<&Path>,
    output: &mut Output,
    mut take: impl FnMut(RawLine<'_>, &mut Vec<u8>) -> Result<bool>,
) -> Result<bool> {
    let mut lines = open_lines(file)?;
    loop {
        if lines.must_wait() && !output.buffer.is_empty() {
            output.flush()?;
        }
        let Some(line) = lines.next_line().context("cannot read the input")? else { return Ok(true) };
        if take(line, &mut output.buffer)? {
            return Ok(false);
        }
        output.relieve()?;
    }
}

/// Feeds a file or standard input to a stream. `hear` gets each answer and the output. Returns the faults, of which the
/// first has been told.
pub(crate) fn feed(
    stream: &mut Stream,
    file: Option<&Path>,
    output: &mut Output,
    mut hear: impl FnMut(&Answer<'_>, &mut Vec<u8>),
) -> Result<Faults> {
    let (mut begun, mut faults) = (false, Faults::default());
    let mut tell = |answer: &Answer<'_>, faults: &mut Faults, out: &mut Vec<u8>| {
        faults.hear(answer);
        hear(answer, out);
    };
    read_lines(file, output, |line, out| {
        let (RawLine::Whole(known) | RawLine::TooLong(known)) = line;
        // A game from the command line begins before the first line, not with it.
        if !begun && !known.trim_ascii().is_empty() {
            begun = true;
            if !is_header(known) {
                stream.open_own(&mut |answer| tell(answer, &mut faults, out))?;
                faults.reach(stream);
            }
        }
        let hear: &mut Hear<'_> = &mut |answer| tell(answer, &mut faults, out);
        match line {
            RawLine::Whole(line) => stream.put(Some(line), hear)?,
            RawLine::TooLong(beginning) => stream.too_long(beginning, hear)?,
        }
        faults.reach(stream);
        Ok(false)
    })?;
    Ok(faults)
}

/// The seed that is given, or one from the operating system.
pub(crate) fn seed_or_new(given: Option<u64>) -> Result<u64> {
    Ok(given.map_or_else(|| SysRng.try_next_u64(), Ok)?)
}

/// A secret of 128 bits from the operating system.
pub(crate) fn secret() -> Result<referee::commitment::Bits128> {
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes)?;
    Ok(referee::commitment::Bits128(bytes))
}

/// A progress bar on a terminal, unless it must stay hidden.
pub(crate) fn progress(length: u64, hidden: bool) -> indicatif::ProgressBar {
    if hidden || length < 2 {
        return indicatif::ProgressBar::hidden();
    }
    let style = indicatif::ProgressStyle::with_template("{bar:40} {pos}/{len}, {eta} left");
    indicatif::ProgressBar::new(length).with_style(style.unwrap_or_else(|_| indicatif::ProgressStyle::default_bar()))
}

/// The width of the terminal that standard output is; `None` if it is a file or a pipe.
pub(crate) fn terminal_width() -> Option<u16> {
    terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0)
}
