//! The referee can read back everything it writes. Games with everything that can happen in a stream (refusals,
//! queries, undos, forfeits, claims, invalid lines) are read back under every `--emit`; the result must have no fault
//! and be the same byte for byte.

use referee::dice::Dice;
use referee::game::{Game, Source};
use referee::games::tectonic::TecTonic;
use referee::table::Next;
use serde_json::{Value, json};

use crate::lines::{Session, reads_back};
use crate::sample::sample;
use crate::toy::Pouch;

/// A random number below `total`.
fn below(dice: &mut Dice, total: usize) -> usize {
    dice.draw(Source(0), total as u64) as usize
}

/// The next line of a wild game: mostly legal, sometimes anything else.
fn wild_line(session: &mut Session, dice: &mut Dice, players: usize) -> String {
    let listing = session.listing();
    let legal = listing["legal"].as_array().filter(|legal| !legal.is_empty());
    match below(dice, 40) {
        0 => r#"{"query":"legal"}"#.to_owned(),
        1 => r#"{"query":"state"}"#.to_owned(),
        2 => json!({"query": {"view": below(dice, players + 1)}}).to_string(),
        3..=5 => r#"{"query":"undo"}"#.to_owned(),
        6 => json!({"query": "undo", "undone": below(dice, 12)}).to_string(),
        7 => r#"{"player":1,"action":{"flap":{}}}"#.to_owned(),
        14 => json!({"pick": below(dice, 5), "player": below(dice, players)}).to_string(),
        15..=18 if legal.is_some() => json!({"pick": below(dice, legal.map_or(1, Vec::len))}).to_string(),
        19 => json!({"id": below(dice, 9000), "player": below(dice, players)}).to_string(),
        8 => r#"{"action":{"bid":{"amount":0}},"ms":3,"note":"a note"}"#.to_owned(),
        9 => r#"{"player":1,"action":"pass"}"#.to_owned(),
        10 => r#"{"chance":{"die":2}}"#.to_owned(),
        11 => r#"{"outcome":{"places":[1,1],"scores":[1,1],"reason":"none"}}"#.to_owned(),
        12 => match below(dice, 12) {
            0 => r#"{"abort":{"cause":"referee_fault"}}"#.to_owned(),
            at => json!({"forfeit": {"player": at % (players + 1), "cause": "exit"}}).to_string(),
        },
        13 if listing["draws"].is_array() => json!({"chance": listing["draws"][0]["chance"]}).to_string(),
        _ => {
            let Some(legal) = legal else { return r#"{"query":"undo","note":"back"}"#.to_owned() };
            json!({"action": legal[below(dice, legal.len())]}).to_string()
        }
    }
}

fn wild_game<G: Game>(seed: u64, header: &Value, players: usize, most: usize) -> String {
    let mut dice = Dice::new(seed);
    let mut input = header.to_string();
    let mut session = Session::open::<G>(&input, "none").unwrap_or_else(|wrong| panic!("{header}: {wrong:?}"));
    let length = below(&mut dice, most);
    for _ in 0..length {
        let line = if session.judge.look().next() == Next::Chance {
            let listing = session.listing();
            let draws = listing["draws"].as_array().expect("draws");
            json!({"chance": draws[below(&mut dice, draws.len())]["chance"]}).to_string()
        } else {
            wild_line(&mut session, &mut dice, players)
        };
        session.say(&line);
        input.push('\n');
        input.push_str(&line);
    }
    input
}

#[test]
fn a_game_with_chance_and_secrets() {
    let mut redacted = 0;
    for seed in 0..sample(10, 150) {
        let players = 2 + (seed % 2) as usize;
        let mut header = json!({"referee": 1, "game": Pouch::NAME, "players": players, "about": {"event": "wild"}});
        if seed % 5 > 0 {
            header["seed"] = json!(seed);
        }
        redacted += reads_back::<Pouch>(&wild_game::<Pouch>(seed, &header, players, 60));
    }
    assert!(redacted > sample(6, 100), "only {redacted} games were redacted");
}

#[test]
fn a_game_that_counts_positions() {
    for seed in 0..sample(3, 40) {
        let mut header = json!({"referee": 1, "game": TecTonic::NAME, "seed": seed});
        if seed % 2 == 0 {
            header["options"] = json!({"repetition": 2, "no_flip_plies": 14, "flip": "optional"});
        }
        reads_back::<TecTonic>(&wild_game::<TecTonic>(seed, &header, 2, 80));
    }
}

#[test]
fn a_game_from_a_position() {
    let first = Session::open::<TecTonic>(r#"{"referee":1,"game":"tectonic"}"#, "none").expect("a game");
    let mut positions = vec![first];
    for seed in 0..sample(3, 30) {
        let mut dice = Dice::new(seed);
        let mut session = positions.pop().expect("a game");
        for _ in 0..5 {
            let legal = session.listing()["legal"].clone();
            let Some(legal) = legal.as_array().filter(|legal| !legal.is_empty()) else { break };
            session.say(&json!({"action": legal[below(&mut dice, legal.len())]}).to_string());
        }
        let state = session.say(r#"{"query":"state"}"#)[0]["state"].clone();
        let header = json!({"referee": 1, "game": "tectonic", "state": state});
        reads_back::<TecTonic>(&wild_game::<TecTonic>(seed, &header, 2, 20));
        positions.push(session);
    }
}
