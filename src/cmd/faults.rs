//! What is wrong with a stream, said to a person who wants to see its games: the first fault in a sentence, and of those
//! after it their number, since one slip makes most of what follows wrong as well.

use referee::stream::Stream;
use referee::text::{clipped, count, is_are};
use serde_json::{Map, Value};

use super::remark;

/// How many rules or claims of one line are named.
const MOST: usize = 3;
/// The longest value that is quoted, in bytes.
const VALUE_MOST: usize = 80;

/// The lines of a stream that are at fault.
#[derive(Default)]
pub(crate) struct Faults {
    first: Option<First>,
    /// How many lines came after the first.
    later: u64,
    /// How many headers there have been.
    games: u64,
    /// How many events of the game that is on have happened; `None`: no game is on.
    reached: Option<u64>,
}

/// The first line at fault.
struct First {
    game: u64,
    /// How many events of its game had happened before it; `None`: it is in no game.
    before: Option<u64>,
}

impl Faults {
    /// Whether anything was at fault.
    pub(crate) fn any(&self) -> bool {
        self.first.is_some()
    }

    /// A line is at fault, in words; the first is said at once.
    pub(crate) fn add(&mut self, sentence: &str) {
        if self.first.is_some() {
            self.later += 1;
        } else {
            self.first = Some(First { game: self.games, before: self.reached });
            remark(sentence);
        }
    }

    /// Sees where the game stands after a line.
    pub(crate) fn reach(&mut self, stream: &mut Stream) {
        let reached = stream.judge().map(|judge| judge.n());
        self.games = stream.headers();
        self.reached = reached.or(self.reached);
    }

    /// Takes what was wrong out of a stream of which not every line is answered, and sees where it stands.
    pub(crate) fn take(&mut self, stream: &mut Stream) {
        for complaint in std::mem::take(&mut stream.complaints) {
            let (line, answers) = complaint.split_once(": ").unwrap_or(("", &complaint));
            let answers: Vec<Map<String, Value>> =
                answers.lines().filter_map(|answer| serde_json::from_str(answer).ok()).collect();
            if let Some(said) = answers.iter().find_map(|answer| sentence(line, answer)) {
                self.add(&said);
            }
            // That is nobody's fault.
            if answers.iter().any(|answer| answer.contains_key("redacted")) {
                remark(&format!("{line}: what happens here is hidden, so this game cannot be followed any further"));
            }
        }
        self.reach(stream);
    }

    /// How to see the position before the first fault, if it is one of the last game.
    pub(crate) fn position(&self) -> Option<String> {
        let before = self.first.as_ref().filter(|first| first.game == self.games)?.before?;
        Some(format!(
            "`referee show --at {before}`, with the same input and options, shows the position before the first fault"
        ))
    }

    /// Says how many lines at fault came after the first, and what helps.
    pub(crate) fn tell_rest(&self, hint: Option<String>) {
        let (lines, are) = (count(self.later, "later line"), is_are(self.later));
        let later = (self.later > 0).then(|| format!("{lines} {are} at fault, too, perhaps because of it"));
        let said: Vec<String> = later.into_iter().chain(hint).collect();
        if !said.is_empty() {
            remark(&said.join("; "));
        }
    }
}

/// What an answer says is wrong with a line, which is named `line N`; `None`: nothing.
pub(crate) fn sentence(line: &str, answer: &Map<String, Value>) -> Option<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |key: &str| answer.get(key).and_then(Value::as_array);
    if let Some(violations) = list("violations") {
        let broken = violations
            .iter()
            .map(|one| format!("{} (`referee explain {}`)", text(&one["message"]), text(&one["rule"])));
        return Some(format!("{line} is refused: {}", listed(broken)));
    }
    if let Some(malformed) = answer.get("malformed") {
        let column = malformed["column"].as_u64().map_or_else(String::new, |column| format!("column {column}: "));
        return Some(format!("{line} is not of the protocol: {column}{}", text(&malformed["message"])));
    }
    if let Some(contradicted) = list("contradicted") {
        let value = |value: &Value| clipped(&value.to_string(), VALUE_MOST);
        let falsehoods = contradicted.iter().map(|one| {
            format!(
                "`{}` is claimed to be {}, it is {}",
                text(&one["claim"]),
                value(&one["claimed"]),
                value(&one["actual"])
            )
        });
        return Some(format!("{line} is contradicted: {}", listed(falsehoods)));
    }
    None
}

/// The first few of what is wrong with one line.
fn listed(all: impl ExactSizeIterator<Item = String>) -> String {
    let more = all.len().saturating_sub(MOST);
    let mut said: Vec<String> = all.take(MOST).collect();
    if more > 0 {
        said.push(format!("and {more} more"));
    }
    said.join("; ")
}
