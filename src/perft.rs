//! Counts sequences of actions: the standard way to check one rules engine against another. Finished games are not
//! continued; draws do not count towards the depth.

use crate::dice::Dice;
use crate::game::{Game, Turn};

/// Counts the sequences of exactly 1, 2, ... `depth` actions from a state; the counts come in that order.
///
/// With dice, each draw is the one that they give; without, every distinct draw is followed.
pub fn perft<G: Game>(game: &G, state: &G::State, dice: Option<&Dice>, depth: u32) -> Vec<u64> {
    let mut counts = vec![0; depth as usize];
    visit(game, state.clone(), dice.cloned(), &mut counts);
    counts
}

fn visit<G: Game>(game: &G, mut state: G::State, mut dice: Option<Dice>, counts: &mut [u64]) {
    loop {
        match game.turn(&state) {
            Turn::Over => return,
            Turn::Player(_) => break,
            Turn::Chance => {
                let mut draws = Vec::new();
                let source = game.chances(&state, &mut draws);
                let Some(dice) = &mut dice else {
                    for (draw, _) in draws {
                        let mut state = state.clone();
                        game.apply_chance(&mut state, &draw);
                        visit(game, state, None, counts);
                    }
                    return;
                };
                let at = dice.peek_weighted(source, &draws);
                dice.advance(source);
                game.apply_chance(&mut state, &draws[at].0);
            }
        }
    }
    let (Some((count, deeper)), Turn::Player(player)) = (counts.split_first_mut(), game.turn(&state)) else { return };
    let mut legal = Vec::new();
    game.legal(&state, &mut legal);
    *count += legal.len() as u64;
    if deeper.is_empty() {
        return;
    }
    for action in &legal {
        let mut after = state.clone();
        game.apply(&mut after, player, action);
        visit(game, after, dice.clone(), deeper);
    }
}
