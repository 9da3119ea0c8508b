//! Every file in `fixtures/<game>/play/` is a transcript exactly as `referee play` writes it. Playing it again gives
//! the same bytes without a fault. Refusals in a file are claims, so they are not faults.
//!
//! To make one, write the lines of a game by hand and play them: `referee play mine.jsonl > fixtures/<game>/play/name.jsonl`.

mod support;

use std::path::PathBuf;

use referee::judge::Emit;
use referee::stream::{Asked, Stream};
use serde_json::Value;
use support::{assert_none, converse, entries, in_every_game, read, shown};

/// Every transcript.
fn transcripts() -> impl Iterator<Item = PathBuf> {
    in_every_game("play").into_iter().flat_map(|(_, folder)| entries(folder))
}

#[test]
fn played_again_every_transcript_is_the_same() {
    let mut faults = Vec::new();
    let mut files = 0;
    for path in transcripts() {
        files += 1;
        let (file, text) = (shown(&path), read(&path));
        let mut stream = Stream::new(Asked::default(), Emit::STATE);
        let mut out = Vec::new();
        for line in text.lines() {
            stream.line(Some(line.as_bytes()), &mut out).expect("no command line contradicts the stream");
        }
        stream.end(&mut out).expect("no command line contradicts the stream");
        if !stream.tally.is_clean() {
            faults.push(format!("{file}: there are faults: {:?}", stream.tally));
        }
        let again = String::from_utf8(out).expect("answers are UTF-8");
        if again == text {
            continue;
        }
        let line = text.lines().zip(again.lines()).take_while(|(was, is)| was == is).count();
        faults.push(format!(
            "{file}:{}: played again it is different\n  was: {}\n  is:  {}\n  if that is right: \
             referee play {file} > new.jsonl; mv new.jsonl {file}",
            line + 1,
            text.lines().nth(line).unwrap_or("(the end)"),
            again.lines().nth(line).unwrap_or("(the end)"),
        ));
    }
    assert!(files > 0, "there is no transcript to play");
    assert_none(&faults);
}

#[test]
fn every_game_has_a_transcript_that_ends_and_one_with_a_refusal() {
    let mut faults = Vec::new();
    for (game, folder) in in_every_game("play") {
        let text: String = entries(folder).iter().map(|path| read(path)).collect();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        for (key, what) in [("outcome", "comes to an outcome"), ("violations", "holds a refusal as a claim")] {
            if lines.iter().all(|line| line.get(key).is_none()) {
                faults.push(format!("no transcript in fixtures/{game}/play {what}"));
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn every_state_that_was_written_can_be_a_start() {
    let mut faults = Vec::new();
    let mut states = 0;
    for path in transcripts() {
        let mut header = Value::Null;
        for (number, line) in (1..).zip(read(&path).lines()) {
            let line: Value = serde_json::from_str(line).expect("transcripts are JSON");
            if line.get("referee").is_some() {
                header = line.clone();
            }
            let Some(state) = line.get("state") else { continue };
            let mut start = serde_json::Map::new();
            for key in ["referee", "game", "players", "options"] {
                start.extend(header.get(key).map(|value| (key.to_owned(), value.clone())));
            }
            start.insert("state".to_owned(), state.clone());
            states += 1;
            let (exchanges, _) = converse(&Value::from(start).to_string());
            let answer = &exchanges[0].answers[0];
            if answer.get("next").is_none() || answer.get("violations").is_some() {
                faults.push(format!("{}:{number}: begun from this state: {answer}", shown(&path)));
            }
        }
    }
    assert!(states > 100, "only {states} states were tried");
    assert_none(&faults);
}
