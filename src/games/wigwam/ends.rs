//! How a game ends: the tests after a completed turn, in their order (D12), then the house rules (D17, P3).

use super::figures::{Board, Figure, Side};
use super::options::{Blockade, LoneChiefWin};
use super::position::Key;
use super::{Stage, State, Wigwam};

use crate::names;

names! {
    /// Why a game ended.
    #[doc(hidden)]
    pub enum Reason {
        /// The enemy chief was captured, or removed by a huff (R31).
        ChiefCaptured = "chief-captured",
        /// The enemy's fighters can neither move nor capture (R32).
        Blocked = "blocked",
        /// The enemy's warriors are gone and the winner's are safe (R33).
        WarriorsGone = "warriors-gone",
        /// Only the chiefs are left, and the one that could be captured next is safe (R34).
        TwoChiefs = "two-chiefs",
        /// The same position too often (D17 H1).
        Repetition = "repetition",
        /// Too long without a capture (D17 H2).
        NoCapture = "no-capture",
    }
}

impl Reason {
    /// The winner's points; 0 for a draw (R31 to R33, D13).
    pub fn points(self) -> i32 {
        match self {
            Reason::ChiefCaptured | Reason::Blocked => 2,
            Reason::WarriorsGone => 1,
            Reason::TwoChiefs | Reason::Repetition | Reason::NoCapture => 0,
        }
    }
}

/// An end of the game.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct End {
    /// Why.
    pub reason: Reason,
    /// Who won; `None`: a draw.
    pub winner: Option<Side>,
}

impl Wigwam {
    /// Whether a side can neither move nor capture with its chief and warriors (R32), nor with tents if these count
    /// (D7).
    pub(super) fn blocked(&self, board: &Board, side: Side) -> bool {
        let mut steppers = board.of(side, Figure::Warrior);
        if self.options.blockade == Blockade::AllFigures {
            steppers = steppers.or(board.of(side, Figure::Tent));
        }
        board.steps(steppers).is_empty()
            && board.chief_reach(side, board.of(side, Figure::Chief)).is_empty()
            && board.able(side).is_empty()
    }

    /// The end that a completed turn of `mover`'s causes by R31 to R34, in the order of D12. After a huff that
    /// removed a figure the turn belongs to the opponent, so the last test waits for their move (P2).
    pub(super) fn decided(&self, board: &Board, mover: Side, huffed: bool) -> Option<End> {
        let other = mover.other();
        let won = |reason| Some(End { reason, winner: Some(mover) });
        if board.of(other, Figure::Chief).is_empty() {
            return won(Reason::ChiefCaptured);
        }
        if self.blocked(board, other) {
            return won(Reason::Blocked);
        }
        if !board.of(other, Figure::Warrior).is_empty() {
            return None;
        }
        let (warriors, chief) = (board.of(mover, Figure::Warrior), board.of(mover, Figure::Chief));
        if warriors.is_empty() {
            let drawn = !huffed && !board.chief_threatens(other, chief);
            return drawn.then_some(End { reason: Reason::TwoChiefs, winner: None });
        }
        let all_safe = self.options.lone_chief_win == LoneChiefWin::AllSafe;
        let endangered = if all_safe { warriors.or(chief) } else { warriors };
        if board.chief_threatens(other, endangered) { None } else { won(Reason::WarriorsGone) }
    }

    /// Ends the game if the last move or capture ends it. `state.turn` is the next player, and `state.stage` says
    /// whether a huff window is open. While it is, R31 to R34 wait but the house rules do not (P3).
    pub(super) fn judge(&self, state: &mut State, captured: bool) {
        if captured {
            state.quiet = 0;
            state.seen.clear();
        } else {
            state.quiet = state.quiet.saturating_add(1);
        }
        let occurrence = self.remember(state);
        state.over = self.end(state, self.options.repetition > 0 && occurrence >= self.options.repetition);
    }

    /// The end by R31 to R34, then by the house rules. `repeated`: the position has occurred too often.
    pub(super) fn end(&self, state: &State, repeated: bool) -> Option<End> {
        let drawn = |reason| Some(End { reason, winner: None });
        let limit = self.options.no_capture_plies;
        match self.decided_now(state) {
            Some(end) => Some(end),
            None if repeated => drawn(Reason::Repetition),
            None if limit > 0 && state.quiet >= limit => drawn(Reason::NoCapture),
            None => None,
        }
    }

    /// The end by R31 to R34 for the player not on turn, as far as the stage allows the tests.
    pub(super) fn decided_now(&self, state: &State) -> Option<End> {
        match state.stage {
            Stage::Plain => self.decided(&state.board, state.turn.other(), false),
            Stage::Huffed => self.decided(&state.board, state.turn.other(), true),
            // A position restored by a huff occurred before, and nothing ended then.
            Stage::Arranging | Stage::Open { .. } | Stage::Forced(_) => None,
        }
    }

    /// Counts the present position; returns how often it has occurred, 0 if nothing is counted.
    pub(super) fn remember(&self, state: &mut State) -> u32 {
        if self.options.repetition == 0 {
            return 0;
        }
        let count = state.seen.entry(Key::of(state)).or_insert(0);
        *count += 1;
        *count
    }
}
