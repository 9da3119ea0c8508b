//! The law of many tables: however the lines of tables come in between one another, each table is answered with the bytes that
//! its lines get alone. Tables are random games of every kind, spoilt like those that are read back.

use referee::dice::Dice;
use referee::games::GAMES;
use referee::stream::{Asked, Room, Tally};
use referee::wire::{LINE_LIMIT, is_header, write_json};
use serde_json::Value;

use super::{below, judged, spoilt};
use crate::sample::{EMITS, sample};

/// The names of the tables; one has none.
const NAMES: [&str; 6] = ["", "a7", "\"{\\", "é\u{1F600}", "\u{1}", "referee"];

/// A line with the name of its table, wherever it can stand.
fn named(line: &[u8], name: &str, dice: &mut Dice) -> Vec<u8> {
    if name.is_empty() {
        return line.to_vec();
    }
    let mut key = b"\"table\":".to_vec();
    write_json(&mut key, name);
    // Of a line that is too long only the beginning is looked at.
    let whole = below(dice, 3) == 0
        && line.len() <= LINE_LIMIT
        && line.ends_with(b"}")
        && line.len() > 2
        && serde_json::from_slice::<Value>(line).is_ok();
    if whole {
        return [&line[..line.len() - 1], b",", &key, b"}"].concat();
    }
    let gap: &[u8] = if below(dice, 3) == 0 { b" , " } else { b"," };
    [b"{", &*key, gap, &line[1..]].concat()
}

/// What came out for a table, without its name.
fn of_table(out: &[u8], name: &str) -> Vec<u8> {
    let mut field = b"{\"table\":".to_vec();
    write_json(&mut field, name);
    field.push(b',');
    let lines = out.split_inclusive(|byte| *byte == b'\n');
    let own = lines.filter_map(|line| match line.strip_prefix(&*field) {
        _ if name.is_empty() => (!line.starts_with(b"{\"table\":")).then(|| line.to_vec()),
        rest => rest.filter(|rest| *rest != b"\"close\":true}\n").map(|rest| [b"{", rest].concat()),
    });
    own.collect::<Vec<_>>().concat()
}

#[test]
fn tables_are_answered_as_they_are_alone() {
    let (mut met, mut lines) = (Tally::default(), 0);
    for round in 0..sample(12, 120) {
        let mut dice = Dice::new(round);
        let emit = EMITS[below(&mut dice, EMITS.len())];
        let mut tables: Vec<(&str, Vec<Vec<u8>>)> = Vec::new();
        for (at, name) in NAMES.into_iter().enumerate() {
            let mut input = spoilt((at + round as usize) % GAMES.len(), &mut dice);
            // What names no table belongs to the one without a name. White space behind the name goes with it, which moves
            // the columns of what cannot be read.
            let begins_at_once = |line: &[u8]| line.get(1).is_none_or(|byte| !byte.is_ascii_whitespace());
            input
                .retain(|line| line.starts_with(b"{") && begins_at_once(line) && line.trim_ascii().len() == line.len());
            let begins = input.iter().position(|line| is_header(line) && line.len() <= LINE_LIMIT);
            // A table is opened by a header; without one there is nothing to close.
            if let Some(begins) = begins {
                tables.push((name, input.split_off(begins)));
            }
        }
        let alone: Vec<_> = tables.iter().map(|(_, input)| judged(input.iter().map(Vec::as_slice), emit)).collect();
        let mut room = Room::new(Asked { numbered: true, ..Asked::default() }, emit.parse().expect("an emit"));
        let mut out = Vec::new();
        let mut left: Vec<_> = tables.iter().map(|(name, input)| (*name, input.iter())).collect();
        while !left.is_empty() {
            let at = below(&mut dice, left.len());
            let (name, input) = &mut left[at];
            for _ in 0..=below(&mut dice, 4) {
                let Some(line) = input.next() else {
                    if !name.is_empty() && below(&mut dice, 2) == 0 {
                        room.line(&named(b"{\"close\":true}", name, &mut dice), &mut out).expect("no command line");
                    }
                    drop(left.remove(at));
                    break;
                };
                lines += 1;
                let whole = named(line, name, &mut dice);
                // The length that a line may have is that with its name; here the law is about all that is read.
                let answered = if line.len() > LINE_LIMIT {
                    room.too_long(&whole[..1024], &mut out)
                } else {
                    room.line(&whole, &mut out)
                };
                answered.expect("no command line");
            }
        }
        let mut sum = room.tally();
        room.end(&mut out).expect("no command line");
        for ((name, _), (stream, expected)) in tables.iter().zip(&alone) {
            let own = of_table(&out, name);
            let [own, expected] = [&own, expected].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
            let differs = own.lines().zip(expected.lines()).find(|(own, expected)| own != expected);
            assert!(own == expected, "seed {round} {emit} {name:?}: {differs:?}\n{own}\n->\n{expected}");
            met = met.and(stream.tally);
            sum = Tally {
                malformed: sum.malformed - stream.tally.malformed,
                refused: sum.refused - stream.tally.refused,
                ..sum
            };
        }
        assert_eq!((sum.malformed, sum.refused), (0, 0), "every line counts once");
    }
    let Tally { malformed, refused, contradicted, redacted, .. } = met;
    let met = [malformed, refused, contradicted, redacted];
    assert!(
        met.iter().all(|count| *count > sample(5, 50)) && lines > sample(2000, 20_000),
        "{met:?} of {lines}: the law is idle"
    );
}
