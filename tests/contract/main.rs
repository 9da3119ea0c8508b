//! What the program promises to every game, proven on a toy that uses all of it: the toy obeys the laws, so that the laws
//! are seen to look at every side of the contract; the table keeps its promises line by line; the
//! built-in bots imagine what they cannot see; and whatever is written
//! reads back. They are one crate, since each crate of tests that judges the toy compiles all of the judge for it.

mod bots;
#[path = "../laws/mod.rs"]
mod laws;
#[path = "../lines/mod.rs"]
mod lines;
mod readback;
#[path = "../sample/mod.rs"]
mod sample;
mod table;
#[path = "../toy/mod.rs"]
mod toy;
mod trials;
