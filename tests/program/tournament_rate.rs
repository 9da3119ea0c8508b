//! Ratings from any results: of several journals, repeated, contradictory, or of two bots among many.

use std::fs;

use referee::contest::config::Config;
use serde_json::Value;

use crate::pipes::referee;
use crate::tournament::{JOURNAL, file, fresh, read, simulate};

/// A report of results as JSON, with the exit code of results that agree.
fn rated(arguments: &[&str], input: &str) -> Value {
    let ran = referee(&[&["tournament", "rate", "--format", "json"], arguments].concat(), input).ends(0);
    serde_json::from_str(&ran.out).expect("JSON")
}

fn results() -> Vec<String> {
    read(JOURNAL).lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn results_that_contradict_each_other_end_with_a_code() {
    let lines = results();
    let swap = |line: &str| {
        let (one, two) = ("\"places\":[1,2]", "\"places\":[2,1]");
        if line.contains(one) { line.replace(one, two) } else { line.replace(two, one) }
    };
    let told = format!("{}\n{}\n", lines.join("\n"), swap(&lines[0]));
    let said = "Contradiction: 1 game is told twice";
    let ran = referee(&["tournament", "rate", "--format", "csv"], &told).ends(1);
    assert!(
        ran.err.contains(said) && ran.err.contains("differs in `places`") && ran.out.lines().count() == 5,
        "{ran:?}"
    );
    let plan = referee(&["tournament", "plan", "fixtures/tournaments/simulated.toml"], "").ends(0).out;
    let plan = file("contradiction.plan", &plan);
    let ran = referee(&["tournament", "rate", "--plan", &plan], &told).ends(1);
    assert!(ran.err.contains(said), "{ran:?}");
    let journal = file("contradiction.jsonl", &format!("{}{}\n", read(JOURNAL), swap(&lines[0])));
    let ran = referee(&["tournament", "standings", &journal], "").ends(1);
    assert!(ran.err.contains(said) && ran.out.contains(said), "{ran:?}");
    // An equal repetition is no contradiction.
    referee(&["tournament", "rate"], format!("{}\n{}\n", lines.join("\n"), lines[0])).ends(0);
}

#[test]
fn a_game_in_which_the_judge_failed_is_played_again() {
    let lines = results();
    let mut failed: Value = serde_json::from_str(&lines[0]).expect("JSON");
    let result = failed["result"].as_object_mut().expect("a result");
    result.shift_remove("places");
    result["causes"] = serde_json::json!(["referee_fault", "referee_fault"]);
    result["reason"] = "called-off".into();
    let failed = failed.to_string();
    let whole = rated(&[], &lines.join("\n"));
    for order in [format!("{failed}\n{}", lines.join("\n")), format!("{}\n{failed}", lines.join("\n"))] {
        assert_eq!(rated(&[], &order), whole);
        let journal = read(JOURNAL);
        let (head, _) = journal.split_once('\n').expect("lines");
        let journal = file("failed-once.jsonl", &format!("{head}\n{order}\n"));
        let out = referee(&["tournament", "standings", &journal, "--format", "json"], "").ends(0).out;
        let report: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!((&report["games"], &report["complete"]), (&144.into(), &true.into()));
    }
    assert_eq!(rated(&[], &failed)["called_off"], 1);
}

#[test]
fn results_of_one_block_go_together() {
    let lines = results();
    let refused = |from: &str, to: &str, because: &str| {
        let bad = lines[1].replace(from, to);
        assert_ne!(bad, lines[1]);
        let ran = referee(&["tournament", "rate"], format!("{}\n{bad}\n", lines[0])).ends(3);
        assert!(ran.out.is_empty() && ran.err.contains(because), "{ran:?}");
    };
    refused("elo-1500", "elo-1450", "games r1t1b1g2 and r1t1b1g1 are of one block but contradict each other in `bots`");
}

#[test]
fn competitions_are_rated_together() {
    let text = read("fixtures/tournaments/simulated.toml");
    let other =
        Config::read(&text.replace("seed = 1", "seed = 2").replace("elo-1350", "elo-1300")).expect("it is right");
    let path = fresh("second-league.jsonl");
    simulate(&other, &path, usize::MAX);
    let second = path.to_string_lossy().into_owned();
    let both = rated(&[JOURNAL, &second], "");
    assert_eq!((&both["games"], &both["duplicates"]), (&288.into(), &Value::Array(Vec::new())));
    assert_eq!(both["standings"].as_array().map(Vec::len), Some(5));
    assert_eq!(both["game"], "tectonic");
    let texts = [read(JOURNAL), fs::read_to_string(&path).expect("there")];
    assert_eq!(rated(&[], &texts.concat()), both, "one behind the other");
    assert_eq!(rated(&[&second, JOURNAL], ""), both);
    let alone: String =
        texts.concat().lines().filter(|line| line.starts_with("{\"result\"")).map(|l| format!("{l}\n")).collect();
    let mut without = rated(&[], &alone);
    without.as_object_mut().expect("a report").insert("game".to_owned(), "tectonic".into());
    assert_eq!(without["standings"], both["standings"], "results know their competition");
    // An incomplete last line is still being written; an incomplete line elsewhere is an error.
    let torn = file("torn-league.jsonl", &texts[1][..texts[1].len() - 9]);
    assert_eq!(rated(&[JOURNAL, &torn], "")["games"], 287);
    let ran = referee(&["tournament", "rate", JOURNAL, &torn, "--sprt", "0,5"], "").ends(2);
    assert!(ran.err.contains("four numbers"), "{ran:?}");
    referee(&["tournament", "rate"], texts[0][..texts[0].len() - 9].replacen("{\"tournament\"", "{\"tornament\"", 1))
        .ends(3);
    let wangdo = Config::read(&text.replace("tectonic", "wangdo")).expect("it is right");
    let path = fresh("other-game.jsonl");
    simulate(&wangdo, &path, 10);
    let ran = referee(&["tournament", "rate", JOURNAL, &path.to_string_lossy()], "").ends(3);
    assert!(ran.err.contains("different games: tectonic, wangdo"), "{ran:?}");
}

#[test]
fn the_pair_that_is_named_is_tested() {
    let test = ["--sprt", "-100,100,0.1,0.1", "--sprt-bots"];
    let of = |pair: &str| rated(&[&[JOURNAL][..], &test, &[pair]].concat(), "")["sprt"].clone();
    let (one, two) = (of("elo-1700,elo-1350"), of("elo-1350,elo-1700"));
    assert_eq!((&one["first"], &one["decision"]), (&"elo-1700".into(), &"accept_h1".into()));
    assert_eq!((&two["first"], &two["decision"]), (&"elo-1350".into(), &"accept_h0".into()));
    assert_eq!(one["blocks"], two["blocks"]);
    let standings = ["tournament", "standings", JOURNAL, "--format", "json"];
    let out = referee(&[&standings[..], &test, &["elo-1700,elo-1350"]].concat(), "").ends(0).out;
    assert_eq!(serde_json::from_str::<Value>(&out).expect("JSON")["sprt"], one);
    for wrong in ["elo-1700", "elo-1700,elo-1700", "elo-1700,x"] {
        referee(&[&["tournament", "rate", JOURNAL][..], &test, &[wrong]].concat(), "").ends(2);
    }
}

#[test]
fn ratings_are_set_beside_a_bot_and_every_two_are_compared() {
    let plain = rated(&[JOURNAL], "");
    let report = rated(&[JOURNAL, "--anchor", "elo-1450=2000"], "");
    let rows = report["standings"].as_array().expect("rows");
    let row = |name: &str| rows.iter().position(|row| row["bot"] == name).expect("a row");
    let base = row("elo-1450");
    assert_eq!(
        [&rows[base]["elo"], &rows[base]["elo_low"], &rows[base]["elo_high"]],
        [2000.0; 3].map(Value::from).each_ref()
    );
    assert_eq!(report["anchor"], serde_json::json!({"bot": "elo-1450", "elo": 2000.0}));
    let by =
        |report: &Value, a: usize, b: usize, what: &str| report["differences"][a][b][what].as_f64().expect("a number");
    for (a, one) in rows.iter().enumerate() {
        assert!(report["differences"][a][a].is_null());
        let elo = |row: &Value| row["elo"].as_f64().expect("rated");
        for b in (0..rows.len()).filter(|b| *b != a) {
            assert!((by(&report, a, b, "elo") - (elo(one) - elo(&rows[b]))).abs() < 0.11);
            assert!((by(&report, a, b, "elo") + by(&report, b, a, "elo")).abs() < 0.11);
            assert!((by(&report, a, b, "superior") + by(&report, b, a, "superior") - 1.0).abs() < 1e-3);
            assert!(by(&report, a, b, "elo_low") < by(&report, a, b, "elo"));
        }
    }
    assert_eq!(plain["differences"], report["differences"], "an anchor changes no difference");
    assert!(by(&report, row("elo-1700"), row("elo-1350"), "superior") > 0.99);
    let text =
        |arguments: &[&str]| referee(&[&["tournament", "rate", JOURNAL][..], arguments].concat(), "").ends(0).out;
    let shown = text(&["--anchor", "elo-1450=2000", "--matrix"]);
    assert!(shown.contains("beside that of elo-1450, which is set to 2000"), "{shown}");
    assert!(shown.contains("\nDifferences in Elo") && shown.contains("\nseat  score  elo"), "{shown}");
    assert!(!text(&[]).contains("Differences in Elo"));
    let page = text(&["--format", "html"]);
    assert!(page.contains("<h2>Seats</h2>") && page.contains("<h2>Differences</h2>"));
    let refused = |anchor: &str, because: &str| {
        let ran = referee(&["tournament", "rate", JOURNAL, "--anchor", anchor], "").ends(2);
        assert!(ran.err.contains(because), "{ran:?}");
    };
    refused("nobody=1500", "no bot `nobody` has played");
    refused("elo-1450", "is not NAME=ELO");
    refused("elo-1450=much", "the rating is a number");
}
