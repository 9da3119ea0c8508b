//! Which of two bots is stronger, in as few games as possible: a sequential probability ratio test over blocks. The
//! score of a block of two games takes one of five values. The test is about the mean of that distribution, whatever
//! its shape (the generalised test: each hypothesis gets the most likely distribution with its mean). The games of a
//! block share their luck, so blocks are independent but games are not.
//!
//! The test takes blocks in order, up to the first that is not complete. It ends at the first block that crosses a
//! bound. Later games, which were already in flight, do not change the verdict. A block with a game that was called
//! off is skipped.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::config::Hypotheses;
use super::record::Games;
use super::schedule::{Block, BlockId};
use super::tally::points;
use crate::text::count;

/// The verdict of the test.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Not yet decided.
    Open,
    /// The first bot is not stronger by `elo1`.
    AcceptH0,
    /// The first bot is stronger by more than `elo0`.
    AcceptH1,
}

/// The state of the test.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Sprt {
    /// The verdict so far.
    pub decision: Decision,
    /// The logarithm of the likelihood ratio; large values favour the higher strength.
    pub llr: f64,
    /// At or below this bound, the lower strength is accepted.
    pub lower: f64,
    /// At or above this bound, the higher strength is accepted.
    pub upper: f64,
    /// How many blocks it has used.
    pub blocks: u64,
    /// How many of them gave the first bot 0, 1/2, 1, 1 1/2 and 2 points.
    pub scores: [u64; 5],
}

impl Sprt {
    /// A test without data.
    pub fn new(test: &Hypotheses) -> Sprt {
        let lower = (test.beta / (1.0 - test.alpha)).ln();
        let upper = ((1.0 - test.beta) / test.alpha).ln();
        Sprt { decision: Decision::Open, llr: 0.0, lower, upper, blocks: 0, scores: [0; 5] }
    }

    /// Adds the next block, in which the first bot won this many of four half points. A decided test stays as it is.
    pub fn add(&mut self, test: &Hypotheses, half_points: u64) {
        if self.decision != Decision::Open {
            return;
        }
        self.scores[half_points.min(4) as usize] += 1;
        self.blocks += 1;
        self.llr = llr(test, self.scores);
        if self.llr >= self.upper {
            self.decision = Decision::AcceptH1;
        } else if self.llr <= self.lower {
            self.decision = Decision::AcceptH0;
        }
    }
}

/// A test that follows a competition of two bots. It uses every block once, as soon as it is complete.
#[derive(Clone, Debug)]
pub struct Sequence {
    test: Hypotheses,
    /// The bot tested for being stronger.
    first: String,
    next: BlockId,
    sprt: Sprt,
}

impl Sequence {
    /// A test without data.
    pub fn new(test: Hypotheses, first: &str) -> Sequence {
        let next = BlockId { round: 1, table: 1, block: 1 };
        Sequence { test, first: first.to_owned(), next, sprt: Sprt::new(&test) }
    }

    /// Advances to the first block that is not complete.
    pub fn look(&mut self, games: &Games) -> &Sprt {
        while self.sprt.decision == Decision::Open {
            let (mut seen, mut won) = (0, Some(0));
            for (_, game) in games.range(Block::ids(self.next)) {
                seen += 1;
                let seat = game.bots.iter().position(|bot| *bot == self.first).unwrap_or_default();
                won = won.zip(game.places.as_ref()).map(|(sum, places)| sum + points(places, seat));
            }
            if seen < 2 {
                break;
            }
            if let Some(won) = won {
                self.sprt.add(&self.test, won);
            }
            self.next.block += 1;
        }
        &self.sprt
    }
}

/// The verdict of a test between two bots, with its settings.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Tested {
    /// The bot tested for being stronger.
    pub first: String,
    /// Its opponent.
    pub second: String,
    /// The lower strength, in Elo.
    pub elo0: f64,
    /// The higher strength, in Elo.
    pub elo1: f64,
    /// How often the test may accept the higher strength when the lower is true.
    pub alpha: f64,
    /// How often the test may accept the lower strength when the higher is true.
    pub beta: f64,
    /// The state of the test.
    #[serde(flatten)]
    pub sprt: Sprt,
}

impl fmt::Display for Tested {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tested { first, second, elo0, elo1, alpha, beta, sprt } = self;
        let verdict = match sprt.decision {
            Decision::Open => "undecided",
            Decision::AcceptH0 => "the lower strength is accepted",
            Decision::AcceptH1 => "the higher strength is accepted",
        };
        write!(
            f,
            "Sequential test whether {first} is stronger than {second} by {elo0} Elo at most or by {elo1} at least \
             (alpha {alpha}, beta {beta}): {verdict} after {}, LLR {:.2} between {:.2} and {:.2}.",
            count(sprt.blocks, "block"),
            sprt.llr,
            sprt.lower,
            sprt.upper
        )
    }
}

/// Applies the test to the games of two bots, at any tables of any competitions: table after table, up to the first
/// incomplete block. Without `bots`, there must be exactly two; the first is the one that sat first
/// in the first game, as in the tournament's file.
pub fn test(
    test: Hypotheses,
    bots: Option<&[String; 2]>,
    names: &[String],
    games: &[&Games],
) -> Result<Tested, String> {
    let [first, second] = match (bots, names) {
        (Some(bots), _) => {
            if let Some(stranger) = bots.iter().find(|bot| !names.contains(bot)) {
                return Err(format!("there is no bot `{stranger}` in these games"));
            }
            bots.clone()
        }
        (None, [one, two]) => {
            let game = games.iter().find_map(|games| games.values().next());
            let order = game.map_or_else(|| vec![&**one, &**two], |game| game.first_order());
            if order[0] == one { [one.clone(), two.clone()] } else { [two.clone(), one.clone()] }
        }
        _ => {
            return Err(format!(
                "the test is for two bots, but there are {}; choose two with --sprt-bots",
                names.len()
            ));
        }
    };
    let pair = [&first, &second];
    let mut sequence = Sequence::new(test, &first);
    'all: for games in games {
        let all: Vec<_> = games.iter().collect();
        for table in all.chunk_by(|(a, _), (b, _)| (a.block.round, a.block.table) == (b.block.round, b.block.table)) {
            let ((_, game), (last, _)) = (table[0], table[table.len() - 1]);
            if game.bots.len() != 2 || !pair.iter().all(|bot| game.bots.contains(bot)) {
                continue;
            }
            sequence.next = BlockId { block: 1, ..last.block };
            sequence.look(games);
            if sequence.next.block <= last.block.block {
                break 'all;
            }
        }
    }
    let Hypotheses { elo0, elo1, alpha, beta } = test;
    Ok(Tested { first, second, elo0, elo1, alpha, beta, sprt: sequence.sprt })
}

/// The mean score of a block, as a share, for a bot stronger by this many Elo.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The logarithm of the ratio of the maximum likelihoods under the two means.
fn llr(test: &Hypotheses, scores: [u64; 5]) -> f64 {
    // Every value gets a small weight even if it has not occurred; otherwise some means would be impossible.
    let seen = scores.map(|times| if times == 0 { 1e-3 } else { times as f64 });
    let all: f64 = seen.iter().sum();
    let value = |i: usize| i as f64 / 4.0;
    // With mean s, the most likely distribution gives value a the share seen(a) / (1 + t (a - s)), with the t that
    // makes it a distribution; the sum below falls as t grows.
    let tilt = |mean: f64| {
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..60 {
            let t = f64::midpoint(low, high);
            let sum: f64 = (0..5).map(|i| seen[i] * (value(i) - mean) / (1.0 + t * (value(i) - mean))).sum();
            if sum > 0.0 { low = t } else { high = t }
        }
        f64::midpoint(low, high)
    };
    let [mean0, mean1] = [test.elo0, test.elo1].map(expected);
    let [tilt0, tilt1] = [mean0, mean1].map(tilt);
    let part = |i: usize| ((1.0 + tilt0 * (value(i) - mean0)) / (1.0 + tilt1 * (value(i) - mean1))).ln();
    let llr: f64 = (0..5).map(|i| seen[i] * part(i)).sum();
    // The added weights are not games.
    llr * scores.iter().sum::<u64>() as f64 / all
}

#[cfg(test)]
mod tests {
    use super::super::record::GameResult;
    use super::super::record::tests::result;
    use super::*;

    fn hypotheses() -> Hypotheses {
        "0,20,0.05,0.05".parse().expect("four numbers")
    }

    #[test]
    fn the_ratio_is_that_of_a_plain_test_where_both_agree() {
        // Two games that always end alike are one coin: s ln(s1/s0) + (1-s) ln((1-s1)/(1-s0)) each.
        let test = hypotheses();
        let s1 = expected(20.0);
        let plain = 60.0 * (s1 / 0.5).ln() + 40.0 * ((1.0 - s1) / 0.5).ln();
        assert!((llr(&test, [40, 0, 0, 0, 60]) - plain).abs() < 0.01, "{} {plain}", llr(&test, [40, 0, 0, 0, 60]));
        // With the same mean, fewer extreme results give more certainty.
        assert!(llr(&test, [0, 0, 80, 0, 20]) > plain);
        assert!(llr(&test, [10, 20, 40, 20, 10]) < 0.0);
        assert!(llr(&test, [0; 5]).abs() < 1e-9);
    }

    #[test]
    fn the_ratio_is_that_of_a_plain_test_for_any_share_of_points() {
        let test: Hypotheses = "-50,70,0.05,0.05".parse().expect("four numbers");
        let [mean0, mean1] = [-50.0, 70.0].map(|elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0)));
        for won in [1_u64, 5, 50, 95, 99] {
            let share = won as f64;
            let plain = share * (mean1 / mean0).ln() + (100.0 - share) * ((1.0 - mean1) / (1.0 - mean0)).ln();
            let ratio = llr(&test, [100 - won, 0, 0, 0, won]);
            assert!((ratio - plain).abs() < 0.05, "{won}: {ratio} {plain}");
        }
    }

    /// The result of a game between two bots, of which the first has won.
    fn won(id: &str, winner: &str, loser: &str) -> GameResult {
        result(id, &if id.ends_with("g1") { [(winner, 1), (loser, 2)] } else { [(loser, 2), (winner, 1)] })
    }

    fn games(results: &[GameResult]) -> Games {
        results.iter().map(|game| (game.game_id, game.clone().into())).collect()
    }

    #[test]
    fn it_takes_the_tables_of_two_bots_up_to_the_first_that_is_not_whole() {
        let pairs = [("a", "b", 1), ("c", "b", 2), ("a", "c", 3), ("a", "b", 4)];
        let table = |(one, two, table): (&str, &str, u32)| [1, 2].map(|g| won(&format!("r1t{table}b1g{g}"), one, two));
        let one: Vec<GameResult> = pairs.into_iter().flat_map(table).collect();
        let two: Vec<GameResult> = table(("b", "a", 1)).to_vec();
        let names = ["a", "b", "c"].map(str::to_owned);
        let look = |bots: [&str; 2], all: [&[GameResult]; 2]| {
            let [one, two] = all.map(games);
            test(hypotheses(), Some(&bots.map(str::to_owned)), &names, &[&one, &two])
        };
        let seen = look(["a", "b"], [&one, &two]).expect("two bots");
        assert_eq!((seen.sprt.scores, seen.first.as_str(), seen.second.as_str()), ([1, 0, 0, 0, 2], "a", "b"));
        assert_eq!(look(["b", "a"], [&one, &two]).expect("two bots").sprt.scores, [2, 0, 0, 0, 1]);
        assert_eq!(look(["b", "c"], [&one, &two]).expect("two bots").sprt.scores, [1, 0, 0, 0, 0]);
        assert_eq!(
            look(["a", "b"], [&one[1..], &two]).expect("two bots").sprt.blocks,
            0,
            "the first table is not whole"
        );
        let shown = seen.to_string();
        assert!(
            shown.contains("undecided after 3 blocks") && shown.contains("whether a is stronger than b"),
            "{shown}"
        );
        assert!(look(["a", "d"], [&one, &two]).expect_err("a stranger").contains("no bot `d`"));
        let unnamed = test(hypotheses(), None, &names, &[&games(&one)]);
        assert!(unnamed.expect_err("three bots").contains("there are 3"));
        let unnamed = test(hypotheses(), None, &["a", "b"].map(str::to_owned), &[&games(&two)]);
        assert_eq!(unnamed.expect("two bots").first, "b", "who sat first");
    }

    #[test]
    fn it_looks_at_whole_blocks_in_order_and_stays_decided() {
        let game = |block: u32, game: u8, first: bool| {
            let (a, b) = if first { (1, 2) } else { (2, 1) };
            let seated = if game == 1 { [("a", a), ("b", b)] } else { [("b", b), ("a", a)] };
            result(&format!("r1t1b{block}g{game}"), &seated)
        };
        let names = ["a".to_owned(), "b".to_owned()];
        let mut games = vec![game(1, 1, true), game(1, 2, false), game(2, 1, true), game(3, 1, true), game(3, 2, true)];
        let look = |games: &[GameResult], test: &Hypotheses| {
            let games = games.iter().map(|game| (game.game_id, game.clone().into())).collect();
            super::test(*test, None, &names, &[&games]).expect("two bots").sprt
        };
        let seen = look(&games, &hypotheses());
        assert_eq!((seen.blocks, seen.scores), (1, [0, 0, 1, 0, 0]), "block 2 is not whole");
        games.push(game(2, 2, true));
        assert_eq!(look(&games, &hypotheses()).scores, [0, 0, 1, 0, 2]);
        games[5].places = None;
        assert_eq!(look(&games, &hypotheses()).scores, [0, 0, 1, 0, 1], "block 2 was called off");
        // Winning both games of three blocks decides between 0 and 400 Elo at these error rates; later losses do not
        // matter.
        let test: Hypotheses = "0,400,0.2,0.2".parse().expect("four numbers");
        let won: Vec<_> = (1..=9).flat_map(|block| [1, 2].map(|g| game(block, g, block <= 4))).collect();
        let seen = look(&won, &test);
        assert_eq!((seen.decision, seen.blocks), (Decision::AcceptH1, 3));
        // Following the games as they end gives the same verdict.
        let (mut sequence, mut there) = (Sequence::new(test, "a"), Games::new());
        for game in won.iter().rev() {
            there.insert(game.game_id, game.clone().into());
            let whole = there.contains_key(&won[0].game_id);
            assert_eq!(sequence.look(&there).decision != Decision::Open, whole, "block 1 is played last");
        }
        assert_eq!(*sequence.look(&there), seen);
    }
}
