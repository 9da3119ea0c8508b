//! `referee protocol`: the specification, for authors of bots, front ends and other judges. Its numbers and its table of claims
//! are those of the code.

use std::fmt::Write as _;

use anyhow::Result;
use clap::Args;
use referee::breach::Clause;
use referee::game::{DrawKind, MOST_LISTED};
use referee::games::GAMES;
use referee::registry::{Presupposes, Referee, table_clauses};
use referee::stream::MOST_TABLES;
use referee::table::{MOST_SHOWN, UNDO_LIMIT};
use referee::wire::{ANSWER_ROOM, BEGINNING, Claim, DEPTH_LIMIT, EVENT_LIMIT, Hearer, LINE_LIMIT, TABLE_LIMIT};

use super::{Exit, Output};

/// Arguments of `protocol`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  referee protocol
  referee protocol bots
  referee protocol stream
  referee protocol checks")]
pub(crate) struct ProtocolArgs {
    /// Which part; by default the stream and bots
    #[arg(value_enum)]
    part: Option<Part>,
}

#[derive(Copy, Clone, Eq, PartialEq, clap::ValueEnum)]
enum Part {
    /// What a bot reads and writes
    Bots,
    /// The stream: lines, answers, claims
    Stream,
    /// Which rules each kind of action is checked for, in order, what they presuppose, and the facts of every rule
    Checks,
}

/// The specification of the stream; what stands in braces is told by the code.
const STREAM: &str = include_str!("../wire/protocol.md");

/// What a bot reads and writes.
const BOTS: &str = include_str!("../judge/seats/protocol.md");

/// A game of a bot, line by line.
const IN_LINES: &str = include_str!("../judge/seats/transcript.md");

/// Prints the specification.
pub(crate) fn run(args: &ProtocolArgs) -> Result<Exit> {
    let mut output = Output::open();
    let wanted = |part| args.part.map_or(part != Part::Checks, |asked| asked == part);
    if wanted(Part::Stream) {
        output.text(&wrapped(&filled(STREAM)));
    }
    if wanted(Part::Bots) {
        if args.part.is_none() {
            output.text("\n");
        }
        output.text(&wrapped(BOTS));
        output.text("\n");
        output.text(&told(include_str!("../judge/seats/words.rs")).replace("{BUDGETS}\n", &budgets()));
        output.text("\n");
        output.text(&wrapped(IN_LINES));
    }
    if wanted(Part::Checks) {
        output.text(&wrapped(&checks()));
    }
    output.end(Exit::Valid)
}

/// The text with what the code knows.
fn filled(text: &str) -> String {
    let limits = [
        ("LINE_LIMIT", LINE_LIMIT),
        ("EVENT_LIMIT", EVENT_LIMIT),
        ("DEPTH_LIMIT", DEPTH_LIMIT),
        ("MOST_LISTED", MOST_LISTED),
        ("MOST_SHOWN", MOST_SHOWN),
        ("UNDO_LIMIT", UNDO_LIMIT),
        ("MOST_TABLES", MOST_TABLES),
        ("TABLE_LIMIT", TABLE_LIMIT),
        ("BEGINNING", BEGINNING),
        ("ANSWER_ROOM", ANSWER_ROOM),
    ];
    let mut text = text.replace("{CLAIMS}", claims().trim_end());
    for (name, limit) in limits {
        text = text.replace(&format!("{{{name}}}"), &limit.to_string());
    }
    text = text.replace("{DRAWS}", &draws()).replace("{ORDERS}", orders().trim_end());
    text.replace("{DICE}", comment(include_str!("../dice.rs")).trim())
}

/// The table of draws, and the games without any.
fn draws() -> String {
    let mut table = String::from("| game | draw | source | order | weight |\n|---|---|---|---|---|\n");
    for (game, draw) in GAMES.iter().flat_map(|game| game.draws().iter().map(move |draw| (game, draw))) {
        let DrawKind { kind, source, order, weight } = draw;
        let _ = writeln!(table, "| {} | `{kind}` | {source} | {order} | {weight} |", game.title());
    }
    let without: Vec<&str> = GAMES.iter().filter(|game| game.draws().is_empty()).map(|game| game.title()).collect();
    let _ = write!(table, "\nGames without draws: {}.", without.join(", "));
    table
}

/// The order of the legal actions of each game.
fn orders() -> String {
    GAMES.iter().map(|game| format!("* **{}**: {}\n", game.title(), game.legal_order())).collect()
}

/// How long the texts for language models may be.
fn budgets() -> String {
    let mut table = String::from("| game | question in words | rules for a prompt |\n|---|---|---|\n");
    for game in GAMES {
        let _ = writeln!(table, "| {} | {} | {} |", game.title(), game.ask_text(), game.rules_prompt());
    }
    table
}

/// The table of claims.
fn claims() -> String {
    let mut table = String::from("| claim | what it says | who may learn that it is false |\n|---|---|---|\n");
    for claim in Claim::ALL {
        let hearer = match claim.hearer() {
            Hearer::Sender => "the sender",
            Hearer::OnTurn => "the sender, if it is their turn",
            Hearer::Organiser => "the organiser",
        };
        let says = claim.about().trim_start_matches("Claim: ").trim_end_matches('.');
        let _ = writeln!(
            table,
            "| `{claim}` | {} | {hearer} |",
            says.trim_start_matches("Claim, ").replacen("Whose", "whose", 1)
        );
    }
    table
}

/// What the actions of every game are checked for.
fn checks() -> String {
    let mut text = String::from(
        "# The rules that actions are checked for\n\nFor each form of action the rules of the game in their order. Behind a \
         rule stand those that it presupposes: if one of them is broken, it is not checked.\n",
    );
    for game in GAMES {
        let _ = writeln!(text, "\n# {}\n", game.title());
        for (examples, rules) in forms(*game) {
            let _ = writeln!(text, "* {}: {}", examples.join(", "), rules.join("; "));
        }
    }
    text.push_str(
        "\n# Every rule\n\nWhat all violations of a rule have in common, and the names of its facts, in order. Squares, pieces, \
         cards and the like are written as in actions.\n",
    );
    let of_games = GAMES.iter().map(|game| (game.title(), game.clauses()));
    for (title, clauses) in std::iter::once(("The table", table_clauses())).chain(of_games) {
        let _ = writeln!(text, "\n# {title}\n");
        for one in clauses {
            let _ = writeln!(text, "* {}", clause(one));
        }
    }
    text
}

/// A rule with all of its violations that is always the same, and the names and kinds of its facts.
fn clause(clause: &Clause) -> String {
    let Clause { id, statement, refs, source, facts, has_data } = clause;
    let facts: Vec<String> = facts
        .iter()
        .filter(|fact| fact.is_written())
        .map(|fact| match kind(fact.kind).strip_suffix(", or `null`").filter(|_| fact.may_be_absent()) {
            Some(kind) => format!("`{}` ({kind}, or absent)", fact.name),
            None => format!("`{}` ({})", fact.name, kind(fact.kind)),
        })
        .collect();
    let facts = if facts.is_empty() { "none".to_owned() } else { facts.join(", ") };
    let refs = if refs.is_empty() { "none".to_owned() } else { refs.join(", ") };
    let data = if *has_data { "; with `data`, if data of the edition matter" } else { "" };
    format!("`{id}`: {statement} `refs`: {refs}; `source`: {source}; `facts`: {facts}{data}")
}

/// A Rust type in words.
fn kind(name: &str) -> String {
    let name: String = name.split_whitespace().collect();
    if let Some(item) = name.strip_suffix('>').and_then(|name| name.split_once('<')) {
        return match item {
            ("Option", item) => format!("{}, or `null`", kind(item)),
            (_, item) => format!("list of {}", kind(item)),
        };
    }
    match &*name {
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" => "number".to_owned(),
        "bool" => "`true` or `false`".to_owned(),
        "String" | "&'staticstr" => "text".to_owned(),
        name => {
            let name = name.rsplit("::").next().unwrap_or(name);
            let mut words = String::new();
            for letter in name.chars() {
                if letter.is_uppercase() && !words.is_empty() {
                    words.push(' ');
                }
                words.extend(letter.to_lowercase());
            }
            words
        }
    }
}

/// The forms of action that are checked for the same rules: examples of them, and the rules.
fn forms(game: &dyn Referee) -> Vec<(Vec<String>, Vec<String>)> {
    let mut forms: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for (example, rules) in game.checks() {
        let rules: Vec<String> = rules.iter().map(rule).collect();
        let example = format!("\"{example}\"");
        match forms.iter_mut().find(|(_, same)| *same == rules) {
            Some((examples, _)) => examples.push(example),
            None => forms.push((vec![example], rules)),
        }
    }
    forms
}

/// A rule with those that it presupposes.
fn rule((finds, after): &Presupposes) -> String {
    if after.is_empty() { format!("`{finds}`") } else { format!("`{finds}` (`{}`)", after.join("`, `")) }
}

/// The width of the text in columns; only code and tables may be wider.
const WIDTH: usize = 100;

/// The comment at the beginning of a source file.
fn comment(source: &str) -> String {
    let mut text = String::new();
    for line in source.lines().map_while(|line| line.strip_prefix("//!")) {
        text.push_str(line.strip_prefix(' ').unwrap_or(line));
        text.push('\n');
    }
    text
}

/// The same without what only readers of the source can follow.
fn told(source: &str) -> String {
    let mut text = comment(source);
    while let Some((start, end)) = text.find(" (see [`").and_then(|at| Some((at, at + text[at..].find(')')? + 1))) {
        text.replace_range(start..end, "");
    }
    wrapped(&text.replace("[`", "`").replace("`]", "`"))
}
/// Wraps paragraphs and list items; headings, code and tables stay as they are.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let (mut paragraph, mut code) = (String::new(), false);
    for line in text.lines().chain([""]) {
        let fence = line.starts_with("```");
        let alone = code || fence || line.is_empty() || line.starts_with(['|', '#']);
        if (alone || line.starts_with("* ")) && !paragraph.is_empty() {
            let indent = if paragraph.starts_with("* ") { "  " } else { "" };
            let options = textwrap::Options::new(WIDTH).subsequent_indent(indent).break_words(false);
            out.push_str(&textwrap::fill(&paragraph, options.word_splitter(textwrap::WordSplitter::NoHyphenation)));
            out.push('\n');
            paragraph.clear();
        }
        code ^= fence;
        if alone {
            out.push_str(line);
            out.push('\n');
        } else {
            let space = if paragraph.is_empty() { "" } else { " " };
            paragraph.push_str(space);
            paragraph.push_str(line.trim_start());
        }
    }
    out
}
