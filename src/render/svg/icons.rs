//! The outlines of figures and the signs on them, in a few strokes each.

use crate::game::picture::{Icon, Shape};

/// The side of an icon.
pub(super) const SIDE: u32 = 14;

/// A pillar with the ears of a bear, wide enough for two letters.
pub(super) const STELE: &str =
    "<path class=\"s\" d=\"M1.5 21.5V6A3.4 3.4 0 0 1 7 3.5H15A3.4 3.4 0 0 1 20.5 6V21.5z\"/>";

/// The outline of a figure.
pub(super) fn outline(shape: Shape) -> &'static str {
    match shape {
        Shape::Round | Shape::Card | Shape::Slot => "<circle class=\"s\" cx=\"11\" cy=\"11\" r=\"10\"/>",
        Shape::Triangle => "<path class=\"s\" d=\"M11 1L21.5 20.5H.5z\"/>",
        Shape::Square => "<path class=\"s\" d=\"M2 2H20V20H2z\"/>",
        Shape::Pillar => "<rect class=\"s\" x=\"3.5\" y=\".5\" width=\"15\" height=\"21\" rx=\"5\"/>",
        Shape::Diamond => "<path class=\"s\" d=\"M11 .5L21.5 11L11 21.5L.5 11z\"/>",
        Shape::Star => "<path class=\"s\" d=\"M11 0L14 7.5L22 8L16 13.5L18 21.5L11 17L4 21.5L6 13.5L0 8L8 7.5z\"/>",
    }
}

/// An icon with its upper left corner at a place.
pub(super) fn icon(icon: Icon, x: u32, y: u32) -> String {
    let path = match icon {
        Icon::Temple => "M1 6L7 1L13 6H1M3 6V13M11 6V13M1 13H13M7 6V13",
        Icon::Book => "M7 3C5 1.5 3 1.5 1 2.5V12C3 11 5 11 7 12.5C9 11 11 11 13 12V2.5C11 1.5 9 1.5 7 3V12.5",
        Icon::Swords => "M2 2L11.5 11.5M12 2L2.5 11.5M8.5 12L12 8.5M2 8.5L5.5 12",
        Icon::Scales => "M7 1V12M4 13H10M2 4H12M2 4L.5 8.5H3.5L2 4M12 4L10.5 8.5H13.5L12 4",
        Icon::Seal => "M3 1H13V11H3zM6 4H10V8H6z",
        Icon::Bear => "M4 5A2 2 0 1 1 5 2.6H9A2 2 0 1 1 10 5C13 9 10 13 7 13S1 9 4 5M6 10H8",
        Icon::Cookie => "M1 9C1 4 4 2 7 2S13 4 13 9C11 12 9 10 7 8C5 10 3 12 1 9z",
        Icon::Spoon => "M7 1C4.5 1 4.5 6 7 6S9.5 1 7 1M7 6V13",
        Icon::Bowl => "M1 5H13C13 10 10 12 7 12S1 10 1 5M5 13H9",
        Icon::Chopsticks => "M4 1L6 13M10 1L8 13",
        Icon::Star => "M7 .5L9 5L13.5 5.3L10 8.3L11.2 13L7 10.4L2.8 13L4 8.3L.5 5.3L5 5z",
        Icon::Wok => "M1 5H11C11 10 8.5 12 6 12S1 10 1 5M11 6L13.8 3.5",
        Icon::Cook => "M3 8C0 8 0 3.5 3.5 4C4.5 .5 9.5 .5 10.5 4C14 3.5 14 8 11 8V13H3V8M3 10.5H11",
    };
    let kind = if icon == Icon::Seal { "i seal" } else { "i" };
    format!("<path class=\"{kind}\" transform=\"translate({x} {y})\" d=\"{path}\"/>")
}
