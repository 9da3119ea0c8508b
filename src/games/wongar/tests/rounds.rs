//! Rounds: scorpions, the ritual deck, the hand-over, the end.

use super::*;
use crate::games::wongar::Reason;
use crate::games::wongar::names::RitualCards;

/// Player 0 is about to draw four cards.
fn draw_four(players: u8, options: &Options) -> Play {
    let mut play = Play::ready(players, options);
    play.show(Territory::Foot, TerritoryCard::DrawFour).sound();
    play
}

/// All ritual cards but these go into player 2's hand.
fn leave_in_deck(play: &mut Play, cards: [u8; 5]) {
    for card in RitualCard::ALL.iter().copied() {
        let go = play.state.deck[card] - cards[card as usize];
        play.state.deck[card] -= go;
        play.state.hands[Player(2)][card] += go;
    }
    play.sound();
}

#[test]
fn the_second_of_five_loses_three() {
    let mut play = draw_four(5, &Options::default());
    play.score_of(&[9, 12, 4, 0, -1]).sound();
    play.act(0, r#"{"take":{"territory":"foot"}}"#).draw(r#"{"ritual_card":"scorpion"}"#);
    assert_eq!((play.scores(), play.state.time), (vec![6, 12, 4, 0, -1], 2));
}

#[test]
fn scores_go_below_zero_and_level_players_are_not_behind() {
    let mut play = draw_four(4, &Options::default());
    play.score_of(&[0, -2, -1, 0]).sound();
    play.act(0, r#"{"take":{"territory":"foot"}}"#).draw(r#"{"ritual_card":"scorpion"}"#);
    assert_eq!(play.scores(), [-2, -2, -1, 0]);
    play.sound();
    play.draw(r#"{"ritual_card":"scorpion"}"#);
    assert_eq!(play.scores()[0], -2, "no player is behind now");
}

#[test]
fn harmless_scorpions_only_move_time() {
    let mut play = draw_four(4, &options(r#"{"harmless_scorpions":true}"#));
    play.score_of(&[9, 0, 0, 0]);
    play.act(0, r#"{"take":{"territory":"foot"}}"#).draw(r#"{"ritual_card":"scorpion"}"#);
    assert_eq!((play.scores()[0], play.state.time, play.state.aside), (9, 2, 1));
}

#[test]
fn the_second_ritual_scorpion_renews_the_deck() {
    for rules in ["{}", r#"{"harmless_scorpions":true}"#] {
        let mut play = draw_four(3, &options(rules));
        play.state.discards = RitualCards::of([2, 1, 0, 1, 0]);
        play.state.deck = RitualCards::of([12, 11, 10, 4, 2]);
        play.sound();
        play.act(0, r#"{"take":{"territory":"foot"}}"#).draw(r#"{"ritual_card":"cube"}"#);
        play.draw(r#"{"ritual_card":"scorpion"}"#);
        assert_eq!((play.state.aside, play.state.discards.total(), play.state.deck[RitualCard::Scorpion]), (1, 4, 1));
        play.sound();
        play.draw(r#"{"ritual_card":"scorpion"}"#);
        assert_eq!((play.state.aside, play.state.discards.total(), play.state.time), (0, 0, 3));
        assert_eq!(play.state.deck, RitualCards::of([14, 11, 10, 5, 2]), "what is in hand is not reshuffled");
        assert_eq!(play.state.phase, Phase::Draw { left: 3 }, "replacements do not count");
        play.sound();
    }
}

#[test]
fn a_draw_is_cancelled_when_nothing_but_scorpions_is_left() {
    let mut play = draw_four(3, &Options::default());
    leave_in_deck(&mut play, [0, 1, 0, 0, 2]);
    play.act(0, r#"{"take":{"territory":"foot"}}"#);
    assert_eq!(play.chances().len(), 2);
    play.draw(r#"{"ritual_card":"cube"}"#);
    assert_eq!((play.state.turn, play.state.time), (Player(1), 1), "three draws are cancelled, no scorpion strikes");
    assert_eq!(play.state.deck, RitualCards::of([0, 0, 0, 0, 2]));
    play.sound();
    // The last scorpion of the pile strikes while there is a discard to replace it.
    let mut play = draw_four(3, &Options::default());
    leave_in_deck(&mut play, [0, 1, 0, 0, 2]);
    play.state.deck = RitualCards::of([0, 0, 0, 0, 2]);
    play.state.discards = RitualCards::of([0, 1, 0, 0, 0]);
    play.sound();
    play.act(0, r#"{"take":{"territory":"foot"}}"#).draw(r#"{"ritual_card":"scorpion"}"#);
    assert_eq!(play.chances(), [(Chance::RitualCard(RitualCard::Scorpion), 1)]);
    play.draw(r#"{"ritual_card":"scorpion"}"#);
    assert_eq!(play.state.deck, RitualCards::of([0, 1, 0, 0, 2]));
    play.draw(r#"{"ritual_card":"cube"}"#);
    assert_eq!((play.state.turn, play.state.time), (Player(1), 3));
}

#[test]
fn without_ritual_scorpions_the_discards_become_the_pile_when_a_card_must_be_drawn() {
    let mut play = draw_four(3, &options(r#"{"own_doubles":true}"#));
    leave_in_deck(&mut play, [2, 0, 0, 0, 0]);
    play.state.hands[Player(2)][RitualCard::Cube] -= 1;
    play.state.discards = RitualCards::of([0, 1, 0, 0, 0]);
    play.sound();
    play.act(0, r#"{"take":{"territory":"foot"}}"#).draw(r#"{"ritual_card":"disc"}"#).draw(r#"{"ritual_card":"disc"}"#);
    assert_eq!((play.state.deck, play.state.discards.total()), (RitualCards::of([0, 1, 0, 0, 0]), 0));
    play.draw(r#"{"ritual_card":"cube"}"#);
    assert_eq!((play.state.turn, play.state.deck.total()), (Player(1), 0), "the fourth draw is forfeited");
    play.sound();
}

#[test]
fn chosen_cards_are_never_scorpions_and_a_pile_of_scorpions_counts_as_empty() {
    let mut play = draw_four(3, &options(r#"{"choose_ritual_cards":true}"#));
    leave_in_deck(&mut play, [2, 1, 0, 0, 2]);
    play.state.hands[Player(2)][RitualCard::Disc] -= 1;
    play.state.hands[Player(2)][RitualCard::Cube] -= 1;
    play.state.discards = RitualCards::of([1, 1, 0, 0, 0]);
    play.sound();
    play.act(0, r#"{"take":{"territory":"foot"}}"#);
    assert_eq!(play.refusal(0, r#"{"choose_card":{"card":"scorpion"}}"#), ["scorpion-not-chosen"]);
    assert_eq!(play.refusal(1, r#"{"choose_card":{"card":"scorpion"}}"#), ["scorpion-not-chosen"]);
    assert_eq!(play.refusal(0, r#"{"choose_card":{"card":"double"}}"#), ["not-in-pile"]);
    assert_eq!(play.refusal(1, r#"{"choose_card":{"card":"double"}}"#), [""; 0], "others do not see the pile");
    assert_eq!(play.refusal(0, r#""draw""#), ["choice-due"]);
    play.act(0, r#"{"choose_card":{"card":"cube"}}"#);
    // The two left are equal, and still the player must choose. Then one is left, which comes by itself, and the
    // discards join the scorpions.
    assert_eq!((play.state.phase, play.legal().len()), (Phase::Draw { left: 3 }, 1));
    play.act(0, r#"{"choose_card":{"card":"disc"}}"#);
    assert_eq!((play.state.phase, play.state.deck), (Phase::Draw { left: 1 }, RitualCards::of([1, 1, 0, 0, 2])));
    assert_eq!(play.state.hands[Player(0)], RitualCards::of([2, 1, 0, 0, 0]));
    assert_eq!(play.legal().len(), 2);
    play.sound();
    play.act(0, r#"{"choose_card":{"card":"disc"}}"#);
    assert_eq!((play.state.turn, play.state.deck, play.state.time), (Player(1), RitualCards::of([0, 1, 0, 0, 2]), 1));
    assert_eq!(play.state.hands[Player(0)], RitualCards::of([3, 1, 0, 0, 0]));
}

/// All players take a card with few choices; returns at the end of the round.
fn finish_round(play: &mut Play) {
    let first = play.state.boomerang;
    while play.state.phase != Phase::Over && play.state.phase != Phase::Reveal {
        match play.game.turn(&play.state) {
            Turn::Chance => {
                let (chance, _) = play.chances()[0];
                play.game.apply_chance(&mut play.state, &chance);
            }
            Turn::Player(player) => {
                let action = *play.legal().last().unwrap();
                play.game.apply(&mut play.state, player, &action);
            }
            Turn::Over => return,
        }
        assert!(play.state.phase == Phase::Reveal || play.state.boomerang == first, "the boomerang stays");
    }
}

#[test]
fn the_first_player_changes_every_round() {
    for holder in 0..4 {
        let mut play = Play::ready(4, &Options::default());
        for territory in play.game.board().order {
            play.show(territory, TerritoryCard::Disc);
        }
        play.state.turn = Player(3);
        play.act(3, r#"{"take":{"territory":"west"}}"#);
        play.state.ancestor_pawn = Player(holder);
        play.sound();
        finish_round(&mut play);
        let expected = if holder == 0 { Player(1) } else { Player(holder) };
        assert_eq!((play.state.boomerang, play.state.ancestor_pawn), (expected, expected));
        assert_eq!((play.state.turn, play.state.phase), (expected, Phase::Reveal));
    }
}

#[test]
fn a_territory_scorpion_strikes_the_first_player_and_is_replaced() {
    // Harmless scorpions do everything except the harm.
    for (rules, scores) in [("{}", [7, 5, 3]), (r#"{"harmless_scorpions":true}"#, [7, 7, 7])] {
        let mut play = Play::ready(3, &options(rules));
        for territory in play.game.board().order {
            play.show(territory, TerritoryCard::Disc);
        }
        play.score_of(&[0, scores[0], 0]).sound();
        finish_round(&mut play);
        assert_eq!((play.state.boomerang, play.game.due(&play.state)), (Player(1), Some(Territory::South1)));
        play.draw(r#"{"territory_card":"scorpion"}"#);
        assert_eq!((play.scores(), play.state.time), (vec![0, scores[1], 0], 2));
        assert_eq!(play.state.taken[Player(1)][TerritoryCard::Scorpion], 1);
        play.draw(r#"{"territory_card":"scorpion"}"#).draw(r#"{"territory_card":"disc"}"#);
        assert_eq!((play.scores(), play.state.time), (vec![0, scores[2], 0], 3));
        assert_eq!(play.game.due(&play.state), Some(Territory::South2));
    }
}

#[test]
fn the_round_is_completed_after_time_has_run_out_and_time_stops() {
    let mut play = draw_four(3, &Options::default());
    play.state.time = 11;
    play.score_of(&[5, 3, 1]).sound();
    play.act(0, r#"{"take":{"territory":"foot"}}"#).draw(r#"{"ritual_card":"scorpion"}"#);
    assert_eq!((play.state.time, play.state.end, play.scores()), (12, Some(Reason::ScorpionAtX), vec![3, 3, 1]));
    play.draw(r#"{"ritual_card":"scorpion"}"#);
    assert_eq!((play.state.time, play.scores()), (12, vec![2, 3, 1]), "it still stings");
    play.sound();
    let holder = play.state.ancestor_pawn;
    for territory in play.game.board().order {
        if play.state.piles[territory].shows.is_some() {
            play.show(territory, TerritoryCard::Disc);
        }
    }
    finish_round(&mut play);
    let outcome = play.game.outcome(&play.state).unwrap();
    assert_eq!((outcome.reason, outcome.scores), ("scorpion-at-x", Some(vec![2, 3 + 8, 1 + 8])));
    assert_eq!(outcome.places, [3, 1, 2]);
    assert_eq!(
        (play.state.ancestor_pawn, play.state.boomerang),
        (holder, Player(0)),
        "no hand-over after the last round"
    );
    play.sound();
}

#[test]
fn the_last_card_of_a_pile_ends_the_game() {
    let mut play = Play::ready(3, &Options::default());
    play.show(Territory::West, TerritoryCard::DrawFour).thin_out(Territory::West, &[], 1);
    play.state.time = 11;
    play.sound();
    play.act(0, r#"{"take":{"territory":"west"}}"#);
    assert_eq!(play.state.end, Some(Reason::PileExhausted), "before the card has any effect");
    play.draw(r#"{"ritual_card":"scorpion"}"#);
    assert_eq!((play.state.time, play.state.end), (12, Some(Reason::PileExhausted)), "the first trigger counts");
    play.sound();
    finish_round(&mut play);
    assert_eq!(play.game.outcome(&play.state).unwrap().reason, "pile-exhausted");
}

#[test]
fn scorpions_beneath_a_pile_end_the_game_only_when_they_are_turned_up() {
    for (time, reason) in [(1, Reason::PileExhausted), (10, Reason::ScorpionAtX)] {
        let mut play = Play::ready(3, &Options::default());
        for territory in play.game.board().order {
            play.show(territory, TerritoryCard::Disc);
        }
        play.thin_out(Territory::West, &[], 1);
        play.state.piles[Territory::West].under = 2;
        play.state.taken[Player(1)][TerritoryCard::Scorpion] -= 2;
        play.state.time = time;
        play.state.aside = 1 - time % 2;
        play.state.deck[RitualCard::Scorpion] -= 1 - time % 2;
        play.sound();
        play.act(0, r#"{"take":{"territory":"west"}}"#);
        assert_eq!(play.state.end, None, "scorpions are left");
        play.act(0, r#"{"place":{"kind":"disc","territory":"foot"}}"#);
        finish_round(&mut play);
        assert_eq!(play.chances(), [(Chance::TerritoryCard(TerritoryCard::Scorpion), 2)]);
        play.draw(r#"{"territory_card":"scorpion"}"#).draw(r#"{"territory_card":"scorpion"}"#);
        assert_eq!(play.state.end, Some(reason));
        assert_eq!(play.state.taken[play.state.boomerang][TerritoryCard::Scorpion], 2);
        // The other territories are still turned up, and the round is played.
        assert_eq!(play.state.phase, Phase::Reveal);
        play.sound();
        while play.state.phase == Phase::Reveal {
            let (chance, _) = play.chances()[0];
            play.game.apply_chance(&mut play.state, &chance);
            play.sound();
        }
        finish_round(&mut play);
        assert_eq!(play.game.outcome(&play.state).unwrap().reason, reason.name());
    }
}

#[test]
fn the_final_bonus_goes_to_everybody_who_has_most() {
    let mut play = Play::ready(3, &Options::default());
    for territory in play.game.board().order {
        play.show(territory, TerritoryCard::Triple);
    }
    // Player 1 keeps two discs, player 2 a disc and the cylinder; no player has a cube card.
    play.thin_out(Territory::West, &[TerritoryCard::Cube; 2], 1);
    for card in TerritoryCard::ALL.iter().copied() {
        let taken = std::mem::take(&mut play.state.taken[Player(1)][card]);
        let keep = match card {
            TerritoryCard::Disc => [2, 1],
            _ => [0, taken],
        };
        play.state.taken[Player(1)][card] = keep[0];
        play.state.taken[Player(2)][card] = keep[1];
    }
    play.state.taken[Player(0)][TerritoryCard::Disc] = 0;
    play.state.time = 3;
    play.sound();
    play.state.phase = Phase::Over;
    play.state.end = Some(Reason::ScorpionAtX);
    play.state.time = 12;
    play.score_of(&[3, 3, -1]).sound();
    let details = play.game.details(&play.state).unwrap();
    assert_eq!((details.bonus, details.track), (vec![0, 8, 8], vec![3, 3, -1]));
    assert_eq!(details.most.disc.into_iter().collect::<Vec<_>>(), [Player(1)]);
    assert_eq!(details.most.cylinder.into_iter().collect::<Vec<_>>(), [Player(2)]);
    assert!(details.most.cube.is_empty() && !details.places_rest_on_reconstructed);
    let outcome = play.game.outcome(&play.state).unwrap();
    assert_eq!((outcome.places, outcome.scores), (vec![3, 1, 2], Some(vec![3, 11, 7])));
}

#[test]
fn a_choice_is_asked_unless_one_card_is_left() {
    let mut play = draw_four(3, &options(r#"{"choose_ritual_cards":true}"#));
    // The pile holds three discs; taking one automatically would reveal that they are equal.
    leave_in_deck(&mut play, [3, 0, 0, 0, 2]);
    play.act(0, r#"{"take":{"territory":"foot"}}"#);
    let choose = r#"{"choose_card":{"card":"disc"}}"#;
    for left in [4, 3] {
        assert_eq!((play.state.phase, play.legal().len()), (Phase::Draw { left }, 1));
        play.sound();
        // For an onlooker, who has seen none of these cards, any may lie there.
        let view = play.game.view(&play.state, Some(Player(1)));
        let mut dice = crate::dice::Dice::new(7);
        let mut piles = Vec::new();
        for _ in 0..20 {
            let imagined = play
                .game
                .determinize(&view, &mut crate::dice::Supply(&mut dice, crate::game::Source(0)))
                .expect("a view");
            assert_eq!(play.game.view(&imagined, Some(Player(1))), view);
            assert_eq!(play.game.turn(&imagined), Turn::Player(Player(0)));
            piles.push(imagined.deck);
        }
        assert!(piles.iter().any(|pile| pile[RitualCard::Cube] > 0));
        play.act(0, choose);
    }
    // All players can count that the last card is drawn now; then nothing is left to draw.
    assert_eq!((play.state.turn, play.state.hands[Player(0)]), (Player(1), RitualCards::of([3, 0, 0, 0, 0])));
    play.sound();
}
