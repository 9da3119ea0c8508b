//! How deep values without a fixed schema may be nested.

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// How deep a value without a fixed schema (a claimed view, outcome or details, a finding of an earlier run, an entry
/// of `match`) may be nested.
#[doc(hidden)]
pub const DEPTH_LIMIT: usize = 64;

/// A value without a fixed schema that is not nested too deep.
#[doc(hidden)]
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Shallow(#[serde(deserialize_with = "shallow_value")] pub Value);

/// Reads a value that is not nested too deep.
pub(super) fn shallow_value<'de, D: Deserializer<'de>, T: From<Value>>(deserializer: D) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    shallow([&value])?;
    Ok(value.into())
}

/// Checks that values without a fixed schema are nested no deeper than [`DEPTH_LIMIT`]: an answer nests false claims
/// deeper still, and must be readable too.
pub(super) fn shallow<'a, E: Error>(values: impl IntoIterator<Item = &'a Value>) -> Result<(), E> {
    fn deeper(value: &Value, left: usize) -> bool {
        match value {
            Value::Array(items) => left == 0 || items.iter().any(|item| deeper(item, left - 1)),
            Value::Object(fields) => left == 0 || fields.values().any(|field| deeper(field, left - 1)),
            _ => false,
        }
    }
    if values.into_iter().any(|value| deeper(value, DEPTH_LIMIT)) {
        return Err(E::custom(format_args!("a value here may be nested at most {DEPTH_LIMIT} deep")));
    }
    Ok(())
}
