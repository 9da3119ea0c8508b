//! Matches and tournaments as library calls, in a process of their own: it becomes a judge, which adopts orphans.
#![cfg(target_os = "linux")]

#[path = "../examples/a_match.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod example;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use referee::matches::{Cause, Match, Tournament};
use referee::stream::{Asked, Stream};

const REFEREE: &str = env!("CARGO_BIN_EXE_referee");

/// A random bot as a program.
fn bot(seed: u64) -> String {
    format!("{REFEREE} bot --seed {seed}")
}

#[test]
fn a_match_with_a_program_is_played_and_told_as_data() {
    // A child of our own in our session is not taken for something that a bot left behind.
    let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("a child");
    let report = example::play(REFEREE, &bot(1)).expect("a match");
    assert_eq!(report.summary.games, 2);
    assert_eq!([&report.games[0].bots[..], &report.games[1].bots], [["bot", "@random"], ["@random", "bot"]]);
    drop(child.stdin.take());
    assert!(child.wait().expect("it is still ours").success());
    for (game, record) in report.games.iter().zip(&report.records) {
        assert!(game.causes.iter().all(|cause| *cause == Cause::Normal), "{game:?}");
        assert!(game.places.is_some() && game.moves.iter().all(|moves| *moves > 0), "{game:?}");
        let mut stream = Stream::new(Asked::default(), referee::judge::Emit::NONE);
        for line in record.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            stream.put(Some(line), &mut |_| {}).expect("a record");
        }
        assert!(stream.tally.is_clean(), "the record is judged again, without a fault: {:?}", stream.tally);
    }
}

#[test]
fn a_tournament_is_planned_played_and_judged_as_values() {
    let toml = |bots: &str| {
        format!("game = \"tectonic\"\nplayers = 2\nformat = \"swiss\"\nrounds = 2\nblocks = 1\nseed = 3\n{bots}")
    };
    let bot = |name: &str, command: &str| format!("[[bots]]\nname = \"{name}\"\ncommand = \"{command}\"\n");
    let bots = [bot("a", &self::bot(1)), bot("b", "@random"), bot("c", "@random"), bot("d", "@random")].concat();
    let tournament = Tournament::read(&toml(&bots)).expect("a tournament").program(REFEREE);
    let mut results = Vec::new();
    for round in 1..=2 {
        let due = tournament.due(&results);
        assert_eq!(due.len(), 4, "two tables, two games each");
        assert!(due.iter().all(|planned| planned.game_id.block.round == round));
        results.extend(due.iter().map(|planned| tournament.play(planned).expect("a game")));
    }
    assert!(tournament.due(&results).is_empty(), "it is over");
    let standings = tournament.standings(&results).expect("standings");
    assert_eq!((standings.games, standings.standings.len()), (8, 4));
    assert!(results.iter().all(|result| result.luck.is_none() && result.causes == [Cause::Normal; 2]), "{results:?}");

    let refused = |text: String, because: &str| {
        let said = Tournament::read(&text).err().expect(because).to_string();
        assert!(said.contains(because), "{said}");
    };
    refused(toml(&bots).replace("tectonic", "chess"), "chess");
    refused(toml(&bots).replace("players = 2", "players = 4"), "2 players");
    refused(toml(&bots).replace("@random", "@nobody"), "nobody");
    refused(toml(&bots).replace("seed = 3", "seed = 3\ntranscripts = \"t\""), "`transcripts` is only for");
}

#[test]
fn what_cannot_be_played_says_why() {
    let tectonic = || Match::new("tectonic").expect("a game").seed(1);
    let said = |wrong: Match| wrong.play().expect_err("it cannot be played").to_string();
    assert!(Match::new("chess").err().expect("no game").to_string().contains("chess"));
    assert!(said(tectonic().bot("@random")).contains("2 players, not 1"), "{}", said(tectonic().bot("@random")));
    let two = tectonic().bot("@random");
    assert!(said(two.clone().bot("@nobody")).contains("nobody"));
    assert!(said(two.clone().bot("no-such-program")).contains("there is no program `no-such-program`"));
    assert!(said(two.clone().bot("@random").option("no_such", 1)).contains("no_such"));
    // Another program than `referee` of this version.
    let other = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("not-referee");
    fs::write(&other, "#!/bin/sh\necho referee 0.0.1\n").expect("a file");
    fs::set_permissions(&other, fs::Permissions::from_mode(0o755)).expect("a mode");
    let wrong = said(two.clone().bot(&bot(1)).program(&other));
    assert!(wrong.starts_with("cannot start bots: ") && wrong.contains("not-referee: this is not referee "), "{wrong}");
    let gone = said(two.clone().bot(&bot(1)).program("/no/referee"));
    assert!(gone.contains("/no/referee: "), "{gone}");
    // One that ends at once cannot be run here, and no bot loses by it.
    let ends = said(two.bot("true").program(REFEREE));
    assert!(ends.contains("`true` ends as soon as it is started"), "{ends}");
}
