//! Many tables on one stream, through the program.

use serde_json::{Value, json};

use crate::pipes::{HEADER, MOVE, Ran, referee};

/// A line of a table.
fn at(table: &str, line: &str) -> String {
    format!("{{\"table\":{},{}", json!(table), &line[1..])
}

fn play(lines: &[String], more: &[&str]) -> Ran {
    referee(&[&["play", "--emit", "none"], more].concat(), lines.join("\n"))
}

/// What came out for a table.
fn of(answers: &[Value], table: &str) -> Vec<Value> {
    answers.iter().filter(|answer| answer["table"] == table).cloned().collect()
}

const CLOSE: &str = r#"{"close":true}"#;

#[test]
fn tables_take_turns_and_are_closed() {
    let wangdo = r#"{"referee":1,"game":"wangdo","seed":3,"players":3}"#;
    let lines = [
        at("a", HEADER),
        HEADER.to_owned(),
        at("b", wangdo),
        at("a", MOVE),
        MOVE.to_owned(),
        at("b", r#"{"pick":0}"#),
        r#"{"query":"undo","table":"a"}"#.to_owned(),
        at("a", "{garbage"),
        at("nowhere", MOVE),
        at("b", CLOSE),
        at("b", r#"{"pick":0}"#),
        at("b", wangdo),
        at("a", CLOSE),
    ];
    let ran = play(&lines, &[]).ends(3);
    let answers = ran.values();
    let [a, b] = ["a", "b"].map(|table| of(&answers, table));
    assert_eq!((&a[0]["game"], &a[1]["n"], &a[2]["undone"]), (&json!("tectonic"), &json!(1), &json!(1)));
    assert_eq!((&a[3]["malformed"]["line"], &a[3]["next"]), (&json!(4), &json!({"player": 0})));
    assert_eq!((&a[4]["truncated"]["line"], &a[5], a.len()), (&json!(4), &json!({"table": "a", "close": true}), 6));
    let closed = b.iter().position(|line| line["close"] == true).expect("it is closed");
    assert!(b[closed - 1]["truncated"].is_object());
    let said = b[closed + 1]["malformed"]["message"].as_str().unwrap_or_default();
    assert!(said.starts_with("no game: a header must come first"), "{said}");
    assert!(b[closed + 2]["game"] == "wangdo" && b.last().expect("the end")["truncated"].is_object());
    assert_eq!(of(&answers, "nowhere").len(), 1);
    let nameless: Vec<&Value> = answers.iter().filter(|answer| answer["table"].is_null()).collect();
    assert!(nameless.len() == 3 && nameless[1]["n"] == 1 && nameless[2]["truncated"]["line"] == 2, "{nameless:?}");
    // What was written reads back, but for the remarks.
    let again = play(std::slice::from_ref(&ran.out), &[]).ends(0);
    let is_kept = |line: &&str| !line.contains("malformed") && !line.contains("truncated");
    assert!(again.out.lines().filter(is_kept).eq(ran.out.lines().filter(is_kept)));
}

#[test]
fn there_is_room_again_where_a_table_was_closed() {
    let mut lines: Vec<String> = (0..257).map(|table| at(&table.to_string(), HEADER)).collect();
    lines.extend([at("256", MOVE), at("255", MOVE), at("7", CLOSE), at("256", HEADER), at("256", MOVE)]);
    let answers = play(&lines, &[]).ends(3).values();
    let last = of(&answers, "256");
    assert_eq!(last[0]["violations"][0]["rule"], "table.too-many-tables");
    assert!(last[1]["malformed"].is_object() && last[2]["players"] == 2 && last[3]["n"] == 1, "{last:?}");
    assert_eq!(of(&answers, "255")[1]["n"], 1, "no other table notices");
    let explained = referee(&["explain", "table.too-many-tables"], "").ends(0);
    assert!(explained.out.contains("at most 256 tables"), "{}", explained.out);
}

#[test]
fn what_belongs_to_no_table_is_said_to_the_one_without_a_name() {
    let long = "x".repeat(65);
    for name in [r#""""#, "7", "null", &format!("\"{long}\"")] {
        let line = format!("{{\"table\":{name},{}", &HEADER[1..]);
        let answers = play(&[line, at("a", HEADER)], &[]).ends(3).values();
        assert_eq!(answers[0]["malformed"]["message"], "`table` is a string of 1 to 64 characters");
        assert!(answers[0]["table"].is_null() && answers[1]["table"] == "a");
    }
    // A line that is too long is the affair of its own table, as is whatever the command line contradicts.
    let long = at("a", &format!("{{\"note\":\"{}\"}}", "x".repeat(1 << 20)));
    let answers = play(&[at("a", HEADER), HEADER.to_owned(), long, MOVE.to_owned()], &[]).ends(3).values();
    assert_eq!((&answers[2]["table"], &answers[2]["malformed"]["line"]), (&json!("a"), &json!(2)));
    assert_eq!((&answers[3]["table"], &answers[3]["n"]), (&Value::Null, &json!(1)));
    let other = at("b", r#"{"referee":1,"game":"wigwam"}"#);
    let answers = play(&[other, at("a", HEADER), at("a", MOVE)], &["--game", "tectonic"]).ends(3).values();
    let said = answers[0]["malformed"]["message"].as_str().unwrap_or_default();
    assert!(said.contains("--game tectonic contradicts"), "{said}");
    assert_eq!((&answers[2]["n"], answers.len()), (&json!(1), 4), "no table without a name begins beside the others");
}

#[test]
fn pictures_say_whose_they_are_and_other_commands_take_one_table() {
    let lines = [at("a", HEADER), at("a", MOVE), HEADER.to_owned(), at("b", HEADER)].join("\n");
    let shown = referee(&["play", "--show"], &lines).ends(0).err;
    let headings: Vec<&str> = shown.lines().filter(|line| line.contains("TecTonic: ")).collect();
    let whose = |heading: &&str| heading.split("TecTonic").next().unwrap_or_default().to_owned();
    assert_eq!(headings.iter().map(whose).collect::<Vec<_>>(), ["Table a: ", "Table a: ", "", "Table b: "]);
    for command in ["validate", "legal", "show"] {
        let ran = referee(&[command], &lines);
        assert!(
            format!("{}{}", ran.out, ran.err).contains("only `referee play` judges many tables"),
            "{command}: {ran:?}"
        );
    }
    let strict = referee(&["play", "--strict"], [at("a", HEADER), at("a", "{}"), at("a", MOVE)].join("\n")).ends(3);
    assert_eq!(strict.values().len(), 2, "it stops at the first fault");
}
