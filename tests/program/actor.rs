//! `view:actor`: the view and the legal list of the player who is to act, on every line. Beside them stands nothing that a
//! stream for that player alone would not carry there.

use referee::games::GAMES;
use serde_json::Value;

use crate::pipes::referee;

/// What stands beside an event.
fn beside(line: &Value) -> Vec<&Value> {
    ["view", "viewer", "legal", "legal_n", "exhaustive"].map(|key| &line[key]).to_vec()
}

/// A random game, and the same written for everybody in turn.
fn written(game: &str, players: u8, emit: &str) -> Vec<Value> {
    let players = players.to_string();
    let args = ["random", "--game", game, "--players", &players, "--seed", "5", "--emit", emit];
    referee(&args, "").ends(0).values()
}

#[test]
fn what_stands_beside_a_line_is_what_its_viewer_is_told() {
    for game in GAMES {
        let players = *game.players().end();
        let actors = written(game.name(), players, "view:actor,legal");
        let viewers = (0..players).map(|player| player.to_string()).chain(["public".to_owned()]);
        let mut met = 0;
        for viewer in viewers {
            let own = written(game.name(), players, &format!("view:{viewer},legal"));
            assert_eq!(own.len(), actors.len());
            for (told, line) in own.iter().zip(&actors) {
                if line["viewer"].to_string().trim_matches('"') == viewer {
                    assert_eq!(beside(told), beside(line), "{}", game.name());
                    let to_act = &line["next"]["player"];
                    assert!(*to_act == line["viewer"] || (line["next"] == "over" && viewer == "public"), "{line}");
                    met += 1;
                }
            }
        }
        let due = actors.iter().filter(|line| line["next"] != "chance" && line["outcome"].is_null()).count();
        assert_eq!(met, due, "{}: each line at which a player is to act, and the last, has a viewer", game.name());
        assert!(actors[0]["seed"] == 5 && met > 1, "{}: {met}", game.name());
        assert_eq!(actors[actors.len() - 2]["viewer"], "public");
    }
}

#[test]
fn a_header_asks_for_its_own_game_and_never_for_more_than_a_viewer_may_know() {
    let header = |emit: &str| format!(r#"{{"referee":1,"game":"wangdo","seed":3{emit}}}"#);
    let asks = |emit: &str| header(&format!(r#","emit":"{emit}""#));
    let first = r#"{"pick":0}"#;
    let plain = header("");
    let play = |header: &str, emit: &str| {
        let ran = referee(&["play", "--emit", emit], format!("{header}\n{first}\n{plain}\n{first}\n"));
        let header: Value = serde_json::from_str(header).expect("JSON");
        ran.ends(0).out.replace(&format!(",\"emit\":{}", header["emit"]), "")
    };
    for emit in ["view:actor,legal", "view:1", "none", "state,digest"] {
        let (asked, plain) = (play(&asks(emit), "digest"), play(&header(""), emit));
        let own = plain.lines().take_while(|line| !line.contains("truncated")).count();
        assert!(own > 2 && asked.lines().take(own).eq(plain.lines().take(own)), "{asked}\n{plain}");
        assert!(asked.lines().skip(own).any(|line| line.contains("digest")), "the next game is written as before");
    }
    // A stream for one viewer stays fit for them.
    for emit in ["view:actor,legal", "view:1", "state"] {
        assert_eq!(play(&asks(emit), "view:0"), play(&header(""), "view:0"));
    }
    for (emit, wrong) in [("view:2", "no such player"), ("views", "is none of"), ("state,view:0", "reveal secrets")] {
        let answers = referee(&["play"], asks(emit)).ends(3).values();
        assert!(answers[0]["malformed"]["message"].as_str().is_some_and(|told| told.contains(wrong)), "{answers:?}");
    }
}
