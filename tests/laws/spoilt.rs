//! A manipulated position is refused with reasons, or the game can be played on from it: every position that play
//! then writes can be read again.

use referee::dice::{Dice, RANDOM_PLAYER};
use referee::game::{Game, Turn};
use referee::strict;
use serde_json::Value;

use super::{random_draw, written_and_read_back};

/// For how many events a manipulated game is followed.
const FOLLOWED: u32 = 60;
/// How many positions are kept as a source of parts.
const REMEMBERED: usize = 40;
const NUMBERS: [u64; 8] = [0, 1, 2, 3, 4, 9, 12, 255];

/// The positions seen in a game, to make manipulated ones.
#[derive(Default, Debug)]
pub(crate) struct Spoiler {
    seen: Vec<Value>,
    /// Manipulated positions from which the game could continue.
    pub accepted: u64,
    /// Manipulated positions that were refused.
    pub refused: u64,
}

impl Spoiler {
    /// Manipulates a position and follows the game from there, if it is accepted.
    pub(crate) fn spoil<G: Game>(&mut self, game: &G, state: &G::State, players: u8, dice: &mut Dice) {
        let mut below = |most: usize| dice.draw(RANDOM_PLAYER, most as u64) as usize;
        let mut value = serde_json::to_value(game.position(state, true)).expect("positions can be written");
        if self.seen.len() < REMEMBERED {
            self.seen.push(value.clone());
        } else {
            self.seen[below(REMEMBERED)] = value.clone();
        }
        let other = &self.seen[below(self.seen.len())];
        if below(2) == 0
            && let (Some(fields), Some(others)) = (value.as_object_mut(), other.as_object())
            && let Some((name, part)) = others.iter().nth(below(others.len()))
        {
            fields.insert(name.clone(), part.clone());
        }
        let (mut here, mut there) = (Vec::new(), Vec::new());
        leaves(&mut value, &mut |leaf| here.push(leaf.clone()));
        leaves(&mut other.clone(), &mut |leaf| there.push(leaf.clone()));
        for _ in 0..below(3) {
            let (one, two) = (below(here.len()), below(here.len()));
            match (below(4), here[one].as_u64(), here[two].as_u64()) {
                (0, ..) => here[one] = there[below(there.len())].clone(),
                (1, ..) => here[one] = NUMBERS[below(NUMBERS.len())].into(),
                // A change that keeps the sum is refused least often.
                (2, Some(less), Some(more)) if less > 0 => {
                    here[one] = (less - 1).into();
                    here[two] = (more + 1).into();
                }
                _ => here.swap(one, two),
            }
        }
        let mut spoilt = here.into_iter();
        leaves(&mut value, &mut |leaf| *leaf = spoilt.next().expect("as many as there were"));
        let Ok(position) = strict::from_value::<G::Position>(&value) else { return };
        match game.restore(players, &position) {
            Err(faults) => {
                assert!(!faults.is_empty());
                self.refused += 1;
            }
            Ok(restored) => {
                self.accepted += 1;
                follow(game, restored, players, dice);
            }
        }
    }
}

/// Calls `with` for every scalar inside a value.
fn leaves(value: &mut Value, with: &mut dyn FnMut(&mut Value)) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| leaves(item, with)),
        Value::Object(fields) => fields.values_mut().for_each(|field| leaves(field, with)),
        _ => with(value),
    }
}

fn follow<G: Game>(game: &G, mut state: G::State, players: u8, dice: &mut Dice) {
    for _ in 0..FOLLOWED {
        written_and_read_back(game, players, &state);
        match game.turn(&state) {
            Turn::Over => {
                assert!(game.outcome(&state).is_some(), "a finished game has an outcome");
                return;
            }
            Turn::Chance => {
                let chance = random_draw(game, &state, dice);
                game.apply_chance(&mut state, &chance);
            }
            Turn::Player(player) => {
                let mut legal = Vec::new();
                game.legal(&state, &mut legal);
                assert!(!legal.is_empty(), "a player on turn can do something: {state:?}");
                let at = dice.draw(RANDOM_PLAYER, legal.len() as u64) as usize;
                game.apply(&mut state, player, &legal[at]);
            }
        }
    }
}
