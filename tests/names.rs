//! Every square, card and other thing with a name is written as this name, in Rust and in JSON, and read back from it.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use referee::games::{tectonic, wangdo, we_will_wok_you as wok, wigwam, wongar};
use referee::strict;
use serde::Serialize;
use serde::de::DeserializeOwned;

#[track_caller]
fn read_back<T>(all: impl IntoIterator<Item = T>, number: usize)
where
    T: FromStr<Err: Error> + Display + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let mut count = 0;
    for one in all {
        let name = one.to_string();
        assert_eq!(name.parse::<T>().ok().as_ref(), Some(&one), "{name}");
        let json = serde_json::to_string(&one).expect("a text");
        assert_eq!(json, format!("\"{name}\""));
        assert_eq!(strict::from_slice(json.as_bytes()), Ok(one));
        for wrong in [format!("{name} "), format!("{name}!")] {
            let error = wrong.parse::<T>().expect_err("no name");
            assert!(error.to_string().starts_with(&format!("`{wrong}` is n")), "{error}");
        }
        count += 1;
    }
    assert_eq!(count, number);
}

#[test]
fn what_has_a_name_is_read_back_from_it() {
    read_back((0..100).map(tectonic::board::Square::from_index), 100);
    read_back(tectonic::Colour::ALL, 2);
    read_back(tectonic::Kind::ALL, 3);

    read_back(wigwam::board::Bases::ALL, 37);
    read_back(wigwam::Side::ALL, 2);
    read_back(wigwam::Figure::ALL, 3);
    read_back(wigwam::LayoutName::ALL, 5);

    read_back(wangdo::names::Village::all(), 40);
    read_back(wangdo::names::Token::ALL, 9);
    read_back(wangdo::names::Token::ALL.map(wangdo::position::Site::Token), 9);
    read_back(wangdo::names::Colour::ALL, 4);
    read_back(wangdo::names::Colour::ALL.map(wangdo::position::Site::Stele), 4);
    read_back(wangdo::names::Card::ALL, 8);
    read_back(wangdo::names::Knowledge::ALL, 4);

    read_back(wok::cards::Face::all(), 126);
    read_back(wok::cards::Ingredient::ALL, 6);
    read_back(wok::cards::Symbol::ALL, 4);
    read_back(wok::woks::Wok::all(), 25);
    read_back(wok::market::Row::ALL, 4);

    read_back(wongar::names::Territory::ALL, 12);
    read_back(wongar::names::TerritoryCard::ALL, 9);
    read_back(wongar::names::RitualCard::ALL, 5);
    read_back(wongar::names::Figure::ALL, 2);
    read_back(wongar::names::Kind::ALL, 3);
    read_back(wongar::BoardName::ALL, 2);
}
