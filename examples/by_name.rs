//! A game chosen by name, with actions as JSON: any game, with draws from a seed, and what one player knows of it.
//!
//! `cargo run --example by_name -- wangdo 7`

#![allow(clippy::print_stdout, reason = "it shows what happens")]

use referee::game::Player;
use referee::{AnySession, Refused, Setup};

fn main() -> Result<(), Refused> {
    let mut args = std::env::args().skip(1);
    let game = args.next().unwrap_or_else(|| "wangdo".to_owned());
    let seed = args.next().and_then(|seed| seed.parse().ok()).unwrap_or(7);
    let mut session = AnySession::open(&game, &Setup::new().seed(seed))?;
    let mut moves = 0;
    while let Some(player) = session.turn() {
        let legal = session.legal();
        session.play(&legal[moves % legal.len()])?;
        moves += 1;
        if moves == 5 {
            println!("after five moves {player} has acted, and player 0 knows\n{}", session.view(Some(Player(0))));
        }
        if moves == 2000 {
            break;
        }
    }
    match session.outcome() {
        Some(outcome) => println!("places {:?} after {moves} moves: {}", outcome.places, outcome.reason),
        None => println!("not over after {moves} moves"),
    }
    Ok(())
}
