//! We Will Wok You: every coin, row and wok card; every payment of up to four cards from a part of the hand, and some
//! with cards from elsewhere; the best declaration, variations of it, and nonsense.

use referee::game::{Game, Player};
use referee::games::we_will_wok_you::cards::{Cards, Face, Ingredient};
use referee::games::we_will_wok_you::declaration::{Declaration, Filled, Swap};
use referee::games::we_will_wok_you::market::{Line, Row};
use referee::games::we_will_wok_you::woks::Wok;
use referee::games::we_will_wok_you::{
    Action, Cooks, DoubleMan, FinalPass, Options, Payment, Seat, State, WeWillWokYou,
};

use crate::laws::{Met, Trial, every_game_ends, obey, open};
use crate::sample::is_thorough;

fn universe(game: &WeWillWokYou, state: &State, player: Player) -> Vec<Action> {
    let seat = state.seat(player);
    let mut actions = vec![Action::Pass, Action::Lay { cards: Cards::NONE.into() }];
    actions.extend(Line::ALL.map(|line| Action::TakeCoin { line }));
    actions.extend(Row::ALL.map(|row| Action::Buy { row }));
    actions.extend(Wok::all().map(|wok| Action::TakeWok { wok }));
    payments(seat, &mut actions);
    if state.last == Some(0) {
        declarations(game, seat, &mut actions);
    } else {
        actions.push(Action::Score(Declaration::default()));
    }
    actions
}

/// Up to four cards out of twelve of the hand, two laid ones and one from anywhere.
fn payments(seat: &Seat, actions: &mut Vec<Action>) {
    let hand = seat.hand.faces();
    let mut cards: Vec<Face> = hand.iter().skip(hand.len().saturating_sub(24) / 2).take(12).copied().collect();
    cards.extend(seat.laid.faces().iter().rev().take(2));
    cards.extend(Face::all().nth(usize::from(seat.hand.len()) * 5 % 126));
    let n = cards.len();
    for a in 0..n {
        for b in a + 1..=n {
            for c in b.max(a + 1)..=n {
                for d in c..=n {
                    // The index n means no card.
                    let distinct = (b == n || c == n || b < c) && (c == n || d == n || c < d);
                    if distinct {
                        let named = [a, b, c, d].into_iter().filter(|at| *at < n).map(|at| cards[at]);
                        actions.push(Action::Lay { cards: Box::new(named.collect()) });
                    }
                }
            }
        }
    }
    actions.push(Action::Lay { cards: seat.hand.into() });
}

/// The best declaration with one thing changed at a time.
fn declarations(game: &WeWillWokYou, seat: &Seat, actions: &mut Vec<Action>) {
    let (best, _) = game.best_declaration(seat);
    let mut vary = |change: &dyn Fn(&mut Declaration)| {
        let mut declaration = best.clone();
        change(&mut declaration);
        actions.push(Action::Score(declaration));
    };
    vary(&|_| {});
    vary(&|declaration| declaration.woks.clear());
    vary(&|declaration| declaration.woks.reverse());
    let cards: Vec<Face> = seat.hand.faces().iter().chain(seat.laid.faces()).copied().collect();
    for wok in Wok::all() {
        vary(&|declaration| declaration.woks.push(Filled::empty(wok)));
    }
    for at in 0..best.woks.len() {
        vary(&|declaration| {
            declaration.woks.remove(at);
        });
        vary(&|declaration| declaration.woks[at].cooks.clear());
        vary(&|declaration| declaration.woks[at].mirror ^= true);
        vary(&|declaration| declaration.woks[at].cards = Cards::NONE);
        for cook in Wok::all().filter(|wok| wok.is_cook()).chain(Wok::all().take(1)) {
            vary(&|declaration| declaration.woks[at].cooks.push(cook));
            vary(&|declaration| {
                declaration.woks.iter_mut().for_each(|filled| filled.cooks.retain(|other| *other != cook));
                declaration.woks[at].cooks.insert(0, cook);
            });
        }
        for from in Ingredient::ALL {
            for to in Ingredient::ALL {
                vary(&|declaration| declaration.woks[at].swap = Some(Swap { from, to }));
                vary(&|declaration| {
                    for filled in &mut declaration.woks {
                        filled.cooks.retain(|cook| *cook != Wok::CHANGING_MAN);
                        filled.swap = None;
                    }
                    declaration.woks[at].cooks.push(Wok::CHANGING_MAN);
                    declaration.woks[at].swap = Some(Swap { from, to });
                });
            }
        }
        for face in cards.iter().copied().chain(Face::all().step_by(11)) {
            vary(&|declaration| {
                declaration.woks[at].cards.insert(face);
            });
            vary(&|declaration| {
                declaration.woks[at].cards.remove(face);
            });
            if best.woks[at].wok.is_concert() {
                vary(&|declaration| {
                    declaration.woks[at].right.insert(face);
                });
            }
        }
    }
}

#[track_caller]
fn trial(options: &Options, players: u8, seeds: std::ops::Range<u64>, every: u64) -> Met {
    let game: WeWillWokYou = open(options);
    let met = obey(&Trial { game, players, seeds, every, most_events: 20_000 }, universe);
    assert!(met.accepted > 0 && met.refused > 0 && met.draws > 0);
    assert_eq!(met.owned, 0, "all drawn cards lie on the table for all");
    assert!(met.reasons.contains_key("rows-empty"));
    met
}

#[track_caller]
fn broken(met: &Met, rules: &[&str]) {
    for rule in rules.iter().filter(|_| is_thorough()) {
        let rule = format!("{}.{rule}", WeWillWokYou::NAME);
        assert!(met.rules.contains_key(rule.as_str()), "{rule} was never broken: {:?}", met.rules);
    }
}

#[test]
fn stubborn_players_come_to_an_end() {
    for players in [2, 4] {
        every_game_ends::<WeWillWokYou>(&Options::default(), players);
    }
}

#[test]
fn default_options() {
    let mut rules = std::collections::BTreeMap::new();
    for players in 2..=4 {
        let met = trial(&Options::default(), players, 0..25, 47);
        met.rules.iter().for_each(|(rule, count)| *rules.entry(*rule).or_default() += count);
    }
    let market = [
        "declaration-due",
        "declaration-early",
        "wok-due",
        "wok-unpaid",
        "last-coin",
        "row-empty",
        "coins-short",
        "not-in-hand",
        "already-laid",
        "symbols-short",
        "card-idle",
        "symbols-more",
        "wok-not-offered",
        "pass-with-actions",
    ];
    let scoring = [
        "wok-not-owned",
        "wok-twice",
        "cook-filled",
        "no-cook",
        "cook-not-owned",
        "cook-twice",
        "double-man-target",
        "changing-man-target",
        "cook-idle",
        "swap-alone",
        "swap-absent",
        "mirror-not-offered",
        "mirror-alone",
        "covered-filled",
        "group-foreign",
        "group-incomplete",
        "hard-incomplete",
        "free-symbol",
        "concert-foreign",
        "card-not-owned",
        "card-twice",
    ];
    let met = Met { rules, ..Met::default() };
    broken(&met, &market);
    broken(&met, &scoring);
}

#[test]
fn declining_the_last_action() {
    let options = Options { final_pass: FinalPass::Allowed, ..Options::default() };
    trial(&options, 3, 0..20, 101);
}

#[test]
fn more_than_four_symbols() {
    let options = Options { payment: Payment::AtLeastFour, ..Options::default() };
    trial(&options, 2, 0..6, 101);
}

#[test]
fn free_cooks() {
    let options = Options { cooks: Cooks::Optional, double_man: DoubleMan::PlayerChoice, ..Options::default() };
    trial(&options, 4, 0..20, 61);
}
