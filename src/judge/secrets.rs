//! What is kept from the player for whom the answers are written (`--emit view:N`). He never sees the seed. In a game with
//! secrets he is told what its rules let him know and nothing more, until it ends: of secret events the kind, of other
//! players' refused lines that there was one.

use serde_json::Value;

use crate::game::{Event, EventOf, Game, Player, Sight, Turn};
use crate::table::{Broken, Next, TableBreach};
use crate::wire::{Body, Contradiction, Header, Line, Object, Query, is_of, write_kind};

use super::{Bench, Emit, Verdict};

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
    /// For whom the answers are, as long as there may be something that he must not know. `None`: for whoever runs the
    /// game, or everything is open.
    pub(super) fn viewer(&self) -> Option<Player> {
        match self.emit {
            Emit::View(viewer) if G::HAS_SECRETS => {
                Some(viewer).filter(|_| self.table.game().turn(self.table.state()) != Turn::Over)
            }
            _ => None,
        }
    }

    /// How much the viewer sees of an event that is about to happen.
    pub(super) fn sight(&self, event: &EventOf<G>) -> Sight {
        let viewer = self.viewer();
        if viewer.is_none() { Sight::Full } else { self.table.game().sees(self.table.state(), event, viewer) }
    }

    /// Whether the viewer may know the answer to a question.
    pub(super) fn may_ask(&mut self, query: Query) -> bool {
        let Some(viewer) = self.viewer() else { return true };
        match query {
            Query::Undo => true,
            Query::State => false,
            Query::View(player) => player == viewer || player.0 >= self.table.players(),
            Query::Legal => match self.table.next() {
                Next::Player(player) => player == viewer,
                // How often each card is left would tell what others hold, also to who draws.
                Next::Chance => !self.table.chances().iter().any(|(chance, _)| is_of(G::SECRET_DRAWS, chance)),
                Next::Over => true,
            },
        }
    }

    /// Answers a refused line of somebody else without saying what it was or why it was refused.
    pub(super) fn withhold_refusal(&mut self, line: &Line<G>, out: &mut Vec<u8>) -> Verdict {
        let found = self.verify(line, self.table.n() + 1);
        write_withheld(self.number, Some(self.table.next()), out);
        let contradicted = !found.is_empty();
        Verdict { refused: line.claims.violations.is_none() || contradicted, contradicted, ..Verdict::default() }
    }

    /// Whether what this player sent may be repeated to the viewer, with its note and with what is false in it: his own
    /// actions may, and everything where nothing is hidden. `None`: it is nobody's action.
    pub(super) fn may_hear(&self, sender: Option<Player>) -> bool {
        self.viewer().is_none_or(|viewer| sender == Some(viewer))
    }

    /// The same of a line.
    pub(super) fn is_own<A, C>(&self, line: &Line<G, A, C>) -> bool {
        let action = matches!(line.body, Body::Action(_));
        self.may_hear(line.player.or(self.on_turn()).filter(|_| action))
    }

    /// Leaves only those false claims that the viewer may be told of: whether he guessed right what he may not know would
    /// tell him.
    pub(super) fn keep_told(&self, found: &mut Vec<Contradiction>) {
        let Some(viewer) = self.viewer() else { return };
        found.retain(|contradiction| match &*contradiction.claim {
            "n" | "next" | "occurrence" | "player" | "viewer" | "violations" | "edition" => self.own,
            "legal" | "legal_n" | "exhaustive" => self.own && self.table.next() == Next::Player(viewer),
            _ => false,
        });
    }

    /// Writes the false claims that the viewer may be told of, if there are any.
    pub(super) fn write_contradicted(&self, mut found: Vec<Contradiction>, object: &mut Object<'_>) {
        self.keep_told(&mut found);
        if !found.is_empty() {
            object.field("contradicted", &found);
        }
    }

    /// Whether the reasons of a refusal name what the seed gives, which no player is told.
    pub(super) fn tells_seed(&self) -> bool {
        let of_seed = |broken: &Broken<G::Breach>| {
            use TableBreach::{ActionContradictsSeed, ChanceContradictsSeed};
            matches!(broken, Broken::Table(ChanceContradictsSeed { .. } | ActionContradictsSeed { .. }))
        };
        matches!(self.emit, Emit::View(_)) && self.broken.iter().any(of_seed)
    }
}

/// Writes who acted and what he did, or what was drawn, as far as it is seen.
pub(super) fn write_event<G: Game>(object: &mut Object<'_>, event: &EventOf<G>, sight: Sight) {
    match (event, sight) {
        (Event::Action(player, action), Sight::Full) => {
            object.field("player", player);
            object.field("action", action);
        }
        (Event::Action(player, action), Sight::Kind) => {
            object.field("player", player);
            write_kind(object.key("action"), action);
        }
        (Event::Chance(chance), Sight::Full) => object.field("chance", chance),
        (Event::Chance(chance), Sight::Kind) => write_kind(object.key("chance"), chance),
    }
}
