//! Set-up, coins, rows, payments, passing and the end.

use super::super::cards::Symbol;
use super::super::market::{Due, Row, removed, woks_in_play};
use super::super::{Chance, FinalPass, Options, Payment};
use super::*;
use crate::dice::{Dice, RANDOM_PLAYER};
use crate::game::{MOST_LISTED, Source, Turn};

#[test]
fn set_up_draws_what_the_rules_say() {
    let game = game();
    for (players, pile, out) in [(2, 29, 13), (3, 41, 10), (4, 53, 7)] {
        let mut state = game.start(players);
        let (mut ingredients, mut wok_cards) = (0, 0);
        while state.due().is_some() {
            assert_eq!(game.turn(&state), Turn::Chance);
            let mut draws = Vec::new();
            match game.chances(&state, &mut draws) {
                Source(0) => {
                    assert_eq!(wok_cards, 0, "ingredients come first");
                    assert_eq!(draws.iter().map(|(_, weight)| weight).sum::<u32>(), 63 - ingredients);
                    ingredients += 1;
                }
                source => {
                    assert_eq!(source, Source(1));
                    assert!(draws.iter().all(|(_, weight)| *weight == 1) && draws.len() == 25 - wok_cards);
                    wok_cards += 1;
                }
            }
            let (chance, _) = draws[draws.len() / 2];
            game.apply_chance(&mut state, &chance);
        }
        assert_eq!(state.removed.len(), removed(players));
        assert_eq!(state.pile.len(), pile);
        assert_eq!(state.market.others().len(), out);
        assert_eq!(state.market.len(), woks_in_play(players));
        assert_eq!(state.rows.map(|row| row.len()), [3, 3, 2, 2]);
        assert_eq!(state.lines, [6, 4]);
        assert_eq!(game.turn(&state), Turn::Player(Player(0)));
        assert!(state.seats().iter().all(|seat| seat.coins == 3));
    }
}

#[test]
fn draws_are_weighted_by_copies() {
    let game = game();
    let mut draws = Vec::new();
    assert_eq!(game.chances(&game.start(2), &mut draws), Source(0));
    let weight = |name: &str| {
        let face = Face::parse(name).unwrap();
        draws.iter().find(|(chance, _)| *chance == Chance::Ingredient(face)).map(|(_, weight)| *weight)
    };
    assert_eq!(weight("broccoli"), Some(2));
    assert_eq!(weight("broccoli:star"), Some(1));
    assert_eq!(weight("tuna:cookie"), None);
    let faces: Vec<_> = draws.iter().map(|(chance, _)| *chance).collect();
    assert_eq!(
        &faces[..3],
        ["broccoli", "broccoli:star", "broccoli:cookie"].map(|n| Chance::Ingredient(Face::parse(n).unwrap()))
    );
}

/// R65.
#[test]
fn sophie_takes_a_coin() {
    let game = game();
    let mut state = begun(&game, 2);
    act(&game, &mut state, r#"{"take_coin":{"line":2}}"#);
    assert_eq!((state.lines, state.seat(Player(0)).coins), ([6, 3], 4));
    assert_eq!((state.price(Row::B1), state.price(Row::B2)), (3, 3));
    assert_eq!(state.turn, Player(1));
}

/// R66.
#[test]
fn arthur_buys_a_row() {
    let game = game();
    let mut state = begun(&game, 3);
    state.lines = [4, 4];
    state.seat_mut(Player(0)).coins = 5;
    let row = state.rows[0];
    act(&game, &mut state, r#"{"buy":{"row":"A1"}}"#);
    assert_eq!(state.lines, [8, 4]);
    assert_eq!((state.seat(Player(0)).coins, state.seat(Player(0)).hand), (1, row));
    for left in [2, 1, 0] {
        assert_eq!((state.due(), state.turn), (Some(Due::Row(Row::A1)), Player(0)), "the buyer waits for the refill");
        let mut draws = Vec::new();
        game.chances(&state, &mut draws);
        game.apply_chance(&mut state, &draws[0].0);
        assert_eq!(state.rows[0].len(), 3 - left);
    }
    assert_eq!((state.due(), state.turn, state.pile.len()), (None, Player(1), 38));
}

#[test]
fn coins_and_prices_are_refused() {
    let game = game();
    let mut state = begun(&game, 2);
    state.lines = [1, 3];
    state.seat_mut(Player(0)).coins = 2;
    assert_eq!(broken(&game, &state, 0, &action(r#"{"take_coin":{"line":3}}"#)), ["last-coin"]);
    assert_eq!(broken(&game, &state, 0, &action(r#"{"buy":{"row":"B2"}}"#)), ["coins-short"]);
    assert_eq!(broken(&game, &state, 0, &action(r#"{"buy":{"row":"A2"}}"#)), [""; 0]);
    state.rows[3] = Cards::NONE;
    assert_eq!(broken(&game, &state, 0, &action(r#"{"buy":{"row":"B2"}}"#)), ["row-empty", "coins-short"]);
    state.seat_mut(Player(0)).coins = 3;
    act(&game, &mut state, r#"{"buy":{"row":"B1"}}"#);
    assert_eq!((state.seat(Player(0)).coins, state.lines), (0, [1, 6]), "coins equal to the price are enough");
}

/// A position just before the end: 3 players, the pile as given, player 0 rich.
fn late(game: &WeWillWokYou, pile: usize) -> State {
    let mut state = begun(game, 3);
    while state.pile.len() as usize > pile {
        let face = in_pile(&state).faces()[0];
        state.pile.remove(face);
        state.seat_mut(Player(2)).hand.insert(face);
    }
    state.lines = [2, 2];
    state.seat_mut(Player(0)).coins = 11;
    state.seat_mut(Player(1)).coins = 2;
    state.seat_mut(Player(2)).coins = 2;
    state
}

#[test]
fn a_short_pile_refills_what_it_can() {
    let game = game();
    let mut state = late(&game, 1);
    let face = in_pile(&state).faces()[0];
    act(&game, &mut state, r#"{"buy":{"row":"A1"}}"#);
    assert_eq!(state.due(), Some(Due::Row(Row::A1)));
    game.apply_chance(&mut state, &Chance::Ingredient(face));
    assert_eq!((state.rows[0].len(), state.due(), state.turn, state.last), (1, None, Player(1), None));
    // A row of one card costs the full price, and nothing slides over from another row.
    state.turn = Player(0);
    state.lines[0] = 2;
    act(&game, &mut state, r#"{"buy":{"row":"A1"}}"#);
    assert_eq!((state.rows.map(|row| row.len()), state.lines[0]), ([0, 3, 2, 2], 4));
    assert_eq!((state.turn, state.last), (Player(1), None), "the other row of the line is still there");
}

#[test]
fn the_end_gives_everybody_one_more_action() {
    let game = game();
    let mut state = late(&game, 0);
    act(&game, &mut state, r#"{"buy":{"row":"B1"}}"#);
    assert_eq!(state.last, None);
    state.turn = Player(2);
    state.lines[1] = 2;
    act(&game, &mut state, r#"{"buy":{"row":"B2"}}"#);
    assert_eq!((state.last, state.turn), (Some(3), Player(0)), "the last in the round triggered the end");
    // Coins of a bare line may be taken and rows of the other line bought; a second bare line changes nothing.
    act(&game, &mut state, r#"{"buy":{"row":"A1"}}"#);
    assert_eq!((state.last, state.turn), (Some(2), Player(1)));
    state.lines[0] = 2;
    act(&game, &mut state, r#"{"buy":{"row":"A2"}}"#);
    assert_eq!((state.last, state.turn), (Some(1), Player(2)));
    assert!(state.line_is_bare());
    act(&game, &mut state, r#"{"take_coin":{"line":2}}"#);
    assert_eq!((state.last, state.turn), (Some(0), Player(0)));
    for player in 0..3 {
        assert_eq!(game.turn(&state), Turn::Player(Player(player)));
        assert_eq!(broken(&game, &state, player, &action(r#"{"take_coin":{"line":2}}"#)), ["declaration-due"]);
        assert_eq!(broken(&game, &state, player, &action(r#""pass""#)), ["declaration-due"]);
        let take = action(r#"{"take_wok":{"wok":"W25"}}"#);
        assert_eq!(broken(&game, &state, player, &take), ["declaration-due", "wok-unpaid", "wok-not-offered"]);
        act(&game, &mut state, r#"{"score":{"woks":[]}}"#);
    }
    assert_eq!(game.turn(&state), Turn::Over);
    let outcome = game.outcome(&state).unwrap();
    assert_eq!((outcome.reason, outcome.scores), ("rows-empty", Some(vec![0, 0, 0])));
    assert_eq!(outcome.places, [2, 3, 1], "more unused ingredients win");
}

#[test]
fn a_last_action_may_be_declined_only_with_the_option() {
    let game = game();
    let options = Options { final_pass: FinalPass::Allowed, ..Options::default() };
    let free = game_with(&options);
    let mut state = late(&game, 0);
    let pass = action(r#""pass""#);
    assert_eq!(broken(&free, &state, 0, &pass), ["pass-with-actions"], "not before the end is triggered");
    state.rows[2] = Cards::NONE;
    act(&game, &mut state, r#"{"buy":{"row":"B2"}}"#);
    assert_eq!(broken(&game, &state, 1, &pass), ["last-action-declined"]);
    assert_eq!(broken(&free, &state, 1, &pass), [""; 0]);
    assert!(listed(&free, &state).contains(&Action::Pass) && !listed(&game, &state).contains(&Action::Pass));
    // With nothing to do, passing is all there is.
    state.lines = [1, 1];
    state.seat_mut(Player(1)).coins = 0;
    assert_eq!(broken(&game, &state, 1, &pass), [""; 0]);
    assert_eq!(listed(&game, &state), [Action::Pass]);
}

#[test]
fn passing_is_for_those_who_can_do_nothing() {
    let game = game();
    let mut state = begun(&game, 2);
    state.lines = [1, 2];
    state.seat_mut(Player(0)).coins = 1;
    state.seat_mut(Player(1)).coins = 12;
    // The opponent takes the last spare coin; both lines show one.
    state.turn = Player(1);
    act(&game, &mut state, r#"{"take_coin":{"line":2}}"#);
    let pass = action(r#""pass""#);
    assert_eq!(broken(&game, &state, 0, &pass), ["pass-with-actions"], "he can buy");
    state.seat_mut(Player(0)).coins = 0;
    assert_eq!(listed(&game, &state), [Action::Pass]);
    state.seat_mut(Player(0)).hand = take(&mut state, "chicken:spoon+spoon chicken:spoon chicken:star");
    assert_eq!(listed(&game, &state).len(), 1);
    assert_eq!(broken(&game, &state, 0, &pass), ["pass-with-actions"], "he can pay for a wok card");
    state.market = Woks::NONE;
    assert_eq!(broken(&game, &state, 0, &pass), [""; 0]);
}

#[track_caller]
fn payment(game: &WeWillWokYou, names: &str, expected: &[&str]) {
    let mut state = begun(game, 4);
    state.seat_mut(Player(0)).hand = cards(names);
    let lay = Action::Lay { cards: cards(names).into() };
    assert_eq!(broken(game, &state, 0, &lay), expected, "{names}");
    assert_eq!(listed(game, &state).contains(&lay), expected.is_empty(), "{names}");
}

#[test]
fn payments_show_four_identical_symbols() {
    let game = game();
    payment(&game, "chicken:spoon carrot:spoon tuna:spoon broccoli:spoon", &[]);
    payment(&game, "chicken:spoon+spoon carrot:spoon+spoon", &[]);
    payment(&game, "chicken:spoon+spoon carrot:spoon tuna:spoon", &[]);
    payment(&game, "chicken:spoon carrot:spoon tuna:spoon broccoli:star", &[]);
    payment(&game, "chicken:star carrot:star tuna:star broccoli:star", &[]);
    payment(&game, "chicken:star+star carrot:bowl+bowl", &[]);
    payment(&game, "chicken:spoon+star carrot:bowl+star tuna:spoon", &[]);
    payment(&game, "chicken:spoon+bowl carrot:cookie+spoon tuna:spoon+spoon", &[]);
    payment(&game, "", &["symbols-short"]);
    payment(&game, "chicken:spoon carrot:spoon tuna:spoon", &["symbols-short"]);
    // For any symbol, one card does not show it; if all show one, it may be too few of that.
    payment(&game, "chicken:spoon carrot:spoon tuna:spoon prawn:bowl", &["symbols-short", "card-idle"]);
    payment(&game, "chicken:spoon+spoon carrot:bowl+bowl", &["symbols-short", "card-idle"]);
    payment(&game, "chicken:spoon+bowl carrot:cookie+spoon", &["symbols-short"]);
    payment(&game, "chicken:star carrot:bowl", &["symbols-short"]);
    payment(&game, "chicken:spoon carrot:spoon tuna:spoon prawn", &["symbols-short", "card-idle"]);
    payment(&game, "chicken:spoon+spoon carrot:spoon+spoon tuna", &["card-idle"]);
    payment(&game, "chicken:spoon+spoon carrot:spoon+spoon tuna:bowl", &["card-idle"]);
    payment(&game, "chicken:spoon carrot:spoon tuna:spoon broccoli:spoon+spoon", &["symbols-more"]);
    payment(&game, "chicken:spoon+spoon carrot:spoon+spoon tuna:star", &["symbols-more"]);
    // As five spoons it would break two rules, as four bowls one.
    payment(
        &game,
        "carrot:bowl chicken:spoon+bowl tuna:spoon+bowl prawn:spoon+bowl broccoli:spoon+spoon",
        &["card-idle"],
    );
}

#[test]
fn more_symbols_may_be_laid_with_the_option() {
    let game = game_with(&Options { payment: Payment::AtLeastFour, ..Options::default() });
    payment(&game, "chicken:spoon carrot:spoon tuna:spoon broccoli:spoon+spoon", &[]);
    payment(&game, "chicken:spoon+spoon carrot:spoon+spoon tuna:star", &[]);
    payment(&game, "chicken:spoon+spoon carrot:spoon+spoon tuna:bowl", &["card-idle"]);
    payment(&game, "chicken:spoon carrot:spoon tuna:spoon", &["symbols-short"]);
}

#[test]
fn what_can_be_listed_has_a_bound() {
    // All cards in one hand can pay in thousands of ways; with the option, in far too many to count.
    for (payment, all) in [(Payment::ExactlyFour, true), (Payment::AtLeastFour, false)] {
        let options = Options { payment, final_pass: FinalPass::Allowed, ..Options::default() };
        let game = game_with(&options);
        let mut state = begun(&game, 2);
        state.last = Some(1);
        state.lines = [1, 2];
        state.seat_mut(Player(0)).hand = game.deck;
        let mut legal = Vec::new();
        assert_eq!(game.legal(&state, &mut legal), all);
        assert!(legal.len() > 1000);
        assert_eq!(legal.len() == MOST_LISTED, !all);
        assert_eq!((&legal[0], legal.last()), (&action(r#"{"take_coin":{"line":2}}"#), Some(&Action::Pass)));
        assert!(legal.iter().all(|action| broken(&game, &state, 0, action).is_empty()));
        // Payments that are not listed are judged exactly.
        let lay = Action::Lay { cards: cards("prawn:chopsticks+chopsticks octopus:chopsticks+chopsticks").into() };
        assert_eq!(legal.contains(&lay), all);
        assert_eq!(broken(&game, &state, 0, &lay), [""; 0]);
    }
}

#[test]
fn payments_come_from_the_hand() {
    let game = game();
    let mut state = begun(&game, 2);
    let seat = state.seat_mut(Player(0));
    seat.hand = cards("chicken:spoon+spoon carrot:spoon+spoon");
    seat.laid = cards("tuna:spoon+spoon");
    let lay = |names: &str| broken(&game, &state, 0, &Action::Lay { cards: cards(names).into() });
    assert_eq!(lay("chicken:spoon+spoon octopus:spoon+spoon"), ["not-in-hand"]);
    assert_eq!(lay("2*chicken:spoon+spoon"), ["not-in-hand"]);
    assert_eq!(lay("chicken:spoon+spoon tuna:spoon+spoon"), ["already-laid"]);
    assert_eq!(lay("2*tuna:spoon+spoon"), ["not-in-hand", "already-laid"]);
    let take = |wok: &str| broken(&game, &state, 0, &action(&format!(r#"{{"take_wok":{{"wok":"{wok}"}}}}"#)));
    assert_eq!(take("W01"), ["wok-unpaid"]);
    assert_eq!(take("W25"), ["wok-unpaid", "wok-not-offered"]);
}

#[test]
fn a_wok_card_is_taken_in_two_decisions() {
    let game = game();
    let mut state = begun(&game, 2);
    let hand = "chicken:spoon+spoon carrot:spoon+spoon tuna";
    state.seat_mut(Player(0)).hand = cards(hand);
    act(&game, &mut state, r#"{"lay":{"cards":["carrot:spoon+spoon","chicken:spoon+spoon"]}}"#);
    assert_eq!((state.turn, state.taking), (Player(0), true));
    assert_eq!(listed(&game, &state).len(), 12);
    for (other, expected) in [
        (r#""pass""#, &["wok-due"][..]),
        (r#"{"take_coin":{"line":3}}"#, &["wok-due"]),
        (r#"{"buy":{"row":"A1"}}"#, &["wok-due", "coins-short"]),
        (r#"{"lay":{"cards":[]}}"#, &["wok-due", "symbols-short"]),
    ] {
        assert_eq!(broken(&game, &state, 0, &action(other)), expected, "{other}");
    }
    assert_eq!(broken(&game, &state, 0, &action(r#"{"take_wok":{"wok":"W25"}}"#)), ["wok-not-offered"]);
    assert_eq!(broken(&game, &state, 0, &action(r#"{"score":{"woks":[]}}"#)), ["declaration-early", "wok-due"]);
    act(&game, &mut state, r#"{"take_wok":{"wok":"W05"}}"#);
    let seat = state.seat(Player(0));
    assert_eq!((seat.hand, seat.woks, state.turn, state.taking), (cards("tuna"), woks("W05"), Player(1), false));
    assert_eq!(seat.laid, cards("chicken:spoon+spoon carrot:spoon+spoon"));
    assert!(!state.market.has(wok("W05")));
    // The last wok card is taken with the payment; then there is nothing left to pay for.
    state.market = woks("W07");
    state.seat_mut(Player(1)).hand = cards("2*octopus:spoon+spoon");
    act(&game, &mut state, r#"{"lay":{"cards":["octopus:spoon+spoon","octopus:spoon+spoon"]}}"#);
    assert_eq!((state.turn, state.seat(Player(1)).woks), (Player(0), woks("W07")));
    state.seat_mut(Player(0)).hand = cards("2*octopus:spoon+spoon");
    let lay = action(r#"{"lay":{"cards":["octopus:spoon+spoon","octopus:spoon+spoon"]}}"#);
    assert_eq!(broken(&game, &state, 0, &lay), ["no-wok-left"]);
}

#[test]
fn a_hand_that_shows_four_symbols_can_show_exactly_four() {
    let game = game();
    let mut dice = Dice::new(5);
    let mut payable = 0;
    for _ in 0..2000 {
        let mut state = begun(&game, 2);
        let count = dice.draw(RANDOM_PLAYER, 7);
        let hand: Cards = (0..count).filter_map(|_| Face::all().nth(dice.draw(RANDOM_PLAYER, 126) as usize)).collect();
        state.seat_mut(Player(0)).hand = hand;
        let most = Symbol::ALL.into_iter().map(|symbol| hand.shows(symbol)).max().unwrap();
        let listed: Vec<_> = listed(&game, &state).into_iter().filter(|a| matches!(a, Action::Lay { .. })).collect();
        assert_eq!(most >= 4, !listed.is_empty(), "{hand:?}");
        payable += usize::from(most >= 4);
        // Every sub-multiset that pays is listed, once.
        let accepted = (0..1u32 << count)
            .map(|set| hand.faces().iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, f)| *f).collect())
            .map(|cards: Cards| Action::Lay { cards: cards.into() })
            .filter(|lay| broken(&game, &state, 0, lay).is_empty());
        let mut distinct: Vec<Action> = Vec::new();
        for lay in accepted {
            if !distinct.contains(&lay) {
                distinct.push(lay);
            }
        }
        assert_eq!(distinct.len(), listed.len(), "{hand:?}");
        assert!(distinct.iter().all(|lay| listed.contains(lay)));
    }
    assert!(payable > 300);
}

/// Laws of every position, over random games.
#[test]
fn nothing_appears_or_vanishes() {
    let game = game();
    for seed in 0..120 {
        let players = 2 + (seed % 3) as u8;
        let (mut state, mut dice) = (game.start(players), Dice::new(seed));
        let mut after_end = 0;
        loop {
            let coins: u8 = state.lines.iter().sum::<u8>() + state.seats().iter().map(|seat| seat.coins).sum::<u8>();
            assert_eq!(coins, 10 + 3 * players);
            assert!(state.lines.iter().all(|coins| *coins > 0));
            let held: u8 = state.seats().iter().map(Seat::cards).sum();
            let rows: u8 = state.rows.iter().map(Cards::len).sum();
            assert_eq!(state.pile.len() + state.removed.len() + rows + held, 63);
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    let mut draws = Vec::new();
                    let source = game.chances(&state, &mut draws);
                    let at = dice.peek_weighted(source, &draws);
                    dice.advance(source);
                    game.apply_chance(&mut state, &draws[at].0);
                }
                Turn::Player(player) => {
                    assert_eq!(state.woks().len(), woks_in_play(players));
                    if !state.pile.is_empty() {
                        assert_eq!(state.rows.map(|row| row.len()), [3, 3, 2, 2]);
                    }
                    for owner in Player::all(players) {
                        let seat = state.seat(owner);
                        let paid = seat.woks.len() + u8::from(state.taking && owner == player);
                        assert!(seat.laid.faces().iter().all(|face| !face.is_plain()));
                        assert!(game.are_payments(&seat.laid, paid) && !game.are_payments(&seat.laid, paid + 1));
                    }
                    let legal = listed(&game, &state);
                    let action = &legal[dice.draw(RANDOM_PLAYER, legal.len() as u64) as usize];
                    let before = state.clone();
                    if state.last.is_some_and(|last| last > 0) && !state.taking {
                        after_end += 1;
                        assert!(state.pile.is_empty());
                    }
                    game.apply(&mut state, player, action);
                    match action {
                        Action::Buy { row } => assert_eq!(state.price(*row), 2 * before.price(*row)),
                        Action::TakeCoin { line } => {
                            assert_eq!(state.lines[*line as usize] + 1, before.lines[*line as usize]);
                        }
                        _ => assert_eq!(state.lines, before.lines),
                    }
                }
            }
        }
        assert_eq!(after_end, players, "one last action each");
    }
}

#[test]
fn faces_are_ordered_and_named() {
    let names: Vec<String> = Face::all().map(|face| face.to_string()).collect();
    assert_eq!(names.len(), 126);
    assert_eq!(
        names[..7],
        ["", ":star", ":cookie", ":spoon", ":bowl", ":chopsticks", ":cookie+cookie"].map(|s| format!("broccoli{s}"))
    );
    assert_eq!(names[20], "broccoli:star+star");
    assert_eq!(names[21], "chicken");
    for (face, name) in Face::all().zip(&names) {
        assert_eq!(Face::parse(name), Some(face));
    }
    for wrong in
        ["", "tuna:", "tuna:star+bowl", "tuna:bowl+cookie", "tuna:bowl+bowl+bowl", "Tuna", "tuna:moon", ":star"]
    {
        assert_eq!(Face::parse(wrong), None, "{wrong}");
    }
    for wrong in ["W00", "W26", "W1", "W001", "w01", "01", "W+1", ""] {
        assert_eq!(Wok::parse(wrong), None, "{wrong}");
    }
}
