//! Every game obeys the laws of [`laws`] over random games, with its default options and others. Each game has a file
//! with its action universe and its trials, `universe/<game>.rs`. `tests/contract` applies the same laws to the toy,
//! for the parts of the contract that the games do not use.

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
