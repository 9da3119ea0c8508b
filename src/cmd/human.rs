//! The person at the terminal as a player. They see what their seat may see, and choose an action by its number in a
//! list or in words.

mod choices;
mod screen;

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use referee::bots::cause::told;
use referee::bots::run::Person;
use referee::game::Player;
use referee::game::picture::Picture;
use referee::games::GAMES;
use referee::registry::{Referee, find};
use referee::spoken::{Understood, folded, understood};
use referee::strict;
use referee::text::{count, escaped};
use serde_json::{Value, json};

use self::choices::{Choices, Chosen};

/// The person at the terminal. Questions go to standard error, answers come from standard input.
#[derive(Default)]
pub(crate) struct Human {
    /// The current game; `None` before the first.
    game: Option<&'static dyn Referee>,
    /// The players' names; empty if the stream gives none.
    names: Vec<String>,
    /// The person's seat.
    seat: Player,
    /// The list of choices.
    choices: Choices,
    /// An example of a legal action in JSON, if any is listed.
    example: Option<String>,
    /// What has happened since the person's last turn.
    happened: Vec<String>,
    /// The last position drawn in this game, if any.
    drawn: Option<Picture>,
}

/// The most lines of the list shown at a time; if the board needs the room, the least.
const PAGE: usize = 20;
const SHORT_PAGE: usize = 5;
/// The text before an action in an answer.
const BEFORE: &str = "{\"action\":";
const PROMPT: &str = "your action (its number, its words, or `help`): ";

/// See [`has_left`].
static LEFT: AtomicBool = AtomicBool::new(false);

/// Whether the person at the terminal has quit.
pub(crate) fn has_left() -> bool {
    LEFT.load(Ordering::Relaxed)
}

/// The parting words of the program: it ends with code 0 even if the person lost.
pub(crate) fn parting() -> &'static str {
    if has_left() {
        "you have left, so the game does not count; code 0 means that nothing else went wrong"
    } else {
        "code 0 means that the match was played to its end, won or lost"
    }
}

/// The typed lines. A separate thread reads them and may wait for ever, so that the games need not.
static TYPED: OnceLock<Mutex<Receiver<String>>> = OnceLock::new();

/// Reads the next typed line. `None`: there are no more, or the line is no longer needed.
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

    /// A player's name, or a number if the stream gives no names.
    fn name(&self, player: &Value) -> String {
        let name = player.as_u64().and_then(|player| self.names.get(usize::try_from(player).ok()?));
        name.map_or_else(|| format!("player {player}"), |name| escaped(name).to_string())
    }

    /// The action or the draw of a line, in words.
    fn in_words(&self, line: &Value) -> String {
        self.game.and_then(|game| game.in_words(line)).unwrap_or_default()
    }

    /// Shows what a line says besides the events of the game.
    fn show(&mut self, line: &Value) {
        if let Some(name) = line["game"].as_str() {
            self.game = find(GAMES, name).ok();
            let names = line["names"].as_array().into_iter().flatten();
            self.names = names.map(|name| name.as_str().unwrap_or_default().to_owned()).collect();
            self.seat =
                Player(line["match"]["seat"].as_u64().and_then(|seat| seat.try_into().ok()).unwrap_or_default());
            // A new game has begun.
            self.drawn = None;
        }
        let mut err = io::stderr().lock();
        // If standard error is closed, there is no reader left.
        let _ = match line {
            _ if !line["violations"].is_null() => {
                let all = line["violations"].as_array().into_iter().flatten();
                all.map(reason).try_for_each(|reason| writeln!(err, "refused: {reason}"))
            }
            _ if !line["malformed"].is_null() => {
                let message = line["malformed"]["message"].as_str().unwrap_or_default();
                writeln!(err, "not understood: {}", as_typed(message))
            }
            _ if !line["forfeit"].is_null() => {
                let (name, cause) = (self.name(&line["forfeit"]["player"]), told(&line["forfeit"]["cause"]));
                writeln!(err, "{name} loses: {cause}")
            }
            _ if !line["abort"].is_null() && has_left() => writeln!(err, "called off: you have left"),
            _ if !line["abort"].is_null() => writeln!(err, "called off: {}", told(&line["abort"]["cause"])),
            _ if !line["referee"].is_null() => {
                let game = self.game.map_or("", |game| game.title());
                writeln!(err, "{game}: you are player {} of {}", line["match"]["seat"], line["players"])
            }
            _ => Ok(()),
        };
    }

    /// Shows the next part of the list.
    fn page(&mut self) {
        let mut err = io::stderr();
        for line in self.choices.page(PAGE) {
            let _ = writeln!(err, "{line}");
        }
    }

    /// The position, marked with what has changed since the person last saw it.
    fn marked(&mut self, picture: &Picture) -> Picture {
        let mut marked = picture.clone();
        if let Some(before) = &self.drawn {
            marked.mark_changes(before);
        }
        let mut bare = picture.clone();
        bare.forget_changes();
        self.drawn = Some(bare);
        marked
    }

    /// Shows a turn within the height of the terminal: what has happened, the position, and the list.
    fn turn(&mut self, picture: &Picture) {
        let (high, wide) = screen::size();
        let picture = self.marked(picture);
        let (least, all) = (SHORT_PAGE + 2, screen::rows(&self.choices.page(PAGE).join("\n"), wide));
        // One row names the game, one says how many more events there were, one is blank, and one is for the
        // question.
        let board = screen::rows(&screen::drawn(&picture, self.seat, 0, wide), wide);
        let story = screen::story(&self.happened, high.saturating_sub(board + least + 4)).join("\n");
        let room = high.saturating_sub(screen::rows(&story, wide) + 3);
        let drawn = screen::drawn(&picture, self.seat, room.saturating_sub(all.min(least)), wide);
        let left = room.saturating_sub(screen::rows(&drawn, wide));
        self.choices.begin_again();
        let list = self.choices.page(if all <= left { PAGE } else { left.saturating_sub(2).max(SHORT_PAGE) });
        let mut err = io::stderr();
        for part in [story, drawn, String::new(), list.join("\n")].iter().filter(|part| !part.is_empty()) {
            let _ = writeln!(err, "{part}");
        }
    }

    /// Draws the whole position, on request.
    fn draw(&mut self, picture: &Picture) {
        let drawn = screen::drawn(picture, self.seat, usize::MAX, usize::MAX);
        let _ = writeln!(io::stderr(), "{drawn}");
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
        // After a refusal, everything is already on the screen.
        if line["violations"].is_null() && line["malformed"].is_null() {
            let legal = line["legal"].as_array().map(Vec::as_slice).unwrap_or_default();
            let actions: Vec<String> = legal.iter().map(|action| self.in_words(&json!({"action": action}))).collect();
            self.choices = Choices::new(actions, line["legal_n"].as_u64().unwrap_or(legal.len() as u64));
            self.example = legal.first().map(ToString::to_string);
            self.turn(picture);
        }
        loop {
            let _ = write!(err, "{PROMPT}");
            let typed = typed(meanwhile)?;
            all.push(typed.clone());
            match self.understood(&typed) {
                Said::Pick(place) => return Some(json!({"ask": id, "pick": place}).to_string().into_bytes()),
                Said::Action(action) => return Some(format!("{BEFORE}{action},\"ask\":{id}}}").into_bytes()),
                Said::Quit => {
                    LEFT.store(true, Ordering::Relaxed);
                    return None;
                }
                Said::Nothing => {}
                Said::Page => self.page(),
                Said::Show => self.draw(picture),
                Said::Wrong(message) => {
                    let _ = writeln!(err, "{message}");
                }
            }
        }
    }

    /// Interprets a typed line.
    fn understood(&mut self, typed: &str) -> Said {
        let trimmed = typed.trim();
        if let Ok(number) = trimmed.parse() {
            return self.choices.number(number).into();
        }
        match trimmed.split_once(char::is_whitespace).unwrap_or((trimmed, "")) {
            ("", _) => Said::Nothing,
            ("list", words) => {
                self.choices.look_for(words);
                Said::Page
            }
            ("more", "") => Said::Page,
            ("back", "") => {
                self.choices.begin_again();
                Said::Page
            }
            ("show", "") => Said::Show,
            ("log", "") => Said::Wrong(self.happened.join("\n")),
            ("quit" | "exit", "") => Said::Quit,
            ("help" | "?", "") => Said::Wrong(self.help()),
            _ if trimmed.starts_with(['{', '[', '"']) => match strict::from_slice::<Value>(typed.as_bytes()) {
                // Pass it on as typed, so that positions in it stay the same.
                Ok(_) => Said::Action(typed.to_owned()),
                Err(wrong) => Said::Wrong(format!("this is not JSON: {wrong} (type `help` for help)")),
            },
            _ => self.in_words_said(trimmed),
        }
    }

    /// Interprets words as [`understood`] does. Words that do not tell all of an action may choose a part of a long list.
    fn in_words_said(&mut self, said: &str) -> Said {
        let told = self.game.and_then(|game| game.understand(said, &self.names));
        let meant = understood(self.choices.actions(), said, told.map(|told| (told.action, told.in_full)));
        let certain =
            matches!(meant, Understood::Listed { in_full: true, .. } | Understood::Told { in_full: true, .. });
        if let Some(chosen) = (!certain).then(|| self.choices.part(said)).flatten() {
            return chosen.into();
        }
        let actions = self.choices.actions();
        match meant {
            Understood::Listed { place, .. } => Said::Pick(place as u64),
            Understood::Told { action, .. } => Said::Action(action.to_string()),
            Understood::Several(all) => {
                let begin = all.iter().all(|at| folded(&actions[*at]).starts_with(&folded(said)));
                Said::Wrong(format!(
                    "{} of the list {}, such as `{}` and `{}`; type more",
                    count(all.len(), "action"),
                    if begin { "begin this way" } else { "contain these words" },
                    actions[all[0]],
                    actions[all[1]]
                ))
            }
            Understood::Near(place) => Said::Wrong(format!("did you mean `{}`?", actions[place])),
            Understood::Nothing => Said::Wrong("this action is not in the list (type `help` for help)".to_owned()),
        }
    }

    /// The help text.
    fn help(&self) -> String {
        let example = self.example.as_ref().map_or(String::new(), |example| format!(", such as {example}"));
        format!(
            "You can type\n  the number of an action\n  its words as listed (you may leave out `a` and `the`), or enough of them \
             that no other\n  action contains them\n  more        to see more of the list\n  list        to see it \
             from the beginning\n  list B1 C2  to see the actions that contain these words\n  back        to start again when \
             choosing part by part\n  show        to see the whole position again\n  log         to see what has \
             happened since your last turn\n  help        to see this\n  quit        to leave; the game is called off\n  an \
             action in JSON{example}\nAn action that is not legal is refused with the reasons, and you are asked again."
        )
    }
}

/// The message of a violation, and its rule.
fn reason(violation: &Value) -> String {
    let text = |key: &str| violation[key].as_str().unwrap_or_default();
    let refs = violation["refs"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let whence: Vec<&str> = [text("rule")].into_iter().chain(refs).chain([text("source")]).collect();
    format!("{}. {} [{}]", text("message"), text("statement"), whence.join(", "))
}

/// The meaning of a typed line.
enum Said {
    /// The action at this place.
    Pick(u64),
    /// An action in JSON.
    Action(String),
    /// Show the next part of the list.
    Page,
    /// Show the position.
    Show,
    /// Quit.
    Quit,
    Nothing,
    /// The line is not understood; the reply says why.
    Wrong(String),
}

impl From<Chosen> for Said {
    fn from(chosen: Chosen) -> Said {
        match chosen {
            Chosen::Action(place) => Said::Pick(place),
            Chosen::Part => Said::Page,
            Chosen::Nothing(why) => Said::Wrong(why),
        }
    }
}

/// A message about an answer, with its column changed to that in the typed text.
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
        happened: &[String],
        meanwhile: &mut dyn FnMut() -> bool,
        typed: &mut Vec<String>,
    ) -> Option<Vec<u8>> {
        let mut question = None;
        for line in lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let line: Value = serde_json::from_slice(line).ok()?;
            self.show(&line);
            question = Some(line);
        }
        // A refusal is no event, so the events shown before stay.
        if !happened.is_empty() {
            self.happened = happened.to_vec();
        }
        self.ask(&question?, picture, meanwhile, typed)
    }

    fn end(&mut self, lines: &[u8], picture: &Picture, happened: &[String]) {
        for line in screen::story(happened, usize::MAX) {
            let _ = writeln!(io::stderr(), "{line}");
        }
        for line in lines.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()) {
            self.show(&line);
        }
        // It says how the game ended.
        let picture = self.marked(picture);
        self.draw(&picture);
    }
}
