//! The optimiser: compared with brute force in small cases and with other declarations in large ones, and its
//! properties.

use super::super::cards::{INGREDIENTS, Ingredient};
use super::super::declaration::{Filled, Swap};
use super::super::optimum::Supply;
use super::super::woks::{Of, Red, Side};
use super::super::{Cooks, DoubleMan, Options, Score};
use super::*;
use crate::dice::Dice;
use crate::game::Source;
use crate::sample::sample;

/// Random numbers for tests.
struct Random(Dice);

impl Random {
    fn below(&mut self, total: u64) -> usize {
        self.0.draw(Source(0), total) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64)]
    }
}

/// Red cards of every kind, small enough to be filled by a few cards.
fn small_red(random: &mut Random) -> Red {
    let ingredient = |random: &mut Random| random.pick(&Ingredient::ALL[..3]);
    match random.below(7) {
        0 => Red::Covered { points: random.below(15) as u8 },
        1 | 2 => {
            let mut needs = [0; INGREDIENTS];
            for _ in 0..=random.below(3) {
                needs[ingredient(random) as usize] += 1;
            }
            Red::Group { needs, points: random.below(15) as u8 }
        }
        3 => Red::Hard { size: 2 + random.below(3) as u8, points: random.below(12) as u8 },
        4 => Red::Each { of: random.pick(&[Of::Any, Of::Hand, Of::Plain]), each: random.below(4) as u8 },
        _ => small_concert(random),
    }
}

fn small_concert(random: &mut Random) -> Red {
    let mut side = || Side { ingredient: random.pick(&Ingredient::ALL[..3]), each: random.below(4) as u8 };
    Red::Concert([side(), side()])
}

fn small_game(random: &mut Random) -> WeWillWokYou {
    let mut game = game_with(&Options {
        cooks: random.pick(&[Cooks::Compulsory, Cooks::Optional]),
        double_man: random.pick(&[DoubleMan::PrintedOrder, DoubleMan::PlayerChoice]),
        ..Options::default()
    });
    for wok in Wok::all().filter(|wok| !wok.is_cook()) {
        game.woks.red[wok.index()].is = if wok.is_concert() {
            small_concert(random)
        } else {
            std::iter::repeat_with(|| small_red(random)).find(|red| !matches!(red, Red::Concert(_))).unwrap()
        };
    }
    for man in &mut game.woks.double_men {
        man.is = [random.below(6) as u8, random.below(6) as u8];
    }
    game.woks.almighty.is = random.below(16) as u8;
    game
}

fn small_seat(random: &mut Random, cards: u64, reds: u64, cooks: u64) -> Seat {
    let mut seat = Seat::default();
    for _ in 0..random.below(cards + 1) {
        // Broccoli, chicken and carrot, with and without symbols.
        let face = Face::all().nth(21 * random.below(3) + random.pick(&[0, 0, 1, 2])).unwrap();
        if face.is_plain() || random.below(2) == 0 {
            seat.hand.insert(face)
        } else {
            seat.laid.insert(face)
        };
    }
    for _ in 0..random.below(reds + 1) {
        seat.woks.insert(Wok::all().nth(random.below(21)).unwrap());
    }
    for _ in 0..random.below(cooks + 1) {
        seat.woks.insert(Wok::all().nth(21 + random.below(4)).unwrap());
    }
    seat
}

/// The best by brute force: every placement of cooks, and for each every way to lay out the cards.
fn brute_force(game: &WeWillWokYou, seat: &Seat) -> Score {
    let mut best = Score::default();
    let reds: Vec<Filled> = seat.woks.red().iter().map(Filled::empty).collect();
    place_cooks(game, seat, &seat.woks.cooks().iter().collect::<Vec<_>>(), &reds, &mut best);
    best
}

fn place_cooks(game: &WeWillWokYou, seat: &Seat, cooks: &[Wok], reds: &[Filled], best: &mut Score) {
    let Some((cook, rest)) = cooks.split_first() else {
        return place_mirrors(game, seat, 0, reds, best);
    };
    let suits: Vec<usize> = (0..reds.len()).filter(|at| game.woks.suits(*cook, reds[*at].wok)).collect();
    if suits.is_empty() || game.options.cooks == Cooks::Optional {
        place_cooks(game, seat, rest, reds, best);
    }
    for at in suits {
        for first in [false, true] {
            let mut reds = reds.to_vec();
            if first {
                reds[at].cooks.insert(0, *cook);
            } else {
                reds[at].cooks.push(*cook);
            }
            if *cook != Wok::CHANGING_MAN {
                place_cooks(game, seat, rest, &reds, best);
                continue;
            }
            for from in Ingredient::ALL {
                for to in Ingredient::ALL {
                    let asked = game.woks.printed(reds[at].wok).unwrap().asks_for()[from as usize];
                    reds[at].swap = asked.then_some(Swap { from, to });
                    if asked && !first {
                        place_cooks(game, seat, rest, &reds, best);
                    }
                }
            }
        }
    }
}

fn place_mirrors(game: &WeWillWokYou, seat: &Seat, from: usize, reds: &[Filled], best: &mut Score) {
    let man = |filled: &Filled| filled.cooks.iter().any(|cook| cook.is_double_man());
    if let Some(at) = (from..reds.len()).find(|at| game.mirrors() && man(&reds[*at])) {
        for mirror in [false, true] {
            let mut reds = reds.to_vec();
            reds[at].mirror = mirror;
            place_mirrors(game, seat, at + 1, &reds, best);
        }
        return;
    }
    let cooked: Vec<Red> = reds.iter().map(|filled| game.woks.cooked(filled).unwrap()).collect();
    let cards: Vec<(Face, bool)> = seat
        .hand
        .faces()
        .iter()
        .map(|face| (*face, true))
        .chain(seat.laid.faces().iter().map(|face| (*face, false)))
        .collect();
    let mut counts = vec![[[0u8; INGREDIENTS]; 2]; cooked.len()];
    lay_out(&cooked, &cards, &mut counts, 0, best);
}

fn lay_out(
    cooked: &[Red],
    cards: &[(Face, bool)],
    counts: &mut [[[u8; INGREDIENTS]; 2]],
    unused: u8,
    best: &mut Score,
) {
    let Some(((face, in_hand), rest)) = cards.split_first() else {
        if let Some(points) = count(cooked, counts) {
            *best = (*best).max(Score { points, unused });
        }
        return;
    };
    let ingredient = face.ingredient();
    lay_out(cooked, rest, counts, unused + 1, best);
    for (at, red) in cooked.iter().enumerate() {
        let sides = match red {
            Red::Covered { .. } => [false, false],
            Red::Group { needs, .. } => [needs[ingredient as usize] > 0, false],
            Red::Hard { .. } | Red::Each { of: Of::Any, .. } => [true, false],
            Red::Each { of: Of::Hand, .. } => [*in_hand, false],
            Red::Each { of: Of::Plain, .. } => [face.is_plain(), false],
            Red::Concert(sides) => sides.map(|side| side.ingredient == ingredient),
        };
        for (side, _) in sides.into_iter().enumerate().filter(|(_, takes)| *takes) {
            counts[at][side][ingredient as usize] += 1;
            lay_out(cooked, rest, counts, unused, best);
            counts[at][side][ingredient as usize] -= 1;
        }
    }
}

/// The points of a full layout; `None` if a combination or a set is not complete.
fn count(cooked: &[Red], counts: &[[[u8; INGREDIENTS]; 2]]) -> Option<u16> {
    let mut total = 0;
    for (red, [left, right]) in cooked.iter().zip(counts) {
        let sum = |side: &[u8; INGREDIENTS]| u16::from(side.iter().sum::<u8>());
        total += match red {
            Red::Covered { points } => u16::from(*points),
            Red::Group { needs, points } => {
                let combinations = (0..=20u8).find(|k| (0..INGREDIENTS).all(|at| left[at] == k * needs[at]))?;
                u16::from(combinations) * u16::from(*points)
            }
            Red::Hard { size, points } => {
                if left.iter().any(|count| count % size != 0) {
                    return None;
                }
                sum(left) / u16::from(*size) * u16::from(*points)
            }
            Red::Each { each, .. } => sum(left) * u16::from(*each),
            Red::Concert([l, r]) => sum(left) * u16::from(l.each) + sum(right) * u16::from(r.each),
        };
    }
    Some(total)
}

/// The best declaration is legal, and has the score that the optimiser gives.
#[track_caller]
fn judge(game: &WeWillWokYou, seat: &Seat) -> Score {
    let best = game.best_score(seat).unwrap();
    let (declaration, exact) = game.best_declaration(seat);
    assert!(exact);
    let broken = faults(game, seat, &declaration);
    assert_eq!(broken, [], "{declaration:?} of {seat:?}");
    assert_eq!(game.count(seat, &declaration), best, "{declaration:?} of {seat:?}");
    best
}

fn against_brute_force(seed: u64, cases: u64, cards: u64, reds: u64, cooks: u64) {
    let mut random = Random(Dice::new(seed));
    for case in 0..cases {
        let game = small_game(&mut random);
        let seat = small_seat(&mut random, cards, reds, cooks);
        assert_eq!(judge(&game, &seat), brute_force(&game, &seat), "case {case}: {seat:?} {:?}", game.woks);
    }
}

#[test]
fn no_worse_than_brute_force_with_cooks() {
    against_brute_force(1, 3000, 4, 3, 2);
}

#[test]
fn no_worse_than_brute_force_with_many_cooks() {
    against_brute_force(2, 400, 3, 3, 5);
}

#[test]
fn no_worse_than_brute_force_with_many_cards() {
    against_brute_force(3, 1500, 8, 3, 1);
}

#[test]
fn no_worse_than_brute_force_with_many_woks() {
    against_brute_force(4, 1500, 5, 7, 0);
}

/// Random legal declarations: cards are moved about, and refused moves are undone.
fn some_declaration(game: &WeWillWokYou, seat: &Seat, random: &mut Random) -> Declaration {
    let (mut declaration, _) = game.best_declaration(seat);
    for filled in &mut declaration.woks {
        filled.cards = Cards::NONE;
        filled.right = Cards::NONE;
    }
    let cards: Vec<Face> = seat.hand.faces().iter().chain(seat.laid.faces()).copied().collect();
    for _ in 0..60 {
        let before = declaration.clone();
        if declaration.woks.is_empty() || cards.is_empty() {
            break;
        }
        for _ in 0..=random.below(5) {
            let at = random.below(declaration.woks.len() as u64);
            let face = random.pick(&cards);
            let filled = &mut declaration.woks[at];
            if filled.wok.is_concert() && random.below(2) == 0 {
                filled.right.insert(face);
            } else {
                filled.cards.insert(face);
            }
        }
        if !faults(game, seat, &declaration).is_empty() {
            declaration = before;
        }
    }
    declaration
}

#[test]
fn adding_cards_and_woks_never_hurts() {
    let game = game();
    let mut random = Random(Dice::new(6));
    for _ in 0..400 {
        let mut seat = Seat::default();
        let deck = game.deck;
        for _ in 0..random.below(20) {
            let face = random.pick(deck.faces());
            if seat.hand.count(face) + seat.laid.count(face) < deck.count(face) {
                if face.is_plain() || random.below(2) == 0 {
                    seat.hand.insert(face)
                } else {
                    seat.laid.insert(face)
                };
            }
        }
        for _ in 0..random.below(8) {
            seat.woks.insert(Wok::all().nth(random.below(25)).unwrap());
        }
        let best = judge(&game, &seat);
        let some = some_declaration(&game, &seat, &mut random);
        assert!(game.count(&seat, &some) <= best);
        let mut more = seat;
        more.hand.insert(random.pick(deck.faces()));
        assert!(game.best_score(&more).unwrap() >= best, "another card");
        let mut more = seat;
        more.woks.insert(Wok::all().nth(random.below(21)).unwrap());
        assert!(game.best_score(&more).unwrap() >= best, "another red card");
    }
}

#[test]
fn a_compulsory_cook_can_hurt() {
    let game = game();
    let best = |hand: &str, owned: &str| {
        game.best_score(&Seat { hand: cards(hand), woks: woks(owned), ..Seat::default() }).unwrap().points
    };
    assert_eq!((best("4*broccoli 3*prawn", "W05"), best("4*broccoli 3*prawn", "W05 W24")), (20, 12));
    assert_eq!((best("3*carrot", "W17"), best("3*carrot", "W17 W22")), (6, 3));
    assert_eq!(best("", ""), 0);
}

#[test]
fn which_copy_of_a_face_is_in_hand_does_not_matter() {
    let game = game();
    let seat = |hand: &str, laid: &str| Seat {
        hand: cards(hand),
        laid: cards(laid),
        woks: woks("W14 W16"),
        ..Seat::default()
    };
    // A chicken is worth 2 on either wok; cards of one class are interchangeable.
    let one = game.best_score(&seat("chicken:spoon carrot:bowl", "chicken:cookie carrot:star")).unwrap();
    let other = game.best_score(&seat("chicken:cookie carrot:star", "chicken:spoon carrot:bowl")).unwrap();
    assert_eq!(one, other);
    assert_eq!(one, Score { points: 2 + 2 + 2 + 1, unused: 0 });
}

/// Half of the deck that is not removed with two players laid for twelve wok cards, the rest in hand.
fn hoarder(game: &WeWillWokYou) -> State {
    let mut state = game.start(2);
    state.last = Some(0);
    state.undealt = 0;
    let seat = &mut state.all_seats[0];
    seat.woks = Wok::all().take(12).collect();
    state.pile = Pile::of(&Cards::NONE);
    for face in game.deck.faces() {
        let double =
            ["cookie+cookie", "spoon+spoon", "bowl+bowl"].iter().any(|symbols| face.to_string().ends_with(symbols));
        if double {
            seat.laid.insert(*face);
        } else if state.removed.len() < 24 {
            state.removed.insert(*face);
        } else {
            seat.hand.insert(*face);
        }
    }
    state
}

#[test]
fn the_search_is_given_up_in_the_end_and_says_so() {
    let mut game = game();
    let mut state = hoarder(&game);
    let seat = *state.seat(Player(0));
    let best = game.best_score(&seat).expect("the default edition is searched to the end");
    game.most_steps = 100;
    assert_eq!(game.best_score(&seat), None);
    let (declaration, exact) = game.best_declaration(&seat);
    assert!(!exact);
    assert_eq!(faults(&game, &seat, &declaration), []);
    assert_eq!(game.best_declaration(&seat).0, declaration, "steps are counted, so the answer stays the same");
    let found = game.count(&seat, &declaration);
    assert!(found.points > 0 && found <= best, "{found:?} instead of {best:?}");
    assert_eq!(listed(&game, &state), [Action::Score(declaration)]);
    // A possible score is accepted, and the details say that the best is not known.
    state.all_seats[0].score = Some(Score { points: best.points + 1, ..best });
    state.turn = Player(1);
    assert_eq!(game.restore(2, &game.position(&state, true)), Ok(state.clone()));
    state.all_seats[1].score = Some(Score::default());
    let details = serde_json::to_value(game.details(&state)).unwrap();
    assert_eq!(details["players"][0]["best"]["points"], found.points);
    assert_eq!(details["players"][0]["best"]["lower_bound"], true);
    game.most_steps = super::super::optimum::MOST_STEPS;
    let details = serde_json::to_value(game.details(&state)).unwrap();
    assert_eq!(details["players"][0]["best"].get("lower_bound"), None, "searched to the end it is the best");
    assert!(game.restore(2, &game.position(&state, true)).is_err(), "so much cannot be scored");
}

/// Beyond what play can reach: most cards of the deck, all cooks, and as many of the hardest red cards as there are
/// wok cards in play with four players.
#[test]
fn the_default_edition_is_searched_to_the_end() {
    let free = Options { cooks: Cooks::Optional, double_man: DoubleMan::PlayerChoice, ..Options::default() };
    for options in [Options::default(), free] {
        let game = game_with(&options);
        let mut random = Random(Dice::new(6));
        let mut most = 0;
        for case in 0..sample(1, 4) {
            let mut seat = Seat::default();
            for face in game.deck.faces() {
                if case > 0 && random.below(8) == 0 {
                    continue;
                }
                if face.is_plain() || random.below(3) == 0 {
                    seat.hand.insert(*face)
                } else {
                    seat.laid.insert(*face)
                };
            }
            seat.woks = Woks::ALL.cooks();
            while seat.woks.len() < 18 {
                let pick = if random.below(3) == 0 { 4 + random.below(8) } else { random.below(21) };
                seat.woks.insert(Wok::all().nth(pick).unwrap());
            }
            most = most.max(game.most_steps - game.search(&seat, &Supply::of(&seat)).steps);
        }
        assert!(most < game.most_steps / 2, "{most} steps");
    }
}
