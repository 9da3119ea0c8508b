//! Seeds that are fixed before a game and revealed after it. One 128-bit secret determines the seed of every game or
//! block of games. During the game bots see only a commitment to the seed; the record reveals the seed, so that anyone
//! can check that it was fixed before the first move.
//!
//! The header of a record has the `seed`, and in `match` the `nonce` and the `commitment`; the three are verified
//! whenever a header has them all.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use crate::strict::Malformed;
use crate::text::hex;
use crate::wire::{Claim, Contradiction, Seed};

/// 128 bits, written as 32 lowercase hexadecimal digits.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Bits128(pub [u8; 16]);

crate::as_text!(Bits128);

impl fmt::Display for Bits128 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl FromStr for Bits128 {
    type Err = Malformed;
    fn from_str(text: &str) -> Result<Bits128, Malformed> {
        let fine = text.len() == 32 && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        let number = Some(text).filter(|_| fine).and_then(|text| u128::from_str_radix(text, 16).ok());
        number
            .map(|number| Bits128(number.to_be_bytes()))
            .ok_or_else(|| Malformed::new("expected 32 lowercase hex digits"))
    }
}

impl Bits128 {
    /// The secret of a competition with a typed seed; for tests only, since it can be guessed.
    pub fn typed(seed: u64) -> Bits128 {
        Bits128(u128::from(seed).to_be_bytes())
    }

    /// The seed and nonce of one block, from the SHA-256 of the secret's 16 bytes and the block's name, such as
    /// `r1t2b3`: the first 8 bytes, little-endian, are the seed, the next 16 the nonce.
    pub fn block(&self, name: &str) -> Luck {
        let digest = Sha256::new().chain_update(self.0).chain_update(name).finalize();
        let mut seed = [0; 8];
        let mut nonce = [0; 16];
        seed.copy_from_slice(&digest[..8]);
        nonce.copy_from_slice(&digest[8..24]);
        Luck { seed: Seed(u64::from_le_bytes(seed)), nonce: Bits128(nonce) }
    }
}

/// The seed and nonce of one block of games.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Luck {
    /// The seed in the header of each of its games.
    pub seed: Seed,
    /// Keeps the seed from being guessed from the commitment.
    pub nonce: Bits128,
}

impl Luck {
    /// The commitment that bots see: `sha256:` and the digest of the seed's 8 bytes, little-endian, and the nonce's 16.
    pub fn commitment(&self) -> String {
        let digest = Sha256::new().chain_update(self.seed.0.to_le_bytes()).chain_update(self.nonce.0).finalize();
        format!("sha256:{}", hex(&digest))
    }
}

/// The true commitment for a seed and the nonce in `told`; `None` if `told` has no commitment or no nonce.
pub fn of(seed: Seed, told: Option<&Map<String, Value>>) -> Option<String> {
    actual(seed, told.filter(|told| told.contains_key("commitment"))?)
}

fn actual(seed: Seed, told: &Map<String, Value>) -> Option<String> {
    let nonce = told.get("nonce")?.as_str()?.parse().ok()?;
    Some(Luck { seed, nonce }.commitment())
}

/// Checks a commitment, if seed, nonce and commitment are all there; returns the contradiction if it is false.
pub fn verify(seed: Option<Seed>, told: Option<&Map<String, Value>>) -> Option<Contradiction> {
    let (seed, told) = (seed?, told?);
    let (claimed, _) = (told.get("commitment")?, told.get("nonce")?);
    let actual = actual(seed, told).map_or(Value::Null, Value::from);
    (*claimed != actual).then(|| Contradiction { claim: Claim::Commitment.into(), claimed: claimed.clone(), actual })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_follows_from_secret_and_name_alone() {
        let secret = Bits128::typed(7);
        assert_eq!(secret.block("r1t1b1"), secret.block("r1t1b1"));
        assert_ne!(secret.block("r1t1b1"), secret.block("r1t1b2"));
        assert_ne!(secret.block("r1t1b1"), Bits128::typed(8).block("r1t1b1"));
        // printf '%032x' 7 | xxd -r -p | cat - <(printf r1t1b1) | sha256sum
        let digest = Sha256::digest([&[0; 15][..], &[7], b"r1t1b1"].concat());
        assert_eq!(secret.block("r1t1b1").nonce.0, digest[8..24]);
    }

    #[test]
    fn a_commitment_holds_for_its_seed_alone() {
        let [first, second] = ["g1", "g2"].map(|game| Bits128::typed(7).block(game));
        let told = |luck: Luck, commitment: String| {
            let told = serde_json::json!({"nonce": String::from(luck.nonce), "commitment": commitment});
            verify(Some(first.seed), told.as_object())
        };
        assert!(told(first, first.commitment()).is_none());
        assert!(told(second, first.commitment()).is_some());
        assert!(told(first, second.commitment()).is_some());
        assert!(verify(Some(first.seed), serde_json::json!({"nonce": "x", "commitment": ""}).as_object()).is_some());
        assert!(verify(None, serde_json::json!({"nonce": "", "commitment": ""}).as_object()).is_none());
    }

    #[test]
    fn a_commitment_is_known_where_one_was_told_with_its_nonce() {
        let luck = Bits128::typed(7).block("g1");
        let told = |told: Value| of(luck.seed, told.as_object());
        let nonce = String::from(luck.nonce);
        assert_eq!(told(serde_json::json!({"nonce": nonce, "commitment": "false"})), Some(luck.commitment()));
        assert_eq!(told(serde_json::json!({"nonce": nonce})), None);
        assert_eq!(told(serde_json::json!({"commitment": luck.commitment()})), None);
        assert_eq!(of(luck.seed, None), None);
    }

    #[test]
    fn bits_are_read_as_they_are_written() {
        let bits = Bits128::typed(0x00ab_cdef);
        let text = String::from(bits);
        assert_eq!(text, "00000000000000000000000000abcdef");
        assert_eq!(text.parse(), Ok(bits));
        assert_eq!(serde_json::from_value::<Bits128>(Value::from(text)).ok(), Some(bits));
        for wrong in ["", "0", "00000000000000000000000000ABCDEF", "+0000000000000000000000000abcdef"] {
            assert!(wrong.parse::<Bits128>().is_err(), "{wrong}");
        }
    }
}
