//! A person at a seat: what they are told and what they answer, as values. Bots get the same as lines.

use super::super::answer::{About, Told};
use crate::game::Player;
use crate::game::picture::Picture;
use crate::wire::{Abort, Forfeit, Viewer, Violation};

/// What a person is told besides the events of the game, which are told in words.
#[derive(Clone, Debug)]
pub enum News {
    /// A game begins.
    Begun {
        /// The number of players.
        players: u8,
        /// Their names, or what the seat is told instead; empty if there are none.
        names: Vec<String>,
        /// The person's seat.
        seat: Player,
    },
    /// A player loses by a ruling.
    Forfeit(Forfeit),
    /// The game is called off.
    Abort(Abort),
    /// The person's answer breaks these rules.
    Refused(Vec<Violation>),
    /// Their answer is none; why.
    Malformed(String),
}

impl News {
    /// What is new to a viewer, who was told this.
    pub(super) fn of(told: &Told<'_, '_>, viewer: Option<Viewer>) -> Option<News> {
        match told.about() {
            About::Header(said) => {
                let (header, seat) = (said.header(), viewer.and_then(Viewer::player).unwrap_or_default());
                let names = header.names.clone().unwrap_or_default();
                Some(News::Begun { players: header.players.unwrap_or_default(), names, seat })
            }
            About::Forfeit(forfeit) => Some(News::Forfeit(forfeit.clone())),
            About::Abort(abort) => Some(News::Abort(abort.clone())),
            _ if told.violations().is_empty() => None,
            _ => Some(News::Refused(told.violations().to_vec())),
        }
    }
}

/// What a seat has not been told yet, collected while the game goes on.
#[derive(Default)]
pub(super) struct Unheard {
    pub(super) news: Vec<News>,
    /// The events, in words.
    pub(super) happened: Vec<String>,
}

/// What a person gets before they act, and at the end of a game.
#[derive(Clone, Debug)]
pub struct Briefing {
    /// What is new, in order.
    pub news: Vec<News>,
    /// What has happened since the last briefing, in words, as far as they may know it.
    pub happened: Vec<String>,
    /// What they may see of the position.
    pub picture: Picture,
    /// The legal actions in words, in the order of the list; empty unless it is their turn.
    pub legal: Vec<String>,
    /// The first of them in JSON.
    pub example: Option<String>,
}

/// What a person answers.
#[derive(Clone, Eq, PartialEq, Debug)]
pub enum Reply {
    /// The action at this place of the list.
    Pick(u64),
    /// An action in words.
    Words(String),
    /// An action in JSON, as they typed it.
    Json(String),
    /// A line such as a bot writes.
    Line(Vec<u8>),
}
