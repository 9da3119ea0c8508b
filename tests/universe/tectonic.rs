//! TecTonic: every pair of squares with every flip near the arrival, and some far away.

use referee::game::{Game, Player};
use referee::games::tectonic::board::{BESIDE, SQUARES, Square};
use referee::games::tectonic::{
    Action, Flip, NoMove, Options, PeakBack, Recovery, RegionsName, SetupName, State, TecTonic,
};

use crate::laws::{Trial, every_game_ends, obey, open};
use crate::sample::{is_thorough, sample};

fn universe(_: &TecTonic, state: &State, _: Player) -> Vec<Action> {
    let mut actions = vec![Action::Pass];
    let near = state.board.occupied();
    for from in (0..SQUARES).map(Square::from_index) {
        for to in (0..SQUARES).map(Square::from_index) {
            actions.push(Action::Move { from, to, flip: None });
            let flips = if near.has(from) { BESIDE[to.index()].or(near) } else { BESIDE[to.index()].and(near) };
            actions.extend(flips.into_iter().map(|flip| Action::Move { from, to, flip: Some(flip) }));
        }
    }
    // There are some fifty thousand.
    actions.into_iter().step_by(sample(13, 1)).collect()
}

#[track_caller]
fn trial(options: &Options, seeds: u64, reasons: &[&str]) {
    let most_events = if options.ply_limit == 0 { 100_000 } else { 501 };
    let game: TecTonic = open(options);
    let met = obey(&Trial { game, players: 2, seeds: 0..seeds, every: 997, most_events }, universe);
    assert!(met.accepted > 0 && met.refused > 0 && met.draws == 0);
    for reason in reasons.iter().filter(|_| is_thorough()) {
        assert!(met.reasons.contains_key(reason), "no game ended by {reason}: {:?}", met.reasons);
    }
    for rule in ["no-piece", "enemy-piece", "null-move", "occupied", "flip-missing", "pass-not-offered"] {
        let rule = format!("{}.{rule}", TecTonic::NAME);
        assert!(met.rules.contains_key(rule.as_str()) || *options != Options::default(), "{rule} was never broken");
    }
}

#[test]
fn stubborn_players_come_to_an_end() {
    let reasons = every_game_ends::<TecTonic>(&Options::default(), 2);
    assert!(reasons.contains_key("repetition"), "some of them repeat themselves: {reasons:?}");
    let options = Options { repetition: 0, no_flip_plies: 0, ..Options::default() };
    let reasons = every_game_ends::<TecTonic>(&options, 2);
    assert!(reasons.contains_key("ply-limit"), "some of them would go on for ever: {reasons:?}");
}

#[test]
fn default_options() {
    trial(&Options::default(), 75, &["trio", "all-red", "no-move", "ply-limit"]);
}

#[test]
fn rectangles_and_optional_flips() {
    let (regions, flip) = (RegionsName::Rectangle, Flip::Optional);
    trial(&Options { regions, setup: SetupName::S4, flip, ..Options::default() }, 30, &["trio"]);
}

#[test]
fn diagonal_peaks_without_conversion_trios() {
    let peak_back = PeakBack::Diagonal;
    trial(&Options { setup: SetupName::S3, peak_back, trio_by_conversion: false, ..Options::default() }, 30, &["trio"]);
}

#[test]
fn passing_without_house_rules() {
    let options =
        Options { no_move: NoMove::Pass, repetition: 0, no_flip_plies: 0, ply_limit: 0, ..Options::default() };
    trial(&Options { setup: SetupName::S2, ..options }, 30, &["trio"]);
}

#[test]
fn red_pieces_are_turned_by_newcomers() {
    trial(&Options { recovery: Recovery::Newcomer, ..Options::default() }, 30, &["trio"]);
}

#[test]
fn drawing_when_blocked() {
    trial(&Options { no_move: NoMove::Draw, no_flip_plies: 12, ..Options::default() }, 75, &["no-flip"]);
}
