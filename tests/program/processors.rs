//! `--cpus`: which processors bots and judge use.

use std::fs;

use crate::beside::has_python;
use crate::hostile::has_bubblewrap;
use crate::pipes::{command, referee};
use crate::tournament::{file, fresh};

/// A bot that says where it may run, and that tries to run elsewhere.
const TELLS: &str = r#"
import json, os, sys
before = sorted(os.sched_getaffinity(0))
try:
    os.sched_setaffinity(0, range(os.cpu_count()))
    moved = True
except PermissionError:
    moved = False
for text in sys.stdin:
    line = json.loads(text)
    if "ask" in line:
        note = f"{before} {sorted(os.sched_getaffinity(0))} {moved}"
        print(json.dumps({"ask": line["ask"]["id"], "pick": 0, "note": note}), flush=True)
"#;

#[test]
fn bots_stay_on_the_processors_of_their_game() {
    let there = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    if !has_python() || there < 2 {
        return;
    }
    let bot = format!("python3 {}", file("tells-processors.py", TELLS));
    let sandboxes: &[&[&str]] = if has_bubblewrap() { &[&[], &["--sandbox"]] } else { &[&[]] };
    for sandbox in sandboxes {
        let games = fresh("x").with_file_name("on-processors");
        let _ = fs::remove_dir_all(&games);
        let args = ["match", "--game", "tectonic", "--cpus", "1", "--max-turns", "4", "--seed", "1", "--transcripts"];
        let mut judge = command(env!("CARGO_BIN_EXE_referee"));
        judge.args(args).arg(&games).args(["--bot", &bot, "--bot", "@random"]).args(*sandbox);
        let ran = judge.output().expect("it ends");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let record = fs::read_to_string(games.join("g0.jsonl")).expect("a transcript");
        assert!(record.contains("\"note\":\"[1] [1] False\""), "{record}");
    }
}

#[test]
fn a_list_of_processors_fits_the_games_and_the_machine() {
    let wrong = |list: &str, more: &[&str]| {
        let args = ["match", "--game", "tectonic", "--bot", "@random", "--bot", "@random", "--cpus", list];
        referee(&[&args[..], more].concat(), "").ends(2).err
    };
    assert!(wrong("0", &["--games", "2", "--concurrency", "2"]).contains("2 games at once need 2 processors, not 1"));
    assert!(wrong("1000", &[]).contains("there is no processor 1000 here, only 0"));
    for list in ["", "x", "2-1", "1,1", "1-", "99999"] {
        assert!(wrong(list, &[]).contains("--cpus"), "{list}");
    }
    let args = ["match", "--game", "tectonic", "--bot", "@random", "--bot", "@random", "--games", "200"];
    let ran = referee(&[&args[..], &["--concurrency", "200", "--max-turns", "4"]].concat(), "").ends(0);
    assert!(ran.err.contains("200 games run at once on "), "{ran:?}");
}
