//! Language models as players, through the built program: what they are told, how their answers are read, what is counted and
//! kept of those that were not taken, and that nothing of it reaches anybody else.

use std::fs;
use std::path::{Path, PathBuf};

use referee::games::GAMES;
use serde_json::{Value, json};

use crate::beside::has_python;
use crate::pipes::{Ran, referee};

/// A folder for one test, empty.
fn folder(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("models-{name}"));
    let _ = fs::remove_dir_all(&path);
    path.to_string_lossy().into_owned()
}

fn text(folder: &str) -> String {
    fs::read_to_string(PathBuf::from(folder).join("g0.jsonl")).expect("the game is there")
}

fn values(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn plays(game: &str, bots: &[&str], more: &[&str]) -> Ran {
    let mut args = vec!["match", "--game", game, "--seed", "1"];
    args.extend(bots.iter().flat_map(|bot| ["--bot", bot]));
    args.extend(more);
    referee(&args, "")
}

fn bot(how: &str) -> String {
    format!("python3 tests/models/bot.py {how}")
}

/// What a seat was sent, as far as a log quotes it.
fn sent(log: &str, seat: u64) -> Vec<String> {
    let lines = values(log).into_iter().filter(|line| line["seat"] == seat);
    lines.filter_map(|line| line["sent"].as_str().map(str::to_owned)).collect()
}

/// The first line of `match --json`.
fn game(ran: &Ran) -> Value {
    serde_json::from_str(ran.out.lines().next().expect("a game")).expect("JSON")
}

#[test]
fn a_match_says_how_much_bots_are_told_of_what_is_legal() {
    if !has_python() {
        return;
    }
    for (lists, keys) in [("full", [true; 3]), ("number", [false, true, true]), ("none", [false; 3])] {
        let log = folder(&format!("lists-{lists}"));
        plays("tectonic", &[&bot("pick"), "@random"], &["--lists", lists, "--log", &log, "--max-turns", "3"]);
        let lines = sent(&text(&log), 0);
        let header: Value = serde_json::from_str(&lines[0]).expect("JSON");
        assert_eq!(header["match"]["lists"], lists);
        let question: Value = serde_json::from_str(lines.iter().find(|line| line.contains("\"ask\"")).expect("asked"))
            .expect("a short line");
        assert_eq!(["legal", "legal_n", "exhaustive"].map(|key| !question[key].is_null()), keys, "{question}");
        assert!(question["view"].is_object() && question["ask"]["text"].is_null());
    }
    let ran = plays("tectonic", &[&bot("pick"), "@random"], &["--lists", "none", "--json"]);
    let line = game(&ran);
    assert_eq!(line["causes"], json!(["bad_message", "normal"]), "a place in a list that is not there: {line}");
    assert!(line["why"][0].as_str().expect("why").contains("no lists"), "{line}");
    assert!(
        plays("tectonic", &["@random", "@random"], &["--lists", "some"]).ends(2).err.contains("none, number or full")
    );
}

#[test]
fn answers_that_are_not_taken_are_counted_and_kept() {
    if !has_python() {
        return;
    }
    let (transcripts, log) = (folder("kept"), folder("kept-log"));
    let budgets = ["--on-illegal", "retry:3", "--on-unreadable", "retry:2"];
    let more = ["--max-turns", "26", "--transcripts", &transcripts, "--log", &log];
    let bots = [&*bot("patient"), &*bot("pick")];
    let ran = plays("tectonic", &bots, &[&budgets[..], &more, &["--json"]].concat()).ends(0);
    let attempts = &game(&ran)["attempts"][0];
    assert_eq!(attempts["unreadable"], 26, "two for each of 13 questions: {attempts}");
    assert_eq!(attempts["illegal"], 39, "{attempts}");
    assert_eq!(attempts["rules"]["tectonic.no-piece"], 39, "{attempts}");
    assert_eq!(attempts["by_ten_turns"], json!([50, 15]), "{attempts}");
    let summary: Value = serde_json::from_str(ran.out.lines().last().expect("a summary")).expect("JSON");
    let legality = summary["summary"]["bots"][0]["legality"].as_f64().expect("a share");
    assert!((legality - 13.0 / 78.0).abs() < 1e-9, "{legality}");
    // The record holds what was said, and is as good as any.
    let record = text(&transcripts);
    let kept = values(&record);
    let said: Vec<&Value> = kept.iter().map(|line| &line["attempt"]).filter(|attempt| !attempt.is_null()).collect();
    assert_eq!(said.len(), 65);
    assert_eq!((&said[0]["fault"], &said[0]["said"]), (&json!("unreadable"), &json!("I would move e5.")));
    assert_eq!((&said[2]["fault"], &said[2]["rules"]), (&json!("illegal"), &json!(["tectonic.no-piece"])));
    assert!(said[2]["said"].as_str().expect("said").starts_with("{\"ask\":"), "{}", said[2]);
    assert_eq!(referee(&["play", "--strict", "--emit", "none"], record.clone()).ends(0).out, record);
    referee(&["validate"], record.clone()).ends(0);
    // Nobody else is told.
    assert!(sent(&text(&log), 1).iter().all(|line| !line.contains("would move") && !line.contains("attempt")));
    for (viewer, hears) in [("view:0", true), ("view:1", false), ("view:public", false)] {
        let told = referee(&["play", "--emit", viewer], record.clone()).out;
        assert_eq!(told.contains("would move"), hears, "{viewer}");
        assert_eq!(told.contains("\"withheld\""), !hears, "{viewer}");
    }
    let seat = json!({"attempt": {"player": 7, "fault": "late"}}).to_string();
    let header = record.lines().next().expect("a header");
    let ran = referee(&["play", "--emit", "none"], format!("{header}\n{seat}\n"));
    assert!(ran.out.contains("table.no-such-player"), "{}", ran.out);
    // One answer more of either kind is one too many.
    for (cause, budgets) in [("bad_json", ["retry:3", "retry:1"]), ("illegal_action", ["retry:2", "retry:2"])] {
        let more = ["--on-illegal", budgets[0], "--on-unreadable", budgets[1], "--json"];
        assert_eq!(game(&plays("tectonic", &bots, &more))["causes"][0], cause);
    }
    let told = plays("tectonic", &bots, &[&budgets[..], &["--max-turns", "6"]].concat()).ends(0).out;
    assert!(told.contains("16.7 %") && told.contains("9 illegal, 6 unreadable"), "{told}");
}

#[test]
fn what_is_left_is_told_by_kind() {
    if !has_python() {
        return;
    }
    let log = folder("left");
    let budgets = ["--on-illegal", "retry:3", "--on-unreadable", "retry:2", "--max-turns", "1", "--log", &log];
    plays("tectonic", &[&bot("patient"), "@random"], &budgets).ends(0);
    let asks: Vec<Value> = sent(&text(&log), 0)
        .iter()
        .filter_map(|line| Some(serde_json::from_str::<Value>(line).ok()?["ask"].take()))
        .collect();
    let left: Vec<Value> =
        asks.iter().filter(|ask| !ask.is_null()).map(|ask| json!([ask["left"], ask["left_unreadable"]])).collect();
    assert_eq!(left, [json!([null, null]), json!([3, 1]), json!([3, 0]), json!([2, 0]), json!([1, 0]), json!([0, 0])]);
}

#[test]
fn an_answer_counts_whatever_came_before_it() {
    if !has_python() {
        return;
    }
    for how in ["burst", "slow"] {
        let log = folder(how);
        let more = ["--on-illegal", "retry:1", "--max-turns", "40", "--json", "--log", &log];
        let ran = plays("tectonic", &[&bot(how), "@random"], &more).ends(0);
        let line = game(&ran);
        assert_eq!((&line["causes"][0], &line["moves"][0]), (&json!("max_turns"), &json!(20)), "{how}: {line}");
        assert!(line["attempts"][0]["unreadable"].as_u64() >= Some(20), "{how}: {line}");
        let told = sent(&text(&log), 0);
        assert!(told.iter().any(|line| line.starts_with("{\"malformed\"")), "{how}: it is told of the mistake");
    }
    // Without patience the first such line loses.
    assert_eq!(game(&plays("tectonic", &[&bot("burst"), "@random"], &["--json"]))["causes"][0], "bad_json");
}

#[test]
fn answers_in_words_are_read_where_they_are_unmistakable() {
    if !has_python() {
        return;
    }
    let (transcripts, log) = (folder("words"), folder("words-log"));
    let says = "words 1 'please move something' 'move c1 to c6' 'MOVE mount c1 to C5!' 'move g1 to c9 now' 'h1 d1'";
    let more = ["--on-illegal", "retry:9", "--max-turns", "3", "--transcripts", &transcripts, "--log", &log];
    plays("tectonic", &[&bot(says), "@random"], &more).ends(0);
    let kept = values(&text(&transcripts));
    let faults: Vec<&Value> = kept.iter().map(|line| &line["attempt"]).filter(|attempt| !attempt.is_null()).collect();
    let why = |at: usize| faults[at]["why"].as_str().unwrap_or_default();
    assert_eq!((&faults[0]["fault"], why(0)), (&json!("no_answer"), "these words tell no action, and none is near"));
    assert_eq!((&faults[1]["fault"], &faults[1]["rules"][0]), (&json!("illegal"), &json!("tectonic.mount-range")));
    assert!(why(2).contains("the nearest is `move "), "{}", faults[2]);
    assert!(why(3).contains("the nearest is `move "), "{}", faults[3]);
    let moved: Vec<&Value> = kept.iter().filter(|line| line["player"] == 0 && line["violations"].is_null()).collect();
    assert_eq!(moved[0]["action"]["move"]["from"], "h1", "so few words that only one action has them: {}", moved[0]);
    let endless = format!("words 1 '{}'", "move ".repeat(500));
    let line = game(&plays("tectonic", &[&bot(&endless), "@random"], &["--json"]));
    assert!(line["why"][0].as_str().expect("why").contains("at most 2000 bytes"), "{line}");
}

#[test]
fn hostile_texts_reach_no_one_else() {
    if !has_python() {
        return;
    }
    for name in ["tectonic", "wigwam"] {
        let (transcripts, log) = (folder(&format!("hostile-{name}")), folder(&format!("hostile-log-{name}")));
        let more = [
            "--on-illegal",
            "retry:3",
            "--ask-text",
            "--max-turns",
            "12",
            "--transcripts",
            &transcripts,
            "--log",
            &log,
        ];
        let ran = plays(name, &[&bot("hostile"), &bot("pick")], &more).ends(0);
        let record = text(&transcripts);
        let kept = values(&record);
        assert!(kept.iter().any(|line| line["attempt"]["said"].as_str().is_some_and(|said| said.contains("resign"))));
        let noted = kept.iter().find(|line| !line["eval"].is_null()).expect("an evaluation is kept");
        assert!(
            noted["eval"] == -0.75 && noted["note"].as_str().is_some_and(|note| note.contains("resign")),
            "{noted}"
        );
        // Neither seat, nor terminal, nor page.
        for line in sent(&text(&log), 1) {
            assert!(!line.contains("resign") && !line.contains("onerror"), "{line}");
        }
        assert!(!ran.out.contains(['\u{1b}', '\u{7}', '\u{202e}']) && !ran.err.contains('\u{1b}'), "{}", ran.out);
        let strict = referee(&["play", "--strict", "--emit", "none"], record.clone()).ends(0);
        assert_eq!(strict.out, record);
        let page = referee(&["replay"], record.clone()).ends(0).out;
        assert!(page.contains("resign") && page.contains("evaluation -0.75"), "a replay shows what was noted and said");
        assert!(!page.contains("<img") && !page.contains(['\u{1b}', '\u{202e}']), "it is text there");
        let other = referee(&["replay", "--for", "1"], record.clone()).ends(0).out;
        assert!(!other.contains("resign"), "{name}: nor what another player may look at");
        for (viewer, reads) in [("view:0", true), ("view:1", false), ("view:public", false)] {
            let told = referee(&["play", "--emit", viewer], record.clone()).out;
            assert_eq!(told.contains("onerror") && told.contains("-0.75"), reads, "{name}, {viewer}");
            assert!(reads || !told.contains("onerror") && !told.contains("-0.75"), "{name}, {viewer}");
        }
    }
    let lost = plays("tectonic", &[&bot("hostile"), "@random"], &[]).ends(0).out;
    assert!(lost.contains("resign") && !lost.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{lost}");
}

#[test]
fn who_reads_only_the_page_plays_every_game_to_its_end() {
    if !has_python() {
        return;
    }
    for game in GAMES {
        let (name, most) = (game.name(), game.ask_text());
        let players = usize::from(*game.players().start());
        let transcripts = folder(&format!("reader-{name}"));
        let bots: Vec<String> = (0..players).map(|seed| format!("python3 tests/models/reader.py {seed}")).collect();
        let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
        let more = ["--lists", "none", "--ask-text", "--on-illegal", "retry:20", "--on-unreadable", "retry:100"];
        // Games of Wigwam between such players are short.
        let games = if name == "wigwam" { "6" } else { "1" };
        let all = [&more[..], &["--json", "--games", games, "--transcripts", &transcripts]].concat();
        let ran = plays(name, &bots, &all).ends(0);
        let line = self::game(&ran);
        assert!(line["causes"].as_array().expect("causes").iter().all(|cause| cause == "normal"), "{line}");
        assert!(line["places"].is_array() && most <= 6000, "{line}");
        referee(&["play", "--strict", "--emit", "none"], text(&transcripts)).ends(0);
        // Some actions were made from the page and the rules alone, not repeated from what a refusal named.
        let records = fs::read_dir(&transcripts).expect("games").flatten();
        let own =
            records.map(|file| fs::read_to_string(file.path()).expect("text").matches("\"note\":\"own\"").count());
        assert!(own.sum::<usize>() > 0, "{name}");
    }
}
