//! Bots that reach beyond their pipes: `tests/hostile/escape.py` tries, and aborts if it achieves anything. So what is due
//! is always the same: the game is byte for byte that of a bot that tries nothing.

use std::fs::{self, File};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde_json::{Value, json};

use crate::pipes::patience::TRIES;
use crate::pipes::{command, referee};

/// What holds every bot: no sandbox is needed against any of these.
const HELD_WITHOUT_SANDBOX: &[&str] = &[
    "reads_environment_of_judge",
    "reads_memory_of_judge",
    "finds_files_of_judge",
    "reads_seed_from_command_line",
    "reads_session_from_guard",
    "stops_judge",
    "ends_judge",
    "kills_judge",
    "traces_judge",
    "reads_environment_of_opponent",
    "reads_memory_of_opponent",
    "writes_memory_of_opponent",
    "writes_to_output_of_opponent",
    "reads_input_of_opponent",
    "stops_opponent",
    "kills_opponent",
    "joins_group_of_opponent",
    "traces_opponent",
    "copies_memory_of_opponent",
    "takes_file_of_opponent",
    "reads_environment_of_organiser",
    "finds_descriptors",
    "types_into_terminal",
    "stays_in_session",
    "gains_privileges",
    "keeps_powers_of_root",
    "keeps_a_key",
    "connects_to_abstract_socket",
];

/// A transcript without times, and what its header says of what held the bots.
fn timeless(text: &str) -> (String, Value) {
    let (mut all, mut held) = (String::new(), Value::Null);
    for line in text.lines() {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        line.as_object_mut().expect("an object").shift_remove("ms");
        if let Some(about) = line["match"].as_object_mut() {
            held = about.shift_remove("held").unwrap_or_default();
        }
        all += &format!("{line}\n");
    }
    (all, held)
}

/// The transcript of a match of an attempt against a bot that always does the first thing, and what the judge says of it.
fn game(how: &str, more: &[&str]) -> (String, Value, String) {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let run = format!("escape-{}-{}", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
    let games = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&run);
    let _ = fs::remove_dir_all(&games);
    let address = SocketAddr::from_abstract_name(&run).expect("a short name");
    let _host = UnixListener::bind_addr(&address).expect("a socket");
    let attacker = format!("env ATTEMPT={how} SOCKET={run} python3 tests/hostile/escape.py");
    let mut judge = command(env!("CARGO_BIN_EXE_referee"));
    judge.args(["match", "--game", "tectonic", "--seed", "1", "--json", "--max-turns", "16", "--clock", "/5"]);
    judge.args(["--bot", &attacker, "--bot", "python3 tests/hostile/first.py", "--transcripts"]).arg(&games).args(more);
    // What the organiser has open and in the environment is the organiser's.
    let open = File::open("/etc/hostname").or_else(|_| File::open("/")).expect("a file");
    judge.env("ORGANISER", "secret").stdin(Stdio::from(open)).stderr(Stdio::piped());
    let ended = judge.output().expect("the program ends");
    let said = String::from_utf8_lossy(&ended.stdout).into_owned() + &String::from_utf8_lossy(&ended.stderr);
    let text = fs::read_to_string(games.join("g0.jsonl")).unwrap_or_default();
    let _ = fs::remove_dir_all(&games);
    let (text, held) = timeless(&text);
    (text, held, said)
}

/// What an attempt changes, if anything. A machine that is busy makes bots late; that is tried again.
fn changed_by(how: &str, quiet: &str, more: &[&str]) -> Option<String> {
    let mut said = String::new();
    for _ in 0..TRIES {
        let (text, _, told) = game(how, more);
        if text == quiet {
            return None;
        }
        said = told;
        if !said.contains("time_move") && !said.contains("start_timeout") {
            break;
        }
    }
    Some(format!("{how}: {said}"))
}

/// Tries all of them, and finds that none makes a difference.
fn none_of(attempts: &[&str], more: &[&str]) {
    let (quiet, _, said) = game("nothing", more);
    assert!(quiet.contains("max_turns"), "{said}");
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while let Some(how) = attempts.get(next.fetch_add(1, Ordering::Relaxed)) {
                    faults.lock().expect("no panic").extend(changed_by(how, &quiet, more));
                }
            });
        }
    });
    let faults = faults.into_inner().expect("no panic");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn no_bot_reaches_beyond_its_pipes() {
    none_of(HELD_WITHOUT_SANDBOX, &[]);
}

#[test]
fn what_holds_bots_is_told() {
    let (_, held, said) = game("nothing", &[]);
    let all = ["environment", "descriptors", "session", "capabilities", "no_new_privileges", "scopes", "system_calls"];
    assert_eq!(held, json!(all), "{said}");
    let checked = referee(&["check-bot", "--game", "tectonic", "python3 tests/hostile/first.py"], "").ends(0);
    assert!(checked.out.contains("a session of its own; no powers of root, but over files; no new privileges; no signals to others"), "{}", checked.out);
}
