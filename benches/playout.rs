//! Random playouts of every game: the speed of the rules alone, without the protocol. The counter counts decisions.
//! It also prints `ns_per_listed_action`, because a game with more actions has more to do.

use divan::Bencher;
use divan::counter::ItemsCount;
use referee::dice::{Dice, RANDOM_PLAYER};
use referee::game::{Game, Turn};
use referee::strict;

fn main() {
    divan::main();
}

/// The counts of some games.
#[derive(Default)]
struct Played {
    decisions: u64,
    listed: u64,
}

fn open<G: Game>(options: &G::Options) -> G {
    let edition: G::Edition = strict::from_slice(G::EDITION.as_bytes()).expect("the built-in edition");
    G::open(&edition, options).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn play<G: Game>(game: &G, players: u8, seeds: std::ops::Range<u64>) -> Played {
    let mut sum = Played::default();
    let (mut legal, mut draws) = (Vec::new(), Vec::new());
    for seed in seeds {
        let mut dice = Dice::new(seed);
        let mut state = game.start(players);
        loop {
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    draws.clear();
                    let source = game.chances(&state, &mut draws);
                    let at = dice.peek_weighted(source, &draws);
                    dice.advance(source);
                    game.apply_chance(&mut state, &draws[at].0);
                }
                Turn::Player(player) => {
                    legal.clear();
                    game.legal(&state, &mut legal);
                    sum.decisions += 1;
                    sum.listed += legal.len() as u64;
                    let at = dice.draw(RANDOM_PLAYER, legal.len() as u64) as usize;
                    game.apply(&mut state, player, &legal[at]);
                }
            }
        }
    }
    sum
}

#[allow(clippy::print_stderr, clippy::cast_precision_loss, reason = "a remark for the person who runs the benchmark")]
fn playouts<G: Game>(bencher: Bencher, players: u8) {
    let game = open::<G>(&G::Options::default());
    // Some thousand decisions, so that games of all lengths take about equally long.
    let mut games = 0;
    let played = loop {
        games = (2 * games).max(20);
        let played = play(&game, players, 0..games);
        if played.decisions > 4000 {
            break played;
        }
    };
    eprintln!(
        "{}, {players} players: {:.1} actions listed for each decision",
        G::TITLE,
        played.listed as f64 / played.decisions as f64
    );
    bencher
        .counter(ItemsCount::new(played.decisions))
        .bench_local(|| divan::black_box(play(&game, players, 0..games).listed));
}

macro_rules! benches {
    ($($module:ident::$game:ident)*) => {
        $(
            #[divan::bench(args = referee::games::$module::$game::PLAYERS)]
            fn $module(bencher: Bencher, players: u8) {
                playouts::<referee::games::$module::$game>(bencher, players);
            }
        )*
    };
}
referee::every_game!(benches);
