//! Adds up verdicts. A summary has only counts, so its size does not grow with the number of games.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::verdict::{Kind, Verdict};

/// The results of many games.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Summary {
    /// Files that were read, standard input included.
    pub files: u64,
    /// Games that were begun.
    pub games: u64,
    /// Actions and draws that were accepted.
    pub plies: u64,
    /// Bytes that were read, after decompression.
    pub bytes: u64,
    /// The number of games and files with each verdict; every verdict is listed.
    pub verdicts: BTreeMap<Kind, u64>,
    /// The number of faults by the verdict that they give: one for each game at fault, or more if all were asked for.
    pub faults: BTreeMap<Kind, u64>,
    /// How many of these faults are not counted by rule and by claim, because a game had too many.
    pub faults_left_out: u64,
    /// For each rule id, the number of faults that broke the rule.
    pub rules: BTreeMap<String, u64>,
    /// For each claim, the number of faults in which it was false.
    pub claims: BTreeMap<String, u64>,
    /// What was passed over in folders, by what it is: `link`, `special_file`, `other_name`.
    pub passed_over: BTreeMap<String, u64>,
    /// Verdicts that depend only on reconstructed rules or data.
    pub disputed: u64,
    /// Lines that are recorded as refused, rightly.
    pub refusals: u64,
    /// How valid games ended, by game.
    pub ends: BTreeMap<String, BTreeMap<String, u64>>,
    /// The causes of forfeits, as the records give them.
    pub forfeits: BTreeMap<String, u64>,
    /// Why games were called off, as the records give it.
    pub aborts: BTreeMap<String, u64>,
    /// Games that repeat an earlier one, by how: `same_as`, `beginning_of`, `continues`.
    pub repeats: BTreeMap<String, u64>,
    /// One in how many games was compared with all the others, as a whole and with their beginnings; left out if repeats were not asked
    /// for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared_one_in: Option<[u64; 2]>,
    /// Lines that were not judged because they come after a fault.
    pub skipped: u64,
    /// Whether the run stopped early because there were too many faults.
    pub stopped: bool,
}

impl Summary {
    /// An empty summary.
    pub fn new() -> Summary {
        Summary { verdicts: Kind::ALL.map(|kind| (kind, 0)).into(), ..Summary::default() }
    }

    /// Adds a verdict.
    pub fn add(&mut self, verdict: &Verdict) {
        self.games += u64::from(verdict.game.is_some());
        self.plies += verdict.plies;
        *self.verdicts.entry(verdict.verdict).or_default() += 1;
        self.disputed += u64::from(verdict.is_disputed());
        self.refusals += verdict.refusals;
        self.skipped += verdict.skipped;
        if let Some(repeat) = &verdict.repeats {
            count(&mut self.repeats, &[repeat.name().to_owned()]);
        }
        for (kind, fault) in verdict.faults() {
            *self.faults.entry(kind).or_default() += 1;
            count(&mut self.rules, &fault.rules);
            count(&mut self.claims, &fault.claims);
        }
        for (kind, count) in &verdict.later_left_out {
            *self.faults.entry(*kind).or_default() += count;
            self.faults_left_out += count;
        }
        if let (None, Some(plays), Some(end)) = (&verdict.fault, &verdict.plays, &verdict.end) {
            count(self.ends.entry(plays.clone()).or_default(), std::slice::from_ref(end));
        }
        for cause in &verdict.forfeits {
            count(&mut self.forfeits, &[name(cause)]);
        }
        if let Some(cause) = &verdict.abort {
            count(&mut self.aborts, &[name(cause)]);
        }
    }

    /// The number of games or files with this verdict.
    pub fn of(&self, kind: Kind) -> u64 {
        self.verdicts.get(&kind).copied().unwrap_or_default()
    }

    /// The number of games or files with a fault.
    pub fn faulty(&self) -> u64 {
        Kind::ALL.iter().filter(|kind| **kind != Kind::Valid).map(|kind| self.of(*kind)).sum()
    }
}

/// A cause as it is written.
fn name<T: Serialize>(cause: &T) -> String {
    match serde_json::to_value(cause) {
        Ok(Value::String(name)) => name,
        _ => String::new(),
    }
}

/// Counts each of some names once.
fn count(counts: &mut BTreeMap<String, u64>, names: &[String]) {
    for name in names {
        match counts.get_mut(name) {
            Some(count) => *count += 1,
            None => drop(counts.insert(name.clone(), 1)),
        }
    }
}
