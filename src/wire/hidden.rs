//! Events of which a player may see only the kind: `{"seal_card":null}`. They can be read back, but not judged.

use std::fmt;
use std::io;
use std::marker::PhantomData;

use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::write_json;
use crate::game::Game;
use crate::text::words;

/// Appends the kind of an event, which is written as a compact object with one key: `{"kind":null}`. An event without
/// content is written unchanged.
#[doc(hidden)]
pub fn write_kind<T: Serialize>(out: &mut Vec<u8>, event: &T) {
    let start = out.len();
    write_json(out, event);
    if let Some(colon) = memchr::memchr(b':', &out[start..]) {
        out.truncate(start + colon + 1);
        out.extend_from_slice(b"null}");
    }
}

/// The kind of an event as a JSON value: `{"kind":null}`. An event without content is unchanged.
#[doc(hidden)]
pub fn kind_alone<T: Serialize>(event: &T) -> Value {
    match serde_json::to_value(event).unwrap_or_default() {
        Value::Object(fields) => fields.into_iter().map(|(kind, _)| (kind, Value::Null)).collect::<Map<_, _>>().into(),
        alone => alone,
    }
}

/// An event of `G` whose content is hidden: a draw or an action.
#[doc(hidden)]
pub struct Hidden<G, const DRAW: bool> {
    /// One of [`Game::SECRET_DRAWS`] or [`Game::SECRET_ACTIONS`].
    kind: &'static str,
    game: PhantomData<G>,
}

impl<G, const DRAW: bool> Hidden<G, DRAW> {
    /// The event in words.
    pub fn in_words(&self) -> String {
        words(&kind_alone(self))
    }

    /// Whether an event is of this kind.
    pub fn may_be<T: Serialize>(&self, event: &T) -> bool {
        is_of(&[self.kind], event)
    }
}

impl<G, const DRAW: bool> Serialize for Hidden<G, DRAW> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.kind, ())])
    }
}

impl<'de, G: Game, const DRAW: bool> Deserialize<'de> for Hidden<G, DRAW> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OneKind(&'static [&'static str]);
        impl<'de> Visitor<'de> for OneKind {
            type Value = &'static str;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a kind without its content")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<&'static str, A::Error> {
                let key = map.next_key::<String>()?.unwrap_or_default();
                let kind = self.0.iter().find(|kind| **kind == key);
                let kind = kind.ok_or_else(|| A::Error::custom(format_args!("`{key}` is never hidden")))?;
                map.next_value::<()>()?;
                match map.next_key::<String>()? {
                    None => Ok(kind),
                    Some(_) => Err(A::Error::custom("an event has one kind")),
                }
            }
        }
        let kinds = if DRAW { G::SECRET_DRAWS } else { G::SECRET_ACTIONS };
        deserializer.deserialize_map(OneKind(kinds)).map(|kind| Hidden { kind, game: PhantomData })
    }
}

/// Whether an event is of one of these kinds, and has content.
#[doc(hidden)]
pub fn is_of<T: Serialize>(kinds: &[&str], event: &T) -> bool {
    !kinds.is_empty() && Head::of(event).strip_prefix('{').is_some_and(|kind| kinds.contains(&kind.trim_matches('"')))
}

/// The name of an event's kind.
#[doc(hidden)]
pub fn kind_of<T: Serialize>(event: &T) -> String {
    Head::of(event).trim_start_matches('{').trim_matches('"').to_owned()
}

/// Takes what is written up to the first colon, and then no more, so that the kind of an event costs the same however long the
/// event is.
struct Head(Vec<u8>);

impl Head {
    fn of<T: Serialize>(event: &T) -> String {
        let mut head = Head(Vec::new());
        // It fails at the colon.
        let _ = serde_json::to_writer(&mut head, event);
        String::from_utf8(head.0).unwrap_or_default()
    }
}

impl io::Write for Head {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let colon = memchr::memchr(b':', bytes);
        self.0.extend_from_slice(&bytes[..colon.unwrap_or(bytes.len())]);
        if colon.is_none() { Ok(bytes.len()) } else { Err(io::ErrorKind::WriteZero.into()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_of_an_event_is_its_key_or_all_of_it() {
        let kinds = ["lay", "pass"];
        for (event, kind, has_content) in [
            (serde_json::json!({"lay": {"cards": ["x:y"]}}), "lay", true),
            (serde_json::json!({"lay": null}), "lay", true),
            (serde_json::json!("pass"), "pass", false),
            (serde_json::json!({"layer": 1}), "layer", false),
        ] {
            assert_eq!((kind_of(&event).as_str(), is_of(&kinds, &event)), (kind, has_content));
        }
    }
}
