//! Repeating a header. What it says beside the game may be cut, but not the position to start from: without it the answer
//! would begin another game.

use crate::wire::{Header, Object, Seed};

/// Writes a header with the seed that its reader may know, all but the position to start from.
pub(super) fn write_header(header: &Header, seed: Option<Seed>, object: &mut Object<'_>) {
    object.field("referee", &header.referee);
    object.field("game", &header.game);
    object.maybe("players", header.players.as_ref());
    object.maybe("seed", seed.as_ref());
    object.maybe("draws", header.draws.as_ref());
    object.maybe("options", header.options.as_ref());
    object.maybe("edition", header.edition.as_ref());
    object.maybe("emit", header.emit.as_ref());
    if let Some(names) = &header.names {
        object.spare("names", names);
    }
    if let Some(about) = &header.about {
        object.spare("about", about);
    }
    if let Some(match_) = &header.match_ {
        object.spare("match", match_);
    }
}
