//! Reads a line from a bot: an answer, as the protocol writes it or in words, an introduction, or a fault of a certain kind.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Number, Value};

use super::Taken;
use crate::game::{Game, Player};
use crate::strict;
use crate::text::clipped;
use crate::wire::fast::read_pick;
use crate::wire::{Body, Line, Pick, Whole};

/// The longest name and the longest version of a bot, in bytes.
const NAME_LIMIT: usize = 100;

/// How a bot introduces itself.
#[derive(Clone, Eq, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hello {
    /// Its name, of at most 100 bytes.
    #[serde(default)]
    pub name: Option<String>,
    /// Its version, of at most 100 bytes.
    #[serde(default)]
    pub version: Option<String>,
    /// Whether it wants the lists of legal actions, in this game and later ones. Absent: yes.
    #[serde(default)]
    pub legal: Option<bool>,
}

/// The line with which a bot introduces itself.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Introduction {
    /// Who it is.
    pub hello: Hello,
}

/// What a bot may send besides an introduction.
pub(super) struct Sent<G: Game> {
    pub(super) id: u64,
    pub(super) player: Option<Player>,
    pub(super) choice: Choice<G::Action>,
    /// Its note about the answer, only for the record.
    pub(super) note: Option<String>,
    /// What it thinks of its position, for the record alone.
    pub(super) eval: Option<Number>,
}

/// What a bot chooses.
pub(super) enum Choice<A> {
    /// This action.
    Action(A),
    /// What this number names.
    Pick(Pick),
    /// What these words tell.
    Words(String),
    /// To give the game up.
    Resign,
}

/// A resignation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resignation {
    ask: u64,
    resign: bool,
}

/// An answer in words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InWords {
    ask: u64,
    say: String,
    #[serde(default)]
    player: Option<Player>,
    #[serde(default)]
    note: Option<String>,
    #[serde(default)]
    eval: Option<Number>,
}

/// How long an answer in words may be, in bytes: the longest action of any game takes less than half of it.
const SAY_LIMIT: usize = 2000;

/// The longest part of a note that is kept, in bytes.
pub(super) const NOTE_LIMIT: usize = 2000;

/// Why a place in a list is no answer where there are no lists.
pub(super) const NO_LISTS: &str =
    "this match has no lists, so nothing can be picked; an answer has an `action`, an `id` or a `say`";

/// Reads a line of a bot.
pub(super) fn read<G: Game>(bytes: &[u8]) -> Result<Sent<G>, Taken> {
    if let Some((id, pick)) = read_pick(bytes) {
        return Ok(Sent { id, player: None, choice: Choice::Pick(pick), note: None, eval: None });
    }
    let bad = |message: &str| Taken::BadMessage(message.to_owned());
    let line = match strict::from_slice::<Line<G>>(bytes) {
        Ok(line) => line,
        Err(malformed) => {
            let spoken = match strict::from_slice::<InWords>(bytes) {
                Ok(words) => return in_words(words),
                Err(wrong) => wrong.to_string(),
            };
            let no_resignation = match strict::from_slice::<Resignation>(bytes) {
                Ok(Resignation { ask: id, resign: true }) => {
                    return Ok(Sent { id, player: None, choice: Choice::Resign, note: None, eval: None });
                }
                Ok(_) => "`resign` can only be `true`".to_owned(),
                Err(wrong) => wrong.to_string(),
            };
            let wrong = match strict::from_slice::<Introduction>(bytes) {
                Ok(introduction) => return Err(introduced(introduction.hello)),
                Err(wrong) => wrong.to_string(),
            };
            // Any JSON counts as a message, even a bad one.
            return Err(match serde_json::from_slice::<Value>(bytes) {
                Ok(value) if value.get("hello").is_some() => Taken::BadMessage(wrong),
                Ok(value) if value.get("say").is_some() => Taken::BadMessage(spoken),
                Ok(value) if value.get("resign").is_some() => Taken::BadMessage(no_resignation),
                Ok(_) => Taken::BadMessage(malformed.to_string()),
                // The reader of lines may have stopped earlier, at a key that it does not know.
                Err(_) => Taken::BadJson(strict::from_slice::<Value>(bytes).err().unwrap_or(malformed).to_string()),
            });
        }
    };
    let Line { body, player, by, undone, claims, ms, note, eval, ask } = line;
    let choice = match body {
        Body::Action(action) => Choice::Action(action),
        Body::Pick(pick) => Choice::Pick(pick),
        _ => return Err(bad("an answer needs an `action`, a `pick`, an `id` or a `say`")),
    };
    if by.is_some() || undone.is_some() || ms.is_some() || !claims.is_empty() {
        return Err(bad(
            "an answer has `ask`, one of `action`, `pick`, `id` and `say`, and optionally `player`, `note` and `eval`; nothing else",
        ));
    }
    match ask.as_ref().and_then(Value::as_u64) {
        Some(id) => Ok(Sent { id, player, choice, note: kept(note), eval }),
        None => Err(bad("an answer must repeat the id of its question: {\"ask\":7,\"pick\":0}")),
    }
}

/// So much of a note as is kept.
fn kept(note: Option<String>) -> Option<String> {
    note.map(|note| clipped(&note, NOTE_LIMIT))
}

fn in_words<G: Game>(InWords { ask, say, player, note, eval }: InWords) -> Result<Sent<G>, Taken> {
    if say.len() > SAY_LIMIT {
        return Err(Taken::BadMessage(format!("`say` has at most {SAY_LIMIT} bytes")));
    }
    Ok(Sent { id: ask, player, choice: Choice::Words(say), note: kept(note), eval })
}

fn introduced(hello: Hello) -> Taken {
    let long = |text: &Option<String>| text.as_ref().is_some_and(|text| text.len() > NAME_LIMIT);
    if long(&hello.name) || long(&hello.version) {
        return Taken::BadMessage(format!("`name` and `version` may have at most {NAME_LIMIT} bytes"));
    }
    Taken::Hello(hello)
}

/// What a bot writes: an answer, which says in one of several ways what it does, a resignation or an introduction.
pub fn answer_schema<G: Game>(generator: &mut SchemaGenerator) -> Schema {
    let id = json_schema!({"description": "The `id` of the question.", "type": "integer", "minimum": 0, "maximum": u64::MAX});
    let mut ways = vec![
        ("Pick", "pick", "The place of the action in the legal list, from 0.", generator.subschema_for::<Whole>()),
        ("Id", "id", "The number of the action in the list of all actions.", generator.subschema_for::<Whole>()),
        ("Act", "action", "The action.", generator.subschema_for::<G::Action>()),
        ("Say", "say", "The action in words.", json_schema!({"type": "string", "maxLength": SAY_LIMIT})),
    ];
    for (_, _, about, schema) in &mut ways {
        schema.insert("description".to_owned(), (*about).into());
    }
    let mut variants: Vec<Schema> = ways
        .into_iter()
        .map(|(title, key, _, schema)| {
            json_schema!({
                "title": title,
                "type": "object",
                "properties": {
                    "ask": id,
                    key: schema,
                    "player": generator.subschema_for::<Player>(),
                    "note": {"description": "Kept in the record; no player sees it.", "type": "string"},
                    "eval": {"description": "What the bot thinks of its position, for the record.", "type": "number"},
                },
                "required": ["ask", key],
                "additionalProperties": false,
            })
        })
        .collect();
    variants.push(json_schema!({
        "title": "Resign",
        "type": "object",
        "properties": {"ask": id, "resign": {"description": "The bot gives the game up.", "const": true}},
        "required": ["ask", "resign"],
        "additionalProperties": false,
    }));
    variants.push(generator.subschema_for::<Introduction>());
    json_schema!({"description": "A line that a bot writes.", "oneOf": variants})
}
