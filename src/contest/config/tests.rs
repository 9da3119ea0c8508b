//! What a configuration may contain, and the faults reported for a wrong one.

use super::*;

const SMALL: &str = "\
game = \"tectonic\"
format = \"round-robin\"
seed = 5
clock = \"10+0.5/2\"
on_illegal = \"retry:2\"

[[bots]]
name = \"a\"
command = \"@random\"

[[bots]]
name = \"b\"
command = \"python3 b.py\"
directory = \"bots\"
env = { LEVEL = \"3\" }
";

#[track_caller]
fn refused(text: &str, line: usize, key: &str, because: &str) {
    let faults = Config::read(text).expect_err(because);
    let fits = |fault: &ConfigFault| fault.line == Some(line) && fault.key == key && fault.message.contains(because);
    assert!(faults.iter().any(fits), "{faults:?}");
}

#[test]
fn a_file_is_read_with_its_defaults() {
    let config = Config::read(SMALL).expect("it is right");
    assert_eq!((config.players, config.blocks, config.concurrency), (2, 1, 1));
    assert_eq!(config.clock, Some(Clock { bank_ms: Some(10_000), inc_ms: 500, move_ms: Some(2000) }));
    assert_eq!(config.on_illegal, OnIllegal::Retry(2));
    assert_eq!(config.bots[1].env["LEVEL"], "3");
    assert_eq!(config.tie_breaks, TieBreak::usual());
    let text = serde_json::to_string(&config).expect("JSON");
    assert_eq!(crate::strict::from_slice::<Config>(text.as_bytes()), Ok(config));
}

#[test]
fn faults_name_line_and_key_and_the_near_miss() {
    refused(&SMALL.replace("clock", "clok"), 4, "clok", "did you mean `clock`?");
    refused(&SMALL.replace("round-robin", "roundrobbin"), 2, "format", "did you mean `round-robin`?");
    refused(
        &SMALL.replace("seed = 5", "seed = \"x\""),
        3,
        "seed",
        "found the string \"x\", expected a whole number from 0 to 18446744073709551615, without quotes",
    );
    refused(&SMALL.replace("10+0.5/2", "10+a"), 4, "clock", "not a number of seconds");
    refused(&SMALL.replace("retry:2", "retry:0"), 5, "on_illegal", "retry:N");
    refused(&SMALL.replace("\"b\"", "\"a\""), 12, "bots.name", "already");
    refused(&SMALL.replace("python3 b.py", " "), 13, "bots.command", "how the bot is started");
    refused(&SMALL.replace("command = \"@random\"", ""), 7, "", "the key `command` is missing");
    refused(&SMALL.replace("seed = 5", "players = 3"), 7, "bots", "needs 3 to 256 bots");
    refused(&SMALL.replace("seed = 5", "rounds = 3"), 3, "rounds", "only a swiss");
    refused(&SMALL.replace("seed = 5", "blocks = 0"), 3, "blocks", "at least 1");
    refused(&SMALL.replace("seed = 5", "blocks = 4000000000"), 2, "format", "games");
    refused(&SMALL.replace("seed = 5", "tie_breaks = [\"wins\", \"wins\"]"), 3, "tie_breaks", "twice");
    refused(&SMALL.replace("seed = 5", "seed = 5\nseed = 5"), 4, "seed", "a second time");
    refused(
        &SMALL.replace("seed = 5", "seed = -1"),
        3,
        "seed",
        "`-1` is not possible here, expected a whole number from 0 to 18446744073709551615",
    );
    refused(&format!("{SMALL}\nblocks = 3\n"), 17, "blocks", "a key of the tournament itself");
    refused(&SMALL.replace("directory", "direktory"), 14, "direktory", "did you mean `directory`?");
    refused(&SMALL.replace("[[bots]]", "[[bot]]"), 7, "", "did you mean `bots`?");
    refused(&SMALL.replace("\"b\"", "\"b \""), 12, "bots.name", "no blanks at its ends");
    refused(&SMALL.replace("\"b\"", "\"b\\u202e\""), 12, "bots.name", "no direction marks");
    let missing = Config::read(&SMALL.replace("format", "# format")).expect_err("there is no format");
    assert_eq!(
        (missing[0].line, missing[0].to_string()),
        (
            None,
            "the key `format` is missing, which is one of `round-robin`, `gauntlet`, `swiss`, `knockout`, `groups`, `ladder`"
                .to_owned()
        )
    );
    let below =
        SMALL.replace("format = \"round-robin\"\n", "").replace("seed = 5", "[options]\nformat = \"round-robin\"");
    refused(&below, 3, "", "the key `format` is missing (a key of the tournament itself: write it above");
    refused(
        &SMALL.replace("directory", "game"),
        14,
        "game",
        "(a key of the tournament itself: write it above the first line such as `[options]` or `[[bots]]`); the keys are `name`",
    );
    let both = Config::read(&SMALL.replace("seed = 5", "blocks = 0\nconcurrency = 0")).expect_err("two faults");
    assert_eq!(both.len(), 2);
}

#[test]
fn bots_are_told_where_they_stand_however_they_are_written() {
    let head = "game = \"tectonic\"\nformat = \"round-robin\"\n";
    let inline = |bots: &str| format!("{head}bots = [\n{bots}\n]\n");
    let (a, b) = ("  { name = \"a\", command = \"x\" },\n", "  { name = \"b\", command = \"y\" },\n");
    assert_eq!(Config::read(&inline(&[a, b].concat())).map(|config| config.bots.len()), Ok(2));
    refused(&inline(&[a, b, a].concat()), 6, "bots.name", "there is a bot named `a` already");
    refused(&inline(&[a, &b.replace("\"y\"", "\"\"")].concat()), 5, "bots.command", "how the bot is started");
    refused(&inline(&[a.trim_end(), b].concat().replace("\"y\"", "\"\"")), 4, "bots.command", "how the bot is started");
    refused(&format!("{head}bots = [\"a\", \"b\"]\n"), 3, "bots", "expected a table such as { name =");
    refused(&format!("{head}bots = 2\n"), 3, "bots", "expected a list");
    let two = "[[bots]]\nname = \"a\"\ncommand = \"x\"\n\n[[bots]]\nname = \"b\"\ncommand = \"y\"\n";
    for (from, line) in [("[[bots]]\nname = \"a\"", 3), ("[[bots]]\nname = \"b\"", 7)] {
        let single = two.replace(from, &from.replace("[[bots]]", "[bots]"));
        refused(&format!("{head}{single}"), line, "bots", "its own line `[[bots]]`");
    }
    refused(&format!("{head}[bots]\nname = \"a\"\n"), 3, "bots", "its own line `[[bots]]`");
    refused(&format!("{head}options = 3\n{two}"), 3, "options", "expected a table");
    // A letter with a separate accent looks like the same letter as one character.
    let accents = format!("{head}{two}").replace("\"a\"", "\"\u{e9}\"").replace("\"b\"", "\"e\u{301}\"");
    refused(&accents, 8, "bots.name", "already, in characters that look the same");
    assert!(Config::read(&accents.replace("e\u{301}", "e")).is_ok());
    let many: String = (0..257).map(|at| a.replace("\"a\"", &format!("\"{at} \""))).collect();
    let faults = Config::read(&inline(&many)).expect_err("too many");
    assert_eq!(faults.len(), 1, "bots beyond the limit are not checked");
}

#[test]
fn the_digest_is_of_what_matters() {
    let digest = |text: &str| Config::read(text).expect("right").digest();
    let one = digest(SMALL);
    assert_eq!(one, digest(&SMALL.replace("seed", "concurrency = 4\nseed")));
    assert_eq!(one, digest(&format!("# a comment\n{SMALL}")));
    // A default that is spelled out later is the same tournament.
    for usual in [
        "memory = 1024",
        "idle_cpu_ms = 5000",
        "start_ms = 10000",
        "margin_ms = 50",
        "max_turns = 20000",
        "lists = \"full\"",
        "pondering = \"on\"",
        "luck = \"shared\"",
    ] {
        assert_eq!(one, digest(&SMALL.replace("seed", &format!("{usual}\nseed"))), "{usual}");
    }
    assert_ne!(one, digest(&SMALL.replace("seed", "pondering = \"off\"\nseed")));
    assert_ne!(one, digest(&SMALL.replace("seed", "luck = \"fresh\"\nseed")));
    assert_ne!(one, digest(&SMALL.replace("seed = 5", "seed = 6")));
    // An override gives the same digest as the same setting in the file.
    let config = Config::read_with(SMALL, |config| config.memory = Some(64)).expect("right");
    assert_eq!(config.digest(), digest(&SMALL.replace("seed", "memory = 64\nseed")));
    assert_ne!(one, config.digest());
    refused(&SMALL.replace("seed = 5", "memory = 0"), 3, "memory", "1 to 1073741824 MiB");
    let said = |config: &mut Config| config.sprt = "0,5,0.1,0.1".parse().ok();
    let faults = Config::read_with(&SMALL.replace("round-robin", "knockout"), said).expect_err("no test there");
    assert_eq!((faults[0].line, &*faults[0].key), (None, "sprt"));
}

#[test]
fn short_texts_are_written_as_they_are_read() {
    let test: Hypotheses = "0, 10.5,0.05,0.05".parse().expect("four numbers");
    assert_eq!(test.to_string(), "0,10.5,0.05,0.05");
    for text in ["10,0,0.05,0.05", "0,10,0.05", "0,10,0,0.05", "0,10,0.5,0.1", "NaN,10,0.05,0.05", "0,inf,0.1,0.1"] {
        assert!(text.parse::<Hypotheses>().is_err(), "{text}");
    }
}
