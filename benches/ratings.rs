//! The cost of `tournament rate` at its limits: from the lines of results to the report, with the usual number of
//! repetitions for the intervals. A full field of 256 bots is the most there is; a chain is the worst case for a fit
//! that works with neighbours only.

use std::fmt::Write as _;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use referee::contest::journal::JournalLine;
use referee::contest::report::{Report, Wanted, of_sources};
use referee::contest::sources::ResultSources;
use referee::contest::standings::TieBreak;
use referee::strict;

fn main() {
    divan::main();
}

/// A line with the result of a game of two.
fn line(lines: &mut String, table: usize, game: usize, bots: [usize; 2], first_wins: bool) {
    let places = if first_wins { "[1,2]" } else { "[2,1]" };
    let _ = writeln!(
        lines,
        "{{\"result\":{{\"game_id\":\"r1t{table}b1g{game}\",\"bots\":[\"bot{}\",\"bot{}\"],\"commitment\":\"sha256:{table}\",\
         \"places\":{places},\"reason\":\"over\",\"causes\":[\"normal\",\"normal\"],\"plies\":30,\"moves\":[15,15],\
         \"think_us\":[1500,1500]}}}}",
        bots[0], bots[1]
    );
}

/// Each of these bots against each other in one block of two games. Bots with higher numbers win more often.
fn field(bots: usize) -> String {
    let (mut lines, mut table, mut lot) = (String::new(), 0, 1_u64);
    for a in 0..bots {
        for b in a + 1..bots {
            table += 1;
            for (game, [first, second]) in [(1, [a, b]), (2, [b, a])] {
                lot = lot.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let by = (first as f64 - second as f64) / bots as f64;
                let wins = ((lot >> 11) as f64 / (1_u64 << 53) as f64) < 1.0 / (1.0 + (-4.0 * by).exp());
                line(&mut lines, table, game, [first, second], wins);
            }
        }
    }
    lines
}

/// One game between neighbours only.
fn chain(bots: usize) -> String {
    let mut lines = String::new();
    (1..bots).for_each(|table| line(&mut lines, table, 1, [table - 1, table], table % 3 == 0));
    lines
}

/// What `rate` does with lines.
fn report(lines: &str) -> Report {
    let mut sources = ResultSources::default();
    for line in lines.lines() {
        let line: JournalLine = strict::from_slice(line.as_bytes()).expect("a result");
        sources.add(line).expect("it fits");
    }
    of_sources(sources, &TieBreak::usual(), &Wanted::default()).expect("a report")
}

fn rate(bencher: Bencher, lines: &str) {
    bencher.counter(ItemsCount::new(lines.lines().count())).bench_local(|| black_box(report(lines)));
}

/// 65,280 games.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn field_of_256(bencher: Bencher) {
    rate(bencher, &field(256));
}

/// 249 games.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn chain_of_250(bencher: Bencher) {
    rate(bencher, &chain(250));
}
