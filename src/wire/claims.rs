//! Claims: what a line may carry of its answer, and what an earlier run found false.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::{Viewer, WeightedDraw, shallow_value};
use crate::game::{Game, Provenance};
use crate::table::Next;

/// What a line claims; `None`: nothing about that.
#[allow(missing_docs, reason = "the module says what each key means")]
pub struct Claims<G: Game> {
    pub n: Option<u64>,
    pub violations: Option<Vec<ClaimedViolation>>,
    pub contradicted: Option<Contradictions>,
    pub next: Option<Next>,
    pub occurrence: Option<u32>,
    pub state: Option<Box<G::Position>>,
    pub view: Option<Value>,
    pub viewer: Option<Viewer>,
    pub legal: Option<Vec<G::Action>>,
    pub legal_n: Option<u64>,
    pub exhaustive: Option<bool>,
    pub draws: Option<Vec<WeightedDraw<G::Chance>>>,
    pub digest: Option<String>,
    pub details: Option<Value>,
}

impl<G: Game> Default for Claims<G> {
    fn default() -> Self {
        Claims {
            n: None,
            violations: None,
            contradicted: None,
            next: None,
            occurrence: None,
            state: None,
            view: None,
            viewer: None,
            legal: None,
            legal_n: None,
            exhaustive: None,
            draws: None,
            digest: None,
            details: None,
        }
    }
}

impl<G: Game> Claims<G> {
    /// Whether nothing is claimed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Claims { n, violations, contradicted, next, occurrence, state, view, viewer, .. } = self;
        let Claims { legal, legal_n, exhaustive, draws, digest, details, .. } = self;
        let first = n.is_none() && violations.is_none() && contradicted.is_none() && next.is_none();
        let second = occurrence.is_none() && state.is_none() && view.is_none() && viewer.is_none();
        let third = legal.is_none() && legal_n.is_none() && exhaustive.is_none();
        first && second && third && draws.is_none() && digest.is_none() && details.is_none()
    }
}

/// A broken rule as it is claimed: only the id matters, the rest may be there.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "as in `Violation`")]
pub struct ClaimedViolation {
    pub rule: String,
    #[serde(default, skip_serializing)]
    #[schemars(with = "Vec<String>")]
    pub refs: Option<Vec<String>>,
    #[serde(default, skip_serializing)]
    #[schemars(with = "Provenance")]
    pub source: Option<Provenance>,
    #[serde(default, skip_serializing)]
    #[schemars(with = "String")]
    pub statement: Option<String>,
    #[serde(default, skip_serializing)]
    #[schemars(with = "String")]
    pub message: Option<String>,
    #[serde(default, skip_serializing)]
    #[schemars(with = "Map<String, Value>")]
    pub facts: Option<Map<String, Value>>,
    #[serde(default, skip_serializing)]
    #[schemars(with = "Provenance")]
    pub data: Option<Provenance>,
}

/// What can be claimed and found false. Of an earlier answer it can also be found that what it said is the case is not;
/// that is written as `contradicted.legal_n`.
pub const CLAIMS: [&str; 17] = [
    "n",
    "player",
    "viewer",
    "next",
    "occurrence",
    "state",
    "view",
    "legal",
    "legal_n",
    "exhaustive",
    "draws",
    "digest",
    "violations",
    "outcome",
    "details",
    "edition",
    "commitment",
];

/// A claim that is false.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contradiction {
    /// The key of the claim, one of [`CLAIMS`].
    #[serde(deserialize_with = "claim_name")]
    #[schemars(regex(pattern = claim_pattern()))]
    pub claim: String,
    /// What the line says.
    #[serde(deserialize_with = "shallow_value")]
    pub claimed: Value,
    /// What is the case.
    #[serde(deserialize_with = "shallow_value")]
    pub actual: Value,
}

/// The key that a claim or an earlier finding is about.
#[must_use]
pub fn claimed_key(claim: &str) -> &str {
    claim.strip_prefix("contradicted.").unwrap_or(claim)
}

fn claim_pattern() -> String {
    format!("^(contradicted\\.)?({})$", CLAIMS.join("|"))
}

fn claim_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    let name = String::deserialize(deserializer)?;
    if CLAIMS.contains(&claimed_key(&name)) { Ok(name) } else { Err(D::Error::unknown_variant(&name, &CLAIMS)) }
}

/// The false claims of a line, each once: to verify one can take a list of all that is legal.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(transparent)]
pub struct Contradictions(pub Vec<Contradiction>);

impl<'de> Deserialize<'de> for Contradictions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let all = Vec::<Contradiction>::deserialize(deserializer)?;
        let mut names = BTreeSet::new();
        match all.iter().find(|one| !names.insert(&*one.claim)) {
            Some(twice) => Err(D::Error::custom(format_args!("duplicate claim `{}`", twice.claim))),
            None => Ok(Contradictions(all)),
        }
    }
}
