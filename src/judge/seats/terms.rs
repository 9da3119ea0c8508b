//! What `match` in a header says: the terms of a game between bots.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::Lists;
use crate::game::or_null;
use crate::table::Adjudication;

/// What a match between bots adds to a header. Other programs may add more.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Match")]
pub struct Terms {
    /// The id of the game, which also names its transcript.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_id: Option<String>,
    /// The digest of the seed and the nonce.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
    /// The number of the position that the game starts from, in the file of positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<usize>,
    /// Only in the record: the nonce, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// Only in the record: what confined every bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    pub held: Option<Value>,
    /// Only in the record: for each seat, the files of its bot with their SHA-256.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<BTreeMap<String, String>>")]
    pub files: Option<Vec<Map<String, Value>>>,
    /// What the seats are called instead of their names.
    #[serde(skip)]
    pub names: Option<Vec<String>>,
    /// How long bots may think; `null`: as long as they like.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "or_null::schema::<ClockTerms>")]
    pub clock: Option<Option<ClockTerms>>,
    /// The limits that hold for all seats.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<LimitTerms>,
    /// For each seat, the limits that may differ. Absent: they do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_seat: Option<Vec<SeatTerms>>,
    /// How a game of `max_turns` is decided. Absent: it is called off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<Adjudication>,
    /// Whether bots may resign. Absent: they may not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<bool>,
    /// What an illegal action costs: `forfeit`, `random`, or `retry:` and how many are forgiven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_illegal: Option<String>,
    /// What an unreadable answer costs. Absent: what an illegal action costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_unreadable: Option<String>,
    /// How much bots are told of what is legal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lists: Option<Lists>,
    /// Whether questions are put in words as well. Absent: they are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask_text: Option<bool>,
    /// Who plays at the other seats, where `referee sit` chose them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots: Option<Vec<String>>,
    /// Only for a bot: its own seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
}

/// A clock.
#[derive(Copy, Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ClockTerms")]
pub struct ClockTerms {
    /// The time for the whole game, in milliseconds; `null`: only single moves are limited.
    #[schemars(schema_with = "or_null::schema::<u64>")]
    pub bank_ms: Option<u64>,
    /// The time added to the bank after every move, in milliseconds.
    pub inc_ms: u64,
    /// The time for one move, in milliseconds; `null`: only the bank limits it.
    #[schemars(schema_with = "or_null::schema::<u64>")]
    pub move_ms: Option<u64>,
}

/// The limits that hold for all seats.
#[derive(Copy, Clone, Debug, Serialize, JsonSchema)]
pub struct LimitTerms {
    /// How long a new process may take to write its first line, in milliseconds; it has no meaning without a clock.
    pub start_ms: u64,
    /// The allowance added to every time limit, in milliseconds.
    pub margin_ms: u64,
    /// The most memory that a bot may use, in bytes.
    pub memory: u64,
    /// The most processor time that a bot may use in a game while it is not its turn, in milliseconds.
    pub idle_cpu_ms: u64,
    /// Whether bots may run while it is not their turn.
    pub pondering: bool,
    /// The number of actions and draws after which the game is called off; 0: never.
    pub max_turns: u64,
}

/// The limits of one seat.
#[derive(Copy, Clone, Debug, Serialize, JsonSchema)]
pub struct SeatTerms {
    /// How long it may think; `null`: as long as it likes.
    #[schemars(schema_with = "or_null::schema::<ClockTerms>")]
    pub clock: Option<ClockTerms>,
    /// The most memory that it may use, in bytes.
    pub memory: u64,
    /// Whether it may run while it is not its turn.
    pub pondering: bool,
}

impl Terms {
    /// As they stand in a header. `names` replace those of the seats for everybody but the record.
    pub fn told(&self) -> Map<String, Value> {
        let mut told = match serde_json::to_value(self) {
            Ok(Value::Object(told)) => told,
            _ => Map::new(),
        };
        if let Some(names) = &self.names {
            told.insert("names".to_owned(), names.clone().into());
        }
        told
    }
}
