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
    text.push('\n');
    text.replace("[`", "`").replace("`]", "`")
}
