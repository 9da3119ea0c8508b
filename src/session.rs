//! Plays a game from Rust: open it, list the legal actions, play, draw, undo. An illegal action changes nothing and
//! returns every broken rule with its source, as data.
//!
//! [`Session`] is for a game that is known at compile time, with its own types. [`AnySession`] opens a game by name and
//! takes actions as JSON, as the protocol writes them.

use std::fmt;

use serde_json::{Map, Value, json};

use crate::breach::Breach as _;
use crate::game::picture::Picture;
use crate::game::{Event, EventOf, Game, Outcome, Player};
use crate::games::GAMES;
use crate::judge::answer::About;
use crate::judge::{Judge, violation};
use crate::registry::{NoGame, Opened, Referee, find};
use crate::strict::{self, Malformed};
use crate::table::{Broken, Draws, Next, Refusal, Table};
use crate::wire::{Header, Seed, VERSION, Viewer, Violation};

/// How to play a game.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Setup {
    /// The number of players. `None`: the smallest that the game allows.
    pub players: Option<u8>,
    /// With a seed the referee makes the draws. `None`: you give every draw, see [`Session::draw`].
    pub seed: Option<u64>,
    /// The rule options that differ from their defaults, as the protocol writes them.
    pub options: Map<String, Value>,
}

impl Setup {
    /// The default options, the smallest number of players, and no seed.
    #[must_use]
    pub fn new() -> Setup {
        Setup::default()
    }

    /// With this number of players.
    #[must_use]
    pub fn players(self, players: u8) -> Setup {
        Setup { players: Some(players), ..self }
    }

    /// With the draws of a seed.
    #[must_use]
    pub fn seed(self, seed: u64) -> Setup {
        Setup { seed: Some(seed), ..self }
    }

    /// With a rule option, such as `.option("setup", "S2")`.
    #[must_use]
    pub fn option(mut self, name: &str, value: impl Into<Value>) -> Setup {
        self.options.insert(name.to_owned(), value.into());
        self
    }
}

/// Why a call was refused. Nothing has changed.
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
    #[must_use]
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

    fn unreadable(message: impl Into<String>) -> Refused {
        Refused::Unreadable(Malformed::new(message))
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
/// use referee::games::tectonic::TecTonic;
/// use referee::{Session, Setup};
///
/// let mut session = Session::<TecTonic>::open(&Setup::new())?;
/// let action = session.legal()[0].clone();
/// session.play(action)?;
/// assert_eq!(session.n(), 1);
/// # Ok::<(), referee::Refused>(())
/// ```
pub struct Session<G: Game> {
    table: Table<G>,
}

impl<G: Game> Session<G> {
    /// Begins a game of the built-in edition.
    pub fn open(setup: &Setup) -> Result<Session<G>, Refused> {
        let edition: G::Edition = strict::from_slice(G::EDITION.as_bytes())?;
        let mut options = serde_json::to_value(G::Options::default()).unwrap_or_default();
        for (name, value) in &setup.options {
            match options.get_mut(name) {
                Some(slot) => *slot = value.clone(),
                None => return Err(Refused::unreadable(format!("{} has no option `{name}`", G::NAME))),
            }
        }
        let options: G::Options = strict::from_value(&options)?;
        let game = G::open(&edition, &options).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            Refused::unreadable(faults.join("; "))
        })?;
        Session::of(game, setup.players, setup.seed)
    }

    /// Begins a game with rules that are already open: another edition, for instance, or a game of your own.
    pub fn of(game: G, players: Option<u8>, seed: Option<u64>) -> Result<Session<G>, Refused> {
        let players = players.unwrap_or(*G::PLAYERS.start());
        if !G::PLAYERS.contains(&players) {
            let range = crate::registry::for_players(G::NAME, &G::PLAYERS);
            return Err(Refused::unreadable(format!("{range}, not {players}")));
        }
        let draws = if seed.is_some() { Draws::Referee } else { Draws::Recorded };
        let state = game.start(players);
        let mut session = Session { table: Table::new(game, players, state, seed, draws) };
        session.settle();
        Ok(session)
    }

    /// The rules in force.
    #[must_use]
    pub fn game(&self) -> &G {
        self.table.game()
    }

    /// What the game waits for.
    #[must_use]
    pub fn next(&self) -> Next {
        self.table.next()
    }

    /// The player who must act; `None`: a draw is due, or the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<Player> {
        match self.next() {
            Next::Player(player) => Some(player),
            _ => None,
        }
    }

    /// The number of actions and draws so far.
    #[must_use]
    pub fn n(&self) -> u64 {
        self.table.n()
    }

    /// The legal actions of the player whose turn it is, in a fixed order; at most [`crate::game::MOST_LISTED`].
    #[must_use]
    pub fn legal(&self) -> &[G::Action] {
        self.table.legal().0
    }

    /// The possible draws with their weights; empty unless a draw is due.
    #[must_use]
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
    #[must_use]
    pub fn view(&self, viewer: Option<Player>) -> G::View {
        self.table.game().view(self.table.state(), viewer)
    }

    /// The full state, for the organiser only.
    #[must_use]
    pub fn state(&self) -> &G::State {
        self.table.state()
    }

    /// The state as people and programs write it, with its memory of earlier positions.
    #[must_use]
    pub fn position(&self) -> G::Position {
        self.table.game().position(self.table.state(), true)
    }

    /// What a player, or (`None`) the public, sees; [`crate::render`] draws it.
    #[must_use]
    pub fn picture(&self, viewer: Option<Player>) -> Picture {
        let last = self.table.happened().map(|event| match event {
            Event::Action(player, action) => Event::Action(player, action.clone()),
            Event::Chance(chance) => Event::Chance(chance.clone()),
        });
        // An event may reveal more than the viewer saw, so only games without secrets show it.
        self.game().picture(&self.view(viewer), last.as_ref().filter(|_: &&EventOf<G>| !G::HAS_SECRETS))
    }

    /// The result; `None` while the game goes on.
    #[must_use]
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

/// A game in progress, opened by name.
///
/// ```
/// use referee::{AnySession, Setup};
///
/// let mut session = AnySession::open("wangdo", &Setup::new().players(3).seed(7))?;
/// while session.turn().is_some() {
///     let first = session.legal()[0].clone();
///     session.play(&first)?;
/// }
/// assert!(session.outcome().is_some());
/// # Ok::<(), referee::Refused>(())
/// ```
pub struct AnySession {
    judge: Box<dyn Judge>,
    /// The number of lines given to the judge.
    lines: u64,
}

impl AnySession {
    /// Begins the game with this name in the protocol, such as `we-will-wok-you`.
    pub fn open(game: &str, setup: &Setup) -> Result<AnySession, Refused> {
        AnySession::of(find(GAMES, game).map_err(Refused::unreadable)?, setup)
    }

    /// Begins a game of your own registry.
    pub fn of(game: &dyn Referee, setup: &Setup) -> Result<AnySession, Refused> {
        let header = Header {
            referee: VERSION,
            game: game.name().to_owned(),
            players: setup.players,
            seed: setup.seed.map(Seed),
            options: Some(setup.options.clone()),
            ..Header::default()
        };
        let mut judge = match game.sit(header, &mut Opened::default()) {
            Ok(judge) => judge,
            Err(NoGame::Malformed(malformed)) => return Err(malformed.into()),
            Err(NoGame::Refused(no_start) | NoGame::Redacted(no_start)) => {
                return Err(Refused::Rules(no_start.violations));
            }
        };
        judge.open(1, &mut |_| {});
        Ok(AnySession { judge, lines: 1 })
    }

    /// What the game waits for.
    #[must_use]
    pub fn next(&self) -> Next {
        self.judge.look().next()
    }

    /// The player who must act; `None`: a draw is due, or the game is over.
    #[must_use]
    pub fn turn(&self) -> Option<Player> {
        match self.next() {
            Next::Player(player) => Some(player),
            _ => None,
        }
    }

    /// The legal actions of the player whose turn it is.
    #[must_use]
    pub fn legal(&self) -> Vec<Value> {
        self.judge.look().legal()
    }

    /// The possible draws with their weights.
    #[must_use]
    pub fn chances(&self) -> Vec<(Value, u32)> {
        self.judge.look().chances()
    }

    /// Performs an action for the player whose turn it is; with a seed, also the draws that follow.
    pub fn play(&mut self, action: &Value) -> Result<(), Refused> {
        self.say(&json!({"action": action}))
    }

    /// Performs an action for any player, whose turn it may not be.
    pub fn play_as(&mut self, player: Player, action: &Value) -> Result<(), Refused> {
        self.say(&json!({"player": player, "action": action}))
    }

    /// Performs a draw.
    pub fn draw(&mut self, chance: &Value) -> Result<(), Refused> {
        self.say(&json!({"chance": chance}))
    }

    /// Takes back the last action or given draw, and the draws of the seed that followed.
    pub fn undo(&mut self) -> Result<(), Refused> {
        self.say(&json!({"query": "undo"}))
    }

    /// What a player, or (`None`) the public, may know.
    #[must_use]
    pub fn view(&self, viewer: Option<Player>) -> Value {
        self.judge.look().view(viewer.map_or(Viewer::Public, Viewer::Player))
    }

    /// The state, with its memory of earlier positions.
    #[must_use]
    pub fn state(&self) -> Value {
        self.judge.position()
    }

    /// What a player, or (`None`) the public, sees.
    #[must_use]
    pub fn picture(&self, viewer: Option<Player>) -> Picture {
        self.judge.look().picture(viewer)
    }

    /// The result; `None` while the game goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.judge.look().outcome()
    }

    /// Gives a line to the judge.
    fn say(&mut self, line: &Value) -> Result<(), Refused> {
        self.lines += 1;
        let mut refused = None;
        self.judge.line(line.to_string().as_bytes(), self.lines, &mut |answer| {
            let Some(told) = answer.told(None) else { return };
            if let About::Malformed(wrong) = told.about {
                refused = Some(Refused::Unreadable(wrong.told(None).clone()));
            } else if !told.violations.is_empty() {
                refused = Some(Refused::Rules(told.violations.to_vec()));
            }
        });
        refused.map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tectonic::TecTonic;
    use crate::games::wangdo::Wangdo;

    #[test]
    fn what_is_illegal_changes_nothing_and_says_why() {
        let mut session = AnySession::open("tectonic", &Setup::new()).expect("a game");
        let before = session.state();
        let refused = session.play(&json!({"move": {"from": "c1", "to": "c10"}})).expect_err("too far");
        let rules: Vec<&str> = refused.violations().iter().map(|violation| violation.rule).collect();
        assert_eq!(rules, ["tectonic.mount-range", "tectonic.occupied"]);
        assert!(refused.to_string().contains("c10 is occupied"), "{refused}");
        assert_eq!(session.state(), before);
        assert!(matches!(session.play(&json!({"fly": {}})), Err(Refused::Unreadable(_))));
        assert!(matches!(session.undo(), Err(Refused::Rules(_))));
        session.play(&json!({"move": {"from": "c1", "to": "c5"}})).expect("it is legal");
        session.undo().expect("there is something to take back");
        assert_eq!(session.state(), before);
    }

    #[test]
    fn typed_and_by_name_it_is_the_same_game() {
        let setup = Setup::new().players(3).seed(7);
        let mut typed = Session::<Wangdo>::open(&setup).expect("a game");
        let mut named = AnySession::open("wangdo", &setup).expect("a game");
        for _ in 0..40 {
            assert_eq!(json!(typed.legal()), Value::from(named.legal()));
            assert_eq!(json!(typed.view(None)), named.view(None));
            let Some(action) = typed.legal().last().cloned() else { break };
            named.play(&json!(action)).expect("it is legal");
            typed.play(action).expect("it is legal");
        }
        assert_eq!((json!(typed.position()), typed.outcome()), (named.state(), named.outcome()));
    }

    #[test]
    fn draws_are_given_where_there_is_no_seed() {
        let mut session = Session::<Wangdo>::open(&Setup::new()).expect("a game");
        assert_eq!(session.next(), Next::Chance);
        let (chance, _) = session.chances()[0];
        session.draw(chance).expect("it can be drawn");
        assert!(session.turn().is_none() || session.chances().is_empty());
        let two = Session::<TecTonic>::open(&Setup::new().players(3));
        assert!(two.err().expect("two can play").to_string().contains("2 players"));
        let option = Setup::new().option("no_such", 1);
        assert!(AnySession::open("tectonic", &option).is_err() && Session::<TecTonic>::open(&option).is_err());
        assert!(AnySession::open("chess", &Setup::new()).is_err());
    }
}
