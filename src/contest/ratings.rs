//! Strengths of any number of bots from games of any number of players.
//!
//! **Model.** Plackett and Luce: the next place goes to one of the unplaced bots with probability proportional to its
//! worth, `10^(elo/400)`. The worth of a bot on a seat is the product of the bot's worth and the seat's. With two
//! players this is Bradley and Terry's model, as used by Elo. Bots that share a place count as finished in each
//! possible order, in equal parts; with two players, a draw is half a win and half a loss. Seats count if most blocks
//! are whole, so that every bot sits on every seat.
//!
//! **Fit.** All games at once, by maximum likelihood, so their order does not matter. To keep undefeated bots finite,
//! each bot adds `ADDED` wins and losses, spread over its opponents in proportion to its games; to two bots this adds
//! 1.2 wins each. Each seat adds one win and one loss against the first. Bots that have not met, directly or
//! through others, cannot be compared. Each group of connected bots has its own mean of 1500.
//!
//! **Intervals.** The fit is repeated with every count drawn anew: the number of times a bot was drawn from a set is
//! drawn from the gamma distribution with that mean (the weighted likelihood bootstrap of Newton and Raftery, 1994). For
//! two bots this gives the beta distribution that begins with 1.2 wins each: close to a uniform prior, it is honest about few
//! games and about undefeated bots. If only a few games connect two halves of a field, the difference between the halves becomes uncertain. The
//! games of a block share their luck. So one number for the whole competition measures how much more or less block
//! results scatter than independent games would (the dispersion of a quasi-likelihood; `McCullagh` & Nelder, 1989). It is
//! measured over all blocks, drawn towards that of independent games with the weight of `DEGREES_BEFORE` degrees of
//! freedom, and drawn anew for each repetition. It multiplies the variance of every count. The interval holds the middle
//! 95 % of the repetitions. It describes strength relative to this field.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use rand_distr::{Distribution as _, Gamma};

use super::tally::GameTally;

mod groups;
mod model;
pub(super) mod skyline;

pub use groups::Bridge;
use model::Model;

/// The most lots that are drawn for one count in a repetition; a power of two.
const POOL: usize = 4096;
/// The mean of the ratings of a group.
pub const MEAN: f64 = 1500.0;
/// The default number of repetitions.
pub const RESAMPLES: usize = 1000;
/// The share of repetitions below an interval, and the share above it.
const TAIL: f64 = 0.025;
/// The wins, and the losses, that each bot adds. 1.2 for two bots together is what strengths say before a game if they differ by a
/// standard deviation of about 200 Elo: the logarithm of the odds then has the variance 2.6 (the trigamma function of 1.2, twice).
const ADDED: f64 = 0.6;
/// The weight, in degrees of freedom, of the prior belief that the games of a block are independent.
const DEGREES_BEFORE: f64 = 12.0;
/// The accuracy of the repetitions, in logarithms of worths: a sixth of an Elo point.
const NEAR: f64 = 1e-3;

/// The strength of a bot.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rating {
    /// The most likely strength, in Elo; the mean of a group is [`MEAN`].
    pub elo: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many blocks the bot has played.
    pub blocks: usize,
    /// The group of bots with which it can be compared, from 0.
    pub group: usize,
}

/// The strengths of all bots of a competition.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The bots, in the order of the tally.
    pub bots: Vec<Rating>,
    /// For each seat, how many Elo points stronger a bot is there than on the average seat, and the ends of the 95 % interval;
    /// empty if blocks are not whole.
    pub seats: Vec<[f64; 3]>,
    /// Tables without which a group would fall into unconnected parts.
    pub bridges: Vec<Bridge>,
    /// How much more the results of blocks scatter than those of independent games, as a ratio of variances.
    pub dispersion: f64,
    /// The strengths of all bots in each repetition.
    draws: Vec<Vec<f64>>,
}

/// One bot compared with another of its group.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Difference {
    /// How many Elo points stronger it is.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// The probability that it is stronger.
    pub superior: f64,
}

impl Ratings {
    /// Compares two bots; `None` if they cannot be compared.
    pub fn difference(&self, a: usize, b: usize) -> Option<Difference> {
        let (one, two) = (&self.bots[a], &self.bots[b]);
        if one.group != two.group || a == b {
            return None;
        }
        let elo = one.elo - two.elo;
        let (low, high) = middle(elo, self.draws.iter().map(|draw| draw[a] - draw[b]));
        let share = |by: fn(&f64) -> bool| {
            self.draws.iter().map(|draw| draw[a] - draw[b]).filter(by).count() as f64 / self.draws.len().max(1) as f64
        };
        let superior = (1.0 + share(|by| *by > 0.0) - share(|by| *by < 0.0)) / 2.0;
        Some(Difference { elo, low, high, superior })
    }

    /// Sets the strength of a bot and shifts its group accordingly; the group's mean may then be any number.
    pub fn anchor(&mut self, bot: usize, elo: f64) {
        let group = self.bots[bot].group;
        let members: Vec<usize> = (0..self.bots.len()).filter(|other| self.bots[*other].group == group).collect();
        let by = elo - self.bots[bot].elo;
        for other in &members {
            self.bots[*other].elo += by;
        }
        for draw in &mut self.draws {
            let by = elo - draw[bot];
            for other in &members {
                draw[*other] += by;
            }
        }
        self.intervals();
    }

    /// Finds the ends of all intervals.
    fn intervals(&mut self) {
        for (bot, rating) in self.bots.iter_mut().enumerate() {
            (rating.low, rating.high) = middle(rating.elo, self.draws.iter().map(|draw| draw[bot]));
        }
    }
}

/// Rates all bots of a tally. Equal tallies, `resamples` and `seed` give equal ratings on one machine.
pub fn rate(tally: &GameTally, resamples: usize, seed: u64) -> Ratings {
    let bots = tally.names.len();
    let (groups, bridges) = groups::find(tally);
    let model = Model::new(tally, &groups);
    let best = model.best();
    let (dispersion, freedom) = model.dispersion(&best);
    let home = model.factor(&model.expected(), &best);
    let mut members = vec![0; model.counts.len()];
    model.drawn.iter().filter(|count| **count > 0).for_each(|count| members[*count as usize] += 1);
    let repeat = |number: usize| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number as u64);
        let gamma = |shape: f64, scale: f64| {
            let lot = Gamma::new(shape, scale).ok();
            move |random: &mut ChaCha8Rng| lot.as_ref().map_or(0.0, |lot| lot.sample(random)).max(1e-9)
        };
        let dispersion = dispersion / gamma(freedom / 2.0, 2.0 / freedom)(&mut random);
        let lots: Vec<_> = model.counts.iter().map(|count| gamma(count / dispersion, dispersion)).collect();
        let mut weights: Vec<f64> = Vec::with_capacity(model.drawn.len());
        let pools = pools(&lots, &members, &mut random);
        weights.extend(model.drawn.iter().map(|count| match (*count as usize, &pools[*count as usize][..]) {
            (0, _) => 0.0,
            (count, []) => lots[count](&mut random),
            (_, pool) => pool[random.next_u32() as usize % POOL],
        }));
        let added = gamma(ADDED, 1.0);
        let [wins, losses] = [(); 2].map(|()| (0..bots).map(|_| added(&mut random)).collect::<Vec<f64>>());
        model.bring_in(&wins, &losses, &mut weights);
        model.solve(&weights, &best, &home, NEAR)
    };
    let solved = in_parallel(resamples, &repeat);
    let scale = |worths: &[f64]| {
        let mut elo: Vec<f64> = worths[..bots].iter().map(|worth| worth * 400.0 / std::f64::consts::LN_10).collect();
        groups::centre(&groups, &mut elo);
        elo
    };
    let ratings = scale(&best).into_iter().enumerate().map(|(bot, elo)| {
        let blocks = tally.deeds[bot].blocks.len();
        Rating { elo, low: elo, high: elo, blocks, group: groups[bot] }
    });
    let draws = solved.iter().map(|worths| scale(worths)).collect();
    let seat = |worths: &[f64]| model.seats(worths);
    let of_seats: Vec<Vec<f64>> = solved.iter().map(|worths| seat(worths)).collect();
    let seats = seat(&best).into_iter().enumerate().map(|(at, elo)| {
        let (low, high) = middle(elo, of_seats.iter().map(|seats| seats[at]));
        [elo, low, high]
    });
    let seats = seats.collect();
    let mut all = Ratings { bots: ratings.collect(), seats, bridges, dispersion, draws };
    all.intervals();
    all
}

/// For each count that more than [`POOL`] members have, so many of its lots, drawn anew in each repetition: a member then takes
/// one of them. Drawing a lot costs much more than taking one, and what so many members have in common does not depend on
/// whether two of them have the same lot.
fn pools<Lot: Fn(&mut ChaCha8Rng) -> f64>(lots: &[Lot], members: &[usize], random: &mut ChaCha8Rng) -> Vec<Vec<f64>> {
    let pool = |(lot, members): (&Lot, &usize)| {
        if *members > POOL { (0..POOL).map(|_| lot(random)).collect() } else { Vec::new() }
    };
    lots.iter().zip(members).map(pool).collect()
}

/// Runs a function this many times, on all processors; the results are in order.
fn in_parallel<T: Send>(times: usize, what: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(times / 50).max(1);
    let (each, threads) = (times.div_ceil(threads), threads);
    std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|part| scope.spawn(move || (part * each..times.min((part + 1) * each)).map(what).collect::<Vec<T>>()))
            .collect();
        parts.into_iter().flat_map(|part| part.join().unwrap_or_default()).collect()
    })
}

/// The ends of the middle 95 %. With few repetitions the best value may lie outside; the interval is widened to hold
/// it.
fn middle(best: f64, values: impl Iterator<Item = f64>) -> (f64, f64) {
    let mut values: Vec<f64> = values.collect();
    let [low, high] = [TAIL, 1.0 - TAIL].map(|at| quantile(&mut values, at).unwrap_or(best));
    (low.min(best), high.max(best))
}

/// The quantile of some values, whose order changes: one more value drawn like them lies below it with this probability
/// (Hyndman and Fan's sixth definition; the usual seventh would make intervals too narrow).
fn quantile(values: &mut [f64], at: f64) -> Option<f64> {
    if values.is_empty() {
        return None;
    }
    let at = (at * (values.len() + 1) as f64 - 1.0).clamp(0.0, (values.len() - 1) as f64);
    let (_, below, rest) = values.select_nth_unstable_by(at.floor() as usize, f64::total_cmp);
    let above = rest.iter().copied().min_by(f64::total_cmp).filter(|_| at.fract() > 0.0).unwrap_or(*below);
    Some(*below + (above - *below) * at.fract())
}

#[cfg(test)]
mod tests;
