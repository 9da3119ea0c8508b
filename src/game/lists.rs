//! Lists that are kept as something else: as a set, as counts, in a fixed number of places.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Reads a list entry by entry into what it is kept as, so that no list is allocated. `what` is expected, as in "a list of
/// 1 to 8 jumps", and `kept` what an empty list would be.
pub fn read<'de, D: Deserializer<'de>, T: Deserialize<'de>, K>(
    deserializer: D,
    what: &'static str,
    lengths: RangeInclusive<usize>,
    kept: K,
    add: impl FnMut(&mut K, T),
) -> Result<K, D::Error> {
    deserializer.deserialize_seq(List { what, lengths, kept, add, of: PhantomData })
}

struct List<T, K, A> {
    what: &'static str,
    lengths: RangeInclusive<usize>,
    kept: K,
    add: A,
    of: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>, K, A: FnMut(&mut K, T)> Visitor<'de> for List<T, K, A> {
    type Value = K;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)
    }

    fn visit_seq<S: SeqAccess<'de>>(mut self, mut list: S) -> Result<K, S::Error> {
        let mut length = 0;
        while let Some(entry) = list.next_element()? {
            length += 1;
            if length > *self.lengths.end() {
                return Err(S::Error::invalid_length(length, &self));
            }
            (self.add)(&mut self.kept, entry);
        }
        if length < *self.lengths.start() { Err(S::Error::invalid_length(length, &self)) } else { Ok(self.kept) }
    }
}
