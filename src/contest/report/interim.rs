//! A report in brief, while the tournament runs: a line, and a small table for a terminal.

use super::{Decision, Report, Row};
use crate::contest::columns::in_columns;
use crate::text::{count, within};

/// The most bots in the table.
const MOST_ROWS: usize = 12;
/// The widest name, in columns.
const NAME: usize = 24;

impl Report {
    /// How far the tournament is, in one line.
    pub fn status(&self) -> String {
        let mut parts = vec![format!("{} in {}", count(self.games, "game"), count(self.blocks, "block"))];
        parts.extend(self.rounds.last().map(|round| format!("round {}", round.number)));
        let leader = self.standings.first().filter(|row| row.games > 0);
        parts.extend(leader.map(|row| {
            let (elo, interval) = row.elo_text("..");
            format!("{} leads with a score of {:.3} (Elo {elo}, {interval})", row.bot, row.score)
        }));
        let faults: u64 = self.faults.iter().map(|fault| fault.games).sum();
        parts.extend((faults > 0).then(|| count(faults, "fault")));
        parts.extend((self.called_off > 0).then(|| format!("{} called off", count(self.called_off, "game"))));
        parts.extend(self.sprt.as_ref().map(|verdict| {
            let sprt = &verdict.sprt;
            let decided = if sprt.decision == Decision::Open { "" } else { ", decided" };
            format!("LLR {:.2} between {:.2} and {:.2}{decided}", sprt.llr, sprt.lower, sprt.upper)
        }));
        parts.join(", ")
    }

    /// The headings and the cells of the table in brief.
    pub fn in_cells(&self) -> (Vec<&'static str>, Vec<Vec<String>>) {
        let row = |row: &Row| {
            let (elo, interval) = row.elo_text("..");
            let (name, score) = (within(&row.bot, NAME).to_owned(), format!("{:.3}", row.score));
            vec![row.rank.to_string(), name, score, count(row.games, "game"), elo, interval, row.faults_listed()]
        };
        let heads = vec!["rank", "bot", "score", "games", "Elo", "95 %", "faults"];
        (heads, self.standings.iter().take(MOST_ROWS).map(row).collect())
    }

    /// How many bots are left out of that table, in words; empty if it has all.
    pub fn left_out(&self) -> String {
        match self.standings.len().saturating_sub(MOST_ROWS) {
            0 => String::new(),
            more => format!("and {more} more\n"),
        }
    }

    /// The table in brief and the status; not wider than so many columns.
    pub fn interim(&self, widest: Option<u16>) -> String {
        let mut text = in_columns(&self.in_cells().1, &[1, 6], widest);
        let more = self.left_out();
        if !more.is_empty() {
            text.push_str(&format!("     {more}"));
        }
        let status = self.status();
        let status = widest.map_or_else(|| status.clone(), |widest| textwrap::fill(&status, usize::from(widest)));
        text + &status + "\n"
    }
}
