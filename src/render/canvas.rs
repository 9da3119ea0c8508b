//! A sheet of characters to draw on, each with its ink.

use crate::game::picture::Tint;

/// How a character is written. Colour never says anything alone; see [`super::text`].
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub(super) struct Ink {
    /// The colour; `None`: the terminal's own.
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

    /// The sequence that switches a terminal to this ink, from the plain one.
    fn begin(self) -> String {
        let mut codes = Vec::new();
        if self.bold {
            codes.push("1".to_owned());
        }
        if self.faint {
            codes.push("2".to_owned());
        }
        // Colours of the 256-colour palette that are legible on light and on dark grounds. White and black are told apart
        // by their ground, since either might be the terminal's.
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
        self.text.chars().count()
    }
}

/// How wide spans are, side by side.
pub(super) fn width(spans: &[Span]) -> usize {
    spans.iter().map(Span::width).sum()
}

/// The sheet. It grows as it is written on.
#[derive(Default)]
pub(super) struct Canvas {
    lines: Vec<Vec<(char, Ink)>>,
}

impl Canvas {
    /// Writes spans from a place on to the right.
    pub(super) fn write(&mut self, x: usize, y: usize, spans: &[Span]) {
        let characters = spans.iter().flat_map(|span| span.text.chars().map(|c| (c, span.ink)));
        for (at, character) in (x..).zip(characters) {
            self.set(at, y, character);
        }
    }

    /// Writes one character.
    pub(super) fn set(&mut self, x: usize, y: usize, character: (char, Ink)) {
        if self.lines.len() <= y {
            self.lines.resize_with(y + 1, Vec::new);
        }
        let line = &mut self.lines[y];
        if line.len() <= x {
            line.resize(x + 1, (' ', Ink::PLAIN));
        }
        line[x] = character;
    }

    /// The character at a place.
    pub(super) fn get(&self, x: usize, y: usize) -> char {
        self.lines.get(y).and_then(|line| line.get(x)).map_or(' ', |(c, _)| *c)
    }

    /// How many lines there are.
    pub(super) fn height(&self) -> usize {
        self.lines.len()
    }

    /// The sheet as text, without blanks at the ends of lines.
    pub(super) fn text(&self, colour: bool) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let end = line.iter().rposition(|(c, ink)| *c != ' ' || ink.tint.is_some()).map_or(0, |at| at + 1);
            let mut now = Ink::PLAIN;
            for (c, ink) in &line[..end] {
                if colour && *ink != now {
                    if now != Ink::PLAIN {
                        text.push_str("\x1b[0m");
                    }
                    if *ink != Ink::PLAIN {
                        text.push_str(&ink.begin());
                    }
                    now = *ink;
                }
                text.push(*c);
            }
            if now != Ink::PLAIN {
                text.push_str("\x1b[0m");
            }
            text.push('\n');
        }
        text
    }
}
