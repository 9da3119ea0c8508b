//! The protocol: JSON lines, one object per line. Input, output and transcripts share one grammar: `referee` can read
//! back and verify everything that it writes. `src/wire/protocol.md` specifies it, and `referee protocol` prints that; here are the
//! types that read and write the lines.

mod advice;
mod attempt;
mod awaited;
mod claims;
mod depth;
mod emit;
#[doc(hidden)]
pub mod fast;
mod header;
mod hidden;
mod line;
mod named;
mod object;
mod query;
mod remark;
mod viewer;

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Number, Value};

use crate::game::{Game, Player, Provenance};
use crate::table::Adjudication;

pub use self::advice::{Kinds, advise, kind, kinds};
pub use self::attempt::{Attempt, AttemptFault};
pub use self::awaited::Awaited;
pub use self::claims::{CLAIMS, Claim, ClaimName, ClaimedViolation, Claims, Contradiction, Contradictions, Hearer};
pub use self::depth::{DEPTH_LIMIT, Shallow};
pub use self::emit::Emit;
pub use self::header::{ActionSpaceMark, EditionMark, Header};
pub use self::hidden::{Hidden, is_of, kind_alone, kind_of, write_kind};
pub use self::line::{Pick, Whole, begins_game, is_header, is_no_line, is_skipped, note_of, says_withheld};
pub use self::named::{Close, TABLE_LIMIT, begins_with_table, names_table, take_table};
pub use self::object::{ANSWER_ROOM, Fields, Object, write_json};
pub use self::query::{Form, Picture, Query};
pub use self::remark::{MalformedRemark, Remark};
pub use self::viewer::Viewer;

/// The version of the protocol.
#[doc(hidden)]
pub const VERSION: u64 = 1;
/// The longest line, in bytes.
#[doc(hidden)]
pub const LINE_LIMIT: usize = 1 << 20;
/// How much is known of a line that is longer, in bytes: enough to say whose it is.
#[doc(hidden)]
pub const BEGINNING: usize = 1 << 10;
/// The longest action or draw, in bytes as it is written.
#[doc(hidden)]
pub const EVENT_LIMIT: usize = 64 << 10;

/// A seed: written as a number up to 2^53-1 and as a decimal string above; small seeds are read in both forms.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct Seed(pub u64);

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 < 1 << 53 { serializer.serialize_u64(self.0) } else { serializer.collect_str(&self.0) }
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        struct NumberOrText;
        impl Visitor<'_> for NumberOrText {
            type Value = Seed;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a seed: a whole number up to 2^53-1, or up to 2^64-1 as a decimal string")
            }
            fn visit_u64<E: Error>(self, seed: u64) -> Result<Seed, E> {
                if seed < 1 << 53 {
                    Ok(Seed(seed))
                } else {
                    Err(E::custom(format_args!("a seed above 2^53-1 is written as a string: \"{seed}\"")))
                }
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Seed, E> {
                let seed = Some(text).filter(|text| text.bytes().all(|digit| digit.is_ascii_digit()));
                seed.and_then(|text| text.parse().ok())
                    .map(Seed)
                    .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_any(NumberOrText)
    }
}

impl JsonSchema for Seed {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Seed".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "description": "A number up to 2^53-1, or a decimal string up to 2^64-1.",
            "anyOf": [
                {"type": "integer", "minimum": 0, "maximum": 9_007_199_254_740_991_u64},
                {"type": "string", "pattern": "^[0-9]{1,20}$"},
            ],
        })
    }
}

/// A ruling that a player has lost. When all players but one have forfeited, the game ends and the remaining player
/// wins. Until then the referee plays random legal actions for those who forfeited; they rank below all others, and the
/// first to forfeit ranks last.
///
/// ```
/// use referee::game::Player;
/// use referee::judge::Emit;
/// use referee::judge::answer::About;
/// use referee::stream::{Asked, Stream};
///
/// let asked = Asked { game: Some("tectonic".into()), ..Asked::default() };
/// let mut losers = Vec::new();
/// let line = br#"{"forfeit":{"player":1,"cause":"resignation"}}"#;
/// Stream::new(asked, Emit::NONE).put(Some(line), &mut |answer| {
///     if let Some(About::Forfeit(forfeit)) = answer.told(None).map(|told| told.about()) {
///         losers.push(forfeit.player);
///     }
/// })?;
/// assert_eq!(losers, [Player(1)]);
/// # Ok::<(), referee::stream::Usage>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Forfeit {
    /// Who forfeits.
    pub player: Player,
    /// Why.
    pub cause: ForfeitCause,
    /// By how many milliseconds the player exceeded a time limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_ms: Option<u64>,
}

/// Why a player forfeited.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum ForfeitCause {
    IllegalAction,
    TimeMove,
    TimeBank,
    StartTimeout,
    Exit,
    Signal,
    BadJson,
    BadMessage,
    LineTooLong,
    OutputLimit,
    MemoryLimit,
    CpuLimit,
    Resignation,
}

/// A game called off through no player's fault. It ends without an outcome, unless the organiser decides it.
///
/// ```
/// use referee::judge::Emit;
/// use referee::stream::{Asked, Stream};
/// use referee::table::Next;
/// use referee::wire::Abort;
///
/// let asked = Asked { game: Some("tectonic".into()), ..Asked::default() };
/// let abort: Abort = serde_json::from_str(r#"{"cause":"referee_fault"}"#).expect("it is one");
/// let line = serde_json::json!({"abort": abort}).to_string();
/// let mut stream = Stream::new(asked, Emit::NONE);
/// stream.line(Some(line.as_bytes()), &mut Vec::new())?;
/// // The game is over, and nobody has won.
/// let game = stream.look().expect("it was on");
/// assert_eq!((game.next(), game.outcome()), (Next::Over, None));
/// # Ok::<(), referee::stream::Usage>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Abort {
    /// Why.
    pub cause: AbortCause,
    /// How it is decided; the referee then writes the outcome. Absent: it is not, and has no outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<Adjudication>,
}

/// Why a game was called off.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum AbortCause {
    MaxTurns,
    OrganiserAbort,
    RefereeFault,
}

/// Who acted in the player's place.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The referee, for a player who forfeited.
    Referee,
}

/// A broken rule as it is written.
///
/// ```
/// use referee::game::Provenance;
/// use referee::{AnySession, Setup};
///
/// let mut session = AnySession::open("tectonic", &Setup::new())?;
/// let far = serde_json::json!({"move": {"from": "c1", "to": "c10"}});
/// let refused = session.play(&far).unwrap_err();
/// let violation = &refused.violations()[0];
/// assert_eq!((violation.rule, violation.source), ("tectonic.mount-range", Provenance::Printed));
/// // What was wrong here, for programs.
/// assert_eq!(violation.facts["distance"], 9);
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Violation {
    /// The rule's id.
    pub rule: &'static str,
    /// The numbered rules and decisions it is based on.
    pub refs: &'static [&'static str],
    /// How well the sources support the rule.
    pub source: Provenance,
    /// What the rule demands.
    pub statement: &'static str,
    /// What was wrong in this case.
    pub message: String,
    /// The same as data.
    pub facts: Value,
    /// The weakest mark among the edition data that it depends on. Absent: it depends on none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Provenance>,
}

/// A possible draw and its weight.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeightedDraw<C> {
    /// What may be drawn.
    pub chance: C,
    /// In how many equally likely ways it can be drawn.
    pub weight: u32,
}

/// What a line is about.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub enum Body<A, C> {
    /// A player acts.
    Action(A),
    /// A player performs the action that this number names.
    Pick(Pick),
    /// Something was drawn.
    Chance(C),
    /// A question to the referee.
    Query(Query),
    /// A player loses by a ruling.
    Forfeit(Forfeit),
    /// The game is called off.
    Abort(Abort),
    /// What a bot said in vain.
    Attempt(Attempt),
    /// A statement of the outcome; `null`: that there is none.
    Outcome(Value),
    /// A remark of an earlier run.
    Remark,
    /// The remark that an earlier run could not continue.
    Redacted,
}

/// A line whose action or draw is hidden.
#[doc(hidden)]
pub type HiddenLine<G> = Line<G, Hidden<G, false>, Hidden<G, true>>;

impl<G: Game, A, C> Line<G, A, C> {
    /// What the line is about, and the rest of it.
    pub fn apart(self) -> (Body<A, C>, Line<G>) {
        let Line { body, player, by, undone, claims, ms, note, eval, ask } = self;
        (body, Line { body: Body::Remark, player, by, undone, claims, ms, note, eval, ask })
    }
}

impl<A: Serialize, C: Serialize> Body<A, C> {
    /// The written length of the action or the draw, in bytes; 0 for other lines.
    pub fn event_length(&self) -> usize {
        let mut bytes = Vec::new();
        match self {
            Body::Action(action) => write_json(&mut bytes, action),
            Body::Chance(chance) => write_json(&mut bytes, chance),
            _ => {}
        }
        bytes.len()
    }
}

impl<A, C> Body<A, C> {
    fn key(&self) -> &'static str {
        match self {
            Body::Action(_) => "action",
            Body::Pick(pick) => pick.key(),
            Body::Chance(_) => "chance",
            Body::Query(_) => "query",
            Body::Forfeit(_) => "forfeit",
            Body::Abort(_) => "abort",
            Body::Attempt(_) => "attempt",
            Body::Outcome(_) => "outcome",
            Body::Remark => "malformed, truncated or withheld",
            Body::Redacted => "redacted",
        }
    }
}

/// A line of a game after its header; `A` and `C` are the types of its actions and draws.
#[doc(hidden)]
pub struct Line<G: Game, A = <G as Game>::Action, C = <G as Game>::Chance> {
    /// What the line is about.
    pub body: Body<A, C>,
    /// Who acts, or whose draw the line says it is (in an answer to a view query: whose view it is).
    pub player: Option<Player>,
    /// Who acts in the player's place.
    pub by: Option<By>,
    /// How many steps an undo takes back.
    pub undone: Option<usize>,
    /// What the line claims.
    pub claims: Claims<G>,
    /// Milliseconds; repeated.
    pub ms: Option<u64>,
    /// A remark; repeated.
    pub note: Option<String>,
    /// What the sender thinks of the position; repeated.
    pub eval: Option<Number>,
    /// In a bot's answer: the id of the question, a number. In a line sent to a bot: the question, an object.
    pub ask: Option<Value>,
}
