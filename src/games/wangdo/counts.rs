//! Counts: steles by colour and seal cards by design. Lists of them are multisets, so they are kept as counts.

use std::fmt::{self, Display};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::names::{Card, Colour};
use crate::breach::Listed;
use crate::game::lists;
use crate::multiset;

/// All steles of the box (R5); no list of steles is longer.
#[doc(hidden)]
pub const STELES: u8 = 84;

multiset! {
    /// A number of steles of each colour. Written as a list of colours in the order of [`Colour::ALL`]; read in any
    /// order.
    ///
    /// ```
    /// use referee::games::wangdo::counts::Steles;
    /// use referee::games::wangdo::names::Colour;
    ///
    /// let reserve: Steles = serde_json::from_str(r#"["blue","white","blue"]"#).expect("a list of colours");
    /// assert_eq!((reserve[Colour::Blue], reserve), (2, Steles([1, 0, 0, 2])));
    /// // A price of two white ones cannot be paid from it.
    /// assert!(!reserve.cover(Steles([2, 0, 0, 0])));
    /// ```
    pub struct Steles([u8; 4]) of Colour
}

impl Steles {
    /// Calls `with` for every choice of `count` of these, once each; choices with many of the first colours come
    /// first.
    pub fn choices(self, count: u8, mut with: impl FnMut(Steles)) {
        let all = self.0;
        for white in (0..=all[0].min(count)).rev() {
            for orange in (0..=all[1].min(count - white)).rev() {
                for black in (0..=all[2].min(count - white - orange)).rev() {
                    let blue = count - white - orange - black;
                    if blue <= all[3] {
                        with(Steles([white, orange, black, blue]));
                    }
                }
            }
        }
    }
}

impl Display for Steles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = Colour::ALL.into_iter().filter(|colour| self[*colour] > 0);
        counted.map(|colour| format!("{} {colour}", self[colour])).collect::<Listed<_>>().fmt(f)
    }
}

impl Serialize for Steles {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.each())
    }
}

impl<'de> Deserialize<'de> for Steles {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Steles, D::Error> {
        let what = "a list of at most 84 colours of steles";
        lists::read(deserializer, what, 0..=STELES.into(), Steles::NONE, |steles, colour: Colour| steles[colour] += 1)
    }
}

impl JsonSchema for Steles {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Steles".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "type": "array",
            "items": generator.subschema_for::<Colour>(),
            "maxItems": STELES,
            "description": "Steles by colour, in any order; written in the order white, orange, black, blue.",
        })
    }
}

multiset! {
    /// A number of seal cards of each design.
    #[doc(hidden)]
    pub struct Cards([u8; 8]) of Card
}

impl Cards {
    /// Calls `with` for every choice of `count` of these, once each, with the number of ways to draw it.
    pub fn choices(self, count: u8, mut with: impl FnMut(Cards, u32)) {
        self.choices_from(0, count, 1, Cards::NONE, &mut with);
    }

    fn choices_from(self, first: usize, count: u8, ways: u32, chosen: Cards, with: &mut impl FnMut(Cards, u32)) {
        let Some(there) = self.0.get(first) else {
            if count == 0 {
                with(chosen, ways);
            }
            return;
        };
        let (mut chosen, mut ways) = (chosen, ways);
        for n in 0..=count.min(*there) {
            if n > 0 {
                chosen.0[first] = n;
                // With `there` copies, this is the ratio of the ways to draw n and n - 1 of them.
                ways = ways * u32::from(there - n + 1) / u32::from(n);
            }
            self.choices_from(first + 1, count - n, ways, chosen, with);
        }
    }
}
