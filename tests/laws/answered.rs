//! The law of answers: every line gets exactly one, whatever it is and whatever came before it, so that a client that reads
//! an answer for each line that it wrote never waits in vain. What the referee does by itself follows the answer, and what
//! ends or begins a game because of the line comes before it. Three kinds of line get none, which no client needs to send:
//! blank ones, remarks of an earlier run, and an outcome of which there is nothing false to say.

use referee::dice::Dice;
use referee::games::GAMES;
use referee::judge::Emit;
use referee::stream::{Asked, Room};
use referee::wire::LINE_LIMIT;
use serde_json::Value;

use super::{below, spoilt};
use crate::megabytes::streams;
use crate::sample::{EMITS, sample};

/// Whether the referee writes a line like this without being asked, once the line that led to it is answered.
fn follows(answer: &Value) -> bool {
    answer.get("chance").is_some() || answer["by"] == "referee" || answer.get("outcome").is_some()
}

/// Lets a line be answered, and asserts that it gets one answer, or none where it may have none. Returns whether it got one, and adds its
/// length.
fn one_answer(room: &mut Room, line: &[u8], said: &mut usize) -> bool {
    let mut out = Vec::new();
    if line.len() > LINE_LIMIT { room.too_long(&line[..1024], &mut out) } else { room.line(line, &mut out) }
        .expect("the command line fits every line");
    *said += out.len();
    let told = || String::from_utf8_lossy(&line[..line.len().min(300)]).into_owned();
    let lines = out.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    let answers: Vec<Value> = lines.map(|line| serde_json::from_slice(line).expect("JSON")).collect();
    let before = answers.iter().take_while(|answer| answer.get("truncated").is_some()).count();
    let [_, after @ ..] = &answers[before..] else {
        // A line with only `contradicted` states that there is no outcome.
        let states = |line: Value| line.get("outcome").is_some() || line.get("contradicted").is_some();
        // These three are the remarks of an earlier run that a client has no use for.
        let skipped = |line: &Value| ["malformed", "truncated", "withheld"].iter().any(|key| line.get(key).is_some());
        let may = serde_json::from_slice(line).is_ok_and(|line| skipped(&line) || states(line));
        assert!(line.trim_ascii().is_empty() || may, "{}", told());
        return false;
    };
    assert!(before <= 1, "{}", told());
    assert!(after.iter().all(follows), "{}: {after:?}", told());
    true
}

#[test]
fn every_line_gets_one_answer() {
    let (mut met, mut silent) = (0_u64, 0_u64);
    for round in 0..sample(30, 300) {
        let mut dice = Dice::new(round);
        let kind = below(&mut dice, GAMES.len());
        let input = spoilt(kind, &mut dice);
        let emit: Emit = EMITS[below(&mut dice, EMITS.len())].parse().expect("an emit");
        // Half of the streams have a game before their first header.
        let game = (below(&mut dice, 2) == 0).then(|| GAMES[below(&mut dice, GAMES.len())].name().to_owned());
        let seed = (below(&mut dice, 2) == 0).then_some(round);
        let own = game.is_some();
        let mut room = Room::new(Asked { game, seed, ..Asked::default() }, emit);
        let mut first = Vec::new();
        room.begin(&mut first).expect("the command line is right");
        assert_eq!(own, !first.is_empty(), "the header is written before the first line");
        for line in &input {
            if one_answer(&mut room, line, &mut 0) {
                met += 1;
            } else {
                silent += 1;
            }
        }
    }
    assert!(met > sample(500, 5000) && silent > sample(5, 50), "{met} answered, {silent} not: the law is idle");
}

/// The law over hostile streams of one line again and again: a megabyte each, or less in the daily sample.
#[test]
fn every_line_of_a_hostile_megabyte_gets_one_answer() {
    let mut met = 0_u64;
    for stream in streams() {
        let mut room = Room::new(Asked::default(), Emit::NONE);
        // Answers that are a thousand times as long as the line show no more by being many.
        let (text, mut said) = (stream.text(sample(6_000, 1_000_000)), 0);
        for line in text.split('\n') {
            met += u64::from(one_answer(&mut room, line.as_bytes(), &mut said));
            if said > sample(1 << 20, 200 << 20) {
                break;
            }
        }
    }
    assert!(met > sample(5_000, 1_000_000), "{met}: the law is idle");
}
