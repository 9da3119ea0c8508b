//! Events as answers tell them: what has happened, or was tried, and who may see all of it.

use serde::Serialize;

use super::answer::{self, About, Audience, Seen};
use super::scene::Scene;
use crate::game::{Event, EventOf, Game, Player};
use crate::wire::{By, write_json, write_kind};

/// An action or a draw, with its type erased.
pub(super) struct Told<'a, T> {
    is_draw: bool,
    event: &'a T,
    in_words: fn(&T) -> String,
}

impl Told<'_, ()> {
    pub(super) fn action<G: Game>(action: &G::Action) -> Told<'_, G::Action> {
        Told { is_draw: false, event: action, in_words: G::action_in_words }
    }

    pub(super) fn chance<G: Game>(chance: &G::Chance) -> Told<'_, G::Chance> {
        Told { is_draw: true, event: chance, in_words: G::chance_in_words }
    }
}

impl<T: Serialize> answer::AnyEvent for Told<'_, T> {
    fn is_draw(&self) -> bool {
        self.is_draw
    }

    fn write(&self, out: &mut Vec<u8>) {
        write_json(out, self.event);
    }

    fn write_kind(&self, out: &mut Vec<u8>) {
        write_kind(out, self.event);
    }

    fn in_words(&self) -> String {
        (self.in_words)(self.event)
    }
}

/// An event about to happen, with what its answer needs.
#[derive(Copy, Clone)]
pub(super) struct Due {
    /// Who acts, or whose draw it is.
    player: Option<Player>,
    by: Option<By>,
    /// Who sees the whole event, not just its kind.
    whole: Audience,
}

impl Due {
    pub(super) fn of<G: Game>(scene: &Scene<G>, event: &EventOf<G>, by: Option<By>) -> Due {
        let player = match event {
            Event::Action(player, _) => Some(*player),
            Event::Chance(_) => scene.table.drawer(),
        };
        Due { player, by, whole: scene.witnesses(event) }
    }

    /// Performs the referee's own event, if one is due: a draw, or an action for a player who forfeited.
    pub(super) fn settle<G: Game>(scene: &mut Scene<G>) -> Option<Due> {
        let due = scene.table.due()?;
        let by = matches!(due.event, Event::Action(..)).then_some(By::Referee);
        let said = Due::of(scene, &due.event, by);
        scene.turn_page(true);
        scene.table.settle(due);
        scene.remember(None);
        Some(said)
    }

    /// Passes on what has happened.
    pub(super) fn say<G: Game, T: Default>(self, scene: &Scene<G>, say: impl FnOnce(About<'_>) -> T) -> T {
        let Due { player, by, whole } = self;
        let n = scene.table.n();
        match scene.table.happened() {
            Some(Event::Action(_, action)) => {
                say(About::Event { n, player, by, event: Seen::new(&Told::action::<G>(action), whole) })
            }
            Some(Event::Chance(chance)) => {
                say(About::Event { n, player, by, event: Seen::new(&Told::chance::<G>(chance), whole) })
            }
            None => T::default(),
        }
    }
}
