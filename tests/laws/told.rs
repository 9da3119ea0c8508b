//! What people are told of actions, draws and ends: in language, and different things differently.

use std::collections::BTreeSet;

use referee::game::Game;

/// All that can be done, or all that can be drawn, is told in words of its own, which follow a name and a colon.
pub(crate) fn each_is_told_apart(told: impl Iterator<Item = String>) {
    let mut known = BTreeSet::new();
    for words in told {
        assert!(words.starts_with(|c: char| c.is_alphanumeric()) && !words.ends_with('.'), "`{words}` is no phrase");
        for key in ["_", "{", "\":", ": null"] {
            assert!(!words.contains(key), "`{words}` is how the wire says it");
        }
        assert!(known.insert(words.clone()), "`{words}` is told of two");
    }
}

/// Why a game is over is told in words, not by the name that the reason has on the wire.
pub(crate) fn ends_are_told<G: Game>(reason: &'static str) {
    let told = G::reason_in_words(reason);
    assert!(told != reason && told.contains(' '), "`{reason}` is told as `{told}`");
}
