//! `validate` as archivists use it: many games in many files of any form, with faults of any kind.

mod many;
#[allow(dead_code, reason = "verdicts are looked at here, not answers")]
#[path = "../pipes/mod.rs"]
mod pipes;
#[path = "../planted/mod.rs"]
mod planted;
mod repeats;
mod report;
#[path = "../sample/mod.rs"]
mod sample;
mod shrink;
#[cfg(unix)]
mod sources;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

#[cfg(target_os = "linux")]
use pipes::command;
use pipes::{HEADER, MOVE, referee, spawn};
use planted::{PLANTS, games, plant, tables};
use referee::dice::Dice;
use sample::sample;
use serde_json::{Value, json};

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("validate").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

/// A file in a folder.
fn file(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, content).expect("a file");
    path
}

/// The lines of `--each`.
#[track_caller]
fn each(input: impl AsRef<[u8]>, code: i32) -> Vec<Value> {
    let out = referee(&["validate", "--each"], input).ends(code).out;
    out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The one verdict on a stream, and its fault.
#[track_caller]
fn verdict(lines: &[&str], code: i32) -> Value {
    let mut all = each(lines.join("\n"), code);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

#[test]
fn a_report_is_the_same_for_any_number_of_threads() {
    let folder = folder("threads");
    for (game, players) in tables() {
        let mut all = games(game, &players, 11, sample(24, 60));
        all[17] = plant(&all[17], PLANTS[0], &mut Dice::new(3));
        let half = all[20].len() / 2;
        all[20].truncate(half);
        file(&folder, &format!("{game}.jsonl"), all.concat());
    }
    for more in [&["--each"][..], &["--json"], &["--coverage"], &[], &["--max-errors", "3"], &["--strict-sources"]] {
        let run = |jobs| referee(&[&["validate", "--jobs", jobs, text(&folder)], more].concat(), "").ends(3).out;
        let one = run("1");
        assert!(!one.is_empty());
        for jobs in ["2", "7"] {
            assert_eq!(one, run(jobs), "{more:?} with {jobs} threads");
        }
    }
}

#[test]
fn a_game_may_be_longer_than_any_block() {
    let undo = format!("{MOVE}\n{}\n", r#"{"query":"undo"}"#);
    let long = [HEADER, "\n", &undo.repeat(70_000), r#"{"abort":{"cause":"max_turns"}}"#, "\n"].concat();
    let valid = games("tectonic", "2", 1, 1).concat();
    let wrong = long.replace("max_turns", "no_such_cause");
    let input = [&*valid, &long, &valid, &wrong, &valid].concat();
    let verdicts = each(&input, 3);
    let kinds: Vec<&Value> = verdicts.iter().map(|verdict| &verdict["verdict"]).collect();
    assert_eq!(kinds, ["valid", "valid", "valid", "malformed", "valid"]);
    let fault = &verdicts[3]["fault"];
    let line = input.lines().position(|line| line.contains("no_such_cause")).expect("it is there");
    assert_eq!(fault["line"], line + 1);
    assert_eq!(fault["byte"], input.find("{\"abort\":{\"cause\":\"no_such").expect("it is there"));
}

#[test]
fn planted_faults_are_found_and_nothing_else() {
    // Any number of games; here this many of each kind, with a fault in every hundredth, or in every fourth of a few.
    let count = std::env::var("REFEREE_PLANTED").map_or(24, |count| count.parse().expect("a number of games"));
    let step = if count < 1000 { 4 } else { 100 };
    let mut dice = Dice::new(2024);
    let mut still_valid = 0;
    for (game, players) in tables() {
        let mut all = games(game, &players, 1000, count);
        referee(&["validate", "--quiet"], all.concat()).ends(0);
        let planted: Vec<usize> = (0..count).filter(|at| at % step == step / 2).collect();
        let clean = all.clone();
        for (turn, at) in planted.iter().enumerate() {
            all[*at] = plant(&all[*at], PLANTS[turn % PLANTS.len()], &mut dice);
        }
        let lengths = |games: &[String], what: fn(&str) -> usize| games.iter().map(|game| what(game)).sum::<usize>();
        let out = referee(&["validate", "--each"], all.concat()).out;
        let verdicts: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(verdicts.len(), count);
        for (at, verdict) in verdicts.iter().enumerate() {
            assert_eq!(verdict["game"], at + 1);
            let is_valid = verdict["verdict"] == "valid";
            if !planted.contains(&at) {
                assert!(is_valid, "{game}: nothing was planted here: {verdict}");
            } else if !is_valid {
                // It is found where it was planted or where it first matters; all forms of the place are right.
                let fault = &verdict["fault"];
                let number = |key: &str| fault[key].as_u64().expect("a number") as usize;
                let first = lengths(&all[..at], |game| game.lines().count()) + 1;
                let differs = clean[at].lines().zip(all[at].lines()).take_while(|(was, is)| was == is).count();
                assert!(number("line") >= first + differs, "{game}: before anything is wrong: {verdict}");
                let inside = number("line") - first;
                let before: usize = all[at].split_inclusive('\n').take(inside).map(str::len).sum();
                assert_eq!(number("byte"), lengths(&all[..at], str::len) + before, "{game}: {verdict}");
                let events = all[at].lines().take(inside).filter(|line| line.starts_with("{\"n\":")).count();
                assert_eq!(number("ply"), events, "{game}: {verdict}");
                let named = |key: &str| fault[key].as_array().is_some_and(|names| !names.is_empty());
                assert_eq!(named("rules"), verdict["verdict"] == "refused", "{game}: {verdict}");
                assert_eq!(named("claims"), verdict["verdict"] == "contradicted", "{game}: {verdict}");
            } else {
                // It is a possible game: its own record is the same, byte for byte.
                let played = referee(&["play", "--emit", "none"], &all[at]).ends(0).out;
                let value = |line: &str| serde_json::from_str::<Value>(line).expect("JSON");
                assert!(played.lines().map(value).eq(all[at].lines().map(value)), "{game}: {verdict}");
                still_valid += 1;
            }
        }
    }
    println!("{still_valid} of {} games with something planted are valid all the same", tables().len() * count / step);
    assert!(still_valid <= tables().len() * count / step / 4, "most faults are faults");
}

#[test]
fn each_kind_of_fault_has_its_place() {
    let far = r#"{"action":{"move":{"from":"c1","to":"c10"}}}"#;
    let found = verdict(&[HEADER, "", MOVE, r#"{"query":"undo"}"#, far, MOVE, MOVE], 1);
    assert_eq!((&found["verdict"], &found["skipped"]), (&json!("refused"), &json!(2)));
    let fault = &found["fault"];
    assert_eq!((&fault["line"], &fault["ply"]), (&json!(5), &json!(0)));
    assert_eq!(fault["byte"], HEADER.len() + 2 + MOVE.len() + 1 + r#"{"query":"undo"}"#.len() + 1);
    assert_eq!(fault["rules"], json!(["tectonic.mount-range", "tectonic.occupied"]));
    assert_eq!(fault["answer"]["violations"][1]["rule"], "tectonic.occupied");

    let claimed = MOVE.replace("}}}", "}},\"next\":{\"player\":0},\"legal_n\":3}");
    let fault = verdict(&[HEADER, &claimed], 1)["fault"].take();
    assert_eq!(fault["claims"], json!(["next", "legal_n"]));
    let false_refusal = MOVE.replace("}}}", "}},\"violations\":[{\"rule\":\"tectonic.occupied\"}]}");
    assert_eq!(verdict(&[HEADER, &false_refusal], 1)["fault"]["claims"], json!(["violations"]));
    let wrong_end = r#"{"outcome":{"places":[1,2],"scores":null,"reason":"forfeit"}}"#;
    let forfeit = r#"{"forfeit":{"player":0,"cause":"time_bank"}}"#;
    assert_eq!(verdict(&[HEADER, forfeit, wrong_end], 1)["fault"]["claims"], json!(["outcome"]));

    let found = verdict(&[HEADER, MOVE, "{\"action\":"], 3);
    assert_eq!((&found["verdict"], &found["fault"]["line"]), (&json!("malformed"), &json!(3)));
    let found = verdict(&[HEADER, MOVE, "", r#"{"truncated":{"line":2,"next":{"player":1}}}"#], 1);
    assert_eq!((&found["verdict"], &found["fault"]["line"]), (&json!("truncated"), &json!(2)));
    let hidden = [r#"{"referee":1,"game":"wigwam"}"#, r#"{"player":0,"action":{"arrange":null}}"#, MOVE];
    assert_eq!(verdict(&hidden, 1)["verdict"], "redacted");
    for empty in ["", "\n\n", r#"{"malformed":{"line":1,"message":"x"}}"#] {
        let found = verdict(&[empty], 1);
        assert_eq!((&found["verdict"], found.get("game")), (&json!("empty"), None));
    }
    let all = each([MOVE, MOVE, HEADER, r#"{"abort":{"cause":"max_turns"}}"#].join("\n"), 3);
    assert_eq!((&all[0]["verdict"], all[0].get("game"), &all[0]["skipped"]), (&json!("malformed"), None, &json!(1)));
    assert_eq!((&all[1]["end"], &all[1]["abort"]), (&json!("abort"), &json!("max_turns")));
    let long = format!("{HEADER}\n{}\n{MOVE}", "x".repeat(5 << 20));
    let found = &each(long, 3)[0];
    assert_eq!((&found["verdict"], &found["skipped"]), (&json!("malformed"), &json!(1)));
    for bad in [r#"{"referee":1,"game":"chess"}"#, r#"{"referee":2,"game":"tectonic"}"#, r#"{"referee":1,"ga"#] {
        assert_eq!(verdict(&[bad, MOVE], 3)["verdict"], "malformed");
    }
    let position =
        r#"{"referee":1,"game":"tectonic","state":{"turn":"white","white":{"mounts":["b5","b5"]},"black":{}}}"#;
    assert_eq!(verdict(&[position, MOVE], 1)["verdict"], "refused");
}

#[test]
fn each_kind_of_fault_has_its_place_in_every_game() {
    for (game, players) in tables() {
        let text = games(game, &players, 5, 1).concat();
        let lines: Vec<&str> = text.lines().collect();
        let value = |at: usize| serde_json::from_str::<Value>(lines[at]).expect("JSON");
        let with = |key: &str| (1..lines.len()).filter(|at| value(*at).get(key).is_some()).collect::<Vec<_>>();
        let (actions, draws, last) = (with("action"), with("chance"), lines.len() - 1);
        let at = actions[actions.len() / 2];
        let ply = (1..at).filter(|line| value(*line).get("n").is_some()).count();
        let somebody_else = (value(at)["player"].as_u64().expect("a player") + 1) % 2;
        let with_claim = |key: &str, claim: Value| {
            let mut line = value(at);
            line[key] = claim;
            line.to_string()
        };
        let mut outcome = value(last);
        outcome["outcome"]["reason"] = json!("no such reason");
        // The line, its replacement, and the verdict with the first rule or claim named.
        let cases = [
            (at, with_claim("player", json!(somebody_else)), "refused", Some("table.not-your-turn"), None),
            (at, with_claim("n", json!(ply + 7)), "contradicted", None, Some("n")),
            (at, with_claim("next", json!("over")), "contradicted", None, Some("next")),
            (at, with_claim("digest", json!("00")), "contradicted", None, Some("digest")),
            (at, with_claim("legal", json!([value(at)["action"]])), "contradicted", None, Some("legal")),
            (
                at,
                with_claim("violations", json!([{"rule": "table.not-your-turn"}])),
                "contradicted",
                None,
                Some("violations"),
            ),
            (at, with_claim("no_such_key", json!(1)), "malformed", None, None),
            (at, lines[at][..lines[at].len() / 2].to_owned(), "malformed", None, None),
            (last, outcome.to_string(), "contradicted", None, Some("outcome")),
        ];
        for (at, line, kind, rule, claim) in cases {
            let (rule, claim): (Option<&str>, Option<&str>) = (rule, claim);
            let spoilt = [&lines[..at], &[&line], &lines[at + 1..]].concat();
            let verdict = verdict(&spoilt, if kind == "malformed" { 3 } else { 1 });
            let fault = &verdict["fault"];
            let byte: usize = lines[..at].iter().map(|line| line.len() + 1).sum();
            let ply = if at == last { verdict["plies"].as_u64().expect("a number") as usize } else { ply };
            let place = (&fault["line"], &fault["byte"], &fault["ply"], &verdict["verdict"]);
            assert_eq!(place, (&json!(at + 1), &json!(byte), &json!(ply), &json!(kind)), "{game}: {line}: {verdict}");
            assert_eq!(verdict.get("skipped").cloned().unwrap_or(json!(0)), last - at, "{game}: {line}");
            assert_eq!(fault["rules"].get(0), rule.map(|rule| json!(rule)).as_ref(), "{game}: {line}: {verdict}");
            let claims = claim.map(|claim| json!([claim]));
            assert_eq!(fault.get("claims"), claims.as_ref(), "{game}: {line}: {verdict}");
        }
        // An impossible draw: a repeated one, or one when none is due.
        if let Some(draw) = draws.first() {
            let spoilt = [&lines[..at], &[lines[*draw]], &lines[at..]].concat();
            let verdict = verdict(&spoilt, 1);
            assert_eq!((&verdict["verdict"], &verdict["fault"]["line"]), (&json!("refused"), &json!(at + 1)), "{game}");
        }
        // The record need not state the outcome; the game has still ended.
        assert_eq!(verdict(&lines[..last], 0)["verdict"], "valid", "{game}");
        let cut = verdict(&lines[..last - 1], 1);
        assert_eq!((&cut["verdict"], &cut["fault"]["line"]), (&json!("truncated"), &json!(last - 1)), "{game}");
    }
}

#[test]
fn a_refused_action_is_refused_whatever_it_claims_to_follow() {
    let far = r#"{"n":9,"action":{"move":{"from":"c1","to":"c10"}},"next":"over","digest":"00","legal_n":1}"#;
    let fault = verdict(&[HEADER, far], 1);
    assert_eq!((&fault["verdict"], fault["fault"].get("claims")), (&json!("refused"), None), "{fault}");
    // A claimed refusal with its reasons can be false.
    let other = far.replace("}}", "}},\"violations\":[{\"rule\":\"tectonic.occupied\"}]");
    let fault = verdict(&[HEADER, &other], 1);
    assert_eq!(fault["verdict"], "contradicted");
    assert_eq!(fault["fault"]["claims"][0], "violations");
}

#[test]
fn a_header_that_cannot_be_read_ends_the_game_before_it() {
    let broken = r#"{"referee":1,"gam"#;
    let undo = format!("{MOVE}\n{}\n", r#"{"query":"undo"}"#);
    // In the middle of a game, also where a block could be cut; and outside of games.
    let long = [HEADER, "\n", &undo.repeat(8000), broken, "\n", &undo.repeat(8000), HEADER, "\n"].concat();
    let all = each(&long, 3);
    let kinds: Vec<_> = all.iter().map(|verdict| (&verdict["verdict"], &verdict["skipped"])).collect();
    let truncated = (&json!("truncated"), &Value::Null);
    assert_eq!(kinds, [truncated, (&json!("malformed"), &json!(16000)), truncated]);
    let whole = games("tectonic", "2", 1, 1).concat();
    let all = each([&*whole, broken, "\n", &whole].concat(), 3);
    let kinds: Vec<&Value> = all.iter().map(|verdict| &verdict["verdict"]).collect();
    assert_eq!(kinds, ["valid", "malformed", "valid"]);
    for (input, lines) in [(long, 16001), ([&*whole, broken, "\n", &whole].concat(), 1)] {
        let played = referee(&["play", "--emit", "none"], &input).ends(3).out;
        assert_eq!(
            played.matches("{\"malformed\":").count(),
            lines,
            "`play` answers it, and each line that has no game"
        );
    }
}

/// Earlier games, in any thread, do not affect later ones: neither the form of an earlier header nor the place where
/// a fault ended an earlier game.
#[test]
fn a_verdict_depends_on_nothing_that_came_before() {
    let folder = folder("before");
    let end = r#"{"abort":{"cause":"max_turns"}}"#;
    let seeded = |seed: &str| format!("{{\"referee\":1,\"game\":\"tectonic\",\"seed\":{seed}}}\n{end}\n");
    let broken = [HEADER, r#"{"action":{"move":{"from":"c1","to":"c10"}}}"#].join("\n");
    let headless = ["junk", r#"{"referee":2,"game":"tectonic"}"#, r#"{"referee":1,"game":"nope"}"#].join("\n");
    let of = |path: &Path| -> Vec<Value> {
        let all = referee(&["validate", "--each", "--jobs", "1", text(&folder)], "").out;
        let all = all.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        all.filter(|verdict| verdict["file"] == text(path)).collect()
    };
    for (before, after, verdicts) in [
        (seeded("1"), seeded("2"), 1),
        (seeded(" 1"), seeded("7 1"), 1),
        (seeded("\"1\""), seeded("1\"1\""), 1),
        (broken, headless, 3),
    ] {
        let first = file(&folder, "a.jsonl", "");
        let second = file(&folder, "b.jsonl", &after);
        let alone = of(&second);
        assert_eq!(alone.len(), verdicts, "{alone:?}");
        fs::write(&first, before).expect("a file");
        assert_eq!(of(&second), alone);
    }
}

#[test]
fn what_an_earlier_run_said_of_another_file_is_not_repeated() {
    let header = r#"{"referee":1,"game":"tectonic","line":77,"next":"over"}"#;
    let found = verdict(&[header], 1);
    assert_eq!(
        (found["verdict"].as_str(), found["fault"]["answer"].get("line")),
        (Some("contradicted"), None),
        "{found}"
    );
    let answer = referee(&["play"], "[1]\n").ends(3).out;
    let found = &each("[1]\n", 3)[0]["fault"]["answer"];
    assert_eq!(*found, serde_json::from_str::<Value>(&answer).expect("JSON"), "validate tells what play answers");
}

#[test]
fn the_causes_of_rulings_are_testimony_but_an_illegal_action_must_be_there() {
    let refused = r#"{"player":0,"action":{"move":{"from":"c1","to":"c10"}},"violations":[{"rule":"tectonic.mount-range"},{"rule":"tectonic.occupied"}]}"#;
    let forfeit = |cause: &str| format!("{{\"forfeit\":{{\"player\":0,\"cause\":\"{cause}\"}}}}");
    let found = verdict(&[HEADER, refused, &forfeit("illegal_action")], 0);
    assert_eq!((&found["end"], &found["forfeits"]), (&json!("forfeit"), &json!(["illegal_action"])));
    assert_eq!(found["refusals"], 1);
    assert_eq!(verdict(&[HEADER, &forfeit("signal")], 0)["forfeits"], json!(["signal"]));
    for lines in [
        &[HEADER, &forfeit("illegal_action")][..],
        &[HEADER, refused, MOVE, &forfeit("illegal_action")],
        &[HEADER, refused, r#"{"pick":0}"#, &forfeit("illegal_action")],
        &[HEADER, refused, &forfeit("illegal_action").replace("\"player\":0", "\"player\":1")],
    ] {
        assert_eq!(verdict(lines, 1)["fault"]["claims"], json!(["cause"]), "{lines:?}");
    }
    let taken_back = [HEADER, &forfeit("exit"), r#"{"query":"undo"}"#, r#"{"abort":{"cause":"organiser_abort"}}"#];
    let found = verdict(&taken_back, 0);
    assert_eq!((found.get("forfeits"), &found["abort"]), (None, &json!("organiser_abort")));
}

#[test]
fn files_come_plain_or_compressed_and_folders_are_walked() {
    let folder = folder("forms");
    let all = games("wangdo", "2", 5, 8);
    let plain = all.concat();
    let gzip = |text: &str| {
        let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        writer.write_all(text.as_bytes()).and_then(|()| writer.finish()).expect("memory")
    };
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    let zstd = |text: &str| ruzstd::encoding::compress_to_vec(text.as_bytes(), level);
    let skippable = [&[0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
    fs::create_dir_all(folder.join("b/c")).expect("folders");
    file(&folder, "a.jsonl", &plain);
    file(&folder, "b/x.jsonl.gz", [gzip(&all[..3].concat()), gzip(&all[3..].concat())].concat());
    file(
        &folder,
        "b/c/y.jsonl.zst",
        [skippable.clone(), zstd(&all[..5].concat()), skippable.clone(), zstd(&all[5..].concat())].concat(),
    );
    file(&folder, "notes.txt", "not a record");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&folder, folder.join("b/loop")).expect("a link");
    let out = referee(&["validate", "--each", text(&folder)], "").ends(0).out;
    let verdicts: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(verdicts.len(), 24);
    let told = |from: usize| {
        verdicts[from..from + 8].iter().map(|verdict| {
            let mut verdict = verdict.clone();
            verdict["file"].take();
            verdict
        })
    };
    assert!(told(0).eq(told(8)) && told(0).eq(told(16)), "the same games, however they are packed");
    let names: Vec<&str> = [0, 8, 16].map(|at| verdicts[at]["file"].as_str().expect("a name")).to_vec();
    assert!(names[0].ends_with("a.jsonl") && names[1].ends_with("y.jsonl.zst") && names[2].ends_with("x.jsonl.gz"));
    assert_eq!(each(gzip(&plain), 0).len(), 8, "standard input may be compressed, too");

    let cut = |bytes: Vec<u8>| bytes[..bytes.len() - 9].to_vec();
    let mut flipped = zstd(&plain);
    let last = flipped.len() - 2;
    flipped[last] ^= 1;
    // The last games are missing, or complete and followed by something else; each is reported once.
    let followed = |bytes: Vec<u8>| [&bytes[..], b"and more"].concat();
    for (broken, said) in [
        (cut(gzip(&plain)), "cut short"),
        (cut(zstd(&plain)), "cut short"),
        ([zstd(&plain), skippable[..9].to_vec()].concat(), "cut short"),
        (flipped, "checksum"),
        (followed(gzip(&plain)), "something else follows"),
        (followed(zstd(&plain)), "something else follows"),
        (followed(b"\xfd7zXZ\0".to_vec()), "compressed with xz"),
        (followed(b"BZh9".to_vec()), "compressed with bzip2"),
        (plain.encode_utf16().flat_map(u16::to_le_bytes).collect(), "UTF-16"),
    ] {
        let verdicts = each(broken, 3);
        let (last, rest) = verdicts.split_last().expect("a verdict");
        assert_eq!(last["verdict"], "unreadable", "{last}");
        assert!(last["fault"]["message"].as_str().is_some_and(|message| message.contains(said)), "{said}: {last}");
        assert!(rest.iter().all(|verdict| verdict["verdict"] == "valid"), "{rest:?}");
        if said.contains("follows") {
            assert_eq!((rest.len(), last.get("game")), (8, None), "what can be read is judged");
        }
    }
    let half = |bytes: Vec<u8>| bytes[..bytes.len() / 2].to_vec();
    let last = each(half(gzip(&all[0])), 3).pop().expect("a verdict");
    assert!(last["fault"]["ply"].as_u64() > Some(0) && last["fault"]["ply"] == last["plies"], "{last}");
    referee(&["validate", "no-such-file"], "").ends(3);
    let bare = folder.join("bare");
    fs::create_dir_all(&bare).expect("a folder");
    file(&bare, "empty.jsonl", "");
    file(&bare, "cut.jsonl", &plain[..plain.len() - 30]);
    let ran = referee(&["validate", text(&bare)], "").ends(3);
    assert!(ran.out.contains("empty.jsonl:1: byte 0: empty: there is no game in it\n"), "{}", ran.out);
    assert!(ran.out.contains("game 8"), "{}", ran.out);
}

/// Games whose headers differ only in the seed are begun in a fast way. It accepts exactly the seeds that `play`
/// accepts, as written.
#[test]
fn a_seed_is_read_as_play_reads_it() {
    let game = games("wangdo", "2", 1, 1).concat();
    let (header, rest) = game.split_once('\n').expect("a header");
    let with = |seed: &str| header.replacen("\"seed\":1,", &format!("\"seed\":{seed},"), 1);
    assert_ne!(with("2"), header);
    let seeds = [
        "0",
        "2",
        "01",
        "00",
        "-1",
        "1.0",
        "1e3",
        "",
        " 2",
        "2 ",
        "null",
        "true",
        "\"2\"",
        "\"02\"",
        "\"\"",
        "[2]",
        "2,\"seed\":3",
        "999999999999999",
        "0999999999999999",
        "1000000000000000",
        "9007199254740991",
        "9007199254740992",
        "9999999999999999",
        "\"9999999999999999\"",
        "18446744073709551615",
        "\"18446744073709551615\"",
        "18446744073709551617",
        "\"18446744073709551616\"",
        "340282366920938463463374607431768211457",
    ];
    let mut refused = 0;
    for earlier in ["1", "\"1\"", "4503599627370496", "\"18446744073709551615\""] {
        for seed in seeds {
            // The end does not depend on the seed: the game is called off before the first draw.
            let abort = "{\"abort\":{\"cause\":\"max_turns\"}}\n";
            let first = if earlier == "1" { rest } else { abort };
            let input = format!("{}\n{first}{}\n{abort}", with(earlier), with(seed));
            let played = referee(&["play", "--emit", "none"], format!("{}\n", with(seed)));
            let out = referee(&["validate", "--each"], &input).out;
            let verdicts: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
            assert_eq!((verdicts.len(), &verdicts[0]["verdict"]), (2, &json!("valid")), "{earlier} {seed}: {out}");
            let malformed = verdicts[1]["verdict"] == "malformed";
            assert!(malformed || verdicts[1]["verdict"] == "valid", "{earlier} {seed}: {out}");
            assert_eq!(malformed, played.code == Some(3), "{earlier} {seed}: {out}, {played:?}");
            refused += usize::from(malformed);
        }
    }
    assert!(refused > 4 * 10 && refused < 4 * (seeds.len() - 5), "{refused}");
}

#[test]
#[cfg(target_os = "linux")]
fn memory_is_bounded_whatever_comes() {
    let folder = folder("bombs");
    let level = flate2::Compression::fast();
    let mut bomb = flate2::write::GzEncoder::new(fs::File::create(folder.join("bomb")).expect("a file"), level);
    for _ in 0..400 {
        bomb.write_all(&vec![b' '; 1 << 20]).expect("room");
    }
    bomb.finish().expect("room");
    // A frame of some 400 MB: blocks of 128 KiB, each a byte and a repeat count.
    let packed = |window: u8| {
        let block = [&((128_u32 << 10) << 3 | 1 << 1).to_le_bytes()[..3], b" "].concat();
        [&[0x28, 0xb5, 0x2f, 0xfd, 0, window][..], &block.repeat(3200), &[1, 0, 0]].concat()
    };
    file(&folder, "bomb.zst", packed(7 << 3));
    file(&folder, "window.zst", packed(21 << 3));
    let long_line = "head -c 400000000 /dev/zero | tr '\\0' x".to_owned();
    let one_game = format!(
        "(echo '{HEADER}'; yes '{{\"query\":\"undo\",\"undone\":0,\"violations\":[{{\"rule\":\"table.nothing-to-undo\"}}]}}' | head -c {})",
        sample(3_000_000, 30_000_000)
    );
    let cat = |name| format!("cat {}", text(&folder.join(name)));
    // Some of these need a long list to report the false claim; all have an answer of some length.
    let (listed, refused) =
        (r#"{"referee":1,"game":"wigwam","legal":[]}"#, r#"{"action":{"move":{"from":"c1","to":"c10"}}}"#);
    file(
        &folder,
        "faults",
        format!("{listed}\n").repeat(100) + &format!("{HEADER}\n{refused}\n").repeat(sample(1000, 6000)),
    );
    let inputs = [cat("bomb"), cat("bomb.zst"), cat("window.zst"), long_line, one_game, cat("faults")];
    // Other threads have their own stacks and reserves, which count although they are empty.
    let cases = inputs.iter().map(|input| (input, "1", 100_000)).chain([(&inputs[5], "2", 300_000)]);
    for (input, jobs, most) in cases {
        let code = if input == &inputs[5] { 1 } else { 3 };
        let line = format!("ulimit -v {most}; {input} | referee validate --jobs {jobs} -; echo \"code $?\"");
        let output = command("bash").args(["-c", &line]).output().expect("a shell");
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(out.ends_with(&format!("code {code}\n")), "{input}: {out}{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn a_reader_that_goes_away_ends_it() {
    let mut child = spawn(&["validate", "--each"]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = format!("{HEADER}\n").repeat(20_000);
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    assert_eq!(child.wait().expect("it ends").code(), Some(5));
}

#[test]
fn what_is_withheld_was_not_judged() {
    let withheld = r#"{"withheld":{"line":3},"next":{"player":0}}"#;
    let end = r#"{"abort":{"cause":"max_turns"}}"#;
    // The other lines are judged, and another fault is told first.
    let found = verdict(&[HEADER, withheld, MOVE, withheld, end], 1);
    let place = (&found["verdict"], &found["fault"]["line"], &found["fault"]["ply"], &found["plies"]);
    assert_eq!(place, (&json!("redacted"), &json!(2), &json!(0), &json!(1)), "{found}");
    assert_eq!((found.get("end"), found.get("skipped")), (None, None));
    assert_eq!(verdict(&[HEADER, withheld, MOVE, MOVE], 1)["verdict"], "refused");
    assert_eq!(verdict(&[HEADER, MOVE, withheld], 1)["verdict"], "redacted");
    // It belongs to its game alone, and before the first header to none.
    let all = each([HEADER, withheld, end, HEADER, end].join("\n"), 1);
    assert_eq!((&all[0]["verdict"], &all[1]["verdict"]), (&json!("redacted"), &json!("valid")));
    let all = each([withheld, HEADER, end].join("\n"), 1);
    assert_eq!((&all[0]["verdict"], all[0].get("game")), (&json!("redacted"), None));
    // `play --strict` says the same of each.
    for (lines, code) in [(&[HEADER, withheld, end][..], 6), (&[withheld, HEADER, end], 6), (&[HEADER, end], 0)] {
        referee(&["play", "--strict", "--emit", "none"], lines.join("\n")).ends(code);
    }
    let shrunk = referee(&["shrink"], [HEADER, MOVE, withheld, end].join("\n")).ends(0).out;
    assert_eq!(shrunk, format!("{HEADER}\n{}\n", r#"{"withheld":{}}"#));
    let header = |edition: &str| format!(r#"{{"referee":1,"game":"wongar","state":null{edition}}}"#);
    assert_eq!(verdict(&[&header("")], 1)["verdict"], "redacted");
    let contradicted = header(r#","edition":{"id":"x","sha256":"00"}"#);
    referee(&["play", "--strict"], &contradicted).ends(1);
    let found = verdict(&[&contradicted, MOVE], 1);
    assert_eq!((&found["verdict"], &found["fault"]["claims"]), (&json!("contradicted"), &json!(["edition"])));
}
