//! Tests of We Will Wok You: the market, the scoring example and its corners, the optimiser against brute force, the
//! edition and positions from outside.

mod edition;
mod market;
mod optimum;
mod position;
mod scoring;
mod words;

use super::breach::Breach;
use super::cards::{Cards, Face};
use super::declaration::Declaration;
use super::edition::Edition;
use super::pile::Pile;
use super::woks::{Wok, Woks};
use super::{Action, Chance, Options, Seat, State, WeWillWokYou};
use crate::breach::Breach as _;
use crate::game::{Game, Player};
use crate::strict;

fn game_with(options: &Options) -> WeWillWokYou {
    let edition: Edition = strict::from_slice(WeWillWokYou::EDITION.as_bytes()).unwrap();
    WeWillWokYou::open(&edition, options).unwrap()
}

fn game() -> WeWillWokYou {
    game_with(&Options::default())
}

/// Cards by their names, separated by blanks; `2*tuna` is two of them.
fn cards(names: &str) -> Cards {
    let each = |word: &str| {
        let (count, name) = word.split_once('*').unwrap_or(("1", word));
        std::iter::repeat_n(Face::parse(name).expect(name), count.parse().unwrap())
    };
    names.split_whitespace().flat_map(each).collect()
}

fn wok(id: &str) -> Wok {
    Wok::parse(id).expect(id)
}

fn woks(ids: &str) -> Woks {
    ids.split_whitespace().map(wok).collect()
}

fn action(json: &str) -> Action {
    strict::from_slice(json.as_bytes()).unwrap_or_else(|malformed| panic!("{json}: {malformed}"))
}

/// The ids of the rules that an action breaks, without the name of the game.
fn broken(game: &WeWillWokYou, state: &State, player: u8, action: &Action) -> Vec<&'static str> {
    let mut action = action.clone();
    game.canonical(state, Player(player), &mut action);
    let mut broken = Vec::new();
    game.check(state, Player(player), &action, &mut broken);
    broken.iter().map(|breach| &breach.clause().id["we-will-wok-you.".len()..]).collect()
}

/// The faults of a declaration that a player makes when it is due.
fn faults(game: &WeWillWokYou, seat: &Seat, declaration: &Declaration) -> Vec<Breach> {
    let mut state = game.start(2);
    state.all_seats[0] = *seat;
    state.last = Some(0);
    let mut broken = Vec::new();
    game.check(&state, Player(0), &Action::Score(declaration.clone()), &mut broken);
    broken
}

/// Performs a legal action of the player on turn.
#[track_caller]
fn act(game: &WeWillWokYou, state: &mut State, json: &str) {
    let mut action = action(json);
    let player = state.turn;
    game.canonical(state, player, &mut action);
    assert_eq!(broken(game, state, player.0, &action), [""; 0], "{json}");
    game.apply(state, player, &action);
}

fn listed(game: &WeWillWokYou, state: &State) -> Vec<Action> {
    let mut legal = Vec::new();
    game.legal(state, &mut legal);
    legal
}

/// A game with this many players after the set-up: the rows hold the first cards of the deck, the first wok cards lie
/// open, hands are empty, and the removed cards are the end of the deck.
fn begun(game: &WeWillWokYou, players: u8) -> State {
    let mut state = game.start(players);
    while state.due().is_some() {
        let mut draws = Vec::new();
        game.chances(&state, &mut draws);
        let removing = state.due() == Some(super::market::Due::Removed);
        let (chance, _) = if removing { draws[draws.len() - 1] } else { draws[0] };
        game.apply_chance(&mut state, &chance);
    }
    state
}

/// Removes cards from the pile.
fn take(state: &mut State, names: &str) -> Cards {
    let wanted = cards(names);
    for face in wanted.faces() {
        assert!(state.pile.remove(*face), "{face} is not in the pile");
    }
    wanted
}

/// The cards of the pile.
fn in_pile(state: &State) -> Cards {
    let copies = |(chance, copies): &(Chance, u32)| match chance {
        Chance::Ingredient(face) => std::iter::repeat_n(*face, *copies as usize),
        Chance::Wok(wok) => panic!("{wok} is in the pile"),
    };
    state.pile.draws().iter().flat_map(copies).collect()
}
