//! Numbers on the command line. The error for a wrong number says which numbers are allowed.

use std::ops::RangeInclusive;

/// Any whole number.
pub(crate) const ANY: RangeInclusive<u64> = 0..=u64::MAX;
/// Any positive whole number.
pub(crate) const POSITIVE: RangeInclusive<u64> = 1..=u64::MAX;

/// Parses whole numbers of a range that fits `T`.
pub(crate) fn whole<T: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number =
            text.parse().ok().filter(|number| range.contains(number)).and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| {
            let (from, to) = (range.start(), range.end());
            // For text that is not a number, the upper limit is no help.
            let small = !text.is_empty() && !text.bytes().all(|byte| byte.is_ascii_digit());
            let small = small || text.parse::<u64>().is_ok();
            if *to == u64::MAX && small {
                format!("expected a whole number, at least {from}")
            } else {
                format!("expected a whole number from {from} to {to}")
            }
        })
    }
}

/// Parses a number of players; the game itself limits it.
pub(crate) fn players(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| "expected a number of players, such as 2".to_owned())
}

/// Parses a seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}
