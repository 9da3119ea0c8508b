//! Gives a panic its own exit code, so that it never looks like a verdict.

use std::panic::catch_unwind;

/// Runs a function; returns `failed` if it panics.
pub fn guarded<T>(run: fn() -> T, failed: T) -> T {
    catch_unwind(run).unwrap_or(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_the_referees_failure() {
        assert_eq!(guarded(|| panic!("on purpose"), 70), 70);
        assert_eq!(guarded(|| 1, 70), 1);
    }
}
