//! A loss on time, unless the judge or the machine was to blame.

use std::time::Duration;

use super::answer::Untaken;
use super::question::OpenQuestion;
use super::{Lost, Run};
use crate::bots::cause::OnIllegal;
use crate::bots::pulse::Gap;
use crate::game::Player;
use crate::wire::{AbortCause, AttemptFault, ForfeitCause};

impl Run<'_> {
    /// A move took too long.
    pub(super) fn late(&mut self, open: &OpenQuestion, over_ms: u64, line: &[u8]) -> Result<(), Lost> {
        let (player, seat, cause) = (open.player, open.player.index(), open.allowed.cause);
        let allowed_ms = self.left[seat].allowed().ms.unwrap_or_default();
        self.held_up(player, allowed_ms + over_ms, open.lag);
        self.excuse(open, over_ms)?;
        self.attempted(player, &Untaken::new(cause, AttemptFault::Late, String::new()), line);
        if self.limits.on_illegal == OnIllegal::Random && cause == ForfeitCause::TimeMove {
            self.left[seat].spend(self.own[seat].clock.move_ms.unwrap_or_default());
            self.stand_in(player, cause);
            return Ok(());
        }
        Err(Lost::Game { cause, over_ms: Some(over_ms), why: self.no_answer_in(allowed_ms, open.lag) })
    }

    /// Logs how long a turn took and how long the judge itself was held up meanwhile.
    pub(super) fn held_up(&mut self, player: Player, ms: u64, lag: Gap) {
        self.lag = self.lag.max(lag);
        self.log.took(player.index(), ms, lag.stopped);
    }

    /// Calls the game off if the judge's own delay makes a loss on time void, or if the process was late only because a signal had
    /// stopped it that it cannot have sent itself.
    pub(super) fn excuse(&mut self, open: &OpenQuestion, over_ms: u64) -> Result<(), Lost> {
        let long = |time: Duration, most: Option<u64>| most.is_some_and(|most| time.as_millis() as u64 >= most);
        let OpenQuestion { player, lag, .. } = *open;
        let delayed = long(lag.stopped, self.limits.void_lag_ms) || long(lag.queued, self.limits.void_wait_ms);
        let stopped = long(self.stopped, Some(over_ms.max(1)));
        if delayed || stopped && self.bot(player)?.is_sandboxed() {
            return Err(Lost::CalledOff(AbortCause::RefereeFault));
        }
        Ok(())
    }

    /// Why a move took too long.
    fn no_answer_in(&self, allowed_ms: u64, lag: Gap) -> String {
        let [stopped, queued] = [lag.stopped, lag.queued].map(|time| time.as_millis());
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
        why
    }
}
