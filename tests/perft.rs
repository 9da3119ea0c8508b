//! The numbers of action sequences from the start of each game, as in `fixtures/<game>/perft.txt`. A line holds the
//! arguments of `referee perft` and the count for each depth: `--option setup=S3 --depth 3 = 12 144 2952`.
//!
//! Numbers written by the program itself would only show that it does not change. So they are compared with
//! independent counts: `fixtures/<game>/perft.py`, if present, derives them from the rules alone in another language
//! and prints lines of the same form for the depths that it can reach.

mod beside;
mod sample;
mod support;

use std::path::Path;
use std::process::Command;

use beside::has_python;
use sample::sample;
use support::{assert_none, in_every_game, read, shown};

/// The arguments and counts of every line that is not blank or a comment.
fn counts(text: &str, file: &str) -> Vec<(String, Vec<u64>)> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    lines
        .filter(|line| !line.is_empty())
        .map(|line| {
            // Options contain an equals sign too; the one before the counts has blanks around it.
            let (arguments, counts) = line.split_once(" = ").unwrap_or_else(|| panic!("{file}: no counts in `{line}`"));
            let counts = counts.split_whitespace().map(|count| count.parse().expect("a count is a number")).collect();
            (arguments.to_owned(), counts)
        })
        .collect()
}

/// The program's counts.
fn counted(game: &str, arguments: &str) -> Vec<u64> {
    let output = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["perft", "--game", game])
        .args(arguments.split_whitespace())
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{game} {arguments}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("counts are text");
    text.lines()
        .map(|line| line.split(' ').nth(1).and_then(|count| count.parse().ok()).expect("a line is a depth and a count"))
        .collect()
}

#[test]
fn counts_are_as_written() {
    let mut faults = Vec::new();
    let mut files = 0;
    for (game, path) in in_every_game("perft.txt") {
        files += 1;
        let counts = counts(&read(&path), &shown(&path));
        if counts.is_empty() {
            faults.push(format!("{}: there is nothing to count", shown(&path)));
        }
        for (arguments, expected) in counts {
            let actual = counted(&game, &arguments);
            if actual != expected {
                let actual: Vec<String> = actual.iter().map(u64::to_string).collect();
                faults.push(format!("{}: the program counts {arguments} = {}", shown(&path), actual.join(" ")));
            }
        }
    }
    assert!(files > 0, "there is nothing to count");
    assert_none(&faults);
}

#[test]
fn counts_from_outside_agree() {
    if !has_python() {
        return;
    }
    let mut faults = Vec::new();
    // Most of the time goes to the scripts, and the first is quick.
    for (game, script) in in_every_game("perft.py").into_iter().take(sample(1, usize::MAX)) {
        let file = shown(&script);
        for (arguments, expected) in counts(&run(&script), &file) {
            let actual = counted(&game, &arguments);
            if actual != expected {
                faults.push(format!("{file} counts {arguments} = {expected:?}, the program {actual:?}"));
            }
        }
    }
    assert_none(&faults);
}

fn run(script: &Path) -> String {
    let output =
        Command::new("python3").arg("-B").arg(script).output().expect("python3 is there to run the second opinion");
    assert!(output.status.success(), "{}: {}", shown(script), String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("counts are text")
}
