//! Short texts: shared code for values that are written as one word (squares, cards, remembered positions), and the
//! grammar of messages, such as plurals and articles.

use std::fmt::{self, Display, Write as _};

use serde_json::Value;
use unicode_width::UnicodeWidthChar;

/// A number of things, such as "1 coin" or "2 coins". The number is any integer or a reference to one; the thing is a
/// singular word or phrase ("wok card") whose last word has a regular plural.
///
/// ```
/// use referee::text::count;
/// assert_eq!([count(0, "coin"), count(1, "coin"), count(2, "coin")], ["0 coins", "1 coin", "2 coins"]);
/// ```
pub fn count(n: impl Display, singular: &str) -> String {
    let n = n.to_string();
    let things = if n == "1" { singular.to_owned() } else { plural(singular) };
    format!("{n} {things}")
}

/// Text that may span lines, indented to set it off from ours.
pub fn indented(text: &str) -> String {
    text.trim_end().replace('\n', "\n    ")
}

/// The regular plural of a word, or of a phrase by its last word: "wok cards", "branches", "allies".
pub fn plural(singular: &str) -> String {
    if ["s", "x", "z", "ch", "sh"].iter().any(|end| singular.ends_with(end)) {
        return format!("{singular}es");
    }
    match singular.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{singular}s"),
    }
}

/// A thing with its indefinite article: "an orange stele", "a tuna". Only the first letter counts, which is right for
/// every word of these games but would be wrong for "hour" and "unit".
pub fn a(thing: impl Display) -> String {
    let thing = thing.to_string();
    let vowel = thing.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    format!("{} {thing}", if vowel { "an" } else { "a" })
}

/// A JSON value in words: `{"move":{"from":"c1","to":"c5"}}` becomes `move from c1 to c5`, and
/// `{"take_wok":{"wok":"W25"}}` becomes `take wok W25`.
pub fn words(value: &Value) -> String {
    words_after("", value)
}

/// A value in words, without repeating `said`, the words before it.
fn words_after(said: &str, value: &Value) -> String {
    match value {
        Value::Null => "(hidden)".to_owned(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.replace('_', " "),
        Value::Array(list) => list.iter().map(words).collect::<Vec<_>>().join(", "),
        Value::Object(map) => {
            let field = |(key, value): (&String, &Value)| {
                let key = key.replace('_', " ");
                let value = words_after(&key, value);
                let again = said.strip_suffix(&*key).is_some_and(|before| before.is_empty() || before.ends_with(' '));
                match (again, value.is_empty()) {
                    (true, _) => value,
                    (false, true) => key,
                    (false, false) => format!("{key} {value}"),
                }
            };
            map.iter().map(field).collect::<Vec<_>>().join(" ")
        }
    }
}

/// Foreign text of several lines, escaped as by [`escaped`] except for line ends and tabs.
///
/// ```
/// use referee::text::harmless;
/// assert_eq!(harmless("fine\n"), "fine\n");
/// assert_eq!(harmless("\u{1b}[2J\u{202e}"), "\\u{1b}[2J\\u{202e}");
/// ```
pub fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => shown.push(c),
            _ if is_unseen(c) => shown.extend(c.escape_unicode()),
            _ => shown.push(c),
        }
    }
    shown
}

/// The verb for a number of things: "is" for one, "are" for any other number. The number is as in [`count`].
pub fn is_are(n: impl Display) -> &'static str {
    if n.to_string() == "1" { "is" } else { "are" }
}

/// Foreign text that is safe to show: characters that would move the cursor, begin a line or change the direction of
/// writing are escaped.
///
/// ```
/// assert_eq!(referee::text::escaped("a\n\u{1b}[2Jb\u{202e}é").to_string(), r"a\n\u{1b}[2Jb\u{202e}é");
/// ```
pub fn escaped(text: &str) -> impl Display {
    struct Escaped<'a>(&'a str);
    impl Display for Escaped<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0
                .chars()
                .try_for_each(|c| if is_unseen(c) { write!(f, "{}", c.escape_default()) } else { f.write_char(c) })
        }
    }
    Escaped(text)
}

/// Whether a character is invisible but changes how others are shown: control characters, ends of lines and paragraphs,
/// marks of direction, and characters without width.
pub fn is_unseen(c: char) -> bool {
    let mark = matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}');
    c.is_control()
        || mark
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether bytes that should be text look like UTF-16: they begin with its byte order mark, or every second byte is
/// zero.
pub fn is_utf16(bytes: &[u8]) -> bool {
    let mut pairs = bytes.chunks_exact(2).take(4);
    let common = pairs.len() > 0 && pairs.all(|pair| (pair[0] == 0) != (pair[1] == 0));
    bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") || common
}

/// Lets a type with `fn parse(text: &str) -> Option<Self>` be read and written as one short text: in Rust, in JSON and in
/// schemas. What follows its name is what is expected, as in "`k1` is not a square from a1 to j10"; then come how a value
/// is written and the schema. A type that has `Display` already needs no second way to be written. `because` may name a
/// function from the text to an `Option<String>` with a more precise reason why it cannot be read.
///
/// ```
/// #[derive(Copy, Clone, PartialEq, Debug)]
/// pub struct Grade(u8);
/// impl Grade {
///     fn name(self) -> &'static str {
///         ["low", "high"][usize::from(self.0)]
///     }
///     fn parse(text: &str) -> Option<Grade> {
///         (0..2).map(Grade).find(|grade| grade.name() == text)
///     }
/// }
/// referee::short_text! {
///     Grade: "a grade, low or high", |grade| grade.name(),
///     { "enum": ["low", "high"] }
/// }
/// assert_eq!("high".parse(), Ok(Grade(1)));
/// assert_eq!(Grade(0).to_string(), "low");
/// assert_eq!("LOW".parse::<Grade>().unwrap_err().to_string(),
///     "`LOW` is not a grade, low or high: write it in lower case: low");
/// assert_eq!(referee::strict::from_slice::<Grade>(b"\"low\"").ok(), Some(Grade(0)));
/// ```
#[macro_export]
macro_rules! short_text {
    ($name:ident: $expected:literal $(because $why:path)?, |$value:ident| $written:expr, $schema:tt) => {
        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                let $value = self;
                f.write_str(&$written)
            }
        }

        // A name that is there already is written without formatting it.
        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let $value = self;
                serializer.serialize_str(&$written)
            }
        }

        $crate::short_text!(@read $name: $expected $(because $why)?, $schema);
    };
    ($name:ident: $expected:literal $(because $why:path)?, $schema:tt) => {
        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        $crate::short_text!(@read $name: $expected $(because $why)?, $schema);
    };
    (@read $name:ident: $expected:literal $(because $why:path)?, $schema:tt) => {
        impl $name {
            /// Why a text is none.
            #[cold]
            fn misread(text: &str) -> $crate::strict::Malformed {
                let why = None::<String>$(.or_else(|| $why(text)))?;
                $crate::strict::Malformed::new($crate::text::is_not(text, $expected, why, |other| {
                    $name::parse(other).is_some()
                }))
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = $crate::strict::Malformed;
            fn from_str(text: &str) -> Result<$name, Self::Err> {
                $name::parse(text).ok_or_else(|| $name::misread(text))
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                struct Text;
                impl ::serde::de::Visitor<'_> for Text {
                    type Value = $name;
                    fn expecting(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                        f.write_str($expected)
                    }
                    fn visit_str<E: ::serde::de::Error>(self, text: &str) -> Result<$name, E> {
                        $name::parse(text).ok_or_else(|| E::custom($name::misread(text)))
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }

        impl ::schemars::JsonSchema for $name {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(_: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                ::schemars::json_schema!($schema)
            }
        }
    };
}

/// The message about a text that is not what was expected: with the reason, if one is known, or with the other case if
/// that is right.
pub fn is_not(text: &str, expected: &str, why: Option<String>, is_right: impl Fn(&str) -> bool) -> String {
    let cased = |case: &str, other: String| {
        (other != text && is_right(&other)).then(|| format!(": write it in {case} case: {other}"))
    };
    let why = why.map(|why| format!(": {why}"));
    let why = why.or_else(|| cased("lower", text.to_lowercase())).or_else(|| cased("upper", text.to_uppercase()));
    format!("`{text}` is not {expected}{}", why.unwrap_or_default())
}

/// The message about a text that is none of these names.
///
/// ```
/// use referee::text::is_none_of;
/// assert_eq!(is_none_of("yes", &["on", "off"]), "`yes` is neither on nor off");
/// assert_eq!(is_none_of("some", &["none", "number", "full"]), "`some` is not none, number or full");
/// ```
pub fn is_none_of(text: &str, names: &[&str]) -> String {
    match names {
        [] | [_] => format!("`{text}` is not {}", names.concat()),
        [one, other] => format!("`{text}` is neither {one} nor {other}"),
        [others @ .., last] => format!("`{text}` is not {} or {last}", others.join(", ")),
    }
}

/// A value as people write it, for instance on the command line: a string has no quotation marks.
pub fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A text cut to at most `most` bytes; a text that was cut ends with an ellipsis.
pub fn clipped(text: &str, most: usize) -> String {
    if text.len() <= most {
        return text.to_owned();
    }
    format!("{}…", &text[..text.floor_char_boundary(most.saturating_sub('…'.len_utf8()))])
}

/// The same, but counted in characters.
pub fn clipped_characters(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// The number of terminal columns that a text takes: two for each wide character, such as Chinese ones, and none for a
/// combining mark.
///
/// ```
/// use referee::text::{columns, within};
/// assert_eq!([columns("Ada"), columns("李雷"), columns("e\u{301}")], [3, 4, 1]);
/// assert_eq!((within("李雷", 3), within("Ada", 3)), ("李", "Ada"));
/// ```
pub fn columns(text: &str) -> usize {
    // Summed by character, since terminals draw characters; the crate's own sum for a text treats some sequences
    // differently.
    text.chars().filter_map(UnicodeWidthChar::width).sum()
}

/// The beginning of a text that fits into `most` columns.
pub fn within(text: &str, most: usize) -> &str {
    let mut taken = 0;
    let wide = |c: char| UnicodeWidthChar::width(c).unwrap_or(0);
    let end = text.char_indices().find(|(_, c)| {
        taken += wide(*c);
        taken > most
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// The day (UTC) of a time in seconds since the beginning of 1970, such as `2026-11-23`.
pub fn day(seconds: u64) -> String {
    // Years begin in March, so that the day that some of them lack is the last one; 400 of them have 146,097 days.
    let days = seconds / 86_400 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + next)
}

/// Lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |n: u8| char::from_digit(n.into(), 16).unwrap_or('?');
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Lets serde read and write a type with `FromStr` and `Display` as text: for `#[serde(try_from = "String", into =
/// "String")]`.
#[doc(hidden)]
#[macro_export]
macro_rules! as_text {
    ($($ty:ty)*) => {$(
        impl From<$ty> for String {
            fn from(value: $ty) -> String {
                value.to_string()
            }
        }
        impl TryFrom<String> for $ty {
            type Error = <$ty as ::std::str::FromStr>::Err;
            fn try_from(text: String) -> Result<$ty, Self::Error> {
                text.parse()
            }
        }
    )*};
}

#[cfg(test)]
mod tests {
    use super::{a, count, is_are, plural};

    #[test]
    fn one_thing_is_singular_and_any_other_number_plural() {
        assert_eq!(count(0u8, "coin"), "0 coins");
        assert_eq!(count(1u8, "coin"), "1 coin");
        let (one, many): (&usize, &i32) = (&1, &11);
        assert_eq!([count(one, "wok card"), count(many, "wok card")], ["1 wok card", "11 wok cards"]);
        assert_eq!((is_are(0u8), is_are(one), is_are(21)), ("are", "is", "are"));
    }

    #[test]
    fn plurals_are_spelt_as_they_should_be() {
        let words =
            [("box", "boxes"), ("branch", "branches"), ("class", "classes"), ("ally", "allies"), ("day", "days")];
        for (one, many) in words {
            assert_eq!(plural(one), many);
        }
    }

    #[test]
    fn the_article_follows_the_first_letter() {
        assert_eq!([a("orange stele"), a("tuna"), a("Elder")], ["an orange stele", "a tuna", "an Elder"]);
    }
}
