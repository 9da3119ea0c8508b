//! Strengths of any number of bots from games of any number of players.
//!
//! **Model.** Plackett and Luce: of those not yet placed the next is drawn with probability in proportion to their worths,
//! `10^(elo/400)`. With two players that is Bradley and Terry's model, the one of Elo. Bots that share a place count as
//! finished in each of their orders, in equal parts; with two players a draw is half a win and half a loss.
//!
//! **Fit.** All games at once, by greatest likelihood, so their order does not matter. To keep the undefeated finite every
//! bot brings half a win and half a loss into the fit, spread over those it has met as its games are, so that two bots
//! share one win each. (Against the average of the field every bot has another thousandth of both, which places groups
//! that have never met.) The likelihood is concave; Newton's method finds its top in a few steps, where the usual
//! fixed-point iteration needs thousands as soon as somebody hardly ever loses. Then the mean of all bots is set to 1500.
//!
//! **Intervals.** The fit is repeated with every block weighted at random (exponentially, with mean 1): the bootstrap in
//! its Bayesian form, in which no bot ever drops out. The half win and half loss get weights from the gamma distribution
//! with mean a half. For two bots and blocks of one game that gives the beta distribution that follows from a uniform
//! prior, which is honest about bots that won everything. The interval holds the middle 95 % of the repetitions, and is
//! widened about the rating for what a few blocks tell too little of their own spread: by Student's t in place of the
//! normal distribution, and by the bias of the bootstrap's variance. It is a statement about strength relative to this field.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::tally::{Counted, Tally};

/// The mean of all ratings.
pub const MEAN: f64 = 1500.0;
/// How many repetitions an interval rests on where nothing else is asked for.
pub const RESAMPLES: usize = 1000;
/// The share of the repetitions below an interval, and above it.
const TAIL: f64 = 0.025;
/// How much of a win, and of a loss, every bot has against the average.
const AGAINST_AVERAGE: f64 = 1e-3;

/// The strength of a bot.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rating {
    /// The strength that makes the results most likely, in Elo; the mean of all is [`MEAN`].
    pub elo: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many blocks the bot has played.
    pub blocks: usize,
}

/// Rates all bots of a tally. Equal tallies, `resamples` and `seed` give equal ratings on one machine.
#[must_use]
pub fn rate(tally: &Tally, resamples: usize, seed: u64) -> Vec<Rating> {
    let bots = tally.names.len();
    let model = Model::new(tally);
    let halves = vec![0.5; bots];
    let start = vec![0.0; bots];
    let best = model.fit(&vec![1.0; model.blocks.len()], &halves, &halves, &start);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut spread: Vec<Vec<f64>> = vec![Vec::with_capacity(resamples); bots];
    for _ in 0..resamples {
        let weights: Vec<f64> = model.blocks.iter().map(|_| exponential(&mut random)).collect();
        let [wins, losses] = [(); 2].map(|()| (0..bots).map(|_| gamma_half(&mut random)).collect::<Vec<_>>());
        let fitted = elo(&model.fit(&weights, &wins, &losses, &best));
        fitted.into_iter().zip(&mut spread).for_each(|(elo, of_bot)| of_bot.push(elo));
    }
    for of_bot in &mut spread {
        of_bot.sort_by(f64::total_cmp);
    }
    let rating = |(bot, elo): (usize, f64)| {
        let sorted = &spread[bot];
        let blocks = tally.deeds[bot].blocks.len();
        let end = |at: f64| elo + widening(blocks) * (quantile(sorted, at).unwrap_or(elo) - elo);
        let [low, high] = [TAIL, 1.0 - TAIL].map(end);
        // With few repetitions the best value may lie outside of them.
        Rating { elo, low: low.min(elo), high: high.max(elo), blocks }
    };
    elo(&best).into_iter().enumerate().map(rating).collect()
}

/// Logarithms of worths as Elo.
fn elo(worths: &[f64]) -> Vec<f64> {
    let mean = worths.iter().sum::<f64>() / worths.len().max(1) as f64;
    worths.iter().map(|worth| MEAN + (worth - mean) * 400.0 / std::f64::consts::LN_10).collect()
}

/// By how much an interval from so many blocks is too narrow.
fn widening(blocks: usize) -> f64 {
    let blocks = blocks.max(2) as f64;
    let freedom = blocks - 1.0;
    // Student's quantile over the normal one at 97.5 %, by the series of Cornish and Fisher.
    let student = 1.0 + 1.21 / freedom + 1.44 / (freedom * freedom);
    student * ((blocks + 1.0) / freedom).sqrt()
}

fn quantile(sorted: &[f64], at: f64) -> Option<f64> {
    let at = at * (sorted.len().max(1) - 1) as f64;
    let (below, above) = (sorted.get(at.floor() as usize)?, sorted.get(at.ceil() as usize)?);
    Some(below + (above - below) * at.fract())
}

/// A number above 0 and at most 1.
fn uniform(random: &mut ChaCha8Rng) -> f64 {
    ((random.next_u64() >> 11) + 1) as f64 / (1_u64 << 53) as f64
}

/// Exponentially distributed with mean 1.
fn exponential(random: &mut ChaCha8Rng) -> f64 {
    -uniform(random).ln()
}

/// From the gamma distribution of shape and mean a half: half the square of a normal number. Never quite 0, which would
/// leave an undefeated bot without a rating.
fn gamma_half(random: &mut ChaCha8Rng) -> f64 {
    let radius = exponential(random);
    (radius * (std::f64::consts::TAU * uniform(random)).cos().powi(2)).max(1e-9)
}

/// What the likelihood needs to know of the games: how often each bot was drawn next, and from which sets. Games that say
/// the same share an entry.
struct Model {
    bots: usize,
    /// The sets that somebody was drawn from.
    sets: Vec<Vec<usize>>,
    blocks: Vec<BlockCounts>,
    /// Those who have met, in both orders.
    pairs: Vec<Pair>,
}

/// Two bots that have met.
struct Pair {
    bot: usize,
    other: usize,
    /// The number of the set of both.
    set: usize,
    /// The share of `bot`'s meetings that were with `other`.
    share: f64,
}

/// The draws of one block.
struct BlockCounts {
    /// How often each bot was drawn, by number.
    drawn: Vec<(usize, f64)>,
    /// How often it was from a set, by number.
    from: Vec<(usize, f64)>,
}

impl Model {
    fn new(tally: &Tally) -> Model {
        let mut numbers: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        let mut blocks = Vec::new();
        for games in tally.blocks() {
            let (mut drawn, mut from) = (BTreeMap::new(), BTreeMap::new());
            for game in games {
                for (order, part) in orders(game) {
                    for (at, bot) in order.iter().enumerate().take(order.len() - 1) {
                        let mut set = order[at..].to_vec();
                        set.sort_unstable();
                        let next = numbers.len();
                        let number = *numbers.entry(set).or_insert(next);
                        *drawn.entry(*bot).or_default() += part;
                        *from.entry(number).or_default() += part;
                    }
                }
            }
            blocks.push(BlockCounts { drawn: Vec::from_iter(drawn), from: Vec::from_iter(from) });
        }
        let mut pairs = Vec::new();
        for (bot, met) in tally.met.iter().enumerate() {
            let all = met.iter().sum::<u64>() as f64;
            for (other, times) in met.iter().enumerate().filter(|(_, times)| **times > 0) {
                let next = numbers.len();
                let set = *numbers.entry(vec![bot.min(other), bot.max(other)]).or_insert(next);
                pairs.push(Pair { bot, other, set, share: *times as f64 / all });
            }
        }
        let mut sets = vec![Vec::new(); numbers.len()];
        for (set, number) in numbers {
            sets[number] = set;
        }
        Model { bots: tally.names.len(), sets, blocks, pairs }
    }

    /// The logarithms of the worths that make it all most likely, with these weights of blocks and these parts of a win
    /// and a loss that each bot brings in.
    fn fit(&self, weights: &[f64], wins: &[f64], losses: &[f64], start: &[f64]) -> Vec<f64> {
        let mut drawn = vec![AGAINST_AVERAGE; self.bots];
        let mut from = vec![0.0; self.sets.len()];
        for pair in &self.pairs {
            let (won, lost) = (wins[pair.bot] * pair.share, losses[pair.bot] * pair.share);
            drawn[pair.bot] += won;
            drawn[pair.other] += lost;
            from[pair.set] += won + lost;
        }
        for (block, weight) in self.blocks.iter().zip(weights) {
            block.drawn.iter().for_each(|(bot, times)| drawn[*bot] += weight * times);
            block.from.iter().for_each(|(set, times)| from[*set] += weight * times);
        }
        let data = Weighted { sets: &self.sets, drawn, from };
        let mut worths = start.to_vec();
        let mut likelihood = data.likelihood(&worths);
        for _ in 0..100 {
            let Some(step) = data.step(self.bots, &worths) else { break };
            // A Newton step may overshoot far from the top: it is halved until it helps.
            let longest = step.iter().fold(0.0_f64, |longest, by| longest.max(by.abs()));
            let mut length = (2.0 / longest).min(1.0);
            let better = std::iter::repeat_with(|| {
                let there: Vec<f64> = worths.iter().zip(&step).map(|(worth, by)| worth + length * by).collect();
                length /= 2.0;
                (data.likelihood(&there), there)
            });
            let Some((better, there)) = better.take(40).find(|(there, _)| *there >= likelihood) else { break };
            (likelihood, worths) = (better, there);
            if longest < 1e-6 {
                break;
            }
        }
        worths
    }
}

/// The games with weights.
struct Weighted<'a> {
    sets: &'a [Vec<usize>],
    drawn: Vec<f64>,
    from: Vec<f64>,
}

impl Weighted<'_> {
    fn likelihood(&self, worths: &[f64]) -> f64 {
        let drawn: f64 = self.drawn.iter().zip(worths).map(|(times, worth)| times * worth).sum();
        // ln(1 + e^x) without overflow.
        let against = |worth: f64| worth.max(0.0) + (-worth.abs()).exp().ln_1p();
        let average: f64 = worths.iter().map(|worth| 2.0 * AGAINST_AVERAGE * against(*worth)).sum();
        let from = |set: &Vec<usize>| {
            let top = set.iter().map(|bot| worths[*bot]).fold(f64::NEG_INFINITY, f64::max);
            top + set.iter().map(|bot| (worths[*bot] - top).exp()).sum::<f64>().ln()
        };
        drawn - average - self.sets.iter().zip(&self.from).map(|(set, times)| times * from(set)).sum::<f64>()
    }

    /// Newton's step: the gradient through the Hessian, which is negative definite.
    fn step(&self, bots: usize, worths: &[f64]) -> Option<Vec<f64>> {
        let mut gradient = self.drawn.clone();
        let mut curvature = vec![vec![0.0; bots]; bots];
        for (bot, worth) in worths.iter().enumerate() {
            let chance = 1.0 / (1.0 + (-worth).exp());
            gradient[bot] -= 2.0 * AGAINST_AVERAGE * chance;
            // A bot far off has no measurable curvature, and must still have a step.
            curvature[bot][bot] += (2.0 * AGAINST_AVERAGE * chance * (1.0 - chance)).max(1e-12);
        }
        let mut chances = Vec::new();
        for (set, times) in self.sets.iter().zip(&self.from) {
            let top = set.iter().map(|bot| worths[*bot]).fold(f64::NEG_INFINITY, f64::max);
            chances.clear();
            chances.extend(set.iter().map(|bot| (worths[*bot] - top).exp()));
            let sum: f64 = chances.iter().sum();
            for chance in &mut chances {
                *chance /= sum;
            }
            for (a, p) in set.iter().zip(&chances) {
                gradient[*a] -= times * p;
                curvature[*a][*a] += times * p;
                set.iter().zip(&chances).for_each(|(b, q)| curvature[*a][*b] -= times * p * q);
            }
        }
        solve(curvature, gradient)
    }
}

/// Solves `matrix x = vector` for a symmetric positive definite matrix, by Cholesky; `None` if it is not one.
fn solve(mut matrix: Vec<Vec<f64>>, mut vector: Vec<f64>) -> Option<Vec<f64>> {
    let n = vector.len();
    for j in 0..n {
        for i in j..n {
            let (of_i, of_j) = (&matrix[i], &matrix[j]);
            let sum = of_i[j] - (0..j).map(|k| of_i[k] * of_j[k]).sum::<f64>();
            if i == j {
                matrix[j][j] = Some(sum).filter(|sum| *sum > 0.0)?.sqrt();
            } else {
                matrix[i][j] = sum / matrix[j][j];
            }
        }
    }
    for i in 0..n {
        vector[i] = (vector[i] - (0..i).map(|k| matrix[i][k] * vector[k]).sum::<f64>()) / matrix[i][i];
    }
    for i in (0..n).rev() {
        vector[i] = (vector[i] - (i + 1..n).map(|k| matrix[k][i] * vector[k]).sum::<f64>()) / matrix[i][i];
    }
    Some(vector)
}

/// The orders in which the bots of a game may have finished, the best first, each with its part.
fn orders(game: &Counted) -> Vec<(Vec<usize>, f64)> {
    let mut by_place: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
    for (bot, place) in game.bots.iter().zip(&game.places) {
        by_place.entry(*place).or_default().push(*bot);
    }
    let mut all = vec![Vec::new()];
    for shared in by_place.values() {
        let permuted = permutations(shared);
        all = all.iter().flat_map(|order| permuted.iter().map(|next| [&order[..], next].concat())).collect();
    }
    let part = 1.0 / all.len() as f64;
    all.into_iter().map(|order| (order, part)).collect()
}

fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    if items.is_empty() {
        return vec![Vec::new()];
    }
    let first = |at: usize| {
        let mut rest = items.to_vec();
        let item = rest.remove(at);
        permutations(&rest).into_iter().map(move |order| [&[item], &order[..]].concat())
    };
    (0..items.len()).flat_map(first).collect()
}

#[cfg(test)]
mod tests;
