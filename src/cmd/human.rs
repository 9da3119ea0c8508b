//! The person at the terminal as one of the players: sees what their seat may see, and chooses from a numbered list.

use std::io::{self, Write as _};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use referee::bots::run::Person;
use referee::game::picture::Picture;
use referee::games::GAMES;
use referee::registry::{Referee, find};
use referee::render::text::{Style, text};
use referee::text::{count, words};
use serde_json::{Value, json};

/// The person at the terminal. Questions go to standard error, answers come from standard input.
#[derive(Default)]
pub(crate) struct Human {
    /// What is being played; `None` before the first game.
    game: Option<&'static dyn Referee>,
    /// The legal actions, in words.
    actions: Vec<String>,
    /// What an action must hold to be listed.
    filter: Vec<String>,
    /// How many of those have been listed.
    shown: usize,
    /// The position that was drawn last in this game; `None`: none was.
    drawn: Option<Picture>,
}

/// How many actions are listed at a time.
const PAGE: usize = 20;
/// What stands before an action in the answer.
const BEFORE: &str = "{\"action\":";
const HELP: &str = "`more` lists more, `list B1 C2` those that hold these words, `list` all";

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
        Human::default()
    }

    /// The action or the draw of a line, in words.
    fn in_words(&self, line: &Value) -> String {
        self.game.and_then(|game| game.in_words(line)).unwrap_or_default()
    }

    fn show(&mut self, line: &Value) {
        if let Some(name) = line["game"].as_str() {
            self.game = find(GAMES, name).ok();
        }
        let mut err = io::stderr().lock();
        // Nobody is left to tell if standard error is closed.
        let _ = match line {
            _ if !line["violations"].is_null() => {
                let all = line["violations"].as_array().into_iter().flatten();
                let messages: Vec<&str> = all.filter_map(|violation| violation["message"].as_str()).collect();
                writeln!(err, "refused: {}", messages.join("; "))
            }
            _ if !line["malformed"].is_null() => {
                let message = line["malformed"]["message"].as_str().unwrap_or_default();
                writeln!(err, "not understood: {}", as_typed(message))
            }
            _ if !line["action"].is_null() => writeln!(err, "player {}: {}", line["player"], self.in_words(line)),
            _ if !line["chance"].is_null() && line["player"].is_null() => {
                writeln!(err, "drawn: {}", self.in_words(line))
            }
            _ if !line["chance"].is_null() => {
                writeln!(err, "drawn for player {}: {}", line["player"], self.in_words(line))
            }
            _ if !line["forfeit"].is_null() => writeln!(err, "forfeit: {}", words(&line["forfeit"])),
            _ if !line["abort"].is_null() => writeln!(err, "called off: {}", words(&line["abort"]["cause"])),
            _ if !line["referee"].is_null() => {
                let game = self.game.map_or("", |game| game.title());
                writeln!(err, "{game}: you are player {} of {}", line["match"]["seat"], line["players"])
            }
            _ => Ok(()),
        };
    }

    /// Shows the next part of those actions that hold the words of the filter, as they stand, or if none does each of them.
    fn page(&mut self) {
        let mut err = io::stderr();
        let phrase = self.filter.join(" ");
        let holds_phrase = self.actions.iter().any(|text| text.contains(&phrase));
        let holds_each = |text: &str| self.filter.iter().all(|word| text.contains(word));
        let fits = |text: &str| if holds_phrase { text.contains(&phrase) } else { holds_each(text) };
        let all: Vec<(usize, &String)> = self.actions.iter().enumerate().filter(|(_, text)| fits(text)).collect();
        if self.shown >= all.len() {
            self.shown = 0;
        }
        let page = &all[self.shown..all.len().min(self.shown + PAGE)];
        for (place, action) in page {
            let _ = writeln!(err, "{place:4}  {action}");
        }
        let shown = self.shown + page.len();
        if all.len() > PAGE || !self.filter.is_empty() {
            let of = if self.filter.is_empty() { String::new() } else { format!(" of {}", self.actions.len()) };
            let _ = writeln!(err, "({shown} shown of {}{of}; {HELP})", count(all.len(), "action"));
        }
        self.shown = shown;
    }

    /// Draws the position, with what has changed since they saw it last. `again`: even if nothing has.
    fn draw(&mut self, picture: &Picture, again: bool) {
        let mut picture = picture.clone();
        if let Some(before) = &self.drawn {
            picture.mark_changes(before);
        }
        let mut bare = picture.clone();
        bare.forget_changes();
        let same = |before: &Picture| before.board == bare.board && before.panels == bare.panels;
        if again || !self.drawn.as_ref().is_some_and(same) {
            let style = Style { ascii: false, colour: super::show::colours(&io::stderr()) };
            // Nobody is left to see it if standard error is closed.
            let _ = writeln!(io::stderr(), "{}", text(&picture, style));
        }
        self.drawn = Some(bare);
    }

    fn ask(
        &mut self,
        line: &Value,
        picture: &Picture,
        meanwhile: &mut dyn FnMut() -> bool,
        all: &mut Vec<String>,
    ) -> Option<Vec<u8>> {
        let id = &line["ask"]["id"];
        let mut err = io::stderr();
        // After a refusal all stands there already.
        if line["violations"].is_null() && line["malformed"].is_null() {
            self.draw(picture, true);
            let legal = line["legal"].as_array().into_iter().flatten();
            self.actions = legal.map(|action| self.in_words(&json!({"action": action}))).collect();
            self.filter.clear();
            self.shown = 0;
            if self.actions.is_empty() {
                let _ = writeln!(err, "(there are {} actions, too many to be listed)", line["legal_n"]);
            }
            self.page();
        }
        loop {
            let _ = write!(err, "your action (a number, or an action in JSON): ");
            let typed = typed(meanwhile)?;
            all.push(typed.clone());
            let trimmed = typed.trim();
            if let Ok(place) = trimmed.parse::<i64>() {
                return Some(json!({"ask": id, "pick": place}).to_string().into_bytes());
            }
            let mut words = trimmed.split_whitespace();
            match words.next() {
                None => {}
                Some("list") => {
                    self.filter = words.map(str::to_owned).collect();
                    self.shown = 0;
                    self.page();
                }
                Some("more") => self.page(),
                // As it was typed, so that places in it are what they were.
                Some(_) => match serde_json::from_str::<serde::de::IgnoredAny>(&typed) {
                    Ok(_) => return Some(format!("{BEFORE}{typed},\"ask\":{id}}}").into_bytes()),
                    Err(error) => {
                        let error = error.to_string().replace(" at line 1 column ", " at column ");
                        let _ = writeln!(err, "that is neither a number nor JSON: {error} ({HELP})");
                    }
                },
            }
        }
    }
}

/// A message about an answer, as it concerns what was typed of it.
fn as_typed(message: &str) -> String {
    let place = message.strip_prefix("column ").and_then(|rest| rest.split_once(':'));
    let Some((column, rest)) = place else { return message.to_owned() };
    match column.parse::<usize>() {
        Ok(column) if column > BEFORE.len() => format!("column {}:{rest}", column - BEFORE.len()),
        _ => message.to_owned(),
    }
}

impl Person for Human {
    fn answer(
        &mut self,
        lines: &[u8],
        picture: &Picture,
        meanwhile: &mut dyn FnMut() -> bool,
        typed: &mut Vec<String>,
    ) -> Option<Vec<u8>> {
        let mut question = None;
        for line in lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let line: Value = serde_json::from_slice(line).ok()?;
            self.show(&line);
            // Another game has begun.
            self.drawn.take_if(|_| !line["referee"].is_null());
            question = Some(line);
        }
        self.ask(&question?, picture, meanwhile, typed)
    }

    fn end(&mut self, lines: &[u8], picture: &Picture) {
        for line in lines.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()) {
            self.show(&line);
        }
        // It says how the game ended.
        self.draw(picture, true);
    }
}
