//! The knockout: the winner of each table goes on, until one is left.
//!
//! The order of the configuration is the seeding. In the first round as many of the best have a bye as are needed for the
//! later rounds to be full: after it the number of bots left is a power of the number of players. In every round the
//! bots still in are seated by seed as in a snake: with two players the best meets the weakest, with more the second row
//! runs backwards, and so on.
//!
//! A table is won by most points over its blocks. While several share the lead it plays another block, three at most; then
//! the best seed among them goes on.

use super::config::Config;
use super::schedule::{Played, Results, Round};

/// How many blocks a tied table may play beyond its own.
pub const EXTRA_BLOCKS: u32 = 3;

/// Whether the tables can be filled: each game but for the last place takes all others out.
pub(super) fn fits(config: &Config) -> Result<(), String> {
    let (bots, out) = (config.bots.len(), usize::from(config.players) - 1);
    if (bots - 1).is_multiple_of(out) {
        return Ok(());
    }
    let fewer = bots - (bots - 1) % out;
    Err(format!("each table takes {out} out, so that one is left of {fewer} or {} bots, not of {bots}", fewer + out))
}

/// Whether several share the lead.
pub(super) fn is_tied(points: &[(usize, u64)]) -> bool {
    let most = points.iter().map(|(_, won)| *won).max();
    points.iter().filter(|(_, won)| Some(*won) == most).count() > 1
}

/// Who goes on: most points, and among several the best seed.
pub(super) fn winner(points: &[(usize, u64)]) -> Option<usize> {
    points.iter().max_by_key(|(bot, won)| (*won, std::cmp::Reverse(*bot))).map(|(bot, _)| *bot)
}

/// Who is still in it, the best seed first.
pub(super) fn left(bots: usize, played: &[Played], results: &dyn Results) -> Vec<usize> {
    let Some(last) = played.last() else { return (0..bots).collect() };
    let winner = |table: usize| winner(&last.points(played.len() as u32, table, results));
    let mut left = last.round.byes.clone();
    left.extend((0..last.round.tables.len()).filter_map(winner));
    left.sort_unstable();
    left
}

/// The next round of those who are left, the best seed first.
pub(super) fn pair(left: &[usize], players: usize) -> Round {
    let mut full = 1;
    while full * players < left.len() {
        full *= players;
    }
    // So many tables leave `full` bots: each takes one less than all of its players out.
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
