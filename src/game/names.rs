//! Fixed sets of names: colours, kinds of piece, reasons for an end.

/// Declares an enumeration whose variants have the names that follow them: in JSON, in schemas and as text. `ALL` lists
/// the variants in order, and `NAMES` their names.
///
/// ```
/// referee::names! {
///     /// A face of a coin.
///     pub enum Face {
///         /// The side with the head.
///         Heads = "heads",
///         /// The other side.
///         Tails = "tails",
///     }
/// }
/// assert_eq!(Face::ALL.map(Face::name), Face::NAMES);
/// assert_eq!((Face::Tails.to_string().as_str(), "tails".parse()), ("tails", Ok(Face::Tails)));
/// assert_eq!(referee::strict::from_slice::<Face>(b"\"heads\"").ok(), Some(Face::Heads));
/// ```
#[macro_export]
macro_rules! names {
    ($(#[$about:meta])* pub enum $set:ident { $($(#[$doc:meta])* $variant:ident = $name:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(
            Copy,
            Clone,
            Eq,
            PartialEq,
            Ord,
            PartialOrd,
            Debug,
            ::serde::Serialize,
            ::serde::Deserialize,
            ::schemars::JsonSchema
        )]
        pub enum $set {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        impl $set {
            /// All of them, in order.
            pub const ALL: [$set; [$($name),*].len()] = [$($set::$variant),*];

            /// Their names, in the same order.
            pub const NAMES: [&str; $set::ALL.len()] = [$($name),*];

            /// The name, as in JSON.
            pub const fn name(self) -> &'static str {
                match self { $($set::$variant => $name),* }
            }
        }

        impl ::std::fmt::Display for $set {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl ::std::str::FromStr for $set {
            type Err = $crate::strict::Malformed;
            fn from_str(text: &str) -> Result<$set, Self::Err> {
                match text {
                    $($name => Ok($set::$variant),)*
                    _ => Err($crate::strict::Malformed::new($crate::text::is_none_of(text, &$set::NAMES))),
                }
            }
        }
    };
}
