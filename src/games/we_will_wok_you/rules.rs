//! The numbered rules of We Will Wok You, in our own words: R from the source, D the decisions where it is silent, P the
//! precise rulings that complete them.

use crate::game::Kept::{self, BuiltIn, Checked, NotApplicable};
use crate::game::Provenance::{self, Decided, Printed};
use crate::game::Rule;

const fn rule(id: &'static str, source: Provenance, kept: Kept, text: &'static str) -> Rule {
    Rule { id, source, text, kept }
}

/// All of them, in order.
pub const RULES: &[Rule] = &[];
