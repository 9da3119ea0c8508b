//! `referee replay`: writes a page on which games can be looked at step by step.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use referee::bots::cause;
use referee::game::Player;
use referee::game::picture::Picture;
use referee::games::GAMES;
use referee::judge::{Judge, Listing};
use referee::registry::find;
use referee::render::Refusal;
use referee::render::page::{Legal, Page, Step};
use referee::stream::Usage;
use referee::table::OF_SEED;
use referee::text::{count, escaped, words};
use referee::wire::{Viewer, is_header};
use serde_json::Value;

use super::numbers::{ANY, seed, whole};
use super::record::{Record, is_redacted, record};
use super::show::at_table;
use super::{Exit, GameArgs, Output, remark};

/// Arguments of `replay`.
#[derive(Args)]
#[command(after_help = "\
The page is one file that needs no network. It shows every position of every game of the stream, what happened, what was \
refused and why, and what was legal. Without --for it can be looked at with everything laid open, or as the public or any \
player sees it: then all of that is in the file, and whoever opens it can read every player's secrets. With --for the file holds what one \
viewer may know, and nothing else.

Examples:
  referee replay fixtures/tectonic/play/first-game.jsonl
  referee random --game wongar --seed 3 | referee replay --for 1
  referee random --game wigwam --seed 1 --games 3 | referee replay -o /dev/stdout")]
pub(crate) struct ReplayArgs {
    /// The stream; - or nothing is standard input
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The seed of the draws, for streams whose header has none
    #[arg(long, value_name = "SEED", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Write the page to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// For whom, and for nobody else: a player's number, or public
    #[arg(long = "for", value_name = "WHO")]
    pub(crate) viewer: Option<Viewer>,
    /// How many legal actions are listed at each step; their number is always said
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = whole::<usize>(ANY), allow_negative_numbers = true)]
    pub(crate) legal: usize,
}

/// The page while it is written.
struct Writer<'a> {
    args: &'a ReplayArgs,
    page: Page,
    /// For whom the present game is written; nothing is hidden from `None`.
    viewers: Vec<Option<Viewer>>,
}

/// Writes the page.
pub(crate) fn run(args: &ReplayArgs) -> Result<Exit> {
    let asked = args.game.asked(args.seed)?;
    let Record { lines, exit, mut again } = record(&asked, args.file.as_deref(), false, args.viewer)?;
    let mut writer = Writer { args, page: Page::default(), viewers: Vec::new() };
    let mut answers = Vec::new();
    for line in lines.split_inclusive(|byte| *byte == b'\n') {
        answers.clear();
        if is_redacted(line) {
            remark("the rest of the game is hidden");
        }
        // Who may hear of a line is a matter of the position before it.
        let heard: Vec<bool> = again.judge().map(|judge| writer.hear(judge, line)).unwrap_or_default();
        again.line(Some(line), &mut answers)?;
        let Some(judge) = again.judge() else { continue };
        if is_header(line) {
            judge.watch();
            writer.begin(judge)?;
            writer.step(judge, &Value::Null, &heard);
        } else if let Ok(answer) = serde_json::from_slice::<Value>(line)
            && !answer["query"].is_object()
            && !["legal", "state", "view"].iter().any(|query| answer["query"] == *query)
        {
            writer.step(judge, &answer, &heard);
        }
    }
    if writer.page.games() == 0 {
        if exit != Exit::Valid {
            remark("no game could be judged");
            return Ok(exit);
        }
        return Err(Usage("there is no game to write down; name one with --game or give a stream".to_owned()).into());
    }
    let mut output = Output::to(args.output.as_deref())?;
    output.text(&writer.page.html());
    output.flush()?;
    Ok(exit)
}

impl Writer<'_> {
    /// Begins a game.
    fn begin(&mut self, judge: &dyn Judge) -> Result<(), Usage> {
        let players = judge.players();
        self.viewers = if let Some(viewer) = self.args.viewer {
            at_table(viewer, players)?;
            vec![Some(viewer)]
        } else {
            let everybody = std::iter::once(Viewer::Public).chain(Player::all(players).map(Viewer::Player));
            // Where nothing is hidden the public sees everything.
            judge.has_secrets().then_some(None).into_iter().chain(everybody.map(Some)).collect()
        };
        let picture = judge.picture(None);
        let name = |viewer: &Option<Viewer>| match viewer {
            None => "everybody together".to_owned(),
            Some(Viewer::Public) => "the public".to_owned(),
            Some(Viewer::Player(player)) => picture.name(*player).to_owned(),
        };
        let names: Vec<String> = self.viewers.iter().map(name).collect();
        self.page.game(&picture.title, &names);
        Ok(())
    }

    /// Which viewers may hear all that a line says.
    fn hear(&self, judge: &dyn Judge, line: &[u8]) -> Vec<bool> {
        let answer = serde_json::from_slice(line).unwrap_or_default();
        self.viewers.iter().map(|viewer| judge.hears(*viewer, &answer)).collect()
    }

    /// Adds a step for every viewer. `answer`: the line; `null` for the header.
    fn step(&mut self, judge: &mut dyn Judge, answer: &Value, heard: &[bool]) {
        let event = find(GAMES, &judge.header().game).ok().and_then(|game| game.in_words(answer));
        for (at, viewer) in self.viewers.iter().enumerate() {
            let picture = viewer.map_or_else(|| judge.all_hands(), |viewer| judge.picture(viewer.player()));
            // No player is told what the seed gives, and a line that cannot be read may be a header with its seed.
            let seed = answer["malformed"].is_object() || tells_seed(answer);
            let own = heard.get(at).copied().unwrap_or(true) && !(seed && self.args.viewer.is_some());
            let refused = answer["violations"].is_array().then(|| if own { Refusal::of(answer) } else { Vec::new() });
            let listing = judge.listing(*viewer, self.args.legal);
            let words = told(&picture, event.as_deref(), answer, own);
            let step = Step { words, refused, legal: listing.map(legal) };
            self.page.step(at, &picture, step);
        }
    }
}

/// Whether the reasons of a refusal name what the seed gives.
fn tells_seed(answer: &Value) -> bool {
    answer["violations"].as_array().into_iter().flatten().any(|one| OF_SEED.iter().any(|rule| one["rule"] == *rule))
}

/// What happened, in words. `event`: the action or the draw of the line. `own`: the viewer may hear all of it.
fn told(picture: &Picture, event: Option<&str>, answer: &Value, own: bool) -> String {
    let refused = answer["violations"].is_array();
    let named = |player: &Value| {
        let player = player.as_u64().and_then(|player| u8::try_from(player).ok()).map(Player)?;
        Some(match picture.name(player) {
            "" => player.to_string(),
            name => name.to_owned(),
        })
    };
    let tried = || match (event, &answer["pick"]) {
        (Some(event), _) => event.to_owned(),
        (None, Value::Null) => "a ruling".to_owned(),
        (None, pick) => format!("pick {}", words(pick)),
    };
    match answer {
        Value::Null => "The start".to_owned(),
        _ if refused && !own => "A line was refused; it is withheld from this viewer".to_owned(),
        _ if refused && answer["query"].is_string() => format!("{} refused", words(&answer["query"])),
        _ if refused && !answer["chance"].is_null() => format!("drawing {} refused", event.unwrap_or_default()),
        _ if refused => {
            let name = named(&answer["player"]).map(|name| format!("{name}: ")).unwrap_or_default();
            format!("{name}{} refused", tried())
        }
        _ if answer["malformed"].is_object() => match answer["malformed"]["message"].as_str().filter(|_| own) {
            Some(message) => format!("A line is not of the protocol: {}", escaped(message)),
            None => "A line is not of the protocol".to_owned(),
        },
        _ if answer["query"] == "undo" => format!("Taken back: {}", count(words(&answer["undone"]), "step")),
        _ if answer["forfeit"].is_object() => {
            let name = named(&answer["forfeit"]["player"]).unwrap_or_default();
            format!("{name} loses: {}", cause::told(&answer["forfeit"]["cause"]))
        }
        _ if answer["abort"].is_object() => format!("Called off: {}", cause::told(&answer["abort"]["cause"])),
        _ if answer["outcome"].is_object() => "The end".to_owned(),
        _ if answer["truncated"].is_object() => "The record ends here".to_owned(),
        _ => picture.last.clone(),
    }
}

fn legal(listing: Listing) -> Legal {
    let Listing { first, count, exhaustive } = listing;
    Legal { first, count, exhaustive }
}
