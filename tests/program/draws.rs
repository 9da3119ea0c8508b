//! Whose draw it is: every stream names the player of each draw that has one, and names in a record are verified.

use serde_json::Value;

use crate::pipes::{Answer, play, referee};

/// The draws of a stream: the number, the player, and the drawn item.
fn draws(stream: &[Answer]) -> Vec<(Option<u64>, Option<u8>, &Value)> {
    stream.iter().filter_map(|line| Some((line.n, line.player, line.chance.as_ref()?))).collect()
}

fn random(game: &str, emit: &str) -> Vec<Answer> {
    referee(&["random", "--game", game, "--players", "3", "--seed", "5", "--emit", emit], "").ends(0).answers()
}

#[test]
fn every_view_says_who_drew_the_hidden_card() {
    for (game, secret) in [("wangdo", "seal_card"), ("wongar", "ritual_card")] {
        let record = random(game, "none");
        let of_record = draws(&record);
        assert!(of_record.iter().any(|(_, player, _)| player.is_none()), "{game}: the layout belongs to no player");
        for viewer in [Some(0), Some(1), Some(2), None] {
            let emit = viewer.map_or("view:public".to_owned(), |viewer: u8| format!("view:{viewer}"));
            let seen = random(game, &emit);
            let seen = draws(&seen);
            assert_eq!(seen.len(), of_record.len());
            let mut hidden = 0;
            for ((n, player, drawn), (_, drawer, in_full)) in seen.into_iter().zip(&of_record) {
                assert_eq!(player, *drawer, "{game} {emit}: whose draw {n:?} is");
                if drawn[secret].is_null() && !in_full[secret].is_null() {
                    hidden += 1;
                    assert!(player.is_some() && player != viewer, "{game} {emit}: {n:?} is hidden from who drew it");
                } else {
                    assert_eq!(drawn, *in_full);
                }
            }
            assert!(hidden > 0, "{game} {emit}: nothing was hidden");
        }
    }
}

#[test]
fn whose_draw_it_is_said_to_be_is_verified() {
    let record = referee(&["random", "--game", "wangdo", "--players", "2", "--seed", "1", "--emit", "none"], "").out;
    let lines: Vec<&str> = record.lines().collect();
    let is_stele = |line: &&str| line.contains(r#""player":1,"chance":{"stele""#);
    let at = lines.iter().position(is_stele).expect("player 1 draws a stele");
    let judged = |line: &str, emit: &str| {
        let changed: Vec<&str> = lines[..at].iter().copied().chain([line]).chain(lines[at + 1..].to_vec()).collect();
        (play(&changed, emit), referee(&["validate", "--each"], changed.join("\n")))
    };
    let (ran, validated) = judged(lines[at], "none");
    assert_eq!((ran.ends(0).out, validated.code), (record.clone(), Some(0)));
    // It need not be given, and is written anyway.
    let (ran, validated) = judged(&lines[at].replace(r#""player":1,"#, ""), "none");
    assert_eq!((ran.ends(0).out, validated.code), (record.clone(), Some(0)));
    let wrong = lines[at].replace(r#""player":1,"#, r#""player":0,"#);
    let (ran, validated) = judged(&wrong, "none");
    let answers = ran.answers();
    assert_eq!((ran.code, answers[at].false_claims(), answers[at].player), (Some(1), vec!["player"], Some(1)));
    assert_eq!(answers.len(), lines.len(), "the draw was still made");
    assert!(validated.code == Some(1) && validated.out.contains(r#""claim":"player","claimed":0,"actual":1"#));
    referee(&["play", "--strict", "--emit", "none"], &ran.out).ends(0);
    // A token has no player.
    let token = lines[1].replace(r#""chance":{"#, r#""player":0,"chance":{"#);
    let answer = play(&[lines[0], &token], "none").ends(1).answers().remove(1);
    assert_eq!((answer.false_claims(), answer.player), (vec!["player"], None));
    assert_eq!(answer.contradicted.expect("a false claim")[0].actual, Value::Null);
}

#[test]
fn whose_hidden_draw_it_is_said_to_be_is_verified() {
    let args = ["random", "--game", "wangdo", "--players", "2", "--seed", "1", "--emit", "view:public"];
    let seen = referee(&args, "").ends(0).out;
    let lines: Vec<&str> = seen.lines().collect();
    let at = lines.iter().position(|line| line.contains(r#"{"seal_card":null}"#)).expect("a hidden card");
    play(&lines[..=at], "none").ends(0);
    let (right, wrong) = if lines[at].contains(r#""player":0,"#) { ("0", "1") } else { ("1", "0") };
    let swapped = lines[at].replace(&format!(r#""player":{right},"#), &format!(r#""player":{wrong},"#));
    let changed: Vec<&str> = lines[..at].iter().copied().chain([&*swapped]).collect();
    let answers = play(&changed, "none").ends(1).answers();
    assert!(answers[at].redacted.is_some());
    assert_eq!(answers[at].false_claims(), ["player"]);
}
