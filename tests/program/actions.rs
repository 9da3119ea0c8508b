//! Actions as numbers: the closed lists stay what they are, hold whatever is legal, and lead back to the same numbers; where there
//! is no list, every legal action is made of the parts.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::pipes::referee;
use crate::sample::sample;

/// The answer to `referee actions` with these arguments: what stands first, and the rest.
fn actions(args: &[&str]) -> (Value, Vec<Value>) {
    let mut lines = referee(&[&["actions"], args].concat(), "").ends(0).values();
    (lines.remove(0), lines)
}

/// Every legal action of random games, as it is listed.
fn legal(args: &[&str], games: u64) -> Vec<Value> {
    let games = games.to_string();
    let random = ["random", "--seed", "7", "--emit", "legal", "--games", &games, "--game"];
    let lines = referee(&[&random, args].concat(), "").ends(0).values();
    lines.iter().flat_map(|line| line["legal"].as_array().cloned().unwrap_or_default()).collect()
}

/// A game with options, the length of its list, and the SHA-256 of it. A list may only change with the edition.
const CLOSED: [(&[&str], u64, &str); 4] = [
    (&["tectonic"], 8928, "0fd3c0224d02cfef6194e486e3fad1e8e4e1176039489ee271da17b95d1c9291"),
    (
        &["tectonic", "--option", "no_move=pass"],
        8929,
        "e7e24eeda41ecb96ba2f43e6bcb5468b2d343175ed49b1966ec96b005b4bc8a4",
    ),
    (&["wongar"], 592, "53f7cb0fddc594b303b7fe09f8239c51b4475f50cc4c6d8454ae3219b5fed148"),
    (
        &["wongar", "--option", "choose_ritual_cards=true", "--option", "triple_may_place_fewer=true"],
        597,
        "8633f904c44f536862551355d8f48d8a431e23ea040dffb4b1f2f6fb4fcf1667",
    ),
];

#[test]
fn the_lists_stay_what_they_are_and_hold_all_that_is_legal() {
    for (args, n, sha256) in CLOSED {
        let (first, list) = actions(args);
        assert_eq!(first["action_space"], json!({"n": n, "sha256": sha256}), "{args:?}");
        assert_eq!(list.len() as u64, n);
        let mut numbers = BTreeMap::new();
        for (place, line) in list.iter().enumerate() {
            assert_eq!(line["id"], place);
            assert!(numbers.insert(line["action"].to_string(), place).is_none(), "twice: {line}");
        }
        let mut met = vec![false; list.len()];
        let tables: &[&str] = if args[0] == "wongar" { &["3", "4", "5"] } else { &["2"] };
        for players in tables {
            for action in legal(&[args, &["--players", players]].concat(), sample(2, 20)) {
                let number = numbers.get(&action.to_string()).unwrap_or_else(|| panic!("{args:?} has no {action}"));
                assert_eq!(list[*number]["action"], action, "the number leads back");
                met[*number] = true;
            }
        }
        let met = met.iter().filter(|met| **met).count();
        assert!(met * 4 > list.len(), "{args:?}: only {met} of {} were ever legal", list.len());
    }
}

/// Whether a value can stand in a place.
fn fits(part: &Value, value: &Value) -> bool {
    if let Some(values) = part["values"].as_array() {
        return values.contains(value);
    }
    if let Some(cases) = part["one_of"].as_array() {
        return cases.iter().any(|case| fits(case, value));
    }
    if part["items"].is_object() {
        let Some(list) = value.as_array() else { return false };
        let most = part["most"].as_u64().unwrap_or(u64::MAX);
        let count = list.len() as u64;
        return part["least"].as_u64() <= Some(count)
            && count <= most
            && list.iter().all(|item| fits(&part["items"], item));
    }
    if let Some(parts) = part["parts"].as_object() {
        let Some(fields) = value.as_object() else { return false };
        let there = parts.iter().all(|(name, part)| match fields.get(name) {
            Some(field) => fits(part, field),
            None => part["optional"] == true,
        });
        return there && fields.keys().all(|name| parts.contains_key(name));
    }
    match part["pattern"].as_str() {
        Some(_) => value.is_string(),
        None => value.as_u64().is_some_and(|number| part["least"].as_u64() <= Some(number)),
    }
}

#[test]
fn where_there_is_no_list_actions_are_made_of_parts() {
    for game in ["wangdo", "wigwam", "we-will-wok-you"] {
        let (first, kinds) = actions(&[game]);
        assert_eq!(first["action_space"], Value::Null);
        let mut met = BTreeMap::new();
        for action in legal(&[game], sample(2, 20)) {
            let (kind, content) = match &action {
                Value::String(kind) => (kind.clone(), json!({})),
                _ => action
                    .as_object()
                    .and_then(|action| action.iter().next())
                    .map(|(kind, content)| (kind.clone(), content.clone()))
                    .expect("a kind"),
            };
            let told =
                kinds.iter().find(|line| line["kind"] == *kind).unwrap_or_else(|| panic!("{game} has no {kind}"));
            let parts = told["parts"].clone();
            let whole = ["values", "one_of", "items"].iter().any(|key| !parts[key].is_null());
            let parts = if whole { parts } else { json!({"parts": parts}) };
            assert!(fits(&parts, &content), "{game}: {action} is not made of {parts}");
            *met.entry(kind).or_insert(0) += 1;
        }
        assert!(met.len() * 2 > kinds.len(), "{game}: {met:?}");
    }
}

#[test]
fn what_cannot_be_listed_is_said() {
    referee(&["actions", "chess"], "").ends(2);
    let said = referee(&["actions", "tectonic", "--option", "setup=S9"], "").ends(2).err;
    assert!(said.contains("setup"), "{said}");
    let other =
        referee(&["actions", "tectonic", "--edition", "fixtures/wigwam/editions/horseshoe.json"], "").ends(2).err;
    assert!(other.contains("is an edition of wigwam, not of tectonic"), "{other}");
}
