//! Bots that misbehave in every way we could think of. Each must cost exactly its own game, in bounded time and
//! memory, and leave no process behind. The bot is `tests/hostile/bot.py`; the table below lists the expected causes.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Stdio;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::beside::{has, has_python};
use crate::pipes::{command, patience::in_time, referee};
use crate::sample::sample;

/// The causes that a misbehaviour may have; `fine`: none, the game goes on to the organiser's limit of turns.
const DUE: &[(&str, &[&str])] = &[
    ("honest", &["fine"]),
    ("silent", &["time_move"]),
    ("chatty", &["time_move"]),
    ("chatty_hello", &["time_move"]),
    ("drip", &["time_move"]),
    ("never_reads", &["start_timeout"]),
    ("slow_to_start", &["start_timeout"]),
    ("stops_reading", &["time_move"]),
    ("flood", &["line_too_long", "output_limit"]),
    ("flood_lines", &["output_limit"]),
    ("flood_blank", &["output_limit"]),
    ("flood_stale", &["output_limit"]),
    ("flood_stderr", &["fine"]),
    ("long_line", &["line_too_long"]),
    ("exits_mid_line", &["exit"]),
    ("exits_after_half_an_answer", &["exit"]),
    // The answer counts; the exit counts at the next move.
    ("exits_after_answer", &["exit"]),
    ("closes_output", &["exit"]),
    ("crashes", &["signal"]),
    ("kills_itself", &["signal"]),
    ("garbage", &["bad_json"]),
    ("binary", &["bad_json"]),
    ("nul", &["bad_json"]),
    ("bom", &["bad_json"]),
    ("debug_output", &["bad_json"]),
    ("unknown_shape", &["bad_message"]),
    ("unknown_action", &["bad_message"]),
    ("duplicate_keys", &["bad_message"]),
    ("deep", &["bad_message", "bad_json"]),
    ("no_id", &["bad_message"]),
    ("not_an_object", &["bad_message"]),
    ("bad_hello", &["bad_message"]),
    ("huge_pick", &["bad_message"]),
    ("negative_pick", &["illegal_action"]),
    ("illegal", &["illegal_action"]),
    ("somebody_else", &["illegal_action"]),
    ("wants_state", &["bad_message"]),
    ("wants_undo", &["bad_message"]),
    ("wants_legal", &["bad_message"]),
    ("wants_view", &["bad_message"]),
    ("misspelt_hello", &["bad_message"]),
    ("colours", &["bad_json"]),
    ("notes", &["fine"]),
    ("blank", &["fine"]),
    ("claims", &["bad_message"]),
    ("draws", &["bad_message"]),
    ("rules", &["bad_message"]),
    ("memory", &["memory_limit"]),
    ("grandchild_memory", &["memory_limit"]),
    ("burns_out_of_turn", &["cpu_limit"]),
    ("garbage_out_of_turn", &["bad_json"]),
    ("two_answers", &["fine"]),
    ("stale", &["fine"]),
    ("early", &["fine"]),
    ("crlf", &["fine"]),
    ("noted", &["fine"]),
    ("polite", &["fine"]),
    ("talks_out_of_turn", &["fine"]),
    ("ignores_sigterm", &["fine"]),
    ("grandchildren", &["fine"]),
    ("daemon", &["fine"]),
    ("double_daemon", &["fine"]),
    ("closes_input", &["time_move"]),
    ("hidden_daemon", &["fine"]),
    // Four processes, each with the same 100 MiB.
    ("shared_memory", &["fine"]),
    ("memory_file", &["memory_limit"]),
    ("mapped_memory_file", &["fine"]),
];

/// The judge's limit of resident memory, in KiB.
const MEMORY: u64 = 32 << 10;
pub(super) const PATIENCE: Duration = Duration::from_mins(1);

/// Losses that a busy machine can cause.
const BY_THE_CLOCK: [&str; 3] = ["start_timeout", "time_move", "time_bank"];

/// The end of a match between a misbehaving bot and another.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) line: Value,
    /// What happened in the game.
    events: Vec<String>,
    memory: u64,
    took: Duration,
    pub(super) left: Vec<String>,
}

/// A bot with a word in its environment, which identifies what it leaves behind.
pub(super) fn bot(how: &str, word: &str) -> String {
    format!("env {word} python3 tests/hostile/bot.py {how}")
}

/// How many children of a process have ended but were not waited for.
fn dead(parent: u32) -> usize {
    let parent = format!(" Z {parent} ");
    let stats =
        fs::read_dir("/proc").expect("/proc").flatten().map(|entry| fs::read_to_string(entry.path().join("stat")));
    stats.filter(|stat| stat.as_ref().is_ok_and(|stat| stat.contains(&parent))).count()
}

/// The processes with a word in their environment, as their name or as an argument.
pub(super) fn carrying(word: &str) -> Vec<String> {
    let name = word.split('=').next_back().unwrap_or_default();
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").expect("/proc").flatten() {
        let environ = fs::read(entry.path().join("environ")).unwrap_or_default();
        let command = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let marked = environ.split(|byte| *byte == 0).any(|variable| variable == word.as_bytes());
        let named = command.split(|byte| *byte == 0).any(|argument| argument == name.as_bytes());
        if marked || named {
            found.push(String::from_utf8_lossy(&command).replace('\0', " "));
        }
    }
    found
}

pub(super) fn meet(how: &str, other: &str, more: &[&str]) -> Ended {
    meet_while(how, other, more, |_| ())
}

/// The same; `look` checks the judge's process repeatedly.
pub(super) fn meet_while(how: &str, other: &str, more: &[&str], mut look: impl FnMut(u32)) -> Ended {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let word = format!("HOSTILE={how}-{}-{}", std::process::id(), RUNS.fetch_add(1, Ordering::Relaxed));
    let begun = Instant::now();
    let (one, two) = (bot(how, &word), bot(other, &word));
    let mut args = vec!["match", "--game", "tectonic", "--seed", "1", "--json", "--bot", &one, "--bot", &two];
    let usual = [
        ("--clock", "/2"),
        ("--start-ms", "6000"),
        ("--memory", "200"),
        ("--idle-cpu-ms", "200"),
        ("--max-turns", "24"),
    ];
    args.extend(usual.iter().filter(|(flag, _)| !more.contains(flag)).flat_map(|(flag, value)| [*flag, *value]));
    args.extend(more);
    let games = Path::new(env!("CARGO_TARGET_TMPDIR")).join(word.replace('=', "-"));
    let path = games.to_string_lossy().into_owned();
    if !more.contains(&"--transcripts") {
        args.extend(["--transcripts", &path]);
    }
    let mut child = command(env!("CARGO_BIN_EXE_referee"));
    child.args(&args);
    let mut child = child.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut memory = 0;
    while child.try_wait().expect("a child").is_none() {
        assert!(begun.elapsed() < PATIENCE, "{how} holds up the judge");
        let text = fs::read_to_string(&status).unwrap_or_default();
        let peak =
            text.lines().find_map(|line| line.strip_prefix("VmHWM:")).and_then(|line| line.split_whitespace().next());
        look(child.id());
        memory = memory.max(peak.and_then(|peak| peak.parse().ok()).unwrap_or(0));
        thread::sleep(Duration::from_millis(10));
    }
    let out = io::read_to_string(child.stdout.take().expect("a pipe")).expect("UTF-8");
    let line = out.lines().next().unwrap_or_else(|| panic!("{how}: nothing was said"));
    let line = serde_json::from_str(line).expect("JSON");
    let record = fs::read_to_string(games.join("g0.jsonl")).unwrap_or_default();
    let _ = fs::remove_dir_all(&games);
    let events = record.lines().filter_map(event).collect();
    Ended { line, events, memory, took: begun.elapsed(), left: carrying(&word) }
}

/// A line of a transcript without its time, if it is an action.
fn event(line: &str) -> Option<String> {
    let mut line: Value = serde_json::from_str(line).expect("JSON");
    let fields = line.as_object_mut().expect("an object");
    // What a bot says about its own action is its own.
    for field in ["ms", "note"] {
        fields.shift_remove(field);
    }
    let is_event = fields.contains_key("n") && fields.contains_key("action") && !fields.contains_key("violations");
    is_event.then(|| line.to_string())
}

/// What happens in a game between two honest bots.
fn quiet() -> &'static [String] {
    static QUIET: OnceLock<Vec<String>> = OnceLock::new();
    QUIET.get_or_init(|| meet_in_time("honest", "honest", &[], &["fine"]).events)
}

/// Whether the clock decided: the first bot lost by it against expectation, or the second lost at all. Without a
/// processor, a bot also cannot burn time out of turn.
fn is_late(line: &Value, due: &[&str]) -> bool {
    let cause = |seat: usize| line["causes"][seat].as_str().expect("a cause");
    let by_the_clock = |seat| BY_THE_CLOCK.contains(&cause(seat));
    let idle = due == ["cpu_limit"] && cause(0) == "max_turns";
    (by_the_clock(0) && !due.contains(&cause(0))) || by_the_clock(1) || idle
}

/// Up to three attempts, until no bot is late. What is left behind and the judge's memory count over all of them.
pub(super) fn meet_in_time(how: &str, other: &str, more: &[&str], due: &[&str]) -> Ended {
    let (mut left, mut memory) = (Vec::new(), 0);
    let attempt = || {
        let ended = meet(how, other, more);
        left.extend(ended.left.iter().cloned());
        memory = memory.max(ended.memory);
        ended
    };
    let ended = in_time(attempt, |ended| is_late(&ended.line, due));
    Ended { memory, left, ..ended }
}

/// The deviations when a misbehaving bot meets another.
fn wrong_with(how: &str, due: &[&str], more: &[&str]) -> Vec<String> {
    let (other, clock): (_, &[&str]) =
        if how == "burns_out_of_turn" { ("slow", &["--clock", "/4"]) } else { ("honest", &[]) };
    let Ended { line, events, memory, took, left } = meet_in_time(how, other, &[clock, more].concat(), due);
    let mut wrong = Vec::new();
    // Up to the loss, if there is one, the game is the same byte for byte. One bot chooses blindly.
    let whole = *due != ["fine"] || events.len() == quiet().len();
    let told = events.is_empty() == (line["moves"] == serde_json::json!([0, 0]));
    if !(whole && told && quiet().starts_with(&events) || how == "stops_reading") {
        wrong.push(format!("the game is another one: {events:?}"));
    }
    let causes = &line["causes"];
    let cause = causes[0].as_str().expect("a cause");
    let cause = if cause == "max_turns" { "fine" } else { cause };
    if !due.contains(&cause) {
        wrong.push(format!("{cause} instead of {due:?}: {}", line["why"][0]));
    }
    if *due == ["fine"] && causes[1] != causes[0] {
        wrong.push(format!("the other bot is affected: {line}"));
    }
    if *due != ["fine"] && (causes[1] != "normal" || line["places"] != serde_json::json!([2, 1])) {
        wrong.push(format!("the other bot is affected: {line}"));
    }
    if memory > MEMORY {
        wrong.push(format!("the judge used {memory} KiB"));
    }
    if took > Duration::from_secs(30) {
        wrong.push(format!("it took {took:?}"));
    }
    if !left.is_empty() {
        wrong.push(format!("left behind: {left:?}"));
    }
    wrong
}

/// Tries all of these, with these arguments besides.
fn all_cost(due: &[(&str, &[&str])], more: &[&str]) {
    let next = AtomicUsize::new(0);
    let faults = std::sync::Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while let Some((how, due)) = due.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let wrong = wrong_with(how, due, more).into_iter().map(|wrong| format!("{how}: {wrong}"));
                    faults.lock().expect("no panic").extend(wrong);
                }
            });
        }
    });
    let faults = faults.into_inner().expect("no panic");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_misbehaviour_costs_what_it_should() {
    if has_python() {
        all_cost(DUE, &[]);
    }
}

#[test]
fn every_misbehaviour_costs_the_same_in_the_sandbox() {
    if !has_python() || !has_bubblewrap() {
        return;
    }
    // There are no files in memory there, and the sandbox keeps an output open that a bot closes, so the bot's time runs out.
    let there = DUE.iter().filter(|(how, _)| !how.ends_with("memory_file") && *how != "closes_output");
    let there: Vec<_> = there.step_by(sample(6, 1)).copied().chain([("closes_output", &["time_move"][..])]).collect();
    all_cost(&there, &["--sandbox", "--pondering", "on"]);
}

#[test]
fn an_answer_before_the_end_is_an_answer() {
    if !has_python() {
        return;
    }
    // Two honest moves, the answer, and then its end.
    let line = meet_in_time("exits_after_answer", "honest", &[], &["exit"]).line;
    assert_eq!((&line["causes"][0], &line["moves"][0]), (&Value::from("exit"), &Value::from(3)));
}

#[test]
fn what_an_illegal_answer_costs_is_a_matter_of_the_match() {
    if !has_python() {
        return;
    }
    let line = meet_in_time("illegal", "honest", &["--on-illegal", "retry:3"], &["illegal_action"]).line;
    assert_eq!(line["causes"][0], "illegal_action");
    assert!(line["why"][0].as_str().expect("why").contains("tectonic."), "the rules are named: {line}");
    let line = meet_in_time("second_thoughts", "honest", &["--on-illegal", "retry:1"], &["fine"]).line;
    assert_eq!(line["causes"], serde_json::json!(["max_turns", "max_turns"]), "{line}");
    let line = meet_in_time("second_thoughts", "honest", &[], &["illegal_action"]).line;
    assert_eq!(line["causes"][0], "illegal_action");
    for how in ["illegal", "garbage", "silent"] {
        let more = ["--on-illegal", "random", "--clock", "/0.5", "--max-turns", "12"];
        // A random action also replaces a late one, so a busy machine changes the count.
        let line = in_time(|| meet(how, "honest", &more).line, |line| line["replaced"][1] != 0);
        assert_eq!(line["causes"], serde_json::json!(["max_turns", "max_turns"]), "{how}: {line}");
        assert!(line["replaced"][0].as_u64() > Some(2) && line["replaced"][1] == 0, "{how}: {line}");
    }
    let picks = meet_in_time("negative_pick", "honest", &["--on-illegal", "forfeit"], &["illegal_action"]).line;
    let why = picks["why"][0].as_str().expect("why");
    assert!(why.starts_with("table.no-such-pick: there is no place -1 in a legal list of"), "{why}");
}

#[test]
fn a_loss_on_time_is_void_if_the_judge_was_held_up() {
    if !has_python() {
        return;
    }
    let more = ["--clock", "/0.3", "--void-lag", "0"];
    // A judge that was not held up makes no loss void.
    let line = in_time(|| meet("silent", "honest", &more).line, |line| line["lag_ms"] == 0);
    assert_eq!(line["causes"], serde_json::json!(["referee_fault", "referee_fault"]), "any delay is too long: {line}");
    assert!(line["places"].is_null());
    let line = meet_in_time("silent", "honest", &["--clock", "/0.3", "--void-lag", "30000"], &["time_move"]).line;
    assert_eq!(line["causes"][0], "time_move");
    assert!(line["why"][0].as_str().expect("why").contains("the judge itself was held up"), "{line}");
}

/// The result of a match with clocks of four seconds whose judge is stopped for longer while a bot thinks, with or
/// without the bot.
fn stopped_while_a_bot_thinks(bot_too: bool) -> Value {
    let word = format!("stopped-{bot_too}-{}", std::process::id());
    let thinking = Path::new(env!("CARGO_TARGET_TMPDIR")).join(&word);
    let _ = fs::remove_file(&thinking);
    let mut child = command(env!("CARGO_BIN_EXE_referee"));
    let word = format!("'THINKING={}'", thinking.display());
    let (one, two) = (bot("thinks", &word), bot("honest", &word));
    child.args(["match", "--game", "tectonic", "--json", "--clock", "/4", "--max-turns", "10"]);
    child.args(["--seed", "1", "--bot", &one, "--bot", &two]);
    let mut child = child.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("the program starts");
    let begun = Instant::now();
    while !thinking.exists() {
        assert!(begun.elapsed() < PATIENCE, "the bot does not think");
        thread::sleep(Duration::from_millis(2));
    }
    let thinker = fs::read_to_string(&thinking).expect("a number");
    let tell = |signal: &str| {
        let whom = [child.id().to_string(), thinker.clone()];
        let told = command("kill").arg(signal).args(&whom[..=usize::from(bot_too)]).status();
        assert!(told.expect("kill").success());
    };
    tell("-STOP");
    thread::sleep(Duration::from_millis(4800));
    tell("-CONT");
    let out = io::read_to_string(child.stdout.take().expect("a pipe")).expect("UTF-8");
    child.wait().expect("a child");
    serde_json::from_str(out.lines().next().expect("a line")).expect("JSON")
}

/// This is about the clock itself, so it is tried once; the clocks are long compared with the bot's work.
#[test]
fn a_judge_that_is_stopped_costs_no_bot_its_game() {
    if !has_python() {
        return;
    }
    for bot_too in [false, true] {
        let line = stopped_while_a_bot_thinks(bot_too);
        assert_eq!(line["causes"], serde_json::json!(["max_turns", "max_turns"]), "{line}");
        assert!(line["lag_ms"].as_u64().expect("a number") > 4400, "what happened is told: {line}");
    }
}

#[test]
fn a_bot_that_takes_all_processors_gains_no_time() {
    if !has_python() {
        return;
    }
    let games = Path::new(env!("CARGO_TARGET_TMPDIR")).join("burns");
    let path = games.to_string_lossy();
    let more = ["--clock", "/1", "--memory", "1024", "--transcripts", &path];
    let attempt = || {
        let _ = fs::remove_dir_all(&games);
        let line = meet_in_time("burns_on_turn", "honest", &more, &["time_move"]).line;
        let record = fs::read_to_string(games.join("g0.jsonl")).expect("a transcript");
        let mut record = record.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        (line, record.find_map(|line| line["forfeit"]["over_ms"].as_u64()))
    };
    // Processes other than the bot may also make the judge wait.
    let (line, late) = in_time(attempt, |(_, late)| late.is_some_and(|late| late >= 1500));
    assert_eq!(line["causes"][0], "time_move", "{line}");
    assert!(late.is_some_and(|late| late < 1500), "it was given longer than the judge may need to look: {line}");
}

#[test]
fn what_has_not_been_read_cannot_be_answered() {
    if !has_python() {
        return;
    }
    let more = ["--max-turns", "1000", "--clock", "/1"];
    let ended = meet_in_time("answers_unread", "honest", &more, &["time_move"]);
    assert_eq!(ended.line["causes"][0], "time_move", "{}", ended.line);
    assert!(ended.memory < MEMORY);
}

#[test]
fn orphans_do_not_gather() {
    if !has_python() {
        return;
    }
    let attempt = || {
        let mut most = 0;
        let look = |judge| most = most.max(dead(judge));
        (meet_while("orphans", "honest", &["--max-turns", "300"], look).line, most)
    };
    // A judge that gets no processor does not count as stopped.
    let (line, most) = in_time(attempt, |(line, most)| is_late(line, &["fine"]) || *most >= 100);
    // The game may happen to end before the limit.
    assert!(["max_turns", "normal"].contains(&line["causes"][0].as_str().expect("a cause")), "{line}");
    assert!(most < 100, "{most} of some 150 orphans were not waited for");
}

/// A sandbox of the organiser's own.
const SANDBOX: &str =
    "bwrap --ro-bind / / --dev /dev --proc /proc --unshare-all --die-with-parent --size 1000000 --tmpfs /tmp";

pub(super) fn has_bubblewrap() -> bool {
    let words: Vec<&str> = SANDBOX.split(' ').chain(["true"]).collect();
    has(words[0], &words[1..])
}

#[test]
fn a_sandbox_holds_what_the_judge_alone_cannot() {
    if !has_python() || !has_bubblewrap() {
        return;
    }
    // The project may itself be inside a folder that the sandbox empties.
    let root = env!("CARGO_MANIFEST_DIR");
    let own = format!("{SANDBOX} --ro-bind '{root}' '{root}'");
    for sandbox in [&["--wrap", &own][..], &["--sandbox"]] {
        let fine = serde_json::json!(["max_turns", "max_turns"]);
        let mut mild = vec!["honest", "fork_bomb", "daemon", "hidden_daemon", "double_daemon"];
        // If memory limits files, these are in memory.
        mild.extend((sandbox.len() == 2).then_some("fills_disk"));
        for how in mild {
            let Ended { line, left, .. } = meet_in_time(how, "honest", sandbox, &["fine"]);
            assert_eq!(line["causes"], fine, "{how}: {line}");
            assert_eq!(left, [""; 0], "{how}");
        }
        for (how, why) in [("crashes", "signal 11 ended it"), ("kills_itself", "signal 9 ended it")] {
            let line = meet_in_time(how, "honest", sandbox, &["signal"]).line;
            assert_eq!(line["causes"][0], "signal", "{line}");
            assert!(line["why"][0].as_str().expect("why").starts_with(why), "{line}");
        }
        let line = meet("memory", "honest", sandbox).line;
        assert_eq!(line["causes"][0], "memory_limit", "what runs inside is watched from outside: {line}");
    }
}

#[test]
fn memory_outside_of_processes_counts_in_the_sandbox() {
    if !has_python() || !has_bubblewrap() {
        return;
    }
    for how in ["scratch_file", "unlinked_file", "wiped_memory", "grandchild_memory"] {
        // Filling memory takes processor time too, which must not decide first.
        let more = ["--sandbox", "--max-turns", "200", "--pondering", "on", "--idle-cpu-ms", "5000"];
        let Ended { line, left, .. } = meet_in_time(how, "slow", &more, &["memory_limit"]);
        assert_eq!(line["causes"], serde_json::json!(["memory_limit", "normal"]), "{how}: {line}");
        assert_eq!(left, [""; 0], "{how}");
    }
}

/// How many children of a process have this name.
fn children(parent: u32, name: &str) -> usize {
    let stats = fs::read_dir("/proc").expect("/proc").flatten().map(|entry| entry.path().join("stat"));
    let is_one = |stat: &String| {
        let (before, after) = stat.rsplit_once(')').expect("a name");
        before.ends_with(&format!("({name}")) && after.split(' ').nth(2) == Some(&parent.to_string())
    };
    stats.filter_map(|path| fs::read_to_string(path).ok()).filter(is_one).count()
}

#[test]
fn daemons_that_hide_do_not_gather() {
    if !has_python() {
        return;
    }
    let counted = |how: &str| {
        let (mut most, more) = (0, ["--games", "7", "--max-turns", "60", "--clock", "/4"]);
        meet_while(how, "slow", &more, |judge| most = most.max(children(judge, "sleep")));
        assert!((1..4).contains(&most), "{how}: {most} of 7 were there at once");
    };
    thread::scope(|scope| {
        // A daemon without a mark, and one whose mark is no bot's; at once, since both mostly wait.
        scope.spawn(|| counted("wiped_and_crashes"));
        counted("forged_and_crashes");
    });
}

#[test]
fn a_script_that_cannot_be_run_is_the_organisers_fault() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scripts");
    fs::create_dir_all(&folder).expect("a folder");
    for (name, line, why) in [
        ("crlf", "#!/usr/bin/env python3\r\n", "ends with CR LF"),
        ("gone", "#!/nowhere/python3\n", "names a program that does not exist"),
        ("env", "#!/usr/bin/env python9\n", "names a program that does not exist"),
        ("none", "#!\n", "names no program"),
    ] {
        let script = folder.join(name);
        fs::write(&script, format!("{line}import sys\n")).expect("a script");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("its rights");
        let script = script.to_string_lossy();
        let ran = referee(&["match", "--game", "tectonic", "--bot", "@random", "--bot", &script], "").ends(2);
        assert!(ran.err.contains(why) && ran.err.contains(&*script), "{}", ran.err);
    }
}

#[test]
fn a_bot_that_may_not_ponder_stands_still() {
    if !has_python() {
        return;
    }
    // After its answer it burns time without end and does not answer again, but that must not touch the other's
    // clock.
    let mut ways: Vec<&[&str]> = vec![&["--pondering", "off"]];
    ways.extend(has_bubblewrap().then_some(&["--sandbox"][..]));
    for way in ways {
        let more = [way, &["--clock", "/4"]].concat();
        let line = meet_in_time("burns_out_of_turn", "slow", &more, &["time_move"]).line;
        assert_eq!(line["causes"], serde_json::json!(["time_move", "normal"]), "{way:?}: {line}");
    }
    for how in ["honest", "polite", "grandchildren", "talks_out_of_turn"] {
        let line = meet_in_time(how, "honest", &["--pondering", "off"], &["fine"]).line;
        assert_eq!(line["causes"], serde_json::json!(["max_turns", "max_turns"]), "{how}: {line}");
    }
}

#[test]
fn what_asks_for_more_is_told_nothing() {
    if !has_python() {
        return;
    }
    for how in ["wants_state", "wants_legal", "wants_view", "wants_undo", "claims"] {
        let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("asks-{how}"));
        let _ = fs::remove_dir_all(&log);
        let line = meet(how, "honest", &["--log", &log.to_string_lossy()]).line;
        assert_eq!(line["causes"][0], "bad_message", "{line}");
        let text = fs::read_to_string(log.join("g0.jsonl")).expect("a log");
        let entries = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let sent: Vec<Value> = entries
            .filter(|entry| entry["seat"] == 0)
            .filter_map(|entry| serde_json::from_str(entry["sent"].as_str()?).ok())
            .collect();
        for line in &sent {
            let secret =
                ["state", "query", "undone", "digest", "seed", "contradicted"].iter().any(|key| !line[key].is_null());
            assert!(!secret && [Value::Null, Value::from(0)].contains(&line["viewer"]), "{how}: {line}");
        }
        let refusal = sent.iter().find(|line| !line["malformed"].is_null()).expect("it is told that it is no answer");
        assert_eq!(refusal.as_object().expect("an object").len(), 2, "and nothing else: {refusal}");
    }
}

#[test]
fn a_fault_ends_one_game_and_the_next_begins_afresh() {
    if !has_python() {
        return;
    }
    let (one, two) = (bot("crashes", "HOSTILE=crashes"), bot("honest", "HOSTILE=honest"));
    let args = ["match", "--game", "tectonic", "--games", "3", "--json", "--bot", &one, "--bot", &two];
    let ran = referee(&[&args[..], &["--max-turns", "24", "--fail-on-bot-fault"]].concat(), "").ends(4);
    let lines: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 4);
    for (number, line) in lines[..3].iter().enumerate() {
        assert_eq!(line["causes"][number % 2], "signal", "{line}");
        assert!(line["why"][number % 2].as_str().expect("why").starts_with("signal 11"), "{line}");
    }
    assert_eq!(lines[3]["summary"]["bots"][0]["faults"]["signal"], 3);
}
