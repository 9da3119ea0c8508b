//! Positions from outside: what is read, and that every fault is named.

use super::super::position::Position;
use super::super::{Chance, Payment, Score};
use super::*;

/// A position in play for two, for tests to change: 24 cards are removed, the rows are full, and each player has a
/// wok card already paid for.
const PLAY: &str = r#"{"turn":1,"lines":{"3":5,"2":4},
    "rows":{"A1":["broccoli","broccoli","broccoli:star"],"A2":["broccoli:cookie","broccoli:spoon","broccoli:bowl"],
            "B1":["chicken","chicken"],"B2":["chicken:star","chicken:cookie"]},
    "woks":["W03","W04","W05","W06","W07","W08","W09","W10","W11","W12"],
    "players":[{"coins":4,"hand":["tuna"],"laid":["tuna:bowl+bowl","carrot:bowl+bowl"],"woks":["W01"]},
               {"coins":3,"laid":["octopus:star","tuna:star","octopus:spoon+spoon"],"woks":["W02"]}],
    "removed":["carrot","carrot","carrot:star","carrot:cookie","carrot:spoon","carrot:bowl","carrot:cookie+cookie",
        "carrot:spoon+spoon","carrot:chopsticks+chopsticks","carrot:chopsticks+chopsticks","prawn","prawn:star",
        "prawn:cookie","prawn:cookie+cookie","prawn:spoon+spoon","prawn:bowl+bowl","prawn:chopsticks+chopsticks",
        "octopus","octopus:bowl","octopus:chopsticks","octopus:cookie+cookie","octopus:bowl+bowl",
        "octopus:chopsticks+chopsticks","tuna:cookie+cookie"]}"#;

fn read(game: &WeWillWokYou, changes: &[(&str, &str)]) -> Result<State, Vec<&'static str>> {
    let mut text = PLAY.to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    let position: Position = strict::from_slice(text.as_bytes()).unwrap_or_else(|m| panic!("{text}: {m}"));
    game.restore(2, &position)
        .map_err(|faults| faults.iter().map(|f| &f.clause().id["we-will-wok-you.".len()..]).collect())
}

#[track_caller]
fn faulty(changes: &[(&str, &str)], expected: &[&str]) {
    assert_eq!(read(&game(), changes).map(|_| ()), Err(expected.to_vec()), "{changes:?}");
}

#[test]
fn a_position_is_read_as_it_is_written() {
    let game = game();
    let state = read(&game, &[]).unwrap();
    assert_eq!((state.turn, state.lines, state.pile.len()), (Player(1), [5, 4], 23));
    assert_eq!(state.seat(Player(0)).hand, cards("tuna"));
    let written = serde_json::to_string(&game.position(&state, true)).unwrap();
    assert!(
        written.starts_with(r#"{"turn":1,"lines":{"3":5,"2":4},"rows":{"A1":["broccoli","broccoli","broccoli:star"]"#)
    );
    assert!(written.ends_with(r#""pile":23}"#));
    let again: Position = strict::from_slice(written.as_bytes()).unwrap();
    assert_eq!(game.restore(2, &again), Ok(state));
}

#[test]
fn positions_that_do_not_add_up_are_refused() {
    faulty(&[(r#""turn":1"#, r#""turn":2"#)], &["position-turn"]);
    faulty(&[(r#"{"coins":3"#, r#"{"coins":4"#)], &["position-coins"]);
    faulty(&[(r#""3":5"#, r#""3":0"#), (r#"{"coins":3"#, r#"{"coins":8"#)], &["position-line"]);
    faulty(&[(r#""hand":["tuna"]"#, r#""hand":["tuna","tuna"]"#)], &["position-deck"]);
    faulty(&[(r#""hand":["tuna"]"#, r#""hand":["tuna:spoon+bowl"]"#)], &["position-deck"]);
    faulty(&[(r#""turn":1"#, r#""turn":1,"pile":22"#)], &["position-pile"]);
    faulty(&[(r#""prawn:cookie","#, "")], &["position-removed"]);
    faulty(&[(r#""carrot","carrot:star""#, r#""carrot","broccoli:spoon+spoon","carrot:star""#)], &["position-removed"]);
    faulty(&[(r#""B1":["chicken","chicken"]"#, r#""B1":["chicken","chicken","chicken:spoon"]"#)], &["position-row"]);
    faulty(
        &[(r#""B1":["chicken","chicken"]"#, r#""B1":["chicken"]"#), (r#""B2":["chicken:star","#, r#""B2":["#)],
        &["position-row"],
    );
    faulty(&[(r#""woks":["W02"]"#, r#""woks":["W02","W02"]"#)], &["position-wok-twice"]);
    faulty(&[(r#""woks":["W02"]"#, r#""woks":["W03"]"#)], &["position-wok-twice", "position-woks"]);
    faulty(&[(r#""woks":["W03","#, r#""woks":["#)], &["position-woks"]);
    faulty(&[(r#""woks":["W03","#, r#""woks":["W13","W03","#)], &["position-woks"]);
    faulty(&[(r#"{"coins":3"#, r#"{"coins":0},{"coins":3"#)], &["position-players"]);
}

#[test]
fn payments_must_be_possible() {
    faulty(&[(r#""carrot:bowl+bowl""#, r#""tuna:spoon""#)], &["position-laid"]);
    faulty(&[(r#""carrot:bowl+bowl""#, r#""tuna:spoon+spoon""#)], &["position-laid"]);
    faulty(&[(r#""tuna:bowl+bowl","carrot:bowl+bowl""#, "")], &["position-laid"]);
    faulty(&[(r#""turn":1"#, r#""turn":1,"taking":true"#)], &["position-laid"]);
    let more = Options { payment: Payment::AtLeastFour, ..Options::default() };
    let five = [(r#""carrot:bowl+bowl""#, r#""carrot:bowl+bowl","tuna:bowl""#)];
    faulty(&five, &["position-laid"]);
    assert!(read(&game_with(&more), &five).is_ok());
    let game = game();
    for (names, woks, possible) in [
        ("", 0, true),
        ("tuna", 0, false),
        ("4*tuna:star", 1, true),
        ("tuna:star+star tuna:bowl+star tuna:cookie+spoon 2*tuna:spoon tuna:star", 2, true),
        ("3*tuna:bowl 3*tuna:spoon 2*tuna:star", 2, true),
        ("3*tuna:bowl 2*tuna:spoon 3*tuna:cookie", 2, false),
        ("2*tuna:bowl+bowl", 2, false),
    ] {
        assert_eq!(game.are_payments(&cards(names), woks), possible, "{names}");
    }
    let game = game_with(&more);
    for (names, fewest, most) in [
        ("4*tuna:star", 1, 1),
        ("3*tuna:bowl+bowl", 1, 1),
        ("4*tuna:bowl+bowl tuna:bowl", 1, 2),
        ("2*tuna:bowl+bowl 2*tuna:spoon+spoon", 2, 2),
        ("2*tuna:bowl+bowl 2*tuna:spoon+spoon 4*tuna:star", 2, 3),
        ("7*tuna:spoon+bowl", 1, 1),
        ("8*tuna:spoon+bowl", 1, 2),
        ("tuna:bowl tuna:spoon tuna:cookie tuna:chopsticks", 9, 9),
        ("2*tuna:bowl+bowl 3*tuna:spoon", 9, 9),
        ("2*tuna:bowl+bowl tuna", 9, 9),
        ("", 0, 0),
    ] {
        for woks in 0..9 {
            assert_eq!(game.are_payments(&cards(names), woks), (fewest..=most).contains(&woks), "{names}: {woks}");
        }
    }
}

#[test]
fn phases_must_fit() {
    let taking = [
        (r#""turn":1"#, r#""turn":0,"taking":true"#),
        (r#""laid":["tuna:bowl+bowl""#, r#""laid":["tuna:spoon+spoon","chicken:spoon+spoon","tuna:bowl+bowl""#),
    ];
    assert!(read(&game(), &taking).unwrap().taking);
    faulty(&[(r#""turn":1"#, r#""turn":1,"last":2"#)], &["position-last"]);
    faulty(&[(r#"{"coins":3"#, r#"{"coins":3,"score":{"points":8,"unused":3}"#)], &["position-score"]);
    // A refill: one row is short, the buyer is on turn and cannot be choosing a wok card.
    let refill = (r#""B1":["chicken","chicken"],"#, "");
    let bought = (r#"{"coins":3,"#, r#"{"coins":3,"hand":["chicken","chicken"],"#);
    assert_eq!(
        read(&game(), &[refill, bought]).unwrap().due(),
        Some(super::super::market::Due::Row(super::super::market::Row::B1))
    );
    let [first, second] = taking;
    let hand = (r#""hand":["tuna"]"#, r#""hand":["tuna","chicken"]"#);
    faulty(&[refill, first, second, hand], &["position-taking"]);
    faulty(&[refill], &["position-refill"]);
    faulty(&[refill, bought, (r#""3":5,"2":4"#, r#""3":4,"2":5"#)], &["position-refill"]);
}

/// The last actions and the declarations, with everything that is not removed in one hand.
fn late(rows: &str, rest: &str, score: &str) -> Result<State, Vec<&'static str>> {
    let game = game();
    let state = read(&game, &[]).unwrap();
    let mut hand = in_pile(&state);
    hand.extend(cards("tuna").faces().to_vec());
    let kept: Vec<&str> = rows.split(',').collect();
    for (name, row) in ["A1", "A2", "B1", "B2"].iter().zip(state.rows) {
        if !kept.contains(name) {
            hand.extend(row.faces().to_vec());
        }
    }
    let mut position = game.position(&state, true);
    position.players[0].hand = hand;
    position.pile = None;
    let mut json = serde_json::to_value(&position).unwrap();
    for name in ["A1", "A2", "B1", "B2"].iter().filter(|name| !kept.contains(name)) {
        json["rows"].as_object_mut().unwrap().remove(*name);
    }
    for (key, value) in serde_json::from_str::<serde_json::Value>(rest).unwrap().as_object().unwrap() {
        json[key] = value.clone();
    }
    if !score.is_empty() {
        json["players"][1]["score"] = serde_json::from_str(score).unwrap();
    }
    let position: Position = serde_json::from_value(json).unwrap();
    game.restore(2, &position)
        .map_err(|faults| faults.iter().map(|f| &f.clause().id["we-will-wok-you.".len()..]).collect())
}

#[test]
fn the_end_must_fit() {
    assert_eq!(late("A1,A2,B1,B2", "{}", "").map(|state| state.pile.len()), Ok(0));
    assert_eq!(late("A1,B2", "{}", "").map(|state| state.last), Ok(None));
    assert_eq!(late("A1,A2", "{}", ""), Err(vec!["position-last"]));
    assert_eq!(late("A1,A2", r#"{"last":2}"#, "").map(|state| state.last), Ok(Some(2)));
    assert_eq!(late("", r#"{"last":1}"#, "").map(|state| state.last), Ok(Some(1)));
    assert_eq!(late("A1,A2", r#"{"last":3}"#, ""), Err(vec!["position-last"]));
    assert_eq!(late("A1,A2", r#"{"last":0}"#, ""), Err(vec!["position-turn"]));
    assert_eq!(late("A1,A2", r#"{"last":0,"turn":0}"#, "").map(|state| state.last), Ok(Some(0)));
    let score = r#"{"points":8,"unused":3}"#;
    assert_eq!(late("A1,A2", r#"{"last":0,"turn":0}"#, score), Err(vec!["position-score"]), "player 0 declares first");
    assert_eq!(late("A1,A2", r#"{"last":1,"turn":0}"#, score), Err(vec!["position-score"]));
}

#[test]
fn a_set_up_position_has_seen_no_play() {
    let game = game();
    let set_up = |json: &str| {
        let position: Position = strict::from_slice(json.as_bytes()).unwrap();
        game.restore(2, &position)
            .map_err(|faults| faults.iter().map(|f| &f.clause().id["we-will-wok-you.".len()..]).collect::<Vec<_>>())
    };
    let start = r#"{"turn":0,"lines":{"3":6,"2":4},"players":[{"coins":3},{"coins":3}]}"#;
    assert_eq!(set_up(start), Ok(game.start(2)));
    let mut state = game.start(2);
    // Every moment of the set-up can be written and read.
    while state.due().is_some() {
        assert_eq!(game.restore(2, &game.position(&state, true)), Ok(state.clone()));
        let mut draws = Vec::new();
        game.chances(&state, &mut draws);
        game.apply_chance(&mut state, &draws[draws.len() / 2].0);
    }
    for (from, to) in [
        (r#""turn":0"#, r#""turn":1"#),
        (r#""3":6,"2":4"#, r#""3":5,"2":5"#),
        (r#"[{"coins":3},{"coins":3}]"#, r#"[{"coins":0},{"coins":6}]"#),
        (r#"{"coins":3},"#, r#"{"coins":3,"hand":["tuna"]},"#),
        (r#"{"coins":3},"#, r#"{"coins":3,"score":{"points":0,"unused":0}},"#),
        (r#""turn":0"#, r#""turn":0,"taking":true"#),
        (r#""turn":0"#, r#""turn":0,"last":1"#),
    ] {
        let expected = if to.contains("hand") { "position-woks" } else { "position-set-up" };
        assert_eq!(set_up(&start.replacen(from, to, 1)), Err(vec![expected]), "{to}");
    }
}

#[test]
fn rows_are_full_before_wok_cards_are_drawn() {
    let game = game();
    let mut state = game.start(4);
    while state.due() != Some(super::super::market::Due::Wok) {
        let mut draws = Vec::new();
        game.chances(&state, &mut draws);
        game.apply_chance(&mut state, &draws[0].0);
    }
    game.apply_chance(&mut state, &Chance::Wok(wok("W01")));
    assert_eq!(game.restore(4, &game.position(&state, true)), Ok(state.clone()));
    let card = state.rows[3].faces()[0];
    state.rows[3].remove(card);
    let mut pile = in_pile(&state);
    pile.insert(card);
    state.pile = Pile::of(&pile);
    let faults = game.restore(4, &game.position(&state, true)).unwrap_err();
    assert_eq!(faults.iter().map(|fault| fault.clause().id).collect::<Vec<_>>(), ["we-will-wok-you.position-row"]);
}

#[test]
fn a_score_is_at_most_the_best() {
    // Player 1 has W02, worth 8, and three cards for which there is no other wok, so no other score is possible.
    for (points, unused, fits) in
        [(8, 3, true), (8, 2, false), (7, 3, false), (8, 4, false), (9, 3, false), (0, 3, false)]
    {
        let score = format!(r#""score":{{"points":{points},"unused":{unused}}}"#);
        let found = late("A1,A2", r#"{"last":0,"turn":0}"#, "").map(|state| {
            let mut position = game().position(&state, true);
            position.players[0].score = game().best_score(state.seat(Player(0)));
            position.players[1].score = Some(Score { points, unused });
            game().restore(2, &position).is_ok()
        });
        assert_eq!(found, Ok(fits), "{score}");
    }
}
