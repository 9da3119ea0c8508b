//! Compares what a line claims with the facts. A claim never decides anything; a false one is reported to those who may
//! learn of it ([`Claim::hearer`]).

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::answer::{Audience, Falsehood, Json, alone};
use super::scene::Look as _;
use super::{Drawer, GameJudge, Incoming};
use crate::commitment;
use crate::game::Game;
use crate::table::Next;
use crate::wire::{
    Body, Claim, ClaimName, ClaimedViolation, Claims, Contradiction, Hearer, Query, Seed, Shallow, Viewer,
};

impl<G: Game> GameJudge<G> {
    /// Whether nothing is false of what a plain line can claim.
    pub(super) fn holds(&self, asked: &Incoming<'_, G>, n: u64) -> bool {
        let (claims, table) = (&asked.line.claims, &self.scene.table);
        claims.n.is_none_or(|claimed| claimed == n)
            && claims.next.as_ref().is_none_or(|claimed| *claimed == table.next())
            && asked.drawer.is_none_or(|Drawer(drawer)| asked.line.player.is_none() || asked.line.player == drawer)
    }

    /// All false claims of a line. `self.broken` has the rules that it broke.
    pub(super) fn verify<'a>(&'a self, asked: &'a Incoming<'_, G>, n: u64) -> Vec<Falsehood<'a>> {
        let line = asked.line;
        let claims = &line.claims;
        let mut all = Vec::new();
        let found = &mut all;
        if claims.is_empty() && line.player.is_none() {
            return all;
        }
        if let Some(claimed) = &claims.violations {
            verify_violations(claimed, self.broken.iter().map(|broken| broken.clause().id), found);
        }
        compare(found, Claim::N, claims.n.as_ref(), || n);
        verify_drawer(asked, found);
        let viewer = match line.body {
            Body::Query(Query::View(viewer)) => {
                compare(found, Claim::Player, line.player.map(Viewer::Player).as_ref(), || viewer);
                compare(found, Claim::Viewer, claims.viewer.as_ref(), || viewer);
                Some(viewer)
            }
            _ => claims.viewer,
        };
        let memory = matches!(line.body, Body::Query(Query::State));
        self.verify_position(claims, viewer, memory, found);
        if let Some(claimed) = &claims.draws {
            let actual = self.scene.weighted_draws();
            let (extra, missing) = difference(claimed, &actual);
            if extra.is_some() || missing.is_some() {
                let differ = [alone(extra), alone(missing)];
                found.push(Falsehood::of_lists(Claim::Draws.into(), [Box::new(claimed), Box::new(actual)], differ));
            }
        }
        for claimed in claims.contradicted.iter().flat_map(|found| &found.0) {
            self.verify_earlier(claimed, asked.drawer, (n, viewer), found);
        }
        self.address(found, asked.own);
        all
    }

    /// Sets who may learn of each falsehood; `own` are those who may know all that the line says.
    pub(super) fn address(&self, found: &mut [Falsehood<'_>], own: Audience) {
        if found.is_empty() || self.scene.hides_nothing() {
            return;
        }
        let turn = match self.scene.next() {
            Next::Player(turn) => Audience::only(Viewer::Player(turn)),
            _ => Audience::ORGANISER,
        };
        for falsehood in found {
            falsehood.to = match falsehood.claim {
                ClaimName { earlier: true, .. } => Audience::ORGANISER,
                ClaimName { claim, .. } => match claim.hearer() {
                    Hearer::Sender => own,
                    Hearer::OnTurn => own.and(turn),
                    Hearer::Organiser => Audience::ORGANISER,
                },
            };
        }
    }

    /// Verifies what a line or a header claims about the position that it leads to.
    pub(super) fn verify_position<'a>(
        &'a self,
        claims: &'a Claims<G>,
        viewer: Option<Viewer>,
        memory: bool,
        found: &mut Vec<Falsehood<'a>>,
    ) {
        let table = &self.scene.table;
        compare(found, Claim::Next, claims.next.as_ref(), || table.next());
        if let Some(claimed) = &claims.occurrence {
            compare(found, Claim::Occurrence, Some(&Some(*claimed)), || self.scene.occurrence());
        }
        if let Some(claimed) = &claims.state {
            // A claimed state may have its memory or not.
            let position = |memory| table.game().position(table.state(), memory);
            let actual = position(memory);
            let same = **claimed == actual || **claimed == position(!memory);
            compare(found, Claim::State, Some(&**claimed).filter(|_| !same), || actual);
        }
        if let Some(Shallow(claimed)) = &claims.view {
            let actual =
                viewer.filter(|viewer| viewer.is_at(table.players())).map(|viewer| table.view(viewer.player()));
            let same = match actual {
                Some(actual) => claimed == actual,
                // If the line does not say whose view it is, any viewer's will do.
                None => viewer.is_none() && table.views().any(|view| view == claimed),
            };
            compare(found, Claim::View, Some(claimed).filter(|_| !same), || actual.cloned().unwrap_or_default());
        }
        if claims.legal.is_some() || claims.legal_n.is_some() || claims.exhaustive.is_some() {
            let mut sorted = claims.legal.clone();
            if let Next::Player(player) = table.next() {
                for action in sorted.iter_mut().flatten() {
                    table.game().canonical(table.state(), player, action);
                }
            }
            let (actual, exhaustive) = table.legal();
            if let (Some(claimed), Some(sorted)) = (&claims.legal, sorted)
                && sorted != actual
            {
                let (extra, missing) = difference(&sorted, actual);
                if extra.is_some() || missing.is_some() {
                    let differ = [alone(extra), alone(missing)];
                    let lists: [Box<dyn Json>; 2] = [Box::new(claimed), Box::new(actual)];
                    found.push(Falsehood::of_lists(Claim::Legal.into(), lists, differ));
                }
            }
            compare(found, Claim::LegalN, claims.legal_n.as_ref(), || actual.len() as u64);
            compare(found, Claim::Exhaustive, claims.exhaustive.as_ref(), || exhaustive);
        }
        if let Some(claimed) = &claims.legal_ids {
            let actual = self.scene.legal_ids();
            let sorted = |list: &Vec<u64>| {
                let mut list = list.clone();
                list.sort_unstable();
                list
            };
            if actual.as_ref().map(sorted) != Some(sorted(claimed)) {
                found.push(Falsehood::new(Claim::LegalIds.into(), claimed.value(), actual.value()));
            }
        }
        if let Some(claimed) = &claims.digest {
            compare(found, Claim::Digest, Some(claimed), || self.scene.digest());
        }
    }

    /// An earlier run found a claim false and noted the true value; verifies that value.
    pub(super) fn verify_earlier<'a>(
        &'a self,
        earlier: &'a Contradiction,
        drawer: Option<Drawer>,
        (n, viewer): (u64, Option<Viewer>),
        found: &mut Vec<Falsehood<'a>>,
    ) {
        let table = &self.scene.table;
        let claim = earlier.claim.claim;
        let name = ClaimName { claim, earlier: true };
        // A finding about a claim and a finding about that finding can both be false; it is reported once.
        if found.iter().any(|one| one.claim == name) {
            return;
        }
        let value = |claimed: Value| Falsehood::new(name, earlier.actual.clone(), claimed);
        // Where the original line is needed to tell which of several values was written, each of them is accepted.
        let possible = match claim {
            // Lists are compared entry by entry, since they can be long.
            Claim::Legal => return differ_from(name, &earlier.actual, table.legal().0, found),
            Claim::Draws => return differ_from(name, &earlier.actual, self.scene.weighted_draws(), found),
            Claim::N => vec![n.value()],
            Claim::Next => vec![table.next().value()],
            Claim::Occurrence => vec![self.scene.occurrence().value()],
            Claim::State => [false, true].map(|memory| table.game().position(table.state(), memory).value()).into(),
            Claim::View => table.views().cloned().chain([Value::Null]).collect(),
            Claim::Player => vec![drawer.map_or_else(|| viewer.value(), |Drawer(drawer)| drawer.value())],
            Claim::Viewer => vec![viewer.value()],
            Claim::LegalIds => vec![self.scene.legal_ids().value()],
            Claim::LegalN => vec![table.legal().0.len().value()],
            Claim::Exhaustive => vec![table.legal().1.value()],
            Claim::Digest => vec![self.scene.digest().value()],
            Claim::Violations => vec![rule_ids(self.broken.iter().map(|broken| broken.clause().id)).value()],
            Claim::Outcome => vec![table.outcome().value()],
            Claim::Details => vec![table.details().value()],
            Claim::Edition => vec![self.scene.header.edition.value()],
            Claim::ActionSpace => vec![self.scene.action_space().value()],
            // Without a seed it cannot be checked.
            Claim::Commitment => vec![table.dice().map_or_else(
                || earlier.actual.clone(),
                |dice| commitment::of(Seed(dice.seed()), self.scene.header.match_.as_ref()).value(),
            )],
        };
        if !possible.contains(&earlier.actual) {
            found.push(value(possible.into_iter().next().unwrap_or_default()));
        }
    }
}

/// Verifies the claimed `player` of a draw.
pub(super) fn verify_drawer<G: Game>(asked: &Incoming<'_, G>, found: &mut Vec<Falsehood<'_>>) {
    if let (Some(Drawer(drawer)), Some(_)) = (asked.drawer, asked.line.player) {
        compare(found, Claim::Player, Some(&asked.line.player), || drawer);
    }
}

/// Compares two lists regardless of order. Returns the first entry that the claimed list lacks (second), or else one
/// that it has too many of (first). Serialises each entry only once, since a claimed list can be as long as a line.
fn difference<'a, T: Serialize>(claimed: &'a [T], actual: &'a [T]) -> (Option<&'a T>, Option<&'a T>) {
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

/// Appends a falsehood if the list noted by an earlier run differs from the actual one; `L` is a list of `T`.
fn differ_from<'a, T: Serialize + 'a, L: AsRef<[T]> + Serialize + 'a>(
    name: ClaimName,
    said: &'a Value,
    list: L,
    found: &mut Vec<Falsehood<'a>>,
) {
    let one = |item: Option<Value>| Value::Array(item.into_iter().collect());
    let differ = match said.as_array() {
        None => Some([json!([said]), json!([])]),
        Some(values) => {
            let written = |at: usize| list.as_ref().get(at).map(Json::value);
            let at = (0..values.len().max(list.as_ref().len())).find(|at| values.get(*at) != written(*at).as_ref());
            at.map(|at| [one(values.get(at).cloned()), one(written(at))])
        }
    };
    if let Some(differ) = differ {
        found.push(Falsehood::of_lists(name, [Box::new(said), Box::new(list)], differ));
    }
}

/// Appends a falsehood if a claim is made and false.
pub(super) fn compare<T: PartialEq<U> + Serialize, U: Serialize>(
    found: &mut Vec<Falsehood<'_>>,
    claim: Claim,
    claimed: Option<&T>,
    actual: impl FnOnce() -> U,
) {
    let Some(claimed) = claimed else { return };
    let actual = actual();
    if *claimed != actual {
        found.push(Falsehood::new(claim.into(), claimed.value(), actual.value()));
    }
}

/// Verifies a claimed refusal: the set of rule ids must be the same.
#[doc(hidden)]
pub fn verify_violations<'a>(
    claimed: &[ClaimedViolation],
    actual: impl Iterator<Item = &'a str>,
    found: &mut Vec<Falsehood<'_>>,
) {
    let claimed = rule_ids(claimed.iter().map(|violation| violation.rule.as_str()));
    compare(found, Claim::Violations, Some(&claimed), || rule_ids(actual));
}

/// Rule ids as a set.
fn rule_ids<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut ids: Vec<&str> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}
