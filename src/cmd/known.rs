//! Arguments with a known set of values, for shell completion. The commands themselves report wrong values, because
//! they know near misses and other hints.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, CommandFactory as _, Error};
use referee::game::MAX_PLAYERS;
use referee::games::GAMES;
use referee::registry::{schemas, table_clauses};
use referee::text::plain;
use referee::validate;

use super::Cli;
use super::games::options;

/// Accepts any text, but lists the known values.
#[derive(Copy, Clone)]
pub(crate) struct Known(fn() -> Vec<String>);

impl TypedValueParser for Known {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// The games.
pub(crate) const GAME: Known = Known(games);
/// The games, and the table.
pub(crate) const GAME_OR_TABLE: Known = Known(|| [games(), vec!["table".to_owned()]].concat());
/// The ids of all refusals and of all numbered rules.
pub(crate) const RULE: Known = Known(|| {
    let clauses = GAMES.iter().flat_map(|game| game.clauses()).chain(table_clauses());
    let numbered = |name: &'static str, id: &'static str| format!("{name}.{id}");
    let rules = GAMES.iter().flat_map(|game| game.rules().iter().map(move |rule| numbered(game.name(), rule.id)));
    clauses.map(|clause| clause.id.to_owned()).chain(rules).collect()
});
/// The names of the schemas.
pub(crate) const SCHEMA: Known =
    Known(|| schemas(GAMES, validate::schemas()).into_iter().map(|(name, _)| name).collect());
/// The commands.
pub(crate) const COMMAND: Known = Known(|| {
    let cli = Cli::command();
    let seen = cli.get_subcommands().filter(|command| !command.is_hide_set());
    seen.map(|command| command.get_name().to_owned()).collect()
});
/// The values of `--emit`.
pub(crate) const EMIT: Known = Known(|| {
    let views = (0..MAX_PLAYERS).map(|player| format!("view:{player}"));
    ["state", "view:actor", "legal", "legal_ids", "digest", "none"]
        .map(str::to_owned)
        .into_iter()
        .chain(views)
        .collect()
});
/// All game options with named values; numbers are left to the user.
pub(crate) const OPTION: Known = Known(|| {
    let mut all = Vec::new();
    for option in GAMES.iter().flat_map(|game| options(&game.schemas())) {
        let name = plain(&option["name"]);
        match option["values"].as_array() {
            Some(values) => all.extend(values.iter().map(|value| format!("{name}={}", plain(value)))),
            None if option["type"] == "boolean" => all.extend([format!("{name}=true"), format!("{name}=false")]),
            None => all.push(format!("{name}=")),
        }
    }
    all.sort();
    all.dedup();
    all
});

fn games() -> Vec<String> {
    GAMES.iter().map(|game| game.name().to_owned()).collect()
}
