//! Groups, then a knockout: the first round is a round-robin within each group, all groups side by side, and the best bots
//! of each group play a knockout.
//!
//! The bots are shared out to the groups in a snake, in the order of the configuration, which is their seeding: with three
//! groups the first six bots go to the groups 1, 2, 3, 3, 2, 1. A group ranks its bots by points, then by the points of those
//! that are equal against each other, then by seed. The winners of all groups are the first seeds of the knockout, then
//! come the second ones, and so on. In its first round two bots of one group do not meet if that can be avoided by
//! changing opponents with another table of two.

use std::cmp::Reverse;

use super::config::Config;
use super::schedule::{PlayedRound, Results, Round, subsets};

/// How many bots of each group go on, unless the configuration says it.
const ADVANCE: u32 = 2;

/// The numbers of groups and of bots of each that go on.
fn sizes(config: &Config) -> (usize, usize) {
    (config.groups.unwrap_or(1) as usize, config.advance.unwrap_or(ADVANCE) as usize)
}

/// Whether the groups can be made, and whether those who go on fill the tables of a knockout.
pub(super) fn fits(config: &Config) -> Result<(), String> {
    if config.groups.is_none_or(|groups| groups == 0) {
        return Err("it needs a number of `groups`, at least 1".to_owned());
    }
    let (bots, players, (groups, advance)) = (config.bots.len(), usize::from(config.players), sizes(config));
    let least = bots / groups;
    if least < players || least <= advance || advance == 0 {
        let need = players.max(advance + 1);
        return Err(format!(
            "{bots} bots make {groups} groups of {least} at least, but each needs {need}, of which 1 or more advance"
        ));
    }
    let (left, out) = (groups * advance, players - 1);
    if left < players || !(left - 1).is_multiple_of(out) {
        return Err(format!(
            "{left} bots go on, but each table of the knockout eliminates {out}, and one is to be left"
        ));
    }
    Ok(())
}

/// How many bots play the knockout.
pub(super) fn advancing(config: &Config) -> usize {
    let (groups, advance) = sizes(config);
    groups * advance
}

/// The bots of each group, the best seed first.
pub(super) fn groups(config: &Config) -> Vec<Vec<usize>> {
    let (number, _) = sizes(config);
    let mut groups = vec![Vec::new(); number];
    for bot in 0..config.bots.len() {
        let (row, at) = (bot / number, bot % number);
        groups[if row % 2 == 0 { at } else { number - 1 - at }].push(bot);
    }
    groups
}

/// The first round: every set of bots of a group that fills a table.
pub(super) fn first(config: &Config) -> Round {
    let tables = |group: Vec<usize>| {
        let seated = |places: Vec<usize>| places.into_iter().map(|place| group[place]).collect();
        subsets(group.len(), config.players.into()).map(seated).collect::<Vec<Vec<usize>>>()
    };
    Round { tables: groups(config).into_iter().flat_map(tables).collect(), byes: Vec::new() }
}

/// The bots of each group by their results, with their points; a bot that has left comes last.
pub(super) fn ranked(config: &Config, played: &PlayedRound, results: &dyn Results) -> Vec<Vec<(usize, u64)>> {
    // The points of each bot at tables where all bots are among some.
    let won = |among: &[usize], bot: usize| -> u64 {
        let tables = played.round.tables.iter().enumerate();
        let tables = tables.filter(|(_, seated)| seated.iter().all(|other| among.contains(other)));
        let points = tables.flat_map(|(table, _)| played.points(1, table, results));
        points.filter(|(other, _)| *other == bot).map(|(_, points)| points).sum()
    };
    let rank = |group: Vec<usize>| {
        let points: Vec<(usize, u64)> = group.iter().map(|bot| (*bot, won(&group, *bot))).collect();
        let key = |(bot, own): &(usize, u64)| {
            let equal: Vec<usize> = points.iter().filter(|(_, points)| points == own).map(|(bot, _)| *bot).collect();
            Reverse((config.is_active(*bot), *own, won(&equal, *bot), Reverse(*bot)))
        };
        let mut ranked = points.clone();
        ranked.sort_by_cached_key(key);
        ranked
    };
    groups(config).into_iter().map(rank).collect()
}

/// The bots that go on, in the order of their seeds for the knockout.
pub(super) fn seeds(config: &Config, played: &PlayedRound, results: &dyn Results) -> Vec<usize> {
    let ranked = ranked(config, played, results);
    let (_, advance) = sizes(config);
    (0..advance).flat_map(|place| ranked.iter().map(move |group| group[place].0)).collect()
}

/// Parts bots of one group that would meet.
pub(super) fn part(config: &Config, round: &mut Round) {
    let groups = groups(config);
    let of = |bot: usize| groups.iter().position(|group| group.contains(&bot));
    let meets = |table: &[usize]| table.len() == 2 && of(table[0]) == of(table[1]);
    for at in 0..round.tables.len() {
        for other in 0..round.tables.len() {
            if at == other || !meets(&round.tables[at]) {
                continue;
            }
            let (one, two) = (round.tables[at].clone(), round.tables[other].clone());
            let (one, two) = ([one[0], two[1]], [two[0], one[1]]);
            if round.tables[other].len() == 2 && !meets(&one) && !meets(&two) {
                (round.tables[at], round.tables[other]) = (one.to_vec(), two.to_vec());
            }
        }
    }
}
