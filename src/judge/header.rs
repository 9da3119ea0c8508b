//! Repeats a header. Fields that do not affect the game may be cut; the start position may not, since without it the
//! answer would begin another game.

use crate::wire::{Header, Object, Seed};

/// Writes a header without its start position; `seed` is the seed if the reader may know it.
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
