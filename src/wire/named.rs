//! Which table a line belongs to: `{"table":"a7",…}`. What is left of the line without this key is a line of that table's own
//! stream.

use std::borrow::Cow;
use std::sync::LazyLock;

use memchr::memmem::Finder;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::line::own_key;
use crate::strict::{self, Malformed};

/// The longest name of a table, in characters.
#[doc(hidden)]
pub const TABLE_LIMIT: usize = 64;

/// The key in its place: most programs write it first.
const FIRST: &[u8] = b"{\"table\":";
const KEY: &[u8] = b"\"table\"";

/// The line that frees a table.
#[doc(hidden)]
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Close {
    /// It closes.
    #[schemars(extend("const" = true))]
    close: bool,
}

impl Close {
    /// Whether a line, of which the name of the table has been taken out, closes it.
    pub fn is_said(rest: &[u8]) -> bool {
        const LONGEST: usize = 100;
        // Few other lines are this short and contain the word.
        rest.len() < LONGEST
            && memchr::memmem::find(rest, b"\"close\"").is_some()
            && strict::from_slice(rest).is_ok_and(|Close { close }| close)
    }
}

/// Whether a line begins with the name of a table.
#[doc(hidden)]
pub fn begins_with_table(line: &[u8]) -> bool {
    line.starts_with(FIRST)
}

/// Whether a line names a table, wherever the key stands.
#[doc(hidden)]
pub fn names_table(line: &[u8]) -> bool {
    static SEARCH: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(KEY));
    SEARCH.find(line).is_some() && own_key(line, KEY).is_some()
}

/// The name of the table that a line names, and in `rest` the line without it. `None`: it names none.
#[doc(hidden)]
pub fn take_table<'l>(line: &'l [u8], rest: &mut Vec<u8>) -> Option<Result<Cow<'l, str>, Malformed>> {
    rest.clear();
    if let Some((name, left)) = plain(line) {
        rest.push(b'{');
        rest.extend_from_slice(left);
        return Some(Ok(Cow::Borrowed(name)));
    }
    let (start, value) = own_key(line, KEY)?;
    let text = &line[value..];
    let mut end = text.first().filter(|byte| **byte == b'"').map_or(0, |_| 1);
    while let Some(byte) = text.get(end).filter(|byte| end > 0 && **byte != b'"') {
        end += if *byte == b'\\' { 2 } else { 1 };
    }
    let token = &text[..text.len().min(end + 1)];
    let name: Result<String, Malformed> = strict::from_slice(token);
    let Some(name) = name.ok().filter(|name| (1..=TABLE_LIMIT).contains(&name.chars().count())) else {
        return Some(Err(Malformed::new(format!("`table` is a string of 1 to {TABLE_LIMIT} characters"))));
    };
    let (before, after) = (&line[..start], text[token.len()..].trim_ascii_start());
    // The comma goes, too: the one behind, or before what stands last.
    let (before, after) = match (after.strip_prefix(b","), before.trim_ascii_end().strip_suffix(b",")) {
        (Some(after), _) => (before, after.trim_ascii_start()),
        (None, before_comma) => (before_comma.unwrap_or(before), after),
    };
    rest.extend_from_slice(before);
    rest.extend_from_slice(after);
    Some(Ok(Cow::Owned(name)))
}

/// The name that a line begins with, if nothing in it is out of the ordinary, and what follows behind the comma.
fn plain(line: &[u8]) -> Option<(&str, &[u8])> {
    let text = line.strip_prefix(FIRST)?.strip_prefix(b"\"")?;
    let end = memchr::memchr(b'"', text).filter(|end| (1..=TABLE_LIMIT).contains(end))?;
    let (name, left) = (std::str::from_utf8(&text[..end]).ok()?, text[end + 1..].strip_prefix(b",")?);
    (!name.bytes().any(|byte| byte < b' ' || byte == b'\\')).then_some((name, left))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(line: &str) -> Option<Result<(String, String), Malformed>> {
        let mut rest = Vec::new();
        let name = take_table(line.as_bytes(), &mut rest)?;
        assert_eq!(
            (names_table(line.as_bytes()), line.starts_with("{\"table\":")),
            (true, begins_with_table(line.as_bytes()))
        );
        Some(name.map(|name| (name.into_owned(), String::from_utf8(rest).expect("UTF-8"))))
    }

    #[test]
    fn a_name_is_taken_out_wherever_it_stands() {
        for (line, name, rest) in [
            (r#"{"table":"a7","pick":3}"#, "a7", r#"{"pick":3}"#),
            (r#"{"pick":3,"table":"a7"}"#, "a7", r#"{"pick":3}"#),
            (r#"{ "pick" : 3 , "table" : "a\"7\u00e9" }"#, "a\"7é", r#"{ "pick" : 3 }"#),
            (r#"{"action":"pass","table":"x" , "n":1}"#, "x", r#"{"action":"pass","n":1}"#),
            (r#" {"table":"x"}"#, "x", " {}"),
            (r#"{"table":"x","table":"y"}"#, "x", r#"{"table":"y"}"#),
            (r#"{"table":"x","action":"#, "x", r#"{"action":"#),
            (r#"{"table":"x" garbage"#, "x", "{garbage"),
        ] {
            assert_eq!(taken(line), Some(Ok((name.to_owned(), rest.to_owned()))), "{line}");
        }
        for line in [r#"{"note":"\"table\":\"x\""}"#, r#"{"note":{"table":"x"}}"#, r#"["table"]"#, "", r#"{"table""#] {
            assert_eq!(taken(line), None, "{line}");
        }
        let long = "x".repeat(TABLE_LIMIT + 1);
        for name in ["", "7", "null", "\"\"", &format!("\"{long}\""), "\"x", "\"\\", "\"\\x\"", "\"\u{1}\"", "[\"x\"]"]
        {
            assert!(matches!(taken(&format!("{{\"table\":{name}")), Some(Err(_))), "{name}");
        }
        let longest = "é".repeat(TABLE_LIMIT);
        assert_eq!(taken(&format!("{{\"table\":\"{longest}\",")), Some(Ok((longest, "{".to_owned()))));
    }

    #[test]
    fn only_the_whole_line_closes() {
        assert!(Close::is_said(br#"{ "close" : true }"#) && Close::is_said(br#"{"close":true}"#));
        for line in [r#"{"close":false}"#, r#"{"close":true,"n":1}"#, r#"{"note":"\"close\""}"#, "{\"close\":true"] {
            assert!(!Close::is_said(line.as_bytes()), "{line}");
        }
    }
}
