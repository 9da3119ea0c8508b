//! Figures: pieces by their outlines, cards with what is written on them, empty places.

use super::icons::{SIDE, STELE, icon, outline};
use super::{Drawing, FIGURE, Layer, Piece, data, escape, width_of, word};
use crate::game::picture::{Figure, Icon, Row, Shape, Tint};
use crate::render::{letter, owner, tint};

/// The height of a card with a colour of its own, which has two lines.
const CARD: u32 = 40;
/// Its least width, and that of one with small figures on it.
const NARROW: u32 = 62;
const WIDE: u32 = 110;

impl Drawing<'_> {
    /// A figure.
    pub(super) fn figure(&self, figure: &Figure) -> Piece {
        let letter = letter(self.picture, figure).map(String::from).unwrap_or_default();
        self.marked(figure, &letter, &times(figure))
    }

    /// The pieces of a row of a field. If all belong to one player, the letter stands once and the numbers stand in the figures.
    pub(super) fn in_field(&self, row: &Row) -> Vec<Piece> {
        let owner = row.figures.first().and_then(|figure| figure.owner);
        let seat = owner.and_then(|player| self.picture.seats.get(player.index()));
        let alike = |figure: &Figure| {
            figure.owner == owner && figure.shape != Shape::Card && !figure.turned && said(figure).is_empty()
        };
        let Some(seat) = seat.filter(|_| row.name.is_empty() && row.value.is_empty() && row.figures.iter().all(alike))
        else {
            return self.row(row);
        };
        let number = |figure: &Figure| if figure.count > 1 { figure.count.to_string() } else { String::new() };
        let figures = row.figures.iter().map(|figure| self.marked(figure, &number(figure), ""));
        std::iter::once(Drawing::words(&seat.letter.to_string(), "title")).chain(figures).collect()
    }

    /// A figure with words in it and beside it.
    fn marked(&self, figure: &Figure, letter: &str, count: &str) -> Piece {
        let class = tint(self.picture, figure).map_or("none", |tint| tint.name());
        // What has turned to a colour of its own has that of its owner in the middle.
        let core = owner(self.picture, figure);
        let core = core.filter(|_| figure.turned && figure.tint.is_some() && figure.shape != Shape::Card);
        let turned = if figure.turned && core.is_none() { " turned" } else { "" };
        let said = said(figure);
        let (shape, beside, height) = match figure.shape {
            Shape::Card => {
                let (drawn, height) = if is_high(figure) { (high(figure), CARD) } else { (low(figure), FIGURE) };
                (drawn, word(inside(figure) + 1, 15, count), height)
            }
            Shape::Slot => (slot(figure), String::new(), FIGURE),
            _ if is_stele(figure) => {
                let text = format!("<text class=\"l m\" x=\"11\" y=\"16\">{}</text>", escape(said));
                (format!("{STELE}{text}"), word(FIGURE + 1, 15, count), FIGURE)
            }
            shape => {
                let low = match shape {
                    Shape::Triangle if core.is_some() => "17.3",
                    Shape::Triangle => "18",
                    _ => "15",
                };
                let inside = if letter.is_empty() {
                    String::new()
                } else {
                    ["<text class=\"l m\" x=\"11\" y=\"", low, "\">", letter, "</text>"].concat()
                };
                let inside = if let Some(seat) = core { within(shape, seat.tint, &inside) } else { inside };
                let sign = |(sign, at): (&Icon, u32)| match at {
                    0 => icon(*sign, 4, 4),
                    _ => format!("<g transform=\"translate(12 0) scale(.7)\">{}</g>", icon(*sign, 0, 0)),
                };
                let signs: String = figure.icons.iter().zip(0..).map(sign).collect();
                ([outline(shape), &inside, &signs].concat(), word(FIGURE + 1, 15, &[said, count].concat()), FIGURE)
            }
        };
        let name = escape(&figure.name);
        let named = if figure.wire.is_empty() { String::new() } else { data("piece", &escape(&figure.wire)) };
        let owned = figure.owner.map_or(String::new(), |player| data("player", &player.0.to_string()));
        let several = if figure.count > 1 { data("count", &figure.count.to_string()) } else { String::new() };
        // There are so many figures that joining the parts, which is quicker than formatting them, can be noticed.
        let svg = [
            "<g class=\"",
            class,
            turned,
            "\"",
            &named,
            &owned,
            &several,
            "><title>",
            &name,
            "</title>",
            &shape,
            &beside,
            "</g>",
        ]
        .concat();
        Piece { layer: Layer::Figure, width: wide_with(figure, count), height, svg }
    }
}

/// A smaller outline of the same form in another colour, with what stands in it.
fn within(shape: Shape, tint: Tint, inside: &str) -> String {
    let (tint, outline, down) = (tint.name(), outline(shape), if shape == Shape::Triangle { 4 } else { 3 });
    format!("<g class=\"{tint} core\"><g transform=\"translate(3 {down}) scale(.727)\">{outline}</g>{inside}</g>")
}

/// A card with one line.
fn low(figure: &Figure) -> String {
    let words = width_of(said(figure)).max(10) + 10;
    let signs = figure.icons.iter().zip(0..).map(|(sign, at)| icon(*sign, words - 2 + at * (SIDE + 2), 4));
    format!(
        "<rect class=\"s\" x=\".5\" y=\".5\" width=\"{}\" height=\"21\" rx=\"3\"/>\
         <text class=\"l\" x=\"5\" y=\"15\">{}</text>{}",
        inside(figure) - 1,
        escape(said(figure)),
        signs.collect::<String>()
    )
}

/// A card with a colour of its own: its signs above its name; or its name, its signs and a small figure above others.
fn high(figure: &Figure) -> String {
    let (words, bare) = (escape(said(figure)), figure.inner.is_empty());
    let after = if bare { 5 } else { 8 + width_of(said(figure)) };
    let signs = figure.icons.iter().zip(0..).map(|(sign, at)| icon(*sign, after + at * (SIDE + 2), 4));
    let mut drawn = format!(
        "<rect class=\"s\" x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" rx=\"4\"/>\
         <text class=\"{}\" x=\"{}\" y=\"{}\">{words}</text>{}",
        inside(figure) - 1,
        CARD - 1,
        if bare { "l c" } else { "l" },
        if bare { inside(figure) / 2 } else { 5 },
        if bare { 34 } else { 15 },
        signs.collect::<String>()
    );
    let mut at = after + figure.icons.len() as u32 * (SIDE + 2);
    for (one, number) in figure.inner.iter().zip(0..) {
        let (class, width) = (one.tint.map_or("", |tint| tint.name()), chip(one));
        let y = if number == 0 { 3 } else { 21 };
        drawn.push_str(&format!(
            "<g class=\"{class}\" transform=\"translate({at} {y})\"><rect class=\"s\" width=\"{width}\" height=\"16\" rx=\"3\"/>\
             <text class=\"l\" x=\"4\" y=\"12\">{}</text></g>",
            escape(&one.label)
        ));
        at = if number == 0 { 4 } else { at + width + 3 };
    }
    drawn
}

/// An empty place: what may come there is drawn faintly in it.
fn slot(figure: &Figure) -> String {
    let wide = if figure.icons.is_empty() { 6 } else { 10 };
    let signs: String = figure.icons.iter().map(|sign| icon(*sign, 4, 4)).collect();
    let dot = if figure.tint.is_some() { "<circle class=\"s\" cx=\"11\" cy=\"11\" r=\"3\"/>" } else { "" };
    format!("<circle class=\"slot\" cx=\"11\" cy=\"11\" r=\"{wide}\"/><g class=\"faint\">{signs}</g>{dot}")
}

/// Whether a card is drawn with two lines.
fn is_high(figure: &Figure) -> bool {
    figure.shape == Shape::Card && figure.tint.is_some()
}

/// Whether a pillar has room for its label, as one without an owner's letter.
fn is_stele(figure: &Figure) -> bool {
    figure.shape == Shape::Pillar && figure.owner.is_none() && (1..=2).contains(&figure.label.chars().count())
}

/// What is written on a card, or beside another figure.
fn said(figure: &Figure) -> &str {
    match figure.shape {
        Shape::Card if is_high(figure) && !(figure.icons.is_empty() && figure.inner.is_empty()) => {
            // The signs say how many there are.
            let mut words = figure.label.split(' ');
            words.find(|word| !word.starts_with(|c: char| c.is_ascii_digit())).unwrap_or_default()
        }
        _ if figure.icons.is_empty() => &figure.label,
        Shape::Card => figure.label.split(' ').next().unwrap_or_default(),
        _ => "",
    }
}

/// How many figures one stands for, if it stands for several.
fn times(figure: &Figure) -> String {
    if figure.count > 1 { format!("×{}", figure.count) } else { String::new() }
}

/// The width of a small figure on a card.
fn chip(figure: &Figure) -> u32 {
    width_of(&figure.label) + 7
}

/// The width of a card without what stands beside it.
fn inside(figure: &Figure) -> u32 {
    let (words, signs) = (width_of(said(figure)), figure.icons.len() as u32 * (SIDE + 2));
    match figure.inner.split_first() {
        _ if !is_high(figure) => words.max(10) + 10 + signs,
        None => NARROW.max(words + 2).max(signs + 8),
        Some((first, others)) => {
            let below: u32 = others.iter().map(|other| chip(other) + 3).sum();
            WIDE.max(words + 12 + signs + chip(first)).max(below + 5)
        }
    }
}

/// The width of a figure, with what stands beside it.
pub(super) fn wide(figure: &Figure) -> u32 {
    wide_with(figure, &times(figure))
}

fn wide_with(figure: &Figure, count: &str) -> u32 {
    let beside = |text: &str| if text.is_empty() { 0 } else { width_of(text) + 2 };
    match figure.shape {
        Shape::Card => inside(figure) + beside(count),
        Shape::Slot => FIGURE,
        _ if is_stele(figure) => FIGURE + beside(count),
        _ => FIGURE + beside(&[said(figure), count].concat()),
    }
}
