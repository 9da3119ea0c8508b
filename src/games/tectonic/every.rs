//! Every move that can ever be legal, numbered by its place in this list: by square left, square reached, and piece turned.

use super::board::{BESIDE, OFF, RAYS, SQUARES, Square};
use super::moves::{MOUNT_RANGE, PEAK_RANGE};
use super::{Action, NoMove, Options};

/// How far any piece moves straight and diagonally; the first four of the directions are straight.
fn range(direction: usize) -> u8 {
    if direction < 4 { MOUNT_RANGE } else { PEAK_RANGE }
}

/// The list under these options.
pub(super) fn action(options: &Options) -> Vec<Action> {
    let mut all = Vec::new();
    for from in (0..SQUARES).map(Square::from_index) {
        let rays = RAYS.iter().enumerate().map(|(direction, rays)| (range(direction), rays[from.index()]));
        let mut reached: Vec<u8> =
            rays.flat_map(|(range, ray)| ray.into_iter().take(range.into()).filter(|square| *square != OFF)).collect();
        reached.sort_unstable();
        for to in reached.into_iter().map(|square| Square::from_index(square.into())) {
            all.push(Action::Move { from, to, flip: None });
            // The square that the piece left is empty.
            let beside = BESIDE[to.index()].into_iter().filter(|flip| *flip != from);
            all.extend(beside.map(|flip| Action::Move { from, to, flip: Some(flip) }));
        }
    }
    all.extend((options.no_move == NoMove::Pass).then_some(Action::Pass));
    all
}

/// A number that no two actions share: the squares.
pub(super) fn key(action: &Action) -> u32 {
    match action {
        Action::Move { from, to, flip } => u32::from_be_bytes([0, from.0, to.0, flip.map_or(OFF, |flip| flip.0)]),
        Action::Pass => u32::MAX,
    }
}
