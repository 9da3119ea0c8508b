//! Broken rules as they are written.

use crate::breach::{Breach, Clause};
use crate::game::Provenance;
use crate::table::Broken;
use crate::wire::Violation;

#[inline]
pub(super) fn violations<B: Breach>(broken: &[Broken<B>]) -> Vec<Violation> {
    // Nearly every line.
    if broken.is_empty() {
        return Vec::new();
    }
    broken.iter().map(|broken| violation(broken.clause(), broken, broken.data())).collect()
}

/// A broken rule as it is written.
#[doc(hidden)]
pub fn violation<B: serde::Serialize + std::fmt::Display>(
    clause: &'static Clause,
    breach: &B,
    data: Option<Provenance>,
) -> Violation {
    Violation {
        rule: clause.id,
        refs: clause.refs,
        source: clause.source,
        statement: clause.statement,
        message: breach.to_string(),
        facts: serde_json::to_value(breach).unwrap_or_default(),
        data,
    }
}
