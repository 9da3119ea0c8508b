//! Texts about TecTonic for people: actions and ends of a game, as people say them.

use super::{Action, Reason};
use crate::spoken::Spoken;

/// In which order the legal actions are listed.
pub(super) const LEGAL_ORDER: &str = "\
    moves by the square left, the square reached, the square turned; squares by row and then by column (a1, b1, to \
    j10). Where turning is optional, the move that turns nothing comes first. `\"pass\"` is listed only if there is \
    no move.";

/// An action as an instruction.
pub(super) fn action(action: &Action) -> String {
    match action {
        Action::Move { from, to, flip: None } => format!("move {from} to {to}"),
        Action::Move { from, to, flip: Some(flip) } => format!("move {from} to {to} and turn {flip}"),
        Action::Pass => "pass".to_owned(),
    }
}

impl Reason {
    /// The reason as a sentence without a full stop. The limits are options, so it names no numbers.
    pub fn in_words(self) -> &'static str {
        match self {
            Reason::Trio => "a hill, a peak and a mount stand in one enemy region",
            Reason::AllRed => "all pieces of one side show red",
            Reason::NoMove => "a player cannot move",
            Reason::Repetition => "the same position has occurred too often",
            Reason::NoFlip => "too many moves in a row have turned no piece",
            Reason::PlyLimit => "the game has lasted too long",
        }
    }
}

/// How actions are written in words: every kind and every form.
pub(super) const NOTATION: &[&str] = &["move c1 to c5", "move c1 to c5 and turn d5", "pass"];

/// Reads an action in words.
pub(super) fn read(said: &mut Spoken<'_>) -> Option<Action> {
    if said.says("pass") {
        return Some(Action::Pass);
    }
    if !said.says("move") {
        return None;
    }
    said.may_say(&["from"]);
    let from = said.name()?;
    said.may_say(&["to"]);
    let to = said.name()?;
    let flip = if said.says_one_of(&["turn", "flip"]) { Some(said.name()?) } else { None };
    Some(Action::Move { from, to, flip })
}
