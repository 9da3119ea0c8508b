//! A question to a process: puts it, waits for an answer until its one deadline, and notices when none will come.

use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::RangeInclusive;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::look::within;
use super::{FAREWELL, GRACE, LIGHT, Lost, PASS, Run, lost};
use crate::bots::clock::Allowed;
use crate::bots::limits::{Limits, Patience};
use crate::bots::process::ProcessEnd;
use crate::bots::pulse::Gap;
use crate::bots::told::ON_STANDARD_ERROR;
use crate::game::Player;
use crate::judge::seats::ANSWER_LIMIT;
use crate::wire::{AbortCause, ForfeitCause};

/// Whether the question is still open.
pub(super) type Progress = Result<ControlFlow<()>, Lost>;

/// An open question to a process.
pub(super) struct OpenQuestion {
    pub(super) player: Player,
    /// The ids that it has: it may be put more than once, and an answer to any of them is one to it.
    pub(super) ids: RangeInclusive<u64>,
    /// The id with which it was put first.
    pub(super) first: u64,
    /// If the process has ended since its last game, however it did, its successor gets these lines. So it costs as little as in
    /// a tournament, where every game has new processes; what ends again loses.
    again: Option<Vec<u8>>,
    /// How long the answer may take.
    pub(super) allowed: Allowed,
    /// What is still forgiven.
    pub(super) patience: Patience,
    /// Since when the clock runs. Only time in which the judge could have read an answer counts.
    pub(super) begun: Instant,
    /// When the process was last checked for running.
    looked: Instant,
    /// The longest time for which the judge did not run.
    pub(super) lag: Gap,
    /// How long before the judge's last look an answer may have arrived, beyond that.
    unseen: Duration,
    /// Whether all who may not ponder are stopped.
    alone: bool,
    /// When they are.
    grace: Duration,
}

impl OpenQuestion {
    /// How long a line that was read at this time took. The clock does not run until a process has written something.
    pub(super) fn took(&self, arrived: Instant, starting: bool) -> Duration {
        if starting {
            Duration::ZERO
        } else {
            arrived.saturating_duration_since(self.begun).saturating_sub(self.unseen)
        }
    }

    /// Keeps what held the judge up during a wait: a gap, and a look at the processes of this length.
    fn held_up(&mut self, gap: Gap, glanced: Duration) {
        self.lag = self.lag.max(gap);
        self.begun += gap.stopped;
        // A delay of this look alone is credited to an answer that it finds, but never to one still to come: a bot can
        // keep the judge from a processor, or give it many processes to check.
        self.unseen = gap.queued.max(glanced.saturating_sub(gap.stopped));
    }
}

impl Run<'_> {
    /// Asks a process and waits for its answer.
    pub(super) fn ask(&mut self, player: Player) -> Result<(), Lost> {
        let mut open = self.put(player)?;
        while self.step(&mut open)?.is_continue() {}
        Ok(())
    }

    /// Puts a question.
    fn put(&mut self, player: Player) -> Result<OpenQuestion, Lost> {
        let seat = player.index();
        if let Some(lost) = self.pending[seat].take() {
            return Err(lost);
        }
        let idle = self.bot(player)?.meter.wake();
        self.restless[seat] |= idle.saturating_sub(self.idle[seat]) > LIGHT;
        self.idle[seat] = idle;
        within(idle, self.limits)?;
        self.drain(player)?;
        let id = self.next_id(player)?;
        let renewable = self.bot(player)?.answered && self.reports[seat].moves == 0;
        let again = renewable.then(|| self.seats.lines(player).clone());
        self.send(player)?;
        self.rest_others(player);
        self.stopped = Duration::ZERO;
        let begun = self.pulse.restart();
        Ok(OpenQuestion {
            player,
            ids: id..=id,
            first: id,
            again,
            allowed: self.left[seat].allowed(),
            patience: Patience::of(self.limits),
            begun,
            looked: begun,
            lag: Gap::default(),
            unseen: Duration::ZERO,
            alone: self.own.iter().all(|own| own.pondering),
            grace: if self.restless.contains(&true) { GRACE } else { PASS },
        })
    }

    /// The id of a new question.
    pub(super) fn next_id(&mut self, player: Player) -> Result<u64, Lost> {
        let bot = self.bot(player)?;
        bot.next_id += 1;
        Ok(bot.next_id - 1)
    }

    /// Sends a process what there is for it.
    pub(super) fn send(&mut self, player: Player) -> Result<(), Lost> {
        let mut lines = std::mem::take(self.seats.lines(player));
        self.log.sent(player.index(), &lines);
        self.bot(player)?.send(&mut lines);
        *self.seats.lines(player) = lines;
        Ok(())
    }

    /// Takes the next line, or waits for it.
    fn step(&mut self, open: &mut OpenQuestion) -> Progress {
        let bot = self.bot(open.player)?;
        let starting = !bot.spoken;
        if let Some(line) = bot.line() {
            return self.arrived(open, &line, starting);
        }
        self.floods(open.player)?;
        if self.is_silent(open)? {
            return self.goes_on_without(open);
        }
        let elapsed = open.begun.elapsed();
        let (allowed, margin_ms) = self.silence(open, starting);
        if let Some(over_ms) = allowed.exceeded(elapsed.as_millis() as u64, margin_ms) {
            return self.time_is_up(open, over_ms, starting);
        }
        self.await_event(open, elapsed, allowed.left(elapsed, margin_ms))?;
        Ok(Continue(()))
    }

    /// Checks that what the process wrote without a line end is not too much.
    fn floods(&mut self, player: Player) -> Result<(), Lost> {
        let bot = self.bot(player)?;
        if bot.overlong() {
            let why = format!("it wrote more than {ANSWER_LIMIT} bytes without a line end");
            return Err(lost(ForfeitCause::LineTooLong, why));
        }
        if bot.is_full() {
            return Err(lost(ForfeitCause::OutputLimit, "it does not stop writing"));
        }
        Ok(())
    }

    /// Whether the process writes nothing more.
    fn is_silent(&mut self, open: &mut OpenQuestion) -> Result<bool, Lost> {
        let bot = self.bot(open.player)?;
        if bot.is_closed() || open.looked.elapsed() <= PASS {
            return Ok(bot.is_closed());
        }
        open.looked = Instant::now();
        Ok(bot.status().is_some())
    }

    /// Takes in what a process has written, and says whether a line is there.
    pub(super) fn has_line(&mut self, player: Player) -> Result<bool, Lost> {
        self.take_in(player)?;
        Ok(memchr::memchr(b'\n', self.bot(player)?.waiting()).is_some())
    }

    /// The process writes nothing more: its last output, or a successor, may go on with the game.
    fn goes_on_without(&mut self, open: &mut OpenQuestion) -> Progress {
        let player = open.player;
        // Its last output may still be in the pipe.
        if self.has_line(player)? {
            return Ok(Continue(()));
        }
        if let Some(lines) = open.again.take().filter(|_| self.has_left(player)) {
            self.replace(player, lines)?;
            open.begun = self.pulse.restart();
            return Ok(Continue(()));
        }
        Err(self.ended(player))
    }

    /// How long the process may be silent, and the margin. Without a clock it may take its time from the beginning.
    fn silence(&self, open: &OpenQuestion, starting: bool) -> (Allowed, u64) {
        let Limits { start_ms, margin_ms, .. } = *self.limits;
        let start = Allowed { ms: open.allowed.ms.map(|_| start_ms), ..open.allowed };
        if starting { (start, 0) } else { (open.allowed, margin_ms) }
    }

    /// The time for the answer is over.
    fn time_is_up(&mut self, open: &mut OpenQuestion, over_ms: u64, starting: bool) -> Progress {
        if self.has_line(open.player)? {
            return Ok(Continue(()));
        }
        if !starting {
            return self.late(open, over_ms, b"").map(Break);
        }
        let start_ms = self.limits.start_ms;
        self.held_up(open.player, start_ms + over_ms, open.lag);
        self.excuse(open, over_ms)?;
        let why = format!("it said nothing in {start_ms} ms");
        Err(Lost::Game { cause: ForfeitCause::StartTimeout, over_ms: Some(over_ms), why })
    }

    /// Waits for the next event, and watches the processes meanwhile.
    fn await_event(&mut self, open: &mut OpenQuestion, elapsed: Duration, left: Option<Duration>) -> Result<(), Lost> {
        let glanced = Instant::now();
        if !open.alone && elapsed >= open.grace {
            self.stop_others(open.player);
            open.alone = true;
        }
        self.glance(open.player)?;
        let glanced = glanced.elapsed();
        let wait = if open.alone { PASS } else { open.grace };
        let wait = left.map_or(wait, |left| wait.min(left));
        self.wait(wait);
        open.held_up(self.pulse.beat(wait), glanced);
        if self.stop.load(Ordering::Relaxed) {
            return Err(Lost::CalledOff(AbortCause::OrganiserAbort));
        }
        Ok(())
    }

    /// Whether a process ended before it wrote anything to the open question.
    fn has_left(&mut self, player: Player) -> bool {
        let silent = self.bot(player).ok().filter(|bot| bot.waiting().is_empty());
        silent.is_some_and(|bot| bot.await_end(FAREWELL).is_some())
    }

    /// Puts a new process in the place of one that ended between two games, and sends it the lines of this game.
    fn replace(&mut self, player: Player, mut lines: Vec<u8>) -> Result<(), Lost> {
        let failed =
            |error| lost(ForfeitCause::Exit, format!("it ended after its last game and did not start again: {error}"));
        let mut buffer = std::mem::take(&mut self.buffer);
        let bot = self.bot(player)?;
        let mut successor = bot.again().map_err(failed)?;
        let [all, brief] = bot.told_errors(&mut buffer);
        let mut renewed = bot.status().map(|end| format!("it ended with {end}")).unwrap_or_default();
        if !brief.is_empty() {
            renewed += &format!("{ON_STANDARD_ERROR}{}", brief.trim_end());
        }
        successor.meter.begin();
        successor.meter.wake();
        successor.send(&mut lines);
        *bot = successor;
        self.buffer = buffer;
        self.log.errors(player.index(), &all);
        self.reports[player.index()].renewed = renewed;
        Ok(())
    }

    /// Why a process writes nothing more.
    fn ended(&mut self, player: Player) -> Lost {
        let memory = self.own[player.index()].memory >> 20;
        let Ok(bot) = self.bot(player) else { return lost(ForfeitCause::Exit, "it has ended") };
        let rest = bot.waiting().len();
        let rest = if rest > 0 { format!(" in the middle of a line, after {rest} bytes of it") } else { String::new() };
        let (cause, why) = match bot.await_end(FAREWELL) {
            Some(_) if bot.is_ended_by_memory() => {
                (ForfeitCause::MemoryLimit, format!("the system ended it at its limit of {memory} MiB of memory"))
            }
            None => (ForfeitCause::Exit, format!("it closed its output{rest}")),
            Some(ProcessEnd { signal: Some(signal), .. }) => {
                (ForfeitCause::Signal, format!("signal {signal} ended it{rest}"))
            }
            // A sandbox ends as a shell would, if a signal ended the program inside.
            Some(ProcessEnd { code: Some(code @ 129..=192), .. }) if bot.recipe.wrapped => {
                let signal = code - 128;
                (ForfeitCause::Signal, format!("signal {signal} ended it, as code {code} of its sandbox says{rest}"))
            }
            Some(end) => (ForfeitCause::Exit, format!("it ended with {end}{rest}")),
        };
        lost(cause, why)
    }
}
