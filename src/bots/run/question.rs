//! A question to a process: asks it, sets its one deadline, and judges its output.

use std::ops::RangeInclusive;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::look::within;
use super::{EMPTY, EMPTY_EACH, FAREWELL, FORGIVEN, GRACE, Lost, PASS, Run, lost};
use crate::bots::cause::{Cause, OnIllegal};
use crate::bots::limits::Patience;
use crate::bots::process::End;
use crate::bots::pulse::Gap;
use crate::bots::told::ON_STANDARD_ERROR;
use crate::game::Player;
use crate::judge::seats::{ANSWER_LIMIT, Answer, Ask, Hello};
use crate::text::{clipped, escaped};
use crate::wire::{AbortCause, Attempt, AttemptFault, ForfeitCause};

impl Run<'_> {
    /// Asks a process and waits for its answer.
    pub(super) fn ask(&mut self, player: Player) -> Result<(), Lost> {
        let seat = player.index();
        if let Some(lost) = self.pending[seat].take() {
            return Err(lost);
        }
        let idle = self.bot(player)?.meter.wake();
        within(idle, self.limits)?;
        self.drain(player)?;
        let mut lines = std::mem::take(self.seats.lines(player));
        self.log.sent(seat, &lines);
        let bot = self.bot(player)?;
        // The question may be put more than once; an answer to any of them is one to it.
        let mut ids = bot.next_id..=bot.next_id;
        let first = bot.next_id;
        bot.next_id += 1;
        // If the process has ended since its last game, however it did, its successor gets them. So it costs as little as in
        // a tournament, where every game has new processes; what ends again loses.
        let again = (bot.answered && self.reports[seat].moves == 0).then(|| lines.clone());
        let bot = self.bot(player)?;
        bot.send(&mut lines);
        *self.seats.lines(player) = lines;
        self.stopped = Duration::ZERO;
        let allowed = self.left[seat].allowed();
        let (start_ms, margin_ms) = (self.limits.start_ms, self.limits.margin_ms);
        let mut patience = Patience::of(self.limits);
        // Only time in which the judge could have read an answer counts on the clock.
        let mut begun = self.pulse.restart();
        // When the process was last checked for running.
        let mut looked = begun;
        // The longest time for which the judge did not run; and how long before its last look an answer may have
        // arrived, beyond that.
        let (mut lag, mut unseen) = (Gap::default(), Duration::ZERO);
        let mut again = again;
        // Whether all who may not ponder are stopped.
        let mut alone = self.own.iter().all(|own| own.pondering);
        loop {
            let bot = self.bot(player)?;
            let starting = !bot.spoken;
            if let Some(line) = bot.line() {
                let arrived = bot.arrived;
                // The clock does not run until a process has written something.
                let took = arrived.saturating_duration_since(begun).saturating_sub(unseen);
                let took = if starting { Duration::ZERO } else { took };
                let ms = took.as_millis() as u64;
                let has_read = bot.backlog() == 0;
                self.log.said(seat, &line);
                if line.len() > ANSWER_LIMIT {
                    return Err(lost(ForfeitCause::LineTooLong, format!("it wrote a line of {} bytes", line.len())));
                }
                if let Some(over_ms) = allowed.exceeded(ms, margin_ms) {
                    return self.late(player, allowed.cause, over_ms, lag, &line);
                }
                if starting {
                    begun = arrived;
                }
                if line.trim_ascii().is_empty() {
                    self.says_nothing(player)?;
                    continue;
                }
                let before = self.seats.record().len();
                let answer = if has_read { self.answer(player, &line, &ids, ms) } else { self.seats.aside(&line) };
                self.bot(player)?.answered |=
                    matches!(answer, Answer::Done | Answer::Stale | Answer::Resigned | Answer::Refused(_));
                let (cause, fault, rules, why) = match answer {
                    Answer::Done => {
                        let id = if ids.start() == ids.end() { *ids.end() } else { said_number(&line) };
                        let bot = self.bot(player)?;
                        (bot.last_id, bot.heard) = (Some(id), id);
                        self.left[seat].spend(ms);
                        self.count(player, took);
                        self.held_up(seat, ms, lag);
                        return Ok(());
                    }
                    Answer::Resigned if self.limits.resign => {
                        let id = said_number(&line);
                        let bot = self.bot(player)?;
                        (bot.last_id, bot.heard) = (Some(id), id);
                        return Err(lost(ForfeitCause::Resignation, ""));
                    }
                    Answer::Resigned => {
                        let why = "nobody may resign in this match".to_owned();
                        (ForfeitCause::BadMessage, AttemptFault::NoAnswer, Vec::new(), why)
                    }
                    Answer::Stale => {
                        self.says_nothing(player)?;
                        self.stale(player, &line);
                        continue;
                    }
                    Answer::Hello(hello) => {
                        self.says_nothing(player)?;
                        self.introduced(player, &hello)?;
                        continue;
                    }
                    Answer::Refused(rules) => {
                        (ForfeitCause::IllegalAction, AttemptFault::Illegal, rules, String::new())
                    }
                    Answer::BadJson(message) => (ForfeitCause::BadJson, AttemptFault::Unreadable, Vec::new(), message),
                    Answer::BadMessage(message) => {
                        (ForfeitCause::BadMessage, AttemptFault::NoAnswer, Vec::new(), message)
                    }
                };
                let illegal = fault == AttemptFault::Illegal;
                self.attempted(player, fault, &rules, &why, &line);
                self.forgiven += self.seats.record().len() - before;
                let (forgiven, cost) = (self.forgiven <= FORGIVEN, self.limits.cost(fault));
                let retry = forgiven && matches!(cost, OnIllegal::Retry(_));
                let said = said_number(&line);
                self.take_in(player)?;
                let bot = self.bot(player)?;
                let late = bot.heard + 1 < first;
                bot.heard = bot.heard.max(said.min(bot.next_id - 1));
                let goes_on = memchr::memchr(b'\n', bot.waiting()).is_some();
                if !illegal {
                    // What was put twice and answered once will be answered again. What belongs to that costs nothing.
                    if retry && late {
                        continue;
                    }
                    self.seats.malformed(player, &why);
                    // Several lines are one answer, and the last of them may be right.
                    if retry && goes_on {
                        self.seats.ask_again(None);
                        continue;
                    }
                }
                match cost {
                    OnIllegal::Retry(_) if forgiven && patience.forgive(fault) => {
                        let bot = self.bot(player)?;
                        let id = bot.next_id;
                        bot.next_id += 1;
                        // An action answers the question that it names; what cannot be read answers none of them.
                        let open = if illegal { said + 1 } else { *ids.start() };
                        ids = open..=id;
                        let (left, left_unreadable) = patience.left();
                        let asked = Ask { id, left: Some(left), left_unreadable, ..self.asks()[seat] };
                        self.seats.ask_again(Some(asked));
                        let mut lines = std::mem::take(self.seats.lines(player));
                        self.log.sent(seat, &lines);
                        self.bot(player)?.send(&mut lines);
                        continue;
                    }
                    OnIllegal::Random if forgiven => {
                        self.left[seat].spend(ms);
                        self.held_up(seat, ms, lag);
                        self.stand_in(player, cause);
                        return Ok(());
                    }
                    _ if illegal => return Err(lost(cause, rules.join("; "))),
                    _ => return Err(lost(cause, quoting(&why, &line))),
                }
            }
            if bot.overlong() {
                return Err(lost(
                    ForfeitCause::LineTooLong,
                    format!("it wrote more than {ANSWER_LIMIT} bytes without a line end"),
                ));
            }
            if bot.is_full() {
                return Err(lost(ForfeitCause::OutputLimit, "it does not stop writing"));
            }
            let mut silent = bot.is_closed();
            if !silent && looked.elapsed() > PASS {
                looked = Instant::now();
                silent = bot.status().is_some();
            }
            if silent {
                // Its last output may still be in the pipe.
                self.take_in(player)?;
                if memchr::memchr(b'\n', self.bot(player)?.waiting()).is_some() {
                    continue;
                }
                if let Some(lines) = again.take().filter(|_| self.has_left(player)) {
                    self.replace(player, lines)?;
                    begun = self.pulse.restart();
                    continue;
                }
                return Err(self.ended(player));
            }
            let elapsed = begun.elapsed();
            let ms = elapsed.as_millis() as u64;
            // Without a clock it may take its time from the beginning.
            let limit = allowed.ms.map(|most| if starting { [start_ms, 0] } else { [most, margin_ms] });
            if let Some([most, margin]) = limit
                && ms > most.saturating_add(margin)
            {
                self.take_in(player)?;
                let bot = self.bot(player)?;
                if memchr::memchr(b'\n', bot.waiting()).is_some() {
                    continue;
                }
                if starting {
                    self.held_up(seat, ms, lag);
                    self.void(lag)?;
                    self.stopped_by_others(player, ms - most)?;
                    let why = format!("it said nothing in {start_ms} ms");
                    return Err(Lost::Game { cause: ForfeitCause::StartTimeout, over_ms: Some(ms - most), why });
                }
                return self.late(player, allowed.cause, ms - most, lag, b"");
            }
            let glanced = Instant::now();
            if !alone && elapsed >= GRACE {
                self.stop_others(player);
                alone = true;
            }
            self.glance(player)?;
            let glanced = glanced.elapsed();
            let wait = if alone { PASS } else { GRACE };
            let left = limit.map(|[most, margin]| {
                Duration::from_millis(most.saturating_add(margin).saturating_add(1)).saturating_sub(elapsed)
            });
            let wait = left.map_or(wait, |left| wait.min(left));
            self.wait(wait);
            let gap = self.pulse.beat(wait);
            lag = lag.max(gap);
            begun += gap.stopped;
            // A delay of this look alone is credited to an answer that it finds, but never to one still to come: a
            // bot can keep the judge from a processor, or give it many processes to check.
            unseen = gap.queued.max(glanced.saturating_sub(gap.stopped));
            if self.stop.load(Ordering::Relaxed) {
                return Err(Lost::CalledOff(AbortCause::OrganiserAbort));
            }
        }
    }

    /// Counts a line that answers nothing: too many are a flood, since each costs the judge time and the log space.
    fn says_nothing(&mut self, player: Player) -> Result<(), Lost> {
        let seat = player.index();
        self.empty[seat] += 1;
        let most = EMPTY + EMPTY_EACH * self.reports[seat].moves;
        if self.empty[seat] > most {
            return Err(lost(
                ForfeitCause::OutputLimit,
                format!("it wrote more than {most} lines that answer nothing"),
            ));
        }
        Ok(())
    }

    /// Counts a line that answers a question other than the open one.
    fn stale(&mut self, player: Player, line: &[u8]) {
        let said = said_number(line);
        let Ok(bot) = self.bot(player) else { return };
        bot.heard = bot.heard.max(said.min(bot.next_id - 1));
        let twice = bot.last_id == Some(said);
        let report = &mut self.reports[player.index()];
        report.stale += 1;
        report.twice += u64::from(twice);
    }

    /// Logs how long a turn took and how long the judge itself was held up meanwhile.
    fn held_up(&mut self, seat: usize, ms: u64, lag: Gap) {
        self.lag = self.lag.max(lag);
        self.log.took(seat, ms, lag.stopped);
    }

    /// Calls the game off if the judge's own delay makes a loss on time void.
    fn void(&self, lag: Gap) -> Result<(), Lost> {
        let long = |time: Duration, most: Option<u64>| most.is_some_and(|most| time.as_millis() as u64 >= most);
        let tainted = long(lag.stopped, self.limits.void_lag_ms) || long(lag.queued, self.limits.void_wait_ms);
        if tainted { Err(Lost::CalledOff(AbortCause::RefereeFault)) } else { Ok(()) }
    }

    /// Calls the game off if a bot was late only because a signal had stopped it that it cannot have sent itself.
    fn stopped_by_others(&mut self, player: Player, over_ms: u64) -> Result<(), Lost> {
        let stopped = self.stopped.as_millis() as u64;
        let outside = stopped >= over_ms.max(1) && self.bot(player)?.is_sandboxed();
        if outside { Err(Lost::CalledOff(AbortCause::RefereeFault)) } else { Ok(()) }
    }

    /// Passes an answer to the game.
    fn answer(&mut self, player: Player, line: &[u8], ids: &RangeInclusive<u64>, ms: u64) -> Answer {
        // The next question shows the bank as it will be if the answer is accepted.
        let before = self.left[player.index()];
        self.left[player.index()].spend(ms);
        let asks = self.asks();
        self.left[player.index()] = before;
        self.seats.answer(line, ids, ms, &asks)
    }

    /// Counts an answer that was not taken, and keeps it in the record.
    fn attempted(&mut self, player: Player, fault: AttemptFault, broken: &[String], why: &str, line: &[u8]) {
        let rules: Vec<String> =
            broken.iter().map(|broken| broken.split(':').next().unwrap_or_default().to_owned()).collect();
        let report = &mut self.reports[player.index()];
        report.attempts.count(fault, &rules, report.moves);
        let said = clipped(&String::from_utf8_lossy(line), SAID_LIMIT);
        let bytes = (line.len() > SAID_LIMIT).then_some(line.len() as u64);
        self.seats.attempt(&Attempt { player, fault, rules, why: clipped(why, SAID_LIMIT), said, bytes });
    }

    /// Replaces the missing action by a random legal one.
    fn stand_in(&mut self, player: Player, cause: ForfeitCause) {
        *self.reports[player.index()].replaced.entry(cause.into()).or_default() += 1;
        let asks = self.asks();
        let why = format!("chosen at random after {}", Cause::from(cause).name());
        self.seats.act_at_random(&mut self.dice, &why, &asks);
    }

    /// A move took too long.
    fn late(&mut self, player: Player, cause: ForfeitCause, over_ms: u64, lag: Gap, line: &[u8]) -> Result<(), Lost> {
        let [stopped, queued] = [lag.stopped, lag.queued].map(|time| time.as_millis());
        let allowed_ms = self.left[player.index()].allowed().ms.unwrap_or_default();
        self.held_up(player.index(), allowed_ms + over_ms, lag);
        self.void(lag)?;
        self.stopped_by_others(player, over_ms)?;
        self.attempted(player, AttemptFault::Late, &[], "", line);
        if self.limits.on_illegal == OnIllegal::Random && cause == ForfeitCause::TimeMove {
            self.left[player.index()].spend(self.own[player.index()].clock.move_ms.unwrap_or_default());
            self.stand_in(player, cause);
            return Ok(());
        }
        let mut why = format!(
            "no answer in {} s (+ {} ms margin); the judge itself was held up for at most {stopped} ms",
            allowed_ms as f64 / 1000.0,
            self.limits.margin_ms
        );
        if queued > 0 {
            why += &format!(" and waited up to {queued} ms for a processor");
        }
        if !self.stopped.is_zero() {
            why += &format!("; it was stopped by a signal for some {} ms, maybe its own", self.stopped.as_millis());
        }
        Err(Lost::Game { cause, over_ms: Some(over_ms), why })
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
        match bot.await_end(FAREWELL) {
            Some(_) if bot.is_ended_by_memory() => {
                lost(ForfeitCause::MemoryLimit, format!("the system ended it at its limit of {memory} MiB of memory"))
            }
            None => lost(ForfeitCause::Exit, format!("it closed its output{rest}")),
            Some(End { signal: Some(signal), .. }) => {
                lost(ForfeitCause::Signal, format!("signal {signal} ended it{rest}"))
            }
            // A sandbox ends as a shell would, if a signal ended the program inside.
            Some(End { code: Some(code @ 129..=192), .. }) if bot.wrapped => {
                let signal = code - 128;
                lost(
                    ForfeitCause::Signal,
                    format!("signal {signal} ended it, as code {code} of its sandbox says{rest}"),
                )
            }
            Some(end) => lost(ForfeitCause::Exit, format!("it ended with {end}{rest}")),
        }
    }

    /// A bot has introduced itself. Its wishes also hold for later games.
    fn introduced(&mut self, player: Player, hello: &Hello) -> Result<(), Lost> {
        let lists = hello.legal != Some(false);
        self.bot(player)?.lists = lists;
        self.seats.want(player, self.limits.telling(lists));
        Ok(())
    }

    /// Checks what a bot wrote while it was not its turn.
    fn drain(&mut self, player: Player) -> Result<(), Lost> {
        self.take_in(player)?;
        let seat = player.index();
        loop {
            let bot = self.bot(player)?;
            if bot.is_full() {
                return Err(lost(ForfeitCause::OutputLimit, "it kept writing while it was not its turn"));
            }
            let Some(line) = bot.line() else { return Ok(()) };
            self.log.said(seat, &line);
            if line.len() > ANSWER_LIMIT {
                return Err(lost(ForfeitCause::LineTooLong, format!("it wrote a line of {} bytes", line.len())));
            }
            if line.trim_ascii().is_empty() {
                self.says_nothing(player)?;
                continue;
            }
            match self.seats.aside(&line) {
                Answer::Hello(hello) => self.introduced(player, &hello)?,
                Answer::BadJson(message) => {
                    self.beside(player, (ForfeitCause::BadJson, AttemptFault::Unreadable), &message, &line)?;
                }
                Answer::BadMessage(message) => {
                    self.beside(player, (ForfeitCause::BadMessage, AttemptFault::NoAnswer), &message, &line)?;
                }
                Answer::Stale | Answer::Done | Answer::Resigned | Answer::Refused(_) => {
                    self.says_nothing(player)?;
                    self.bot(player)?.answered = true;
                    self.stale(player, &line);
                }
            }
        }
    }

    /// Takes what cannot be read and came while nothing was asked. It costs the game, unless such answers are forgiven: then
    /// it is the rest of one that has been.
    fn beside(
        &mut self,
        player: Player,
        (cause, fault): (ForfeitCause, AttemptFault),
        why: &str,
        line: &[u8],
    ) -> Result<(), Lost> {
        let before = self.seats.record().len();
        self.attempted(player, fault, &[], why, line);
        self.forgiven += self.seats.record().len() - before;
        if self.limits.cost(fault) == OnIllegal::Forfeit || self.forgiven > FORGIVEN {
            return Err(lost(cause, quoting(why, line)));
        }
        Ok(())
    }
}

/// How much the record keeps of an answer that was not taken, in bytes.
const SAID_LIMIT: usize = 1000;

/// The value of `ask` in a line.
fn said_id(line: &[u8]) -> Option<Value> {
    serde_json::from_slice::<Value>(line).ok()?.get("ask").cloned()
}

/// The same as a number; 0: none, which no question has.
fn said_number(line: &[u8]) -> u64 {
    said_id(line).and_then(|id| id.as_u64()).unwrap_or_default()
}

/// The longest quotation of a line for people, in bytes.
const QUOTED: usize = 120;

/// What is wrong with a line, with a quotation of its beginning.
fn quoting(why: &str, line: &[u8]) -> String {
    let own = clipped(&escaped(&String::from_utf8_lossy(&line[..line.len().min(4 * QUOTED)])).to_string(), QUOTED);
    let alone = said_id(line).is_some_and(|id| id.is_object());
    let alone = if alone { "; `ask` must be just the number" } else { "" };
    format!("{why}{alone}; it wrote: {own}")
}
