//! The rounds of a tournament paired by results: who met, who had a bye, the points, and who went on and why.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::course::{Course, Met};
use super::rounded;
use crate::text::count;

/// A round that has begun.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RoundTold {
    /// Its number, from 1.
    pub number: usize,
    /// Its tables, in order.
    pub tables: Vec<TableTold>,
    /// Who sits out.
    pub byes: Vec<String>,
    /// The groups, if this is the round in which they play: their bots, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Vec<Grouped>>,
}

/// A bot in its group.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Grouped {
    /// Its name.
    pub bot: String,
    /// Its points in the group.
    pub points: f64,
    /// Whether it went on to the knockout.
    pub advanced: bool,
}

/// A group in words: `Group 1: a 3 and b 2 go on; c 1, d 0`.
pub fn group_in_words(number: usize, group: &[Grouped]) -> String {
    let listed = |advanced: bool| {
        let bots = group.iter().filter(|bot| bot.advanced == advanced);
        bots.map(|Grouped { bot, points, .. }| format!("{bot} {points}")).collect::<Vec<_>>().join(", ")
    };
    match (listed(true), listed(false)) {
        (on, off) if on.is_empty() => format!("Group {number}: {off}"),
        (on, off) => format!("Group {number}: {on} (on); {off}"),
    }
}

/// The result of a table.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TableTold {
    /// Its bots, in the order of the pairing.
    pub bots: Vec<Seated>,
    /// How many blocks it played.
    pub blocks: u32,
    /// How many games count.
    pub games: u32,
    /// The bot that goes on; absent if there is none, or not yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// Whether only the order in the tournament's file decided, because several bots led on points.
    pub by_seed: bool,
}

/// A bot at a table.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Seated {
    /// Its name.
    pub bot: String,
    /// Its points there.
    pub points: f64,
}

impl TableTold {
    /// `a 2 - b 0`, with the bot that goes on if the points do not show it.
    pub fn words(&self) -> String {
        let bots: Vec<String> = self.bots.iter().map(|Seated { bot, points }| format!("{bot} {points}")).collect();
        let mut text = bots.join(" - ");
        if let (Some(winner), true) = (&self.winner, self.by_seed) {
            let games = if self.games == 0 { "no game counts" } else { "level" };
            text += &format!(" ({games} after {}; {winner} goes on as the better seed)", count(self.blocks, "block"));
        } else if let Some(winner) = &self.winner {
            text += &format!(" ({winner} goes on)");
        }
        text
    }
}

impl RoundTold {
    /// A bot's round: its points and opponents, or its bye; `None` if it was not in the round.
    pub fn of_bot(&self, bot: &str) -> Option<String> {
        if self.byes.iter().any(|bye| bye == bot) {
            return Some(format!("{}: bye", self.number));
        }
        let table = self.tables.iter().find(|table| table.bots.iter().any(|seated| seated.bot == bot))?;
        let own = table.bots.iter().find(|seated| seated.bot == bot)?;
        let others = table.bots.iter().filter(|seated| seated.bot != bot);
        let others: Vec<String> = others.map(|Seated { bot, points }| format!("{bot} {points}")).collect();
        let seed = if table.by_seed && table.winner.as_deref() == Some(bot) { " (by seed)" } else { "" };
        Some(format!("{}: {} - {}{seed}", self.number, own.points, others.join(" - ")))
    }
}

/// Reports the rounds of a course; `most` are the points for winning a game alone.
pub(super) fn told(course: &Course, names: &[String], most: u64) -> Vec<RoundTold> {
    let name = |bot: &usize| names[*bot].clone();
    let share = |points: u64| rounded(points as f64 / most as f64, 4);
    let seated = |(bot, points): &(usize, u64)| Seated { bot: name(bot), points: share(*points) };
    let table = |met: &Met| TableTold {
        bots: met.bots.iter().map(seated).collect(),
        blocks: met.blocks,
        games: met.games,
        winner: met.winner.as_ref().map(name),
        by_seed: met.winner.is_some() && met.by_seed,
    };
    let grouped = |(bot, points): &(usize, u64)| Grouped {
        bot: name(bot),
        points: share(*points),
        advanced: course.advancing.contains(bot),
    };
    let round = |((round, tables), number)| {
        let (round, tables): (&super::super::schedule::Round, &Vec<Met>) = (round, tables);
        let groups = course.groups.iter().filter(|_| number == 1).map(|group| group.iter().map(grouped).collect());
        RoundTold {
            number,
            tables: tables.iter().map(table).collect(),
            byes: round.byes.iter().map(name).collect(),
            groups: groups.collect(),
        }
    };
    course.rounds.iter().zip(&course.tables).zip(1..).map(round).collect()
}
