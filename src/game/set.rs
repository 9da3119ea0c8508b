//! Sets of the places and cards of a game, one bit for each, and sets with several copies, one number for each.

/// What every [`bit_set`](crate::bit_set) can do, so that [`InOrder`] is written once.
pub trait BitSet {
    /// What is in the set.
    type One;
    /// Takes out the first in order; `None` if the set is empty.
    fn pop(&mut self) -> Option<Self::One>;
}

/// What is in a set, in order.
#[derive(Clone, Debug)]
pub struct InOrder<S>(pub S);

impl<S: BitSet> Iterator for InOrder<S> {
    type Item = S::One;
    fn next(&mut self) -> Option<S::One> {
        self.0.pop()
    }
}

/// Declares a set of things that have small numbers, as the bits of an unsigned integer. What follows the things says
/// how one becomes its number, below the number of bits, and how a number of a thing in the set becomes the thing. In
/// order always means by that number.
///
/// ```
/// #[derive(Copy, Clone, PartialEq, Debug)]
/// pub struct Die(u8);
/// referee::bit_set! {
///     /// The dice that were thrown again.
///     pub struct Dice(u8) of Die, |die| die.0, |number| Die(number)
/// }
/// let mut dice: Dice = [Die(4), Die(1)].into_iter().collect();
/// dice.insert(Die(0));
/// assert!(dice.has(Die(4)) && !dice.has(Die(2)) && dice.len() == 3);
/// assert_eq!(dice.without(Dice::of(Die(1))).into_iter().collect::<Vec<_>>(), [Die(0), Die(4)]);
/// ```
#[macro_export]
macro_rules! bit_set {
    (
        $(#[$about:meta])*
        pub struct $set:ident($bits:ty) of $one:ty, |$from:ident| $number:expr, |$to:ident| $thing:expr
    ) => {
        $(#[$about])*
        #[derive(Copy, Clone, Eq, PartialEq, Default)]
        pub struct $set(pub $bits);

        impl $set {
            /// The empty set.
            pub const NONE: $set = $set(0);

            /// Just this one.
            pub fn of($from: $one) -> $set {
                $set(1 << $number)
            }

            /// Whether it is in the set.
            pub fn has(self, $from: $one) -> bool {
                self.0 >> $number & 1 == 1
            }

            /// Adds it.
            pub fn insert(&mut self, $from: $one) {
                self.0 |= 1 << $number;
            }

            /// Takes it out.
            pub fn remove(&mut self, $from: $one) {
                self.0 &= !(1 << $number);
            }

            /// How many there are.
            pub fn len(self) -> u8 {
                self.0.count_ones() as u8
            }

            /// Whether there is none.
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// The first in order; `None` if there is none.
            pub fn first(self) -> Option<$one> {
                let $to = self.0.trailing_zeros() as u8;
                (self.0 != 0).then(|| $thing)
            }

            /// Takes out the first in order; `None` if the set is empty.
            pub fn pop(&mut self) -> Option<$one> {
                let first = self.first()?;
                self.0 &= self.0 - 1;
                Some(first)
            }

            /// What is in both sets.
            #[must_use]
            pub fn and(self, other: $set) -> $set {
                $set(self.0 & other.0)
            }

            /// What is in either set.
            #[must_use]
            pub fn or(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }

            /// What is in this set and not in the other.
            #[must_use]
            pub fn without(self, other: $set) -> $set {
                $set(self.0 & !other.0)
            }
        }

        impl $crate::game::set::BitSet for $set {
            type One = $one;
            fn pop(&mut self) -> Option<$one> {
                $set::pop(self)
            }
        }

        impl ::std::iter::IntoIterator for $set {
            type Item = $one;
            type IntoIter = $crate::game::set::InOrder<$set>;
            fn into_iter(self) -> Self::IntoIter {
                $crate::game::set::InOrder(self)
            }
        }

        impl ::std::iter::FromIterator<$one> for $set {
            fn from_iter<I: ::std::iter::IntoIterator<Item = $one>>(things: I) -> $set {
                things.into_iter().fold($set::NONE, |set, one| set.or($set::of(one)))
            }
        }

        impl ::std::fmt::Debug for $set {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_set().entries(*self).finish()
            }
        }
    };
}

/// Declares a number of copies of each of some names of [`names`](crate::names), in their order.
///
/// ```
/// referee::names! {
///     /// A colour.
///     pub enum Colour {
///         /// As snow.
///         White = "white",
///         /// As ink.
///         Black = "black",
///     }
/// }
/// referee::multiset! {
///     /// Stones by colour.
///     pub struct Stones([u8; 2]) of Colour
/// }
/// let stones: Stones = [Colour::White, Colour::Black, Colour::White].into_iter().collect();
/// assert_eq!((stones[Colour::White], stones.total()), (2, 3));
/// assert!(stones.cover(Stones([2, 0])) && stones.minus(Stones([2, 0])) == Stones([0, 1]));
/// ```
#[macro_export]
macro_rules! multiset {
    ($(#[$about:meta])* pub struct $set:ident([u8; $names:literal]) of $one:ty) => {
        $(#[$about])*
        #[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
        pub struct $set(pub [u8; $names]);

        impl $set {
            /// None at all.
            pub const NONE: $set = $set([0; $names]);

            /// How many there are in all.
            pub fn total(self) -> u8 {
                self.0.iter().sum()
            }

            /// Whether there are none.
            pub fn is_empty(self) -> bool {
                self.0 == [0; $names]
            }

            /// Whether these include the others.
            pub fn cover(self, others: $set) -> bool {
                self.0.iter().zip(others.0).all(|(mine, theirs)| *mine >= theirs)
            }

            /// The sum of both.
            #[must_use]
            pub fn plus(self, others: $set) -> $set {
                $set(::std::array::from_fn(|at| self.0[at].saturating_add(others.0[at])))
            }

            /// What is left without the others.
            #[must_use]
            pub fn minus(self, others: $set) -> $set {
                $set(::std::array::from_fn(|at| self.0[at].saturating_sub(others.0[at])))
            }

            /// The part that both have in common.
            #[must_use]
            pub fn common(self, others: $set) -> $set {
                $set(::std::array::from_fn(|at| self.0[at].min(others.0[at])))
            }

            /// Those of which there are more than in the others, each with both numbers.
            pub fn beyond(self, others: $set) -> impl ::std::iter::Iterator<Item = ($one, u8, u8)> {
                let both = <$one>::ALL.into_iter().map(move |one| (one, self[one], others[one]));
                both.filter(|(_, mine, theirs)| mine > theirs)
            }

            /// Each copy.
            pub fn each(self) -> impl ::std::iter::Iterator<Item = $one> {
                <$one>::ALL.into_iter().flat_map(move |one| ::std::iter::repeat_n(one, self[one].into()))
            }
        }

        impl ::std::ops::Index<$one> for $set {
            type Output = u8;
            fn index(&self, one: $one) -> &u8 {
                &self.0[one as usize]
            }
        }

        impl ::std::ops::IndexMut<$one> for $set {
            fn index_mut(&mut self, one: $one) -> &mut u8 {
                &mut self.0[one as usize]
            }
        }

        impl ::std::iter::FromIterator<$one> for $set {
            fn from_iter<I: ::std::iter::IntoIterator<Item = $one>>(list: I) -> $set {
                let mut set = $set::NONE;
                for one in list {
                    set[one] = set[one].saturating_add(1);
                }
                set
            }
        }
    };
}
