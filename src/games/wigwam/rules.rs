use crate::game::Rule;
pub const RULES: &[Rule] = &[];
