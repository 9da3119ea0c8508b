//! Builds a game's rulebook: chapters, numbered statements, options as their schema describes them, pictures, and
//! example moves. Each example is judged when the book is built, and one that is not judged as the book says is an
//! error. So no page shows a wrong example.

use std::fmt;

use serde_json::{Map, Value};

use crate::game::picture::Picture;
use crate::game::rulebook::{Example, Passage};
use crate::game::{Kept, Player, Rule};
use crate::judge::answer::{About, Answer};
use crate::judge::{Emit, Memory};
use crate::registry::Referee;
use crate::render::Refusal;
use crate::render::book::{self, Block, Book, Chapter, Statement};
use crate::stream::{Asked, Stream};
use crate::text::plain;

/// A rulebook that contradicts its game.
#[derive(Debug)]
pub struct Untrue(String);

impl fmt::Display for Untrue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Untrue {}

/// The rulebook of a game; with `kept` it also says how the program keeps each rule.
pub fn book(game: &dyn Referee, kept: bool) -> Result<Book, Untrue> {
    let mut chapters = Vec::new();
    for chapter in game.rulebook().chapters {
        let mut blocks = Vec::new();
        for passage in chapter.passages {
            blocks.push(match passage {
                Passage::Text(text) => Block::Text((*text).to_owned()),
                Passage::List(items) => Block::List(items.iter().map(|item| (*item).to_owned()).collect()),
                Passage::Terms(terms) => {
                    Block::Terms(terms.iter().map(|(term, text)| ((*term).to_owned(), (*text).to_owned())).collect())
                }
                Passage::Rules(ids) => {
                    Block::Rules(ids.iter().map(|id| statement(game, id, kept)).collect::<Result<_, _>>()?)
                }
                Passage::Components(caption) => {
                    let picture = Picture { panels: game.components(), ..Picture::of(game.title(), 0) };
                    Block::Picture((*caption).to_owned(), Box::new(picture))
                }
                Passage::Position { caption, stream } => {
                    let picture = Told::of(stream)?.picture(None)?;
                    Block::Picture((*caption).to_owned(), Box::new(picture))
                }
                Passage::Options => Block::Terms(options(game)),
                Passage::Example(example) => Block::Example(Box::new(judged(example)?)),
            });
        }
        chapters.push(Chapter { title: chapter.title.to_owned(), blocks });
    }
    Ok(Book { title: game.title().to_owned(), chapters })
}

/// How the program keeps a rule, in words: why it does not apply, why it cannot be broken, or the ids of the refusals
/// based on it.
pub fn keeping(game: &dyn Referee, rule: &Rule) -> String {
    let ids = game.clauses().iter().filter(|clause| clause.refs.contains(&rule.id)).map(|clause| clause.id);
    let ids = ids.collect::<Vec<_>>().join(", ");
    match rule.kept {
        Kept::NotApplicable(why) => format!("not applicable: {why}"),
        Kept::BuiltIn(how) => format!("kept by the program: {how}"),
        Kept::Checked => ids,
    }
}

fn statement(game: &dyn Referee, id: &str, kept: bool) -> Result<Statement, Untrue> {
    let Some(rule) = game.rules().iter().find(|rule| rule.id == id) else {
        return Err(Untrue(format!("{} has no statement {id}", game.name())));
    };
    let kept = if kept { keeping(game, rule) } else { String::new() };
    Ok(Statement { id: id.to_owned(), text: rule.text.to_owned(), mark: rule.source.to_string(), kept })
}

/// The options with their defaults and their descriptions from the schema.
fn options(game: &dyn Referee) -> Vec<(String, String)> {
    let schemas = game.schemas();
    let schema = schemas.iter().find(|(name, _)| *name == "options").map(|(_, schema)| schema.as_value());
    let schema = schema.unwrap_or(&Value::Null);
    let option = |(name, default): (String, Value)| {
        let about = &schema["properties"][&name];
        let mut text = about["description"].as_str().unwrap_or_default().to_owned();
        let values = about["$ref"].as_str().and_then(|at| schema.pointer(at.trim_start_matches('#')));
        let values = values.unwrap_or(&Value::Null);
        for value in values["oneOf"].as_array().into_iter().flatten() {
            let said = value["description"].as_str().unwrap_or_default();
            text += &format!(" `{}`: {said}", plain(&value["const"]));
        }
        for value in values["enum"].as_array().into_iter().flatten() {
            text += &format!(" `{}`.", plain(value));
        }
        // Joins the lines of the source comment.
        (format!("{name} ({})", plain(&default)), text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let defaults: Map<String, Value> = game.default_options();
    defaults.into_iter().map(option).collect()
}

/// A stream that was judged up to some line.
struct Told {
    stream: Stream,
    /// The answer to the last line.
    last: Said,
}

/// The answer to a line.
#[derive(Default)]
struct Said {
    /// The action in words, and its player; `None`: it was not an action.
    action: Option<(Option<Player>, String)>,
    /// The rules that it broke.
    broken: Vec<Refusal>,
    /// Why it is malformed or claims something false.
    wrong: Option<String>,
}

impl Said {
    fn of(answer: &Answer<'_>) -> Said {
        let Some(told) = answer.told(None) else { return Said::default() };
        let action = match told.about() {
            About::Event { player, event, .. } if !event.is_draw() => event.in_words(None).map(|words| (player, words)),
            _ => None,
        };
        let wrong = match told.about() {
            About::Malformed(wrong) => Some(wrong.told(None).message.clone()),
            _ => told.contradicted().next().map(|falsehood| format!("`{}` is false", falsehood.claim)),
        };
        Said { action, broken: Refusal::of(told.violations()), wrong }
    }
}

impl Told {
    fn of(text: &str) -> Result<Told, Untrue> {
        let mut stream = Stream::new(Asked::default(), Emit::NONE);
        stream.watch(Memory::Lines);
        let mut told = Told { stream, last: Said::default() };
        for line in text.lines() {
            told.line(line)?;
            let Said { broken, wrong, .. } = &told.last;
            let why = wrong.as_ref().or(broken.first().map(|refusal| &refusal.message));
            if let Some(why) = why {
                return Err(Untrue(format!("an example is not set up: {line}: {why}")));
            }
        }
        Ok(told)
    }

    fn line(&mut self, line: &str) -> Result<(), Untrue> {
        let mut first = None;
        let put = self.stream.put(Some(line.as_bytes()), &mut |answer| {
            first.get_or_insert_with(|| Said::of(answer));
        });
        put.map_err(|wrong| Untrue(wrong.to_string()))?;
        self.last = first.unwrap_or_default();
        Ok(())
    }

    fn picture(&self, viewer: Option<Player>) -> Result<Picture, Untrue> {
        let game = self.stream.look().ok_or_else(|| Untrue("a stream without a game".to_owned()))?;
        Ok(game.picture(viewer))
    }
}

fn judged(example: &Example) -> Result<book::Example, Untrue> {
    let (set_up, action) = example.stream.trim_end().rsplit_once('\n').unwrap_or_default();
    let mut told = Told::of(set_up)?;
    // The lines that set up the position are not part of the example.
    let mut before = told.picture(example.viewer)?;
    before.forget_changes();
    before.last.clear();
    before.board.trail.clear();
    told.line(action)?;
    let Said { action, broken, wrong } = std::mem::take(&mut told.last);
    let ids: Vec<&str> = broken.iter().map(|refusal| &*refusal.rule).collect();
    let Some((player, words)) = action.filter(|_| ids == example.breaks) else {
        let Example { caption, breaks, .. } = example;
        return Err(Untrue(format!("`{caption}` breaks {breaks:?}: it breaks {ids:?} {}", wrong.unwrap_or_default())));
    };
    let mut after = told.picture(example.viewer)?;
    if !broken.is_empty() {
        after.forget_changes();
    }
    let action = player.map_or(words.clone(), |player| format!("{}: {words}", after.name(player)));
    let caption = example.caption.to_owned();
    Ok(if broken.is_empty() {
        book::Example { caption, action, before, after: Some(after), broken }
    } else {
        book::Example { caption, action, before: after, after: None, broken }
    })
}
