//! Bots with limits of their own, games that end by a resignation or by the organiser's ruling, folders of bots, and what
//! fits a terminal.

use std::fs;

use serde_json::{Value, json};

use crate::beside::has_python;
use crate::pipes::{command, referee, root};
use crate::tournament::{REPEATABLE, file, fresh};

/// A bot in one line: it does `WHAT` with each question.
fn python(name: &str, what: &str) -> String {
    let text = format!(
        "import json, sys, time\nfor text in sys.stdin:\n    line = json.loads(text)\n    if 'ask' in line:\n        \
         ask = line['ask']['id']\n        {what}\n        print(json.dumps(answer), flush=True)\n"
    );
    format!("python3 {}", file(name, &text))
}

/// The results of a tournament of two bots, and a folder with its transcripts.
fn played(name: &str, head: &str, bots: [(&str, &str, &str); 2]) -> (Vec<Value>, String, String) {
    let games = fresh(&format!("{name}-games"));
    let _ = fs::remove_dir_all(&games);
    let bot = |(name, command, odds): &(&str, &str, &str)| {
        format!("[[bots]]\nname = \"{name}\"\ncommand = {command:?}\n{odds}\n")
    };
    let bots: String = bots.iter().map(bot).collect();
    let head = format!(
        "game = \"wigwam\"\nformat = \"round-robin\"\nseed = 5\ntranscripts = {:?}\n{head}\n",
        games.display().to_string()
    );
    let config = file(&format!("{name}.toml"), &(head + &bots));
    let journal = fresh(&format!("{name}.jsonl")).to_string_lossy().into_owned();
    referee(&["tournament", "run", &config, "--journal", &journal], "").ends(0);
    let text = fs::read_to_string(&journal).expect("a journal");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    (lines.filter_map(|line| line.get("result").cloned()).collect(), journal, games.to_string_lossy().into_owned())
}

/// Whether what the journal says holds by its transcripts.
fn verified(journal: &str) {
    let ran = referee(&["tournament", "verify", journal], "").ends(0);
    assert!(ran.out.contains("2 transcripts checked, 0 without a transcript, 0 faults."), "{ran:?}");
}

fn lines(folder: &str, game: &str) -> Vec<Value> {
    let text = fs::read_to_string(format!("{folder}/{game}.jsonl")).expect("a transcript");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn each_bot_may_have_limits_of_its_own() {
    if !has_python() {
        return;
    }
    let slow = python("slow.py", "time.sleep(0.6); answer = {'ask': ask, 'pick': 0}");
    let head = "clock = \"/20\"\nmargin_ms = 0\nmax_turns = 4";
    let quick = "clock = \"/0.2\"\nmemory = 64";
    let (results, journal, games) = played("odds", head, [("patient", &slow, ""), ("hurried", &slow, quick)]);
    for result in &results {
        let hurried = usize::from(result["bots"][1] == "hurried");
        assert_eq!(result["causes"][hurried], "time_move", "{result}");
        assert_eq!(result["causes"][1 - hurried], "normal", "{result}");
    }
    let told = &lines(&games, "r1t1b1g1")[0]["match"];
    assert_eq!(told["by_seat"][0]["clock"]["move_ms"], 20_000, "{told}");
    let hurried =
        json!({"clock": {"bank_ms": null, "inc_ms": 0, "move_ms": 200}, "memory": 64 << 20, "pondering": true});
    assert_eq!(told["by_seat"][1], hurried, "{told}");
    verified(&journal);
    // A wrapper of one bot alone: the other one is not told apart by it.
    let honest = python("honest.py", "answer = {'ask': ask, 'pick': 0}");
    let mark = fresh("wrapped-mark");
    let wrap = format!("wrap = \"sh -c 'echo $2 >> {}; exec \\\"$@\\\"' sh\"", mark.display());
    let (results, ..) = played("wraps", "max_turns = 6", [("free", &honest, ""), ("wrapped", &honest, &wrap)]);
    assert!(results.iter().all(|result| result["causes"] == json!(["max_turns", "max_turns"])), "{results:?}");
    let marked = fs::read_to_string(&mark).expect("it ran in its wrapper");
    assert!(marked.lines().count() >= 3 && marked.lines().all(|line| line.is_empty() || line.ends_with("honest.py")));
    // A limit that cannot be is refused on its line.
    let wrong = REPEATABLE.replace("command = \"@random\"", "command = \"@random\"\nmemory = 0");
    let ran = referee(&["tournament", "plan", &file("odds-wrong.toml", &wrong)], "").ends(2);
    assert!(ran.err.contains("line 15: `bots.memory`: 1 to 1073741824 MiB"), "{ran:?}");
}

#[test]
fn a_bot_may_resign_where_the_organiser_allows_it() {
    if !has_python() {
        return;
    }
    let what = "answer = {'ask': ask, 'pick': 0} if line.get('n', 0) < 2 else {'ask': ask, 'resign': True}";
    let resigns = python("resigns.py", what);
    let bots = [("resigns", &*resigns, ""), ("plays", "@random", "")];
    let (results, journal, games) = played("resigns", "resign = true", bots);
    for result in &results {
        let resigned = usize::from(result["bots"][1] == "resigns");
        assert_eq!((&result["causes"][resigned], &result["places"][resigned]), (&json!("resignation"), &json!(2)));
        assert_eq!((&result["reason"], result.get("why")), (&json!("forfeit"), None), "{result}");
    }
    let game = lines(&games, "r1t1b1g1");
    assert_eq!(game[0]["match"]["resign"], true);
    let resigned = game.iter().find(|line| line.get("forfeit").is_some()).expect("a ruling");
    assert_eq!(resigned["forfeit"], json!({"player": 0, "cause": "resignation"}));
    verified(&journal);
    // It is no fault, and the process plays on.
    let ran = referee(&["tournament", "standings", &journal, "--format", "json"], "").ends(0);
    let report: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(report["faults"], json!([]), "{report}");
    let twice = [
        "match", "--game", "wigwam", "--bot", &resigns, "--bot", "@random", "--games", "2", "--json", "--seed", "1",
        "--resign",
    ];
    let ran = referee(&[&twice[..], &["--fail-on-bot-fault"]].concat(), "").ends(0);
    let games: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(games[..2].iter().all(|game| game["causes"].to_string().contains("resignation")), "{ran:?}");
    // Where it is not allowed, it is no answer.
    let ran = referee(&twice[..twice.len() - 1], "").ends(0);
    assert!(ran.out.contains("bad_message") && ran.out.contains("may resign"), "{ran:?}");
}

#[test]
fn a_game_that_is_too_long_is_decided_as_the_organiser_says() {
    if !has_python() {
        return;
    }
    let first = python("takes-first.py", "answer = {'ask': ask, 'pick': 0}");
    let bots = [("first", &*first, ""), ("search", "@mcts:20", "")];
    for (how, counts) in [("standing", true), ("draw", true), ("void", false)] {
        let head = format!("max_turns = 8\nadjudicate = \"{how}\"");
        let (results, journal, games) = played(&format!("adjudicated-{how}"), &head, bots);
        for result in &results {
            assert_eq!(result["causes"], json!(["max_turns", "max_turns"]), "{how}");
            assert_eq!(result.get("places").is_some(), counts, "{how}: {result}");
        }
        let last: Vec<Value> = lines(&games, "r1t1b1g1").into_iter().rev().take(2).collect();
        if counts {
            assert_eq!(last[1]["abort"], json!({"cause": "max_turns", "adjudicate": how}));
            assert_eq!(
                (&last[0]["outcome"]["reason"], &last[0]["outcome"]["places"]),
                (&json!("adjudicated"), &results[0]["places"])
            );
        } else {
            assert_eq!(last[0]["abort"], json!({"cause": "max_turns"}));
        }
        if how == "draw" {
            assert_eq!(results[0]["places"], json!([1, 1]));
        }
        verified(&journal);
        // The ruling follows from the record: it cannot be changed there.
        if how == "standing" {
            let text = fs::read_to_string(format!("{games}/r1t1b1g1.jsonl")).expect("a transcript");
            let places = results[0]["places"].to_string();
            let other = if places == "[1,2]" { "[2,1]" } else { "[1,2]" };
            let forged = text.replace(&format!("\"places\":{places}"), &format!("\"places\":{other}"));
            referee(&["validate", "-"], &forged).ends(1);
            referee(&["validate", "-"], &text).ends(0);
        }
    }
    let ran =
        referee(&["match", "--game", "wigwam", "--bot", "@random", "--bot", "@random", "--adjudicate", "never"], "");
    assert!(ran.ends(2).err.contains("standing, draw or void"));
}

#[test]
fn folders_of_bots_are_relative_to_that_of_the_configuration() {
    if !has_python() {
        return;
    }
    let folder = fresh("placed");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("bots")).expect("a folder");
    fs::copy(root().join("tests/hostile/first.py"), folder.join("bots/first.py")).expect("a bot");
    fs::copy(root().join("tests/hostile/first.py"), folder.join("second.py")).expect("a bot");
    let text = "game = \"wigwam\"\nformat = \"round-robin\"\nseed = 3\nmax_turns = 6\n[[bots]]\nname = \"first\"\n\
                command = \"python3 first.py\"\ndirectory = \"bots\"\n[[bots]]\nname = \"second\"\ncommand = \"python3 second.py\"\n";
    let config = folder.join("league.toml");
    fs::write(&config, text).expect("can write");
    let (config, journal) = (config.to_string_lossy(), folder.join("league.jsonl"));
    referee(&["tournament", "run", &config, "--journal", &journal.to_string_lossy()], "").ends(0);
    // The journal does not depend on where the program runs.
    let mut here = command(env!("CARGO_BIN_EXE_referee"));
    here.args(["tournament", "run", "league.toml", "--journal", "league.jsonl"]).current_dir(&folder);
    let ran = here.output().expect("it runs");
    let err = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && err.contains("2 games have been played already"), "{err}");
    // A planned game says where each bot starts from here.
    let plan = referee(&["tournament", "plan", &config], "").ends(0).out;
    let planned: Value = serde_json::from_str(plan.lines().next().expect("a game")).expect("JSON");
    let bots = folder.join("bots");
    assert_eq!(planned["planned"]["seats"][0]["directory"], json!(bots.to_string_lossy()));
    // A bot that does not start is told with its folder.
    fs::write(folder.join("second.py"), "import missing_module_of_this_test\n").expect("can write");
    fs::remove_file(&journal).expect("it was there");
    let ran = referee(&["tournament", "run", &config, "--journal", &journal.to_string_lossy()], "").ends(2);
    let told = format!("`second` ends as soon as it is started in the folder {}", folder.display());
    assert!(ran.err.contains(&told), "{ran:?}");
    let gone = text.replace("\"bots\"", "\"none\"");
    fs::write(folder.join("gone.toml"), gone).expect("can write");
    let ran = referee(&["tournament", "plan", &folder.join("gone.toml").to_string_lossy()], "").ends(2);
    assert!(ran.err.contains("folders of bots are relative to that of the configuration"), "{ran:?}");
}

/// Runs the program in a terminal this wide; its arguments follow those of the script.
const IN_TERMINAL: &str = r#"
import fcntl, os, pty, struct, sys, termios
pid, here = pty.fork()
if pid == 0:
    # The width is set before the program asks for it.
    sys.stdin.readline()
    os.execv(sys.argv[2], sys.argv[2:])
fcntl.ioctl(here, termios.TIOCSWINSZ, struct.pack("HHHH", 40, int(sys.argv[1]), 0, 0))
os.write(here, b"\n")
said = b""
while True:
    try:
        more = os.read(here, 65536)
    except OSError:
        break
    if not more:
        break
    said += more
sys.stdout.buffer.write(said)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"#;

/// What the program writes in a terminal this wide.
fn in_terminal(width: usize, arguments: &[&str]) -> String {
    let referee = env!("CARGO_BIN_EXE_referee");
    let run = command("python3").args(["-c", IN_TERMINAL, &width.to_string(), referee]).args(arguments).output();
    let run = run.expect("python3 is there");
    let out = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(run.status.success(), "{out}");
    out
}

fn columns(line: &str) -> usize {
    line.chars().map(|c| if c > '\u{2e80}' { 2 } else { 1 }).sum()
}

#[test]
fn tables_keep_to_the_width_of_the_terminal() {
    if !has_python() {
        return;
    }
    let long = "\u{674e}\u{96f7} and all of the others together";
    let swiss = REPEATABLE.replace("\"search\"", &format!("{long:?}"));
    let config = file("wide.toml", &swiss);
    let journal = fresh("wide.jsonl").to_string_lossy().into_owned();
    referee(&["tournament", "run", &config, "--journal", &journal], "").ends(0);
    let standings = ["tournament", "standings", &journal, "--matrix"];
    let whole = referee(&standings, "").ends(0).out;
    let heads = ["score", "points", "games", "elo", "95 %", "blocks", "ms/move", "Differences", "Equal scores"];
    for width in [60, 80, 120] {
        let out = in_terminal(width, &standings);
        let widest = out.lines().map(columns).max().unwrap_or_default();
        assert!(widest <= width, "{width}: {out}");
        // Nothing is lost, and what goes on below begins with the names again.
        assert!(heads.iter().all(|head| out.contains(head) && whole.contains(head)), "{width}: {out}");
        assert!(out.matches("\u{674e}\u{96f7}").count() >= whole.matches("\u{674e}\u{96f7}").count(), "{width}: {out}");
    }
}

#[test]
fn the_interim_table_keeps_to_the_width_of_the_terminal() {
    if !has_python() {
        return;
    }
    let long = "\u{674e}\u{96f7} and all of the others together";
    let text = REPEATABLE.replace("\"search\"", &format!("{long:?}")).replace("blocks = 2", "blocks = 6");
    let failing = text.replace("python3 tests/hostile/first.py", "sh -c 'read line; exit 2'");
    let (config, journal) = (file("narrow.toml", &failing), fresh("narrow.jsonl").to_string_lossy().into_owned());
    let arguments = ["tournament", "run", &config, "--journal", &journal, "--report-every", "1"];
    let out = in_terminal(64, &arguments);
    // The bar rewrites its own line and is left out here.
    let lines = out.lines().map(|line| line.rsplit(['\r', 'K']).next().unwrap_or_default());
    let rows: Vec<&str> = lines.filter(|line| line.contains("..") && line.contains(" game")).collect();
    assert!(rows.len() >= 2, "{out}");
    assert!(rows.iter().all(|line| columns(line) <= 64), "{rows:#?}");
}
