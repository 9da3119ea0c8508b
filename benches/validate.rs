//! The cost of validating compared with the unavoidable part: reading the same bytes into the same types. Compare the
//! rows of one run; absolute times mean little on a shared machine.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use referee::dice::Dice;
use referee::game::Game;
use referee::judge::{Emit, Scribe};
use referee::registry::{Entry, Opened, Referee as _};
use referee::strict;
use referee::table::Draws;
use referee::validate::check::Checker;
use referee::validate::games::Block;
use referee::wire::{Header, Line, Seed, is_header};

fn main() {
    divan::main();
}

/// Transcripts of some random games, as `referee random --emit none` writes them.
fn transcripts<G: Game>() -> Vec<u8> {
    let mut all = Vec::new();
    for seed in 0..20 {
        let header = Header {
            referee: 1,
            game: G::NAME.to_owned(),
            seed: Some(Seed(seed)),
            draws: Some(Draws::Referee),
            ..Header::default()
        };
        let Ok(mut judge) = Entry::<G>::NEW.sit(header, &mut Opened::default()) else {
            panic!("a bare header is right")
        };
        judge.play_at_random(&mut Dice::new(seed), &mut |answer| {
            Scribe::new(Emit::NONE).write(answer, &mut all);
            true
        });
    }
    all
}

/// The yardstick: every line read into the types of the game.
fn parse_typed<G: Game>(bencher: Bencher) {
    let bytes = transcripts::<G>();
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).collect();
    bencher.counter(ItemsCount::new(lines.len())).bench_local(|| {
        for line in &lines {
            if is_header(line) {
                black_box(strict::from_slice::<Header>(line)).expect("a header");
            } else {
                black_box(strict::from_slice::<Line<G>>(line).is_ok());
            }
        }
    });
}

/// `validate`.
fn validate<G: Game>(bencher: Bencher) {
    let bytes = transcripts::<G>();
    let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).count();
    let block = Block { bytes, line: 1, whole: true, first: true, last: true, ..Block::default() };
    bencher.counter(ItemsCount::new(lines)).bench_local(|| {
        let mut verdicts = Vec::new();
        Checker::new(&[], false).check(&block, &mut |verdict| verdicts.push(verdict));
        assert!(verdicts.iter().all(|verdict| verdict.fault.is_none()));
    });
}

macro_rules! benches {
    ($($module:ident::$game:ident)*) => {
        $(
            mod $module {
                use divan::Bencher;
                use referee::games::$module::$game as Game;

                #[divan::bench]
                fn parse_typed(bencher: Bencher) {
                    super::parse_typed::<Game>(bencher);
                }

                #[divan::bench]
                fn validate(bencher: Bencher) {
                    super::validate::<Game>(bencher);
                }
            }
        )*
    };
}
referee::every_game!(benches);
