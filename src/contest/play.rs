//! A digest of what was played, without luck and names. It recognises games with identical play. Two bots without
//! randomness repeat one game, and counting every repetition makes statistics look too certain.

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::commitment::Bits128;

/// The first 16 bytes of the SHA-256 of a record's actions and draws in order: for each, the JSON text of `[player,
/// action, chance]` and a line end, with `null` for missing parts. Refused actions are left out. If the game did not
/// begin as usual, the JSON text of its first `state` comes before them.
#[must_use]
pub fn digest(record: &[u8]) -> Bits128 {
    let mut digest = Sha256::new();
    for line in record.split(|byte| *byte == b'\n') {
        let Ok(line) = serde_json::from_slice::<Value>(line) else { continue };
        if let (Some(_), Some(state)) = (line.get("referee"), line.get("state")) {
            digest.update(format!("{state}\n"));
        }
        let part = |name: &str| line.get(name).unwrap_or(&Value::Null);
        if line.get("violations").is_none() && !(part("action").is_null() && part("chance").is_null()) {
            let text = Value::from(["player", "action", "chance"].map(|name| part(name).clone()).to_vec());
            digest.update(format!("{text}\n"));
        }
    }
    let mut first = [0; 16];
    first.copy_from_slice(&digest.finalize()[..16]);
    Bits128(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_done_counts() {
        let game = |header: &str, ms: u32, to: &str| {
            format!("{{\"referee\":1,{header}}}\n{{\"n\":1,\"player\":0,\"action\":{{\"to\":\"{to}\"}},\"ms\":{ms}}}\n")
        };
        let of = |text: String| digest(text.as_bytes());
        let one = of(game("\"seed\":1", 7, "a1"));
        assert_eq!(one, of(game("\"seed\":2,\"names\":[\"x\"]", 9, "a1")), "neither luck nor names nor times");
        assert_ne!(one, of(game("\"seed\":1", 7, "a2")));
        assert_ne!(one, of(game("\"seed\":1,\"state\":{\"a\":1}", 7, "a1")), "from another position");
        assert_ne!(one, of(game("\"seed\":1", 7, "a1") + "{\"n\":2,\"chance\":{\"card\":3}}\n"));
        let refused = "{\"n\":2,\"player\":1,\"action\":{\"to\":\"z\"},\"violations\":[]}\n{\"outcome\":{}}\n";
        assert_eq!(one, of(game("\"seed\":1", 7, "a1") + refused));
    }
}
