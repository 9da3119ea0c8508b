//! The person at the terminal as one of the players: sees what their seat may see, and chooses from a numbered list.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use referee::bots::cause::told;
use referee::bots::run::Person;
use referee::game::picture::Picture;
use referee::games::GAMES;
use referee::registry::{Referee, find};
use referee::render::text::{Style, text};
use referee::strict;
use referee::text::{count, escaped};
use serde_json::{Value, json};

/// The person at the terminal. Questions go to standard error, answers come from standard input.
#[derive(Default)]
pub(crate) struct Human {
    /// What is being played; `None` before the first game.
    game: Option<&'static dyn Referee>,
    /// Who plays, as the stream tells; empty if it does not.
    names: Vec<String>,
    /// The legal actions, in words.
    actions: Vec<String>,
    /// How many there are, be they listed or not.
    count: u64,
    /// One of them as the protocol writes it; `None`: none is listed.
    example: Option<String>,
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

/// See [`has_left`].
static LEFT: AtomicBool = AtomicBool::new(false);

/// Whether the person at the terminal has said that they go.
pub(crate) fn has_left() -> bool {
    LEFT.load(Ordering::Relaxed)
}

/// What is typed, line by line. It is read by a thread of its own, which may wait for ever; the games do not.
static TYPED: OnceLock<Mutex<Receiver<String>>> = OnceLock::new();

/// Reads the next typed line. `None`: there is none any more, or nobody waits for it.
fn typed(meanwhile: &mut dyn FnMut() -> bool) -> Option<String> {
    if has_left() {
        return None;
    }
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

    /// A player by name, as far as the stream told names.
    fn name(&self, player: &Value) -> String {
        let name = player.as_u64().and_then(|player| self.names.get(usize::try_from(player).ok()?));
        name.map_or_else(|| format!("player {player}"), |name| escaped(name).to_string())
    }

    /// The action or the draw of a line, in words.
    fn in_words(&self, line: &Value) -> String {
        self.game.and_then(|game| game.in_words(line)).unwrap_or_default()
    }

    fn show(&mut self, line: &Value) {
        if let Some(name) = line["game"].as_str() {
            self.game = find(GAMES, name).ok();
            let names = line["names"].as_array().into_iter().flatten();
            self.names = names.map(|name| name.as_str().unwrap_or_default().to_owned()).collect();
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
            _ if !line["action"].is_null() => writeln!(err, "{}: {}", self.name(&line["player"]), self.in_words(line)),
            _ if !line["chance"].is_null() && line["player"].is_null() => {
                writeln!(err, "drawn: {}", self.in_words(line))
            }
            _ if !line["chance"].is_null() => {
                writeln!(err, "drawn for {}: {}", self.name(&line["player"]), self.in_words(line))
            }
            _ if !line["forfeit"].is_null() => {
                let (name, cause) = (self.name(&line["forfeit"]["player"]), told(&line["forfeit"]["cause"]));
                writeln!(err, "{name} loses: {cause}")
            }
            _ if !line["abort"].is_null() => writeln!(err, "called off: {}", told(&line["abort"]["cause"])),
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
        let phrase = folded(&self.filter.join(" "));
        let folds: Vec<String> = self.actions.iter().map(|text| folded(text)).collect();
        let holds_phrase = folds.iter().any(|text| text.contains(&phrase));
        let holds_each = |text: &str| phrase.split(' ').all(|word| text.contains(word));
        let fits = |text: &str| if holds_phrase { text.contains(&phrase) } else { holds_each(text) };
        let all: Vec<(usize, &String)> = self.actions.iter().enumerate().filter(|(at, _)| fits(&folds[*at])).collect();
        if all.is_empty() && !self.actions.is_empty() {
            let _ = writeln!(err, "(none of {} holds these words)", count(self.actions.len(), "action"));
            return;
        }
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
            let legal = line["legal"].as_array().map(Vec::as_slice).unwrap_or_default();
            self.actions = legal.iter().map(|action| self.in_words(&json!({"action": action}))).collect();
            self.example = legal.first().map(ToString::to_string);
            self.count = line["legal_n"].as_u64().unwrap_or(legal.len() as u64);
            self.filter.clear();
            self.shown = 0;
            if self.actions.is_empty() {
                let _ = writeln!(err, "(there are {} actions, too many to be listed)", line["legal_n"]);
            }
            self.page();
        }
        loop {
            let _ = write!(err, "your action (its number, its words, or `help`): ");
            let typed = typed(meanwhile)?;
            all.push(typed.clone());
            match self.understood(&typed) {
                Said::Pick(place) => return Some(json!({"ask": id, "pick": place}).to_string().into_bytes()),
                // As it was typed, so that places in it are what they were.
                Said::Action => return Some(format!("{BEFORE}{typed},\"ask\":{id}}}").into_bytes()),
                Said::Quit => {
                    LEFT.store(true, Ordering::Relaxed);
                    return None;
                }
                Said::Nothing => {}
                Said::Page => self.page(),
                Said::Wrong(message) => {
                    let _ = writeln!(err, "{message}");
                }
            }
        }
    }

    /// What is meant by a line that was typed.
    fn understood(&mut self, typed: &str) -> Said {
        let trimmed = typed.trim();
        if let Ok(place) = trimmed.parse::<i128>() {
            return match u64::try_from(place) {
                Ok(place) if place < self.count => Said::Pick(place),
                _ if self.count == 1 => Said::Wrong("there is one action, number 0".to_owned()),
                _ => Said::Wrong(format!("choose a number from 0 to {}", self.count.saturating_sub(1))),
            };
        }
        let mut words = trimmed.split_whitespace();
        match words.next() {
            None => Said::Nothing,
            Some("list") => {
                self.filter = words.map(str::to_owned).collect();
                self.shown = 0;
                Said::Page
            }
            Some("more") => Said::Page,
            Some("quit" | "exit") => Said::Quit,
            Some("help" | "?") => Said::Wrong(self.help()),
            Some(_) if trimmed.starts_with(['{', '[', '"']) => match strict::from_slice::<Value>(typed.as_bytes()) {
                Ok(_) => Said::Action,
                Err(wrong) => Said::Wrong(format!("this is no JSON: {wrong} (`help` says what can be typed)")),
            },
            Some(_) => self.in_list(trimmed),
        }
    }

    /// The action that these words name, or are the beginning of.
    fn in_list(&self, typed: &str) -> Said {
        let typed = folded(typed);
        let actions: Vec<String> = self.actions.iter().map(|action| folded(action)).collect();
        if let Some(place) = actions.iter().position(|action| *action == typed) {
            return Said::Pick(place as u64);
        }
        let begun: Vec<usize> = (0..actions.len()).filter(|at| actions[*at].starts_with(&typed)).collect();
        // The beginning of a word is not a word: `c1` is not taken for `c10`.
        let whole = |at: usize| !actions[at][typed.len()..].starts_with(char::is_alphanumeric);
        match begun[..] {
            [place] if whole(place) => Said::Pick(place as u64),
            [place] => Said::Wrong(format!("did you mean `{}`?", self.actions[place])),
            [] => Said::Wrong("this is no action of the list (`help` says what can be typed)".to_owned()),
            [first, second, ..] => Said::Wrong(format!(
                "{} of the list begin so, such as `{}` and `{}`; go on",
                count(begun.len(), "action"),
                self.actions[first],
                self.actions[second]
            )),
        }
    }

    /// What can be typed.
    fn help(&self) -> String {
        let example = self.example.as_ref().map_or(String::new(), |example| format!(", such as {example}"));
        format!(
            "You can type\n  the number of an action\n  its words as they are listed, or so many of them that no other action \
             begins with them\n  more        to see more of the list\n  list        to see it from the beginning\n  list B1 C2  \
             to see the actions that hold these words\n  help        to see this\n  quit        to leave; the game is called \
             off\n  an action in JSON{example}"
        )
    }
}

/// A text as it is compared: capitals and the number of blanks do not matter.
fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// What is meant by a line that was typed.
enum Said {
    /// The action at this place.
    Pick(u64),
    /// An action in JSON.
    Action,
    /// To see the next part of the list.
    Page,
    /// To leave.
    Quit,
    Nothing,
    /// What is to be answered to them.
    Wrong(String),
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
