//! Headers of a record of many games: each differs from the one before in its seed alone.

use std::sync::LazyLock;

use memchr::memmem;

/// The seed of a header that differs from an earlier faultless one only in its seed; otherwise `None`.
pub fn other_seed(earlier: &[u8], header: &[u8]) -> Option<u64> {
    const KEY: &[u8] = b",\"seed\":";
    // In records of short games, preparing the search costs more than the search.
    static SEARCH: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new(KEY));
    let at = SEARCH.find(header)? + KEY.len();
    // The key must be at the top level: no other bracket may open before it. It cannot be inside a string, since its
    // quotation marks would be escaped there.
    if header[1..at].iter().any(|byte| matches!(byte, b'{' | b'[')) || !earlier.starts_with(&header[..at]) {
        return None;
    }
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let before = digits(&earlier[at..]);
    let (seed, rest) = header[at..].split_at(digits(&header[at..]));
    // A seed of 16 digits or more may need another form, and the earlier seed may be written as a string.
    if before == 0 || seed.is_empty() || seed.len() > 15 || (seed.len() > 1 && seed[0] == b'0') {
        return None;
    }
    let same = earlier[at + before..] == *rest;
    same.then(|| seed.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0')))
}
