//! Competitions from the command line: plans, games, results, what a kill leaves, and the messages about wrong files.

use std::fs;
use std::path::{Path, PathBuf};

use referee::commitment::Bits128;
use referee::contest::config::{Config, Sharing};
use referee::contest::journal::{Files, Journal, Ledger};
use referee::contest::record::{Cause, GameResult, Planner, Positions};
use referee::contest::schedule::{self, Scheduled, Scheduler};
use serde_json::Value;

use crate::beside::{has_example_bots, has_python};
use crate::pipes::{self, referee, root};
use crate::sample::sample;

pub(super) const EXAMPLE: &str = "fixtures/tournaments/example.toml";
/// The same without the sandbox, which looks for programs inside itself.
pub(super) fn example() -> String {
    read(EXAMPLE).replace("sandbox = true ", "# ")
}

pub(super) const JOURNAL: &str = "fixtures/tournaments/simulated.jsonl";

/// A fresh path for a file of this test only.
pub(super) fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

pub(super) fn file(name: &str, text: &str) -> String {
    let path = fresh(name);
    // Bots start in the folder of the configuration.
    let here = format!("{}/tests/hostile/", root().display());
    let is_config = path.extension().is_some_and(|extension| extension == "toml");
    let text = if is_config { text.replace("tests/hostile/", &here) } else { text.to_owned() };
    fs::write(&path, text).expect("can write");
    path.to_string_lossy().into_owned()
}

pub(super) fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_default()
}

/// The strength in a name such as `elo-1500`.
fn strength(name: &str) -> f64 {
    name.rsplit('-').next().and_then(|elo| elo.parse().ok()).expect("a strength")
}

/// Plays a tournament with made-up games by these strengths and writes its journal; stops after `most` games.
pub(super) fn simulate(config: &Config, path: &Path, most: usize) {
    let secret = || panic!("the seed is typed");
    let mut journal = Journal::open(path, config, Files::default(), secret).expect("a journal");
    let seed = journal.seed().expect("it has begun");
    let stages = journal.ledger().stages.clone().expect("it has begun");
    let mut scheduler = Scheduler::new(&stages, seed);
    let mut played = 0;
    loop {
        match scheduler.next(&journal.ledger().games) {
            Scheduled::Round(number, round) => journal.begin_round(number, &round, &config.names()).expect("written"),
            Scheduled::Block(block) => {
                let positions = &Positions::default();
                let organiser = Planner { config, name: journal.ledger().name, secret: seed, positions };
                for (at, planned) in organiser.games(&block).enumerate() {
                    if journal.ledger().games.contains_key(&planned.game_id) {
                        continue;
                    }
                    if played == most {
                        return;
                    }
                    played += 1;
                    let [first, second] = [0, 1].map(|seat: usize| strength(&planned.seats[seat].name));
                    // It follows from the block's luck, so it does not depend on when the game is played.
                    let block = seed.block(&planned.game_id.block.to_string()).nonce;
                    let luck = f64::from(block.block(&planned.game_id.to_string()).seed.0 as u32);
                    let wins = luck / f64::from(u32::MAX) < 1.0 / (1.0 + 10_f64.powf((second - first) / 400.0));
                    let result = GameResult {
                        places: Some(if wins { vec![1, 2] } else { vec![2, 1] }),
                        reason: "simulated".to_owned(),
                        causes: vec![Cause::Normal; 2],
                        plies: 2,
                        moves: vec![1, 1],
                        think_us: vec![1000, 1000],
                        luck: (at == 1).then_some(planned.luck),
                        ..planned.blank_result()
                    };
                    journal.add_result(result).expect("written");
                }
            }
            Scheduled::Wait => panic!("all games that were given out have ended"),
            Scheduled::Over => return,
        }
    }
}

fn config(path: &str) -> Config {
    Config::read(&read(path)).expect("it is right")
}

#[test]
fn the_simulated_journal_is_that_of_its_tournament() {
    let path = fresh("simulated.jsonl");
    simulate(&config("fixtures/tournaments/simulated.toml"), &path, usize::MAX);
    let text = fs::read_to_string(&path).expect("there");
    if std::env::var_os("UPDATE_FIXTURES").is_some() {
        fs::write(root().join(JOURNAL), &text).expect("can write the fixture");
    }
    assert!(read(JOURNAL) == text, "run UPDATE_FIXTURES=1 cargo test --test tournament");
}

#[test]
fn a_tournament_killed_anywhere_ends_the_same() {
    let swiss = read("fixtures/tournaments/simulated.toml")
        .replace("\"round-robin\"", "\"swiss\"\nrounds = 2")
        .replace("blocks = 12", "blocks = 2");
    let config = Config::read(&swiss).expect("it is right");
    let whole = fresh("whole.jsonl");
    simulate(&config, &whole, usize::MAX);
    let bytes = fs::read(&whole).expect("there");
    let standings = |path: &Path| referee(&["tournament", "standings", &path.to_string_lossy()], "").ends(0).out;
    for games in 0..16 {
        let path = fresh("killed.jsonl");
        simulate(&config, &path, games);
        // As if the next line had been torn.
        let written = fs::read(&path).expect("there");
        fs::write(&path, [&written[..], b"{\"result\":{\"game_id\":"].concat()).expect("can write");
        simulate(&config, &path, usize::MAX);
        assert!(fs::read(&path).expect("there") == bytes, "killed after {games} games");
    }
    assert!(standings(&whole).contains("16 games in 8 blocks count."));
}

#[test]
fn a_plan_has_a_line_for_each_game() {
    if !has_example_bots() {
        return;
    }
    let out = referee(&["tournament", "plan", EXAMPLE], "").ends(0).out;
    assert_eq!(out, referee(&["tournament", "plan", EXAMPLE], "").ends(0).out, "the seed is typed");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    // Six pairs, two blocks, two seats.
    assert_eq!(lines.len(), 24);
    let game = &lines[1]["planned"];
    assert_eq!(
        (&game["game_id"], &game["game"], &game["clock"]),
        (&"r1t1b1g2".into(), &"tectonic".into(), &"10+0.1".into())
    );
    assert_eq!((&game["seats"][0]["name"], &game["seats"][1]["command"]), (&"mcts-5".into(), &"@mcts:20".into()));
    let luck = |line: usize, part: &str| &lines[line]["planned"]["luck"][part];
    assert_eq!(luck(0, "seed"), luck(1, "seed"));
    assert_ne!(luck(0, "nonce"), luck(1, "nonce"), "commitments differ");
    assert_ne!(luck(0, "seed"), luck(2, "seed"));
    let four = referee(&["tournament", "plan", "fixtures/tournaments/four.toml"], "").ends(0).out;
    assert_eq!(four.lines().count(), 24, "six blocks of four");
    let secret = file("secret.toml", &example().replace("seed = 1 ", "# "));
    let plan = || referee(&["tournament", "plan", &secret], "").ends(0).out;
    assert_ne!(plan(), plan(), "the system's seed is another at every run");
}

#[test]
fn a_wrong_file_is_told_where() {
    if !has_python() {
        return;
    }
    let said = |from: &str, to: &str| {
        let text = example().replace(from, to);
        assert_ne!(text, example());
        referee(&["tournament", "plan", &file("wrong.toml", &text)], "").ends(2).err
    };
    let wrong = |from: &str, to: &str, because: &str| {
        let said = said(from, to);
        assert!(said.contains(because), "{said}");
    };
    wrong("clock", "clok", "line 7: `clok`: unknown key `clok` (did you mean `clock`?)");
    wrong("clock", "clok", "(did you mean `clock`?)");
    wrong("\"tectonic\"", "\"tectonik\"", "line 3: `game`: unknown game `tectonik` (did you mean `tectonic`?)");
    wrong("players = 2", "players = 3", "line 4: `players`: ");
    wrong("seed = 1 ", "options = { setpu = \"S2\" } #", "(did you mean `setup`?)");
    wrong("seed = 1 ", "edition = \"no-such-file\" #", "line 10: `edition`: no-such-file");
    wrong("\"round-robin\"", "\"swiss\"\nrounds = 2", "cannot be planned");
    referee(&["tournament", "plan", "no-such-file"], "").ends(2);
    referee(&["tournament", "plan", "."], "").ends(2);
}

#[test]
fn standings_come_in_four_forms() {
    let of = |format: &str| referee(&["tournament", "standings", JOURNAL, "--format", format], "").ends(0).out;
    let json: Value = serde_json::from_str(&of("json")).expect("JSON");
    assert_eq!((&json["games"], &json["blocks"], &json["complete"]), (&144.into(), &72.into(), &true.into()));
    let best = &json["standings"][0];
    assert_eq!((&best["rank"], &best["bot"]), (&1.into(), &"elo-1700".into()));
    for row in json["standings"].as_array().expect("rows") {
        let truth = strength(row["bot"].as_str().expect("a name"));
        let [low, high] = ["elo_low", "elo_high"].map(|end| row[end].as_f64().expect("a number"));
        assert!(low < truth && truth < high, "{row}");
        assert_eq!(row["blocks"], 36);
    }
    assert_eq!(of("csv").lines().count(), 5);
    assert!(of("text").contains("elo-1450") && of("html").starts_with("<!doctype html>"));
    assert_eq!(of("text"), of("text"), "the same journal, the same standings");
}

#[test]
fn results_are_rated_in_any_order() {
    let journal = read(JOURNAL);
    let results: Vec<&str> = journal.lines().filter(|line| line.starts_with("{\"result\"")).collect();
    let rate = |lines: &[&str]| referee(&["tournament", "rate", "--format", "json"], lines.join("\n")).ends(0).out;
    let reversed: Vec<&str> = results.iter().rev().copied().collect();
    assert_eq!(rate(&results), rate(&reversed));
    let twice = rate(&[&results[..], &results[..1]].concat());
    assert!(twice.contains("\"duplicates\":[{\"game_id\":\"r1t1b1g1\"}]"));
    let bad = results[3].replace("\"places\":[", "\"places\":[7,");
    let ran = referee(&["tournament", "rate"], [results[0], &bad].join("\n")).ends(3);
    assert!(ran.out.is_empty() && ran.err.contains("line 2: `places`"), "{ran:?}");
    referee(&["tournament", "rate"], "nonsense").ends(3);
    referee(&["tournament", "rate"], "").ends(0);
    // Only two of the bots: the test finds the stronger one.
    let pair: Vec<&str> =
        results.iter().filter(|line| line.contains("1700") && line.contains("1350")).copied().collect();
    let ran =
        referee(&["tournament", "rate", "--sprt", "-100,100,0.1,0.1", "--format", "json"], pair.join("\n")).ends(0);
    let sprt = &serde_json::from_str::<Value>(&ran.out).expect("JSON")["sprt"];
    assert_eq!(sprt["decision"], "accept_h1", "elo-1700 comes first in the tournament: {sprt}");
    referee(&["tournament", "rate", "--sprt", "0,5"], "").ends(2);
    let ran = referee(&["tournament", "rate", "--sprt", "0,5,0.05,0.05"], results.join("\n")).ends(2);
    assert!(ran.err.contains("--sprt: the test is for two bots, but there are 4"), "{ran:?}");
    referee(&["tournament", "standings", JOURNAL, "--sprt", "0,5,0.05,0.05"], "").ends(2);
    let ran = referee(&["tournament", "rate", "--sprt", "-100,100,0.1,0.1"], pair.join("\n")).ends(0);
    let told =
        "whether elo-1700 is stronger than elo-1350 by -100 Elo at most or by 100 at least (alpha 0.1, beta 0.1)";
    assert!(ran.out.contains(told), "{ran:?}");
    assert_eq!((&sprt["first"], &sprt["elo1"], &sprt["beta"]), (&"elo-1700".into(), &100.0.into(), &0.1.into()));
}

#[test]
fn a_journal_that_cannot_be_read_is_no_standings() {
    let journal = read(JOURNAL);
    let standings = |text: &str| referee(&["tournament", "standings", &file("bad.jsonl", text)], "");
    let torn = &journal[..journal.len() - 10];
    assert!(standings(torn).ends(0).out.contains("143 games"));
    let ran = standings(&journal.replacen("\"plies\":2", "\"plies\":-2", 1)).ends(3);
    assert!(ran.out.is_empty() && ran.err.contains("line 2 of the journal"), "{ran:?}");
    standings("").ends(3);
    referee(&["tournament", "standings", "no-such-file"], "").ends(2);
    let ledger = Ledger::read(&mut journal.as_bytes()).expect("the fixture is good");
    let last = ledger.games.values().last().expect("games");
    let luck = last.luck.expect("revealed with the last game of the block");
    assert_eq!(
        (luck, luck.commitment()),
        (Sharing::Shared.luck(Bits128::typed(1), last.game_id), last.commitment.clone())
    );
    assert_eq!(schedule::fixed(&ledger.opening.expect("begun").config).count(), 72);
}

#[test]
fn every_example_in_the_help_runs() {
    // One of the bots of the example is a script.
    if !has_python() {
        return;
    }
    for command in ["run", "extend", "plan", "ingest", "play", "rate", "standings", "verify"] {
        let page = referee(&["tournament", command, "--help"], "").ends(0).out;
        let examples = page.split("Examples:\n").nth(1).expect("examples");
        for line in examples.lines().filter_map(|line| line.strip_prefix("  ")) {
            let ran = pipes::command("sh").args(["-c", line]).output().expect("a shell");
            assert!(ran.status.success() && !ran.stdout.is_empty(), "{line}");
        }
    }
}

/// A tournament whose games always end the same: two built-in bots, and a program that takes the first action.
pub(super) const REPEATABLE: &str = r#"
game = "wangdo"
format = "round-robin"
blocks = 2
concurrency = 2
seed = 5

[[bots]]
name = "search"
command = "@mcts:3"

[[bots]]
name = "random"
command = "@random"

[[bots]]
name = "first"
command = "python3 tests/hostile/first.py"
"#;

/// The standings of a journal without what depends on the clock.
#[cfg(target_os = "linux")]
pub(super) fn timeless(journal: &str) -> Value {
    let out = referee(&["tournament", "standings", journal, "--format", "json"], "").ends(0).out;
    let mut report: Value = serde_json::from_str(&out).expect("JSON");
    for delay in ["lag_ms", "queued_ms"] {
        report.as_object_mut().expect("a report").shift_remove(delay);
    }
    report.as_object_mut().expect("a report").shift_remove("played");
    for row in report["standings"].as_array_mut().expect("rows") {
        row.as_object_mut().expect("a row").shift_remove("mean_ms");
    }
    report
}

#[cfg(target_os = "linux")]
#[test]
fn a_tournament_that_is_killed_goes_on_and_ends_the_same() {
    use std::time::{Duration, Instant};

    if !has_python() {
        return;
    }
    let config = file("repeatable.toml", REPEATABLE);
    let whole = fresh("undisturbed.jsonl").to_string_lossy().into_owned();
    let begun = Instant::now();
    let ran = referee(&["tournament", "run", &config, "--journal", &whole], "").ends(0);
    let length = begun.elapsed();
    assert!(ran.out.contains("12 games in 6 blocks count."), "{ran:?}");
    let expected = timeless(&whole);

    let path = fresh("killed-at-random.jsonl");
    let journal = path.to_string_lossy().into_owned();
    let mut random = 1_u64;
    let (mut kills, mut finished) = (0, 0);
    while kills < sample(20, 100) {
        let mut child = pipes::spawn(&["tournament", "run", &config, "--journal", &journal]);
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let most = length.as_micros() as u64 / 3;
        std::thread::sleep(Duration::from_micros((random >> 33) % most));
        // Stop here.
        let over = child.try_wait().expect("a child").is_some();
        child.kill().expect("it can be killed");
        let ended = child.wait_with_output().expect("a child");
        assert!(!over || ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
        kills += u32::from(!over);
        if over {
            finished += 1;
            assert_eq!(timeless(&journal), expected);
            let _ = fs::remove_file(&path);
        }
    }
    let ran = referee(&["tournament", "run", &config, "--journal", &journal], "").ends(0);
    assert!(ran.out.contains("12 games in 6 blocks count."), "{ran:?}");
    assert_eq!(timeless(&journal), expected, "after {kills} kills and {finished} ends");
    let ids: Vec<String> = read_ids(&journal);
    let mut once = ids.clone();
    once.dedup();
    assert_eq!(ids.len(), once.len(), "no game is there twice");
    // A journal of another tournament is not resumed.
    let other = file("other.toml", &REPEATABLE.replace("blocks = 2", "blocks = 3"));
    assert!(
        referee(&["tournament", "run", &other, "--journal", &journal], "")
            .ends(2)
            .err
            .contains("another tournament: blocks: 2 in the journal, 3 here; `tournament extend` adds")
    );
}

/// The ids of the games of a journal, sorted.
#[cfg(target_os = "linux")]
fn read_ids(journal: &str) -> Vec<String> {
    let text = fs::read_to_string(journal).expect("a journal");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut ids: Vec<String> = lines.filter_map(|line| line["result"]["game_id"].as_str().map(str::to_owned)).collect();
    ids.sort();
    ids
}

#[cfg(target_os = "linux")]
#[test]
fn planned_games_come_to_the_same_wherever_they_are_played() {
    if !has_python() {
        return;
    }
    let config = file("spread.toml", REPEATABLE);
    let journal = fresh("spread.jsonl").to_string_lossy().into_owned();
    referee(&["tournament", "run", &config, "--journal", &journal], "").ends(0);
    let plan = referee(&["tournament", "plan", &config], "").ends(0).out;
    assert_eq!(plan.lines().count(), 12);
    let lines: Vec<&str> = plan.lines().collect();
    let mut results = String::new();
    for part in lines.chunks(5) {
        results += &referee(&["tournament", "play", "--concurrency", "2"], part.join("\n")).ends(0).out;
    }
    assert!(results.lines().zip(&lines).all(|(result, planned)| {
        let id =
            |line: &str| line.split("game_id\":\"").nth(1).and_then(|rest| rest.split('"').next()).map(str::to_owned);
        id(result) == id(planned)
    }));
    assert!(!results.contains("\"seed\""), "games of a block may still be played elsewhere");
    let rated = referee(&["tournament", "rate", "--format", "json"], &results).ends(0).out;
    let rated: Value = serde_json::from_str(&rated).expect("JSON");
    let ran = timeless(&journal);
    let rows = |report: &Value, key: &str| -> Vec<Value> {
        let mut rows = report["standings"].as_array().expect("rows").clone();
        rows.sort_by_key(|row| row["bot"].to_string());
        rows.iter().map(|row| row[key].clone()).collect()
    };
    for key in ["bot", "rank", "elo"] {
        assert_eq!(rows(&rated, key), rows(&ran, key), "{key}");
    }
    referee(&["tournament", "play"], "{\"planned\":{}}").ends(3);
    referee(
        &["tournament", "play"],
        lines[0].replace("@mcts:3", "no-such-program").replace("@random", "no-such-program"),
    )
    .ends(2);
}

#[cfg(target_os = "linux")]
#[test]
fn transcripts_tell_the_seed_when_its_block_is_over() {
    if !has_python() {
        return;
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("block-transcripts");
    let _ = fs::remove_dir_all(&folder);
    let text = REPEATABLE.replace("seed = 5", &format!("seed = 5\ntranscripts = {:?}", folder.to_string_lossy()));
    let config = file("transcripts.toml", &text);
    let journal = fresh("transcripts.jsonl").to_string_lossy().into_owned();
    referee(&["tournament", "run", &config, "--journal", &journal], "").ends(0);
    let mut seen = 0;
    for entry in fs::read_dir(&folder).expect("a folder") {
        let text = fs::read_to_string(entry.expect("a file").path()).expect("text");
        assert!(
            text.contains("\"seed\":") && text.contains("\"nonce\":"),
            "{}",
            text.lines().next().expect("a header")
        );
        assert_eq!(referee(&["play", "--strict", "--emit", "none"], &text).ends(0).out, text);
        seen += 1;
    }
    assert_eq!(seen, 12);
    // A game planned alone does not say so, but can be judged.
    let planned = referee(&["tournament", "plan", &config], "").ends(0).out;
    let ran = referee(&["tournament", "play"], planned.lines().next().expect("a game")).ends(0);
    let result: Value = serde_json::from_str(&ran.out).expect("JSON");
    let text = fs::read_to_string(result["result"]["transcript"].as_str().expect("a path")).expect("text");
    assert!(!text.contains("\"seed\":") && !text.contains("nonce"), "{text}");
    referee(&["play", "--strict", "--emit", "none"], &text).ends(0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_sequential_test_ends_a_tournament_early() {
    let bots = REPEATABLE.split("[[bots]]").skip(1).take(2).map(|bot| format!("[[bots]]{bot}")).collect::<String>();
    let text = format!("{}{bots}", REPEATABLE.split("[[bots]]").next().expect("a head"))
        .replace("blocks = 2", "blocks = 500\nsprt = \"0,100,0.05,0.05\"")
        .replace("@mcts:3", "@mcts:20");
    let journal = fresh("sequential.jsonl").to_string_lossy().into_owned();
    let config = file("sequential.toml", &text);
    let ran = referee(&["tournament", "run", &config, "--journal", &journal], "").ends(0);
    assert!(ran.out.contains("the higher strength is accepted"), "{ran:?}");
    let games = read_ids(&journal).len();
    assert!((10..200).contains(&games), "{games} of 1000 games");
    let again = referee(&["tournament", "run", &config, "--journal", &journal], "").ends(0);
    let again_out = again.out.clone();
    assert_eq!((again.out, read_ids(&journal).len()), (ran.out, games), "nothing is left to play");
    // The command line can set it too; the journal then records it.
    let plain = file("sequential-flag.toml", &text.replace("sprt = ", "# "));
    let flag = ["tournament", "run", &plain, "--journal", &journal, "--sprt", "0,100,0.05,0.05", "--memory"];
    assert!(
        referee(&[&flag[..], &["2000"]].concat(), "").ends(2).err.contains("memory: none in the journal, 2000 here")
    );
    assert_eq!(referee(&flag[..7], "").ends(0).out, again_out);
    let three = ["tournament", "run", EXAMPLE, "--journal", "no-such-folder/x", "--sprt", "0,100,0.05,0.05"];
    assert!(referee(&three, "").ends(2).err.contains("`sprt`: the test compares two bots"));
}
