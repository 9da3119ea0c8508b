//! Numbers of the command line: what is not a number, or out of range, is answered with what can be given, in the words of the person
//! who types it.

use std::ops::RangeInclusive;

/// Any whole number.
pub(crate) const ANY: RangeInclusive<u64> = 0..=u64::MAX;
/// Any whole number but 0.
pub(crate) const POSITIVE: RangeInclusive<u64> = 1..=u64::MAX;

/// Reads whole numbers of a range, which a `T` can hold.
pub(crate) fn whole<T: TryFrom<u64>>(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number =
            text.parse().ok().filter(|number| range.contains(number)).and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| {
            let (from, to) = (range.start(), range.end());
            // What is no number at all need not be told how large one can be.
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

/// Reads how many play; how many may is for the game to say.
pub(crate) fn players(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| "expected how many play, such as 2".to_owned())
}

/// Reads a seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))
}
