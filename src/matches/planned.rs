//! A planned game of a tournament: the bots that it names, and their game with new processes.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

use super::NotPlayed;
use super::entrants::{Contender, Entrant, RunBy, Runner, for_no_shell, split, startable};
use super::worker::{Host, Plan, Setting, Worker};
use crate::bots::process::Recipe;
use crate::bots::sandbox::Sandbox;
use crate::contest::config::{Bot, BotTerms};
use crate::contest::record::{GameResult, Planned};
use crate::games::GAMES;
use crate::registry::{EditionFile, find};
use crate::stream::Usage;
use crate::text::clipped;

/// The longest description of a fault in a journal, in bytes.
const WHY_MOST: usize = 1000;

/// What runs a bot on these terms. `hide` lists files of the judge.
pub fn runner(terms: &BotTerms, hide: &[PathBuf]) -> Runner {
    let by = match (&terms.read, &terms.wrap) {
        (Some(read), _) => {
            let read = read.iter().map(PathBuf::from).collect();
            RunBy::Sandbox(Sandbox { read, hide: hide.to_vec() })
        }
        (None, Some(wrap)) => RunBy::Wrap(wrap.clone()),
        (None, None) => RunBy::Nothing,
    };
    Runner { by, memory: terms.own.memory }
}

/// Finds what a bot's command starts; an error names the faulty key and says why. A wrapper's own programs are not
/// checked.
pub fn contender(bot: &Bot, place: Option<&str>, runner: &Runner) -> Result<Contender, (&'static str, String)> {
    if let Some(built_in) = bot.built_in() {
        return built_in.map(Contender::BuiltIn).map_err(|why| ("command", why));
    }
    let words = split(&bot.command).map_err(|why| ("command", why))?;
    let directory = bot.directory.as_deref().or(place).map(PathBuf::from);
    if let Some(folder) = directory.as_ref().filter(|folder| !folder.is_dir()) {
        let message = "does not exist; folders of bots are relative to that of the configuration";
        return Err(("directory", format!("the folder {} {message}", folder.display())));
    }
    let Some(program) = words.first() else { return Err(("command", "it says how the bot is started".to_owned())) };
    for_no_shell(&bot.command, &words).map_err(|why| ("command", why))?;
    if matches!(runner.by, RunBy::Nothing) {
        let from = directory.as_deref().unwrap_or(Path::new(""));
        let starts = startable(program, from, bot.env.get("PATH").map(String::as_str));
        let place = directory.as_ref().map(|folder| format!("; the bot starts in the folder {}", folder.display()));
        starts.map_err(|why| ("command", why + &place.unwrap_or_default()))?;
    }
    let recipe = runner.recipe(words).map_err(|why| ("wrap", why))?;
    let (shown, environment) = (bot.directory.is_some(), bot.env.clone().into_iter().collect());
    Ok(Contender::Program(Recipe { directory, shown, environment, ..recipe }))
}

/// The entrants of a tournament, or of a game of it, each with its terms.
pub fn entrants<'a>(
    bots: impl Iterator<Item = (&'a Bot, BotTerms)>,
    place: Option<&str>,
    hide: &[PathBuf],
) -> Result<Vec<Entrant>, Usage> {
    let entrant = |(bot, terms): (&Bot, BotTerms)| -> Result<Entrant, Usage> {
        let told = |(key, why)| Usage(format!("bot `{}`: `{key}`: {why}", bot.name));
        let who = contender(bot, place, &runner(&terms, hide)).map_err(told)?;
        Ok(Entrant { name: bot.name.clone(), longer: None, who })
    };
    bots.map(entrant).collect()
}

/// Where a planned game is played.
pub struct Premises<'a> {
    /// The editions that it may name.
    pub editions: Vec<EditionFile>,
    /// The folder for what each bot received and wrote.
    pub log: Option<PathBuf>,
    /// Files that no bot may read.
    pub hide: &'a [PathBuf],
    /// Where people watch.
    pub host: Option<&'a dyn Host>,
    /// The processors of the bots; empty: any.
    pub processors: &'a [usize],
    /// Set when no more games are wanted.
    pub stop: &'a AtomicBool,
}

/// A planned game as a stream.
pub struct Transcript {
    /// All lines.
    pub whole: Vec<u8>,
    /// The first of them without the seed.
    pub sealed: Vec<u8>,
}

/// Plays a planned game with new processes; returns its result, which does not tell its luck, and its record.
pub fn play_planned(planned: &Planned, place: Premises<'_>) -> Result<(GameResult, Transcript), NotPlayed> {
    let terms: Vec<BotTerms> = planned.seats.iter().map(|bot| planned.terms(bot)).collect();
    let own = terms.iter().map(|terms| terms.own).collect();
    let entrants = entrants(planned.seats.iter().zip(terms), planned.folder.as_deref(), place.hide)?;
    let players = u8::try_from(entrants.len()).unwrap_or(u8::MAX);
    let setting = Setting {
        options: planned.options.clone(),
        editions: place.editions,
        limits: planned.limits(),
        own,
        anonymous: planned.anonymous,
        log: place.log,
        host: place.host,
        journaled: true,
        ..Setting::new(find(GAMES, &planned.game)?, players)
    };
    let seats = (0..entrants.len()).collect();
    let usual = Plan::new(planned.game_id.to_string(), seats, planned.luck.nonce);
    let plan = Plan { luck: planned.luck, start: planned.start.clone(), ..usual };
    let played = Worker::new(&setting, &entrants, place.processors.to_vec(), place.stop).play(&plan)?;
    let line = played.line(&plan, &entrants);
    let is_fault = line.causes.iter().any(|cause| cause.is_fault());
    let has_failed = line.attempts.iter().any(|attempts| attempts.failed() > 0);
    let short = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
    let result = GameResult {
        places: line.places,
        scores: line.scores,
        reason: line.reason,
        causes: line.causes,
        why: line.why.iter().filter(|_| is_fault).map(|why| clipped(why, WHY_MOST)).collect(),
        plies: short(line.plies),
        moves: line.moves.into_iter().map(short).collect(),
        attempts: if has_failed { line.attempts } else { Vec::new() },
        think_us: line.think_us,
        lag_ms: line.lag_ms,
        queued_ms: line.queued_ms,
        ended: SystemTime::now().duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs()),
        play: played.play,
        ..planned.blank_result()
    };
    Ok((result, Transcript { whole: played.record, sealed: played.sealed }))
}
