//! Taking, placing, cards and the end of a turn.

use super::*;
use crate::games::wangdo::Chance;

/// R31, the two refused placements of the example and the good one.
#[test]
fn beside_orange_or_beside_nothing() {
    let (game, mut state) = (game(), blank(4));
    put(&mut state, "V01", Orange);
    put(&mut state, "V20", Black);
    give(&mut state, P0, &[Orange, Black]);
    assert_eq!(
        broken(&game, &state, r#"{"place":{"village":"V02","stele":"orange"}}"#),
        ["same-colour", "price-unpayable"]
    );
    assert_eq!(broken(&game, &state, r#"{"place":{"village":"V40","stele":"orange"}}"#), ["no-neighbour"]);
    assert_eq!(broken(&game, &state, r#"{"place":{"village":"V24","stele":"orange"}}"#), [""; 0]);
}

/// A stele that the player lacks hides no other fault and reduces nothing that could be paid.
#[test]
fn the_price_of_a_stele_not_held() {
    let (game, mut state) = (game(), blank(4));
    put(&mut state, "V01", Black);
    let place = r#"{"place":{"village":"V02","stele":"orange"}}"#;
    give(&mut state, P0, &[White]);
    assert_eq!(broken(&game, &state, place), ["stele-not-held", "price-unpayable"]);
    give(&mut state, P0, &[Black]);
    assert_eq!(broken(&game, &state, place), ["stele-not-held"]);
}

/// Only results that depend on a reconstructed card are marked so.
#[test]
fn refusals_that_rest_on_cards() {
    let data = |state: &State, text: &str| -> Vec<Option<Provenance>> {
        let mut broken = Vec::new();
        game().check(state, P0, &action(text), &mut broken);
        broken.iter().map(crate::breach::Breach::data).collect()
    };
    let card = Some(Provenance::Reconstructed);
    let mut state = blank(4);
    hold(&mut state, P0, &[Card::TempleThree, Card::DrawThree, Card::PlayerSwap]);
    let take = r#"{"take":{"steles":["white"]}}"#;
    assert_eq!(data(&state, take), [None]);
    assert_eq!(data(&state, r#"{"seal":{"card":"player_swap","with":0,"give":[],"take":[]}}"#), [card, card]);
    let bag = std::mem::replace(&mut state.bag, Steles::NONE);
    assert_eq!(data(&state, r#""draw""#), [None]);
    assert_eq!(data(&state, r#"{"seal":{"card":"draw_three"}}"#), [card]);
    state.bag = bag;
    act(&game(), &mut state, r#"{"seal":{"card":"temple_three"}}"#);
    assert_eq!(data(&state, take), [card]);
    assert_eq!(data(&state, r#""draw""#), [card]);
}

#[test]
fn what_a_placement_needs() {
    let (game, mut state) = (game(), blank(2));
    put(&mut state, "V01", Orange);
    give(&mut state, P0, &[White, Orange]);
    // V02 is education.
    state.seat_mut(P0).tokens[Token::Education as usize] = 2;
    state.seat_mut(P0).tokens[Token::EducationSeal as usize] = 1;
    assert_eq!(broken(&game, &state, r#"{"place":{"village":"V02","stele":"white"}}"#), ["column-full"]);
    // V01 is joined to V02 and V05, which are empty.
    let taken = ["village-taken", "no-neighbour"];
    assert_eq!(broken(&game, &state, r#"{"place":{"village":"V01","stele":"white"}}"#), taken);
    // A stele there hides neither the rule of colours nor the price.
    let mut crowded = state.clone();
    put(&mut crowded, "V05", White);
    let taken = ["village-taken", "same-colour", "price-unpayable"];
    assert_eq!(broken(&game, &crowded, r#"{"place":{"village":"V01","stele":"white"}}"#), taken);
    assert_eq!(
        broken(&game, &state, r#"{"place":{"village":"V01","stele":"blue"}}"#),
        ["stele-not-held", "village-taken", "no-neighbour"]
    );
    assert_eq!(broken(&game, &state, r#"{"place":{"village":"V17","stele":"white"}}"#), ["no-such-village"]);
    state.seat_mut(P0).tokens[Token::Education as usize] = 1;
    assert_eq!(broken(&game, &state, r#"{"place":{"village":"V02","stele":"white"}}"#), [""; 0]);
}

#[test]
fn taking_from_the_temples() {
    let (game, mut state) = (game(), blank(2));
    state.temples = Steles([2, 1, 0, 0]);
    assert_eq!(broken(&game, &state, r#"{"take":{"steles":["white"]}}"#), ["take-count"]);
    assert_eq!(broken(&game, &state, r#"{"take":{"steles":["white","blue"]}}"#), ["temple-short"]);
    assert_eq!(broken(&game, &state, r#"{"take":{"steles":["blue","blue","blue"]}}"#), ["take-count", "temple-short"]);
    let (take, draw) = (Action::Take { steles: Steles::NONE }, Action::Draw);
    assert_eq!(
        legal(&game, &state),
        [r#"{"take":{"steles":["white","white"]}}"#, r#"{"take":{"steles":["white","orange"]}}"#, r#""draw""#]
    );
    // Fewer only when there are fewer (D11).
    state.temples = Steles([0, 1, 0, 0]);
    act(&game, &mut state, r#"{"take":{"steles":["orange"]}}"#);
    assert_eq!((state.turn, state.temples), (P1, Steles::NONE));
    let mut broken = Vec::new();
    game.check(&state, P1, &take, &mut broken);
    assert_eq!(broken.iter().map(id).collect::<Vec<_>>(), ["temples-empty"]);
    state.bag = Steles::NONE;
    broken.clear();
    game.check(&state, P1, &draw, &mut broken);
    assert_eq!(broken.iter().map(id).collect::<Vec<_>>(), ["bag-empty"]);
}

#[test]
fn drawing_what_is_left() {
    let (game, mut state) = (game(), blank(2));
    state.bag = steles(&[White, Blue]);
    act(&game, &mut state, r#""draw""#);
    let mut draws = Vec::new();
    game.chances(&state, &mut draws);
    assert_eq!(draws, [(Chance::Stele(White), 1), (Chance::Stele(Blue), 1)]);
    game.apply_chance(&mut state, &Chance::Stele(Blue));
    // One outcome is left, and it is drawn anyway (P3).
    assert_eq!(state.phase, Phase::Draw(1));
    game.apply_chance(&mut state, &Chance::Stele(White));
    assert_eq!((state.turn, state.seat(P0).reserve), (P1, steles(&[White, Blue])));
}

#[test]
fn returning_the_excess() {
    let (game, mut state) = (game(), blank(2));
    state.temples = Steles([2, 0, 0, 0]);
    give(&mut state, P0, &[White; 9]);
    let mut all_white = state.clone();
    let bag = state.bag;
    act(&game, &mut all_white, r#"{"take":{"steles":["white","white"]}}"#);
    assert_eq!((all_white.turn, all_white.bag[White]), (P1, bag[White] + 1), "of one colour it just happens");
    state.seat_mut(P0).reserve[Blue] = 1;
    act(&game, &mut state, r#"{"take":{"steles":["white","white"]}}"#);
    assert_eq!(
        legal(&game, &state),
        [r#"{"return":{"steles":["white","white"]}}"#, r#"{"return":{"steles":["white","blue"]}}"#]
    );
    assert_eq!(broken(&game, &state, r#"{"return":{"steles":["white"]}}"#), ["return-count"]);
    assert_eq!(broken(&game, &state, r#"{"return":{"steles":["blue","blue"]}}"#), ["return-not-held"]);
    assert_eq!(broken(&game, &state, r#""end_turn""#), ["return-due"]);
    assert_eq!(broken(&game, &state, r#""pass""#), ["return-due", "no-action-owed"]);
    let discount = ["return-due", "card-not-held", "no-action-owed"];
    assert_eq!(broken(&game, &state, r#"{"seal":{"card":"discount"}}"#), discount);
    assert_eq!(broken(&game, &state, r#"{"pay":{"stele":"white"}}"#), ["nothing-to-pay", "return-due"]);
    act(&game, &mut state, r#"{"return":{"steles":["blue","white"]}}"#);
    assert_eq!(state.seat(P0).reserve, Steles([10, 0, 0, 0]));
    assert_eq!(broken(&game, &state, r#"{"return":{"steles":["white"]}}"#), ["nothing-to-return"]);
}

#[test]
fn any_order_is_read() {
    let text = r#"{"take":{"steles":["blue","white"]}}"#;
    assert_eq!(serde_json::to_string(&action(text)).unwrap(), r#"{"take":{"steles":["white","blue"]}}"#);
    let mut swap = action(r#"{"seal":{"card":"board_swap","villages":["V31","V02"]}}"#);
    game().canonical(&blank(4), P0, &mut swap);
    assert_eq!(serde_json::to_string(&swap).unwrap(), r#"{"seal":{"card":"board_swap","villages":["V02","V31"]}}"#);
}

#[test]
fn what_is_no_action() {
    #[track_caller]
    fn malformed(text: &str) {
        assert!(strict::from_slice::<Action>(text.as_bytes()).is_err(), "{text}");
    }
    malformed(r#"{"seal":{"card":"board_swap"}}"#);
    malformed(r#"{"seal":{"card":"board_swap","villages":["V02"]}}"#);
    malformed(r#"{"seal":{"card":"board_swap","villages":["V02","V03","V04"]}}"#);
    malformed(r#"{"seal":{"card":"discount","villages":["V02","V03"]}}"#);
    malformed(r#"{"seal":{"card":"player_swap","with":1,"give":["white"]}}"#);
    malformed(r#"{"seal":{"card":"player_swap","with":1,"give":["white"],"take":["blue"],"villages":["V02","V03"]}}"#);
    malformed(r#"{"seal":{"card":"extra_action","with":null}}"#);
    malformed(r#"{"seal":["discount"]}"#);
    malformed(r#"{"seal":{"card":"joker"}}"#);
    malformed(r#"{"ritual":{}}"#);
    malformed(r#"{"ritual":{"take":"red"}}"#);
    malformed(r#"{"place":{"village":"V41","stele":"white"}}"#);
    malformed(r#"{"place":{"village":"V1","stele":"white"}}"#);
    malformed(r#"{"place":{"village":"V02"}}"#);
    malformed(&format!(r#"{{"take":{{"steles":[{}"white"]}}}}"#, r#""white","#.repeat(84)));
    assert!(strict::from_slice::<Action>(br#"{"ritual":{"take":null}}"#).is_ok());
}

/// P14, P15, P16: declarations.
#[test]
fn declarations() {
    let (game, mut state) = (game(), blank(4));
    put(&mut state, "V01", Black);
    give(&mut state, P0, &[Orange, Black]);
    let cards =
        [Card::Discount, Card::SameColour, Card::SameColour, Card::TempleThree, Card::DrawThree, Card::ThreeSeals];
    hold(&mut state, P0, &cards);
    act(&game, &mut state, r#"{"seal":{"card":"same_colour"}}"#);
    assert_eq!(broken(&game, &state, r#"{"seal":{"card":"same_colour"}}"#), ["card-twice"]);
    assert_eq!(broken(&game, &state, r#"{"seal":{"card":"temple_three"}}"#), ["declared-action-due"]);
    assert_eq!(broken(&game, &state, r#"{"seal":{"card":"draw_three"}}"#), ["declared-action-due"]);
    assert_eq!(
        broken(&game, &state, r#"{"seal":{"card":"three_seals"}}"#),
        ["declared-action-due", "card-not-playable"]
    );
    assert_eq!(broken(&game, &state, r#""draw""#), ["declared-action-due"]);
    assert_eq!(broken(&game, &state, r#"{"take":{"steles":["white","blue"]}}"#), ["declared-action-due"]);
    // A due action does not hide other faults.
    assert_eq!(broken(&game, &state, r#"{"take":{"steles":["white"]}}"#), ["declared-action-due", "take-count"]);
    assert_eq!(broken(&game, &state, r#""end_turn""#), ["declared-action-due", "action-owed"]);
    assert_eq!(broken(&game, &state, r#""pass""#), ["declared-action-due", "pass-with-actions"]);
    act(&game, &mut state, r#"{"seal":{"card":"discount"}}"#);
    // The player may still keep the colour rule.
    act(&game, &mut state, r#"{"place":{"village":"V02","stele":"orange"}}"#);
    assert_eq!(state.seat(P0).reserve, steles(&[Black]), "the discount covers the price of one");
    // Cards are left, so the player must end the turn; no card that alters an action can be played any more.
    assert_eq!(broken(&game, &state, r#"{"seal":{"card":"temple_three"}}"#), ["no-action-owed"]);
    assert_eq!(broken(&game, &state, r#""draw""#), ["no-action-owed"]);
    assert_eq!(broken(&game, &state, r#""pass""#), ["no-action-owed"]);
    assert_eq!(legal(&game, &state), [r#"{"seal":{"card":"draw_three"}}"#, r#""end_turn""#]);
}

/// D29: with the card a stele goes beside its own colour, and pays for it.
#[test]
fn beside_its_own_colour() {
    let (game, mut state) = (game(), blank(4));
    put(&mut state, "V01", Black);
    give(&mut state, P0, &[Black, Black]);
    hold(&mut state, P0, &[Card::SameColour]);
    let place = r#"{"place":{"village":"V02","stele":"black"}}"#;
    assert_eq!(broken(&game, &state, place), ["same-colour"]);
    act(&game, &mut state, r#"{"seal":{"card":"same_colour"}}"#);
    act(&game, &mut state, place);
    assert_eq!((state.seat(P0).reserve, state.temples[Black]), (Steles::NONE, 2));
}

#[test]
fn declarations_need_their_action() {
    let (game, mut state) = (game(), blank(4));
    hold(&mut state, P0, &[Card::Discount, Card::SameColour, Card::TempleThree]);
    // Without a stele in reserve nothing can be placed.
    assert_eq!(broken(&game, &state, r#"{"seal":{"card":"discount"}}"#), ["altered-action-impossible"]);
    assert_eq!(broken(&game, &state, r#"{"seal":{"card":"same_colour"}}"#), ["altered-action-impossible"]);
    state.temples = Steles::NONE;
    assert_eq!(broken(&game, &state, r#"{"seal":{"card":"temple_three"}}"#), ["altered-action-impossible"]);
    state.temples = Steles([1, 0, 0, 0]);
    act(&game, &mut state, r#"{"seal":{"card":"temple_three"}}"#);
    assert_eq!(legal(&game, &state), [r#"{"take":{"steles":["white"]}}"#]);
    // A due action hides nothing: a placement would not be legal either.
    let discount = ["declared-action-due", "altered-action-impossible"];
    assert_eq!(broken(&game, &state, r#"{"seal":{"card":"discount"}}"#), discount);
}

#[test]
fn three_from_the_temples() {
    let (game, mut state) = (game(), blank(4));
    hold(&mut state, P0, &[Card::TempleThree]);
    act(&game, &mut state, r#"{"seal":{"card":"temple_three"}}"#);
    assert_eq!(broken(&game, &state, r#"{"take":{"steles":["white","blue"]}}"#), ["take-count"]);
    assert_eq!(legal(&game, &state).len(), 4);
    act(&game, &mut state, r#"{"take":{"steles":["white","blue","black"]}}"#);
    assert_eq!((state.turn, state.seat(P0).reserve), (P1, steles(&[White, Black, Blue])));
}

#[test]
fn one_more_action() {
    let (game, mut state) = (game(), blank(4));
    hold(&mut state, P0, &[Card::ExtraAction, Card::ExtraAction, Card::TempleThree]);
    act(&game, &mut state, r#"{"take":{"steles":["white","blue"]}}"#);
    assert_eq!(broken(&game, &state, r#"{"take":{"steles":["orange","black"]}}"#), ["no-action-owed"]);
    act(&game, &mut state, r#"{"seal":{"card":"extra_action"}}"#);
    act(&game, &mut state, r#"{"seal":{"card":"extra_action"}}"#);
    assert_eq!(state.owed, 2);
    assert_eq!(broken(&game, &state, r#""end_turn""#), ["action-owed"]);
    // A card may alter the additional action too (P13).
    act(&game, &mut state, r#"{"seal":{"card":"temple_three"}}"#);
    act(&game, &mut state, r#"{"take":{"steles":["orange","black"]}}"#);
    act(&game, &mut state, r#""draw""#);
    assert_eq!(state.owed, 0);
}

/// P12 and P22: with empty bag and temples, in the middle of a turn, an owed action is passed.
#[test]
fn passing() {
    let (game, mut state) = (game(), blank(4));
    assert_eq!(broken(&game, &state, r#""pass""#), ["pass-with-actions"]);
    hold(&mut state, P0, &[Card::ExtraAction, Card::PlayerSwap]);
    (state.bag, state.temples) = (Steles::NONE, Steles::NONE);
    give(&mut state, P0, &[White]);
    give(&mut state, P1, &[Blue]);
    assert_eq!(broken(&game, &state, r#"{"seal":{"card":"extra_action"}}"#), ["no-action-possible"]);
    assert_eq!(
        legal(&game, &state),
        [r#""pass""#, r#"{"seal":{"card":"player_swap","with":1,"give":["white"],"take":["blue"]}}"#]
    );
    act(&game, &mut state, r#""pass""#);
    assert_eq!((state.owed, state.phase), (0, Phase::Act));
    act(&game, &mut state, r#""end_turn""#);
    assert_eq!(state.turn, P1);
}

#[test]
fn exchanging_on_the_board() {
    let (game, mut state) = (game(), blank(4));
    hold(&mut state, P0, &[Card::BoardSwap]);
    for (village, stele) in [("V01", White), ("V02", Black), ("V03", White), ("V40", Black), ("V39", Blue)] {
        put(&mut state, village, stele);
    }
    let swap = |a: &str, b: &str| format!(r#"{{"seal":{{"card":"board_swap","villages":["{a}","{b}"]}}}}"#);
    assert_eq!(broken(&game, &state, &swap("V01", "V01")), ["swap-one-village"]);
    assert_eq!(broken(&game, &state, &swap("V05", "V05")), ["swap-one-village", "swap-no-stele"]);
    assert_eq!(broken(&game, &state, &swap("V01", "V05")), ["swap-no-stele"]);
    assert_eq!(broken(&game, &state, &swap("V03", "V01")), ["swap-equal-colours"]);
    // V03 would hold black beside black on V02; V40 would hold white beside nothing white.
    assert_eq!(broken(&game, &state, &swap("V40", "V03")), ["swap-same-colour"]);
    // V01 and V02 are joined: black goes to V01, white to V02 and beside white on V03.
    assert_eq!(broken(&game, &state, &swap("V01", "V02")), ["swap-same-colour"]);
    // V39 and V40 are joined, and nothing else is near.
    act(&game, &mut state, &swap("V40", "V39"));
    assert_eq!((state.stele(at("V39")), state.stele(at("V40"))), (Some(Black), Some(Blue)));
    let (two, mut state) = (2, blank(2));
    assert_eq!(state.players, two);
    hold(&mut state, P0, &[Card::BoardSwap]);
    assert_eq!(broken(&game, &state, &swap("V17", "V18")), ["no-such-village", "no-such-village"]);
    assert_eq!(broken(&game, &state, &swap("V17", "V17")), ["swap-one-village", "no-such-village"]);
    assert_eq!(broken(&game, &state, &swap("V02", "V17")), ["no-such-village", "swap-no-stele"]);
}

#[test]
fn exchanging_with_a_player() {
    let (game, mut state) = (game(), blank(3));
    hold(&mut state, P0, &[Card::PlayerSwap]);
    give(&mut state, P0, &[White, White, Orange]);
    give(&mut state, P1, &[White, Blue]);
    let swap = |with: u8, give: &str, take: &str| {
        format!(r#"{{"seal":{{"card":"player_swap","with":{with},"give":[{give}],"take":[{take}]}}}}"#)
    };
    let (white, blue, orange) = (r#""white""#, r#""blue""#, r#""orange""#);
    assert_eq!(broken(&game, &state, &swap(0, white, blue)), ["swap-with-self"]);
    assert_eq!(broken(&game, &state, &swap(3, white, blue)), ["swap-no-such-player"]);
    assert_eq!(broken(&game, &state, &swap(1, white, "")), ["swap-size"]);
    assert_eq!(broken(&game, &state, &swap(1, "", "")), ["swap-size"]);
    assert_eq!(broken(&game, &state, &swap(1, white, white)), ["swap-common-colour"]);
    assert_eq!(broken(&game, &state, &swap(1, blue, white)), ["swap-not-held"]);
    assert_eq!(broken(&game, &state, &swap(1, white, orange)), ["swap-not-held"]);
    assert_eq!(broken(&game, &state, &swap(2, white, blue)), ["swap-not-held"]);
    act(&game, &mut state, &swap(1, white, blue));
    assert_eq!(state.seat(P0).reserve, steles(&[White, Orange, Blue]));
    assert_eq!(state.seat(P1).reserve, steles(&[White, White]));
}

/// R25: a card gained in this turn waits, and does not keep the turn open (P16).
#[test]
fn a_new_card_waits() {
    let (game, mut state) = (game(), blank(2));
    put(&mut state, "V01", Black);
    give(&mut state, P0, &[Orange, Black]);
    hold(&mut state, P0, &[Card::ThreeSeals]);
    state.seat_mut(P0).tokens[Token::Education as usize] = 2;
    act(&game, &mut state, r#"{"place":{"village":"V02","stele":"orange"}}"#);
    game.apply_chance(&mut state, &Chance::SealCard(Card::DrawThree));
    assert_eq!(broken(&game, &state, r#"{"seal":{"card":"draw_three"}}"#), ["card-new"]);
    assert_eq!(broken(&game, &state, r#"{"seal":{"card":"three_seals"}}"#), ["card-not-playable"]);
    assert_eq!(broken(&game, &state, r#"{"seal":{"card":"discount"}}"#), ["card-not-held", "no-action-owed"]);
    // Any old card keeps the turn open, so that this reveals nothing.
    assert_eq!(legal(&game, &state), [r#""end_turn""#]);
    act(&game, &mut state, r#""end_turn""#);
    assert_eq!(state.turn, P1);
}

/// P1: the card comes before the payment.
#[test]
fn a_full_column_draws_before_it_pays() {
    let (game, mut state) = (game(), blank(4));
    put(&mut state, "V01", Black);
    give(&mut state, P0, &[Orange, Black]);
    state.seat_mut(P0).tokens[Token::EducationSeal as usize] = 1;
    act(&game, &mut state, r#"{"place":{"village":"V02","stele":"orange"}}"#);
    assert_eq!(game.turn(&state), crate::game::Turn::Chance);
    assert_eq!(state.seat(P0).reserve, steles(&[Black]), "nothing has been paid");
    let mut draws = Vec::new();
    game.chances(&state, &mut draws);
    assert_eq!(draws, Card::ALL.map(|card| (Chance::SealCard(card), 2)));
    game.apply_chance(&mut state, &Chance::SealCard(Card::Discount));
    assert_eq!((state.turn, state.seat(P0).reserve), (P1, Steles::NONE));
}

/// P15: two cards that help only together can be declared, in either order; then only what leads to the action is legal.
#[test]
fn cards_that_help_only_together() {
    let (game, mut state) = (game(), bare(4));
    put(&mut state, "V01", White);
    give(&mut state, P0, &[White]);
    let (discount, same) = (r#"{"seal":{"card":"discount"}}"#, r#"{"seal":{"card":"same_colour"}}"#);
    // White beside white, with nothing to pay: neither card helps alone.
    for alone in [Card::Discount, Card::SameColour] {
        hold(&mut state, P0, &[alone, Card::TempleThree]);
        let played = format!(r#"{{"seal":{{"card":"{alone}"}}}}"#);
        assert_eq!(broken(&game, &state, &played), ["altered-action-impossible"]);
        // It does not help that another player or the deck has the other one.
        hold(&mut state, P1, &[Card::Discount, Card::SameColour]);
        assert_eq!(broken(&game, &state, &played), ["altered-action-impossible"]);
    }
    hold(&mut state, P0, &[Card::Discount, Card::SameColour]);
    for (first, second) in [(discount, same), (same, discount)] {
        let mut state = state.clone();
        act(&game, &mut state, first);
        assert_eq!(legal(&game, &state), [second]);
        let waits = r#"{"place":{"village":"V02","stele":"white"}}"#;
        assert_eq!(broken(&game, &state, waits).len(), 1, "{first}");
        act(&game, &mut state, second);
        act(&game, &mut state, waits);
        assert_eq!((state.turn, state.stele(at("V02"))), (P1, Some(White)));
    }
    // A card gained in this turn cannot be declared, so it does not help.
    state.fresh = std::iter::once(Card::Discount).collect();
    assert_eq!(broken(&game, &state, same), ["altered-action-impossible"]);
    state.fresh = Cards::NONE;
    // Two discounts for a price of two.
    put(&mut state, "V03", White);
    give(&mut state, P0, &[Orange]);
    hold(&mut state, P0, &[Card::Discount, Card::Discount]);
    state.tokens[Token::Education as usize / 2] = Villages::of(at("V02"));
    for tokens in [0, 2, 3] {
        state.tokens[tokens] = Villages::NONE;
    }
    act(&game, &mut state, discount);
    assert_eq!(legal(&game, &state), [discount]);
    act(&game, &mut state, discount);
    act(&game, &mut state, r#"{"place":{"village":"V02","stele":"orange"}}"#);
}

/// A card that only helps with another shows that the other is in the hand, so a hand dealt anew has it.
#[test]
fn a_hand_dealt_anew_has_what_a_declaration_needs() {
    let game = game();
    let given = std::fs::read_to_string("fixtures/wangdo/play/cards-together.jsonl").unwrap();
    let lines: Vec<serde_json::Value> = given.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let waiting = lines.iter().find(|line| line["state"]["phase"]["declared"] == serde_json::json!(["same_colour"]));
    let position = serde_json::from_value(waiting.unwrap()["state"].clone()).unwrap();
    let state = game.restore(3, &position).unwrap();
    let view = game.view(&state, Some(P1));
    let mut hands = 0;
    game.deck.choices(3, |hand, ways| {
        assert_eq!(hand.total(), 3);
        hands += ways;
    });
    assert_eq!(hands, 560, "three of sixteen cards");
    for seed in 0..50 {
        let mut dice = crate::dice::Dice::new(seed);
        let mut supply = crate::dice::Supply(&mut dice, crate::game::Source(0));
        let twin = game.determinize(&view, &mut supply).expect("a view");
        assert_eq!(game.view(&twin, Some(P1)), view);
        assert!(twin.seat(P0).cards[Card::Discount] > 0, "{:?}", twin.seat(P0).cards);
        assert_eq!(legal(&game, &twin), [r#"{"seal":{"card":"discount"}}"#]);
    }
}

/// P15b: no card inside a payment, nor in a ritual.
#[test]
fn cards_wait_for_the_end_of_a_payment() {
    let (game, mut state) = (game(), blank(4));
    for (village, stele) in [("V01", White), ("V03", Black)] {
        put(&mut state, village, stele);
    }
    give(&mut state, P0, &[Orange, White, Black]);
    state.temples = Steles([4, 1, 4, 0]);
    hold(&mut state, P0, &[Card::DrawThree]);
    let cards = |state: &State| broken(&game, state, r#"{"seal":{"card":"draw_three"}}"#);
    act(&game, &mut state, r#"{"place":{"village":"V02","stele":"orange"}}"#);
    assert_eq!(cards(&state), ["card-in-payment"]);
    assert_eq!(broken(&game, &state, r#""draw""#), ["payment-due", "no-action-owed"]);
    act(&game, &mut state, r#"{"pay":{"stele":"white"}}"#);
    assert!(matches!(state.phase, Phase::Ritual(..)));
    assert_eq!(cards(&state), ["card-in-payment"]);
    let source = Breach::CardInPayment { card: Card::DrawThree, left: 1, ritual: None }.clause().source;
    assert_eq!(source, Provenance::Decided);
}

/// Messages list the content in whole words.
#[test]
fn the_words_of_refusals() {
    let (game, mut state) = (game(), blank(2));
    put(&mut state, "V01", White);
    put(&mut state, "V06", Orange);
    give(&mut state, P0, &[Orange]);
    let says = |state: &State, text: &str| {
        let mut broken = Vec::new();
        game.check(state, P0, &action(text), &mut broken);
        broken.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    let place = r#"{"place":{"village":"V05","stele":"orange"}}"#;
    let costs = "V05 is joined to orange on V06; V05 costs 1 white and 1 orange; what is left to pay with: nothing";
    assert_eq!(says(&state, place), costs);
    state.phase = Phase::Declared(crate::games::wangdo::Declared::Place { discounts: 1, same_colour: true });
    let costs = "V05 costs 1 out of 1 white and 1 orange; what is left to pay with: nothing";
    assert_eq!(says(&state, place), costs);
    state.phase = Phase::Act;
    let taken = says(&state, r#"{"place":{"village":"V06","stele":"blue"}}"#);
    assert!(
        taken.starts_with(
            "there is no blue stele in the reserve; V06 has no token any more, an orange stele stands there"
        )
    );
    let take = "2 steles must be taken from the temples, not 3; the white temple holds 1 stele, not 3";
    assert_eq!(says(&state, r#"{"take":{"steles":["white","white","white"]}}"#), take);
    assert_eq!(says(&state, r#""end_turn""#), "1 standard action is still to be done");
}
