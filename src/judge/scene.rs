//! The game in progress as viewers see it: the state, what the last line changed, whose turn it is, and how the game
//! ended. Pictures use only the game's views and [`Game::sees`], so they show no secrets.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::audience::Audience;
use super::json::Json;
use crate::game::picture::Picture;
use crate::game::{Event, EventOf, Game, MAX_PLAYERS, Outcome, Player, Sight, Turn};
use crate::render::svg::svg;
use crate::render::text::{Style, text};
use crate::table::{ADJUDICATED, FORFEIT, Next, Refusal, Table};
use crate::text::{hex, words};
use crate::wire::{
    ActionSpaceMark, Emit, Form, Header, Object, Pick, Viewer, WeightedDraw, is_of, kind_alone, write_json,
};

/// What pictures show of the last line that changed the game.
pub(super) struct Watch<G: Game> {
    /// The state before it; `None`: there was no such line.
    before: Option<G::State>,
    /// The event; `None`: it was no event, for example an undo.
    event: Option<EventOf<G>>,
    /// The action of the last line, if it was refused.
    tried: Option<(Player, G::Action)>,
    /// The state before the line that is being answered, and the number of events until then.
    page: Option<(G::State, u64)>,
    memory: Memory,
    /// The latest pictures: several viewers need the same, and the next line needs them again as those before it.
    glimpses: RefCell<VecDeque<Glimpse<G>>>,
}

/// What is remembered for pictures.
#[doc = include_str!("examples/memory.md")]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Memory {
    /// The last line, with everything the referee did in response.
    Lines,
    /// The last event, also if the referee caused it.
    Events,
}

/// A game as it stands.
pub(super) struct Scene<G: Game> {
    /// The game.
    pub table: Table<G>,
    /// How it began.
    pub header: Header,
    /// What happened last, for pictures; `None`: pictures are not wanted.
    pub watch: Option<Box<Watch<G>>>,
    /// Those who listen, besides the organiser: what others may hear of a line is not worked out.
    pub listeners: Audience,
}

/// The legal actions or possible draws, for people.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Listing {
    /// The first few in words.
    pub first: Vec<String>,
    /// How many there are.
    pub count: usize,
    /// Whether `count` includes all of them.
    pub exhaustive: bool,
}

/// Read access to a game in progress.
#[doc = include_str!("examples/look.md")]
pub trait Look {
    /// The header as it is written: options resolved, players and edition named.
    fn header(&self) -> &Header;
    /// The number of players.
    fn players(&self) -> u8;
    /// The number of accepted events.
    fn n(&self) -> u64;
    /// What the game waits for.
    fn next(&self) -> Next;
    /// The result; `None` while the game goes on and after it was called off.
    fn outcome(&self) -> Option<Outcome>;
    /// What a player, or the public, may see of the position.
    fn picture(&self, viewer: Option<Player>) -> Picture;
    /// The same, but the position alone: nothing of the last line.
    fn still(&self, viewer: Option<Player>) -> Picture;
    /// That in a form.
    fn drawn(&self, viewer: Option<Player>, form: Form) -> &str;
    /// Whether this game hides anything from any player.
    fn has_secrets(&self) -> bool;
    /// What each of these viewers may see of the position; `None`: every player's hand is shown.
    fn pictures(&self, viewers: &[Option<Viewer>]) -> Vec<Picture>;
    /// What is legal or can be drawn, at most `most` entries in words; `None` if the viewer may not know it. The viewer
    /// `None` may know everything.
    fn listing(&self, viewer: Option<Viewer>, most: usize) -> Option<Listing>;
    /// The legal actions, as the protocol writes them.
    fn legal(&self) -> Vec<Value>;
    /// The possible draws with their weights, as the protocol writes them; empty unless a draw is due.
    fn chances(&self) -> Vec<(Value, u32)>;
    /// What a viewer may know, as the protocol writes it.
    fn view(&self, viewer: Viewer) -> Value;
    /// The position to start another game from, with its memory of earlier ones, as the protocol writes it.
    fn state(&self) -> Value;
    /// Whether a stream for this viewer may list the legal actions or the possible draws.
    fn may_list(&self, viewer: Option<Viewer>) -> bool;
    /// Writes the state, with its memory of earlier positions if `memory`, unless it is too long for the line.
    fn write_state(&self, memory: bool, object: &mut Object<'_>) -> bool;
    /// Writes the state without memory, as [`Look::write_state`] does, but does not list it in `cut` if it is too long.
    fn fit_state(&self, object: &mut Object<'_>);
    /// How often the position has occurred; `None` if the game does not count.
    fn occurrence(&self) -> Option<u32>;
    /// Writes what a viewer may know, unless it is too long for the line.
    fn write_view(&self, viewer: Viewer, object: &mut Object<'_>) -> bool;
    /// Writes the legal actions, their numbers or both, as `emit` requests, or the possible draws.
    fn write_listing(&self, emit: Emit, object: &mut Object<'_>);
    /// The list to which the numbers of actions belong; `None`: actions have no numbers.
    fn action_space(&self) -> Option<ActionSpaceMark>;
    /// The SHA-256 of the state as it is written, in hexadecimal.
    fn digest(&self) -> String;
    /// Writes the outcome and its details, if there is an outcome.
    fn write_outcome(&self, object: &mut Object<'_>) -> bool;
}

impl<G: Game> Look for Scene<G> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn players(&self) -> u8 {
        self.table.players()
    }

    fn n(&self) -> u64 {
        self.table.n()
    }

    fn next(&self) -> Next {
        self.table.next()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    fn picture(&self, viewer: Option<Player>) -> Picture {
        self.seen_by(viewer, false)
    }

    fn still(&self, viewer: Option<Player>) -> Picture {
        let mut picture = self.glimpse(self.table.state(), viewer).1.clone();
        self.call(&mut picture);
        say_next(&self.table, &mut picture);
        picture
    }

    fn drawn(&self, viewer: Option<Player>, form: Form) -> &str {
        self.table.kept_picture(viewer, form as usize, || match form {
            Form::Text => text(&self.still(viewer), Style::default()),
            Form::Svg => svg(&self.still(viewer)),
        })
    }

    fn has_secrets(&self) -> bool {
        G::HAS_SECRETS
    }

    fn pictures(&self, viewers: &[Option<Viewer>]) -> Vec<Picture> {
        let drawn = viewers.iter().map(|viewer| {
            if let Some(viewer) = viewer {
                return self.seen_by(viewer.player(), false);
            }
            let mut picture = self.seen_by(None, true);
            for player in Player::all(self.table.players()) {
                lay_open(&mut picture, self.seen_by(Some(player), true), player);
            }
            picture
        });
        drawn.collect()
    }

    fn listing(&self, viewer: Option<Viewer>, most: usize) -> Option<Listing> {
        match self.table.next() {
            Next::Over => None,
            Next::Player(player) => {
                if viewer.is_some_and(|viewer| !self.lays_open(viewer, player, None)) {
                    return None;
                }
                let (legal, exhaustive) = self.table.legal();
                Some(Listing { first: self.table.legal_in_words(most), count: legal.len(), exhaustive })
            }
            Next::Chance => {
                let draws = self.table.chances();
                if viewer.is_some() && self.tells_hands() {
                    return None;
                }
                let first = draws.iter().take(most).map(|(chance, _)| G::chance_in_words(chance)).collect();
                Some(Listing { first, count: draws.len(), exhaustive: true })
            }
        }
    }

    fn legal(&self) -> Vec<Value> {
        self.table.legal().0.iter().map(Json::value).collect()
    }

    fn chances(&self) -> Vec<(Value, u32)> {
        let draws = if self.table.next() == Next::Chance { self.table.chances() } else { &[] };
        draws.iter().map(|(chance, weight)| (chance.value(), *weight)).collect()
    }

    fn view(&self, viewer: Viewer) -> Value {
        self.table.view(viewer.player()).clone()
    }

    fn state(&self) -> Value {
        self.table.game().position(self.table.state(), true).value()
    }

    fn may_list(&self, viewer: Option<Viewer>) -> bool {
        let Some(viewer) = viewer.filter(|_| !self.hides_nothing()) else { return true };
        match self.table.next() {
            Next::Player(player) => viewer == Viewer::Player(player),
            Next::Chance => !self.tells_hands(),
            Next::Over => true,
        }
    }

    fn write_state(&self, memory: bool, object: &mut Object<'_>) -> bool {
        object.spare("state", &self.table.game().position(self.table.state(), memory))
    }

    fn fit_state(&self, object: &mut Object<'_>) {
        object.fit("state", &self.table.game().position(self.table.state(), false));
    }

    fn occurrence(&self) -> Option<u32> {
        self.table.game().occurrence(self.table.state())
    }

    fn write_view(&self, viewer: Viewer, object: &mut Object<'_>) -> bool {
        object.spare("view", &self.table.game().view(self.table.state(), viewer.player()))
    }

    fn action_space(&self) -> Option<ActionSpaceMark> {
        self.table.numbers().map(ActionSpaceMark::of)
    }

    fn write_listing(&self, emit: Emit, object: &mut Object<'_>) {
        if self.table.next() == Next::Chance {
            object.spare("draws", &self.weighted_draws());
            return;
        }
        let (legal, exhaustive) = self.table.legal();
        if emit.legal {
            object.spare("legal", legal);
        }
        if emit.legal_ids
            && let Some(ids) = self.legal_ids()
        {
            object.spare("legal_ids", &ids);
        }
        object.field("legal_n", &legal.len());
        object.field("exhaustive", &exhaustive);
    }

    fn digest(&self) -> String {
        let mut text = Vec::new();
        write_json(&mut text, &self.table.game().position(self.table.state(), false));
        hex(&Sha256::digest(&text))
    }

    fn write_outcome(&self, object: &mut Object<'_>) -> bool {
        let Some(outcome) = self.table.outcome() else { return false };
        object.field("outcome", &outcome);
        if let Some(details) = self.table.details() {
            object.spare("details", details);
        }
        true
    }
}

impl<G: Game> Scene<G> {
    /// From now on remembers what pictures need about the last line.
    pub(super) fn watch(&mut self, memory: Memory) {
        self.watch.get_or_insert_with(|| {
            Box::new(Watch { before: None, event: None, tried: None, page: None, memory, glimpses: RefCell::default() })
        });
    }

    /// Call before a line is answered, or (`unasked`) before the referee does something on its own.
    pub(super) fn turn_page(&mut self, unasked: bool) {
        if let Some(watch) = self.watch.as_mut().filter(|watch| !unasked || watch.memory == Memory::Events) {
            watch.page = Some((self.table.state().clone(), self.table.n()));
        }
    }

    /// Call after a line was performed or refused; `tried` is a refused action.
    pub(super) fn remember(&mut self, tried: Option<(Player, &G::Action)>) {
        let Some(watch) = &mut self.watch else { return };
        let Some((state, n)) = watch.page.take() else { return };
        let now = self.table.n();
        if now != n {
            watch.before = Some(state);
            let happened = self.table.happened().filter(|_| now > n);
            watch.event = happened.map(|event| match event {
                Event::Action(player, action) => Event::Action(player, action.clone()),
                Event::Chance(chance) => Event::Chance(chance.clone()),
            });
        }
        watch.tried = tried.filter(|_| now == n).map(|(player, action)| (player, action.clone()));
    }

    /// From now on pictures show this of the last event.
    pub(super) fn recall(
        &mut self,
        before: Option<G::State>,
        event: Option<EventOf<G>>,
        tried: Option<(Player, G::Action)>,
    ) {
        if let Some(watch) = &mut self.watch {
            (watch.before, watch.event, watch.tried) = (before, event, tried);
        }
    }

    /// The numbers of the legal actions, in their order; `None`: actions have no numbers.
    pub(super) fn legal_ids(&self) -> Option<Vec<u64>> {
        let numbers = self.table.numbers()?;
        let (legal, _) = self.table.legal();
        let ids: Vec<u64> = legal.iter().filter_map(|action| numbers.id(action)).map(u64::from).collect();
        debug_assert_eq!(ids.len(), legal.len(), "the list has every legal action");
        Some(ids)
    }

    /// The action that a number names. If the number is no such place, appends the rules broken and returns `None`.
    pub(super) fn picked(
        &mut self,
        player: Player,
        substitute: bool,
        pick: Pick,
        broken: &mut Refusal<G>,
    ) -> Option<G::Action> {
        match pick {
            Pick::Place(place) => self.table.pick(player, substitute, place.0, broken),
            Pick::Id(id) => self.table.numbered_action(player, substitute, id.0, broken),
        }
    }

    /// The possible draws, as they are written; empty unless a draw is due.
    pub(super) fn weighted_draws(&self) -> Vec<WeightedDraw<G::Chance>> {
        let draws = if self.table.next() == Next::Chance { self.table.chances() } else { &[] };
        draws.iter().map(|(chance, weight)| WeightedDraw { chance: chance.clone(), weight: *weight }).collect()
    }

    /// Whether the possible draws reveal what others hold, even to the player who draws: they show how many of each
    /// card are left.
    fn tells_hands(&self) -> bool {
        self.table.chances().iter().any(|(chance, _)| is_of(G::SECRET_DRAWS, chance))
    }

    /// Who sees the whole of an event that is about to happen; the others see only its kind.
    pub(super) fn witnesses(&self, event: &EventOf<G>) -> Audience {
        if self.hides_nothing() {
            return Audience::ALL;
        }
        let (game, state) = (self.table.game(), self.table.state());
        self.listening(|viewer| game.sees(state, event, viewer.player()) == Sight::Full)
    }

    /// Those of the listeners who `may`.
    pub(super) fn listening(&self, may: impl Fn(Viewer) -> bool) -> Audience {
        if self.listeners == Audience::ORGANISER {
            return Audience::ORGANISER;
        }
        Audience::those(self.table.players(), |viewer| self.listeners.hears(Some(viewer)) && may(viewer))
    }

    /// Who may learn what this player sent, with its false claims: only the player, or everybody if
    /// nothing is hidden. `None`: it is no player's action.
    pub(super) fn hearers(&self, sender: Option<Player>) -> Audience {
        if self.hides_nothing() {
            return Audience::ALL;
        }
        sender.map_or(Audience::ORGANISER, |sender| Audience::only(Viewer::Player(sender)))
    }

    /// Who may see in pictures and replays that `sender` tried this illegal action, or (`None`) picked a place that
    /// does not exist.
    pub(super) fn onlookers(&self, sender: Option<Player>, tried: Option<&G::Action>, picked: bool) -> Audience {
        // Without pictures nothing is shown.
        if self.watch.is_none() || self.hides_nothing() {
            return Audience::ALL;
        }
        let players = self.table.players();
        let Some(sender) = sender.filter(|sender| sender.0 < players) else { return Audience::ORGANISER };
        // A place that does not exist reveals the length of the list.
        let turn = match self.table.next() {
            Next::Player(turn) if picked => Some(turn),
            _ => None,
        };
        Audience::those(players, |viewer| {
            let own = viewer == Viewer::Player(sender);
            let tried = tried.is_some_and(|action| self.lays_open(viewer, sender, Some(action)));
            own || tried || turn.is_some_and(|turn| self.lays_open(viewer, turn, None))
        })
    }

    /// What a player, or the public, sees of the position. With `told`, they see every event in full.
    fn seen_by(&self, viewer: Option<Player>, told: bool) -> Picture {
        let tried = self.watch.as_ref().and_then(|watch| watch.tried.as_ref());
        let heard = |player: Player, action: &G::Action| told || self.lays_open_to(viewer, player, Some(action));
        let mut picture = match tried.filter(|(player, action)| heard(*player, action)) {
            Some((player, action)) => {
                let event = Event::Action(*player, action.clone());
                let mut picture = self.with_event(viewer, Some(&event));
                self.call(&mut picture);
                picture.last = event_in_words::<G>(&picture, &event, &Drawn::default(), Sight::Full);
                picture.refused = true;
                picture
            }
            None => self.since_last(viewer, told),
        };
        say_next(&self.table, &mut picture);
        picture
    }

    /// The picture of a position without the last event, drawn unless it has been: it depends on the view alone.
    fn glimpse(&self, state: &G::State, viewer: Option<Player>) -> Glimpse<G> {
        let game = self.table.game();
        let view = game.view(state, viewer);
        let draw = |view: G::View| {
            let picture = game.picture(&view);
            Arc::new((view, picture))
        };
        let Some(watch) = &self.watch else { return draw(view) };
        let mut glimpses = watch.glimpses.borrow_mut();
        if let Some(known) = glimpses.iter().rfind(|known| known.0 == view) {
            return Arc::clone(known);
        }
        if glimpses.len() == KEPT {
            glimpses.pop_front();
        }
        glimpses.push_back(draw(view));
        Arc::clone(&glimpses[glimpses.len() - 1])
    }

    /// The picture of the position with an event.
    fn with_event(&self, viewer: Option<Player>, event: Option<&EventOf<G>>) -> Picture {
        let glimpse = self.glimpse(self.table.state(), viewer);
        let mut picture = glimpse.1.clone();
        if let Some(event) = event {
            self.table.game().picture_event(&mut picture, &glimpse.0, event);
        }
        picture
    }

    /// The picture of the position, with what the last event changed.
    fn since_last(&self, viewer: Option<Player>, told: bool) -> Picture {
        let game = self.table.game();
        let before = self.watch.as_ref().and_then(|watch| watch.before.as_ref());
        let event = self.watch.as_ref().and_then(|watch| watch.event.as_ref());
        let sight = match (before, event) {
            (Some(before), Some(event)) if !told => game.sees(before, event, viewer),
            _ => Sight::Full,
        };
        let mut picture = self.with_event(viewer, event.filter(|_| sight == Sight::Full));
        if let Some(before) = before {
            picture.mark_changes(&self.glimpse(before, viewer).1);
        }
        self.call(&mut picture);
        if let Some(event) = event {
            if let Some(before) = before.filter(|_| sight == Sight::Full) {
                picture.scored = game.scored(before, event);
            }
            let before = before.filter(|_| matches!(event, Event::Chance(_)));
            let drawn = before.map(|before| Drawn { of: game.drawer(before), purpose: game.draw_purpose(before) });
            picture.last = event_in_words::<G>(&picture, event, &drawn.unwrap_or_default(), sight);
        }
        picture
    }

    /// Puts in the players' names from the header.
    fn call(&self, picture: &mut Picture) {
        if let Some(names) = &self.header.names {
            picture.call(names);
        }
    }

    /// Whether nothing in this position is hidden from any player.
    pub(super) fn hides_nothing(&self) -> bool {
        !G::HAS_SECRETS || self.table.game().turn(self.table.state()) == Turn::Over
    }

    /// Whether a viewer may learn that `sender` tried this action, or (`None`) which actions are legal for `sender`,
    /// whose turn it is.
    fn lays_open(&self, viewer: Viewer, sender: Player, tried: Option<&G::Action>) -> bool {
        self.lays_open_to(viewer.player(), sender, tried)
    }

    fn lays_open_to(&self, viewer: Option<Player>, sender: Player, tried: Option<&G::Action>) -> bool {
        viewer == Some(sender) || self.hides_nothing() || self.table.game().is_open(self.table.state(), sender, tried)
    }
}

/// Says in a picture what the game waits for, or how it ended.
pub(crate) fn say_next<G: Game>(table: &Table<G>, picture: &mut Picture) {
    match table.next() {
        Next::Player(player) => picture.turn = Some(player),
        Next::Chance => {}
        Next::Over => picture.waits = ending::<G>(picture, table.outcome().as_ref()),
    }
}

/// Adds to a picture what one player sees: their panels, and what only they see on the board.
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

/// How many pictures are kept: those of a position and of the one before it, for every viewer.
const KEPT: usize = 2 * (MAX_PLAYERS + 1);

/// A view and its picture, without the last event.
type Glimpse<G> = Arc<(<G as Game>::View, Picture)>;

/// Whose draw it was (`None`: no player's), and its purpose.
#[derive(Default)]
struct Drawn {
    of: Option<Player>,
    purpose: String,
}

/// An event in words, as far as it is seen. `drawn` is used only for draws.
fn event_in_words<G: Game>(picture: &Picture, event: &EventOf<G>, drawn: &Drawn, sight: Sight) -> String {
    fn kind(event: &impl serde::Serialize) -> String {
        words(&kind_alone(event))
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

/// How a game ended. Adds a legend if the scores are not points of the game, and a remark if the scores alone do not
/// explain the places.
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
    let why = match outcome.reason {
        FORFEIT => "all but one have forfeited",
        ADJUDICATED => "it was called off and decided by the organiser's ruling",
        reason => G::reason_in_words(reason),
    };
    format!("The game is over: {why}. {}{legend}{more}", places.join("; "))
}
