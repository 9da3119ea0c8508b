//! Payments and rituals, and the search for a payment compared with trying everything.

use super::*;
use crate::games::wangdo::Payment;

/// Tries every payment and every choice in rituals, stele by stele, exactly by the rules.
fn payable_plainly(game: &Wangdo, due: Steles, left: u8, reserve: Steles, temples: Steles) -> bool {
    if left == 0 {
        return true;
    }
    Colour::ALL.into_iter().filter(|c| due[*c] > 0 && reserve[*c] > 0).any(|colour| {
        let (mut due, mut reserve, mut temples) = (due, reserve, temples);
        due[colour] -= 1;
        reserve[colour] -= 1;
        temples[colour] += 1;
        if temples[colour] < game.altars {
            return payable_plainly(game, due, left - 1, reserve, temples);
        }
        temples[colour] = 0;
        Colour::ALL.into_iter().map(Some).chain([None]).any(|pick| {
            let (mut reserve, mut temples) = (reserve, temples);
            if let Some(pick) = pick {
                if temples[pick] == 0 {
                    return false;
                }
                temples[pick] -= 1;
                reserve[pick] += u8::from(game.options.ritual_pays);
            }
            payable_plainly(game, due, left - 1, reserve, temples)
        })
    })
}

#[test]
fn the_search_finds_what_a_plain_trial_finds() {
    let mut dice = crate::dice::Dice::new(1);
    let mut below = |total: u64| dice.draw(crate::game::Source(0), total) as u8;
    let (mut yes, mut no, mut by_ritual) = (0, 0, 0);
    for game in [game(), apart()] {
        for _ in 0..60_000 {
            let mut due = Steles::NONE;
            for _ in 0..=below(6) {
                due.0[usize::from(below(4))] += 1;
            }
            let mut reserve = Steles::NONE;
            for _ in 0..below(6) {
                reserve.0[usize::from(below(4))] += 1;
            }
            // Full temples are the interesting ones.
            let temples = Steles(std::array::from_fn(|_| 4 - below(5).min(below(5))));
            let left = due.total().saturating_sub(below(2) * below(3));
            let payment = Payment::rest(due, left, Steles::NONE);
            let found = game.payable(payment, reserve, temples);
            let plainly = payable_plainly(&game, payment.due, left, reserve, temples);
            assert_eq!(found, plainly, "{payment:?} out of {reserve:?}, temples {temples:?}");
            *(if found { &mut yes } else { &mut no }) += 1;
            by_ritual += u32::from(found && due.common(reserve).total() < left);
        }
    }
    assert!(yes > 1000 && no > 1000 && by_ritual > 1000, "{yes} {no} {by_ritual}");
}

/// R32: beside one black and one blue stele.
#[test]
fn one_black_and_one_blue() {
    let (game, mut state) = (game(), blank(4));
    put(&mut state, "V01", Black);
    put(&mut state, "V06", Blue);
    give(&mut state, P0, &[Orange, Black, Blue, White]);
    act(&game, &mut state, r#"{"place":{"village":"V02","stele":"orange"}}"#);
    assert_eq!(state.seat(P0).reserve, steles(&[White]));
    assert_eq!(state.temples, Steles([1, 1, 2, 2]));
    assert_eq!(state.turn, P1);
}

#[test]
fn the_price_counts_steles_not_colours() {
    let (game, mut state) = (game(), blank(4));
    put(&mut state, "V01", Black);
    put(&mut state, "V03", Black);
    give(&mut state, P0, &[Orange, Black]);
    let place = r#"{"place":{"village":"V02","stele":"orange"}}"#;
    assert_eq!(broken(&game, &state, place), ["price-unpayable"]);
    give(&mut state, P0, &[Orange, Black, Black]);
    assert_eq!(broken(&game, &state, place), [""; 0]);
}

#[test]
fn the_placed_stele_does_not_pay() {
    let (game, mut state) = (game(), blank(4));
    put(&mut state, "V01", Black);
    state.phase = Phase::Declared(crate::games::wangdo::Declared::Place { discounts: 0, same_colour: true });
    give(&mut state, P0, &[Black]);
    let place = r#"{"place":{"village":"V02","stele":"black"}}"#;
    assert_eq!(broken(&game, &state, place), ["price-unpayable"]);
}

/// Two missing steles come from two rituals.
#[test]
fn two_rituals_in_one_payment() {
    let (game, mut state) = (game(), blank(4));
    // V02 touches V01, V03, V05 and V06.
    for (village, stele) in [("V01", White), ("V03", Black), ("V05", Blue), ("V06", Blue)] {
        put(&mut state, village, stele);
    }
    give(&mut state, P0, &[Orange, White, Black]);
    state.temples = Steles([4, 0, 4, 2]);
    act(&game, &mut state, r#"{"place":{"village":"V02","stele":"orange"}}"#);
    assert_eq!(legal(&game, &state), [r#"{"pay":{"stele":"white"}}"#, r#"{"pay":{"stele":"black"}}"#]);
    act(&game, &mut state, r#"{"pay":{"stele":"white"}}"#);
    // Taking black would keep its temple from being filled: only blue works, and is taken automatically.
    let Phase::Pay(payment) = state.phase else { panic!("{:?}", state.phase) };
    assert_eq!(payment.due, steles(&[Black, Blue, Blue]));
    assert_eq!((state.seat(P0).reserve, state.temples), (steles(&[Black, Blue]), Steles([0, 0, 4, 1])));
    act(&game, &mut state, r#"{"pay":{"stele":"black"}}"#);
    assert_eq!((state.turn, state.seat(P0).reserve, state.temples), (P1, Steles::NONE, Steles([0, 0, 0, 2])));
}

/// A ritual is a choice if several ways work.
#[test]
fn a_ritual_is_asked() {
    let (game, mut state) = (game(), blank(4));
    put(&mut state, "V01", White);
    give(&mut state, P0, &[Orange, White]);
    state.temples = Steles([4, 1, 2, 0]);
    let bag = state.bag;
    act(&game, &mut state, r#"{"place":{"village":"V02","stele":"orange"}}"#);
    assert_eq!(state.phase, Phase::Ritual(Payment::default(), White));
    assert_eq!(state.bag[White], bag[White] + 5);
    assert_eq!(
        legal(&game, &state),
        [r#"{"ritual":{"take":"orange"}}"#, r#"{"ritual":{"take":"black"}}"#, r#"{"ritual":{"take":null}}"#]
    );
    assert_eq!(broken(&game, &state, r#"{"ritual":{"take":"white"}}"#), ["ritual-same-temple"]);
    assert_eq!(broken(&game, &state, r#"{"ritual":{"take":"blue"}}"#), ["ritual-temple-empty"]);
    assert_eq!(broken(&game, &state, r#"{"pay":{"stele":"white"}}"#), ["ritual-due", "pay-not-due", "pay-not-held"]);
    assert_eq!(broken(&game, &state, r#""draw""#), ["ritual-due", "no-action-owed"]);
    assert_eq!(broken(&game, &state, r#""end_turn""#), ["ritual-due"]);
    let mut declined = state.clone();
    act(&game, &mut declined, r#"{"ritual":{"take":null}}"#);
    assert_eq!((declined.turn, declined.seat(P0).reserve), (P1, Steles::NONE));
    act(&game, &mut state, r#"{"ritual":{"take":"black"}}"#);
    assert_eq!((state.turn, state.seat(P0).reserve), (P1, steles(&[Black])));
}

/// With all other temples empty there is nothing to take and no choice.
#[test]
fn a_ritual_without_choice_just_happens() {
    let (game, mut state) = (game(), blank(4));
    put(&mut state, "V01", White);
    give(&mut state, P0, &[Orange, White]);
    state.temples = Steles([4, 0, 0, 0]);
    act(&game, &mut state, r#"{"place":{"village":"V02","stele":"orange"}}"#);
    assert_eq!((state.turn, state.temples), (P1, Steles::NONE));
}

#[test]
fn dead_ends_are_refused() {
    let (game, mut state) = (game(), blank(4));
    for (village, stele) in [("V01", White), ("V03", Black), ("V05", Blue)] {
        put(&mut state, village, stele);
    }
    give(&mut state, P0, &[Orange, White, Blue]);
    // Black is missing; only white's ritual can bring it. Blue's temple gets its last altar filled too.
    state.temples = Steles([4, 1, 1, 4]);
    act(&game, &mut state, r#"{"place":{"village":"V02","stele":"orange"}}"#);
    assert_eq!(legal(&game, &state), [r#"{"pay":{"stele":"white"}}"#, r#"{"pay":{"stele":"blue"}}"#]);
    assert_eq!(broken(&game, &state, r#"{"pay":{"stele":"black"}}"#), ["pay-not-held"]);
    assert_eq!(broken(&game, &state, r#"{"pay":{"stele":"orange"}}"#), ["pay-not-due", "pay-not-held"]);
    assert_eq!(broken(&game, &state, r#"{"ritual":{"take":null}}"#), ["no-ritual", "payment-due"]);
    assert_eq!(broken(&game, &state, r#""end_turn""#), ["payment-due"]);
    // Other faults are reported beside it.
    assert_eq!(broken(&game, &state, r#"{"return":{"steles":[]}}"#), ["nothing-to-return", "payment-due"]);
    let with_himself = r#"{"seal":{"card":"player_swap","with":0,"give":["white"],"take":["blue"]}}"#;
    assert_eq!(broken(&game, &state, with_himself), ["card-in-payment", "card-not-held", "swap-with-self"]);
    act(&game, &mut state, r#"{"pay":{"stele":"blue"}}"#);
    assert_eq!(broken(&game, &state, r#"{"ritual":{"take":"blue"}}"#), ["ritual-same-temple"]);
    // Taking white empties its last altar but one, so that paying white would bring nothing.
    assert_eq!(broken(&game, &state, r#"{"ritual":{"take":"white"}}"#), ["ritual-dead-end"]);
    assert_eq!(
        legal(&game, &state),
        [r#"{"ritual":{"take":"orange"}}"#, r#"{"ritual":{"take":"black"}}"#, r#"{"ritual":{"take":null}}"#]
    );
}

/// White must not be paid before blue has put a stele where the ritual finds it.
#[test]
fn an_order_of_payments_can_be_a_dead_end() {
    let (game, mut state) = (game(), blank(4));
    for (village, stele) in [("V01", White), ("V03", Blue), ("V05", Black), ("V06", Blue)] {
        put(&mut state, village, stele);
    }
    state.temples = Steles([4, 0, 0, 0]);
    give(&mut state, P0, &[Orange, White, Black, Blue]);
    act(&game, &mut state, r#"{"place":{"village":"V02","stele":"orange"}}"#);
    assert_eq!(broken(&game, &state, r#"{"pay":{"stele":"white"}}"#), ["pay-dead-end"]);
    assert_eq!(legal(&game, &state), [r#"{"pay":{"stele":"black"}}"#, r#"{"pay":{"stele":"blue"}}"#]);
}

/// With `ritual_pays: false` gained steles lie apart.
#[test]
fn rituals_that_do_not_pay() {
    let (game, mut state) = (apart(), blank(4));
    for (village, stele) in [("V01", White), ("V03", Black)] {
        put(&mut state, village, stele);
    }
    state.temples = Steles([4, 0, 3, 0]);
    let place = r#"{"place":{"village":"V02","stele":"orange"}}"#;
    give(&mut state, P0, &[Orange, White]);
    assert_eq!(broken(&game, &state, place), ["price-unpayable-apart"]);
    assert_eq!(broken(&super::game(), &state, place), [""; 0]);
    // Without the white one no ritual comes about, whatever the option says.
    give(&mut state, P0, &[Orange, Blue]);
    assert_eq!(broken(&game, &state, place), ["price-unpayable"]);
    give(&mut state, P0, &[Orange, White, Black]);
    act(&game, &mut state, place);
    act(&game, &mut state, r#"{"pay":{"stele":"white"}}"#);
    let Phase::Ritual(payment, White) = state.phase else { panic!("{:?}", state.phase) };
    assert_eq!((payment.due, payment.left), (steles(&[Black]), 1));
    act(&game, &mut state, r#"{"ritual":{"take":"black"}}"#);
    // The rest leaves no choice; then the stele that lay apart joins the reserve.
    assert_eq!((state.turn, state.seat(P0).reserve, state.temples), (P1, steles(&[Black]), Steles([0, 0, 3, 0])));
}

#[test]
fn discounts_are_settled_by_paying() {
    let (game, mut state) = (game(), blank(4));
    for (village, stele) in [("V01", White), ("V03", Black)] {
        put(&mut state, village, stele);
    }
    give(&mut state, P0, &[Orange, White, Black]);
    hold(&mut state, P0, &[Card::Discount, Card::Discount, Card::Discount]);
    act(&game, &mut state, r#"{"seal":{"card":"discount"}}"#);
    let mut once = state.clone();
    act(&game, &mut once, r#"{"place":{"village":"V02","stele":"orange"}}"#);
    assert_eq!(legal(&game, &once), [r#"{"pay":{"stele":"white"}}"#, r#"{"pay":{"stele":"black"}}"#]);
    act(&game, &mut once, r#"{"pay":{"stele":"black"}}"#);
    assert_eq!((once.seat(P0).reserve, once.phase), (steles(&[White]), Phase::Act));
    // Three discounts on a price of two: nothing is paid, and nothing is given back.
    act(&game, &mut state, r#"{"seal":{"card":"discount"}}"#);
    act(&game, &mut state, r#"{"seal":{"card":"discount"}}"#);
    act(&game, &mut state, r#"{"place":{"village":"V02","stele":"orange"}}"#);
    assert_eq!(state.seat(P0).reserve, steles(&[White, Black]));
}

/// With a discount and only one colour in hand there is nothing to choose.
#[test]
fn a_discount_without_choice_just_happens() {
    let (game, mut state) = (game(), blank(4));
    for (village, stele) in [("V01", White), ("V03", Black)] {
        put(&mut state, village, stele);
    }
    give(&mut state, P0, &[Orange, White]);
    hold(&mut state, P0, &[Card::Discount]);
    act(&game, &mut state, r#"{"seal":{"card":"discount"}}"#);
    act(&game, &mut state, r#"{"place":{"village":"V02","stele":"orange"}}"#);
    assert_eq!((state.turn, state.temples), (P1, Steles([2, 1, 1, 1])));
}

#[test]
fn every_village_without_a_stele_shows_its_price() {
    let game = game();
    let mut state = blank(2);
    for (village, colour) in [("V34", White), ("V30", Blue), ("V33", Orange), ("V26", Black)] {
        put(&mut state, village, colour);
    }
    let picture = game.picture(&game.view(&state, None));
    let labels = [(White, "wh"), (Orange, "or"), (Black, "bk"), (Blue, "bl")];
    let (mut priced, mut several) = (0, 0);
    for place in &picture.board.places {
        let words = place.words.as_deref().expect("there may be a price");
        let price = game.price(&state, at(&place.name));
        if state.stele(at(&place.name)).is_some() || price == Steles::NONE {
            assert_eq!(words, "", "{}", place.name);
            continue;
        }
        priced += 1;
        several += u32::from(words.starts_with('2') || words.contains(" 2"));
        if words.ends_with(" steles") {
            assert_eq!(words, format!("{} steles", price.total()), "{}", place.name);
            continue;
        }
        let count = |label: &str| match words.split(' ').find_map(|word| word.strip_suffix(label)) {
            None => 0,
            Some("") => 1,
            Some(more) => more.parse::<u8>().expect("a number"),
        };
        assert!(labels.iter().all(|(colour, label)| count(label) == price[*colour]), "{}: {words}", place.name);
    }
    assert_eq!((priced, several), (8, 1));
}
