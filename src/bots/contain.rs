//! What holds every bot, without any tool: the layers that a process takes upon itself before it becomes the bot. Each of
//! them is as much as this kernel offers; which of them held is told in the transcripts and by `check-bot`.
//!
//! Landlock allows and does not deny inside what it allows, so the files of the same user stay readable here: they are
//! hidden by a sandbox alone.

use std::collections::BTreeMap;
use std::io;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use landlock::{ABI, Access as _, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetError, RulesetStatus, Scope};
use rustix::process::setsid;
use rustix::thread::{
    CapabilitySet, capabilities, capability_is_in_bounding_set, remove_capability_from_bounding_set, set_no_new_privs,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
};
use serde::{Deserialize, Serialize};

use super::process::TRAMPOLINE;
use super::watch::leaders;

/// The argument with which the trampoline says what holds it instead of becoming a bot.
pub const PROBE: &str = "--probe";
/// The argument that tells the trampoline that a sandbox follows.
pub const WRAPPED: &str = "--wrapped";

/// Something that holds a bot.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// Its environment is of a few named variables instead of the organiser's.
    Environment,
    /// It has no descriptors but its three pipes.
    Descriptors,
    /// It has a session of its own: no terminal, and no group that others could join.
    Session,
    /// It has none of root's powers over the machine and over other processes, at most those over files.
    Capabilities,
    /// What it starts has no more rights than it has.
    NoNewPrivileges,
    /// Landlock: it can neither signal, trace nor look into processes that it has not started, nor connect to their
    /// abstract sockets.
    Scopes,
    /// seccomp: it cannot type into terminals, reach into the memory of other processes or use the kernel's keys.
    SystemCalls,
}

impl Layer {
    /// What holds, in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Layer::Environment => "an environment of its own",
            Layer::Descriptors => "no files of the judge",
            Layer::Session => "a session of its own",
            Layer::Capabilities => "no powers of root, but over files",
            Layer::NoNewPrivileges => "no new privileges",
            Layer::Scopes => "no signals to others, no look into them (Landlock)",
            Layer::SystemCalls => "no typing into terminals, no tracing, no keys (seccomp)",
        }
    }
}

/// The powers that root's bots keep, over files: without them they could not read what root has started them from.
const OVER_FILES: CapabilitySet = CapabilitySet::CHOWN
    .union(CapabilitySet::DAC_OVERRIDE)
    .union(CapabilitySet::FOWNER)
    .union(CapabilitySet::FSETID);

/// Takes all layers upon this process, as far as there are any here, and says which hold. It is about to become another
/// program and has one thread. A sandbox that is to be run (`wrapped`) needs root's powers to make itself.
#[must_use]
pub fn hold(wrapped: bool) -> Vec<Layer> {
    // The judge has cleared the environment.
    let mut held = vec![Layer::Environment];
    close_fds::set_fds_cloexec(3, &[]);
    held.push(Layer::Descriptors);
    held.extend(setsid().ok().map(|_| Layer::Session));
    held.extend((!wrapped && is_powerless()).then_some(Layer::Capabilities));
    held.extend(set_no_new_privs(true).ok().map(|()| Layer::NoNewPrivileges));
    held.extend(scoped().is_ok_and(|scoped| scoped).then_some(Layer::Scopes));
    held.extend(filtered(&beyond_others()).ok().map(|()| Layer::SystemCalls));
    held
}

/// Gives up root's powers but those over files, for the program that this process becomes; returns whether there are none
/// then.
fn is_powerless() -> bool {
    for capability in (0..u64::BITS).map(|bit| CapabilitySet::from_bits_retain(1 << bit)) {
        match capability_is_in_bounding_set(capability) {
            Ok(true) if OVER_FILES.contains(capability) => {}
            Ok(true) if remove_capability_from_bounding_set(capability).is_ok() => {}
            Ok(false) => {}
            // Whoever may not give them up has none, or will be seen to have them.
            Ok(true) => return capabilities(None).is_ok_and(|sets| sets.permitted.is_empty()),
            // There are no more.
            Err(_) => break,
        }
    }
    true
}

/// Puts this process into a domain of its own; returns whether the kernel does all of it.
fn scoped() -> Result<bool, RulesetError> {
    let ruleset = Ruleset::default().set_compatibility(CompatLevel::BestEffort);
    let ruleset = ruleset.scope(Scope::from_all(ABI::V6))?.create()?;
    Ok(ruleset.restrict_self()?.ruleset == RulesetStatus::FullyEnforced)
}

/// System calls that are refused, each always or where one of these rules holds.
type Refused = BTreeMap<i64, Vec<SeccompRule>>;

/// What reaches beyond a bot's own processes.
fn beyond_others() -> Refused {
    // Through them another process could be read, changed or robbed of its files.
    let reaching =
        [libc::SYS_ptrace, libc::SYS_process_vm_readv, libc::SYS_process_vm_writev, libc::SYS_pidfd_getfd, libc::SYS_kcmp];
    // Keys belong to the user and outlive the process.
    let keys = [libc::SYS_keyctl, libc::SYS_add_key, libc::SYS_request_key];
    let mut refused: Refused = reaching.into_iter().chain(keys).map(|call| (call, Vec::new())).collect();
    // Typing into a terminal, by its own call and by that of the console.
    let types = |request: u64| {
        let condition = SeccompCondition::new(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, request);
        condition.and_then(|condition| SeccompRule::new(vec![condition])).ok()
    };
    refused.insert(libc::SYS_ioctl, [TIOCSTI, TIOCLINUX].into_iter().filter_map(types).collect());
    refused
}

/// Types a character into a terminal.
const TIOCSTI: u64 = 0x5412;
/// Pastes into a console, among other things.
const TIOCLINUX: u64 = 0x541C;

/// Refuses system calls to this process and all that it starts.
fn filtered(refused: &Refused) -> Result<(), seccompiler::Error> {
    let not_permitted = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let here: TargetArch = std::env::consts::ARCH.try_into()?;
    let filter = SeccompFilter::new(refused.clone(), SeccompAction::Allow, not_permitted, here)?;
    let program: BpfProgram = filter.try_into()?;
    seccompiler::apply_filter(&program)
}

/// What holds bots on this machine, run by a sandbox (`wrapped`) or not: a process takes it upon itself and tells.
pub fn probed(wrapped: bool) -> io::Result<&'static [Layer]> {
    static HELD: [OnceLock<Vec<Layer>>; 2] = [const { OnceLock::new() }; 2];
    let place = &HELD[usize::from(wrapped)];
    if let Some(held) = place.get() {
        return Ok(held);
    }
    // While it is locked no other thread takes our child for an orphan.
    let _locked = leaders();
    let mut command = Command::new("/proc/self/exe");
    command.args([TRAMPOLINE, PROBE]).args(wrapped.then_some(WRAPPED));
    command.env_clear().stdin(Stdio::null()).stderr(Stdio::null());
    let held = serde_json::from_slice(&command.output()?.stdout)?;
    Ok(place.get_or_init(|| held))
}
