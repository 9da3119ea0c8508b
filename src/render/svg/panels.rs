//! What stands below and above the board: the legend, and panels with what lies beside it.

use super::{Drawing, FIGURE, GAP, Layer, MARGIN, Piece, ROW, WORDS, acts, data, fold};
use crate::game::picture::Panel;
use crate::render::title;

impl Drawing<'_> {
    /// The legend and the note.
    pub(super) fn legend(&mut self) {
        let picture = self.picture;
        let mut x = MARGIN;
        let mut y = self.part.height;
        let right = self.part.width - MARGIN;
        for figure in &picture.legend {
            let pair = vec![self.figure(figure), Drawing::words(&figure.name, "name")];
            let wide = pair.iter().map(|piece| piece.width + GAP).sum::<u32>();
            if x > MARGIN && x + wide > right {
                (x, y) = (MARGIN, y + ROW);
            }
            // The figures of the legend are not figures of the game.
            let pair = pair.into_iter().map(|piece| Piece { layer: Layer::Word, ..piece }).collect();
            [x, y, _] = self.flow(pair, [x, y], MARGIN, u32::MAX);
            x += 8;
        }
        if x > MARGIN {
            y += ROW;
        }
        for line in fold(&picture.note, right - MARGIN) {
            let words = Piece { height: WORDS, ..Drawing::words(&line, "name") };
            self.flow(vec![words], [MARGIN, y], MARGIN, right);
            y += WORDS;
        }
        self.part.height = y + GAP;
    }

    /// A panel.
    pub(super) fn panel(&mut self, panel: &Panel) {
        let (picture, y, right) = (self.picture, self.part.height, self.part.width - MARGIN);
        let heading = title(picture, panel);
        let seat = panel.owner.and_then(|player| picture.seats.get(player.index()));
        let owned = panel.owner.map_or(String::new(), |player| data("player", &player.0.to_string()));
        let badge = seat.map_or(String::new(), |seat| {
            let rect = "<rect class=\"s\" x=\".5\" y=\".5\" width=\"10\" height=\"21\" rx=\"4\"/>";
            format!("<g class=\"{}\"{}>{rect}</g>", seat.tint.name(), owned)
        });
        let bar = format!("<rect class=\"bar\" width=\"{}\" height=\"{FIGURE}\" rx=\"4\"/>{badge}", right - MARGIN);
        self.put(Layer::Place, [MARGIN, y, right - MARGIN, FIGURE], bar);
        let mut words = Drawing::words(&heading, "title");
        words.width += words.width / 12;
        let [x, _, _] =
            self.flow(vec![words], [if seat.is_some() { MARGIN + 18 } else { MARGIN + 6 }, y], MARGIN, u32::MAX);
        if acts(picture, panel) {
            self.flow(vec![Drawing::words("◀ to act", "title changed")], [x + 8, y], MARGIN, u32::MAX);
        }
        let left = MARGIN + 12;
        self.lies = panel.owner.map_or(String::new(), |player| data("seat", &player.0.to_string()));
        let (mut x, mut y, mut low, mut first) = (left, y + ROW, y + ROW, true);
        for row in &panel.rows {
            if let Some(scale) = &row.scale {
                y = self.scale(row, scale, low);
                (x, low, first) = (left, y, true);
                continue;
            }
            let pieces = self.row(row);
            let wide: u32 = pieces.iter().map(|piece| piece.width + GAP).sum();
            // What a player has is gathered in few lines; a row of anything else has a line of its own.
            if !first && (!panel.is_seat() || x + 10 + wide > right) {
                (x, y) = (left, low);
            } else if !first {
                x += 10;
            }
            let before = y;
            let ends;
            [x, y, ends] = self.flow(pieces, [x, y], left, right);
            (low, first) = (if y == before { low.max(ends) } else { ends }, false);
        }
        self.lies.clear();
        self.part.height = low + GAP;
    }
}
