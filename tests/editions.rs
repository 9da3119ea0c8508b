//! Faulty data and options are refused with every fault, or the game can be played with them. Each number, list and
//! switch of each game is changed separately.

use std::panic::{AssertUnwindSafe, catch_unwind};

use referee::dice::Dice;
use referee::games::GAMES;
use referee::registry::{EditionFile, NoGame, Opened, Referee};
use referee::strict;
use referee::wire::Header;
use serde_json::{Value, json};

/// The replacements of every number.
const NUMBERS: [u64; 5] = [0, 1, 100, 255, 4_294_967_295];

/// The places of a tree that can be changed, as JSON pointers.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Number(_) | Value::Bool(_) => found.push(at.to_owned()),
        Value::Array(list) => {
            found.push(at.to_owned());
            list.iter().enumerate().for_each(|(i, part)| places(part, &format!("{at}/{i}"), found));
        }
        Value::Object(fields) => fields.iter().for_each(|(name, part)| places(part, &format!("{at}/{name}"), found)),
        Value::Null | Value::String(_) => {}
    }
}

/// Every tree with one change.
fn spoilt(value: &Value) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    places(value, "", &mut found);
    let mut all = Vec::new();
    for place in found {
        let instead: Vec<Value> = match value.pointer(&place).expect("a place of this tree") {
            Value::Number(_) => NUMBERS.into_iter().map(Value::from).collect(),
            Value::Bool(on) => vec![json!(!on)],
            Value::Array(list) => vec![json!([]), [&list[..], &list[..]].concat().into()],
            _ => Vec::new(),
        };
        for other in instead {
            let mut tree = value.clone();
            let what = format!("{place} = {other}");
            *tree.pointer_mut(&place).expect("a place of this tree") = other;
            all.push((what.chars().take(120).collect(), tree));
        }
    }
    all
}

/// Begins a game and plays all or part of it at random; returns whether it could begin.
fn play(game: &dyn Referee, players: u8, options: &Value, editions: &[EditionFile]) -> bool {
    let header = json!({"referee": 1, "game": game.name(), "players": players, "seed": "1", "options": options});
    let header: Header = strict::from_value(&header).expect("a header");
    match game.sit(header, &mut Opened::with(editions.to_vec())) {
        Ok(mut judge) => {
            judge.play_at_random(&mut Dice::new(1), &mut |_| false);
            true
        }
        Err(NoGame::Malformed(malformed)) => {
            assert!(!malformed.message.is_empty(), "a fault without words");
            false
        }
        Err(NoGame::Refused(_) | NoGame::Redacted(_)) => {
            panic!("neither a game nor a fault")
        }
    }
}

/// Tries every change; returns how many could be played and how many were refused.
fn try_all(game: &dyn Referee, tree: &Value, one: impl Fn(&Value, u8) -> bool) -> (u32, u32) {
    let (mut played, mut refused, mut faults) = (0, 0, Vec::new());
    for (what, tree) in spoilt(tree) {
        for players in [*game.players().start(), *game.players().end()] {
            match catch_unwind(AssertUnwindSafe(|| one(&tree, players))) {
                Ok(true) => played += 1,
                Ok(false) => refused += 1,
                Err(_) => faults.push(format!("{} with {players} players, {what}", game.name())),
            }
        }
    }
    assert!(faults.is_empty(), "{} faults, the first: {:?}", faults.len(), &faults[..faults.len().min(9)]);
    (played, refused)
}

#[test]
fn spoilt_data_are_refused_or_can_be_played() {
    for game in GAMES.iter().copied() {
        let mut edition: Value = serde_json::from_str(game.edition()).expect("an edition is JSON");
        edition["id"] = json!("spoilt");
        let (_, refused) = try_all(game, &edition, |edition, players| match game.read_edition(&edition.to_string()) {
            Ok(file) => play(game, players, &json!({}), &[file]),
            Err(faults) => {
                assert!(faults.iter().all(|fault| !fault.message.is_empty()) && !faults.is_empty());
                false
            }
        });
        assert!(refused > 0, "{}: nothing is ever wrong with the data", game.name());
    }
}

#[test]
fn spoilt_options_are_refused_or_can_be_played() {
    for game in GAMES.iter().copied() {
        let options = Value::from(game.default_options());
        let (played, _) = try_all(game, &options, |options, players| play(game, players, options, &[]));
        // A word is changed into an unknown one.
        let changeable = game.default_options().values().any(|value| value.is_number() || value.is_boolean());
        assert!(played > 0 || !changeable, "{}: no option can be changed", game.name());
    }
}
