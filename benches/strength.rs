//! The strength of `@mcts` against `@random`, in every game and for every number of players: a table of results and
//! times. One seat searches and changes with every game; the others choose at random. Results depend on the seed
//! alone.
//!
//! `cargo bench --bench strength -- [--playouts N] [--games N] [--seed N] [--against BOT] [--only PART_OF_A_ROW]`

#![allow(clippy::print_stdout, clippy::cast_precision_loss, reason = "a table with percentages for a person")]

use std::io::Write as _;
use std::time::{Duration, Instant};

use referee::dice::Dice;
use referee::every_game;
use referee::game::{Game, Player, Turn};
use referee::search::{Bot, BuiltIn, PLAYOUTS};
use referee::strict;

/// The arguments.
struct Asked {
    playouts: u32,
    games: u64,
    seed: u64,
    against: BuiltIn,
    only: String,
}

fn asked() -> Asked {
    let mut asked = Asked { playouts: PLAYOUTS, games: 200, seed: 1, against: BuiltIn::Random, only: String::new() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().unwrap_or_else(|| panic!("{word} takes a value"));
        match word.as_str() {
            "--playouts" => asked.playouts = value().parse().expect("a number of playouts"),
            "--games" => asked.games = value().parse().expect("a number of games"),
            "--seed" => asked.seed = value().parse().expect("a seed"),
            "--against" => asked.against = value().parse().expect("a built-in bot"),
            "--only" => asked.only = value(),
            // `cargo bench` itself passes this.
            "--bench" => {}
            _ => panic!("{word}: the options are --playouts, --games, --seed, --against and --only"),
        }
    }
    asked
}

fn main() {
    let asked = asked();
    println!("@mcts:{} against {}, {} games a row, seed {}\n", asked.playouts, asked.against, asked.games, asked.seed);
    println!(
        "| game | players | won | shared | lost | first places | 95 % interval | fair | ms a move | longest | moves a game |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    every_game!(for rows(&asked));
}

/// The results of one row.
#[derive(Default)]
struct Row {
    won: u64,
    shared: u64,
    lost: u64,
    /// First places, with shared ones divided.
    first: f64,
    moves: u32,
    time: Duration,
    longest: Duration,
}

fn rows<G: Game>(asked: &Asked) {
    let edition: G::Edition = strict::from_slice(G::EDITION.as_bytes()).expect("the built-in edition");
    let game = G::open(&edition, &G::Options::default()).unwrap_or_else(|faults| panic!("{faults:?}"));
    for players in G::PLAYERS {
        if !format!("{} {players}", G::NAME).contains(&asked.only) {
            continue;
        }
        let mut row = Row::default();
        for number in 0..asked.games {
            let seat = Player((number % u64::from(players)) as u8);
            play(&game, players, seat, asked.seed.wrapping_mul(1 << 32).wrapping_add(number), asked, &mut row);
        }
        let (low, high) = wilson(row.first, asked.games as f64);
        println!(
            "| {} | {players} | {} | {} | {} | {:.1} % | {:.1}-{:.1} | {:.1} % | {:.1} | {:.0} | {:.0} |",
            G::TITLE,
            row.won,
            row.shared,
            row.lost,
            100.0 * row.first / asked.games as f64,
            100.0 * low,
            100.0 * high,
            100.0 / f64::from(players),
            1000.0 * row.time.as_secs_f64() / f64::from(row.moves),
            1000.0 * row.longest.as_secs_f64(),
            f64::from(row.moves) / asked.games as f64,
        );
        std::io::stdout().flush().expect("the output is open");
    }
}

/// Plays one game.
fn play<G: Game>(game: &G, players: u8, seat: Player, seed: u64, asked: &Asked, row: &mut Row) {
    let mcts = BuiltIn::Mcts { playouts: asked.playouts };
    let kind = |player| if player == seat { mcts } else { asked.against };
    let mut bots: Vec<Bot<G>> =
        Player::all(players).map(|player| Bot::new(game, players, player, kind(player), seed)).collect();
    let (mut dice, mut state, mut draws) = (Dice::new(seed), game.start(players), Vec::new());
    let outcome = loop {
        match game.turn(&state) {
            Turn::Over => break game.outcome(&state).expect("a finished game has an outcome"),
            Turn::Chance => {
                draws.clear();
                let source = game.chances(&state, &mut draws);
                let at = dice.peek_weighted(source, &draws);
                dice.advance(source);
                game.apply_chance(&mut state, &draws[at].0);
            }
            Turn::Player(player) => {
                let view = game.view(&state, Some(player));
                let start = Instant::now();
                let action = bots[player.index()].choose(&view);
                let took = start.elapsed();
                if player == seat {
                    row.moves += 1;
                    row.time += took;
                    row.longest = row.longest.max(took);
                }
                game.apply(&mut state, player, &action);
            }
        }
    };
    if outcome.places[seat.index()] > 1 {
        row.lost += 1;
        return;
    }
    let sharers: u32 = outcome.places.iter().map(|place| u32::from(*place == 1)).sum();
    if sharers == 1 {
        row.won += 1;
    } else {
        row.shared += 1;
    }
    row.first += 1.0 / f64::from(sharers);
}

/// Wilson's score interval at 95 % for a share of `n`.
fn wilson(hits: f64, n: f64) -> (f64, f64) {
    let (z, share) = (1.96_f64, hits / n);
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    (middle - half, middle + half)
}
