//! The games of a tournament with a journal: planned as results allow, played so many at once, and entered one by one.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};

use anyhow::{Context as _, Result, anyhow};
use indicatif::ProgressBar;
use referee::bots::cause::Cause;
use referee::commitment::Bits128;
use referee::contest::config::{Bot, Config, OnFailure, Sharing};
use referee::contest::events::TournamentEvent;
use referee::contest::extension::Extension;
use referee::contest::journal::{Journal, Ledger, Pairing};
use referee::contest::record::{GameResult, Planned, Planner, Positions};
use referee::contest::schedule::{self, Block, BlockId, Round, Scheduled, Scheduler};
use referee::contest::sprt::{Decision, Sequence};
use referee::matches::crew::crew;
use referee::text::count;

use super::RunArgs;
use crate::cmd::tournament::game::{HouseArgs, Venue, try_bots};
use crate::cmd::tournament::transcripts::Untold;
use crate::cmd::tournament::watch::{LOOK, Reporter};
use crate::cmd::tournament::{NO_FIRST_LINE, journal_failed};
use crate::cmd::{fingerprints, processors, progress, remark};

/// What is played, and where.
pub(super) struct Programme<'a> {
    pub(super) args: &'a RunArgs,
    pub(super) config: &'a Config,
    pub(super) positions: &'a Positions,
    pub(super) house: &'a HouseArgs,
    pub(super) stop: &'a AtomicBool,
}

/// A game that has ended, with its result.
type Ended = (Planned, Result<GameResult>);

/// Plays the remaining games of a tournament. Returns whether it stopped because of a bot's fault.
pub(super) fn play_all(
    course: &Programme,
    journal: &mut Journal,
    watch: &mut Reporter,
    untold: &mut Untold,
) -> Result<bool> {
    let Programme { config, house, stop, .. } = *course;
    let seed = journal.seed().context(NO_FIRST_LINE)?;
    if let OnFailure::Withdraw(games) = config.on_failure {
        withdraw(journal, games, watch)?;
    }
    let stages = journal.ledger().stages.as_ref().context(NO_FIRST_LINE)?;
    let scheduler = Scheduler::new(stages, seed);
    // A test may decide early, and a knockout's length is not known in advance.
    let bar = progress(schedule::most_games(config), false);
    bar.set_position(journal.ledger().games.len() as u64);
    bar.reset_eta();
    let processors = processors::shared_out(house.cpus.as_ref(), config.concurrency as usize)?;
    let mut playing = Playing {
        course,
        journal,
        watch,
        untold,
        seed,
        scheduler,
        test: config.sprt.map(|hypotheses| Sequence::new(hypotheses, &config.bots[0].name)),
        bar,
        queue: VecDeque::new(),
        running: 0,
        nothing_more: false,
        tried: false,
        failed_bot: false,
    };
    let (jobs, work) = channel::<Planned>();
    let work = &Mutex::new(work);
    let worker = |own| {
        let venue = Venue { house, tried: None, processors: own, reveal: false, stop };
        std::iter::from_fn(move || {
            let planned = work.lock().ok()?.recv().ok()?;
            let ended = venue.play(&planned);
            Some((planned, ended))
        })
    };
    crew(processors.iter().map(Vec::as_slice), worker, |results| {
        // The workers end when nobody has jobs for them.
        let jobs = jobs;
        playing.serve(&jobs, &results)
    })?;
    playing.bar.finish_and_clear();
    Ok(playing.failed_bot)
}

/// A tournament while it is played.
struct Playing<'a> {
    course: &'a Programme<'a>,
    journal: &'a mut Journal,
    watch: &'a mut Reporter,
    untold: &'a mut Untold,
    seed: Bits128,
    scheduler: Scheduler,
    test: Option<Sequence>,
    bar: ProgressBar,
    /// The games that may begin.
    queue: VecDeque<Planned>,
    /// How many games have begun and not ended.
    running: usize,
    /// Whether everything has been planned.
    nothing_more: bool,
    /// Whether the bots have been tried out.
    tried: bool,
    failed_bot: bool,
}

impl Playing<'_> {
    /// Hands out games and enters their results until none is left.
    fn serve(&mut self, jobs: &Sender<Planned>, results: &Receiver<Ended>) -> Result<()> {
        loop {
            self.plan_ahead()?;
            if self.running == 0 && !self.queue.is_empty() && !std::mem::replace(&mut self.tried, true) {
                try_bots(self.course.config, self.course.house)?;
                fingerprints::note(self.journal, self.course.config, self.course.args.changed_bots)?;
            }
            self.hand_out(jobs)?;
            if self.running == 0 {
                return Ok(());
            }
            let (planned, ended) = self.await_end(results)?;
            self.running -= 1;
            // If one fails, give up the other running games; they are played again later.
            let ended = ended.inspect_err(|_| self.course.stop.store(true, Ordering::Relaxed))?;
            // So are interrupted games.
            if !ended.causes.contains(&Cause::OrganiserAbort) {
                self.enter(&planned, ended)?;
            }
        }
    }

    /// Plans games until as many may begin as there is room for.
    fn plan_ahead(&mut self) -> Result<()> {
        // A sequential test may have decided.
        let games = &self.journal.ledger().games;
        let decided = self.test.as_mut().is_some_and(|test| test.look(games).decision != Decision::Open);
        if decided || self.course.stop.load(Ordering::Relaxed) {
            self.queue.clear();
            return Ok(());
        }
        while !self.nothing_more && self.running + self.queue.len() < self.course.config.concurrency as usize {
            match self.scheduler.next(&self.journal.ledger().games) {
                Scheduled::Round(number, round) => self.begin_round(number, &round)?,
                Scheduled::Block(block) => self.plan_block(&block)?,
                Scheduled::Wait => break,
                Scheduled::Over => self.nothing_more = true,
            }
        }
        Ok(())
    }

    fn begin_round(&mut self, number: u32, round: &Round) -> Result<()> {
        self.journal.begin_round(number, round, &self.course.config.names()).map_err(journal_failed)?;
        if let Some(Pairing { number, tables, byes }) = self.journal.ledger().rounds.last().cloned() {
            self.watch.tell(|| TournamentEvent::Round { number, tables, byes });
        }
        Ok(())
    }

    /// Adds the games of a block that have not been played to those that may begin.
    fn plan_block(&mut self, block: &Block) -> Result<()> {
        let Ledger { name, games, .. } = self.journal.ledger();
        let Programme { config, positions, .. } = *self.course;
        let planned = Planner { config, name: *name, secret: self.seed, positions }.games(block);
        let waiting = self.queue.len();
        self.queue.extend(planned.filter(|planned| !games.contains_key(&planned.game_id)));
        // An earlier run may have ended before it revealed them.
        if self.queue.len() == waiting { self.reveal(block.id) } else { Ok(()) }
    }

    /// Begins as many games as there is room for.
    fn hand_out(&mut self, jobs: &Sender<Planned>) -> Result<()> {
        while self.running < self.course.config.concurrency as usize
            && let Some(planned) = self.queue.pop_front()
        {
            self.running += 1;
            let bots = || planned.seats.iter().map(|bot| bot.name.clone()).collect();
            self.watch.tell(|| TournamentEvent::GameBegun { game_id: planned.game_id, bots: bots() });
            jobs.send(planned).map_err(|_| anyhow!("all players have stopped"))?;
        }
        Ok(())
    }

    /// Waits for the end of a game, and reports meanwhile.
    fn await_end(&mut self, results: &Receiver<Ended>) -> Result<Ended> {
        loop {
            match results.recv_timeout(LOOK) {
                Ok(ended) => return Ok(ended),
                Err(RecvTimeoutError::Timeout) => self.watch.look(self.journal.ledger(), &self.bar),
                Err(RecvTimeoutError::Disconnected) => return Err(anyhow!("all players have stopped")),
            }
        }
    }

    /// Enters a game in the journal, and does what follows from its result.
    fn enter(&mut self, planned: &Planned, result: GameResult) -> Result<()> {
        let Programme { args, config, house, .. } = *self.course;
        let block = planned.game_id.block;
        let last = self.journal.ledger().ended(block) + 1 == usize::from(config.players);
        let reveal = last || config.luck == Sharing::Fresh;
        let result = GameResult { luck: reveal.then_some(planned.luck), ..result };
        self.journal.add_result(result.clone()).map_err(journal_failed)?;
        self.journal.is_still_at(&args.journal).map_err(journal_failed)?;
        for event in TournamentEvent::of_result(&result) {
            self.watch.tell(|| event);
        }
        if let Some(seat) = result.causes.iter().position(|cause| cause.is_fault()) {
            self.lost_by_fault(&result, seat)?;
        }
        self.watch.game_ended();
        self.watch.look(self.journal.ledger(), &self.bar);
        if reveal {
            self.reveal(block)?;
            if let Some(live) = &house.live {
                let games = self.journal.ledger().games.range(Block::ids(block));
                live.reveal(games.map(|(id, _)| id.to_string()).collect());
            }
        }
        self.bar.inc(1);
        Ok(())
    }

    /// Stops, or lets the bot leave that was at fault, as the organiser wishes.
    fn lost_by_fault(&mut self, result: &GameResult, seat: usize) -> Result<()> {
        match self.course.config.on_failure {
            OnFailure::PlayOn => {}
            OnFailure::Stop => {
                let (bot, cause) = (&result.bots[seat], result.causes[seat]);
                remark(&format!("{bot} lost {} by {}, so the tournament stops", result.game_id, cause.name()));
                self.failed_bot = true;
                self.course.stop.store(true, Ordering::Relaxed);
            }
            OnFailure::Withdraw(games) => {
                if withdraw(self.journal, games, self.watch)?
                    && let Some(stages) = &self.journal.ledger().stages
                {
                    self.scheduler.withdraw(stages);
                    // Rounds that have begun are played to their end.
                    let now = stages.latest();
                    let plays = |bot: &Bot| now.number(&bot.name).is_some_and(|bot| now.is_active(bot));
                    self.queue.retain(|planned| !now.format.is_fixed() || planned.seats.iter().all(plays));
                }
            }
        }
        Ok(())
    }

    /// Reveals the seeds of a block whose games have all ended, or of those that have ended if they share none.
    fn reveal(&mut self, block: BlockId) -> Result<()> {
        let ended = self.journal.ledger().games.range(Block::ids(block));
        let mut told = ended.filter_map(|(id, game)| Some((*id, game.transcript.as_ref()?)));
        told.try_for_each(|(id, path)| self.untold.tell(path, &self.course.config.luck.luck(self.seed, id)))
    }
}

/// The bots that still play and have lost so many games by their own faults.
fn failing(ledger: &Ledger, games: u64) -> BTreeSet<usize> {
    let Some(config) = ledger.config() else { return BTreeSet::new() };
    let mut lost = vec![0; config.bots.len()];
    for game in ledger.games.values() {
        for (name, _) in game.bots.iter().zip(&game.causes).filter(|(_, cause)| cause.is_fault()) {
            config.number(name).into_iter().for_each(|bot| lost[bot] += 1);
        }
    }
    (0..lost.len()).filter(|bot| lost[*bot] >= games && config.is_active(*bot)).collect()
}

/// Lets the bots that fail too often leave the tournament.
fn withdraw(journal: &mut Journal, games: u64, watch: &mut Reporter) -> Result<bool> {
    let bots = failing(journal.ledger(), games);
    let Some(config) = journal.ledger().config().filter(|_| !bots.is_empty()) else { return Ok(false) };
    let extension = Extension::withdrawing(config, &bots);
    let names = extension.withdrawn.clone();
    journal.extend(extension).map_err(journal_failed)?;
    remark(&format!("after {} lost by faults of their own, these leave: {}", count(games, "game"), names.join(", ")));
    watch.tell(|| TournamentEvent::Withdrawn { bots: names });
    Ok(true)
}
