//! The course of a tournament paired by results, computed again from the results.

use std::collections::BTreeSet;

use super::config::Format;
use super::extension::Stages;
use super::schedule::{GameId, Results, Round, Scheduler};
use super::{groups, knockout};
use crate::commitment::Bits128;

/// The result of a table.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Met {
    /// Its bots with what they won there, in half points per opponent.
    pub bots: Vec<(usize, u64)>,
    /// How many blocks it played.
    pub blocks: u32,
    /// How many games count.
    pub games: u32,
    /// The bot that goes on in a knockout, once known.
    pub winner: Option<usize>,
    /// Whether several bots lead on points, so that the order of the configuration decides.
    pub by_seed: bool,
}

/// The course of a tournament paired by results.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Course {
    /// The rounds that have begun.
    pub rounds: Vec<Round>,
    /// The results of each round's tables.
    pub tables: Vec<Vec<Met>>,
    /// For each bot of a knockout: the round in which it lost; the last round plus one for the winner; the current or
    /// next round for bots still in it. Empty in other formats.
    pub reached: Vec<u32>,
    /// The winner of the match for the third place, once it has been played.
    pub third: Option<usize>,
    /// For each bot of a Swiss tournament, the games of byes that it is credited with. Empty in other formats.
    pub bye_games: Vec<u64>,
    /// For each bot of a Swiss tournament, the games of rounds in which it did not take part, because it came late or
    /// has left. A bot and its new versions are one entry there. Empty in other formats.
    pub missed_games: Vec<u64>,
    /// The bots of each group, the best first, with their half points; empty in other formats.
    pub groups: Vec<Vec<(usize, u64)>>,
    /// Those that have gone on to the knockout, in the order of their seeds.
    pub advancing: Vec<usize>,
    /// Whether everything has been played.
    pub over: bool,
}

/// The games that a tournament hands out, as far as the results allow.
pub fn given(stages: impl Into<Stages>, secret: Bits128, results: &dyn Results) -> BTreeSet<GameId> {
    let mut all = BTreeSet::new();
    Scheduler::new(stages, secret).follow(results, |block| all.extend(block.games().map(|(id, _)| id)));
    all
}

/// Replays a Swiss or knockout tournament from its results.
pub fn course(stages: impl Into<Stages>, secret: Bits128, results: &dyn Results) -> Course {
    let mut scheduler = Scheduler::new(stages, secret);
    let over = scheduler.follow(results, |_| ());
    let (played, stages) = (&scheduler.played[..], &scheduler.stages);
    let config = stages.latest();
    let bots = config.bots.len();
    let mut reached = Vec::new();
    if matches!(config.format, Format::Knockout | Format::Groups) {
        reached = vec![1; bots];
        // The bots left after a round are known once the next one begins; after the last round, once the tournament
        // is over.
        for rounds in 1..=if over { played.len() } else { played.len().saturating_sub(1) } as u32 {
            for bot in scheduler.left(rounds, results) {
                reached[bot] = rounds + 1;
            }
        }
    }
    let (mut bye_games, mut missed_games) = (Vec::new(), Vec::new());
    if config.format == Format::Swiss {
        (bye_games, missed_games) = (vec![0; bots], vec![0; bots]);
        let has_versions = |bot: usize| {
            let name = &config.bots[bot].name;
            config.bots[bot].replaces.is_some() || config.bots.iter().any(|other| other.replaces.as_ref() == Some(name))
        };
        for now in played {
            let games = u64::from(now.planned) * u64::from(config.players);
            let seated: BTreeSet<usize> = now.round.tables.iter().flatten().copied().collect();
            now.round.byes.iter().for_each(|bot| bye_games[*bot] += games);
            let missing = |bot: &usize| !seated.contains(bot) && !now.round.byes.contains(bot) && !has_versions(*bot);
            (0..bots).filter(missing).for_each(|bot| missed_games[bot] += games);
        }
    }
    let seeds = knockout::seeds(stages.after(1), played, results);
    let grouped = played.first().filter(|_| config.format == Format::Groups);
    let groups = grouped.map(|first| groups::ranked(stages.after(1), first, results)).unwrap_or_default();
    let advancing = if grouped.is_some() && (over || played.len() > 1) { seeds.clone() } else { Vec::new() };
    let met = |number: usize, table: usize| {
        let (now, round) = (&played[number], number as u32 + 1);
        let bots = now.points(round, table, results);
        let games = now.games(round, table).filter(|(id, _)| results.places(*id).is_some_and(|told| told.is_some()));
        let decided = knockout::eliminates(config, round) && (over || number + 1 < played.len());
        Met {
            blocks: now.blocks[table],
            games: games.count() as u32,
            winner: if decided { knockout::winner(stages.after(round), &bots, &seeds) } else { None },
            by_seed: knockout::is_tied(&bots),
            bots,
        }
    };
    let of_round = |number: usize| (0..played[number].round.tables.len()).map(|table| met(number, table)).collect();
    let tables = (0..played.len()).map(of_round).collect();
    let rounds = played.iter().map(|played| played.round.clone()).collect();
    let third = if over { knockout::third(config, played, results) } else { None };
    Course { rounds, tables, reached, third, bye_games, missed_games, groups, advancing, over }
}
