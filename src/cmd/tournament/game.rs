//! One game of a tournament: its bots, tried out before the first game, its transcript, and where it is watched.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use referee::contest::config::{Bot, Config};
use referee::contest::record::{GameResult, Planned};
use referee::matches::planned::{Premises, entrants};
use referee::matches::{planned, start_probe};
use serde_json::json;

use crate::cmd::live::House;
use crate::cmd::matches::failed;
use crate::cmd::matches::hall::Hall;
use crate::cmd::processors::CpuList;
use crate::cmd::{read_edition, tournament::transcripts};

/// Settings outside the configuration, because they do not change how a game is played.
#[derive(Args, Clone)]
pub(crate) struct HouseArgs {
    /// Write everything that each bot received and wrote into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) log: Option<PathBuf>,
    /// The processors for bots, such as 1,3-5: games that run at once get their own, and the judge the others
    #[arg(long, value_name = "LIST")]
    pub(crate) cpus: Option<CpuList>,
    /// Files that no bot may read, even inside its own folder.
    #[arg(skip)]
    pub(crate) hide: Vec<PathBuf>,
    /// Where the games can be watched.
    #[arg(skip)]
    pub(crate) live: Option<Arc<House>>,
}

/// Starts every bot of a tournament once, since one that ends at once is the organiser's mistake.
pub(crate) fn try_bots(config: &Config, house: &HouseArgs) -> Result<()> {
    let bots: Vec<Bot> = (0..config.bots.len()).map(|bot| config.seated(bot)).collect();
    let bots = bots.iter().map(|bot| (bot, config.terms(bot)));
    start_probe::try_out(&entrants(bots, config.place().as_deref(), &house.hide)?).map_err(failed)
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
        let new = entrants(new.map(|bot| (bot, planned.terms(bot))), planned.folder.as_deref(), hide)?;
        start_probe::try_out(&new).map_err(failed)
    }
}

/// Where and how planned games are played.
#[derive(Copy, Clone)]
pub(crate) struct Venue<'a> {
    pub(crate) house: &'a HouseArgs,
    /// The bots that were tried out, if each must be tried out before it plays.
    pub(crate) tried: Option<&'a Tried>,
    /// The processors of the bots; empty: any.
    pub(crate) processors: &'a [usize],
    /// Whether results and transcripts tell the seed.
    pub(crate) reveal: bool,
    /// Set when no more games are wanted.
    pub(crate) stop: &'a AtomicBool,
}

impl Venue<'_> {
    /// Plays a planned game with new processes.
    pub(crate) fn play(&self, planned: &Planned) -> Result<GameResult> {
        let Venue { house, tried, processors, reveal, stop } = *self;
        let folders = planned.transcripts.as_ref().map(PathBuf::from);
        let hide: Vec<PathBuf> = house.log.iter().chain(&house.hide).chain(&folders).cloned().collect();
        // The sandbox covers only what is there when it is made.
        for folder in house.log.iter().chain(&folders) {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let id = || planned.game_id.to_string();
        tried.map_or(Ok(()), |tried| tried.seats(planned, &hide)).with_context(id)?;
        let hall = Hall { house: house.live.clone(), people: Vec::new() };
        let place = Premises {
            editions: planned.edition.iter().map(|path| read_edition(Path::new(path))).collect::<Result<_>>()?,
            log: house.log.clone(),
            hide: &hide,
            host: Some(&hall),
            processors,
            stop,
        };
        let (result, record) = planned::play_planned(planned, place).map_err(failed)?;
        let write = |folder| transcripts::write(Path::new(folder), planned, &record, reveal);
        let transcript = planned.transcripts.as_ref().map(write).transpose()?;
        Ok(GameResult { transcript, luck: reveal.then_some(planned.luck), ..result })
    }
}
