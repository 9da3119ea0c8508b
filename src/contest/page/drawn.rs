//! The drawings of the page: ratings with their intervals, and how ratings went over time.

use std::fmt::Write as _;

use crate::contest::report::{Moment, Report, StandingsRow};
use crate::render::svg::escape;

/// The most bots in the drawing of ratings over time, the best ones.
const MOST_LINES: usize = 16;

/// The scale of a drawing of these values: the first and the last of its ticks, and what lies between two of them.
fn scale(values: impl Iterator<Item = f64> + Clone) -> Option<(f64, f64, f64)> {
    let (low, high) = (values.clone().min_by(f64::total_cmp)?, values.max_by(f64::total_cmp)?);
    let step = [25.0, 50.0, 100.0, 200.0, 400.0].into_iter().find(|step| (high - low) / step <= 10.0).unwrap_or(1000.0);
    let first = (low / step).floor();
    Some((first, (high / step).ceil().max(first + 1.0), step))
}

/// The values at the ticks of a scale.
fn ticks((first, last, step): (f64, f64, f64)) -> impl Iterator<Item = f64> {
    (0..=(last - first) as u32).map(move |tick| (first + f64::from(tick)) * step)
}

/// A line for each bot through its rating after each part of the games.
pub(super) fn history(report: &Report, page: &mut String) {
    const WIDTH: f64 = 540.0;
    const HEIGHT: f64 = 340.0;
    const LEFT: f64 = 60.0;
    // The least distance of two names.
    const LINE: f64 = 17.0;
    if report.history.len() < 2 {
        return;
    }
    let bots = report.standings.len().min(MOST_LINES);
    let all = report.history.iter().flat_map(|moment| moment.elo.iter().take(bots)).flatten().copied();
    let Some((first, last, step)) = scale(all) else { return };
    let games = report.history.last().map_or(1, |moment| moment.games.max(1)) as f64;
    let x = |played: usize| LEFT + WIDTH * played as f64 / games;
    let y = |elo: f64| 10.0 + HEIGHT * (last - elo / step) / (last - first);
    let _ = writeln!(
        page,
        "<h2>Ratings over time</h2>\n<p>The ratings after a part of the games, as far as bots can be compared by then{}.</p>\n\
         <svg viewBox=\"0 0 800 {}\" role=\"img\" aria-label=\"Ratings over time\">",
        if bots < report.standings.len() { format!("; the first {bots} bots") } else { String::new() },
        HEIGHT + 50.0
    );
    for elo in ticks((first, last, step)) {
        let (at, right) = (y(elo), LEFT + WIDTH);
        let _ = writeln!(page, "<line class=\"axis\" x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\"/>");
        let _ = writeln!(page, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{elo:.0}</text>", LEFT - 8.0, at + 4.0);
    }
    let foot = HEIGHT + 30.0;
    let _ = writeln!(page, "<text x=\"{LEFT}\" y=\"{foot}\">0 games</text>");
    let _ = writeln!(page, "<text x=\"{}\" y=\"{foot}\" text-anchor=\"end\">{games}</text>", LEFT + WIDTH);
    // Names stand at the ends of their lines, one below the other.
    let ends = |bot: usize| report.history.last().and_then(|moment| moment.elo[bot]);
    let mut named: Vec<(usize, f64)> = (0..bots).filter_map(|bot| Some((bot, y(ends(bot)?)))).collect();
    named.sort_by(|one, other| one.1.total_cmp(&other.1));
    let mut lowest = 0.0;
    for (bot, end) in named {
        // A line breaks where the bot could not be compared with most others.
        let at = |moment: &Moment| Some(format!("{:.1},{:.1}", x(moment.games), y(moment.elo[bot]?)));
        let points: Vec<Option<String>> = report.history.iter().map(at).collect();
        let (hue, dash) = (bot * 137 % 360, ["none", "6 3", "2 3"][bot % 3]);
        for part in points.split(Option::is_none).filter(|part| !part.is_empty()) {
            let part: Vec<&str> = part.iter().flatten().map(String::as_str).collect();
            let _ = writeln!(
                page,
                "<polyline class=\"path\" style=\"stroke:hsl({hue} 70% 45%)\" stroke-dasharray=\"{dash}\" points=\"{}\"/>",
                part.join(" ")
            );
        }
        let at = f64::max(end + 4.0, lowest + LINE);
        lowest = at;
        let short: String = report.standings[bot].bot.chars().take(24).collect();
        let right = LEFT + WIDTH;
        let _ = writeln!(
            page,
            "<line class=\"axis\" x1=\"{right}\" y1=\"{end:.1}\" x2=\"{}\" y2=\"{:.1}\"/>\n<text x=\"{}\" y=\"{at:.1}\">{}</text>",
            right + 10.0,
            at - 4.0,
            right + 14.0,
            escape(&short)
        );
    }
    page.push_str("</svg>\n");
}

/// A line for each bot over its interval, with a dot at its rating.
pub(super) fn ratings(rows: &[StandingsRow], page: &mut String) {
    // The room for names, the width of the scale and the height of a line, in units of the drawing.
    const LEFT: f64 = 200.0;
    const WIDTH: f64 = 560.0;
    const LINE: f64 = 26.0;
    // A bot without games has no rating to draw.
    let rows: Vec<(&StandingsRow, [f64; 3])> =
        rows.iter().filter_map(|row| Some((row, [row.elo_low?, row.elo?, row.elo_high?]))).collect();
    let Some((first, last, step)) = scale(rows.iter().flat_map(|(_, ends)| *ends)) else { return };
    let x = |elo: f64| LEFT + WIDTH * (elo / step - first) / (last - first);
    let height = LINE * (rows.len() + 1) as f64;
    let _ = writeln!(
        page,
        "<h2>Ratings</h2>\n<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"Ratings with 95 % intervals\">",
        LEFT + WIDTH + 40.0,
        height + LINE
    );
    for elo in ticks((first, last, step)) {
        let at = x(elo);
        let _ = writeln!(page, "<line class=\"axis\" x1=\"{at:.1}\" y1=\"0\" x2=\"{at:.1}\" y2=\"{height}\"/>");
        let y = height + 16.0;
        let _ = writeln!(page, "<text x=\"{at:.1}\" y=\"{y}\" text-anchor=\"middle\">{elo:.0}</text>");
    }
    for (at, (row, ends)) in rows.iter().enumerate() {
        let y = LINE * (at + 1) as f64;
        let [low, elo, high] = ends.map(x);
        let short: String = row.bot.chars().take(24).collect();
        let _ = writeln!(
            page,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n\
             <line class=\"bar\" x1=\"{low:.1}\" y1=\"{y}\" x2=\"{high:.1}\" y2=\"{y}\"/>\n\
             <circle class=\"dot\" cx=\"{elo:.1}\" cy=\"{y}\" r=\"4\"/>",
            LEFT - 12.0,
            y + 4.0,
            escape(&short)
        );
    }
    page.push_str("</svg>\n");
}
