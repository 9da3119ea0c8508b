//! The law of endings: a game ends by its rules, however stubbornly it is played. Players who always do the same in
//! the same position go round in circles, so they are used here.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use referee::dice::Dice;
use referee::game::{Game, Player, Turn};

use super::{open, random_draw};
use crate::sample::sample;

/// The organiser calls a game off after this many decisions by default; the rules must end it sooner.
const MOST: u32 = 20_000;

/// How a player chooses from a list of legal actions.
#[derive(Copy, Clone, Debug)]
enum Habit {
    First,
    Last,
    /// Some action, always the same for the same list.
    Hash(u64),
}

impl Habit {
    /// The index of the chosen action. Counters that only grow are not in the list, so the choice does not depend on
    /// them.
    fn pick<A: std::fmt::Debug>(self, legal: &[A]) -> usize {
        match self {
            Habit::First => 0,
            Habit::Last => legal.len() - 1,
            Habit::Hash(salt) => {
                let mut hasher = DefaultHasher::new();
                (salt, format!("{legal:?}")).hash(&mut hasher);
                (hasher.finish() % legal.len() as u64) as usize
            }
        }
    }
}

/// Lets every pair of habits play, one on the even seats against the other on the odd ones, with several seeds.
/// Returns how many games ended for each reason.
#[track_caller]
pub(crate) fn every_game_ends<G: Game>(options: &G::Options, players: u8) -> BTreeMap<&'static str, u32> {
    let game: G = open(options);
    let salts = sample(2, 12);
    let habits: Vec<Habit> = [Habit::First, Habit::Last].into_iter().chain((0..salts).map(Habit::Hash)).collect();
    let mut reasons = BTreeMap::new();
    for even in &habits {
        for odd in &habits {
            for seed in 0..sample(1, 4) {
                let habit = |player: Player| if player.0.is_multiple_of(2) { *even } else { *odd };
                *reasons.entry(ends(&game, players, habit, seed)).or_default() += 1;
            }
        }
    }
    reasons
}

/// Plays a game to its end and says why it ended.
#[track_caller]
fn ends<G: Game>(game: &G, players: u8, habit: impl Fn(Player) -> Habit, seed: u64) -> &'static str {
    let (mut state, mut dice, mut legal) = (game.start(players), Dice::new(seed), Vec::new());
    let mut decisions = 0;
    loop {
        match game.turn(&state) {
            Turn::Over => return game.outcome(&state).expect("a finished game has an outcome").reason,
            Turn::Chance => {
                let chance = random_draw(game, &state, &mut dice);
                game.apply_chance(&mut state, &chance);
            }
            Turn::Player(player) => {
                let habits: Vec<Habit> = Player::all(players).map(&habit).collect();
                assert!(decisions < MOST, "{habits:?} play {} with seed {seed} for ever", G::NAME);
                decisions += 1;
                legal.clear();
                game.legal(&state, &mut legal);
                game.apply(&mut state, player, &legal[habit(player).pick(&legal)].clone());
            }
        }
    }
}
