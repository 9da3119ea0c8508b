//! Broken rules. One enum variant declares everything about one way to break a rule: its id, statement, references,
//! provenance, facts and message.

use std::fmt::{self, Debug, Display};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How well the sources support a rule or a datum, from the strongest support to the weakest.
///
/// ```
/// use referee::breach::Provenance;
/// use referee::games::GAMES;
///
/// let worst = |name| {
///     let game = GAMES.iter().find(|game| game.name() == name).expect("it is one of the games");
///     game.clauses().iter().map(|clause| clause.source).max()
/// };
/// // The rulebook of TecTonic leaves things open, but nothing had to be invented.
/// assert_eq!(worst("tectonic"), Some(Provenance::Decided));
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// The rulebook says so.
    Printed,
    /// The rulebook leaves it open; a documented decision settles it.
    Decided,
    /// Invented to replace a picture or a component that no source describes.
    Reconstructed,
}

impl Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Provenance::Printed => "printed",
            Provenance::Decided => "decided",
            Provenance::Reconstructed => "reconstructed",
        })
    }
}

/// The fixed facts about one way to break a rule.
///
/// ```
/// use referee::games::GAMES;
///
/// let clauses = GAMES[0].clauses();
/// let range = clauses.iter().find(|clause| clause.id == "tectonic.mount-range").expect("a rule of TecTonic");
/// assert_eq!(range.refs, ["R15"]);
/// assert!(range.statement.contains("four squares"), "{}", range.statement);
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize)]
pub struct Clause {
    /// `game.kebab-case`; never renamed or reused.
    pub id: &'static str,
    /// What the rule demands, in one sentence.
    pub statement: &'static str,
    /// The numbered rules and decisions it is based on.
    pub refs: &'static [&'static str],
    /// How well the sources support the rule.
    pub source: Provenance,
    /// What is told about an instance.
    #[serde(skip)]
    pub facts: &'static [Fact],
    /// Whether an instance may depend on data of the edition.
    #[serde(skip)]
    pub has_data: bool,
}

/// What is told about a broken rule under a name.
///
/// ```
/// use referee::games::GAMES;
///
/// let clauses = GAMES[0].clauses();
/// let range = clauses.iter().find(|clause| clause.id == "tectonic.mount-range").expect("a rule of TecTonic");
/// // What `facts` of a refusal has.
/// let facts: Vec<_> = range.facts.iter().filter(|fact| fact.is_written()).map(|fact| fact.name).collect();
/// assert_eq!(facts, ["from", "to", "distance"]);
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Fact {
    /// The name.
    pub name: &'static str,
    /// The Rust type.
    pub kind: &'static str,
    /// The attributes of its field.
    attributes: &'static str,
}

impl Fact {
    /// A fact by its name, its type and the attributes of its field.
    pub const fn new(name: &'static str, kind: &'static str, attributes: &'static str) -> Fact {
        Fact { name, kind, attributes }
    }

    /// Whether it is written; other fields only choose the words of the message.
    pub fn is_written(&self) -> bool {
        !self.says("skip") && !self.says("skip_serializing")
    }

    /// Whether it is left out where it has no value, instead of being written as `null`.
    pub fn may_be_absent(&self) -> bool {
        self.says("skip_serializing_if")
    }

    /// Whether its attributes have a word, however they are grouped and spaced.
    fn says(&self, word: &str) -> bool {
        self.attributes.split(|c: char| !c.is_alphanumeric() && c != '_').any(|one| one == word)
    }
}

/// One instance of a broken rule. `Serialize` writes its facts, an object; `Display` writes the message for people.
///
/// ```
/// use referee::breach::Breach as _;
///
/// referee::breaches! {
///     enum Broken {
///         /// Nobody takes more than there is.
///         TooMany { wanted: u8, left: u8 } = "nim.too-many" [Printed "R1"] => "{wanted} of {left} cannot be taken",
///     }
/// }
/// let broken = Broken::TooMany { wanted: 5, left: 3 };
/// assert_eq!((broken.clause().id, broken.to_string()), ("nim.too-many", "5 of 3 cannot be taken".to_owned()));
/// assert_eq!(serde_json::json!(broken), serde_json::json!({"wanted": 5, "left": 3}));
/// ```
pub trait Breach: Clone + PartialEq + Debug + Display + Serialize {
    /// Every clause of the enum, in order of declaration.
    const CLAUSES: &'static [Clause];

    /// The clause this instance breaks.
    fn clause(&self) -> &'static Clause;

    /// The weakest mark among the edition data that this instance depends on; `None` if it depends on none.
    fn data(&self) -> Option<Provenance> {
        None
    }
}

/// Whether none of these rules is among the broken ones found. A check asks this about the rules that it presupposes.
#[doc(hidden)]
pub fn none_of<B: Breach>(found: &[B], ids: &[&str]) -> bool {
    !found.iter().any(|breach| ids.contains(&breach.clause().id))
}

/// Declares an enum of breaches.
///
/// ```
/// referee::breaches! {
///     /// What can go wrong.
///     pub enum Breach {
///         /// A mount moves at most four squares.
///         MountRange { distance: u8 } = "tectonic.mount-range" [Printed "R15"]
///             => "a mount moves at most {most}, this is {distance}" with(most = referee::text::count(4, "square")),
///     }
/// }
/// use referee::breach::Breach as _;
/// let breach = Breach::MountRange { distance: 6 };
/// assert_eq!(breach.clause().statement, "A mount moves at most four squares.");
/// assert_eq!(breach.to_string(), "a mount moves at most 4 squares, this is 6");
/// ```
///
/// The doc comment is the statement. After the references, `data(expression)` may give the provenance of the edition
/// data that the instance depends on; the fields are in scope as references. A field that serves only this purpose is
/// not a fact and has `#[serde(skip)]`. After the message, `with(name = expression, …)` gives values to the names in
/// it; other names are fields.
#[macro_export]
macro_rules! breaches {
    (
        $(#[$enum_meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[doc = $doc:literal])+
                $variant:ident $({ $($(#[$field_meta:meta])* $field:ident : $ty:ty),* $(,)? })?
                = $id:literal [$source:ident $($reference:literal)*] $(data($data:expr))?
                => $message:literal $(with($($word:ident = $value:expr),+ $(,)?))?
            ),* $(,)?
        }
    ) => {
        $(#[$enum_meta])*
        #[derive(Clone, PartialEq, Eq, Debug, ::serde::Serialize)]
        #[serde(untagged)]
        #[allow(missing_docs, reason = "the fields are the facts that the statement speaks of")]
        $vis enum $name {
            $( $(#[doc = $doc])+ $variant { $($($(#[$field_meta])* $field: $ty),*)? } ),*
        }

        impl $crate::breach::Breach for $name {
            const CLAUSES: &'static [$crate::breach::Clause] = {
                static CLAUSES: &[$crate::breach::Clause] = &[$(
                    $crate::breach::Clause {
                        id: $id,
                        statement: concat!($($doc),+).trim_ascii(),
                        refs: &[$($reference),*],
                        source: $crate::breach::Provenance::$source,
                        facts: &[$($($crate::breach::Fact::new(
                            stringify!($field),
                            stringify!($ty),
                            concat!($(stringify!($field_meta)),*),
                        )),*)?],
                        has_data: !stringify!($($data)?).is_empty(),
                    }
                ),*];
                CLAUSES
            };

            fn clause(&self) -> &'static $crate::breach::Clause {
                // Numbers the clauses in order.
                #[allow(clippy::enum_variant_names, reason = "the names are the breaches'")]
                enum Place { $($variant),* }
                let place = match self { $(Self::$variant { .. } => Place::$variant),* };
                &Self::CLAUSES[place as usize]
            }

            #[allow(unused_variables, reason = "not every message or datum uses every fact")]
            fn data(&self) -> Option<$crate::breach::Provenance> {
                match self {
                    $(Self::$variant { $($($field),*)? } => {
                        let data: Option<$crate::breach::Provenance> = None;
                        $( let data = Some($data); )?
                        data
                    })*
                }
            }
        }

        impl ::std::fmt::Display for $name {
            #[allow(unused_variables, reason = "not every message uses every fact")]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $(Self::$variant { $($($field),*)? } => ::std::write!(f, $message $($(, $word = $value)+)?),)*
                }
            }
        }
    };
}

/// A list in a fact: an array for programs, "a, b and c" in a message.
///
/// ```
/// use referee::breach::Listed;
///
/// let colours = Listed(vec!["white", "orange", "blue"]);
/// assert_eq!(colours.to_string(), "white, orange and blue");
/// assert_eq!(serde_json::json!(colours), serde_json::json!(["white", "orange", "blue"]));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Listed<T>(pub Vec<T>);

impl<T: Display> Display for Listed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((last, rest)) = self.0.split_last() else { return f.write_str("nothing") };
        for (i, item) in rest.iter().enumerate() {
            write!(f, "{}{item}", if i == 0 { "" } else { ", " })?;
        }
        write!(f, "{}{last}", if rest.is_empty() { "" } else { " and " })
    }
}

impl<T> FromIterator<T> for Listed<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Listed<T> {
        Listed(items.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::Breach as _;

    breaches! {
        /// What is told in several ways.
        enum Sample {
            /// A rule.
            Rule {
                told: u8,
                #[serde( rename = "shown" )]
                #[serde(skip_serializing_if = "Option::is_none")]
                absent: Option<u8>,
                #[serde(skip)]
                kept: u8,
                #[serde(default, skip)]
                also_kept: u8,
                #[serde(skip_serializing)]
                not_written: u8,
            } = "sample.rule" [Decided] => "{told}",
        }
    }

    #[test]
    fn what_is_written_of_a_fact_follows_from_its_attributes() {
        let rule = |absent| Sample::Rule { told: 1, absent, kept: 2, also_kept: 3, not_written: 4 };
        let written = |absent| serde_json::to_string(&rule(absent)).unwrap();
        assert_eq!(written(Some(5)), r#"{"told":1,"shown":5}"#);
        assert_eq!(written(None), r#"{"told":1}"#);
        let facts = rule(None).clause().facts;
        let of =
            |which: fn(&super::Fact) -> bool| facts.iter().filter(|fact| which(fact)).map(|fact| fact.name).collect();
        let (told, optional): (Vec<_>, Vec<_>) = (of(super::Fact::is_written), of(super::Fact::may_be_absent));
        assert_eq!((told, optional), (vec!["told", "absent"], vec!["absent"]));
    }
}
