//! Huffing: the window, the responses, and how the ends of the game wait for them.

use super::*;
use crate::games::wigwam::options::{Capture, HuffChief};

fn huffing() -> Wigwam {
    game(&Options { capture: Capture::Huff, ..Options::default() })
}

/// Light could capture on D4 with C3 and moves a tent instead.
fn omission(game: &Wigwam) -> State {
    let mut state = state(game, "light A1 C3 B1 G1 D4 -");
    play(game, &mut state, "B1-C1");
    state
}

#[test]
fn a_window_opens_only_after_an_omission() {
    let game = huffing();
    let window = omission(&game);
    assert_eq!(window.stage, Stage::Open { from: base("B1"), to: base("C1") });
    let actions = legal(&game, &window);
    assert!(["!C3", "?C3", "G1-G2", "D4-D5", "D4xC3-B2"].iter().all(|action| actions.contains(*action)));
    assert_eq!(broken(&game, &window, "!A1"), ["force-innocent"]);
    assert_eq!(broken(&game, &window, "?C1"), ["remove-innocent"]);
    assert_eq!(broken(&game, &window, "?D4"), ["remove-innocent"]);

    let mut state = state(&game, "light A1 C3 B1 G1 D4 -");
    assert_eq!(broken(&game, &state, "!C3"), ["nothing-to-huff"]);
    play(&game, &mut state, "C3xD4-E4");
    assert!(!matches!(state.stage, Stage::Open { .. }), "one capture is enough");
}

#[test]
fn forcing_takes_the_move_back() {
    let game = huffing();
    let mut state = omission(&game);
    assert_eq!(state.quiet, 1);
    play(&game, &mut state, "!C3");
    assert_eq!((state.turn, state.stage, state.quiet), (Side::Light, Stage::Forced(base("C3")), 0));
    assert!(state.board.of(Side::Light, Figure::Tent).has(base("B1")));
    assert_eq!(game.occurrence(&state), None);
    only(&game, &state, "C3xD4-E4");
    assert_eq!(broken(&game, &state, "B1-C1"), ["forced-figure"]);
    assert_eq!(broken(&game, &state, "?C3"), ["nothing-to-huff"]);
    play(&game, &mut state, "C3xD4-E4");
    ended(&game, &state, "warriors-gone", [1, 0]);
}

#[test]
fn forcing_the_figure_that_moved() {
    let game = huffing();
    let mut state = state(&game, "light A1 A4C3 - G1 D4F5 -");
    play(&game, &mut state, "C3-C2");
    assert!(legal(&game, &state).is_superset(&["!C3", "?C2"].map(str::to_owned).into()));
    assert_eq!(broken(&game, &state, "?C3"), ["remove-innocent"]);
    play(&game, &mut state, "!C3");
    only(&game, &state, "C3xD4-E4");
    play(&game, &mut state, "C3xD4-E4");
    assert_eq!((state.turn, state.stage), (Side::Dark, Stage::Plain));
}

#[test]
fn only_the_forced_figure_captures() {
    let game = huffing();
    let mut state = state(&game, "light A1 C3C5 B1 G1 D4D6F1 -");
    play(&game, &mut state, "B1-C1 !C5");
    only(&game, &state, "C5xD6-E6");
    assert_eq!(broken(&game, &state, "C3xD4-E4"), ["forced-figure"]);
}

#[test]
fn removing_lets_the_move_stand() {
    let game = huffing();
    let mut state = state(&game, "light A1 A4C3 B1 G1 D4 -");
    play(&game, &mut state, "B1-C1 ?C3");
    assert_eq!((state.turn, state.stage, state.quiet), (Side::Dark, Stage::Huffed, 0));
    assert_eq!(state.board.of(Side::Light, Figure::Warrior), bases("A4"));
    assert!(state.board.of(Side::Light, Figure::Tent).has(base("C1")));
    assert_eq!((game.occurrence(&state), state.seen.len()), (Some(1), 1));
    assert_eq!(broken(&game, &state, "!A4"), ["nothing-to-huff"]);
    play(&game, &mut state, "D4-D5");
    assert_eq!((state.turn, state.stage, state.quiet), (Side::Light, Stage::Plain, 1));
}

#[test]
fn ignoring_closes_the_window_and_may_open_the_other() {
    let game = huffing();
    // Dark could also capture C3 and does not.
    let mut state = omission(&game);
    play(&game, &mut state, "G1-G2");
    assert_eq!(state.stage, Stage::Open { from: base("G1"), to: base("G2") });
    assert!(legal(&game, &state).contains("!D4"));
    // Light's own right has lapsed, and after being forced dark's does not return.
    play(&game, &mut state, "!D4");
    assert!(legal(&game, &state).iter().all(|action| action.starts_with("D4x")));
}

#[test]
fn removing_the_chief_wins_unless_agreed_otherwise() {
    let key = "light D4 A1 B1 G1 E4 -";
    let wins = huffing();
    let mut window = state(&wins, key);
    play(&wins, &mut window, "B1-C1 ?D4");
    ended(&wins, &window, "chief-captured", [0, 2]);

    let spared = game(&Options { capture: Capture::Huff, huff_chief: HuffChief::ForceOnly, ..Options::default() });
    let mut window = state(&spared, key);
    play(&spared, &mut window, "B1-C1");
    assert_eq!(broken(&spared, &window, "?D4"), ["remove-chief"]);
    let actions = legal(&spared, &window);
    assert!(actions.contains("!D4") && !actions.contains("?D4"));
}

#[test]
fn p1_an_omission_that_would_win_must_be_huffed() {
    let game = huffing();
    // C3 could take the chief; instead it steps out of his reach, and dark has no warriors.
    let mut state_ = state(&game, "light A1 C3 - D4 - D1");
    play(&game, &mut state_, "C3-C2");
    assert_eq!(state_.over, None);
    only(&game, &state_, "!C3 ?C2");
    assert_eq!(broken(&game, &state_, "D4-D5"), ["huff-due"]);
    let mut forced = state_.clone();
    play(&game, &mut forced, "!C3 C3xD4-E4");
    ended(&game, &forced, "chief-captured", [2, 0]);
    // P2: the last warrior is gone, so nothing more is tested until dark has moved.
    play(&game, &mut state_, "?C2");
    assert_eq!((state_.over, state_.stage), (None, Stage::Huffed));
    play(&game, &mut state_, "D4-D5");
    ended(&game, &state_, "two-chiefs", [0, 0]);

    // P2: with another warrior left, R33 is tested at once.
    let mut state_ = state(&game, "light A1 A4C3 - D4 - D1");
    play(&game, &mut state_, "C3-C2 ?C2");
    ended(&game, &state_, "warriors-gone", [1, 0]);
}

#[test]
fn a_sole_answer_after_a_removal_just_happens() {
    let game = huffing();
    let mut state = state(&game, "light E5 A1A4B2B3B4C2C4 F1F2G2 G1 A2 -");
    play(&game, &mut state, "B4-A3");
    // Dark is blocked, so it must huff; once A1 is gone, its warrior has one way to go.
    only(&game, &state, "!A1 ?A1");
    play(&game, &mut state, "?A1");
    assert_eq!((state.turn, state.stage, state.quiet), (Side::Light, Stage::Plain, 1));
    assert_eq!(state.board.of(Side::Dark, Figure::Warrior), bases("A1"));
    assert_eq!(state.seen.len(), 2);
}

#[test]
fn a_sole_answer_is_never_awaited() {
    let game = huffing();
    let waiting =
        |key: &str| game.restore(2, &Position { huff: Some(position::Huffing::Removed), quiet: 0, ..position(key) });
    // The position of the test before, with one way to go for A2 and then with two.
    let faults = waiting("dark E5 A3A4B2B3C2C4 F1F2G2 G1 A2 -").unwrap_err();
    assert_eq!(faults[0].clause().id, "wigwam.position-huff-removed");
    assert_eq!(waiting("dark E5 A4B2B3C2C4 F1F2G2 G1 A2 -").unwrap().stage, Stage::Huffed);
}

#[test]
fn what_is_due_is_named_beside_other_faults() {
    let strict = plain();
    let state_ = state(&strict, "light A1 C3 B1 G1 D4 -");
    assert_eq!(broken(&strict, &state_, "C3-C3"), ["null-move", "capture-mandatory"]);
    assert_eq!(broken(&strict, &state_, "A4-A3"), ["no-figure", "capture-mandatory"]);
    assert_eq!(broken(&strict, &state_, "C3xD4-C4"), ["warrior-landing"]);
    assert_eq!(broken(&strict, &state_, "C3xD4-D4"), ["warrior-landing"]);
    assert_eq!(
        broken(&strict, &state_, "A1xB1-B1"),
        ["own-figure-captured", "tent-captured", "chief-landing", "occupied"]
    );
    // Only the player on turn owes a capture.
    let mut early = Vec::new();
    strict.check(&state_, Side::Dark.player(), &action("G1-G2"), &mut early);
    assert_eq!(early, []);
    let game = huffing();
    let mut state = omission(&game);
    play(&game, &mut state, "!C3");
    assert_eq!(broken(&game, &state, "A4-A3"), ["no-figure", "forced-figure"]);
    let all = ["enemy-figure", "forced-figure", "victim-not-near", "occupied"];
    assert_eq!(broken(&game, &state, "G1xD4-C3"), all);
}

#[test]
fn p3_house_rules_do_not_wait() {
    let game = game(&Options { capture: Capture::Huff, no_capture_plies: 1, ..Options::default() });
    let mut state = state(&game, "light A1 C3 B1 G1 D4 -");
    play(&game, &mut state, "B1-C1");
    ended(&game, &state, "no-capture", [0, 0]);
}

#[test]
fn p4_the_window_is_part_of_the_position() {
    let game = huffing();
    let mut state = state(&game, "light A1 C3 B1C2 G1 D4 -");
    play(&game, &mut state, "B1-C1");
    let by_tent = Key::of(&state);
    let closed = Key::of(&State { stage: Stage::Plain, ..state.clone() });
    assert_ne!(by_tent, closed);
    assert_eq!(by_tent.to_string(), format!("{closed} B1-C1"));
}

#[test]
fn p8_an_unfinished_capture_is_refused_in_huff_too() {
    let game = game(&Options { capture: Capture::Huff, chain: Chain::Compulsory, ..Options::default() });
    let mut state = state(&game, "light A1 C3 - G1 D4E5 -");
    assert_eq!(broken(&game, &state, "C3xD4-E4"), ["chain-unfinished"]);
    play(&game, &mut state, "C3-C2 !C3");
    only(&game, &state, "C3xD4-E4xE5-E6");
}
