//! The record of a game that can be watched, how far the game is, and the bell that tells of changes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use referee::text::escaped;
use serde_json::Value;

/// The longest record that is shown, in bytes. Longer ones are for `referee replay`.
const MOST_RECORD: usize = 16 << 20;

pub(super) fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Wakes all who wait for something new.
#[derive(Default)]
pub(super) struct Bell {
    rung: Mutex<u64>,
    news: Condvar,
}

impl Bell {
    pub(super) fn ring(&self) {
        *locked(&self.rung) += 1;
        self.news.notify_all();
    }

    /// How often it has been rung.
    pub(super) fn times(&self) -> u64 {
        *locked(&self.rung)
    }

    /// Waits until it has been rung more often, at most so long. Returns whether it has.
    pub(super) fn wait(&self, times: u64, most: Duration) -> bool {
        let rung = locked(&self.rung);
        let (rung, _) =
            self.news.wait_timeout_while(rung, most, |rung| *rung == times).unwrap_or_else(PoisonError::into_inner);
        *rung != times
    }
}

/// A game.
pub(crate) struct Table {
    /// Its name in links.
    pub(super) id: String,
    /// The game and the players, for lists.
    pub(super) title: String,
    pub(super) names: Vec<String>,
    /// Whether the names in the record are not shown.
    pub(super) veiled: bool,
    kept: Mutex<Kept>,
    /// What has been told since the record was last kept. The judge adds to it, and never waits for those who read the record.
    told: Mutex<Vec<u8>>,
    /// How much has been told in all, in bytes.
    length: AtomicUsize,
}

/// What is kept of a game.
#[derive(Default)]
struct Kept {
    record: Vec<u8>,
    stage: Stage,
    /// How it ended; empty if it has not, or if the record does not say so.
    result: String,
    /// Whether parts of the record are missing.
    cut: bool,
}

/// How far a game is.
#[derive(Copy, Clone, Default, Eq, PartialEq, Debug)]
pub(crate) enum Stage {
    /// It is being played.
    #[default]
    On,
    /// It has ended, but what was hidden must not be told yet.
    Closed,
    /// It is over, and everything may be told.
    Open,
}

impl Table {
    /// A game that is about to begin.
    pub(super) fn new(id: &str, title: &str, names: Vec<String>, veiled: bool) -> Table {
        let (kept, told, length) = (Mutex::default(), Mutex::default(), AtomicUsize::new(0));
        Table { id: id.to_owned(), title: title.to_owned(), names, veiled, kept, told, length }
    }

    /// Takes the next part of the record.
    pub(super) fn tell(&self, part: &[u8]) {
        locked(&self.told).extend_from_slice(part);
        self.length.fetch_add(part.len(), Ordering::Relaxed);
    }

    /// Keeps what has been told. Returns how many bytes that is.
    pub(super) fn keep(&self) -> usize {
        let part = std::mem::take(&mut *locked(&self.told));
        let bytes = part.len();
        if bytes > 0 {
            self.extend(part);
        }
        bytes
    }

    /// How much of the record has been told, in bytes.
    pub(super) fn told(&self) -> usize {
        self.length.load(Ordering::Relaxed)
    }

    /// How far it is, how long its record is, and whether parts of it are missing.
    pub(super) fn at(&self) -> (Stage, usize, bool) {
        let kept = locked(&self.kept);
        (kept.stage, kept.record.len(), kept.cut)
    }

    /// How it ended, in words; empty if that is not known.
    pub(super) fn result(&self) -> String {
        locked(&self.kept).result.clone()
    }

    /// The record from a byte on.
    pub(super) fn since(&self, first: usize) -> Vec<u8> {
        locked(&self.kept).record.get(first..).unwrap_or_default().to_vec()
    }

    /// Adds to the record.
    fn extend(&self, part: Vec<u8>) {
        let mut kept = locked(&self.kept);
        kept.cut |= kept.record.len() + part.len() > MOST_RECORD;
        if kept.cut {
            return;
        }
        // A short game is told at once, and its record need not be copied.
        if kept.record.is_empty() {
            kept.record = part;
        } else {
            kept.record.extend_from_slice(&part);
        }
        if kept.stage != Stage::On {
            kept.result = result(&kept.record, &self.names);
        }
    }

    /// Goes on to a stage; what was opened stays so. `cut`: parts of the record are missing.
    pub(super) fn advance(&self, stage: Stage, cut: bool) {
        let mut kept = locked(&self.kept);
        if kept.stage != Stage::Open {
            kept.stage = stage;
        }
        kept.cut |= cut;
        kept.result = result(&kept.record, &self.names);
    }
}

/// How many lines may follow the outcome.
const AFTER: usize = 4;

/// The places of the players with their points, which everybody is told at the end of a game, as the record ends with them; empty
/// if it does not.
fn result(record: &[u8], names: &[String]) -> String {
    let lines = record.rsplit(|byte| *byte == b'\n').filter(|line| !line.is_empty()).take(AFTER);
    let ends = lines.filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    let Some(end) = ends.into_iter().find(|end| end.get("outcome").or(end.get("abort")).is_some()) else {
        return String::new();
    };
    let outcome = &end["outcome"];
    let Some(places) = outcome["places"].as_array() else { return "called off".to_owned() };
    let mut players: Vec<(u64, usize)> = places.iter().filter_map(Value::as_u64).zip(0..).collect();
    players.sort_unstable();
    let place = |(place, at): &(u64, usize)| {
        let name = names.get(*at).map_or_else(|| format!("player {at}"), |name| escaped(name).to_string());
        let points = outcome["scores"][*at].as_i64().map(|points| format!(" with {points}")).unwrap_or_default();
        format!("{place}. {name}{points}")
    };
    let forfeit = if outcome["reason"] == "forfeit" { ", by forfeit" } else { "" };
    players.iter().map(place).collect::<Vec<_>>().join("; ") + forfeit
}

#[cfg(test)]
mod tests {
    use super::{Stage, Table};

    /// The result of a game with this record.
    fn result(record: &str) -> String {
        let table = Table::new("g0", "Game", vec!["Ann".to_owned(), "\u{202e}Bob".to_owned()], false);
        table.tell(record.as_bytes());
        table.keep();
        assert_eq!(table.result(), "", "nothing is told while it is on");
        table.advance(Stage::Closed, false);
        table.result()
    }

    #[test]
    fn a_result_names_the_players_in_their_order() {
        let ends = [
            (r#"{"outcome":{"places":[2,1],"scores":[3,8],"reason":"full"}}"#, "1. \\u{202e}Bob with 8; 2. Ann with 3"),
            (r#"{"outcome":{"places":[1,2],"scores":null,"reason":"forfeit"}}"#, "1. Ann; 2. \\u{202e}Bob, by forfeit"),
            (r#"{"abort":{"cause":"organiser_abort"}}"#, "called off"),
            (r#"{"action":"pass"}"#, ""),
            ("{", ""),
            ("", ""),
        ];
        for (end, expected) in ends {
            assert_eq!(result(&format!("{{\"referee\":1}}\n{end}\n")), expected, "{end}");
        }
        // The outcome may come after everything may be told, and a third player may have no name.
        let table = Table::new("g0", "Game", vec![], false);
        table.advance(Stage::Open, false);
        table.tell(b"{\"outcome\":{\"places\":[1,1,3],\"scores\":[5,5,1]}}\n");
        table.keep();
        assert_eq!(table.result(), "1. player 0 with 5; 1. player 1 with 5; 3. player 2 with 1");
    }
}
