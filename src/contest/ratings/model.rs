//! The likelihood of a competition's games, reduced to the fewest counts: how often each member was drawn from which
//! set. Also finds the worths that maximise it.

use std::collections::{BTreeMap, HashMap};

use super::skyline::{Shape, dot};
use super::{ADDED, DEGREES_BEFORE};
use crate::contest::tally::{CountedGame, GameTally};

/// A member of a set: the parameters of its bot and of its seat. The product is its worth.
type Member = (usize, usize);

/// The wins that two bots add to the fit, one for each: the members that stand for them in a set, the bots, and the share of
/// each bot's games that were between them. There are many of these, so they are small.
struct Brought {
    members: [u32; 2],
    bots: [u32; 2],
    shares: [f64; 2],
}

/// The draws of one game, one possible order of finish after the other: the set, the member drawn, and the weight.
type Draws = Vec<(usize, usize, f64)>;

/// The data of the likelihood.
pub(super) struct Model {
    bots: usize,
    /// How many seats count; 0 if seats do not.
    seats: usize,
    /// How many sets have two members; they come first.
    twos: usize,
    /// Where the members of each set begin, with one more entry for the end.
    starts: Vec<usize>,
    members: Vec<Member>,
    /// For each member, the index of its draws in `counts`.
    pub(super) drawn: Vec<u32>,
    /// The different counts, each once; the first is 0.
    pub(super) counts: Vec<f64>,
    brought: Vec<Brought>,
    /// The draws that the seats add.
    of_seats: Vec<usize>,
    /// The games of each block.
    blocks: Vec<Vec<Draws>>,
    /// How many groups there are.
    groups: usize,
    players: usize,
    shape: Shape,
    /// The parameters fixed at 0.
    fixed: Vec<bool>,
}

/// The sets so far, and how often each of their members was drawn.
#[derive(Default)]
struct Kinds {
    numbers: HashMap<Vec<Member>, usize>,
    members: Vec<Vec<Member>>,
    times: Vec<Vec<f64>>,
}

impl Kinds {
    /// The number of a set, whose members are sorted.
    fn number(&mut self, mut set: Vec<Member>) -> usize {
        set.sort_unstable();
        if let Some(number) = self.numbers.get(&set) {
            return *number;
        }
        self.members.push(set.clone());
        self.times.push(vec![0.0; set.len()]);
        self.numbers.insert(set, self.members.len() - 1);
        self.members.len() - 1
    }

    /// Numbers the sets anew, those of two first, then by their members, so that the fit goes through memory in order. Gives
    /// the new number of each.
    fn sort(&mut self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        order.sort_by_key(|set| (self.members[*set].len(), &self.members[*set]));
        let mut numbers = vec![0; order.len()];
        order.iter().enumerate().for_each(|(new, old)| numbers[*old] = new);
        self.members = order.iter().map(|old| std::mem::take(&mut self.members[*old])).collect();
        self.times = order.iter().map(|old| std::mem::take(&mut self.times[*old])).collect();
        numbers
    }

    fn place(&self, set: usize, member: Member) -> usize {
        self.members[set].iter().position(|other| *other == member).unwrap_or_default()
    }
}

impl Model {
    pub(super) fn new(tally: &GameTally, groups: &[usize]) -> Model {
        let (bots, players) = (tally.names.len(), tally.players);
        let blocks = tally.blocks();
        let whole: usize = blocks.iter().map(|block| block.len()).filter(|games| *games == players).sum();
        let seats = if 2 * whole >= tally.games.len() { players } else { 0 };
        // After bots and seats comes a parameter that is always 0: no seat.
        let nothing = bots + seats;
        let mut kinds = Kinds::default();
        let mut of_blocks = Vec::new();
        // The number of games for each pair that met, with their seats in games of two.
        let mut met: BTreeMap<(Member, Member), f64> = BTreeMap::new();
        for block in blocks {
            let mut games = Vec::with_capacity(block.len());
            for game in block {
                let mut draws = Draws::new();
                let member = |seat: usize| (game.bots[seat], if seats > 0 { bots + seat } else { nothing });
                for (order, part) in orders(game) {
                    for (at, seat) in order.iter().enumerate().take(order.len() - 1) {
                        let set = kinds.number(order[at..].iter().map(|seat| member(*seat)).collect());
                        let place = kinds.place(set, member(*seat));
                        kinds.times[set][place] += part;
                        draws.push((set, place, part));
                    }
                }
                games.push(draws);
                for one in 0..game.bots.len() {
                    for two in one + 1..game.bots.len() {
                        let of = |seat: usize| if players == 2 { member(seat) } else { (game.bots[seat], nothing) };
                        let (one, two) = (of(one).min(of(two)), of(one).max(of(two)));
                        *met.entry((one, two)).or_default() += 1.0;
                    }
                }
            }
            of_blocks.push(games);
        }
        let meetings: Vec<f64> = tally.met.iter().map(|met| met.iter().sum::<u64>() as f64).collect();
        let pairs: Vec<(usize, Member, Member, f64)> =
            met.into_iter().map(|((one, two), games)| (kinds.number(vec![one, two]), one, two, games)).collect();
        let first_seat = bots;
        let of_seats: Vec<usize> =
            (1..seats).map(|seat| kinds.number(vec![(nothing, first_seat), (nothing, bots + seat)])).collect();
        let numbers = kinds.sort();
        let drawn = of_blocks.iter_mut().flatten().flatten();
        drawn.for_each(|(set, ..): &mut (usize, usize, f64)| *set = numbers[*set]);
        let mut starts = vec![0];
        starts.extend(kinds.members.iter().scan(0, |sum, set| {
            *sum += set.len();
            Some(*sum)
        }));
        let of_seats = of_seats.into_iter().flat_map(|set| [starts[numbers[set]], starts[numbers[set]] + 1]).collect();
        let mut brought = Vec::new();
        for (set, one, two, games) in pairs {
            let set = numbers[set];
            brought.push(Brought {
                members: [one, two].map(|member| (starts[set] + kinds.place(set, member)) as u32),
                bots: [one, two].map(|member| member.0 as u32),
                shares: [one, two].map(|member| games / meetings[member.0]),
            });
        }
        let mut near = vec![Vec::new(); nothing + 1];
        for set in &kinds.members {
            let of: Vec<usize> = set.iter().flat_map(|member| [member.0, member.1]).collect();
            for one in &of {
                near[*one].extend(of.iter().filter(|two| *two != one));
            }
        }
        for list in &mut near {
            list.sort_unstable();
            list.dedup();
        }
        // In each group, the bot with the most meetings is fixed, and so is the first seat.
        let number = groups.iter().max().map_or(0, |last| last + 1);
        let mut fixed = vec![false; nothing + 1];
        for group in 0..number {
            let most = (0..bots).filter(|bot| groups[*bot] == group).max_by_key(|bot| near[*bot].len());
            if let Some(bot) = most {
                fixed[bot] = true;
            }
        }
        fixed[nothing] = true;
        if seats > 0 {
            fixed[first_seat] = true;
        }
        let times: Vec<f64> = kinds.times.concat();
        let mut counts: Vec<f64> = times.iter().copied().chain([0.0]).collect();
        counts.sort_by(f64::total_cmp);
        counts.dedup();
        let count = |times: &f64| counts.partition_point(|count| count < times) as u32;
        Model {
            bots,
            seats,
            twos: kinds.members.partition_point(|set| set.len() <= 2),
            starts,
            drawn: times.iter().map(count).collect(),
            members: kinds.members.concat(),
            brought,
            of_seats,
            blocks: of_blocks,
            groups: number,
            players,
            shape: Shape::new(&near, &fixed, bots),
            fixed,
            counts,
        }
    }

    /// The counts, with what bots and seats add.
    pub(super) fn expected(&self) -> Vec<f64> {
        let mut weights: Vec<f64> = self.drawn.iter().map(|count| self.counts[*count as usize]).collect();
        let added = vec![ADDED; self.bots];
        self.bring_in(&added, &added, &mut weights);
        weights
    }

    /// Adds the bots' wins and losses, and those of the seats.
    pub(super) fn bring_in(&self, wins: &[f64], losses: &[f64], weights: &mut [f64]) {
        for Brought { members, bots, shares } in &self.brought {
            for (winner, loser) in [(0, 1), (1, 0)] {
                weights[members[winner] as usize] +=
                    wins[bots[winner] as usize] * shares[winner] + losses[bots[loser] as usize] * shares[loser];
            }
        }
        self.of_seats.iter().for_each(|member| weights[*member] += 1.0);
    }

    /// The logarithms of the worths that make the results most likely.
    pub(super) fn best(&self) -> Vec<f64> {
        let (start, weights) = (vec![0.0; self.fixed.len()], self.expected());
        let home = self.factor(&weights, &start);
        self.solve(&weights, &start, &home, 1e-9)
    }

    /// Cholesky's factor of the negative Hessian.
    pub(super) fn factor(&self, weights: &[f64], worths: &[f64]) -> Vec<f64> {
        let mut matrix = self.shape.zeros();
        let mut chances = Vec::new();
        for set in self.starts.windows(2) {
            let (members, weights) = (&self.members[set[0]..set[1]], &weights[set[0]..set[1]]);
            let times: f64 = weights.iter().sum();
            if times <= 0.0 {
                continue;
            }
            shares(members, worths, &mut chances);
            for (i, (one, p)) in members.iter().zip(&chances).enumerate() {
                for (j, (two, q)) in members.iter().zip(&chances).enumerate().skip(i) {
                    let by = if i == j { times * p * (1.0 - p) } else { -times * p * q };
                    if i == j {
                        self.shape.add(&mut matrix, one.0, one.0, by);
                        self.shape.add(&mut matrix, one.1, one.1, by);
                        self.shape.add(&mut matrix, one.0, one.1, by);
                    } else {
                        self.shape.add(&mut matrix, one.0, two.0, by);
                        self.shape.add(&mut matrix, one.0, two.1, by);
                        self.shape.add(&mut matrix, one.1, two.0, by);
                        // Two members share a seat only if seats do not count.
                        self.shape.add(&mut matrix, one.1, two.1, by);
                    }
                }
            }
        }
        self.shape.factor(&mut matrix);
        matrix
    }

    /// The slope of the likelihood.
    fn slope(&self, weights: &[f64], worths: &[f64]) -> Vec<f64> {
        let mut slope = vec![0.0; self.fixed.len()];
        // If no worth is extreme, the power of a sum is the product of powers, of which there are few.
        let near = worths.iter().all(|worth| worth.abs() < 300.0);
        let powers: Vec<f64> = worths.iter().map(|worth| worth.exp()).collect();
        let twos = if near { self.twos } else { 0 };
        // What pulls at a first member and at the second one's seat is added up as long as they stay the same.
        let (mut held, mut sum) = ((0, 0, 0), 0.0);
        let add = |(a, s, t): (usize, usize, usize), slope: &mut [f64], sum: f64| {
            slope[a] += sum;
            slope[s] += sum;
            slope[t] -= sum;
        };
        let (members, _) = self.members[..2 * twos].as_chunks();
        let (of_twos, _) = weights[..2 * twos].as_chunks();
        for ([(a, s), (b, t)], [weight_one, weight_two]) in members.iter().zip(of_twos) {
            if held != (*a, *s, *t) {
                add(held, &mut slope, std::mem::take(&mut sum));
                held = (*a, *s, *t);
            }
            let (one, two) = (powers[*a] * powers[*s], powers[*b] * powers[*t]);
            let pull = (weight_one * two - weight_two * one) / (one + two);
            sum += pull;
            slope[*b] -= pull;
        }
        add(held, &mut slope, sum);
        let mut chances = Vec::new();
        for set in self.starts[twos..].windows(2) {
            let (members, weights) = (&self.members[set[0]..set[1]], &weights[set[0]..set[1]]);
            let times: f64 = weights.iter().sum();
            shares(members, worths, &mut chances);
            for ((member, weight), chance) in members.iter().zip(weights).zip(&chances) {
                slope[member.0] += weight - times * chance;
                slope[member.1] += weight - times * chance;
            }
        }
        self.fixed.iter().zip(&mut slope).filter(|(fixed, _)| **fixed).for_each(|(_, slope)| *slope = 0.0);
        slope
    }

    /// Finds the logarithms of the worths that maximise the likelihood for these weights, to within `near`. `start`
    /// is near the maximum and `home` is the factor there. This is Newton's method, which keeps a factor while it
    /// helps and then computes a new one. The likelihood is concave, so a step is good if the slope along it is less
    /// steep at its end.
    pub(super) fn solve(&self, weights: &[f64], start: &[f64], home: &[f64], near: f64) -> Vec<f64> {
        let mut worths = start.to_vec();
        let mut slope = self.slope(weights, &worths);
        let mut own: Option<Vec<f64>> = None;
        let (mut fresh, mut fits) = (false, false);
        for _ in 0..500 {
            let step = self.shape.solve(own.as_deref().unwrap_or(home), &slope);
            let longest = step.iter().fold(0.0_f64, |longest, by| longest.max(by.abs()));
            if longest < near && fits {
                // The factor has just proved right, so this short step needs no look at where it leads.
                worths.iter_mut().zip(&step).for_each(|(worth, by)| *worth += by);
                break;
            }
            let steepness = dot(&step, &slope);
            let mut length = (3.0 / longest).min(1.0);
            loop {
                let there: Vec<f64> = worths.iter().zip(&step).map(|(worth, by)| worth + length * by).collect();
                let slope_there = self.slope(weights, &there);
                let left = dot(&step, &slope_there) / steepness.max(f64::MIN_POSITIVE);
                if left.abs() <= 0.9 || length < 1e-6 {
                    (worths, slope) = (there, slope_there);
                    // A factor that leaves much of the slope is too old.
                    fits = left.abs() <= 0.3 && length >= 1.0;
                    fresh = !fits;
                    if fresh {
                        own = Some(self.factor(weights, &worths));
                    }
                    break;
                }
                if !fresh {
                    own = Some(self.factor(weights, &worths));
                    fresh = true;
                    length = 0.0;
                    break;
                }
                // Still uphill: the step was too short, and further steps make up for it.
                if left > 0.0 {
                    (worths, slope) = (there, slope_there);
                    own = Some(self.factor(weights, &worths));
                    break;
                }
                length /= 2.0;
            }
            if length > 0.0 && longest < near {
                break;
            }
        }
        worths
    }

    /// The worth of each seat in Elo relative to the mean seat; empty if seats do not count.
    pub(super) fn seats(&self, worths: &[f64]) -> Vec<f64> {
        let seats: Vec<f64> = worths[self.bots..self.bots + self.seats]
            .iter()
            .map(|worth| worth * 400.0 / std::f64::consts::LN_10)
            .collect();
        let mean = seats.iter().sum::<f64>() / seats.len().max(1) as f64;
        seats.into_iter().map(|seat| seat - mean).collect()
    }

    /// How much more the results of blocks scatter than those of independent games, and the degrees of freedom of
    /// this estimate: the squared deviations of each bot's block results from their expectation, divided by their
    /// expected squares. It is drawn towards that of independent games, which is below 1 if bots share places: their order
    /// is then settled and cannot scatter.
    pub(super) fn dispersion(&self, worths: &[f64]) -> (f64, f64) {
        let each = self.players.saturating_sub(1).max(1);
        let (mut squares, mut expected, mut settled) = (0.0, 0.0, 0.0);
        let mut chances = Vec::new();
        for block in &self.blocks {
            let mut of_block = BTreeMap::new();
            for game in block {
                let mut of_game: BTreeMap<usize, f64> = BTreeMap::new();
                let mut of_orders = 0.0;
                for order in game.chunks(each) {
                    let mut beyond: BTreeMap<usize, f64> = BTreeMap::new();
                    for (set, place, part) in order {
                        let members = &self.members[self.starts[*set]..self.starts[*set + 1]];
                        shares(members, worths, &mut chances);
                        for (at, (member, chance)) in members.iter().zip(&chances).enumerate() {
                            let was = if at == *place { 1.0 } else { 0.0 };
                            *beyond.entry(member.0).or_default() += was - chance;
                            expected += part * chance * (1.0 - chance);
                        }
                    }
                    let part = order[0].2;
                    of_orders += part * sum_of_squares(&beyond);
                    for (bot, by) in beyond {
                        *of_game.entry(bot).or_default() += part * by;
                    }
                }
                settled += of_orders - sum_of_squares(&of_game);
                for (bot, by) in of_game {
                    *of_block.entry(bot).or_default() += by;
                }
            }
            squares += sum_of_squares(&of_block);
        }
        // The added wins and losses count here too; otherwise undefeated bots would seem predictable.
        let weights = self.expected();
        for member in self.brought.iter().flat_map(|brought| brought.members.map(|member| member as usize)) {
            let set = self.starts.partition_point(|start| *start <= member) - 1;
            let members = &self.members[self.starts[set]..self.starts[set + 1]];
            shares(members, worths, &mut chances);
            let chance = chances[member - self.starts[set]];
            let count = self.counts[self.drawn[member] as usize];
            let times = weights[member] - count;
            squares += 2.0 * times * (1.0 - chance) * (1.0 - chance);
            expected += 2.0 * times * chance * (1.0 - chance);
        }
        // The fitted parameters use up degrees of freedom.
        let of_all = (self.blocks.len() * each) as f64;
        let fitted = (self.bots.saturating_sub(self.groups) + self.seats.saturating_sub(1)) as f64;
        let free = (of_all - fitted).max(0.0);
        let with_brought = of_all + self.bots as f64;
        let (seen, alone) = if expected > 0.0 {
            let seen = squares / expected * with_brought / (with_brought - fitted).max(1.0);
            (seen, 1.0 - settled / expected)
        } else {
            (1.0, 1.0)
        };
        // If all games of a block end alike, it is at most the number of players.
        let seen = seen.clamp(0.0, self.players.max(1) as f64);
        let freedom = free + DEGREES_BEFORE;
        (((free * seen + DEGREES_BEFORE * alone) / freedom).max(0.01), freedom)
    }
}

/// The sum of the squares of these values.
fn sum_of_squares(of: &BTreeMap<usize, f64>) -> f64 {
    of.values().map(|by| by * by).sum()
}

/// The probability that each member of a set is drawn.
fn shares(members: &[Member], worths: &[f64], chances: &mut Vec<f64>) {
    let of = |member: &Member| worths[member.0] + worths[member.1];
    let top = members.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
    chances.clear();
    chances.extend(members.iter().map(|member| (of(member) - top).exp()));
    let sum: f64 = chances.iter().sum();
    for chance in chances {
        *chance /= sum;
    }
}

/// The orders in which the seats of a game may have finished, the best first, each with its weight.
pub(super) fn orders(game: &CountedGame) -> Vec<(Vec<usize>, f64)> {
    let mut by_place: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
    for (seat, place) in game.places.iter().enumerate() {
        by_place.entry(*place).or_default().push(seat);
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
mod tests {
    use super::*;

    #[test]
    fn shared_places_count_as_every_order() {
        let id = "r1t1b1g1".parse().expect("an id");
        let game = CountedGame { of: 0, id, bots: vec![4, 5, 6], places: vec![2, 1, 2] };
        assert_eq!(orders(&game), [(vec![1, 0, 2], 0.5), (vec![1, 2, 0], 0.5)]);
        let game = CountedGame { places: vec![1, 1, 1], ..game };
        assert_eq!(orders(&game).len(), 6);
    }
}
