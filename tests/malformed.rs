//! Lines that do not follow the protocol are answered `malformed` and change nothing.
//! `fixtures/<game>/malformed.jsonl` is a header and then lines each of which must get this answer; the game must
//! stay where it began.
//!
//! A line may give in a `note` what the message must contain, so that it is not refused for an unintended reason.

mod support;

use support::{assert_none, converse, in_every_game, read, shown};

#[test]
fn malformed_lines_are_answered_and_change_nothing() {
    let mut faults = Vec::new();
    let mut files = 0;
    for (_, path) in in_every_game("malformed.jsonl") {
        files += 1;
        let (file, text) = (shown(&path), read(&path));
        let (header, lines) = text.split_once('\n').expect("a header and lines");
        let query = r#"{"query":"state"}"#;
        let (exchanges, tally) = converse(&format!("{header}\n{query}\n{lines}\n{query}\n{{\"query\":\"undo\"}}\n"));
        let [begin, before, lines @ .., after, undo, _end] = &exchanges[..] else { panic!("{file} is too short") };
        let lines: Vec<_> = lines.iter().filter(|exchange| !exchange.line.trim().is_empty()).collect();
        if lines.is_empty() {
            faults.push(format!("{file}: after the header there is no line to refuse"));
        }
        if begin.answers.first().is_none_or(|answer| answer.get("referee").is_none()) {
            faults.push(format!("{file}:1: the header does not open a game: {:?}", begin.answers));
        }
        for exchange in &lines {
            let at = format!("{file}:{}", exchange.number - 1);
            let [answer] = &exchange.answers[..] else {
                faults.push(format!("{at}: there is not exactly one answer: {:?}", exchange.answers));
                continue;
            };
            let Some(message) = answer["malformed"]["message"].as_str() else {
                faults.push(format!("{at}: it is not malformed: {answer}"));
                continue;
            };
            if answer["next"] != before.answers[0]["next"] {
                faults.push(format!("{at}: the game went on: {answer}"));
            }
            let note = exchange.line.rsplit_once("\"note\":\"").and_then(|(_, note)| note.split('"').next());
            if let Some(expected) = note.filter(|expected| !message.contains(expected)) {
                faults.push(format!("{at}: the message is not about `{expected}`: {message}"));
            }
        }
        if before.answers != after.answers {
            faults.push(format!("{file}: the state has changed: {:?}", after.answers));
        }
        if undo.answers[0]["violations"][0]["rule"] != "table.nothing-to-undo" {
            faults.push(format!("{file}: something was accepted: {:?}", undo.answers));
        }
        if tally.malformed != lines.len() as u64 {
            faults.push(format!("{file}: {} lines, but {tally:?}", lines.len()));
        }
    }
    assert!(files > 0, "there is nothing to refuse");
    assert_none(&faults);
}
