//! The rulebook.

use crate::game::rulebook::Rulebook;

/// The rulebook.
pub(super) static RULEBOOK: Rulebook = Rulebook { chapters: &[] };
