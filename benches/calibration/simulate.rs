//! Made-up competitions of bots with known strengths, to check intervals and tests. The benchmark `calibration` plays
//! thousands of them, the tests a few.

use std::collections::BTreeMap;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use referee::commitment::Bits128;
use referee::contest::config::{Config, Hypotheses};
use referee::contest::ratings::{MEAN, rate};
use referee::contest::schedule::{GameId, Scheduled, Scheduler};
use referee::contest::sprt::{Decision, Sprt};
use referee::contest::tally::{CountedGame, Deeds, GameTally};

/// A made-up field.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// The true strengths in Elo; their mean does not matter.
    pub(crate) strengths: Vec<f64>,
    /// How much they vary between competitions: the standard deviation of a random addition to each, in Elo.
    pub(crate) spread: f64,
    /// How many players sit at a table.
    pub(crate) players: usize,
    /// The lines of a configuration that say who meets whom.
    pub(crate) format: &'static str,
    /// How many blocks a table plays.
    pub(crate) blocks: u32,
    /// The probability that a game of equals is drawn, 0 to 1/2; it is lower for unequal bots. A draw is half a win,
    /// and the mean score fits the strengths. Larger tables have no shared places.
    pub(crate) draws: f64,
    /// The probability, 0 to 1, that a game ends like the first of its block: what the games of a block have in
    /// common.
    pub(crate) shared: f64,
}

/// The places of a game; the order of finish is drawn after Plackett and Luce.
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

/// A number from the normal distribution with mean 0 and variance 1.
fn normal(random: &mut ChaCha8Rng) -> f64 {
    let radius = (-2.0 * (1.0 - uniform(random)).ln()).sqrt();
    radius * (std::f64::consts::TAU * uniform(random)).cos()
}

impl Field {
    /// Every bot against every other.
    pub(crate) fn round_robin(strengths: &[f64], players: usize, blocks: u32, draws: f64, shared: f64) -> Field {
        let format = "format = \"round-robin\"";
        Field { strengths: strengths.to_vec(), spread: 0.0, players, format, blocks, draws, shared }
    }

    fn config(&self) -> Config {
        let bots =
            (0..self.strengths.len()).map(|bot| format!("[[bots]]\nname = \"bot{bot}\"\ncommand = \"@random\"\n"));
        let head = format!("game = \"toy\"\nplayers = {}\nblocks = {}\n{}\n", self.players, self.blocks, self.format);
        Config::read(&(head + &bots.collect::<String>())).expect("a tournament")
    }

    /// One competition of this field as a tally, and the strengths used.
    pub(crate) fn compete(&self, seed: u64) -> (GameTally, Vec<f64>) {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let bots = self.strengths.len();
        let strengths: Vec<f64> = self.strengths.iter().map(|mean| mean + self.spread * normal(&mut random)).collect();
        let mut tally = GameTally {
            names: (0..bots).map(|bot| format!("bot{bot}")).collect(),
            players: self.players,
            deeds: vec![Deeds::default(); bots],
            met: vec![vec![0; bots]; bots],
            ..GameTally::default()
        };
        let (mut scheduler, mut results) =
            (Scheduler::new(&self.config(), Bits128::typed(seed)), BTreeMap::<GameId, Option<Vec<u8>>>::new());
        loop {
            let block = match scheduler.next(&results) {
                Scheduled::Round(..) => continue,
                Scheduled::Block(block) => block,
                Scheduled::Wait | Scheduled::Over => break,
            };
            // The end of the block's first game, by bot.
            let mut first: BTreeMap<usize, u8> = BTreeMap::new();
            for (id, seats) in block.games() {
                let again = !first.is_empty() && uniform(&mut random) < self.shared;
                let places: Vec<u8> = if again {
                    seats.iter().map(|bot| first[bot]).collect()
                } else {
                    let seated: Vec<f64> = seats.iter().map(|bot| strengths[*bot]).collect();
                    play(&seated, self.draws, &mut random)
                };
                if first.is_empty() {
                    first = seats.iter().copied().zip(places.iter().copied()).collect();
                }
                for a in &seats {
                    tally.deeds[*a].games += 1;
                    tally.deeds[*a].blocks.insert((0, block.id));
                    seats.iter().filter(|b| *b != a).for_each(|b| tally.met[*a][*b] += 1);
                }
                results.insert(id, Some(places.clone()));
                tally.games.push(CountedGame { of: 0, id, bots: seats, places });
            }
        }
        tally.games.sort_by_key(|game| game.id);
        (tally, strengths)
    }

    /// In how many competitions, with seeds from `seed` on, the 95 % interval of each bot held its true strength.
    pub(crate) fn coverage(&self, competitions: u64, resamples: usize, seed: u64) -> Vec<u64> {
        let mut held = vec![0; self.strengths.len()];
        for seed in seed..seed + competitions {
            let (tally, strengths) = self.compete(seed);
            let ratings = rate(&tally, resamples, seed).bots;
            for (bot, held) in held.iter_mut().enumerate() {
                let group = (0..strengths.len()).filter(|other| ratings[*other].group == ratings[bot].group);
                let group: Vec<f64> = group.map(|other| strengths[other]).collect();
                let truth = MEAN + strengths[bot] - group.iter().sum::<f64>() / group.len() as f64;
                *held += u64::from(ratings[bot].low <= truth && truth <= ratings[bot].high);
            }
        }
        held
    }
}

/// A sequential test of a first bot stronger by `elo`, with draws as in [`Field::draws`]: the decision, and the
/// number of blocks. It stays open after `most` blocks.
pub(crate) fn sequential(test: &Hypotheses, elo: f64, draws: f64, most: u64, seed: u64) -> (Decision, u64) {
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
