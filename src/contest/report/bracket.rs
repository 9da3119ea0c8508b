//! The bracket of a knockout as text: who came out of which table, from the first round on the left to the final on the
//! right.

use std::collections::BTreeMap;

use super::RoundTold;
use crate::text::columns;

/// A bot, or a table with those who came to it.
enum Node {
    Bot(String),
    Table { label: String, from: Vec<Node> },
}

/// The brackets: one of the final, one of the match for the third place if there is one, and while the tournament runs
/// one of each table of the round. Each is a list of lines.
pub(super) fn brackets(rounds: &[RoundTold]) -> Vec<Vec<String>> {
    // What leads to each bot that is still in.
    let mut to: BTreeMap<&str, Node> = BTreeMap::new();
    let mut open = Vec::new();
    for round in rounds.iter().filter(|round| round.groups.is_empty()) {
        open.clear();
        for table in &round.tables {
            let names = table.bots.iter().map(|seated| &*seated.bot);
            let from = names.map(|name| to.remove(name).unwrap_or_else(|| Node::Bot(name.to_owned()))).collect();
            match &table.winner {
                Some(winner) => {
                    let seed = if table.by_seed { " (by seed)" } else { "" };
                    to.insert(winner, Node::Table { label: format!("{winner}{seed}"), from });
                }
                None => open.push(Node::Table { label: "?".to_owned(), from }),
            }
        }
        for bye in &round.byes {
            to.entry(bye).or_insert_with(|| Node::Bot(bye.clone()));
        }
    }
    let tables = to.values().filter(|node| matches!(node, Node::Table { .. })).chain(&open);
    let mut all: Vec<Vec<String>> = tables.map(|node| drawn(node).0).collect();
    all.sort_by_key(|lines| std::cmp::Reverse(lines.len()));
    all
}

/// The lines of a node, and the line at which it goes on to the right.
fn drawn(node: &Node) -> (Vec<String>, usize) {
    let (label, from) = match node {
        Node::Bot(name) => return (vec![name.clone()], 0),
        Node::Table { label, from } => (label, from),
    };
    let mut lines = Vec::new();
    let mut stems = Vec::new();
    for node in from {
        let (above, stem) = drawn(node);
        stems.push(lines.len() + stem);
        lines.extend(above);
    }
    let (first, last) = (stems[0], stems[stems.len() - 1]);
    let middle = usize::midpoint(first, last);
    let width = lines.iter().map(|line| columns(line)).max().unwrap_or_default();
    for (at, line) in lines.iter_mut().enumerate() {
        let is_stem = stems.contains(&at);
        let gap = width - columns(line);
        line.push_str(&if is_stem { format!(" {}─", "─".repeat(gap)) } else { " ".repeat(gap + 2) });
        line.push_str(match () {
            () if at == middle && at == first => "┬",
            () if at == middle && is_stem => "┼",
            () if at == middle => "├",
            () if at == first => "┐",
            () if at == last => "┘",
            () if is_stem => "┤",
            () if (first..last).contains(&at) => "│",
            () => " ",
        });
        if at == middle {
            line.push_str(&format!("─ {label}"));
        }
    }
    (lines, middle)
}

#[cfg(test)]
mod tests {
    use super::super::{Seated, TableTold};
    use super::*;

    fn table(bots: &[&str], winner: Option<&str>) -> TableTold {
        let bots = bots.iter().map(|bot| Seated { bot: (*bot).to_owned(), points: 0.0 }).collect();
        TableTold { bots, blocks: 1, games: 2, winner: winner.map(str::to_owned), by_seed: winner == Some("d") }
    }

    fn round(number: usize, tables: Vec<TableTold>, byes: &[&str]) -> RoundTold {
        let byes = byes.iter().map(ToString::to_string).collect();
        RoundTold { number, tables, byes, groups: Vec::new() }
    }

    #[test]
    fn winners_go_to_the_right() {
        let second = vec![table(&["李雷", "d"], Some("李雷")), table(&["b", "e"], None)];
        let rounds = [round(1, vec![table(&["c", "d"], Some("d"))], &["李雷", "b"]), round(2, second, &[])];
        let all = brackets(&rounds);
        let shown: Vec<String> =
            all.iter().map(|lines| lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()).collect();
        assert_eq!(shown[0], "李雷 ──────────────┬─ 李雷\nc ─┬─ d (by seed) ─┘\nd ─┘\n");
        assert_eq!(shown[1], "b ─┬─ ?\ne ─┘\n");
        let three = [round(1, vec![table(&["a", "b", "c"], Some("b"))], &[])];
        assert_eq!(brackets(&three)[0].join("\n"), "a ─┐\nb ─┼─ b\nc ─┘");
        assert!(brackets(&[]).is_empty());
    }
}
