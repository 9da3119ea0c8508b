//! Tournaments that grow while they are being played.

use std::fs;
use std::path::Path;

use referee::contest::config::Config;
use serde_json::Value;

use crate::pipes::{Ran, referee};
use crate::tournament::{JOURNAL, file, fresh, read, simulate};

fn bot(name: &str, more: &str) -> String {
    format!("[[bots]]\nname = \"{name}\"\ncommand = \"@random\"\n{more}\n")
}

/// A Swiss tournament of twelve bots, and what it becomes: with two more rounds, two blocks a table, a bot that comes
/// late, a new version of another and one that leaves.
fn swiss() -> (String, String) {
    let bots: Vec<String> = (0..12).map(|at| bot(&format!("b{at}-elo-{}", 1300 + 40 * at), "")).collect();
    let text = format!("game = \"tectonic\"\nformat = \"swiss\"\nrounds = 3\nseed = 7\n{}", bots.concat());
    let mut more = text.replace("rounds = 3", "rounds = 5\nblocks = 2");
    more = more.replace("name = \"b2-elo-1380\"", "withdrawn = true\nname = \"b2-elo-1380\"");
    more += &bot("late-elo-1900", "");
    more += &bot("b5-2-elo-1700", "replaces = \"b5-elo-1500\"");
    (text, more)
}

fn config(text: &str) -> Config {
    Config::read(text).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn extend(text: &str, journal: &Path, name: &str) -> Ran {
    referee(&["tournament", "extend", &file(name, text), "--journal", &journal.to_string_lossy()], "")
}

fn standings(journal: &Path, format: &str) -> String {
    referee(&["tournament", "standings", &journal.to_string_lossy(), "--format", format], "").ends(0).out
}

#[test]
fn a_tournament_extended_and_killed_anywhere_ends_the_same() {
    let (text, more) = swiss();
    let (before, after) = (config(&text), config(&more));
    let whole = fresh("extended-whole.jsonl");
    simulate(&before, &whole, usize::MAX);
    let said = extend(&more, &whole, "extended-whole.toml").ends(0).out;
    let words =
        "2 blocks a table, 5 rounds, late-elo-1900 joins, b5-2-elo-1700 replaces b5-elo-1500, b2-elo-1380 leaves\n";
    assert_eq!(said, words);
    simulate(&after, &whole, usize::MAX);
    let bytes = fs::read(&whole).expect("there");
    referee(&["tournament", "verify", &whole.to_string_lossy()], "").ends(0);
    // Three rounds of six tables with a block, then two of six tables with two blocks, all of two games.
    let report: Value = serde_json::from_str(&standings(&whole, "json")).expect("JSON");
    assert_eq!((&report["games"], &report["complete"]), (&Value::from(36 + 48), &Value::from(true)));
    let row = |name: &str| {
        let rows = report["standings"].as_array().expect("rows");
        rows.iter().find(|row| row["bot"] == name).unwrap_or_else(|| panic!("{name}")).clone()
    };
    assert_eq!((&row("late-elo-1900")["missed_games"], &row("late-elo-1900")["games"]), (&6.into(), &14.into()));
    assert_eq!(row("b2-elo-1380")["missed_games"], 8);
    assert_eq!((&row("b5-2-elo-1700")["games"], &row("b5-2-elo-1700")["missed_games"]), (&8.into(), &Value::Null));
    assert_eq!((&row("b5-elo-1500")["games"], &row("b5-elo-1500")["missed_games"]), (&6.into(), &Value::Null));
    for form in ["text", "csv", "html"] {
        assert!(standings(&whole, form).contains("late-elo-1900"), "{form}");
    }
    let shown = standings(&whole, "text");
    assert!(shown.contains(&format!("Extended after 36 games: {}.", words.trim())), "{shown}");
    assert!(shown.contains("A round that a bot missed"), "{shown}");
    // Killed in the first part, before and after the extension, and in the second part, with a torn line each time.
    let path = fresh("extended-killed.jsonl");
    let tear = |bytes: &[u8]| fs::write(&path, [bytes, b"{\"result\":{\"game_id\":"].concat()).expect("can write");
    for (first, second) in [(0, 0), (5, 1), (17, 13), (35, 47)] {
        let _ = fs::remove_file(&path);
        simulate(&before, &path, first);
        tear(&fs::read(&path).expect("there"));
        simulate(&before, &path, usize::MAX);
        tear(&fs::read(&path).expect("there"));
        extend(&more, &path, "extended-killed.toml").ends(0);
        simulate(&after, &path, second);
        tear(&fs::read(&path).expect("there"));
        let again = extend(&more, &path, "extended-killed.toml").ends(0);
        assert!(again.out.contains("has all of this already"), "{again:?}");
        simulate(&after, &path, usize::MAX);
        assert!(fs::read(&path).expect("there") == bytes, "killed after {first} and {second}");
    }
}

#[test]
fn a_longer_tournament_has_all_games_of_the_shorter_one() {
    let text = read("fixtures/tournaments/simulated.toml");
    let more = text.replace("blocks = 12", "blocks = 13") + &bot("new-elo-1600", "");
    let path = fresh("longer.jsonl");
    fs::write(&path, read(JOURNAL)).expect("can write");
    extend(&more, &path, "longer.toml").ends(0);
    simulate(&config(&more), &path, usize::MAX);
    let whole = fresh("long-at-once.jsonl");
    simulate(&config(&more), &whole, usize::MAX);
    let rows = |path: &Path| {
        let report: Value = serde_json::from_str(&standings(path, "json")).expect("JSON");
        (report["standings"].clone(), report["crosstable"].clone(), report["games"].clone())
    };
    assert_eq!(rows(&path), rows(&whole));
    assert_eq!(rows(&path).2, 10 * 13 * 2);
    referee(&["tournament", "verify", &path.to_string_lossy()], "").ends(0);
    // A bot that has left plays no more, and what it has not played is not missing.
    let left = more
        .replace("blocks = 13", "blocks = 20")
        .replace("[[bots]]\nname = \"new", "[[bots]]\nwithdrawn = true\nname = \"new");
    extend(&left, &path, "longer-left.toml").ends(0);
    simulate(&config(&left), &path, usize::MAX);
    let report: Value = serde_json::from_str(&standings(&path, "json")).expect("JSON");
    assert_eq!((&report["games"], &report["complete"]), (&(260 + 6 * 7 * 2).into(), &true.into()));
}

#[test]
fn a_ladder_goes_on_as_it_was() {
    let bots: Vec<String> = (0..6).map(|at| bot(&format!("b{at}-elo-{}", 1300 + 80 * at), "")).collect();
    let text = format!("game = \"tectonic\"\nformat = \"ladder\"\nbudget = 60\nseed = 3\n{}", bots.concat());
    let more = text.replace("budget = 60", "budget = 100") + &bot("late-elo-1900", "");
    let (whole, killed) = (fresh("ladder.jsonl"), fresh("ladder-killed.jsonl"));
    for (path, most) in [(&whole, usize::MAX), (&killed, 33)] {
        simulate(&config(&text), path, most);
        simulate(&config(&text), path, usize::MAX);
        extend(&more, path, "ladder.toml").ends(0);
        simulate(&config(&more), path, most);
        simulate(&config(&more), path, usize::MAX);
    }
    assert!(fs::read(&whole).expect("there") == fs::read(&killed).expect("there"));
    referee(&["tournament", "verify", &whole.to_string_lossy()], "").ends(0);
    let report: Value = serde_json::from_str(&standings(&whole, "json")).expect("JSON");
    let rows = report["standings"].as_array().expect("rows");
    assert_eq!((&report["games"], &report["complete"]), (&100.into(), &true.into()));
    assert_eq!(rows[0]["bot"], "late-elo-1900", "{rows:?}");
    assert_eq!(rows[1]["separated_by"], "rating");
    let elo: Vec<f64> = rows.iter().map(|row| row["elo"].as_f64().expect("rated")).collect();
    assert!(elo.is_sorted_by(|a, b| a >= b), "{elo:?}");
    // The bot that came late played most of the games from then on.
    assert!(rows[0]["games"].as_u64() >= Some(16), "{rows:?}");
}

#[test]
fn what_is_no_extension_is_refused() {
    let (text, more) = swiss();
    let path = fresh("not-extended.jsonl");
    simulate(&config(&text), &path, 10);
    let bytes = fs::read(&path).expect("there");
    let refused = |text: &str, because: &str| {
        let ran = extend(text, &path, "not-extended.toml").ends(2);
        assert!(ran.err.contains(because), "{ran:?}");
        assert!(fs::read(&path).expect("there") == bytes);
    };
    refused(&text.replace("rounds = 3", "rounds = 2"), "rounds: 3 in the journal, 2 here");
    refused(&text.replace("b3-elo-1420", "x-elo-1420"), "bots.4.name");
    refused(&more.replace("replaces = \"b5-elo-1500\"", "replaces = \"b5\""), "`b5` is not the name of an earlier bot");
    let missing = referee(&["tournament", "extend", &file("no-journal.toml", &text), "--journal", "no-such-file"], "");
    assert!(missing.code != Some(0) && missing.err.contains("cannot open the journal"), "{missing:?}");
    let ran = referee(&["tournament", "extend", &file("no-journal.toml", &text), "--journal", &file("empty", "")], "");
    assert!(ran.ends(3).err.contains("the journal is empty"));
}

#[test]
fn a_knockout_plays_for_the_third_place_and_draws_its_bracket() {
    let bots: Vec<String> = (0..6).map(|at| bot(&format!("b{at}-elo-{}", 1900 - 80 * at), "")).collect();
    let text = format!("game = \"tectonic\"\nformat = \"knockout\"\nthird_place = true\nseed = 3\n{}", bots.concat());
    let path = fresh("third-place.jsonl");
    simulate(&config(&text), &path, usize::MAX);
    referee(&["tournament", "verify", &path.to_string_lossy()], "").ends(0);
    let report: Value = serde_json::from_str(&standings(&path, "json")).expect("JSON");
    let rounds = report["rounds"].as_array().expect("rounds");
    assert_eq!(
        rounds.iter().map(|round| round["tables"].as_array().map_or(0, Vec::len)).collect::<Vec<_>>(),
        [2, 2, 2]
    );
    let of = |table: &Value, winner: bool| {
        let bots = table["bots"].as_array().expect("bots");
        let bot = bots.iter().find(|bot| (bot["bot"] == table["winner"]) == winner).expect("a bot");
        bot["bot"].as_str().expect("a name").to_owned()
    };
    let [last, third] = [0, 1].map(|at| rounds[2]["tables"][at].clone());
    let semi_finals: Vec<String> = (0..2).map(|at| of(&rounds[1]["tables"][at], false)).collect();
    assert!(semi_finals.contains(&of(&third, true)) && semi_finals.contains(&of(&third, false)), "{rounds:?}");
    let rows = report["standings"].as_array().expect("rows");
    let order: Vec<&str> = rows.iter().take(4).map(|row| row["bot"].as_str().expect("a name")).collect();
    assert_eq!(order, [of(&last, true), of(&last, false), of(&third, true), of(&third, false)]);
    for form in ["text", "html"] {
        let shown = standings(&path, form);
        assert!(shown.contains("─┬─ ") && shown.contains(&format!("─ {}", of(&last, true))), "{shown}");
    }
    let wrong = text.replace("\"knockout\"", "\"round-robin\"");
    let ran = referee(&["tournament", "plan", &file("third-wrong.toml", &wrong)], "").ends(2);
    assert!(ran.err.contains("line 3: `third_place`: it needs a knockout"), "{ran:?}");
}
