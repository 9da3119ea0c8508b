//! One game of a tournament: the bots that it names, tried out before the first game, and their game with new processes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, anyhow};
use referee::bots::sandbox::Sandbox;
use referee::contest::config::{Bot, Config, Terms};
use referee::contest::play;
use referee::contest::record::{Ended, Planned};
use referee::stream::Usage;
use referee::text::clipped;
use serde_json::json;

use crate::cmd::matches::entrants::{By, Runner, for_no_shell, split, startable};
use crate::cmd::matches::{Contender, Entrant, Plan, Played, Setting, Worker};
use crate::cmd::tournament::config::built_in;
use crate::cmd::tournament::run::HouseArgs;
use crate::cmd::{game, matches::start_probe, read_edition, tournament::transcripts};

/// The longest description of a fault in a journal, in bytes.
const WHY_MOST: usize = 1000;

/// What runs a bot on these terms. `hide` lists files of the judge.
pub(crate) fn runner(terms: &Terms, hide: &[PathBuf]) -> Runner {
    let memory = terms.own.memory;
    let by = match (&terms.read, &terms.wrap) {
        (Some(read), _) => {
            let read = read.iter().map(PathBuf::from).collect();
            By::Sandbox(Sandbox { read, hide: hide.to_vec(), memory })
        }
        (None, Some(wrap)) => By::Wrap(wrap.clone()),
        (None, None) => By::Nothing,
    };
    Runner { by, memory }
}

/// Finds what a bot's command starts; an error names the faulty key and says why. A wrapper's own programs are not
/// checked.
pub(crate) fn contender(bot: &Bot, place: Option<&str>, runner: &Runner) -> Result<Contender, (&'static str, String)> {
    if let Some(built_in) = built_in(&bot.command) {
        return built_in.map(Contender::BuiltIn).map_err(|why| ("command", why));
    }
    let words = split(&bot.command).map_err(|why| ("command", why))?;
    let shown = bot.directory.is_some();
    let directory = bot.directory.as_deref().or(place).map(PathBuf::from);
    if let Some(folder) = directory.as_ref().filter(|folder| !folder.is_dir()) {
        let message = "does not exist; folders of bots are relative to that of the configuration";
        return Err(("directory", format!("the folder {} {message}", folder.display())));
    }
    let Some(program) = words.first() else { return Err(("command", "it says how the bot is started".to_owned())) };
    for_no_shell(&bot.command, &words).map_err(|why| ("command", why.to_string()))?;
    if matches!(runner.by, By::Nothing) {
        let from = directory.as_deref().unwrap_or(Path::new(""));
        let starts = startable(program, from, bot.env.get("PATH").map(String::as_str));
        let place = directory.as_ref().map(|folder| format!("; the bot starts in the folder {}", folder.display()));
        starts.map_err(|why| ("command", why + &place.unwrap_or_default()))?;
    }
    let recipe = runner.recipe(words, (directory, shown), bot.env.clone().into_iter().collect());
    recipe.map(Contender::Program).map_err(|why| ("wrap", why))
}

/// The entrants of a tournament, or of a game of it, each with its terms.
fn entrants<'a>(
    bots: impl Iterator<Item = (&'a Bot, Terms)>,
    place: Option<&str>,
    hide: &[PathBuf],
) -> Result<Vec<Entrant>> {
    let entrant = |(bot, terms): (&Bot, Terms)| -> Result<Entrant> {
        let told = |(key, why)| Usage(format!("bot `{}`: `{key}`: {why}", bot.name));
        let who = contender(bot, place, &runner(&terms, hide)).map_err(told)?;
        Ok(Entrant { name: bot.name.clone(), longer: None, who })
    };
    bots.map(entrant).collect()
}

/// Starts every bot of a tournament once, since one that ends at once is the organiser's mistake.
pub(crate) fn try_bots(config: &Config, house: &HouseArgs) -> Result<()> {
    let bots: Vec<Bot> = (0..config.bots.len()).map(|bot| config.seated(bot)).collect();
    let bots = bots.iter().map(|bot| (bot, config.terms(bot)));
    start_probe::try_out(&entrants(bots, config.place().as_deref(), &house.hide)?)
}

/// Which bots have been tried out, each with what runs it.
#[derive(Default)]
pub(crate) struct Tried(Mutex<BTreeSet<String>>);

impl Tried {
    /// Tries out the bots of a game that have not been tried out yet.
    fn seats(&self, planned: &Planned, hide: &[PathBuf]) -> Result<()> {
        let mut known = self.0.lock().map_err(|_| anyhow!("a bot could not be tried out"))?;
        let key =
            |bot: &Bot| json!([bot, planned.folder, planned.sandbox, planned.sandbox_read, planned.wrap]).to_string();
        let new = planned.seats.iter().filter(|bot| known.insert(key(bot)));
        start_probe::try_out(&entrants(new.map(|bot| (bot, planned.terms(bot))), planned.folder.as_deref(), hide)?)
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
    let terms: Vec<Terms> = planned.seats.iter().map(|bot| planned.terms(bot)).collect();
    let own = terms.iter().map(|terms| terms.own).collect();
    let entrants = entrants(planned.seats.iter().zip(terms), planned.folder.as_deref(), &hide)
        .with_context(|| planned.game_id.to_string())?;
    tried.map_or(Ok(()), |tried| tried.seats(planned, &hide)).with_context(|| planned.game_id.to_string())?;
    let setting = Setting {
        game: game(&planned.game)?,
        players: entrants.len().try_into()?,
        options: planned.options.clone(),
        editions: planned.edition.iter().map(|path| read_edition(Path::new(path))).collect::<Result<_>>()?,
        limits: planned.limits(),
        own,
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
