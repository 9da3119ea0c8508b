//! Reduces a game with a fault to a short stream that shows the same fault, for a bug report. It starts later, from a
//! state, then leaves out lines, then parts of lines, as long as the fault stays the same.

mod parts;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::iter;
use std::ops::Range;

use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};

use self::parts::{containers, member, without};
use super::check::Checker;
use super::games::Block;
use super::verdict::{Kind, Verdict};
use crate::judge::Emit;
use crate::registry::EditionFile;
use crate::stream::{Asked, Stream};
use crate::table::OF_SEED;
use crate::wire::{LINE_LIMIT, is_header};

/// The keys of a header that keep their meaning if the game begins later.
const STAYS: [&str; 7] = ["referee", "game", "players", "seed", "draws", "options", "edition"];

/// The most bytes to judge while leaving things out; this takes some seconds.
pub const EFFORT: usize = 1 << 28;

/// What trying something costs besides the bytes of its lines, as if it were bytes.
const TRIAL: usize = 1 << 12;

/// How many positions to start from are kept at a time.
const STARTS: usize = 64;

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

/// The longest beginning of a line that is no JSON that is tried, in bytes.
const LONG_BEGINNING: usize = 1 << 12;

/// What is left of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Shrunk {
    /// The lines.
    pub lines: Vec<Vec<u8>>,
    /// Whether everything was tried. Otherwise the search stopped at [`EFFORT`], and more might be left out.
    pub is_least: bool,
}

/// Shrinks a game that shows a fault. The result shows the same fault. If everything was tried, it begins as late as it can, and
/// no line, no key and no entry of a list can be left out of it.
pub fn shrink(mut lines: Vec<Vec<u8>>, wanted: &Symptom, editions: &[EditionFile]) -> Shrunk {
    let mut search = Search { wanted, editions, checker: Checker::new(editions, false), spent: 0 };
    if wanted.kind != Kind::Truncated
        && let Some((_, at)) = search.symptom(&lines)
    {
        let rest = lines.split_off((at + 1).min(lines.len()));
        if !search.shows(&lines) {
            lines.extend(rest);
        }
    }
    search.name_edition(&mut lines);
    // The number of last lines to keep: doubled after each failure.
    let keeps = iter::successors(Some(1), |kept| Some(2 * kept)).take_while(|kept| kept + 1 < lines.len());
    let later = keeps.collect::<Vec<_>>().into_iter().find_map(|kept| search.later(&lines, kept..kept + 1));
    lines = later.unwrap_or(lines);
    search.leave_out_keys_everywhere(&mut lines);
    // Leaving something out can make something else superfluous.
    loop {
        let before = lines.clone();
        search.leave_out_lines(&mut lines);
        lines = search.later(&lines, 1..lines.len().saturating_sub(1)).unwrap_or(lines);
        for at in 0..lines.len() {
            search.leave_out_parts(&mut lines, at);
        }
        if search.is_over() || lines == before {
            return Shrunk { lines, is_least: !search.is_over() };
        }
    }
}

/// The search for what can be left out.
struct Search<'a> {
    wanted: &'a Symptom,
    editions: &'a [EditionFile],
    checker: Checker,
    /// The bytes judged so far.
    spent: usize,
}

impl Search<'_> {
    /// Whether no more may be judged.
    fn is_over(&self) -> bool {
        self.spent > EFFORT
    }

    fn spend(&mut self, lines: &[Vec<u8>]) {
        self.spent += TRIAL + lines.iter().map(|line| line.len() + 1).sum::<usize>();
    }

    /// The first fault of some lines, and its line from 0; `None` if there is no fault or more than one game.
    fn symptom(&mut self, lines: &[Vec<u8>]) -> Option<(Symptom, usize)> {
        let mut bytes = lines.join(&b'\n');
        bytes.push(b'\n');
        let block = Block { bytes, line: 1, whole: true, first: true, last: true, ..Block::default() };
        let mut verdicts: Vec<Verdict> = Vec::new();
        self.checker.check(&block, &mut |verdict| verdicts.push(verdict));
        let [verdict] = &verdicts[..] else { return None };
        let line = verdict.fault.as_ref()?.line as usize;
        Some((Symptom::of(verdict)?, line.saturating_sub(1)))
    }

    /// Whether some lines show the fault.
    fn shows(&mut self, lines: &[Vec<u8>]) -> bool {
        self.spend(lines);
        !self.is_over() && self.symptom(lines).is_some_and(|(shown, _)| shown == *self.wanted)
    }

    /// Replaces a line if the fault stays the same.
    fn try_instead(&mut self, lines: &mut [Vec<u8>], at: usize, line: Vec<u8>) -> bool {
        let before = std::mem::replace(&mut lines[at], line);
        let shows = self.shows(lines);
        if !shows {
            lines[at] = before;
        }
        shows
    }

    /// Adds the edition to the header if it is not the built-in one, so that a reader of the stream knows which edition is
    /// needed.
    fn name_edition(&mut self, lines: &mut [Vec<u8>]) {
        let Some(first) = lines.first() else { return };
        let Ok(mut header) = serde_json::from_slice::<Map<String, Value>>(first) else { return };
        let Some(edition) = self.editions.iter().find(|edition| header.get("game") == Some(&json!(edition.game)))
        else {
            return;
        };
        if !header.contains_key("edition") {
            header.insert("edition".to_owned(), json!(edition.mark));
            self.try_instead(lines, 0, json!(header).to_string().into_bytes());
        }
    }

    /// The same game from a later start: the last `keeps` lines, the fewest first, behind a header with the state before them.
    /// `None`: with no such number of lines the fault stays the same.
    fn later(&mut self, lines: &[Vec<u8>], keeps: Range<usize>) -> Option<Vec<Vec<u8>>> {
        if self.wanted.ply.is_some() {
            // The fault depends on the number of events before it.
            return None;
        }
        let (mut from, header) = (keeps.start, serde_json::from_slice::<Map<String, Value>>(lines.first()?).ok()?);
        while from < keeps.end && !self.is_over() {
            let to = keeps.end.min(from + STARTS);
            let starts = self.starts(lines, from..to);
            for (kept, n, position) in starts {
                for seeded in [false, true] {
                    let mut header = header.clone();
                    header.retain(|key, _| STAYS.contains(&&**key));
                    if !seeded {
                        header.remove("seed");
                        header.remove("draws");
                    }
                    header.insert("state".to_owned(), position.clone());
                    let tail = lines[lines.len() - kept..].iter().map(|line| renumbered(line, n));
                    let short: Vec<_> = iter::once(json!(header).to_string().into_bytes()).chain(tail).collect();
                    if self.shows(&short) {
                        return Some(short);
                    }
                }
            }
            from = to;
        }
        None
    }

    /// The number of events and the position before the last lines, for each number of them, the fewest first.
    fn starts(&mut self, lines: &[Vec<u8>], keeps: Range<usize>) -> Vec<(usize, u64, Value)> {
        self.spend(lines);
        let asked = Asked { editions: self.editions.to_vec(), ..Asked::default() };
        let mut stream = Stream::new(asked, Emit::NONE);
        let mut starts = Vec::new();
        for (at, line) in lines.iter().enumerate().take(lines.len() + 1 - keeps.start) {
            let kept = lines.len() - at;
            if let Some(judge) = stream.judge().filter(|_| keeps.contains(&kept)) {
                starts.push((kept, judge.look().n(), judge.position()));
            }
            if stream.put(Some(line), &mut |_| {}).is_err() {
                break;
            }
        }
        starts.reverse();
        starts
    }

    /// Leaves out each key from all lines at once where that keeps the fault. So what a whole record says beside its events
    /// is gone before single lines are looked at.
    fn leave_out_keys_everywhere(&mut self, lines: &mut Vec<Vec<u8>>) {
        let keys = |line: &Vec<u8>| -> Vec<Vec<u8>> {
            let all = containers(line);
            let members = all.first().into_iter().flatten().filter_map(|part| member(line, part));
            members.map(|(key, _)| line[key].to_vec()).collect()
        };
        // How many lines have a key, each counted once.
        let mut names: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
        for name in lines.iter().skip(1).flat_map(|line| keys(line).into_iter().collect::<BTreeSet<_>>()) {
            *names.entry(name).or_default() += 1;
        }
        for (name, _) in names.into_iter().filter(|(_, lines)| *lines > 1) {
            if self.is_over() {
                return;
            }
            let (head, tail) = lines.split_at(lines.len().min(1));
            let fewer: Vec<_> = head.iter().cloned().chain(tail.iter().map(|line| without_key(line, &name))).collect();
            if self.shows(&fewer) {
                *lines = fewer;
            }
        }
    }

    /// Leaves out as many lines as possible, many at a time first. The header stays.
    fn leave_out_lines(&mut self, lines: &mut Vec<Vec<u8>>) {
        let first = usize::from(lines.first().is_some_and(|line| is_header(line)));
        let mut many = lines.len().saturating_sub(first).next_power_of_two();
        while many > 0 {
            let mut at = first;
            while at < lines.len() && !self.is_over() {
                let gone: Vec<_> = lines.drain(at..lines.len().min(at + many)).collect();
                if !self.shows(lines) {
                    lines.splice(at..at, gone);
                    at += many;
                }
            }
            many /= 2;
        }
    }

    /// Leaves out the parts of a line that are not needed: from outer objects and lists first, many at a time first. With other
    /// editions the header keeps `edition`.
    fn leave_out_parts(&mut self, lines: &mut [Vec<u8>], at: usize) {
        let mut all = containers(&lines[at]);
        let mut which = 0;
        while which < all.len() {
            let mut many = all[which].len().next_power_of_two();
            while many > 0 {
                // From last to first, so that the places of the others do not change.
                let mut end = all[which].len();
                while end > 0 && !self.is_over() {
                    let gone = end.saturating_sub(many)..end;
                    end = gone.start;
                    let (line, parts) = (&lines[at], &all[which]);
                    let is_edition = |part| member(line, part).is_some_and(|(key, _)| line[key] == *b"\"edition\"");
                    let stays =
                        at + which == 0 && !self.editions.is_empty() && parts[gone.clone()].iter().any(is_edition);
                    if !stays {
                        let fewer = without(line, parts, gone);
                        if self.try_instead(lines, at, fewer) {
                            all = containers(&lines[at]);
                        }
                    }
                }
                many /= 2;
            }
            which += 1;
        }
        // What is no JSON has no parts but its bytes.
        if lines[at].len() <= LINE_LIMIT && serde_json::from_slice::<IgnoredAny>(&lines[at]).is_err() {
            self.leave_out_bytes(lines, at);
        }
    }

    /// Leaves out the bytes of a line that are not needed: as many at its end as possible, then many at a time first.
    fn leave_out_bytes(&mut self, lines: &mut [Vec<u8>], at: usize) {
        let line = lines[at].clone();
        for end in 0..line.len().min(LONG_BEGINNING) {
            if self.is_over() || self.try_instead(lines, at, line[..end].to_vec()) {
                break;
            }
        }
        let mut many = lines[at].len().next_power_of_two();
        while many > 0 {
            let mut end = lines[at].len();
            while end > 0 && !self.is_over() {
                let gone = end.saturating_sub(many)..end;
                end = gone.start;
                let fewer = [&lines[at][..gone.start], &lines[at][gone.end..]].concat();
                self.try_instead(lines, at, fewer);
            }
            many /= 2;
        }
    }
}

/// A line without the members of its object that have this key.
fn without_key(line: &[u8], name: &[u8]) -> Vec<u8> {
    let all = containers(line);
    let parts = all.first().map(Vec::as_slice).unwrap_or_default();
    let stays = |part: &&Range<usize>| member(line, part).is_none_or(|(key, _)| line[key] != *name);
    let left: Vec<&[u8]> = parts.iter().filter(stays).map(|part| &line[part.clone()]).collect();
    match (parts.first(), parts.last()) {
        (Some(first), Some(last)) if left.len() < parts.len() => {
            [&line[..first.start], &left.join(&b','), &line[last.end..]].concat()
        }
        _ => line.to_vec(),
    }
}

/// A line of a game that begins `n` events later. Only the event's number is changed: the line's exact form may be its
/// fault.
fn renumbered(line: &[u8], n: u64) -> Vec<u8> {
    let mut text = line.to_vec();
    for part in containers(line).first().into_iter().flatten().rev() {
        let Some((_, value)) = member(line, part).filter(|(key, _)| line[key.clone()] == *b"\"n\"") else { continue };
        let claimed = str::from_utf8(&line[value.clone()]).ok().and_then(|value| value.parse::<u64>().ok());
        if let Some(claimed) = claimed {
            text.splice(value, claimed.saturating_sub(n).to_string().into_bytes());
        }
    }
    text
}
