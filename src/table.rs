//! One game in progress. The table knows whose turn it is, asks the game which rules an action would break, performs
//! legal actions, makes or checks draws, and undoes steps. It is pure: it does no input or output and reads no clock
//! and no environment.
//!
//! Undo works by replay: the table keeps an earlier position and the steps since then. Its memory does not grow with
//! the length of the game.

mod anew;
mod back;
mod broken;
mod ended;
mod listed;
mod repeated;
mod trace;

use std::cell::{Cell, OnceCell};
use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::breach::Listed;
use crate::breaches;
use crate::dice::{Dice, FORFEITED};
use crate::game::{Event, EventOf, Game, MAX_PLAYERS, Numbers, Player, Source, Turn};

pub use self::broken::Broken;
use self::ended::CutShort;
pub use self::ended::{ADJUDICATED, Adjudication, FORFEIT};
use self::listed::{Drawable, ForPeople, Legal, Weighted, list_chances};
pub use self::trace::TRACED;
use self::trace::Trace;

/// The number of input lines that can be taken back.
pub const UNDO_LIMIT: usize = 256;

/// The ids of the rules that a line breaks if it contradicts the seed.
#[doc(hidden)]
pub const OF_SEED: [&str; 2] = ["table.chance-contradicts-seed", "table.action-contradicts-seed"];

/// The most possible draws that a refusal shows.
pub const MOST_SHOWN: usize = 12;

/// Who makes the draws.
#[doc = include_str!("table/examples/draws.md")]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Draws {
    /// The referee, from the seed.
    Referee,
    /// The stream: it gives every draw, and the referee checks it.
    Recorded,
}

/// What a game waits for, as it is written in `next`.
#[doc = include_str!("table/examples/next.md")]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Next {
    /// A decision of this player.
    Player(Player),
    /// A draw.
    Chance,
    /// Nothing: the game is over.
    Over,
}

breaches! {
    /// The rules that hold in every game.
    #[doc = include_str!("table/examples/table_breach.md")]
    pub enum TableBreach {
        /// Only a player who sits at the table can act.
        NoSuchPlayer { player: Player, players: u8 } = "table.no-such-player" [Decided]
            => "there is no {player} in a game of {players} players",
        /// Only the player who is to act may act.
        NotYourTurn { player: Player, turn: Player } = "table.not-your-turn" [Decided]
            => "{player} cannot act, it is the turn of {turn}",
        /// A finished game takes no further action, draw or ruling.
        GameOver {} = "table.game-over" [Decided] => "the game is over",
        /// A pick names a place of the legal list, counted from 0.
        NoSuchPick { pick: i64, legal_n: usize } = "table.no-such-pick" [Decided]
            => "there is no place {pick} in a legal list of {legal_n}, which begins at 0",
        /// An id names a place of the closed list of all actions, counted from 0.
        NoSuchId { id: i64, n: usize } = "table.no-such-id" [Decided]
            => "there is no action {id} in a list of {n}, which begins at 0",
        /// Actions have numbers only in a game with a closed list of all actions.
        NoNumbers {} = "table.no-numbers" [Decided] => "the actions of this game have no numbers",
        /// A draw that is due comes before any action.
        ChanceDue { #[serde(skip_serializing_if = "Option::is_none")] player: Option<Player>, purpose: String }
            = "table.chance-due" [Decided] => "{whose} is due before a player can act{what_for}"
            with(
                whose = player.map_or("a draw".to_owned(), |player| format!("a draw of {player}")),
                what_for = if purpose.is_empty() { String::new() } else { format!(": it is {purpose}") }
            ),
        /// A line may give a draw only when one is due and the referee does not make the draws itself.
        ChanceNotDue { next: Next } = "table.chance-not-due" [Decided]
            => "no draw is due{turn}"
            with(turn = match next { Next::Player(player) => format!("; it is the turn of {player}"), _ => String::new() }),
        /// A draw must be possible.
        ChanceImpossible { possible: Listed<serde_json::Value>, more: usize } = "table.chance-impossible" [Decided]
            => "this cannot be drawn now; possible draws are {possible}{others}"
            with(others = match more { 0 => String::new(), more => format!(" (not shown: {more})") }),
        /// A hidden event shows its kind. An event of that kind must be possible now and hidden from some player.
        HiddenImpossible {} = "table.hidden-impossible" [Decided]
            => "nothing of this kind can be hidden now",
        /// A recorded draw must be the one that the seed in the header gives.
        ChanceContradictsSeed { expected: serde_json::Value } = "table.chance-contradicts-seed" [Decided]
            => "the seed gives {expected}",
        /// A player who has forfeited cannot act; the referee acts in their place.
        Forfeited { player: Player } = "table.forfeited" [Decided]
            => "{player} has forfeited and cannot act",
        /// The referee acts only for players who have forfeited.
        NotForfeited { player: Player } = "table.not-forfeited" [Decided]
            => "the referee cannot act for {player}, who has not forfeited",
        /// The referee's action for a player who forfeited must be the one that the seed in the header gives.
        ActionContradictsSeed { expected: serde_json::Value } = "table.action-contradicts-seed" [Decided]
            => "the seed gives {expected}",
        /// Only accepted lines can be taken back, at most 256 of them.
        NothingToUndo {} = "table.nothing-to-undo" [Decided]
            => "there is nothing to take back (at most 256 lines are kept)",
        /// A stream has at most 256 tables with a name at a time; one that is closed makes room.
        TooManyTables { most: usize } = "table.too-many-tables" [Decided]
            => "there are {most} tables already; {example} makes room"
            with(example = r#"{"table":"...","close":true}"#),
    }
}

/// Every rule that one line broke, the most fundamental first.
pub type Refusal<G> = Vec<Broken<<G as Game>::Breach>>;

/// Everything that changes while a game runs.
struct Moment<G: Game> {
    state: G::State,
    n: u64,
    dice: Option<Dice>,
    forfeited: Vec<Player>,
    cut_short: Option<CutShort>,
}

impl<G: Game> Clone for Moment<G> {
    fn clone(&self) -> Self {
        Moment {
            state: self.state.clone(),
            n: self.n,
            dice: self.dice.clone(),
            forfeited: self.forfeited.clone(),
            cut_short: self.cut_short,
        }
    }
}

/// One step of a game, with all that replaying it needs.
enum Step<G: Game> {
    /// An action; `substitute` if the referee chose it for a player who forfeited.
    Act {
        player: Player,
        action: G::Action,
        substitute: bool,
    },
    Draw(G::Chance, Source),
    Forfeit(Player),
    Abort(Option<Adjudication>),
}

/// An event that the referee must perform itself; see [`Table::due`].
#[doc(hidden)]
pub struct Due<G: Game> {
    /// A draw, or an action for a player who forfeited.
    pub event: EventOf<G>,
    source: Source,
}

/// A step, and whether it was a line of input; otherwise the referee added it.
struct Entry<G: Game> {
    step: Step<G>,
    input: bool,
}

impl<G: Game> Entry<G> {
    /// Whether the entry counts towards the undo limit. Steps that the referee may have added in the recorded game do
    /// not count.
    fn counts(&self) -> bool {
        self.input && !matches!(self.step, Step::Draw(..) | Step::Act { substitute: true, .. })
    }
}

/// One game in progress; see the module.
#[doc = include_str!("table/examples/table.md")]
pub struct Table<G: Game> {
    game: G,
    players: u8,
    draws: Draws,
    /// Whether lines repeat what the referee did by itself in an earlier run; see [`Table::repeat`].
    repeats: bool,
    now: Moment<G>,
    /// What the game waits for now; kept because each line needs it several times.
    next: Next,
    /// The game before the first entry of `log`.
    base: Moment<G>,
    log: VecDeque<Entry<G>>,
    /// A copy of the game after this many entries of `log`, which becomes the next base.
    halfway: Option<Box<(usize, Moment<G>)>>,
    /// The number of entries of `log` that were lines of input, without draws and actions for players who forfeited.
    /// Those do not count, so that a record that contains them keeps as many steps as the game in which the referee
    /// made them.
    kept: usize,
    /// The number of input lines that can be taken back one by one.
    undoable: usize,
    /// The number of counting entries that an undo with a given number of steps can take back.
    countable: usize,
    /// The referee's last step before the first line; it is not in the log.
    unlogged: Option<Step<G>>,
    /// The possible draws and their source, once requested.
    drawable: OnceCell<Drawable<G>>,
    /// The legal actions and whether the list is complete, once requested.
    listed: OnceCell<Legal<G>>,
    /// The last long lists of actions, each with its position: the game may come back there, for example by an undo.
    long_lists: Cell<Vec<(G::State, Legal<G>)>>,
    /// Reused memory for the next list of draws.
    spare_draws: Cell<Weighted<G>>,
    /// Reused memory for the next list of actions.
    spare_actions: Cell<Vec<G::Action>>,
    breaches: Vec<G::Breach>,
    /// The details of the end, once requested: computing them can be expensive.
    details: OnceCell<Option<G::Details>>,
    /// What each player and, last, the public may know, once requested.
    views: OnceCell<Box<[OnceCell<Value>; MAX_PLAYERS + 1]>>,
    /// What people are shown, once requested.
    shown: OnceCell<Box<ForPeople>>,
    /// The numbers of all actions, if they were shared or requested.
    numbers: OnceCell<Numbers<G>>,
    /// The digests of the steps, if anybody asked for them.
    trace: Option<Box<Trace>>,
}

impl<G: Game> Table<G> {
    /// A table for `players` that starts at `state`. Draws are due until they are given.
    pub fn new(game: G, players: u8, state: G::State) -> Table<G> {
        let now = Moment { state, n: 0, dice: None, forfeited: Vec::new(), cut_short: None };
        let next = waits_for(&game, &now);
        Table {
            game,
            players,
            draws: Draws::Recorded,
            repeats: false,
            next,
            base: now.clone(),
            now,
            log: VecDeque::new(),
            halfway: None,
            kept: 0,
            undoable: 0,
            countable: 0,
            unlogged: None,
            drawable: OnceCell::new(),
            listed: OnceCell::new(),
            long_lists: Cell::default(),
            spare_draws: Cell::default(),
            spare_actions: Cell::default(),
            breaches: Vec::new(),
            details: OnceCell::new(),
            views: OnceCell::new(),
            shown: OnceCell::new(),
            numbers: OnceCell::new(),
            trace: None,
        }
    }

    /// The same before its first step, with a seed that determines the draws, and with who makes them. `Draws::Referee` needs a
    /// seed; without one, draws stay due until they are given.
    #[must_use]
    pub fn seeded(mut self, seed: Option<u64>, draws: Draws) -> Table<G> {
        self.now.dice = seed.map(Dice::new);
        Table { draws, base: self.now.clone(), ..self }
    }

    /// Whether a player has forfeited.
    pub fn has_forfeited(&self, player: Player) -> bool {
        self.now.forfeited.contains(&player)
    }

    /// The rules in force.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The number of players.
    pub fn players(&self) -> u8 {
        self.players
    }

    /// Who makes the draws.
    pub fn draws(&self) -> Draws {
        self.draws
    }

    /// The dice in their current state; `None` without a seed.
    pub fn dice(&self) -> Option<&Dice> {
        self.now.dice.as_ref()
    }

    /// The present state.
    pub fn state(&self) -> &G::State {
        &self.now.state
    }

    /// The number of accepted events (actions and draws).
    pub fn n(&self) -> u64 {
        self.now.n
    }

    /// The number of steps (actions, draws, rulings) so far: no more can be taken back.
    pub fn steps(&self) -> usize {
        let aborted = matches!(self.now.cut_short, Some(CutShort::Abort | CutShort::Adjudication(_)));
        self.now.n as usize + self.now.forfeited.len() + usize::from(aborted)
    }

    /// The player whose draw is due; `None` if it is no player's, or no draw is due.
    pub fn drawer(&self) -> Option<Player> {
        if self.next() == Next::Chance { self.game.drawer(&self.now.state) } else { None }
    }

    /// What the game waits for.
    pub fn next(&self) -> Next {
        self.next
    }

    /// Appends every rule of the table that any action of this player would break now; `substitute`: the referee acts
    /// for a player who forfeited. Returns whether the game should check the action too.
    pub fn check_turn(&self, player: Player, substitute: bool, broken: &mut Refusal<G>) -> bool {
        let (next, players) = (self.next(), self.players);
        let seated = player.0 < players;
        let mut refuse = |breach| broken.push(Broken::Table(breach));
        if !seated {
            refuse(TableBreach::NoSuchPlayer { player, players });
        }
        match next {
            Next::Over => refuse(TableBreach::GameOver {}),
            Next::Chance => {
                let purpose = self.game.draw_purpose(&self.now.state);
                refuse(TableBreach::ChanceDue { player: self.drawer(), purpose });
            }
            // A player who does not exist has no turn.
            Next::Player(turn) if seated && turn != player => refuse(TableBreach::NotYourTurn { player, turn }),
            Next::Player(_) => {}
        }
        // A substitute acts only when a player must act.
        if seated && matches!(next, Next::Player(_)) {
            match (self.now.forfeited.contains(&player), substitute) {
                (true, false) => refuse(TableBreach::Forfeited { player }),
                (false, true) => refuse(TableBreach::NotForfeited { player }),
                _ => {}
            }
            return true;
        }
        false
    }

    /// Appends every rule that an action would break; `substitute` as in [`Table::check_turn`].
    pub fn check(&mut self, player: Player, substitute: bool, action: &G::Action, broken: &mut Refusal<G>) {
        let first = broken.len();
        if !self.check_turn(player, substitute, broken) {
            return;
        }
        self.game.check(&self.now.state, player, action, &mut self.breaches);
        // Nearly every action is legal.
        if !self.breaches.is_empty() {
            broken.extend(self.breaches.drain(..).map(Broken::Game));
        }
        if substitute
            && broken.len() == first
            && let Some(expected) = self.substitute()
            && expected != *action
        {
            let expected = serde_json::to_value(expected).unwrap_or_default();
            broken.push(Broken::Table(TableBreach::ActionContradictsSeed { expected }));
        }
    }

    /// Performs a player's action if it breaks no rule; otherwise nothing changes.
    pub fn play(&mut self, player: Player, mut action: G::Action) -> Result<(), Refusal<G>> {
        if matches!(self.next, Next::Player(_)) && player.0 < self.players {
            self.game.canonical(&self.now.state, player, &mut action);
        }
        let mut broken = Vec::new();
        self.check(player, false, &action, &mut broken);
        if !broken.is_empty() {
            return Err(broken);
        }
        self.perform_unchecked(Event::Action(player, action), false);
        Ok(())
    }

    /// Performs a draw if it is possible now; otherwise nothing changes.
    pub fn draw(&mut self, chance: G::Chance) -> Result<(), Refusal<G>> {
        let mut broken = Vec::new();
        self.check_chance(&chance, &mut broken);
        if !broken.is_empty() {
            return Err(broken);
        }
        self.perform_unchecked(Event::Chance(chance), false);
        Ok(())
    }

    /// Appends every rule that any given draw would break now. Returns whether the draw itself should be checked.
    pub fn check_draw_due(&self, broken: &mut Refusal<G>) -> bool {
        let senseless = match self.next() {
            Next::Over => TableBreach::GameOver {},
            next if next != Next::Chance || self.draws == Draws::Referee => TableBreach::ChanceNotDue { next },
            _ => return true,
        };
        broken.push(Broken::Table(senseless));
        false
    }

    /// Appends every rule that a given draw would break.
    pub fn check_chance(&mut self, chance: &G::Chance, broken: &mut Refusal<G>) {
        if !self.check_draw_due(broken) {
            return;
        }
        let (chances, source) =
            self.drawable.get_or_init(|| list_chances(&self.game, &self.now.state, self.spare_draws.take()));
        let given = self.now.dice.as_mut().map(|dice| dice.peek_weighted(*source, chances));
        let given = given.map(|at| &chances[at].0);
        // The draw that the seed gives is always possible, and nearly every draw is that one.
        if given == Some(chance) {
            return;
        }
        if !chances.iter().any(|(possible, _)| possible == chance) {
            let shown = chances.iter().take(MOST_SHOWN);
            let possible = shown.map(|(chance, _)| serde_json::to_value(chance).unwrap_or_default()).collect();
            let more = chances.len().saturating_sub(MOST_SHOWN);
            broken.push(Broken::Table(TableBreach::ChanceImpossible { possible, more }));
        } else if let Some(given) = given {
            let expected = serde_json::to_value(given).unwrap_or_default();
            broken.push(Broken::Table(TableBreach::ChanceContradictsSeed { expected }));
        }
    }

    /// Performs an action or a given draw that has been checked; one that breaks rules would corrupt the game.
    /// `substitute`: the referee acts for a player who forfeited.
    pub fn perform_unchecked(&mut self, event: EventOf<G>, substitute: bool) {
        let step = match event {
            Event::Action(player, action) => Step::Act { player, action, substitute },
            Event::Chance(chance) => {
                let (_, source) = self.drawn();
                Step::Draw(chance, source)
            }
        };
        let own = self.repeats && matches!(step, Step::Draw(..) | Step::Act { substitute: true, .. });
        self.take(step, !own);
    }

    /// The event that the referee must perform itself now, if any: a draw, or an action for a player who forfeited.
    pub fn due(&mut self) -> Option<Due<G>> {
        if self.draws == Draws::Recorded {
            return None;
        }
        match self.next() {
            Next::Chance => {
                let (chances, source) =
                    self.drawable.get_or_init(|| list_chances(&self.game, &self.now.state, self.spare_draws.take()));
                let at = self.now.dice.as_mut()?.peek_weighted(*source, chances);
                Some(Due { event: Event::Chance(chances[at].0.clone()), source: *source })
            }
            Next::Player(player) if self.now.forfeited.contains(&player) => {
                let action = self.substitute()?;
                Some(Due { event: Event::Action(player, action), source: FORFEITED })
            }
            _ => None,
        }
    }

    /// Performs what [`Table::due`] returned.
    pub fn settle(&mut self, due: Due<G>) {
        let step = match due.event {
            Event::Action(player, action) => Step::Act { player, action, substitute: true },
            Event::Chance(chance) => Step::Draw(chance, due.source),
        };
        self.take(step, false);
    }

    /// The action that the seed gives for a player who forfeited and whose turn it is; `None` without a seed.
    fn substitute(&mut self) -> Option<G::Action> {
        let actions = self.legal().0.len() as u64;
        let at = self.now.dice.as_mut()?.peek(FORFEITED, actions);
        self.legal().0.get(at as usize).cloned()
    }

    /// The last event, of a line or of the referee. `None`: the last step was a ruling, or there was none.
    pub fn happened(&self) -> Option<Event<&G::Action, &G::Chance>> {
        match self.log.back().map(|entry| &entry.step).or(self.unlogged.as_ref())? {
            Step::Act { player, action, .. } => Some(Event::Action(*player, action)),
            Step::Draw(chance, _) => Some(Event::Chance(chance)),
            Step::Forfeit(_) | Step::Abort(_) => None,
        }
    }

    /// Rules that a player has lost. When all but one have forfeited, the game ends; otherwise the referee plays on in
    /// their place. An error names every rule that the ruling would break.
    pub fn forfeit(&mut self, player: Player) -> Result<(), Vec<TableBreach>> {
        let (players, over) = (self.players, self.next() == Next::Over);
        let broken = [
            (player.0 >= players).then_some(TableBreach::NoSuchPlayer { player, players }),
            over.then_some(TableBreach::GameOver {}),
            // If the game is over, that may be because they forfeited.
            (!over && self.now.forfeited.contains(&player)).then_some(TableBreach::Forfeited { player }),
        ];
        let broken: Vec<TableBreach> = broken.into_iter().flatten().collect();
        if !broken.is_empty() {
            return Err(broken);
        }
        self.take(Step::Forfeit(player), true);
        Ok(())
    }

    /// The players who have forfeited, in order.
    pub fn forfeited(&self) -> &[Player] {
        &self.now.forfeited
    }

    /// Calls the game off: it ends without an outcome, unless it is decided nevertheless.
    pub fn abort(&mut self, adjudicate: Option<Adjudication>) -> Result<(), TableBreach> {
        if self.next() == Next::Over {
            return Err(TableBreach::GameOver {});
        }
        self.take(Step::Abort(adjudicate), true);
        Ok(())
    }

    /// The details of a game that ended by its rules, computed only once.
    pub fn details(&self) -> Option<&G::Details> {
        if self.now.cut_short.is_some() || self.game.turn(&self.now.state) != Turn::Over {
            return None;
        }
        self.details.get_or_init(|| self.game.details(&self.now.state)).as_ref()
    }

    fn take(&mut self, step: Step<G>, input: bool) {
        self.keep_long_list();
        perform(&self.game, self.players, &mut self.now, &step);
        if let Some(trace) = &mut self.trace {
            trace.add(&step);
        }
        self.look_anew();
        if !input && self.log.is_empty() {
            // Steps that the referee adds before the first line can never be taken back.
            perform(&self.game, self.players, &mut self.base, &step);
            self.unlogged = Some(step);
            return;
        }
        let entry = Entry { step, input };
        self.kept += usize::from(entry.counts());
        self.undoable = UNDO_LIMIT.min(self.undoable + usize::from(input));
        self.countable = UNDO_LIMIT.min(self.countable + usize::from(entry.counts()));
        self.log.push_back(entry);
        if self.kept > 2 * UNDO_LIMIT {
            self.forget();
        } else if self.kept == UNDO_LIMIT && self.halfway.is_none() {
            self.write_down();
        }
    }
}

fn waits_for<G: Game>(game: &G, moment: &Moment<G>) -> Next {
    if moment.cut_short.is_some() {
        return Next::Over;
    }
    match game.turn(&moment.state) {
        Turn::Player(player) => Next::Player(player),
        Turn::Chance => Next::Chance,
        Turn::Over => Next::Over,
    }
}

fn perform<G: Game>(game: &G, players: u8, moment: &mut Moment<G>, step: &Step<G>) {
    match step {
        Step::Act { player, action, substitute } => {
            if let Some(dice) = moment.dice.as_mut().filter(|_| *substitute) {
                dice.advance(FORFEITED);
            }
            game.apply(&mut moment.state, *player, action);
            moment.n += 1;
        }
        Step::Draw(chance, source) => {
            if let Some(dice) = &mut moment.dice {
                dice.advance(*source);
            }
            game.apply_chance(&mut moment.state, chance);
            moment.n += 1;
        }
        Step::Forfeit(player) => {
            moment.forfeited.push(*player);
            if moment.forfeited.len() + 1 >= usize::from(players) {
                moment.cut_short = Some(CutShort::Forfeit);
            }
        }
        Step::Abort(how) => moment.cut_short = Some(how.map_or(CutShort::Abort, CutShort::Adjudication)),
    }
}
