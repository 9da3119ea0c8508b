//! Waits until bots that were just started are ready, so that one that ends at once is found before a game depends on it.

use std::time::{Duration, Instant};

use super::process::{BotProcess, ProcessEnd};
use super::watch::Snapshot;

/// The longest wait, for a bot that computes before it reads.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long to wait between two looks.
const PAUSE: Duration = Duration::from_millis(10);
/// At so many looks in a row a bot must do nothing.
const QUIET: u32 = 3;

/// Waits until each of these bots waits for its input, or until patience is at an end. Returns the number of the first
/// one that has ended, and how.
pub fn first_ended(bots: &mut [BotProcess]) -> Option<(usize, ProcessEnd)> {
    let until = Instant::now() + PATIENCE;
    let mut quiet = vec![(0, Duration::ZERO); bots.len()];
    loop {
        if let Some(ended) = bots.iter_mut().enumerate().find_map(|(at, bot)| Some((at, bot.status()?))) {
            return Some(ended);
        }
        let all = Snapshot::take();
        for (bot, (looks, before)) in bots.iter_mut().zip(&mut quiet) {
            let used = bot.used(&all);
            *looks = if used == *before && !bot.among(&all).are_busy() { *looks + 1 } else { 0 };
            *before = used;
        }
        if quiet.iter().all(|(looks, _)| *looks >= QUIET) || Instant::now() > until {
            return None;
        }
        std::thread::sleep(PAUSE);
    }
}
