//! What an organiser sees and hears of a running tournament, and what becomes of bots that fail.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::beside::has_python;
use crate::pipes::referee;
use crate::tournament::{REPEATABLE, file, fresh, timeless};

/// The events in a file, once the last one is there.
fn events(path: &Path) -> Vec<Value> {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let text = fs::read_to_string(path).unwrap_or_default();
        if text.contains("\"event\":\"end\"") && text.ends_with('\n') {
            return text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        }
        assert!(Instant::now() < until, "no end: {text}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_command_gets_each_event_and_a_page_is_rewritten() {
    if !has_python() {
        return;
    }
    let swiss = REPEATABLE
        .replace("\"round-robin\"", "\"swiss\"\nrounds = 2")
        .replace("python3 tests/hostile/first.py", "sh -c 'read line; exit 2'");
    let (config, journal) = (file("watched.toml", &swiss), fresh("watched.jsonl").to_string_lossy().into_owned());
    let (told, page) = (fresh("watched-events.jsonl"), fresh("watched.html"));
    let command = format!("sh -c 'cat > {}'", told.display());
    let page_path = page.to_string_lossy();
    let ran = referee(
        &[
            "tournament",
            "run",
            &config,
            "--journal",
            &journal,
            "--on-event",
            &command,
            "--page",
            &page_path,
            "--report-every",
            "1",
        ],
        "",
    )
    .ends(0);
    let events = events(&told);
    let of = |kind: &str| events.iter().filter(|event| event["event"] == kind).collect::<Vec<_>>();
    assert_eq!((&events[0]["event"], &events[0]["played"]), (&"begin".into(), &0.into()));
    assert_eq!(of("round").iter().map(|round| &round["number"]).collect::<Vec<_>>(), [1, 2]);
    assert_eq!((of("game_begun").len(), of("game_ended").len()), (8, 8));
    let fault = of("fault")[0];
    assert_eq!((&fault["bot"], &fault["cause"]), (&"first".into(), &"exit".into()), "{fault}");
    let last = events.last().expect("events");
    assert_eq!((&last["event"], &last["complete"], &last["games"]), (&"end".into(), &true.into(), &8.into()));
    let schema: Value =
        serde_json::from_str(&referee(&["schema", "wire/tournament-event"], "").ends(0).out).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for event in &events {
        assert!(schema.is_valid(event), "{event}");
    }
    // Elsewhere than on a terminal, a report is a line.
    let reports: Vec<&str> = ran.err.lines().filter(|line| line.contains(" leads with a score of ")).collect();
    assert!(reports.iter().any(|line| line.contains("round 1") && line.contains("Elo")), "{ran:?}");
    let shown = fs::read_to_string(&page).expect("a page");
    assert!(shown.starts_with("<!doctype html>") && shown.contains("8 games in 4 blocks count."), "{shown}");
    assert!(!Path::new(&format!("{page_path}.new")).exists());
    // What cannot work is said before a game begins.
    let refused = |arguments: &[&str], because: &str| {
        let ran =
            referee(&[&["tournament", "run", &config, "--journal", &journal][..], arguments].concat(), "").ends(2);
        assert!(ran.err.contains(because), "{ran:?}");
    };
    refused(&["--on-event", "no-such-program-anywhere"], "--on-event");
    refused(&["--report-every", "0"], "number of games");
    refused(&["--report-every", "5d"], "is not s, m or h");
}

/// The page of a tournament that is over links to replays, which open at the fault that cost a bot the game and tell its last words.
#[test]
fn replays_are_written_with_the_page() {
    let folder = fresh("with-replays");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let place = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let text = format!(
        "game = \"tectonic\"\nformat = \"round-robin\"\nblocks = 1\nseed = 1\nmax_turns = 20\n{}\
         [[bots]]\nname = \"fine\"\ncommand = \"@random\"\n\
         [[bots]]\nname = \"crashy\"\ncommand = \"sh -c 'read line; echo broken here >&2; exit 7'\"\n",
        format_args!("transcripts = \"{}\"\n", place("games")),
    );
    let config = file("with-replays.toml", &text);
    let (journal, page, replays) = (place("journal.jsonl"), place("standings.html"), place("replays"));
    let run = |config: &str, journal: &str, more: &[&str]| {
        referee(&[&["tournament", "run", config, "--journal", journal, "--replays", &replays][..], more].concat(), "")
    };
    run(&config, &journal, &["--page", &page]).ends(0);
    let shown = fs::read_to_string(&page).expect("a page");
    let links: Vec<&str> = shown.split("href=\"replays/").skip(1).filter_map(|rest| rest.split('#').next()).collect();
    assert!(!links.is_empty() && shown.contains(".html#at=decisive\">"), "{shown}");
    assert!(!shown.contains("broken here"), "not for publication");
    for link in links {
        let replay = fs::read_to_string(folder.join("replays").join(link)).expect("a replay");
        assert!(replay.contains("crashy, Black") || replay.contains("crashy, White"), "{link}");
        assert!(replay.contains("it ended with code 7; on standard error: broken here"), "{link}");
    }
    // Without a page or transcripts there is nothing to write, which is said before a game begins.
    assert!(run(&config, &journal, &[]).ends(2).err.contains("--page"));
    let bare = file("without-transcripts.toml", &text.replace("transcripts", "# transcripts"));
    let ran = run(&bare, &place("other.jsonl"), &["--page", &page]).ends(2);
    assert!(ran.err.contains("--replays needs a folder of `transcripts`"), "{ran:?}");
}

#[test]
fn a_command_that_ends_stops_the_tournament() {
    if !has_python() {
        return;
    }
    let config = file("stopped-by-command.toml", REPEATABLE);
    let whole = fresh("not-stopped.jsonl").to_string_lossy().into_owned();
    referee(&["tournament", "run", &config, "--journal", &whole], "").ends(0);
    let journal = fresh("stopped-by-command.jsonl").to_string_lossy().into_owned();
    let ran = referee(&["tournament", "run", &config, "--journal", &journal, "--on-event", "head -n 1"], "").ends(1);
    assert!(ran.err.contains("the command of --on-event has ended"), "{ran:?}");
    assert!(ran.err.contains("to resume, run the same command again"), "{ran:?}");
    referee(&["tournament", "run", &config, "--journal", &journal], "").ends(0);
    assert_eq!(timeless(&journal), timeless(&whole));
}

#[test]
fn a_failing_bot_is_dealt_with_as_the_file_says() {
    if !has_python() {
        return;
    }
    let failing = REPEATABLE
        .replace("python3 tests/hostile/first.py", "sh -c 'read line; exit 2'")
        .replace("blocks = 2", "blocks = 4");
    let with = |policy: &str| failing.replace("concurrency = 2", &format!("on_failure = \"{policy}\""));
    let journal = fresh("failing.jsonl").to_string_lossy().into_owned();
    let run = |config: &str| referee(&["tournament", "run", config, "--journal", &journal], "");
    // It stops at the first fault, which stays in the journal, and goes on when it is run again.
    let config = file("failing-stop.toml", &with("stop"));
    let ran = run(&config).ends(4);
    assert!(ran.err.contains("first lost r1t2b1g1 by exit, so the tournament stops"), "{ran:?}");
    run(&config).ends(4);
    // The policy may change. Two games are lost already, so the bot leaves at once.
    let config = file("failing-withdraw.toml", &with("withdraw:2"));
    let ran = run(&config).ends(0);
    assert!(ran.err.contains("these leave: first"), "{ran:?}");
    assert!(ran.out.contains(": first leaves."), "{ran:?}");
    let report = timeless(&journal);
    let games = |name: &str| {
        let rows = report["standings"].as_array().expect("rows");
        rows.iter().find(|row| row["bot"] == name).expect("a row")["games"].clone()
    };
    assert_eq!((games("first"), games("search"), &report["complete"]), (2.into(), 10.into(), &true.into()));
    assert!(!run(&config).ends(0).err.contains("leave"), "it has left already");
    referee(&["tournament", "verify", &journal], "").ends(0);
    let wrong = file("failing-wrong.toml", &with("withdraw:0"));
    assert!(run(&wrong).ends(2).err.contains("withdraw:N"));
}
