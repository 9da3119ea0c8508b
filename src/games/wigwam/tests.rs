//! Unit tests of Wigwam: the test vectors of the rules (`v1` and so on), the corner cases, options, and what can be read
//! and written. Positions are written as keys (see [`Key`]), actions in a short notation: `C3-D3` moves, `C3xD4-E4`
//! captures, `!C3` forces, `?C3` removes.

mod corners;
mod huffing;
mod oracle;
mod positions;
mod words;

use std::collections::BTreeSet;

use super::board::{Base, Bases};
use super::captures::{Jump, Jumps};
use super::options::{Chain, ChiefChain, LayoutName, WarriorChain};
use super::*;
use crate::breach::Breach as _;
use crate::strict;

fn game(options: &Options) -> Wigwam {
    let edition: Edition = strict::from_slice(Wigwam::EDITION.as_bytes()).unwrap();
    Wigwam::open(&edition, options).unwrap()
}

fn plain() -> Wigwam {
    game(&Options::default())
}

fn base(name: &str) -> Base {
    Base::parse(name).unwrap()
}

fn bases(names: &str) -> Bases {
    names.split_whitespace().map(base).collect()
}

/// The position of a key, as if from outside.
fn position(key: &str) -> Position {
    let key: Key = serde_json::from_value(key.into()).unwrap();
    let state = State {
        board: key.board(),
        turn: key.turn(),
        stage: key.window().map_or(Stage::Plain, |(from, to)| Stage::Open { from, to }),
        quiet: u32::from(key.window().is_some()),
        over: None,
        seen: BTreeMap::new(),
    };
    Position::of(&state, false)
}

#[track_caller]
fn state(game: &Wigwam, key: &str) -> State {
    game.restore(2, &position(key)).unwrap_or_else(|faults| panic!("{key}: {faults:?}"))
}

fn notation(action: &Action) -> String {
    match action {
        Action::Arrange(arrangement) => format!("chief on {}", arrangement.chief),
        Action::Move { from, to } => format!("{from}-{to}"),
        Action::Capture { from, jumps } => {
            jumps.iter().fold(from.to_string(), |text, jump| format!("{text}x{}-{}", jump.over, jump.to))
        }
        Action::Huff(Huff::Force(figure)) => format!("!{figure}"),
        Action::Huff(Huff::Remove(figure)) => format!("?{figure}"),
    }
}

fn action(text: &str) -> Action {
    if let Some(figure) = text.strip_prefix('!') {
        return Action::Huff(Huff::Force(base(figure)));
    }
    if let Some(figure) = text.strip_prefix('?') {
        return Action::Huff(Huff::Remove(base(figure)));
    }
    let mut parts = text.split('x');
    let first = parts.next().unwrap();
    if let Some((from, to)) = first.split_once('-') {
        return Action::Move { from: base(from), to: base(to) };
    }
    let jump = |part: &str| {
        let (over, to) = part.split_once('-').unwrap();
        Jump { over: base(over), to: base(to) }
    };
    let jumps: Vec<Jump> = parts.map(jump).collect();
    Action::Capture { from: base(first), jumps: Jumps::new(&jumps).unwrap() }
}

fn legal(game: &Wigwam, state: &State) -> BTreeSet<String> {
    let mut actions = Vec::new();
    game.legal(state, &mut actions);
    actions.iter().map(notation).collect()
}

/// Exactly these actions are legal.
#[track_caller]
fn only(game: &Wigwam, state: &State, expected: &str) {
    let expected: BTreeSet<String> = expected.split_whitespace().map(str::to_owned).collect();
    assert_eq!(legal(game, state), expected);
}

/// The rules broken by an action of the player on turn, without the name of the game.
fn broken(game: &Wigwam, state: &State, text: &str) -> Vec<&'static str> {
    let mut broken = Vec::new();
    game.check(state, state.turn.player(), &action(text), &mut broken);
    broken.iter().map(|breach| breach.clause().id.strip_prefix("wigwam.").unwrap()).collect()
}

/// Plays legal actions of the player on turn.
#[track_caller]
fn play(game: &Wigwam, state: &mut State, actions: &str) {
    for text in actions.split_whitespace() {
        assert_eq!(state.over, None, "before {text}");
        assert_eq!(broken(game, state, text), [""; 0], "{text}");
        let player = state.turn.player();
        game.apply(state, player, &action(text));
    }
}

/// The end of a state: reason and scores.
#[track_caller]
fn ended(game: &Wigwam, state: &State, reason: &str, scores: [i32; 2]) {
    let outcome = game.outcome(state).expect("the game is over");
    assert_eq!((outcome.reason, outcome.scores), (reason, Some(scores.to_vec())));
    assert_eq!(game.turn(state), Turn::Over);
}

#[test]
fn the_board_has_37_bases_and_90_lines() {
    assert_eq!(Bases::ALL.len(), 37);
    let all = || Bases::ALL.into_iter();
    assert_eq!(all().map(|base| u32::from(base.near().len())).sum::<u32>(), 2 * 90);
    let pairs = || all().flat_map(|from| from.near().into_iter().map(move |over| (from, over)));
    assert_eq!(pairs().filter(|(from, over)| over.behind(*from).is_some()).count(), 138);
    let beyond: u32 = pairs().map(|(from, over)| u32::from(over.beyond(from).len())).sum();
    assert_eq!(beyond, 138 + 288);
    for base in Bases::ALL {
        assert_eq!(Base::parse(base.name()), Some(base));
        assert_eq!(base.near().turned(), base.turned().near());
    }
    for wrong in ["A5", "D8", "H1", "a1", "A0", "A", "A10", "G5", "E7", "F6", "C7", ""] {
        assert_eq!(Base::parse(wrong), None, "{wrong}");
    }
    assert_eq!(base("A1").turned(), base("G4"));
    assert_eq!(base("C3").turned(), base("E4"));
}

#[test]
fn neighbours_are_those_of_the_rules() {
    for (name, near) in [
        ("A1", "A2 B1 B2"),
        ("A4", "A3 B4 B5"),
        ("B3", "A2 A3 B2 B4 C3 C4"),
        ("C1", "B1 C2 D1 D2"),
        ("C6", "B5 C5 D6 D7"),
        ("D1", "C1 D2 E1"),
        ("D4", "C3 C4 D3 D5 E3 E4"),
        ("D7", "C6 D6 E6"),
        ("E1", "D1 D2 E2 F1"),
        ("G4", "F4 F5 G3"),
    ] {
        assert_eq!(base(name).near(), bases(near), "{name}");
    }
    assert_eq!(base("A1").distance(base("G4")), 6);
    assert_eq!(base("A4").distance(base("G1")), 6);
    assert_eq!(base("D1").distance(base("D7")), 6);
    assert_eq!(base("A1").distance(base("B2")), 1);
    assert_eq!(base("E1").distance(base("F2")), 2);
}

#[test]
fn the_set_up() {
    let game = plain();
    let mut state = game.start(2);
    for side in Side::ALL {
        let mut actions = Vec::new();
        assert!(game.legal(&state, &mut actions));
        assert_eq!(actions.len(), 1320);
        let distinct: BTreeSet<String> = actions.iter().map(|action| serde_json::to_string(action).unwrap()).collect();
        assert_eq!(distinct.len(), 1320);
        assert_eq!(game.turn(&state), Turn::Player(side.player()));
        assert_eq!(game.occurrence(&state), None);
        game.apply(&mut state, side.player(), &actions[519]);
        assert_eq!(state.board.side(side), game.camp(side));
    }
    assert_eq!(game.turn(&state), Turn::Player(Player(0)));
    assert_eq!(game.occurrence(&state), Some(1));
}

#[test]
fn first_moves_in_every_layout() {
    for layout in LayoutName::ALL {
        let game = game(&Options { layout, ..Options::default() });
        let [light, dark] = Side::ALL.map(|side| game.camp(side));
        assert_eq!(light.turned(), dark, "{layout}");
        assert!(light.around().and(dark).is_empty(), "{layout}");
        assert_eq!((light.len(), dark.len()), (11, 11));
    }
}

fn chief_alone(from: &str) -> Bases {
    let mut board = Board::default();
    *board.of_mut(Side::Light, Figure::Chief) = bases(from);
    board.chief_reach(Side::Light, bases(from))
}

#[test]
fn v1_the_chief_alone() {
    assert_eq!(chief_alone("D4"), bases("C3 C4 D3 D5 E3 E4 B2 B3 B4 C2 C5 D2 D6 E2 E5 F2 F3 F4"));
    assert_eq!(chief_alone("A1"), bases("A2 A3 B1 B2 B3 C1 C2 C3"));
    for (from, count) in [("D4", 18), ("A1", 8), ("A2", 10), ("B2", 13), ("D1", 8), ("C3", 18), ("G4", 8)] {
        assert_eq!(chief_alone(from).len(), count, "{from}");
    }
}

#[test]
fn v2_chains_of_a_warrior() {
    let key = "light A1 C3 - G1 D4D5E3E5F3F4 -";
    let short = "C3xD4-E4 C3xD4-E4xE5-E6 C3xD4-E4xF3-G2 C3xD4-E4xF4-G4";
    let game_ = plain();
    only(&game_, &state(&game_, key), short);
    let any = game(&Options { warrior_chain: WarriorChain::Any, ..Options::default() });
    only(&any, &state(&any, key), &format!("{short} C3xD4-E4xD5-C5 C3xD4-E4xE3-E2"));
    let compulsory = game(&Options { chain: Chain::Compulsory, ..Options::default() });
    only(&compulsory, &state(&compulsory, key), "C3xD4-E4xE5-E6 C3xD4-E4xF3-G2 C3xD4-E4xF4-G4");
    assert_eq!(broken(&compulsory, &state(&compulsory, key), "C3xD4-E4"), ["chain-unfinished"]);
}

#[test]
fn v3_the_chiefs_capture() {
    let game = plain();
    only(&game, &state(&game, "light D4 - - G1 E4 -"), "D4xE4-E5 D4xE4-F3 D4xE4-F4");
}

#[test]
fn v4_a_warrior_takes_the_chief() {
    let game = plain();
    let mut state = state(&game, "light A1 D4 - E4 - -");
    only(&game, &state, "D4xE4-F4");
    play(&game, &mut state, "D4xE4-F4");
    ended(&game, &state, "chief-captured", [2, 0]);
}

#[test]
fn v5_passing_over_ones_own() {
    let game = plain();
    let chief = "D4-B2 D4-B3 D4-C2 D4-C3 D4-C5 D4-D2 D4-D3 D4-D6 D4-E2 D4-E5 D4-F3 D4-F4 ".to_owned();
    let others = "D5-C5 D5-D6 D5-E5 E4-E5 E4-F3 E4-F4";
    only(&game, &state(&game, "light D4 E4 D5 G1 - C4E3"), &(chief + others));
}

#[test]
fn v6_to_v9_captures_are_compulsory() {
    let game = plain();
    let v6 = state(&game, "light A1 C3 B1 G1 D4 -");
    only(&game, &v6, "C3xD4-E4");
    assert_eq!(broken(&game, &v6, "B1-C1"), ["capture-mandatory"]);
    only(&game, &state(&game, "light A1 C3C5 - G1 D4D6G4 -"), "C3xD4-E4 C5xD6-E6");
    let v8 = state(&game, "light A1 C3 B1 G1 D4E4 -");
    assert!(legal(&game, &v8).contains("B1-C1"));
    assert_eq!(broken(&game, &v8, "C3xD4-E4"), ["occupied"]);
    only(&game, &state(&game, "light B5 A1 - G1 A2 -"), "A1xA2-A3");
    let v9 = state(&game, "light B5 B2 - G1 A2 -");
    assert!(!legal(&game, &v9).iter().any(|action| action.contains('x')));
}

#[test]
fn v12_the_last_warriors_are_gone() {
    let game = plain();
    ended(&game, &state(&game, "dark A1 D4 - G1 - -"), "warriors-gone", [1, 0]);
    let open = state(&game, "dark A1 D4 - E4 - -");
    assert_eq!(open.over, None);
    only(&game, &open, "E4xD4-C3 E4xD4-C4 E4xD4-D3");
    for capture in legal(&game, &open) {
        let mut state = open.clone();
        play(&game, &mut state, &capture);
        ended(&game, &state, "two-chiefs", [0, 0]);
    }
}

#[test]
fn v13_two_chiefs_in_contact() {
    let game = plain();
    let open = state(&game, "light B2 - - C3 - -");
    only(&game, &open, "B2xC3-C4 B2xC3-D3 B2xC3-D4");
    for capture in legal(&game, &open) {
        let mut state = open.clone();
        play(&game, &mut state, &capture);
        ended(&game, &state, "chief-captured", [2, 0]);
    }
}

#[test]
fn v14_blocked() {
    let game_ = plain();
    ended(&game_, &state(&game_, "dark A1 A4 F1F2G2 G1 - D4"), "blocked", [2, 0]);
    ended(&game_, &state(&game_, "dark A1 - F1F2G2 G1 - D4"), "blocked", [2, 0]);
    assert_eq!(state(&game_, "dark A1 A4 F1F2G2 G1 D4 -").over, None);
    let tents = game(&Options { blockade: options::Blockade::AllFigures, ..Options::default() });
    ended(&tents, &state(&tents, "dark A1 A4 F1F2G2 G1 - D4"), "warriors-gone", [1, 0]);
    ended(&tents, &state(&tents, "dark A1 A4 F1F2G2 G1 - -"), "blocked", [2, 0]);
}

#[test]
fn v15_ones_own_tents_do_not_block() {
    let mut board = Board::default();
    *board.of_mut(Side::Dark, Figure::Chief) = bases("G1");
    *board.of_mut(Side::Dark, Figure::Tent) = bases("G2 F1 F2");
    assert_eq!(board.chief_reach(Side::Dark, bases("G1")), bases("E1 E2 E3 F3 G3"));
    assert!(!plain().blocked(&board, Side::Dark));
}

#[test]
fn the_chief_turns_as_he_likes_unless_agreed_otherwise() {
    // D4 over E4 to F4, then back down over E5: an acute angle.
    let key = "light D4 - - A1 E4E5 -";
    let game_ = plain();
    assert!(legal(&game_, &state(&game_, key)).contains("D4xE4-F4xE5-D6"));
    let obtuse = game(&Options { chief_chain: ChiefChain::Obtuse, ..Options::default() });
    let state = state(&obtuse, key);
    assert!(!legal(&obtuse, &state).contains("D4xE4-F4xE5-D6"));
    assert_eq!(broken(&obtuse, &state, "D4xE4-F4xE5-D6"), ["chief-chain-turn"]);
}

#[test]
fn an_edition_names_all_its_faults() {
    let mut edition: Edition = strict::from_slice(Wigwam::EDITION.as_bytes()).unwrap();
    edition.layouts.l0.light.push(base("D1"));
    edition.layouts.l4.dark[0] = base("A1");
    let faults = Wigwam::open(&edition, &Options { repetition: 1, ..Options::default() }).unwrap_err();
    let text: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        text,
        [
            "layouts.L0.light: a side starts on 11 bases (R4), not 12",
            "layouts.L4.dark: A1 is named twice",
            "options.repetition: is 0 (off) or at least 2 (P10)",
        ]
    );
}
