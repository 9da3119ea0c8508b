//! `referee show`: draws the position that a stream reaches.

use std::io::{IsTerminal, stdout};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};
use referee::game::Player;
use referee::game::picture::Picture;
use referee::judge::answer::{About, Answer};
use referee::judge::{FalseView, Unseen};
use referee::render::svg::svg;
use referee::render::text::{Style, text};
use referee::stream::Usage;
use referee::text::count;
use referee::wire::Viewer;

use super::faults::broken_rules;
use super::numbers::{ANY, seed, whole};
use super::record::{Last, is_redacted, judged};
use super::{Exit, GameArgs, Output, remark};

/// Arguments of `show`.
#[derive(Args)]
#[command(after_help = "\
Shows the last of several games. Without --for, the picture shows what everybody may know; nothing is hidden once a \
game is over. Refused lines of the stream change nothing; standard error describes the first one, as far as the \
viewer may know it, and counts the others.

What was written for one viewer (by play --emit view:N, or for a seat of a match) is drawn for that viewer also where it \
cannot be judged: from its views, and from what the viewer saw between them. A line that is a view by itself, or the \
answer to the query of one, is drawn if --game names its game. A view that no position has is refused.

Examples:
  referee show --game tectonic < /dev/null
  referee show fixtures/wigwam/play/first-game.jsonl --at 12
  referee random --game wangdo --seed 7 | referee show --at 100 --for 1 --ascii
  referee random --game wongar --seed 7 --emit view:1 | referee show --for 1
  referee show fixtures/wongar/play/worked-example.jsonl --format svg")]
pub(crate) struct ShowArgs {
    /// The stream; by default or with -, standard input
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) game: GameArgs,
    /// The seed of the draws, for streams whose header has none
    #[arg(long, value_name = "SEED", value_parser = seed, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Show the position after event N (the `n` of an answer) instead of the last; 0 is the start
    #[arg(long, value_name = "N", value_parser = whole::<u64>(ANY), allow_negative_numbers = true)]
    pub(crate) at: Option<u64>,
    /// For which viewer: a player's number, or public
    #[arg(long = "for", value_name = "WHO", default_value = "public")]
    pub(crate) viewer: Viewer,
    /// How to draw it
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// Write the text in ASCII only
    #[arg(long)]
    pub(crate) ascii: bool,
}

/// The format of a picture.
#[derive(Copy, Clone, Eq, PartialEq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For terminals, with colours if standard output is one
    Text,
    /// An image
    Svg,
}

/// The player whose picture was requested, `None` for the public's; refuses a player who does not sit at the table.
pub(crate) fn at_table(viewer: Viewer, players: u8) -> Result<Option<Player>, Usage> {
    if viewer.is_at(players) {
        return Ok(viewer.player());
    }
    Err(Usage(format!("--for {viewer}: there is no such player in this game")))
}

/// What has been seen of the last game.
struct Seen<'a> {
    args: &'a ShowArgs,
    /// The requested picture, if it has been reached.
    shown: Option<Picture>,
    /// The number of events seen.
    reached: Option<u64>,
    /// Whether the rest is hidden.
    hidden: bool,
    /// Whether all of the game is hidden.
    start_hidden: bool,
}

impl Seen<'_> {
    fn look(&mut self, answer: &Answer<'_>) -> Result<()> {
        let Some(told) = answer.told(None) else { return Ok(()) };
        let begins = matches!(told.about(), About::Header(_) | About::HiddenHeader(_));
        if begins {
            *self = Seen { args: self.args, shown: None, reached: None, hidden: false, start_hidden: false };
        }
        self.start_hidden |= matches!(told.about(), About::HiddenHeader(_));
        let Some(game) = answer.game.filter(|_| !self.hidden && !matches!(told.about(), About::Left)) else {
            return Ok(());
        };
        self.hidden = is_redacted(answer);
        // An undo leads back to a position already drawn.
        let back = self.reached > Some(game.n());
        let last = self.hidden && self.args.at.is_none();
        if !self.hidden {
            self.reached = Some(game.n());
        }
        if last || (!self.hidden && self.reached == self.args.at && !back) {
            self.shown = Some(game.picture(at_table(self.args.viewer, game.players())?));
        }
        Ok(())
    }
}

/// Draws the position.
pub(crate) fn run(args: &ShowArgs) -> Result<Exit> {
    if args.ascii && args.format == Format::Svg {
        return Err(Usage("--ascii needs --format text".to_owned()).into());
    }
    let asked = args.game.asked(args.seed)?;
    let mut seen = Seen { args, shown: None, reached: None, hidden: false, start_hidden: false };
    let last = Some(Last { at: args.at });
    let (mut stream, exit) = judged(&asked, args.file.as_deref(), Some(args.viewer), last, |answer| {
        seen.look(answer).map(ControlFlow::Continue)
    })?;
    if let (None, false, Some(game)) = (args.at, seen.hidden, stream.look()) {
        seen.shown = Some(game.picture(at_table(args.viewer, game.players())?));
    }
    if seen.shown.is_none() || args.at.is_none() {
        match stream.imagine() {
            Some(Ok((game, complete))) => {
                seen.reached = Some(game.n());
                (seen.hidden, seen.start_hidden) = (!complete, false);
                if args.at.is_none_or(|at| at == game.n()) {
                    seen.shown = Some(game.picture(at_table(args.viewer, game.players())?));
                }
            }
            Some(Err(Unseen::NoSuchPlayer { players })) => drop(at_table(args.viewer, players)?),
            Some(Err(Unseen::False { line, why })) => {
                let (exit, why) = false_view(&why, args.viewer);
                remark(&format!("line {line}: {why}"));
                return Ok(exit);
            }
            Some(Err(Unseen::Hidden)) | None => {}
        }
    }
    let Seen { shown, reached, hidden, start_hidden, .. } = seen;
    if let (true, Some(n)) = (hidden && shown.is_some() && args.at.is_none(), reached) {
        remark(&format!("what happened after event {n} is hidden, so this is the last position that can be shown"));
    }
    let Some(picture) = shown else {
        let why = match (reached, args.at) {
            (Some(n), Some(at)) if hidden => {
                format!("--at {at}: the last position that is certain here is that after event {n}")
            }
            (Some(n), Some(at)) => format!("--at {at}: the game has {n} events"),
            _ if start_hidden => "the start of the game is hidden".to_owned(),
            // The fault has already been reported.
            _ if exit != Exit::Valid => return Ok(exit),
            _ => "there is no game to show; name one with --game or give a stream".to_owned(),
        };
        return Err(Usage(why).into());
    };
    let mut output = Output::open();
    match args.format {
        Format::Text => output.text(&text(&picture, Style { ascii: args.ascii, colour: colours(&stdout()) })),
        Format::Svg => output.text(&svg(&picture)),
    }
    output.end(exit)
}

/// What is wrong with a view, in words, and the exit code.
fn false_view(why: &FalseView, viewer: Viewer) -> (Exit, String) {
    let whose = |viewer: Viewer| match viewer {
        Viewer::Public => "the public".to_owned(),
        Viewer::Player(player) => player.to_string(),
    };
    let exit = if matches!(why, FalseView::Malformed(_)) { Exit::Malformed } else { Exit::Fault };
    let said = match why {
        FalseView::Malformed(message) => format!("the view cannot be read: {message}"),
        FalseView::Refused(broken) => format!("no position has this view: {}", broken_rules(broken)),
        FalseView::Players(players) => format!("the view is of a game with {}", count(*players, "player")),
        FalseView::Differs(Some(other)) => {
            format!("this is what {} sees, not {}; add --for {other}", whose(*other), whose(viewer))
        }
        FalseView::Differs(None) => format!("this is not what {} sees of any position", whose(viewer)),
    };
    (exit, said)
}

/// Whether this stream is a terminal that should show colours.
pub(crate) fn colours(stream: &impl IsTerminal) -> bool {
    let unset = |name: &str| std::env::var_os(name).is_none_or(|value| value.is_empty());
    stream.is_terminal() && unset("NO_COLOR") && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}
