//! Tables as text: cells in aligned columns, which keep to the width of a terminal.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width};
use unicode_width::UnicodeWidthStr as _;

/// The narrowest column of words that is still broken.
const LEAST: usize = 8;
/// The space between columns.
const GAP: usize = 2;

/// Lays out rows of equal length, two spaces between columns. The columns listed in `left` are aligned to the left and
/// broken into lines where the table is wider than `widest` terminal columns (`None`: never). The others hold numbers:
/// they are aligned to the right and never broken. If that does not make the table narrow enough, it becomes several
/// tables, each of which begins with the columns up to the first one of words.
pub fn in_columns(rows: &[Vec<String>], left: &[usize], widest: Option<u16>) -> String {
    let tables = parts(rows, left, widest);
    let tables: Vec<String> = tables.iter().map(|columns| table(rows, columns, left, widest)).collect();
    tables.join("\n")
}

/// How wide the content of a column is.
fn content(rows: &[Vec<String>], column: usize) -> usize {
    rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max().unwrap_or_default()
}

/// The columns of each table.
fn parts(rows: &[Vec<String>], left: &[usize], widest: Option<u16>) -> Vec<Vec<usize>> {
    let columns = rows.first().map_or(0, Vec::len);
    let least = |column: usize, most: usize| {
        let content = content(rows, column);
        GAP + if left.contains(&column) { content.min(most) } else { content }
    };
    let widest = widest.map_or(usize::MAX, usize::from);
    let names = left.iter().min().map_or(0, |first| first + 1);
    if (0..columns).map(|column| least(column, LEAST)).sum::<usize>() <= widest || names == 0 {
        return if columns == 0 { Vec::new() } else { vec![(0..columns).collect()] };
    }
    // A name has up to a third of the width.
    let of_names: usize = (0..names).map(|column| least(column, LEAST.max(widest / 3))).sum();
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut room = 0;
    for column in names..columns {
        let wide = least(column, LEAST);
        if parts.is_empty() || room < wide {
            parts.push((0..names).collect());
            room = widest.saturating_sub(of_names);
        }
        parts.last_mut().into_iter().for_each(|part| part.push(column));
        room = room.saturating_sub(wide);
    }
    parts
}

/// A table of some of the columns.
fn table(rows: &[Vec<String>], columns: &[usize], left: &[usize], widest: Option<u16>) -> String {
    let mut table = Table::new();
    let cells = rows.iter().map(|row| columns.iter().filter_map(|column| row.get(*column)));
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Dynamic).add_rows(cells);
    if let Some(widest) = widest {
        table.set_width(widest);
    }
    for (column, number) in table.column_iter_mut().zip(columns) {
        column.set_padding((0, GAP as u16));
        if left.contains(number) {
            // Letters below each other cannot be read.
            let least = content(rows, *number).min(LEAST) + GAP;
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least as u16)));
        } else {
            column.set_cell_alignment(CellAlignment::Right);
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    table.trim_fmt() + "\n"
}

#[cfg(test)]
mod tests {
    use super::in_columns;

    fn rows(rows: &[&[&str]]) -> Vec<Vec<String>> {
        rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect()
    }

    #[test]
    fn wide_characters_line_up() {
        let table = rows(&[&["bot", "games", "faults"], &["李雷", "7", ""], &["Ada", "1234567", "2 exit"]]);
        let expected = "bot     games  faults\n李雷        7\nAda   1234567  2 exit\n";
        assert_eq!(in_columns(&table, &[0, 2], None), expected);
        assert_eq!(in_columns(&[], &[], None), "");
    }

    #[test]
    fn words_are_broken_where_a_terminal_ends_and_numbers_are_not() {
        let table = rows(&[&["bot", "games", "faults"], &["Ada", "1234567", "2 exit, 3 time_move, 1 unreadable"]]);
        let text = in_columns(&table, &[0, 2], Some(34));
        assert!(text.lines().all(|line| line.chars().count() <= 34), "{text}");
        let words: Vec<&str> = text.split_whitespace().skip(3).collect();
        assert_eq!(words, "Ada 1234567 2 exit, 3 time_move, 1 unreadable".split(' ').collect::<Vec<_>>(), "{text}");
        assert!(text.lines().skip(2).all(|line| line.starts_with("              ")), "{text}");
    }

    #[test]
    fn what_does_not_fit_goes_below() {
        let head: &[&str] = &["", "bot", "score", "points", "95 %", "by"];
        let table = rows(&[
            head,
            &["1", "\u{674e}\u{96f7}", "1.000", "4.00", "1566..2161", ""],
            &["2", "Ada", "0.500", "2", "", "wins"],
        ]);
        let expected = "   bot   score  points\n1  \u{674e}\u{96f7}  1.000    4.00\n2  Ada   0.500       2\n\n\
                        \u{20}  bot         95 %  by\n1  \u{674e}\u{96f7}  1566..2161\n2  Ada               wins\n";
        assert_eq!(in_columns(&table, &[1, 5], Some(30)), expected);
        assert_eq!(in_columns(&table, &[1, 5], Some(80)).lines().count(), 3);
    }
}
