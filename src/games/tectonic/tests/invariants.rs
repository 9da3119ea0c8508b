//! Laws of every game, checked over random ones: nothing appears or vanishes, red pieces stay in place, a move
//! changes one square and one face, and turning or mirroring the board does not change the rules.

use super::super::board::{BESIDE, SQUARES, Square, Squares};
use super::super::memory::Memory;
use super::super::{Action, Board, Colour, Kind, State, TecTonic};
use super::{Case, case};
use crate::dice::{Dice, RANDOM_PLAYER};
use crate::game::{Game, Turn};

/// Plays random games and shows every ply: the rules, the state before, the action and the state after.
fn random_games(start: &str, games: u64, mut show: impl FnMut(&TecTonic, &State, &Action, &State)) {
    for seed in 0..games {
        let Case { game, mut state } = case(start);
        let mut dice = Dice::new(seed);
        let mut legal = Vec::new();
        while let Turn::Player(player) = game.turn(&state) {
            legal.clear();
            game.legal(&state, &mut legal);
            let action = &legal[dice.draw(RANDOM_PLAYER, legal.len() as u64) as usize];
            let before = state.clone();
            game.apply(&mut state, player, action);
            show(&game, &before, action, &state);
        }
    }
}

/// The piece on a square: its type, its origin and whether its red face is up.
fn piece(board: &Board, square: Square) -> Option<(Kind, Colour, bool)> {
    let colour = |sides: &[Squares; 2]| Colour::ALL.into_iter().find(|colour| sides[*colour as usize].has(square));
    let red = colour(&board.red);
    let origin = red.or_else(|| colour(&board.coloured))?;
    Some((board.kind(square), origin, red.is_some()))
}

fn all_squares() -> impl Iterator<Item = Square> {
    (0..SQUARES).map(Square::from_index)
}

#[test]
fn a_move_changes_one_square_and_at_most_one_face() {
    random_games("start", 30, |_, before, action, after| {
        let Action::Move { from, to, flip } = *action else { panic!("no player passes") };
        let mover = before.turn;
        for square in all_squares() {
            let (was, is) = (piece(&before.board, square), piece(&after.board, square));
            if square == from {
                assert_eq!(is, None);
            } else if square == to {
                assert_eq!((was, is), (None, piece(&before.board, from)));
            } else if Some(square) == flip {
                let (kind, origin, red) = was.unwrap();
                let expected = if red { (kind, mover, false) } else { (kind, mover.other(), true) };
                assert!(red || origin == mover.other(), "a coloured piece that is turned is the enemy's");
                assert_eq!(is, Some(expected));
                assert!(BESIDE[to.index()].has(square));
            } else {
                assert_eq!(was, is, "{square} is not part of {action:?}");
            }
        }
    });
}

#[test]
fn nothing_appears_and_nothing_vanishes() {
    random_games("start setup=S2 flip=optional", 30, |_, _, _, after| {
        let board = &after.board;
        assert_eq!(board.occupied().len(), 12);
        let [a, b, c] = board.kinds;
        assert_eq!([a.len(), b.len(), c.len()], [4; 3]);
        assert!(a.and(b).or(b.and(c)).or(a.and(c)).is_empty());
        let shown = [board.coloured[0], board.coloured[1], board.red[0], board.red[1]];
        assert_eq!(shown.iter().map(|squares| squares.len()).sum::<u8>(), 12, "each piece shows one face");
        for kind in Kind::ALL {
            let [white, black] = Colour::ALL.map(|colour| board.count(colour, kind));
            assert!(white <= 3 && black <= 3 && white + black == 4, "reserves of both together stay 2");
        }
    });
}

#[test]
fn a_player_gains_nothing_by_the_move_of_the_other() {
    random_games("start setup=S3", 30, |game, before, _, after| {
        let (mover, other) = (before.turn, before.turn.other());
        let coloured = |state: &State, colour: Colour| state.board.coloured[colour as usize];
        assert!(coloured(after, other).without(coloured(before, other)).is_empty());
        assert!(coloured(after, mover).len() >= coloured(before, mover).len());
        if let Some(winner) = after.over.and_then(|end| end.winner) {
            assert_eq!(winner, mover);
        }
        assert!(!game.trio(&after.board, other));
    });
}

fn mapped(board: &Board, map: impl Fn(Square) -> Square, swap: bool) -> Board {
    let each = |squares: Squares| squares.into_iter().map(&map).collect::<Squares>();
    let sides =
        |[white, black]: [Squares; 2]| if swap { [each(black), each(white)] } else { [each(white), each(black)] };
    Board { coloured: sides(board.coloured), red: sides(board.red), kinds: board.kinds.map(each) }
}

/// Checks that the rules are the same on the mapped board: what is legal, what it leads to, and who wins.
fn same_rules(start: &str, games: u64, map: impl Fn(Square) -> Square + Copy, swap: bool) {
    let side = |colour: Colour| if swap { colour.other() } else { colour };
    let mirror = |state: &State| {
        let (board, turn) = (mapped(&state.board, map, swap), side(state.turn));
        State { board, turn, memory: Memory::default(), ..state.clone() }
    };
    let image = |action: &Action| match action {
        Action::Move { from, to, flip } => Action::Move { from: map(*from), to: map(*to), flip: flip.map(map) },
        Action::Pass => Action::Pass,
    };
    random_games(start, games, |game, before, action, after| {
        let (mut here, mut there) = (Vec::new(), Vec::new());
        game.legal(before, &mut here);
        let mut twin = mirror(before);
        game.legal(&twin, &mut there);
        assert_eq!(here.len(), there.len(), "{before:?}");
        for action in &here {
            assert!(there.contains(&image(action)), "{action:?} in {before:?}");
        }
        game.apply(&mut twin, side(before.turn).player(), &image(action));
        let expected = mirror(after);
        assert_eq!((&twin.board, twin.turn, twin.quiet), (&expected.board, expected.turn, expected.quiet));
        // The twin has no memory, so it cannot know of a repetition.
        let over = after.over.filter(|end| end.reason != super::super::Reason::Repetition);
        assert_eq!(twin.over.map(|end| (end.reason, end.winner)), over.map(|end| (end.reason, end.winner.map(side))));
    });
}

fn reflected(square: Square) -> Square {
    Square::at(9 - square.file(), square.rank()).unwrap()
}

#[test]
fn the_board_turned_with_colours_swapped_is_the_same_game() {
    same_rules("start", 20, Square::turned, true);
    same_rules("start setup=S4 regions=rectangle flip=optional", 10, Square::turned, true);
    same_rules("start setup=S3 peak_back=diagonal trio_by_conversion=false no_move=draw", 10, Square::turned, true);
    same_rules("start setup=S2 no_move=pass no_flip_plies=30", 20, Square::turned, true);
    same_rules("start recovery=newcomer flip=optional", 10, Square::turned, true);
}

#[test]
fn the_board_in_a_mirror_is_the_same_game() {
    same_rules("start", 20, reflected, false);
    same_rules("start setup=S3 peak_back=diagonal flip=optional", 10, reflected, false);
}
