//! The Swiss system in its Monrad form: each bot meets the nearest bot in the standings that it has not met yet.
//!
//! Tables of two never repeat a pairing. From the top of the standings down, each bot gets the nearest opponent that
//! leaves the rest a complete pairing without repeats. A maximum matching in the graph of bots that have not met
//! tells whether there is one. With an odd number, the bye is like another opponent and met at most once; it is
//! assigned first, to the lowest bot possible. In an even field of n (counting the bye), this always works for n/2
//! rounds: every bot then has at least n/2 opponents left, and a graph in which each node has n/2 neighbours has a
//! Hamiltonian cycle (Dirac) and so a perfect matching. Further rounds go on while a pairing exists. Two triangles,
//! for example, have none.
//!
//! The first round is paired by halves of the file's order, or after drawing lots.
//!
//! Larger tables cannot exclude repeats, and finding the fewest is a hard problem. Tables are filled from the top
//! with the bots that have met those already seated least often (the squares of the counts are added), the nearest in
//! the standings first. Then pairs of bots swap places as long as that saves repeats. The byes go to the lowest bots
//! among those with the fewest.

use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use sha2::{Digest as _, Sha256};

use super::config::{Config, FirstRound};
use super::schedule::{PlayedRound, Results, Round, points_per_block};
use crate::commitment::Bits128;

/// Whether this many rounds are possible.
pub(super) fn fits(config: &Config) -> Result<(), String> {
    let Some(rounds) = config.rounds.filter(|rounds| *rounds > 0) else {
        return Err("a swiss tournament has a number of `rounds`, at least 1".to_owned());
    };
    let bots = config.bots.len();
    // With an odd number, the bye is like another bot.
    let most = bots - 1 + bots % 2;
    if config.players == 2 && rounds as usize > most {
        return Err(format!("without repeats {bots} bots have at most {most} rounds, not {rounds}"));
    }
    if rounds > 1000 {
        return Err("at most 1000 rounds".to_owned());
    }
    Ok(())
}

/// The first round: bots in the order of the file, or of lots drawn from the secret.
fn first(mut order: Vec<usize>, players: usize, how: FirstRound, secret: Bits128) -> Round {
    if how == FirstRound::Random {
        let digest = Sha256::new().chain_update(secret.0).chain_update("first round").finalize();
        let mut random = ChaCha8Rng::from_seed(digest.into());
        for last in (1..order.len()).rev() {
            // The bias is below one in 2^50.
            order.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
        }
    }
    let tables = order.len() / players;
    let byes = order.split_off(tables * players);
    let seat = |table: usize, seat: usize| match how {
        FirstRound::Neighbours => order[table * players + seat],
        FirstRound::Halves | FirstRound::Random => order[seat * tables + table],
    };
    Round { tables: (0..tables).map(|table| (0..players).map(|at| seat(table, at)).collect()).collect(), byes }
}

/// The next round of the bots that still play; `None` if no pairing is left. A bot that comes late begins without
/// points; a new version takes its predecessor's place, but may meet the same opponents again.
pub(super) fn pair(config: &Config, secret: Bits128, played: &[PlayedRound], results: &dyn Results) -> Option<Round> {
    let (bots, players, mut standing) = (config.bots.len(), usize::from(config.players), config.active());
    if standing.len() < players {
        return None;
    }
    if played.is_empty() {
        return Some(first(standing, players, config.first_round.unwrap_or_default(), secret));
    }
    let mut score = vec![0; bots];
    let mut byes = vec![0_u32; bots];
    let mut met = vec![vec![0_u32; bots]; bots];
    for (number, round) in (1..).zip(played) {
        for bot in &round.round.byes {
            score[*bot] += points_per_block(config.players) * u64::from(round.planned);
            byes[*bot] += 1;
        }
        for (table, seated) in round.round.tables.iter().enumerate() {
            for (bot, won) in round.points(number, table, results) {
                score[bot] += won;
            }
            for a in seated {
                seated.iter().filter(|b| *b != a).for_each(|b| met[*a][*b] += 1);
            }
        }
    }
    for (bot, new) in config.bots.iter().enumerate() {
        if let Some(old) = new.replaces.as_ref().and_then(|name| config.number(name)) {
            score[bot] += score[old];
        }
    }
    standing.sort_by_key(|bot| (std::cmp::Reverse(score[*bot]), *bot));
    if players == 2 { pairs(&standing, &met, &byes) } else { Some(tables(standing, players, &met, &byes)) }
}

/// Tables of two, without repeats.
fn pairs(standing: &[usize], met: &[Vec<u32>], byes: &[u32]) -> Option<Round> {
    let open = |a: usize, b: usize| met[a][b] == 0;
    let mut left = standing.to_vec();
    let mut round = Round::default();
    if left.len() % 2 == 1 {
        let lowest =
            (0..left.len()).rev().find(|at| byes[left[*at]] == 0 && is_complete(&without(&left, *at), open))?;
        round.byes.push(left.remove(lowest));
    }
    while !left.is_empty() {
        let top = left.remove(0);
        let nearest = (0..left.len()).find(|at| open(top, left[*at]) && is_complete(&without(&left, *at), open))?;
        round.tables.push(vec![top, left.remove(nearest)]);
    }
    Some(round)
}

fn without(bots: &[usize], at: usize) -> Vec<usize> {
    let mut rest = bots.to_vec();
    rest.remove(at);
    rest
}

/// Whether all these bots can be paired.
fn is_complete(bots: &[usize], open: impl Fn(usize, usize) -> bool) -> bool {
    let mut graph = UnGraph::<(), ()>::with_capacity(bots.len(), 0);
    let nodes: Vec<_> = bots.iter().map(|_| graph.add_node(())).collect();
    for (i, a) in bots.iter().enumerate() {
        for (j, b) in bots.iter().enumerate().skip(i + 1) {
            if open(*a, *b) {
                graph.add_edge(nodes[i], nodes[j], ());
            }
        }
    }
    maximum_matching(&graph).is_perfect()
}

/// Larger tables, with few repeats.
fn tables(standing: Vec<usize>, players: usize, met: &[Vec<u32>], byes: &[u32]) -> Round {
    let mut left = standing;
    let mut round = Round::default();
    while !left.len().is_multiple_of(players) {
        let fewest = left.iter().map(|bot| byes[*bot]).min().unwrap_or_default();
        let at = left.iter().rposition(|bot| byes[*bot] == fewest).unwrap_or_default();
        round.byes.push(left.remove(at));
    }
    while !left.is_empty() {
        let mut table = vec![left.remove(0)];
        while table.len() < players {
            let at = (0..left.len()).min_by_key(|at| repeats(left[*at], &table, met)).unwrap_or_default();
            table.push(left.remove(at));
        }
        round.tables.push(table);
    }
    while let Some(((one, i), (two, j))) = best_swap(&round.tables, met) {
        let bot = round.tables[one][i];
        round.tables[one][i] = std::mem::replace(&mut round.tables[two][j], bot);
    }
    round
}

/// How often a bot has met the others of a table: the sum of the squared counts.
fn repeats(bot: usize, table: &[usize], met: &[Vec<u32>]) -> u64 {
    table.iter().filter(|other| **other != bot).map(|other| u64::from(met[bot][*other]).pow(2)).sum()
}

/// The swap of two bots, by table and seat, that saves most repeats; of equal swaps, the one between the nearest
/// tables. `None` if no swap saves any.
fn best_swap(tables: &[Vec<usize>], met: &[Vec<u32>]) -> Option<((usize, usize), (usize, usize))> {
    let mut best = None;
    for apart in 1..tables.len() {
        for one in 0..tables.len() - apart {
            let two = one + apart;
            for (i, a) in tables[one].iter().enumerate() {
                for (j, b) in tables[two].iter().enumerate() {
                    let now = repeats(*a, &tables[one], met) + repeats(*b, &tables[two], met);
                    // Each would join the others of the other table.
                    let pair = u64::from(met[*a][*b]).pow(2);
                    let then = repeats(*a, &tables[two], met) + repeats(*b, &tables[one], met) - 2 * pair;
                    let saved = now.saturating_sub(then);
                    if saved > best.map_or(0, |(most, _)| most) {
                        best = Some((saved, ((one, i), (two, j))));
                    }
                }
            }
        }
    }
    best.map(|(_, swap)| swap)
}
