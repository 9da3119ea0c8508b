//! Everything known about a competition: standings with tie-breaks, the crosstable, ratings with intervals and the
//! test between two bots. A report is a pure function of the games. It is written as a table of text, as JSON or as
//! CSV ([`super::page`] writes HTML).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::config::{Clock, Format, Hypotheses, OnIllegal};
use super::course::{Course, course};
use super::extension::Extension;
use super::journal::{Ledger, Opening};
pub use super::ratings::Bridge;
use super::ratings::{self, RESAMPLES, Ratings};
use super::record::{Cause, Duplicate, GameResult, Games};
use super::schedule::{self, GameId};
use super::sources::{Gathered, ResultSources};
use super::sprt::{self, Decision, Tested};
use super::standings::{self, Extra, Ranked, TieBreak};
use super::tally::{self, GameTally};
use crate::text::hex;

/// How many moments a history has at most.
const MOMENTS: usize = 24;
/// The most bots whose ratings are followed.
const MOST_FOLLOWED: usize = 64;

/// How to make a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// How many repetitions the intervals use.
    pub resamples: usize,
    /// The seed of their random weights.
    pub seed: u64,
    /// The test to run. Absent: the one in a journal's configuration, if any.
    pub sprt: Option<Hypotheses>,
    /// The two bots to test: the first is tested for being stronger. Absent: the games must be between two bots.
    pub sprt_bots: Option<[String; 2]>,
    /// Whether to list the games with transcripts; they take most of the memory.
    pub transcripts: bool,
    /// Whether to compare each bot with each other.
    pub matrix: bool,
    /// The bot whose rating is set. Absent: the mean of each group is 1500.
    pub anchor: Option<Anchor>,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted {
            resamples: RESAMPLES,
            seed: 1,
            sprt: None,
            sprt_bots: None,
            transcripts: false,
            matrix: false,
            anchor: None,
        }
    }
}

/// A competition.
///
/// ```
/// use referee::matches::{NotPlayed, Tournament};
///
/// let tournament = Tournament::read(
///     r#"
///     game = "wigwam"
///     players = 2
///     format = "round-robin"
///     blocks = 1
///     bots = [{ name = "a", command = "@random" }, { name = "b", command = "@random" }]
///     "#,
/// )?;
/// let results = tournament.due(&[]).iter().map(|game| tournament.play(game)).collect::<Result<Vec<_>, _>>()?;
/// let standings = tournament.standings(&results)?;
/// assert_eq!(standings.games, 2);
/// // A table for terminals, and the same for other programs.
/// assert!(standings.text(Some(80)).contains("a") && standings.csv().lines().count() > 2);
/// # Ok::<(), NotPlayed>(())
/// ```
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Report {
    /// The game played; `None` if the results do not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Whether everything has been played; `None` without a schedule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// The declared settings; `None` without a journal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<Declared>,
    /// How many players sit at a table.
    pub players: usize,
    /// How many games count.
    pub games: usize,
    /// How many blocks they belong to.
    pub blocks: usize,
    /// How many games were called off and do not count.
    pub called_off: usize,
    /// The longest time for which the judge itself was stopped during a turn, in milliseconds.
    pub lag_ms: u64,
    /// The longest time for which it waited for a processor then, in milliseconds.
    pub queued_ms: u64,
    /// What has not been played, as far as a schedule or the blocks begun show.
    pub missing: Missing,
    /// Repeated results, which were not counted.
    pub duplicates: Vec<Duplicate>,
    /// How many games repeat an earlier one: the same play by the same bots on the same seats.
    pub repeated: usize,
    /// The declared chain of tie-breaks.
    pub tie_breaks: Vec<TieBreak>,
    /// The bots, the best first.
    pub standings: Vec<StandingsRow>,
    /// For each row and column, in the order of the standings: what the row's bot won against the column's.
    pub crosstable: Vec<Vec<Option<Cell>>>,
    /// The rounds that were paired by results; none in the other formats.
    pub rounds: Vec<RoundTold>,
    /// Whether a Swiss tournament ended before its last round, because no pairing without repeats was left.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ended_early: bool,
    /// The advantage of each seat; empty if most blocks lack games.
    pub seats: Vec<SeatScore>,
    /// Tables that alone connect two parts of a group. Few games then compare the parts.
    pub bridges: Vec<Bridge>,
    /// How much more the results of blocks scatter than those of independent games, as a ratio of variances.
    pub dispersion: f64,
    /// The bots' faults, in the order of the standings.
    pub faults: Vec<Faulted>,
    /// The test between two bots, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Tested>,
    /// For each row and column, in the order of the standings: how the row's bot compares with the column's; empty unless
    /// [`Wanted::matrix`]. `null`: they cannot be compared.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<Vec<Option<Compared>>>,
    /// The bot whose rating was set; absent: the mean of each group is 1500.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Anchor>,
    /// The days (UTC) on which the first and the last game ended; empty if the results do not say.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub played: Vec<String>,
    /// The ratings after parts of the games, in the order of the schedule; empty unless [`Wanted::transcripts`], for a
    /// journal of at most 64 bots.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Moment>,
    /// The games that have transcripts, if [`Wanted::transcripts`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub transcripts: Vec<GameTold>,
}

/// The ratings at some moment.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Moment {
    /// How many games had been played.
    pub games: usize,
    /// For each row of the standings its rating then; `null` for a bot that had not played, or could not be compared with
    /// most of those that had.
    pub elo: Vec<Option<f64>>,
}

/// The declared settings of a tournament.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Declared {
    /// Its title; absent: it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
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
    /// The SHA-256 of the tournament's secret seed, which is in its journal.
    pub seed_sha256: String,
    /// Whether bots could remember the luck of one game of a block for the next.
    pub luck_can_be_remembered: bool,
    /// What was added later, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extended: Vec<Extended>,
}

/// What was added to a tournament after it had begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Extended {
    /// How many games had ended by then.
    pub games: usize,
    /// What was added, in words.
    pub what: String,
}

impl Declared {
    fn of(opening: &Opening, ledger: &Ledger) -> Declared {
        let config = &opening.config;
        let told = |(extension, games): &(Extension, usize)| Extended { games: *games, what: extension.words() };
        Declared {
            title: config.title.clone(),
            format: config.format,
            options: config.options.clone(),
            edition: config.edition.clone(),
            edition_sha256: opening.edition_sha256.clone(),
            clock: config.clock.unwrap_or_default(),
            on_illegal: config.on_illegal,
            config_sha256: opening.config_sha256.clone(),
            seed_sha256: hex(&Sha256::digest(opening.seed.0)),
            luck_can_be_remembered: opening.luck_can_be_remembered,
            extended: ledger.extensions.iter().map(told).collect(),
        }
    }
}

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoReport {
    /// The games do not make a competition.
    Games(String),
    /// The test does not fit these bots.
    Test(String),
    /// There is no such bot to anchor.
    Anchor(String),
}

impl From<String> for NoReport {
    fn from(message: String) -> NoReport {
        NoReport::Games(message)
    }
}

impl fmt::Display for NoReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (NoReport::Games(message) | NoReport::Test(message) | NoReport::Anchor(message)) = self;
        f.write_str(message)
    }
}

fn rounded(value: f64, decimals: i32) -> f64 {
    let unit = 10_f64.powi(decimals);
    (value * unit).round() / unit
}

/// The report of a journal.
pub fn of_journal(ledger: &Ledger, wanted: &Wanted) -> Result<Report, NoReport> {
    let (Some(opening), Some(stages)) = (&ledger.opening, &ledger.stages) else {
        return Err("the journal is empty".to_owned().into());
    };
    let config = stages.latest();
    let tally = GameTally::new(&config.names(), ledger.games.values().map(Box::as_ref))?;
    let mut extra = Extra::default();
    let mut missing = Missing::default();
    let mut told = Vec::new();
    let complete = if config.format.is_fixed() {
        let ids = schedule::fixed(config).flat_map(|block| block.games().map(|(id, _)| id).collect::<Vec<_>>());
        missing = Missing::of(ids, &ledger.games);
        missing.games == 0
    } else {
        let course = course(stages, opening.seed, &ledger.games);
        if let Some(nth) = ledger.mispaired(&course).find(|nth| *nth < course.rounds.len()) {
            return Err(ledger.pairing_fault(nth).to_string().into());
        }
        let mut byes = vec![0; config.bots.len()];
        if config.format == Format::Swiss {
            course.rounds.iter().flat_map(|round| &round.byes).for_each(|bot| byes[*bot] += 1);
        }
        told = rounds::told(&course, &config.names(), (2 * (u64::from(config.players) - 1)).max(1));
        let Course { bye_games, missed_games, reached, third, over, .. } = course;
        extra = Extra { byes, bye_games, missed_games, reached, third, by_rating: config.format == Format::Ladder };
        over
    };
    let wanted = Wanted { sprt: wanted.sprt.or(config.sprt), ..wanted.clone() };
    let played = Basis {
        tally: &tally,
        extra: &extra,
        tie_breaks: &config.tie_breaks,
        duplicates: &ledger.duplicates,
        games: &[&ledger.games],
    };
    let mut report = make(&played, &wanted)?;
    report.game = Some(config.game.clone());
    report.declared = Some(Declared::of(opening, ledger));
    let decided = report.sprt.as_ref().is_some_and(|verdict| verdict.sprt.decision != Decision::Open);
    // A ladder without a budget is never complete.
    let endless = config.format == Format::Ladder && config.budget.is_none();
    report.complete = (!endless).then_some(complete || decided);
    report.missing = if decided { Missing::default() } else { missing };
    report.players = config.players.into();
    // The winner of the last round reached no later one.
    for row in report.standings.iter_mut().filter(|_| complete) {
        row.round = row.round.map(|round| round.min(told.len() as u32));
        if row.rank == 2 && row.separated_by == Some("round") {
            row.separated_by = Some("final");
        }
    }
    report.rounds = told;
    if wanted.transcripts && config.bots.len() <= MOST_FOLLOWED {
        report.history = history(&ledger.games, &config.names(), &report.standings, wanted.anchor.as_ref())?;
    }
    report.ended_early = complete && config.rounds.is_some_and(|rounds| report.rounds.len() < rounds as usize);
    Ok(report)
}

/// The report of results from any source. The names come from the games; byes and rounds are unknown. If the plan is
/// given, missing games and bots without games are known, and every result is checked against its plan.
pub fn of_sources(sources: ResultSources, tie_breaks: &[TieBreak], wanted: &Wanted) -> Result<Report, NoReport> {
    let Gathered { games, duplicates, names, game, plan } = sources.gather()?;
    let all: Vec<&Games> = games.values().collect();
    let numbered = (0..).zip(&all).flat_map(|(of, games)| games.values().map(move |game| (of, &**game)));
    let tally = GameTally::of(&Vec::from_iter(names), numbered)?;
    let extra = Extra::default();
    let played = Basis { tally: &tally, extra: &extra, tie_breaks, duplicates: &duplicates, games: &all };
    let mut report = make(&played, wanted)?;
    let none = Games::new();
    let names = plan.iter().flat_map(|plan| plan.keys().map(|key| key.0)).chain(games.keys().copied());
    for name in names.collect::<BTreeSet<_>>() {
        let games = games.get(&name).unwrap_or(&none);
        let missing = plan.as_ref().map_or_else(
            || Missing::betrayed(games),
            |plan| Missing::of(plan.keys().filter(|key| key.0 == name).map(|key| key.1), games),
        );
        report.missing.games += missing.games;
        report.missing.blocks += missing.blocks;
    }
    report.complete = plan.map(|_| report.missing.games == 0);
    report.game = game;
    Ok(report)
}

/// What a report is made from.
struct Basis<'a> {
    tally: &'a GameTally,
    extra: &'a Extra,
    tie_breaks: &'a [TieBreak],
    duplicates: &'a [Duplicate],
    games: &'a [&'a Games],
}

/// The games of all competitions.
fn all<'a>(games: &[&'a Games]) -> impl Iterator<Item = &'a GameResult> {
    games.iter().flat_map(|games| games.values()).map(Box::as_ref)
}

fn make(played: &Basis<'_>, wanted: &Wanted) -> Result<Report, NoReport> {
    let Basis { tally, extra, tie_breaks, duplicates, games } = *played;
    let test = |test| sprt::test(test, wanted.sprt_bots.as_ref(), &tally.names, games);
    let sprt = wanted.sprt.map(test).transpose().map_err(NoReport::Test)?;
    let ratings = rate(tally, wanted)?;
    let ranked = rank(played, &ratings);
    let order: Vec<usize> = ranked.iter().map(|row| row.bot).collect();
    Ok(Report {
        players: tally.players,
        games: tally.games.len(),
        blocks: tally.blocks().len(),
        called_off: tally.called_off.len(),
        lag_ms: all(games).map(|game| game.lag_ms).max().unwrap_or_default(),
        queued_ms: all(games).map(|game| game.queued_ms).max().unwrap_or_default(),
        duplicates: duplicates.to_vec(),
        repeated: repeated(games),
        tie_breaks: tie_breaks.to_vec(),
        standings: rows(tally, extra, &ratings, &ranked),
        crosstable: crossed(&order, |a, b| met(tally, a, b)),
        seats: seats(tally, &ratings.seats),
        bridges: ratings.bridges.clone(),
        dispersion: rounded(ratings.dispersion, 3),
        faults: faults(games, order.iter().map(|bot| &*tally.names[*bot])),
        sprt,
        differences: if wanted.matrix { crossed(&order, |a, b| compared(tally, &ratings, a, b)) } else { Vec::new() },
        anchor: wanted.anchor.clone(),
        played: days(games),
        transcripts: all(games).filter(|_| wanted.transcripts).filter_map(GameTold::of).collect(),
        ..Report::default()
    })
}

/// The ratings, beside that of the anchor if there is one.
fn rate(tally: &GameTally, wanted: &Wanted) -> Result<Ratings, NoReport> {
    let mut ratings = ratings::rate(tally, wanted.resamples, wanted.seed);
    if let Some(Anchor { bot, elo }) = &wanted.anchor {
        let at = tally.names.iter().position(|name| name == bot).filter(|at| tally.deeds[*at].games > 0);
        let at = at.ok_or_else(|| NoReport::Anchor(format!("no bot `{bot}` has played a game that counts")))?;
        ratings.anchor(at, *elo);
    }
    Ok(ratings)
}

fn rank(Basis { tally, extra, tie_breaks, .. }: &Basis<'_>, ratings: &Ratings) -> Vec<Ranked> {
    let rated = |bot: usize| (tally.deeds[bot].games > 0).then_some(ratings.bots[bot].elo);
    let by_rating = extra.by_rating.then(|| (0..tally.names.len()).map(rated).collect::<Vec<_>>());
    standings::rank(tally, extra, by_rating.as_deref(), tie_breaks)
}

/// The rows of the standings.
fn rows(tally: &GameTally, extra: &Extra, ratings: &Ratings, ranked: &[Ranked]) -> Vec<StandingsRow> {
    let played = (0..tally.names.len()).filter(|bot| tally.deeds[*bot].games > 0);
    let several = played.map(|bot| ratings.bots[bot].group).collect::<BTreeSet<usize>>().len() > 1;
    let (scores, most) = (standings::scores(tally, extra), tally.most_points() as f64);
    let row = |ranked: &Ranked| {
        let bot = ranked.bot;
        let (deeds, rating, (points, games)) = (&tally.deeds[bot], &ratings.bots[bot], scores[bot]);
        let rated = |elo: f64| (deeds.games > 0).then(|| rounded(elo, 1));
        StandingsRow {
            rank: ranked.rank,
            bot: tally.names[bot].clone(),
            score: rounded(points as f64 / most / games.max(1) as f64, 4),
            points: rounded(points as f64 / most, 4),
            games,
            bye_games: extra.bye_games.get(bot).copied().unwrap_or_default(),
            missed_games: extra.missed_games.get(bot).copied().unwrap_or_default(),
            wins: deeds.wins,
            round: extra.reached.get(bot).copied(),
            separated_by: ranked.separated_by,
            tie_break_values: ranked.values.iter().map(|value| value.map(|value| rounded(value, 4))).collect(),
            elo: rated(rating.elo),
            elo_low: rated(rating.low),
            elo_high: rated(rating.high),
            blocks: rating.blocks,
            group: (several && deeds.games > 0).then_some(rating.group + 1),
            faults: deeds.faults.iter().map(|(cause, times)| (cause.name(), *times)).collect(),
            legality: deeds.attempts.legality(deeds.moves).map(|share| rounded(share, 4)),
            attempts: deeds.attempts.clone(),
            mean_ms: (deeds.moves > 0).then(|| rounded(deeds.think_us as f64 / 1000.0 / deeds.moves as f64, 3)),
        }
    };
    ranked.iter().map(row).collect()
}

/// A cell for each row and column.
fn crossed<T>(order: &[usize], cell: impl Fn(usize, usize) -> T) -> Vec<Vec<T>> {
    order.iter().map(|a| order.iter().map(|b| cell(*a, *b)).collect()).collect()
}

/// What one bot won against another, if they met.
fn met(tally: &GameTally, a: usize, b: usize) -> Option<Cell> {
    let games = tally.met[a][b];
    (games > 0).then(|| Cell { score: rounded(tally.won[a][b] as f64 / 2.0 / games as f64, 4), games })
}

/// How one bot compares with another, if both have played.
fn compared(tally: &GameTally, ratings: &Ratings, a: usize, b: usize) -> Option<Compared> {
    let played = [a, b].iter().all(|bot| tally.deeds[*bot].games > 0);
    ratings.difference(a, b).filter(|_| played).map(|by| Compared {
        elo: rounded(by.elo, 1),
        elo_low: rounded(by.low, 1),
        elo_high: rounded(by.high, 1),
        superior: rounded(by.superior, 4),
    })
}

/// The days on which the first and the last game ended.
fn days(games: &[&Games]) -> Vec<String> {
    let ended = || all(games).filter_map(|game| game.ended);
    ended().min().into_iter().chain(ended().max()).map(crate::text::day).collect()
}

/// The ratings after each of some parts of the games.
fn history(
    games: &Games,
    names: &[String],
    rows: &[StandingsRow],
    anchor: Option<&Anchor>,
) -> Result<Vec<Moment>, String> {
    let mut order: Vec<&GameResult> = games.values().map(Box::as_ref).filter(|game| game.places.is_some()).collect();
    // The first blocks of all tables come first, as they are played.
    order.sort_by_key(|game| {
        let GameId { block, game } = game.game_id;
        (block.round, block.block, block.table, game)
    });
    let parts = MOMENTS.min(order.len());
    let place = |row: &StandingsRow| names.iter().position(|name| *name == row.bot);
    let places: Vec<Option<usize>> = rows.iter().map(place).collect();
    let anchor = anchor.and_then(|anchor| Some((names.iter().position(|name| *name == anchor.bot)?, anchor.elo)));
    let moment = |part: usize| {
        let games = order.len() * part / parts;
        let tally = GameTally::new(names, order[..games].iter().copied())?;
        let mut ratings = ratings::rate(&tally, 0, 1);
        if let Some((bot, elo)) = anchor.filter(|(bot, _)| tally.deeds[*bot].games > 0) {
            ratings.anchor(bot, elo);
        }
        // The largest group, or the first of these.
        let group = |bot: usize| (tally.deeds[bot].games > 0).then_some(ratings.bots[bot].group);
        let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
        (0..names.len()).filter_map(group).for_each(|group| *sizes.entry(group).or_default() += 1);
        let largest =
            sizes.iter().max_by_key(|(group, size)| (**size, std::cmp::Reverse(**group))).map(|(group, _)| *group);
        let most = sizes.values().max().is_some_and(|size| 2 * size > (0..names.len()).filter_map(group).count());
        let elo = |bot: usize| (most && group(bot) == largest).then_some(rounded(ratings.bots[bot].elo, 1));
        Ok(Moment { games, elo: places.iter().map(|bot| bot.and_then(elo)).collect() })
    };
    (1..=parts).map(moment).collect()
}

/// The advantage of each seat, and the scores made there.
fn seats(counted: &GameTally, seats: &[[f64; 3]]) -> Vec<SeatScore> {
    let mut won = vec![0; seats.len()];
    for game in &counted.games {
        won.iter_mut().enumerate().for_each(|(seat, won)| *won += tally::points(&game.places, seat));
    }
    let most = counted.most_points() as f64 * counted.games.len().max(1) as f64;
    let seat = |(won, elo): (&u64, &[f64; 3])| {
        let [elo, elo_low, elo_high] = elo.map(|elo| rounded(elo, 1));
        SeatScore { score: rounded(*won as f64 / most, 4), elo, elo_low, elo_high }
    };
    won.iter().zip(seats).map(seat).collect()
}

/// The bots' faults in games that count.
fn faults<'a>(games: &[&Games], bots: impl Iterator<Item = &'a str>) -> Vec<Faulted> {
    let mut found: BTreeMap<(&str, Cause), Faulted> = BTreeMap::new();
    for game in all(games).filter(|game| game.places.is_some()) {
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

/// How many counted games repeat an earlier one.
fn repeated(games: &[&Games]) -> usize {
    let mut seen = BTreeSet::new();
    let counted = all(games).filter(|game| game.places.is_some());
    let known = counted.filter_map(|game| Some((&game.bots, game.play?.0)));
    known.filter(|play| !seen.insert(*play)).count()
}

mod bracket;
mod forms;
mod parts;
mod rounds;
pub use forms::FaultTold;
pub use parts::{Anchor, Cell, Compared, Faulted, GameTold, Missing, SeatScore, StandingsRow};
pub use rounds::{Grouped, RoundTold, Seated, TableTold, group_in_words};
#[cfg(test)]
mod tests;
