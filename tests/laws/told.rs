//! Texts about actions, draws and ends: in plain language, and different for different things.

use std::collections::BTreeSet;

use referee::game::{Game, read_words};
use referee::spoken::{Meant, among};

/// Every possible action or draw has its own text, which can follow a name and a colon.
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

/// The text of an action leads back to it, also without articles and in capitals, and from any list that contains it.
pub(crate) fn words_lead_back<G: Game>(legal: &[G::Action]) {
    let told: Vec<String> = legal.iter().map(G::action_in_words).collect();
    for (at, action) in legal.iter().enumerate() {
        let words = &told[at];
        assert!(words.len() <= 1000, "a bot can say twice as much: `{words}`");
        let bare: Vec<&str> = words.split(' ').filter(|word| !["a", "an", "the"].contains(word)).collect();
        for text in [words, &bare.join(" "), &words.to_uppercase()] {
            assert_eq!(read_words::<G>(text, &[]).as_ref(), Some(action), "`{text}` is read as another action");
        }
        if at % 16 == 0 {
            assert_eq!(among(&told, words), Meant::Exactly(at), "`{words}`");
        }
    }
}

/// The reason for an end is given in words, not by its name in JSON.
pub(crate) fn ends_are_told<G: Game>(reason: &'static str) {
    let told = G::reason_in_words(reason);
    assert!(told != reason && told.contains(' '), "`{reason}` is told as `{told}`");
}
