//! What happens in a running tournament, as lines of JSON for a command of the organiser (`--on-event`): for messages in
//! a chat, for uploads, or to stop.
//!
//! ```json
//! {"event":"begin","tournament":"…","played":12}
//! {"event":"round","number":2,"tables":[["a","b"]],"byes":["c"]}
//! {"event":"game_begun","game_id":"r2t1b1g1","bots":["a","b"]}
//! {"event":"game_ended","result":{"game_id":"r2t1b1g1",…}}
//! {"event":"fault","game_id":"r2t1b1g1","bot":"b","cause":"exit","why":"…"}
//! {"event":"withdrawn","bots":["b"]}
//! {"event":"end","complete":true,"games":24}
//! ```

use schemars::JsonSchema;
use serde::Serialize;

use super::record::{Cause, GameResult};
use super::schedule::GameId;
use crate::commitment::Bits128;

/// An event of a running tournament.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[schemars(rename = "Event")]
pub enum TournamentEvent {
    /// The tournament begins or goes on.
    Begin {
        /// Its name, as in its results.
        tournament: Bits128,
        /// How many games have been played before.
        played: usize,
    },
    /// A round begins.
    Round {
        /// Its number, from 1.
        number: u32,
        /// The names at each table.
        tables: Vec<Vec<String>>,
        /// Who sits out.
        byes: Vec<String>,
    },
    /// A game begins.
    GameBegun {
        /// The game.
        game_id: GameId,
        /// The bots in turn order.
        bots: Vec<String>,
    },
    /// A game has ended; its result is in the journal.
    GameEnded {
        /// The result.
        result: Box<GameResult>,
    },
    /// A bot has lost a game by its own fault.
    Fault {
        /// The game.
        game_id: GameId,
        /// The bot.
        bot: String,
        /// The cause.
        cause: Cause,
        /// The fault in words, which may quote the bot.
        why: String,
    },
    /// Bots have left because of their faults.
    Withdrawn {
        /// Their names.
        bots: Vec<String>,
    },
    /// This run of the tournament ends.
    End {
        /// Whether everything has been played.
        complete: bool,
        /// How many games have been played in all.
        games: usize,
    },
}

impl TournamentEvent {
    /// The events of a game's end: the end itself, and each bot's fault.
    pub fn of_result(result: &GameResult) -> Vec<TournamentEvent> {
        let fault = |(seat, cause): (usize, &Cause)| TournamentEvent::Fault {
            game_id: result.game_id,
            bot: result.bots[seat].clone(),
            cause: *cause,
            why: result.why.get(seat).cloned().unwrap_or_default(),
        };
        let faults = result.causes.iter().enumerate().filter(|(_, cause)| cause.is_fault()).map(fault);
        std::iter::once(TournamentEvent::GameEnded { result: result.clone().into() }).chain(faults).collect()
    }
}
