//! Positions as JSON: which are read, and the faults reported.

use super::super::names::{Figure, Trigger};
use super::super::position::Position;
use super::*;
use crate::breach::Breach as _;

/// The ids of the faults of a position after a change, without the name of the game.
fn faults(play: &Play, change: impl FnOnce(&mut Position)) -> Vec<&'static str> {
    let mut position = play.game.position(&play.state, true);
    change(&mut position);
    match play.game.restore(play.state.players, &position) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.iter().map(|fault| &fault.clause().id["wongar.".len()..]).collect(),
    }
}

fn ready() -> Play {
    Play::ready(3, &Options::default())
}

#[test]
fn a_position_written_by_hand_is_read() {
    let play = ready();
    let text = serde_json::to_string(&play.game.position(&play.state, true)).unwrap();
    let with_zeros = text.replace(r#""discards":{"#, r#""discards":{"disc":0,"#);
    let position: Position = strict::from_slice(with_zeros.as_bytes()).unwrap();
    assert_eq!(play.game.restore(3, &position).as_ref(), Ok(&play.state));
}

#[test]
fn seats_and_names_must_fit() {
    let play = ready();
    assert_eq!(faults(&play, |p| p.players.truncate(2)), ["position-seats"]);
    assert_eq!(faults(&play, |p| p.elder_pawn = Some(Player(3))), ["position-player"]);
    assert_eq!(faults(&play, |p| p.boomerang = None), ["position-markers"]);
    assert_eq!(faults(&play, |p| p.time = 0), ["position-time"]);
    assert_eq!(faults(&play, |p| p.time = 13), ["position-time"]);
    let land = |p: &mut Position| p.territories.0[Territory::North4 as usize] = p.territories.0[0].clone();
    assert_eq!(faults(&play, land), ["position-territory"]);
    assert_eq!(faults(&play, |p| p.figures.elder = Territory::North4), ["no-such-territory"]);
}

#[test]
fn cards_and_pieces_are_counted() {
    let play = ready();
    assert_eq!(faults(&play, |p| p.players[0].supply[Kind::Disc] += 1), ["position-pieces"]);
    assert_eq!(faults(&play, |p| p.players[0].taken[TerritoryCard::Disc] += 1), ["position-taken"]);
    assert_eq!(faults(&play, |p| p.deck[RitualCard::Disc] -= 1), ["position-ritual"]);
    let scorpion = |p: &mut Position| {
        p.deck[RitualCard::Scorpion] -= 1;
        p.players[1].hand[RitualCard::Scorpion] += 1;
    };
    assert_eq!(faults(&play, scorpion), ["position-scorpion"]);
    let face = |p: &mut Position| {
        let land = p.territories.0[0].as_mut().unwrap();
        land.pile[TerritoryCard::Scorpion] -= 1;
        land.pile[land.shows.unwrap()] += 1;
        land.shows = Some(TerritoryCard::Scorpion);
    };
    assert!(faults(&play, face).contains(&"position-face"));
    assert_eq!(
        faults(&play, |p| p.players[0].own = super::super::names::Figures::of([1, 0])),
        ["position-own-figures"]
    );
}

#[test]
fn ends_and_bare_territories_must_have_come_about() {
    let play = ready();
    let x = |p: &mut Position| p.time = 12;
    assert_eq!(faults(&play, x), ["position-end"]);
    assert_eq!(faults(&play, |p| p.end = Some(super::super::Reason::PileExhausted)), ["position-end"]);
    let bare = |p: &mut Position| {
        let land = p.territories.0[0].as_mut().unwrap();
        let card = land.shows.take().unwrap();
        land.pile[card] += 1;
    };
    assert_eq!(faults(&play, bare), ["position-bare"]);
    assert_eq!(faults(&play, |p| p.phase = Phase::Draw { left: 9 }), ["position-phase"]);
    assert_eq!(faults(&play, |p| p.phase = Phase::Draw { left: 0 })[0], "position-phase");
    assert_eq!(faults(&play, |p| p.phase = Phase::Privilege), [""; 0]);
    let turn = |p: &mut Position| (p.phase, p.turn) = (Phase::Privilege, Some(Player(1)));
    assert_eq!(faults(&play, turn), ["position-turn"]);
    assert_eq!(faults(&play, |p| p.phase = Phase::Reveal), ["position-unsettled"]);
}

#[test]
fn the_pawn_begins_the_round_with_the_boomerang() {
    let mut play = ready();
    assert_eq!(faults(&play, |p| p.ancestor_pawn = Some(Player(1))), ["position-pawn"]);
    let second = |pawn| move |p: &mut Position| (p.turn, p.ancestor_pawn) = (Some(Player(2)), Some(Player(pawn)));
    assert_eq!(faults(&play, second(1)), [""; 0]);
    assert_eq!(faults(&play, second(2)), ["position-pawn"]);
    play.show(Territory::East, TerritoryCard::Ancestor).act(0, r#"{"take":{"territory":"east"}}"#).sound();
    assert_eq!(faults(&play, |p| p.elder_pawn = Some(Player(2))), [""; 0]);
}

#[test]
fn only_scorpions_move_time() {
    let play = ready();
    let set_aside = |time| {
        move |p: &mut Position| {
            (p.time, p.aside) = (time, 1);
            p.deck[RitualCard::Scorpion] -= 1;
            p.end = (time == 12).then_some(super::super::Reason::ScorpionAtX);
        }
    };
    assert_eq!(faults(&play, |p| p.time = 2), ["position-passed"]);
    assert_eq!(faults(&play, |p| p.time = 3), [""; 0], "both ritual scorpions have been drawn and returned");
    assert_eq!(faults(&play, set_aside(1)), ["position-passed"]);
    assert_eq!(faults(&play, set_aside(3)), ["position-passed"]);
    for time in [2, 4, 10, 12] {
        assert_eq!(faults(&play, set_aside(time)), [""; 0]);
    }
    for rules in [r#"{"own_doubles":true}"#, r#"{"choose_ritual_cards":true}"#] {
        let play = Play::ready(3, &options(rules));
        assert_eq!(faults(&play, |p| p.time = 3), ["position-passed"], "no ritual scorpion can be drawn");
    }
}

#[test]
fn after_the_end_is_announced_full_piles_still_show_their_cards() {
    let play = ready();
    let bare = |p: &mut Position| {
        (p.time, p.end) = (12, Some(super::super::Reason::ScorpionAtX));
        for land in p.territories.0.iter_mut().flatten().take(2) {
            let card = land.shows.take().unwrap();
            land.pile[card] += 1;
        }
    };
    assert_eq!(faults(&play, bare), ["position-bare"]);
}

#[test]
fn a_phase_has_its_card() {
    let mut play = ready();
    assert_eq!(faults(&play, |p| p.phase = Phase::Move { figure: Figure::Ancestor }), ["position-phase"]);
    assert_eq!(faults(&play, |p| p.phase = Phase::Draw { left: 2 }), ["position-phase"]);
    play.show(Territory::East, TerritoryCard::Ancestor).give(1, &[RitualCard::Disc]).clear_all();
    play.stand(1, Territory::Foot, 1, 0, 0).stand(2, Territory::Foot, 1, 0, 0);
    play.act(0, r#"{"take":{"territory":"east"}}"#).act(0, r#"{"move":{"figure":"ancestor","to":"foot"}}"#).sound();
    let ceremony = |card, passed| {
        let passed = std::iter::once(passed).collect();
        Phase::Ceremony { card, at: Territory::Foot, passed, next: Player(1) }
    };
    assert_eq!(faults(&play, |p| p.phase = ceremony(Trigger::Ancestor, Player(2))), ["position-phase"], "no card");
    let both = |p: &mut Position| {
        (p.phase, p.elder_pawn) = (ceremony(Trigger::Both, Player(2)), Some(Player(0)));
        p.deck[RitualCard::Cube] -= 1;
        p.players[2].hand[RitualCard::Cube] += 1;
    };
    assert_eq!(faults(&play, both), ["position-phase"]);
    play.state.taken[Player(0)][TerritoryCard::Ancestor] = 0;
    play.state.taken[Player(0)][TerritoryCard::Cube] = 1;
    play.state.piles[Territory::East].cards[TerritoryCard::Ancestor] += 1;
    play.state.piles[Territory::East].cards[TerritoryCard::Cube] -= 1;
    assert_eq!(faults(&play, |_| {}), ["position-phase"], "the ceremony's card was not taken");
    assert_eq!(faults(&play, |p| p.phase = Phase::Draw { left: 2 }), [""; 0]);
    assert_eq!(faults(&play, |p| p.phase = Phase::Draw { left: 3 }), ["position-phase"]);
}

#[test]
fn random_games_lose_nothing_and_stay_small() {
    assert!(size_of::<State>() < 1024, "{}", size_of::<State>());
    let mut dice = crate::dice::Dice::new(5);
    for (seed, players) in [(1, 3), (2, 4), (3, 5)] {
        let game = open(&options(r#"{"own_figures":true,"choose_ritual_cards":true}"#));
        let mut supply = crate::dice::Supply(&mut dice, crate::game::Source(seed));
        let over = random_game(&game, players, &mut supply, |state| {
            for player in state.seats() {
                for kind in Kind::ALL.iter().copied() {
                    let on_board: u8 = Territory::ALL.iter().map(|at| state.pieces[*at][player][kind]).sum();
                    let all = on_board + state.supply[player][kind] + state.bag[player][kind];
                    assert_eq!(all, [18, 15, 12][kind as usize]);
                }
            }
            let hands: u32 = state.seats().map(|player| state.hands[player].total()).sum();
            assert_eq!(hands + state.deck.total() + state.discards.total() + u32::from(state.aside), 43);
        });
        assert_eq!(over.phase, Phase::Over);
    }
}

#[test]
fn scores_beyond_reach_are_refused() {
    let play = ready();
    assert_eq!(faults(&play, |p| p.players[2].score = i32::MAX), ["position-score"]);
    assert_eq!(faults(&play, |p| p.players[2].score = i32::MIN), ["position-score"]);
    assert_eq!(faults(&play, |p| p.players[2].score = -40), [""; 0]);
    let harmless = Play::ready(3, &options(r#"{"harmless_scorpions":true}"#));
    assert_eq!(faults(&harmless, |p| p.players[2].score = -1), ["position-score"]);
}

#[test]
fn a_score_at_its_bound_stays_readable() {
    let mut play = ready();
    play.show(Territory::East, TerritoryCard::Ancestor).show(Territory::West, TerritoryCard::DrawFour);
    play.clear_all().stand(1, Territory::Foot, 0, 0, 1).score_of(&[0, 1_000_000, -1_000_000]).sound();
    play.act(0, r#"{"take":{"territory":"east"}}"#).act(0, r#"{"move":{"figure":"ancestor","to":"foot"}}"#);
    assert_eq!(play.scores(), [0, 1_000_000, -1_000_000]);
    play.sound();
    play.score_of(&[-1_000_000, -999_999, -1_000_000]);
    play.act(1, r#"{"take":{"territory":"west"}}"#).draw(r#"{"ritual_card":"scorpion"}"#).sound();
    assert_eq!(play.scores(), [-1_000_000; 3]);
}
