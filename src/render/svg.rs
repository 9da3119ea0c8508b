//! Pictures as images. A picture becomes a [`Sheet`] of sprites, each with its box. So the replay page can keep
//! unchanged sprites, and a test can check that none covers another. A sheet has parts, which the page sets beside or below
//! each other as its window allows; [`svg`] writes them below each other, as one file.

use serde::Serialize;

use crate::game::picture::{Panel, Picture, Row, Seat};

use scope::SCOPED;

mod board;
mod figures;
mod icons;
mod panels;
mod scale;
mod scope;

/// A drawing: sprites on a background.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug, Default)]
pub struct Sheet {
    /// The parts: the board, its legend, then each panel.
    pub parts: Vec<Part>,
    /// The sprites; higher layers are drawn over lower ones.
    pub sprites: Vec<Sprite>,
}

/// A part of a sheet.
#[doc(hidden)]
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default, Serialize)]
pub struct Part {
    /// The width, in pixels.
    pub width: u32,
    /// The height, in pixels.
    pub height: u32,
    /// Whether it stands above the board.
    pub above: bool,
}

/// The kinds of sprite, from the lowest layer to the highest.
#[doc(hidden)]
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

/// The places of the parts in a sheet.
pub(super) const BOARD: usize = 0;
const LEGEND: usize = 1;
pub(super) const FIRST_PANEL: usize = 2;

/// A piece of a drawing.
#[doc(hidden)]
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Sprite {
    /// Its part of the sheet.
    pub part: usize,
    /// Its layer.
    pub layer: Layer,
    /// Its left edge within its part, in pixels.
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
#[doc(hidden)]
pub const STYLE: &str = include_str!("picture.css");
/// The class of every picture.
#[doc(hidden)]
pub const CLASS: &str = "referee";
/// The least width of a picture without a board.
const WIDTH: u32 = 480;
/// The least width of a board with what belongs to it. The narrower it is, the larger it is drawn.
const BOARD_WIDTH: u32 = 360;
/// The width of all columns of a board with fields. A telephone shows it as a whole, with letters of nine pixels or more.
const FIELDS: u32 = 480;
/// The width of a panel that stands beside others.
const PANEL: u32 = 300;
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
#[doc(hidden)]
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
///
/// ```
/// use referee::render::svg::svg;
/// use referee::{AnySession, Setup};
///
/// let image = svg(&AnySession::open("tectonic", &Setup::new())?.picture(None));
/// // Programs find places and pieces by attributes.
/// assert!(image.starts_with("<svg") && image.contains(r#"data-place="c1""#));
/// # Ok::<(), referee::Refused>(())
/// ```
pub fn svg(picture: &Picture) -> String {
    image(picture, "", &format!("<style>\n{}</style>\n", *SCOPED))
}

/// Writes a picture as an image within a page that has the [`STYLE`].
#[doc(hidden)]
pub fn inline(picture: &Picture) -> String {
    image(picture, LEAST, "")
}

/// Writes two pictures as images that may stand beside each other. Each has the style `--down`, by which it stands lower, so that
/// their boards are level.
#[doc(hidden)]
pub fn pair(one: &Picture, other: &Picture) -> String {
    let [a, b] = [one, other].map(above_board);
    let lower = |picture: &Picture, by: u32| {
        let width = whole(picture).parts[0].width;
        // As wide as it is drawn, or half as wide as both are.
        let share = 50.0 * f64::from(by) / f64::from(width);
        let down = format!("{};--down:min({by}px,{share:.1}%)\"", LEAST.trim_end_matches('"'));
        image(picture, if by == 0 { LEAST } else { &down }, "")
    };
    lower(one, b.saturating_sub(a)) + &lower(other, a.saturating_sub(b))
}

/// Letters stay legible on a small screen; the picture can be scrolled there.
const LEAST: &str = " style=\"min-width:{least}px\"";

/// How far below the upper edge of its image a board begins.
fn above_board(picture: &Picture) -> u32 {
    let sheet = sheet(picture);
    let above: u32 = sheet.parts.iter().filter(|part| part.above).map(|part| part.height).sum();
    MARGIN + WORDS * head(picture, sheet.parts[0].width).len() as u32 + above
}

/// What stands above everything in an image of a width: the status, and what happened last.
fn head(picture: &Picture, width: u32) -> Vec<String> {
    let said = std::iter::once(picture.heading()).chain(picture.news());
    said.flat_map(|text| fold(&text, width - 2 * MARGIN)).collect()
}

fn image(picture: &Picture, attributes: &str, style: &str) -> String {
    let sheet = whole(picture);
    let Part { width, height, .. } = sheet.parts[0];
    let lines = head(picture, width);
    let top = MARGIN + WORDS * lines.len() as u32;
    let height = height + top;
    let turn = picture.turn.map_or(String::new(), |player| format!(" data-turn=\"{}\"", player.0));
    let described = [picture.heading()].into_iter().chain(picture.news()).collect::<Vec<_>>().join(" ");
    let attributes = attributes.replace("{least}", &(width * 18 / 25).to_string());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"{CLASS}\"{turn} viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\"{attributes}>\n<title>{}</title>\n<desc>{}</desc>\n{style}\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
        escape(&picture.title),
        escape(&described),
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

/// Lays a picture out in parts.
#[doc(hidden)]
pub fn sheet(picture: &Picture) -> Sheet {
    laid(picture, Some(PANEL))
}

/// The number of parts of a picture's sheet.
pub(super) fn parts(picture: &Picture) -> usize {
    FIRST_PANEL + picture.panels.len()
}

/// Lays out one part of [`sheet`]. `board`: the width of the first part, unless it is the one.
pub(super) fn part(picture: &Picture, at: usize, board: u32) -> (Part, Vec<Sprite>) {
    let mut drawing = Drawing::of(picture);
    drawing.sheet.parts = vec![Part::default(); at];
    drawing.draw(at, Some(PANEL), board);
    (drawing.part, drawing.sheet.sprites)
}

/// Whether a part of two pictures looks the same, if their boards have the same width.
pub(super) fn is_alike(one: &Picture, other: &Picture, at: usize) -> bool {
    let same =
        |(one, other): (&Seat, &Seat)| (one.letter, &one.name, one.tint) == (other.letter, &other.name, other.tint);
    if one.seats.len() != other.seats.len() || !one.seats.iter().zip(&other.seats).all(same) {
        return false;
    }
    match at {
        BOARD => (&one.board, &one.scored, one.refused) == (&other.board, &other.scored, other.refused),
        LEGEND => (&one.legend, &one.note) == (&other.legend, &other.note),
        _ => match [one, other].map(|picture| picture.panels.get(at - FIRST_PANEL)) {
            [Some(this), Some(that)] => this == that && acts(one, this) == acts(other, that),
            _ => false,
        },
    }
}

/// Lays a picture out as one part.
#[doc(hidden)]
pub fn whole(picture: &Picture) -> Sheet {
    let mut sheet = laid(picture, None);
    let width = sheet.parts.iter().map(|part| part.width).max().unwrap_or(WIDTH);
    let mut order: Vec<usize> = (0..sheet.parts.len()).collect();
    order.sort_by_key(|part| !sheet.parts[*part].above);
    let (mut tops, mut height) = (vec![0; order.len()], 0);
    for part in order {
        tops[part] = height;
        height += sheet.parts[part].height;
    }
    for sprite in &mut sheet.sprites {
        sprite.y += tops[sprite.part];
        sprite.part = 0;
    }
    sheet.parts = vec![Part { width, height: height + MARGIN, above: false }];
    sheet
}

/// Lays a picture out, with panels of this width; `None`: they are as wide as the board.
fn laid(picture: &Picture, panel: Option<u32>) -> Sheet {
    let mut drawing = Drawing::of(picture);
    let mut board = 0;
    for at in 0..parts(picture) {
        drawing.draw(at, panel, board);
        if at == BOARD {
            board = drawing.part.width;
        }
        drawing.sheet.parts.push(drawing.part);
    }
    drawing.sheet
}

struct Drawing<'a> {
    picture: &'a Picture,
    sheet: Sheet,
    /// The part that is being drawn.
    part: Part,
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

impl<'a> Drawing<'a> {
    fn of(picture: &'a Picture) -> Drawing<'a> {
        Drawing { picture, sheet: Sheet::default(), part: Part::default(), unit: 1, lies: String::new() }
    }
}

impl Drawing<'_> {
    /// Draws a part. `panel`: the width of panels; `None`: they are as wide as the board, which has the width `board`.
    fn draw(&mut self, at: usize, panel: Option<u32>, board: u32) {
        let picture = self.picture;
        let width = panel.unwrap_or(board);
        match at {
            BOARD if picture.board.places.is_empty() => self.part = Part { width: WIDTH, height: MARGIN, above: false },
            BOARD => {
                self.unit = self.unit();
                let width = BOARD_WIDTH.max(self.margin() + self.board_width() + MARGIN);
                self.part = Part { width, height: MARGIN, above: false };
                self.board(&picture.board);
            }
            LEGEND => {
                self.part = Part { width, height: 0, above: false };
                self.legend();
            }
            _ => {
                let one = &picture.panels[at - FIRST_PANEL];
                // What stands above the board is as wide as the board.
                self.part = Part { width: if one.above { board } else { width }, height: 0, above: one.above };
                self.panel(one);
            }
        }
    }

    fn put(&mut self, layer: Layer, [x, y, width, height]: [u32; 4], svg: String) {
        let lies = if layer == Layer::Figure { self.lies.clone() } else { String::new() };
        let part = self.sheet.parts.len();
        self.sheet.sprites.push(Sprite { part, layer, x, y, width, height, svg, lies });
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

    /// Sets pieces in lines from a place; returns where the last line ends, and where the next would begin.
    fn flow(&mut self, pieces: Vec<Piece>, start: [u32; 2], left: u32, right: u32) -> [u32; 3] {
        let ([mut x, mut y], mut low) = (start, start[1] + ROW);
        for piece in pieces {
            if x > left && x + piece.width > right {
                (x, y, low) = (left, low, low + ROW);
            }
            low = low.max(y + piece.height + GAP);
            // A piece that is wider than the part widens the part.
            self.part.width = self.part.width.max(x + piece.width + MARGIN);
            self.put(piece.layer, [x, y, piece.width, piece.height], piece.svg);
            x += piece.width + GAP;
        }
        [x, y, low]
    }
}

/// The height that pieces take in lines of a width.
fn high(pieces: &[Piece], width: u32) -> u32 {
    let (mut all, mut line, mut x) = (0, ROW, 0);
    for piece in pieces {
        if x > 0 && x + piece.width > width {
            (all, line, x) = (all + line, ROW, 0);
        }
        line = line.max(piece.height + GAP);
        x += piece.width + GAP;
    }
    all + line
}

/// Whether a panel belongs to the player whose turn it is.
fn acts(picture: &Picture, panel: &Panel) -> bool {
    panel.is_seat() && panel.owner == picture.turn
}

/// An attribute for programs.
fn data(name: &str, value: &str) -> String {
    [" data-", name, "=\"", value, "\""].concat()
}

fn word(x: u32, y: u32, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    format!("<text class=\"word\" x=\"{x}\" y=\"{y}\">{}</text>", escape(text))
}
