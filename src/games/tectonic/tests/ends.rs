//! How games end: the order of the tests, and the house rules, which count over the whole game (D12, D18, P2, P3).

use super::{case, ends};
use crate::game::Player;
use crate::render::svg::{Layer, sheet};

const ROUND: &str = "a1-a2 j10-j9 a2-a1 j9-j10 ";

/// White has won in a region drawn as Black's; White's own regions are on White's side.
#[test]
fn a_trio_stands_in_a_region_that_is_drawn_as_the_others() {
    let won = case("white: Ha10 Pb10 Mg10 hj4").play("g10-c10");
    assert_eq!(won.end(), "trio white");
    for regions in ["regions=triangle", "regions=rectangle"] {
        let picture = case(&format!("start {regions}")).picture();
        let of = |name: &str| {
            let at = picture.board.places.iter().position(|place| place.name == name).unwrap();
            let here: Vec<_> = picture.board.regions.iter().filter(|region| region.places.contains(&at)).collect();
            assert_eq!(here.len(), 1, "{name}");
            let ground = &sheet(&picture).sprites.into_iter().filter(|sprite| sprite.layer == Layer::Place).nth(at);
            let other = ground.as_ref().unwrap().svg.contains("\"place region other\"");
            (here[0].owner, &*here[0].name, other)
        };
        for corner in ["a1", "j1"] {
            assert_eq!(of(corner), (Some(Player(0)), "region of white", false), "{regions} {corner}");
        }
        for corner in ["a10", "j10"] {
            assert_eq!(of(corner), (Some(Player(1)), "region of black", true), "{regions} {corner}");
        }
    }
}

#[test]
fn trio_before_all_red() {
    // The move completes a trio, and its flip turns Black's last piece.
    ends("white: Ha10 Pb10 Mg10 hc9", "g10-c10*c9", "trio white");
}

#[test]
fn trio_before_the_house_rules() {
    ends("white: Ha10 Pb10 Mg10 hj4 quiet=99", "g10-c10", "trio white");
    ends("white: Ha10 Pb10 Mg10 hj4 quiet=99", "g10-d10", "no-flip draw");
}

#[test]
fn all_red_before_no_move() {
    ends("white: Mb5 hf6 ha1'", "b5-f5*f6", "all-red white");
}

#[test]
fn no_move_before_the_house_rules() {
    ends("black: Pb10 hb9' me5 quiet=99", "e5-e6", "no-move black");
}

#[test]
fn repetition_before_no_flip() {
    ends("start no_flip_plies=8", &ROUND.repeat(2), "repetition draw");
    ends("start no_flip_plies=7", &(ROUND.to_owned() + "a1-a2 j10-j9 a2-a1"), "no-flip draw");
}

#[test]
fn a_hundred_plies_without_a_flip() {
    ends("black: Ha1 hj10 quiet=98", "j10-j9", "goes on");
    ends("black: Ha1 hj10 quiet=99", "j10-j9", "no-flip draw");
    ends("start no_flip_plies=1", "a1-a2", "no-flip draw");
}

#[test]
fn five_hundred_plies() {
    ends("black: Ha1 hj10 plies=498", "j10-j9", "goes on");
    ends("black: Ha1 hj10 plies=499", "j10-j9", "ply-limit draw");
    ends("start ply_limit=1", "a1-a2", "ply-limit draw");
    ends("start ply_limit=0 no_flip_plies=0 repetition=0", &ROUND.repeat(126), "goes on");
    // A flip restarts the plies without one, but not these.
    ends("white: Md4 me6 hj10 ph10 quiet=99 plies=499", "d4-d6*e6", "ply-limit draw");
    // Passes are plies.
    ends("no_move=pass ply_limit=2 black: Pb10 hb9' me5", "e5-e6 pass", "ply-limit draw");
}

#[test]
fn the_ply_limit_comes_last() {
    ends("white: Ha10 Pb10 Mg10 hj4 plies=499", "g10-c10", "trio white");
    ends("white: Mb5 hf6 ha1' plies=499", "b5-f5*f6", "all-red white");
    ends("black: Pb10 hb9' me5 plies=499", "e5-e6", "no-move black");
    ends("start ply_limit=8", &ROUND.repeat(2), "repetition draw");
    ends("start ply_limit=7 no_flip_plies=7", &(ROUND.to_owned() + "a1-a2 j10-j9 a2-a1"), "no-flip draw");
    ends("start ply_limit=7 no_flip_plies=8", &(ROUND.to_owned() + "a1-a2 j10-j9 a2-a1"), "ply-limit draw");
}

#[test]
fn a_flip_starts_the_quiet_plies_anew_and_forgets_nothing() {
    let case = case("white: Ha1 Md4 me6' hj10 quiet=50 plies=60").play("a1-a2 j10-j9 a2-a1 j9-j10");
    assert_eq!((case.state.quiet, case.state.plies, case.state.memory.moves().len()), (54, 64, 4));
    assert_eq!(crate::game::Game::occurrence(&case.game, &case.state), Some(2));
    let case = case.play("d4-d6*e6");
    assert_eq!((case.state.quiet, case.state.plies, case.state.memory.moves().len()), (0, 65, 5));
    assert_eq!(crate::game::Game::occurrence(&case.game, &case.state), Some(1));
    // The position after the flip is the first occurrence.
    assert_eq!(case.play(&"j10-j9 a1-a2 j9-j10 a2-a1 ".repeat(2)).end(), "repetition draw");
}

/// A turned piece can be turned back, so a loop can contain flips.
#[test]
fn a_loop_of_flips_is_a_repetition() {
    // A mount of White's is turned back and turned red again, once in each round.
    let round = "d5-d4*e4 f5-f4*e4 d4-d5 f4-f5 ";
    ends("white: Hd5 Me4' Pa1 hf5 ph10", round, "goes on");
    ends("white: Hd5 Me4' Pa1 hf5 ph10", &round.repeat(2), "repetition draw");
    ends("repetition=0 ply_limit=40 white: Hd5 Me4' Pa1 hf5 ph10", &round.repeat(10), "ply-limit draw");
}

#[test]
fn whose_the_red_pieces_are_is_part_of_the_position() {
    // White's mount on e4 is red where Black's was: with the same visible colours it is another position.
    let before = case("white: Hd5 he4' Hd1' hf4");
    let after = case("white: Hd5 He4' hd1' hf4");
    assert_eq!(before.state.memory.count(&after.state.board, after.state.turn), 0);
    assert_eq!(before.state.memory.count(&before.state.board, before.state.turn), 1);
    assert_eq!(before.state.memory.count(&before.state.board, before.state.turn.other()), 0);
}

#[test]
fn every_kind_of_flip_counts() {
    for position in ["white: Md4 me6' hj10 quiet=7", "white: Md4 Me6' hj10 quiet=7", "white: Md4 me6 hj10 quiet=7"] {
        assert_eq!(case(position).play("d4-d6*e6").state.quiet, 0, "{position}");
    }
}

#[test]
fn the_same_squares_are_not_the_same_position() {
    // White's hills have changed places, which is the same position; the side to move differs, which is not.
    let case = case("white: Ha1 Hc1 hj10").play("a1-a2 j10-j9 c1-b1 j9-j10 a2-b2 j10-j9 b1-c1 j9-j10 b2-a1 j10-j9");
    assert_eq!(crate::game::Game::occurrence(&case.game, &case.state), Some(1));
    let case = case.play("a1-b2 j9-j10 b2-a1");
    assert_eq!(crate::game::Game::occurrence(&case.game, &case.state), Some(2));
}

#[test]
fn red_pieces_are_no_move_and_no_trio() {
    ends("black: Ha10' Pb10 Mc10 he5", "e5-e6", "goes on");
}
