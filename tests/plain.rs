//! The short way of reading lines says what the long way says, or nothing.

use referee::game::{Event, Player};
use referee::games::tectonic::TecTonic;
use referee::games::wangdo::Wangdo;
use referee::strict;
use referee::wire::{Body, Line, Plain};

#[test]
fn a_plain_line_is_read_as_the_whole_reader_reads_it() {
    let text = br#"{"n":7,"player":1,"action":{"move":{"from":"c1","to":"c5"}},"next":{"player":0}}"#;
    let plain = Plain::<TecTonic>::read(text).expect("it is plain");
    let line = strict::from_slice::<Line<TecTonic>>(text).expect("it is a line");
    assert_eq!((Some(plain.n), Some(plain.next)), (line.claims.n, line.claims.next));
    let Body::Action(action) = line.body else { panic!("it is an action") };
    assert_eq!(plain.event, Event::Action(line.player.expect("a player"), action));
}

#[test]
fn a_plain_draw_may_say_whose_it_is() {
    for (player, drawer) in [("", None), (r#""player":1,"#, Some(Player(1)))] {
        let text = format!(r#"{{"n":7,{player}"chance":{{"stele":"orange"}},"next":"chance"}}"#);
        let plain = Plain::<Wangdo>::read(text.as_bytes()).expect("it is plain");
        let line = strict::from_slice::<Line<Wangdo>>(text.as_bytes()).expect("it is a line");
        assert_eq!((plain.drawer, line.player), (drawer, drawer));
        let Body::Chance(chance) = line.body else { panic!("it is a draw") };
        assert_eq!(plain.event, Event::Chance(chance));
    }
    assert!(Plain::<Wangdo>::read(br#"{"n":7,"action":"pass","next":"chance"}"#).is_none(), "nobody acts");
}

#[test]
fn what_differs_in_a_byte_is_left_to_the_whole_reader() {
    for text in [
        r#"{"n":07,"player":1,"action":"pass","next":"over"}"#,
        r#"{"n":7.0,"player":1,"action":"pass","next":"over"}"#,
        r#"{"n":7,"player":256,"action":"pass","next":"over"}"#,
        r#"{"n":7,"player":1,"action":"pass","next":"over"} "#,
        r#"{"n":7,"player":1,"action":"pass","next":"over"}x"#,
        r#"{"n":7,"player":1,"action":"pass","next":"over","next":"over"}"#,
        r#"{"n":7,"player":1,"action":"pass"}"#,
        r#"{"n":7,"player":1,"action":["pass"],"next":"over"}"#,
        r#"{"n":7,"player":1,"action":{"move":["c1","c5"]},"next":"over"}"#,
        r#"{"n":7,"player":1,"action":{"move":{"from":"c1","from":"c1","to":"c5"}},"next":"over"}"#,
        r#"{"n":99999999999999999999,"player":1,"action":"pass","next":"over"}"#,
        r#"{"n":7,"chance":{"die":1},"next":"over"}"#,
        r#"{"n":7"#,
        "",
    ] {
        assert!(Plain::<TecTonic>::read(text.as_bytes()).is_none(), "{text}");
    }
}
