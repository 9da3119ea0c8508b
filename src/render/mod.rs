//! Draws pictures: as text for terminals ([`text`]), as an image ([`svg`]), and in words alone
//! ([`words`]). A renderer knows no game; everything that it draws is in the [`Picture`].
//!
//! ```
//! use referee::render::{svg, text, words};
//! use referee::{AnySession, Setup};
//!
//! let session = AnySession::open("wigwam", &Setup::new())?;
//! let picture = session.picture(None);
//! assert!(text::text(&picture, text::Style::default()).contains("Wigwam"));
//! assert!(svg::svg(&picture).starts_with("<svg"));
//! assert!(!words::said(&picture).is_empty());
//! # Ok::<(), referee::Refused>(())
//! ```

#[doc(hidden)]
pub mod book;
mod canvas;
#[doc(hidden)]
pub mod page;
#[doc(hidden)]
pub mod prompt;
pub mod svg;
pub mod text;
pub mod words;

use serde::Serialize;

use crate::game::picture::{Figure, Picture, Seat, Tint};
use crate::text::escaped;
use crate::wire::Violation;

/// The number of characters reserved for the words of a spot.
const SPOT_WORDS: usize = 9;

/// A broken rule, for people.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize)]
pub struct Refusal {
    /// Its id.
    pub rule: String,
    /// What it demands.
    pub statement: String,
    /// What was wrong in this case.
    pub message: String,
    /// How well the sources support it and where it is written.
    pub source: String,
}

impl Refusal {
    /// The rules that a line broke. Their messages quote what was sent, so they are escaped.
    pub fn of(violations: &[Violation]) -> Vec<Refusal> {
        let refusal = |violation: &Violation| {
            let mut source = violation.source.to_string();
            if !violation.refs.is_empty() {
                source = format!("{source}, {}", violation.refs.join(" "));
            }
            if let Some(data) = violation.data {
                source = format!("{source}; the data are {data}");
            }
            Refusal {
                rule: violation.rule.to_owned(),
                statement: violation.statement.to_owned(),
                message: escaped(&violation.message).to_string(),
                source,
            }
        };
        violations.iter().map(refusal).collect()
    }
}

/// The seat of a figure's owner.
fn owner<'a>(picture: &'a Picture, figure: &Figure) -> Option<&'a Seat> {
    picture.seats.get(figure.owner?.index())
}

/// The letter on a figure: its owner's, in lower case if the figure is turned.
fn letter(picture: &Picture, figure: &Figure) -> Option<char> {
    let letter = owner(picture, figure)?.letter;
    Some(if figure.turned { letter.to_ascii_lowercase() } else { letter })
}

/// The colour of a figure: its own, or its owner's.
fn tint(picture: &Picture, figure: &Figure) -> Option<Tint> {
    figure.tint.or_else(|| owner(picture, figure).map(|seat| seat.tint))
}

/// The title of a panel.
fn title(picture: &Picture, panel: &crate::game::picture::Panel) -> String {
    match panel.owner.and_then(|player| picture.seats.get(player.index())) {
        Some(seat) if !panel.title.is_empty() => format!("{} of {}", panel.title, seat.name),
        Some(seat) => format!("{}  {}", seat.letter, seat.name),
        None => panel.title.clone(),
    }
}
