//! Runs one game between bots to its end. The bot on turn gets a question and one deadline for the answer. One poll
//! loop serves all bots of the game, so none can hold up another.
//!
//! * The deadline is fixed when the question is sent; reading a line never moves it. The time that counts ends when
//!   the line with the answer has been read.
//! * A bot's output is read before the bot is judged: a legal answer counts even if the bot ends right after it.
//! * A process that has not written anything yet has `start_ms` instead, counted from its first question; its clock
//!   does not run.
//! * A bot cannot answer a question before it has read all of it. Earlier output is skipped.
//! * A fault while it is not a bot's turn (ending, flooding, using memory) counts when its turn comes.
//! * While the judge itself is stopped, no clock runs. An answer that it finds after such a pause counts from when it
//!   should have looked.
//! * After a fault, the process is killed. The next game starts a new one.

mod answer;
mod late;
mod look;
mod question;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::attempts::Attempts;
use super::cause::Cause;
use super::clock::Left;
pub use super::limits::{Limits, Own};
use super::log::Log;
use super::process::{BACKLOG, BotProcess};
use super::pulse::{Gap, Pulse};
use super::told::ON_STANDARD_ERROR;
use crate::dice::Dice;
use crate::game::Player;
use crate::judge::seats::{Ask, Briefing, Reply, Seats, Taken};
use crate::table::Next;
use crate::text::harmless;
use crate::wire::{Abort, AbortCause, Forfeit, ForfeitCause};

/// Who plays a seat.
pub enum Sitter<'a> {
    /// A process; `None` once it has ended.
    Process(&'a mut Option<BotProcess>),
    /// A built-in player.
    BuiltIn,
    /// A person, who takes their time.
    Person(&'a mut dyn Person),
}

impl Sitter<'_> {
    /// The process, if it is one and running.
    fn bot(&mut self) -> Option<&mut BotProcess> {
        match self {
            Sitter::Process(slot) => slot.as_mut(),
            _ => None,
        }
    }
}

/// A person at a seat.
pub trait Person {
    /// Puts the question with this id, and returns the person's reply; `None` if they have left. `meanwhile` serves the
    /// other players for a moment. Call it repeatedly until there is a reply, or until it returns `false`: the reply is
    /// then no longer needed. Everything that the person types is added to `typed`.
    fn answer(
        &mut self,
        id: u64,
        told: Briefing,
        meanwhile: &mut dyn FnMut() -> bool,
        typed: &mut Vec<String>,
    ) -> Option<Reply>;
    /// Shows how a game ended.
    fn end(&mut self, told: Briefing);
}

/// The report on one seat of a game.
#[derive(Clone, Debug, Default)]
pub struct SeatReport {
    /// How the game ended for it.
    pub cause: Cause,
    /// A description of its fault; empty if it is not at fault.
    pub why: String,
    /// How many answers were accepted.
    pub moves: u64,
    /// How many random actions replaced its own, by the fault that caused them.
    pub replaced: BTreeMap<Cause, u64>,
    /// Which were not taken.
    pub attempts: Attempts,
    /// The total thinking time for these answers, in microseconds.
    pub think_us: u64,
    /// How many lines answered a question other than the open one.
    pub stale: u64,
    /// How many of those answered the question before it a second time.
    pub twice: u64,
    /// The beginning and the end of what it wrote to standard error.
    pub errors: String,
    /// Whether it ended a line with CR LF.
    pub crlf: bool,
    /// How its process ended after the game before, so that a new one played this game; empty: it did not.
    pub renewed: String,
}

/// The report on a game.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// For each seat.
    pub seats: Vec<SeatReport>,
    /// The longest time for which the judge itself was stopped during a turn, in milliseconds.
    pub lag_ms: u64,
    /// The longest time for which it waited for a processor then, in milliseconds.
    pub queued_ms: u64,
}

/// Why a turn did not end with an action.
enum Lost {
    Game { cause: ForfeitCause, over_ms: Option<u64>, why: String },
    CalledOff(AbortCause),
}

fn lost(cause: ForfeitCause, why: impl Into<String>) -> Lost {
    Lost::Game { cause, over_ms: None, why: why.into() }
}

/// How often to look at the processes of all bots. A slow look, as with thousands of processes, delays the next.
const WATCH: Duration = Duration::from_millis(100);
const SELDOM: Duration = Duration::from_millis(250);
/// The limit on refused and forgiven lines in the record of a game, in bytes. Beyond it, nothing is forgiven.
const FORGIVEN: usize = 1 << 20;
/// How many lines of a bot in a game may answer nothing, besides [`EMPTY_EACH`] for each of its moves: blank ones, answers
/// to other questions and introductions. More are a flood.
const EMPTY: u64 = 1000;
const EMPTY_EACH: u64 = 10;
/// The longest wait for any event.
const PASS: Duration = Duration::from_millis(20);
/// How long a process thinks before the others are stopped, if one of them has worked out of turn in this game; otherwise they
/// are stopped at the first look, after [`PASS`]. To stop them costs more than a quick answer, and even to wake up for it
/// costs a quick move a fifth. What they use until then counts as idle time.
const GRACE: Duration = Duration::from_millis(1);
/// How much processor time out of turn, since its last turn, shows that a process works then: more than it takes to wait.
const LIGHT: Duration = Duration::from_micros(500);
/// How long to wait for the exit status of a bot that closed its output.
const FAREWELL: Duration = Duration::from_millis(100);

/// How a game is conducted.
pub struct Conduct<'a> {
    /// The limits of the bots.
    pub limits: &'a Limits,
    /// What of them holds for each seat.
    pub own: Vec<Own>,
    /// Chooses the random actions that replace missing ones.
    pub dice: Dice,
    /// Set when the organiser wants to stop.
    pub stop: &'a AtomicBool,
}

/// A running game; see the module.
pub struct Run<'a> {
    seats: &'a mut dyn Seats,
    sitters: Vec<Sitter<'a>>,
    limits: &'a Limits,
    own: Vec<Own>,
    dice: Dice,
    stop: &'a AtomicBool,
    log: &'a mut Log,
    left: Vec<Left>,
    reports: Vec<SeatReport>,
    /// How many questions the person at each seat was asked.
    put: Vec<u64>,
    /// How many lines of each bot answered nothing.
    empty: Vec<u64>,
    /// The pending fault of each bot, which counts when its turn comes.
    pending: Vec<Option<Lost>>,
    buffer: Vec<u8>,
    watched: Instant,
    /// How long to wait until the next look at the processes.
    rest: Duration,
    pulse: Pulse,
    lag: Gap,
    /// The process whose turn was the last one, if its idle time has not begun yet.
    answered: Option<usize>,
    /// What each bot had used out of turn when its turn came.
    idle: Vec<Duration>,
    /// Which bots have worked out of turn.
    restless: Vec<bool>,
    /// For how long the bot on turn has been found stopped.
    stopped: Duration,
    forgiven: usize,
    onlooker: Option<Onlooker<'a>>,
    /// How much of the record the onlooker has got.
    shown: usize,
    /// How long built-in players have thought since then.
    unshown: Duration,
}

/// Gets the record so far, with the secrets in it, whenever it has grown, and where the new part begins. It must not wait.
pub type Onlooker<'a> = Box<dyn FnMut(&[u8], usize) + 'a>;

impl<'a> Run<'a> {
    /// Prepares a game, with who plays each seat and the log of the conversation.
    pub fn new(
        seats: &'a mut dyn Seats,
        sitters: Vec<Sitter<'a>>,
        Conduct { limits, own, dice, stop }: Conduct<'a>,
        log: &'a mut Log,
    ) -> Run<'a> {
        let players = sitters.len();
        let left = own.iter().map(|own| Left::new(own.clock)).collect();
        Run {
            seats,
            sitters,
            limits,
            own,
            dice,
            stop,
            log,
            left,
            reports: vec![SeatReport::default(); players],
            put: vec![0; players],
            empty: vec![0; players],
            pending: (0..players).map(|_| None).collect(),
            buffer: vec![0; 1 << 16],
            watched: Instant::now(),
            rest: WATCH,
            pulse: Pulse::new(),
            lag: Gap::default(),
            answered: None,
            idle: vec![Duration::ZERO; players],
            restless: vec![false; players],
            stopped: Duration::ZERO,
            forgiven: 0,
            onlooker: None,
            shown: 0,
            unshown: Duration::ZERO,
        }
    }

    /// The same, with somebody who gets the record as it grows.
    #[must_use]
    pub fn shown_to(self, onlooker: Option<Onlooker<'a>>) -> Run<'a> {
        Run { onlooker, ..self }
    }

    /// Shows the onlooker what is new.
    fn show(&mut self) {
        if let Some(onlooker) = &mut self.onlooker {
            let record = self.seats.record();
            if record.len() > self.shown {
                onlooker(record, self.shown);
                self.shown = record.len();
            }
            self.unshown = Duration::ZERO;
        }
    }

    /// Plays the game.
    pub fn play(mut self) -> GameReport {
        self.begin();
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
                Err(Lost::Game { cause, over_ms, why }) => self.lose(player, cause, over_ms, &why),
                Err(Lost::CalledOff(cause)) => self.call_off(cause),
            }
            // What built-in players do is shown from time to time.
            if !matches!(self.sitters[player.index()], Sitter::BuiltIn) {
                self.show();
            }
        }
        self.show();
        (0..self.sitters.len()).for_each(|seat| self.part(seat));
        let [lag_ms, queued_ms] = [self.lag.stopped, self.lag.queued].map(|time| time.as_millis() as u64);
        GameReport { seats: self.reports, lag_ms, queued_ms }
    }

    /// Tells everybody of the game.
    fn begin(&mut self) {
        for (seat, sitter) in self.sitters.iter_mut().enumerate() {
            let player = Player(seat as u8);
            match sitter {
                Sitter::Process(Some(bot)) => {
                    bot.meter.begin();
                    self.seats.want(player, self.limits.telling(bot.lists));
                    if self.limits.ask_text {
                        self.seats.watch(player);
                    }
                }
                Sitter::Person(_) => self.seats.watch(player),
                Sitter::BuiltIn => self.log.built_in(seat),
                Sitter::Process(None) => {}
            }
        }
        let asks = self.asks();
        self.seats.begin(&asks);
        self.show();
        self.sitters.iter_mut().filter_map(Sitter::bot).for_each(|bot| bot.meter.rest());
    }

    fn call_off(&mut self, cause: AbortCause) {
        let adjudicate = self.limits.adjudicate.filter(|_| cause == AbortCause::MaxTurns);
        self.seats.abort(&Abort { cause, adjudicate });
        // Players who had lost before keep the cause if the game counts.
        let lost = |report: &SeatReport| adjudicate.is_some() && report.cause.is_loss();
        let others = self.reports.iter_mut().filter(|report| !lost(report));
        others.for_each(|report| report.cause = cause.into());
    }

    /// Tells a seat how the game ended, and takes its last words.
    fn part(&mut self, seat: usize) {
        let lines = self.seats.lines(Player(seat as u8));
        self.log.sent(seat, lines);
        match &mut self.sitters[seat] {
            Sitter::Process(slot) => {
                let mut backlog = 0;
                if let Some(bot) = slot {
                    bot.resume();
                    let report = &mut self.reports[seat];
                    let [all, brief] = bot.told_errors(&mut self.buffer);
                    (report.errors, report.crlf) = (brief, bot.crlf);
                    self.log.errors(seat, &all);
                    bot.send(lines);
                    backlog = bot.backlog();
                }
                // Do not send without limit to a bot that does not read.
                if let Some(bot) = slot.take_if(|_| backlog > BACKLOG) {
                    bot.end(&mut self.buffer);
                }
                lines.clear();
            }
            Sitter::Person(person) => {
                lines.clear();
                person.end(self.seats.brief(Player(seat as u8)));
            }
            Sitter::BuiltIn => lines.clear(),
        }
    }

    /// What each seat would be asked if it were next.
    fn asks(&self) -> Vec<Ask> {
        let ask = |(seat, sitter): (usize, &Sitter<'_>)| match sitter {
            Sitter::Process(Some(bot)) => {
                let (bank_ms, move_ms) = (self.left[seat].bank_ms(), self.own[seat].clock.move_ms);
                Ask { id: bot.next_id, bank_ms, move_ms, ..Ask::default() }
            }
            _ => Ask { id: self.put[seat] + 1, ..Ask::default() },
        };
        self.sitters.iter().enumerate().map(ask).collect()
    }

    /// A player loses.
    fn lose(&mut self, player: Player, cause: ForfeitCause, over_ms: Option<u64>, why: &str) {
        let seat = player.index();
        let asks = self.asks();
        // It may quote the bot.
        let mut why = harmless(why);
        let bot = self.sitters[seat].bot().filter(|_| cause != ForfeitCause::Resignation);
        let [all, errors] = bot.map(|bot| bot.told_errors(&mut self.buffer)).unwrap_or_default();
        let with_errors = |why: &str| match errors.trim_end() {
            "" => why.to_owned(),
            errors => format!("{why}{ON_STANDARD_ERROR}{errors}"),
        };
        self.seats.forfeit(&Forfeit { player, cause, over_ms }, &with_errors(&why), &asks);
        let cause = Cause::from(cause);
        self.log.lost(seat, &cause.name(), &why);
        let lines = self.seats.lines(player);
        self.log.sent(seat, lines);
        // A bot that resigns has done nothing wrong.
        if cause != Cause::Resignation
            && let Sitter::Process(slot) = &mut self.sitters[seat]
            && let Some(mut bot) = slot.take()
        {
            bot.send(lines);
            self.log.errors(seat, &all);
            self.reports[seat].crlf = bot.crlf;
            // A bot flushes its output if it has answered before or writes something during the wait.
            let timed = matches!(cause, Cause::StartTimeout | Cause::TimeMove | Cause::TimeBank);
            let silent = timed && !bot.answered;
            let slow = silent && bot.is_about_to_speak(3 * FAREWELL, &mut self.buffer);
            let late = bot.end(&mut self.buffer);
            if slow {
                why.push_str("; it wrote something soon after, so it is too slow");
            } else if silent && memchr::memmem::find(&late, b"\"ask\"").is_some() {
                why.push_str(
                    "; it answered only when its input was closed, so it does not flush its output or is far too slow",
                );
            }
            why = with_errors(&why);
            self.reports[seat].errors = errors;
        }
        (self.reports[seat].cause, self.reports[seat].why) = (cause, why);
    }

    /// One decision of a player.
    fn turn(&mut self, player: Player) -> Result<(), Lost> {
        match &mut self.sitters[player.index()] {
            Sitter::BuiltIn => {
                let asks = self.asks();
                self.rest_others(player);
                self.stop_others(player);
                let begun = Instant::now();
                self.seats.think(player, &asks);
                let thought = begun.elapsed();
                self.count(player, thought);
                self.unshown += thought;
                // A move in a microsecond is not worth a look of its own.
                if self.unshown > PASS {
                    self.show();
                }
                // The others may have committed faults meanwhile.
                self.glance(player)
            }
            Sitter::Person(_) => {
                self.show();
                self.ask_person(player)
            }
            Sitter::Process(slot) => {
                if let Some(bot) = slot {
                    bot.resume();
                }
                self.show();
                let done = self.ask(player);
                self.answered = Some(player.index());
                done
            }
        }
    }

    /// The turn of this player has begun: what the process asked before it uses from now on counts as idle time. To read the
    /// counter of a process interrupts it if it runs. So this comes after the question, when the other most likely waits.
    fn rest_others(&mut self, turn: Player) {
        let seat = self.answered.take().filter(|seat| *seat != turn.index());
        if let Some(bot) = seat.and_then(|seat| self.sitters[seat].bot()) {
            bot.meter.rest();
        }
    }

    /// Stops the processes whose turn it is not, unless they may ponder. If one cannot be stopped, that is a fault
    /// when its turn comes. A process that has not written anything yet is left alone, so that interpreters and
    /// sandboxes can start.
    fn stop_others(&mut self, turn: Player) {
        for (seat, sitter) in self.sitters.iter_mut().enumerate() {
            let Some(bot) = sitter.bot() else { continue };
            let runs = seat != turn.index() && !self.own[seat].pondering && bot.spoken && !bot.is_paused();
            if runs && !bot.pause() {
                bot.kill();
                let why = "it starts processes faster than they can be stopped";
                self.pending[seat].get_or_insert_with(|| lost(ForfeitCause::CpuLimit, why));
            }
        }
    }

    /// Asks the person at the terminal. They take their time; the other players are served meanwhile.
    fn ask_person(&mut self, player: Player) -> Result<(), Lost> {
        let seat = player.index();
        let id = self.put[seat] + 1;
        self.put[seat] = id;
        // The next question follows the answer and may be to the same player.
        let asks = self.asks();
        let lines = self.seats.lines(player);
        self.log.sent(seat, lines);
        lines.clear();
        let told = self.seats.brief(player);
        let Sitter::Person(person) = std::mem::replace(&mut self.sitters[seat], Sitter::BuiltIn) else { return Ok(()) };
        self.rest_others(player);
        self.stop_others(player);
        let mut meanwhile = || {
            self.wait(PASS);
            self.glance(player).is_ok() && !self.stop.load(Ordering::Relaxed)
        };
        let mut typed = Vec::new();
        let reply = person.answer(id, told, &mut meanwhile, &mut typed);
        self.sitters[seat] = Sitter::Person(person);
        for typed in &typed {
            self.log.said(seat, typed.as_bytes());
        }
        let reply = reply.ok_or(Lost::CalledOff(AbortCause::OrganiserAbort))?;
        match self.seats.reply(reply, id, &asks) {
            Taken::Done => self.count(player, Duration::ZERO),
            Taken::Refused(_) => self.seats.ask_again(Some(asks[seat])),
            Taken::BadJson(message) | Taken::BadMessage(message) => {
                self.seats.malformed(player, &message);
                self.seats.ask_again(Some(asks[seat]));
            }
            Taken::Resigned => return Err(lost(ForfeitCause::Resignation, "")),
            Taken::Stale | Taken::Hello(_) => {}
        }
        Ok(())
    }

    fn count(&mut self, player: Player, took: Duration) {
        let report = &mut self.reports[player.index()];
        report.moves += 1;
        report.think_us += took.as_micros() as u64;
    }

    /// The process on turn, if it is running.
    fn bot(&mut self, player: Player) -> Result<&mut BotProcess, Lost> {
        self.sitters[player.index()].bot().ok_or_else(|| lost(ForfeitCause::Exit, "it could not be started"))
    }
}
