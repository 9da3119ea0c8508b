//! The names of what confines a bot, for transcripts and for people.

use serde::{Deserialize, Serialize};

/// A layer that confines a bot.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Confinement {
    /// Its environment has a few named variables instead of the organiser's.
    Environment,
    /// It inherits only its three pipes.
    Descriptors,
    /// It has its own session: no terminal, and no process group that others could join.
    Session,
    /// It has no root capabilities, except those over files.
    Capabilities,
    /// Programs that it starts get no more privileges than it has.
    NoNewPrivileges,
    /// Landlock: it cannot signal, trace or inspect processes that it did not start, nor connect to their abstract
    /// sockets.
    Scopes,
    /// It runs in the built-in sandbox.
    Sandbox,
    /// The kernel counts the processor time of everything that it starts.
    ProcessorTime,
    /// seccomp: it cannot type into terminals, access the memory of other processes, set their limits and priorities or use
    /// the kernel's keys.
    SystemCalls,
    /// A control group of its own: it is ended and stopped as a whole.
    ControlGroup,
    /// The kernel limits the memory of its control group.
    MemoryLimit,
    /// The kernel limits how many processes its control group has.
    ProcessLimit,
    /// Control groups share the processors equally, and the judge comes first.
    ProcessorShare,
}

impl Confinement {
    /// The layer in words.
    pub fn words(self) -> &'static str {
        match self {
            Confinement::Environment => "an environment of its own",
            Confinement::Descriptors => "no files of the judge",
            Confinement::Session => "a session of its own",
            Confinement::Capabilities => "no root powers except over files",
            Confinement::NoNewPrivileges => "no new privileges",
            Confinement::Scopes => "no signals to other processes, no inspecting them (Landlock)",
            Confinement::Sandbox => "a sandbox",
            Confinement::ProcessorTime => "all processor time counted by the kernel",
            Confinement::SystemCalls => {
                "no typing into terminals, no tracing, no limits and priorities of others, no keys (seccomp)"
            }
            Confinement::ControlGroup => "a control group, ended and stopped as a whole (cgroup v2)",
            Confinement::MemoryLimit => "memory limited by the kernel (cgroup v2)",
            Confinement::ProcessLimit => "the number of processes limited by the kernel (cgroup v2)",
            Confinement::ProcessorShare => "an equal share of the processors (cgroup v2)",
        }
    }
}
