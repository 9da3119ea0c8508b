//! The state in writing, made to be read and written by hand: pieces by type and square, sides by name.
//!
//! ```json
//! {"turn":"white",
//!  "white":{"hills":["a1","j1"],"peaks":["b1","i1"],"mounts":["c1","h1"]},
//!  "black":{"hills":["a10","j10"],"peaks":["b10","i10"],"mounts":["c10","h10"]},
//!  "red":{"black":{"peaks":["f6"]}},
//!  "reserve":{"white":{"hills":1,"peaks":1,"mounts":1},"black":{"hills":1,"peaks":0,"mounts":1}},
//!  "quiet":0}
//! ```
//!
//! Lists that are empty and counters that are 0 may be left out. `reserve` follows from what is on the board and may be
//! left out; if it is given it must be right. `quiet` counts plies since the last flip, `passes` the passes in a row,
//! `over` says why the game has ended. `seen`, the memory for repetitions, holds every position since the last flip with
//! the number of its occurrences: the side to move, then the squares of White's hills, peaks and mounts and Black's.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use crate::breach::none_of;
use crate::read_from_text;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::board::{SQUARES, Square, Squares};
use super::breach::Breach;
use super::{Board, Colour, EACH, End, Kind, NoMove, Reason, State, TecTonic};

/// A position in writing; see the module.
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
    #[schemars(with = "Reserve")]
    pub reserve: Option<Reserve>,
    /// Plies since the last flip.
    #[serde(default)]
    pub quiet: u32,
    /// How many of the last plies were passes, 0 to 2.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub passes: u8,
    /// Why the game is over. Absent: it goes on, unless the position decides it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Reason")]
    pub over: Option<Reason>,
    /// How often each position has occurred since the last flip. Absent: only the present one, once.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seen: BTreeMap<Key, u32>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn is_zero(n: &u8) -> bool {
    *n == 0
}

/// Pieces by type.
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
    #[must_use]
    pub fn of_kind(&self, kind: Kind) -> Squares {
        self.by_kind()[kind as usize].squares
    }

    fn is_empty(&self) -> bool {
        self.by_kind().into_iter().all(Placed::is_empty)
    }
}

/// Red pieces by the colour of their other face.
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
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reserve {
    /// White's reserve.
    pub white: Counts,
    /// Black's reserve.
    pub black: Counts,
}

/// Numbers of pieces by type, 0 to 3 each.
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

/// A list of squares. It is written in board order; another order is read just as well. A square named twice is kept, to
/// be reported with all other faults of the position.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Placed {
    squares: Squares,
    twice: Squares,
}

impl Placed {
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
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Placed;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of squares")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Placed, A::Error> {
                let mut placed = Placed::default();
                while let Some(square) = list.next_element()? {
                    if placed.squares.has(square) {
                        placed.twice.insert(square);
                    }
                    placed.squares.insert(square);
                }
                Ok(placed)
            }
        }
        deserializer.deserialize_seq(List)
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

/// A position as it is remembered: exact while no piece is turned, since then the number of pieces of each colour and
/// type stays the same. Every ply is looked up, so nothing is walked through to make one.
///
/// The first two sets say of each square which type of coloured piece stands there (hills in the first, peaks in the
/// second, mounts in both), the third which of them are black. The bit above the board is the side to move.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Spot([u128; 3]);

impl Spot {
    /// What is remembered of a position.
    #[must_use]
    pub fn of(board: &Board, turn: Colour) -> Spot {
        let [white, black] = board.coloured;
        let [hills, peaks, mounts] = board.kinds.map(|kind| kind.and(white.or(black)));
        Spot([hills.or(mounts).0, peaks.or(mounts).0, black.0 | (turn as u128) << SQUARES])
    }

    /// The same in writing.
    fn key(&self) -> Key {
        let [odd, even, black] = self.0.map(Squares);
        let (turn, black) = match black.0 >> SQUARES {
            0 => (Colour::White, black),
            _ => (Colour::Black, Squares(black.0 ^ 1 << SQUARES)),
        };
        let kinds = [odd.without(even), even.without(odd), odd.and(even)];
        Key::pack(turn, kinds.map(|kind| kind.without(black)).into_iter().chain(kinds.map(|kind| kind.and(black))))
    }
}

/// A remembered position in writing: `white a1j1 b1i1 c1h1 a10j10 b10i10 c10h10`, with `-` for no piece.
///
/// It is packed into two numbers, which stand in the order of what they are packed from.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Key {
    /// The side to move, then how many squares each of White's and Black's hills, peaks and mounts take, two bits each.
    groups: u16,
    /// The squares of the coloured pieces, seven bits each, group by group, each group in board order; the rest is 0.
    squares: u128,
}

/// All pieces of both sides.
const MOST: u8 = 2 * 3 * EACH;

impl Key {
    fn pack(turn: Colour, groups: impl Iterator<Item = Squares>) -> Key {
        let mut key = Key { groups: turn as u16, squares: 0 };
        let mut count = 0;
        groups.for_each(|group| {
            let before = count;
            for square in group {
                key.squares = key.squares << 7 | square.index() as u128;
                count += 1;
            }
            key.groups = key.groups << 2 | u16::from(count - before);
        });
        key.squares <<= 7 * (MOST - count);
        key
    }

    fn turn(&self) -> Colour {
        Colour::ALL[usize::from(self.groups >> 12)]
    }

    /// How many squares each group takes.
    fn counts(&self) -> [u8; 6] {
        [10, 8, 6, 4, 2, 0].map(|shift| (self.groups >> shift & 3) as u8)
    }

    /// The position that is remembered. A square may be in several groups; it can be only one piece then.
    fn spot(&self) -> Spot {
        let mut squares = self.squares();
        let groups = self.counts().map(|count| squares.by_ref().take(count.into()).collect::<Squares>());
        let [odd, even] = [0, 1].map(|at| groups[at].or(groups[2]).or(groups[at + 3]).or(groups[5]));
        let black = groups[3].or(groups[4]).or(groups[5]);
        Spot([odd.0, even.0, black.0 | (self.turn() as u128) << SQUARES])
    }

    /// The squares of all groups.
    fn squares(&self) -> impl Iterator<Item = Square> {
        let count: u8 = self.counts().iter().sum();
        let packed = self.squares;
        (1..=count).map(move |at| Square::from_index((packed >> (7 * (MOST - at)) & 127) as usize))
    }

    fn parse(text: &str) -> Option<Key> {
        let mut words = text.split(' ');
        let turn = match words.next()? {
            "white" => Colour::White,
            "black" => Colour::Black,
            _ => return None,
        };
        let mut groups = [Squares::NONE; 6];
        for group in &mut groups {
            let mut rest = words.next()?;
            if rest == "-" {
                continue;
            }
            let mut last = None;
            while !rest.is_empty() {
                let end = rest.get(1..)?.find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| end + 1);
                let (name, later) = rest.split_at_checked(end)?;
                let square = Square::parse(name)?;
                if last >= Some(square) || group.len() == EACH {
                    return None;
                }
                group.insert(square);
                last = Some(square);
                rest = later;
            }
        }
        words.next().is_none().then(|| Key::pack(turn, groups.into_iter()))
    }
}

impl Key {
    /// The position in writing; a view holds up to a hundred of them, so they are put together by hand.
    fn text(&self) -> String {
        let mut text = String::with_capacity(64);
        text.push_str(if self.turn() == Colour::White { "white" } else { "black" });
        let mut squares = self.squares();
        for count in self.counts() {
            text.push_str(if count == 0 { " -" } else { " " });
            for square in squares.by_ref().take(count.into()) {
                text.push_str(square.name());
            }
        }
        text
    }
}

impl Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

read_from_text!(Key, "a position such as `white a1j1 b1i1 c1h1 a10j10 b10i10 c10h10`");

impl JsonSchema for Key {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Key".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({
            "type": "string",
            "pattern": "^(white|black)( (-|([a-j]([1-9]|10)){1,3})){6}$",
        })
    }
}

impl Position {
    /// Writes a state down.
    #[must_use]
    pub fn of(state: &State, memory: bool) -> Position {
        let board = &state.board;
        Position {
            turn: state.turn,
            white: Pieces::of(board, board.coloured[0]),
            black: Pieces::of(board, board.coloured[1]),
            red: Red { white: Pieces::of(board, board.red[0]), black: Pieces::of(board, board.red[1]) },
            reserve: Some(Reserve { white: Counts::of(board, Colour::White), black: Counts::of(board, Colour::Black) }),
            quiet: state.quiet,
            passes: state.passes,
            over: state.over.map(|end| end.reason),
            seen: state.seen.iter().filter(|_| memory).map(|(spot, count)| (spot.key(), *count)).collect(),
        }
    }
}

/// Reads a position from outside, or names every fault of it.
pub(super) fn restore(game: &TecTonic, position: &Position) -> Result<State, Vec<Breach>> {
    let mut faults = Vec::new();
    let board = read_board(position, &mut faults);
    let mut state = State {
        board,
        turn: position.turn,
        quiet: position.quiet,
        passes: position.passes,
        over: None,
        seen: position.seen.iter().map(|(key, count)| (key.spot(), *count)).collect(),
    };
    // Where it is open what stands on a square, it is open what can move and who has won.
    let stands = none_of(&faults, &["tectonic.position-square-twice"]);
    if stands {
        check_decided(game, &state, &mut faults);
    }
    check_counters(game, &state, stands, &mut faults);
    // A position with more pieces than there are is none that could be remembered.
    if stands && none_of(&faults, &["tectonic.position-too-many"]) {
        check_memory(game, &mut state, &position.seen, &mut faults);
        check_end(game, &mut state, position.over, &mut faults);
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
            // What stands on a square that is named twice is open; it is not counted.
            let count = own.and(board.kinds[kind as usize]).without(twice).len();
            if count > EACH {
                faults.push(Breach::PositionTooMany { colour, kind, count });
                // With more than there are, what is left for the reserve says nothing.
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

/// Checks what the position remembers; without memory, the position itself is remembered once.
fn check_memory(game: &TecTonic, state: &mut State, seen: &BTreeMap<Key, u32>, faults: &mut Vec<Breach>) {
    let now = Spot::of(&state.board, state.turn).key();
    if seen.is_empty() {
        game.remember(state);
        return;
    }
    let limit = game.options.repetition;
    let mut wrong = |entry: String| faults.push(Breach::PositionMemory { entry });
    if limit == 0 {
        return wrong("with `repetition: 0` nothing is remembered".to_owned());
    }
    if !seen.contains_key(&now) {
        wrong("the present position is missing".to_owned());
    }
    if seen.values().map(|count| u64::from(*count)).sum::<u64>() > u64::from(state.quiet) + 1 {
        wrong("more positions have occurred than plies since the last flip allow".to_owned());
    }
    let red = state.board.all_red();
    for (key, count) in seen {
        let squares: Squares = key.squares().collect();
        let pieces = key.counts().iter().sum::<u8>();
        if key.counts() != now.counts() || squares.len() != pieces || !squares.and(red).is_empty() {
            wrong(format!("`{key}` does not have the same pieces"));
        }
        if *count == 0 || *count > limit || (*count == limit && *key != now) {
            wrong(format!("`{key}` cannot have occurred {count} times"));
        }
    }
}

/// Checks what is counted; `stands`: it is known who can move, so that it can be asked whether a pass was allowed.
fn check_counters(game: &TecTonic, state: &State, stands: bool, faults: &mut Vec<Breach>) {
    let options = &game.options;
    if options.no_flip_plies > 0 && state.quiet > options.no_flip_plies {
        faults.push(Breach::PositionQuiet { quiet: state.quiet, limit: options.no_flip_plies });
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

fn has_none(board: &Board, colour: Colour) -> bool {
    board.coloured[colour as usize].is_empty()
}

/// Finds out whether the position was decided for the player on turn before the last move, which so could not be made (P7).
fn check_decided(game: &TecTonic, state: &State, faults: &mut Vec<Breach>) {
    let (next, mover) = (state.turn, state.turn.other());
    let options = &game.options;
    let mut decided = |reason, data| faults.push(Breach::PositionDecided { reason, winner: next, data });
    // Where a trio completed by a flip does not win yet, it may still stand, unless the last move of its owner turned
    // nothing (with passing, it may have been a pass).
    let tested = options.trio_by_conversion || (state.quiet >= 2 && options.no_move != NoMove::Pass);
    if tested && game.trio(&state.board, next) {
        decided(Reason::Trio, Some(game.regions_source));
    }
    if has_none(&state.board, mover) {
        decided(Reason::AllRed, None);
    }
}

/// Finds out whether the position is decided with the last move of the player not on turn, and whether it says so (P7).
fn check_end(game: &TecTonic, state: &mut State, written: Option<Reason>, faults: &mut Vec<Breach>) {
    let (next, mover) = (state.turn, state.turn.other());
    let options = &game.options;
    let can = |colour| game.can_move(&state.board, colour);
    // If that move turned something, it cannot be seen whether it or the flip completed a trio, so where that matters the
    // position has to say so.
    let trio = state.passes == 0
        && game.trio(&state.board, mover)
        && (options.trio_by_conversion || state.quiet > 0 || written == Some(Reason::Trio));
    let occurrence = state.seen.get(&Spot::of(&state.board, next)).copied().unwrap_or(0);
    let repeated = options.repetition > 0
        && (occurrence >= options.repetition || (written == Some(Reason::Repetition) && state.seen.len() == 1));
    state.over = if trio {
        Some(End { reason: Reason::Trio, winner: Some(mover) })
    } else if state.passes == 0 && has_none(&state.board, next) {
        Some(End { reason: Reason::AllRed, winner: Some(mover) })
    } else if state.passes == 2 || (options.no_move == NoMove::Draw && !can(next)) {
        Some(End { reason: Reason::NoMove, winner: None })
    } else if options.no_move == NoMove::Lose && !can(next) {
        Some(End { reason: Reason::NoMove, winner: Some(mover) })
    } else if repeated {
        Some(End { reason: Reason::Repetition, winner: None })
    } else if options.no_flip_plies > 0 && state.quiet >= options.no_flip_plies {
        Some(End { reason: Reason::NoFlip, winner: None })
    } else {
        None
    };
    if let Some(written) = written
        && state.over.map(|end| end.reason) != Some(written)
    {
        faults.push(Breach::PositionNotOver { written });
    }
}
