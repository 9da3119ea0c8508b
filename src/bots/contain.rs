//! What confines every bot, without any tool: layers that a process applies to itself before it becomes the bot. Each
//! does as much as this kernel supports. Transcripts and `check-bot` report which layers are in force.
//!
//! Landlock grants access; inside what it grants, it cannot deny. So a bot can still read the user's files: only a
//! sandbox hides them.

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

use super::layer::Confinement;
use super::process::TRAMPOLINE;
use super::program::program;
use super::sandbox;
use super::watch::leaders;

/// The argument that makes the trampoline report its layers instead of becoming a bot.
pub const PROBE: &str = "--probe";
/// The argument that tells the trampoline that a sandbox follows.
pub const WRAPPED: &str = "--wrapped";

/// The argument that keeps a bot on the processors that it was given.
pub const PINNED: &str = "--pinned";

/// The file capabilities that root's bots keep. Without them, a bot could not read the files that root started it
/// from.
const OVER_FILES: CapabilitySet =
    CapabilitySet::CHOWN.union(CapabilitySet::DAC_OVERRIDE).union(CapabilitySet::FOWNER).union(CapabilitySet::FSETID);

/// Applies every layer that this machine supports to this process, and returns those in force. The process must have
/// one thread and be about to become another program. If it will run a sandbox (`wrapped`), it keeps root's
/// capabilities to build it.
pub fn hold(wrapped: bool) -> Vec<Confinement> {
    // The judge has already cleared the environment.
    let mut held = vec![Confinement::Environment];
    close_fds::set_fds_cloexec(3, &[]);
    held.push(Confinement::Descriptors);
    held.extend(setsid().ok().map(|_| Confinement::Session));
    held.extend((!wrapped && is_powerless()).then_some(Confinement::Capabilities));
    held.extend(set_no_new_privs(true).ok().map(|()| Confinement::NoNewPrivileges));
    held.extend(scoped().is_ok_and(|scoped| scoped).then_some(Confinement::Scopes));
    held.extend(filtered(&beyond_others(), libc::EPERM).ok().map(|()| Confinement::SystemCalls));
    held
}

/// Applies the restrictions that the sandbox relies on to this process, inside it. It has no capabilities there to
/// drop.
pub fn hold_inside() -> Result<(), seccompiler::Error> {
    filtered(&sandbox::not_permitted(), libc::EPERM)?;
    filtered(&sandbox::not_there(), libc::ENOSYS)
}

/// Keeps this process, and all that it starts, on its processors.
pub fn stay() -> Result<(), seccompiler::Error> {
    filtered(&always([libc::SYS_sched_setaffinity]), libc::EPERM)
}

/// Drops root's capabilities except those over files, for the program that this process becomes. Returns whether none
/// are left.
fn is_powerless() -> bool {
    for capability in (0..u64::BITS).map(|bit| CapabilitySet::from_bits_retain(1 << bit)) {
        // There are no more capabilities.
        let Ok(has) = capability_is_in_bounding_set(capability) else { break };
        if has && !OVER_FILES.contains(capability) && remove_capability_from_bounding_set(capability).is_err() {
            // Only root may drop them; other processes have none.
            return capabilities(None).is_ok_and(|sets| sets.permitted.is_empty());
        }
    }
    true
}

/// Puts this process into a Landlock domain of its own; returns whether the kernel enforces all of it.
fn scoped() -> Result<bool, RulesetError> {
    let ruleset = Ruleset::default().set_compatibility(CompatLevel::BestEffort);
    let ruleset = ruleset.scope(Scope::from_all(ABI::V6))?.create()?;
    Ok(ruleset.restrict_self()?.ruleset == RulesetStatus::FullyEnforced)
}

/// Refused system calls, each always or if one of its rules matches.
pub(super) type Refused = BTreeMap<i64, Vec<SeccompRule>>;

/// Calls that are refused whatever their arguments.
pub(super) fn always(calls: impl IntoIterator<Item = i64>) -> Refused {
    calls.into_iter().map(|call| (call, Vec::new())).collect()
}

/// System calls that reach beyond a bot's own processes.
fn beyond_others() -> Refused {
    // They could read or change another process or take its open files.
    let reaching = [
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_getfd,
        libc::SYS_kcmp,
    ];
    // Keys belong to the user and outlive the process.
    let keys = [libc::SYS_keyctl, libc::SYS_add_key, libc::SYS_request_key];
    let mut refused = always(reaching.into_iter().chain(keys));
    // Typing into a terminal, through its own call and the console's.
    let types = |request: u64| all_of([equals(1, request)]);
    refused.insert(libc::SYS_ioctl, [TIOCSTI, TIOCLINUX].into_iter().filter_map(types).collect());
    // Limits, priorities and processors of other processes, which the same user may change. A number other than 0 may be the
    // caller's own, but a filter cannot tell. Each call, the argument with the process, and another that means all of the user.
    let governing = [
        (libc::SYS_prlimit64, 0, None),
        (libc::SYS_sched_setaffinity, 0, None),
        (libc::SYS_sched_setscheduler, 0, None),
        (libc::SYS_sched_setparam, 0, None),
        (libc::SYS_sched_setattr, 0, None),
        (libc::SYS_setpriority, 1, Some((0, PRIO_USER))),
        (libc::SYS_ioprio_set, 1, Some((0, IOPRIO_WHO_USER))),
    ];
    for (call, process, all) in governing {
        let other = SeccompCondition::new(process, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, 0);
        let all = all.map(|(argument, value)| equals(argument, value));
        refused.insert(call, [Some(other), all].into_iter().flatten().filter_map(|one| all_of([one])).collect());
    }
    refused
}

/// All processes of a user, for their priority.
const PRIO_USER: u64 = 2;
/// The same for the priority of their reading and writing.
const IOPRIO_WHO_USER: u64 = 3;

/// What an argument of a system call is compared with.
pub(super) type Condition = Result<SeccompCondition, seccompiler::BackendError>;

/// An argument has this value.
pub(super) fn equals(argument: u8, value: u64) -> Condition {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value)
}

/// The lowest byte of an argument has this value.
pub(super) fn low_byte(argument: u8, value: u64) -> Condition {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(0xff), value)
}

/// Matches if all conditions hold.
pub(super) fn all_of(conditions: impl IntoIterator<Item = Condition>) -> Option<SeccompRule> {
    let conditions = conditions.into_iter().collect::<Result<Vec<_>, _>>();
    conditions.and_then(SeccompRule::new).ok()
}

/// Matches an argument with this flag.
pub(super) fn masked(argument: u8, flag: u64) -> Option<SeccompRule> {
    let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(flag), flag);
    all_of([condition])
}

/// Types a character into a terminal.
const TIOCSTI: u64 = 0x5412;
/// Pastes into a console, among other things.
const TIOCLINUX: u64 = 0x541C;

/// Makes system calls fail with an error, in this process and all that it starts.
fn filtered(refused: &Refused, error: i32) -> Result<(), seccompiler::Error> {
    let refusal = SeccompAction::Errno(error.unsigned_abs());
    let here: TargetArch = std::env::consts::ARCH.try_into()?;
    let filter = SeccompFilter::new(refused.clone(), SeccompAction::Allow, refusal, here)?;
    let program: BpfProgram = filter.try_into()?;
    seccompiler::apply_filter(&program)
}

/// The layers that confine bots on this machine, with a sandbox (`wrapped`) or without: a trial process applies them
/// and reports.
pub fn probed(wrapped: bool) -> io::Result<&'static [Confinement]> {
    static HELD: [OnceLock<Vec<Confinement>>; 2] = [const { OnceLock::new() }; 2];
    let place = &HELD[usize::from(wrapped)];
    if let Some(held) = place.get() {
        return Ok(held);
    }
    // Hold the lock, so that no other thread takes our child for an orphan.
    let _locked = leaders();
    let mut command = Command::new(program()?);
    command.args([TRAMPOLINE, PROBE]).args(wrapped.then_some(WRAPPED));
    command.env_clear().stdin(Stdio::null()).stderr(Stdio::null());
    let held = serde_json::from_slice(&command.output()?.stdout)?;
    Ok(place.get_or_init(|| held))
}
