//! The board: its places with what stands on them, lines between them, names of rows and columns, and the way of the last
//! event.

use super::figures::wide;
use super::icons::outline;
use super::{Drawing, FIELDS, FIGURE, GAP, Layer, MARGIN, Piece, ROW, WORDS, data, escape, high, width_of};
use crate::game::picture::{Board, Figure, Place};
use crate::render::words::costs;
use crate::render::{SPOT_WORDS, tint};

impl Drawing<'_> {
    /// The room before the board, where the names of rows stand.
    pub(super) fn margin(&self) -> u32 {
        if self.picture.board.edges.is_none() { MARGIN } else { MARGIN + 22 }
    }

    pub(super) fn board_width(&self) -> u32 {
        self.unit * u32::from(self.picture.board.columns)
    }

    /// The gap between two places.
    fn spacing(&self) -> u32 {
        if self.picture.board.lines.is_empty() { 0 } else { 12 }
    }

    /// The width of a column of the board.
    pub(super) fn unit(&self) -> u32 {
        let board = &self.picture.board;
        if board.places.iter().any(|place| place.field) {
            return FIELDS / u32::from(board.columns.max(1));
        }
        let mut unit = 1;
        for place in &board.places {
            let wide = place.rows.iter().flat_map(|row| &row.figures).map(|figure| wide(figure) + GAP);
            // A square without a name has room round its figure.
            let room = if board.edges.is_some() { 10 } else { 6 };
            let content: u32 = wide.sum::<u32>().max(FIGURE + GAP) + room;
            // Words come and go; their neighbours must not move. A price is drawn as small as there is room.
            let words = place.words.as_ref().filter(|_| place.price.is_none());
            let words = words.map_or(0, |words| width_of(words).max(8 * SPOT_WORDS as u32) + 10);
            let wanted = content.max(width_of(&place.name) + 9).max(words);
            unit = unit.max((wanted + self.spacing()).div_ceil(u32::from(place.width.max(1))));
        }
        unit
    }

    pub(super) fn board(&mut self, board: &Board) {
        let named = board.edges.is_none();
        let (unit, spacing) = (self.unit, self.spacing());
        // In the middle of the sheet.
        let left = self.margin() + (self.part.width - MARGIN - self.margin() - self.board_width()) / 2;
        let top = self.part.height + if named { 0 } else { WORDS };
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
        self.part.width = self.part.width.max(right + MARGIN);
        self.part.height = tops[tops.len() - 1] + MARGIN;
        self.edges(board, left, unit, &tops);
        self.trail(board, &boxes);
    }

    /// The height that a place needs.
    fn high(&self, place: &Place, named: bool, width: u32) -> u32 {
        if !place.field {
            let words = if place.words.is_some() { WORDS - GAP } else { 0 };
            return words + if named { WORDS + ROW } else { FIGURE + 14 };
        }
        let rows: u32 = place.rows.iter().map(|row| high(&self.in_field(row), width - 2 * GAP)).sum();
        // Room for a row of every player, so that the board does not grow and shrink.
        let usual = if self.picture.board.lines.is_empty() { 0 } else { self.picture.seats.len() as u32 + 2 };
        WORDS + GAP + rows.max(ROW * usual)
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
        // Whose region it is can be seen without colours: its mountains point away from its owner's side.
        let ridge =
            if side.is_empty() || named { String::new() } else { ridge(side.ends_with("other"), width, height) };
        let light = if place.light {
            format!("<circle class=\"light\" cx=\"{}\" cy=\"{}\" r=\"6\"/>", width / 2, WORDS - 1 + FIGURE / 2)
        } else {
            String::new()
        };
        let ground = format!(
            "<g{}><title>{name}</title><rect class=\"place{side}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\"/>{ridge}{light}</g>",
            data("place", &name)
        );
        self.put(Layer::Place, area, ground);
        self.lies = data("at", &name);
        self.fill(place, area, named, side);
        self.lies.clear();
    }

    /// Draws what a place has. `side`: the class of its ground.
    fn fill(&mut self, place: &Place, area: [u32; 4], named: bool, side: &str) {
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
            let wide = width_of(&place.name);
            // A way does not lead through the name of a spot: it goes on behind it.
            let ground = if place.field || self.picture.board.lines.is_empty() {
                String::new()
            } else {
                let class = if side.is_empty() { "bar" } else { side.trim_start() };
                format!("<rect class=\"{class}\" x=\"-1\" y=\"2\" width=\"{}\" height=\"12\"/>", wide + 1)
            };
            let words = format!("{ground}<text class=\"name on\" y=\"12\">{name}</text>");
            self.put(Layer::Word, [x + 5, y + 2, wide, 14], words);
            self.gains(place, area);
        }
        if place.field {
            let mut below = y + WORDS + GAP;
            for row in &place.rows {
                [_, _, below] = self.flow(self.in_field(row), [x + GAP, below], x + GAP, x + width - GAP);
            }
            return;
        }
        let pieces: Vec<Piece> =
            place.rows.iter().flat_map(|row| &row.figures).map(|figure| self.figure(figure)).collect();
        let wide: u32 = pieces.iter().map(|piece| piece.width + GAP).sum::<u32>().saturating_sub(GAP);
        let words = if place.words.is_some() { WORDS - GAP } else { 0 };
        if let Some(text) = place.words.as_ref().filter(|text| !text.is_empty()) {
            let (wide, svg) = match &place.price {
                None => (width_of(text), format!("<text class=\"word\" y=\"11\">{}</text>", escape(text))),
                Some(price) => (width - 6, self.price(price, width - 6)),
            };
            self.put(Layer::Word, [x + 3, y + height - words - 1, wide, words], svg);
        }
        let down = if named { WORDS - 1 } else { (height - words - FIGURE) / 2 };
        let start = x + width.saturating_sub(wide) / 2;
        self.flow(pieces, [start, y + down], start, u32::MAX);
    }

    /// What the last event scored at a place: beside its name, or below if there is no room and nothing stands there.
    fn gains(&mut self, place: &Place, [x, y, width, height]: [u32; 4]) {
        let (left, mut right, mut top) = (x + 5 + width_of(&place.name), x + width - 3, y + 2);
        let free = place.words.as_deref() == Some("");
        for gain in self.picture.scored.iter().filter(|gain| gain.at.as_ref() == Some(&place.name)).rev() {
            let Some(seat) = self.picture.seats.get(gain.player.index()) else { continue };
            let text = format!("{:+}", gain.points);
            let wide = width_of(&text) + 8;
            let least = if top > y + 2 { x } else { left };
            if right < least + wide + GAP {
                if !free || top > y + 2 || width < wide + GAP {
                    return;
                }
                (right, top) = (x + width - 3, y + height - 17);
            }
            right -= wide + 2;
            let (tint, inside) = (seat.tint.name(), wide - 1);
            let svg = format!(
                "<g class=\"{tint}\"><rect class=\"s\" x=\".5\" y=\".5\" width=\"{inside}\" height=\"14\" rx=\"7\"/>\
                 <text class=\"l\" x=\"4\" y=\"12\">{text}</text></g>"
            );
            self.put(Layer::Word, [right, top, wide, 15], svg);
        }
    }

    /// Small figures in a row, with their meaning.
    fn price(&self, price: &[Figure], room: u32) -> String {
        let many = price.iter().map(|figure| figure.count).sum::<u32>().max(2) - 1;
        let step = (room.saturating_sub(11) * 10 / many).clamp(40, 110);
        let each = price.iter().flat_map(|figure| (0..figure.count).map(move |_| figure));
        let small = |(figure, at): (&Figure, u32)| {
            let class = tint(self.picture, figure).map_or("none", |tint| tint.name());
            let shape = outline(figure.shape);
            let (left, part) = (at * step / 10, at * step % 10);
            format!("<g class=\"{class}\" transform=\"translate({left}.{part} 0) scale(.6)\">{shape}</g>")
        };
        let figures: String = each.zip(0..).map(small).collect();
        format!("<g><title>{}</title>{figures}</g>", escape(&costs(price)))
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

/// Mountains on the ground of a region.
fn ridge(turned: bool, width: u32, height: u32) -> String {
    let (x, y) = (width / 2, height / 2);
    let turn = if turned { format!(" transform=\"rotate(180 {x} {y})\"") } else { String::new() };
    format!("<path class=\"ridge\"{turn} d=\"M{} {}l9 -14l5 7l3 -4l7 11\"/>", x.saturating_sub(12), y + 7)
}
