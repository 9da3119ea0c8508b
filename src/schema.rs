//! The JSON Schemas of the protocol, generated from the types that read it. The parser checks what a schema cannot
//! express: duplicate keys, `3.0` for `3`, `{"pass":null}` for `"pass"`, the bytes themselves, and dependencies between
//! the parts of a header.

mod lines;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use self::lines::{answer, header, line, with_terms};
#[cfg(feature = "judging")]
use crate::bots::told::MatchLine;
#[cfg(feature = "judging")]
use crate::contest::{
    config::Config, events::TournamentEvent, journal, legality::Legality, record::PlannedLine, report::Report,
};
use crate::game::{Game, Outcome};
use crate::judge::seats::{Introduction, Put, Terms};
use crate::wire::{Abort, Attempt, Close, Contradiction, Forfeit, Query, TABLE_LIMIT, Violation};

/// Every schema as text, by name: `wire/header`, `tectonic/action` and so on. `games` are the names of the games with
/// their schemas from [`of_game`]; `more` are further schemas by name.
pub fn all(games: Vec<(&str, Vec<(&str, Schema)>)>, more: Vec<(&str, Schema)>) -> Vec<(String, String)> {
    #[cfg_attr(not(feature = "judging"), allow(unused_mut, reason = "nothing is added"))]
    let mut wire = vec![
        ("wire/header", with_table(&with_terms())),
        ("wire/close", with_table(&of::<Close>())),
        ("wire/query", of::<Query>()),
        ("wire/forfeit", of::<Forfeit>()),
        ("wire/abort", of::<Abort>()),
        ("wire/attempt", of::<Attempt>()),
        ("wire/violation", written::<Violation>()),
        ("wire/contradiction", of::<Contradiction>()),
        ("wire/outcome", written::<Outcome>()),
        ("wire/hello", of::<Introduction>()),
        ("wire/match", written::<Terms>()),
        ("wire/ask", written::<Put<'_>>()),
    ];
    #[cfg(feature = "judging")]
    wire.extend([
        ("wire/match-line", written::<MatchLine>()),
        ("wire/tournament-config", of::<Config>()),
        ("wire/tournament-line", of::<journal::JournalLine>()),
        ("wire/tournament-planned", of::<PlannedLine>()),
        ("wire/tournament-standings", written::<Report>()),
        ("wire/tournament-legality", written::<Legality>()),
        ("wire/tournament-event", written::<TournamentEvent>()),
    ]);
    let wire = wire.into_iter().chain(more).map(|(name, schema)| (name.to_owned(), text(&schema)));
    let games = games.into_iter().flat_map(|(game, schemas)| {
        schemas.into_iter().map(move |(name, schema)| (format!("{game}/{name}"), text(&schema)))
    });
    wire.chain(games).collect()
}

/// The schemas of one game, by name.
pub fn of_game<G: Game>() -> Vec<(&'static str, Schema)> {
    vec![
        ("header", header::<G>()),
        ("line", line::<G>()),
        ("answer", answer::<G>()),
        ("action", of::<G::Action>()),
        ("chance", of::<G::Chance>()),
        ("state", of::<G::Position>()),
        ("view", written::<G::View>()),
        ("details", written::<G::Details>()),
        ("options", of::<G::Options>()),
        ("edition", of::<G::Edition>()),
    ]
}

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_deserialize().into_generator()
}

/// The schema of a type as it is read.
pub fn of<T: JsonSchema>() -> Schema {
    bounded(generator().into_root_schema_for::<T>().to_value())
}

/// The schema of a type that is only written.
pub fn written<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    bounded(settings.into_generator().into_root_schema_for::<T>().to_value())
}

/// Gives numbers limits instead of formats that only Rust knows, and names to the variants of a type, which generators of types
/// take from the title. What may be left out may not be `null` besides, unless [`or_null`](crate::game::or_null) says so.
/// The examples of a type are for its users in Rust, so descriptions end before them.
fn bounded(mut schema: Value) -> Schema {
    fn bound(schema: &mut Value) {
        let limits = match schema.get("format").and_then(Value::as_str) {
            Some("uint8") => Some((json!(0), json!(u8::MAX))),
            Some("uint16") => Some((json!(0), json!(u16::MAX))),
            Some("uint32") => Some((json!(0), json!(u32::MAX))),
            Some("uint64" | "uint") => Some((json!(0), json!(u64::MAX))),
            Some("int32") => Some((json!(i32::MIN), json!(i32::MAX))),
            Some("int64") => Some((json!(i64::MIN), json!(i64::MAX))),
            Some("double") => Some((Value::Null, Value::Null)),
            _ => None,
        };
        match schema {
            Value::Object(fields) => {
                if let Some((least, most)) = limits {
                    fields.remove("format");
                    if least.is_number() {
                        fields.entry("minimum").or_insert(least);
                        fields.entry("maximum").or_insert(most);
                    }
                }
                if let Some(Value::String(about)) = fields.get_mut("description")
                    && let Some((words, _)) = about.split_once("```")
                {
                    *about = words.trim_end().to_owned();
                }
                let required = fields.get("required").cloned().unwrap_or_default();
                for (key, part) in fields.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
                    if !required.as_array().is_some_and(|keys| keys.contains(&json!(key))) {
                        no_null(part);
                    }
                }
                for key in ["oneOf", "anyOf"] {
                    fields.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten().for_each(name_variant);
                }
                fields.values_mut().for_each(bound);
            }
            Value::Array(items) => items.iter_mut().for_each(bound),
            _ => {}
        }
    }
    bound(&mut schema);
    Schema::try_from(schema).unwrap_or_default()
}

/// Takes `null` out of what may be left out.
fn no_null(part: &mut Value) {
    let Some(fields) = part.as_object_mut() else { return };
    if fields.get("default") == Some(&Value::Null) {
        fields.shift_remove("default");
    }
    if let Some(Value::Array(types)) = fields.get_mut("type") {
        types.pop_if(|last| last == "null");
        if let [one] = &types[..] {
            fields["type"] = one.clone();
        }
    }
    if let Some(Value::Array(choices)) = fields.get_mut("anyOf") {
        choices.pop_if(|last| *last == json!({"type": "null"}));
        if let [Value::Object(one)] = &choices[..] {
            let one = one.clone();
            fields.shift_remove("anyOf");
            fields.extend(one);
        }
    }
}

/// Gives a variant its key, or its only value, as a title.
fn name_variant(variant: &mut Value) {
    let alone = variant["properties"].as_object().filter(|fields| fields.len() == 1);
    let tag = alone.and_then(|fields| fields.keys().next()).or(match &variant["const"] {
        Value::String(word) => Some(word),
        _ => None,
    });
    let words = tag.map(|tag| tag.split(['_', '-']).map(capital).collect::<String>());
    if let (Some(title), Some(fields)) = (words, variant.as_object_mut()) {
        fields.entry("title").or_insert(title.into());
    }
}

/// A word with a capital.
fn capital(word: &str) -> String {
    let mut rest = word.chars();
    rest.next().map(|first| first.to_uppercase().chain(rest).collect()).unwrap_or_default()
}

/// Lets a line name its table.
fn with_table(schema: &Schema) -> Schema {
    let mut schema = schema.as_value().clone();
    schema["properties"]["table"] = table();
    Schema::try_from(schema).unwrap_or_default()
}

fn table() -> Value {
    json!({
        "description": "The table that the line belongs to. Absent: the one without a name.",
        "type": "string",
        "minLength": 1,
        "maxLength": TABLE_LIMIT,
    })
}

fn text(schema: &Schema) -> String {
    let mut text = serde_json::to_string_pretty(schema).unwrap_or_default();
    text.push('\n');
    text
}
