//! A question to a seat: its number, and how long the answer may take.

use crate::wire::Object;

/// A question, as it is written in `ask`.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Ask {
    /// Its number, to be repeated in the answer.
    pub id: u64,
    /// The bank left for the rest of the game, in milliseconds; absent without a bank.
    pub bank_ms: Option<u64>,
    /// The time limit for this answer, in milliseconds; absent if only the bank limits it.
    pub move_ms: Option<u64>,
    /// How many attempts remain after this one; absent on the first. If unreadable answers have a budget of their own, these
    /// are attempts at a legal action.
    pub left: Option<u32>,
    /// How many more unreadable answers are forgiven, if they have a budget of their own; absent on the first attempt.
    pub left_unreadable: Option<u32>,
}

impl Ask {
    pub(super) fn write(&self, object: &mut Object<'_>) {
        object.field("id", &self.id);
        object.maybe("bank_ms", self.bank_ms.as_ref());
        object.maybe("move_ms", self.move_ms.as_ref());
        object.maybe("left", self.left.as_ref());
        object.maybe("left_unreadable", self.left_unreadable.as_ref());
    }
}
