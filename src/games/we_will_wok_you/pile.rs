//! The draw pile. Its order is unknown, so it is just the number of cards of each face. It is stored as the list of
//! possible draws, which is needed for every draw.

use super::Chance;
use super::cards::{Cards, DECK, Face};

/// The cards left to draw.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Pile {
    faces: u8,
    /// The faces in deck order with their numbers of copies. Entries beyond `faces` are [`nothing`], so that equal
    /// piles are equal values.
    draws: [(Chance, u32); DECK],
}

fn nothing() -> (Chance, u32) {
    (Chance::Ingredient(Face::default()), 0)
}

impl Pile {
    /// A pile of these cards.
    pub fn of(cards: &Cards) -> Pile {
        let mut pile = Pile { faces: 0, draws: [nothing(); DECK] };
        for (place, (face, copies)) in pile.draws.iter_mut().zip(cards.runs()) {
            *place = (Chance::Ingredient(face), copies.into());
            pile.faces += 1;
        }
        pile
    }

    /// How many cards there are, 0 to 63.
    pub fn len(&self) -> u8 {
        self.draws().iter().map(|(_, copies)| *copies as u8).sum()
    }

    /// Whether the pile is empty.
    pub fn is_empty(&self) -> bool {
        self.faces == 0
    }

    /// Each different face once, in deck order, with its number of copies.
    pub fn draws(&self) -> &[(Chance, u32)] {
        &self.draws[..usize::from(self.faces)]
    }

    /// Removes a card; false (and no change) if there is none like it.
    pub fn remove(&mut self, face: Face) -> bool {
        let faces = usize::from(self.faces);
        let drawn = Chance::Ingredient(face);
        let Some(at) = self.draws().iter().position(|(chance, _)| *chance == drawn) else { return false };
        self.draws[at].1 -= 1;
        if self.draws[at].1 == 0 {
            self.draws.copy_within(at + 1..faces, at);
            self.draws[faces - 1] = nothing();
            self.faces -= 1;
        }
        true
    }
}
