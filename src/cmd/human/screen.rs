//! What a person sees at a turn. It fits the terminal: the board, the events and the choices. The person can ask for
//! what does not fit.

use std::io;

use referee::game::Player;
use referee::game::picture::Picture;
use referee::render::text::{Style, text};
use referee::text::columns;

/// The assumed size of a terminal that does not report its own.
const ROWS: usize = 40;
const COLUMNS: usize = 80;
/// The least size that is assumed: a board needs some room.
const LEAST: usize = 24;
/// The most lines about events.
const EVENTS: usize = 8;

/// The rows and columns of the terminal.
pub(super) fn size() -> (usize, usize) {
    let told = terminal_size::terminal_size_of(io::stderr());
    let (rows, columns) = told.map_or((ROWS, COLUMNS), |(columns, rows)| (rows.0.into(), columns.0.into()));
    (rows.max(LEAST), columns)
}

/// How many terminal rows a text takes.
pub(super) fn rows(text: &str, wide: usize) -> usize {
    text.lines().map(|line| columns(line).max(1).div_ceil(wide)).sum()
}

/// The events as lines; of more than this many, the last.
pub(super) fn story(happened: &[String], most: usize) -> Vec<String> {
    let left_out = happened.len().saturating_sub(most.clamp(1, EVENTS));
    let mut lines = Vec::new();
    if left_out > 0 {
        lines.push(format!("({left_out} earlier events; `log` shows all since your last turn)"));
    }
    lines.extend(happened[left_out..].iter().cloned());
    lines
}

/// A picture in at most this many rows, if its board fits. Panels are left out; those that have changed or belong to
/// the person are left out last.
pub(super) fn drawn(picture: &Picture, own: Player, most: usize, wide: usize) -> String {
    let style = Style { ascii: false, colour: crate::cmd::show::colours(&io::stderr()) };
    let plain = Style { ascii: false, colour: false };
    let fits = |picture: &Picture| rows(&text(picture, plain), wide) <= most;
    if fits(picture) {
        return text(picture, style).trim_end().to_owned();
    }
    let mut less = Picture { legend: Vec::new(), note: String::new(), ..picture.clone() };
    let mut order: Vec<usize> = (0..picture.panels.len()).collect();
    order.sort_by_key(|at| {
        let panel = &picture.panels[*at];
        (panel.owner != Some(own), !panel.rows.iter().any(|row| row.fresh))
    });
    let mut kept: Vec<usize> = Vec::new();
    let with = |kept: &[usize]| kept.iter().map(|at| picture.panels[*at].clone()).collect();
    for at in order {
        let mut more = kept.clone();
        more.push(at);
        more.sort_unstable();
        less.panels = with(&more);
        if fits(&less) {
            kept = more;
        }
    }
    less.panels = with(&kept);
    text(&less, style).trim_end().to_owned()
}
