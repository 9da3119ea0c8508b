//! The law of resuming: a game that is saved at any line and resumed goes on with the same bytes as if it had never been
//! interrupted: draws, undo across the interruption, forfeits and refusals alike. What was saved is written again, but for
//! remarks.

use referee::dice::Dice;
use referee::games::GAMES;
use referee::judge::{Emit, Scribe};
use referee::stream::{Asked, Stream};
use referee::table::Next;
use referee::wire::is_skipped;
use serde_json::{Value, json};

use super::below;
use crate::sample::sample;

/// What a record can be written with: the organiser's lines, with the seed.
const WHOLE: [&str; 5] = ["none", "state", "legal", "legal,digest,state", "view:actor,legal"];

/// A line that a client may send now.
fn line(stream: &Stream, dice: &mut Dice) -> String {
    let game = stream.look().expect("a game is on");
    match below(dice, 12) {
        0 | 1 => r#"{"query":"undo"}"#.to_owned(),
        2 => r#"{"pick":-1}"#.to_owned(),
        3 => r#"{"action":"no such thing"}"#.to_owned(),
        4 => r#"{"query":"legal"}"#.to_owned(),
        5 if below(dice, 4) == 0 => {
            json!({"forfeit": {"player": below(dice, game.players().into()), "cause": "exit"}}).to_string()
        }
        _ if game.next() == Next::Over => r#"{"query":"undo"}"#.to_owned(),
        _ => json!({"pick": below(dice, game.legal().len())}).to_string(),
    }
}

fn say(stream: &mut Stream, line: &str) -> String {
    let mut out = Vec::new();
    stream.line(Some(line.as_bytes()), &mut out).expect("there is no command line");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn a_resumed_game_goes_on_as_if_it_had_not_been_interrupted() {
    let (mut draws, mut undone, mut forfeits) = (0, 0, 0);
    for round in 0..sample(40, 400) {
        let mut dice = Dice::new(round);
        let game = GAMES[below(&mut dice, GAMES.len())];
        let emit: Emit = WHOLE[below(&mut dice, WHOLE.len())].parse().expect("an emit");
        let players = game.players().end() - below(&mut dice, 2).min(game.players().count() - 1) as u8;
        let header = json!({"referee": 1, "game": game.name(), "players": players, "seed": round}).to_string();
        let mut stream = Stream::new(Asked::default(), emit);
        let mut saved = say(&mut stream, &header);
        for _ in 0..below(&mut dice, 40) {
            let line = line(&stream, &mut dice);
            saved.push_str(&say(&mut stream, &line));
        }
        // The process may have ended here, which leaves a remark.
        if below(&mut dice, 2) == 0 {
            saved.push_str("{\"truncated\":{\"line\":1,\"next\":\"chance\"}}\n");
        }
        let mut lines = saved.lines();
        let mut first: Value = serde_json::from_str(lines.next().expect("a header")).expect("JSON");
        let by_option = below(&mut dice, 2) == 0;
        if !by_option {
            first["resume"] = lines.clone().count().into();
        }
        let mut resumed = Stream::new(Asked { resumes: by_option, ..Asked::default() }, emit);
        let mut again = say(&mut resumed, &first.to_string());
        for line in lines {
            again.push_str(&say(&mut resumed, line));
        }
        if by_option {
            let mut out = Vec::new();
            let scribe = Scribe::new(emit);
            resumed.go_on(&mut |answer| scribe.write(answer, &mut out));
            assert!(out.is_empty(), "nothing was due");
        }
        let kept: String = saved.split_inclusive('\n').filter(|line| !is_skipped(line.trim_end().as_bytes())).collect();
        assert_eq!(again, kept, "round {round} of {}", game.name());
        assert_eq!(resumed.tally.malformed + resumed.tally.refused + resumed.tally.contradicted, 0);
        for _ in 0..40 {
            let line = line(&stream, &mut dice);
            let (here, there) = (say(&mut stream, &line), say(&mut resumed, &line));
            // Remarks name lines, and the saved stream has more of them.
            let unnumbered = |text: &str| {
                text.split("\"line\":").map(|part| part.trim_start_matches(char::is_numeric)).collect::<String>()
            };
            assert_eq!(unnumbered(&here), unnumbered(&there), "round {round} of {}: {line}", game.name());
            draws += here.matches("\"chance\":").count();
            undone += usize::from(here.contains("\"undone\":") && !here.contains("violations"));
            forfeits += here.matches("\"by\":\"referee\"").count();
        }
    }
    assert!(draws > 50 && undone > 50 && forfeits > 5, "{draws} {undone} {forfeits}: the law is idle");
}
