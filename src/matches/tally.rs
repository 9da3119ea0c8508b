//! The results of the games of a match, added up.

use super::entrants::Entrant;
use super::worker::{Plan, Played};
use crate::bots::run::SeatReport;
use crate::bots::told::{GameLine, MatchSummary, Total};
use crate::text::count;

/// The most faults that are kept in words.
const MOST_REASONS: usize = 10;

/// The results of the games.
pub struct MatchTally {
    /// As data.
    pub summary: MatchSummary,
    /// The first faults, in words.
    pub reasons: Vec<String>,
    /// The longest times for which the judge was stopped, and for which it waited for a processor.
    pub delays: [u64; 2],
}

impl MatchTally {
    /// No games.
    pub fn new(entrants: &[Entrant]) -> MatchTally {
        let total = |entrant: &Entrant| Total { name: entrant.name.clone(), ..Total::default() };
        let bots = entrants.iter().map(total).collect();
        MatchTally { summary: MatchSummary { games: 0, called_off: 0, bots }, reasons: Vec::new(), delays: [0; 2] }
    }

    /// Adds a game.
    pub fn add(&mut self, plan: &Plan, played: &Played) {
        let Played { outcome, report, .. } = played;
        self.summary.games += 1;
        self.summary.called_off += u64::from(outcome.is_none());
        self.delays = [self.delays[0].max(report.lag_ms), self.delays[1].max(report.queued_ms)];
        for (seat, entrant) in plan.seats.iter().enumerate() {
            let SeatReport { cause, why, moves, attempts, think_us, replaced, .. } = &report.seats[seat];
            let total = &mut self.summary.bots[*entrant];
            let mut tell = |what: String| {
                if self.reasons.len() < MOST_REASONS {
                    self.reasons.push(format!("{}: {}: {what}", plan.id, total.name));
                }
            };
            total.moves += moves;
            total.attempts.add(attempts);
            total.legality = total.attempts.legality(total.moves);
            total.think_us += think_us;
            if cause.is_fault() {
                *total.faults.entry(*cause).or_default() += 1;
                tell(format!("{}: {why}", cause.name()));
            }
            for (cause, times) in replaced {
                *total.faults.entry(*cause).or_default() += times;
                tell(format!("chosen at random after {}, {}", cause.name(), count(times, "time")));
            }
            if let Some(outcome) = outcome {
                let first = outcome.places.iter().map(|place| if *place == 1 { 1.0 } else { 0.0 }).sum::<f64>();
                let place = outcome.places[seat];
                total.games += 1;
                total.first += u64::from(place == 1);
                total.share += if place == 1 { 1.0 / first } else { 0.0 };
                total.place += f64::from(place);
            }
        }
    }

    /// Whether a bot was at fault.
    pub fn has_faults(&self) -> bool {
        self.summary.bots.iter().any(|total| !total.faults.is_empty())
    }
}

impl Played {
    /// The result of the game, as it is reported.
    pub fn line(&self, plan: &Plan, entrants: &[Entrant]) -> GameLine {
        let Played { outcome, report, plies, transcript, .. } = self;
        let seats = || report.seats.iter();
        GameLine {
            game_id: plan.id.clone(),
            bots: plan.seats.iter().map(|entrant| entrants[*entrant].name.clone()).collect(),
            commitment: plan.luck.commitment(),
            places: outcome.as_ref().map(|outcome| outcome.places.clone()),
            scores: outcome.as_ref().and_then(|outcome| outcome.scores.clone()),
            reason: outcome.as_ref().map_or("called-off", |outcome| outcome.reason).to_owned(),
            causes: seats().map(|seat| seat.cause).collect(),
            why: seats().map(|seat| seat.why.clone()).collect(),
            plies: *plies,
            moves: seats().map(|seat| seat.moves).collect(),
            attempts: seats().map(|seat| seat.attempts.clone()).collect(),
            replaced: seats().map(|seat| seat.replaced.values().sum()).collect(),
            think_us: seats().map(|seat| seat.think_us).collect(),
            stale: seats().map(|seat| seat.stale).collect(),
            lag_ms: report.lag_ms,
            queued_ms: report.queued_ms,
            transcript: transcript.as_ref().map(|path| path.to_string_lossy().into_owned()),
        }
    }
}
