//! Schemas and parser agree: the committed files are the generated ones, and every line of every fixture gets the
//! same verdict from schema and parser.

mod sample;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use referee::bots::attempts::Attempts;
use referee::contest::config::Config;
use referee::contest::journal::Ledger;
use referee::contest::report::{Wanted, of_journal};
use referee::games::GAMES;
use referee::judge::Emit;
use referee::registry::schemas;
use referee::stream::{Asked, Stream};
use referee::validate;
use referee::wire::is_header;
use sample::sample;
use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn committed_schemas_are_the_generated_ones() {
    let update = std::env::var_os("UPDATE_SCHEMAS").is_some();
    let mut known = BTreeSet::new();
    for (name, text) in schemas(GAMES, validate::schemas()) {
        let path = root().join("schemas").join(format!("{name}.json"));
        if update {
            fs::create_dir_all(path.parent().expect("schemas lie in folders")).expect("can make the folder");
            fs::write(&path, &text).expect("can write the schema");
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            committed == text,
            "schemas/{name}.json is not up to date; run UPDATE_SCHEMAS=1 cargo test --test schemas"
        );
        known.insert(path);
    }
    for file in files(&root().join("schemas")) {
        assert!(known.contains(&file), "{} belongs to nothing", file.display());
    }
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("can list the folder").path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found.sort();
    found
}

/// Faults that a schema cannot see, by the parser's message.
const BLIND: &[&str] = &[
    "duplicate ",
    "floating point",
    "this string ",
    "nested too deep",
    "is at most",
    "may have at most",
    "no game",
    "`names` must have one name",
    "more text after the end",
    "not a JSON value",
    "this value is not possible here",
    "the line ends ",
    "double quotes",
    "this number is too large",
    "this is not a JSON number",
    "a comma before the closing",
    "is missing",
    // Faults of options that only the game knows.
    "options.",
];

/// What the parser takes in any shape: a view or an end of another shape is a false claim, and the rest is repeated or ignored.
/// The schemas say how the program writes them.
const LOOSE: &[&str] =
    &["view", "details", "outcome", "match", "ask", "malformed", "truncated", "withheld", "redacted"];

/// Whether a fault lies in such a part.
fn is_loose(fault: &jsonschema::ValidationError<'_>) -> bool {
    let place = fault.instance_path().to_string();
    place.split('/').nth(1).is_some_and(|key| LOOSE.contains(&key))
}

/// Where a schema allows any value, and why.
const OPEN: &[(&str, &str)] = &[
    ("claimed", "a claim that is false may be anything"),
    ("actual", "it is what was claimed as it is"),
    ("facts", "each rule has facts of its own"),
    ("options", "those of any game; the schemas of a game have its own"),
    ("state", "that of any game; the schemas of a game have its own"),
    ("view", "that of any game; the schemas of a game have its own"),
    ("legal", "the actions of any game; the schemas of a game have its own"),
    ("answer", "an answer of any game, which may be cut; the schemas of a game have its lines"),
];

/// Appends the keys below which a schema allows any value.
fn open_places(schema: &Value, key: &str, found: &mut BTreeSet<String>) {
    const ABOUT: [&str; 4] = ["description", "writeOnly", "default", "title"];
    match schema {
        Value::Bool(true) => drop(found.insert(key.to_owned())),
        Value::Object(fields) => {
            if fields.keys().all(|name| ABOUT.contains(&&**name))
                || fields.get("additionalProperties") == Some(&true.into())
            {
                found.insert(key.to_owned());
            }
            for (name, part) in fields {
                match (&**name, part) {
                    ("properties" | "$defs", Value::Object(parts)) => {
                        parts.iter().for_each(|(name, part)| open_places(part, name, found));
                    }
                    ("items", part) => open_places(part, key, found),
                    ("oneOf" | "anyOf", Value::Array(parts)) => {
                        // A variant of a line says only which keys it has.
                        let typed =
                            parts.iter().filter(|part| part.get("type").is_some() || part.get("$ref").is_some());
                        typed.for_each(|part| open_places(part, key, found));
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
}

#[test]
fn what_is_known_is_typed() {
    for (name, text) in schemas(GAMES, validate::schemas()) {
        let schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
        let mut found = BTreeSet::new();
        open_places(&schema, "", &mut found);
        let is_game = !name.starts_with("wire/");
        let allowed = |key: &String| {
            let known = OPEN.iter().any(|(open, _)| open == key);
            known && !(is_game && ["options", "state", "view", "legal", "answer"].contains(&&**key))
        };
        let wrong: Vec<_> = found.iter().filter(|key| !allowed(key)).collect();
        assert!(wrong.is_empty(), "{name}: {wrong:?} may be anything");
    }
}

#[test]
fn answers_of_bots_get_the_same_verdict() {
    use referee::judge::seats::{Chair, Taken};
    use referee::registry::Opened;
    use referee::wire::Header;
    let action = r#"{"move":{"from":"c1","to":"c5"}}"#;
    let cases = [
        (true, format!(r#"{{"ask":7,"action":{action}}}"#)),
        (true, r#"{"ask":7,"pick":3,"player":1,"note":"a fork","eval":-0.5}"#.to_owned()),
        (true, r#"{"ask":7,"id":123}"#.to_owned()),
        (true, r#"{"ask":7,"say":"move c1 to c5"}"#.to_owned()),
        (true, r#"{"ask":7,"resign":true}"#.to_owned()),
        (true, r#"{"hello":{"name":"redbot","legal":false}}"#.to_owned()),
        (false, r#"{"ask":7,"resign":false}"#.to_owned()),
        (false, r#"{"pick":3}"#.to_owned()),
        (false, r#"{"ask":7}"#.to_owned()),
        (false, r#"{"ask":"7","pick":3}"#.to_owned()),
        (false, r#"{"ask":7,"pick":"3"}"#.to_owned()),
        (false, r#"{"ask":7,"pick":3,"note":7}"#.to_owned()),
        (false, r#"{"ask":7,"pick":3,"eval":"good"}"#.to_owned()),
        (false, r#"{"ask":7,"pick":3,"ms":5}"#.to_owned()),
        (false, r#"{"ask":7,"pick":3,"id":3}"#.to_owned()),
        (false, r#"{"ask":7,"action":{"move":{"from":"c1"}}}"#.to_owned()),
        (false, r#"{"ask":7,"say":["move"]}"#.to_owned()),
        (false, r#"{"query":"legal","ask":7}"#.to_owned()),
        (false, format!(r#"{{"ask":7,"say":"{}"}}"#, "x".repeat(2001))),
    ];
    let game = GAMES.iter().find(|game| game.name() == "tectonic").expect("there is such a game");
    let header = Header { referee: 1, game: "tectonic".to_owned(), ..Header::default() };
    let Ok(seats) = game.seat(header, &mut Opened::default(), serde_json::Map::new(), &[Chair::Stream, Chair::Stream])
    else {
        panic!("a game begins")
    };
    let validator = validator("tectonic/answer");
    for (good, line) in cases {
        let value: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(validator.is_valid(&value), good, "{line}");
        let taken = !matches!(seats.aside(line.as_bytes()), Taken::BadMessage(_) | Taken::BadJson(_));
        assert_eq!(taken, good, "{line}");
    }
}

struct Validators {
    header: jsonschema::Validator,
    line: jsonschema::Validator,
}

impl Validators {
    fn of(game: &str) -> Validators {
        let compile = |kind: &str| validator(&format!("{game}/{kind}"));
        Validators { header: compile("header"), line: compile("line") }
    }
}

fn validator(name: &str) -> jsonschema::Validator {
    let (_, text) = schemas(GAMES, validate::schemas())
        .into_iter()
        .find(|(known, _)| known == name)
        .expect("there is such a schema");
    let schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
    jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn told_attempts() -> Attempts {
    let mut attempts = Attempts::default();
    attempts.count(referee::wire::AttemptFault::Illegal, &["tectonic.hill-step".to_owned()], 11);
    attempts
}

#[test]
fn what_a_match_tells_and_a_bot_says_of_itself_fit_their_schemas() {
    use referee::bots::{cause::Cause, told};
    let fits = |name: &str, value: &Value| validator(name).is_valid(value);
    let mut total = told::Total { name: "one".to_owned(), share: 0.5, ..told::Total::default() };
    total.faults.insert(Cause::TimeMove, 2);
    let summary = told::MatchSummary { games: 3, called_off: 1, bots: vec![total] };
    let summary = serde_json::to_value(told::MatchLine::Summary { summary }).expect("JSON");
    let game = told::GameLine {
        game_id: "g0".to_owned(),
        bots: vec!["one".to_owned(), "two".to_owned()],
        commitment: "sha256:00".to_owned(),
        places: None,
        scores: Some(vec![-1, 3]),
        reason: "trio".to_owned(),
        causes: vec![Cause::Normal, Cause::MaxTurns],
        why: vec![String::new(); 2],
        plies: 7,
        moves: vec![3, 4],
        attempts: vec![told_attempts(), Attempts::default()],
        replaced: vec![0, 0],
        think_us: vec![10, 20],
        stale: vec![0, 1],
        lag_ms: 0,
        queued_ms: 0,
        transcript: None,
    };
    let mut game = serde_json::to_value(told::MatchLine::Game(Box::new(game))).expect("JSON");
    assert!(fits("wire/match-line", &summary) && fits("wire/match-line", &game));
    game["causes"][0] = Value::from("boredom");
    assert!(!fits("wire/match-line", &game));
    let hello = |hello: &str| fits("wire/hello", &serde_json::from_str(hello).expect("JSON"));
    assert!(hello(r#"{"hello":{"name":"redbot","version":"0.3","legal":false}}"#) && hello(r#"{"hello":{}}"#));
    assert!(!hello(r#"{"hello":{"nam":"redbot"}}"#) && !hello(r#"{"hello":{"name":null}}"#));
}

#[test]
fn every_fixture_line_gets_the_same_verdict() {
    let mut compared = 0;
    for game in GAMES {
        let validators = Validators::of(game.name());
        let folder = root().join("fixtures").join(game.name());
        for file in files(&folder).into_iter().filter(|file| file.extension().is_some_and(|end| end == "jsonl")) {
            compared += compare(&validators, &file);
        }
    }
    assert!(compared > 100, "only {compared} lines were compared");
}

/// Checks every line of a file with the parser (as part of its stream) and with the schema.
fn compare(validators: &Validators, file: &Path) -> u64 {
    let bytes = fs::read(file).expect("can read the fixture");
    let mut stream = Stream::new(Asked::default(), Emit::NONE);
    let mut compared = 0;
    for (number, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let mut out = Vec::new();
        stream.line(Some(line), &mut out).expect("no flags");
        let answer = String::from_utf8_lossy(&out).into_owned();
        let last = answer.lines().last().unwrap_or_default().to_owned();
        let malformed = last.starts_with("{\"malformed\"").then_some(last);
        if malformed.as_ref().is_some_and(|answer| BLIND.iter().any(|reason| answer.contains(reason))) {
            continue;
        }
        let Ok(value) = serde_json::from_slice::<Value>(line) else {
            panic!("{}:{number}: not JSON, but the parser says {malformed:?}", file.display());
        };
        let validator = if is_header(line) { &validators.header } else { &validators.line };
        let faults = || validator.iter_errors(&value);
        if malformed.is_none() && faults().next().is_some() && faults().all(|fault| is_loose(&fault)) {
            continue;
        }
        let fault = faults().next().map(|error| error.to_string());
        assert_eq!(
            malformed.is_some(),
            fault.is_some(),
            "{}:{number}: parser {malformed:?}, schema {fault:?}\n{}",
            file.display(),
            String::from_utf8_lossy(line)
        );
        compared += 1;
    }
    compared
}

#[test]
fn whatever_is_written_fits_its_schema() {
    let wire = ["header", "violation", "outcome", "contradiction"].map(|name| validator(&format!("wire/{name}")));
    let [wire_header, violation, outcome, contradiction] = &wire;
    let emits = ["state", "view:1,legal", "view:0", "view:public", "legal,digest"];
    for game in GAMES {
        let own = |kind: &str| validator(&format!("{}/{kind}", game.name()));
        let (header, line, state, view) = (own("header"), own("line"), own("state"), own("view"));
        let (action, chance, options, details) = (own("action"), own("chance"), own("options"), own("details"));
        let mut met = BTreeSet::new();
        let mut fits = |validator: &jsonschema::Validator, name: &'static str, value: &Value, answer: &str| {
            met.insert(name);
            let fault = validator.iter_errors(value).next().map(|error| error.to_string());
            assert!(fault.is_none(), "{} {name}: {fault:?}\n{answer}", game.name());
        };
        let folder = root().join("fixtures").join(game.name());
        let streams = files(&folder).into_iter().filter(|file| file.extension().is_some_and(|end| end == "jsonl"));
        for file in streams {
            let bytes = fs::read(&file).expect("can read the fixture");
            for emit in sample(&emits[..2], &emits[..]) {
                let emit: Emit = emit.parse().expect("an emit");
                let mut stream = Stream::new(Asked::default(), emit);
                let mut out = Vec::new();
                for line in bytes.split(|byte| *byte == b'\n') {
                    stream.line(Some(line), &mut out).expect("no flags");
                }
                stream.end(&mut out).expect("no flags");
                for answer in String::from_utf8(out).expect("answers are UTF-8").lines() {
                    let value: Value = serde_json::from_str(answer).expect("answers are JSON");
                    if is_header(answer.as_bytes()) {
                        fits(wire_header, "wire header", &value, answer);
                        fits(&header, "header", &value, answer);
                        fits(&options, "options", &value["options"], answer);
                    } else {
                        fits(&line, "line", &value, answer);
                    }
                    let whole = |part: &&Value| part.as_object().is_none_or(|part| !part.values().all(Value::is_null));
                    let parts = [
                        (&state, "state"),
                        (&view, "view"),
                        (&action, "action"),
                        (&chance, "chance"),
                        (outcome, "outcome"),
                        (&details, "details"),
                    ];
                    for (validator, name) in parts {
                        // A hidden event or state has at most a kind.
                        if let Some(part) = value.get(name).filter(whole).filter(|part| !part.is_null()) {
                            fits(validator, name, part, answer);
                        }
                    }
                    for (validator, name) in [(violation, "violations"), (contradiction, "contradicted")] {
                        for part in value.get(name).and_then(Value::as_array).into_iter().flatten() {
                            fits(validator, name, part, answer);
                        }
                    }
                }
            }
        }
        assert!(met.len() >= 9, "{}: only {met:?} was written", game.name());
    }
}

/// The keys that the parser of a tournament's file knows, from its message about an unknown one.
fn keys(text: &str) -> BTreeSet<String> {
    let faults = Config::read(text).expect_err("there is no such key");
    let known = faults[0].message.split("the keys are ").nth(1).expect("the keys");
    known.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_schema_of_a_tournament_is_its_parser() {
    let (_, text) = schemas(GAMES, validate::schemas())
        .into_iter()
        .find(|(name, _)| name == "wire/tournament-config")
        .expect("there is such a schema");
    let schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
    let listed = |object: &Value| -> BTreeSet<String> {
        object["properties"].as_object().expect("properties").keys().cloned().collect()
    };
    assert_eq!(keys("nonesuch = 1"), listed(&schema));
    assert_eq!(keys("[[bots]]\nnonesuch = 1"), listed(&schema["$defs"]["Bot"]));
    let validator = validator("wire/tournament-config");
    for name in ["example", "four", "simulated"] {
        let text = fs::read_to_string(root().join(format!("fixtures/tournaments/{name}.toml"))).expect("an example");
        let config = Config::read(&text).expect("the parser takes it");
        let file: Value = toml::from_str(&text).expect("TOML");
        for value in [file, serde_json::to_value(config).expect("JSON")] {
            assert!(validator.is_valid(&value), "{name}: {:?}", validator.iter_errors(&value).next());
        }
    }
}

#[test]
fn standings_fit_their_schema() {
    let journal = fs::read(root().join("fixtures/tournaments/simulated.jsonl")).expect("a journal");
    let mut ledger = Ledger::read(&mut &journal[..]).expect("a good one");
    let wanted = Wanted { resamples: 100, ..Wanted::default() };
    for games in [144, 3, 0] {
        ledger.games = ledger.games.into_iter().take(games).collect();
        let report = serde_json::to_value(of_journal(&ledger, &wanted).expect("good")).expect("JSON");
        let validator = validator("wire/tournament-standings");
        assert!(validator.is_valid(&report), "{:?}", validator.iter_errors(&report).next());
    }
}

#[test]
fn tournament_files_name_their_schema() {
    let folder = root().join("fixtures/tournaments");
    let mut named = 0;
    for path in files(&folder).into_iter().filter(|path| path.extension().is_some_and(|kind| kind == "toml")) {
        let text = fs::read_to_string(&path).expect("can read the file");
        let Some(place) = text.lines().next().and_then(|line| line.strip_prefix("#:schema ")) else { continue };
        let schema = fs::read_to_string(folder.join(place)).unwrap_or_else(|error| panic!("{place}: {error}"));
        let schema: Value = serde_json::from_str(&schema).expect("JSON");
        let read = Config::read(&text).expect("it can be read");
        let config = serde_json::to_value(read).expect("it is plain data");
        assert!(jsonschema::is_valid(&schema, &config), "{}", path.display());
        named += 1;
    }
    assert_eq!(named, 3, "an editor checks the examples during editing");
}
