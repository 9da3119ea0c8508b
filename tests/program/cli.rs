//! Streams through the built program, as another program sees them through a pipe.

use std::io::{BufRead as _, BufReader, Write as _};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::pipes::{Answer, HEADER, MOVE, Next, answer, play, referee, spawn};
use crate::sample::EMITS;

#[test]
fn every_answer_comes_before_the_next_line() {
    let mut child = spawn(&["play"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    let stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let (sender, answers) = mpsc::channel();
    let reader = thread::spawn(move || {
        for line in stdout.lines() {
            let _ = sender.send(line.expect("UTF-8"));
        }
    });
    let mut ask = |line: &str| -> Answer {
        writeln!(stdin, "{line}").expect("the program reads");
        answer(&answers.recv_timeout(Duration::from_secs(20)).expect("an answer while the pipe is open"))
    };
    assert_eq!(ask(HEADER).next, Some(Next::Player(0)));
    assert_eq!(ask(MOVE).n, Some(1));
    assert_eq!(ask(r#"{"query":"legal"}"#).legal_n.map(|n| n > 0), Some(true));
    assert_eq!(ask(MOVE).rules()[0], "tectonic.no-piece");
    assert!(ask("nonsense").fault().contains("not a JSON value"));
    assert_eq!(ask(r#"{"query":"undo"}"#).undone, Some(1));
    assert_eq!(ask(r#"{"abort":{"cause":"max_turns"}}"#).next, Some(Next::Over));
    assert_eq!(ask(HEADER).referee, Some(1));
    drop(stdin);
    assert_eq!(child.wait().expect("an end").code(), Some(3));
    reader.join().expect("no panic");
}

#[test]
fn games_follow_each_other_in_a_stream() {
    let ran = play(&[HEADER, MOVE, HEADER, r#"{"forfeit":{"player":0,"cause":"exit"}}"#, HEADER], "none").ends(0);
    let answers = ran.answers();
    assert_eq!(answers.len(), 8);
    let truncated = |at: usize| answers[at].truncated.clone().map(|truncated| (truncated.line, truncated.next));
    assert_eq!(truncated(2), Some((2, Next::Player(1))), "a header in the middle ends the game");
    let outcome = answers[5].outcome.clone().expect("an outcome");
    assert_eq!((outcome.places, outcome.scores, outcome.reason.as_str()), (vec![2, 1], None, "forfeit"));
    assert_eq!(truncated(7), Some((5, Next::Player(0))));
    let starts: Vec<bool> = answers.iter().map(|answer| answer.referee == Some(1)).collect();
    assert_eq!(starts, [true, false, false, true, false, false, true, false]);
}

#[test]
fn nothing_happens_after_the_end() {
    let end = r#"{"forfeit":{"player":1,"cause":"time_bank"}}"#;
    let ran = play(&[HEADER, end, MOVE, end, r#"{"query":"legal"}"#], "none").ends(1);
    let answers = ran.answers();
    assert_eq!(answers[3].rules(), ["table.game-over"]);
    assert_eq!(answers[4].rules(), ["table.game-over"]);
    assert_eq!((answers[5].legal_n, answers[5].next), (Some(0), Some(Next::Over)));
    assert_eq!(answers.len(), 6, "a finished game is not truncated");
}

#[test]
fn the_wrong_player_hears_everything_he_broke() {
    let line = r#"{"player":1,"action":{"move":{"from":"c1","to":"c10"}}}"#;
    let answers = play(&[HEADER, line, r#"{"player":2,"action":"pass"}"#], "none").ends(1).answers();
    assert_eq!(answers[1].rules()[0], "table.not-your-turn");
    assert!(answers[1].rules().len() > 1, "{answers:?}");
    assert_eq!((answers[1].n, answers[1].player, answers[1].next), (Some(1), Some(1), Some(Next::Player(0))));
    assert_eq!(answers[2].rules(), ["table.no-such-player"]);
}

#[test]
fn every_emit_accompanies_the_same_game() {
    for emit in EMITS {
        let ran = play(&[HEADER, MOVE, MOVE, r#"{"query":"state"}"#], emit).ends(1);
        let answers = ran.answers();
        for (at, there) in [true, true, false].into_iter().enumerate() {
            let line = &answers[at];
            assert_eq!(line.state.is_some(), there && emit.contains("state"), "{emit}: {line:?}");
            assert_eq!(line.occurrence.is_some(), there && emit.contains("state"), "{emit}: {line:?}");
            assert_eq!(line.view.is_some(), there && emit.starts_with("view"), "{emit}: {line:?}");
            assert_eq!(line.legal.is_some(), there && emit.contains("legal"), "{emit}: {line:?}");
            assert_eq!(line.legal_n, line.legal.as_ref().map(|legal| legal.len() as u64));
            assert_eq!(line.digest.is_some(), there && emit.contains("digest"), "{emit}: {line:?}");
            assert_eq!(
                line.viewer.as_ref().map(|viewer| format!("view:{}", viewer.to_string().trim_matches('"'))),
                there
                    .then_some(emit)
                    .filter(|emit| emit.starts_with("view"))
                    .map(|emit| emit.replace(",legal", "").replace("actor", &at.to_string()))
            );
        }
        assert!(answers[3].state.as_ref().expect("a state").get("moves").is_some(), "a query tells the memory too");
        let again = referee(&["play", "--emit", emit], &ran.out).ends(0);
        let remarks = |text: &str| text.lines().filter(|line| !line.contains("truncated")).map(str::to_owned).collect();
        let (first, second): (Vec<String>, Vec<String>) = (remarks(&ran.out), remarks(&again.out));
        assert_eq!(first, second, "what was written reads back");
        assert!(again.err.contains("skipped 1 remark"), "{}", again.err);
    }
    let ran = play(&[HEADER], "view:2").ends(2);
    assert!(ran.err.contains("no such player"), "{ran:?}");
    for wrong in ["views", "state,none", "view:0,state", "view:0,view:1", "digest,digest"] {
        play(&[HEADER], wrong).ends(2);
    }
}

#[test]
fn a_digest_is_of_the_bytes_of_the_state() {
    use sha2::Digest as _;
    let with = |emit| play(&[HEADER, MOVE], emit).ends(0);
    let line = with("state").out.lines().nth(1).expect("a line").to_owned();
    let (_, rest) = line.split_once("\"state\":").expect("a state");
    let (state, _) = rest.split_once(",\"occurrence\"").expect("the occurrence after it");
    let digest = sha2::Sha256::digest(state).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    assert_eq!(with("digest").answers()[1].digest, Some(digest));
}

#[test]
fn a_game_starts_from_a_position_that_came_out() {
    let state = play(&[HEADER, MOVE, r#"{"query":"state"}"#], "none").ends(0).answers().remove(2).state;
    let header = json!({"referee": 1, "game": "tectonic", "state": state}).to_string();
    let answers = play(&[&header, r#"{"query":"state"}"#], "none").ends(0).answers();
    assert_eq!(answers[0].next, Some(Next::Player(1)));
    assert_eq!(answers[1].state, state);
    let bad = r#"{"referee":1,"game":"tectonic","state":{"turn":"white","white":{"mounts":["b5","b6","b7","b8"]},"black":{}}}"#;
    let ran = play(&[bad, MOVE, HEADER], "none").ends(3);
    assert!(!ran.answers()[0].rules().is_empty() && ran.answers()[0].next == Some(Next::Header));
    assert!(ran.answers()[1].fault().starts_with("no game"));
    assert_eq!(ran.answers()[2].next, Some(Next::Player(0)));
    let again = referee(&["play", "--emit", "none"], &ran.out).ends(0);
    assert!(again.err.contains("skipped 2 remarks"), "a claimed refusal of a position is confirmed: {again:?}");
}

/// The answer to a move under a `--emit`, to be used as a line of claims.
fn claims_of(emit: &str) -> Value {
    let ran = play(&[HEADER, MOVE], emit);
    serde_json::from_str(ran.out.lines().nth(1).expect("an answer")).expect("JSON")
}

#[test]
fn each_claim_is_verified_by_itself() {
    let falsehoods: [(&str, &str, Value); 10] = [
        ("none", "n", json!(2)),
        ("none", "next", json!({"player": 0})),
        ("none", "next", json!("over")),
        ("state", "state", json!({"turn": "white", "white": {}, "black": {}, "quiet": 0, "plies": 0})),
        ("state", "occurrence", json!(2)),
        ("view:1", "view", json!({"turn": "white"})),
        ("legal", "legal", json!([{"move": {"from": "a1", "to": "a2"}}])),
        ("legal", "legal_n", json!(1)),
        ("legal", "exhaustive", json!(false)),
        ("digest", "digest", json!("00")),
    ];
    let only = |claim: &str, value: &Value| {
        let mut line: Value = serde_json::from_str(MOVE).expect("JSON");
        line[claim] = value.clone();
        play(&[HEADER, &line.to_string()], "none")
    };
    for (emit, claim, falsehood) in falsehoods {
        let truth = claims_of(emit)[claim].clone();
        assert!(!truth.is_null(), "{claim}");
        let answers = only(claim, &truth).ends(0).answers();
        assert_eq!(answers[1].contradicted, None, "{claim} is true");
        let answers = only(claim, &falsehood).ends(1).answers();
        assert_eq!(answers[1].false_claims(), [claim]);
        let found = &answers[1].contradicted.as_ref().expect("a contradiction")[0];
        assert_eq!((answers[1].n, answers[1].violations.is_none()), (Some(1), true), "the move is still made");
        assert_eq!((&found.claimed, &found.actual), (&falsehood, &if claim == "view" { Value::Null } else { truth }));
    }
    let unverified = r#"{"action":{"move":{"from":"c1","to":"c5"}},"ms":99,"note":"why not"}"#;
    let answers = play(&[HEADER, unverified], "none").ends(0).answers();
    assert_eq!((answers[1].ms, answers[1].note.as_deref()), (Some(99), Some("why not")));
}

#[test]
fn claims_of_refusals_are_verified() {
    let claim = |rules: &[&str], action: &str| {
        let rules: Vec<Value> = rules.iter().map(|rule| json!({"rule": rule})).collect();
        play(
            &[HEADER, &json!({"action": {"move": {"from": "c1", "to": action}}, "violations": rules}).to_string()],
            "none",
        )
    };
    let both = ["tectonic.occupied", "tectonic.mount-range", "tectonic.occupied"];
    assert_eq!(claim(&both, "c10").ends(0).answers()[1].contradicted, None, "the same set of rules");
    assert_eq!(claim(&both[1..2], "c10").ends(1).answers()[1].false_claims(), ["violations"]);
    assert_eq!(claim(&[], "c10").ends(1).answers()[1].false_claims(), ["violations"]);
    assert_eq!(claim(&[], "c5").ends(0).answers()[1].contradicted, None);
    let answers = claim(&both, "c5").ends(1).answers();
    assert_eq!((answers[1].false_claims(), answers[1].violations.is_none()), (vec!["violations"], true));
}

#[test]
fn claims_in_headers_and_queries_are_verified() {
    let check = |line: &str, claims: &[&str]| {
        let lines = if line.contains("\"referee\"") { vec![line] } else { vec![HEADER, line] };
        let ran = play(&lines, "none").ends(i32::from(!claims.is_empty()));
        assert_eq!(ran.answers()[lines.len() - 1].false_claims(), claims, "{line}");
    };
    check(r#"{"referee":1,"game":"tectonic","next":{"player":0},"legal_n":28,"occurrence":1}"#, &[]);
    check(r#"{"referee":1,"game":"tectonic","next":{"player":1}}"#, &["next"]);
    check(r#"{"referee":1,"game":"tectonic","violations":[{"rule":"tectonic.seats"}]}"#, &["violations"]);
    check(r#"{"referee":1,"game":"tectonic","edition":{"id":"mine","sha256":"00"}}"#, &["edition"]);
    check(r#"{"query":"legal","legal_n":28,"exhaustive":true}"#, &[]);
    check(r#"{"query":"legal","legal_n":29}"#, &["legal_n"]);
    check(r#"{"query":{"view":1},"player":1}"#, &[]);
    check(r#"{"query":{"view":1},"player":0}"#, &["player"]);
    check(r#"{"query":{"view":1},"viewer":0}"#, &["viewer"]);
    check(r#"{"query":"state","next":"chance"}"#, &["next"]);
    check(r#"{"outcome":{"places":[1,2],"scores":[2,0],"reason":"trio"}}"#, &["outcome"]);
    check(r#"{"query":"state","contradicted":[{"claim":"n","claimed":7,"actual":0}]}"#, &[]);
    check(r#"{"query":"state","contradicted":[{"claim":"n","claimed":7,"actual":1}]}"#, &["contradicted.n"]);
    let again = r#"{"query":"state","contradicted":[{"claim":"contradicted.n","claimed":1,"actual":7}]}"#;
    check(again, &["contradicted.n"]);
}

#[test]
fn strict_stops_at_the_first_fault() {
    for fault in [r#"{"action":"pass"}"#, "{", r#"{"query":"state","n":5}"#] {
        let lines = [HEADER, MOVE, fault, MOVE, HEADER].join("\n");
        let ran = referee(&["play", "--strict", "--emit", "none"], lines);
        assert!(matches!(ran.code, Some(1 | 3)), "{ran:?}");
        assert_eq!(ran.answers().len(), 3);
    }
    referee(&["play", "--strict"], [HEADER, MOVE].join("\n")).ends(0);
}

#[test]
fn strict_says_what_was_not_judged() {
    let refused = r#"{"referee":1,"game":"tectonic","state":{"turn":"white","white":{"hills":["a1"]},"black":{}},"violations":[{"rule":"tectonic.position-decided"}]"#;
    let claims = format!("{refused},\"legal_n\":3,\"next\":\"over\"}}");
    let withheld = [HEADER, r#"{"withheld":{"line":7},"next":{"player":0}}"#].join("\n");
    let remark = [HEADER, r#"{"malformed":{"line":7,"message":"a \"withheld\": line"}}"#].join("\n");
    for (lines, strict) in [(format!("{refused}}}"), 0), (claims, 6), (withheld, 6), (remark, 0)] {
        let ran = referee(&["play", "--emit", "none", "--strict"], &lines);
        assert_eq!(ran.code, Some(strict), "{lines}: {ran:?}");
        referee(&["play", "--emit", "none"], &lines).ends(0);
    }
}

#[test]
fn the_exit_code_is_the_highest_that_a_line_earned() {
    play(&[], "none").ends(0);
    play(&[HEADER, MOVE], "none").ends(0);
    play(&[HEADER, MOVE, MOVE], "none").ends(1);
    play(&[HEADER, MOVE, MOVE, "{"], "none").ends(3);
    play(&["{", HEADER, MOVE, MOVE], "none").ends(3);
}

#[test]
fn a_closed_output_is_no_verdict() {
    let mut child = spawn(&["random", "--game", "tectonic", "--seed", "1", "--games", "100000"]);
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line");
    drop(stdout);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(5), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn flags_make_a_header_and_fill_its_gaps() {
    let game = ["play", "--emit", "none", "--game", "tectonic", "--option", "setup=S2", "--option", "repetition=5"];
    let ran = referee(&[&game[..], &["--seed", "9007199254740992"]].concat(), MOVE.replace("c5", "c4"));
    let header = ran.answers().remove(0);
    let options = header.options.expect("options");
    assert_eq!((&options["setup"], &options["repetition"]), (&json!("S2"), &json!(5)));
    assert_eq!(header.seed, Some(json!("9007199254740992")), "too large for a number");
    let filled = referee(&[&game[..], &["--seed", "3", "--players", "2"]].concat(), HEADER).ends(0).answers().remove(0);
    assert_eq!((filled.options, filled.seed), (Some(options), Some(json!(3))));
    referee(&game, r#"{"referee":1,"game":"tectonic","options":{"setup":"S2"}}"#).ends(0);
    let conflicts = [r#"{"referee":1,"game":"tectonic","options":{"setup":"S3"}}"#, r#"{"referee":1,"game":"wigwam"}"#];
    for header in conflicts {
        let answers = referee(&game, [HEADER, header, MOVE, HEADER].join("\n")).ends(3).answers();
        let [first, cut, wrong, stray, again, _] = &answers[..] else { panic!("{answers:?}") };
        assert!(first.referee.is_some() && cut.truncated.is_some() && again.referee.is_some(), "the stream goes on");
        assert!(wrong.fault().contains("contradicts the header"), "{wrong:?}");
        assert_eq!((wrong.next, stray.next), (Some(Next::Header), Some(Next::Header)));
    }
    let said = referee(&["play", "--seed", "4"], r#"{"referee":1,"game":"tectonic","seed":5}"#).ends(3).out;
    assert!(said.contains("--seed contradicts") && !said.contains('5'), "{said}");
    referee(&["play", "--players", "2"], r#"{"referee":1,"game":"tectonic","players":2}"#).ends(0);
}

#[test]
fn flags_that_cannot_be_carried_out_are_usage() {
    let wrong: [&[&str]; 8] = [
        &["--option", "setpu=S2"],
        &["--option", "setup=S9"],
        &["--option", "repetition=1"],
        &["--option", "setup=S1", "--option", "setup=S2"],
        &["--option", "setup"],
        &["--players", "3"],
        &["--seed", "-1"],
        &["--seed", "18446744073709551616"],
    ];
    for flags in wrong {
        for (input, game) in [("", &["--game", "tectonic"][..]), (HEADER, &[])] {
            let ran = referee(&[&["play"], game, flags].concat(), input).ends(2);
            assert!(ran.out.is_empty() && !ran.err.is_empty(), "{flags:?}: {ran:?}");
        }
    }
    let ran = referee(&["play", "--game", "tectonik"], "").ends(2);
    assert!(ran.err.contains("did you mean `tectonic`?"), "{ran:?}");
    referee(&["play", "no/such/file.jsonl"], "").ends(2);
    referee(&["play", "src"], "").ends(2);
    referee(&["paly"], "").ends(2);
}

#[test]
fn seeds_are_numbers_or_texts() {
    for (written, read) in [
        ("0", json!(0)),
        ("42", json!(42)),
        ("\"42\"", json!(42)),
        ("9007199254740991", json!(9_007_199_254_740_991_u64)),
        ("\"9007199254740992\"", json!("9007199254740992")),
        ("\"18446744073709551615\"", json!("18446744073709551615")),
    ] {
        let header = format!(r#"{{"referee":1,"game":"tectonic","seed":{written}}}"#);
        assert_eq!(play(&[&header], "none").ends(0).answers()[0].seed, Some(read));
    }
    for wrong in
        ["9007199254740992", "-1", "1.0", "1e3", "\"\"", "\"-1\"", "\"0x10\"", "\"18446744073709551616\"", "null"]
    {
        let header = format!(r#"{{"referee":1,"game":"tectonic","seed":{wrong}}}"#);
        let ran = play(&[&header], "none").ends(3);
        assert!(ran.answers()[0].fault().contains(if wrong == "null" { "null" } else { "seed" }), "{wrong}: {ran:?}");
    }
}

#[test]
fn a_pick_is_the_action_at_its_place() {
    let legal = play(&[HEADER, r#"{"query":"legal"}"#], "none").ends(0).answers().remove(1).legal.expect("a list");
    let ran = play(&[HEADER, r#"{"pick":3}"#, r#"{"player":1,"pick":0}"#], "none").ends(0);
    assert_eq!(ran.answers()[1].action.as_ref(), Some(&legal[3]));
    assert!(!ran.out.contains("pick"), "a record holds actions: {ran:?}");
    referee(&["play", "--strict"], &ran.out).ends(0);

    let wrong = play(&[HEADER, r#"{"pick":28}"#, r#"{"pick":-7,"player":1}"#], "none");
    let answers = wrong.ends(1).answers();
    assert_eq!(answers[1].rules(), ["table.no-such-pick"]);
    assert_eq!(answers[1].violations.as_ref().expect("violations")[0].facts["legal_n"], 28);
    assert_eq!(answers[2].rules(), ["table.not-your-turn"], "only the player on turn may learn the length of a list");
    // No answer repeats another number than the one that was sent.
    for large in ["9223372036854775808", "18446744073709551616", "-18446744073709551616", "1e300"] {
        let ran = play(&[HEADER, &format!(r#"{{"pick":{large}}}"#)], "none").ends(3);
        assert!(ran.answers()[1].fault().contains("too large for a place"), "{ran:?}");
    }
    for malformed in [r#"{"pick":1.5}"#, r#"{"pick":"1"}"#, r#"{"pick":null}"#, r#"{"pick":1,"action":"pass"}"#] {
        assert!(play(&[HEADER, malformed], "none").ends(3).answers()[1].malformed.is_some(), "{malformed}");
    }
}

#[test]
fn the_public_knows_what_everybody_knows() {
    let ask = r#"{"query":{"view":"public"}}"#;
    let ran = referee(&["random", "--game", "wangdo", "--seed", "3", "--emit", "view:public,legal"], "").ends(0);
    assert!(ran.out.contains(r#""chance":{"seal_card":null}"#) && !ran.out.contains("seed"), "{ran:?}");
    let header = ran.out.lines().next().expect("a header");
    assert!(header.contains(r#""next":"chance""#) && !header.contains("viewer"), "{header}");
    assert!(ran.out.contains(r#""viewer":"public""#), "{ran:?}");
    let record = referee(&["random", "--game", "wangdo", "--seed", "3", "--emit", "none"], "").ends(0).out;
    let begun: Vec<&str> = record.lines().take(30).chain([ask]).collect();
    let out = play(&begun, "view:0").ends(0).out;
    let answer: Value = serde_json::from_str(out.lines().nth(30).expect("an answer")).expect("JSON");
    assert!(answer["view"].is_object() && answer["viewer"] == "public", "{answer}");
    let lost = json!({"view": answer["view"], "viewer": "public"}).to_string();
    let begun: Vec<&str> = record.lines().take(30).chain([&*lost]).collect();
    let out = play(&begun, "none").ends(0).out;
    assert!(out.lines().nth(30).expect("an answer").starts_with(r#"{"query":{"view":"public"},"view":{"#), "{out}");
}
