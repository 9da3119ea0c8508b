//! Everything that is known of a competition, put together: standings with their tie-breaks, the crosstable, ratings with
//! intervals and the test between two bots. It is a pure function of the games, and is written as a table of text, as JSON
//! or as CSV ([`super::page`] writes HTML).

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

use serde::Serialize;

use super::config::{Hypotheses, MAX_BOTS};
use super::journal::Record;
use super::ratings::{self, RESAMPLES};
use super::record::{Duplicate, GameResult, Planned};
use super::schedule::{self, BlockId, GameId};
use super::sprt::{self, Decision, Verdict};
use super::standings::{self, Extra, TieBreak};
use super::tally::Tally;

/// How a report is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// How many repetitions the intervals rest on.
    pub resamples: usize,
    /// The seed of their random weights.
    pub seed: u64,
    /// The test that is wanted; of a journal whose configuration has one, that one otherwise.
    pub sprt: Option<Hypotheses>,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted { resamples: RESAMPLES, seed: 1, sprt: None }
    }
}

/// A competition.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// What is played; `None` if the results do not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Whether everything has been played; `None` where no schedule is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// How many sit at a table.
    pub players: usize,
    /// How many games count.
    pub games: usize,
    /// How many blocks they belong to.
    pub blocks: usize,
    /// How many games were called off and do not count.
    pub called_off: usize,
    /// What has not been played, as far as a schedule or the blocks that were begun tell.
    pub missing: Missing,
    /// Results of games that had one already; they were not counted.
    pub duplicates: Vec<Duplicate>,
    /// How many games are the same play as an earlier one of the same bots on the same seats.
    pub repeated: usize,
    /// The declared chain of tie-breaks.
    pub tie_breaks: Vec<TieBreak>,
    /// The bots, the best first.
    pub standings: Vec<Row>,
    /// For each row and each column, both in the order of the standings: what the row's bot won against the column's.
    pub crosstable: Vec<Vec<Option<Cell>>>,
    /// The test between two bots, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Verdict>,
    /// The games with their transcripts, for pages; not part of JSON, where the journal has them.
    #[serde(skip)]
    pub transcripts: Vec<GameResult>,
}

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoReport {
    /// The games do not make a competition.
    Games(String),
    /// The test that is wanted is for others than these bots.
    Test(String),
}

impl From<String> for NoReport {
    fn from(message: String) -> NoReport {
        NoReport::Games(message)
    }
}

impl fmt::Display for NoReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (NoReport::Games(message) | NoReport::Test(message)) = self;
        f.write_str(message)
    }
}

/// What has not been played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Missing {
    /// How many games.
    pub games: usize,
    /// How many blocks they belong to.
    pub blocks: usize,
}

impl Missing {
    /// Those of the games expected that have not ended, the games of a block one after another.
    fn of(expected: impl Iterator<Item = GameId>, games: &BTreeMap<GameId, GameResult>) -> Missing {
        let (mut missing, mut last) = (Missing::default(), None);
        for id in expected.filter(|id| !games.contains_key(id)) {
            missing.games += 1;
            missing.blocks += usize::from(last.replace(id.block) != Some(id.block));
        }
        missing
    }

    /// Those that results alone betray: what is missing of the blocks of a table up to its last one.
    fn betrayed(games: &BTreeMap<GameId, GameResult>) -> Missing {
        let mut tables: BTreeMap<(u32, u32), (u32, u8)> = BTreeMap::new();
        for (GameId { block, .. }, game) in games {
            // A table whose first million blocks are missing tells no more than one that misses some.
            tables.insert((block.round, block.table), (block.block.min(1_000_000), game.bots.len() as u8));
        }
        let ids = tables.into_iter().flat_map(|((round, table), (blocks, players))| {
            let block = move |block| BlockId { round, table, block };
            (1..=blocks).flat_map(move |at| (1..=players).map(move |game| GameId { block: block(at), game }))
        });
        Missing::of(ids, games)
    }
}

/// A bot in the standings.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// 1 + the number of bots above; shared where nothing separates.
    pub rank: usize,
    /// Its name.
    pub bot: String,
    /// Points per game, 0 to 1.
    pub score: f64,
    /// Points; see [`super::tally`].
    pub points: f64,
    /// Games that count for the score.
    pub games: u64,
    /// How many of them are credited for byes.
    pub bye_games: u64,
    /// First places not shared.
    pub wins: u64,
    /// The round reached in a knockout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// What separated it from the row above; `None` for the first and for a shared rank.
    pub separated_by: Option<&'static str>,
    /// The rating; `None` for who has not played, as for its interval.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval.
    pub elo_low: Option<f64>,
    /// The upper end.
    pub elo_high: Option<f64>,
    /// The number of blocks that it rests on.
    pub blocks: usize,
    /// Games lost by a fault of its own, by cause.
    pub faults: BTreeMap<String, u64>,
    /// Mean time a move, in milliseconds; `None` if it was never asked.
    pub mean_ms: Option<f64>,
}

/// What one bot won against another.
#[derive(Copy, Clone, Debug, Serialize)]
pub struct Cell {
    /// The share of their meetings in which it did better; a shared place is half of one.
    pub score: f64,
    /// In how many games they met.
    pub games: u64,
}

/// So many of something that has a plural in s.
pub(super) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn rounded(value: f64, decimals: i32) -> f64 {
    let unit = 10_f64.powi(decimals);
    (value * unit).round() / unit
}

/// The report of a journal.
pub fn of_journal(record: &Record, wanted: &Wanted) -> Result<Report, NoReport> {
    let Some(opening) = &record.opening else { return Err("the journal is empty".to_owned().into()) };
    let config = &opening.config;
    let tally = Tally::new(&config.names(), false, record.games.values())?;
    let mut extra = Extra::default();
    let mut missing = Missing::default();
    let complete = if config.format.is_fixed() {
        let ids = schedule::fixed(config).flat_map(|block| block.games().map(|(id, _)| id).collect::<Vec<_>>());
        missing = Missing::of(ids, &record.games);
        missing.games == 0
    } else {
        let course = schedule::course(config, &record.games);
        let names = |bots: &Vec<usize>| bots.iter().map(|bot| &*config.bots[*bot].name).collect::<Vec<_>>();
        for (round, pairing) in course.rounds.iter().zip(&record.rounds) {
            let same =
                round.tables.iter().map(names).eq(pairing.tables.iter().map(|table| table.iter().collect::<Vec<_>>()));
            if !same || names(&round.byes) != pairing.byes {
                let number = pairing.number;
                return Err(format!("round {number} was paired in another way than its results lead to").into());
            }
        }
        extra.bye_games = vec![0; config.bots.len()];
        if course.reached.is_empty() {
            let games = u64::from(config.blocks) * u64::from(config.players);
            course.rounds.iter().flat_map(|round| &round.byes).for_each(|bot| extra.bye_games[*bot] += games);
        }
        extra.reached = course.reached;
        course.over
    };
    let wanted = Wanted { sprt: wanted.sprt.or(config.sprt), ..wanted.clone() };
    let mut report = make(&tally, &extra, &config.tie_breaks, &record.duplicates, &record.games, &wanted)?;
    report.game = Some(config.game.clone());
    let decided = report.sprt.as_ref().is_some_and(|verdict| verdict.sprt.decision != Decision::Open);
    report.complete = Some(complete || decided);
    report.missing = if decided { Missing::default() } else { missing };
    report.players = config.players.into();
    Ok(report)
}

/// The report of results alone. Names are known from the games; no byes and no rounds are. With the games that were planned
/// it is known what is missing, and every result is held to its plan.
pub fn of_results(
    results: impl Iterator<Item = GameResult>,
    planned: Option<&BTreeMap<GameId, Planned>>,
    tie_breaks: &[TieBreak],
    wanted: &Wanted,
) -> Result<Report, NoReport> {
    let (mut games, mut duplicates, mut names) = (BTreeMap::<GameId, GameResult>::new(), Vec::new(), Vec::new());
    for game in results {
        if let Some(planned) = planned {
            let id = game.game_id;
            let one = planned.get(&id).ok_or_else(|| format!("game {id} was not planned"))?;
            one.admits(&game).map_err(|why| format!("game {id} is not as it was planned: {why}"))?;
        }
        for name in &game.bots {
            if !names.contains(name) && names.len() < MAX_BOTS {
                names.push(name.clone());
            }
        }
        match games.entry(game.game_id) {
            Entry::Occupied(there) => duplicates.push(Duplicate::of(there.get(), &game)),
            Entry::Vacant(free) => {
                free.insert(game);
            }
        }
    }
    // Results arrive in any order; the report must not depend on it.
    names.sort_unstable();
    let tally = Tally::new(&names, true, games.values())?;
    let mut report = make(&tally, &Extra::default(), tie_breaks, &duplicates, &games, wanted)?;
    report.missing = planned.map_or_else(|| Missing::betrayed(&games), |all| Missing::of(all.keys().copied(), &games));
    report.complete = planned.map(|_| report.missing.games == 0);
    Ok(report)
}

fn make(
    tally: &Tally,
    extra: &Extra,
    tie_breaks: &[TieBreak],
    duplicates: &[Duplicate],
    games: &BTreeMap<GameId, GameResult>,
    wanted: &Wanted,
) -> Result<Report, NoReport> {
    let sprt = wanted.sprt.map(|test| sprt::test(test, &tally.names, games)).transpose().map_err(NoReport::Test)?;
    let ratings = ratings::rate(tally, wanted.resamples, wanted.seed);
    let (scores, most) = (standings::scores(tally, extra), tally.most_points() as f64);
    let ranked = standings::rank(tally, extra, tie_breaks);
    let row = |ranked: &standings::Ranked| {
        let bot = ranked.bot;
        let (deeds, rating, (points, games)) = (&tally.deeds[bot], &ratings[bot], scores[bot]);
        let rated = |elo: f64| (deeds.games > 0).then(|| rounded(elo, 1));
        Row {
            rank: ranked.rank,
            bot: tally.names[bot].clone(),
            score: rounded(points as f64 / most / games.max(1) as f64, 4),
            points: rounded(points as f64 / most, 4),
            games,
            bye_games: games - deeds.games,
            wins: deeds.wins,
            round: extra.reached.get(bot).copied(),
            separated_by: ranked.separated_by,
            elo: rated(rating.elo),
            elo_low: rated(rating.low),
            elo_high: rated(rating.high),
            blocks: rating.blocks,
            faults: deeds.faults.iter().map(|(cause, times)| (cause.name(), *times)).collect(),
            mean_ms: (deeds.moves > 0).then(|| rounded(deeds.think_us as f64 / 1000.0 / deeds.moves as f64, 3)),
        }
    };
    let cell = |a: usize, b: usize| {
        let games = tally.met[a][b];
        (games > 0).then(|| Cell { score: rounded(tally.won[a][b] as f64 / 2.0 / games as f64, 4), games })
    };
    let crosstable = ranked.iter().map(|a| ranked.iter().map(|b| cell(a.bot, b.bot)).collect()).collect();
    Ok(Report {
        game: None,
        complete: None,
        players: tally.players,
        games: tally.games.len(),
        blocks: tally.blocks().len(),
        called_off: tally.called_off.len(),
        missing: Missing::default(),
        duplicates: duplicates.to_vec(),
        repeated: repeated(games),
        tie_breaks: tie_breaks.to_vec(),
        standings: ranked.iter().map(row).collect(),
        crosstable,
        sprt,
        transcripts: games.values().cloned().collect(),
    })
}

/// How many games that count went the way of an earlier one.
fn repeated(games: &BTreeMap<GameId, GameResult>) -> usize {
    let mut seen = BTreeSet::new();
    let known = games.values().filter(|game| game.places.is_some()).filter_map(|game| Some((&game.bots, game.play?.0)));
    known.filter(|play| !seen.insert(*play)).count()
}

impl Row {
    /// The faults as `2 time_move, 1 exit`; empty if there are none.
    #[must_use]
    pub fn faults_listed(&self) -> String {
        self.faults.iter().map(|(cause, times)| format!("{times} {cause}")).collect::<Vec<_>>().join(", ")
    }

    /// The rating and its interval as text, with `to` between its ends; a dash where there are none.
    #[must_use]
    pub fn elo_text(&self, to: &str) -> (String, String) {
        let ends = self.elo_low.zip(self.elo_high).map(|(low, high)| format!("{low:.0}{to}{high:.0}"));
        let none = || "-".to_owned();
        (self.elo.map_or_else(none, |elo| format!("{elo:.0}")), ends.unwrap_or_else(none))
    }

    /// The mean time as text; empty if it was never asked.
    #[must_use]
    pub fn mean_ms_text(&self) -> String {
        self.mean_ms.map(|ms| format!("{ms:.1}")).unwrap_or_default()
    }
}

impl Report {
    /// What is missing, as a sentence; `None` if nothing is known to be.
    #[must_use]
    pub fn missing(&self) -> Option<String> {
        let Missing { games, blocks } = self.missing;
        let least = if self.complete.is_none() { "At least " } else { "" };
        let (blocks, games, are) =
            (counted(blocks, "block"), counted(games, "game"), if blocks == 1 { "is" } else { "are" });
        (self.missing.games > 0).then(|| format!("{least}{blocks} {are} incomplete ({games} missing)."))
    }

    /// What is to be known beside the table, a sentence each.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = vec![
            format!("{} games in {} blocks count.", self.games, self.blocks),
            "Points of a game: 1 for a win, 0.5 each for a draw, 0 for a loss, and with more players in even steps by place; \
             the score is points per game."
                .to_owned(),
        ];
        if self.complete == Some(false) {
            remarks.push("Not everything has been played.".to_owned());
        }
        remarks.extend(self.missing());
        if self.called_off > 0 {
            remarks.push(format!("{} games were called off and do not count.", self.called_off));
        }
        if !self.duplicates.is_empty() {
            let (results, first) = (counted(self.duplicates.len(), "result"), self.duplicates[0].game_id);
            remarks.push(format!("{results} came a second time and did not count again, the first of them {first}."));
        }
        let mut differ = self.duplicates.iter().filter_map(|twice| Some((twice.game_id, twice.differs_in?)));
        if let Some((game, what)) = differ.next() {
            let count = 1 + differ.count();
            remarks.push(format!(
                "Contradiction: {} told twice, and not the same; the result told first counts. The first of them is {game}, \
                 which differs in `{what}`.",
                if count == 1 { "1 game is".to_owned() } else { format!("{count} games are") }
            ));
        }
        if self.repeated > 0 {
            remarks.push(format!(
                "{} of {} the same play as an earlier one of the same bots on the same seats. Counted as if they were new, \
                 they make the intervals narrower than what is known.",
                self.repeated,
                if self.games == 1 { "1 game is".to_owned() } else { format!("{} games are", self.games) }
            ));
        }
        remarks.extend(self.sprt.as_ref().map(ToString::to_string));
        remarks
    }

    /// As a table for a terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let head = ["", "bot", "score", "points", "games", "elo", "95 %", "blocks", "ms/move", "by", "faults"];
        let mut rows: Vec<Vec<String>> = vec![head.map(str::to_owned).into()];
        for row in &self.standings {
            let (elo, interval) = row.elo_text("..");
            rows.push(vec![
                row.rank.to_string(),
                row.bot.clone(),
                format!("{:.3}", row.score),
                format!("{:.2}", row.points),
                row.games.to_string(),
                elo,
                interval,
                row.blocks.to_string(),
                row.mean_ms_text(),
                row.separated_by.unwrap_or_default().to_owned(),
                row.faults_listed(),
            ]);
        }
        let mut text = columns(&rows, &[1, 9, 10]);
        if self.standings.len() > 1 && self.standings.len() <= 20 {
            let head = [String::new(), "bot".to_owned()];
            let numbers = (1..=self.standings.len()).map(|at| format!("[{at}]"));
            let mut rows: Vec<Vec<String>> = vec![head.into_iter().chain(numbers).collect()];
            for (at, (row, cells)) in self.standings.iter().zip(&self.crosstable).enumerate() {
                let cell = |cell: &Option<Cell>| cell.map_or("-".to_owned(), |cell| format!("{:.2}", cell.score));
                let start = [format!("[{}]", at + 1), row.bot.clone()];
                rows.push(start.into_iter().chain(cells.iter().map(cell)).collect());
            }
            text.push('\n');
            text.push_str(&columns(&rows, &[1]));
        }
        text.push('\n');
        for remark in self.remarks() {
            text.push_str(&remark);
            text.push('\n');
        }
        text
    }

    /// The standings as CSV with a head line.
    #[must_use]
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "rank,bot,score,points,games,bye_games,wins,round,separated_by,elo,elo_low,elo_high,blocks,mean_ms,faults\n",
        );
        for row in &self.standings {
            let round = row.round.map(|round| round.to_string()).unwrap_or_default();
            let number = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
            let (bot, by, faults) =
                (quoted(&row.bot), row.separated_by.unwrap_or_default(), quoted(&row.faults_listed()));
            let _ = writeln!(
                text,
                "{},{bot},{},{},{},{},{},{round},{by},{},{},{},{},{},{faults}",
                row.rank,
                row.score,
                row.points,
                row.games,
                row.bye_games,
                row.wins,
                number(row.elo),
                number(row.elo_low),
                number(row.elo_high),
                row.blocks,
                number(row.mean_ms)
            );
        }
        text
    }
}

/// A field of CSV, in quotation marks where it needs them.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// Lays out rows of equal length; the columns listed are flush left, the others right.
fn columns(rows: &[Vec<String>], left: &[usize]) -> String {
    let count = rows.first().map_or(0, Vec::len);
    let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (at, (cell, width)) in row.iter().zip(&widths).enumerate() {
            // Formatting counts characters, so names in any script line up as far as a terminal lets them.
            let _ =
                if left.contains(&at) { write!(line, "{cell:<width$}  ") } else { write!(line, "{cell:>width$}  ") };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests;
