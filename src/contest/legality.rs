//! How many answers of bots were taken: for each game and bot of any number of competitions, by rule and by turn.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::columns::in_columns;
use super::journal::Ledger;
use crate::bots::attempts::{Attempts, TURNS};

/// How many answers were taken.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Legality {
    /// For each game and each bot, in the order of their names.
    pub bots: Vec<OfBot>,
}

/// How many answers of a bot were taken in a game.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct OfBot {
    /// The game.
    pub game: String,
    /// The bot.
    pub bot: String,
    /// In how many games it answered.
    pub games: u64,
    /// How many answers were accepted.
    pub accepted: u64,
    /// The share of all answers that were, 0 to 1; absent: there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legality: Option<f64>,
    /// How many were not, and why.
    pub attempts: Attempts,
    /// How many were accepted in turns 1 to 10 of the bot, in 11 to 20 and so on.
    pub accepted_by_ten_turns: Vec<u64>,
}

impl Legality {
    /// Counts the games of journals.
    pub fn of(journals: &[Ledger]) -> Legality {
        let mut all: BTreeMap<(String, String), OfBot> = BTreeMap::new();
        for journal in journals {
            let Some(opening) = &journal.opening else { continue };
            for played in journal.games.values() {
                for (seat, bot) in played.bots.iter().enumerate() {
                    let (game, bot) = (opening.config.game.clone(), bot.clone());
                    let key = (game.clone(), bot.clone());
                    let of = all.entry(key).or_insert_with(|| OfBot { game, bot, ..OfBot::default() });
                    let moves = u64::from(played.moves.get(seat).copied().unwrap_or_default());
                    of.games += 1;
                    of.accepted = of.accepted.saturating_add(moves);
                    of.attempts.add(&played.attempts.get(seat).cloned().unwrap_or_default());
                    of.add_moves(moves);
                }
            }
        }
        let mut bots: Vec<OfBot> = all.into_values().collect();
        for of in &mut bots {
            of.legality = of.attempts.legality(of.accepted);
        }
        Legality { bots }
    }

    /// As tables for a terminal of this width; `None` for a file, where lines may be long.
    pub fn text(&self, widest: Option<u16>) -> String {
        let heads = |heads: &[&str]| heads.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut bots = vec![heads(&["game", "bot", "answers", "legal", "not taken"])];
        let mut rules = vec![heads(&["game", "bot", "times", "rule"])];
        let mut turns = vec![heads(&["game", "bot", "legal in turns 1 to 10, 11 to 20, and so on"])];
        for of in &self.bots {
            let named = [of.game.clone(), of.bot.clone()];
            let share = of.legality.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
            let listed = of.attempts.listed();
            let listed = if listed.is_empty() { "none".to_owned() } else { listed };
            let answers = of.accepted.saturating_add(of.attempts.failed());
            bots.push([&named[..], &[answers.to_string(), share, listed]].concat());
            let mut broken: Vec<(&String, &u64)> = of.attempts.rules.iter().collect();
            broken.sort_by_key(|(rule, times)| (std::cmp::Reverse(**times), (*rule).clone()));
            rules.extend(
                broken.iter().map(|(rule, times)| [&named[..], &[times.to_string(), (*rule).clone()]].concat()),
            );
            if of.attempts.failed() > 0 {
                let shares: Vec<String> =
                    of.by_ten_turns().iter().map(|share| format!("{:.0} %", 100.0 * share)).collect();
                turns.push([&named[..], &[shares.join("  ")]].concat());
            }
        }
        let mut text = in_columns(&bots, &[0, 1, 4], widest);
        for (table, left) in [(rules, [0, 1, 3]), (turns, [0, 1, 2])] {
            if table.len() > 1 {
                text.push('\n');
                text += &in_columns(&table, &left, widest);
            }
        }
        text
    }
}

impl OfBot {
    fn add_moves(&mut self, moves: u64) {
        // A result from outside may claim any number of moves; so many turns has no game.
        let moves = moves.min(1_000_000);
        let tens = moves.div_ceil(TURNS) as usize;
        if self.accepted_by_ten_turns.len() < tens {
            self.accepted_by_ten_turns.resize(tens, 0);
        }
        for (at, accepted) in self.accepted_by_ten_turns.iter_mut().take(tens).enumerate() {
            *accepted += (moves - at as u64 * TURNS).min(TURNS);
        }
    }

    /// The share of answers that were taken, by ten turns.
    fn by_ten_turns(&self) -> Vec<f64> {
        let failed = &self.attempts.by_ten_turns;
        let tens = failed.len().max(self.accepted_by_ten_turns.len());
        let at = |counts: &[u64], ten: usize| counts.get(ten).copied().unwrap_or_default() as f64;
        let share = |ten: usize| {
            let (taken, failed) = (at(&self.accepted_by_ten_turns, ten), at(failed, ten));
            taken / (taken + failed).max(1.0)
        };
        (0..tens).map(share).collect()
    }
}
