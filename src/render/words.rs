//! Pictures in words, for people who cannot see them: a line for each place and each row that is not empty.

use crate::game::picture::{FACE_DOWN, Figure, Picture, Row, Shape};
use crate::text::count;

use super::svg::{BOARD, FIRST_PANEL, parts};
use super::{owner, title};

/// A line of a description.
///
/// ```
/// use referee::render::words::said;
/// use referee::{AnySession, Setup};
///
/// let mut session = AnySession::open("tectonic", &Setup::new())?;
/// let before = said(&session.picture(None));
/// let c1 = before.iter().find(|line| line.text.starts_with("c1:")).expect("a mount stands there");
/// session.play(&serde_json::json!({"move": {"from": "c1", "to": "c5"}}))?;
/// // The square is empty now, so nothing is said of it.
/// assert!(said(&session.picture(None)).iter().all(|line| line.order != c1.order));
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Said {
    /// Its order among the lines: always the same for the same place or row.
    pub order: u32,
    /// The line.
    pub text: String,
}

/// The lines of a picture, in reading order.
///
/// ```
/// use referee::render::words::said;
/// use referee::{AnySession, Setup};
///
/// let lines = said(&AnySession::open("tectonic", &Setup::new())?.picture(None));
/// assert!(lines.iter().any(|line| line.text.starts_with("c1:") && line.text.contains("mount")), "{lines:?}");
/// # Ok::<(), referee::Refused>(())
/// ```
pub fn said(picture: &Picture) -> Vec<Said> {
    (0..parts(picture)).flat_map(|at| said_in(picture, at)).collect()
}

/// The lines of one part of a picture, of which [`super::svg`] counts the parts. The legend has none.
pub(super) fn said_in(picture: &Picture, at: usize) -> Vec<Said> {
    match at.checked_sub(FIRST_PANEL) {
        Some(panel) => of_panel(picture, panel),
        None if at == BOARD => of_board(picture),
        None => Vec::new(),
    }
}

/// The lines of the board.
fn of_board(picture: &Picture) -> Vec<Said> {
    let mut lines = Vec::new();
    for (place, order) in picture.board.places.iter().zip(0..) {
        let rows: Vec<String> =
            place.rows.iter().map(|row| in_row(picture, row)).filter(|row| !row.is_empty()).collect();
        let words = match &place.price {
            Some(price) if price.is_empty() => None,
            Some(price) => Some(format!("price {}", costs(price))),
            None => place.words.clone().filter(|words| !words.is_empty()),
        };
        let parts: Vec<String> = rows.into_iter().chain(words).collect();
        if !parts.is_empty() {
            lines.push(Said { order, text: format!("{}: {}", place.name, parts.join("; ")) });
        }
    }
    lines
}

/// The lines of a panel.
fn of_panel(picture: &Picture, at: usize) -> Vec<Said> {
    let panel = &picture.panels[at];
    let line = |(row, below): (&Row, u32)| {
        let figures = in_row(picture, row);
        let held = if figures.is_empty() { "none".to_owned() } else { figures };
        let name = if row.name.is_empty() { String::new() } else { format!(", {}", row.name) };
        let order = ((at as u32 + 1) << 8) + below;
        Said { order, text: format!("{}{name}: {held}", title(picture, panel)) }
    };
    panel.rows.iter().zip(0..).map(line).collect()
}

/// A price in words.
pub(super) fn costs(price: &[Figure]) -> String {
    price.iter().map(|figure| format!("{} {}", figure.count, figure.name)).collect::<Vec<_>>().join(", ")
}

/// The contents of a row; empty if there are none.
fn in_row(picture: &Picture, row: &Row) -> String {
    let value = Some(row.value.clone()).filter(|value| !value.is_empty());
    let figures =
        row.figures.iter().filter(|figure| figure.shape != Shape::Slot).map(|figure| in_words(picture, figure));
    value.into_iter().chain(figures).collect::<Vec<_>>().join(", ")
}

/// A figure, or several alike, with its owner.
fn in_words(picture: &Picture, figure: &Figure) -> String {
    let of = owner(picture, figure).map(|seat| format!(" of {}", seat.name)).unwrap_or_default();
    let name = if figure.name.is_empty() { &figure.label } else { &figure.name };
    // Only a plain word has a regular plural: not a sign such as `?`, and not what is plural already.
    let plain = name.ends_with(|c: char| c.is_ascii_lowercase() && c != 's');
    let told = match figure.count {
        n if *name == FACE_DOWN => format!("{n} {name}"),
        1 => name.clone(),
        n if plain => count(n, name),
        n => format!("{n} × {name}"),
    };
    // Names such as `light chief` already include the owner.
    let already = owner(picture, figure).is_none_or(|seat| told.contains(&seat.name.to_lowercase()));
    format!("{told}{}", if already { "" } else { &of })
}
