//! Schedules with made-up results: who meets whom, how often and on which seat.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::super::course::{Course, course};
use super::*;

type Places = BTreeMap<GameId, Option<Vec<u8>>>;

/// A configuration of bots called bot0, bot1 and so on.
pub(in crate::contest) fn config(format: &str, bots: usize, players: u8, more: &str) -> Config {
    read(format, bots, players, more).unwrap_or_else(|said| panic!("{said}"))
}

fn read(format: &str, bots: usize, players: u8, more: &str) -> Result<Config, String> {
    let bots: Vec<String> =
        (0..bots).map(|i| format!("[[bots]]\nname = \"bot{i}\"\ncommand = \"@random\"\n")).collect();
    let bots = bots.concat();
    let text = format!("game = \"toy\"\nformat = \"{format}\"\nplayers = {players}\n{more}\n{bots}");
    Config::read(&text).map_err(|faults| format!("{faults:?}"))
}

/// Plays a tournament with made-up results; `places` gets the seats and returns the places.
fn play(config: &Config, mut places: impl FnMut(&[usize]) -> Vec<u8>) -> (Vec<Block>, Course) {
    let mut scheduler = Scheduler::new(config, Bits128::typed(1));
    let (mut results, mut blocks) = (Places::new(), Vec::new());
    loop {
        match scheduler.next(&results) {
            Scheduled::Round(..) => {}
            Scheduled::Block(block) => {
                for (id, seats) in block.games() {
                    assert!(results.insert(id, Some(places(&seats))).is_none(), "{id} is played once");
                }
                blocks.push(block);
            }
            Scheduled::Wait => panic!("everything given out has been played"),
            Scheduled::Over => return (blocks, course(config, Bits128::typed(1), &results)),
        }
    }
}

/// The lower number wins.
fn by_number(seats: &[usize]) -> Vec<u8> {
    seats.iter().map(|bot| 1 + seats.iter().filter(|other| *other < bot).count() as u8).collect()
}

/// All bots share the first place.
fn tied(seats: &[usize]) -> Vec<u8> {
    vec![1; seats.len()]
}

#[test]
fn ids_are_read_as_they_are_written() {
    let id: GameId = "r1t20b3g4".parse().expect("an id");
    assert_eq!(id, GameId { block: BlockId { round: 1, table: 20, block: 3 }, game: 4 });
    assert_eq!(id.to_string(), "r1t20b3g4");
    for text in ["", "r1", "r01t1b1g1", "r+1t1b1g1", "r1t1b1g256", "r1t1b1g1 ", "r99999999999t1b1g1"] {
        assert!(text.parse::<GameId>().is_err(), "{text}");
    }
}

#[test]
fn circular_orders_come_once_each() {
    for players in 2..=5_usize {
        let bots: Vec<usize> = (0..players).collect();
        let all = (1..players as u32).product::<u32>();
        let orders: BTreeSet<Vec<usize>> = (0..all).map(|index| circular_order(&bots, index)).collect();
        assert_eq!(orders.len(), all as usize);
        assert!(orders.iter().all(|order| order[0] == 0));
    }
}

#[test]
fn a_gauntlet_is_the_first_against_all() {
    let (blocks, _) = play(&config("gauntlet", 4, 2, "blocks = 2"), by_number);
    let met: Vec<Vec<usize>> = blocks.iter().map(|block| block.order.clone()).collect();
    assert_eq!(met, [[0, 1], [0, 2], [0, 3], [0, 1], [0, 2], [0, 3]]);
    let (blocks, _) = play(&config("gauntlet", 5, 3, ""), by_number);
    assert_eq!(blocks.len(), 6);
    assert!(blocks.iter().all(|block| block.order.contains(&0)));
}

#[test]
fn a_table_is_known_by_its_number() {
    for (format, bots, players) in
        [("round-robin", 6, 2), ("round-robin", 7, 4), ("gauntlet", 6, 3), ("gauntlet", 3, 3)]
    {
        let config = config(format, bots, players, "");
        let tables: Vec<_> = fixed_tables(config.format, bots, players.into()).collect();
        let numbered: Vec<_> = (1..).map_while(|table| fixed_table(&config, table)).collect();
        assert_eq!(numbered, tables, "{format}");
        assert_eq!(fixed_table(&config, 0), None);
    }
}

#[test]
fn a_swiss_tournament_by_hand() {
    // Five bots; the lower number wins. The bye goes to the lowest that has had none.
    let (_, course) = play(&config("swiss", 5, 2, "rounds = 3"), by_number);
    let round =
        |tables: &[[usize; 2]], bye| Round { tables: tables.iter().map(|t| t.to_vec()).collect(), byes: vec![bye] };
    assert_eq!(course.rounds[0], round(&[[0, 2], [1, 3]], 4));
    // Now 0, 1 and 4 have won, 2 and 3 have not: 3 gets the bye, 0 meets 1, and 4 meets 2.
    assert_eq!(course.rounds[1], round(&[[0, 1], [4, 2]], 3));
    // 0 has two points, the others one each. 4 and 3 have had byes. The nearest opponent that 0 has not met is 3.
    assert_eq!(course.rounds[2], round(&[[0, 3], [1, 4]], 2));
    assert!(course.over);
    let first = |how: &str, secret: u64| {
        let config = config("swiss", 8, 2, &format!("rounds = 1\nfirst_round = \"{how}\""));
        match Scheduler::new(&config, Bits128::typed(secret)).next(&Places::new()) {
            Scheduled::Round(1, round) => round.tables,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(first("halves", 1), [[0, 4], [1, 5], [2, 6], [3, 7]]);
    assert_eq!(first("neighbours", 1), [[0, 1], [2, 3], [4, 5], [6, 7]]);
    assert_eq!(first("random", 1), first("random", 1));
    assert!((2..9).any(|secret| first("random", secret) != first("random", 1)), "lots follow from the secret");
    let mut all = first("random", 1).concat();
    all.sort_unstable();
    assert_eq!(all, (0..8).collect::<Vec<_>>());
}

#[test]
fn more_rounds_than_are_sure_are_played_while_there_is_a_pairing() {
    // Four bots have three rounds: every bot meets every other.
    let config = config("swiss", 4, 2, "rounds = 3");
    assert!(config.doubts()[0].contains("sure to find opponents without repeats for 2 rounds"));
    let (_, course) = play(&config, by_number);
    let mut pairs: Vec<Vec<usize>> = course.rounds.iter().flat_map(|round| round.tables.clone()).collect();
    for pair in &mut pairs {
        pair.sort_unstable();
    }
    pairs.sort();
    assert_eq!(
        (pairs, course.over),
        (vec![vec![0, 1], vec![0, 2], vec![0, 3], vec![1, 2], vec![1, 3], vec![2, 3]], true)
    );
}

#[test]
fn tables_repeat_as_few_meetings_as_can_be() {
    let (_, course) = play(&config("swiss", 12, 4, "rounds = 3"), by_number);
    let mut met: BTreeMap<[usize; 2], usize> = BTreeMap::new();
    for table in course.rounds.iter().flat_map(|round| &round.tables) {
        for a in table {
            table.iter().filter(|b| a < *b).for_each(|b| *met.entry([*a, *b]).or_default() += 1);
        }
    }
    // 54 meetings. In the second round, a table of four has bots from three earlier tables, so one pair repeats; in
    // the third, two pairs do, if none is to meet a third time.
    assert_eq!((54 - met.len(), met.values().max()), (9, Some(&2)), "{:?}", course.rounds);
    let (blocks, _) = play(&config("round-robin", 6, 4, ""), by_number);
    let orders: BTreeSet<Vec<usize>> = blocks
        .iter()
        .map(|block| {
            let mut sorted = block.order.clone();
            sorted.sort_unstable();
            block.order.iter().map(|bot| sorted.iter().position(|other| other == bot).unwrap_or_default()).collect()
        })
        .collect();
    assert_eq!(orders.len(), 6, "with one block a table, tables begin with different orders");
}

#[test]
fn a_knockout_by_hand() {
    let (blocks, course) = play(&config("knockout", 6, 2, ""), by_number);
    assert_eq!(course.rounds[0], Round { tables: vec![vec![2, 5], vec![3, 4]], byes: vec![0, 1] });
    assert_eq!(course.rounds[1], Round { tables: vec![vec![0, 3], vec![1, 2]], byes: vec![] });
    assert_eq!(course.rounds[2].tables, [[0, 1]]);
    assert_eq!(course.reached, [4, 3, 2, 2, 1, 1]);
    assert_eq!(blocks.len(), 5);
    let (_, course) = play(&config("knockout", 7, 4, ""), by_number);
    assert_eq!(course.rounds[0], Round { tables: vec![vec![3, 4, 5, 6]], byes: vec![0, 1, 2] });
    assert_eq!(course.rounds[1].tables, [[0, 1, 2, 3]]);
    // Sixteen bots at tables of four are seated in a snake.
    let (_, course) = play(&config("knockout", 16, 4, ""), by_number);
    assert_eq!(course.rounds[0].tables[0], [0, 7, 8, 15]);
    assert_eq!(course.rounds[1].tables, [[0, 1, 2, 3]]);
}

#[test]
fn a_tied_table_plays_on_and_then_the_seed_decides() {
    let (blocks, course) = play(&config("knockout", 2, 2, "blocks = 2"), tied);
    let ids: Vec<String> = blocks.iter().map(|block| block.id.to_string()).collect();
    assert_eq!(ids, ["r1t1b1", "r1t1b2", "r1t1b3", "r1t1b4", "r1t1b5"]);
    assert_eq!(course.reached, [2, 1]);
    // Bot 1 wins the last game of the third block.
    let mut games = 0;
    let (blocks, course) = play(&config("knockout", 2, 2, "blocks = 2"), |seats| {
        games += 1;
        if games == 6 { seats.iter().map(|bot| 2 - *bot as u8).collect() } else { tied(seats) }
    });
    assert_eq!((blocks.len(), course.reached), (3, vec![1, 2]));
}

#[test]
fn nothing_is_paired_before_the_round_has_ended() {
    let config = config("swiss", 4, 2, "rounds = 2");
    let mut scheduler = Scheduler::new(&config, Bits128::typed(1));
    let mut results = Places::new();
    let mut given = Vec::new();
    assert!(matches!(scheduler.next(&results), Scheduled::Round(1, _)));
    while let Scheduled::Block(block) = scheduler.next(&results) {
        given.extend(block.games());
    }
    let (last, first) = given.split_last().expect("games");
    results.extend(first.iter().map(|(id, seats)| (*id, Some(by_number(seats)))));
    assert_eq!(scheduler.next(&results), Scheduled::Wait);
    assert!(!course(&config, Bits128::typed(1), &results).over);
    results.insert(last.0, None);
    assert!(matches!(scheduler.next(&results), Scheduled::Round(2, _)));
}

#[test]
fn numbers_that_do_not_go_together_are_refused() {
    let refused = |said: Result<Config, String>, because: &str| assert!(said.expect_err(because).contains(because));
    refused(read("swiss", 6, 2, "rounds = 6"), "at most 5 rounds, not 6");
    refused(read("round-robin", 6, 2, "first_round = \"random\""), "only a swiss tournament");
    refused(read("swiss", 6, 2, ""), "has a number of `rounds`");
    refused(read("knockout", 8, 4, ""), "7 or 10 bots leave one winner");
    refused(read("round-robin", 256, 5, ""), "at most 10000000");
    refused(read("round-robin", 4, 6, ""), "seats 2 to 5");
}

proptest! {
    #[test]
    fn a_round_robin_has_every_table_once_a_block_and_fair_seats(bots in 2..9_usize, players in 2..=5_u8, blocks in 1..4_u32) {
        prop_assume!(bots >= usize::from(players));
        let config = config("round-robin", bots, players, &format!("blocks = {blocks}"));
        let (played, _) = play(&config, by_number);
        let mut seen: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
        let mut seated = vec![vec![0_u32; players.into()]; bots];
        for block in &played {
            let mut table = block.order.clone();
            table.sort_unstable();
            *seen.entry(table).or_default() += 1;
            for (_, seats) in block.games() {
                seats.iter().enumerate().for_each(|(seat, bot)| seated[*bot][seat] += 1);
            }
        }
        prop_assert_eq!(seen.len() as u64, choose(bots as u64, players.into()));
        prop_assert!(seen.values().all(|times| *times == blocks));
        prop_assert!(seated.iter().flatten().all(|times| *times == seated[0][0]));
    }

    #[test]
    fn swiss_pairs_every_bot_and_no_two_bots_twice(bots in 2..40_usize, luck in any::<u64>()) {
        let rounds = bots.div_ceil(2);
        let config = config("swiss", bots, 2, &format!("rounds = {rounds}"));
        let mut state = luck;
        let (_, course) = play(&config, |seats| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            match state >> 62 { 0 => vec![1, 2], 1 => vec![2, 1], 2 => tied(seats), _ => by_number(seats) }
        });
        prop_assert_eq!(course.rounds.len(), rounds);
        let mut pairs = BTreeSet::new();
        let mut byes = BTreeSet::new();
        for round in &course.rounds {
            let mut all: Vec<usize> = round.tables.concat();
            all.extend(&round.byes);
            all.sort_unstable();
            prop_assert_eq!(all, (0..bots).collect::<Vec<_>>());
            for table in &round.tables {
                prop_assert!(pairs.insert([table[0].min(table[1]), table[0].max(table[1])]), "met twice");
            }
            prop_assert!(round.byes.iter().all(|bye| byes.insert(*bye)), "two byes");
        }
    }

    #[test]
    fn swiss_fills_larger_tables(bots in 3..30_usize, players in 3..=5_u8, rounds in 1..6_u32) {
        prop_assume!(bots >= usize::from(players));
        let (_, course) = play(&config("swiss", bots, players, &format!("rounds = {rounds}")), by_number);
        let mut byes = vec![0_u32; bots];
        for round in &course.rounds {
            prop_assert!(round.tables.iter().all(|table| table.len() == usize::from(players)));
            let mut all: Vec<usize> = [round.tables.concat(), round.byes.clone()].concat();
            all.sort_unstable();
            prop_assert_eq!(all, (0..bots).collect::<Vec<_>>());
            round.byes.iter().for_each(|bot| byes[*bot] += 1);
        }
        prop_assert!(byes.iter().max().unwrap_or(&0) - byes.iter().min().unwrap_or(&0) <= 1);
    }

    #[test]
    fn a_knockout_leaves_one(bots in 2..40_usize, players in 2..=5_u8) {
        let bots = 1 + (usize::from(players) - 1) * bots.div_ceil(usize::from(players) - 1);
        let (blocks, course) = play(&config("knockout", bots, players, ""), by_number);
        prop_assert_eq!(blocks.len(), (bots - 1) / (usize::from(players) - 1));
        let best = course.reached.iter().max().copied();
        prop_assert_eq!(best, Some(course.rounds.len() as u32 + 1));
        prop_assert_eq!(course.reached.iter().filter(|round| Some(**round) == best).count(), 1);
        prop_assert_eq!(Some(course.reached[0]), best);
        prop_assert!(course.rounds[1..].iter().all(|round| round.byes.is_empty()), "byes in the first round only");
    }

    #[test]
    fn resuming_is_computing_the_same_again(cut in 0..60_usize, knockout in any::<bool>()) {
        let config = if knockout { config("knockout", 7, 2, "blocks = 2") } else { config("swiss", 7, 2, "rounds = 3\nblocks = 2") };
        let (all, _) = play(&config, tied);
        let (mut scheduler, mut results, mut again) = (Scheduler::new(&config, Bits128::typed(1)), Places::new(), Vec::new());
        let mut kill_at = Some(cut % all.len());
        loop {
            if kill_at == Some(again.len()) {
                // The scheduler starts again without memory.
                kill_at = None;
                scheduler = Scheduler::new(&config, Bits128::typed(1));
                again.clear();
            }
            match scheduler.next(&results) {
                Scheduled::Block(block) => {
                    results.extend(block.games().map(|(id, seats)| (id, Some(tied(&seats)))));
                    again.push(block);
                    if again.len() == all.len() { break; }
                }
                Scheduled::Round(..) => {}
                other => panic!("{other:?}"),
            }
        }
        prop_assert_eq!(again, all);
    }
}

#[test]
fn groups_play_side_by_side_and_their_best_a_knockout() {
    // The lower number wins, but bot 9 beats everybody.
    let strong = |seats: &[usize]| {
        let strength = |bot: usize| if bot == 9 { 100 } else { 50 - bot };
        seats
            .iter()
            .map(|bot| 1 + seats.iter().filter(|other| strength(**other) > strength(*bot)).count() as u8)
            .collect()
    };
    let config = config("groups", 12, 2, "groups = 3\nadvance = 2\nthird_place = true");
    let (blocks, course) = play(&config, strong);
    assert_eq!(groups::groups(&config), [vec![0, 5, 6, 11], vec![1, 4, 7, 10], vec![2, 3, 8, 9]]);
    assert_eq!(course.rounds[0].tables.len(), 18, "six pairs in each group");
    let ranked = |group: usize| course.groups[group].iter().map(|(bot, _)| *bot).collect::<Vec<_>>();
    assert_eq!((ranked(0), ranked(2)), (vec![0, 5, 6, 11], vec![9, 2, 3, 8]));
    assert_eq!(course.advancing, [0, 1, 9, 5, 4, 2]);
    // The first two seeds have a bye; 9 and 2 come from one group and do not meet.
    assert_eq!(course.rounds[1].byes, [0, 1]);
    assert_eq!(course.rounds[1].tables, [[9, 4], [5, 2]].map(Vec::from));
    assert_eq!(course.rounds[2].tables, [[0, 2], [1, 9]].map(Vec::from));
    assert_eq!(course.rounds[3].tables, [[0, 9], [1, 2]].map(Vec::from), "the final, and the third place");
    assert_eq!((course.reached[9], course.reached[0], course.third, course.over), (5, 4, Some(1), true));
    assert_eq!(blocks.iter().filter(|block| block.id.round == 1).count(), 18);
    // In a group equal points are separated by the encounter of those that are equal, then by seed.
    let config = read("groups", 4, 2, "groups = 1\nadvance = 2").expect("it fits");
    let beats = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)];
    let round = |seats: &[usize]| if beats.contains(&(seats[0], seats[1])) { vec![1, 2] } else { vec![2, 1] };
    let (_, course) = play(&config, round);
    let order: Vec<usize> = course.groups[0].iter().map(|(bot, _)| *bot).collect();
    assert_eq!(order, [0, 1, 2, 3], "0 and 1 won two each, and 0 beat 1");
    let refused = |bots: usize, more: &str, because: &str| {
        let said = read("groups", bots, 2, more).expect_err(because);
        assert!(said.contains(because), "{said}");
    };
    refused(8, "", "a number of `groups`");
    refused(8, "groups = 4\nadvance = 2", "each needs 3");
    refused(8, "groups = 0", "a number of `groups`");
    refused(8, "groups = 2\nadvance = 0", "each needs");
    refused(8, "groups = 1\nadvance = 1", "1 bots go on");
    let said = read("swiss", 8, 2, "rounds = 2\nadvance = 1").expect_err("no groups there");
    assert!(said.contains("only the format `groups`"), "{said}");
}
