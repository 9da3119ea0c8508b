//! Made-up competitions of bots whose strengths are known, to see whether intervals and tests keep what they promise. The
//! benchmark `calibration` plays thousands of them, the tests some.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

use super::config::Hypotheses;
use super::ratings::{MEAN, rate};
use super::schedule::{BlockId, GameId};
use super::sprt::{Decision, Sprt};
use super::tally::{Counted, Deeds, Tally};

/// A made-up field.
#[derive(Clone, Debug)]
pub struct Field {
    /// The true strengths in Elo; their mean is of no matter.
    pub strengths: Vec<f64>,
    /// How many sit at a table. Every set of so many bots is one.
    pub players: usize,
    /// How many blocks a table plays.
    pub blocks: u32,
    /// How likely a game of two equals is drawn, 0 to 1/2; it is less likely between unequals. A draw is half a win, and the
    /// mean score is that of the strengths. Larger tables have no shared places.
    pub draws: f64,
    /// How likely a game ends as the first of its block did, 0 to 1: what games of one block have in common.
    pub shared: f64,
}

/// The places of a game, the order of finish drawn after Plackett and Luce.
fn play(strengths: &[f64], draws: f64, random: &mut ChaCha8Rng) -> Vec<u8> {
    let worth = |strength: f64| 10_f64.powf((strength - MEAN) / 400.0);
    if let [first, second] = strengths {
        let score = 1.0 / (1.0 + worth(MEAN + second - first));
        let equal = 4.0 * draws * score * (1.0 - score);
        let at = uniform(random);
        return match at {
            _ if at < equal => vec![1, 1],
            _ if at < equal + score - equal / 2.0 => vec![1, 2],
            _ => vec![2, 1],
        };
    }
    let mut places = vec![1; strengths.len()];
    let mut left: Vec<usize> = (0..strengths.len()).collect();
    for place in 1..=strengths.len() as u8 {
        let mut at = uniform(random) * left.iter().map(|seat| worth(strengths[*seat])).sum::<f64>();
        let next = left.iter().position(|seat| {
            at -= worth(strengths[*seat]);
            at < 0.0
        });
        places[left.remove(next.unwrap_or(0))] = place;
    }
    places
}

fn uniform(random: &mut ChaCha8Rng) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Every set of `size` of the first `n` numbers.
fn subsets(n: usize, size: usize) -> Vec<Vec<usize>> {
    let of_size = |bits: &u32| bits.count_ones() as usize == size;
    (0..1_u32 << n).filter(of_size).map(|bits| (0..n).filter(|i| bits >> i & 1 == 1).collect()).collect()
}

impl Field {
    /// One competition of this field, counted up.
    #[must_use]
    pub fn compete(&self, seed: u64) -> Tally {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let bots = self.strengths.len();
        let mut tally = Tally {
            names: (0..bots).map(|bot| format!("bot{bot}")).collect(),
            players: self.players,
            deeds: vec![Deeds::default(); bots],
            met: vec![vec![0; bots]; bots],
            ..Tally::default()
        };
        for (table, seated) in (1..).zip(subsets(bots, self.players)) {
            for block in 1..=self.blocks {
                let id = BlockId { round: 1, table, block };
                let strengths: Vec<f64> = seated.iter().map(|bot| self.strengths[*bot]).collect();
                let first = play(&strengths, self.draws, &mut random);
                for game in 1..=self.players as u8 {
                    let again = game == 1 || uniform(&mut random) < self.shared;
                    let places = if again { first.clone() } else { play(&strengths, self.draws, &mut random) };
                    tally.games.push(Counted { id: GameId { block: id, game }, bots: seated.clone(), places });
                }
                for a in &seated {
                    tally.deeds[*a].blocks.insert(id);
                    let others = seated.iter().filter(|b| *b != a);
                    others.for_each(|b| tally.met[*a][*b] += self.players as u64);
                }
            }
        }
        tally
    }

    /// In how many of so many competitions with seeds from `seed` on the 95 % interval of each bot held its true strength.
    #[must_use]
    pub fn coverage(&self, competitions: u64, resamples: usize, seed: u64) -> Vec<u64> {
        let mean = self.strengths.iter().sum::<f64>() / self.strengths.len() as f64;
        let mut held = vec![0; self.strengths.len()];
        for seed in seed..seed + competitions {
            let ratings = rate(&self.compete(seed), resamples, seed);
            for ((rating, strength), held) in ratings.iter().zip(&self.strengths).zip(&mut held) {
                let truth = MEAN + strength - mean;
                *held += u64::from(rating.low <= truth && truth <= rating.high);
            }
        }
        held
    }
}

/// A sequential test of a first bot that is stronger by `elo`, with draws as in [`Field::draws`]: the decision, and after
/// how many blocks. It stays open if `most` blocks do not suffice.
#[must_use]
pub fn sequential(test: &Hypotheses, elo: f64, draws: f64, most: u64, seed: u64) -> (Decision, u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let strengths = [MEAN + elo, MEAN];
    let mut sprt = Sprt::new(test);
    while sprt.decision == Decision::Open && sprt.blocks < most {
        let half_points = |_| match play(&strengths, draws, &mut random)[..] {
            [1, 2] => 2,
            [2, 1] => 0,
            _ => 1,
        };
        let won = (0..2).map(half_points).sum();
        sprt.add(test, won);
    }
    (sprt.decision, sprt.blocks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_the_truth_about_as_often_as_they_say() {
        let strengths = vec![1350.0, 1450.0, 1550.0, 1650.0];
        for (players, blocks) in [(2, 12), (4, 20)] {
            let field = Field { strengths: strengths.clone(), players, blocks, draws: 0.1, shared: 0.0 };
            let held: u64 = field.coverage(60, 100, 1).iter().sum();
            // Of 240, with a wide margin for the luck of sixty competitions.
            assert!((210..=238).contains(&held), "{players} players: {held} of 240");
        }
    }

    #[test]
    fn the_sequential_test_errs_no_more_than_it_says() {
        let test: Hypotheses = "0,100,0.05,0.05".parse().expect("four numbers");
        let wrong = |elo: f64, wrong: Decision| {
            (1..=200).filter(|seed| sequential(&test, elo, 0.2, 5000, *seed).0 == wrong).count()
        };
        // Ten of two hundred are promised; more than twenty would come once in a thousand.
        let (first, second) = (wrong(0.0, Decision::AcceptH1), wrong(100.0, Decision::AcceptH0));
        assert!(first <= 20 && second <= 20 && first + second > 0, "{first} {second}");
    }
}
