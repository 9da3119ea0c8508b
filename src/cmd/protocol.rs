//! `referee protocol`: the specification, as it stands where the lines are written and read, for people who write a bot
//! or a front end.

use anyhow::Result;
use clap::Args;

use super::{Exit, Output};

/// Arguments of `protocol`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  referee protocol
  referee protocol bots
  referee protocol stream")]
pub(crate) struct ProtocolArgs {
    /// Which part; both if left out
    #[arg(value_enum)]
    part: Option<Part>,
}

#[derive(Copy, Clone, Eq, PartialEq, clap::ValueEnum)]
enum Part {
    /// What a bot reads and writes
    Bots,
    /// The stream: lines, answers, claims
    Stream,
}

/// Prints it.
pub(crate) fn run(args: &ProtocolArgs) -> Result<Exit> {
    let mut output = Output::open();
    for (part, source) in [(Part::Bots, include_str!("../judge/seats.rs")), (Part::Stream, include_str!("../wire.rs"))]
    {
        if args.part.is_none_or(|asked| asked == part) {
            output.text(&told(source));
        }
    }
    output.flush()?;
    Ok(Exit::Valid)
}

/// How wide the text is, in columns; only code and tables may be wider.
const WIDTH: usize = 100;

/// What a source file says at its beginning, without what only a reader of the source can follow.
fn told(source: &str) -> String {
    let mut text = String::new();
    for line in source.lines().map_while(|line| line.strip_prefix("//!")) {
        text.push_str(line.strip_prefix(' ').unwrap_or(line));
        text.push('\n');
    }
    while let Some((start, end)) = text.find(" (see [`").and_then(|at| Some((at, at + text[at..].find(')')? + 1))) {
        text.replace_range(start..end, "");
    }
    // A type is best seen as the schema that it has.
    for (start, name) in [("see [`", "Header"), ("see [`", "Forfeit"), ("see [`", "Abort"), ("See [`", "Violation")] {
        let schema = format!("{}`referee schema wire/{}`", &start[..4], name.to_lowercase());
        text = text.replace(&format!("{start}{name}`]"), &schema);
    }
    wrapped(&text.replace("[`", "`").replace("`]", "`"))
}

/// Wraps paragraphs and entries of lists; headings, code and tables stay as they are.
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
