//! The numbered rules of Wongar, in our own words: R from the source, D the decisions where it is silent, P the precise
//! rulings that complete them.

mod decisions;
mod rulings;
mod source;

use self::decisions::DECISIONS;
use self::rulings::RULINGS;
use self::source::SOURCE;
use crate::game::Rule;

/// All of them, in order.
pub static RULES: &[Rule] = &ALL;

const ALL: [Rule; SOURCE.len() + DECISIONS.len() + RULINGS.len()] = {
    let mut all = [SOURCE[0]; SOURCE.len() + DECISIONS.len() + RULINGS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < SOURCE.len() {
            SOURCE[at]
        } else if at < SOURCE.len() + DECISIONS.len() {
            DECISIONS[at - SOURCE.len()]
        } else {
            RULINGS[at - SOURCE.len() - DECISIONS.len()]
        };
        at += 1;
    }
    all
};
