//! Claims: the fields of its answer that a line may carry, and what an earlier run found false.

use std::collections::BTreeSet;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error, MapAccess};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::depth::{Shallow, shallow_value};
use super::{Awaited, Viewer, WeightedDraw};
use crate::game::{Game, Provenance};

/// Who may learn that a claim about a position is false while something is hidden in it. Others could find out secrets
/// by guessing.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Hearer {
    /// The player who sent it.
    Sender,
    /// The player who sent it, if it is their turn.
    OnTurn,
    /// Only the organiser.
    Organiser,
}

/// Every claim once, in three groups: keys of any line, of lines that are no headers, and what is a field with another
/// meaning too. Each has its key, its type, who may learn that it is false, and its description in schemas. `$to` is the
/// macro that makes something of the table.
macro_rules! claim_table {
    ($to:ident) => {
        $to! {
            headers {
                violations Violations: Vec<ClaimedViolation>, Sender, "Claim: the rules broken.";
                next Next: Awaited, Sender, "Claim: what the game waits for.";
                occurrence Occurrence: u32, Sender, "Claim: how often the position has occurred.";
                view View: Shallow, Organiser, "Claim: what a player may know.";
                viewer Viewer: Viewer, Sender, "Whose view it is.";
                legal_ids LegalIds: Vec<u64>, OnTurn, "Claim: the numbers of the legal actions in the list of all actions.";
                legal_n LegalN: u64, OnTurn, "Claim: the number of legal actions.";
                exhaustive Exhaustive: bool, OnTurn, "Claim: whether the list holds all legal actions.";
                digest Digest: String, Organiser, "Claim: the SHA-256 of the state.";
            }
            lines {
                n N: u64, Sender, "Claim: the number of accepted events.";
                state State: Box<G::Position>, Organiser, "Claim: the state.";
                legal Legal: Vec<G::Action>, OnTurn, "Claim: the legal actions.";
                draws Draws: Vec<WeightedDraw<G::Chance>>, Organiser, "Claim: the possible draws.";
                details Details: Shallow, Organiser, "Claim: the details of the end.";
            }
            others {
                "player" Player Sender, "Claim: whose draw it is; in the answer to a query, whose view it is.";
                "outcome" Outcome Organiser, "Claim: how the game ended.";
                "edition" Edition Sender, "Claim, on a header: the data of the game.";
                "action_space" ActionSpace Sender, "Claim, on a header: the list to which the numbers of actions belong.";
                "commitment" Commitment Organiser, "Claim, in `match` on a header: the digest of the seed and the nonce.";
            }
        }
    };
}
pub(super) use claim_table;

/// Makes the types of claims, and reads their values.
macro_rules! claims {
    (
        headers { $($shared:tt)* }
        lines { $($own:tt)* }
        others { $($other:literal $other_claim:ident $other_hearer:ident, $other_about:literal;)* }
    ) => {
        claims! {
            keys { $($shared)* $($own)* }
            others { $($other $other_claim $other_hearer, $other_about;)* }
        }
    };
    (
        keys { $($key:ident $claim:ident: $type:ty, $hearer:ident, $about:literal;)* }
        others { $($other:literal $other_claim:ident $other_hearer:ident, $other_about:literal;)* }
    ) => {
        /// What a line can claim.
        #[doc(hidden)]
        #[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
        #[allow(missing_docs, reason = "the table says what each means")]
        pub enum Claim { $($claim,)* $($other_claim,)* }

        /// The keys of all claims; see [`Claim`].
        #[doc(hidden)]
        pub const CLAIMS: [&str; Claim::ALL.len()] = [$(stringify!($key),)* $($other,)*];

        /// The claims with a key of their own; the others are fields that also have another meaning.
        pub(super) const FIELDS: &[Claim] = &[$(Claim::$claim),*];

        impl Claim {
            /// All claims.
            pub const ALL: [Claim; [$(stringify!($key),)* $($other,)*].len()] = [$(Claim::$claim,)* $(Claim::$other_claim,)*];

            /// What it says, as in schemas.
            pub fn about(self) -> &'static str {
                match self {
                    $(Claim::$claim => $about,)*
                    $(Claim::$other_claim => $other_about,)*
                }
            }

            /// Who may learn that it is false.
            pub fn hearer(self) -> Hearer {
                match self {
                    $(Claim::$claim => Hearer::$hearer,)*
                    $(Claim::$other_claim => Hearer::$other_hearer,)*
                }
            }
        }

        /// What a line claims; `None`: it makes no such claim.
        #[doc(hidden)]
        #[allow(missing_docs, reason = "the module says what each key means")]
        pub struct Claims<G: Game> {
            $(pub $key: Option<$type>,)*
            /// What an earlier run found false.
            pub contradicted: Option<Contradictions>,
        }

        impl<G: Game> Default for Claims<G> {
            fn default() -> Self {
                Claims { $($key: None,)* contradicted: None }
            }
        }

        impl<G: Game> Claims<G> {
            /// Whether the line claims nothing.
            pub fn is_empty(&self) -> bool {
                self.contradicted.is_none() $(&& self.$key.is_none())*
            }

            /// Reads the value of a claim.
            pub(super) fn read<'de, A: MapAccess<'de>>(&mut self, claim: Claim, map: &mut A) -> Result<(), A::Error> {
                match claim {
                    $(Claim::$claim => once(&mut self.$key, stringify!($key), map),)*
                    _ => Err(A::Error::custom(format_args!("`{claim}` cannot be claimed on a line"))),
                }
            }

            /// Key, description and schema of each claim.
            pub fn schemas(generator: &mut SchemaGenerator) -> Vec<(&'static str, &'static str, Schema)> {
                vec![$((stringify!($key), $about, generator.subschema_for::<$type>())),*]
            }
        }
    };
}

claim_table!(claims);

impl Claim {
    /// The key.
    pub fn key(self) -> &'static str {
        CLAIMS[self as usize]
    }

    /// The claim with this key.
    pub fn with_key(key: &str) -> Option<Claim> {
        Claim::ALL.into_iter().find(|claim| claim.key() == key)
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// Reads the value of a key that may occur once.
pub(super) fn once<'de, T: Deserialize<'de>, A: MapAccess<'de>>(
    slot: &mut Option<T>,
    key: &'static str,
    map: &mut A,
) -> Result<(), A::Error> {
    if slot.is_some() {
        return Err(A::Error::duplicate_field(key));
    }
    *slot = Some(map.next_value()?);
    Ok(())
}

/// A claimed violation: only the rule's id is compared; the other fields are optional.
#[doc(hidden)]
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "as in `Violation`")]
pub struct ClaimedViolation {
    pub rule: String,
    #[serde(default, skip_serializing)]
    pub refs: Option<Vec<String>>,
    #[serde(default, skip_serializing)]
    pub source: Option<Provenance>,
    #[serde(default, skip_serializing)]
    pub statement: Option<String>,
    #[serde(default, skip_serializing)]
    pub message: Option<String>,
    #[serde(default, skip_serializing)]
    pub facts: Option<Map<String, Value>>,
    #[serde(default, skip_serializing)]
    pub data: Option<Provenance>,
}

/// A claim that is false.
///
/// ```
/// use referee::wire::Contradiction;
///
/// // As the judge writes it behind the line that claimed 3.
/// let found = r#"{"claim":"legal_n","claimed":3,"actual":50}"#;
/// let found: Contradiction = serde_json::from_str(found).expect("it is one");
/// assert_eq!((found.claim.to_string(), found.actual), ("legal_n".to_owned(), 50.into()));
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contradiction {
    /// What it is about.
    #[schemars(with = "String", regex(pattern = claim_pattern()))]
    pub claim: ClaimName,
    /// What the line says.
    #[serde(deserialize_with = "shallow_value")]
    pub claimed: Value,
    /// What is the case.
    #[serde(deserialize_with = "shallow_value")]
    pub actual: Value,
}

/// The name of something found false: a claim (`legal_n`), or an earlier run's finding about one
/// (`contradicted.legal_n`).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct ClaimName {
    /// What it is about.
    pub claim: Claim,
    /// Whether it names an earlier run's finding.
    pub earlier: bool,
}

/// The prefix that marks an earlier run's finding.
const EARLIER: &str = "contradicted.";

impl From<Claim> for ClaimName {
    fn from(claim: Claim) -> ClaimName {
        ClaimName { claim, earlier: false }
    }
}

impl fmt::Display for ClaimName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.earlier { EARLIER } else { "" }, self.claim)
    }
}

impl Serialize for ClaimName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ClaimName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let (key, earlier) = name.strip_prefix(EARLIER).map_or((&*name, false), |key| (key, true));
        let claim = Claim::with_key(key).ok_or_else(|| D::Error::unknown_variant(&name, &CLAIMS))?;
        Ok(ClaimName { claim, earlier })
    }
}

fn claim_pattern() -> String {
    format!("^(contradicted\\.)?({})$", CLAIMS.join("|"))
}

/// The false claims of a line. Each may occur only once, since verifying one can need a list of all legal actions.
#[doc(hidden)]
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(transparent)]
pub struct Contradictions(pub Vec<Contradiction>);

impl<'de> Deserialize<'de> for Contradictions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let all = Vec::<Contradiction>::deserialize(deserializer)?;
        let mut names = BTreeSet::new();
        match all.iter().find(|one| !names.insert(one.claim)) {
            Some(twice) => Err(D::Error::custom(format_args!("duplicate claim `{}`", twice.claim))),
            None => Ok(Contradictions(all)),
        }
    }
}
