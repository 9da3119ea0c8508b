//! A tournament without a journal: its games are planned, played and judged as values, so they can be kept and spread
//! over machines in any way.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::entrants::Contender;
use super::planned::{Premises, contender, play_planned, runner};
use super::{NotPlayed, judge, secret};
use crate::commitment::Bits128;
use crate::contest::config::{Bot, Config};
use crate::contest::journal::JournalLine;
use crate::contest::record::{GameResult, Games, Planned, Planner, Positions, tournament};
use crate::contest::report::{Report as Standings, Wanted, of_sources};
use crate::contest::schedule::Scheduler;
use crate::contest::sources::ResultSources;
use crate::games::GAMES;
use crate::registry::{EditionFile, find, for_players};
use crate::stream::read_edition;

/// A tournament.
///
/// ```
/// use referee::matches::{NotPlayed, Tournament};
///
/// let tournament = Tournament::read(
///     r#"
///     game = "wigwam"
///     players = 2
///     format = "round-robin"
///     blocks = 1
///     seed = 7
///     bots = [{ name = "a", command = "@random" }, { name = "b", command = "@random" }]
///     "#,
/// )?;
/// let mut results = Vec::new();
/// // Later rounds of some formats follow from the results of earlier ones.
/// while let [first, ..] = &tournament.due(&results)[..] {
///     results.push(tournament.play(first)?);
/// }
/// let standings = tournament.standings(&results)?;
/// assert_eq!((standings.games, standings.standings.len()), (2, 2));
/// # Ok::<(), NotPlayed>(())
/// ```
pub struct Tournament {
    config: Config,
    secret: Bits128,
    editions: Vec<EditionFile>,
    program: Option<PathBuf>,
}

impl Tournament {
    /// Reads a tournament in TOML, as `referee tournament run` does. Paths in it start in the working directory.
    /// `positions` and `transcripts` are refused, since only that command serves them; and it is for the caller to follow
    /// `concurrency` and `on_failure`.
    pub fn read(toml: &str) -> Result<Tournament, NotPlayed> {
        let unfit = |why: String| NotPlayed::Unfit(why);
        let config = Config::read(toml).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            unfit(faults.join("; "))
        })?;
        for (key, said) in [("positions", &config.positions), ("transcripts", &config.transcripts)] {
            if said.is_some() {
                return Err(unfit(format!("`{key}` is only for `referee tournament run`")));
            }
        }
        let players = find(GAMES, &config.game)?.players();
        if !players.contains(&config.players) {
            return Err(unfit(for_players(&config.game, &players)));
        }
        for bot in (0..config.bots.len()).map(|bot| config.seated(bot)) {
            contender(&bot, None, &runner(&config.terms(&bot), &[]))
                .map_err(|(key, why)| unfit(format!("bot `{}`: `{key}`: {why}", bot.name)))?;
        }
        let read = |path: &String| -> Result<EditionFile, NotPlayed> {
            Ok(read_edition(path, &fs::read_to_string(path).map_err(NotPlayed::at(path))?)?)
        };
        let editions = config.edition.iter().map(read).collect::<Result<_, _>>()?;
        let secret = config.seed.map_or_else(secret, |seed| Ok(Bits128::typed(seed)))?;
        Ok(Tournament { config, secret, editions, program: None })
    }

    /// With the file of the program `referee`, which starts the bots; see [`Match::program`](super::Match::program).
    #[must_use]
    pub fn program(self, file: impl Into<PathBuf>) -> Tournament {
        Tournament { program: Some(file.into()), ..self }
    }

    /// The games that can be played now, after these results: all that are missing, or those of the round that follows.
    /// No bot may see them, since they hold their luck.
    pub fn due(&self, results: &[GameResult]) -> Vec<Planned> {
        let played: Games = results.iter().map(|result| (result.game_id, Box::new(result.clone()))).collect();
        let Tournament { config, secret, .. } = self;
        let name = tournament(&config.digest(), *secret);
        let organiser = Planner { config, name, secret: *secret, positions: &Positions::default() };
        let mut due = Vec::new();
        Scheduler::new(config, *secret).follow(&played, |block| {
            due.extend(organiser.games(&block).filter(|planned| !played.contains_key(&planned.game_id)));
        });
        due
    }

    /// Plays one of these games with new processes. Its result does not tell its seed, which other games may share.
    pub fn play(&self, planned: &Planned) -> Result<GameResult, NotPlayed> {
        let is_program =
            |bot: &Bot| matches!(contender(bot, None, &runner(&planned.terms(bot), &[])), Ok(Contender::Program(_)));
        if planned.seats.iter().any(is_program) {
            judge(self.program.as_deref())?;
        }
        let editions = self.editions.clone();
        let stop = &AtomicBool::new(false);
        let place = Premises { editions, log: None, hide: &[], host: None, processors: &[], stop };
        play_planned(planned, place).map(|(result, _)| result)
    }

    /// What follows from these results.
    pub fn standings(&self, results: &[GameResult]) -> Result<Standings, NotPlayed> {
        let mut sources = ResultSources::default();
        sources.begin_file();
        for result in results {
            sources.add(JournalLine::Result(Box::new(result.clone()))).map_err(NotPlayed::Unfit)?;
        }
        of_sources(sources, &self.config.tie_breaks, &Wanted::default())
            .map_err(|none| NotPlayed::Unfit(none.to_string()))
    }
}
