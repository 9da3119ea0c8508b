//! Finds games that were played before: the same play, or the beginning of a longer one. What is compared are digests of the steps, so
//! neither seeds nor names, notes and claims make a difference. Memory is bounded: once there are too many digests, only half of
//! them are kept, then a quarter, and so on, chosen by the digest itself. So whatever share of the games is compared, it is compared
//! with all of the same share.

use std::collections::HashMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The most games that are remembered, each with its file's name.
const GAMES: usize = 7 << 17;
/// The most beginnings of games that are remembered.
const BEGINNINGS: usize = 7 << 18;

/// A game of a run.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The file, as in its verdict.
    pub file: String,
    /// The number of the game in the file, from 1.
    pub game: u64,
}

/// What a game repeats.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Repeat {
    /// The same was played in this earlier game.
    SameAs(Place),
    /// This earlier game began with all of it.
    BeginningOf(Place),
    /// It began with all of this earlier game.
    Continues(Place),
}

impl Repeat {
    /// The name as it is written.
    pub fn name(&self) -> &'static str {
        match self {
            Repeat::SameAs(_) => "same_as",
            Repeat::BeginningOf(_) => "beginning_of",
            Repeat::Continues(_) => "continues",
        }
    }

    /// In words, before the game that is repeated.
    pub fn words(&self) -> &'static str {
        match self {
            Repeat::SameAs(_) => "the same play as",
            Repeat::BeginningOf(_) => "the beginning of",
            Repeat::Continues(_) => "goes on from the end of",
        }
    }

    /// The earlier game.
    pub fn place(&self) -> &Place {
        let (Repeat::SameAs(place) | Repeat::BeginningOf(place) | Repeat::Continues(place)) = self;
        place
    }
}

/// Games by digest, a share of all.
struct Share {
    games: HashMap<u64, Arc<Place>>,
    /// The most entries.
    most: usize,
    /// One in so many digests is kept, a power of two.
    one_in: u64,
}

impl Share {
    fn new(most: usize) -> Share {
        Share { games: HashMap::new(), most, one_in: 1 }
    }

    /// Whether a digest belongs to the share.
    fn has(&self, mark: u64) -> bool {
        mark.is_multiple_of(self.one_in)
    }

    /// Adds a game, unless there is an earlier one.
    fn add(&mut self, mark: u64, place: &Arc<Place>) {
        if !self.has(mark) {
            return;
        }
        self.games.entry(mark).or_insert_with(|| Arc::clone(place));
        while self.games.len() > self.most {
            self.one_in *= 2;
            let one_in = self.one_in;
            self.games.retain(|mark, _| mark.is_multiple_of(one_in));
        }
    }
}

/// The games of a run so far; see the module.
pub struct Repeats {
    /// By the digest of all that was played.
    ended: Share,
    /// By the digests of what was played before the last step.
    passed: Share,
}

impl Default for Repeats {
    fn default() -> Repeats {
        Repeats::of(GAMES, BEGINNINGS)
    }
}

impl Repeats {
    /// Remembers at most so many games and so many beginnings of games.
    pub fn of(games: usize, beginnings: usize) -> Repeats {
        Repeats { ended: Share::new(games), passed: Share::new(beginnings) }
    }

    /// Adds a game with the digests after each of its steps; returns what it repeats, if anything. A game in which nothing was
    /// played repeats nothing.
    pub fn add(&mut self, place: Place, marks: &[u64]) -> Option<Repeat> {
        let (last, before) = marks.split_last()?;
        if let Some(earlier) = self.ended.games.get(last) {
            return Some(Repeat::SameAs(Place::clone(earlier)));
        }
        let place = Arc::new(place);
        let longer = self.passed.games.get(last).map(|longer| Repeat::BeginningOf(Place::clone(longer)));
        let shorter = || before.iter().rev().find_map(|mark| self.ended.games.get(mark));
        let found = longer.or_else(|| shorter().map(|shorter| Repeat::Continues(Place::clone(shorter))));
        for mark in before {
            self.passed.add(*mark, &place);
        }
        self.ended.add(*last, &place);
        found
    }

    /// One in how many games was compared with the others: as a whole, and with the beginnings of others.
    pub fn one_in(&self) -> [u64; 2] {
        [self.ended.one_in, self.passed.one_in]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(game: u64) -> Place {
        Place { file: "a".into(), game }
    }

    #[test]
    fn the_same_play_and_beginnings_are_found_in_any_order() {
        let mut repeats = Repeats::default();
        assert_eq!(repeats.add(place(1), &[1, 2, 3]), None);
        assert_eq!(repeats.add(place(2), &[1, 2, 3]), Some(Repeat::SameAs(place(1))));
        assert_eq!(repeats.add(place(3), &[1, 2]), Some(Repeat::BeginningOf(place(1))));
        assert_eq!(repeats.add(place(4), &[1, 2, 3, 4, 5]), Some(Repeat::Continues(place(1))));
        assert_eq!(repeats.add(place(5), &[1, 2, 3, 4]), Some(Repeat::BeginningOf(place(4))));
        assert_eq!(repeats.add(place(6), &[1, 2, 7]), Some(Repeat::Continues(place(3))));
        assert_eq!(repeats.add(place(7), &[]), None);
        assert_eq!(repeats.add(place(8), &[8]), None);
        assert_eq!(repeats.one_in(), [1, 1]);
    }

    #[test]
    fn beyond_the_bound_a_share_is_compared_with_all_of_the_same_share() {
        let mut repeats = Repeats::of(100, 100);
        let mixed = |game: u64| game.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
        let mut found = 0;
        for game in 0..1000 {
            assert_eq!(repeats.add(place(game), &[mixed(game)]), None);
            found += u64::from(repeats.add(place(game + 1000), &[mixed(game)]).is_some());
        }
        let [one_in, _] = repeats.one_in();
        assert!(repeats.ended.games.len() <= 100 && one_in >= 8, "{one_in}");
        let again = (0..1000).filter(|game| repeats.add(place(*game), &[mixed(*game)]).is_some()).count() as u64;
        assert!(again > 0 && again * one_in > 500 && again * one_in < 2000 && found > again, "{again} of {found}");
    }
}
