//! The Swiss system, in the form named after Monrad: everybody meets whoever is nearest in the standing and has not been
//! met yet.
//!
//! At tables of two no pairing is ever repeated. From the top of the standing down everybody gets the nearest opponent
//! that leaves the rest a complete pairing without repeats; whether it does is a question of maximum matching in the graph
//! of those who have not met. With an odd number the bye is an opponent like any other, met once at most: it goes first,
//! to the lowest in the standing. In an even field of n (the bye counted) that always works for n/2 rounds: then everybody
//! has at least n/2 opponents left, and a graph in which everybody has n/2 neighbours has a circuit through all (Dirac),
//! so a perfect matching. More rounds than that are refused: they might end with two triangles of three.
//!
//! At larger tables repeats cannot be excluded, and fewest repeats is a hard problem. Tables are filled from the top with
//! whoever has met those already seated least often, the nearest in the standing first; the byes go to the lowest of those
//! with the fewest.

use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

use super::config::Config;
use super::schedule::{Played, Results, Round};

/// Whether there can be as many rounds.
pub(super) fn fits(config: &Config) -> Result<(), String> {
    let Some(rounds) = config.rounds.filter(|rounds| *rounds > 0) else {
        return Err("a swiss tournament has a number of `rounds`, at least 1".to_owned());
    };
    let bots = config.bots.len();
    let most = bots.div_ceil(2);
    if config.players == 2 && rounds as usize > most {
        return Err(format!(
            "without repeats {bots} bots are sure to find opponents for {most} rounds, not for {rounds}"
        ));
    }
    if rounds > 1000 {
        return Err("at most 1000 rounds".to_owned());
    }
    Ok(())
}

/// The next round; `None` if nobody is left to be met. A bye is worth `bye` half opponents beaten.
pub(super) fn pair(bots: usize, players: usize, bye: u64, played: &[Played], results: &dyn Results) -> Option<Round> {
    let mut score = vec![0; bots];
    let mut byes = vec![0_u32; bots];
    let mut met = vec![vec![0_u32; bots]; bots];
    for (number, round) in (1..).zip(played) {
        for bot in &round.round.byes {
            score[*bot] += bye;
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
    let mut standing: Vec<usize> = (0..bots).collect();
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

/// Whether all of them can be paired.
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
            let repeats = |bot: usize| table.iter().map(|seated| met[bot][*seated]).sum::<u32>();
            let at = (0..left.len()).min_by_key(|at| repeats(left[*at])).unwrap_or_default();
            table.push(left.remove(at));
        }
        round.tables.push(table);
    }
    round
}
