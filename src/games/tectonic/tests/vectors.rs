//! The worked examples, T1 to T13 (there is no T9). Pieces of the other side stand far away.

use super::{becomes, breaks, case, ends, goes};

#[test]
fn t1_ways_on_an_empty_board() {
    goes("white: He5 hj10", "e5", "d4 d5 d6 e4 e6 f4 f5 f6");
    goes("black: he5 Hj10", "e5", "d4 d5 d6 e4 e6 f4 f5 f6");
    goes("white: Pe5 hj10", "e5", "d6 c7 b8 f6 g7 h8 e4 e3 e2");
    goes("black: pe5 Hj10", "e5", "d4 c3 b2 f4 g3 h2 e6 e7 e8");
    goes("white: Me5 hj10", "e5", "a5 b5 c5 d5 f5 g5 h5 i5 e1 e2 e3 e4 e6 e7 e8 e9");
    goes("black: me5 Hj10", "e5", "a5 b5 c5 d5 f5 g5 h5 i5 e1 e2 e3 e4 e6 e7 e8 e9");
}

#[test]
fn t2_peaks_at_the_edges() {
    goes("white: Pa5 hj10", "a5", "b6 c7 d8 a4 a3 a2");
    goes("white: Pe10 hj1", "e10", "e9 e8 e7");
    goes("black: pe1 Hj10", "e1", "e2 e3 e4");
    goes("white: Pe1 hj10", "e1", "d2 c3 b4 f2 g3 h4");
}

#[test]
fn t3_the_start() {
    goes("start", "a1", "a2 b2");
    goes("start", "b1", "a2 c2 d3 e4");
    goes("start", "c1", "c2 c3 c4 c5 d1 e1 f1 g1");
    goes("start", "j1", "j2 i2");
    goes("start", "i1", "j2 h2 g3 f4");
    goes("start", "h1", "h2 h3 h4 h5 g1 f1 e1 d1");
    assert_eq!(case("start").legal().len(), 28);
    assert_eq!(case("start").reserves(), [1; 6]);
}

#[test]
fn t4_a_peak_is_turned_red() {
    goes("white: Mb5 Ha1 pf6 hj10", "b5", "b1 b2 b3 b4 a5 c5 d5 e5 f5*f6 b6 b7 b8 b9");
    becomes("white: Mb5 Ha1 pf6 hj10", "b5-f5*f6", "black: Mf5 Ha1 pf6' hj10");
}

#[test]
fn t5_a_red_peak_of_the_opponents() {
    breaks("white: Mb5 Pa1 Pc1 Pe1 pf6' hj10", "b5-f5", "");
    breaks("white: Mb5 Pa1 Pc1 Pe1 pf6' hj10", "b5-f5*f6", "flip-no-reserve");
    becomes("white: Mb5 Pa1 Pc1 Pe1 pf6' hj10", "b5-f5", "black: Mf5 Pa1 Pc1 Pe1 pf6' hj10");
    becomes("white: Mb5 Pa1 Pc1 pf6' hj10", "b5-f5*f6", "black: Mf5 Pa1 Pc1 Pf6 hj10");
    assert_eq!(case("white: Mb5 Pa1 Pc1 pf6' hj10").reserves(), [3, 1, 2, 2, 2, 3]);
    assert_eq!(case("white: Mb5 Pa1 Pc1 pf6' hj10").play("b5-f5*f6").reserves(), [3, 0, 2, 2, 3, 3]);
}

#[test]
fn t6_a_red_peak_of_ones_own() {
    becomes("white: Mb5 Pa1 Pc1 Pf6' hj10", "b5-f5*f6", "black: Mf5 Pa1 Pc1 Pf6 hj10");
    assert_eq!(case("white: Mb5 Pa1 Pc1 Pf6' hj10").reserves(), [3, 0, 2, 2, 3, 3]);
    assert_eq!(case("white: Mb5 Pa1 Pc1 Pf6' hj10").play("b5-f5*f6").reserves(), [3, 0, 2, 2, 3, 3]);
}

#[test]
fn t7_a_choice_of_three() {
    goes("white: Hd5 pe6 md7 hc6' hj10", "d5", "c4 d4 e4 c5*c6 e5*e6 d6*c6 d6*d7 d6*e6");
    breaks("white: Hd5 pe6 md7 hc6' hj10", "d5-d6", "flip-missing");
    breaks("white: Hd5 pe6 md7 hc6' hj10", "d5-c6", "occupied");
    becomes("white: Hd5 pe6 md7 hc6' hj10", "d5-d6*c6", "black: Hd6 pe6 md7 Hc6 hj10");
    becomes("white: Hd5 pe6 md7 hc6' hj10", "d5-d6*d7", "black: Hd6 pe6 md7' hc6' hj10");
}

#[test]
fn t8_beside_the_same_red_piece_again() {
    goes("white: Hd4 Pe4' hj10", "d4", "c3 d3 e3*e4 c4 c5 d5 e5*e4");
}

#[test]
fn t10_a_blocked_player_loses() {
    ends("black: Pb10 hb9' me5", "e5-e6", "no-move black");
    ends("white: Pb10 hb9' me5", "", "no-move black");
}

#[test]
fn t11_no_trio() {
    ends("black: Ma10 Pi10 Hj10 ha5", "a5-b5", "goes on");
    ends("white: Ha10 Pj8 Mh10 hj4", "j8-j7", "goes on");
    ends("white: Ha10 Pb9 Md9 hj4", "d9-c9", "goes on");
    ends("white: Ha1 Pb1 Md1 hj5", "d1-c1", "goes on");
    ends("white: Ha10 Pb9' Md10 Pe1 hj4", "d10-c10", "goes on");
}

#[test]
fn t12_red_or_in_reserve_is_all_the_same() {
    ends("white: Mb5 hf6", "b5-f5*f6", "all-red white");
    ends("white: Mb5 hf6 pa9' mj1'", "b5-f5*f6", "all-red white");
    ends("white: Mb5 hf6 hj10", "b5-f5*f6", "goes on");
}

#[test]
fn t13_only_the_moved_piece_counts() {
    goes("white: Hd5 Hf5 Ha1 me5", "a1", "a2 b1 b2");
    becomes("white: Hd5 Hf5 Ha1 me5", "a1-a2", "black: Hd5 Hf5 Ha2 me5");
    breaks("black: Hd5 Hf5 me8", "e8-e5", "flip-missing");
    becomes("black: Hd5 Hf5 me8", "e8-e5*d5", "white: Hd5' Hf5 me5");
    becomes("black: Hd5 Hf5 me8", "e8-e5*f5", "white: Hd5 Hf5' me5");
}
