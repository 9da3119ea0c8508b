//! Questions to the referee.

use std::fmt;

use schemars::JsonSchema;
use serde::de::value::{MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Error, IntoDeserializer as _, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Viewer;

/// A question to the referee.
// What is written as one word or under one key is read and written by the derived functions, which `remote` names.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", remote = "Self")]
#[schemars(!remote)]
#[non_exhaustive]
pub enum Query {
    /// What can be done or drawn?
    Legal,
    /// The same, but actions as numbers.
    LegalIds,
    /// What is the state, with its memory of earlier positions?
    State,
    /// Which game is on?
    Header,
    /// What may this player, or the public, know?
    View(Viewer),
    /// Take back the last line.
    Undo,
    /// How does the position look?
    #[serde(skip)]
    #[schemars(!skip, untagged)]
    Picture(Picture),
}

/// The keys of all of them.
const NAMES: [&str; 7] = ["legal", "legal_ids", "state", "header", "view", "undo", "picture"];

/// How does the position look?
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct Picture {
    /// How to draw it.
    pub picture: Form,
    /// For whom. Absent: for the public.
    #[serde(default, rename = "for", skip_serializing_if = "Option::is_none")]
    pub viewer: Option<Viewer>,
}

/// The form of a picture.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// Lines of text.
    Text,
    /// An image.
    Svg,
}

impl Serialize for Query {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Query::Picture(picture) => picture.serialize(serializer),
            _ => Query::serialize(self, serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Query {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Query, D::Error> {
        struct WordOrObject;
        impl<'de> Visitor<'de> for WordOrObject {
            type Value = Query;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a query")
            }
            fn visit_str<E: Error>(self, word: &str) -> Result<Query, E> {
                if !NAMES.contains(&word) {
                    return Err(E::unknown_variant(word, &NAMES));
                }
                let word: StrDeserializer<'_, E> = word.into_deserializer();
                Query::deserialize(word)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Query, A::Error> {
                let first: Option<String> = map.next_key()?;
                let draws = matches!(first.as_deref(), Some("picture" | "for"));
                if let Some(unknown) = first.as_deref().filter(|first| !draws && !NAMES.contains(first)) {
                    return Err(A::Error::unknown_variant(unknown, &NAMES));
                }
                let whole = MapAccessDeserializer::new(Begun { first, map });
                if draws { Picture::deserialize(whole).map(Query::Picture) } else { Query::deserialize(whole) }
            }
        }
        deserializer.deserialize_any(WordOrObject)
    }
}

/// A map whose first key has been read.
struct Begun<A> {
    first: Option<String>,
    map: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Begun<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        match self.first.take() {
            Some(first) => seed.deserialize(first.into_deserializer()).map(Some),
            None => self.map.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}
