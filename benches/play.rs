//! The cost of judging a line compared with the unavoidable part: reading the same bytes into the same types, and
//! writing as many bytes of a constant state. Compare the rows of one run; absolute times mean little on a shared
//! machine.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use referee::dice::Dice;
use referee::game::Game;
use referee::games::tectonic::edition::Edition;
use referee::games::tectonic::{Options, TecTonic};
use referee::judge::{Emit, Scribe};
use referee::registry::{Entry, Opened, Referee as _};
use referee::stream::{Asked, Stream};
use referee::strict;
use referee::table::Draws;
use referee::wire::{Header, Line, Seed, is_header, write_json};

fn main() {
    divan::main();
}

/// Transcripts of some random games.
fn transcripts(emit: Emit) -> Vec<u8> {
    let mut all = Vec::new();
    for seed in 0..20 {
        let header = Header {
            referee: 1,
            game: TecTonic::NAME.to_owned(),
            seed: Some(Seed(seed)),
            draws: Some(Draws::Referee),
            ..Header::default()
        };
        let Ok(mut judge) = Entry::<TecTonic>::NEW.sit(header, &mut Opened::default()) else {
            panic!("a bare header is right")
        };
        judge.play_at_random(&mut Dice::new(seed), &mut |answer| {
            Scribe::new(emit).write(answer, &mut all);
            true
        });
    }
    all
}

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect()
}

fn judge(bencher: Bencher, emit: Emit) {
    let bytes = transcripts(Emit::NONE);
    let lines = lines(&bytes);
    bencher.counter(ItemsCount::new(lines.len())).bench_local(|| {
        let mut stream = Stream::new(Asked::default(), emit);
        let mut out = Vec::with_capacity(1 << 16);
        for line in &lines {
            stream.line(Some(line), &mut out).expect("no flags, no contradiction");
            if out.len() > 1 << 15 {
                black_box(&out);
                out.clear();
            }
        }
        assert!(stream.tally.is_clean());
    });
}

/// The typed parse of a stream without states: the yardstick of `judge_without_states`.
#[divan::bench]
fn parse_typed(bencher: Bencher) {
    let bytes = transcripts(Emit::NONE);
    let lines = lines(&bytes);
    bencher.counter(ItemsCount::new(lines.len())).bench_local(|| {
        for line in &lines {
            if is_header(line) {
                black_box(strict::from_slice::<Header>(line)).expect("a header");
            } else {
                black_box(strict::from_slice::<Line<TecTonic>>(line).is_ok());
            }
        }
    });
}

/// `play --emit none`.
#[divan::bench]
fn judge_without_states(bencher: Bencher) {
    judge(bencher, Emit::NONE);
}

/// The typed parse, then a constant state written with the same keys: the yardstick of `judge_with_states`.
#[divan::bench]
fn parse_and_write_fixed_state(bencher: Bencher) {
    let bytes = transcripts(Emit::NONE);
    let lines = lines(&bytes);
    let edition: Edition = strict::from_slice(TecTonic::EDITION.as_bytes()).expect("the built-in edition");
    let game = TecTonic::open(&edition, &Options::default()).expect("the built-in edition");
    let position = game.position(&game.start(2), false);
    bencher.counter(ItemsCount::new(lines.len())).bench_local(|| {
        let mut out = Vec::with_capacity(1 << 16);
        for line in &lines {
            let parsed = !is_header(line) && strict::from_slice::<Line<TecTonic>>(line).is_ok();
            out.extend_from_slice(line);
            write_json(&mut out, &position);
            if out.len() > 1 << 15 {
                black_box((&out, parsed));
                out.clear();
            }
        }
    });
}

/// `play --emit state`.
#[divan::bench]
fn judge_with_states(bencher: Bencher) {
    judge(bencher, Emit::STATE);
}
