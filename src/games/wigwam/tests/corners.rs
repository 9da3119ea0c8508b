//! The corner cases of the rules, by their numbers there, and the options that decide them otherwise.

use super::*;
use crate::games::wigwam::options::LoneChiefWin;

#[test]
fn c1_tents_are_neither_captured_nor_jumped() {
    let game = plain();
    let state = state(&game, "light A1 C3 - G1 D1 D4");
    assert_eq!(broken(&game, &state, "C3xD4-E4"), ["tent-captured"]);
    assert_eq!(broken(&game, &state, "C3-E4"), ["warrior-step"]);
}

#[test]
fn c2_only_the_chief_passes_over_his_own() {
    let game = plain();
    let state = state(&game, "light C3 B2 D4 G1 G4 -");
    assert!(legal(&game, &state).is_superset(&["C3-E4", "C3-D5", "C3-A1"].map(str::to_owned).into()));
    assert_eq!(broken(&game, &state, "B2-D4"), ["warrior-step", "occupied"]);
    assert_eq!(broken(&game, &state, "D4-D6"), ["tent-step"]);
    assert_eq!(broken(&game, &state, "C3-F4"), ["chief-range"]);
}

#[test]
fn c3_one_way_past_an_enemy_is_enough() {
    let huff = game(&Options { capture: options::Capture::Huff, ..Options::default() });
    let both = state(&huff, "light D4 - - G1 E4 -");
    let actions = legal(&huff, &both);
    // F3 can be reached over the empty E3 or by capturing on E4; straight behind the enemy only by capturing.
    assert!(actions.contains("D4-F3") && actions.contains("D4xE4-F3"));
    assert!(!actions.contains("D4-F4"));
    assert_eq!(broken(&huff, &both, "D4-F4"), ["chief-path"]);
    let strict = plain();
    assert_eq!(broken(&strict, &state(&strict, "light D4 - - G1 E4 -"), "D4-F3"), ["capture-mandatory"]);
}

#[test]
fn c4_two_ways_to_capture_towards_one_base() {
    let game = plain();
    let actions = legal(&game, &state(&game, "light D4 - - G1 E3E4 -"));
    assert!(actions.contains("D4xE3-F3") && actions.contains("D4xE4-F3"));
}

#[test]
fn c5_a_long_move_over_either_base_is_one_move() {
    let game = plain();
    let mut actions = Vec::new();
    game.legal(&state(&game, "light D4 A1 - G1 G4 -"), &mut actions);
    assert_eq!(actions.iter().filter(|action| notation(action) == "D4-F3").count(), 1);
}

#[test]
fn c7_and_c8_the_duty_to_capture_has_no_exceptions() {
    let game = plain();
    // Only the chief can capture, and doing so leads him into danger.
    let mut state = state(&game, "light D4 A1 - G1 E4F4 -");
    only(
        &game,
        &state,
        "D4xE4-E5 D4xE4-E5xF4-F3 D4xE4-E5xF4-G3 D4xE4-E5xF4-G4 D4xE4-F3 D4xE4-F3xF4-E5 D4xE4-F3xF4-F5 D4xE4-F3xF4-G4",
    );
    assert_eq!(broken(&game, &state, "A1-A2"), ["capture-mandatory"]);
    play(&game, &mut state, "D4xE4-F3");
    play(&game, &mut state, "F4xF3-F2");
    ended(&game, &state, "chief-captured", [0, 2]);
}

#[test]
fn c9_nothing_follows_the_capture_of_the_chief() {
    let game = plain();
    let state = state(&game, "light A1 C3 - D4 E5G1 -");
    only(&game, &state, "C3xD4-E4");
    assert_eq!(broken(&game, &state, "C3xD4-E4xE5-E6"), ["chain-after-chief"]);
}

#[test]
fn c12_a_chain_may_lead_back_to_where_it_began() {
    // Over D4, D5, C4 back to C3, and over the same base as before the chain.
    let any = game(&Options { warrior_chain: WarriorChain::Any, ..Options::default() });
    let actions = legal(&any, &state(&any, "light A1 C3 - G1 C4D4D5 -"));
    assert!(actions.contains("C3xD4-E4xD5-C5xC4-C3"), "{actions:?}");
    let mut state = state(&any, "light A1 C3 - G1 C4D4D5 -");
    play(&any, &mut state, "C3xD4-E4xD5-C5xC4-C3");
    assert_eq!(state.board.of(Side::Light, Figure::Warrior), bases("C3"));
    ended(&any, &state, "warriors-gone", [1, 0]);
}

#[test]
fn c12_a_victims_base_is_free_at_once() {
    // The second jump crosses nothing, but lands where the first victim stood.
    let game = plain();
    let actions = legal(&game, &state(&game, "light D4 - - G1 E4F4 -"));
    assert!(!actions.contains("D4xE4-F3xF4-E4"), "E4 is not behind F4 seen from F3");
    let actions = legal(&game, &state(&game, "light D4 - - G1 E4E5 -"));
    assert!(actions.contains("D4xE4-F4xE5-E6") && actions.contains("D4xE4-F4xE5-D5"));
    assert_eq!(broken(&game, &state(&game, "light D4 - - G1 E4E5 -"), "D4xE4-F4xE4-D4"), ["nothing-to-capture"]);
}

#[test]
fn c14_blocked_comes_before_the_lower_rewards() {
    let game = plain();
    // The last two hold as well (R33, R34), but R32 is tested first.
    ended(&game, &state(&game, "dark A1 A4 F1F2G2 G1 - D4"), "blocked", [2, 0]);
    ended(&game, &state(&game, "dark A1 - F1F2G2 G1 - D4"), "blocked", [2, 0]);
}

#[test]
fn c17_two_chiefs_in_contact_without_a_landing() {
    let game = plain();
    // Dark's chief in the corner cannot be taken: behind him there is nothing but a tent and the rim.
    let both = state(&game, "light F1 - - G1 - G2");
    ended(&game, &both, "two-chiefs", [0, 0]);
}

#[test]
fn c18_a_warrior_in_danger_delays_the_win() {
    let game = plain();
    let state = state(&game, "dark A1 A4D4 - E4 - -");
    assert_eq!(state.over, None);
    assert!(legal(&game, &state).iter().all(|action| action.starts_with("E4xD4")));
}

#[test]
fn d10_the_winners_chief_in_danger() {
    let key = "dark D4 A4 - E4 - D1";
    let game_ = plain();
    ended(&game_, &state(&game_, key), "warriors-gone", [1, 0]);
    let safe = game(&Options { lone_chief_win: LoneChiefWin::AllSafe, ..Options::default() });
    assert_eq!(state(&safe, key).over, None);
    ended(&safe, &state(&safe, "dark A1 A4 - E4 - D1"), "warriors-gone", [1, 0]);
}

#[test]
fn d8_only_the_side_on_turn_is_tested() {
    let game = plain();
    // Light is stuck, but it is dark's turn; light loses only after dark's move.
    let mut state = state(&game, "dark A1 D1 E1 G4 C1D2D3D7 A2B1B2");
    assert!(game.blocked(&state.board, Side::Light));
    assert_eq!(state.over, None);
    play(&game, &mut state, "D7-D6");
    ended(&game, &state, "blocked", [0, 2]);
}

#[test]
fn d14_no_capture_from_afar() {
    let game = plain();
    let state = state(&game, "light C3 - D4 G1 E4 -");
    assert_eq!(broken(&game, &state, "C3xE4-F4"), ["victim-not-near"]);
    assert_eq!(broken(&game, &state, "C3xE5-E4"), ["victim-not-near", "nothing-to-capture", "occupied"]);
    let itself = ["tent-captures", "victim-not-near", "own-figure-captured", "occupied"];
    assert_eq!(broken(&game, &state, "D4xD4-E4"), itself);
    assert_eq!(broken(&game, &state, "C3xC3-E4"), ["victim-not-near", "own-figure-captured", "occupied"]);
    assert_eq!(broken(&game, &state, "C3xD4-E4"), ["own-figure-captured", "tent-captured", "occupied"]);
    assert_eq!(broken(&game, &state, "D4xE4-F4"), ["tent-captures"]);
    // A figure's type, its owner and its destination are checked separately.
    assert_eq!(broken(&game, &state, "D4xF4-F5"), ["tent-captures", "victim-not-near", "nothing-to-capture"]);
    assert_eq!(broken(&game, &state, "E4xD4-C3"), ["enemy-figure", "own-figure-captured", "tent-captured", "occupied"]);
    assert_eq!(broken(&game, &state, "A1xA2-C3"), ["no-figure", "nothing-to-capture", "occupied"]);
}

#[test]
fn house_rules() {
    let game_ = plain();
    let mut play_on = state(&game_, "light A1 A4 - G4 G1 -");
    play(&game_, &mut play_on, "A1-A2 G4-G3 A2-A1 G3-G4 A1-A2 G4-G3 A2-A1");
    assert_eq!((game_.occurrence(&play_on), play_on.quiet), (Some(2), 7));
    play(&game_, &mut play_on, "G3-G4");
    ended(&game_, &play_on, "repetition", [0, 0]);

    let soon = game(&Options { no_capture_plies: 2, ..Options::default() });
    let mut state_ = state(&soon, "light A1 A4 - G4 G1 -");
    play(&soon, &mut state_, "A1-A2 G4-G3");
    ended(&soon, &state_, "no-capture", [0, 0]);

    // Repetition is tested first.
    let both = game(&Options { repetition: 2, no_capture_plies: 4, ..Options::default() });
    let mut state_ = state(&both, "light A1 A4 - G4 G1 -");
    play(&both, &mut state_, "A1-A2 G4-G3 A2-A1 G3-G4");
    ended(&both, &state_, "repetition", [0, 0]);

    let never = game(&Options { repetition: 0, no_capture_plies: 0, ..Options::default() });
    let mut state_ = state(&never, "light A1 A4 - G4 G1 -");
    for _ in 0..100 {
        play(&never, &mut state_, "A1-A2 G4-G3 A2-A1 G3-G4");
    }
    assert_eq!((state_.quiet, never.occurrence(&state_)), (400, None));
}

#[test]
fn a_capture_forgets_what_was_before() {
    let game = plain();
    let mut state = state(&game, "light A1 C3 - G1 F4 -");
    play(&game, &mut state, "C3-C4 F4-E4 A1-A2 E4-D4");
    assert_eq!((state.seen.len(), state.quiet), (5, 4));
    play(&game, &mut state, "C4xD4-E3");
    assert_eq!((state.seen.len(), state.quiet), (1, 0));
}

#[test]
fn what_one_may_not_do_at_all() {
    let game = plain();
    let state = state(&game, "light A1 C3 B1 G1 D1 D4");
    assert_eq!(broken(&game, &state, "E4-E5"), ["no-figure"]);
    assert_eq!(broken(&game, &state, "D1-D2"), ["enemy-figure"]);
    assert_eq!(broken(&game, &state, "C3-C3"), ["null-move"]);
    assert_eq!(broken(&game, &state, "C3-D4"), ["occupied"]);
    assert_eq!(broken(&game, &state, "B1-B3"), ["tent-step"]);
    assert_eq!(broken(&game, &state, "!D4"), ["huff-not-agreed"]);
    assert_eq!(broken(&game, &state, "C3xC2-C1"), ["nothing-to-capture"]);
    let start = game.start(2);
    assert_eq!(broken(&game, &start, "C3-C4"), ["set-up-unfinished"]);
    assert_eq!(broken(&game, &start, "!C3"), ["set-up-unfinished", "huff-not-agreed"]);
    let crowded = self::state(&game, "light A1 C3 B1 G1 D1 D2D4");
    assert_eq!(broken(&game, &crowded, "D4-D2"), ["enemy-figure", "tent-step", "occupied"]);
    assert_eq!(broken(&game, &crowded, "D1-D2"), ["enemy-figure", "occupied"]);
    assert_eq!(broken(&game, &crowded, "E4-D4"), ["no-figure", "occupied"]);
    assert_eq!(broken(&game, &crowded, "B1xD4-D2"), ["tent-captures", "victim-not-near", "tent-captured", "occupied"]);
}
