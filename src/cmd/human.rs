//! The person at the terminal as one of the players: sees what their seat may see, and chooses from a numbered list.

use std::io::{self, Write as _};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use referee::bots::run::Person;
use referee::game::picture::Picture;
use referee::render::text::{Style, text};
use serde_json::{Value, json};

/// The person at the terminal. Questions go to standard error, answers come from standard input.
pub(crate) struct Human;

/// What is typed, line by line. It is read by a thread of its own, which may wait for ever; the games do not.
static TYPED: OnceLock<Mutex<Receiver<String>>> = OnceLock::new();

/// Reads the next typed line. `None`: there is none any more, or nobody waits for it.
fn typed(meanwhile: &mut dyn FnMut() -> bool) -> Option<String> {
    let typed = TYPED.get_or_init(|| {
        let (sender, typed) = mpsc::sync_channel(1);
        thread::spawn(move || {
            for line in io::stdin().lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Mutex::new(typed)
    });
    let typed = typed.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        match typed.try_recv() {
            Ok(line) => return Some(line),
            Err(TryRecvError::Empty) if meanwhile() => {}
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => return None,
        }
    }
}

impl Human {
    pub(crate) fn new() -> Human {
        Human
    }

    fn show(line: &Value) {
        let mut err = io::stderr().lock();
        // Nobody is left to tell if standard error is closed.
        let _ = match line {
            _ if !line["violations"].is_null() => {
                let all = line["violations"].as_array().into_iter().flatten();
                let messages: Vec<&str> = all.filter_map(|violation| violation["message"].as_str()).collect();
                writeln!(err, "refused: {}", messages.join("; "))
            }
            _ if !line["malformed"].is_null() => writeln!(err, "not understood: {}", line["malformed"]["message"]),
            _ if !line["action"].is_null() => writeln!(err, "player {}: {}", line["player"], line["action"]),
            _ if !line["chance"].is_null() && line["player"].is_null() => writeln!(err, "drawn: {}", line["chance"]),
            _ if !line["chance"].is_null() => writeln!(err, "drawn for player {}: {}", line["player"], line["chance"]),
            _ if !line["forfeit"].is_null() => writeln!(err, "forfeit: {}", line["forfeit"]),
            _ if !line["abort"].is_null() => writeln!(err, "called off: {}", line["abort"]),
            _ if !line["outcome"].is_null() => {
                let legend =
                    "scores are the game's points; where it has none, 2 for a win, 1 each for a draw, 0 for a loss";
                writeln!(err, "the end: {}\n({legend})", line["outcome"])
            }
            _ if !line["referee"].is_null() => {
                writeln!(err, "{}: you are player {} of {}", line["game"], line["match"]["seat"], line["players"])
            }
            _ => Ok(()),
        };
    }

    fn ask(line: &Value, picture: &Picture, meanwhile: &mut dyn FnMut() -> bool) -> Option<Vec<u8>> {
        let id = &line["ask"]["id"];
        let legal = line["legal"].as_array();
        let mut err = io::stderr();
        let style = Style { ascii: false, colour: super::show::colours(&io::stderr()) };
        let _ = writeln!(err, "{}", text(picture, style));
        for (place, action) in legal.into_iter().flatten().enumerate() {
            let _ = writeln!(err, "{place:4}  {action}");
        }
        loop {
            let _ = write!(err, "your action (a number, or an action in JSON): ");
            let typed = typed(meanwhile)?;
            let typed = typed.trim();
            if let Ok(place) = typed.parse::<i64>() {
                return Some(json!({"ask": id, "pick": place}).to_string().into_bytes());
            }
            match serde_json::from_str::<Value>(typed) {
                Ok(action) => return Some(json!({"ask": id, "action": action}).to_string().into_bytes()),
                Err(_) if typed.is_empty() => {}
                Err(error) => {
                    let _ = writeln!(err, "that is neither a number nor JSON: {error}");
                }
            }
        }
    }
}

impl Person for Human {
    fn answer(&mut self, lines: &[u8], picture: &Picture, meanwhile: &mut dyn FnMut() -> bool) -> Option<Vec<u8>> {
        let mut question = None;
        for line in lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let line: Value = serde_json::from_slice(line).ok()?;
            Human::show(&line);
            question = Some(line);
        }
        Human::ask(&question?, picture, meanwhile)
    }

    fn end(&mut self, lines: &[u8]) {
        for line in lines.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()) {
            Human::show(&line);
        }
    }
}
