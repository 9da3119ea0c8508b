//! Reduces a game with a fault to a short stream that shows the same fault, for a bug report. It starts later, from a
//! state, then leaves out lines, then keys, as long as the fault stays the same.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt;
use std::iter;
use std::ops::Range;

use serde_json::{Map, Value, json};

use super::check::Checker;
use super::games::Block;
use super::verdict::{Kind, Verdict};
use crate::judge::Emit;
use crate::registry::EditionFile;
use crate::stream::{Asked, Stream};
use crate::table::OF_SEED;
use crate::wire::is_header;

/// The keys of a header that keep their meaning if the game begins later.
const STAYS: [&str; 7] = ["referee", "game", "players", "seed", "draws", "options", "edition"];

/// The most bytes to judge while leaving things out; this takes some seconds.
const EFFORT: usize = 1 << 28;

/// Up to this number of lines, every possible later start is tried.
const FEW: usize = 64;

/// What makes two faults the same.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Symptom {
    /// The verdict on the game.
    pub kind: Kind,
    /// The rules that are broken.
    pub rules: BTreeSet<String>,
    /// The claims that are false.
    pub claims: BTreeSet<String>,
    /// What is wrong in words, with all facts: squares and cards, what is claimed and what is true. Empty for a game
    /// that has not ended, and if the event's number is claimed, since that changes in a game that begins later.
    pub said: String,
    /// A fingerprint of the false claims and the true values, since the words may show only a part of them; 0 if the
    /// words are empty.
    pub claimed: u64,
    /// The number of events before, if the line contradicts the seed: what the seed gives depends on all earlier draws.
    pub ply: Option<u64>,
}

impl fmt::Display for Symptom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        let names: Vec<&str> = self.rules.iter().chain(&self.claims).map(String::as_str).collect();
        if names.is_empty() { Ok(()) } else { write!(f, " ({})", names.join(", ")) }
    }
}

impl Symptom {
    /// The symptom of a verdict; `None`: nothing is wrong.
    #[must_use]
    pub fn of(verdict: &Verdict) -> Option<Symptom> {
        let fault = verdict.fault.as_ref()?;
        let numbered = fault.claims.iter().any(|claim| claim.strip_prefix("contradicted.").unwrap_or(claim) == "n");
        // The reason has no column, since leaving out keys changes it.
        let said = match fault.reason.as_deref() {
            Some(reason) => reason,
            None if numbered || verdict.verdict == Kind::Truncated => "",
            None => &fault.message,
        };
        let of_seed = fault.rules.iter().any(|rule| OF_SEED.contains(&&**rule));
        Some(Symptom {
            kind: verdict.verdict,
            rules: fault.rules.iter().cloned().collect(),
            claims: fault.claims.iter().cloned().collect(),
            said: said.to_owned(),
            claimed: if said.is_empty() { 0 } else { fault.fingerprint },
            ply: of_seed.then_some(fault.ply),
        })
    }
}

/// The first fault of some lines, and its line from 0; `None` if there is no fault or more than one game.
fn symptom(lines: &[Vec<u8>], editions: &[EditionFile]) -> Option<(Symptom, usize)> {
    let mut bytes = lines.join(&b'\n');
    bytes.push(b'\n');
    let block = Block { bytes, line: 1, whole: true, first: true, last: true, ..Block::default() };
    let mut verdicts: Vec<Verdict> = Vec::new();
    Checker::new(editions, false).check(&block, &mut |verdict| verdicts.push(verdict));
    let [verdict] = &verdicts[..] else { return None };
    let line = verdict.fault.as_ref()?.line as usize;
    Some((Symptom::of(verdict)?, line.saturating_sub(1)))
}

/// Shrinks a game that shows a fault. The result shows the same fault, and no line or key can be left out of it. Only
/// long games that cannot start later may keep more, since their search stops at a limit.
#[must_use]
pub fn shrink(mut lines: Vec<Vec<u8>>, wanted: &Symptom, editions: &[EditionFile]) -> Vec<Vec<u8>> {
    let spent = Cell::new(0);
    let shows = |lines: &[Vec<u8>]| {
        spent.set(spent.get() + lines.iter().map(Vec::len).sum::<usize>());
        spent.get() <= EFFORT && symptom(lines, editions).is_some_and(|(shown, _)| shown == *wanted)
    };
    if wanted.kind != Kind::Truncated
        && let Some((_, at)) = symptom(&lines, editions)
    {
        let cut = lines[..=at.min(lines.len() - 1)].to_vec();
        lines = if shows(&cut) { cut } else { lines };
    }
    name_edition(&mut lines, editions, &shows);
    let later = |lines: &[Vec<u8>], kept: usize| {
        let mut starts = [false, true].into_iter().filter_map(|seeded| start_later(lines, kept, seeded, editions));
        starts.find(|short| short.len() < lines.len() && shows(short))
    };
    // The number of last lines to keep: doubled after each failure.
    let mut keeps = iter::successors(Some(1), |kept| Some(2 * kept)).take_while(|kept| *kept < lines.len());
    lines = keeps.find_map(|kept| later(&lines, kept)).unwrap_or(lines);
    // Leaving something out can make something else superfluous.
    loop {
        let before = lines.clone();
        leave_out_lines(&mut lines, &shows);
        if lines.len() <= FEW {
            lines = (1..lines.len()).find_map(|kept| later(&lines, kept)).unwrap_or(lines);
        }
        leave_out_keys(&mut lines, !editions.is_empty(), &shows);
        if lines == before {
            return lines;
        }
    }
}

/// Adds the edition to the header if it is not the built-in one, so that a reader of the stream knows which edition is
/// needed.
fn name_edition(lines: &mut [Vec<u8>], editions: &[EditionFile], shows: &impl Fn(&[Vec<u8>]) -> bool) {
    let Some(first) = lines.first() else { return };
    let Ok(mut header) = serde_json::from_slice::<Map<String, Value>>(first) else { return };
    let Some(edition) = editions.iter().find(|edition| header.get("game") == Some(&json!(edition.game))) else {
        return;
    };
    if !header.contains_key("edition") {
        header.insert("edition".to_owned(), json!(edition.mark));
        try_instead(lines, 0, json!(header).to_string().into_bytes(), shows);
    }
}

/// Replaces a line if the fault stays the same.
fn try_instead(lines: &mut [Vec<u8>], at: usize, line: Vec<u8>, shows: &impl Fn(&[Vec<u8>]) -> bool) {
    let before = std::mem::replace(&mut lines[at], line);
    if !shows(lines) {
        lines[at] = before;
    }
}

/// A header with the state before the last `kept` lines, and those lines. `None`: there is no such state.
fn start_later(lines: &[Vec<u8>], kept: usize, seeded: bool, editions: &[EditionFile]) -> Option<Vec<Vec<u8>>> {
    let (head, tail) = lines.split_at(lines.len() - kept);
    let asked = Asked { editions: editions.to_vec(), ..Asked::default() };
    let mut stream = Stream::new(asked, Emit::NONE);
    for line in head {
        stream.put(Some(line), &mut |_| {}).ok()?;
    }
    let judge = stream.judge()?;
    let (n, position) = (judge.look().n(), judge.position());
    let mut header: Map<String, Value> = serde_json::from_slice(lines.first()?).ok()?;
    header.retain(|key, _| STAYS.contains(&&**key));
    if !seeded {
        header.remove("seed");
        header.remove("draws");
    }
    header.insert("state".to_owned(), position);
    let mut later = vec![json!(header).to_string().into_bytes()];
    later.extend(tail.iter().map(|line| renumbered(line, n)));
    Some(later)
}

/// A line of a game that begins `n` events later. Only the event's number is changed: the line's exact form may be its
/// fault.
fn renumbered(line: &[u8], n: u64) -> Vec<u8> {
    let mut text = line.to_vec();
    for member in members(line).into_iter().rev().filter(|member| line[member.key.clone()] == *b"\"n\"") {
        let claimed = str::from_utf8(&line[member.value.clone()]).ok().and_then(|value| value.parse::<u64>().ok());
        if let Some(claimed) = claimed {
            text.splice(member.value, claimed.saturating_sub(n).to_string().into_bytes());
        }
    }
    text
}

/// Leaves out as many lines as possible, many at a time first. The header stays.
fn leave_out_lines(lines: &mut Vec<Vec<u8>>, shows: &impl Fn(&[Vec<u8>]) -> bool) {
    let first = usize::from(lines.first().is_some_and(|line| is_header(line)));
    let mut many = lines.len().saturating_sub(first).next_power_of_two();
    while many > 0 {
        let mut at = first;
        while at < lines.len() {
            let mut fewer = lines.clone();
            fewer.drain(at..lines.len().min(at + many));
            if shows(&fewer) { *lines = fewer } else { at += many }
        }
        many /= 2;
    }
}

/// Leaves out the keys of lines that are not needed; with other editions the header keeps `edition`.
fn leave_out_keys(lines: &mut [Vec<u8>], says_edition: bool, shows: &impl Fn(&[Vec<u8>]) -> bool) {
    for at in 0..lines.len() {
        // From last to first, so that the numbers of the others do not change.
        for number in (0..members(&lines[at]).len()).rev() {
            let line = &lines[at];
            let all = members(line);
            let Some(member) = all.get(number) else { continue };
            if says_edition && at == 0 && line[member.key.clone()] == *b"\"edition\"" {
                continue;
            }
            // A member is removed with the comma after it, the last member with the comma before it.
            let (start, end) = match member.next {
                Some(next) => (member.key.start, next),
                None => {
                    (number.checked_sub(1).map_or(member.key.start, |before| all[before].value.end), member.value.end)
                }
            };
            let fewer = [&line[..start], &line[end..]].concat();
            try_instead(lines, at, fewer, shows);
        }
    }
}

/// The byte ranges of a member of a line's object.
struct Member {
    key: Range<usize>,
    value: Range<usize>,
    /// Where the next member begins; `None` for the last.
    next: Option<usize>,
}

/// The members of a line's object, as far as it can be read.
fn members(line: &[u8]) -> Vec<Member> {
    let mut all = Vec::new();
    let mut at = space(line, 0);
    if line.get(at) != Some(&b'{') {
        return all;
    }
    at = space(line, at + 1);
    while let Some(key) = text(line, at) {
        at = space(line, key.end);
        if line.get(at) != Some(&b':') {
            break;
        }
        let Some(value) = value(line, space(line, at + 1)) else { break };
        at = space(line, value.end);
        let is_last = line.get(at) == Some(&b'}');
        if !is_last && line.get(at) != Some(&b',') {
            break;
        }
        at = space(line, at + 1);
        all.push(Member { key, value, next: (!is_last).then_some(at) });
        if is_last {
            break;
        }
    }
    all
}

/// The end of the white space that begins here.
fn space(line: &[u8], at: usize) -> usize {
    at + line[at.min(line.len())..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The string that begins here.
fn text(line: &[u8], at: usize) -> Option<Range<usize>> {
    let mut end = at + 1;
    line.get(at).filter(|byte| **byte == b'"')?;
    while *line.get(end)? != b'"' {
        end += if line[end] == b'\\' { 2 } else { 1 };
    }
    Some(at..end + 1)
}

/// The value that begins here.
fn value(line: &[u8], at: usize) -> Option<Range<usize>> {
    let (mut end, mut depth) = (at, 0_usize);
    loop {
        match *line.get(end)? {
            b'"' => {
                end = text(line, end)?.end;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b',' | b'}' | b']' if depth == 0 => break,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        end += 1;
    }
    let length = line[at..end].trim_ascii_end().len();
    (length > 0).then_some(at..at + length)
}
