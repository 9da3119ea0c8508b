//! Reducing a game with a fault to the shortest stream that shows the same fault: what one attaches to a report. It
//! starts later, from a state, then leaves out lines, then keys, as long as the fault stays what it is.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::{Map, Value, json};

use super::check::Checker;
use super::games::Block;
use super::verdict::{Kind, Verdict};
use crate::judge::Emit;
use crate::registry::EditionFile;
use crate::stream::{Asked, Purpose, Stream};
use crate::wire::is_header;

/// The keys of a header that mean the same wherever the game begins.
const STAYS: [&str; 7] = ["referee", "game", "players", "seed", "draws", "options", "edition"];

/// What makes two faults the same.
#[derive(Clone, Eq, PartialEq, Debug)]
pub struct Symptom {
    /// What became of the game.
    pub kind: Kind,
    /// The rules that are broken.
    pub rules: BTreeSet<String>,
    /// The claims that are false.
    pub claims: BTreeSet<String>,
    /// Why a line is malformed; empty for all other faults.
    pub reason: String,
}

impl fmt::Display for Symptom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        let names: Vec<&str> = self.rules.iter().chain(&self.claims).map(String::as_str).collect();
        if names.is_empty() { Ok(()) } else { write!(f, " ({})", names.join(", ")) }
    }
}

impl Symptom {
    /// The first fault of some lines, if they are one game with a fault (or lines without a header).
    #[must_use]
    pub fn of(lines: &[Vec<u8>], editions: &[EditionFile]) -> Option<Symptom> {
        verdict(lines, editions).map(|(verdict, _)| verdict)
    }
}

/// The first fault of some lines and the number of its line, from 0.
fn verdict(lines: &[Vec<u8>], editions: &[EditionFile]) -> Option<(Symptom, usize)> {
    let mut bytes = lines.join(&b'\n');
    bytes.push(b'\n');
    let block = Block { bytes, line: 1, whole: true, first: true, last: true, ..Block::default() };
    let mut verdicts: Vec<Verdict> = Vec::new();
    Checker::new(editions, false).check(&block, &mut |verdict| verdicts.push(verdict));
    let [Verdict { verdict: kind, fault: Some(fault), .. }] = &verdicts[..] else { return None };
    let answer: Value =
        fault.answer.as_ref().and_then(|answer| serde_json::from_str(&answer.0).ok()).unwrap_or_default();
    let reason = answer["malformed"]["message"].as_str().unwrap_or_default();
    let set = |names: &[String]| names.iter().cloned().collect();
    let (rules, claims) = (set(&fault.rules), set(&fault.claims));
    let symptom = Symptom { kind: *kind, rules, claims, reason: reason.to_owned() };
    Some((symptom, (fault.line as usize).saturating_sub(1)))
}

/// Shrinks a game that shows a fault. The result shows it, too.
#[must_use]
pub fn shrink(mut lines: Vec<Vec<u8>>, symptom: &Symptom, editions: &[EditionFile]) -> Vec<Vec<u8>> {
    let shows = |lines: &[Vec<u8>]| verdict(lines, editions).is_some_and(|(shown, _)| shown == *symptom);
    if symptom.kind != Kind::Truncated
        && let Some((_, at)) = verdict(&lines, editions)
    {
        let cut = lines[..=at.min(lines.len() - 1)].to_vec();
        lines = if shows(&cut) { cut } else { lines };
    }
    // How much of the end is kept as it is: twice as much each time that it did not do.
    let mut kept = 1;
    while kept < lines.len() {
        let later = [false, true].into_iter().filter_map(|seeded| start_later(&lines, kept, seeded, symptom, editions));
        if let Some(short) = later.into_iter().find(|short| shows(short)) {
            lines = short;
            break;
        }
        kept *= 2;
    }
    leave_out_lines(&mut lines, &shows);
    leave_out_keys(&mut lines, &shows);
    lines
}

/// The last lines of a game, after a header with the state in which they begin. `None`: there is no such state.
fn start_later(
    lines: &[Vec<u8>],
    kept: usize,
    seeded: bool,
    symptom: &Symptom,
    editions: &[EditionFile],
) -> Option<Vec<Vec<u8>>> {
    let (head, tail) = lines.split_at(lines.len() - kept);
    let asked = Asked { editions: editions.to_vec(), ..Asked::default() };
    let mut stream = Stream::new(asked, Emit::NONE, Purpose::Judge);
    let mut out = Vec::new();
    for line in head {
        stream.line(Some(line), &mut out).ok()?;
        out.clear();
    }
    let judge = stream.judge()?;
    let n = judge.n();
    judge.line(br#"{"query":"state"}"#, 0, &mut out);
    let answer: Value = serde_json::from_slice(&out).ok()?;
    let mut header: Map<String, Value> = serde_json::from_slice(lines.first()?).ok()?;
    header.retain(|key, _| STAYS.contains(&&**key));
    if !seeded {
        header.remove("seed");
        header.remove("draws");
    }
    header.insert("state".to_owned(), answer.get("state")?.clone());
    let mut later = vec![json!(header).to_string().into_bytes()];
    later.extend(tail.iter().map(|line| renumbered(line, n, symptom.claims.contains("n"))));
    Some(later)
}

/// A line of a game that begins `n` events later; it says which it is only if that matters.
fn renumbered(line: &[u8], n: u64, matters: bool) -> Vec<u8> {
    let Ok(mut object) = serde_json::from_slice::<Map<String, Value>>(line) else { return line.to_vec() };
    let Some(claimed) = object.get("n").and_then(Value::as_u64) else { return line.to_vec() };
    if matters {
        object.insert("n".to_owned(), json!(claimed.saturating_sub(n)));
    } else {
        object.shift_remove("n");
    }
    json!(object).to_string().into_bytes()
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

/// Leaves out the keys of lines that are not needed.
fn leave_out_keys(lines: &mut [Vec<u8>], shows: &impl Fn(&[Vec<u8>]) -> bool) {
    for at in 0..lines.len() {
        let Ok(object) = serde_json::from_slice::<Map<String, Value>>(&lines[at]) else { continue };
        let mut fewer = object.clone();
        for key in object.keys() {
            let mut tried = fewer.clone();
            tried.shift_remove(key);
            let text = json!(tried).to_string().into_bytes();
            let before = std::mem::replace(&mut lines[at], text);
            if shows(lines) {
                fewer = tried;
            } else {
                lines[at] = before;
            }
        }
    }
}
