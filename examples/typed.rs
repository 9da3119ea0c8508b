//! A game chosen at compile time, with its own types: TecTonic.
//!
//! `cargo run --example typed`

#![allow(clippy::print_stdout, reason = "it shows what happens")]

use referee::games::tectonic::TecTonic;
use referee::{Refused, Session, Setup};

fn main() -> Result<(), Refused> {
    let mut session = Session::<TecTonic>::open(&Setup::new().option("setup", "S2"))?;
    // Every second legal action in turn, for at most twenty moves.
    for n in 0..20 {
        let Some(player) = session.turn() else { break };
        let legal = session.legal();
        let action = legal[n * 2 % legal.len()].clone();
        println!("{player}: {}", serde_json::json!(action));
        session.play(action)?;
    }
    println!("{}", referee::render::text::text(&session.picture(None), referee::render::text::Style::default()));
    match session.outcome() {
        Some(outcome) => println!("over: {}", outcome.reason),
        None => println!("{} events so far", session.n()),
    }
    Ok(())
}
