//! The fast reader of lines gives the same result as the full one, or none.

use referee::dice::Dice;
use referee::every_game;
use referee::game::{Game, Player, Source};
use referee::games::GAMES;
use referee::games::tectonic::TecTonic;
use referee::games::wangdo::Wangdo;
use referee::judge::Scribe;
use referee::registry::{self, Opened};
use referee::strict;
use referee::table::Draws;
use referee::wire::{Body, Header, Line, Plain, Seed};

#[test]
fn a_plain_line_is_read_as_the_whole_reader_reads_it() {
    for text in [
        r#"{"n":7,"player":1,"action":{"move":{"from":"c1","to":"c5"}},"next":{"player":0}}"#,
        r#"{"n":7,"player":1,"action":{"move":{"to":"c5","flip":"c6","from":"c1"}},"next":"over","ms":12}"#,
        r#"{"player":0,"action":"pass","next":"chance"}"#,
        r#"{"n":0,"action":"pass"}"#,
        r#"{"action":"pass","ms":0}"#,
    ] {
        let short = Line::from(Plain::<TecTonic>::read(text).expect("it is plain"));
        let long = strict::from_slice::<Line<TecTonic>>(text.as_bytes()).expect("it is a line");
        let [told, known] = [&short, &long].map(|line| (line.player, line.claims.n, line.claims.next, line.ms));
        assert_eq!(told, known, "{text}");
        let (Body::Action(short), Body::Action(long)) = (short.body, long.body) else { panic!("{text}: no action") };
        assert_eq!(short, long, "{text}");
    }
}

/// Lines of random games of every kind, unchanged and with a byte changed, removed or added.
#[test]
fn whatever_is_read_in_short_is_read_at_length() {
    fn holds<G: Game>() {
        let game = registry::find(GAMES, G::NAME).expect("it is there");
        let mut lines = Vec::new();
        for seed in 0..12 {
            let header = Header {
                referee: 1,
                game: G::NAME.to_owned(),
                seed: Some(Seed(seed)),
                draws: Some(Draws::Referee),
                ..Header::default()
            };
            let Ok(mut judge) = game.sit(header, &mut Opened::default()) else { panic!("a bare header is right") };
            let mut most = 100;
            judge.play_at_random(&mut Dice::new(seed), &mut |answer| {
                Scribe::default().write(answer, &mut lines);
                most -= 1;
                most > 0
            });
        }
        let (mut dice, mut read) = (Dice::new(1), 0);
        let mut below = |total: usize| dice.draw(Source(0), total as u64) as usize;
        for line in lines.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"{\"n\":")).take(300) {
            let plain = std::str::from_utf8(line).ok().and_then(Plain::<G>::read);
            assert!(plain.is_some(), "{}", String::from_utf8_lossy(line));
            for _ in 0..50 {
                let mut line = line.to_vec();
                let at = below(line.len());
                match below(3) {
                    0 => drop(line.remove(at)),
                    1 => line.insert(at, b"{}[],:\"0123456789 nt\\"[below(21)]),
                    _ => line[at] = b"{}[],:\"0123456789 nt\\"[below(21)],
                }
                let Some(plain) = std::str::from_utf8(&line).ok().and_then(Plain::<G>::read) else { continue };
                let text = String::from_utf8_lossy(&line);
                let long = strict::from_slice::<Line<G>>(&line).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
                assert_eq!(
                    (plain.n, plain.player, plain.next, plain.ms),
                    (long.claims.n, long.player, long.claims.next, long.ms)
                );
                match (plain.body, long.body) {
                    (Body::Action(short), Body::Action(long)) => assert_eq!(short, long, "{text}"),
                    (Body::Chance(short), Body::Chance(long)) => assert_eq!(short, long, "{text}"),
                    _ => panic!("{text}: not the same kind"),
                }
                read += 1;
            }
        }
        assert!(read > 0, "{}: no changed line was plain", G::NAME);
    }
    every_game!(for holds());
}

#[test]
fn a_plain_draw_may_say_whose_it_is() {
    for (player, drawer) in [("", None), (r#""player":1,"#, Some(Player(1)))] {
        let text = format!(r#"{{"n":7,{player}"chance":{{"stele":"orange"}},"next":"chance"}}"#);
        let plain = Plain::<Wangdo>::read(&text).expect("it is plain");
        let line = strict::from_slice::<Line<Wangdo>>(text.as_bytes()).expect("it is a line");
        assert_eq!((plain.player, line.player), (drawer, drawer));
        let (Body::Chance(short), Body::Chance(long)) = (plain.body, line.body) else { panic!("it is a draw") };
        assert_eq!(short, long);
    }
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
        r#"{"n":7,"player":1,"action":"pass","note":"x"}"#,
        r#"{"n":7,,"player":1,"action":"pass"}"#,
        r#"{,"player":1,"action":"pass"}"#,
        r#"{"player":1,"n":7,"action":"pass"}"#,
        r#"{"n":7,"player":1}"#,
        r#"{"n":7,"player":1,"action":"p\u0061ss","next":"over"}"#,
        r#"{"n":7,"player":1,"action":{"pass":null},"next":"over"}"#,
        r#"{"n":7,"player":1,"action":{"move":{"from":"c1","to":"c5",}},"next":"over"}"#,
        r#"{"n":7,"player":1,"action":{"move":{"from":"c1","to":"c5"},"pass":null},"next":"over"}"#,
        r#"{"n":7,"player":1,"action":["pass"],"next":"over"}"#,
        r#"{"n":7,"player":1,"action":{"move":["c1","c5"]},"next":"over"}"#,
        r#"{"n":7,"player":1,"action":{"move":{"from":"c1","from":"c1","to":"c5"}},"next":"over"}"#,
        r#"{"n":99999999999999999999,"player":1,"action":"pass","next":"over"}"#,
        r#"{"n":7,"chance":{"die":1},"next":"over"}"#,
        r#"{"n":7"#,
        "",
    ] {
        assert!(Plain::<TecTonic>::read(text).is_none(), "{text}");
    }
}
