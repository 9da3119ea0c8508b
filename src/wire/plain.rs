//! Reading the lines that make up nearly all of a record: an event with nothing beside it but its number, its player and
//! what is next, byte for byte as the referee writes it. Whatever differs in a single byte is left to the whole reader, so
//! nothing is accepted here that would not be accepted there.

use serde::{Deserialize, Deserializer};

use crate::game::{Event, EventOf, Game, Player};
use crate::strict::Strict;
use crate::table::Next;

/// A line `{"n":1,"player":0,"action":…,"next":…}`, `{"n":1,"player":0,"chance":…,"next":…}` or
/// `{"n":1,"chance":…,"next":…}`.
pub struct Plain<G: Game> {
    /// The number that it claims.
    pub n: u64,
    /// Whose draw it claims to be; `None` if it does not say so or is an action.
    pub drawer: Option<Player>,
    /// What it says happened.
    pub event: EventOf<G>,
    /// What it claims is next.
    pub next: Next,
}

/// A value read through the strict adapter.
struct Strictly<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Strictly<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(Strict(deserializer)).map(Strictly)
    }
}

impl<G: Game> Plain<G> {
    /// Reads a line, if it is such a one.
    #[must_use]
    pub fn read(line: &[u8]) -> Option<Plain<G>> {
        // Once for the whole line costs less than once for every text in it.
        let line = std::str::from_utf8(line).ok()?;
        let (n, rest) = number(line.strip_prefix("{\"n\":")?)?;
        let (player, rest) = match rest.strip_prefix(",\"player\":") {
            Some(rest) => {
                let (player, rest) = number(rest)?;
                (Some(Player(u8::try_from(player).ok()?)), rest)
            }
            None => (None, rest),
        };
        let (event, drawer, rest) = match (player, rest.strip_prefix(",\"action\":")) {
            (Some(player), Some(rest)) => {
                let (action, rest) = value(rest)?;
                (Event::Action(player, action), None, rest)
            }
            _ => {
                let (chance, rest) = value(rest.strip_prefix(",\"chance\":")?)?;
                (Event::Chance(chance), player, rest)
            }
        };
        let next = match rest.strip_prefix(",\"next\":")? {
            "\"chance\"}" => Next::Chance,
            "\"over\"}" => Next::Over,
            player => match number(player.strip_prefix("{\"player\":")?)? {
                (player, "}}") => Next::Player(Player(u8::try_from(player).ok()?)),
                _ => return None,
            },
        };
        Some(Plain { n, drawer, event, next })
    }
}

/// A whole number as the referee writes it, and what follows it.
fn number(text: &str) -> Option<(u64, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    // Longer numbers might not fit; a leading zero is not a number of JSON.
    if digits == 0 || digits > 18 || (digits > 1 && text.starts_with('0')) {
        return None;
    }
    let (number, rest) = text.split_at(digits);
    Some((number.bytes().fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0')), rest))
}

/// A value that begins here, and what follows it.
fn value<'a, T: Deserialize<'a>>(text: &'a str) -> Option<(T, &'a str)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Strictly<T>>();
    let Strictly(value) = values.next()?.ok()?;
    Some((value, text.get(values.byte_offset()..)?))
}
