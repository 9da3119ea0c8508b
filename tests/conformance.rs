//! Every game obeys the laws of [`laws`] over random games, under its default options and under others. Each game adds a
//! module with its action universe and the trials it is put to. The toy proves the sides of the contract that the games
//! do not use, and that the laws look at them.

mod laws;
#[path = "universe/tectonic.rs"]
mod tectonic;
mod toy;
#[path = "universe/toy.rs"]
mod toy_universe;
#[path = "universe/wangdo.rs"]
mod wangdo;
#[path = "universe/we_will_wok_you.rs"]
mod we_will_wok_you;
#[path = "universe/wigwam.rs"]
mod wigwam;
#[path = "universe/wongar.rs"]
mod wongar;
