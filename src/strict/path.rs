//! Where in a text reading stopped, as the path of keys: `reserve.black`. Used only for texts that cannot be read.

/// The path to a column (counted in bytes from 1) of a one-line text: keys, and places of list entries from 0. If the
/// text is not JSON, the path ends where it cannot be followed.
pub(super) fn path(text: &[u8], column: usize) -> String {
    let mut path: Vec<Step> = Vec::new();
    let text = &text[..column.min(text.len())];
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'{' => path.push(Step::Key(None)),
            b'[' => path.push(Step::Entry(0)),
            b'}' | b']' => {
                path.pop();
            }
            b',' => match path.last_mut() {
                Some(Step::Entry(place)) => *place += 1,
                Some(Step::Key(key)) => *key = None,
                None => {}
            },
            b'"' => {
                while let Some(byte) = text.get(at).filter(|byte| **byte != b'"') {
                    at += if *byte == b'\\' { 2 } else { 1 };
                }
                at = text.len().min(at + 1);
                if let Some(Step::Key(key @ None)) = path.last_mut() {
                    *key = Some(String::from_utf8_lossy(&text[start..at]).trim_matches('"').to_owned());
                }
            }
            _ => {}
        }
    }
    let steps = path.into_iter().map_while(|step| match step {
        Step::Key(key) => key,
        Step::Entry(place) => Some(place.to_string()),
    });
    steps.collect::<Vec<_>>().join(".")
}

/// An object or a list on the path.
enum Step {
    /// The key whose value is being read, or was read last; `None`: none yet.
    Key(Option<String>),
    /// The place of an entry.
    Entry(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_a_column() {
        let text = br#"{"white":{"hills":["a1","z1"]},"reserve":{"black":3}}"#;
        for (until, expected) in
            [(r#""z1""#, "white.hills.1"), ("3", "reserve.black"), (r#""reserve":"#, "reserve"), ("{", "")]
        {
            let at = memchr::memmem::find(text, until.as_bytes()).expect("it is there") + until.len();
            assert_eq!(path(text, at), expected, "{until}");
        }
        assert_eq!(path(text, text.len()), "");
    }
}
