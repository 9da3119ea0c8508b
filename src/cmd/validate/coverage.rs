//! What a corpus of games puts to the test: which rules were broken in it and which options played with, and which never.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use referee::games::GAMES;
use referee::registry::table_clauses;
use referee::validate::verdict::Verdict;
use serde_json::{Map, Value, json};

use crate::cmd::games::options;

/// Counts of what the games put to the test.
#[derive(Default)]
pub(super) struct Coverage {
    games: BTreeMap<String, u64>,
    rules: BTreeMap<String, u64>,
    /// By game, option and value.
    options: BTreeMap<(String, String, String), u64>,
}

impl Coverage {
    /// Adds what a game put to the test; nothing if the verdict does not tell.
    pub(super) fn add(&mut self, verdict: &Verdict) {
        let (Some(plays), Some(exercised)) = (&verdict.plays, &verdict.exercised) else { return };
        *self.games.entry(plays.clone()).or_default() += 1;
        let found = verdict.fault.iter().flat_map(|fault| fault.rules.iter().map(|rule| (&**rule, 1)));
        for (rule, count) in exercised.rules.iter().map(|(rule, count)| (*rule, *count)).chain(found) {
            *self.rules.entry(rule.to_owned()).or_default() += count;
        }
        for (name, value) in &exercised.options {
            *self.options.entry((plays.clone(), name.clone(), plain(value))).or_default() += 1;
        }
    }

    /// The same as JSON, by game: `games`, `rules` and `options` with counts, `never` with what did not occur.
    pub(super) fn told(&self) -> Value {
        let mut all = Map::new();
        let ids = |clauses: &[referee::breach::Clause]| clauses.iter().map(|clause| clause.id).collect::<Vec<_>>();
        all.insert("table".to_owned(), self.part(&ids(table_clauses()), &json!({}), &json!({})));
        for game in GAMES {
            let mut played: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
            for ((plays, name, value), count) in &self.options {
                if plays == game.name() {
                    played.entry(name).or_default().insert(value, *count);
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
                let used = played.get(name.as_str());
                let unused = values.into_iter().filter(|value| !used.is_some_and(|used| used.contains_key(&**value)));
                let unused: BTreeSet<String> = unused.collect();
                if !unused.is_empty() {
                    never.insert(name, unused);
                }
            }
            let mut part = self.part(&ids(game.clauses()), &json!(played), &json!(never));
            part["games"] = json!(self.games.get(game.name()).copied().unwrap_or_default());
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

/// A value as people write it on the command line.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The same for people.
pub(super) fn text(coverage: &Value) -> String {
    let mut text = String::new();
    for (name, part) in coverage.as_object().into_iter().flatten() {
        let games = part["games"].as_u64();
        let games = games.map_or_else(String::new, |games| format!(", {games} games"));
        let _ = writeln!(text, "coverage of {name}{games}");
        for (rule, count) in part["rules"].as_object().into_iter().flatten() {
            let _ = writeln!(text, "  {rule:<44}{count:>12}");
        }
        for (option, values) in part["options"].as_object().into_iter().flatten() {
            for (value, count) in values.as_object().into_iter().flatten() {
                let _ = writeln!(text, "  {:<44}{count:>12}", format!("{option}={value}"));
            }
        }
        for rule in part["never"]["rules"].as_array().into_iter().flatten() {
            let _ = writeln!(text, "  {:<44}{:>12}", plain(rule), "never");
        }
        for (option, values) in part["never"]["options"].as_object().into_iter().flatten() {
            for value in values.as_array().into_iter().flatten() {
                let _ = writeln!(text, "  {:<44}{:>12}", format!("{option}={}", plain(value)), "never");
            }
        }
    }
    text
}
