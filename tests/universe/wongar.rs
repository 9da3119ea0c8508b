//! Wongar: every action with one name in each place, and in ceremonies every pair as well, including the other
//! board's territories and absent players.

use referee::game::{Game, Player};
use referee::games::wongar::names::{Figure, Kind, RitualCard, Territory};
use referee::games::wongar::{Action, BoardName, OneOrTwo, Options, Phase, State, Wongar};

use crate::laws::{Met, Trial, every_game_ends, obey, open};
use crate::sample::{is_thorough, sample};

fn one_or_two<T: Copy>(all: &[T], pairs: bool) -> Vec<OneOrTwo<T>> {
    let mut lists: Vec<OneOrTwo<T>> = all.iter().copied().map(OneOrTwo::One).collect();
    if pairs {
        for (i, a) in all.iter().enumerate() {
            lists.extend(all[i.saturating_sub(1)..].iter().map(|b| OneOrTwo::Two(*a, *b)));
        }
    }
    lists
}

fn universe(_: &Wongar, state: &State, _: Player) -> Vec<Action> {
    let mut actions = vec![Action::Draw, Action::Stop, Action::Pass];
    actions.extend(RitualCard::ALL.iter().map(|card| Action::ChooseCard { card: *card }));
    for territory in Territory::ALL.iter().copied() {
        actions.push(Action::Take { territory });
        actions.extend(Kind::ALL.iter().map(|kind| Action::Place { kind: *kind, territory }));
        actions.extend(Figure::ALL.iter().map(|figure| Action::Move { figure: *figure, to: territory }));
    }
    actions.extend(Figure::ALL.iter().map(|card| Action::PlayOwn { card: *card }));
    let ceremony = matches!(state.phase, Phase::Ceremony { .. });
    let players: Vec<Player> = (0..7).chain([255]).map(Player).collect();
    for kind in Kind::ALL.iter().copied() {
        actions.push(Action::Choose { kind });
        for card in RitualCard::ALL.iter().copied() {
            let owners = one_or_two(&players, ceremony);
            actions.extend(owners.into_iter().map(|owners| Action::Remove { card, kind, owners }));
            for territories in one_or_two(&Territory::ALL, ceremony) {
                actions.push(Action::MoveOut { card, kind, to: territories });
                actions.push(Action::MoveIn { card, kind, from: territories });
            }
        }
    }
    actions
}

#[track_caller]
fn trial(players: u8, seeds: std::ops::Range<u64>, every: u64, options: &Options) -> Met {
    let game: Wongar = open(options);
    let met = obey(&Trial { game, players, seeds, every, most_events: 4000 }, universe);
    assert!(met.accepted > 0 && met.refused > 0 && met.draws > 0);
    assert!(met.owned > 0 && met.owned < met.draws, "players draw ritual cards, but no player draws markers");
    assert!(!is_thorough() || met.spoiler.accepted > 0 && met.spoiler.refused > 0);
    assert!(!is_thorough() || met.reasons.contains_key("scorpion-at-x"), "{:?}", met.reasons);
    met
}

/// The rules that random play must have broken.
#[track_caller]
fn broken(met: &Met, rules: &[&str]) {
    for rule in rules.iter().filter(|_| is_thorough()) {
        let rule = format!("{}.{rule}", Wongar::NAME);
        assert!(met.rules.contains_key(rule.as_str()), "{rule} was never broken: {:?}", met.rules);
    }
}

const ALWAYS: [&str; 26] = [
    "wrong-decision",
    "place-due",
    "triple-due",
    "move-due",
    "ceremony-due",
    "no-passing",
    "no-such-territory",
    "no-face-up-card",
    "place-kind",
    "triple-one-kind",
    "triple-no-draw",
    "wrong-figure",
    "figure-must-move",
    "ancestor-step",
    "elder-steps",
    "not-in-hand",
    "card-kind",
    "card-count",
    "double-two",
    "remove-own",
    "no-such-owner",
    "remove-none",
    "move-out-none",
    "move-in-none",
    "not-adjacent",
    "triple-in-full",
];

#[test]
fn stubborn_players_come_to_an_end() {
    for players in [3, 5] {
        every_game_ends::<Wongar>(&Options::default(), players);
    }
}

#[test]
fn basic_rules() {
    for players in 3..=5 {
        let met = trial(players, 0..3, 11, &Options::default());
        broken(&met, &ALWAYS);
        broken(&met, &["own-figures-off", "choose-cards-off"]);
    }
}

#[test]
fn other_board_and_liberal_readings() {
    let board = BoardName::G2;
    let options = Options { board, triple_may_place_fewer: true, double_may_act_on_one: true, ..Options::default() };
    let met = trial(4, 0..3, 29, &options);
    assert!(!met.rules.contains_key("wongar.triple-in-full") && !met.rules.contains_key("wongar.double-two"));
}

/// The five advanced rules as the bits of a number.
fn advanced(switches: u8) -> Options {
    let on = |bit: u8| switches >> bit & 1 == 1;
    Options {
        own_figures: on(0),
        own_doubles: on(1),
        free_placement: on(2),
        harmless_scorpions: on(3),
        choose_ritual_cards: on(4),
        ..Options::default()
    }
}

#[test]
fn every_combination_of_advanced_rules() {
    // 00000, 01011 and 10110 turn each of them on and off.
    for switches in (0..32).step_by(sample(11, 1)) {
        trial(3 + switches % 3, 100..101, 31, &advanced(switches));
    }
}

#[test]
fn all_advanced_rules() {
    for players in 3..=5 {
        let met = trial(players, 0..2, 13, &advanced(31));
        broken(&met, &["own-card-gone", "not-in-pile", "scorpion-not-chosen", "none-left", "choice-due", "set-up-due"]);
    }
}

#[test]
fn choosing_from_a_deck_with_scorpions() {
    trial(5, 0..3, 29, &advanced(1 << 4));
}
