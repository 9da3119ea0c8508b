//! Which bots can be compared: bots that have met, directly or through others, form a group. A bridge is a table
//! without which a group would fall apart. Its few games carry all the evidence about one side against the other.

use std::collections::BTreeMap;

use petgraph::algo::articulation_points::articulation_points;
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::unionfind::UnionFind;
use schemars::JsonSchema;
use serde::Serialize;

use super::MEAN;
use crate::contest::tally::GameTally;

/// A table without which a group of bots would fall into unconnected parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Bridge {
    /// The bots that meet there.
    pub bots: Vec<String>,
    /// How many blocks they have played.
    pub blocks: usize,
    /// The bots of each part of two or more.
    pub parts: Vec<Vec<String>>,
}

/// The group of each bot, numbered from 0 by the groups' first bots, and the bridges.
pub(super) fn find(tally: &GameTally) -> (Vec<usize>, Vec<Bridge>) {
    let bots = tally.names.len();
    // The number of blocks of each set of bots that met.
    let mut tables: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    for block in tally.blocks() {
        let mut seated = block[0].bots.clone();
        seated.sort_unstable();
        *tables.entry(seated).or_default() += 1;
    }
    let mut graph = UnGraph::<(), ()>::with_capacity(bots + tables.len(), 0);
    let nodes: Vec<NodeIndex> = (0..bots + tables.len()).map(|_| graph.add_node(())).collect();
    for (at, seated) in (bots..).zip(tables.keys()) {
        for bot in seated {
            graph.add_edge(nodes[at], nodes[*bot], ());
        }
    }
    let joined = |left_out: Option<usize>| {
        let mut union = UnionFind::new(bots);
        for (at, seated) in (bots..).zip(tables.keys()) {
            for bot in seated.iter().filter(|_| left_out != Some(at)) {
                union.union(seated[0], *bot);
            }
        }
        union.into_labeling()
    };
    let labels = joined(None);
    let mut numbers = BTreeMap::new();
    let groups = labels.iter().map(|label| {
        let next = numbers.len();
        *numbers.entry(*label).or_insert(next)
    });
    let groups = groups.collect();
    // A field in which every bot has met several others has no bridge, so skip the search.
    let mut cuts: Vec<usize> = articulation_points(&graph).into_iter().map(NodeIndex::index).collect();
    cuts.sort_unstable();
    let bridge = |at: usize| {
        let (seated, blocks) = tables.iter().nth(at - bots)?;
        let labels = joined(Some(at));
        let side = |bot: &usize| (0..bots).filter(|other| labels[*other] == labels[*bot]).collect::<Vec<usize>>();
        let mut parts: Vec<Vec<usize>> = seated.iter().map(side).filter(|part| part.len() > 1).collect();
        parts.dedup();
        let named = |bots: &Vec<usize>| bots.iter().map(|bot| tally.names[*bot].clone()).collect();
        (parts.len() > 1).then(|| Bridge {
            bots: named(seated),
            blocks: *blocks,
            parts: parts.iter().map(named).collect(),
        })
    };
    let bridges = cuts.into_iter().filter(|at| *at >= bots).filter_map(bridge).collect();
    (groups, bridges)
}

/// Shifts strengths so that the mean of each group is [`MEAN`].
pub(super) fn centre(groups: &[usize], elo: &mut [f64]) {
    let number = groups.iter().max().map_or(0, |last| last + 1);
    let mut sums = vec![(0.0, 0.0); number];
    for (group, elo) in groups.iter().zip(elo.iter()) {
        sums[*group].0 += elo;
        sums[*group].1 += 1.0;
    }
    for (group, elo) in groups.iter().zip(elo.iter_mut()) {
        *elo += MEAN - sums[*group].0 / sums[*group].1;
    }
}
