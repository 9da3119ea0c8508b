//! The knockout: the winner of each table goes on, until one is left.
//!
//! The order of the configuration is the seeding. The first round gives byes to the best seeds, so that a power of
//! the number of players is left for the later rounds. Every round seats the remaining bots by seed in a snake: with
//! two players, the best meets the weakest; with more, the second row runs backwards, and so on.
//!
//! Most points over all its blocks win a table. While several bots share the lead, the table plays another block, at
//! most three. Then the best seed among them goes on.

use super::config::Config;
use super::schedule::{Played, Results, Round};

/// How many extra blocks a tied table may play.
pub const EXTRA_BLOCKS: u32 = 3;

/// Whether every table can be full: each table eliminates all its players but one.
pub(super) fn fits(config: &Config) -> Result<(), String> {
    let (bots, out) = (config.bots.len(), usize::from(config.players) - 1);
    if (bots - 1).is_multiple_of(out) {
        return Ok(());
    }
    let fewer = bots - (bots - 1) % out;
    Err(format!("each table eliminates {out}, so {fewer} or {} bots leave one winner, but {bots} do not", fewer + out))
}

/// Whether several bots share the lead.
pub(super) fn is_tied(points: &[(usize, u64)]) -> bool {
    let most = points.iter().map(|(_, won)| *won).max();
    points.iter().filter(|(_, won)| Some(*won) == most).count() > 1
}

/// The winner: most points, then the best seed.
pub(super) fn winner(points: &[(usize, u64)]) -> Option<usize> {
    points.iter().max_by_key(|(bot, won)| (*won, std::cmp::Reverse(*bot))).map(|(bot, _)| *bot)
}

/// The bots still in the tournament, the best seed first.
pub(super) fn left(bots: usize, played: &[Played], results: &dyn Results) -> Vec<usize> {
    let Some(last) = played.last() else { return (0..bots).collect() };
    let winner = |table: usize| winner(&last.points(played.len() as u32, table, results));
    let mut left = last.round.byes.clone();
    left.extend((0..last.round.tables.len()).filter_map(winner));
    left.sort_unstable();
    left
}

/// Pairs the next round of the remaining bots, given the best seed first.
pub(super) fn pair(left: &[usize], players: usize) -> Round {
    let mut full = 1;
    while full * players < left.len() {
        full *= players;
    }
    // With this many tables, `full` bots are left: each table eliminates all its players but one.
    let tables = (left.len() - full) / (players - 1);
    let (byes, seated) = left.split_at(left.len() - tables * players);
    let mut round = Round { tables: vec![Vec::new(); tables], byes: byes.to_vec() };
    for (row, bots) in seated.chunks(tables).enumerate() {
        for (at, bot) in bots.iter().enumerate() {
            let table = if row % 2 == 0 { at } else { tables - 1 - at };
            round.tables[table].push(*bot);
        }
    }
    round
}
