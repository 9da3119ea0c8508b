//! A report as text: sentences, a table for a terminal, a line and a small table while the tournament runs, and CSV.

use std::collections::BTreeMap;

use super::bracket::brackets;
use super::rounds::{RoundTold, group_in_words};
use super::{Anchor, Cell, Compared, Decision, Extended, Faulted, Missing, Report, SeatScore, StandingsRow};
use crate::bots::attempts::Attempts;
use crate::bots::told::held_up;
use crate::contest::columns::in_columns;
use crate::contest::config::Format;
use crate::text::{count, harmless, is_are, within};

/// The most groups, bots of a group or bridges named in one sentence.
const MOST_LISTED: usize = 4;

/// Names in a sentence; only the first few of a long list.
fn listed(names: &[impl AsRef<str>]) -> String {
    let mut text: Vec<&str> = names.iter().take(MOST_LISTED).map(AsRef::as_ref).collect();
    let others = names.len().saturating_sub(MOST_LISTED);
    let more = (others > 0).then(|| format!("{others} more"));
    text.extend(more.as_deref());
    text.join(", ")
}

/// The most bots in a text crosstable; a terminal is no wider.
const MOST_CROSSED: usize = 20;

/// The most rounds in a text; of more, the last ones.
const MOST_ROUNDS: usize = 20;

/// The most bots in a table while the tournament runs.
const MOST_ROWS: usize = 12;

/// The widest name there, in columns.
const NAME: usize = 24;

/// A column of the standings.
pub(in crate::contest) struct Column {
    pub(in crate::contest) head: &'static str,
    /// Whether it holds words, not numbers.
    pub(in crate::contest) words: bool,
    pub(in crate::contest) cell: Shown,
}

/// What stands there in a row.
type Shown = Box<dyn Fn(&StandingsRow) -> String>;

/// The description of a fault: our words, and words that may quote the bot.
pub struct FaultTold<'a> {
    /// The bot, its fault, how often and where first.
    pub head: String,
    /// The details of the first one; empty if unknown.
    pub why: &'a str,
}

impl StandingsRow {
    /// Its value by the tie-break at this place of the chain; a dash if the tie-break did not apply.
    pub fn tie_break_text(&self, at: usize) -> String {
        self.tie_break_values.get(at).copied().flatten().map_or_else(|| "-".to_owned(), |value| value.to_string())
    }

    /// The faults as `2 time_move, 1 exit`; empty if there are none.
    pub fn faults_listed(&self) -> String {
        self.faults.iter().map(|(cause, times)| format!("{times} {cause}")).collect::<Vec<_>>().join(", ")
    }

    /// The rating and its interval as text, with `to` between the ends; dashes without a rating.
    pub fn elo_text(&self, to: &str) -> (String, String) {
        let ends = self.elo_low.zip(self.elo_high).map(|(low, high)| format!("{low:.0}{to}{high:.0}"));
        let none = || "-".to_owned();
        (self.elo.map_or_else(none, |elo| format!("{elo:.0}")), ends.unwrap_or_else(none))
    }
}

impl Report {
    /// Whether there are rounds to show.
    pub fn has_rounds(&self) -> bool {
        self.standings.iter().any(|row| row.round.is_some())
    }

    /// Whether any bot is credited with bye games.
    pub fn has_byes(&self) -> bool {
        self.standings.iter().any(|row| row.bye_games > 0)
    }

    /// Whether there are answers to be shown that were not taken.
    pub fn has_attempts(&self) -> bool {
        self.standings.iter().any(|row| row.attempts.failed() > 0)
    }

    /// The tie-breaks with their places in the chain; empty if all scores differ.
    pub fn tie_break_columns(&self) -> Vec<(&'static str, usize)> {
        let score = |row: &StandingsRow| (row.round, row.score.to_bits());
        let equal = self.standings.windows(2).any(|two| score(&two[0]) == score(&two[1]));
        self.tie_breaks.iter().map(|tie_break| tie_break.name()).zip(0..).filter(|_| equal).collect()
    }

    /// What is missing, as a sentence; `None` if nothing is known to be missing.
    pub fn missing(&self) -> Option<String> {
        let Missing { games, blocks } = self.missing;
        let least = if self.complete.is_none() { "At least " } else { "" };
        let (blocks, games, are) = (count(blocks, "block"), count(games, "game"), is_are(blocks));
        (self.missing.games > 0).then(|| format!("{least}{blocks} {are} incomplete ({games} missing)."))
    }

    /// Which ratings cannot be compared, or only through few games; one sentence each.
    fn comparability(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        let mut groups: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for row in &self.standings {
            row.group.into_iter().for_each(|group| groups.entry(group).or_default().push(&row.bot));
        }
        if groups.len() > 1 {
            let listed: Vec<String> = groups.values().take(MOST_LISTED).map(|bots| listed(bots)).collect();
            let more = if groups.len() > MOST_LISTED { " and others" } else { "" };
            remarks.push(format!(
                "Ratings are not comparable between {} groups of bots that have not met, neither directly nor through others; \
                 {}: {}{more}.",
                groups.len(),
                if self.anchor.is_some() { "only one of them is set by the anchor, the others have means of 1500" } else { "each has a mean of 1500 of its own" },
                listed.join(" / ")
            ));
        }
        for bridge in self.bridges.iter().take(MOST_LISTED) {
            let parts: Vec<String> = bridge.parts.iter().map(|part| listed(part)).collect();
            remarks.push(format!(
                "Ratings of {} compare by {} of {} alone.",
                parts.join(" and of "),
                count(bridge.blocks, "block"),
                bridge.bots.join(" against ")
            ));
        }
        if self.bridges.len() > MOST_LISTED {
            let others = self.bridges.len() - MOST_LISTED;
            remarks.push(format!("{} more such {}.", others, if others == 1 { "table" } else { "tables" }));
        }
        remarks
    }

    /// Contradictions between results of one game, as a sentence; `None` without any.
    pub fn contradiction(&self) -> Option<String> {
        let mut differ = self.duplicates.iter().filter_map(|twice| Some((twice.game_id, twice.differs_in?)));
        let (game, what) = differ.next()?;
        let all = 1 + differ.count();
        Some(format!(
            "Contradiction: {} {} told twice, and not the same; the result told first counts. The first of them is {game}, \
             which differs in `{what}`.",
            count(all, "game"),
            is_are(all)
        ))
    }

    /// Remarks on the table, one sentence each.
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = vec![
            format!(
                "{} in {} count{}.",
                count(self.games, "game"),
                count(self.blocks, "block"),
                if self.games == 1 { "s" } else { "" }
            ),
            "Points of a game: 1 for a win, 0.5 each for a draw, 0 for a loss, and with more players in even steps by place; \
             the score is points per game."
                .to_owned(),
        ];
        let declared = self.declared.as_ref();
        let of_points = [
            (
                self.has_byes(),
                "Each game of a bye counts as won in score, points and games, and by tie-breaks a bye is an opponent with the \
                 bot's own points; wins, blocks, ratings and the crosstable count only games that were played.",
            ),
            (
                self.standings.iter().any(|row| row.missed_games > 0),
                "A round that a bot missed, because it came late or has left, counts as lost in score and games.",
            ),
            (declared.is_some_and(|declared| declared.format == Format::Ladder), "In a ladder, ratings rank the bots."),
        ];
        remarks.extend(of_points.into_iter().filter(|(holds, _)| *holds).map(|(_, remark)| remark.to_owned()));
        remarks.extend(self.anchor.as_ref().map(|Anchor { bot, elo }| {
            format!("Ratings are given beside that of {bot}, which is set to {elo}; intervals are those of the differences from it.")
        }));
        for Extended { games, what } in declared.iter().flat_map(|declared| &declared.extended) {
            remarks.push(format!("Extended after {}: {what}.", count(games, "game")));
        }
        if !self.tie_breaks.is_empty() {
            let chain: Vec<&str> = self.tie_breaks.iter().map(|tie_break| tie_break.name()).collect();
            remarks.push(format!("Equal scores are separated by {}.", chain.join(", then ")));
        }
        if self.complete == Some(false) {
            remarks.push("Not everything has been played.".to_owned());
        }
        if self.ended_early {
            remarks.push(format!("No pairing without repeats was left after round {}.", self.rounds.len()));
        }
        let by_seed = self.rounds.iter().flat_map(|round| &round.tables).filter(|table| table.by_seed).count();
        if by_seed > 0 {
            remarks.push(format!(
                "{} decided by the order of the tournament's file, since points did not decide; see the rounds.",
                if by_seed == 1 { "1 table was".to_owned() } else { format!("{by_seed} tables were") }
            ));
        }
        remarks.extend(self.missing());
        if self.called_off > 0 {
            let verbs = if self.called_off == 1 { "was called off and does" } else { "were called off and do" };
            remarks.push(format!("{} {verbs} not count.", count(self.called_off, "game")));
        }
        if !self.duplicates.is_empty() {
            let (results, first) = (count(self.duplicates.len(), "result"), self.duplicates[0].game_id);
            remarks.push(format!("{results} came twice and counted once; the first was {first}."));
        }
        remarks.extend(self.contradiction());
        remarks.extend(self.comparability());
        if self.repeated > 0 {
            remarks.push(format!(
                "{} of {} {} the same play as an earlier one of the same bots on the same seats. Counted as if they were new, \
                 they make the intervals narrower than what is known.",
                self.repeated,
                count(self.games, "game"),
                is_are(self.games)
            ));
        }
        remarks.extend(held_up([self.lag_ms, self.queued_ms]));
        if self.declared.as_ref().is_some_and(|declared| declared.luck_can_be_remembered) {
            remarks.push(
                "The games of a block share their luck, which a bot could remember from game to game; `sandbox = true` or \
                 `luck = \"fresh\"` prevents that."
                    .to_owned(),
            );
        }
        remarks.extend(self.sprt.as_ref().map(ToString::to_string));
        remarks
    }

    /// The bots' faults, in words.
    pub fn faults_told(&self) -> Vec<FaultTold<'_>> {
        let told = |fault: &'_ Faulted| {
            let Faulted { bot, cause, games, first, .. } = fault;
            let times = if *games == 1 { format!("in {first}") } else { format!("in {games} games, first in {first}") };
            format!("{bot}: {} ({}) {times}", cause.name(), cause.words())
        };
        self.faults.iter().map(|fault| FaultTold { head: told(fault), why: &fault.why }).collect()
    }

    /// As tables for a terminal of this width; `None` for a file, where lines may be long.
    pub fn text(&self, widest: Option<u16>) -> String {
        let earlier = self.rounds.len().saturating_sub(MOST_ROUNDS);
        let mut tables = self.standings_text(widest) + &self.crosstable_text(widest);
        if earlier > 0 {
            let left_out = format!("\nRounds 1 to {earlier} are left out; --format json and html have them.\n");
            tables += &wrapped(&left_out, widest);
        }
        tables += &self.seats_and_differences(widest);
        for bracket in self.brackets() {
            tables.push('\n');
            for line in &bracket {
                tables += &format!("{}\n", line.trim_end());
            }
        }
        let rounds: String = self.rounds[earlier..].iter().map(RoundTold::text).collect();
        let remarks: String = self.remarks().iter().map(|remark| format!("{remark}\n")).collect();
        tables + &wrapped(&format!("{rounds}{}\n{remarks}", self.faults_text()), widest)
    }

    fn standings_text(&self, widest: Option<u16>) -> String {
        let columns = self.columns(false);
        let head = columns.iter().map(|column| column.head.to_owned()).collect();
        let row = |row| columns.iter().map(|column| (column.cell)(row)).collect();
        let rows: Vec<Vec<String>> = std::iter::once(head).chain(self.standings.iter().map(row)).collect();
        let left: Vec<usize> = (0..columns.len()).filter(|at| columns[*at].words).collect();
        in_columns(&rows, &left, widest)
    }

    /// The columns of the standings, for the page or for text.
    pub(in crate::contest) fn columns(&self, on_page: bool) -> Vec<Column> {
        let (rounds, byes, attempts) = (self.has_rounds(), self.has_byes(), self.has_attempts());
        let groups = self.standings.iter().any(|row| row.group.is_some());
        let to = if on_page { " to " } else { ".." };
        let mut columns = Vec::new();
        let mut add = |is_there: bool, heads: [&'static str; 2], words: bool, cell: Shown| {
            columns.extend(is_there.then_some(Column { head: heads[usize::from(on_page)], words, cell }));
        };
        add(true, ["", "Rank"], false, Box::new(|row| row.rank.to_string()));
        add(true, ["bot", "Bot"], true, Box::new(|row| row.bot.clone()));
        add(rounds, ["round", "Round"], false, Box::new(|row| row.round.map(|it| it.to_string()).unwrap_or_default()));
        add(true, ["score", "Score"], false, Box::new(|row| format!("{:.3}", row.score)));
        add(true, ["points", "Points"], false, Box::new(|row| format!("{:.2}", row.points)));
        add(true, ["games", "Games"], false, Box::new(|row| row.games.to_string()));
        add(byes, ["bye games", "Bye games"], false, Box::new(|row| row.bye_games.to_string()));
        add(on_page, ["", "Wins"], false, Box::new(|row| row.wins.to_string()));
        add(true, ["elo", "Elo"], false, Box::new(move |row| row.elo_text(to).0));
        add(true, ["95 %"; 2], false, Box::new(move |row| row.elo_text(to).1));
        let group = |row: &StandingsRow| row.group.map(|group| group.to_string()).unwrap_or_default();
        add(groups && !on_page, ["group", ""], false, Box::new(group));
        add(true, ["blocks", "Blocks"], false, Box::new(|row| row.blocks.to_string()));
        let mean_ms = |row: &StandingsRow| row.mean_ms.map(|ms| format!("{ms:.1}")).unwrap_or_default();
        add(true, ["ms/move"; 2], false, Box::new(mean_ms));
        for (name, at) in self.tie_break_columns() {
            add(true, [name; 2], false, Box::new(move |row| row.tie_break_text(at)));
        }
        let legality =
            |row: &StandingsRow| row.legality.map(|share| format!("{:.1} %", 100.0 * share)).unwrap_or_default();
        add(attempts, ["legal", "Legal"], false, Box::new(legality));
        add(attempts, ["not taken", "Not taken"], on_page, Box::new(|row| row.attempts.listed()));
        add(true, ["by", "Separated by"], true, Box::new(|row| row.separated_by.unwrap_or_default().to_owned()));
        add(true, ["faults", "Faults"], true, Box::new(StandingsRow::faults_listed));
        columns
    }

    fn crosstable_text(&self, widest: Option<u16>) -> String {
        match self.standings.len() {
            0..=1 => String::new(),
            2..=MOST_CROSSED => {
                let cell = |cell: &Cell| format!("{:.2}", cell.score);
                format!("\n{}", self.crossed(&self.crosstable, cell, widest))
            }
            bots => {
                let left_out =
                    format!("\nThe crosstable of {bots} bots is too wide for text; --format json and html have it.\n");
                wrapped(&left_out, widest)
            }
        }
    }

    /// A table with a row and a column for each bot; a dash where there is nothing to say.
    fn crossed<T>(&self, cells: &[Vec<Option<T>>], told: impl Fn(&T) -> String, widest: Option<u16>) -> String {
        let head = [String::new(), "bot".to_owned()];
        let numbers = (1..=self.standings.len()).map(|at| format!("[{at}]"));
        let mut rows: Vec<Vec<String>> = vec![head.into_iter().chain(numbers).collect()];
        for (at, (row, cells)) in self.standings.iter().zip(cells).enumerate() {
            let cells = cells.iter().map(|cell| cell.as_ref().map_or("-".to_owned(), &told));
            rows.push([format!("[{}]", at + 1), row.bot.clone()].into_iter().chain(cells).collect());
        }
        in_columns(&rows, &[1], widest)
    }

    fn faults_text(&self) -> String {
        let faults = self.faults_told();
        if faults.is_empty() {
            return String::new();
        }
        let mut text = "\nFaults:\n".to_owned();
        for FaultTold { head, why } in &faults {
            // A bot's standard error may span lines, which must not look like ours.
            let why = if why.is_empty() {
                String::new()
            } else {
                format!(": {}", harmless(why.trim_end()).replace('\n', "\n    "))
            };
            text += &format!("  {head}{why}\n");
        }
        text + "  `tournament run --log DIR` keeps everything that the bots receive and write.\n"
    }

    /// The brackets of a knockout, each as its lines; none in other formats.
    pub fn brackets(&self) -> Vec<Vec<String>> {
        if self.has_rounds() { brackets(&self.rounds) } else { Vec::new() }
    }

    /// The results by seat, and how the bots compare, if that was asked for.
    fn seats_and_differences(&self, widest: Option<u16>) -> String {
        let mut text = String::new();
        if !self.seats.is_empty() {
            let head = ["seat", "score", "elo", "95 %"].map(str::to_owned).to_vec();
            let row = |(at, seat): (usize, &SeatScore)| {
                let interval = format!("{:+.0}..{:+.0}", seat.elo_low, seat.elo_high);
                vec![at.to_string(), format!("{:.3}", seat.score), format!("{:+.0}", seat.elo), interval]
            };
            let rows: Vec<Vec<String>> = std::iter::once(head).chain((1..).zip(&self.seats).map(row)).collect();
            text.push('\n');
            text.push_str(&in_columns(&rows, &[], widest));
        }
        if (2..=MOST_CROSSED).contains(&self.differences.len()) {
            let cell = |by: &Compared| format!("{:+.0} {:.1}%", by.elo, 100.0 * by.superior);
            let head = "\nDifferences in Elo, with the likelihood that the row's bot is the stronger one:\n";
            text.push_str(&wrapped(head, widest));
            text.push_str(&self.crossed(&self.differences, cell, widest));
        }
        text
    }

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
        let row = |row: &StandingsRow| {
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

    /// The standings as CSV with a head line.
    pub fn csv(&self) -> String {
        let (rounds, attempts) = (!self.rounds.is_empty(), self.has_attempts());
        let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut head =
            owned(&["rank", "bot", "score", "points", "games", "bye_games", "wins", "round", "separated_by"]);
        head.extend(self.tie_breaks.iter().map(|tie_break| format!("by_{}", tie_break.name().replace('-', "_"))));
        head.extend(owned(&["elo", "elo_low", "elo_high", "blocks", "mean_ms", "faults"]));
        if attempts {
            head.extend(owned(&["legality", "illegal", "unreadable", "no_answer", "late"]));
        }
        head.extend(rounds.then(|| "pairings".to_owned()));
        let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        let fields = |row: &StandingsRow| {
            let mut fields = vec![row.rank.to_string(), quoted(&row.bot)];
            fields.extend([row.score, row.points].map(|value| value.to_string()));
            fields.extend([row.games, row.bye_games, row.wins].map(|value| value.to_string()));
            fields.push(row.round.map(|round| round.to_string()).unwrap_or_default());
            fields.push(row.separated_by.unwrap_or_default().to_owned());
            fields.extend(row.tie_break_values.iter().map(|value| number(*value)));
            fields.extend([row.elo, row.elo_low, row.elo_high].map(number));
            fields.extend([row.blocks.to_string(), number(row.mean_ms), quoted(&row.faults_listed())]);
            if attempts {
                let Attempts { illegal, unreadable, no_answer, late, .. } = row.attempts;
                fields.push(number(row.legality));
                fields.extend([illegal, unreadable, no_answer, late].map(|times| times.to_string()));
            }
            let of_bot = || self.rounds.iter().filter_map(|round| round.of_bot(&row.bot)).collect::<Vec<_>>();
            fields.extend(rounds.then(|| quoted(&of_bot().join("; "))));
            fields
        };
        let lines = std::iter::once(head).chain(self.standings.iter().map(fields));
        lines.map(|fields| fields.join(",") + "\n").collect()
    }
}

impl RoundTold {
    /// The groups, tables and byes, a line each.
    fn text(&self) -> String {
        let mut text = format!("\nRound {}:\n", self.number);
        for (number, group) in (1..).zip(&self.groups) {
            text += &format!("  {}\n", group_in_words(number, group));
        }
        self.tables.iter().for_each(|table| text += &format!("  {}\n", table.words()));
        if !self.byes.is_empty() {
            text += &format!("  bye: {}\n", self.byes.join(", "));
        }
        text
    }
}

/// Lines of prose that are not wider than so many columns (`None`: as they are). What goes on below is indented further.
fn wrapped(text: &str, widest: Option<u16>) -> String {
    let Some(widest) = widest.map(usize::from) else { return text.to_owned() };
    let line = |line: &str| {
        let indent = " ".repeat(line.len() - line.trim_start().len());
        let below = if indent.is_empty() { String::new() } else { format!("{indent}  ") };
        let options = textwrap::Options::new(widest).initial_indent(&indent).subsequent_indent(&below);
        textwrap::fill(line.trim_start(), options) + "\n"
    };
    text.lines().map(line).collect()
}

/// A CSV field with text from outside: quoted if needed, and with an apostrophe before anything that a spreadsheet
/// would read as a formula.
fn quoted(field: &str) -> String {
    let mark = if field.starts_with(['=', '+', '-', '@', '\t']) { "'" } else { "" };
    let field = format!("{mark}{field}");
    if field.contains([',', '"', '\n', '\r']) { format!("\"{}\"", field.replace('"', "\"\"")) } else { field }
}
