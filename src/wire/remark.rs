//! What the referee remarks about a line that it cannot judge.

use schemars::JsonSchema;
use serde::Serialize;

use super::Awaited;

/// Which line a remark is about, and what the game waited for there.
#[doc(hidden)]
#[derive(Copy, Clone, Debug, Serialize, JsonSchema)]
pub struct Remark {
    /// The number of the line, from 1. Absent: no line is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// What the game waited for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<Awaited>,
}

/// Why a line does not follow the protocol.
#[doc(hidden)]
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Malformed")]
pub struct MalformedRemark<'a> {
    /// The number of the line, from 1. Absent in a remark to a bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The byte at which the fault was found, from 1. Absent: it has no single place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// What is wrong.
    pub message: &'a str,
}
