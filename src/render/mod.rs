//! Drawing pictures: as text for terminals ([`text`]), as an image ([`svg`]), and as a page on which a game can be
//! looked at step by step ([`page`]). A renderer knows no game; whatever it draws is in the [`Picture`].

mod canvas;
pub mod page;
pub mod svg;
pub mod text;

use crate::game::picture::{Figure, Picture, Seat, Tint};

/// The seat of a figure's owner.
fn owner<'a>(picture: &'a Picture, figure: &Figure) -> Option<&'a Seat> {
    picture.seats.get(figure.owner?.index())
}

/// The letter that a figure carries: its owner's, a small one if the figure is turned.
fn letter(picture: &Picture, figure: &Figure) -> Option<char> {
    let letter = owner(picture, figure)?.letter;
    Some(if figure.turned { letter.to_ascii_lowercase() } else { letter })
}

/// The colour of a figure: its own, or its owner's.
fn tint(picture: &Picture, figure: &Figure) -> Option<Tint> {
    figure.tint.or_else(|| owner(picture, figure).map(|seat| seat.tint))
}

/// What a panel is called.
fn title(picture: &Picture, panel: &crate::game::picture::Panel) -> String {
    match panel.owner.and_then(|player| picture.seats.get(player.index())) {
        Some(seat) => format!("{}  {}", seat.letter, seat.name),
        None => panel.title.clone(),
    }
}
