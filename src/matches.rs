//! Games between bots: matches and tournaments, with their results as data.
//!
//! ```
//! use referee::matches::Match;
//!
//! let report = Match::new("wigwam")?.bot("@random").bot("@random").games(2).seed(1).play()?;
//! assert_eq!(report.games[0].bots, ["@random", "@random#2"]);
//! assert!(report.games[0].places.is_some());
//! assert_eq!(report.summary.games, 2);
//! # Ok::<(), referee::matches::NotPlayed>(())
//! ```
//!
//! A bot is a built-in player (`@random`, `@mcts`, `@mcts:PLAYOUTS`) or the command of a program, as in `referee match
//! --bot`; `referee protocol` describes what a program reads and writes. Programs play on Linux only, and only there
//! is this module. They are started by the program `referee` of the same version as this library: by the one on the
//! `PATH`, or by the file that [`Match::program`] names.
//!
//! A process that lets programs play becomes a judge and remains one: others of the same user cannot inspect it, and it
//! adopts what bots leave behind and ends it. Children that it has started itself and that stay in its session are left
//! alone.

#[doc(hidden)]
pub mod crew;
#[doc(hidden)]
pub mod entrants;
#[doc(hidden)]
pub mod fingerprints;
#[doc(hidden)]
pub mod planned;
#[doc(hidden)]
pub mod series;
#[doc(hidden)]
pub mod start_probe;
#[doc(hidden)]
pub mod tally;
mod tournament;
#[doc(hidden)]
pub mod worker;

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde_json::{Map, Value};

use self::entrants::{Contender, Entrant, RunBy, Runner, distinguish, entrant};
use self::series::Series;
use self::start_probe::started;
use self::tally::MatchTally;
pub use self::tournament::Tournament;
use self::worker::Setting;
#[doc(inline)]
pub use crate::bots::attempts::Attempts;
#[doc(inline)]
pub use crate::bots::cause::{Cause, OnIllegal};
#[doc(inline)]
pub use crate::bots::clock::Clock;
#[doc(inline)]
pub use crate::bots::limits::Limits;
use crate::bots::program;
use crate::bots::sandbox::Sandbox;
#[doc(inline)]
pub use crate::bots::told::{GameLine, MatchSummary, Total};
use crate::bots::watch::{become_judge, entropy};
use crate::commitment::Bits128;
#[doc(inline)]
pub use crate::contest::record::{GameResult, Planned};
#[doc(inline)]
pub use crate::contest::report::Report as Standings;
use crate::games::GAMES;
use crate::registry::{Referee, find, for_players};
use crate::stream::Usage;
use crate::strict::Malformed;

/// Why a game was not played.
///
/// ```
/// use referee::matches::{Match, NotPlayed};
///
/// let alone = Match::new("wigwam").and_then(|one| one.bot("@random").play());
/// // What cannot be played is told before anything is started.
/// assert!(matches!(alone, Err(NotPlayed::Unfit(_))));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum NotPlayed {
    /// What was asked for cannot be played.
    Unfit(String),
    /// The system failed; what it should have done, and why it did not.
    Failed(String, io::Error),
}

impl NotPlayed {
    /// The failure to do something.
    pub(crate) fn at(what: impl fmt::Display) -> impl FnOnce(io::Error) -> NotPlayed {
        move |error| NotPlayed::Failed(what.to_string(), error)
    }
}

impl fmt::Display for NotPlayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotPlayed::Unfit(why) => f.write_str(why),
            NotPlayed::Failed(what, error) => write!(f, "{what}: {error}"),
        }
    }
}

impl std::error::Error for NotPlayed {}

impl From<Malformed> for NotPlayed {
    fn from(wrong: Malformed) -> NotPlayed {
        NotPlayed::Unfit(wrong.to_string())
    }
}

impl From<Usage> for NotPlayed {
    fn from(Usage(why): Usage) -> NotPlayed {
        NotPlayed::Unfit(why)
    }
}

/// A match: bots play each other, game after game, and move on by one seat each time.
///
/// ```
/// use referee::matches::{Match, NotPlayed};
///
/// let pair = Match::new("tectonic")?.option("setup", "S2").bot("@random").bot("@random").seed(3);
/// let [one, same] = [pair.play()?, pair.play()?];
/// // With a seed a match of built-in bots can be repeated.
/// assert_eq!(one.games[0].places, same.games[0].places);
/// # Ok::<(), NotPlayed>(())
/// ```
#[derive(Clone)]
pub struct Match {
    game: &'static dyn Referee,
    bots: Vec<String>,
    games: u64,
    at_once: usize,
    seed: Option<u64>,
    options: Map<String, Value>,
    limits: Limits,
    sandbox: Option<Vec<PathBuf>>,
    program: Option<PathBuf>,
}

impl Match {
    /// A match of the game with this name in the protocol, such as `we-will-wok-you`.
    pub fn new(game: &str) -> Result<Match, NotPlayed> {
        Ok(Match::of(find(GAMES, game)?))
    }

    /// A match of a game of your own registry.
    pub fn of(game: &'static dyn Referee) -> Match {
        Match {
            game,
            bots: Vec::new(),
            games: 1,
            at_once: 1,
            seed: None,
            options: Map::new(),
            limits: Limits::default(),
            sandbox: None,
            program: None,
        }
    }

    /// With one more bot, one for each player: a built-in player, or a command. No shell runs it.
    #[must_use]
    pub fn bot(mut self, bot: &str) -> Match {
        self.bots.push(bot.to_owned());
        self
    }

    /// With this many games instead of one.
    #[must_use]
    pub fn games(self, games: u64) -> Match {
        Match { games, ..self }
    }

    /// With this many games at the same time, each with processes of its own.
    #[must_use]
    pub fn at_once(self, at_once: usize) -> Match {
        Match { at_once, ..self }
    }

    /// With a seed, for tests: without one the operating system supplies a secret, which bots cannot guess.
    #[must_use]
    pub fn seed(self, seed: u64) -> Match {
        Match { seed: Some(seed), ..self }
    }

    /// With a rule option, such as `.option("setup", "S2")`.
    #[must_use]
    pub fn option(mut self, name: &str, value: impl Into<Value>) -> Match {
        self.options.insert(name.to_owned(), value.into());
        self
    }

    /// With these limits of the bots instead of the usual ones.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Match {
        Match { limits, ..self }
    }

    /// In the built-in sandbox, in which a bot sees only the system's programs, its own folder and these files and
    /// folders, and is stopped while it is not its turn. It needs bubblewrap.
    #[must_use]
    pub fn sandbox(mut self, read: &[&Path]) -> Match {
        self.sandbox = Some(read.iter().map(|path| (*path).to_owned()).collect());
        self
    }

    /// With the file of the program `referee`, which starts the bots; all matches of a process need the same.
    #[must_use]
    pub fn program(self, file: impl Into<PathBuf>) -> Match {
        Match { program: Some(file.into()), ..self }
    }

    /// Plays all games. A bot that cannot be started is an error; one that fails later loses its game.
    pub fn play(&self) -> Result<MatchReport, NotPlayed> {
        let memory = self.limits.memory;
        let sandbox = |read: &Vec<PathBuf>| RunBy::Sandbox(Sandbox { read: read.clone(), hide: Vec::new() });
        let runner = Runner { by: self.sandbox.as_ref().map_or(RunBy::Nothing, sandbox), memory };
        let mut entrants = self.bots.iter().map(|bot| entrant(bot, &runner)).collect::<Result<Vec<Entrant>, _>>()?;
        distinguish(&mut entrants);
        let players = u8::try_from(entrants.len()).unwrap_or(u8::MAX);
        if !self.game.players().contains(&players) {
            let range = for_players(self.game.name(), &self.game.players());
            return Err(NotPlayed::Unfit(format!("{range}, not {players}; there is one bot for each")));
        }
        if entrants.iter().any(|entrant| matches!(entrant.who, Contender::Program(_))) {
            judge(self.program.as_deref())?;
            runner.try_out()?;
        }
        let secret = self.seed.map_or_else(secret, |seed| Ok(Bits128::typed(seed)))?;
        let setting = Setting {
            options: self.options.clone(),
            limits: Limits { pondering: self.limits.pondering && self.sandbox.is_none(), ..self.limits.clone() },
            ..Setting::new(self.game, players)
        };
        let (setting, entrants, games, stop) = (&setting, &entrants, self.games, &AtomicBool::new(false));
        let series = Series { setting, entrants, secret, games, stop };
        let mut report = MatchReport { games: Vec::new(), records: Vec::new(), summary: MatchSummary::default() };
        let mut tally = MatchTally::new(entrants);
        let processors = vec![Vec::new(); self.at_once.clamp(1, games.clamp(1, 256) as usize)];
        series.play(&processors, started(entrants, &[])?, &mut |plan, played| {
            tally.add(plan, &played);
            report.games.push(played.line(plan, entrants));
            report.records.push(played.record);
        })?;
        report.summary = tally.summary;
        Ok(report)
    }
}

/// What was played in a match.
///
/// ```
/// use referee::judge::Emit;
/// use referee::matches::{Match, NotPlayed};
/// use referee::stream::{Asked, Stream};
///
/// let report = Match::new("wigwam")?.bot("@random").bot("@random").seed(1).play()?;
/// // Its records can be judged again, by anybody.
/// let mut stream = Stream::new(Asked::default(), Emit::NONE);
/// for line in report.records[0].split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
///     stream.line(Some(line), &mut Vec::new())?;
/// }
/// assert!(stream.tally.is_clean());
/// # Ok::<(), NotPlayed>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct MatchReport {
    /// The results of the games, in order.
    pub games: Vec<GameLine>,
    /// The games themselves, as lines that [`crate::stream::Stream`] judges, with their seeds.
    pub records: Vec<Vec<u8>>,
    /// The results of all games.
    pub summary: MatchSummary,
}

/// Makes this process a judge, whose bots this program starts.
fn judge(program: Option<&Path>) -> Result<(), NotPlayed> {
    program::settle(program).and_then(|()| become_judge()).map_err(NotPlayed::at("cannot start bots"))
}

/// A secret of 128 bits from the operating system.
fn secret() -> Result<Bits128, NotPlayed> {
    entropy().map(Bits128).map_err(NotPlayed::at("the system has no random numbers"))
}
