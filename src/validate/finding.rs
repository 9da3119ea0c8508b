//! What is wrong with a line, read from what the judge answers to it. A report shows no more than a few kilobytes of it, so
//! no more is kept: records can have a fault every few bytes, and an answer can be as long as a line.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use serde_json::{Map, Value, json};

use super::verdict::{Answer, Fault, Kind};
use crate::text::clipped;

/// The longest message, and the longest answer, in bytes.
pub(super) const KEPT: usize = 4 << 10;
/// The longest value in a message, in bytes.
const VALUE_MOST: usize = 80;

/// What an answer says is wrong. Of a refused line it is the rules that it broke; what it claims to follow from it is not
/// the fault.
pub(super) fn read_answer(answer: &[u8], kind: Kind) -> Fault {
    let line = answer.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let Ok(answer) = serde_json::from_slice::<Value>(line) else { return Fault::default() };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |key: &str| answer[key].as_array().map(Vec::as_slice).unwrap_or_default();
    let mut fault = Fault::default();
    let mut messages = Vec::new();
    let violations = list("violations");
    let rests_on = |violation: &Value| violation["data"] == "reconstructed" || violation["source"] == "reconstructed";
    if kind == Kind::Truncated {
        messages.push("the position to start from is refused, as the record says; no game is played".to_owned());
    }
    // One rule that nobody disputes is enough; nobody disputes that nothing was played.
    fault.disputed = kind != Kind::Truncated && !violations.is_empty() && violations.iter().all(rests_on);
    for violation in violations {
        let rule = text(&violation["rule"]);
        messages.push(format!("{rule}: {}", text(&violation["message"])));
        if !fault.rules.contains(&rule) {
            fault.rules.push(rule);
        }
    }
    let mut hasher = DefaultHasher::new();
    for contradiction in list("contradicted").iter().filter(|_| kind != Kind::Refused) {
        contradiction.to_string().hash(&mut hasher);
        let claim = text(&contradiction["claim"]);
        messages.push(falsehood(&claim, &contradiction["claimed"], &contradiction["actual"]));
        fault.claims.push(claim);
    }
    if let Some(malformed) = answer.get("malformed") {
        let column = malformed["column"].as_u64().map_or_else(String::new, |column| format!("column {column}: "));
        messages.push(format!("{column}{}", text(&malformed["message"])));
    }
    if answer.get("redacted").is_some() {
        messages.push("something is hidden; the rest cannot be judged".to_owned());
    }
    fault.fingerprint = hasher.finish();
    fault.message = clipped(&messages.join("; "), KEPT);
    fault.answer = match answer {
        Value::Object(fields) => Some(kept(fields)),
        _ => None,
    };
    fault
}

/// What is false about a claim, in a sentence: the values where they are short, otherwise the first difference.
fn falsehood(claim: &str, claimed: &Value, actual: &Value) -> String {
    let said =
        |value: Option<&Value>| value.map_or("nothing".to_owned(), |value| clipped(&value.to_string(), VALUE_MOST));
    if matches!(claim.strip_prefix("contradicted.").unwrap_or(claim), "legal" | "draws") {
        let one = |list: &Value, says: &str| list.get(0).map(|item| format!("{} {says}", said(Some(item))));
        let differs = [one(claimed, "is claimed and is not there"), one(actual, "is there and is not claimed")];
        let differs: Vec<String> = differs.into_iter().flatten().collect();
        return format!("{claim} is another list than claimed: {}", differs.join(", "));
    }
    if claim == "edition" {
        let named = |mark: &Value| format!("{} (SHA-256 {})", said(mark.get("id")), said(mark.get("sha256")));
        let hint = "--edition FILE plays with another one";
        return format!("edition is claimed to be {}, in force is {}; {hint}", named(claimed), named(actual));
    }
    if claimed.to_string().len().max(actual.to_string().len()) <= VALUE_MOST {
        return format!("{claim} is claimed to be {claimed}, it is {actual}");
    }
    let mut path = String::new();
    let (claimed, actual) = differ(claimed, actual, &mut path);
    format!("{claim}{path} is claimed to be {}, it is {}", said(claimed), said(actual))
}

/// Goes down to where two values first differ; `None`: there is nothing on that side. The path is in the form of a JSON
/// pointer.
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

/// An answer without what makes it too long to be kept, the longest fields first; `cut` names them.
fn kept(mut fields: Map<String, Value>) -> Answer {
    let written = |fields: &Map<String, Value>| json!(fields).to_string();
    let mut text = written(&fields);
    let mut lengths: Vec<(usize, String)> = Vec::new();
    if text.len() > KEPT {
        lengths = fields.iter().map(|(key, value)| (value.to_string().len(), key.clone())).collect();
        lengths.sort();
    }
    while text.len() > KEPT
        && let Some((_, key)) = lengths.pop()
    {
        fields.remove(&key);
        let cut = fields.entry("cut").or_insert_with(|| json!([]));
        if let Some(cut) = cut.as_array_mut().filter(|cut| !cut.contains(&json!(key))) {
            cut.push(json!(key));
        }
        text = written(&fields);
    }
    Answer(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_values_are_told_by_where_they_differ() {
        let long = "x".repeat(100);
        let said = |claimed: Value, actual: Value| falsehood("state", &claimed, &actual);
        assert_eq!(said(json!({"a": 1}), json!({"a": 2})), r#"state is claimed to be {"a":1}, it is {"a":2}"#);
        assert_eq!(
            said(json!({"l": long, "a/b": [1, {"c": 2}]}), json!({"a/b": [1, {"c": 3}], "l": long})),
            "state/a~1b/1/c is claimed to be 2, it is 3"
        );
        assert_eq!(
            said(json!({"l": long, "a": [1]}), json!({"l": long, "a": []})),
            "state/a/0 is claimed to be 1, it is nothing"
        );
        assert_eq!(said(json!({"l": long}), json!({"l": long, "b": 1})), "state/b is claimed to be nothing, it is 1");
        let message = said(json!({"l": long}), json!({"l": "é".repeat(100)}));
        assert!(message.len() < 250 && message.ends_with('…'), "{message}");
    }

    #[test]
    fn a_rule_that_nobody_disputes_is_enough() {
        let violation = |source: &str| json!({"rule": format!("a.{source}"), "message": "no", "source": source});
        let disputed = |sources: &[&str]| {
            let violations: Vec<Value> = sources.iter().map(|source| violation(source)).collect();
            read_answer(json!({"violations": violations}).to_string().as_bytes(), Kind::Refused).disputed
        };
        assert!(disputed(&["reconstructed"]) && disputed(&["reconstructed", "reconstructed"]));
        assert!(!disputed(&["reconstructed", "printed"]) && !disputed(&["decided"]) && !disputed(&[]));
    }

    #[test]
    fn of_a_long_answer_the_longest_parts_are_cut() {
        let answer = json!({"n": 1, "cut": ["state"], "contradicted": [{"claim": "view", "claimed": "x".repeat(5000), "actual": 1}], "note": "y".repeat(3000), "next": "over"});
        let fault = read_answer(answer.to_string().as_bytes(), Kind::Contradicted);
        assert!(fault.message.len() <= KEPT && fault.claims == ["view"]);
        let kept: Value = serde_json::from_str(&fault.answer.expect("an answer").0).expect("JSON");
        assert_eq!(kept["cut"], json!(["state", "contradicted"]));
        assert_eq!((kept.get("contradicted"), &kept["next"]), (None, &json!("over")));
        assert!(kept["note"].is_string(), "no more is cut than needed");
        let short = json!({"violations": [{"rule": "a.b", "message": "no"}], "next": "over"}).to_string();
        assert_eq!(read_answer(short.as_bytes(), Kind::Refused).answer, Some(Answer(short)));
    }
}
