//! Checks intervals and the sequential test in a few made-up competitions; the benchmark `calibration` plays
//! thousands.

use referee::contest::config::Hypotheses;
use referee::contest::sprt::Decision;

#[path = "../../benches/calibration/simulate.rs"]
mod simulate;

use simulate::{Field, sequential};

#[test]
fn intervals_hold_the_truth_about_as_often_as_they_say() {
    let strengths = [1350.0, 1450.0, 1550.0, 1650.0];
    for (players, blocks) in [(2, 12), (4, 20)] {
        let held: u64 = Field::round_robin(&strengths, players, blocks, 0.1, 0.0).coverage(60, 100, 1).iter().sum();
        // Of 240, with a wide margin for the randomness of sixty competitions.
        assert!((210..=238).contains(&held), "{players} players: {held} of 240");
    }
}

#[test]
fn few_blocks_and_bots_that_have_not_met_are_no_exception() {
    let format = "format = \"swiss\"\nrounds = 1";
    let swiss = Field { format, spread: 200.0, ..Field::round_robin(&[1500.0; 8], 2, 1, 0.1, 0.0) };
    let few = Field { spread: 200.0, ..Field::round_robin(&[1500.0; 4], 4, 2, 0.0, 0.0) };
    for field in [swiss, few] {
        let bots = field.strengths.len() as u64;
        let held: u64 = field.coverage(60, 100, 1).iter().sum();
        assert!((bots * 54..=bots * 60).contains(&held), "{held} of {}: {field:?}", bots * 60);
    }
}

#[test]
fn the_sequential_test_errs_no_more_than_it_says() {
    let test: Hypotheses = "0,100,0.05,0.05".parse().expect("four numbers");
    let wrong = |elo: f64, wrong: Decision| {
        (1..=200).filter(|seed| sequential(&test, elo, 0.2, 5000, *seed).0 == wrong).count()
    };
    // Ten of two hundred are promised; more than twenty would happen once in a thousand runs.
    let (first, second) = (wrong(0.0, Decision::AcceptH1), wrong(100.0, Decision::AcceptH0));
    assert!(first <= 20 && second <= 20 && first + second > 0, "{first} {second}");
}
