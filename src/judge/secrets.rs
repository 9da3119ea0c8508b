//! What is kept from the player for whom the answers are written (`--emit view:N`). They never see the seed. In a game with
//! secrets they are told what its rules let them know and nothing more, until it ends: of secret events the kind, of other
//! players' refused lines that there was one.

use serde_json::Value;

use crate::game::{Event, EventOf, Game, Player, Sight};
use crate::table::{Broken, Next, Table, TableBreach};
use crate::wire::{Body, Contradiction, Header, Line, Object, Query, Viewer, claimed_key, write_kind};

use super::{Bench, Verdict, write_found};

/// Takes out of a header what a player may not know.
pub(super) fn keep_secrets<G: Game>(header: &mut Header, from_position: bool) {
    header.seed = None;
    if G::HAS_SECRETS {
        header.note = None;
        if from_position {
            header.state = Some(Value::Null);
        }
    }
}

/// Answers a line that the viewer is told nothing else about.
pub fn write_withheld(number: u64, next: Option<Next>, out: &mut Vec<u8>) {
    let mut object = Object::open(out);
    let mut inner = Object::open(object.key("withheld"));
    inner.field("line", &number);
    inner.end();
    object.maybe("next", next.as_ref());
    object.end_line();
}

impl<G: Game> Bench<G> {
    /// Whether the viewer may know the answer to a question.
    pub(super) fn may_ask(&mut self, query: Query) -> bool {
        let Some(viewer) = self.emit.hidden_from(&self.table) else { return true };
        match query {
            Query::Undo => true,
            Query::State => false,
            // What everybody knows the viewer knows, too.
            Query::View(whose) => whose == viewer || whose == Viewer::Public || !whose.is_at(self.table.players()),
            Query::Legal => self.emit.may_list(&mut self.table),
        }
    }

    /// Answers a refused line of somebody else without saying what it was or why it was refused.
    pub(super) fn withhold_refusal(&mut self, line: &Line<G>, out: &mut Vec<u8>) -> Verdict {
        let found = self.verify(line, self.table.n() + 1);
        write_withheld(self.number, Some(self.table.next()), out);
        let (refused, contradicted) = (line.claims.violations.is_none(), !found.is_empty());
        Verdict { refused, contradicted, ..Verdict::default() }
    }

    /// Whether what this player sent may be repeated to the viewer, with its note and with what is false in it: their own
    /// actions may, and everything where nothing is hidden. `None`: it is nobody's action.
    pub(super) fn may_hear(&self, sender: Option<Player>) -> bool {
        self.emit.hidden_from(&self.table).is_none_or(|viewer| sender.is_some() && sender == viewer.player())
    }

    /// The same of a line.
    pub(super) fn is_own<A, C>(&self, line: &Line<G, A, C>) -> bool {
        let action = matches!(line.body, Body::Action(_) | Body::Pick(_));
        self.may_hear(line.player.or(self.on_turn()).filter(|_| action))
    }

    /// Leaves only those false claims that the viewer may be told of: whether they guessed right what they may not know would
    /// tell them.
    pub(super) fn keep_told(&self, found: &mut Vec<Contradiction>) {
        let Some(viewer) = self.emit.hidden_from(&self.table) else { return };
        found.retain(|contradiction| match &*contradiction.claim {
            "n" | "next" | "occurrence" | "player" | "viewer" | "violations" | "edition" => self.own,
            "legal" | "legal_n" | "exhaustive" => {
                self.own && viewer.player().is_some_and(|viewer| self.table.next() == Next::Player(viewer))
            }
            _ => false,
        });
    }

    /// Writes the false claims that the viewer may be told of, and returns whether there are any.
    pub(super) fn write_contradicted(&self, mut found: Vec<Contradiction>, object: &mut Object<'_>) -> bool {
        self.keep_told(&mut found);
        if !found.is_empty() {
            write_found(&found, object);
            let is_list = |one: &Contradiction| matches!(claimed_key(&one.claim), "legal" | "draws");
            if self.emit.brief && found.iter().any(is_list) {
                object.note_cut("contradicted");
            }
        }
        !found.is_empty()
    }

    /// Whether the reasons of a refusal name what the seed gives, which no player is told.
    pub(super) fn tells_seed(&self) -> bool {
        let of_seed = |broken: &Broken<G::Breach>| {
            use TableBreach::{ActionContradictsSeed, ChanceContradictsSeed};
            matches!(broken, Broken::Table(ChanceContradictsSeed { .. } | ActionContradictsSeed { .. }))
        };
        self.emit.viewer.is_some() && self.broken.iter().any(of_seed)
    }
}

/// Writes who acts and what they do, or what is drawn and whose draw it is, as far as it is seen. The event is about to
/// happen.
pub(super) fn write_event<G: Game>(object: &mut Object<'_>, table: &Table<G>, event: &EventOf<G>, sight: Sight) {
    match event {
        Event::Action(player, _) => object.field("player", player),
        Event::Chance(_) => object.maybe("player", table.game().drawer(table.state()).as_ref()),
    }
    match (event, sight) {
        (Event::Action(_, action), Sight::Full) => object.field("action", action),
        (Event::Action(_, action), Sight::Kind) => write_kind(object.key("action"), action),
        (Event::Chance(chance), Sight::Full) => object.field("chance", chance),
        (Event::Chance(chance), Sight::Kind) => write_kind(object.key("chance"), chance),
    }
}
