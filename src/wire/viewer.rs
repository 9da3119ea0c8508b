//! Who a view is for.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::Player;
use crate::strict::Malformed;

/// Whose view it is: a player, written as their number, or `"public"`, who know only what everybody knows.
///
/// ```
/// use referee::game::Player;
/// use referee::wire::Viewer;
///
/// let viewers: Vec<String> = Viewer::all(2).map(|viewer| viewer.to_string()).collect();
/// assert_eq!(viewers, ["0", "1", "public"]);
/// assert_eq!("1".parse::<Viewer>()?.player(), Some(Player(1)));
/// assert!(!Viewer::Player(Player(4)).is_at(2));
/// # Ok::<(), referee::Malformed>(())
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Viewer {
    /// A player.
    Player(Player),
    /// Onlookers, who do not play.
    Public,
}

impl Viewer {
    /// All viewers at a table of `players`: the players in turn order, then the public.
    pub fn all(players: u8) -> impl Iterator<Item = Viewer> {
        Player::all(players).map(Viewer::Player).chain([Viewer::Public])
    }

    /// The player; `None` for the public.
    pub fn player(self) -> Option<Player> {
        match self {
            Viewer::Player(player) => Some(player),
            Viewer::Public => None,
        }
    }

    /// Whether there is such a viewer at a table of `players`.
    pub fn is_at(self, players: u8) -> bool {
        self.player().is_none_or(|player| player.0 < players)
    }
}

impl fmt::Display for Viewer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Viewer::Player(player) => write!(f, "{}", player.0),
            Viewer::Public => f.write_str("public"),
        }
    }
}

impl FromStr for Viewer {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<Viewer, Malformed> {
        match text {
            "public" => Ok(Viewer::Public),
            _ => text
                .parse()
                .map(|number| Viewer::Player(Player(number)))
                .map_err(|_| Malformed::new(format!("`{text}` is neither a player's number (from 0) nor `public`"))),
        }
    }
}

impl Serialize for Viewer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Viewer::Player(player) => player.serialize(serializer),
            Viewer::Public => serializer.serialize_str("public"),
        }
    }
}

impl<'de> Deserialize<'de> for Viewer {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Viewer, D::Error> {
        struct NumberOrPublic;
        impl Visitor<'_> for NumberOrPublic {
            type Value = Viewer;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a player's number or \"public\"")
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<Viewer, E> {
                u8::try_from(number)
                    .map(|number| Viewer::Player(Player(number)))
                    .map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Viewer, E> {
                match text {
                    "public" => Ok(Viewer::Public),
                    _ => Err(E::invalid_value(Unexpected::Str(text), &self)),
                }
            }
        }
        deserializer.deserialize_any(NumberOrPublic)
    }
}

impl JsonSchema for Viewer {
    fn schema_name() -> Cow<'static, str> {
        "Viewer".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "description": "A player's number, or the public.",
            "anyOf": [generator.subschema_for::<Player>(), {"const": "public"}],
        })
    }
}
