//! What one viewer has seen of a game is drawn as the whole record is drawn for that viewer: from the stream of a seat, from
//! the lines that a match sends to one, and from a view alone.

use serde_json::{Value, json};

use crate::pipes::referee;

/// A game, with more arguments for a random one.
const GAMES: [(&str, &[&str]); 6] = [
    ("tectonic", &[]),
    ("wigwam", &[]),
    ("wangdo", &["--players", "3"]),
    ("we-will-wok-you", &[]),
    ("wongar", &["--players", "4"]),
    ("wongar", &["--option", "choose_ritual_cards=true"]),
];

/// The record of a random game.
fn record(game: &str, more: &[&str]) -> String {
    referee(&[&["random", "--game", game, "--seed", "5", "--emit", "none"], more].concat(), "").ends(0).out
}

/// The same as this viewer sees it.
fn seen_by(viewer: &str, record: &str) -> String {
    referee(&["play", "--emit", &format!("view:{viewer}")], record).ends(0).out
}

/// The picture of a stream for a viewer. Nothing is said about it.
#[track_caller]
fn drawn(viewer: &str, more: &[&str], stream: &str) -> String {
    let ran = referee(&[&["show", "--for", viewer], more].concat(), stream).ends(0);
    assert_eq!(ran.err, "", "--for {viewer} {more:?}");
    ran.out
}

fn lines(stream: &str) -> Vec<Value> {
    stream.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The numbers of some events: of the last in each of `parts` parts of those that are `meant`.
fn some(lines: &[Value], parts: usize, meant: impl Fn(&Value) -> bool) -> Vec<String> {
    let numbers: Vec<u64> = lines.iter().filter(|line| meant(line)).filter_map(|line| line["n"].as_u64()).collect();
    (1..=parts.min(numbers.len()))
        .map(|part| numbers[part * numbers.len() / parts.min(numbers.len()) - 1].to_string())
        .collect()
}

fn is_hidden(line: &Value) -> bool {
    [&line["action"], &line["chance"]]
        .iter()
        .any(|event| event.as_object().is_some_and(|event| event.values().all(Value::is_null)))
}

#[test]
fn what_a_seat_has_seen_is_drawn_as_the_record_is() {
    for (game, more) in GAMES {
        let record = record(game, more);
        for viewer in ["1", "public"] {
            let stream = seen_by(viewer, &record);
            let told = lines(&stream);
            let mut at = some(&told, 3, |line| line.get("view").is_some());
            at.extend(some(&told, 1, is_hidden));
            // After the first decision every position can be drawn, also between two draws.
            at.extend(some(&told, 1, |line| line.get("view").is_none() && line["next"] == "chance"));
            assert!(at.len() > 2, "{game}");
            for more in [&["--format", "svg"][..], &[]] {
                assert_eq!(drawn(viewer, more, &stream), drawn(viewer, more, &record), "{game} {viewer} {more:?}");
            }
            for at in at {
                let more = ["--at", &at];
                assert_eq!(drawn(viewer, &more, &stream), drawn(viewer, &more, &record), "{game} {viewer} {more:?}");
            }
        }
    }
}

#[test]
fn what_a_match_tells_a_seat_is_drawn_though_it_has_few_views() {
    for (game, more) in GAMES {
        let record = record(game, more);
        let mut told = lines(&seen_by("1", &record));
        for line in &mut told {
            if line["next"]["player"] != 1 {
                line.as_object_mut().expect("an object").remove("view");
                line.as_object_mut().expect("an object").remove("viewer");
            }
        }
        let stream: String = told.iter().map(|line| format!("{line}\n")).collect();
        // The other side's arrangement in Wigwam is shown by nothing but a view.
        let known = |line: &Value| line["next"] != "over" && !(game == "wigwam" && line["n"] == 2);
        for at in some(&told, 4, |line| known(line) && line.get("view").is_none()) {
            let more = ["--at", &at];
            assert_eq!(drawn("1", &more, &stream), drawn("1", &more, &record), "{game} {more:?}");
        }
        if ["wigwam", "wangdo", "wongar"].contains(&game) {
            // How the game ended is not in the stream.
            let ran = referee(&["show", "--for", "1"], &stream).ends(0);
            assert!(
                ran.err.contains("is hidden, so this is the last position that can be shown"),
                "{game}: {}",
                ran.err
            );
        }
    }
}

#[test]
fn what_a_seat_tried_last_is_drawn_too() {
    let record = record("wangdo", &[]);
    let told = lines(&record);
    let at = told.iter().rposition(|line| line["next"]["player"] == 1).expect("a turn");
    let tried = json!({"player": 1, "action": "pass"});
    let record: String = told[..=at].iter().chain([&tried]).map(|line| format!("{line}\n")).collect();
    let stream = referee(&["play", "--emit", "view:1"], &record).ends(1).out;
    assert!(stream.contains(r#"{"seal_card":null}"#), "something is hidden before");
    let picture = referee(&["show", "--for", "1"], &record).ends(1).out;
    assert!(picture.contains("Refused: player 1: pass."), "{picture}");
    assert_eq!(drawn("1", &[], &stream), picture);
}

#[test]
fn a_view_alone_is_drawn() {
    for (game, more) in GAMES {
        let record = record(game, more);
        let states = lines(&referee(&["play", "--emit", "state"], &record).ends(0).out);
        for viewer in ["1", "public"] {
            let told = lines(&seen_by(viewer, &record));
            let views: Vec<&Value> = told.iter().filter(|line| line.get("view").is_some()).collect();
            for line in [views[views.len() / 2], views[views.len() - 1]] {
                // The same position, with nothing before it.
                let state = states.iter().find(|other| other["n"] == line["n"]).expect("the same event");
                let mut header = json!({"referee": 1, "game": game, "state": state["state"]});
                for key in ["players", "options"] {
                    header[key] = told[0][key].clone();
                }
                let expected = drawn(viewer, &[], &header.to_string());
                let options: Vec<String> = more
                    .iter()
                    .skip_while(|word| **word == "--players")
                    .filter(|word| more[0] != "--players" || **word == "--option")
                    .map(|word| (*word).to_owned())
                    .collect();
                let options: Vec<&str> =
                    ["--game", game].into_iter().chain(options.iter().map(String::as_str)).collect();
                let view = &line["view"];
                assert_eq!(drawn(viewer, &options, &view.to_string()), expected, "{game} {viewer}: {view}");
                let mut answers = vec![json!({"view": view}), json!({"view": view, "viewer": line["viewer"]})];
                let asked = if viewer == "public" { json!("public") } else { json!(1) };
                answers.push(json!({"query": {"view": asked}, "view": view, "next": line["next"]}));
                for answer in answers {
                    assert_eq!(drawn(viewer, &options, &answer.to_string()), expected, "{game} {viewer}: {answer}");
                }
                if viewer == "1" {
                    let hidden = json!({"referee": 1, "game": game, "players": told[0]["players"], "options": told[0]["options"], "state": null, "view": view, "viewer": 1});
                    if ["wigwam", "wangdo", "wongar"].contains(&game) {
                        assert_eq!(drawn(viewer, &[], &hidden.to_string()), expected, "{game}: a hidden start");
                    }
                }
            }
        }
    }
}

#[test]
fn a_false_view_is_named_and_not_drawn() {
    let stream = seen_by("1", &record("wangdo", &[]));
    let view = lines(&stream).iter().rev().find(|line| line["next"]["player"] == 1).expect("a turn")["view"].clone();
    let says = |viewer: &str, view: &Value, code: i32, because: &str| {
        let ran = referee(&["show", "--game", "wangdo", "--for", viewer], view.to_string()).ends(code);
        assert_eq!(ran.out, "", "{view}");
        assert!(ran.err.contains(because), "{because}: {}", ran.err);
    };
    let with = |path: &str, value: Value| {
        let mut view = view.clone();
        *view.pointer_mut(path).expect(path) = value;
        view
    };
    says("public", &view, 1, "line 1: this is what player 1 sees, not the public; add --for 1");
    says("0", &view, 1, "add --for 1");
    says("7", &view, 2, "there is no such player");
    says("1", &with("/round", json!(0)), 1, "line 1: no position has this view: ");
    says("1", &with("/round", json!("x")), 3, "line 1: the view cannot be read: ");
    says("1", &with("/players/0/cards", json!(200)), 1, "no position has this view");
    let more: Vec<Value> =
        view["unseen"].as_array().expect("cards").iter().cloned().chain([json!("discount")]).collect();
    says("1", &with("/unseen", json!(more)), 1, "this is not what player 1 sees of any position");
    says("1", &with("/players", json!([])), 1, "no position has this view");
    says("1", &json!({"x": 1}), 3, "unknown field `x`");
    let three = referee(&["show", "--game", "wangdo", "--for", "1", "--players", "3"], view.to_string()).ends(1);
    assert!(three.err.contains("the view is of a game with 2 players"), "{}", three.err);
    // In the middle of a stream, too.
    let mut told = lines(&stream);
    let at = told.iter().rposition(|line| line["view"]["round"].is_u64()).expect("a view");
    told[at]["view"]["round"] = json!(0);
    let stream: Vec<String> = told.iter().map(Value::to_string).collect();
    let ran = referee(&["show", "--for", "1"], stream.join("\n")).ends(1);
    assert!(ran.err.contains(&format!("line {}: no position has this view", at + 1)), "{}", ran.err);
}
