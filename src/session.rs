//! Plays a game from Rust: open it, list the legal actions, play, draw, undo. An illegal action changes nothing and
//! returns every broken rule with its source, as data.
//!
//! [`Session`] is for a game that is known at compile time, with its own types. [`AnySession`] opens a game by name and
//! takes actions as JSON, as the protocol writes them.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::breach::Breach as _;
use crate::game::picture::Picture;
use crate::game::{Event, Game, Outcome, Player};
use crate::judge::answer::Json;
use crate::judge::{say_next, violation};
use crate::setup::{self, Setup};
use crate::strict::{self, Malformed};
use crate::table::{Broken, Draws, Next, Refusal, Table};
use crate::wire::Violation;

/// Why a call was refused. Nothing has changed.
///
/// ```
/// use referee::{AnySession, Refused, Setup};
///
/// let Err(refused) = AnySession::open("wangdoo", &Setup::new()) else { unreachable!("there is no such game") };
/// assert!(matches!(refused, Refused::Unreadable(_)) && refused.violations().is_empty());
/// assert_eq!(refused.to_string(), "unknown game `wangdoo` (did you mean `wangdo`?)");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Refused {
    /// It breaks these rules, the most fundamental first.
    Rules(Vec<Violation>),
    /// It cannot be read, or the game, option or number of players does not exist.
    Unreadable(Malformed),
}

impl Refused {
    /// The rules that were broken; none if it could not be read.
    pub fn violations(&self) -> &[Violation] {
        match self {
            Refused::Rules(violations) => violations,
            Refused::Unreadable(_) => &[],
        }
    }

    fn of<G: Game>(broken: &Refusal<G>) -> Refused {
        let written = |broken: &Broken<G::Breach>| violation(broken.clause(), broken, broken.data());
        Refused::Rules(broken.iter().map(written).collect())
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Rules(violations) => {
                let messages: Vec<&str> = violations.iter().map(|violation| &*violation.message).collect();
                f.write_str(&messages.join("; "))
            }
            Refused::Unreadable(malformed) => malformed.fmt(f),
        }
    }
}

impl std::error::Error for Refused {}

impl From<Malformed> for Refused {
    fn from(malformed: Malformed) -> Refused {
        Refused::Unreadable(malformed)
    }
}

/// A game in progress, with its own types.
///
/// ```
/// use referee::game::Player;
/// use referee::games::tectonic::TecTonic;
/// use referee::{Session, Setup};
///
/// let mut session = Session::<TecTonic>::open(&Setup::new())?;
/// let (start, black) = (session.state().clone(), Player(1));
/// let action = session.legal()[0].clone();
/// // It is White's turn.
/// assert_eq!(session.check(black, action.clone())[0].rule, "table.not-your-turn");
/// assert!(session.play_as(black, action.clone()).is_err());
/// session.play(action)?;
/// assert_eq!((session.n(), session.turn(), session.outcome()), (1, Some(black), None));
/// session.undo()?;
/// assert_eq!(session.state(), &start);
/// # Ok::<(), referee::Refused>(())
/// ```
pub struct Session<G: Game> {
    table: Table<G>,
}

impl<G: Game> Session<G> {
    /// Begins a game of the built-in edition.
    pub fn open(setup: &Setup) -> Result<Session<G>, Refused> {
        let (game, _) = setup::open(G::EDITION, Some(setup.options.clone()))?;
        Session::of(game, setup.players, setup.seed)
    }

    /// Begins a game with rules that are already open: another edition, for instance, or a game of your own.
    pub fn of(game: G, players: Option<u8>, seed: Option<u64>) -> Result<Session<G>, Refused> {
        let players = setup::players::<G>(players)?;
        let draws = if seed.is_some() { Draws::Referee } else { Draws::Recorded };
        let state = game.start(players);
        let mut session = Session { table: Table::new(game, players, state).seeded(seed, draws) };
        session.settle();
        Ok(session)
    }

    /// The rules in force.
    pub fn game(&self) -> &G {
        self.table.game()
    }

    /// What the game waits for.
    pub fn next(&self) -> Next {
        self.table.next()
    }

    /// The player who must act; `None`: a draw is due, or the game is over.
    pub fn turn(&self) -> Option<Player> {
        match self.next() {
            Next::Player(player) => Some(player),
            _ => None,
        }
    }

    /// The number of actions and draws so far.
    pub fn n(&self) -> u64 {
        self.table.n()
    }

    /// The legal actions of the player whose turn it is, in a fixed order; at most [`crate::game::MOST_LISTED`].
    pub fn legal(&self) -> &[G::Action] {
        self.table.legal().0
    }

    /// The possible draws with their weights; empty unless a draw is due.
    pub fn chances(&self) -> &[(G::Chance, u32)] {
        if self.next() == Next::Chance { self.table.chances() } else { &[] }
    }

    /// Performs an action for the player whose turn it is; with a seed, also the draws that follow.
    pub fn play(&mut self, action: G::Action) -> Result<(), Refused> {
        self.play_as(self.turn().unwrap_or_default(), action)
    }

    /// Performs an action for any player. If it is not their turn, that rule is broken.
    pub fn play_as(&mut self, player: Player, action: G::Action) -> Result<(), Refused> {
        self.table.play(player, action).map_err(|broken| Refused::of::<G>(&broken))?;
        self.settle();
        Ok(())
    }

    /// Performs a draw. Without a seed, you give every draw this way.
    pub fn draw(&mut self, chance: G::Chance) -> Result<(), Refused> {
        self.table.draw(chance).map_err(|broken| Refused::of::<G>(&broken))
    }

    /// Every rule that a player's action would break; empty if it is legal. Does not perform the action.
    pub fn check(&mut self, player: Player, mut action: G::Action) -> Vec<Violation> {
        if self.turn().is_some() && player.0 < self.table.players() {
            self.table.game().canonical(self.table.state(), player, &mut action);
        }
        let mut broken = Vec::new();
        self.table.check(player, false, &action, &mut broken);
        broken.iter().map(|broken| violation(broken.clause(), broken, broken.data())).collect()
    }

    /// Takes back the last action or given draw, and the draws of the seed that followed. The last 256 can be taken
    /// back.
    pub fn undo(&mut self) -> Result<(), Refused> {
        let undone = self.table.undo(None);
        undone.map(|_| ()).map_err(|breach| Refused::Rules(vec![violation(breach.clause(), &breach, breach.data())]))
    }

    /// What a player, or (`None`) the public, may know.
    pub fn view(&self, viewer: Option<Player>) -> G::View {
        self.table.game().view(self.table.state(), viewer)
    }

    /// The full state, for the organiser only.
    pub fn state(&self) -> &G::State {
        self.table.state()
    }

    /// The state as people and programs write it, with its memory of earlier positions.
    pub fn position(&self) -> G::Position {
        self.table.game().position(self.table.state(), true)
    }

    /// What a player, or (`None`) the public, sees; [`crate::render`] draws it.
    pub fn picture(&self, viewer: Option<Player>) -> Picture {
        let view = self.view(viewer);
        let mut picture = self.game().picture(&view);
        // An event may reveal more than the viewer saw, so only games without secrets show it.
        if let Some(event) = self.table.happened().filter(|_| !G::HAS_SECRETS) {
            let event = match event {
                Event::Action(player, action) => Event::Action(player, action.clone()),
                Event::Chance(chance) => Event::Chance(chance.clone()),
            };
            self.game().picture_event(&mut picture, &view, &event);
        }
        say_next(&self.table, &mut picture);
        picture
    }

    /// The result; `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.table.outcome()
    }

    /// Makes the draws of the seed.
    fn settle(&mut self) {
        while let Some(due) = self.table.due() {
            self.table.settle(due);
        }
    }
}

/// A session with its game erased. Actions, draws and states are as the protocol writes them.
trait Erased {
    fn next(&self) -> Next;
    fn legal(&self) -> Vec<Value>;
    fn chances(&self) -> Vec<(Value, u32)>;
    fn play_as(&mut self, player: Player, action: &Value) -> Result<(), Refused>;
    fn draw(&mut self, chance: &Value) -> Result<(), Refused>;
    fn undo(&mut self) -> Result<(), Refused>;
    fn view(&self, viewer: Option<Player>) -> Value;
    fn state(&self) -> Value;
    fn picture(&self, viewer: Option<Player>) -> Picture;
    fn outcome(&self) -> Option<Outcome>;
}

impl<G: Game> Erased for Session<G> {
    fn next(&self) -> Next {
        self.next()
    }

    fn legal(&self) -> Vec<Value> {
        self.legal().iter().map(Json::value).collect()
    }

    fn chances(&self) -> Vec<(Value, u32)> {
        self.chances().iter().map(|(chance, weight)| (chance.value(), *weight)).collect()
    }

    fn play_as(&mut self, player: Player, action: &Value) -> Result<(), Refused> {
        self.play_as(player, typed("action", action)?)
    }

    fn draw(&mut self, chance: &Value) -> Result<(), Refused> {
        self.draw(typed("chance", chance)?)
    }

    fn undo(&mut self) -> Result<(), Refused> {
        self.undo()
    }

    fn view(&self, viewer: Option<Player>) -> Value {
        self.view(viewer).value()
    }

    fn state(&self) -> Value {
        self.position().value()
    }

    fn picture(&self, viewer: Option<Player>) -> Picture {
        self.picture(viewer)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }
}

/// Reads what a caller gave as JSON.
fn typed<T: DeserializeOwned>(key: &str, given: &Value) -> Result<T, Refused> {
    Ok(strict::from_part(key, given)?)
}

/// A game in progress, opened by name.
///
/// ```
/// use referee::{AnySession, Setup};
///
/// let mut session = AnySession::open("wangdo", &Setup::new().players(3).seed(7))?;
/// assert!(session.play(&"no action".into()).is_err());
/// while let Some(player) = session.turn() {
///     // Players choose by what they may know.
///     let _ = session.view(Some(player));
///     let first = session.legal()[0].clone();
///     session.play(&first)?;
/// }
/// assert_eq!(session.outcome().map(|outcome| outcome.places.len()), Some(3));
/// assert!(session.chances().is_empty() && session.state().is_object());
/// # Ok::<(), referee::Refused>(())
/// ```
pub struct AnySession {
    session: Box<dyn Erased>,
}

impl<G: Game> From<Session<G>> for AnySession {
    fn from(session: Session<G>) -> AnySession {
        AnySession { session: Box::new(session) }
    }
}

impl AnySession {
    /// What the game waits for.
    pub fn next(&self) -> Next {
        self.session.next()
    }

    /// The player who must act; `None`: a draw is due, or the game is over.
    pub fn turn(&self) -> Option<Player> {
        match self.next() {
            Next::Player(player) => Some(player),
            _ => None,
        }
    }

    /// The legal actions of the player whose turn it is.
    pub fn legal(&self) -> Vec<Value> {
        self.session.legal()
    }

    /// The possible draws with their weights.
    pub fn chances(&self) -> Vec<(Value, u32)> {
        self.session.chances()
    }

    /// Performs an action for the player whose turn it is; with a seed, also the draws that follow.
    pub fn play(&mut self, action: &Value) -> Result<(), Refused> {
        self.play_as(self.turn().unwrap_or_default(), action)
    }

    /// Performs an action for any player, whose turn it may not be.
    pub fn play_as(&mut self, player: Player, action: &Value) -> Result<(), Refused> {
        self.session.play_as(player, action)
    }

    /// Performs a draw.
    pub fn draw(&mut self, chance: &Value) -> Result<(), Refused> {
        self.session.draw(chance)
    }

    /// Takes back the last action or given draw, and the draws of the seed that followed.
    pub fn undo(&mut self) -> Result<(), Refused> {
        self.session.undo()
    }

    /// What a player, or (`None`) the public, may know.
    pub fn view(&self, viewer: Option<Player>) -> Value {
        self.session.view(viewer)
    }

    /// The state, with its memory of earlier positions.
    pub fn state(&self) -> Value {
        self.session.state()
    }

    /// What a player, or (`None`) the public, sees.
    pub fn picture(&self, viewer: Option<Player>) -> Picture {
        self.session.picture(viewer)
    }

    /// The result; `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.session.outcome()
    }
}
