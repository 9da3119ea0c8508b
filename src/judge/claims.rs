//! What a line claims, compared with what is the case. A claim never decides anything; a false one is said.

use serde_json::Value;

use super::Bench;
use crate::game::{Game, Player};
use crate::table::Next;
use crate::wire::{Body, ClaimedViolation, Claims, Contradiction, Line, Query, claimed_key};

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
        let viewer = match line.body {
            Body::Query(Query::View(player)) => {
                compare(found, "player", line.player.as_ref(), || player);
                compare(found, "viewer", claims.viewer.as_ref(), || player);
                Some(player)
            }
            _ => claims.viewer,
        };
        let memory = matches!(line.body, Body::Query(Query::State));
        self.verify_position(claims, viewer, memory, found);
        if let Some(claimed) = &claims.draws {
            let actual = self.weighted_draws();
            let same = claimed.len() == actual.len() && actual.iter().all(|draw| claimed.contains(draw));
            compare(found, "draws", Some(claimed).filter(|_| !same), || actual);
        }
        for claimed in claims.contradicted.iter().flat_map(|found| &found.0) {
            self.verify_contradiction(claimed, n, viewer, found);
        }
        all
    }

    /// Verifies what a line or a header claims of the position that it leads to.
    pub(super) fn verify_position(
        &mut self,
        claims: &Claims<G>,
        viewer: Option<Player>,
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
            let same = *claimed == actual || *claimed == position(!memory);
            compare(found, "state", Some(claimed).filter(|_| !same), || actual);
        }
        if let Some(claimed) = &claims.view {
            let view = |viewer| {
                serde_json::to_value(self.table.game().view(self.table.state(), Some(viewer))).unwrap_or_default()
            };
            match viewer {
                Some(viewer) if viewer.0 < self.table.players() => {
                    compare(found, "view", Some(claimed), || view(viewer));
                }
                // It does not say whose view it is: it must be somebody's.
                None if Player::all(self.table.players()).any(|player| view(player) == *claimed) => {}
                _ => compare(found, "view", Some(claimed), || Value::Null),
            }
        }
        if claims.legal.is_some() || claims.legal_n.is_some() || claims.exhaustive.is_some() {
            let state = self.table.state().clone();
            let turn = self.table.next();
            let game = self.table.game().clone();
            let (actual, exhaustive) = self.table.legal();
            if let Some(claimed) = &claims.legal {
                let mut sorted = claimed.clone();
                if let Next::Player(player) = turn {
                    for action in &mut sorted {
                        game.canonical(&state, player, action);
                    }
                }
                let same = sorted.len() == actual.len()
                    && (sorted == actual || actual.iter().all(|action| sorted.contains(action)));
                compare(found, "legal", Some(claimed).filter(|_| !same), || actual.to_vec());
            }
            compare(found, "legal_n", claims.legal_n.as_ref(), || actual.len() as u64);
            compare(found, "exhaustive", claims.exhaustive.as_ref(), || exhaustive);
        }
        if let Some(claimed) = &claims.digest {
            let actual = self.digest();
            compare(found, "digest", Some(claimed), || actual);
        }
    }

    /// An earlier run found a claim false and noted what was the case; checks that it is.
    pub(super) fn verify_contradiction(
        &mut self,
        earlier: &Contradiction,
        n: u64,
        viewer: Option<Player>,
        found: &mut Vec<Contradiction>,
    ) {
        fn value<T: serde::Serialize>(value: T) -> Value {
            serde_json::to_value(value).unwrap_or_default()
        }
        // Several values may have been written where the earlier line decided between them and is not kept.
        let key = claimed_key(&earlier.claim);
        let possible = match key {
            "n" => vec![value(n)],
            "next" => vec![value(self.table.next())],
            "occurrence" => vec![value(self.table.game().occurrence(self.table.state()))],
            "state" => {
                let position = |memory| value(self.table.game().position(self.table.state(), memory));
                vec![position(false), position(true)]
            }
            "view" => {
                let view = |viewer| value(self.table.game().view(self.table.state(), Some(viewer)));
                Player::all(self.table.players()).map(view).chain([Value::Null]).collect()
            }
            "player" | "viewer" => vec![value(viewer)],
            "legal" => vec![value(self.table.legal().0)],
            "legal_n" => vec![value(self.table.legal().0.len())],
            "exhaustive" => vec![value(self.table.legal().1)],
            "draws" => vec![value(self.weighted_draws())],
            "digest" => vec![value(self.digest())],
            "violations" => vec![value(rule_ids(self.broken.iter().map(|broken| broken.clause().id)))],
            "outcome" => vec![value(self.table.outcome())],
            "details" => vec![value(self.table.details())],
            "edition" => vec![value(&self.header.edition)],
            _ => Vec::new(),
        };
        if !possible.contains(&earlier.actual) {
            let (claimed, actual) = (earlier.actual.clone(), possible.into_iter().next().unwrap_or_default());
            found.push(Contradiction { claim: format!("contradicted.{key}"), claimed, actual });
        }
    }
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
