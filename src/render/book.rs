//! A complete rulebook: prose, statements, pictures, and judged example moves. Written as text for terminals, or as one
//! page that needs no network. A few lines of script let its contents follow the reader.

use textwrap::{Options, fill};

use super::Refusal;
use super::page::{SCRIPTED, framed};
use super::svg::{STYLE, escape, inline, pair};
use super::text::{COLUMNS, Style, text};
use crate::game::picture::Picture;

/// The page around the chapters, and its style.
const TEMPLATE: &str = include_str!("book.html");
const LOOK: &str = include_str!("book.css");
const SCRIPT: &str = include_str!("book.js");

/// The introduction to the text.
const MARKS: &str = "Statements have numbers: R1, R2 and so on retell the printed rulebook, D1 and so on are decisions where \
    the rulebook leaves something open, P1 and so on rule on details. The mark beside a number is the mark of that statement \
    alone: [printed] stands in the rulebook, [decided] settles what the rulebook leaves open, [reconstructed] replaces a picture \
    or a part that the rulebook does not describe. Every move below that is called legal or refused has been checked. The \
    board before a move stands below it, unless it was the last board drawn; below a legal move the board after it follows. \
    There, brackets, a double frame or a star mark what changed. Under a refused move stand the names of the rules that it \
    breaks, and why.";

/// A rulebook.
#[derive(Clone, Debug)]
pub struct Book {
    /// The name of the game.
    pub title: String,
    /// The chapters.
    pub chapters: Vec<Chapter>,
}

/// A chapter.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The heading.
    pub title: String,
    /// The contents.
    pub blocks: Vec<Block>,
}

/// A piece of a chapter.
#[derive(Clone, Debug)]
pub enum Block {
    /// A paragraph.
    Text(String),
    /// A list.
    List(Vec<String>),
    /// Terms with explanations.
    Terms(Vec<(String, String)>),
    /// Numbered statements.
    Rules(Vec<Statement>),
    /// A picture with its caption.
    Picture(String, Box<Picture>),
    /// A judged example move.
    Example(Box<Example>),
}

/// A numbered statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its number, such as `R12`.
    pub id: String,
    /// The statement.
    pub text: String,
    /// How well the sources support it.
    pub mark: String,
    /// How the program keeps it; empty if not requested.
    pub kept: String,
}

/// A judged example move.
#[derive(Clone, Debug)]
pub struct Example {
    /// The explanation.
    pub caption: String,
    /// The player and the action, in words.
    pub action: String,
    /// The position before the move, with the attempt if the move is refused.
    pub before: Picture,
    /// The position after the move; `None`: the move is refused.
    pub after: Option<Picture>,
    /// The rules that it breaks.
    pub broken: Vec<Refusal>,
}

/// Text that is being written.
struct Lines {
    text: String,
    /// The last example picture, without the changes of a move.
    drawn: Option<Picture>,
}

impl Lines {
    /// Adds a paragraph, with a prefix for its first line and one for the others.
    fn put(&mut self, first: &str, rest: &str, text: &str) {
        let options = Options::new(COLUMNS).initial_indent(first).subsequent_indent(rest);
        self.text += &fill(text, options);
        self.text.push('\n');
    }

    fn block(&mut self, block: &Block, style: Style) {
        match block {
            Block::Text(text) => self.put("", "", text),
            Block::List(items) => {
                for item in items {
                    self.put("- ", "  ", item);
                }
            }
            Block::Terms(terms) => {
                for (term, text) in terms {
                    self.put("  ", "      ", &format!("{term}: {text}"));
                }
            }
            Block::Rules(statements) => {
                for Statement { id, text, mark, kept } in statements {
                    self.put(&format!("{id:<4} "), "     ", &format!("{text} [{mark}]"));
                    if !kept.is_empty() {
                        self.put("     ", "     ", kept);
                    }
                }
            }
            Block::Picture(caption, picture) => {
                self.text += &text(picture, style);
                self.put("", "", &format!("({caption})"));
            }
            Block::Example(example) => {
                let verdict = if example.after.is_some() { "Legal" } else { "Refused" };
                self.put("> ", "  ", &format!("{verdict}: {}. {}", example.action, example.caption));
                for refusal in &example.broken {
                    self.put("    ", "    ", &format!("{}: {}", refusal.rule, refusal.message));
                }
                self.board(&example.before, style);
                if let Some(after) = &example.after {
                    self.board(after, style);
                }
            }
        }
    }

    /// Draws the picture of an example, unless the last picture showed the same position.
    fn board(&mut self, picture: &Picture, style: Style) {
        let picture = without_legend(picture);
        let mut position = Picture { last: String::new(), scored: Vec::new(), refused: false, ..picture.clone() };
        position.forget_changes();
        position.board.trail.clear();
        if self.drawn.as_ref() != Some(&position) {
            self.text.push('\n');
            self.text += &text(&picture, style);
            self.drawn = Some(position);
        }
    }
}

/// What a move has changed: the board, and the panels that are not as they were.
fn changed(after: &Picture, before: &Picture) -> Picture {
    let mut bare = after.clone();
    bare.forget_changes();
    let is_new = |at: usize| !before.panels.contains(&bare.panels[at]);
    let panels = after.panels.iter().enumerate().filter(|(at, _)| is_new(*at)).map(|(_, panel)| panel.clone());
    Picture { panels: panels.collect(), ..after.clone() }
}

/// Pictures beside each other. They can be reached by key, since they scroll where they are wider than the page.
fn beside(pictures: &str) -> String {
    format!("<div class=\"pictures\" tabindex=\"0\" role=\"group\" aria-label=\"Picture\">{pictures}</div>\n")
}

/// A picture of an example: the legend is only in the pictures of the start.
fn without_legend(picture: &Picture) -> Picture {
    Picture { legend: Vec::new(), note: String::new(), ..picture.clone() }
}

impl Book {
    /// The book as text of at most [`COLUMNS`] columns.
    pub fn text(&self, style: Style) -> String {
        let mut out = Lines { text: format!("{}\n\n", self.title.to_uppercase()), drawn: None };
        out.put("", "", MARKS);
        for chapter in &self.chapters {
            out.text += &format!("\n\n{}\n{}\n", chapter.title, "-".repeat(chapter.title.chars().count()));
            for (at, block) in chapter.blocks.iter().enumerate() {
                if at > 0 {
                    out.text.push('\n');
                }
                out.block(block, style);
            }
        }
        if style.ascii { out.text.replace(|c: char| !c.is_ascii(), "?") } else { out.text }
    }

    /// The book as one page.
    pub fn html(&self) -> String {
        let (mut contents, mut chapters) = (String::new(), String::new());
        for (number, chapter) in (1..).zip(&self.chapters) {
            let title = escape(&chapter.title);
            contents += &format!("<li><a href=\"#c{number}\">{title}</a></li>\n");
            chapters += &format!("<section id=\"c{number}\">\n<h2>{title}</h2>\n");
            chapters.extend(chapter.blocks.iter().map(|block| self.block(block)));
            chapters += "</section>\n";
        }
        let parts = [
            ("{{title}}", escape(&self.title)),
            ("{{contents}}", contents),
            ("{{chapters}}", chapters),
            ("{{script}}", SCRIPT.to_owned()),
        ];
        let body = parts.into_iter().fold(TEMPLATE.to_owned(), |body, (name, part)| body.replace(name, &part));
        framed(&format!("{}: the rules", self.title), SCRIPTED, &[STYLE, LOOK], &body)
    }

    /// Prose as HTML: numbers of statements become links, text between backticks becomes code.
    fn prose(&self, text: &str) -> String {
        let word = |word: &str| {
            let number = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
            if number.is_empty() || !self.has(number) {
                return escape(word);
            }
            escape(word).replacen(number, &format!("<a href=\"#{number}\">{number}</a>"), 1)
        };
        let part = |(at, part): (usize, &str)| {
            if at % 2 == 1 {
                return format!("<code>{}</code>", escape(part));
            }
            part.split(' ').map(word).collect::<Vec<_>>().join(" ")
        };
        text.split('`').enumerate().map(part).collect()
    }

    fn has(&self, number: &str) -> bool {
        let blocks = self.chapters.iter().flat_map(|chapter| &chapter.blocks);
        let statements = blocks.filter_map(|block| if let Block::Rules(rules) = block { Some(rules) } else { None });
        statements.flatten().any(|statement| statement.id == number)
    }

    fn block(&self, block: &Block) -> String {
        match block {
            Block::Text(text) => format!("<p>{}</p>\n", self.prose(text)),
            Block::List(items) => {
                let items = items.iter().map(|item| format!("<li>{}</li>\n", self.prose(item)));
                format!("<ul>\n{}</ul>\n", items.collect::<String>())
            }
            Block::Terms(terms) => {
                let term = |(term, text): &(String, String)| {
                    format!("<dt>{}</dt><dd>{}</dd>\n", escape(term), self.prose(text))
                };
                format!("<dl>\n{}</dl>\n", terms.iter().map(term).collect::<String>())
            }
            Block::Rules(statements) => {
                let statement = |Statement { id, text, mark, kept }: &Statement| {
                    let kept =
                        if kept.is_empty() { String::new() } else { format!(" <small>{}</small>", escape(kept)) };
                    format!(
                        "<li id=\"{id}\"><b>{id}</b> {} <span class=\"mark {mark}\">{mark}</span>{kept}</li>\n",
                        self.prose(text)
                    )
                };
                format!("<ul class=\"rules\">\n{}</ul>\n", statements.iter().map(statement).collect::<String>())
            }
            Block::Picture(caption, picture) => {
                let caption = self.prose(caption);
                format!("<figure>\n{}<figcaption>{caption}</figcaption>\n</figure>\n", beside(&inline(picture)))
            }
            Block::Example(example) => self.example(example),
        }
    }

    fn example(&self, example: &Example) -> String {
        let (class, verdict) = if example.after.is_some() { ("legal", "Legal") } else { ("refused", "Refused") };
        let before = without_legend(&example.before);
        let after = example.after.as_ref().map(|after| changed(&without_legend(after), &before));
        let pictures = after.map_or_else(|| inline(&before), |after| pair(&before, &after));
        let refusal = |refusal: &Refusal| {
            let Refusal { rule, statement, message, source } = refusal;
            let rule = escape(rule);
            let [statement, message] = [statement, message].map(|text| self.prose(text));
            format!("<li>{message}. <small>{statement} <code>{rule}</code> ({})</small></li>\n", self.prose(source))
        };
        let broken = example.broken.iter().map(refusal).collect::<String>();
        let broken = if broken.is_empty() { broken } else { format!("<ul>\n{broken}</ul>\n") };
        format!(
            "<figure class=\"example {class}\">\n{}<figcaption><strong>{verdict}: {}.</strong> {}\n{broken}</figcaption>\n\
             </figure>\n",
            beside(&pictures),
            escape(&example.action),
            self.prose(&example.caption),
        )
    }
}
