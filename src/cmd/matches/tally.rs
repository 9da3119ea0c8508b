//! The results of the games of a match: a JSON line for each and one for all, or a table.

use referee::bots::run::SeatReport;
use referee::bots::told::{GameLine, MatchLine, Summary, Total, held_up};
use referee::contest::columns::in_columns;
use referee::text::count;

use crate::cmd::check_bot::indented;
use crate::cmd::matches::entrants::Entrant;
use crate::cmd::matches::{Plan, Played};
use crate::cmd::{Output, terminal_width};

/// The results of the games.
pub(crate) struct Tally {
    games: u64,
    called_off: u64,
    totals: Vec<Total>,
    /// The first faults, in words.
    reasons: Vec<String>,
    /// The longest times for which the judge was stopped, and for which it waited for a processor.
    delays: [u64; 2],
}

impl Tally {
    pub(crate) fn new(entrants: &[Entrant]) -> Tally {
        let total = |entrant: &Entrant| Total { name: entrant.name.clone(), ..Total::default() };
        Tally {
            games: 0,
            called_off: 0,
            totals: entrants.iter().map(total).collect(),
            reasons: Vec::new(),
            delays: [0; 2],
        }
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, plan: &Plan, played: &Played, entrants: &[Entrant], output: Option<&mut Output>) {
        let Played { outcome, report, plies, transcript, .. } = played;
        self.games += 1;
        self.delays = [self.delays[0].max(report.lag_ms), self.delays[1].max(report.queued_ms)];
        for (seat, entrant) in plan.seats.iter().enumerate() {
            let SeatReport { cause, why, moves, attempts, think_us, replaced, .. } = &report.seats[seat];
            let total = &mut self.totals[*entrant];
            total.moves += moves;
            total.attempts.add(attempts);
            total.legality = total.attempts.legality(total.moves);
            total.think_us += think_us;
            if cause.is_fault() {
                *total.faults.entry(*cause).or_default() += 1;
                if self.reasons.len() < 10 {
                    self.reasons.push(format!("{}: {}: {}: {why}", plan.id, total.name, cause.name()));
                }
            }
            for (cause, times) in replaced {
                *total.faults.entry(*cause).or_default() += times;
                if self.reasons.len() < 10 {
                    let (name, cause) = (&total.name, cause.name());
                    let times = count(times, "time");
                    self.reasons.push(format!("{}: {name}: chosen at random after {cause}, {times}", plan.id));
                }
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
        self.called_off += u64::from(outcome.is_none());
        if let Some(output) = output {
            let seats = || report.seats.iter();
            output.json(&MatchLine::Game(Box::new(GameLine {
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
            })));
        }
    }

    /// Whether no game has been played.
    pub(crate) fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// Whether a bot was at fault.
    pub(crate) fn has_faults(&self) -> bool {
        self.totals.iter().any(|total| !total.faults.is_empty())
    }

    /// The last line.
    pub(crate) fn summary(&self) -> MatchLine {
        let Tally { games, called_off, totals, .. } = self;
        MatchLine::Summary { summary: Summary { games: *games, called_off: *called_off, bots: totals.clone() } }
    }

    /// The table for people.
    pub(crate) fn table(&self) -> String {
        let heads = ["bot", "games", "first", "share", "mean place", "ms/move", "faults"];
        let mut rows: Vec<Vec<String>> = vec![heads.map(str::to_owned).into()];
        // Without answers that were not taken there is nothing to be said of them.
        let failed = self.totals.iter().any(|total| total.attempts.failed() > 0);
        if failed {
            rows[0].splice(6..6, ["legal", "not taken"].map(str::to_owned));
        }
        for total in &self.totals {
            let per =
                |sum: f64, count: u64| if count == 0 { "-".to_owned() } else { format!("{:.2}", sum / count as f64) };
            let faults: Vec<String> = total.faults.iter().map(|(cause, n)| format!("{n} {}", cause.name())).collect();
            let share = if total.games == 0 {
                "-".to_owned()
            } else {
                format!("{:.1} %", 100.0 * total.share / total.games as f64)
            };
            let mut row = vec![
                total.name.clone(),
                total.games.to_string(),
                total.first.to_string(),
                share,
                per(total.place, total.games),
                per(total.think_us as f64 / 1000.0, total.moves),
                if faults.is_empty() { "none".to_owned() } else { faults.join(", ") },
            ];
            if failed {
                let legal = total.legality.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
                let listed = total.attempts.listed();
                row.splice(6..6, [legal, if listed.is_empty() { "none".to_owned() } else { listed }]);
            }
            rows.push(row);
        }
        // The name, the faults and before them what was not taken are words; the rest are numbers.
        let last = rows[0].len() - 1;
        let left = if failed { vec![0, last - 1, last] } else { vec![0, last] };
        let mut text = in_columns(&rows, &left, terminal_width());
        if self.called_off > 0 {
            let were = if self.called_off == 1 { "was" } else { "were" };
            text.push_str(&format!("{} of {} {were} called off\n", self.called_off, count(self.games, "game")));
        }
        text.extend(held_up(self.delays).map(|said| said + "\n"));
        for reason in &self.reasons {
            // A bot's standard error may span lines, which must not look like ours.
            text.push_str(&format!("{}\n", indented(reason)));
        }
        text
    }
}
