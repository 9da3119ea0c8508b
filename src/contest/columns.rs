//! Tables as text: cells in aligned columns, which keep to the width of a terminal.

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, Width};
use unicode_width::UnicodeWidthStr as _;

/// The narrowest column of words that is still broken.
const LEAST: u16 = 8;

/// Lays out rows of equal length, two spaces between columns. The columns listed in `left` are aligned to the left and
/// broken into lines where the table is wider than `widest` terminal columns (`None`: never). The others hold numbers:
/// they are aligned to the right and never broken.
#[must_use]
pub fn in_columns(rows: &[Vec<String>], left: &[usize], widest: Option<u16>) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING).set_content_arrangement(ContentArrangement::Dynamic).add_rows(rows);
    if let Some(widest) = widest {
        table.set_width(widest);
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
        if left.contains(&column.index) {
            // Letters below each other cannot be read: then rather the table is too wide.
            let content = rows.iter().filter_map(|row| row.get(column.index)).map(|cell| cell.width()).max();
            let least = u16::try_from(content.unwrap_or_default()).unwrap_or(u16::MAX).min(LEAST);
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least + 2)));
        } else {
            column.set_cell_alignment(CellAlignment::Right);
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    if rows.is_empty() { String::new() } else { table.trim_fmt() + "\n" }
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
}
