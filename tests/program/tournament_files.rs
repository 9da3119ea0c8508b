//! What organisers write, and what is said of it before a game begins.

use std::fs;
use std::path::Path;

use crate::pipes::referee;
use crate::tournament::{EXAMPLE, file, fresh, read};

/// What `plan` says of the example with one text for another.
#[track_caller]
fn refused(from: &str, to: &str) -> String {
    let text = read(EXAMPLE).replace(from, to);
    assert_ne!(text, read(EXAMPLE));
    let test = std::thread::current().name().unwrap_or_default().replace("::", "-");
    let ran = referee(&["tournament", "plan", &file(&format!("{test}.toml"), &text)], "").ends(2);
    assert!(ran.out.is_empty() && ran.err.contains("not a tournament:\n"), "{ran:?}");
    ran.err
}

#[cfg(target_os = "linux")]
#[test]
fn bots_and_folders_are_looked_at_before_a_game_begins() {
    let is = |from: &str, to: &str, because: &str| {
        let said = refused(from, to);
        assert!(said.contains(because), "{said}");
    };
    is(
        "\"@random\"",
        "\"@randm\"",
        "line 21: `bots.command`: there is no built-in bot `@randm` (did you mean `@random`?)",
    );
    is("\"@mcts:50\"", "\"@mcts:0\"", "line 17: `bots.command`: `@mcts:0`: the playouts");
    is("\"@random\"", "\"@human\"", "line 21: `bots.command`: nobody waits");
    is("\"python3 ", "\"pyhton3 ", "`bots.command`: there is no program `pyhton3`");
    is("\"@random\"", "\"./src\"", "line 21: `bots.command`: there is no program `./src`");
    is("\"@random\"", "\"./README.md\"", "line 21: `bots.command`: there is no program `./README.md`");
    is("\"@random\"", "'python3 \"x'", "line 21: `bots.command`: `python3 \"x`: missing closing quote");
    let somewhere = "\"python3 x\"\ndirectory = \"no-such-folder\"";
    is("\"@random\"", somewhere, "line 22: `bots.directory`: there is no folder no-such-folder");
    is("seed = 1 ", "transcripts = \"README.md/games\" #", "line 9: `transcripts`: README.md is no folder");
    // A program is looked for where it will be started.
    let folder = fresh("program.sh").with_file_name("started-here");
    fs::create_dir_all(&folder).expect("a folder");
    let here = format!("\"./bot\"\ndirectory = {:?}", folder.to_string_lossy());
    is("\"@random\"", &here, "line 21: `bots.command`: there is no program `./bot`");
    fs::copy("/bin/cat", folder.join("bot")).expect("a program");
    let text = read(EXAMPLE).replace("\"@random\"", &here);
    referee(&["tournament", "plan", &file("started-here.toml", &text)], "").ends(0);
    // All of it at once, and nothing is begun.
    let text = read(EXAMPLE).replace("@random", "@randm").replace("@mcts:50", "@mtcs");
    let config = file("both.toml", &text);
    let journal = fresh("never-begun.jsonl").to_string_lossy().into_owned();
    let ran = referee(&["tournament", "run", &config, "--journal", &journal], "").ends(2);
    assert!(ran.err.contains("@randm") && ran.err.contains("@mtcs") && !ran.err.contains("again"), "{ran:?}");
    assert!(!Path::new(&journal).exists(), "the journal was not touched");
}
