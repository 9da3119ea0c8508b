//! Messages that help people find their way: the faulty line of a file, and the meaning of a score.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::pipes::{HEADER, MOVE, Ran, play, referee};

const UNKNOWN: &str = r#"{"action":{"move":{"from":"c1"}}}"#;
const REFUSED: &str = r#"{"action":{"move":{"from":"c10","to":"c1"}}}"#;
const FALSE: &str = r#"{"query":"legal","legal_n":1}"#;

fn file(name: &str, lines: &[&str]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, lines.join("\n")).expect("a file");
    path
}

fn play_file(name: &str, lines: &[&str]) -> Ran {
    let path = file(name, lines);
    referee(&["play", "--emit", "none", path.to_str().expect("a path")], "")
}

#[test]
fn fault_in_a_file_is_found_by_its_line() {
    let mut refused: Value = serde_json::from_str(REFUSED).expect("JSON");
    let refusal = play(&[HEADER, MOVE, REFUSED], "none").ends(1).answers().remove(2);
    refused["violations"] = refusal.rules().into_iter().map(|rule| json!({"rule": rule})).collect();
    let confirmed = refused.to_string();
    let outcome = r#"{"outcome":{"places":[1,2]}}"#;
    let lines =
        [HEADER, "", MOVE, REFUSED, FALSE, UNKNOWN, &confirmed, r#"{"forfeit":{"player":7,"cause":"exit"}}"#, outcome];
    let ran = play_file("faults.jsonl", &lines).ends(3);
    let answers = ran.answers();
    let places: Vec<Option<u64>> = answers.iter().map(|answer| answer.line).collect();
    // The blank line counts; an earlier run has reported the malformed line; a claimed refusal is no fault.
    assert_eq!(places, [None, None, Some(4), Some(5), None, None, Some(8), Some(9), None], "{ran:?}");
    assert_eq!(answers[4].malformed.as_ref().map(|found| found.line), Some(6));
    // The output is read again, and the message refers to its own lines.
    let written: Vec<&str> = ran.out.lines().collect();
    let again = referee(&["play", "--emit", "none"], written.join("\n"));
    assert!(!again.out.contains(r#""malformed""#) && again.answers().iter().all(|answer| answer.line.is_none()));
    let wrong = r#"{"query":"legal","legal_n":1,"line":77}"#;
    let again = play_file("again.jsonl", &[HEADER, wrong, MOVE]).ends(1);
    assert_eq!(again.answers().iter().map(|answer| answer.line).collect::<Vec<_>>(), [None, Some(2), None, None]);
    assert_eq!(referee(&["play", "--emit", "none", "-"], lines.join("\n")).answers()[2].line, None, "that is no file");
}

#[test]
fn fault_in_a_header_is_found_by_its_line() {
    let claimed = r#"{"referee":1,"game":"tectonic","next":"over","line":3}"#;
    let refused = r#"{"referee":1,"game":"tectonic","state":{"turn":"white"}}"#;
    let ran = play_file("headers.jsonl", &[HEADER, MOVE, claimed, MOVE, refused]).ends(1);
    let headers: Vec<Option<u64>> =
        ran.answers().iter().filter(|answer| answer.referee.is_some()).map(|answer| answer.line).collect();
    assert_eq!(headers, [None, Some(3), Some(5)], "{ran:?}");
}

#[test]
fn a_clean_file_comes_out_as_it_went_in() {
    for record in ["fixtures/wongar/play/worked-example.jsonl", "fixtures/tectonic/play/undo-and-queries.jsonl"] {
        let before = fs::read_to_string(crate::pipes::root().join(record)).expect("a record");
        assert_eq!(referee(&["play", record], "").ends(0).out, before);
    }
}

#[test]
fn a_viewer_is_not_told_that_something_is_wrong_with_what_they_may_not_know() {
    let header = r#"{"referee":1,"game":"wangdo","seed":3}"#;
    let take = r#"{"player":0,"action":{"take":{"steles":["white","orange"]}},"digest":"0"}"#;
    let path = file("hidden.jsonl", &[header, take]);
    let path = path.to_str().expect("a path");
    let told = |emit: &str| {
        let answers = referee(&["play", "--emit", emit, path], "").ends(1).answers();
        answers.iter().find(|answer| answer.action.is_some()).expect("the action").line
    };
    assert_eq!((told("none"), told("view:0"), told("view:1")), (Some(2), None, None));
}

#[test]
fn show_tells_no_viewer_of_a_fault_what_they_may_not_know() {
    let header = r#"{"referee":1,"game":"wigwam","seed":3}"#;
    let warriors = r#"["B5","C1","C2","C3","C4","C5"]"#;
    let arrange = format!(
        r#"{{"player":0,"action":{{"arrange":{{"chief":"B1","tents":["B2","B3","B4"],"warriors":{warriors}}}}}}}"#
    );
    let stream = [header, &arrange].join("\n");
    for (viewer, knows) in [("0", true), ("1", false), ("public", false)] {
        let told = referee(&["show", "--for", viewer], &stream).ends(1).err;
        assert_eq!(told.contains("wigwam.arrange-count"), knows, "{viewer}: {told}");
        assert!(knows || !told.contains("B3"), "{viewer}: {told}");
        assert!(knows || told.contains("line 2"), "{viewer}: {told}");
    }
    assert!(!referee(&["show"], &stream).ends(1).err.contains("B3"), "without --for it is for the public");

    // A card that differs from the seed's: its drawer may know it, but no viewer may know the seed's card.
    let record = referee(&["random", "--game", "wangdo", "--seed", "3", "--emit", "none"], "").ends(0).out;
    let (before, draw) = record.split_once("seal_card\":\"").expect("a seal card is drawn");
    let drawn = draw.split('"').next().expect("its name");
    let head = &before[..before.rfind('\n').expect("lines before it")];
    let other =
        record.split("seal_card\":\"").skip(2).find_map(|rest| rest.split('"').next().filter(|card| *card != drawn));
    let draw = json!({"chance": {"seal_card": other.expect("another card")}}).to_string();
    for viewer in ["0", "1", "public"] {
        let told = referee(&["show", "--for", viewer], [head, &draw].join("\n")).ends(1).err;
        assert!(!told.contains(drawn), "{viewer}: {told}");
    }

    // A line that begins no game has no secrets, unlike a possible next header during a game.
    let wrong = r#"{"referee":1,"game":"wigwum","seed":77}"#;
    assert!(referee(&["show"], wrong).ends(3).err.contains("wigwam"));
    let seeded = r#"{"referee":1,"game":"wigwam","seed":"7x7"}"#;
    let told = referee(&["show"], [header, seeded].join("\n")).ends(3).err;
    assert!(told.contains("line 2") && told.contains("decimal string"), "{told}");

    // Only the exit code tells whether a guess was right, and that is its meaning.
    let guess = r#"{"query":"legal","digest":"0"}"#;
    let digest = referee(&["play", "--emit", "digest"], header).ends(0).values()[0]["digest"].to_string();
    let told = [guess.to_owned(), guess.replace("\"0\"", &digest)].map(|guess| {
        let input = [header, &guess].join("\n");
        [&["show", "--for", "1"][..], &["show"], &["replay", "--for", "1"]].map(|args| referee(args, &input))
    });
    for (wrong, right) in told[0].iter().zip(&told[1]) {
        assert_eq!((wrong.code, right.code, &wrong.err), (Some(1), Some(0), &right.err));
        assert!(wrong.err.contains("line 2 has an answer that this viewer may not see"), "{wrong:?}");
    }
    let own = r#"{"player":0,"action":{"take":{"steles":["white","orange"]}},"digest":"0"}"#;
    let told = referee(&["show", "--for", "0"], [r#"{"referee":1,"game":"wangdo","seed":3}"#, own].join("\n"));
    assert!(!told.ends(1).err.contains("digest"), "nor by the viewer's own claim");
    assert!(referee(&["show"], [HEADER, guess].join("\n")).ends(1).err.contains("digest"), "nothing is hidden there");
}

#[test]
fn a_page_whose_stream_is_at_fault_does_not_end_with_a_code_alone() {
    let ran = referee(&["replay"], [HEADER, FALSE].join("\n")).ends(1);
    assert!(ran.err.contains("line 2 makes a false claim") && ran.out.contains("</html>"), "{}", ran.err);
    assert_eq!(referee(&["replay"], [HEADER, MOVE].join("\n")).ends(0).err, "");
}

#[test]
fn scores_that_are_no_points_are_explained() {
    const LEGEND: &str = "(2 for a win, 1 each for a draw, 0 for a loss)";
    for (game, explained) in [("tectonic", true), ("wigwam", false), ("wangdo", false)] {
        let record = referee(&["random", "--game", game, "--seed", "4", "--emit", "none"], "").ends(0).out;
        assert!(record.lines().last().is_some_and(|end| end.contains(r#""scores":["#)));
        let shown = referee(&["show"], &record).ends(0).out;
        // A terminal is narrow.
        let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(shown.contains("The game is over"), "{shown}");
        assert_eq!(shown.contains(LEGEND), explained, "{game}: {shown}");
        assert_eq!(referee(&["replay"], &record).ends(0).out.contains(LEGEND), explained, "{game}");
    }
    let forfeit = r#"{"forfeit":{"player":0,"cause":"exit"}}"#;
    let shown = referee(&["show"], [HEADER, forfeit].join("\n")).ends(0).out;
    assert!(shown.contains("The game is over") && !shown.contains(LEGEND), "there are no scores: {shown}");
}

#[test]
fn standings_say_what_a_point_is() {
    let journal = "fixtures/tournaments/simulated.jsonl";
    for format in ["text", "html"] {
        let shown = referee(&["tournament", "standings", journal, "--format", format], "").ends(0).out;
        assert!(shown.contains("Points of a game: 1 for a win, 0.5 each for a draw, 0 for a loss"), "{shown}");
    }
}

#[test]
fn the_end_is_shown_with_what_it_rests_on() {
    // Both have equally many tokens; the seals decided.
    let record = referee(&["random", "--game", "wangdo", "--seed", "16", "--emit", "none"], "").ends(0).out;
    let last: Value = serde_json::from_str(record.lines().last().expect("an outcome")).expect("JSON");
    let scores = &last["outcome"]["scores"];
    assert!(scores[0] == scores[1] && last["outcome"]["places"] == json!([2, 1]), "{last}");
    let shown = referee(&["show"], &record).ends(0).out;
    for player in 0..2 {
        let counted = format!("counted: {} tokens, {} Dragon Seals", scores[player], last["details"]["seals"][player]);
        assert!(shown.contains(&counted), "{counted}: {shown}");
    }
    assert!(shown.contains("the places rest on"), "{shown}");

    let record = referee(&["random", "--game", "wongar", "--seed", "7", "--emit", "none"], "").ends(0).out;
    let last: Value = serde_json::from_str(record.lines().last().expect("an outcome")).expect("JSON");
    let shown = referee(&["show"], &record).ends(0).out;
    assert!(!shown.contains("the places rest on"), "points decide: {shown}");
    let (track, bonus) = (&last["details"]["track"], &last["details"]["bonus"]);
    for (player, score) in last["outcome"]["scores"].as_array().expect("scores").iter().enumerate() {
        let counted = format!("score: {} + {} for most cards = {score}", track[player], bonus[player]);
        assert!(shown.contains(&counted), "{counted}: {shown}");
    }
    let before = record.lines().count() - 5;
    assert!(!referee(&["show", "--at", &before.to_string()], &record).ends(0).out.contains("for most cards"));
}

#[test]
fn what_cannot_be_shown_is_told_truly() {
    let seen = referee(&["random", "--game", "wongar", "--seed", "3", "--emit", "view:1"], "").ends(0).out;
    let ran = referee(&["show"], &seen).ends(0);
    let last: u64 =
        ran.err.split_whitespace().find_map(|word| word.trim_end_matches(':').parse().ok()).expect("a number");
    referee(&["show", "--at", &last.to_string()], &seen).ends(0);
    // A little beyond it can be followed by what the public sees.
    referee(&["show", "--at", &(last + 1).to_string()], &seen).ends(0);
    let ran = referee(&["show", "--at", &(last + 1000).to_string()], &seen).ends(2);
    assert!(ran.err.contains("the last position that is certain") && !ran.err.contains("the game has"), "{}", ran.err);
    let ran = referee(&["show"], r#"{"referee":1,"game":"wangdo","state":null}"#).ends(2);
    assert!(ran.err.contains("hidden"), "{}", ran.err);
    let ran = referee(&["show", "--at", "9"], [HEADER, MOVE].join("\n")).ends(2);
    assert!(ran.err.contains("the game has 1 event") && !ran.err.contains("hidden"), "{}", ran.err);
    referee(&["show", "--ascii", "--format", "svg"], HEADER).ends(2);
}

#[test]
fn a_position_that_was_gone_back_to_is_shown_with_what_led_there() {
    let lines = [HEADER, MOVE, r#"{"action":{"move":{"from":"c10","to":"c8"}}}"#, r#"{"query":"undo"}"#];
    let shown = |lines: &[&str]| referee(&["show", "--at", "1"], lines.join("\n")).ends(0).out;
    assert_eq!(shown(&lines), shown(&lines[..2]));
    assert!(shown(&lines).contains("Last:"));
}

#[test]
fn what_a_malformed_line_quotes_is_escaped_in_a_page() {
    let line = r#"{"action":{"\u202emove":"\u001b[2J"}}"#;
    let page = referee(&["replay"], [HEADER, line].join("\n")).ends(3).out;
    assert!(!page.contains('\u{202e}') && !page.contains('\u{1b}'));
    assert!(page.contains(r"`\\u{202e}move`"), "it is still shown");
}

#[test]
fn who_watches_a_game_sees_its_start() {
    for lines in [vec![MOVE], vec!["", HEADER, MOVE]] {
        let drawn = referee(&["play", "--game", "tectonic", "--show", "--emit", "none"], lines.join("\n")).ends(0).err;
        let (start, after) = (drawn.find("White is to move"), drawn.find("Black is to move"));
        assert!(start.is_some() && start < after && drawn.contains("Last: "), "{drawn}");
        assert_eq!(drawn.matches("is to move").count(), 2, "{drawn}");
    }
}

#[test]
fn a_replay_tells_refusals_that_betray_nothing_to_all_and_the_others_to_those_who_see_all_hands() {
    let file = "fixtures/wongar/play/several-faults.jsonl";
    let (open, secret) = ("\"wongar.wrong-figure\"", "\"wongar.not-in-hand\"");
    let everything = referee(&["replay", file], "").ends(0).out;
    assert!(everything.contains(open) && everything.contains(secret));
    assert!(everything.contains(r#""views":[{"viewer":"all players together""#), "it comes first");
    for (viewer, own) in [("public", false), ("0", true), ("1", false)] {
        let page = referee(&["replay", "--for", viewer, file], "").ends(0).out;
        assert!(page.contains(open) && page.contains("this viewer may not see it"), "{viewer}");
        assert!(!page.contains("all players together"), "{viewer}");
        assert_eq!(page.contains(secret), own, "{viewer}");
        assert!(!page.contains("move in card double"), "what player 2 tried, for {viewer}");
    }
    // A card played in vain shows that it is held; a list shows that it can be played.
    for game in ["wigwam", "wangdo"] {
        let page =
            referee(&["replay", "--for", "public", &format!("fixtures/{game}/play/two-faults.jsonl")], "").ends(0).out;
        assert!(!page.contains("this viewer may not see it"), "{game}: no player holds anything");
    }
    let begun = r#"{"referee":1,"game":"wigwam"}
{"action":{"arrange":{"chief":"A1","tents":[],"warriors":[]}}}
"#;
    let page = referee(&["replay", "--for", "1"], begun).ends(1).out;
    assert!(
        page.contains("this viewer may not see it") && !page.contains("chief A1") && !page.contains("wigwam.arrange")
    );
}

#[test]
fn what_was_found_about_a_commitment_is_true_for_every_viewer() {
    let told = r#"{"nonce":"00000000000000000000000000000001","commitment":"sha256:00"}"#;
    let header = format!(r#"{{"referee":1,"game":"tectonic","seed":5,"match":{told}}}"#);
    let found = |input: &str, emit: &str, code: i32| {
        let answers = referee(&["play", "--emit", emit], input).ends(code);
        (answers.answers()[0].false_claims().into_iter().map(str::to_owned).collect::<Vec<_>>(), answers.out)
    };
    let (claims, whole) = found(&header, "none", 1);
    assert_eq!(claims, ["commitment"]);
    for emit in ["none", "view:1", "view:public"] {
        let (claims, written) = found(&whole, emit, 1);
        assert_eq!(claims, ["commitment"], "{emit}");
        let code = i32::from(emit == "none");
        assert_eq!(found(&written, emit, code).0.len(), code as usize, "without the seed nothing is known");
    }
    let untrue = whole.replace("\"actual\":\"sha256:", "\"actual\":\"sha256:0");
    assert_eq!(found(&untrue, "view:1", 1).0, ["commitment", "contradicted.commitment"]);
}

#[test]
fn what_is_found_is_found_once() {
    let pair = r#"{"claim":"n","claimed":1,"actual":5},{"claim":"contradicted.n","claimed":1,"actual":6}"#;
    let line = format!(r#"{{"query":"legal","contradicted":[{pair}]}}"#);
    let written = play(&[HEADER, &line], "none").ends(1);
    assert_eq!(written.answers()[1].false_claims(), ["contradicted.n"]);
    let again = referee(&["play", "--emit", "none"], &written.out).ends(0);
    assert_eq!(again.answers()[1].legal_n, Some(28), "what was written can be read");
}

#[test]
fn the_answer_to_an_outcome_that_is_not_there_is_no_remark() {
    let outcome = r#"{"outcome":{"places":[1,2],"scores":[2,0],"reason":"trio"}}"#;
    let over = r#"{"abort":{"cause":"max_turns"}}"#;
    for lines in [vec![HEADER, outcome, over], vec![HEADER, over, outcome]] {
        let written = play(&lines, "none").ends(1).out;
        assert!(written.contains("\n{\"contradicted\":[{\"claim\":\"outcome\""), "{written}");
        let again = referee(&["play", "--emit", "none", "--strict"], &written).ends(0);
        assert!(!again.err.contains("remark"), "{again:?}");
    }
    let untrue = r#"{"contradicted":[{"claim":"outcome","claimed":1,"actual":null}],"n":77,"next":"over"}"#;
    let ran = play(&[HEADER, untrue, over], "none").ends(1);
    assert_eq!(ran.answers()[1].false_claims(), ["n", "next"]);
    let won = [HEADER, r#"{"forfeit":{"player":0,"cause":"exit"}}"#, r#"{"contradicted":[]}"#];
    let ran = play(&won, "none").ends(1);
    assert_eq!(ran.answers()[3].false_claims(), ["outcome"], "there is one");
    let details = r#"{"contradicted":[],"details":{}}"#;
    assert!(play(&[HEADER, details], "none").ends(3).answers()[1].fault().contains("belongs to an outcome"));
}
