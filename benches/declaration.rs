//! The best declaration of We Will Wok You: the time of the exact optimiser at the end of random games, and in its
//! worst case, a player with all four cooks and fourteen red cards.

use divan::Bencher;
use divan::counter::ItemsCount;
use referee::dice::{Dice, RANDOM_PLAYER};
use referee::game::{Game, Turn};
use referee::games::we_will_wok_you::cards::Face;
use referee::games::we_will_wok_you::woks::{Wok, Woks};
use referee::games::we_will_wok_you::{Options, Seat, WeWillWokYou};
use referee::strict;

fn main() {
    divan::main();
}

fn game() -> WeWillWokYou {
    let edition = strict::from_slice(WeWillWokYou::EDITION.as_bytes()).expect("the built-in edition");
    WeWillWokYou::open(&edition, &Options::default()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The players' things when the declarations of some random games are due.
fn ends(game: &WeWillWokYou, players: u8, seeds: std::ops::Range<u64>) -> Vec<Seat> {
    let (mut seats, mut legal, mut draws) = (Vec::new(), Vec::new(), Vec::new());
    for seed in seeds {
        let (mut dice, mut state) = (Dice::new(seed), game.start(players));
        while state.last != Some(0) {
            if let Turn::Player(player) = game.turn(&state) {
                legal.clear();
                game.legal(&state, &mut legal);
                let at = dice.draw(RANDOM_PLAYER, legal.len() as u64) as usize;
                game.apply(&mut state, player, &legal[at]);
            } else {
                draws.clear();
                let source = game.chances(&state, &mut draws);
                let at = dice.peek_weighted(source, &draws);
                dice.advance(source);
                game.apply_chance(&mut state, &draws[at].0);
            }
        }
        seats.extend_from_slice(state.seats());
    }
    seats
}

#[divan::bench(args = [2, 3, 4])]
fn at_the_end_of_random_games(bencher: Bencher, players: u8) {
    let game = game();
    let seats = ends(&game, players, 0..200);
    bencher.counter(ItemsCount::new(seats.len())).bench_local(|| {
        for seat in &seats {
            divan::black_box(game.best_score(divan::black_box(seat)));
        }
    });
}

#[divan::bench]
fn with_all_cooks(bencher: Bencher) {
    let game = game();
    let mut seat = Seat::default();
    // Every second face of the deck, and the first fourteen red cards that are not independent.
    for face in Face::all().filter(|face| !face.is_plain()).step_by(3) {
        seat.laid.insert(face);
    }
    seat.woks = Wok::all().skip(4).take(3).chain(Wok::all().skip(10)).collect::<Woks>();
    bencher.bench_local(|| game.best_score(divan::black_box(&seat)));
}
