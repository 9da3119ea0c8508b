//! The organisers' files, and the messages about them before a game begins.

use std::fs;
use std::path::Path;

use referee::contest::config::Config;
use referee::contest::journal::{Files, Journal};
use referee::contest::record::{Cause, GameResult, Planner, Positions, ResultLine};
use referee::contest::schedule;
use serde_json::Value;

use crate::beside::{has_example_bots, has_python};
#[cfg(target_os = "linux")]
use crate::pipes::patience::in_time;
use crate::pipes::{command, referee, spawn};
#[cfg(target_os = "linux")]
use crate::tournament::timeless;
use crate::tournament::{EXAMPLE, JOURNAL, example, file, fresh, read, simulate};

/// The message of `plan` about the example with one text replaced.
#[track_caller]
fn refused(from: &str, to: &str) -> String {
    let text = example().replace(from, to);
    assert_ne!(text, example());
    let name = std::thread::current().name().unwrap_or_default().replace("::", "-");
    let ran = referee(&["tournament", "plan", &file(&format!("{name}.toml"), &text)], "").ends(2);
    assert!(ran.out.is_empty() && ran.err.contains("not a tournament:\n"), "{ran:?}");
    ran.err
}

#[cfg(target_os = "linux")]
#[test]
fn bots_and_folders_are_looked_at_before_a_game_begins() {
    if !has_python() {
        return;
    }
    let is = |from: &str, to: &str, because: &str| {
        let said = refused(from, to);
        assert!(said.contains(because), "{said}");
    };
    is(
        "\"@random\"",
        "\"@randm\"",
        "line 23: `bots.command`: there is no built-in bot `@randm` (did you mean `@random`?)",
    );
    is("\"@mcts:5\"", "\"@mcts:0\"", "line 19: `bots.command`: `@mcts:0`: the playouts");
    is("\"@random\"", "\"@human\"", "line 23: `bots.command`: a person at a terminal cannot play in a tournament");
    is("\"python3 ", "\"pyhton3 ", "`bots.command`: there is no program `pyhton3`");
    is("\"@random\"", "\"./src\"", "line 23: `bots.command`: there is no program `./src`");
    is("\"@random\"", "\"../../README.md\"", "README.md is not executable: run `chmod +x");
    is("\"@random\"", "'python3 \"x'", "line 23: `bots.command`: `python3 \"x`: missing closing quote");
    let somewhere = "\"python3 x\"\ndirectory = \"no-such-folder\"";
    is("\"@random\"", somewhere, "line 24: `bots.directory`: the folder ");
    is("seed = 1 ", "transcripts = \"README.md/games\" #", "line 10: `transcripts`: README.md is not a folder");
    is("\"@random\"", "\"X=1 python3\"", "line 23: `bots.command`: `X=1 python3`: no shell runs the command");
    let wrapped = file("wrapped.toml", &example().replace("seed = 1 ", "wrap = \"env --no-such-option\" #"));
    let ran = referee(&["tournament", "run", &wrapped, "--journal", "no-such-folder/x"], "").ends(2);
    assert!(ran.err.contains("line 10: `wrap`: ") && ran.err.contains("cannot run even `true`"), "{ran:?}");
    is("seed = 1 ", "wrap = \"no-such-sandbox\" #", "line 10: `wrap`: there is no program `no-such-sandbox`");
    // A program is looked up in the folder where it will start.
    let folder = fresh("program.sh").with_file_name("started-here");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let here = format!("\"./bot\"\ndirectory = {:?}", folder.to_string_lossy());
    is("\"@random\"", &here, "line 23: `bots.command`: there is no program `./bot`");
    fs::copy("/bin/cat", folder.join("bot")).expect("a program");
    let text = example().replace("\"@random\"", &here);
    referee(&["tournament", "plan", &file("started-here.toml", &text)], "").ends(0);
    // All faults at once, and nothing is begun.
    let text = example().replace("@random", "@randm").replace("@mcts:5", "@mtcs");
    let config = file("both.toml", &text);
    let journal = fresh("never-begun.jsonl").to_string_lossy().into_owned();
    let ran = referee(&["tournament", "run", &config, "--journal", &journal], "").ends(2);
    assert!(ran.err.contains("@randm") && ran.err.contains("@mtcs") && !ran.err.contains("again"), "{ran:?}");
    assert!(!Path::new(&journal).exists(), "the journal was not touched");
}

/// A finished journal of a round-robin between three bots, without playing it.
fn ended(name: &str, config: &str) -> String {
    let config = Config::read(config).expect("it is right");
    let path = fresh(name);
    let secret = || panic!("the seed is typed");
    let journal = Journal::open(&path, &config, Files::default(), secret).expect("a journal");
    let (seed, name) = (journal.seed().expect("it has begun"), journal.ledger().name);
    let mut lines = fs::read_to_string(&path).expect("the first line");
    drop(journal);
    let organiser = Planner { config: &config, name, secret: seed, positions: &Positions::default() };
    for block in schedule::fixed(&config) {
        for (at, planned) in organiser.games(&block).enumerate() {
            let result = GameResult {
                places: Some(vec![1, 2]),
                reason: "made up".to_owned(),
                causes: vec![Cause::Normal; 2],
                plies: 2,
                moves: vec![1, 1],
                think_us: vec![1, 1],
                luck: (at == 1).then_some(planned.luck),
                ..planned.blank_result()
            };
            lines += &format!("{}\n", serde_json::to_string(&ResultLine { result }).expect("JSON"));
        }
    }
    fs::write(&path, lines).expect("can write");
    path.to_string_lossy().into_owned()
}

#[test]
fn slips_of_the_pen_are_understood() {
    if !has_example_bots() {
        return;
    }
    let said = refused("seed = 1 ", "[options]\nseed = 1 #");
    assert!(said.contains("`options`: tectonic has no option `seed`") && said.contains("write it above"), "{said}");
    let said = refused("seed = 1 ", "[options]\nblocks = 3 #");
    assert!(said.contains("tectonic has no option `blocks` (a key of the tournament itself: "), "{said}");
    let said = refused("players = 2", "players = 3");
    assert!(said.ends_with("line 4: `players`: tectonic is for 2 players\n"), "{said}");
    // Bytes that are not text.
    let config = fresh("latin.toml");
    let plan = |bytes: &[u8]| {
        fs::write(&config, bytes).expect("can write");
        referee(&["tournament", "plan", &config.to_string_lossy()], "").ends(2).err
    };
    let said = plan(b"game = \"tectonic\"\nformat = \"swiss\"\n# caf\xe9\n");
    assert!(said.contains("line 3: this line has a character that is not UTF-8"), "{said}");
    let wide: Vec<u8> = example().encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(plan(&wide).contains("this looks like UTF-16; save it as UTF-8"));
    let said = refused("\"tectonic\"", "\"tectonik\"");
    assert!(said.contains("line 3: `game`: unknown game `tectonik` (did you mean `tectonic`?)"), "{said}");
    referee(&["tournament", "play", "--concurrency", "0"], "").ends(2);
    let planned = referee(&["tournament", "plan", EXAMPLE], "").ends(0).out;
    let alone = planned.lines().next().expect("a game").replace("mcts-5", "mcts-20");
    let ran = referee(&["tournament", "play"], alone).ends(3);
    assert!(ran.err.contains("line 1: `mcts-20` has two seats"), "{ran:?}");
    // Blank lines plan no games but count as lines of the file.
    let first = planned.lines().next().expect("a game");
    let ran = referee(&["tournament", "play"], format!("\n\n{first}\n\n\n{{\"x\":1}}\n")).ends(3);
    assert!(ran.err.contains("line 6: ") && ran.out.lines().count() == 1, "{ran:?}");
    let results = format!("\n\n{}\n\n\n# the end\n", ran.out.trim_end());
    let ran = referee(&["tournament", "rate"], results).ends(3);
    assert!(ran.err.contains("line 6: ") && ran.err.contains("JSON has no comments"), "{ran:?}");
    let twice = ["tournament", "rate", "--tie-break", "wins", "--tie-break", "wins"];
    assert!(referee(&twice, "").ends(2).err.contains("--tie-break: `wins` is listed twice"));
}

#[cfg(target_os = "linux")]
#[test]
fn resuming_takes_no_longer_than_reading() {
    let bots = ["a", "b", "c"].map(|name| format!("[[bots]]\nname = \"{name}\"\ncommand = \"@random\"\n")).concat();
    let text = format!("game = \"tectonic\"\nformat = \"round-robin\"\nblocks = 2000\nseed = 5\n{bots}");
    let (config, journal) = (file("long.toml", &text), ended("long.jsonl", &text));
    let begun = std::time::Instant::now();
    let ran = referee(&["tournament", "run", &config, "--journal", &journal], "").ends(0);
    assert!(ran.out.contains("12000 games in 6000 blocks count."), "{ran:?}");
    // Going through all games for each block took minutes; this takes seconds without optimisation on a busy machine.
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}

#[test]
fn games_that_are_missing_are_told() {
    let planned = referee(&["tournament", "plan", "fixtures/tournaments/simulated.toml"], "").ends(0).out;
    let plan = file("simulated.planned", &planned);
    let results: Vec<String> =
        read(JOURNAL).lines().filter(|line| line.starts_with("{\"result\"")).map(str::to_owned).collect();
    let rate = |lines: &[String], args: &[&str]| referee(&[&["tournament", "rate"], args].concat(), lines.join("\n"));
    let whole = rate(&results, &["--plan", &plan]).ends(0);
    assert!(whole.err.is_empty() && !whole.out.contains("missing"), "{whole:?}");
    // Three games of two blocks are missing, and whole blocks at the end, which the results cannot show.
    let cut: Vec<String> = [&results[..10], &results[13..100]].concat();
    let ran = rate(&cut, &[]).ends(0);
    assert!(ran.out.contains("At least 2 blocks are incomplete (3 games missing)."), "{ran:?}");
    assert!(ran.err.contains("3 games missing"), "also where the table cannot say so: {ran:?}");
    let ran = rate(&cut, &["--plan", &plan]).ends(1);
    assert!(ran.out.contains("\n24 blocks are incomplete (47 games missing)."), "{ran:?}");
    let json: Value = serde_json::from_str(&rate(&cut, &["--format", "json"]).ends(0).out).expect("JSON");
    assert_eq!((&json["missing"]["games"], &json["missing"]["blocks"]), (&3.into(), &2.into()));
    // A result that contradicts the plan is refused.
    let swapped = results[0].replace("\"elo-1700\",\"elo-1500\"", "\"elo-1500\",\"elo-1700\"");
    let ran = rate(&[swapped], &["--plan", &plan]).ends(3);
    assert!(ran.err.contains("game r1t1b1g1 does not match its plan: `bots`"), "{ran:?}");
    // Every planned bot is listed, even without a finished game.
    let rows = |args: &[&str]| rate(&results[..2], &[args, &["--format", "csv"]].concat()).out.lines().count();
    assert_eq!((rows(&[]), rows(&["--plan", &plan])), (3, 5));
    let ran = rate(&[results[0].replace("r1t1b1g1", "r1t1b99g1")], &["--plan", &plan]).ends(3);
    assert!(ran.err.contains("game r1t1b99g1 was not planned"), "{ran:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_no_journal_is_not_written_over() {
    if !has_example_bots() {
        return;
    }
    for (name, text) in [("notes", "my precious notes, one line without an end"), ("object", "{\"a\":1}")] {
        let path = file(&format!("{name}-no-journal"), text);
        let ran = referee(&["tournament", "run", EXAMPLE, "--journal", &path], "").ends(3);
        assert!(ran.err.contains("line 1 of the journal: this file is not a journal"), "{ran:?}");
        assert_eq!(fs::read_to_string(&path).expect("there"), text);
        referee(&["tournament", "standings", &path], "").ends(3);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_round_that_does_not_follow_is_named_by_its_line() {
    let swiss = read("fixtures/tournaments/simulated.toml")
        .replace("\"round-robin\"", "\"swiss\"\nrounds = 2")
        .replace("blocks = 12", "blocks = 1");
    let (config, path) = (file("round.toml", &swiss), fresh("round.jsonl"));
    simulate(&Config::read(&swiss).expect("it is right"), &path, usize::MAX);
    let journal = fs::read_to_string(&path).expect("there");
    let line =
        1 + journal.lines().position(|line| line.starts_with("{\"round\":{\"number\":2")).expect("a second round");
    assert_eq!(line, 7, "it stands behind the four games of the first");
    // The bot that sits second in the first game wins both games of the first table.
    let second_wins = |line: &str| match line {
        _ if line.contains("\"r1t1b1g1\"") => line.replace("[1,2]", "[2,1]"),
        _ if line.contains("\"r1t1b1g2\"") => line.replace("[2,1]", "[1,2]"),
        _ => line.to_owned(),
    };
    let strange = journal.lines().map(second_wins).collect::<Vec<_>>().join("\n") + "\n";
    assert_ne!(strange, journal);
    fs::write(&path, &strange).expect("can write");
    let journal = path.to_string_lossy();
    for command in [&["tournament", "run", &config, "--journal", &journal][..], &["tournament", "standings", &journal]]
    {
        let ran = referee(command, "").ends(3);
        assert!(ran.err.contains("line 7 of the journal: the pairing of round 2"), "{ran:?}");
        assert!(!ran.err.contains("again"), "another run would not help: {ran:?}");
    }
    assert_eq!(fs::read_to_string(&path).expect("there"), strange);
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_read_or_written_is_said_so() {
    if !has_example_bots() {
        return;
    }
    for journal in ["no-such-folder/x.jsonl", "src"] {
        let ran = referee(&["tournament", "run", EXAMPLE, "--journal", journal], "").ends(74);
        assert!(ran.err.contains("cannot open the journal"), "{ran:?}");
    }
    assert!(referee(&["tournament", "standings", "src"], "").ends(74).err.contains("cannot read the journal"));
    // Room for the first line of the journal but not for the second.
    let full =
        "ulimit -f 1; trap '' XFSZ; exec referee tournament run fixtures/tournaments/example.toml --journal \"$1\"";
    let path = fresh("full.jsonl");
    let ran = command("bash").args(["-c", full, "-"]).arg(&path).output().expect("a shell");
    assert_eq!(ran.status.code(), Some(74), "{}", String::from_utf8_lossy(&ran.stderr));
    let there = fs::read(&path).expect("there");
    assert!(there.is_empty() || there.ends_with(b"\n"), "nothing is torn");
}

/// A tournament with transcripts whose bots always play one opening.
const WITH_TRANSCRIPTS: &str = r#"
game = "tectonic"
format = "round-robin"
blocks = 2
seed = 3
max_turns = 40
transcripts = "FOLDER"

[[bots]]
name = "first"
command = "python3 tests/hostile/first.py"

[[bots]]
name = "other"
command = "python3 tests/hostile/first.py"
"#;

#[cfg(target_os = "linux")]
#[test]
fn transcripts_are_looked_after() {
    if !has_python() {
        return;
    }
    let folder = fresh("looked-after").to_string_lossy().into_owned();
    let _ = fs::remove_dir_all(&folder);
    let config = file("looked-after.toml", &WITH_TRANSCRIPTS.replace("FOLDER", &folder));
    let journal = fresh("looked-after.jsonl").to_string_lossy().into_owned();
    let run = |journal: &str| referee(&["tournament", "run", &config, "--journal", journal], "");
    run(&journal).ends(0);
    let results = fs::read_to_string(&journal).expect("there");
    assert_eq!(results.matches("\"play\":\"").count(), 4);
    // Another tournament does not overwrite them, and its journal is not begun.
    let other = fresh("looked-after-other.jsonl").to_string_lossy().into_owned();
    let ran = run(&other).ends(2);
    assert!(ran.err.contains("line 7: `transcripts`: ") && ran.err.contains("another tournament"), "{ran:?}");
    assert!(!Path::new(&other).exists());
    // Not even after its own journal has begun: the commitment shows that the game belongs to another tournament.
    let planned = referee(&["tournament", "plan", &config], "").ends(0).out;
    let strange = planned.lines().next().expect("a game").replace("r1t1b1g1", "r1t1b2g1");
    let ran = referee(&["tournament", "play"], strange).ends(2);
    assert!(ran.err.contains("r1t1b2g1.jsonl belongs to another tournament"), "{ran:?}");
    // A damaged transcript is told, and so is any number of lost ones; the results count.
    fs::write(Path::new(&folder).join("r1t1b1g1.jsonl"), "nonsense").expect("can write");
    let ran = run(&journal).ends(74);
    assert!(ran.err.contains("r1t1b1g1.jsonl is damaged") && ran.out.contains("4 games"), "{ran:?}");
    fs::remove_dir_all(&folder).expect("can remove");
    let ran = run(&journal).ends(74);
    assert_eq!(ran.err.lines().count(), 2, "{ran:?}");
    assert!(ran.err.contains("4 transcripts no longer exist"), "{ran:?}");
}

/// Runs one of the shipped tournaments, and again with a kill after half of its games.
#[cfg(target_os = "linux")]
#[track_caller]
fn killed_in_the_middle(name: &str) {
    let config = format!("fixtures/tournaments/{name}.toml");
    let journal = |what: &str| fresh(&format!("{name}-{what}.jsonl")).to_string_lossy().into_owned();
    let (whole, killed) = (journal("whole"), journal("killed"));
    referee(&["tournament", "run", &config, "--journal", &whole], "").ends(0);
    let expected = timeless(&whole);
    assert_eq!((&expected["games"], &expected["complete"]), (&24.into(), &true.into()));
    let games = || fs::read_to_string(&killed).unwrap_or_default().matches("{\"result\"").count();
    // On a busy machine it may have ended before the test sees its middle.
    let kill = || {
        let _ = fs::remove_file(&killed);
        let mut child = spawn(&["tournament", "run", &config, "--journal", &killed]);
        while games() < 12 && child.try_wait().expect("a child").is_none() {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        child.kill().expect("it can be killed");
        child.wait().expect("a child");
        games()
    };
    let there = in_time(kill, |there| *there == 24);
    assert!((12..24).contains(&there), "it is killed in its middle, not at {there}");
    referee(&["tournament", "run", &config, "--journal", &killed], "").ends(0);
    assert_eq!(timeless(&killed), expected);
    assert_eq!(games(), 24, "none is there twice");
}

#[cfg(target_os = "linux")]
#[test]
fn the_shipped_tournament_of_two_goes_on_after_a_kill() {
    if !has_example_bots() {
        return;
    }
    killed_in_the_middle("example");
}

#[cfg(target_os = "linux")]
#[test]
fn the_shipped_tournament_of_four_goes_on_after_a_kill() {
    if !has_example_bots() {
        return;
    }
    killed_in_the_middle("four");
}
