//! The value of `--emit`, and of `emit` in a header: what is added to the lines, and which viewer they are for.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Viewer;
use crate::strict::Malformed;

/// What is added to every line after which a player must act, and to the last one. With a viewer, all lines show only
/// what that viewer may know.
///
/// ```
/// use referee::game::Player;
/// use referee::wire::{Emit, Viewer};
///
/// // As on the command line: for player 1, with the legal actions where they may know them.
/// let emit: Emit = "view:1,legal".parse()?;
/// assert_eq!(emit, Emit { legal: true, ..Emit::view(Viewer::Player(Player(1))) });
/// // The state would tell them too much.
/// assert!("view:1,state".parse::<Emit>().is_err());
/// # Ok::<(), referee::Malformed>(())
/// ```
#[allow(clippy::struct_excessive_bools, reason = "each of them is independent of the others")]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Emit {
    /// The viewer of the stream, whose view is added. `None`: the organiser.
    pub viewer: Option<Viewer>,
    /// Adds the view of the player who must act, and of the public at the end; not with a viewer. The lines are still
    /// the organiser's.
    pub actor: bool,
    /// Adds the state; not with a viewer.
    pub state: bool,
    /// Adds the legal actions; with a viewer, only where the viewer may know them.
    pub legal: bool,
    /// Adds the numbers of the legal actions, as with `legal`; only in games with a list of all actions.
    pub legal_ids: bool,
    /// Adds the digest of the state; not with a viewer.
    pub digest: bool,
}

impl Emit {
    /// Adds nothing.
    pub const NONE: Emit =
        Emit { viewer: None, actor: false, state: false, legal: false, legal_ids: false, digest: false };
    /// Adds only the legal actions.
    pub const LEGAL: Emit = Emit { legal: true, ..Emit::NONE };
    /// Adds only the state.
    pub const STATE: Emit = Emit { state: true, ..Emit::NONE };

    /// A stream for this viewer.
    pub const fn view(viewer: Viewer) -> Emit {
        Emit { viewer: Some(viewer), ..Emit::NONE }
    }
}

/// The prefix of a viewer's name.
const VIEW: &str = "view:";

impl FromStr for Emit {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<Emit, Malformed> {
        let mut emit = Emit::NONE;
        let words: Vec<&str> = text.split(',').collect();
        for (at, word) in words.iter().enumerate() {
            if words[..at].contains(word) {
                return Err(Malformed::new(format!("`{word}` is given twice")));
            }
            match *word {
                "state" => emit.state = true,
                "legal" => emit.legal = true,
                "legal_ids" => emit.legal_ids = true,
                "digest" => emit.digest = true,
                "none" if words.len() == 1 => {}
                "none" => return Err(Malformed::new("`none` cannot be combined")),
                _ => match word.strip_prefix(VIEW) {
                    Some(_) if emit.viewer.is_some() || emit.actor => {
                        return Err(Malformed::new("a line has only one view"));
                    }
                    Some("actor") => emit.actor = true,
                    Some(viewer) => emit.viewer = Some(viewer.parse()?),
                    None => {
                        let all = "state, view:actor, view:N (a player's number, from 0), view:public, legal, legal_ids, digest, none";
                        return Err(Malformed::new(format!("`{word}` is none of {all}; separate several by commas")));
                    }
                },
            }
        }
        if emit.viewer.is_some() && (emit.state || emit.digest) {
            return Err(Malformed::new("`state` and `digest` would reveal secrets to the one viewer"));
        }
        Ok(emit)
    }
}

impl fmt::Display for Emit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Emit { viewer, actor, state, legal, legal_ids, digest } = *self;
        let view = viewer.map_or_else(|| "view:actor".to_owned(), |viewer| format!("{VIEW}{viewer}"));
        let viewed = actor || viewer.is_some();
        let words =
            [(state, "state"), (viewed, &*view), (legal, "legal"), (legal_ids, "legal_ids"), (digest, "digest")];
        let words: Vec<&str> = words.into_iter().filter(|(asked, _)| *asked).map(|(_, word)| word).collect();
        f.write_str(if words.is_empty() { "none".into() } else { Cow::from(words.join(",")) }.as_ref())
    }
}

impl Serialize for Emit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Emit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Emit, D::Error> {
        Cow::<str>::deserialize(deserializer)?
            .parse()
            .map_err(|wrong| D::Error::custom(format_args!("`emit`: {wrong}")))
    }
}

impl JsonSchema for Emit {
    fn schema_name() -> Cow<'static, str> {
        "Emit".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let word = "(state|view:(actor|public|[0-9]+)|legal|legal_ids|digest)";
        schemars::json_schema!({
            "description": "The same as `--emit`: state, view:actor, view:N, view:public, legal, legal_ids, digest, separated by commas, or none.",
            "type": "string",
            "pattern": format!("^(none|{word}(,{word})*)$"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;

    #[test]
    fn lists_are_read_and_written() {
        let viewer = Some(Viewer::Player(Player(1)));
        let all = Emit { actor: true, state: true, legal: true, legal_ids: true, digest: true, ..Emit::NONE };
        for (text, emit) in [
            ("view:1,legal", Emit { viewer, legal: true, ..Emit::NONE }),
            ("view:public", Emit::view(Viewer::Public)),
            ("view:actor,legal", Emit { actor: true, legal: true, ..Emit::NONE }),
            ("state,digest", Emit { state: true, digest: true, ..Emit::NONE }),
            ("state,view:actor,legal,legal_ids,digest", all),
            ("view:1,legal_ids", Emit { viewer, legal_ids: true, ..Emit::NONE }),
            ("none", Emit::NONE),
        ] {
            assert_eq!((text.parse(), emit.to_string()), (Ok(emit), text.to_owned()));
        }
        assert_eq!("digest,legal_ids,legal,view:actor,state".parse(), Ok(all));
        for wrong in [
            "",
            "state,none",
            "view:1,state",
            "view:0,digest",
            "view:0,view:1",
            "legal,legal",
            "legal_ids,legal_ids",
            "view:x",
            "views",
            "view:actor,view:0",
            "view:public,view:actor",
            "actor",
        ] {
            assert!(wrong.parse::<Emit>().is_err(), "{wrong}");
        }
    }
}
