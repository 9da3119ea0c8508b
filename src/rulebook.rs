//! Puts a game's rulebook together: its chapters, the numbered statements, the options as their schema describes them,
//! pictures, and moves on positions, each judged anew. A move that is not judged as the book says is an error, so that no
//! page ever shows a wrong one.

use std::fmt;

use serde_json::{Map, Value};

use crate::game::picture::Picture;
use crate::game::rulebook::{Example, Passage};
use crate::game::{Kept, Player, Rule};
use crate::judge::Emit;
use crate::registry::Referee;
use crate::render::Refusal;
use crate::render::book::{self, Block, Book, Chapter, Statement};
use crate::stream::{Asked, Purpose, Stream};
use crate::text::plain;

/// A rulebook that is not true of its game.
#[derive(Debug)]
pub struct Untrue(String);

impl fmt::Display for Untrue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Untrue {}

/// The rulebook of a game; `kept`: it also says how the program keeps each rule.
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
                Passage::Example(example) => Block::Example(Box::new(judged(game, example)?)),
            });
        }
        chapters.push(Chapter { title: chapter.title.to_owned(), blocks });
    }
    Ok(Book { title: game.title().to_owned(), chapters })
}

/// How the program keeps a rule, in words: why it does not apply, what makes it impossible to break, or the refusals that
/// rest on it.
#[must_use]
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

/// The options with what their schema says of them, the default named.
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
        // Comments are broken into lines where the source is.
        (format!("{name} ({})", plain(&default)), text.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let defaults: Map<String, Value> = game.default_options();
    defaults.into_iter().map(option).collect()
}

/// A stream that has been judged up to some line.
struct Told {
    stream: Stream,
    /// The answer to the last line.
    answer: Value,
}

impl Told {
    fn of(text: &str) -> Result<Told, Untrue> {
        let mut told = Told { stream: Stream::new(Asked::default(), Emit::NONE, Purpose::Judge), answer: Value::Null };
        for line in text.lines() {
            told.line(line)?;
            if !told.answer["violations"].is_null() || !told.answer["malformed"].is_null() {
                return Err(Untrue(format!("an example is not set up: {}", told.answer)));
            }
        }
        Ok(told)
    }

    fn line(&mut self, line: &str) -> Result<(), Untrue> {
        let mut out = Vec::new();
        self.stream.line(Some(line.as_bytes()), &mut out).map_err(|wrong| Untrue(wrong.to_string()))?;
        if let Some(judge) = self.stream.judge() {
            judge.watch();
        }
        let first = out.split(|byte| *byte == b'\n').next().unwrap_or_default();
        self.answer = serde_json::from_slice(first).map_err(|wrong| Untrue(format!("{line}: {wrong}")))?;
        Ok(())
    }

    fn picture(&mut self, viewer: Option<Player>) -> Result<Picture, Untrue> {
        let judge = self.stream.judge().ok_or_else(|| Untrue("a stream without a game".to_owned()))?;
        Ok(judge.picture(viewer))
    }
}

fn judged(game: &dyn Referee, example: &Example) -> Result<book::Example, Untrue> {
    let (set_up, action) = example.stream.trim_end().rsplit_once('\n').unwrap_or_default();
    let mut told = Told::of(set_up)?;
    // What set the position up is no part of the example.
    let mut before = told.picture(example.viewer)?;
    before.forget_changes();
    before.last.clear();
    before.board.trail.clear();
    told.line(action)?;
    let broken = Refusal::of(&told.answer);
    if told.answer["action"].is_null()
        || !broken.iter().map(|refusal| &*refusal.rule).eq(example.breaks.iter().copied())
    {
        return Err(Untrue(format!("`{}` breaks {:?}: {}", example.caption, example.breaks, told.answer)));
    }
    let mut after = told.picture(example.viewer)?;
    if !broken.is_empty() {
        after.forget_changes();
    }
    let mut action = game.in_words(&told.answer).unwrap_or_default();
    if let Some(player) = told.answer["player"].as_u64().and_then(|player| u8::try_from(player).ok()) {
        action = format!("{}: {action}", after.name(Player(player)));
    }
    let caption = example.caption.to_owned();
    Ok(if broken.is_empty() {
        book::Example { caption, action, before, after: Some(after), broken }
    } else {
        book::Example { caption, action, before: after, after: None, broken }
    })
}
