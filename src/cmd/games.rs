//! `referee games`: the games that can be played.

use anyhow::Result;
use clap::Args;
use referee::games::GAMES;
use referee::text::plain;
use serde_json::{Value, json};

use super::{Exit, Output};

/// Arguments of `games`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  referee games
  referee games --json")]
pub(crate) struct GamesArgs {
    /// Write JSON lines
    #[arg(long)]
    pub(crate) json: bool,
}

/// Lists the games.
pub(crate) fn run(args: &GamesArgs) -> Result<Exit> {
    let mut output = Output::open();
    for game in GAMES {
        let options = options(&game.schemas());
        let players = game.players();
        if args.json {
            output.json(&json!({
                "game": game.name(),
                "title": game.title(),
                "players": {"least": players.start(), "most": players.end()},
                "options": options,
            }));
            continue;
        }
        let range = if players.start() == players.end() {
            players.start().to_string()
        } else {
            format!("{}-{}", players.start(), players.end())
        };
        output.text(&format!("{}  {}, {range} players\n", game.name(), game.title()));
        for option in &options {
            let values = match option["values"].as_array() {
                Some(values) => values.iter().map(plain).collect::<Vec<_>>().join("|"),
                None => option["type"].as_str().unwrap_or("value").to_owned(),
            };
            let default = plain(&option["default"]);
            output.text(&format!(
                "    {}={values}  [{default}]  {}\n",
                plain(&option["name"]),
                plain(&option["about"])
            ));
        }
    }
    output.end(Exit::Valid)
}

/// The options of a game, from their schema: name, type or values, default, description.
pub(crate) fn options(schemas: &[(&'static str, schemars::Schema)]) -> Vec<Value> {
    let Some((_, schema)) = schemas.iter().find(|(name, _)| *name == "options") else { return Vec::new() };
    let schema = schema.as_value();
    let Some(properties) = schema["properties"].as_object() else { return Vec::new() };
    let list = properties.iter().map(|(name, property)| {
        let target =
            property["$ref"].as_str().and_then(|to| to.strip_prefix("#/$defs/")).map(|to| &schema["$defs"][to]);
        let kind = target.unwrap_or(property);
        let values: Option<Vec<&Value>> = match (&kind["enum"], &kind["oneOf"]) {
            (Value::Array(values), _) => Some(values.iter().collect()),
            (_, Value::Array(cases)) => Some(cases.iter().flat_map(case_values).collect()),
            _ => None,
        };
        let about = property["description"].as_str().or(kind["description"].as_str()).unwrap_or_default();
        let mut option = json!({"name": name, "default": property["default"], "about": about.replace('\n', " ")});
        match values {
            Some(values) => option["values"] = json!(values),
            None => option["type"] = kind["type"].clone(),
        }
        option
    });
    list.collect()
}

/// The values of one case of an enum: documented values stand alone, the others together.
fn case_values(case: &Value) -> Vec<&Value> {
    match (&case["const"], &case["enum"]) {
        (Value::Null, Value::Array(values)) => values.iter().collect(),
        (Value::Null, _) => Vec::new(),
        (value, _) => vec![value],
    }
}
