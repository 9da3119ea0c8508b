//! The twenty corner cases, by number, and every refusal of a move with its facts.

use super::{becomes, breaks, case, ends, goes};

#[test]
fn c01_one_of_several_is_chosen() {
    goes("white: Hd5 pe6 md7 hj10", "d5", "c4 d4 e4 c5 c6 e5*e6 d6*d7 d6*e6");
}

#[test]
fn c02_the_enemy_must_be_turned_where_the_red_one_cannot() {
    breaks("white: Mb5 Pa1 Pc1 Pe1 pf6' hg5", "b5-f5", "flip-missing");
    breaks("white: Mb5 Pa1 Pc1 Pe1 pf6' hg5", "b5-f5*f6", "flip-no-reserve");
    breaks("white: Mb5 Pa1 Pc1 Pe1 pf6' hg5 hj10", "b5-f5*g5", "");
    let broken = case("white: Mb5 Pa1 Pc1 Pe1 pf6' hg5").broken("b5-f5");
    assert_eq!(serde_json::to_value(&broken[0]).unwrap(), serde_json::json!({"to": "f5", "choices": ["g5"]}));
}

#[test]
fn c03_a_red_neighbour_that_cannot_be_exchanged_stays() {
    becomes("white: Mb5 Pa1 Pc1 Pe1 pf6' hj10", "b5-f5", "black: Mf5 Pa1 Pc1 Pe1 pf6' hj10");
}

#[test]
fn c04_own_neighbours_are_not_turned() {
    breaks("start", "a1-b2", "");
    breaks("start", "a1-b2*b1", "flip-own");
}

#[test]
fn c05_a_red_piece_beside_one_that_stays_stays_red() {
    becomes("white: Hd4 Pe4' Ma1 hj10", "a1-a2", "black: Hd4 Pe4' Ma2 hj10");
}

#[test]
fn c06_away_and_back_again() {
    becomes("white: Hd4 Pe4' hj10", "d4-c4 j10-j9 c4-d4*e4", "black: Hd4 Pe4 hj9");
}

#[test]
fn c07_round_the_corner_of_a_red_piece() {
    becomes("white: Hd4 Pe4' hj10", "d4-e5*e4", "black: He5 Pe4 hj10");
    breaks("white: Hd4 Pe4' hj10", "d4-e5", "flip-missing");
}

#[test]
fn c08_a_turned_piece_moves_for_its_new_owner() {
    // Black's red peak becomes White's and moves up the board; White's mount stands behind it.
    let case = case("white: Mb5 pf6' hj10").play("b5-f5*f6 j10-j9");
    let from = |square: &str| case.legal().into_iter().filter(|text| text.starts_with(square)).collect::<Vec<_>>();
    assert_eq!(from("f6"), ["f6-e7", "f6-g7", "f6-d8", "f6-h8", "f6-c9", "f6-i9*j9"]);
    becomes("white: Mb5 Pf6' hj10", "b5-f5*f6 j10-j9 f6-e7", "black: Mf5 Pe7 hj9");
}

#[test]
fn c09_the_last_piece_turned_red_ends_the_game_at_once() {
    ends("white: Hd5 pe6 hc6'", "d5-e5*e6", "all-red white");
    ends("white: Hd5 pe6 hc6'", "d5-d6*e6", "all-red white");
    ends("white: Hd5 pe6 hc6'", "d5-c5*c6", "goes on");
}

#[test]
fn c10_no_player_turns_their_own_last_piece() {
    breaks("white: Hd5 hj10", "d5-d6*d6", "flip-not-beside");
    breaks("white: Hd5 hj10", "d5-d6*d5", "flip-empty");
}

#[test]
fn c11_a_move_never_completes_the_trio_of_the_other() {
    // Black's peak is red where it would complete Black's trio; White can only turn it to White.
    becomes("white: Hb3 ha1 mc1 pb2' pj10", "b3-c2*c1", "black: Hc2 ha1 mc1' pb2' pj10");
    becomes("white: Hb3 ha1 mc1 pb2' pj10", "b3-c2*b2", "black: Hc2 ha1 mc1 Pb2 pj10");
}

#[test]
fn c12_spread_over_two_regions() {
    ends("white: Ha10 Pb10 Mg10 hj4", "g10-h10", "goes on");
    ends("white: Ha10 Pb10 Mg10 hj4", "g10-c10", "trio white");
    ends("black: ha1 pb1 mg1 Hj7", "g1-h1", "goes on");
    ends("black: ha1 pb1 mg1 Hj7", "g1-c1", "trio black");
}

#[test]
fn c13_a_trio_at_home_is_nothing() {
    ends("black: ha10 pb10 mg10 Hj4", "g10-c10", "goes on");
}

#[test]
fn c14_a_trio_completed_by_a_flip() {
    ends("white: Ha10 Pb9' Md10 Pe1 hj4", "d10-b10*b9", "trio white");
    ends("white: Ha10 pb9' Md10 Pe1 hj4", "d10-b10*b9", "trio white");
    ends("white: Ha10 pb9' Md10 Pe1 Pe2 Pe3 hj4", "d10-b10", "goes on");
    // The piece that turns need not be in the region itself.
    ends("white: Ha10 pb9' Mb10 Pe1 He8 Mf9 hj4", "f9-c9*b9", "trio white");
}

#[test]
fn d11_further_pieces_in_the_region_do_not_matter() {
    ends("white: Ha10 Ha9 Pb10 Mg10 hj4", "g10-c10", "trio white");
    ends("white: Ha10 ha9 Pb10 Mg10 hj4", "g10-c10", "trio white");
}

#[test]
fn c15_nothing_follows_a_trio() {
    let case = case("white: Ha10 Pb10 Mg10 hj4").play("g10-c10");
    assert_eq!(crate::game::Game::turn(&case.game, &case.state), crate::game::Turn::Over);
}

#[test]
fn c16_peaks_on_the_last_and_first_rank() {
    goes("white: Pe10 hj1", "e10", "e9 e8 e7");
    goes("white: Pa1 hj10", "a1", "b2 c3 d4");
    goes("black: pj10 Ha1", "j10", "i9 h8 g7");
}

#[test]
fn c17_stopped_by_a_red_piece() {
    goes("white: Me1 he4' hj10", "e1", "a1 b1 c1 d1 f1 g1 h1 i1 e2 e3*e4");
    goes("white: Pa1 hd4' hj10", "a1", "b2 c3");
    goes("white: Pa4 ha1' hj10", "a4", "b5 c6 d7 a3 a2*a1");
    breaks("white: Me1 he4' hj10", "e1-e5", "no-jumping flip-missing");
    breaks("white: Me1 he4' hj10", "e1-e6", "mount-range no-jumping");
}

#[test]
fn c18_walled_in_by_red_pieces() {
    ends("black: Ha10 Pa9' Pb10' Mb9' me5", "e5-e6", "no-move black");
}

#[test]
fn c19_reserves_follow_the_board() {
    // A piece turns red and is exchanged, turns red again and is recovered by the opposite exchange.
    let case = case("white: Mb5 pf6 hj10 mf10").play("b5-f5*f6 j10-j9 f5-g5 j9-j8 g5-f5*f6");
    assert_eq!(case.reserves(), [3, 2, 2, 2, 3, 2]);
    let case = case.play("f10-f7*f6 f5-f4 f7-e7 f4-b4 e7-e6*f6");
    assert_eq!(case.shown(), "white: Mb4 me6 pf6 hj8");
    assert_eq!(case.reserves(), [3, 3, 2, 2, 2, 2]);
}

#[test]
fn c20_the_third_time_is_a_draw() {
    let round = "a1-a2 j10-j9 a2-a1 j9-j10 ";
    ends("start", round, "goes on");
    ends("start", &round.repeat(2), "repetition draw");
}

#[test]
fn diagonals_between_pieces_are_open() {
    goes("white: Pa1 ma2' pb1' hj10", "a1", "b2*a2 b2*b1 c3 d4");
    goes("white: Ha1 ma2' pb1' hj10", "a1", "b2*a2 b2*b1");
}

#[test]
fn each_refusal() {
    breaks("start", "e5-e6", "no-piece");
    breaks("start", "e5-e5", "no-piece");
    breaks("start", "c10-c9", "enemy-piece");
    breaks("white: Ha1 Me5' hj10", "e5-e6", "red-piece");
    breaks("white: Ha1 me5' hj10", "e5-e6", "red-piece");
    breaks("start", "c1-c1", "null-move");
    breaks("start", "a1-a3", "hill-step");
    breaks("start", "a1-b3", "hill-step");
    breaks("start", "b1-b2", "peak-line");
    breaks("start", "b1-c3", "peak-line");
    breaks("start", "b1-f5", "peak-range");
    breaks("white: Pe10 hj1", "e10-e6", "peak-range");
    breaks("start", "c1-d2", "mount-line");
    breaks("start", "c1-c6", "mount-range");
    breaks("start", "c1-c10", "mount-range occupied");
    breaks("start", "c1-a1", "no-jumping occupied");
    breaks("start", "c1-b1", "occupied");
    breaks("start", "a1-c1", "hill-step no-jumping occupied");
    breaks("start", "c1-c5*c6", "flip-empty");
    breaks("start", "c1-c5*c1", "flip-not-beside flip-empty");
    breaks("start", "c1-c5*c10", "flip-not-beside");
    breaks("start", "c1-c6*b1", "mount-range flip-not-beside flip-own");
    breaks("white: Mb5 Ha1 pf6 hj10", "b5-e5*f6", "flip-not-beside");
    breaks("start", "pass", "pass-not-offered");
}

/// An enemy piece does not hide the faults of its way.
#[test]
fn what_else_is_wrong_with_the_piece_of_another() {
    breaks("start", "c10-b10", "enemy-piece occupied");
    breaks("start", "c10-d8", "enemy-piece mount-line");
    breaks("start", "c10-c5*e5", "enemy-piece mount-range flip-not-beside flip-empty");
    breaks("start", "c10-c10", "enemy-piece null-move");
    // A black peak goes down the board, even if White tries to move it.
    breaks("start", "b10-d8", "enemy-piece");
    breaks("white: Ha1 pb5 hj10", "b5-c6", "enemy-piece peak-retreat");
    breaks("white: Ha1 Me5' me7 hj10", "e5-e7", "red-piece occupied");
    breaks("white: Ha1 Me5' me7 hj10", "e5-e8", "red-piece no-jumping");
    breaks("start", "e5-e5*h4", "no-piece flip-empty");
}

#[test]
fn every_piece_on_the_way_is_named() {
    let case = case("white: Me1 he2' me3 Pe4 hj10");
    let broken = case.broken("e1-e6");
    assert_eq!(super::ids(&broken), "mount-range no-jumping");
    let facts = serde_json::json!({"from": "e1", "to": "e6", "over": ["e2", "e3", "e4"]});
    assert_eq!(serde_json::to_value(&broken[1]).unwrap(), facts);
    assert_eq!(broken[1].to_string(), "e2, e3 and e4 are occupied on the way from e1 to e6");
    assert_eq!(case.broken("e1-e3")[0].to_string(), "e2 is occupied on the way from e1 to e3");
}

#[test]
fn what_must_be_turned_is_named_in_words() {
    let says = |position: &str, moved: &str| case(position).broken(moved)[0].to_string();
    let one = "the piece on f6 beside f5 must be turned, and the move names none";
    assert_eq!(says("white: Mb5 pf6 hj10", "b5-f5"), one);
    let several = "one of the pieces on c6, e6 and d7 beside d6 must be turned, and the move names none";
    assert_eq!(says("white: Hd5 pe6 md7 hc6' hj10", "d5-d6"), several);
}

#[test]
fn a_wrong_direction_does_not_hide_that_it_is_too_far() {
    breaks("white: Pc2 hj10", "c2-c9", "peak-line peak-range");
    breaks("white: Pg8 hj10", "g8-c4", "peak-retreat peak-range");
    breaks("black: ph9 Ha1", "h9-b3", "peak-range");
    breaks("white: Mc1 hj10", "c1-h6", "mount-line mount-range");
    // Off all lines, there is no distance.
    breaks("white: Pc2 hj10", "c2-e9", "peak-line");
    breaks("white: Mc1 hj10", "c1-e9", "mount-line");
}
