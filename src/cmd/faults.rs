//! The faults of a stream, for a person who wants to see its games: the first fault as a sentence, then only the
//! number of later ones, since one slip usually causes others.

use referee::judge::Look;
use referee::judge::answer::{About, Answer, Falsehood, Told};
use referee::stream::Stream;
use referee::text::{clipped, count, is_are};
use referee::wire::{Viewer, Violation};
use serde_json::Value;

use super::remark;

/// The most rules or claims named for one line.
const MOST: usize = 3;
/// The longest value quoted, in bytes.
const VALUE_MOST: usize = 80;

/// The faulty lines of a stream.
#[derive(Default)]
pub(crate) struct Faults {
    first: Option<First>,
    /// The number of faulty lines after the first.
    later: u64,
    /// The number of headers so far.
    games: u64,
    /// The number of events in the current game; `None` if there is no game.
    reached: Option<u64>,
}

/// The first faulty line.
struct First {
    game: u64,
    /// The number of events in its game before it; `None` if it belongs to no game.
    before: Option<u64>,
}

impl Faults {
    /// Whether there was any fault.
    pub(crate) fn any(&self) -> bool {
        self.first.is_some()
    }

    /// Adds a faulty line; describes the first one at once. The words for the others are never made: a false claim can be
    /// about a list that is many times as long as its line.
    pub(crate) fn add(&mut self, sentence: impl FnOnce() -> String) {
        if self.first.is_some() {
            self.later += 1;
        } else {
            self.first = Some(First { game: self.games, before: self.reached });
            remark(&sentence());
        }
    }

    /// Notes how far the game has come after a line.
    pub(crate) fn reach(&mut self, stream: &Stream) {
        let reached = stream.look().map(Look::n);
        self.games = stream.headers();
        self.reached = reached.or(self.reached);
    }

    /// Takes the answer to a line; not every line gets one.
    pub(crate) fn hear(&mut self, answer: &Answer<'_>) {
        let Some(told) = answer.told(None) else { return };
        let line = || format!("line {}", answer.number);
        if answer.fate.is_fault() && has_sentence(&told) {
            self.add(|| sentence(&line(), &told, None).unwrap_or_default());
        }
        // A hidden position is not a fault.
        if answer.fate.redacted {
            let line = line();
            remark(&format!("{line}: what happens here is hidden, so the rest of this game cannot be followed"));
        }
    }

    /// A hint at how to see the position before the first fault, if it is in the last game.
    pub(crate) fn position(&self) -> Option<String> {
        let before = self.first.as_ref().filter(|first| first.game == self.games)?.before?;
        Some(format!(
            "`referee show --at {before}`, with the same input and options, shows the position before the first fault"
        ))
    }

    /// Reports the number of later faulty lines, and a hint.
    pub(crate) fn tell_rest(&self, hint: Option<String>) {
        let (lines, are) = (count(self.later, "later line"), is_are(self.later));
        let later = (self.later > 0).then(|| format!("{lines} {are} also at fault, perhaps because of the first"));
        let said: Vec<String> = later.into_iter().chain(hint).collect();
        if !said.is_empty() {
            remark(&said.join("; "));
        }
    }
}

/// Whether there is a fault in what a viewer is told.
pub(crate) fn has_sentence(told: &Told<'_, '_>) -> bool {
    !told.violations().is_empty() || matches!(told.about(), About::Malformed(_)) || told.is_contradicted()
}

/// The fault of a line as a viewer may see it; the line is called `line N`. `None`: no fault.
pub(crate) fn sentence(line: &str, told: &Told<'_, '_>, viewer: Option<Viewer>) -> Option<String> {
    if !told.violations().is_empty() {
        return Some(format!("{line} is refused: {}", broken_rules(told.violations())));
    }
    if let About::Malformed(wrong) = told.about() {
        let malformed = wrong.told(viewer);
        let column = malformed.column.map_or_else(String::new, |column| format!("column {column}: "));
        return Some(format!("{line} does not follow the protocol: {column}{}", malformed.message));
    }
    if told.is_contradicted() {
        let value = |value: &Value| clipped(&value.to_string(), VALUE_MOST);
        let one = |falsehood: &Falsehood<'_>| {
            let one = falsehood.written(false);
            format!("`{}` is claimed to be {}, but it is {}", one.claim, value(&one.claimed), value(&one.actual))
        };
        let falsehoods: Vec<String> = told.contradicted().map(one).collect();
        return Some(format!("{line} makes a false claim: {}", listed(falsehoods.into_iter())));
    }
    None
}

/// The rules that one line breaks.
pub(crate) fn broken_rules(violations: &[Violation]) -> String {
    listed(violations.iter().map(|one| format!("{} (`referee explain {}`)", one.message, one.rule)))
}

/// The first few faults of one line.
fn listed(all: impl ExactSizeIterator<Item = String>) -> String {
    let more = all.len().saturating_sub(MOST);
    let mut said: Vec<String> = all.take(MOST).collect();
    if more > 0 {
        said.push(format!("and {more} more"));
    }
    said.join("; ")
}
