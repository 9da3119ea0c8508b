//! `referee play`: judges a stream as it arrives.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use clap::builder::TypedValueParser as _;
use referee::game::Player;
use referee::game::picture::Picture;
use referee::judge::{Emit, Memory};
use referee::lines::RawLine;
use referee::render::text::{Style, text};
use referee::stream::Room;
use referee::table::Next;
use referee::text::{count, escaped};
use referee::wire::{Viewer, is_header, names_table};

use super::show::colours;
use super::{Exit, GameArgs, Output, known, read_lines, remark};

/// Arguments of `play`.
#[derive(Args)]
#[command(after_help = "\
Who draws: with a seed, in the header or by --seed, the referee draws cards, tiles and dice itself and records the \
results. Without one it waits for the draws: each is a line, such as {\"chance\":{\"token\":\"bear\"}}, and the \
answer to {\"query\":\"legal\"} lists what can be drawn.

Many games at a time: a line that names a table, such as {\"table\":\"a7\",\"pick\":3}, belongs to a game of its own, \
and its answers name the table, too. At most 256 tables can have a name; {\"table\":\"a7\",\"close\":true} frees one.

Examples:
  referee play fixtures/tectonic/play/first-game.jsonl
  echo '{\"action\":{\"move\":{\"from\":\"c1\",\"to\":\"c5\"}}}' | referee play --game tectonic
  referee play --show fixtures/wigwam/play/first-game.jsonl
  echo '{\"query\":\"undo\"}' | referee play --resume fixtures/wigwam/play/first-game.jsonl --emit none
  echo '{\"query\":\"legal\"}' | referee play --game tectonic --option setup=S2 --emit none")]
pub(crate) struct PlayArgs {
    /// The stream; by default or with -, standard input
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// Read this file first, the output of an earlier run, and go on with the last game of each table: in the file draws are given, and
    /// after it the referee makes them from the seed
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// The seed of the draws, for streams whose header has none
    #[arg(long, value_name = "SEED", value_parser = super::numbers::seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// What to add to every line at which a player must act: state, view:actor (that player's view), view:N, legal,
    /// legal_ids, digest or none; view:N never writes anything that player N may not know
    #[allow(clippy::doc_markdown, reason = "a person types it without backticks")]
    #[arg(long, value_name = "WHAT", default_value = "state", value_parser = known::EMIT.try_map(|text| text.parse::<Emit>()), hide_possible_values = true)]
    pub(crate) emit: Emit,
    /// Draw the position on standard error whenever it changes; the public's picture, or the viewer's with --emit view:N
    #[arg(long)]
    pub(crate) show: bool,
    /// Stop at the first line that is refused, contradicted or malformed; end with code 6 if there was none but not
    /// everything could be judged
    #[arg(long)]
    pub(crate) strict: bool,
}

/// Draws the positions of a stream for a person.
struct Easel {
    viewer: Option<Player>,
    /// The last table and position drawn, if its game is still in progress.
    drawn: Option<(String, Picture)>,
}

impl Easel {
    /// Draws the position of the table to which the last line belonged, unless it was the last one drawn.
    fn draw(&mut self, room: &Room) {
        let Some((table, stream)) = room.last() else { return };
        let Some(game) = stream.look() else { return self.drawn = None };
        let picture = game.picture(self.viewer);
        if self.drawn.as_ref().is_none_or(|drawn| (&*drawn.0, &drawn.1) != (table, &picture)) {
            let style = Style { ascii: false, colour: colours(&io::stderr()) };
            let heading = if table.is_empty() { String::new() } else { format!("Table {}: ", escaped(table)) };
            // If standard error is closed, there is no reader left.
            let _ = writeln!(io::stderr(), "{heading}{}", text(&picture, style));
            self.drawn = Some((table.to_owned(), picture));
        }
    }
}

/// Judges a stream.
pub(crate) fn run(args: &PlayArgs) -> Result<Exit> {
    let mut output = Output::open();
    let mut asked = args.game.asked(args.seed)?;
    asked.numbered = args.resume.is_none() && args.file.as_deref().is_some_and(|file| file != Path::new("-"));
    asked.resumes = args.resume.is_some();
    let mut room = Room::new(asked, args.emit);
    if args.show {
        room.watch(Memory::Lines);
    }
    let mut easel = Easel { viewer: args.emit.viewer.and_then(Viewer::player), drawn: None };
    // A person at a terminal needs a hint before the first header. Elsewhere the first line may be a header.
    let fresh = args.game.game.is_some() && args.resume.is_none();
    if fresh && args.file.is_none() && io::stdin().is_terminal() {
        room.begin(&mut output.buffer)?;
        output.flush()?;
        if room.last().and_then(|(_, stream)| stream.look()).is_some_and(|game| game.next() == Next::Chance) {
            remark(
                "hint: without a seed you make the draws: {\"query\":\"legal\"} lists what can be drawn, and a draw is a \
                 line such as {\"chance\":{\"token\":\"bear\"}}. With --seed the referee draws",
            );
        }
        if args.show {
            easel.draw(&room);
        }
    }
    let mut begun = false;
    let mut judge = |line: RawLine<'_>, room: &mut Room, out: &mut Vec<u8>| {
        let mut look = |room: &Room| {
            if args.show {
                easel.draw(room);
            }
            args.strict && !room.is_clean()
        };
        // A game from the command line begins before its first line, not with it.
        if !begun && is_for_it(&line) {
            begun = true;
            room.begin(out)?;
            if look(room) {
                return Ok(true);
            }
        }
        match line {
            RawLine::Whole(line) => room.line(line, out)?,
            RawLine::TooLong(beginning) => room.too_long(beginning, out)?,
        }
        Ok(look(room))
    };
    let mut to_the_end = Ok(true);
    if args.resume.is_some() {
        to_the_end = read_lines(args.resume.as_deref(), &mut output, |line, out| judge(line, &mut room, out));
        room.go_on(&mut output.buffer);
        // A client that resumes a game may wait for what was saved.
        output.flush()?;
    }
    if matches!(to_the_end, Ok(true)) {
        to_the_end = read_lines(args.file.as_deref(), &mut output, |line, out| judge(line, &mut room, out));
    }
    // Lines answered before a command-line fault still count.
    if !matches!(to_the_end, Ok(true)) {
        output.flush()?;
    }
    if to_the_end? {
        room.end(&mut output.buffer)?;
        output.flush()?;
    }
    let tally = room.tally();
    if tally.skipped > 0 {
        remark(&format!("skipped {} added by an earlier run", count(tally.skipped, "remark")));
    }
    if tally.redacted > 0 {
        let games = count(tally.redacted, "game");
        let left = match tally.unjudged {
            0 => String::new(),
            unjudged => format!("; {} left unjudged", count(unjudged, "line")),
        };
        remark(&format!("{games} could not be judged to the end because something is hidden{left}"));
    }
    Ok(if args.strict { Exit::strictly_of(tally) } else { Exit::of(tally) })
}

/// Whether a line is for a game that has begun without a header.
fn is_for_it(line: &RawLine<'_>) -> bool {
    match line {
        RawLine::Whole(line) => !line.trim_ascii().is_empty() && !is_header(line) && !names_table(line),
        RawLine::TooLong(beginning) => !is_header(beginning) && !names_table(beginning),
    }
}
