//! The digest that recognises identical play, from a transcript.

use serde_json::{Value, json};

use crate::commitment::Bits128;
use crate::judge::seats::PlayDigest;

/// The digest of the play in the lines of a transcript.
pub fn digest(lines: impl Iterator<Item = Value>) -> Bits128 {
    let mut digest = PlayDigest::default();
    for line in lines {
        if let (Some(_), Some(state)) = (line.get("referee"), line.get("state")) {
            digest.line(|out| out.extend_from_slice(state.to_string().as_bytes()));
        }
        let [player, action, chance] =
            ["player", "action", "chance"].map(|name| line.get(name).unwrap_or(&Value::Null));
        if line.get("violations").is_none() && !(action.is_null() && chance.is_null()) {
            let text = json!([player, action, chance]).to_string();
            digest.line(|out| out.extend_from_slice(text.as_bytes()));
        }
    }
    digest.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_done_counts() {
        let game = |header: &str, ms: u32, to: &str| {
            format!("{{\"referee\":1,{header}}}\n{{\"n\":1,\"player\":0,\"action\":{{\"to\":\"{to}\"}},\"ms\":{ms}}}\n")
        };
        let of = |text: String| digest(text.lines().map(|line| serde_json::from_str(line).expect("JSON")));
        let one = of(game("\"seed\":1", 7, "a1"));
        assert_eq!(one, of(game("\"seed\":2,\"names\":[\"x\"]", 9, "a1")), "neither luck nor names nor times");
        assert_ne!(one, of(game("\"seed\":1", 7, "a2")));
        assert_ne!(one, of(game("\"seed\":1,\"state\":{\"a\":1}", 7, "a1")), "from another position");
        assert_ne!(one, of(game("\"seed\":1", 7, "a1") + "{\"n\":2,\"chance\":{\"card\":3}}\n"));
        let refused = "{\"n\":2,\"player\":1,\"action\":{\"to\":\"z\"},\"violations\":[]}\n{\"outcome\":{}}\n";
        assert_eq!(one, of(game("\"seed\":1", 7, "a1") + refused));
    }
}
