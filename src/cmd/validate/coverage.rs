//! What a corpus of games tests: which rules its games broke, which options they used, and which never occurred.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use referee::games::GAMES;
use referee::registry::table_clauses;
use referee::text::{count, plain};
use referee::validate::verdict::Verdict;
use serde_json::{Map, Value, json};

use super::row;
use crate::cmd::games::options;

/// The most values of an option counted separately; a numeric option can have as many as there are games.
const VALUES_MOST: usize = 64;

/// The counts.
#[derive(Default)]
pub(super) struct Coverage {
    games: BTreeMap<String, u64>,
    rules: BTreeMap<String, u64>,
    /// By game and option.
    options: BTreeMap<(String, String), Values>,
}

/// The number of games for each value of an option.
#[derive(Default)]
struct Values {
    /// The values that occurred first: numbers in numeric order, then all others in alphabetical order.
    counts: BTreeMap<(Option<i64>, String), u64>,
    /// The number of games with other values.
    others: u64,
}

impl Values {
    fn add(&mut self, value: &Value) {
        let key = (value.as_i64(), plain(value));
        if self.counts.len() < VALUES_MOST || self.counts.contains_key(&key) {
            *self.counts.entry(key).or_default() += 1;
        } else {
            self.others += 1;
        }
    }

    fn holds(&self, value: &str) -> bool {
        self.counts.keys().any(|(_, known)| known == value)
    }
}

impl Coverage {
    /// Adds a game; nothing if the verdict has no details.
    pub(super) fn add(&mut self, verdict: &Verdict) {
        for rule in verdict.fault.iter().flat_map(|fault| &fault.rules) {
            *self.rules.entry(rule.clone()).or_default() += 1;
        }
        let Some(plays) = &verdict.plays else { return };
        *self.games.entry(plays.clone()).or_default() += 1;
        let Some(exercised) = &verdict.exercised else { return };
        for (rule, count) in &exercised.rules {
            *self.rules.entry(rule.clone()).or_default() += count;
        }
        for (name, value) in &exercised.options {
            self.options.entry((plays.clone(), name.clone())).or_default().add(value);
        }
    }

    /// The counts as JSON, by game: `games`, `rules` and `options` with counts, `never` with what did not occur. If
    /// an option has too many values, `others` counts the games with values that are not listed.
    pub(super) fn told(&self) -> Value {
        let mut all = Map::new();
        let ids = |clauses: &[referee::breach::Clause]| clauses.iter().map(|clause| clause.id).collect::<Vec<_>>();
        // A record has one table.
        let ids_of_table = ids(table_clauses()).into_iter().filter(|id| *id != "table.too-many-tables");
        all.insert("table".to_owned(), self.part(&ids_of_table.collect::<Vec<_>>(), &json!({}), &json!({})));
        for game in GAMES {
            let Some(games) = self.games.get(game.name()) else { continue };
            let mut played = Map::new();
            let mut others = Map::new();
            for ((_, name), values) in self.options.iter().filter(|((plays, _), _)| plays == game.name()) {
                let counts = values.counts.iter().map(|((_, value), count)| (value.clone(), json!(count)));
                played.insert(name.clone(), Value::Object(counts.collect()));
                if values.others > 0 {
                    others.insert(name.clone(), json!(values.others));
                }
            }
            let mut never: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
            for option in options(&game.schemas()) {
                let name = plain(&option["name"]);
                let values = match (&option["values"], option["type"].as_str()) {
                    (Value::Array(values), _) => values.iter().map(plain).collect(),
                    (_, Some("boolean")) => vec!["false".to_owned(), "true".to_owned()],
                    _ => Vec::new(),
                };
                let used = self.options.get(&(game.name().to_owned(), name.clone()));
                let unused = values.into_iter().filter(|value| !used.is_some_and(|used| used.holds(value)));
                let unused: BTreeSet<String> = unused.collect();
                if !unused.is_empty() {
                    never.insert(name, unused);
                }
            }
            let mut part = self.part(&ids(game.clauses()), &json!(played), &json!(never));
            part["games"] = json!(games);
            if !others.is_empty() {
                part["others"] = json!(others);
            }
            all.insert(game.name().to_owned(), part);
        }
        Value::Object(all)
    }

    fn part(&self, ids: &[&str], options: &Value, unused: &Value) -> Value {
        let seen: BTreeMap<&str, u64> = ids.iter().filter_map(|id| Some((*id, *self.rules.get(*id)?))).collect();
        let unseen: Vec<&str> = ids.iter().copied().filter(|id| !self.rules.contains_key(*id)).collect();
        json!({"rules": seen, "options": options, "never": {"rules": unseen, "options": unused}})
    }
}

/// The text for people.
pub(super) fn text(coverage: &Value) -> String {
    let mut text = String::new();
    for (name, part) in coverage.as_object().into_iter().flatten() {
        let games = part["games"].as_u64();
        let games = games.map_or_else(String::new, |games| format!(", {}", count(games, "game")));
        let _ = writeln!(text, "coverage of {name}{games}");
        for (rule, count) in part["rules"].as_object().into_iter().flatten() {
            text += &row(2, &[rule], count);
        }
        for (option, values) in part["options"].as_object().into_iter().flatten() {
            for (value, count) in values.as_object().into_iter().flatten() {
                text += &row(2, &[option, "=", value], count);
            }
            if let Some(others) = part["others"].get(option) {
                text += &row(2, &[option, ": other values"], others);
            }
        }
        for rule in part["never"]["rules"].as_array().into_iter().flatten() {
            text += &row(2, &[&plain(rule)], "never");
        }
        for (option, values) in part["never"]["options"].as_object().into_iter().flatten() {
            for value in values.as_array().into_iter().flatten() {
                text += &row(2, &[option, "=", &plain(value)], "never");
            }
        }
    }
    text
}
