//! How games end: the order of the tests, the house rules, and what a flip forgets (D12, D18, P2, P3).

use super::{case, ends};
use crate::game::Player;
use crate::render::svg::{Layer, sheet};

const ROUND: &str = "a1-a2 j10-j9 a2-a1 j9-j10 ";

/// Where White has won lies a region that is drawn as Black's; White's own lies where White begins.
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
fn a_flip_starts_both_counts_anew() {
    let case = case("white: Ha1 Md4 me6' hj10 quiet=50").play("a1-a2 j10-j9 a2-a1 j9-j10");
    assert_eq!((case.state.quiet, case.state.seen.len()), (54, 4));
    assert_eq!(crate::game::Game::occurrence(&case.game, &case.state), Some(2));
    let case = case.play("d4-d6*e6");
    assert_eq!((case.state.quiet, case.state.seen.len()), (0, 1));
    assert_eq!(crate::game::Game::occurrence(&case.game, &case.state), Some(1));
    // The position after the flip is the first occurrence.
    assert_eq!(case.play(&"j10-j9 a1-a2 j9-j10 a2-a1 ".repeat(2)).end(), "repetition draw");
}

#[test]
fn every_kind_of_flip_counts() {
    for position in ["white: Md4 me6' hj10 quiet=7", "white: Md4 Me6' hj10 quiet=7", "white: Md4 me6 hj10 quiet=7"] {
        assert_eq!(case(position).play("d4-d6*e6").state.quiet, 0, "{position}");
    }
}

#[test]
fn the_same_squares_are_not_the_same_position() {
    // White's hills have changed places, which is the same; the side to move differs, which is not.
    let case = case("white: Ha1 Hc1 hj10").play("a1-a2 j10-j9 c1-b1 j9-j10 a2-b2 j10-j9 b1-c1 j9-j10 b2-a1 j10-j9");
    assert_eq!(case.state.seen.values().max(), Some(&1));
    let case = case.play("a1-b2 j9-j10 b2-a1");
    assert_eq!(crate::game::Game::occurrence(&case.game, &case.state), Some(2));
}

#[test]
fn red_pieces_are_no_move_and_no_trio() {
    ends("black: Ha10' Pb10 Mc10 he5", "e5-e6", "goes on");
}
