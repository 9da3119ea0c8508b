//! `referee rules`: the rulebook of a game.

use std::io::stdout;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};
use referee::breach::Clause;
use referee::game::{Kept, Rule};
use referee::registry::{Referee, table_clauses};
use referee::render::prompt::prompt;
use referee::render::text::Style;
use referee::rulebook::book;
use referee::stream::Usage;
use serde_json::{Value, json};

use super::show::colours;
use super::{Exit, Output, game, known};

/// Arguments of `rules`.
#[derive(Args)]
#[command(after_help = "\
A rulebook to play from: what is in the box, the board, set-up, a turn, every action, the end, options and terms. \
Its numbered statements are rules of the source (R), decisions where it is silent (D) and precise rulings (P); each \
says how well it is founded: printed, decided or reconstructed. The moves it shows are judged while it is written. \
--format html writes one page with pictures that needs no network. --kept adds the refusals that rest on each \
statement, or how else the program enforces it.

Examples:
  referee rules tectonic
  referee rules tectonic --kept
  referee rules wongar --format html -o /dev/stdout
  referee rules tectonic --json
  referee rules table")]
pub(crate) struct RulesArgs {
    /// The game; `table` lists the rules that hold in every game
    #[arg(value_parser = known::GAME_OR_TABLE, hide_possible_values = true)]
    pub(crate) game: String,
    /// Say how the program enforces every statement, and where that is tested
    #[arg(long)]
    pub(crate) kept: bool,
    /// How to write it
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write the text in ASCII only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Write JSON lines, one for each statement
    #[arg(long, conflicts_with_all = ["format", "ascii"])]
    pub(crate) json: bool,
}

/// The format of a rulebook.
#[derive(Copy, Clone, Eq, PartialEq, Debug, ValueEnum)]
pub(crate) enum Format {
    /// For terminals
    Text,
    /// A page with pictures
    Html,
    /// For a language model: complete, without pictures, in few characters
    Prompt,
}

/// Writes the rulebook.
pub(crate) fn run(args: &RulesArgs) -> Result<Exit> {
    let mut output = Output::to(args.output.as_deref())?;
    if args.game == "table" {
        if args.format != Format::Text {
            let why = "the rules that hold in every game have no page; write them as text or JSON";
            return Err(Usage(why.to_owned()).into());
        }
        for clause in table_clauses() {
            if args.json {
                let Clause { id, source, statement, .. } = clause;
                output.json(&json!({"game": "table", "rule": id, "source": source, "text": statement}));
            } else {
                output.text(&format!("{}\n     {}  [{}]\n", clause.id, clause.statement, clause.source));
            }
        }
        return output.end(Exit::Valid);
    }
    let game = game(&args.game)?;
    if args.json {
        for rule in game.rules() {
            output.json(&as_json(game, rule, args.kept));
        }
    } else {
        let book = book(game, args.kept)?;
        match args.format {
            Format::Text => {
                let colour = args.output.is_none() && colours(&stdout());
                output.text(&book.text(Style { ascii: args.ascii, colour }));
            }
            Format::Html => output.text(&book.html()),
            Format::Prompt => output.text(&prompt(&book, game.notation(), game.rules_prompt())),
        }
    }
    output.end(Exit::Valid)
}

/// The refusals that rest on a rule.
pub(crate) fn refusals(game: &dyn Referee, rule: &Rule) -> impl Iterator<Item = &'static Clause> {
    let id = rule.id;
    game.clauses().iter().filter(move |clause| clause.refs.contains(&id))
}

/// A numbered rule with its details; `tell`: also how the program enforces it.
pub(crate) fn as_json(game: &dyn Referee, rule: &Rule, tell: bool) -> Value {
    let (kept, how) = match rule.kept {
        Kept::Checked => ("checked", None),
        Kept::BuiltIn(how) => ("built_in", Some(how)),
        Kept::NotApplicable(why) => ("not_applicable", Some(why)),
    };
    let refusals: Vec<_> = refusals(game, rule).map(|clause| clause.id).collect();
    let mut value = json!({"game": game.name(), "rule": rule.id, "source": rule.source, "text": rule.text, "kept": kept, "refusals": refusals});
    if let Some(how) = how.filter(|_| tell) {
        value["how"] = json!(how);
    }
    value
}
