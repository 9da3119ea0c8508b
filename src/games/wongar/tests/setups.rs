//! The set-up: scorpions beneath piles, the bag, the deal, markers, free placement.

use super::*;
use crate::game::{Event, Sight};

#[test]
fn scorpions_turned_up_at_set_up_go_beneath_the_pile_without_effect() {
    let mut play = Play::start(3, &Options::default());
    assert_eq!(play.chances().last().unwrap().1, 2);
    play.draw(r#"{"territory_card":"scorpion"}"#).draw(r#"{"territory_card":"scorpion"}"#);
    let pile = play.state.piles[Territory::Kangaroo];
    assert_eq!((pile.under, pile.cards.total(), pile.shows), (2, 13, None));
    assert_eq!((play.state.time, play.scores()), (1, vec![0; 3]));
    assert!(play.chances().iter().all(|(chance, _)| *chance != Chance::TerritoryCard(TerritoryCard::Scorpion)));
    play.draw(r#"{"territory_card":"both"}"#);
    assert_eq!(play.state.piles[Territory::Kangaroo].shows, Some(TerritoryCard::Both));
    play.sound();
}

#[test]
fn the_bag_fills_the_territories_in_reading_order() {
    for players in 3..=5 {
        let mut play = Play::start(players, &Options::default());
        while play.state.phase != Phase::SetupHands {
            let (chance, _) = play.chances()[0];
            play.game.apply_chance(&mut play.state, &chance);
            play.sound();
        }
        for territory in play.game.board().order {
            let there: u32 = play.state.pieces[territory].0.iter().map(Pieces::total).sum();
            assert_eq!(there, Wongar::room(territory, players));
        }
        assert!(play.state.bag.0.iter().all(Pieces::is_empty));
        assert_eq!(play.state.supply[Player(0)], Pieces::of([14, 11, 8]));
    }
}

#[test]
fn no_scorpion_is_dealt_and_player_0_gets_both_cards_first() {
    let mut play = Play::start(5, &Options::default());
    while play.state.phase != Phase::SetupHands {
        let (chance, _) = play.chances()[0];
        play.game.apply_chance(&mut play.state, &chance);
    }
    assert_eq!(play.chances().iter().map(|(_, weight)| *weight).collect::<Vec<_>>(), [14, 12, 10, 5]);
    play.draw(r#"{"ritual_card":"double"}"#).draw(r#"{"ritual_card":"disc"}"#).draw(r#"{"ritual_card":"disc"}"#);
    assert_eq!(play.hand_sizes(), [2, 1, 0, 0, 0]);
    let secret = Event::Chance(Chance::RitualCard(RitualCard::Disc));
    assert_eq!(play.game.sees(&play.state, &secret, Some(Player(1))), Sight::Full);
    assert_eq!(play.game.sees(&play.state, &secret, Some(Player(0))), Sight::Kind);
    assert_eq!(play.game.sees(&play.state, &secret, None), Sight::Kind);
    let public = Event::Chance(Chance::RitualCard(RitualCard::Scorpion));
    assert_eq!(play.game.sees(&play.state, &public, None), Sight::Full);
    while play.state.phase == Phase::SetupHands {
        play.draw(r#"{"ritual_card":"cube"}"#);
    }
    assert_eq!((play.hand_sizes(), play.state.deck.total()), (vec![2; 5], 33));
    play.draw(r#"{"marker":4}"#);
    assert_eq!(play.chances().len(), 4, "another marker names the elder's holder");
    play.draw(r#"{"marker":2}"#);
    assert_eq!(
        (play.state.boomerang, play.state.ancestor_pawn, play.state.elder_pawn),
        (Player(4), Player(4), Player(2))
    );
    assert_eq!(play.state.figures, [Territory::Hand, Territory::Foot]);
}

#[test]
fn own_doubles_are_there_before_the_deal() {
    let mut play = Play::start(3, &options(r#"{"own_doubles":true,"own_figures":true}"#));
    assert_eq!((play.hand_sizes(), play.state.deck.total()), (vec![1; 3], 36));
    assert_eq!(play.state.piles[Territory::Foot].cards.total(), 13);
    while play.state.phase != Phase::Take {
        let (chance, _) = play.chances()[0];
        play.game.apply_chance(&mut play.state, &chance);
    }
    assert_eq!((play.hand_sizes().iter().sum::<u32>(), play.state.deck.total()), (10, 29));
    assert_eq!(play.state.seats().map(|player| play.state.own[player].total()).sum::<u32>(), 6);
}

#[test]
fn free_placement_goes_round_twelve_times() {
    let mut play = Play::start(3, &options(r#"{"free_placement":true}"#));
    while play.state.phase != Phase::SetupPlacement {
        let (chance, _) = *play.chances().last().unwrap();
        assert!(!matches!(chance, Chance::RitualCard(_)), "no player has cards while placing");
        play.game.apply_chance(&mut play.state, &chance);
        play.sound();
    }
    assert_eq!(play.state.boomerang, Player(2), "the last marker was drawn first");
    for turn in 0..36 {
        let player = (2 + turn) % 3;
        let kind = ["disc", "cube", "cylinder"][usize::from(turn / 12)];
        play.sound();
        if turn == 12 {
            let fifth = r#"{"place":{"kind":"disc","territory":"east"}}"#;
            assert_eq!(play.refusal(player, fifth), ["none-left"], "four of each kind are placed");
            assert_eq!(play.refusal(player, r#""draw""#), ["set-up-due"]);
        }
        assert_eq!(play.hand_sizes(), [0; 3]);
        play.act(player, &format!(r#"{{"place":{{"kind":"{kind}","territory":"east"}}}}"#));
    }
    assert_eq!((play.state.phase, play.there(1, Territory::East)), (Phase::SetupHands, Pieces::of([4, 4, 4])));
    for dealt in 1..=6 {
        play.sound();
        play.draw(r#"{"ritual_card":"disc"}"#);
        assert_eq!(play.hand_sizes().iter().sum::<u32>(), dealt);
    }
    assert_eq!((play.state.phase, play.state.turn), (Phase::Privilege, Player(2)));
}

/// The options are independent: both markers come before the placement (P17, D39). The elder's holder looks through
/// the pile when the privilege is due; whatever is dealt last, no other player's view may differ.
#[test]
fn markers_come_before_free_placement_also_where_ritual_cards_are_chosen() {
    let mut play = Play::start(3, &options(r#"{"free_placement":true,"choose_ritual_cards":true}"#));
    while play.state.phase == Phase::SetupTerritories {
        play.draw(r#"{"territory_card":"disc"}"#);
    }
    play.draw(r#"{"marker":2}"#).draw(r#"{"marker":1}"#).sound();
    assert_eq!((play.state.phase, play.state.elder_pawn), (Phase::SetupPlacement, Player(1)));
    while play.state.phase == Phase::SetupPlacement {
        play.sound();
        let (player, action) = (play.state.turn, play.legal()[0]);
        play.game.apply(&mut play.state, player, &action);
    }
    for _ in 0..5 {
        play.sound();
        play.draw(r#"{"ritual_card":"disc"}"#);
    }
    assert_eq!((play.state.phase, play.hand_sizes()), (Phase::SetupHands, vec![2, 2, 1]));
    let seen_after = |card: &str, viewers: [Option<Player>; 2]| {
        let mut after = Play { game: play.game.clone(), state: play.state.clone() };
        after.draw(card).sound();
        viewers.map(|viewer| after.game.view(&after.state, viewer))
    };
    let (cube, double) = (r#"{"ritual_card":"cube"}"#, r#"{"ritual_card":"double"}"#);
    let strangers = [Some(Player(0)), None];
    assert_eq!(seen_after(cube, strangers), seen_after(double, strangers));
    let told = [Some(Player(1)), Some(Player(2))];
    assert_ne!(seen_after(cube, told)[0], seen_after(double, told)[0], "the elder's holder looks through the pile");
    assert_ne!(seen_after(cube, told)[1], seen_after(double, told)[1], "it is their card");
    let before = play.game.view(&play.state, Some(Player(1)));
    assert!(matches!(before.deck, crate::games::wongar::view::DeckView::Hidden { .. }), "not before their privilege");
    play.draw(cube).sound();
    assert_eq!((play.state.phase, play.game.turn(&play.state)), (Phase::Privilege, Turn::Player(Player(1))));
    assert_eq!((play.state.turn, play.state.ancestor_pawn), (Player(2), Player(2)));
    for phase in [Phase::SetupPlacement, Phase::SetupFirst, Phase::SetupElder, Phase::SetupHands] {
        let mut early = play.game.position(&play.state, true);
        early.phase = phase;
        assert!(play.game.restore(3, &early).is_err(), "{phase:?}");
    }
}

#[test]
fn both_markers_are_known_while_placing() {
    for chosen in [false, true] {
        let text = format!(r#"{{"free_placement":true,"choose_ritual_cards":{chosen}}}"#);
        let mut play = Play::start(3, &options(&text));
        while play.state.phase != Phase::SetupPlacement {
            let (chance, _) = *play.chances().last().unwrap();
            play.game.apply_chance(&mut play.state, &chance);
        }
        let mut position = play.game.position(&play.state, true);
        assert!(position.elder_pawn.is_some());
        assert_eq!(play.game.restore(3, &position).as_ref(), Ok(&play.state));
        position.elder_pawn = None;
        let faults = play.game.restore(3, &position).unwrap_err();
        assert_eq!(faults.iter().map(|fault| fault.clause().id).collect::<Vec<_>>(), ["wongar.position-markers"]);
    }
}
