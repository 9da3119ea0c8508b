//! Huffing, if it was agreed on: a player whose opponent has just omitted a capture may force one of the figures that
//! could have captured to do so, or remove it. This file has the effect and the listing.
//!
//! The window stays open until its owner acts. It holds only the two ends of the move that opened it; the position
//! before follows from them, and so do the figures that could have captured.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::board::{Base, Bases};
use super::figures::{Board, Figure, Side};
use super::options::{Capture, HuffChief};
use super::{Action, End, Stage, State, Wigwam};
use crate::game::Game as _;

/// The response to an omitted capture (R29, R30).
///
/// ```
/// use referee::games::wigwam::Action;
/// use referee::games::wigwam::huff::Huff;
///
/// // In a game with `"capture":"huff"`: the opponent's move is taken back, and the figure on C5 must capture.
/// let action = Action::Huff(Huff::Force("C5".parse().expect("a base")));
/// assert_eq!(serde_json::json!(action), serde_json::json!({"huff": {"force": "C5"}}));
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Huff {
    /// The opponent's move is taken back and this figure, named by its base before that move, must capture.
    Force(Base),
    /// The opponent's move stands and this figure, named by its base after that move, is removed.
    Remove(Base),
}

/// The board before a move without capture.
pub(super) fn before(board: &Board, mover: Side, from: Base, to: Base) -> Board {
    let mut before = *board;
    before.step(mover, to, from);
    before
}

/// The figures that could have captured instead of the last move, by their bases before it. Empty: no capture was
/// omitted.
pub(super) fn omitted(board: &Board, mover: Side, from: Base, to: Base) -> Bases {
    before(board, mover, from, to).able(mover)
}

/// The same figures by their bases now.
pub(super) fn omitted_now(board: &Board, mover: Side, from: Base, to: Base) -> Bases {
    let mut figures = omitted(board, mover, from, to);
    if figures.has(from) {
        figures.remove(from);
        figures.insert(to);
    }
    figures
}

/// The only legal action, if there is just one.
pub(super) fn sole_answer(game: &Wigwam, state: &State) -> Option<Action> {
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    legal.pop().filter(|_| legal.is_empty())
}

impl Wigwam {
    /// Whether huffing was agreed on.
    pub(super) fn huffing(&self) -> bool {
        self.options.capture == Capture::Huff
    }

    /// The two ends of the opponent's move, if it omitted a capture and can be huffed now.
    pub(super) fn window(state: &State, side: Side) -> Option<(Base, Base)> {
        match state.stage {
            Stage::Open { from, to } if state.turn == side => Some((from, to)),
            _ => None,
        }
    }

    /// The end that the opponent's move would cause if it were not huffed (P1).
    pub(super) fn huff_due(&self, state: &State, side: Side) -> Option<End> {
        Wigwam::window(state, side)?;
        self.decided(&state.board, side.other(), false)
    }

    /// The figures that can be removed, by their bases now.
    pub(super) fn removable(&self, board: &Board, mover: Side, from: Base, to: Base) -> Bases {
        let figures = omitted_now(board, mover, from, to);
        match self.options.huff_chief {
            HuffChief::Wins => figures,
            HuffChief::ForceOnly => figures.without(board.of(mover, Figure::Chief)),
        }
    }

    /// Performs a huff of `side`'s.
    pub(super) fn apply_huff(&self, state: &mut State, side: Side, huff: Huff) {
        let mover = side.other();
        match (huff, state.stage) {
            (Huff::Force(figure), Stage::Open { from, to }) => {
                state.board = before(&state.board, mover, from, to);
                state.turn = mover;
                state.stage = Stage::Forced(figure);
                // The ply is undone (P6). A capture must follow, so no remembered position can occur again (P5).
                state.quiet = state.quiet.saturating_sub(1);
                state.seen.clear();
            }
            (Huff::Remove(figure), _) => {
                state.board.take(mover, figure);
                state.quiet = 0;
                state.seen.clear();
                let won = state.board.of(mover, Figure::Chief).is_empty();
                // As after any capture of a chief, the loser would be to move.
                (state.turn, state.stage) = if won { (mover, Stage::Plain) } else { (side, Stage::Huffed) };
                self.remember(state);
                state.over = self.decided_now(state);
                // The turn goes on with a move; a sole legal one happens by itself.
                if state.over.is_none()
                    && let Some(only) = sole_answer(self, state)
                {
                    self.apply(state, side.player(), &only);
                }
            }
            (Huff::Force(_), _) => {}
        }
    }

    /// Appends every legal huff: those that force, then those that remove, each in board order.
    pub(super) fn list_huffs(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        let Some((from, to)) = Wigwam::window(state, side) else { return };
        let (board, mover) = (&state.board, side.other());
        out.extend(omitted(board, mover, from, to).into_iter().map(|base| Action::Huff(Huff::Force(base))));
        let removable = self.removable(board, mover, from, to);
        out.extend(removable.into_iter().map(|base| Action::Huff(Huff::Remove(base))));
    }

    /// Appends the legal actions of a player on turn after the set-up: huffs, captures, moves. Captures stop when the
    /// list has more than `most` actions.
    pub(super) fn list_turn(&self, state: &State, most: usize, out: &mut Vec<Action>) {
        let (board, side) = (&state.board, state.turn);
        if let Stage::Forced(figure) = state.stage {
            return self.list_captures_of(board, side, figure, most, out);
        }
        self.list_huffs(state, side, out);
        if self.huff_due(state, side).is_some() {
            return;
        }
        let able = board.able(side);
        for from in able {
            self.list_captures_of(board, side, from, most, out);
        }
        if able.is_empty() || self.huffing() {
            Wigwam::list_moves(board, side, out);
        }
    }
}
