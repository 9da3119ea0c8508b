//! The JSON Schemas of everything on the wire, generated from the types that read and write it.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use crate::games::GAMES;
use crate::wire::{Abort, Contradiction, Forfeit, Header, Query, Violation};

/// Every schema as text, by name: `wire/header`, `tectonic/action` and so on.
#[must_use]
pub fn all() -> Vec<(String, String)> {
    let wire = [
        ("wire/header", of::<Header>()),
        ("wire/query", of::<Query>()),
        ("wire/forfeit", of::<Forfeit>()),
        ("wire/abort", of::<Abort>()),
        ("wire/violation", of::<Violation>()),
        ("wire/contradiction", of::<Contradiction>()),
        ("wire/outcome", of::<crate::game::Outcome>()),
    ];
    let wire = wire.into_iter().map(|(name, schema)| (name.to_owned(), text(&schema)));
    let games = GAMES.iter().flat_map(|game| {
        game.schemas().into_iter().map(|(name, schema)| (format!("{}/{name}", game.name()), text(&schema)))
    });
    wire.chain(games).collect()
}

/// The schema of a type as it is read.
#[must_use]
pub fn of<T: JsonSchema>() -> Schema {
    SchemaSettings::draft2020_12().for_deserialize().into_generator().into_root_schema_for::<T>()
}

fn text(schema: &Schema) -> String {
    let mut text = serde_json::to_string_pretty(schema).unwrap_or_default();
    text.push('\n');
    text
}
