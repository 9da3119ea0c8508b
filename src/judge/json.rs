//! Values of any game, as JSON.

use serde::Serialize;
use serde_json::Value;

use crate::wire::write_json;

/// A value that can be written, with its type erased.
///
/// ```
/// use referee::judge::answer::Json;
///
/// // Answers about different games give their values in one form.
/// let values: [&dyn Json; 2] = [&"hill", &[1, 2]];
/// let mut out = Vec::new();
/// values.iter().for_each(|value| value.write(&mut out));
/// assert_eq!(out, br#""hill"[1,2]"#);
/// ```
pub trait Json {
    /// Appends it as JSON.
    fn write(&self, out: &mut Vec<u8>);
    /// The value as a JSON tree.
    fn value(&self) -> Value;
}

impl<T: Serialize + ?Sized> Json for T {
    fn write(&self, out: &mut Vec<u8>) {
        write_json(out, self);
    }

    fn value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}
