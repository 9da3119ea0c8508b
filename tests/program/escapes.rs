//! Bots that try to reach beyond their pipes. `tests/hostile/escape.py` tries, and aborts if it achieves anything. So
//! the expectation is always the same: the game equals, byte for byte, that of a bot that tries nothing.

use std::fs::{self, File};
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use referee::bots::meter::Meter;
use serde_json::{Value, json};

use crate::beside::{has, has_python};
use crate::hostile::carrying;
use crate::pipes::patience::in_time;
use crate::pipes::{command, referee, root};

/// Attempts that fail for every bot, without a sandbox.
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
    "finds_files_of_opponent",
    "carries_mark_of_opponent",
    "limits_time_of_opponent",
    "limits_memory_of_judge",
    "delays_opponent",
    "delays_group_of_opponent",
    "delays_all_of_the_user",
    "delays_reading_of_opponent",
    "idles_opponent",
    "moves_opponent",
    "reads_environment_of_organiser",
    "finds_descriptors",
    "types_into_terminal",
    "stays_in_session",
    "gains_privileges",
    "keeps_powers_of_root",
    "keeps_a_key",
    "connects_to_abstract_socket",
];

/// Attempts that only the sandbox prevents.
const HELD_BY_SANDBOX: &[&str] = &[
    "reads_file_of_host",
    "reads_shadow",
    "reads_users",
    "lists_homes",
    "lists_run",
    "reads_seed_file",
    "lists_transcripts",
    "reads_log",
    "writes_own_folder",
    "writes_own_program",
    "writes_system",
    "writes_root",
    "writes_devices",
    "writes_core_pattern",
    "writes_sysrq",
    "sees_processes",
    "sees_host_name",
    "is_root",
    "connects_to_host",
    "connects_to_host_socket",
    "mounts",
    "remounts_writable",
    "makes_user_namespace",
    "clones_user_namespace",
    "makes_shared_segment",
    "makes_huge_segment",
    "finds_queue_it_left",
    "lists_system_devices",
    "leaves_its_control_group",
    "opens_disk",
    "makes_device",
    "opens_file_by_handle",
    "makes_memory_file",
    "makes_ring",
    "changes_root",
    "stops_itself",
    "stops_itself_by_thread",
    "stops_with_its_parent",
    "stops_with_its_child",
    "stops_on_input",
    "stops_at_a_time",
    "makes_terminal",
    "finds_what_it_left",
];

/// What a message says about what is left.
const LEFT: &str = "left behind: ";

/// A transcript without times, and the layers that confined the bots according to its header.
fn timeless(text: &str) -> (String, Value) {
    let (mut all, mut held) = (String::new(), Value::Null);
    for line in text.lines() {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        line.as_object_mut().expect("an object").shift_remove("ms");
        if let Some(about) = line["match"].as_object_mut() {
            held = about.shift_remove("held").unwrap_or_default();
            about.shift_remove("files");
        }
        all += &format!("{line}\n");
    }
    (all, held)
}

/// What a run has left behind that the sandbox should have taken with it: processes, files and segments.
fn left_behind(run: &str) -> Vec<String> {
    let mut left = carrying(&format!("SOCKET={run}"));
    let files = ["/tmp", "/dev/shm", "/var/tmp"].map(|folder| Path::new(folder).join(run));
    left.extend(files.iter().filter(|path| path.exists()).map(|path| path.display().to_string()));
    // Segments by their size.
    let segments = fs::read_to_string("/proc/sysvipc/shm").unwrap_or_default();
    left.extend(segments.lines().filter(|line| line.contains(" 1234567 ")).map(str::to_owned));
    left
}

/// The transcripts of a match between an attempt and a bot that always does the first thing, the layers in force, and
/// the judge's messages. Both bots run in the folder that holds all secrets.
fn game(how: &str, more: &[&str]) -> (String, Value, String) {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let run = format!("escape-{}-{}", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
    let own = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&run);
    let _ = fs::remove_dir_all(&own);
    fs::create_dir_all(&own).expect("a folder");
    for bot in ["escape.py", "first.py"] {
        fs::copy(root().join("tests/hostile").join(bot), own.join(bot)).expect("a bot");
    }
    fs::write(own.join("seed"), "0123456789abcdef0123456789abcdef").expect("a file");
    let address = SocketAddr::from_abstract_name(&run).expect("a short name");
    let _abstract = UnixListener::bind_addr(&address).expect("a socket");
    let path = std::env::temp_dir().join(format!("{run}.socket"));
    let _socket = UnixListener::bind(&path).expect("a socket");
    let host = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = host.local_addr().expect("an address").port();
    let inside = u8::from(more.contains(&"--sandbox"));
    let told = format!(
        "ATTEMPT={how} INSIDE={inside} SOCKET={run} HOST_SOCKET={} PORT={port} HOST_FILE={}",
        path.display(),
        root().join("Cargo.toml").display()
    );
    let [attacker, other] = [("escape.py", &*told), ("first.py", "A=b")]
        .map(|(bot, told)| format!("env {told} python3 {}/{bot}", own.display()));
    let mut judge = command(env!("CARGO_BIN_EXE_referee"));
    judge.args(["match", "--game", "tectonic", "--json", "--max-turns", "16", "--clock", "/5", "--games", "2"]);
    judge.args(["--bot", &attacker, "--bot", &other, "--transcripts"]).arg(own.join("games"));
    if more.is_empty() {
        judge.args(["--seed", "1"]);
    } else {
        judge.args(more).arg("--seed-file").arg(own.join("seed")).arg("--log").arg(own.join("log"));
    }
    // The organiser's open files and environment.
    let open = File::open("/etc/hostname").or_else(|_| File::open("/")).expect("a file");
    judge.env("ORGANISER", "secret").stdin(Stdio::from(open)).stderr(Stdio::piped());
    let ended = judge.output().expect("the program ends");
    let mut said = String::from_utf8_lossy(&ended.stdout).into_owned() + &String::from_utf8_lossy(&ended.stderr);
    let left = left_behind(&run);
    if !left.is_empty() {
        said += &format!("{LEFT}{}", left.join(", "));
    }
    let games =
        ["g0", "g1"].map(|game| fs::read_to_string(own.join(format!("games/{game}.jsonl"))).unwrap_or_default());
    let _ = (fs::remove_dir_all(&own), fs::remove_file(&path));
    for folder in ["/tmp", "/dev/shm", "/var/tmp"] {
        let _ = fs::remove_file(Path::new(folder).join(&run));
    }
    let (text, held) = timeless(&games.concat());
    (text, held, said)
}

/// The change caused by an attempt, if any. A busy machine makes bots late; then it tries again.
fn changed_by(how: &str, quiet: &str, more: &[&str]) -> Option<String> {
    let late = |said: &str| said.contains("time_move") || said.contains("start_timeout");
    let (text, _, said) = in_time(|| game(how, more), |(text, _, said)| text != quiet && late(said));
    (text != quiet || said.contains(LEFT)).then(|| format!("{how}: {said}"))
}

/// Tries all of them and checks that none makes a difference.
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
    if !has_python() {
        return;
    }
    none_of(HELD_WITHOUT_SANDBOX, &[]);
}

/// Whether bubblewrap works here.
fn has_bubblewrap() -> bool {
    has("bwrap", &["--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "true"])
}

#[test]
fn no_bot_reaches_out_of_the_sandbox() {
    if has_python() && has_bubblewrap() {
        none_of(&[HELD_WITHOUT_SANDBOX, HELD_BY_SANDBOX].concat(), &["--sandbox"]);
    }
}

#[test]
fn what_the_sandbox_hides_is_there() {
    if !has_python() {
        return;
    }
    // Each of them works without the sandbox, so the test above proves something.
    let works =
        ["reads_file_of_host", "reads_seed_file", "writes_own_folder", "connects_to_host", "finds_what_it_left"];
    for how in works {
        let (_, _, said) = game(how, &["--pondering", "on"]);
        assert!(said.contains(&format!("{how} worked")), "{how}: {said}");
    }
}

#[test]
fn a_sandbox_that_is_not_there_is_said_so() {
    let mut judge = command(env!("CARGO_BIN_EXE_referee"));
    judge
        .args(["match", "--game", "tectonic", "--sandbox", "--bot", "@random", "--bot", "cat"])
        .env("PATH", "/nowhere");
    let ended = judge.output().expect("the program ends");
    assert_eq!(ended.status.code(), Some(2));
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(said.contains("--sandbox needs bubblewrap") && said.contains("apt-get install bubblewrap"), "{said}");
}

#[test]
fn what_a_sandboxed_bot_may_read_besides_is_named() {
    if !has_python() || !has_bubblewrap() {
        return;
    }
    let file = root().join("Cargo.toml");
    let path = file.to_string_lossy();
    let (_, held, said) = game("reads_file_of_host", &["--sandbox", "--sandbox-read", &path]);
    assert!(said.contains("reads_file_of_host worked"), "{said}");
    assert!(held.as_array().expect("a list").contains(&json!("sandbox")), "{held}");
}

#[test]
fn bots_are_not_told_whom_they_meet_if_they_are_not_to() {
    if !has_python() {
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("anonymous");
    let _ = fs::remove_dir_all(&folder);
    let [log, games] = ["log", "games"].map(|name| folder.join(name).to_string_lossy().into_owned());
    let bot = "python3 tests/hostile/first.py";
    let args =
        ["match", "--game", "tectonic", "--anonymous", "--max-turns", "4", "--log", &log, "--transcripts", &games];
    referee(&[&args[..], &["--bot", bot, "--bot", "@random"]].concat(), "").ends(0);
    let sent = fs::read_to_string(Path::new(&log).join("g0.jsonl")).expect("a log");
    assert!(sent.contains(r#"\"names\":[\"player 0\",\"player 1\"]"#) && !sent.contains("@random"), "{sent}");
    let record = fs::read_to_string(Path::new(&games).join("g0.jsonl")).expect("a transcript");
    assert!(record.contains(r#""names":["first","@random"]"#), "{record}");
}

#[test]
fn what_holds_bots_is_told() {
    if !has_python() {
        return;
    }
    let (_, held, said) = game("nothing", &[]);
    let all = ["environment", "descriptors", "session", "capabilities", "no_new_privileges", "scopes", "system_calls"];
    let counted = Meter::is_exact().then_some("processor_time");
    assert_eq!(held, json!(all.into_iter().chain(counted).collect::<Vec<_>>()), "{said}");
    let checked = referee(&["check-bot", "--game", "tectonic", "python3 tests/hostile/first.py"], "").ends(0);
    assert!(
        checked
            .out
            .contains("a session of its own; no root powers except over files; no new privileges; no signals to other"),
        "{}",
        checked.out
    );
}
