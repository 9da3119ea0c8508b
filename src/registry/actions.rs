//! What players can do in a game, whatever the position: a closed list where there is one, and the parts that actions are made of
//! where there is none.

use serde_json::{Map, Value, json};

use crate::wire::{ActionSpaceMark, EditionMark};

/// The actions of a game under an edition and options.
pub struct ActionSpace {
    /// All options.
    pub options: Map<String, Value>,
    /// The edition.
    pub edition: EditionMark,
    /// Every action that can be legal in some position, as it is written (its place, from 0, is its number), and how headers
    /// name the list. `None`: there are too many.
    pub list: Option<(Vec<String>, ActionSpaceMark)>,
    /// The schema of an action.
    pub(super) schema: Value,
}

impl ActionSpace {
    /// Each kind of action with its parts, in the order in which a player decides them.
    pub fn kinds(&self) -> Vec<(String, Value)> {
        let cases = self.schema["oneOf"].as_array().into_iter().flatten();
        cases.flat_map(|case| self.kinds_of(case)).collect()
    }

    fn kinds_of(&self, case: &Value) -> Vec<(String, Value)> {
        let alone = values(case).unwrap_or_default();
        let alone = alone.iter().filter_map(|kind| Some((kind.as_str()?.to_owned(), json!({}))));
        let with = case["properties"].as_object().into_iter().flatten();
        alone.chain(with.map(|(kind, content)| (kind.clone(), self.part(content)))).collect()
    }

    /// What can stand in a place: `values`, a text (`pattern`), a whole number (`least` to `most`), a list (`items`), an object
    /// (`parts`, of which some are `optional`), or one of several (`one_of`).
    fn part(&self, schema: &Value) -> Value {
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
            return self.part(&self.schema["$defs"][name]);
        }
        if let Some(values) = values(schema) {
            return json!({"values": values});
        }
        if let Some(cases) = schema["oneOf"].as_array().or(schema["anyOf"].as_array()) {
            let parts: Vec<Value> = cases.iter().map(|case| self.part(case)).collect();
            let closed: Option<Vec<&[Value]>> =
                parts.iter().map(|part| part["values"].as_array().map(Vec::as_slice)).collect();
            return closed.map_or_else(|| json!({"one_of": parts}), |closed| json!({"values": closed.concat()}));
        }
        match schema["type"].as_str() {
            Some("null") => json!({"values": [null]}),
            Some("boolean") => json!({"values": [false, true]}),
            Some("integer") => json!({"least": schema["minimum"], "most": schema["maximum"]}),
            Some("array") => {
                let mut list = json!({"items": self.part(&schema["items"])});
                for (bound, key) in [("minItems", "least"), ("maxItems", "most")] {
                    if let Some(count) = schema.get(bound) {
                        list[key] = count.clone();
                    }
                }
                list
            }
            Some("object") => {
                let fields = schema["properties"].as_object().into_iter().flatten();
                let fields = fields.map(|(name, field)| {
                    let mut part = self.part(field);
                    let required =
                        schema["required"].as_array().is_some_and(|names| names.iter().any(|one| one == name));
                    if !required {
                        part["optional"] = json!(true);
                    }
                    (name.clone(), part)
                });
                json!({"parts": fields.collect::<Map<_, _>>()})
            }
            _ => json!({"pattern": schema["pattern"]}),
        }
    }
}

/// The values that a schema lists.
fn values(schema: &Value) -> Option<Vec<Value>> {
    schema.get("const").map(|value| vec![value.clone()]).or_else(|| schema["enum"].as_array().cloned())
}
