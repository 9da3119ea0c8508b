//! Seeded chance that a third party can reproduce with a few lines in any language.
//!
//! Every source of chance (a pile, a bag) has its own stream. So the k-th draw from a source depends only on the seed,
//! the source and k, not on who draws or on other events:
//!
//! * generator: ChaCha with 8 rounds, 64-bit block counter and 64-bit stream number;
//! * key: the seed as 8 little-endian bytes, followed by 24 zero bytes;
//! * stream number: the number of the source; sources 0-99 are the games' own, 200-204 are
//!   the built-in bots in seats 0-4, 254 chooses actions for `referee random`, 255 chooses actions for players who
//!   forfeited;
//! * the k-th word (k from 0) is the k-th little-endian 64-bit word of the key stream;
//! * a word gives an index below `total`: the upper half of the 128-bit product `word × total`; with weights, the
//!   running sums of the weights divide the indices into ranges, one for each outcome.
//!
//! Test vectors are in `fixtures/dice.txt`. The same in Python:
//!
//! ```python
//! def word(seed, source, k):
//!     block, place = divmod(k, 8)
//!     key = [seed & 0xffffffff, seed >> 32, 0, 0, 0, 0, 0, 0]
//!     start = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, *key,
//!              block & 0xffffffff, block >> 32, source & 0xffffffff, source >> 32]
//!     x = start[:]
//!     def rotate(a, n): return (a << n | a >> (32 - n)) & 0xffffffff
//!     def quarter(a, b, c, d):
//!         for p, q, r, n in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
//!             x[p] = (x[p] + x[q]) & 0xffffffff
//!             x[r] = rotate(x[r] ^ x[p], n)
//!     for _ in range(4):
//!         for i in range(4): quarter(i, 4 + i, 8 + i, 12 + i)
//!         for i in range(4): quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
//!     out = [(a + b) & 0xffffffff for a, b in zip(x, start)]
//!     return out[2 * place] | out[2 * place + 1] << 32
//!
//! def index(seed, source, k, total):
//!     return word(seed, source, k) * total >> 64
//! ```
//!
//! ```
//! use referee::dice::Dice;
//! use referee::game::Source;
//!
//! let mut dice = Dice::new(1);
//! let next = dice.peek(Source(0), 6);
//! // Other sources do not matter.
//! dice.draw(Source(1), 6);
//! assert_eq!(dice.draw(Source(0), 6), next);
//! ```

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::game::{Draw, Source};

/// The stream that chooses actions for `referee random`.
#[doc(hidden)]
pub const RANDOM_PLAYER: Source = Source(254);
/// The stream that chooses actions for players who forfeited.
#[doc(hidden)]
pub const FORFEITED: Source = Source(255);

/// The generators of one game, one for each source in use.
///
/// ```
/// use referee::dice::Dice;
/// use referee::game::Source;
///
/// let (mut dice, bag) = (Dice::new(7), Source(0));
/// let looked = dice.peek_weighted(bag, &[("white", 3), ("black", 1)]);
/// // Looking uses nothing up; the next word comes after `advance`.
/// assert_eq!(dice.peek_weighted(bag, &[("white", 3), ("black", 1)]), looked);
/// dice.advance(bag);
/// assert!(dice.draw(bag, 6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Dice {
    seed: u64,
    streams: Vec<Stream>,
}

/// A source with its next word generated in advance, so that it can be read before it is used.
#[derive(Clone, Debug)]
struct Stream {
    source: Source,
    next: u64,
    generator: ChaCha8Rng,
}

impl Dice {
    /// New dice: every source is at its first word.
    pub fn new(seed: u64) -> Dice {
        Dice { seed, streams: Vec::new() }
    }

    /// The seed of these dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    fn stream(&mut self, source: Source) -> &mut Stream {
        let known = self.streams.iter().position(|stream| stream.source == source);
        let at = known.unwrap_or_else(|| {
            let mut key = [0; 32];
            key[..8].copy_from_slice(&self.seed.to_le_bytes());
            let mut generator = ChaCha8Rng::from_seed(key);
            generator.set_stream(u64::from(source.0));
            self.streams.push(Stream { source, next: generator.next_u64(), generator });
            self.streams.len() - 1
        });
        &mut self.streams[at]
    }

    /// The index below `total` (at least 1) that the source's next word gives, without consuming the word.
    pub fn peek(&mut self, source: Source, total: u64) -> u64 {
        scale(self.stream(source).next, total)
    }

    /// Consumes the source's next word.
    pub fn advance(&mut self, source: Source) {
        let stream = self.stream(source);
        stream.next = stream.generator.next_u64();
    }

    /// The index below `total` (at least 1) that the source's next word gives; consumes the word.
    pub fn draw(&mut self, source: Source, total: u64) -> u64 {
        let index = self.peek(source, total);
        self.advance(source);
        index
    }

    /// The place of the weighted outcome that the source's next word gives, without consuming the word.
    pub fn peek_weighted<T>(&mut self, source: Source, outcomes: &[(T, u32)]) -> usize {
        let total = outcomes.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let mut index = self.peek(source, total);
        for (at, (_, weight)) in outcomes.iter().enumerate() {
            match index.checked_sub(u64::from(*weight)) {
                Some(rest) => index = rest,
                None => return at,
            }
        }
        unreachable!("an index below the sum of the weights falls on one of them")
    }
}

fn scale(word: u64, total: u64) -> u64 {
    ((u128::from(word) * u128::from(total)) >> 64) as u64
}

/// One source of the dice as a supply of random numbers.
///
/// ```
/// use referee::dice::{Dice, Supply};
/// use referee::game::{Game as _, Player, Source};
/// use referee::games::wangdo::Wangdo;
/// use referee::{Session, Setup};
///
/// let session = Session::<Wangdo>::open(&Setup::new().seed(1))?;
/// // A state in which everything that player 0 cannot see is drawn anew, for a bot to think about.
/// let mut dice = Dice::new(5);
/// let guess = session.game().determinize(&session.view(Some(Player(0))), &mut Supply(&mut dice, Source(0)));
/// assert_eq!(guess.expect("the view is possible").seats[0], session.state().seats[0]);
/// # Ok::<(), referee::Refused>(())
/// ```
pub struct Supply<'a>(pub &'a mut Dice, pub Source);

impl Draw for Supply<'_> {
    fn below(&mut self, total: u32) -> u32 {
        self.0.draw(self.1, u64::from(total)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_supply_gives_the_published_words() {
        let mut dice = Dice::new(5);
        assert_eq!(dice.seed(), 5);
        dice = Dice::new(0);
        // The first two words of source 0 in `fixtures/dice.txt`, in tenths.
        let tenths =
            [0xd640_5f89_2fef_003e_u64, 0xa1a5_091f_e8b8_5b7f].map(|word| ((u128::from(word) * 10) >> 64) as u32);
        assert_eq!([0; 2].map(|_| Supply(&mut dice, Source(0)).below(10)), tenths);
    }

    #[test]
    fn looking_uses_nothing_up_and_sources_do_not_meet() {
        let mut dice = Dice::new(7);
        let first = dice.peek(Source(3), 1 << 32);
        assert_eq!(dice.peek(Source(3), 1 << 32), first);
        for _ in 0..100 {
            dice.draw(Source(4), 10);
        }
        assert_eq!(dice.draw(Source(3), 1 << 32), first);
        assert_ne!(dice.draw(Source(3), 1 << 32), first);
    }

    #[test]
    fn weights_are_ranges_of_the_running_sum() {
        let mut dice = Dice::new(1);
        for _ in 0..1000 {
            let index = dice.peek(Source(0), 6);
            let at = dice.peek_weighted(Source(0), &[('a', 1), ('b', 2), ('c', 3)]);
            assert_eq!(at, [0, 1, 1, 2, 2, 2][index as usize]);
            dice.advance(Source(0));
        }
    }
}
