//! What a tournament has put on the disk before anything depends on it, as the kernel tells it of the running program.

use std::fs;
use std::mem::MaybeUninit;
use std::path::PathBuf;

use rustix::fs::inotify::{self, CreateFlags, ReadFlags, WatchFlags};

use crate::pipes::{Ran, referee};
use crate::tournament::file;

/// A folder for a journal with one for transcripts in it, and a tournament of two games.
fn prepared(name: &str) -> (PathBuf, PathBuf, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let games = folder.join("games");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&games).expect("folders");
    let settings = format!("seed = 1\nmax_turns = 2000\ntranscripts = {:?}", games.to_string_lossy());
    let bots = ["a", "b"].map(|bot| format!("[[bots]]\nname = \"{bot}\"\ncommand = \"@random\"\n")).concat();
    let text = format!("game = \"tectonic\"\nplayers = 2\nformat = \"round-robin\"\n{settings}\n{bots}");
    (folder, games, file(&format!("{name}.toml"), &text))
}

fn run(config: &str, folder: &std::path::Path) -> Ran {
    let journal = folder.join("journal.jsonl");
    referee(&["tournament", "run", config, "--journal", &journal.to_string_lossy()], "")
}

#[test]
fn names_are_on_the_disk_before_anything_depends_on_them() {
    let (folder, games, config) = prepared("names-on-disk");
    let told = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).expect("the kernel tells of files");
    let kinds = WatchFlags::MODIFY | WatchFlags::MOVED_TO | WatchFlags::OPEN;
    let [_, of_games] = [&folder, &games].map(|path| inotify::add_watch(&told, path, kinds).expect("a folder"));
    run(&config, &folder).ends(0);
    let mut buffer = [MaybeUninit::uninit(); 4096];
    let mut reader = inotify::Reader::new(told, &mut buffer);
    let mut seen: Vec<String> = Vec::new();
    while let Ok(event) = reader.next() {
        let name = event.file_name().map(|name| name.to_string_lossy().into_owned());
        seen.extend(match (name, event.events()) {
            // A folder is opened to sync the names in it.
            (None, kind) if kind.contains(ReadFlags::OPEN) && event.wd() == of_games => Some("games".to_owned()),
            (None, kind) if kind.contains(ReadFlags::OPEN) => Some("folder".to_owned()),
            (Some(name), kind) if kind.contains(ReadFlags::MOVED_TO) => Some(name),
            (Some(name), kind) if kind.contains(ReadFlags::MODIFY) && name == "journal.jsonl" => Some(name),
            _ => None,
        });
    }
    // Before the journal begins, the folder of transcripts is looked at and locked.
    let begun = seen.iter().position(|what| what == "journal.jsonl").expect("a journal");
    let expected = [
        "journal.jsonl",
        "folder",
        "r1t1b1g1.jsonl",
        "games",
        "journal.jsonl",
        "r1t1b1g2.jsonl",
        "games",
        "journal.jsonl",
        // Now that both games are in the journal, they tell their seed.
        "r1t1b1g1.jsonl",
        "games",
        "r1t1b1g2.jsonl",
        "games",
    ];
    assert_eq!(&seen[begun..], expected);
}

#[test]
fn a_transcript_that_the_disk_has_not_taken_gets_no_name() {
    let (folder, games, config) = prepared("nothing-on-disk");
    // It takes everything that is written but has no disk to sync with.
    std::os::unix::fs::symlink("/dev/null", games.join("r1t1b1g1.new")).expect("a link");
    let ran = run(&config, &folder).ends(74);
    assert!(ran.err.contains("cannot write") && ran.err.contains("r1t1b1g1.jsonl"), "{ran:?}");
    assert!(!games.join("r1t1b1g1.jsonl").exists());
    let journal = fs::read_to_string(folder.join("journal.jsonl")).expect("a journal");
    assert_eq!(journal.lines().count(), 1, "{journal}");
}
