//! Texts about Wigwam for people: actions and ends of a game, as people say them.

use super::arrange::{Arrangement, Placed};
use super::board::Base;
use super::captures::{Jump, Jumps};
use super::figures::Figure;
use super::huff::Huff;
use super::{Action, Reason};
use crate::spoken::Spoken;
use crate::text::plural;

/// In which order the legal actions are listed.
pub(super) const LEGAL_ORDER: &str = "\
    arrangements by the base of the chief, then by the bases of the tents. Later huffs that force, huffs that \
    remove, captures, moves. Captures by the base left, then jump for jump by victim and landing, a capture before \
    its continuations. Moves by base left and reached. Bases in the order of their names.";

/// An action as an instruction.
pub(super) fn action(action: &Action) -> String {
    match action {
        Action::Arrange(Arrangement { chief, tents, warriors }) => {
            let (tents, warriors) = (placed(Figure::Tent, tents), placed(Figure::Warrior, warriors));
            format!("set up the chief on {chief}, {tents} and {warriors}")
        }
        Action::Move { from, to } => format!("move {from} to {to}"),
        Action::Capture { from, jumps } => {
            let jumps: Vec<String> = jumps.iter().map(|jump| format!("over {} to {}", jump.over, jump.to)).collect();
            format!("capture from {from} {}", jumps.join(", then "))
        }
        Action::Huff(Huff::Force(figure)) => format!("huff by forcing the figure on {figure} to capture"),
        Action::Huff(Huff::Remove(figure)) => format!("huff by removing the figure on {figure}"),
    }
}

/// Where the figures of a type stand.
fn placed(figure: Figure, placed: &Placed) -> String {
    let figures = plural(&figure.to_string());
    let bases: Vec<&str> = placed.named().map(Base::name).collect();
    if bases.is_empty() { format!("no {figures}") } else { format!("{figures} on {}", bases.join(", ")) }
}

impl Reason {
    /// The reason as a sentence without a full stop. A chief may have been removed by a huff instead of captured. The
    /// limits are options, so it names no numbers.
    pub fn in_words(self) -> &'static str {
        match self {
            Reason::ChiefCaptured => "a side has lost its chief",
            Reason::Blocked => "the fighters of one side can neither move nor capture",
            Reason::WarriorsGone => "one side has lost all its warriors, and those of the other are safe",
            Reason::TwoChiefs => "both sides have lost all their warriors",
            Reason::Repetition => "the same position has occurred too often",
            Reason::NoCapture => "nothing has been captured for too long",
        }
    }
}

/// How actions are written in words: every kind and every form.
pub(super) const NOTATION: &[&str] = &[
    "move B2 to C2",
    "capture from D3 over D2 to D1",
    "capture from D3 over D4 to D5, then over E5 to F5",
    "set up the chief on B3, tents on B2, B4, C3 and warriors on B1, B5, C1, C2, C4, C5, C6",
    "huff by forcing the figure on D4 to capture",
    "huff by removing the figure on D4",
];

/// Reads an action in words.
pub(super) fn read(said: &mut Spoken<'_>) -> Option<Action> {
    if said.says("set up") || said.says("arrange") {
        said.may_say(&["chief", "on"]);
        let chief = said.name()?;
        let (tents, warriors) = (read_placed(said, Figure::Tent)?, read_placed(said, Figure::Warrior)?);
        return Some(Action::Arrange(Arrangement { chief, tents, warriors }));
    }
    if said.says("move") {
        said.may_say(&["from"]);
        let from = said.name()?;
        said.may_say(&["to"]);
        return Some(Action::Move { from, to: said.name()? });
    }
    if said.says("capture") {
        said.may_say(&["from"]);
        let from = said.name()?;
        let jumps = std::iter::from_fn(|| {
            said.attempt(|said| {
                said.may_say(&["over"]);
                let over = said.name()?;
                said.may_say(&["to"]);
                Some(Jump { over, to: said.name()? })
            })
        });
        let jumps: Vec<Jump> = jumps.collect();
        return Some(Action::Capture { from, jumps: Jumps::new(&jumps)? });
    }
    if !said.says("huff") {
        return None;
    }
    said.may_say(&["by"]);
    let forces = said.says_one_of(&["forcing", "force"]);
    if !forces && !said.says_one_of(&["removing", "remove"]) {
        return None;
    }
    said.may_say(&["figure", "on"]);
    let figure = said.name()?;
    if forces {
        said.may_say(&["to", "capture"]);
    }
    Some(Action::Huff(if forces { Huff::Force(figure) } else { Huff::Remove(figure) }))
}

/// Reads where the figures of a type stand.
fn read_placed(said: &mut Spoken<'_>, figure: Figure) -> Option<Placed> {
    if said.says(&format!("no {figure}")) {
        return Some(Placed::default());
    }
    if !said.says(&figure.to_string()) {
        return None;
    }
    said.may_say(&["on"]);
    Some(said.names::<Base>().into_iter().collect())
}
