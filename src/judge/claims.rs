//! What a line claims, compared with what is the case. A claim never decides anything; a false one is said.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::scribe::{digest, weighted_draws};
use super::{Bench, Drawer};
use crate::commitment;
use crate::game::Game;
use crate::table::Next;
use crate::wire::{Body, ClaimedViolation, Claims, Contradiction, Line, Query, Seed, Viewer, claimed_key};

impl<G: Game> Bench<G> {
    /// All false claims of a line. What it broke stands in `broken`.
    pub(super) fn verify(&mut self, line: &Line<G>, n: u64) -> Vec<Contradiction> {
        let claims = &line.claims;
        let mut all = Vec::new();
        let found = &mut all;
        if let Some(claimed) = &claims.violations {
            verify_violations(claimed, self.broken.iter().map(|broken| broken.clause().id), found);
        }
        compare(found, "n", claims.n.as_ref(), || n);
        self.verify_drawer(line, found);
        let viewer = match line.body {
            Body::Query(Query::View(viewer)) => {
                compare(found, "player", line.player.map(Viewer::Player).as_ref(), || viewer);
                compare(found, "viewer", claims.viewer.as_ref(), || viewer);
                Some(viewer)
            }
            _ => claims.viewer,
        };
        let memory = matches!(line.body, Body::Query(Query::State));
        self.verify_position(claims, viewer, memory, found);
        if let Some(claimed) = &claims.draws {
            let actual = weighted_draws(&mut self.table);
            compare_lists(found, "draws", claimed, claimed, &actual, self.emit.brief);
        }
        for claimed in claims.contradicted.iter().flat_map(|found| &found.0) {
            self.verify_contradiction(claimed, n, viewer, found);
        }
        all
    }

    /// Verifies whose draw a line says it is, if it is a draw.
    pub(super) fn verify_drawer(&self, line: &Line<G>, found: &mut Vec<Contradiction>) {
        if let (Some(Drawer(drawer)), Some(_)) = (self.drawer, line.player) {
            compare(found, "player", Some(&line.player), || drawer);
        }
    }

    /// Verifies what a line or a header claims of the position that it leads to.
    pub(super) fn verify_position(
        &mut self,
        claims: &Claims<G>,
        viewer: Option<Viewer>,
        memory: bool,
        found: &mut Vec<Contradiction>,
    ) {
        compare(found, "next", claims.next.as_ref(), || self.table.next());
        if let Some(claimed) = &claims.occurrence {
            let actual = self.table.game().occurrence(self.table.state());
            compare(found, "occurrence", Some(&Some(*claimed)), || actual);
        }
        if let Some(claimed) = &claims.state {
            // What is written with memory claims the same without, and the other way round.
            let position = |memory| self.table.game().position(self.table.state(), memory);
            let actual = position(memory);
            let same = **claimed == actual || **claimed == position(!memory);
            compare(found, "state", Some(&**claimed).filter(|_| !same), || actual);
        }
        if let Some(claimed) = &claims.view {
            let view = |viewer: Viewer| {
                serde_json::to_value(self.table.game().view(self.table.state(), viewer.player())).unwrap_or_default()
            };
            match viewer {
                Some(viewer) if viewer.is_at(self.table.players()) => {
                    compare(found, "view", Some(claimed), || view(viewer));
                }
                // It does not say whose view it is: it must be somebody's.
                None if Viewer::all(self.table.players()).any(|viewer| view(viewer) == *claimed) => {}
                _ => compare(found, "view", Some(claimed), || Value::Null),
            }
        }
        if claims.legal.is_some() || claims.legal_n.is_some() || claims.exhaustive.is_some() {
            let mut sorted = claims.legal.clone();
            if let Next::Player(player) = self.table.next() {
                for action in sorted.iter_mut().flatten() {
                    self.table.game().canonical(self.table.state(), player, action);
                }
            }
            let (actual, exhaustive) = self.table.legal();
            if let (Some(claimed), Some(sorted)) = (&claims.legal, sorted)
                && sorted != actual
            {
                compare_lists(found, "legal", &sorted, claimed, actual, self.emit.brief);
            }
            compare(found, "legal_n", claims.legal_n.as_ref(), || actual.len() as u64);
            compare(found, "exhaustive", claims.exhaustive.as_ref(), || exhaustive);
        }
        if let Some(claimed) = &claims.digest {
            let actual = digest(&self.table);
            compare(found, "digest", Some(claimed), || actual);
        }
    }

    /// An earlier run found a claim false and noted what was the case; checks that it is.
    pub(super) fn verify_contradiction(
        &mut self,
        earlier: &Contradiction,
        n: u64,
        viewer: Option<Viewer>,
        found: &mut Vec<Contradiction>,
    ) {
        fn value<T: serde::Serialize>(value: T) -> Value {
            serde_json::to_value(value).unwrap_or_default()
        }
        let claim = format!("contradicted.{}", claimed_key(&earlier.claim));
        // The finding about a claim and that about an earlier finding can both be false; it is said once, as each claim is.
        if found.iter().any(|one| one.claim == claim) {
            return;
        }
        // Several values may have been written where the earlier line decided between them and is not kept.
        let key = claimed_key(&earlier.claim);
        // Lists are compared entry by entry, since they can be long.
        let difference = match key {
            "legal" => difference_from(self.table.legal().0, &earlier.actual),
            "draws" => difference_from(&weighted_draws(&mut self.table), &earlier.actual),
            _ => Some((Value::Null, Value::Null)),
        };
        let Some((claimed, actual)) = difference else { return };
        if self.emit.brief && matches!(key, "legal" | "draws") {
            found.push(Contradiction { claim, claimed, actual });
            return;
        }
        let possible = match key {
            "n" => vec![value(n)],
            "next" => vec![value(self.table.next())],
            "occurrence" => vec![value(self.table.game().occurrence(self.table.state()))],
            "state" => {
                let position = |memory| value(self.table.game().position(self.table.state(), memory));
                vec![position(false), position(true)]
            }
            "view" => {
                let view = |viewer: Viewer| value(self.table.game().view(self.table.state(), viewer.player()));
                Viewer::all(self.table.players()).map(view).chain([Value::Null]).collect()
            }
            "player" => vec![self.drawer.map_or_else(|| value(viewer), |Drawer(drawer)| value(drawer))],
            "viewer" => vec![value(viewer)],
            "legal" => vec![value(self.table.legal().0)],
            "legal_n" => vec![value(self.table.legal().0.len())],
            "exhaustive" => vec![value(self.table.legal().1)],
            "draws" => vec![value(weighted_draws(&mut self.table))],
            "digest" => vec![value(digest(&self.table))],
            "violations" => vec![value(rule_ids(self.broken.iter().map(|broken| broken.clause().id)))],
            "outcome" => vec![value(self.table.outcome())],
            "details" => vec![value(self.table.details())],
            "edition" => vec![value(&self.header.edition)],
            // The header that a player is shown has no seed, and where there is none nothing can be said against it.
            "commitment" => vec![self.table.dice().map_or_else(
                || earlier.actual.clone(),
                |dice| value(commitment::of(Seed(dice.seed()), self.header.match_.as_ref())),
            )],
            _ => Vec::new(),
        };
        if !possible.contains(&earlier.actual) {
            let (claimed, actual) = (earlier.actual.clone(), possible.into_iter().next().unwrap_or_default());
            found.push(Contradiction { claim, claimed, actual });
        }
    }
}

/// Appends a contradiction if a list holds something else than the actual one, in whatever order; `written` is the list as
/// the line has it. With `brief`, no more is written than an entry that is missing or one that is too much.
fn compare_lists<T: serde::Serialize>(
    found: &mut Vec<Contradiction>,
    claim: &str,
    claimed: &[T],
    written: &[T],
    actual: &[T],
    brief: bool,
) {
    let (extra, missing) = difference(claimed, actual);
    if extra.is_none() && missing.is_none() {
        return;
    }
    let value = |list: &[T]| serde_json::to_value(list).unwrap_or_default();
    let one = |item: Option<&T>| value(item.map_or(&[], std::slice::from_ref));
    let (claimed, actual) = if brief { (one(extra), one(missing)) } else { (value(written), value(actual)) };
    found.push(Contradiction { claim: claim.to_owned(), claimed, actual });
}

/// The first entry of the actual list that the claimed one lacks; if it lacks none, one that it has too much. Neither: they
/// hold the same in some order. Each is written at most once, since a claim may list as much as a line can hold.
fn difference<'a, T: serde::Serialize>(claimed: &'a [T], actual: &'a [T]) -> (Option<&'a T>, Option<&'a T>) {
    let written = |item: &T| serde_json::to_vec(item).unwrap_or_default();
    let mut left: BTreeMap<Vec<u8>, Vec<&T>> = BTreeMap::new();
    for item in claimed {
        left.entry(written(item)).or_default().push(item);
    }
    for item in actual {
        if left.get_mut(&written(item)).and_then(Vec::pop).is_none() {
            return (None, Some(item));
        }
    }
    (left.into_values().find_map(|mut items| items.pop()), None)
}

/// Where a value first differs from this list as it is written, what stands there and what belongs there, each as a list
/// of at most one entry. `None`: nowhere.
fn difference_from<T: serde::Serialize>(list: &[T], value: &Value) -> Option<(Value, Value)> {
    let Some(values) = value.as_array() else { return Some((json!([value]), json!([]))) };
    let written = |at: usize| list.get(at).map(|item| serde_json::to_value(item).unwrap_or_default());
    let at = (0..values.len().max(list.len())).find(|at| values.get(*at) != written(*at).as_ref())?;
    let one = |item: Option<Value>| Value::Array(item.into_iter().collect());
    Some((one(values.get(at).cloned()), one(written(at))))
}

/// Appends a contradiction if something is claimed and it is not so.
pub(super) fn compare<T: PartialEq<U> + serde::Serialize, U: serde::Serialize>(
    found: &mut Vec<Contradiction>,
    claim: &str,
    claimed: Option<&T>,
    actual: impl FnOnce() -> U,
) {
    let Some(claimed) = claimed else { return };
    let actual = actual();
    if *claimed != actual {
        let claimed = serde_json::to_value(claimed).unwrap_or_default();
        let actual = serde_json::to_value(actual).unwrap_or_default();
        found.push(Contradiction { claim: claim.to_owned(), claimed, actual });
    }
}

/// A claimed refusal is confirmed by the same set of rule ids.
pub fn verify_violations<'a>(
    claimed: &[ClaimedViolation],
    actual: impl Iterator<Item = &'a str>,
    found: &mut Vec<Contradiction>,
) {
    let claimed = rule_ids(claimed.iter().map(|violation| violation.rule.as_str()));
    compare(found, "violations", Some(&claimed), || rule_ids(actual));
}

/// Rule ids as a set.
fn rule_ids<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut ids: Vec<&str> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
