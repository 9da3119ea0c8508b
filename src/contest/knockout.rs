//! The knockout: the winner of each table goes on, until one is left.
//!
//! The order of the configuration is the seeding. The first round gives byes to the best seeds, so that a power of
//! the number of players is left for the later rounds. Every round seats the remaining bots by seed in a snake: with
//! two players, the best meets the weakest; with more, the second row runs backwards, and so on.
//!
//! Most points over all its blocks win a table. While several bots share the lead, the table plays another block, at
//! most three. Then the best seed among them goes on.

use super::config::{Config, Format};
use super::groups;
use super::schedule::{PlayedRound, Results, Round};

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

/// Whether this round, counted from 1, is one of a knockout, in which the winners of tables go on.
pub(super) fn eliminates(config: &Config, round: u32) -> bool {
    config.format == Format::Knockout || (config.format == Format::Groups && round > 1)
}

/// The bots that enter the knockout, the best seed first, and the number of rounds before it.
fn entered(config: &Config, played: &[PlayedRound], results: &dyn Results) -> (Vec<usize>, usize) {
    match played.first().filter(|_| config.format == Format::Groups) {
        Some(first) => (groups::seeds(config, first, results), 1),
        None => ((0..config.bots.len()).collect(), 0),
    }
}

/// Whether several bots share the lead.
pub(super) fn is_tied(points: &[(usize, u64)]) -> bool {
    let most = points.iter().map(|(_, won)| *won).max();
    points.iter().filter(|(_, won)| Some(*won) == most).count() > 1
}

/// The winner: a bot that has not left, then most points, then the best seed.
pub(super) fn winner(config: &Config, points: &[(usize, u64)], seeds: &[usize]) -> Option<usize> {
    let seed = |bot: usize| seeds.iter().position(|other| *other == bot);
    let best = |(bot, won): &&(usize, u64)| (config.is_active(*bot), *won, std::cmp::Reverse(seed(*bot)));
    points.iter().max_by_key(best).map(|(bot, _)| *bot)
}

/// The bots that entered the knockout, the best seed first.
pub(super) fn seeds(config: &Config, played: &[PlayedRound], results: &dyn Results) -> Vec<usize> {
    entered(config, played, results).0
}

/// The bots still in the tournament, the best seed first.
pub(super) fn left(config: &Config, played: &[PlayedRound], results: &dyn Results) -> Vec<usize> {
    let (seeds, before) = entered(config, played, results);
    let Some(last) = played.get(before..).and_then(|played| played.last()) else { return seeds };
    let winner = |table: usize| winner(config, &last.points(played.len() as u32, table, results), &seeds);
    let mut left = last.round.byes.clone();
    // Beside the final, the other table plays for the third place.
    let tables = if is_final(config, played, results) { 1 } else { last.round.tables.len() };
    left.extend((0..tables).filter_map(winner));
    left.sort_unstable_by_key(|bot| seeds.iter().position(|seed| seed == bot));
    left
}

/// Whether the last round was the final: two bots were left before it.
fn is_final(config: &Config, played: &[PlayedRound], results: &dyn Results) -> bool {
    config.third_place && played.len() > 1 && left(config, &played[..played.len() - 1], results).len() == 2
}

/// The bots that lost the semi-finals, if they play for the third place in the next round of two bots.
pub(super) fn semi_finalists(
    config: &Config,
    (left, seeds): (&[usize], &[usize]),
    played: &[PlayedRound],
) -> Option<Vec<usize>> {
    let is_knockout = eliminates(config, played.len() as u32);
    let semi_finals =
        played.last().filter(|_| is_knockout).map(|played| &played.round.tables).filter(|tables| tables.len() == 2)?;
    if !config.third_place || left.len() != 2 {
        return None;
    }
    let mut lost: Vec<usize> = semi_finals.concat();
    lost.retain(|bot| !left.contains(bot));
    lost.sort_unstable_by_key(|bot| seeds.iter().position(|seed| seed == bot));
    Some(lost)
}

/// The winner of the match for the third place, if there was one.
pub(super) fn third(config: &Config, played: &[PlayedRound], results: &dyn Results) -> Option<usize> {
    let last = played.last().filter(|last| last.round.tables.len() == 2 && is_final(config, played, results))?;
    winner(config, &last.points(played.len() as u32, 1, results), &seeds(config, played, results))
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
