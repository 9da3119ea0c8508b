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

/// The last events, in at most this many rows if these hold any.
pub(super) fn story(happened: &[String], most: usize, wide: usize) -> String {
    let last = |count: usize| {
        let left_out = happened.len().saturating_sub(count);
        let earlier = format!("({left_out} earlier events; `log` shows all since your last turn)");
        let earlier = (left_out > 0).then_some(earlier);
        earlier.into_iter().chain(happened[left_out..].iter().cloned()).collect::<Vec<_>>().join("\n")
    };
    let fitting = (1..=EVENTS).rev().map(last).find(|told| rows(told, wide) <= most);
    // At least what happened last, if it is short; the picture says it too, if it has room.
    let alone = || happened.last().filter(|told| rows(told, wide) <= most.max(1)).cloned().unwrap_or_default();
    fitting.unwrap_or_else(alone)
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
    let mut less = Picture { legend: Vec::new(), note: String::new(), panels: Vec::new(), ..picture.clone() };
    if !fits(&less) {
        // The events are told above the picture.
        (less.last, less.scored) = (String::new(), Vec::new());
    }
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
