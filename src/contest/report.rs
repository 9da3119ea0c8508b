//! Everything that is known of a competition, put together: standings with their tie-breaks, the crosstable, ratings with
//! intervals and the test between two bots. It is a pure function of the games, and is written as a table of text, as JSON
//! or as CSV ([`super::page`] writes HTML).

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::config::{Clock, Format, Hypotheses, MAX_BOTS, OnIllegal};
use super::journal::{Opening, Record};
use super::ratings::{self, RESAMPLES};
use super::record::{Cause, Duplicate, GameResult, Games, Planned};
use super::schedule::{self, GameId};
use super::sprt::{self, Decision, Verdict};
use super::standings::{self, Extra, TieBreak};
use super::tally::Tally;
use crate::text::hex;

/// How a report is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// How many repetitions the intervals rest on.
    pub resamples: usize,
    /// The seed of their random weights.
    pub seed: u64,
    /// The test that is wanted; of a journal whose configuration has one, that one otherwise.
    pub sprt: Option<Hypotheses>,
    /// Whether the games with transcripts are wanted, for a page; they take most of the memory.
    pub transcripts: bool,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted { resamples: RESAMPLES, seed: 1, sprt: None, transcripts: false }
    }
}

/// A competition.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Report {
    /// What is played; `None` if the results do not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Whether everything has been played; `None` where no schedule is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// What was declared; `None` where there is no journal to say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<Declared>,
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
    /// What the bots were at fault with, in the order of the standings.
    pub faults: Vec<Faulted>,
    /// The test between two bots, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Verdict>,
    /// The games that have transcripts, if [`Wanted::transcripts`]; not part of JSON, where the journal has them.
    #[serde(skip)]
    pub transcripts: Vec<GameResult>,
}

/// What a tournament was declared to be.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Declared {
    /// Who met whom.
    pub format: Format,
    /// The rule options that differ from the default.
    pub options: Map<String, Value>,
    /// The file of the edition; absent: the built-in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// The SHA-256 of that file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition_sha256: Option<String>,
    /// Time to think.
    pub clock: Clock,
    /// What an illegal action cost.
    pub on_illegal: OnIllegal,
    /// The SHA-256 of the configuration.
    pub config_sha256: String,
    /// The SHA-256 of the secret that all luck follows from, which its journal holds.
    pub seed_sha256: String,
}

impl Declared {
    fn of(opening: &Opening) -> Declared {
        let config = &opening.config;
        Declared {
            format: config.format,
            options: config.options.clone(),
            edition: config.edition.clone(),
            edition_sha256: opening.edition_sha256.clone(),
            clock: config.clock.unwrap_or_default(),
            on_illegal: config.on_illegal,
            config_sha256: opening.config_sha256.clone(),
            seed_sha256: hex(&Sha256::digest(opening.seed.0)),
        }
    }
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
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Missing {
    /// How many games.
    pub games: usize,
    /// How many blocks they belong to.
    pub blocks: usize,
}

impl Missing {
    /// Those of the games expected that have not ended, the games of a block one after another.
    fn of(expected: impl Iterator<Item = GameId>, games: &Games) -> Missing {
        let (mut missing, mut last) = (Missing::default(), None);
        for id in expected.filter(|id| !games.contains_key(id)) {
            missing.games += 1;
            missing.blocks += usize::from(last.replace(id.block) != Some(id.block));
        }
        missing
    }

    /// Those that results alone betray: what is missing of the blocks of a table up to its last one. Nothing is gone
    /// through but the results, whatever number a block from outside has.
    fn betrayed(games: &Games) -> Missing {
        // For each table its last block, how many of its blocks are whole, how many games it has, and those of a block.
        let mut tables: BTreeMap<(u32, u32), (usize, usize, usize, usize)> = BTreeMap::new();
        let all: Vec<(&GameId, &Box<GameResult>)> = games.iter().collect();
        for block in all.chunk_by(|(one, _), (next, _)| one.block == next.block) {
            let (GameId { block: id, .. }, game) = block[0];
            let (last, whole, there, players) = tables.entry((id.round, id.table)).or_default();
            (*last, *players) = (id.block as usize, game.bots.len());
            *whole += usize::from(block.len() == *players);
            *there += block.len();
        }
        tables.values().fold(Missing::default(), |sum, (last, whole, there, players)| Missing {
            games: sum.games + (last * players).saturating_sub(*there),
            blocks: sum.blocks + last.saturating_sub(*whole),
        })
    }
}

/// A bot in the standings.
#[derive(Clone, Debug, Serialize, JsonSchema)]
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
    /// What it has by each tie-break, in the order of the chain: points, wins or faults; `None` by head-to-head where nobody
    /// has the same score.
    pub tie_break_values: Vec<Option<f64>>,
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

/// A cause with which one bot lost games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Faulted {
    /// Its name.
    pub bot: String,
    /// The cause.
    pub cause: Cause,
    /// How many games it lost so.
    pub games: u64,
    /// The first of them.
    pub first: GameId,
    /// What happened in it, in words that may quote the bot; empty if its result does not say.
    pub why: String,
}

/// What one bot won against another.
#[derive(Copy, Clone, Debug, Serialize, JsonSchema)]
pub struct Cell {
    /// The share of their meetings in which it did better; a shared place is half of one.
    pub score: f64,
    /// In how many games they met.
    pub games: u64,
}

fn rounded(value: f64, decimals: i32) -> f64 {
    let unit = 10_f64.powi(decimals);
    (value * unit).round() / unit
}

/// The report of a journal.
pub fn of_journal(record: &Record, wanted: &Wanted) -> Result<Report, NoReport> {
    let Some(opening) = &record.opening else { return Err("the journal is empty".to_owned().into()) };
    let config = &opening.config;
    let tally = Tally::new(&config.names(), record.games.values().map(Box::as_ref))?;
    let mut extra = Extra::default();
    let mut missing = Missing::default();
    let complete = if config.format.is_fixed() {
        let ids = schedule::fixed(config).flat_map(|block| block.games().map(|(id, _)| id).collect::<Vec<_>>());
        missing = Missing::of(ids, &record.games);
        missing.games == 0
    } else {
        let course = schedule::course(config, &record.games);
        let names = |bots: &Vec<usize>| bots.iter().map(|bot| &*config.bots[*bot].name).collect::<Vec<_>>();
        for (nth, (round, pairing)) in course.rounds.iter().zip(&record.rounds).enumerate() {
            let same =
                round.tables.iter().map(names).eq(pairing.tables.iter().map(|table| table.iter().collect::<Vec<_>>()));
            if !same || names(&round.byes) != pairing.byes {
                return Err(record.mispaired(nth).to_string().into());
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
    report.declared = Some(Declared::of(opening));
    let decided = report.sprt.as_ref().is_some_and(|verdict| verdict.sprt.decision != Decision::Open);
    report.complete = Some(complete || decided);
    report.missing = if decided { Missing::default() } else { missing };
    report.players = config.players.into();
    Ok(report)
}

/// The report of results alone. Names are known from the games; no byes and no rounds are. With the games that were planned
/// it is known what is missing and who has not played, and every result is held to its plan.
pub fn of_results(
    results: impl Iterator<Item = impl Into<Box<GameResult>>>,
    planned: Option<&BTreeMap<GameId, Planned>>,
    tie_breaks: &[TieBreak],
    wanted: &Wanted,
) -> Result<Report, NoReport> {
    let (mut games, mut duplicates) = (Games::new(), Vec::new());
    // Results arrive in any order; the report must not depend on it, so the names are sorted.
    let mut names: BTreeSet<String> = BTreeSet::new();
    let seats = planned.into_iter().flat_map(BTreeMap::values).flat_map(|game| &game.seats);
    seats.for_each(|bot| meet(&mut names, &bot.name));
    for game in results {
        let game: Box<GameResult> = game.into();
        if let Some(planned) = planned {
            let id = game.game_id;
            let one = planned.get(&id).ok_or_else(|| format!("game {id} was not planned"))?;
            one.admits(&game).map_err(|why| format!("game {id} is not as it was planned: {why}"))?;
        }
        game.bots.iter().for_each(|name| meet(&mut names, name));
        match games.entry(game.game_id) {
            Entry::Occupied(there) => duplicates.push(Duplicate::of(there.get(), &game)),
            Entry::Vacant(free) => {
                free.insert(game);
            }
        }
    }
    if names.len() > MAX_BOTS {
        return Err(format!("these are more than {MAX_BOTS} bots").into());
    }
    let tally = Tally::new(&Vec::from_iter(names), games.values().map(Box::as_ref))?;
    let mut report = make(&tally, &Extra::default(), tie_breaks, &duplicates, &games, wanted)?;
    report.missing = planned.map_or_else(|| Missing::betrayed(&games), |all| Missing::of(all.keys().copied(), &games));
    report.complete = planned.map(|_| report.missing.games == 0);
    Ok(report)
}

/// Adds a name to those that are known, of which more than [`MAX_BOTS`] are not kept.
fn meet(names: &mut BTreeSet<String>, name: &str) {
    if names.len() <= MAX_BOTS && !names.contains(name) {
        names.insert(name.to_owned());
    }
}

fn make(
    tally: &Tally,
    extra: &Extra,
    tie_breaks: &[TieBreak],
    duplicates: &[Duplicate],
    games: &Games,
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
            tie_break_values: ranked.values.iter().map(|value| value.map(|value| rounded(value, 4))).collect(),
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
        declared: None,
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
        faults: faults(games, ranked.iter().map(|row| &*tally.names[row.bot])),
        sprt,
        transcripts: games
            .values()
            .filter(|game| wanted.transcripts && game.transcript.is_some())
            .map(|game| GameResult::clone(game))
            .collect(),
    })
}

/// What bots were at fault with in games that count.
fn faults<'a>(games: &Games, bots: impl Iterator<Item = &'a str>) -> Vec<Faulted> {
    let mut found: BTreeMap<(&str, Cause), Faulted> = BTreeMap::new();
    for game in games.values().filter(|game| game.places.is_some()) {
        for (seat, cause) in game.causes.iter().enumerate().filter(|(_, cause)| cause.is_fault()) {
            let bot = &game.bots[seat];
            let fault = found.entry((bot, *cause)).or_insert_with(|| Faulted {
                bot: bot.clone(),
                cause: *cause,
                games: 0,
                first: game.game_id,
                why: game.why.get(seat).cloned().unwrap_or_default(),
            });
            fault.games += 1;
        }
    }
    let causes = |bot| found.range((bot, Cause::Normal)..=(bot, Cause::RefereeFault)).map(|(_, fault)| fault.clone());
    bots.flat_map(causes).collect()
}

/// How many games that count went the way of an earlier one.
fn repeated(games: &Games) -> usize {
    let mut seen = BTreeSet::new();
    let known = games.values().filter(|game| game.places.is_some()).filter_map(|game| Some((&game.bots, game.play?.0)));
    known.filter(|play| !seen.insert(*play)).count()
}

mod forms;
pub use forms::Told;
#[cfg(test)]
mod tests;
