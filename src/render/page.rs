//! A page that shows games step by step: one self-contained file for any browser. A position is stored as the sprites
//! that each step adds and removes; the page's script only adds and removes them. The same page can be served while a game is
//! played: then it is sent what is new, step by step.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::hash::Hash;
use std::sync::Arc;

use serde::Serialize;

use crate::game::Player;
use crate::game::picture::Picture;

use super::Refusal;
use super::svg::{Layer, Part, STYLE, Sprite, escape, is_alike, part, parts};
use super::words::said_in;

/// The page's template, style and script.
const TEMPLATE: &str = include_str!("page.html");
const LOOK: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const LIVE: &str = include_str!("live.js");
const SEAT: &str = include_str!("seat.js");
/// What a page with scripts may do; see [`framed`].
pub const SCRIPTED: &str = "; script-src 'unsafe-inline'";
/// What a page may do that its server keeps up to date; see [`framed`].
pub const SERVED: &str = "; script-src 'unsafe-inline'; connect-src 'self'";

/// A step of a game as one viewer sees it.
#[derive(Clone, Debug, Default)]
pub struct Step {
    /// The event in words.
    pub words: String,
    /// The broken rules, empty if they are hidden from the viewer; `None`: nothing was refused.
    pub refused: Option<Vec<Refusal>>,
    /// The legal actions or possible draws; `None`: there are none, or the viewer may not know them.
    pub legal: Option<Legal>,
    /// The decision; `None`: the step was none, such as a draw or a refusal.
    pub decided: Option<Decided>,
    /// If it was a fault of a player or the game was called off, the last words of who is at fault; empty if there are none or
    /// the viewer may not know them.
    pub fault: Option<String>,
}

/// A decision of a player.
#[derive(Clone, Debug)]
pub struct Decided {
    /// The player.
    pub player: Player,
    /// The time that it took, in milliseconds; `None`: unknown.
    pub ms: Option<u64>,
    /// The player's note about it; empty if there is none or the viewer may not know it.
    pub note: String,
}

/// The legal actions or possible draws.
#[derive(Clone, Debug)]
pub struct Legal {
    /// The first few, in words.
    pub first: Vec<String>,
    /// How many there are.
    pub count: usize,
    /// Whether `count` includes all of them.
    pub exhaustive: bool,
}

/// A page being written.
#[derive(Default)]
pub struct Page {
    drawings: Pool<(u8, String)>,
    sprites: Pool<[u32; 4]>,
    changes: Pool<[Vec<usize>; 2]>,
    texts: Pool<String>,
    rules: Pool<Refusal>,
    games: Vec<Game>,
    /// What was drawn last: other viewers often see the same, and a step that is taken back leads to a picture that was drawn.
    recent: VecDeque<Arc<Drawn>>,
    /// The number of steps of all games.
    steps: usize,
    told: News,
}

/// A picture and what is seen of each of its parts.
struct Drawn {
    picture: Picture,
    shown: Vec<Arc<BTreeSet<usize>>>,
    parts: Vec<Part>,
}

/// How many drawn pictures are kept.
const KEPT: usize = 16;

/// How much of a page has been told: the number of drawings, sprites, changes, texts, rules, steps and changes of points.
#[derive(Copy, Clone, Default)]
struct News([usize; 7]);

/// Where a page that is served gets its games from.
#[derive(Clone, Debug, Serialize)]
pub struct Live {
    /// The address of the events.
    pub events: String,
    /// Whether a player acts on it.
    pub plays: bool,
    /// The address of the list of games.
    pub list: String,
}

/// Values that are written once and referred to by number.
struct Pool<T> {
    numbers: HashMap<T, usize>,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool { numbers: HashMap::new() }
    }
}

impl<T: Eq + Hash> Pool<T> {
    fn number(&mut self, value: T) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry(value).or_insert(next)
    }

    fn len(&self) -> usize {
        self.numbers.len()
    }

    fn values(&self) -> Vec<&T> {
        let mut values: Vec<(&T, usize)> = self.numbers.iter().map(|(value, number)| (value, *number)).collect();
        values.sort_unstable_by_key(|(_, number)| *number);
        values.into_iter().map(|(value, _)| value).collect()
    }

    /// The values from a number on.
    fn since(&self, first: usize) -> Vec<&T> {
        if first == self.numbers.len() { Vec::new() } else { self.values().split_off(first) }
    }
}

#[derive(Serialize)]
struct Game {
    title: String,
    views: Vec<View>,
}

/// A game as one viewer sees it.
#[derive(Serialize)]
struct View {
    viewer: String,
    /// The players: their names, and the colours of their figures.
    seats: Vec<(String, &'static str)>,
    /// The points of the players, as in [`crate::game::picture::Seat`], from each step that changed them.
    points: Vec<(usize, Vec<Option<i32>>)>,
    /// What they count.
    counts: &'static str,
    /// The parts of the picture, each as large as at any step.
    parts: Vec<Part>,
    steps: Vec<Written>,
    /// What was seen last, unless another game has begun since.
    #[serde(skip)]
    seen: Option<Arc<Drawn>>,
}

/// A step as it is written: the number of its change, which viewers often share; the numbers of the texts for the event
/// and the status; the broken rules if it was refused; the legal actions or draws (count, whether that is all, texts);
/// the decision, if it was one (player, milliseconds, text of the note); what it scored (player, text); and the text of
/// the last words if it was a fault.
#[derive(Serialize)]
struct Written(
    usize,
    usize,
    usize,
    Option<Vec<usize>>,
    Option<(usize, bool, Vec<usize>)>,
    Option<(u8, Option<u64>, Option<usize>)>,
    Vec<(u8, usize)>,
    Option<usize>,
);

/// The layer of the lines that describe a picture, above the drawn layers.
const SAID: u8 = Layer::ALL.len() as u8;

impl Page {
    /// Begins a game for viewers with these names; there must be at least one.
    pub fn game(&mut self, title: &str, viewers: &[String]) {
        let view = |viewer: &String| View {
            viewer: viewer.clone(),
            seats: Vec::new(),
            points: Vec::new(),
            counts: "",
            parts: Vec::new(),
            steps: Vec::new(),
            seen: None,
        };
        for view in self.games.last_mut().into_iter().flat_map(|game| &mut game.views) {
            view.seen = None;
        }
        self.games.push(Game { title: title.to_owned(), views: viewers.iter().map(view).collect() });
    }

    /// Adds a step of the last game for the viewer at this place in the list.
    pub fn step(&mut self, viewer: usize, picture: &Picture, step: Step) {
        self.steps += usize::from(viewer == 0);
        let drawn = self.drawn(picture);
        let decided = step.decided.map(|Decided { player, ms, note }| {
            let note = (!note.is_empty()).then(|| self.texts.number(note));
            (player.0, ms, note)
        });
        let legal = step.legal.map(|legal| {
            let texts = legal.first.into_iter().map(|text| self.texts.number(text)).collect();
            (legal.count, legal.exhaustive, texts)
        });
        let (words, sentence) = (self.texts.number(step.words), self.texts.number(picture.sentence()));
        let players = picture.scored.iter().map(|gain| gain.player.0);
        let scored = players.zip(picture.scored_in_words()).map(|(player, words)| (player, self.texts.number(words)));
        let scored = scored.collect();
        let fault = step.fault.map(|said| self.texts.number(said));
        let refused = step.refused.map(|rules| rules.into_iter().map(|refusal| self.rules.number(refusal)).collect());
        let Some(view) = self.games.last_mut().and_then(|game| game.views.get_mut(viewer)) else { return };
        let change = match view.seen.replace(Arc::clone(&drawn)) {
            // A refusal, for one, often looks like the step before it.
            Some(before) if Arc::ptr_eq(&before, &drawn) => Default::default(),
            before => changed(before.as_ref().map_or(&[][..], |before| &before.shown), &drawn.shown),
        };
        enlarge(&mut view.parts, &drawn.parts);
        view.counts = picture.counts;
        view.seats = picture.seats.iter().map(|seat| (seat.name.clone(), seat.tint.name())).collect();
        let points: Vec<Option<i32>> = picture.seats.iter().map(|seat| seat.points).collect();
        if view.points.last().is_none_or(|(_, before)| *before != points) {
            view.points.push((view.steps.len(), points));
        }
        let change = self.changes.number(change);
        view.steps.push(Written(change, words, sentence, refused, legal, decided, scored, fault));
    }

    /// A picture with its sprites and parts, drawn unless it is one of the last.
    fn drawn(&mut self, picture: &Picture) -> Arc<Drawn> {
        let kept = self.recent.iter().position(|drawn| drawn.picture == *picture);
        let drawn = kept.and_then(|at| self.recent.remove(at)).unwrap_or_else(|| Arc::new(self.draw(picture)));
        self.recent.truncate(KEPT - 1);
        self.recent.push_front(Arc::clone(&drawn));
        drawn
    }

    /// Draws a picture. From one step to the next most of its parts stay as they are, and most viewers see the same.
    fn draw(&mut self, picture: &Picture) -> Drawn {
        let mut drawn = Drawn { picture: picture.clone(), shown: Vec::new(), parts: Vec::new() };
        for at in 0..parts(picture) {
            let board = drawn.parts.first().map_or(0, |part| part.width);
            let same = |known: &&Arc<Drawn>| {
                (at == 0 || known.parts[0].width == board) && is_alike(&known.picture, picture, at)
            };
            let (part, shown) = match self.recent.iter().find(same) {
                Some(known) => (known.parts[at], Arc::clone(&known.shown[at])),
                None => self.draw_part(picture, at, board),
            };
            drawn.parts.push(part);
            drawn.shown.push(shown);
        }
        drawn
    }

    /// Draws a part of a picture.
    fn draw_part(&mut self, picture: &Picture, at: usize, board: u32) -> (Part, Arc<BTreeSet<usize>>) {
        let (part, sprites) = part(picture, at, board);
        let number = |sprite: Sprite| {
            let drawing = self.drawings.number((sprite.layer as u8, sprite.svg));
            self.sprites.number([drawing as u32, sprite.x, sprite.y, sprite.part as u32])
        };
        let mut shown: BTreeSet<usize> = sprites.into_iter().map(number).collect();
        for line in said_in(picture, at) {
            // It is added and removed like a sprite; its position is its order.
            let drawing = self.drawings.number((SAID, line.text));
            shown.insert(self.sprites.number([drawing as u32, line.order, 0, 0]));
        }
        (part, Arc::new(shown))
    }

    /// The number of steps of all games; a step counts once, however many see it.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The whole page.
    pub fn html(&self) -> String {
        let title = self.games.first().map_or("referee", |game| &game.title);
        filled(title, SCRIPTED, &self.data(), &[SCRIPT])
    }

    /// The games alone, for a page that is served.
    pub fn data(&self) -> String {
        #[derive(Serialize)]
        struct Data<'a> {
            drawings: Vec<&'a (u8, String)>,
            sprites: Vec<&'a [u32; 4]>,
            changes: Vec<&'a [Vec<usize>; 2]>,
            texts: Vec<&'a String>,
            rules: Vec<&'a Refusal>,
            games: &'a [Game],
        }
        let data = Data {
            drawings: self.drawings.values(),
            sprites: self.sprites.values(),
            changes: self.changes.values(),
            texts: self.texts.values(),
            rules: self.rules.values(),
            games: &self.games,
        };
        serde_json::to_string(&data).unwrap_or_default()
    }

    /// What is new in the last game for its first viewer since the last call, for a page that is served; `None`: nothing.
    pub fn news(&mut self) -> Option<String> {
        #[derive(Serialize)]
        struct Told<'a> {
            title: &'a str,
            viewer: &'a str,
            /// The number of the first step. With 0, a page begins anew.
            from: usize,
            seats: &'a [(String, &'static str)],
            points: &'a [(usize, Vec<Option<i32>>)],
            counts: &'static str,
            parts: &'a [Part],
            steps: &'a [Written],
            drawings: Vec<&'a (u8, String)>,
            sprites: Vec<&'a [u32; 4]>,
            changes: Vec<&'a [Vec<usize>; 2]>,
            texts: Vec<&'a String>,
            rules: Vec<&'a Refusal>,
        }
        let game = self.games.last()?;
        let view = game.views.first()?;
        let News([drawings, sprites, changes, texts, rules, steps, points]) = self.told;
        if steps == view.steps.len() {
            return None;
        }
        let told = Told {
            title: &game.title,
            viewer: &view.viewer,
            from: steps,
            seats: &view.seats,
            points: &view.points[points..],
            counts: view.counts,
            parts: &view.parts,
            steps: &view.steps[steps..],
            drawings: self.drawings.since(drawings),
            sprites: self.sprites.since(sprites),
            changes: self.changes.since(changes),
            texts: self.texts.since(texts),
            rules: self.rules.since(rules),
        };
        let text = serde_json::to_string(&told).unwrap_or_default();
        let [drawings, sprites, changes] = [self.drawings.len(), self.sprites.len(), self.changes.len()];
        let (texts, rules) = (self.texts.len(), self.rules.len());
        self.told = News([drawings, sprites, changes, texts, rules, view.steps.len(), view.points.len()]);
        Some(text)
    }
}

/// The sprites that go and those that come, part by part.
fn changed(before: &[Arc<BTreeSet<usize>>], after: &[Arc<BTreeSet<usize>>]) -> [Vec<usize>; 2] {
    let (nothing, mut change) = (Arc::default(), [Vec::new(), Vec::new()]);
    for at in 0..before.len().max(after.len()) {
        let [before, after] = [before, after].map(|parts| parts.get(at).unwrap_or(&nothing));
        if !Arc::ptr_eq(before, after) {
            change[0].extend(before.difference(after));
            change[1].extend(after.difference(before));
        }
    }
    change.map(|mut sprites: Vec<usize>| {
        sprites.sort_unstable();
        sprites
    })
}

/// Makes parts as large as others are.
fn enlarge(parts: &mut Vec<Part>, others: &[Part]) {
    parts.resize(parts.len().max(others.len()), Part::default());
    for (part, other) in parts.iter_mut().zip(others) {
        let (width, height) = (part.width.max(other.width), part.height.max(other.height));
        *part = Part { width, height, above: other.above };
    }
}

/// A page that gets its games from a server.
pub fn live(title: &str, live: &Live) -> String {
    let data = serde_json::json!({ "live": live }).to_string();
    filled(title, SERVED, &data, &[SCRIPT, SEAT, LIVE])
}

/// The template with its gaps filled. `may` is as in [`framed`].
fn filled(title: &str, may: &str, data: &str, scripts: &[&str]) -> String {
    let mut body = String::new();
    let mut rest = TEMPLATE;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else { break };
        body.push_str(before);
        match name {
            "title" => body.push_str(&escape(title)),
            "script" => body.extend(scripts.iter().copied()),
            // Names and notes are foreign text: nothing in the data may look like the end of the script element.
            _ => body.push_str(&data.replace('<', "\\u003c")),
        }
        rest = after;
    }
    body.push_str(rest);
    framed(title, may, &[STYLE, LOOK], &body)
}

/// A page around this body, which loads nothing from elsewhere. `may`: what it may do besides having a style, as directives of a
/// content security policy, each with a semicolon before it.
pub fn framed(title: &str, may: &str, styles: &[&str], body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'{may}\">\n\
         <title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escape(title),
        styles.concat(),
    )
}
