//! The schemas of the lines of one game: its header, the other lines, and what a bot writes.

use schemars::{JsonSchema as _, Schema, SchemaGenerator};
use serde_json::{Map, Number, Value, json};

use super::{bounded, generator, table, written};
use crate::game::{Game, Outcome, Player, or_null};
use crate::judge::seats::{Put, Terms, answer_schema};
use crate::wire::{
    Abort, Attempt, By, Claims, Contradictions, Forfeit, Header, MalformedRemark, Query, Remark, VERSION, Whole,
};

/// The common header with what a match adds.
pub(super) fn with_terms() -> Schema {
    let mut generator = generator();
    let mut schema = Header::json_schema(&mut generator).to_value();
    tell(&mut schema, &mut generator);
    finish(schema, generator.take_definitions(true), "Header")
}

/// Gives a header the types of what other parts of the program add to it: the terms of a match, a question, a remark.
fn tell(schema: &mut Value, generator: &mut SchemaGenerator) {
    for (key, part) in [
        ("match", generator.subschema_for::<Terms>()),
        ("ask", generator.subschema_for::<Put<'_>>()),
        ("redacted", generator.subschema_for::<Remark>()),
    ] {
        let property = &mut schema["properties"][key];
        let about = property["description"].take();
        *property = part.to_value();
        property["description"] = about;
        if key != "match" {
            property["writeOnly"] = json!(true);
        }
    }
}

/// What the referee writes and never has to read, such as a view, has a type of its own. Its definitions are added to those of
/// the lines; one that means something else there gets another name.
fn add(definitions: &mut Map<String, Value>, name: &str, schema: &Schema) {
    fn rename(schema: &mut Value, names: &[(String, String)]) {
        match schema {
            Value::Object(fields) => {
                if let Some(Value::String(place)) = fields.get_mut("$ref")
                    && let Some((_, new)) = names.iter().find(|(old, _)| place.strip_prefix("#/$defs/") == Some(old))
                {
                    *place = format!("#/$defs/{new}");
                }
                fields.values_mut().for_each(|part| rename(part, names));
            }
            Value::Array(items) => items.iter_mut().for_each(|part| rename(part, names)),
            _ => {}
        }
    }
    let mut schema = schema.as_value().clone();
    let own = schema["$defs"].take();
    if let Some(fields) = schema.as_object_mut() {
        fields.retain(|key, _| !["$defs", "$schema", "title"].contains(&&**key));
    }
    let mut own = own.as_object().cloned().unwrap_or_default();
    own.insert(name.to_owned(), schema);
    let known = definitions.clone();
    let names = own.iter().filter(|(key, part)| known.get(*key).is_some_and(|other| other != *part));
    let names: Vec<_> = names.map(|(key, _)| (key.clone(), format!("{name}{key}"))).collect();
    for (key, mut part) in own {
        rename(&mut part, &names);
        let key = names.iter().find(|(old, _)| *old == key).map_or(key, |(_, new)| new.clone());
        definitions.insert(key, part);
    }
}

/// Adds what every line of a game can show: views, and the details of the end.
fn add_shown<G: Game>(definitions: &mut Map<String, Value>) {
    // Both are compared as they will be written.
    for definition in definitions.values_mut() {
        *definition = super::bounded(definition.take()).to_value();
    }
    add(definitions, VIEW, &written::<G::View>());
    add(definitions, DETAILS, &written::<G::Details>());
}

const VIEW: &str = "View";
const DETAILS: &str = "Details";

/// A reference to a definition.
fn defined(name: &str) -> Schema {
    schemars::json_schema!({"$ref": format!("#/$defs/{name}")})
}

/// What a bot of one game writes.
pub(super) fn answer<G: Game>() -> Schema {
    let mut generator = generator();
    let schema = answer_schema::<G>(&mut generator).to_value();
    finish(schema, generator.take_definitions(true), &format!("{} answer", G::TITLE))
}

/// The header of one game.
pub(super) fn header<G: Game>() -> Schema {
    let mut generator = generator();
    let schema = header_of::<G>(&mut generator);
    let mut definitions = generator.take_definitions(true);
    add_shown::<G>(&mut definitions);
    definitions.shift_remove(DETAILS);
    finish(schema, definitions, &format!("{} header", G::TITLE))
}

/// The common header, made more specific.
fn header_of<G: Game>(generator: &mut SchemaGenerator) -> Value {
    let mut schema = Header::json_schema(generator).to_value();
    tell(&mut schema, generator);
    let properties = &mut schema["properties"];
    properties["table"] = table();
    properties["referee"] = json!({"const": VERSION});
    properties["game"] = json!({"const": G::NAME});
    properties["players"]["minimum"] = json!(G::PLAYERS.start());
    properties["players"]["maximum"] = json!(G::PLAYERS.end());
    properties["options"] = generator.subschema_for::<G::Options>().to_value();
    properties["state"] = generator.subschema_for::<G::Position>().to_value();
    if G::HAS_SECRETS {
        properties["state"] = or_null::schema::<G::Position>(generator).to_value();
    }
    properties["legal"] = generator.subschema_for::<Vec<G::Action>>().to_value();
    schema["dependentSchemas"] = json!({"draws": {"anyOf": [
        {"required": ["seed"]},
        {"properties": {"draws": {"const": "recorded"}}},
    ]}, "viewer": {"required": ["view"]}});
    schema["properties"]["view"]["$ref"] = defined(VIEW).to_value()["$ref"].take();
    schema
}

/// A line after the header of one game.
pub(super) fn line<G: Game>() -> Schema {
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
        property("outcome", "The end.", generator.subschema_for::<Outcome>());
        let malformed = generator.subschema_for::<MalformedRemark<'_>>();
        let remark = generator.subschema_for::<Remark>();
        property("malformed", "A remark of an earlier run: why it could not read a line.", malformed);
        property("truncated", "A remark of an earlier run: a game ended early.", remark.clone());
        property("withheld", "A remark of an earlier run: the viewer may not know an answer.", remark.clone());
        property("redacted", "The remark that an earlier run could not continue.", remark);
        property("player", "The player who acts, or whose draw or view it is.", generator.subschema_for::<Player>());
        property("by", "Who acts in the player's place.", generator.subschema_for::<By>());
        property("undone", "How many steps an undo takes back.", generator.subschema_for::<u64>());
        property("contradicted", "False claims of an earlier run.", generator.subschema_for::<Contradictions>());
        for (key, about, schema) in Claims::<G>::schemas(&mut generator) {
            let schema = match key {
                "view" => defined(VIEW),
                "details" => defined(DETAILS),
                _ => schema,
            };
            property(key, about, schema);
        }
        property("ms", "Milliseconds; repeated.", generator.subschema_for::<u64>());
        property("note", "A remark; repeated.", generator.subschema_for::<String>());
        property("eval", "What the sender thinks of the position; repeated.", generator.subschema_for::<Number>());
        let ask = schemars::json_schema!({"anyOf": [{"type": "integer"}, generator.subschema_for::<Put<'_>>()]});
        property("ask", "The question to a bot, or the id of the question that it answers; ignored.", ask);
        property("legal_cut", "A remark that the list was too long; ignored.", generator.subschema_for::<bool>());
        let header = header_of::<G>(&mut generator);
        generator.definitions_mut().insert("Header".to_owned(), header);
        property("header", "The answer to the query `header`.", defined("Header"));
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
    let mut definitions = generator.take_definitions(true);
    add_shown::<G>(&mut definitions);
    finish(schema, definitions, &format!("{} line", G::TITLE))
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
fn finish(mut schema: Value, definitions: Map<String, Value>, title: &str) -> Schema {
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!(title);
    if !definitions.is_empty() {
        schema["$defs"] = Value::Object(definitions);
    }
    bounded(schema)
}
