//! The first line of a game.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::claims::claim_table;
use super::depth::{Shallow, shallow};
use super::{Awaited, ClaimedViolation, Claims, Contradictions, Emit, Seed, Viewer, advice};
use crate::game::{Game, Numbered, or_null};
use crate::strict::{self, Malformed};
use crate::table::Draws;

/// Makes the header, with the claims that it can make.
macro_rules! header {
    (
        headers { $($key:ident $claim:ident: $type:ty, $hearer:ident, $about:tt;)* }
        $($rest:tt)*
    ) => {
        /// The first line of a game. Only `referee` and `game` are required.
        ///
        /// ```
        /// use referee::wire::Header;
        ///
        /// let header = Header::read(br#"{"referee":1,"game":"wangdo","players":3,"names":["Ada","Bo","Cy"]}"#)?;
        /// assert_eq!((header.game.as_str(), header.players), ("wangdo", Some(3)));
        /// let wrong = Header::read(br#"{"referee":1,"game":"wangdo","player":3}"#).unwrap_err();
        /// assert!(wrong.message.contains("`players`"), "{wrong}");
        /// # Ok::<(), referee::Malformed>(())
        /// ```
        #[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct Header {
            /// The version of the protocol: 1.
            pub referee: u64,
            /// The name of the game.
            pub game: String,
            /// The number of players. Absent: the smallest that the game allows.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub players: Option<u8>,
            /// The seed of the draws.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub seed: Option<Seed>,
            /// Who makes the draws. Absent: the referee if there is a seed, otherwise the stream gives them. The referee always
            /// writes `recorded`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub draws: Option<Draws>,
            /// How many of the next lines are the record of this game so far: in them draws are given. After them the referee makes the
            /// draws, if there is a seed.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub resume: Option<u64>,
            /// The rule options that differ from the default; the referee writes all of them.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub options: Option<Map<String, Value>>,
            /// The edition the game is played with. Absent: the current one.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub edition: Option<EditionMark>,
            /// What is added to the lines of this game, instead of the value of `--emit`.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub emit: Option<Emit>,
            /// The players' names, in turn order.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub names: Option<Vec<String>>,
            /// Anything worth knowing: event, place, date.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub about: Option<BTreeMap<String, String>>,
            /// What a match between bots adds. Its numbers must be integers, so that they are read back exactly as written.
            #[serde(default, rename = "match", skip_serializing_if = "Option::is_none", deserialize_with = "whole_numbers")]
            pub match_: Option<Map<String, Value>>,
            /// The position to start from, as the game writes its states. Absent: the start of the game. `null`: a position that
            /// is hidden.
            #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "any_value")]
            #[schemars(schema_with = "or_null::schema::<Map<String, Value>>")]
            pub state: Option<Value>,
            /// Claim of an earlier run; see the module.
            #[serde(default, skip_serializing)]
            pub contradicted: Option<Contradictions>,
            /// The line of its file in which an earlier run found a fault; ignored.
            #[serde(default, skip_serializing)]
            pub line: Option<u64>,
            /// The remark of an earlier run that the position is hidden.
            #[serde(default, skip_serializing)]
            pub redacted: Option<Value>,
            /// Claim: the list to which the numbers of actions belong.
            #[serde(default, skip_serializing)]
            pub action_space: Option<ActionSpaceMark>,
            /// Claim: the legal actions.
            #[serde(default, skip_serializing)]
            #[schemars(with = "Vec<Value>")]
            pub legal: Option<Value>,
            /// A remark to a bot that read the line; ignored.
            #[serde(default, skip_serializing)]
            pub ask: Option<Map<String, Value>>,
            /// A remark that the list was too long to write; ignored.
            #[serde(default, skip_serializing)]
            pub legal_cut: Option<bool>,
            /// Milliseconds the line took; repeated, not verified.
            #[serde(default, skip_serializing)]
            pub ms: Option<u64>,
            /// A remark; repeated, not verified.
            #[serde(default, skip_serializing)]
            pub note: Option<String>,
            /// What an earlier run left out of the line because it was too long; not verified.
            #[serde(default, skip_serializing)]
            pub cut: Option<Vec<String>>,
            $(
                #[doc = $about]
                #[serde(default, skip_serializing)]
                pub $key: Option<$type>,
            )*
        }

        impl Header {
            /// Whether it claims anything about a game.
            pub fn is_claiming(&self) -> bool {
                self.legal.is_some() $(|| self.$key.is_some())*
            }

            /// Takes its claims, now that the types of the game are known.
            pub fn take_claims<G: Game>(&mut self) -> Result<Claims<G>, Malformed> {
                let legal = self.legal.take().map(|list| strict::from_part("legal", &list)).transpose()?;
                let contradicted = self.contradicted.take();
                Ok(Claims { $($key: self.$key.take(),)* legal, contradicted, ..Claims::default() })
            }
        }
    };
}

claim_table!(header);

impl Header {
    /// Reads a line that `is_header` recognises. A header that cannot be read is malformed like any
    /// other line and ends no game.
    pub fn read(line: &[u8]) -> Result<Header, Malformed> {
        strict::from_slice(line).map_err(|malformed| advice::with_example(line, malformed))
    }
}

/// Reads an object, not nested too deep, in which every number is an integer: other numbers can be written in several
/// ways.
fn whole_numbers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Map<String, Value>>, D::Error> {
    fn exact(value: &Value) -> bool {
        match value {
            Value::Number(number) => !number.is_f64(),
            Value::Array(items) => items.iter().all(exact),
            Value::Object(fields) => fields.values().all(exact),
            _ => true,
        }
    }
    let read = Map::deserialize(deserializer)?;
    shallow(read.values())?;
    if read.values().all(exact) {
        return Ok(Some(read));
    }
    Err(D::Error::custom("a number in `match` must be a whole number below 2^64; write anything else as a string"))
}

/// Reads a value that may be `null`.
pub(super) fn any_value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// Which edition a game is played with.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EditionMark {
    /// The edition's own name.
    pub id: String,
    /// The SHA-256 of the edition file's bytes, in hexadecimal.
    pub sha256: String,
}

/// Which list the numbers of actions belong to.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionSpaceMark {
    /// How many actions it has.
    pub n: u64,
    /// The SHA-256 of the actions as they are written, each on a line of its own, in hexadecimal.
    pub sha256: String,
}

impl ActionSpaceMark {
    /// How headers name the list of these numbers.
    pub fn of<G: Game>(numbers: &Numbered<G>) -> ActionSpaceMark {
        ActionSpaceMark { n: numbers.actions().len() as u64, sha256: numbers.sha256().to_owned() }
    }
}
