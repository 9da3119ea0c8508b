//! Ratings checked against values computed by hand, and against made-up tournaments with known strengths.

use super::super::record::GameResult;
use super::super::record::tests::result;
use super::*;

fn tally(games: &[GameResult]) -> GameTally {
    let mut names: Vec<String> = games.iter().flat_map(|game| game.bots.clone()).collect();
    names.sort();
    names.dedup();
    GameTally::new(&names, games.iter()).expect("good games")
}

/// Games of two bots, one per block; 1: a wins, 2: b wins, otherwise a draw.
fn duel(outcomes: &[u8]) -> GameTally {
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
    // 15 wins of 20, and 1.2 added for each: odds of 16.2 to 6.2.
    let outcomes: Vec<u8> = (0..20).map(|i| if i % 4 == 0 { 2 } else { 1 }).collect();
    let ratings = rate(&duel(&outcomes), 0, 1).bots;
    let difference = ratings[0].elo - ratings[1].elo;
    assert!((difference - 400.0 * (16.2_f64 / 6.2).log10()).abs() < 0.1, "{ratings:?}");
    assert!((ratings[0].elo + ratings[1].elo - 2.0 * MEAN).abs() < 1e-9);
    assert_eq!(ratings[0].blocks, 20);
    // A draw is half a win and half a loss.
    let drawn = rate(&duel(&[3; 8]), 0, 1).bots;
    assert!((drawn[0].elo - MEAN).abs() < 1e-6);
}

#[test]
fn the_undefeated_are_finite_and_their_intervals_honest() {
    let all = rate(&duel(&[1; 10]), 4000, 1);
    let (ratings, dispersion) = (all.bots, all.dispersion);
    let difference = |elo: f64| 2.0 * (elo - MEAN);
    assert!(difference(ratings[0].elo).is_finite() && ratings[0].elo > 1600.0);
    // From a uniform prior, ten wins of ten leave 2.5 % below a probability of 0.025^(1/11) = 0.715, which is 160
    // Elo. With 1.2 added wins each it is a little less, and the uncertain dispersion lowers it further.
    let low = difference(ratings[0].low);
    assert!((130.0..180.0).contains(&low), "{low} {dispersion}");
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
    let of = |games: Vec<&GameResult>, seed| {
        rate(&GameTally::new(&names, games.into_iter()).expect("good games"), 50, seed).bots
    };
    let one = of(games.iter().collect(), 1);
    assert_eq!(one, of(games.iter().rev().collect(), 1));
    let other = of(games.iter().collect(), 2);
    let changed = |of: fn(&Rating) -> f64| (of(&one[0]) - of(&other[0])).abs() > 1e-9;
    assert!(!changed(|rating| rating.elo) && changed(|rating| rating.low));
}

#[test]
fn three_at_a_table_are_rated_as_by_hand() {
    // a wins four times and comes second to each of the others once; b and c are equal.
    let places = [[1, 2, 3], [1, 3, 2], [1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1]];
    let games: Vec<GameResult> = (1..)
        .zip(places)
        .map(|(i, p)| result(&format!("r1t1b{i}g1"), &[("a", p[0]), ("b", p[1]), ("c", p[2])]))
        .collect();
    let ratings = rate(&tally(&games), 0, 1).bots;
    assert!((ratings[1].elo - ratings[2].elo).abs() < 1e-6, "{ratings:?}");
    // Blocks are not whole, so seats do not count. Every pair gets 0.6 wins each way. If a is r times as strong as
    // b, the gradient for a is zero: 6 draws and 1.2 added, from 6 sets of three, 2 of two, and 2.4 added.
    let r = 10_f64.powf((ratings[0].elo - ratings[1].elo) / 400.0);
    let gradient = 7.2 - 6.0 * r / (r + 2.0) - 4.4 * r / (r + 1.0);
    assert!(gradient.abs() < 0.01, "{ratings:?}");
}

#[test]
fn draws_scatter_less_than_wins_and_losses() {
    // Two games say little about scatter, but that drawn games have none is known.
    let [drawn, decided] = [[3, 3], [1, 2]].map(|outcomes| rate(&duel(&outcomes), 0, 1).dispersion);
    assert!(drawn < 0.7 && decided > 0.9, "{drawn} {decided}");
}

#[test]
fn what_a_block_of_four_shares_shows_in_ten_blocks() {
    // Each game of a block ends like the first, so that results scatter four times as much as those of independent games.
    let orders = [[1, 2, 3, 4], [4, 3, 2, 1], [2, 4, 1, 3], [3, 1, 4, 2], [1, 4, 2, 3]];
    let block = |block: usize| {
        let game = move |game: usize| {
            let seated = |seat: usize| (["a", "b", "c", "d"][(seat + game) % 4], orders[block % 5][(seat + game) % 4]);
            result(&format!("r1t1b{block}g{}", game + 1), &[0, 1, 2, 3].map(seated))
        };
        (0..4).map(game).collect::<Vec<_>>()
    };
    let games: Vec<GameResult> = (1..=10).flat_map(block).collect();
    let dispersion = rate(&tally(&games), 0, 1).dispersion;
    assert!(dispersion > 2.8, "{dispersion}");
}

#[test]
fn the_middle_holds_one_more_value_as_often_as_it_says() {
    // Of forty values in any order, one in forty is the least.
    let values: Vec<f64> = (1..40).map(f64::from).collect();
    let (low, high) = middle(20.0, values.into_iter());
    assert!((low - 1.0).abs() < 1e-9 && (high - 39.0).abs() < 1e-9, "{low} {high}");
}

/// Blocks of two games between neighbours in a list; the first of each pair wins all.
fn chain(names: &[&str]) -> Vec<GameResult> {
    let pair = |(at, two): (usize, &[&str])| {
        let id = |game: u8| format!("r1t{}b1g{game}", at + 1);
        [result(&id(1), &[(two[0], 1), (two[1], 2)]), result(&id(2), &[(two[1], 2), (two[0], 1)])]
    };
    names.windows(2).enumerate().flat_map(pair).collect()
}

#[test]
fn who_never_met_is_rated_apart() {
    let mut games = chain(&["a", "b"]);
    games.extend(chain(&["c", "d"]).into_iter().map(|mut game| {
        game.game_id.block.table = 2;
        game
    }));
    let ratings = rate(&tally(&games), 400, 1);
    let of = |bot: usize| ratings.bots[bot];
    assert_eq!([0, 1, 2, 3].map(|bot| of(bot).group), [0, 0, 1, 1]);
    for first in [0, 2] {
        assert!((of(first).elo + of(first + 1).elo - 2.0 * MEAN).abs() < 1e-6);
        assert!(of(first).high - of(first).low > 200.0, "{:?}", ratings.bots);
    }
    assert!(ratings.difference(0, 2).is_none() && ratings.difference(0, 1).is_some_and(|by| by.superior > 0.8));
    // A chain is rated as one group, and every link except the two at its ends is a bridge.
    let all = rate(&tally(&chain(&["a", "b", "c", "d", "e"])), 100, 1);
    assert!(all.bots.iter().all(|bot| bot.group == 0));
    let bridges: Vec<_> = all.bridges.iter().map(|bridge| (bridge.bots.clone(), bridge.blocks)).collect();
    assert_eq!(bridges, [(vec!["b".to_owned(), "c".to_owned()], 1), (vec!["c".to_owned(), "d".to_owned()], 1)]);
}

#[test]
fn a_bridge_widens_what_lies_beyond_it() {
    // Two pairs of a hundred even blocks each, and one block between them.
    let even = |a: &str, b: &str, table: usize, blocks: usize| {
        let block = |block: usize| {
            let id = |game: usize| format!("r1t{table}b{block}g{game}");
            let won = |by: usize| if (block / by).is_multiple_of(2) { [1, 2] } else { [2, 1] };
            let (one, two) = (won(1), won(2));
            [result(&id(1), &[(a, one[0]), (b, one[1])]), result(&id(2), &[(b, two[0]), (a, two[1])])]
        };
        (1..=blocks).flat_map(block).collect::<Vec<_>>()
    };
    let games = [even("a", "b", 1, 100), even("c", "d", 2, 100), even("b", "c", 3, 1)].concat();
    let ratings = rate(&tally(&games), 1000, 1);
    let width = |a: usize, b: usize| ratings.difference(a, b).map(|by| by.high - by.low).unwrap_or_default();
    assert!(width(0, 1) < 150.0 && width(2, 3) < 150.0, "{} {}", width(0, 1), width(2, 3));
    assert!(width(0, 3) > 4.0 * width(0, 1) && width(0, 2) > 400.0, "{} {}", width(0, 3), width(0, 2));
}

#[test]
fn a_seat_that_wins_is_told_from_a_bot_that_does() {
    // The first seat wins three of four games; the bots are equal.
    let blocks = (1..=40).flat_map(|block| {
        let id = |game: usize| format!("r1t1b{block}g{game}");
        let won = |by: usize| if block % 4 == by { [2, 1] } else { [1, 2] };
        let (one, two) = (won(0), won(1));
        [result(&id(1), &[("a", one[0]), ("b", one[1])]), result(&id(2), &[("b", two[0]), ("a", two[1])])]
    });
    let ratings = rate(&tally(&blocks.collect::<Vec<_>>()), 400, 1);
    let seat = ratings.seats[0][0] - ratings.seats[1][0];
    assert!((150.0..230.0).contains(&seat), "{:?}", ratings.seats);
    assert!(ratings.seats[0][1] > 0.0 && (ratings.bots[0].elo - MEAN).abs() < 1e-6, "{:?}", ratings.bots);
    let mut anchored = ratings.clone();
    anchored.anchor(1, 2000.0);
    let [a, b] = [anchored.bots[0], anchored.bots[1]];
    assert!((b.elo - 2000.0).abs() < 1e-9 && (b.high - b.low).abs() < 1e-9);
    assert!((a.elo - b.elo - (ratings.bots[0].elo - ratings.bots[1].elo)).abs() < 1e-9 && a.high > a.elo);
}

#[test]
fn many_equal_counts_share_a_pool_that_is_drawn_anew() {
    use std::cell::Cell;
    let drawn = Cell::new(0_u32);
    let lots = [|random: &mut ChaCha8Rng| {
        drawn.set(drawn.get() + 1);
        f64::from(random.next_u32())
    }];
    let mut random = ChaCha8Rng::seed_from_u64(1);
    assert_eq!(pools(&lots, &[POOL], &mut random), [Vec::<f64>::new()], "few draw their own lots");
    assert_eq!(drawn.get(), 0);
    let [one, two] = [(); 2].map(|()| pools(&lots, &[16 * POOL], &mut random));
    assert_eq!((one[0].len(), drawn.get() as usize), (POOL, 2 * POOL));
    assert_ne!(one, two);
}
