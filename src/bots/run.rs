//! One game between bots, run to its end: whoever is on turn is asked, and has one deadline for the answer. One poll loop
//! serves all bots of the game, so that none can hold up another.
//!
//! * The deadline is fixed when the question is handed over; reading a line never moves it. The time that counts ends when
//!   the line with the answer has been read.
//! * What a bot wrote is read before it is judged: a legal answer followed by its end is an answer.
//! * A process that has not said anything yet has `start_ms` instead, counted from its first question; its clock stands.
//! * A question that a bot has not read to its end cannot be answered: what it says before is passed over.
//! * What a bot does while it is not its turn (ending, flooding, using memory) it pays for when its turn comes.
//! * After a fault the process is killed; the next game begins with a new one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, Timespec, poll};

use super::cause::{Cause, OnIllegal};
use super::clock::Left;
pub use super::limits::Limits;
use super::log::Log;
use super::process::{BACKLOG, Bot, End, Pipe};
use super::watch::{Snapshot, Usage};
use crate::dice::Dice;
use crate::game::Player;
use crate::game::picture::Picture;
use crate::judge::seats::{ANSWER_LIMIT, Answer, Ask, Seats};
use crate::table::Next;
use crate::wire::{Abort, AbortCause, Forfeit, ForfeitCause};

/// Who sits at a seat.
pub enum Sitter<'a> {
    /// A process; `None` once it has been ended.
    Process(&'a mut Option<Bot>),
    /// A player of ours.
    BuiltIn,
    /// Somebody who is asked and takes their time.
    Person(&'a mut dyn Person),
}

/// Somebody at the terminal.
pub trait Person {
    /// Reads lines of the game, the last of which is a question, and answers it with a line. `None`: they have left.
    /// `picture` is what they may see of the position.
    /// `meanwhile` looks after the others for a moment; it is called again and again until there is an answer, or until it
    /// says `false`: then nobody waits for one any more.
    fn answer(&mut self, lines: &[u8], picture: &Picture, meanwhile: &mut dyn FnMut() -> bool) -> Option<Vec<u8>>;
    /// Reads the last lines of a game.
    fn end(&mut self, lines: &[u8]);
}

/// What is to be told of a seat after a game.
#[derive(Clone, Debug)]
pub struct SeatReport {
    /// How the game ended for it.
    pub cause: Cause,
    /// What happened, in words; empty unless it is at fault.
    pub why: String,
    /// How many answers were accepted.
    pub moves: u64,
    /// How long they took together, in microseconds.
    pub think_us: u64,
    /// How many lines answered another question than the open one.
    pub stale: u64,
}

/// What is to be told after a game.
#[derive(Clone, Debug)]
pub struct Report {
    /// For each seat.
    pub seats: Vec<SeatReport>,
    /// The longest that the judge itself was held up during a turn, in milliseconds.
    pub lag_ms: u64,
}

/// Why a turn did not end with an action.
enum Lost {
    Game { cause: ForfeitCause, over_ms: Option<u64>, why: String },
    CalledOff(AbortCause),
}

fn lost(cause: ForfeitCause, why: impl Into<String>) -> Lost {
    Lost::Game { cause, over_ms: None, why: why.into() }
}

/// How often the processes of all bots are looked at, and how often if a look takes long, as where thousands run.
const WATCH: Duration = Duration::from_millis(100);
const SELDOM: Duration = Duration::from_millis(250);
/// How much the record of a game may hold of what was refused and forgiven, in bytes. Beyond that nothing is forgiven.
const FORGIVEN: usize = 1 << 20;
/// The longest wait for anything to happen.
const PASS: Duration = Duration::from_millis(20);
/// How long a bot that closed its output is given to tell how it ended.
const FAREWELL: Duration = Duration::from_millis(100);

/// A game being run; see the module.
pub struct Run<'a> {
    /// The game.
    pub seats: &'a mut dyn Seats,
    /// Who sits where.
    pub sitters: Vec<Sitter<'a>>,
    /// What they may use.
    pub limits: &'a Limits,
    /// Chooses where a random action stands for a missing one.
    pub dice: Dice,
    /// Set when the organiser wants to stop.
    pub stop: &'a AtomicBool,
    /// What is kept of the conversation.
    pub log: &'a mut Log,
    left: Vec<Left>,
    reports: Vec<SeatReport>,
    /// What a bot will pay for when its turn comes.
    pending: Vec<Option<Lost>>,
    buffer: Vec<u8>,
    watched: Instant,
    /// When to look at the processes again, counted from then.
    rest: Duration,
    lag: Duration,
    forgiven: usize,
}

impl<'a> Run<'a> {
    /// A game about to begin.
    pub fn new(
        seats: &'a mut dyn Seats,
        sitters: Vec<Sitter<'a>>,
        limits: &'a Limits,
        dice: Dice,
        stop: &'a AtomicBool,
        log: &'a mut Log,
    ) -> Run<'a> {
        let fresh = SeatReport { cause: Cause::Normal, why: String::new(), moves: 0, think_us: 0, stale: 0 };
        let players = sitters.len();
        Run {
            seats,
            sitters,
            limits,
            dice,
            stop,
            log,
            left: vec![Left::new(limits.clock); players],
            reports: vec![fresh; players],
            pending: (0..players).map(|_| None).collect(),
            buffer: vec![0; 1 << 16],
            watched: Instant::now(),
            rest: WATCH,
            lag: Duration::ZERO,
            forgiven: 0,
        }
    }

    /// Plays the game.
    #[must_use]
    pub fn play(mut self) -> Report {
        for sitter in &mut self.sitters {
            if let Sitter::Process(Some(bot)) = sitter {
                (bot.idle_cpu_ms, bot.seen) = (0, None);
            }
        }
        let asks = self.asks();
        self.seats.begin(&asks);
        while let Next::Player(player) = self.seats.next() {
            let done = if self.stop.load(Ordering::Relaxed) {
                Err(Lost::CalledOff(AbortCause::OrganiserAbort))
            } else if self.limits.max_turns.is_some_and(|most| self.seats.plies() >= most) {
                Err(Lost::CalledOff(AbortCause::MaxTurns))
            } else {
                self.turn(player)
            };
            match done {
                Ok(()) => {}
                Err(Lost::Game { cause, over_ms, why }) => self.lose(player, cause, over_ms, why),
                Err(Lost::CalledOff(cause)) => {
                    self.seats.abort(&Abort { cause });
                    self.reports.iter_mut().for_each(|report| report.cause = cause.into());
                }
            }
        }
        for seat in 0..self.sitters.len() {
            let lines = self.seats.lines(Player(seat as u8));
            self.log.sent(seat, lines);
            match &mut self.sitters[seat] {
                Sitter::Process(slot) => {
                    let backlog = slot.as_mut().map_or(0, |bot| {
                        bot.send(lines);
                        bot.backlog()
                    });
                    // Whoever does not read is not written to for ever.
                    if let Some(bot) = slot.take_if(|_| backlog > BACKLOG) {
                        bot.end(&mut self.buffer);
                    }
                    lines.clear();
                }
                Sitter::Person(person) => person.end(lines),
                Sitter::BuiltIn => lines.clear(),
            }
        }
        Report { seats: self.reports, lag_ms: self.lag.as_millis() as u64 }
    }

    /// What each seat would be asked if it were next.
    fn asks(&self) -> Vec<Ask> {
        let ask = |(seat, sitter): (usize, &Sitter<'_>)| match sitter {
            Sitter::Process(Some(bot)) => {
                let (bank_ms, move_ms) = (self.left[seat].bank_ms(), self.limits.clock.move_ms);
                Ask { id: bot.next_id, bank_ms, move_ms, left: None }
            }
            _ => Ask { id: self.reports[seat].moves + 1, ..Ask::default() },
        };
        self.sitters.iter().enumerate().map(ask).collect()
    }

    /// A player loses.
    fn lose(&mut self, player: Player, cause: ForfeitCause, over_ms: Option<u64>, why: String) {
        let seat = player.index();
        let asks = self.asks();
        self.seats.forfeit(&Forfeit { player, cause, over_ms }, &asks);
        let cause = Cause::from(cause);
        self.log.lost(seat, &cause.name(), &why);
        let lines = self.seats.lines(player);
        self.log.sent(seat, lines);
        let mut why = why;
        if let Sitter::Process(slot) = &mut self.sitters[seat]
            && let Some(mut bot) = slot.take()
        {
            bot.send(lines);
            bot.take_errors(&mut self.buffer);
            let errors = bot.errors();
            let ended = bot.end(&mut self.buffer);
            if memchr::memmem::find(&ended.late, b"\"ask\"").is_some() {
                why.push_str("; it answered when its input was closed, so it does not flush its output");
            }
            if !errors.is_empty() {
                let start = errors.len().saturating_sub(1000);
                let start = (start..errors.len()).find(|at| errors.is_char_boundary(*at)).unwrap_or_default();
                why = format!("{why}; standard error ends with: {}", errors[start..].trim_end());
            }
        }
        (self.reports[seat].cause, self.reports[seat].why) = (cause, why);
    }

    /// One decision of a player.
    fn turn(&mut self, player: Player) -> Result<(), Lost> {
        let asks = self.asks();
        match &mut self.sitters[player.index()] {
            Sitter::BuiltIn => {
                let begun = Instant::now();
                self.seats.think(player, &asks);
                self.count(player, begun.elapsed());
                // The others had time to do what they should not.
                self.glance(player)
            }
            Sitter::Person(_) => self.ask_person(player, &asks),
            Sitter::Process(_) => self.ask(player),
        }
    }

    /// Asks the person at the terminal. They take their time, during which the others are looked after.
    fn ask_person(&mut self, player: Player, asks: &[Ask]) -> Result<(), Lost> {
        let seat = player.index();
        let lines = std::mem::take(self.seats.lines(player));
        let Sitter::Person(person) = std::mem::replace(&mut self.sitters[seat], Sitter::BuiltIn) else { return Ok(()) };
        let picture = self.seats.picture(player);
        let mut meanwhile = || {
            self.wait(PASS);
            self.glance(player).is_ok() && !self.stop.load(Ordering::Relaxed)
        };
        let line = person.answer(&lines, &picture, &mut meanwhile);
        self.sitters[seat] = Sitter::Person(person);
        let line = line.ok_or(Lost::CalledOff(AbortCause::OrganiserAbort))?;
        match self.seats.answer(&line, asks[seat].id, 0, asks) {
            Answer::Done => self.count(player, Duration::ZERO),
            Answer::Refused(_) => self.seats.ask_again(asks[seat]),
            Answer::BadJson(message) | Answer::BadMessage(message) => {
                self.seats.malformed(player, &message);
                self.seats.ask_again(asks[seat]);
            }
            Answer::Stale | Answer::Hello(_) => {}
        }
        Ok(())
    }

    fn count(&mut self, player: Player, took: Duration) {
        let report = &mut self.reports[player.index()];
        report.moves += 1;
        report.think_us += took.as_micros() as u64;
    }

    /// The process that is on turn, as long as it runs.
    fn bot(&mut self, player: Player) -> Result<&mut Bot, Lost> {
        match &mut self.sitters[player.index()] {
            Sitter::Process(Some(bot)) => Ok(bot),
            _ => Err(lost(ForfeitCause::Exit, "it could not be started")),
        }
    }

    /// Asks a process and waits for its answer.
    fn ask(&mut self, player: Player) -> Result<(), Lost> {
        let seat = player.index();
        if let Some(lost) = self.pending[seat].take() {
            return Err(lost);
        }
        self.drain(player)?;
        let mut lines = std::mem::take(self.seats.lines(player));
        self.log.sent(seat, &lines);
        let bot = self.bot(player)?;
        let mut id = bot.next_id;
        bot.next_id += 1;
        bot.seen = None;
        bot.send(&mut lines);
        *self.seats.lines(player) = lines;
        let allowed = self.left[seat].allowed();
        let (start_ms, margin_ms) = (self.limits.start_ms, self.limits.margin_ms);
        let mut begun = Instant::now();
        let mut attempts = if let OnIllegal::Retry(attempts) = self.limits.on_illegal { attempts } else { 0 };
        // Since when the judge has not waited, and when the process was last asked whether it runs.
        let (mut awake, mut looked) = (begun, begun);
        let mut lag = Duration::ZERO;
        loop {
            let bot = self.bot(player)?;
            let starting = !bot.spoken;
            if let Some(line) = bot.line() {
                let arrived = bot.arrived;
                // The clock stands until a process has said something.
                let took = if starting { Duration::ZERO } else { arrived.saturating_duration_since(begun) };
                let ms = took.as_millis() as u64;
                let has_read = bot.backlog() == 0;
                self.log.said(seat, &line);
                if line.len() > ANSWER_LIMIT {
                    return Err(lost(ForfeitCause::LineTooLong, format!("a line of {} bytes", line.len())));
                }
                if let Some(over_ms) = allowed.exceeded(ms, margin_ms) {
                    return self.late(player, allowed.cause, over_ms, lag);
                }
                if starting {
                    begun = arrived;
                }
                let before = self.seats.record().len();
                let answer = if has_read { self.answer(player, &line, id, ms) } else { self.seats.aside(&line) };
                let (cause, why) = match answer {
                    Answer::Done => {
                        self.left[seat].spend(ms);
                        self.count(player, took);
                        self.held_up(seat, ms, lag);
                        return Ok(());
                    }
                    Answer::Stale => {
                        self.reports[seat].stale += 1;
                        continue;
                    }
                    Answer::Hello(hello) => {
                        self.seats.want_lists(player, hello.legal != Some(false));
                        continue;
                    }
                    Answer::Refused(rules) => (ForfeitCause::IllegalAction, rules.join(", ")),
                    Answer::BadJson(message) => (ForfeitCause::BadJson, message),
                    Answer::BadMessage(message) => (ForfeitCause::BadMessage, message),
                };
                if cause != ForfeitCause::IllegalAction {
                    self.seats.malformed(player, &why);
                }
                self.forgiven += self.seats.record().len() - before;
                match self.limits.on_illegal {
                    OnIllegal::Retry(_) if attempts > 0 && self.forgiven <= FORGIVEN => {
                        attempts -= 1;
                        let bot = self.bot(player)?;
                        id = bot.next_id;
                        bot.next_id += 1;
                        let asked = Ask { id, left: Some(attempts), ..self.asks()[seat] };
                        self.seats.ask_again(asked);
                        let mut lines = std::mem::take(self.seats.lines(player));
                        self.log.sent(seat, &lines);
                        self.bot(player)?.send(&mut lines);
                        continue;
                    }
                    OnIllegal::Random if self.forgiven <= FORGIVEN => {
                        self.left[seat].spend(ms);
                        self.held_up(seat, ms, lag);
                        self.stand_in(cause);
                        return Ok(());
                    }
                    _ => return Err(lost(cause, why)),
                }
            }
            if bot.overlong() {
                return Err(lost(
                    ForfeitCause::LineTooLong,
                    format!("more than {ANSWER_LIMIT} bytes without a line end"),
                ));
            }
            if bot.is_full() {
                return Err(lost(ForfeitCause::OutputLimit, "it writes without end"));
            }
            let mut silent = bot.is_closed();
            if !silent && looked.elapsed() > PASS {
                looked = Instant::now();
                silent = bot.status().is_some();
            }
            if silent {
                // What it wrote last may still be in the pipe.
                self.take_in(player)?;
                if memchr::memchr(b'\n', self.bot(player)?.waiting()).is_some() {
                    continue;
                }
                return Err(self.ended(player));
            }
            let elapsed = begun.elapsed();
            let ms = elapsed.as_millis() as u64;
            let deadline = if starting { start_ms } else { allowed.ms + margin_ms };
            if ms > deadline {
                self.take_in(player)?;
                let bot = self.bot(player)?;
                if memchr::memchr(b'\n', bot.waiting()).is_some() {
                    continue;
                }
                if starting {
                    self.held_up(seat, ms, lag);
                    self.void(lag)?;
                    let why = format!("it said nothing in {start_ms} ms");
                    return Err(Lost::Game { cause: ForfeitCause::StartTimeout, over_ms: Some(ms - start_ms), why });
                }
                return self.late(player, allowed.cause, ms - allowed.ms, lag);
            }
            self.glance(player)?;
            let wait = PASS.min(Duration::from_millis(deadline + 1).saturating_sub(elapsed));
            let held_up = awake.elapsed();
            let overslept = self.wait(wait);
            awake = Instant::now();
            lag = lag.max(held_up + overslept);
            if self.stop.load(Ordering::Relaxed) {
                return Err(Lost::CalledOff(AbortCause::OrganiserAbort));
            }
        }
    }

    /// Writes down how long a turn took and how long the judge itself was held up meanwhile.
    fn held_up(&mut self, seat: usize, ms: u64, lag: Duration) {
        self.lag = self.lag.max(lag);
        self.log.took(seat, ms, lag);
    }

    /// Calls the game off if a loss on time is tainted by the judge's own delay.
    fn void(&self, lag: Duration) -> Result<(), Lost> {
        let tainted = self.limits.void_lag_ms.is_some_and(|most| lag.as_millis() as u64 >= most);
        if tainted { Err(Lost::CalledOff(AbortCause::RefereeFault)) } else { Ok(()) }
    }

    /// Puts an answer to the game.
    fn answer(&mut self, player: Player, line: &[u8], id: u64, ms: u64) -> Answer {
        // If the answer is accepted, the next question tells what the bank will hold then.
        let before = self.left[player.index()];
        self.left[player.index()].spend(ms);
        let asks = self.asks();
        self.left[player.index()] = before;
        self.seats.answer(line, id, ms, &asks)
    }

    /// A random legal action stands for the one that is missing.
    fn stand_in(&mut self, cause: ForfeitCause) {
        let asks = self.asks();
        let why = format!("chosen at random after {}", Cause::from(cause).name());
        self.seats.act_at_random(&mut self.dice, &why, &asks);
    }

    /// A move took too long.
    fn late(&mut self, player: Player, cause: ForfeitCause, over_ms: u64, lag: Duration) -> Result<(), Lost> {
        let lag_ms = lag.as_millis() as u64;
        self.held_up(player.index(), self.left[player.index()].allowed().ms + over_ms, lag);
        self.void(lag)?;
        if self.limits.on_illegal == OnIllegal::Random && cause == ForfeitCause::TimeMove {
            self.left[player.index()].spend(self.limits.clock.move_ms.unwrap_or_default());
            self.stand_in(cause);
            return Ok(());
        }
        let why = format!("{over_ms} ms too late; the judge itself was held up for at most {lag_ms} ms");
        Err(Lost::Game { cause, over_ms: Some(over_ms), why })
    }

    /// Why a process says nothing any more.
    fn ended(&mut self, player: Player) -> Lost {
        let Ok(bot) = self.bot(player) else { return lost(ForfeitCause::Exit, "it has ended") };
        let rest = bot.waiting().len();
        let rest = if rest > 0 { format!(" in the middle of a line, after {rest} bytes of it") } else { String::new() };
        match bot.await_end(FAREWELL) {
            None => lost(ForfeitCause::Exit, format!("it closed its output{rest}")),
            Some(End { signal: Some(signal), .. }) => {
                lost(ForfeitCause::Signal, format!("signal {signal} ended it{rest}"))
            }
            Some(end) => lost(ForfeitCause::Exit, format!("it ended with {end}{rest}")),
        }
    }

    /// Looks at what a bot wrote while it was not its turn.
    fn drain(&mut self, player: Player) -> Result<(), Lost> {
        self.take_in(player)?;
        let seat = player.index();
        loop {
            let bot = self.bot(player)?;
            if bot.is_full() {
                return Err(lost(ForfeitCause::OutputLimit, "it wrote without end while it was not its turn"));
            }
            let Some(line) = bot.line() else { return Ok(()) };
            self.log.said(seat, &line);
            if line.len() > ANSWER_LIMIT {
                return Err(lost(ForfeitCause::LineTooLong, format!("a line of {} bytes", line.len())));
            }
            match self.seats.aside(&line) {
                Answer::Hello(hello) => self.seats.want_lists(player, hello.legal != Some(false)),
                Answer::BadJson(message) => return Err(lost(ForfeitCause::BadJson, message)),
                Answer::BadMessage(message) => return Err(lost(ForfeitCause::BadMessage, message)),
                Answer::Stale | Answer::Done | Answer::Refused(_) => self.reports[seat].stale += 1,
            }
        }
    }

    fn take_in(&mut self, player: Player) -> Result<(), Lost> {
        let mut buffer = std::mem::take(&mut self.buffer);
        let taken = self.bot(player).map(|bot| bot.take_in(&mut buffer));
        self.buffer = buffer;
        taken
    }

    /// Waits until something happens at some pipe, and takes it in. Returns by how much the wait was too long.
    fn wait(&mut self, wait: Duration) -> Duration {
        let bots = || self.sitters.iter().enumerate();
        let most = 3 * self.sitters.len();
        let (mut owners, mut pipes) = (Vec::with_capacity(most), Vec::with_capacity(most));
        for (seat, sitter) in bots() {
            if let Sitter::Process(Some(bot)) = sitter {
                for (pipe, end, events) in bot.pipes() {
                    owners.push((seat, end));
                    pipes.push(PollFd::from_borrowed_fd(pipe, events));
                }
            }
        }
        let begun = Instant::now();
        let timeout = Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: i64::from(wait.subsec_nanos()) };
        let happened = poll(&mut pipes, Some(&timeout)).unwrap_or_default();
        let overslept = if happened == 0 { begun.elapsed().saturating_sub(wait) } else { Duration::ZERO };
        let ready: Vec<(usize, Pipe)> = owners
            .into_iter()
            .zip(pipes.iter().map(PollFd::revents))
            .filter_map(|(owner, events)| (!events.is_empty()).then_some(owner))
            .collect();
        drop(pipes);
        for (seat, pipe) in ready {
            let Sitter::Process(Some(bot)) = &mut self.sitters[seat] else { continue };
            match pipe {
                Pipe::Input => bot.flush(),
                Pipe::Output => bot.take_in(&mut self.buffer),
                Pipe::Errors => bot.take_errors(&mut self.buffer),
            }
        }
        overslept
    }

    /// Looks at what the processes use, if it is time to.
    fn glance(&mut self, turn: Player) -> Result<(), Lost> {
        if self.watched.elapsed() <= self.rest { Ok(()) } else { self.watch(turn) }
    }

    /// Looks at what the processes use.
    fn watch(&mut self, turn: Player) -> Result<(), Lost> {
        let begun = Instant::now();
        let all = Snapshot::take();
        for (seat, sitter) in self.sitters.iter_mut().enumerate() {
            let Sitter::Process(Some(bot)) = sitter else { continue };
            let usage = bot.usage(&all);
            let on_turn = seat == turn.index();
            // The quick sum is never too small; only where it is too large is the exact one worth its price. Shares move
            // from process to process while some begin or end, so that it takes two looks to be sure.
            let mut memory = usage.memory;
            for _ in 0..2 {
                if memory > self.limits.memory {
                    memory = bot.memory(&Snapshot::take());
                }
            }
            if memory > self.limits.memory {
                bot.kill();
                let why = format!("{} MiB of memory are in use", memory >> 20);
                let loss = lost(ForfeitCause::MemoryLimit, why);
                if on_turn {
                    return Err(loss);
                }
                self.pending[seat].get_or_insert(loss);
            }
            if on_turn {
                continue;
            }
            let before = bot.seen.replace(usage);
            bot.idle_cpu_ms += before.map_or(0, |Usage { cpu_ms, .. }| usage.cpu_ms.saturating_sub(cpu_ms));
            if bot.idle_cpu_ms > self.limits.idle_cpu_ms {
                bot.kill();
                let why = format!("{} ms of processor time while it was not its turn", bot.idle_cpu_ms);
                self.pending[seat].get_or_insert_with(|| lost(ForfeitCause::CpuLimit, why));
            }
        }
        self.watched = Instant::now();
        self.rest = (20 * (self.watched - begun)).clamp(WATCH, SELDOM);
        Ok(())
    }
}
