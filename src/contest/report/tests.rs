//! Reports of small competitions: what they say in every format. They depend on the games alone.

use super::super::config::Config;
use super::super::journal::Opening;
use super::super::page::{Links, html};
use super::super::record::Cause;
use super::super::record::tests::result;
use super::super::schedule::tests::config;
use super::*;
use crate::commitment::Bits128;

fn id(text: &str) -> crate::contest::schedule::GameId {
    text.parse().expect("an id")
}

/// The report of results of no named competition.
fn of_results(games: impl Iterator<Item = GameResult>, ties: &[TieBreak], wanted: &Wanted) -> Result<Report, NoReport> {
    let mut sources = ResultSources::default();
    for game in games {
        sources.add(super::super::journal::JournalLine::Result(game.into()))?;
    }
    of_sources(sources, ties, wanted)
}

fn quick() -> Wanted {
    Wanted { resamples: 50, transcripts: true, ..Wanted::default() }
}

fn ledger(config: Config, games: Vec<GameResult>) -> Ledger {
    let opening = Opening {
        version: super::super::journal::VERSION,
        config_sha256: config.digest(),
        edition_sha256: None,
        positions_sha256: None,
        seed: Bits128::typed(1),
        luck_can_be_remembered: false,
        config,
    };
    let games = games.into_iter().map(|game| (game.game_id, game.into())).collect();
    let stages = Some((&opening.config).into());
    Ledger { opening: Some(opening), stages, games, ..Ledger::default() }
}

/// A round-robin of three, one block per table: the lower number wins, except that the last game is drawn.
fn small() -> Vec<GameResult> {
    let win = |id: &str, a: &str, b: &str| result(id, &[(a, 1 + u8::from(a > b)), (b, 1 + u8::from(b > a))]);
    vec![
        win("r1t1b1g1", "bot0", "bot1"),
        win("r1t1b1g2", "bot1", "bot0"),
        win("r1t2b1g1", "bot0", "bot2"),
        win("r1t2b1g2", "bot2", "bot0"),
        win("r1t3b1g1", "bot1", "bot2"),
        result("r1t3b1g2", &[("bot2", 1), ("bot1", 1)]),
    ]
}

#[test]
fn a_round_robin_is_reported() {
    let mut games = small();
    games[0].causes[1] = Cause::TimeMove;
    games[5].transcript = Some("games/r1t3b1g2.jsonl".to_owned());
    let mut ledger = ledger(config("round-robin", 3, 2, ""), games);
    ledger.duplicates = vec![Duplicate::of(&ledger.games[&id("r1t1b1g1")], &ledger.games[&id("r1t1b1g1")])];
    let report = of_journal(&ledger, &quick()).expect("good");
    let rows: Vec<_> =
        report.standings.iter().map(|row| (&*row.bot, row.points, row.games, row.separated_by)).collect();
    assert_eq!(rows, [("bot0", 4.0, 4, None), ("bot1", 1.5, 4, Some("score")), ("bot2", 0.5, 4, Some("score"))]);
    assert_eq!((report.games, report.blocks, report.complete), (6, 3, Some(true)));
    assert_eq!(report.crosstable[1][2].map(|cell| (cell.score, cell.games)), Some((0.75, 2)));
    assert!(report.crosstable[1][1].is_none());
    let [first, second] = [0, 1].map(|at| &report.standings[at]);
    assert!(first.elo > second.elo && first.elo_low < first.elo && first.elo < first.elo_high);
    assert_eq!((second.faults_listed(), first.mean_ms), ("1 time_move".to_owned(), Some(1.0)));
    let text = report.text(None);
    assert!(
        text.contains("bot1  0.375    1.50      4") && text.contains("1 result came twice and counted once"),
        "{text}"
    );
    assert!(report.csv().contains("\n2,bot1,0.375,1.5,4,0,1,,score,,4.5,0.375,1,"), "{}", report.csv());
    let page = html(&report, Links::default());
    assert!(page.contains("<a href=\"./games/r1t3b1g2.jsonl\">r1t3b1g2</a>") && page.contains("<svg"));
    assert!(!page.contains("<script") && !page.contains("http:") && !page.contains("https:"));
    ledger.games.remove(&"r1t3b1g2".parse().expect("an id"));
    assert_eq!(of_journal(&ledger, &quick()).expect("good").complete, Some(false));
}

#[test]
fn faults_are_told_by_bot_and_cause_with_the_first_of_them() {
    let mut games = small();
    for (at, seat, cause, why) in [
        (0, 1, Cause::Exit, "it ended with code 1<b>\u{1b}[2J\u{202e}; on standard error: hush\nlines"),
        (4, 0, Cause::Exit, "it ended with code 2"),
        (5, 1, Cause::TimeMove, ""),
    ] {
        games[at].causes[seat] = cause;
        games[at].why = vec![String::new(); 2];
        why.clone_into(&mut games[at].why[seat]);
    }
    // A game that does not count has no faults.
    games[3].causes[0] = Cause::Exit;
    games[3].places = None;
    let report = of_journal(&ledger(config("round-robin", 3, 2, ""), games), &quick()).expect("good");
    let told: Vec<_> = report.faults.iter().map(|fault| (&*fault.bot, fault.cause, fault.games, fault.first)).collect();
    assert_eq!(told, [("bot1", Cause::TimeMove, 1, id("r1t3b1g2")), ("bot1", Cause::Exit, 2, id("r1t1b1g1"))]);
    let text = report.text(None);
    let exit = "  bot1: exit (its program ended, or closed its output) in 2 games, first in r1t1b1g1: it ended with code 1<b>\\u{1b}[2J\\u{202e}";
    assert!(text.contains(&format!("{exit}; on standard error: hush\n    lines\n")), "{text}");
    assert!(text.contains("  bot1: time_move (it took too long for a move) in r1t3b1g2\n"), "{text}");
    let page = html(&report, Links::default());
    assert!(
        page.contains("it ended with code 1&lt;b&gt;\\u{1b}[2J\\u{202e} </li>") && !page.contains("hush"),
        "{page}"
    );
}

#[test]
fn results_in_any_order_say_the_same() {
    let json = |games: Vec<GameResult>| {
        let report = of_results(games.into_iter(), &TieBreak::usual(), &quick()).expect("good");
        serde_json::to_string(&report).expect("JSON")
    };
    let one = json(small());
    assert_eq!(one, json(small().into_iter().rev().collect()));
    let twice = json(small().into_iter().chain(small()).collect());
    assert!(twice.contains("\"duplicates\":[{\"game_id\":\"r1t1b1g1\"}"));
    let standings = |text: &str| text.split("standings").nth(1).map(str::to_owned);
    assert_eq!(standings(&one), standings(&twice));
}

#[test]
fn byes_and_rounds_count_in_their_formats() {
    // Swiss, three bots, one block: bot0 and bot1 meet, and bot2 has a bye of two games.
    let games = small().into_iter().take(2).collect();
    let report = of_journal(&ledger(config("swiss", 3, 2, "rounds = 1"), games), &quick()).expect("good");
    let rows: Vec<_> = report.standings.iter().map(|row| (&*row.bot, row.points, row.bye_games)).collect();
    assert_eq!(rows, [("bot2", 2.0, 2), ("bot0", 2.0, 0), ("bot1", 0.0, 0)]);
    assert_eq!(report.standings[1].separated_by, Some("buchholz"), "a bye is an opponent like oneself");
    let (text, page) = (report.text(None), html(&report, Links::default()));
    assert!(text.contains("games  bye games") && text.contains("2.00      2          2 "), "{text}");
    assert!(page.contains("<th>Bye games</th>") && page.contains("<td>2</td><td>2</td><td>0</td>"), "{page}");
    assert!(text.contains("Each game of a bye counts as won") && page.contains("Each game of a bye counts as won"));
    // Knockout: bot1 beats bot2 while bot0 waits, then wins the final.
    let games = vec![
        result("r1t1b1g1", &[("bot1", 1), ("bot2", 2)]),
        result("r1t1b1g2", &[("bot2", 2), ("bot1", 1)]),
        result("r2t1b1g1", &[("bot0", 2), ("bot1", 1)]),
        result("r2t1b1g2", &[("bot1", 1), ("bot0", 2)]),
    ];
    let report = of_journal(&ledger(config("knockout", 3, 2, ""), games), &quick()).expect("good");
    let rows: Vec<_> = report.standings.iter().map(|row| (&*row.bot, row.round, row.separated_by)).collect();
    assert_eq!(rows, [("bot1", Some(2), None), ("bot0", Some(2), Some("final")), ("bot2", Some(1), Some("round"))]);
    assert_eq!(report.complete, Some(true));
    assert!(report.text(None).starts_with("   bot   round  score"), "{}", report.text(None));
    assert!(html(&report, Links::default()).contains("<th>Round</th>"));
    assert!(
        !report.text(None).contains("bye games") && !html(&report, Links::default()).contains("ye games"),
        "a bye has no points in a knockout"
    );
    let told =
        "Round 1:\n  bot1 2 - bot2 0 (bot1 goes on)\n  bye: bot0\n\nRound 2:\n  bot0 0 - bot1 2 (bot1 goes on)\n";
    assert!(report.text(None).contains(told), "{}", report.text(None));
    assert!(report.csv().contains(",1: bye; 2: 0 - bot1 2\n"), "{}", report.csv());
    assert!(html(&report, Links::default()).contains("<li>bot1 2 - bot2 0 (bot1 goes on)</li>"));
}

#[test]
fn what_the_seed_alone_decided_is_told() {
    let off = |id: String| {
        let seated = if id.ends_with('1') { [("bot0", 1), ("bot1", 1)] } else { [("bot1", 1), ("bot0", 1)] };
        let mut game = result(&id, &seated);
        game.places = None;
        game
    };
    let games = (1..=4).flat_map(|block| (1..=2).map(move |game| off(format!("r1t1b{block}g{game}")))).collect();
    let report = of_journal(&ledger(config("knockout", 2, 2, ""), games), &quick()).expect("good");
    let text = report.text(None);
    assert!(text.contains("no game counts after 4 blocks; bot0 goes on as the better seed"), "{text}");
    assert!(text.contains("1 table was decided by the order of the tournament's file"), "{text}");
    let table = &report.rounds[0].tables[0];
    assert_eq!((table.winner.as_deref(), table.by_seed, table.games), (Some("bot0"), true, 0));
    assert!(report.csv().contains("1: 0 - bot1 0 (by seed)"), "{}", report.csv());
}

#[test]
fn ties_show_what_they_were_broken_by() {
    let mut games = small();
    let of = |games: &[GameResult]| {
        of_journal(&ledger(config("round-robin", 3, 2, ""), games.to_vec()), &quick()).expect("good")
    };
    assert!(!of(&games).text(None).contains("sonneborn-berger  "), "all scores differ");
    // Each bot beats one other once, in a circle, and draws the rest: two points each, and nothing separates them.
    for game in &mut games {
        game.places = Some(vec![1, 1]);
    }
    games[2].places = Some(vec![2, 1]);
    games[4].places = Some(vec![1, 2]);
    games[0].places = Some(vec![1, 2]);
    let report = of(&games);
    assert_eq!(report.standings[0].tie_break_values.len(), 4);
    let text = report.text(None);
    assert!(text.contains("head-to-head  buchholz  sonneborn-berger  wins"), "{text}");
    assert!(text.contains("Equal scores are separated by head-to-head, then buchholz, then"), "{text}");
    assert!(html(&report, Links::default()).contains("<th>head-to-head</th>"));
    assert!(
        report.csv().starts_with("rank,bot,score,points,games,bye_games,wins,round,separated_by,by_head_to_head,by_b")
    );
}

#[test]
fn a_page_says_what_was_declared() {
    let config = config("round-robin", 3, 2, "clock = \"5+1\"\noptions = { setup = \"S2\" }");
    let ledger = ledger(config, small());
    let page = html(&of_journal(&ledger, &quick()).expect("good"), Links::default());
    let digest = &ledger.opening.as_ref().expect("an opening").config_sha256;
    for said in ["toy", "round-robin", "5+1", "setup = S2", "built-in", digest, "ten to one", "1500"] {
        assert!(page.contains(said), "{said}: {page}");
    }
}

#[test]
fn a_large_crosstable_is_left_out_of_the_text_and_told() {
    let game = |n: usize| result(&format!("r1t{}b1g1", n + 1), &[("all", 1), (&format!("b{n}"), 2)]);
    let of = |bots: usize| of_results((0..bots - 1).map(game), &[], &quick()).expect("good").text(None);
    assert!(of(21).contains("The crosstable of 21 bots is too wide for text") && !of(21).contains("[1]"));
    assert!(of(20).contains("[20]"));
}

#[test]
fn a_page_links_to_replays_where_games_were_decided() {
    let mut game = result("r1t1b1g1", &[("a", 1), ("b", 2)]);
    game.transcript = Some("games/r1t1b1g1.jsonl".to_owned());
    let report = of_results([game].into_iter(), &[], &quick()).expect("good");
    let page = html(&report, Links { transcripts: None, replays: Some("../replays/") });
    assert!(page.contains("<a href=\"../replays/r1t1b1g1.html#at=decisive\">where it was decided</a>"), "{page}");
    assert!(!html(&report, Links::default()).contains("Replay"), "there are none");
}

#[test]
fn names_from_outside_stay_text() {
    let evil = "<script>alert(\"1\")</script>,'&";
    let mut game = result("r1t1b1g1", &[(evil, 1), ("b", 2)]);
    game.transcript = Some("javascript:alert(1)".to_owned());
    game.reason = "<b>".to_owned();
    let report = of_results([game].into_iter(), &[], &quick()).expect("good");
    let page = html(&report, Links::default());
    assert!(!page.contains("<script") && !page.contains("javascript:") && !page.contains("<b>"), "{page}");
    assert!(report.csv().contains("\"<script>alert(\"\"1\"\")</script>,'&\""));
    // Text that a spreadsheet would compute is marked as text.
    let game = result("r1t1b1g1", &[("=1+1", 1), ("@random", 2)]);
    let csv = of_results([game].into_iter(), &[], &quick()).expect("good").csv();
    assert!(csv.contains("\n1,'=1+1,1,") && csv.contains("\n2,'@random,0,"), "{csv}");
    let none = of_results(std::iter::empty::<GameResult>(), &[], &quick()).expect("nothing is no error");
    assert!(
        html(&none, Links::default()).contains("</html>") && none.text(None).contains("0 games in 0 blocks count.")
    );
}

#[test]
fn games_that_went_the_same_way_and_results_that_differ_are_told() {
    let mut games = small();
    // bot0 repeats one game whatever the seed. The same play by other bots is another game.
    for (game, play) in games.iter_mut().zip([1, 2, 1, 2, 1, 2]) {
        game.play = Some(Bits128([play; 16]));
    }
    let mut again = games[0].clone();
    again.game_id = id("r1t1b2g1");
    games.push(again);
    let of = |games: &[GameResult]| of_results(games.iter().cloned(), &[], &quick()).expect("good");
    let report = of(&games);
    assert_eq!((report.games, report.repeated), (7, 1));
    assert!(report.text(None).contains("1 of 7 games are the same play as an earlier one"), "{}", report.text(None));
    assert!(html(&report, Links::default()).contains("the same play"));
    // The same result with another time is no contradiction; another winner is one.
    let (mut later, mut other) = (games[0].clone(), games[1].clone());
    later.think_us[0] += 1;
    other.places = Some(vec![1, 1]);
    games.extend([later, other]);
    let report = of(&games);
    let twice: Vec<_> = report.duplicates.iter().map(|twice| (twice.game_id, twice.differs_in)).collect();
    assert_eq!(twice, [(id("r1t1b1g1"), None), (id("r1t1b1g2"), Some("places"))]);
    assert!(report.text(None).contains("Contradiction: 1 game is told twice"), "{}", report.text(None));
    assert!(report.text(None).contains("5.00"), "the first result counts: {}", report.text(None));
    let mut seed = games[2].clone();
    seed.commitment.push('0');
    assert_eq!(games[2].contradicts(&seed), Some("commitment"));
}

#[test]
fn what_results_betray_is_counted_whatever_their_numbers() {
    let of = |ids: &[&str]| {
        let seated = |id: &&str| if id.ends_with('2') { [("b", 2), ("a", 1)] } else { [("a", 1), ("b", 2)] };
        let games = ids.iter().map(|id| result(id, &seated(id)));
        of_results(games, &[], &quick()).expect("good").missing
    };
    assert_eq!(of(&["r1t1b1g1", "r1t1b1g2"]), Missing { games: 0, blocks: 0 });
    assert_eq!(of(&["r1t1b1g2"]), Missing { games: 1, blocks: 1 });
    assert_eq!(of(&["r1t1b3g1", "r1t1b3g2", "r1t2b2g1"]), Missing { games: 7, blocks: 4 });
    assert_eq!(of(&["r1t1b4000000000g1"]), Missing { games: 7_999_999_999, blocks: 4_000_000_000 });
}

#[test]
fn who_has_not_played_has_no_rating() {
    let games = small().into_iter().take(2).collect();
    let report = of_journal(&ledger(config("round-robin", 3, 2, ""), games), &quick()).expect("good");
    let idle = report.standings.iter().find(|row| row.bot == "bot2").expect("it is listed");
    assert_eq!((idle.elo, idle.elo_low, idle.elo_high), (None, None, None));
    assert!(report.standings[0].elo_low < report.standings[0].elo);
    assert!(report.text(None).contains("bot2  0.000    0.00      0     -           -"), "{}", report.text(None));
    assert!(report.csv().contains("bot2,0,0,0,0,0,,buchholz,,0,0,0,,,,0,,"), "{}", report.csv());
    assert_eq!(html(&report, Links::default()).matches("<circle").count(), 2);
}

#[test]
fn links_lead_to_the_transcripts() {
    let link = |path: &str, prefix: Option<&str>| {
        let mut game = result("r1t1b1g1", &[("a", 1), ("b", 2)]);
        game.transcript = Some(path.to_owned());
        let page = html(
            &of_results([game].into_iter(), &[], &quick()).expect("good"),
            Links { transcripts: prefix, replays: None },
        );
        let link = page.split("<a href=\"").nth(1).expect("a link");
        link.split('"').next().expect("it ends").to_owned()
    };
    assert_eq!(link("/tmp/a b/r1t1b1g1.jsonl", None), "file:///tmp/a%20b/r1t1b1g1.jsonl");
    assert_eq!(link("games/r1t1b1g1.jsonl", None), "./games/r1t1b1g1.jsonl");
    assert_eq!(link("games/r1t1b1g1.jsonl", Some("../tr")), "../tr/r1t1b1g1.jsonl");
    assert_eq!(link("/tmp/x/r1t1b1g1.jsonl", Some("https://example.org/")), "https://example.org/r1t1b1g1.jsonl");
    assert_eq!(link("x", Some("\"><b>")), "&quot;&gt;&lt;b&gt;/x");
}
