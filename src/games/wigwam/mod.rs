//! Wigwam: two tribes meet on a board of 37 bases. Each tries to capture the other's chief, or to block the chief and
//! his warriors. Tents obstruct both sides and never leave.
//!
//! * [`board`]: bases and geometry; [`figures`]: sides, figures, the board's content;
//! * [`arrange`], [`moves`], [`captures`], [`huff`]: the actions, each with effect and listing; [`checks`]: the
//!   checks for each action;
//! * [`ends`]: how a game ends; [`options`]: what players can agree on before a game;
//! * [`picture`]: the picture; [`position`]: the state as JSON and the faults of one from outside, [`key`]: a
//!   remembered position; [`view`]: what players may know;
//! * [`edition`]: the start bases; [`breach`]: the ways to break a rule; [`rules`]: the numbered rules; `words`:
//!   texts for people.

pub mod arrange;
pub mod board;
#[doc(hidden)]
pub mod breach;
pub mod captures;
#[doc(hidden)]
pub mod checks;
#[doc(hidden)]
pub mod edition;
#[doc(hidden)]
pub mod ends;
pub mod figures;
pub mod huff;
#[doc(hidden)]
pub mod key;
#[doc(hidden)]
pub mod moves;
pub mod options;
#[doc(hidden)]
pub mod picture;
pub mod position;
mod rulebook;
#[doc(hidden)]
pub mod rules;
#[cfg(test)]
mod tests;
pub mod view;
mod words;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::arrange::Arrangement;
use self::board::{Base, Bases};
use self::breach::Breach;
use self::captures::Jumps;
use self::edition::Edition;
pub use self::ends::{End, Reason};
pub use self::figures::{Board, Figure, Side};
use self::huff::Huff;
pub use self::options::{LayoutName, Options};
use self::position::{Key, Position};
use self::view::View;
use crate::game::picture::Picture;
use crate::game::rulebook::Rulebook;
use crate::game::{
    self, ByPlayer, Draw, Event, EventOf, Fault, Gain, Game, MOST_LISTED, Never, Outcome, Player, Provenance, Rule,
    Sight, Turn, reason_called,
};
use crate::spoken::Spoken;

/// The stage of a game, besides the board and the side to act.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub enum Stage {
    /// The side on turn must arrange its figures; light is first.
    Arranging,
    /// The side on turn must move.
    Plain,
    /// The same, but the opponent's last move omitted a capture and may be huffed.
    Open {
        /// The base it left.
        from: Base,
        /// The base it reached.
        to: Base,
    },
    /// The side on turn must capture with this figure, because its move was huffed (P7).
    Forced(Base),
    /// The side on turn has removed a figure and must still move (P2).
    Huffed,
}

/// The state of a game.
///
/// ```
/// use referee::games::wigwam::{Figure, Side, Wigwam};
/// use referee::{Session, Setup};
///
/// let mut session = Session::<Wigwam>::open(&Setup::new())?;
/// let first = session.legal()[0].clone();
/// session.play(first)?;
/// let state = session.state();
/// assert_eq!((state.turn, state.board.of(Side::Light, Figure::Warrior).len()), (Side::Dark, 7));
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct State {
    /// What stands where.
    pub board: Board,
    /// The side to act (at the end: the side that would be).
    pub turn: Side,
    /// What it must do.
    pub stage: Stage,
    /// Plies since the last capture or removal (D17 H2).
    pub quiet: u32,
    /// The end, once reached.
    pub over: Option<End>,
    /// How often each position has occurred since the last capture or removal (D17 H1, P4, P5). Empty with
    /// `repetition: 0`, during the set-up, and while a huff forces a capture.
    pub seen: BTreeMap<Key, u32>,
}

impl State {
    /// Whether the set-up is still going on.
    pub fn arranging(&self) -> bool {
        self.stage == Stage::Arranging
    }
}

/// What a player may do.
///
/// ```
/// use referee::games::wigwam::{Action, Wigwam};
/// use referee::{Session, Setup};
///
/// let mut session = Session::<Wigwam>::open(&Setup::new())?;
/// let [from, to] = ["C1", "D1"].map(|name| name.parse().expect("a base"));
/// let refused = session.play(Action::Move { from, to }).unwrap_err();
/// // A side sets up its figures before it moves one.
/// assert_eq!(refused.violations()[0].rule, "wigwam.set-up-unfinished");
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Set up all figures.
    Arrange(Arrangement),
    /// Move a figure without a capture; a chief's long move names only its two ends.
    Move {
        /// The base the figure leaves.
        from: Base,
        /// The base it arrives on.
        to: Base,
    },
    /// Capture with one figure, once or several times in succession.
    Capture {
        /// The base the figure leaves.
        from: Base,
        /// The jumps, each with its victim and its landing.
        jumps: Jumps,
    },
    /// Punish an omitted capture; only with `capture: huff`.
    Huff(Huff),
}

type Check = game::Check<Wigwam>;

/// Wigwam under one edition and one set of options.
///
/// ```
/// use referee::games::wigwam::{Action, Wigwam};
/// use referee::{Session, Setup};
///
/// let mut session = Session::<Wigwam>::open(&Setup::new())?;
/// // Both sides set up all their figures, each in one action.
/// for _ in 0..2 {
///     let arrangement = session.legal()[0].clone();
///     assert!(matches!(arrangement, Action::Arrange(_)));
///     session.play(arrangement)?;
/// }
/// assert!(!session.state().arranging());
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Debug)]
pub struct Wigwam {
    options: Options,
    edition: String,
    /// The start bases of each side.
    camps: [Bases; 2],
    /// How well they are founded.
    layout_source: Provenance,
}

impl Wigwam {
    /// The start bases of a side.
    pub fn camp(&self, side: Side) -> Bases {
        self.camps[side as usize]
    }
}

impl Game for Wigwam {
    const NAME: &'static str = "wigwam";
    const TITLE: &'static str = "Wigwam";
    const PLAYERS: RangeInclusive<u8> = 2..=2;
    const EDITION: &'static str = include_str!("edition.json");
    const SECRET_ACTIONS: &'static [&'static str] = &["arrange"];
    const RULES: &'static [Rule] = rules::RULES;
    const RULEBOOK: &'static Rulebook = &rulebook::RULEBOOK;
    const NOTATION: &'static [&'static str] = words::NOTATION;
    const LEGAL_ORDER: &'static str = words::LEGAL_ORDER;

    type Options = Options;
    type Edition = Edition;
    type State = State;
    type Position = Position;
    type Action = Action;
    type Chance = Never;
    type Breach = Breach;
    type View = View;
    type Details = ();

    fn open(edition: &Edition, options: &Options) -> Result<Wigwam, Vec<Fault>> {
        let mut faults = Vec::new();
        edition.faults(&mut faults);
        if options.repetition == 1 {
            faults.push(Fault::new("options.repetition", "is 0 (off) or at least 2 (P10)"));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let layout = edition.layout(options.layout);
        Ok(Wigwam {
            options: options.clone(),
            edition: edition.id.clone(),
            camps: [&layout.light, &layout.dark].map(|camp| camp.iter().copied().collect()),
            layout_source: layout.source,
        })
    }

    fn edition_id(&self) -> &str {
        &self.edition
    }

    fn start(&self, _players: u8) -> State {
        State {
            board: Board::default(),
            turn: Side::Light,
            stage: Stage::Arranging,
            quiet: 0,
            over: None,
            seen: BTreeMap::new(),
        }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.over.is_some() { Turn::Over } else { Turn::Player(state.turn.player()) }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let end = state.over?;
        let points = |side| if end.winner == Some(side) { end.reason.points() } else { 0 };
        let scores = Side::ALL.map(points);
        Some(Outcome::ranked(&scores, scores.to_vec(), end.reason.name()))
    }

    fn checks(action: &Action) -> &'static [Check] {
        checks::of(action)
    }

    fn apply(&self, state: &mut State, player: Player, action: &Action) {
        let side = Side::of(player);
        match action {
            Action::Arrange(arrangement) => {
                state.board.place(side, &arrangement.figures());
                state.turn = side.other();
                if side == Side::Dark {
                    state.stage = Stage::Plain;
                    self.remember(state);
                    // An edition's start bases may leave light blocked before the first move (D8).
                    state.over = self.decided_now(state);
                }
            }
            Action::Move { from, to } => {
                state.board.step(side, *from, *to);
                state.turn = side.other();
                let omitted = self.huffing() && !huff::omitted(&state.board, side, *from, *to).is_empty();
                state.stage = if omitted { Stage::Open { from: *from, to: *to } } else { Stage::Plain };
                self.judge(state, false);
            }
            Action::Capture { from, jumps } => {
                Wigwam::jump(&mut state.board, side, *from, jumps);
                state.turn = side.other();
                state.stage = Stage::Plain;
                self.judge(state, true);
            }
            Action::Huff(huff) => self.apply_huff(state, side, *huff),
        }
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) -> bool {
        let most = out.len() + MOST_LISTED;
        if state.arranging() {
            self.list_arrangements(state.turn, out);
        } else {
            self.list_turn(state, most, out);
        }
        let all = out.len() <= most;
        out.truncate(most);
        all
    }

    fn position(&self, state: &State, memory: bool) -> Position {
        Position::of(state, memory)
    }

    fn restore(&self, _players: u8, position: &Position) -> Result<State, Vec<Breach>> {
        position::restore(self, position)
    }

    fn occurrence(&self, state: &State) -> Option<u32> {
        state.seen.get(&Key::of(state)).copied()
    }

    fn view(&self, state: &State, viewer: Option<Player>) -> View {
        View::of(self, state, viewer)
    }

    fn sees(&self, _before: &State, event: &EventOf<Wigwam>, viewer: Option<Player>) -> Sight {
        self.sight(event, viewer)
    }

    /// Once both sides have arranged, nothing is hidden.
    fn is_open(&self, state: &State, _player: Player, _tried: Option<&Action>) -> bool {
        !state.arranging() || self.options.placement != options::Placement::Secret
    }

    fn picture(&self, view: &View) -> Picture {
        self.draw(view)
    }

    fn picture_event(&self, picture: &mut Picture, view: &View, event: &EventOf<Wigwam>) {
        Wigwam::draw_event(picture, view, event);
    }

    fn action_in_words(action: &Action) -> String {
        words::action(action)
    }

    fn action_from_words(said: &mut Spoken<'_>) -> Option<Action> {
        words::read(said)
    }

    fn chance_in_words(chance: &Never) -> String {
        match *chance {}
    }

    fn reason_in_words(reason: &'static str) -> &'static str {
        reason_called(reason, &Reason::ALL, Reason::name, Reason::in_words)
    }

    /// The points of the result.
    fn scored(&self, before: &State, event: &EventOf<Wigwam>) -> Vec<Gain> {
        let Event::Action(player, action) = event else { return Vec::new() };
        let mut state = before.clone();
        self.apply(&mut state, *player, action);
        let gain = |end: End| {
            let (points, why) = (end.reason.points(), end.reason.in_words().to_owned());
            Some(Gain { player: end.winner?.player(), points, why, at: None }).filter(|_| points > 0)
        };
        state.over.and_then(gain).into_iter().collect()
    }

    fn determinize(&self, view: &View, draw: &mut dyn Draw) -> Result<State, Vec<Breach>> {
        view::determinize(self, view, draw)
    }

    /// A side without warriors loses to one that has some (R33), so the key is the number of warriors.
    fn standing(&self, state: &State) -> Option<ByPlayer<i32>> {
        let [light, dark] = Side::ALL.map(|side| i32::from(state.board.of(side, Figure::Warrior).len()));
        Some(ByPlayer([light, dark, 0, 0, 0]))
    }
}
