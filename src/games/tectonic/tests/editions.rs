//! Editions: the default one is whole, and every fault of a broken one is named with its place.

use serde_json::{Value, json};

use super::super::{Options, TecTonic};
use crate::game::Game;
use crate::strict;

fn default() -> Value {
    serde_json::from_str(TecTonic::EDITION).unwrap()
}

/// The faults, as `place: message`, of the default edition with some values replaced.
fn faults(changes: &[(&str, Value)]) -> Vec<String> {
    let mut edition = default();
    for (place, value) in changes {
        *edition.pointer_mut(place).unwrap_or_else(|| panic!("{place}")) = value.clone();
    }
    let edition = strict::from_value(&edition).unwrap_or_else(|wrong| panic!("{wrong}"));
    let faults = TecTonic::open(&edition, &Options::default()).err().unwrap_or_default();
    faults.iter().map(ToString::to_string).collect()
}

#[track_caller]
fn broken(changes: &[(&str, Value)], expected: &[&str]) {
    let faults = faults(changes);
    assert_eq!(faults.len(), expected.len(), "{faults:?}");
    for (fault, expected) in faults.iter().zip(expected) {
        assert!(fault.contains(expected), "`{fault}` is not about `{expected}`");
    }
}

#[test]
fn the_default_is_whole() {
    broken(&[], &[]);
    let edition = strict::from_slice(TecTonic::EDITION.as_bytes()).unwrap();
    assert_eq!(TecTonic::open(&edition, &Options::default()).unwrap().edition_id(), "reconstructed-1");
}

#[test]
fn regions() {
    let place = "/regions/triangle/white/0";
    broken(
        &[(place, json!(["a1", "b1", "c1", "a2", "b2"]))],
        &["regions.triangle.white[0]: a region has 6 squares (R4), not 5"],
    );
    broken(&[(place, json!(["a1", "b1", "c1", "a2", "b2", "b2"]))], &["white[0]: b2 is named twice"]);
    broken(&[(place, json!(["a1", "b1", "c1", "a2", "b2", "h1"]))], &["white[1]: h1 is named twice"]);
    broken(&[(place, json!(["a1", "b1", "c1", "a2", "b2", "a6"]))], &["white[0]: a6 is not on White's side (R5)"]);
    broken(&[("/regions/rectangle/white/1", json!([]))], &["regions.rectangle.white[1]: a region has 6 squares"]);
}

#[test]
fn setups() {
    broken(&[("/setups/S2/hills", json!([]))], &["setups.S2.hills: 1 to 3 hills start on the board, not 0"]);
    broken(&[("/setups/S2/peaks", json!(["d1", "d2", "d3", "d4"]))], &["setups.S2.peaks: 1 to 3 peaks"]);
    broken(&[("/setups/S1/mounts", json!(["a1", "h1"]))], &["setups.S1.mounts: a1 is named twice"]);
    broken(&[("/setups/S4/mounts", json!(["c2", "c6"]))], &["setups.S4.mounts: c6 is not on White's side"]);
}

#[test]
fn every_fault_is_named() {
    broken(
        &[
            ("/regions/triangle/white/1", json!(["h1"])),
            ("/setups/S1/hills", json!(["a1", "a1"])),
            ("/setups/S3/peaks", json!(["b10", "i1"])),
        ],
        &[
            "regions.triangle.white[1]",
            "setups.S1.hills: a1 is named twice",
            "setups.S3.peaks: b10 is not on White's side",
        ],
    );
}

#[test]
fn editions_that_cannot_be_read() {
    #[track_caller]
    fn unreadable(place: &str, value: Value, because: &str) {
        let mut edition = default();
        *edition.pointer_mut(place).unwrap() = value;
        let wrong = strict::from_value::<super::Edition>(&edition).expect_err(place);
        assert!(wrong.message.contains(because), "{place}: {wrong}");
    }
    unreadable("/regions/triangle/white/0/0", json!("k1"), "`k1` is not a square");
    unreadable("/regions/triangle/white", json!([[], [], []]), "");
    unreadable("/regions/triangle/source", json!("guessed"), "unknown name `guessed`");
    unreadable("/setups/S1", json!({"source": "decided"}), "missing field `hills`");
    unreadable("/setups", json!({}), "missing field `S1`");
    unreadable("/id", json!(1), "found");
}
