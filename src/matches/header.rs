//! What the header of a game says of the limits of its bots.

use crate::bots::clock::Clock;
use crate::bots::limits::{Limits, Own};
use crate::judge::seats::{ClockTerms, LimitTerms, SeatTerms, Terms};

/// The limits, and those of each seat if some differ.
pub(super) fn limits_told(limits: &Limits, own: &[Own]) -> Terms {
    let told = LimitTerms {
        start_ms: limits.start_ms,
        margin_ms: limits.margin_ms,
        memory: limits.memory,
        idle_cpu_ms: limits.idle_cpu_ms,
        pondering: limits.pondering,
        max_turns: limits.max_turns.unwrap_or_default(),
    };
    let differ = own.iter().any(|own| *own != limits.own());
    Terms {
        clock: Some(clock_told(limits.clock)),
        limits: Some(told),
        by_seat: differ.then(|| own.iter().map(own_told).collect()),
        adjudicate: limits.adjudicate,
        resign: limits.resign.then_some(true),
        on_illegal: Some(limits.on_illegal.to_string()),
        on_unreadable: limits.on_unreadable.map(|cost| cost.to_string()),
        lists: Some(limits.lists),
        ask_text: limits.ask_text.then_some(true),
        ..Terms::default()
    }
}

/// A clock as headers tell it.
fn clock_told(clock: Clock) -> Option<ClockTerms> {
    let Clock { bank_ms, inc_ms, move_ms } = clock;
    clock.is_limit().then_some(ClockTerms { bank_ms, inc_ms, move_ms })
}

/// The limits of a seat as headers tell them.
fn own_told(own: &Own) -> SeatTerms {
    SeatTerms { clock: clock_told(own.clock), memory: own.memory, pondering: own.pondering }
}
