//! Random games as text, and random faults planted in them.

use referee::dice::Dice;
use referee::game::Source;
use referee::games::GAMES;
use serde_json::{Value, json};

use crate::pipes::referee;

/// Every game with its middle number of players.
pub(crate) fn tables() -> Vec<(&'static str, String)> {
    let middle = |players: std::ops::RangeInclusive<u8>| u8::midpoint(*players.start(), *players.end());
    GAMES.iter().map(|game| (game.name(), middle(game.players()).to_string())).collect()
}

/// Random games of one kind, each as text with a line end after every line.
pub(crate) fn games(game: &str, players: &str, seed: u64, count: usize) -> Vec<String> {
    let (seed, count) = (seed.to_string(), count.to_string());
    let args = ["random", "--game", game, "--players", players, "--emit", "none", "--seed", &seed, "--games", &count];
    let text = referee(&args, "").ends(0).out;
    let mut all: Vec<String> = Vec::new();
    for line in text.split_inclusive('\n') {
        if line.starts_with("{\"referee\":") {
            all.push(String::new());
        }
        all.last_mut().expect("a header comes first").push_str(line);
    }
    all
}

/// A kind of fault.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Plant {
    Action,
    Swap,
    Claim,
    Drop,
    Chance,
}

pub(crate) const PLANTS: [Plant; 5] = [Plant::Action, Plant::Swap, Plant::Claim, Plant::Drop, Plant::Chance];

/// A game with a planted fault that changes its bytes. In a game without draws an action is changed instead.
pub(crate) fn plant(game: &str, kind: Plant, dice: &mut Dice) -> String {
    let below = |dice: &mut Dice, count: usize| dice.draw(Source(1), count as u64) as usize;
    loop {
        let mut lines: Vec<String> = game.lines().map(str::to_owned).collect();
        let events: Vec<usize> = (1..lines.len()).filter(|at| !lines[*at].starts_with("{\"outcome\"")).collect();
        let with = |key: &str| -> Vec<usize> {
            let key = format!("\"{key}\":");
            events.iter().copied().filter(|at| lines[*at].contains(&key)).collect()
        };
        let draws = with("chance");
        match kind {
            Plant::Action | Plant::Chance => {
                let (key, places) = match kind {
                    Plant::Chance if !draws.is_empty() => ("chance", draws),
                    _ => ("action", with("action")),
                };
                let [at, from] = [(); 2].map(|()| places[below(dice, places.len())]);
                let other: Value = serde_json::from_str(&lines[from]).expect("JSON");
                let mut line: Value = serde_json::from_str(&lines[at]).expect("JSON");
                line[key] = other[key].clone();
                lines[at] = line.to_string();
            }
            Plant::Swap => {
                let at = below(dice, events.len() - 1);
                lines.swap(events[at], events[at + 1]);
            }
            Plant::Drop => drop(lines.remove(events[below(dice, events.len())])),
            Plant::Claim => {
                let at = 1 + below(dice, lines.len() - 1);
                let mut line: Value = serde_json::from_str(&lines[at]).expect("JSON");
                let choice = below(dice, 2);
                match line.get_mut("n") {
                    Some(n) if choice == 0 => *n = json!(n.as_u64().expect("a number") + 1),
                    Some(_) => line["next"] = json!({"player": below(dice, 5)}),
                    None => line["outcome"]["places"][0] = json!(below(dice, 5) + 1),
                }
                lines[at] = line.to_string();
            }
        }
        let planted = lines.join("\n") + "\n";
        if planted != game {
            return planted;
        }
    }
}
