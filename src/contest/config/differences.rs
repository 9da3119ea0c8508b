//! How two configurations differ, for an organiser who has edited the file of a running tournament.

use serde_json::Value;

use super::Config;
use crate::text::clipped;

/// The most differences that are reported.
const MOST: usize = 5;
/// The longest value quoted, in bytes.
const VALUE_MOST: usize = 80;

/// What differs between the configuration of a journal and the one at hand.
pub(super) fn differences(journal: &Config, here: &Config) -> Vec<String> {
    let same = |config: &Config| serde_json::to_value(config.plain()).unwrap_or_default();
    let mut found = Vec::new();
    differ("", Some(&same(journal)), Some(&same(here)), &mut found);
    if found.is_empty() {
        found.push(format!("SHA-256 {} in the journal, {} here", journal.digest(), here.digest()));
    }
    if found.len() > MOST {
        let more = found.len() - MOST;
        found.truncate(MOST);
        found.push(format!("and {more} more"));
    }
    found
}

/// Descends to where two values differ. `None`: this side has no value.
fn differ(path: &str, journal: Option<&Value>, here: Option<&Value>, found: &mut Vec<String>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match (journal, here) {
        (one, other) if one == other => {}
        (Some(Value::Object(one)), Some(Value::Object(other))) => {
            let new = other.keys().filter(|key| !one.contains_key(*key));
            for key in one.keys().chain(new) {
                differ(&below(key), one.get(key), other.get(key), found);
            }
        }
        (Some(Value::Array(one)), Some(Value::Array(other)))
            if one.len() == other.len() && one.iter().all(Value::is_object) =>
        {
            for (at, (one, other)) in (1..).zip(one.iter().zip(other)) {
                differ(&below(&at.to_string()), Some(one), Some(other), found);
            }
        }
        (Some(Value::Array(one)), Some(Value::Array(other))) if one.len() != other.len() => {
            found.push(format!("{path}: {} in the journal, {} here", one.len(), other.len()));
        }
        _ => {
            let said = |value: Option<&Value>| {
                value.map_or_else(|| "none".to_owned(), |value| clipped(&value.to_string(), VALUE_MOST))
            };
            found.push(format!("{path}: {} in the journal, {} here", said(journal), said(here)));
        }
    }
}
