//! The checks for each kind of action, in the order in which broken rules are reported: first the figure, then what
//! is due, then the way.

use std::ops::RangeBounds;

use super::arrange;
use super::board::{Base, Bases};
use super::breach::Breach;
use super::captures::{Jump, Walk};
use super::figures::{Figure, Side};
use super::huff::{self, Huff};
use super::options::{Chain, HuffChief};
use super::{Action, Check, Stage, State, Wigwam};
use crate::breach::Listed;
use crate::game::Player;

/// The checks for an action of this kind.
pub(super) fn of(action: &Action) -> &'static [Check] {
    match action {
        Action::Arrange(_) => &ARRANGE,
        Action::Move { .. } => &MOVE,
        Action::Capture { .. } => &CAPTURE,
        Action::Huff(_) => &HUFF,
    }
}

/// Before both sides have arranged their figures there is no full board to judge by, and part of it may be hidden.
const BOARD: [&str; 1] = ["wigwam.set-up-unfinished"];
/// Without a neighbour to jump over, nothing can be said about the way.
const NEAR: [&str; 2] = ["wigwam.set-up-unfinished", "wigwam.victim-not-near"];
/// Only an opponent's move can be huffed, and only if that was agreed on.
const WINDOW: [&str; 3] = ["wigwam.set-up-unfinished", "wigwam.huff-not-agreed", "wigwam.nothing-to-huff"];

const SET_UP: Check = Check::new("wigwam.set-up-unfinished", &[], |_, state, _, _, broken| {
    if state.arranging() {
        broken.push(Breach::SetUpUnfinished {});
    }
});
const FIGURE: Check = Check::new("wigwam.no-figure", &BOARD, |_, state, _, action, broken| {
    if let Some(from) = from(action)
        && !state.board.occupied().has(from)
    {
        broken.push(Breach::NoFigure { from });
    }
});
const OWN: Check = Check::new("wigwam.enemy-figure", &BOARD, |_, state, player, action, broken| {
    if let Some(from) = from(action)
        && state.board.side(Side::of(player).other()).has(from)
        && let Some((_, figure)) = state.board.at(from)
    {
        broken.push(Breach::EnemyFigure { from, figure });
    }
});
const HUFF_DUE: Check = Check::new("wigwam.huff-due", &BOARD, |game, state, player, _, broken| {
    if let Some(end) = game.huff_due(state, Side::of(player)) {
        broken.push(Breach::HuffDue { reason: end.reason });
    }
});
const FORCED: Check = Check::new("wigwam.forced-figure", &BOARD, |_, state, player, action, broken| {
    let Stage::Forced(figure) = state.stage else { return };
    let obeys = matches!(action, Action::Capture { from, .. } if *from == figure);
    if state.turn == Side::of(player) && !obeys {
        broken.push(Breach::ForcedFigure { figure });
    }
});

static ARRANGE: [Check; 4] = [
    Check::new("wigwam.already-arranged", &[], |_, state, player, _, broken| {
        if !state.arranging() || (Side::of(player) == Side::Light && state.turn == Side::Dark) {
            broken.push(Breach::AlreadyArranged {});
        }
    }),
    Check::new("wigwam.arrange-base-twice", &[], |_, _, _, action, broken| {
        let Action::Arrange(arrangement) = action else { return };
        arrange::find_base_twice(&arrangement.figures(), broken);
    }),
    Check::new("wigwam.arrange-count", &[], |_, _, _, action, broken| {
        let Action::Arrange(arrangement) = action else { return };
        arrange::find_count(&arrangement.figures(), broken);
    }),
    Check::new("wigwam.arrange-outside", &[], |game, _, player, action, broken| {
        let Action::Arrange(arrangement) = action else { return };
        game.find_outside(Side::of(player), &arrangement.figures(), broken);
    }),
];

static MOVE: [Check; 12] = [
    SET_UP,
    FIGURE,
    OWN,
    HUFF_DUE,
    FORCED,
    // A figure that is not there cannot stay.
    Check::new("wigwam.null-move", &["wigwam.set-up-unfinished", "wigwam.no-figure"], |_, _, _, action, broken| {
        let Action::Move { from, to } = *action else { return };
        if from == to {
            broken.push(Breach::NullMove { from });
        }
    }),
    Check::new("wigwam.tent-step", &BOARD, |_, state, _, action, broken| {
        if let Some((Figure::Tent, _, from, to)) = way(state, action, 2..) {
            broken.push(Breach::TentStep { from, to });
        }
    }),
    Check::new("wigwam.warrior-step", &BOARD, |_, state, _, action, broken| {
        if let Some((Figure::Warrior, _, from, to)) = way(state, action, 2..) {
            broken.push(Breach::WarriorStep { from, to });
        }
    }),
    Check::new("wigwam.chief-range", &BOARD, |_, state, _, action, broken| {
        if let Some((Figure::Chief, _, from, to)) = way(state, action, 3..) {
            broken.push(Breach::ChiefRange { from, to, distance: from.distance(to) });
        }
    }),
    Check::new("wigwam.chief-path", &BOARD, |_, state, _, action, broken| {
        let Some((Figure::Chief, owner, from, to)) = way(state, action, 2..=2) else { return };
        let between = from.near().and(to.near());
        let enemies = between.and(state.board.side(owner.other()));
        if between.without(enemies).is_empty() {
            broken.push(Breach::ChiefPath { from, to, enemies: Listed::from_iter(enemies) });
        }
    }),
    // A figure that stays does not come to rest elsewhere.
    Check::new("wigwam.occupied", &["wigwam.set-up-unfinished", "wigwam.null-move"], |_, state, _, action, broken| {
        let Action::Move { to, .. } = *action else { return };
        if state.board.occupied().has(to) {
            broken.push(Breach::Occupied { to });
        }
    }),
    Check::new("wigwam.capture-mandatory", &BOARD, |game, state, player, _, broken| {
        let side = Side::of(player);
        if !game.huffing() && state.turn == side {
            let able = state.board.able(side);
            if !able.is_empty() {
                broken.push(Breach::CaptureMandatory { figures: Listed::from_iter(able) });
            }
        }
    }),
];

static CAPTURE: [Check; 17] = [
    SET_UP,
    FIGURE,
    OWN,
    HUFF_DUE,
    FORCED,
    Check::new("wigwam.tent-captures", &BOARD, |_, state, _, action, broken| {
        let Action::Capture { from, .. } = *action else { return };
        if let Some((_, Figure::Tent)) = state.board.at(from) {
            broken.push(Breach::TentCaptures { from });
        }
    }),
    Check::new("wigwam.victim-not-near", &BOARD, |game, state, player, action, broken| {
        let Some((walk, Jump { over, .. })) = wrong_jump(game, state, player, action) else { return };
        if !walk.at.near().has(over) {
            broken.push(Breach::VictimNotNear { from: walk.at, over });
        }
    }),
    Check::new("wigwam.nothing-to-capture", &BOARD, |game, state, player, action, broken| {
        let Some((walk, Jump { over, .. })) = wrong_jump(game, state, player, action) else { return };
        if !walk.occupied.has(over) && !walk.stands_on(over) {
            broken.push(Breach::NothingToCapture { over });
        }
    }),
    Check::new("wigwam.own-figure-captured", &BOARD, |game, state, player, action, broken| {
        let Some((walk, Jump { over, .. })) = wrong_jump(game, state, player, action) else { return };
        let own = state.board.side(Side::of(player));
        // The capturing figure has left its base; an enemy figure is never the player's own.
        let itself = walk.stands_on(over) && from(action).is_some_and(|from| own.has(from));
        if walk.occupied.and(own).has(over) || itself {
            broken.push(Breach::OwnFigureCaptured { over });
        }
    }),
    Check::new("wigwam.tent-captured", &BOARD, |game, state, player, action, broken| {
        let Some((walk, Jump { over, .. })) = wrong_jump(game, state, player, action) else { return };
        let tents = state.board.of(Side::Light, Figure::Tent).or(state.board.of(Side::Dark, Figure::Tent));
        if walk.occupied.and(tents).has(over) {
            broken.push(Breach::TentCaptured { over });
        }
    }),
    Check::new("wigwam.warrior-chain-turn", &NEAR, |game, state, player, action, broken| {
        let Some((walk, Jump { over, .. })) = wrong_jump(game, state, player, action) else { return };
        if let (Some(Figure::Warrior), Some(before)) = (walk.figure, walk.wrong_turn(over)) {
            broken.push(Breach::WarriorChainTurn { at: walk.at, before, over });
        }
    }),
    Check::new("wigwam.chief-chain-turn", &NEAR, |game, state, player, action, broken| {
        let Some((walk, Jump { over, .. })) = wrong_jump(game, state, player, action) else { return };
        if let (Some(Figure::Chief), Some(before)) = (walk.figure, walk.wrong_turn(over)) {
            broken.push(Breach::ChiefChainTurn { at: walk.at, before, over });
        }
    }),
    Check::new("wigwam.warrior-landing", &NEAR, |game, state, player, action, broken| {
        let Some((walk, Jump { over, to })) = wrong_jump(game, state, player, action) else { return };
        if walk.figure == Some(Figure::Warrior) && !walk.behind(over).has(to) {
            broken.push(Breach::WarriorLanding { from: walk.at, over, to });
        }
    }),
    Check::new("wigwam.chief-landing", &NEAR, |game, state, player, action, broken| {
        let Some((walk, Jump { over, to })) = wrong_jump(game, state, player, action) else { return };
        if walk.figure == Some(Figure::Chief) && !walk.behind(over).has(to) {
            broken.push(Breach::ChiefLanding { from: walk.at, over, to });
        }
    }),
    Check::new("wigwam.occupied", &BOARD, |game, state, player, action, broken| {
        let Some((walk, Jump { over, to })) = wrong_jump(game, state, player, action) else { return };
        // A victim leaves its base with the jump.
        let victim = walk.prey.and(Bases::of(over));
        if walk.occupied.without(victim).has(to) {
            broken.push(Breach::Occupied { to });
        }
    }),
    Check::new("wigwam.chain-after-chief", &CAPTURER, |game, state, player, action, broken| {
        if let End::ChiefTaken(Some(jump)) = end(game, state, player, action) {
            broken.push(Breach::ChainAfterChief { over: jump.over });
        }
    }),
    Check::new("wigwam.chain-unfinished", &CAPTURER, |game, state, player, action, broken| {
        if game.options.chain != Chain::Compulsory {
            return;
        }
        if let End::Stops(walk) = end(game, state, player, action) {
            let victims: Listed<Base> = walk.choices().collect();
            if !victims.0.is_empty() {
                broken.push(Breach::ChainUnfinished { at: walk.at, victims });
            }
        }
    }),
];
/// Only a capturing figure of the player's own can take a chief or has to go on.
const CAPTURER: [&str; 4] =
    ["wigwam.set-up-unfinished", "wigwam.no-figure", "wigwam.enemy-figure", "wigwam.tent-captures"];

static HUFF: [Check; 6] = [
    SET_UP,
    Check::new("wigwam.huff-not-agreed", &[], |game, _, _, _, broken| {
        if !game.huffing() {
            broken.push(Breach::HuffNotAgreed {});
        }
    }),
    Check::new(
        "wigwam.nothing-to-huff",
        &["wigwam.set-up-unfinished", "wigwam.huff-not-agreed"],
        |_, state, player, _, broken| {
            if Wigwam::window(state, Side::of(player)).is_none() {
                broken.push(Breach::NothingToHuff {});
            }
        },
    ),
    Check::new("wigwam.force-innocent", &WINDOW, |_, state, player, action, broken| {
        let Action::Huff(Huff::Force(figure)) = *action else { return };
        let side = Side::of(player);
        let Some((from, to)) = Wigwam::window(state, side) else { return };
        let figures = huff::omitted(&state.board, side.other(), from, to);
        if !figures.has(figure) {
            broken.push(Breach::ForceInnocent { figure, figures: Listed::from_iter(figures) });
        }
    }),
    Check::new("wigwam.remove-chief", &WINDOW, |game, state, player, action, broken| {
        let Action::Huff(Huff::Remove(figure)) = *action else { return };
        let chief = state.board.of(Side::of(player).other(), Figure::Chief);
        if game.options.huff_chief == HuffChief::ForceOnly && chief.has(figure) {
            broken.push(Breach::RemoveChief { figure });
        }
    }),
    Check::new("wigwam.remove-innocent", &WINDOW, |game, state, player, action, broken| {
        let Action::Huff(Huff::Remove(figure)) = *action else { return };
        let side = Side::of(player);
        let Some((from, to)) = Wigwam::window(state, side) else { return };
        if !huff::omitted_now(&state.board, side.other(), from, to).has(figure) {
            let figures = game.removable(&state.board, side.other(), from, to);
            broken.push(Breach::RemoveInnocent { figure, figures: Listed::from_iter(figures) });
        }
    }),
];

/// The base of the acting figure.
fn from(action: &Action) -> Option<Base> {
    match action {
        Action::Move { from, .. } | Action::Capture { from, .. } => Some(*from),
        Action::Arrange(_) | Action::Huff(_) => None,
    }
}

/// The moving figure, its owner and the two ends of its way, if the length is in `steps`.
fn way(state: &State, action: &Action, steps: impl RangeBounds<u8>) -> Option<(Figure, Side, Base, Base)> {
    let Action::Move { from, to } = *action else { return None };
    if !steps.contains(&from.distance(to)) {
        return None;
    }
    state.board.at(from).map(|(owner, figure)| (figure, owner, from, to))
}

/// The result of a series of jumps.
enum End {
    /// A wrong jump. What follows it cannot be judged.
    Wrong(Walk, Jump),
    /// The capture of the chief, with the jump named after it, if any.
    ChiefTaken(Option<Jump>),
    /// The figure after its last jump.
    Stops(Walk),
}

/// Follows the jumps of a capture.
fn end(game: &Wigwam, state: &State, player: Player, action: &Action) -> End {
    let (board, side) = (&state.board, Side::of(player));
    let (from, jumps): (Base, &[Jump]) = match action {
        Action::Capture { from, jumps } => (*from, jumps),
        _ => (Base::FIRST, &[]),
    };
    let chief = board.of(side.other(), Figure::Chief);
    let mut walk = game.walk(board, side, from);
    for (at, jump) in jumps.iter().enumerate() {
        if !walk.can(*jump) {
            return End::Wrong(walk, *jump);
        }
        walk = walk.after(*jump);
        if chief.has(jump.over) {
            return End::ChiefTaken(jumps.get(at + 1).copied());
        }
    }
    End::Stops(walk)
}

/// The first wrong jump of a capture, and the figure before it.
fn wrong_jump(game: &Wigwam, state: &State, player: Player, action: &Action) -> Option<(Walk, Jump)> {
    match end(game, state, player, action) {
        End::Wrong(walk, jump) => Some((walk, jump)),
        End::ChiefTaken(_) | End::Stops(_) => None,
    }
}
