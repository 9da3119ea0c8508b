//! The laws that hold for any bytes. The fuzzers search for bytes that break them; `tests/corpus.rs` replays the
//! inputs in `fixtures/fuzz/`, which were found or are worth keeping. A stable compiler will do without the address
//! sanitizer, which has little to find where `unsafe` is forbidden:
//!
//! ```sh
//! cargo fuzz run -s none stream fuzz/corpus/stream fixtures/fuzz/stream -- -rss_limit_mb=512 -timeout=10 -max_len=20000
//! ```

use referee::game::MOST_LISTED;
use referee::games::GAMES;
use referee::judge::Emit;
use referee::lines::{Lines, RawLine};
use referee::stream::{Asked, Stream};
use referee::validate::check::Checker;
use referee::validate::games::Block;
use referee::validate::verdict::Kind;
use referee::wire::LINE_LIMIT;
use serde_json::{Value, json};

/// Any bytes as a stream: `play` and `validate` read them to the end and agree whether there is a fault.
pub fn stream(bytes: &[u8]) {
    let mut played = Stream::new(Asked::default(), Emit::NONE);
    let mut lines = Lines::new(bytes, LINE_LIMIT);
    let mut out = Vec::new();
    while let Some(line) = lines.next_line().expect("memory can be read") {
        let line = if let RawLine::Whole(line) = line { Some(line) } else { None };
        played.line(line, &mut out).expect("no command line contradicts the stream");
        out.clear();
    }
    let block = Block { bytes: bytes.to_vec(), line: 1, whole: true, first: true, last: true, ..Block::default() };
    let mut verdicts = Vec::new();
    Checker::new(&[], true).check(&block, &mut |verdict| verdicts.push(verdict));
    let clean = played.tally.is_clean();
    for verdict in &verdicts {
        let fault = verdict.fault.as_ref();
        let said_by_play = matches!(verdict.verdict, Kind::Refused | Kind::Contradicted | Kind::Malformed)
            && fault.is_some_and(|fault| fault.claims != ["cause"]);
        assert!(!(clean && said_by_play), "play finds nothing wrong: {verdict:?}");
        assert_eq!(fault.is_some(), verdict.verdict != Kind::Valid);
    }
    let all_valid = verdicts.iter().all(|verdict| verdict.verdict == Kind::Valid);
    assert!(clean || !all_valid, "validate finds nothing wrong: {:?}", played.tally);
}

/// Any action in any reachable state gets an answer, and is accepted only if it is listed.
pub fn action(bytes: &[u8]) {
    let mut bytes = Entropy(bytes);
    let Some((mut game, header)) = begin(&mut bytes) else { return };
    let mut pool = Vec::new();
    wander(&mut game, &mut bytes, &mut pool);
    let listing = ask(&mut game, r#"{"query":"legal"}"#);
    let Some(legal) = listing["legal"].as_array().filter(|legal| !legal.is_empty()) else { return };
    let mut action = legal[bytes.below(legal.len())].clone();
    for _ in 0..=bytes.below(3) {
        spoil(&mut action, &mut bytes, &pool);
    }
    let line = json!({"player": listing["next"]["player"], "action": action}).to_string();
    let answer = ask(&mut game, &line);
    let accepted = answer.get("violations").is_none() && answer.get("malformed").is_none();
    if accepted && listing["exhaustive"] == true {
        assert!(legal.contains(&answer["action"]), "accepted, but not listed: {line}\nafter {header}");
    }
    if let Some(violations) = answer["violations"].as_array() {
        assert!(!violations.is_empty() && !legal.contains(&answer["action"]), "listed, but refused: {answer}");
    }
}

/// Any position from outside is refused, or can be played, written and read back unchanged.
pub fn position(bytes: &[u8]) {
    let mut bytes = Entropy(bytes);
    let Some((mut game, header)) = begin(&mut bytes) else { return };
    let mut pool = Vec::new();
    wander(&mut game, &mut bytes, &mut pool);
    let mut state = ask(&mut game, r#"{"query":"state"}"#)["state"].clone();
    leaves(&state, &mut pool);
    for _ in 0..=bytes.below(4) {
        spoil(&mut state, &mut bytes, &pool);
    }
    let Some((mut again, _)) = open(&header, &state) else { return };
    let written = ask(&mut again, r#"{"query":"state"}"#)["state"].clone();
    let listing = ask(&mut again, r#"{"query":"legal"}"#);
    if listing["next"].get("player").is_some() {
        assert!(listing["legal_n"].as_u64() > Some(0), "nothing is legal in {written}");
    }
    let (mut third, _) = open(&header, &written).unwrap_or_else(|| panic!("it is not read back: {written}"));
    assert_eq!(ask(&mut third, r#"{"query":"state"}"#)["state"], written);
}

/// Bytes as a supply of choices; when they are used up, every choice is the first.
struct Entropy<'a>(&'a [u8]);

impl Entropy<'_> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    fn below(&mut self, count: usize) -> usize {
        let choice =
            if count > 256 { usize::from(self.byte()) << 8 | usize::from(self.byte()) } else { self.byte().into() };
        choice % count.max(1)
    }
}

/// Begins a game of any kind, and returns its header.
fn begin(bytes: &mut Entropy<'_>) -> Option<(Stream, Value)> {
    let game = GAMES[bytes.below(GAMES.len())];
    let range = game.players();
    let players = range.start() + bytes.below(usize::from(range.end() - range.start()) + 1) as u8;
    let header = json!({"referee": 1, "game": game.name(), "players": players, "seed": bytes.byte()});
    open(&header, &Value::Null)
}

/// Begins a game in a state, or at the start if that is null. `None` if the state is refused.
fn open(header: &Value, state: &Value) -> Option<(Stream, Value)> {
    let mut begun = header.clone();
    if !state.is_null() {
        begun["state"] = state.clone();
    }
    let mut stream = Stream::new(Asked::default(), Emit::NONE);
    let text = begun.to_string();
    if text.len() > LINE_LIMIT {
        return None;
    }
    stream.line(Some(text.as_bytes()), &mut Vec::new()).expect("no command line contradicts the stream");
    stream.judge()?;
    Some((stream, header.clone()))
}

/// The answer to a line; the first one if the referee adds others.
fn ask(stream: &mut Stream, line: &str) -> Value {
    let mut out = Vec::new();
    stream.line(Some(line.as_bytes()), &mut out).expect("no command line contradicts the stream");
    let first = out.split(|byte| *byte == b'\n').next().unwrap_or_default();
    serde_json::from_slice(first).expect("answers are JSON")
}

/// Plays some legal actions and collects the values in them.
fn wander(stream: &mut Stream, bytes: &mut Entropy<'_>, pool: &mut Vec<Value>) {
    for _ in 0..bytes.below(48) {
        // A pick beyond the legal list is answered with its length, which is cheaper than reading the list.
        let beyond = ask(stream, &json!({"pick": MOST_LISTED}).to_string());
        let Some(legal_n) = beyond["violations"][0]["facts"]["legal_n"].as_u64() else { return };
        let answer = ask(stream, &json!({"pick": bytes.below(legal_n as usize)}).to_string());
        assert!(answer.get("violations").is_none(), "listed, but refused: {answer}");
        leaves(&answer["action"], pool);
    }
}

/// Collects the values inside a value, each once.
fn leaves(value: &Value, pool: &mut Vec<Value>) {
    match value {
        Value::Array(list) => list.iter().for_each(|value| leaves(value, pool)),
        Value::Object(map) => map.values().for_each(|value| leaves(value, pool)),
        leaf if pool.len() < 500 && !pool.contains(leaf) => pool.push(leaf.clone()),
        _ => {}
    }
}

/// Changes one value inside a value.
fn spoil(value: &mut Value, bytes: &mut Entropy<'_>, pool: &[Value]) {
    match value {
        Value::Array(list) if !list.is_empty() => {
            let at = bytes.below(list.len());
            match bytes.below(5) {
                0 => drop(list.remove(at)),
                1 => list.push(list[at].clone()),
                _ => spoil(&mut list[at], bytes, pool),
            }
        }
        Value::Object(map) if !map.is_empty() => {
            let at = bytes.below(map.len());
            let key = map.keys().nth(at).cloned().unwrap_or_default();
            if bytes.below(8) == 0 {
                map.shift_remove(&key);
            } else if let Some(inner) = map.get_mut(&key) {
                spoil(inner, bytes, pool);
            }
        }
        Value::Number(number) if bytes.below(2) == 0 => {
            let n = number.as_i64().unwrap_or_default();
            *value = json!(n.saturating_add(bytes.below(7) as i64 - 3));
        }
        leaf if !pool.is_empty() => *leaf = pool[bytes.below(pool.len())].clone(),
        _ => {}
    }
}
