//! Pouch under the laws: every multiset of up to four tiles in an order that is not canonical, bids in and out of
//! range, every name.

use referee::game::{Game as _, Player};

use crate::laws::{Met, Trial, every_game_ends, obey, open};
use crate::sample::is_thorough;
use crate::toy::{Action, Options, Pouch, State, Tile};

fn universe(_: &Pouch, _: &State, _: Player) -> Vec<Action> {
    let mut actions: Vec<Action> = [0, 1, 5, 6, 999, 1000].map(|amount| Action::Bid { amount }).into();
    actions.extend(Player::all(4).map(|next| Action::Name { next }));
    for length in 0..=4_u32 {
        for code in 0..3_usize.pow(length) {
            let tiles = (0..length).map(|at| Tile::ALL[code / 3_usize.pow(at) % 3]).collect();
            actions.push(Action::Spend { tiles });
        }
    }
    actions
}

#[track_caller]
fn trial(players: u8, options: &Options, seeds: std::ops::Range<u64>) -> Met {
    obeyed(&Trial { game: open(options), players, seeds, every: 5, most_events: 2000 })
}

#[track_caller]
fn obeyed(trial: &Trial<Pouch>) -> Met {
    let met = obey(trial, universe);
    assert!(met.accepted > 0 && met.refused > 0 && met.draws > 0, "{met:?}");
    met
}

#[test]
fn two_players() {
    let met = trial(2, &Options::default(), 0..200);
    assert!(met.reasons.contains_key("turns"), "{met:?}");
    let acts = ["name-not-due", "nothing-spent", "too-many", "not-held", "bid-range"];
    assert!(!met.rules.contains_key("pouch.name-due"), "the only answer just happens");
    assert!(
        !is_thorough() || acts.iter().all(|rule| met.rules.contains_key(format!("{}.{rule}", Pouch::NAME).as_str())),
        "{met:?}"
    );
}

#[test]
fn stubborn_players_come_to_an_end() {
    every_game_ends::<Pouch>(&Options::default(), 2);
    every_game_ends::<Pouch>(&Options::default(), 3);
}

#[test]
fn three_players() {
    let met = trial(3, &Options { turns: 60, ..Options::default() }, 0..50);
    assert!(met.rules.contains_key("pouch.name-due") && met.rules.contains_key("pouch.name-wrong"), "{met:?}");
    assert!(!is_thorough() || met.reasons.contains_key("rich"), "{met:?}");
}

/// In a small bag some colour is soon gone, so the possible draws depend on what the others hold.
#[test]
fn a_small_bag() {
    let mut game: Pouch = open(&Options::default());
    game.each = 2;
    obeyed(&Trial { game, players: 2, seeds: 0..320, every: 1, most_events: 2000 });
}
