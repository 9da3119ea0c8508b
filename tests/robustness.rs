//! Arbitrary bytes as a stream: nothing panics, every line gets its answer, a refused line changes nothing, and the
//! tally is right. `tests/laws/written.rs` checks the output.

mod megabytes;
mod sample;
#[path = "laws/views.rs"]
mod views;
#[path = "laws/written.rs"]
mod written;

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use referee::judge::Scribe;
use referee::stream::{Asked, Stream};
use sample::sample;
use serde_json::Value;

const GOOD: &[&str] = &[
    r#"{"referee":1,"game":"tectonic"}"#,
    r#"{"referee":1,"game":"tectonic","seed":"18446744073709551615","options":{"setup":"S3"},"about":{"event":"x"}}"#,
    r#"{"referee":1,"game":"tectonic","state":{"turn":"white","white":{"mounts":["b5"]},"black":{"peaks":["f6"]}}}"#,
    r#"{"action":{"move":{"from":"c1","to":"c5"}}}"#,
    r#"{"action":"pass","referee":1}"#,
    r#"{"player":1,"action":{"move":{"from":"c10","to":"c6","flip":"c5"}}}"#,
    r#"{"n":1,"player":0,"action":{"move":{"from":"a1","to":"a2"}},"next":{"player":1},"legal_n":28}"#,
    r#"{"action":"pass","violations":[{"rule":"tectonic.pass-not-offered"}]}"#,
    r#"{"query":"legal","legal_n":28,"exhaustive":true}"#,
    r#"{"query":"state"}"#,
    r#"{"query":{"view":1}}"#,
    r#"{"query":"undo"}"#,
    r#"{"chance":{"die":1}}"#,
    r#"{"forfeit":{"player":1,"cause":"time_move","over_ms":51}}"#,
    r#"{"abort":{"cause":"max_turns"}}"#,
    r#"{"outcome":{"places":[1,2],"scores":[2,0],"reason":"trio"}}"#,
    r#"{"malformed":{"line":4,"message":"x"},"next":"over"}"#,
    r#"{"query":"state","contradicted":[{"claim":"legal_n","claimed":28,"actual":27}]}"#,
];

/// A change of a valid line.
#[derive(Clone, Debug)]
enum Change {
    Nothing,
    Flip(usize, u8),
    Cut(usize),
    Drop(usize),
    Double(usize, usize),
    Digit(usize, u8),
    Rename(usize),
    Join(usize),
    Insert(usize, Vec<u8>),
}

impl Change {
    fn apply(&self, line: &mut Vec<u8>) {
        let length = line.len().max(1);
        match self {
            Change::Nothing => {}
            Change::Flip(at, bits) => line.get_mut(at % length).into_iter().for_each(|byte| *byte ^= bits),
            Change::Cut(at) => line.truncate(at % length),
            Change::Drop(at) => drop(line.drain(at % length..(at % length + 1).min(line.len()))),
            Change::Double(from, to) => {
                let (from, to) = (from % length, to % length);
                let piece = line[from.min(to)..from.max(to)].to_vec();
                line.splice(to..to, piece);
            }
            Change::Digit(at, digit) => {
                let digits: Vec<usize> = (0..line.len()).filter(|at| line[*at].is_ascii_digit()).collect();
                if let Some(at) = digits.get(at % digits.len().max(1)) {
                    line[*at] = b'0' + digit % 10;
                }
            }
            Change::Rename(at) => {
                let letters: Vec<usize> = (0..line.len()).filter(|at| line[*at].is_ascii_lowercase()).collect();
                if let Some(at) = letters.get(at % letters.len().max(1)) {
                    line.swap(*at, letters[0]);
                }
            }
            Change::Join(other) => line.extend_from_slice(GOOD[other % GOOD.len()].as_bytes()),
            Change::Insert(at, bytes) => drop(line.splice(at % length..at % length, bytes.iter().copied())),
        }
        line.retain(|byte| *byte != b'\n');
    }
}

fn change() -> impl Strategy<Value = Change> {
    let at = 0..400_usize;
    prop_oneof![
        3 => Just(Change::Nothing),
        2 => (at.clone(), 1..=255_u8).prop_map(|(at, bits)| Change::Flip(at, bits)),
        1 => at.clone().prop_map(Change::Cut),
        1 => at.clone().prop_map(Change::Drop),
        1 => (at.clone(), at.clone()).prop_map(|(from, to)| Change::Double(from, to)),
        2 => (at.clone(), any::<u8>()).prop_map(|(at, digit)| Change::Digit(at, digit)),
        2 => at.clone().prop_map(Change::Rename),
        1 => at.clone().prop_map(Change::Join),
        1 => (at, prop::collection::vec(any::<u8>(), 1..9)).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
    ]
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let mutated = (0..GOOD.len(), prop::collection::vec(change(), 1..3)).prop_map(|(at, changes)| {
        let mut line = GOOD[at].as_bytes().to_vec();
        for change in changes {
            change.apply(&mut line);
        }
        line
    });
    let bytes = prop::collection::vec(any::<u8>().prop_filter("one line", |byte| *byte != b'\n'), 0..60);
    let json = "[\\[\\]{}\",:0-9a-z. \\\\-]{0,40}".prop_map(String::into_bytes);
    prop_oneof![8 => mutated, 1 => bytes, 1 => json]
}

/// The full memory of a game, from a query; nothing without a game.
fn state(stream: &mut Stream) -> Vec<u8> {
    let mut out = Vec::new();
    if let Some(judge) = stream.judge() {
        let scribe = Scribe::default();
        for query in [&br#"{"query":"state"}"#[..], br#"{"query":"legal"}"#] {
            judge.line(query, 0, &mut |answer| scribe.write(answer, &mut out));
        }
    }
    out
}

fn answered(stream: &mut Stream, line: &[u8]) -> Result<(), TestCaseError> {
    let (before, tally) = (state(stream), stream.tally);
    let was_on = stream.judge().is_some();
    let mut out = Vec::new();
    prop_assert!(stream.line(Some(line), &mut out).is_ok());
    let text = std::str::from_utf8(&out).map_err(|wrong| TestCaseError::fail(wrong.to_string()))?;
    let answers: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).map_err(|wrong| TestCaseError::fail(format!("{wrong}: {line}"))))
        .collect::<Result<_, _>>()?;
    let (mut replies, mut extras) = (0, 0);
    for answer in &answers {
        let added = answer.get("truncated").is_some()
            || (answer.get("outcome").is_some() && answer.get("contradicted").is_none());
        *(if added { &mut extras } else { &mut replies }) += 1;
    }
    let skipped = stream.tally.skipped - tally.skipped;
    let silent = skipped == 1 || line.trim_ascii().is_empty();
    let outcome = replies == 0 && before == state(stream) && was_on;
    prop_assert!(replies == u64::from(!silent) || outcome, "{text}");
    prop_assert!(extras <= 2, "{text}");
    let last = answers.iter().find(|answer| answer.get("truncated").is_none());
    let says = |key: &str| u64::from(last.is_some_and(|answer| answer.get(key).is_some()));
    prop_assert_eq!(stream.tally.malformed - tally.malformed, says("malformed"), "{}", text);
    prop_assert!(stream.tally.refused - tally.refused <= says("violations"), "{}", text);
    prop_assert_eq!(stream.tally.contradicted - tally.contradicted, says("contradicted"), "{}", text);
    if !referee::wire::is_header(line) && (says("malformed") + says("violations") > 0 || silent) {
        prop_assert_eq!(before, state(stream), "{}", text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sample(300, 1500), max_shrink_iters: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_line_gets_its_answer(lines in prop::collection::vec(line(), 1..14), emit in 0..4_usize, headed in any::<bool>()) {
        let emit = ["none", "state", "legal", "digest,legal,state"][emit].parse().expect("an emit");
        let mut stream = Stream::new(Asked::default(), emit);
        if headed {
            answered(&mut stream, GOOD[0].as_bytes())?;
        }
        for line in lines {
            answered(&mut stream, &line)?;
        }
        let mut out = Vec::new();
        prop_assert!(stream.end(&mut out).is_ok());
        prop_assert!(out.split_inclusive(|byte| *byte == b'\n').count() <= 1);
    }
}

#[test]
fn views_alone_are_drawn_or_refused() {
    views::alone();
}

#[test]
fn views_in_streams_are_drawn_or_refused() {
    views::in_streams();
}
