//! How long a bot may think. A clock is a bank for the whole game, an increment for every move, a limit for each
//! move, or any combination; or there is none. It never reads the time itself, so tests can check a millisecond before and after a
//! limit.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::strict::Malformed;
use crate::wire::ForfeitCause;

/// The time control: `BANK+INC/MOVE` in seconds, each with up to three decimals. Parts may be left out: `BANK`,
/// `BANK+INC`, `BANK/MOVE` and `/MOVE`. `none` limits nothing.
///
/// ```
/// use referee::matches::Clock;
///
/// // A minute for the game, half a second more for every move, and at most ten seconds for one.
/// let clock: Clock = "60+0.5/10".parse()?;
/// assert_eq!(clock, Clock { bank_ms: Some(60_000), inc_ms: 500, move_ms: Some(10_000) });
/// assert!(!"none".parse::<Clock>()?.is_limit());
/// # Ok::<(), referee::Malformed>(())
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Clock {
    /// The time for the whole game, in milliseconds; `None`: only single moves are limited.
    pub bank_ms: Option<u64>,
    /// The time added to the bank after every move, in milliseconds.
    pub inc_ms: u64,
    /// The time for one move, in milliseconds; `None`: only the bank limits it.
    pub move_ms: Option<u64>,
}

crate::as_text!(Clock);

impl Default for Clock {
    /// A minute, plus a second for every move, and at most ten seconds for one move.
    fn default() -> Clock {
        Clock { bank_ms: Some(60_000), inc_ms: 1_000, move_ms: Some(10_000) }
    }
}

/// The word for no clock.
const NONE: &str = "none";

/// The longest time allowed, in milliseconds: a week.
const LONGEST: u64 = 7 * 24 * 3600 * 1000;

fn milliseconds(text: &str) -> Result<u64, Malformed> {
    let wrong = || Malformed::new(format!("`{text}` is not a number of seconds, such as 60 or 0.25"));
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    if decimals.is_empty() || decimals.len() > 3 || !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return Err(wrong());
    }
    let thousandths: u64 = format!("{decimals:0<3}").parse().map_err(|_| wrong())?;
    let whole: u64 = whole.parse().map_err(|_| wrong())?;
    let all = whole.checked_mul(1000).and_then(|whole| whole.checked_add(thousandths)).filter(|ms| *ms <= LONGEST);
    all.ok_or_else(|| Malformed::new(format!("`{text}` seconds is more than a week")))
}

impl FromStr for Clock {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<Clock, Malformed> {
        if text == NONE {
            return Ok(Clock { bank_ms: None, inc_ms: 0, move_ms: None });
        }
        let (rest, limit) = match text.split_once('/') {
            Some((rest, limit)) => (rest, Some(milliseconds(limit)?)),
            None => (text, None),
        };
        let (bank, inc) = match rest.split_once('+') {
            Some((bank, inc)) => (bank, milliseconds(inc)?),
            None => (rest, 0),
        };
        let bank_ms = if bank.is_empty() { None } else { Some(milliseconds(bank)?) };
        // An empty bank is no bank.
        let bank_ms = bank_ms.filter(|bank| *bank > 0 || inc > 0 || limit.is_none());
        if bank_ms.is_none() && rest.contains('+') {
            return Err(Malformed::new("an increment needs a bank: 60+1"));
        }
        match (bank_ms, limit) {
            (None, None) => {
                Err(Malformed::new("a clock is BANK+INC/MOVE in seconds, such as 60+1/10, 60 or /5, or none"))
            }
            (Some(0), _) | (_, Some(0)) => Err(Malformed::new("a bot cannot move in no time")),
            _ => Ok(Clock { bank_ms, inc_ms: inc, move_ms: limit }),
        }
    }
}

impl Clock {
    /// Whether it limits anything.
    pub fn is_limit(self) -> bool {
        self.bank_ms.is_some() || self.move_ms.is_some()
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_limit() {
            return f.write_str(NONE);
        }
        let seconds = |ms: u64| {
            let text = format!("{}.{:03}", ms / 1000, ms % 1000);
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        };
        if let Some(bank) = self.bank_ms {
            f.write_str(&seconds(bank))?;
        }
        if self.inc_ms > 0 {
            write!(f, "+{}", seconds(self.inc_ms))?;
        }
        self.move_ms.map_or(Ok(()), |limit| write!(f, "/{}", seconds(limit)))
    }
}

/// A player's remaining time.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Left {
    clock: Clock,
    bank: Option<u64>,
}

/// How long a turn may take.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Allowed {
    /// In milliseconds; `None`: as long as it likes.
    pub ms: Option<u64>,
    /// What a player exceeds by taking longer.
    pub cause: ForfeitCause,
}

impl Left {
    /// At the start of a game.
    pub fn new(clock: Clock) -> Left {
        Left { clock, bank: clock.bank_ms }
    }

    /// The bank, in milliseconds; `None` without one.
    pub fn bank_ms(&self) -> Option<u64> {
        self.bank
    }

    /// How long the next turn may take.
    pub fn allowed(&self) -> Allowed {
        match (self.bank, self.clock.move_ms) {
            (Some(bank), limit) if limit.is_none_or(|limit| bank < limit) => {
                Allowed { ms: Some(bank), cause: ForfeitCause::TimeBank }
            }
            (_, limit) => Allowed { ms: limit, cause: ForfeitCause::TimeMove },
        }
    }

    /// Subtracts a turn of this length. Time beyond the bank but within the margin is not charged.
    pub fn spend(&mut self, ms: u64) {
        if let Some(bank) = &mut self.bank {
            *bank = bank.saturating_sub(ms).saturating_add(self.clock.inc_ms).min(LONGEST);
        }
    }
}

impl Allowed {
    /// By how many milliseconds a turn of this length is too long; `None` if it is not. The margin covers the
    /// transfer of messages.
    pub fn exceeded(&self, ms: u64, margin_ms: u64) -> Option<u64> {
        let most = self.ms?;
        (ms > most.saturating_add(margin_ms)).then(|| ms - most)
    }

    /// How long until it is, after this time; `None`: it never is.
    pub fn left(&self, elapsed: Duration, margin_ms: u64) -> Option<Duration> {
        let most = self.ms?.saturating_add(margin_ms).saturating_add(1);
        Some(Duration::from_millis(most).saturating_sub(elapsed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        for text in ["60+1/10", "60", "/5", "/2", "0.25+0.001", "0.5+1.25", "3/0.5", "60+0.5", "60+0.05/10"] {
            let clock: Clock = text.parse().expect("a clock");
            assert_eq!(clock.to_string(), text);
        }
        assert_eq!(Clock::default().to_string(), "60+1/10");
        let unfinished = ["", "/", "+1", "+1/3", "1.", ".5", "1+", "1/", "60++1", "60+1/10/3"];
        let numbers = ["a", "-1", "0", "/0", "1e3", "1.2345", "604801", "99999999999", "999999999999"];
        for wrong in unfinished.into_iter().chain(numbers) {
            assert!(wrong.parse::<Clock>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_empty_bank_is_none_beside_a_limit_for_moves() {
        assert_eq!("0/5".parse::<Clock>(), "/5".parse());
        for empty in ["0", "0+0", "0+1", "0+1/5"] {
            assert_eq!(empty.parse::<Clock>(), Err(Malformed::new("a bot cannot move in no time")), "{empty}");
        }
        for bankless in ["+0", "+0/5", "+1/5", "0+0/5"] {
            assert_eq!(bankless.parse::<Clock>(), Err(Malformed::new("an increment needs a bank: 60+1")), "{bankless}");
        }
    }

    #[test]
    fn no_turn_and_no_bank_is_longer_than_a_week() {
        let mut left = Left::new("604800+1".parse().expect("a week"));
        assert!("604800.001".parse::<Clock>().is_err());
        left.spend(10);
        assert_eq!(left.bank_ms(), Some(LONGEST));
    }

    #[test]
    fn a_millisecond_decides() {
        let left = Left::new("/1".parse().expect("a clock"));
        let allowed = left.allowed();
        assert_eq!(allowed.exceeded(1_050, 50), None);
        assert_eq!(allowed.exceeded(1_051, 50), Some(51));
        assert_eq!(allowed.cause, ForfeitCause::TimeMove);
    }

    #[test]
    fn a_bank_runs_down_and_is_refilled() {
        let mut left = Left::new("2+0.5/1".parse().expect("a clock"));
        assert_eq!(left.allowed(), Allowed { ms: Some(1_000), cause: ForfeitCause::TimeMove });
        left.spend(1_000);
        left.spend(1_000);
        assert_eq!(left.bank_ms(), Some(1_000));
        assert_eq!(left.allowed().cause, ForfeitCause::TimeMove, "the last second of the bank is that of the move");
        left.spend(900);
        assert_eq!(left.allowed(), Allowed { ms: Some(600), cause: ForfeitCause::TimeBank });
        left.spend(640);
        assert_eq!(left.bank_ms(), Some(500), "time within the margin is not charged");
    }

    #[test]
    fn without_a_clock_nothing_is_too_long() {
        let none: Clock = "none".parse().expect("a clock");
        assert_eq!((none.to_string().as_str(), none.is_limit()), ("none", false));
        assert!(Clock::default().is_limit());
        let mut left = Left::new(none);
        left.spend(u64::MAX);
        assert_eq!((left.bank_ms(), left.allowed().ms), (None, None));
        assert_eq!(left.allowed().exceeded(u64::MAX, 0), None);
    }
}
