//! A rulebook for a prompt: complete and without pictures, in so many characters. The numbered statements are the rules; they
//! are all there, with the parts of the game, the ways on its board, and how actions are written. Prose that explains them
//! fills what room is left, what matters most first.

use super::book::{Block, Book};
use super::words::said;
use crate::game::picture::Picture;

/// How much a piece of the book matters.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd)]
enum Weight {
    /// Without it the rules are not complete.
    Needed,
    /// Steps, one after another.
    Steps,
    /// What explains the statements.
    Prose,
    /// Words of the game.
    Terms,
}

/// The chapter of words, which are explained where they are used, too.
const GLOSSARY: &str = "Terms";
/// Chapters of which the statements are enough: what can be agreed on stands in the header of a game, and a player writes no
/// record.
const APART: [&str; 2] = ["Options", "Writing a game down for the referee"];

/// The book for a prompt, in at most so many characters if what is needed allows it. `notation`: how actions are written.
pub fn prompt(book: &Book, notation: &[&str], most: usize) -> String {
    let mut pieces: Vec<(usize, Weight, String)> = Vec::new();
    let mut boards = Vec::new();
    for (at, chapter) in book.chapters.iter().enumerate() {
        let apart = APART.contains(&&*chapter.title);
        for block in &chapter.blocks {
            let list = |items: &mut dyn Iterator<Item = String>| items.map(|item| format!("- {item}\n")).collect();
            let (weight, text) = match block {
                Block::Rules(rules) => {
                    (Weight::Needed, rules.iter().map(|rule| format!("{} {}\n", rule.id, rule.text)).collect())
                }
                Block::Picture(caption, picture) => {
                    (Weight::Needed, parts(picture) + &ways(caption, picture, &mut boards))
                }
                Block::Example(_) => continue,
                _ if apart => continue,
                // It introduces what is left out.
                Block::Text(text) if text.ends_with(':') => continue,
                Block::Text(text) => (Weight::Prose, format!("{text}\n")),
                Block::List(items) => (Weight::Steps, list(&mut items.iter().cloned())),
                Block::Terms(terms) => {
                    let weight = if chapter.title == GLOSSARY { Weight::Terms } else { Weight::Steps };
                    (weight, list(&mut terms.iter().map(|(term, text)| format!("{term}: {text}"))))
                }
            };
            if !text.is_empty() {
                pieces.push((at, weight, text));
            }
        }
    }
    let title = format!("# Rules of {}\n", book.title);
    let written: String = notation.iter().map(|example| format!("- {example}\n")).collect();
    let written = format!("\n## How actions are written\n{written}");
    let heading = |at: usize| format!("\n## {}\n", book.chapters[at].title);
    let length = |text: &str| text.chars().count();
    let headings: usize = (0..book.chapters.len()).map(|at| length(&heading(at))).sum();
    let needed = pieces.iter().filter(|(_, weight, _)| *weight == Weight::Needed).map(|(.., text)| length(text));
    let mut room = most.saturating_sub(length(&title) + length(&written) + headings + needed.sum::<usize>());
    let mut chosen: Vec<usize> = (0..pieces.len()).filter(|at| pieces[*at].1 == Weight::Needed).collect();
    for weight in [Weight::Steps, Weight::Prose, Weight::Terms] {
        for at in (0..pieces.len()).filter(|at| pieces[*at].1 == weight) {
            if let Some(rest) = room.checked_sub(length(&pieces[at].2)) {
                room = rest;
                chosen.push(at);
            }
        }
    }
    chosen.sort_unstable();
    let mut text = title;
    let mut last = None;
    for at in chosen {
        let (chapter, _, piece) = &pieces[at];
        if last.replace(*chapter) != Some(*chapter) {
            text += &heading(*chapter);
        }
        text += piece;
    }
    text + &written
}

/// What is in a box, a line for each row; nothing of a board.
fn parts(picture: &Picture) -> String {
    if !picture.board.places.is_empty() {
        return String::new();
    }
    said(picture).into_iter().map(|line| format!("- {}\n", line.text)).collect()
}

/// Which places of a board are joined, in the order of the places; nothing if it is among the `boards` that have been told.
fn ways<'a>(caption: &str, picture: &'a Picture, boards: &mut Vec<&'a [[usize; 2]]>) -> String {
    let board = &picture.board;
    if board.lines.is_empty() || boards.contains(&&*board.lines) {
        return String::new();
    }
    boards.push(&board.lines);
    let mut all = Vec::new();
    for (at, place) in board.places.iter().enumerate() {
        // Each is named with those after it.
        let other = |line: &[usize; 2]| match line {
            [one, other] if *one == at => Some(*other),
            [one, other] if *other == at => Some(*one),
            _ => None,
        };
        let next: Vec<&str> = board
            .lines
            .iter()
            .filter_map(other)
            .filter(|to| *to > at)
            .filter_map(|to| Some(&*board.places.get(to)?.name))
            .collect();
        if !next.is_empty() {
            all.push(format!("{} with {}", place.name, next.join(" ")));
        }
    }
    let name = caption.split([':', '.']).next().unwrap_or_default();
    format!("{name}, what is joined: {}.\n", all.join("; "))
}
