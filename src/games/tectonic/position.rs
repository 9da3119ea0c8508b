//! The state as JSON, made for people to read and write: pieces by type and square, sides by name.
//!
//! ```json
//! {"turn":"white",
//!  "white":{"hills":["a1","j1"],"peaks":["b1","i1"],"mounts":["c1","h1"]},
//!  "black":{"hills":["a10","j10"],"peaks":["b10","i10"],"mounts":["c10","h10"]},
//!  "red":{"black":{"peaks":["f6"]}},
//!  "reserve":{"white":{"hills":1,"peaks":1,"mounts":1},"black":{"hills":1,"peaks":0,"mounts":1}},
//!  "quiet":2,"plies":4,"moves":"c1c5 h10h6 b1a2 b10a9"}
//! ```
//!
//! Empty lists and zero counters may be left out. `reserve` follows from the pieces on the board and may be left out;
//! if given, it must be right. `quiet` counts plies since the last flip, `plies` those since the start, and `passes`
//! the passes in a row. `over` says why the game has ended. `moves` are the moves that led here and determine the
//! positions seen. Without `moves`, this position has been seen once and no other has.

use crate::breach::none_of;
use crate::game::{Game, lists};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::board::{Square, Squares};
use super::breach::Breach;
use super::memory::{Moves, Ply};
use super::{Board, Colour, EACH, End, Kind, NoMove, Reason, State, TecTonic};

/// A position as JSON; see the module.
///
/// ```
/// use referee::games::tectonic::position::Position;
/// use referee::games::tectonic::{Kind, TecTonic};
/// use referee::{Session, Setup};
///
/// let session = Session::<TecTonic>::open(&Setup::new())?;
/// // Nothing is hidden, so it is also what everybody may see.
/// let Position { white, .. } = session.view(None);
/// assert!(white.of_kind(Kind::Mount).has("c1".parse().expect("a square")));
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The side to move.
    pub turn: Colour,
    /// The pieces that show white.
    #[serde(default)]
    pub white: Pieces,
    /// The pieces that show black.
    #[serde(default)]
    pub black: Pieces,
    /// The red pieces, by the colour of their other face.
    #[serde(default, skip_serializing_if = "Red::is_empty")]
    pub red: Red,
    /// The pieces in reserve. Absent: what is not on the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserve: Option<Reserve>,
    /// Plies since the last flip.
    #[serde(default)]
    pub quiet: u32,
    /// Plies since the start.
    #[serde(default)]
    pub plies: u32,
    /// How many of the last plies were passes, 0 to 2.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub passes: u8,
    /// Why the game is over. Absent: it goes on, unless the position decides it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Reason>,
    /// The moves that led here, as far back as repetitions are counted. Absent: none, so the count begins here.
    #[serde(default, skip_serializing_if = "Moves::is_empty")]
    pub moves: Moves,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// Pieces by type.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Pieces {
    /// Squares of hills.
    #[serde(skip_serializing_if = "Placed::is_empty")]
    pub hills: Placed,
    /// Squares of peaks.
    #[serde(skip_serializing_if = "Placed::is_empty")]
    pub peaks: Placed,
    /// Squares of mounts.
    #[serde(skip_serializing_if = "Placed::is_empty")]
    pub mounts: Placed,
}

impl Pieces {
    fn of(board: &Board, squares: Squares) -> Pieces {
        let of = |kind: Kind| Placed { squares: squares.and(board.kinds[kind as usize]), twice: Squares::NONE };
        Pieces { hills: of(Kind::Hill), peaks: of(Kind::Peak), mounts: of(Kind::Mount) }
    }

    fn by_kind(&self) -> [&Placed; 3] {
        [&self.hills, &self.peaks, &self.mounts]
    }

    /// The squares of the pieces of a type.
    pub fn of_kind(&self, kind: Kind) -> Squares {
        self.by_kind()[kind as usize].squares
    }

    fn is_empty(&self) -> bool {
        self.by_kind().into_iter().all(Placed::is_empty)
    }
}

/// Red pieces by the colour of their other face.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Red {
    /// Red pieces that belong to White.
    #[serde(skip_serializing_if = "Pieces::is_empty")]
    pub white: Pieces,
    /// Red pieces that belong to Black.
    #[serde(skip_serializing_if = "Pieces::is_empty")]
    pub black: Pieces,
}

impl Red {
    fn is_empty(&self) -> bool {
        self.white.is_empty() && self.black.is_empty()
    }
}

/// Pieces in reserve by owner.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reserve {
    /// White's reserve.
    pub white: Counts,
    /// Black's reserve.
    pub black: Counts,
}

/// Numbers of pieces by type, 0 to 3 each.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[allow(missing_docs, reason = "they say it themselves")]
pub struct Counts {
    pub hills: u8,
    pub peaks: u8,
    pub mounts: u8,
}

impl Counts {
    fn of(board: &Board, owner: Colour) -> Counts {
        let left = |kind| EACH - board.count(owner, kind);
        Counts { hills: left(Kind::Hill), peaks: left(Kind::Peak), mounts: left(Kind::Mount) }
    }
}

/// A list of squares. Written in board order; read in any order. A square named twice is kept, so that it can be
/// reported with all other faults of the position.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Placed {
    squares: Squares,
    twice: Squares,
}

impl Placed {
    fn add(&mut self, square: Square) {
        if self.squares.has(square) {
            self.twice.insert(square);
        }
        self.squares.insert(square);
    }

    fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }
}

impl Serialize for Placed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.squares)
    }
}

impl<'de> Deserialize<'de> for Placed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Placed, D::Error> {
        lists::read(deserializer, "a list of squares", 0..=usize::MAX, Placed::default(), Placed::add)
    }
}

impl JsonSchema for Placed {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Squares".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<Square>::json_schema(generator)
    }
}

impl Position {
    /// Converts a state.
    pub fn of(state: &State, memory: bool) -> Position {
        let board = &state.board;
        Position {
            turn: state.turn,
            white: Pieces::of(board, board.coloured[0]),
            black: Pieces::of(board, board.coloured[1]),
            red: Red { white: Pieces::of(board, board.red[0]), black: Pieces::of(board, board.red[1]) },
            reserve: Some(Reserve { white: Counts::of(board, Colour::White), black: Counts::of(board, Colour::Black) }),
            quiet: state.quiet,
            plies: state.plies,
            passes: state.passes,
            over: state.over.map(|end| end.reason),
            moves: if memory { Moves(state.memory.moves().to_vec()) } else { Moves::default() },
        }
    }
}

/// Reads a position from outside, or returns every fault of it.
pub(super) fn restore(game: &TecTonic, position: &Position) -> Result<State, Vec<Breach>> {
    let mut faults = Vec::new();
    let board = read_board(position, &mut faults);
    let memory = game.remembering(&board, position.turn);
    let &Position { turn, quiet, plies, passes, .. } = position;
    let mut state = State { board, turn, quiet, plies, passes, over: None, memory };
    // If it is unclear what stands on a square, it is also unclear what can move and who has won.
    let stands = none_of(&faults, &["tectonic.position-square-twice"]);
    if stands {
        check_decided(game, &state, &mut faults);
    }
    check_counters(game, &state, stands, &mut faults);
    // With more pieces than exist, no move can have led here.
    if stands && none_of(&faults, &["tectonic.position-too-many"]) {
        state.over = end_of(game, &state, position.over);
        // Replaying the moves counts everything and finds an earlier end of the game.
        let counted = [
            "tectonic.position-decided",
            "tectonic.position-quiet",
            "tectonic.position-plies",
            "tectonic.position-passes",
        ];
        if !position.moves.0.is_empty() && none_of(&faults, &counted) {
            match recalled(game, &state, &position.moves.0) {
                Ok(recalled) => state = recalled,
                Err(entry) => faults.push(Breach::PositionMemory { entry }),
            }
        }
        if let Some(written) = position.over
            && state.over.map(|end| end.reason) != Some(written)
        {
            faults.push(Breach::PositionNotOver { written });
        }
    }
    if faults.is_empty() { Ok(state) } else { Err(faults) }
}

fn read_board(position: &Position, faults: &mut Vec<Breach>) -> Board {
    let mut board = Board::default();
    let (mut all, mut twice) = (Squares::NONE, Squares::NONE);
    let groups = [
        (&position.white, Colour::White, false),
        (&position.black, Colour::Black, false),
        (&position.red.white, Colour::White, true),
        (&position.red.black, Colour::Black, true),
    ];
    for (pieces, colour, red) in groups {
        for (kind, placed) in pieces.by_kind().into_iter().enumerate() {
            twice = twice.or(placed.twice).or(all.and(placed.squares));
            all = all.or(placed.squares);
            board.kinds[kind] = board.kinds[kind].or(placed.squares);
            let side = if red { &mut board.red } else { &mut board.coloured };
            side[colour as usize] = side[colour as usize].or(placed.squares);
        }
    }
    faults.extend(twice.into_iter().map(|square| Breach::PositionSquareTwice { square }));
    for colour in Colour::ALL {
        let own = board.coloured[colour as usize].or(board.red[colour as usize]);
        for kind in Kind::ALL {
            // What stands on a square named twice is unclear, so it is not counted.
            let count = own.and(board.kinds[kind as usize]).without(twice).len();
            if count > EACH {
                faults.push(Breach::PositionTooMany { colour, kind, count });
                // With more pieces than exist, the rest says nothing about the reserve.
                continue;
            }
            let Some(reserve) = position.reserve.as_ref().filter(|_| twice.is_empty()) else { continue };
            let counts = if colour == Colour::White { &reserve.white } else { &reserve.black };
            let written = [counts.hills, counts.peaks, counts.mounts][kind as usize];
            let actual = EACH - count;
            if written != actual {
                faults.push(Breach::PositionReserve { colour, kind, written, actual: actual as i8 });
            }
        }
    }
    board
}

/// The state with its memory: undoes the moves and replays them. An error says why they do not lead here.
fn recalled(game: &TecTonic, present: &State, moves: &[Ply]) -> Result<State, String> {
    if game.options.repetition == 0 {
        return Err("with `repetition: 0` no moves are remembered".to_owned());
    }
    let count = u32::try_from(moves.len()).unwrap_or(u32::MAX);
    let Some(plies) = present.plies.checked_sub(count) else {
        return Err(format!("there are {count}, but `plies` is {}", present.plies));
    };
    let State { mut board, mut turn, .. } = present.clone();
    for (at, ply) in moves.iter().enumerate().rev() {
        turn = turn.other();
        if !ply.take_back(&mut board, turn) {
            return Err(format!("`{ply}`, number {}, cannot have led to what comes after it", at + 1));
        }
    }
    // What was counted before the first of them, as far as it still counts.
    let quiet = if moves.iter().any(|ply| ply.turns()) { 0 } else { present.quiet.saturating_sub(count) };
    let nothing_moved = moves.iter().all(|ply| *ply == Ply::Pass);
    let passes = if nothing_moved { u32::from(present.passes).saturating_sub(count) as u8 } else { 0 };
    let memory = game.remembering(&board, turn);
    let mut state = State { board, turn, quiet, plies, passes, over: None, memory };
    for (number, ply) in (1..).zip(moves) {
        if state.over.is_some() {
            return Err(format!("the game was over before `{ply}`, number {number}"));
        }
        let (player, action, mut broken) = (state.turn.player(), ply.action(), Vec::new());
        game.check(&state, player, &action, &mut broken);
        if let Some(breach) = broken.first() {
            return Err(format!("`{ply}`, number {number}, was not legal: {breach}"));
        }
        game.apply(&mut state, player, &action);
    }
    if (state.quiet, state.passes) == (present.quiet, present.passes) {
        return Ok(state);
    }
    Err(format!("after them `quiet` is {} and `passes` is {}", state.quiet, state.passes))
}

/// Checks the counters. `stands`: the board is sound, so it is known who can move and whether a pass was allowed.
fn check_counters(game: &TecTonic, state: &State, stands: bool, faults: &mut Vec<Breach>) {
    let options = &game.options;
    if options.no_flip_plies > 0 && state.quiet > options.no_flip_plies {
        faults.push(Breach::PositionQuiet { quiet: state.quiet, limit: options.no_flip_plies });
    }
    if options.ply_limit > 0 && state.plies > options.ply_limit {
        faults.push(Breach::PositionPlies { plies: state.plies, limit: options.ply_limit });
    }
    let blocked = |colour| !stands || !game.can_move(&state.board, colour);
    let (next, mover) = (state.turn, state.turn.other());
    let may_have_passed = match state.passes {
        0 => true,
        passes if u32::from(passes) > state.quiet || options.no_move != NoMove::Pass => false,
        1 => blocked(mover),
        2 => blocked(mover) && blocked(next),
        _ => false,
    };
    if !may_have_passed {
        faults.push(Breach::PositionPasses { passes: state.passes });
    }
}

/// Finds a position that the player on turn had already won before the last move, so that the last move could not
/// have been made (P7).
fn check_decided(game: &TecTonic, state: &State, faults: &mut Vec<Breach>) {
    let (next, mover) = (state.turn, state.turn.other());
    let options = &game.options;
    let mut decided = |reason, data| faults.push(Breach::PositionDecided { reason, winner: next, data });
    // With `trio_by_conversion: false`, a trio completed by a flip does not win yet. It may still stand, unless its
    // owner's last move turned nothing (with passing, it may have been a pass).
    let tested = options.trio_by_conversion || (state.quiet >= 2 && options.no_move != NoMove::Pass);
    if tested && game.trio(&state.board, next) {
        decided(Reason::Trio, Some(game.regions_source));
    }
    if state.board.coloured[mover as usize].is_empty() {
        decided(Reason::AllRed, None);
    }
}

/// The end caused by the last move of the player not on turn, if any (P7), as far as it can be seen without the moves
/// that led here.
fn end_of(game: &TecTonic, state: &State, written: Option<Reason>) -> Option<End> {
    let options = &game.options;
    // If that move turned a piece, either the move or the flip may have completed the trio. If that matters, the
    // position must say so.
    let trio = state.passes == 0
        && game.trio(&state.board, state.turn.other())
        && (options.trio_by_conversion || state.quiet > 0 || written == Some(Reason::Trio));
    game.end(state, trio, options.repetition > 0 && written == Some(Reason::Repetition))
}
