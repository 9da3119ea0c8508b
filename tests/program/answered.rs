//! A client can always tell where it stands: each line has its answer, and the answer says what comes next.

use std::io::{BufRead as _, BufReader, Write as _};

use serde_json::{Value, json};

use crate::pipes::{HEADER, MOVE, Next, play, referee, spawn};

/// A position with a fault.
const FAULTY: &str =
    r#"{"referee":1,"game":"tectonic","note":"p","state":{"turn":"white","white":{"hills":["a1","a1"]},"black":{}}}"#;
const UNKNOWN: &str = r#"{"referee":1,"game":"tectonik","note":"u"}"#;
const LEGAL: &str = r#"{"query":"legal"}"#;

#[test]
fn a_header_that_begins_no_game_ends_the_one_before() {
    let too_long = format!(r#"{{"referee":1,"game":"tectonic","about":{{"x":"{}"}}}}"#, "y".repeat(1 << 20));
    for header in [FAULTY, UNKNOWN, r#"{"referee":1,"game":"tectonic","players":7}"#, r#"{"referee":1,"#, &too_long] {
        let ran = play(&[HEADER, header, LEGAL, MOVE, r#"{"query":"undo"}"#, HEADER, MOVE], "none").ends(3);
        let answers = ran.answers();
        let [_, cut, faulty, strays @ .., again, played, _] = &answers[..] else { panic!("{ran:?}") };
        assert!(cut.truncated.is_some() && again.referee == Some(1) && played.n == Some(1), "{ran:?}");
        assert!(faulty.malformed.is_some() || faulty.violations.is_some(), "{ran:?}");
        assert_eq!((faulty.next, strays.len()), (Some(Next::Header), 3), "{ran:?}");
        assert!(strays.iter().all(|stray| stray.malformed.is_some() && stray.next == Some(Next::Header)), "{ran:?}");
    }
    // It reads back, and what it says of a refused header is verified.
    let written = play(&[FAULTY], "none").ends(1).out;
    assert_eq!(play(&[written.trim_end()], "none").ends(0).out, written);
    assert_eq!(referee(&["play", "--strict"], &written).ends(0).out, written, "nothing was left unjudged");
    let said = play(&[HEADER, r#"{"query":"undo","next":"header"}"#], "none").ends(1).answers();
    assert_eq!(said[1].false_claims(), ["next"]);
}

#[test]
fn a_header_that_is_too_long_is_one_for_every_command() {
    let too_long = format!(r#"{{"referee":1,"game":"tectonic","about":{{"x":"{}"}}}}"#, "y".repeat(1 << 20));
    let lines = [HEADER, MOVE, &too_long, MOVE].join("\n");
    let legal = referee(&["legal"], &lines).ends(3).out;
    assert_eq!((legal.lines().count(), legal.matches("\"malformed\"").count()), (2, 1), "{legal}");
    let each = referee(&["validate", "--each"], &lines).ends(3).out;
    let verdicts: Vec<Value> = each.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let told: Vec<&Value> = verdicts.iter().map(|verdict| &verdict["verdict"]).collect();
    assert_eq!(told[..2], [&json!("truncated"), &json!("malformed")], "{each}");
    let named = |line: &str| line.replacen('{', r#"{"table":"a","#, 1);
    let lines = [named(HEADER), named(MOVE), named(&too_long), named(MOVE)];
    let answers = play(&lines.each_ref().map(|line| &**line), "none").ends(3).out;
    assert_eq!(answers.matches(r#""next":"header""#).count(), 2, "{answers}");
}

#[test]
fn a_remark_that_nothing_was_judged_is_answered_where_no_game_is_on() {
    for command in ["play", "validate"] {
        let ran = referee(&[command], r#"{"redacted":{"line":4}}"#).ends(3);
        assert!(ran.out.contains("malformed"), "{ran:?}");
    }
    let faulty = play(&[UNKNOWN, r#"{"redacted":{"line":4}}"#], "none").ends(3).answers();
    assert_eq!((faulty.len(), faulty[1].next), (2, Some(Next::Header)));
    // A remark is known by its own key, whatever else a line may have.
    let remark = r#"{"truncated":1,"ms":3}"#;
    assert_eq!(play(&[remark], "none").ends(0).out, "");
    assert_eq!(play(&[HEADER, remark], "none").ends(0).answers().len(), 2);
}

#[test]
fn what_is_due_follows_the_last_line_of_a_record_whatever_that_is() {
    for last in ["", r#"{"malformed":1}"#, "x"] {
        let mut child = spawn(&["play", "--emit", "none"]);
        let mut stdin = child.stdin.take().expect("a pipe");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        writeln!(stdin, "{{\"referee\":1,\"game\":\"wangdo\",\"seed\":5,\"resume\":1}}\n{last}").expect("it listens");
        // Nothing more is sent until a player must act.
        let mut answers = lines.map(|line| serde_json::from_str::<Value>(&line.expect("text")).expect("JSON"));
        assert!(answers.any(|answer| answer["chance"].is_object() && answer["next"]["player"] == 0), "{last}");
        drop(stdin);
        child.wait().expect("an end");
    }
}

#[test]
fn a_stream_that_hides_something_is_answered_to_its_end() {
    let hidden =
        [r#"{"referee":1,"game":"wigwam"}"#, r#"{"player":0,"action":{"arrange":null}}"#, LEGAL, "{", HEADER, MOVE];
    let answers = play(&hidden, "none").ends(0).answers();
    let lines: Vec<u64> =
        answers.iter().filter_map(|answer| answer.redacted.as_ref()).map(|found| found.line).collect();
    assert_eq!((lines, answers[5].n), (vec![2, 3, 4], Some(1)));
    // `legal` has one line for the header, which can be told from others.
    let noted = [r#"{"referee":1,"game":"wigwam","note":"A"}"#, hidden[1]].join("\n");
    let listed: Value = serde_json::from_str(&referee(&["legal"], &noted).ends(0).out).expect("one line");
    assert_eq!((&listed["redacted"]["line"], &listed["line"], &listed["note"]), (&json!(2), &json!(1), &json!("A")));
}

#[test]
fn whoever_waits_for_the_header_can_ask_for_it() {
    let mut child = spawn(&["play", "--game", "wangdo", "--seed", "7", "--emit", "none"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut next = || -> Value { serde_json::from_str(&lines.next().expect("a line").expect("text")).expect("JSON") };
    writeln!(stdin, r#"{{"query":"header"}}"#).expect("it listens");
    let header = next();
    assert_eq!((&header["game"], &header["seed"]), (&json!("wangdo"), &json!(7)));
    let answer = std::iter::repeat_with(&mut next).find(|line| line["chance"].is_null()).expect("an answer");
    assert_eq!((&answer["query"], &answer["header"]["options"]), (&json!("header"), &header["options"]));
    assert_eq!((&answer["header"]["seed"], &answer["next"]["player"]), (&json!(7), &json!(0)));
    drop(stdin);
    assert!(child.wait().expect("an end").success());

    let told =
        referee(&["play", "--game", "wangdo", "--seed", "7", "--emit", "view:1"], r#"{"query":"header"}"#).ends(0);
    assert!(
        told.out.contains(r#""query":"header","header":{"referee":1"#) && !told.out.contains("seed\":7"),
        "{told:?}"
    );
    let nothing = referee(&["play"], r#"{"query":"header"}"#).ends(3).answers();
    assert_eq!(nothing[0].next, Some(Next::Header));
}

#[test]
fn notes_come_back_with_what_is_wrong() {
    let lines = [r#"{"note":"lost"}"#, UNKNOWN, HEADER, r#"{"pikc":1,"note":"n"}"#, r#"{"pick":[],"note":"m"}"#];
    let answers = play(&lines, "none").ends(3).answers();
    let notes: Vec<Option<&str>> = answers.iter().map(|answer| answer.note.as_deref()).collect();
    assert_eq!(notes, [Some("lost"), Some("u"), None, Some("n"), Some("m"), None]);
    let own = |viewer: &str| {
        let emit = format!("view:{viewer}");
        play(&[HEADER, r#"{"player":0,"pick":[],"note":"m"}"#, r#"{"pikc":1,"note":"n"}"#], &emit).ends(3).answers()
    };
    assert_eq!((own("0")[1].note.as_deref(), own("0")[2].note.as_deref()), (Some("m"), None));
    assert_eq!((own("1")[1].note.as_deref(), own("1")[2].note.as_deref()), (None, None));
}

#[test]
fn legal_answers_every_header_with_one_line() {
    let over = r#"{"referee":1,"game":"tectonic","players":9}"#;
    let good = r#"{"referee":1,"game":"tectonic","note":"g"}"#;
    let chance = r#"{"referee":1,"game":"wangdo"}"#;
    let input = [good, MOVE, UNKNOWN, LEGAL, MOVE, FAULTY, MOVE, over, chance, "{", r#"{"referee":"#].join("\n");
    let said = referee(&["legal"], input).ends(3).values();
    let number = |line: &Value| line["line"].as_u64().or(line["malformed"]["line"].as_u64());
    assert_eq!(said.iter().filter_map(number).collect::<Vec<_>>(), [1, 3, 6, 8, 9, 11]);
    assert_eq!((&said[0]["legal_n"], &said[0]["note"]), (&json!(28), &json!("g")));
    assert_eq!((&said[1]["note"], &said[1]["next"]), (&json!("u"), &json!("header")));
    assert_eq!((&said[2]["note"], &said[2]["next"]), (&json!("p"), &json!("header")));
    assert!(said[2]["violations"][0]["rule"].is_string() && said[4]["draws"].is_array(), "{said:?}");
    let own = referee(&["legal", "--game", "tectonic"], [MOVE, r#"{"referee":1,"game":"wigwam"}"#].join("\n")).ends(3);
    let own = own.values();
    assert!(own[0]["legal_n"].is_u64() && own[0].get("line").is_none(), "{own:?}");
    assert!(own[1]["malformed"]["message"].as_str().is_some_and(|said| said.contains("--game tectonic")), "{own:?}");
}

#[test]
fn a_saved_game_is_resumed() {
    let path = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("resumed.jsonl");
    let game = ["play", "--game", "wangdo", "--seed", "7", "--emit", "none"];
    let picks = |count: usize| "{\"pick\":0}\n".repeat(count);
    let saved = referee(&game, picks(20)).ends(0).out;
    std::fs::write(&path, &saved).expect("a file");
    let path = path.to_str().expect("a path");
    let undo = "{\"query\":\"undo\"}\n".repeat(3);
    let whole = referee(&game, [picks(20), undo.clone(), picks(20)].concat()).ends(0).out;
    let later = referee(&["play", "--resume", path, "--emit", "none"], [undo, picks(20)].concat()).ends(0).out;
    let unended = |text: &str| text.rsplit_once("{\"truncated\"").expect("an end").0.to_owned();
    assert_eq!(unended(&later), unended(&whole), "it goes on as if it had not been interrupted");
    // The same by a header, which says how many lines are the record.
    let count = saved.lines().count() - 1;
    let input = saved.replacen("{\"referee\":1,", &format!("{{\"referee\":1,\"resume\":{count},"), 1) + &picks(20);
    let by_header = referee(&["play", "--emit", "none"], &input).ends(0).out;
    let straight = referee(&game, picks(40)).ends(0).out;
    assert_eq!(unended(&by_header), unended(&straight));
    // A validator understands such a stream, too.
    let verdicts = referee(&["validate", "--each"], &input).ends(1).out;
    assert!(verdicts.contains("truncated") && verdicts.lines().count() == 1, "{verdicts}");
    // The seed stays secret.
    let seen = referee(&["play", "--resume", path, "--emit", "view:1"], picks(5)).ends(0).out;
    assert!(!seen.contains("seed\":7") && !seen.contains("resume"), "{seen}");
    // What was saved is there before anything is said.
    let mut child = spawn(&["play", "--resume", path, "--emit", "none"]);
    let stdin = child.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let told: Vec<String> = lines.by_ref().take(count).map(|line| line.expect("text")).collect();
    assert!(told.iter().map(String::as_str).eq(saved.lines().take(count)));
    drop(stdin);
    assert_eq!(lines.count(), 1, "the game is unended");
    assert!(child.wait().expect("an end").success());
    referee(&["play", "--resume", "no such file"], "").ends(2);
}

#[test]
fn a_picture_can_be_asked_for() {
    let ask = |query: &str| format!(r#"{{"query":{query}}}"#);
    let lines = [
        r#"{"referee":1,"game":"wangdo","seed":3}"#.to_owned(),
        ask(r#"{"picture":"text","for":0}"#),
        ask(r#"{"for":1,"picture":"svg"}"#),
        ask(r#"{"picture":"text"}"#),
    ];
    let shown = |emit: &str| {
        let ran = referee(&["play", "--emit", emit], lines.join("\n")).ends(0).answers();
        ran.into_iter().filter(|answer| answer.query.is_some() || answer.withheld.is_some()).collect::<Vec<_>>()
    };
    let all = shown("none");
    let record = referee(&["play", "--emit", "none"], &lines[0]).ends(0).out;
    let own = referee(&["show", "--for", "0"], record).ends(0).out;
    let board = |text: &str| text.lines().skip_while(|line| !line.contains('[')).map(str::to_owned).collect::<Vec<_>>();
    let picture = all[0].picture.as_deref().expect("a picture");
    assert!(picture.starts_with("Wangdo: ") && board(&own).len() > 5, "{picture}");
    assert!(all[1].picture.as_deref().is_some_and(|svg| svg.starts_with("<svg ") && svg.ends_with("</svg>\n")));
    let public = shown("view:1");
    assert!(public[0].withheld.is_some(), "another player's picture");
    assert_eq!((&public[1].picture, &public[2].picture), (&all[1].picture, &all[2].picture));
    for wrong in
        [r#"{"picture":"png"}"#, r#"{"for":0}"#, r#"{"picture":"text","for":-1}"#, r#"{"picture":"text","x":1}"#]
    {
        assert!(play(&[HEADER, &ask(wrong)], "none").ends(3).answers()[1].malformed.is_some(), "{wrong}");
    }
    let nobody = play(&[HEADER, &ask(r#"{"picture":"svg","for":2}"#)], "none").ends(1).answers();
    assert_eq!(nobody[1].rules(), ["table.no-such-player"]);
    // Like all that is written, it reads back.
    let written = play(&[HEADER, MOVE, &ask(r#"{"picture":"text"}"#), r#"{"query":"header"}"#], "none").ends(0).out;
    assert_eq!(referee(&["play", "--emit", "none"], &written).ends(0).out, written);
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_reads_nothing_blocks_where_it_is_written_and_loses_nothing() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    /// What a pipe holds, and what the program reads at a time.
    const BLOCK: usize = 1 << 16;
    const COUNT: usize = 20_000;
    let line = format!("{LEGAL}\n");
    let mut child = spawn(&["play", "--game", "tectonic", "--emit", "none"]);
    let (mut stdin, stdout) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    let written = Arc::new(AtomicUsize::new(0));
    let (counter, text) = (Arc::clone(&written), line.clone());
    let writer = std::thread::spawn(move || {
        for _ in 0..COUNT {
            stdin.write_all(text.as_bytes()).expect("it listens");
            counter.fetch_add(text.len(), Ordering::SeqCst);
        }
    });
    // A pipe is filled page by page, so a few bytes of it may stay empty.
    let ahead = BLOCK - BLOCK / 4096 * line.len();
    let mut before = 0;
    while before < ahead || written.load(Ordering::SeqCst) > before {
        before = written.load(Ordering::SeqCst);
        std::thread::sleep(Duration::from_millis(200));
    }
    assert!(before < COUNT * line.len() && !writer.is_finished(), "it did not block");
    let answers: Vec<String> = BufReader::new(stdout).lines().map(|line| line.expect("text")).collect();
    writer.join().expect("it goes on");
    assert!(child.wait().expect("an end").success());
    let [header, legal @ .., end] = &answers[..] else { panic!("{}", answers.len()) };
    assert!(header.starts_with(r#"{"referee":1,"#) && end.starts_with(r#"{"truncated":"#), "{header} {end}");
    // Besides what waits to be judged, as many lines as have answers that fit into the pipe and the buffer before it.
    let answered = 3 * BLOCK / legal[0].len() * line.len();
    assert!(before <= 2 * BLOCK + answered, "{before} bytes were written ahead");
    assert!(legal.len() == COUNT && legal.iter().all(|answer| *answer == legal[0]), "{} answers", legal.len());
}
