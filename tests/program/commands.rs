//! The commands, and every example that the program and its pages show: all of them must run.

use std::fs;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use referee::games::GAMES;
use serde_json::{Value, json};

use crate::beside::{has_example_bots, has_python};
use crate::pipes::{HEADER, MOVE, command, play, referee, root};
use crate::sample::sample;

const COMMANDS: [&str; 23] = [
    "play",
    "validate",
    "shrink",
    "show",
    "replay",
    "watch",
    "legal",
    "actions",
    "sit",
    "match",
    "check-bot",
    "bot",
    "protocol",
    "random",
    "perft",
    "games",
    "rules",
    "explain",
    "schema",
    "edition",
    "tournament",
    "completions",
    "man",
];

/// Runs a command line as a person would, in the root of the project.
fn shell(line: &str) -> Output {
    let output = command("sh").args(["-c", line]).stdin(Stdio::null()).stderr(Stdio::piped()).output();
    output.expect("a shell")
}

/// Whether what a line runs beside the program is there; a bot of the example is a script.
fn can_run(line: &str) -> bool {
    let names = |words: &[&str]| words.iter().any(|word| line.contains(word));
    !names(&["python3", "example.toml", "four.toml"])
        || (if names(&["example.toml", "four.toml"]) { has_example_bots() } else { has_python() })
}

#[test]
fn every_example_in_the_help_runs() {
    let help = referee(&["--help"], "").ends(0).out;
    for name in help.split("Commands:").nth(1).and_then(|rest| rest.split("Options:").next()).expect("commands").lines()
    {
        if let Some(name) =
            name.strip_prefix("  ").and_then(|name| name.split(' ').next()).filter(|name| !name.is_empty())
        {
            assert!(COMMANDS.contains(&name) || name == "help", "{name} is not tested here");
        }
    }
    let mut pages = vec![("referee", help)];
    pages.extend(COMMANDS.map(|name| (name, referee(&[name, "--help"], "").ends(0).out)));
    for (name, page) in pages {
        let examples = page.split("Examples:\n").nth(1).unwrap_or_else(|| panic!("{name} has no examples"));
        let lines: Vec<&str> = examples.lines().filter_map(|line| line.strip_prefix("  ")).collect();
        assert!(!lines.is_empty());
        for line in lines.into_iter().filter(|line| can_run(line)) {
            let output = shell(line);
            assert!(output.status.success(), "{name}: {line}: {}", String::from_utf8_lossy(&output.stderr));
            assert!(!output.stdout.is_empty(), "{name}: {line}");
        }
    }
}

/// Whether a text matches; `...` in the expectation stands for anything, even across lines.
fn matches(expected: &str, actual: &str) -> bool {
    let mut parts = expected.split("...");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = actual.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[test]
fn dots_stand_for_anything() {
    assert!(matches("a...\n", "abc\nd\n") && matches("a...c...\n", "abcd\n") && matches("a\n", "a\n"));
    assert!(!matches("a...\n", "b\n") && !matches("a...c...\n", "abd\n") && !matches("a\n", "a\nb\n"));
}

/// The console blocks of a page: a command line and its output.
fn consoles(page: &str) -> Vec<(String, String)> {
    let mut shown = Vec::new();
    for block in page.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap_or_default().lines() {
            match (line.strip_prefix("$ "), shown.last_mut()) {
                (Some(typed), _) => shown.push((typed.to_owned(), String::new())),
                (None, Some((_, out))) => {
                    out.push_str(line);
                    out.push('\n');
                }
                (None, None) => {}
            }
        }
    }
    shown
}

#[test]
fn every_example_in_the_pages_shows_what_happens() {
    for name in ["README.md", "GUIDE.md", "CONTRIBUTING.md"] {
        let page = fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let shown = consoles(&page);
        assert!(!shown.is_empty(), "{name} has no examples");
        for (typed, shown) in shown.into_iter().filter(|(typed, _)| typed != "cargo test" && can_run(typed)) {
            // The program is already built.
            let line = typed.replace("cargo run -- ", "referee ");
            let (line, is_page) = match line.split_once(" -o ") {
                Some((line, _)) => (format!("{line} -o -"), true),
                None => (line, false),
            };
            let output = shell(&line);
            let out = String::from_utf8_lossy(&output.stdout);
            assert!(
                matches!(output.status.code(), Some(0 | 1)),
                "{typed}: {}",
                String::from_utf8_lossy(&output.stderr)
            );
            assert!(!out.is_empty() && is_page == out.starts_with("<!doctype html>"), "{typed}");
            assert!(shown.is_empty() || matches(&shown, &out), "{typed}\nshown:\n{shown}\nhappens:\n{out}");
        }
        if name == "README.md" {
            let bot = fs::read_to_string(root().join("fixtures/clients/five_lines.py")).expect("a client");
            assert!(page.contains(&format!("```python\n{bot}```")), "the bot of the page is the one that is shipped");
        }
    }
}

#[test]
fn legal_tells_of_every_game_of_a_stream() {
    let input = [HEADER, MOVE, HEADER, r#"{"abort":{"cause":"max_turns"}}"#, HEADER].join("\n");
    let ran = referee(&["legal"], &input).ends(0);
    let lines: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let next: Vec<&Value> = lines.iter().map(|line| &line["next"]).collect();
    assert_eq!(next, [&json!({"player": 1}), &json!("over"), &json!({"player": 0})]);
    for line in &lines {
        assert_eq!(line["legal"].as_array().map(|legal| json!(legal.len())), Some(line["legal_n"].clone()));
        assert_eq!(line["exhaustive"], true);
    }
    let asked = play(&[HEADER, r#"{"query":"legal"}"#], "none").ends(0).answers().remove(1);
    assert_eq!(json!(asked.legal), lines[2]["legal"]);
    let ran = referee(&["legal"], [HEADER, "nonsense", r#"{"action":"pass"}"#].join("\n")).ends(3);
    assert_eq!(ran.out.lines().count(), 1);
    assert!(
        ran.err.contains("line 2 does not follow the protocol: ") && ran.err.contains("1 later line is also at fault"),
        "{ran:?}"
    );
    referee(&["legal"], "").ends(0);
    referee(&["legal", "no-such-file"], "").ends(2);
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let run = |seed: &str, more: &[&str]| {
        referee(&[&["random", "--game", "tectonic", "--seed", seed], more].concat(), "").ends(0).out
    };
    let first = run("5", &["--games", "3"]);
    assert_eq!(first, run("5", &["--games", "3"]));
    assert_eq!(first, ["5", "6", "7"].map(|seed| run(seed, &[])).concat(), "game i has seed S + i");
    assert_ne!(first, run("6", &["--games", "3"]));
    for emit in ["state", "view:1", "legal", "digest", "none"] {
        let written = run("5", &["--emit", emit]);
        let read = referee(&["play", "--strict", "--emit", emit], &written).ends(0);
        assert!(read.out == written && read.err.is_empty(), "{emit}");
    }
    let last = run("18446744073709551615", &["--games", "2", "--emit", "none"]);
    assert!(last.contains("\"seed\":\"18446744073709551615\"") && last.contains("\"seed\":0,"), "seeds go round");
    referee(&["random"], "").ends(2);
    referee(&["random", "--game", "tectonic", "--players", "3"], "").ends(2);
    let unseeded = referee(&["random", "--game", "tectonic", "--emit", "none"], "").ends(0).out;
    referee(&["play"], unseeded).ends(0);
}

/// A file for this test only.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a file");
    path
}

#[test]
fn perft_counts_from_where_a_stream_ends() {
    let counts = |args: &[&str]| referee(&[&["perft"], args].concat(), "").ends(0).out;
    assert_eq!(counts(&["--game", "tectonic", "--depth", "1"]), "1 28\n");
    let two = counts(&["--game", "tectonic", "--depth", "2"]);
    let after: u64 = {
        let listing = referee(&["legal", "--game", "tectonic"], "").ends(0).out;
        let listing: Value = serde_json::from_str(&listing).expect("JSON");
        let actions = listing["legal"].as_array().expect("a list").clone();
        let lists = actions.iter().map(|action| {
            let input = [HEADER, &json!({"action": action}).to_string(), r#"{"query":"legal"}"#].join("\n");
            referee(&["play", "--emit", "none"], input).ends(0).answers()[2].legal_n.expect("a number")
        });
        lists.sum()
    };
    assert_eq!(two, format!("1 28\n2 {after}\n"));
    let games = file("perft.jsonl", &[HEADER, HEADER, MOVE].join("\n"));
    let games = games.to_str().expect("a path");
    let reached = counts(&["--depth", "1", games]);
    let listed = play(&[HEADER, MOVE, r#"{"query":"legal"}"#], "none").ends(0).answers()[2].legal_n;
    assert_eq!(reached, format!("1 {}\n", listed.expect("a number")), "nothing of the first game");
    assert_eq!(counts(&["--depth", "1", "--json", games]).trim(), json!({"depth": 1, "sequences": listed}).to_string());
    let over = file("over.jsonl", &[HEADER, r#"{"forfeit":{"player":0,"cause":"exit"}}"#].join("\n"));
    assert_eq!(counts(&["--depth", "2", over.to_str().expect("a path")]), "1 0\n2 0\n");
    let empty = file("empty.jsonl", "");
    referee(&["perft", "--depth", "1", empty.to_str().expect("a path")], "").ends(2);
    referee(&["perft", "--depth", "1"], "").ends(2);
    let seen = referee(&["random", "--game", "wangdo", "--seed", "1", "--emit", "view:0"], "").ends(0).out;
    let seen = file("seen.jsonl", &seen);
    let ran = referee(&["perft", "--depth", "1", seen.to_str().expect("a path")], "").ends(2);
    assert!(ran.err.contains("nothing can be counted"), "{ran:?}");
    let bad = file("bad.jsonl", r#"{"referee":1,"game":"tectonic","players":3}"#);
    referee(&["perft", "--depth", "1", bad.to_str().expect("a path")], "").ends(3);
    referee(&["perft", "--depth", "1", "no-such-file"], "").ends(2);
}

#[test]
fn an_edition_of_ones_own() {
    let text = referee(&["edition", "tectonic"], "").ends(0).out;
    let mut edition: Value = serde_json::from_str(&text).expect("JSON");
    edition["id"] = json!("house");
    edition["setups"]["S1"]["mounts"] = json!(["c2", "h2"]);
    let path = file("house.json", &edition.to_string());
    let path = path.to_str().expect("a path");
    let ran = referee(&["play", "--emit", "none", "--edition", path], [HEADER, MOVE].join("\n")).ends(1);
    assert_eq!(ran.answers()[0].edition.as_ref().map(|edition| edition.id.as_str()), Some("house"));
    assert_eq!(ran.answers()[1].rules(), ["tectonic.no-piece"], "the mount stands elsewhere");
    let record = ran.out;
    let read = referee(&["play", "--emit", "none", "--edition", path], &record).ends(0);
    assert!(read.answers()[0].contradicted.is_none());
    let other = referee(&["play", "--emit", "none"], &record).ends(1);
    assert_eq!(other.answers()[0].false_claims(), ["edition"], "the edition is not at hand");
}

#[test]
fn editions_that_do_not_fit() {
    let fit = |name: &str, text: &str, because: &[&str]| {
        let path = file(name, text);
        let ran = referee(&["play", "--edition", path.to_str().expect("a path")], HEADER).ends(2);
        assert!(ran.out.is_empty(), "{ran:?}");
        for fault in because {
            assert!(ran.err.contains(fault), "{fault}: {}", ran.err);
        }
    };
    let text = referee(&["edition", "tectonic"], "").ends(0).out;
    let mut edition: Value = serde_json::from_str(&text).expect("JSON");
    edition["regions"]["triangle"]["white"][0] = json!(["a1", "a1", "b1"]);
    edition["setups"]["S2"]["hills"] = json!([]);
    edition["setups"]["S3"]["peaks"] = json!(["a2", "i1"]);
    fit("faulty.json", &edition.to_string(), &["regions.triangle", "setups.S2", "setups.S3"]);
    fit("cut.json", &text[..text.len() / 2], &["the line ends inside a string"]);
    fit("array.json", "[]", &["name its `game`"]);
    fit("nameless.json", "{}", &["name its `game`"]);
    fit("stranger.json", r#"{"game":"tectonick"}"#, &["did you mean `tectonic`?"]);
    fit("short.json", r#"{"game":"tectonic"}"#, &["missing field"]);
    fit("twice.json", &text.replacen("\"id\"", "\"id\":\"x\",\"id\"", 1), &["duplicate key `id`"]);
    fit("extra.json", &text.replacen("\"id\"", "\"idd\":\"x\",\"id\"", 1), &["unknown field `idd`"]);
    fit("typo.json", &text.replacen("\"a1\"", "\"z1\"", 1), &["line 7, column "]);
    fit("unnamed.json", &text.replacen("\"reconstructed-1\"", "\"\"", 1), &["id: an edition needs an id"]);
    fit("disguised.json", &text.replacen("\"a1\", \"b1\"", "\"b1\", \"a1\"", 1), &["is the built-in edition"]);
    referee(&["play", "--edition", "no-such-file"], HEADER).ends(2);
    let own = file("own.json", &text);
    let own = own.to_str().expect("a path");
    referee(&["play", "--edition", own], HEADER).ends(0);
    let ran = referee(&["play", "--game", "wigwam", "--edition", own], "").ends(2);
    assert!(ran.err.contains("is an edition of tectonic, not of wigwam"), "{ran:?}");
}

#[test]
fn what_there_is_can_be_asked() {
    let games = referee(&["games", "--json"], "").ends(0).out;
    for line in games.lines() {
        let game: Value = serde_json::from_str(line).expect("JSON");
        let name = game["game"].as_str().expect("a name");
        assert!(!referee(&["rules", name], "").ends(0).out.is_empty());
        for rule in referee(&["rules", name, "--json"], "").ends(0).out.lines().step_by(sample(7, 1)) {
            let rule: Value = serde_json::from_str(rule).expect("JSON");
            let id = format!("{name}.{}", rule["rule"].as_str().expect("an id"));
            assert!(referee(&["explain", &id], "").ends(0).out.contains(rule["text"].as_str().expect("a text")));
        }
    }
    for clause in referee(&["rules", "table", "--json"], "").ends(0).out.lines() {
        let clause: Value = serde_json::from_str(clause).expect("JSON");
        let id = clause["rule"].as_str().expect("an id");
        assert!(referee(&["explain", id], "").ends(0).out.contains(clause["text"].as_str().expect("a sentence")));
    }
    for name in referee(&["schema"], "").ends(0).out.lines() {
        let schema: Value = serde_json::from_str(&referee(&["schema", name], "").ends(0).out).expect("JSON");
        assert!(schema["$schema"].is_string(), "{name}");
    }
    for (args, near) in [
        (["rules", "tectonik"], "did you mean `tectonic`?"),
        (["explain", "tectonic.mount-rang"], "did you mean `tectonic.mount-range`?"),
        (["explain", "nothing"], "unknown rule"),
        (["schema", "wire/headr"], "did you mean `wire/header`?"),
        (["edition", "x"], "the games are"),
        (["man", "paly"], "did you mean `play`?"),
        (["explain", "mount-range"], "did you mean `tectonic.mount-range`?"),
        (["explain", "tectonic.R999"], "`referee rules tectonic --kept` lists them"),
        (["explain", "table.x"], "`referee rules table --kept` lists them"),
    ] {
        assert!(referee(&args, "").ends(2).err.contains(near), "{args:?}");
    }
}

/// Whether the event of a line is written by its kind alone.
fn is_hidden(line: &str) -> bool {
    let line: Value = serde_json::from_str(line).expect("JSON");
    let events = ["action", "chance"].into_iter().filter_map(|key| line[key].as_object());
    events.flat_map(|event| event.values()).any(Value::is_null)
}

#[test]
fn a_stream_for_one_player_is_the_same_made_or_passed_on_and_ends_where_something_is_hidden() {
    let mut ended_early = 0;
    for game in GAMES {
        let (game, players) = (game.name(), game.players().end().to_string());
        let random = ["random", "--game", game, "--players", &players, "--games", "2", "--seed", "7"];
        let record = referee(&[&random[..], &["--emit", "none"]].concat(), "").ends(0).out;
        for emit in ["view:0", "view:1"] {
            let seen = referee(&[&random[..], &["--emit", emit]].concat(), "").ends(0).out;
            assert!(!seen.contains("seed"), "{game}: {seen}");
            let passed_on = referee(&["play", "--emit", emit], &record).ends(0).out;
            assert!(seen == passed_on, "{game} {emit}");
            let read = referee(&["play", "--emit", "none"], &seen).ends(0);
            let ends_early = seen.lines().any(is_hidden);
            ended_early += usize::from(ends_early);
            assert_eq!(read.err.contains("could not be judged to the end"), ends_early, "{game} {emit}: {}", read.err);
            let ends = read.out.lines().filter(|line| line.starts_with("{\"redacted\"") && line.contains("next"));
            assert_eq!(ends.count(), if ends_early { 2 } else { 0 }, "{game} {emit}");
        }
    }
    // Wangdo and Wongar hide something from both players, Wigwam only from the second.
    assert!(ended_early >= 5, "{ended_early}");
}

#[test]
fn pages_and_completions_are_written_at_once() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("share");
    let _ = fs::remove_dir_all(&folder);
    let written = referee(&["man", "--into", folder.to_str().expect("a path")], "").ends(0).out;
    let read = |place: &str| fs::read_to_string(folder.join(place)).unwrap_or_else(|error| panic!("{place}: {error}"));
    let version = env!("CARGO_PKG_VERSION");
    for path in written.lines().filter(|path| path.contains("/man/")) {
        let page = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let head = page.lines().find(|line| line.starts_with(".TH")).expect("a title");
        assert!(head.ends_with(&format!("\"referee {version}\" referee")), "{path}: {head}");
        for line in page.lines().filter(|line| line.ends_with("(1)")) {
            let named = line.replace('\\', "").replace("(1)", ".1");
            assert!(folder.join("man/man1").join(&named).exists(), "{path} refers to {named}");
        }
    }
    assert!(read("man/man1/referee-tournament-standings.1").contains("Write the standings of a journal"));
    assert_eq!(
        referee(&["man", "tournament", "standings"], "").ends(0).out,
        read("man/man1/referee-tournament-standings.1")
    );
    assert!(referee(&["man", "tournament", "standing"], "").ends(2).err.contains("did you mean `standings`?"));
    let places = [
        ("bash", "bash-completion/completions/referee", ""),
        ("zsh", "zsh/site-functions/_referee", ""),
        ("fish", "fish/vendor_completions.d/referee.fish", "using_subcommand explain\" -f -a \""),
        ("elvish", "referee/referee.elv", "&'referee;explain'= {\n            edit:complex-candidate 'tectonic."),
        ("powershell", "referee/referee.ps1", "'referee;explain' {\n            [CompletionResult]::new('tectonic."),
    ];
    for (shell, place, shown) in places {
        let script = read(place);
        assert!(script.contains("wongar.R24") && script.contains(shown), "{shell}");
        assert_eq!(script, referee(&["completions", shell], "").ends(0).out);
    }
    let file = folder.join("man/man1/referee.1");
    referee(&["man", "--into", file.to_str().expect("a path")], "").ends(74);
}

#[test]
fn the_version_is_told_to_programs() {
    let told: Value = serde_json::from_str(&referee(&["--version", "--json"], "").ends(0).out).expect("JSON");
    assert_eq!(told["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(told["protocol"], 1);
    let games = told["games"].as_array().expect("a list");
    assert_eq!(games.len(), referee(&["games", "--json"], "").ends(0).out.lines().count());
    for game in games {
        let name = game["game"].as_str().expect("a name");
        let header = referee(&["random", "--game", name, "--seed", "1", "--emit", "none"], "").ends(0).out;
        let header: Value = serde_json::from_str(header.lines().next().expect("a header")).expect("JSON");
        assert_eq!(game["edition"], header["edition"], "{name}");
    }
    assert_eq!(referee(&["--version"], "").ends(0).out, format!("referee {}\n", env!("CARGO_PKG_VERSION")));
    assert!(referee(&["--json"], "").ends(2).err.contains("Usage: referee"));
}
