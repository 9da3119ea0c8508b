//! Writing what happened for those who read it: every line is written for somebody, and says what they may know.

use sha2::{Digest as _, Sha256};

use super::Emit;
use super::secrets::write_event;
use crate::game::{EventOf, Game, Sight, Turn};
use crate::table::{Next, Table};
use crate::text::hex;
use crate::wire::{By, Object, Viewer, WeightedDraw, is_of, write_json};

impl Emit {
    /// From whom something is hidden, as long as there may be something that they must not know. `None`: the stream is
    /// for whoever runs the game, or everything is open.
    pub(super) fn hidden_from<G: Game>(self, table: &Table<G>) -> Option<Viewer> {
        self.viewer.filter(|_| G::HAS_SECRETS && table.game().turn(table.state()) != Turn::Over)
    }

    /// How much the reader sees of an event that is about to happen.
    pub(super) fn sight<G: Game>(self, table: &Table<G>, event: &EventOf<G>) -> Sight {
        self.hidden_from(table).map_or(Sight::Full, |viewer| table.game().sees(table.state(), event, viewer.player()))
    }

    /// Whether the reader may know what is legal now.
    pub(super) fn may_list<G: Game>(self, table: &mut Table<G>) -> bool {
        let Some(viewer) = self.hidden_from(table) else { return true };
        match table.next() {
            Next::Player(player) => viewer == Viewer::Player(player),
            // How often each card is left would tell what others hold, also to who draws.
            Next::Chance => !table.chances().iter().any(|(chance, _)| is_of(G::SECRET_DRAWS, chance)),
            Next::Over => true,
        }
    }

    /// Begins the line of an event that is about to happen.
    pub(super) fn event<'a, G: Game>(
        self,
        table: &Table<G>,
        event: &EventOf<G>,
        by: Option<By>,
        out: &'a mut Vec<u8>,
    ) -> Object<'a> {
        let mut object = Object::open(out);
        object.field("n", &(table.n() + 1));
        write_event(&mut object, table, event, self.sight(table, event));
        object.maybe("by", by.as_ref());
        object
    }

    /// Writes what accompanies a line, unless a draw is due. `with_state`: the state is not on the line already.
    pub(super) fn accompany<G: Game>(self, table: &mut Table<G>, object: &mut Object<'_>, with_state: bool) {
        if table.next() == Next::Chance {
            return;
        }
        if self.state {
            if with_state {
                object.spare("state", &table.game().position(table.state(), false));
            }
            object.maybe("occurrence", table.game().occurrence(table.state()).as_ref());
        }
        if let Some(viewer) = self.viewer
            && object.spare("view", &table.game().view(table.state(), viewer.player()))
        {
            object.field("viewer", &viewer);
        }
        if self.legal && self.may_list(table) {
            write_listing(table, object);
        }
        if self.digest {
            object.field("digest", &digest(table));
        }
    }
}

/// The digest of the state as it is written.
pub(super) fn digest<G: Game>(table: &Table<G>) -> String {
    let mut text = Vec::new();
    write_json(&mut text, &table.game().position(table.state(), false));
    hex(&Sha256::digest(&text))
}

/// Writes what is legal, or what can be drawn.
pub(super) fn write_listing<G: Game>(table: &mut Table<G>, object: &mut Object<'_>) {
    if table.next() == Next::Chance {
        object.spare("draws", &weighted_draws(table));
        return;
    }
    let (legal, exhaustive) = table.legal();
    object.spare("legal", legal);
    object.field("legal_n", &legal.len());
    object.field("exhaustive", &exhaustive);
}

/// What can be drawn now; nothing unless a draw is due.
pub(super) fn weighted_draws<G: Game>(table: &mut Table<G>) -> Vec<WeightedDraw<G::Chance>> {
    let draws = if table.next() == Next::Chance { table.chances() } else { &[] };
    draws.iter().map(|(chance, weight)| WeightedDraw { chance: chance.clone(), weight: *weight }).collect()
}

/// Writes the outcome of a game that is over, unless it was called off.
pub(super) fn write_outcome<G: Game>(table: &Table<G>, out: &mut Vec<u8>) {
    if let Some(outcome) = table.outcome() {
        let mut object = Object::open(out);
        object.field("outcome", &outcome);
        if let Some(details) = table.details() {
            object.spare("details", details);
        }
        object.field("next", &Next::Over);
        object.end_line();
    }
}
