//! A question to a seat: its number, and how long the answer may take.

use schemars::JsonSchema;
use serde::Serialize;

/// A question, as it is written in `ask`.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct Ask {
    /// Its number, to be repeated in the answer.
    pub id: u64,
    /// The bank left for the rest of the game, in milliseconds; absent without a bank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank_ms: Option<u64>,
    /// The time limit for this answer, in milliseconds; absent if only the bank limits it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub move_ms: Option<u64>,
    /// How many attempts remain after this one; absent on the first. If unreadable answers have a budget of their own, these
    /// are attempts at a legal action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u32>,
    /// How many more unreadable answers are forgiven, if they have a budget of their own; absent on the first attempt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_unreadable: Option<u32>,
}

/// A question to a seat, and how it is put in words, if it is.
#[derive(Copy, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Ask")]
pub struct Put<'a> {
    /// The question.
    #[serde(flatten)]
    pub ask: &'a Ask,
    /// The question in words. Absent: it is not put in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<&'a str>,
}
