//! Pictures as images. A picture becomes a [`Sheet`] of sprites, each with its box. So the replay page can keep
//! unchanged sprites, and a test can check that none covers another. [`svg`] writes a sheet as one file.

use std::fmt::Display;

use crate::game::picture::{Board, Figure, Icon, Panel, Picture, Place, Row, Shape};

use super::{SPOT_WORDS, letter, tint};
use icons::{SIDE, icon, outline};
use scope::SCOPED;

mod icons;
mod panels;
mod scale;
mod scope;

/// A drawing: sprites on a background.
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Sheet {
    /// The width, in pixels.
    pub width: u32,
    /// The height, in pixels.
    pub height: u32,
    /// The sprites; higher layers are drawn over lower ones.
    pub sprites: Vec<Sprite>,
}

/// The kinds of sprite, from the lowest layer to the highest.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug)]
pub enum Layer {
    /// Lines between places.
    Line,
    /// The background of a place.
    Place,
    /// A frame around what has changed.
    Frame,
    /// The path of the last event.
    Trail,
    /// Words.
    Word,
    /// A figure.
    Figure,
}

impl Layer {
    /// All layers, the lowest first.
    pub const ALL: [Layer; 6] = [Layer::Line, Layer::Place, Layer::Frame, Layer::Trail, Layer::Word, Layer::Figure];
}

/// A piece of a drawing.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Sprite {
    /// Its layer.
    pub layer: Layer,
    /// Its left edge, in pixels.
    pub x: u32,
    /// Its upper edge.
    pub y: u32,
    /// Its width.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// Its drawing, relative to its upper left corner.
    pub svg: String,
    /// Where it lies, as attributes: the name of a place, or the number of the player who has it.
    pub lies: String,
}

/// The style of all pictures in a page of ours, for light and dark. The owner of a figure is also shown by its letter.
pub const STYLE: &str = include_str!("picture.css");
/// The class of every picture.
pub const CLASS: &str = "referee";
/// The least width of a sheet without a board.
const WIDTH: u32 = 480;
/// The least width of a sheet with a board, which can make it wider. The narrower the sheet, the larger the board.
const BOARD_WIDTH: u32 = 440;
/// The side of a figure.
const FIGURE: u32 = 22;
/// The distance between rows of figures.
const ROW: u32 = 26;
/// The gap between two figures.
const GAP: u32 = 4;
/// The height of a line of words.
const WORDS: u32 = 18;
const MARGIN: u32 = 8;

/// The estimated width of a text of the usual size.
fn width_of(text: &str) -> u32 {
    // Characters of a monospaced font of 12 pixels are 7.2 wide; names may have wider ones.
    let wide = |c: char| {
        if c.is_ascii() {
            74
        } else if c < '\u{1100}' {
            90
        } else {
            140
        }
    };
    text.chars().map(wide).sum::<u32>().div_ceil(10)
}

/// Text escaped for elements and attributes of SVG and HTML.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(c),
            // XML allows none of these.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Writes a picture as a separate image.
#[must_use]
pub fn svg(picture: &Picture) -> String {
    image(picture, "", &format!("<style>\n{}</style>\n", *SCOPED))
}

/// Writes a picture as an image within a page that has the [`STYLE`].
#[must_use]
pub fn inline(picture: &Picture) -> String {
    // Letters stay legible on a small screen; the picture can be scrolled there.
    let least = sheet(picture).width * 18 / 25;
    image(picture, &format!(" style=\"min-width:{least}px\""), "")
}

fn image(picture: &Picture, attributes: &str, style: &str) -> String {
    let sheet = sheet(picture);
    let mut head = vec![picture.heading()];
    head.extend(picture.news());
    let lines: Vec<String> = head.iter().flat_map(|text| fold(text, sheet.width - 2 * MARGIN)).collect();
    let top = MARGIN + WORDS * lines.len() as u32;
    let (width, height) = (sheet.width, sheet.height + top);
    let turn = picture.turn.map_or(String::new(), |player| format!(" data-turn=\"{}\"", player.0));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{CLASS}\"{turn} viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\"{attributes}>\n<title>{}</title>\n<desc>{}</desc>\n{style}\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
        escape(&picture.title),
        escape(&head.join(" ")),
    );
    for (line, at) in lines.iter().zip(1..) {
        out.extend([&*word(MARGIN, at * WORDS, line), "\n"]);
    }
    out.extend(["<g transform=\"translate(0 ", &*top.to_string(), ")\">\n"]);
    for sprite in Layer::ALL.iter().flat_map(|layer| sheet.sprites.iter().filter(move |one| one.layer == *layer)) {
        let [x, y] = [sprite.x, sprite.y].map(|at| at.to_string());
        out.extend(["<g transform=\"translate(", &*x, " ", &*y, ")\"", &*sprite.lies, ">", &*sprite.svg, "</g>\n"]);
    }
    out.push_str("</g>\n</svg>\n");
    out
}

/// Wraps words in lines at most `most` wide.
fn fold(text: &str, most: u32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width_of(line) + width_of(word) + 8 <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Lays a picture out.
#[must_use]
pub fn sheet(picture: &Picture) -> Sheet {
    let sheet = Sheet { width: WIDTH, height: MARGIN, sprites: Vec::new() };
    let mut drawing = Drawing { picture, sheet, unit: 1, lies: String::new() };
    drawing.unit = drawing.unit();
    if !picture.board.places.is_empty() {
        // What stands above the board is as wide as the board.
        drawing.sheet.width = BOARD_WIDTH.max(drawing.margin() + drawing.board_width() + MARGIN);
    }
    let (above, below): (Vec<&Panel>, Vec<&Panel>) = picture.panels.iter().partition(|panel| panel.above);
    for panel in above {
        drawing.panel(panel);
    }
    if !picture.board.places.is_empty() {
        drawing.board(&picture.board);
    }
    drawing.legend();
    for panel in below {
        drawing.panel(panel);
    }
    drawing.sheet.height += MARGIN;
    drawing.sheet
}

struct Drawing<'a> {
    picture: &'a Picture,
    sheet: Sheet,
    /// The width of a column of the board, for which all its figures are measured.
    unit: u32,
    /// Where the figures lie that are being drawn.
    lies: String,
}

/// A piece of a line: its width and its drawing.
struct Piece {
    layer: Layer,
    width: u32,
    height: u32,
    svg: String,
}

impl Drawing<'_> {
    fn put(&mut self, layer: Layer, [x, y, width, height]: [u32; 4], svg: String) {
        let lies = if layer == Layer::Figure { self.lies.clone() } else { String::new() };
        self.sheet.sprites.push(Sprite { layer, x, y, width, height, svg, lies });
    }

    /// A figure.
    fn figure(&self, figure: &Figure) -> Piece {
        let class = tint(self.picture, figure).map_or("none", |tint| tint.name());
        let turned = if figure.turned { " turned" } else { "" };
        let (said, count, width) = (said(figure), times(figure), wide(figure));
        let letter = letter(self.picture, figure).map(String::from).unwrap_or_default();
        let (shape, beside) = match figure.shape {
            Shape::Card => {
                let words = width_of(said).max(10) + 10;
                let signs = figure.icons.iter().zip(0..).map(|(sign, at)| icon(*sign, words - 2 + at * (SIDE + 2), 4));
                let signs: String = signs.collect();
                let inside = inside(figure);
                let card = format!(
                    "<rect class=\"s\" x=\".5\" y=\".5\" width=\"{}\" height=\"21\" rx=\"3\"/>\
                     <text class=\"l\" x=\"5\" y=\"15\">{}</text>{signs}",
                    inside - 1,
                    escape(said)
                );
                (card, word(inside + 1, 15, &count))
            }
            Shape::Slot => ("<circle class=\"slot\" cx=\"11\" cy=\"11\" r=\"6\"/>".to_owned(), String::new()),
            shape => {
                let low = if shape == Shape::Triangle { 18 } else { 15 };
                let inside = if letter.is_empty() {
                    String::new()
                } else {
                    format!("<text class=\"l m\" x=\"11\" y=\"{low}\">{letter}</text>")
                };
                let sign = |(sign, at): (&Icon, u32)| match at {
                    0 => icon(*sign, 4, 4),
                    _ => format!("<g transform=\"translate(12 0) scale(.7)\">{}</g>", icon(*sign, 0, 0)),
                };
                let signs: String = figure.icons.iter().zip(0..).map(sign).collect();
                (format!("{}{inside}{signs}", outline(shape)), word(FIGURE + 1, 15, &format!("{said}{count}")))
            }
        };
        let name = escape(&figure.name);
        let named = if figure.wire.is_empty() { String::new() } else { data("piece", escape(&figure.wire)) };
        let owned = figure.owner.map_or(String::new(), |player| data("player", player.0));
        let several = if figure.count > 1 { data("count", figure.count) } else { String::new() };
        let svg =
            format!("<g class=\"{class}{turned}\"{named}{owned}{several}><title>{name}</title>{shape}{beside}</g>");
        Piece { layer: Layer::Figure, width, height: FIGURE, svg }
    }

    fn words(text: &str, class: &str) -> Piece {
        let svg = format!("<text class=\"{class}\" y=\"15\">{}</text>", escape(text));
        Piece { layer: Layer::Word, width: width_of(text), height: FIGURE, svg }
    }

    /// The pieces of a row: its name, its value, its figures.
    fn row(&self, row: &Row) -> Vec<Piece> {
        let mut pieces = Vec::new();
        if !row.name.is_empty() {
            pieces.push(Drawing::words(&row.name, if row.fresh { "name changed" } else { "name" }));
        }
        if !row.value.is_empty() {
            pieces.push(Drawing::words(&row.value, if row.fresh { "word changed" } else { "word" }));
        }
        pieces.extend(row.figures.iter().map(|figure| self.figure(figure)));
        if row.figures.is_empty() && row.value.is_empty() {
            pieces.push(Drawing::words("none", "name"));
        }
        pieces
    }

    /// Sets pieces in lines from a place; returns where the last line ends.
    fn flow(&mut self, pieces: Vec<Piece>, start: [u32; 2], left: u32, right: u32) -> [u32; 2] {
        let [mut x, mut y] = start;
        for piece in pieces {
            if x > left && x + piece.width > right {
                (x, y) = (left, y + ROW);
            }
            // A piece that is wider than the sheet widens the sheet.
            self.sheet.width = self.sheet.width.max(x + piece.width + MARGIN);
            self.put(piece.layer, [x, y, piece.width, piece.height], piece.svg);
            x += piece.width + GAP;
        }
        [x, y]
    }

    /// The room before the board, where the names of rows stand.
    fn margin(&self) -> u32 {
        if self.picture.board.edges.is_none() { MARGIN } else { MARGIN + 22 }
    }

    fn board_width(&self) -> u32 {
        self.unit * u32::from(self.picture.board.columns)
    }

    /// The gap between two places.
    fn spacing(&self) -> u32 {
        if self.picture.board.lines.is_empty() { 0 } else { 14 }
    }

    /// The width of a column of the board.
    fn unit(&self) -> u32 {
        let board = &self.picture.board;
        let mut unit = 1;
        for place in &board.places {
            let wide = place.rows.iter().flat_map(|row| &row.figures).map(|figure| wide(figure) + GAP);
            let content: u32 = wide.sum::<u32>().max(FIGURE + GAP) + 8;
            // Words come and go; their neighbours must not move.
            let words = place.words.as_ref().map_or(0, |words| width_of(words).max(8 * SPOT_WORDS as u32) + 10);
            let wanted = if place.field { 190 } else { content.max(width_of(&place.name) + 10).max(words) };
            unit = unit.max((wanted + self.spacing()).div_ceil(u32::from(place.width.max(1))));
        }
        unit
    }

    fn board(&mut self, board: &Board) {
        let named = board.edges.is_none();
        let (unit, spacing) = (self.unit, self.spacing());
        // In the middle of the sheet.
        let left = self.margin() + (self.sheet.width - MARGIN - self.margin() - self.board_width()) / 2;
        let top = self.sheet.height + if named { 0 } else { WORDS };
        let mut tops = vec![top];
        for y in 0..board.rows {
            let here = board.places.iter().filter(|place| place.y == y);
            let high = here.map(|place| self.high(place, named, unit * u32::from(place.width.max(1)) - spacing));
            let height = high.max().unwrap_or(0);
            tops.push(tops[usize::from(y)] + height + spacing);
        }
        let boxes: Vec<[u32; 4]> = (board.places.iter())
            .map(|place| {
                let row = usize::from(place.y).min(tops.len() - 2);
                let width = unit * u32::from(place.width.max(1)) - spacing;
                [left + unit * u32::from(place.x), tops[row], width, tops[row + 1] - tops[row] - spacing]
            })
            .collect();
        for ([a, b], svg) in board.lines.iter().filter_map(|pair| Some((pair, between(&boxes, pair)?))) {
            let (a, b) = (boxes[*a], boxes[*b]);
            let (x, y) = (a[0].min(b[0]), a[1].min(b[1]));
            let (right, bottom) = ((a[0] + a[2]).max(b[0] + b[2]), (a[1] + a[3]).max(b[1] + b[3]));
            self.put(Layer::Line, [x, y, right - x, bottom - y], svg);
        }
        for ((at, place), area) in board.places.iter().enumerate().zip(&boxes) {
            self.place(at, place, *area, named);
        }
        let right = left + unit * u32::from(board.columns);
        self.sheet.width = self.sheet.width.max(right + MARGIN);
        self.sheet.height = tops[tops.len() - 1] + MARGIN;
        self.edges(board, left, unit, &tops);
        self.trail(board, &boxes);
    }

    /// The height that a place needs.
    fn high(&self, place: &Place, named: bool, width: u32) -> u32 {
        if !place.field {
            let words = if place.words.is_some() { WORDS - GAP } else { 0 };
            return words + if named { WORDS + ROW } else { FIGURE + 14 };
        }
        let lines: u32 = place.rows.iter().map(|row| lines(&self.row(row), width - 2 * GAP)).sum();
        // Room for a row of every player, so that the board does not grow and shrink.
        let usual = self.picture.seats.len() as u32 + 2;
        WORDS + GAP + ROW * lines.max(usual)
    }

    fn place(&mut self, at: usize, place: &Place, area: [u32; 4], named: bool) {
        let [_, _, width, height] = area;
        let region = self.picture.board.regions.iter().find(|region| region.places.contains(&at));
        let side = match region.map(|region| region.owner) {
            None => "",
            Some(Some(owner)) if owner.0 % 2 == 1 => " region other",
            Some(_) => " region",
        };
        let name = escape(&place.name);
        let round = if named { 6 } else { 0 };
        let ground = format!(
            "<g{}><title>{name}</title><rect class=\"place{side}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\"/></g>",
            data("place", &name)
        );
        self.put(Layer::Place, area, ground);
        self.lies = data("at", &name);
        self.fill(place, area, named);
        self.lies.clear();
    }

    /// Draws what a place has.
    fn fill(&mut self, place: &Place, area: [u32; 4], named: bool) {
        let [x, y, width, height] = area;
        let (name, round) = (escape(&place.name), if named { 6 } else { 0 });
        if place.fresh {
            let (width, height) = (width - 3, height - 3);
            let frame = format!(
                "<rect class=\"frame\" x=\"1.5\" y=\"1.5\" width=\"{width}\" height=\"{height}\" rx=\"{round}\"/>"
            );
            self.put(Layer::Frame, area, frame);
        }
        if named {
            let words = format!("<text class=\"name on\" y=\"12\">{name}</text>");
            self.put(Layer::Word, [x + 5, y + 1, width_of(&place.name), 14], words);
            self.gains(place, [x + 5 + width_of(&place.name), y + 2], x + width - 3);
        }
        if place.field {
            let mut below = y + WORDS + GAP;
            for row in &place.rows {
                let [_, last] = self.flow(self.row(row), [x + GAP, below], x + GAP, x + width - GAP);
                below = last + ROW;
            }
            return;
        }
        let pieces: Vec<Piece> =
            place.rows.iter().flat_map(|row| &row.figures).map(|figure| self.figure(figure)).collect();
        let wide: u32 = pieces.iter().map(|piece| piece.width + GAP).sum::<u32>().saturating_sub(GAP);
        let words = if place.words.is_some() { WORDS - GAP } else { 0 };
        if let Some(text) = place.words.as_ref().filter(|text| !text.is_empty()) {
            let svg = if place.price.is_empty() {
                format!("<text class=\"word\" y=\"11\">{}</text>", escape(text))
            } else {
                self.price(&place.price, text)
            };
            self.put(Layer::Word, [x + 5, y + height - words - 1, width_of(text), words], svg);
        }
        let down = if named { WORDS - 1 } else { (height - words - FIGURE) / 2 };
        let start = x + width.saturating_sub(wide) / 2;
        self.flow(pieces, [start, y + down], start, u32::MAX);
    }

    /// Small figures in a row, with their meaning.
    fn price(&self, price: &[Figure], words: &str) -> String {
        let each = price.iter().flat_map(|figure| (0..figure.count).map(move |_| figure));
        let small = |(figure, at): (&Figure, u32)| {
            let class = tint(self.picture, figure).map_or("none", |tint| tint.name());
            let shape = outline(figure.shape);
            format!("<g class=\"{class}\" transform=\"translate({} 0) scale(.6)\">{shape}</g>", at * 11)
        };
        let figures: String = each.zip(0..).map(small).collect();
        format!("<g><title>{}</title>{figures}</g>", escape(words))
    }

    /// What the last event scored at a place, beside its name, as far as there is room.
    fn gains(&mut self, place: &Place, [left, y]: [u32; 2], right: u32) {
        let mut x = right;
        for gain in self.picture.scored.iter().filter(|gain| gain.at.as_ref() == Some(&place.name)).rev() {
            let Some(seat) = self.picture.seats.get(gain.player.index()) else { continue };
            let text = format!("{:+}", gain.points);
            let width = width_of(&text) + 8;
            if x < left + width + GAP {
                return;
            }
            x -= width + 2;
            let (tint, inside) = (seat.tint.name(), width - 1);
            let svg = format!(
                "<g class=\"{tint}\"><rect class=\"s\" x=\".5\" y=\".5\" width=\"{inside}\" height=\"14\" rx=\"7\"/>\
                 <text class=\"l\" x=\"4\" y=\"12\">{text}</text></g>"
            );
            self.put(Layer::Word, [x, y, width, 15], svg);
        }
    }

    fn edges(&mut self, board: &Board, left: u32, unit: u32, tops: &[u32]) {
        let Some(edges) = &board.edges else { return };
        for (name, at) in edges.columns.iter().zip(0..) {
            let words = format!("<text class=\"name m\" x=\"{}\" y=\"13\">{}</text>", unit / 2, escape(name));
            self.put(Layer::Word, [left + unit * at, tops[0] - WORDS, unit, WORDS], words);
        }
        for (name, at) in edges.rows.iter().zip(tops.windows(2)) {
            let height = at[1] - at[0];
            let words = format!("<text class=\"name\" y=\"{}\">{}</text>", height / 2 + 4, escape(name));
            self.put(Layer::Word, [left - 22, at[0], 20, height], words);
        }
    }

    fn trail(&mut self, board: &Board, boxes: &[[u32; 4]]) {
        let points: Vec<[u32; 2]> = board.trail.iter().filter_map(|at| boxes.get(*at)).map(centre).collect();
        if points.len() < 2 {
            return;
        }
        let least = |axis: usize| points.iter().map(|point| point[axis]).min().unwrap_or(0);
        let most = |axis: usize| points.iter().map(|point| point[axis]).max().unwrap_or(0);
        let (x, y) = (least(0), least(1));
        let path: Vec<String> = points.iter().map(|[px, py]| format!("{},{}", px - x, py - y)).collect();
        let from = points[0];
        let refused = if self.picture.refused { " refused" } else { "" };
        let svg = format!(
            "<polyline class=\"trail{refused}\" points=\"{}\"/><circle class=\"from\" cx=\"{}\" cy=\"{}\" r=\"4\"/>",
            path.join(" "),
            from[0] - x,
            from[1] - y
        );
        self.put(Layer::Trail, [x, y, most(0) - x + 1, most(1) - y + 1], svg);
    }
}

/// What is written on a card, or beside another figure.
fn said(figure: &Figure) -> &str {
    match figure.shape {
        _ if figure.icons.is_empty() => &figure.label,
        Shape::Card => figure.label.split(' ').next().unwrap_or_default(),
        _ => "",
    }
}

/// How many figures one stands for, if it stands for several.
fn times(figure: &Figure) -> String {
    if figure.count > 1 { format!("×{}", figure.count) } else { String::new() }
}

/// The width of a card without what stands beside it.
fn inside(figure: &Figure) -> u32 {
    width_of(said(figure)).max(10) + 10 + figure.icons.len() as u32 * (SIDE + 2)
}

/// The width of a figure, with what stands beside it.
fn wide(figure: &Figure) -> u32 {
    let beside = |text: &str| if text.is_empty() { 0 } else { width_of(text) + 2 };
    match figure.shape {
        Shape::Card => inside(figure) + beside(&times(figure)),
        Shape::Slot => FIGURE,
        _ => FIGURE + beside(&format!("{}{}", said(figure), times(figure))),
    }
}

/// The number of lines that pieces take.
fn lines(pieces: &[Piece], width: u32) -> u32 {
    let (mut lines, mut x) = (1, 0);
    for piece in pieces {
        if x > 0 && x + piece.width > width {
            (lines, x) = (lines + 1, 0);
        }
        x += piece.width + GAP;
    }
    lines
}

/// An attribute for programs.
fn data(name: &str, value: impl Display) -> String {
    format!(" data-{name}=\"{value}\"")
}

fn word(x: u32, y: u32, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("<text class=\"word\" x=\"{x}\" y=\"{y}\">{}</text>", escape(text))
}

fn centre([x, y, width, height]: &[u32; 4]) -> [u32; 2] {
    [x + width / 2, y + height / 2]
}

/// A line between two places, from centre to centre.
fn between(boxes: &[[u32; 4]], [a, b]: &[usize; 2]) -> Option<String> {
    let (a, b) = (boxes.get(*a)?, boxes.get(*b)?);
    let (x, y) = (a[0].min(b[0]), a[1].min(b[1]));
    let ([ax, ay], [bx, by]) = (centre(a), centre(b));
    Some(format!("<path class=\"line\" d=\"M{} {}L{} {}\"/>", ax - x, ay - y, bx - x, by - y))
}
