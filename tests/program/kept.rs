//! What a match or a tournament writes and keeps: nothing is lost in silence, nothing grows without bound.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::beside::{has, has_python};
use crate::hostile::{bot, has_bubblewrap};
use crate::pipes::{command, referee, root};
use crate::tournament::{file, fresh};

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let path = fresh("x").with_file_name(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}

fn shell(script: &str, first: &str) -> Output {
    command("bash").args(["-c", script, "-", first]).stdin(Stdio::null()).output().expect("a shell")
}

/// Between @random and a bot, with these settings.
fn tournament(command: &str, settings: &str) -> String {
    format!(
        "game = \"tectonic\"\nformat = \"round-robin\"\nblocks = 2\nseed = 1\nmax_turns = 12\n{settings}\n[[bots]]\n\
         name = \"ours\"\ncommand = \"@random\"\n[[bots]]\nname = \"theirs\"\ncommand = {command:?}\n"
    )
}

#[test]
fn a_log_of_floods_stays_small() {
    if !has_python() {
        return;
    }
    let sandbox: &[&[&str]] = if has_bubblewrap() { &[&[], &["--sandbox"]] } else { &[&[]] };
    for (how, more) in
        ["flood_blank", "flood_stale"].into_iter().flat_map(|how| sandbox.iter().map(move |more| (how, *more)))
    {
        let kept = folder(how);
        let [log, games] = ["log", "games"].map(|name| kept.join(name).to_string_lossy().into_owned());
        let one = bot(how, "A=b");
        let args = ["match", "--game", "tectonic", "--json", "--bot", &one, "--bot", "@random", "--log", &log];
        let ran = referee(&[&args[..], &["--transcripts", &games], more].concat(), "").ends(0);
        assert!(ran.out.contains("lines that answer nothing"), "{ran:?}");
        let length = |folder| fs::metadata(PathBuf::from(folder).join("g0.jsonl")).expect("a file").len();
        assert!(length(&log) < 1 << 20, "{how}: {}", length(&log));
        // Empty lines and answers to other questions are no part of the record.
        assert!(length(&games) < 32 << 10, "{how}: {}", length(&games));
    }
}

/// The bound that `match --help` names, for the most that a match forgives.
#[test]
fn a_transcript_of_refusals_has_its_bound() {
    if !has_python() {
        return;
    }
    // A bot that gives 90 answers to each question that are not taken, and then one that is.
    let script = "import json, sys\ntimes = 0\nfor text in sys.stdin:\n    line = json.loads(text)\n    if 'ask' in line:\n        \
                  times += 1\n        said = {'note': 'x' * 2000} if times % 91 else {'pick': 0}\n        \
                  print(json.dumps({'ask': line['ask']['id'], **said}), flush=True)\n";
    let script = format!("python3 {}", file("refused.py", script));
    for (name, script) in [("refused", &*script), ("refused-blank", "python3 tests/hostile/bot.py flood_blank")] {
        let games = folder(name);
        let path = games.to_string_lossy().into_owned();
        let args = ["match", "--game", "tectonic", "--max-turns", "50", "--on-illegal", "retry:100", "--clock", "/60"];
        referee(&[&args[..], &["--bot", script, "--bot", "@random", "--transcripts", &path]].concat(), "").ends(0);
        let length = fs::metadata(games.join("g0.jsonl")).expect("a transcript").len();
        let most = (50 + 2) * (3 << 10) + (2 << 20);
        assert!(length < most, "{name}: {length}");
        assert!(name != "refused" || length > 1 << 20, "the bound is reached: {length}");
    }
}

#[test]
fn a_full_disk_ends_a_match_in_order() {
    for flag in ["--transcripts", "--log"] {
        let kept = folder("full-disk");
        // Room for two blocks of 512 bytes in a file.
        let script = format!(
            "ulimit -f 1; trap '' XFSZ; exec referee match --game tectonic --seed 1 --games 3 --bot 'referee bot' \
             --bot @random {flag} \"$1\""
        );
        let ran = shell(&script, &kept.to_string_lossy());
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(74), "{said}");
        assert!(said.contains("File too large"), "{said}");
    }
}

#[test]
fn what_is_deleted_meanwhile_is_told() {
    if !has_python() {
        return;
    }
    let kept = folder("deleted-match").to_string_lossy().into_owned();
    let removes = format!("python3 tests/hostile/bot.py honest && rm -f {kept}/g0.jsonl");
    let script = format!("sh -c '{removes}'");
    let args = ["match", "--game", "tectonic", "--games", "2", "--max-turns", "8", "--transcripts", &kept];
    let ran = referee(&[&args[..], &["--bot", &script, "--bot", "@random"]].concat(), "");
    // The bot removes it when it ends, after the last game.
    assert!(ran.code == Some(0) || ran.code == Some(74), "{ran:?}");
    // Here the first transcript is gone before the last game.
    let kept = folder("deleted-match-2").to_string_lossy().into_owned();
    let deletes = file(
        "deletes.py",
        &format!(
            "import json, os, sys\nfor text in sys.stdin:\n    line = json.loads(text)\n    if line.get('match', {{}})\
             .get('game_id') == 'g1': os.unlink({:?})\n    if 'ask' in line: print(json.dumps({{'ask': line['ask']['id'], \
             'pick': 0}}), flush=True)\n",
            format!("{kept}/g0.jsonl")
        ),
    );
    let script = format!("python3 {deletes}");
    let args = ["match", "--game", "tectonic", "--games", "2", "--max-turns", "8", "--transcripts", &kept];
    let ran = referee(&[&args[..], &["--bot", &script, "--bot", "@random"]].concat(), "").ends(74);
    assert!(ran.err.contains("1 of the written files no longer exist") && ran.err.contains("g0.jsonl"), "{ran:?}");
    assert!(ran.out.contains("deletes"), "the table is there: {ran:?}");
}

#[test]
fn a_journal_that_is_deleted_stops_the_run() {
    if !has_python() {
        return;
    }
    let journal = fresh("deleted-journal.jsonl").to_string_lossy().into_owned();
    let deletes = format!("sh -c 'rm -f {journal}; exec python3 tests/hostile/first.py'");
    let config = file("deleted-journal.toml", &tournament(&deletes, ""));
    let ran = referee(&["tournament", "run", &config, "--journal", &journal], "").ends(74);
    assert!(ran.err.contains("the journal was deleted or replaced while it was written"), "{ran:?}");
}

#[test]
fn a_transcript_that_is_deleted_is_told() {
    if !has_python() {
        return;
    }
    let games = folder("deleted-transcripts").to_string_lossy().into_owned();
    let journal = fresh("deleted-transcripts.jsonl").to_string_lossy().into_owned();
    let deletes = format!("sh -c 'rm -f {games}/r1t1b1g1.jsonl; exec python3 tests/hostile/first.py'");
    let config = file("deleted-transcripts.toml", &tournament(&deletes, &format!("transcripts = {games:?}")));
    let ran = referee(&["tournament", "run", &config, "--journal", &journal], "").ends(74);
    assert!(
        ran.err.contains("r1t1b1g1.jsonl no longer exists") && ran.out.contains("4 games were called off"),
        "{ran:?}"
    );
}

#[test]
fn a_bot_that_was_replaced_is_not_played_on_unasked() {
    if !has_python() {
        return;
    }
    let first = fs::read_to_string(root().join("tests/hostile/first.py")).expect("a bot");
    let script = file("replaced.py", &first);
    let games = folder("replaced").to_string_lossy().into_owned();
    let settings = format!("transcripts = {games:?}\nblocks_ = 1");
    let text = tournament(&format!("python3 {script}"), &settings).replace("\nblocks_ = 1", "");
    let (config, journal) = (file("replaced.toml", &text), fresh("replaced.jsonl"));
    let path = journal.to_string_lossy().into_owned();
    let run = |more: &[&str]| referee(&[&["tournament", "run", &config, "--journal", &path][..], more].concat(), "");
    run(&[]).ends(0);
    let whole = fs::read_to_string(&journal).expect("there");
    let lines: Vec<Value> = whole.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let files = lines[1]["bots"].as_array().expect("what the bots are made of");
    assert!(files.iter().any(|file| file["path"] == script && file["bot"] == "theirs"), "{files:?}");
    assert!(files.iter().any(|file| file["path"].as_str().is_some_and(|path| path.ends_with("/python3"))), "{files:?}");
    let digest = files.iter().find(|file| file["path"] == script).expect("the script")["sha256"].clone();
    let record = fs::read_to_string(format!("{games}/r1t1b1g1.jsonl")).expect("a transcript");
    let header: Value = serde_json::from_str(record.lines().next().expect("a header")).expect("JSON");
    assert_eq!(header["match"]["files"], json!([{}, header["match"]["files"][1]]));
    assert_eq!(header["match"]["files"][1][&script], digest);
    // Half of the games are left, and the script is another one.
    fs::write(&journal, whole.lines().take(4).map(|line| format!("{line}\n")).collect::<String>()).expect("can write");
    fs::write(&script, first + "# better\n").expect("can write");
    let ran = run(&[]).ends(2);
    assert!(ran.err.contains("replaced.py of the bot `theirs` is not what it was"), "{ran:?}");
    let ran = run(&["--changed-bots"]).ends(0);
    assert!(ran.err.contains("is not what it was") && ran.out.contains("4 games were called off"), "{ran:?}");
    let again = fs::read_to_string(&journal).expect("there");
    assert_eq!(again.matches("{\"bots\":").count(), 2, "both are in the journal");
    referee(&["tournament", "verify", &path], "").ends(0);
    referee(&["tournament", "rate", &path], "").ends(0);
}

#[test]
fn a_journal_is_a_regular_file() {
    let config = file("pipe.toml", &tournament("@random", "").replace("theirs", "other"));
    let pipe = fresh("pipe.jsonl");
    assert!(command("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let ran = referee(&["tournament", "run", &config, "--journal", &pipe.to_string_lossy()], "").ends(74);
    assert!(ran.err.contains("it is not a regular file"), "{ran:?}");
}

#[test]
fn a_finished_tournament_needs_no_writable_journal() {
    if !has("bwrap", &["--ro-bind", "/", "/", "true"]) {
        return;
    }
    let config = file("finished.toml", &tournament("@random", ""));
    let journal = fresh("finished.jsonl").to_string_lossy().into_owned();
    let args = ["tournament", "run", &config, "--journal", &journal];
    referee(&args, "").ends(0);
    let read_only = || {
        let mut judge = command("bwrap");
        judge
            .args(["--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", env!("CARGO_BIN_EXE_referee")])
            .args(args);
        judge.output().expect("the program ends")
    };
    let ran = read_only();
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("all games have been played"));
    assert!(String::from_utf8_lossy(&ran.stdout).contains("4 games were called off"));
    let text = fs::read_to_string(&journal).expect("there");
    fs::write(&journal, text.lines().take(3).map(|line| format!("{line}\n")).collect::<String>()).expect("can write");
    assert_eq!(read_only().status.code(), Some(74), "games are left to play");
}

#[test]
fn two_runs_do_not_share_a_folder_of_transcripts() {
    if !has_python() {
        return;
    }
    let games = folder("shared-folder").to_string_lossy().into_owned();
    let slow = "python3 tests/hostile/bot.py brisk";
    let settings = format!("transcripts = {games:?}");
    let config = file("shared-folder.toml", &tournament(slow, &settings).replace("max_turns = 12", "max_turns = 120"));
    let [first, second] = ["shared-1.jsonl", "shared-2.jsonl"].map(|name| fresh(name).to_string_lossy().into_owned());
    let mut child = command(env!("CARGO_BIN_EXE_referee"));
    child.args(["tournament", "run", &config, "--journal", &first]).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = child.spawn().expect("it starts");
    let begun = Instant::now();
    while fs::read_to_string(&first).map_or(0, |text| text.lines().count()) < 2 {
        assert!(begun.elapsed() < Duration::from_mins(1), "the first run does not begin");
        thread::sleep(Duration::from_millis(10));
    }
    fs::copy(&first, &second).expect("a copy of the journal");
    let ran = referee(&["tournament", "run", &config, "--journal", &second], "").ends(2);
    assert!(ran.err.contains("another run writes its transcripts here"), "{ran:?}");
    assert!(child.wait().expect("a child").success(), "the first run is not disturbed");
}

#[test]
fn a_bot_may_end_after_every_game() {
    if !has_python() {
        return;
    }
    // With code 0 or another, or by a signal: a match and a tournament have one rule.
    for how in ["leaves_after_games", "leaves_after_games:3", "leaves_after_games:-9"] {
        let one = bot(how, "A=b");
        let args = ["match", "--game", "wigwam", "--json", "--games", "4", "--seed", "1", "--clock", "/20"];
        let ran = referee(&[&args[..], &["--bot", &one, "--bot", "@random"]].concat(), "").ends(0);
        for line in ran.out.lines().take(4) {
            let line: Value = serde_json::from_str(line).expect("JSON");
            assert_eq!(line["causes"], json!(["normal", "normal"]), "{how}: {line}");
        }
        let text = tournament(&one, "clock = \"/20\"").replace("tectonic", "wigwam").replace("max_turns = 12\n", "");
        let (config, journal) = (file("leaves.toml", &text), fresh("leaves.jsonl").to_string_lossy().into_owned());
        referee(&["tournament", "run", &config, "--journal", &journal], "").ends(0);
        let journal = fs::read_to_string(journal).expect("there");
        let results: Vec<&str> = journal.lines().filter(|line| line.starts_with("{\"result\"")).collect();
        assert_eq!(results.len(), 4);
        assert!(results.iter().all(|result| result.contains(r#""causes":["normal","normal"]"#)), "{how}: {results:?}");
    }
    // A bot that ends as soon as it is asked loses all the same, although it has played a game before.
    let script = file(
        "one-game.py",
        "import json, os, sys\nfor text in sys.stdin:\n    line = json.loads(text)\n    if 'ask' in line: \
         os._exit(3) if line['ask']['id'] > 3 else print(json.dumps({'ask': line['ask']['id'], 'pick': 0}), flush=True)\n",
    );
    let script = format!("python3 {script}");
    let args = ["match", "--game", "tectonic", "--json", "--games", "2", "--max-turns", "6", "--clock", "/20"];
    let ran = referee(&[&args[..], &["--bot", &script, "--bot", "@random"]].concat(), "").ends(0);
    let second: Value = serde_json::from_str(ran.out.lines().nth(1).expect("a line")).expect("JSON");
    assert_eq!(second["causes"], json!(["normal", "exit"]), "{second}");
}

/// A bot that looks for secrets in its own folder, and crashes if it finds any.
const LOOKS: &str = r#"
import json, os, sys
own = os.path.dirname(os.path.abspath(__file__))
def found():
    for name in ("journal", "config.toml", "log", "games"):
        path = os.path.join(own, name)
        try:
            if os.listdir(path) if os.path.isdir(path) else open(path).read():
                return name
        except OSError:
            pass
for text in sys.stdin:
    line = json.loads(text)
    if "ask" in line:
        if found():
            print(found(), file=sys.stderr, flush=True)
            os.abort()
        print(json.dumps({"ask": line["ask"]["id"], "pick": 0}), flush=True)
"#;

#[test]
fn a_sandboxed_bot_sees_no_file_of_its_tournament() {
    if !has_python() || !has("bwrap", &["--unshare-user", "--unshare-pid", "--ro-bind", "/", "/", "true"]) {
        return;
    }
    for (sandbox, seen) in [("sandbox = true", false), ("", true)] {
        let own = folder("own-secrets");
        let path = |name: &str| own.join(name).to_string_lossy().into_owned();
        fs::write(path("looks.py"), LOOKS).expect("a bot");
        let settings = format!("{sandbox}\ntranscripts = {:?}", path("games"));
        let text = tournament(&format!("python3 {}", path("looks.py")), &settings);
        fs::write(path("config.toml"), text).expect("a file");
        let args = ["tournament", "run", &path("config.toml"), "--journal", &path("journal"), "--log", &path("log")];
        let ran = referee(&args, "").ends(0);
        assert_eq!(ran.out.contains("theirs: signal"), seen, "{ran:?}");
        // It holds the secret seed.
        let mode = fs::metadata(path("journal")).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
