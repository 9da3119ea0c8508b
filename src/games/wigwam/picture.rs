//! The picture of Wigwam: the hexagon of 37 bases with its lines, the figures of both sides, and the figures that
//! each side has captured. A hidden arrangement appears as figures face down beside the board.

use super::board::{Base, Bases};
use super::captures::Jump;
use super::figures::{Figure as Kind, Side};
use super::position::{Figures, Huffing, Position};
use super::view::View;
use super::{Action, Wigwam};
use crate::game::picture::{Board, Figure, Panel, Picture, Place, Region, Seat, Shape, Tint};
use crate::game::{Event, EventOf, Provenance};

/// Columns and rows of the picture: a base is two columns wide, and rows are shifted by one against their neighbours.
const COLUMNS: u16 = 14;
const ROWS: u16 = 7;

fn figure(kind: Kind, side: Side) -> Figure {
    let shape = [Shape::Star, Shape::Round, Shape::Triangle][kind as usize];
    Figure::new(shape, format!("{side} {kind}")).wire(kind).of(side.player())
}

/// A base as a place. Row A is light's, at the bottom; row D is the longest (D1).
fn place(base: Base) -> Place {
    let name = base.name();
    let (row, number) = (u16::from(name.as_bytes()[0] - b'A'), u16::from(name.as_bytes()[1] - b'1'));
    Place { width: 2, ..Place::spot(name, row.abs_diff(3) + 2 * number, ROWS - 1 - row) }
}

/// The index of a base in the picture's list of places.
/// The position, if the viewer sees all of it.
fn open(view: &View) -> Option<&Position> {
    match view {
        View::Open(position) => Some(position),
        View::Secret { .. } => None,
    }
}

fn index(base: Base) -> usize {
    usize::from(Bases::ALL.len()) - 1 - usize::from(Bases::ALL.after(base).len())
}

impl Wigwam {
    pub(super) fn draw(&self, view: &View) -> Picture {
        let mut picture = Picture::of("Wigwam", 2);
        picture.seats = vec![
            Seat { letter: 'L', name: "Light".to_owned(), tint: Tint::White, points: None },
            Seat { letter: 'D', name: "Dark".to_owned(), tint: Tint::Black, points: None },
        ];
        let open = open(view);
        picture.board = self.draw_board(open);
        picture.counts = "warriors";
        for (seat, side) in picture.seats.iter_mut().zip(Side::ALL) {
            let figures = open.and_then(|view| view.figures(side));
            seat.points = figures.map(|figures| figures.of_kind(Kind::Warrior).len().into());
            picture.panels.push(panel(side, open));
        }
        picture.waits = match open {
            Some(Position { light: Some(_), dark: Some(_), huff, .. }) => match huff {
                None => "is to move".to_owned(),
                Some(Huffing::Open { from, to }) => {
                    format!("is to move, or huffs: the move from {from} to {to} omitted a capture")
                }
                Some(Huffing::Forced(base)) => format!("was huffed and must capture with the figure on {base}"),
                Some(Huffing::Removed) => "has huffed and is still to move".to_owned(),
            },
            _ => "is to arrange all figures".to_owned(),
        };
        let kind = |kind: Kind| Figure { owner: None, name: kind.to_string(), ..figure(kind, Side::Light) };
        picture.legend = Kind::ALL.map(kind).into();
        if self.layout_source == Provenance::Reconstructed {
            "The board and the start bases are reconstructed".clone_into(&mut picture.note);
        }
        picture
    }

    /// The way of a figure.
    pub(super) fn draw_event(picture: &mut Picture, view: &View, event: &EventOf<Wigwam>) {
        if let Event::Action(_, action) = event {
            picture.board.trail = trail(open(view), action);
        }
    }

    fn draw_board(&self, view: Option<&Position>) -> Board {
        let mut places: Vec<Place> = Bases::ALL.into_iter().map(place).collect();
        for base in Side::ALL.into_iter().flat_map(|side| self.camp(side)) {
            places[index(base)].light = true;
        }
        for side in Side::ALL {
            let Some(figures) = view.and_then(|view| view.figures(side)) else { continue };
            for kind in Kind::ALL {
                for base in figures.of_kind(kind) {
                    places[index(base)].put(figure(kind, side));
                }
            }
        }
        let lines = Bases::ALL.into_iter().flat_map(|base| {
            let after = base.near().and(Bases::ALL.after(base));
            after.into_iter().map(move |other| [index(base), index(other)])
        });
        // Whose start bases they are matters until both sides have arranged.
        let arranging = view.is_none_or(|view| view.dark.is_none());
        let camps = Side::ALL.into_iter().filter(|_| arranging).map(|side| Region {
            name: format!("start bases of {side}"),
            owner: Some(side.player()),
            places: self.camp(side).into_iter().map(index).collect(),
        });
        let (lines, regions) = (lines.collect(), camps.collect());
        Board { columns: COLUMNS, rows: ROWS, places, lines, regions, ..Board::default() }
    }
}

/// A side's figures beside the board: those still to be arranged, and those it has captured.
fn panel(side: Side, view: Option<&Position>) -> Panel {
    let mut panel = Panel::of(side.player());
    let each = |kind: Kind, side: Side| figure(kind, side).times(kind.each());
    match view {
        None if side == Side::Light => {
            // The numbers are known, the places are not.
            let hidden =
                |kind: Kind| Some(Figure { name: format!("hidden {side} {kind}"), ..each(kind, side)?.turned() });
            panel.row("arranged in secret", Kind::ALL.into_iter().filter_map(hidden));
        }
        Some(view) if view.figures(side).is_some() => {
            let other = side.other();
            let lost = |kind: Kind| {
                let left = view.figures(other).map_or(kind.each(), |figures| figures.of_kind(kind).len());
                figure(kind, other).times(kind.each().saturating_sub(left))
            };
            // Tents are never captured (R12); a position from outside may begin with fewer.
            panel.row("prisoners", [Kind::Chief, Kind::Warrior].into_iter().filter_map(lost));
        }
        _ => panel.row("to be arranged", Kind::ALL.into_iter().filter_map(|kind| each(kind, side))),
    }
    panel
}

/// The bases an action led through.
fn trail(view: Option<&Position>, action: &Action) -> Vec<usize> {
    match action {
        Action::Arrange(_) | Action::Huff(_) => Vec::new(),
        Action::Move { from, to } => {
            [Some(*from), between(view, *from, *to), Some(*to)].into_iter().flatten().map(index).collect()
        }
        Action::Capture { from, jumps } => {
            let jumps = jumps.iter().flat_map(|Jump { over, to }| [*over, *to]);
            std::iter::once(*from).chain(jumps).map(index).collect()
        }
    }
}

/// The base over which a move of two bases goes. Of two possible ones for a bent move, take the first without a
/// figure, or at least without an enemy (R22). It holds the same before and after the move.
fn between(view: Option<&Position>, from: Base, to: Base) -> Option<Base> {
    if from.distance(to) != 2 {
        return None;
    }
    let figures = |side| view.and_then(|view| view.figures(side)).map_or(Bases::NONE, Figures::all);
    let [light, dark] = Side::ALL.map(figures);
    let own = if light.has(from) || light.has(to) { light } else { dark };
    let way = from.near().and(to.near());
    let enemies = light.or(dark).without(own);
    [way.without(light).without(dark), way.without(enemies), way].into_iter().find_map(Bases::first)
}
