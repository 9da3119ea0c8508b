//! One seat of a game by lines: questions in words within their budgets, answers, undo, and what is never told.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use referee::games::GAMES;
use serde_json::{Value, json};

use crate::pipes::{command, referee};

/// A game in progress. It ends with the test.
struct Sitting {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// All that was told.
    told: String,
    /// The last question.
    question: Value,
}

impl Sitting {
    fn new(args: &[&str]) -> Sitting {
        let mut child = command("referee");
        child.arg("sit").args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = child.spawn().expect("the program");
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().expect("a pipe")));
        let mut sitting = Sitting { child, input, output, told: String::new(), question: Value::Null };
        sitting.hear();
        sitting
    }

    /// Reads up to the line that ends an answer.
    fn hear(&mut self) -> Vec<Value> {
        let mut lines: Vec<Value> = Vec::new();
        loop {
            let before = self.told.len();
            assert!(self.output.read_line(&mut self.told).expect("text") > 0, "it ended: {lines:?}");
            let line: Value = serde_json::from_str(&self.told[before..]).expect("JSON");
            let asked = !line["ask"].is_null();
            let last = asked
                || !line["words"].is_null()
                || !line["outcome"].is_null()
                || (!line["malformed"].is_null() && line["next"] == "over");
            if asked {
                self.question = line.clone();
            }
            lines.push(line);
            if last {
                return lines;
            }
        }
    }

    fn send(&mut self, line: &str) -> Vec<Value> {
        writeln!(self.input.as_mut().expect("open"), "{line}").expect("it reads");
        self.hear()
    }

    /// Answers the open question.
    fn answer(&mut self, key: &str, value: impl Into<Value>) -> Vec<Value> {
        let line = json!({"ask": self.question["ask"]["id"], key: value.into()});
        self.send(&line.to_string())
    }

    fn text(&self) -> &str {
        self.question["ask"]["text"].as_str().expect("in words")
    }

    /// Closes its input, and waits for its end.
    fn end(mut self) -> String {
        drop(self.input.take());
        assert!(self.child.wait().expect("it ends").success());
        std::mem::take(&mut self.told)
    }
}

impl Drop for Sitting {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A number below `n`, and the next state.
fn below(state: &mut u64, n: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % n
}

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path.to_string_lossy().into_owned()
}

#[test]
fn questions_in_words_stay_within_the_budgets_that_the_protocol_tells() {
    let protocol = referee(&["protocol"], "").ends(0).out;
    for game in GAMES {
        let (name, budget) = (game.name(), game.ask_text());
        let row = format!("| {} | {budget} | {} |", game.title(), game.rules_prompt());
        assert!(protocol.contains(&row), "{row}");
        let mut longest = 0;
        for players in [*game.players().start(), *game.players().end()] {
            let (count, seat) = (players.to_string(), (players - 1).to_string());
            let args = ["--game", name, "--players", &count, "--seat", &seat, "--bot", "@random", "--seed", &count];
            let (mut sitting, mut dice) = (Sitting::new(&args), u64::from(players));
            let mut over = false;
            for turn in 0..150 {
                if turn % 10 == 3 {
                    // A refusal is put in words, too.
                    sitting.answer("say", "no such thing ".repeat(20));
                    assert!(sitting.text().starts_with("Your answer was not taken:\n- "), "{}", sitting.text());
                    assert!(sitting.text().chars().count() <= budget, "{}", sitting.text());
                }
                let legal = sitting.question["legal_n"].as_u64().expect("a number");
                let lines = sitting.answer("pick", below(&mut dice, legal));
                if lines.iter().any(|line| !line["outcome"].is_null()) {
                    over = true;
                    break;
                }
                let length = sitting.text().chars().count();
                longest = longest.max(length);
                assert!(length <= budget, "{name}: {length}\n{}", sitting.text());
                assert!(sitting.text().starts_with("You are player "), "{}", sitting.text());
            }
            if over {
                assert_eq!(sitting.answer("pick", 0)[0]["malformed"]["message"], "the game is over");
            }
            sitting.end();
        }
        // A budget that a game asks for has something to do with what is asked.
        assert!(longest > budget / 4 || budget <= 3000, "{name}: {longest} of {budget}; lower `ASK_TEXT`");
    }
}

#[test]
fn questions_are_the_same_from_run_to_run() {
    for game in GAMES {
        let run = || {
            let mut sitting = Sitting::new(&["--game", game.name(), "--bot", "@mcts:2", "--seed", "5"]);
            for _ in 0..4 {
                sitting.answer("pick", 0);
            }
            sitting.end()
        };
        assert_eq!(run(), run());
    }
}

#[test]
fn an_action_is_taken_back_with_all_that_followed() {
    for name in ["wigwam", "wangdo", "wongar"] {
        let mut sitting = Sitting::new(&["--game", name, "--bot", "@random", "--seed", "3"]);
        assert!(sitting.send(r#"{"query":"undo"}"#)[0]["malformed"]["message"].is_string(), "nothing yet");
        let mut views = Vec::new();
        for _ in 0..6 {
            views.push((sitting.question["view"].clone(), sitting.text().to_owned()));
            let legal = sitting.question["legal_n"].as_u64().expect("a number");
            assert!(sitting.answer("pick", legal - 1)[0]["violations"].is_null());
        }
        let number = |text: &str| text.split("{\"ask\":").nth(1).map(str::to_owned);
        while let Some((view, text)) = views.pop() {
            let id = sitting.question["ask"]["id"].as_u64().expect("an id");
            let lines = sitting.send(r#"{"query":"undo"}"#);
            assert!(lines[0]["undone"].as_u64() >= Some(1), "{}", lines[0]);
            assert_eq!(sitting.question["view"], view, "{name}");
            assert!(sitting.question["ask"]["id"].as_u64() > Some(id), "ids only grow");
            // The question is the same, but for its number.
            let [now, then] = [sitting.text(), &text].map(|text| text.split("{\"ask\":").next().map(str::to_owned));
            assert!(number(&text).is_some() && (views.is_empty() || now == then), "{now:?} is not {then:?}");
        }
        sitting.answer("pick", 0);
        sitting.end();
    }
}

#[test]
fn nothing_tells_what_is_hidden_and_the_record_holds_all() {
    for game in GAMES {
        let (name, path) = (game.name(), file(&format!("sit-{}.jsonl", game.name())));
        let mut sitting = Sitting::new(&["--game", name, "--bot", "@random", "--record", &path]);
        sitting.send("{not JSON");
        sitting.answer("action", json!({"fly": {}}));
        sitting.answer("pick", 99_999);
        for turn in 0..20 {
            let legal = sitting.question["legal_n"].as_u64().expect("a number");
            if sitting.answer("pick", turn % legal).iter().any(|line| !line["outcome"].is_null()) {
                break;
            }
        }
        let told = sitting.end();
        let record = fs::read_to_string(&path).expect("a record");
        let header: Value = serde_json::from_str(record.lines().next().expect("a header")).expect("JSON");
        for secret in [header["seed"].to_string(), header["match"]["nonce"].to_string()] {
            assert!(secret.len() > 10 && !told.contains(secret.trim_matches('"')), "{name}");
        }
        assert_eq!(record.matches("{\"attempt\":").count(), 3, "{record}");
        referee(&["play", "--strict", "--emit", "none"], record.clone()).ends(0);
        // What it was told is what a viewer of its seat is told.
        let seen = referee(&["play", "--emit", "view:0"], record).out;
        let events = |text: &str| -> Vec<String> {
            let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
            let event = |line: Value| {
                let key = ["action", "chance"].into_iter().find(|key| !line[key].is_null())?;
                let played = line["violations"].is_null();
                played.then(|| format!("{} {} {}", line["n"], line["player"], line[key]))
            };
            lines.filter_map(event).collect()
        };
        assert_eq!(events(&told), events(&seen), "{name}");
        referee(&["sit", "--game", name, "--record", &path], "").ends(2);
    }
}

#[test]
fn where_nothing_is_listed_nothing_can_be_picked() {
    let mut sitting = Sitting::new(&["--game", "tectonic", "--bot", "@random", "--lists", "none", "--seed", "1"]);
    assert!(sitting.question["legal"].is_null() && sitting.question["legal_n"].is_null());
    assert!(sitting.answer("pick", 0)[0]["malformed"]["message"].as_str().expect("why").contains("no lists"));
    let told = sitting.send(r#"{"query":"words"}"#);
    assert!(told[0]["malformed"]["message"].as_str().expect("why").contains("listed"), "{}", told[0]);
    assert!(sitting.answer("say", "move c1 to c5")[0]["violations"].is_null());
    sitting.end();
}

#[test]
fn every_line_is_answered_whatever_it_is() {
    let mut sitting = Sitting::new(&["--game", "wigwam", "--bot", "@random", "--seed", "1"]);
    let deep = format!("{{\"ask\":1,\"action\":{}}}", "[".repeat(50_000));
    let long = format!("{{\"ask\":1,\"say\":\"{}\"}}", "x".repeat(70_000));
    let huge = "y".repeat(2 << 20);
    for line in
        ["{", "null", "{\"ask\":1}", "{\"hello\":{}}", "{\"query\":\"state\"}", "{\"ask\":99,\"pick\":0}", "\u{0}"]
            .into_iter()
            .chain([&*deep, &long, &huge])
    {
        let told = sitting.send(line);
        assert!(told.len() == 1 && told[0]["malformed"]["message"].is_string(), "{}", told[0]);
        assert!(sitting.question["ask"]["text"].is_string());
    }
    assert!(sitting.answer("pick", 0)[0]["violations"].is_null());
    sitting.end();
    for (args, why) in [
        (&["--game", "wigwam", "--seat", "2"][..], "no seat 2"),
        (&["--game", "wigwam", "--players", "3"], "2 players"),
        (&["--game", "wongar", "--players", "4", "--bot", "@random", "--bot", "@random"], "3 other seats"),
        (&["--game", "wigwam", "--bot", "@human"], "@human"),
        (&["--bot", "@random"], "--game"),
    ] {
        let said = referee(&[&["sit"], args].concat(), "").ends(2).err;
        assert!(said.contains(why), "{said}");
    }
}
