//! The fault of a line, as a report shows it. Only a few kilobytes are kept: records can have a fault every few bytes,
//! and an answer can be as long as a line.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::Value;

use super::verdict::{Finding, Kind, Quoted};
use crate::game::Provenance;
use crate::judge::Scribe;
use crate::judge::answer::{About, Answer};
use crate::text::clipped;
use crate::wire::{Claim, Contradiction, Fields, Violation, write_json};

/// The longest message, and the longest answer, in bytes.
pub(super) const KEPT: usize = 4 << 10;
/// The longest value in a message, in bytes.
const VALUE_MOST: usize = 80;

/// The fault that an answer reports. The fault of a refused line is the rules that it broke; its claims about the
/// result are ignored.
pub(super) fn found(answer: &Answer<'_>, kind: Kind) -> Finding {
    let Some(told) = answer.told(None) else { return Finding::default() };
    let mut fault = Finding::default();
    let mut messages = Vec::new();
    if kind == Kind::Truncated {
        messages.push("the position to start from is refused, as the record says, so no game is played".to_owned());
    }
    // That no game was played is undisputed.
    fault.disputed = kind != Kind::Truncated && is_disputed(told.violations());
    for Violation { rule, message, .. } in told.violations() {
        messages.push(format!("{rule}: {message}"));
        if !fault.rules.iter().any(|known| known == rule) {
            fault.rules.push((*rule).to_owned());
        }
    }
    let mut hasher = DefaultHasher::new();
    for falsehood in told.contradicted().filter(|_| kind != Kind::Refused) {
        let contradiction = falsehood.written(true);
        let mut written = Vec::new();
        write_json(&mut written, &contradiction);
        written.hash(&mut hasher);
        messages.push(falsehood_in_words(&contradiction));
        fault.claims.push(contradiction.claim.to_string());
    }
    match told.about() {
        About::Malformed(wrong) => {
            let malformed = wrong.told(None);
            let column = malformed.column.map_or_else(String::new, |column| format!("column {column}: "));
            messages.push(format!("{column}{}", malformed.message));
            fault.reason = Some(malformed.message.clone());
        }
        About::Redacted | About::HiddenHeader(_) => {
            messages.push("something is hidden; the rest cannot be judged".to_owned());
        }
        _ => {}
    }
    fault.fingerprint = hasher.finish();
    fault.message = clipped(&messages.join("; "), KEPT);
    let (fields, cut) = Scribe { brief: true, ..Scribe::default() }.fields(answer);
    fault.answer = Some(kept(fields, cut));
    fault
}

/// Whether every broken rule depends on a reconstruction. One rule that does not is enough to make the fault
/// undisputed.
fn is_disputed(violations: &[Violation]) -> bool {
    let reconstructed = Provenance::Reconstructed;
    let rests_on = |one: &Violation| one.data == Some(reconstructed) || one.source == reconstructed;
    !violations.is_empty() && violations.iter().all(rests_on)
}

/// A false claim in a sentence: the values if they are short, otherwise the first difference.
fn falsehood_in_words(Contradiction { claim, claimed, actual }: &Contradiction) -> String {
    let said =
        |value: Option<&Value>| value.map_or("nothing".to_owned(), |value| clipped(&value.to_string(), VALUE_MOST));
    if matches!(claim.claim, Claim::Legal | Claim::Draws) {
        let one = |list: &Value, says: &str| list.get(0).map(|item| format!("{} {says}", said(Some(item))));
        let differs = [one(claimed, "is claimed but not there"), one(actual, "is there but not claimed")];
        let differs: Vec<String> = differs.into_iter().flatten().collect();
        return format!("{claim} differs from the claimed list: {}", differs.join(", "));
    }
    if *claim == Claim::Edition.into() {
        let named = |mark: &Value| format!("{} (SHA-256 {})", said(mark.get("id")), said(mark.get("sha256")));
        let hint = "--edition FILE selects another edition";
        return format!(
            "edition is claimed to be {}, but the edition in force is {}; {hint}",
            named(claimed),
            named(actual)
        );
    }
    if claimed.to_string().len().max(actual.to_string().len()) <= VALUE_MOST {
        return format!("{claim} is claimed to be {claimed}, but it is {actual}");
    }
    let mut path = String::new();
    let (claimed, actual) = differ(claimed, actual, &mut path);
    format!("{claim}{path} is claimed to be {}, but it is {}", said(claimed), said(actual))
}

/// Finds where two values first differ; `None`: that side has nothing there. The path is a JSON pointer.
fn differ<'a>(claimed: &'a Value, actual: &'a Value, path: &mut String) -> (Option<&'a Value>, Option<&'a Value>) {
    let step = match (claimed, actual) {
        (Value::Object(one), Value::Object(other)) => {
            let key = one.keys().chain(other.keys()).find(|key| one.get(*key) != other.get(*key));
            key.map(|key| (key.replace('~', "~0").replace('/', "~1"), one.get(key), other.get(key)))
        }
        (Value::Array(one), Value::Array(other)) => {
            let at = (0..one.len().max(other.len())).find(|at| one.get(*at) != other.get(*at));
            at.map(|at| (at.to_string(), one.get(at), other.get(at)))
        }
        _ => None,
    };
    let Some((key, one, other)) = step else { return (Some(claimed), Some(actual)) };
    path.push('/');
    path.push_str(&clipped(&key, VALUE_MOST));
    match (one, other) {
        (Some(one), Some(other)) => differ(one, other, path),
        sides => sides,
    }
}

/// An answer without its longest fields if it is too long to keep; `cut` names them.
fn kept(mut fields: Fields, cut: Vec<&'static str>) -> Quoted {
    let mut cut: Vec<String> = cut.into_iter().map(str::to_owned).collect();
    loop {
        let mut all = fields.clone();
        if !cut.is_empty() {
            let mut names = Vec::new();
            write_json(&mut names, &cut);
            all.push(("cut".to_owned(), String::from_utf8_lossy(&names).into_owned()));
        }
        let text = all.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect::<Vec<_>>().join(",");
        let longest = fields.iter().enumerate().max_by_key(|(_, (key, value))| (value.len(), key.clone()));
        match longest.map(|(at, _)| at) {
            Some(longest) if text.len() + 2 > KEPT => {
                let (key, _) = fields.remove(longest);
                if !cut.contains(&key) {
                    cut.push(key);
                }
            }
            _ => return Quoted(format!("{{{text}}}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn long_values_are_told_by_where_they_differ() {
        let long = "x".repeat(100);
        let said = |claimed: Value, actual: Value| {
            falsehood_in_words(&Contradiction { claim: Claim::State.into(), claimed, actual })
        };
        assert_eq!(said(json!({"a": 1}), json!({"a": 2})), r#"state is claimed to be {"a":1}, but it is {"a":2}"#);
        assert_eq!(
            said(json!({"l": long, "a/b": [1, {"c": 2}]}), json!({"a/b": [1, {"c": 3}], "l": long})),
            "state/a~1b/1/c is claimed to be 2, but it is 3"
        );
        assert_eq!(
            said(json!({"l": long, "a": [1]}), json!({"l": long, "a": []})),
            "state/a/0 is claimed to be 1, but it is nothing"
        );
        assert_eq!(
            said(json!({"l": long}), json!({"l": long, "b": 1})),
            "state/b is claimed to be nothing, but it is 1"
        );
        let message = said(json!({"l": long}), json!({"l": "é".repeat(100)}));
        assert!(message.len() < 250 && message.ends_with('…'), "{message}");
    }

    #[test]
    fn an_undisputed_rule_is_enough() {
        use Provenance::{Decided, Printed, Reconstructed};
        let violation = |source: &Provenance| Violation {
            rule: "a.b",
            refs: &[],
            source: *source,
            statement: "",
            message: String::new(),
            facts: json!({}),
            data: None,
        };
        let disputed = |sources: &[Provenance]| is_disputed(&sources.iter().map(violation).collect::<Vec<_>>());
        assert!(disputed(&[Reconstructed]) && disputed(&[Reconstructed, Reconstructed]));
        assert!(!disputed(&[Reconstructed, Printed]) && !disputed(&[Decided]) && !disputed(&[]));
        let on_data = Violation { data: Some(Reconstructed), ..violation(&Printed) };
        assert!(is_disputed(&[on_data]));
    }

    #[test]
    fn of_a_long_answer_the_longest_parts_are_cut() {
        let fields = [("n", "1".to_owned()), ("contradicted", "x".repeat(5000)), ("note", "y".repeat(3000))];
        let fields: Fields = fields.into_iter().map(|(key, text)| (key.to_owned(), json!(text).to_string())).collect();
        let Quoted(text) = kept(fields.clone(), vec!["state"]);
        let kept_of: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(kept_of["cut"], json!(["state", "contradicted"]));
        assert_eq!((kept_of.get("contradicted"), &kept_of["n"]), (None, &json!("1")));
        assert!(kept_of["note"].is_string() && text.len() <= KEPT, "no more is cut than needed");
        assert_eq!(kept(fields[..1].to_vec(), vec![]), Quoted(r#"{"n":"1"}"#.to_owned()));
    }
}
