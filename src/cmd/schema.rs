//! `referee schema`: JSON Schemas generated from the types in the code.

use anyhow::Result;
use clap::Args;
use referee::games::GAMES;
use referee::registry::schemas;
use referee::stream::Usage;
use referee::strict::{hint, near_miss};
use referee::validate;

use super::{Exit, Output, known};

/// Arguments of `schema`.
#[derive(Args)]
#[command(after_help = "\
Names are wire/header, wire/forfeit ... for the lines that all games share, and GAME/line, GAME/action, GAME/state ... for each game.

Examples:
  referee schema
  referee schema wire/header
  referee schema tectonic/action")]
pub(crate) struct SchemaArgs {
    /// Which schema; without it, the names are listed
    #[arg(value_parser = known::SCHEMA, hide_possible_values = true)]
    pub(crate) name: Option<String>,
}

/// Prints a schema or the names.
pub(crate) fn run(args: &SchemaArgs) -> Result<Exit> {
    let mut output = Output::open();
    let schemas = schemas(GAMES, validate::schemas());
    match &args.name {
        None => schemas.iter().for_each(|(name, _)| output.text(&format!("{name}\n"))),
        Some(wanted) => {
            let (_, schema) = schemas.iter().find(|(name, _)| name == wanted).ok_or_else(|| {
                let near = near_miss(wanted, schemas.iter().map(|(name, _)| name.as_str()));
                let hint = hint(near, || "; `referee schema` lists the names".to_owned());
                Usage(format!("unknown schema `{wanted}`{hint}"))
            })?;
            output.text(schema);
        }
    }
    output.end(Exit::Valid)
}
