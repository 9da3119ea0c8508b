//! What is told of the games of a match as they end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::ProgressBar;
use referee::bots::told::MatchLine;
use referee::matches::entrants::Entrant;
use referee::matches::tally::MatchTally;
use referee::matches::worker::{Plan, Played};

use super::table::{notice, table};
use crate::cmd::Output;
use crate::cmd::live::House;

/// The shortest time between two tables for those who watch.
const NOTICES: Duration = Duration::from_secs(1);

/// The games so far; see the module.
pub(super) struct Scoreboard<'a> {
    pub(super) entrants: &'a [Entrant],
    /// Where the games can be watched.
    pub(super) house: Option<&'a House>,
    /// Set when nobody reads the output any more.
    pub(super) stop: &'a AtomicBool,
    pub(super) json: bool,
    pub(super) output: Output,
    pub(super) tally: MatchTally,
    pub(super) bar: ProgressBar,
    /// When those who watch last got a table.
    pub(super) noticed: Option<Instant>,
}

impl Scoreboard<'_> {
    /// Adds a game.
    pub(super) fn add(&mut self, plan: &Plan, played: &Played) {
        self.bar.inc(1);
        self.tally.add(plan, played);
        if self.json {
            self.output.json(&MatchLine::Game(Box::new(played.line(plan, self.entrants))));
        }
        if self.output.relieve().is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
        if let Some(house) = self.house {
            house.reveal(vec![plan.id.clone()]);
            if self.noticed.is_none_or(|noticed| noticed.elapsed() > NOTICES) {
                house.notice(notice(&self.tally));
                self.noticed = Some(Instant::now());
            }
        }
    }

    /// Tells the result of all games.
    pub(super) fn close(&mut self) -> Result<()> {
        if self.json {
            self.output.json(&MatchLine::Summary { summary: self.tally.summary.clone() });
        } else {
            self.output.text(&table(&self.tally));
        }
        self.output.flush()?;
        if let Some(house) = self.house {
            house.notice(notice(&self.tally));
            house.close();
        }
        Ok(())
    }
}
