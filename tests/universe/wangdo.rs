//! Wangdo: every placement, every small list of steles, every card with all its possible details.

use referee::game::{Game, Player};
use referee::games::wangdo::counts::Steles;
use referee::games::wangdo::names::{Card, Colour, Village};
use referee::games::wangdo::seal::Seal;
use referee::games::wangdo::{Action, Options, State, Wangdo};

use crate::laws::{Met, Trial, every_game_ends, obey, open};
use crate::sample::is_thorough;

/// Every number of steles by colour, up to `most` in total.
fn lists(most: u8) -> Vec<Steles> {
    let mut lists = Vec::new();
    for count in 0..=most {
        Steles([most; 4]).choices(count, |steles| lists.push(steles));
    }
    lists
}

fn universe(_: &Wangdo, state: &State, player: Player) -> Vec<Action> {
    let mut actions = vec![Action::Draw, Action::Pass, Action::EndTurn, Action::Ritual { take: None }];
    for stele in Colour::ALL {
        actions.push(Action::Pay { stele });
        actions.push(Action::Ritual { take: Some(stele) });
        actions.extend(Village::all().map(|village| Action::Place { village, stele }));
    }
    actions.extend(lists(4).into_iter().map(|steles| Action::Take { steles }));
    let excess = state.seat(player).reserve.total().saturating_sub(10);
    actions.extend(lists(2).into_iter().map(|steles| Action::Return { steles }));
    for count in [excess, excess + 1] {
        Steles([count; 4]).choices(count, |steles| actions.push(Action::Return { steles }));
    }
    let plain =
        [Seal::ThreeSeals, Seal::ExtraAction, Seal::DrawThree, Seal::Discount, Seal::SameColour, Seal::TempleThree];
    actions.extend(plain.map(Action::Seal));
    // Pairs in both orders, and each village with itself; for a card that is not held a few are enough.
    let cards = state.seat(player).cards;
    let every = |card| if cards[card] > 0 { 1 } else { 41 };
    let pairs = Village::all().flat_map(|one| Village::all().map(move |other| [one, other]));
    actions.extend(pairs.step_by(every(Card::BoardSwap)).map(|villages| Action::Seal(Seal::BoardSwap { villages })));
    let swaps = (0..5).map(Player).flat_map(|with| {
        let pairs = lists(3).into_iter().flat_map(|give| lists(2).into_iter().map(move |take| (give, take)));
        pairs.map(move |(give, take)| Action::Seal(Seal::PlayerSwap { with, give, take }))
    });
    actions.extend(swaps.step_by(every(Card::PlayerSwap)));
    actions
}

#[track_caller]
fn trial(players: u8, options: &Options, seeds: std::ops::Range<u64>) -> Met {
    let game: Wangdo = open(options);
    let met = obey(&Trial { game, players, seeds, every: 13, most_events: 20_000 }, universe);
    assert!(met.accepted > 0 && met.refused > 0 && met.draws > 0);
    assert!(met.owned > 0 && met.owned < met.draws, "players draw steles, but no player draws tokens");
    assert!(!is_thorough() || met.spoiler.accepted > 0 && met.spoiler.refused > 0);
    met
}

#[track_caller]
fn met_rules(met: &Met, rules: &[&str]) {
    for rule in rules.iter().filter(|_| is_thorough()) {
        let id = format!("{}.{rule}", Wangdo::NAME);
        assert!(met.rules.contains_key(id.as_str()), "{id} was never broken: {:?}", met.rules);
    }
}

#[test]
fn stubborn_players_come_to_an_end() {
    for players in [2, 4] {
        every_game_ends::<Wangdo>(&Options::default(), players);
    }
}

#[test]
fn four_players() {
    let met = trial(4, &Options::default(), 0..20);
    assert!(met.reasons.contains_key("board-full"), "{:?}", met.reasons);
    met_rules(
        &met,
        &[
            "payment-due",
            "declared-action-due",
            "no-action-owed",
            "return-due",
            "take-count",
            "temple-short",
            "village-taken",
            "stele-not-held",
            "column-full",
            "same-colour",
            "no-neighbour",
            "price-unpayable",
            "nothing-to-pay",
            "no-ritual",
            "card-not-held",
            "card-not-playable",
            "swap-same-colour",
            "swap-not-held",
            "return-count",
            "pass-with-actions",
            "action-owed",
        ],
    );
}

#[test]
fn three_players_with_rituals_apart() {
    let options = Options { ritual_pays: false, ..Options::default() };
    let met = trial(3, &options, 0..20);
    assert!(met.reasons.contains_key("board-full"), "{:?}", met.reasons);
    met_rules(&met, &["no-such-village", "price-unpayable", "payment-due"]);
}

#[test]
fn two_players() {
    let met = trial(2, &Options::default(), 0..40);
    assert!(met.reasons.contains_key("board-full"), "{:?}", met.reasons);
}

#[test]
fn few_rounds() {
    for players in 2..=4 {
        let options = Options { max_rounds: 5, stalemate: false, three_seals: 4, ..Options::default() };
        let met = trial(players, &options, 0..10);
        assert!(met.reasons.contains_key("round-limit"), "{:?}", met.reasons);
    }
}
