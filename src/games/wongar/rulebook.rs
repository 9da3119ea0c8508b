//! The rulebook of Wongar, one file for each part.

/// A stream of the examples.
macro_rules! stream {
    ($name:literal) => {
        include_str!(concat!("../../../../fixtures/wongar/rulebook/", $name, ".jsonl"))
    };
}

pub(super) mod board;
mod cards;
mod ceremony;
mod end;
mod round;

use crate::game::rulebook::Rulebook;

/// The rulebook.
pub(super) static RULEBOOK: Rulebook = Rulebook {
    chapters: &[
        board::ABOUT,
        board::BOX,
        board::BOARD,
        board::SET_UP,
        round::ROUND,
        cards::CARDS,
        round::SCORPIONS,
        ceremony::CEREMONY,
        ceremony::RITUAL_CARDS,
        ceremony::POINTS,
        end::SECRETS,
        end::END,
        end::ADVANCED,
        end::OPTIONS,
        end::TERMS,
        end::PROGRAM,
    ],
};
