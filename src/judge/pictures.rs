//! Pictures of the game in progress: what a viewer may see of the position, with what the last line changed, whose turn
//! it is, and how the game ended. All of it goes through the game's views and [`Game::sees`].

use serde_json::Value;

use super::Bench;
use crate::game::picture::Picture;
use crate::game::{Event, EventOf, Game, Outcome, Player, Sight, Turn};
use crate::strict;
use crate::table::{FORFEIT, Next, Table};
use crate::text::words;
use crate::wire::{Body, Header, Line, Viewer, is_of, write_kind};

/// What pictures show of the last line that changed the game.
pub(super) struct Watch<G: Game> {
    /// How the game stood before it; `None`: there was no such line.
    before: Option<G::State>,
    /// What it was; `None`: nothing that happened in the game, such as a step back.
    event: Option<EventOf<G>>,
    /// The action of the last line, if it was refused.
    tried: Option<(Player, G::Action)>,
}

impl<G: Game> Default for Watch<G> {
    fn default() -> Self {
        Watch { before: None, event: None, tried: None }
    }
}

impl<G: Game> Watch<G> {
    /// Remembers an event that is about to happen.
    pub(super) fn happens(&mut self, before: &G::State, event: &EventOf<G>) {
        *self = Watch { before: Some(before.clone()), event: Some(event.clone()), tried: None };
    }
}

/// A game as it stands, to be drawn.
pub(super) struct Scene<'a, G: Game> {
    /// The game.
    pub table: &'a Table<G>,
    /// What the header calls the players.
    pub header: &'a Header,
    /// What happened last; `None`: that was not remembered.
    pub watch: Option<&'a Watch<G>>,
}

/// What is legal, for people.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Listing {
    /// The first of it in words: actions, or draws.
    pub first: Vec<String>,
    /// How many there are.
    pub count: usize,
    /// Whether that is all of it.
    pub exhaustive: bool,
}

/// A game in progress, to be looked at.
pub trait Look {
    /// The number of players.
    fn players(&self) -> u8;
    /// How many events have been accepted.
    fn n(&self) -> u64;
    /// From now on remembers how the game stood before the last line, so that pictures can show what happened.
    fn watch(&mut self);
    /// What a player, or the public, may see of the position.
    fn picture(&self, viewer: Option<Player>) -> Picture;
    /// Whether anything is ever hidden from anybody in this game.
    fn has_secrets(&self) -> bool;
    /// What there is to be seen if every player shows what they have.
    fn all_hands(&self) -> Picture;
    /// What is legal, if a viewer may know it: at most `most` of it in words. Nothing is hidden from `None`.
    fn listing(&mut self, viewer: Option<Viewer>, most: usize) -> Option<Listing>;
    /// Whether a viewer may hear everything that is said in the answer to a line that was refused in this position. Nothing
    /// is hidden from `None`.
    fn hears(&self, viewer: Option<Viewer>, answer: &Value) -> bool;
}

impl<G: Game> Look for Bench<G> {
    fn players(&self) -> u8 {
        self.table.players()
    }

    fn n(&self) -> u64 {
        self.table.n()
    }

    fn watch(&mut self) {
        self.watch.get_or_insert_default();
    }

    fn picture(&self, viewer: Option<Player>) -> Picture {
        self.scene().seen_by(viewer, false)
    }

    fn has_secrets(&self) -> bool {
        G::HAS_SECRETS
    }

    fn all_hands(&self) -> Picture {
        let mut picture = self.scene().seen_by(None, true);
        for player in Player::all(self.table.players()) {
            lay_open(&mut picture, self.scene().seen_by(Some(player), true), player);
        }
        picture
    }

    fn listing(&mut self, viewer: Option<Viewer>, most: usize) -> Option<Listing> {
        self.listing_for(viewer, most)
    }

    fn hears(&self, viewer: Option<Viewer>, answer: &Value) -> bool {
        let scene = self.scene();
        let Some(viewer) = viewer.filter(|_| !scene.hides_nothing()) else { return true };
        let sender = answer["player"].as_u64().and_then(|player| u8::try_from(player).ok()).map(Player);
        let Some(sender) = sender.filter(|sender| sender.0 < self.table.players()) else { return false };
        if let Ok(action) = strict::from_value::<G::Action>(&answer["action"]) {
            return scene.tells(viewer.player(), sender, Some(&action));
        }
        // A place in the list that is not there tells how long the list is.
        let listed = self.on_turn().is_some_and(|turn| scene.tells(viewer.player(), turn, None));
        viewer.player() == Some(sender) || (answer["pick"].is_number() && listed)
    }
}

impl<G: Game> Bench<G> {
    /// How the game stands before a line, if that is to be remembered.
    pub(super) fn before_line(&self) -> Option<(G::State, u64)> {
        self.watch.as_ref().map(|_| (self.table.state().clone(), self.table.n()))
    }

    /// The action of a line, if pictures may have to show that it was refused.
    pub(super) fn tried(&self, line: &Line<G>, body: &Body<G::Action, G::Chance>) -> Option<(Player, G::Action)> {
        let Body::Action(action) = body else { return None };
        self.watch.as_ref()?;
        let Next::Player(turn) = self.table.next() else { return None };
        let player = line.player.unwrap_or(turn);
        (player.0 < self.table.players()).then(|| (player, action.clone()))
    }

    /// Remembers how the game stood before a line that changed it, and what was `tried` by a line that did not.
    pub(super) fn after_line(&mut self, before: Option<(G::State, u64)>, tried: Option<(Player, G::Action)>) {
        let (Some((state, n)), Some(watch)) = (before, &mut self.watch) else { return };
        let now = self.table.n();
        if now != n {
            watch.before = Some(state);
            watch.event = self.table.last().filter(|_| now > n);
        }
        watch.tried = tried.filter(|_| now == n);
    }

    /// The game as it stands.
    fn scene(&self) -> Scene<'_, G> {
        Scene { table: &self.table, header: &self.header, watch: self.watch.as_ref() }
    }

    /// What is legal, if somebody may know it.
    fn listing_for(&mut self, viewer: Option<Viewer>, most: usize) -> Option<Listing> {
        match self.table.next() {
            Next::Over => None,
            Next::Player(player) => {
                if viewer.is_some_and(|viewer| !self.scene().tells(viewer.player(), player, None)) {
                    return None;
                }
                let (legal, exhaustive) = self.table.legal();
                let first = legal.iter().take(most).map(G::action_in_words).collect();
                Some(Listing { first, count: legal.len(), exhaustive })
            }
            Next::Chance => {
                let draws = self.table.chances();
                // How often each card is left would tell what others hold.
                let secret = viewer.is_some() && draws.iter().any(|(chance, _)| is_of(G::SECRET_DRAWS, chance));
                if secret {
                    return None;
                }
                let first = draws.iter().take(most).map(|(chance, _)| G::chance_in_words(chance)).collect();
                Some(Listing { first, count: draws.len(), exhaustive: true })
            }
        }
    }
}

impl<G: Game> Scene<'_, G> {
    /// What a player, or the public, sees of the position. `told`: they are told everything that happens.
    pub(super) fn seen_by(&self, viewer: Option<Player>, told: bool) -> Picture {
        let game = self.table.game();
        let view = game.view(self.table.state(), viewer);
        let tried = self.watch.and_then(|watch| watch.tried.as_ref());
        let heard = |player: Player, action: &G::Action| told || self.tells(viewer, player, Some(action));
        let mut picture = match tried.filter(|(player, action)| heard(*player, action)) {
            Some((player, action)) => {
                let event = Event::Action(*player, action.clone());
                let mut picture = game.picture(&view, Some(&event));
                self.call(&mut picture);
                picture.last = event_in_words::<G>(&picture, &event, &Drawn::default(), Sight::Full);
                picture.refused = true;
                picture
            }
            None => self.since_last(&view, viewer, told),
        };
        match self.table.next() {
            Next::Player(player) => picture.turn = Some(player),
            Next::Chance => {}
            Next::Over => picture.waits = ending::<G>(&picture, self.table.outcome().as_ref()),
        }
        picture
    }

    /// The position with what the last event changed.
    fn since_last(&self, view: &G::View, viewer: Option<Player>, told: bool) -> Picture {
        let game = self.table.game();
        let before = self.watch.and_then(|watch| watch.before.as_ref());
        let event = self.watch.and_then(|watch| watch.event.as_ref());
        let sight = match (before, event) {
            (Some(before), Some(event)) if !told => game.sees(before, event, viewer),
            _ => Sight::Full,
        };
        let mut picture = game.picture(view, event.filter(|_| sight == Sight::Full));
        if let Some(before) = before {
            picture.mark_changes(&game.picture(&game.view(before, viewer), None));
        }
        self.call(&mut picture);
        if let Some(event) = event {
            let before = before.filter(|_| matches!(event, Event::Chance(_)));
            let drawn = before.map(|before| Drawn { of: game.drawer(before), purpose: game.draw_purpose(before) });
            picture.last = event_in_words::<G>(&picture, event, &drawn.unwrap_or_default(), sight);
        }
        picture
    }

    /// Calls the players what the header calls them.
    fn call(&self, picture: &mut Picture) {
        if let Some(names) = &self.header.names {
            picture.call(names);
        }
    }

    /// Whether nothing is hidden from anybody in this position, whatever is said.
    fn hides_nothing(&self) -> bool {
        !G::HAS_SECRETS || self.table.game().turn(self.table.state()) == Turn::Over
    }

    /// Whether a player, or the public, may hear that `sender` tried this, or (`None`) what `sender`, who is on turn, can do.
    fn tells(&self, viewer: Option<Player>, sender: Player, tried: Option<&G::Action>) -> bool {
        viewer == Some(sender) || self.hides_nothing() || self.table.game().is_open(self.table.state(), sender, tried)
    }
}

/// Lays open what a player has, as they see it: their panels, and what only they see on the board.
fn lay_open(picture: &mut Picture, seen: Picture, player: Player) {
    for (place, own) in picture.board.places.iter_mut().zip(seen.board.places) {
        if place.rows.is_empty() {
            *place = own;
        }
    }
    for (panel, own) in picture.panels.iter_mut().zip(seen.panels) {
        if panel.owner == Some(player) && own.owner == panel.owner {
            *panel = own;
        }
    }
}

/// Whose a draw was, `None`: nobody's, and what it was for.
#[derive(Default)]
struct Drawn {
    of: Option<Player>,
    purpose: String,
}

/// An event in words, as far as it is seen; `drawn` is of no meaning if it is an action.
fn event_in_words<G: Game>(picture: &Picture, event: &EventOf<G>, drawn: &Drawn, sight: Sight) -> String {
    fn kind(event: &impl serde::Serialize) -> String {
        let mut kind = Vec::new();
        write_kind(&mut kind, event);
        words(&serde_json::from_slice(&kind).unwrap_or_default())
    }
    let seen = sight == Sight::Full;
    match event {
        Event::Action(player, action) => {
            let action = if seen { G::action_in_words(action) } else { kind(action) };
            format!("{}: {action}", picture.name(*player))
        }
        Event::Chance(chance) => {
            let of = drawn.of.map(|drawer| format!("{}: ", picture.name(drawer))).unwrap_or_default();
            let purpose = if drawn.purpose.is_empty() { String::new() } else { format!(" {}", drawn.purpose) };
            let chance = if seen { G::chance_in_words(chance) } else { kind(chance) };
            format!("{of}drawn{purpose}: {chance}")
        }
    }
}

/// The action or the draw of a line in words; `None`: it has none. What is hidden of it is told as its kind, and what the
/// game cannot read as it is written.
pub(crate) fn line_in_words<G: Game>(line: &Value) -> Option<String> {
    let (action, chance) = (&line["action"], &line["chance"]);
    if !action.is_null() {
        return Some(strict::from_value(action).map_or_else(|_| words(action), |action| G::action_in_words(&action)));
    }
    (!chance.is_null())
        .then(|| strict::from_value(chance).map_or_else(|_| words(chance), |chance| G::chance_in_words(&chance)))
}

/// How a game ended. Scores that are no points are explained, since nothing in the game is counted like that, and so are
/// scores by which the places cannot be understood.
fn ending<G: Game>(picture: &Picture, outcome: Option<&Outcome>) -> String {
    let Some(outcome) = outcome else { return "The game was called off".to_owned() };
    let mut players: Vec<(u8, usize)> = outcome.places.iter().copied().zip(0..).collect();
    players.sort_unstable();
    let place = |(place, at): &(u8, usize)| {
        let points = outcome.scores.as_ref().map(|scores| format!(" with {}", scores[*at])).unwrap_or_default();
        format!("{place}. {}{points}", picture.name(Player(*at as u8)))
    };
    let places: Vec<String> = players.iter().map(place).collect();
    let explained = outcome.scores.is_some() && !G::HAS_POINTS;
    let legend = if explained { " (2 for a win, 1 each for a draw, 0 for a loss)" } else { "" };
    let better = |one: usize, other: usize| outcome.places[one] < outcome.places[other];
    let beyond = |scores: &Vec<i32>| {
        (0..scores.len()).any(|one| (0..scores.len()).any(|other| better(one, other) && scores[one] <= scores[other]))
    };
    let beyond = outcome.scores.as_ref().is_some_and(beyond);
    let more = if beyond { " (the places rest on more than these numbers)" } else { "" };
    let why = if outcome.reason == FORFEIT { "all but one have forfeited" } else { G::reason_in_words(outcome.reason) };
    format!("The game is over: {why}. {}{legend}{more}", places.join("; "))
}
