//! The legal actions and possible draws, listed only once per position, into reused memory.

use super::{Next, Table};
use crate::game::{Game, Source};

/// Possible draws with their weights.
pub(super) type Weighted<G> = Vec<(<G as Game>::Chance, u32)>;

/// The possible draws and their source.
pub(super) type Drawable<G> = (Weighted<G>, Source);

impl<G: Game> Table<G> {
    /// The possible draws, listed once per position, and their source.
    pub(super) fn drawn(&self) -> (&[(G::Chance, u32)], Source) {
        let (chances, source) =
            self.drawable.get_or_init(|| list_chances(&self.game, &self.now.state, self.spare_draws.take()));
        (chances, *source)
    }

    /// The possible draws with their weights, in the documented order. Call only when a draw is due.
    pub fn chances(&self) -> &[(G::Chance, u32)] {
        self.drawn().0
    }

    /// The legal actions of the player whose turn it is, and whether the list is complete; empty if no player must act.
    /// Listed only once per position.
    pub fn legal(&self) -> (&[G::Action], bool) {
        let (legal, exhaustive) = self.listed.get_or_init(|| {
            let mut legal = self.spare_actions.take();
            legal.clear();
            let exhaustive =
                matches!(self.next(), Next::Chance | Next::Over) || self.game.legal(&self.now.state, &mut legal);
            (legal, exhaustive)
        });
        (legal, *exhaustive)
    }
}

/// Lists the possible draws into a reused list.
pub(super) fn list_chances<G: Game>(game: &G, state: &G::State, mut list: Weighted<G>) -> Drawable<G> {
    list.clear();
    let source = game.chances(state, &mut list);
    (list, source)
}
