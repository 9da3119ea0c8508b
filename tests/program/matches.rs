//! Matches between bots, through the built program: records can be verified, seeded matches repeated, and the shipped
//! clients can play.

use std::fs;
use std::path::{Path, PathBuf};

use referee::games::GAMES;
use serde_json::{Value, json};

use crate::beside::{has, has_python};
use crate::pipes::patience::in_time;
use crate::pipes::{self, Ran, command, referee};

const FIVE_LINES: &str = "python3 fixtures/clients/five_lines.py";

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

fn files(folder: &Path) -> Vec<(String, String)> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.sort();
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).expect("text"))).collect()
}

fn plays(game: &str, bots: &[&str], more: &[&str]) -> Ran {
    let mut args = vec!["match", "--game", game];
    args.extend(bots.iter().flat_map(|bot| ["--bot", bot]));
    args.extend(more);
    referee(&args, "")
}

fn lines(ran: &Ran) -> Vec<Value> {
    ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// A transcript without its times.
fn timeless(text: &str) -> String {
    let mut all = String::new();
    for line in text.lines() {
        let mut line: Value = serde_json::from_str(line).expect("JSON");
        line.as_object_mut().expect("an object").shift_remove("ms");
        all += &format!("{line}\n");
    }
    all
}

#[test]
fn every_game_is_played_and_its_transcripts_are_verified() {
    if !has_python() {
        return;
    }
    for game in GAMES {
        let (game, players) = (game.name(), usize::from(*game.players().end()));
        let transcripts = folder(&format!("transcripts-{game}"));
        let path = transcripts.to_string_lossy().into_owned();
        let bots: Vec<&str> = [FIVE_LINES].into_iter().chain(std::iter::repeat_n("@random", players - 1)).collect();
        let ran = plays(game, &bots, &["--games", "2", "--json", "--transcripts", &path, "--max-turns", "600"]).ends(0);
        let lines = lines(&ran);
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[0]["bots"][0], "five_lines");
        assert_eq!(lines[1]["bots"][players - 1], "five_lines", "seats go round: {}", lines[1]);
        for (name, text) in files(&transcripts) {
            let played = referee(&["play", "--strict", "--emit", "none"], &text).ends(0);
            assert_eq!(played.out, text, "{game} {name}: what was recorded reads back");
            let (header, rest) = text.split_once('\n').expect("a header");
            let mut header: Value = serde_json::from_str(header).expect("JSON");
            header["seed"] = json!("1");
            let tampered = format!("{header}\n{rest}");
            let ran = referee(&["play", "--emit", "none"], &tampered);
            assert!(ran.out.lines().next().expect("a header").contains(r#""claim":"commitment""#), "{game} {name}");
        }
    }
}

#[test]
fn a_match_of_built_in_bots_is_the_same_every_time() {
    let run = |name: &str, concurrency: &str| {
        let transcripts = folder(name);
        let path = transcripts.to_string_lossy().into_owned();
        let more = ["--games", "6", "--seed", "7", "--concurrency", concurrency, "--transcripts", &path];
        plays("wangdo", &["@mcts:5", "@random"], &more).ends(0);
        files(&transcripts).into_iter().map(|(name, text)| (name, timeless(&text))).collect::<Vec<_>>()
    };
    let first = run("same-1", "1");
    assert_eq!(first.len(), 6);
    assert_eq!(first, run("same-2", "2"));
}

#[test]
fn a_bot_is_told_nothing_it_may_not_know() {
    if !has_python() {
        return;
    }
    let logs = folder("logs");
    let path = logs.to_string_lossy().into_owned();
    plays("wangdo", &[FIVE_LINES, "@random"], &["--seed", "3", "--log", &path]).ends(0);
    let (_, text) = files(&logs).remove(0);
    let entries: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let sent: Vec<Value> = entries
        .iter()
        .filter_map(|entry| entry["sent"].as_str())
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let header = &sent[0];
    assert!(header["seed"].is_null() && header["match"]["nonce"].is_null(), "{header}");
    assert!(header["match"]["commitment"].as_str().expect("a commitment").starts_with("sha256:"));
    assert_eq!(header["match"]["seat"], 0);
    for line in &sent {
        let together = ["view", "viewer", "legal_n", "exhaustive", "ask"].map(|key| !line[key].is_null());
        assert!(together == [true; 5] || together == [false; 5], "they stand together: {line}");
        assert!(line["state"].is_null() && line["digest"].is_null(), "{line}");
        if !line["viewer"].is_null() {
            assert_eq!(line["viewer"], 0);
        }
    }
    assert!(text.contains(r#"\"seal_card\":null"#), "the cards of others are hidden");
    // The lines sent to it are a stream like any other.
    let stream: String = sent.iter().map(|line| format!("{line}\n")).collect();
    let read = referee(&["play", "--emit", "none"], stream).ends(0);
    assert!(read.err.contains("something is hidden"), "{}", read.err);
}

/// The entries of the logs of a match, game after game.
fn logged(name: &str, game: &str, bots: &[&str], more: &[&str]) -> Vec<Vec<Value>> {
    let logs = folder(name);
    let path = logs.to_string_lossy().into_owned();
    plays(game, bots, &[more, &["--log", &path]].concat()).ends(0);
    let read = |text: &str| text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    files(&logs).iter().map(|(_, text)| read(text)).collect()
}

fn sent(entry: &Value) -> Option<Value> {
    serde_json::from_str(entry["sent"].as_str()?).ok()
}

#[test]
fn ids_rise_over_all_games_and_every_question_wants_an_answer() {
    if !has_python() {
        return;
    }
    let games = logged("ids", "tectonic", &[FIVE_LINES, FIVE_LINES], &["--games", "6", "--max-turns", "7"]);
    // By process: the bots change seats.
    let mut asked = [Vec::new(), Vec::new()];
    for (number, entries) in games.iter().enumerate() {
        for (at, entry) in entries.iter().enumerate() {
            let Some(line) = sent(entry).filter(|line| !line["ask"].is_null()) else { continue };
            let seat = entry["seat"].as_u64().expect("a seat") as usize;
            asked[(seat + number) % 2].push(line["ask"]["id"].as_u64().expect("an id"));
            let said = entries[at..].iter().any(|later| later["seat"] == entry["seat"] && !later["said"].is_null());
            assert!(said, "game {number}: no one needs this: {line}");
        }
    }
    for ids in &asked {
        assert!(ids.len() > 18 && ids.is_sorted_by(|one, next| one < next), "{ids:?}");
    }
}

#[test]
fn a_log_holds_only_what_somebody_was_sent() {
    if !has_python() {
        return;
    }
    for entries in logged("only-sent", "tectonic", &[FIVE_LINES, "@random"], &["--games", "2", "--max-turns", "9"]) {
        let seats: Vec<bool> = [0, 1]
            .map(|seat| entries.iter().any(|entry| entry["seat"] == seat && entry["built_in"].is_null()))
            .to_vec();
        assert_eq!(seats.iter().filter(|there| **there).count(), 1, "a player of ours reads nothing: {entries:?}");
        let lines = entries.iter().filter(|entry| !entry["sent"].is_null());
        assert!(
            lines.clone().count() > 5 && lines.clone().all(|entry| sent(entry).is_some_and(|line| line.is_object()))
        );
    }
}

#[test]
fn a_bot_that_declines_lists_need_not_say_so_twice() {
    let own = format!("{} bot", env!("CARGO_BIN_EXE_referee"));
    for entries in logged("lists", "tectonic", &[&own, "@random"], &["--games", "3", "--max-turns", "8"]) {
        let lines: Vec<Value> = entries.iter().filter_map(sent).filter(|line| !line["ask"].is_null()).collect();
        // The first question may come before the introduction has been read.
        assert!(lines.len() > 2 && lines[1..].iter().all(|line| line["legal"].is_null()), "{lines:?}");
    }
    let games = logged("lists-2", "tectonic", &[&own, "@random"], &["--games", "3", "--max-turns", "8"]);
    for entries in &games[1..] {
        assert!(entries.iter().filter_map(sent).all(|line| line["legal"].is_null()), "{entries:?}");
    }
}

#[test]
fn shipped_clients_play() {
    if !has_python() {
        return;
    }
    let built = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bot_cpp").to_string_lossy().into_owned();
    let mut clients = vec!["python3 fixtures/clients/bot.py".to_owned()];
    if has("node", &["--version"]) {
        clients.push("node fixtures/clients/bot.mjs".to_owned());
    }
    if has("c++", &["--version"]) {
        let made = command("c++").args(["-O1", "-o", &built, "fixtures/clients/bot.cpp"]).status();
        assert!(made.expect("a compiler").success());
        clients.push(built);
    }
    for client in &clients {
        let ran = plays("wongar", &[client, FIVE_LINES, "@random"], &["--games", "2", "--json"]).ends(0);
        for line in &lines(&ran)[..2] {
            assert_eq!(line["causes"], json!(["normal", "normal", "normal"]), "{client}: {line}");
        }
    }
    let own = format!("{} bot --seed 5", env!("CARGO_BIN_EXE_referee"));
    let ran = plays("wangdo", &[&own, FIVE_LINES], &["--games", "4", "--json"]).ends(0);
    for line in &lines(&ran)[..4] {
        assert_eq!((&line["causes"], &line["stale"]), (&json!(["normal", "normal"]), &json!([0, 0])), "{line}");
    }
    for client in ["five_lines.py", "bot.py", "bot.mjs", "bot.cpp"] {
        let text = fs::read_to_string(pipes::root().join("fixtures/clients").join(client)).expect("a client");
        assert!(text.lines().count() < 40, "{client} is short");
    }
}

#[test]
fn a_bot_is_checked_in_words() {
    if !has_python() {
        return;
    }
    // Only an unexpected loss on time is a reason to try again.
    let usual = ["check-bot", "--game", "wangdo", "--start-ms", "4000", "--clock", "/3"];
    let late = |bot: &str| referee(&[&usual[..], &[bot]].concat(), "");
    let check = |bot: &str| {
        let lost_on_time = |ran: &Ran| ["  start_timeout: ", "  time_"].iter().any(|cause| ran.out.contains(cause));
        in_time(|| late(bot), lost_on_time)
    };
    let fine = check(FIVE_LINES).ends(0).out;
    assert!(fine.contains("as player 1") && fine.ends_with("no fault found\n"), "{fine}");
    let with = |how: &str| check(&format!("python3 tests/hostile/bot.py {how} 1"));
    assert!(with("debug_output").ends(4).out.contains("write everything else to standard error"));
    assert!(with("no_id").ends(4).out.contains("must repeat the id"));
    assert!(with("illegal").ends(4).out.contains("bad_message"), "an action of another game");
    assert!(with("early").out.contains("to another question: repeat the `id`"));
    assert!(with("stale").ends(0).out.contains("already answered"), "the question before it is answered already");
    assert!(with("crlf").ends(0).out.contains("CR LF"), "a line end of another system");
    assert!(!with("honest").ends(0).out.contains("CR LF"));
    assert!(with("notes").ends(0).out.contains("it wrote to standard error: I take"));
    let slow = late("python3 tests/hostile/bot.py slow_to_start 1").ends(4).out;
    assert!(slow.contains("use a larger --start-ms"), "{slow}");
    let colours = with("colours").ends(4).out;
    assert!(colours.contains("\\u{1b}[2J") && !colours.contains('\u{1b}'), "{colours}");
    assert!(!colours.lines().any(|line| line.starts_with("g0:")), "no line of a bot looks like ours: {colours}");
    let knows_no_draws = "python3 -c \"import json,sys
for text in sys.stdin:
    line = json.loads(text)
    if 'referee' not in line and 'outcome' not in line: line['action']
    if 'ask' in line: print(json.dumps({'ask': line['ask']['id'], 'pick': 0}), flush=True)\"";
    let told = check(knows_no_draws).ends(4).out;
    assert!(told.contains("lines with `chance`") && told.contains("KeyError"), "{told}");
    let broken = check("python3 -c 'for text in'").ends(4).out;
    assert!(broken.contains("the program itself is at fault") && !broken.contains("`chance`"), "{broken}");
    let whole = "python3 -c \"import json,sys
for text in sys.stdin:
    line = json.loads(text)
    if 'ask' in line: print(json.dumps({'ask': line['ask'], 'pick': 0}), flush=True)\"";
    let told = check(whole).ends(4).out;
    assert!(told.contains("`ask` must be just the number; it wrote: {\"ask\": {\"id\": 1"), "{told}");
    let one_game = "python3 -c \"import json,sys
for text in sys.stdin:
    line = json.loads(text)
    if 'outcome' in line or 'abort' in line: sys.exit()
    if 'ask' in line: print(json.dumps({'ask': line['ask']['id'], 'pick': 0}), flush=True)\"";
    assert!(check(one_game).ends(0).out.contains("another header may follow"));
    assert!(check("env no-such-program-here").ends(4).out.contains("could not be started"));
    let absent = check("no-such-program-here").ends(2).err;
    assert!(absent.contains("no program") && !absent.contains("--bot"), "{absent}");
    assert!(referee(&["check-bot", "--help"], "").ends(0).out.contains("after 400 actions"));
    let buffered = "env -u PYTHONUNBUFFERED python3 -c \"import json,sys
for text in sys.stdin:
    line = json.loads(text)
    if 'ask' in line: print(json.dumps({'ask': line['ask']['id'], 'pick': 0}))\"";
    let told = late(buffered).ends(4).out;
    assert!(told.contains("does not flush") && told.contains("flush standard output"), "{told}");
    // Being too slow is a different cause, with or without an earlier answer.
    let slow = "import json,sys,time
for text in sys.stdin:
    line = json.loads(text)
    if 'ask' in line: time.sleep(SECONDS); print(json.dumps({'ask': line['ask']['id'], 'pick': 0}), flush=True)";
    // The second bot has the environment that Python needs to start.
    for (start, seconds) in [("5000", "1.12"), ("1000", "0.99")] {
        let slow = format!("python3 -c \"{}\"", slow.replace("SECONDS", seconds));
        let args = ["check-bot", "--game", "wangdo", "--clock", "/1", "--start-ms", start, &slow];
        // A busy machine may delay the output after a late start.
        let told = in_time(|| referee(&args, ""), |ran| !ran.out.contains("too slow")).ends(4).out;
        assert!(told.contains("too slow"), "{told}");
        assert!(start == "1000" || !told.contains("does not flush"), "{told}");
    }
    // Questions of a game that was called off do not reach the next one.
    for _ in 0..10 {
        let args = ["check-bot", "--game", "we-will-wok-you", "--max-turns", "31", FIVE_LINES];
        let told = referee(&args, "").ends(0).out;
        assert!(!told.contains("another question"), "{told}");
        assert_eq!(told.matches(" actions and draws (max_turns): ").count(), 2, "{told}");
    }
    check("@random").ends(2);
}

#[test]
fn what_cannot_be_played_is_said() {
    if !has_python() {
        return;
    }
    let says = |args: &[&str], message: &str| {
        let ran = referee(&[&["match"], args].concat(), "").ends(2);
        assert!(ran.err.contains(message), "{args:?}: {}", ran.err);
    };
    says(&["--game", "tectonic", "--bot", "@random"], "is for 2 players");
    says(&["--game", "wongar", "--players", "3", "--bot", "@random", "--bot", "@random"], "need 3 bots");
    says(&["--game", "tectonic", "--bot", "@mtcs", "--bot", "@random"], "did you mean `@mcts`?");
    says(
        &["--game", "tectonic", "--bot", "no-such-program-here", "--bot", "@random"],
        "no program `no-such-program-here`",
    );
    says(&["--game", "tectonic", "--bot", "@human", "--bot", "@human"], "one person");
    let with = |more: &[&str], message: &str| {
        says(&[&["--game", "tectonic", "--bot", FIVE_LINES, "--bot", "@random"], more].concat(), message);
    };
    with(&["--wrap", "no-such-sandbox --tight"], "no program `no-such-sandbox`");
    with(&["--wrap", "env --no-such-option"], "cannot run even `true`");
    with(&["--concurrency", "0"], "a whole number from 1 to 256");
    with(&["--games", "0"], "a whole number, at least 1");
    with(&["--memory", "99999999999999"], "a whole number from 1 to 1073741824");
    let bot = |bot: &str, message: &str| says(&["--game", "tectonic", "--bot", bot, "--bot", "@random"], message);
    bot("tests/hostile/first.py", "is not executable");
    bot("src", "there is no program `src`");
    bot("python3 fixtures/clients/five_lines.py 2>/dev/null", "no shell runs the command");
    bot("SEED=1 python3 fixtures/clients/five_lines.py", "env SEED=1 python3");
    says(&["--game", "tectonik", "--bot", "@random", "--bot", "@random"], "did you mean `tectonic`?");
    says(&["--game", "tectonic", "--bot", "@random", "--bot", "@random", "--clock", "fast"], "seconds");
    says(&["--game", "tectonic", "--bot", "@random", "--bot", "@random", "--seed-file", "/no/such"], "/no/such");
    says(&["--game", "tectonic", "--bot", "@random", "--bot", "@random", "--option", "setup=S9"], "S9");
}

#[test]
fn folders_are_looked_at_before_anything_is_played() {
    let root = folder("folders");
    fs::create_dir_all(&root).expect("a folder");
    let place = |name: &str| root.join(name).to_string_lossy().into_owned();
    let bots = ["@random", "@random"];
    let refused = |more: &[&str], message: &str| {
        let ran = plays("tectonic", &bots, &[&["--games", "2", "--seed", "1"], more].concat()).ends(2);
        assert!(ran.out.is_empty() && ran.err.contains(message), "{more:?}: {}", ran.err);
    };
    fs::write(root.join("file"), "").expect("a file");
    for flag in ["--transcripts", "--log"] {
        refused(&[flag, &place("file/below")], flag);
    }
    refused(&["--transcripts", &place("both"), "--log", &(place("both") + "/")], "different folders");
    plays("tectonic", &bots, &["--games", "2", "--seed", "1", "--transcripts", &place("kept")]).ends(0);
    let kept = files(&root.join("kept"));
    refused(&["--transcripts", &place("kept")], "jsonl exists already");
    refused(&["--log", &place("kept")], "jsonl exists already");
    assert_eq!(kept, files(&root.join("kept")));
    // Other files do not matter: a hundred games have numbers with two digits.
    plays("tectonic", &bots, &["--games", "11", "--transcripts", &place("kept")]).ends(0);
}

#[test]
fn what_was_played_before_a_failure_is_told() {
    if !has_python() {
        return;
    }
    let root = folder("failing");
    let transcripts = root.join("transcripts");
    // A file takes the folder's place when the second game begins.
    let bot = format!(
        "python3 -c \"import json,os,sys
for text in sys.stdin:
    line = json.loads(text)
    if line.get('match', {{}}).get('game_id') == 'g1': os.rename('{0}', '{0}.gone'); open('{0}', 'w')
    if 'ask' in line: print(json.dumps({{'ask': line['ask']['id'], 'pick': 0}}), flush=True)\"",
        transcripts.display()
    );
    let path = transcripts.to_string_lossy().into_owned();
    for json in [false, true] {
        let _ = fs::remove_dir_all(&root);
        let more = ["--games", "3", "--max-turns", "6", "--transcripts", &path];
        let ran =
            plays("tectonic", &[&bot, "@random"], &[&more[..], if json { &["--json"] } else { &[] }].concat()).ends(74);
        assert!(ran.err.contains("cannot create the folder"), "{}", ran.err);
        let told = if json { "\"game_id\":\"g0\"" } else { "1 of 1 game was called off" };
        assert!(ran.out.contains(told), "{ran:?}");
    }
}

#[test]
fn which_process_plays_which_game_is_no_matter_of_time() {
    if !has_python() {
        return;
    }
    // It plays the number of its game in its process, and sometimes takes its time.
    let bot = |delay: &str| {
        format!(
            "python3 -c \"import json,sys,time
games = 0
for text in sys.stdin:
    line = json.loads(text)
    if 'referee' in line: games += 1; time.sleep({delay} * (games % 2))
    if 'ask' in line: print(json.dumps({{'ask': line['ask']['id'], 'pick': games % line['legal_n']}}), flush=True)\""
        )
    };
    let run = |name: &str, delay: &str| {
        let transcripts = folder(name);
        let path = transcripts.to_string_lossy().into_owned();
        let more = ["--games", "7", "--seed", "7", "--concurrency", "2", "--max-turns", "8", "--transcripts", &path];
        plays("tectonic", &[&bot(delay), "@random"], &more).ends(0);
        files(&transcripts).into_iter().map(|(name, text)| (name, timeless(&text))).collect::<Vec<_>>()
    };
    assert!(run("process-1", "0") == run("process-2", "0.3"), "the transcripts differ");
}

#[test]
fn bots_of_one_name_are_told_apart_by_their_folders() {
    if !has_python() {
        return;
    }
    let bots =
        ["python3 tests/hostile/first.py", "python3 fixtures/clients/bot.py", "python3 tests/hostile/bot.py honest"];
    let root = folder("twins");
    for name in ["mine", "theirs"] {
        fs::create_dir_all(root.join(name)).expect("a folder");
        fs::copy(pipes::root().join("tests/hostile/first.py"), root.join(name).join("bot.py")).expect("a copy");
    }
    let [mine, theirs] = ["mine", "theirs"].map(|name| format!("python3 {}", root.join(name).join("bot.py").display()));
    let names = |bots: &[&str]| {
        let ran = plays("wongar", bots, &["--json", "--max-turns", "10"]).ends(0);
        lines(&ran)[0]["bots"].as_array().expect("names").clone()
    };
    assert_eq!(names(&bots), ["first", "bot", "honest"]);
    assert_eq!(names(&[&mine, &theirs, &mine]), ["mine/bot", "theirs/bot", "mine/bot#2"]);
}

#[test]
fn what_stands_in_for_a_missing_action_is_recorded() {
    if !has_python() {
        return;
    }
    let transcripts = folder("stand-ins");
    let path = transcripts.to_string_lossy().into_owned();
    let bots = ["python3 tests/hostile/bot.py illegal", "@random"];
    let more = ["--on-illegal", "random", "--max-turns", "30", "--transcripts", &path, "--fail-on-bot-fault"];
    let told = plays("tectonic", &bots, &more).ends(4).out;
    assert!(told.contains(" illegal_action\n") && told.contains("chosen at random after illegal_action"), "{told}");
    let (_, text) = files(&transcripts).remove(0);
    assert!(text.contains(r#""note":"chosen at random after illegal_action""#), "{text}");
    // A refused action is in the record, and is refused again.
    let read = referee(&["play", "--strict", "--emit", "none"], &text).ends(0);
    assert_eq!(read.out, text);
    assert!(text.contains(r#""violations":[{"rule":"tectonic."#));
}

#[test]
fn a_person_plays_with_numbers() {
    let args = ["match", "--game", "wangdo", "--bot", "@human", "--bot", "@random", "--seed", "1", "--max-turns", "60"];
    let ran = referee(&args, "0\nx\n99999\n".to_owned() + &"0\n".repeat(200)).ends(0);
    assert!(ran.err.contains("you are player 0 of 2"), "{}", ran.err);
    let told =
        ["this action is not in the list", "choose a number from 0 to ", "human, player 0: ", "@random, player 1: "];
    assert!(told.iter().all(|text| ran.err.contains(text)) && !ran.err.contains("\nplayer 1:"), "{}", ran.err);
    let left = referee(&args, "0\n").ends(0);
    assert!(left.out.contains("called off"), "{left:?}");
}

#[test]
fn a_person_sees_what_happened_since_they_looked_and_how_it_ended() {
    let game = ["match", "--game", "tectonic", "--bot", "@human", "--bot", "@random", "--games", "1", "--seed", "1"];
    let err = referee(&[&game[..], &["--max-turns", "5"]].concat(), "0\n0\n0\n").ends(0).err;
    let boards: Vec<&str> = err.split("TecTonic: ").skip(2).collect();
    assert_eq!(boards.len(), 4, "three that they are asked about, and how it ended: {err}");
    assert!(!boards[0].contains("Last: ") && !boards[0].contains("changed last"), "nothing has happened: {err}");
    assert!(boards[1].contains("Last: @random, Black: move ") && boards[1].contains("changed last"), "{err}");
    let marks = |board: &str| board.split("changed last").next().map_or(0, |board| board.matches('[').count() - 1);
    assert_eq!((marks(boards[1]), marks(boards[3])), (4, 2), "all that was moved since they looked is marked: {err}");
    assert!(boards[3].starts_with("The game was called off.\nLast: human, White: "), "{err}");
}

#[test]
fn a_person_finds_their_way_in_a_long_list() {
    let logs = folder("person");
    let path = logs.to_string_lossy().into_owned();
    let args = ["match", "--game", "wigwam", "--bot", "@human", "--bot", "@random", "--seed", "1", "--log", &path];
    // One by one: more of the list, parts of it, a misspelt base, no action, an arrangement of three, the first.
    let wrong = r#"{"arrange":{"chief":"B1","tents":["B2","B3","X9"],"warriors":[]}}"#;
    let few = r#"{"arrange":{"chief":"B1","tents":["B2","B3","B4"],"warriors":[]}}"#;
    let typed = ["more", "list chief on B5", "list warriors chief", "list nothing", "{", wrong, "\"pass\"", few, "0"];
    let err = referee(&args, typed.join("\n") + "\n").ends(0).err;
    let once = |text: &str| err.matches(text).count() == 1;
    assert!(once("(1 to 20 of 120 shown; type `more` for the next") && once("(1 to 20 of 1320 shown; "), "{err}");
    assert!(once("(none of 1320 actions contains these words)"), "{err}");
    assert!(err.contains("   0  set up the chief on B1, tents on "), "an example: {err}");
    let column = wrong.find("\"X9").expect("the misspelt place") + 4;
    assert!(err.contains(&format!("not understood: column {column}: `X9`")), "{column}: {err}");
    assert!(err.contains("refused: ") && !err.contains(": \""), "{err}");
    let boards = err.matches("you are player").count();
    assert_eq!((boards, err.matches("Wigwam: ").count()), (1, 4), "which game, the board twice, and the end: {err}");
    let (_, log) = files(&logs).remove(0);
    let entries: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let said: Vec<&str> = entries.iter().filter_map(|entry| entry["said"].as_str()).collect();
    assert_eq!(said, typed);
    let (own, others): (Vec<&Value>, Vec<&Value>) = entries.iter().partition(|entry| entry["seat"] == 0);
    assert!(own[0]["sent"].as_str().is_some_and(|line| line.starts_with("{\"referee\":1")), "{}", own[0]);
    let built_in = |entry: &&Value| entry["built_in"] == true && entry["sent"].is_null();
    assert!(others.len() == 1 && others.iter().all(built_in), "the other seat is built in: {others:?}");
}

#[test]
fn without_a_clock_a_bot_takes_its_time() {
    if !has_python() {
        return;
    }
    let slow = "python3 -c \"import json,sys,time
time.sleep(0.4)
for text in sys.stdin:
    line = json.loads(text)
    if 'match' in line: assert line['match']['clock'] is None, line
    if 'ask' in line:
        assert 'move_ms' not in line['ask'] and 'bank_ms' not in line['ask'], line
        print(json.dumps({'ask': line['ask']['id'], 'pick': 0}), flush=True)\"";
    let usual = ["match", "--game", "tectonic", "--bot", slow, "--bot", "@random", "--max-turns", "5", "--json"];
    let causes = |clock: &str| {
        let ran = referee(&[&usual[..], &["--start-ms", "1", "--margin-ms", "0", "--clock", clock]].concat(), "");
        let game: Value = serde_json::from_str(ran.ends(0).out.lines().next().expect("a game")).expect("JSON");
        game["causes"].clone()
    };
    assert_eq!(causes("none"), serde_json::json!(["max_turns", "max_turns"]));
    assert_eq!(causes("/60"), serde_json::json!(["start_timeout", "normal"]));
}

#[test]
fn the_specification_can_be_printed() {
    let all = referee(&["protocol"], "").ends(0).out;
    for part in ["For authors of bots", ". Claims", "legal_cut", "\"commitment\"", "`pick`"] {
        assert!(all.contains(part.trim_matches('"')), "{part}");
    }
    assert!(!all.contains("[`") && !all.contains("(see ") && !all.contains("see `Header`"), "no links of the source");
    let bots = referee(&["protocol", "bots"], "").ends(0).out;
    let causes = ["normal", "start_timeout", "cpu_limit", "referee_fault", "time_bank", "signal", "output_limit"];
    let limits = ["start_ms", "margin_ms", "1 MiB", "100 bytes", "little-endian", "--concurrency K"];
    for part in causes.iter().chain(&limits) {
        assert!(bots.contains(part), "{part}");
    }
    let mut code = false;
    for line in all.lines() {
        code ^= line.starts_with("```");
        assert!(code || line.starts_with('|') || line.chars().count() <= 100, "{line}");
    }
    let five_lines = fs::read_to_string(pipes::root().join("fixtures/clients/five_lines.py")).expect("a client");
    assert!(
        referee(&["protocol", "bots"], "").ends(0).out.contains(&five_lines),
        "the smallest bot is the shipped one"
    );
}
