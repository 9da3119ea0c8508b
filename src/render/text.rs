//! Pictures as text for terminals, at most 80 columns wide. A figure is its owner's letter and a glyph (`W■`); a turned
//! figure has a lower-case letter and a hollow glyph; a card is its label in brackets. Changes of the last event are in
//! brackets on the board and marked with a star beside the board. Colour repeats what letters say.

use crate::game::picture::{Board, Figure, Panel, Picture, Place, Row, Shape};
use crate::text::{columns, within};

use super::canvas::{Canvas, Ink, Span, width};
use super::{SPOT_WORDS, letter, tint, title};

/// The widest line.
#[doc(hidden)]
pub const COLUMNS: usize = 80;

/// How to write.
///
/// ```
/// use referee::render::text::{Style, text};
/// use referee::{AnySession, Setup};
///
/// let picture = AnySession::open("tectonic", &Setup::new())?.picture(None);
/// let plain = Style { ascii: true, ..Style::default() };
/// assert!(text(&picture, plain).is_ascii() && !text(&picture, Style::default()).is_ascii());
/// # Ok::<(), referee::Refused>(())
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct Style {
    /// Only ASCII.
    pub ascii: bool,
    /// Colours and bold type, for terminals.
    pub colour: bool,
}

/// Draws a picture as lines of text.
///
/// ```
/// use referee::render::text::{Style, text};
/// use referee::{AnySession, Setup};
///
/// let picture = AnySession::open("tectonic", &Setup::new())?.picture(None);
/// let drawn = text(&picture, Style::default());
/// assert!(drawn.lines().all(|line| line.chars().count() <= 80));
/// # Ok::<(), referee::Refused>(())
/// ```
pub fn text(picture: &Picture, style: Style) -> String {
    let mut sheet = Sheet { picture, ascii: style.ascii, canvas: Canvas::default() };
    sheet.head();
    let (above, below): (Vec<&Panel>, Vec<&Panel>) = picture.panels.iter().partition(|panel| panel.above);
    for panel in above {
        sheet.panel(panel);
    }
    if !picture.board.places.is_empty() {
        sheet.board(&picture.board);
    }
    for panel in below {
        sheet.panel(panel);
    }
    sheet.foot();
    sheet.canvas.text(style.colour, style.ascii)
}

struct Sheet<'a> {
    picture: &'a Picture,
    ascii: bool,
    canvas: Canvas,
}

/// Where the text of a place is on the canvas.
#[derive(Copy, Clone)]
struct Spot {
    left: usize,
    right: usize,
    centre: usize,
    top: usize,
    bottom: usize,
}

impl Sheet<'_> {
    fn pick(&self, unicode: char, ascii: char) -> char {
        if self.ascii { ascii } else { unicode }
    }

    fn below(&self) -> usize {
        self.canvas.height()
    }

    /// The title, what happened last and whose turn it is.
    fn head(&mut self) {
        let picture = self.picture;
        self.paragraph(&picture.heading(), Ink::BOLD);
        for sentence in picture.news() {
            self.paragraph(&sentence, Ink::PLAIN);
        }
        self.gap();
    }

    /// A blank line, unless there is one already.
    fn gap(&mut self) {
        if self.canvas.ends_blank() {
            return;
        }
        let y = self.below();
        self.canvas.write(0, y, &[]);
        self.canvas.set(0, y, (' ', Ink::PLAIN));
    }

    fn paragraph(&mut self, text: &str, ink: Ink) {
        let words: Vec<Vec<Span>> = text.split_whitespace().map(|word| vec![Span::new(word, ink)]).collect();
        self.flow(0, 0, &words, 1);
    }

    /// Writes pieces one after another, with a hanging indent on further lines.
    fn flow(&mut self, x: usize, indent: usize, pieces: &[Vec<Span>], gap: usize) {
        let (mut x, mut y) = (x, self.below());
        let mut first = true;
        for piece in pieces {
            for piece in cut(piece, COLUMNS - indent) {
                let wide = width(&piece);
                if !first && x + gap + wide > COLUMNS {
                    (x, y) = (indent, y + 1);
                } else if !first {
                    x += gap;
                } else if x + wide > COLUMNS {
                    (x, y) = (indent, y + 1);
                }
                self.canvas.write(x, y, &piece);
                x += wide;
                first = false;
            }
        }
    }

    /// A figure as characters.
    fn figure(&self, figure: &Figure) -> Span {
        let (full, hollow, ascii) = match figure.shape {
            Shape::Round => ('●', '○', 'o'),
            Shape::Triangle => ('▲', '△', '^'),
            Shape::Square => ('■', '□', '#'),
            Shape::Pillar => ('▮', '▯', '|'),
            // In ASCII the star marks what has changed.
            Shape::Diamond => ('◆', '◇', '@'),
            Shape::Star => ('★', '☆', '+'),
            Shape::Slot => ('·', '·', '.'),
            Shape::Card => (' ', ' ', ' '),
        };
        let glyph = self.pick(if figure.turned { hollow } else { full }, ascii);
        let mut text = String::new();
        text.extend(letter(self.picture, figure));
        if figure.shape == Shape::Card {
            text = format!("[{text}{}]", figure.label);
        } else {
            text.push(glyph);
            text.push_str(&figure.label);
        }
        if figure.count > 1 {
            text.push(self.pick('×', 'x'));
            text.push_str(&figure.count.to_string());
        }
        let faint = figure.shape == Shape::Slot;
        Span::new(text, Ink { tint: tint(self.picture, figure), faint, bold: !faint && figure.owner.is_some() })
    }

    /// The figures of a row, separated by blanks.
    fn figures(&self, row: &Row) -> Vec<Span> {
        let mut spans = Vec::new();
        for figure in &row.figures {
            if !spans.is_empty() {
                spans.push(Span::new(" ", Ink::PLAIN));
            }
            spans.push(self.figure(figure));
        }
        spans
    }

    /// The figures on a spot, without its name; an empty spot of a region shows the region's owner.
    fn on_spot(&self, at: usize, place: &Place) -> Vec<Span> {
        let spans: Vec<Span> = place.rows.first().map(|row| self.figures(row)).unwrap_or_default();
        if spans.is_empty() {
            return vec![Span::new(self.fill(at).unwrap_or(self.pick('·', '.')).to_string(), Ink::FAINT)];
        }
        spans
    }

    /// The character that fills the region of a place; `None`: it is in no region.
    fn fill(&self, at: usize) -> Option<char> {
        let region = self.picture.board.regions.iter().find(|region| region.places.contains(&at))?;
        let second = region.owner.is_some_and(|owner| owner.0 % 2 == 1);
        Some(if second { self.pick('▒', '%') } else { self.pick('░', ':') })
    }

    fn board(&mut self, board: &Board) {
        let top = self.below();
        let margin = board.edges.as_ref().map_or(0, |edges| 1 + longest(&edges.rows));
        let most = ((COLUMNS - margin) / usize::from(board.columns.max(1))).max(1);
        let (mut unit, mut stacked) = (1, false);
        for (at, place) in board.places.iter().enumerate() {
            let room = usize::from(place.width.max(1));
            let name = if board.edges.is_some() { 0 } else { columns(&place.name) };
            let content = width(&self.on_spot(at, place));
            // Two more for brackets, one for the gap.
            let words = place.words.as_ref().map_or(0, |_| SPOT_WORDS + 1);
            let (beside, below) = ((name + 4 + content).max(words), (name.max(content) + 3).max(words));
            let needed = if place.field { most * room } else { beside };
            stacked |= !place.field && name > 0 && needed > most * room;
            let needed = if stacked { below } else { needed };
            unit = unit.max(needed.div_ceil(room)).min(most);
        }
        if board.edges.is_some() {
            unit = unit.max(5).min(most);
        }
        let cells: Vec<Vec<Vec<Span>>> = (board.places.iter().enumerate())
            .map(|(at, place)| {
                let room = unit * usize::from(place.width.max(1)) - 1;
                if place.field { self.field(place, room) } else { vec![self.spot(at, place, stacked, room + 1)] }
            })
            .collect();
        let mut cells: Vec<Vec<Vec<Span>>> = cells
            .into_iter()
            .zip(&board.places)
            .map(|(lines, place)| unstack(lines, place, stacked, SPOT_WORDS.min(unit - 1)))
            .collect();
        for at in 0..cells.len() {
            // Fields in a row have the same height.
            let row = board.places.iter().zip(&cells).filter(|(place, _)| place.y == board.places[at].y);
            let height = row.map(|(_, lines)| lines.len()).max().unwrap_or(0);
            let lines = &mut cells[at];
            if board.places[at].field
                && let Some(last) = lines.pop()
            {
                let blank = self.walled(&board.places[at], Vec::new(), width(&last) - 2);
                lines.resize(height - 1, blank);
                lines.push(last);
            }
        }
        let between = usize::from(!board.lines.is_empty());
        let mut tops = vec![top + usize::from(board.edges.is_some())];
        for y in 0..board.rows {
            let here = board.places.iter().zip(&cells).filter(|(place, _)| place.y == y);
            let height = here.map(|(_, lines)| lines.len()).max().unwrap_or(1);
            tops.push(tops[usize::from(y)] + height + between);
        }
        let mut spots = Vec::new();
        // All spots are as wide as the widest, so that a change on one does not move the others.
        let widest = |lines: &Vec<Vec<Span>>| lines.iter().map(|line| width(line)).max().unwrap_or(0);
        let common = cells.iter().map(widest).max().unwrap_or(0);
        for (place, lines) in board.places.iter().zip(&cells) {
            let (left, top) = (margin + unit * usize::from(place.x), tops[usize::from(place.y)]);
            let room = unit * usize::from(place.width.max(1));
            let start = left + room.saturating_sub(common + usize::from(board.edges.is_none())) / 2;
            for (line, y) in lines.iter().zip(top..) {
                self.canvas.write(start, y, line);
            }
            let right = start + lines.first().map_or(0, |line| width(line));
            spots.push(Spot { left: start, right, centre: start + common / 2, top, bottom: top + lines.len() });
        }
        self.edges(board, margin, unit, &tops);
        self.lines(board, &spots);
        self.gap();
    }

    /// The name of a spot and its figures, in brackets if it has changed.
    fn spot(&self, at: usize, place: &Place, stacked: bool, room: usize) -> Vec<Span> {
        let mut content = self.on_spot(at, place);
        let named = self.picture.board.edges.is_none();
        let named_beside = named && !stacked;
        if place.fresh {
            content.insert(0, Span::new("[", Ink::BOLD));
            content.push(Span::new("]", Ink::BOLD));
        } else if named {
            content.insert(0, Span::new(" ", Ink::PLAIN));
        }
        if !named {
            // A grid square is filled from side to side, so that regions are visible under the figures.
            let fill = Span::new(self.fill(at).unwrap_or(' ').to_string(), Ink::FAINT);
            while width(&content) < room {
                if width(&content) % 2 == room % 2 {
                    content.insert(0, fill.clone());
                }
                content.push(fill.clone());
            }
            return content;
        }
        let name = if named_beside { place.name.clone() } else { format!(" {}", place.name) };
        content.insert(0, Span::new(name, Ink::FAINT));
        content
    }

    /// A field: a box with its name and its rows.
    fn field(&self, place: &Place, room: usize) -> Vec<Vec<Span>> {
        let inner = room.saturating_sub(2);
        let dash = if place.fresh { self.pick('═', '=') } else { self.pick('─', '-') };
        let corners = match (place.fresh, self.ascii) {
            (_, true) => ["+"; 4],
            (false, _) => ["┌", "┐", "└", "┘"],
            (true, _) => ["╔", "╗", "╚", "╝"],
        };
        let ink = if place.fresh { Ink::BOLD } else { Ink::FAINT };
        let bar = |left: &str, name: &str, right: &str| {
            let name = within(name, inner);
            let rest: String = std::iter::repeat_n(dash, inner - columns(name)).collect();
            vec![Span::new(left, ink), Span::new(name, Ink::BOLD), Span::new(format!("{rest}{right}"), ink)]
        };
        let mut lines = vec![bar(corners[0], &place.name, corners[1])];
        for row in &place.rows {
            let mut pieces = Vec::new();
            if !row.name.is_empty() {
                pieces.push(vec![Span::new(row.name.clone(), Ink::FAINT)]);
            }
            if !row.value.is_empty() {
                pieces.push(vec![Span::new(row.value.clone(), Ink::PLAIN)]);
            }
            pieces.extend(row.figures.iter().map(|figure| vec![self.figure(figure)]));
            lines.extend(wrap(&pieces, inner).into_iter().map(|line| self.walled(place, line, inner)));
        }
        lines.push(bar(corners[2], "", corners[3]));
        lines
    }

    /// A line of a field between its borders.
    fn walled(&self, place: &Place, mut line: Vec<Span>, inner: usize) -> Vec<Span> {
        let wall = if place.fresh { self.pick('║', 'H') } else { self.pick('│', '|') }.to_string();
        let ink = if place.fresh { Ink::BOLD } else { Ink::FAINT };
        let blank = " ".repeat(inner.saturating_sub(width(&line)));
        line.insert(0, Span::new(wall.clone(), ink));
        line.push(Span::new(blank, Ink::PLAIN));
        line.push(Span::new(wall, ink));
        line
    }

    /// The names of columns and rows.
    fn edges(&mut self, board: &Board, margin: usize, unit: usize, tops: &[usize]) {
        let Some(edges) = &board.edges else { return };
        for (at, name) in edges.columns.iter().enumerate() {
            let x = margin + unit * at + unit.saturating_sub(columns(name)) / 2;
            self.canvas.write(x, tops[0] - 1, &[Span::new(name.clone(), Ink::FAINT)]);
        }
        for (name, y) in edges.rows.iter().zip(tops) {
            let x = margin - 1 - columns(name);
            self.canvas.write(x, *y, &[Span::new(name.clone(), Ink::FAINT)]);
        }
    }

    /// Draws the lines between neighbours on the grid, and lists the other joined places.
    fn lines(&mut self, board: &Board, spots: &[Spot]) {
        let mut far = Vec::new();
        for [a, b] in &board.lines {
            let (Some(one), Some(other)) = (board.places.get(*a), board.places.get(*b)) else { continue };
            let (a, b, one, other) = if (one.y, one.x) <= (other.y, other.x) {
                (spots[*a], spots[*b], one, other)
            } else {
                (spots[*b], spots[*a], other, one)
            };
            let drawn = match other.y - one.y {
                0 if one.x + one.width == other.x => {
                    for x in a.right..b.left {
                        self.canvas.set(x, a.top, (self.pick('─', '-'), Ink::FAINT));
                    }
                    true
                }
                1 => self.join(one, other, a, b),
                _ => false,
            };
            if !drawn {
                far.push(format!("{}{}{}", one.name, self.pick('–', '-'), other.name));
            }
        }
        if !far.is_empty() {
            self.paragraph(&format!("Also joined: {}", far.join(" ")), Ink::PLAIN);
        }
    }

    /// Joins a place with one in the row below.
    fn join(&mut self, one: &Place, other: &Place, a: Spot, b: Spot) -> bool {
        if one.x > other.x + other.width || other.x > one.x + one.width {
            return false;
        }
        let (left, right) = (a.left.max(b.left), a.right.min(b.right));
        let straight = a.centre == b.centre || one.field || other.field;
        let x = usize::midpoint(left, right);
        let slant = if a.centre < b.centre { ('╲', '\\') } else { ('╱', '/') };
        let glyph = if straight { ('│', '|') } else { slant };
        let x = if one.field || other.field { x } else { usize::midpoint(a.centre, b.centre) };
        let y = b.top - 1;
        let glyph = match self.canvas.get(x, y) {
            '╲' | '╱' if !straight => ('╳', 'X'),
            _ => glyph,
        };
        for y in a.bottom..=y {
            self.canvas.set(x, y, (self.pick(glyph.0, glyph.1), Ink::FAINT));
        }
        true
    }

    /// The panels beside the board.
    fn panel(&mut self, panel: &Panel) {
        let picture = self.picture;
        let y = self.below();
        let on_turn = panel.is_seat() && panel.owner == picture.turn;
        let arrow = if on_turn { format!("  {} to act", self.pick('◀', '<')) } else { String::new() };
        let seat = panel.owner.and_then(|player| picture.seats.get(player.index()));
        let ink = Ink { tint: seat.map(|seat| seat.tint), faint: false, bold: true };
        let mut spans = vec![Span::new(title(picture, panel), ink)];
        spans.push(Span::new(arrow, Ink::BOLD));
        self.canvas.write(0, y, &spans);
        let mut x = 2;
        let mut fresh_line = true;
        for row in &panel.rows {
            let pieces = self.row(row);
            let whole: usize = pieces.iter().map(|piece| width(piece) + 1).sum();
            // The rows of a player's possessions share lines; every other row has its own line.
            if panel.is_seat() && !fresh_line && x + 2 + whole <= COLUMNS {
                let y = self.below() - 1;
                let mut at = x + 2;
                for piece in pieces {
                    self.canvas.write(at, y, &piece);
                    at += width(&piece) + 1;
                }
                x = at;
            } else {
                self.flow(2, 6, &pieces, 1);
                x = if whole + 2 <= COLUMNS { 2 + whole } else { COLUMNS };
            }
            fresh_line = false;
        }
        if !panel.is_seat() {
            self.gap();
        }
    }

    /// The pieces of a row: its name, its value, its figures.
    fn row(&self, row: &Row) -> Vec<Vec<Span>> {
        let mut pieces = Vec::new();
        let star = if row.fresh { "*" } else { "" };
        let ink = if row.fresh { Ink::BOLD } else { Ink::FAINT };
        if !row.name.is_empty() || row.fresh {
            let colon = if row.name.is_empty() { "" } else { ":" };
            pieces.push(vec![Span::new(format!("{star}{}{colon}", row.name), ink)]);
        }
        if !row.value.is_empty() {
            pieces.push(vec![Span::new(row.value.clone(), Ink::PLAIN)]);
        }
        pieces.extend(row.figures.iter().map(|figure| vec![self.figure(figure)]));
        if row.figures.is_empty() && row.value.is_empty() {
            pieces.push(vec![Span::new("none", Ink::FAINT)]);
        }
        pieces
    }

    /// The legend.
    fn foot(&mut self) {
        let picture = self.picture;
        let meaning = |figure: &Figure| {
            let mut spans = vec![self.figure(figure)];
            spans.push(Span::new(format!(" {}", figure.name), Ink::FAINT));
            spans
        };
        let mut pieces: Vec<Vec<Span>> = picture.legend.iter().map(meaning).collect();
        let changed = picture.board.places.iter().any(|place| place.fresh)
            || picture.panels.iter().flat_map(|panel| &panel.rows).any(|row| row.fresh);
        if changed {
            let framed = if self.ascii { "frame of = and H" } else { "double frame" };
            let frame = if picture.board.places.iter().any(|place| place.field) { framed } else { "[ ]" };
            let sign = if picture.board.places.is_empty() { "*".to_owned() } else { format!("{frame}, *") };
            pieces.push(vec![Span::new(format!("{sign} changed last"), Ink::FAINT)]);
        }
        if !picture.note.is_empty() {
            pieces.push(vec![Span::new(format!("({})", picture.note), Ink::FAINT)]);
        }
        if !pieces.is_empty() {
            self.gap();
            self.flow(0, 0, &pieces, 2);
        }
    }
}

/// Adds the name of a spot above its figures, if names are written there, and its words below, without a blank before
/// them if they fill the `room`.
fn unstack(mut lines: Vec<Vec<Span>>, place: &Place, stacked: bool, room: usize) -> Vec<Vec<Span>> {
    if stacked && !place.field && lines.len() == 1 && lines[0].len() > 1 {
        let content = lines[0].split_off(1);
        lines.push(content);
    }
    if let Some(words) = &place.words {
        let words = match columns(words) {
            short if short < room => format!(" {words}"),
            long if long > room => within(&words.replace(' ', ""), room).to_owned(),
            _ => words.clone(),
        };
        // Always the same width, so that nothing moves when the words change.
        lines.push(vec![Span::new(format!("{words:<room$}"), Ink::FAINT)]);
    }
    lines
}

fn longest(names: &[String]) -> usize {
    names.iter().map(|name| columns(name)).max().unwrap_or(0)
}

/// Splits a piece into parts at most `most` wide.
fn cut(piece: &[Span], most: usize) -> Vec<Vec<Span>> {
    if width(piece) <= most {
        return vec![piece.to_vec()];
    }
    let mut parts = vec![Vec::new()];
    for (c, ink) in piece.iter().flat_map(|span| span.text.chars().map(|c| (c, span.ink))) {
        let span = Span::new(c, ink);
        let full = parts.last().is_none_or(|part| !part.is_empty() && width(part) + span.width() > most);
        if full {
            parts.push(Vec::new());
        }
        parts.last_mut().into_iter().for_each(|part| part.push(span.clone()));
    }
    parts
}

/// Arranges pieces in lines at most `most` wide, with a blank between two pieces.
fn wrap(pieces: &[Vec<Span>], most: usize) -> Vec<Vec<Span>> {
    let mut lines: Vec<Vec<Span>> = Vec::new();
    for piece in pieces.iter().flat_map(|piece| cut(piece, most)) {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(&piece) <= most => {
                line.push(Span::new(" ", Ink::PLAIN));
                line.extend(piece);
            }
            _ => lines.push(piece),
        }
    }
    lines
}
