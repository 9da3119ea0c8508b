//! The actions of a game as numbers: the place of each in the closed list of the game, and the way back.

use std::sync::{Arc, OnceLock};

use sha2::{Digest as _, Sha256};

use super::Game;
use crate::text::hex;

/// The numbers of a game's actions, made when they are first needed. Clones share them.
#[doc(hidden)]
pub struct Numbers<G: Game>(Arc<OnceLock<Option<Numbered<G>>>>);

impl<G: Game> Numbers<G> {
    /// The numbers under these rules; always pass the same rules. `None`: the game has no list of all actions.
    pub fn of(&self, game: &G) -> Option<&Numbered<G>> {
        self.0.get_or_init(|| game.all_actions().map(Numbered::new)).as_ref()
    }
}

impl<G: Game> Default for Numbers<G> {
    fn default() -> Self {
        Numbers(Arc::default())
    }
}

impl<G: Game> Clone for Numbers<G> {
    fn clone(&self) -> Self {
        Numbers(Arc::clone(&self.0))
    }
}

/// All actions of a game with their numbers.
#[doc(hidden)]
pub struct Numbered<G: Game> {
    /// Each action at the place that is its number.
    actions: Vec<G::Action>,
    /// The key of each action with its number, sorted.
    keys: Vec<(u32, u32)>,
    /// The digest of the list, once requested.
    sha256: OnceLock<String>,
}

impl<G: Game> Numbered<G> {
    fn new(actions: Vec<G::Action>) -> Numbered<G> {
        let mut keys: Vec<(u32, u32)> = actions.iter().map(G::action_key).zip(0..).collect();
        keys.sort_unstable();
        Numbered { actions, keys, sha256: OnceLock::new() }
    }

    /// Every action, by its number.
    pub fn actions(&self) -> &[G::Action] {
        &self.actions
    }

    /// The number of an action in canonical form; `None`: the list does not have it.
    pub fn id(&self, action: &G::Action) -> Option<u32> {
        let key = G::action_key(action);
        let at = self.keys.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        let (_, id) = self.keys[at];
        (self.actions[id as usize] == *action).then_some(id)
    }

    /// The action with a number.
    pub fn action(&self, id: i64) -> Option<&G::Action> {
        usize::try_from(id).ok().and_then(|id| self.actions.get(id))
    }

    /// The SHA-256 of the list as JSON, each action on a line of its own, in hexadecimal.
    pub fn sha256(&self) -> &str {
        self.sha256.get_or_init(|| {
            let mut hash = Sha256::new();
            for action in &self.actions {
                hash.update(serde_json::to_vec(action).unwrap_or_default());
                hash.update("\n");
            }
            hex(&hash.finalize())
        })
    }
}
