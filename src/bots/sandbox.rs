//! The built-in sandbox: a profile for bubblewrap, in which a bot sees a system to run on, its own folder and nothing else of
//! the host, and after which nothing of it is left. It needs no root; of root it makes a user without powers.
//!
//! Everything that runs in it belongs to one process namespace, so it is found and ended by descent from the first process.
//! Memory outside of processes is either counted (files in `/tmp` and `/dev/shm`) or not to be had (`memfd_create`, segments of
//! System V), since neither could be seen from outside once it is on its way between two processes.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::statvfs;
use rustix::process::Pid;

use super::contain::{Refused, masked};
use super::process::TRAMPOLINE;

/// The program that makes it.
pub const BUBBLEWRAP: &str = "bwrap";
/// How it is installed.
pub const INSTALL: &str = "--sandbox needs bubblewrap (`bwrap`); install the package `bubblewrap`, on Debian and Ubuntu by \
                           `apt-get install bubblewrap`";
/// The argument that tells the trampoline that it runs inside.
pub const INSIDE: &str = "--inside";
/// Where this program is inside.
const OURSELVES: &str = "/.referee";

/// What programs need of a system: they are linked to `/usr` where the host has it so.
const SYSTEM: [&str; 6] = ["bin", "sbin", "lib", "lib32", "lib64", "libx32"];
/// What of `/etc` programs start with. It names neither users nor networks.
const CONFIGURATION: [&str; 6] = [
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/timezone",
];
/// What of `/proc` belongs to the whole machine.
const SETTINGS: [&str; 2] = ["/proc/sys", "/proc/sysrq-trigger"];
/// The folders that can be written to. They are the bot's alone and gone with its process.
const SCRATCH: [&str; 2] = ["/tmp", "/dev/shm"];

/// The sandbox of a match.
#[derive(Clone, Debug, Default)]
pub struct Sandbox {
    /// What bots may read besides the system and their own folders.
    pub read: Vec<PathBuf>,
    /// Files and folders of the judge that stay covered even where they lie in what bots may read.
    pub hide: Vec<PathBuf>,
    /// The most memory that a bot may use, in bytes.
    pub memory: u64,
}

impl Sandbox {
    /// The command that runs another one inside: these words, from this folder if one is given. `own` are variables that
    /// are the organiser's and stay.
    pub fn around(
        &self,
        words: &[String],
        directory: Option<&Path>,
        own: &[(String, String)],
    ) -> io::Result<Vec<String>> {
        let here = std::env::current_dir()?;
        let from = directory.map_or_else(|| here.clone(), |directory| here.join(directory));
        let mut line = Line(vec![BUBBLEWRAP.to_owned()]);
        line.add(["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net"]);
        line.add(["--unshare-cgroup-try", "--uid", "65534", "--gid", "65534", "--cap-drop", "ALL"]);
        line.add(["--hostname", "bot", "--new-session", "--die-with-parent", "--proc", "/proc", "--dev", "/dev"]);
        for folder in SCRATCH {
            line.add(["--size", &self.memory.to_string(), "--tmpfs", folder]);
        }
        // Root's bot is root to the host's kernel, whose settings bubblewrap leaves to the file system.
        for path in SETTINGS {
            line.add(["--ro-bind-try", path, path]);
        }
        line.add(["--remount-ro", "/dev"]);
        for name in ["HOME", "TMPDIR"].into_iter().filter(|name| own.iter().all(|(key, _)| key != name)) {
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
        // It runs from where it would without a sandbox, though there may be nothing to see.
        line.path("--dir", &from);
        let seen = directory.map(|_| from.clone()).or_else(|| own_folder(words, &from));
        for path in seen.iter().chain(&self.read).map(|path| here.join(path)) {
            line.paths("--ro-bind", &path, &path);
            for hidden in self.hide.iter().map(|hidden| here.join(hidden)) {
                // What does not lie there is not there to be covered.
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
        line.paths("--ro-bind", &std::env::current_exe()?, Path::new(OURSELVES));
        line.add(["--remount-ro", "/"]);
        line.path("--chdir", &from);
        line.add(["--", OURSELVES, TRAMPOLINE, INSIDE, "--"]);
        line.0.extend_from_slice(words);
        Ok(line.0)
    }
}

/// A command line.
struct Line(Vec<String>);

impl Line {
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

/// Where a file lies as seen below a folder, if it does; either may be named by a link.
fn below(file: &Path, folder: &Path) -> Option<PathBuf> {
    let (file, real) = (file.canonicalize().ok()?, folder.canonicalize().ok()?);
    let rest = file.strip_prefix(real).ok()?;
    Some(if rest.as_os_str().is_empty() { folder.to_owned() } else { folder.join(rest) })
}

/// The folder of the bot's program: of the first word that names a file which is not the system's.
fn own_folder(words: &[String], from: &Path) -> Option<PathBuf> {
    let file = words.iter().map(|word| from.join(word)).find(|path| path.is_file() && !path.starts_with("/usr"))?;
    file.parent().map(Path::to_owned)
}

/// What sizes of such folders are rounded up to.
const PAGE: u64 = 1 << 16;

/// How much the files of a sandbox take up, in bytes: of the one whose first process was started by this one, for so much
/// memory.
#[must_use]
pub fn scratch(leader: Pid, memory: u64) -> u64 {
    let leader = leader.as_raw_nonzero();
    let children = std::fs::read_to_string(format!("/proc/{leader}/task/{leader}/children")).unwrap_or_default();
    let Some(inside) = children.split_whitespace().next() else { return 0 };
    let used = |folder: &&str| {
        let of = statvfs(format!("/proc/{inside}/root{folder}")).ok()?;
        // Until it has been made, there is the host's.
        let is_made = of.f_blocks * of.f_frsize <= memory.next_multiple_of(PAGE);
        is_made.then(|| (of.f_blocks - of.f_bfree) * of.f_frsize)
    };
    SCRATCH.iter().filter_map(used).sum()
}

/// What makes namespaces, mounts, and memory that is in no process.
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
    let others = [libc::SYS_setns, libc::SYS_unshare, libc::SYS_bpf, libc::SYS_perf_event_open, libc::SYS_userfaultfd];
    let mut refused: Refused = mounts.into_iter().chain(others).map(|call| (call, Vec::new())).collect();
    refused.insert(libc::SYS_shmget, Vec::new());
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
    refused
}

/// What programs do without where the system does not have it.
pub(super) fn not_there() -> Refused {
    // The flags of clone3 stand where no filter can read them.
    let calls = [libc::SYS_clone3, libc::SYS_memfd_create, libc::SYS_memfd_secret, libc::SYS_io_uring_setup];
    calls.into_iter().map(|call| (call, Vec::new())).collect::<BTreeMap<_, _>>()
}
