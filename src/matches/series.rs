//! The games of a match: planned by number, played so many at once, handed over in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::NotPlayed;
use super::crew::crew;
use super::entrants::Entrant;
use super::worker::{Plan, Played, Setting, Worker};
use crate::bots::process::BotProcess;
use crate::commitment::Bits128;

/// The games of a match.
pub struct Series<'a> {
    /// What they share.
    pub setting: &'a Setting<'a>,
    /// Who plays.
    pub entrants: &'a [Entrant],
    /// What their luck follows from.
    pub secret: Bits128,
    /// How many there are.
    pub games: u64,
    /// Set when no more games are wanted.
    pub stop: &'a AtomicBool,
}

/// The name of a game by its number from 0, where there are so many games.
pub fn id(number: u64, games: u64) -> String {
    let width = games.saturating_sub(1).to_string().len();
    format!("g{number:0width$}")
}

impl Series<'_> {
    /// A game by its number: every player moves on by one seat.
    pub fn plan(&self, number: u64) -> Plan {
        let players = self.entrants.len();
        let seats = (0..players).map(|seat| (seat + number as usize) % players).collect();
        Plan::new(id(number, self.games), seats, self.secret)
    }

    /// Plays the games, as many at once as there are lists of processors, the first with bots that are running already.
    /// `each` gets them in order. An error ends the games; what was played before it, or at the same time, is handed over.
    pub fn play(
        &self,
        processors: &[Vec<usize>],
        bots: Vec<Option<BotProcess>>,
        each: &mut dyn FnMut(&Plan, Played),
    ) -> Result<(), NotPlayed> {
        let (every, mut bots) = (processors.len(), Some(bots));
        let workers = (0..).zip(processors).map(|(first, own)| (first, &own[..], bots.take()));
        let work = |(first, own, bots)| self.some((first, every), own, bots);
        crew(workers, work, |results| {
            let (mut early, mut due, mut failed) = (BTreeMap::new(), 0, Ok(()));
            for (number, played) in results {
                match played {
                    Ok(played) => drop(early.insert(number, played)),
                    Err(error) => failed = failed.and(Err(error)),
                }
                while let Some(played) = early.remove(&due) {
                    each(&self.plan(due), played);
                    due += 1;
                }
            }
            // A failed game leaves a gap; later games were still played.
            for (number, played) in early {
                each(&self.plan(number), played);
            }
            failed
        })
    }

    /// Plays every so many-th game. Speed must not decide which process plays which games: a bot may remember earlier ones.
    fn some(
        &self,
        (first, every): (u64, usize),
        processors: &[usize],
        bots: Option<Vec<Option<BotProcess>>>,
    ) -> impl Iterator<Item = (u64, Result<Played, NotPlayed>)> {
        let mut worker = Worker::new(self.setting, self.entrants, processors.to_vec(), self.stop);
        if let Some(bots) = bots {
            worker.bots = bots;
        }
        (first..self.games).step_by(every).map_while(move |number| {
            let over = self.setting.host.is_some_and(|host| !host.goes_on());
            if over || self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let played = worker.play(&self.plan(number));
            self.stop.fetch_or(played.is_err(), Ordering::Relaxed);
            Some((number, played))
        })
    }
}
