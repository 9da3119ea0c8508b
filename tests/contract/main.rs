//! The program's promises to every game, proven on a toy that uses all of them. The toy obeys the laws, which shows
//! that they cover every side of the contract; the table keeps its promises line by line; the built-in bots imagine
//! what they cannot see; and everything written can be read back. This is one crate, because each test crate that
//! judges the toy compiles the whole judge for it.

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
mod undo;
