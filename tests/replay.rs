//! Whole random games checked by an independent program. `fixtures/<game>/replay.py`, if present, implements the
//! numbered rules alone. It gets the games requested by `fixtures/<game>/replay.txt` and must find the same legal
//! actions at every step and the same outcome.

mod beside;
mod support;

use std::io::Write as _;
use std::process::{Command, Stdio};

use beside::has_python;
use support::{assert_none, in_every_game, read, shown};

#[test]
fn a_second_opinion_on_whole_games_agrees() {
    if !has_python() {
        return;
    }
    let mut faults = Vec::new();
    for (game, script) in in_every_game("replay.py") {
        let list = read(&script.with_extension("txt"));
        for arguments in list.lines().filter(|line| !line.starts_with('#')) {
            let games = Command::new(env!("CARGO_BIN_EXE_referee"))
                .args(["random", "--game", &game, "--emit", "legal"])
                .args(arguments.split_whitespace())
                .output()
                .expect("the program runs");
            assert!(games.status.success(), "{game} {arguments}: {}", String::from_utf8_lossy(&games.stderr));
            let mut python = Command::new("python3")
                .arg("-B")
                .arg(&script)
                .stdin(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("python3 is there to run the second opinion");
            // If the script stops reading, it has reported something.
            let _ = python.stdin.take().expect("a pipe").write_all(&games.stdout);
            let opinion = python.wait_with_output().expect("the second opinion ends");
            if !opinion.status.success() {
                let says = String::from_utf8_lossy(&opinion.stderr);
                faults.push(format!("{} on {arguments}: {}", shown(&script), says.trim_end()));
            }
        }
    }
    assert_none(&faults);
}
