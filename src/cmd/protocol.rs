//! `referee protocol`: the specification, taken from the source that reads and writes the lines, for authors of bots
//! and front ends.

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
    /// Which part; by default both
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

/// What a bot receives and answers, line by line.
const IN_LINES: &str = r#"# A game in lines

The header of a game of TecTonic for the player on the second seat, their first question, and their answer. Each is one line;
`…` stands for what is left out here.

```
{"referee":1,"game":"tectonic","players":2,"draws":"recorded","options":{"regions":"triangle","setup":"S1","peak_back":"straight","flip":"compulsory","trio_by_conversion":true,"recovery":"arrival","no_move":"lose","repetition":3,"no_flip_plies":100,"ply_limit":500},"edition":{"id":"reconstructed-1","sha256":"e66f…"},"names":["redbot","mine"],"match":{"game_id":"g0","commitment":"sha256:58d5…","clock":{"bank_ms":60000,"inc_ms":1000,"move_ms":10000},"limits":{"start_ms":10000,"margin_ms":50,"memory":1073741824,"idle_cpu_ms":5000,"max_turns":20000},"on_illegal":"forfeit","lists":"full","seat":1},"next":{"player":0}}
{"n":1,"player":0,"action":{"move":{"from":"i1","to":"h2"}},"next":{"player":1},"view":{"turn":"black","white":{"hills":["a1","j1"],"peaks":["b1","h2"],"mounts":["c1","h1"]},"black":{"hills":["a10","j10"],"peaks":["b10","i10"],"mounts":["c10","h10"]},"reserve":{"white":{"hills":1,"peaks":1,"mounts":1},"black":{"hills":1,"peaks":1,"mounts":1}},"quiet":1,"plies":1,"moves":"i1h2"},"viewer":1,"legal":[{"move":{"from":"a10","to":"a9"}},{"move":{"from":"a10","to":"b9"}},…],"legal_n":28,"exhaustive":true,"ask":{"id":1,"bank_ms":60000,"move_ms":10000}}
{"ask":1,"pick":1}
```

`referee schema GAME/view` describes `view`, and `referee schema GAME/action` what stands in `legal` and `action`.
"#;

/// Prints the specification.
pub(crate) fn run(args: &ProtocolArgs) -> Result<Exit> {
    let mut output = Output::open();
    if args.part.is_none_or(|asked| asked == Part::Bots) {
        output.text(&told(include_str!("../judge/seats.rs")));
        output.text("\n");
        output.text(&told(include_str!("../judge/seats/words.rs")));
        output.text(&wrapped(IN_LINES));
    }
    if args.part.is_none_or(|asked| asked == Part::Stream) {
        output.text(&told(include_str!("../wire.rs")));
    }
    output.flush()?;
    Ok(Exit::Valid)
}

/// The width of the text in columns; only code and tables may be wider.
const WIDTH: usize = 100;

/// The comment at the beginning of a source file, without what only readers of the source can follow.
fn told(source: &str) -> String {
    let mut text = String::new();
    for line in source.lines().map_while(|line| line.strip_prefix("//!")) {
        text.push_str(line.strip_prefix(' ').unwrap_or(line));
        text.push('\n');
    }
    while let Some((start, end)) = text.find(" (see [`").and_then(|at| Some((at, at + text[at..].find(')')? + 1))) {
        text.replace_range(start..end, "");
    }
    // Refer to a type by its schema.
    for (start, name) in [
        ("see [`", "Header"),
        ("see [`", "Forfeit"),
        ("see [`", "Abort"),
        ("see [`", "Attempt"),
        ("See [`", "Violation"),
    ] {
        let schema = format!("{}`referee schema wire/{}`", &start[..4], name.to_lowercase());
        text = text.replace(&format!("{start}{name}`]"), &schema);
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
