//! Repeating a header. What it says beside the game may be cut, but not the position to start from: without it the answer
//! would begin another game.

use super::Bench;
use crate::game::Game;
use crate::wire::{Header, Object};

impl<G: Game> Bench<G> {
    /// Begins the answer to the header, with the position to start from if there is one; without it, and `false`, where it
    /// does not fit.
    pub(super) fn begin_header<'a>(&self, out: &'a mut Vec<u8>) -> (Object<'a>, bool) {
        let mut object = header_object(&self.header, out);
        let mut fits = true;
        if let Some(hidden) = &self.header.state {
            object.field("state", hidden);
        } else if self.from_position {
            fits = object.spare("state", &self.table.game().position(self.table.state(), true));
        }
        (object, fits)
    }

    /// Whether the position to start from fits into the answer to the header, so that the game can begin.
    pub fn start_fits(&self) -> bool {
        !self.from_position || self.begin_header(&mut Vec::new()).1
    }
}

/// Begins the answer to a header: all but the position to start from.
pub fn header_object<'a>(header: &Header, out: &'a mut Vec<u8>) -> Object<'a> {
    let mut object = Object::open(out);
    object.field("referee", &header.referee);
    object.field("game", &header.game);
    object.maybe("players", header.players.as_ref());
    object.maybe("seed", header.seed.as_ref());
    object.maybe("draws", header.draws.as_ref());
    object.maybe("options", header.options.as_ref());
    object.maybe("edition", header.edition.as_ref());
    if let Some(names) = &header.names {
        object.spare("names", names);
    }
    if let Some(about) = &header.about {
        object.spare("about", about);
    }
    if let Some(match_) = &header.match_ {
        object.spare("match", match_);
    }
    object
}
