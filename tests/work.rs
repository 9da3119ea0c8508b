//! What a line costs: twice the input takes twice the work, no line takes more than its bytes and its answer justify, and what is kept
//! does not grow with a stream. Work is counted as the memory that is asked for, so that no clock decides.

mod megabytes;
mod sample;

use allocation_counter::{AllocationInfo, measure};
use referee::judge::Emit;
use referee::stream::{Asked, Room, Stream};
use referee::validate::check::Checker;
use referee::validate::games::Block;
use referee::validate::shrink::{Symptom, shrink};
use serde_json::{Value, json};

use crate::megabytes::streams;
use crate::sample::sample;

/// The most that may be asked for, beside the answers, for each byte of input.
const EACH_BYTE: u64 = 2500;
/// What a stream may cost once: rules, tables of a game, its header.
const ONCE: u64 = 4 << 20;
/// The most that a stream may keep, in bytes.
const KEPT: u64 = 12 << 20;

/// Headers of all games, and of positions with thousands of legal actions.
fn headers() -> Vec<(&'static str, Value)> {
    let plain = |game: &'static str, seed: Option<u64>| {
        let mut header = json!({"referee": 1, "game": game});
        if let Some(seed) = seed {
            header["seed"] = json!(seed);
        }
        (game, header)
    };
    let mut all = vec![plain("tectonic", None), plain("wigwam", None)];
    all.extend(["wangdo", "we-will-wok-you", "wongar"].map(|game| plain(game, Some(1))));
    // A whole pile in one hand can pay in 2,597 ways.
    let header = json!({"referee": 1, "game": "we-will-wok-you", "seed": 1, "options": {"payment": "at_least_four"}});
    let mut state = answer(&header, &json!({"query": "state"}))["state"].take();
    let edition = referee::registry::find(referee::games::GAMES, "we-will-wok-you").expect("a game").edition();
    let edition: Value = serde_json::from_str(edition).expect("JSON");
    let faces = |one: &Value| one["cards"]["faces"].as_array().cloned().unwrap_or_default();
    let mut pile: Vec<Value> = edition["ingredients"].as_array().expect("a list").iter().flat_map(faces).collect();
    let rows = state["rows"].as_object().expect("rows").values().chain([&state["removed"]]);
    for card in rows.filter_map(Value::as_array).flatten() {
        let at = pile.iter().position(|other| other == card).expect("a card of the deck");
        pile.swap_remove(at);
    }
    state["players"][0]["hand"] = json!(pile);
    state["pile"] = json!(0);
    let rich =
        json!({"referee": 1, "game": "we-will-wok-you", "options": {"payment": "at_least_four"}, "state": state});
    assert!(answer(&rich, &json!({"query": "legal"}))["legal_n"].as_u64() > Some(2000));
    all.push(("we-will-wok-you", rich));
    all
}

/// The answer to a line after a header.
fn answer(header: &Value, line: &Value) -> Value {
    let mut stream = Stream::new(Asked::default(), Emit::NONE);
    let mut out = Vec::new();
    stream.line(Some(header.to_string().as_bytes()), &mut out).expect("a header");
    out.clear();
    stream.line(Some(line.to_string().as_bytes()), &mut out).expect("a line");
    let text = String::from_utf8(out).expect("UTF-8");
    serde_json::from_str(text.lines().next().expect("an answer")).expect("JSON")
}

/// Lines that change nothing, or take back what they change, each as cheap to write as it can be.
fn lines(header: &Value) -> Vec<String> {
    let mut all: Vec<String> = [
        r#"{"query":"legal"}"#,
        r#"{"query":"legal_ids"}"#,
        r#"{"query":"state"}"#,
        r#"{"query":{"view":0}}"#,
        r#"{"query":"undo"}"#,
        r#"{"query":"legal","legal":[]}"#,
        r#"{"query":"legal","legal_n":1}"#,
        r#"{"query":"state","digest":"0"}"#,
        r#"{"query":"legal","contradicted":[{"claim":"legal","claimed":1,"actual":1}]}"#,
        r#"{"pick":99999}"#,
        r#"{"id":99999}"#,
        r#"{"action":{"x":1}}"#,
        r#"{"action":1}"#,
        r#"{"action":"pass"}"#,
        r#"{"action":{"arrange":null},"violations":[{"rule":"table.hidden-impossible"}]}"#,
        r#"{"chance":{}}"#,
        r#"{"outcome":{}}"#,
        r#"{"withheld":{}}"#,
        r#"{"redacted":{},"violations":[{"rule":"table.hidden-impossible"}]}"#,
        r#"{"forfeit":{"player":9,"cause":"exit"}}"#,
        r#"{"referee":1,"gam"#,
        "x",
        "",
    ]
    .map(str::to_owned)
    .into();
    // Each kind of action with nothing in it that could be read, among them those that come last in the list.
    let kinds =
        ["move", "capture", "huff", "place", "take", "lay", "score", "take_wok", "buy", "ritual", "swap", "declare"];
    all.extend(kinds.map(|kind| format!(r#"{{"action":{{"{kind}":1}}}}"#)));
    all.push(header.to_string());
    all
}

/// What it costs to answer some lines, and the number of bytes in the answers.
fn answered(header: &Value, line: &str, times: usize) -> (AllocationInfo, u64) {
    let (header, mut said) = (header.to_string(), 0);
    let info = measure(|| {
        let mut stream = Stream::new(Asked::default(), Emit::NONE);
        let mut out = Vec::new();
        for line in std::iter::once(&*header).chain(std::iter::repeat_n(line, times)) {
            stream.line(Some(line.as_bytes()), &mut out).expect("no usage");
            said += out.len() as u64;
            out.clear();
        }
    });
    (info, said)
}

#[test]
fn a_line_costs_what_its_bytes_and_its_answer_justify() {
    for (game, header) in headers() {
        for line in lines(&header) {
            let times = 1 + 300 / (line.len() + 1);
            let bytes = |times: usize| (times * (line.len() + 1) + header.to_string().len()) as u64;
            let [(one, said), (two, said_twice)] = [times, 2 * times].map(|times| answered(&header, &line, times));
            let shown = &line[..line.len().min(100)];
            // Answers are written, and what they say is made: lists of actions and false claims, as trees.
            let most = ONCE + EACH_BYTE * bytes(times) + 12 * said;
            assert!(one.bytes_total <= most, "{game}: {shown}: {one:?} of {most} for {said} bytes");
            let more = two.bytes_total.saturating_sub(one.bytes_total);
            let grows = one.bytes_total.max(1 << 16) * 11 / 10;
            assert!(more <= grows, "{game}: {shown}: {} and then {more}", one.bytes_total);
            assert!(said_twice <= 2 * said + (1 << 20));
            assert!(two.bytes_max <= KEPT, "{game}: {shown}: {two:?}");
        }
    }
}

/// The same for every hostile stream: also for headers, tables and positions that are costly.
#[test]
fn a_hostile_stream_costs_what_its_bytes_and_its_answers_justify() {
    for stream in streams() {
        let answered = |times: usize| {
            let (text, mut said) = (stream.times(times), 0);
            let info = measure(|| {
                let mut room = Room::new(Asked::default(), Emit::NONE);
                let mut out = Vec::new();
                for line in text.split('\n') {
                    room.line(line.as_bytes(), &mut out).expect("no usage");
                    said += out.len() as u64;
                    out.clear();
                }
            });
            (info, said, text.len() as u64)
        };
        // Where thousands of actions are legal, a line costs what the list of them costs.
        let dear = ["payments", "captures"].iter().any(|word| stream.name.contains(word));
        let (each_byte, kept) = if dear { (20 * EACH_BYTE, 48 << 20) } else { (3 * EACH_BYTE, KEPT) };
        let times = stream.within(if dear { 300 } else { sample(2_000, 10_000) });
        let [(one, said, length), (two, _, _)] = [times, 2 * times].map(answered);
        // A long list that is claimed falsely is made as a tree, twice; the answer to a short line that cannot be read names an action,
        // for which all are listed.
        let most = ONCE + each_byte * length + 32 * said;
        assert!(one.bytes_total <= most, "{}: {one:?} of {most} for {said} bytes", stream.name);
        let more = two.bytes_total.saturating_sub(one.bytes_total);
        assert!(more <= one.bytes_total.max(1 << 20) * 12 / 10, "{}: {} and then {more}", stream.name, one.bytes_total);
        assert!(two.bytes_max <= kept, "{}: {two:?}", stream.name);
    }
}

#[test]
fn a_record_costs_what_its_bytes_justify() {
    for (game, header) in headers() {
        for line in lines(&header) {
            let checked = |times: usize| {
                let text = format!("{header}\n{}", format!("{line}\n").repeat(times));
                let block = Block { bytes: text.into_bytes(), line: 1, whole: true, ..Block::default() };
                let length = block.bytes.len() as u64;
                let info = measure(|| Checker::new(&[], false).check(&block, &mut |_| {}));
                (info, length)
            };
            let times = 1 + 2000 / (line.len() + 1);
            let [(one, length), (two, _)] = [times, 2 * times].map(checked);
            assert!(one.bytes_total <= ONCE + EACH_BYTE * length, "{game}: {line}: {one:?}");
            assert!(two.bytes_total <= one.bytes_total.max(1 << 16) * 21 / 10, "{game}: {line}: {one:?} {two:?}");
            assert!(two.bytes_max <= KEPT, "{game}: {line}: {two:?}");
        }
    }
}

#[test]
fn shrinking_takes_its_time_from_the_length() {
    // One key many times; many keys; many lists; many lines before the fault, and after it.
    let header = r#"{"referee":1,"game":"tectonic"}"#;
    let undo = r#"{"query":"undo","undone":0,"violations":[{"rule":"table.nothing-to-undo"}]}"#;
    let inputs: [fn(usize) -> String; 5] = [
        |n| format!("{{{}\"n\":1}}", "\"n\":1,".repeat(n)),
        |n| format!("{{{}\"n\":1}}", (0..n).map(|at| format!("\"k{at}\":1,")).collect::<String>()),
        |n| format!("{{\"query\":\"x\",\"note\":[{}0]}}", "[0],".repeat(n)),
        |n| format!("{}{{\"query\":\"x\"}}", "{\"query\":\"state\"}\n".repeat(n)),
        |n| format!("{{\"query\":\"x\"}}\n{}", "x\n".repeat(n)),
    ];
    for (at, input) in inputs.iter().enumerate() {
        let shrunk = |n: usize| {
            let text = format!("{header}\n{undo}\n{}", input(n));
            let block = Block { bytes: text.clone().into_bytes(), line: 1, whole: true, ..Block::default() };
            let mut symptom = None;
            Checker::new(&[], false).check(&block, &mut |verdict| symptom = Symptom::of(&verdict));
            let symptom = symptom.expect("a fault");
            let lines: Vec<Vec<u8>> = text.lines().map(|line| line.as_bytes().to_vec()).collect();
            let mut least = 0;
            let info = measure(|| least = shrink(lines.clone(), &symptom, &[]).lines.concat().len());
            assert!(least < 120, "{at}: {least} bytes are left");
            info
        };
        let [one, two] = [300, 600].map(shrunk);
        assert!(two.bytes_total <= one.bytes_total.max(1 << 20) * 25 / 10, "{at}: {one:?} {two:?}");
    }
}

#[test]
fn a_line_that_repeats_another_takes_few_steps() {
    // A picture is drawn once for a position; a line that cannot be read is compared with few names.
    for (game, header) in headers() {
        for (line, most) in [
            (r#"{"query":{"picture":"text","for":0}}"#, 30),
            (r#"{"query":{"picture":"svg"}}"#, 30),
            (r#"{"query":{"view":0}}"#, 3000),
            (r#"{"x":1}"#, 100),
            (r#"{"quer":"legal"}"#, 150),
        ] {
            // What is made once for all games is there already.
            answered(&header, line, 1);
            let [one, two] = [100, 200].map(|times| answered(&header, line, times).0.count_total);
            let each = (two - one) / 100;
            assert!(each <= most, "{game}: {line}: {each} requests for memory");
        }
    }
}
