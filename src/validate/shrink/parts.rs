//! The parts of a line that can be left out of it: the members of its objects and the entries of its lists, as ranges of bytes,
//! so that whatever stays keeps its exact form. A line that breaks off has the parts that are whole.

use std::ops::Range;

/// The parts of one object or list, in order.
pub(super) type Parts = Vec<Range<usize>>;

/// Every object and list of a line, an outer one before what is in it.
pub(super) fn containers(line: &[u8]) -> Vec<Parts> {
    let mut all: Vec<Parts> = Vec::new();
    // The containers around this place: the number of each, and where its current part begins.
    let mut around: Vec<(usize, Option<usize>)> = Vec::new();
    // Where the last thing that is not white space ends.
    let (mut at, mut end) = (0, 0);
    while let Some(byte) = line.get(at) {
        let past = if *byte == b'"' { text(line, at).map(|text| text.end) } else { Some(at + 1) };
        let Some(past) = past else { break };
        if matches!(byte, b',' | b'}' | b']')
            && let Some((number, begun)) = around.last_mut()
            && let Some(begun) = begun.take()
        {
            all[*number].push(begun..end);
        }
        match byte {
            b'}' | b']' => {
                around.pop();
                if around.is_empty() {
                    break;
                }
            }
            b',' => {}
            _ if byte.is_ascii_whitespace() => {
                at = past;
                continue;
            }
            _ => {
                if let Some((_, begun)) = around.last_mut() {
                    begun.get_or_insert(at);
                }
                if matches!(byte, b'{' | b'[') {
                    around.push((all.len(), None));
                    all.push(Vec::new());
                } else if around.is_empty() {
                    break;
                }
            }
        }
        (at, end) = (past, past);
    }
    all
}

/// A line without some neighbouring parts of a container, and without the comma that belonged to them.
pub(super) fn without(line: &[u8], parts: &Parts, gone: Range<usize>) -> Vec<u8> {
    let (start, end) = match (parts.get(gone.end), gone.start.checked_sub(1)) {
        (Some(next), _) => (parts[gone.start].start, next.start),
        (None, Some(before)) => (parts[before].end, parts[gone.end - 1].end),
        (None, None) => (parts[gone.start].start, parts[gone.end - 1].end),
    };
    [&line[..start], &line[end..]].concat()
}

/// The key of a member with its quotation marks, and where its value stands; `None` for an entry of a list.
pub(super) fn member(line: &[u8], part: &Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let key = text(line, part.start)?;
    let space = |at: usize| at + line[at..part.end].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let colon = space(key.end);
    (line.get(colon) == Some(&b':') && colon < part.end).then(|| (key, space(colon + 1)..part.end))
}

/// The string that begins here.
fn text(line: &[u8], at: usize) -> Option<Range<usize>> {
    let mut end = at + 1;
    line.get(at).filter(|byte| **byte == b'"')?;
    while *line.get(end)? != b'"' {
        end += if line[end] == b'\\' { 2 } else { 1 };
    }
    Some(at..end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str) -> Vec<Vec<&str>> {
        containers(line.as_bytes())
            .into_iter()
            .map(|parts| parts.into_iter().map(|part| &line[part]).collect())
            .collect()
    }

    #[test]
    fn every_part_is_found_at_its_place() {
        assert_eq!(
            shown(r#" {"a" : [1 , "x,]" ,{}] ,"b\"}":{"c":-1.5e3} } "#),
            [
                vec![r#""a" : [1 , "x,]" ,{}]"#, r#""b\"}":{"c":-1.5e3}"#],
                vec!["1", r#""x,]""#, "{}"],
                vec![],
                vec![r#""c":-1.5e3"#],
            ]
        );
        assert_eq!(shown("[[]]"), [vec!["[]"], vec![]]);
        // What breaks off or is no JSON has the parts that are whole.
        assert_eq!(shown(r#"{"a":1,"b":[2,3"#), [vec![r#""a":1"#], vec!["2"]]);
        assert_eq!(shown(r#"{"a":1,"b"#), [vec![r#""a":1"#]]);
        for none in ["", "x", "\"{", "]", "12", "null {"] {
            assert_eq!(shown(none), Vec::<Vec<&str>>::new(), "{none}");
        }
        assert_eq!(containers(&b"[".repeat(100_000)).len(), 100_000, "however deep");
    }

    #[test]
    fn a_part_goes_with_its_comma() {
        let line = br#"{"a":1, "b":2 ,"c":[3]}"#;
        let parts = &containers(line)[0];
        for (gone, left) in [
            (0..1, r#"{"b":2 ,"c":[3]}"#),
            (1..2, r#"{"a":1, "c":[3]}"#),
            (2..3, r#"{"a":1, "b":2}"#),
            (0..2, r#"{"c":[3]}"#),
            (0..3, "{}"),
        ] {
            assert_eq!(String::from_utf8_lossy(&without(line, parts, gone)), left);
        }
        let found = member(line, &parts[2]).map(|(key, value)| (&line[key], &line[value]));
        assert_eq!(found, Some((&br#""c""#[..], &b"[3]"[..])));
        assert_eq!(member(b"[\"x\"]", &(1..4)), None);
    }
}
