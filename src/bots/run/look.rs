//! Serves all processes of a game: waits until one has something to say, and watches what they use.

use std::time::{Duration, Instant};

use rustix::event::{PollFd, Timespec, poll};

use super::{Limits, Lost, Run, SELDOM, Sitter, WATCH, lost};
use crate::bots::process::Pipe;
use crate::bots::watch::Snapshot;
use crate::game::Player;
use crate::wire::ForfeitCause;

impl Run<'_> {
    pub(super) fn take_in(&mut self, player: Player) -> Result<(), Lost> {
        let mut buffer = std::mem::take(&mut self.buffer);
        let taken = self.bot(player).map(|bot| bot.take_in(&mut buffer));
        self.buffer = buffer;
        taken
    }

    /// Waits for an event at any pipe and handles it.
    pub(super) fn wait(&mut self, wait: Duration) {
        let bots = || self.sitters.iter().enumerate();
        let most = 3 * self.sitters.len();
        let (mut owners, mut pipes) = (Vec::with_capacity(most), Vec::with_capacity(most));
        for (seat, sitter) in bots() {
            if let Sitter::Process(Some(bot)) = sitter {
                for (pipe, end, events) in bot.pipes() {
                    owners.push((seat, end));
                    pipes.push(PollFd::from_borrowed_fd(pipe, events));
                }
            }
        }
        let timeout = Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: i64::from(wait.subsec_nanos()) };
        // If polling fails, nothing has happened; the next pass tries again.
        let _ = poll(&mut pipes, Some(&timeout));
        let ready: Vec<(usize, Pipe)> = owners
            .into_iter()
            .zip(pipes.iter().map(PollFd::revents))
            .filter_map(|(owner, events)| (!events.is_empty()).then_some(owner))
            .collect();
        drop(pipes);
        for (seat, pipe) in ready {
            let Some(bot) = self.sitters[seat].bot() else { continue };
            match pipe {
                Pipe::Input => bot.flush(),
                Pipe::Output => bot.take_in(&mut self.buffer),
                Pipe::Errors => bot.take_errors(&mut self.buffer),
            }
        }
    }

    /// Checks the usage of the processes, if it is time.
    pub(super) fn glance(&mut self, turn: Player) -> Result<(), Lost> {
        if self.watched.elapsed() <= self.rest { Ok(()) } else { self.watch(turn) }
    }

    /// Checks the usage of the processes.
    fn watch(&mut self, turn: Player) -> Result<(), Lost> {
        let begun = Instant::now();
        let all = Snapshot::take();
        for (seat, sitter) in self.sitters.iter_mut().enumerate() {
            let Some(bot) = sitter.bot() else { continue };
            let on_turn = seat == turn.index();
            // The quick sum is never too small. Only if it is too large, the exact sum is worth its cost. Shares move
            // between processes while some begin or end, so look twice to be sure.
            let mut memory = bot.memory(&all);
            if memory > self.own[seat].memory {
                memory = bot.memory_shared_out(&all);
            }
            if memory > self.own[seat].memory {
                memory = bot.memory_shared_out(&Snapshot::take());
            }
            if memory > self.own[seat].memory {
                bot.kill();
                let why = format!("it used {} MiB of memory", memory >> 20);
                let loss = lost(ForfeitCause::MemoryLimit, why);
                if on_turn {
                    return Err(loss);
                }
                self.pending[seat].get_or_insert(loss);
            }
            if on_turn && bot.among(&all).are_stopped() {
                self.stopped += self.watched.elapsed();
            }
            // On its own turn this only notes its processes.
            let idle = bot.idle(&all);
            if !on_turn && let Err(loss) = within(idle, self.limits) {
                bot.kill();
                self.pending[seat].get_or_insert(loss);
            }
        }
        self.watched = Instant::now();
        self.rest = (20 * (self.watched - begun)).clamp(WATCH, SELDOM);
        Ok(())
    }
}

/// Whether a bot may have used so much processor time in a game while it was not its turn.
pub(super) fn within(idle: Duration, limits: &Limits) -> Result<(), Lost> {
    if idle <= Duration::from_millis(limits.idle_cpu_ms) {
        return Ok(());
    }
    let why = format!("it used {} ms of processor time while it was not its turn", idle.as_millis());
    Err(lost(ForfeitCause::CpuLimit, why))
}
