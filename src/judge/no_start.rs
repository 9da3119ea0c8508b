//! Headers that begin no game because their position has faults or is hidden.

use super::Hear;
use super::answer::{About, Answer, Audience, Falsehood, Fate, HeaderSaid};
use super::scribe::start_fits;
use crate::wire::{Contradiction, Header, Violation};

/// A header that begins no game.
#[doc(hidden)]
#[derive(Debug)]
pub struct NoStart {
    /// The completed header.
    pub header: Header,
    /// The faults of its position. Empty: it is hidden.
    pub violations: Vec<Violation>,
    /// Its false claims.
    pub contradicted: Vec<Contradiction>,
    /// Whether it makes claims about its faulty position, which were not judged.
    pub unjudged: bool,
    /// The result of judging it.
    pub fate: Fate,
    /// Whether the game has secrets.
    pub secrets: bool,
}

impl NoStart {
    /// Answers the header. `number`: its line.
    pub fn answer(&self, number: u64, hear: &mut Hear<'_>) {
        let NoStart { header, violations, contradicted, fate, secrets, .. } = self;
        let said = HeaderSaid::of(header, *secrets);
        let about = if fate.redacted { About::HiddenHeader(said) } else { About::Header(said) };
        let mut answer = Answer::of_header(about, said, number, None);
        // The faults of a position reveal parts of it.
        answer.to = if *secrets && !fate.redacted { Audience::ORGANISER } else { Audience::ALL };
        answer.contradicted = contradicted.iter().cloned().map(Falsehood::from).collect();
        (answer.violations, answer.fate) = (violations, *fate);
        hear(&answer);
    }

    /// Whether the position fits into the answer.
    pub fn fits(&self) -> bool {
        self.header.state.as_ref().is_none_or(|state| start_fits(&self.header, state))
    }
}
