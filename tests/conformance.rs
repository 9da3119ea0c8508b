//! Every game obeys the laws of [`laws`] over random games, under its default options and under others. Each game adds a
//! module with its action universe and the trials it is put to. `tests/contract` puts the toy to the same laws, which
//! proves the sides of the contract that the games do not use.

mod laws;
mod sample;
#[path = "universe/tectonic.rs"]
mod tectonic;
#[path = "universe/wangdo.rs"]
mod wangdo;
#[path = "universe/we_will_wok_you.rs"]
mod we_will_wok_you;
#[path = "universe/wigwam.rs"]
mod wigwam;
#[path = "universe/wongar.rs"]
mod wongar;
