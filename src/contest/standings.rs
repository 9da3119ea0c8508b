//! The standings. Bots are ranked by points per game (see [`super::tally`]); in a finished tournament this is the
//! order of points. A bye counts as a win in each game of the round. In a knockout, the round reached comes first.
//! Tie-breaks rank bots of equal score in the declared order, each among the bots that are still equal. Bots that
//! stay equal share a rank. Each row names what separated it from the row above.

use std::cmp::Ordering;

use super::tally::GameTally;

crate::names! {
    /// A tie-break for bots of equal score.
    pub enum TieBreak {
        /// The direct encounter: points won against the others of equal score, if all of them have met; then again among
        /// those still equal. If some have not met, a bot comes first if it would do so whatever the missing encounters
        /// brought; then the rest are ranked likewise.
        HeadToHead = "head-to-head",
        /// The sum of the opponents' points, each opponent once. A bye counts as an opponent with as many points as the
        /// bot itself.
        Buchholz = "buchholz",
        /// The sum over opponents of the points won per meeting, times that opponent's points. A bye counts as a win
        /// against an opponent with as many points as the bot itself.
        SonnebornBerger = "sonneborn-berger",
        /// First places that it did not share.
        Wins = "wins",
        /// Fewer games lost by a fault such as an illegal action or a time-out.
        FewestFaults = "fewest-faults",
    }
}

impl TieBreak {
    /// The default chain.
    pub fn usual() -> Vec<TieBreak> {
        vec![TieBreak::HeadToHead, TieBreak::Buchholz, TieBreak::SonnebornBerger, TieBreak::Wins]
    }

    /// The first tie-break that is listed twice.
    pub fn twice(chain: &[TieBreak]) -> Option<TieBreak> {
        (1..chain.len()).find(|at| chain[..*at].contains(&chain[*at])).map(|at| chain[at])
    }
}

/// A non-negative rational number.
#[derive(Copy, Clone, Debug)]
struct Ratio(u128, u128);

impl Ratio {
    /// A part of a whole; zero of zero is a half.
    fn of(part: u64, whole: u64) -> Ratio {
        if whole == 0 { Ratio(1, 2) } else { Ratio(part.into(), whole.into()) }
    }

    fn cmp(self, other: Ratio) -> Ordering {
        (self.0 * other.1).cmp(&(other.0 * self.1))
    }
}

/// A bot's place in the standings.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// Its number in the tally.
    pub bot: usize,
    /// 1 + the number of bots ranked above; shared by bots that nothing separates.
    pub rank: usize,
    /// What separated it from the row above: `round`, `rating`, `score` or a tie-break; `None` for the first row and for a
    /// shared rank.
    pub separated_by: Option<&'static str>,
    /// Its value by each tie-break of the chain: points, wins or faults. Head-to-head is `None` if no other bot was
    /// equal.
    pub values: Vec<Option<f64>>,
}

/// What the standings need besides the games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// For each bot, how many bye games it is credited with; empty: none.
    pub bye_games: Vec<u64>,
    /// For each bot, its number of rounds with a bye; empty: none.
    pub byes: Vec<u64>,
    /// For each bot, how many games it is charged with that it missed, which count as lost; empty: none.
    pub missed_games: Vec<u64>,
    /// For each bot, the round reached in a knockout; empty in other formats.
    pub reached: Vec<u32>,
    /// The winner of a match for the third place.
    pub third: Option<usize>,
    /// Whether ratings rank the bots, as in a ladder.
    pub by_rating: bool,
}

/// The points of every bot, including byes, and its number of games.
pub fn scores(tally: &GameTally, extra: &Extra) -> Vec<(u64, u64)> {
    let byes = |bot: usize| extra.bye_games.get(bot).copied().unwrap_or_default();
    let missed = |bot: usize| extra.missed_games.get(bot).copied().unwrap_or_default();
    let score = |(bot, deeds): (usize, &super::tally::Deeds)| {
        (deeds.points + byes(bot) * tally.most_points(), deeds.games + byes(bot) + missed(bot))
    };
    tally.deeds.iter().enumerate().map(score).collect()
}

/// Ranks all bots: by round in a knockout, by these ratings in a ladder, then by score and by the chain.
pub fn rank(tally: &GameTally, extra: &Extra, ratings: Option<&[Option<f64>]>, chain: &[TieBreak]) -> Vec<Ranked> {
    let scores = scores(tally, extra);
    let reached = |bot: &usize| (extra.reached.get(*bot).copied().unwrap_or_default(), extra.third == Some(*bot));
    let score = |bot: &usize| {
        let (points, games) = scores[*bot];
        // Bots that have not played rank below those that have.
        if games == 0 { Ratio(0, 1) } else { Ratio::of(points, games) }
    };
    let all: Vec<usize> = (0..tally.names.len()).collect();
    let mut by_round = split(&all, |a, b| reached(b).cmp(&reached(a)));
    let mut first = "round";
    if let Some(ratings) = ratings {
        // In tenths of a point, as they are shown. Bots that have not played come last.
        let tenths = |bot: &usize| ratings[*bot].map(|elo| (elo * 10.0).round() as i64);
        (by_round, first) = (split(&all, |a, b| tenths(b).cmp(&tenths(a))), "rating");
    }
    let mut groups: Vec<(&'static str, Vec<usize>)> = Vec::new();
    for group in by_round {
        let mut by = first;
        for group in split(&group, |a, b| score(b).cmp(score(a))) {
            groups.push((by, group));
            by = "score";
        }
    }
    let mut values: Vec<Vec<Option<f64>>> = vec![Vec::new(); all.len()];
    let field = Field { tally, scores: &scores, byes: &extra.byes };
    for tie_break in chain {
        let mut finer = Vec::new();
        for (mut by, group) in groups {
            let keys: Vec<Ratio> = group.iter().map(|bot| field.key(*tie_break, *bot, &group)).collect();
            let direct = *tie_break == TieBreak::HeadToHead;
            let silent = direct && (group.len() == 1 || !all_met(&group, tally));
            for (bot, key) in group.iter().zip(&keys) {
                values[*bot].push((!silent).then(|| shown(*tie_break, *key, tally)));
            }
            if direct {
                for part in encounter(&group, tally) {
                    finer.push((by, part));
                    by = tie_break.name();
                }
                continue;
            }
            let at = |bot: &usize| keys[group.iter().position(|other| other == bot).unwrap_or_default()];
            let better = |a: &usize, b: &usize| match tie_break {
                TieBreak::FewestFaults => at(a).cmp(at(b)),
                _ => at(b).cmp(at(a)),
            };
            for part in split(&group, better) {
                finer.push((by, part));
                by = tie_break.name();
            }
        }
        groups = finer;
    }
    let mut ranked = Vec::new();
    for (by, group) in groups {
        let rank = ranked.len() + 1;
        for (i, bot) in group.into_iter().enumerate() {
            let separated_by = (i == 0 && rank > 1).then_some(by);
            ranked.push(Ranked { bot, rank, separated_by, values: std::mem::take(&mut values[bot]) });
        }
    }
    ranked
}

/// Sorts bots and splits them into groups of equals, which keep their order.
fn split(bots: &[usize], by: impl Fn(&usize, &usize) -> Ordering) -> Vec<Vec<usize>> {
    let mut sorted = bots.to_vec();
    sorted.sort_by(&by);
    sorted.chunk_by(|a, b| by(a, b) == Ordering::Equal).map(<[usize]>::to_vec).collect()
}

/// The value of one encounter: the least common multiple of the first numbers, so that shares of meetings are whole.
const ENCOUNTER: u128 = 232_792_560;

/// Whether all of a group have met each other.
fn all_met(group: &[usize], tally: &GameTally) -> bool {
    group.iter().all(|a| group.iter().all(|b| a == b || tally.met[*a][*b] > 0))
}

/// The direct encounter; see [`TieBreak::HeadToHead`]. Bots that it does not separate stay in one group.
fn encounter(group: &[usize], tally: &GameTally) -> Vec<Vec<usize>> {
    if group.len() < 2 {
        return vec![group.to_vec()];
    }
    // What a bot won against the others, per encounter, and what the missing encounters could bring.
    let won = |a: &usize| {
        let others = group.iter().filter(|b| *b != a && tally.met[*a][**b] > 0);
        others.map(|b| u128::from(tally.won[*a][*b]) * ENCOUNTER / (2 * u128::from(tally.met[*a][*b]))).sum::<u128>()
    };
    if all_met(group, tally) {
        let parts = split(group, |a, b| won(b).cmp(&won(a)));
        if parts.len() == 1 {
            return parts;
        }
        return parts.iter().flat_map(|part| encounter(part, tally)).collect();
    }
    let missing = |a: &usize| group.iter().filter(|b| *b != a && tally.met[*a][**b] == 0).count() as u128 * ENCOUNTER;
    let first = |a: &&usize| group.iter().all(|b| b == *a || won(a) > won(b) + missing(b));
    let Some(first) = group.iter().find(first) else { return vec![group.to_vec()] };
    let rest: Vec<usize> = group.iter().copied().filter(|other| other != first).collect();
    let mut parts = vec![vec![*first]];
    parts.extend(encounter(&rest, tally));
    parts
}

/// What tie-breaks look at.
struct Field<'a> {
    tally: &'a GameTally,
    /// The points of each bot and its number of games.
    scores: &'a [(u64, u64)],
    /// For each bot, its number of rounds with a bye; empty: none.
    byes: &'a [u64],
}

impl Field<'_> {
    /// A bot's value by one tie-break, within a group of equals.
    fn key(&self, tie_break: TieBreak, bot: usize, group: &[usize]) -> Ratio {
        let points = |bot: usize| u128::from(self.scores[bot].0);
        let own = u128::from(self.byes.get(bot).copied().unwrap_or_default()) * points(bot);
        let (won, met, deeds) = (&self.tally.won[bot], &self.tally.met[bot], &self.tally.deeds[bot]);
        let opponents = (0..met.len()).filter(|other| met[*other] > 0);
        match tie_break {
            TieBreak::HeadToHead => {
                let among = |counts: &[u64]| group.iter().map(|other| counts[*other]).sum::<u64>();
                Ratio::of(among(won), 2 * among(met))
            }
            TieBreak::Buchholz => Ratio(own + opponents.map(points).sum::<u128>(), 1),
            TieBreak::SonnebornBerger => {
                // In millionths of a half point, rounded down, so that the order of addition does not matter.
                let of = |other: usize| u128::from(won[other]) * points(other) * 500_000 / u128::from(met[other]);
                Ratio(1_000_000 * own + opponents.map(of).sum::<u128>(), 1)
            }
            TieBreak::Wins => Ratio(deeds.wins.into(), 1),
            TieBreak::FewestFaults => Ratio(deeds.faults.values().map(|n| u128::from(*n)).sum(), 1),
        }
    }
}

/// The value of [`Field::key`] in points, wins or faults.
fn shown(tie_break: TieBreak, key: Ratio, tally: &GameTally) -> f64 {
    let most = tally.most_points() as f64;
    let unit = match tie_break {
        TieBreak::HeadToHead | TieBreak::Wins | TieBreak::FewestFaults => 1.0,
        TieBreak::Buchholz => most,
        TieBreak::SonnebornBerger => 1_000_000.0 * most,
    };
    key.0 as f64 / key.1 as f64 / unit
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::result;
    use super::super::record::{Cause, GameResult};
    use super::*;

    /// One game between two, as `a>b` or `a=b`.
    fn game(n: usize, text: &str) -> GameResult {
        let place = 1 + u8::from(text.contains('>'));
        result(&format!("r1t1b{}g1", n + 1), &[(&text[..1], 1), (&text[2..], place)])
    }

    fn tally(games: &str) -> GameTally {
        let games: Vec<GameResult> = games.split(' ').enumerate().map(|(n, text)| game(n, text)).collect();
        let names: Vec<String> = ["a", "b", "c", "d"].map(str::to_owned).into();
        GameTally::new(&names, games.iter()).expect("good games")
    }

    #[track_caller]
    fn check(games: &str, chain: &[TieBreak], expected: &str) {
        let tally = tally(games);
        let rows = rank(&tally, &Extra::default(), None, chain);
        let said: Vec<String> = rows
            .iter()
            .map(|row| format!("{}{} {}", row.rank, tally.names[row.bot], row.separated_by.unwrap_or("-")))
            .collect();
        assert_eq!(said.join(", "), expected);
    }

    #[test]
    fn points_come_first() {
        check("a>b a>c a>d b>c b>d c>d", &[], "1a -, 2b score, 3c score, 4d score");
        check("a=b c=d a=c b=d", &[], "1a -, 1b -, 1c -, 1d -");
        // Points per game: c has won its only game, a two of three.
        check("a>b a>d b>a c>d", &[], "1c -, 2a score, 3b score, 4d score");
    }

    #[test]
    fn the_chain_goes_on_among_those_still_equal() {
        use TieBreak::{Buchholz, HeadToHead, SonnebornBerger, Wins};
        // a, b and c have 2 points each from 3 games, in a circle; d has none. Head to head, all have 1 of 2.
        let circle = "a>b b>c c>a a>d b>d c>d";
        check(circle, &[HeadToHead, Buchholz, SonnebornBerger, Wins], "1a -, 1b -, 1c -, 4d score");
        // a and b have 1 1/2 of 2; b beat a only in the game they did not have: a 2 wins 0, so nothing but wins parts them.
        check("b>a a>c a>d b=c b=d", &[HeadToHead], "1b -, 2a head-to-head, 3c score, 3d -");
    }

    #[test]
    fn buchholz_adds_what_the_opponents_have() {
        // Two rounds: a>b c>d, then a=c b>d. Points: a 1.5, c 1.5, b 1, d 0. Buchholz: a met b and c: 1 + 1.5 = 2.5;
        // c met d and a: 0 + 1.5 = 1.5.
        check("a>b c>d a=c b>d", &[TieBreak::HeadToHead, TieBreak::Buchholz], "1a -, 2c buchholz, 3b score, 4d score");
        let tally = tally("a>b c>d a=c b>d");
        let field = Field { tally: &tally, scores: &scores(&tally, &Extra::default()), byes: &[] };
        // In half points: b 2, c 3; a 3, d 0.
        assert_eq!(field.key(TieBreak::Buchholz, 0, &[0, 2]).0, 5);
        assert_eq!(field.key(TieBreak::Buchholz, 2, &[0, 2]).0, 3);
        // Sonneborn-Berger in points: a beat b (1) and drew c (1.5 / 2): 1.75; c: 0 + 0.75.
        assert_eq!(field.key(TieBreak::SonnebornBerger, 0, &[0, 2]).0, 3_500_000);
        assert_eq!(field.key(TieBreak::SonnebornBerger, 2, &[0, 2]).0, 1_500_000);
        // Shown in points, two half points each; a and c drew with each other, b and d tie with no other bot.
        let chain = [TieBreak::HeadToHead, TieBreak::Buchholz, TieBreak::SonnebornBerger, TieBreak::Wins];
        let rows = rank(&tally, &Extra::default(), None, &chain);
        let values: Vec<_> = rows.iter().map(|row| (row.bot, row.values.clone())).collect();
        assert_eq!(values[0], (0, vec![Some(0.5), Some(2.5), Some(1.75), Some(1.0)]));
        assert_eq!(values[1], (2, vec![Some(0.5), Some(1.5), Some(0.75), Some(1.0)]));
        assert_eq!(values[2].1[0], None);
    }

    #[test]
    fn the_direct_encounter_is_that_of_fide() {
        let tally = tally("a>b a>c b>d d>c");
        // a has two wins. b and c could each have one more against each other and one against a is lost, so a is
        // first in any case. b beat d, and c may still beat b, so nothing else is sure.
        assert_eq!(encounter(&[0, 1, 2], &tally), [vec![0], vec![1, 2]]);
        assert_eq!(encounter(&[1, 2], &tally), [vec![1, 2]], "they have not met");
        // All have met: by points, and those still equal by their own encounters.
        let all = super::tests::tally("a>b b>c c>a a=d b=d d>c");
        assert_eq!(encounter(&[0, 1, 2], &all), [vec![0, 1, 2]], "a circle");
        assert_eq!(encounter(&[0, 1, 2, 3], &all), [vec![3], vec![0], vec![1], vec![2]]);
    }

    #[test]
    fn a_bye_is_an_opponent_like_oneself() {
        let names: Vec<String> = ["a", "b", "c"].map(str::to_owned).into();
        let games = [game(0, "a>b"), game(1, "a=b")];
        let tally = GameTally::new(&names, games.iter()).expect("good games");
        let extra = Extra { bye_games: vec![0, 0, 2], byes: vec![0, 0, 1], ..Extra::default() };
        let rows = rank(&tally, &extra, None, &[TieBreak::Buchholz, TieBreak::SonnebornBerger]);
        let bye = rows.iter().find(|row| row.bot == 2).expect("it is there");
        assert_eq!(bye.values, [Some(2.0), Some(2.0)]);
    }

    #[test]
    fn byes_rounds_and_faults_count() {
        let names: Vec<String> = ["a", "b", "c"].map(str::to_owned).into();
        let mut games = [game(0, "a=b"), game(1, "a=b")];
        games[1].causes[0] = Cause::IllegalAction;
        let tally = GameTally::new(&names, games.iter()).expect("good games");
        let rows =
            rank(&tally, &Extra { bye_games: vec![0, 0, 2], ..Extra::default() }, None, &[TieBreak::FewestFaults]);
        let order = |rows: &[Ranked]| rows.iter().map(|row| (row.bot, row.separated_by)).collect::<Vec<_>>();
        assert_eq!(order(&rows), [(2, None), (1, Some("score")), (0, Some("fewest-faults"))]);
        let rows = rank(&tally, &Extra { reached: vec![2, 1, 1], ..Extra::default() }, None, &[]);
        assert_eq!(order(&rows), [(0, None), (1, Some("round")), (2, Some("score"))]);
    }
}
