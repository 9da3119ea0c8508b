//! What is wrong with a stream, said to a person who wants to see its games: the first fault in a sentence, and of those
//! after it their number, since one slip makes most of what follows wrong as well.

use referee::judge::Look;
use referee::judge::answer::{About, Answer, Told};
use referee::stream::Stream;
use referee::text::{clipped, count, is_are};
use referee::wire::Viewer;
use serde_json::Value;

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
    pub(crate) fn reach(&mut self, stream: &Stream) {
        let reached = stream.look().map(Look::n);
        self.games = stream.headers();
        self.reached = reached.or(self.reached);
    }

    /// Hears the answer to a line of a stream of which not every line is answered.
    pub(crate) fn hear(&mut self, answer: &Answer<'_>) {
        let Some(told) = answer.told(None) else { return };
        let line = format!("line {}", answer.number);
        if let Some(said) = answer.fate.is_fault().then(|| sentence(&line, &told, None)).flatten() {
            self.add(&said);
        }
        // That is not a fault.
        if answer.fate.redacted {
            remark(&format!("{line}: what happens here is hidden, so this game cannot be followed any further"));
        }
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

/// What a viewer is told is wrong with a line, which is named `line N`; `None`: nothing.
pub(crate) fn sentence(line: &str, told: &Told<'_, '_>, viewer: Option<Viewer>) -> Option<String> {
    if !told.violations.is_empty() {
        let broken = told.violations.iter().map(|one| format!("{} (`referee explain {}`)", one.message, one.rule));
        return Some(format!("{line} is refused: {}", listed(broken)));
    }
    if let About::Malformed(wrong) = told.about {
        let malformed = wrong.told(viewer);
        let column = malformed.column.map_or_else(String::new, |column| format!("column {column}: "));
        return Some(format!("{line} is not of the protocol: {column}{}", malformed.message));
    }
    if !told.contradicted.is_empty() {
        let value = |value: &Value| clipped(&value.to_string(), VALUE_MOST);
        let falsehoods = told.contradicted.iter().map(|falsehood| {
            let one = falsehood.written(false);
            format!("`{}` is claimed to be {}, it is {}", one.claim, value(&one.claimed), value(&one.actual))
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
