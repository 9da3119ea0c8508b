//! What a report consists of: rows, cells, seats, comparisons, faults and games.

use std::collections::BTreeMap;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

use super::super::config::is_usual;
use super::super::record::{Cause, GameResult, Games};
use super::super::schedule::GameId;
use crate::bots::attempts::Attempts;
use crate::strict::Malformed;

/// What has not been played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Missing {
    /// How many games.
    pub games: usize,
    /// How many blocks they belong to.
    pub blocks: usize,
}

impl Missing {
    /// The expected games that have not ended. The games of a block must follow one another.
    pub(super) fn of(expected: impl Iterator<Item = GameId>, games: &Games) -> Missing {
        let (mut missing, mut last) = (Missing::default(), None);
        for id in expected.filter(|id| !games.contains_key(id)) {
            missing.games += 1;
            missing.blocks += usize::from(last.replace(id.block) != Some(id.block));
        }
        missing
    }

    /// The missing games that results alone reveal: those of a table's blocks up to its last one. Takes time only per
    /// result, however high a block number from outside is.
    pub(super) fn betrayed(games: &Games) -> Missing {
        // For each table: its last block, how many of its blocks are whole, its number of games, and the games of a
        // block.
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
#[schemars(rename = "Row")]
pub struct StandingsRow {
    /// 1 + the number of bots above; shared if nothing separates them.
    pub rank: usize,
    /// Its name.
    pub bot: String,
    /// Points per game, 0 to 1.
    pub score: f64,
    /// Points; see [`crate::contest::tally`].
    pub points: f64,
    /// Games that count for the score.
    pub games: u64,
    /// How many of them are credits for byes.
    pub bye_games: u64,
    /// How many of them count as lost, because the bot missed the round: it came late or has left.
    #[serde(skip_serializing_if = "is_usual")]
    pub missed_games: u64,
    /// First places that it did not share.
    pub wins: u64,
    /// The round reached in a knockout; for the winner, the last round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// What separated it from the row above; for the loser of a final, the final. `None` for the first row and for a
    /// shared rank.
    pub separated_by: Option<&'static str>,
    /// Its value by each tie-break, in the order of the chain: points, wins or faults. Head-to-head is `None` if no
    /// other bot has the same score.
    pub tie_break_values: Vec<Option<f64>>,
    /// The rating; `None` for a bot that has not played, as for its interval.
    pub elo: Option<f64>,
    /// The lower end of its 95 % interval.
    pub elo_low: Option<f64>,
    /// The upper end.
    pub elo_high: Option<f64>,
    /// The number of blocks behind the rating.
    pub blocks: usize,
    /// The group of bots with comparable ratings, from 1; absent if all bots that have played are comparable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<usize>,
    /// Games lost by its own fault, by cause.
    pub faults: BTreeMap<String, u64>,
    /// Answers that were not taken, and why.
    pub attempts: Attempts,
    /// The share of all answers that were taken, 0 to 1; `None` if it was never asked.
    pub legality: Option<f64>,
    /// Mean time per move, in milliseconds; `None` if it was never asked.
    pub mean_ms: Option<f64>,
}

/// The advantage of a seat.
#[derive(Copy, Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Seat")]
pub struct SeatScore {
    /// The mean score of the bots that sat there, 0 to 1.
    pub score: f64,
    /// How many Elo points stronger a bot is there than on the average seat.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub elo_low: f64,
    /// The upper end.
    pub elo_high: f64,
}

/// A cause by which a bot lost games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Faulted {
    /// Its name.
    pub bot: String,
    /// The cause.
    pub cause: Cause,
    /// How many games it lost by it.
    pub games: u64,
    /// The first of them.
    pub first: GameId,
    /// A description of that fault, which may quote the bot; empty if its result has none.
    pub why: String,
}

/// What one bot won against another.
#[derive(Copy, Clone, Debug, Serialize, JsonSchema)]
pub struct Cell {
    /// The share of their meetings in which it did better; a shared place counts half.
    pub score: f64,
    /// In how many games they met.
    pub games: u64,
}

/// How one bot compares with another.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Compared {
    /// How many Elo points stronger it is.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub elo_low: f64,
    /// The upper end.
    pub elo_high: f64,
    /// The likelihood of superiority: how probable it is that the bot is the stronger one, 0 to 1.
    pub superior: f64,
}

/// A bot whose rating is set; the others of its group are rated beside it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Anchor {
    /// Its name.
    pub bot: String,
    /// Its rating.
    pub elo: f64,
}

impl FromStr for Anchor {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<Anchor, Malformed> {
        let wrong = || Malformed::new(format!("`{text}` is not NAME=ELO, such as base=1500"));
        let (bot, elo) = text.rsplit_once('=').ok_or_else(wrong)?;
        let elo = elo.trim().parse::<f64>().ok().filter(|elo| (-100_000.0..=100_000.0).contains(elo));
        let elo = elo.ok_or_else(|| Malformed::new("the rating is a number from -100000 to 100000"))?;
        Ok(Anchor { bot: bot.to_owned(), elo })
    }
}

/// A game that has a transcript.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct GameTold {
    /// The game.
    pub game_id: GameId,
    /// The bots in turn order.
    pub bots: Vec<String>,
    /// Their places; absent: the game was called off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<u8>>,
    /// Why it ended.
    pub reason: String,
    /// When it ended, in seconds since the beginning of 1970 (UTC), if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<u64>,
    /// The path of the transcript.
    pub transcript: String,
}

impl GameTold {
    /// The game; `None` if it has no transcript.
    pub(super) fn of(game: &GameResult) -> Option<GameTold> {
        Some(GameTold {
            game_id: game.game_id,
            bots: game.bots.clone(),
            places: game.places.clone(),
            reason: game.reason.clone(),
            ended: game.ended,
            transcript: game.transcript.clone()?,
        })
    }
}
