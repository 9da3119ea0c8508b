//! The games. Adding one is a folder here and one line in each of the two lists below.

pub mod tectonic;
pub mod wongar;
