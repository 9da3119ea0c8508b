//! Every way to break a rule of TecTonic.

use super::board::Square;
use super::{Colour, Kind, Reason};
use crate::breach::Listed;
use crate::breaches;
use crate::game::Provenance;
use crate::text::{self, is_are};

breaches! {
    /// A broken rule of TecTonic. The first group is about actions, in the order in which they are checked; the second
    /// about positions from outside.
    pub enum Breach {
        /// A turn moves a piece, so there must be one on the square it starts from.
        NoPiece { from: Square } = "tectonic.no-piece" [Decided "R8"]
            => "there is no piece on {from}",
        /// A player moves pieces of their own colour only.
        EnemyPiece { from: Square, colour: Colour } = "tectonic.enemy-piece" [Decided "R8"]
            => "the piece on {from} is {colour}, it belongs to the opponent",
        /// Red pieces are neutral and cannot be moved by either player.
        RedPiece { from: Square } = "tectonic.red-piece" [Printed "R16"]
            => "the piece on {from} is red and cannot be moved",
        /// A piece must leave its square.
        NullMove { from: Square } = "tectonic.null-move" [Decided "D16" "R8"]
            => "the piece on {from} would stay where it is",
        /// A hill moves exactly one square, in any of the eight directions.
        HillStep { from: Square, to: Square } = "tectonic.hill-step" [Printed "R11"]
            => "a hill moves one square, {to} is not next to {from}",
        /// A peak moves in one line, diagonally forward or backward, seen from its owner.
        PeakLine { from: Square, to: Square } = "tectonic.peak-line" [Printed "R12" "R13" "R14"]
            => "a peak of this colour cannot go from {from} towards {to}",
        /// A peak retreats straight back, or diagonally under the option `peak_back: diagonal`.
        PeakRetreat { from: Square, to: Square } = "tectonic.peak-retreat" [Decided "D21" "R13" "R14"]
            => "a peak does not retreat from {from} towards {to} (how it retreats is the option `peak_back`)",
        /// A peak moves at most three squares.
        PeakRange { from: Square, to: Square, distance: u8 } = "tectonic.peak-range" [Printed "R12" "R13"]
            => "a peak moves at most 3 squares, {from} to {to} is {distance}",
        /// A mount moves in one line along a rank or a file.
        MountLine { from: Square, to: Square } = "tectonic.mount-line" [Printed "R15"]
            => "a mount moves along a rank or a file, {from} to {to} is neither",
        /// A mount moves at most four squares.
        MountRange { from: Square, to: Square, distance: u8 } = "tectonic.mount-range" [Printed "R15"]
            => "a mount moves at most 4 squares, {from} to {to} is {distance}",
        /// A move never passes over an occupied square, whatever the colour of the piece there.
        NoJumping { from: Square, to: Square, over: Listed<Square> } = "tectonic.no-jumping" [Printed "R10"]
            => "{over} {are} occupied on the way from {from} to {to}" with(are = is_are(over.0.len())),
        /// There is at most one piece on a square.
        Occupied { to: Square } = "tectonic.occupied" [Printed "R9"]
            => "{to} is occupied",
        /// When something can be turned, the move must name the piece that is turned.
        FlipMissing { to: Square, choices: Listed<Square> } = "tectonic.flip-missing" [Decided "D1" "D17" "P5" "R25"]
            => "{pieces} {choices} beside {to} must be turned, and the move names none"
            with(pieces = if choices.0.len() == 1 { "the piece on" } else { "one of the pieces on" }),
        /// Only a piece orthogonally beside the moved piece can be turned.
        FlipNotBeside { to: Square, flip: Square } = "tectonic.flip-not-beside" [Printed "R18" "R19" "D6"]
            => "{flip} is not orthogonally beside {to}",
        /// What is turned must be a piece.
        FlipEmpty { flip: Square } = "tectonic.flip-empty" [Printed "R20" "R21"]
            => "there is nothing to turn on {flip}",
        /// A piece that shows the mover's own colour is never turned.
        FlipOwn { flip: Square } = "tectonic.flip-own" [Decided "D3"]
            => "the piece on {flip} shows the mover's own colour",
        /// A red piece of the opponent's can be turned only by exchange for a piece of its type from the reserve.
        FlipNoReserve { flip: Square, kind: Kind } = "tectonic.flip-no-reserve" [Decided "D4" "R23" "R24"]
            => "the red {kind} on {flip} is the opponent's and there is no {kind} in reserve to replace it",
        /// Under the option `recovery: newcomer` a piece turns no red one that it stood beside before its move.
        FlipNotNew { from: Square, flip: Square } = "tectonic.flip-not-new" [Decided "P8" "D5"]
            => "the piece on {from} stands beside the red one on {flip} already and is no newcomer (option `recovery: newcomer`)",
        /// A turn moves a piece; passing is not part of the game.
        PassNotOffered {} = "tectonic.pass-not-offered" [Decided "D8" "D9"]
            => "passing is allowed only under the option `no_move: pass`",
        /// Under the option `no_move: pass` only a player without a legal move may pass.
        PassWithMoves {} = "tectonic.pass-with-moves" [Decided "P2"]
            => "a player who can move must move",

        /// A position has at most one piece on a square.
        PositionSquareTwice { square: Square } = "tectonic.position-square-twice" [Printed "R9"]
            => "{square} is named more than once",
        /// A player has three pieces of a type, on the board and in reserve together.
        PositionTooMany { colour: Colour, kind: Kind, count: u8 } = "tectonic.position-too-many" [Printed "R3" "R24"]
            => "{pieces} of {colour} origin are on the board, there are only 3"
            with(pieces = text::count(count, &kind.to_string())),
        /// What is not on the board is in reserve.
        PositionReserve { colour: Colour, kind: Kind, written: u8, actual: i8 }
            = "tectonic.position-reserve" [Printed "R7" "R23"]
            => "{colour} would have {pieces} in reserve, not {written}"
            with(pieces = text::count(actual, &kind.to_string())),
        /// A position may be decided by the last move of the player who is not on turn, and in no other way.
        PositionDecided { reason: Reason, winner: Colour, #[serde(skip)] data: Option<Provenance> }
            = "tectonic.position-decided" [Decided "P7" "D12" "R26" "R29"] data((*data)?)
            => "{fault}, so {winner} has won and cannot be on turn"
            with(fault = match reason {
                Reason::Trio => format!("a hill, a peak and a mount of {winner} stand in one enemy region"),
                _ => format!("no piece shows {}", winner.other()),
            }),
        /// A position says that the game is over only if it is.
        PositionNotOver { written: Reason } = "tectonic.position-not-over" [Decided "P7"]
            => "the position is said to be over ({reason}), but it is not" with(reason = written.in_words()),
        /// A position cannot count more plies without a flip than end the game.
        PositionQuiet { quiet: u32, limit: u32 } = "tectonic.position-quiet" [Decided "D18" "P7"]
            => "the game ends after {plies} without a flip, so there cannot have been {quiet}"
            with(plies = text::count(limit, "ply")),
        /// A position cannot count more plies than end the game.
        PositionPlies { plies: u32, limit: u32 } = "tectonic.position-plies" [Decided "D18" "P7"]
            => "the game ends after {limit}, so there cannot have been {plies}" with(limit = text::count(limit, "ply")),
        /// Passes are recorded only where passing was possible.
        PositionPasses { passes: u8 } = "tectonic.position-passes" [Decided "P2"]
            => "this position cannot follow {passes} in a row" with(passes = text::count(passes, "pass")),
        /// What a position remembers are legal moves that lead to it, none of which has ended the game before.
        PositionMemory { entry: String } = "tectonic.position-memory" [Decided "D18" "P3"]
            => "these moves do not lead to the position: {entry}",
    }
}
