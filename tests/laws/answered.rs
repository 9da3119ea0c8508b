//! The law of answers: every line gets exactly one, whatever it is and whatever came before it, so that a client that reads
//! an answer for each line that it wrote never waits in vain. What the referee does by itself follows the answer, and what
//! ends or begins a game because of the line comes before it. Three kinds of line get none, which no client needs to send:
//! blank ones, remarks of an earlier run, and an outcome of which there is nothing false to say.

use referee::dice::Dice;
use referee::games::GAMES;
use referee::judge::Emit;
use referee::stream::{Asked, Room};
use referee::wire::{LINE_LIMIT, is_remark};
use serde_json::Value;

use super::{below, spoilt};
use crate::sample::{EMITS, sample};

/// Whether the referee writes a line like this without being asked, once the line that led to it is answered.
fn follows(answer: &Value) -> bool {
    answer.get("chance").is_some() || answer["by"] == "referee" || answer.get("outcome").is_some()
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
            let mut out = Vec::new();
            if line.len() > LINE_LIMIT { room.too_long(&line[..1024], &mut out) } else { room.line(line, &mut out) }
                .expect("the command line fits every line");
            let told = String::from_utf8_lossy(&line[..line.len().min(300)]).into_owned();
            let answers: Vec<Value> = out
                .split(|byte| *byte == b'\n')
                .filter(|line| !line.is_empty())
                .map(|line| serde_json::from_slice(line).expect("JSON"))
                .collect();
            let before = answers.iter().take_while(|answer| answer.get("truncated").is_some()).count();
            let [_, after @ ..] = &answers[before..] else {
                // A line with only `contradicted` states that there is no outcome.
                let states = |line: Value| line.get("outcome").is_some() || line.get("contradicted").is_some();
                let outcome = serde_json::from_slice(line).is_ok_and(states);
                assert!(line.trim_ascii().is_empty() || is_remark(line) || outcome, "round {round}: {told}");
                silent += 1;
                continue;
            };
            assert!(before <= 1, "round {round}: {told}");
            assert!(after.iter().all(follows), "round {round}: {told}: {after:?}");
            met += 1;
        }
    }
    assert!(met > sample(500, 5000) && silent > sample(5, 50), "{met} answered, {silent} not: the law is idle");
}
