//! The numbered rules of Wongar.
use crate::game::Rule;
/// All of them, in order.
pub const RULES: &[Rule] = &[];
