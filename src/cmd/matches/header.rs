//! What the header of a game says of the limits of its bots.

use referee::bots::clock::Clock;
use referee::bots::limits::Own;
use referee::bots::run::Limits;
use serde_json::{Map, Value, json};

/// Adds the limits, and those of each seat if some differ.
pub(super) fn limits_told(limits: &Limits, own: &[Own], told: &mut Map<String, Value>) {
    told.insert("clock".to_owned(), clock_told(limits.clock));
    let limited = json!({
        "start_ms": limits.start_ms, "margin_ms": limits.margin_ms, "memory": limits.memory,
        "idle_cpu_ms": limits.idle_cpu_ms, "pondering": limits.pondering,
        "max_turns": limits.max_turns.unwrap_or_default(),
    });
    told.insert("limits".to_owned(), limited);
    if own.iter().any(|own| *own != limits.own()) {
        told.insert("by_seat".to_owned(), json!(own.iter().map(own_told).collect::<Vec<_>>()));
    }
    if let Some(how) = limits.adjudicate {
        told.insert("adjudicate".to_owned(), json!(how));
    }
    if limits.resign {
        told.insert("resign".to_owned(), json!(true));
    }
    told.insert("on_illegal".to_owned(), json!(limits.on_illegal.to_string()));
    if let Some(cost) = limits.on_unreadable {
        told.insert("on_unreadable".to_owned(), json!(cost.to_string()));
    }
    told.insert("lists".to_owned(), json!(limits.lists));
    if limits.ask_text {
        told.insert("ask_text".to_owned(), json!(true));
    }
}

/// A clock as headers tell it.
fn clock_told(Clock { bank_ms, inc_ms, move_ms }: Clock) -> Value {
    json!({"bank_ms": bank_ms, "inc_ms": inc_ms, "move_ms": move_ms})
}

/// The limits of a seat as headers tell them.
fn own_told(own: &Own) -> Value {
    json!({"clock": clock_told(own.clock), "memory": own.memory, "pondering": own.pondering})
}
