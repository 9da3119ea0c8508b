//! The person at the terminal as a player. They see what their seat may see, and choose an action by its number in a
//! list or in words.

mod choices;
mod screen;

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;

use referee::bots::cause::Cause;
use referee::bots::run::Person;
use referee::game::Player;
use referee::game::picture::Picture;
use referee::judge::seats::{Briefing, News, Reply};
use referee::registry::Referee;
use referee::spoken::{Understood, folded, understood};
use referee::strict;
use referee::text::{count, escaped};
use referee::wire::Violation;
use serde_json::Value;

use self::choices::{Choices, Chosen};

/// The person at the terminal in a game. Questions go to standard error, answers come from standard input.
pub(crate) struct Human {
    game: &'static dyn Referee,
    /// The players' names, as the person is told them.
    names: Vec<String>,
    /// The person's seat.
    seat: Player,
    /// The list of choices.
    choices: Choices,
    /// An example of a legal action in JSON, if any is listed.
    example: Option<String>,
    /// What has happened since the person's last turn.
    happened: Vec<String>,
    /// The last position drawn, if any.
    drawn: Option<Picture>,
    /// The lines of the list that are shown with it.
    listed: Vec<String>,
}

/// The most lines of the list shown at a time; if the panels beside the board need the room. A high board leaves room for fewer.
const PAGE: usize = 20;
const SHORT_PAGE: usize = 5;
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
    pub(crate) fn new(game: &'static dyn Referee) -> Human {
        Human {
            game,
            names: Vec::new(),
            seat: Player(0),
            choices: Choices::default(),
            example: None,
            happened: Vec::new(),
            drawn: None,
            listed: Vec::new(),
        }
    }

    /// A player's name, or a number if there are no names.
    fn name(&self, player: Player) -> String {
        let name = self.names.get(player.index());
        name.map_or_else(|| format!("player {}", player.0), |name| escaped(name).to_string())
    }

    /// Shows what is new besides the events of the game.
    fn show(&mut self, news: News) {
        let mut err = io::stderr().lock();
        // If standard error is closed, there is no reader left.
        let _ = match news {
            News::Begun { players, names, seat } => {
                (self.names, self.seat) = (names, seat);
                writeln!(err, "{}: you are player {} of {players}", self.game.title(), seat.0)
            }
            News::Forfeit(forfeit) => {
                writeln!(err, "{} loses: {}", self.name(forfeit.player), Cause::from(forfeit.cause).words())
            }
            News::Abort(_) if has_left() => writeln!(err, "called off: you have left"),
            News::Abort(abort) => writeln!(err, "called off: {}", Cause::from(abort.cause).words()),
            News::Refused(all) => all.iter().map(reason).try_for_each(|reason| writeln!(err, "refused: {reason}")),
            News::Malformed(message) => writeln!(err, "not understood: {message}"),
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

    /// Writes the beginning of the list with at most this many lines, and fewer if it takes more than so many rows of the terminal.
    /// Returns how many it takes.
    fn listing(&mut self, most: usize, room: usize, wide: usize) -> usize {
        for lines in (1..=most).rev() {
            self.choices.show_again();
            self.listed = self.choices.page(lines);
            let rows = screen::rows(&self.listed.join("\n"), wide);
            if rows <= room || lines == 1 {
                return rows;
            }
        }
        0
    }

    /// Shows a turn within the height of the terminal: what has happened, the position, and the list.
    fn turn(&mut self, picture: &Picture) {
        let (high, wide) = screen::size();
        let picture = self.marked(picture);
        // One row is for the question, and a row before the first of them names the game.
        let high = high.saturating_sub(2);
        let board = screen::rows(&screen::drawn(&picture, self.seat, 0, wide), wide);
        let short = self.listing(SHORT_PAGE, high.saturating_sub(board + 1), wide);
        let story = screen::story(&self.happened, high.saturating_sub(board + short), wide);
        let room = high.saturating_sub(screen::rows(&story, wide));
        let drawn = screen::drawn(&picture, self.seat, room.saturating_sub(short), wide);
        self.listing(PAGE, room.saturating_sub(screen::rows(&drawn, wide)), wide);
        let list = std::mem::take(&mut self.listed);
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

    fn ask(&mut self, picture: &Picture, meanwhile: &mut dyn FnMut() -> bool, all: &mut Vec<String>) -> Option<Reply> {
        let mut err = io::stderr();
        loop {
            let _ = write!(err, "{PROMPT}");
            let typed = typed(meanwhile)?;
            all.push(typed.clone());
            match self.understood(&typed) {
                Said::Reply(reply) => return Some(reply),
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
                Ok(_) => Said::Reply(Reply::Json(typed.to_owned())),
                Err(wrong) => Said::Wrong(format!("this is not JSON: {wrong} (type `help` for help)")),
            },
            _ => self.in_words_said(trimmed),
        }
    }

    /// Interprets words as [`understood`] does. Words that do not tell all of an action may choose a part of a long list.
    fn in_words_said(&mut self, said: &str) -> Said {
        let told = self.game.understand(said, &self.names);
        let meant = understood(self.choices.actions(), said, told.map(|told| (told.action, told.in_full)));
        let certain =
            matches!(meant, Understood::Listed { in_full: true, .. } | Understood::Told { in_full: true, .. });
        if let Some(chosen) = (!certain).then(|| self.choices.part(said)).flatten() {
            return chosen.into();
        }
        let actions = self.choices.actions();
        match meant {
            Understood::Listed { place, .. } => Said::Reply(Reply::Pick(place as u64)),
            Understood::Told { .. } => Said::Reply(Reply::Words(said.to_owned())),
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
fn reason(violation: &Violation) -> String {
    let Violation { rule, refs, source, statement, message, .. } = violation;
    let whence: Vec<String> =
        [*rule].iter().chain(*refs).map(ToString::to_string).chain([source.to_string()]).collect();
    format!("{message}. {statement} [{}]", whence.join(", "))
}

/// The meaning of a typed line.
enum Said {
    /// An answer.
    Reply(Reply),
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
            Chosen::Action(place) => Said::Reply(Reply::Pick(place)),
            Chosen::Part => Said::Page,
            Chosen::Nothing(why) => Said::Wrong(why),
        }
    }
}

impl Person for Human {
    fn answer(
        &mut self,
        _id: u64,
        told: Briefing,
        meanwhile: &mut dyn FnMut() -> bool,
        typed: &mut Vec<String>,
    ) -> Option<Reply> {
        // After a refusal, everything is already on the screen.
        let is_again = matches!(told.news.last(), Some(News::Refused(_) | News::Malformed(_)));
        told.news.into_iter().for_each(|news| self.show(news));
        if !is_again {
            (self.happened, self.example) = (told.happened, told.example);
            self.choices = Choices::new(told.legal);
            self.turn(&told.picture);
        }
        self.ask(&told.picture, meanwhile, typed)
    }

    fn end(&mut self, told: Briefing) {
        let story = screen::story(&told.happened, usize::MAX, usize::MAX);
        if !story.is_empty() {
            let _ = writeln!(io::stderr(), "{story}");
        }
        told.news.into_iter().for_each(|news| self.show(news));
        // It says how the game ended.
        let picture = self.marked(&told.picture);
        self.draw(&picture);
    }
}
