//! One bot as a process behind three pipes. Pipes do not block and buffers have limits, so no function waits for the
//! bot unless its description says so.

use std::collections::BTreeSet;
use std::fmt;
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::os::fd::{AsFd, BorrowedFd};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::PollFlags;
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};
use rustix::thread::{CpuSet, sched_setaffinity};

use super::contain::{PINNED, WRAPPED, probed};
use super::errors::Errors;
use super::group::{self, Group, Home};
use super::layer::Confinement;
use super::meter::Meter;
use super::program::program;
use super::sandbox::{Sandbox, scratch};
use super::watch::{self, MARK, Processes, Snapshot};
use crate::judge::seats::ANSWER_LIMIT;
use crate::text::harmless;

/// The hidden subcommand that waits for the end of the judge and cleans up after it.
pub const GUARD: &str = "bot-guard";
/// The hidden subcommand that limits itself and becomes the bot.
pub const TRAMPOLINE: &str = "bot-exec";
/// What the trampoline waits for before it becomes the bot.
pub const GO: &[u8] = b"\n";
/// The most that a bot may write to standard output between two questions, in bytes.
pub const OUTPUT_LIMIT: usize = 1 << 20;
/// How much of its input a bot may leave unread when a game ends, in bytes. A bot that leaves more is ended.
pub const BACKLOG: usize = 1 << 20;
/// How many times to look for new processes of a bot that is being stopped.
const PASSES: usize = 50;
/// How many processes bubblewrap has: one outside, and the first one inside.
const SANDBOX_PROCESSES: usize = 2;
/// How long a bot may take to end after its input closes.
const GOODBYE: Duration = Duration::from_millis(500);

/// The variables that a bot inherits from the judge: what programs need to start and to write in the organiser's
/// language. Any other variable may be a secret.
pub const PASSED_ON: [&str; 4] = ["PATH", "HOME", "LANG", "TMPDIR"];

/// How to start a bot.
#[derive(Clone, Debug, Default)]
pub struct Recipe {
    /// The program and its arguments, including a wrapper if there is one.
    pub command: Vec<String>,
    /// Whether the first word is such a wrapper.
    pub wrapped: bool,
    /// The built-in sandbox, if it is used.
    pub sandbox: Option<Sandbox>,
    /// The working directory; `None`: the judge's.
    pub directory: Option<PathBuf>,
    /// Whether it sees all of this folder in the sandbox, and not only the folder of its program.
    pub shown: bool,
    /// Variables of its environment besides [`PASSED_ON`].
    pub environment: Vec<(String, String)>,
    /// The only processors that it may use; empty: any.
    pub processors: Vec<usize>,
    /// The most memory that it may use, in bytes. Here only the kernel enforces it, where it has a control group.
    pub memory: u64,
}

impl Recipe {
    /// The program and its arguments, with the sandbox before them.
    pub fn line(&self) -> io::Result<Vec<String>> {
        self.sandbox.as_ref().map_or_else(|| Ok(self.command.clone()), |sandbox| sandbox.around(self))
    }

    /// The layers that confine a bot started this way, on this machine.
    pub fn held(&self) -> io::Result<Vec<Confinement>> {
        let mut held = probed(self.wrapped)?.to_vec();
        held.extend(self.sandbox.as_ref().map(|_| Confinement::Sandbox));
        held.extend(Meter::is_exact().then_some(Confinement::ProcessorTime));
        held.extend(group::home().into_iter().flat_map(Home::layers));
        Ok(held)
    }
}

/// A running bot.
#[allow(clippy::struct_excessive_bools, reason = "each of them is independent of the others")]
pub struct BotProcess {
    /// How it was started.
    pub recipe: Recipe,
    child: Child,
    pid: Pid,
    /// Its control group, if the judge has any to give.
    group: Option<Group>,
    mark: String,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    stderr: Option<ChildStderr>,
    /// Input that it has not taken yet.
    unsent: Vec<u8>,
    /// Output that it wrote. The first `looked_at` bytes have been searched for a line end.
    said: Vec<u8>,
    looked_at: usize,
    /// How many bytes it wrote since the last question.
    written: usize,
    /// Whether it ever wrote a line.
    pub spoken: bool,
    /// Whether it has been stopped.
    paused: bool,
    /// The processes that were stopped one by one.
    still: BTreeSet<i32>,
    /// Whether it ever answered any question.
    pub answered: bool,
    /// Whether it ended a line with CR LF.
    pub crlf: bool,
    /// Whether it asked for lists of legal actions, in this game and later ones.
    pub lists: bool,
    /// When the content of `said` arrived.
    pub arrived: Instant,
    errors: Errors,
    status: Option<ProcessEnd>,
    /// The id of the next question.
    pub next_id: u64,
    /// The greatest id of a question that it has repeated: it has read its input so far.
    pub heard: u64,
    /// The id of the last question that it answered, if any.
    pub last_id: Option<u64>,
    /// The processor time that it uses.
    pub meter: Meter,
}

/// One of the three pipes of a bot.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Pipe {
    /// What it reads.
    Input,
    /// What it writes.
    Output,
    /// Its standard error.
    Errors,
}

impl BotProcess {
    /// Starts a bot. `mark` is from [`new_mark`].
    pub fn start(recipe: &Recipe, mark: String) -> io::Result<BotProcess> {
        let mut command = Command::new(program()?);
        command.arg(TRAMPOLINE).args(recipe.wrapped.then_some(WRAPPED));
        command.args((!recipe.processors.is_empty()).then_some(PINNED));
        command.arg(std::process::id().to_string()).arg("--").args(recipe.line()?);
        command.env_clear().envs(PASSED_ON.iter().filter_map(|key| Some((key, std::env::var_os(key)?))));
        command.envs(recipe.environment.iter().map(|(key, value)| (key, value))).env(MARK, &mark);
        // A sandbox may lack this folder, so it changes the directory itself.
        if let Some(directory) = recipe.directory.as_ref().filter(|_| recipe.sandbox.is_none()) {
            command.current_dir(directory);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        watch::begin_guard()?;
        let group = group::home().map(|home| home.group(recipe.memory)).transpose()?;
        let mut child = {
            // Register it at once, so that no thread takes it for an orphan.
            let mut leaders = watch::leaders();
            let child = command.spawn()?;
            leaders.insert(Pid::from_child(&child).as_raw_nonzero().get(), mark.clone());
            child
        };
        let (mut stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let pid = Pid::from_child(&child);
        group.as_ref().map_or(Ok(()), |group| group.take(pid))?;
        let meter = Meter::of(pid, group.as_ref());
        if !recipe.processors.is_empty() {
            let mut own = CpuSet::new();
            for cpu in &recipe.processors {
                own.set(*cpu);
            }
            sched_setaffinity(Some(pid), &own)?;
        }
        // It becomes the bot only now that it is counted. If it has ended already, the first question finds that out.
        let _ = stdin.as_mut().map(|stdin| stdin.write_all(GO));
        let bot = BotProcess {
            recipe: recipe.clone(),
            child,
            pid,
            group,
            mark,
            stdin,
            stdout,
            stderr,
            unsent: Vec::new(),
            said: Vec::new(),
            looked_at: 0,
            written: 0,
            spoken: false,
            paused: false,
            still: BTreeSet::new(),
            answered: false,
            crlf: false,
            lists: true,
            arrived: Instant::now(),
            errors: Errors::default(),
            status: None,
            next_id: 1,
            heard: 0,
            last_id: None,
            meter,
        };
        bot.stdin.as_ref().map_or(Ok(()), |pipe| fcntl_setfl(pipe, OFlags::NONBLOCK))?;
        bot.stdout.as_ref().map_or(Ok(()), |pipe| fcntl_setfl(pipe, OFlags::NONBLOCK))?;
        bot.stderr.as_ref().map_or(Ok(()), |pipe| fcntl_setfl(pipe, OFlags::NONBLOCK))?;
        Ok(bot)
    }

    /// Starts it again, to go on in its place: it ended between two games.
    pub fn again(&self) -> io::Result<BotProcess> {
        let mut bot = BotProcess::start(&self.recipe, new_mark()?)?;
        (bot.next_id, bot.heard, bot.lists) = (self.next_id, self.heard, self.lists);
        Ok(bot)
    }

    /// Sends lines; what the bot does not take at once is kept for later.
    pub fn send(&mut self, lines: &mut Vec<u8>) {
        if self.unsent.is_empty() {
            std::mem::swap(&mut self.unsent, lines);
            lines.clear();
        } else {
            self.unsent.append(lines);
        }
        self.written = self.waiting().len();
        self.flush();
    }

    /// How many bytes of its input it has not taken.
    pub fn backlog(&self) -> usize {
        self.unsent.len()
    }

    /// Writes as much as possible without waiting.
    pub fn flush(&mut self) {
        let mut sent = 0;
        while let Some(stdin) = self.stdin.as_mut().filter(|_| sent < self.unsent.len()) {
            match stdin.write(&self.unsent[sent..]) {
                Ok(taken) => sent += taken,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                // It no longer reads. That alone is no fault.
                Err(_) => self.stdin = None,
            }
        }
        self.unsent.drain(..sent);
        if self.stdin.is_none() {
            self.unsent.clear();
        }
    }

    /// The pipes to wait for.
    pub fn pipes(&self) -> impl Iterator<Item = (BorrowedFd<'_>, Pipe, PollFlags)> {
        let output = self.stdout.as_ref().filter(|_| !self.is_full());
        let input = self.stdin.as_ref().filter(|_| !self.unsent.is_empty());
        [
            output.map(|pipe| (pipe.as_fd(), Pipe::Output, PollFlags::IN)),
            self.stderr.as_ref().map(|pipe| (pipe.as_fd(), Pipe::Errors, PollFlags::IN)),
            input.map(|pipe| (pipe.as_fd(), Pipe::Input, PollFlags::OUT)),
        ]
        .into_iter()
        .flatten()
    }

    /// Reads from standard output without waiting, as far as there is room.
    pub fn take_in(&mut self, buffer: &mut [u8]) {
        self.said.drain(..std::mem::take(&mut self.looked_at));
        while let Some(stdout) = self.stdout.as_mut().filter(|_| self.written < OUTPUT_LIMIT) {
            match stdout.read(buffer) {
                Ok(0) => self.stdout = None,
                Ok(read) => {
                    self.arrived = Instant::now();
                    self.written += read;
                    self.said.extend_from_slice(&buffer[..read]);
                    if read < buffer.len() {
                        break;
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(_) => self.stdout = None,
            }
        }
    }

    /// Reads a bounded part of standard error, so that a flood costs only the bot's own time.
    pub fn take_errors(&mut self, buffer: &mut [u8]) {
        if let Some(stderr) = &mut self.stderr {
            match stderr.read(buffer) {
                Ok(0) => self.stderr = None,
                Ok(read) => self.errors.push(&buffer[..read]),
                Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {}
                Err(_) => self.stderr = None,
            }
        }
    }

    /// Removes and returns the next whole line of its output, without the line end.
    pub fn line(&mut self) -> Option<Vec<u8>> {
        let length = memchr::memchr(b'\n', self.waiting())?;
        let line = &self.waiting()[..length];
        let stripped = line.strip_suffix(b"\r");
        let (line, crlf) = (stripped.unwrap_or(line).to_vec(), stripped.is_some());
        self.crlf |= crlf;
        // Moving the rest to the front for each short line would take quadratic time.
        self.looked_at += length + 1;
        self.spoken = true;
        Some(line)
    }

    /// Output that has not been taken as a line.
    pub fn waiting(&self) -> &[u8] {
        &self.said[self.looked_at..]
    }

    /// Whether its unfinished line is already too long.
    pub fn overlong(&self) -> bool {
        self.waiting().len() > ANSWER_LIMIT && memchr::memchr(b'\n', self.waiting()).is_none()
    }

    /// Whether it has written too much since the last question.
    pub fn is_full(&self) -> bool {
        self.written >= OUTPUT_LIMIT
    }

    /// Whether it has closed its output.
    pub fn is_closed(&self) -> bool {
        self.stdout.is_none()
    }

    /// Whether the kernel has ended it because it needed more memory than it may.
    pub fn is_ended_by_memory(&self) -> bool {
        self.group.as_ref().is_some_and(Group::ended_by_memory)
    }

    /// How it ended; `None`: it is running. It is not reaped here: until then the system does not reuse its process
    /// number, which is also its group's.
    pub fn status(&mut self) -> Option<ProcessEnd> {
        if self.status.is_none() {
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
            let seen = waitid(WaitId::Pid(self.pid), options).ok().flatten();
            self.status = seen.map(|seen| ProcessEnd { code: seen.exit_status(), signal: seen.terminating_signal() });
        }
        self.status
    }

    /// Waits briefly for a bot that closed its output to end by itself, so that the reason can be reported.
    pub fn await_end(&mut self, patience: Duration) -> Option<ProcessEnd> {
        group::waited(patience, || self.status().is_some());
        self.status
    }

    /// Waits a little longer for a bot that was too slow. Returns whether it wrote anything meanwhile.
    pub fn is_about_to_speak(&mut self, patience: Duration, buffer: &mut [u8]) -> bool {
        let before = self.waiting().len();
        group::waited(patience, || {
            self.take_in(buffer);
            self.waiting().len() > before || self.is_closed()
        });
        self.waiting().len() > before
    }

    /// Its processes.
    pub fn among<'a>(&self, all: &'a Snapshot) -> Processes<'a> {
        all.of(self.pid, &self.mark)
    }

    /// The memory of all its processes in bytes. Memory that they share counts for each, so this is never too small.
    pub fn memory(&self, all: &Snapshot) -> u64 {
        self.among(all).memory() + self.files()
    }

    /// The same; memory shared by its processes counts once; see [`Processes::shared_out`].
    pub fn memory_shared_out(&self, all: &Snapshot) -> u64 {
        self.among(all).shared_out() + self.files()
    }

    /// The processor time that it has used since it was started.
    pub fn used(&mut self, all: &Snapshot) -> Duration {
        self.meter.used(|| all.of(self.pid, &self.mark).spent())
    }

    /// Whether it runs in the built-in sandbox, where it cannot stop itself.
    pub fn is_sandboxed(&self) -> bool {
        self.recipe.sandbox.is_some()
    }

    /// What it has used in this game while it was not its turn, as a look at all processes shows.
    pub fn idle(&mut self, all: &Snapshot) -> Duration {
        self.meter.look(|| all.of(self.pid, &self.mark).spent())
    }

    /// The memory used by the files of its sandbox, in bytes.
    fn files(&self) -> u64 {
        if self.is_sandboxed() { scratch(self.pid, self.recipe.memory) } else { 0 }
    }

    /// What it wrote to standard error since the last call, made safe to show: as kept, and in brief.
    pub fn told_errors(&mut self, buffer: &mut [u8]) -> [String; 2] {
        // Its last output may still be in the pipe. Read no more than a pipe holds, even in a flood.
        for _ in 0..2 {
            self.take_errors(buffer);
        }
        let errors = std::mem::take(&mut self.errors);
        [errors.text(), errors.brief()].map(|text| harmless(&text))
    }

    /// Asks it to end, kills what is left of its group and what left the group, and waits for it. Takes at most a
    /// second. Returns what it wrote after its input was closed.
    pub fn end(mut self, buffer: &mut [u8]) -> Vec<u8> {
        self.resume();
        // Most bots end when there is nothing more to read.
        self.stdin = None;
        self.take_in(buffer);
        let before = self.waiting().len();
        if self.await_end(if self.is_closed() { Duration::ZERO } else { GOODBYE / 5 }).is_none() {
            self.signal(Signal::TERM);
            self.await_end(GOODBYE);
        }
        self.take_in(buffer);
        // Its group may outlive its first process.
        self.signal(Signal::KILL);
        // A process with rights of its own cannot be killed, so limit the wait for it.
        self.await_end(GOODBYE);
        watch::sweep(&self.mark, GOODBYE);
        self.waiting()[before.min(self.waiting().len())..].to_vec()
    }

    /// Kills it at once, with all that it started.
    pub fn kill(&mut self) {
        self.signal(Signal::KILL);
        if let Some(group) = &self.group {
            group.kill();
        }
    }

    /// Stops it with all that it started; returns whether everything has stopped. It looks again for processes that
    /// start meanwhile.
    pub fn pause(&mut self) -> bool {
        self.paused = true;
        if self.group.as_ref().is_some_and(|group| group.freeze(true).is_ok()) {
            return true;
        }
        // The first two processes of the sandbox are its own, and only wait.
        let own = if self.is_sandboxed() { SANDBOX_PROCESSES } else { 0 };
        self.still.clear();
        for _ in 0..PASSES {
            if own == 0 {
                self.signal(Signal::STOP);
            }
            let there = watch::descendants(self.pid).into_iter().skip(own);
            let born: Vec<Pid> = there.filter(|pid| self.still.insert(pid.as_raw_nonzero().get())).collect();
            if born.is_empty() {
                return true;
            }
            for pid in born {
                let _ = kill_process(pid, Signal::STOP);
            }
        }
        false
    }

    /// Whether it has been stopped and not been resumed.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Resumes it.
    pub fn resume(&mut self) {
        if std::mem::take(&mut self.paused) {
            if self.group.as_ref().is_some_and(|group| group.freeze(false).is_ok()) {
                return;
            }
            if !self.is_sandboxed() {
                self.signal(Signal::CONT);
            }
            // What stands still starts nothing.
            for pid in std::mem::take(&mut self.still).into_iter().filter_map(Pid::from_raw) {
                let _ = kill_process(pid, Signal::CONT);
            }
        }
    }

    /// Sends a signal to its group, or to its first process until that has its own session.
    fn signal(&self, signal: Signal) {
        if kill_process_group(self.pid, signal).is_err() {
            let _ = kill_process(self.pid, signal);
        }
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        self.kill();
        self.await_end(GOODBYE);
        let _ = self.child.try_wait();
        watch::forget(self.pid);
    }
}

/// How a process ended.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct ProcessEnd {
    /// Its exit code; `None`: a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
}

impl fmt::Display for ProcessEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.code, self.signal) {
            (_, Some(signal)) => write!(f, "signal {signal}"),
            (code, None) => write!(f, "code {}", code.unwrap_or_default()),
        }
    }
}

/// An unguessable word that marks the processes of one bot. All marks of one judge begin alike.
pub fn new_mark() -> io::Result<String> {
    Ok(format!("{}-{}", watch::session()?, watch::unguessable()?))
}
