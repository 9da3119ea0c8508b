//! The built-in bots: practice opponents for authors of bots, for every game. They use only the contract of a game, and
//! know only what their seat may know.
//!
//! A bot is deterministic: equal seeds and equal calls give equal choices. It takes its random numbers from
//! [`crate::dice`], source 200 + its seat, so the bots and the game at one table may share a seed.

mod ismcts;
#[cfg(test)]
mod tests;

use std::fmt::{self, Display};
use std::str::FromStr;

use crate::dice::{Dice, Supply};
use crate::game::{Draw as _, Game, Player, Source, Turn};
use crate::strict::{Malformed, hint, near_miss};
use ismcts::Tree;

/// The default number of playouts per move of `@mcts`.
pub const PLAYOUTS: u32 = 500;

/// The most playouts per move: with this many, the tree takes some hundred megabytes.
pub const MOST_PLAYOUTS: u32 = 1_000_000;

/// The source of the random numbers of the built-in bot in seat 0; the other seats' follow.
pub const SOURCE: Source = Source(200);

/// A kind of built-in bot, written `@random`, `@mcts` or `@mcts:500`.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum BuiltIn {
    /// Any listed action, each equally likely.
    Random,
    /// Information-set Monte-Carlo tree search.
    Mcts {
        /// Playouts per move, 1 to [`MOST_PLAYOUTS`].
        playouts: u32,
    },
}

impl FromStr for BuiltIn {
    type Err = Malformed;

    /// Reads the name of a bot, or says what is wrong with it.
    fn from_str(text: &str) -> Result<BuiltIn, Malformed> {
        let (name, number) = text.split_once(':').map_or((text, None), |(name, number)| (name, Some(number)));
        match (name, number) {
            ("@random", None) => Ok(BuiltIn::Random),
            ("@random", Some(_)) => Err(Malformed::new("`@random` takes no number")),
            ("@mcts", None) => Ok(BuiltIn::Mcts { playouts: PLAYOUTS }),
            ("@mcts", Some(number)) => {
                let digits = number.bytes().all(|byte| byte.is_ascii_digit());
                let playouts = number.parse().ok().filter(|playouts| digits && (1..=MOST_PLAYOUTS).contains(playouts));
                playouts.map(|playouts| BuiltIn::Mcts { playouts }).ok_or_else(|| {
                    Malformed::new(format!(
                        "`@mcts:{number}`: the playouts per move are a whole number from 1 to {MOST_PLAYOUTS}"
                    ))
                })
            }
            _ => {
                let near = near_miss(name, ["@random", "@mcts"].into_iter());
                let otherwise =
                    || "; they are `@random` and `@mcts`, or `@mcts:500` for 500 playouts a move".to_owned();
                Err(Malformed::new(format!("there is no built-in bot `{name}`{}", hint(near, otherwise))))
            }
        }
    }
}

impl Display for BuiltIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuiltIn::Random => f.write_str("@random"),
            BuiltIn::Mcts { playouts } => write!(f, "@mcts:{playouts}"),
        }
    }
}

/// A built-in bot in its seat. It sees only views.
pub struct Bot<G: Game> {
    game: G,
    players: u8,
    seat: Player,
    kind: BuiltIn,
    dice: Dice,
    legal: Vec<G::Action>,
    tree: Tree<G>,
}

impl<G: Game> Bot<G> {
    /// A bot for one seat of a table of `players`, which may play any number of games there.
    pub fn new(game: &G, players: u8, seat: Player, kind: BuiltIn, seed: u64) -> Bot<G> {
        let (game, dice) = (game.clone(), Dice::new(seed));
        Bot { game, players, seat, kind, dice, legal: Vec::new(), tree: Tree::default() }
    }

    /// Chooses one of the listed actions in a position, given the bot's view. It must be the bot's turn.
    ///
    /// # Panics
    /// If no player must act in that position, or the view is none.
    pub fn choose(&mut self, view: &G::View) -> G::Action {
        let mut supply = Supply(&mut self.dice, Source(SOURCE.0 + self.seat.0));
        let imagine = |supply: &mut Supply<'_>| {
            self.game.determinize(view, supply).unwrap_or_else(|broken| panic!("a bot got no view: {broken:?}"))
        };
        let state = imagine(&mut supply);
        assert!(matches!(self.game.turn(&state), Turn::Player(_)), "a bot was asked when no player was to act");
        self.legal.clear();
        self.game.legal(&state, &mut self.legal);
        let total = self.legal.len() as u32;
        let at = match self.kind {
            _ if total == 1 => 0,
            BuiltIn::Random => supply.below(total) as usize,
            BuiltIn::Mcts { playouts } => {
                self.tree.clear();
                for _ in 0..playouts {
                    let imagined = if G::HAS_SECRETS { imagine(&mut supply) } else { state.clone() };
                    self.tree.playout(&self.game, self.players, imagined, &mut supply);
                }
                self.tree.favourite().and_then(|action| self.legal.iter().position(|it| it == action)).unwrap_or(0)
            }
        };
        self.legal.swap_remove(at)
    }
}
