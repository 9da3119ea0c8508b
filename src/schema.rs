//! The JSON Schemas of the protocol, generated from the types that read it. The parser checks what a schema cannot
//! express: duplicate keys, `3.0` for `3`, `{"pass":null}` for `"pass"`, the bytes themselves, and dependencies between
//! the parts of a header.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Number, Value, json};

#[cfg(feature = "judging")]
use crate::bots::told::MatchLine;
#[cfg(feature = "judging")]
use crate::contest::{config::Config, events::Event, journal, legality::Legality, record::PlannedLine, report::Report};
use crate::game::{Game, Outcome, Player};
use crate::judge::seats::Introduction;
use crate::wire::{
    Abort, Attempt, Awaited, By, Claims, Close, Contradiction, Contradictions, Forfeit, Header, Query, TABLE_LIMIT,
    VERSION, Violation, Whole,
};

/// Every schema as text, by name: `wire/header`, `tectonic/action` and so on. `games` are the names of the games with
/// their schemas from [`of_game`]; `more` are further schemas by name.
#[must_use]
pub fn all(games: Vec<(&str, Vec<(&str, Schema)>)>, more: Vec<(&str, Schema)>) -> Vec<(String, String)> {
    #[cfg_attr(not(feature = "judging"), allow(unused_mut, reason = "nothing is added"))]
    let mut wire = vec![
        ("wire/header", with_table(&of::<Header>())),
        ("wire/close", with_table(&of::<Close>())),
        ("wire/query", of::<Query>()),
        ("wire/forfeit", of::<Forfeit>()),
        ("wire/abort", of::<Abort>()),
        ("wire/attempt", of::<Attempt>()),
        ("wire/violation", written::<Violation>()),
        ("wire/contradiction", of::<Contradiction>()),
        ("wire/outcome", written::<Outcome>()),
        ("wire/hello", of::<Introduction>()),
    ];
    #[cfg(feature = "judging")]
    wire.extend([
        ("wire/match-line", written::<MatchLine>()),
        ("wire/tournament-config", of::<Config>()),
        ("wire/tournament-line", of::<journal::Entry>()),
        ("wire/tournament-planned", of::<PlannedLine>()),
        ("wire/tournament-standings", written::<Report>()),
        ("wire/tournament-legality", written::<Legality>()),
        ("wire/tournament-event", written::<Event>()),
    ]);
    let wire = wire.into_iter().chain(more).map(|(name, schema)| (name.to_owned(), text(&schema)));
    let games = games.into_iter().flat_map(|(game, schemas)| {
        schemas.into_iter().map(move |(name, schema)| (format!("{game}/{name}"), text(&schema)))
    });
    wire.chain(games).collect()
}

/// The schemas of one game, by name.
#[must_use]
pub fn of_game<G: Game>() -> Vec<(&'static str, Schema)> {
    vec![
        ("header", header::<G>()),
        ("line", line::<G>()),
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
#[must_use]
pub fn of<T: JsonSchema>() -> Schema {
    bounded(generator().into_root_schema_for::<T>().to_value())
}

/// The schema of a type that is only written.
#[must_use]
pub fn written<T: JsonSchema>() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    bounded(settings.into_generator().into_root_schema_for::<T>().to_value())
}

/// Gives numbers limits instead of formats that only Rust knows, and names to the variants of a type, which generators of types
/// take from the title.
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

/// The header of one game: the common one, made more specific.
fn header<G: Game>() -> Schema {
    let mut generator = generator();
    let mut schema = Header::json_schema(&mut generator).to_value();
    let properties = &mut schema["properties"];
    properties["table"] = table();
    properties["referee"] = json!({"const": VERSION});
    properties["game"] = json!({"const": G::NAME});
    properties["players"]["minimum"] = json!(G::PLAYERS.start());
    properties["players"]["maximum"] = json!(G::PLAYERS.end());
    properties["options"] = generator.subschema_for::<G::Options>().to_value();
    properties["state"] = generator.subschema_for::<G::Position>().to_value();
    if G::HAS_SECRETS {
        properties["state"] = json!({"anyOf": [properties["state"], {"type": "null"}]});
    }
    properties["legal"] = generator.subschema_for::<Vec<G::Action>>().to_value();
    schema["dependentSchemas"] = json!({"draws": {"anyOf": [
        {"required": ["seed"]},
        {"properties": {"draws": {"const": "recorded"}}},
    ]}, "viewer": {"required": ["view"]}});
    finish(schema, generator, &format!("{} header", G::TITLE))
}

/// A line after the header of one game.
fn line<G: Game>() -> Schema {
    let mut generator = generator();
    let mut properties = Map::new();
    {
        let mut property = |name: &str, about: &str, schema: Schema| {
            // A description may stand beside a `$ref`; `true` must become an object first.
            let mut schema = if schema.as_bool().is_some() { json!({}) } else { schema.to_value() };
            schema["description"] = json!(about);
            properties.insert(name.to_owned(), schema);
        };
        let action = or_hidden(generator.subschema_for::<G::Action>(), G::SECRET_ACTIONS);
        property("action", "What a player does.", action);
        property(
            "pick",
            "A player performs the action at this place of the legal list.",
            generator.subschema_for::<Whole>(),
        );
        property("id", "A player performs the action with this number.", generator.subschema_for::<Whole>());
        property("chance", "What was drawn.", or_hidden(generator.subschema_for::<G::Chance>(), G::SECRET_DRAWS));
        property("query", "A question.", generator.subschema_for::<Query>());
        property("forfeit", "A player loses by a ruling.", generator.subschema_for::<Forfeit>());
        property("abort", "The game is called off.", generator.subschema_for::<Abort>());
        property("attempt", "What a bot said in vain.", generator.subschema_for::<Attempt>());
        property("outcome", "The end.", generator.subschema_for::<Map<String, Value>>());
        let line = generator.subschema_for::<u64>();
        let remark = schemars::json_schema!({
            "type": "object",
            "properties": {"line": line, "next": generator.subschema_for::<Awaited>()},
        });
        let malformed = schemars::json_schema!({
            "type": "object",
            "properties": {"line": line, "column": line, "message": {"type": "string"}},
        });
        property("malformed", "A remark of an earlier run: why it could not read a line.", malformed);
        property("truncated", "A remark of an earlier run: a game ended early.", remark.clone());
        property("withheld", "A remark of an earlier run: the viewer may not know an answer.", remark.clone());
        property("redacted", "The remark that an earlier run could not continue.", remark);
        property("player", "The player who acts, or whose draw or view it is.", generator.subschema_for::<Player>());
        property("by", "Who acts in the player's place.", generator.subschema_for::<By>());
        property("undone", "How many steps an undo takes back.", generator.subschema_for::<u64>());
        property("contradicted", "False claims of an earlier run.", generator.subschema_for::<Contradictions>());
        for (key, about, schema) in Claims::<G>::schemas(&mut generator) {
            property(key, about, schema);
        }
        property("ms", "Milliseconds; repeated.", generator.subschema_for::<u64>());
        property("note", "A remark; repeated.", generator.subschema_for::<String>());
        property("eval", "What the sender thinks of the position; repeated.", generator.subschema_for::<Number>());
        let ask = schemars::json_schema!({"anyOf": [{"type": "integer"}, {"type": "object"}]});
        property("ask", "The question to a bot, or the id of the question that it answers; ignored.", ask);
        property("legal_cut", "A remark that the list was too long; ignored.", generator.subschema_for::<bool>());
        property("header", "The answer to the query `header`.", generator.subschema_for::<Header>());
        property("picture", "The answer to the query `picture`; ignored.", generator.subschema_for::<String>());
        property(
            "line",
            "The line of its file in which an earlier run found a fault; ignored.",
            generator.subschema_for::<u64>(),
        );
        property("cut", "The keys of what was too long for the line.", generator.subschema_for::<Vec<String>>());
    }
    properties.insert("table".to_owned(), table());
    let bodies = [
        "action",
        "pick",
        "id",
        "chance",
        "query",
        "forfeit",
        "abort",
        "attempt",
        "outcome",
        "malformed",
        "truncated",
        "withheld",
        "redacted",
    ];
    let has = |key: &str| json!({"required": [key]});
    let asks = |query: Value| json!({"required": ["query"], "properties": {"query": query}});
    let bodiless = json!({"not": {"anyOf": bodies.map(has)}});
    // An answer without its `query` is read as that query.
    let lost = json!({"allOf": [bodiless, {"anyOf": [
        has("legal"), has("legal_ids"), has("draws"), has("state"), has("contradicted"), {"required": ["view", "player"]},
        {"required": ["view", "viewer"], "properties": {"viewer": {"const": "public"}}},
    ]}]});
    let lost_view = json!({"allOf": [
        bodiless,
        has("view"),
        {"not": {"anyOf": [has("legal"), has("legal_ids"), has("draws")]}},
    ]});
    let schema = json!({
        "type": "object",
        "properties": properties,
        "additionalProperties": false,
        "oneOf": bodies.iter().map(|key| has(key)).chain([lost]).collect::<Vec<_>>(),
        "dependentSchemas": {
            "player": {"anyOf": [has("action"), has("pick"), has("id"), has("chance"), asks(json!({"type": "object", "required": ["view"]})), lost_view]},
            "by": {"anyOf": [has("action"), has("pick"), has("id")]},
            "undone": asks(json!({"const": "undo"})),
            "header": asks(json!({"const": "header"})),
            "picture": asks(json!({"type": "object", "required": ["picture"]})),
            "details": has("outcome"),
            "draws": {"anyOf": [asks(json!({"enum": ["legal", "legal_ids"]})), bodiless]},
            "viewer": {"anyOf": [has("view"), asks(json!({"type": "object", "required": ["view"]}))]},
        },
    });
    finish(schema, generator, &format!("{} line", G::TITLE))
}

/// The schema of an event, or of its kind alone if it can be secret.
fn or_hidden(event: Schema, kinds: &[&str]) -> Schema {
    if kinds.is_empty() {
        return event;
    }
    let kinds: Map<String, Value> = kinds.iter().map(|kind| ((*kind).to_owned(), json!({"type": "null"}))).collect();
    schemars::json_schema!({"anyOf": [event, {
        "description": "What a player may not see.",
        "type": "object",
        "properties": kinds,
        "additionalProperties": false,
        "minProperties": 1,
        "maxProperties": 1,
    }]})
}

/// Adds title and definitions.
fn finish(mut schema: Value, mut generator: SchemaGenerator, title: &str) -> Schema {
    let definitions = generator.take_definitions(true);
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!(title);
    if !definitions.is_empty() {
        schema["$defs"] = Value::Object(definitions);
    }
    bounded(schema)
}
