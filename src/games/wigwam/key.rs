//! A position as remembered for repetitions: exact, and packed into three words.

use crate::short_text;

use super::board::{Base, Bases, NAME_PATTERN};
use super::figures::{Board, Figure, Side};
use super::{Stage, State};

/// Figures on bases, the side to move, and the two ends of a move that may be huffed (P4). Written as
/// `light B3 B1B5C1C2C3C5C6 B2B4C4 F3 E1E2E4E5E6F1F5 E3F2F4`: the side to move, then light's chief, warriors and tents and
/// dark's, each in board order, `-` for none; an open huff window follows as `C3-D3`.
///
/// The first two words encode the type of figure on each base, and the third marks the dark ones. The bits above the
/// board hold the window and the side to move.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub struct Key([u64; 3]);

/// The first of the bits above the board.
const ABOVE: u32 = 56;
/// Means that no huff window is open; no base has this cell.
const CLOSED: u64 = 63;

impl Key {
    /// The key of a state.
    pub fn of(state: &State) -> Key {
        let window = match state.stage {
            Stage::Open { from, to } => Some((from, to)),
            _ => None,
        };
        Key::pack(&state.board, state.turn, window)
    }

    fn pack(board: &Board, turn: Side, window: Option<(Base, Base)>) -> Key {
        let both = |figure| board.of(Side::Light, figure).or(board.of(Side::Dark, figure));
        let [chiefs, warriors, tents] = Figure::ALL.map(both);
        let (from, to) = window.map_or((CLOSED, CLOSED), |(from, to)| (from.cell() as u64, to.cell() as u64));
        Key([
            chiefs.or(tents).bits() | from << ABOVE,
            warriors.or(tents).bits() | to << ABOVE,
            board.side(Side::Dark).bits() | (turn as u64) << ABOVE,
        ])
    }

    /// What stands where.
    pub fn board(&self) -> Board {
        let [odd, even, dark] = self.0.map(Bases::from_bits);
        let mut board = Board::default();
        for (figure, bases) in Figure::ALL.into_iter().zip([odd.without(even), even.without(odd), odd.and(even)]) {
            *board.of_mut(Side::Light, figure) = bases.without(dark);
            *board.of_mut(Side::Dark, figure) = bases.and(dark);
        }
        board
    }

    /// The side to move.
    pub fn turn(&self) -> Side {
        if self.0[2] >> ABOVE == 0 { Side::Light } else { Side::Dark }
    }

    /// The two ends of the move that may be huffed; `None` if no huff window is open.
    pub fn window(&self) -> Option<(Base, Base)> {
        let cell = |word: u64| Base::at_cell((word >> ABOVE) as usize);
        Some((cell(self.0[0])?, cell(self.0[1])?))
    }

    fn parse(text: &str) -> Option<Key> {
        let mut words = text.split(' ');
        let turn = words.next()?.parse().ok()?;
        let mut board = Board::default();
        for side in Side::ALL {
            for figure in Figure::ALL {
                let names = words.next()?;
                for at in (0..names.len()).step_by(2).filter(|_| names != "-") {
                    board.of_mut(side, figure).insert(Base::parse(names.get(at..at + 2)?)?);
                }
            }
        }
        let window = match words.next() {
            Some(window) => {
                let (from, to) = window.split_once('-')?;
                Some((Base::parse(from)?, Base::parse(to)?))
            }
            None => None,
        };
        // Only the canonical form is a key: no other order, no base twice.
        let key = Key::pack(&board, turn, window);
        (key.text() == text).then_some(key)
    }

    /// The position as text. It is built by hand for speed: a view holds up to a hundred of them.
    fn text(&self) -> String {
        let mut text = String::with_capacity(96);
        text.push_str(self.turn().name());
        let board = self.board();
        for side in Side::ALL {
            for figure in Figure::ALL {
                let bases = board.of(side, figure);
                text.push_str(if bases.is_empty() { " -" } else { " " });
                bases.into_iter().for_each(|base| text.push_str(base.name()));
            }
        }
        if let Some((from, to)) = self.window() {
            text.extend([" ", from.name(), "-", to.name()]);
        }
        text
    }
}

short_text! {
    Key: "a position such as `light B3 B1B5C1C2C3C5C6 B2B4C4 F3 E1E2E4E5E6F1F5 E3F2F4`", |key| key.text(),
    {
        "type": "string",
        "pattern": format!("^(light|dark)( (-|{NAME_PATTERN}+)){{6}}( {NAME_PATTERN}-{NAME_PATTERN})?$"),
    }
}
