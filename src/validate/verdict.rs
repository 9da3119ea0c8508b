//! The verdict on a game, or on a file without a game. As JSON, one line each:
//!
//! ```json
//! {"file":"a.jsonl","game":2,"line":61,"byte":4711,"plays":"tectonic","verdict":"refused","plies":9,
//!  "fault":{"line":71,"byte":5402,"ply":9,"rules":["tectonic.occupied"],"message":"…","answer":{…}},"skipped":48}
//! ```
//!
//! | key | meaning |
//! |---|---|
//! | `file` | the path as given or found, with bytes that are not UTF-8 written like `\xff`; `-` is standard input |
//! | `game` | the number of the game in the file, from 1; left out if the verdict is not about a game: the file cannot be read, has no game, or has lines before its first header |
//! | `line`, `byte` | where the game begins: the line from 1, the offset from 0, both after decompression |
//! | `plays` | the name of the game |
//! | `verdict` | see [`Kind`] |
//! | `plies` | the number of accepted actions and draws |
//! | `refusals` | the number of lines that are recorded as refused, rightly; left out if 0 |
//! | `end` | how it ended: the `reason` of the outcome, or `abort`; left out if it did not end |
//! | `forfeits`, `abort` | the causes that the record gives; they cannot be checked, only their consequences |
//! | `fault` | the first fault; see [`Finding`]. Later lines are not judged, unless all faults were asked for |
//! | `later` | with all faults: the faults after it, as many as fit into 64 kB, each with its `verdict`; left out if there is none. If a file cannot be read any further, that is `fault`, and the others are `later` |
//! | `later_left_out` | how many more there were, by their verdict; left out if there were none |
//! | `exercised` | if coverage was asked for: the options in force, and for each rule the number of lines that are recorded as refused by it |
//! | `repeats` | if repeats were asked for: the earlier game of the same run that it repeats; see [`Repeat`] |
//! | `skipped` | the number of lines after the fault, up to the next readable header, which were not judged; left out if 0 |

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::repeats::Repeat;
use crate::judge::answer::Fate;
use crate::wire::{AbortCause, ForfeitCause};

/// The most that the faults after the first one may take, in bytes.
const LATER_MOST: usize = 64 << 10;

crate::names! {
    /// The verdict on a game, in the order of the summary.
    #[derive(Default)]
    pub enum Kind {
        /// The game is right and has ended, by the rules or by an abort. The record need not state the outcome.
        #[default]
        Valid = "valid",
        /// A line breaks a rule and does not say so: an action, a draw, a ruling, a position to start from. Its other
        /// claims, such as its number or what is next, count as no further fault.
        Refused = "refused",
        /// A line claims something false about an accepted event, about the position, or about its refusal. A header that
        /// names another edition than the one in force counts too, even if its position is refused, since the edition may
        /// be the reason.
        Contradicted = "contradicted",
        /// A line does not follow the protocol. A line with the key of a header that cannot be read as one is malformed
        /// too; it belongs to the current game.
        Malformed = "malformed",
        /// The game has not ended.
        Truncated = "truncated",
        /// The game was written for one player, and something in it is hidden: an event or the start, after which nothing is
        /// judged, or a line that is withheld, while the others are judged and have no fault.
        Redacted = "redacted",
        /// A file without a game, or a folder without a file whose name is that of a record.
        Empty = "empty",
        /// A file that does not exist, cannot be read or decompressed, or changed while it was read; the verdict is on its
        /// last game, unless that had ended before.
        Unreadable = "unreadable",
    }
}

/// What is wrong, and where.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Fault")]
pub struct Finding {
    /// The line in the file, from 1; for a game that has not ended, the last line.
    pub line: u64,
    /// The offset of that line in the file, from 0.
    pub byte: u64,
    /// The number of actions and draws accepted before it; for a game that has not ended, all of them.
    pub ply: u64,
    /// The rules that are broken, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// The claims that are false; `cause` is the claimed cause of a forfeit for an illegal action that the record does
    /// not show.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<String>,
    /// A fingerprint of the false claims and the true values, since the message may show only a part of them. It is not
    /// written.
    #[serde(skip)]
    pub fingerprint: u64,
    /// Why the line is malformed, without the column. It is not written.
    #[serde(skip)]
    pub reason: Option<String>,
    /// Whether every broken rule, or the data it depends on, is reconstructed, so that the verdict could be disputed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disputed: bool,
    /// What is wrong in words, up to 4 kB.
    pub message: String,
    /// What `play` answers to the line, up to 4 kB: `cut` names the keys that are left out or shortened. A falsely
    /// claimed list has only its first differing entry. Absent: `play` answers nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Map<String, Value>")]
    pub answer: Option<Quoted>,
}

/// An object as text, which takes a tenth of the memory.
#[derive(Clone, PartialEq, Debug)]
pub struct Quoted(pub String);

impl Serialize for Quoted {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        <&RawValue>::deserialize(&mut serde_json::Deserializer::from_str(&self.0))
            .map_err(S::Error::custom)?
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Quoted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Quoted, D::Error> {
        Map::deserialize(deserializer).map(|fields| Quoted(Value::Object(fields).to_string()))
    }
}

/// The verdict on a game; see the module.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the module says what each key means")]
pub struct Verdict {
    pub file: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    pub line: u64,
    pub byte: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plays: Option<String>,
    pub verdict: Kind,
    pub plies: u64,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub refusals: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forfeits: Vec<ForfeitCause>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abort: Option<AbortCause>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Finding>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub skipped: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub later: Vec<Later>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub later_left_out: BTreeMap<Kind, u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exercised: Option<Box<Exercised>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeats: Option<Repeat>,
    /// The digests of what was played, as far as they were asked for. They are not written.
    #[serde(skip)]
    pub traced: Vec<u64>,
}

/// A fault after the first one of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Later {
    /// The verdict that it would be, if it were the first.
    pub verdict: Kind,
    /// The fault.
    pub fault: Finding,
}

/// What a game exercises besides its actions.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exercised {
    /// The options in force.
    pub options: Map<String, Value>,
    /// The rules cited by recorded refusals, with the number of such lines.
    pub rules: BTreeMap<String, u64>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(n: &u64) -> bool {
    *n == 0
}

impl Kind {
    /// The verdict for a faulty line. For a refused line it is `Refused`: its other faults follow from that.
    pub fn of(fate: Fate) -> Option<Kind> {
        let kinds = [
            (fate.malformed, Kind::Malformed),
            (fate.refused, Kind::Refused),
            (fate.contradicted, Kind::Contradicted),
            (fate.redacted, Kind::Redacted),
        ];
        kinds.into_iter().find(|(is, _)| *is).map(|(_, kind)| kind)
    }
}

impl Finding {
    /// Roughly how much memory it takes, in bytes.
    fn weight(&self) -> usize {
        let names = self.rules.iter().chain(&self.claims).map(|name| size_of::<String>() + name.len());
        let said = self.message.len() + self.answer.as_ref().map_or(0, |answer| answer.0.len());
        size_of::<Finding>() + names.sum::<usize>() + said
    }
}

impl Verdict {
    /// A verdict without content yet.
    pub fn new(line: u64, byte: u64) -> Verdict {
        Verdict { line, byte, ..Verdict::default() }
    }

    /// A verdict on a file as a whole.
    pub fn of_file(kind: Kind, line: u64, byte: u64, message: impl Into<String>) -> Verdict {
        let fault = Finding { line, byte, message: message.into(), ..Finding::default() };
        Verdict { verdict: kind, fault: Some(fault), ..Verdict::new(1, 0) }
    }

    /// Adds a fault after the first one, or counts it if there is no more room.
    pub(super) fn add_later(&mut self, verdict: Kind, fault: Finding) {
        let room = LATER_MOST.saturating_sub(self.later.iter().map(|later| later.fault.weight()).sum());
        if !self.is_full() && fault.weight() <= room {
            self.later.push(Later { verdict, fault });
        } else {
            *self.later_left_out.entry(verdict).or_default() += 1;
        }
    }

    /// Whether later faults are only counted from now on.
    pub(super) fn is_full(&self) -> bool {
        !self.later_left_out.is_empty()
    }

    /// Every fault that is kept, with the verdict that it gives.
    pub fn faults(&self) -> impl Iterator<Item = (Kind, &Finding)> {
        let first = self.fault.iter().map(|fault| (self.verdict, fault));
        first.chain(self.later.iter().map(|later| (later.verdict, &later.fault)))
    }

    /// Roughly how much memory it takes, in bytes.
    pub fn weight(&self) -> usize {
        // Options and rules are few and short.
        let exercised = if self.exercised.is_some() { 2 << 10 } else { 0 };
        size_of::<Verdict>()
            + self.faults().map(|(_, fault)| fault.weight()).sum::<usize>()
            + exercised
            + size_of_val(&*self.traced)
    }

    /// Whether the verdict depends on reconstructed rules or data.
    pub fn is_disputed(&self) -> bool {
        self.fault.as_ref().is_some_and(|fault| fault.disputed)
    }
}
