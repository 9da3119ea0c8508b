//! Draws that a third party can reproduce: published vectors, and the Python twin in the documentation of
//! `src/dice.rs`, run as it is printed there.

mod beside;

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use beside::has_python;
use referee::dice::Dice;
use referee::game::Source;

/// Dice at the k-th word of a source.
fn dice_at(seed: u64, source: Source, k: u64) -> Dice {
    let mut dice = Dice::new(seed);
    for _ in 0..k {
        dice.advance(source);
    }
    dice
}

/// The k-th word of a source. The index below 2^64 - 1 that a word gives is one less than the word (unless that is 0).
fn word(seed: u64, source: u8, k: u64) -> u64 {
    dice_at(seed, Source(source), k).peek(Source(source), u64::MAX) + 1
}

fn index(seed: u64, source: u8, k: u64, total: u64) -> u64 {
    dice_at(seed, Source(source), k).draw(Source(source), total)
}

/// The first bytes of ChaCha8 for a key and a nonce of zeros, as published in common test vectors.
#[test]
fn the_generator_is_chacha8() {
    let stream = [0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6, 0x7f, 0x5b, 0xb8, 0xe8, 0x1f, 0x09, 0xa5, 0xa1];
    assert_eq!(word(0, 0, 0).to_le_bytes(), stream[..8]);
    assert_eq!(word(0, 0, 1).to_le_bytes(), stream[8..]);
}

#[test]
fn published_vectors() {
    let text = include_str!("../fixtures/dice.txt");
    let (mut words, mut indexes) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(' ').collect();
        let number = |at: usize| fields[at].parse::<u64>().expect(line);
        let source = fields[2].parse().expect(line);
        if fields[0] == "word" {
            words += 1;
            assert_eq!(format!("{:016x}", word(number(1), source, number(3))), fields[4], "{line}");
        } else {
            indexes += 1;
            assert_eq!(index(number(1), source, number(3), number(4)), number(5), "{line}");
        }
    }
    assert_eq!((words, indexes), (5 * 4 * 25, 5 * 4 * 7 * 6));
}

/// The Python twin from the documentation.
fn twin() -> String {
    let documentation = include_str!("../src/dice.rs");
    let code = documentation.split("//! ```python\n").nth(1).and_then(|rest| rest.split("//! ```").next());
    let lines = code.expect("a block of Python").lines();
    lines.map(|line| line.strip_prefix("//! ").unwrap_or_default()).fold(String::new(), |text, line| text + line + "\n")
}

#[test]
fn the_python_twin_draws_the_same() {
    if !has_python() {
        return;
    }
    let mut expected = String::new();
    let mut script = twin();
    script += "import sys\nfor line in sys.stdin:\n    print(index(*map(int, line.split())))\n";
    let mut questions = String::new();
    for i in 0..1000_u64 {
        let seed = if i % 3 == 0 { i } else { i.wrapping_mul(0x9e37_79b9_7f4a_7c15) };
        let (source, k, total) = (i % 256, i % 37, 1 + i * i * i);
        writeln!(questions, "{seed} {source} {k} {total}").expect("writing to memory");
        writeln!(expected, "{}", index(seed, source as u8, k, total)).expect("writing to memory");
    }
    let mut python = Command::new("python3")
        .args(["-c", &script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is needed for this test");
    let mut input = python.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || input.write_all(questions.as_bytes()));
    let output = python.wait_with_output().expect("python3 ends");
    writer.join().expect("no panic").expect("python3 reads");
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}
