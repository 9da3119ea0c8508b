//! Scales on which figures stand, such as a score track: every figure has a lane of its own, so that none hides another
//! and nothing below moves.

use super::{Drawing, FIGURE, GAP, Layer, MARGIN, WORDS, escape, width_of};
use crate::game::picture::{Row, Scale};

/// The height of a lane.
const LANE: u32 = FIGURE + 2;
/// Up to this number of squares each is drawn; longer scales have a line at every tenth or fewer.
const SQUARES: i32 = 16;

impl Drawing<'_> {
    /// Draws a row as a scale from a height on; returns where it ends.
    pub(super) fn scale(&mut self, row: &Row, scale: &Scale, top: u32) -> u32 {
        let lanes: Vec<_> = row.figures.iter().map(|figure| self.figure(figure)).collect();
        let named = u32::from(!row.name.is_empty()) * (width_of(&row.name) + 8);
        // Room for half a figure, and for what stands beside it, at either end.
        let beside = lanes.iter().map(|lane| lane.width).max().unwrap_or(FIGURE).saturating_sub(FIGURE / 2);
        let (left, right) = (MARGIN + 12 + named, self.part.width - MARGIN);
        let [first, last] = scale.ends;
        let squares = u32::try_from(last - first).unwrap_or(0).max(1);
        let room = right.saturating_sub(left + FIGURE / 2 + beside);
        let x = |square: i32| {
            left + FIGURE / 2 + room * u32::try_from(square.clamp(first, last) - first).unwrap_or(0) / squares
        };
        let low = top + LANE * lanes.len() as u32;
        let bands = scale.sections.iter().zip(scale.sections.iter().skip(1).map(Some).chain([None]));
        let half = room / squares / 2;
        let mut deep = 0;
        for (at, ((from, words), next)) in bands.enumerate() {
            let start = x(*from).saturating_sub(half).max(left);
            let end = next.map_or(right, |(from, _)| x(*from).saturating_sub(half));
            let band = format!("<rect class=\"band{}\" width=\"{}\" height=\"{}\"/>", at % 2, end - start, low - top);
            self.put(Layer::Place, [start, top, end - start, low - top], band);
            // Side by side if there is room, otherwise below each other.
            let below: Vec<&str> =
                if width_of(words) + 4 > end - start { words.split(", ").collect() } else { vec![words] };
            for (words, line) in below.into_iter().zip(0..) {
                let svg = format!("<text class=\"name\" y=\"12\">{}</text>", escape(words));
                let y = low + WORDS - 2 + (WORDS - 4) * line;
                self.put(Layer::Word, [start + 2, y, width_of(words), WORDS - 4], svg);
                deep = deep.max(line + 1);
            }
        }
        // The most marks whose numbers have room.
        let number = width_of(&last.to_string()).max(width_of(&first.to_string())) + GAP;
        let roomy = |each: &i32| room * each.unsigned_abs() / squares >= number;
        let each = if last - first < SQUARES { 1 } else { [10, 20, 50].into_iter().find(roomy).unwrap_or(100) };
        let ticks = (first..=last).filter(|square| square.rem_euclid(each) == 0);
        let ticks: Vec<(u32, String)> = ticks.map(|square| (x(square), square.to_string())).collect();
        let marks: String = ticks.iter().map(|(x, _)| format!("M{} 0V{}", x - left, low - top)).collect();
        let grid = format!("<path class=\"tick\" d=\"{marks}M0 {0}H{1}\"/>", low - top, right - left);
        self.put(Layer::Line, [left, top, right - left, low - top], grid);
        for (x, square) in ticks {
            let width = width_of(&square);
            let svg = format!("<text class=\"name\" y=\"12\">{square}</text>");
            self.put(Layer::Word, [x - width / 2, low + 1, width, WORDS - 4], svg);
        }
        if !row.name.is_empty() {
            let class = if row.fresh { "name changed" } else { "name" };
            let svg = format!("<text class=\"{class}\" y=\"15\">{}</text>", escape(&row.name));
            self.put(Layer::Word, [MARGIN + 12, top, width_of(&row.name), FIGURE], svg);
        }
        for ((lane, at), number) in lanes.into_iter().zip(&scale.at).zip(0..) {
            self.put(lane.layer, [x(*at) - FIGURE / 2, top + LANE * number + 1, lane.width, lane.height], lane.svg);
        }
        low + WORDS + (WORDS - 4) * deep + 2 * deep.min(1)
    }
}
