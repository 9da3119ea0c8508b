//! Control groups (cgroup v2), where the system has delegated one to the judge: then the kernel limits the memory, the
//! processes and the share of the processors of every bot, counts what it uses, and ends or stops all of it at once,
//! whatever it did to its environment and parents.
//!
//! A group is ours only if the system says so (the attribute `user.delegate`, which systemd sets for `Delegate=yes`) and the
//! judge is alone in it. Everything happens below it: the judge moves to `judge`, and each bot gets a group `bot-N`. Anything
//! else is left alone, and bots are then watched as everywhere.
//!
//! A bot under the judge's user id can write to these files and lift its limits, unless the sandbox hides them.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use procfs::process::Process;
use rustix::fs::getxattr;
use rustix::process::Pid;

use super::layer::Confinement;

/// The most processes and threads of a bot in a group.
pub const MOST_PROCESSES: u32 = 1024;
/// The group of the judge itself.
const JUDGE: &str = "judge";
/// How the groups of bots begin.
const BOT: &str = "bot-";
/// What the kernel can limit, where it is delegated too, and what that gives.
const CONTROLLERS: [(&str, Confinement); 3] =
    [("memory", Confinement::MemoryLimit), ("pids", Confinement::ProcessLimit), ("cpu", Confinement::ProcessorShare)];
/// The judge comes first: the share of a bot is 100.
const JUDGE_SHARE: &str = "10000";
/// How long the processes of a group may take to end.
const PATIENCE: Duration = Duration::from_millis(500);

/// Tries again and again until something holds; `false`: it does not within this time.
pub(crate) fn waited(patience: Duration, mut holds: impl FnMut() -> bool) -> bool {
    let until = Instant::now() + patience;
    while !holds() {
        if Instant::now() > until {
            return false;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    true
}

/// A group that was delegated to the judge.
#[derive(Debug)]
pub struct Home {
    path: PathBuf,
    /// What it can limit.
    controllers: Vec<&'static str>,
    made: AtomicU64,
}

/// The delegated group of this process. The first call takes it over, so it comes before anything else is started.
pub fn home() -> Option<&'static Home> {
    static HOME: OnceLock<Option<Home>> = OnceLock::new();
    HOME.get_or_init(|| Home::claimed(&own()?, std::process::id())).as_ref()
}

/// The folder of this process's own group, if the system has delegated it.
fn own() -> Option<PathBuf> {
    let process = Process::myself().ok()?;
    let mount = process.mountinfo().ok()?.0.into_iter().find(|mount| mount.fs_type == "cgroup2")?;
    let group = process.cgroups().ok()?.0.into_iter().find(|group| group.hierarchy == 0)?.pathname;
    let path = mount.mount_point.join(Path::new(&group).strip_prefix(&mount.root).ok()?);
    ["user.delegate", "trusted.delegate"].iter().any(|mark| is_one(&path, mark)).then_some(path)
}

fn is_one(path: &Path, attribute: &str) -> bool {
    let mut value = [0; 4];
    getxattr(path, attribute, &mut value).is_ok_and(|length| value[..length] == *b"1")
}

impl Home {
    /// Takes over a group in which there is only this process. Nothing stays changed if that is impossible.
    fn claimed(path: &Path, own: u32) -> Option<Home> {
        let alone = || fs::read_to_string(path.join("cgroup.procs")).is_ok_and(|all| all.trim() == own.to_string());
        // What was just tried out, such as the sandbox, may still be ending. Without the file, which is there from Linux 5.14
        // on, a group could not be ended at once.
        if !waited(PATIENCE, alone) || !path.join("cgroup.kill").exists() {
            return None;
        }
        let judge = path.join(JUDGE);
        fs::create_dir(&judge).ok()?;
        if write(&judge, "cgroup.procs", &own.to_string()).is_err() {
            let _ = fs::remove_dir(judge);
            return None;
        }
        let there = fs::read_to_string(path.join("cgroup.controllers")).unwrap_or_default();
        let there: Vec<&str> = there.split_whitespace().collect();
        let mut controllers: Vec<&str> = CONTROLLERS.iter().map(|(name, _)| *name).collect();
        controllers.retain(|name| there.contains(name) && switch(path, '+', name).is_ok());
        let _ = write(&judge, "cpu.weight", JUDGE_SHARE);
        Some(Home { path: path.to_owned(), controllers, made: AtomicU64::new(0) })
    }

    /// The path, for the guard.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The layers that every bot gets here.
    pub fn layers(&self) -> impl Iterator<Item = Confinement> {
        let limits = CONTROLLERS.iter().filter(|(name, _)| self.controllers.contains(name)).map(|(_, layer)| *layer);
        std::iter::once(Confinement::ControlGroup).chain(limits)
    }

    /// A group for a bot that may use so much memory, in bytes.
    pub fn group(&self, memory: u64) -> io::Result<Group> {
        let path = self.path.join(format!("{BOT}{}", self.made.fetch_add(1, Ordering::Relaxed)));
        fs::create_dir(&path)?;
        let group = Group { path };
        if self.controllers.contains(&"memory") {
            group.set("memory.max", &memory.to_string())?;
            // Not every system has swap; and on all of them what is over the limit ends as a whole.
            let _ = group.set("memory.swap.max", "0");
            group.set("memory.oom.group", "1")?;
        }
        if self.controllers.contains(&"pids") {
            group.set("pids.max", &MOST_PROCESSES.to_string())?;
        }
        Ok(group)
    }
}

/// The group of one bot. It ends with this value, and all its processes with it.
#[derive(Debug)]
pub struct Group {
    path: PathBuf,
}

impl Group {
    fn set(&self, file: &str, value: &str) -> io::Result<()> {
        write(&self.path, file, value)
    }

    /// Takes in a process, with all that it will start.
    pub fn take(&self, process: Pid) -> io::Result<()> {
        self.set("cgroup.procs", &process.as_raw_nonzero().to_string())
    }

    /// The kernel's clock of it, for [`used`].
    pub fn clock(&self) -> Option<File> {
        File::open(self.path.join("cpu.stat")).ok()
    }

    /// How often the kernel has ended processes of it because they needed more memory than it may.
    pub fn ended_by_memory(&self) -> bool {
        let events = fs::read_to_string(self.path.join("memory.events")).unwrap_or_default();
        number(&events, "oom_kill").is_some_and(|times| times > 0)
    }

    /// Stops or continues all its processes.
    pub fn freeze(&self, still: bool) -> io::Result<()> {
        self.set("cgroup.freeze", if still { "1" } else { "0" })
    }

    /// Ends all its processes.
    pub fn kill(&self) {
        let _ = self.set("cgroup.kill", "1");
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        end(&self.path);
    }
}

/// The processor time that a group has used, by its clock.
pub fn used(clock: &File) -> Option<Duration> {
    let mut buffer = [0; 1024];
    let read = clock.read_at(&mut buffer, 0).ok()?;
    number(std::str::from_utf8(&buffer[..read]).ok()?, "usage_usec").map(Duration::from_micros)
}

/// Ends all groups of bots that a judge has left, and gives the delegated group back as it was. For the guard, which is in
/// the judge's group.
pub fn give_back(path: &Path) {
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(BOT) {
            end(&entry.path());
        }
    }
    // A group cannot have processes while it hands on controllers.
    for (name, _) in CONTROLLERS {
        let _ = switch(path, '-', name);
    }
    let _ = write(path, "cgroup.procs", &std::process::id().to_string());
    // The judge may still be ending.
    waited(PATIENCE, || fs::remove_dir(path.join(JUDGE)).is_ok() || !path.join(JUDGE).exists());
}

/// Hands a controller on to the groups below, or no longer.
fn switch(path: &Path, sign: char, controller: &str) -> io::Result<()> {
    write(path, "cgroup.subtree_control", &format!("{sign}{controller}"))
}

fn write(path: &Path, file: &str, value: &str) -> io::Result<()> {
    fs::write(path.join(file), value)
}

/// Ends a group with all groups in it.
fn end(path: &Path) {
    let _ = write(path, "cgroup.kill", "1");
    waited(PATIENCE, || removed(path));
}

/// Removes a group with all groups in it; `false`: something in it has not ended.
fn removed(path: &Path) -> bool {
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) && !removed(&entry.path()) {
            return false;
        }
    }
    fs::remove_dir(path).is_ok() || !path.exists()
}

/// The number behind a name, one on each line.
fn number(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that looks like a delegated group. The kernel would make the files of the groups below.
    fn imitated(name: &str, processes: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("referee-group-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).expect("a folder");
        let files =
            [("cgroup.controllers", "cpuset cpu io memory pids\n"), ("cgroup.kill", ""), ("cgroup.procs", processes)];
        for (file, text) in files {
            fs::write(path.join(file), text).expect("a file");
        }
        path
    }

    fn read(path: &Path, file: &str) -> String {
        fs::read_to_string(path.join(file)).unwrap_or_default()
    }

    #[test]
    fn a_delegated_group_is_taken_over_and_limits_bots() {
        use Confinement::{ControlGroup, MemoryLimit, ProcessLimit, ProcessorShare};
        let path = imitated("alone", "17\n");
        let home = Home::claimed(&path, 17).expect("it is ours");
        assert_eq!((read(&path, "judge/cgroup.procs"), read(&path, "judge/cpu.weight")), ("17".into(), "10000".into()));
        assert_eq!(read(&path, "cgroup.subtree_control"), "+cpu", "the last of three; a folder keeps one");
        let layers: Vec<Confinement> = home.layers().collect();
        assert_eq!(layers, [ControlGroup, MemoryLimit, ProcessLimit, ProcessorShare]);
        let group = home.group(5 << 20).expect("a group");
        group.take(Pid::from_raw(23).expect("a number")).expect("a process");
        let limits = ["cgroup.procs", "memory.max", "memory.swap.max", "memory.oom.group", "pids.max"];
        assert_eq!(limits.map(|file| read(&group.path, file)), ["23", "5242880", "0", "1", "1024"]);
        assert!(!group.ended_by_memory());
        group.set("memory.events", "low 0\nmax 7\noom 1\noom_kill 1\noom_group_kill 1\n").expect("a file");
        assert!(group.ended_by_memory());
        group.set("cpu.stat", "usage_usec 1234\nuser_usec 1000\n").expect("a file");
        assert_eq!(used(&group.clock().expect("a clock")), Some(Duration::from_micros(1234)));
        assert_ne!(home.group(0).expect("another").path, group.path);
        let _ = fs::remove_dir_all(&path);
    }

    #[test]
    fn a_group_with_others_is_left_alone() {
        for (name, processes) in [("shared", "17\n18\n"), ("elsewhere", "18\n")] {
            let path = imitated(name, processes);
            assert!(Home::claimed(&path, 17).is_none());
            assert!(!path.join(JUDGE).exists() && !path.join("cgroup.subtree_control").exists());
            let _ = fs::remove_dir_all(&path);
        }
    }

    #[test]
    fn a_group_that_nobody_delegated_is_not_ours() {
        let path = imitated("unmarked", "17\n");
        assert!(!is_one(&path, "user.delegate"));
        let _ = fs::remove_dir_all(&path);
    }
}
