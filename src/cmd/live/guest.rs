//! People who play in a browser. Each has a link with a token that cannot be guessed; a person who has it sees what that player
//! may see, and answers for them. Their answers are judged like those of a bot.

use std::fmt;
use std::sync::{Arc, Mutex};

use anyhow::Result;
use referee::game::Player;
use serde_json::{Value, json};

use super::http::Status;
use super::table::{Table, locked};
use crate::cmd::secret;

/// A person, for all games of a match.
pub(crate) struct Guest {
    token: String,
    now: Mutex<Now>,
}

/// Where a person sits, and what they are asked.
#[derive(Default)]
struct Now {
    table: Option<(Arc<Table>, Player)>,
    asked: Option<Question>,
    answer: Option<Vec<u8>>,
}

/// An open question.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) id: u64,
    /// How much of the record came before it, in bytes.
    pub(super) after: usize,
    /// What was wrong with the last answer, if it could not be understood.
    pub(super) why: String,
}

impl fmt::Debug for Guest {
    /// Keeps the token secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Guest")
    }
}

const NOT_OPEN: Status = Status(409, "This question is no longer open.");
const NO_ANSWER: Status = Status(400, "This is no answer.");

impl Guest {
    /// A person who has not sat down yet.
    pub(crate) fn new() -> Result<Guest> {
        Ok(Guest { token: secret()?.into(), now: Mutex::default() })
    }

    /// Their page, below the link to the list of games.
    pub(crate) fn path(&self) -> String {
        format!("seats/{}", self.token)
    }

    /// Whether somebody holds their token. It takes as long for any wrong token.
    pub(super) fn is_named(&self, token: &str) -> bool {
        let differ = self.token.bytes().zip(token.bytes()).fold(0, |differ, (one, other)| differ | (one ^ other));
        token.len() == self.token.len() && differ == 0
    }

    /// The game that they play, and their seat.
    pub(super) fn table(&self) -> Option<(Arc<Table>, Player)> {
        locked(&self.now).table.clone()
    }

    /// What they are asked at a table.
    pub(super) fn asked(&self, table: &Arc<Table>) -> Option<Question> {
        let now = locked(&self.now);
        let here = now.table.as_ref().is_some_and(|(own, _)| Arc::ptr_eq(own, table));
        now.asked.clone().filter(|_| here && now.answer.is_none())
    }

    /// Sits down at a table.
    pub(super) fn sit(&self, table: &Arc<Table>, player: Player) {
        *locked(&self.now) = Now { table: Some((Arc::clone(table), player)), ..Now::default() };
    }

    /// Asks, or takes the question back.
    pub(super) fn ask(&self, question: Option<Question>) {
        let mut now = locked(&self.now);
        (now.asked, now.answer) = (question, None);
    }

    /// The answer, if it has come; then nothing is asked any more.
    pub(super) fn answered(&self) -> Option<Vec<u8>> {
        let mut now = locked(&self.now);
        let answer = now.answer.take()?;
        now.asked = None;
        Some(answer)
    }

    /// Takes an answer to the open question of a game.
    pub(super) fn take(&self, game: &str, answer: &[u8]) -> Result<(), Status> {
        let read: Value = serde_json::from_slice(answer).map_err(|_| NO_ANSWER)?;
        let mut now = locked(&self.now);
        let here = now.table.as_ref().is_some_and(|(table, _)| table.id == game);
        let open = now.asked.as_ref().is_some_and(|asked| read["ask"].as_u64() == Some(asked.id));
        if !here || !open || now.answer.is_some() {
            return Err(NOT_OPEN);
        }
        now.answer = Some(answer.to_vec());
        Ok(())
    }
}

impl Question {
    /// As it is sent to the page of a player.
    pub(super) fn told(&self, guest: &Guest, table: &Table) -> Value {
        json!({"id": self.id, "to": format!("/{}/answer/{}", guest.path(), table.id), "why": self.why})
    }
}
