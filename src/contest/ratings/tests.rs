//! Ratings against values computed by hand, and against the truth of made-up tournaments.

use super::super::record::GameResult;
use super::super::record::tests::result;
use super::*;

fn tally(games: &[GameResult]) -> Tally {
    let mut names: Vec<String> = games.iter().flat_map(|game| game.bots.clone()).collect();
    names.sort();
    names.dedup();
    Tally::new(&names, games.iter()).expect("good games")
}

/// Games of two: block, and whether a wins.
fn duel(outcomes: &[u8]) -> Tally {
    let game =
        |(i, first): (usize, &u8)| result(&format!("r1t1b{}g1", i + 1), &[("a", *first), ("b", 1.max(3 - first))]);
    let mut games: Vec<GameResult> = outcomes.iter().enumerate().map(game).collect();
    for game in &mut games {
        if game.places.as_deref() == Some(&[1, 2]) || game.places.as_deref() == Some(&[2, 1]) {
            continue;
        }
        game.places = Some(vec![1, 1]);
    }
    tally(&games)
}

#[test]
fn two_bots_are_rated_as_by_hand() {
    // 15 wins of 20, and each has one more: odds of 16 to 6.
    let outcomes: Vec<u8> = (0..20).map(|i| if i % 4 == 0 { 2 } else { 1 }).collect();
    let ratings = rate(&duel(&outcomes), 0, 1);
    let difference = ratings[0].elo - ratings[1].elo;
    assert!((difference - 400.0 * (16.0_f64 / 6.0).log10()).abs() < 0.1, "{ratings:?}");
    assert!((ratings[0].elo + ratings[1].elo - 2.0 * MEAN).abs() < 1e-9);
    assert_eq!(ratings[0].blocks, 20);
    // A draw is half a win and half a loss.
    let drawn = rate(&duel(&[3; 8]), 0, 1);
    assert!((drawn[0].elo - MEAN).abs() < 1e-6);
}

#[test]
fn the_undefeated_are_finite_and_their_intervals_honest() {
    let ratings = rate(&duel(&[1; 10]), 1000, 1);
    let difference = |elo: f64| 2.0 * (elo - MEAN);
    assert!(difference(ratings[0].elo).is_finite() && ratings[0].elo > 1600.0);
    // From a uniform prior ten wins of ten leave 2.5 % below a chance of 0.025^(1/11), 0.715, which is 160 Elo, 256 below
    // the rating's 417; ten blocks widen that by 1.27.
    let low = difference(ratings[0].low);
    assert!((417.0 - 1.27 * 256.0 - low).abs() < 40.0, "{low}");
    assert!(ratings[0].high > ratings[0].elo + 200.0);
    assert!(ratings.iter().all(|rating| rating.high < 10_000.0 && rating.low > -10_000.0));
}

#[test]
fn order_and_names_do_not_matter_and_the_seed_alone_decides() {
    let games: Vec<GameResult> = (1..=12)
        .map(|i| {
            let place = |p: u8| 1 + (p + i) % 3;
            result(&format!("r1t1b{i}g1"), &[("a", place(0)), ("b", place(i / 4)), ("c", 1)])
        })
        .map(|mut game| {
            let keys = game.places.clone().unwrap_or_default();
            game.places =
                Some(keys.iter().map(|key| 1 + keys.iter().filter(|other| *other < key).count() as u8).collect());
            game
        })
        .collect();
    let names = ["a", "b", "c"].map(str::to_owned);
    let of =
        |games: Vec<&GameResult>, seed| rate(&Tally::new(&names, games.into_iter()).expect("good games"), 50, seed);
    let one = of(games.iter().collect(), 1);
    assert_eq!(one, of(games.iter().rev().collect(), 1));
    let other = of(games.iter().collect(), 2);
    let changed = |of: fn(&Rating) -> f64| (of(&one[0]) - of(&other[0])).abs() > 1e-9;
    assert!(!changed(|rating| rating.elo) && changed(|rating| rating.low));
}

#[test]
fn shared_places_count_as_every_order() {
    let game = Counted { id: "r1t1b1g1".parse().expect("an id"), bots: vec![4, 5, 6], places: vec![2, 1, 2] };
    assert_eq!(orders(&game), [(vec![5, 4, 6], 0.5), (vec![5, 6, 4], 0.5)]);
    let game = Counted { places: vec![1, 1, 1], ..game };
    assert_eq!(orders(&game).len(), 6);
}

#[test]
fn three_at_a_table_are_rated_as_by_hand() {
    // a wins four times and is second to each of the others once; b and c are alike.
    let places = [[1, 2, 3], [1, 3, 2], [1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1]];
    let games: Vec<GameResult> = (1..)
        .zip(places)
        .map(|(i, p)| result(&format!("r1t1b{i}g1"), &[("a", p[0]), ("b", p[1]), ("c", p[2])]))
        .collect();
    let ratings = rate(&tally(&games), 0, 1);
    assert!((ratings[1].elo - ratings[2].elo).abs() < 1e-6, "{ratings:?}");
    // Every pair has half a win each from what the bots bring in. With a worth of r in those of b the gradient for a is
    // zero: 6 draws and 1 brought in, of 6 sets of three, 2 of two, and 2 brought in.
    let r = 10_f64.powf((ratings[0].elo - ratings[1].elo) / 400.0);
    let gradient = 7.0 - 6.0 * r / (r + 2.0) - 4.0 * r / (r + 1.0);
    assert!(gradient.abs() < 0.01, "{ratings:?}");
}
