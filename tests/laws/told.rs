//! What people are told of actions, draws and ends: in language, and different things differently.

use std::collections::BTreeSet;

use referee::game::{Game, read_words};
use referee::spoken::{Meant, among};

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

/// The words of an action lead back to it, also without articles and in capitals, and so does each list in which it stands.
pub(crate) fn words_lead_back<G: Game>(legal: &[G::Action]) {
    let told: Vec<String> = legal.iter().map(G::action_in_words).collect();
    for (at, action) in legal.iter().enumerate() {
        let words = &told[at];
        let bare: Vec<&str> = words.split(' ').filter(|word| !["a", "an", "the"].contains(word)).collect();
        for text in [words, &bare.join(" "), &words.to_uppercase()] {
            assert_eq!(read_words::<G>(text, &[]).as_ref(), Some(action), "`{text}` is read as another action");
        }
        if at % 16 == 0 {
            assert_eq!(among(&told, words), Meant::Exactly(at), "`{words}`");
        }
    }
}

/// Why a game is over is told in words, not by the name that the reason has on the wire.
pub(crate) fn ends_are_told<G: Game>(reason: &'static str) {
    let told = G::reason_in_words(reason);
    assert!(told != reason && told.contains(' '), "`{reason}` is told as `{told}`");
}
