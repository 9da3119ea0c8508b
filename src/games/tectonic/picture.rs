//! The picture of TecTonic: the grid with its four regions, the pieces by shape, the reserves. A turned piece is red,
//! with the letter and the colour of its owner in the middle.

use super::board::{SIDE, Square};
use super::position::{Pieces, Position};
use super::{Action, Colour, EACH, Kind, TecTonic};
use crate::game::picture::{Board, Edges, Figure, Panel, Picture, Place, Region, Seat, Shape, Tint};
use crate::game::{Event, EventOf, Provenance};

fn piece(kind: Kind, owner: Colour, red: bool) -> Figure {
    let shape = [Shape::Round, Shape::Triangle, Shape::Square][kind as usize];
    let name = if red { format!("red {kind} of {owner}") } else { format!("{owner} {kind}") };
    let figure = Figure::new(shape, name).wire(kind).of(owner.player());
    if red { figure.tint(Tint::Red).turned() } else { figure }
}

/// The index of a square in the picture's list of places.
fn index(square: Square) -> usize {
    usize::from(SIDE - 1 - square.rank() as u8) * usize::from(SIDE) + square.file() as usize
}

impl TecTonic {
    /// The picture of a position; everybody sees the same.
    pub(super) fn draw(&self, view: &Position) -> Picture {
        let mut picture = Picture::of("TecTonic", 2);
        picture.seats = vec![
            Seat { letter: 'W', name: "White".to_owned(), tint: Tint::White, points: None },
            Seat { letter: 'B', name: "Black".to_owned(), tint: Tint::Black, points: None },
        ];
        "is to move".clone_into(&mut picture.waits);
        picture.counts = "pieces";
        picture.board = self.draw_board(view);
        for owner in Colour::ALL {
            let [coloured, red] = pieces(view, owner);
            let standing: usize = Kind::ALL.into_iter().map(|kind| usize::from(coloured.of_kind(kind).len())).sum();
            picture.seats[owner.player().index()].points = Some(standing as i32);
            let in_reserve = |kind: Kind| {
                let used = coloured.of_kind(kind).len() + red.of_kind(kind).len();
                piece(kind, owner, false).times(EACH.saturating_sub(used))
            };
            let mut panel = Panel::of(owner.player());
            panel.row("reserve", Kind::ALL.into_iter().filter_map(in_reserve));
            picture.panels.push(panel);
        }
        let kind = |kind: Kind| Figure { owner: None, name: kind.to_string(), ..piece(kind, Colour::White, false) };
        picture.legend = Kind::ALL.map(kind).into();
        let turned = |(owner, seat): (Colour, &Seat)| Figure {
            name: format!("red, of {}", seat.name),
            ..piece(Kind::Hill, owner, true)
        };
        picture.legend.extend(Colour::ALL.into_iter().zip(&picture.seats).map(turned));
        if self.regions_source == Provenance::Reconstructed {
            "The regions and the start squares are reconstructed".clone_into(&mut picture.note);
        }
        picture
    }

    /// The way of a piece.
    pub(super) fn draw_event(picture: &mut Picture, event: &EventOf<TecTonic>) {
        if let Event::Action(_, Action::Move { from, to, .. }) = event {
            picture.board.trail = vec![index(*from), index(*to)];
        }
    }

    fn draw_board(&self, view: &Position) -> Board {
        let ranks = (0..SIDE).rev();
        let squares = ranks.clone().flat_map(|rank| (0..SIDE).map(move |file| (file, rank)));
        let spot =
            |(file, rank): (u8, u8)| Place::spot(Square(rank * SIDE + file), file.into(), (SIDE - 1 - rank).into());
        let mut places: Vec<Place> = squares.map(spot).collect();
        for owner in Colour::ALL {
            for (pieces, red) in pieces(view, owner).into_iter().zip([false, true]) {
                for kind in Kind::ALL {
                    for square in pieces.of_kind(kind) {
                        places[index(square)].put(piece(kind, owner, red));
                    }
                }
            }
        }
        let regions = Colour::ALL.into_iter().flat_map(|owner| {
            // Each side's regions are the goals of the other.
            self.goals[owner.other() as usize].map(|region| Region {
                name: format!("region of {owner}"),
                owner: Some(owner.player()),
                places: region.into_iter().map(index).collect(),
            })
        });
        let edges = Edges {
            columns: (b'a'..=b'j').map(|file| char::from(file).to_string()).collect(),
            rows: ranks.map(|rank| (rank + 1).to_string()).collect(),
        };
        let (side, regions) = (u16::from(SIDE), regions.collect());
        Board { columns: side, rows: side, places, regions, edges: Some(edges), ..Board::default() }
    }
}

/// A side's pieces that show its colour, and those that show red.
fn pieces(view: &Position, owner: Colour) -> [&Pieces; 2] {
    match owner {
        Colour::White => [&view.white, &view.red.white],
        Colour::Black => [&view.black, &view.red.black],
    }
}
