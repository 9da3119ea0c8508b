//! The schemas say what the parser says: the committed files are the generated ones, and every line of every fixture gets
//! the same verdict from schema and parser.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use referee::games::GAMES;
use referee::judge::Emit;
use referee::schema;
use referee::stream::{Asked, Purpose, Stream};
use referee::wire::is_header;
use serde_json::Value;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn committed_schemas_are_the_generated_ones() {
    let update = std::env::var_os("UPDATE_SCHEMAS").is_some();
    let mut known = BTreeSet::new();
    for (name, text) in schema::all() {
        let path = root().join("schemas").join(format!("{name}.json"));
        if update {
            fs::create_dir_all(path.parent().expect("schemas lie in folders")).expect("can make the folder");
            fs::write(&path, &text).expect("can write the schema");
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == text, "{name} is not up to date; run UPDATE_SCHEMAS=1 cargo test --test schemas");
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

/// What a schema cannot see, by what the parser says of it.
const BLIND: &[&str] = &[
    "duplicate ",
    "floating point",
    "invalid unicode",
    "control character",
    "lone leading surrogate",
    "recursion limit",
    "is at most",
    "no game",
    "`names` has one name",
    "trailing characters",
    "expected value",
    "expected ident",
    "EOF while",
    "key must be a string",
    "number out of range",
    "expected `",
    // Faults of options that only the game knows.
    "options.",
];

struct Validators {
    header: jsonschema::Validator,
    line: jsonschema::Validator,
}

impl Validators {
    fn of(game: &str) -> Validators {
        let schemas = schema::all();
        let compile = |kind: &str| {
            let name = format!("{game}/{kind}");
            let (_, text) = schemas.iter().find(|(known, _)| *known == name).expect("every game has the schema");
            let schema: Value = serde_json::from_str(text).expect("a schema is JSON");
            jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        Validators { header: compile("header"), line: compile("line") }
    }
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

/// Puts every line of a file to the parser (as part of its stream) and to the schema.
fn compare(validators: &Validators, file: &Path) -> u64 {
    let bytes = fs::read(file).expect("can read the fixture");
    let mut stream = Stream::new(Asked::default(), Emit::None, Purpose::Judge);
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
        let fault = validator.iter_errors(&value).next().map(|error| error.to_string());
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
