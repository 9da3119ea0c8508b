//! Control groups: what bots can do less where the system has delegated one to the judge. The tests make a group, mark it as
//! systemd does, and start the judge in it. Where they may not, they are left out; the kernel's limits are tested where the
//! controllers are handed on to that group.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{XattrFlags, setxattr};
use serde_json::{Value, json};

use crate::beside::has_python;
use crate::hostile::{PATIENCE, bot, carrying, has_bubblewrap};
use crate::pipes::command;

/// A group that is delegated to one judge.
struct Delegated(PathBuf);

impl Delegated {
    /// A new one, if this process may make one here.
    fn new() -> Option<Delegated> {
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let mounts = fs::read_to_string("/proc/self/mountinfo").expect("there");
        let mount = mounts.lines().find(|line| line.contains(" - cgroup2 "))?.split(' ').nth(4)?;
        let name = format!("referee-test-{}-{}", std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(mount).join(name);
        fs::create_dir(&path).ok()?;
        setxattr(&path, "user.delegate", b"1", XattrFlags::empty()).ok()?;
        Some(Delegated(path))
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).expect("a file of the kernel")
    }

    /// Whether the kernel can limit this for bots.
    fn has(&self, controller: &str) -> bool {
        self.read("cgroup.controllers").split_whitespace().any(|name| name == controller)
    }

    /// The program in it, about to run with these words.
    fn judge(&self, words: &[&str]) -> Command {
        let mut judge = command("sh");
        judge.args(["-c", "echo $$ >\"$0/cgroup.procs\" && exec \"$@\""]).arg(&self.0);
        judge.arg(env!("CARGO_BIN_EXE_referee")).args(words).stdin(Stdio::null());
        judge
    }

    /// The first line about a match between two kinds of bots, the layers that held them, and what they left.
    fn meet(&self, how: &str, other: &str, more: &[&str]) -> (Value, Value, Vec<String>) {
        let word = format!("HOSTILE={how}-{}", self.0.file_name().expect("a name").to_string_lossy());
        let games = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(word.replace('=', "-"));
        let _ = fs::remove_dir_all(&games);
        let (one, two, path) = (bot(how, &word), bot(other, &word), games.to_string_lossy());
        let args = ["match", "--game", "tectonic", "--json", "--seed", "1", "--transcripts", &path];
        let memory: &[&str] = if more.contains(&"--memory") { &[] } else { &["--memory", "200"] };
        let ran =
            self.judge(&[&args[..], &["--bot", &one, "--bot", &two], memory, more].concat()).output().expect("an end");
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        let line = said.lines().next().unwrap_or_else(|| panic!("{how}: {}", String::from_utf8_lossy(&ran.stderr)));
        let record = fs::read_to_string(games.join("g0.jsonl")).expect("a transcript");
        let header: Value = serde_json::from_str(record.lines().next().expect("a header")).expect("JSON");
        (serde_json::from_str(line).expect("JSON"), header["match"]["held"].clone(), carrying(&word))
    }

    /// Waits until the group is as it was: the judge's guard gives it back when the judge has ended.
    fn is_given_back(&self) {
        let begun = Instant::now();
        let below = || fs::read_dir(&self.0).expect("a folder").flatten().any(|entry| entry.path().is_dir());
        while below() || !self.read("cgroup.procs").is_empty() || !self.read("cgroup.subtree_control").trim().is_empty()
        {
            assert!(begun.elapsed() < PATIENCE, "something is left in {}", self.0.display());
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Delegated {
    fn drop(&mut self) {
        let begun = Instant::now();
        while fs::remove_dir(&self.0).is_err() && begun.elapsed() < Duration::from_secs(2) {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_delegated_group_holds_bots_and_is_given_back() {
    let Some(group) = Delegated::new().filter(|_| has_python()) else { return };
    let mut ways: Vec<&[&str]> = vec![&[]];
    ways.extend(has_bubblewrap().then_some(&["--sandbox"][..]));
    for more in ways {
        let more = [more, &["--max-turns", "24"]].concat();
        let (line, held, left) = group.meet("hidden_daemon", "honest", &more);
        assert_eq!((&line["causes"], left), (&json!(["max_turns", "max_turns"]), Vec::new()), "{more:?}");
        let held = held.as_array().expect("a list");
        let limits = [("memory", "memory_limit"), ("pids", "process_limit"), ("cpu", "processor_share")];
        assert!(held.contains(&json!("control_group")) && held.contains(&json!("processor_time")), "{held:?}");
        for (controller, layer) in limits {
            assert_eq!(held.contains(&json!(layer)), group.has(controller), "{layer}: {held:?}");
        }
        group.is_given_back();
    }
}

#[test]
fn a_group_that_is_not_delegated_is_left_alone() {
    let Some(group) = Delegated::new().filter(|_| has_python()) else { return };
    // Another process is in it, or it has no mark.
    let mut other = command("sleep").arg("1000").spawn().expect("it starts");
    fs::write(group.0.join("cgroup.procs"), other.id().to_string()).expect("a process");
    let (line, held, _) = group.meet("honest", "honest", &["--max-turns", "12"]);
    assert_eq!(line["causes"], json!(["max_turns", "max_turns"]), "{line}");
    assert!(!held.as_array().expect("a list").contains(&json!("control_group")), "{held}");
    other.kill().expect("it runs");
    other.wait().expect("it ends");
    setxattr(&group.0, "user.delegate", b"0", XattrFlags::empty()).expect("a mark");
    let (_, held, _) = group.meet("honest", "honest", &["--max-turns", "12"]);
    assert!(!held.as_array().expect("a list").contains(&json!("control_group")), "{held}");
    assert!(!group.0.join("judge").exists());
}

#[test]
fn a_judge_that_is_killed_leaves_nothing_in_its_group() {
    let Some(group) = Delegated::new().filter(|_| has_python()) else { return };
    // Without a sandbox: these daemons have left their parents and wiped their marks.
    let word = format!("HOSTILE={}", group.0.file_name().expect("a name").to_string_lossy());
    let (one, two) = (bot("hidden_daemon", &word), bot("ignores_sigterm", &word));
    let args = ["match", "--game", "tectonic", "--games", "100000", "--bot", &one, "--bot", &two];
    let mut judge: Child = group.judge(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let begun = Instant::now();
    while carrying(&word).len() < 3 {
        assert!(begun.elapsed() < PATIENCE, "the match does not begin");
        thread::sleep(Duration::from_millis(10));
    }
    judge.kill().expect("it runs");
    judge.wait().expect("it ends");
    group.is_given_back();
    assert_eq!(carrying(&word), [""; 0]);
}

#[test]
fn the_clock_of_a_group_sees_every_child() {
    let Some(group) = Delegated::new().filter(|_| has_python()) else { return };
    let more = ["--max-turns", "400", "--idle-cpu-ms", "400"];
    let (line, _, left) = group.meet("sheds_children", "brisk", &more);
    assert_eq!((&line["causes"], left), (&json!(["cpu_limit", "normal"]), Vec::new()), "{line}");
}

#[test]
fn a_group_stands_still_as_a_whole() {
    let Some(group) = Delegated::new().filter(|_| has_python()) else { return };
    // What has left its parents is stopped, too, so nothing is used out of turn.
    let more = ["--max-turns", "60", "--idle-cpu-ms", "300", "--pondering", "off"];
    let (line, _, left) = group.meet("burns_far_away", "brisk", &more);
    assert_eq!((&line["causes"], left), (&json!(["max_turns", "max_turns"]), Vec::new()), "{line}");
}

#[test]
fn the_kernel_limits_memory_and_processes() {
    let Some(group) = Delegated::new().filter(|_| has_python()) else { return };
    if group.has("memory") {
        let (line, _, left) = group.meet("memory", "honest", &["--max-turns", "24", "--clock", "/60"]);
        assert_eq!((&line["causes"], left), (&json!(["memory_limit", "normal"]), Vec::new()), "{line}");
        // The judge's own look may come first; what belongs to no process is seen by the kernel alone.
        let why = line["why"][0].as_str().expect("why");
        assert!(
            why.starts_with("the system ended it at its limit of 200 MiB") || why.starts_with("it used 2"),
            "{why}"
        );
        if has_bubblewrap() {
            let more = ["--max-turns", "24", "--clock", "/60", "--sandbox"];
            let (line, ..) = group.meet("unlinked_file", "honest", &more);
            assert_eq!(line["causes"], json!(["memory_limit", "normal"]), "{line}");
            assert!(line["why"][0].as_str().expect("why").starts_with("the system ended it"), "{line}");
        }
    }
    if group.has("pids") {
        // It starts processes until there is an error, and ends by a signal if there is none.
        let more = ["--max-turns", "24", "--clock", "/60", "--start-ms", "60000", "--memory", "1200"];
        let (line, _, left) = group.meet("starts_thousands", "honest", &more);
        assert_eq!((&line["causes"], left), (&json!(["max_turns", "max_turns"]), Vec::new()), "{line}");
    }
}
