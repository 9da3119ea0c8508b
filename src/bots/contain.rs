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
use super::sandbox;
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
    /// It runs in the built-in sandbox.
    Sandbox,
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
            Layer::Sandbox => "a sandbox",
            Layer::SystemCalls => "no typing into terminals, no tracing, no keys (seccomp)",
        }
    }
}

/// The powers that root's bots keep, over files: without them they could not read what root has started them from.
const OVER_FILES: CapabilitySet =
    CapabilitySet::CHOWN.union(CapabilitySet::DAC_OVERRIDE).union(CapabilitySet::FOWNER).union(CapabilitySet::FSETID);

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
    held.extend(filtered(&beyond_others(), libc::EPERM).ok().map(|()| Layer::SystemCalls));
    held
}

/// Takes upon this process, inside a sandbox, what the sandbox rests on. It has no rights there that it could give up.
pub fn hold_inside() -> Result<(), seccompiler::Error> {
    filtered(&sandbox::not_permitted(), libc::EPERM)?;
    filtered(&sandbox::not_there(), libc::ENOSYS)
}

/// Gives up root's powers but those over files, for the program that this process becomes; returns whether there are none
/// then.
fn is_powerless() -> bool {
    for capability in (0..u64::BITS).map(|bit| CapabilitySet::from_bits_retain(1 << bit)) {
        // There are no more.
        let Ok(has) = capability_is_in_bounding_set(capability) else { break };
        if has && !OVER_FILES.contains(capability) && remove_capability_from_bounding_set(capability).is_err() {
            // Only root may give them up; a process that has none need not.
            return capabilities(None).is_ok_and(|sets| sets.permitted.is_empty());
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
pub(super) type Refused = BTreeMap<i64, Vec<SeccompRule>>;

/// What reaches beyond a bot's own processes.
fn beyond_others() -> Refused {
    // Through them another process could be read, changed or robbed of its files.
    let reaching = [
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_getfd,
        libc::SYS_kcmp,
    ];
    // Keys belong to the user and outlive the process.
    let keys = [libc::SYS_keyctl, libc::SYS_add_key, libc::SYS_request_key];
    let mut refused: Refused = reaching.into_iter().chain(keys).map(|call| (call, Vec::new())).collect();
    // Typing into a terminal, by its own call and by that of the console.
    let types = |request: u64| rule(1, SeccompCmpOp::Eq, request);
    refused.insert(libc::SYS_ioctl, [TIOCSTI, TIOCLINUX].into_iter().filter_map(types).collect());
    refused
}

/// Holds where an argument compares so with a value.
fn rule(argument: u8, comparison: SeccompCmpOp, value: u64) -> Option<SeccompRule> {
    let condition = SeccompCondition::new(argument, SeccompCmpArgLen::Dword, comparison, value);
    condition.and_then(|condition| SeccompRule::new(vec![condition])).ok()
}

/// Holds where an argument has this flag.
pub(super) fn masked(argument: u8, flag: u64) -> Option<SeccompRule> {
    rule(argument, SeccompCmpOp::MaskedEq(flag), flag)
}

/// Types a character into a terminal.
const TIOCSTI: u64 = 0x5412;
/// Pastes into a console, among other things.
const TIOCLINUX: u64 = 0x541C;

/// Refuses system calls with an error, to this process and all that it starts.
fn filtered(refused: &Refused, error: i32) -> Result<(), seccompiler::Error> {
    let refusal = SeccompAction::Errno(error.unsigned_abs());
    let here: TargetArch = std::env::consts::ARCH.try_into()?;
    let filter = SeccompFilter::new(refused.clone(), SeccompAction::Allow, refusal, here)?;
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
