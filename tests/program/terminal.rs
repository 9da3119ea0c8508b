//! A person at a terminal: the test sits at a pseudo-terminal, reads the screen and types.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::{Child, Command};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, OptionalActions, Termios, Winsize, tcgetattr, tcsetattr, tcsetwinsize};

use crate::beside::has_python;
use crate::pipes::command;
use crate::tournament::file;

/// The end of the program's prompt.
const PROMPT: &str = "`help`): ";

/// The height of the terminal; a whole turn is visible.
const ROWS: u16 = 40;

/// A person at a terminal with the program.
struct Sat {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// All text that has been on the screen.
    seen: String,
    /// How much of it has been read.
    read: usize,
}

impl Sat {
    fn down(args: &[&str]) -> Sat {
        let mut command = command(env!("CARGO_BIN_EXE_referee"));
        command.args(args);
        Sat::with(command)
    }

    /// The same with this command.
    fn with(mut command: Command) -> Sat {
        // Only the test holds this end, so that an abandoned program ends.
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a pseudo-terminal");
        grantpt(&master).expect("a grant");
        unlockpt(&master).expect("a lock that opens");
        let name = ptsname(&master, Vec::new()).expect("a name");
        let own = open(name, OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC, Mode::empty()).expect("its other end");
        let mut modes = tcgetattr(&own).expect("modes");
        modes.local_modes.remove(LocalModes::ECHO);
        tcsetattr(&own, OptionalActions::Now, &modes).expect("modes");
        tcsetwinsize(&own, Winsize { ws_row: ROWS, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 }).expect("a size");
        command.env_remove("COLUMNS").env("NO_COLOR", "1");
        command.stdin(File::from(own.try_clone().expect("a copy")));
        command.stdout(File::from(own.try_clone().expect("a copy")));
        let child = command.stderr(File::from(own)).spawn().expect("the program starts");
        // Now only the child holds the other end, so that reading ends with it.
        drop(command);
        let keyboard = File::from(master);
        let mut screen = keyboard.try_clone().expect("a copy");
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            let mut buffer = vec![0; 1 << 16];
            // Reading a pseudo-terminal whose other end is closed is an error.
            while let Ok(length @ 1..) = screen.read(&mut buffer) {
                if sender.send(buffer[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Sat { child, keyboard, screen: receiver, seen: String::new(), read: 0 }
    }

    /// How the terminal is set.
    fn modes(&self) -> Termios {
        tcgetattr(&self.keyboard).expect("modes")
    }

    /// The output up to the next question; `None` if the program has ended.
    fn asked(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        loop {
            match self.screen.recv_timeout(Duration::from_mins(2)) {
                Ok(more) => bytes.extend_from_slice(&more),
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    self.seen += &String::from_utf8_lossy(&bytes);
                    return None;
                }
                Err(mpsc::RecvTimeoutError::Timeout) => panic!("nothing more comes after:\n{}", self.seen),
            }
            if bytes.ends_with(PROMPT.as_bytes()) {
                self.seen += &String::from_utf8_lossy(&bytes);
                let turn = self.seen[self.read..].replace('\r', "");
                self.read = self.seen.len();
                return Some(turn);
            }
        }
    }

    fn types(&mut self, text: &str) {
        self.keyboard.write_all(format!("{text}\n").as_bytes()).expect("a keyboard");
    }

    /// The rest of the screen, when the program has ended without error.
    fn leaves(mut self) -> String {
        while self.asked().is_some() {}
        let status = self.child.wait().expect("an end");
        assert!(status.success(), "{status}:\n{}", self.seen);
        std::mem::take(&mut self.seen).replace('\r', "")
    }
}

impl Drop for Sat {
    fn drop(&mut self) {
        // It has ended, unless something failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The list on the screen: numbers and texts.
fn listed(turn: &str) -> Vec<(&str, &str)> {
    let item = |line| {
        let (number, words) = str::trim_start(line).split_once("  ")?;
        number.bytes().all(|byte| byte.is_ascii_digit()).then(|| (number, words.trim()))
    };
    turn.lines().filter_map(item).collect()
}

/// The games with draws.
const DRAWS: [&str; 3] = ["wangdo", "we-will-wok-you", "wongar"];

/// Plays a game to its end, with some mistakes.
fn plays(game: &str, players: usize, other: &str) {
    let mut args = vec!["match", "--game", game, "--seed", "3", "--bot", "@human"];
    (1..players).for_each(|_| args.extend(["--bot", other]));
    let mut sat = Sat::down(&args);
    let (mut turns, mut choice) = (0_u64, 1_u64);
    let mut list: Vec<(String, String)> = Vec::new();
    while let Some(turn) = sat.asked() {
        let new = listed(&turn);
        if !new.is_empty() {
            list = new.into_iter().map(|(number, words)| (number.to_owned(), words.to_owned())).collect();
        }
        assert!(!list.is_empty(), "{turn}");
        let rows = turn.lines().count();
        assert!(rows <= usize::from(ROWS), "{rows} rows: {turn}");
        turns += 1;
        assert!(turns < 3000, "it has no end: {turn}");
        choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (number, words) = &list[usize::try_from((choice >> 33) % list.len() as u64).expect("a place")];
        match turns % 5 {
            0 => sat.types("{\"nothing\":0}"),
            1 => sat.types("99999999"),
            2 => sat.types(words),
            _ => sat.types(number),
        }
    }
    let seen = sat.leaves();
    assert!(!seen.contains("called off"), "{seen}");
    assert!(seen.contains("not understood: ") && seen.contains("choose a number from 0 to "), "{seen}");
    assert!(seen.contains("The game is over") && seen.contains("code 0 means that the match was played"), "{seen}");
    if DRAWS.contains(&game) {
        assert!(seen.contains("drawn for ") || seen.contains(": drawn: "), "{seen}");
    }
}

/// A bot that sets, clears and types into every terminal that it can find.
const TOUCHES: &str = r#"
import fcntl, json, os, sys, termios, tty
def touch():
    there = [0, 1, 2]
    try:
        there.append(os.open("/dev/tty", os.O_RDWR))
    except OSError:
        pass
    for fd in there:
        try:
            tty.setraw(fd)
            os.write(fd, b"\x1bc")
            fcntl.ioctl(fd, termios.TIOCSTI, b"x")
        except (OSError, termios.error):
            pass
touch()
for text in sys.stdin:
    line = json.loads(text)
    if "ask" in line:
        touch()
        print(json.dumps({"ask": line["ask"]["id"], "pick": 0}), flush=True)
"#;

#[test]
fn the_terminal_is_left_as_it_was() {
    if !has_python() {
        return;
    }
    let bot = format!("python3 {}", file("touches.py", TOUCHES));
    // A match that ends, one that is interrupted by Ctrl-C, and a person who leaves.
    for (games, typed) in [("2", None), ("100000", Some("\x03"))] {
        // It is the terminal of its session.
        let mut judge = command("setsid");
        judge.args([
            "--ctty",
            "--wait",
            env!("CARGO_BIN_EXE_referee"),
            "match",
            "--game",
            "tectonic",
            "--max-turns",
            "8",
        ]);
        judge.args(["--games", games, "--seed", "1", "--bot", &bot, "--bot", "@random"]);
        let mut sat = Sat::with(judge);
        let before = sat.modes();
        if let Some(typed) = typed {
            // The progress of the match.
            while !sat.seen.contains('/') {
                let more = sat.screen.recv_timeout(Duration::from_mins(1)).expect("progress");
                sat.seen += &String::from_utf8_lossy(&more);
            }
            sat.keyboard.write_all(typed.as_bytes()).expect("a keyboard");
        }
        while sat.asked().is_some() {}
        let code = sat.child.wait().expect("an end").code();
        assert_eq!(code, Some(i32::from(typed.is_some())), "{}", sat.seen);
        assert_eq!(format!("{before:?}"), format!("{:?}", sat.modes()));
        assert!(!sat.seen.contains("\x1bc"), "a bot cleared it: {}", sat.seen);
        let last = |text| sat.seen.rfind(text);
        assert!(last("\x1b[?25l") <= last("\x1b[?25h"), "the cursor is hidden: {:?}", sat.seen);
    }
    let mut sat = Sat::down(&["match", "--game", "tectonic", "--seed", "1", "--bot", "@human", "--bot", &bot]);
    let before = sat.modes();
    sat.asked().expect("a question");
    sat.types("quit");
    while sat.asked().is_some() {}
    assert_eq!(format!("{before:?}"), format!("{:?}", sat.modes()));
}

#[test]
fn tectonic_is_played_to_its_end() {
    plays("tectonic", 2, "@mcts:20");
}

#[test]
fn wigwam_is_played_to_its_end() {
    plays("wigwam", 2, "@random");
}

#[test]
fn wangdo_is_played_to_its_end() {
    plays("wangdo", 2, "@random");
}

#[test]
fn we_will_wok_you_is_played_to_its_end() {
    plays("we-will-wok-you", 2, "@random");
}

#[test]
fn wongar_is_played_to_its_end() {
    plays("wongar", 3, "@random");
}
