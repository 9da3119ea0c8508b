//! Wigwam: every pair of bases as a move, every jump near every base, legal captures extended, shortened and spoilt,
//! every huff, and right and wrong arrangements.

use referee::game::{Game, Player};
use referee::games::wigwam::arrange::Arrangement;
use referee::games::wigwam::board::{Base, Bases};
use referee::games::wigwam::captures::{Jump, Jumps};
use referee::games::wigwam::huff::Huff;
use referee::games::wigwam::options::{
    Blockade, Capture, Chain, ChiefChain, HuffChief, LoneChiefWin, Placement, WarriorChain,
};
use referee::games::wigwam::{Action, LayoutName, Options, Side, State, Wigwam};

use crate::laws::{Trial, every_game_ends, obey, open};
use crate::sample::{is_thorough, sample};

fn capture(from: Base, jumps: &[Jump]) -> Option<Action> {
    Jumps::new(jumps).map(|jumps| Action::Capture { from, jumps })
}

fn arrangements(game: &Wigwam, side: Side, actions: &mut Vec<Action>) {
    let mut all = Vec::new();
    let mut start = game.start(2);
    start.turn = side;
    game.legal(&start, &mut all);
    for action in all.into_iter().step_by(97) {
        let Action::Arrange(right) = action else { continue };
        actions.push(Action::Arrange(right));
        let more: Bases = right.tents.bases.or(Bases::of(right.chief));
        let fewer = right.warriors.bases.without(right.warriors.bases.first().map_or(Bases::NONE, Bases::of));
        let astray = fewer.or(Bases::ALL.without(game.camp(side)).first().map_or(Bases::NONE, Bases::of));
        actions.push(Action::Arrange(Arrangement { tents: more.into(), ..right }));
        actions.push(Action::Arrange(Arrangement { warriors: fewer.into(), ..right }));
        actions.push(Action::Arrange(Arrangement { warriors: astray.into(), ..right }));
        actions.push(Action::Arrange(Arrangement { chief: right.chief.turned(), ..right }));
    }
}

fn universe(game: &Wigwam, state: &State, player: Player) -> Vec<Action> {
    let mut actions = Vec::new();
    for side in [Side::of(player), Side::of(player).other()] {
        arrangements(game, side, &mut actions);
    }
    for from in Bases::ALL {
        actions.push(Action::Huff(Huff::Force(from)));
        actions.push(Action::Huff(Huff::Remove(from)));
        actions.extend(Bases::ALL.into_iter().map(|to| Action::Move { from, to }));
        for over in from.near() {
            let near = Bases::of(over).around().or(Bases::of(from)).or(Bases::of(over));
            actions.extend(near.into_iter().filter_map(|to| capture(from, &[Jump { over, to }])));
        }
        let far = from.turned();
        actions.extend(capture(from, &[Jump { over: far, to: far }]));
    }
    if !state.arranging() {
        let mut legal = Vec::new();
        game.legal(state, &mut legal);
        for action in legal {
            let Action::Capture { from, jumps } = action else { continue };
            let Some(last) = jumps.last() else { continue };
            for over in last.to.near() {
                for to in over.near() {
                    actions.extend(capture(from, &[&jumps[..], &[Jump { over, to }]].concat()));
                }
            }
            actions.extend(capture(from, &jumps[1..]));
        }
    }
    actions
}

#[track_caller]
fn trial(options: &Options, seeds: u64, reasons: &[&str], rules: &[&str]) {
    let game: Wigwam = open(options);
    let met = obey(&Trial { game, players: 2, seeds: 0..seeds, every: 11, most_events: 50_000 }, universe);
    assert!(met.accepted > 0 && met.refused > 0 && met.draws == 0);
    assert!(!is_thorough() || met.spoiler.accepted > 0 && met.spoiler.refused > 0);
    for reason in reasons.iter().filter(|_| is_thorough()) {
        assert!(met.reasons.contains_key(reason), "no game ended by {reason}: {:?}", met.reasons);
    }
    let always = ["no-figure", "enemy-figure", "null-move", "occupied", "already-arranged", "arrange-base-twice"];
    for rule in always.iter().chain(sample(&[][..], rules)) {
        let rule = format!("{}.{rule}", Wigwam::NAME);
        assert!(met.rules.contains_key(rule.as_str()), "{rule} was never broken: {:?}", met.rules);
    }
}

#[test]
fn stubborn_players_come_to_an_end() {
    let reasons = every_game_ends::<Wigwam>(&Options::default(), 2);
    assert!(reasons.contains_key("repetition"), "some of them repeat themselves: {reasons:?}");
    every_game_ends::<Wigwam>(&Options { capture: Capture::Huff, repetition: 0, ..Options::default() }, 2);
}

#[test]
fn default_options() {
    let reasons = ["chief-captured", "warriors-gone"];
    let rules = ["capture-mandatory", "warrior-landing", "chief-landing", "tent-captured", "huff-not-agreed"];
    trial(&Options::default(), 100, &reasons, &rules);
}

#[test]
fn compulsory_chains_in_any_direction() {
    let (chain, warrior_chain) = (Chain::Compulsory, WarriorChain::Any);
    let options = Options { layout: LayoutName::L1, chain, warrior_chain, ..Options::default() };
    trial(&options, 60, &["chief-captured"], &["chain-unfinished", "chain-after-chief"]);
}

#[test]
fn obtuse_chiefs_in_the_open() {
    let (chief_chain, lone_chief_win) = (ChiefChain::Obtuse, LoneChiefWin::AllSafe);
    let (layout, placement) = (LayoutName::L4, Placement::Open);
    let options = Options { layout, chief_chain, lone_chief_win, placement, ..Options::default() };
    trial(&options, 60, &["chief-captured"], &["warrior-chain-turn"]);
}

#[test]
fn huffing() {
    let options = Options { capture: Capture::Huff, ..Options::default() };
    let rules = ["nothing-to-huff", "force-innocent", "remove-innocent", "forced-figure"];
    trial(&options, 60, &["chief-captured"], &rules);
}

#[test]
fn huffing_with_every_other_option_turned() {
    let (capture, huff_chief, chain) = (Capture::Huff, HuffChief::ForceOnly, Chain::Compulsory);
    let (layout, blockade) = (LayoutName::L2, Blockade::AllFigures);
    let options = Options { layout, capture, huff_chief, chain, blockade, ..Options::default() };
    trial(&options, 60, &["chief-captured"], &["nothing-to-huff", "forced-figure", "remove-chief"]);
}

#[test]
fn short_house_rules() {
    let options = Options { layout: LayoutName::L3, repetition: 2, no_capture_plies: 9, ..Options::default() };
    trial(&options, 60, &["repetition", "no-capture"], &[]);
}

#[test]
fn no_house_rules() {
    let options = Options { repetition: 0, no_capture_plies: 0, ..Options::default() };
    trial(&options, 40, &["chief-captured"], &[]);
}
