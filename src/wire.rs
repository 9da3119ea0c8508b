//! The protocol: JSON lines, one object a line, the same grammar for what a program pipes in, what comes out, and what a
//! transcript holds. Whatever `referee` writes it reads back and verifies.
//!
//! UTF-8; `\n` ends a line (`\r\n` is tolerated, the last one may be missing), blank lines are ignored. A line over 1
//! MiB is malformed, and so are an action or a draw over 64 KiB and, nested over 64 deep, a claimed view, outcome or
//! details, what an earlier run found and an entry of `match`. Objects are objects, an absent field is absent and never
//! `null`, whole numbers have no point, and no key comes twice (see [`crate::strict`]).
//!
//! # Lines
//!
//! A stream holds one game after another. Each begins with a header; then every line has exactly one of these keys:
//!
//! | key | form |
//! |---|---|
//! | `referee` | the header, see [`Header`]: `{"referee":1,"game":"tectonic","seed":42}` |
//! | `action` | `{"player":0,"action":{"move":{"from":"c1","to":"c5"}}}`; `player` left out: the one to act |
//! | `pick` | `{"pick":3}`: what stands at this place, from 0, of the list of legal actions; the answer has the `action` |
//! | `chance` | `{"player":0,"chance":{"stele":"orange"}}`: a draw that was made elsewhere; whose draw it is need not be said |
//! | `query` | `{"query":"legal"}`, `"state"`, `{"view":1}`, `{"view":"public"}`, `"undo"`: answered at once |
//! | `forfeit` | `{"forfeit":{"player":1,"cause":"time_move","over_ms":51}}`: a ruling, see [`Forfeit`] |
//! | `abort` | `{"abort":{"cause":"max_turns"}}`: the game is called off, see [`Abort`] |
//! | `outcome` | `{"outcome":{"places":[1,2],"scores":[2,0],"reason":"trio"}}`: the end, with `details` where a game has more to tell |
//!
//! Lines with `malformed`, `truncated` or `withheld` are remarks of an earlier run: they are skipped and counted. On any
//! line `ask` and `legal_cut` are remarks to a bot that read it (see [`crate::judge::seats`]) and are passed over.
//!
//! # Answers
//!
//! There is exactly one line for every line of input (blank and skipped ones aside, those after `redacted`, and an
//! `outcome` that is right, since it has been written already, or of whose faults a player is not told), plus one for
//! every draw the referee makes, plus the outcome. An answer repeats the line and adds, in this order:
//!
//! * `n`: how many actions and draws have been accepted, this one included; a refused line has the number it would have had;
//! * `player`: on an action who acts; on a draw whose draw it is, who draws or for whom it is drawn (absent for draws of no
//!   player, such as what is laid out at set-up). All may know it, even of a draw that is hidden from them;
//! * `by`: `"referee"` on an action that the referee chose for a player who forfeited;
//! * `violations`: every rule the line broke, the table's own first; such a line changed nothing. See [`Violation`]. Of jumps
//!   that follow one another the first wrong one is judged, and none after it, since it is open where that leads;
//! * `contradicted`: every claim of the line that is false, as `{"claim":"legal_n","claimed":28,"actual":27}`;
//! * `line`: the number of the line, from 1, if fault is found with it (it was refused and does not say so, or says something
//!   false) and it stands in a file that the command line names. Read again it is passed over, since it is about that file;
//! * `next`: `{"player":0}`, `"chance"` or `"over"`;
//! * what `--emit` asks for, on the header and on every event after which a player is to act or the game is over:
//!   `state` (with `occurrence`, how often the position has occurred, in games that count), `view` with `viewer`, `legal`
//!   with `legal_n` and `exhaustive`, and `digest`, the SHA-256 (hexadecimal) of the bytes written as `state`. Several are
//!   separated by commas: `--emit view:1,legal`. `state` and `digest` do not go with the view of one viewer, and `none` stands
//!   alone. `view:actor` is the view of the player who is to act, at the end that of the public: with `view:actor,legal` a line
//!   has all that the next one needs. `emit` in a header takes the place of `--emit` for its game, unless `--emit` names a
//!   viewer;
//! * `ms` and `note`, repeated as they came;
//! * `cut`: the keys of what was left out, wholly or in part, because the line would have been too long to be read again.
//!   Of violations there is then still one for each rule that was broken. The position to start from is never cut: a header
//!   that leaves too little room for it is malformed, and so is one from which `state` was cut.
//!
//! `{"malformed":{"line":4,"column":31,"message":"…"},"next":{"player":1}}` answers a line that is not of the protocol; it
//! changed nothing either. `column` counts bytes from 1 and is left out where the fault is not one place; `next` is left
//! out where no game is on. A line that has the key `referee` and cannot be read as a header is malformed like any other:
//! the game that is on goes on. After a header that begins no game the first line is malformed, and those after it up to the
//! next header are left unanswered and counted. `{"truncated":{"line":9,"next":…}}`
//! ends a game whose stream ends, or whose next header comes, too early.
//!
//! # What is written for one player
//!
//! The lines are the referee's record and show everything that happened, except with `--emit view:N`: then they are fit
//! for player N; with `view:public` they are fit for everybody. With `view:actor` they are the referee's record: of a line
//! the player who is to act may be told `view`, `legal`, `legal_n` and `exhaustive`, and nothing else.
//!
//! * The header has no `seed`. In a game with secrets it has no `note` either, and a position to start from is written
//!   `"state":null`; `about` and `match` are the organiser's affair.
//! * Of an event that they may not see there is the kind alone: `{"player":1,"chance":{"seal_card":null}}`,
//!   `{"player":0,"action":{"arrange":null}}`. In a game with secrets notes are left out, except on their own actions.
//! * In a game with secrets, until it ends by its rules, `{"withheld":{"line":7},"next":{"player":0}}` answers a line whose
//!   answer they may not know: a line that was refused to somebody else, a line that is malformed and not surely an action of
//!   their own, a position to start from that is refused, the queries `state`, a view of somebody else, and `legal` where it
//!   depends on what others hide. The line has been judged all the same, and the exit code says how.
//! * There, too, they are told of false claims only in answers to their own actions, and only of those about what they know:
//!   whether a guess was right would tell them the rest. The exit code, and the line at which `--strict` stops, are for
//!   the person who runs the program.
//! * In every game `withheld` answers a header that is malformed, since the message may quote its seed, and a draw or an
//!   action that contradicts the seed.
//!
//! Such lines can be read again up to the first one that is hidden. It is answered by
//! `{"redacted":{"line":9,"next":"chance"}}` (a header by itself with the key `redacted`), and the rest of that game is
//! left unjudged, unanswered and counted. No fault is found in that, but the number of the line and whose draw it is
//! are verified; a hidden event, or the remark `redacted`, where nothing of the kind can be hidden is refused
//! (`table.hidden-impossible`).
//!
//! # Queries
//!
//! * `legal` adds `legal`, `legal_n` and `exhaustive`, or, when a draw is due, `draws` with a `weight` each. A list has at
//!   most 4096 actions; with `"exhaustive":false` there are more legal ones than the `legal_n` that are listed;
//! * `state` adds `state` with all that it remembers, and `occurrence` in games that count;
//! * `{"view":1}` adds `view` and `player`: what that player may know; `{"view":"public"}` adds `view` and
//!   `"viewer":"public"`: what everybody may know;
//! * `undo` takes back the last accepted line and everything the referee added after it, at most 256 lines; it adds
//!   `undone`, the number of steps (actions, draws, rulings) that were taken back; 0 when there was nothing. A line that
//!   says `undone` takes back exactly that many, or, if it cannot, is refused; the answer then says 0 where there was
//!   nothing, otherwise a number greater than that of all steps, which is refused again when it is read.
//!
//! An answer to `legal`, `state` or `view` that has lost its `query` is read as that query; one that has nothing but what it
//! `contradicted`, as a stated outcome is answered where there is none, as stating that there is none.
//!
//! # Claims
//!
//! Any line may carry what its answer would carry. These are claims: they are verified, except `ms`, `note` and `line`.
//! The rules alone decide: a legal action with a false claim is performed, and so is a possible draw that is said to be
//! somebody else's. Who acts is no claim: an action of somebody else is another action. A claimed refusal is confirmed
//! by the same set of rule ids, and then the line is no fault. A list in another order claims the same.

mod advice;
mod claims;
mod emit;
mod hidden;
mod line;
mod object;
mod plain;
mod viewer;
mod writer;

use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::game::{Game, Player, Provenance};
use crate::strict::{self, Malformed};
use crate::table::{Draws, Next};

pub use self::advice::{Kinds, advise, kind, kinds};
pub use self::claims::{CLAIMS, Claim, ClaimName, ClaimedViolation, Claims, Contradiction, Contradictions, Hearer};
pub use self::emit::Emit;
pub use self::hidden::{Hidden, is_of, kind_alone, write_kind};
pub use self::line::{Pick, is_header, is_remark};
pub use self::object::{Fields, Object, write_json};
pub use self::plain::Plain;
pub use self::viewer::Viewer;

/// The version of the protocol.
pub const VERSION: u64 = 1;
/// The longest line, in bytes.
pub const LINE_LIMIT: usize = 1 << 20;
/// The longest action or draw, in bytes as it is written.
pub const EVENT_LIMIT: usize = 64 << 10;

/// How deep a value of any form (a claimed view, outcome or details, what an earlier run found, an entry of `match`) may be
/// nested.
pub const DEPTH_LIMIT: usize = 64;

/// The first line of a game. Only `referee` and `game` are required.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the protocol: 1.
    pub referee: u64,
    /// The name of the game.
    pub game: String,
    /// How many play. Absent: the smallest number that can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u8")]
    pub players: Option<u8>,
    /// The seed of the draws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Seed")]
    pub seed: Option<Seed>,
    /// Who makes the draws. Absent: the referee if there is a seed, otherwise they are given. What the referee writes is
    /// always `recorded`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Draws")]
    pub draws: Option<Draws>,
    /// The rule options that differ from the default; the referee writes all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Map<String, Value>")]
    pub options: Option<Map<String, Value>>,
    /// The edition the game is played with. Absent: whatever is in force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "EditionMark")]
    pub edition: Option<EditionMark>,
    /// What accompanies the lines of this game, in place of what `--emit` says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Emit")]
    pub emit: Option<Emit>,
    /// The players' names, in turn order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    pub names: Option<Vec<String>>,
    /// Anything worth knowing: event, place, date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "BTreeMap<String, String>")]
    pub about: Option<BTreeMap<String, String>>,
    /// What a match between bots adds. Numbers in it are whole, so that they come back as they were written.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none", deserialize_with = "whole_numbers")]
    #[schemars(with = "Map<String, Value>")]
    pub match_: Option<Map<String, Value>>,
    /// The position to start from, as the game writes its states. Absent: the start of the game. `null`: a position that
    /// is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "any_value")]
    #[schemars(with = "Option<Map<String, Value>>")]
    pub state: Option<Value>,
    /// Claim: the faults of `state`.
    #[serde(default, skip_serializing)]
    #[schemars(with = "Vec<ClaimedViolation>")]
    pub violations: Option<Vec<ClaimedViolation>>,
    /// Claim of an earlier run; see the module.
    #[serde(default, skip_serializing)]
    #[schemars(with = "Contradictions")]
    pub contradicted: Option<Contradictions>,
    /// On which line of its file an earlier run found fault; skipped.
    #[serde(default, skip_serializing)]
    #[schemars(with = "u64")]
    pub line: Option<u64>,
    /// The remark of an earlier run that the position is hidden.
    #[serde(default, skip_serializing)]
    #[schemars(with = "Value")]
    pub redacted: Option<Value>,
    /// Claim: what the game waits for.
    #[serde(default, skip_serializing)]
    #[schemars(with = "Next")]
    pub next: Option<Next>,
    /// Claim: how often the position has occurred.
    #[serde(default, skip_serializing)]
    #[schemars(with = "u32")]
    pub occurrence: Option<u32>,
    /// Claim: the legal actions.
    #[serde(default, skip_serializing)]
    #[schemars(with = "Vec<Value>")]
    pub legal: Option<Value>,
    /// Claim: the number of legal actions.
    #[serde(default, skip_serializing)]
    #[schemars(with = "u64")]
    pub legal_n: Option<u64>,
    /// Claim: whether the list holds all legal actions.
    #[serde(default, skip_serializing)]
    #[schemars(with = "bool")]
    pub exhaustive: Option<bool>,
    /// Claim: a player's view.
    #[serde(default, skip_serializing, deserialize_with = "shallow_value")]
    #[schemars(with = "Value")]
    pub view: Option<Value>,
    /// Whose view it is.
    #[serde(default, skip_serializing)]
    #[schemars(with = "Viewer")]
    pub viewer: Option<Viewer>,
    /// A remark to a bot that read the line; skipped.
    #[serde(default, skip_serializing)]
    #[schemars(with = "Map<String, Value>")]
    pub ask: Option<Map<String, Value>>,
    /// A remark that the list was too long to be written; skipped.
    #[serde(default, skip_serializing)]
    #[schemars(with = "bool")]
    pub legal_cut: Option<bool>,
    /// Claim: the digest of the state.
    #[serde(default, skip_serializing)]
    #[schemars(with = "String")]
    pub digest: Option<String>,
    /// Milliseconds the line took; repeated, not verified.
    #[serde(default, skip_serializing)]
    #[schemars(with = "u64")]
    pub ms: Option<u64>,
    /// A remark; repeated, not verified.
    #[serde(default, skip_serializing)]
    #[schemars(with = "String")]
    pub note: Option<String>,
    /// What an earlier run left out of the line because it was too long; not verified.
    #[serde(default, skip_serializing)]
    #[schemars(with = "Vec<String>")]
    pub cut: Option<Vec<String>>,
}

impl Header {
    /// Reads a line that [`is_header`] takes for one. What cannot be read is malformed like any other line, and ends no game.
    pub fn read(line: &[u8]) -> Result<Header, Malformed> {
        strict::from_slice(line).map_err(|malformed| advice::with_example(line, malformed))
    }

    /// Whether it claims anything of the position that it leads to.
    #[must_use]
    pub fn claims_of_its_position(&self) -> bool {
        let Header { next, occurrence, legal, legal_n, exhaustive, view, digest, .. } = self;
        let listed = legal.is_some() || legal_n.is_some() || exhaustive.is_some();
        listed || next.is_some() || occurrence.is_some() || view.is_some() || digest.is_some()
    }
}

/// Reads a value that is not nested too deep.
fn shallow_value<'de, D: Deserializer<'de>, T: From<Value>>(deserializer: D) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    line::shallow([&value])?;
    Ok(value.into())
}

/// Reads an object, not nested too deep, in which every number is whole: others have several ways to be written.
fn whole_numbers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Map<String, Value>>, D::Error> {
    fn exact(value: &Value) -> bool {
        match value {
            Value::Number(number) => !number.is_f64(),
            Value::Array(items) => items.iter().all(exact),
            Value::Object(fields) => fields.values().all(exact),
            _ => true,
        }
    }
    let read = Map::deserialize(deserializer)?;
    line::shallow(read.values())?;
    if read.values().all(exact) {
        return Ok(Some(read));
    }
    Err(D::Error::custom("a number in `match` is whole and below 2^64; anything else is written as a text"))
}

/// Reads a value that may be `null`.
fn any_value<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// Which edition a game is played with.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EditionMark {
    /// The edition's own name.
    pub id: String,
    /// The SHA-256 of the edition file's bytes, in hexadecimal.
    pub sha256: String,
}

/// A seed: a number up to 2^53-1, a decimal string above; read either way.
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

/// A question to the referee.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Query {
    /// What may be done or drawn?
    Legal,
    /// What is the state, with all it remembers?
    State,
    /// What may this player, or the public, know?
    View(Viewer),
    /// Take back the last line.
    Undo,
}

/// A ruling that a player has lost. When all players but one have forfeited, the game ends and the last one wins; until
/// then the referee plays random legal actions for those who forfeited, and they are ranked below all others, the
/// earlier the lower.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Forfeit {
    /// Who forfeits.
    pub player: Player,
    /// Why.
    pub cause: ForfeitCause,
    /// By how many milliseconds a time limit was exceeded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "u64")]
    pub over_ms: Option<u64>,
}

/// Why a player forfeited.
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
}

/// A game called off through no player's fault: it ends without an outcome.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Abort {
    /// Why.
    pub cause: AbortCause,
}

/// Why a game was called off.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum AbortCause {
    MaxTurns,
    OrganiserAbort,
    RefereeFault,
}

/// Who acted, where it was not the player.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The referee, for a player who forfeited.
    Referee,
}

/// A broken rule as it is written.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Violation {
    /// The rule's id.
    pub rule: &'static str,
    /// The numbered rules and decisions it comes from.
    pub refs: &'static [&'static str],
    /// How well the rule is founded.
    pub source: Provenance,
    /// What the rule demands.
    pub statement: &'static str,
    /// What was wrong this time.
    pub message: String,
    /// The same as data.
    pub facts: Value,
    /// The weakest mark among the edition data it rests on. Absent: it rests on none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Provenance")]
    pub data: Option<Provenance>,
}

/// A possible draw and its weight.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeightedDraw<C> {
    /// What may be drawn.
    pub chance: C,
    /// In how many equally likely ways.
    pub weight: u32,
}

/// What a line is about.
#[derive(Clone, Debug)]
pub enum Body<A, C> {
    /// A player acts.
    Action(A),
    /// A player does what stands at this place of the legal list.
    Pick(Pick),
    /// Something was drawn.
    Chance(C),
    /// Somebody asks.
    Query(Query),
    /// A player loses by a ruling.
    Forfeit(Forfeit),
    /// The game is called off.
    Abort(Abort),
    /// The end is stated; `null`: that there is none.
    Outcome(Value),
    /// A remark of an earlier run.
    Remark,
    /// The remark that an earlier run could not go on.
    Redacted,
}

/// A line whose action or draw is hidden.
pub type HiddenLine<G> = Line<G, Hidden<G, false>, Hidden<G, true>>;

impl<G: Game, A, C> Line<G, A, C> {
    /// What the line is about, and the rest of it.
    pub fn apart(self) -> (Body<A, C>, Line<G>) {
        let Line { body, player, by, undone, claims, ms, note, ask } = self;
        (body, Line { body: Body::Remark, player, by, undone, claims, ms, note, ask })
    }
}

impl<A: Serialize, C: Serialize> Body<A, C> {
    /// How many bytes the action or the draw takes when it is written; 0 for other lines.
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
            Body::Pick(_) => "pick",
            Body::Chance(_) => "chance",
            Body::Query(_) => "query",
            Body::Forfeit(_) => "forfeit",
            Body::Abort(_) => "abort",
            Body::Outcome(_) => "outcome",
            Body::Remark => "malformed, truncated or withheld",
            Body::Redacted => "redacted",
        }
    }
}

/// A line of a game after its header; `A` and `C` are what its actions and draws are read as.
pub struct Line<G: Game, A = <G as Game>::Action, C = <G as Game>::Chance> {
    /// What the line is about.
    pub body: Body<A, C>,
    /// Who acts, or whose draw it is said to be (in an answer to a view query: whose view it is).
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
    /// In an answer of a bot the id of the question, a number; in a line that a bot read the question, an object.
    pub ask: Option<Value>,
}
