//! The messages for people who made a slip: where it is and how to correct it, once and in their words.

use std::fs;
use std::path::PathBuf;

use crate::beside::has_python;
use crate::pipes::{HEADER, MOVE, referee};

/// The path of a file for this test only.
fn file(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("people-{name}"));
    fs::write(&path, text).expect("a file");
    path.to_string_lossy().into_owned()
}

/// A game with one wrong line, that line's number, and the number of events before it.
fn with_a_slip() -> (String, usize) {
    let record = referee(&["random", "--game", "tectonic", "--seed", "4", "--emit", "none"], "").ends(0).out;
    let mut lines: Vec<&str> = record.lines().collect();
    assert!(lines.len() > 60, "{record}");
    lines[52] = r#"{"action":{"move":{"from":"e5","to":"e5"}}}"#;
    (lines.join("\n"), 51)
}

#[test]
fn of_one_slip_one_sentence_is_said() {
    let (record, before) = with_a_slip();
    let path = file("slip.jsonl", &record);
    let shows = format!(
        "`referee show --at {before}`, with the same input and options, shows the position before the first fault"
    );
    for (args, hint) in [
        (vec!["show"], &*shows),
        (vec!["legal"], &shows),
        (vec!["perft", "--depth", "1"], &shows),
        (vec!["replay"], "`referee validate` tells the first fault of every game"),
    ] {
        let err = referee(&[&args[..], &[&path]].concat(), "").ends(1).err;
        let lines: Vec<&str> = err.lines().collect();
        assert_eq!(lines.len(), 2, "{args:?}: {err}");
        assert!(lines[0].starts_with("referee: line 53 is refused: ") && !err.contains('{'), "{args:?}: {err}");
        assert!(lines[1].contains(" later lines are also at fault, perhaps because of the first; "), "{args:?}: {err}");
        assert!(lines[1].ends_with(hint), "{args:?}: {err}");
    }
    for command in ["show", "legal"] {
        let err = referee(&[command], &record).ends(1).err;
        assert!(err.contains("line 53 is refused: ") && err.contains(&shows), "{err}");
    }
    let at = before.to_string();
    assert_ne!(referee(&["show", "--at", &at, &path], "").ends(1).out, "");
    // No position of an earlier game can be shown, and a line outside of games has none.
    let two = referee(&["show"], [HEADER, MOVE, MOVE, HEADER].join("\n")).ends(1).err;
    assert!(two.contains("line 3 is refused") && !two.contains("--at"), "{two}");
    let two =
        referee(&["show"], [HEADER, r#"{"action":"pass"}"#, r#"{"referee":1,"game":"wigwam"}"#].join("\n")).ends(1).err;
    assert!(two.contains("line 2 is refused") && !two.contains("--at"), "{two}");
    let hidden = referee(&["replay", "--for", "0", &path], "").ends(1).err;
    assert!(!hidden.contains("validate"), "{hidden}");
    assert!(!referee(&["show"], "{").ends(3).err.contains("--at"));
    let claim = referee(&["legal"], [HEADER, r#"{"query":"state","n":5}"#].join("\n")).ends(1).err;
    assert!(claim.contains("line 2 makes a false claim: `n` is claimed to be 5, but it is 0"), "{claim}");
}

#[test]
fn help_is_wrapped_once() {
    let commands = [
        &["shrink"][..],
        &["show"],
        &["replay"],
        &["random"],
        &["match"],
        &["bot"],
        &["perft"],
        &["edition"],
        &["completions"],
        &["legal"],
        &["play"],
        &["validate"],
        &["tournament", "plan"],
        &["tournament", "rate"],
        &["tournament", "standings"],
    ];
    for command in commands {
        let help = referee(&[command, &["--help"]].concat(), "").ends(0).out;
        let after = help.split("Print help").nth(1).and_then(|rest| rest.split("Examples:").next()).expect("a page");
        let lines: Vec<&str> = after.lines().collect();
        for pair in lines.windows(2).filter(|pair| !pair.iter().any(|line| line.is_empty() || line.starts_with(' '))) {
            let next = pair[1].split(' ').next().unwrap_or_default();
            assert!(pair[0].len() + 1 + next.len() > 100, "{command:?} breaks at:\n{}\n{}", pair[0], pair[1]);
        }
    }
}

#[test]
fn numbers_are_asked_for_in_words() {
    for (args, wanted) in [
        (&["show", "--seed", "abc"][..], "a seed is a whole number from 0 to 18446744073709551615"),
        (&["show", "--seed", "-1"], "a seed is a whole number"),
        (&["replay", "--seed", "999999999999999999999"], "a seed is a whole number"),
        (&["perft", "--seed", "x"], "a seed is a whole number"),
        (&["play", "--players", "two"], "expected a number of players, such as 2"),
        (&["show", "--at", "end"], "expected a whole number, at least 0"),
        (&["show", "--at", "-1"], "expected a whole number, at least 0"),
        (&["random", "--games", "ten"], "expected a whole number, at least 0"),
        (&["random", "--games", "-3"], "expected a whole number, at least 0"),
        (&["perft", "--depth", "0"], "expected a whole number from 1 to 64"),
    ] {
        let err = referee(args, "").ends(2).err;
        assert!(err.contains(wanted) && !err.contains("digit") && !err.contains("unexpected"), "{args:?}: {err}");
    }
}

#[test]
fn a_game_in_the_place_of_a_file_is_recognised() {
    for command in ["legal", "show", "play"] {
        let err = referee(&[command, "wangdo"], "").ends(2).err;
        assert!(err.contains("did you mean `--game wangdo`?"), "{err}");
    }
    assert!(!referee(&["legal", "nothing"], "").ends(2).err.contains("did you mean"));
    // Its `--game` is a number.
    assert!(!referee(&["shrink", "wangdo"], "").ends(2).err.contains("did you mean"));
    for command in ["random", "match"] {
        assert!(referee(&[command, "--help"], "").ends(0).out.contains("The game to play"));
    }
}

#[test]
fn a_folder_in_the_place_of_a_file_is_recognised() {
    for command in ["play", "show", "replay", "watch", "shrink", "legal"] {
        let err = referee(&[command, "fixtures"], "").ends(2).err;
        assert!(err.contains("fixtures: is a directory"), "{command}: {err}");
    }
}

#[test]
fn journals_and_configurations_are_told_apart() {
    let journal = "fixtures/tournaments/simulated.jsonl";
    assert!(referee(&["tournament", "rate", journal], "").ends(0).out.contains("elo-1700"), "its results are rated");
    let err = referee(&["tournament", "standings", "fixtures/tournaments/example.toml"], "").ends(3).err;
    assert!(err.contains("is it the configuration?") && !err.contains("JSON"), "{err}");
}

#[test]
fn a_configuration_is_corrected_in_words_of_its_file() {
    let text = fs::read_to_string(crate::pipes::root().join("fixtures/tournaments/example.toml")).expect("a file");
    let blocks = text.lines().find(|line| line.starts_with("blocks")).expect("blocks");
    let says = |old: &str, new: &str, wanted: &str| {
        let path = file("wrong.toml", &text.replace(old, new));
        let err = referee(&["tournament", "plan", &path], "").ends(2).err;
        assert!(err.contains(wanted), "{new}: {err}");
        for theirs in ["unknown variant", "unknown field", "invalid type", "missing field", "basic string", "boolean"] {
            assert!(!err.contains(theirs), "{new}: {err}");
        }
    };
    says("\"tectonic\"", "tectonic", "write a string in quotes: game = \"tectonic\"");
    says("\"tectonic\"", "\"tectonic", "the closing quotation mark is missing");
    says("\"round-robin\"", "\"leauge\"", "`leauge` is not one of `round-robin`, `gauntlet`, `swiss`, `knockout`");
    says("format = \"round-robin\"", "", "the key `format` is missing, which is one of `round-robin`, ");
    says(blocks, "games = 10", "unknown key `games` (did you mean `blocks`, which says how often");
    says(blocks, "block = 10", "unknown key `block` (did you mean `blocks`?); the keys are ");
    says(
        blocks,
        "blocks = \"10\"",
        "found the string \"10\", expected a whole number from 1 to 4294967295, without quotes",
    );
    says(blocks, "blocks = 2.5", "found `2.5`, expected a whole number from 1 ");
    says(blocks, "blocks = ten", "found `ten`, expected a whole number from 1 ");
    says(blocks, "options = 3", "found `3`, expected a table such as");
}

#[cfg(target_os = "linux")]
mod bots {
    use super::*;

    #[test]
    fn a_match_that_cannot_be_played_writes_no_table() {
        for option in ["setup=S9", "repetition=1"] {
            let args = ["match", "--game", "tectonic", "--bot", "@random", "--bot", "@random", "--option", option];
            let ran = referee(&args, "").ends(2);
            assert!(ran.out.is_empty() && ran.err.lines().count() == 1, "{ran:?}");
        }
    }

    #[test]
    fn a_bot_that_is_nearly_named_is_recognised() {
        let says = |bot: &str, wanted: &str| {
            let err = referee(&["match", "--game", "tectonic", "--bot", bot, "--bot", "@random"], "").ends(2).err;
            assert!(err.contains(wanted), "{bot}: {err}");
        };
        says("random", "did you mean `@random`?");
        says("mcts:20", "did you mean `@mcts:20`?");
        says("human", "did you mean `@human`?");
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("people-here");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("good.py"), "").expect("a file");
        let mut command = crate::pipes::command(env!("CARGO_BIN_EXE_referee"));
        command.args(["match", "--game", "tectonic", "--bot", "good.py", "--bot", "@random"]).current_dir(&folder);
        let output = command.stderr(std::process::Stdio::piped()).output().expect("the program");
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(err.contains("to start the file in this folder, write 'python3 good.py'"), "{err}");
    }

    #[test]
    fn a_person_types_words() {
        let args =
            ["match", "--game", "tectonic", "--bot", "@human", "--bot", "@random", "--seed", "1", "--games", "2"];
        let typed = ["help", "?", "nonsense", "{\"a", "move", "-1", "28", "MOVE  c1 to c5", "move c5 to c", "quit"];
        let ran = referee(&args, typed.join("\n") + "\n").ends(0);
        let err = &ran.err;
        assert_eq!(err.matches("the number of an action").count(), 2, "{err}");
        assert!(err.contains("an action in JSON, such as {\"move\":{\"from\":"), "{err}");
        assert!(err.contains("this action is not in the list") && err.contains("this is not JSON: "), "{err}");
        assert!(err.contains("28 actions of the list begin this way, such as `move a1 to a2`"), "{err}");
        assert_eq!(err.matches("choose a number from 0 to 27").count(), 2, "{err}");
        assert!(err.contains("human, White: move c1 to c5\n@random, Black: move "), "{err}");
        assert!(err.contains("did you mean `move c5 to c"), "{err}");
        assert!(
            err.contains("called off: you have left\n") && err.contains("you have left, so the game does not count"),
            "{err}"
        );
        assert_eq!(err.matches("you are player").count(), 1, "who has left is not asked to another game: {err}");
    }

    #[test]
    fn what_a_bot_wrote_is_shown_with_its_fault() {
        if !has_python() {
            return;
        }
        let says = |bot: &str, wanted: &[&str]| {
            let args = ["match", "--game", "tectonic", "--clock", "/0.6", "--bot", bot, "--bot", "@random"];
            let out = referee(&args, "").ends(0).out;
            for wanted in wanted {
                assert!(out.contains(wanted), "{bot}: {out}");
            }
            out
        };
        says("sh -c 'printf \"let me \\033[1mthink\\n\"; cat'", &["; it wrote: let me \\u{1b}[1mthink\n"]);
        let slow = "python3 -c \"import json,sys,time
print('{\\\"hello\\\":{}}', flush=True)
for text in sys.stdin: time.sleep(9 if 'ask' in json.loads(text) else 0)\"";
        says(slow, &["time_move: no answer in 0.6 s (+ 50 ms margin)"]);
        let flood =
            "python3 -c \"import sys; input(); sys.stderr.write('first ' + 'x' * 7000 + ' last'); sys.exit(3)\"";
        let out =
            says(flood, &["on standard error: first xxx", "[7011 bytes in all; the middle is left out]", "x last\n"]);
        assert!(out.len() < 1500, "{out}");
        // The record keeps its last words, which a replay for the public does not tell.
        let games = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("last-words");
        let _ = fs::remove_dir_all(&games);
        let path = games.to_string_lossy();
        referee(&["match", "--game", "tectonic", "--bot", flood, "--bot", "@random", "--transcripts", &path], "")
            .ends(0);
        let record = fs::read_to_string(games.join("g0.jsonl")).expect("a transcript");
        let line = record.lines().find(|line| line.starts_with("{\"forfeit\"")).expect("a forfeit");
        let note = serde_json::from_str::<serde_json::Value>(line).expect("JSON")["note"].clone();
        let note = note.as_str().expect("a note");
        assert!(note.starts_with("it ended with code 3; on standard error: first xxx"), "{note}");
        assert!(note.ends_with("x last") && note.len() <= 2000, "{note}");
        let shown = |more: &[&str]| referee(&[&["replay"][..], more].concat(), &record).ends(0).out;
        assert!(shown(&[]).contains("on standard error: first xxx"));
        for viewer in ["public", "1"] {
            assert!(!shown(&["--for", viewer]).contains("on standard error"), "{viewer}");
        }
        assert!(shown(&["--for", "0"]).contains("on standard error"), "the player's own");
    }

    #[test]
    fn a_tournament_tells_why_a_bot_lost() {
        let text = "game = \"tectonic\"\nformat = \"round-robin\"\nblocks = 1\nseed = 1\nmax_turns = 40\n\
                    [[bots]]\nname = \"fine\"\ncommand = \"@random\"\n\
                    [[bots]]\nname = \"crashy\"\ncommand = \"sh -c 'read line; echo broken <b>here >&2; exit 7'\"\n";
        let config = file("crashy.toml", &text.replace("<b>", ""));
        let journal = format!("{config}.journal");
        let _ = fs::remove_file(&journal);
        let run = || referee(&["tournament", "run", &config, "--journal", &journal], "").ends(0);
        let ran = run();
        let told = "  crashy: exit (its program ended, or closed its output) in 2 games, first in r1t1b1g1: it ended with code 7";
        assert!(ran.out.contains(told) && ran.out.contains("on standard error: broken"), "{}", ran.out);
        assert!(ran.out.contains("--log DIR"), "{}", ran.out);
        let again = run();
        assert!(again.out == ran.out && again.err.contains("2 games have been played already"), "{again:?}");
        let page = referee(&["tournament", "standings", &journal, "--format", "html"], "").ends(0).out;
        assert!(
            page.contains("<li>crashy: exit (its program ended") && !page.contains("broken"),
            "not for publication"
        );
    }

    /// The bot of the transcript writes after each question the lines that stand there.
    const SAYS: &str = "import sys
says = iter(sys.argv[1:])
for line in sys.stdin:
    if '\"ask\":' in line:
        print(next(says).strip(), flush=True)
";

    /// `UPDATE_EXCHANGES=1` writes it anew.
    #[test]
    fn the_specification_shows_a_whole_game_of_a_bot() {
        if !has_python() {
            return;
        }
        let path = crate::pipes::root().join("src/judge/seats/transcript.md");
        let text = fs::read_to_string(&path).expect("the transcript");
        let shown = text.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a transcript");
        let args = shown.lines().next().and_then(|line| line.strip_prefix("$ ")).expect("the command");
        // The lines of the bot between two that it reads answer one question. A word with a space names no bot.
        let groups = shown.split("\n<").map(|group| {
            let said = group.lines().filter_map(|line| line.strip_prefix("> "));
            said.collect::<Vec<_>>().join("\n")
        });
        let says: Vec<String> = groups.filter(|said| !said.is_empty()).map(|said| format!("' {said}'")).collect();
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("people-bot");
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("redbot.py"), SAYS).expect("a program");
        let bot = format!("python3 {} {}", folder.join("redbot.py").display(), says.join(" "));
        let args: Vec<&str> = args.split(' ').map(|arg| if arg == "redbot" { &*bot } else { arg }).collect();
        let logs = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("people-logs");
        let _ = fs::remove_dir_all(&logs);
        referee(&[&args[..], &["--log", &logs.to_string_lossy()]].concat(), "").ends(0);
        let log = fs::read_to_string(logs.join("g0.jsonl")).expect("a log");
        let mut whole = format!("{}\n", shown.lines().next().expect("the command"));
        for entry in log.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")) {
            assert!(entry["bytes"].is_null(), "a log quotes shorter lines: {entry}");
            for (key, sign) in [("sent", '<'), ("said", '>')] {
                if let Some(line) = entry[key].as_str() {
                    whole += &format!("{sign} {line}\n");
                }
            }
        }
        if std::env::var_os("UPDATE_EXCHANGES").is_some() {
            fs::write(&path, text.replace(shown, &whole)).expect("the file can be written");
        } else {
            assert_eq!(shown, whole);
        }
        assert!(!whole.contains('…') && whole.ends_with("\"next\":\"over\"}\n"), "{whole}");
        let told = referee(&["protocol", "bots"], "").ends(0).out;
        assert!(told.contains("`GAME/answer`") && told.contains("```text\n$ match "), "{told}");
    }
}

/// Text that is not an action must not match one that begins with the same letters.
#[test]
fn words_are_taken_whole() {
    let args = ["match", "--game", "tectonic", "--bot", "@human", "--bot", "@random", "--seed", "3"];
    let err = referee(&args, "move c1 to c5\nlist MOVE C5 to C9\nmove c5 to c9 and turn c1\nquit\n").ends(0).err;
    assert!(err.contains("human, White: move c1 to c5\n"), "{err}");
    assert!(err.contains("refused: ") && err.contains("(1 action shown of "), "{err}");
    assert!(!err.contains("human, White: move c5"), "{err}");
}

/// An action given in full is judged, and refused with the same reasons as in JSON; other words search the list.
#[test]
#[cfg(target_os = "linux")]
fn an_illegal_action_in_words_is_refused_with_its_reasons() {
    let args = ["match", "--game", "tectonic", "--bot", "@human", "--bot", "@random", "--seed", "3"];
    let json = r#"{"move":{"from":"c1","to":"c10"}}"#;
    let err = referee(&args, format!("Move c1 to c10.\n{json}\nC1 c5\nquit\n")).ends(0).err;
    let refused = [
        "a mount moves at most 4 squares, c1 to c10 is 9. A mount moves at most four squares. [tectonic.mount-range, R15, \
         printed]",
        "c10 is occupied. There is at most one piece on a square. [tectonic.occupied, R9, printed]",
    ];
    for reason in refused {
        assert_eq!(err.matches(&format!("refused: {reason}\n")).count(), 2, "{err}");
    }
    assert!(err.contains("human, White: move c1 to c5\n"), "{err}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_long_list_is_asked_for_part_by_part() {
    let args = ["match", "--game", "wigwam", "--bot", "@human", "--bot", "@random", "--seed", "1", "--max-turns", "2"];
    let err = referee(&args, "B1\nback\n1\nb3\n0\nC1\n").ends(0).err;
    for line in [
        "set up the chief on …\n   0  B1, tents on … (120 actions)\n   1  B2, tents on … (120 actions)\n",
        "set up the chief on B1, tents on …\n   0  B2, … (",
        "set up the chief on B2, tents on B3, …\n   0  B4, … (",
        "set up the chief on B2, tents on B3, B4, …\n",
        "human, Light: set up the chief on B2, tents on B3, B4, C1 and warriors on ",
    ] {
        assert!(err.contains(line), "{line}: {err}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_places_of_a_part_are_enough() {
    let args = ["match", "--game", "wigwam", "--bot", "@human", "--bot", "@random", "--seed", "1", "--max-turns", "2"];
    let err = referee(&args, "C3\nb1 b2 b4\n").ends(0).err;
    assert!(err.contains("human, Light: set up the chief on C3, tents on B1, B2, B4 and warriors on "), "{err}");
    // Of several that fit, the next part is asked for.
    let err = referee(&args, "C3\nb2 b1\n").ends(0).err;
    assert!(err.contains("set up the chief on C3, tents on B1, B2, …\n   0  B3 and warriors on "), "{err}");
    assert!(!err.contains("human, Light: set up"), "{err}");
}

/// What happened, the position, the list and the question fit a terminal of usual size, also beside the highest board.
#[test]
#[cfg(target_os = "linux")]
fn a_turn_fits_the_terminal() {
    let players = ["@human", "@random", "@random", "@random", "@random"].map(|bot| ["--bot", bot]).concat();
    let err =
        referee(&[&["match", "--game", "wongar", "--seed", "5"], &*players].concat(), "0\n".repeat(60)).ends(0).err;
    let turns: Vec<&str> = err.split("or `help`): ").collect();
    assert!(turns.len() > 30, "{err}");
    for turn in &turns[1..turns.len() - 1] {
        let rows: usize = turn.lines().map(|line| line.chars().count().max(1).div_ceil(80)).sum();
        assert!(rows <= 40, "{rows} rows: {turn}");
        assert!(turn.contains("   0  "), "there is something to choose: {turn}");
    }
}

/// A journal may come through a pipe, so it is read once.
#[test]
#[cfg(unix)]
fn a_journal_is_read_once() {
    for (input, said) in [("{\"tournament\":5}\n", "line 1"), ("game = \"tectonic\"\n", "is it the configuration?")] {
        let err = referee(&["tournament", "standings", "/dev/stdin"], input).ends(3).err;
        assert!(err.contains(said), "{err}");
    }
}
