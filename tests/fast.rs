//! The fast path gives the same result as the full reader, or none.

use referee::dice::Dice;
use referee::every_game;
use referee::game::{Game, Player, Source};
use referee::games::GAMES;
use referee::games::tectonic::TecTonic;
use referee::games::wangdo::Wangdo;
use referee::judge::answer::Fate;
use referee::judge::{Hear, Scribe};
use referee::registry::{self, Opened};
use referee::strict;
use referee::table::Draws;
use referee::wire::fast::{Frame, other_seed, read_event, read_pick};
use referee::wire::{Awaited, Body, Header, Line, Seed};

#[test]
fn a_plain_line_is_read_as_the_whole_reader_reads_it() {
    // Nothing is left of the line before.
    let mut frame = Frame::<TecTonic>::default();
    for text in [
        r#"{"n":7,"player":1,"action":{"move":{"from":"c1","to":"c5"}},"next":{"player":0}}"#,
        r#"{"n":7,"player":1,"action":{"move":{"to":"c5","flip":"c6","from":"c1"}},"next":"over","ms":12}"#,
        r#"{"player":0,"action":"pass","next":"chance"}"#,
        r#"{"n":0,"action":"pass"}"#,
        r#"{"action":"pass","ms":0}"#,
    ] {
        let (short, body) = frame.line(read_event(text.as_bytes()).expect("it is plain"));
        let long = strict::from_slice::<Line<TecTonic>>(text.as_bytes()).expect("it is a line");
        let [told, known] = [short, &long].map(|line| (line.player, line.claims.n, line.claims.next, line.ms));
        assert_eq!(told, known, "{text}");
        let (Body::Action(short), Body::Action(long)) = (body, long.body) else { panic!("{text}: no action") };
        assert_eq!(short, long, "{text}");
    }
}

/// A line with a byte changed, removed or added.
fn changed(line: &[u8], dice: &mut Dice) -> Vec<u8> {
    const BYTES: &[u8] = b"{}[],:\"0123456789 nt\\";
    let mut below = |total: usize| dice.draw(Source(0), total as u64) as usize;
    let mut line = line.to_vec();
    let at = below(line.len());
    match below(3) {
        0 => drop(line.remove(at)),
        1 => line.insert(at, BYTES[below(BYTES.len())]),
        _ => line[at] = BYTES[below(BYTES.len())],
    }
    line
}

/// A header of a game with a seed.
fn header<G: Game>(seed: u64) -> Header {
    let game = G::NAME.to_owned();
    Header { referee: 1, game, seed: Some(Seed(seed)), draws: Some(Draws::Referee), ..Header::default() }
}

/// The record of the beginning of a random game.
fn record<G: Game>(seed: u64, mut most: u32) -> Vec<u8> {
    let game = registry::find(GAMES, G::NAME).expect("it is there");
    let Ok(mut judge) = game.sit(header::<G>(seed), &mut Opened::default()) else { panic!("a bare header is right") };
    let mut lines = Vec::new();
    judge.play_at_random(&mut Dice::new(seed), &mut |answer| {
        Scribe::default().write(answer, &mut lines);
        most = most.saturating_sub(1);
        most > 0
    });
    lines
}

/// Lines of random games of every kind, unchanged and with a byte changed, removed or added.
#[test]
fn whatever_is_read_in_short_is_read_at_length() {
    fn holds<G: Game>() {
        let lines: Vec<u8> = (0..12).flat_map(|seed| record::<G>(seed, 100)).collect();
        let (mut dice, mut read) = (Dice::new(1), 0);
        for line in lines.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"{\"n\":")).take(300) {
            let plain = read_event::<G>(line);
            assert!(plain.is_some(), "{}", String::from_utf8_lossy(line));
            for _ in 0..50 {
                let line = changed(line, &mut dice);
                let Some(plain) = read_event::<G>(&line) else { continue };
                let text = String::from_utf8_lossy(&line);
                let long = strict::from_slice::<Line<G>>(&line).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
                assert_eq!(
                    (plain.n, plain.player, plain.next.map(|next| Awaited::from(Some(next))), plain.ms),
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

/// The answers to a line, and its fate.
type Answered = (Vec<u8>, Fate);

/// Lets a judge answer.
fn answered(judge: impl FnOnce(&mut Hear<'_>) -> Fate) -> Answered {
    let mut out = Vec::new();
    let fate = judge(&mut |answer| Scribe::default().write(answer, &mut out));
    (out, fate)
}

/// Three judges get the same lines of a random game, every other one with a byte changed. One reads each at length. One reads
/// in short what it can and answers the same. One confirms what is right without an answer, and answers the rest the same.
#[test]
fn whatever_is_judged_in_short_is_judged_at_length() {
    fn holds<G: Game>() {
        let game = registry::find(GAMES, G::NAME).expect("it is there");
        let (mut dice, mut short, mut passed, mut changed_and_passed) = (Dice::new(1), 0, 0, 0);
        // Short games need more of them.
        for seed in 0..64 {
            if seed >= 4 && short > 50 && passed > 50 {
                break;
            }
            let record = record::<G>(seed, 120);
            let mut lines = record.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
            let first = Header::read(lines.next().expect("it has a header")).expect("it was written");
            let sit = |header: &Header| {
                game.sit(header.clone(), &mut Opened::default()).unwrap_or_else(|_| panic!("it was written"))
            };
            let [mut long, mut quick, mut silent] = [&first; 3].map(sit);
            for judge in [&mut long, &mut quick, &mut silent] {
                answered(|hear| judge.open(1, hear));
            }
            let lines = lines.flat_map(|line| [(changed(line, &mut dice), true), (line.to_vec(), false)]);
            for (number, (line, is_changed)) in (2..).zip(lines.collect::<Vec<_>>()) {
                let text = String::from_utf8_lossy(&line);
                let before = long.position();
                let expected = answered(|hear| long.line(&line, number, hear));
                let told = answered(|hear| {
                    let fate = quick.event(&line, number, hear);
                    short += u32::from(fate.is_some());
                    fate.unwrap_or_else(|| quick.line(&line, number, hear))
                });
                assert_eq!(told, expected, "{}: {text}", G::NAME);
                let confirmed = str::from_utf8(&line).map_or(0, |line| silent.pass(&format!("{line}\n")).lines);
                passed += confirmed;
                changed_and_passed += confirmed * u64::from(is_changed);
                if confirmed == 0 {
                    let told = answered(|hear| silent.confirm(&line, number, hear).fate);
                    assert_eq!(told.1, expected.1, "{}: {text}", G::NAME);
                    assert!(!told.1.is_fault() || told.0 == expected.0, "{}: {text}", G::NAME);
                } else {
                    assert_eq!(expected.1, Fate::default(), "{}: {text}", G::NAME);
                }
                for judge in [&quick, &silent] {
                    assert_eq!(judge.position(), long.position(), "{}: {text}", G::NAME);
                }
                // The game goes on as it was recorded.
                if is_changed && long.position() != before {
                    for judge in [&mut long, &mut quick, &mut silent] {
                        answered(|hear| judge.line(b"{\"query\":\"undo\"}", number, hear));
                    }
                }
            }
        }
        assert!(short > 50 && passed > 50, "{}: {short} {passed}", G::NAME);
        assert!(changed_and_passed > 0, "{}: no changed line was right", G::NAME);
    }
    every_game!(for holds());
}

#[test]
fn a_plain_draw_may_say_whose_it_is() {
    for (player, drawer) in [("", None), (r#""player":1,"#, Some(Player(1)))] {
        let text = format!(r#"{{"n":7,{player}"chance":{{"stele":"orange"}},"next":"chance"}}"#);
        let plain = read_event::<Wangdo>(text.as_bytes()).expect("it is plain");
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
        assert!(read_event::<TecTonic>(text.as_bytes()).is_none(), "{text}");
    }
}

/// Headers of many lengths of seed, as they are and with bytes changed: what is taken for the earlier header with another
/// seed is read at length as just that.
#[test]
fn a_header_that_differs_in_its_seed_is_the_earlier_one_with_another_seed() {
    let header = |seed: &str| {
        format!(
            r#"{{"referee":1,"game":"wangdo","players":3,"seed":{seed},"draws":"recorded","names":["a","b \",\"seed\":1","c"],"about":{{"seed":"5"}}}}"#
        )
    };
    let said =
        |line: &[u8]| Header::read(line).map(|header| (header.seed, format!("{:?}", Header { seed: None, ..header })));
    let (mut dice, mut taken, mut changed_and_taken) = (Dice::new(1), 0, 0);
    let seeds =
        ["0", "7", "41", "123456789012345", "1234567890123456", "\"7\"", "\"9007199254740993\"", "00", "-1", "1.0", ""];
    // The least seeds that need quotes.
    let bare = ["9007199254740992", "9999999999999999"];
    assert!(bare.map(header).iter().all(|header| said(header.as_bytes()).is_err()));
    let seeds = seeds.iter().chain(&bare).copied();
    for earlier in seeds.clone().map(header).filter(|earlier| said(earlier.as_bytes()).is_ok()) {
        let (_, rest) = said(earlier.as_bytes()).expect("it was read");
        for header in seeds.clone().map(header) {
            let lines = (0..400).map(|_| changed(header.as_bytes(), &mut dice));
            for (at, line) in std::iter::once(header.clone().into_bytes()).chain(lines).enumerate() {
                let Some(seed) = other_seed(earlier.as_bytes(), &line) else { continue };
                let text = String::from_utf8_lossy(&line);
                let (read, others) = said(&line).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
                assert_eq!((read.map(|seed| seed.0), &others), (Some(seed), &rest), "{earlier}\n{text}");
                taken += 1;
                changed_and_taken += usize::from(at > 0);
            }
        }
    }
    assert!(taken > 30 && changed_and_taken > 10, "{taken} {changed_and_taken}");
}

/// The shortest answers of a bot, as they are and with a byte changed.
#[test]
fn a_pick_that_is_read_in_short_is_read_at_length() {
    let (mut dice, mut read) = (Dice::new(1), 0);
    for answer in
        [r#"{"ask":7,"pick":3}"#, r#"{"ask":123456789012345678,"pick":999999999999999999}"#, r#"{"ask":7,"id":8921}"#]
    {
        assert!(read_pick(answer.as_bytes()).is_some(), "{answer}");
        for _ in 0..2000 {
            let line = changed(answer.as_bytes(), &mut dice);
            let Some((id, pick)) = read_pick(&line) else { continue };
            let text = String::from_utf8_lossy(&line);
            let long = strict::from_slice::<Line<TecTonic>>(&line).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
            assert_eq!(long.ask.and_then(|ask| ask.as_u64()), Some(id), "{text}");
            assert!(matches!(long.body, Body::Pick(long) if long == pick), "{text}");
            read += 1;
        }
    }
    assert!(read > 100, "{read}");
}
