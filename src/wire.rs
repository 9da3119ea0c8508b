//! The protocol: JSON lines, one object per line. Input, output and transcripts share one grammar: `referee` can read
//! back and verify everything that it writes.
//!
//! The encoding is UTF-8. `\n` ends a line; `\r\n` is accepted, and the last line end may be missing. Blank lines are
//! ignored. A line over 1 MiB is malformed, and so is an action or a draw over 64 KiB. A claimed view, outcome or
//! details, a finding of an earlier run and an entry of `match` may be nested at most 64 deep. JSON is read
//! strictly (see [`crate::strict`]): an absent field is left out and never `null`, an integer has no decimal point, and no
//! key occurs twice.
//!
//! # Lines
//!
//! A stream holds one game after another (or many at a time, see below). Each begins with a header; then every line has exactly one of these keys:
//!
//! | key | form |
//! |---|---|
//! | `referee` | the header, see [`Header`]: `{"referee":1,"game":"tectonic","seed":42}` |
//! | `action` | `{"player":0,"action":{"move":{"from":"c1","to":"c5"}}}`; without `player`: the player to act |
//! | `pick` | `{"pick":3}`: the action at this place of the legal list, counted from 0; the answer has the `action` |
//! | `id` | `{"id":123}`: the action with this number, legal or not; the answer has the `action`. See "Actions as numbers" |
//! | `chance` | `{"player":0,"chance":{"stele":"orange"}}`: a draw that was made elsewhere; `player`, whose draw it is, may be left out |
//! | `query` | `{"query":"legal"}`, `"legal_ids"`, `"state"`, `"header"`, `{"view":1}`, `{"picture":"text","for":1}`, `"undo"`: answered at once |
//! | `forfeit` | `{"forfeit":{"player":1,"cause":"time_move","over_ms":51}}`: a ruling, see [`Forfeit`] |
//! | `abort` | `{"abort":{"cause":"max_turns"}}`: the game is called off, see [`Abort`] |
//! | `attempt` | `{"attempt":{"player":1,"fault":"unreadable","said":"thinking..."}}`: an answer that was not accepted, see [`Attempt`] |
//! | `outcome` | `{"outcome":{"places":[1,2],"scores":[2,0],"reason":"trio"}}`: the end, with `details` in games that have more to tell |
//!
//! Lines with `malformed`, `truncated` or `withheld` are remarks of an earlier run: they are skipped and counted. The
//! keys `ask` and `legal_cut` address a bot (see [`crate::judge::seats`]); on any line they are ignored. An
//! `attempt` changes nothing and is repeated.
//!
//! # Answers
//!
//! Every line of input gets exactly one answer. Only three kinds of line get none, which a program never needs to send:
//! blank lines, skipped lines, and an `outcome` that is right (it has been written already) or whose faults the viewer may
//! not know. What the referee does by itself is written, too: before the answer, the header of a game that the command line
//! begins with its first line, and `truncated`; behind it, every draw that the referee makes, every action that it chooses,
//! and the outcome. A program that needs a line before it knows anything sends `{"query":"header"}`. An answer repeats the line
//! and adds, in this order:
//!
//! * `table`: the name of the table, if the line names one;
//! * `n`: the number of accepted actions and draws, this one included; a refused line has the number that it would have
//!   had;
//! * `player`: on an action, the player who acts; on a draw, the player who draws or for whom it is drawn (absent if
//!   the draw is no player's, such as the set-up). It is public even when the draw itself is hidden;
//! * `by`: `"referee"` on an action that the referee chose for a player who forfeited;
//! * `violations`: every rule that the line broke, the table's own rules first; such a line changed nothing. See
//!   [`Violation`]. A chain of jumps is judged up to its first faulty jump, since no later position is defined;
//! * `contradicted`: every false claim of the line, as `{"claim":"legal_n","claimed":28,"actual":27}`;
//! * `line`: the number of the line, from 1, if it is at fault (it was refused without saying so, or claims something
//!   false) and stands in a file named on the command line. When the answer is read again, `line` is ignored, since it
//!   refers to that file;
//! * `next`: `{"player":0}`, `"chance"` or `"over"`, or `"header"` if no game is on, so that only a header can be judged;
//! * what `--emit` requests, on the header and on every event after which a player must act or the game is over:
//!   `state` (with `occurrence`, how often the position has occurred, in games that count), `view` with `viewer`,
//!   `legal` with `legal_n` and `exhaustive`, `legal_ids`, the numbers of the legal actions, also with `legal_n` and
//!   `exhaustive`, and `digest`, the SHA-256 (hexadecimal) of the bytes written as `state`.
//!   Commas separate several: `--emit view:1,legal`. `state` and `digest` cannot be combined with the view of one
//!   viewer, nor `none` with anything. `view:actor` is the view of the player who must act, or at the end that of the
//!   public; `view:actor,legal` puts everything on a line that the next action needs. `emit` in a header replaces
//!   `--emit` for its game, unless `--emit` names a viewer;
//! * `ms`, `note` (a remark) and `eval` (a number, the sender's evaluation), repeated unchanged;
//! * `cut`: the keys of fields that were left out, wholly or in part, because the line would have been too long to read
//!   back. Violations keep at least one entry for each broken rule. The position to start from is never cut: a header
//!   that leaves too little room for it is malformed, and so is a header from which `state` was cut.
//!
//! `{"malformed":{"line":4,"column":31,"message":"…"},"next":{"player":1}}` answers a line that does not follow the
//! protocol; such a line changes nothing either. `column` counts bytes from 1 and is left out if the fault has no
//! single place. The `note` of the line follows, if it can be read.
//!
//! A line with the key `referee` is a header, and ends the game before it, whether it begins another or not: one that
//! cannot be read, or that contradicts the command line, is malformed, and one whose position has faults is refused. Then the
//! answer has `"next":"header"`, and so has the answer to every line up to the next header, which is malformed.
//! `{"truncated":{"line":9,"next":…}}` ends a game that is not over when the stream ends or the next header comes.
//!
//! # Going on with a saved game
//!
//! What was written for the organiser can be resumed. A header with `"resume":57` says that the next 57 lines are the record of
//! this game so far: in them draws, and actions for players who forfeited, are given, and are verified against the seed. After
//! them the referee makes the draws, if there is a seed, and everything is as if the game had not been interrupted, also
//! what undo takes back. The answer to the header has no `resume`, so that what is written can be resumed again.
//! `referee play --resume FILE` reads a file in this way, whatever its headers say, and then goes on.
//!
//! # Actions as numbers
//!
//! `referee actions GAME` lists all actions of a game with few enough of them. The place of an action in this list, counted
//! from 0, is its number; it stays the same for an edition and its options. `legal_ids` has the numbers of the legal actions
//! in the order of `legal`, and `{"id":123}` performs an action or is refused as the action itself would be. A number that
//! is not in the list is refused (`table.no-such-id`), and so are every number and the query `legal_ids` in a game without
//! a list (`table.no-numbers`), where `--emit legal_ids` cannot begin. Where that is requested, the header has `action_space`: `n`, the length of the list, and
//! `sha256`, its digest, as `referee actions` writes them.
//!
//! # Many tables
//!
//! `referee play` can judge many tables on one stream. A line with `"table":"a7"` (a text of 1 to 64 characters) belongs to
//! the table of that name, and every answer to it begins with the same key. A header opens a table. At most 256 tables can
//! have a name at a time; one more is refused (`table.too-many-tables`). `{"table":"a7","close":true}` ends a table, as the
//! end of a stream does, and frees it; the line is repeated as the table's last answer.
//!
//! Each table is a stream of its own: apart from `table`, its answers are the same as if its lines came alone. Its lines and
//! columns are counted that way, too. Lines without `table`, and lines whose `table` is not such a text, belong to the one
//! table that has no name. In a line that is too long, the name must stand within the first 1024 bytes. A line for a table
//! that is not open is answered like a line before any header. At the end of the stream all tables end.
//!
//! # What is written for one player
//!
//! By default the lines are the referee's record and show everything that happened. With `--emit view:N` they show only
//! what player N may know, with `view:public` only what everybody may know. With `view:actor` they are still the
//! referee's record: the player who must act may be told only `view`, `legal`, `legal_n` and `exhaustive` of a line.
//!
//! * The header has no `seed`. In a game with secrets it has no `note` either, and a position to start from is written
//!   `"state":null`. `about` and `match` are repeated: the organiser decides what stands in them.
//! * An event that the viewer may not see shows only its kind: `{"player":1,"chance":{"seal_card":null}}`,
//!   `{"player":0,"action":{"arrange":null}}`. Notes (`note` and `eval`) on actions are left out except on the viewer's own, in
//!   every game; in a game with secrets, so are all other notes.
//! * In a game with secrets, until it ends by its rules, `{"withheld":{"line":7},"next":{"player":0}}` answers a line
//!   whose answer the viewer may not know: another player's refused line, a malformed line that is not certainly the
//!   viewer's own action, a refused position to start from, the query `state`, a view of another player, and `legal` if
//!   it depends on what others hide. The line was judged all the same, and the exit code reflects the result.
//! * In such a game the viewer learns of false claims only in answers to their own actions, and only if the claim is
//!   about something that they know: otherwise they could find out secrets by guessing. The exit code, and the line at
//!   which `--strict` stops, are for the person who runs the program.
//! * In every game `withheld` answers another player's `attempt`, a malformed header, since the message may quote its
//!   seed, and a draw or an action that contradicts the seed.
//!
//! Such a stream can be read back up to its first hidden event. The answer to that event is
//! `{"redacted":{"line":9,"next":"chance"}}` (a hidden header is repeated with the key `redacted`); the remaining lines
//! of that game are not judged, and each is answered `{"redacted":{"line":10}}`. This is no fault, but the event's number and whose draw it
//! is are still verified. A hidden event, or the remark `redacted`, is refused if no such event can be hidden now
//! (`table.hidden-impossible`).
//!
//! # Queries
//!
//! * `legal` adds `legal`, `legal_n` and `exhaustive`, or, when a draw is due, `draws` with a `weight` each. A list has
//!   at most 4096 actions; `"exhaustive":false` means that more actions are legal than the `legal_n` listed;
//! * `legal_ids` adds `legal_ids` instead of `legal`;
//! * `state` adds `state` with its memory of earlier positions, and `occurrence` in games that count;
//! * `header` adds `header`, the game that is on as its header says it, without a position to start from;
//! * `{"picture":"text","for":1}` adds `picture`, the position as that player sees it; `"picture":"svg"` draws an image, and
//!   without `for` it is for the public. The answer is for people: it shows nothing of the last line, and may look different in
//!   another version;
//! * `{"view":1}` adds `view`, what that player may know, and `player`; `{"view":"public"}` adds `view`, what everybody
//!   may know, and `"viewer":"public"`;
//! * `undo` takes back the last accepted line and everything the referee added after it; the last 256 lines can be
//!   taken back. It adds `undone`, the number of steps (actions, draws, rulings) taken back. A line with `undone` takes
//!   back exactly that many steps, or is refused. `undone` in the answer to a refused undo is 0 if there was nothing to
//!   take back, otherwise a number greater than that of all steps, so that it is refused again when it is read back.
//!
//! An answer to `legal`, `legal_ids`, `state` or `view` without its `query` is read as that query. A line with only `contradicted`
//! is the answer to an outcome stated too early; it is read as the statement that there is no outcome.
//!
//! # Claims
//!
//! Any line may carry the fields of its answer. These are claims: they are verified, except `ms`, `note`, `eval` and `line`. A
//! false claim does not stop a line: a legal action is still performed, and so is a possible draw with the wrong
//! `player`. On an action `player` is no claim: an action of another player is another action. A claimed refusal is
//! confirmed if the set of rule ids is the same; then the line is no fault. The order of a claimed list does not
//! matter.

mod advice;
mod attempt;
mod awaited;
mod claims;
mod depth;
mod emit;
pub mod fast;
mod header;
mod hidden;
mod line;
mod named;
mod object;
mod query;
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
pub use self::depth::DEPTH_LIMIT;
pub use self::emit::Emit;
pub use self::header::{ActionSpaceMark, EditionMark, Header};
pub use self::hidden::{Hidden, is_of, kind_alone, kind_of, write_kind};
pub use self::line::{Pick, Whole, is_header, is_remark, is_skipped, note_of, says_withheld};
pub use self::named::{Close, TABLE_LIMIT, begins_with_table, names_table, take_table};
pub use self::object::{ANSWER_ROOM, Fields, Object, write_json};
pub use self::query::{Form, Picture, Query};
pub use self::viewer::Viewer;

/// The version of the protocol.
pub const VERSION: u64 = 1;
/// The longest line, in bytes.
pub const LINE_LIMIT: usize = 1 << 20;
/// The longest action or draw, in bytes as it is written.
pub const EVENT_LIMIT: usize = 64 << 10;

/// A seed: written as a number up to 2^53-1 and as a decimal string above; small seeds are read in both forms.
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
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Forfeit {
    /// Who forfeits.
    pub player: Player,
    /// Why.
    pub cause: ForfeitCause,
    /// By how many milliseconds the player exceeded a time limit.
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
    Resignation,
}

/// A game called off through no player's fault. It ends without an outcome, unless the organiser decides it.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Abort {
    /// Why.
    pub cause: AbortCause,
    /// How it is decided; the referee then writes the outcome. Absent: it is not, and has no outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Adjudication")]
    pub adjudicate: Option<Adjudication>,
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

/// Who acted in the player's place.
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
    #[schemars(with = "Provenance")]
    pub data: Option<Provenance>,
}

/// A possible draw and its weight.
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WeightedDraw<C> {
    /// What may be drawn.
    pub chance: C,
    /// In how many equally likely ways it can be drawn.
    pub weight: u32,
}

/// What a line is about.
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
