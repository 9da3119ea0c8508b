//! Drawing pictures: as text for terminals ([`text`]), as an image ([`svg`]), as a page on which a game can be looked at
//! step by step ([`page`]), and in a rulebook ([`book`]). A renderer knows no game; whatever it draws is in the [`Picture`].

pub mod book;
mod canvas;
pub mod page;
pub mod svg;
pub mod text;

use serde::Serialize;
use serde_json::Value;

use crate::game::picture::{Figure, Picture, Seat, Tint};
use crate::text::escaped;

/// How many characters of words there is room for on a spot that may have some.
const SPOT_WORDS: usize = 9;

/// A broken rule, for people.
#[derive(Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Serialize)]
pub struct Refusal {
    /// Its id.
    pub rule: String,
    /// What it demands.
    pub statement: String,
    /// What was wrong this time.
    pub message: String,
    /// How well it is founded and where it is written.
    pub source: String,
}

impl Refusal {
    /// The broken rules that a line of the stream names in `violations`. They quote what was sent, so it is escaped.
    #[must_use]
    pub fn of(line: &Value) -> Vec<Refusal> {
        let text = |value: &Value| escaped(value.as_str().unwrap_or_default()).to_string();
        let refusal = |violation: &Value| {
            let refs: Vec<String> = violation["refs"].as_array().into_iter().flatten().map(text).collect();
            let mut source = text(&violation["source"]);
            if !refs.is_empty() {
                source = format!("{source}, {}", refs.join(" "));
            }
            if let Some(data) = violation["data"].as_str() {
                source = format!("{source}; the data are {data}");
            }
            Refusal {
                rule: text(&violation["rule"]),
                statement: text(&violation["statement"]),
                message: text(&violation["message"]),
                source,
            }
        };
        line["violations"].as_array().into_iter().flatten().map(refusal).collect()
    }
}

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
        Some(seat) if !panel.title.is_empty() => format!("{} of {}", panel.title, seat.name),
        Some(seat) => format!("{}  {}", seat.letter, seat.name),
        None => panel.title.clone(),
    }
}
