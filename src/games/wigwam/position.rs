//! The state as JSON, made for people to read and write: figures by side and base, sides by name.
//!
//! ```json
//! {"turn":"light",
//!  "light":{"chief":"B3","warriors":["B1","B5","C1","C2","C3","C5","C6"],"tents":["B2","B4","C4"]},
//!  "dark":{"chief":"F3","warriors":["E1","E2","E4","E5","E6","F1","F5"],"tents":["E3","F2","F4"]},
//!  "quiet":0}
//! ```
//!
//! A side that has not arranged its figures is absent. A captured chief, empty lists and zero counters may be left
//! out. `quiet` counts the plies since the last capture, and `over` says why the game has ended. `huff` is used only
//! with `capture: huff`: it is `{"open":{"from":"C3","to":"C4"}}` while the move from C3 to C4 may be huffed,
//! `{"forced":"C3"}` while the figure there must capture, and `"removed"` while a player who has removed a figure
//! must still move. `seen`, the memory for repetitions, holds every position since the last capture with its number
//! of occurrences; a [`Key`] describes the format.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::arrange::Figures;
use super::arrange::{find_base_twice, find_count};
use super::board::{Base, Bases};
use super::breach::Breach;
use super::figures::{Board, Figure, Side};
pub use super::key::Key;
use super::{Action, Reason, Stage, State, Wigwam, huff};
use crate::breach::none_of;
use crate::game::Game as _;

/// A position as JSON; see the module.
///
/// ```
/// use referee::games::wigwam::{Side, Wigwam};
/// use referee::{Session, Setup};
///
/// let mut session = Session::<Wigwam>::open(&Setup::new())?;
/// let first = session.legal()[0].clone();
/// session.play(first)?;
/// let position = session.position();
/// assert_eq!((position.turn, position.light.is_some(), position.dark), (Side::Dark, true, None));
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The side to act.
    pub turn: Side,
    /// Light's figures. Absent: not arranged yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub light: Option<Figures>,
    /// Dark's figures. Absent: not arranged yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dark: Option<Figures>,
    /// The state of a huff. Absent: there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub huff: Option<Huffing>,
    /// Plies since the last capture or removal.
    #[serde(default)]
    pub quiet: u32,
    /// Why the game is over. Absent: it goes on, unless the position decides it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Reason>,
    /// How often each position has occurred since the last capture or removal. Absent: only the present one, once.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seen: BTreeMap<Key, u32>,
}

/// The state of a huff.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Huffing {
    /// The opponent's last move omitted a capture and may be huffed.
    Open {
        /// The base it left.
        from: Base,
        /// The base it reached.
        to: Base,
    },
    /// The side to act was huffed and must capture with the figure on this base.
    Forced(Base),
    /// The side to act has removed a figure and is still to move.
    Removed,
}

impl Position {
    /// A side's figures; `None`: not arranged yet.
    pub(super) fn figures(&self, side: Side) -> Option<&Figures> {
        if side == Side::Light { self.light.as_ref() } else { self.dark.as_ref() }
    }

    /// Converts a state.
    pub fn of(state: &State, memory: bool) -> Position {
        let figures = |side| {
            // A side that has lost its last figure, the chief, has still arranged.
            let arranged = state.stage != Stage::Arranging || !state.board.side(side).is_empty();
            arranged.then(|| Figures::of(&state.board, side))
        };
        Position {
            turn: state.turn,
            light: figures(Side::Light),
            dark: figures(Side::Dark),
            huff: match state.stage {
                Stage::Arranging | Stage::Plain => None,
                Stage::Open { from, to } => Some(Huffing::Open { from, to }),
                Stage::Forced(figure) => Some(Huffing::Forced(figure)),
                Stage::Huffed => Some(Huffing::Removed),
            },
            quiet: state.quiet,
            over: state.over.map(|end| end.reason),
            seen: if memory { state.seen.clone() } else { BTreeMap::new() },
        }
    }
}

/// Reads a position from outside, or returns every fault of it.
pub(super) fn restore(game: &Wigwam, position: &Position) -> Result<State, Vec<Breach>> {
    let mut faults = Vec::new();
    let mut state = game.start(2);
    state.turn = position.turn;
    match (&position.light, &position.dark) {
        (Some(light), Some(dark)) => {
            read_sides(&mut state.board, [light, dark], &mut faults);
            read_play(game, &mut state, position, &mut faults);
        }
        (light, dark) => {
            let next = if light.is_none() { Side::Light } else { Side::Dark };
            let bare = Position { turn: next, light: *light, ..Position::of(&game.start(2), false) };
            if dark.is_some() || *position != bare {
                // Other fields show that this is not a set-up, so no arrangement is checked.
                faults.push(Breach::PositionSetUp { turn: position.turn });
            } else if let Some(light) = light {
                read_arrangement(game, &mut state.board, light, &mut faults);
            }
        }
    }
    if faults.is_empty() { Ok(state) } else { Err(faults) }
}

/// Light has arranged and dark has not.
fn read_arrangement(game: &Wigwam, board: &mut Board, light: &Figures, faults: &mut Vec<Breach>) {
    let side = Side::Light;
    if light.chief.is_none() {
        faults.push(Breach::PositionNoChief { side });
    }
    find_base_twice(light, faults);
    find_count(light, faults);
    game.find_outside(side, light, faults);
    board.place(side, light);
}

/// Puts both sides' figures on the board.
fn read_sides(board: &mut Board, sides: [&Figures; 2], faults: &mut Vec<Breach>) {
    for (side, figures) in Side::ALL.into_iter().zip(sides) {
        board.place(side, figures);
        for figure in Figure::ALL {
            let (count, most) = (figures.of_kind(figure).len(), figure.each());
            if count > most {
                faults.push(Breach::PositionTooMany { side, figure, count, most });
            }
        }
    }
    let twice = sides[0].twice().or(sides[1].twice()).or(sides[0].all().and(sides[1].all()));
    faults.extend(twice.into_iter().map(|base| Breach::PositionBaseTwice { base }));
}

/// Captures can be checked only if every figure stands somewhere and none twice.
const STANDS: [&str; 3] = ["wigwam.position-base-twice", "wigwam.position-too-many", "wigwam.position-no-chief"];
/// A position is remembered with its window, and how it came about depends on what was huffed.
const HUFFED: [&str; 4] = [
    "wigwam.position-huff-strict",
    "wigwam.position-huff-open",
    "wigwam.position-huff-forced",
    "wigwam.position-huff-removed",
];

/// Reads all the rest of a position in which both sides have arranged.
fn read_play(game: &Wigwam, state: &mut State, position: &Position, faults: &mut Vec<Breach>) {
    state.quiet = position.quiet;
    state.seen.clone_from(&position.seen);
    state.stage = match position.huff {
        None => Stage::Plain,
        Some(Huffing::Open { from, to }) => Stage::Open { from, to },
        Some(Huffing::Forced(figure)) => Stage::Forced(figure),
        Some(Huffing::Removed) => Stage::Huffed,
    };
    let mover = state.turn.other();
    let missing = |side| state.board.of(side, Figure::Chief).is_empty();
    let just_captured = !missing(mover) && position.huff.is_none() && state.quiet == 0;
    for side in Side::ALL {
        if missing(side) && (side == mover || !just_captured) {
            faults.push(Breach::PositionNoChief { side });
        }
    }
    let stands = none_of(faults, &STANDS);
    check_huff(game, state, position.huff, stands, faults);
    // A huff follows a ply that omitted a capture and did not end the game. A forcing huff has undone that ply; a
    // removing huff has restarted the count.
    let omitted = if matches!(state.stage, Stage::Forced(_) | Stage::Huffed) { 2 } else { 0 };
    let limit = game.options.no_capture_plies;
    if limit > 0 && state.quiet.saturating_add(omitted) > limit {
        faults.push(Breach::PositionQuiet { quiet: state.quiet, limit });
    }
    if !stands || !none_of(faults, &HUFFED) {
        return;
    }
    check_memory(game, state, faults);
    check_earlier_end(game, state, faults);
    check_end(game, state, position.over, faults);
    if state.stage == Stage::Huffed && state.over.is_none() && huff::sole_answer(game, state).is_some() {
        faults.push(Breach::PositionHuffRemoved { side: mover });
    }
}

/// Finds a position in which the game had ended before the last move. Whenever the opponent of a side without
/// warriors has moved, either R33 or R34 ends the game or that side can capture. So with compulsory captures that
/// side made none of the recent plies without a capture; with huffing, such a ply has opened a window.
fn check_earlier_end(game: &Wigwam, state: &State, faults: &mut Vec<Breach>) {
    let (next, mover) = (state.turn, state.turn.other());
    let (board, quiet) = (&state.board, state.quiet);
    let disarmed = |side| board.of(side, Figure::Warrior).is_empty();
    let side = match state.stage {
        Stage::Plain if quiet == 0 => {
            let captures = !board.of(next, Figure::Chief).is_empty() && disarmed(mover);
            (captures && !chief_captured(board, mover)).then_some(mover)
        }
        // A player who removes the opponent's last warrior in a huff may still move without capturing, because R34
        // waits (P2).
        Stage::Plain if game.huffing() => (disarmed(mover) && !(disarmed(next) && quiet == 1)).then_some(mover),
        Stage::Plain if disarmed(mover) => Some(mover),
        Stage::Plain => (disarmed(next) && quiet >= 2).then_some(next),
        // If a capture was omitted, the position before must have been undecided.
        Stage::Open { from, to } => {
            game.decided(&huff::before(board, mover, from, to), next, false).is_some().then_some(mover)
        }
        Stage::Forced(_) => game.decided(board, mover, false).is_some().then_some(next),
        Stage::Arranging | Stage::Huffed => None,
    };
    if let Some(side) = side {
        let reason = if disarmed(side.other()) { Reason::TwoChiefs } else { Reason::WarriorsGone };
        faults.push(Breach::PositionDecided { reason, side, quiet });
    }
}

/// Whether the chief of a side without warriors can have made the last jump of a capture: over a warrior on a base
/// that is empty now, from another empty base.
fn chief_captured(board: &Board, side: Side) -> bool {
    let free = Bases::ALL.without(board.occupied());
    let lost = board.of(side.other(), Figure::Warrior).len() < Figure::Warrior.each();
    let jumped = |to: Base, over: Base| over.near().and(free).into_iter().any(|from| over.beyond(from).has(to));
    let landed = |to: Base| to.near().and(free).into_iter().any(|over| jumped(to, over));
    lost && board.of(side, Figure::Chief).first().is_some_and(landed)
}

/// Whether the last move, by the opponent of the side on turn and without a capture, omitted one.
fn omits(game: &Wigwam, board: &Board, turn: Side, from: Base, to: Base) -> bool {
    let mover = turn.other();
    if !board.side(mover).has(to) || board.occupied().has(from) {
        return false;
    }
    let before = huff::before(board, mover, from, to);
    let before = State { board: before, turn, stage: Stage::Plain, quiet: 0, over: None, seen: BTreeMap::new() };
    let mut broken = Vec::new();
    game.check(&before, mover.player(), &Action::Move { from, to }, &mut broken);
    broken.is_empty() && !huff::omitted(board, mover, from, to).is_empty()
}

/// `stands`: the board is sound, so captures can be found.
fn check_huff(game: &Wigwam, state: &State, huff: Option<Huffing>, stands: bool, faults: &mut Vec<Breach>) {
    let (next, mover) = (state.turn, state.turn.other());
    let fault = match huff {
        None => None,
        Some(_) if !game.huffing() => Some(Breach::PositionHuffStrict {}),
        Some(Huffing::Open { from, to }) => {
            let wrong = state.quiet == 0 || (stands && !omits(game, &state.board, next, from, to));
            wrong.then_some(Breach::PositionHuffOpen { from, to })
        }
        Some(Huffing::Forced(figure)) => {
            (stands && !state.board.able(next).has(figure)).then_some(Breach::PositionHuffForced { figure })
        }
        Some(Huffing::Removed) => {
            let missing = state.board.of(mover, Figure::Warrior).len() < Figure::Warrior.each();
            (state.quiet > 0 || (stands && !missing)).then_some(Breach::PositionHuffRemoved { side: mover })
        }
    };
    faults.extend(fault);
}

/// The fewest plies from the first of this many occurrences of a position to the last: each side moves away and back.
fn plies_between(count: u32) -> u32 {
    count.saturating_sub(1).saturating_mul(4)
}

/// The most faults reported of a memory, which may be long.
const MOST_MEMORY_FAULTS: usize = 20;

/// Checks the remembered positions; without memory, the position itself is remembered once.
fn check_memory(game: &Wigwam, state: &mut State, faults: &mut Vec<Breach>) {
    let fault = |entry: String| Breach::PositionMemory { entry };
    if matches!(state.stage, Stage::Forced(_)) {
        if !state.seen.is_empty() {
            faults.push(fault("while a capture is forced no positions are remembered".to_owned()));
        }
        return;
    }
    if state.seen.is_empty() {
        game.remember(state);
        return;
    }
    if game.options.repetition == 0 {
        return faults.push(fault("with `repetition: 0` no positions are remembered".to_owned()));
    }
    let missing = (!state.seen.contains_key(&Key::of(state))).then(|| "the present position is missing".to_owned());
    // Positions with the player now on turn and with the other one alternate.
    let mut occurred = [0u64; 2];
    for (key, count) in &state.seen {
        occurred[usize::from(key.turn() != state.turn)] += u64::from(*count);
    }
    let quiet = u64::from(state.quiet);
    let too_many = occurred[0] > quiet / 2 + 1 || occurred[1] > quiet.div_ceil(2);
    let too_many = too_many.then(|| format!("{} positions in {quiet} plies", occurred[0] + occurred[1]));
    let entries = state.seen.iter().flat_map(|(key, count)| entry_faults(game, state, key, *count));
    faults.extend(missing.into_iter().chain(too_many).chain(entries).take(MOST_MEMORY_FAULTS).map(fault));
}

/// What is wrong with one remembered position.
fn entry_faults(game: &Wigwam, state: &State, key: &Key, count: u32) -> impl Iterator<Item = String> + use<> {
    let (limit, board, present) = (game.options.repetition, key.board(), *key == Key::of(state));
    let counts = |board: &Board| Side::ALL.map(|side| Figure::ALL.map(|figure| board.of(side, figure).len()));
    let other = counts(&board) != counts(&state.board);
    let since = if present { 0 } else { 1 + u32::from(key.turn() == state.turn) };
    let possible = count > 0 && plies_between(count).saturating_add(since) <= state.quiet;
    let impossible = !possible || count > limit || (count == limit && !present);
    let omitted = |(from, to)| game.huffing() && omits(game, &board, key.turn(), from, to);
    let shut = key.window().is_some_and(|window| !omitted(window));
    let faults = [
        other.then(|| format!("`{key}` does not have the same figures")),
        impossible.then(|| format!("`{key}` cannot have occurred {count} times")),
        shut.then(|| format!("in `{key}` no capture was omitted")),
    ];
    faults.into_iter().flatten()
}

/// Checks whether the position is decided (P15).
fn check_end(game: &Wigwam, state: &mut State, written: Option<Reason>, faults: &mut Vec<Breach>) {
    let limit = game.options.repetition;
    let occurrence = game.occurrence(state).unwrap_or(0);
    // Without its memory, a position that has occurred too often must say so.
    let said = written == Some(Reason::Repetition) && state.seen.len() == 1 && state.quiet >= plies_between(limit);
    let repeated = limit > 0 && (occurrence >= limit || said);
    // A position restored by a huff occurred before, and nothing ended then.
    state.over = if matches!(state.stage, Stage::Forced(_)) { None } else { game.end(state, repeated) };
    if let Some(written) = written
        && state.over.map(|end| end.reason) != Some(written)
    {
        faults.push(Breach::PositionNotOver { written });
    }
}
