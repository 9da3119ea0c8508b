//! The games. Adding one is a folder here and one line in each of the two lists below.

use crate::registry::{Entry, Referee};

pub mod tectonic;
pub mod wangdo;
pub mod we_will_wok_you;
pub mod wigwam;
pub mod wongar;

/// Every game, in the order in which `referee games` lists them.
///
/// A `static`: every crate that names a `const` compiles all games again.
pub static GAMES: &[&dyn Referee] = &[
    &Entry::<tectonic::TecTonic>::NEW,
    &Entry::<wigwam::Wigwam>::NEW,
    &Entry::<wangdo::Wangdo>::NEW,
    &Entry::<we_will_wok_you::WeWillWokYou>::NEW,
    &Entry::<wongar::Wongar>::NEW,
];
