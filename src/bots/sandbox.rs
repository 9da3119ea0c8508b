//! The built-in sandbox: a profile for bubblewrap. The bot sees a system to run on, its own folder and nothing else
//! of the host, and leaves nothing behind. The sandbox does not need root; if root runs it, the bot becomes a user
//! without privileges.
//!
//! Everything in it belongs to one process namespace, so the judge can find and end it by descent from the first
//! process. Memory outside of processes cannot be observed from outside while it passes between two of them. So it is
//! either counted (files in `/tmp` and `/dev/shm`) or forbidden (`memfd_create`, System V segments).

use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::statvfs;
use rustix::process::Pid;

use super::contain::{Refused, all_of, always, equals, low_byte, masked};
use super::process::{Recipe, TRAMPOLINE};
use super::program::program;

/// The program that builds it.
pub const BUBBLEWRAP: &str = "bwrap";
/// How to install it.
pub const INSTALL: &str = "--sandbox needs bubblewrap (`bwrap`); install the package `bubblewrap`, on Debian and Ubuntu by \
                           `apt-get install bubblewrap`";
/// The argument that tells the trampoline that it runs inside the sandbox.
pub const INSIDE: &str = "--inside";
/// The path of this program inside the sandbox.
const OURSELVES: &str = "/.referee";

/// The system folders that programs need. They are links to `/usr` if they are on the host.
const SYSTEM: [&str; 6] = ["bin", "sbin", "lib", "lib32", "lib64", "libx32"];
/// The parts of `/etc` that programs need to start. They name neither users nor networks.
const CONFIGURATION: [&str; 6] = [
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/timezone",
];
/// The parts of `/proc` that concern the whole machine.
const SETTINGS: [&str; 2] = ["/proc/sys", "/proc/sysrq-trigger"];
/// The writable folders. They belong to one bot and vanish with its process.
const SCRATCH: [&str; 2] = ["/tmp", "/dev/shm"];

/// The sandbox of a match.
#[derive(Clone, Debug, Default)]
pub struct Sandbox {
    /// Files and folders that bots may read besides the system and their own folders.
    pub read: Vec<PathBuf>,
    /// Files and folders of the judge that stay hidden even inside folders that bots may read.
    pub hide: Vec<PathBuf>,
}

impl Sandbox {
    /// The command that runs a bot inside. The organiser's variables stay.
    pub fn around(&self, recipe: &Recipe) -> io::Result<Vec<String>> {
        let Recipe { command, directory, shown, environment, memory, .. } = recipe;
        let here = std::env::current_dir()?;
        let from = directory.as_ref().map_or_else(|| here.clone(), |directory| here.join(directory));
        // A mount takes no `..`.
        let from = from.canonicalize().unwrap_or(from);
        let mut line = Words(vec![BUBBLEWRAP.to_owned()]);
        line.add(["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net"]);
        line.add(["--unshare-cgroup-try", "--uid", "65534", "--gid", "65534", "--cap-drop", "ALL"]);
        line.add(["--hostname", "bot", "--new-session", "--die-with-parent", "--proc", "/proc", "--dev", "/dev"]);
        for folder in SCRATCH {
            line.add(["--size", &memory.to_string(), "--tmpfs", folder]);
        }
        // To the host's kernel, root's bot is root, and bubblewrap leaves the kernel settings writable.
        for path in SETTINGS {
            line.add(["--ro-bind-try", path, path]);
        }
        line.add(["--remount-ro", "/dev"]);
        for name in ["HOME", "TMPDIR"].into_iter().filter(|name| environment.iter().all(|(key, _)| key != name)) {
            line.add(["--setenv", name, SCRATCH[0]]);
        }
        line.add(["--ro-bind", "/usr", "/usr"]);
        for name in SYSTEM {
            let path = Path::new("/").join(name);
            match path.read_link() {
                Ok(target) => line.paths("--symlink", &target, &path),
                Err(_) if path.is_dir() => line.paths("--ro-bind", &path, &path),
                Err(_) => {}
            }
        }
        for path in CONFIGURATION {
            line.add(["--ro-bind-try", path, path]);
        }
        // It runs in the same directory as without a sandbox, even if nothing is visible there.
        line.path("--dir", &from);
        let seen = shown.then(|| from.clone()).or_else(|| own_folder(command, &from));
        for path in seen.iter().chain(&self.read).map(|path| here.join(path)) {
            line.paths("--ro-bind", &path, &path);
            for hidden in self.hide.iter().map(|hidden| here.join(hidden)) {
                // A path that is not inside needs no cover.
                let Some(inside) = below(&hidden, &path) else { continue };
                if hidden.is_dir() {
                    line.add(["--size", "4096"]);
                    line.path("--tmpfs", &inside);
                    line.path("--remount-ro", &inside);
                } else if hidden.exists() {
                    line.paths("--ro-bind", Path::new("/dev/null"), &inside);
                }
            }
        }
        let program = program()?;
        // This process may be it; then it is a link.
        line.paths("--ro-bind", &program.read_link().unwrap_or(program.to_owned()), Path::new(OURSELVES));
        line.add(["--remount-ro", "/"]);
        line.path("--chdir", &from);
        line.add(["--", OURSELVES, TRAMPOLINE, INSIDE, "--"]);
        line.0.extend_from_slice(command);
        Ok(line.0)
    }
}

/// A command line.
struct Words(Vec<String>);

impl Words {
    fn add<'a>(&mut self, words: impl IntoIterator<Item = &'a str>) {
        self.0.extend(words.into_iter().map(str::to_owned));
    }

    fn path(&mut self, flag: &str, path: &Path) {
        self.add([flag, &path.to_string_lossy()]);
    }

    fn paths(&mut self, flag: &str, from: &Path, to: &Path) {
        self.add([flag, &from.to_string_lossy(), &to.to_string_lossy()]);
    }
}

/// The path of a file relative to a folder, if the file is inside; resolves links in either.
fn below(file: &Path, folder: &Path) -> Option<PathBuf> {
    let (file, real) = (file.canonicalize().ok()?, folder.canonicalize().ok()?);
    let rest = file.strip_prefix(real).ok()?;
    Some(if rest.as_os_str().is_empty() { folder.to_owned() } else { folder.join(rest) })
}

/// The folder of the bot's program: that of the first word that names a non-system file.
fn own_folder(words: &[String], from: &Path) -> Option<PathBuf> {
    let file = words.iter().map(|word| from.join(word)).find(|path| path.is_file() && !path.starts_with("/usr"))?;
    file.parent().map(|folder| folder.canonicalize().unwrap_or_else(|_| folder.to_owned()))
}

/// The sizes of such folders are rounded up to a multiple of this.
const PAGE: u64 = 1 << 16;

/// The memory used by the files of a sandbox, in bytes, given the first process of the sandbox and its memory limit.
pub fn scratch(leader: Pid, memory: u64) -> u64 {
    let leader = leader.as_raw_nonzero();
    let children = std::fs::read_to_string(format!("/proc/{leader}/task/{leader}/children")).unwrap_or_default();
    let Some(inside) = children.split_whitespace().next() else { return 0 };
    let used = |folder: &&str| {
        let of = statvfs(format!("/proc/{inside}/root{folder}")).ok()?;
        // Before the sandbox exists, the host's folder is visible.
        let is_made = of.f_blocks * of.f_frsize <= memory.next_multiple_of(PAGE);
        is_made.then(|| (of.f_blocks - of.f_bfree) * of.f_frsize)
    };
    SCRATCH.iter().filter_map(used).sum()
}

/// Calls that create namespaces, mounts, or memory outside of processes.
pub(super) fn not_permitted() -> Refused {
    let mounts = [
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_open_tree,
        libc::SYS_move_mount,
        libc::SYS_fsopen,
        libc::SYS_fsconfig,
        libc::SYS_fsmount,
        libc::SYS_fspick,
        libc::SYS_mount_setattr,
    ];
    let others = [
        libc::SYS_setns,
        libc::SYS_unshare,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_shmget,
    ];
    let mut refused = always(mounts.into_iter().chain(others));
    let namespaces = [
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWCGROUP,
    ];
    let makes = namespaces.into_iter().filter_map(|flag| masked(0, u64::from(flag.unsigned_abs())));
    refused.insert(libc::SYS_clone, makes.collect());
    for (call, rules) in stops() {
        refused.entry(call).or_default().extend(rules);
    }
    refused
}

/// All ways to stop itself by a signal. A bot that is found stopped in the sandbox was stopped from outside, and is not
/// blamed for being late.
fn stops() -> Refused {
    // Some calls take the signal from memory.
    let mut refused = always([libc::SYS_timer_create, libc::SYS_mq_notify]);
    // Each other call, the argument with the signal, and another argument that selects an operation.
    let sends = [
        (libc::SYS_kill, 1, None),
        (libc::SYS_tkill, 1, None),
        (libc::SYS_tgkill, 2, None),
        (libc::SYS_rt_sigqueueinfo, 1, None),
        (libc::SYS_rt_tgsigqueueinfo, 2, None),
        (libc::SYS_pidfd_send_signal, 1, None),
        (libc::SYS_fcntl, 2, Some((1, F_SETSIG))),
        (libc::SYS_prctl, 1, Some((0, PR_SET_PDEATHSIG))),
    ];
    for (call, argument, operation) in sends {
        let rules = STOP_SIGNALS.into_iter().filter_map(|signal| {
            let sent = equals(argument, signal);
            let also = operation.map(|(argument, value)| equals(argument, value));
            all_of([Some(sent), also].into_iter().flatten())
        });
        refused.insert(call, rules.collect());
    }
    // The signal to the parent when a process ends is the lowest byte of the flags.
    let ends = STOP_SIGNALS.into_iter().filter_map(|signal| all_of([low_byte(0, signal)]));
    refused.insert(libc::SYS_clone, ends.collect());
    // Terminals stop what reads from them in the background.
    refused.insert(libc::SYS_ioctl, all_of([equals(1, TIOCSPTLCK)]).into_iter().collect());
    refused
}

/// SIGSTOP, SIGTSTP, SIGTTIN and SIGTTOU.
const STOP_SIGNALS: [u64; 4] = [19, 20, 21, 22];
/// Chooses the signal that tells of input.
const F_SETSIG: u64 = 10;
/// Chooses the signal that tells of the end of the parent.
const PR_SET_PDEATHSIG: u64 = 1;
/// Unlocks a new terminal.
const TIOCSPTLCK: u64 = 0x4004_5431;

/// Calls that programs can do without, as on older systems.
pub(super) fn not_there() -> Refused {
    // clone3 takes its flags from memory, which a filter cannot read.
    always([libc::SYS_clone3, libc::SYS_memfd_create, libc::SYS_memfd_secret, libc::SYS_io_uring_setup])
}
