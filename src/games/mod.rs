//! The games. This file is the one place that names each of them: adding one is a folder here, its module and its line in
//! `every_game!`. Commands, tests and benchmarks follow.

use crate::registry::{Entry, Referee};

pub mod tectonic;
pub mod wangdo;
pub mod we_will_wok_you;
pub mod wigwam;
pub mod wongar;

/// `every_game!(then)` passes every game, as `module::Type`, to the macro `then`; `every_game!(for call(1))` calls
/// `call::<Type>(1)` for each. Use it for code that needs a game's type and so cannot iterate over [`GAMES`].
#[doc(hidden)]
#[macro_export]
macro_rules! every_game {
    (@$call:ident $arguments:tt $($module:ident::$game:ident)*) => {
        $($call::<$crate::games::$module::$game>$arguments;)*
    };
    (for $call:ident $arguments:tt) => {
        every_game!(every_game @$call $arguments)
    };
    // In the order in which `referee games` lists them.
    ($then:ident $($with:tt)*) => {
        $then! {
            $($with)*
            tectonic::TecTonic
            wigwam::Wigwam
            wangdo::Wangdo
            we_will_wok_you::WeWillWokYou
            wongar::Wongar
        }
    };
}

macro_rules! entries {
    ($($module:ident::$game:ident)*) => {
        /// Every game, in the order in which `referee games` lists them.
        ///
        /// A `static`: with a `const`, every crate that names it would compile all games again.
        pub static GAMES: &[&dyn Referee] = &[$(&Entry::<$module::$game>::NEW),*];
    };
}
every_game!(entries);
