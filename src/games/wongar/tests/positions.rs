//! Positions in writing: what is read, and the faults that are named.

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
    assert_eq!(faults(&play, |p| drop(p.players.pop())), ["position-seats"]);
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
