//! A sheet of characters to draw on, each with its ink. Names may have characters that take two terminal columns, and
//! combining marks that take none.

use crate::game::picture::Tint;
use crate::text::columns;

/// How a character is written. Colour only repeats what letters say; see [`super::text`].
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub(super) struct Ink {
    /// The colour; `None`: the terminal's default.
    pub(super) tint: Option<Tint>,
    /// Less important.
    pub(super) faint: bool,
    /// More important.
    pub(super) bold: bool,
}

impl Ink {
    pub(super) const PLAIN: Ink = Ink { tint: None, faint: false, bold: false };
    pub(super) const FAINT: Ink = Ink { tint: None, faint: true, bold: false };
    pub(super) const BOLD: Ink = Ink { tint: None, faint: false, bold: true };

    /// The escape sequence that switches a terminal from plain to this ink.
    fn begin(self) -> String {
        let mut codes = Vec::new();
        if self.bold {
            codes.push("1".to_owned());
        }
        if self.faint {
            codes.push("2".to_owned());
        }
        // Colours of the 256-colour palette that are legible on light and dark backgrounds. White and black get their
        // own backgrounds, since either may be the terminal's.
        let colour = |tint| match tint {
            Tint::White => "38;5;16;48;5;231",
            Tint::Black => "38;5;231;48;5;16",
            Tint::Grey => "38;5;244",
            Tint::Red => "38;5;160",
            Tint::Orange => "38;5;166",
            Tint::Yellow => "38;5;136",
            Tint::Green => "38;5;35",
            Tint::Blue => "38;5;32",
            Tint::Purple => "38;5;134",
            Tint::Pink => "38;5;168",
            Tint::Teal => "38;5;37",
        };
        codes.extend(self.tint.map(|tint| colour(tint).to_owned()));
        format!("\x1b[{}m", codes.join(";"))
    }
}

/// A run of characters in one ink.
#[derive(Clone, Eq, PartialEq, Debug)]
pub(super) struct Span {
    pub(super) text: String,
    pub(super) ink: Ink,
}

impl Span {
    pub(super) fn new(text: impl Into<String>, ink: Ink) -> Span {
        Span { text: text.into(), ink }
    }

    pub(super) fn width(&self) -> usize {
        columns(&self.text)
    }
}

/// The width of spans side by side.
pub(super) fn width(spans: &[Span]) -> usize {
    spans.iter().map(Span::width).sum()
}

/// A column of a line.
#[derive(Clone)]
struct Cell {
    /// A character; `None`: the character before takes two columns.
    c: Option<char>,
    /// Its combining marks. Nearly always empty, so that a cell needs no memory of its own.
    marks: String,
    ink: Ink,
}

impl Cell {
    fn new(c: Option<char>, ink: Ink) -> Cell {
        Cell { c, marks: String::new(), ink }
    }

    fn is_blank(&self) -> bool {
        self.c == Some(' ') && self.marks.is_empty()
    }
}

/// The sheet. It grows as it is written on.
#[derive(Default)]
pub(super) struct Canvas {
    lines: Vec<Vec<Cell>>,
}

impl Canvas {
    /// Writes spans to the right of a place.
    pub(super) fn write(&mut self, mut x: usize, y: usize, spans: &[Span]) {
        let start = x;
        for (c, ink) in spans.iter().flat_map(|span| span.text.chars().map(|c| (c, span.ink))) {
            let wide = columns(c.encode_utf8(&mut [0; 4]));
            if wide == 0 {
                // A combining mark without a character before it is left out.
                if let Some(before) = x.checked_sub(1).filter(|at| *at >= start) {
                    let line = &mut self.lines[y][..=before];
                    line.iter_mut().rfind(|cell| cell.c.is_some()).into_iter().for_each(|cell| cell.marks.push(c));
                }
                continue;
            }
            self.put(x, y, Cell::new(Some(c), ink));
            for at in x + 1..x + wide {
                self.put(at, y, Cell::new(None, ink));
            }
            x += wide;
        }
    }

    /// Writes one character of one column.
    pub(super) fn set(&mut self, x: usize, y: usize, (c, ink): (char, Ink)) {
        self.put(x, y, Cell::new(Some(c), ink));
    }

    fn put(&mut self, x: usize, y: usize, cell: Cell) {
        if self.lines.len() <= y {
            self.lines.resize_with(y + 1, Vec::new);
        }
        let line = &mut self.lines[y];
        if line.len() <= x {
            line.resize(x + 1, Cell::new(Some(' '), Ink::PLAIN));
        }
        line[x] = cell;
    }

    /// The character at a place.
    pub(super) fn get(&self, x: usize, y: usize) -> char {
        self.lines.get(y).and_then(|line| line.get(x)).and_then(|cell| cell.c).unwrap_or(' ')
    }

    /// Whether the last line is blank or there is no line.
    pub(super) fn ends_blank(&self) -> bool {
        self.lines.last().is_none_or(|line| line.iter().all(Cell::is_blank))
    }

    /// The number of lines.
    pub(super) fn height(&self) -> usize {
        self.lines.len()
    }

    /// The sheet as text, without blanks at the ends of lines. In ASCII a question mark replaces every other character.
    pub(super) fn text(&self, colour: bool, ascii: bool) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let end = line.iter().rposition(|cell| !cell.is_blank() || cell.ink.tint.is_some()).map_or(0, |at| at + 1);
            let mut now = Ink::PLAIN;
            for Cell { c, marks, ink } in &line[..end] {
                if colour && *ink != now {
                    if now != Ink::PLAIN {
                        text.push_str("\x1b[0m");
                    }
                    if *ink != Ink::PLAIN {
                        text.push_str(&ink.begin());
                    }
                    now = *ink;
                }
                if ascii && !(c.is_none_or(|c| c.is_ascii()) && marks.is_ascii()) {
                    text.push('?');
                } else {
                    text.extend(*c);
                    text.push_str(marks);
                }
            }
            if now != Ink::PLAIN {
                text.push_str("\x1b[0m");
            }
            text.push('\n');
        }
        text
    }
}
