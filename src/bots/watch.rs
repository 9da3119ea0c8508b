//! What the system reports about processes: their memory and processor time, and which of them belong to a bot
//! although they left its group. A process carries its bot's mark in its environment, and so do all that it starts.
//! This program is a subreaper if possible: it becomes the parent of orphans, so it can wait for them.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use procfs::process::{Process, all_processes};
use rustix::process::{
    DumpableBehavior, Pid, Signal, WaitOptions, child_subreaper, getpid, kill_process, kill_process_group,
    set_child_subreaper, set_dumpable_behavior, waitpid,
};

use super::group::{self, waited};
use super::meter::Spent;
use super::program::program;

/// The environment variable that marks the processes of a bot.
pub const MARK: &str = "REFEREE_BOT";

/// The first processes of bots that have not been waited for, each with its mark. All other children are orphans, except
/// those in our own session: no bot can return to it.
static LEADERS: Mutex<BTreeMap<i32, String>> = Mutex::new(BTreeMap::new());

/// The common beginning of all marks of this judge.
static SESSION: OnceLock<String> = OnceLock::new();

/// The process that cleans up if the judge is killed; it belongs to no bot.
static GUARD: Mutex<Option<Child>> = Mutex::new(None);

/// Random bytes of the operating system.
pub fn entropy<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Sixteen random letters, which cannot be guessed.
pub(super) fn unguessable() -> io::Result<String> {
    entropy::<8>().map(|bytes| crate::text::hex(&bytes))
}

/// The common beginning of all marks of this judge.
pub(super) fn session() -> io::Result<&'static str> {
    match SESSION.get() {
        Some(session) => Ok(session),
        // If two threads begin at once, the first decides for both.
        None => unguessable().map(|new| &**SESSION.get_or_init(|| new)),
    }
}

/// Makes this process a judge. It becomes the parent of orphans. No unprivileged process can inspect its memory,
/// files or environment, which hold the seed and the secrets of all players.
pub fn become_judge() -> io::Result<()> {
    // Now nothing else is in our control group.
    let _ = group::home();
    set_child_subreaper(Some(getpid()))?;
    Ok(hide()?)
}

/// Prevents other processes from inspecting this one.
pub fn hide() -> rustix::io::Result<()> {
    set_dumpable_behavior(DumpableBehavior::NotDumpable)
}

/// Starts, once, a guard process that outlives the judge just long enough to end everything with its marks. A pipe
/// held open by the judge tells the guard when the judge ends.
pub(super) fn begin_guard() -> io::Result<()> {
    let session = session()?;
    let _starting = leaders();
    let mut guard = guard();
    if guard.is_none() {
        let mut command = Command::new(program()?);
        // In its own group, so that it does not receive terminal signals for the judge's.
        command.arg(super::process::GUARD).env_clear().current_dir("/").process_group(0);
        let mut begun = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        // Pass the mark through the pipe: any user can read a command line. The pipe stays open until the guard is
        // waited for. Behind it comes the control group, if there is one.
        let home = group::home().map(|home| home.path().to_string_lossy()).unwrap_or_default();
        begun.stdin.as_mut().map_or(Ok(()), |stdin| writeln!(stdin, "{session}\n{home}"))?;
        *guard = Some(begun);
    }
    Ok(())
}

/// Kills everything that bots of this judge have started, at once. Nothing may start afterwards, so call it only when
/// the judge is about to end.
pub fn end_all() {
    let leaders = leaders();
    for leader in leaders.keys().filter_map(|leader| Pid::from_raw(*leader)) {
        let _ = kill_process_group(leader, Signal::KILL);
    }
    end_orphans(Duration::from_secs(2));
    std::mem::forget(leaders);
}

/// Locks the list of first processes. While it is locked, nothing starts and no orphan is waited for.
pub(super) fn leaders() -> MutexGuard<'static, BTreeMap<i32, String>> {
    LEADERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Notes that a bot has been waited for. After the last one, all remaining children are ended: they belonged to some
/// bot and hid.
pub(super) fn forget(leader: Pid) {
    let mut leaders = leaders();
    leaders.remove(&number(leader));
    if leaders.is_empty() && matches!(child_subreaper(), Ok(Some(_))) {
        end_orphans(Duration::from_millis(500));
    }
}

fn guard() -> MutexGuard<'static, Option<Child>> {
    GUARD.lock().unwrap_or_else(PoisonError::into_inner)
}

fn number(pid: Pid) -> i32 {
    pid.as_raw_nonzero().get()
}

/// The session of this process, as `/proc` numbers it: 0 if the process that began it is in another namespace.
fn own_session() -> i32 {
    Process::myself().and_then(|own| own.stat()).map_or(0, |stat| stat.session)
}

struct Seen {
    parent: i32,
    group: i32,
    /// Resident memory, in bytes.
    memory: u64,
    spent: Spent,
    /// Whether it runs, wants to run or waits for a disk.
    busy: bool,
    /// Whether a signal has stopped it.
    stopped: bool,
}

/// All running processes, from one look.
pub struct Snapshot {
    processes: BTreeMap<i32, Seen>,
    /// The marks of our orphans.
    marks: BTreeMap<i32, String>,
}

impl Snapshot {
    /// Takes a snapshot. It also waits for orphans that have ended, so that they do not accumulate in a long match.
    pub fn take() -> Snapshot {
        let (own, session) = (number(getpid()), own_session());
        let mut all = Snapshot { processes: BTreeMap::new(), marks: BTreeMap::new() };
        let (mut dead, mut wiped) = (Vec::new(), Vec::new());
        let known: BTreeSet<String> = leaders().values().cloned().collect();
        for process in all_processes().into_iter().flatten().flatten() {
            let Ok(stat) = process.stat() else { continue };
            if stat.ppid == own && stat.session != session {
                if stat.state == 'Z' {
                    dead.push(stat.pid);
                } else if let Some(mark) = mark(&process).filter(|mark| known.contains(mark)) {
                    all.marks.insert(stat.pid, mark);
                } else {
                    wiped.push((stat.pid, stat.starttime));
                }
            }
            let waited = u64::try_from(stat.cutime + stat.cstime).unwrap_or_default();
            let seen = Seen {
                parent: stat.ppid,
                group: stat.pgrp,
                memory: stat.rss * procfs::page_size(),
                spent: Spent { born: stat.starttime, own: stat.utime + stat.stime, waited },
                busy: matches!(stat.state, 'R' | 'D'),
                stopped: stat.state == 'T',
            };
            all.processes.insert(stat.pid, seen);
        }
        reap(&dead);
        end_wiped(&wiped);
        all
    }

    /// The processes of a bot: its group, the descendants of its first process, and orphans with its mark.
    pub fn of(&self, leader: Pid, mark: &str) -> Processes<'_> {
        let leader = number(leader);
        let is_own = |pid: i32, seen: &Seen| {
            if seen.group == leader {
                return true;
            }
            // Bounded, because the lists were not read at one instant.
            let (mut at, mut parent) = (pid, seen.parent);
            for _ in 0..64 {
                if at == leader || self.marks.get(&at).is_some_and(|found| found == mark) {
                    return true;
                }
                let Some(above) = self.processes.get(&parent) else { return false };
                (at, parent) = (parent, above.parent);
            }
            false
        };
        let all = self.processes.iter().map(|(pid, seen)| (*pid, seen));
        Processes(all.filter(|(pid, seen)| is_own(*pid, seen)).collect())
    }
}

/// The processes of a bot in a snapshot.
pub struct Processes<'a>(Vec<(i32, &'a Seen)>);

impl Processes<'_> {
    /// Their resident memory, in bytes. Shared memory counts once for each process, so the sum is never too small.
    pub fn memory(&self) -> u64 {
        let mut files = BTreeMap::new();
        self.0.iter().for_each(|(pid, _)| memory_files(*pid, &mut files));
        self.0.iter().map(|(_, seen)| seen.memory).chain(files.into_values()).sum()
    }

    /// Their processor times.
    pub fn spent(&self) -> BTreeMap<i32, Spent> {
        self.0.iter().map(|(pid, seen)| (*pid, seen.spent)).collect()
    }

    /// Whether any of them has something to do.
    pub fn are_busy(&self) -> bool {
        self.0.iter().any(|(_, seen)| seen.busy)
    }

    /// Whether a signal has stopped any of them.
    pub fn are_stopped(&self) -> bool {
        self.0.iter().any(|(_, seen)| seen.stopped)
    }

    /// Their memory, in bytes, with shared memory divided among the sharing processes: a fork does not pay
    /// again for memory already held. This is slow, because the system walks over all pages.
    pub fn shared_out(&self) -> u64 {
        let (mut all, mut shared, mut files) = (0, 0, BTreeMap::new());
        for (pid, _) in &self.0 {
            let (share, of_files) = proportional(*pid);
            all += share;
            shared += of_files;
            memory_files(*pid, &mut files);
        }
        // The mapped part of a file in memory is already counted.
        all + files.values().sum::<u64>().saturating_sub(shared)
    }
}

/// A process and all descendants whose parents still run.
pub(super) fn descendants(leader: Pid) -> Vec<Pid> {
    let mut found = vec![leader];
    let mut at = 0;
    while let Some(pid) = found.get(at).map(|pid| pid.as_raw_nonzero()) {
        at += 1;
        // Each thread has its own children.
        for thread in fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten() {
            let children = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            found.extend(children.split_whitespace().filter_map(|pid| Pid::from_raw(pid.parse().ok()?)));
        }
    }
    found
}

/// Ends processes that have lost their parents and erased or forged their mark, so that they cannot be assigned to a bot. A
/// process must be found so twice: one that is becoming another program has no mark for a moment.
fn end_wiped(wiped: &[(i32, u64)]) {
    static SEEN: Mutex<BTreeMap<(i32, u64), Instant>> = Mutex::new(BTreeMap::new());
    let leaders = leaders();
    let guard = guard().as_ref().map(Child::id);
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    seen.retain(|process, _| wiped.contains(process));
    for process in wiped {
        let is_ours = leaders.contains_key(&process.0) || guard == Some(process.0.unsigned_abs());
        if !is_ours && seen.entry(*process).or_insert_with(Instant::now).elapsed() > WIPED {
            let _ = Pid::from_raw(process.0).map(|pid| kill_process(pid, Signal::KILL));
        }
    }
}

/// How long an orphan may be without the mark of a bot.
const WIPED: Duration = Duration::from_millis(50);

/// The most open files to check per process.
const OPEN: usize = 4096;

/// Adds the in-memory files (`memfd_create`) that a process holds, with their sizes in bytes. Their unmapped content
/// is not part of any process's resident memory.
fn memory_files(pid: i32, files: &mut BTreeMap<u64, u64>) {
    for entry in fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten().take(OPEN) {
        let path = entry.path();
        if fs::read_link(&path).is_ok_and(|to| to.to_string_lossy().starts_with("/memfd:"))
            && let Ok(file) = fs::metadata(&path)
        {
            files.insert(file.ino(), file.blocks() * 512);
        }
    }
}

/// A process's current share of memory, and the part of it that is files in memory, in bytes. If the system does not
/// report shares: all its memory, and zero. Reading the shares of a process that is about to end fails; so its memory
/// is read again, and is then zero.
fn proportional(pid: i32) -> (u64, u64) {
    let Ok(process) = Process::new(pid) else { return (0, 0) };
    let rollup = process.smaps_rollup().ok();
    let share = |of: &str| {
        let mut maps = rollup.iter().flat_map(|rollup| rollup.memory_map_rollup.iter());
        maps.find_map(|map| map.extension.map.get(of).copied())
    };
    match share("Pss") {
        Some(all) => (all, share("Pss_Shmem").unwrap_or_default()),
        None => (process.stat().map_or(0, |stat| stat.rss * procfs::page_size()), 0),
    }
}

/// Waits for those of our children that have ended and are not bots.
fn reap(dead: &[i32]) {
    let leaders = leaders();
    for pid in dead.iter().filter(|pid| !leaders.contains_key(pid)) {
        let _ = waitpid(Pid::from_raw(*pid), WaitOptions::NOHANG);
    }
}

fn mark(process: &Process) -> Option<String> {
    let environ = process.environ().ok()?;
    environ.get(OsStr::new(MARK)).map(|mark| mark.to_string_lossy().into_owned())
}

/// Kills every process whose mark begins this way and waits for those that became our children.
pub fn sweep(mark: &str, patience: Duration) {
    let mut killed = BTreeSet::new();
    waited(patience, || {
        let marked = marked(mark);
        killed.extend(marked.iter().filter(|pid| kill_process(**pid, Signal::KILL).is_ok()).map(|pid| number(*pid)));
        // A process that was just killed may still be ending.
        reap(&killed.iter().copied().collect::<Vec<_>>());
        marked.is_empty()
    });
}

/// The running processes whose mark begins this way. A process that has ended but was not waited for has no
/// environment.
pub fn marked(sought: &str) -> Vec<Pid> {
    let all = all_processes().into_iter().flatten().flatten();
    let carries = |process: &Process| mark(process).is_some_and(|mark| mark.starts_with(sought));
    all.filter(carries).filter_map(|process| Pid::from_raw(process.pid)).collect()
}

/// Kills all orphans and those that become ours meanwhile. Only when no bot runs, and with the list locked.
fn end_orphans(patience: Duration) {
    let (own, session) = (number(getpid()), own_session());
    let guard = guard().as_ref().map(Child::id);
    waited(patience, || {
        let all = all_processes().into_iter().flatten().flatten();
        let all = all.filter(|process| Some(process.pid.unsigned_abs()) != guard);
        let mut ours = all
            .filter(|process| process.stat().is_ok_and(|stat| stat.ppid == own && stat.session != session))
            .filter_map(|process| Pid::from_raw(process.pid))
            .peekable();
        let none = ours.peek().is_none();
        for pid in ours {
            let _ = kill_process(pid, Signal::KILL);
            let _ = waitpid(Some(pid), WaitOptions::NOHANG);
        }
        none
    });
}
