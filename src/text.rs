//! Values that are written as one short text: squares, cards, remembered positions. Their types know how to read it; what
//! serde needs around that is the same for all of them and stands here once.

/// Implements `Deserialize` for a type with `fn parse(text: &str) -> Option<Self>`. The second argument says what is
/// expected, as in "`k1` is not a square from a1 to j10".
///
/// ```
/// struct Die(u8);
/// impl Die {
///     fn parse(text: &str) -> Option<Die> {
///         text.parse().ok().filter(|pips| (1..=6).contains(pips)).map(Die)
///     }
/// }
/// referee::read_from_text!(Die, "a die from 1 to 6");
/// let error = referee::strict::from_slice::<Die>(b"\"7\"").err().expect("no die has seven pips");
/// assert_eq!(error.message, "`7` is not a die from 1 to 6");
/// ```
#[macro_export]
macro_rules! read_from_text {
    ($name:ident, $expected:literal) => {
        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                struct Text;
                impl ::serde::de::Visitor<'_> for Text {
                    type Value = $name;
                    fn expecting(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                        f.write_str($expected)
                    }
                    fn visit_str<E: ::serde::de::Error>(self, text: &str) -> Result<$name, E> {
                        $name::parse(text).ok_or_else(|| E::custom(format_args!("`{text}` is not {}", $expected)))
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }
    };
}
