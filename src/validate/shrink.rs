//! Reducing a game with a fault to the shortest stream that shows the same fault: what one attaches to a report. It
//! starts later, from a state, then leaves out lines, then keys, as long as the fault stays what it is.

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

/// The keys of a header that mean the same wherever the game begins.
const STAYS: [&str; 7] = ["referee", "game", "players", "seed", "draws", "options", "edition"];

/// How many bytes are judged at most to leave out one thing after the other: some seconds.
const EFFORT: usize = 1 << 28;

/// Of so many lines each number of last ones is tried.
const FEW: usize = 64;

/// What makes two faults the same.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Symptom {
    /// What became of the game.
    pub kind: Kind,
    /// The rules that are broken.
    pub rules: BTreeSet<String>,
    /// The claims that are false.
    pub claims: BTreeSet<String>,
    /// What is wrong in words, with all facts: squares and cards, what is claimed and what is true. Empty where the number of
    /// the event is what is claimed, since it is another one in a game that begins later, and for a game that has not ended.
    pub said: String,
    /// A fingerprint of what is claimed falsely and of what is true, of which the words may show a part; 0 where they are
    /// empty.
    pub claimed: u64,
    /// How many events come before, if the seed is contradicted: what it gives depends on all that was drawn before.
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
        // Where in its line a malformed one is wrong changes with what is left out of it.
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

/// The first fault of some lines, if they are one game or no game, and the number of its line, from 0.
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

/// Shrinks a game that shows a fault. The result shows it, too, and nothing can be left out of it, neither a line nor a key;
/// unless that would be found out by more work than is worth it, which only long games that cannot start later need.
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
    // How much of the end is kept as it is: twice as much each time that it did not do.
    let mut keeps = iter::successors(Some(1), |kept| Some(2 * kept)).take_while(|kept| *kept < lines.len());
    lines = keeps.find_map(|kept| later(&lines, kept)).unwrap_or(lines);
    // What is left out last can make something else superfluous.
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

/// Has the header say which edition is played with, if it is not the built-in one: a reader of the stream may not have it.
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

/// Puts another line in place of one, if the fault is still shown.
fn try_instead(lines: &mut [Vec<u8>], at: usize, line: Vec<u8>, shows: &impl Fn(&[Vec<u8>]) -> bool) {
    let before = std::mem::replace(&mut lines[at], line);
    if !shows(lines) {
        lines[at] = before;
    }
}

/// The last lines of a game, after a header with the state in which they begin. `None`: there is no such state.
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

/// A line of a game that begins `n` events later. Only the number changes: what is wrong with the line may be how it is
/// written.
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

/// Leaves out the keys of lines that are not needed; the key of the edition stays if it is needed.
fn leave_out_keys(lines: &mut [Vec<u8>], says_edition: bool, shows: &impl Fn(&[Vec<u8>]) -> bool) {
    for at in 0..lines.len() {
        // From the last to the first, so that the places of the others stay what they are.
        for number in (0..members(&lines[at]).len()).rev() {
            let line = &lines[at];
            let all = members(line);
            let Some(member) = all.get(number) else { continue };
            if says_edition && at == 0 && line[member.key.clone()] == *b"\"edition\"" {
                continue;
            }
            // Of two members one comma goes with the first, or with the last.
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

/// A member of the object that a line is, by where it stands.
struct Member {
    key: Range<usize>,
    value: Range<usize>,
    /// Where the next one begins; `None`: it is the last.
    next: Option<usize>,
}

/// The members of the object that a line is, up to where it can no longer be read so.
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

/// Where the space that begins here ends.
fn space(line: &[u8], at: usize) -> usize {
    at + line[at.min(line.len())..].iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

/// The text in quotes that begins here.
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
