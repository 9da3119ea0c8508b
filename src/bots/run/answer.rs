//! Judges the lines of a process: those that answer the open question, and those that it writes unasked.

use std::ops::ControlFlow::{Break, Continue};
use std::time::Duration;

use serde_json::Value;

use super::question::{OpenQuestion, Progress};
use super::{EMPTY, EMPTY_EACH, FORGIVEN, Lost, Run, lost};
use crate::bots::attempts::kept;
use crate::bots::cause::{Cause, OnIllegal};
use crate::game::Player;
use crate::judge::seats::{ANSWER_LIMIT, Ask, Hello, Taken};
use crate::text::{clipped, escaped};
use crate::wire::{AttemptFault, ForfeitCause};

/// Why an answer was not taken.
pub(super) struct Untaken {
    /// What it is the loss of the game for, if it costs the game.
    cause: ForfeitCause,
    fault: AttemptFault,
    /// The broken rules, each with what is wrong.
    rules: Vec<String>,
    why: String,
}

impl Untaken {
    pub(super) fn new(cause: ForfeitCause, fault: AttemptFault, why: String) -> Untaken {
        Untaken { cause, fault, rules: Vec::new(), why }
    }

    fn illegal(rules: Vec<String>) -> Untaken {
        Untaken { rules, ..Untaken::new(ForfeitCause::IllegalAction, AttemptFault::Illegal, String::new()) }
    }

    fn unreadable(why: String) -> Untaken {
        Untaken::new(ForfeitCause::BadJson, AttemptFault::Unreadable, why)
    }

    fn no_answer(why: String) -> Untaken {
        Untaken::new(ForfeitCause::BadMessage, AttemptFault::NoAnswer, why)
    }

    fn is_illegal(&self) -> bool {
        self.fault == AttemptFault::Illegal
    }

    /// The loss of the game for it.
    fn loss(&self, line: &[u8]) -> Lost {
        lost(self.cause, if self.is_illegal() { self.rules.join("; ") } else { quoting(&self.why, line) })
    }
}

/// A line that came while a question was open.
#[derive(Copy, Clone)]
struct Arrived<'a> {
    line: &'a [u8],
    /// How long it took on the clock.
    took: Duration,
    /// The length of the record before it.
    record: usize,
}

impl Arrived<'_> {
    fn ms(&self) -> u64 {
        self.took.as_millis() as u64
    }
}

impl Run<'_> {
    /// A line has arrived.
    pub(super) fn arrived(&mut self, open: &mut OpenQuestion, line: &[u8], starting: bool) -> Progress {
        let player = open.player;
        let bot = self.bot(player)?;
        let (at, has_read) = (bot.arrived, bot.backlog() == 0);
        let took = open.took(at, starting);
        let arrived = Arrived { line, took, record: self.seats.record().len() };
        self.log.said(player.index(), line);
        check_length(line)?;
        if let Some(over_ms) = open.allowed.exceeded(arrived.ms(), self.limits.margin_ms) {
            return self.late(open, over_ms, line).map(Break);
        }
        if starting {
            open.begun = at;
        }
        if line.trim_ascii().is_empty() {
            self.says_nothing(player)?;
            return Ok(Continue(()));
        }
        let answer = if has_read { self.answer(open, arrived) } else { self.seats.aside(line) };
        self.bot(player)?.answered |=
            matches!(answer, Taken::Done | Taken::Stale | Taken::Resigned | Taken::Refused(_));
        self.judge(open, arrived, answer)
    }

    /// Passes an answer to the game.
    fn answer(&mut self, open: &OpenQuestion, arrived: Arrived<'_>) -> Taken {
        // The next question shows the bank as it will be if the answer is accepted.
        let seat = open.player.index();
        let before = self.left[seat];
        self.left[seat].spend(arrived.ms());
        let asks = self.asks();
        self.left[seat] = before;
        self.seats.answer(arrived.line, &open.ids, arrived.ms(), &asks)
    }

    /// What a line is for the open question.
    fn judge(&mut self, open: &mut OpenQuestion, arrived: Arrived<'_>, answer: Taken) -> Progress {
        let (player, line) = (open.player, arrived.line);
        let wrong = match answer {
            Taken::Done => {
                let (first, last) = (*open.ids.start(), *open.ids.end());
                self.answered(player, if first == last { last } else { said_number(line) })?;
                self.left[player.index()].spend(arrived.ms());
                self.count(player, arrived.took);
                self.held_up(player, arrived.ms(), open.lag);
                return Ok(Break(()));
            }
            Taken::Resigned if self.limits.resign => {
                self.answered(player, said_number(line))?;
                return Err(lost(ForfeitCause::Resignation, ""));
            }
            Taken::Stale => {
                self.says_nothing(player)?;
                self.stale(player, line);
                return Ok(Continue(()));
            }
            Taken::Hello(hello) => {
                self.says_nothing(player)?;
                self.introduced(player, &hello)?;
                return Ok(Continue(()));
            }
            Taken::Resigned => Untaken::no_answer("nobody may resign in this match".to_owned()),
            Taken::Refused(rules) => Untaken::illegal(rules),
            Taken::BadJson(why) => Untaken::unreadable(why),
            Taken::BadMessage(why) => Untaken::no_answer(why),
        };
        self.refused(open, arrived, &wrong)
    }

    /// Notes which question was answered.
    fn answered(&mut self, player: Player, id: u64) -> Result<(), Lost> {
        let bot = self.bot(player)?;
        (bot.last_id, bot.heard) = (Some(id), id);
        Ok(())
    }

    /// What an answer costs that was not taken: nothing, another question, the move or the game.
    fn refused(&mut self, open: &mut OpenQuestion, arrived: Arrived<'_>, wrong: &Untaken) -> Progress {
        let (player, line) = (open.player, arrived.line);
        self.attempted(player, wrong, line);
        self.forgiven += self.seats.record().len() - arrived.record;
        let (forgiven, cost) = (self.forgiven <= FORGIVEN, self.limits.cost(wrong.fault));
        let said = said_number(line);
        if self.is_part(open, said, wrong, forgiven && matches!(cost, OnIllegal::Retry(_)))? {
            return Ok(Continue(()));
        }
        match cost {
            OnIllegal::Retry(_) if forgiven && open.patience.forgive(wrong.fault) => {
                self.ask_again(open, wrong.is_illegal().then_some(said))?;
                Ok(Continue(()))
            }
            OnIllegal::Random if forgiven => {
                self.left[player.index()].spend(arrived.ms());
                self.held_up(player, arrived.ms(), open.lag);
                self.stand_in(player, wrong.cause);
                Ok(Break(()))
            }
            _ => Err(wrong.loss(line)),
        }
    }

    /// Whether what was not taken is a part of an answer that costs nothing, if any may be put `again`.
    fn is_part(&mut self, open: &OpenQuestion, said: u64, wrong: &Untaken, again: bool) -> Result<bool, Lost> {
        let goes_on = self.has_line(open.player)?;
        let bot = self.bot(open.player)?;
        let late = bot.heard + 1 < open.first;
        bot.heard = bot.heard.max(said.min(bot.next_id - 1));
        if wrong.is_illegal() {
            return Ok(false);
        }
        // What was put twice and answered once will be answered again. What belongs to that costs nothing.
        if again && late {
            return Ok(true);
        }
        self.seats.malformed(open.player, &wrong.why);
        // Several lines are one answer, and the last of them may be right.
        if again && goes_on {
            self.seats.ask_again(None);
        }
        Ok(again && goes_on)
    }

    /// Puts the question again, after an illegal action that answered the question `illegal`, or after another fault.
    fn ask_again(&mut self, open: &mut OpenQuestion, illegal: Option<u64>) -> Result<(), Lost> {
        let player = open.player;
        let id = self.next_id(player)?;
        // An action answers the question that it names; what cannot be read answers none of them.
        open.ids = illegal.map_or(*open.ids.start(), |said| said + 1)..=id;
        let (left, left_unreadable) = open.patience.left();
        let asked = Ask { id, left: Some(left), left_unreadable, ..self.asks()[player.index()] };
        self.seats.ask_again(Some(asked));
        self.send(player)
    }

    /// Counts a line that answers nothing: too many are a flood, since each costs the judge time and the log space.
    fn says_nothing(&mut self, player: Player) -> Result<(), Lost> {
        let seat = player.index();
        self.empty[seat] += 1;
        let most = EMPTY + EMPTY_EACH * self.reports[seat].moves;
        if self.empty[seat] > most {
            let why = format!("it wrote more than {most} lines that answer nothing");
            return Err(lost(ForfeitCause::OutputLimit, why));
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

    /// A bot has introduced itself. Its wishes also hold for later games.
    fn introduced(&mut self, player: Player, hello: &Hello) -> Result<(), Lost> {
        let lists = hello.legal != Some(false);
        self.bot(player)?.lists = lists;
        self.seats.want(player, self.limits.telling(lists));
        Ok(())
    }

    /// Counts an answer that was not taken, and keeps it in the record.
    pub(super) fn attempted(&mut self, player: Player, wrong: &Untaken, line: &[u8]) {
        let attempt = kept(player, wrong.fault, &wrong.rules, &wrong.why, line);
        let report = &mut self.reports[player.index()];
        report.attempts.count(attempt.fault, &attempt.rules, report.moves);
        self.seats.attempt(&attempt);
    }

    /// Replaces the missing action by a random legal one.
    pub(super) fn stand_in(&mut self, player: Player, cause: ForfeitCause) {
        *self.reports[player.index()].replaced.entry(cause.into()).or_default() += 1;
        let asks = self.asks();
        let why = format!("chosen at random after {}", Cause::from(cause).name());
        self.seats.act_at_random(&mut self.dice, &why, &asks);
    }

    /// Checks what a bot wrote while it was not its turn.
    pub(super) fn drain(&mut self, player: Player) -> Result<(), Lost> {
        self.take_in(player)?;
        let seat = player.index();
        loop {
            let bot = self.bot(player)?;
            if bot.is_full() {
                return Err(lost(ForfeitCause::OutputLimit, "it kept writing while it was not its turn"));
            }
            let Some(line) = bot.line() else { return Ok(()) };
            self.log.said(seat, &line);
            check_length(&line)?;
            if line.trim_ascii().is_empty() {
                self.says_nothing(player)?;
                continue;
            }
            match self.seats.aside(&line) {
                Taken::Hello(hello) => self.introduced(player, &hello)?,
                Taken::BadJson(why) => self.beside(player, &Untaken::unreadable(why), &line)?,
                Taken::BadMessage(why) => self.beside(player, &Untaken::no_answer(why), &line)?,
                Taken::Stale | Taken::Done | Taken::Resigned | Taken::Refused(_) => {
                    self.says_nothing(player)?;
                    self.bot(player)?.answered = true;
                    self.stale(player, &line);
                }
            }
        }
    }

    /// Takes what cannot be read and came while nothing was asked. It costs the game, unless such answers are forgiven: then
    /// it is the rest of one that has been.
    fn beside(&mut self, player: Player, wrong: &Untaken, line: &[u8]) -> Result<(), Lost> {
        let before = self.seats.record().len();
        self.attempted(player, wrong, line);
        self.forgiven += self.seats.record().len() - before;
        if self.limits.cost(wrong.fault) == OnIllegal::Forfeit || self.forgiven > FORGIVEN {
            return Err(wrong.loss(line));
        }
        Ok(())
    }
}

/// Checks that a line is not too long for an answer.
fn check_length(line: &[u8]) -> Result<(), Lost> {
    if line.len() <= ANSWER_LIMIT {
        return Ok(());
    }
    Err(lost(ForfeitCause::LineTooLong, format!("it wrote a line of {} bytes", line.len())))
}

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
