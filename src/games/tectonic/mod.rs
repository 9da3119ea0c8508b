//! TecTonic: mountains meet and are turned over. Two players bring a hill, a peak and a mount into one region of the
//! opponent's, or turn all the opponent's pieces red.
//!
//! * [`board`]: squares and geometry;
//! * [`moves`]: the main action: its check, its effect and its listing;
//! * [`memory`]: the count of repetitions;
//! * [`picture`]: the picture; [`position`]: the state as JSON, and the faults of one from outside;
//! * [`edition`]: regions and start squares; [`breach`]: the ways to break a rule; [`rules`]: the numbered rules;
//!   `words`: texts for people.

pub mod board;
#[doc(hidden)]
pub mod breach;
#[doc(hidden)]
pub mod edition;
#[doc(hidden)]
pub mod memory;
#[doc(hidden)]
pub mod moves;
#[doc(hidden)]
pub mod picture;
pub mod position;
mod rulebook;
#[doc(hidden)]
pub mod rules;
#[cfg(test)]
mod tests;
mod words;

use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::board::{Square, Squares};
use self::breach::Breach;
use self::edition::Edition;
use self::memory::{Memory, Ply};
use self::position::Position;
use crate::game::picture::Picture;
use crate::game::rulebook::Rulebook;
use crate::game::{
    self, ByPlayer, Draw, EventOf, Fault, Game, Never, Outcome, Player, Provenance, Rule, Turn, reason_called,
};
use crate::names;
use crate::spoken::Spoken;

names! {
    /// A side.
    #[doc = include_str!("examples/colour.md")]
    pub enum Colour {
        /// Player 0, moving up the ranks.
        White = "white",
        /// Player 1, moving down.
        Black = "black",
    }
}

impl Colour {
    /// The other side.
    #[must_use]
    pub fn other(self) -> Colour {
        if self == Colour::White { Colour::Black } else { Colour::White }
    }

    /// The side a player plays.
    pub fn of(player: Player) -> Colour {
        if player.0 == 0 { Colour::White } else { Colour::Black }
    }

    /// The step of the rank that goes back towards this side (R14).
    pub fn backward(self) -> i8 {
        if self == Colour::White { -1 } else { 1 }
    }

    /// The player who plays this side.
    pub fn player(self) -> Player {
        Player(self as u8)
    }
}

names! {
    /// A type of piece (R3).
    #[doc = include_str!("examples/kind.md")]
    pub enum Kind {
        /// Round.
        Hill = "hill",
        /// Triangular.
        Peak = "peak",
        /// Square.
        Mount = "mount",
    }
}

/// Pieces of each type that a player has (R3).
#[doc(hidden)]
pub const EACH: u8 = 3;

/// The pieces on the board: the colour each shows, the owners of red pieces, and the types.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Board {
    /// Pieces that show a colour, by colour; they always belong to it (R23).
    pub coloured: [Squares; 2],
    /// Red pieces, by the colour of their other face.
    pub red: [Squares; 2],
    /// All pieces, by type.
    pub kinds: [Squares; 3],
}

impl Board {
    /// All occupied squares.
    pub fn occupied(&self) -> Squares {
        self.kinds[0].or(self.kinds[1]).or(self.kinds[2])
    }

    /// All red pieces.
    pub fn all_red(&self) -> Squares {
        self.red[0].or(self.red[1])
    }

    /// The type of the piece on an occupied square.
    pub fn kind(&self, square: Square) -> Kind {
        if self.kinds[Kind::Hill as usize].has(square) {
            Kind::Hill
        } else if self.kinds[Kind::Peak as usize].has(square) {
            Kind::Peak
        } else {
            Kind::Mount
        }
    }

    /// How many pieces of a type and origin are on the board, coloured or red.
    pub fn count(&self, origin: Colour, kind: Kind) -> u8 {
        self.coloured[origin as usize].or(self.red[origin as usize]).and(self.kinds[kind as usize]).len()
    }

    /// Whether a player has a piece of a type in reserve.
    pub fn in_reserve(&self, owner: Colour, kind: Kind) -> bool {
        self.count(owner, kind) < EACH
    }
}

names! {
    /// Why a game ended.
    #[doc(hidden)]
    pub enum Reason {
        /// Hill, peak and mount in one enemy region (R26).
        Trio = "trio",
        /// All enemy pieces are turned red (R29).
        AllRed = "all-red",
        /// A player could not move (D9).
        NoMove = "no-move",
        /// The same position too often (D18 H1).
        Repetition = "repetition",
        /// Too long without a flip (D18 H2).
        NoFlip = "no-flip",
        /// Too long in all (D18 H3).
        PlyLimit = "ply-limit",
    }
}

/// How a game ended.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct End {
    /// Why.
    pub reason: Reason,
    /// Who won; `None`: a draw.
    pub winner: Option<Colour>,
}

/// The state of a game.
#[doc = include_str!("examples/state.md")]
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct State {
    /// What stands where.
    pub board: Board,
    /// The side to move (at the end: the side that would be).
    pub turn: Colour,
    /// Plies since the last flip (D18 H2).
    pub quiet: u32,
    /// Plies since the start (D18 H3).
    pub plies: u32,
    /// How many of the last plies were passes, 0 to 2 (P2).
    pub passes: u8,
    /// The end, once reached.
    pub over: Option<End>,
    /// The positions seen (D18 H1, P3); empty with `repetition: 0`.
    pub memory: Memory,
}

/// What a player may do.
#[doc = include_str!("examples/action.md")]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Move a piece, and turn a neighbour of the square it arrives on.
    Move {
        /// The square the piece leaves.
        from: Square,
        /// The square it arrives on.
        to: Square,
        /// The neighbour that is turned. Absent: none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        flip: Option<Square>,
    },
    /// Move nothing; only with `no_move: pass`, by a player without a legal move.
    Pass,
}

/// The shape of the regions.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RegionsName {
    /// Triangles: from the corner 3, 2 and 1 squares (a1, b1, c1, a2, b2, a3).
    Triangle,
    /// Rectangles: 3 wide and 2 deep (a1, b1, c1, a2, b2, c2).
    Rectangle,
}

/// The start squares: of White's in the corner at a1, the others mirrored.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub enum SetupName {
    /// A hill on a1, a peak on b1, a mount on c1.
    S1,
    /// A hill on a3, a peak on b2, a mount on c1.
    S2,
    /// A mount on a1, a hill on a2, a peak on b1.
    S3,
    /// A hill on a2, a peak on b2, a mount on c2.
    S4,
}

/// How a peak moves backward (R13).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PeakBack {
    /// Straight back.
    Straight,
    /// Diagonally back.
    Diagonal,
}

/// Whether a player must turn a piece if one can be turned (D1).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Flip {
    /// One neighbour must be turned if any can.
    Compulsory,
    /// The mover may turn nothing.
    Optional,
}

/// Which pieces turn a red one that they come beside (P8).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Recovery {
    /// Any piece whose move ends there.
    Arrival,
    /// Only a piece that did not stand beside that red piece before its move.
    Newcomer,
}

/// What happens to a player who cannot move (D9).
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoMove {
    /// They lose.
    Lose,
    /// They pass; two passes in a row are a draw.
    Pass,
    /// The game is drawn.
    Draw,
}

/// The options of TecTonic.
#[doc = include_str!("examples/options.md")]
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The shape of the regions.
    pub regions: RegionsName,
    /// The start squares.
    pub setup: SetupName,
    /// How a peak moves backward.
    pub peak_back: PeakBack,
    /// Whether what can be turned must be turned.
    pub flip: Flip,
    /// Whether a trio completed by a flip wins (D10).
    pub trio_by_conversion: bool,
    /// Which pieces turn a red one that they come beside.
    pub recovery: Recovery,
    /// What happens to a player who cannot move.
    pub no_move: NoMove,
    /// The occurrence of a position that draws the game, at least 2; 0: off.
    pub repetition: u32,
    /// The plies without a flip that draw the game; 0: off.
    pub no_flip_plies: u32,
    /// The plies that draw the game, flips or not; 0: off. With `repetition` off too, a game can last for ever.
    pub ply_limit: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            regions: RegionsName::Triangle,
            setup: SetupName::S1,
            peak_back: PeakBack::Straight,
            flip: Flip::Compulsory,
            trio_by_conversion: true,
            recovery: Recovery::Arrival,
            no_move: NoMove::Lose,
            repetition: 3,
            no_flip_plies: 100,
            ply_limit: 500,
        }
    }
}

type Check = game::Check<TecTonic>;

/// TecTonic under one edition and one set of options.
#[doc = include_str!("examples/tectonic.md")]
#[derive(Clone, Debug)]
pub struct TecTonic {
    options: Options,
    edition: String,
    /// The two regions that each side aims for.
    goals: [[Squares; 2]; 2],
    /// How well the regions are founded.
    regions_source: Provenance,
    start: Board,
}

impl TecTonic {
    /// Whether a side has a hill, a peak and a mount in one enemy region (R26 to R28).
    fn trio(&self, board: &Board, colour: Colour) -> bool {
        let own = board.coloured[colour as usize];
        self.goals[colour as usize]
            .iter()
            .any(|region| board.kinds.iter().all(|kind| !own.and(*kind).and(*region).is_empty()))
    }

    /// Counts a ply and ends the game if the ply ends it. `trio`: the player who made it has completed one.
    fn judge(&self, state: &mut State, trio: bool, ply: Ply) {
        state.quiet = if ply.turns() { 0 } else { state.quiet.saturating_add(1) };
        state.plies = state.plies.saturating_add(1);
        let counts = self.options.repetition > 0;
        let repeated = counts && state.memory.add(ply, &state.board, state.turn) >= self.options.repetition;
        state.over = self.end(state, trio, repeated);
    }

    /// The end caused by the last ply, if any: the tests of D12, then the house rules (P3).
    fn end(&self, state: &State, trio: bool, repeated: bool) -> Option<End> {
        let (options, next) = (&self.options, state.turn);
        let won = |reason| Some(End { reason, winner: Some(next.other()) });
        let drawn = |reason| Some(End { reason, winner: None });
        let reached = |limit: u32, plies: u32| limit > 0 && plies >= limit;
        if trio {
            won(Reason::Trio)
        } else if state.passes == 0 && state.board.coloured[next as usize].is_empty() {
            won(Reason::AllRed)
        } else if state.passes == 2 {
            drawn(Reason::NoMove)
        } else if options.no_move != NoMove::Pass && !self.can_move(&state.board, next) {
            if options.no_move == NoMove::Lose { won(Reason::NoMove) } else { drawn(Reason::NoMove) }
        } else if repeated {
            drawn(Reason::Repetition)
        } else if reached(options.no_flip_plies, state.quiet) {
            drawn(Reason::NoFlip)
        } else if reached(options.ply_limit, state.plies) {
            drawn(Reason::PlyLimit)
        } else {
            None
        }
    }
}

impl Game for TecTonic {
    const NAME: &'static str = "tectonic";
    const TITLE: &'static str = "TecTonic";
    const PLAYERS: RangeInclusive<u8> = 2..=2;
    const EDITION: &'static str = include_str!("edition.json");
    const HAS_POINTS: bool = false;
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
    type View = Position;
    type Details = ();

    fn open(edition: &Edition, options: &Options) -> Result<TecTonic, Vec<Fault>> {
        let mut faults = Vec::new();
        edition.faults(&mut faults);
        if options.repetition == 1 {
            faults.push(Fault::new("options.repetition", "is 0 (off) or at least 2 (P6)"));
        }
        let regions = [&edition.regions.triangle, &edition.regions.rectangle][options.regions as usize];
        let home = regions.white.each_ref().map(|squares| squares.iter().copied().collect::<Squares>());
        let setup = edition.setup(options.setup);
        let mut start = Board::default();
        for kind in Kind::ALL {
            let white: Squares = setup.of(kind).iter().copied().collect();
            start.kinds[kind as usize] = white.or(white.turned());
            start.coloured[0] = start.coloured[0].or(white);
            start.coloured[1] = start.coloured[1].or(white.turned());
        }
        let game = TecTonic {
            options: options.clone(),
            edition: edition.id.clone(),
            goals: [home.map(Squares::turned), home],
            regions_source: regions.source,
            start,
        };
        if faults.is_empty() && !game.can_move(&game.start, Colour::White) {
            let at = format!("setups.{:?}", options.setup);
            faults.push(Fault::new(at, "White cannot move at the start"));
        }
        if faults.is_empty() { Ok(game) } else { Err(faults) }
    }

    fn edition_id(&self) -> &str {
        &self.edition
    }

    fn start(&self, _players: u8) -> State {
        let (board, turn) = (self.start.clone(), Colour::White);
        let memory = self.remembering(&board, turn);
        State { board, turn, quiet: 0, plies: 0, passes: 0, over: None, memory }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.over.is_some() { Turn::Over } else { Turn::Player(state.turn.player()) }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let end = state.over?;
        let scores = Colour::ALL.map(|side| end.winner.map_or(1, |winner| if side == winner { 2 } else { 0 }));
        Some(Outcome::ranked(&scores, scores.to_vec(), end.reason.name()))
    }

    fn checks(action: &Action) -> &'static [Check] {
        match action {
            Action::Move { flip: Some(_), .. } => &moves::MOVE,
            Action::Move { flip: None, .. } => moves::QUIET_MOVE,
            Action::Pass => &moves::PASS,
        }
    }

    fn apply(&self, state: &mut State, player: Player, action: &Action) {
        let mover = Colour::of(player);
        state.turn = mover.other();
        match action {
            Action::Move { from, to, flip } => {
                state.passes = 0;
                state.board.step(mover, *from, *to);
                let before = (!self.options.trio_by_conversion).then(|| self.trio(&state.board, mover));
                let turned = flip.map(|flip| state.board.flip(mover, flip));
                let trio = before.unwrap_or_else(|| self.trio(&state.board, mover));
                self.judge(state, trio, Ply::Move { from: *from, to: *to, turned });
            }
            Action::Pass => {
                state.passes += 1;
                self.judge(state, false, Ply::Pass);
            }
        }
    }

    fn all_actions(&self) -> Option<Vec<Action>> {
        Some(moves::every_action(&self.options))
    }

    fn action_key(action: &Action) -> u32 {
        moves::key(action)
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) -> bool {
        self.list_moves(&state.board, state.turn, out);
        if out.is_empty() {
            out.push(Action::Pass);
        }
        true
    }

    fn position(&self, state: &State, memory: bool) -> Position {
        Position::of(state, memory)
    }

    fn restore(&self, _players: u8, position: &Position) -> Result<State, Vec<Breach>> {
        position::restore(self, position)
    }

    fn occurrence(&self, state: &State) -> Option<u32> {
        (self.options.repetition > 0).then(|| state.memory.count(&state.board, state.turn))
    }

    fn view(&self, state: &State, _viewer: Option<Player>) -> Position {
        Position::of(state, true)
    }

    fn picture(&self, view: &Position) -> Picture {
        self.draw(view)
    }

    fn picture_event(&self, picture: &mut Picture, _: &Position, event: &EventOf<TecTonic>) {
        TecTonic::draw_event(picture, event);
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

    fn determinize(&self, view: &Position, _draw: &mut dyn Draw) -> Result<State, Vec<Breach>> {
        position::restore(self, view)
    }

    /// A player who shows no colour any more has lost (R29), so the key is the number of pieces that show their
    /// colour.
    fn standing(&self, state: &State) -> Option<ByPlayer<i32>> {
        let [white, black] = state.board.coloured.map(|squares| i32::from(squares.len()));
        Some(ByPlayer([white, black, 0, 0, 0]))
    }
}
