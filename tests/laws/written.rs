//! The law of reading back, over random inputs: everything written for any input, under any `--emit`, can be read
//! again without a malformed or overlong line. Random games of every kind are damaged line by line: flipped bytes,
//! doubled keys, cut, joined or deeply nested lines, values from elsewhere, extreme numbers, texts and lengths, and
//! anything else that can occur in a stream.

#[path = "answered.rs"]
mod answered;
#[path = "resumed.rs"]
mod resumed;
#[path = "tables.rs"]
mod tables;

use std::sync::LazyLock;

use referee::dice::Dice;
use referee::game::Source;
use referee::games::GAMES;
use referee::judge::{Emit, Scribe};
use referee::registry::{Opened, Referee};
use referee::stream::{Asked, Stream};
use referee::wire::{Header, LINE_LIMIT, Seed, VERSION};
use serde_json::Value;

use crate::sample::{EMITS, sample};

/// Numbers near the limits of readers and rules.
const NUMBERS: [&str; 14] = [
    "0",
    "-0",
    "-1",
    "00",
    "1.0",
    "1e2",
    "1e999",
    "255",
    "256",
    "4294967296",
    "9007199254740992",
    "9223372036854775808",
    "18446744073709551616",
    "99999999999999999999999999",
];

/// Texts that are hard to read, write or count, as they appear inside quotation marks.
const TEXTS: [&[u8]; 11] = [
    b"",
    b"\\u0000",
    b"\\ud83d\\ude00",
    b"\\ud83d",
    b"\\\"",
    b"\\\\",
    "\u{2028}\u{1F600}\u{301}".as_bytes(),
    "\u{feff}".as_bytes(),
    b"\xff",
    b"\xc0\xaf",
    b"\xed\xa0\x80",
];

/// Lines that may occur anywhere in a stream.
const STREWN: [&str; 31] = [
    r#"{"query":"undo"}"#,
    r#"{"query":"undo"}"#,
    r#"{"query":"undo","undone":3}"#,
    r#"{"query":"legal"}"#,
    r#"{"query":"legal_ids"}"#,
    r#"{"query":"state"}"#,
    r#"{"query":{"view":0}}"#,
    r#"{"query":{"view":9}}"#,
    r#"{"query":"header"}"#,
    r#"{"query":{"picture":"text","for":1}}"#,
    r#"{"query":{"for":"public","picture":"svg"},"note":"x"}"#,
    r#"{"referee":1,"game":"no such game","note":"x"}"#,
    r#"{"referee":1,"#,
    r#"{"query":{"view":"public"},"view":{}}"#,
    r#"{"forfeit":{"player":0,"cause":"time_bank","over_ms":18446744073709551615}}"#,
    r#"{"forfeit":{"player":7,"cause":"exit"}}"#,
    r#"{"abort":{"cause":"max_turns"}}"#,
    r#"{"outcome":{"places":[1,1],"x":[[{}]]},"details":{"y":null}}"#,
    r#"{"pick":0}"#,
    r#"{"pick":-1,"player":1,"by":"referee"}"#,
    r#"{"id":0,"player":1}"#,
    r#"{"id":140}"#,
    r#"{"id":99999,"legal_ids":[7,7]}"#,
    r#"{"redacted":{"line":4}}"#,
    r#"{"malformed":{"line":4},"next":"over"}"#,
    r#"{"action":null}"#,
    r#"{"chance":{"seal_card":null},"player":1}"#,
    r#"{"referee":1,"game":"wangdo","state":null}"#,
    r#"{"referee":1,"game":"tectonic","state":{"turn":"white"}}"#,
    r#"{"contradicted":[{"claim":"next","claimed":1,"actual":2}]}"#,
    "",
];

/// Which games have numbers for their actions.
static NUMBERED: LazyLock<Vec<bool>> = LazyLock::new(|| {
    let has_numbers = |game: &&dyn Referee| {
        let header = Header { game: game.name().to_owned(), ..Header::default() };
        game.actions(&header, &mut Opened::default()).is_ok_and(|space| space.list.is_some())
    };
    GAMES.iter().map(has_numbers).collect()
});

/// A random number below `most`.
fn below(dice: &mut Dice, most: usize) -> usize {
    dice.draw(Source(0), most.max(1) as u64) as usize
}

/// The lines of a random game; usually only the first ones of a long game.
fn game(kind: usize, dice: &mut Dice) -> Vec<Vec<u8>> {
    let referee = GAMES[kind];
    let span = usize::from(referee.players().end() - referee.players().start()) + 1;
    let players = *referee.players().start() + below(dice, span) as u8;
    let seed = dice.draw(Source(0), u64::MAX);
    let mut header = Header {
        referee: VERSION,
        game: referee.name().to_owned(),
        players: Some(players),
        seed: Some(Seed(seed)),
        ..Header::default()
    };
    if below(dice, 3) == 0 && NUMBERED[kind] {
        header.emit = ["legal_ids", "view:actor,legal,legal_ids"][below(dice, 2)].parse().ok();
    }
    let emit = ["none", "none", "state", "legal,digest", "view:1"][below(dice, 5)].parse().expect("an emit");
    let (scribe, mut text) = (Scribe::new(emit), Vec::new());
    let Ok(mut judge) = referee.sit(header, &mut Opened::default()) else { panic!("the header is right") };
    let most = if below(dice, 4) == 0 { 1000 } else { 30 };
    let mut lines = 0;
    judge.play_at_random(&mut Dice::new(seed), &mut |answer| {
        scribe.write(answer, &mut text);
        lines += 1;
        lines <= most
    });
    text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).take(most).map(<[u8]>::to_vec).collect()
}

/// The range of a value in a line; mostly of a scalar.
fn value(line: &[u8], dice: &mut Dice) -> Option<(usize, usize)> {
    let starts: Vec<usize> = (1..line.len()).filter(|at| matches!(line[at - 1], b':' | b'[' | b',')).collect();
    let start = *starts.get(below(dice, starts.len()))?;
    let mut values = serde_json::Deserializer::from_slice(&line[start..]).into_iter::<Value>();
    values.next()?.ok()?;
    Some((start, start + values.byte_offset()))
}

/// Damages a line in one way; `other` is another line of the stream.
fn spoil(line: &mut Vec<u8>, other: &[u8], dice: &mut Dice) {
    let length = line.len();
    let at = below(dice, length);
    match below(dice, 18) {
        0 => line[at] ^= 1 << below(dice, 8),
        1 => line.truncate(at),
        2 => drop(line.drain(at..(at + 1 + below(dice, 9)).min(length))),
        3 => {
            line.extend_from_slice([&b""[..], b" ", b",", b"\r"][below(dice, 4)]);
            line.extend_from_slice(other);
        }
        4..=6 => {
            // A key again, or a key of another line.
            let from = if below(dice, 2) == 0 { line.clone() } else { other.to_vec() };
            let Ok(Value::Object(fields)) = serde_json::from_slice::<Value>(&from) else { return };
            let Some((key, value)) = fields.iter().nth(below(dice, fields.len())) else { return };
            let key = if below(dice, 8) == 0 { "contradicted" } else { key };
            line.pop();
            line.extend_from_slice(format!(",\"{key}\":{value}}}").as_bytes());
        }
        7..=13 => {
            let Some((from, to)) = value(line, dice) else { return };
            let levels = [5, 62, 63, 64, 65, 66, 120, 127, 128, 5000][below(dice, 10)];
            let new: Vec<u8> = match below(dice, 6) {
                0 => NUMBERS[below(dice, NUMBERS.len())].into(),
                1 => [b"\"", TEXTS[below(dice, TEXTS.len())], b"\""].concat(),
                2 => ["[".repeat(levels), "]".repeat(levels)].concat().into(),
                3 => ["{\"x\":".repeat(levels), "null".to_owned(), "}".repeat(levels)].concat().into(),
                _ => match value(other, dice) {
                    Some((from, to)) => other[from..to].to_vec(),
                    None => b"null".to_vec(),
                },
            };
            line.splice(from..to, new);
        }
        14 => {
            let key = ["note", "digest", "ms", "line", "cut", "viewer", "ask", "id"][below(dice, 8)];
            let text = TEXTS[below(dice, TEXTS.len())];
            line.pop();
            line.extend_from_slice(&[b",\"", key.as_bytes(), b"\":\"", text, b"\"}"].concat());
        }
        _ => lengthen(line, dice),
    }
}

/// Makes a line long; rarely as long as possible or a little longer, because that is slow.
fn lengthen(line: &mut Vec<u8>, dice: &mut Dice) {
    let long = below(dice, 4) == 0;
    let keys: [&[u8]; 6] = [
        b",\"note\":\"",
        b",\"digest\":\"",
        b",\"about\":{\"x\":\"",
        b",\"details\":{\"x\":\"",
        b",\"edition\":{\"id\":\"",
        b",\"violations\":[{\"rule\":\"",
    ];
    let ends: [&[u8]; 6] = [b"\"}", b"\"}", b"\"}}", b"\"}}", b"\",\"sha256\":\"\"}}", b"\"}]}"];
    let which = below(dice, keys.len());
    line.pop();
    line.extend_from_slice(keys[which]);
    let room = LINE_LIMIT.saturating_sub(line.len() + ends[which].len());
    let length = if long { room + 2 - below(dice, 4).max(below(dice, 10_000)).min(room) } else { below(dice, 70_000) };
    // A byte that is written as six bytes where it is not valid text.
    let filling: &[u8] = if below(dice, 3) == 0 { b"\\u0001" } else { b"x" };
    line.extend(filling.iter().cycle().take(length - length % filling.len()));
    line.extend_from_slice(ends[which]);
}

/// A damaged stream of one or two random games.
fn spoilt(kind: usize, dice: &mut Dice) -> Vec<Vec<u8>> {
    let mut lines = game(kind, dice);
    if below(dice, 3) == 0 {
        let other = below(dice, GAMES.len());
        lines.extend(game(other, dice));
    }
    let every = [3, 8, 30][below(dice, 3)];
    let mut stream = Vec::new();
    for at in 0..lines.len() {
        if below(dice, 2 * every) == 0 {
            stream.push(STREWN[below(dice, STREWN.len())].as_bytes().to_vec());
        }
        let mut line = lines[at].clone();
        while below(dice, every) == 0 && !line.is_empty() {
            let other = below(dice, lines.len());
            spoil(&mut line, &lines[other], dice);
        }
        // Damage may have split a line.
        stream.extend(line.split(|byte| *byte == b'\n').map(<[u8]>::to_vec));
    }
    stream
}

/// Sends lines to a stream and returns it with its answers.
fn judged<'a>(lines: impl Iterator<Item = &'a [u8]>, emit: &str) -> (Stream, Vec<u8>) {
    let emit: Emit = emit.parse().expect("an emit");
    let mut stream = Stream::new(Asked { numbered: true, ..Asked::default() }, emit);
    let mut out = Vec::new();
    for line in lines {
        // An overlong line is not read.
        let line = Some(line).filter(|line| line.len() <= LINE_LIMIT);
        stream.line(line, &mut out).expect("there is no command line to contradict");
    }
    stream.end(&mut out).expect("there is no command line to contradict");
    (stream, out)
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty())
}

#[test]
fn whatever_is_written_is_read_again() {
    let (mut malformed, mut refused, mut contradicted, mut redacted, mut cut) = (0, 0, 0, 0, 0);
    for round in 0..sample(7, 45) {
        for kind in 0..GAMES.len() {
            let at = round * GAMES.len() + kind;
            let mut dice = Dice::new(at as u64);
            let input = spoilt(kind, &mut dice);
            let emit = EMITS[at % EMITS.len()];
            let (stream, written) = judged(input.iter().map(Vec::as_slice), emit);
            malformed += stream.tally.malformed;
            refused += stream.tally.refused;
            contradicted += stream.tally.contradicted;
            redacted += stream.tally.redacted;
            for line in lines(&written) {
                let start = String::from_utf8_lossy(&line[..line.len().min(300)]);
                assert!(line.len() <= LINE_LIMIT, "seed {at} {emit}: {} bytes: {start}", line.len());
                cut += u64::from(line.ends_with(b"\"]}") && memchr::memmem::find(line, b",\"cut\":[").is_some());
            }
            let (again, answers) = judged(lines(&written), EMITS[below(&mut dice, EMITS.len())]);
            if again.tally.malformed > 0 {
                let fault =
                    lines(&answers).find(|line| line.starts_with(b"{\"malformed\"")).expect("an answer says so");
                let number = serde_json::from_slice::<Value>(fault).expect("JSON")["malformed"]["line"].as_u64();
                let line = lines(&written).nth(number.map_or(0, |number| number as usize - 1)).expect("the line");
                let line = String::from_utf8_lossy(&line[..line.len().min(2000)]);
                panic!("seed {at} {emit}: {}\n{line}", String::from_utf8_lossy(fault));
            }
        }
    }
    let met = [malformed, refused, contradicted, redacted];
    assert!(
        met.iter().all(|count| *count > sample(5, 50)) && cut > sample(0, 10),
        "{met:?} and {cut} cut: the law is idle"
    );
}
