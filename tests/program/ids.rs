//! Numbers of actions on the lines of a stream, through the program: they are written and read, they belong to the list of
//! `referee actions`, and what is refused or not numbered is said.

use serde_json::{Value, json};

use crate::beside::has_python;
use crate::pipes::{HEADER, referee};

/// The list of a game: what stands first, and the actions by number.
fn list(args: &[&str]) -> (Value, Vec<Value>) {
    let mut lines = referee(&[&["actions"], args].concat(), "").ends(0).values();
    let first = lines.remove(0);
    (first["action_space"].clone(), lines.into_iter().map(|mut line| line["action"].take()).collect())
}

fn play(lines: &[&str], emit: &str) -> crate::pipes::Ran {
    referee(&["play", "--emit", emit], lines.join("\n"))
}

#[test]
fn numbers_stand_beside_what_is_legal_and_the_header_names_their_list() {
    for args in [&["tectonic", "--option", "no_move=pass"][..], &["wongar", "--option", "choose_ritual_cards=true"]] {
        let (space, actions) = list(args);
        let random = |emit: &str| {
            let args = [&["random", "--seed", "3", "--emit", emit, "--game"], args].concat();
            referee(&args, "").ends(0)
        };
        let both = random("view:actor,legal,legal_ids");
        let mut met = 0;
        for (at, line) in both.values().iter().enumerate() {
            assert_eq!(line["action_space"], if at == 0 { space.clone() } else { Value::Null });
            assert_eq!(line["legal"].is_null(), line["legal_ids"].is_null(), "{line}");
            let ids = line["legal_ids"].as_array().map_or(&[][..], Vec::as_slice);
            let named: Vec<_> = ids.iter().map(|id| &actions[id.as_u64().expect("a number") as usize]).collect();
            assert_eq!(named, line["legal"].as_array().into_iter().flatten().collect::<Vec<_>>());
            met += ids.len();
        }
        assert!(met > 100, "{met}");
        // Alone, they stand where they stand beside the list.
        let alone = random("view:actor,legal_ids").values();
        for (mut line, alone) in both.values().into_iter().zip(alone) {
            line.as_object_mut().expect("an object").shift_remove("legal");
            assert_eq!(line, alone);
        }
        // What was written is read back, and a header asks for the same.
        let text = both.out.replacen("\"next\"", "\"emit\":\"legal_ids\",\"next\"", 1);
        let again = referee(&["play", "--strict", "--emit", "none"], text).ends(0).values();
        assert!(again.iter().zip(both.values()).all(|(again, line)| again["legal_ids"] == line["legal_ids"]));
    }
}

#[test]
fn a_number_is_played_and_refused_as_its_action() {
    let (_, actions) = list(&["tectonic"]);
    let place = |action: Value| actions.iter().position(|one| *one == action).expect("it is there");
    let legal = place(json!({"move": {"from": "c1", "to": "c5"}}));
    let ran = play(&[HEADER, &format!("{{\"id\":{legal}}}"), r#"{"query":"undo"}"#], "none").ends(0);
    assert_eq!(ran.answers()[1].action.as_ref(), Some(&actions[legal]));
    assert!(ran.answers()[1].id.is_none(), "a record holds actions: {ran:?}");

    let flip = place(json!({"move": {"from": "c1", "to": "c5", "flip": "b5"}}));
    for (number, player) in [(flip, 0), (legal, 1), (flip, 7)] {
        let [by_number, by_action] =
            [format!("\"id\":{number}"), format!("\"action\":{}", actions[number])].map(|what| {
                play(&[HEADER, &format!("{{\"player\":{player},{what},\"ms\":4,\"note\":\"x\"}}")], "none").ends(1).out
            });
        assert_eq!(by_number, by_action);
        assert!(by_number.contains("\"violations\":[{\"rule\":"), "{by_number}");
    }

    let wrong = [HEADER, r#"{"id":8928}"#, r#"{"id":-1,"player":1,"by":"referee"}"#];
    let ran = play(&wrong, "none").ends(1);
    let answers = ran.answers();
    assert_eq!((answers[1].rules(), answers[1].id), (vec!["table.no-such-id"], Some(8928)));
    let said = &answers[1].violations.as_ref().expect("violations")[0];
    assert_eq!(said.facts, *json!({"id": 8928, "n": 8928}).as_object().expect("an object"));
    assert_eq!(answers[2].rules(), ["table.not-your-turn", "table.not-forfeited", "table.no-such-id"]);
    assert_eq!(referee(&["play", "--strict", "--emit", "none"], &ran.out).ends(0).out, ran.out, "it reads back");
    let other = [r#"{"id":1.5}"#, r#"{"id":"1"}"#, r#"{"id":null}"#, r#"{"id":1,"pick":1}"#, r#"{"id":1,"id":1}"#];
    for malformed in other.into_iter().chain([r#"{"id":1e300}"#]) {
        assert!(play(&[HEADER, malformed], "none").ends(3).answers()[1].malformed.is_some(), "{malformed}");
    }
}

#[test]
fn a_game_without_numbers_says_so() {
    for game in ["wangdo", "wigwam", "we-will-wok-you"] {
        for command in [&["play", "--game", game][..], &["random", "--seed", "1", "--game", game]] {
            let said = referee(&[command, &["--emit", "legal,legal_ids"]].concat(), "").ends(2).err;
            assert!(said.contains("--emit legal_ids: the actions of") && said.contains("referee actions"), "{said}");
        }
        let header = format!(r#"{{"referee":1,"game":"{game}","seed":1}}"#);
        let asks = header.replace("\"seed\"", "\"emit\":\"legal_ids\",\"seed\"");
        let lines = [
            asks.as_str(),
            header.as_str(),
            r#"{"id":0}"#,
            r#"{"query":"legal","legal_ids":[1]}"#,
            r#"{"query":"legal_ids"}"#,
        ];
        let answers = play(&lines, "none").ends(3).values();
        let said = answers[0]["malformed"]["message"].as_str().unwrap_or_default();
        assert!(said.starts_with("`emit`: legal_ids: the actions of"), "{said}");
        let refused = answers.iter().find(|line| line["id"] == 0).expect("an answer");
        assert_eq!(refused["violations"][0]["rule"], "table.no-numbers");
        let asked = answers.iter().find(|line| line["query"] == "legal_ids").expect("an answer");
        assert_eq!(asked["violations"][0]["rule"], "table.no-numbers");
        let claim = answers.iter().find(|line| !line["contradicted"].is_null()).expect("an answer");
        assert_eq!(claim["contradicted"], json!([{"claim": "legal_ids", "claimed": [1], "actual": null}]));
    }
    assert!(referee(&["explain", "table.no-such-id"], "").ends(0).out.contains("closed list of all actions"));
}

#[test]
fn a_false_list_is_contradicted() {
    let (space, _) = list(&["tectonic"]);
    let header = |space: &Value| {
        let mut header: Value = serde_json::from_str(HEADER).expect("JSON");
        header["action_space"] = space.clone();
        header.to_string()
    };
    assert!(play(&[&header(&space)], "none").ends(0).out.contains("truncated"));
    let other = json!({"n": 3, "sha256": "0"});
    let answers = play(&[&header(&other)], "none").ends(1).values();
    let expected = json!([{"claim": "action_space", "claimed": other, "actual": space}]);
    assert_eq!(answers[0]["contradicted"], expected);
    // The finding is verified, too.
    let first = answers[0].to_string();
    play(&[&first], "none").ends(0);
    let ended = play(&[&first.replace("\"n\":8928", "\"n\":8927")], "none").ends(1).values();
    assert_eq!(ended[0]["contradicted"][0]["claim"], "contradicted.action_space");

    let listed = play(&[HEADER, r#"{"query":"legal"}"#], "legal_ids").ends(0).answers();
    let mut ids = listed[0].legal_ids.clone().expect("numbers");
    ids.reverse();
    let claims = |ids: &[u64]| json!({"query": "legal", "legal_ids": ids}).to_string();
    play(&[HEADER, &claims(&ids)], "none").ends(0);
    let asked = play(&[HEADER, r#"{"query":"legal_ids"}"#], "none").ends(0);
    assert_eq!(asked.answers()[1].legal_ids, listed[0].legal_ids);
    let lost = asked.out.replace("\"query\":\"legal_ids\",", "");
    assert_eq!(play(&[&lost], "none").ends(0).out, asked.out, "an answer is read as its question");
    ids.pop();
    let answers = play(&[HEADER, &claims(&ids)], "none").ends(1).answers();
    assert_eq!(answers[1].contradicted.as_ref().expect("a finding")[0].claim, "legal_ids");
}

#[test]
fn each_table_has_the_numbers_of_its_own_list() {
    let at = |table: &str, line: &str| format!("{{\"table\":\"{table}\",{}", &line[1..]);
    let pass = r#"{"referee":1,"game":"tectonic","options":{"no_move":"pass"},"emit":"legal_ids"}"#;
    let plain = r#"{"referee":1,"game":"tectonic","emit":"legal_ids"}"#;
    let wigwam = r#"{"referee":1,"game":"wigwam","emit":"legal_ids"}"#;
    let last = r#"{"id":8928}"#;
    let lines = [at("a", pass), at("b", plain), at("c", wigwam), at("a", last), at("b", last)];
    let answers = referee(&["play", "--emit", "none"], lines.join("\n")).ends(3).values();
    assert_eq!((&answers[0]["action_space"]["n"], &answers[1]["action_space"]["n"]), (&json!(8929), &json!(8928)));
    assert!(answers[2]["malformed"].is_object() && answers[2]["table"] == "c", "{answers:?}");
    let rules = |answer: &Value| answer["violations"][0]["rule"].clone();
    assert_eq!(
        (rules(&answers[3]), rules(&answers[4])),
        (json!("tectonic.pass-with-moves"), json!("table.no-such-id"))
    );
    assert_eq!(answers[3]["action"], "pass");
}

#[cfg(target_os = "linux")]
#[test]
fn a_bot_can_answer_with_a_number() {
    if !has_python() {
        return;
    }
    let (_, actions) = list(&["tectonic"]);
    let action = json!({"move": {"from": "c1", "to": "c5"}});
    let id = actions.iter().position(|one| *one == action).expect("it is there");
    let game = |game: &str, id: usize, more: &[&str]| {
        let bot = format!(
            "python3 -c \"import json,sys
for text in sys.stdin:
    line = json.loads(text)
    if 'ask' in line: print(json.dumps({{'ask': line['ask']['id'], 'id': {id}, 'note': 'by number'}}), flush=True)\""
        );
        let args = ["match", "--game", game, "--seed", "1", "--bot", &bot, "--bot", "@random", "--json"];
        let ran = referee(&[&args, more].concat(), "");
        serde_json::from_str::<Value>(ran.out.lines().next().expect("a game")).expect("JSON")
    };
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("ids-match");
    let _ = std::fs::remove_dir_all(&folder);
    game("tectonic", id, &["--max-turns", "1", "--lists", "none", "--transcripts", &folder.to_string_lossy()]);
    let record = std::fs::read_to_string(folder.join("g0.jsonl")).expect("a record");
    let first: Value = serde_json::from_str(record.lines().nth(1).expect("an action")).expect("JSON");
    assert_eq!((&first["action"], &first["id"], &first["note"]), (&action, &Value::Null, &json!("by number")));
    for (name, id, rule) in
        [("tectonic", 8928, "table.no-such-id"), ("tectonic", 0, "tectonic."), ("wigwam", 0, "table.no-numbers")]
    {
        let line = game(name, id, &[]);
        assert_eq!(line["causes"][0], "illegal_action", "{line}");
        assert!(line["why"][0].as_str().is_some_and(|why| why.starts_with(rule)), "{line}");
    }
}
