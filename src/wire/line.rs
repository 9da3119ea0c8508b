//! Recognises and reads lines. A header is read by itself; every other line is read in one pass with the types of the
//! current game.

use std::fmt;
use std::marker::PhantomData;
use std::sync::LazyLock;

use memchr::memmem::Finder;
use schemars::JsonSchema;
use serde::de::{Error, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Number, Value};

use super::claims::{FIELDS, claim_table, once};
use super::depth::{Shallow, shallow};
use super::header::any_value;
use super::{
    Awaited, BEGINNING, Body, Claim, ClaimedViolation, Claims, Contradictions, LINE_LIMIT, Line, Query, Viewer,
};
use crate::game::{Game, Player};
use crate::strict;

/// Declares the keys that are not claims.
macro_rules! keys {
    ($($text:literal $key:ident)*) => {
        /// A key of a line.
        enum Key {
            $($key,)*
            Claim(Claim),
        }

        /// The keys that are not claims.
        const OWN: &[&str] = &[$($text),*];

        impl Key {
            #[inline]
            fn named(text: &str) -> Option<Key> {
                match text {
                    $($text => Some(Key::$key),)*
                    _ => Claim::with_key(text).map(Key::Claim),
                }
            }
        }
    };
}

keys! {
    "action" Action "pick" Pick "id" Id "chance" Chance "query" Query "forfeit" Forfeit "abort" Abort "attempt" Attempt
    "outcome" Outcome
    "malformed" Malformed "truncated" Truncated "withheld" Withheld "redacted" Redacted
    "player" Player "by" By "undone" Undone "contradicted" Contradicted
    "ms" Ms "note" Note "eval" Eval "ask" Ask "legal_cut" LegalCut "line" Line "cut" Cut "header" Header "picture" Picture
}

/// All keys of a line, listed when a key is unknown.
static KEYS: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| OWN.iter().copied().chain(FIELDS.iter().map(|claim| claim.key())).collect());

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Named;
        impl Visitor<'_> for Named {
            type Value = Key;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("field identifier")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Key, E> {
                Key::named(text).ok_or_else(|| E::unknown_field(text, &KEYS))
            }
        }
        deserializer.deserialize_identifier(Named)
    }
}

impl<'de, G: Game, Act: Deserialize<'de>, Chance: Deserialize<'de>> Deserialize<'de> for Line<G, Act, Chance> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Only formats other than JSON need the field names.
        deserializer.deserialize_struct("Line", &[], LineVisitor(PhantomData))
    }
}

struct LineVisitor<G, Act, Chance>(PhantomData<(G, Act, Chance)>);

impl<'de, G: Game, Act: Deserialize<'de>, Chance: Deserialize<'de>> Visitor<'de> for LineVisitor<G, Act, Chance> {
    type Value = Line<G, Act, Chance>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with a key such as `action` or `query`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut body: Option<Body<Act, Chance>> = None;
        let mut player = None;
        let mut by = None;
        let mut undone = None;
        let mut claims = Claims::<G>::default();
        let mut ms = None;
        let mut note = None;
        let mut eval = None;
        let mut ask = None;
        let mut legal_cut: Option<bool> = None;
        let mut cut: Option<Vec<String>> = None;
        let mut number: Option<u64> = None;
        // Both repeat what is known; a picture is for people and may be drawn in another way by another version.
        let mut header: Option<Map<String, Value>> = None;
        let mut picture: Option<String> = None;
        while let Some(key) = map.next_key()? {
            let read = match key {
                Key::Action => Body::Action(map.next_value()?),
                Key::Pick => Body::Pick(Pick::Place(map.next_value()?)),
                Key::Id => Body::Pick(Pick::Id(map.next_value()?)),
                Key::Chance => Body::Chance(map.next_value()?),
                Key::Query => Body::Query(map.next_value()?),
                Key::Forfeit => Body::Forfeit(map.next_value()?),
                Key::Abort => Body::Abort(map.next_value()?),
                Key::Attempt => Body::Attempt(map.next_value()?),
                Key::Outcome => {
                    let outcome = Value::Object(map.next_value()?);
                    shallow([&outcome])?;
                    Body::Outcome(outcome)
                }
                Key::Malformed | Key::Truncated | Key::Withheld => {
                    map.next_value::<Value>()?;
                    Body::Remark
                }
                Key::Redacted => {
                    map.next_value::<Value>()?;
                    Body::Redacted
                }
                other => {
                    match other {
                        Key::Player => once(&mut player, "player", &mut map)?,
                        Key::By => once(&mut by, "by", &mut map)?,
                        Key::Undone => once(&mut undone, "undone", &mut map)?,
                        Key::Contradicted => once(&mut claims.contradicted, "contradicted", &mut map)?,
                        Key::Claim(claim) => claims.read(claim, &mut map)?,
                        Key::Ms => once(&mut ms, "ms", &mut map)?,
                        Key::Eval => once(&mut eval, "eval", &mut map)?,
                        Key::Ask => once(&mut ask, "ask", &mut map)?,
                        Key::LegalCut => once(&mut legal_cut, "legal_cut", &mut map)?,
                        Key::Line => once(&mut number, "line", &mut map)?,
                        Key::Cut => once(&mut cut, "cut", &mut map)?,
                        Key::Header => once(&mut header, "header", &mut map)?,
                        Key::Picture => once(&mut picture, "picture", &mut map)?,
                        _ => once(&mut note, "note", &mut map)?,
                    }
                    continue;
                }
            };
            match body {
                Some(earlier) if earlier.key() == read.key() => return Err(A::Error::duplicate_field(read.key())),
                Some(_) => {
                    let one = "a line has only one of `action`, `pick`, `id`, `chance`, `query`, `forfeit`, `abort`, `outcome`";
                    return Err(A::Error::custom(one));
                }
                None => body = Some(read),
            }
        }
        let body = match body {
            Some(body) => body,
            None => implied(&claims, player).ok_or_else(|| {
                A::Error::custom(
                    "a line needs one of `action`, `pick`, `id`, `chance`, `query`, `forfeit`, `abort`, `outcome`",
                )
            })?,
        };
        if header.is_some() && !matches!(body, Body::Query(Query::Header)) {
            return Err(A::Error::custom("`header` belongs to the query `header`"));
        }
        if picture.is_some() && !matches!(body, Body::Query(Query::Picture(_))) {
            return Err(A::Error::custom("`picture` belongs to the query `picture`"));
        }
        let line = Line { body, player, by, undone, claims, ms, note, eval, ask };
        line.misplaced().map_or(Ok(()), |message| Err(A::Error::custom(message)))?;
        Ok(line)
    }
}

/// Whether an object has no key of a line of a game, nor of a header: then it is no line, and may be a view by itself.
#[doc(hidden)]
pub fn is_no_line(object: &Map<String, Value>) -> bool {
    !object.is_empty() && !object.keys().any(|key| key == "referee" || key == "table" || Key::named(key).is_some())
}

/// An action that is named by a number.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Pick {
    /// Its place in the legal list, counted from 0.
    Place(Whole),
    /// Its number, the place in the list of all actions.
    Id(Whole),
}

impl Pick {
    /// The key of a line that has it.
    pub fn key(self) -> &'static str {
        match self {
            Pick::Place(_) => "pick",
            Pick::Id(_) => "id",
        }
    }

    /// The number.
    pub fn number(self) -> i64 {
        let (Pick::Place(Whole(number)) | Pick::Id(Whole(number))) = self;
        number
    }
}

/// A whole number as it was sent. One outside the range of `i64` is refused: answers could not repeat it exactly.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Whole(pub i64);

/// Why a place or an id is refused that does not fit.
const TOO_LARGE: &str = "this number is too large for a place in a list: it does not fit into 64 bits with a sign";

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Whole, D::Error> {
        struct WholeNumber;
        impl Visitor<'_> for WholeNumber {
            type Value = Whole;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a place in a list, a whole number from 0")
            }
            fn visit_u64<E: Error>(self, number: u64) -> Result<Whole, E> {
                i64::try_from(number).map(Whole).map_err(|_| E::custom(TOO_LARGE))
            }
            fn visit_i64<E: Error>(self, number: i64) -> Result<Whole, E> {
                Ok(Whole(number))
            }
            fn visit_f64<E: Error>(self, number: f64) -> Result<Whole, E> {
                // Integers this large are read as floating-point numbers.
                let large = number.abs() >= 1e18;
                Err(if large { E::custom(TOO_LARGE) } else { E::invalid_type(Unexpected::Float(number), &self) })
            }
        }
        deserializer.deserialize_any(WholeNumber)
    }
}

/// What an answer without its own key is about.
fn implied<G: Game, A, C>(claims: &Claims<G>, player: Option<Player>) -> Option<Body<A, C>> {
    if claims.legal.is_some() || claims.draws.is_some() {
        Some(Body::Query(Query::Legal))
    } else if claims.legal_ids.is_some() {
        Some(Body::Query(Query::LegalIds))
    } else if let (Some(_), Some(player)) = (&claims.view, player) {
        Some(Body::Query(Query::View(Viewer::Player(player))))
    } else if claims.view.is_some() && claims.viewer == Some(Viewer::Public) {
        Some(Body::Query(Query::View(Viewer::Public)))
    } else if claims.state.is_some() {
        Some(Body::Query(Query::State))
    } else if claims.contradicted.is_some() {
        // This is how an outcome stated too early is answered.
        Some(Body::Outcome(Value::Null))
    } else {
        None
    }
}

impl<G: Game, A, C> Line<G, A, C> {
    /// Names a key that does not belong on this kind of line.
    fn misplaced(&self) -> Option<&'static str> {
        let action = matches!(self.body, Body::Action(_) | Body::Pick(_));
        let view = matches!(self.body, Body::Query(Query::View(_)));
        let chance = matches!(self.body, Body::Chance(_));
        if self.player.is_some() && !action && !chance && !view {
            Some("`player` belongs to an action or a draw")
        } else if self.by.is_some() && !action {
            Some("`by` belongs to an action")
        } else if self.undone.is_some() && !matches!(self.body, Body::Query(Query::Undo)) {
            Some("`undone` belongs to the query `undo`")
        } else if self.claims.viewer.is_some() && self.claims.view.is_none() && !view {
            Some("`viewer` belongs to a view")
        } else if self.claims.details.is_some() && !matches!(self.body, Body::Outcome(Value::Object(_))) {
            Some("`details` belongs to an outcome")
        } else if self.claims.draws.is_some() && !matches!(self.body, Body::Query(Query::Legal | Query::LegalIds)) {
            Some("`draws` with weights belongs to the queries `legal` and `legal_ids`")
        } else {
            None
        }
    }
}

/// Whether a line is a header: its object has the key `referee` at the top level. The value `"by":"referee"` does not
/// count, nor does a nested key, which is merely an unknown field.
#[doc(hidden)]
pub fn is_header(line: &[u8]) -> bool {
    const KEY: &[u8] = b"\"referee\"";
    // Nearly every line is checked, and preparing the search costs more than the search.
    static SEARCH: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(KEY));
    SEARCH.find(line).is_some() && own_key(line, KEY).is_some()
}

/// Where a key of the line's own object begins, with its quotation marks, and where its value does; whatever stands behind it
/// may be no JSON.
pub(super) fn own_key(line: &[u8], key: &[u8]) -> Option<(usize, usize)> {
    let mut at = memchr::memchr(b'{', line)?;
    let mut depth = 0_usize;
    while let Some(byte) = line.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth <= 1 => return None,
            b'}' | b']' => depth -= 1,
            b'"' => {
                while let Some(byte) = line.get(at).filter(|byte| **byte != b'"') {
                    at += if *byte == b'\\' { 2 } else { 1 };
                }
                at = line.len().min(at + 1);
                if depth == 1
                    && line[start..at] == *key
                    && let Some(value) = line[at..].trim_ascii_start().strip_prefix(b":")
                {
                    return Some((start, line.len() - value.trim_ascii_start().len()));
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether a line of any length begins a game, or tries to: whether it is a header, as far as it is known.
#[doc(hidden)]
pub fn begins_game(line: &[u8]) -> bool {
    is_header(if line.len() > LINE_LIMIT { &line[..BEGINNING] } else { line })
}

/// Whether a line is a remark of an earlier run that says nothing about the game itself, with the keys that it may have while a
/// game is on. Used where none is.
#[doc(hidden)]
pub fn is_skipped(line: &[u8]) -> bool {
    macro_rules! remark {
        (headers { $($key:ident $claim:ident: $type:ty, $hearer:ident, $about:tt;)* } $($rest:tt)*) => {
            #[derive(Default, Deserialize)]
            #[serde(default, deny_unknown_fields)]
            #[allow(dead_code, reason = "they are read to know that they can be")]
            struct Remark {
                #[serde(deserialize_with = "any_value")]
                malformed: Option<Value>,
                #[serde(deserialize_with = "any_value")]
                truncated: Option<Value>,
                #[serde(deserialize_with = "any_value")]
                withheld: Option<Value>,
                n: Option<u64>,
                contradicted: Option<Contradictions>,
                ms: Option<u64>,
                note: Option<String>,
                eval: Option<Number>,
                ask: Option<Map<String, Value>>,
                legal_cut: Option<bool>,
                line: Option<u64>,
                cut: Option<Vec<String>>,
                $($key: Option<$type>,)*
            }
        };
    }
    claim_table!(remark);
    strict::from_slice(line).is_ok_and(|remark: Remark| {
        let remarks = [&remark.malformed, &remark.truncated, &remark.withheld].into_iter().flatten().count();
        remarks == 1 && (remark.viewer.is_none() || remark.view.is_some())
    })
}

/// Whether a remark of an earlier run says that a line was withheld. This finds the key itself: inside a string its quotation
/// marks would be escaped.
#[doc(hidden)]
pub fn says_withheld(remark: &[u8]) -> bool {
    memchr::memmem::find(remark, b"\"withheld\":").is_some()
}

/// The note of a line that may not follow the protocol otherwise.
#[doc(hidden)]
pub fn note_of(line: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Noted {
        note: String,
    }
    own_key(line, b"\"note\"")?;
    serde_json::from_slice(line).ok().map(|Noted { note }| note)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_known_by_their_own_key() {
        for line in [
            r#"{"referee":1,"game":"x"}"#,
            r#" { "note" : "}{\"[" , "referee" : 1 }"#,
            r#"{"about":{"referee":"Ada"},"referee":1}"#,
            r#"{"referee":"#,
        ] {
            assert!(is_header(line.as_bytes()), "{line}");
        }
        for line in [
            r#"{"by":"referee","action":"pass"}"#,
            r#"{"action":"pass","note":"\"referee\":1"}"#,
            r#"{"action":{"referee":1}}"#,
            r#"{"action":"pass"}{"referee":1}"#,
            r#"["referee":1]"#,
            r#""referee":1"#,
            r#"{"referee"#,
            r#"{"note":"referee"#,
            r#"{"note":"\"#,
        ] {
            assert!(!is_header(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn remarks_are_known_without_a_game() {
        for line in [
            r#"{"malformed":{"line":1,"message":"no game"}}"#,
            r#"{"truncated":{"line":1,"next":"chance"},"next":"over"}"#,
            r#"{"withheld":null,"ms":3,"eval":0.5,"line":7,"n":1}"#,
        ] {
            assert!(is_skipped(line.as_bytes()), "{line}");
        }
        for line in [
            r#"{"next":"over"}"#,
            r#"{"malformed":{},"action":"pass"}"#,
            r#"{"malformed":1,"withheld":1}"#,
            r#"{"malformed":1,"player":0}"#,
            // It says that a game was not judged.
            r#"{"redacted":{"line":4}}"#,
        ] {
            assert!(!is_skipped(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn a_header_is_known_by_what_is_known_of_it() {
        let long = |first: &str| [first, &" ".repeat(LINE_LIMIT), "}"].concat();
        assert!(begins_game(long(r#"{"referee":1"#).as_bytes()) && !begins_game(long(r#"{"pick":1"#).as_bytes()));
        assert!(!begins_game([&long("{"), r#","referee":1}"#].concat().as_bytes()));
    }
}
