//! The draw pile. Its order is not known, so it is no more than how many cards of each face are in it: just what a draw is
//! made from, and kept as it is listed, since it is listed for every card that is drawn.

use super::cards::{Cards, DECK, Face};

/// The cards that are left to be drawn.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Pile {
    len: u8,
    faces: u8,
    /// The faces in deck order with the number of their copies; what is beyond `faces` is the default, so that equal piles
    /// are equal values.
    runs: [(Face, u8); DECK],
}

impl Pile {
    /// A pile of these cards.
    #[must_use]
    pub fn of(cards: &Cards) -> Pile {
        let mut pile = Pile { len: cards.len(), faces: 0, runs: [(Face::default(), 0); DECK] };
        for (place, run) in pile.runs.iter_mut().zip(cards.runs()) {
            *place = run;
            pile.faces += 1;
        }
        pile
    }

    /// How many cards there are, 0 to 63.
    #[must_use]
    pub fn len(&self) -> u8 {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Each different face once, in deck order, with the number of its copies.
    #[must_use]
    pub fn runs(&self) -> &[(Face, u8)] {
        &self.runs[..usize::from(self.faces)]
    }

    /// Takes a card away; false (and nothing changes) if there is none like it.
    pub fn remove(&mut self, face: Face) -> bool {
        let faces = usize::from(self.faces);
        let at = self.runs().partition_point(|(other, _)| *other < face);
        let Some((_, copies)) = self.runs[..faces].get_mut(at).filter(|(other, _)| *other == face) else {
            return false;
        };
        self.len -= 1;
        *copies -= 1;
        if *copies == 0 {
            self.runs.copy_within(at + 1..faces, at);
            self.runs[faces - 1] = Default::default();
            self.faces -= 1;
        }
        true
    }
}
