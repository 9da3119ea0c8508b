//! Reads JSON strictly. Serde's derived types accept an array in place of an object, `null` for an absent field and, in
//! maps, the same key twice. The protocol calls all of these malformed, so all input is read through the adapter in
//! this module. It adds no extra pass and no allocation, except for maps whose keys are data.
//!
//! The adapter wraps a deserializer and everything that the deserializer returns:
//! * a struct is read as an object only;
//! * `Option` never accepts `null`: an absent field is left out (a field that may be `null` has its own reader, such as
//!   [`crate::game::or_null`]);
//! * a map with the same key twice is refused (derived structs do that themselves);
//! * unknown fields are refused, even by types that would ignore them.

mod path;
mod words;

use std::collections::BTreeSet;
use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use self::words::explain;
pub use self::words::{GZIP, ZSTD, misread};
use crate::text::clipped;

/// Why a text cannot be read, be it a line or the name of one thing.
///
/// ```
/// use referee::AnySession;
/// use referee::{Malformed, Refused, Setup};
///
/// let asked = Setup::new().option("flip", "sometimes");
/// let Err(Refused::Unreadable(Malformed { message, .. })) = AnySession::open("tectonic", &asked) else { panic!() };
/// // It names what would have been right.
/// assert!(message.contains("`compulsory`") && message.contains("`optional`"), "{message}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The column of the fault, counted in bytes from 1; `None` if it has no single place.
    pub column: Option<usize>,
    /// The line of the fault within the text, from 1; `None` as above. A line of a stream is a text of one line.
    pub line: Option<usize>,
    /// What is wrong, with the name that was probably meant.
    pub message: String,
}

impl Malformed {
    /// A fault of the text as a whole.
    pub fn new(message: impl Into<String>) -> Malformed {
        Malformed { column: None, line: None, message: clipped(&message.into(), MESSAGE_LIMIT) }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, self.column) {
            (Some(line @ 2..), Some(column)) => write!(f, "line {line}, column {column}: {}", self.message),
            (_, Some(column)) => write!(f, "column {column}: {}", self.message),
            (_, None) => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Malformed {}

/// Reads one JSON text.
pub fn from_slice<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Malformed> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let read = T::deserialize(Strict(&mut deserializer)).map_err(|error| match explain(&error) {
        // This is what serde_json says about a list that is too long.
        malformed if malformed.message == "trailing characters" => {
            Malformed { message: "the list has too many entries".to_owned(), ..malformed }
        }
        malformed => malformed,
    });
    let ended = read.and_then(|value| {
        let after =
            |malformed| Malformed { message: "there is more text after the end of the value".to_owned(), ..malformed };
        deserializer.end().map(|()| value).map_err(|error| after(explain(&error)))
    });
    // The hints below apply only to text that is not JSON at all.
    ended.map_err(|mut malformed| {
        if serde_json::from_slice::<serde::de::IgnoredAny>(bytes).is_err() {
            if malformed.message == words::NO_VALUE {
                words::NO_JSON.clone_into(&mut malformed.message);
            }
            if let Some(why) = misread(bytes) {
                malformed.message.push_str(&format!("; {why}"));
            }
        }
        malformed
    })
}

/// Reads one JSON text where nothing is said of one that cannot be read: explaining it costs more than reading it.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = T::deserialize(Strict(&mut deserializer)).ok()?;
    deserializer.end().ok().map(|()| value)
}

/// Reads a value from a tree that was itself read strictly. It goes through the text: otherwise every type would be
/// compiled a second time for reading from trees, which is rare.
pub fn from_value<T: DeserializeOwned>(value: &serde_json::Value) -> Result<T, Malformed> {
    let text = serde_json::to_vec(value).unwrap_or_default();
    from_slice(&text).map_err(|malformed| Malformed::new(malformed.message))
}

/// The same, but the message names the path to the faulty part; `at` is the name of the whole.
pub fn from_part<T: DeserializeOwned>(at: &str, value: &serde_json::Value) -> Result<T, Malformed> {
    let text = serde_json::to_vec(value).unwrap_or_default();
    from_slice(&text).map_err(|malformed| {
        let path = malformed.column.map(|column| path::path(&text, column)).unwrap_or_default();
        let dot = if path.is_empty() { "" } else { "." };
        Malformed::new(format!("`{at}{dot}{path}`: {}", malformed.message))
    })
}

/// The top-level key at whose value reading stopped.
pub fn key_at(bytes: &[u8], malformed: &Malformed) -> Option<String> {
    let path = path::path(bytes, malformed.column?);
    path.split('.').next().filter(|key| !key.is_empty()).map(str::to_owned)
}

/// The longest message, in bytes. A message may quote the line, and its answer must still fit into a line.
const MESSAGE_LIMIT: usize = 1000;
/// The longest name that is compared with others: the time grows with the product of both lengths.
const NAME_LIMIT: usize = 100;

/// The end of a message about a wrong name: the name that was probably meant, or another hint.
pub fn hint(near: Option<&str>, otherwise: impl FnOnce() -> String) -> String {
    near.map_or_else(otherwise, |near| format!(" (did you mean `{near}`?)"))
}

/// The known name most similar to a wrong one, if it is similar enough.
pub fn near_miss<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if wrong.len() > NAME_LIMIT {
        return None;
    }
    let fold = |s: &str| s.to_lowercase().replace(['-', '_', ' '], "");
    let wrong = fold(wrong);
    let most = |name: &str| (1 + name.len() / 4).min(name.len().saturating_sub(1));
    let length = |name: &str| name.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).count();
    let of_wrong = length(&wrong);
    known
        // Names that differ more in length need not be compared, and most differ.
        .filter(|name| length(name).abs_diff(of_wrong) <= most(name))
        .map(|name| (strsim::damerau_levenshtein(&wrong, &fold(name)), name))
        .filter(|(distance, name)| *distance <= most(name))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Wraps a deserializer and everything that it returns, so that they read strictly (see the module).
pub struct Strict<D>(pub D);

macro_rules! forward {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method(Watch { visitor, keys_are_data: true })
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Strict<D> {
    type Error = D::Error;

    forward! {
        deserialize_any deserialize_bool
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string
        deserialize_bytes deserialize_byte_buf deserialize_unit deserialize_seq deserialize_map deserialize_identifier
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_some(self)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_unit_struct(name, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_tuple(len, Watch { visitor, keys_are_data: true })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_tuple_struct(name, len, Watch { visitor, keys_are_data: true })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(Watch { visitor, keys_are_data: false })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_enum(name, variants, Watch { visitor, keys_are_data: false })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, D::Error> {
        Err(D::Error::custom("unknown field"))
    }
}

/// Passes everything on to `visitor`, and wraps nested content.
struct Watch<V> {
    visitor: V,
    keys_are_data: bool,
}

macro_rules! visit {
    ($($method:ident($ty:ty))*) => {$(
        fn $method<E: Error>(self, value: $ty) -> Result<V::Value, E> {
            self.visitor.$method(value)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Watch<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    visit! {
        visit_bool(bool) visit_i64(i64) visit_i128(i128) visit_u64(u64) visit_u128(u128) visit_f64(f64)
        visit_str(&str) visit_borrowed_str(&'de str) visit_string(String)
        visit_bytes(&[u8]) visit_borrowed_bytes(&'de [u8]) visit_byte_buf(Vec<u8>)
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_unit()
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_seq(StrictSeq(seq))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        if self.keys_are_data {
            self.visitor.visit_map(DataMap { map, seen: BTreeSet::new() })
        } else {
            self.visitor.visit_map(StrictMap(map))
        }
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_enum(StrictEnum(data))
    }
}

/// Deserializes `seed` through the adapter.
struct StrictSeed<S>(S);

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for StrictSeed<S> {
    type Value = S::Value;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Strict(deserializer))
    }
}

struct StrictSeq<A>(A);

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for StrictSeq<A> {
    type Error = A::Error;
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(StrictSeed(seed))
    }
    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

struct StrictMap<A>(A);

impl<'de, A: MapAccess<'de>> MapAccess<'de> for StrictMap<A> {
    type Error = A::Error;
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(StrictSeed(seed))
    }
}

/// A map whose keys are data; remembers them to refuse duplicates.
struct DataMap<A> {
    map: A,
    seen: BTreeSet<String>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for DataMap<A> {
    type Error = A::Error;
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let Some(key) = self.map.next_key::<String>()? else { return Ok(None) };
        if self.seen.insert(key.clone()) {
            seed.deserialize(StrDeserializer::new(&key)).map(Some)
        } else {
            Err(A::Error::custom(format_args!("duplicate key `{key}`")))
        }
    }
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.map.next_value_seed(StrictSeed(seed))
    }
}

struct StrictEnum<A>(A);

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for StrictEnum<A> {
    type Error = A::Error;
    type Variant = StrictVariant<A::Variant>;
    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), A::Error> {
        let (value, variant) = self.0.variant_seed(seed)?;
        Ok((value, StrictVariant(variant)))
    }
}

struct StrictVariant<A>(A);

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for StrictVariant<A> {
    type Error = A::Error;
    fn unit_variant(self) -> Result<(), A::Error> {
        self.0.unit_variant()
    }
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.newtype_variant_seed(StrictSeed(seed))
    }
    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.0.tuple_variant(len, Watch { visitor, keys_are_data: true })
    }
    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, A::Error> {
        self.0.newtype_variant_seed(ObjectSeed(visitor))
    }
}

/// Reads the content of a struct variant as an object only.
struct ObjectSeed<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for ObjectSeed<V> {
    type Value = V::Value;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        deserializer.deserialize_map(Watch { visitor: self.0, keys_are_data: false })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::Value;

    use super::*;

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Point {
        x: u8,
        #[serde(default)]
        y: Option<u8>,
    }

    #[derive(Deserialize, Debug, PartialEq)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Act {
        Move { from: u8 },
        At(Point),
        Pass,
    }

    #[track_caller]
    fn refused<T: DeserializeOwned + fmt::Debug>(text: &str, because: &str) {
        let error = from_slice::<T>(text.as_bytes()).expect_err(text);
        assert!(error.message.contains(because), "{text}: {error}");
    }

    #[test]
    fn reads_what_is_right() {
        assert_eq!(from_slice::<Act>(br#"{"move":{"from":3}}"#), Ok(Act::Move { from: 3 }));
        assert_eq!(from_slice::<Act>(br#"{"at":{"x":1,"y":2}}"#), Ok(Act::At(Point { x: 1, y: Some(2) })));
        assert_eq!(from_slice::<Act>(br#"{"at":{"x":1}}"#), Ok(Act::At(Point { x: 1, y: None })));
        assert_eq!(from_slice::<Act>(br#""pass""#), Ok(Act::Pass));
        assert_eq!(from_slice::<Act>(br#"{"pass":null}"#), Ok(Act::Pass));
    }

    #[test]
    fn refuses_what_serde_would_let_through() {
        refused::<Act>(r#"{"move":[3]}"#, "found a list, expected an object");
        refused::<Act>(r#"{"at":[1,2]}"#, "found a list");
        refused::<Act>(r#"{"at":{"x":1,"y":null}}"#, "found `null`");
        refused::<Act>(r#"{"at":{"x":1.0}}"#, "the floating point number `1.0`");
        refused::<Act>(r#"{"at":{"x":1,"x":1}}"#, "duplicate field `x`");
        refused::<Act>(r#"{"moev":{"from":3}}"#, "(did you mean `move`?)");
        refused::<BTreeMap<String, u8>>(r#"{"a":1,"a":2}"#, "duplicate key `a`");
        refused::<Value>(r#"[{"a":{"b":1,"b":1}}]"#, "duplicate key `b`");
        refused::<Value>("NaN", "not a JSON value");
    }

    #[test]
    fn suggests_only_what_is_near() {
        assert_eq!(near_miss("tectonik", ["wigwam", "tectonic"].into_iter()), Some("tectonic"));
        assert_eq!(near_miss("Wok", ["wigwam", "tectonic"].into_iter()), None);
    }
}
