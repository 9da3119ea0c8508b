//! `referee watch`: serves pages on which a growing transcript can be watched.

use std::fs::File;
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use referee::judge::Emit;
use referee::lines::{Lines, RawLine};
use referee::stream::{Asked, Stream, Usage};
use referee::table::Next;
use referee::wire::{LINE_LIMIT, is_header};
use serde_json::Value;

use super::live::{self, Address, House, Shown, Spectator};
use super::numbers::{ANY, whole};
use super::{Exit, GameArgs, Output};

/// How often a file is looked at for more.
const LOOK: Duration = Duration::from_millis(200);

/// Arguments of `watch`.
#[derive(Args)]
#[command(after_help = "\
The server only shows: while a game is on what the public sees of it, whatever is asked, and everything once it is over. It \
answers only requests that name it by an address, by `localhost` or by the name given here, and serves at most 200 watchers. \
Pages load nothing from elsewhere. Its link is written to standard output; it runs until it is stopped.

A file may still be growing, such as the output of another program. `match --watch` and `tournament run --watch` serve the \
same pages for the games that they play.

Examples:
  referee watch fixtures/tectonic/play/first-game.jsonl --idle 1
  referee random --game wongar --seed 3 | referee watch - --listen 127.0.0.1:0 --idle 1")]
pub(crate) struct WatchArgs {
    /// The transcript, which may still be growing; - for standard input
    pub(crate) file: PathBuf,
    /// Where to serve: HOST:PORT, or a port of the loopback address [default: a free port of 127.0.0.1]
    #[arg(long, value_name = "ADDR", default_value = "", hide_default_value = true)]
    pub(crate) listen: Address,
    /// End after so many seconds in which nothing was read and nothing was asked for [default: never]
    #[arg(long, value_name = "SECONDS", value_parser = whole::<u64>(ANY), allow_negative_numbers = true)]
    pub(crate) idle: Option<u64>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
}

/// A file that is read as it grows, and from its beginning if it becomes shorter.
struct Growing {
    file: File,
    read: u64,
}

impl Read for Growing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.file.read(buffer)?;
            self.read += read as u64;
            if read > 0 {
                return Ok(read);
            }
            if self.file.metadata()?.len() < self.read {
                self.file.seek(SeekFrom::Start(0))?;
                self.read = 0;
                // It ends a line of which only a part was there.
                buffer[0] = b'\n';
                return Ok(1);
            }
            thread::sleep(LOOK);
        }
    }
}

/// Serves until it is stopped.
pub(crate) fn run(args: &WatchArgs) -> Result<Exit> {
    let asked = args.game.asked(None)?;
    let reader = opened(&args.file)?;
    let house = live::open(&args.listen, asked.clone())?;
    let mut output = Output::open();
    output.text(&format!("{}\n", house.link()));
    output.flush()?;
    let keeper = Arc::clone(&house);
    let mut reading = Some(thread::spawn(move || follow(&keeper, &asked, reader)));
    loop {
        thread::sleep(LOOK);
        if let Some(done) = reading.take_if(|reading| reading.is_finished()) {
            done.join().map_err(|_| anyhow!("the reader has failed"))??;
        }
        if args.idle.is_some_and(|idle| house.quiet() >= Duration::from_secs(idle)) {
            return Ok(Exit::Valid);
        }
    }
}

fn opened(path: &Path) -> Result<Box<dyn Read + Send>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let unfit = |error: io::Error| Usage(format!("{}: {error}", path.display()));
    let file = File::open(path).map_err(unfit)?;
    let kind = file.metadata().map_err(unfit)?;
    if kind.is_dir() {
        return Err(unfit(io::ErrorKind::IsADirectory.into()).into());
    }
    // A pipe has an end.
    Ok(if kind.is_file() { Box::new(Growing { file, read: 0 }) } else { Box::new(file) })
}

/// Passes on the games of a stream until it ends.
fn follow(house: &Arc<House>, asked: &Asked, reader: Box<dyn Read + Send>) -> Result<()> {
    let mut lines = Lines::new(reader, LINE_LIMIT);
    let mut games = 0_u64;
    let mut now: Option<(Spectator, Stream)> = None;
    while let Some(line) = lines.next_line().context("cannot read the input")? {
        let line = match line {
            RawLine::Whole(line) if line.trim_ascii().is_empty() => continue,
            RawLine::Whole(line) => line,
            RawLine::TooLong(beginning) => beginning,
        };
        if now.is_none() || is_header(line) {
            games += 1;
            let (title, names) = called(line, asked);
            now = Some((
                house.begin(&games.to_string(), &title, Shown::Named(names), true),
                Stream::new(asked.clone(), Emit::NONE),
            ));
        }
        let Some((spectator, stream)) = &mut now else { continue };
        // It is judged only to know when it is over.
        let mut over = false;
        stream.put(Some(line), &mut |answer| over = answer.game.is_some_and(|game| game.next() == Next::Over))?;
        spectator.tell(&[line, b"\n"].concat());
        if over {
            spectator.reveal();
        }
    }
    Ok(())
}

/// The game and the players that a header names.
fn called(header: &[u8], asked: &Asked) -> (String, Vec<String>) {
    let header: Value = serde_json::from_slice(header).unwrap_or_default();
    let game = header["game"].as_str().or(asked.game.as_deref()).unwrap_or_default();
    let title = super::game(game).map_or_else(|_| "a game".to_owned(), |game| game.title().to_owned());
    let names = header["names"].as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned);
    (title, names.collect())
}
