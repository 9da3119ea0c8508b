//! The conformance kit, `fixtures/conformance/`: what a judge is told and what it answers, for programs that judge as this one
//! does. Every case is put to the built program. `UPDATE_EXCHANGES=1 cargo test --test exchanges` writes the answers anew: read
//! what has changed, since other programs are measured by it.

mod beside;
#[allow(dead_code, reason = "other tests use the rest of it")]
mod pipes;
mod support;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use referee::dice::Dice;
use referee::game::Source;
use referee::games::GAMES;
use referee::judge::Emit;
use referee::registry::table_clauses;
use referee::stream::{Asked, Room};
use referee::wire::{CLAIMS, is_header, names_table};
use serde_json::{Value, json};
use support::{assert_none, read, shown};

/// A line of input, as it stands in the kit and as it is sent, and its answers. The first turn of a case has no line.
#[derive(Default)]
struct Turn {
    written: String,
    sent: Vec<u8>,
    answers: Vec<String>,
}

/// A run of a judge.
#[derive(Default)]
struct Case {
    /// What it shows.
    about: Vec<String>,
    args: String,
    turns: Vec<Turn>,
    code: String,
}

/// The bytes of a line of input, as `run.py` reads it.
fn sent(written: &str) -> Vec<u8> {
    let (kind, text) = written[1..].split_once(' ').unwrap_or((&written[1..], ""));
    let count = |text: &str| text.parse::<usize>().unwrap_or_else(|_| panic!("{text} is no number"));
    let mut bytes = match kind {
        "hex" => {
            let digit = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("two digits");
            (0..text.len()).step_by(2).map(digit).collect()
        }
        "long" => {
            let (length, text) = text.split_once(' ').expect("a length and a text");
            let filled = "x".repeat(count(length) + '…'.len_utf8() - text.len());
            text.replace('…', &filled).into_bytes()
        }
        "times" => {
            let (times, text) = text.split_once(' ').expect("a number and a text");
            let parts = text.split('…').enumerate();
            let whole: String =
                parts.map(|(at, part)| part.repeat(if at % 2 == 1 { count(times) } else { 1 })).collect();
            whole.into_bytes()
        }
        _ => text.as_bytes().to_vec(),
    };
    if kind != "last" {
        bytes.push(b'\n');
    }
    bytes
}

fn cases(text: &str) -> Vec<Case> {
    let mut all = Vec::new();
    let mut case = Case::default();
    for line in text.lines() {
        match line.as_bytes().first() {
            Some(b'#') => case.about.push(line.to_owned()),
            Some(b'$') => {
                line[2..].clone_into(&mut case.args);
                case.turns.push(Turn::default());
            }
            Some(b'>') => case.turns.push(Turn { written: line.to_owned(), sent: sent(line), answers: Vec::new() }),
            Some(b'<') => case.turns.last_mut().expect("a case").answers.push(line.to_owned()),
            Some(b'=') => {
                line[2..].clone_into(&mut case.code);
                all.push(std::mem::take(&mut case));
            }
            Some(_) => panic!("this is no line of a case: {line}"),
            None => {}
        }
    }
    assert!(case.args.is_empty(), "the last case has no exit code");
    all
}

fn files() -> Vec<PathBuf> {
    let folders = ["general", "games"].map(|folder| support::entries(Path::new("conformance").join(folder)));
    folders.into_iter().flatten().collect()
}

/// How many answers the library gives before the first line, to each line and at the end.
fn shares(case: &Case) -> Vec<usize> {
    let (mut asked, mut emit) = (Asked::default(), Emit::STATE);
    let words: Vec<&str> = case.args.split(' ').collect();
    for pair in words.windows(2) {
        match pair[0] {
            "--game" => asked.game = Some(pair[1].to_owned()),
            "--players" => asked.players = pair[1].parse().ok(),
            "--seed" => asked.seed = pair[1].parse().ok(),
            "--emit" => emit = pair[1].parse().expect("an emit"),
            "--option" => {
                let (key, value) = pair[1].split_once('=').expect("K=V");
                let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
                asked.options.insert(key.to_owned(), value);
            }
            _ => {}
        }
    }
    let strict = words.contains(&"--strict");
    let mut room = Room::new(asked, emit);
    let mut shares = Vec::new();
    for turn in &case.turns {
        let mut out = Vec::new();
        let line = turn.sent.strip_suffix(b"\n").unwrap_or(&turn.sent);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if !turn.written.is_empty() && (!strict || room.is_clean()) {
            if !line.trim_ascii().is_empty() && !is_header(line) && !names_table(line) {
                room.begin(&mut out).expect("a game");
            }
            if line.len() > referee::wire::LINE_LIMIT {
                room.too_long(&line[..1024], &mut out).expect("a line");
            } else {
                room.line(line, &mut out).expect("a line");
            }
        }
        shares.push(memchr::memchr_iter(b'\n', &out).count());
    }
    shares
}

/// A case as the program answers it now.
fn answered(case: &Case) -> String {
    let mut input: Vec<u8> = case.turns.iter().flat_map(|turn| turn.sent.clone()).collect();
    let mut args: Vec<&str> = case.args.split(' ').collect();
    let file = std::env::temp_dir().join(format!("referee-exchange-{}", std::process::id()));
    if let Some(named) = args.iter_mut().find(|arg| **arg == "{file}") {
        fs::write(&file, std::mem::take(&mut input)).expect("a file");
        *named = file.to_str().expect("a path");
    }
    let ran = pipes::referee(&args, input);
    let mut lines = ran.out.lines();
    let mut text = String::new();
    for about in &case.about {
        let _ = writeln!(text, "{about}");
    }
    let _ = writeln!(text, "$ {}", case.args);
    let shares = shares(case);
    for (at, (turn, share)) in case.turns.iter().zip(&shares).enumerate() {
        if at > 0 {
            let _ = writeln!(text, "{}", turn.written);
        }
        let share = if at + 1 == shares.len() { usize::MAX } else { *share };
        for (place, line) in lines.by_ref().take(share).enumerate() {
            let part = turn.answers.get(place).and_then(|answer| answer.strip_prefix("<part "));
            let _ = match part {
                Some(part) => writeln!(text, "<part {}", part_of(line, part)),
                None => writeln!(text, "< {line}"),
            };
        }
    }
    let _ = writeln!(text, "= {}", ran.code.expect("an exit code"));
    text
}

/// The fields of an answer that a part of it names.
fn part_of(line: &str, part: &str) -> Value {
    let named: Value = serde_json::from_str(part).unwrap_or_else(|wrong| panic!("{wrong}: {part}"));
    let mut answer: Value = serde_json::from_str(line).expect("answers are JSON");
    let fields = answer.as_object_mut().expect("answers are objects");
    fields.retain(|key, _| named.get(key).is_some());
    answer
}

#[test]
fn every_case_is_answered_as_it_is_written() {
    let update = std::env::var_os("UPDATE_EXCHANGES").is_some();
    let mut faults = Vec::new();
    for path in files() {
        let text = read(&path);
        let mut rest = text.lines().enumerate();
        let mut anew = String::new();
        for case in cases(&text) {
            let answered = answered(&case);
            for line in answered.lines() {
                let written = rest.by_ref().find(|(_, written)| !written.is_empty());
                if written.is_none_or(|(_, written)| written != line) && !update {
                    let (at, written) = written.unwrap_or_default();
                    let clipped = |text: &str| text.chars().take(400).collect::<String>();
                    faults.push(format!("{}:{}: {}\n  {}", shown(&path), at + 1, clipped(written), clipped(line)));
                    break;
                }
            }
            let _ = writeln!(anew, "{answered}");
            if !faults.is_empty() {
                break;
            }
        }
        if update {
            fs::write(&path, anew.trim_end().to_owned() + "\n").expect("the file can be written");
        }
    }
    assert_none(&faults);
}

/// Every answer of the kit that stands there whole.
fn answers() -> Vec<Value> {
    let all = files().into_iter().flat_map(|path| cases(&read(&path)));
    let answers = all.flat_map(|case| case.turns).flat_map(|turn| turn.answers);
    let whole = answers.filter_map(|answer| answer.strip_prefix("< ").map(str::to_owned));
    whole.map(|answer| serde_json::from_str(&answer).expect("answers are JSON")).collect()
}

#[test]
fn the_kit_has_everything() {
    let answers = answers();
    let texts = |key: &str| -> BTreeSet<String> {
        answers.iter().filter_map(|answer| answer.get(key)).map(Value::to_string).collect()
    };
    let mut rules = BTreeSet::new();
    let mut claims = BTreeSet::new();
    for answer in &answers {
        let named = |list: &str, name: &str| -> Vec<String> {
            let all = answer[list].as_array().into_iter().flatten();
            all.filter_map(|one| one[name].as_str().map(str::to_owned)).collect()
        };
        rules.extend(named("violations", "rule"));
        claims.extend(named("contradicted", "claim"));
    }
    let mut missing = Vec::new();
    let parts = files().into_iter().map(|path| read(&path)).collect::<String>();
    for game in GAMES {
        if !texts("game").contains(&Value::from(game.name()).to_string()) {
            missing.push(format!("the game {}", game.name()));
        }
        for rule in game.clauses() {
            if !parts.contains(&format!("\"rule\":\"{}\"", rule.id)) {
                missing.push(format!("the rule {}", rule.id));
            }
        }
    }
    missing.extend(table_clauses().iter().filter(|rule| !rules.contains(rule.id)).map(|rule| rule.id.to_owned()));
    missing.extend(CLAIMS.iter().filter(|claim| !claims.contains(**claim)).map(|claim| format!("the claim {claim}")));
    assert_none(&missing);
}

/// The specification of the stream as it is printed.
fn specification() -> String {
    pipes::referee(&["protocol", "stream"], "").ends(0).out
}

fn protocol() -> PathBuf {
    pipes::root().join("src/wire/protocol.md")
}

/// The rows of the table of the specification whose first heading this is: the texts of their cells.
fn rows(heading: &str) -> Vec<Vec<String>> {
    let text = specification();
    let (_, table) = text.split_once(&format!("\n| {heading} |")).expect("a table");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()).collect()
}

/// What an answer is about, as the specification's table calls it.
fn about(answer: &Value) -> &'static str {
    let kinds = [
        ("close", "the end of a table"),
        ("referee", "a header"),
        ("malformed", "a malformed line"),
        ("withheld", "a withheld line"),
        ("redacted", "a hidden line"),
        ("truncated", "the end of a game"),
        ("query", "a query"),
        ("forfeit", "a ruling"),
        ("abort", "a ruling"),
        ("attempt", "a ruling"),
        ("n", "an event"),
    ];
    kinds.iter().find(|(key, _)| answer.get(*key).is_some()).map_or("an outcome", |(_, kind)| kind)
}

#[test]
fn the_keys_of_answers_are_those_of_the_specification() {
    let table = rows("answer to");
    let mut unseen: BTreeSet<(String, String)> = BTreeSet::new();
    for row in &table {
        unseen.extend(row[1].split(' ').map(|key| (row[0].clone(), key.trim_matches('`').to_owned())));
    }
    let mut faults = BTreeSet::new();
    let all = files().into_iter().flat_map(|path| cases(&read(&path)));
    for answer in all.flat_map(|case| case.turns).flat_map(|turn| turn.answers) {
        let Some(text) = answer.strip_prefix("< ") else { continue };
        let answer: Value = serde_json::from_str(text).expect("answers are JSON");
        let kind = about(&answer);
        let row = table.iter().find(|row| row[0] == kind).unwrap_or_else(|| panic!("no row for {kind}"));
        let mut left = row[1].split(' ').map(|key| key.trim_matches('`'));
        for key in answer.as_object().expect("answers are objects").keys() {
            unseen.remove(&(kind.to_owned(), key.clone()));
            if !left.any(|known| known == key) {
                faults.insert(format!("`{key}` of {kind}: {}", text.chars().take(200).collect::<String>()));
                break;
            }
        }
    }
    faults.extend(unseen.into_iter().map(|(kind, key)| format!("`{key}` of {kind} is in no answer of the kit")));
    assert_none(&faults.into_iter().collect::<Vec<_>>());
}

#[test]
fn transcripts_in_the_specification_are_true() {
    let text = read(&protocol());
    let mut anew = text.clone();
    let blocks = text.split("```text\n").skip(1).filter_map(|rest| rest.split_once("```").map(|(block, _)| block));
    let mut shown = 0;
    for block in blocks.filter(|block| block.starts_with("$ play")) {
        let now: String = cases(block).iter().map(answered).collect();
        anew = anew.replace(block, &now);
        shown += 1;
    }
    assert!(shown >= 3, "{shown}");
    if std::env::var_os("UPDATE_EXCHANGES").is_some() {
        fs::write(protocol(), &anew).expect("the file can be written");
    } else {
        assert_eq!(text, anew);
    }
}

#[test]
fn the_specification_tells_what_the_code_knows() {
    let said = pipes::referee(&["protocol", "stream"], "").ends(0).out;
    let left = said.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
    let left: Vec<&str> =
        left.filter(|name| name.len() > 2 && name.chars().all(|c| c.is_ascii_uppercase() || c == '_')).collect();
    assert_eq!(left, [""; 0], "these are filled in by no one");
    for claim in CLAIMS {
        assert!(said.contains(&format!("\n| `{claim}` | ")), "the claim {claim}");
    }
    let game = said.find("# 12. Chance").map(|at| &said[at..]).expect("a part about chance");
    assert!(game.contains("def word(seed, source, k):"), "the generator");
    let checks = pipes::referee(&["protocol", "checks"], "").ends(0).out;
    for game in GAMES {
        let rules = game.checks().into_iter().flat_map(|(_, rules)| rules);
        for (rule, after) in rules {
            assert!(checks.contains(&format!("`{rule}`")), "{rule}");
            let known = |id: &&str| game.clauses().iter().any(|clause| clause.id == *id);
            assert!(after.iter().all(known), "{rule} presupposes rules of the game");
        }
        for clause in game.clauses().iter().filter(|clause| !clause.id.contains(".position-")) {
            assert!(checks.contains(clause.id), "no action is checked for {}", clause.id);
        }
    }
}

/// The sources of chance are those of the specification: what they give is accepted in a record with a seed.
#[test]
fn the_specification_names_the_sources_of_chance() {
    let table = rows("game");
    let mut tried = BTreeSet::new();
    for game in GAMES {
        let mut room = Room::new(Asked::default(), Emit::NONE);
        let mut say = |line: &Value| -> Value {
            let mut out = Vec::new();
            room.line(line.to_string().as_bytes(), &mut out).expect("a line");
            serde_json::from_slice(out.split(|byte| *byte == b'\n').next().expect("an answer")).expect("JSON")
        };
        let mut dice = Dice::new(11);
        let mut places: Vec<Value> = Vec::new();
        let mut answer = say(&json!({"referee": 1, "game": game.name(), "seed": 11, "draws": "recorded"}));
        for step in 0..900 {
            assert!(answer.get("violations").is_none(), "{}: {answer}", game.name());
            if answer["next"] == "over" {
                break;
            }
            if answer["next"] != "chance" {
                let legal = say(&json!({"query": "legal"}))["legal_n"].as_u64().expect("a number");
                answer = say(&json!({"pick": step % legal}));
                continue;
            }
            // What the draw is for.
            let purpose = say(&json!({"pick": 0}))["violations"][0]["facts"]["purpose"].clone();
            let draws = say(&json!({"query": "legal"}))["draws"].as_array().cloned().expect("draws");
            let kind = draws[0]["chance"].as_object().and_then(|draw| draw.keys().next()).expect("a kind").clone();
            let row = table.iter().find(|row| row[0] == game.title() && row[1] == format!("`{kind}`"));
            let source = &row.unwrap_or_else(|| panic!("{}: {kind} is not in the table", game.name()))[2];
            let first: u8 =
                source.chars().take_while(char::is_ascii_digit).collect::<String>().parse().expect("a source");
            let source = if source.contains("reading order") {
                let place = places.iter().position(|place| *place == purpose).unwrap_or_else(|| {
                    places.push(purpose.clone());
                    places.len() - 1
                });
                first + u8::try_from(place).expect("a territory")
            } else {
                first
            };
            let weighted: Vec<(Value, u32)> = draws
                .iter()
                .map(|draw| {
                    (draw["chance"].clone(), u32::try_from(draw["weight"].as_u64().expect("a weight")).expect("small"))
                })
                .collect();
            let at = dice.peek_weighted(Source(source), &weighted);
            dice.advance(Source(source));
            tried.insert((game.title(), kind));
            answer = say(&json!({"chance": weighted[at].0}));
        }
    }
    let named: BTreeSet<(&str, String)> = table
        .iter()
        .map(|row| {
            (
                GAMES.iter().find(|game| game.title() == row[0]).expect("a game").title(),
                row[1].trim_matches('`').to_owned(),
            )
        })
        .collect();
    assert_eq!(tried, named);
}

#[test]
fn the_kit_is_small() {
    for path in files() {
        let size = fs::metadata(&path).expect("a file").len();
        assert!(size < 500_000, "{}: {size} bytes", path.display());
    }
}

#[cfg(unix)]
#[test]
fn the_runner_finds_what_differs() {
    if !beside::has_python() {
        return;
    }
    let run = |judge: &[&str]| {
        let output =
            pipes::command("python3").arg(support::fixture("conformance/run.py")).args(judge).output().expect("Python");
        (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let program = env!("CARGO_BIN_EXE_referee");
    let (code, said) = run(&["--exact", program]);
    assert!(code == Some(0) && said.ends_with("no difference\n"), "{said}");
    // The same program with one number changed.
    let planted =
        "out=$(mktemp); \"$0\" \"$@\" > $out; code=$?; sed 's/\"undone\":2,/\"undone\":3,/' $out; rm $out; exit $code";
    let (code, said) = run(&["--only", "queries", "sh", "-c", planted, program]);
    assert!(code == Some(1) && said.contains("different: undone"), "{said}");
    let (code, said) = run(&["--only", "queries", "sh", "-c", "\"$0\" \"$@\" | sed s/message/words/; exit 0", program]);
    assert!(code == Some(1) && said.contains("exit code 0 instead of") && said.contains("different: "), "{said}");
    assert_eq!(run(&["/nowhere"]).0, Some(2));
}
