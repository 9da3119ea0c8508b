//! The legal actions and possible draws, listed only once per position, into reused memory; and the actions that a number names.

use std::cell::{OnceCell, RefCell};

use serde_json::Value;

use super::{Broken, Next, Refusal, Table, TableBreach};
use crate::game::{Game, MAX_PLAYERS, Numbered, Numbers, Player, Source};

/// Possible draws with their weights.
pub(super) type Weighted<G> = Vec<(<G as Game>::Chance, u32)>;

/// Legal actions, and whether they are all.
pub(super) type Legal<G> = (Vec<<G as Game>::Action>, bool);

/// What people are shown of a position.
#[derive(Default)]
pub(super) struct ForPeople {
    /// The first legal actions in words.
    words: RefCell<Vec<String>>,
    /// How each player and, last, the public see it, in two forms.
    pictures: [[OnceCell<String>; 2]; MAX_PLAYERS + 1],
}

/// From this number of actions on, a list is worth keeping.
const LONG: usize = 128;
/// How many such lists are kept.
const KEPT: usize = 16;

/// The possible draws and their source.
pub(super) type Drawable<G> = (Weighted<G>, Source);

impl<G: Game> Table<G> {
    /// The possible draws, listed once per position, and their source.
    pub(super) fn drawn(&self) -> (&[(G::Chance, u32)], Source) {
        let (chances, source) =
            self.drawable.get_or_init(|| list_chances(&self.game, &self.now.state, self.spare_draws.take()));
        (chances, *source)
    }

    /// The possible draws with their weights, in the documented order. Call only when a draw is due.
    pub fn chances(&self) -> &[(G::Chance, u32)] {
        self.drawn().0
    }

    /// The legal actions of the player whose turn it is, and whether the list is complete; empty if no player must act.
    /// Listed only once per position.
    pub fn legal(&self) -> (&[G::Action], bool) {
        let (legal, exhaustive) = self.listed.get_or_init(|| {
            if matches!(self.next(), Next::Chance | Next::Over) {
                return (Vec::new(), true);
            }
            self.kept_list().unwrap_or_else(|| {
                let mut legal = self.spare_actions.take();
                legal.clear();
                let exhaustive = self.game.legal(&self.now.state, &mut legal);
                (legal, exhaustive)
            })
        });
        (legal, *exhaustive)
    }

    /// The first legal actions in words, at most `most`; put into words only once per position.
    pub(crate) fn legal_in_words(&self, most: usize) -> Vec<String> {
        let (legal, _) = self.legal();
        let mut words = self.shown.get_or_init(Box::default).words.borrow_mut();
        let told = words.len();
        words.extend(legal.iter().take(most).skip(told).map(G::action_in_words));
        words[..most.min(words.len())].to_vec()
    }

    /// Keeps a long list before a step, so that a stream that comes back again and again does not pay for it every time.
    #[inline]
    pub(super) fn keep_long_list(&mut self) {
        if self.listed.get().is_some_and(|(actions, _)| actions.len() >= LONG) {
            let kept = self.long_lists.get_mut();
            if kept.len() == KEPT {
                let (_, (spare, _)) = kept.remove(0);
                self.spare_actions.set(spare);
            }
            kept.extend(self.listed.take().map(|listed| (self.now.state.clone(), listed)));
        }
    }

    /// The list that was kept of the present position.
    fn kept_list(&self) -> Option<Legal<G>> {
        let mut kept = self.long_lists.take();
        let at = kept.iter().position(|(state, _)| *state == self.now.state);
        let found = at.map(|at| kept.remove(at).1);
        self.long_lists.set(kept);
        found
    }

    /// What a player, or the public, may know; built only once per position.
    pub(crate) fn view(&self, viewer: Option<Player>) -> &Value {
        let views = self.views.get_or_init(Box::default);
        let build = || serde_json::to_value(self.game.view(&self.now.state, viewer)).unwrap_or_default();
        views[viewer.map_or(MAX_PLAYERS, Player::index)].get_or_init(build)
    }

    /// How a player, or the public, sees the position, as `draw` draws it in this form, 0 or 1; drawn only once per position.
    pub(crate) fn kept_picture(&self, viewer: Option<Player>, form: usize, draw: impl FnOnce() -> String) -> &str {
        let shown = self.shown.get_or_init(Box::default);
        shown.pictures[viewer.map_or(MAX_PLAYERS, Player::index)][form].get_or_init(draw)
    }

    /// What each player and, last, the public may know.
    pub(crate) fn views(&self) -> impl Iterator<Item = &Value> {
        Player::all(self.players).map(Some).chain([None]).map(|viewer| self.view(viewer))
    }

    /// The action at a place of the legal list, counted from 0. If the pick breaks rules, appends them and returns
    /// `None`. Only the player whose list it is learns whether a place exists.
    pub fn pick(&mut self, player: Player, substitute: bool, place: i64, broken: &mut Refusal<G>) -> Option<G::Action> {
        let first = broken.len();
        if !self.check_turn(player, substitute, broken) || broken.len() > first {
            return None;
        }
        let (legal, _) = self.legal();
        let found = usize::try_from(place).ok().and_then(|place| legal.get(place)).cloned();
        if found.is_none() {
            broken.push(Broken::Table(TableBreach::NoSuchPick { pick: place, legal_n: legal.len() }));
        }
        found
    }

    /// The action with a number in the list of all actions, legal or not. If there is none, appends the rules broken, and
    /// returns `None`.
    pub fn numbered_action(
        &self,
        player: Player,
        substitute: bool,
        id: i64,
        broken: &mut Refusal<G>,
    ) -> Option<G::Action> {
        let numbers = self.numbers();
        let found = numbers.and_then(|numbers| numbers.action(id)).cloned();
        if found.is_none() {
            self.check_turn(player, substitute, broken);
            broken.push(Broken::Table(match numbers {
                Some(numbers) => TableBreach::NoSuchId { id, n: numbers.actions().len() },
                None => TableBreach::NoNumbers {},
            }));
        }
        found
    }

    /// The numbers of all actions; `None`: the game has no list of them.
    #[doc(hidden)]
    pub fn numbers(&self) -> Option<&Numbered<G>> {
        self.numbers.get_or_init(Numbers::default).of(self.game())
    }

    /// Uses these numbers, which belong to the same rules, instead of making its own.
    #[doc(hidden)]
    pub fn share_numbers(&mut self, numbers: Numbers<G>) {
        self.numbers = numbers.into();
    }
}

/// Lists the possible draws into a reused list.
pub(super) fn list_chances<G: Game>(game: &G, state: &G::State, mut list: Weighted<G>) -> Drawable<G> {
    list.clear();
    let source = game.chances(state, &mut list);
    (list, source)
}
