//! How games end, and who wins.

use super::*;
use crate::games::wangdo::{Reason, Seat};

/// A full board of two tokens of each type, with this many sealed.
fn full(sealed: u8) -> [u8; 8] {
    let mut tokens = [0; 8];
    for (i, pair) in tokens.chunks_mut(2).enumerate() {
        let seals = sealed.saturating_sub(2 * i as u8).min(2);
        pair.copy_from_slice(&[2 - seals, seals]);
    }
    tokens
}

fn ended(reason: Reason, seats: &[Seat]) -> State {
    let mut state = blank(seats.len() as u8);
    state.seats[..seats.len()].copy_from_slice(seats);
    state.phase = Phase::Over(reason);
    state
}

fn seat(tokens: [u8; 8], cards: &[Card]) -> Seat {
    Seat { reserve: Steles::NONE, tokens, cards: cards.iter().copied().collect() }
}

#[track_caller]
fn places(state: &State, places: &[u8], scores: &[i32]) {
    let outcome = game().outcome(state).unwrap();
    assert_eq!((outcome.places.as_slice(), outcome.scores.as_deref()), (places, Some(scores)));
}

/// R33: seals on tokens, on the backs of two cards, and the card of three.
#[test]
fn nine_seals() {
    let nine = seat(full(4), &[Card::ThreeSeals, Card::Discount, Card::BoardSwap]);
    assert_eq!(game().seals(&nine), 9);
    let state = ended(Reason::BoardFull, &[nine, seat(full(5), &[Card::ThreeSeals]), seat(full(0), &[])]);
    places(&state, &[1, 2, 2], &[8, 8, 8]);
    assert_eq!(game().details(&state).unwrap().seals, [9, 8, 0]);
}

/// P15b: read as a sum, the card of three seals counts its face and its back.
#[test]
fn three_seals_and_a_back() {
    let open = |three_seals| Wangdo::open(&edition(), &Options { three_seals, ..Options::default() });
    let (one, other) = (seat(full(4), &[Card::ThreeSeals]), seat(full(5), &[Card::Discount, Card::BoardSwap]));
    let state = ended(Reason::BoardFull, &[one, other, seat(full(0), &[])]);
    for (three_seals, seals, places) in [(3, [7, 7, 0], [1, 1, 3]), (4, [8, 7, 0], [1, 2, 2])] {
        let game = open(three_seals).unwrap();
        assert_eq!(game.details(&state).unwrap().seals, seals);
        assert_eq!(game.outcome(&state).unwrap().places, places);
    }
    for wrong in [0, 2, 5, 255] {
        assert_eq!(open(wrong).err().unwrap()[0].at, "options.three_seals");
    }
}

#[test]
fn only_full_boards_compete() {
    // Seals without a full board are worth nothing; equal seals share the win.
    let mut many = full(8);
    many[7] = 1;
    let state = ended(
        Reason::BoardFull,
        &[seat(many, &[Card::ThreeSeals]), seat(full(2), &[]), seat(full(1), &[Card::Discount]), seat(full(1), &[])],
    );
    places(&state, &[3, 1, 1, 3], &[7, 8, 8, 8]);
    let alone = ended(Reason::BoardFull, &[seat(many, &[]), seat(full(0), &[])]);
    // Two slots per column do not make a full board for two players; three do.
    assert_eq!(game().details(&alone).unwrap().full, [false, false]);
}

#[test]
fn without_a_full_board_tokens_then_seals() {
    let few = |count: u8, sealed: u8| seat([count - sealed, sealed, 0, 0, 0, 0, 0, 0], &[]);
    for reason in [Reason::Stalemate, Reason::RoundLimit] {
        places(&ended(reason, &[few(2, 0), few(2, 1), few(1, 1)]), &[2, 1, 2], &[2, 2, 1]);
        places(&ended(reason, &[few(2, 1), few(2, 1), few(1, 1)]), &[1, 1, 3], &[2, 2, 1]);
    }
}

/// R27, P17: the later players of the round play on, the earlier ones do not.
#[test]
fn the_round_is_played_out() {
    let (game, mut state) = (game(), blank(3));
    put(&mut state, "V01", Black);
    state.turn = P1;
    let mut tokens = full(0);
    tokens[Token::Education as usize] = 1;
    state.seat_mut(P1).tokens = tokens;
    give(&mut state, P1, &[Orange, Black]);
    game.apply(&mut state, P1, &action(r#"{"place":{"village":"V02","stele":"orange"}}"#));
    game.apply_chance(&mut state, &super::super::Chance::SealCard(Card::ThreeSeals));
    assert_eq!((state.phase, state.turn), (Phase::Act, Player(2)));
    game.apply(&mut state, Player(2), &action(r#"{"take":{"steles":["white","blue"]}}"#));
    assert_eq!(state.phase, Phase::Over(Reason::BoardFull));
    places(&state, &[2, 1, 2], &[0, 8, 0]);
}

#[test]
fn the_limit_of_rounds_comes_after_the_last_player() {
    let game = Wangdo::open(&edition(), &Options { max_rounds: 1, ..Options::default() }).unwrap();
    let mut state = blank(2);
    put(&mut state, "V01", Black);
    let take = action(r#"{"take":{"steles":["white"]}}"#);
    state.temples = Steles([1, 0, 0, 0]);
    game.apply(&mut state, P0, &take);
    assert_eq!((state.phase, state.round), (Phase::Act, 1));
    state.temples = Steles([1, 0, 0, 0]);
    game.apply(&mut state, P1, &take);
    assert_eq!(state.phase, Phase::Over(Reason::RoundLimit));
}

/// P6, each of its conditions separately.
#[test]
fn stalemates() {
    let game = game();
    let mut state = bare(4);
    // No stele at all: no village touches one.
    assert!(game.stalemate(&state));
    put(&mut state, "V01", White);
    assert!(!game.stalemate(&state), "V02 and V05 touch white only");
    // V02 touches V01, V03, V05, V06; V01 touches V02 and V05 only. Fill everything but V02 with all four colours around.
    for village in Village::all().filter(|village| *village != at("V02")) {
        put(&mut state, &village.to_string(), White);
    }
    assert!(!game.stalemate(&state));
    for (village, stele) in [("V03", Orange), ("V05", Black), ("V06", Blue)] {
        state.steles[White as usize].remove(at(village));
        put(&mut state, village, stele);
    }
    assert!(game.stalemate(&state));
    let off = Wangdo::open(&edition(), &Options { stalemate: false, ..Options::default() }).unwrap();
    assert!(!off.stalemate(&state));
    // Any card in a hand could be one that helps.
    for card in Card::ALL {
        hold(&mut state, P1, &[card]);
        assert!(!game.stalemate(&state), "steles could be exchanged");
    }
    state.discarded = [Card::BoardSwap; 2].into_iter().collect();
    assert!(!game.stalemate(&state), "the rule of colours could be ignored");
    let board_swaps = state.discarded;
    state.discarded[Card::SameColour] = 2;
    assert!(game.stalemate(&state), "every card that helps was played");
    state.discarded[Card::BoardSwap] = 1;
    assert!(!game.stalemate(&state), "one board swap is out");
    state.discarded = board_swaps;
    // A player whose column for the token on V02 is full cannot gain it.
    state.seat_mut(P1).tokens[Token::Education as usize] = 2;
    assert!(game.stalemate(&state));
    hold(&mut state, P0, &[Card::Discount]);
    assert!(!game.stalemate(&state), "another one with room holds a card");
    hold(&mut state, P0, &[]);
    // An open village of a type that no player needs any more.
    state.steles[Blue as usize].remove(at("V06"));
    put(&mut state, "V06", Black);
    assert!(!game.stalemate(&state));
    for player in Player::all(4) {
        state.seat_mut(player).tokens[Token::EducationSeal as usize] = 2;
    }
    assert!(game.stalemate(&state));
}

/// A stalemate ends the game at the end of the turn of any player that causes it, but not once a board is full.
#[test]
fn a_stalemate_ends_the_game() {
    let (game, mut state) = (game(), bare(3));
    act(&game, &mut state, r#"{"take":{"steles":["white","blue"]}}"#);
    assert_eq!((state.phase, state.turn), (Phase::Over(Reason::Stalemate), P0));
    let mut state = bare(3);
    state.seat_mut(P0).tokens = full(0);
    act(&game, &mut state, r#"{"take":{"steles":["white","blue"]}}"#);
    assert_eq!((state.phase, state.turn), (Phase::Act, P1));
}

/// All players see the last draw of a game, since a finished game hides nothing; only its owner sees any other.
#[test]
fn who_sees_a_seal_card() {
    use crate::game::{Event, Sight};
    let (game, mut state) = (game(), blank(2));
    put(&mut state, "V01", Black);
    give(&mut state, P0, &[Orange, Black]);
    state.seat_mut(P0).tokens[Token::Education as usize] = 2;
    let drawn = Event::Chance(super::super::Chance::SealCard(Card::Discount));
    act(&game, &mut state, r#"{"place":{"village":"V02","stele":"orange"}}"#);
    assert_eq!(game.sees(&state, &drawn, Some(P0)), Sight::Full);
    assert_eq!(game.sees(&state, &drawn, Some(P1)), Sight::Kind);
    assert_eq!(game.sees(&state, &drawn, None), Sight::Kind);
    // Whether the game ends with a card does not depend on which it is; if it does, it is shown.
    let ends = |state: &State| {
        Card::ALL.map(|card| game.sees(state, &Event::Chance(super::super::Chance::SealCard(card)), Some(P1)))
    };
    state.steles = [Villages::NONE; 4];
    assert_eq!(ends(&state), [Sight::Kind; 8]);
    state.discarded = [Card::BoardSwap, Card::BoardSwap, Card::SameColour, Card::SameColour].into_iter().collect();
    assert_eq!(ends(&state), [Sight::Full; 8]);
}
