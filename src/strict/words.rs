//! What is said about bytes that are not what they should be, in the words of the person who writes them: a reader of JSON lines
//! knows objects, lists and texts, not the maps, sequences and variants of the library that reads them.

use super::{Malformed, hint, near_miss};
use crate::text::is_utf16;

/// Turns serde's error into ours: the place as a number, the words of JSON, and the near miss of a misspelt name.
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

/// Where a name or an object could begin and something else does.
pub(super) const NO_VALUE: &str =
    "this value is not possible here, expected a name in quotes or an object with one key";
/// The same where what stands there is no JSON.
pub(super) const NO_JSON: &str = "this is not a JSON value; a text stands in double quotes";

/// A message about a type, a value or a length in words of JSON; `None`: it can stay as it is.
fn in_words(message: &str) -> Option<String> {
    // The library says so where a name or an object could begin and something else does, or ends too late.
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
            return Some("the name stands alone here; expected an object, {\"name\":...}".to_owned());
        }
        (_, "unit variant") => return Some("there is something with the name; expected the name alone".to_owned()),
        _ => {}
    }
    let found = thing(found);
    let expected = wanted(expected);
    match kind {
        "invalid type" => Some(format!("{found} stands here, expected {expected}")),
        "invalid value" => Some(format!("{found} is not possible here, expected {expected}")),
        _ => None,
    }
}

/// What is wrong with a text that is no JSON.
fn of_syntax(message: &str) -> Option<&'static str> {
    Some(match message {
        "EOF while parsing a string" => "the line ends within a text: its closing quotation mark is missing",
        "EOF while parsing an object" => "the line ends within an object: a `}` is missing",
        "EOF while parsing a list" => "the line ends within a list: a `]` is missing",
        "EOF while parsing a value" => "the line ends where a value should begin",
        "key must be a string" => "a key stands in double quotes, as in {\"action\":...}",
        "recursion limit exceeded" => "this is nested too deep: more than 127 objects or lists in each other",
        "number out of range" => "this number is too large",
        "invalid number" => "this is not a JSON number, which does not begin with `+` or with a needless 0",
        "trailing comma" => "a comma stands before the closing bracket",
        "expected `:`" => "a `:` is missing after the key",
        "expected `,` or `}`" => "a `,` or a `}` is missing here",
        "expected `,` or `]`" => "a `,` or a `]` is missing here",
        "expected ident" => NO_JSON,
        "invalid escape" | "unexpected end of hex escape" => {
            "this text has a backslash before a character that JSON does not allow there"
        }
        "lone leading surrogate in hex escape" => {
            "this text has half of a character, `\\ud800` to `\\udfff` come in pairs"
        }
        "invalid unicode code point" => "this text is not UTF-8",
        _ if message.starts_with("control character") => {
            "this text has a control character, which is written `\\n` or `\\u0000`"
        }
        _ => return None,
    })
}

/// What stands there.
fn thing(found: &str) -> String {
    match found {
        "null" | "unit value" => "`null`".to_owned(),
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        "newtype variant" | "tuple variant" | "struct variant" => "a name with something to it".to_owned(),
        _ => {
            let words = [("boolean ", ""), ("integer ", "the number "), ("string ", "the text ")];
            let said = words.iter().find_map(|(theirs, ours)| Some(format!("{ours}{}", found.strip_prefix(theirs)?)));
            said.unwrap_or_else(|| match found.strip_prefix("floating point ") {
                Some(number) => format!("{number}, a floating point number,"),
                None => found.to_owned(),
            })
        }
    }
}

/// What was expected.
fn wanted(expected: &str) -> String {
    let said = match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number from 0 on",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        "a boolean" => "`true` or `false`",
        "a string" | "string" | "a borrowed string" => "a text",
        "a sequence" => "a list",
        "a map" => "an object",
        "unit" => "nothing, for the name is written alone",
        "newtype variant" | "tuple variant" => "something with the name",
        _ if expected.starts_with("struct ") || expected.starts_with("tuple struct ") => "an object",
        _ => expected,
    };
    said.to_owned()
}

/// What follows the first value of a text, if that can be read and something does.
fn rest(line: &[u8]) -> Option<&[u8]> {
    let mut values = serde_json::Deserializer::from_slice(line).into_iter::<serde::de::IgnoredAny>();
    values.next()?.ok()?;
    Some(line.get(values.byte_offset()..)?.trim_ascii()).filter(|rest| !rest.is_empty())
}

/// What gzip's compressed data begin with.
pub const GZIP: &[u8] = b"\x1f\x8b";
/// What Zstandard's compressed data begin with.
pub const ZSTD: &[u8] = b"\x28\xb5\x2f\xfd";

/// What a line that is no JSON most likely is; `None`: there is no telling.
#[must_use]
pub fn misread(line: &[u8]) -> Option<&'static str> {
    if line.starts_with(b"\xef\xbb\xbf") {
        return Some("it begins with a byte order mark; save it as UTF-8 without one");
    }
    if is_utf16(line) {
        return Some("this looks like UTF-16; save it as UTF-8");
    }
    if line.starts_with(GZIP) || line.starts_with(ZSTD) {
        return Some("compressed data begin here, after data that are not compressed");
    }
    if line.contains(&0) {
        return Some("there are bytes of zero in it, as in a file that was not written to its end");
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
        return Some("names and texts stand in double quotes");
    }
    let (first, last) = (line.first()?, line.last()?);
    let opens = matches!(first, b'{' | b'[') && matches!(last, b'{' | b'[' | b',');
    let closes = matches!(first, b'}' | b']');
    let inside = *first == b'"' && memchr::memmem::find(line, b"\":").is_some();
    if opens || closes || inside {
        return Some("this looks like part of an object written over several lines; each object is one line");
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
            (b"\0\0\0\0\0\0", "not written to its end"),
            (b"{\"referee\":1\0\0\0", "not written to its end"),
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
            ("invalid type: map, expected u8", "an object stands here, expected a whole number from 0 to 255"),
            ("invalid type: sequence, expected struct variant Action::Take", "a list stands here, expected an object"),
            (
                "invalid value: integer `-1`, expected u32",
                "the number `-1` is not possible here, expected a whole number from 0 to 4294967295",
            ),
            (
                "invalid type: string \"a, expected b\", expected a boolean",
                "the text \"a, expected b\" stands here, expected `true` or `false`",
            ),
            ("invalid length 1, expected an array of length 2", "the list here has 1, expected a list of 2"),
            (
                "invalid type: unit variant, expected newtype variant",
                "the name stands alone here; expected an object, {\"name\":...}",
            ),
            (
                "invalid type: newtype variant, expected unit variant",
                "there is something with the name; expected the name alone",
            ),
        ] {
            assert_eq!(in_words(theirs).as_deref(), Some(ours));
        }
        assert_eq!(in_words("missing field `to`"), None);
    }
}
