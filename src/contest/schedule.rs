//! Who plays whom: a pure function of the configuration and the results so far. A resumed tournament computes the
//! same schedule and skips the games already played.
//!
//! A **table** is a set of bots that meet. It plays **blocks**: one seed with all rotations of the seats, so that
//! seat and luck cancel out. The block is the unit of statistics. With three seats or more, the turn order matters
//! too. So the blocks of a table go through the circular orders of its bots, each once in (players - 1)! blocks.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::config::{Config, FirstRound, Format, MAX_GAMES};
use super::record::Games;
use super::tally::points;
use super::{knockout, swiss};
use crate::commitment::Bits128;

/// The name of a block: round, table of the round and block of the table, each from 1, written `r1t2b3`.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
#[allow(missing_docs, reason = "said above")]
pub struct BlockId {
    pub round: u32,
    pub table: u32,
    pub block: u32,
}

/// The name of a game: its block and its number there, from 1, written `r1t2b3g1`.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Serialize, Deserialize, JsonSchema)]
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
    type Err = String;
    fn from_str(text: &str) -> Result<GameId, String> {
        let parse = || {
            let (round, rest) = text.strip_prefix('r')?.split_once('t')?;
            let (table, rest) = rest.split_once('b')?;
            let (block, game) = rest.split_once('g')?;
            let [round, table, block] = [round, table, block].map(|number| number.parse().ok());
            let block = BlockId { round: round?, table: table?, block: block? };
            Some(GameId { block, game: game.parse().ok()? })
        };
        // One game has one name: no leading zeros or signs.
        parse().filter(|id| id.to_string() == text).ok_or_else(|| format!("`{text}` is not a game id such as r1t2b3g1"))
    }
}

impl From<GameId> for String {
    fn from(id: GameId) -> String {
        id.to_string()
    }
}

impl TryFrom<String> for GameId {
    type Error = String;
    fn try_from(text: String) -> Result<GameId, String> {
        text.parse()
    }
}

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
    #[must_use]
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
pub enum Next {
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
        Format::RoundRobin | Format::Gauntlet => {}
        Format::Swiss => swiss::fits(config)?,
        Format::Knockout => knockout::fits(config)?,
    }
    let games = most_games(config);
    if games > MAX_GAMES { Err(format!("{games} games are too many; at most {MAX_GAMES} are allowed")) } else { Ok(()) }
}

/// The number of games in a tournament. For a knockout it is an upper bound, without the extra blocks of tied tables.
#[must_use]
pub fn most_games(config: &Config) -> u64 {
    let (bots, players) = (config.bots.len() as u64, u64::from(config.players));
    let tables = match config.format {
        Format::RoundRobin => choose(bots, players),
        Format::Gauntlet => choose(bots - 1, players - 1),
        Format::Swiss => bots / players * u64::from(config.rounds.unwrap_or(1)),
        Format::Knockout => bots,
    };
    tables.saturating_mul(players).saturating_mul(config.blocks.into())
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1))
}

/// Every subset of `size` numbers in `from..to`, once each, in lexicographic order.
fn subsets(from: usize, to: usize, size: usize) -> impl Iterator<Item = Vec<usize>> + Send {
    let first = (from + size <= to).then(|| (from..from + size).collect::<Vec<_>>());
    std::iter::successors(first, move |last| {
        let at = (0..size).rfind(|i| last[*i] + size < to + *i)?;
        let mut next = last.clone();
        for (bot, value) in next[at..].iter_mut().zip(last[at] + 1..) {
            *bot = value;
        }
        Some(next)
    })
}

/// The tables of a format whose pairings are known from the start.
fn fixed_tables(format: Format, bots: usize, players: usize) -> Box<dyn Iterator<Item = Vec<usize>> + Send> {
    if format == Format::Gauntlet {
        return Box::new(subsets(1, bots, players - 1).map(|others| [vec![0], others].concat()));
    }
    Box::new(subsets(0, bots, players))
}

/// The bots at a table, from 1, in such a format; `None` if there is no such table.
pub(super) fn fixed_table(config: &Config, table: u32) -> Option<Vec<usize>> {
    let (bots, players) = (config.bots.len(), usize::from(config.players));
    let mut index = u64::from(table.checked_sub(1)?);
    let mut seated = if config.format == Format::Gauntlet { vec![0] } else { Vec::new() };
    for bot in seated.len()..bots {
        if seated.len() == players {
            break;
        }
        // This many tables include the bot; the tables without it follow.
        let with = choose((bots - bot - 1) as u64, (players - seated.len() - 1) as u64);
        if index < with {
            seated.push(bot);
        } else {
            index -= with;
        }
    }
    (seated.len() == players && index == 0).then_some(seated)
}

/// Every block of a round-robin or gauntlet: the first block of every table, then the second, and so on. A tournament
/// that stops early has then played a balanced part.
pub fn fixed(config: &Config) -> impl Iterator<Item = Block> + Send + use<> {
    let (format, bots, players) = (config.format, config.bots.len(), usize::from(config.players));
    (1..=config.blocks).flat_map(move |block| {
        (1..).zip(fixed_tables(format, bots, players)).map(move |(table, bots)| Block::new(1, table, block, &bots))
    })
}

/// A round and the blocks given to its tables.
#[derive(Clone, Debug, Default)]
pub(super) struct Played {
    pub(super) round: Round,
    /// How many blocks each table was given.
    blocks: Vec<u32>,
}

impl Played {
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

    fn games(&self, number: u32, table: usize) -> impl Iterator<Item = (GameId, Vec<usize>)> {
        let bots = &self.round.tables[table];
        (1..=self.blocks[table])
            .flat_map(move |block| Block::new(number, table as u32 + 1, block, bots).games().collect::<Vec<_>>())
    }
}

/// Hands out the blocks of a tournament one by one.
pub struct Scheduler {
    format: Format,
    bots: usize,
    players: usize,
    blocks: u32,
    swiss_rounds: u32,
    first_round: FirstRound,
    /// The source of lots.
    secret: Bits128,
    /// The blocks ready to play.
    ready: Box<dyn Iterator<Item = Block> + Send>,
    /// The rounds so far; empty if all pairings are known from the start.
    played: Vec<Played>,
}

impl Scheduler {
    /// Begins or resumes a tournament; lots come from its secret.
    #[must_use]
    pub fn new(config: &Config, secret: Bits128) -> Scheduler {
        let ready: Box<dyn Iterator<Item = Block> + Send> =
            if config.format.is_fixed() { Box::new(fixed(config)) } else { Box::new(std::iter::empty()) };
        Scheduler {
            format: config.format,
            bots: config.bots.len(),
            players: config.players.into(),
            blocks: config.blocks,
            swiss_rounds: config.rounds.unwrap_or(1),
            first_round: config.first_round.unwrap_or_default(),
            secret,
            ready,
            played: Vec::new(),
        }
    }

    /// The next step, given all results so far. It never repeats a step. Later results do not change earlier steps,
    /// as long as the results of finished rounds stay the same.
    pub fn next(&mut self, results: &dyn Results) -> Next {
        if let Some(block) = self.ready.next() {
            return Next::Block(block);
        }
        if self.format.is_fixed() {
            return Next::Over;
        }
        let number = self.played.len() as u32;
        if let Some(now) = self.played.last_mut() {
            let all_in = |table| now.games(number, table).all(|(id, _)| results.places(id).is_some());
            if !(0..now.round.tables.len()).all(all_in) {
                return Next::Wait;
            }
            if self.format == Format::Knockout {
                let more = |table: &usize| {
                    let extra = now.blocks[*table] - self.blocks;
                    extra < knockout::EXTRA_BLOCKS && knockout::is_tied(&now.points(number, *table, results))
                };
                let tied: Vec<usize> = (0..now.round.tables.len()).filter(more).collect();
                let mut again = Vec::new();
                for table in tied {
                    now.blocks[table] += 1;
                    again.push(Block::new(number, table as u32 + 1, now.blocks[table], &now.round.tables[table]));
                }
                if let Some(first) = (!again.is_empty()).then(|| again.remove(0)) {
                    self.ready = Box::new(again.into_iter());
                    return Next::Block(first);
                }
            }
        }
        let paired = match self.format {
            Format::Swiss if number == 0 => Some(swiss::first(self.bots, self.players, self.first_round, self.secret)),
            Format::Swiss if number < self.swiss_rounds => swiss::pair(
                self.bots,
                self.players,
                self.points_per_block() * u64::from(self.blocks),
                &self.played,
                results,
            ),
            Format::Knockout => {
                let left = knockout::left(self.bots, &self.played, results);
                (left.len() > 1).then(|| knockout::pair(&left, self.players))
            }
            _ => None,
        };
        let Some(round) = paired else { return Next::Over };
        let (number, blocks, tables) = (number + 1, self.blocks, round.tables.clone());
        self.played.push(Played { round: round.clone(), blocks: vec![blocks; tables.len()] });
        self.ready = Box::new((1..=blocks).flat_map(move |block| {
            let of_all: Vec<Block> =
                (1..).zip(&tables).map(|(table, bots)| Block::new(number, table, block, bots)).collect();
            of_all
        }));
        Next::Round(number, round)
    }

    /// The points of a bot that beats all opponents in each game of a block.
    fn points_per_block(&self) -> u64 {
        (2 * (self.players - 1) * self.players) as u64
    }
}

/// The result of a table.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Met {
    /// Its bots with what they won there, in half points per opponent.
    pub bots: Vec<(usize, u64)>,
    /// How many blocks it played.
    pub blocks: u32,
    /// How many games count.
    pub games: u32,
    /// The bot that goes on in a knockout, once known.
    pub winner: Option<usize>,
    /// Whether several bots lead on points, so that the order of the configuration decides.
    pub by_seed: bool,
}

/// The course of a tournament paired by results.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Course {
    /// The rounds that have begun.
    pub rounds: Vec<Round>,
    /// The results of each round's tables.
    pub tables: Vec<Vec<Met>>,
    /// For each bot of a knockout: the round in which it lost; the last round plus one for the winner; the current or
    /// next round for bots still in it. Empty in other formats.
    pub reached: Vec<u32>,
    /// Whether everything has been played.
    pub over: bool,
}

/// The games that a tournament hands out, as far as the results allow.
#[must_use]
pub fn given(config: &Config, secret: Bits128, results: &dyn Results) -> BTreeSet<GameId> {
    let mut scheduler = Scheduler::new(config, secret);
    let mut all = BTreeSet::new();
    loop {
        match scheduler.next(results) {
            Next::Round(..) => {}
            Next::Block(block) => all.extend(block.games().map(|(id, _)| id)),
            Next::Wait | Next::Over => return all,
        }
    }
}

/// Replays a Swiss or knockout tournament from its results.
#[must_use]
pub fn course(config: &Config, secret: Bits128, results: &dyn Results) -> Course {
    let mut scheduler = Scheduler::new(config, secret);
    let over = loop {
        match scheduler.next(results) {
            Next::Round(..) | Next::Block(_) => {}
            Next::Wait => break false,
            Next::Over => break true,
        }
    };
    let played = scheduler.played;
    let mut reached = Vec::new();
    if config.format == Format::Knockout {
        reached = vec![1; config.bots.len()];
        // The bots left after a round are known once the next one begins; after the last round, once the tournament
        // is over.
        for rounds in 1..=if over { played.len() } else { played.len().saturating_sub(1) } {
            for bot in knockout::left(config.bots.len(), &played[..rounds], results) {
                reached[bot] = rounds as u32 + 1;
            }
        }
    }
    let met = |number: usize, table: usize| {
        let (now, round) = (&played[number], number as u32 + 1);
        let bots = now.points(round, table, results);
        let games = now.games(round, table).filter(|(id, _)| results.places(*id).is_some_and(|told| told.is_some()));
        let decided = config.format == Format::Knockout && (over || number + 1 < played.len());
        Met {
            blocks: now.blocks[table],
            games: games.count() as u32,
            winner: if decided { knockout::winner(&bots) } else { None },
            by_seed: knockout::is_tied(&bots),
            bots,
        }
    };
    let of_round = |number: usize| (0..played[number].round.tables.len()).map(|table| met(number, table)).collect();
    let tables = (0..played.len()).map(of_round).collect();
    Course { rounds: played.into_iter().map(|played| played.round).collect(), tables, reached, over }
}

#[cfg(test)]
pub(super) mod tests;
