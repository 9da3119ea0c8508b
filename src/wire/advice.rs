//! Explains what is wrong with a line that is JSON but does not follow the protocol. It looks at the whole line: serde
//! says where reading stopped, which is often not where the mistake is. Used only for malformed lines.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::{Abort, Forfeit, Query};
use crate::game::Player;
use crate::strict::{self, Malformed, near_miss};

/// The kinds of event that a line can carry.
#[doc(hidden)]
pub struct Kinds {
    /// Of actions.
    pub actions: Vec<String>,
    /// Of draws; none in a game without chance.
    pub draws: Vec<String>,
}

/// What a line should have been.
#[doc(hidden)]
pub struct Advice {
    /// What is wrong and what is right.
    pub message: String,
    /// The kind of action that was probably meant; `None`: unknown.
    pub kind: Option<String>,
}

/// The kinds of an event, taken from serde's message about an unknown one.
#[doc(hidden)]
pub fn kinds<T: DeserializeOwned>() -> Vec<String> {
    let Err(said) = strict::from_value::<T>(&json!({" ": null})) else { return Vec::new() };
    let names = said.message.split('`').skip(1).step_by(2).filter(|name| *name != " ");
    names.map(str::to_owned).collect()
}

/// What is wrong with a line as a whole; `None`: nothing to add to what the reader `said`. `alone` tells whether an
/// action of a kind is written as its name alone.
#[doc(hidden)]
pub fn advise(line: &Map<String, Value>, said: &str, kinds: &Kinds, alone: impl Fn(&str) -> bool) -> Option<Advice> {
    let plain = |message: String| Some(Advice { message, kind: None });
    if line.contains_key("table") {
        return plain(ONE_TABLE.to_owned());
    }
    if line.contains_key("chance") && kinds.draws.is_empty() {
        return plain("this game has no draws".to_owned());
    }
    for (key, kinds) in [("action", &kinds.actions), ("chance", &kinds.draws)] {
        if let Some(event) = line.get(key)
            && let Some(message) = event_fault(key, event, kinds, &alone)
        {
            return Some(Advice { message, kind: kind(event).map(str::to_owned) });
        }
    }
    if let Some(query) = line.get("query").filter(|query| strict::from_value::<Query>(query).is_err()) {
        // The reader has already listed the known names.
        return if query.is_string() {
            None
        } else {
            plain(format!("{} is not a query; write {QUERIES}", shown(query)))
        };
    }
    let forfeit = fault::<Forfeit>(line, "forfeit", r#"{"forfeit":{"player":0,"cause":"exit"}}"#);
    let abort = fault::<Abort>(line, "abort", r#"{"abort":{"cause":"organiser_abort"}}"#);
    let player = fault::<Player>(line, "player", "\"player\":0, and so on round the table");
    if let Some(message) = forfeit.or(abort).or(player) {
        return plain(message);
    }
    // The reader has already suggested a key that is nearly right.
    let key = said.strip_prefix("unknown field `").filter(|said| !said.contains("did you mean"))?.split('`').next()?;
    bare(key, line.get(key)?, kinds)
}

/// The fault of a line that names a table where there is only one, or that names it twice.
const ONE_TABLE: &str = "a line may name its `table` once, and only `referee play` judges many tables";

/// What is wrong with one field of a line, with an example.
fn fault<T: DeserializeOwned>(line: &Map<String, Value>, key: &str, example: &str) -> Option<String> {
    let said = strict::from_value::<T>(line.get(key)?).err()?.message;
    Some(format!("`{key}`: {said}; for example {example}"))
}

/// How queries are written.
const QUERIES: &str =
    r#"{"query":"legal"}, {"query":"state"}, {"query":{"view":0}}, {"query":{"picture":"text"}} or {"query":"undo"}"#;

/// An action that is not inside `action`; `key` is unknown.
fn bare(key: &str, value: &Value, kinds: &Kinds) -> Option<Advice> {
    let all = || kinds.actions.iter().map(String::as_str);
    if let Some(kind) = all().find(|kind| *kind == key).or_else(|| near_miss(key, all())) {
        let meant = if kind == key { String::new() } else { format!(" (did you mean `{kind}`?)") };
        let message = format!("`{key}` is not a key of a line; an action is written inside {{\"action\":...}}{meant}");
        return Some(Advice { message, kind: Some(kind.to_owned()) });
    }
    let kind = value.as_str().and_then(|text| all().find(|kind| *kind == text))?;
    let message =
        format!("the kind of an action is a key whose value is the action's content, not the value of `{key}`");
    Some(Advice { message, kind: Some(kind.to_owned()) })
}

/// What is wrong with an action or a draw as a whole.
fn event_fault(key: &str, event: &Value, kinds: &[String], alone: &impl Fn(&str) -> bool) -> Option<String> {
    let what = if key == "action" { "an action" } else { "a draw" };
    let listed = || kinds.iter().map(|kind| format!("`{kind}`")).collect::<Vec<_>>().join(", ");
    match event {
        Value::String(_) => None,
        Value::Object(fields) => match fields.len() {
            0 => Some(format!("the object is empty; {what} has its kind as the only key: {}", listed())),
            1 => {
                let (kind, content) = fields.iter().next()?;
                let named = !content.is_null() && key == "action" && alone(kind);
                named.then(|| format!("`{kind}` has no content; write {{\"action\":\"{kind}\"}}"))
            }
            _ => {
                let keys: Vec<String> = fields.keys().take(3).map(|key| format!("`{key}`")).collect();
                Some(format!("{what} has its kind as the only key, but this one has {}", keys.join(", ")))
            }
        },
        _ => Some(format!("{} is not {what}; {what} has its kind as the only key: {}", shown(event), listed())),
    }
}

/// The kind of an event as it was written.
#[doc(hidden)]
pub fn kind(event: &Value) -> Option<&str> {
    event.as_str().or_else(|| event.as_object()?.keys().next().map(String::as_str))
}

/// A value in words.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "this object".to_owned(),
        Value::String(_) => "a string".to_owned(),
        Value::Number(number) => format!("the number `{number}`"),
        other => format!("`{other}`"),
    }
}

/// Adds an example to the message about a field of a header.
pub(super) fn with_example(header: &[u8], malformed: Malformed) -> Malformed {
    const EXAMPLES: [(&str, &str); 6] = [
        ("game", "\"game\":\"tectonic\""),
        ("players", "\"players\":2"),
        ("seed", "\"seed\":1"),
        ("options", "\"options\":{}, with options as `referee rules GAME` lists them"),
        ("names", "\"names\":[\"Ann\",\"Bob\"]"),
        ("about", "\"about\":{\"place\":\"home\"}"),
    ];
    if malformed.message.starts_with("unknown field `table`") {
        return Malformed { message: ONE_TABLE.to_owned(), ..malformed };
    }
    let key = strict::key_at(header, &malformed);
    match EXAMPLES.iter().find(|(name, _)| Some(*name) == key.as_deref()) {
        Some((_, example)) => {
            let message = format!("{}; for example {example}", malformed.message);
            Malformed { column: malformed.column, line: malformed.line, ..Malformed::new(message) }
        }
        None => malformed,
    }
}
