//! Follows a stream that was written for one viewer where it cannot be judged, for pictures. What the viewer knows is a view.
//! A view in the stream is read back and must be that of a state. Where the stream has none, the view follows from the one before:
//! the event is performed in several states that the viewer cannot tell from the true one, and all of them must then look alike.

use serde_json::{Map, Value};

use super::GameJudge;
use super::broken::violations;
use crate::dice::{Dice, Supply};
use crate::game::{Draw as _, Event, EventOf, Game, Player, Sight, Source, Turn};
use crate::strict;
use crate::table::{Adjudication, Broken};
use crate::wire::{Body, Claims, Hidden, HiddenLine, Line, Query, Shallow, Viewer, Violation, is_no_line};

/// The most events that are followed without a view. In a game a view comes much sooner.
const MOST_EVENTS: usize = 256;
/// The most states tried until the event is possible in one: a player may have played a card that few of them give that player.
const MOST_TRIED: usize = 64;
/// The states that must look alike after an event.
const ALIKE: usize = 4;

/// A game in progress that follows a stream; see the module.
#[doc(hidden)]
pub trait Follow {
    /// From now on follows the stream for pictures, as far as its viewer can know what happens, up to the event `until`.
    fn follow(&mut self, viewer: Option<Player>, until: Option<u64>);
    /// The same where even the start is hidden, unless there is a view on line `number`.
    fn follow_hidden(&mut self, viewer: Option<Player>, until: Option<u64>, view: Option<&Value>, number: u64);
    /// The same for a line that is a view or has one, instead of a game from its start; otherwise returns `false`. With
    /// `any_players` the view says how many play.
    fn behold(&mut self, viewer: Option<Player>, until: Option<u64>, line: (&[u8], u64), any_players: bool) -> bool;
    /// Takes a line that is followed.
    fn pursue(&mut self, bytes: &[u8], number: u64);
    /// Puts the game where the lines that were followed lead: from then on it looks to the viewer as the true one does. Returns
    /// whether all of it could be followed.
    fn imagine(&mut self) -> Result<bool, Unseen>;
}

/// Why a position cannot be drawn.
#[doc(hidden)]
#[derive(Debug)]
pub enum Unseen {
    /// The stream does not show it to this viewer.
    Hidden,
    /// The viewer does not sit at this table.
    NoSuchPlayer {
        /// The number of players.
        players: u8,
    },
    /// A view is false.
    False {
        /// The number of its line.
        line: u64,
        /// What is wrong with it.
        why: FalseView,
    },
}

/// A state, an event that happens in it, and the state and the view after it.
type Step<G> = (<G as Game>::State, EventOf<G>, <G as Game>::State, <G as Game>::View);

/// A state, and the event that happened in it, as far as they are known.
type Before<G> = (Option<<G as Game>::State>, Option<EventOf<G>>);

/// What is wrong with a view.
#[doc(hidden)]
#[derive(Debug)]
pub enum FalseView {
    /// It does not have the form of the game's views.
    Malformed(String),
    /// No position is as it says.
    Refused(Vec<Violation>),
    /// It is of a game with another number of players.
    Players(u8),
    /// It is what this other viewer sees; `None`: no viewer sees it so.
    Differs(Option<Viewer>),
}

/// What happened, as far as it was seen; without a player it is the turn's.
enum What<G: Game> {
    Action(Option<Player>, G::Action),
    Chance(G::Chance),
    HiddenAction(Option<Player>, Hidden<G, false>),
    HiddenChance(Hidden<G, true>),
}

/// What is known at some point of the stream.
enum Known<G: Game> {
    Nothing,
    State(G::State),
    /// A view as it is written, on this line.
    View(Vec<u8>, u64),
}

/// A point of the stream, and what happened after it.
struct Leg<G: Game> {
    known: Known<G>,
    n: u64,
    events: Vec<What<G>>,
}

impl<G: Game> Leg<G> {
    fn from(known: Known<G>, n: u64) -> Leg<G> {
        Leg { known, n, events: Vec::new() }
    }
}

/// Whether more lines are of interest.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Rest {
    Open,
    /// No: the event `until` has passed.
    Passed,
    /// No: what follows cannot be known.
    Lost,
}

/// What has been followed; see the module.
pub(super) struct Followed<G: Game> {
    viewer: Option<Player>,
    /// The number of the event after which the rest is of no interest.
    until: Option<u64>,
    /// Where the last view in the stream leads on.
    leg: Leg<G>,
    /// What led to that view.
    earlier: Leg<G>,
    /// Whether `earlier` ends with steps that were taken back.
    undone: bool,
    n: u64,
    /// The viewer's last action, if it was refused.
    tried: Option<(Player, G::Action)>,
    /// Whether the players may be other than the header says.
    any_players: bool,
    /// Whether a ruling was made.
    ruled: bool,
    rest: Rest,
    dice: Dice,
}

/// Where a walk along a leg leads.
struct Walk<G: Game> {
    view: G::View,
    state: G::State,
    /// The last event, and a state before it.
    last: Option<(G::State, EventOf<G>)>,
    /// The number of events that could be followed.
    steps: usize,
}

impl<G: Game> Follow for GameJudge<G> {
    fn follow(&mut self, viewer: Option<Player>, until: Option<u64>) {
        let table = &self.scene.table;
        let (state, n) = (Known::State(table.state().clone()), table.n());
        self.followed = Some(Box::new(Followed::of(viewer, until, Leg::from(state, n))));
    }

    fn follow_hidden(&mut self, viewer: Option<Player>, until: Option<u64>, view: Option<&Value>, number: u64) {
        let view = view.map(|view| Known::View(view.to_string().into_bytes(), number));
        self.followed = Some(Box::new(Followed::of(viewer, until, Leg::from(view.unwrap_or(Known::Nothing), 0))));
    }

    fn behold(
        &mut self,
        viewer: Option<Player>,
        until: Option<u64>,
        (bytes, number): (&[u8], u64),
        any_players: bool,
    ) -> bool {
        let Some(line) = strict::read::<Map<String, Value>>(bytes) else { return false };
        let view = if is_no_line(&line) {
            bytes.to_vec()
        } else {
            let happens =
                ["action", "pick", "id", "chance", "forfeit", "abort"].iter().any(|key| line.contains_key(*key));
            match line.get("view").filter(|_| !happens) {
                Some(view) => view.to_string().into_bytes(),
                None => return false,
            }
        };
        let leg = Leg::from(Known::View(view, number), 0);
        self.followed = Some(Box::new(Followed { any_players, ..Followed::of(viewer, until, leg) }));
        true
    }

    fn pursue(&mut self, bytes: &[u8], number: u64) {
        let Some(followed) = self.followed.as_mut().filter(|followed| followed.rest == Rest::Open) else {
            return;
        };
        if let Some(line) = strict::read::<Line<G>>(bytes) {
            let (body, line) = line.apart();
            let what = match body {
                Body::Action(action) => What::Action(line.player, action),
                Body::Chance(chance) => What::Chance(chance),
                Body::Forfeit(forfeit) => {
                    followed.ruled = true;
                    // A ruling that is refused changes nothing.
                    let _ = self.scene.table.forfeit(forfeit.player);
                    return;
                }
                Body::Abort(abort) => {
                    followed.ruled = true;
                    // How the rules rank the players may depend on what is hidden.
                    if abort.adjudicate == Some(Adjudication::Standing) {
                        followed.rest = Rest::Lost;
                    } else {
                        let _ = self.scene.table.abort(abort.adjudicate);
                    }
                    return;
                }
                Body::Query(Query::Undo) => return followed.undo(&line.claims, number),
                Body::Query(Query::View(viewer)) if viewer.player() == followed.viewer => {
                    followed.tried = None;
                    followed.arrive(&line.claims, number);
                    return;
                }
                Body::Pick(_) => return followed.lose(),
                Body::Remark | Body::Redacted => return,
                _ => {
                    followed.tried = None;
                    return;
                }
            };
            followed.happen(what, &line.claims, number);
        } else if let Some(line) = strict::read::<HiddenLine<G>>(bytes) {
            let (body, line) = line.apart();
            let what = match body {
                Body::Action(action) => What::HiddenAction(line.player, action),
                Body::Chance(chance) => What::HiddenChance(chance),
                _ => return,
            };
            followed.happen(what, &line.claims, number);
        }
    }

    fn imagine(&mut self) -> Result<bool, Unseen> {
        let Some(followed) = self.followed.as_deref_mut() else { return Err(Unseen::Hidden) };
        let table = &mut self.scene.table;
        let (game, mut players) = (table.game().clone(), table.players());
        if matches!(followed.leg.known, Known::State(_)) && followed.leg.events.is_empty() {
            return Ok(followed.rest != Rest::Lost);
        }
        let leg = std::mem::replace(&mut followed.leg, Leg::from(Known::Nothing, 0));
        let walk = followed.walk(&game, &mut players, &leg.known, &leg.events)?.ok_or(Unseen::Hidden)?;
        let complete = walk.steps == leg.events.len() && followed.rest != Rest::Lost;
        let n = leg.n.saturating_add(walk.steps as u64);
        let (before, event) = match walk.last {
            Some((before, event)) => (Some(before), Some(event)),
            None => followed.led_here(&game, players)?,
        };
        if followed.any_players {
            self.scene.header.players = Some(players);
        }
        table.imagine(players, walk.state, n);
        self.scene.recall(before, event, followed.tried.take().filter(|_| complete));
        Ok(complete)
    }
}

impl<G: Game> Followed<G> {
    fn of(viewer: Option<Player>, until: Option<u64>, leg: Leg<G>) -> Followed<G> {
        Followed {
            viewer,
            until,
            n: leg.n,
            leg,
            earlier: Leg::from(Known::Nothing, 0),
            undone: false,
            tried: None,
            any_players: false,
            ruled: false,
            rest: Rest::Open,
            dice: Dice::new(0),
        }
    }

    /// From here on nothing is known, up to the next view.
    fn lose(&mut self) {
        self.leg = Leg::from(Known::Nothing, self.n);
    }

    /// Takes an event. One that was refused changes nothing.
    fn happen(&mut self, what: What<G>, claims: &Claims<G>, number: u64) {
        self.tried = None;
        if claims.violations.is_some() {
            if let What::Action(Some(player), action) = what {
                self.tried = Some((player, action));
            }
            return;
        }
        let n = claims.n.unwrap_or(self.n.saturating_add(1));
        if self.until.is_some_and(|until| n > until) {
            self.rest = Rest::Passed;
            return;
        }
        if self.leg.events.len() == MOST_EVENTS || n != self.n.saturating_add(1) {
            self.lose();
        } else {
            self.leg.events.push(what);
        }
        self.n = n;
        self.arrive(claims, number);
    }

    /// Takes an undo. What led to the position is not known unless there is a view.
    fn undo(&mut self, claims: &Claims<G>, number: u64) {
        self.tried = None;
        let Some(n) = claims.n.filter(|_| claims.violations.is_none()) else { return };
        if self.until == Some(self.n) || self.ruled {
            self.rest = if self.until == Some(self.n) { Rest::Passed } else { Rest::Lost };
            return;
        }
        self.n = n;
        if !self.arrive(claims, number) {
            return self.lose();
        }
        self.undone = true;
    }

    /// Takes the view of a line, if it has one for this viewer.
    fn arrive(&mut self, claims: &Claims<G>, number: u64) -> bool {
        let own = claims.viewer.is_none_or(|viewer| viewer.player() == self.viewer);
        let Some(Shallow(view)) = claims.view.as_ref().filter(|_| own) else { return false };
        let leg = Leg::from(Known::View(view.to_string().into_bytes(), number), self.n);
        self.earlier = std::mem::replace(&mut self.leg, leg);
        self.undone = false;
        true
    }

    /// A state before the view that the stream gave last, and the event that led to it; `None`: not known, or nothing led to it.
    fn led_here(&mut self, game: &G, mut players: u8) -> Result<Before<G>, Unseen> {
        let mut earlier = std::mem::replace(&mut self.earlier, Leg::from(Known::Nothing, 0));
        let last = if self.undone { None } else { earlier.events.pop() };
        let walk = self.walk(game, &mut players, &earlier.known, &earlier.events)?;
        let Some(walk) = walk.filter(|walk| walk.steps == earlier.events.len()) else { return Ok((None, None)) };
        let Some(last) = last else { return Ok((Some(walk.state).filter(|_| self.undone), None)) };
        for _ in 0..MOST_TRIED {
            let Ok(before) = self.imagine(game, &walk.view) else { break };
            if let Some(event) = self.possible(game, &before, &last) {
                return Ok((Some(before), Some(event)));
            }
        }
        Ok((None, None))
    }

    /// Follows events from what is known; `None`: nothing is. `players` becomes the number that a view tells.
    fn walk(
        &mut self,
        game: &G,
        players: &mut u8,
        known: &Known<G>,
        events: &[What<G>],
    ) -> Result<Option<Walk<G>>, Unseen> {
        let (view, state) = match known {
            Known::Nothing => return Ok(None),
            Known::State(state) => (game.view(state, self.viewer), state.clone()),
            Known::View(text, line) => {
                let (view, state, seated) = self.read(game, text, *line)?;
                if seated != *players && !self.any_players {
                    return Err(Unseen::False { line: *line, why: FalseView::Players(seated) });
                }
                *players = seated;
                (view, state)
            }
        };
        let mut walk = Walk { view, state, last: None, steps: 0 };
        for what in events {
            let Some((before, event, after, view)) = self.step(game, &walk.view, what) else { break };
            walk = Walk { view, state: after, last: Some((before, event)), steps: walk.steps + 1 };
        }
        Ok(Some(walk))
    }

    /// Reads a view. Returns it with a state that gives it, and the number of players.
    fn read(&mut self, game: &G, text: &[u8], line: u64) -> Result<(G::View, G::State, u8), Unseen> {
        let fault = |why| Unseen::False { line, why };
        let view: G::View =
            strict::from_slice(text).map_err(|malformed| fault(FalseView::Malformed(malformed.to_string())))?;
        let state = self.imagine(game, &view).map_err(|broken| {
            let broken: Vec<Broken<G::Breach>> = broken.into_iter().map(Broken::Game).collect();
            fault(FalseView::Refused(violations(&broken)))
        })?;
        // Only now is it safe to draw.
        let players = game.picture(&game.view(&state, None)).seats.len() as u8;
        if self.viewer.is_some_and(|viewer| viewer.0 >= players) {
            return Err(Unseen::NoSuchPlayer { players });
        }
        let written = |view: &G::View| serde_json::to_value(view).ok();
        let given = serde_json::from_slice::<Value>(text).ok();
        let is_of = |viewer: Option<Player>| written(&game.view(&state, viewer)) == given;
        if is_of(self.viewer) {
            return Ok((view, state, players));
        }
        let others = Player::all(players).map(Some).chain([None]);
        let other = others.into_iter().find(|other| is_of(*other));
        Err(fault(FalseView::Differs(other.map(|other| other.map_or(Viewer::Public, Viewer::Player)))))
    }

    /// A state that gives this view.
    fn imagine(&mut self, game: &G, view: &G::View) -> Result<G::State, Vec<G::Breach>> {
        game.determinize(view, &mut Supply(&mut self.dice, Source(0)))
    }

    /// What follows from a view by an event: a state before it, the event, a state after it and the view after it. `None`: the
    /// viewer cannot know.
    fn step(&mut self, game: &G, view: &G::View, what: &What<G>) -> Option<Step<G>> {
        let (mut found, mut alike) = (None::<Step<G>>, 0);
        for _ in 0..MOST_TRIED {
            let before = self.imagine(game, view).ok()?;
            let Some(event) = self.possible(game, &before, what) else { continue };
            let mut after = before.clone();
            match &event {
                Event::Action(player, action) => game.apply(&mut after, *player, action),
                Event::Chance(chance) => game.apply_chance(&mut after, chance),
            }
            // What is shown now is not in the stream.
            let shown = match game.turn(&after) {
                Turn::Over => G::HAS_SECRETS,
                Turn::Player(player) => Some(player) == self.viewer && game.shows_hidden(&after),
                Turn::Chance => false,
            };
            let seen = game.view(&after, self.viewer);
            match &found {
                _ if shown => return None,
                None => found = Some((before, event, after, seen)),
                Some((.., first)) if *first != seen => return None,
                Some(_) => {}
            }
            alike += 1;
            if alike == ALIKE {
                break;
            }
        }
        found
    }

    /// What may have happened in this state; `None`: nothing that looks so to the viewer.
    fn possible(&mut self, game: &G, before: &G::State, what: &What<G>) -> Option<EventOf<G>> {
        let (mut legal, mut draws) = (Vec::new(), Vec::new());
        let turn = game.turn(before);
        let acts = |player: Option<Player>| match turn {
            Turn::Player(turn) => player.is_none_or(|player| player == turn).then_some(turn),
            _ => None,
        };
        if turn == Turn::Chance {
            game.chances(before, &mut draws);
        }
        let mut events: Vec<EventOf<G>> = match what {
            What::Action(player, action) => {
                let (player, mut action, mut broken) = (acts(*player)?, action.clone(), Vec::new());
                game.canonical(before, player, &mut action);
                game.check(before, player, &action, &mut broken);
                return broken.is_empty().then_some(Event::Action(player, action));
            }
            What::Chance(chance) => {
                return draws.into_iter().map(|(draw, _)| draw).find(|draw| draw == chance).map(Event::Chance);
            }
            What::HiddenAction(player, hidden) => {
                let player = acts(*player)?;
                game.legal(before, &mut legal);
                let meant = legal.into_iter().filter(|action| hidden.may_be(action));
                meant.map(|action| Event::Action(player, action)).collect()
            }
            What::HiddenChance(hidden) => {
                let meant = draws.into_iter().map(|(draw, _)| draw).filter(|draw| hidden.may_be(draw));
                meant.map(Event::Chance).collect()
            }
        };
        events.retain(|event| game.sees(before, event, self.viewer) == Sight::Kind);
        if events.is_empty() {
            return None;
        }
        let at = Supply(&mut self.dice, Source(0)).below(events.len() as u32);
        Some(events.swap_remove(at as usize))
    }
}
