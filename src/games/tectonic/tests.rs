//! Tests of TecTonic against its rules: their examples, every corner case they decide, the options, positions from
//! outside, editions, and laws of all games. A case is one line in a special notation:
//!
//! `flip=optional white: Mb5 Pa1 pf6 hc6' quiet=3` is a position: options, the side to move, then the pieces: `H`,
//! `P` or `M` and a square, upper case for White, lower case for Black, with `'` if the red face is up; then
//! counters, and the moves that led there as `moves=a1a2,j10j9`. `start` is the start. `b5-f5*f6` is a move that
//! turns the piece on f6.

mod corners;
mod editions;
mod ends;
mod given;
mod invariants;
mod options;
mod vectors;
mod words;

use serde_json::{Map, Value, json};

use super::board::Square;
use super::breach::Breach;
use super::edition::Edition;
use super::position::Position;
use super::{Action, Colour, Kind, Options, State, TecTonic};
use crate::breach::Breach as _;
use crate::game::picture::Picture;
use crate::game::{Fault, Game, Player, Turn};
use crate::strict;

/// A game in progress.
struct Case {
    game: TecTonic,
    state: State,
}

/// The default edition.
fn edition() -> Edition {
    strict::from_slice(TecTonic::EDITION.as_bytes()).unwrap()
}

/// The rules under some options.
fn open(options: Map<String, Value>) -> Result<TecTonic, Vec<Fault>> {
    let options: Options = strict::from_value(&Value::Object(options)).unwrap_or_else(|wrong| panic!("{wrong}"));
    TecTonic::open(&edition(), &options)
}

/// Reads a position, or returns its faults.
#[track_caller]
fn read(text: &str) -> Result<Case, Vec<Breach>> {
    let mut options = Map::new();
    let mut position = json!({"turn": "white"});
    let mut start = false;
    for word in text.split_whitespace() {
        if let Some((key, value)) = word.split_once('=') {
            let value = serde_json::from_str(value).unwrap_or_else(|_| json!(value.replace(',', " ")));
            let to = if ["quiet", "plies", "passes", "over", "moves"].contains(&key) {
                position.as_object_mut().unwrap()
            } else {
                &mut options
            };
            to.insert(key.to_owned(), value);
        } else if let Some(turn) = word.strip_suffix(':') {
            position["turn"] = json!(turn);
        } else if word == "start" {
            start = true;
        } else {
            let (piece, red) = word.strip_suffix('\'').map_or((word, false), |piece| (piece, true));
            let (kind, square) = piece.split_at(1);
            let owner = if kind == kind.to_uppercase() { "white" } else { "black" };
            let kinds = match kind {
                "H" | "h" => "hills",
                "P" | "p" => "peaks",
                _ => "mounts",
            };
            let side = if red { &mut position["red"][owner] } else { &mut position[owner] };
            match &mut side[kinds] {
                Value::Array(squares) => squares.push(json!(square)),
                none => *none = json!([square]),
            }
        }
    }
    let game = open(options).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
    if start {
        let state = game.start(2);
        return Ok(Case { game, state });
    }
    let position: Position = strict::from_value(&position).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
    let state = game.restore(2, &position)?;
    Ok(Case { game, state })
}

#[track_caller]
fn case(text: &str) -> Case {
    read(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"))
}

fn action(text: &str) -> Action {
    if text == "pass" {
        return Action::Pass;
    }
    let (way, flip) = text.split_once('*').map_or((text, None), |(way, flip)| (way, Some(flip)));
    let (from, to) = way.split_once('-').unwrap();
    let square = |name| Square::parse(name).unwrap();
    Action::Move { from: square(from), to: square(to), flip: flip.map(square) }
}

fn words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    words.sort_unstable();
    words
}

impl Case {
    fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        self.game.legal(&self.state, &mut legal);
        let text = |action: &Action| match action {
            Action::Pass => "pass".to_owned(),
            Action::Move { from, to, flip } => {
                format!("{from}-{to}{}", flip.map_or(String::new(), |flip| format!("*{flip}")))
            }
        };
        legal.iter().map(text).collect()
    }

    fn picture(&self) -> Picture {
        self.game.picture(&self.game.view(&self.state, None))
    }

    fn player(&self) -> Player {
        self.state.turn.player()
    }

    fn broken(&self, text: &str) -> Vec<Breach> {
        let mut broken = Vec::new();
        self.game.check(&self.state, self.player(), &action(text), &mut broken);
        broken
    }

    /// Plays legal moves.
    #[track_caller]
    fn play(mut self, moves: &str) -> Case {
        for text in moves.split_whitespace() {
            assert_eq!(
                self.game.turn(&self.state),
                Turn::Player(self.player()),
                "before {text} it is over: {}",
                self.end()
            );
            assert_eq!(self.broken(text), [], "{text}");
            assert!(self.legal().contains(&text.to_owned()), "{text} is not among {:?}", self.legal());
            let player = self.player();
            self.game.apply(&mut self.state, player, &action(text));
        }
        self
    }

    /// `trio white`, `repetition draw` or `goes on`.
    fn end(&self) -> String {
        let Some(end) = self.state.over else { return "goes on".to_owned() };
        let outcome = self.game.outcome(&self.state).unwrap();
        assert_eq!(outcome.reason, end.reason.name());
        let scores = match end.winner {
            Some(Colour::White) => [2, 0],
            Some(Colour::Black) => [0, 2],
            None => [1, 1],
        };
        assert_eq!(outcome.scores.unwrap(), scores);
        format!("{} {}", end.reason.name(), end.winner.map_or("draw".to_owned(), |winner| winner.to_string()))
    }

    /// The side to move and every piece, in no particular order.
    fn shown(&self) -> String {
        let board = &self.state.board;
        let mut text = format!("{}:", self.state.turn);
        for square in board.occupied() {
            let kind = ["H", "P", "M"][board.kind(square) as usize];
            let white = board.coloured[0].or(board.red[0]).has(square);
            let red = board.red[0].or(board.red[1]).has(square);
            let kind = if white { kind.to_owned() } else { kind.to_lowercase() };
            text.extend([" ", &kind, &square.to_string(), if red { "'" } else { "" }]);
        }
        text
    }

    /// Pieces in reserve: White's hills, peaks and mounts, then Black's.
    fn reserves(&self) -> [u8; 6] {
        let of = |colour, kind| 3 - self.state.board.count(colour, kind);
        let [white, black] = Colour::ALL.map(|colour| Kind::ALL.map(|kind| of(colour, kind)));
        [white[0], white[1], white[2], black[0], black[1], black[2]]
    }
}

/// Where the piece on a square can go, with what it turns there: `d4 d5*d6`.
#[track_caller]
fn goes(position: &str, from: &str, expected: &str) {
    let prefix = format!("{from}-");
    let case = case(position);
    let legal = case.legal();
    let actual: Vec<&str> = legal.iter().filter_map(|text| text.strip_prefix(&prefix)).collect();
    assert_eq!(words(&actual.join(" ")), words(expected), "{position}, from {from}");
}

/// The position after some moves. Neither player has won.
#[track_caller]
fn becomes(position: &str, moves: &str, expected: &str) {
    let case = case(position).play(moves);
    assert_eq!(words(&case.shown()), words(expected), "{position}, {moves}");
    assert_eq!(case.end(), "goes on", "{position}, {moves}");
}

/// The end after some moves: `trio white`, `goes on`.
#[track_caller]
fn ends(position: &str, moves: &str, expected: &str) {
    assert_eq!(case(position).play(moves).end(), expected, "{position}, {moves}");
}

/// The rules broken by a move, without `tectonic.`; empty if it is legal.
#[track_caller]
fn breaks(position: &str, moved: &str, expected: &str) {
    let case = case(position);
    let broken = case.broken(moved);
    assert_eq!(ids(&broken), expected, "{position}, {moved}: {broken:?}");
    assert_eq!(case.legal().contains(&moved.to_owned()), expected.is_empty(), "{position}, {moved}");
}

/// The faults of a position, without `tectonic.position-`.
#[track_caller]
fn faulty(position: &str, expected: &str) {
    let faults = read(position).err().unwrap_or_default();
    assert_eq!(ids(&faults).replace("position-", ""), expected, "{position}: {faults:?}");
}

fn ids(broken: &[Breach]) -> String {
    let ids = broken.iter().map(|breach| breach.clause().id.strip_prefix("tectonic.").unwrap());
    ids.collect::<Vec<_>>().join(" ")
}
