//! The built program behind pipes. The tests have their own types for its lines, so that a change of the protocol
//! cannot hide behind the types that write it.

#[cfg(target_os = "linux")]
pub(crate) mod patience;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread;

use serde::Deserialize;
use serde_json::{Map, Value};

pub(crate) const HEADER: &str = r#"{"referee":1,"game":"tectonic"}"#;
pub(crate) const MOVE: &str = r#"{"action":{"move":{"from":"c1","to":"c5"}}}"#;

/// Any output line.
#[derive(Deserialize, Debug, Default, PartialEq, Clone)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Answer {
    pub(crate) referee: Option<u64>,
    pub(crate) game: Option<String>,
    pub(crate) players: Option<u8>,
    pub(crate) seed: Option<Value>,
    pub(crate) draws: Option<Value>,
    pub(crate) options: Option<Map<String, Value>>,
    pub(crate) edition: Option<Edition>,
    pub(crate) names: Option<Vec<String>>,
    pub(crate) about: Option<Map<String, Value>>,
    #[serde(rename = "match")]
    pub(crate) match_: Option<Value>,
    pub(crate) n: Option<u64>,
    pub(crate) player: Option<u8>,
    pub(crate) action: Option<Value>,
    pub(crate) chance: Option<Value>,
    pub(crate) by: Option<String>,
    pub(crate) query: Option<Value>,
    pub(crate) undone: Option<u64>,
    pub(crate) forfeit: Option<Value>,
    pub(crate) abort: Option<Value>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) details: Option<Value>,
    pub(crate) violations: Option<Vec<Violation>>,
    pub(crate) contradicted: Option<Vec<Contradiction>>,
    pub(crate) line: Option<u64>,
    pub(crate) next: Option<Next>,
    pub(crate) state: Option<Value>,
    pub(crate) occurrence: Option<u64>,
    pub(crate) view: Option<Value>,
    pub(crate) viewer: Option<Value>,
    pub(crate) pick: Option<i64>,
    pub(crate) id: Option<i64>,
    pub(crate) action_space: Option<Value>,
    pub(crate) legal: Option<Vec<Value>>,
    pub(crate) legal_ids: Option<Vec<u64>>,
    pub(crate) legal_n: Option<u64>,
    pub(crate) exhaustive: Option<bool>,
    pub(crate) digest: Option<String>,
    pub(crate) ms: Option<u64>,
    pub(crate) note: Option<String>,
    pub(crate) eval: Option<Value>,
    pub(crate) attempt: Option<Value>,
    pub(crate) cut: Option<Vec<String>>,
    pub(crate) malformed: Option<Malformed>,
    pub(crate) truncated: Option<Truncated>,
    pub(crate) header: Option<Value>,
    pub(crate) picture: Option<String>,
    pub(crate) withheld: Option<Withheld>,
    pub(crate) redacted: Option<Redacted>,
}

#[derive(Deserialize, Debug, PartialEq, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Edition {
    pub(crate) id: String,
    pub(crate) sha256: String,
}

#[derive(Deserialize, Debug, PartialEq, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Outcome {
    pub(crate) places: Vec<u8>,
    pub(crate) scores: Option<Vec<i64>>,
    pub(crate) reason: String,
}

#[derive(Deserialize, Debug, PartialEq, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Violation {
    pub(crate) rule: String,
    pub(crate) refs: Vec<String>,
    pub(crate) source: String,
    pub(crate) statement: String,
    pub(crate) message: String,
    pub(crate) facts: Map<String, Value>,
    #[serde(default)]
    pub(crate) data: Option<String>,
}

#[derive(Deserialize, Debug, PartialEq, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Contradiction {
    pub(crate) claim: String,
    pub(crate) claimed: Value,
    pub(crate) actual: Value,
}

#[derive(Deserialize, Debug, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Next {
    Player(u8),
    Chance,
    Over,
    Header,
}

#[derive(Deserialize, Debug, PartialEq, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Malformed {
    pub(crate) line: u64,
    #[serde(default)]
    pub(crate) column: Option<u64>,
    pub(crate) message: String,
}

#[derive(Deserialize, Debug, PartialEq, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Truncated {
    pub(crate) line: u64,
    pub(crate) next: Next,
}

#[derive(Deserialize, Debug, PartialEq, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Withheld {
    pub(crate) line: u64,
}

#[derive(Deserialize, Debug, PartialEq, Clone)]
#[serde(deny_unknown_fields)]
pub(crate) struct Redacted {
    pub(crate) line: u64,
    pub(crate) next: Option<Next>,
}

impl Answer {
    pub(crate) fn rules(&self) -> Vec<&str> {
        self.violations.iter().flatten().map(|violation| violation.rule.as_str()).collect()
    }

    pub(crate) fn false_claims(&self) -> Vec<&str> {
        self.contradicted.iter().flatten().map(|found| found.claim.as_str()).collect()
    }

    /// The message about a malformed line; empty if it is not one.
    pub(crate) fn fault(&self) -> &str {
        self.malformed.as_ref().map_or("", |malformed| malformed.message.as_str())
    }
}

/// The exit code and the output of a run.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    #[track_caller]
    pub(crate) fn answers(&self) -> Vec<Answer> {
        self.out.lines().map(answer).collect()
    }

    /// What came out, as values.
    pub(crate) fn values(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("answers are JSON")).collect()
    }

    /// Checks the exit code.
    #[track_caller]
    pub(crate) fn ends(self, code: i32) -> Ran {
        assert_eq!(self.code, Some(code), "{self:?}");
        self
    }
}

#[track_caller]
pub(crate) fn answer(line: &str) -> Answer {
    serde_json::from_str(line).unwrap_or_else(|wrong| panic!("{wrong}: {line}"))
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of the real `python3`. Wrapper scripts of version managers take longer to start than most bots run.
fn python() -> Option<&'static Path> {
    static FOLDER: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().ok()?;
        let program = PathBuf::from(String::from_utf8(asked.stdout).ok()?.trim_end());
        program.parent().filter(|folder| folder.is_absolute()).map(Path::to_owned)
    });
    FOLDER.as_deref()
}

/// A command in the root of the project with the program first on the path.
pub(crate) fn command(program: &str) -> Command {
    let bin = Path::new(env!("CARGO_BIN_EXE_referee")).parent().expect("a folder");
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let first = [Some(bin), python()].into_iter().flatten().map(Path::to_owned);
    let path = std::env::join_paths(first.chain(std::env::split_paths(&rest)));
    let mut command = Command::new(program);
    command.current_dir(root()).env("PATH", path.expect("a path")).env("COLUMNS", "100");
    command
}

pub(crate) fn spawn(args: &[&str]) -> Child {
    let mut command = command(env!("CARGO_BIN_EXE_referee"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Runs the program on some input.
pub(crate) fn referee(args: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let mut child = spawn(args);
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.as_ref().to_vec();
    // The program may end before it has read everything.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic");
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Judges lines under a `--emit`.
pub(crate) fn play(lines: &[&str], emit: &str) -> Ran {
    referee(&["play", "--emit", emit], lines.join("\n"))
}
