//! Keeps an answer with many violations or false claims within the length of a line: writes as many as fit, and lists
//! in `cut` what is missing.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::answer::Falsehood;
use crate::strict::Malformed;
use crate::wire::{Object, Violation, write_json};

/// The longest violation as written, in bytes; a longer one loses its facts and part of its message. So one violation
/// of each rule of a game fits into a line.
const VIOLATION_LIMIT: usize = 4 << 10;

/// Writes as many violations as a line can hold, at least one for each broken rule.
pub(super) fn write_violations(all: &[Violation], object: &mut Object<'_>) {
    let mut room = object.room() / 2;
    let (mut ids, mut kept, mut cut) = (BTreeSet::new(), Vec::new(), false);
    for violation in all {
        let mut length = written_length(violation);
        let mut violation = violation.clone();
        if length > VIOLATION_LIMIT {
            violation.facts = Value::Object(Map::new());
            violation.message = Malformed::new(violation.message).message;
            (length, cut) = (written_length(&violation), true);
        }
        if ids.insert(violation.rule) || length <= room {
            room = room.saturating_sub(length);
            kept.push(violation);
        } else {
            cut = true;
        }
    }
    object.field("violations", &kept);
    if cut {
        object.note_cut("violations");
    }
}

/// Writes as many false claims as a line can hold. Each is written only once, since a list in it may be long.
pub(super) fn write_found(found: &[&Falsehood<'_>], brief: bool, object: &mut Object<'_>) {
    let room = object.room().saturating_sub(100);
    let (mut kept, mut cut) = (Vec::new(), false);
    for one in found {
        let before = kept.len();
        kept.push(if kept.is_empty() { b'[' } else { b',' });
        one.write(brief, &mut kept);
        if kept.len() > room {
            kept.truncate(before);
            cut = true;
        }
    }
    if !kept.is_empty() {
        kept.push(b']');
        object.spare_with("contradicted", |out| out.append(&mut kept));
    }
    if cut {
        object.note_cut("contradicted");
    }
}

/// The length of a value as it is written, in bytes.
fn written_length<T: serde::Serialize>(value: &T) -> usize {
    let mut bytes = Vec::new();
    write_json(&mut bytes, value);
    bytes.len()
}
