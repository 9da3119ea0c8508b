//! How much the long tests play: a sample, so that `cargo test` is quick to build without optimising and quick to run, or,
//! where the environment has `REFEREE_THOROUGH`, everything, as `packaging/thorough` does with an optimised build. A sample is held to
//! the same laws; what random games must have met to show that a law was not idle is asked of all of them alone.

#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

/// Whether to play everything.
pub(crate) fn is_thorough() -> bool {
    std::env::var_os("REFEREE_THOROUGH").is_some()
}

/// `all` in the full run, `some` in the daily sample.
pub(crate) fn sample<T>(some: T, all: T) -> T {
    if is_thorough() { all } else { some }
}

/// Every kind of `--emit`, for tests that try all of them.
pub(crate) const EMITS: [&str; 10] = [
    "none",
    "state",
    "view:0",
    "view:1,legal",
    "view:public",
    "legal",
    "digest",
    "legal,digest,state",
    "view:1",
    "view:actor,legal",
];
