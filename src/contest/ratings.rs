//! Strengths of any number of bots from games of any number of players.
//!
//! **Model.** Plackett and Luce: of those not yet placed the next is drawn with probability in proportion to their worths,
//! `10^(elo/400)`; the worth of a bot on a seat is that of the bot times that of the seat. With two players that is Bradley
//! and Terry's model, the one of Elo. Bots that share a place count as finished in each of their orders, in equal parts; with
//! two players a draw is half a win and half a loss. Seats count where most blocks are whole, so that everybody sits on all.
//!
//! **Fit.** All games at once, by greatest likelihood, so their order does not matter. To keep the undefeated finite every
//! bot brings half a win and half a loss into the fit, spread over those it has met as its games are, so that two bots
//! share one win each; a seat has one win and one loss against the first. Bots that have met no bot of a group, directly or
//! through others, cannot be compared with it: each group is rated by itself, with a mean of 1500 of its own.
//!
//! **Intervals.** The fit is repeated with every count drawn anew: how often a bot was drawn from a set gets a number from
//! the gamma distribution with that mean. For two bots that is the beta distribution which follows from a uniform prior,
//! honest about few games and about bots that won everything; and where two halves of a field hang together by a few
//! games, it is their difference that becomes uncertain. The games of a block share their luck: by how much the results of
//! blocks scatter more or less than those of independent games is one number for the whole competition (the dispersion of
//! a quasi-likelihood), measured over all blocks, drawn towards 1 as if `BLOCKS_BEFORE` blocks had said so, and as
//! uncertain as they leave it; the variance of every count is multiplied by it. The interval holds the middle 95 % of the
//! repetitions. It is a statement about strength relative to this field.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use rand_distr::{Distribution as _, Gamma};

use super::tally::Tally;

mod groups;
mod model;
mod skyline;

pub use groups::Bridge;
use model::Model;

/// The mean of the ratings of a group.
pub const MEAN: f64 = 1500.0;
/// How many repetitions an interval rests on where nothing else is asked for.
pub const RESAMPLES: usize = 1000;
/// The share of the repetitions below an interval, and above it.
const TAIL: f64 = 0.025;
/// How many blocks' worth of belief there is, before any result, that games of a block are independent.
const BLOCKS_BEFORE: f64 = 8.0;
/// How near the repetitions come to their solutions, in logarithms of worths: a sixth of an Elo point.
const NEAR: f64 = 1e-3;

/// The strength of a bot.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rating {
    /// The strength that makes the results most likely, in Elo; the mean of a group is [`MEAN`].
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

/// What a seat is worth.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Seat {
    /// By how many Elo points a bot that sits there is stronger than on the average seat.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The strengths of all bots of a competition.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The bots, in the order of the tally.
    pub bots: Vec<Rating>,
    /// The seats; none where blocks are not whole.
    pub seats: Vec<Seat>,
    /// Tables but for which two parts of a group have nothing to do with each other.
    pub bridges: Vec<Bridge>,
    /// By how much the results of blocks scatter more than those of independent games would, as a ratio of variances.
    pub dispersion: f64,
    /// For each repetition the strengths of all bots.
    draws: Vec<Vec<f64>>,
}

/// One bot beside another of its group.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Difference {
    /// By how many Elo points it is stronger.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How likely it is that it is the stronger one.
    pub superior: f64,
}

impl Ratings {
    /// One bot beside another; `None` if they cannot be compared.
    #[must_use]
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

    /// Sets the strength of a bot, and by it those of its group, whose mean is then whatever it comes to.
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
#[must_use]
pub fn rate(tally: &Tally, resamples: usize, seed: u64) -> Ratings {
    let bots = tally.names.len();
    let (groups, bridges) = groups::find(tally);
    let model = Model::new(tally, &groups);
    let best = model.best();
    let (dispersion, freedom) = model.dispersion(&best);
    let home = model.factor(&model.expected(), &best);
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
        weights.extend(model.drawn.iter().map(|count| count.map_or(0.0, |count| lots[count](&mut random))));
        let half = gamma(0.5, 1.0);
        let [wins, losses] = [(); 2].map(|()| (0..bots).map(|_| half(&mut random)).collect::<Vec<f64>>());
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
        Seat { elo, low, high }
    });
    let seats = seats.collect();
    let mut all = Ratings { bots: ratings.collect(), seats, bridges, dispersion, draws };
    all.intervals();
    all
}

/// Does something so many times, on as many threads as there are processors; the results are in order.
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

/// The ends of the middle 95 %; the best value may lie outside of few repetitions, and belongs to them.
fn middle(best: f64, values: impl Iterator<Item = f64>) -> (f64, f64) {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    let [low, high] = [TAIL, 1.0 - TAIL].map(|at| quantile(&sorted, at).unwrap_or(best));
    (low.min(best), high.max(best))
}

fn quantile(sorted: &[f64], at: f64) -> Option<f64> {
    let at = at * (sorted.len().max(1) - 1) as f64;
    let (below, above) = (sorted.get(at.floor() as usize)?, sorted.get(at.ceil() as usize)?);
    Some(below + (above - below) * at.fract())
}

#[cfg(test)]
mod tests;
