//! Who plays whom: a pure function of the configuration and the results so far. A resumed tournament computes the
//! same schedule and skips the games already played.
//!
//! A **table** is a set of bots that meet. It plays **blocks**: one seed with all rotations of the seats, so that
//! seat and luck cancel out. The block is the unit of statistics. With three seats or more, the turn order matters
//! too. So the blocks of a table go through the circular orders of its bots, each once in (players - 1)! blocks.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::config::{Config, Format, MAX_GAMES};
use super::extension::Stages;
use super::record::Games;
use super::tally::points;
use super::{groups, knockout, ladder, swiss};
use crate::commitment::Bits128;
use crate::strict::Malformed;

/// The name of a block: round, table of the round and block of the table, each from 1, written `r1t2b3`.
#[derive(Copy, Clone, Default, Eq, PartialEq, Ord, PartialOrd, Debug)]
#[allow(missing_docs, reason = "said above")]
pub struct BlockId {
    pub round: u32,
    pub table: u32,
    pub block: u32,
}

/// The name of a game: its block and its number there, from 1, written `r1t2b3g1`.
#[derive(Copy, Clone, Default, Eq, PartialEq, Ord, PartialOrd, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct GameId {
    /// The block.
    pub block: BlockId,
    /// The game's number in it, from 1 to the number of players.
    pub game: u8,
}

impl fmt::Display for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}t{}b{}", self.round, self.table, self.block)
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}g{}", self.block, self.game)
    }
}

impl FromStr for GameId {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<GameId, Malformed> {
        let parse = || {
            let (round, rest) = text.strip_prefix('r')?.split_once('t')?;
            let (table, rest) = rest.split_once('b')?;
            let (block, game) = rest.split_once('g')?;
            let [round, table, block] = [round, table, block].map(|number| number.parse().ok());
            let block = BlockId { round: round?, table: table?, block: block? };
            Some(GameId { block, game: game.parse().ok()? })
        };
        // One game has one name: no leading zeros or signs.
        parse()
            .filter(|id| id.to_string() == text)
            .ok_or_else(|| Malformed::new(format!("`{text}` is not a game id such as r1t2b3g1")))
    }
}

crate::as_text!(GameId);

/// The games of one seed; bots are numbered as in the configuration.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Block {
    /// Its name, which determines its seed.
    pub id: BlockId,
    /// The bots in the turn order of the first game.
    pub order: Vec<usize>,
}

impl Block {
    /// A block of a table with these bots; `block` counts from 1.
    pub(super) fn new(round: u32, table: u32, block: u32, bots: &[usize]) -> Block {
        // Tables and rounds begin with different orders, so that a few blocks do not favour one order.
        let index = (u64::from(block) + u64::from(table) + u64::from(round) - 3) % 24;
        Block { id: BlockId { round, table, block }, order: circular_order(bots, index as u32) }
    }

    /// The range of possible ids of its games.
    pub fn ids(block: BlockId) -> RangeInclusive<GameId> {
        GameId { block, game: 0 }..=GameId { block, game: u8::MAX }
    }

    /// Its games, each with the bots by seat: game `g` moves every bot `g` seats further than the first game.
    pub fn games(&self) -> impl Iterator<Item = (GameId, Vec<usize>)> {
        (0..self.order.len()).map(|turned| {
            let mut seats = self.order.clone();
            seats.rotate_right(turned);
            (GameId { block: self.id, game: turned as u8 + 1 }, seats)
        })
    }
}

/// The `index`-th circular order of bots; the first bot stays in place.
fn circular_order(bots: &[usize], index: u32) -> Vec<usize> {
    let mut rest = bots.to_vec();
    let mut order: Vec<usize> = rest.drain(..rest.len().min(1)).collect();
    let mut index = index as usize;
    while !rest.is_empty() {
        order.push(rest.remove(index % rest.len()));
        index /= rest.len() + 1;
    }
    order
}

/// The tables of one round.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Round {
    /// The bots of each table, in the order of the tables' numbers.
    pub tables: Vec<Vec<usize>>,
    /// The bots that sit out and stay in the tournament.
    pub byes: Vec<usize>,
}

/// The games that have ended, in any representation.
pub trait Results {
    /// The places of a game by seat: `None` if it has not ended, `Some(None)` if it was called off.
    fn places(&self, id: GameId) -> Option<Option<&[u8]>>;
}

impl Results for Games {
    fn places(&self, id: GameId) -> Option<Option<&[u8]>> {
        self.get(&id).map(|game| game.places.as_deref())
    }
}

/// Places alone, for simulated tournaments.
impl Results for BTreeMap<GameId, Option<Vec<u8>>> {
    fn places(&self, id: GameId) -> Option<Option<&[u8]>> {
        self.get(&id).map(Option::as_deref)
    }
}

/// The scheduler's next step.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Scheduled {
    /// A round begins: its number, from 1, and the pairing. Only in formats paired by results.
    Round(u32, Round),
    /// Play this block.
    Block(Block),
    /// Wait until the games in progress have ended.
    Wait,
    /// The tournament is over.
    Over,
}

/// Checks that the numbers of a configuration fit together; the error says what does not.
pub fn fits(config: &Config) -> Result<(), String> {
    match config.format {
        Format::RoundRobin | Format::Gauntlet | Format::Ladder => {}
        Format::Swiss => swiss::fits(config)?,
        Format::Knockout => knockout::fits(config)?,
        Format::Groups => groups::fits(config)?,
    }
    let games = most_games(config);
    if games > MAX_GAMES { Err(format!("{games} games are too many; at most {MAX_GAMES} are allowed")) } else { Ok(()) }
}

/// The number of games in a tournament. For a knockout it is an upper bound, without the extra blocks of tied tables;
/// for a ladder it is the budget.
pub fn most_games(config: &Config) -> u64 {
    if config.format == Format::Ladder {
        return config.budget.unwrap_or(MAX_GAMES);
    }
    let (bots, players) = (config.bots.len() as u64, u64::from(config.players));
    let tables = match config.format {
        Format::RoundRobin => choose(bots, players),
        Format::Gauntlet => choose(bots - 1, players - 1),
        Format::Swiss => bots / players * u64::from(config.rounds.unwrap_or(1)),
        Format::Groups => {
            let of_group = |group: &Vec<usize>| choose(group.len() as u64, players);
            groups::groups(config).iter().map(of_group).sum::<u64>() + groups::advancing(config) as u64
        }
        Format::Knockout | Format::Ladder => bots,
    };
    tables.saturating_mul(players).saturating_mul(config.blocks.into())
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1))
}

/// Every subset of `size` numbers below `to`, once each, by the largest number, then by the second largest, and so on
/// (colexicographic order). So larger numbers only add subsets at the end.
pub(super) fn subsets(to: usize, size: usize) -> impl Iterator<Item = Vec<usize>> + Send {
    let first = (size <= to).then(|| (0..size).collect::<Vec<_>>());
    std::iter::successors(first, move |last| {
        let at = (0..size).find(|at| last[*at] + 1 < last.get(at + 1).copied().unwrap_or(to))?;
        let mut next = last.clone();
        next[at] += 1;
        next[..at].iter_mut().enumerate().for_each(|(number, bot)| *bot = number);
        Some(next)
    })
}

/// The tables of a format whose pairings are known from the start. A bot that joins late has the last tables, so the
/// others keep their numbers.
fn fixed_tables(format: Format, bots: usize, players: usize) -> Box<dyn Iterator<Item = Vec<usize>> + Send> {
    if format == Format::Gauntlet {
        let seated = |others: Vec<usize>| std::iter::once(0).chain(others.into_iter().map(|bot| bot + 1)).collect();
        return Box::new(subsets(bots - 1, players - 1).map(seated));
    }
    Box::new(subsets(bots, players))
}

/// The bots at a table, from 1, in such a format; `None` if there is no such table.
pub(super) fn fixed_table(config: &Config, table: u32) -> Option<Vec<usize>> {
    let is_gauntlet = config.format == Format::Gauntlet;
    let (bots, players) = (config.bots.len(), usize::from(config.players));
    let (to, size) = if is_gauntlet { (bots - 1, players - 1) } else { (bots, players) };
    let mut index = u64::from(table.checked_sub(1)?);
    if index >= choose(to as u64, size as u64) {
        return None;
    }
    // The largest member is the greatest number whose smaller subsets all come before; likewise the rest.
    let mut seated = Vec::with_capacity(players);
    for size in (1..=size).rev() {
        let bot = (0..to).rfind(|bot| choose(*bot as u64, size as u64) <= index)?;
        index -= choose(bot as u64, size as u64);
        seated.push(bot + usize::from(is_gauntlet));
    }
    seated.extend(is_gauntlet.then_some(0));
    seated.reverse();
    Some(seated)
}

/// Every block of a round-robin or gauntlet: the first block of every table, then the second, and so on. A tournament
/// that stops early has then played a balanced part. Tables of bots that have left are passed over.
pub fn fixed(config: &Config) -> impl Iterator<Item = Block> + Send + use<> {
    let (format, bots, players) = (config.format, config.bots.len(), usize::from(config.players));
    let is_active: Arc<[bool]> = (0..bots).map(|bot| config.is_active(bot)).collect();
    (1..=config.blocks).flat_map(move |block| {
        let is_active = Arc::clone(&is_active);
        let tables = (1..).zip(fixed_tables(format, bots, players));
        let tables = tables.filter(move |(_, bots)| bots.iter().all(|bot| is_active[*bot]));
        tables.map(move |(table, bots)| Block::new(1, table, block, &bots))
    })
}

/// A round and the blocks given to its tables.
#[derive(Clone, Debug, Default)]
pub(super) struct PlayedRound {
    pub(super) round: Round,
    /// How many blocks each table was given.
    pub(super) blocks: Vec<u32>,
    /// How many of them were planned when the round began.
    pub(super) planned: u32,
}

impl PlayedRound {
    /// What every bot of a table has won there, in half points per opponent (see [`points`]).
    pub(super) fn points(&self, number: u32, table: usize, results: &dyn Results) -> Vec<(usize, u64)> {
        let bots = &self.round.tables[table];
        let mut won: Vec<(usize, u64)> = bots.iter().map(|bot| (*bot, 0)).collect();
        for (id, seats) in self.games(number, table) {
            if let Some(Some(places)) = results.places(id) {
                for (seat, bot) in seats.iter().enumerate() {
                    if let Some((_, sum)) = won.iter_mut().find(|(other, _)| other == bot) {
                        *sum += points(places, seat);
                    }
                }
            }
        }
        won
    }

    pub(super) fn games(&self, number: u32, table: usize) -> impl Iterator<Item = (GameId, Vec<usize>)> {
        let bots = &self.round.tables[table];
        (1..=self.blocks[table])
            .flat_map(move |block| Block::new(number, table as u32 + 1, block, bots).games().collect::<Vec<_>>())
    }
}

/// Hands out the blocks of a tournament one by one.
pub struct Scheduler {
    /// The configurations in force.
    pub(super) stages: Stages,
    /// The source of lots.
    secret: Bits128,
    /// The blocks ready to play.
    ready: Box<dyn Iterator<Item = Block> + Send>,
    /// The rounds so far; empty if all pairings are known from the start.
    pub(super) played: Vec<PlayedRound>,
}

impl Scheduler {
    /// Begins or resumes a tournament; lots come from its secret.
    pub fn new(stages: impl Into<Stages>, secret: Bits128) -> Scheduler {
        let stages = stages.into();
        let config = stages.latest();
        let ready: Box<dyn Iterator<Item = Block> + Send> =
            if config.format.is_fixed() { Box::new(fixed(config)) } else { Box::new(std::iter::empty()) };
        Scheduler { stages, secret, ready, played: Vec::new() }
    }

    /// Goes on after bots have left.
    pub fn withdraw(&mut self, stages: impl Into<Stages>) {
        self.stages = stages.into();
    }

    /// The next step, given all results so far. It never repeats a step. Later results do not change earlier steps,
    /// as long as the results of finished rounds stay the same.
    pub fn next(&mut self, results: &dyn Results) -> Scheduled {
        let now = self.stages.latest();
        let is_fixed = now.format.is_fixed();
        // Bots may have left since the blocks were listed.
        if let Some(block) = self.ready.find(|block| !is_fixed || block.order.iter().all(|bot| now.is_active(*bot))) {
            return Scheduled::Block(block);
        }
        if is_fixed {
            return Scheduled::Over;
        }
        let number = self.played.len() as u32;
        if let Some(last) = self.played.last_mut() {
            let all_in = |table| last.games(number, table).all(|(id, _)| results.places(id).is_some());
            if !(0..last.round.tables.len()).all(all_in) {
                return Scheduled::Wait;
            }
            if knockout::eliminates(now, number) {
                let more = |table: &usize| {
                    let extra = last.blocks[*table] - last.planned;
                    extra < knockout::EXTRA_BLOCKS && knockout::is_tied(&last.points(number, *table, results))
                };
                let tied: Vec<usize> = (0..last.round.tables.len()).filter(more).collect();
                let mut again = Vec::new();
                for table in tied {
                    last.blocks[table] += 1;
                    again.push(Block::new(number, table as u32 + 1, last.blocks[table], &last.round.tables[table]));
                }
                if let Some(first) = (!again.is_empty()).then(|| again.remove(0)) {
                    self.ready = Box::new(again.into_iter());
                    return Scheduled::Block(first);
                }
            }
        }
        let Some(round) = self.paired(results) else { return Scheduled::Over };
        let (number, blocks, tables) = (number + 1, self.stages.after(number).blocks, round.tables.clone());
        self.played.push(PlayedRound { round: round.clone(), blocks: vec![blocks; tables.len()], planned: blocks });
        self.ready = Box::new((1..=blocks).flat_map(move |block| {
            (1..).zip(&tables).map(|(table, bots)| Block::new(number, table, block, bots)).collect::<Vec<_>>()
        }));
        Scheduled::Round(number, round)
    }

    /// Takes every step that these results allow, and passes on the blocks; returns whether the tournament is over.
    pub fn follow(&mut self, results: &dyn Results, mut play: impl FnMut(Block)) -> bool {
        loop {
            match self.next(results) {
                Scheduled::Round(..) => {}
                Scheduled::Block(block) => play(block),
                Scheduled::Wait => return false,
                Scheduled::Over => return true,
            }
        }
    }

    /// The pairing of the next round; `None` if there is none.
    fn paired(&self, results: &dyn Results) -> Option<Round> {
        let number = self.played.len() as u32;
        let config = self.stages.after(number);
        match config.format {
            Format::Swiss if number < config.rounds.unwrap_or(1) => {
                swiss::pair(config, self.secret, &self.played, results)
            }
            Format::Groups if number == 0 => Some(groups::first(config)),
            Format::Knockout | Format::Groups => {
                let left = self.left(number, results);
                let mut round = (left.len() > 1).then(|| knockout::pair(&left, config.players.into()))?;
                if config.format == Format::Groups && number == 1 {
                    groups::part(config, &mut round);
                }
                let seeds = knockout::seeds(self.stages.after(1), &self.played, results);
                round.tables.extend(knockout::semi_finalists(config, (&left, &seeds), &self.played));
                Some(round)
            }
            Format::Ladder => ladder::pair(config, &self.played, results),
            _ => None,
        }
    }

    /// The bots still in a knockout after this many rounds.
    pub(super) fn left(&self, rounds: u32, results: &dyn Results) -> Vec<usize> {
        let config = self.stages.after(rounds);
        knockout::left(config, &self.played[..rounds as usize], results)
    }
}

/// The half points of a bot that beats all opponents in each game of a block.
pub(super) fn points_per_block(players: u8) -> u64 {
    2 * (u64::from(players) - 1) * u64::from(players)
}

#[cfg(test)]
pub(super) mod tests;
