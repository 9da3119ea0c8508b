//! `referee replay`: writes a page to look at games step by step.

use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use referee::stream::Usage;
use referee::text::{count, is_are};
use referee::wire::Viewer;

use super::numbers::{ANY, seed, whole};
use super::record::{is_redacted, judged};
use super::steps::Steps;
use super::{Exit, GameArgs, Output, remark};

/// The most steps that a page shows: a browser takes some seconds to read them.
const MOST_STEPS: usize = 4096;
/// The most pictures that are drawn for it, which takes a second or two.
const MOST_PICTURES: usize = 4096;

/// How many legal actions are listed at a step, unless the command line says otherwise.
pub(crate) const LISTED: usize = 30;

/// Arguments of `replay`.
#[derive(Args)]
#[command(after_help = "\
The page is one file that needs no network. It shows every position of every game of the stream, what happened, what \
was refused and why, and what was legal. Without --for, the page can show everything, or what the public or any \
player sees: all of that is in the file, and anyone who opens it can read every player's secrets. With --for, the \
file holds only what that viewer may know. A page has at most 4096 steps, whether of one game or of many, and \
in games with secrets at most 4096 pictures, at each step one for each viewer. Later lines are judged only, and \
standard error says how many steps are missing.

Examples:
  referee replay fixtures/tectonic/play/first-game.jsonl
  referee random --game wongar --seed 3 | referee replay --for 1
  referee random --game wigwam --seed 1 --games 3 | referee replay -o /dev/stdout")]
pub(crate) struct ReplayArgs {
    /// The stream; by default or with -, standard input
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The seed of the draws, for streams whose header has none
    #[arg(long, value_name = "SEED", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Write the page to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write only what this viewer may know: a player's number, or public
    #[arg(long = "for", value_name = "WHO")]
    pub(crate) viewer: Option<Viewer>,
    /// The most legal actions listed at each step; the total is always shown
    #[arg(long, value_name = "N", default_value_t = LISTED, value_parser = whole::<usize>(ANY), allow_negative_numbers = true)]
    pub(crate) legal: usize,
}

/// Writes the page.
pub(crate) fn run(args: &ReplayArgs) -> Result<Exit> {
    let asked = args.game.asked(args.seed)?;
    let mut steps = Steps::new(args.viewer, args.legal);
    let (mut missing, mut shown) = (0, 0);
    let (_, exit) = judged(&asked, args.file.as_deref(), args.viewer, None, |answer| {
        if is_redacted(answer) {
            remark("the rest of the game is hidden");
        }
        if missing == 0 && steps.page.steps() < MOST_STEPS && steps.pictures < MOST_PICTURES {
            steps.look(answer)?;
            shown = steps.page.steps();
            return Ok(ControlFlow::Continue(()));
        }
        missing += u64::from(Steps::is_step(answer));
        Ok(ControlFlow::Break(()))
    })?;
    if missing > 0 {
        remark(&format!(
            "the page shows the first {shown} steps; {} {} not in it",
            count(missing, "more step"),
            is_are(missing)
        ));
    }
    if steps.page.games() == 0 {
        if exit != Exit::Valid {
            remark("no game could be judged");
            return Ok(exit);
        }
        return Err(Usage("there is no game to write; name one with --game or give a stream".to_owned()).into());
    }
    let mut output = Output::to(args.output.as_deref())?;
    output.text(&steps.page.html());
    output.end(exit)
}
