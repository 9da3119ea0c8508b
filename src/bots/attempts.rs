//! Answers that were not taken, counted: for each player of a game and, added up, for many games.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::Player;
use crate::text::clipped;
use crate::wire::{Attempt, AttemptFault};

/// How much a record keeps of an answer that was not taken, and of what is wrong with it, in bytes.
const KEPT: usize = 1000;

/// An answer that was not taken, for the record. `broken`: the rules that it breaks, each before what it says.
pub fn kept(player: Player, fault: AttemptFault, broken: &[String], why: &str, line: &[u8]) -> Attempt {
    let rules = broken.iter().map(|broken| broken.split(':').next().unwrap_or_default().to_owned()).collect();
    let said = clipped(&String::from_utf8_lossy(line), KEPT);
    let bytes = (line.len() > KEPT).then_some(line.len() as u64);
    Attempt { player, fault, rules, why: clipped(why, KEPT), said, bytes }
}

/// How many turns are counted together.
pub const TURNS: u64 = 10;

/// How many answers were not taken, and why.
///
/// ```
/// use referee::matches::Attempts;
///
/// let attempts = Attempts { illegal: 2, late: 1, ..Attempts::default() };
/// // Nine answers were taken and three were not.
/// assert_eq!((attempts.failed(), attempts.legality(9)), (3, Some(0.75)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Attempts {
    /// What was not JSON.
    pub unreadable: u64,
    /// What was JSON but no answer, and words that told no action.
    pub no_answer: u64,
    /// Illegal actions.
    pub illegal: u64,
    /// What came too late, or not at all.
    pub late: u64,
    /// The illegal actions by the rules that they broke; one action can break several.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub rules: BTreeMap<String, u64>,
    /// All of them by turn: in turns 1 to 10 of the player, in 11 to 20 and so on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_ten_turns: Vec<u64>,
}

impl Attempts {
    /// Counts an answer to the question after so many accepted ones.
    pub fn count(&mut self, fault: AttemptFault, rules: &[String], accepted: u64) {
        match fault {
            AttemptFault::Unreadable => self.unreadable += 1,
            AttemptFault::NoAnswer => self.no_answer += 1,
            AttemptFault::Illegal => self.illegal += 1,
            AttemptFault::Late => self.late += 1,
        }
        for rule in rules {
            *self.rules.entry(rule.clone()).or_default() += 1;
        }
        let tens = (accepted / TURNS) as usize;
        self.reach(tens + 1);
        self.by_ten_turns[tens] += 1;
    }

    /// Makes room for so many numbers by turn.
    fn reach(&mut self, tens: usize) {
        self.by_ten_turns.resize(tens.max(self.by_ten_turns.len()), 0);
    }

    /// Adds those of another game.
    pub fn add(&mut self, other: &Attempts) {
        let sum = |one: &mut u64, other: u64| *one = one.saturating_add(other);
        sum(&mut self.unreadable, other.unreadable);
        sum(&mut self.no_answer, other.no_answer);
        sum(&mut self.illegal, other.illegal);
        sum(&mut self.late, other.late);
        other.rules.iter().for_each(|(rule, times)| sum(self.rules.entry(rule.clone()).or_default(), *times));
        self.reach(other.by_ten_turns.len());
        self.by_ten_turns.iter_mut().zip(&other.by_ten_turns).for_each(|(one, other)| sum(one, *other));
    }

    /// How many there are.
    pub fn failed(&self) -> u64 {
        [self.unreadable, self.no_answer, self.illegal, self.late].into_iter().fold(0, u64::saturating_add)
    }

    /// The share of answers that were taken, where so many were; `None`: there was no answer at all.
    pub fn legality(&self, accepted: u64) -> Option<f64> {
        let all = accepted.saturating_add(self.failed());
        (all > 0).then(|| accepted as f64 / all as f64)
    }

    /// They as `2 illegal, 1 unreadable`; empty if there are none.
    pub fn listed(&self) -> String {
        let kinds = [
            (self.illegal, "illegal"),
            (self.unreadable, "unreadable"),
            (self.no_answer, "no answer"),
            (self.late, "late"),
        ];
        let kinds = kinds.iter().filter(|(times, _)| *times > 0).map(|(times, kind)| format!("{times} {kind}"));
        kinds.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_are_counted_by_kind_by_rule_and_by_turn() {
        let rules = ["tectonic.hill-step", "tectonic.own-colour"].map(str::to_owned);
        let mut one = Attempts::default();
        one.count(AttemptFault::Illegal, &rules, 0);
        one.count(AttemptFault::Illegal, &rules[..1], 25);
        let mut all = Attempts::default();
        all.count(AttemptFault::Unreadable, &[], 9);
        all.add(&one);
        assert_eq!((all.illegal, all.unreadable, all.failed()), (2, 1, 3));
        assert_eq!(all.rules.values().copied().collect::<Vec<_>>(), [2, 1]);
        assert_eq!(all.by_ten_turns, [2, 0, 1]);
        assert_eq!(all.legality(27), Some(0.9));
        assert_eq!(Attempts::default().legality(0), None);
        assert_eq!(all.listed(), "2 illegal, 1 unreadable");
        all.count(AttemptFault::NoAnswer, &[], 19);
        all.count(AttemptFault::Late, &[], 10);
        assert_eq!(all.listed(), "2 illegal, 1 unreadable, 1 no answer, 1 late");
        assert_eq!((all.by_ten_turns, one.by_ten_turns), (vec![2, 2, 1], vec![1, 0, 1]));
    }
}
