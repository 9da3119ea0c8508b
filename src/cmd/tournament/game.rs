//! One game of a tournament: the bots that it names, tried out before the first game, and their game with new processes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, anyhow};
use referee::contest::config::{Bot, Config};
use referee::contest::play;
use referee::contest::record::{Ended, Planned};
use referee::stream::Usage;
use referee::text::clipped;
use serde_json::json;

use crate::cmd::matches::args::LimitArgs;
use crate::cmd::matches::entrants::{By, Runner, for_no_shell, split, startable};
use crate::cmd::matches::{Contender, Entrant, Plan, Played, Setting, Worker};
use crate::cmd::tournament::config::built_in;
use crate::cmd::tournament::run::HouseArgs;
use crate::cmd::{game, matches::start_probe, read_edition, tournament::transcripts};

/// The longest description of a fault in a journal, in bytes.
const WHY_MOST: usize = 1000;

/// The runner of a tournament's bots.
pub(crate) fn runner(config: &Config) -> Runner {
    let read = config.sandbox_read.iter().map(PathBuf::from).collect();
    runner_of(config.sandbox, read, config.wrap.clone(), &[], config.memory)
}

fn runner_of(sandbox: bool, read: Vec<PathBuf>, wrap: Option<String>, hide: &[PathBuf], memory: Option<u64>) -> Runner {
    let limits = LimitArgs { sandbox, sandbox_read: read, wrap, ..LimitArgs::usual() };
    LimitArgs { memory: memory.unwrap_or(limits.memory), ..limits }.runner(hide)
}

/// Finds what a bot's command starts; an error names the faulty key and says why. A wrapper's own programs are not
/// checked.
pub(crate) fn contender(bot: &Bot, runner: &Runner) -> Result<Contender, (&'static str, String)> {
    if let Some(built_in) = built_in(&bot.command) {
        return built_in.map(Contender::BuiltIn).map_err(|why| ("command", why));
    }
    let words = split(&bot.command).map_err(|why| ("command", why))?;
    let directory = bot.directory.as_ref().map(PathBuf::from);
    if let Some(folder) = directory.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(("directory", format!("the folder {} does not exist", folder.display())));
    }
    let Some(program) = words.first() else { return Err(("command", "it says how the bot is started".to_owned())) };
    for_no_shell(&bot.command, &words).map_err(|why| ("command", why.to_string()))?;
    if matches!(runner.by, By::Nothing) {
        let from = directory.as_deref().unwrap_or(Path::new(""));
        startable(program, from, bot.env.get("PATH").map(String::as_str)).map_err(|why| ("command", why))?;
    }
    let recipe = runner.recipe(words, directory, bot.env.clone().into_iter().collect());
    recipe.map(Contender::Program).map_err(|why| ("wrap", why))
}

/// The entrants of a tournament, or of a game of it.
fn entrants(bots: &[Bot], runner: &Runner) -> Result<Vec<Entrant>> {
    let entrant = |bot: &Bot| -> Result<Entrant> {
        let told = |(key, why)| Usage(format!("bot `{}`: `{key}`: {why}", bot.name));
        Ok(Entrant { name: bot.name.clone(), longer: None, who: contender(bot, runner).map_err(told)? })
    };
    bots.iter().map(entrant).collect()
}

/// Starts every bot of a tournament once, since one that ends at once is the organiser's mistake.
pub(crate) fn try_bots(config: &Config, house: &HouseArgs) -> Result<()> {
    let read = config.sandbox_read.iter().map(PathBuf::from).collect();
    let runner = runner_of(config.sandbox, read, config.wrap.clone(), &house.hide, config.memory);
    start_probe::try_out(&entrants(&config.bots, &runner)?)
}

/// Which bots have been tried out, each with what runs it.
#[derive(Default)]
pub(crate) struct Tried(Mutex<BTreeSet<String>>);

impl Tried {
    /// Tries out the bots of a game that have not been tried out yet.
    pub(crate) fn seats(&self, planned: &Planned, runner: &Runner) -> Result<()> {
        let mut known = self.0.lock().map_err(|_| anyhow!("a bot could not be tried out"))?;
        let key = |bot: &Bot| json!([bot, planned.sandbox, planned.sandbox_read, planned.wrap]).to_string();
        let new: Vec<Bot> = planned.seats.iter().filter(|bot| known.insert(key(bot))).cloned().collect();
        start_probe::try_out(&entrants(&new, runner)?)
    }
}

/// Plays a planned game with new processes.
pub(crate) fn play_planned(
    planned: &Planned,
    house: &HouseArgs,
    tried: Option<&Tried>,
    processors: &[usize],
    reveal: bool,
    stop: &AtomicBool,
) -> Result<Ended> {
    let folders = planned.transcripts.as_ref().map(PathBuf::from);
    let hide: Vec<PathBuf> = house.log.iter().chain(&house.hide).chain(&folders).cloned().collect();
    // The sandbox covers only what is there when it is made.
    for folder in house.log.iter().chain(&folders) {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let read = planned.sandbox_read.iter().map(PathBuf::from).collect();
    let runner = runner_of(planned.sandbox, read, planned.wrap.clone(), &hide, planned.memory);
    let entrants = entrants(&planned.seats, &runner).with_context(|| planned.game_id.to_string())?;
    tried.map_or(Ok(()), |tried| tried.seats(planned, &runner)).with_context(|| planned.game_id.to_string())?;
    let usual = LimitArgs::usual();
    let limits = LimitArgs {
        clock: planned.clock.unwrap_or(usual.clock),
        start_ms: planned.start_ms.unwrap_or(usual.start_ms),
        margin_ms: planned.margin_ms.unwrap_or(usual.margin_ms),
        on_illegal: planned.on_illegal,
        on_unreadable: planned.on_unreadable,
        lists: planned.lists.unwrap_or(usual.lists),
        ask_text: planned.ask_text,
        max_turns: planned.max_turns.map_or(usual.max_turns, u64::from),
        memory: planned.memory.unwrap_or(usual.memory),
        idle_cpu_ms: planned.idle_cpu_ms.unwrap_or(usual.idle_cpu_ms),
        sandbox: planned.sandbox,
        pondering: planned.pondering,
        void_lag: planned.void_lag,
        void_wait: planned.void_wait,
        ..usual
    };
    let setting = Setting {
        game: game(&planned.game)?,
        players: entrants.len().try_into()?,
        options: planned.options.clone(),
        editions: planned.edition.iter().map(|path| read_edition(Path::new(path))).collect::<Result<_>>()?,
        limits: limits.limits(),
        anonymous: planned.anonymous,
        transcripts: None,
        log: house.log.clone(),
        house: house.live.clone(),
    };
    let id = planned.game_id.to_string();
    let choice = planned.luck.nonce.block(&format!("{id} choices")).seed.0;
    let plan =
        Plan { luck: planned.luck, choice, seats: (0..entrants.len()).collect(), id, start: planned.start.clone() };
    let Played { outcome, report, plies, record, .. } =
        Worker::new(&setting, &entrants, processors.to_vec(), stop).play(&plan)?;
    let write = |folder| transcripts::write(Path::new(folder), planned.game_id, &planned.luck, &record, reveal);
    let transcript = planned.transcripts.as_ref().map(write).transpose()?;
    Ok(Ended {
        places: outcome.as_ref().map(|outcome| outcome.places.clone()),
        scores: outcome.as_ref().and_then(|outcome| outcome.scores.clone()),
        reason: outcome.map_or("called-off", |outcome| outcome.reason).to_owned(),
        causes: report.seats.iter().map(|seat| seat.cause).collect(),
        why: report.seats.iter().map(|seat| clipped(&seat.why, WHY_MOST)).collect(),
        plies: plies.try_into().unwrap_or(u32::MAX),
        moves: report.seats.iter().map(|seat| seat.moves.try_into().unwrap_or(u32::MAX)).collect(),
        attempts: report.seats.iter().map(|seat| seat.attempts.clone()).collect(),
        think_us: report.seats.iter().map(|seat| seat.think_us).collect(),
        lag_ms: report.lag_ms,
        queued_ms: report.queued_ms,
        ended: SystemTime::now().duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs()),
        play: Some(play::digest(&record)),
        transcript: transcript.map(|path| path.to_string_lossy().into_owned()),
    })
}
