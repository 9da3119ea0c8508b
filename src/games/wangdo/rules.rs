//! rules
use crate::game::Rule;
/// All.
pub const RULES: &[Rule] = &[];
