//! What a player may know. One thing can be hidden: with `placement: secret`, dark and the public do not see light's
//! arrangement until dark has arranged (P12).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::breach::Breach;
use super::figures::Side;
use super::options::Placement;
use super::position::{Position, restore};
use super::{Action, Stage, State, Wigwam};
use crate::game::{Draw, Event, EventOf, Game as _, Player, Sight};

/// A position as a viewer sees it.
///
/// ```
/// use referee::game::Player;
/// use referee::games::wigwam::Wigwam;
/// use referee::games::wigwam::view::View;
/// use referee::{Session, Setup};
///
/// let mut session = Session::<Wigwam>::open(&Setup::new())?;
/// let first = session.legal()[0].clone();
/// session.play(first)?;
/// // Dark sets up without seeing what light has done.
/// assert!(matches!(session.view(Some(Player(1))), View::Secret { .. }));
/// assert!(matches!(session.view(Some(Player(0))), View::Open(_)));
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum View {
    /// The whole position.
    Open(Position),
    /// Light has arranged in secret and dark is about to arrange.
    Secret {
        /// The side to arrange.
        turn: Side,
        /// The side whose arrangement is hidden.
        hidden: Side,
    },
}

impl View {
    /// What a viewer knows; `None` is the public. Like the state on every line, it leaves out the memory of earlier
    /// positions, which every viewer may see.
    pub(super) fn of(game: &Wigwam, state: &State, viewer: Option<Player>) -> View {
        if state.stage == Stage::Arranging && state.turn == Side::Dark && game.hides_from(viewer) {
            return View::Secret { turn: Side::Dark, hidden: Side::Light };
        }
        View::Open(Position::of(state, false))
    }
}

impl Wigwam {
    /// Whether light's arrangement is hidden from a viewer until dark has arranged.
    fn hides_from(&self, viewer: Option<Player>) -> bool {
        self.options.placement == Placement::Secret && viewer != Some(Side::Light.player())
    }

    /// How much a viewer sees of an event.
    pub(super) fn sight(&self, event: &EventOf<Wigwam>, viewer: Option<Player>) -> Sight {
        let placed = matches!(event, Event::Action(player, Action::Arrange(_)) if Side::of(*player) == Side::Light);
        if placed && self.hides_from(viewer) { Sight::Kind } else { Sight::Full }
    }
}

/// A state that fits the view: a hidden arrangement is any of the possible ones, each equally likely, and no earlier
/// positions are remembered.
pub(super) fn determinize(game: &Wigwam, view: &View, draw: &mut dyn Draw) -> Result<State, Vec<Breach>> {
    match view {
        View::Open(position) => restore(game, position),
        View::Secret { .. } => {
            let mut state = game.start(2);
            let mut arrangements = Vec::new();
            game.list_arrangements(Side::Light, &mut arrangements);
            let drawn = draw.below(arrangements.len() as u32) as usize;
            game.apply(&mut state, Side::Light.player(), &arrangements[drawn]);
            Ok(state)
        }
    }
}
