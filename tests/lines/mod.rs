//! One game of any kind driven line by line, without a stream around it, for tests of games that are not in the
//! registry.

use referee::game::Game;
use referee::games::GAMES;
use referee::judge::{Emit, Judge, Scribe};
use referee::registry::{Entry, NoGame, Opened, Referee, find};
use referee::strict;
use referee::wire::{Header, Object};
use serde_json::Value;

use crate::sample::EMITS;
use crate::toy::Pouch;

/// A game of the registry or the toy, with its type erased: only the toy is compiled here.
fn referee<G: Game>() -> &'static dyn Referee {
    static TOY: Entry<Pouch> = Entry::<Pouch>::NEW;
    if G::NAME == Pouch::NAME { &TOY } else { find(GAMES, G::NAME).expect("a game of the registry") }
}

/// A game judged line by line.
pub(crate) struct Session {
    pub(crate) judge: Box<dyn Judge>,
    pub(crate) scribe: Scribe,
    /// All answers so far.
    pub(crate) out: Vec<u8>,
    pub(crate) malformed: u64,
    pub(crate) refused: u64,
    pub(crate) contradicted: u64,
    pub(crate) redacted: u64,
    number: u64,
}

impl Session {
    /// Opens a game with a header.
    pub(crate) fn open<G: Game>(header: &str, emit: &str) -> Result<Session, NoGame> {
        let header: Header = strict::from_slice(header.as_bytes()).expect("a header");
        let scribe = Scribe::new(emit.parse().expect("an emit"));
        let mut out = Vec::new();
        let mut judge = referee::<G>().sit(header, &mut Opened::default())?;
        let fate = judge.open(1, &mut |answer| scribe.write(answer, &mut out));
        let contradicted = u64::from(fate.contradicted);
        Ok(Session { judge, scribe, out, malformed: 0, refused: 0, contradicted, redacted: 0, number: 1 })
    }

    /// Sends a line to the referee; returns the answers.
    pub(crate) fn say(&mut self, line: &str) -> Vec<Value> {
        let before = self.out.len();
        self.number += 1;
        let (scribe, out) = (self.scribe, &mut self.out);
        let verdict = self.judge.line(line.as_bytes(), self.number, &mut |answer| scribe.write(answer, out));
        self.malformed += u64::from(verdict.malformed);
        self.refused += u64::from(verdict.refused);
        self.contradicted += u64::from(verdict.contradicted);
        self.redacted += u64::from(verdict.redacted);
        values(&self.out[before..])
    }

    /// The answer to `{"query":"legal"}`, without a trace in the record.
    pub(crate) fn listing(&mut self) -> Value {
        let mut out = Vec::new();
        let game = self.judge.look();
        let mut object = Object::open(&mut out);
        object.field("next", &game.next());
        game.write_listing(Emit::LEGAL, &mut object);
        object.end_line();
        values(&out).remove(0)
    }

    /// All answers so far.
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
        if session.redacted > 0 {
            break;
        }
    }
    session
}

/// The law of reading back: text written under one `--emit` can be read back without a fault and gives, under any
/// `--emit`, the same bytes as the original input. Remarks on malformed lines and false outcomes are not repeated.
/// Text written for one player lacks the seed, and in a game with secrets it can be read only up to the first secret;
/// returns how often that was before the end.
#[track_caller]
pub(crate) fn reads_back<G: Game>(input: &str) -> u64 {
    let answers: Vec<String> = EMITS.iter().map(|emit| play::<G>(input, emit).text()).collect();
    let mut redacted = 0;
    for (written, first) in answers.iter().zip(EMITS) {
        for (again, second) in answers.iter().zip(EMITS) {
            if let Some(header) = written.lines().next().filter(|header| header.contains("\"state\":null")) {
                assert!(matches!(Session::open::<G>(header, second), Err(NoGame::Redacted(_))));
                continue;
            }
            let read = play::<G>(written, second);
            let text = read.text();
            let what = format!("written with {first}, read with {second}:\n{written}\n->\n{text}");
            assert_eq!((read.malformed, read.refused, read.contradicted), (0, 0, 0), "{what}");
            let for_one = first.starts_with("view") && !first.starts_with("view:actor");
            if for_one && G::HAS_SECRETS {
                redacted += read.redacted;
                if first != second {
                    continue;
                }
            } else {
                assert_eq!(read.redacted, 0, "{what}");
            }
            let expected: Vec<String> = repeated(again).map(|line| known(line, for_one)).collect();
            let text: Vec<&str> = repeated(&text).filter(|line| !line.starts_with("{\"redacted\"")).collect();
            assert!(read.redacted > 0 || text.len() == expected.len(), "{what}");
            for (read, expected) in text.iter().zip(&expected) {
                assert_eq!(read, expected, "{what}");
            }
        }
    }
    redacted
}

/// The answers that appear again when the text is read.
fn repeated(answers: &str) -> impl Iterator<Item = &str> {
    answers.lines().filter(|line| {
        let starts = |key: &str| line.starts_with(key);
        let false_outcome = starts("{\"outcome\"") && line.contains("\"contradicted\"");
        !(false_outcome || starts("{\"malformed\"") || starts("{\"contradicted\"") || starts("{\"withheld\""))
    })
}

/// A line without the seed, if it is a header written for one player.
fn known(line: &str, for_one: bool) -> String {
    let seed = line.find(",\"seed\":").filter(|_| for_one && line.starts_with("{\"referee\""));
    seed.map_or_else(
        || line.to_owned(),
        |at| {
            let rest = &line[at + 1..];
            format!("{}{}", &line[..at], rest.find(',').map_or("", |end| &rest[end..]))
        },
    )
}

/// JSON lines as values.
pub(crate) fn values(bytes: &[u8]) -> Vec<Value> {
    let lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).expect("answers are JSON")).collect()
}
