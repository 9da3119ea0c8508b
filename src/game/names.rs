//! Fixed sets of names: colours, kinds of piece, reasons for an end.

/// Declares an enumeration whose variants have the names that follow them: in JSON, in schemas and as text. `ALL` lists
/// the variants in order.
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
/// assert_eq!(Face::ALL.map(Face::name), ["heads", "tails"]);
/// assert_eq!(Face::Tails.to_string(), "tails");
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
    };
}
