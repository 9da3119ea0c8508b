//! The scoring example of the source with its assertions A1 to A13, and every kind of wok and cook.

use super::super::{Cooks, DoubleMan, Options, Score};
use super::*;
use crate::game::Turn;

fn declaration(json: &str) -> Declaration {
    strict::from_slice(json.as_bytes()).unwrap_or_else(|malformed| panic!("{json}: {malformed}"))
}

fn seat(hand: &str, laid: &str, owned: &str) -> Seat {
    Seat { hand: cards(hand), laid: cards(laid), woks: woks(owned), ..Seat::default() }
}

/// What is wrong with a declaration, given as the entries of `woks`.
#[track_caller]
fn refused(game: &WeWillWokYou, seat: &Seat, entries: &str, expected: &[&str]) {
    let mut state = game.start(2);
    state.all_seats[0] = *seat;
    state.last = Some(0);
    let action = Action::Score(declaration(&format!(r#"{{"woks":[{entries}]}}"#)));
    assert_eq!(broken(game, &state, 0, &action), expected, "{entries}");
}

/// The points and unused cards of a legal declaration; it is never better than the best.
#[track_caller]
fn scores(game: &WeWillWokYou, seat: &Seat, entries: &str) -> (u16, u8) {
    refused(game, seat, entries, &[]);
    let mut declared = declaration(&format!(r#"{{"woks":[{entries}]}}"#));
    let before = game.count(seat, &declared);
    declared.canonical(&game.woks, game.mirrors(), seat.woks);
    let score = game.count(seat, &declared);
    assert_eq!(before, score, "the canonical form is worth the same");
    assert!(score <= game.best_score(seat).unwrap(), "{score:?} beats the best");
    (score.points, score.unused)
}

const LAID: &str = "2*broccoli:cookie+cookie 2*broccoli:spoon+spoon 2*broccoli:bowl+bowl 2*chicken:chopsticks+chopsticks \
                    prawn:spoon+spoon octopus:spoon+spoon prawn:bowl+bowl octopus:bowl+bowl";
const HAND: &str = "prawn:chopsticks+chopsticks octopus:cookie+cookie octopus:chopsticks+chopsticks \
                    carrot:chopsticks+chopsticks tuna:chopsticks+chopsticks";
const WOKS: &str = "W01 W08 W11 W17 W22 W25";

/// Arthur, with a tuna, a broccoli and an octopus too many.
fn arthur() -> Seat {
    seat(HAND, LAID, WOKS)
}

const FIG1: &str = r#"{"wok":"W08","cooks":["W25"],"swap":{"from":"tuna","to":"broccoli"},
    "cards":["broccoli:cookie+cookie","broccoli:cookie+cookie","chicken:chopsticks+chopsticks",
             "chicken:chopsticks+chopsticks","prawn:spoon+spoon"]}"#;
const FIG2: &str = r#"{"wok":"W11","cards":["broccoli:spoon+spoon","broccoli:spoon+spoon","broccoli:bowl+bowl",
    "octopus:spoon+spoon","octopus:bowl+bowl","octopus:cookie+cookie"]}"#;
const FIG3: &str = r#"{"wok":"W17","cooks":["W22"],"left":["prawn:bowl+bowl","prawn:chopsticks+chopsticks"],
    "right":["carrot:chopsticks+chopsticks"]}"#;
const FIG4: &str = r#"{"wok":"W01"}"#;

fn join(entries: &[&str]) -> String {
    entries.join(",")
}

#[test]
fn a1_to_a5_the_example_counts_42() {
    let (game, arthur) = (game(), arthur());
    let entries = join(&[FIG1, FIG2, FIG3, FIG4]);
    assert_eq!(scores(&game, &arthur, &entries), (42, 3));
    let each: Vec<u16> = [FIG1, FIG2, FIG3, FIG4]
        .iter()
        .map(|entry| game.points(&declaration(&format!(r#"{{"woks":[{entry}]}}"#)).woks[0]))
        .collect();
    assert_eq!(each, [12, 12, 11, 7]);
    assert_eq!(arthur.cards() - 3, 14);
    assert!(game.are_payments(&arthur.laid, 6));
    // The example is not the best possible, and the referee does not improve it.
    assert_eq!(game.best_score(&arthur).unwrap(), Score { points: 50, unused: 4 });
}

/// The table of bests in section 9: the two ingredients that the source does not name, and what is best with them.
#[test]
fn the_best_with_the_unnamed_two() {
    let game = game();
    let fixed = |seat: &Seat| {
        // The cooks as in the source: they change the printed cards.
        let mut game = game.clone();
        let mut cooked = |entry: &str| {
            let filled = &declaration(&format!(r#"{{"woks":[{entry}]}}"#)).woks[0];
            game.woks.red[filled.wok.index()].is = game.woks.cooked(filled).unwrap();
        };
        cooked(FIG1);
        cooked(FIG3);
        game.best_score(&Seat { woks: woks("W01 W08 W11 W17"), ..*seat }).unwrap()
    };
    for (two, with_cooks, best) in [
        ("2*chicken:bowl+bowl", (43, 2), (51, 2)),
        ("chicken:bowl+bowl broccoli", (47, 1), (56, 1)),
        ("chicken:bowl+bowl octopus", (42, 3), (51, 2)),
        ("2*broccoli", (42, 3), (55, 3)),
        ("broccoli octopus", (42, 3), (50, 4)),
        ("2*octopus", (42, 3), (45, 5)),
    ] {
        // Arthur without his last broccoli and octopus, and with these two.
        let mut seat = arthur();
        seat.laid.remove(Face::parse("broccoli:bowl+bowl").unwrap());
        seat.hand.remove(Face::parse("octopus:chopsticks+chopsticks").unwrap());
        seat.hand.extend(cards(two).faces().to_vec());
        let of = |score: Score| (score.points, score.unused);
        assert_eq!((of(fixed(&seat)), of(game.best_score(&seat).unwrap())), (with_cooks, best), "{two}");
    }
}

#[test]
fn a6_an_incomplete_combination_is_refused() {
    let (game, arthur) = (game(), arthur());
    let cooks = r#"{"wok":"W17","cooks":["W22","W25"]}"#;
    let cards = r#""cards":["chicken:chopsticks+chopsticks","chicken:chopsticks+chopsticks","tuna:chopsticks+chopsticks","prawn:bowl+bowl"]"#;
    refused(&game, &arthur, &join(&[cooks, &format!(r#"{{"wok":"W08",{cards}}}"#)]), &["group-incomplete"]);
    assert_eq!(scores(&game, &arthur, cooks), (7, 17));
    let optional = game_with(&Options { cooks: Cooks::Optional, ..Options::default() });
    refused(&optional, &arthur, &format!(r#"{{"wok":"W08",{cards}}}"#), &["group-incomplete"]);
    assert_eq!(scores(&optional, &arthur, r#"{"wok":"W08","cards":[]}"#), (7, 17));
}

#[test]
fn a7_replaced_and_unreplaced_do_not_mix() {
    let mixed = r#"{"wok":"W08","cooks":["W25"],"swap":{"from":"tuna","to":"broccoli"},
        "cards":["chicken:chopsticks+chopsticks","chicken:chopsticks+chopsticks","tuna:chopsticks+chopsticks",
                 "broccoli:cookie+cookie","prawn:spoon+spoon"]}"#;
    refused(&game(), &arthur(), &join(&[mixed, FIG3]), &["swap-mixed", "group-incomplete"]);
    let complete = mixed.replace(r#""prawn:spoon"#, r#""broccoli:cookie+cookie","prawn:spoon"#);
    refused(&game(), &arthur(), &join(&[&complete, FIG3]), &["swap-mixed"]);
    let octopus = r#"{"wok":"W08","cooks":["W25"],
        "cards":["chicken:chopsticks+chopsticks","octopus:chopsticks+chopsticks"]}"#;
    refused(&game(), &arthur(), &join(&[octopus, FIG3]), &["group-foreign", "group-incomplete"]);
    let concert = r#"{"wok":"W17","cooks":["W22","W25"],"swap":{"from":"prawn","to":"broccoli"},
        "left":["broccoli:cookie+cookie","prawn:bowl+bowl"]}"#;
    refused(&game(), &arthur(), concert, &["swap-mixed"]);
}

#[test]
fn a8_cooks_have_their_targets() {
    let (game, arthur) = (game(), arthur());
    for wok in ["W11", "W01"] {
        refused(
            &game,
            &arthur,
            &join(&[&format!(r#"{{"wok":"{wok}","cooks":["W25"]}}"#), FIG3]),
            &["changing-man-target"],
        );
    }
    for wok in ["W08", "W11", "W01"] {
        let entries = if wok == "W08" {
            format!(r#"{{"wok":"{wok}","cooks":["W22","W25"]}}"#)
        } else {
            join(&[&format!(r#"{{"wok":"{wok}","cooks":["W22"]}}"#), FIG1])
        };
        refused(&game, &arthur, &entries, &["double-man-target"]);
    }
    let filled = r#"{"wok":"W01","cards":["tuna:chopsticks+chopsticks"]}"#;
    refused(&game, &arthur, &join(&[FIG1, FIG3, filled]), &["covered-filled"]);
}

#[test]
fn a9_hard_woks_take_complete_sets() {
    let game = game();
    let seat = seat("6*broccoli 3*octopus", "", "W11");
    let hard = |cards: &str| format!(r#"{{"wok":"W11","cards":[{cards}]}}"#);
    let list = |count: usize, name: &str| vec![format!("\"{name}\""); count].join(",");
    refused(&game, &seat, &hard(&[list(3, "broccoli"), list(2, "octopus")].join(",")), &["hard-incomplete"]);
    assert_eq!(scores(&game, &seat, &hard(&list(3, "broccoli"))), (6, 6));
    assert_eq!(scores(&game, &seat, &hard(&list(6, "broccoli"))), (12, 3));
    assert_eq!(scores(&game, &seat, &hard(&[list(6, "broccoli"), list(3, "octopus")].join(","))), (18, 0));
}

#[test]
fn a10_a_concert_may_be_filled_on_one_side() {
    let (game, arthur) = (game(), arthur());
    let concert = |sides: &str| join(&[FIG1, &format!(r#"{{"wok":"W17","cooks":["W22"]{sides}}}"#)]);
    let points = |sides: &str| scores(&game, &arthur, &concert(sides)).0 - 12 - 7;
    assert_eq!(points(r#","left":["prawn:bowl+bowl","prawn:chopsticks+chopsticks"]"#), 10);
    assert_eq!(points(r#","right":["carrot:chopsticks+chopsticks"]"#), 1);
    assert_eq!(points(""), 0);
    assert_eq!(points(r#","left":[],"right":[]"#), 0);
    let wrong = r#","left":["carrot:chopsticks+chopsticks"]"#;
    refused(&game, &arthur, &concert(wrong), &["concert-foreign"]);
}

#[test]
fn a11_a_card_lies_on_one_wok() {
    let game = game();
    let twice = FIG2.replacen("broccoli:spoon+spoon", "broccoli:cookie+cookie", 1);
    refused(&game, &arthur(), &join(&[FIG1, &twice, FIG3]), &["card-twice"]);
    refused(&game, &arthur(), &join(&[FIG1, &FIG2.replace("bowl+bowl", "bowl+star"), FIG3]), &["card-not-owned"; 2]);
}

#[test]
fn a12_without_the_combination_the_rest_scores_30() {
    let (game, arthur) = (game(), arthur());
    let idle = r#"{"wok":"W08","cooks":["W25"]}"#;
    assert_eq!(scores(&game, &arthur, &join(&[idle, FIG2, FIG3, FIG4])), (30, 8));
    refused(&game, &arthur, &join(&[FIG2, FIG3, FIG4]), &["cook-idle"]);
    let optional = game_with(&Options { cooks: Cooks::Optional, ..Options::default() });
    assert_eq!(scores(&optional, &arthur, &join(&[FIG2, FIG3, FIG4])), (30, 8));
}

#[test]
fn a13_ties_are_broken_by_unused_cards_then_coins() {
    let game = game();
    let places = |scores: &[(u16, u8, u8)]| {
        let mut state = game.start(scores.len() as u8);
        for (seat, (points, unused, coins)) in state.all_seats.iter_mut().zip(scores) {
            seat.score = Some(Score { points: *points, unused: *unused });
            seat.coins = *coins;
        }
        game.outcome(&state).unwrap().places
    };
    assert_eq!(places(&[(42, 3, 9), (42, 4, 0)]), [2, 1]);
    assert_eq!(places(&[(42, 3, 5), (42, 3, 4)]), [1, 2]);
    assert_eq!(places(&[(42, 3, 5), (42, 3, 5)]), [1, 1]);
    assert_eq!(places(&[(41, 9, 9), (42, 3, 5), (43, 0, 0), (42, 3, 5)]), [4, 2, 1, 2]);
}

#[test]
fn woks_from_other_sources() {
    let game = game();
    let one = |hand: &str, owned: &str, entries: &str| scores(&game, &seat(hand, "", owned), entries);
    assert_eq!(
        one("3*chicken carrot", "W16", r#"{"wok":"W16","left":["chicken","chicken","chicken"],"right":["carrot"]}"#),
        (7, 0)
    );
    let ten = r#""tuna","tuna","tuna","tuna","tuna","carrot","carrot","carrot","carrot","carrot""#;
    assert_eq!(one("5*tuna 5*carrot", "W12", &format!(r#"{{"wok":"W12","cards":[{ten}]}}"#)), (24, 0));
    let band = r#""broccoli","broccoli","broccoli","broccoli""#;
    assert_eq!(
        one("4*broccoli 3*prawn", "W05", &format!(r#"{{"wok":"W05","cards":[{band},"prawn","prawn","prawn"]}}"#)),
        (20, 0)
    );
    let swapped = format!(
        r#"{{"wok":"W05","cooks":["W25"],"swap":{{"from":"prawn","to":"octopus"}},"cards":[{band},"octopus","octopus","octopus"]}}"#
    );
    assert_eq!(one("4*broccoli 3*octopus", "W05 W25", &swapped), (20, 0));
    assert_eq!(one("tuna", "W01 W24", r#"{"wok":"W01","cooks":["W24"]}"#), (12, 1));
    assert_eq!(one("tuna", "W05 W24", r#"{"wok":"W05","cooks":["W24"]}"#), (12, 1));
    refused(
        &game,
        &seat("tuna", "", "W05 W24"),
        r#"{"wok":"W05","cooks":["W24"],"cards":["tuna"]}"#,
        &["almighty-filled"],
    );
    assert_eq!(one("tuna carrot:star", "W13", r#"{"wok":"W13","cards":["carrot:star","tuna"]}"#), (2, 0));
    assert_eq!(one("tuna carrot:star", "W15", r#"{"wok":"W15","cards":["tuna"]}"#), (3, 1));
    refused(&game, &seat("tuna carrot:star", "", "W15"), r#"{"wok":"W15","cards":["carrot:star"]}"#, &["free-symbol"]);
    // One ingredient of a combination may be replaced by another that it already asks for.
    let both = r#"{"wok":"W05","cooks":["W25"],"swap":{"from":"prawn","to":"broccoli"},"cards":["broccoli","broccoli","broccoli","broccoli","broccoli","broccoli","broccoli"]}"#;
    assert_eq!(one("7*broccoli", "W05 W25", both), (20, 0));
}

#[test]
fn the_alternative_wok_takes_what_is_in_hand() {
    let game = game();
    let seat = seat("tuna:bowl 2*prawn", "tuna:bowl octopus:bowl+bowl", "W14 W15");
    let alternative = |cards: &str| format!(r#"{{"wok":"W14","cards":[{cards}]}}"#);
    assert_eq!(scores(&game, &seat, &alternative(r#""tuna:bowl","prawn","prawn""#)), (6, 2));
    refused(&game, &seat, &alternative(r#""tuna:bowl","tuna:bowl""#), &["alternative-laid"]);
    refused(&game, &seat, &alternative(r#""octopus:bowl+bowl""#), &["alternative-laid"]);
    refused(&game, &seat, &alternative(r#""tuna:bowl","tuna:bowl","tuna:bowl""#), &["card-twice", "alternative-laid"]);
    refused(&game, &seat, &alternative(r#""carrot""#), &["card-not-owned"]);
    // A card without symbol is always in hand: either wok takes it, each card once.
    let both = r#"{"wok":"W14","cards":["prawn"]},{"wok":"W15","cards":["prawn"]}"#;
    assert_eq!(scores(&game, &seat, both), (5, 3));
    refused(&game, &seat, &both.replace(r#""W15","cards":["#, r#""W15","cards":["prawn","#), &["card-twice"]);
}

#[test]
fn cooks_combine() {
    let game = game();
    let concert = seat("2*prawn 3*carrot 2*tuna", "", "W17 W22 W23");
    let fill = r#""left":["prawn","prawn"],"right":["carrot"]"#;
    let with = |cooks: &str| scores(&game, &concert, &format!(r#"{{"wok":"W17","cooks":[{cooks}],{fill}}}"#)).0;
    assert_eq!(with(r#""W22","W23""#), 9, "the last double man holds");
    assert_eq!(with(r#""W23","W22""#), 11);
    // The changing man and a double man on one concert both take effect, even if both sides become equal.
    let both = Seat { woks: woks("W17 W22 W25"), ..concert };
    let swap = r#"{"wok":"W17","cooks":["W22","W25"],"swap":{"from":"prawn","to":"carrot"},"left":["carrot","carrot"],"right":["carrot"]}"#;
    assert_eq!(scores(&game, &both, swap), (11, 4));
    // Beside the almighty man other cooks have no effect, but they must suit the printed card.
    let all = Seat { woks: woks("W11 W17 W22 W23 W24 W25"), ..concert };
    assert_eq!(scores(&game, &all, r#"{"wok":"W17","cooks":["W25","W24","W23","W22"]}"#), (12, 7));
    refused(
        &game,
        &all,
        r#"{"wok":"W17","cooks":["W23","W25"]},{"wok":"W11","cooks":["W22","W24"]}"#,
        &["double-man-target"],
    );
    refused(
        &game,
        &all,
        r#"{"wok":"W17","cooks":["W22","W23","W25"]},{"wok":"W11","cooks":["W24"],"cards":["tuna"]}"#,
        &["almighty-filled"],
    );
    // A cook without a suitable card stays idle and cannot be named.
    let idle = Seat { woks: woks("W11 W22 W25"), ..concert };
    assert_eq!(scores(&game, &idle, r#"{"wok":"W11","cards":["carrot","carrot","carrot"]}"#), (6, 4));
    refused(&game, &idle, r#"{"wok":"W11","cooks":["W22"]}"#, &["double-man-target"]);
    let no_red = Seat { woks: woks("W22 W24 W25"), ..concert };
    assert_eq!(scores(&game, &no_red, ""), (0, 7));
    assert_eq!(game.best_score(&no_red).unwrap(), Score { points: 0, unused: 7 });
}

#[test]
fn swaps_and_mirrors_have_their_place() {
    let game = game();
    let seat = seat("2*prawn 3*carrot", "", "W17 W22 W24 W25 W05");
    let rest = r#"{"wok":"W05","cooks":["W24"]}"#;
    let entry = |fields: &str| join(&[&format!(r#"{{"wok":"W17",{fields}}}"#), rest]);
    let swap = r#""swap":{"from":"prawn","to":"tuna"}"#;
    refused(
        &game,
        &seat,
        &join(&[&format!(r#"{{"wok":"W17","cooks":["W22"],{swap}}}"#), r#"{"wok":"W05","cooks":["W24","W25"]}"#]),
        &["swap-alone"],
    );
    refused(&game, &seat, &entry(r#""cooks":["W22","W25"],"swap":{"from":"tuna","to":"prawn"}"#), &["swap-absent"]);
    refused(&game, &seat, &entry(r#""cooks":["W22","W25"],"swap":{"from":"tuna","to":"tuna"}"#), &["swap-absent"]);
    assert_eq!(
        scores(&game, &seat, &entry(r#""cooks":["W22","W25"],"swap":{"from":"prawn","to":"prawn"},"left":["prawn"]"#)),
        (17, 4)
    );
    refused(&game, &seat, &entry(r#""cooks":["W22","W25"],"mirror":true"#), &["mirror-not-offered"]);
    let choice = game_with(&Options { double_man: DoubleMan::PlayerChoice, ..Options::default() });
    let sides = r#""left":["prawn","prawn"],"right":["carrot","carrot","carrot"]"#;
    assert_eq!(
        scores(&choice, &seat, &entry(&format!(r#""cooks":["W22","W25"],"mirror":true,{sides}"#))),
        (12 + 17, 0)
    );
    assert_eq!(scores(&choice, &seat, &entry(&format!(r#""cooks":["W22","W25"],{sides}"#))), (12 + 13, 0));
    let alone = r#"{"wok":"W17","cooks":["W22"]},{"wok":"W05","mirror":true,"cooks":["W24","W25"]}"#;
    refused(&choice, &seat, alone, &["mirror-alone"]);
}

#[test]
fn cards_and_cooks_must_be_ones_own() {
    let game = game();
    let seat = seat("2*prawn", "", "W17 W13 W22");
    let man = r#"{"wok":"W17","cooks":["W22"]}"#;
    refused(&game, &seat, &join(&[man, r#"{"wok":"W14","cards":["prawn"]}"#]), &["wok-not-owned"]);
    refused(&game, &seat, &join(&[man, r#"{"wok":"W13"}"#, r#"{"wok":"W13","cards":["prawn"]}"#]), &["wok-twice"]);
    refused(&game, &seat, &join(&[man, r#"{"wok":"W22"}"#]), &["cook-filled"]);
    refused(&game, &seat, &join(&[man, r#"{"wok":"W13","cooks":["W17"]}"#]), &["no-cook"]);
    refused(&game, &seat, &join(&[man, r#"{"wok":"W13","cooks":["W24"]}"#]), &["cook-not-owned"]);
    refused(&game, &seat, r#"{"wok":"W17","cooks":["W22","W22"]}"#, &["cook-twice"]);
    refused(&game, &seat, r#"{"wok":"W13"}"#, &["cook-idle"]);
    refused(&game, &seat, &join(&[man, r#"{"wok":"W13","cards":["prawn","prawn","prawn"]}"#]), &["card-twice"]);
}

#[test]
fn declarations_are_written_in_one_way() {
    let game = game_with(&Options { double_man: DoubleMan::PlayerChoice, ..Options::default() });
    let written = |owned: &str, entries: &str| {
        let mut declared = declaration(&format!(r#"{{"woks":[{entries}]}}"#));
        declared.canonical(&game.woks, true, woks(owned));
        let text = serde_json::to_string(&declared.woks).unwrap();
        text[1..text.len() - 1].to_owned()
    };
    assert_eq!(
        written("W13 W01 W22", r#"{"wok":"W13","cards":["tuna:bowl","broccoli","tuna"]}"#),
        r#"{"wok":"W01"},{"wok":"W13","cards":["broccoli","tuna","tuna:bowl"]}"#
    );
    assert_eq!(
        written("W16", r#"{"wok":"W16","left":[],"right":["carrot"],"cooks":[]}"#),
        r#"{"wok":"W16","right":["carrot"]}"#
    );
    let kept = r#"{"wok":"W16","cooks":["W23","W22","W25"]}"#;
    assert_eq!(written("W16", r#"{"wok":"W16","cooks":["W23","W25","W22"]}"#), kept, "the last double man holds");
    assert_eq!(
        written(
            "W16",
            r#"{"wok":"W16","cooks":["W24","W23","W25","W22"],"mirror":true,"swap":{"from":"carrot","to":"tuna"}}"#
        ),
        r#"{"wok":"W16","cooks":["W22","W23","W24","W25"]}"#
    );
    let wrong = r#"{"wok":"W16","cooks":["W24","W25"],"swap":{"from":"prawn","to":"tuna"}}"#;
    assert_eq!(written("W16", wrong), wrong, "what is refused is left as it is");
    assert_eq!(
        written("W16", r#"{"wok":"W16","cooks":["W25"],"swap":{"from":"carrot","to":"carrot"}}"#),
        r#"{"wok":"W16","cooks":["W25"]}"#
    );
}

#[test]
fn what_no_declaration_can_look_like_is_malformed() {
    for (json, because) in [
        (r#"{"woks":[{"wok":"W16","cards":[]}]}"#, "unknown field `cards`"),
        (r#"{"woks":[{"wok":"W05","left":[]}]}"#, "unknown field `left`"),
        (r#"{"woks":[{"wok":"W22","right":["tuna"]}]}"#, "unknown field `right`"),
        (r#"{"woks":[{"wok":"W05","sides":[]}]}"#, "unknown field `sides`"),
        (r#"{"woks":[{"wok":"W16","mirror":false}]}"#, "expected `true`"),
        (r#"{"woks":[{"cards":[]}]}"#, "missing field `wok`"),
        (r#"{"woks":[{"wok":"W26"}]}"#, "`W26` is not"),
        (r#"{"woks":[{"wok":"W16","swap":{"from":"tuna"}}]}"#, "missing field `to`"),
        (r#"{"woks":[{"wok":"W13","cards":["tofu"]}]}"#, "`tofu` is not"),
        (r#"{"woks":[{"wok":"W13","cards":null}]}"#, "null"),
        (r#"{"woks":[["W13"]]}"#, "found a list"),
        ("{}", "missing field `woks`"),
    ] {
        let error = strict::from_slice::<Declaration>(json.as_bytes()).expect_err(json);
        assert!(error.message.contains(because), "{json}: {error}");
    }
    let many = format!(r#"{{"lay":{{"cards":[{}]}}}}"#, vec!["\"tuna\""; 64].join(","));
    assert!(strict::from_slice::<Action>(many.as_bytes()).is_err(), "there are 63 cards");
}

#[test]
fn a_finished_game_tells_what_was_missed() {
    let game = game();
    let mut state = game.start(2);
    state.last = Some(0);
    state.all_seats[0] = Seat { coins: 2, ..arthur() };
    state.pile = Pile::of(&Cards::NONE);
    state.market = Woks::ALL;
    state.undealt = 0;
    state.all_seats[0].woks.iter().for_each(|wok| state.market.remove(wok));
    // Enough wok cards are in play for no draw to be due.
    assert_eq!(game.turn(&state), Turn::Player(Player(0)));
    act(&game, &mut state, &format!(r#"{{"score":{{"woks":[{}]}}}}"#, join(&[FIG1, FIG2, FIG3])));
    assert_eq!(state.all_seats[0].score, Some(Score { points: 42, unused: 3 }));
    act(&game, &mut state, r#"{"score":{"woks":[]}}"#);
    let details = game.details(&state).unwrap();
    let arthur = &details.players[0];
    assert_eq!(arthur.declared, Score { points: 42, unused: 3 });
    assert_eq!((arthur.best.points, arthur.best.unused, arthur.coins), (50, 4, 2));
    assert_eq!(details.players[1].best.woks, []);
    assert_eq!(game.outcome(&state).unwrap().places, [1, 2]);
}

#[test]
fn long_lists_have_short_answers() {
    let game = game();
    let entry = format!(r#"{{"wok":"W13","cooks":["W24"],"cards":[{}]}}"#, vec!["\"tuna\""; 63].join(","));
    let many = vec![entry; 1100].join(",");
    refused(
        &game,
        &seat("tuna", "", "W13"),
        &many,
        &["wok-twice", "cook-not-owned", "cook-twice", "almighty-filled", "card-twice"],
    );
    assert_eq!(scores(&game, &seat("tuna", "", "W13"), ""), (0, 1));
}

#[test]
fn whatever_could_be_placed_may_be_left_over() {
    let game = game();
    let seat = seat("tuna carrot:star", "2*tuna:bowl+bowl", "W13 W17");
    assert_eq!(scores(&game, &seat, ""), (0, 4));
    assert_eq!(scores(&game, &seat, r#"{"wok":"W13","cards":["tuna"]}"#), (1, 3));
    assert_eq!(game.best_score(&seat).unwrap(), Score { points: 5, unused: 0 });
}

/// A fault of one card hides neither its other faults nor those of another card.
#[test]
fn a_fault_of_a_declaration_hides_no_other() {
    let game = game();
    let seat = seat("2*prawn 3*tuna", "", "W08 W13 W22");
    // Another player's card with another player's cook: neither suits the other, and the combination is incomplete.
    refused(
        &game,
        &seat,
        r#"{"wok":"W06","cooks":["W23"],"cards":["tuna"]},{"wok":"W08","swap":{"from":"carrot","to":"tuna"}}"#,
        &["wok-not-owned", "cook-not-owned", "double-man-target", "swap-alone", "swap-absent", "group-incomplete"],
    );
    // A second entry for a card is judged like the first; each fault is reported once.
    let more =
        r#"{"wok":"W13"},{"wok":"W08","cards":["prawn"]},{"wok":"W08","cards":["tuna"]},{"wok":"W13"},{"wok":"W13"}"#;
    refused(&game, &seat, more, &["wok-twice", "wok-twice", "group-incomplete"]);
    // A cook is not a card to fill, even another player's, and a red card is not a cook.
    refused(
        &game,
        &seat,
        r#"{"wok":"W25","cooks":["W22","W22","W13"]}"#,
        &["wok-not-owned", "cook-filled", "no-cook", "cook-twice"],
    );
    // The almighty man covers a covered wok: both are reasons to put nothing there.
    let covered = r#"{"wok":"W01","cooks":["W24"],"cards":["tuna","tuna","tuna","tuna"]}"#;
    let owner = Seat { woks: woks("W01 W24"), ..seat };
    refused(&game, &owner, covered, &["covered-filled", "almighty-filled", "card-twice"]);
}

#[test]
fn an_early_declaration_is_judged_all_the_same() {
    let game = game();
    let mut state = begun(&game, 2);
    state.all_seats[0].woks = woks("W01");
    let score = action(r#"{"score":{"woks":[{"wok":"W01","cards":["tuna"]}]}}"#);
    let expected = ["declaration-early", "covered-filled", "card-not-owned"];
    assert_eq!(broken(&game, &state, 0, &score), expected);
    state.taking = true;
    assert_eq!(broken(&game, &state, 0, &score), [&["declaration-early", "wok-due"][..], &expected[1..]].concat());
}

#[test]
fn messages_are_plain_and_right() {
    let game = game();
    let seat = seat("prawn:star broccoli", "", "W05");
    let said = |entries: &str| {
        let mut declared = declaration(&format!(r#"{{"woks":[{entries}]}}"#));
        declared.canonical(&game.woks, false, seat.woks);
        faults(&game, &seat, &declared).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        said(r#"{"wok":"W05","cards":["prawn","broccoli"]}"#),
        [
            "the cards on W05 are not complete combinations: for 1 combination, broccoli and prawn are missing",
            "the player has no prawn without symbol"
        ]
    );
    let error = strict::from_slice::<Face>(br#""tuna:bowl+spoon""#).expect_err("the symbols are in the wrong order");
    assert_eq!(
        error.message,
        "`tuna:bowl+spoon` is not a card such as `tuna`, `tuna:star` or `tuna:cookie+bowl`: the symbols of a card have the order cookie, spoon, bowl, chopsticks, star: `tuna:spoon+bowl`"
    );
}
