//! The ladder: bots join and leave, and each round pairs those whose games tell most about their ratings.
//!
//! **What a table tells.** Every rating has a normal prior (mean 1500, standard deviation 350, as Glicko begins: M. E.
//! Glickman, "Parameter estimation in large dynamic paired comparison experiments", Applied Statistics 48, 1999). The
//! games so far give the most likely ratings and their covariance, the inverse of the information matrix of Bradley and
//! Terry's model. A game between two bots that win with probability p and 1 - p adds p (1 - p) to the information on
//! their difference d. So `n` games multiply the determinant of the information matrix by 1 + n p (1 - p) var(d), and the
//! logarithm of this factor is what they tell (D-optimality: K. Chaloner and I. Verdinelli, "Bayesian experimental
//! design: a review", Statistical Science 10, 1995; for pairs of players, M. E. Glickman and S. T. Jensen, "Adaptive
//! paired comparison design", Journal of Statistical Planning and Inference 127, 2005). A larger table counts as all
//! its pairs.
//!
//! **A round.** The table that tells most comes first, then the best of the bots left, and so on while a table tells at
//! least half as much as the first. So a bot that has just joined plays at once, and bots whose ratings are settled rest.
//! A round is paired when the one before has ended. The ladder ends when its budget has no room for another table; without a
//! budget it goes on for ever.

use super::config::Config;
use super::ratings::skyline::{Shape, dot};
use super::schedule::{PlayedRound, Results, Round};
use super::tally::points;

/// The standard deviation of the prior, in natural logarithms of odds: 350 Elo.
const PRIOR: f64 = 350.0 * std::f64::consts::LN_10 / 400.0;

/// What the bots won against each other.
struct Met {
    /// `games[a][b]`: in how many games a and b met.
    games: Vec<Vec<f64>>,
    /// For each bot, what it won in all: a game that was won against another counts 1, a shared place a half.
    won: Vec<f64>,
}

/// The next round; `None` if the budget is used up or too few bots are left.
pub(super) fn pair(config: &Config, played: &[PlayedRound], results: &dyn Results) -> Option<Round> {
    let players = usize::from(config.players);
    let each = u64::from(config.blocks) * u64::from(config.players);
    let given: u64 = played.iter().flat_map(|round| &round.blocks).map(|blocks| u64::from(*blocks)).sum();
    let left = config.budget.map(|budget| budget.saturating_sub(given * u64::from(config.players)) / each);
    let (met, mut free) = (met(config.bots.len(), played, results), config.active());
    let (worths, covariance) = fit(&met);
    let gain = |a: usize, b: usize| {
        let p = 1.0 / (1.0 + (worths[b] - worths[a]).exp());
        let variance = covariance[a][a] + covariance[b][b] - 2.0 * covariance[a][b];
        // In millionths, so that equal tables are equal however they were computed.
        ((each as f64 * p * (1.0 - p) * variance).ln_1p() * 1e6).round() as u64
    };
    let mut round = Round::default();
    let mut first = None;
    while free.len() >= players && left.is_none_or(|left| (round.tables.len() as u64) < left) {
        let (table, told) = best(&free, players, &gain)?;
        if 2 * told < *first.get_or_insert(told) {
            break;
        }
        free.retain(|bot| !table.contains(bot));
        round.tables.push(table);
    }
    (!round.tables.is_empty()).then_some(round)
}

/// The table that tells most, in millionths: the best pair and, one by one, the bots that add most to it. Of equal
/// ones, the first in the file.
fn best(free: &[usize], players: usize, gain: &dyn Fn(usize, usize) -> u64) -> Option<(Vec<usize>, u64)> {
    let pairs = free.iter().enumerate().flat_map(|(at, a)| free[at + 1..].iter().map(|b| [*a, *b]));
    // Of equal ones the last counts, which is the first of the file.
    let pair = pairs.rev().max_by_key(|[a, b]| gain(*a, *b))?;
    let (mut table, mut told) = (pair.to_vec(), gain(pair[0], pair[1]));
    while table.len() < players {
        let adds = |bot: &usize| table.iter().map(|other| gain(*other, *bot)).sum::<u64>();
        let next = free.iter().copied().rev().filter(|bot| !table.contains(bot)).max_by_key(adds)?;
        told += adds(&next);
        table.push(next);
    }
    table.sort_unstable();
    Some((table, told))
}

/// Counts the games of all rounds.
fn met(bots: usize, played: &[PlayedRound], results: &dyn Results) -> Met {
    let mut met = Met { games: vec![vec![0.0; bots]; bots], won: vec![0.0; bots] };
    for (number, round) in (1..).zip(played) {
        for table in 0..round.round.tables.len() {
            for (id, seats) in round.games(number, table) {
                let Some(Some(places)) = results.places(id) else { continue };
                for (seat, a) in seats.iter().enumerate() {
                    met.won[*a] += points(places, seat) as f64 / 2.0;
                    seats.iter().filter(|b| *b != a).for_each(|b| met.games[*a][*b] += 1.0);
                }
            }
        }
    }
    met
}

/// The most likely worths (logarithms) and their covariance, by Newton's method. The prior keeps steps small.
fn fit(met: &Met) -> (Vec<f64>, Vec<Vec<f64>>) {
    let bots = met.won.len();
    let all: Vec<Vec<usize>> = (0..bots).map(|bot| (0..bots).filter(|other| *other != bot).collect()).collect();
    let shape = Shape::new(&all, &vec![false; bots], bots);
    let mut worths = vec![0.0; bots];
    loop {
        let mut matrix = shape.zeros();
        let mut slope: Vec<f64> = (0..bots).map(|a| met.won[a] - worths[a] / (PRIOR * PRIOR)).collect();
        for a in 0..bots {
            shape.add(&mut matrix, a, a, 1.0 / (PRIOR * PRIOR));
            for b in (0..bots).filter(|b| met.games[a][*b] > 0.0) {
                let p = 1.0 / (1.0 + (worths[b] - worths[a]).exp());
                slope[a] -= met.games[a][b] * p;
                let information = met.games[a][b] * p * (1.0 - p);
                shape.add(&mut matrix, a, a, information);
                if a < b {
                    shape.add(&mut matrix, a, b, -information);
                }
            }
        }
        shape.factor(&mut matrix);
        let step = shape.solve(&matrix, &slope);
        let longest = dot(&step, &step).sqrt();
        if longest < 1e-9 {
            let unit = |bot: usize| (0..bots).map(|other| f64::from(u8::from(other == bot))).collect::<Vec<f64>>();
            return (worths, (0..bots).map(|bot| shape.solve(&matrix, &unit(bot))).collect());
        }
        let length = (1.0 / longest).min(1.0);
        worths.iter_mut().zip(&step).for_each(|(worth, by)| *worth += length * by);
    }
}

#[cfg(test)]
mod tests {
    use super::super::extension::Stages;
    use super::super::schedule::tests::config;
    use super::super::schedule::{GameId, Scheduled, Scheduler};
    use super::*;
    use crate::commitment::Bits128;
    use std::collections::BTreeMap;

    #[test]
    fn the_fit_is_that_of_the_formulas() {
        // Two bots, 3 wins to 1: the slope is zero where 3 - 4 p = w / PRIOR² with worths w and -w.
        let met = Met { games: vec![vec![0.0, 4.0], vec![4.0, 0.0]], won: vec![3.0, 1.0] };
        let (worths, covariance) = fit(&met);
        let p = 1.0 / (1.0 + (-2.0 * worths[0]).exp());
        assert!((3.0 - 4.0 * p - worths[0] / (PRIOR * PRIOR)).abs() < 1e-9 && (worths[0] + worths[1]).abs() < 1e-9);
        // The information on the difference is 1 / (2 PRIOR²) from the prior and 4 p (1 - p) from the games.
        let variance = covariance[0][0] + covariance[1][1] - 2.0 * covariance[0][1];
        assert!((1.0 / variance - 0.5 / (PRIOR * PRIOR) - 4.0 * p * (1.0 - p)).abs() < 1e-9);
        // Nobody has met: the prior.
        let (worths, covariance) = fit(&Met { games: vec![vec![0.0; 3]; 3], won: vec![0.0; 3] });
        assert_eq!(worths, [0.0; 3]);
        assert!((covariance[1][1].sqrt() - PRIOR).abs() < 1e-9 && covariance[0][1].abs() < 1e-12);
    }

    /// Plays this many rounds; the lower number wins.
    fn play(stages: &Stages, results: &mut BTreeMap<GameId, Option<Vec<u8>>>, rounds: usize) -> Vec<Round> {
        let mut scheduler = Scheduler::new(stages, Bits128::typed(1));
        let mut all = Vec::new();
        loop {
            match scheduler.next(results) {
                Scheduled::Round(_, round) if all.len() < rounds => all.push(round),
                Scheduled::Round(..) | Scheduled::Over => return all,
                Scheduled::Block(block) => {
                    for (id, seats) in block.games() {
                        let place = |bot: &usize| 1 + seats.iter().filter(|other| *other < bot).count() as u8;
                        results.insert(id, Some(seats.iter().map(place).collect()));
                    }
                }
                Scheduled::Wait => panic!("everything given out has been played"),
            }
        }
    }

    #[test]
    fn a_bot_that_joins_plays_most() {
        let first = config("ladder", 6, 2, "blocks = 2");
        let mut stages = Stages::from(&first);
        let mut results = BTreeMap::new();
        let rounds = play(&stages, &mut results, 40);
        assert_eq!((rounds.len(), rounds[0].tables.len()), (40, 3), "without a budget it goes on");
        let mut more = first.clone();
        more.bots.push(super::super::config::Bot {
            name: "late".to_owned(),
            command: "@random".to_owned(),
            ..Default::default()
        });
        more.bots[0].withdrawn = true;
        stages.push(40, more);
        let after = play(&stages, &mut results, 46);
        assert_eq!(after[..40], rounds[..], "what was paired stays");
        assert!(after[40..].iter().all(|round| round.tables.iter().flatten().all(|bot| *bot != 0)), "it has left");
        assert!(after[40..44].iter().all(|round| round.tables[0].contains(&6)), "{:?}", &after[40..]);
        assert_eq!(after[40].tables.len(), 1, "the others are known already");
        // The new bot loses, so its opponents are the weakest in the end.
        assert_eq!(after[45].tables[0], [5, 6]);
    }

    #[test]
    fn the_budget_is_kept() {
        for (players, budget, games) in [(2, 50, 48), (3, 50, 48), (2, 3, 0)] {
            let stages = Stages::from(&config("ladder", 7, players, &format!("blocks = 2\nbudget = {budget}")));
            let mut results = BTreeMap::new();
            play(&stages, &mut results, 100);
            assert_eq!(results.len(), games, "{players}");
        }
    }
}
