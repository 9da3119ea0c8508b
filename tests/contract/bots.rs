//! How the built-in bots deal with secrets, on a game that has some.

use std::collections::BTreeSet;

use referee::dice::Dice;
use referee::game::{Game as _, Player, Turn};
use referee::search::{Bot, BuiltIn};

use crate::laws::open;
use crate::toy::{IMAGINED, Options, Pouch};

/// A bot that searched only one deal would act as if it knew that deal.
#[test]
fn every_playout_deals_what_the_bot_does_not_see_anew() {
    const PLAYOUTS: u32 = 60;
    let game: Pouch = open(&Options::default());
    let (mut dice, mut state, mut draws) = (Dice::new(3), game.start(3), Vec::new());
    while game.turn(&state) == Turn::Chance {
        draws.clear();
        let source = game.chances(&state, &mut draws);
        let at = dice.peek_weighted(source, &draws);
        dice.advance(source);
        game.apply_chance(&mut state, &draws[at].0);
    }
    let Turn::Player(seat) = game.turn(&state) else { panic!("a player must act") };
    let mut bot = Bot::new(&game, 3, seat, BuiltIn::Mcts { playouts: PLAYOUTS }, 1);
    IMAGINED.take();
    bot.choose(&game.view(&state, Some(seat)));
    let imagined = IMAGINED.take();
    assert!(imagined.len() >= PLAYOUTS as usize, "{} deals for {PLAYOUTS} playouts", imagined.len());
    assert!(imagined.iter().all(|hands| hands[seat.index()] == state.hands[seat.index()]), "it knows its own hand");
    let others: BTreeSet<_> = imagined.iter().map(|hands| hands[seat.next(3).index()]).collect();
    assert_eq!(others.len(), 6, "two tiles of three colours: each hand that there can be is met: {others:?}");
    assert!(Player::all(3).all(|player| state.hands[player.index()].iter().sum::<u8>() >= 2));
}
