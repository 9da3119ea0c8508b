//! An answer of a bot that was not taken, as it stands in a record: for those who run the game, and for the bot itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::game::Player;

/// An answer that was not taken. It changes nothing; the record keeps what was said.
///
/// ```
/// use referee::game::Player;
/// use referee::wire::Attempt;
///
/// let said = r#"{"player":0,"fault":"illegal","rules":["tectonic.occupied"],"said":"{\"pick\":7}"}"#;
/// let attempt: Attempt = serde_json::from_str(said).expect("a record has such lines");
/// assert_eq!((attempt.player, attempt.rules.len()), (Player(0), 1));
/// assert_eq!(attempt.fault.words(), "the action was illegal");
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// Whose answer it was.
    pub player: Player,
    /// What was wrong with it.
    pub fault: AttemptFault,
    /// The rules that the action breaks. Absent unless `fault` is `illegal`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// What is wrong with an answer that could not be taken for one, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// What the bot wrote, as far as a record keeps it. Absent: nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
    /// How many bytes it wrote, where that is more than is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

/// What was wrong with an answer that was not taken.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttemptFault {
    /// It is not JSON.
    Unreadable,
    /// It is JSON, but no answer, or words that tell no action.
    NoAnswer,
    /// The action breaks a rule.
    Illegal,
    /// It came too late, or not at all.
    Late,
}

impl AttemptFault {
    /// What was wrong, in words.
    pub fn words(self) -> &'static str {
        match self {
            AttemptFault::Unreadable => "it could not be read",
            AttemptFault::NoAnswer => "it could not be read as an answer",
            AttemptFault::Illegal => "the action was illegal",
            AttemptFault::Late => "it came too late",
        }
    }
}
