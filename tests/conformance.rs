//! Every game obeys the laws of [`laws`] over random games, under its default options and under others. Each game adds a
//! module with its action universe and the trials it is put to.

mod laws;
#[path = "universe/tectonic.rs"]
mod tectonic;
#[path = "universe/wongar.rs"]
mod wongar;
