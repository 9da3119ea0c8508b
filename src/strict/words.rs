//! Error messages in the terms of JSON. The person who writes the lines knows objects, lists and strings, not the maps,
//! sequences and variants of the library that reads them.

use super::{Malformed, hint, near_miss};
use crate::text::is_utf16;

/// Turns serde's error into ours: the place as a number, the terms of JSON, and the probable meaning of a misspelt
/// name.
pub(super) fn explain(error: &serde_json::Error) -> Malformed {
    let mut message = error.to_string();
    if let Some(at) = message.rfind(" at line ") {
        message.truncate(at);
    }
    if message.starts_with("unknown field") || message.starts_with("unknown variant") {
        let mut names = message.split('`').skip(1).step_by(2);
        if let Some(wrong) = names.next() {
            let known: Vec<&str> = names.collect();
            let near = near_miss(wrong, known.iter().copied()).map(str::to_owned);
            if known.len() > 12
                && let Some(at) = message.find(", expected")
            {
                message.truncate(at);
            }
            message.push_str(&hint(near.as_deref(), String::new));
        }
        message = message.replacen("unknown variant", "unknown name", 1);
    } else if let Some(said) = in_words(&message).or_else(|| of_syntax(&message).map(str::to_owned)) {
        message = said;
    }
    let place = (error.column() > 0).then(|| (error.line(), error.column()));
    Malformed { column: place.map(|at| at.1), line: place.map(|at| at.0), ..Malformed::new(message) }
}

/// The message where a name or an object is expected and something else is there.
pub(super) const NO_VALUE: &str =
    "this value is not possible here, expected a name in quotes or an object with one key";
/// The same if it is not even JSON.
pub(super) const NO_JSON: &str = "this is not a JSON value; a string needs double quotes";

/// A message about a type, a value or a length in the terms of JSON; `None`: keep the message.
fn in_words(message: &str) -> Option<String> {
    // The library says this where a name or an object is expected and something else is there, or an object goes on too
    // long.
    if message == "expected value" {
        return Some(NO_VALUE.to_owned());
    }
    if let Some((length, expected)) =
        message.strip_prefix("invalid length ").and_then(|rest| rest.split_once(", expected "))
    {
        let expected = expected.replace("an array of length", "a list of");
        return Some(format!("the list here has {length}, expected {expected}"));
    }
    let (kind, rest) = message.split_once(": ")?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    match (found, expected) {
        ("unit variant", _) => {
            return Some("this name needs a value; expected an object, {\"name\":...}".to_owned());
        }
        (_, "unit variant") => return Some("this name takes no value; expected only the name".to_owned()),
        _ => {}
    }
    let found = thing(found);
    let expected = wanted(expected);
    match kind {
        "invalid type" => Some(format!("found {found}, expected {expected}")),
        "invalid value" => Some(format!("{found} is not possible here, expected {expected}")),
        _ => None,
    }
}

/// What is wrong with a text that is not JSON.
fn of_syntax(message: &str) -> Option<&'static str> {
    Some(match message {
        "EOF while parsing a string" => "the line ends inside a string: the closing quotation mark is missing",
        "EOF while parsing an object" => "the line ends inside an object: a `}` is missing",
        "EOF while parsing a list" => "the line ends inside a list: a `]` is missing",
        "EOF while parsing a value" => "the line ends where a value should begin",
        "key must be a string" => "a key needs double quotes, as in {\"action\":...}",
        "recursion limit exceeded" => "this is nested too deep: more than 127 objects or lists inside each other",
        "number out of range" => "this number is too large",
        "invalid number" => "this is not a JSON number; numbers have no leading `+` or 0",
        "trailing comma" => "there is a comma before the closing bracket",
        "expected `:`" => "a `:` is missing after the key",
        "expected `,` or `}`" => "a `,` or a `}` is missing here",
        "expected `,` or `]`" => "a `,` or a `]` is missing here",
        "expected ident" => NO_JSON,
        "invalid escape" => "this string has a backslash before a character that JSON does not allow there",
        // The first means that no other escape follows the first half.
        "unexpected end of hex escape" | "lone leading surrogate in hex escape" => {
            "this string has half a character: `\\ud800` to `\\udfff` must come in pairs"
        }
        "invalid unicode code point" => "this string is not UTF-8",
        _ if message.starts_with("control character") => {
            "this string has a control character; write it as `\\n` or `\\u0000`"
        }
        _ => return None,
    })
}

/// What was found, in the terms of JSON.
fn thing(found: &str) -> String {
    match found {
        "null" | "unit value" => "`null`".to_owned(),
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        "newtype variant" | "tuple variant" | "struct variant" => "a name with a value".to_owned(),
        _ => {
            let words = [("boolean ", ""), ("integer ", "the number "), ("string ", "the string ")];
            let said = words.iter().find_map(|(theirs, ours)| Some(format!("{ours}{}", found.strip_prefix(theirs)?)));
            said.unwrap_or_else(|| match found.strip_prefix("floating point ") {
                Some(number) => format!("the floating point number {number}"),
                None => found.to_owned(),
            })
        }
    }
}

/// What was expected, in the terms of JSON.
fn wanted(expected: &str) -> String {
    let said = match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number, at least 0",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        "a boolean" => "`true` or `false`",
        "string" | "a borrowed string" => "a string",
        "a sequence" => "a list",
        "a map" => "an object",
        "unit" => "only the name, without a value",
        "newtype variant" | "tuple variant" => "the name with a value",
        _ if expected.starts_with("struct ") || expected.starts_with("tuple struct ") => "an object",
        _ => expected,
    };
    said.to_owned()
}

/// What follows the first value of a text, if that value can be read and anything follows.
fn rest(line: &[u8]) -> Option<&[u8]> {
    let mut values = serde_json::Deserializer::from_slice(line).into_iter::<serde::de::IgnoredAny>();
    values.next()?.ok()?;
    Some(line.get(values.byte_offset()..)?.trim_ascii()).filter(|rest| !rest.is_empty())
}

/// The first bytes of gzip data.
pub const GZIP: &[u8] = b"\x1f\x8b";
/// The first bytes of Zstandard data.
pub const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// What a line that is not JSON probably is; `None`: unknown.
pub fn misread(line: &[u8]) -> Option<&'static str> {
    if line.starts_with(b"\xef\xbb\xbf") {
        return Some("it begins with a byte order mark; save it as UTF-8 without one");
    }
    if is_utf16(line) {
        return Some("this looks like UTF-16; save it as UTF-8");
    }
    if line.starts_with(GZIP) || line.starts_with(ZSTD) {
        return Some("compressed data begin here, after uncompressed data");
    }
    if line.contains(&0) {
        return Some("it has zero bytes, like a file that was not written completely");
    }
    let line = line.trim_ascii();
    let comments = [&b"//"[..], b"/*", b"#", b"--"];
    if comments
        .iter()
        .any(|comment| line.starts_with(comment) || rest(line).is_some_and(|rest| rest.starts_with(comment)))
    {
        return Some("JSON has no comments (a line of the protocol can carry a `note`)");
    }
    let quoted = |open: &u8| matches!(open, b'{' | b'[' | b':' | b',');
    if line.windows(2).any(|pair| quoted(&pair[0]) && pair[1] == b'\'') {
        return Some("names and strings need double quotes");
    }
    let (first, last) = (line.first()?, line.last()?);
    let opens = matches!(first, b'{' | b'[') && matches!(last, b'{' | b'[' | b',');
    let closes = matches!(first, b'}' | b']');
    let inside = *first == b'"' && memchr::memmem::find(line, b"\":").is_some();
    if opens || closes || inside {
        return Some("this looks like part of an object written over several lines; each object must be on one line");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_plainly_something_else_is_named() {
        for (line, what) in [
            (&b"\xef\xbb\xbf{}"[..], "byte order mark"),
            (b"{\0\"\0", "UTF-16"),
            (b"\xff\xfe{\0", "UTF-16"),
            (b"\0{\0\"\0", "UTF-16"),
            (b"\0\0\0\0\0\0", "not written completely"),
            (b"{\"referee\":1\0\0\0", "not written completely"),
            (b"\x1f\x8b\x08\0\0\0", "compressed"),
            (b"  // the first game", "comments"),
            (b"{'referee':1}", "double quotes"),
            (b"{\"game\":'tectonic'}", "double quotes"),
            (b"{", "several lines"),
            (b"  \"game\": \"tectonic\",", "several lines"),
            (b"},", "several lines"),
        ] {
            assert!(misread(line).is_some_and(|why| why.contains(what)), "{what}");
        }
        for line in [&b"nonsense"[..], b"{\"action\":{\"move\":{}}", b"1", b"", b"{\"note\":\"it's\"} x"] {
            assert_eq!(misread(line), None, "{}", String::from_utf8_lossy(line));
        }
    }

    #[test]
    fn types_are_said_in_words_of_json() {
        for (theirs, ours) in [
            ("invalid type: map, expected u8", "found an object, expected a whole number from 0 to 255"),
            ("invalid type: sequence, expected struct variant Action::Take", "found a list, expected an object"),
            (
                "invalid value: integer `-1`, expected u32",
                "the number `-1` is not possible here, expected a whole number from 0 to 4294967295",
            ),
            (
                "invalid type: string \"a, expected b\", expected a boolean",
                "found the string \"a, expected b\", expected `true` or `false`",
            ),
            ("invalid length 1, expected an array of length 2", "the list here has 1, expected a list of 2"),
            (
                "invalid type: unit variant, expected newtype variant",
                "this name needs a value; expected an object, {\"name\":...}",
            ),
            (
                "invalid type: newtype variant, expected unit variant",
                "this name takes no value; expected only the name",
            ),
        ] {
            assert_eq!(in_words(theirs).as_deref(), Some(ours));
        }
        assert_eq!(in_words("missing field `to`"), None);
    }
}
