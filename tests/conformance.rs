//! Every game obeys the laws of [`laws`] over random games, under its default options and under others. Each game has a
//! file with its action universe and the trials it is put to, `universe/<game>.rs`. `tests/contract` puts the toy to the same
//! laws, which proves the sides of the contract that the games do not use.

mod laws;
mod sample;

mod universe {
    macro_rules! modules {
        ($($module:ident::$game:ident)*) => {
            $(mod $module;)*
        };
    }
    referee::every_game!(modules);
}
