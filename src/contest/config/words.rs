//! The TOML parser's errors in the words of the file's author: strings, lists and tables, not the variants and fields
//! of the library.

use super::checks::{line_at, line_of};
use super::{ConfigFault, is_key, misplaced};
use crate::strict::{hint, near_miss};

/// Names from other programs, with our key and a note on it.
const CALLED: &[(&str, &str)] = &[
    ("games", "`blocks`, which says how often each table meets: a block is one seed with every bot on every seat"),
    ("time", "`clock`, in seconds: `clock = \"60+1/10\"`"),
];

/// An example for each required key.
const EXAMPLES: &[(&str, &str)] = &[
    ("game", "such as `game = \"tectonic\"`; `referee games` lists the games"),
    ("format", "which is one of `round-robin`, `gauntlet`, `swiss`, `knockout`, `groups`, `ladder`"),
    ("bots", "each bot needs its own line `[[bots]]`"),
    ("name", "of a bot: `name = \"first\"`"),
    ("command", "which says how a bot is started: `command = \"@random\"`"),
];

const ANY: &str = "a whole number from 0 to 18446744073709551615";
const POSITIVE: &str = "a whole number from 1 on";
/// The range of each number.
const RANGES: &[(&str, &str)] = &[
    ("players", "a whole number from 2 to 5"),
    ("rounds", POSITIVE),
    ("groups", POSITIVE),
    ("advance", POSITIVE),
    ("budget", "a whole number from 1 to 10000000"),
    ("blocks", "a whole number from 1 to 4294967295"),
    ("concurrency", "a whole number from 1 to 256"),
    ("memory", "a whole number from 1 to 1073741824"),
    ("seed", ANY),
    ("start_ms", ANY),
    ("margin_ms", ANY),
    ("idle_cpu_ms", ANY),
    ("void_lag", ANY),
    ("void_wait", ANY),
    ("max_turns", "a whole number from 0 to 4294967295"),
];

/// The entry of a key.
fn of(table: &[(&'static str, &'static str)], key: &str) -> Option<&'static str> {
    table.iter().find(|(name, _)| *name == key).map(|(_, said)| *said)
}

/// Turns the parser's error into ours: line, key, and a suggestion for a misspelt name.
pub(super) fn unreadable(text: &str, error: &toml::de::Error) -> ConfigFault {
    let message = error.message();
    let name = message.split('`').nth(1).unwrap_or_default();
    let nowhere = |message| ConfigFault { line: None, key: String::new(), message };
    // A key missing at the top level has no line, unless it was written in the wrong place.
    if message.starts_with("missing field") && is_key(name) {
        let line = line_of(text, name);
        let message = line.map_or_else(|| missing(name), |_| format!("the key `{name}` is missing{}", misplaced(name)));
        return ConfigFault { line, ..nowhere(message) };
    }
    let Some(span) = error.span() else { return nowhere(message.to_owned()) };
    let line = line_at(text, span.start);
    let content = text.lines().nth(line).unwrap_or_default().trim();
    let of_bots = content.starts_with("[bots]") || content.starts_with("[[bots]]");
    if of_bots && (message == "duplicate key" || message.ends_with("expected a sequence")) {
        let single = text.lines().position(|line| line.trim().starts_with("[bots]")).unwrap_or(line);
        let message = "each bot needs its own line `[[bots]]`, with two brackets".to_owned();
        return ConfigFault { line: Some(single + 1), key: "bots".to_owned(), message };
    }
    let (key, value) = content.split_once('=').map_or(("", ""), |(key, value)| (key.trim(), value.trim()));
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let key = if key.chars().all(bare) { key } else { "" };
    let message = match message.split_once(' ').unwrap_or((message, "")) {
        ("missing", rest) if rest.starts_with("field") => missing(name),
        ("unknown", rest) if rest.starts_with("field") => unknown_key(name, message),
        ("unknown", _) => unknown_name(name, message),
        _ if message == "duplicate key" => "this key is set a second time".to_owned(),
        _ => of_type(message, key).or_else(|| of_syntax(message, key, value)).unwrap_or_else(|| message.to_owned()),
    };
    ConfigFault { line: Some(line + 1), key: key.to_owned(), message }
}

fn missing(key: &str) -> String {
    format!("the key `{key}` is missing{}", example(key))
}

/// The example for a key, to be added to a message.
fn example(key: &str) -> String {
    of(EXAMPLES, key).map_or(String::new(), |how| format!(", {how}"))
}

/// The names that a message lists as known, also as a list in words.
fn known(message: &str) -> (Vec<&str>, String) {
    let known: Vec<&str> = message.split('`').skip(3).step_by(2).collect();
    let listed = known.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    (known, listed)
}

fn unknown_key(name: &str, message: &str) -> String {
    let (known, listed) = known(message);
    let near = near_miss(name, known.iter().copied());
    // The suggestion comes first, because the list is long.
    let meant = match (misplaced(name), of(CALLED, name).filter(|_| known.contains(&"blocks"))) {
        ("", Some(other)) => format!(" (did you mean {other}?)"),
        ("", None) => hint(near, String::new),
        (misplaced, _) => misplaced.to_owned(),
    };
    format!("unknown key `{name}`{meant}; the keys are {listed}")
}

fn unknown_name(name: &str, message: &str) -> String {
    let (known, listed) = known(message);
    format!("`{name}` is not one of {listed}{}", hint(near_miss(name, known.iter().copied()), String::new))
}

/// What is wrong with the type of a value, or with a number.
fn of_type(message: &str, key: &str) -> Option<String> {
    if message == "wanted string or table" {
        return Some(format!("expected a string in quotes{}", example(key)));
    }
    let (kind, rest) = message.split_once(": ").filter(|(kind, _)| ["invalid type", "invalid value"].contains(kind))?;
    let (found, expected) = rest.rsplit_once(", expected ")?;
    let text = found.starts_with("string ");
    let found = match found {
        "map" => "a table".to_owned(),
        "sequence" => "a list".to_owned(),
        _ => {
            let value = ["floating point ", "integer ", "boolean "].iter().find_map(|what| found.strip_prefix(what));
            let value = value.map(|value| value.replace(" as i128", ""));
            let quoted = found.strip_prefix("string ").map(|text| format!("the string {text}"));
            quoted.or(value).unwrap_or_else(|| found.to_owned())
        }
    };
    let expected = match expected {
        "u8" | "u32" | "u64" => {
            let most = match expected {
                "u8" => u8::MAX.into(),
                "u32" => u32::MAX.into(),
                _ => u64::MAX,
            };
            let range = of(RANGES, key).map_or_else(|| format!("a whole number from 0 to {most}"), str::to_owned);
            if text { format!("{range}, without quotes") } else { range }
        }
        "a string" => "a string in quotes".to_owned(),
        "a sequence" => "a list such as [\"first\", \"second\"]".to_owned(),
        "a map" => "a table such as { name = \"value\" }".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "struct Bot" => "a table such as { name = \"first\", command = \"@random\" }".to_owned(),
        other => other.to_owned(),
    };
    Some(match kind {
        "invalid type" => format!("found {found}, expected {expected}"),
        _ => format!("{found} is not possible here, expected {expected}"),
    })
}

/// What is wrong with a line that is not TOML.
fn of_syntax(message: &str, key: &str, value: &str) -> Option<String> {
    let word = value.split(['#', ' ']).next().unwrap_or_default();
    // Everything that is not a number, list, table or quoted string was meant as a string.
    let unquoted = message.starts_with("string values must be quoted");
    let bare = unquoted || word.starts_with(|c: char| c.is_alphabetic());
    Some(match message {
        _ if !key.is_empty() && value.is_empty() => "a value is missing after the `=`".to_owned(),
        _ if !key.is_empty() && bare && of(RANGES, key).is_some() => {
            format!("found `{word}`, expected {}", of(RANGES, key).unwrap_or_default())
        }
        _ if !key.is_empty() && bare => format!("write a string in quotes: {key} = \"{word}\""),
        "invalid basic string, expected `\"`" | "invalid literal string, expected `'`" => {
            "the closing quotation mark is missing".to_owned()
        }
        "key with no value, expected `=`" => "the `=` of KEY = VALUE is missing".to_owned(),
        _ if message.starts_with("unclosed ") => "a closing bracket is missing".to_owned(),
        _ if message.starts_with("missing escaped value") => {
            "write a backslash in a string twice, or put the string in single quotes".to_owned()
        }
        _ => return None,
    })
}
