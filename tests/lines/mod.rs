//! One game of any kind spoken to in lines, without a stream around it: what tests need to put a game that is not in the
//! registry before a referee.

use referee::game::Game;
use referee::judge::{Emit, Judge};
use referee::registry::{Entry, NoGame, Opened, Referee as _};
use referee::strict;
use referee::wire::Header;
use serde_json::Value;

/// Every kind of `--emit`.
pub(crate) const EMITS: [&str; 6] = ["state", "view:0", "view:1", "legal", "digest", "none"];

/// A game that is judged line by line.
pub(crate) struct Session {
    pub(crate) judge: Box<dyn Judge>,
    /// Everything that has been answered.
    pub(crate) out: Vec<u8>,
    pub(crate) malformed: u64,
    pub(crate) refused: u64,
    pub(crate) contradicted: u64,
    number: u64,
}

impl Session {
    /// Opens a game with a header.
    pub(crate) fn open<G: Game>(header: &str, emit: &str) -> Result<Session, NoGame> {
        let header: Header = strict::from_slice(header.as_bytes()).map_err(NoGame::Malformed)?;
        let emit: Emit = emit.parse().map_err(NoGame::Usage)?;
        let mut out = Vec::new();
        let mut judge = Entry::<G>::NEW.sit(header, &[], &mut Opened::default(), emit, &mut out)?;
        let verdict = judge.open(&mut out);
        let contradicted = u64::from(verdict.contradicted);
        Ok(Session { judge, out, malformed: 0, refused: 0, contradicted, number: 1 })
    }

    /// Puts a line to the referee; returns the answers.
    pub(crate) fn say(&mut self, line: &str) -> Vec<Value> {
        let before = self.out.len();
        self.number += 1;
        let verdict = self.judge.line(line.as_bytes(), self.number, &mut self.out);
        self.malformed += u64::from(verdict.malformed);
        self.refused += u64::from(verdict.refused);
        self.contradicted += u64::from(verdict.contradicted);
        values(&self.out[before..])
    }

    /// The answer to `{"query":"legal"}`, without leaving a trace.
    pub(crate) fn listing(&mut self) -> Value {
        let mut out = Vec::new();
        self.judge.list(&mut out);
        values(&out).remove(0)
    }

    /// Everything that has been answered.
    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.out.clone()).expect("answers are UTF-8")
    }
}

/// Plays a whole text, header first.
#[track_caller]
pub(crate) fn play<G: Game>(text: &str, emit: &str) -> Session {
    let mut lines = text.lines().filter(|line| !line.is_empty());
    let header = lines.next().expect("a header");
    let mut session = Session::open::<G>(header, emit).unwrap_or_else(|wrong| panic!("{header}: {wrong:?}"));
    for line in lines {
        session.say(line);
    }
    session
}

/// The law of reading back: what was written under one `--emit` reads back without a fault, and gives, under any `--emit`,
/// the very bytes that the input gave. Remarks on malformed lines and false outcomes are not repeated.
#[track_caller]
pub(crate) fn reads_back<G: Game>(input: &str) {
    let answers: Vec<String> = EMITS.iter().map(|emit| play::<G>(input, emit).text()).collect();
    for (written, first) in answers.iter().zip(EMITS) {
        for (again, second) in answers.iter().zip(EMITS) {
            let read = play::<G>(written, second);
            let counts = (read.malformed, read.refused, read.contradicted);
            assert_eq!(counts, (0, 0, 0), "written with {first}, read with {second}:\n{written}\n->\n{}", read.text());
            let text = read.text();
            let expected = again.lines().filter(|line| !is_said_once(line));
            for (read, expected) in text.lines().zip(expected.clone()) {
                assert_eq!(read, expected, "written with {first}, read with {second}:\n{written}");
            }
            assert_eq!(text.lines().count(), expected.count(), "written with {first}, read with {second}:\n{written}");
        }
    }
}

fn is_said_once(answer: &str) -> bool {
    let outcome = answer.starts_with("{\"outcome\"") && answer.contains("\"contradicted\"");
    outcome || answer.starts_with("{\"malformed\"") || answer.starts_with("{\"contradicted\"")
}

/// JSON lines as values.
pub(crate) fn values(bytes: &[u8]) -> Vec<Value> {
    let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).expect("answers are JSON")).collect()
}
