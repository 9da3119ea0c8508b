//! Arbitrary bytes: each kind of bad input gets a clear answer of its own, changes nothing, and is never silently
//! corrected.

use crate::pipes::{Answer, HEADER, MOVE, Next, play, referee};

/// A line that is malformed for a given reason and changes nothing.
#[track_caller]
fn malformed(line: impl AsRef<[u8]>, because: &str) {
    let line = line.as_ref();
    let input = [HEADER.as_bytes(), b"\n", line, b"\n", MOVE.as_bytes()].concat();
    let answers = referee(&["play", "--emit", "none"], input).ends(3).answers();
    let shown = String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
    assert_eq!(answers.len(), 4, "{shown}: {answers:?}");
    assert!(answers[1].fault().contains(because), "{shown}: {answers:?}");
    assert_eq!(
        (answers[1].malformed.as_ref().map(|found| found.line), answers[1].next),
        (Some(2), Some(Next::Player(0)))
    );
    assert_eq!((answers[2].n, answers[2].violations.is_none()), (Some(1), true), "the game goes on");
}

#[track_caller]
fn bad_header(header: &str, because: &str) {
    let answers = play(&[header, MOVE, HEADER, MOVE], "none").ends(3).answers();
    assert!(answers[0].fault().contains(because), "{header}: {answers:?}");
    assert_eq!((answers[0].next, answers[1].next), (Some(Next::Header), Some(Next::Header)));
    assert!(answers[1].fault().starts_with("no game"), "{answers:?}");
    assert_eq!(answers[3].n, Some(1), "the next header begins a game");
}

/// Unusual input that is accepted.
#[track_caller]
fn fine(input: impl AsRef<[u8]>, lines: usize) {
    let ran = referee(&["play", "--emit", "none"], input).ends(0);
    assert_eq!(ran.answers().len(), lines, "{ran:?}");
}

#[test]
fn texts_that_are_no_json() {
    malformed(r#"{"action":{"move":{"from":"c1","to":"c5"}}"#, "the line ends inside an object: a `}` is missing");
    malformed(r#"{"action":"pass"} x"#, "more text after the end");
    malformed(r#"{"action":"pass"}{"action":"pass"}"#, "more text after the end");
    malformed(r#"{"action":"pass",}"#, "a comma before the closing bracket");
    malformed("{'action':'pass'}", "a key needs double quotes");
    malformed("NaN", "not a JSON value");
    malformed(r#"{"n":NaN,"action":"pass"}"#, "not a JSON value");
    malformed(r#"{"n":Infinity,"action":"pass"}"#, "not a JSON value");
    malformed("\u{feff}{\"action\":\"pass\"}", "a byte order mark");
    malformed(b"{\"action\":\"pa\xffss\"}", "UTF-8");
    malformed(b"\xff\xfe", "not a JSON value");
    malformed(b"\0", "not a JSON value");
    malformed(r#"{"note":"\ud800","action":"pass"}"#, "half a character");
    malformed(format!("{}{}", "[".repeat(200), "]".repeat(200)), "found a list");
    let deep = |levels: usize| format!(r#"{{"view":{}{},"action":"pass"}}"#, "[".repeat(levels), "]".repeat(levels));
    malformed(deep(200), "nested too deep");
    malformed(deep(100_000), "nested too deep");
}

#[test]
fn shapes_that_serde_would_let_through() {
    malformed("[]", "found a list");
    malformed("null", "found `null`");
    malformed("1", "the number");
    malformed("{}", "a line needs one of");
    malformed(r#"[{"action":"pass"}]"#, "found a list");
    malformed(r#"{"action":{"move":["c1","c5"]}}"#, "found a list, expected an object");
    malformed(r#"{"action":[{"move":{"from":"c1","to":"c5"}}]}"#, "a list is not an action");
    malformed(r#"{"action":{"move":{"from":"c1","to":"c5","flip":null}}}"#, "null");
    malformed(r#"{"action":{"move":{"from":"c1","to":"c5"}},"player":null}"#, "null");
    malformed(r#"{"action":null}"#, "`null` is not an action");
    malformed(r#"{"action":{"pass":{}}}"#, "`pass` has no content");
    malformed(r#"{"action":{"pass":1}}"#, "`pass` has no content");
    malformed(r#"{"action":{"pass":null,"move":{"from":"c1","to":"c5"}}}"#, "its kind as the only key");
    malformed(r#"{"action":"pass","player":0.0}"#, "floating point");
    malformed(r#"{"action":"pass","player":"0"}"#, "the string");
    malformed(r#"{"action":"pass","player":256}"#, "256");
    malformed(r#"{"action":"pass","n":1.0}"#, "floating point");
    malformed(r#"{"action":"pass","n":-1}"#, "-1");
    malformed(r#"{"action":"pass","n":1e400}"#, "too large");
    malformed(r#"{"action":"pass","n":18446744073709551616}"#, "a whole number");
    malformed(r#"{"action":"pass","ms":null}"#, "null");
    malformed(r#"{"outcome":null}"#, "null");
    malformed(r#"{"outcome":[]}"#, "a list");
    malformed(r#"{"abort":["max_turns"]}"#, "a list");
    malformed(r#"{"forfeit":{"player":1}}"#, "missing field `cause`");
    malformed(r#"{"query":["legal"]}"#, "a list is not a query; write {\"query\":\"legal\"}");
    malformed(r#"{"query":{"legal":1}}"#, "is not a query");
    malformed(r#"{"query":"view"}"#, "this name needs a value");
}

#[test]
fn what_stands_there_is_said_with_what_is_right() {
    malformed(r#"{"chance":{"stele":"white"}}"#, "this game has no draws");
    malformed(
        r#"{"action":{}}"#,
        "the object is empty; an action has its kind as the only key: `move`, `pass`; a legal action",
    );
    malformed(r#"{"action":1}"#, "the number `1` is not an action");
    malformed(r#"{"action":["move"]}"#, r#"a legal action now: {"action":{"move":{"from":"a1","to":"a2"}}}"#);
    malformed(r#"{"query":1}"#, r#"the number `1` is not a query; write {"query":"legal"}"#);
    malformed(r#"{"pass":true}"#, r#"`pass` is not a key of a line; an action is written inside {"action":...}"#);
    malformed(r#"{"mvoe":{"from":"a1","to":"a2"}}"#, "did you mean `move`?");
    malformed(r#"{"type":"move","from":"a1","to":"a2"}"#, "not the value of `type`");
    malformed(r#"{"forfeit":{"player":0}}"#, r#"for example {"forfeit":{"player":0,"cause":"exit"}}"#);
    malformed(r#"{"abort":1}"#, r#"for example {"abort":{"cause":"organiser_abort"}}"#);
    malformed(r#"{"player":"0","action":"pass"}"#, "for example \"player\":0");
    malformed(r#"{"query":"legal"} // all of them"#, "JSON has no comments");
    malformed("{action:\"pass\"}", "a key needs double quotes");
    malformed(r#"{"action":"pass","n":01}"#, "this is not a JSON number");
    let state = |state: &str| format!(r#"{{"referee":1,"game":"tectonic","state":{state}}}"#);
    bad_header(&state(r#"{"turn":"white","white":{},"black":{},"reserve":{"black":3}}"#), "`state.reserve.black`: ");
    bad_header(&state(r#"{"turn":"white","white":{"hills":["a1","z1"]},"black":{}}"#), "`state.white.hills.1`: ");
    bad_header(r#"{"referee":1,"game":"tectonic","players":"2"}"#, "for example \"players\":2");
    let answers =
        play(&[r#"{"referee":1,"game":"tectonic","state":{"turn":"white","white":{},"black":{}}}"#, MOVE], "none");
    assert!(answers.answers()[1].fault().contains("the header on line 1 began none"), "{answers:?}");
}

#[test]
fn keys_said_twice_or_misplaced() {
    malformed(r#"{"action":"pass","action":"pass"}"#, "duplicate field `action`");
    malformed(r#"{"action":"pass","query":"legal"}"#, "one of");
    malformed(r#"{"player":0,"player":0,"action":"pass"}"#, "duplicate field `player`");
    malformed(r#"{"action":{"move":{"from":"c1","from":"c1","to":"c5"}}}"#, "duplicate field `from`");
    malformed(r#"{"action":"pass","view":{"a":1,"a":1}}"#, "duplicate key `a`");
    malformed(r#"{"player":0,"query":"legal"}"#, "`player` belongs to an action");
    malformed(r#"{"by":"referee","query":"legal"}"#, "`by` belongs to an action");
    malformed(r#"{"undone":1,"action":"pass"}"#, "`undone` belongs");
    malformed(r#"{"details":{},"action":"pass"}"#, "`details` belongs");
}

#[test]
fn names_that_are_nearly_right() {
    malformed(r#"{"acton":"pass"}"#, "did you mean `action`?");
    malformed(r#"{"action":{"moev":{"from":"c1","to":"c5"}}}"#, "did you mean `move`?");
    malformed(r#"{"action":{"move":{"form":"c1","to":"c5"}}}"#, "did you mean `from`?");
    malformed(r#"{"action":{"move":{"from":"c1","to":"c5","flips":"c6"}}}"#, "did you mean `flip`?");
    malformed(r#"{"action":{"move":{"from":"c1"}}}"#, "missing field `to`");
    malformed(r#"{"action":{"move":{"from":"c1","to":"z9"}}}"#, "z9");
    malformed(r#"{"query":"legl"}"#, "did you mean `legal`?");
    malformed(r#"{"action":{"move":{"from":"C1","to":"c5"}}}"#, "write it in lower case: c1");
    malformed(r#"{"abort":{"cause":"max_turn"}}"#, "did you mean `max_turns`?");
    malformed(r#"{"action":"pass","referee_":1}"#, "unknown field");
    bad_header(r#"{"referee":1,"game":"tectonik"}"#, "did you mean `tectonic`?");
    bad_header(r#"{"referee":1,"game":"chess"}"#, "the games are");
    bad_header(r#"{"referee":1,"game":"tectonic","options":{"setpu":"S2"}}"#, "did you mean `setup`?");
    bad_header(r#"{"referee":1,"game":"tectonic","options":{"setup":"S5"}}"#, "option `setup`");
    bad_header(r#"{"referee":1,"game":"tectonic","option":{}}"#, "did you mean `options`?");
}

#[test]
fn headers_that_are_wrong() {
    bad_header(r#"{"referee":2,"game":"tectonic"}"#, "version 1");
    bad_header(r#"{"referee":"1","game":"tectonic"}"#, "the string");
    bad_header(r#"{"referee":1}"#, "missing field `game`");
    bad_header(r#"{"referee":1,"referee":1,"game":"tectonic"}"#, "duplicate field");
    bad_header(r#"{"referee":1,"game":"tectonic","players":3}"#, "2 players, not 3");
    bad_header(r#"{"referee":1,"game":"tectonic","draws":"referee"}"#, "needs a `seed`");
    bad_header(r#"{"referee":1,"game":"tectonic","draws":"dealer"}"#, "unknown name");
    bad_header(r#"{"referee":1,"game":"tectonic","state":null}"#, "`state`");
    bad_header(r#"{"referee":1,"game":"tectonic","state":{"turn":"green"}}"#, "`state.turn`");
    bad_header(r#"{"referee":1,"game":"tectonic","options":[]}"#, "a list");
    bad_header(r#"{"referee":1,"game":"tectonic","about":{"a":"1","a":"1"}}"#, "duplicate key");
    bad_header(r#"{"referee":1,"game":"tectonic","names":["one"]}"#, "one name for each");
    bad_header("{\"referee\":1,\"game\":\"tecto", "the line ends inside a string");
    bad_header("\u{feff}{\"referee\":1,\"game\":\"tectonic\"}", "a byte order mark");
    let ran = play(&[MOVE, "{", MOVE, HEADER], "none").ends(3);
    assert!(ran.answers()[0].fault().starts_with("no game"), "{ran:?}");
    assert_eq!((ran.answers().len(), ran.answers()[3].referee), (5, Some(1)), "each line has its answer");
    let none = |answer: &Answer| answer.fault().starts_with("no game") && answer.next == Some(Next::Header);
    assert!(ran.answers()[..3].iter().all(none), "{ran:?}");
}

#[test]
fn a_key_inside_a_line_is_not_a_header() {
    malformed(r#"{"action":{"referee":1}}"#, "unknown name");
    malformed(r#"{"action":"pass","by":{"referee":1}}"#, "");
}

#[test]
fn lines_that_are_too_long() {
    let note = |bytes: usize| {
        let rest = r#"{"query":"legal","note":""}"#.len();
        format!(r#"{{"query":"legal","note":"{}"}}"#, "x".repeat(bytes - rest))
    };
    malformed(note((1 << 20) + 1), "at most 1048576 bytes");
    malformed(note(2 << 20), "at most 1048576 bytes");
    fine([HEADER, &note(1 << 20)].join("\n"), 3);
    // The answer to a long nonsense line is short.
    let long = format!(r#"{{"{}":1}}"#, "x".repeat(1 << 19));
    let ran = play(&[HEADER, &long], "none").ends(3);
    assert!(ran.out.lines().all(|line| line.len() < 4000));
    let keys: Vec<String> = (0..90_000).rev().map(|key| format!("\"{key:05}\":1")).collect();
    let many = format!(r#"{{"action":"pass","view":{{{}}}}}"#, keys.join(","));
    let started = std::time::Instant::now();
    play(&[HEADER, &many], "none").ends(1);
    assert!(started.elapsed().as_secs() < 60, "keys are found in good time");
}

#[test]
fn lines_that_are_unusual_and_fine() {
    fine("", 0);
    fine("\n\r\n  \t\n", 0);
    fine([HEADER, MOVE].join("\r\n"), 3);
    fine([HEADER, "", "  ", "\r", MOVE, ""].join("\n"), 3);
    fine(format!("{HEADER}\n{MOVE}"), 3);
    fine(format!("  {HEADER}  \n\t{MOVE}\t\n"), 3);
    fine(format!("{HEADER}\n{}", MOVE.replace("action", "\\u0061ction")), 3);
    fine(r#"{ "game" : "tectonic" , "referee" : 1 }"#, 2);
    fine(format!("{HEADER}\n{}", r#"{"malformed":{"line":4,"message":"x"}}"#), 2);
    let answers = play(&[HEADER, r#"{"action":{"pass":null}}"#], "none").ends(1).answers();
    assert_eq!(answers[1].action, Some(serde_json::json!("pass")), "the one spelling that is put right");
}
