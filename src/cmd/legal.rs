//! `referee legal`: the legal actions at the end of each game of a stream.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use referee::judge::answer::{About, Answer};
use referee::judge::{Emit, Scribe};
use referee::stream::Stream;
use referee::wire::{Awaited, Object, Remark};

use super::{Exit, GameArgs, Output, feed};

/// Arguments of `legal`.
#[derive(Args)]
#[command(after_help = "\
Writes one line for each header of the stream, with the number of the header's line and its note: what the game waits \
for, and the legal actions, or the possible draws with their weights. A list has at most 4096 actions; `exhaustive` \
tells whether these are all. A header that begins no game is answered with its fault, as by `referee play`. Other \
refused lines change nothing; standard error describes the first one and counts the others.

Examples:
  echo '{\"referee\":1,\"game\":\"tectonic\"}' | referee legal
  referee legal --game tectonic --option setup=S3 < /dev/null
  referee legal fixtures/tectonic/play/first-game.jsonl")]
pub(crate) struct LegalArgs {
    /// The stream; by default or with -, standard input
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The seed of the draws, for streams whose header has none
    #[arg(long, value_name = "SEED", value_parser = super::numbers::seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

/// Lists the legal actions.
pub(crate) fn run(args: &LegalArgs) -> Result<Exit> {
    let mut output = Output::open();
    let mut stream = Stream::new(args.game.asked(args.seed)?, Emit::NONE);
    let mut lister = Lister::default();
    let hear = |answer: &Answer<'_>, out: &mut Vec<u8>| lister.hear(answer, out);
    let mut faults = feed(&mut stream, args.file.as_deref(), &mut output, hear)?;
    stream.close(&mut |answer| {
        faults.hear(answer);
        lister.hear(answer, &mut output.buffer);
    })?;
    faults.tell_rest(faults.position());
    output.end(Exit::of(stream.tally))
}

/// Writes one line for each header, and for the game of the command line.
#[derive(Default)]
struct Lister {
    /// The line of the header of the current game; 0: the command line began it.
    line: u64,
    /// The note of that header.
    note: Option<String>,
}

impl Lister {
    /// Takes an answer. At the end of a game, writes what is legal. If the list cannot be given, what stands in its place is
    /// the fault of the header, or what is hidden.
    fn hear(&mut self, answer: &Answer<'_>, out: &mut Vec<u8>) {
        let Some(told) = answer.told(None) else { return };
        if answer.fate.redacted && !answer.header {
            let mut object = Object::open(out);
            let next = answer.next.map(|next| Awaited::from(Some(next)));
            object.field("redacted", &Remark { line: Some(answer.number), next });
            object.maybe("line", (self.line > 0).then_some(&self.line));
            self.end(object);
        } else if answer.fate.redacted || (answer.header && answer.game.is_none()) {
            Scribe { numbered: true, ..Scribe::default() }.write(answer, out);
        } else if let About::Header(_) = told.about() {
            *self = Lister { line: answer.number, note: told.note().map(str::to_owned) };
        } else if let (About::Left, Some(game)) = (told.about(), answer.game) {
            let mut object = Object::open(out);
            object.maybe("line", (self.line > 0).then_some(&self.line));
            object.field("next", &game.next());
            game.write_listing(Emit::LEGAL, &mut object);
            self.end(object);
        }
    }

    /// Ends the line of the current game.
    fn end(&self, mut object: Object<'_>) {
        if let Some(note) = &self.note {
            object.spare("note", note);
        }
        object.end_line();
    }
}
