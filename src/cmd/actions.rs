//! `referee actions`: what players can do in a game, whatever the position, as numbers or as parts.

use anyhow::Result;
use clap::Args;
use clap::builder::TypedValueParser as _;
use referee::registry::Opened;
use referee::wire::{Header, Object, VERSION};
use serde_json::{Map, Value, json};

use super::{Exit, Output, edition_of, game, key_value, known, unfit};

/// Arguments of `actions`.
#[derive(Args)]
#[command(after_help = "\
The first line tells the game, its options, its edition and the size and SHA-256 of the list. Where an action is one of \
finitely many (TecTonic, Wongar), each stands on a line of its own with its number, which is the same in every position, as \
long as edition and options are. Elsewhere each kind of action stands on a line of its own with its parts: the values that \
can stand in each place, in the order in which a player decides them.

Examples:
  referee actions tectonic
  referee actions wongar --option choose_ritual_cards=true
  referee actions wangdo")]
pub(crate) struct ActionsArgs {
    /// The game
    #[arg(value_parser = known::GAME, hide_possible_values = true)]
    pub(crate) game: String,
    /// A rule option, such as setup=S2; may be given several times
    #[arg(long = "option", value_name = "K=V", value_parser = known::OPTION.try_map(|text| key_value(&text)), hide_possible_values = true)]
    pub(crate) options: Vec<(String, Value)>,
    /// An edition file to use instead of the built-in one
    #[arg(long = "edition", value_name = "FILE")]
    pub(crate) edition: Option<std::path::PathBuf>,
}

/// Writes the actions.
pub(crate) fn run(args: &ActionsArgs) -> Result<Exit> {
    let mut output = Output::open();
    let game = game(&args.game)?;
    let editions = args.edition.iter().map(|path| edition_of(Some(game.name()), path)).collect::<Result<_>>()?;
    let options: Map<String, Value> = args.options.iter().cloned().collect();
    let header = Header { referee: VERSION, game: args.game.clone(), options: Some(options), ..Header::default() };
    let space = game.actions(&header, &mut Opened::with(editions)).map_err(unfit)?;
    let (actions, mark) = space.list.as_ref().map_or((&[][..], None), |(actions, mark)| (actions, Some(mark)));
    output
        .json(&json!({"game": game.name(), "options": space.options, "edition": space.edition, "action_space": mark}));
    for (id, action) in actions.iter().enumerate() {
        let mut object = Object::open(&mut output.buffer);
        object.field("id", &id);
        object.key("action").extend_from_slice(action.as_bytes());
        object.end_line();
        output.relieve()?;
    }
    if mark.is_none() {
        for (kind, part) in space.kinds() {
            output.json(&json!({"kind": kind, "parts": part.get("parts").unwrap_or(&part)}));
        }
    }
    output.end(Exit::Valid)
}
